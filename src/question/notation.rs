use std::fmt;

/// A question about moves and positions as texts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum NotationQuestion {
    /// How is the last move written?
    San,
    /// Which move does this text mean?
    Reads(String),
    /// Which legal move does this text mean in UCI?
    ReadsUci(String),
    /// Which setup does this text mean as a FEN, whatever stands on the board?
    ReadsFen(String),
}

impl NotationQuestion {
    /// The kind of the question.
    pub(super) const fn kind(&self) -> &'static str {
        match self {
            NotationQuestion::San => "san",
            NotationQuestion::Reads(_) => "reads",
            NotationQuestion::ReadsUci(_) => "reads-uci",
            NotationQuestion::ReadsFen(_) => "reads-fen",
        }
    }

    /// What is asked about, as it stands in the name of the question.
    pub(super) fn subject(&self) -> Option<String> {
        match self {
            NotationQuestion::San => None,
            NotationQuestion::Reads(text)
            | NotationQuestion::ReadsUci(text)
            | NotationQuestion::ReadsFen(text) => Some(text.clone()),
        }
    }
}

impl fmt::Display for NotationQuestion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotationQuestion::San => f.write_str("How is the last move written?"),
            NotationQuestion::Reads(text) => write!(f, "Which move does {text:?} mean?"),
            NotationQuestion::ReadsUci(text) => write!(f, "Which move does {text:?} mean in UCI?"),
            NotationQuestion::ReadsFen(text) => write!(f, "Which position does {text:?} mean?"),
        }
    }
}
