//! Runs of the suite on the library of `harness/example`, and on libraries with other mistakes.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::atomic::{AtomicU64, Ordering},
};

use lawbook_gate::{
    About, Act, Adapter, Level, Options, Refusal, Reply,
    baseline::{Baseline, Digest},
    check, check_with, run, wrong_answers,
};

#[path = "../../example/src/lib.rs"]
#[allow(dead_code, unreachable_pub, missing_docs)]
mod toy;

/// The toy with one more mistake.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Mistake {
    #[default]
    None,
    NoMate,
    NoFiftyMoves,
    PanicsAtMate,
    RefusesTwoSteps,
    AnswersLittle,
    AnswersNothing,
    ForgetsTheClock,
    NeverDraws,
    EndsAtFiftyMoves,
    /// The same, and the adapter says so.
    DeclaresItsEnd,
}

struct Toy(Mistake);

impl Adapter for Toy {
    type Game = Vec<toy::Board>;

    fn about(&self) -> About {
        let about = About::new("toy-chess", "0.1.0");
        match self.0 {
            Mistake::DeclaresItsEnd => About { ends_by_itself: vec!["fifty-moves"], ..about },
            _ => about,
        }
    }

    fn set_up(&self, fen: &str) -> Result<Self::Game, Refusal> {
        Ok(vec![toy::Board::from_fen(fen)?])
    }

    fn play(&self, game: &mut Self::Game, uci: &str) -> Result<(), Refusal> {
        let mut board = game[game.len() - 1].clone();
        if self.0 == Mistake::RefusesTwoSteps && matches!(uci, "e2e4" | "d2d4") {
            return Err("two steps".into());
        }
        let ends = matches!(self.0, Mistake::EndsAtFiftyMoves | Mistake::DeclaresItsEnd);
        if ends && board.is_fifty_moves() {
            return Err("the game is over".into());
        }
        board.play(uci)?;
        game.push(board);
        Ok(())
    }

    fn take_back(&self, game: &mut Self::Game) -> Result<(), Refusal> {
        match (self.0, game.len()) {
            (Mistake::ForgetsTheClock, 2..) => {
                game.remove(game.len() - 2);
                Ok(())
            }
            _ => Err(Refusal::unsupported("no")),
        }
    }

    fn act(&self, _: &mut Self::Game, act: &Act<'_>) -> Result<(), Refusal> {
        Err(Refusal::unsupported(format!("no {}", act.name())))
    }

    fn legal_moves(&self, game: &Self::Game) -> Reply<Vec<String>> {
        match self.0 {
            Mistake::AnswersLittle => Reply::Unsupported("too long".to_owned()),
            Mistake::AnswersNothing => Reply::Silent("it is a secret".to_owned()),
            _ => Reply::Native(game[game.len() - 1].legal_moves()),
        }
    }

    fn is_checkmate(&self, game: &Self::Game) -> Reply<bool> {
        let is = game[game.len() - 1].is_checkmate();
        assert!(!(is && self.0 == Mistake::PanicsAtMate), "mate on move 12");
        Reply::Native(is && self.0 != Mistake::NoMate)
    }

    fn ended(&self, game: &Self::Game) -> Reply<String> {
        let board = &game[game.len() - 1];
        let ends = matches!(self.0, Mistake::EndsAtFiftyMoves | Mistake::DeclaresItsEnd);
        let winner = if board.is_white_to_move() { "black" } else { "white" };
        Reply::Native(match (board.is_checkmate(), board.is_stalemate()) {
            (true, _) => format!("{winner}/checkmate"),
            (_, true) => "draw/stalemate".to_owned(),
            _ if ends && board.is_fifty_moves() => "draw/fifty-moves".to_owned(),
            _ => "play-on".to_owned(),
        })
    }

    fn is_draw(&self, _: &Self::Game) -> Reply<bool> {
        match self.0 {
            Mistake::NeverDraws => Reply::Native(false),
            _ => Reply::Unsupported("it does not say".to_owned()),
        }
    }

    fn may_claim(
        &self,
        game: &Self::Game,
        ground: Option<&str>,
        written: Option<&str>,
    ) -> Reply<bool> {
        let is_fifty = game[game.len() - 1].is_fifty_moves();
        match (ground, written) {
            (Some("fifty"), None) if self.0 == Mistake::NoFiftyMoves => Reply::Native(false),
            (Some("fifty"), None) => Reply::Native(is_fifty),
            _ => Reply::Unsupported("it knows no history".to_owned()),
        }
    }
}

/// A path for a baseline, which is removed at the end.
struct Temporary(PathBuf);

impl Temporary {
    fn new() -> Temporary {
        static MADE: AtomicU64 = AtomicU64::new(0);
        let number = MADE.fetch_add(1, Ordering::Relaxed);
        let name = format!("{}-{number}.txt", std::process::id());
        Temporary(Path::new(env!("CARGO_TARGET_TMPDIR")).join(name))
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

fn update() -> Options {
    Options { update: true, ..Options::default() }
}

#[test]
fn a_baseline_accepts_what_it_lists_and_nothing_else() {
    let file = Temporary::new();
    let usual = Options::default();
    let error = run(&Toy(Mistake::None), &file.0, &usual).unwrap_err();
    assert!(error.contains("castling-past-an-attack"), "{error}");
    run(&Toy(Mistake::None), &file.0, &update()).unwrap();
    let passed = run(&Toy(Mistake::None), &file.0, &usual).unwrap();
    let listed = Baseline::open(&file.0).unwrap().unwrap();
    let answers: usize = listed.causes.iter().map(|one| one.answers.len()).sum();
    assert!(passed.contains(&format!(", {answers} wrong, ")), "{passed}");
    let name = file.0.file_name().unwrap().to_str().unwrap();
    assert!(passed.contains(&format!("; {answers} of them are listed in {name}")), "{passed}");
    // Of a cause that is listed in part, the rest is new.
    let mut part = listed.clone();
    part.causes.iter_mut().find(|one| one.answers.len() > 1).unwrap().answers.pop_first();
    part.save(&file.0).unwrap();
    let error = run(&Toy(Mistake::None), &file.0, &usual).unwrap_err();
    assert!(error.contains(&format!("; {} of them are listed in ", answers - 1)), "{error}");
    listed.save(&file.0).unwrap();

    for mistake in [Mistake::NoMate, Mistake::PanicsAtMate] {
        let error = run(&Toy(mistake), &file.0, &usual).unwrap_err();
        assert!(error.contains("\n1. "), "{mistake:?}: {error}");
        let fails = error.contains("; the library fails: mate on move 12");
        assert_eq!(fails, mistake == Mistake::PanicsAtMate, "{error}");
        // With its own list it passes, and without its mistake the list is out of date.
        run(&Toy(mistake), &file.0, &update()).unwrap();
        run(&Toy(mistake), &file.0, &usual).unwrap();
        let own = Baseline::open(&file.0).unwrap().unwrap();
        for one in wrong_answers(&Toy(mistake), Level::Core) {
            let digest = match one.said.contains("mate on move") {
                true => Digest::of_failure(&one.id, &one.said),
                false => Digest::of_answer(&one.id, &one.said),
            };
            assert!(own.place(digest).is_some(), "{one:?}");
        }
        let error = run(&Toy(Mistake::None), &file.0, &usual).unwrap_err();
        assert!(error.contains("have gone"), "{mistake:?}: {error}");
        run(&Toy(Mistake::None), &file.0, &update()).unwrap();
        assert_eq!(Baseline::open(&file.0).unwrap().unwrap(), listed, "{mistake:?}");
    }
}

/// Does not set up the initial position, or answers one kind of question only.
#[derive(Clone, Copy)]
enum Stubborn {
    Refuses,
    Panics,
    Checkers,
}

impl Adapter for Stubborn {
    type Game = ();

    fn about(&self) -> About {
        About::new("stubborn", "1.0.0")
    }

    fn set_up(&self, fen: &str) -> Result<(), Refusal> {
        match self {
            Stubborn::Refuses => Err("no".into()),
            Stubborn::Panics => {
                assert!(fen.is_empty(), "never");
                Ok(())
            }
            Stubborn::Checkers => Ok(()),
        }
    }

    fn play(&self, (): &mut (), _: &str) -> Result<(), Refusal> {
        Ok(())
    }

    fn checkers(&self, (): &()) -> Reply<Vec<String>> {
        Reply::Native(Vec::new())
    }
}

#[test]
fn who_answers_less_than_a_tenth_is_told_what_is_missing() {
    let file = Temporary::new();
    let error = run(&Stubborn::Checkers, &file.0, &Options::default()).unwrap_err();
    let (_, rest) = error.split_once("\nOnly ").unwrap();
    let (_, kinds) = rest.split_once(" questions are answered. No answer to ").unwrap();
    let (kinds, _) = kinds.split_once(". If the library answers no more").unwrap();
    let kinds: Vec<&str> = kinds.split(", ").collect();
    for (kind, is_missing) in [
        ("legal-moves", true),
        ("checkmate", true),
        ("checkers", false),
        // Read from the FEN, or always answered.
        ("board", false),
        ("setup", false),
    ] {
        assert_eq!(kinds.contains(&kind), is_missing, "{kind}: {kinds:?}");
    }
}

#[test]
fn without_the_initial_position_nothing_is_asked() {
    for (library, says) in [
        (Stubborn::Refuses, "stubborn cannot be tested: it refuses the initial position: no"),
        (
            Stubborn::Panics,
            "stubborn cannot be tested: it answers nothing in the initial position: while setting up: never",
        ),
    ] {
        let file = Temporary::new();
        let error = run(&library, &file.0, &Options::default()).unwrap_err();
        assert_eq!(error, says);
        // Nothing is written whatever the variables say.
        for test in [|library| check(library), |library| check_with(library, "no/baseline.txt")] {
            let panicked = std::panic::catch_unwind(|| test(library)).unwrap_err();
            assert_eq!(panicked.downcast_ref::<String>().map(String::as_str), Some(says));
        }
    }
}

#[test]
fn causes_are_named() {
    let own_end = "; if games are meant to end by themselves like this";
    for (mistake, name, more) in [
        (Mistake::PanicsAtMate, "fails: mate on move _: ", ""),
        (
            Mistake::RefusesTwoSteps,
            "refuses a move: _: two steps; ",
            " moves by a pawn, by White, two squares: ",
        ),
        (Mistake::EndsAtFiftyMoves, "ends-by-itself/fifty-moves; ", own_end),
    ] {
        let error = run(&Toy(mistake), &Temporary::new().0, &Options::default()).unwrap_err();
        let heads = error.lines().filter(|line| line.starts_with(|one: char| one.is_ascii_digit()));
        assert!(
            heads.clone().any(|line| line.contains(name) && line.contains(more)),
            "{:?}",
            heads.collect::<Vec<_>>()
        );
        assert!(error.lines().count() < 250, "{error}");
    }
}

#[test]
fn who_answers_less_than_before_fails() {
    let file = Temporary::new();
    run(&Toy(Mistake::None), &file.0, &update()).unwrap();
    let error = run(&Toy(Mistake::AnswersLittle), &file.0, &Options::default()).unwrap_err();
    assert!(error.contains("legal-moves: questions answered: 0 now, "), "{error}");
    let none = Temporary::new();
    let said = run(&Toy(Mistake::AnswersNothing), &none.0, &Options::default());
    assert!(said.is_ok() || said.unwrap_err().contains("questions are answered"));
}

#[test]
fn the_level_is_that_of_the_baseline_unless_it_is_given() {
    let at = |level, update| Options { level: Some(level), case: None, update };
    let file = Temporary::new();
    run(&Toy(Mistake::None), &file.0, &at(Level::Full, true)).unwrap();
    for (options, level, compared) in [
        (Options::default(), "level full", true),
        (at(Level::Core, false), "level core", false),
        (at(Level::Full, false), "level full", true),
    ] {
        let passed = run(&Toy(Mistake::None), &file.0, &options).unwrap();
        assert!(passed.contains(level), "{passed}");
        assert_eq!(!passed.contains("so it was not compared"), compared, "{passed}");
        assert!(!passed.contains("not asked"), "{passed}");
    }
    // What is wrong at a higher level only is new.
    run(&Toy(Mistake::None), &file.0, &at(Level::Core, true)).unwrap();
    let error = run(&Toy(Mistake::None), &file.0, &at(Level::Full, false)).unwrap_err();
    assert!(error.contains("level full") && error.contains("\n1. "), "{error}");
    assert!(!error.contains("questions answered: "), "{error}");
}

#[test]
fn cases_that_are_newer_than_the_baseline_are_not_asked() {
    let file = Temporary::new();
    run(&Toy(Mistake::None), &file.0, &update()).unwrap();
    let mut older = Baseline::open(&file.0).unwrap().unwrap();
    older.catalogue = [0, 0, 9];
    older.save(&file.0).unwrap();
    let error = run(&Toy(Mistake::None), &file.0, &Options::default()).unwrap_err();
    assert!(error.starts_with("all cases are newer than "), "{error}");
    let one = Options { case: Some("stalemate".to_owned()), ..Options::default() };
    assert!(run(&Toy(Mistake::None), &file.0, &one).unwrap().contains("Why: "));
    run(&Toy(Mistake::None), &file.0, &update()).unwrap();
    assert_ne!(Baseline::open(&file.0).unwrap().unwrap().catalogue, [0, 0, 9]);
}

#[test]
fn an_end_that_is_declared_is_no_mistake() {
    let wrong = |mistake| wrong_answers(&Toy(mistake), Level::Strict);
    assert!(wrong(Mistake::EndsAtFiftyMoves).len() > wrong(Mistake::None).len());
    let usual: Vec<_> = wrong(Mistake::None).into_iter().map(|one| (one.id, one.said)).collect();
    for one in wrong(Mistake::DeclaresItsEnd) {
        assert!(usual.contains(&(one.id.clone(), one.said.clone())), "{one:?}");
    }
}

/// The toy detects checkmate and stalemate, so no other draw is held against it.
#[test]
fn a_draw_that_the_library_does_not_detect_is_not_wrong() {
    let all = wrong_answers(&Toy(Mistake::NeverDraws), Level::Strict).into_iter();
    let ids: Vec<String> = all.map(|one| one.id).filter(|id| id.ends_with("/drawn")).collect();
    assert!(ids.len() > 1 && ids.iter().all(|id| id.contains("-by-stalemate")), "{ids:?}");
}

#[test]
fn taking_back_is_tested() {
    let wrong = wrong_answers(&Toy(Mistake::ForgetsTheClock), Level::Core);
    let undo = wrong.iter().find_map(|one| one.id.strip_suffix("/undo")).unwrap();
    // A single move shows it, so no other is named.
    let (file, case) = (Temporary::new(), Some(undo.to_owned()));
    let options = Options { case, ..Options::default() };
    let text = run(&Toy(Mistake::ForgetsTheClock), &file.0, &options).unwrap_err();
    let (_, taken_back) = text.split_once("played and taken back: ").expect(&text);
    let (taken_back, _) = taken_back.split_once('\n').unwrap();
    assert!(!taken_back.contains([',', ';']), "{taken_back}");
}

#[test]
fn one_case_is_shown_in_full() {
    let case = |text: &str| Options { case: Some(text.to_owned()), ..Options::default() };
    let file = Temporary::new();
    let text =
        run(&Toy(Mistake::None), &file.0, &case("castling-impossible-each-time")).unwrap_err();
    assert!(text.contains("Why: ") && text.contains("a b c d e f g h"), "{text}");
    let text = run(&Toy(Mistake::None), &file.0, &case("stalemate")).unwrap();
    assert!(text.matches("Why: ").count() > 3, "{text}");
    let error = run(&Toy(Mistake::None), &file.0, &case("no-such-case")).unwrap_err();
    assert!(error.contains("no case has that"), "{error}");
}

#[test]
fn a_file_of_another_library_is_left_alone() {
    let file = Temporary::new();
    let mut other = {
        run(&Toy(Mistake::None), &file.0, &update()).unwrap();
        Baseline::open(&file.0).unwrap().unwrap()
    };
    other.library = "other".to_owned();
    other.save(&file.0).unwrap();
    let error = run(&Toy(Mistake::None), &file.0, &update()).unwrap_err();
    assert!(error.contains("is the baseline of other, and not of toy-chess"), "{error}");
    assert_eq!(Baseline::open(&file.0), Ok(Some(other)));
}

/// `LAWBOOK_UPDATE=1` writes it, with the reasons that it has.
#[test]
fn the_baseline_of_the_example_is_that_of_a_run() {
    let committed = Path::new(env!("CARGO_MANIFEST_DIR")).join("../example/lawbook.txt");
    let fresh = Temporary::new();
    fs::copy(&committed, &fresh.0).unwrap();
    run(&Toy(Mistake::None), &fresh.0, &update()).unwrap();
    if std::env::var("LAWBOOK_UPDATE").is_ok_and(|value| value == "1") {
        fs::copy(&fresh.0, &committed).unwrap();
    }
    let [fresh, committed] = [&fresh.0, &committed].map(|file| fs::read_to_string(file).unwrap());
    assert!(
        fresh == committed,
        "harness/example/lawbook.txt is out of date: LAWBOOK_UPDATE=1 writes it"
    );
}

/// The README quotes a run; `LAWBOOK_UPDATE=1` writes it.
#[test]
fn the_readme_shows_a_run() {
    const BEGIN: &str = "LAWBOOK_UPDATE=1 writes it -->\n```text\n";
    let error = run(&Toy(Mistake::None), &Temporary::new().0, &Options::default()).unwrap_err();
    let hint = error.find("\n\nLAWBOOK_CASE").unwrap();
    let shown = error[..hint].trim_end();
    for page in ["README.md", "../example/README.md"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(page);
        let text = fs::read_to_string(&path).unwrap();
        let (before, rest) =
            text.split_once(BEGIN).unwrap_or_else(|| panic!("{page} quotes no run"));
        let (_, after) = rest.split_once("```\n").unwrap();
        let right = format!("{before}{BEGIN}{shown}\n```\n{after}");
        if std::env::var("LAWBOOK_UPDATE").is_ok_and(|value| value == "1") {
            fs::write(&path, &right).unwrap();
        } else {
            assert!(text == right, "{page} is out of date: LAWBOOK_UPDATE=1 writes it");
        }
    }
}
