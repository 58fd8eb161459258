//! Tests of what people say: tables of descriptions with the right readings, every row of the vocabulary, and the
//! properties of a line. A line is read whole or not at all, and a story may be told in any number of steps.

use std::collections::BTreeSet;

use super::{
    Transcript,
    conditions::take_conditions,
    fact::Supposed,
    line_parser::{Reading, TURNING, sentences},
    pattern::{Matcher, Node, Referents, Slot, compile},
    ruled::RuledTranscript,
    vocabulary::{Vocabulary, table},
    words::words,
};
use lawbook::{
    position::Position,
    rules::{Clocks, Event, Game, Reason, RuleSet, Ruling, SearchBudget, TimeControl},
    sentence::{SentenceError, sentence_forms},
};

const AFTER_E5: &str = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2";
const PROMOTION: &str = "8/P6k/8/8/8/8/8/K7 w - - 0 60";
const PINNED: &str = "4k3/8/8/8/7q/8/8/R3K3 w - - 0 30";
/// White can castle to both sides and take a piece.
const OPEN: &str = "r3k2r/ppp2ppp/2nq1n2/3bp3/2B1P3/2NQ1N2/PPP2PPP/R3K2R w KQkq - 0 12";
const SAMPLES: [&str; 5] = [
    AFTER_E5,
    OPEN,
    PROMOTION,
    PINNED,
    "r3k2r/ppp2ppp/2nq1n2/3bp3/2B1P3/2NQ1N2/PPP2PPP/R3K2R b KQkq - 0 12",
];

fn event(time: TimeControl) -> Event {
    Event { time, ..Event::default() }
}

fn tell(fen: &str, lines: &[&str], rule_set: RuleSet, event: Event) -> RuledTranscript {
    let transcript = Transcript {
        start: if fen.is_empty() { Position::start() } else { fen.parse().unwrap() },
        event,
        untold: BTreeSet::new(),
        lines: lines.iter().map(|line| (*line).to_owned()).collect(),
    };
    transcript.rule(rule_set, &SearchBudget::MATERIAL_ONLY)
}

/// Returns what `lawbook rule` says to the lines: the sentences of the last line and its ruling, or the error.
fn heard(fen: &str, lines: &[&str], event: Event) -> String {
    let ruled = tell(fen, lines, RuleSet::FIDE_2023, event);
    if let Some(error) = ruled.error {
        return format!("error: {}", error.error);
    }
    let last = ruled.lines.last().unwrap();
    let orders: Vec<String> = last.ruling.orders.iter().map(ToString::to_string).collect();
    format!("{} => {}: {}", last.strict.join("; "), last.ruling.decision, orders.join("; "))
}

// Each line follows 1. e4 e5 unless a position is given. The texts must occur in what the command says.
rows!(
    what_was_ruled_wrongly_or_half,
    for (fen, lines, says) in [
        (
            "",
            &["1. e4 e5", "White makes the illegal move e1-e3", "White presses the clock"][..],
            &[
                "the position before the irregularity is restored; the king on e1 must move; two minutes to Black"
            ][..]
        ),
        (
            "",
            &["1. e4 e5", "White makes the illegal move e1-e3, pressed the clock"],
            &[
                "the position before the irregularity is restored; the king on e1 must move; two minutes to Black"
            ]
        ),
        (
            "",
            &["1. e4 e5", "White makes the illegal move e1-e3 and then hits the clock"],
            &[
                "the position before the irregularity is restored; the king on e1 must move; two minutes to Black"
            ]
        ),
        (
            PROMOTION,
            &["White moves the pawn from a7 to a8 and leaves it a pawn", "White presses the clock"],
            &["the pawn on a8 becomes a queen; two minutes to Black"]
        ),
        (
            "",
            &["1. e4 e5", "Black knocks over the king and presses the clock"],
            &[
                "play on: Black puts the pieces back in his own time; White gets back the time that has run since; Black may be penalised"
            ]
        ),
        (
            "",
            &["1. e4 e5", "White adjusts the knight on g1 after saying so"],
            &["White adjusts the knight on g1 after saying so => play on: "]
        ),
        (
            "",
            &["1. e4 e5", "White adjusts the knight on g1"],
            &["error", "after saying so", "without a word"]
        ),
        (
            "",
            &["1. e4 e5 2. Nf3", "White offers a draw", "White takes back the draw offer"],
            &["White withdraws the offer => withdrawal refused"]
        ),
        (OPEN, &["White offers a draw", "Black takes the queen"], &["error: White is on move"]),
        (
            "rnb1kbnr/ppp2ppp/8/3q4/3Q4/8/PPP2PPP/RNB1KBNR b KQkq - 0 5",
            &["White offers a draw", "Black takes the queen"],
            &["Black plays d5d4 => play on"]
        ),
        (
            "",
            &["1. e4 e5 2. Nf3", "White offers a draw", "Black doesn't agree"],
            &["Black refuses the offer => play on"]
        ),
        (
            "",
            &["1. e4 e5 2. Nf3", "White offers a draw", "Black does not accept the draw"],
            &["Black refuses the offer => play on"]
        ),
        (
            "",
            &["1. e4 e5", "White's flag falls but black does not notice"],
            &["White's flag falls, and nobody notices => play on"]
        ),
        (
            OPEN,
            &["White touches the king and the rook on h1"],
            &["White must castle on the king's side"]
        ),
        (
            "",
            &["1. e4", "White presses the clock with the other hand"],
            &[
                "White plays e2e4; White presses the clock with the other hand => play on: White may be penalised"
            ]
        ),
        ("", &["1. e4 e5", "Black arrives 61 minutes late"], &["error: Black has already moved"]),
        ("", &["1. e4 e5", "White did not show up"], &["error: White has already moved"]),
        ("", &["1. e4 e5", "Nobody shows up"], &["error: White has already moved"]),
        (
            "",
            &["1. e4 e5", "Both players arrive 70 minutes late"],
            &["error: White has already moved"]
        ),
        ("", &["1. e4", "Black is nowhere to be seen"], &["Black does not arrive => White wins"]),
    ] {
        let said = heard(fen, lines, Event::default());
        for says in says {
            assert!(said.contains(says), "{lines:?}: {said}");
        }
    }
);

#[test]
fn a_flag_that_the_arbiter_sees_loses_in_rapid() {
    let lines = ["1. e4 e5", "the arbiter sees that white's flag has fallen"];
    let said = heard("", &lines, event(TimeControl::Rapid));
    assert!(said.contains("Black wins on time"), "{said}");
}

rows!(
    what_was_not_understood,
    for (fen, line, says) in [
        ("", "White claims a draw", "claim refused"),
        ("", "White says draw.", "White offers a draw =>"),
        ("", "White asks: draw?", "White offers a draw =>"),
        ("", "Both flags down", "Both flags have fallen"),
        ("", "Wrong colours", "The colours are found to be reversed"),
        (
            "",
            "The king and queen were set up the wrong way round",
            "The pieces are found to have been set up wrongly"
        ),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "White is late by 20 min",
            "White arrives 20 minutes late"
        ),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "Neither player shows up",
            "both players lose"
        ),
        ("", "White's phone vibrated", "White's phone rings"),
        ("", "White knocked over a piece", "White puts the pieces back in his own time"),
        ("", "White touches Ng1", "the knight on g1 must move"),
        ("", "White picks up the bishop f1 and then puts it back", "the bishop on f1 must move"),
        ("", "White touched the queen but moved the knight", "the queen on d1 must move"),
        (
            PINNED,
            "White leaves the king in check with Ra3 and presses the clock",
            "White makes the illegal move a1-a3 and presses the clock"
        ),
        (
            PROMOTION,
            "White pushed a8, forgot to promote, and pressed the clock",
            "the pawn on a8 becomes a queen"
        ),
        ("", "Black offers a draw before making his move", "Black offers a draw => play on"),
        ("", "White offers a draw while Black is thinking", "White offers a draw => play on"),
        ("", "Arbiter notices that White's time has run out", "Black wins on time"),
        ("", "A spectator says the flag has fallen", "A spectator calls White's flag => play on"),
        ("", "White claims a draw by perpetual check", "claim refused"),
        ("", "White claims insufficient losing chances", "cannot be won by normal means"),
        ("", "White abandons the game", "error: \"White abandons the game\" can mean"),
        ("", "White disconnects", "White loses the connection"),
        ("", "2. Sf3", "Nf3 => play on"),
        ("", "Nf6", "error: White is on move"),
    ] {
        let lines = if fen.is_empty() { vec!["1. e4 e5", line] } else { vec![line] };
        let said = heard(fen, &lines, Event::default());
        assert!(said.contains(says), "{line}: {said}");
    }
);

/// Sample words for each placeholder.
fn samples(slot: Slot) -> &'static [&'static str] {
    match slot {
        Slot::Move => &["Nf3", "a8", "O-O", "knight to f3", "a2-a3"],
        Slot::Path => &["e1-e3", "a8", "Ra3"],
        Slot::Piece => &["queen", "rook"],
        Slot::Square => &["a8", "g1"],
        Slot::Thing => &["knight on f3", "Ng1", "bishop f1", "g1", "queen's rook", "king", "queen"],
        Slot::Number => &["3", "one"],
        Slot::Minutes => &["20 minutes", "an hour"],
        Slot::Seconds => &["40 seconds", "two minutes"],
        Slot::Ground => &["threefold repetition", "50 moves", "the fifty-move rule"],
    }
}

/// Returns texts that fit the wording, so that each alternative and each sample word occurs in one of them.
fn texts(nodes: &[Node]) -> Vec<String> {
    let mut all = vec![String::new()];
    for node in nodes {
        let parts: Vec<String> = match node {
            Node::Word(word) => vec![word.clone()],
            Node::Player { is_other, is_owner } => {
                let name = if *is_other { "Black" } else { "White" };
                vec![if *is_owner { format!("{name}'s") } else { name.to_owned() }]
            }
            Node::Slot(slot) => samples(*slot).iter().map(|one| (*one).to_owned()).collect(),
            Node::Group { any, is_optional } => {
                let mut parts: Vec<String> = any.iter().flat_map(|one| texts(one)).collect();
                if *is_optional {
                    parts.push(String::new());
                }
                parts
            }
        };
        // Every part occurs once: the longest list decides how many texts there are.
        let count = all.len().max(parts.len());
        all = (0..count)
            .map(|number| format!("{} {}", all[number % all.len()], parts[number % parts.len()]))
            .collect();
    }
    all.iter().map(|text| text.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}

/// Returns the result of a line in a sample position: its sentences, or those among which the user has to choose.
fn meanings(fen: &str, line: &str) -> Result<BTreeSet<String>, SentenceError> {
    let game = Game::new(RuleSet::LATEST, fen.parse().unwrap(), SearchBudget::MATERIAL_ONLY);
    let told = Supposed::nothing(&game);
    match Reading::new(game, told).read(line) {
        Ok((_, ruled)) => {
            let strict: Vec<String> = ruled.iter().flat_map(|line| line.strict.clone()).collect();
            Ok([strict.join(", ")].into())
        }
        Err(error) if error.place().is_none() && !error.choices().is_empty() => {
            Ok(error.choices().iter().cloned().collect())
        }
        Err(error) => Err(error),
    }
}

#[test]
fn every_wording_of_the_vocabulary_means_what_its_row_says() {
    let mut wrong = Vec::new();
    for row in Vocabulary::get().rows.iter().filter(|row| row.ask.is_none()) {
        for text in texts(&row.nodes) {
            // A move alone is read as a move, without the vocabulary.
            if row.nodes == [Node::Slot(Slot::Move)] && !text.contains(' ') {
                continue;
            }
            let reduced = words(&text);
            let ends = Matcher::new(&reduced, Referents::default()).matches(&row.nodes, 0);
            if !ends.iter().any(|(end, _)| *end == reduced.len()) {
                wrong.push(format!("{text:?} does not fit {:?}", row.wording));
                continue;
            }
            let mut is_possible = false;
            let found = SAMPLES.iter().any(|fen| {
                let position = fen.parse().unwrap();
                let game = Game::new(RuleSet::LATEST, position, SearchBudget::MATERIAL_ONLY);
                let whole = ends.iter().filter(|(end, _)| *end == reduced.len());
                let wanted: BTreeSet<String> = whole
                    .filter_map(|(_, found)| sentences(row, found, &game).ok())
                    .flatten()
                    .collect();
                is_possible |= !wanted.is_empty();
                meanings(fen, &text).is_ok_and(|read| !read.is_empty() && read.is_subset(&wanted))
            });
            // What is impossible in each sample has to be understood all the same.
            let unparsed =
                |fen: &&str| matches!(meanings(fen, &text), Err(SentenceError::Unparsed { .. }));
            if !found && (is_possible || SAMPLES.iter().any(unparsed)) {
                let said = SAMPLES.iter().map(|fen| match meanings(fen, &text) {
                    Ok(read) => format!("{read:?}"),
                    Err(error) => error.to_string(),
                });
                let said: Vec<String> = said.collect();
                wrong.push(format!("{text:?} of {:?}: {}", row.wording, said.join(" / ")));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wordings:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn the_vocabulary_is_valid_and_its_examples_are_understood() {
    let table = table().unwrap();
    let mut wrong = Vec::new();
    for phrase in &table.phrases {
        for line in &phrase.examples {
            let is_understood = |fen: &&str| match meanings(fen, line) {
                Ok(_) => phrase.ask.is_none(),
                Err(error) => {
                    phrase.ask.is_some() && matches!(error, SentenceError::Question { .. })
                }
            };
            if !SAMPLES.iter().any(is_understood) {
                wrong.push(format!("{line:?}: {:?}", meanings(SAMPLES[0], line)));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn an_expression_that_is_left_out_has_words_and_restricts_nothing() {
    let table = table().unwrap();
    for filler in &table.fillers {
        let texts = texts(&compile(filler, &table.classes, Vocabulary::get()));
        assert!(!texts.is_empty(), "{filler}");
        for text in texts {
            assert!(!text.is_empty(), "{filler} can be empty");
            let turning = text.split(' ').find(|word| TURNING.contains(word));
            assert_eq!(turning, None, "{filler}: {text}");
        }
    }
}

/// Returns each sentence that `--sentences` prints, with words in place of the placeholders.
fn written_out() -> Vec<String> {
    let fill = |form: String| {
        let squares = match form.contains("the king from") {
            true => ["e1", "g1"],
            false if form.contains("the pawn from") => ["a7", "a8"],
            false => ["g1", "a8"],
        };
        form.replacen("SQUARE", squares[0], 1)
            .replacen("SQUARE", squares[1], 1)
            .replace("exchanges the PIECE", "exchanges the knight")
            .replacen("for a PIECE", "for a rook", 1)
            .replace("takes a PIECE", "takes a queen")
            .replace("PIECE", "knight")
            .replace("PATH", "e1-e3")
            .replace("MOVE", "Nf3")
            .replace("NUMBER", "3")
            .replace("GROUND", "threefold repetition")
    };
    let forms = sentence_forms().filter(|form| super::vocabulary::is_in_vocabulary(form));
    forms.map(fill).collect()
}

#[test]
fn every_sentence_of_a_case_means_itself() {
    for sentence in written_out() {
        for sentence in [sentence.clone(), sentence.to_lowercase().replace("nf3", "Nf3")] {
            let read: Vec<_> =
                SAMPLES.iter().filter_map(|fen| meanings(fen, &sentence).ok()).collect();
            assert!(!read.is_empty(), "{sentence}: {:?}", meanings(SAMPLES[0], &sentence));
            for read in read {
                assert_eq!(read.len(), 1, "{sentence}: {read:?}");
                let first = read.first().unwrap();
                assert!(first.eq_ignore_ascii_case(&sentence), "{sentence}: {first}");
            }
        }
    }
}

// A word that turns the meaning around changes what is read, or nothing is read.
rows!(
    a_restriction_is_never_dropped,
    for word in
        ["not", "never", "without", "before", "while", "after", "unless", "nobody", "almost"]
    {
        for sentence in written_out() {
            let plain = SAMPLES.iter().find_map(|fen| Some((fen, meanings(fen, &sentence).ok()?)));
            let (fen, plain) = plain.unwrap();
            let parts: Vec<&str> = sentence.split(' ').collect();
            for place in 0..=parts.len() {
                let mut changed = parts.clone();
                changed.insert(place, word);
                let changed = changed.join(" ");
                if let Ok(read) = meanings(fen, &changed) {
                    assert_ne!(read, plain, "{changed}");
                }
            }
        }
    }
);

/// Returns the game and the ruling after the lines, if all are understood.
fn result(fen: &str, lines: &[&str], rule_set: RuleSet, event: Event) -> Option<(Game, Ruling)> {
    let ruled = tell(fen, lines, rule_set, event);
    ruled.error.is_none().then_some((ruled.game.without_acts(), ruled.last))
}

fn events() -> [Event; 3] {
    let clocks = Some(Clocks { white: 300_000, black: 300_000, increment: 2000 });
    [(TimeControl::Standard, true), (TimeControl::Rapid, false), (TimeControl::Blitz, false)]
        .map(|(time, supervised)| Event { supervised, clocks, ..event(time) })
}

#[test]
fn one_sentence_and_its_steps_have_the_same_ruling() {
    let (mut compared, mut wrong) = (0, Vec::new());
    for sentence in written_out() {
        // The steps are separated by "and"; a later step without a player has that of the first.
        let steps: Vec<&str> =
            sentence.split(" and ").map(|step| step.trim_end_matches(',')).collect();
        for fen in SAMPLES.iter().filter(|fen| steps.len() > 1 && meanings(fen, &sentence).is_ok())
        {
            let cases = RuleSet::ALL.into_iter().flat_map(|one| events().map(|event| (one, event)));
            for (rule_set, event) in cases {
                let whole = result(fen, &[&sentence], rule_set, event);
                let told = result(fen, &steps, rule_set, event);
                let (Some((whole, ruling)), Some((told, last))) = (whole, told) else { continue };
                // After the end, a further step has no ruling of its own.
                let is_same = match last.reason == Reason::AlreadyOver {
                    true => ruling.decision == last.decision,
                    false => ruling == last,
                };
                if whole != told || !is_same {
                    wrong.push(format!(
                        "{sentence} in {fen} under {rule_set}: {last:?}, not {ruling:?}"
                    ));
                }
                compared += 1;
            }
        }
    }
    assert!(wrong.is_empty(), "{} stories:\n{}", wrong.len(), wrong.join("\n"));
    assert!(compared > 300, "only {compared} stories have steps");
}

#[test]
fn two_acts_in_one_line_and_in_two_have_the_same_ruling() {
    let (mut compared, mut wrong) = (0, Vec::new());
    let sentences = written_out();
    for first in &sentences {
        for second in &sentences {
            let fen = SAMPLES[usize::from(first.contains("a8") || second.contains("a8")) * 2];
            let apart = result(fen, &[first, second], RuleSet::LATEST, Event::default());
            let joined = format!("{first}, {second}");
            let together = result(fen, &[&joined], RuleSet::LATEST, Event::default());
            if let (Some(apart), Some(together)) = (apart, together) {
                compared += 1;
                if apart != together {
                    wrong.push(format!("{joined}: {:?}, not {:?}", together.1, apart.1));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} pairs:\n{}", wrong.len(), wrong.join("\n"));
    assert!(compared > 1_000, "only {compared} pairs are understood");
}

#[test]
fn nothing_is_ruled_on_for_half_a_line() {
    for line in ["White offers a draw and dances", "Nf3 and sings", "White resigns before lunch"] {
        let ruled = tell("", &["1. e4 e5", line], RuleSet::LATEST, Event::default());
        assert_eq!(ruled.lines.len(), 1, "{line}");
        assert_eq!(ruled.game.moves().len(), 2, "{line}");
        let error = ruled.error.unwrap().error;
        assert!(error.place().is_some_and(|at| at > 1), "{line}: {error}");
    }
}

#[test]
fn a_refused_act_after_a_choice_changes_nothing() {
    let ruled = tell(OPEN, &["White takes the queen"], RuleSet::LATEST, Event::default());
    let choices = ruled.error.map(|error| error.error.choices().to_vec()).unwrap_or_default();
    for choice in &choices {
        let again = tell(OPEN, &[choice], RuleSet::LATEST, Event::default());
        assert!(again.error.is_none(), "{choice}: {:?}", again.error);
    }
}

/// Checks that the line is neither ruled on nor, in part, offered.
#[track_caller]
fn check_nothing_is_ruled_on(line: &str) {
    let ruled = tell("", &[line], RuleSet::LATEST, Event::default());
    let error = ruled.error.unwrap().error;
    assert!(error.choices().is_empty(), "{line}: {error}");
}

// What is reported, thought, meant or denied is neither ruled on nor offered, and neither is a part of a clause.
rows!(
    what_did_not_happen_is_not_ruled_on,
    for line in [
        "White told the arbiter Black's flag was still up.",
        "White noticed that Black's flag was still up.",
        "White pointed at Black's flag.",
        "White saw Black's flag.",
        "White said \"my flag fell\".",
        "White's flag fell, but Black resigned first.",
        "White's flag fell, but Black had already resigned.",
        "Black's phone rang, but White had already resigned.",
        "White's opponent offered a draw and he accepted.",
        "White offered a draw and shook his head.",
        "Did White resign?",
        "Has White resigned?",
        "Will White resign?",
        "White resigned?",
        "Has Black's flag fallen?",
        "Black's flag fell?",
        "Did they agree a draw?",
        "Would White offer a draw?",
        "Does White claim a draw by repetition?",
        "White will resign.",
        "White would resign.",
        "White would lose on time.",
        "Black's flag will fall.",
        "White will play Bb5.",
        "White said \"you resign\".",
        "White said that you resign.",
        "A child touched the bishop on f1.",
        "A man touched the queen on d1.",
        "A boy offered a draw.",
        "White disconnected his earphones.",
        "White resigned. Actually it was Black.",
        "White touched the knight, I mean the bishop.",
        "Black offered his hand and White shook it.",
        "Both players refused to agree a draw.",
        "Black moved his knight from g8 to f6 but did not press the clock.",
        "Black pressed the clock with the hand that had not made the move.",
        "Black's flag fell, but White had only a bare king left.",
        "White's phone vibrated in his jacket, but it did not ring.",
        "Black left the playing hall without permission while it was his turn.",
        "I claimed a draw because my opponent had only a king and a knight. The arbiter rejected it.",
        "Black accepted the draw offer after having touched a piece.",
    ] {
        check_nothing_is_ruled_on(line);
    }
);

rows!(
    what_is_asked_or_told_is_not_ruled_on,
    for line in [
        "White resigned by mistake, thinking he was mated, but he was not in check.",
        "Black shook hands thinking it was a draw. White says Black resigned.",
        "White adjusted his knight without warning while Black was thinking.",
        "My opponent says that I resigned.",
        "White thinks that Black's flag has fallen.",
        "White did not arrive. Black did not arrive.",
        "White arrived late by 10 minutes, Black did not arrive at all.",
        "White arrived 10 minutes late and Black arrived 20 minutes late.",
        "White complained that Black's phone rang.",
        "Both flags fell, but not at the same time.",
        "White touched the king on e1, not on purpose.",
        "White said \"I resign\" as a joke.",
        "White gave up his rook.",
        "Black lost on time? No, his flag was still up.",
        "White's flag fell after he delivered checkmate.",
        "White offered a draw after his flag fell.",
        "White's phone rang, but it was Black's alarm.",
        "White claimed a draw but did not stop the clock.",
        "White used one hand, not two, to castle.",
        "Black was not in check, but White said check.",
        "White accepted the draw offer too late.",
        "White moved his rook.",
        "White said check although there was none.",
        "Black says White resigned.",
        "White believes that the position occurred three times.",
        "White thinks it is a draw.",
        "I think my opponent's flag has fallen.",
        "The arbiter thinks that White's flag fell.",
        "A spectator says Black made an illegal move.",
        "White never offered a draw.",
        "White almost touched the queen on d1.",
        "White wanted to resign but did not.",
        "White was about to offer a draw.",
        "White's phone did not ring.",
        "White's flag has not fallen.",
        "If White's flag falls, Black wins.",
        "Before White's flag fell, Black offered a draw.",
        "White offered a draw, and before Black replied his flag fell.",
        "The arbiter did not see White's flag fall.",
        "White forgot that Black had offered a draw.",
        "I resigned, but my opponent did not notice.",
        "White resigned after Black's flag fell.",
    ] {
        check_nothing_is_ruled_on(line);
    }
);

rows!(
    negations_and_denials_have_their_own_meaning,
    for (line, says) in [
        (
            "White noticed that Black's flag had fallen but said nothing.",
            "Black's flag falls, and nobody notices => play on"
        ),
        ("White resigned and then took it back.", "White resigns => Black wins"),
        ("White took back his move.", " => play on"),
        ("White asks: draw?", "White offers a draw => play on"),
        ("White's flag has already fallen.", "White's flag falls => Black wins"),
        ("White left. Black resigned.", "error: \"White left.\" can mean"),
        ("White would like to claim a draw by repetition.", "White claims a draw"),
        ("White claimed victory.", "error: on what ground"),
        ("White did not agree to a draw.", "White refuses the offer => "),
        ("Both flags fell, Black's first.", "Black's flag falls => White wins"),
        ("White tipped over his king by accident.", "White knocks over some pieces => play on"),
        ("White leaves the playing hall for five minutes", " => play on"),
    ] {
        let said = heard("", &[line], Event::default());
        assert!(said.contains(says), "{line}: {said}");
    }
);

// A player without a name gets the colour that the position or the ruling allows; otherwise the user is asked.
rows!(
    players_without_names_are_understood,
    for (lines, says) in [
        (&["My opponent's phone rang"][..], "Black's phone rings => White wins by forfeit"),
        (&["my phone rang during the game"], "White's phone rings => Black wins by forfeit"),
        (&["I am Black.", "My opponent's phone rang"], "White's phone rings => Black wins"),
        (&["I'm playing Black", "I resign"], "Black resigns => White wins"),
        (&["My opponent has Black", "he resigned"], "Black resigns => White wins"),
        (&["A player's phone rang."], "White's phone rings => Black wins"),
        (
            &["1. e4 e5", "My son offered a draw and his opponent accepted"],
            "Black accepts the offer => draw"
        ),
        (&["1. e4 e5", "I touched his queen"], "White touches the queen on d8 => play on"),
        (&["He resigned, is that a win?"], "Black resigns => White wins"),
        (&["1. e4 e5", "my opponent touched his knight on g8"], "Black touches the knight on g8"),
        (&["I have the black pieces and my rival ran out of time"], "White's flag falls"),
        (&["My adversary has Black and my foe's phone rang"], "Black's phone rings"),
        (&["I claim a draw, what now?"], "White claims a draw by threefold repetition => claim"),
        (&["Player resigned", "a player shows up"], "error: "),
    ] {
        let said = heard("", lines, Event::default());
        assert!(said.contains(says), "{lines:?}: {said}");
    }
);

#[test]
fn the_assumed_colour_is_told_and_asked_for_if_it_matters() {
    let ruled = tell("", &["My opponent's phone rang"], RuleSet::LATEST, Event::default());
    let told = "\"My opponent\" is taken to be Black";
    assert!(ruled.lines[0].notes.iter().any(|note| note.starts_with(told)), "{:?}", ruled.lines);

    // White's bare king cannot mate, so the ruling depends on whose flag it is.
    let bare = "8/8/4k3/8/7r/3K4/8/8 b - - 0 60";
    let error = tell(bare, &["My flag fell"], RuleSet::LATEST, Event::default()).error.unwrap();
    assert_eq!(error.error.to_string(), "which colour does the player of \"My\" have?");
    assert_eq!(error.error.choices(), ["White's flag fell", "Black's flag fell"]);
}

// The conditions of the event may stand in the first line.
rows!(
    conditions_are_taken_out_of_the_first_line,
    for (line, rest, time, supervised) in [
        ("Blitz: White resigns", "White resigns", Some(TimeControl::Blitz), None),
        ("In a rapid game White resigns.", "White resigns.", Some(TimeControl::Rapid), None),
        ("White resigns, classical", "White resigns", Some(TimeControl::Standard), None),
        ("White resigns in blitz", "White resigns", Some(TimeControl::Blitz), None),
        (
            "3+2 blitz, no arbiter around. White resigns",
            "White resigns",
            Some(TimeControl::Blitz),
            Some(false)
        ),
        ("rapid, 15+10", "", Some(TimeControl::Rapid), None),
        (
            "we were playing bullet and White resigned",
            "White resigned",
            Some(TimeControl::Blitz),
            None
        ),
        (
            "I was playing a rapid game and White resigned",
            "White resigned",
            Some(TimeControl::Rapid),
            None
        ),
        (
            "no arbiter and blitz, White resigned",
            "White resigned",
            Some(TimeControl::Blitz),
            Some(false)
        ),
        (
            "White offers a draw and Black resigns",
            "White offers a draw and Black resigns",
            None,
            None
        ),
        ("White resigns", "White resigns", None, None),
        ("moves recorded, White resigns", "White resigns", None, None),
        ("1. e4 e5, White: draw?", "1. e4 e5, White: draw?", None, None),
    ] {
        let (event, left) = take_conditions(line).unwrap();
        assert_eq!((left.trim(), event.time, event.supervised), (rest, time, supervised), "{line}");
    }
);

// While the clocks are stopped, no time passes and no flag falls.
rows!(
    stopped_clocks_are_a_state,
    for (lines, says) in [
        (&["1. e4 e5", "White stops the clocks", "White's flag falls"][..], "=> play on: "),
        (&["1. e4 e5", "White paused the clocks", "White thinks for 9 minutes"], "=> play on: "),
        (
            &["White stopped the clocks because Black's phone rang, then White's flag fell"],
            "=> play on"
        ),
        (
            &["1. e4 e5", "White stops the clocks to fetch a queen", "White's flag falls"],
            "=> play on: "
        ),
        (
            &["White stops the clocks", "The arbiter restarts the clocks", "White's flag falls"],
            "=> Black wins on time"
        ),
        (
            &[
                "White stops the clocks",
                "White plays e4",
                "White presses the clock",
                "Black's flag falls"
            ],
            "=> White wins on time"
        ),
        (
            &[
                "White's flag falls, nobody notices",
                "Black stops the clocks",
                "Black claims a win on time"
            ],
            "=> Black wins"
        ),
    ] {
        let said = heard(
            "",
            lines,
            Event {
                clocks: Some(Clocks { white: 60_000, black: 60_000, increment: 0 }),
                ..event(TimeControl::Standard)
            },
        );
        assert!(said.contains(says), "{lines:?}: {said}");
    }
);

// The articles about a line that is not understood are those of FIDE, and are shown under no other body's rules.
rows!(
    articles_are_named_under_the_laws_of_fide_only,
    for (rule_set, articles) in [
        (RuleSet::FIDE_2023, &["11.5"][..]),
        (RuleSet::FIDE_2018, &["11.5"]),
        (RuleSet::USCF_7, &[]),
        (RuleSet::LICHESS_2026, &[]),
    ] {
        let line = "The opponent hums and kicks the table, has been warned twice.";
        let error = tell("", &[line], rule_set, Event::default()).error.unwrap();
        let numbers: Vec<&str> = error.articles.iter().map(|one| one.number.as_str()).collect();
        assert_eq!(numbers, articles, "{rule_set}");
    }
);

// A line that is not understood is not ruled on; the parts that are understood are offered.
rows!(
    the_parts_that_are_understood_are_offered,
    for (line, choices) in [
        (
            "White's phone rang and everybody in the hall laughed at him",
            &["White's phone rings"][..]
        ),
        (
            "White picked up the bishop on f1, saw it hung a rook, and Black offered a draw",
            &[
                "White touches the bishop on f1, Black offers a draw",
                "White touches the bishop on f1",
                "Black offers a draw"
            ]
        ),
        ("My opponent has refused to shake my hand all his life", &[]),
        (
            "I have the black pieces and my rival sneezed, then his flag fell",
            &["White's flag falls"]
        ),
        ("My foe has White, and I sneezed, then my flag fell", &["Black's flag falls"]),
        ("White did not resign in so many words", &[]),
        ("The weather was fine", &[]),
        (
            "Both players stopped the clocks without a reason",
            &[
                "White stops the clocks without a reason, Black stops the clocks without a reason",
                "Black stops the clocks without a reason, White stops the clocks without a reason"
            ]
        ),
    ] {
        let ruled = tell("", &[line], RuleSet::LATEST, Event::default());
        assert!(ruled.lines.is_empty(), "{line}");
        let error = ruled.error.unwrap().error;
        assert!(error.place().is_some(), "{line}: {error}");
        assert_eq!(error.choices(), choices, "{line}");
    }
);
