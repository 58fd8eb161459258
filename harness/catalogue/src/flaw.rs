use serde::{Deserialize, Serialize};

use lawbook::position::{Position, Setup, SetupError, Unplayable, Unreachable};

/// The kind of reason for which the reference does not play from a setup.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SetupFlaw {
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
    /// The en passant square has no pawn that can be captured there.
    EnPassant,
    /// The pawn before the en passant square cannot have made a double step.
    DoubleStep,
    /// No legal move can give all the present checks at once.
    ImpossibleChecks,
}

impl SetupFlaw {
    /// All kinds, in the order of the checks.
    pub const ALL: [SetupFlaw; 12] = [
        SetupFlaw::NoKing,
        SetupFlaw::SeveralKings,
        SetupFlaw::PawnOnEndRank,
        SetupFlaw::KingsAdjacent,
        SetupFlaw::OpponentInCheck,
        SetupFlaw::CastlingRight,
        SetupFlaw::EnPassant,
        SetupFlaw::TooManyPieces,
        SetupFlaw::TooManyPawns,
        SetupFlaw::DoubleStep,
        SetupFlaw::TooManyPromoted,
        SetupFlaw::ImpossibleChecks,
    ];

    /// Returns whether a library has to refuse setups with this flaw: no game can go on from there. The other flaws show
    /// only that no game leads to the setup, so a library may accept it or refuse it.
    pub const fn is_unplayable(self) -> bool {
        !matches!(
            self,
            SetupFlaw::TooManyPieces
                | SetupFlaw::TooManyPawns
                | SetupFlaw::TooManyPromoted
                | SetupFlaw::DoubleStep
                | SetupFlaw::ImpossibleChecks
        )
    }

    /// Returns the first flaw of a setup, or `None` if the reference knows none.
    pub fn of(setup: &Setup) -> Option<SetupFlaw> {
        Some(match Position::new(setup).err()? {
            SetupError::Unplayable(flaw) => match flaw {
                Unplayable::NoKing(_) => SetupFlaw::NoKing,
                Unplayable::SeveralKings(..) => SetupFlaw::SeveralKings,
                Unplayable::KingsAdjacent(..) => SetupFlaw::KingsAdjacent,
                Unplayable::OpponentInCheck(..) => SetupFlaw::OpponentInCheck,
                Unplayable::PawnOnEndRank(_) => SetupFlaw::PawnOnEndRank,
                Unplayable::CastlingRight { .. }
                | Unplayable::NoCastlingRook { .. }
                | Unplayable::CastlingRook { .. } => SetupFlaw::CastlingRight,
                Unplayable::EnPassant { .. } => SetupFlaw::EnPassant,
                Unplayable::TooManyPieces(..) => SetupFlaw::TooManyPieces,
                Unplayable::TooManyPawns(..) => SetupFlaw::TooManyPawns,
            },
            SetupError::Unreachable(flaw) => match flaw {
                Unreachable::TooManyPromoted { .. } => SetupFlaw::TooManyPromoted,
                Unreachable::EnPassant { .. } => SetupFlaw::DoubleStep,
                Unreachable::ImpossibleChecks { .. } => SetupFlaw::ImpossibleChecks,
            },
        })
    }

    /// Returns the name in plain words.
    pub const fn words(self) -> &'static str {
        match self {
            SetupFlaw::NoKing => "a king is missing",
            SetupFlaw::SeveralKings => "several kings",
            SetupFlaw::KingsAdjacent => "adjacent kings",
            SetupFlaw::OpponentInCheck => "the opponent in check",
            SetupFlaw::PawnOnEndRank => "a pawn on an end rank",
            SetupFlaw::TooManyPieces => "too many pieces",
            SetupFlaw::TooManyPawns => "too many pawns",
            SetupFlaw::TooManyPromoted => "too many promoted pieces",
            SetupFlaw::CastlingRight => "a castling right without its pieces",
            SetupFlaw::EnPassant => "an en passant square without its pawn",
            SetupFlaw::DoubleStep => "a double step that cannot have been made",
            SetupFlaw::ImpossibleChecks => "checks no move gives",
        }
    }
}
