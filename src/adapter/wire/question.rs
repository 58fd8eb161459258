use serde::{Deserialize, Serialize};

use super::words::{Ground, Side};
use crate::{
    adapter::ask,
    board::Square,
    question::{
        GameQuestion, HistoryQuestion, MaterialQuestion, NotationQuestion, PositionQuestion,
        Question as Asked,
    },
};

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
    pub(super) fn new(question: &Asked, gives_rulings: bool) -> Question {
        let name = |square: &Square| square.to_string();
        match question {
            Asked::Position(PositionQuestion::Setup) => Question::Setup,
            Asked::Game(GameQuestion::Ruling) if gives_rulings => Question::Ruling,
            Asked::Game(GameQuestion::Ruling) => Question::Ended,
            Asked::Game(GameQuestion::Orders) => Question::Orders,
            Asked::Game(GameQuestion::Claimable) => Question::Claimable,
            Asked::Game(GameQuestion::Claim(ground, written)) => Question::Claim {
                ground: (*ground).into(),
                written: written.map(|written| written.to_string()),
            },
            Asked::History(HistoryQuestion::Occurrences) => Question::Occurrences,
            Asked::History(HistoryQuestion::SameAs(ply)) => Question::SameAs { ply: *ply },
            Asked::History(HistoryQuestion::HalfmoveClock) => Question::HalfmoveClock,
            Asked::Position(PositionQuestion::Check) => Question::Check,
            Asked::Position(PositionQuestion::Checkmate) => Question::Checkmate,
            Asked::Position(PositionQuestion::Stalemate) => Question::Stalemate,
            Asked::Material(MaterialQuestion::Insufficient) => Question::InsufficientMaterial,
            Asked::Material(MaterialQuestion::Dead) => Question::Dead,
            Asked::Material(MaterialQuestion::CanMate(side)) => {
                Question::CanMate { side: (*side).into() }
            }
            Asked::Position(PositionQuestion::LegalMoves) => Question::LegalMoves,
            Asked::Notation(NotationQuestion::San) => Question::San,
            Asked::Notation(NotationQuestion::Reads(text)) => {
                Question::Reads { text: text.clone() }
            }
            Asked::Notation(NotationQuestion::ReadsUci(text)) => {
                Question::ReadsUci { text: text.clone() }
            }
            Asked::Notation(NotationQuestion::ReadsFen(text)) => {
                Question::ReadsFen { text: text.clone() }
            }
            Asked::Position(PositionQuestion::Placement)
            | Asked::Position(PositionQuestion::Turn)
            | Asked::Position(PositionQuestion::Castling) => Question::Fen,
            Asked::Position(PositionQuestion::IsLight(square)) => {
                Question::Light { square: name(square) }
            }
            Asked::Game(GameQuestion::Seconds(side)) => Question::Seconds { side: (*side).into() },
            Asked::Position(PositionQuestion::Checkers) => Question::Checkers,
            Asked::Position(PositionQuestion::Attacks(square)) => {
                Question::Attacks { square: name(square) }
            }
            Asked::Position(PositionQuestion::Pinned) => Question::Pinned,
            Asked::Position(PositionQuestion::Skewered) => Question::Skewered,
            Asked::Position(PositionQuestion::Discovered) => Question::Discovered,
        }
    }

    /// The questions of the catalogue that stand behind it, one or several.
    pub(super) fn behind(self) -> Result<Vec<Asked>, String> {
        Ok(vec![match self {
            Question::Fen => {
                return Ok(vec![
                    Asked::Position(PositionQuestion::Placement),
                    Asked::Position(PositionQuestion::Turn),
                    Asked::Position(PositionQuestion::Castling),
                ]);
            }
            // Why a setup is refused is said to any other question.
            Question::Setup => {
                return Ok(vec![
                    Asked::Position(PositionQuestion::Setup),
                    Asked::Position(PositionQuestion::Turn),
                ]);
            }
            Question::Ruling | Question::Ended => Asked::Game(GameQuestion::Ruling),
            Question::Orders => Asked::Game(GameQuestion::Orders),
            Question::Claimable => Asked::Game(GameQuestion::Claimable),
            Question::Claim { ground, written } => {
                let written = written.map(|text| ask::parse(&text)).transpose()?;
                Asked::Game(GameQuestion::Claim(ground.into(), written))
            }
            Question::Occurrences => Asked::History(HistoryQuestion::Occurrences),
            Question::SameAs { ply } => Asked::History(HistoryQuestion::SameAs(ply)),
            Question::HalfmoveClock => Asked::History(HistoryQuestion::HalfmoveClock),
            Question::Check => Asked::Position(PositionQuestion::Check),
            Question::Checkmate => Asked::Position(PositionQuestion::Checkmate),
            Question::Stalemate => Asked::Position(PositionQuestion::Stalemate),
            Question::InsufficientMaterial => Asked::Material(MaterialQuestion::Insufficient),
            Question::Dead => Asked::Material(MaterialQuestion::Dead),
            Question::CanMate { side } => Asked::Material(MaterialQuestion::CanMate(side.into())),
            Question::LegalMoves => Asked::Position(PositionQuestion::LegalMoves),
            Question::San => Asked::Notation(NotationQuestion::San),
            Question::Reads { text } => Asked::Notation(NotationQuestion::Reads(text)),
            Question::ReadsUci { text } => Asked::Notation(NotationQuestion::ReadsUci(text)),
            Question::ReadsFen { text } => Asked::Notation(NotationQuestion::ReadsFen(text)),
            Question::Light { square } => {
                Asked::Position(PositionQuestion::IsLight(ask::square(&square)?))
            }
            Question::Seconds { side } => Asked::Game(GameQuestion::Seconds(side.into())),
            Question::Checkers => Asked::Position(PositionQuestion::Checkers),
            Question::Attacks { square } => {
                Asked::Position(PositionQuestion::Attacks(ask::square(&square)?))
            }
            Question::Pinned => Asked::Position(PositionQuestion::Pinned),
            Question::Skewered => Asked::Position(PositionQuestion::Skewered),
            Question::Discovered => Asked::Position(PositionQuestion::Discovered),
        }])
    }
}
