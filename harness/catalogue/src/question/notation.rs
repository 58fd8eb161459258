use std::fmt;

use serde::{Deserialize, Serialize};

use super::{
    AnswerForm,
    example::{BACK_AT_START, CASTLING, FOOLS_MATE, PROMOTION, ROOK, START},
};

/// A question about the notation of moves and positions.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "ask", rename_all = "kebab-case")]
#[allow(missing_docs)] // each field is explained with the variant
pub enum NotationQuestion {
    /// How is the last move written?
    San,
    /// What is the FEN of the position?
    Fen,
    /// Which move does this text mean?
    Reads { text: String },
    /// Which legal move does this text mean in UCI?
    ReadsUci { text: String },
    /// Which setup does this text mean as a FEN, independent of the position on the board?
    ReadsFen { text: String },
}

impl NotationQuestion {
    /// The kind of the question.
    pub(super) const fn kind(&self) -> &'static str {
        match self {
            NotationQuestion::San => "san",
            NotationQuestion::Fen => "fen",
            NotationQuestion::Reads { .. } => "reads",
            NotationQuestion::ReadsUci { .. } => "reads-uci",
            NotationQuestion::ReadsFen { .. } => "reads-fen",
        }
    }

    /// The subject of the question, as it appears in its name.
    pub(crate) fn subject(&self) -> Option<String> {
        match self {
            NotationQuestion::San | NotationQuestion::Fen => None,
            NotationQuestion::Reads { text }
            | NotationQuestion::ReadsUci { text }
            | NotationQuestion::ReadsFen { text } => Some(text.clone()),
        }
    }

    /// The form of its answers.
    pub(super) const fn form(&self) -> AnswerForm {
        match self {
            NotationQuestion::San => AnswerForm::Text,
            NotationQuestion::Fen => AnswerForm::Fen,
            NotationQuestion::Reads { .. } | NotationQuestion::ReadsUci { .. } => {
                AnswerForm::MoveOrNothing
            }
            NotationQuestion::ReadsFen { .. } => AnswerForm::SetupOrNothing,
        }
    }

    /// Simple positions with moves played from there, and questions that every library with support for them should
    /// answer correctly.
    pub(super) fn examples() -> Vec<(&'static str, &'static str, Vec<NotationQuestion>)> {
        use NotationQuestion::*;
        let reads = |text: &str| Reads { text: text.to_owned() };
        let reads_uci = |text: &str| ReadsUci { text: text.to_owned() };
        let reads_fen = ReadsFen { text: ROOK.to_owned() };
        vec![
            (START, "", ["Nf3", "e4", "Nd4", "Ke2"].map(reads).to_vec()),
            (START, "", vec![reads_uci("g1f3"), reads_uci("g1g3"), reads_fen]),
            (PROMOTION, "", vec![reads("a8=N")]),
            (START, "", vec![Fen]),
            (START, "e2e4 e7e5", vec![San, Fen]),
            (START, BACK_AT_START, vec![San]),
            (START, FOOLS_MATE, vec![San]),
            (CASTLING, "e1g1", vec![San]),
        ]
    }
}

impl fmt::Display for NotationQuestion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotationQuestion::San => f.write_str("How is the last move written?"),
            NotationQuestion::Fen => f.write_str("What is the FEN of the position?"),
            NotationQuestion::Reads { text } => write!(f, "Which move does {text:?} mean?"),
            NotationQuestion::ReadsUci { text } => {
                write!(f, "Which move does {text:?} mean in UCI?")
            }
            NotationQuestion::ReadsFen { text } => write!(f, "Which position does {text:?} mean?"),
        }
    }
}
