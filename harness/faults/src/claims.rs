//! Mistakes about draws: by claim, automatic, and by agreement.

use lawbook::{
    board::Color,
    dead::material,
    position::Move,
    rules::{Act, ClaimGround, Decision, Game, Order, Outcome, Reason, Refused, Termination},
};
use lawbook_catalogue::{
    adapter::Scenario,
    question::{Answer, GameQuestion, Question},
};

use super::{
    Fault, fault,
    mutation::{Mutation, PlayableLine},
    scene::Scene,
};

pub(super) const FAULTS: &[Fault] = &[
    fault(
        "fifty-is-automatic",
        "Fifty moves end the game even without a claim.",
        Mutation::Ruling(&|scene, decision| {
            by_itself(scene, decision, Termination::FiftyMoves, |game| clock(game) >= 100)
        }),
    ),
    fault(
        "fifty-before-mate",
        "The count is looked at before the mate that the last of a hundred plies has given.",
        Mutation::Ruling(&|scene, decision| {
            instead_of_mate(scene, decision, Termination::FiftyMoves, |game| clock(game) >= 100)
        }),
    ),
    fault(
        "seventy-five-before-mate",
        "The count is looked at before the mate that the last of 150 plies has given.",
        Mutation::Ruling(&|scene, decision| {
            instead_of_mate(scene, decision, Termination::SeventyFiveMoves, |game| {
                clock(game) >= 150
            })
        }),
    ),
    fault(
        "fivefold-in-a-row-only",
        "The five occurrences have to follow each other every second move, as in the first edition of the rule.",
        Mutation::Ruling(&|scene, decision| {
            let apart = scene.game().is_some_and(|game| {
                let back = game.positions().iter().rev().step_by(4).take(5);
                back.filter(|position| position.same_position(game.position())).count() < 5
            });
            if apart { never(decision, Termination::FivefoldRepetition) } else { decision }
        }),
    ),
    fault(
        "claim-by-the-player-who-has-moved",
        "The claimant is not checked, so the player who has made the move may claim as well.",
        Mutation::Ruling(&|scene, decision| {
            claimed(scene, decision, |game, by, ground, written| {
                let judged = game.check_claim(by, ground, written);
                let late = matches!(
                    judged,
                    Err(Reason::ClaimNotOnMove(_)
                        | Reason::ClaimTooLate
                        | Reason::ClaimAfterSealing)
                );
                (late && written.is_none()).then(|| is_enough(game, ground, None))
            })
        }),
    ),
    fault(
        "claim-after-touch",
        "A player who has touched a piece may still claim.",
        Mutation::Answer(&|told, question| {
            forgiven(told, question, |game, by, ground, written| {
                (game.check_claim(by, ground, written) == Err(Reason::ClaimAfterTouch))
                    .then(|| is_enough(game, ground, written))
            })
        }),
    ),
    fault(
        "claim-only-after-the-move",
        "A claim is judged by the positions that have stood on the board, and the written move is not looked at.",
        Mutation::Answer(&|told, question| {
            forgiven(told, question, |game, by, ground, written| {
                written.map(|_| game.check_claim(by, ground, None).is_ok())
            })
        }),
    ),
    fault(
        "written-move-is-forgotten",
        "A claim that names no move is judged by the position on the board, whatever was written before.",
        Mutation::Scenario(&|line| {
            if let [.., Act::Write { .. }, Act::Claim { written: None, .. }] = line.acts[..] {
                line.acts.remove(line.acts.len() - 2);
            }
        }),
    ),
    fault(
        "threefold-by-a-move-that-is-possible",
        "A repetition is claimable as soon as a legal move would lead to it, without one that is written.",
        Mutation::Answer(&|told, question| foreseen(told, question, ClaimGround::Threefold)),
    ),
    fault(
        "fifty-moves-by-a-move-that-is-possible",
        "The fifty-move rule is claimable as soon as a legal move would complete it, without one that is written.",
        Mutation::Answer(&|told, question| foreseen(told, question, ClaimGround::Fifty)),
    ),
    fault(
        "claim-on-either-ground",
        "Both claims are one question, so either ground is sufficient.",
        Mutation::Answer(&|told, question| {
            forgiven(told, question, |game, by, ground, written| {
                let judged = game.check_claim(by, ground, written);
                let other = if ground == ClaimGround::Fifty {
                    ClaimGround::Threefold
                } else {
                    ClaimGround::Fifty
                };
                matches!(judged, Err(Reason::ClaimWrong(..)))
                    .then(|| is_enough(game, other, written))
            })
        }),
    ),
    fault(
        "wrong-claim-costs-nothing",
        "A wrong claim is refused, and the opponent gets no time for it.",
        Mutation::Orders(&|scene, orders| {
            if is_claim(scene) {
                orders.retain(|order| {
                    !matches!(
                        order,
                        Order::AddTime { .. } | Order::TakeTime { .. } | Order::TakeHalf { .. }
                    )
                });
            }
        }),
    ),
    fault(
        "wrong-claim-costs-three-minutes",
        "The penalty of the older editions is kept.",
        Mutation::Orders(&|scene, orders| {
            for order in orders.iter_mut().filter(|_| is_claim(scene)) {
                if let Order::AddTime { to, minutes: 2 } = *order {
                    *order = Order::AddTime { to, minutes: 3 };
                }
            }
        }),
    ),
    fault(
        "wrong-claim-frees-the-hand",
        "After a wrong claim the written move need not be played.",
        Mutation::Orders(&|scene, orders| {
            if is_claim(scene) {
                orders.retain(|order| {
                    !matches!(order, Order::MustPlay { .. } | Order::MustMove { .. })
                });
            }
        }),
    ),
    fault(
        "wrong-claim-is-no-offer",
        "A wrong claim leaves no draw offer that the opponent could accept.",
        Mutation::Ruling(&|scene, decision| {
            let accepted = matches!(scene.last_act(), Some(Act::Accept { .. }));
            let offered = scene.line.acts.iter().any(|act| matches!(act, Act::Offer { .. }));
            if accepted && !offered && decision == agreed() {
                Decision::Refused(Refused::Acceptance)
            } else {
                decision
            }
        }),
    ),
    fault(
        "last-minutes-with-increment",
        "A claim in the last two minutes is allowed even if time is added with each move.",
        Mutation::Scenario(&|line| {
            if matches!(line.acts.last(), Some(Act::ClaimNoWinningChances { .. })) {
                line.event.increment = false;
            }
        }),
    ),
    fault(
        "last-minutes-forgotten",
        "A claim that the game cannot be won by normal means is not known.",
        Mutation::Ruling(&|scene, decision| {
            if let (Some(Act::ClaimNoWinningChances { .. }), Decision::ArbiterDecides) =
                (scene.last_act(), decision)
            {
                Decision::Refused(Refused::Claim)
            } else {
                decision
            }
        }),
    ),
    fault(
        "last-minutes-by-either-player",
        "A claim in the last two minutes is allowed to the player who does not have the move.",
        Mutation::Ruling(&|scene, decision| {
            let out_of_turn = |by: Color| {
                scene.game().is_some_and(|game| {
                    let event = scene.line.event;
                    event.last_period && !event.increment && game.position().turn() != by
                })
            };
            if let (Some(Act::ClaimNoWinningChances { by }), Decision::Refused(Refused::Claim)) =
                (scene.last_act(), decision)
                && out_of_turn(by)
            {
                Decision::ArbiterDecides
            } else {
                decision
            }
        }),
    ),
    fault(
        "offer-survives-the-move",
        "A player who moves has not answered the offer, and can accept it later.",
        Mutation::Ruling(&|scene, decision| {
            let offered = |by: Color| scene.line.acts.contains(&Act::Offer { by: !by });
            if let (Some(Act::Accept { by }), Decision::Refused(Refused::Acceptance)) =
                (scene.last_act(), decision)
                && offered(by)
            {
                agreed()
            } else {
                decision
            }
        }),
    ),
    fault(
        "offer-ends-with-the-turn",
        "An offer is dropped as soon as the player who made it has moved.",
        Mutation::Scenario(&|line| {
            let acts = std::mem::take(&mut line.acts);
            for (place, act) in acts.iter().enumerate() {
                let moves_next = acts.get(place + 1).is_some_and(|next| next.played().is_some());
                if !(matches!(act, Act::Offer { .. }) && moves_next) {
                    line.acts.push(*act);
                }
            }
        }),
    ),
    fault(
        "own-offer-accepted",
        "An offer can be accepted by either player.",
        Mutation::Ruling(&|scene, decision| {
            let own = |by: Color| {
                let mut before = scene.line.acts.iter().rev().skip(1);
                before.next() == Some(&Act::Offer { by })
            };
            if let (Some(Act::Accept { by }), Decision::Refused(Refused::Acceptance)) =
                (scene.last_act(), decision)
                && own(by)
            {
                agreed()
            } else {
                decision
            }
        }),
    ),
    fault(
        "offer-can-be-withdrawn",
        "An offer is taken back by the player who made it.",
        Mutation::Scenario(&|line| {
            let withdrawn = line
                .acts
                .iter()
                .find_map(|act| if let Act::WithdrawOffer { by } = act { Some(*by) } else { None });
            let Some(by) = withdrawn else { return };
            let is_taken_back =
                |act: &Act| matches!(act, Act::WithdrawOffer { .. }) || *act == Act::Offer { by };
            line.acts.retain(|act| !is_taken_back(act));
        }),
    ),
    fault(
        "offer-ends-at-any-touch",
        "A piece touched by either player counts as refusing the offer.",
        Mutation::Ruling(&|scene, decision| {
            let mut before = scene.line.acts.iter().rev().skip(1);
            if let (Some(Act::Accept { by }), Some(Act::Touch { by: other, .. })) =
                (scene.last_act(), before.next())
                && *other != by
            {
                Decision::Refused(Refused::Acceptance)
            } else {
                decision
            }
        }),
    ),
    fault(
        "refused-offer-stands",
        "A refusal in words is not recorded, and the offer can still be accepted.",
        Mutation::Scenario(&|line| line.acts.retain(|act| !matches!(act, Act::Decline { .. }))),
    ),
    fault(
        "offer-with-a-condition",
        "A condition is dropped, so a conditional offer counts as an offer.",
        Mutation::Scenario(&|line| {
            for act in &mut line.acts {
                if let Act::OfferOnCondition { by } = *act {
                    *act = Act::Offer { by };
                }
            }
        }),
    ),
    fault(
        "agreement-at-any-time",
        "The players may agree before they have moved, and whatever the event says.",
        Mutation::Ruling(&|scene, decision| {
            if let (Some(Act::Agree), Decision::Refused(Refused::Agreement)) =
                (scene.last_act(), decision)
            {
                agreed()
            } else {
                decision
            }
        }),
    ),
    fault(
        "offer-on-the-own-turn-only",
        "An offer of the player who does not have the move is not heard.",
        Mutation::Scenario(&drop_offers_out_of_turn),
    ),
    fault(
        "offer-to-the-mateless-draws-everywhere",
        "An offer to an opponent whose pieces cannot mate draws at once, as on one server.",
        Mutation::Ruling(&|scene, decision| {
            if let (Some(Act::Offer { by }), Decision::PlayOn) = (scene.last_act(), decision)
                && lacks_mating_material(scene, !by)
            {
                Decision::Over(Outcome::draw(Termination::MaterialClaim))
            } else {
                decision
            }
        }),
    ),
    fault(
        "an-offer-is-an-agreement",
        "The answer is not waited for.",
        Mutation::Ruling(&|scene, decision| {
            if let (Some(Act::Offer { .. }), Decision::PlayOn) = (scene.last_act(), decision) {
                agreed()
            } else {
                decision
            }
        }),
    ),
];

const fn agreed() -> Decision {
    Decision::Over(Outcome::draw(Termination::Agreement))
}

fn never(decision: Decision, by: Termination) -> Decision {
    if decision == Decision::Over(Outcome::draw(by)) { Decision::PlayOn } else { decision }
}

fn clock(game: &Game) -> u16 {
    game.position().halfmove_clock()
}

fn is_claim(scene: &Scene) -> bool {
    matches!(scene.last_act(), Some(Act::Claim { .. }))
}

/// An automatic draw instead of playing on after a move, if `holds`.
fn by_itself(
    scene: &Scene,
    decision: Decision,
    by: Termination,
    holds: fn(&Game) -> bool,
) -> Decision {
    let moved = scene.last_act().is_none_or(|act| act.played().is_some());
    if moved && decision == Decision::PlayOn && scene.game().is_some_and(holds) {
        Decision::Over(Outcome::draw(by))
    } else {
        decision
    }
}

fn instead_of_mate(
    scene: &Scene,
    decision: Decision,
    by: Termination,
    holds: fn(&Game) -> bool,
) -> Decision {
    if let Decision::Over(Outcome { by: Termination::Checkmate, .. }) = decision
        && scene.game().is_some_and(holds)
    {
        Decision::Over(Outcome::draw(by))
    } else {
        decision
    }
}

/// A wrong verdict on a claim by a player, on a ground, with the written move; `None` keeps the right verdict.
type ClaimVerdict = fn(&Game, Color, ClaimGround, Option<Move>) -> Option<bool>;

/// The decision after a claim that `verdict` judges.
fn claimed(scene: &Scene, decision: Decision, verdict: ClaimVerdict) -> Decision {
    let (Some(before), Some(Act::Claim { by, ground, written })) =
        (scene.before(), scene.last_act())
    else {
        return decision;
    };
    rule(before, decision, ground, verdict(before, by, ground, written))
}

fn rule(before: &Game, decision: Decision, ground: ClaimGround, verdict: Option<bool>) -> Decision {
    let drawn = match ground {
        ClaimGround::Threefold => Termination::ThreefoldRepetition,
        ClaimGround::Fifty => Termination::FiftyMoves,
    };
    match verdict {
        _ if before.outcome().is_some() => decision,
        Some(true) => Decision::Over(Outcome::draw(drawn)),
        Some(false) => Decision::Refused(Refused::Claim),
        None => decision,
    }
}

/// Like [`claimed`], but as an answer: also to the question whether a claim would be right, before the claim is made.
fn forgiven(told: &PlayableLine<'_>, question: &Question, verdict: ClaimVerdict) -> Option<Answer> {
    if let Question::Game(GameQuestion::Claim { ground, written }) = question
        && told.game.outcome().is_none()
    {
        let by = told.game.position().turn();
        verdict(told.game, by, *ground, *written).map(Answer::Is)
    } else if let Question::Game(GameQuestion::Ruling) = question
        && let Some(Act::Claim { by, ground, written }) = told.last_act
    {
        let judged = verdict(told.before, by, ground, written)?;
        let unchanged = Decision::PlayOn;
        let ruled = rule(told.before, unchanged, ground, Some(judged));
        (ruled != unchanged).then_some(Answer::Ruling(ruled))
    } else {
        None
    }
}

/// A claim without a written move that is right because a legal move would make it so.
fn foreseen(told: &PlayableLine<'_>, question: &Question, own: ClaimGround) -> Option<Answer> {
    let asks = match question {
        Question::Game(GameQuestion::Claim { ground, written: None }) => *ground == own,
        Question::Game(GameQuestion::Claimable) => true,
        _ => false,
    };
    let mut moves = told.game.position().legal_moves().into_iter();
    let is_due = asks
        && told.game.outcome().is_none()
        && moves.any(|possible| is_enough(told.game, own, Some(possible)));
    is_due.then_some(Answer::Is(true))
}

/// Whether the count suffices for a claim on this ground, after the written move if there is one.
fn is_enough(game: &Game, ground: ClaimGround, written: Option<Move>) -> bool {
    let next = written.and_then(|written| game.position().play(written).ok());
    match (ground, next) {
        (ClaimGround::Threefold, None) => game.occurrences() >= 3,
        (ClaimGround::Threefold, Some(next)) => game.line().occurrences_of(&next) + 1 >= 3,
        (ClaimGround::Fifty, next) => {
            next.as_ref().unwrap_or(game.position()).halfmove_clock() >= 100
        }
    }
}

fn lacks_mating_material(scene: &Scene, side: Color) -> bool {
    scene
        .game()
        .is_some_and(|game| !material::has_mating_material(game.position().placement(), side))
}

fn drop_offers_out_of_turn(line: &mut Scenario) {
    let mut turn = line.setup.turn;
    line.acts.retain(|act| {
        if act.played().is_some() {
            turn = !turn;
        }
        !matches!(act, Act::Offer { by } if *by != turn)
    });
}
