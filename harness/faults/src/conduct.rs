//! Mistakes about touching pieces, illegal moves, penalties and the clock.

use lawbook::{
    position::Position,
    rules::{
        Act, Decision, Incident, IncidentKind, Manner, MoveStage, Order, Outcome, Refused,
        Termination, TimeControl, Touch,
    },
};
use lawbook_catalogue::{
    adapter::Scenario,
    question::{Answer, GameQuestion, Question},
};

use super::{
    Fault, fault,
    mutation::{Mutation, lost},
};

pub(super) const FAULTS: &[Fault] = &[
    fault(
        "touch-means-nothing",
        "A piece that is touched need not be moved.",
        Mutation::Scenario(&|line| {
            line.acts.retain(|act| !matches!(act, Act::Touch { .. } | Act::ReleaseKing { .. }));
        }),
    ),
    fault(
        "accident-binds",
        "A piece brushed by accident counts as touched on purpose.",
        Mutation::Scenario(&|line| retouch(line, Touch::ByAccident, Touch::OnPurpose)),
    ),
    fault(
        "adjusting-binds",
        "A piece adjusted after saying so has to be moved.",
        Mutation::Scenario(&|line| retouch(line, Touch::AdjustingAfterSayingSo, Touch::OnPurpose)),
    ),
    fault(
        "adjusting-needs-no-word",
        "A player may adjust a piece without saying so.",
        Mutation::Scenario(&|line| {
            retouch(line, Touch::AdjustingWithoutAWord, Touch::AdjustingAfterSayingSo);
        }),
    ),
    fault(
        "opponents-pieces-are-free",
        "Touching a piece of the opponent obliges to nothing.",
        Mutation::Scenario(&|line| {
            drop_touches(line, |position, _, act| {
                if let Act::Touch { by, square, .. } = act {
                    position.at(*square).is_some_and(|piece| piece.color != *by)
                } else {
                    false
                }
            });
        }),
    ),
    fault(
        "last-touch-binds",
        "Of several pieces touched the last one has to be moved.",
        Mutation::Scenario(&|line| {
            drop_touches(line, |_, next, act| {
                matches!(
                    (act, next),
                    (Act::Touch { .. }, Some(Act::Touch { .. } | Act::ReleaseKing { .. }))
                )
            });
        }),
    ),
    fault(
        "first-touch-only",
        "Only the first touched piece counts.",
        Mutation::Scenario(&|line| {
            let mut touched = false;
            line.acts.retain(|act| {
                let again = matches!(act, Act::Touch { .. }) && touched;
                touched = matches!(act, Act::Touch { .. } | Act::ReleaseKing { .. });
                !again
            });
        }),
    ),
    fault(
        "rook-first-castles",
        "A player who has touched the rook first may still castle.",
        Mutation::Orders(&|_, orders| {
            orders.retain(|order| !matches!(order, Order::MustNotCastle { .. }))
        }),
    ),
    fault(
        "released-king-is-free",
        "The king's part of castling, let go of, can be taken back for another move.",
        Mutation::Orders(&|scene, orders| {
            if matches!(scene.last_act(), Some(Act::ReleaseKing { .. })) {
                orders.clear();
            }
        }),
    ),
    fault(
        "obligation-not-enforced",
        "A move that breaks an obligation is accepted.",
        Mutation::Ruling(&|scene, decision| {
            if let (Some(act), Decision::Refused(Refused::Move), Some(before)) =
                (scene.last_act(), decision, scene.before())
                && act.played().is_some_and(|played| before.position().is_legal(played))
            {
                Decision::PlayOn
            } else {
                decision
            }
        }),
    ),
    fault(
        "obligation-in-vain",
        "A piece that cannot move has to move all the same, and the player is stuck.",
        Mutation::Orders(&|_, orders| {
            orders.retain(|order| !matches!(order, Order::AnyMove { .. }))
        }),
    ),
    fault(
        "protest-at-any-time",
        "A protest is heard until the reply has been played, whatever was touched for it.",
        Mutation::Scenario(&|line| {
            if let [.., Act::Touch { .. }, Act::Protest { .. }] = line.acts[..] {
                line.acts.remove(line.acts.len() - 2);
            }
        }),
    ),
    fault(
        "promotion-can-be-changed",
        "The piece of a promotion can be exchanged until the clock is pressed.",
        Mutation::Orders(&|_, orders| orders.retain(|order| !matches!(order, Order::Stays { .. }))),
    ),
    fault(
        "pawn-left-is-no-queen",
        "A pawn that is left on the last rank stays to be exchanged by the player.",
        Mutation::Orders(&|_, orders| {
            orders.retain(|order| !matches!(order, Order::BecomesQueen { .. }))
        }),
    ),
    fault(
        "pressing-brings-the-penalty",
        "Without an arbiter at the board a completed illegal move is taken back before anybody has claimed.",
        Mutation::Scenario(&|line| {
            if let Some(
                Act::Illegal { by, stage: MoveStage::Completed, .. }
                | Act::IllegalUnnamed { by, stage: MoveStage::Completed },
            ) = line.acts.last().copied()
                && !line.event.supervised
            {
                let claimed =
                    Incident { what: IncidentKind::IllegalClaimed, of: Some(!by), number: 0 };
                line.acts.push(Act::Incident(claimed));
            }
        }),
    ),
    fault(
        "reply-to-no-move-is-refused",
        "Without an arbiter at the board nobody may reply to a clock pressed without a move, or to a pawn that is no piece yet.",
        Mutation::Ruling(&|scene, decision| {
            let acts = &scene.line.acts;
            let Some([before @ .., offence, Act::MoveAndPress { .. } | Act::MoveOnly { .. }]) =
                acts.get(..)
            else {
                return decision;
            };
            let has_moved = matches!(before.last(), Some(Act::MoveOnly { .. }));
            match offence {
                Act::Press { .. } if !has_moved && !scene.line.event.supervised => {
                    Decision::Refused(Refused::Move)
                }
                Act::LeavePawn { .. } if !scene.line.event.supervised => {
                    Decision::Refused(Refused::Move)
                }
                _ => decision,
            }
        }),
    ),
    fault(
        "illegal-moves-are-never-too-old",
        "Without an arbiter at the board an illegal move is corrected although the opponent has replied.",
        Mutation::Scenario(&|line| {
            if let [
                ..,
                Act::IllegalUnnoticed { .. },
                Act::MoveAndPress { .. },
                Act::Incident(Incident {
                    what: IncidentKind::IllegalClaimed | IncidentKind::IllegalSeen,
                    ..
                }),
            ] = line.acts[..]
            {
                line.acts.remove(line.acts.len() - 2);
            }
        }),
    ),
    fault(
        "claims-of-illegal-moves-are-not-heard",
        "Nobody but the clock says that a move was illegal.",
        Mutation::Scenario(&|line| {
            line.acts.retain(|act| {
                !matches!(
                    act,
                    Act::Incident(Incident {
                        what: IncidentKind::IllegalClaimed | IncidentKind::IllegalSeen,
                        ..
                    })
                )
            });
        }),
    ),
    fault(
        "illegal-moves-need-squares",
        "A completed illegal move costs nothing if it is not told from where to where.",
        Mutation::Orders(&|scene, orders| {
            if scene.line.acts.iter().any(|act| matches!(act, Act::IllegalUnnamed { .. })) {
                orders.clear();
            }
        }),
    ),
    fault(
        "blitz-always-halves-the-penalty",
        "The one minute of rapid is applied in blitz with an arbiter at the board.",
        Mutation::Orders(&|scene, orders| {
            for order in orders {
                if let Order::AddTime { to, minutes: 2 } = *order
                    && scene.line.event.time == TimeControl::Blitz
                {
                    *order = Order::AddTime { to, minutes: 1 };
                }
            }
        }),
    ),
    fault(
        "illegal-before-the-clock",
        "An illegal move is counted as soon as the piece is let go of, before the clock is pressed.",
        Mutation::Scenario(&|line| {
            for act in &mut line.acts {
                if let Act::Illegal { by, mv: tried, stage: MoveStage::Made } = *act {
                    *act = Act::Illegal { by, mv: tried, stage: MoveStage::Completed };
                }
            }
        }),
    ),
    fault(
        "first-illegal-move-loses",
        "The first completed illegal move loses.",
        Mutation::Ruling(&|scene, decision| {
            if let (
                Some(Act::Illegal {
                    by, stage: MoveStage::Completed | MoveStage::Answered, ..
                }),
                Decision::PlayOn,
            ) = (scene.last_act(), decision)
            {
                lost(by, Termination::IllegalMoves)
            } else {
                decision
            }
        }),
    ),
    fault(
        "illegal-moves-never-lose",
        "Illegal moves are put right as often as they come.",
        Mutation::Ruling(&|_, decision| {
            if let Decision::Over(Outcome { by: Termination::IllegalMoves, .. }) = decision {
                Decision::PlayOn
            } else {
                decision
            }
        }),
    ),
    fault(
        "illegal-moves-lose-to-a-bare-king",
        "An illegal move loses even if the opponent cannot mate.",
        Mutation::Ruling(&|scene, decision| {
            if let (
                Some(
                    Act::Illegal { by, .. }
                    | Act::IllegalWithTwoHands { by, .. }
                    | Act::FoundIllegal { by, .. },
                ),
                Decision::Over(Outcome { winner: None, by: Termination::IllegalMoves }),
            ) = (scene.last_act(), decision)
            {
                lost(by, Termination::IllegalMoves)
            } else {
                decision
            }
        }),
    ),
    fault(
        "penalty-to-the-offender",
        "The minutes of a penalty are added to the clock of the player who made the mistake.",
        Mutation::Orders(&|_, orders| {
            for order in orders {
                if let Order::AddTime { to, minutes } = *order {
                    *order = Order::AddTime { to: !to, minutes };
                }
            }
        }),
    ),
    fault(
        "illegal-moves-cost-nothing",
        "An illegal move is taken back, and the opponent gets no time for it.",
        Mutation::Orders(&|scene, orders| {
            if matches!(scene.last_act(), Some(Act::Illegal { .. } | Act::FoundIllegal { .. })) {
                orders.retain(|order| {
                    !matches!(order, Order::AddTime { .. } | Order::TakeTime { .. })
                });
            }
        }),
    ),
    fault(
        "illegal-move-frees-the-piece",
        "After an illegal move is taken back any move may be played.",
        Mutation::Orders(&|scene, orders| {
            if matches!(scene.last_act(), Some(Act::Illegal { .. })) {
                orders.retain(|order| {
                    !matches!(
                        order,
                        Order::MustMove { .. } | Order::MustCapture { .. } | Order::MustPlay { .. }
                    )
                });
            }
        }),
    ),
    fault(
        "answered-illegal-move-stands",
        "An illegal move to which the opponent has replied is not taken back.",
        Mutation::Orders(&|scene, orders| {
            if matches!(scene.last_act(), Some(Act::Illegal { stage: MoveStage::Answered, .. })) {
                orders.clear();
            }
        }),
    ),
    fault(
        "late-discovery-changes-nothing",
        "An illegal move that is found some moves later stands.",
        Mutation::Scenario(&|line| {
            line.acts.retain(|act| !matches!(act, Act::FoundIllegal { .. }))
        }),
    ),
    fault(
        "screen-and-board-are-confused",
        "An illegal move can go unnoticed on a screen, but not on a board.",
        Mutation::Ruling(&|scene, decision| {
            if !matches!(scene.last_act(), Some(Act::IllegalUnnoticed { .. })) {
                return decision;
            }
            match decision {
                Decision::PlayOn => Decision::Refused(Refused::Move),
                Decision::Refused(_) => Decision::PlayOn,
                Decision::Over(_)
                | Decision::ArbiterDecides
                | Decision::Cancelled
                | Decision::BothLose
                | Decision::HalfPoint(_) => decision,
            }
        }),
    ),
    fault(
        "two-hands-are-nothing",
        "A move may be made with two hands.",
        Mutation::Scenario(&|line| {
            for act in &mut line.acts {
                if let Act::MoveOnly { by, mv: played, how: Manner::WithTwoHands } = *act {
                    *act = Act::MoveOnly { by, mv: played, how: Manner::Properly };
                }
            }
        }),
    ),
    fault(
        "pressing-without-a-move-is-nothing",
        "A clock that is pressed without a move is pressed back, and that is all.",
        Mutation::Scenario(&|line| {
            let mut made = false;
            line.acts.retain(|act| {
                let idle = matches!(act, Act::Press { .. }) && !made;
                made = matches!(
                    act,
                    Act::MoveOnly { .. } | Act::ReleaseKing { .. } | Act::LeavePawn { .. }
                );
                !idle
            });
        }),
    ),
    fault(
        "wrong-start-always-cancels",
        "A game begun wrongly is cancelled, however late that is found and whatever was wrong.",
        Mutation::Ruling(&|scene, decision| {
            if let Some(Act::FoundBegunWrongly { .. }) = scene.last_act()
                && decision == Decision::PlayOn
            {
                Decision::Cancelled
            } else {
                decision
            }
        }),
    ),
    fault(
        "wrong-start-never-cancels",
        "A game that has started continues, whatever was wrong at the start.",
        Mutation::Ruling(&|_, decision| {
            if let Decision::Cancelled = decision { Decision::PlayOn } else { decision }
        }),
    ),
    fault(
        "impossible-position-stands",
        "A position that no legal move leads to is played on from.",
        Mutation::Scenario(&|line| {
            line.acts.retain(|act| !matches!(act, Act::FoundImpossible { .. }))
        }),
    ),
    fault(
        "increment-forgotten",
        "No time is added with a move.",
        Mutation::Scenario(&|line| {
            if let Some(clocks) = &mut line.event.clocks {
                clocks.increment = 0;
            }
        }),
    ),
    fault(
        "clocks-exchanged",
        "The clock of the other player is read.",
        Mutation::Answer(&|told, question| {
            if let Question::Game(GameQuestion::Seconds { side: color }) = question {
                told.game.milliseconds(!*color).map(|left| Answer::Count(left / 1000))
            } else {
                None
            }
        }),
    ),
    fault(
        "thinking-costs-nothing",
        "Thinking takes no time off the clock.",
        Mutation::Scenario(&|line| line.acts.retain(|act| !matches!(act, Act::Think { .. }))),
    ),
];

/// Changes all touches of kind `from` to kind `to`.
fn retouch(line: &mut Scenario, from: Touch, to: Touch) {
    for act in &mut line.acts {
        if let Act::Touch { by, square, how: touch } = *act
            && touch == from
        {
            *act = Act::Touch { by, square, how: to };
        }
    }
}

/// Removes the acts for which `drop` returns true. Its arguments are the position, the next act and the act itself.
fn drop_touches(line: &mut Scenario, drop: fn(&Position, Option<&Act>, &Act) -> bool) {
    let Ok(mut position) = Position::new(&line.setup) else { return };
    let acts = std::mem::take(&mut line.acts);
    for (place, act) in acts.iter().enumerate() {
        if !drop(&position, acts.get(place + 1), act) {
            line.acts.push(*act);
        }
        if let Some(next) = act.played().and_then(|played| position.play(played).ok()) {
            position = next;
        }
    }
}
