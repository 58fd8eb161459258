//! Mistakes in generating legal moves.

use lawbook::{
    board::{Bitboard, Color, Rank, Role, Square, attacks},
    position::{Move, Position, Wing},
};

use super::{Fault, fault, mutation::Mutation, scene::Track};

pub(super) const FAULTS: &[Fault] = &[
    fault(
        "ep-ignores-pin",
        "An en passant capture is not tested for a check along the lines that the two pawns leave.",
        Mutation::Moves(&|track, moves| moves.extend(passing(track))),
    ),
    fault(
        "ep-not-out-of-check",
        "In check only captures on the square of the checking piece are looked at, not one en passant.",
        Mutation::Moves(&|track, moves| {
            moves.retain(|one| !track.now().is_check() || !passing(track).contains(one));
        }),
    ),
    fault(
        "ep-after-a-single-step",
        "A pawn that has just arrived on the fourth rank can be taken en passant, however it came there.",
        Mutation::Moves(&|track, moves| {
            let Some(last) = track.moves.last() else { return };
            let by = track.now().turn();
            let up = by.forward();
            let pawn = track.now().at(last.to).is_some_and(|piece| piece.role == Role::Pawn);
            let passed = last.to.offset(0, up).filter(|_| pawn);
            let takers = passed.map_or_else(Vec::new, |passed| pawns_to(track.now(), passed));
            moves.extend(takers.into_iter().filter(|one| is_safe(track.now(), *one)));
        }),
    ),
    fault(
        "castling-needs-a-safe-rook",
        "Castling is refused when the rook is attacked or passes an attacked square.",
        Mutation::Moves(&|track, moves| {
            let position = track.now();
            let exposed = castlings(position, |wing| {
                let rook = rook_from(position, wing);
                let way = attacks::between(position.king(position.turn()), rook) | rook.set();
                !attacked(position, way).is_empty()
            });
            moves.retain(|one| !exposed.contains(one));
        }),
    ),
    fault(
        "castling-over-the-knight",
        "On the queen's side the square next to the rook need not be empty.",
        Mutation::Moves(&|track, moves| {
            let position = track.now();
            moves.extend(castlings(position, |wing| {
                let way = king_way(position, wing);
                !position.is_check()
                    && !others(position, wing).meets(way)
                    && attacked(position, way).is_empty()
            }));
        }),
    ),
    fault(
        "chess960-rook-uncovers-check",
        "That the rook may have kept a check from the king is not looked at when they castle in Chess960.",
        Mutation::Moves(&|track, moves| {
            let position = track.now();
            moves.extend(castlings(position, |wing| {
                position.castling().is_chess960()
                    && !position.is_check()
                    && is_way_free(position, wing)
                    && attacked(position, king_way(position, wing)).is_empty()
            }));
        }),
    ),
    fault(
        "chess960-only-between-king-and-rook",
        "In Chess960 only the squares between king and rook are asked to be vacant.",
        Mutation::Moves(&|track, moves| {
            let position = track.now();
            moves.extend(castlings(position, |wing| {
                let king = position.king(position.turn());
                let between = attacks::between(king, rook_from(position, wing));
                position.castling().is_chess960()
                    && !position.is_check()
                    && !position.placement().occupied().meets(between)
                    && attacked(position, king_way(position, wing)).is_empty()
            }));
        }),
    ),
    fault(
        "chess960-whole-side-vacant",
        "In Chess960 all squares from the e-file to the corner are asked to be vacant.",
        Mutation::Moves(&|track, moves| {
            let position = track.now();
            let crowded = castlings(position, |wing| {
                let by = position.turn();
                let (king, corner) = (Wing::king_from(by), wing.rook_from(by));
                let side = attacks::between(king, corner) | king.set() | corner.set();
                position.castling().is_chess960() && others(position, wing).meets(side)
            });
            moves.retain(|one| !crowded.contains(one));
        }),
    ),
    fault(
        "chess960-both-have-to-move",
        "In Chess960 a move in which the king or the rook stays on its square does not count as castling.",
        Mutation::Moves(&|track, moves| {
            let position = track.now();
            let still = castlings(position, |wing| {
                let by = position.turn();
                position.castling().is_chess960()
                    && (position.king(by) == wing.king_to(by)
                        || rook_from(position, wing) == wing.rook_to(by))
            });
            moves.retain(|one| !still.contains(one));
        }),
    ),
    fault(
        "promotion-to-a-queen-only",
        "A pawn that reaches the last rank is made a queen without asking.",
        Mutation::Moves(&|_, moves| {
            moves.retain(|one| one.promotion.is_none_or(|role| role == Role::Queen));
        }),
    ),
    fault(
        "capture-promotes-to-a-queen-only",
        "The four choices are offered for a push, and only a queen for a capture.",
        Mutation::Moves(&|_, moves| {
            moves.retain(|one| {
                one.from.file() == one.to.file()
                    || one.promotion.is_none_or(|role| role == Role::Queen)
            });
        }),
    ),
    fault(
        "promotion-to-a-king",
        "The loop over the pieces that a pawn can become includes the king.",
        Mutation::Moves(&|_, moves| moves.extend(instead_of_queens(moves, Some(Role::King)))),
    ),
    fault(
        "pawn-stays-a-pawn",
        "A move to the last rank is also generated without a promotion.",
        Mutation::Moves(&|_, moves| moves.extend(instead_of_queens(moves, None))),
    ),
    fault(
        "double-step-from-the-third-rank",
        "A pawn can also make a double step from the third rank.",
        Mutation::Moves(&|track, moves| {
            let (position, up) = (track.now(), track.now().turn().forward());
            let is_empty = |square: &Square| position.at(*square).is_none();
            moves.extend(each_own(position, Role::Pawn, |from| {
                let is_third = from.rank() == Rank::relative(3, position.turn());
                let passed = from.offset(0, up).filter(|passed| is_third && is_empty(passed));
                let to = passed.and_then(|passed| passed.offset(0, up)).filter(is_empty);
                to.map_or(Bitboard::EMPTY, Square::set)
            }));
        }),
    ),
    fault(
        "pawn-captures-straight-ahead",
        "A push is generated onto a piece of the opponent.",
        Mutation::Moves(&|track, moves| {
            let position = track.now();
            let up = position.turn().forward();
            let ahead = |from: Square| from.offset(0, up);
            moves.extend(each_own(position, Role::Pawn, |from| {
                ahead(from)
                    .filter(|to| opponents(position).contains(*to) && !is_end_rank(*to))
                    .map_or(Bitboard::EMPTY, Square::set)
            }));
        }),
    ),
    fault(
        "knights-are-blocked",
        "A knight is taken to need a free square on its way, first straight and then to the side.",
        Mutation::Moves(&|track, moves| {
            let position = track.now();
            let knights = position.placement().pieces(position.turn(), Role::Knight);
            moves.retain(|one| {
                let files = one.to.file().index() as i8 - one.from.file().index() as i8;
                let ranks = one.to.rank().index() as i8 - one.from.rank().index() as i8;
                let way = one.from.offset(files / 2, ranks / 2);
                !knights.contains(one.from) || way.is_some_and(|way| position.at(way).is_none())
            });
        }),
    ),
    fault(
        "lines-end-before-every-piece",
        "The line of a rook, bishop or queen ends in front of a piece of either side.",
        Mutation::Moves(&|track, moves| {
            let position = track.now();
            let riders = riders(position);
            moves.retain(|one| !riders.contains(one.from) || position.at(one.to).is_none());
        }),
    ),
    fault(
        "lines-go-on-after-a-capture",
        "The line of a rook, bishop or queen is not ended by the piece that it takes.",
        Mutation::Moves(&|track, moves| {
            let position = track.now();
            let pieces = position.placement();
            for role in [Role::Rook, Role::Bishop, Role::Queen] {
                moves.extend(each_own(position, role, |from| {
                    let own = pieces.color(position.turn());
                    attacks::of(role, position.turn(), from, own)
                }));
            }
        }),
    ),
    fault(
        "pinned-pieces-never-move",
        "A pinned piece is taken to have no move, also along the line of the pin.",
        Mutation::Moves(&|track, moves| {
            let position = track.now();
            let king = position.king(position.turn());
            moves.retain(|one| one.from == king || !is_pinned(position, one.from));
        }),
    ),
    fault(
        "check-never-shut-out",
        "Against a check only moves of the king and captures are tried.",
        Mutation::Moves(&|track, moves| {
            let position = track.now();
            let king = position.king(position.turn());
            moves.retain(|one| {
                !position.is_check() || one.from == king || position.at(one.to).is_some()
            });
        }),
    ),
    fault(
        "check-may-wait",
        "Moves are generated without asking whether the king is in check, as long as no piece is uncovered.",
        Mutation::Moves(&|track, moves| {
            let position = track.now();
            if position.is_check() {
                moves.extend(officers(position, |one| !is_pinned(position, one.from)));
            }
        }),
    ),
];

/// The promotions to a queen, with another choice.
fn instead_of_queens(moves: &[Move], promotion: Option<Role>) -> Vec<Move> {
    let queens = moves.iter().filter(|one| one.promotion == Some(Role::Queen));
    queens.map(|one| Move { promotion, ..*one }).collect()
}

/// The en passant captures after a double step, with no test whether they leave the king in check.
fn passing(track: &Track<'_>) -> Vec<Move> {
    let passed = track.passed(track.end());
    passed.map_or_else(Vec::new, |passed| pawns_to(track.now(), passed))
}

fn pawns_to(position: &Position, passed: Square) -> Vec<Move> {
    let by = position.turn();
    if position.at(passed).is_some() || passed.rank() != Rank::relative(6, by) {
        return Vec::new();
    }
    let pawns = attacks::pawn(!by, passed) & position.placement().pieces(by, Role::Pawn);
    pawns.into_iter().map(|from| Move::new(from, passed)).collect()
}

/// The castling moves for which there is a right and `may` holds, with no other test.
fn castlings(position: &Position, may: impl Fn(Wing) -> bool) -> Vec<Move> {
    let castling = |wing| position.castling_move(wing).filter(|_| may(wing));
    Wing::ALL.into_iter().filter_map(castling).collect()
}

fn rook_from(position: &Position, wing: Wing) -> Square {
    let by = position.turn();
    position.castling().rook(by, wing).unwrap_or(wing.rook_from(by))
}

/// All pieces other than the king and the rook that castle.
fn others(position: &Position, wing: Wing) -> Bitboard {
    let king = position.king(position.turn());
    position.placement().occupied() - king.set() - rook_from(position, wing).set()
}

fn is_way_free(position: &Position, wing: Wing) -> bool {
    let rook_to = wing.rook_to(position.turn());
    let rook_way = attacks::between(rook_from(position, wing), rook_to) | rook_to.set();
    !others(position, wing).meets(king_way(position, wing) | rook_way)
}

/// The squares that the king enters when it castles.
fn king_way(position: &Position, wing: Wing) -> Bitboard {
    let to = wing.king_to(position.turn());
    attacks::between(position.king(position.turn()), to) | to.set()
}

/// The squares of `squares` that the opponent attacks if the own king is removed from the board.
fn attacked(position: &Position, squares: Bitboard) -> Bitboard {
    let pieces = position.placement();
    let occupied = pieces.occupied() - position.king(position.turn()).set();
    let by = !position.turn();
    squares
        .into_iter()
        .filter(|&square| !pieces.attackers(by, square, occupied).is_empty())
        .collect()
}

fn opponents(position: &Position) -> Bitboard {
    position.placement().color(!position.turn()) - position.king(!position.turn()).set()
}

fn is_end_rank(square: Square) -> bool {
    Color::ALL.into_iter().any(|color| square.rank() == Rank::relative(8, color))
}

/// Moves of the player's pieces of one role to squares in `to`, except squares with an own piece or the opponent's
/// king. Moves that leave the own king in check are left out.
fn each_own(position: &Position, role: Role, to: impl Fn(Square) -> Bitboard) -> Vec<Move> {
    let pieces = position.placement();
    let barred = pieces.color(position.turn()) | position.king(!position.turn()).set();
    let own = pieces.pieces(position.turn(), role).into_iter();
    own.flat_map(|from| (to(from) - barred).into_iter().map(move |to| Move::new(from, to)))
        .filter(|one| is_safe(position, *one))
        .collect()
}

/// Pseudo-legal moves of knights, bishops, rooks and queens for which `may` holds.
fn officers(position: &Position, may: impl Fn(Move) -> bool) -> Vec<Move> {
    let pieces = position.placement();
    let barred = pieces.color(position.turn()) | position.king(!position.turn()).set();
    let slow = pieces.role(Role::King) | pieces.role(Role::Pawn);
    let mut moves = Vec::new();
    for from in pieces.color(position.turn()) - slow {
        let Some(piece) = position.at(from) else { continue };
        let there = attacks::of(piece.role, piece.color, from, pieces.occupied()) - barred;
        moves.extend(there.into_iter().map(|to| Move::new(from, to)).filter(|one| may(*one)));
    }
    moves
}

/// The bishops, rooks and queens of the side to move.
fn riders(position: &Position) -> Bitboard {
    let pieces = position.placement();
    let roles = pieces.role(Role::Bishop) | pieces.role(Role::Rook) | pieces.role(Role::Queen);
    pieces.color(position.turn()) & roles
}

/// Whether the king is not in check after a move other than castling or en passant.
pub(super) fn is_safe(position: &Position, played: Move) -> bool {
    let mut pieces = *position.placement();
    let Some(piece) = pieces.at(played.from) else { return false };
    pieces.remove(played.from);
    pieces.remove(played.to);
    pieces.put(played.to, piece);
    let king = pieces.king(piece.color);
    king.is_some_and(|king| pieces.attackers(!piece.color, king, pieces.occupied()).is_empty())
}

/// Whether the king would be in check if the piece on this square were not there.
fn is_pinned(position: &Position, square: Square) -> bool {
    let (pieces, by) = (position.placement(), position.turn());
    let checkers = pieces.attackers(!by, position.king(by), pieces.occupied() - square.set());
    !(checkers - position.checkers() - square.set()).is_empty()
}
