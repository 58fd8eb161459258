//! Mistakes about draws: by claim, automatic, and by agreement.

use lawbook::{
    board::Color,
    dead::material,
    position::Move,
    rules::{Act, ClaimGround, Decision, Game, Order, Reason, Refused, Termination},
};
use lawbook_catalogue::{
    adapter::Scenario,
    question::{Answer, GameQuestion, Question},
};

use super::{
    Fault, fault,
    mutation::{Mutation, PlayableLine, claimed, drawn, is_over_by},
    scene::Scene,
};

pub(super) const FAULTS: &[Fault] = &[
    fault(
        "fifty-is-automatic",
        "Fifty moves end the game even without a claim.",
        Mutation::Ruling(&|scene, decision| {
            let ends = scene.is_after_move() && clock(scene.game()?) >= 100;
            (ends && decision == Decision::PlayOn).then_some(drawn(Termination::FiftyMoves))
        }),
    ),
    fault(
        "fifty-before-mate",
        "The count is looked at before the mate that the last of a hundred plies has given.",
        Mutation::Ruling(&|scene, decision| {
            instead_of_mate(scene, decision, Termination::FiftyMoves, 100)
        }),
    ),
    fault(
        "seventy-five-before-mate",
        "The count is looked at before the mate that the last of 150 plies has given.",
        Mutation::Ruling(&|scene, decision| {
            instead_of_mate(scene, decision, Termination::SeventyFiveMoves, 150)
        }),
    ),
    fault(
        "fivefold-in-a-row-only",
        "The five occurrences have to follow each other every second move, as in the first edition of the rule.",
        Mutation::Ruling(&|scene, decision| {
            let game = scene.game()?;
            let back = game.positions().iter().rev().step_by(4).take(5);
            let count = back.filter(|position| position.same_position(game.position())).count();
            let is_fivefold = decision == drawn(Termination::FivefoldRepetition);
            (is_fivefold && count < 5).then_some(Decision::PlayOn)
        }),
    ),
    fault(
        "claim-by-the-player-who-has-moved",
        "The claimant is not checked, so the player who has made the move may claim as well.",
        Mutation::Ruling(&|scene, _| {
            let Act::Claim { by, ground, written: None } = scene.last_act()? else { return None };
            let before = scene.before()?;
            let late = matches!(
                before.check_claim(by, ground, None),
                Err(Reason::ClaimNotOnMove(_) | Reason::ClaimTooLate | Reason::ClaimAfterSealing)
            );
            let judged = late.then(|| is_enough(before, ground, None))?;
            ruling(before, ground, judged)
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
            (accepted && !offered && decision == AGREED)
                .then_some(Decision::Refused(Refused::Acceptance))
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
            let claimed = matches!(scene.last_act(), Some(Act::ClaimNoWinningChances { .. }));
            (claimed && decision == Decision::ArbiterDecides)
                .then_some(Decision::Refused(Refused::Claim))
        }),
    ),
    fault(
        "last-minutes-by-either-player",
        "A claim in the last two minutes is allowed to the player who does not have the move.",
        Mutation::Ruling(&|scene, decision| {
            let Act::ClaimNoWinningChances { by } = scene.last_act()? else { return None };
            let (event, turn) = (scene.line.event, scene.game()?.position().turn());
            let out_of_turn = event.last_period && !event.increment && turn != by;
            (out_of_turn && decision == Decision::Refused(Refused::Claim))
                .then_some(Decision::ArbiterDecides)
        }),
    ),
    fault(
        "offer-survives-the-move",
        "A player who moves has not answered the offer, and can accept it later.",
        Mutation::Ruling(&|scene, decision| {
            let Act::Accept { by } = scene.last_act()? else { return None };
            let offered = scene.line.acts.contains(&Act::Offer { by: !by });
            (offered && decision == Decision::Refused(Refused::Acceptance)).then_some(AGREED)
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
            let Act::Accept { by } = scene.last_act()? else { return None };
            let own = scene.line.acts.iter().nth_back(1) == Some(&Act::Offer { by });
            (own && decision == Decision::Refused(Refused::Acceptance)).then_some(AGREED)
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
        Mutation::Ruling(&|scene, _| {
            let before = scene.line.acts.iter().nth_back(1)?;
            let (Act::Accept { by }, Act::Touch { by: other, .. }) = (scene.last_act()?, before)
            else {
                return None;
            };
            (*other != by).then_some(Decision::Refused(Refused::Acceptance))
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
            let refused = decision == Decision::Refused(Refused::Agreement);
            (refused && scene.last_act() == Some(Act::Agree)).then_some(AGREED)
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
            let Act::Offer { by } = scene.last_act()? else { return None };
            let pieces = scene.game()?.position().placement();
            (decision == Decision::PlayOn && !material::has_mating_material(pieces, !by))
                .then_some(drawn(Termination::MaterialClaim))
        }),
    ),
    fault(
        "an-offer-is-an-agreement",
        "The answer is not waited for.",
        Mutation::Ruling(&|scene, decision| {
            let offered = matches!(scene.last_act(), Some(Act::Offer { .. }));
            (offered && decision == Decision::PlayOn).then_some(AGREED)
        }),
    ),
];

const AGREED: Decision = drawn(Termination::Agreement);

fn clock(game: &Game) -> u16 {
    game.position().halfmove_clock()
}

fn is_claim(scene: &Scene) -> bool {
    matches!(scene.last_act(), Some(Act::Claim { .. }))
}

/// A draw instead of a mate from this number of plies on.
fn instead_of_mate(
    scene: &Scene,
    decision: Decision,
    by: Termination,
    plies: u16,
) -> Option<Decision> {
    let mated = is_over_by(decision, Termination::Checkmate);
    (mated && clock(scene.game()?) >= plies).then_some(drawn(by))
}

/// A wrong verdict on a claim by a player, on a ground, with the written move; `None` keeps the right verdict.
type ClaimVerdict = fn(&Game, Color, ClaimGround, Option<Move>) -> Option<bool>;

/// The decision after a claim that is judged in this way; `None` if the game was over before.
fn ruling(before: &Game, ground: ClaimGround, is_right: bool) -> Option<Decision> {
    let decision =
        if is_right { drawn(claimed(ground)) } else { Decision::Refused(Refused::Claim) };
    before.outcome().is_none().then_some(decision)
}

/// The answers with a wrong verdict on a claim: to the question whether it would be right, and on the claim that was made.
fn forgiven(told: &PlayableLine<'_>, question: &Question, verdict: ClaimVerdict) -> Option<Answer> {
    if let Question::Game(GameQuestion::Claim { ground, written }) = question
        && told.game.outcome().is_none()
    {
        let by = told.game.position().turn();
        verdict(told.game, by, *ground, *written).map(Answer::Is)
    } else if let Question::Game(GameQuestion::Ruling) = question
        && let Some(Act::Claim { by, ground, written }) = told.scene.last_act()
    {
        let judged = verdict(told.before, by, ground, written)?;
        ruling(told.before, ground, judged).map(Answer::Ruling)
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

fn drop_offers_out_of_turn(line: &mut Scenario) {
    let mut turn = line.setup.turn;
    line.acts.retain(|act| {
        if act.played().is_some() {
            turn = !turn;
        }
        !matches!(act, Act::Offer { by } if *by != turn)
    });
}
