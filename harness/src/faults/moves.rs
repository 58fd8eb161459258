//! Mistakes in finding the legal moves.

use lawbook::{
    board::{Bitboard, Color, Rank, Role, Square, attacks},
    position::{Move, Position, Wing},
};

use super::{Fault, bend::Bend, fault, scene::Track};

pub(super) const FAULTS: &[Fault] = &[
    fault(
        "ep-ignores-pin",
        "A capture in passing is not tested for a check along the lines that the two pawns leave.",
        Bend::Moves(|track, moves| moves.extend(passing(track))),
    ),
    fault(
        "ep-forgotten",
        "Captures in passing are not generated.",
        Bend::Moves(|track, moves| moves.retain(|one| !passing(track).contains(one))),
    ),
    fault(
        "ep-not-out-of-check",
        "In check only captures on the square of the checking man are looked at, not one in passing.",
        Bend::Moves(|track, moves| {
            moves.retain(|one| !track.now().is_check() || !passing(track).contains(one));
        }),
    ),
    fault(
        "ep-found-once",
        "The search for a pawn that can capture in passing stops at the first, though two can.",
        Bend::Moves(|track, moves| {
            let second = passing(track).into_iter().filter(|one| moves.contains(one)).nth(1);
            moves.retain(|one| Some(*one) != second);
        }),
    ),
    fault(
        "ep-stays-open",
        "The en passant square is not cleared by a move that is no double step.",
        Bend::Moves(|track, moves| {
            let late = track.end().checked_sub(2).and_then(|ply| track.passed(ply));
            moves.extend(late.map_or_else(Vec::new, |passed| pawns_to(track.now(), passed)));
        }),
    ),
    fault(
        "ep-after-a-single-step",
        "A pawn that has just arrived on the fourth rank can be taken in passing, however it came there.",
        Bend::Moves(|track, moves| {
            let Some(last) = track.moves.last() else { return };
            let by = track.now().turn();
            let up = by.forward();
            let pawn = track.now().at(last.to).is_some_and(|man| man.role == Role::Pawn);
            let passed = last.to.offset(0, up).filter(|_| pawn);
            let takers = passed.map_or_else(Vec::new, |passed| pawns_to(track.now(), passed));
            moves.extend(takers.into_iter().filter(|one| is_safe(track.now(), *one)));
        }),
    ),
    fault(
        "castling-out-of-check",
        "Whether the king is in check is not asked before castling.",
        Bend::Moves(|track, moves| {
            let position = track.now();
            moves.extend(castlings(position, |wing| {
                position.is_check()
                    && is_way_free(position, wing)
                    && attacked(position, king_way(position, wing)).is_empty()
            }));
        }),
    ),
    fault(
        "castling-through-check",
        "Only the square where the king arrives is tested, not the one it passes.",
        Bend::Moves(|track, moves| {
            let position = track.now();
            moves.extend(castlings(position, |wing| {
                !position.is_check()
                    && is_way_free(position, wing)
                    && attacked(position, wing.king_to(position.turn()).set()).is_empty()
            }));
        }),
    ),
    fault(
        "castling-into-check",
        "The square where the king arrives is not tested when it castles.",
        Bend::Moves(|track, moves| {
            let position = track.now();
            moves.extend(castlings(position, |wing| {
                let arrives = wing.king_to(position.turn()).set();
                !position.is_check()
                    && is_way_free(position, wing)
                    && attacked(position, king_way(position, wing) - arrives).is_empty()
            }));
        }),
    ),
    fault(
        "castling-needs-a-safe-rook",
        "Castling is refused when the rook is attacked or passes an attacked square.",
        Bend::Moves(|track, moves| {
            let position = track.now();
            let exposed = castlings(position, |wing| {
                let rook = wing.rook_from(position.turn());
                let way = attacks::between(position.king(position.turn()), rook) | rook.set();
                !attacked(position, way).is_empty()
            });
            moves.retain(|one| !exposed.contains(one));
        }),
    ),
    fault(
        "castling-over-the-knight",
        "On the queen's side the square beside the rook is not asked to be empty.",
        Bend::Moves(|track, moves| {
            let position = track.now();
            moves.extend(castlings(position, |wing| {
                let way = king_way(position, wing);
                !position.is_check()
                    && !position.placement().occupied().meets(way)
                    && attacked(position, way).is_empty()
            }));
        }),
    ),
    fault(
        "castling-on-one-side-only",
        "Castling is generated for the king's side alone.",
        Bend::Moves(|track, moves| {
            let position = track.now();
            let long = castlings(position, |wing| wing == Wing::Queen);
            moves.retain(|one| !long.contains(one));
        }),
    ),
    fault(
        "promotion-to-a-queen-only",
        "A pawn that reaches the last rank is made a queen without asking.",
        Bend::Moves(|_, moves| {
            moves.retain(|one| one.promotion.is_none_or(|role| role == Role::Queen));
        }),
    ),
    fault(
        "capture-promotes-to-a-queen-only",
        "The four choices are offered for a push, and only a queen for a capture.",
        Bend::Moves(|_, moves| {
            moves.retain(|one| {
                one.from.file() == one.to.file()
                    || one.promotion.is_none_or(|role| role == Role::Queen)
            });
        }),
    ),
    fault(
        "promotion-to-a-king",
        "The loop over the men that a pawn can become includes the king.",
        Bend::Moves(|_, moves| {
            let queens: Vec<Move> =
                moves.iter().copied().filter(|one| one.promotion == Some(Role::Queen)).collect();
            moves.extend(queens.iter().map(|one| Move { promotion: Some(Role::King), ..*one }));
        }),
    ),
    fault(
        "pawn-stays-a-pawn",
        "A move to the last rank is also generated without a promotion.",
        Bend::Moves(|_, moves| {
            let queens: Vec<Move> =
                moves.iter().copied().filter(|one| one.promotion == Some(Role::Queen)).collect();
            moves.extend(queens.iter().map(|one| Move { promotion: None, ..*one }));
        }),
    ),
    fault(
        "double-step-jumps",
        "The square that a pawn passes in a double step is not asked to be empty.",
        Bend::Moves(|track, moves| {
            moves.extend(double_steps(track.now(), 2, |position, passed| {
                position.at(passed).is_some()
            }));
        }),
    ),
    fault(
        "double-step-from-the-third-rank",
        "A pawn may take two steps once, wherever it stands by then.",
        Bend::Moves(|track, moves| {
            moves.extend(double_steps(track.now(), 3, |position, passed| {
                position.at(passed).is_none()
            }));
        }),
    ),
    fault(
        "pawn-captures-straight-ahead",
        "A push is generated onto a man of the opponent.",
        Bend::Moves(|track, moves| {
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
        "knight-wraps-around",
        "A knight's jumps are added to the number of the square, and leave the board on one side to come back on the other.",
        Bend::Moves(|track, moves| {
            let position = track.now();
            moves.extend(each_own(position, Role::Knight, |from| {
                let jumps = [6, 10, 15, 17, -6, -10, -15, -17];
                let there =
                    jumps.into_iter().filter_map(|jump| from.index().checked_add_signed(jump));
                there.filter(|&to| to < 64).map(Square::from_index).collect()
            }));
        }),
    ),
    fault(
        "knights-are-blocked",
        "A knight is taken to need a free square on its way, first straight and then to the side.",
        Bend::Moves(|track, moves| {
            let position = track.now();
            let knights = position.placement().men(position.turn(), Role::Knight);
            moves.retain(|one| {
                let files = one.to.file().index() as i8 - one.from.file().index() as i8;
                let ranks = one.to.rank().index() as i8 - one.from.rank().index() as i8;
                let way = one.from.offset(files / 2, ranks / 2);
                !knights.contains(one.from) || way.is_some_and(|way| position.at(way).is_none())
            });
        }),
    ),
    fault(
        "lines-end-before-every-man",
        "The line of a rook, bishop or queen ends in front of a man of either side.",
        Bend::Moves(|track, moves| {
            let position = track.now();
            let riders = riders(position);
            moves.retain(|one| !riders.contains(one.from) || position.at(one.to).is_none());
        }),
    ),
    fault(
        "lines-go-on-after-a-capture",
        "The line of a rook, bishop or queen is not ended by the man that it takes.",
        Bend::Moves(|track, moves| {
            let position = track.now();
            let men = position.placement();
            for role in [Role::Rook, Role::Bishop, Role::Queen] {
                moves.extend(each_own(position, role, |from| {
                    let own = men.color(position.turn());
                    attacks::of(role, position.turn(), from, own)
                }));
            }
        }),
    ),
    fault(
        "kings-may-meet",
        "The other king is left out of what attacks a square.",
        Bend::Moves(|track, moves| {
            let position = track.now();
            let king = position.king(position.turn());
            let beside = attacks::king(position.king(!position.turn()));
            let free = attacks::king(king) - position.placement().color(position.turn());
            let guarded = attacked(position, free & beside);
            let others = |square: Square| {
                let men = position.placement();
                let by = men.attackers(!position.turn(), square, men.occupied() - king.set());
                by.is_subset(men.role(Role::King))
            };
            let steps = guarded.into_iter().filter(|&to| others(to));
            moves.extend(steps.map(|to| Move::new(king, to)));
        }),
    ),
    fault(
        "king-takes-what-is-guarded",
        "A king's capture is not tested for a man that guards the one it takes.",
        Bend::Moves(|track, moves| {
            let position = track.now();
            let king = position.king(position.turn());
            let taken = attacks::king(king) & opponents(position);
            let others = taken - position.king(!position.turn()).set();
            moves.extend(others.into_iter().map(|to| Move::new(king, to)));
        }),
    ),
    fault(
        "king-hides-in-its-own-shadow",
        "Attacks on the squares around the king are taken with the king still in the way.",
        Bend::Moves(|track, moves| {
            let position = track.now();
            let (men, king) = (position.placement(), position.king(position.turn()));
            let steps = attacks::king(king) - men.color(position.turn());
            let quiet =
                |to: &Square| men.attackers(!position.turn(), *to, men.occupied()).is_empty();
            moves.extend(steps.into_iter().filter(quiet).map(|to| Move::new(king, to)));
        }),
    ),
    fault(
        "pinned-men-move",
        "Moves of men other than the king are not tested for a check that they uncover.",
        Bend::Moves(|track, moves| {
            let position = track.now();
            if !position.is_check() {
                moves.extend(officers(position, |_| true));
            }
        }),
    ),
    fault(
        "pinned-men-never-move",
        "A pinned man is taken to have no move, also along the line of the pin.",
        Bend::Moves(|track, moves| {
            let position = track.now();
            let king = position.king(position.turn());
            moves.retain(|one| one.from == king || !is_pinned(position, one.from));
        }),
    ),
    fault(
        "double-check-parried-singly",
        "In a double check capturing or shutting out one of the two men is taken for enough.",
        Bend::Moves(|track, moves| {
            let position = track.now();
            let (king, checkers) = (position.king(position.turn()), position.checkers());
            if checkers.is_several() {
                for checker in checkers {
                    let answers = attacks::between(king, checker) | checker.set();
                    moves.extend(officers(position, |one| answers.contains(one.to)));
                }
            }
        }),
    ),
    fault(
        "check-never-shut-out",
        "Against a check only moves of the king and captures are tried.",
        Bend::Moves(|track, moves| {
            let position = track.now();
            let king = position.king(position.turn());
            moves.retain(|one| {
                !position.is_check() || one.from == king || position.at(one.to).is_some()
            });
        }),
    ),
    fault(
        "checker-never-captured",
        "Against a check only moves of the king are tried, and men put in between.",
        Bend::Moves(|track, moves| {
            let position = track.now();
            let king = position.king(position.turn());
            moves.retain(|one| one.from == king || !position.checkers().contains(one.to));
        }),
    ),
    fault(
        "check-may-wait",
        "Moves are generated without asking whether the king is in check, as long as no man is uncovered.",
        Bend::Moves(|track, moves| {
            let position = track.now();
            if position.is_check() {
                moves.extend(officers(position, |one| !is_pinned(position, one.from)));
            }
        }),
    ),
];

/// The captures in passing that the pawns could make if nothing stood behind them.
fn passing(track: &Track<'_>) -> Vec<Move> {
    let passed = track.passed(track.end());
    passed.map_or_else(Vec::new, |passed| pawns_to(track.now(), passed))
}

fn pawns_to(position: &Position, passed: Square) -> Vec<Move> {
    let by = position.turn();
    if position.at(passed).is_some() || passed.rank() != Rank::relative(6, by) {
        return Vec::new();
    }
    let pawns = attacks::pawn(!by, passed) & position.placement().men(by, Role::Pawn);
    pawns.into_iter().map(|from| Move::new(from, passed)).collect()
}

/// Castling to the wings for which there is a right and this holds.
fn castlings(position: &Position, may: impl Fn(Wing) -> bool) -> Vec<Move> {
    let by = position.turn();
    let rights = Wing::ALL.into_iter().filter(|wing| position.castling().has(by, *wing));
    rights
        .filter(|wing| may(*wing))
        .map(|wing| Move::new(Wing::king_from(by), wing.king_to(by)))
        .collect()
}

fn is_way_free(position: &Position, wing: Wing) -> bool {
    let by = position.turn();
    let way = attacks::between(Wing::king_from(by), wing.rook_from(by));
    !position.placement().occupied().meets(way)
}

/// The squares on which the king sets foot when it castles.
fn king_way(position: &Position, wing: Wing) -> Bitboard {
    let to = wing.king_to(position.turn());
    attacks::between(Wing::king_from(position.turn()), to) | to.set()
}

/// Those of the squares that the opponent attacks, as if the king were not there.
fn attacked(position: &Position, squares: Bitboard) -> Bitboard {
    let men = position.placement();
    let occupied = men.occupied() - position.king(position.turn()).set();
    let by = !position.turn();
    squares.into_iter().filter(|&square| !men.attackers(by, square, occupied).is_empty()).collect()
}

fn opponents(position: &Position) -> Bitboard {
    position.placement().color(!position.turn()) - position.king(!position.turn()).set()
}

fn is_end_rank(square: Square) -> bool {
    Color::ALL.into_iter().any(|color| square.rank() == Rank::relative(8, color))
}

/// Two steps of pawns on this rank, as seen from their side, for which this holds of the square passed.
fn double_steps(
    position: &Position,
    rank: u8,
    may_pass: impl Fn(&Position, Square) -> bool,
) -> Vec<Move> {
    let up = position.turn().forward();
    each_own(position, Role::Pawn, |from| {
        let (passed, to) = (from.offset(0, up), from.offset(0, 2 * up));
        match (passed, to) {
            (Some(passed), Some(to))
                if from.rank() == Rank::relative(rank, position.turn())
                    && may_pass(position, passed)
                    && position.at(to).is_none() =>
            {
                to.set()
            }
            _ => Bitboard::EMPTY,
        }
    })
}

/// Moves of the player's men of one role to squares not held by his own men or a king, none of which
/// leaves his king in check.
fn each_own(position: &Position, role: Role, to: impl Fn(Square) -> Bitboard) -> Vec<Move> {
    let men = position.placement();
    let barred = men.color(position.turn()) | position.king(!position.turn()).set();
    let own = men.men(position.turn(), role).into_iter();
    own.flat_map(|from| (to(from) - barred).into_iter().map(move |to| Move::new(from, to)))
        .filter(|one| is_safe(position, *one))
        .collect()
}

/// Moves of knights, bishops, rooks and queens for which this holds, whatever they uncover.
fn officers(position: &Position, may: impl Fn(Move) -> bool) -> Vec<Move> {
    let men = position.placement();
    let barred = men.color(position.turn()) | position.king(!position.turn()).set();
    let slow = men.role(Role::King) | men.role(Role::Pawn);
    let mut moves = Vec::new();
    for from in men.color(position.turn()) - slow {
        let Some(man) = position.at(from) else { continue };
        let there = attacks::of(man.role, man.color, from, men.occupied()) - barred;
        moves.extend(there.into_iter().map(|to| Move::new(from, to)).filter(|one| may(*one)));
    }
    moves
}

/// The player's bishops, rooks and queens.
fn riders(position: &Position) -> Bitboard {
    let men = position.placement();
    let roles = men.role(Role::Bishop) | men.role(Role::Rook) | men.role(Role::Queen);
    men.color(position.turn()) & roles
}

/// Whether the king is not in check after a move that is no castling and no capture in passing.
fn is_safe(position: &Position, played: Move) -> bool {
    let mut men = *position.placement();
    let Some(man) = men.at(played.from) else { return false };
    men.remove(played.from);
    men.remove(played.to);
    men.put(played.to, man);
    let king = men.king(man.color);
    king.is_some_and(|king| men.attackers(!man.color, king, men.occupied()).is_empty())
}

/// Whether the king would be in check if the man on this square were not there.
fn is_pinned(position: &Position, square: Square) -> bool {
    let (men, by) = (position.placement(), position.turn());
    let checkers = men.attackers(!by, position.king(by), men.occupied() - square.set());
    !(checkers - position.checkers() - square.set()).is_empty()
}
