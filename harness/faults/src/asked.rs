//! Mistakes in the FEN of a position, in the refusal of illegal moves, in comparing counts with a number, in the summary that
//! it is a draw, and in the list of the moves of one square. Everything else is right.

use lawbook::{
    board::{Bitboard, Role, Square, attacks},
    dead::material,
    position::{Move, Position},
};
use lawbook_catalogue::question::{
    Answer, HistoryQuestion, NotationQuestion, PositionQuestion, Question,
};

use super::{
    Fault, fault,
    mutation::{Mutation, PlayableLine},
};

/// The faults.
pub(super) const FAULTS: &[Fault] = &[
    fault(
        "fen-without-en-passant",
        "The FEN of a position that was reached by moves has no en passant square.",
        Mutation::Answer(&|told, question| {
            fen(told, question, |told, fields| {
                let plays = !told.game.moves().is_empty();
                plays.then_some(())?;
                replace(fields, 3, "-".to_owned())
            })
        }),
    ),
    fault(
        "fen-square-after-any-pawn-move",
        "The FEN has an en passant square after each move of a pawn, and not after double steps only.",
        Mutation::Answer(&|told, question| {
            fen(told, question, |told, fields| {
                let (last, position) = (told.game.moves().last()?, told.game.position());
                let is_pawn = position.at(last.to).is_some_and(|piece| piece.role == Role::Pawn);
                let steps = last.from.index().abs_diff(last.to.index()) != 16;
                (is_pawn && steps).then_some(())?;
                replace(fields, 3, last.from.name().to_owned())
            })
        }),
    ),
    fault(
        "fen-with-clock-zero",
        "The FEN says that the last move was a capture or a pawn move.",
        Mutation::Answer(&|told, question| {
            fen(told, question, |_, fields| replace(fields, 4, "0".to_owned()))
        }),
    ),
    fault(
        "fen-numbered-from-one",
        "The FEN numbers the moves from the setup, whatever number the setup has.",
        Mutation::Answer(&|told, question| {
            fen(told, question, |told, fields| {
                let plies = told.game.moves().len();
                let black = told.game.positions().first()?.turn() as usize;
                replace(fields, 5, ((plies + black) / 2 + 1).to_string())
            })
        }),
    ),
    fault(
        "fen-with-the-rights-of-the-setup",
        "The FEN has the castling rights with which the game began.",
        Mutation::Answer(&|told, question| {
            fen(told, question, |told, fields| {
                replace(fields, 2, told.game.positions().first()?.castling().to_string())
            })
        }),
    ),
    fault(
        "plays-any-move",
        "A move is played without any test of whether it is legal.",
        Mutation::Answer(&|told, question| plays(told, question, |_, _| true)),
    ),
    fault(
        "plays-what-leaves-the-king-in-check",
        "A move is played if the piece can make it, and whether its king can then be taken is not asked.",
        Mutation::Answer(&|told, question| {
            plays(told, question, |position, tried| {
                tried.promotion.is_none() && officer_reach(position, tried.from).contains(tried.to)
            })
        }),
    ),
    fault(
        "plays-castling-without-looking-at-attacks",
        "Castling is played if the right is there, whatever attacks the king's way.",
        Mutation::Answer(&|told, question| {
            plays(told, question, |position, tried| position.castles(tried).is_some())
        }),
    ),
    fault(
        "plays-pieces-of-the-opponent",
        "Whose piece it is that is moved is not asked.",
        Mutation::Answer(&|told, question| {
            plays(told, question, |position, tried| {
                position.at(tried.from).is_some_and(|piece| piece.color != position.turn())
            })
        }),
    ),
    fault(
        "plays-a-promotion-whatever-is-named",
        "The piece of a promotion is ignored: without one a pawn becomes a queen, and other pieces stay what they are.",
        Mutation::Answer(&|told, question| {
            plays(told, question, |position, tried| {
                let plain = Move { promotion: None, ..tried };
                let queen = Move { promotion: Some(Role::Queen), ..tried };
                position.is_legal(plain) || position.is_legal(queen)
            })
        }),
    ),
    fault(
        "plays-pawns-diagonally",
        "A pawn is played diagonally forward, whatever stands there.",
        Mutation::Answer(&|told, question| {
            plays(told, question, |position, tried| {
                let pawns = position.placement().pieces(position.turn(), Role::Pawn);
                pawns.contains(tried.from)
                    && attacks::pawn(position.turn(), tried.from).contains(tried.to)
            })
        }),
    ),
    fault(
        "threefold-for-ever",
        "Once a position has occurred often enough, this is said for the rest of the game.",
        Mutation::Answer(&|told, question| {
            let Question::History(HistoryQuestion::Occurred { times }) = question else {
                return None;
            };
            Some(Answer::Is(most_occurrences(told) >= *times as usize))
        }),
    ),
    fault(
        "occurred-exactly-so-often",
        "The number of occurrences is compared with three or five by being equal.",
        Mutation::Answer(&|told, question| {
            let Question::History(HistoryQuestion::Occurred { times }) = question else {
                return None;
            };
            Some(Answer::Is(told.game.occurrences() == *times))
        }),
    ),
    fault(
        "plies-exactly-so-many",
        "The number of plies without a capture or a pawn move is compared with 100 or 150 by being equal.",
        Mutation::Answer(&|told, question| {
            let Question::History(HistoryQuestion::Plies { count }) = question else {
                return None;
            };
            Some(Answer::Is(u32::from(told.game.position().halfmove_clock()) == *count))
        }),
    ),
    fault(
        "draw-without-stalemate",
        "Whether it is a draw does not ask for stalemate.",
        Mutation::Answer(&|told, question| drawn_without(0, told, question)),
    ),
    fault(
        "draw-without-material",
        "Whether it is a draw does not ask for insufficient material.",
        Mutation::Answer(&|told, question| drawn_without(1, told, question)),
    ),
    fault(
        "draw-without-repetition",
        "Whether it is a draw does not ask for threefold repetition.",
        Mutation::Answer(&|told, question| drawn_without(2, told, question)),
    ),
    fault(
        "draw-without-fifty-moves",
        "Whether it is a draw does not ask for the fifty-move rule.",
        Mutation::Answer(&|told, question| drawn_without(3, told, question)),
    ),
    fault(
        "draw-on-the-mating-move",
        "Whether it is a draw asks for fifty moves, and not whether the last one mates.",
        Mutation::Answer(&|told, question| {
            let position = told.game.position();
            let is_so = position.halfmove_clock() >= 100 && position.is_checkmate();
            (is_so && *question == HistoryQuestion::Drawn.into()).then_some(Answer::Is(true))
        }),
    ),
    fault(
        "draw-for-ever",
        "Once a position has occurred three times, it is a draw for the rest of the game.",
        Mutation::Answer(&|told, question| {
            (*question == HistoryQuestion::Drawn.into() && most_occurrences(told) >= 3)
                .then_some(Answer::Is(true))
        }),
    ),
    fault(
        "moves-of-a-square-ignore-the-king",
        "The moves of one square are those that the piece can make, even if its king can then be taken.",
        Mutation::Answer(&|told, question| {
            moves_from(told, question, |position, square, moves| {
                let reach = officer_reach(position, square).into_iter();
                moves.extend(reach.map(|to| Move::new(square, to)));
            })
        }),
    ),
    fault(
        "moves-of-a-square-without-castling",
        "The moves of one square leave castling out.",
        Mutation::Answer(&|told, question| {
            moves_from(told, question, |position, _, moves| {
                moves.retain(|&legal| position.castles(legal).is_none());
            })
        }),
    ),
    fault(
        "moves-of-a-square-without-en-passant",
        "The moves of one square leave captures en passant out.",
        Mutation::Answer(&|told, question| {
            moves_from(told, question, |position, square, moves| {
                let is_pawn = position.at(square).is_some_and(|piece| piece.role == Role::Pawn);
                moves.retain(|legal| !is_pawn || position.en_passant() != Some(legal.to));
            })
        }),
    ),
    fault(
        "moves-of-a-square-promote-to-a-queen",
        "Of the moves of one square, promotions are to a queen only.",
        Mutation::Answer(&|told, question| {
            moves_from(told, question, |_, _, moves| {
                moves.retain(|legal| legal.promotion.is_none_or(|role| role == Role::Queen));
            })
        }),
    ),
];

/// Returns where a piece of the player other than a pawn can go, with no test whether its king can then be taken.
fn officer_reach(position: &Position, from: Square) -> Bitboard {
    let (pieces, by) = (position.placement(), position.turn());
    let own = pieces.color(by);
    match position.at(from) {
        Some(piece) if piece.color == by && piece.role != Role::Pawn => {
            attacks::of(piece.role, by, from, pieces.occupied()) - own
        }
        _ => Bitboard::EMPTY,
    }
}

/// Returns the most occurrences that a position of the game has.
fn most_occurrences(told: &PlayableLine<'_>) -> usize {
    let positions = told.game.positions();
    let count = |one: &Position| positions.iter().filter(|other| other.same_position(one)).count();
    positions.iter().map(count).max().unwrap_or_default()
}

/// Returns whether it is a draw if one of the four reasons is forgotten; `None` for another question.
fn drawn_without(forgotten: usize, told: &PlayableLine<'_>, question: &Question) -> Option<Answer> {
    let position = told.game.position();
    let has_move = position.has_legal_move();
    let mut reasons = [
        !has_move && !position.is_check(),
        material::is_insufficient(position.placement()),
        has_move && told.game.occurrences() >= 3,
        has_move && position.halfmove_clock() >= 100,
    ];
    reasons[forgotten] = false;
    (*question == HistoryQuestion::Drawn.into()).then(|| Answer::Is(reasons.contains(&true)))
}

/// Returns the legal moves of a square with a change; `None` for another question.
fn moves_from(
    told: &PlayableLine<'_>,
    question: &Question,
    change: impl FnOnce(&Position, Square, &mut Vec<Move>),
) -> Option<Answer> {
    let Question::Position(PositionQuestion::MovesFrom { square }) = question else { return None };
    let position = told.game.position();
    let mut moves = position.legal_moves();
    moves.retain(|legal| legal.from == *square);
    change(position, *square, &mut moves);
    moves.sort_unstable();
    moves.dedup();
    Some(Answer::Moves(moves))
}

/// Returns a FEN with a field changed, or `None` if the fault does not show or the question is another one.
fn fen(
    told: &PlayableLine<'_>,
    question: &Question,
    change: impl FnOnce(&PlayableLine<'_>, &mut [String]) -> Option<()>,
) -> Option<Answer> {
    if *question != NotationQuestion::Fen.into() {
        return None;
    }
    let mut fields: Vec<String> =
        told.game.position().to_string().split(' ').map(str::to_owned).collect();
    change(told, &mut fields)?;
    Some(Answer::Fen(fields.join(" ")))
}

/// Replaces a field of a FEN by `text`. Returns `None` if the FEN does not have that field.
fn replace(fields: &mut [String], place: usize, text: String) -> Option<()> {
    *fields.get_mut(place)? = text;
    Some(())
}

/// Returns the moves that a library refuses if it plays the illegal moves for which `is_played` holds.
fn plays(
    told: &PlayableLine<'_>,
    question: &Question,
    is_played: impl Fn(&Position, Move) -> bool,
) -> Option<Answer> {
    let Question::Position(PositionQuestion::Refuses { moves }) = question else { return None };
    let position = told.game.position();
    let mut refused = moves.clone();
    refused.retain(|&tried| !position.is_legal(tried) && !is_played(position, tried));
    refused.sort_unstable();
    Some(Answer::Moves(refused))
}
