use std::fmt;

use super::{AnswerForm, QuestionRecord};

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

    /// What its answers look like.
    pub(super) const fn form(&self) -> AnswerForm {
        match self {
            NotationQuestion::San => AnswerForm::Text,
            NotationQuestion::Reads(_) | NotationQuestion::ReadsUci(_) => AnswerForm::MoveOrNothing,
            NotationQuestion::ReadsFen(_) => AnswerForm::SetupOrNothing,
        }
    }

    /// The question as it is sent.
    pub(super) fn record(&self) -> QuestionRecord {
        QuestionRecord { text: self.subject(), ..QuestionRecord::new(self.kind()) }
    }

    /// Reads a question that was sent; `None` if its name is of another family.
    pub(super) fn read(record: &QuestionRecord) -> Option<Result<NotationQuestion, String>> {
        let about: fn(String) -> NotationQuestion = match record.ask.as_str() {
            "san" => return Some(Ok(NotationQuestion::San)),
            "reads" => NotationQuestion::Reads,
            "reads-uci" => NotationQuestion::ReadsUci,
            "reads-fen" => NotationQuestion::ReadsFen,
            _ => return None,
        };
        Some(record.text().map(about))
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
