//! A fast parser for moves in standard notation. [`read_san`](super::read_san) accepts other spellings too.

use crate::{
    board::{Bitboard, File, Rank, Role, Square},
    position::{SanMove, Wing},
};

/// Parses a move in standard notation: `Nbd2`, `exd6`, `a8=Q+`, `O-O`. `None` if it is written in another way; it may
/// still be a valid move.
///
/// A missing or wrong `+` or `#` does not matter, nor an `x` between pieces, nor up to two of `!` and `?` at the end.
#[inline]
pub(crate) fn describe(text: &[u8]) -> Option<SanMove> {
    let text = match text {
        [text @ .., b'!' | b'?', b'!' | b'?'] | [text @ .., b'!' | b'?'] => text,
        _ => text,
    };
    let text = match text {
        [text @ .., b'+' | b'#'] => text,
        _ => text,
    };
    let (&first, rest) = text.split_first()?;
    let role = match first {
        b'a'..=b'h' => return describe_pawn(text),
        b'N' => Role::Knight,
        b'B' => Role::Bishop,
        b'R' => Role::Rook,
        b'Q' => Role::Queen,
        b'K' => Role::King,
        b'O' => {
            return match text {
                b"O-O" => Some(SanMove::Castling(Wing::King)),
                b"O-O-O" => Some(SanMove::Castling(Wing::Queen)),
                _ => None,
            };
        }
        _ => return None,
    };
    let (before, to) = target(rest)?;
    let before = before.strip_suffix(b"x").unwrap_or(before);
    let among = match *before {
        [] => Bitboard::FULL,
        [one] => match file(one) {
            Some(file) => file.squares(),
            None => rank(one)?.squares(),
        },
        [one, other] => Square::new(file(one)?, rank(other)?).set(),
        _ => return None,
    };
    Some(match role {
        Role::King => SanMove::King { among, to },
        _ => SanMove::Piece { role, among, to },
    })
}

fn describe_pawn(text: &[u8]) -> Option<SanMove> {
    let (text, promotion) = match text {
        [text @ .., b'=', b'Q'] => (text, Some(Role::Queen)),
        [text @ .., b'=', b'R'] => (text, Some(Role::Rook)),
        [text @ .., b'=', b'B'] => (text, Some(Role::Bishop)),
        [text @ .., b'=', b'N'] => (text, Some(Role::Knight)),
        _ => (text, None),
    };
    let (before, to) = target(text)?;
    let file = match *before {
        [] => None,
        [one, b'x'] => Some(file(one)?),
        _ => return None,
    };
    Some(SanMove::Pawn { file, to, promotion })
}

/// Splits off the target square at the end.
#[inline]
fn target(text: &[u8]) -> Option<(&[u8], Square)> {
    match text {
        [before @ .., one, other] => Some((before, Square::new(file(*one)?, rank(*other)?))),
        _ => None,
    }
}

#[inline]
fn file(letter: u8) -> Option<File> {
    File::from_letter(char::from(letter))
}

#[inline]
fn rank(digit: u8) -> Option<Rank> {
    Rank::from_digit(char::from(digit))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        notation::{read_san, write_san},
        position::{Move, Position},
    };

    /// Plays the text in the position, if the parser accepts it.
    fn played(position: &Position, text: &str) -> Option<Move> {
        let mut board = *position;
        let played =
            describe(text.as_bytes()).and_then(|described| board.play_described(described));
        let after = played.map_or(*position, |played| position.after(played));
        assert_eq!(board, after, "{position} {text}");
        played
    }

    /// For every text that looks like a move, the fast parser agrees with the slow one or returns nothing.
    #[test]
    fn what_is_read_quickly_is_read_the_same_slowly() {
        let mut texts: Vec<String> =
            ["O-O", "O-O-O", "O-O+!", "Kg1#??", "e4!?", "e8=K", "e8=q"].map(str::to_owned).into();
        for to in Square::all() {
            for role in ["N", "B", "R", "Q", "K", "Nx", "Rx", "Bx", "Qx", "Kx"] {
                let from = ["", "b", "e", "1", "5", "d5", "e1"];
                let (letter, takes) = role.split_at(1);
                texts.extend(from.map(|from| format!("{letter}{from}{takes}{to}")));
            }
            for before in ["", "ax", "bx", "cx", "dx", "ex", "fx", "gx", "hx", "b"] {
                texts.extend(["", "=Q", "=N"].map(|after| format!("{before}{to}{after}")));
            }
        }
        let mut count = 0;
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
            "4k3/4r3/b6b/1P3R2/2B1N3/r2QK1Pr/4B3/4r3 w - - 0 1",
            "4r2k/8/8/2PpP3/8/8/8/4K3 w - d6 0 1",
            "8/8/8/q2pP2K/8/8/8/4k3 w - d6 0 1",
            "4k3/8/8/4r3/8/8/1N1Q1N2/4K3 w - - 0 1",
            "8/8/3q4/1r2Q2b/8/8/5kQ1/Q3K2Q w - - 0 1",
            // Next to a king, and where a pawn attacks.
            "8/8/8/8/3k4/8/3K4/8 w - - 0 1",
            "8/8/8/3k4/4p3/8/4K3/8 w - - 0 1",
            "1r2k1r1/8/8/8/8/8/8/1R2KR2 w FBgb - 0 1",
            "2rk4/8/8/8/8/8/8/2RK4 w Cc - 0 1",
            "6kr/8/8/8/8/8/8/6KR w Hh - 0 1",
        ] {
            let Ok(start) = fen.parse::<Position>() else { continue };
            let next = start.legal_moves().into_iter().map(|played| start.after(played));
            for position in [start, start.flip()].into_iter().chain(next) {
                for text in &texts {
                    if let Some(quick) = played(&position, text) {
                        assert_eq!(read_san(&position, text), Ok(quick), "{position} {text}");
                        count += 1;
                    }
                }
                for legal in position.legal_moves() {
                    let text = write_san(&position, legal);
                    assert_eq!(played(&position, &text), Some(legal), "{position} {text}");
                }
            }
        }
        assert!(count > 10_000, "{count}");
        for text in [
            "", "e", "e2e4", "Ng1-f3", "0-0", "exd", "d6!+", "d6!?!", "Pe4", "e8Q", "e8=q", "é4",
            "Nb1xd2e3",
        ] {
            assert!(describe(text.as_bytes()).is_none(), "{text}");
        }
    }
}
