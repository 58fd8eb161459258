//! Compares the reference and every library on random games, ply by ply.

use lawbook::{notation::read_uci, position::Position, rules::Act};
use lawbook_catalogue::{
    EvalContext, FACTS, Fact, FactType, InGames, SetupFlaw,
    adapter::{Implementation, InProcess},
    question::{NotationQuestion, Question},
    scopes_and_functions,
};
use lawbook_gate::{About, Adapter, Refusal, Reply};
use lawbook_suite::properties::{
    AnswerDifference, ComparedAnswer, Comparison, Divergence, GameStrategy, Plan, STRATEGISTS,
    Search, SearchResults, check_relations,
};
use proptest::{prelude::*, strategy::SBoxedStrategy};

/// Game plans of all strategies.
fn plans() -> impl Strategy<Value = Plan> {
    let all: Vec<SBoxedStrategy<Plan>> = STRATEGISTS.iter().map(|one| one.plans(80)).collect();
    prop::sample::select(all).prop_flat_map(|plans| plans)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn libraries_agree_with_the_reference_but_for_what_is_known(plan in plans()) {
        let (libraries, known) = (lawbook_linked::all(), lawbook_libraries::known_deviations().unwrap());
        let mut new = Vec::new();
        for group in Comparison::groups(&libraries) {
            group.game(&plan, &mut |seen| {
                let ComparedAnswer { library, setup, line, question, difference, .. } = *seen;
                let context = EvalContext::along(setup, line, question);
                if !known.iter().any(|one| one.explains(library, &context)) {
                    new.push(format!("{library}: {question} {difference:?} after {:?}", line.moves()));
                }
            });
        }
        prop_assert!(new.is_empty(), "from {}: {new:#?}", plan.start);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    /// Libraries with known deviations in games are skipped.
    #[test]
    fn libraries_keep_to_the_laws(plan in plans()) {
        let known = lawbook_libraries::known_deviations().unwrap();
        // The properties concern games, not setups or texts.
        let breaks = |one: &InGames| {
            one.questions.iter().any(|kind| !["setup", "reads-fen"].contains(&kind.as_str()))
        };
        let mut played = plan.play();
        played.moves.truncate(40);
        let mut checked = 0;
        for library in lawbook_linked::all() {
            let name = library.about().name;
            if !known.iter().any(|one| one.implementation == name && one.in_games.as_ref().is_some_and(breaks)) {
                prop_assert_eq!(check_relations(library.as_ref(), &played), Ok(()), "{}", name);
                checked += 1;
            }
        }
        prop_assert!(checked > 0, "every library has deviations in games");
    }
}

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
    let libraries: Vec<Box<dyn Implementation>> =
        vec![Box::new(InProcess::new(Straight { chess960: false }))];
    let pushes = [GameStrategy::named("double-push").unwrap()];
    let search = Search::new(&libraries, &pushes, &[], 1);
    let mut found = SearchResults::default();
    for number in 0..200 {
        search.game(number, &mut found);
    }
    let [first] = &found.first.into_values().collect::<Vec<Divergence>>()[..] else {
        panic!("one fault, one diagnosis")
    };
    let small = search.shrink(first.clone());
    assert_eq!(small.diagnosis(), first.diagnosis());
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

fn found(library: Box<dyn Implementation>, strategy: &str, games: u64) -> Vec<Divergence> {
    let libraries = vec![library];
    let strategists = [GameStrategy::named(strategy).unwrap()];
    let search = Search::new(&libraries, &strategists, &[], 1);
    let mut found = SearchResults::default();
    (0..games).for_each(|number| search.game(number, &mut found));
    found.first.into_values().map(|one| search.shrink(one)).collect()
}

/// Each reason to reject a setup is a separate, minimised finding.
#[test]
fn every_flaw_of_a_setup_is_found_and_made_small() {
    let found = found(Box::new(InProcess::new(Credulous)), "setups", 12);
    assert_eq!(found.len(), SetupFlaw::ALL.len(), "{found:?}");
    for one in found {
        let flaw = one.diagnosis().flaw.unwrap();
        let pieces = one.scenario.setup.placement.occupied().len();
        let most = match flaw {
            SetupFlaw::TooManyPieces | SetupFlaw::TooManyPromoted => 20,
            SetupFlaw::TooManyPawns => 11,
            SetupFlaw::NoKing
            | SetupFlaw::SeveralKings
            | SetupFlaw::KingsAdjacent
            | SetupFlaw::OpponentInCheck
            | SetupFlaw::PawnOnEndRank
            | SetupFlaw::CastlingRight
            | SetupFlaw::EnPassant
            | SetupFlaw::ImpossibleChecks => 4,
        };
        assert!(pieces <= most, "{flaw:?}: {}", one.scenario.setup);
    }
}

/// A text that is accepted by mistake differs from a move by one letter, on a board with few pieces.
#[test]
fn a_mistaken_text_is_found_and_made_small() {
    let [one] = &found(Box::new(InProcess::new(Credulous)), "texts", 12)[..] else {
        panic!("one finding")
    };
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
    let found = found(Box::new(InProcess::new(Loser)), "acts", 8000);
    let resigned = found.iter().find(|one| one.difference == AnswerDifference::Another).unwrap();
    assert!(matches!(resigned.scenario.acts[..], [Act::Resign { .. }]), "{resigned:?}");
    assert_eq!(resigned.play().len(), 1);
}

/// Libraries agree with the reference on setups, texts and acts, except for known deviations.
#[test]
fn libraries_agree_except_for_known_deviations() {
    let (libraries, known) =
        (lawbook_linked::all(), lawbook_libraries::known_deviations().unwrap());
    let strategists = ["setups", "texts", "acts"].map(|name| GameStrategy::named(name).unwrap());
    let search = Search::new(&libraries, &strategists, &known, 1);
    let mut found = SearchResults::default();
    (0..60).for_each(|number| search.game(number, &mut found));
    let new: Vec<Divergence> = found.first.into_values().map(|one| search.shrink(one)).collect();
    assert!(new.is_empty(), "{new:#?}");
    assert!(found.known > 0 && found.plies > 3000, "{} in {}", found.known, found.plies);
}

/// Libraries that support Chess960 only show known deviations there; other libraries are not tested with it.
#[test]
fn chess960_games_test_libraries_that_play_it() {
    let (libraries, known) =
        (lawbook_linked::all(), lawbook_libraries::known_deviations().unwrap());
    let play = libraries.iter().map(|one| one.about()).filter(|about| about.chess960);
    assert_eq!(play.map(|about| about.name).collect::<Vec<String>>(), ["cozy-chess", "shakmaty"]);
    let strategist = [GameStrategy::named("chess960").unwrap()];
    let search = Search::new(&libraries, &strategist, &known, 1);
    let mut seen = SearchResults::default();
    (0..60).for_each(|number| search.game(number, &mut seen));
    let new: Vec<Divergence> = seen.first.into_values().map(|one| search.shrink(one)).collect();
    assert!(new.is_empty(), "{new:#?}");
    assert!(seen.plies > 3000, "{}", seen.plies);
    let of = |chess960| found(Box::new(InProcess::new(Straight { chess960 })), "chess960", 60);
    assert_eq!(of(false).len(), 0);
    let [one] = &of(true)[..] else { panic!("one fault, one diagnosis") };
    assert_eq!(one.diagnosis().to_string(), "straight: legal-moves: says too little");
    assert!(one.scenario.setup.placement.occupied().len() == 4, "{}", one.scenario.setup);
}

/// The page about known deviations lists exactly the facts, scopes and functions that conditions support.
#[test]
fn the_page_of_known_deviations_lists_every_fact() {
    let page =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/known-deviations.md"))
            .unwrap();
    let kind = |fact: &Fact| match fact.kind {
        FactType::Word(_) => "word".to_owned(),
        FactType::Words(_) => "words".to_owned(),
        FactType::YesNo | FactType::Number | FactType::Squares | FactType::Text => {
            fact.kind.to_string()
        }
    };
    let facts =
        FACTS.iter().map(|fact| format!("| `{}` | {} | {} |\n", fact.name, kind(fact), fact.about));
    let table: String = ["| fact | type | meaning |\n|---|---|---|\n".to_owned()]
        .into_iter()
        .chain(facts)
        .collect();
    assert!(page.contains(&format!("{table}\n")), "the page needs:\n{table}");
    let rows = scopes_and_functions().map(|(name, about)| format!("| `{name}(...)` | {about} |\n"));
    let rows: String = rows.collect();
    assert!(page.contains(&format!("|---|---|\n{rows}\n")), "the page needs:\n{rows}");
    for flaw in SetupFlaw::ALL {
        assert!(page.contains(&format!("`{}`", flaw.name())), "{flaw:?}");
    }
}
