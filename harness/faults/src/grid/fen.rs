//! The FEN as a text: malformed texts that are read, and fields that are not.

use lawbook::board::Color;
use lawbook::position::{Position, Setup, Wing};
use lawbook_catalogue::question::{Answer, NotationQuestion, Question};

use super::{Cells, NEXT_MOVES, Named, common, rare};
use crate::facts::Step;

pub(super) fn cells(cells: &mut Cells<'_>) {
    kept(cells);
    let malformed = common("malformed-read", "A malformed FEN is read as a position");
    for &(flaw, is_such) in FLAWS {
        cells.answers(malformed, &[("flaw", flaw)], move |_, question| {
            let text = text_of(question)?;
            let is_wrong = text.parse::<Position>().is_err();
            let fields: Vec<&str> = text.split(' ').collect();
            (is_wrong && is_such(&fields)).then(|| Answer::Setup(Some(Box::new(Setup::start()))))
        });
    }
    let ignored = common("field-not-read", "A field of a FEN is read as if it had another value");
    let refused = common("form-refused", "A form of a field is refused");
    for (place, &(form, strip)) in FIELDS.iter().enumerate() {
        // Other cells cover the fields after the castling rights.
        let both = [(refused, true), (ignored, false)];
        for (mistake, refuses) in both.into_iter().take(1 + usize::from(place < 5)) {
            cells.answers(mistake, &[("field", form)], move |_, question| {
                let right = text_of(question)?.parse::<Position>().ok()?.setup();
                let mut other = right;
                strip(&mut other);
                let read = (!refuses).then(|| Box::new(other));
                (other != right).then_some(Answer::Setup(read))
            });
        }
    }
}

/// Moves after which the FEN still has the square passed in the double step before.
fn kept(cells: &mut Cells<'_>) {
    let kept =
        rare("passed-square-kept", "The FEN has the square that was passed before the last move");
    for &(kind, is_such) in NEXT_MOVES {
        cells.answers(kept, &[("after", kind)], move |told, question| {
            let track = &told.track;
            let before = track.end().checked_sub(1)?;
            (*question == NotationQuestion::Fen.into()).then_some(())?;
            let passed = track.passed(before)?;
            let step = Step::new(&track.positions[before], track.moves[before])?;
            is_such(&step, track.now()).then_some(())?;
            let text = track.now().to_string();
            let mut fields: Vec<&str> = text.split(' ').collect();
            *fields.get_mut(3)? = passed.name();
            Some(Answer::Fen(fields.join(" ")))
        });
    }
}

fn text_of(question: &Question) -> Option<&str> {
    match question {
        Question::Notation(NotationQuestion::ReadsFen { text }) => Some(text),
        _ => None,
    }
}

/// The numbers of squares in the ranks of the first field.
fn widths<'a>(fields: &'a [&str]) -> impl Iterator<Item = u32> + 'a {
    let ranks = fields.first().into_iter().flat_map(|field| field.split('/'));
    ranks.map(|rank| rank.chars().map(|one| one.to_digit(10).unwrap_or(1)).sum())
}

fn field<'a>(fields: &[&'a str], place: usize) -> &'a str {
    fields.get(place).copied().unwrap_or_default()
}

/// The errors in a text.
const FLAWS: &Named<fn(&[&str]) -> bool> = &[
    ("long-rank", |fields| widths(fields).any(|width| width > 8)),
    ("short-rank", |fields| widths(fields).any(|width| matches!(width, 1..8))),
    ("empty-rank", |fields| fields.len() == 6 && widths(fields).any(|width| width == 0)),
    ("few-ranks", |fields| fields.len() == 6 && widths(fields).count() < 8),
    ("many-ranks", |fields| widths(fields).count() > 8),
    ("unknown-piece", |fields| {
        field(fields, 0).contains(|one: char| !"pnbrqkPNBRQK/12345678".contains(one))
    }),
    ("unknown-player", |fields| fields.len() == 6 && !matches!(field(fields, 1), "w" | "b")),
    ("unknown-right", |fields| {
        field(fields, 2).contains(|one: char| !"KQkqABCDEFGHabcdefgh-".contains(one))
    }),
    ("unknown-square", |fields| field(fields, 3).contains(['i', '9'])),
    ("clock-is-no-number", |fields| field(fields, 4) == "x"),
    ("number-is-no-number", |fields| field(fields, 5) == "x"),
    ("clock-below-zero", |fields| field(fields, 4).starts_with('-')),
    ("number-below-zero", |fields| field(fields, 5).starts_with('-')),
    ("trailing-text", |fields| fields.len() > 6),
    ("no-text", |fields| fields.iter().all(|field| field.is_empty())),
];

/// The fields, each with the setup that results if it is not read.
const FIELDS: &Named<fn(&mut Setup)> = &[
    ("turn", |setup| setup.turn = Color::White),
    ("kings-side-of-white", |setup| setup.castling.remove(Color::White, Wing::King)),
    ("queens-side-of-white", |setup| setup.castling.remove(Color::White, Wing::Queen)),
    ("kings-side-of-black", |setup| setup.castling.remove(Color::Black, Wing::King)),
    ("queens-side-of-black", |setup| setup.castling.remove(Color::Black, Wing::Queen)),
    ("en-passant", |setup| setup.en_passant = None),
    ("clock", |setup| setup.halfmove_clock = 0),
    ("number", |setup| setup.fullmove_number = 1),
    ("number-of-three-digits", |setup| setup.fullmove_number = setup.fullmove_number.min(99)),
    ("number-of-one-byte", |setup| setup.fullmove_number = setup.fullmove_number.min(255)),
];
