//! Random games put to the reference and to every library, ply by ply.

use lawbook::{
    adapter::{About, Adapter, Implementation, Moves, Refusal, Reply},
    catalogue::Occasion,
    notation::read_uci,
    position::Position,
    properties::{
        Comparison, Disagreement, Plan, STRATEGISTS, Search, Sighting, Strategist, check_laws,
    },
    rules::RuleSet,
};
use lawbook_harness::adapters;
use proptest::{prelude::*, strategy::SBoxedStrategy};

/// Plans of every strategy.
fn plans() -> impl Strategy<Value = Plan> {
    let all: Vec<SBoxedStrategy<Plan>> = STRATEGISTS.iter().map(|one| one.plans(80)).collect();
    prop::sample::select(all).prop_flat_map(|plans| plans)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn libraries_agree_with_the_reference_but_for_what_is_known(plan in plans()) {
        let (libraries, known) = (adapters::all(), adapters::known_deviations().unwrap());
        let mut new = Vec::new();
        for group in Comparison::groups(&libraries) {
            group.game(&plan, &mut |seen| {
                let Sighting { library, setup, moves, question, .. } = *seen;
                let occasion = Occasion { setup, moves, acts: &[], question };
                if !known.iter().any(|one| one.explains(library, &occasion)) {
                    new.push(format!("{}: {} {} after {moves:?}", seen.library, seen.question, seen.difference));
                }
            });
        }
        prop_assert!(new.is_empty(), "from {}: {new:#?}", plan.start);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    /// Those of which nothing is known that would break one.
    #[test]
    fn libraries_keep_to_the_laws(plan in plans()) {
        let known = adapters::known_deviations().unwrap();
        let mut played = plan.play();
        played.moves.truncate(40);
        let mut checked = 0;
        for library in adapters::all() {
            let name = library.about().name;
            if !known.iter().any(|one| one.implementation == name && one.in_games.is_some()) {
                prop_assert_eq!(check_laws(library.as_ref(), &played), Ok(()), "{}", name);
                checked += 1;
            }
        }
        prop_assert!(checked > 0, "every library has deviations in games");
    }
}

/// A library whose pawns never capture in passing.
struct Straight;

impl Adapter for Straight {
    type Game = Position;

    fn about(&self) -> About {
        let (name, version) = ("straight".to_owned(), "1.0.0".to_owned());
        About { name, version, rule_set: RuleSet::LATEST, endings: &[] }
    }

    fn set_up(&self, fen: &str) -> Result<Position, Refusal> {
        fen.parse().map_err(|error| Refusal(format!("{error}")))
    }

    fn play(&self, game: &mut Position, uci: &str) -> Result<(), Refusal> {
        let played = read_uci(game, uci).map_err(|error| Refusal(error.to_string()))?;
        *game = game.after(played);
        Ok(())
    }

    fn legal_moves(&self, game: &Position) -> Reply<Moves> {
        let is_passing = |to| game.en_passant() == Some(to);
        let moves = game.legal_moves().into_iter().filter(|one| {
            !(is_passing(one.to)
                && game.at(one.from).is_some_and(|man| man.role == lawbook::board::Role::Pawn))
        });
        Reply::Native(moves.collect())
    }
}

/// A fault is found without a hint, and made so small that nothing can be taken away.
#[test]
fn a_fault_is_found_and_made_small() {
    let libraries: Vec<Box<dyn Implementation>> = vec![Box::new(Straight)];
    let pushes = [Strategist::named("double-push").unwrap()];
    let search = Search::new(&libraries, &pushes, &[], 1);
    let mut found = lawbook::properties::Found::default();
    for number in 0..200 {
        search.game(number, &mut found);
    }
    let [first] = &found.first.into_values().collect::<Vec<Disagreement>>()[..] else {
        panic!("one fault, one diagnosis")
    };
    let small = search.shrink(first.clone());
    assert_eq!(small.diagnosis(), first.diagnosis());
    assert_eq!(small.diagnosis().to_string(), "straight: legal-moves: says too little");
    assert!(small.moves().len() <= 1, "{small:?}");
    assert_eq!(small.line.setup.placement.occupied().len(), 4, "{small:?}");
}
