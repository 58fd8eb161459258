//! Mistakes about dead positions, fallen flags and resignation.

use lawbook::{
    board::{Bitboard, Color, Placement, Role},
    dead::material,
    position::Position,
    rules::{Act, Decision, Incident, IncidentKind, Outcome, Termination},
};
use lawbook_catalogue::question::{Answer, GameQuestion, MaterialQuestion, Question};

use super::{
    Fault,
    board::ended_by,
    fault,
    mutation::{Mutation, drawn, is_over_by, lost},
    scene::Scene,
};

pub(super) const FAULTS: &[Fault] = &[
    fault(
        "no-end-in-a-setup",
        "Whether a game is over is found out after a move only, so a setup without a legal move or without enough material \
         goes on.",
        Mutation::Answer(&|told, question| {
            let is_over = told.game.outcome().is_some() && told.scene.last_act().is_none();
            (is_over && *question == Question::Game(GameQuestion::Ruling))
                .then_some(Answer::Ruling(Decision::PlayOn))
        }),
    ),
    fault(
        "games-of-any-length",
        "The server's limit on the length of a game is not known.",
        Mutation::Ruling(&|_, decision| {
            is_over_by(decision, Termination::MoveLimit).then_some(Decision::PlayOn)
        }),
    ),
    fault(
        "two-knights-are-dead",
        "Two knights cannot force mate, and are listed with the pieces that cannot mate at all.",
        Mutation::Pieces(&|pieces| {
            material::is_insufficient(pieces)
                || Color::ALL.into_iter().any(|side| {
                    officers(pieces, side) == (pieces.pieces(side, Role::Knight))
                        && pieces.pieces(side, Role::Knight).len() == 2
                        && officers(pieces, !side).is_empty()
                })
        }),
    ),
    fault(
        "one-minor-piece-each-is-dead",
        "A minor piece on each side is listed with the pieces that cannot mate.",
        Mutation::Pieces(&|pieces| {
            Color::ALL.into_iter().all(|side| is_minor_at_most(pieces, side))
        }),
    ),
    fault(
        "lone-knight-suffices",
        "King and knight are missing from the list of insufficient material; only the bishop is in it.",
        Mutation::Pieces(&|pieces| {
            let knights = pieces.role(Role::Knight);
            material::is_insufficient(pieces) && knights.is_empty()
        }),
    ),
    fault(
        "lone-bishop-suffices",
        "Bishops are not listed with the pieces that cannot mate.",
        Mutation::Pieces(&|pieces| {
            material::is_insufficient(pieces) && pieces.role(Role::Bishop).is_empty()
        }),
    ),
    fault(
        "bishops-of-one-shade-suffice",
        "Bishops on squares of one colour are listed only if there is one on the board.",
        Mutation::Pieces(&|pieces| {
            material::is_insufficient(pieces) && pieces.role(Role::Bishop).len() < 2
        }),
    ),
    fault(
        "three-bishops-suffice",
        "The list ends with a bishop on each side; more of them on squares of one colour are forgotten.",
        Mutation::Pieces(&|pieces| {
            material::is_insufficient(pieces) && pieces.role(Role::Bishop).len() < 3
        }),
    ),
    fault(
        "rook-endings-are-drawn",
        "A rook on each side, and a pawn more or less, is listed with the pieces that cannot mate.",
        Mutation::Pieces(&|pieces| {
            let rooks = Color::ALL.into_iter().all(|side| {
                officers(pieces, side) - pieces.role(Role::Pawn) == pieces.pieces(side, Role::Rook)
                    && pieces.pieces(side, Role::Rook).len() == 1
            });
            material::is_insufficient(pieces) || rooks && pieces.role(Role::Pawn).len() < 2
        }),
    ),
    fault(
        "dead-when-one-side-cannot-mate",
        "One side that cannot mate is enough to call the position dead.",
        Mutation::Pieces(&|pieces| {
            Color::ALL.into_iter().any(|side| !material::has_mating_material(pieces, side))
        }),
    ),
    fault(
        "dead-by-the-pieces-only",
        "Only the pieces are counted, so walls of pawns and forced captures are never dead.",
        Mutation::Answer(&|told, question| {
            let pieces = told.game.position().placement();
            let lacking = material::is_insufficient(pieces);
            match question {
                Question::Material(MaterialQuestion::Dead) => Some(Answer::Is(lacking)),
                Question::Material(MaterialQuestion::CanMate { side }) => {
                    Some(Answer::Is(material::has_mating_material(pieces, *side)))
                }
                Question::Game(GameQuestion::Ruling)
                    if ended_by(told, Termination::DeadPosition) && !lacking =>
                {
                    Some(Answer::Ruling(Decision::PlayOn))
                }
                _ => None,
            }
        }),
    ),
    fault(
        "dead-must-be-claimed",
        "A dead position does not end the game by itself.",
        Mutation::Ruling(&|_, decision| {
            is_over_by(decision, Termination::DeadPosition).then_some(Decision::PlayOn)
        }),
    ),
    fault(
        "lone-minor-never-mates",
        "A side with a single minor piece is taken to be unable to mate, whatever the opponent has.",
        Mutation::Answer(&|told, question| {
            let Question::Material(MaterialQuestion::CanMate { side }) = question else {
                return None;
            };
            is_minor_at_most(told.game.position().placement(), *side).then_some(Answer::Is(false))
        }),
    ),
    fault(
        "flag-always-loses",
        "Who oversteps the time has lost, whatever the opponent has.",
        Mutation::Ruling(&|scene, decision| {
            let loses = lost(fallen(scene)?, Termination::Time);
            (decision == drawn(Termination::Time)).then_some(loses)
        }),
    ),
    fault(
        "flag-against-a-minor-piece-draws",
        "A single minor piece counts as a bare king when a flag falls.",
        Mutation::Ruling(&|scene, decision| {
            with_flag(scene, decision, |at, winner| is_minor_at_most(at.placement(), winner))
        }),
    ),
    fault(
        "flag-near-seventy-five-moves-draws",
        "A flag that falls when each player has nearly made seventy-five moves draws.",
        Mutation::Ruling(&|scene, decision| {
            with_flag(scene, decision, |at, _| at.halfmove_clock() >= 148)
        }),
    ),
    fault(
        "flag-draws-for-the-wrong-side",
        "The pieces of the player whose flag has fallen are looked at, not those of the opponent.",
        Mutation::Ruling(&|scene, decision| {
            with_flag(scene, decision, |at, winner| at.placement().color(!winner).len() == 1)
        }),
    ),
    fault(
        "flag-loses-against-unwinnable-pieces",
        "Only a bare king of the opponent draws when a flag falls.",
        Mutation::Ruling(&|scene, decision| {
            let (by, game) = (fallen(scene)?, scene.game()?);
            let has_pieces = game.position().placement().color(!by).len() > 1;
            (decision == drawn(Termination::Time) && has_pieces)
                .then_some(lost(by, Termination::Time))
        }),
    ),
    fault(
        "flag-counts-unseen",
        "A fallen flag loses the game even if it has not been noticed.",
        Mutation::Scenario(&|line| {
            for act in &mut line.acts {
                if let Act::FlagFallsUnnoticed { by } = *act {
                    *act = Act::FlagFalls { by };
                }
            }
        }),
    ),
    fault(
        "flag-beats-mate",
        "A flag that falls after the game has ended still loses it.",
        Mutation::Ruling(&|scene, _| {
            let over = scene.before()?.outcome()?;
            let loses = lost(fallen(scene)?, Termination::Time);
            (over.by != Termination::Time).then_some(loses)
        }),
    ),
    fault(
        "both-flags-play-on",
        "Two fallen flags cancel each other out.",
        Mutation::Ruling(&|scene, decision| {
            let both = scene.last_act() == Some(Act::BothFlags);
            (both && matches!(decision, Decision::Over(_))).then_some(Decision::PlayOn)
        }),
    ),
    fault(
        "flag-of-an-early-period-is-nothing",
        "A flag that falls in an early period is not looked at, because more time is coming.",
        Mutation::Ruling(&|scene, _| {
            (fallen(scene).is_some() && !scene.line.event.last_period).then_some(Decision::PlayOn)
        }),
    ),
    fault(
        "offer-outlives-the-end",
        "An offer that is on record is accepted after the game has ended.",
        Mutation::Ruling(&|scene, _| {
            let Act::Accept { by } = scene.last_act()? else { return None };
            (scene.was_over() && scene.line.acts.contains(&Act::Offer { by: !by }))
                .then_some(drawn(Termination::Agreement))
        }),
    ),
    fault(
        "resignation-always-loses",
        "Who resigns has lost, also against a bare king.",
        Mutation::Ruling(&|scene, decision| {
            let Act::Resign { by } = scene.last_act()? else { return None };
            (decision == drawn(Termination::Resignation))
                .then_some(lost(by, Termination::Resignation))
        }),
    ),
    fault(
        "resignation-of-the-player-on-move",
        "Who resigns is not recorded, and the player on move is taken to be the one.",
        Mutation::Ruling(&|scene, decision| {
            let resigned = matches!(scene.last_act(), Some(Act::Resign { .. }));
            let loses = lost(scene.game()?.position().turn(), Termination::Resignation);
            let is_won = is_over_by(decision, Termination::Resignation)
                && decision != drawn(Termination::Resignation);
            (resigned && is_won).then_some(loses)
        }),
    ),
    fault(
        "resignation-after-the-end",
        "A player can still resign when the game is over, and the last word counts.",
        Mutation::Ruling(&|scene, _| {
            let Act::Resign { by } = scene.last_act()? else { return None };
            scene.was_over().then_some(lost(by, Termination::Resignation))
        }),
    ),
    fault(
        "mate-after-the-end",
        "Moves are taken when the game is over, and a mate among them is the last word.",
        Mutation::Ruling(&|scene, _| {
            let before = scene.before().filter(|_| scene.was_over())?;
            let next = before.position().play(scene.last_act()?.played()?).ok()?;
            next.is_checkmate().then_some(lost(next.turn(), Termination::Checkmate))
        }),
    ),
    fault(
        "late-discovery-undoes-the-end",
        "An illegal move that is found when the game is over puts the game back on the board.",
        Mutation::Ruling(&|scene, _| {
            let found = matches!(scene.last_act(), Some(Act::FoundIllegal { .. }));
            (found && scene.was_over()).then_some(Decision::PlayOn)
        }),
    ),
    fault(
        "stopping-the-clocks-resigns",
        "Stopping the clocks counts as resigning.",
        Mutation::Scenario(&|line| {
            for act in &mut line.acts {
                if let Act::StopClocks { by } = *act {
                    *act = Act::Resign { by };
                }
            }
        }),
    ),
    fault(
        "stopped-clocks-run",
        "Time passes while the clocks are stopped.",
        Mutation::Scenario(&|line| line.acts.retain(|act| !stops_clocks(act))),
    ),
    fault(
        "stopped-clocks-never-run-again",
        "Clocks that were stopped stay so to the end.",
        Mutation::Scenario(&|line| {
            let Some(stop) = line.acts.iter().find(|act| stops_clocks(act)).copied() else {
                return;
            };
            let starts = Incident { what: IncidentKind::ClocksStarted, of: None, number: 0 };
            line.acts.retain(|act| *act != Act::Incident(starts));
            let acts = std::mem::take(&mut line.acts);
            for act in acts {
                let is_move = act.played().is_some();
                line.acts.push(act);
                line.acts.extend(is_move.then_some(stop));
            }
        }),
    ),
    fault(
        "shaking-hands-draws",
        "A handshake counts as an agreement.",
        Mutation::Scenario(&|line| {
            for act in &mut line.acts {
                if *act == Act::ShakeHands {
                    *act = Act::Agree;
                }
            }
        }),
    ),
    fault(
        "moves-of-the-period-are-not-counted",
        "A flag loses, whether or not the moves of the period have been made.",
        Mutation::Scenario(&|line| line.event.control = None),
    ),
];

/// Whether the clocks are stopped from this act on.
const fn stops_clocks(act: &Act) -> bool {
    matches!(
        act,
        Act::StopClocks { .. }
            | Act::Incident(Incident { what: IncidentKind::StoppedForAPiece, .. })
    )
}

fn officers(pieces: &Placement, side: Color) -> Bitboard {
    pieces.color(side) - pieces.role(Role::King)
}

fn is_minor_at_most(pieces: &Placement, side: Color) -> bool {
    let minor = pieces.role(Role::Bishop) | pieces.role(Role::Knight);
    officers(pieces, side).len() <= 1 && officers(pieces, side).is_subset(minor)
}

/// The player whose flag fall was the last act.
fn fallen(scene: &Scene) -> Option<Color> {
    if let Act::FlagFalls { by } | Act::FlagNoticed { by } = scene.last_act()? {
        Some(by)
    } else {
        None
    }
}

/// Replaces a loss on time by a draw if `draws` holds of the position and the winner.
fn with_flag(
    scene: &Scene,
    decision: Decision,
    draws: fn(&Position, Color) -> bool,
) -> Option<Decision> {
    let Decision::Over(Outcome { winner: Some(winner), by: Termination::Time }) = decision else {
        return None;
    };
    draws(scene.game()?.position(), winner).then_some(drawn(Termination::Time))
}
