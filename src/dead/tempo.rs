//! A player who has nothing but pawns that cannot pass and a king that cannot move: are there moves enough until the
//! opponent gives a piece away? If not, it ends in stalemate, if it ends (Lemma 17).

use super::{guide::ahead, paths::spread};
use crate::{
    board::{Bitboard, Color, Piece, Placement, Rank, Role, Square, attacks},
    position::Position,
};

/// Whether `side` has no more than steps of pawns to play, and these run out before anything else can happen.
pub(super) fn runs_out(position: &Position, side: Color) -> bool {
    let (pieces, king) = (position.placement(), position.king(side));
    let [pawns, stops] = [side, !side].map(|color| pieces.pieces(color, Role::Pawn));
    if pieces.color(side) != pawns | king.set()
        || !pawns.is_subset(ahead(!side, stops))
        || position.en_passant().is_some()
    {
        return false;
    }
    let run = run(pieces, side);
    let prey = attacks::pawns(side, run);
    if prey.meets(stops | ahead(!side, stops)) {
        return false;
    }
    // The other king never gets to what is beside this one.
    let blocked = attacks::king(king) & pawns & stops.shift(-8 * i32::from(side.forward()));
    let fixed = fixed(pieces, !side, king, blocked, prey);
    let walls = fixed | king.set();
    let loose = pieces.color(!side) - pieces.role(Role::King) - stops - fixed;
    let gets_to_pawns = |at| {
        let range = range(pieces, at, walls);
        range.meets(run) || range.meets(prey)
    };
    is_shut_in(pieces, king, blocked, fixed)
        && !prey.meets(fixed)
        && !loose.into_iter().any(gets_to_pawns)
        && takes_too_long(position, side, walls | blocked)
}

/// Where the pawns of `side` may take, if they stand as they do or have stepped ahead.
pub(super) fn prey(pieces: &Placement, side: Color) -> Bitboard {
    attacks::pawns(side, run(pieces, side))
}

/// Where the piece may get to if it passes all but these.
pub(super) fn range(pieces: &Placement, at: Square, walls: Bitboard) -> Bitboard {
    pieces.at(at).map_or(Bitboard::EMPTY, |piece| spread(piece, at.set(), walls, walls))
}

/// The squares to which this pawn of `side` may step, if all but the opponent's pawns is seen through.
fn way(pieces: &Placement, side: Color, pawn: Square) -> Bitboard {
    let way = ahead(side, pawn.set());
    let stops = way & pieces.pieces(!side, Role::Pawn);
    way - stops - ahead(side, stops)
}

/// Where the pawns of `side` are and may step.
fn run(pieces: &Placement, side: Color) -> Bitboard {
    let pawns = pieces.pieces(side, Role::Pawn);
    pawns.into_iter().fold(pawns, |all, pawn| all | way(pieces, side, pawn))
}

/// Whether each square beside this king holds one of these pawns of its own, or is attacked by one of these pieces,
/// whatever stands around them.
fn is_shut_in(pieces: &Placement, king: Square, blocked: Bitboard, by: Bitboard) -> bool {
    let attacked = by.into_iter().filter_map(|at| {
        let Piece { color, role } = pieces.at(at)?;
        Some(attacks::of(role, color, at, Bitboard::FULL))
    });
    attacks::king(king).is_subset(attacked.fold(blocked, |all, one| all | one))
}

/// The pieces of `color` that never move but to mate where no pawn takes, on a square of this prey, as long as this king of
/// the opponent's and these pawns of its own beside it do not move.
fn fixed(
    pieces: &Placement,
    color: Color,
    king: Square,
    blocked: Bitboard,
    prey: Bitboard,
) -> Bitboard {
    let mut fixed = pieces.color(color) - pieces.role(Role::King);
    loop {
        let walls = fixed | king.set();
        let can_move = |&at: &Square| match pieces.role_at(at) {
            Role::Pawn => {
                !at.set().shift(8 * i32::from(color.forward())).is_subset(walls | blocked)
            }
            role @ (Role::Knight | Role::Bishop | Role::Rook | Role::Queen | Role::King) => {
                let mates = |to: Square| {
                    (attacks::king(king) - blocked - prey).contains(to)
                        && attacks::of(role, color, to, Bitboard::FULL).contains(king)
                        && is_shut_in(pieces, king, blocked, fixed - at.set())
                };
                !(attacks::of(role, color, at, walls) - walls).into_iter().all(mates)
            }
        };
        let movable: Bitboard = fixed.into_iter().filter(can_move).collect();
        if movable.is_empty() {
            return fixed;
        }
        fixed = fixed - movable;
    }
}

/// Whether the moves of `side` run out before a pawn of the opponent's can have been promoted and given away.
fn takes_too_long(position: &Position, side: Color, still: Bitboard) -> bool {
    let pieces = position.placement();
    let [pawns, others] = [side, !side].map(|color| pieces.pieces(color, Role::Pawn));
    let steps: u32 = pawns.into_iter().map(|pawn| way(pieces, side, pawn).len()).sum();
    // Of several pawns before one stop, each but one loses a step to another, or the opponent a move to take that.
    let faced = |stop: Square| {
        let before = ahead(!side, stop.set());
        before - ahead(!side, others & before)
    };
    let lost = |stop| (faced(stop) & pawns).len().saturating_sub(1);
    let lost_to_others: u32 = others.into_iter().map(lost).sum();
    let blocks = still | others;
    let starts = Rank::relative(2, !side).squares();
    let has_first_move = u32::from(position.turn() != side);
    others.into_iter().all(|pawn| {
        let way = ahead(!side, pawn.set());
        let taken = (way & pawns).len();
        let double = u32::from(starts.contains(pawn));
        let aside = u32::from(taken > 0);
        let moves = way.len() - double + taken + aside + 1;
        way.meets(blocks) || moves > steps - (lost_to_others - lost(pawn)) + has_first_move
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        dead::{
            check,
            rows::{Numbers, no_mate_arises},
        },
        position::Setup,
    };

    /// Whether Black's moves run out, as prover and checker agree that they do, with the colours changed too.
    fn says(position: &Position) -> bool {
        let said = runs_out(position, Color::Black);
        let flipped = position.flip();
        assert_eq!(check::moves_run_out(position, Color::Black), said, "{position}");
        assert_eq!(runs_out(&flipped, Color::White), said, "{position}");
        assert_eq!(check::moves_run_out(&flipped, Color::White), said, "{position}");
        said
    }

    #[test]
    fn moves_run_out_by_one_or_not_at_all() {
        for (fen, runs_out) in [
            // Three steps against three to promote and one to give away.
            ("1k6/1P6/BP1p4/1P4P1/8/8/3P4/7K b - -", true),
            ("1k6/1P6/BP1p4/1P4P1/8/8/3P4/7K w - -", false),
            ("1k6/1P1p4/BP6/1P4P1/8/8/3P4/7K b - -", false),
            // A double step saves one: five steps, and one more move.
            ("1k6/1P1p4/BP3p2/1P6/5P2/8/3P3P/7K b - -", true),
            ("1k6/1P1p4/BP3p2/1P6/5P2/8/3P3P/7K w - -", false),
            // Who takes on the way has to step aside: four steps, one taken, one aside, one more.
            ("1k6/1P1p4/BP3p2/1P5p/5P2/7P/3P4/7K b - -", true),
            ("1k6/1P1p4/BP3p2/1P5p/5P2/7P/3P4/7K w - -", false),
            // Of two pawns on one file one loses a step, or the other side a move to take it.
            ("1k6/1P1p4/BP1p4/1P6/6P1/3P4/8/7K b - -", true),
            ("1k6/1P1p4/BP1p4/1P6/6P1/3P4/8/7K w - -", false),
            // But not where they have to be taken anyway.
            ("1k6/1P1p1p2/BP3p1p/1P3P2/8/7P/3P4/7K b - -", false),
            // No pawn gets through: a pawn, the king, or what stands still is in its way.
            ("1k6/1P6/BP6/1P6/8/8/8/7K b - -", true),
            ("1k6/1P6/BP5p/PP6/8/7P/8/7K b - -", true),
            // Pawns that can pass, and that can take each other.
            ("1k6/1P6/BP1p4/1P5p/8/8/3P4/K7 b - -", false),
            ("1k6/1P6/BP1pp3/1P6/8/8/3PP3/7K b - -", false),
            ("1k6/1P6/BP1p4/1P6/8/4P3/3P4/7K b - -", false),
            ("1k6/1P6/BP6/1P2p3/3PP3/3P4/8/7K b - -", false),
            ("1k6/1P6/BP6/1P6/3pP3/8/3P4/7K b - -", true),
            ("1k6/1P6/BP6/1P6/3pP3/8/3P4/7K b - e3", false),
            // A piece of its own, and pieces that can be given away.
            ("1k6/1P6/BP1p4/1P4P1/8/8/3P4/n6K b - -", false),
            ("1k6/1P6/BP1p4/1P4P1/8/8/3P4/N6K b - -", false),
            // A rook in a pocket, and one that gets to where a pawn is though not to where it takes.
            ("1k6/RP6/BP1p4/1P4P1/8/8/3P4/7K b - -", true),
            ("1k6/1P6/RP1p4/1P4P1/8/8/3P4/7K b - -", false),
            // One that gets to where a pawn takes though not to where one is.
            ("k7/Pp6/1P1p4/1P4P1/BP6/1P6/3P4/7K b - -", true),
            ("k7/Pp6/1P1p4/RP4P1/BP6/1P6/3P4/7K b - -", false),
            // A rook that guards, and may do nothing but mate: on a square where nobody takes it.
            ("1k6/RP6/PP1p4/1P4P1/8/8/3P4/7K b - -", true),
            ("1k6/RP6/PP1p4/1P4P1/8/8/3P4/7K w - -", false),
            ("1k6/RP6/1P1p4/BP4P1/8/8/3P4/7K b - -", false),
            ("1k6/RP6/PP1p4/6P1/8/8/3P4/7K b - -", true),
            ("1k6/R7/PPP5/6P1/3p4/8/3P4/7K b - -", false),
            // A pawn of its own beside the king, that stands still or does not, or that a piece takes.
            ("k7/Pp6/1P1p4/6P1/8/8/3P4/7K b - -", true),
            ("k7/Pp6/1P1p4/6P1/8/8/3P4/7K w - -", false),
            ("k7/Pp6/3p4/1P4P1/8/8/3P4/7K b - -", false),
            ("k7/Pp6/NP1p4/6P1/8/8/3P4/7K b - -", false),
            ("k7/Pp6/BP1p4/1P4P1/8/8/3P4/7K b - -", false),
            ("kB6/Pp6/1P1p4/6P1/8/8/3P4/7K b - -", false),
            // A piece that goes beside the king and gives no check.
            ("Nk6/1P6/BP1p4/1P4P1/8/8/3P4/7K b - -", false),
            // Kings that can move: where nobody guards, or who guards can move away.
            ("1k6/1P6/1P1p4/1P4P1/8/8/3P4/7K b - -", false),
            ("1k6/1P6/B2p4/1P4P1/8/8/3P4/7K b - -", false),
            ("1k6/1P6/BP1p4/6P1/8/8/3P4/7K b - -", false),
            ("k7/1P6/BP1p4/1P4P1/8/8/3P4/7K b - -", false),
        ] {
            let position: Position = format!("{fen} 0 1").parse().unwrap();
            assert_eq!(says(&position), runs_out, "{fen}");
        }
    }

    /// Kings that cannot move, and what shuts them in.
    const WALLS: [&str; 8] = [
        "1k6/RP6/PP6/1P6/8/8/8/8 w - - 0 1",
        "1k6/RP6/PP6/1P6/8/8/8/8 b - - 0 1",
        "1k6/1P6/BP6/1P6/8/8/8/8 w - - 0 1",
        "k7/P1B5/1P6/8/8/8/8/8 w - - 0 1",
        "1k6/1P6/BP6/1P6/8/8/8/8 b - - 0 1",
        "k7/2P5/PB6/NP6/8/8/8/8 b - - 0 1",
        "k7/Pp6/1P6/8/8/8/8/8 b - - 0 1",
        "k7/Pp6/1P6/8/8/8/8/8 w - - 0 1",
    ];

    /// A wall, White's king, and up to six pieces, most of them pawns on every other file.
    fn walled_in(numbers: &mut Numbers) -> Option<Position> {
        let mut setup: Setup = WALLS[numbers.below(WALLS.len())].parse().unwrap();
        let white = |role| Piece { color: Color::White, role };
        setup.placement.put(Square::from_index(numbers.below(32)), white(Role::King));
        for _ in 0..1 + numbers.below(6) {
            let is_anywhere = numbers.below(8) == 0;
            let file = if is_anywhere { numbers.below(8) } else { 3 + 2 * numbers.below(3) };
            let square = Square::from_index(8 + 8 * numbers.below(6) + file);
            let color = Color::ALL[numbers.below(2)];
            let others = [Role::Knight, Role::Bishop, Role::Rook];
            let other = others.get(numbers.below(36)).copied().map(white);
            if setup.placement.at(square).is_none() {
                setup.placement.put(square, other.unwrap_or(Piece { color, role: Role::Pawn }));
            }
        }
        Position::composed(&setup).ok()
    }

    #[test]
    fn where_moves_run_out_no_mate_arises() {
        let mut numbers = Numbers(1);
        let (mut asked, mut shown) = (0, 0);
        while asked < 50_000 {
            let Some(position) = walled_in(&mut numbers) else { continue };
            asked += 1;
            if says(&position) {
                let holds = no_mate_arises(&position, Color::Black, usize::MAX);
                assert_eq!(holds, Some(true), "{position}");
                shown += 1;
            }
        }
        assert!(shown > 9_000, "{shown}");
    }
}
