//! Mistakes in the position after a move, and in detecting check, checkmate and the like.

use lawbook::{
    board::{Bitboard, Color, Piece, Role, Square, attacks},
    position::{Move, Position, Setup, Wing},
    rules::{Decision, Termination},
};
use lawbook_catalogue::question::{
    Answer, GameQuestion, HistoryQuestion, PositionQuestion, Question,
};

use super::{
    Fault, fault,
    mutation::{Mutation, PlayableLine, is_over_by, lost},
};

pub(super) const FAULTS: &[Fault] = &[
    fault(
        "ep-victim-stays",
        "After an en passant capture the pawn that was taken is left on its square.",
        Mutation::Board(&|track, played, setup| {
            let before = track.now();
            if let Some(victim) = taken_en_passant(before, played) {
                setup.placement.put(victim, Piece { color: !before.turn(), role: Role::Pawn });
            }
        }),
    ),
    fault(
        "ep-by-every-piece",
        "Any piece that moves to the en passant square takes the pawn that has passed it.",
        Mutation::Board(&|track, played, setup| {
            let before = track.now();
            let own_pawn = before.at(played.from).is_some_and(|piece| piece.role == Role::Pawn);
            if track.passed(track.end()) == Some(played.to) && !own_pawn {
                let up = -before.turn().forward();
                if let Some(victim) = played.to.offset(0, up) {
                    setup.placement.remove(victim);
                }
            }
        }),
    ),
    fault(
        "castling-leaves-the-rook",
        "Castling moves the king, and the rook stays in the corner.",
        Mutation::Board(&|track, played, setup| {
            let before = track.now();
            if let Some(wing) = before.castles(played) {
                let by = before.turn();
                setup.placement.remove(wing.rook_to(by));
                let rook = before.castling().rook(by, wing).unwrap_or(wing.rook_from(by));
                if setup.placement.at(rook).is_none() {
                    setup.placement.put(rook, Piece { color: by, role: Role::Rook });
                }
            }
        }),
    ),
    fault(
        "castling-long-goes-too-far",
        "On the queen's side the king goes to the b file, as near to the corner as on the king's side.",
        Mutation::Board(&|track, played, setup| {
            let before = track.now();
            if before.castles(played) == Some(Wing::Queen) {
                let by = before.turn();
                let pieces =
                    [(Wing::Queen.king_to(by), Role::King), (Wing::Queen.rook_to(by), Role::Rook)];
                pieces.iter().for_each(|(square, _)| setup.placement.remove(*square));
                for (square, role) in pieces {
                    let beyond = square.offset(-1, 0).unwrap_or(square);
                    setup.placement.put(beyond, Piece { color: by, role });
                }
            }
        }),
    ),
    fault(
        "chess960-king-goes-two-squares",
        "In Chess960 the king goes two squares towards the rook, and the rook to its other side.",
        Mutation::Board(&|track, played, setup| {
            let before = track.now();
            let by = before.turn();
            let king = before.king(by);
            let Some(wing) = before.castles(played).filter(|_| before.castling().is_chess960())
            else {
                return;
            };
            let step = if wing == Wing::King { 1 } else { -1 };
            let Some((beside, beyond)) = king.offset(step, 0).zip(king.offset(2 * step, 0)) else {
                return;
            };
            let pieces = [(wing.king_to(by), Role::King), (wing.rook_to(by), Role::Rook)];
            let mut other = *setup;
            pieces.iter().for_each(|(square, _)| other.placement.remove(*square));
            if other.placement.at(beside).is_none() && other.placement.at(beyond).is_none() {
                other.placement.put(beyond, Piece { color: by, role: Role::King });
                other.placement.put(beside, Piece { color: by, role: Role::Rook });
                *setup = other;
            }
        }),
    ),
    fault(
        "chess960-any-rook-castles",
        "In Chess960 any rook on the initial square of the castling rook has the castling right.",
        Mutation::Board(&|track, _, setup| {
            let Some(start) = track.positions.first() else { return };
            for (color, wing) in start.castling().iter() {
                let rook = start.castling().rook(color, wing);
                let own = |square, role| setup.placement.at(square) == Some(Piece { color, role });
                if let Some(rook) = rook.filter(|_| start.castling().is_chess960())
                    && own(rook, Role::Rook)
                    && own(start.king(color), Role::King)
                {
                    setup.castling.add_rook(color, wing, rook.file());
                }
            }
        }),
    ),
    fault(
        "promotion-places-a-queen",
        "The choice is read and dropped: a queen is put on the last rank.",
        Mutation::Board(&|track, played, setup| {
            let before = track.now();
            if played.promotion.is_some() {
                setup.placement.remove(played.to);
                setup.placement.put(played.to, Piece { color: before.turn(), role: Role::Queen });
            }
        }),
    ),
    fault(
        "rights-survive-the-king",
        "A king that moves, castling apart, keeps the right to castle once it is back.",
        Mutation::Board(&|track, played, setup| {
            let before = track.now();
            let by = before.turn();
            if before.castles(played).is_none() && before.king(by) != Wing::king_from(by) {
                add_rights(by, setup);
            }
        }),
    ),
    fault(
        "one-rook-loses-both-rights",
        "A rook that moves takes the right to castle with the other rook away too.",
        Mutation::Board(&|track, played, setup| {
            let before = track.now();
            let by = before.turn();
            if Wing::ALL.into_iter().any(|wing| played.from == wing.rook_from(by)) {
                Wing::ALL.into_iter().for_each(|wing| setup.castling.remove(by, wing));
            }
        }),
    ),
    fault(
        "check-destroys-the-right",
        "A player who has been in check has lost the right to castle.",
        Mutation::Board(&|track, _, setup| {
            let before = track.now();
            if before.is_check() {
                Wing::ALL.into_iter().for_each(|wing| setup.castling.remove(before.turn(), wing));
            }
        }),
    ),
    fault(
        "rights-lost-when-castling-blocked",
        "A right to castle is recorded only while the squares between king and rook are empty.",
        Mutation::Board(&|_, _, setup| {
            for (color, wing) in setup.castling.iter().collect::<Vec<_>>() {
                let way = attacks::between(Wing::king_from(color), wing.rook_from(color));
                if setup.placement.occupied().meets(way) {
                    setup.castling.remove(color, wing);
                }
            }
        }),
    ),
    fault(
        "plies-counted-as-moves",
        "The number of the move goes up with the move of either player.",
        Mutation::Answer(&|told, question| {
            let first = told.game.positions().first().map_or(1, Position::fullmove_number);
            (*question == HistoryQuestion::FullmoveNumber.into())
                .then(|| Answer::Count(first + told.game.moves().len() as u32))
        }),
    ),
    fault(
        "rights-by-the-squares",
        "King and rook on their initial squares have the right to castle, even if they have moved.",
        Mutation::Answer(&|told, question| {
            let mut setup = told.game.position().setup();
            Color::ALL.into_iter().for_each(|color| add_rights(color, &mut setup));
            match question {
                Question::Position(PositionQuestion::Castling) => {
                    Some(Answer::Castling(setup.castling))
                }
                Question::Position(PositionQuestion::LegalMoves) => {
                    Position::new(&setup).ok().map(|position| Answer::Moves(sorted(&position)))
                }
                _ => None,
            }
        }),
    ),
    fault(
        "discovered-check-missed",
        "After a move, only checks by the moved piece are detected.",
        Mutation::Answer(&|told, question| {
            let moved = told.game.moves().last()?.to.set();
            checked_by(told, question, |checkers| checkers & moved)
        }),
    ),
    fault(
        "no-check-in-a-setup",
        "Check is looked for after a move only, so no king is in check in a setup.",
        Mutation::Answer(&|told, question| {
            let is_setup = told.game.moves().is_empty();
            is_setup.then(|| checked_by(told, question, |_| Bitboard::EMPTY)).flatten()
        }),
    ),
    fault(
        "double-check-seen-once",
        "The search for the piece that gives check stops at the first.",
        Mutation::Answer(&|told, question| {
            checked_by(told, question, |checkers| {
                checkers.first().map_or(Bitboard::EMPTY, Square::set)
            })
        }),
    ),
    fault(
        "pinned-pieces-give-no-check",
        "A piece that is pinned to its own king is taken to attack nothing.",
        Mutation::Answer(&|told, question| {
            let position = told.game.position();
            let (pieces, by) = (position.placement(), !position.turn());
            let pinned = |checker: &Square| {
                let occupied = pieces.occupied() - checker.set();
                !pieces.attackers(!by, position.king(by), occupied).is_empty()
            };
            checked_by(told, question, |checkers| {
                checkers.into_iter().filter(|checker| !pinned(checker)).collect()
            })
        }),
    ),
    fault(
        "pinned-pieces-attack-nothing",
        "A piece attacks only what it could legally take.",
        Mutation::Answer(&|told, question| {
            let Question::Position(PositionQuestion::Attacks { square: from }) = question else {
                return None;
            };
            let position = told.game.position();
            if position.at(*from)?.role == Role::King {
                return None;
            }
            let legal = position.legal_moves().into_iter().filter(|one| one.from == *from);
            let taken: Bitboard = legal.map(|one| one.to).collect();
            let seen = position.attacked_from(*from) & taken;
            Some(Answer::Squares(seen.into_iter().collect()))
        }),
    ),
    fault(
        "attacks-go-through-pieces",
        "The line of a rook, bishop or queen is not cut off by the first piece in it.",
        Mutation::Answer(&|told, question| {
            let Question::Position(PositionQuestion::Attacks { square: from }) = question else {
                return None;
            };
            let position = told.game.position();
            let piece = position.at(*from)?;
            let seen = attacks::of(piece.role, piece.color, *from, Bitboard::EMPTY)
                & position.placement().color(!piece.color);
            Some(Answer::Squares(seen.into_iter().collect()))
        }),
    ),
    fault(
        "pins-to-the-king-only",
        "A pin against any piece but the king is not seen.",
        Mutation::Answer(&|told, question| {
            let mut pinned = told.game.position().shielding();
            let kings = told.game.position().placement().role(Role::King);
            pinned.retain(|(_, behind)| kings.contains(*behind));
            (*question == PositionQuestion::Pinned.into()).then_some(Answer::Pairs(pinned))
        }),
    ),
    fault(
        "skewer-taken-for-a-pin",
        "Two pieces in line before an attacker are called a pin, whichever is worth more.",
        Mutation::Answer(&|told, question| {
            (*question == PositionQuestion::Pinned.into())
                .then(|| Answer::Pairs(told.game.position().in_line()))
        }),
    ),
    fault(
        "squares-of-the-other-colour",
        "Light squares are taken for dark ones, and dark squares for light ones.",
        Mutation::Answer(&|_, question| {
            let Question::Position(PositionQuestion::IsLight { square }) = question else {
                return None;
            };
            Some(Answer::Is(!square.is_light()))
        }),
    ),
    fault(
        "no-moves-is-mate",
        "A player without a legal move counts as checkmated, in check or not.",
        Mutation::Answer(&|told, question| {
            without_moves(told, question, PositionQuestion::Checkmate)
        }),
    ),
    fault(
        "no-moves-is-stalemate",
        "A player without a legal move counts as stalemated, even if in check.",
        Mutation::Answer(&|told, question| {
            without_moves(told, question, PositionQuestion::Stalemate)
        }),
    ),
    fault(
        "stalemate-is-a-loss",
        "The player who is stalemated has lost.",
        Mutation::Ruling(&|scene, decision| {
            let loses = lost(scene.game()?.position().turn(), Termination::Stalemate);
            is_over_by(decision, Termination::Stalemate).then_some(loses)
        }),
    ),
    fault(
        "stalemate-of-bare-kings-only",
        "Stalemate is detected only if the player on move has only the king.",
        Mutation::Answer(&|told, question| {
            let position = told.game.position();
            if position.placement().color(position.turn()).len() == 1 {
                return None;
            }
            match question {
                Question::Position(PositionQuestion::Stalemate) => Some(Answer::Is(false)),
                Question::Game(GameQuestion::Ruling) if ended_by(told, Termination::Stalemate) => {
                    Some(Answer::Ruling(Decision::PlayOn))
                }
                _ => None,
            }
        }),
    ),
    fault(
        "winner-is-the-player-on-move",
        "The player to be named as the winner of a mate is the one whose turn it is.",
        Mutation::Ruling(&|scene, decision| {
            let loses = lost(!scene.game()?.position().turn(), Termination::Checkmate);
            is_over_by(decision, Termination::Checkmate).then_some(loses)
        }),
    ),
    fault(
        "check-is-mate",
        "Every check counts as mate.",
        Mutation::Answer(&|told, question| {
            (*question == PositionQuestion::Checkmate.into())
                .then(|| Answer::Is(told.game.position().is_check()))
        }),
    ),
];

/// The square of the pawn that `played` captures en passant.
fn taken_en_passant(before: &Position, played: Move) -> Option<Square> {
    let pawn = before.at(played.from)?.role == Role::Pawn;
    (pawn && before.en_passant() == Some(played.to))
        .then(|| Square::new(played.to.file(), played.from.rank()))
}

/// Adds the castling rights of a player whose king is at home, for each rook on its home square.
fn add_rights(color: Color, setup: &mut Setup) {
    let pieces = setup.placement;
    if pieces.king(color) == Some(Wing::king_from(color)) {
        for wing in Wing::ALL {
            if pieces.pieces(color, Role::Rook).contains(wing.rook_from(color)) {
                setup.castling.add(color, wing);
            }
        }
    }
}

fn sorted(position: &Position) -> Vec<Move> {
    let mut moves = position.legal_moves();
    moves.sort_unstable();
    moves
}

/// The answer if only the checking pieces that `seen` selects are noticed.
fn checked_by(
    told: &PlayableLine<'_>,
    question: &Question,
    seen: impl Fn(Bitboard) -> Bitboard,
) -> Option<Answer> {
    let position = told.game.position();
    let checkers = seen(position.checkers());
    match question {
        Question::Position(PositionQuestion::Checkers) => {
            Some(Answer::Squares(checkers.into_iter().collect()))
        }
        Question::Position(PositionQuestion::Check) => Some(Answer::Is(!checkers.is_empty())),
        Question::Position(PositionQuestion::Checkmate) => {
            Some(Answer::Is(position.is_checkmate() && !checkers.is_empty()))
        }
        _ => None,
    }
}

/// The answers if a player without a legal move is always taken to be in this state, checkmate or stalemate, and never in
/// the other.
fn without_moves(
    told: &PlayableLine<'_>,
    question: &Question,
    state: PositionQuestion,
) -> Option<Answer> {
    let Question::Position(asked @ (PositionQuestion::Checkmate | PositionQuestion::Stalemate)) =
        question
    else {
        return None;
    };
    Some(Answer::Is(*asked == state && !told.game.position().has_legal_move()))
}

/// Whether the last act ended the game in this way.
pub(super) fn ended_by(told: &PlayableLine<'_>, by: Termination) -> bool {
    told.before.outcome().is_none() && told.game.outcome().is_some_and(|over| over.by == by)
}
