//! The gate, which has no rules engine, and the runner find the same wrong answers and write the same baseline.

#![allow(clippy::unwrap_used, clippy::panic)] // a test

use std::{collections::BTreeSet, env, fs, process};

use lawbook::{
    notation::{read_san, read_uci, write_san},
    position::{Move, Position},
    rules::RuleSet,
};
use lawbook_catalogue::{
    CaseLevel, Catalogue,
    adapter::{Implementation, InProcess},
};
use lawbook_gate::{
    About, Adapter, ENDINGS, Level, OWN_ENDINGS, Options, Refusal, Reply, baseline::Baseline,
    run_library, wrong_answers,
};
use lawbook_suite::{
    baseline::write_baseline,
    report::{Vectors, question_id, said},
    runner::{ask_one, run},
};

/// The wrong answers by the identifiers of their questions.
type Wrong = BTreeSet<(String, String)>;

/// Returns the wrong answers that the gate finds to the questions with these identifiers.
fn by_gate(library: &InProcess, ids: &BTreeSet<String>) -> Wrong {
    let all = wrong_answers(library.in_text().unwrap(), Level::Strict).into_iter();
    all.map(|one| (one.id, one.said)).filter(|(id, _)| ids.contains(id)).collect()
}

/// Returns the wrong answers that the runner finds to them.
fn by_runner(catalogue: &Catalogue, library: &InProcess, ids: &BTreeSet<String>) -> Wrong {
    let mut wrong = Wrong::new();
    for case in &catalogue.cases {
        let verdicts = ask_one(case, "library", library, &[]);
        for one in verdicts.iter().filter(|one| !one.standing.passes()) {
            let id = question_id(&case.id, &one.expected);
            if ids.contains(&id) {
                let says = said(&one.expected.right, &one.says);
                wrong.insert((id, says.unwrap_or_else(|| one.says.to_string())));
            }
        }
    }
    wrong
}

#[test]
fn the_gate_and_the_runner_find_the_same_wrong_answers() {
    let catalogue = Catalogue::embedded();
    let vectors = Vectors::new(&catalogue, RuleSet::LATEST).vectors;
    let ids: BTreeSet<String> = vectors
        .iter()
        // These depend on the conditions of a game, which the trait of the gate does not have.
        .filter(|vector| vector.event.is_none())
        .flat_map(|vector| vector.questions.iter().map(|one| one.id.clone()))
        .collect();
    let mut compared = 0;
    let mut different = Vec::new();
    for library in lawbook_linked::in_process().into_iter().chain(odd()) {
        let name = library.about().name;
        let (gate, runner) = (by_gate(&library, &ids), by_runner(&catalogue, &library, &ids));
        compared += runner.len();
        for one in gate.symmetric_difference(&runner) {
            let by = if gate.contains(one) { "gate" } else { "runner" };
            different.push(format!("{name}: only by the {by}: {} {}", one.0, one.1));
        }
    }
    assert!(compared > 300, "{compared}");
    assert!(different.is_empty(), "{} differ:\n{}", different.len(), different.join("\n"));
}

/// Returns the baseline that the gate writes.
fn of_gate(library: &InProcess) -> Baseline {
    let file = env::temp_dir().join(format!("lawbook-same-baseline-{}.txt", process::id()));
    let options = Options { level: Some(Level::Strict), case: None, update: true };
    run_library(library.in_text().unwrap(), &file, &options).unwrap();
    let baseline = Baseline::open(&file).unwrap().unwrap();
    fs::remove_file(&file).unwrap();
    baseline
}

#[test]
fn the_gate_and_the_command_write_the_same_baseline() {
    let catalogue = Catalogue::embedded();
    let cases = || catalogue.cases.iter();
    let mut different = Vec::new();
    for library in lawbook_linked::in_process().into_iter().chain(odd()) {
        let name = library.about().name;
        let by_gate = of_gate(&library);
        let libraries = [Box::new(library) as Box<dyn Implementation>];
        let run = run(&catalogue, cases(), &libraries, &[], || ());
        let by_command = write_baseline(&run, 1, CaseLevel::Strict, None);
        let (by_gate, by_command) = (by_gate.write(), by_command.write());
        let lines = |text: &str| text.lines().map(str::to_owned).collect::<BTreeSet<_>>();
        let differ = (&lines(&by_gate) ^ &lines(&by_command)).into_iter();
        different.extend(differ.map(|line| {
            let by = if by_gate.contains(&line) { "gate" } else { "command" };
            format!("{name}: only by the {by}: {line}")
        }));
    }
    assert!(different.is_empty(), "{} differ:\n{}", different.len(), different.join("\n"));
}

type Change = fn(&str) -> String;
type IsMove = fn(&Position, Move) -> bool;
type Nature = fn(About) -> About;

/// A library that is right but for one thing.
#[derive(Clone, Copy)]
struct Odd {
    name: &'static str,
    /// The field of its FENs that it changes, and how.
    field: (usize, Change),
    fen: Change,
    /// What it makes of a move in UCI.
    uci: Change,
    /// What it makes of its list of moves.
    moves: fn(&mut Vec<String>),
    /// Whether it panics when it is asked something in a game that is over.
    stops: bool,
    /// The moves that it does not play, and what it does then.
    refuses: (IsMove, Fails),
    /// How it describes itself.
    about: Nature,
}

/// How a library does not play a move.
#[derive(Clone, Copy)]
enum Fails {
    Message,
    Crash,
    Panic,
}

/// A library without mistakes.
const RIGHT: Odd = Odd {
    name: "right",
    field: (0, str::to_owned),
    fen: str::to_owned,
    uci: str::to_owned,
    moves: |_| {},
    stops: false,
    refuses: (|_, _| false, Fails::Message),
    about: |about| about,
};

/// Fields of FENs as no standard writes them, or as they are not.
const FIELDS: [(&str, usize, Change); 13] = [
    ("digits-in-a-row", 0, |one| one.replace('8', "44")),
    ("too-few-ranks", 0, |one| one[2..].to_owned()),
    ("turn-in-capitals", 1, str::to_uppercase),
    ("rights-in-another-order", 2, |one| one.chars().rev().collect()),
    ("rights-twice", 2, |one| one.repeat(2).replace("--", "-")),
    ("rights-of-nobody", 2, |_| "KQkq".to_owned()),
    ("passed-square-in-capitals", 3, str::to_uppercase),
    ("passed-square-anywhere", 3, |_| "a5".to_owned()),
    ("large-clock", 4, |_| "70000".to_owned()),
    ("larger-clock", 4, |_| "5000000000".to_owned()),
    ("large-number", 5, |_| "70000".to_owned()),
    ("number-with-a-sign", 5, |one| format!("+{one}")),
    ("number-zero", 5, |_| "0".to_owned()),
];

const FENS: [(&str, Change); 4] = [
    ("four-fields", |fen| fen.split(' ').take(4).collect::<Vec<_>>().join(" ")),
    ("five-fields", |fen| fen.split(' ').take(5).collect::<Vec<_>>().join(" ")),
    ("two-spaces", |fen| fen.replace(' ', "  ")),
    ("no-fen", |_| String::new()),
];

const MOVES: [(&str, Change); 3] = [
    ("moves-in-capitals", str::to_uppercase),
    ("promotions-in-capitals", |uci| format!("{}{}", &uci[..4], uci[4..].to_uppercase())),
    ("moves-with-dashes", |uci| format!("{}-{}", &uci[..2], &uci[2..])),
];

const IS_CAPTURE: IsMove = |position, played| position.at(played.to).is_some();

const REFUSALS: [(&str, IsMove, Fails); 5] = [
    ("crashes-at-captures", IS_CAPTURE, Fails::Crash),
    ("panics-at-captures", IS_CAPTURE, Fails::Panic),
    ("refuses-captures", IS_CAPTURE, Fails::Message),
    ("refuses-promotions", |_, played| played.promotion.is_some(), Fails::Message),
    ("refuses-every-move", |_, _| true, Fails::Message),
];

/// What a library says of itself, true or not.
const NATURES: [(&str, Nature); 7] = [
    ("reads-no-fen", |about| About { reads_fen: false, ..about }),
    ("validates-nothing", |about| About { validates_setups: false, ..about }),
    ("ends-by-itself", |about| About { ends_by_itself: OWN_ENDINGS.to_vec(), ..about }),
    ("ends-at-three", |about| About { ends_by_itself: vec!["threefold-repetition"], ..about }),
    ("detects-everything", |about| About { endings: ENDINGS.to_vec(), ..about }),
    ("detects-nothing", |about| About { endings: Vec::new(), ..about }),
    ("plays-chess960", |about| About { chess960: true, ..about }),
];

/// Libraries that are right but for one thing.
fn odd() -> impl Iterator<Item = InProcess> {
    let fields = FIELDS.map(|(name, field, change)| Odd { name, field: (field, change), ..RIGHT });
    let fens = FENS.map(|(name, fen)| Odd { name, fen, ..RIGHT });
    let moves = MOVES.map(|(name, uci)| Odd { name, uci, ..RIGHT });
    let refusals = REFUSALS.map(|(name, is_it, how)| Odd { name, refuses: (is_it, how), ..RIGHT });
    let natures = NATURES.map(|(name, about)| Odd { name, about, ..RIGHT });
    let others = [
        RIGHT,
        Odd { name: "moves-twice", moves: |all| all.extend(all.first().cloned()), ..RIGHT },
        Odd { name: "no-moves", moves: Vec::clear, ..RIGHT },
        Odd { name: "stops-at-the-end", stops: true, ..RIGHT },
    ];
    let all = [&fields[..], &fens, &moves, &refusals, &natures, &others].concat();
    all.into_iter().map(InProcess::new)
}

impl Odd {
    /// Panics at a question about a game that is over, if it does.
    fn look_at(&self, game: &Position) {
        assert!(!self.stops || game.has_legal_move(), "the game is over");
    }
}

impl Adapter for Odd {
    type Game = (Position, Option<String>);

    fn about(&self) -> About {
        (self.about)(About::new(self.name, "1.0.0"))
    }

    fn set_up(&self, fen: &str) -> Result<Self::Game, Refusal> {
        Ok((fen.parse()?, None))
    }

    fn play(&self, game: &mut Self::Game, uci: &str) -> Result<(), Refusal> {
        let played = read_uci(&game.0, uci)?;
        let (is_it, how) = self.refuses;
        match how {
            _ if !is_it(&game.0, played) => {}
            Fails::Message => Err("it is not legal")?,
            Fails::Crash => Err("TypeError: no piece")?,
            Fails::Panic => panic!("no piece"),
        }
        *game = (game.0.after(played), Some(write_san(&game.0, played)));
        Ok(())
    }

    fn legal_moves(&self, game: &Self::Game) -> Reply<Vec<String>> {
        self.look_at(&game.0);
        let moves = game.0.legal_moves().into_iter();
        let mut moves: Vec<String> = moves.map(|one| (self.uci)(&one.to_string())).collect();
        (self.moves)(&mut moves);
        Reply::Native(moves)
    }

    fn is_check(&self, game: &Self::Game) -> Reply<bool> {
        self.look_at(&game.0);
        Reply::Native(game.0.is_check())
    }

    fn is_checkmate(&self, game: &Self::Game) -> Reply<bool> {
        Reply::Native(game.0.is_checkmate())
    }

    fn ended(&self, game: &Self::Game) -> Reply<String> {
        let (is_over, is_check) = (!game.0.has_legal_move(), game.0.is_check());
        let winner = format!("{}/checkmate", (!game.0.turn()).name().to_lowercase());
        Reply::Native(match (is_over, is_check) {
            (true, true) => winner,
            (true, false) => "draw/stalemate".to_owned(),
            (false, _) => "play-on".to_owned(),
        })
    }

    fn san(&self, game: &Self::Game) -> Reply<String> {
        game.1.clone().map_or_else(|| Reply::Silent("no move was played".to_owned()), Reply::Native)
    }

    fn read_san(&self, game: &Self::Game, text: &str) -> Reply<Option<String>> {
        Reply::Native(read_san(&game.0, text).ok().map(|one| (self.uci)(&one.to_string())))
    }

    fn read_uci(&self, game: &Self::Game, text: &str) -> Reply<Option<String>> {
        Reply::Native(read_uci(&game.0, text).ok().map(|one| (self.uci)(&one.to_string())))
    }

    fn halfmove_clock(&self, game: &Self::Game) -> Reply<u32> {
        Reply::Native(u32::from(game.0.setup().halfmove_clock))
    }

    fn fen(&self, game: &Self::Game) -> Reply<String> {
        self.look_at(&game.0);
        let (fen, (place, change)) = (game.0.to_string(), self.field);
        let mut fields: Vec<String> = fen.split(' ').map(str::to_owned).collect();
        fields[place] = change(&fields[place]);
        Reply::Native((self.fen)(&fields.join(" ")))
    }
}
