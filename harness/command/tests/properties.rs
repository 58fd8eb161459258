//! Compares the reference and every library on random games, ply by ply.

use lawbook::{notation::read_uci, position::Position, rules::Act};
use lawbook_catalogue::{
    Deviation, SetupFlaw,
    adapter::{Implementation, InProcess},
    question::{NotationQuestion, Question},
};
use lawbook_gate::{About, Adapter, Refusal, Reply};
use lawbook_runner::properties::{
    AnswerDifference, Divergence, GameStrategy, STRATEGISTS, Search, SearchResults,
};

/// A library whose pawns never capture en passant.
struct Straight {
    chess960: bool,
}

impl Adapter for Straight {
    type Game = Position;

    fn about(&self) -> About {
        let about = About::new("straight", "1.0.0");
        About { endings: Vec::new(), chess960: self.chess960, ..about }
    }

    fn set_up(&self, fen: &str) -> Result<Position, Refusal> {
        Ok(fen.parse()?)
    }

    fn play(&self, game: &mut Position, uci: &str) -> Result<(), Refusal> {
        let played = read_uci(game, uci)?;
        *game = game.after(played);
        Ok(())
    }

    fn legal_moves(&self, game: &Position) -> Reply<Vec<String>> {
        let is_passing = |to| game.en_passant() == Some(to);
        let moves = game.legal_moves().into_iter().filter(|one| {
            !(is_passing(one.to)
                && game.at(one.from).is_some_and(|piece| piece.role == lawbook::board::Role::Pawn))
        });
        Reply::Native(moves.map(|one| one.to_string()).collect())
    }
}

/// A fault is found without a hint, and minimised to a local minimum.
#[test]
fn a_fault_is_found_and_made_small() {
    let found = found(Straight { chess960: false }, "double-push", 200);
    let [small] = &found[..] else { panic!("one fault, one diagnosis") };
    assert_eq!(small.diagnosis().to_string(), "straight: legal-moves: says too little");
    assert!(small.moves().len() <= 1, "{small:?}");
    assert_eq!(small.scenario.setup.placement.occupied().len(), 4, "{small:?}");
}

/// Accepts every setup, and every UCI text that names two squares.
struct Credulous;

impl Adapter for Credulous {
    type Game = String;

    fn about(&self) -> About {
        About { endings: Vec::new(), ..About::new("credulous", "1.0.0") }
    }

    fn set_up(&self, fen: &str) -> Result<String, Refusal> {
        Ok(fen.to_owned())
    }

    fn play(&self, _: &mut String, _: &str) -> Result<(), Refusal> {
        Ok(())
    }

    fn read_uci(&self, _: &String, text: &str) -> Reply<Option<String>> {
        Reply::Native(text.parse::<lawbook::position::Move>().ok().map(|read| read.to_string()))
    }
}

/// Plays the first games of a search.
fn played(search: &Search<'_>, games: u64) -> SearchResults {
    let mut found = SearchResults::default();
    (0..games).for_each(|number| search.game(number, &mut found));
    found
}

/// Returns the findings in games of a strategy, each minimised.
fn found(
    library: impl Adapter + Send + Sync + 'static,
    strategy: &str,
    games: u64,
) -> Vec<Divergence> {
    let libraries: [Box<dyn Implementation>; 1] = [Box::new(InProcess::new(library))];
    let strategists = [GameStrategy::named(strategy).unwrap()];
    let search = Search::new(&libraries, &strategists, &[], 1);
    let shrink = |one: Divergence| {
        let small = search.shrink(one.clone(), &|| false);
        assert_eq!(small.diagnosis(), one.diagnosis());
        small
    };
    played(&search, games).first.into_values().map(shrink).collect()
}

/// Each reason why a setup cannot be played is a separate, minimised finding. A library may accept the others.
#[test]
fn every_flaw_of_a_setup_is_found_and_made_small() {
    let found = found(Credulous, "setups", 12);
    let flaws: Vec<SetupFlaw> = found.iter().filter_map(|one| one.diagnosis().flaw).collect();
    let unplayable: Vec<SetupFlaw> =
        SetupFlaw::ALL.into_iter().filter(|flaw| flaw.is_unplayable()).collect();
    assert!(flaws.len() == found.len() && unplayable.iter().all(|flaw| flaws.contains(flaw)));
    assert_eq!(flaws.len(), unplayable.len(), "{flaws:?}");
    for one in found {
        let pieces = one.scenario.setup.placement.occupied().len();
        assert!(pieces <= 4, "{}", one.scenario.setup);
    }
}

/// Plays from the initial position at most.
struct Strict {
    refuses_all: bool,
}

impl Adapter for Strict {
    type Game = Position;

    fn about(&self) -> About {
        About { endings: Vec::new(), ..About::new("strict", "1.0.0") }
    }

    fn set_up(&self, fen: &str) -> Result<Position, Refusal> {
        let start = Position::start();
        if self.refuses_all || fen != start.to_string() {
            return Err("no game is known that leads here".into());
        }
        Ok(start)
    }

    fn play(&self, game: &mut Position, uci: &str) -> Result<(), Refusal> {
        *game = game.after(read_uci(game, uci)?);
        Ok(())
    }

    fn fen(&self, game: &Position) -> Reply<String> {
        Reply::Native(game.to_string())
    }
}

/// A library has to accept only setups to which a game leads. The finding is not shrunk, and shows the game.
#[test]
fn a_setup_is_refused_wrongly_only_if_a_game_leads_there() {
    for (strategy, refuses_all, expected) in [
        ("random", false, &[][..]),
        ("late", true, &[]),
        ("random", true, &["strict: setup: says no"]),
        ("chess960", true, &[]),
        ("setups", false, &["strict: setup: says no"]),
        ("texts", false, &["strict: reads-fen: refuses the text"]),
    ] {
        let found = found(Strict { refuses_all }, strategy, 40);
        let diagnoses: Vec<String> = found.iter().map(|one| one.diagnosis().to_string()).collect();
        assert_eq!(diagnoses, expected, "{strategy}");
        for one in found {
            let start = Position::start();
            let end = one.reached_by.iter().fold(start, |position, played| position.after(*played));
            let said = match &one.question {
                Question::Notation(NotationQuestion::ReadsFen { text }) => text.clone(),
                _ => one.scenario.setup.to_string(),
            };
            assert_eq!(end.to_string(), said, "{strategy}");
        }
    }
}

/// A text that is accepted by mistake differs from a move by one letter, on a board with few pieces.
#[test]
fn a_mistaken_text_is_found_and_made_small() {
    let [one] = &found(Credulous, "texts", 12)[..] else { panic!("one finding") };
    assert_eq!(one.diagnosis().to_string(), "credulous: reads-uci: takes the text");
    let Question::Notation(NotationQuestion::ReadsUci { text }) = &one.question else {
        panic!("{one:?}")
    };
    let near = |legal: String| legal.bytes().zip(text.bytes()).filter(|(a, b)| a != b).count() == 1;
    let position = Position::new(&one.scenario.setup).unwrap();
    assert!(position.legal_moves().iter().any(|legal| near(legal.to_string())), "{one:?}");
    assert!(one.scenario.setup.placement.occupied().len() <= 3, "{}", one.scenario.setup);
}

/// Treats any resignation as a win for the opponent.
struct Loser;

impl Adapter for Loser {
    type Game = (Position, &'static str);

    fn about(&self) -> About {
        About { endings: vec!["resignation"], ..About::new("loser", "1.0.0") }
    }

    fn set_up(&self, fen: &str) -> Result<Self::Game, Refusal> {
        Ok((fen.parse()?, "play-on"))
    }

    fn play(&self, game: &mut Self::Game, uci: &str) -> Result<(), Refusal> {
        let played = read_uci(&game.0, uci)?;
        game.0 = game.0.after(played);
        Ok(())
    }

    fn act(&self, game: &mut Self::Game, act: &lawbook_gate::Act<'_>) -> Result<(), Refusal> {
        game.1 = match (act.name(), act.field("by")) {
            ("resign", Some("white")) => "black/resignation",
            ("resign", _) => "white/resignation",
            _ => return Err(Refusal::unsupported("it knows nothing but resignation")),
        };
        Ok(())
    }

    fn ended(&self, game: &Self::Game) -> Reply<String> {
        Reply::Native(game.1.to_owned())
    }
}

/// Minimising keeps the acts between moves, and the game is not over before the finding.
#[test]
fn acts_are_found_and_made_small() {
    let found = found(Loser, "acts", 8000);
    let resigned = found.iter().find(|one| one.difference == AnswerDifference::Another).unwrap();
    assert!(matches!(resigned.scenario.acts[..], [Act::Resign { .. }]), "{resigned:?}");
    assert_eq!(resigned.play().len(), 1);
}

/// Returns the diagnoses that random games find in the linked libraries with a name from the list.
fn diagnoses(known: &[Deviation], is_asked: impl Fn(&str) -> bool) -> (Vec<String>, SearchResults) {
    let mut libraries = lawbook_linked_libraries::all();
    libraries.retain(|one| is_asked(&one.about().name));
    let search = Search::new(&libraries, &STRATEGISTS, known, 1);
    let found = played(&search, 60);
    (found.first.keys().map(ToString::to_string).collect(), found)
}

#[test]
fn libraries_agree_except_for_known_deviations() {
    let (new, found) = diagnoses(&lawbook_libraries::known_deviations().unwrap(), |_| true);
    assert_eq!(new, [""; 0], "{:#?}", found.first);
    assert!(found.known > 0 && found.plies > 3000, "{} in {}", found.known, found.plies);
}

#[test]
fn bugs_are_found_without_the_lists() {
    for (library, bugs) in [
        ("chess", ["claim-fifty: says no", "setup (a pawn on an end rank): says yes"]),
        ("owlchess", ["occurrences: counts less", "reads: panics"]),
    ] {
        let (found, _) = diagnoses(&[], |name| name == library);
        for bug in bugs {
            assert!(found.contains(&format!("{library}: {bug}")), "{bug} is not in {found:#?}");
        }
    }
}

/// Libraries that support Chess960 only show known deviations there; other libraries are not tested with it.
#[test]
fn chess960_games_test_libraries_that_play_it() {
    let (libraries, known) =
        (lawbook_linked_libraries::all(), lawbook_libraries::known_deviations().unwrap());
    let play = libraries.iter().map(|one| one.about()).filter(|about| about.chess960);
    assert_eq!(play.map(|about| about.name).collect::<Vec<String>>(), ["cozy-chess", "shakmaty"]);
    let strategist = [GameStrategy::named("chess960").unwrap()];
    let search = Search::new(&libraries, &strategist, &known, 1);
    let seen = played(&search, 60);
    let new: Vec<Divergence> =
        seen.first.into_values().map(|one| search.shrink(one, &|| false)).collect();
    assert!(new.is_empty(), "{new:#?}");
    assert!(seen.plies > 3000, "{}", seen.plies);
    let of = |chess960| found(Straight { chess960 }, "chess960", 60);
    assert_eq!(of(false).len(), 0);
    let [one] = &of(true)[..] else { panic!("one fault, one diagnosis") };
    assert_eq!(one.diagnosis().to_string(), "straight: legal-moves: says too little");
    assert!(one.scenario.setup.placement.occupied().len() == 4, "{}", one.scenario.setup);
}
