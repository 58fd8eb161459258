use std::fmt;

use crate::{
    adapter::Response,
    notation::write_san,
    position::{Position, Setup},
    question::{Answer, Ended, NotationQuestion, Question},
    rules::{Decision, Outcome, Termination},
};

/// In what an answer differs from the right one, whatever the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AnswerDifference {
    /// It says yes, and no is right.
    Yes,
    /// It says no, and yes is right.
    No,
    /// It counts more.
    More,
    /// It counts less.
    Less,
    /// It has moves, pieces or an end of the game that are not there.
    TooMuch,
    /// It lacks moves, pieces or an end of the game that are there.
    TooLittle,
    /// It says something else.
    Another,
    /// It refuses a text.
    TextRefused,
    /// It takes a text that means nothing.
    TextTaken,
    /// It refuses a setup that can be played.
    SetupRefused,
    /// It refuses a legal move.
    MoveRefused,
    /// It panics.
    Panics,
    /// Its process ends, does not answer in time, or answers what nobody understands.
    Fails,
}

impl AnswerDifference {
    /// In what two outcomes of asking differ; `None` if they do not, or if one of them makes no claim. Who takes
    /// what the reference refuses may say of it what it likes, but has to answer.
    pub fn between(right: &Response, said: &Response) -> Option<AnswerDifference> {
        let right = right.answer();
        let answer = match said {
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
        let differs = right.is_met_by(answer) == Some(false);
        differs.then(|| AnswerDifference::of(right, answer))
    }

    /// Whether two outcomes of asking are answers that agree.
    pub(super) fn is_none_between(right: &Response, said: &Response) -> bool {
        let (Response::Answer { answer: right, .. }, Response::Answer { answer, .. }) =
            (right, said)
        else {
            return false;
        };
        right.is_met_by(answer) == Some(true)
    }

    /// Whether it counts: nobody has to understand a text that is not written by the standard, nor to
    /// refuse it, but what is taken has to be a legal move, or a position with the pieces that the text
    /// names. If the fifth occurrence falls together with the seventy-fifth move, either may be named.
    pub(super) fn counts(
        self,
        position: &Position,
        question: &Question,
        right: &Response,
        said: &Response,
    ) -> bool {
        let read = |said: &Response| {
            if let Some(Answer::Read(read)) = said.answer() { *read } else { None }
        };
        // Whether a setup that is written by the standard can be played is another question.
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
                    !has_pieces_of(text, said)
                } else {
                    read(said).is_some_and(|read| !position.is_legal(read))
                }
            }
            AnswerDifference::Another => {
                let by = |termination| Ended { winner: None, by: Some(termination) };
                let fivefold = Outcome::draw(Termination::FivefoldRepetition);
                let named_other = matches!(
                    (right, said),
                    (
                        Response::Answer { answer: Answer::Ruling(Decision::Over(right)), .. },
                        Response::Answer { answer: Answer::Ended { ended: Some(said), .. }, .. },
                    ) if *right == fivefold && *said == by(Termination::SeventyFiveMoves)
                );
                !named_other || position.halfmove_clock() < 150
            }
            AnswerDifference::Yes
            | AnswerDifference::No
            | AnswerDifference::More
            | AnswerDifference::Less
            | AnswerDifference::TooMuch
            | AnswerDifference::TooLittle
            | AnswerDifference::SetupRefused
            | AnswerDifference::MoveRefused
            | AnswerDifference::Panics
            | AnswerDifference::Fails => true,
        }
    }

    /// Whether what does not count is a text that was read loosely. One by the standard, of a setup that cannot be played,
    /// is read as it should be.
    pub(super) fn is_lenient(self, question: &Question) -> bool {
        let is_by_the_standard = match question {
            Question::Notation(NotationQuestion::ReadsFen { text }) => is_unplayable(text),
            Question::Notation(
                NotationQuestion::Reads { .. }
                | NotationQuestion::ReadsUci { .. }
                | NotationQuestion::San,
            )
            | Question::Game(_)
            | Question::History(_)
            | Question::Position(_)
            | Question::Material(_) => false,
        };
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
            (Answer::Ruling(_), Answer::Ended { ended: None, .. }) => AnswerDifference::TooLittle,
            (Answer::Ruling(Decision::PlayOn), Answer::Ended { .. }) => AnswerDifference::TooMuch,
            (Answer::Read(Some(_)), Answer::Read(None)) => AnswerDifference::TextRefused,
            (Answer::Read(None), Answer::Read(Some(_))) => AnswerDifference::TextTaken,
            (Answer::Setup(Some(_)), Answer::Setup(None)) => AnswerDifference::TextRefused,
            (Answer::Setup(None), Answer::Setup(Some(_))) => AnswerDifference::TextTaken,
            (
                Answer::Is(_)
                | Answer::Count(_)
                | Answer::Moves(_)
                | Answer::Text(_)
                | Answer::Read(_)
                | Answer::Setup(_)
                | Answer::Squares(_)
                | Answer::Pairs(_)
                | Answer::Placement(_)
                | Answer::Castling(_)
                | Answer::Player(_)
                | Answer::Ruling(_)
                | Answer::Orders(_)
                | Answer::Ended { .. },
                _,
            ) => AnswerDifference::Another,
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

    /// The words for it, after the name of a library.
    pub const fn words(self) -> &'static str {
        match self {
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
        }
    }
}

/// Whether a text is a FEN of a setup that cannot be played.
fn is_unplayable(text: &str) -> bool {
    text.parse().is_ok_and(|setup: Setup| Position::new(&setup).is_err())
}

/// Whether what is taken has the pieces that are named at the beginning of a text, wherever they stand.
fn has_pieces_of(text: &str, said: &Response) -> bool {
    let Response::Answer { answer: Answer::Setup(Some(setup)), .. } = said else { return false };
    let pieces = |text: &str| {
        let field = text.split_whitespace().next().unwrap_or_default();
        let mut letters: Vec<char> = field.chars().filter(char::is_ascii_alphabetic).collect();
        letters.sort_unstable();
        letters
    };
    pieces(text) == pieces(&setup.to_string())
}

impl fmt::Display for AnswerDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.words())
    }
}
