use serde::{Deserialize, Serialize};

use super::words::{Ground, Side};
use crate::{adapter::ask, board::Square, catalogue};

/// What is asked, its name under `ask`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "ask", rename_all = "kebab-case", rename_all_fields = "snake_case")]
pub(super) enum Question {
    /// Can this setup be played at all?
    Setup,
    /// How does the game stand, with everything an arbiter says?
    Ruling,
    /// Is the game over, and how?
    Ended,
    /// What is obligatory by the last ruling?
    Orders,
    /// May the player on move claim a draw, on whatever ground?
    Claimable,
    /// May the player on move claim a draw on this ground, with this written move if any?
    Claim {
        ground: Ground,
        /// The move that is announced and not played.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        written: Option<String>,
    },
    /// How often has the position on the board arisen?
    Occurrences,
    /// Is it the same position as after so many plies?
    SameAs { ply: usize },
    /// How many plies ago was the last capture or pawn move?
    HalfmoveClock,
    /// Is the player on move in check?
    Check,
    /// Is the player on move checkmated?
    Checkmate,
    /// Is the player on move stalemated?
    Stalemate,
    /// Do the pieces alone rule out mate by either side?
    InsufficientMaterial,
    /// Can neither side mate by any series of legal moves?
    Dead,
    /// Can this side mate by some series of legal moves?
    CanMate { side: Side },
    /// Which moves are legal?
    LegalMoves,
    /// How is the last move written in algebraic notation?
    San,
    /// Which move does this text mean?
    Reads { text: String },
    /// Which legal move does this text mean in UCI?
    ReadsUci { text: String },
    /// Which position does this text mean as a FEN, whatever stands on the board?
    ReadsFen { text: String },
    /// What is the FEN of the position?
    Fen,
    /// Is this square light?
    Light { square: String },
    /// How many seconds does this player have left?
    Seconds { side: Side },
    /// Which pieces give check to the player on move?
    Checkers,
    /// Which of the opponent's pieces does the piece on this square attack?
    Attacks { square: String },
    /// Which pieces are pinned, and to which?
    Pinned,
    /// Which pieces are skewered, and in front of which?
    Skewered,
    /// Which pieces attack through a line that the last move has opened, and which?
    Discovered,
}

impl Question {
    /// The name of the question.
    pub(super) fn name(&self) -> String {
        let value = serde_json::to_value(self).unwrap_or_default();
        value["ask"].as_str().unwrap_or_default().to_owned()
    }

    /// The question as it is put to somebody who gives rulings, or to somebody who only says
    /// whether a game is over.
    pub(super) fn new(question: &catalogue::Question, gives_rulings: bool) -> Question {
        use catalogue::Question as Asked;
        let name = |square: &Square| square.to_string();
        match question {
            Asked::Setup => Question::Setup,
            Asked::Ruling if gives_rulings => Question::Ruling,
            Asked::Ruling => Question::Ended,
            Asked::Orders => Question::Orders,
            Asked::Claimable => Question::Claimable,
            Asked::Claim(ground, written) => Question::Claim {
                ground: (*ground).into(),
                written: written.map(|written| written.to_string()),
            },
            Asked::Occurrences => Question::Occurrences,
            Asked::SameAs(ply) => Question::SameAs { ply: *ply },
            Asked::HalfmoveClock => Question::HalfmoveClock,
            Asked::Check => Question::Check,
            Asked::Checkmate => Question::Checkmate,
            Asked::Stalemate => Question::Stalemate,
            Asked::InsufficientMaterial => Question::InsufficientMaterial,
            Asked::Dead => Question::Dead,
            Asked::CanMate(side) => Question::CanMate { side: (*side).into() },
            Asked::LegalMoves => Question::LegalMoves,
            Asked::San => Question::San,
            Asked::Reads(text) => Question::Reads { text: text.clone() },
            Asked::ReadsUci(text) => Question::ReadsUci { text: text.clone() },
            Asked::ReadsFen(text) => Question::ReadsFen { text: text.clone() },
            Asked::Placement | Asked::Turn | Asked::Castling => Question::Fen,
            Asked::IsLight(square) => Question::Light { square: name(square) },
            Asked::Seconds(side) => Question::Seconds { side: (*side).into() },
            Asked::Checkers => Question::Checkers,
            Asked::Attacks(square) => Question::Attacks { square: name(square) },
            Asked::Pinned => Question::Pinned,
            Asked::Skewered => Question::Skewered,
            Asked::Discovered => Question::Discovered,
        }
    }

    /// The questions of the catalogue that stand behind it, one or several.
    pub(super) fn behind(self) -> Result<Vec<catalogue::Question>, String> {
        use catalogue::Question as Asked;
        Ok(vec![match self {
            Question::Fen => return Ok(vec![Asked::Placement, Asked::Turn, Asked::Castling]),
            // Why a setup is refused is said to any other question.
            Question::Setup => return Ok(vec![Asked::Setup, Asked::Turn]),
            Question::Ruling | Question::Ended => Asked::Ruling,
            Question::Orders => Asked::Orders,
            Question::Claimable => Asked::Claimable,
            Question::Claim { ground, written } => {
                let written = written.map(|text| ask::parse(&text)).transpose()?;
                Asked::Claim(ground.into(), written)
            }
            Question::Occurrences => Asked::Occurrences,
            Question::SameAs { ply } => Asked::SameAs(ply),
            Question::HalfmoveClock => Asked::HalfmoveClock,
            Question::Check => Asked::Check,
            Question::Checkmate => Asked::Checkmate,
            Question::Stalemate => Asked::Stalemate,
            Question::InsufficientMaterial => Asked::InsufficientMaterial,
            Question::Dead => Asked::Dead,
            Question::CanMate { side } => Asked::CanMate(side.into()),
            Question::LegalMoves => Asked::LegalMoves,
            Question::San => Asked::San,
            Question::Reads { text } => Asked::Reads(text),
            Question::ReadsUci { text } => Asked::ReadsUci(text),
            Question::ReadsFen { text } => Asked::ReadsFen(text),
            Question::Light { square } => Asked::IsLight(ask::square(&square)?),
            Question::Seconds { side } => Asked::Seconds(side.into()),
            Question::Checkers => Asked::Checkers,
            Question::Attacks { square } => Asked::Attacks(ask::square(&square)?),
            Question::Pinned => Asked::Pinned,
            Question::Skewered => Asked::Skewered,
            Question::Discovered => Asked::Discovered,
        }])
    }
}
