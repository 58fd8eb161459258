//! Tests exported games and positions with another library as reader, and the page about vectors.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::ControlFlow,
};

use crate::common::{printed, run};
use lawbook::rules::{RuleSet, RuleSets};
use lawbook_catalogue::{Case, Catalogue};
use lawbook_runner::report::Vectors;
use pgn_reader::{RawComment, RawTag, Reader, SanPlus, Skip, Visitor};
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position, fen::Fen};

fn listed(format: &str) -> String {
    printed(&["list", "--format", format], "")
}

/// A game as the other reader parses it.
#[derive(Default)]
pub(crate) struct Game {
    id: String,
    result: String,
    /// The position after the last move; `None` if the setup cannot be played.
    position: Option<Chess>,
    pub(crate) moves: usize,
    comments: String,
    /// Moves that the reader rejects.
    wrong: Vec<String>,
}

/// Reads a game with another library, and replays it.
pub(crate) struct Follow;

impl Visitor for Follow {
    type Tags = Game;
    type Movetext = Game;
    type Output = Game;

    fn begin_tags(&mut self) -> ControlFlow<Game, Game> {
        ControlFlow::Continue(Game { position: Some(Chess::default()), ..Game::default() })
    }

    fn tag(&mut self, game: &mut Game, name: &[u8], value: RawTag<'_>) -> ControlFlow<Game> {
        let text = value.decode_utf8().unwrap().into_owned();
        match name {
            b"Round" => game.id = text,
            b"Result" => game.result = text,
            b"FEN" => {
                let fen: Fen = text.parse().unwrap();
                let rights = text.split(' ').nth(2).unwrap_or_default();
                let is_file = |letter: char| matches!(letter, 'A'..='H' | 'a'..='h');
                let mode = CastlingMode::from_chess960(rights.contains(is_file));
                game.position = fen.into_position(mode).ok();
            }
            _ => {}
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, game: Game) -> ControlFlow<Game, Game> {
        ControlFlow::Continue(game)
    }

    fn san(&mut self, game: &mut Game, san: SanPlus) -> ControlFlow<Game> {
        game.moves += 1;
        let Some(position) = &mut game.position else {
            game.wrong.push(format!("{san} from a setup that cannot be played"));
            return ControlFlow::Continue(());
        };
        match san.san.to_move(position) {
            Ok(played) => position.play_unchecked(played),
            Err(error) => game.wrong.push(format!("{san}: {error}")),
        }
        ControlFlow::Continue(())
    }

    fn comment(&mut self, game: &mut Game, comment: RawComment<'_>) -> ControlFlow<Game> {
        game.comments.push_str(&String::from_utf8_lossy(comment.as_bytes()));
        ControlFlow::Continue(())
    }

    fn partial_comment(&mut self, game: &mut Game, comment: RawComment<'_>) -> ControlFlow<Game> {
        self.comment(game, comment)
    }

    fn begin_variation(&mut self, _: &mut Game) -> ControlFlow<Game, Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn end_game(&mut self, game: Game) -> Game {
        game
    }
}

/// The first four fields of each EPD line, by its id.
fn positions() -> BTreeMap<String, String> {
    let text = listed("epd");
    let read = |line: &str| {
        let (fields, codes) = line.split_at(line.match_indices(' ').nth(3).unwrap().0);
        let id = codes.split("id \"").nth(1).unwrap().split('"').next().unwrap();
        assert_eq!(codes.matches('"').count(), 8, "{line}");
        let rules = codes.split("c2 \"").nth(1).unwrap().split('"').next().unwrap();
        assert!(rules.parse::<RuleSet>().is_ok(), "{line}");
        assert!(codes.ends_with("\";"), "{line}");
        (id.to_owned(), fields.to_owned())
    };
    text.lines().map(read).collect()
}

#[test]
fn every_game_is_read_and_ends_where_the_case_ends() {
    let catalogue = Catalogue::embedded();
    let positions = positions();
    let text = listed("pgn");
    assert!(text.lines().all(|line| line.starts_with('[') || line.chars().count() <= 80));
    let mut reader = Reader::new(text.as_bytes());
    let (mut read, mut replayed) = (0, 0);
    let mut results = BTreeMap::new();
    while let Some(game) = reader.read_game(&mut Follow).unwrap() {
        let case = catalogue.case(&game.id).unwrap();
        read += 1;
        results.insert(case.id.as_str(), game.result);
        assert_eq!(game.wrong, [""; 0], "{}", game.id);
        let sentences = ["White", "Black", "Both", "The"];
        // A completed move in a sentence is exported as a move.
        let is_sentence = |line: &&String| {
            sentences.iter().any(|word| line.starts_with(word))
                && !(line.contains(" plays ") && line.ends_with(" and presses the clock"))
        };
        for line in case.play.iter().filter(is_sentence) {
            let words = |text: &str| text.split_whitespace().collect::<String>();
            assert!(words(&game.comments).contains(&words(line)), "{}: {line}", game.id);
        }
        if case.acts.iter().any(lawbook::rules::Act::may_leave_legal_line) {
            continue;
        }
        let Some(position) = game.position else { continue };
        if lawbook::position::Position::new(&case.setup).is_err() {
            continue;
        }
        let end = Fen::from_position(&position, EnPassantMode::Legal).to_string();
        let end: Vec<&str> = end.split(' ').take(4).collect();
        // The library writes Chess960 castling rights as in X-FEN.
        let right = match case.setup.castling.is_chess960() {
            true => lawbook::position::Setup::from_x_fen(&positions[&game.id]).unwrap().to_x_fen(),
            false => positions[&game.id].clone(),
        };
        let right: Vec<&str> = right.split(' ').take(4).collect();
        assert_eq!(end, right, "{}", game.id);
        replayed += 1;
    }
    assert_eq!(results["threefold-with-written-move"], "1/2-1/2");
    assert_eq!(results["fifty-moves-and-nobody-claims"], "*");
    assert_eq!(read, catalogue.cases.len());
    assert_eq!(positions.len(), read);
    assert!(replayed * 10 > read * 9, "only {replayed} of {read} games were replayed");
}

#[test]
fn answers_name_the_rule_set_under_which_they_are_right() {
    let pgn = listed("pgn");
    let id_of = |game: &str| game.split("[Round \"").nth(1)?.split('"').next().map(str::to_owned);
    let games: BTreeMap<String, &str> =
        pgn.split("[Event ").filter_map(|game| Some((id_of(game)?, game))).collect();
    let listed: Vec<serde_json::Value> = serde_json::from_str(&listed("json")).unwrap();
    for case in listed {
        let (id, rules) = (case["id"].as_str().unwrap(), case["rule_set"].as_str().unwrap());
        assert!(games[id].contains(&format!("[Rules \"{rules}\"]")), "{id}");
        let right = case["expected"].as_array().unwrap();
        for mistake in case["mistakes"].as_array().unwrap() {
            let answers = mistake["answers"].as_array().unwrap();
            assert!(answers.iter().any(|one| !right.contains(one)), "{id}: {mistake}");
        }
        // The rule sets of the exceptions are some of the case, and not the one that leads.
        for one in case["exceptions"].as_array().unwrap() {
            let names = one["name"].as_str().unwrap().split(' ');
            let named: Vec<RuleSets> = names.map(|name| name.parse().unwrap()).collect();
            let leading: RuleSet = rules.parse().unwrap();
            assert!(!named.iter().any(|some| some.contains(leading)), "{id}: {one}");
        }
    }
}

#[test]
fn the_page_describes_every_question_and_answer_of_the_vectors() {
    let page = include_str!("../../docs/vectors.md");
    let mut kinds: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for rule_set in RuleSet::ALL {
        let mut catalogue = Catalogue::embedded();
        // The other cases have the same answers under every rule set.
        let is_other = |case: &Case| !case.exceptions.is_empty() || case.rule_sets != RuleSets::ALL;
        catalogue.cases.retain(|case| rule_set == RuleSet::LATEST || is_other(case));
        for vector in Vectors::new(&catalogue, rule_set).vectors {
            for question in vector.questions {
                let right = serde_json::to_value(&question.right).unwrap();
                let right = right.as_object().unwrap().keys().cloned();
                kinds.entry(question.question.sent_as().to_owned()).or_default().extend(right);
            }
        }
    }
    assert!(kinds.len() > 25, "{kinds:?}");
    for (question, answers) in kinds {
        // The table of the fields of a vector has two columns, and this one has four.
        let is_row = |line: &&str| {
            line.starts_with(&format!("| `{question}` |")) && line.split('|').count() == 6
        };
        let row = page.lines().find(is_row);
        let row = row.unwrap_or_else(|| panic!("no row for {question}"));
        let described = row.split('|').nth(3).unwrap();
        for answer in answers {
            assert!(described.contains(&format!("`{answer}`")), "{question}: {answer}: {row}");
            let mut cells =
                page.lines().filter_map(|line| line.strip_prefix('|')?.split('|').next());
            assert!(cells.any(|cell| cell.contains(&format!("`{answer}`"))), "{answer}");
        }
    }
}

#[test]
fn the_templates_are_short_and_ask_what_matters() {
    for (name, template) in [
        ("pytest", include_str!("../../vectors/test_lawbook.py")),
        ("Node.js", include_str!("../../vectors/lawbook.test.mjs")),
        ("JUnit", include_str!("../../vectors/LawbookTest.java")),
        ("Go", include_str!("../../vectors/lawbook_test.go")),
        ("C++", include_str!("../../vectors/lawbook_test.cpp")),
    ] {
        assert!(template.lines().count() < 140, "{name}: {}", template.lines().count());
        for question in ["ruling", "fen", "san", "reads", "occurrences", "same-as", "claim"] {
            let is_asked =
                [format!("\"{question}\""), format!("  {question}:"), format!("  {question},")]
                    .iter()
                    .any(|part| template.contains(part));
            assert!(is_asked, "{name}: {question}");
        }
    }
}

/// The requests of a bug report bring about the wrong answer again.
#[test]
fn the_requests_of_a_report_repeat_the_wrong_answer() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("asked.jsonl");
    let lawbook = env!("CARGO_BIN_EXE_lawbook");
    let out = file.to_str().unwrap();
    let case = "en-passant-capturer-was-pinned";
    let adapter = ["--", lawbook, "adapter", "serve", "chess"];
    let asked = ["repro", case, "--question", "occurrences", "--out", out];
    let report = run(&[&asked[..], &adapter].concat(), b"");
    let text = String::from_utf8_lossy(&report.stdout);
    assert_eq!(report.status.code(), Some(0), "{}", String::from_utf8_lossy(&report.stderr));
    for part in [
        "\nHow often has this position arisen?\n  expected: 3\n  answered: 2\n",
        "Why: The rook on e8",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let again = run(&["adapter", "serve", "chess"], std::fs::read(&file).unwrap());
    let again = String::from_utf8_lossy(&again.stdout).into_owned();
    assert!(again.ends_with("{\"id\":1,\"composed\":2}\n"), "{again}");
    // The example of the entry is another case; the library is asked.
    let program = run(&["repro", case, "--library", "chess"], b"");
    let text = String::from_utf8_lossy(&program.stdout).into_owned();
    assert!(text.contains("chess@=3.2.0"), "{text}{}", String::from_utf8_lossy(&program.stderr));
    let none = run(&[&["repro", case, "--question", "check"][..], &adapter].concat(), b"");
    let message = String::from_utf8_lossy(&none.stderr).into_owned();
    assert_eq!(none.status.code(), Some(4), "{message}");
    assert!(message.contains("no question \"check\"; its questions: "), "{message}");
}
