use std::fmt;

use serde::{Deserialize, Serialize};

use super::{
    AnswerForm,
    example::{ROOK, START},
};
use lawbook::board::Color;

/// A question about mating chances: which side has mating material, and which can still mate.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "ask", rename_all = "kebab-case")]
#[allow(missing_docs)] // each field is explained with the variant
pub enum MaterialQuestion {
    /// Does the material alone rule out mate by either side?
    #[serde(rename = "insufficient-material")]
    Insufficient,
    /// Can neither side mate by any series of legal moves?
    Dead,
    /// Can this side mate by some series of legal moves?
    CanMate { side: Color },
}

impl MaterialQuestion {
    /// The kind of the question.
    pub(super) const fn kind(&self) -> &'static str {
        match self {
            MaterialQuestion::Insufficient => "insufficient-material",
            MaterialQuestion::Dead => "dead",
            MaterialQuestion::CanMate { side: Color::White } => "can-mate-white",
            MaterialQuestion::CanMate { side: Color::Black } => "can-mate-black",
        }
    }

    /// The form of its answers.
    pub(super) const fn form(&self) -> AnswerForm {
        match self {
            MaterialQuestion::Insufficient
            | MaterialQuestion::Dead
            | MaterialQuestion::CanMate { .. } => AnswerForm::YesOrNo,
        }
    }

    /// Simple positions with moves played from there, and questions that every library with support for them should
    /// answer correctly.
    pub(super) fn examples() -> Vec<(&'static str, &'static str, Vec<MaterialQuestion>)> {
        use MaterialQuestion::*;
        let (white, black) = (CanMate { side: Color::White }, CanMate { side: Color::Black });
        vec![
            (START, "", vec![Insufficient, Dead, white.clone(), black.clone()]),
            ("8/8/4k3/8/8/4K3/8/8 w - - 0 1", "", vec![Insufficient, Dead, white.clone()]),
            (ROOK, "", vec![Insufficient, Dead, white, black]),
        ]
    }
}

impl fmt::Display for MaterialQuestion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MaterialQuestion::Insufficient => {
                f.write_str("Does the material alone rule out mate by either side?")
            }
            MaterialQuestion::Dead => f.write_str("Is the position dead?"),
            MaterialQuestion::CanMate { side: color } => {
                write!(f, "Can {color} still mate by some legal moves?")
            }
        }
    }
}
