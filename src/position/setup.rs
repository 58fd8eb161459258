use std::fmt;

use super::{CastlingRights, Wing, castling::file_letter};
use crate::board::{Bitboard, Color, Piece, Placement, Rank, Role, Square, attacks};

/// The content of a FEN, possible or not: the pieces, the side to move, the rights and the clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The arrangement of the pieces.
    pub placement: Placement,
    /// The side to move.
    pub turn: Color,
    /// The castling rights, as given.
    pub castling: CastlingRights,
    /// The square that a pawn has just passed in a double step, whether or not it can be captured.
    pub en_passant: Option<Square>,
    /// Plies since the last capture or pawn move, 0 to 65535.
    pub halfmove_clock: u16,
    /// The number of the next move, from 1.
    pub fullmove_number: u32,
}

/// The reason why a setup cannot be played: its pieces are impossible or too many, or a right does not fit the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unplayable {
    /// A player has no king.
    #[error("{0} has no king; each player has exactly one")]
    NoKing(Color),
    /// A player has more than one king.
    #[error("{0} has {1} kings; each player has exactly one")]
    SeveralKings(Color, u32),
    /// The kings attack each other (Article 3.9.2).
    #[error("the kings stand on adjacent squares, {0} and {1}; kings are never adjacent")]
    KingsAdjacent(Square, Square),
    /// The player who has just moved is in check (Article 3.9.2).
    #[error("{0} has just moved and is in check from {1}; it would have to be {0}'s move")]
    OpponentInCheck(Color, Square),
    /// A pawn on the first or the last rank (Article 3.7).
    #[error("a pawn stands on {0}; pawns can stand only on ranks 2 to 7")]
    PawnOnEndRank(Square),
    /// More pieces than the 16 a player begins with, which the proofs of dead positions have no room for.
    #[error("{0} has {1} pieces; a player has at most 16")]
    TooManyPieces(Color, u32),
    /// More pawns than the 8 a player begins with.
    #[error("{0} has {1} pawns; a player has at most 8")]
    TooManyPawns(Color, u32),
    /// A castling right without its king or rook at home (Article 3.8.2.1).
    #[error(
        "the castling right {} needs a {} on {missing}, but there is none",
        CastlingRights::letter(*color, *wing), Piece { color: *color, role: *role }
    )]
    CastlingRight {
        /// The owner of the right.
        color: Color,
        /// The wing of the castling right.
        wing: Wing,
        /// The piece that is not at home: the king or the rook.
        role: Role,
        /// The square that it would have to stand on.
        missing: Square,
    },
    /// A castling right of a king outside its usual place, without a rook on that side of the king (Guidelines II.3.1).
    #[error(
        "the castling right {} needs a {} on rank {} on the {}-file side of the king on {king}, but there is none",
        CastlingRights::letter(*color, *wing), Piece { color: *color, role: Role::Rook }, king.rank().digit(),
        wing.rook_from(*color).file().letter()
    )]
    NoCastlingRook {
        /// The owner of the right.
        color: Color,
        /// The wing of the castling right.
        wing: Wing,
        /// The square of the king.
        king: Square,
    },
    /// A castling right of Chess960 without its king or rook (Guidelines II.3.1).
    #[error("the castling right {}: no {color} king castles with a rook on {rook}: {because}", file_letter(*color, rook.file()))]
    CastlingRook {
        /// The owner of the right.
        color: Color,
        /// The square of the rook.
        rook: Square,
        /// The problem with it.
        because: &'static str,
    },
    /// An en passant square without the pawn that has just passed it (Article 3.7.3.1).
    #[error("no pawn can have just passed {square} in a double step: {because}")]
    EnPassant {
        /// The square given.
        square: Square,
        /// The problem with it.
        because: &'static str,
    },
}

/// The reason why no game can have led to a setup that can be played, as far as simple facts show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unreachable {
    /// The pawn before the en passant square cannot have made a double step.
    #[error("no pawn can have just passed {square} in a double step: {because}")]
    EnPassant {
        /// The square given.
        square: Square,
        /// The problem with it.
        because: &'static str,
    },
    /// More promoted pieces than pawns are missing (Article 3.7.3.3).
    #[error(
        "{color} has at least {promoted} promoted pieces, but only {missing} pawns are missing"
    )]
    TooManyPromoted {
        /// The owner of the pieces.
        color: Color,
        /// The minimum number of pieces that must have been promoted; bishops count by square colour.
        promoted: u32,
        /// The number of pawns that are not on the board.
        missing: u32,
    },
    /// Checks that no single move can have given.
    #[error("no single move can give all the checks to {king}: {because}")]
    ImpossibleChecks {
        /// The king in check.
        king: Square,
        /// The problem with them.
        because: &'static str,
    },
}

impl Unreachable {
    /// Returns what readers of positions tell about a setup that they accept although no game leads to it.
    pub fn note(self) -> String {
        match self {
            Unreachable::EnPassant { .. } => format!("the en passant square was dropped: {self}"),
            Unreachable::TooManyPromoted { .. } | Unreachable::ImpossibleChecks { .. } => {
                format!("no game can reach the position: {self}")
            }
        }
    }
}

/// The reason why a setup is not a position of a game of chess.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// It cannot be played.
    #[error(transparent)]
    Unplayable(#[from] Unplayable),
    /// It can be played, although no game leads to it.
    #[error(transparent)]
    Unreachable(#[from] Unreachable),
}

impl Setup {
    /// The initial array.
    pub fn start() -> Setup {
        array([
            Role::Rook,
            Role::Knight,
            Role::Bishop,
            Role::Queen,
            Role::King,
            Role::Bishop,
            Role::Knight,
            Role::Rook,
        ])
    }

    /// Returns the start position of Chess960 with this number, from 0 to 959; `None` for other numbers.
    ///
    /// The numbers are those in common use: 518 has the pieces in the usual array.
    pub fn chess960(number: u16) -> Option<Setup> {
        let mut setup = array(arrangement(number)?);
        setup.castling = setup.castling.in_chess960();
        Some(setup)
    }

    /// Returns the same setup with colours exchanged and ranks mirrored.
    pub fn flip(&self) -> Setup {
        Setup {
            placement: self.placement.flip(),
            turn: !self.turn,
            castling: self.castling.flip(),
            en_passant: self.en_passant.map(Square::flip),
            ..*self
        }
    }

    /// Checks that the setup can be played.
    pub(super) fn check_playable(&self) -> Result<(), Unplayable> {
        let [white, black] = [self.only_king(Color::White)?, self.only_king(Color::Black)?];
        if let Some(pawn) = (self.placement.role(Role::Pawn) & Bitboard::END_RANKS).first() {
            return Err(Unplayable::PawnOnEndRank(pawn));
        }
        if attacks::king(white).contains(black) {
            return Err(Unplayable::KingsAdjacent(white, black));
        }
        if let Some(from) = self.checkers(!self.turn).first() {
            return Err(Unplayable::OpponentInCheck(!self.turn, from));
        }
        self.check_castling()?;
        self.check_en_passant()?;
        // Last, as these alone could be played; the proofs of dead positions have no room for them.
        Color::ALL.into_iter().try_for_each(|color| self.check_numbers(color))
    }

    /// The reason why no game can lead to this setup, which can be played; `None` if no simple fact shows one.
    pub fn unreachable(&self) -> Option<Unreachable> {
        self.check_reachable().err()
    }

    /// The en passant square; `None` also if no double step can have led there.
    pub fn passed_square(&self) -> Option<Square> {
        self.en_passant.filter(|_| self.check_double_step().is_ok())
    }

    /// Checks that simple facts do not rule out a game that leads here.
    pub(super) fn check_reachable(&self) -> Result<(), Unreachable> {
        self.check_double_step()?;
        for color in Color::ALL {
            let pieces = |role| self.placement.pieces(color, role);
            let bishops = pieces(Role::Bishop);
            let promoted = [
                (pieces(Role::Queen), 1),
                (pieces(Role::Rook), 2),
                (pieces(Role::Knight), 2),
                (bishops & Bitboard::LIGHT, 1),
                (bishops & Bitboard::DARK, 1),
            ]
            .map(|(set, at_first)| set.len().saturating_sub(at_first))
            .iter()
            .sum();
            let missing = 8_u32.saturating_sub(pieces(Role::Pawn).len());
            if promoted > missing {
                return Err(Unreachable::TooManyPromoted { color, promoted, missing });
            }
        }
        self.check_checks()
    }

    fn only_king(&self, color: Color) -> Result<Square, Unplayable> {
        match self.placement.pieces(color, Role::King).len() {
            0 => Err(Unplayable::NoKing(color)),
            1 => self.placement.king(color).ok_or(Unplayable::NoKing(color)),
            several => Err(Unplayable::SeveralKings(color, several)),
        }
    }

    fn check_numbers(&self, color: Color) -> Result<(), Unplayable> {
        let pieces = self.placement.color(color).len();
        let pawns = self.placement.pieces(color, Role::Pawn).len();
        if pieces > 16 {
            return Err(Unplayable::TooManyPieces(color, pieces));
        }
        if pawns > 8 {
            return Err(Unplayable::TooManyPawns(color, pawns));
        }
        Ok(())
    }

    fn checkers(&self, color: Color) -> Bitboard {
        match self.placement.king(color) {
            Some(king) => self.placement.attackers(!color, king, self.placement.occupied()),
            None => Bitboard::EMPTY,
        }
    }

    pub(super) fn check_castling(&self) -> Result<(), Unplayable> {
        let mut wrong = None;
        for (color, wing) in self.castling.iter() {
            if self.castling.is_chess960() {
                self.check_castling_rook(color, wing)?;
                continue;
            }
            if let Err(error) = self.check_castling_right(color, wing) {
                // The letters `KQkq` are also used for Chess960. A right that fits neither kind of game is certainly
                // wrong; any other error may only show that the game is Chess960.
                if !self.has_castling_rook(color, wing) {
                    return Err(error);
                }
                wrong = wrong.or(Some(error));
            }
        }
        wrong.map_or(Ok(()), Err)
    }

    /// Checks that king and rook of a right are at home in the usual array.
    fn check_castling_right(&self, color: Color, wing: Wing) -> Result<(), Unplayable> {
        let corner = wing.rook_from(color);
        if let Some(rook) = self.castling.rook(color, wing).filter(|&rook| rook != corner) {
            let because = "the rook is not in the corner, and the game is not Chess960";
            return Err(Unplayable::CastlingRook { color, rook, because });
        }
        let home = Wing::king_from(color);
        let stands = |role, square| self.placement.at(square) == Some(Piece { color, role });
        let king = self.placement.king(color).filter(|king| king.rank() == home.rank());
        match king {
            Some(king) if king != home && !self.has_castling_rook(color, wing) => {
                Err(Unplayable::NoCastlingRook { color, wing, king })
            }
            _ if !stands(Role::King, home) => {
                Err(Unplayable::CastlingRight { color, wing, role: Role::King, missing: home })
            }
            _ if !stands(Role::Rook, corner) => {
                Err(Unplayable::CastlingRight { color, wing, role: Role::Rook, missing: corner })
            }
            _ => Ok(()),
        }
    }

    /// Whether a king on its first rank has a rook on this side of it, on any file.
    fn has_castling_rook(&self, color: Color, wing: Wing) -> bool {
        let home = Rank::relative(1, color);
        let king = self.placement.king(color).filter(|king| king.rank() == home);
        let rooks = self.placement.pieces(color, Role::Rook) & home.squares();
        king.is_some_and(|king| {
            rooks.into_iter().any(|rook| (king.file() < rook.file()) == (wing == Wing::King))
        })
    }

    fn check_castling_rook(&self, color: Color, wing: Wing) -> Result<(), Unplayable> {
        let Some(rook) = self.castling.rook(color, wing) else { return Ok(()) };
        let king = self.placement.king(color).filter(|king| king.rank() == rook.rank());
        let because = match king {
            _ if self.placement.at(rook) != Some(Piece { color, role: Role::Rook }) => {
                "no such rook"
            }
            None => "the king is not on its first rank",
            Some(king) if (king.file() < rook.file()) != (wing == Wing::King) => {
                "the king is on the other side of it"
            }
            Some(_) => return Ok(()),
        };
        Err(Unplayable::CastlingRook { color, rook, because })
    }

    /// Checks that the en passant square is empty, and that its pawn stands one square beyond it.
    fn check_en_passant(&self) -> Result<(), Unplayable> {
        let Some(square) = self.en_passant else { return Ok(()) };
        let wrong = |because| Err(Unplayable::EnPassant { square, because });
        let Some((_, to)) = self.double_step(square) else {
            return wrong("it is not on the third rank of the player who has just moved");
        };
        if self.placement.at(to) != Some(Piece { color: !self.turn, role: Role::Pawn }) {
            return wrong("the pawn is not on the square beyond it");
        }
        if self.placement.at(square).is_some() {
            return wrong("the square is not empty");
        }
        Ok(())
    }

    /// Takes the double step back and checks that it was possible: a side cannot move while its opponent is in check.
    fn check_double_step(&self) -> Result<(), Unreachable> {
        let Some(square) = self.en_passant else { return Ok(()) };
        let Some((from, to)) = self.double_step(square) else { return Ok(()) };
        let wrong = |because| Err(Unreachable::EnPassant { square, because });
        if self.placement.at(from).is_some() {
            return wrong("the square that it came from is not empty");
        }
        let mut before = *self;
        before.placement.remove(to);
        before.placement.put(from, Piece { color: !self.turn, role: Role::Pawn });
        if !before.checkers(self.turn).is_empty() {
            return wrong("the king was in check before the step and the opponent was on move");
        }
        Ok(())
    }

    /// The origin and the target of a double step over `passed` by the side that has just moved; `None` if `passed` is
    /// not on the third rank of that side.
    fn double_step(&self, passed: Square) -> Option<(Square, Square)> {
        let mover = !self.turn;
        let up = mover.forward();
        if passed.rank() != Rank::relative(3, mover) {
            return None;
        }
        passed.offset(0, -up).zip(passed.offset(0, up))
    }

    fn check_checks(&self) -> Result<(), Unreachable> {
        let Some(king) = self.placement.king(self.turn) else { return Ok(()) };
        match why_impossible(self, king, self.checkers(self.turn)) {
            Some(because) => Err(Unreachable::ImpossibleChecks { king, because }),
            None => Ok(()),
        }
    }
}

/// Both sides' pieces in this order from the a file on, with the pawns in front of them and all rights.
fn array(officers: [Role; 8]) -> Setup {
    let (mut placement, mut castling) = (Placement::EMPTY, CastlingRights::NONE);
    for color in Color::ALL {
        let mut wings = [Wing::Queen, Wing::King].into_iter();
        for (square, role) in Rank::relative(1, color).squares().into_iter().zip(officers) {
            placement.put(square, Piece { color, role });
            if role == Role::Rook
                && let Some(wing) = wings.next()
            {
                castling.add_rook(color, wing, square.file());
            }
        }
        for square in Rank::relative(2, color).squares() {
            placement.put(square, Piece { color, role: Role::Pawn });
        }
    }
    Setup {
        placement,
        turn: Color::White,
        castling,
        en_passant: None,
        halfmove_clock: 0,
        fullmove_number: 1,
    }
}

/// The pieces of a Chess960 start position. The digits of the number give, in this order: the square of the
/// light-squared bishop, the square of the dark-squared bishop, the place of the queen among the empty squares, and the
/// places of the knights among the five that are then empty. The king stands between the rooks on the last three
/// squares.
fn arrangement(number: u16) -> Option<[Role; 8]> {
    const KNIGHTS: [[usize; 2]; 10] =
        [[0, 1], [0, 2], [0, 3], [0, 4], [1, 2], [1, 3], [1, 4], [2, 3], [2, 4], [3, 4]];
    let number = usize::from(number);
    let (light, dark, queen) = (number % 4, number / 4 % 4, number / 16 % 6);
    let mut officers = [None; 8];
    let mut put = |place: usize, role| {
        let mut left = officers.iter_mut().filter(|officer| officer.is_none());
        if let Some(officer) = left.nth(place) {
            *officer = Some(role);
        }
    };
    // `put` counts the empty squares only. A place is therefore lower by one if the first bishop stands before it, and
    // the second knight is put first.
    put(2 * light + 1, Role::Bishop);
    put(if dark <= light { 2 * dark } else { 2 * dark - 1 }, Role::Bishop);
    put(queen, Role::Queen);
    let [first, second] = *KNIGHTS.get(number / 96)?;
    put(second, Role::Knight);
    put(first, Role::Knight);
    put(0, Role::Rook);
    put(0, Role::King);
    put(0, Role::Rook);
    Some(officers.map(|officer| officer.unwrap_or(Role::Rook)))
}

/// Formats the six fields of a FEN.
impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Setup { placement, turn, castling, halfmove_clock, fullmove_number, .. } = self;
        write!(f, "{placement} {} {castling} ", turn.letter())?;
        match self.en_passant {
            Some(square) => write!(f, "{square}")?,
            None => f.write_str("-")?,
        }
        write!(f, " {halfmove_clock} {fullmove_number}")
    }
}

/// The reason why no move of the opponent can have given the checks by all `checkers` to `king`; `None` if one can.
pub(super) fn why_impossible(
    setup: &Setup,
    king: Square,
    checkers: Bitboard,
) -> Option<&'static str> {
    let (placement, by) = (&setup.placement, !setup.turn);
    let mut all = checkers.into_iter();
    let (is_possible, because) = match (all.next(), all.next(), all.next()) {
        (None, ..) => return None,
        (Some(only), None, _) => (
            // A piece that left a square in between may have uncovered the check of a distant piece.
            !attacks::between(king, only).is_empty()
                || !(origins(placement, by, only) - placement.occupied()).is_empty(),
            "the checking piece has no square that it can have come from, and no other piece uncovers the check",
        ),
        (Some(a), Some(b), None) if attacks::between(a, b).contains(king) => {
            (false, "two checks from opposite sides of one line cannot arise in one move")
        }
        (Some(a), Some(b), None) => {
            let lines = [attacks::between(king, a), attacks::between(king, b)];
            (
                origins(placement, by, a).meets(lines[1])
                    || origins(placement, by, b).meets(lines[0])
                    || is_uncovered_en_passant(placement, by, lines),
                "neither piece can have come from the line of the other and uncovered its check",
            )
        }
        _ => (false, "a move gives at most two checks, its own and one it uncovers"),
    };
    (!is_possible).then_some(because)
}

/// The squares where the piece on `to` may have stood before its move, occupied now or not. Castling is left out,
/// because it gives no double check.
fn origins(placement: &Placement, by: Color, to: Square) -> Bitboard {
    let role = placement.role_at(to);
    let officer = attacks::of(role, by, to, placement.occupied());
    match role {
        Role::Pawn => pawn_origins(by, to),
        Role::Knight | Role::Bishop | Role::Rook | Role::Queen
            if to.rank() == Rank::relative(8, by) =>
        {
            officer | pawn_origins(by, to)
        }
        _ => officer,
    }
}

/// The squares that a pawn, now on `to` or promoted there, may have come from: by a capture or a single step. Double
/// steps need no square of their own. They give check only if a single step could, and they uncover nothing, because no
/// line leads from a pawn's first square to a king that it checks from its fourth rank.
fn pawn_origins(by: Color, to: Square) -> Bitboard {
    let behind = to.offset(0, -by.forward()).map_or(Bitboard::EMPTY, Square::set);
    (attacks::pawn(!by, to) | behind) - Bitboard::END_RANKS
}

/// Whether a pawn may have captured en passant and opened both lines: one by leaving its own square, the other by
/// removing the captured pawn.
fn is_uncovered_en_passant(placement: &Placement, by: Color, lines: [Bitboard; 2]) -> bool {
    let down = -by.forward();
    let pawns = placement.pieces(by, Role::Pawn) & Rank::relative(6, by).squares();
    pawns.into_iter().any(|to| {
        let from = attacks::pawn(!by, to);
        let victim = to.offset(0, down).map_or(Bitboard::EMPTY, Square::set);
        let opens = |[one, other]: [Bitboard; 2]| one.meets(from) && other.meets(victim);
        opens(lines) || opens([lines[1], lines[0]])
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;

    #[test]
    fn a_flip_exchanges_rights_too() {
        for (fen, flipped) in [
            ("4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", "r3k2r/8/8/8/8/8/8/4K3 b q - 0 1"),
            ("rk3r2/8/8/8/8/8/8/RK3R2 b Fa - 0 1", "rk3r2/8/8/8/8/8/8/RK3R2 w Af - 0 1"),
        ] {
            let [setup, other] = [fen, flipped].map(|fen| fen.parse::<Setup>().unwrap());
            assert_eq!(setup.flip(), other, "{fen}");
            assert_eq!(other.flip(), setup, "{flipped}");
        }
    }

    #[test]
    fn start_positions_of_chess960_have_their_numbers() {
        assert_eq!(Setup::chess960(518), Some(Setup::start()));
        assert_eq!(Setup::chess960(960), None);
    }

    rows!(
        start_positions_of_chess960_have_their_numbers,
        for (number, pieces) in [
            (0, "BBQNNRKR"),
            (1, "BQNBNRKR"),
            (518, "RNBQKBNR"),
            (534, "RNBKQBNR"),
            (959, "RKRNNQBB"),
        ] {
            let setup = Setup::chess960(number).unwrap();
            let black = pieces.to_ascii_lowercase();
            let wanted = format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{pieces}");
            assert_eq!(setup.placement.to_string(), wanted, "{number}");
        }
    );

    #[test]
    fn the_960_start_positions_differ_and_can_be_played() {
        let mut seen = std::collections::HashSet::new();
        for setup in (0..960).map(|number| Setup::chess960(number).unwrap()) {
            assert!(seen.insert(setup.placement));
            assert!(Position::new(&setup).is_ok());
            assert_eq!(setup.castling.iter().count(), 4);
            assert_eq!(setup.to_string().parse(), Ok(setup));
            assert_eq!(Setup::from_x_fen(&setup.to_x_fen()), Ok(setup));
            assert!(setup.to_x_fen().contains(" KQkq "));
        }
        assert_eq!(seen.len(), 960);
    }

    rows!(
        checks_are_possible_exactly_if_a_last_move_gives_them,
        for (fen, is_possible) in [
            // A rook leaves the diagonal of its bishop; a bishop cannot leave it for another one.
            ("4k3/8/4R3/1B6/8/8/8/4K3 b - - 0 1", true),
            ("8/8/2B1B3/3k4/8/8/8/4K3 b - - 0 1", false),
            ("8/1B3B2/8/3k4/8/8/8/4K3 b - - 0 1", false),
            // A queen leaves it for a rank.
            ("3Q3k/8/8/8/8/8/1B6/4K3 b - - 0 1", true),
            // A pawn leaves the file of its rook by a capture, but never the diagonal of a bishop.
            ("8/8/4k3/3P4/8/8/8/4RK2 b - - 0 1", true),
            ("8/6k1/7P/8/7K/8/8/B7 b - - 0 1", false),
            // A pawn that is promoted leaves the rank of its rook.
            ("5N2/R6k/8/8/8/8/8/4K3 b - - 0 1", true),
            // It captures en passant, leaves the file of a rook, and takes its victim off a diagonal.
            ("8/8/3Pk3/8/8/1B6/8/4RK2 b - - 0 1", true),
            ("8/8/4k3/8/8/1B6/8/4RK2 b - - 0 1", false),
            // It captures en passant and leaves the file of a rook, and no victim stood before the bishop; or the
            // victim did, and the rook checks from elsewhere.
            ("2B5/8/3Pk3/8/8/8/8/4RK2 b - - 0 1", false),
            ("8/8/3Pk2R/8/8/1B6/8/5K2 b - - 0 1", false),
            // A knight leaves the file of its rook; two knights cannot have moved at once.
            ("4k3/8/3N4/8/8/8/8/4RK2 b - - 0 1", true),
            ("4k3/2N5/3N4/8/8/8/8/5K2 b - - 0 1", false),
            // Three at once, and two from opposite sides.
            ("4k3/8/3N4/1B6/8/8/8/4RK2 b - - 0 1", false),
            ("R3k2R/8/8/8/8/8/8/4K3 b - - 0 1", false),
            // A pawn that has not moved gives no check, and neither does a piece without a possible way to its square.
            ("8/8/8/8/8/3k4/4P3/K7 b - - 0 1", false),
            ("8/8/8/8/3k4/4P3/8/K7 b - - 0 1", true),
            ("7k/5Np1/3P3P/4P1P1/8/8/8/K7 b - - 0 1", true),
            ("3B3k/3P1Np1/3P1P1P/4P1P1/8/8/8/K7 b - - 0 1", false),
        ] {
            for setup in [fen.parse::<Setup>().unwrap(), fen.parse::<Setup>().unwrap().flip()] {
                let found = Position::new(&setup);
                let refused = matches!(
                    found,
                    Err(SetupError::Unreachable(Unreachable::ImpossibleChecks { .. }))
                );
                assert_eq!(refused, !is_possible, "{setup}: {found:?}");
                assert!(refused || found.is_ok(), "{setup}: {found:?}");
            }
        }
    );

    /// Whether every position after up to `depth` plies can be set up.
    fn can_all_be_set_up(position: &Position, depth: u32) -> bool {
        Position::new(&position.setup()).is_ok()
            && (depth == 0
                || position
                    .legal_moves()
                    .into_iter()
                    .all(|played| can_all_be_set_up(&position.after(played), depth - 1)))
    }

    rows!(
        whatever_a_game_leads_to_can_be_set_up,
        for (fen, depth) in [
            ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3),
            ("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", 4),
            ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5),
        ] {
            let start: Position = fen.parse().unwrap();
            assert!(can_all_be_set_up(&start, depth), "{fen}");
            assert!(can_all_be_set_up(&start.flip(), depth), "{fen}");
        }
    );
}
