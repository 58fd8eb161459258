//! Parses lines as people write them: moves in any notation, and sentences in everyday words.
//!
//! A line is a sequence of parts, each of which is a move or a wording of the vocabulary. All words of a line have to
//! belong to a part, or nothing in the line is ruled on. Each part is parsed in the game after the ruling on the part
//! before it. The parser tries longer wordings first, and shorter ones if the rest of the line does not fit.

use std::{
    collections::HashSet,
    ops::Range,
    sync::{Arc, LazyLock},
};

use super::{
    Fact, FactKind,
    explanation::explain,
    fact::Supposed,
    meaning::{facing, write},
    pattern::{Match, Matcher, Referents},
    ruled::RuledLine,
    spelling::{looks_like_a_move, no_move, read_foreign_move, read_move, strip_number},
    vocabulary::{Row, Vocabulary},
    words::{Word, split, words},
};
use lawbook::{
    board::{Color, Role},
    notation::{SanError, read_san, write_san},
    position::{Move, Position},
    rules::{
        Act, ClaimGround, Decision, Game, GivenResult, Incident, IncidentKind, Manner, MoveStage,
        Reason, Refused, Ruling, Termination,
    },
    sentence::{SentenceError, read_line},
};

/// Maximum number of parts that are tried for one line. A line that needs more is not understood.
const MOST_PARTS: usize = 100;

/// Maximum number of words of a line that are searched for parts.
const MOST_WORDS: usize = 80;

/// Maximum number of readings that are offered for a line that is not understood.
const MOST_CHOICES: usize = 4;

/// Number of steps of a story that are remembered: a later step can change what an earlier one means.
const REMEMBERED: usize = 3;

/// The state of the reading: the game so far, and what later words may refer to.
#[derive(Clone, Debug)]
pub(super) struct Reading {
    pub(super) game: Game,
    /// The ruling that stands.
    pub(super) last: Ruling,
    /// The players to whom later words may refer.
    referents: Referents,
    /// The latest steps of the story, oldest first.
    story: Vec<Step>,
    /// The player whose move was rejected, until the next act. If this player presses the clock, it completes no move.
    refused: Option<Color>,
    /// The facts that are not told.
    pub(super) supposed: Supposed,
}

/// A step of the story.
#[derive(Clone, Debug)]
struct Step {
    /// The game before the step.
    before: Arc<Game>,
    what: StepKind,
}

#[derive(Clone, Debug)]
enum StepKind {
    /// A move without further words, which counts as completed unless a later step says otherwise.
    Move(Color, Move),
    /// Sentences, the text as written, and whether they only press the clock.
    Sentences(Vec<String>, String, bool),
}

/// A part of a line: one move or one sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ParsedPart {
    /// The text as written.
    pub(super) text: String,
    /// The sentences as in a case; empty for a move.
    pub(super) sentences: Vec<String>,
    /// Whether the sentence was written in other words.
    pub(super) in_own_words: bool,
    /// The acts that it describes.
    pub(super) acts: Vec<Act>,
    /// Remarks on the rule.
    pub(super) notes: Vec<String>,
}

/// A way to understand the words at some place.
#[derive(Clone)]
struct Candidate {
    /// The index of the word after the part.
    end: usize,
    by: Option<Color>,
    sentences: Vec<String>,
    acts: Vec<Act>,
    is_exact: bool,
    note: Option<String>,
    ask: Option<String>,
    /// The number of steps of the story that the part replaces.
    replaces: usize,
    /// Whether the last move has not been completed.
    uncompleted: bool,
    /// Whether the words say which colour the player has who tells the story.
    is_teller: bool,
    /// Whether the ruling needs a position.
    needs_position: bool,
    /// Whether the claim names no ground, so that each of them is tested.
    tries_grounds: bool,
}

impl Reading {
    pub(super) fn new(game: Game, supposed: Supposed) -> Reading {
        let last = game.standing();
        let (referents, story) = (Referents::default(), Vec::new());
        Reading { game, last, referents, story, refused: None, supposed }
    }

    /// Rules on a line without comments. Returns the reading after it and the ruled parts.
    ///
    /// A player without a name, such as "I" or "a player", is tried with both colours.
    ///
    /// # Errors
    ///
    /// Some words are not understood, or can be understood in several ways. Nothing of the line is ruled on then.
    pub(super) fn read(&self, line: &str) -> Result<(Reading, Vec<RuledLine>), SentenceError> {
        if let Ok(fact) = line.parse() {
            let mut reading = self.clone();
            let ruled = reading.learn(fact, line)?;
            return Ok((reading, vec![ruled]));
        }
        let words = words(line);
        // Forms that the vocabulary does not contain.
        const STRICT: [&str; 3] =
            [" hand and presses the clock with the ", "the result ", " by writing "];
        let is_strict = STRICT.iter().any(|part| line.contains(part))
            || line.contains("presses the clock with the same hand")
            || GivenResult::ALL.iter().any(|one| one.is_by_arbiter_only() && one.name() == line);
        let strict = is_strict.then(|| read_line(&mut self.game.position().clone(), line));
        if let Some(Err(question @ SentenceError::Question { .. })) = strict {
            return Err(question);
        }
        if let Some(Ok(acts)) = strict {
            let mut reading = self.clone();
            let part = ParsedPart {
                text: line.to_owned(),
                sentences: vec![line.trim_end_matches('.').to_owned()],
                in_own_words: false,
                acts,
                notes: Vec::new(),
            };
            let ruled = reading.rule(&part);
            return Ok((reading, vec![ruled]));
        }
        let reading = self.of_line(&words);
        let plain = reading.read_whole(line, &words);
        let nameless = words.iter().find(|word| is_nameless(word));
        match (plain, nameless) {
            (Err(_), Some(nameless)) if self.referents.teller.is_none() => {
                reading.read_with_each_colour(line, &words, nameless)
            }
            (plain, Some(_) | None) => plain,
        }
    }

    /// Adds to the error for a line that is not understood the meanings of the line without the unknown words.
    pub(super) fn add_choices(&self, line: &str, error: &mut SentenceError) {
        if let SentenceError::Unparsed { choices, .. } = error {
            let words = words(line);
            *choices = self.one_act_each(line, &words);
            if choices.is_empty() {
                *choices = self.parts_that_are_understood(line, &words);
            }
        }
    }

    /// Reads all words of a line.
    fn read_whole(
        &self,
        line: &str,
        words: &[Word],
    ) -> Result<(Reading, Vec<RuledLine>), SentenceError> {
        if words.is_empty() {
            return Err(SentenceError::Empty);
        }
        if is_question(line, words) {
            let question = "the line is a question: say what happened".to_owned();
            return Err(SentenceError::Question { question, choices: Vec::new() });
        }
        let mut search = Search::new(line, words, &self.game);
        if let Some((mut reading, ruled)) = search.rest(0, self.clone(), Vec::new()) {
            if ruled.iter().all(|line| line.is_moves) {
                // "resigns" after a line of moves says nothing about the player.
                reading.referents.subject = None;
            }
            // "Black had already resigned" is about an earlier time than the rest of the line.
            let earlier = split(line).into_iter().find(|word| word.form == "already");
            match earlier.filter(|_| ruled.len() > 1) {
                Some(earlier) => search.fails_at(&earlier),
                None => return Ok((reading, ruled)),
            }
        }
        Err(search.error())
    }

    /// Returns the reading before a line, with what "he" means in the line.
    fn of_line(&self, words: &[Word]) -> Reading {
        let is_first_person = words.iter().any(|word| {
            let is_told = matches!(word.name(), "i" | "my-opponent");
            is_told && matches!(word.raw.to_lowercase().as_str(), "i" | "me" | "my" | "myself")
        });
        let names_colors = words.iter().any(|word| matches!(word.name(), "white" | "black"));
        let goes_on = self.referents.is_first_person && !names_colors;
        let referents = Referents { is_first_person: is_first_person || goes_on, ..self.referents };
        Reading { referents, ..self.clone() }
    }

    fn told_by(&self, teller: Color) -> Reading {
        let referents = Referents { teller: Some(teller), ..self.referents };
        Reading { referents, ..self.clone() }
    }

    /// Reads a line with each colour of the player without a name. If both are possible, the colour has to follow from
    /// the move, or the ruling must be the same with the colours exchanged.
    fn read_with_each_colour(
        &self,
        line: &str,
        words: &[Word],
        nameless: &Word,
    ) -> Result<(Reading, Vec<RuledLine>), SentenceError> {
        let [white, black] = Color::ALL.map(|teller| self.told_by(teller).read_whole(line, words));
        let (reading, mut ruled) = match (white, black) {
            (Ok(white), Ok(black)) if white.0.referents.teller == black.0.referents.teller => {
                return Ok(white);
            }
            (Ok(white), Ok(black)) => match choose_colour(self, white, black) {
                Some(chosen) => chosen,
                None => {
                    let text = &self_text(line, nameless);
                    return Err(SentenceError::Question {
                        question: format!("which colour does the player of {text:?} have?"),
                        choices: Color::ALL.map(|teller| named(line, words, teller)).to_vec(),
                    });
                }
            },
            (Ok(one), Err(_)) | (Err(_), Ok(one)) => one,
            (Err(white), Err(black)) => {
                let is_better = white.choices().is_empty() && !black.choices().is_empty();
                return Err(if is_better { black } else { white });
            }
        };
        if let (Some(teller), Some(first)) = (reading.referents.teller, ruled.first_mut()) {
            let text = self_text(line, nameless);
            let color = color_of(nameless, teller);
            let colors = format!("{text:?} is taken to be {color}");
            first
                .notes
                .push(format!("{colors}; if that is wrong, name the players White and Black"));
        }
        Ok((reading, ruled))
    }

    /// Returns the meanings of a line about both players if each of them acts alone, in both orders. Empty if the line is
    /// not about both, or if it means nothing about one of them.
    fn one_act_each(&self, line: &str, words: &[Word]) -> Vec<String> {
        // "Both refused to agree" is no refusal of an offer by each.
        const DENYING: [&str; 6] = ["not", "no", "nobody", "decline", "refuse", "reject"];
        if words.iter().any(|word| DENYING.contains(&word.form.as_str())) {
            return Vec::new();
        }
        let both =
            words.windows(2).find(|pair| pair[0].form == "both" && pair[1].form == "players");
        let Some([first, last]) = both else { return Vec::new() };
        let place = first.bytes.start..last.bytes.end;
        let of = |color: Color, before: &Reading| {
            let mut text = line.to_owned();
            text.replace_range(place.clone(), color.name());
            let (after, ruled) = before.read_whole(&text, &super::words::words(&text)).ok()?;
            let sentences: Vec<String> = ruled.into_iter().flat_map(|line| line.strict).collect();
            (!sentences.is_empty()).then(|| (after, sentences.join(", ")))
        };
        let in_order = |one: Color| {
            let (after, first) = of(one, self)?;
            let (_, second) = of(!one, &after)?;
            Some(format!("{first}, {second}"))
        };
        Color::ALL.into_iter().filter_map(in_order).collect()
    }

    /// Returns the meanings of the line without its unknown words: all understood parts together, and each of them.
    /// A part with a negation near it is left out.
    fn parts_that_are_understood(&self, line: &str, words: &[Word]) -> Vec<String> {
        let islands = |teller: Color| {
            let reading = self.of_line(words).told_by(teller);
            Search::new(line, words, &self.game).islands(&reading)
        };
        let known = self.referents.teller.unwrap_or(Color::White);
        let mut parts = islands(known);
        // The line itself may say which colour the player has who tells the story.
        let told = parts.iter().find(|part| part.is_teller).and_then(|part| part.by);
        if let Some(teller) = told.filter(|teller| *teller != known) {
            parts = islands(teller);
        }
        let acts: Vec<Act> = parts.iter().flat_map(|part| part.acts.clone()).collect();
        let answers_own = |act: &Act| {
            let Act::Offer { by } = *act else { return false };
            acts.contains(&Act::Accept { by }) || acts.contains(&Act::Decline { by })
        };
        if acts.iter().any(answers_own) {
            return Vec::new();
        }
        let parts = parts.iter().filter(|part| !part.sentences.is_empty());
        let parts: Vec<String> = parts.map(|part| part.sentences.join(", ")).collect();
        let mut choices: Vec<String> = Vec::new();
        let all = (parts.len() > 1).then(|| parts.join(", "));
        for choice in all.into_iter().chain(parts) {
            let understood = match self.read_whole(&choice, &super::words::words(&choice)) {
                Ok(_) => true,
                Err(error) => !error.choices().is_empty(),
            };
            if understood && !choices.contains(&choice) {
                choices.push(choice);
            }
        }
        choices.truncate(MOST_CHOICES);
        choices
    }

    /// Rules on the game with a fact that a line tells.
    fn learn(&mut self, fact: Fact, text: &str) -> Result<RuledLine, SentenceError> {
        let moves_tell = FactKind::OF_THE_MOVES.contains(&fact.kind)
            && self.supposed.is_untold(FactKind::Position)
            && !self.game.moves().is_empty();
        if moves_tell || !self.supposed.is_untold(fact.kind) {
            let question = format!(
                "the position, the moves or the conditions already tell {}: leave out \"{fact}\"",
                fact.kind.what()
            );
            return Err(SentenceError::Question { question, choices: Vec::new() });
        }
        self.last = self.game.standing();
        if fact.kind == FactKind::Repetition {
            let position = *self.game.position();
            self.last = self.game.occurred(&position, fact.from);
        }
        let part = ParsedPart {
            text: text.to_owned(),
            sentences: Vec::new(),
            in_own_words: false,
            acts: Vec::new(),
            notes: Vec::new(),
        };
        let line = RuledLine::new(self.game.position(), &part, &self.last, &self.game);
        Ok(RuledLine { is_moves: false, ..line })
    }

    /// Applies a move and rules on it.
    fn play(&mut self, text: &str, played: Move) -> RuledLine {
        let part = ParsedPart {
            text: text.to_owned(),
            sentences: Vec::new(),
            in_own_words: false,
            acts: vec![Act::MoveAndPress { mv: played }],
            notes: Vec::new(),
        };
        let by = self.game.position().turn();
        let ruled = self.rule(&part);
        self.referents.subject = Some(by);
        ruled
    }

    /// Rules on the acts of a part. A press of the clock after a rejected move of the same player is ignored.
    fn rule(&mut self, part: &ParsedPart) -> RuledLine {
        let (before, offered) = (*self.game.position(), self.game.standing_offer());
        for act in &part.acts {
            if let Act::Press { by } = *act
                && self.refused == Some(by)
            {
                break;
            }
            let turn = self.game.position().turn();
            let act = &self.supposed.meet(&mut self.game, *act);
            self.last = self.game.act(act);
            let is_refused = self.last.decision == Decision::Refused(Refused::Move);
            let is_move = matches!(
                act,
                Act::MoveAndPress { .. }
                    | Act::MoveOnly { .. }
                    | Act::LeavePawn { .. }
                    | Act::Illegal { .. }
                    | Act::IllegalUnnamed { .. }
                    | Act::IllegalWithTwoHands { .. }
            );
            self.refused = (is_refused && is_move).then_some(act.by().unwrap_or(turn));
        }
        let mut line = RuledLine::new(&before, part, &self.last, &self.game);
        if !(self.supposed.is_untold(FactKind::Position) && self.game.moves().is_empty()) {
            line.notes.extend(explain(&self.game, &part.acts, &self.last));
        }
        let offers = self.game.standing_offer().filter(|by| offered != Some(*by));
        line.counts_as_offer_by = offers.filter(|by| !part.acts.contains(&Act::Offer { by: *by }));
        line
    }

    fn remember(&mut self, before: Arc<Game>, what: StepKind) {
        self.story.push(Step { before, what });
        if self.story.len() > REMEMBERED {
            self.story.remove(0);
        }
    }

    /// Applies a sentence and rules on it.
    fn tell(&mut self, candidate: &Candidate, text: String) -> RuledLine {
        // An earlier step gets its meaning from this one: go back to the game before it.
        let mut replaced = 0;
        for _ in 0..candidate.replaces {
            if let Some(step) = self.story.pop() {
                self.game = (*step.before).clone();
                replaced += match &step.what {
                    StepKind::Move(..) => 1,
                    StepKind::Sentences(all, ..) => all.len(),
                };
            }
        }
        let mut strict = candidate.sentences.clone();
        let completes = candidate.uncompleted || candidate.acts.first().is_some_and(is_press);
        if completes
            && let Some(Step { before, what: StepKind::Move(by, played) }) = self.story.last()
            && candidate.by == Some(*by)
        {
            // The words say that the last move was made without pressing the clock.
            self.game = (**before).clone();
            let made = Act::MoveOnly { by: *by, mv: *played, how: Manner::Properly };
            strict.insert(0, made.to_string());
            replaced = 1;
            self.last = self.game.act(&made);
            self.story.clear();
        }
        let before = Arc::new(self.game.clone());
        let told = text.clone();
        let part = ParsedPart {
            in_own_words: !text.eq_ignore_ascii_case(&candidate.sentences.join(", ")),
            text,
            sentences: candidate.sentences.clone(),
            acts: candidate.acts.clone(),
            notes: candidate.notes(&self.game),
        };
        let mut ruled = self.rule(&part);
        ruled.replaced = replaced;
        ruled.strict = strict;
        ruled.is_moves = false;
        if candidate.is_teller {
            self.referents.teller = candidate.by;
        } else {
            self.referents.subject = candidate.by.or(self.referents.subject);
        }
        let is_press = candidate.acts.iter().all(is_press);
        let sentences = candidate.sentences.clone();
        self.remember(before, StepKind::Sentences(sentences, told, is_press));
        ruled
    }
}

impl Candidate {
    /// Returns the remarks that belong to the ruling. A claim without a ground is tested on each of them.
    fn notes(&self, game: &Game) -> Vec<String> {
        let mut notes: Vec<String> = self.note.iter().cloned().collect();
        let tested = self.by.filter(|_| self.tries_grounds);
        notes.extend(tested.into_iter().flat_map(|by| {
            ClaimGround::ALL.map(|ground| {
                let (holds, reason) = match game.check_claim(by, ground, None) {
                    Ok(reason) => ("is correct", reason),
                    Err(reason) => ("is not correct", reason),
                };
                format!("a claim by {ground} {holds}: {}", reason.explain(game.rule_set()))
            })
        }));
        notes
    }

    /// Returns the question that the words leave open in the game, if they do.
    fn question(&self, game: &Game) -> Option<(String, Vec<String>)> {
        if let Some(ask) = &self.ask {
            let name = self.by.unwrap_or(Color::White).name();
            let choices = self.sentences.join(", ");
            let choices = (!choices.is_empty()).then_some(choices).into_iter().collect();
            return Some((ask.replace("White", name), choices));
        }
        if self.needs_position && is_without_position(game) {
            let question =
                "the pieces on the board decide this: first give the position (a FEN) or the moves";
            return Some((question.to_owned(), Vec::new()));
        }
        self.acts.iter().find_map(|act| {
            let Act::Incident(incident) = act else { return None };
            absence_of_a_mover(incident, game)
        })
    }
}

/// Returns the question about a player who arrives late, or not at all, although he has moved.
fn absence_of_a_mover(incident: &Incident, game: &Game) -> Option<(String, Vec<String>)> {
    let Incident { what, of, number } = incident;
    let is_late = matches!(what, IncidentKind::Late | IncidentKind::BothLate);
    if !is_late && !matches!(what, IncidentKind::NoShow | IncidentKind::NeitherArrives) {
        return None;
    }
    let arrives = if is_late { "arrive late now" } else { "be absent from the start" };
    let is_forfeited = game
        .outcome()
        .is_some_and(|outcome| outcome.by == Termination::Forfeit && outcome.winner == *of);
    if is_forfeited && of.is_some() && game.moves().is_empty() {
        let both = if is_late { IncidentKind::BothLate } else { IncidentKind::NeitherArrives };
        let both = Incident { what: both, of: None, number: *number };
        let question = format!(
            "the other player has lost by forfeit already: say what both did in one sentence, as in \"{both}\""
        );
        return Some((question, Vec::new()));
    }
    let mut players = Color::ALL.into_iter().filter(|one| of.is_none_or(|of| of == *one));
    let by = players.find(|one| has_moved(game, *one))?;
    let question = format!(
        "{by} has already moved, so he cannot {arrives}: put this line before his first move, or say what happened \
         at the board"
    );
    let choice = if is_late {
        format!("{by} thinks for {} seconds", number.saturating_mul(60))
    } else {
        format!("{by} leaves the game without resigning")
    };
    Some((question, vec![choice]))
}

/// Whether nothing was said about the position: the game has no moves and begins in the initial position.
fn is_without_position(game: &Game) -> bool {
    game.moves().is_empty() && *game.position() == Position::start()
}

/// Whether a refusal follows from the initial position, and nothing was said about the position: a move of Black, or a
/// press of the clock without a move.
fn lacks_moves(game: &Game, line: &RuledLine) -> bool {
    let is_of_start = matches!(line.ruling.reason, Reason::NotOnMove | Reason::NothingToComplete);
    is_of_start
        && line.ruling.decision == Decision::Refused(Refused::Move)
        && is_without_position(game)
}

/// Whether the player has made a move in the game.
fn has_moved(game: &Game, by: Color) -> bool {
    game.line().plies().any(|ply| ply.before.turn() == by)
}

fn is_press(act: &Act) -> bool {
    let other_hand = matches!(act, Act::Incident(Incident { what: IncidentKind::OtherHand, .. }));
    other_hand || matches!(act, Act::Press { .. })
}

/// A search for the parts of a line.
struct Search<'a> {
    line: &'a str,
    words: &'a [Word],
    /// The number of parts that may still be tried.
    parts: usize,
    /// The places from which no sequence of parts reaches the end of the line.
    hopeless: HashSet<usize>,
    /// The largest index of a word that was not understood, and the reason, if there is a special one.
    furthest: (usize, Option<SentenceError>),
    /// The question to the user, if the line can be understood in several ways.
    question: Option<SentenceError>,
    /// Whether the game has no moves yet and begins in the initial position.
    is_without_position: bool,
}

impl<'a> Search<'a> {
    fn new(line: &'a str, words: &'a [Word], game: &Game) -> Search<'a> {
        Search {
            is_without_position: is_without_position(game),
            line,
            words,
            parts: MOST_PARTS,
            hopeless: HashSet::new(),
            furthest: (0, None),
            question: None,
        }
    }

    /// Returns the parts that are understood, in their order, so that as few words as possible are passed over.
    fn islands(&mut self, reading: &Reading) -> Vec<Candidate> {
        let length = self.words.len().min(MOST_WORDS);
        // From each place on: the number of words that belong to a part, and the part that begins there.
        let mut best: Vec<(usize, Option<Candidate>)> = vec![(0, None); length + 1];
        for at in (0..length).rev() {
            let before = self.words[..at].iter().rev();
            let named = before.filter_map(|word| player(word, reading.referents)).next();
            let referents =
                Referents { subject: named.or(reading.referents.subject), ..reading.referents };
            let here = Reading { referents, ..reading.clone() };
            let mut chosen = (best[at + 1].0, None);
            // In the middle of a clause, words may belong to the unknown words before or after them: "gives up his rook".
            let begins =
                at == 0 || self.words[at].is_after_stop || self.words[at - 1].form == "and";
            let parts = if begins { self.candidates(at, &here) } else { Vec::new() };
            let ends: Vec<usize> = parts.iter().map(|part| part.end).collect();
            for part in parts {
                // Words with several meanings are no help.
                if ends.iter().filter(|end| **end == part.end).count() > 1 {
                    continue;
                }
                let next = self.words.get(part.end);
                let goes_on = next.is_some_and(|next| !next.is_after_stop && next.form != "and");
                if goes_on || part.end > length || part.end < at + 2 || part.replaces > 0 {
                    continue;
                }
                let covered = part.end - at + best[part.end].0;
                if covered > chosen.0 {
                    chosen = (covered, Some(part));
                }
            }
            best[at] = chosen;
        }
        let mut parts = Vec::new();
        let mut passed = 0..0;
        let mut at = 0;
        while at < self.words.len() {
            let Some(part) = best.get_mut(at).and_then(|best| best.1.take()) else {
                at += 1;
                continue;
            };
            passed.end = self.words[at].bytes.start;
            if self.is_turned(passed) {
                return Vec::new();
            }
            passed = self.words[part.end - 1].bytes.end..self.line.len();
            at = part.end;
            parts.push(part);
        }
        if self.is_turned(passed) { Vec::new() } else { parts }
    }

    /// Whether a word in these bytes of the line can turn the meaning of the others.
    fn is_turned(&self, bytes: Range<usize>) -> bool {
        let unread = split(self.line.get(bytes).unwrap_or_default());
        unread.iter().any(|word| TURNING_UNREAD.split(' ').any(|turning| turning == word.form))
    }

    /// Reads the words from `at` on. Returns the reading at the end, with the ruled parts.
    fn rest(
        &mut self,
        at: usize,
        mut reading: Reading,
        mut ruled: Vec<RuledLine>,
    ) -> Option<(Reading, Vec<RuledLine>)> {
        let mut at = self.skip(at);
        while let Some(word) = self.words.get(at) {
            let bare = strip_number(&word.raw);
            let position = *reading.game.position();
            let read = read_move(&position, bare);
            match read.or_else(|error| self.foreign(&position, word, error)) {
                Ok(played) => {
                    let next = self.skip(at + 1);
                    let is_last = self.words.get(next).is_none_or(|word| !self.is_move_like(word));
                    let before = is_last.then(|| Arc::new(reading.game.clone()));
                    let line = reading.play(&self.line[word.bytes.clone()], played);
                    if let Some(before) = before {
                        reading.story.clear();
                        reading.remember(before, StepKind::Move(position.turn(), played));
                    }
                    add(&mut ruled, line);
                    at = next;
                    if self.cuts(at, &reading) {
                        let hypothetical = position.play(played).ok()?;
                        return self.unread(at, reading, ruled, hypothetical);
                    }
                }
                Err(error) if looks_like_a_move(bare) && !self.is_a_thing(at) => {
                    self.fails(at + 1, Some(wrong_move(&reading.game, bare, error)));
                    return None;
                }
                Err(_) => return self.sentence(at, reading, ruled),
            }
        }
        Some((reading, ruled))
    }

    /// Parses a move with the letters of another language. Asks the user if the languages disagree.
    fn foreign(
        &mut self,
        position: &Position,
        word: &Word,
        error: SanError,
    ) -> Result<Move, SanError> {
        let bare = strip_number(&word.raw);
        match read_foreign_move(position, bare) {
            Ok(Some(played)) if looks_like_a_move(bare) => Ok(played),
            Ok(_) => Err(error),
            Err(moves) => {
                let written = moves.iter().map(|one| write_san(position, *one));
                let choices = written.map(|san| self.replaced(&word.bytes, &san)).collect();
                self.question = Some(SentenceError::Ambiguous { text: bare.to_owned(), choices });
                Err(error)
            }
        }
    }

    /// Whether the rest of the line cannot be ruled on, because the move before it was rejected.
    fn cuts(&self, at: usize, reading: &Reading) -> bool {
        let only_presses = self.words.last().is_some_and(|word| word.form == "clock");
        reading.refused.is_some() && at < self.words.len() && !only_presses
    }

    /// Checks that the rest of the line is understood, as if the rejected move had been played.
    fn unread(
        &mut self,
        at: usize,
        reading: Reading,
        mut ruled: Vec<RuledLine>,
        position: Position,
    ) -> Option<(Reading, Vec<RuledLine>)> {
        let mut other = reading.clone();
        other.game = reading.game.continued_from(position);
        other.refused = None;
        other.story.clear();
        self.rest(at, other, Vec::new())?;
        if let Some(last) = ruled.last_mut() {
            let rest = &self.line[self.words[at].bytes.start..];
            last.unread = Some(rest.trim().to_owned());
        }
        Some((reading, ruled))
    }

    /// Reads a sentence at `at`, and the rest of the line after it.
    fn sentence(
        &mut self,
        at: usize,
        reading: Reading,
        ruled: Vec<RuledLine>,
    ) -> Option<(Reading, Vec<RuledLine>)> {
        if self.hopeless.contains(&at) {
            return None;
        }
        let candidates = self.candidates(at, &reading);
        let mut ends: Vec<usize> = candidates.iter().map(|one| one.end).collect();
        ends.sort_unstable();
        ends.dedup();
        for end in ends.into_iter().rev() {
            self.parts = self.parts.checked_sub(1)?;
            let mut here: Vec<&Candidate> =
                candidates.iter().filter(|one| one.end == end).collect();
            // A form that `--sentences` prints means itself, and a longer story explains a shorter one.
            let preferences: [fn(&Candidate) -> bool; 2] =
                [|one| one.replaces > 0, |one| one.is_exact];
            for prefers in preferences {
                if here.iter().any(|one| prefers(one)) {
                    here.retain(|one| prefers(one));
                }
            }
            let [first, others @ ..] = &here[..] else { continue };
            let bytes = self.bytes(at, end);
            let text = self.line[bytes.clone()].trim().to_owned();
            let mut next = reading.clone();
            let mut lines = ruled.clone();
            let line = next.tell(first, text.clone());
            let lacks_moves = !first.is_exact && lacks_moves(&reading.game, &line);
            let is_refused = next.refused.is_some();
            add(&mut lines, line);
            let after = self.skip(end);
            let done = match is_refused && self.cuts(after, &next) {
                true => {
                    let position = played(&reading.game, &first.acts);
                    self.unread(after, next, lines, position)
                }
                false => self.rest(end, next, lines),
            };
            if self.question.is_some() {
                return None;
            }
            if done.is_none() {
                continue;
            }
            let asked = first.question(&reading.game).or_else(|| {
                let question = "moves were made before: first give them, or the position (a FEN)";
                lacks_moves.then(|| (question.to_owned(), Vec::new()))
            });
            if let Some((question, choices)) = asked {
                let choices = choices.iter().map(|one| self.replaced(&bytes, one)).collect();
                self.question = Some(SentenceError::Question { question, choices });
                return None;
            }
            if !others.is_empty() {
                let choices =
                    here.iter().map(|one| self.replaced(&bytes, &one.sentences.join(", ")));
                self.question = Some(SentenceError::Ambiguous { text, choices: choices.collect() });
                return None;
            }
            return done;
        }
        self.hopeless.insert(at);
        None
    }

    /// Returns the line with one part replaced.
    fn replaced(&self, bytes: &Range<usize>, by: &str) -> String {
        let (before, after) = (&self.line[..bytes.start], &self.line[bytes.end..]);
        // The stop at the end of the words stays.
        let stop = self.line[bytes.clone()].chars().next_back();
        let stop = stop.filter(|stop| matches!(stop, '.' | '!' | ';' | ',') && !after.is_empty());
        let stop = stop.map(String::from).unwrap_or_default();
        format!("{before}{by}{stop}{after}").trim().to_owned()
    }

    /// Takes a word for the place where the line is not understood.
    fn fails_at(&mut self, word: &Word) {
        let at = self.words.iter().position(|one| one.bytes.start > word.bytes.start);
        self.furthest = (at.unwrap_or(self.words.len()).saturating_sub(1), None);
    }

    fn bytes(&self, at: usize, end: usize) -> Range<usize> {
        let first = self.words.get(at).map_or(0, |word| word.bytes.start);
        let before = at.checked_sub(1).and_then(|last| self.words.get(last));
        // Words that say nothing, such as an article, may stand before the first one.
        let gap = before.map_or(0, |word| word.bytes.end)..first;
        let said = self.line.get(gap.clone()).and_then(|gap| gap.find(char::is_alphabetic));
        let start = said.map_or(first, |place| gap.start + place);
        let end = end.checked_sub(1).and_then(|last| self.words.get(last));
        start..end.map_or(start, |word| word.bytes.end)
    }

    /// Returns the ways to understand the words at `at`, without duplicates.
    fn candidates(&mut self, at: usize, reading: &Reading) -> Vec<Candidate> {
        let vocabulary = Vocabulary::get();
        let mut all: Vec<Candidate> = Vec::new();
        let mut matcher = Matcher::new(self.words, reading.referents);
        let mut failed: Vec<(usize, SentenceError)> = Vec::new();
        matcher.reach_name(at);
        for row in vocabulary.rows_at(self.words, at) {
            for (end, found) in matcher.matches(&row.nodes, at) {
                if self.is_reported(at, end) {
                    continue;
                }
                match readings(row, &found, &reading.game) {
                    Ok(choices) => {
                        all.extend(choices.into_iter().map(|one| Candidate { end, ..one }))
                    }
                    Err(error) => failed.push((end, error)),
                }
            }
        }
        let reached = matcher.furthest;
        all.extend(self.continued(at, reading));
        for (end, error) in failed {
            if !all.iter().any(|one| one.end >= end) {
                self.fails(end, Some(error));
            }
        }
        self.fails(reached.max(at), None);
        // Nobody answers his own offer: "White offers a draw. He declines".
        let offer = reading.game.standing_offer();
        let answers_own = |one: &Candidate| {
            let is_answer = |act: &Act| {
                offer.is_some_and(|by| [Act::Accept { by }, Act::Decline { by }].contains(act))
            };
            !one.is_exact && one.acts.iter().any(is_answer)
        };
        let mut distinct: Vec<Candidate> = Vec::new();
        for one in all.into_iter().filter(|one| !answers_own(one)) {
            let is_known = distinct.iter_mut().find(|other| {
                (other.end, &other.acts, other.replaces) == (one.end, &one.acts, one.replaces)
            });
            match is_known {
                Some(known) if one.is_exact => known.is_exact = true,
                Some(_) => {}
                None => distinct.push(one),
            }
        }
        distinct
    }

    /// Whether the words only report what somebody says or thinks: "says that I resigned", "thinks" before a new clause.
    fn is_reported(&self, start: usize, end: usize) -> bool {
        let words = &self.words[start..end];
        let is_told = |triple: &[Word]| {
            let [say, someone, verb] = triple else { return false };
            let is_you = someone.raw.to_lowercase().starts_with("you");
            let is_past = verb.raw.to_lowercase().ends_with("ed");
            let is_own = someone.form == "i's" && words.first().is_some_and(|one| one.form != "i");
            say.form == "say" && (is_you || is_own || is_nameless(someone) && is_past)
        };
        let opens_clause = words.last().is_some_and(|last| REPORTING.contains(&last.form.as_str()));
        let next = self.words.get(end);
        let next = next.filter(|next| !next.is_after_stop && next.form != "and");
        // "his earphones" belongs to the verb before it.
        let is_owner = next.is_some_and(|next| next.form == "his" || next.form.ends_with("'s"));
        words.windows(3).any(is_told) || is_owner || opens_clause && next.is_some_and(names_someone)
    }

    /// Returns the ways in which the words at `at` continue an earlier step of the story, so that both together are one
    /// sentence: "White makes the illegal move e1-e3", "and nobody notices".
    fn continued(&self, at: usize, reading: &Reading) -> Vec<Candidate> {
        let mut all = Vec::new();
        for (place, step) in reading.story.iter().enumerate().rev() {
            let StepKind::Sentences(earlier, text, is_press) = &step.what else { break };
            let replaces = reading.story.len() - place;
            // The step may be known by its sentences or by the words in which it was told.
            for earlier in [&earlier.join(", "), text] {
                all.extend(self.joined(earlier, at, step, reading, replaces));
            }
            if !all.is_empty() || !is_press {
                break;
            }
        }
        all
    }

    /// Returns the ways to understand the words of an earlier step together with those at `at`.
    fn joined(
        &self,
        earlier: &str,
        at: usize,
        step: &Step,
        reading: &Reading,
        replaces: usize,
    ) -> Vec<Candidate> {
        let mut all = Vec::new();
        let mut joined = words(earlier);
        let length = joined.len();
        joined.extend(self.words[at..].iter().cloned());
        let mut matcher = Matcher::new(&joined, reading.referents);
        for row in Vocabulary::get().rows_at(&joined, 0) {
            // The state of the game already says what a press of the clock completes.
            let presses = row.meanings.iter().flatten().any(|one| one.ends_with("the clock"));
            if presses || row.meanings.len() != 1 {
                continue;
            }
            for (end, found) in matcher.matches(&row.nodes, 0) {
                if end <= length {
                    continue;
                }
                let Ok(choices) = readings(row, &found, &step.before) else { continue };
                let end = at + end - length;
                all.extend(choices.into_iter().map(|one| Candidate { end, replaces, ..one }));
            }
        }
        all
    }

    /// Records that the words from `at` on are not understood.
    fn fails(&mut self, at: usize, error: Option<SentenceError>) {
        let (furthest, known) = &self.furthest;
        if at > *furthest || (at == *furthest && known.is_none()) {
            self.furthest = (at, error);
        }
    }

    fn error(self) -> SentenceError {
        if let Some(question) = self.question {
            return question;
        }
        let (at, error) = self.furthest;
        if let Some(error) = error {
            return if self.is_without_position { position_needed(&error) } else { error };
        }
        let at = at.min(self.words.len().saturating_sub(1));
        let Some(word) = self.words.get(at) else { return SentenceError::Empty };
        let text: String = self.line[word.bytes.start..].trim().chars().take(200).collect();
        let place = self.line[..word.bytes.start].chars().count() + 1;
        SentenceError::Unparsed {
            text,
            at: place,
            right: suggestions(self.words),
            choices: Vec::new(),
        }
    }

    /// Skips words without a meaning: conjunctions, move numbers, annotations and results.
    fn skip(&self, mut at: usize) -> usize {
        while let Some(word) = self.words.get(at) {
            // "e4 5 Nf3": a number before a move is its number.
            let is_number = word.raw.chars().all(|letter| letter.is_ascii_digit());
            let next = self.words.get(at + 1).map(|next| strip_number(&next.raw));
            let is_counted = is_number && next.is_some_and(looks_like_a_move);
            if !says_nothing(word, at > 0) && !is_counted {
                break;
            }
            at += 1;
        }
        at
    }

    fn is_move_like(&self, word: &Word) -> bool {
        says_nothing(word, false) || looks_like_a_move(strip_number(&word.raw))
    }

    /// Whether the word is a square and no move, as in "g1 knight" and "a1 is a white square".
    fn is_a_thing(&self, at: usize) -> bool {
        self.words
            .get(at + 1)
            .is_some_and(|word| Role::from_name(&word.form).is_some() || word.form == "is")
    }
}

/// Returns the position after the moves of refused acts, as far as they can be played.
fn played(game: &Game, acts: &[Act]) -> Position {
    let position = *game.position();
    let moved = acts.iter().find_map(Act::played).and_then(|one| position.play(one).ok());
    moved.unwrap_or(position)
}

/// Returns the meanings of a wording in the game, each with its acts.
///
/// # Errors
///
/// None of the meanings is possible in the position; the reason for the first of them.
fn readings(row: &Row, found: &Match, game: &Game) -> Result<Vec<Candidate>, SentenceError> {
    let mut all = Vec::new();
    let mut first_error = None;
    for meaning in &row.meanings {
        let mut stories: Vec<Vec<String>> = vec![Vec::new()];
        let mut words = found.clone();
        for sentence in meaning {
            match write(game, &mut words, sentence) {
                Ok(texts) => {
                    stories = stories
                        .iter()
                        .flat_map(|story| {
                            texts
                                .iter()
                                .map(|text| [story.as_slice(), std::slice::from_ref(text)].concat())
                        })
                        .collect();
                }
                Err(error) => {
                    first_error.get_or_insert(error);
                    stories.clear();
                }
            }
        }
        for sentences in stories {
            let mut position = *game.position();
            let acts: Result<Vec<Vec<Act>>, SentenceError> =
                sentences.iter().map(|sentence| read_line(&mut position, sentence)).collect();
            match acts {
                Ok(acts) if is_slip(&sentences, &acts) => {
                    let word = sentences[0].split(' ').nth(2).unwrap_or_default();
                    if let Err(error) = read_san(game.position(), word) {
                        first_error.get_or_insert(error.into());
                    }
                }
                Ok(acts) => all.push(Candidate {
                    end: 0,
                    by: found.by.or_else(|| acts.iter().flatten().find_map(Act::by)),
                    sentences,
                    acts: acts.concat(),
                    is_exact: row.is_exact,
                    note: row.note.clone(),
                    ask: row.ask.clone(),
                    replaces: 0,
                    uncompleted: row.uncompleted,
                    is_teller: row.is_teller,
                    needs_position: row.needs_position,
                    tries_grounds: meaning.iter().any(|sentence| sentence.contains("ANYGROUND")),
                }),
                Err(error) => {
                    first_error.get_or_insert(error);
                }
            }
        }
    }
    match (all.is_empty(), first_error) {
        (true, Some(error)) => Err(error),
        _ => Ok(all),
    }
}

/// Whether a move in algebraic notation is not legal and was not completed. In free wording it is rather a misunderstood
/// word than an illegal move.
fn is_slip(sentences: &[String], acts: &[Vec<Act>]) -> bool {
    let [sentence] = sentences else { return false };
    let is_made = |act: &Act| {
        matches!(
            act,
            Act::Illegal { stage: MoveStage::Made, .. }
                | Act::IllegalUnnamed { stage: MoveStage::Made, .. }
        )
    };
    let word = sentence.split(' ').nth(2).unwrap_or_default();
    sentence.contains(" plays ")
        && word.parse::<Move>().is_err()
        && acts.iter().flatten().any(is_made)
}

/// Returns the sentences of each meaning of a wording, as one text.
///
/// # Errors
///
/// None of the meanings is possible in the position.
#[cfg(test)]
pub(super) fn sentences(
    row: &Row,
    found: &Match,
    game: &Game,
) -> Result<Vec<String>, SentenceError> {
    let choices = readings(row, found, game)?;
    Ok(choices.into_iter().map(|one| one.sentences.join(", ")).collect())
}

/// Adds a ruled part. Moves in a row are one part.
fn add(ruled: &mut Vec<RuledLine>, line: RuledLine) {
    match ruled.last_mut() {
        Some(earlier) if earlier.is_moves && line.is_moves => earlier.go_on(line),
        _ => ruled.push(line),
    }
}

/// Removes comments, tags and results from lines. Also returns the FEN of the start position, if a PGN tag contains
/// one.
///
/// The number of lines stays the same; a line may become empty.
pub fn without_comments<'a>(
    lines: impl IntoIterator<Item = &'a str>,
) -> (Vec<String>, Option<String>) {
    let (mut depth, mut braces) = (0_u32, false);
    let mut start = None;
    let clean = lines.into_iter().map(|line| {
        let trimmed = line.trim();
        if !braces && depth == 0 && trimmed.starts_with('[') && trimmed.ends_with(']') {
            let fen = trimmed.strip_prefix("[FEN \"").and_then(|rest| rest.strip_suffix("\"]"));
            start = start.take().or(fen.map(str::to_owned));
            return String::new();
        }
        let mut kept = String::new();
        // In a sentence, parentheses contain a part of it. Among moves, they contain a variation.
        let parenthesis = depth == 0 && is_sentence(line, braces);
        let mut before = ' ';
        for letter in line.chars() {
            // A comment separates the words on both sides.
            if matches!(letter, '{' | '(')
                && !braces
                && depth == 0
                && kept.ends_with(|last: char| last != ' ')
            {
                kept.push(' ');
            }
            match letter {
                '}' if braces => braces = false,
                _ if braces => {}
                '{' => braces = true,
                '(' | ')' if parenthesis => kept.push(' '),
                '(' => depth = depth.saturating_add(1),
                ')' => depth = depth.saturating_sub(1),
                _ if depth > 0 => {}
                // Directly after a move, `#` is the sign for mate; on its own it starts a comment.
                '#' if before.is_whitespace() => break,
                ';' if kept.trim().is_empty() => break,
                '%' if kept.is_empty() => break,
                _ => kept.push(letter),
            }
            before = letter;
        }
        kept.trim().to_owned()
    });
    let clean = clean.collect();
    (clean, start)
}

/// Whether the text outside of comments and parentheses contains a word that cannot be a move. `braces` is whether the
/// line begins in a comment.
fn is_sentence(line: &str, mut braces: bool) -> bool {
    let mut depth = 0_u32;
    let outside: String = line
        .split(" #")
        .next()
        .unwrap_or_default()
        .chars()
        .filter(|letter| {
            match letter {
                '{' => braces = true,
                '}' => braces = false,
                '(' => depth = depth.saturating_add(1),
                ')' => depth = depth.saturating_sub(1),
                _ => {}
            }
            !braces && depth == 0
        })
        .collect();
    let is_word = |word: &str| {
        word.len() > 3 && word.chars().all(|letter| letter.is_ascii_alphabetic() || letter == '\'')
    };
    outside.split([' ', ')', '}']).any(is_word)
}

/// Creates the error for a word that is not a legal move here.
fn wrong_move(game: &Game, word: &str, error: SanError) -> SentenceError {
    let position = game.position();
    let turn = position.turn();
    let other = facing(position, !turn);
    if other.is_some_and(|other| read_move(&other, word).is_ok()) {
        return SentenceError::WrongSide { text: word.to_owned(), turn };
    }
    no_move(position, word, error)
}

/// Whether a word is a move number, an annotation, a result, or a word between two parts.
fn says_nothing(word: &Word, is_between: bool) -> bool {
    let raw = word.raw.as_str();
    let digits = raw.trim_start_matches(|letter: char| letter.is_ascii_digit());
    word.form == "and"
        || (is_between && word.form == "so")
        || strip_number(raw).is_empty()
        || (digits.len() < raw.len()
            && digits.starts_with(['.', '…'])
            && digits.trim_start_matches(['.', '…']).is_empty())
        || matches!(raw, "1-0" | "0-1" | "1/2-1/2" | "½-½" | "*" | "e.p." | "ep")
        || raw.starts_with('$')
        || raw.chars().all(|letter| "!?±∓=+-∞".contains(letter))
}

/// Returns the question for a position, if a line is impossible in the initial position but nothing was said about the
/// position before.
fn position_needed(error: &SentenceError) -> SentenceError {
    let question = format!(
        "{error}; if the game is not in the initial position, first give the position (a FEN) or the moves"
    );
    SentenceError::Question { question, choices: Vec::new() }
}

/// Whether a line asks whether something happened: "did White resign?". An offer can be a question: "draw?".
fn is_question(line: &str, words: &[Word]) -> bool {
    let Some(last) = words.last() else { return false };
    let is_move = last.raw.contains(|letter: char| letter.is_ascii_digit());
    let begins = split(line).first().is_some_and(|word| Vocabulary::get().asks(&word.form));
    let ends = line[last.bytes.clone()].trim_end_matches(['"', '\'', ')', '”']).ends_with('?');
    let is_offer = matches!(last.form.as_str(), "draw" | "ok" | "okay" | "yes");
    ends && !is_move && (begins || !is_offer)
}

/// Verbs that report what somebody says, thinks or sees.
const REPORTING: [&str; 12] = [
    "say", "think", "complain", "claim", "believe", "tell", "notice", "see", "protest", "object",
    "announce", "insist",
];

/// Words that can turn the meaning of the rest of a line if they are not understood themselves.
const TURNING_UNREAD: &str = "actually rather mean meant wait sorry hand not no never nobody none neither nor nothing without \
    except before after while until till unless if when once during but although though however instead \
    because since almost nearly only first same late later earlier too already yet again wrong wrongly \
    mistake mistakenly accident accidentally purpose joke joking jokingly decline declined refuse \
    refused refuses reject rejected rejects withdrew retracted denies denied pretended says said thinks \
    thought thinking believes believed claims claimed insists insisted would";

/// Returns the player whom a word names.
fn player(word: &Word, referents: Referents) -> Option<Color> {
    match word.name() {
        "white" => Some(Color::White),
        "black" => Some(Color::Black),
        "i" => referents.teller,
        "my-opponent" => referents.teller.map(|teller| !teller),
        _ => None,
    }
}

/// Whether a word names a person, with whom an event can begin.
fn names_someone(word: &Word) -> bool {
    matches!(word.name(), "white" | "black" | "arbiter" | "spectator" | "nobody" | "both" | "they")
        || is_nameless(word)
}

/// Whether a word refers to a player without a name.
fn is_nameless(word: &Word) -> bool {
    matches!(word.name(), "i" | "my-opponent" | "he" | "his" | "opponent")
}

/// Returns the player to whom a word without a name refers, if `teller` tells the story.
fn color_of(nameless: &Word, teller: Color) -> Color {
    if nameless.name() == "i" { teller } else { !teller }
}

/// Returns the words of the line for a player without a name.
fn self_text<'a>(line: &'a str, nameless: &Word) -> &'a str {
    let text = line[nameless.bytes.clone()].trim_end_matches(['.', ',', ':', ';', '?', '!']);
    text.trim_end_matches("'s").trim_end_matches("’s")
}

/// Returns the line with the names of the colours in place of "I" and "my opponent", or of the first "he".
fn named(line: &str, words: &[Word], teller: Color) -> String {
    let is_told = |word: &&Word| matches!(word.name(), "i" | "my-opponent");
    let mut told: Vec<&Word> = words.iter().filter(is_told).collect();
    if told.is_empty() {
        told.extend(words.iter().find(|word| is_nameless(word)));
    }
    let mut text = line.to_owned();
    for word in told.into_iter().rev() {
        let owner = if word.form.ends_with("'s") || word.form == "his" { "'s" } else { "" };
        text.replace_range(word.bytes.clone(), &format!("{}{owner}", color_of(word, teller)));
    }
    text
}

/// The verbs of acts of the player on move.
const ON_BOARD: [&str; 8] =
    ["plays", "touches", "makes", "moves", "exchanges", "writes", "presses", "claims"];

/// Chooses between the rulings with both colours of the player without a name: White's if the rulings are the same with
/// the colours exchanged, and otherwise the one in which the player who acts first on the board is on move.
fn choose_colour(
    before: &Reading,
    white: (Reading, Vec<RuledLine>),
    black: (Reading, Vec<RuledLine>),
) -> Option<(Reading, Vec<RuledLine>)> {
    if white.0.last == black.0.last.clone().flip() {
        return Some(white);
    }
    let turn = before.game.position().turn().name();
    let acts = |ruled: &[RuledLine]| {
        let strict = ruled.iter().flat_map(|line| &line.strict).next();
        let act = strict.and_then(|sentence| sentence.strip_prefix(turn)?.split(' ').nth(1));
        act.is_some_and(|act| ON_BOARD.contains(&act))
    };
    match (acts(&white.1), acts(&black.1)) {
        (true, false) => Some(white),
        (false, true) => Some(black),
        (true, true) | (false, false) => None,
    }
}

/// Words that turn the meaning of a sentence around, or restrict it.
pub(super) const TURNING: [&str; 16] = [
    "not", "no", "never", "nobody", "without", "before", "after", "while", "until", "unless", "if",
    "decline", "refuse", "reject", "withdraw", "retract",
];

/// The first word of each wording that is not a player: the verb of most wordings. They are compared only with lines that
/// are not understood.
static VERBS: LazyLock<Vec<Option<String>>> = LazyLock::new(|| {
    let verb = |row: &Row| {
        let wording = words(&row.wording.replace(['[', ']', '(', ')', '|'], " "));
        let verb = wording.into_iter().find(|word| !matches!(word.name(), "white" | "black"));
        verb.map(|word| word.form)
    };
    Vocabulary::get().rows.iter().map(verb).collect()
});

/// Returns the sentences with a similar verb. None of them states the opposite: if the line contains a word that turns
/// a meaning around, so does each suggestion, and the other way round.
fn suggestions(line: &[Word]) -> Vec<String> {
    let line = &line[..line.len().min(20)];
    let turns = |words: &[Word]| -> Vec<&'static str> {
        let turning = |word: &Word| TURNING.into_iter().find(|one| *one == word.form);
        words.iter().filter_map(turning).collect()
    };
    let turned = turns(line);
    let vocabulary = Vocabulary::get();
    let is_player = |word: &Word| matches!(word.name(), "white" | "black");
    let is_black = line.iter().any(|word| word.name() == "black");
    let named = line.first().is_some_and(is_player);
    let text: Vec<&str> = line.iter().map(|word| word.form.as_str()).collect();
    let text = text.join(" ");
    let mut right: Vec<(usize, usize, String)> = Vec::new();
    let rows = vocabulary.rows.iter().zip(&*VERBS);
    for (row, verb) in rows.filter(|(row, _)| row.ask.is_none() && row.meanings.len() == 1) {
        let Some(form) = row.meanings.first().and_then(|meaning| meaning.first()) else { continue };
        if named && !form.starts_with("White") {
            continue;
        }
        let Some(verb) = verb else { continue };
        let Some(far) = line
            .iter()
            .filter(|word| !is_player(word))
            .filter_map(|word| misspelt(word, verb, vocabulary))
            .min()
        else {
            continue;
        };
        let Some(form) = with_samples(form) else { continue };
        let mut form = form;
        let meant = words(&form);
        if turns(&meant) != turned {
            continue;
        }
        if is_black {
            form = form
                .replacen("Black", "WHITE", 1)
                .replacen("White", "Black", 1)
                .replacen("WHITE", "White", 1);
        }
        if !right.iter().any(|(.., other)| *other == form) {
            right.push((far, strsim::osa_distance(&text, &form), form));
        }
    }
    right.sort();
    right.truncate(2);
    let mut right: Vec<String> = right.into_iter().map(|(.., form)| format!("{form:?}")).collect();
    if right.is_empty() {
        right.push(
            "a move such as \"e4\", or a sentence such as \"White offers a draw\"".to_owned(),
        );
    }
    right
}

/// Returns a sentence with words in place of its placeholders; `None` if they depend on the position.
fn with_samples(form: &str) -> Option<String> {
    let text = form
        .replace("ANYGROUND", "GROUND")
        .replace("GROUND", ClaimGround::Threefold.name())
        .replace("PIECE on SQUARE", "THING")
        .replace("THING", "knight on g1")
        .replace("the pawn from SQUARE to SQUARE", "the PAWN")
        .replace("PAWN", "pawn from a7 to a8")
        .replace("the king from SQUARE to SQUARE", "the king from e1 to g1")
        .replace("MOVE", "Nf3")
        .replace("PATH", "e1-e3")
        .replace("PIECE", "queen")
        .replace("MINUTES", "NUMBER")
        .replace("SECONDS", "NUMBER")
        .replace("NUMBER", "10");
    let is_placeholder =
        |word: &str| word.len() > 2 && word.chars().all(|one| one.is_ascii_uppercase());
    (!text.split(' ').any(is_placeholder)).then_some(text)
}

/// Returns the distance of a word to a verb, if the word is that verb or a misspelling of it.
fn misspelt(word: &Word, verb: &str, vocabulary: &Vocabulary) -> Option<usize> {
    if word.form == verb {
        return Some(0);
    }
    if verb.len() < 4 || vocabulary.knows(&word.form) {
        return None;
    }
    let allowed = if verb.len() < 6 { 1 } else { 2 };
    let far = strsim::osa_distance(&word.form, verb);
    (far <= allowed && word.form.chars().next() == verb.chars().next()).then_some(far)
}

#[cfg(test)]
mod tests {
    use super::*;
    use lawbook::rules::{RuleSet, SearchBudget};

    /// Returns the sentences of a line that begins in this position; moves in UCI.
    fn read_in(position: Position, line: &str) -> Result<String, SentenceError> {
        let game = Game::new(RuleSet::LATEST, position, SearchBudget::MATERIAL_ONLY);
        let told = Supposed::nothing(&game);
        let (reading, ruled) = Reading::new(game, told).read(line)?;
        let moves = reading.game.moves().iter().map(Move::to_string);
        let mut moves = moves.collect::<Vec<_>>().into_iter();
        let parts = ruled.iter().flat_map(|line| match line.is_moves {
            true => line.strict.iter().filter_map(|_| moves.next()).collect::<Vec<_>>(),
            false => line.strict.clone(),
        });
        Ok(parts.collect::<Vec<_>>().join("|"))
    }

    fn read(line: &str) -> Result<String, String> {
        read_in(Position::start(), line).map_err(|error| error.to_string())
    }

    // Castling is recognised in words, in standard chess and Chess960, and only with an existing rook.
    rows!(
        castling_is_understood,
        {
            let array = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1";
            let chess960 = "1rk3r1/pppppppp/8/8/8/8/PPPPPPPP/1RK3R1 w GBgb - 0 1";
        },
        for (fen, line, sentence) in [
            (array, "White castles with the rook on h1", Some("White plays O-O")),
            (array, "White castles with his rook on a1", Some("White plays O-O-O")),
            (array, "White castles with the rook on h8", None),
            (array, "White castles on the queenside", Some("White plays O-O-O")),
            (chess960, "White castles with the rook on g1", Some("White plays O-O")),
            (chess960, "White castles with the rook b1", Some("White plays O-O-O")),
            (chess960, "White castles to the g-side", Some("White plays O-O")),
            (chess960, "White castled on the a-side", Some("White plays O-O-O")),
        ] {
            let position: Position = fen.parse().unwrap();
            assert_eq!(read_in(position, line).ok().as_deref(), sentence, "{line}");
        }
    );

    rows!(
        people_are_understood,
        for (line, parts) in [
            ("1. e4 e5 2. Nf3!? $1 Nc6", "e2e4|e7e5|g1f3|b8c6"),
            ("e2e4 E7-E5 NF3 nc6 1/2-1/2", "e2e4|e7e5|g1f3|b8c6"),
            ("1.e4 c5 2.nf3 d6 3.bb5+", "e2e4|c7c5|g1f3|d7d6|f1b5"),
            ("white Offers A Draw", "White offers a draw"),
            ("Black accepts.", "Black accepts the offer"),
            ("BLACK takes the draw", "Black accepts the offer"),
            ("draw agreed", "The players agree to a draw"),
            ("they agree to a draw", "The players agree to a draw"),
            ("black runs out of time", "Black's flag falls"),
            ("Black’s flag fell, nobody notices", "Black's flag falls, and nobody notices"),
            ("blacks flag falls", "Black's flag falls"),
            ("White claims 50 moves", "White claims a draw by the fifty-move rule"),
            ("White claims a draw, third time", "White claims a draw by threefold repetition"),
            ("white claims three-fold repetition", "White claims a draw by threefold repetition"),
            ("Black declines", "Black refuses the offer"),
            ("Black turns it down", "Black refuses the offer"),
            ("White gives up", "White resigns"),
            ("e4 and offers a draw", "e2e4|White offers a draw"),
            ("White plays Sf3 and offers a draw", "White plays g1f3|White offers a draw"),
            ("1. e4 e5 2. Sf3 Sc6", "e2e4|e7e5|g1f3|b8c6"),
            ("1. ♙e4 e5 2. ♘f3", "e2e4|e7e5|g1f3"),
            (
                "White offers a draw, Black accepts it",
                "White offers a draw|Black accepts the offer",
            ),
            (
                "White offers a draw, the opponent accepts",
                "White offers a draw|Black accepts the offer",
            ),
            ("white plays nf3 and hits the clock", "White plays g1f3 and presses the clock"),
            ("White touches his king", "White touches the king on e1"),
            ("White touches g1", "White touches the knight on g1"),
            (
                "white plays an illegal move Ke1-e3, nobody notices",
                "White makes the illegal move e1-e3, and nobody notices",
            ),
            ("Black thinks for forty seconds", "Black thinks for 40 seconds"),
            ("Black is 20 min late", "Black arrives 20 minutes late"),
            ("arbiter calls white's flag", "The arbiter calls White's flag"),
            ("White claims a win on time", "White claims a win on time"),
            (
                "white claims black's flag has fallen",
                "Black's flag falls, and nobody notices|White claims a win on time",
            ),
            (
                "White claims the game cannot be won",
                "White claims that the game cannot be won by normal means",
            ),
        ] {
            assert_eq!(read(line).as_deref(), Ok(parts), "{line}");
        }
    );

    rows!(
        a_suggestion_keeps_the_verb,
        for (line, says, never) in [
            ("Black acepts it all", "accepts the offer", "resigns"),
            ("White resing", "White resigns", "offers"),
            ("White offers a rose", "White offers a draw", "resigns"),
            ("White hums a song", "a move such as", "resigns"),
            ("white sings", "a move such as", "kings"),
            ("Black acepts", "\"Black accepts the offer\"", "arbiter"),
            ("e1e3", "White makes the illegal move e1e3", "resigns"),
            ("Ke3", "not legal here", "resigns"),
        ] {
            let error = read(line).unwrap_err();
            assert!(error.contains(says) && !error.contains(never), "{line}: {error}");
        }
    );

    #[test]
    fn comments_tags_and_variations_are_passed_over() {
        let text = [
            "[Event \"a\"]",
            "[FEN \"8/8/4k3/8/8/4K3/8/8 w - - 0 1\"]",
            "# a remark",
            "1. Kd4 {over",
            "two lines} Kd6 (1... Ke7 (1... Kf6) 2. Ke4) 2. Kc4 # so far",
            "Qh4#",
            "3. e4{a}e5(b)4. Nf3",
            "White presses the clock (without a move)",
        ];
        let (lines, start) = without_comments(text);
        assert_eq!(
            lines,
            [
                "",
                "",
                "",
                "1. Kd4",
                "Kd6  2. Kc4",
                "Qh4#",
                "3. e4 e5 4. Nf3",
                "White presses the clock  without a move"
            ]
        );
        assert_eq!(start.as_deref(), Some("8/8/4k3/8/8/4K3/8/8 w - - 0 1"));
    }
}
