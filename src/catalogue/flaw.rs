use serde::{Deserialize, Serialize};

use crate::position::{Position, Setup, SetupError, Unplayable, Unreachable};

/// The kind of reason for which a setup is not playable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Flaw {
    /// A player has no king.
    NoKing,
    /// A player has more than one king.
    SeveralKings,
    /// The kings stand on adjacent squares.
    KingsAdjacent,
    /// The side that is not to move is in check.
    OpponentInCheck,
    /// A pawn stands on the first or the last rank.
    PawnOnEndRank,
    /// A player has more than 16 pieces.
    TooManyPieces,
    /// A player has more than 8 pawns.
    TooManyPawns,
    /// A player has more promoted pieces than missing pawns.
    TooManyPromoted,
    /// A king or rook with a castling right is not on its initial square.
    CastlingRight,
    /// No pawn can have made a double step over the en passant square.
    EnPassant,
    /// No legal move can give all the present checks at once.
    ImpossibleChecks,
}

impl Flaw {
    /// All kinds, in the order of the checks.
    pub const ALL: [Flaw; 11] = [
        Flaw::NoKing,
        Flaw::SeveralKings,
        Flaw::TooManyPieces,
        Flaw::TooManyPawns,
        Flaw::PawnOnEndRank,
        Flaw::KingsAdjacent,
        Flaw::OpponentInCheck,
        Flaw::CastlingRight,
        Flaw::EnPassant,
        Flaw::TooManyPromoted,
        Flaw::ImpossibleChecks,
    ];

    /// Returns the first flaw of a setup, or `None` if it is playable.
    pub fn of(setup: &Setup) -> Option<Flaw> {
        Position::new(setup).err().map(|reason| match reason {
            SetupError::Unplayable(Unplayable::NoKing(_)) => Flaw::NoKing,
            SetupError::Unplayable(Unplayable::SeveralKings(..)) => Flaw::SeveralKings,
            SetupError::Unplayable(Unplayable::KingsAdjacent(..)) => Flaw::KingsAdjacent,
            SetupError::Unplayable(Unplayable::OpponentInCheck(..)) => Flaw::OpponentInCheck,
            SetupError::Unplayable(Unplayable::PawnOnEndRank(_)) => Flaw::PawnOnEndRank,
            SetupError::Unplayable(Unplayable::TooManyPieces(..)) => Flaw::TooManyPieces,
            SetupError::Unplayable(Unplayable::TooManyPawns(..)) => Flaw::TooManyPawns,
            SetupError::Unreachable(Unreachable::TooManyPromoted { .. }) => Flaw::TooManyPromoted,
            SetupError::Unplayable(
                Unplayable::CastlingRight { .. }
                | Unplayable::NoCastlingRook { .. }
                | Unplayable::CastlingRook { .. },
            ) => Flaw::CastlingRight,
            SetupError::Unplayable(Unplayable::EnPassant { .. })
            | SetupError::Unreachable(Unreachable::EnPassant { .. }) => Flaw::EnPassant,
            SetupError::Unreachable(Unreachable::ImpossibleChecks { .. }) => Flaw::ImpossibleChecks,
        })
    }

    /// The names of all kinds, and `none`.
    pub(super) const NAMES: [&'static str; 12] = {
        let mut names = ["none"; 12];
        let mut place = 0;
        while place < Flaw::ALL.len() {
            names[place] = Flaw::ALL[place].name();
            place += 1;
        }
        names
    };

    /// Returns the name used in conditions.
    pub const fn name(self) -> &'static str {
        match self {
            Flaw::NoKing => "no-king",
            Flaw::SeveralKings => "several-kings",
            Flaw::KingsAdjacent => "kings-adjacent",
            Flaw::OpponentInCheck => "opponent-in-check",
            Flaw::PawnOnEndRank => "pawn-on-end-rank",
            Flaw::TooManyPieces => "too-many-pieces",
            Flaw::TooManyPawns => "too-many-pawns",
            Flaw::TooManyPromoted => "too-many-promoted",
            Flaw::CastlingRight => "castling-right",
            Flaw::EnPassant => "en-passant",
            Flaw::ImpossibleChecks => "impossible-checks",
        }
    }

    /// Returns the name in plain words.
    pub const fn words(self) -> &'static str {
        match self {
            Flaw::NoKing => "a king is missing",
            Flaw::SeveralKings => "several kings",
            Flaw::KingsAdjacent => "adjacent kings",
            Flaw::OpponentInCheck => "the opponent in check",
            Flaw::PawnOnEndRank => "a pawn on an end rank",
            Flaw::TooManyPieces => "too many pieces",
            Flaw::TooManyPawns => "too many pawns",
            Flaw::TooManyPromoted => "too many promoted pieces",
            Flaw::CastlingRight => "a castling right without its pieces",
            Flaw::EnPassant => "an en passant square without a double step",
            Flaw::ImpossibleChecks => "checks no move gives",
        }
    }
}
