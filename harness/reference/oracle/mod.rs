//! Test oracle for the rules of the game: a second implementation, written from the documents, slow but simple,
//! compared with the reference on random games under every rule set.
//!
//! The state consists of the boards only. Repetitions are counted by comparing boards, and moves without progress by
//! going backwards. Legal moves and check are taken from the library, and the solver decides whether any series of
//! moves can mate. Not covered: illegal moves, moves with two hands, promotion, adjournment, the last minutes
//! (quickplay finish), event conditions, and positions that are dead for other reasons than material.

mod claims;
mod ends;
mod fifty;
mod game;
mod laws;
mod material;
mod offers;
mod player;
mod repetition;

use lawbook::{
    board::Color,
    position::{Move, Position},
    rules::{Act, ClaimGround, Decision, Game, Order, Replay, RuleSet, SanReplay, SearchBudget},
};

use crate::five_pieces::SplitMix64;
use game::{Oracle, Verdict};

/// Number of games under each rule set, and maximum number of acts per game.
const GAMES: u64 = 180;
const ACTS: usize = 70;

#[test]
fn the_reference_rules_as_the_oracle_does() {
    let mut compared = 0;
    for seed in 0..GAMES {
        let start = player::STARTS[seed as usize % player::STARTS.len()].parse().unwrap();
        for rule_set in RuleSet::ALL {
            let choices = random(seed);
            match play(rule_set, start, &choices) {
                Ok(acts) => compared += acts,
                Err(_) => {
                    let (acts, what) = shrink(rule_set, start, choices);
                    panic!("{rule_set}, game {seed} from {start}: after {acts:?} {what}");
                }
            }
        }
    }
    assert!(compared > 20_000, "only {compared} acts were compared");
}

/// Claims with a written move: in one act, in two, after another written move, and with another move than the written.
#[test]
fn claims_with_a_written_move_agree_with_the_oracle() {
    let ahead: Vec<RuleSet> = RuleSet::ALL
        .into_iter()
        .filter(|&rule_set| laws::Laws::of(rule_set).third == laws::Drawn::ClaimedAhead)
        .collect();
    let mut verdicts = [0; 2];
    // Games that are over before the claim are not counted.
    for seed in 0..1_000 {
        if verdicts.iter().sum::<u32>() == 300 {
            break;
        }
        let choices = random(1_000 + seed);
        let rule_set = ahead[seed as usize % ahead.len()];
        let start: Position =
            player::STARTS[choices[0] as usize % player::STARTS.len()].parse().unwrap();
        let mut oracle = Oracle::new(rule_set, start);
        let mut game = Game::new(rule_set, start, SearchBudget::MATERIAL_EACH_MOVE);
        let plies = 3 + choices[1] as usize % 8;
        for &choice in &choices[2..2 + plies] {
            let played = player::shuffling(&oracle, (choice >> 8) as usize);
            let Some(mv) = played.filter(|_| oracle.over.is_none()) else { break };
            take(&mut oracle, &mut game, Act::MoveAndPress { mv }, 0).unwrap();
        }
        if oracle.over.is_some() {
            continue;
        }
        let by = oracle.board().turn();
        let mv = player::shuffling(&oracle, choices[20] as usize).unwrap();
        let legal = oracle.board().legal_moves();
        let other = legal[choices[21] as usize % legal.len()];
        let fifty = oracle.laws.fifty == laws::Drawn::ClaimedAhead && choices[22] & 1 == 1;
        let ground = if fifty { ClaimGround::Fifty } else { ClaimGround::Threefold };
        let claim = |written| Act::Claim { by, ground, written };
        let (write, write_other) = (Act::Write { by, mv }, Act::Write { by, mv: other });
        let acts = match seed / ahead.len() as u64 % 4 {
            0 => vec![write, claim(None)],
            1 => vec![claim(Some(mv))],
            2 => vec![write_other, write, claim(None)],
            _ => vec![write_other, claim(Some(mv))],
        };
        for act in &acts {
            let agree = take(&mut oracle, &mut game, *act, 0);
            assert_eq!(agree, Ok(()), "{rule_set}, claim {seed} from {start}: {acts:?}");
        }
        verdicts[usize::from(oracle.over.is_some())] += 1;
    }
    assert_eq!(verdicts.iter().sum::<u32>(), 300);
    assert!(verdicts.iter().all(|&number| number > 30), "{verdicts:?} refused and right");
}

/// Random games hardly reach this: a position occurs five times, with a detour in one of the rounds.
#[test]
fn five_times_with_a_detour() {
    let start: Position = "5rk1/pp3ppp/8/8/8/8/PP3PPP/4R1K1 w - - 0 25".parse().unwrap();
    let (short, long) = (
        ["e1d1", "f8c8", "d1e1", "c8f8"].as_slice(),
        ["e1e2", "f8e8", "e2d2", "e8d8", "d2d1", "d8c8", "d1e1", "c8f8"].as_slice(),
    );
    for rule_set in RuleSet::ALL {
        for detour in 0..5 {
            let rounds = (0..4).map(|round| if round == detour { long } else { short });
            let mut oracle = Oracle::new(rule_set, start);
            let mut game = Game::new(rule_set, start, SearchBudget::MATERIAL_EACH_MOVE);
            let mut replay = Replay::new(rule_set, start);
            let mut read = SanReplay::new(rule_set, start);
            for text in rounds.flatten() {
                let played: Move = text.parse().unwrap();
                if oracle.over.is_none() {
                    let agree = take(&mut oracle, &mut game, Act::MoveAndPress { mv: played }, 0);
                    assert_eq!(agree, Ok(()), "{rule_set}, the detour after {detour}");
                }
                replay.play(played).unwrap();
                read.play(played).unwrap();
                for outcome in [replay.outcome(), read.outcome()] {
                    assert_eq!(outcome, game.outcome(), "{rule_set}, the detour after {detour}");
                }
            }
            assert_eq!([replay.occurrences(), read.occurrences()], [5, 5]);
        }
    }
}

/// Generates the choices of a game from a seed.
fn random(seed: u64) -> Vec<u64> {
    let mut random = SplitMix64(seed.wrapping_mul(0x2545_f491_4f6c_dd1d));
    (0..ACTS).map(|_| random.bits()).collect()
}

/// The acts up to a disagreement, and its description.
type Disagreement = (Vec<Act>, String);

/// Plays a game to its end and one act beyond. Returns the number of acts.
fn play(rule_set: RuleSet, start: Position, choices: &[u64]) -> Result<usize, Disagreement> {
    let mut oracle = Oracle::new(rule_set, start);
    let mut game = Game::new(rule_set, start, SearchBudget::MATERIAL_EACH_MOVE);
    let mut acts = Vec::new();
    compare(&oracle, &game, 0).map_err(|what| (Vec::new(), what))?;
    for &choice in choices {
        let was_over = oracle.over.is_some();
        let act = player::act(&oracle, choice);
        acts.push(act);
        take(&mut oracle, &mut game, act, choice).map_err(|what| (acts.clone(), what))?;
        if was_over {
            break;
        }
    }
    Ok(acts.len())
}

/// Applies an act to both implementations, and compares the rulings and the resulting states.
fn take(oracle: &mut Oracle, game: &mut Game, act: Act, choice: u64) -> Result<(), String> {
    let was_over = oracle.over.is_some();
    let price =
        if let Act::Claim { by, written, .. } = act { oracle.price(by, written) } else { None };
    let verdict = oracle.act(&act);
    let ruling = game.act(&act);
    let agree = match (&verdict, ruling.decision) {
        (Verdict::PlayOn, Decision::PlayOn) => true,
        (Verdict::Refused(one), Decision::Refused(other)) => *one == other,
        (Verdict::Over(winner, by), Decision::Over(outcome)) => {
            *winner == outcome.winner && by.contains(&outcome.by)
        }
        (
            Verdict::PlayOn | Verdict::Refused(_) | Verdict::Over(..),
            Decision::PlayOn
            | Decision::Over(_)
            | Decision::Refused(_)
            | Decision::ArbiterDecides
            | Decision::Cancelled
            | Decision::BothLose
            | Decision::HalfPoint(_),
        ) => false,
    };
    if !agree {
        return Err(format!("the oracle says {verdict:?}, the reference {ruling:?}"));
    }
    if was_over {
        return Ok(());
    }
    let time = |one: &&Order| {
        matches!(one, Order::AddTime { .. } | Order::TakeTime { .. } | Order::TakeHalf { .. })
    };
    let taken: Vec<Order> = ruling.orders.iter().filter(time).copied().collect();
    let price = price.filter(|_| matches!(verdict, Verdict::Refused(_)));
    if price.as_ref().is_some_and(|price| *price != taken) {
        return Err(format!("the claim costs {price:?}, and not {taken:?}"));
    }
    compare(oracle, game, choice)
}

/// Compares the queries that are possible between two acts.
fn compare(oracle: &Oracle, game: &Game, choice: u64) -> Result<(), String> {
    let is = |same: bool, what: &str| if same { Ok(()) } else { Err(what.to_owned()) };
    let board = oracle.board();
    is(repetition::is_same(board, game.position()), "the boards differ")?;
    is(game.outcome().is_some() == oracle.over.is_some(), "one game is over")?;
    if oracle.over.is_some() {
        return Ok(());
    }
    is(game.standing_offer() == oracle.offer, "the offers differ")?;
    let times = repetition::occurrences(&oracle.history);
    is(game.occurrences() as usize == times, "the occurrences differ")?;
    let quiet = fifty::quiet_plies(&oracle.history);
    is(usize::from(board.halfmove_clock()) == quiet, "the plies without progress differ")?;
    for ground in ClaimGround::ALL {
        for by in Color::ALL {
            let right = oracle.is_right(by, ground, None);
            is(
                game.check_claim(by, ground, None).is_ok() == right,
                &format!("{by} claims {ground}"),
            )?;
        }
        // Every move that could be written down, but not after each act, to save time.
        if choice >> 50 & 3 == 0 {
            for legal in board.legal_moves() {
                let right = oracle.is_right(board.turn(), ground, Some(legal));
                let ruled = game.check_claim(board.turn(), ground, Some(legal)).is_ok();
                is(ruled == right, &format!("a claim of {ground} with {legal}"))?;
            }
        }
    }
    Ok(())
}

/// Removes choices as long as the game still has a disagreement.
fn shrink(rule_set: RuleSet, start: Position, mut choices: Vec<u64>) -> Disagreement {
    let mut found = play(rule_set, start, &choices).unwrap_err();
    choices.truncate(found.0.len());
    let mut at = choices.len();
    while at > 0 {
        at -= 1;
        let mut fewer = choices.clone();
        fewer.remove(at);
        if let Err(smaller) = play(rule_set, start, &fewer) {
            fewer.truncate(smaller.0.len());
            (choices, found) = (fewer, smaller);
            at = at.min(choices.len());
        }
    }
    found
}
