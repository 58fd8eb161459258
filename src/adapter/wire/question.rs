//! Under which name a question is put over the wire. Most keep their own; those that a FEN answers are
//! one question, and whoever gives no rulings is asked whether the game is over.

use crate::question::{
    AnswerForm, GameQuestion, HistoryQuestion, PositionQuestion, Question, QuestionRecord,
};

/// What is the FEN of the position?
pub(super) const FEN: &str = "fen";

/// Is the game over, and how?
pub(super) const ENDED: &str = "ended";

/// The question as it is put to somebody who gives rulings, or to somebody who only says whether a
/// game is over.
pub(super) fn put(question: &Question, gives_rulings: bool) -> QuestionRecord {
    if question.form() == AnswerForm::PartOfFen {
        QuestionRecord::new(FEN)
    } else if *question == GameQuestion::Ruling.into() && !gives_rulings {
        QuestionRecord::new(ENDED)
    } else {
        question.into()
    }
}

/// The questions that stand behind it, one or several.
pub(super) fn behind(asked: &QuestionRecord) -> Result<Vec<Question>, String> {
    match asked.ask.as_str() {
        FEN => Ok(vec![
            PositionQuestion::Placement.into(),
            PositionQuestion::Turn.into(),
            PositionQuestion::Castling.into(),
            HistoryQuestion::FullmoveNumber.into(),
        ]),
        ENDED => Ok(vec![GameQuestion::Ruling.into()]),
        // Why a setup is refused is said to any other question.
        "setup" => Ok(vec![PositionQuestion::Setup.into(), PositionQuestion::Turn.into()]),
        _ => Ok(vec![Question::try_from(asked)?]),
    }
}
