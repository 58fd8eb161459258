//! When a FEN that a library writes is right.
//!
//! Standards differ in one field. By the PGN standard (16.1.3.4) the en passant square is written after every double
//! step. X-FEN writes it only if a pawn stands where it could capture there, and several libraries only if this capture
//! is legal. All three agree if the capture is legal; otherwise the field may be empty. Everything else has one form.

use lawbook::position::{Position, Setup};

/// Whether a FEN is right, by any of these conventions. `right` has the square after every double step.
pub(super) fn is_met_by(right: &str, got: &str) -> bool {
    if right == got {
        return true;
    }
    let (right_fields, got_fields) = (fields(right), fields(got));
    let (Some(right_fields), Some(got_fields)) = (right_fields, got_fields) else { return false };
    let same = |field: usize| right_fields[field] == got_fields[field];
    [PIECES, TURN, CLOCK, NUMBER].into_iter().all(same)
        && (same(CASTLING) || names_files(right_fields[CASTLING]) && same_rights(right, got))
        && (same(EN_PASSANT) || got_fields[EN_PASSANT] == "-" && !can_capture(right))
}

const PIECES: usize = 0;
const TURN: usize = 1;
const CASTLING: usize = 2;
const EN_PASSANT: usize = 3;
const CLOCK: usize = 4;
const NUMBER: usize = 5;

/// The six fields, with one space between them.
fn fields(fen: &str) -> Option<[&str; 6]> {
    let fields: Vec<&str> = fen.split(' ').collect();
    fields.try_into().ok()
}

/// Whether castling rights are written as files, as in `HAha`: the game is Chess960.
fn names_files(castling: &str) -> bool {
    castling.contains(|letter: char| matches!(letter, 'A'..='H' | 'a'..='h'))
}

/// Whether two FENs of a game of Chess960 have the same castling rights, written as files or as in `KQkq`.
fn same_rights(right: &str, got: &str) -> bool {
    let read = |fen: &str| Setup::from_x_fen(fen).map(|setup| setup.castling).ok();
    read(right).is_some() && read(right) == read(got)
}

/// Whether a pawn can legally capture on the en passant square of a FEN.
fn can_capture(fen: &str) -> bool {
    let position = Setup::from_x_fen(fen).ok().and_then(|setup| Position::new(&setup).ok());
    position.is_none_or(|position| position.setup().en_passant.is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_convention_for_the_en_passant_square_is_right_and_nothing_else() {
        let possible = "rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3";
        let pinned = "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 2";
        let alone = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
        let chess960 = "r2k3r/8/8/8/8/8/8/RK5R w HAha - 0 1";
        for (right, change, is_right) in [
            (possible, ("", ""), true),
            (possible, (" d6 ", " - "), false),
            (possible, (" d6 ", " d5 "), false),
            (possible, (" KQkq ", " QKqk "), false),
            (possible, (" 0 3", " 1 3"), false),
            (possible, (" 0 3", " 0 2"), false),
            (possible, (" 0 3", ""), false),
            (possible, (" w ", " b "), false),
            (pinned, (" d6 ", " - "), true),
            (pinned, (" d6 ", " e6 "), false),
            (alone, (" e3 ", " - "), true),
            (chess960, (" HAha ", " KQkq "), true),
            (chess960, (" HAha ", " Hha "), false),
            (chess960, (" HAha ", " - "), false),
        ] {
            let got = right.replace(change.0, change.1);
            assert_eq!(is_met_by(right, &got), is_right, "{got}");
        }
        let quiet = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
        assert!(!is_met_by(quiet, &quiet.replace(" - - ", " - e3 ")));
    }
}
