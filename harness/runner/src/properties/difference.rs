use std::fmt;

use lawbook::{
    notation::write_san,
    position::{Position, Setup},
    rules::{Decision, Outcome, Termination},
};
use lawbook_catalogue::{
    adapter::Response,
    question::{Answer, NotationQuestion, Question, ReportedResult},
};

/// The kind of difference between an answer and the right one, independent of the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AnswerDifference {
    /// The answer is yes; the right answer is no.
    Yes,
    /// The answer is no; the right answer is yes.
    No,
    /// The count is too large.
    More,
    /// The count is too small.
    Less,
    /// The answer contains extra moves or pieces, or an end of the game although play goes on.
    TooMuch,
    /// The answer lacks moves or pieces, or the end of a game that is over.
    TooLittle,
    /// The answer differs in another way.
    Another,
    /// The library rejects a text.
    TextRefused,
    /// The library accepts a text without a meaning.
    TextTaken,
    /// The library rejects a legal setup.
    SetupRefused,
    /// The library rejects a legal move.
    MoveRefused,
    /// The library panics.
    Panics,
    /// The process of the library exits, times out or violates the protocol.
    Fails,
}

impl AnswerDifference {
    /// Returns how `response` differs from `right`; `None` if they agree or one of them makes no claim. If the reference
    /// rejects the setup or the move, every answer of the library is allowed, but a panic or failure still counts.
    pub fn between(right: &Response, response: &Response) -> Option<AnswerDifference> {
        let right = right.answer();
        let answer = match response {
            Response::Answer { answer, .. } => answer,
            Response::Silent(_) | Response::Unsupported(_) => return None,
            Response::SetupRefused(_) => return right.map(|_| AnswerDifference::SetupRefused),
            Response::MoveRefused(_) => return right.map(|_| AnswerDifference::MoveRefused),
            Response::Panicked(_) => return Some(AnswerDifference::Panics),
            Response::Crashed(_) | Response::TimedOut(_) | Response::ProtocolError(_) => {
                return Some(AnswerDifference::Fails);
            }
        };
        let right = right?;
        let differs = right.is_satisfied_by(answer) == Some(false);
        differs.then(|| AnswerDifference::of(right, answer))
    }

    /// Returns whether the difference is a mistake of the library. The exceptions: a library may accept or reject text
    /// that the standard does not define, but if it accepts the text, the result must be a legal move, or a position
    /// with the pieces that the text names. If the fifth occurrence and the seventy-fifth move coincide, the library
    /// may name either.
    pub(super) fn counts(
        self,
        position: &Position,
        question: &Question,
        right: &Response,
        response: &Response,
    ) -> bool {
        let read = |response: &Response| {
            if let Some(Answer::Read(read)) = response.answer() { *read } else { None }
        };
        // Whether a setup written in standard FEN is legal is checked by another question.
        if let Question::Notation(NotationQuestion::ReadsFen { text }) = question
            && is_unplayable(text)
        {
            return false;
        }
        match self {
            AnswerDifference::TextRefused => {
                if let Question::Notation(NotationQuestion::Reads { text }) = question {
                    read(right).is_some_and(|read| write_san(position, read) == *text)
                } else if let Question::Notation(NotationQuestion::ReadsFen { text }) = question {
                    text.parse().is_ok_and(|setup: Setup| setup.to_string() == *text)
                } else {
                    true
                }
            }
            AnswerDifference::TextTaken => {
                if let Question::Notation(NotationQuestion::ReadsFen { text }) = question {
                    !has_pieces_of(text, response)
                } else {
                    read(response).is_some_and(|read| !position.is_legal(read))
                }
            }
            AnswerDifference::Another => {
                let by = |termination| ReportedResult { winner: None, by: Some(termination) };
                let fivefold = Outcome::draw(Termination::FivefoldRepetition);
                let named_other = matches!(
                    (right, response),
                    (
                        Response::Answer { answer: Answer::Ruling(Decision::Over(right)), .. },
                        Response::Answer { answer: Answer::Ended { ended: Some(response), .. }, .. },
                    ) if *right == fivefold && *response == by(Termination::SeventyFiveMoves)
                );
                !named_other || position.halfmove_clock() < 150
            }
            _ => true,
        }
    }

    /// Returns whether a difference that is not a mistake is a lenient reading of nonstandard text. Accepting a
    /// standard FEN of an illegal setup is correct reading, not leniency.
    pub(super) fn is_lenient(self, question: &Question) -> bool {
        let is_by_the_standard = matches!(
            question,
            Question::Notation(NotationQuestion::ReadsFen { text }) if is_unplayable(text)
        );
        self == AnswerDifference::TextTaken && !is_by_the_standard
    }

    fn of(right: &Answer, answer: &Answer) -> AnswerDifference {
        match (right, answer) {
            (Answer::Is(_), Answer::Is(true)) => AnswerDifference::Yes,
            (Answer::Is(_), Answer::Is(false)) => AnswerDifference::No,
            (Answer::Count(right), Answer::Count(count)) if count > right => AnswerDifference::More,
            (Answer::Count(_), Answer::Count(_)) => AnswerDifference::Less,
            (Answer::Moves(right), Answer::Moves(moves)) => {
                AnswerDifference::of_lists(right, moves)
            }
            (Answer::Squares(right), Answer::Squares(pieces)) => {
                AnswerDifference::of_lists(right, pieces)
            }
            (Answer::Changes(right), Answer::Changes(names)) => {
                AnswerDifference::of_lists(right, names)
            }
            (Answer::Ruling(_), Answer::Ended { ended: None, .. }) => AnswerDifference::TooLittle,
            (Answer::Ruling(Decision::PlayOn), Answer::Ended { .. }) => AnswerDifference::TooMuch,
            (Answer::Read(Some(_)), Answer::Read(None)) => AnswerDifference::TextRefused,
            (Answer::Read(None), Answer::Read(Some(_))) => AnswerDifference::TextTaken,
            (Answer::Setup(Some(_)), Answer::Setup(None)) => AnswerDifference::TextRefused,
            (Answer::Setup(None), Answer::Setup(Some(_))) => AnswerDifference::TextTaken,
            _ => AnswerDifference::Another,
        }
    }

    fn of_lists<T: PartialEq>(right: &[T], got: &[T]) -> AnswerDifference {
        let lacks = right.iter().any(|one| !got.contains(one));
        let adds = got.iter().any(|one| !right.contains(one));
        match (lacks, adds) {
            (true, false) => AnswerDifference::TooLittle,
            (false, true) => AnswerDifference::TooMuch,
            (true, true) | (false, false) => AnswerDifference::Another,
        }
    }
}

/// Returns whether `text` is a FEN of a setup that cannot be played.
fn is_unplayable(text: &str) -> bool {
    text.parse().is_ok_and(|setup: Setup| Position::new(&setup).is_err())
}

/// Returns whether the accepted setup has the same number of pieces of each kind as the first field of `text`,
/// regardless of their squares.
fn has_pieces_of(text: &str, response: &Response) -> bool {
    let Response::Answer { answer: Answer::Setup(Some(setup)), .. } = response else {
        return false;
    };
    let pieces = |text: &str| {
        let field = text.split_whitespace().next().unwrap_or_default();
        let mut letters: Vec<char> = field.chars().filter(char::is_ascii_alphabetic).collect();
        letters.sort_unstable();
        letters
    };
    pieces(text) == pieces(&setup.to_string())
}

/// The description that follows the name of a library, for example `says yes`.
impl fmt::Display for AnswerDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            AnswerDifference::Yes => "says yes",
            AnswerDifference::No => "says no",
            AnswerDifference::More => "counts more",
            AnswerDifference::Less => "counts less",
            AnswerDifference::TooMuch => "says too much",
            AnswerDifference::TooLittle => "says too little",
            AnswerDifference::Another => "says something else",
            AnswerDifference::TextRefused => "refuses the text",
            AnswerDifference::TextTaken => "takes the text",
            AnswerDifference::SetupRefused => "refuses the setup",
            AnswerDifference::MoveRefused => "refuses a legal move",
            AnswerDifference::Panics => "panics",
            AnswerDifference::Fails => "fails",
        })
    }
}
