//! Few pieces: each small class, called sufficient or insufficient for mate.

use lawbook::{
    board::{Bitboard, Color, Piece, Placement, Role},
    dead::material,
};

use super::{Cells, common};
use crate::mutation::Mutation;

/// What one side has besides the king: `b` is a bishop on squares of the other colour than the first bishop.
const SIDES: [&str; 12] = ["", "n", "B", "b", "nn", "BB", "bb", "Bb", "Bn", "p", "r", "q"];

pub(super) fn cells(cells: &mut Cells<'_>) {
    let sufficient = common("called-sufficient", "Pieces that cannot mate are taken for enough");
    let insufficient = common("called-insufficient", "Pieces that can mate are taken for too few");
    for white in SIDES {
        for black in SIDES {
            let pieces = white.len() + black.len();
            // The first bishop decides which squares are the others.
            let first = format!("{white}{black}");
            let is_named =
                first.find('b').is_none_or(|b| first.find('B').is_some_and(|big| big < b));
            // Of three pieces only bishops of one colour of squares against one minor piece.
            let has = |side| white == side || black == side;
            let three = (has("BB") || has("bb")) && (has("n") || has("B") || has("b"));
            if pieces == 0 || pieces > 2 + usize::from(three) || !is_named {
                continue;
            }
            let (Some(example), names) = (example(white, black), [name(white), name(black)]) else {
                continue;
            };
            let lacks = material::is_insufficient(&example);
            let mistake = if lacks { sufficient } else { insufficient };
            let point = [("white", names[0].as_str()), ("black", names[1].as_str())];
            let class = class(&example);
            let bend = Box::leak(Box::new(move |pieces: &Placement| {
                let right = material::is_insufficient(pieces);
                if pieces.occupied().len() <= 5 && self::class(pieces) == class {
                    !lacks
                } else {
                    right
                }
            }));
            cells.add(mistake, &point, Mutation::Pieces(bend));
        }
    }
    let bare = common("called-sufficient", "Pieces that cannot mate are taken for enough");
    let bend = Box::leak(Box::new(|pieces: &Placement| {
        pieces.occupied().len() > 2 && material::is_insufficient(pieces)
    }));
    cells.add(bare, &[("white", "king"), ("black", "king")], Mutation::Pieces(bend));
}

fn name(side: &str) -> String {
    let words = side.chars().map(|letter| match letter {
        'n' => "knight",
        'B' => "bishop",
        'b' => "bishop-on-the-other-colour",
        'p' => "pawn",
        'r' => "rook",
        _ => "queen",
    });
    let words: Vec<&str> = words.collect();
    if words.is_empty() { "king".to_owned() } else { words.join("-and-") }
}

/// Pieces of this class, anywhere: only their numbers and the colours of the bishops' squares matter.
fn example(white: &str, black: &str) -> Option<Placement> {
    let mut pieces = Placement::EMPTY;
    let (mut light, mut dark) = (Bitboard::LIGHT.into_iter(), Bitboard::DARK.into_iter());
    for (color, side) in [(Color::White, white), (Color::Black, black)] {
        for letter in side.chars() {
            let square = if letter == 'B' { light.next()? } else { dark.next()? };
            let piece = Piece::from_letter(letter.to_ascii_lowercase())?;
            pieces.put(square, Piece { color, ..piece });
        }
        pieces.put(dark.next()?, Piece { color, role: Role::King });
    }
    Some(pieces)
}

/// The numbers of pieces by colour and kind, bishops by the colour of their squares, whichever colour that is.
fn class(pieces: &Placement) -> [[u32; 6]; 2] {
    let count = |shade: Bitboard| {
        Color::ALL.map(|color| {
            let of = |role| pieces.pieces(color, role).len();
            let bishops = pieces.pieces(color, Role::Bishop);
            let one = (bishops & shade).len();
            [
                of(Role::Pawn),
                of(Role::Knight),
                one,
                bishops.len() - one,
                of(Role::Rook),
                of(Role::Queen),
            ]
        })
    };
    count(Bitboard::LIGHT).max(count(Bitboard::DARK))
}
