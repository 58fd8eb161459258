//! The words for the values of the rules in files and on the wire: `white`, `threefold`,
//! `fifty-moves`. They are stable; the sentences for people are elsewhere and may change.

/// An enum of words, and how each converts to the value it stands for and back.
macro_rules! value_words {
    ($($(#[$meta:meta])* $name:ident for $value:ty { $($variant:ident = $word:literal),* $(,)? })*) => { $(
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        #[derive(serde::Serialize, serde::Deserialize)]
        #[cfg_attr(test, derive(schemars::JsonSchema))]
        pub enum $name { $(#[doc = $word] #[serde(rename = $word)] $variant),* }

        impl $name {
            /// Every word.
            #[allow(dead_code)] // not every list is gone through
            pub(crate) const ALL: &'static [$name] = &[$($name::$variant),*];

            /// The word.
            #[allow(dead_code)] // some are only read and written by serde
            pub(crate) const fn text(self) -> &'static str {
                match self { $($name::$variant => $word),* }
            }
        }

        impl From<$value> for $name {
            fn from(value: $value) -> $name {
                match value { $(<$value>::$variant => $name::$variant),* }
            }
        }

        impl From<$name> for $value {
            fn from(name: $name) -> $value {
                match name { $($name::$variant => <$value>::$variant),* }
            }
        }
    )* };
}

pub(crate) use value_words;

use crate::{
    board::{Color, Role},
    position::Wing,
    rules::{Ground, Refused, Termination},
};

value_words! {
    /// A player.
    SideWord for Color { White = "white", Black = "black" }
    /// What a piece is.
    RoleWord for Role {
        Pawn = "pawn", Knight = "knight", Bishop = "bishop", Rook = "rook", Queen = "queen",
        King = "king",
    }
    /// The side on which a king castles.
    WingWord for Wing { King = "king", Queen = "queen" }
    /// What a claim rests on: threefold repetition, or fifty moves.
    GroundWord for Ground { Threefold = "threefold", Fifty = "fifty" }
    /// What is refused.
    RefusedWord for Refused {
        Claim = "claim", Offer = "offer", Acceptance = "acceptance", Agreement = "agreement",
        Move = "move", Withdrawal = "withdrawal", Protest = "protest",
    }
    /// What ends a game.
    EndingWord for Termination {
        Checkmate = "checkmate", Resignation = "resignation", Time = "time",
        Stalemate = "stalemate", DeadPosition = "dead-position", Agreement = "agreement",
        MaterialClaim = "insufficient-material-claim",
        ThreefoldRepetition = "threefold-repetition", FiftyMoves = "fifty-moves",
        FivefoldRepetition = "fivefold-repetition", SeventyFiveMoves = "seventy-five-moves",
        IllegalMoves = "illegal-moves", IllegalPosition = "illegal-position", Forfeit = "forfeit", Arbiter = "arbiter",
    }
}
