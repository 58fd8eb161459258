//! The words on the wire for what the rules have as values: `white`, `threefold`, `on-purpose`.

use serde::{Deserialize, Serialize};

use crate::{board, rules};

/// An enum of words in lower case, and how each converts to the value it stands for and back.
macro_rules! words {
    ($($(#[$meta:meta])* $name:ident for $value:ty { $($word:ident),* $(,)? })*) => { $(
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[cfg_attr(test, derive(schemars::JsonSchema))]
        #[serde(rename_all = "kebab-case")]
        pub(super) enum $name { $($word),* }

        impl From<$value> for $name {
            fn from(value: $value) -> $name {
                match value { $(<$value>::$word => $name::$word),* }
            }
        }

        impl From<$name> for $value {
            fn from(name: $name) -> $value {
                match name { $($name::$word => <$value>::$word),* }
            }
        }
    )* };
}

words! {
    /// A player.
    Side for board::Color { White, Black }
    /// What a piece is.
    Piece for board::Role { Pawn, Knight, Bishop, Rook, Queen, King }
    /// What a claim rests on: threefold repetition, or fifty moves.
    Ground for rules::Ground { Threefold, Fifty }
    /// How a move is made.
    How for rules::How { Properly, WithTwoHands, BreachingTouchMove }
    /// How a piece is touched.
    Touch for rules::Touch { OnPurpose, ByAccident, AdjustingAfterSayingSo, AdjustingWithoutAWord }
    /// How far an improper move has come before it is found out.
    Stage for rules::Stage { Made, Completed, Answered }
    /// What a board can show after an illegal move that nobody noticed.
    Impossible for rules::Impossible { BothKingsInCheck, PawnOnLastRank }
    /// How a game can be begun wrongly.
    Mishap for rules::Mishap { ColoursReversed, PiecesMisplaced, BoardTurned }
    /// How much time there is.
    Time for rules::TimeControl { Standard, Rapid, Blitz }
    /// What ends a game.
    Ending for rules::Termination {
        Checkmate, Resignation, Time, Stalemate, DeadPosition, Agreement, ThreefoldRepetition,
        FiftyMoves, FivefoldRepetition, SeventyFiveMoves, IllegalMoves, IllegalPosition,
    }
}
