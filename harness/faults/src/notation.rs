//! Mistakes in writing and reading moves, and in accepting setups.

use lawbook::{
    board::{Piece, Role, Square, attacks},
    notation::{read_san, write_san},
    position::{Move, Position, Wing},
};
use lawbook_catalogue::question::{Answer, NotationQuestion, Question};

use super::{
    Fault, fault,
    mutation::{Mutation, PlayableLine},
};

pub(super) const FAULTS: &[Fault] = &[
    fault(
        "san-rank-before-file",
        "Two pieces of a kind are told apart by their ranks first.",
        Mutation::Answer(&|told, question| {
            written(told, question, |before, played, text| {
                let letter = played.from.file().letter().to_string();
                let twins = before.legal_moves().into_iter().filter(|one| {
                    one.to == played.to
                        && one.from != played.from
                        && one.from.rank() == played.from.rank()
                        && before.at(one.from) == before.at(played.from)
                });
                (origin(text) == letter && twins.count() == 0)
                    .then(|| text.replacen(&letter, &played.from.rank().digit().to_string(), 1))
            })
        }),
    ),
    fault(
        "san-castling-bears-no-sign",
        "The text for castling is returned before check is looked at.",
        Mutation::Answer(&|told, question| {
            written(told, question, |_, _, text| {
                text.starts_with('O').then(|| text.trim_end_matches(['+', '#']).to_owned())
            })
        }),
    ),
    fault(
        "reads-the-first-that-fits",
        "A text that fits several legal moves is read as the first of them.",
        Mutation::Answer(&|told, question| {
            let text = san_text(question)?;
            let position = told.game.position();
            let fits = |one: &Move| {
                let full = write_san(position, *one);
                let short =
                    format!("{}{}", &full[..1], full[1..].trim_start_matches(origin(&full)));
                short.trim_end_matches(['+', '#']) == text
            };
            let mut moves = position.legal_moves();
            moves.sort_unstable();
            read_san(position, text).is_err().then(|| Answer::Read(moves.into_iter().find(fits)))
        }),
    ),
    fault(
        "reads-a-missing-promotion-as-a-queen",
        "A pawn move to the last rank without a piece is read as a promotion to a queen.",
        Mutation::Answer(&|told, question| {
            let text = san_text(question)?;
            let position = told.game.position();
            read_san(position, text).is_err().then(|| {
                let read = read_san(position, &format!("{text}=Q")).ok();
                Answer::Read(read.filter(|one| one.promotion.is_some()))
            })
        }),
    ),
    fault(
        "reads-without-regard-to-case",
        "A lower-case b in front of a capture is read as a bishop.",
        Mutation::Answer(&|told, question| {
            let text = san_text(question)?;
            let capital = text.strip_prefix('b').map(|rest| format!("B{rest}"))?;
            read_san(told.game.position(), &capital).ok().map(|read| Answer::Read(Some(read)))
        }),
    ),
    fault(
        "reads-pinned-pieces-as-candidates",
        "A text is called ambiguous if another piece of the kind reaches the square, pinned or not.",
        Mutation::Answer(&|told, question| {
            let text = san_text(question)?;
            let position = told.game.position();
            let read = read_san(position, text).ok()?;
            let (piece, pieces) = (position.at(read.from)?, position.placement());
            let reach = attacks::of(piece.role, piece.color, read.to, pieces.occupied());
            let twins = reach & (pieces.pieces(piece.color, piece.role) - read.from.set());
            let officer = !matches!(piece.role, Role::Pawn | Role::King);
            (officer && !twins.is_empty() && origin(text).is_empty()).then_some(Answer::Read(None))
        }),
    ),
    fault(
        "reads-moves-that-are-not-legal",
        "A text with a piece and a square is accepted even if the piece cannot go there.",
        Mutation::Answer(&|told, question| {
            let text = san_text(question)?;
            let position = told.game.position();
            read_san(position, text).is_err().then(|| Answer::Read(named(position, text)))
        }),
    ),
    fault(
        "uci-is-read-by-its-form",
        "Two squares and a letter are accepted as a move, whatever the position.",
        Mutation::Answer(&|_, question| {
            uci_text(question).map(|text| Answer::Read(text.parse().ok()))
        }),
    ),
    fault(
        "reads-no-promotion-sign",
        "The sign between the square and the new piece is not expected, and the text is refused.",
        Mutation::Answer(&|_, question| {
            san_text(question)?.contains('=').then_some(Answer::Read(None))
        }),
    ),
    fault(
        "setups-are-not-looked-at",
        "A setup is accepted as it is read, whatever its pieces and castling rights.",
        Mutation::Setup(&|setup| Position::new(setup).is_err().then_some(true)),
    ),
    fault(
        "setup-needs-both-rooks",
        "A right to castle is taken only if both rooks of the player stand in their corners.",
        Mutation::Setup(&|setup| {
            let cornered = |color, wing: Wing| {
                setup.placement.at(wing.rook_from(color)) == Some(Piece { color, role: Role::Rook })
            };
            let mut rights = setup.castling.iter();
            let lacks =
                rights.any(|(color, _)| !Wing::ALL.iter().all(|&wing| cornered(color, wing)));
            lacks.then_some(false)
        }),
    ),
];

/// The text of the question how a text in SAN is read.
pub(super) fn san_text(question: &Question) -> Option<&str> {
    match question {
        Question::Notation(NotationQuestion::Reads { text }) => Some(text),
        _ => None,
    }
}

/// The text of the question how a text in UCI is read.
pub(super) fn uci_text(question: &Question) -> Option<&str> {
    match question {
        Question::Notation(NotationQuestion::ReadsUci { text }) => Some(text),
        _ => None,
    }
}

/// Replaces the text of the last move.
pub(super) fn written(
    told: &PlayableLine<'_>,
    question: &Question,
    rewrite: impl Fn(&Position, Move, &str) -> Option<String>,
) -> Option<Answer> {
    let played = *told.game.moves().last()?;
    if *question != NotationQuestion::San.into() {
        return None;
    }
    let before = told.game.positions().iter().nth_back(1)?;
    rewrite(before, played, &write_san(before, played)).map(Answer::Text)
}

/// The move that a text denotes by a piece or by castling, legal or not.
fn named(position: &Position, text: &str) -> Option<Move> {
    let (bare, side) = (text.trim_end_matches(['+', '#']), position.turn());
    if let Some(wing) = Wing::ALL.into_iter().find(|wing| wing.notation() == bare) {
        return position.castling_move(wing);
    }
    let role = Role::ALL.into_iter().find(|role| bare.starts_with(role.letter()))?;
    let to = Square::parse(bare.get(bare.len().checked_sub(2)?..)?)?;
    let from = position.placement().pieces(side, role).into_iter().next()?;
    Some(Move::new(from, to))
}

/// The square of origin in the text of a piece move, or a part of it: `b`, `1`, `b1` or empty.
pub(super) fn origin(text: &str) -> &str {
    let bare = text.trim_end_matches(['+', '#']);
    match bare.starts_with(['N', 'B', 'R', 'Q', 'K']) && bare.len() >= 3 && bare.is_ascii() {
        true => bare[1..bare.len() - 2].trim_end_matches('x'),
        false => "",
    }
}
