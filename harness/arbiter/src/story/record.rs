//! The serialized form of a game's draw story.

use lawbook::{board::Color, rules::ClaimGround};
use serde::{Deserialize, Serialize};

use crate::MoveRecord;

/// The draw story of a game: repetitions, possible claims, and until when each player could mate.
///
/// It is derived from the moves alone. It does not know about touched pieces or clock times, which most games do not
/// record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct DrawStory {
    /// The version of the format, `STORY_FORMAT`. It changes when the meaning of a field changes, but not when fields
    /// are added.
    pub format: u32,
    /// The name of the rule set.
    pub rules: String,
    /// The start position, as a FEN of six fields.
    pub start: String,
    /// The moves, each with the position after it.
    pub moves: Vec<MoveRecord>,
    /// The end of the game on the board, such as checkmate or a dead position, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<StoryEnd>,
    /// Every position that occurred more than once, ordered by first occurrence.
    pub repetitions: Vec<Repetition>,
    /// Every correct claim, in the order of the game.
    pub claims: Vec<StoryClaim>,
    /// The runs of at least eighty plies without capture or pawn move.
    pub runs: Vec<LongRun>,
    /// The length of the longest run without capture or pawn move, in plies.
    pub longest_run: usize,
    /// Placements of the pieces that occurred at least three times without a threefold repetition.
    pub near_misses: Vec<NearMiss>,
    /// Until when each player could mate, White first.
    pub can_mate: Vec<MateSpan>,
}

/// A point in a game: the start, or after a move.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct StoryPlace {
    /// The number of plies before it; 0 is the start.
    pub ply: usize,
    /// The move before it with its number, such as `34... h5`, or `the start`.
    pub after: String,
}

/// The end of a game on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct StoryEnd {
    /// The point where the game ended.
    pub at: StoryPlace,
    /// The ruling, such as `draw by fivefold repetition`.
    pub ruling: String,
}

/// A position that occurred more than once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Repetition {
    /// The position at its first occurrence, as a FEN of six fields.
    pub fen: String,
    /// All its occurrences, in the order of the game.
    pub places: Vec<StoryPlace>,
}

/// A draw that a player could have claimed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct StoryClaim {
    /// The point where the claim was possible.
    pub at: StoryPlace,
    /// The player who could claim.
    pub by: Color,
    /// The ground of the claim.
    pub ground: ClaimGround,
    /// Why the claim is correct for the position on the board; absent if it is not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on_board: Option<String>,
    /// The moves that make the claim correct if the player writes one of them down.
    pub written: Vec<WrittenMove>,
    /// The article of the rule set, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub article: Option<String>,
}

/// A move that could have been written down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct WrittenMove {
    /// The move in UCI notation.
    pub uci: String,
    /// The move in standard algebraic notation.
    pub san: String,
    /// Whether the move was then played.
    pub played: bool,
}

/// A run of plies without capture or pawn move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct LongRun {
    /// The point where the run begins.
    pub from: StoryPlace,
    /// The point where the run ends.
    pub to: StoryPlace,
    /// The length of the run in plies. Includes plies before the start of the game that the FEN counts.
    pub plies: usize,
    /// The point where the run reaches fifty moves of each player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fifty: Option<StoryPlace>,
    /// The point where the run reaches seventy-five moves of each player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seventy_five: Option<StoryPlace>,
}

/// Pieces that stood on the same squares several times, in positions that are not the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct NearMiss {
    /// The placement of the pieces, as in a FEN.
    pub pieces: String,
    /// The differences between the positions.
    pub differences: Vec<NearDifference>,
    /// All occurrences, each with the properties of its position that can differ.
    pub places: Vec<NearPlace>,
}

/// A difference between positions with the same pieces on the same squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum NearDifference {
    /// The side to move.
    SideToMove,
    /// The castling rights.
    Castling,
    /// An en passant capture.
    EnPassant,
}

impl NearDifference {
    /// Returns the difference as a noun phrase, such as "the side to move".
    pub const fn phrase(self) -> &'static str {
        match self {
            NearDifference::SideToMove => "the side to move",
            NearDifference::Castling => "the right to castle",
            NearDifference::EnPassant => "an en passant capture",
        }
    }
}

/// An occurrence of the pieces of a near miss.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct NearPlace {
    /// The point in the game.
    #[serde(flatten)]
    pub at: StoryPlace,
    /// The side to move.
    pub turn: Color,
    /// The castling rights, as in a FEN.
    pub castling: String,
    /// The en passant target square, if the capture is legal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub en_passant: Option<String>,
}

/// Until when a player could mate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct MateSpan {
    /// The player.
    pub side: Color,
    /// Whether the player can mate at the end of the game, or before the last move if that gave checkmate or
    /// stalemate; absent if the search reached its limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_the_end: Option<bool>,
    /// The first point where the player is known to be unable to mate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub never_from: Option<StoryPlace>,
    /// The reason, in a few words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}
