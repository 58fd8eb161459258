//! What is told of a game's draws, as it is written and read.

use lawbook::{board::Color, rules::Ground, transcript::MoveRecord};
use serde::{Deserialize, Serialize};

/// The whole story of a game's draws: what came again, what could be claimed, and who could still mate.
///
/// It is about the moves alone, as nothing else of most games is recorded: who touched what, and what the clocks
/// showed, it does not know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct DrawStory {
    /// The form, `STORY_FORMAT`. What is added later does not change it; what changes its meaning does.
    pub format: u32,
    /// The name of the rule set.
    pub rules: String,
    /// The position it begins with, as a FEN of six fields.
    pub start: String,
    /// The moves, with the position after each.
    #[cfg_attr(test, schemars(with = "Vec<schema::MoveRecord>"))]
    pub moves: Vec<MoveRecord>,
    /// What ended the game by itself, if anything did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<StoryEnd>,
    /// Every position that occurred more than once, in the order of their first occurrence.
    pub repetitions: Vec<Repetition>,
    /// Every claim that would have been right, in the order of the game.
    pub claims: Vec<StoryClaim>,
    /// The stretches of at least eighty plies without capture or pawn move.
    pub runs: Vec<LongRun>,
    /// The most plies without capture or pawn move.
    pub longest_run: usize,
    /// Pieces that stood alike three times, and yet no position occurred three times.
    pub near_misses: Vec<NearMiss>,
    /// Who could still mate, White first.
    pub can_mate: Vec<MateSpan>,
}

/// A place in a game: behind a move, or at the start.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct StoryPlace {
    /// The plies before it: 0 is the start.
    pub ply: usize,
    /// The move before it with its number, `34... h5`; `the start` where there is none.
    pub after: String,
}

/// What ended a game by itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct StoryEnd {
    /// Where.
    pub at: StoryPlace,
    /// How, as in a ruling: `draw by fivefold repetition`.
    pub ruling: String,
}

/// A position that occurred more than once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Repetition {
    /// The position where it first stood, as a FEN of six fields.
    pub fen: String,
    /// Where it stood.
    pub places: Vec<StoryPlace>,
}

/// A draw that a player could have claimed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct StoryClaim {
    /// Where.
    pub at: StoryPlace,
    /// Who.
    #[cfg_attr(test, schemars(with = "schema::Color"))]
    pub by: Color,
    /// On what.
    #[cfg_attr(test, schemars(with = "schema::Ground"))]
    pub ground: Ground,
    /// Why the claim would have been right for the position on the board; nothing if it would not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on_board: Option<String>,
    /// The moves with any of which written down it would have been right.
    pub written: Vec<WrittenMove>,
    /// The article of the rule set, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub article: Option<String>,
}

/// A move that could have been written down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct WrittenMove {
    /// In UCI.
    pub uci: String,
    /// In standard algebraic notation.
    pub san: String,
    /// Whether it was played then.
    pub played: bool,
}

/// A stretch of a game without capture or pawn move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct LongRun {
    /// Where it begins.
    pub from: StoryPlace,
    /// Where it ends.
    pub to: StoryPlace,
    /// Its plies, those before the start of the game included that the FEN counts.
    pub plies: usize,
    /// Where it came to fifty moves of each player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fifty: Option<StoryPlace>,
    /// Where it came to seventy-five.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seventy_five: Option<StoryPlace>,
}

/// Pieces that stood alike, in positions that are not the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct NearMiss {
    /// The pieces, as in a FEN.
    pub pieces: String,
    /// In what the positions differ.
    pub but_for: Vec<NearDifference>,
    /// Where they stood, each with what is not the same everywhere.
    pub places: Vec<NearPlace>,
}

/// In what positions of the same pieces can differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum NearDifference {
    /// Who was on move.
    SideToMove,
    /// The rights to castle.
    Castling,
    /// An en passant capture.
    EnPassant,
}

impl NearDifference {
    /// What it is, as in "identical but for ...".
    pub const fn phrase(self) -> &'static str {
        match self {
            NearDifference::SideToMove => "the side to move",
            NearDifference::Castling => "the right to castle",
            NearDifference::EnPassant => "an en passant capture",
        }
    }
}

/// One of the places of a near miss.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct NearPlace {
    /// Where.
    #[serde(flatten)]
    pub at: StoryPlace,
    /// The player on move.
    #[cfg_attr(test, schemars(with = "schema::Color"))]
    pub turn: Color,
    /// The rights to castle, as in a FEN.
    pub castling: String,
    /// The square of an en passant capture that is legal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub en_passant: Option<String>,
}

/// How long a player could still mate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct MateSpan {
    /// The player.
    #[cfg_attr(test, schemars(with = "schema::Color"))]
    pub side: Color,
    /// Whether the player can mate at the end, or before the last move if that gave mate or stalemate; nothing if the
    /// search left it open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_the_end: Option<bool>,
    /// The first place from which it is known that the player cannot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub never_from: Option<StoryPlace>,
    /// Why, in a few words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// What the published schema says of the values of the library, which has no schemas outside of its own tests.
#[cfg(test)]
#[allow(dead_code)] // only described
mod schema {
    use schemars::JsonSchema;

    /// A player.
    #[derive(JsonSchema)]
    #[schemars(rename_all = "lowercase")]
    pub(super) enum Color {
        /// White.
        White,
        /// Black.
        Black,
    }

    /// What a claim rests on.
    #[derive(JsonSchema)]
    #[schemars(rename_all = "lowercase")]
    pub(super) enum Ground {
        /// A threefold repetition.
        Threefold,
        /// Fifty moves without capture or pawn move.
        Fifty,
    }

    /// A move with the position after it.
    #[derive(JsonSchema)]
    pub(super) struct MoveRecord {
        /// In UCI.
        uci: String,
        /// In standard algebraic notation.
        san: String,
        /// The position after it, as a FEN of six fields.
        fen: String,
    }
}
