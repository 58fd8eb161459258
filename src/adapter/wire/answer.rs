//! Answers as JSON values, and what was said as the outcome of a question.

use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::message::{Ended, Outcome};
use crate::{
    adapter::{Response, ask},
    question::{
        Answer, GameQuestion, HistoryQuestion, MaterialQuestion, NotationQuestion,
        PositionQuestion, Question,
    },
    rules::{Decision, Termination},
};

/// What an outcome says to a question, by somebody who looks for these endings.
///
/// A value that is not of the form the question wants is no answer.
pub(super) fn read(
    question: &Question,
    outcome: Outcome,
    gives_rulings: bool,
    knows: &'static [Termination],
) -> Response {
    let (value, native) = match outcome {
        Outcome::Native(value) => (value, true),
        Outcome::Composed(value) => (value, false),
        Outcome::Silent(why) => return Response::Silent(plain(&why)),
        Outcome::Unsupported(why) => return Response::Unsupported(plain(&why)),
        Outcome::SetupRefused(why) => return Response::SetupRefused(plain(&why)),
        Outcome::MoveRefused(why) => return Response::MoveRefused(plain(&why)),
        Outcome::Failed(why) => return Response::Panicked(plain(&why)),
    };
    let answer = match question {
        Question::Game(GameQuestion::Ruling) if !gives_rulings => {
            typed(value, "null, or an object with \"winner\" and \"by\"").map(|ended| {
                Answer::Ended {
                    ended: Option::<Ended>::map(ended, crate::question::Ended::from),
                    knows,
                }
            })
        }
        _ => answer(question, value),
    };
    answer.map_or_else(Response::ProtocolError, |answer| Response::Answer { answer, native })
}

fn answer(question: &Question, value: Value) -> Result<Answer, String> {
    match question {
        Question::Game(GameQuestion::Ruling) => {
            let text: String = typed(value, "a text")?;
            let decision = Decision::parse(&text);
            decision.map(Answer::Ruling).ok_or_else(|| format!("{text:?} is no ruling"))
        }
        Question::Game(GameQuestion::Orders) => {
            typed(value, "a list of sentences").map(|sentences: Vec<String>| {
                Answer::Orders(sentences.iter().map(|sentence| plain(sentence)).collect())
            })
        }
        Question::Position(PositionQuestion::Setup)
        | Question::Game(GameQuestion::Claimable)
        | Question::Game(GameQuestion::Claim(..))
        | Question::History(HistoryQuestion::SameAs(_))
        | Question::Position(PositionQuestion::Check)
        | Question::Position(PositionQuestion::Checkmate)
        | Question::Position(PositionQuestion::Stalemate)
        | Question::Material(MaterialQuestion::Insufficient)
        | Question::Material(MaterialQuestion::Dead)
        | Question::Material(MaterialQuestion::CanMate(_))
        | Question::Position(PositionQuestion::IsLight(_)) => {
            typed(value, "true or false").map(Answer::Is)
        }
        Question::History(HistoryQuestion::Occurrences)
        | Question::History(HistoryQuestion::HalfmoveClock)
        | Question::Game(GameQuestion::Seconds(_)) => {
            typed(value, "a whole number from 0").map(Answer::Count)
        }
        Question::Position(PositionQuestion::LegalMoves) => {
            ask::moves(typed(value, "a list of moves in UCI")?)
        }
        Question::Notation(NotationQuestion::San) => {
            typed(value, "a text").map(|text: String| Answer::Text(plain(&text)))
        }
        Question::Notation(NotationQuestion::Reads(_))
        | Question::Notation(NotationQuestion::ReadsUci(_)) => {
            let read: Option<String> = typed(value, "a move in UCI, or null")?;
            read.map(|uci| ask::parse(&uci)).transpose().map(Answer::Read)
        }
        Question::Notation(NotationQuestion::ReadsFen(_)) => {
            let fen: Option<String> = typed(value, "a FEN, or null")?;
            fen.map(|fen| ask::setup(&fen).map(Box::new)).transpose().map(Answer::Setup)
        }
        Question::Position(PositionQuestion::Placement) => {
            setup(value).map(|setup| Answer::Placement(Box::new(setup.placement)))
        }
        Question::Position(PositionQuestion::Turn) => {
            setup(value).map(|setup| Answer::Player(setup.turn))
        }
        Question::Position(PositionQuestion::Castling) => {
            setup(value).map(|setup| Answer::Castling(setup.castling))
        }
        Question::Position(PositionQuestion::Checkers)
        | Question::Position(PositionQuestion::Attacks(_)) => {
            ask::squares(typed(value, "a list of squares")?)
        }
        Question::Position(PositionQuestion::Pinned)
        | Question::Position(PositionQuestion::Skewered)
        | Question::Position(PositionQuestion::Discovered) => {
            let pairs: Vec<[String; 2]> = typed(value, "a list of pairs of squares")?;
            let pair = |[one, other]: [String; 2]| Ok((ask::square(&one)?, ask::square(&other)?));
            let mut pairs = pairs.into_iter().map(pair).collect::<Result<Vec<_>, String>>()?;
            pairs.sort_unstable();
            Ok(Answer::Pairs(pairs))
        }
    }
}

fn setup(fen: Value) -> Result<crate::position::Setup, String> {
    ask::setup(&typed::<String>(fen, "a FEN")?)
}

fn typed<T: DeserializeOwned>(value: Value, right: &str) -> Result<T, String> {
    let got = value.to_string();
    serde_json::from_value(value)
        .map_err(|_| format!("the answer is {}; right would be {right}", cut(&got)))
}

/// The beginning of a text, for a message.
pub(super) fn cut(text: &str) -> String {
    beginning(text, 80)
}

/// A text from outside as it may be shown to people: on one line, and not too long.
fn plain(text: &str) -> String {
    beginning(&text.replace(char::is_control, " "), 1000)
}

fn beginning(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{} ...", &text[..end]),
        None => text.to_owned(),
    }
}

/// What was said, as it is written.
pub(super) fn write(said: Response) -> Outcome {
    match said {
        Response::Answer { answer, native: true } => Outcome::Native(value(answer)),
        Response::Answer { answer, native: false } => Outcome::Composed(value(answer)),
        Response::Silent(why) => Outcome::Silent(why),
        Response::Unsupported(why) => Outcome::Unsupported(why),
        Response::SetupRefused(why) => Outcome::SetupRefused(why),
        Response::MoveRefused(why) => Outcome::MoveRefused(why),
        Response::Panicked(why)
        | Response::Crashed(why)
        | Response::TimedOut(why)
        | Response::ProtocolError(why) => Outcome::Failed(why),
    }
}

fn value(answer: Answer) -> Value {
    match answer {
        Answer::Is(is) => json!(is),
        Answer::Count(count) => json!(count),
        Answer::Moves(moves) => texts(&moves),
        Answer::Text(text) => json!(text),
        Answer::Castling(rights) => json!(rights.to_string()),
        Answer::Read(read) => json!(read.map(|played| played.to_string())),
        Answer::Setup(setup) => json!(setup.map(|setup| setup.to_string())),
        Answer::Squares(squares) => texts(&squares),
        Answer::Pairs(pairs) => {
            pairs.iter().map(|(one, other)| texts(&[*one, *other])).collect::<Vec<_>>().into()
        }
        Answer::Placement(pieces) => json!(pieces.to_string()),
        Answer::Player(color) => json!(color.letter().to_string()),
        Answer::Ruling(decision) => json!(decision.to_string()),
        Answer::Orders(orders) => json!(orders),
        Answer::Ended { ended, .. } => json!(ended.map(Ended::from)),
    }
}

fn texts(items: &[impl ToString]) -> Value {
    items.iter().map(|item| Value::from(item.to_string())).collect()
}

impl From<Ended> for crate::question::Ended {
    fn from(ended: Ended) -> crate::question::Ended {
        crate::question::Ended {
            winner: ended.winner.map(Into::into),
            by: ended.by.map(Into::into),
        }
    }
}

impl From<crate::question::Ended> for Ended {
    fn from(ended: crate::question::Ended) -> Ended {
        Ended { winner: ended.winner.map(Into::into), by: ended.by.map(Into::into) }
    }
}
