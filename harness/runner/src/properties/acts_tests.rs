//! Tests of the rules with random acts: legal moves, and the acts of the example sentences.

use std::sync::LazyLock;

use super::{SplitMix64, any_start};
use lawbook::{
    board::{Color, Role, Square},
    position::Move,
    rules::{
        Act, ClaimGround, Clocks, Decision, Event, Game, Incident, IncidentKind, Refused, RuleSet,
        SearchBudget, TimeControl,
    },
    sentence,
};
use proptest::prelude::*;

/// Generates the random numbers of at most `acts` acts.
fn choices(acts: usize) -> impl Strategy<Value = Vec<u64>> {
    prop::collection::vec(any::<u64>(), 0..=acts)
}

/// Generates conditions of play: time controls, draw restrictions and other regulations of an event.
fn any_event() -> impl Strategy<Value = Event> {
    let clocks = (1..600_u32, 1..600_u32, 0..30_u32).prop_map(|(white, black, increment)| {
        let [white, black, increment] = [white, black, increment].map(|seconds| 1000 * seconds);
        Clocks { white, black, increment }
    });
    let limit = prop_oneof![Just(None), Just(Some(10)), Just(Some(30))];
    let times =
        prop::sample::select(&[TimeControl::Standard, TimeControl::Rapid, TimeControl::Blitz]);
    let all = (times, any::<[bool; 8]>(), limit, prop::option::of(clocks));
    all.prop_map(|(time, flags, no_agreement_before_move, clocks)| {
        let [supervised, increment, last_period, quickplay_rules, no_agreement, ..] = flags;
        let [.., has_control, has_default, digital_board] = flags;
        Event {
            time,
            supervised,
            increment,
            last_period,
            quickplay_rules,
            no_agreement_before_move,
            no_agreement,
            control: has_control.then_some(40),
            default_minutes: has_default.then_some(15),
            digital_board,
            clocks,
        }
    })
}

/// The acts other than moves of an example sentence that are still to come, the next one last.
#[derive(Default)]
struct Script(Vec<Act>);

impl Script {
    /// Returns the next act of the example. After its last act a legal move follows, or an example from either side. Few
    /// of the acts that end the game are kept.
    fn act(&mut self, game: &Game, number: u64) -> Act {
        static EXAMPLES: LazyLock<Vec<Vec<Act>>> =
            LazyLock::new(|| sentence::examples().map(|(_, acts)| acts).collect());
        let mut rng = SplitMix64::new(number);
        let mut legal = game.position().legal_moves();
        legal.sort_unstable();
        let legal = legal.get(rng.below(legal.len().max(1))).copied();
        if self.0.is_empty() && rng.below(3) > 0 {
            let example = &EXAMPLES[rng.below(EXAMPLES.len())];
            let is_flipped = rng.below(2) > 0;
            let acts = example.iter().filter(|act| !matches!(act, Act::MoveAndPress { .. })).rev();
            self.0 = acts.map(|act| if is_flipped { act.flip() } else { *act }).collect();
        }
        let wild = Move::new(Square::from_index(rng.below(64)), Square::from_index(rng.below(64)));
        let move_and_press = Act::MoveAndPress { mv: legal.unwrap_or(wild) };
        let mut act = self.0.pop().unwrap_or(move_and_press);
        if rng.below(8) == 0 {
            let what = IncidentKind::ALL[rng.below(IncidentKind::ALL.len())];
            let of = what.is_of_a_player().then_some(Color::ALL[rng.below(2)]);
            let number = if what.has_number() { 1 + rng.below(64) as u32 } else { 0 };
            act = Act::Incident(Incident { what, of, number });
        }
        match &mut act {
            Act::MoveAndPress { mv }
            | Act::MoveOnly { mv, .. }
            | Act::ClaimSpoken { mv, .. }
            | Act::Seal { mv, .. }
            | Act::Write { mv, .. }
            | Act::Claim { written: Some(mv), .. } => {
                *mv = legal.filter(|_| rng.below(8) > 0).unwrap_or(wild);
            }
            Act::LeavePawn { mv, .. } => {
                *mv = Move { promotion: None, ..legal.unwrap_or(wild) };
            }
            Act::Illegal { mv, .. }
            | Act::IllegalUnnoticed { mv, .. }
            | Act::IllegalWithTwoHands { mv, .. } => *mv = wild,
            Act::Touch { square, .. } => *square = legal.unwrap_or(wild).from,
            _ => {}
        }
        let mut next = game.clone();
        next.act(&act);
        let is_over = next.outcome().is_some();
        if is_over && rng.below(24) > 0 { move_and_press } else { act }
    }
}

fn cases() -> u32 {
    // 900 cases of about 30 acts under 14 rule sets are more than 300,000 acts. `LAWBOOK_ACTS` sets the number of cases.
    std::env::var("LAWBOOK_ACTS").ok().and_then(|text| text.parse().ok()).unwrap_or(900)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn acts_are_taken_back_and_saved(
        rule_set in prop::sample::select(RuleSet::ALL.to_vec()),
        start in any_start(),
        event in any_event(),
        choices in choices(40),
    ) {
        let budget = SearchBudget::MATERIAL_ONLY;
        let mut game = Game::in_event(rule_set, event, start, budget);
        let mut script = Script::default();
        for &choice in &choices {
            let before = game.clone();
            let act = script.act(&game, choice);
            game.act(&act);
            let mut taken_back = game.clone();
            taken_back.take_back_to(before.acts().len());
            prop_assert_eq!(taken_back, before, "{}", act);
        }
        {
            let saved = serde_json::to_string(&game).unwrap();
            prop_assert_eq!(serde_json::from_str::<Game>(&saved).unwrap(), game.clone(), "{}", saved);
        }
        for ground in ClaimGround::ALL {
            let listed = game.claim_moves(ground);
            for (from, to) in (0..64).flat_map(|from| (0..64).map(move |to| (from, to))) {
                for promotion in [None, Some(Role::Queen), Some(Role::Knight)] {
                    let [from, to] = [from, to].map(Square::from_index);
                    let written = Move { from, to, promotion };
                    let turn = game.position().turn();
                    let claim = game.check_claim(turn, ground, Some(written));
                    prop_assert_eq!(listed.contains(&written), claim.is_ok(), "{}", written);
                }
            }
        }
    }

    #[test]
    fn rulings_keep_to_what_every_rule_set_shares(
        start in any_start(),
        event in any_event(),
        choices in choices(60),
    ) {
        for rule_set in RuleSet::ALL {
            let mut flipped = Game::in_event(rule_set, event.flip(), start.flip(), SearchBudget::DEFAULT);
            let mut is_alike = event.control.is_none() && event.no_agreement_before_move.is_none();
            let mut again = Game::in_event(rule_set, event, start, SearchBudget::DEFAULT);
            let mut game = Game::in_event(rule_set, event, start, SearchBudget::DEFAULT);
            let mut script = Script::default();
            for &choice in &choices {
                let before = &game.clone();
                let act = &script.act(&game, choice);
                let (ruling, after) = (&game.act(act), &game);
                // A game that is over stays over, with the same outcome. Only an arbiter who has yet to decide on
                // the score of the opponent may change it.
                if let Some(outcome) = before.outcome()
                    && !matches!(act, Act::GiveResult { .. })
                {
                    prop_assert_eq!(ruling.decision, Decision::Over(outcome));
                    prop_assert_eq!(after.outcome(), Some(outcome));
                }
                let ended = match ruling.decision {
                    Decision::Over(outcome) => Some(outcome),
                    _ => None,
                };
                prop_assert_eq!(after.outcome(), ended);
                let cancelled = ruling.decision == Decision::Cancelled;
                prop_assert!(cancelled || before.standing().decision != Decision::Cancelled);
                prop_assert_eq!(cancelled, after.standing().decision == Decision::Cancelled);
                // A refused act leaves the game unchanged, except that a refused claim may leave a draw offer and a
                // written move.
                if let Decision::Refused(what) = ruling.decision {
                    prop_assert_eq!(before.moves(), after.moves());
                    prop_assert_eq!(before.positions(), after.positions());
                    if what != Refused::Claim {
                        prop_assert_eq!(before, after, "{} was refused", act);
                    }
                }
                // The rulings are deterministic.
                prop_assert_eq!(&again.act(act), ruling);
                // Every reason has an explanation in words.
                prop_assert!(!ruling.reason.explain(rule_set).is_empty(), "{:?}", ruling.reason);
                // Exchanging the colours does not change the rulings. The exception is the number of completed
                // moves: with Black to move, White has completed one more. Time controls and agreed draws depend on
                // it.
                let mirrored = flipped.act(&act.flip());
                is_alike &= mirrored.reason == ruling.reason || !(mirrored.reason.counts_moves() || ruling.reason.counts_moves());
                if !is_alike {
                    continue;
                }
                prop_assert_eq!(mirrored.decision.flip(), ruling.decision, "{} under {}", act, rule_set);
                let orders: Vec<_> = mirrored.orders.into_iter().map(|order| order.flip().to_string()).collect();
                let mut sorted = orders;
                sorted.sort_unstable();
                let mut expected: Vec<_> = ruling.orders.iter().map(|order| order.to_string()).collect();
                expected.sort_unstable();
                prop_assert_eq!(sorted, expected, "{} under {}", act, rule_set);
                for color in Color::ALL {
                    prop_assert_eq!(flipped.milliseconds(!color), after.milliseconds(color));
                }
            }
        }
    }
}
