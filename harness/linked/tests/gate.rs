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
    let all = wrong_answers(library.library(), Level::Strict).into_iter();
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
    run_library(library.library(), &file, &options).unwrap();
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

/// How an odd library changes a text that is right. The first is its FEN, the second each move in UCI, and the third its list
/// of legal moves.
struct Odd {
    name: &'static str,
    fen: fn(&str) -> String,
    uci: fn(&str) -> String,
    moves: fn(Vec<String>) -> Vec<String>,
    /// Whether it panics when it is asked something in a game that is over.
    stops: bool,
    /// The move that it does not play, with what it does then.
    refuses: Option<(fn(&Position, Move) -> bool, Fails)>,
    /// How it describes itself.
    about: fn(About) -> About,
}

/// A library that is right.
const RIGHT: Odd = Odd {
    name: "right",
    fen: str::to_owned,
    uci: str::to_owned,
    moves: |moves| moves,
    stops: false,
    refuses: None,
    about: |about| about,
};

/// How a library does not play a move.
enum Fails {
    WithMessage,
    WithCrash,
    WithPanic,
}

fn is_capture(position: &Position, played: Move) -> bool {
    position.at(played.to).is_some()
}

/// Replaces one field of a FEN.
fn field(fen: &str, place: usize, change: impl Fn(&str) -> String) -> String {
    let fields = fen.split(' ').enumerate();
    let changed =
        fields.map(|(at, field)| if at == place { change(field) } else { field.to_owned() });
    changed.collect::<Vec<_>>().join(" ")
}

/// Libraries that write texts as no standard says.
fn odd() -> Vec<InProcess> {
    let twice = |mut moves: Vec<String>| {
        moves.extend(moves.first().cloned());
        moves
    };
    let all = [
        RIGHT,
        Odd {
            name: "digits-in-a-row",
            fen: |fen| field(fen, 0, |one| one.replace('8', "44")),
            ..RIGHT
        },
        Odd { name: "too-few-ranks", fen: |fen| field(fen, 0, |one| one[2..].to_owned()), ..RIGHT },
        Odd { name: "turn-in-capitals", fen: |fen| field(fen, 1, str::to_uppercase), ..RIGHT },
        Odd {
            name: "rights-in-another-order",
            fen: |fen| field(fen, 2, |one| one.chars().rev().collect()),
            ..RIGHT
        },
        Odd {
            name: "rights-twice",
            fen: |fen| field(fen, 2, |one| if one == "-" { "-".to_owned() } else { one.repeat(2) }),
            ..RIGHT
        },
        Odd { name: "rights-of-nobody", fen: |fen| field(fen, 2, |_| "KQkq".to_owned()), ..RIGHT },
        Odd {
            name: "passed-square-in-capitals",
            fen: |fen| field(fen, 3, str::to_uppercase),
            ..RIGHT
        },
        Odd {
            name: "passed-square-anywhere",
            fen: |fen| field(fen, 3, |_| "a5".to_owned()),
            ..RIGHT
        },
        Odd { name: "large-clock", fen: |fen| field(fen, 4, |_| "70000".to_owned()), ..RIGHT },
        Odd {
            name: "larger-clock",
            fen: |fen| field(fen, 4, |_| "5000000000".to_owned()),
            ..RIGHT
        },
        Odd { name: "large-number", fen: |fen| field(fen, 5, |_| "70000".to_owned()), ..RIGHT },
        Odd {
            name: "number-with-a-sign",
            fen: |fen| field(fen, 5, |one| format!("+{one}")),
            ..RIGHT
        },
        Odd { name: "number-zero", fen: |fen| field(fen, 5, |_| "0".to_owned()), ..RIGHT },
        Odd {
            name: "four-fields",
            fen: |fen| fen.split(' ').take(4).collect::<Vec<_>>().join(" "),
            ..RIGHT
        },
        Odd {
            name: "five-fields",
            fen: |fen| fen.split(' ').take(5).collect::<Vec<_>>().join(" "),
            ..RIGHT
        },
        Odd { name: "two-spaces", fen: |fen| fen.replace(' ', "  "), ..RIGHT },
        Odd { name: "no-fen", fen: |_| String::new(), ..RIGHT },
        Odd { name: "moves-twice", moves: twice, ..RIGHT },
        Odd { name: "no-moves", moves: |_| Vec::new(), ..RIGHT },
        Odd { name: "moves-in-capitals", uci: str::to_uppercase, ..RIGHT },
        Odd {
            name: "promotions-in-capitals",
            uci: |uci| format!("{}{}", &uci[..4], uci[4..].to_uppercase()),
            ..RIGHT
        },
        Odd {
            name: "moves-with-dashes",
            uci: |uci| format!("{}-{}", &uci[..2], &uci[2..]),
            ..RIGHT
        },
        Odd { name: "stops-at-the-end", stops: true, ..RIGHT },
        Odd { name: "crashes-at-captures", refuses: Some((is_capture, Fails::WithCrash)), ..RIGHT },
        Odd { name: "panics-at-captures", refuses: Some((is_capture, Fails::WithPanic)), ..RIGHT },
        Odd { name: "refuses-captures", refuses: Some((is_capture, Fails::WithMessage)), ..RIGHT },
        Odd {
            name: "refuses-promotions",
            refuses: Some((|_, one| one.promotion.is_some(), Fails::WithMessage)),
            ..RIGHT
        },
        Odd {
            name: "refuses-every-move",
            refuses: Some((|_, _| true, Fails::WithMessage)),
            ..RIGHT
        },
        Odd { name: "reads-no-fen", about: |about| About { reads_fen: false, ..about }, ..RIGHT },
        Odd {
            name: "validates-nothing",
            about: |about| About { validates_setups: false, ..about },
            ..RIGHT
        },
        Odd {
            name: "ends-by-itself",
            about: |about| About { ends_by_itself: OWN_ENDINGS.to_vec(), ..about },
            ..RIGHT
        },
        Odd {
            name: "ends-at-three",
            about: |about| About { ends_by_itself: vec!["threefold-repetition"], ..about },
            ..RIGHT
        },
        Odd {
            name: "detects-everything",
            about: |about| About { endings: ENDINGS.to_vec(), ..about },
            ..RIGHT
        },
        Odd {
            name: "detects-nothing",
            about: |about| About { endings: Vec::new(), ..about },
            ..RIGHT
        },
        Odd { name: "plays-chess960", about: |about| About { chess960: true, ..about }, ..RIGHT },
    ];
    all.into_iter().map(InProcess::new).collect()
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
        match &self.refuses {
            Some((is_it, Fails::WithCrash)) if is_it(&game.0, played) => {
                Err("TypeError: no piece")?
            }
            Some((is_it, Fails::WithMessage)) if is_it(&game.0, played) => Err("it is not legal")?,
            Some((is_it, Fails::WithPanic)) => assert!(!is_it(&game.0, played), "no piece"),
            _ => {}
        }
        *game = (game.0.after(played), Some(write_san(&game.0, played)));
        Ok(())
    }

    fn legal_moves(&self, game: &Self::Game) -> Reply<Vec<String>> {
        self.look_at(&game.0);
        let moves = game.0.legal_moves();
        let moves = moves.into_iter().map(|one: Move| (self.uci)(&one.to_string())).collect();
        Reply::Native((self.moves)(moves))
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
        Reply::Native((self.fen)(&game.0.to_string()))
    }
}
