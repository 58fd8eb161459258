//! Mistakes in comparing positions, and in counting repetitions and plies since the last capture or pawn move.

use lawbook::{
    board::{Color, Role, attacks},
    position::Move,
};

use super::{Fault, fault, mutation::Mutation, scene::Track};

pub(super) const FAULTS: &[Fault] = &[
    fault(
        "ep-right-kept-when-no-pawn-can-take",
        "The square passed in a double step is compared, even if no pawn stands next to the pawn.",
        Mutation::Same(&|track, one, two| {
            track.is_same(one, two) && track.passed(one) == track.passed(two)
        }),
    ),
    fault(
        "ep-right-kept-when-the-capturer-is-pinned",
        "The en passant square is compared as soon as a pawn stands next to the pawn, even if the capture would be \
         illegal.",
        Mutation::Same(&|track, one, two| {
            let beside = |ply: usize| {
                let passed = track.passed(ply)?;
                let position = &track.positions[ply];
                let pawns = attacks::pawn(!position.turn(), passed)
                    & position.placement().pieces(position.turn(), Role::Pawn);
                (!pawns.is_empty()).then_some(passed)
            };
            track.is_same(one, two) && beside(one) == beside(two)
        }),
    ),
    fault(
        "ep-right-kept-when-another-piece-can-go-there",
        "The square passed in a double step is compared, if a piece of any kind stands where a pawn could capture on it and \
         can go there.",
        Mutation::Same(&|track, one, two| {
            let passed = |ply: usize| {
                let (passed, position) = (track.passed(ply)?, &track.positions[ply]);
                let from = attacks::pawn(!position.turn(), passed);
                let goes_there = |one: &Move| one.to == passed && from.contains(one.from);
                position.legal_moves().iter().any(goes_there).then_some(passed)
            };
            track.is_same(one, two) && passed(one) == passed(two)
        }),
    ),
    fault(
        "same-squares-occupied",
        "Only the colours of the pieces are compared, so a rook equals a queen.",
        Mutation::Same(&|track, one, two| {
            let colors = |ply: usize| {
                let position = &track.positions[ply];
                let pieces = position.placement();
                Color::ALL.map(|color| pieces.color(color))
            };
            track.positions[one].turn() == track.positions[two].turn() && colors(one) == colors(two)
        }),
    ),
    fault(
        "twofold-is-enough",
        "The position on the board is counted once when it is recorded and once when it is compared.",
        Mutation::Occurrences(&|track| {
            let count = track.occurrences_from(0);
            if count > 1 { count + 1 } else { count }
        }),
    ),
    fault(
        "repetitions-in-a-row-only",
        "Occurrences count only if they follow each other every second move.",
        Mutation::Occurrences(&|track| {
            let back = (0..=track.end()).rev().step_by(4);
            back.take_while(|&ply| track.is_same(ply, track.end())).count() as u32
        }),
    ),
    fault(
        "history-cleared-by-castling",
        "Every move that is not quiet, castling among them, begins the list of positions anew.",
        Mutation::Occurrences(&|track| {
            let castled = |ply: &usize| {
                let (position, played) = (&track.positions[*ply], track.moves[*ply]);
                let king = played.from == position.king(position.turn());
                king && played.from.file().index().abs_diff(played.to.file().index()) == 2
            };
            let begin = (0..track.end()).rev().find(castled).map_or(0, |ply| ply + 1);
            track.occurrences_from(begin)
        }),
    ),
    fault(
        "clock-runs-through-pawn-moves",
        "Only a capture sets the count back.",
        Mutation::Clock(&|track| clock(track, |capture, _, _| capture)),
    ),
    fault(
        "clock-reset-by-castling",
        "Castling sets the count back, because it cannot be undone.",
        Mutation::Clock(&|track| {
            clock(track, |capture, role, played| {
                let leap = played.from.file().index().abs_diff(played.to.file().index()) == 2;
                capture || role == Role::Pawn || (role == Role::King && leap)
            })
        }),
    ),
    fault(
        "clock-counts-moves",
        "The count goes up once for the moves of both players.",
        Mutation::Clock(&|track| u32::from(track.now().halfmove_clock()) / 2),
    ),
    fault(
        "fifty-plies-are-fifty-moves",
        "Fifty plies count as fifty moves.",
        Mutation::Clock(&|track| 2 * u32::from(track.now().halfmove_clock())),
    ),
    fault(
        "more-than-a-hundred",
        "The count is compared with > where >= is meant.",
        Mutation::Clock(&|track| u32::from(track.now().halfmove_clock()).saturating_sub(1)),
    ),
    fault(
        "clock-stops-at-a-hundred",
        "The halfmove clock stops at 100.",
        Mutation::Clock(&|track| u32::from(track.now().halfmove_clock()).min(100)),
    ),
];

/// Plies since the last move for which `resets` holds. Its arguments: whether the move captures, the moving piece, the
/// move.
fn clock(track: &Track<'_>, resets: fn(bool, Role, Move) -> bool) -> u32 {
    let mut count = u32::from(track.positions[0].halfmove_clock());
    for (position, &played) in track.positions.iter().zip(track.moves) {
        let Some(piece) = position.at(played.from) else { continue };
        let passing = piece.role == Role::Pawn && position.en_passant() == Some(played.to);
        let capture = passing || position.at(played.to).is_some();
        count = if resets(capture, piece.role, played) { 0 } else { count + 1 };
    }
    count
}
