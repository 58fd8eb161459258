//! Conversion between answers and their JSON values, and between responses and outcomes.

use lawbook_gate::session::{Line, may_be_castling};
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::message::{WireOutcome, beginning, cut};
use crate::{
    adapter::{About, Response, Scenario, read},
    line_text::act_text,
    question::{Answer, AnswerForm, GameQuestion, Question},
};
use lawbook::rules::{Decision, Order};

/// Converts the outcome of a question to a response of this library.
///
/// A value of the wrong form for the question is a protocol error.
pub(super) fn response(question: &Question, outcome: WireOutcome, about: &About) -> Response {
    let (value, native) = match outcome {
        WireOutcome::Native(value) => (value, true),
        WireOutcome::Composed(value) => (value, false),
        WireOutcome::Silent(why) => return Response::Silent(plain(&why)),
        WireOutcome::Unsupported(why) => return Response::Unsupported(plain(&why)),
        WireOutcome::SetupRefused(why) => return Response::of_refused_setup(plain(&why)),
        WireOutcome::MoveRefused(why) => return Response::of_refused_move(plain(&why)),
        WireOutcome::Failed(why) => return Response::Panicked(plain(&why)),
    };
    let is_written = matches!(question.form(), AnswerForm::PartOfFen | AnswerForm::SetupOrNothing);
    if let Some(fen) = value.as_str().filter(|_| is_written)
        && let Err(failure) = read::written(&plain(fen), false)
    {
        return failure;
    }
    let answer = if *question == GameQuestion::Ruling.into() && !about.gives_rulings {
        typed(value, "null, or an object with \"winner\" and \"by\"")
            .map(|ended| Answer::Ended { ended, knows: about.endings })
    } else {
        answer(question, value)
    };
    answer.map_or_else(Response::ProtocolError, |answer| Response::Answer { answer, native })
}

/// Returns a protocol error in place of an answer that writes castling as in Chess960 although the game at the end of `line`
/// is not Chess960.
pub fn checked(line: &Scenario, response: Response) -> Response {
    let moves = match &response {
        Response::Answer { answer: Answer::Moves(moves), .. } => moves.as_slice(),
        Response::Answer { answer: Answer::Read(Some(read)), .. } => std::slice::from_ref(read),
        _ => return response,
    };
    // Few answers have such a move, and only for these the line is written.
    let written = moves.iter().map(ToString::to_string);
    let written: Vec<String> = written.filter(|written| may_be_castling(written)).collect();
    if written.is_empty() {
        return response;
    }
    let line = Line::new(line.setup.to_string(), line.acts.iter().map(act_text).collect());
    let wrong = written.iter().find_map(|written| line.wrong_castling(written));
    wrong.map_or(response, Response::ProtocolError)
}

fn answer(question: &Question, value: Value) -> Result<Answer, String> {
    match question.form() {
        AnswerForm::YesOrNo => typed(value, "true or false").map(Answer::Is),
        AnswerForm::Number => typed(value, "a whole number from 0").map(Answer::Count),
        AnswerForm::Decision => {
            let right =
                "\"play-on\", or an object with \"winner\" and \"by\", or one with \"refused\"";
            typed::<Decision>(value, right).map(Answer::Ruling)
        }
        AnswerForm::Orders => {
            let mut orders: Vec<Order> = typed(value, "a list of orders")?;
            orders.sort_unstable();
            Ok(Answer::Orders(orders))
        }
        AnswerForm::Moves => read::moves(&typed::<Vec<String>>(value, "a list of moves in UCI")?),
        AnswerForm::Text => typed(value, "a text").map(|text: String| Answer::Text(plain(&text))),
        AnswerForm::MoveOrNothing => {
            let read: Option<String> = typed(value, "a move in UCI, or null")?;
            read.map(|uci| read::parse(&uci)).transpose().map(Answer::Read)
        }
        AnswerForm::SetupOrNothing => {
            let fen: Option<String> = typed(value, "a FEN, or null")?;
            fen.map(|fen| read::setup(&fen).map(Box::new)).transpose().map(Answer::Setup)
        }
        AnswerForm::Squares => read::squares(&typed::<Vec<String>>(value, "a list of squares")?),
        AnswerForm::Pairs => {
            let pairs: Vec<[String; 2]> = typed(value, "a list of pairs of squares")?;
            read::pairs(pairs.iter().map(|[one, other]| (one.as_str(), other.as_str())))
        }
        AnswerForm::Fen => typed(value, "a FEN").map(|text: String| Answer::Fen(plain(&text))),
        AnswerForm::Changes => typed(value, "a list of names of questions").map(Answer::Changes),
        AnswerForm::PartOfFen => {
            let setup = setup(value)?;
            question
                .read_from(&setup)
                .ok_or_else(|| format!("an answer to {question} cannot be a FEN"))
        }
    }
}

fn setup(fen: Value) -> Result<lawbook::position::Setup, String> {
    read::setup(&typed::<String>(fen, "a FEN")?)
}

fn typed<T: DeserializeOwned>(value: Value, right: &str) -> Result<T, String> {
    let got = value.to_string();
    serde_json::from_value(value)
        .map_err(|_| format!("the answer is {}; expected {right}", cut(&got)))
}

/// Makes external text safe to display: one line of limited length, without control characters.
fn plain(text: &str) -> String {
    beginning(&text.replace(char::is_control, " "), 1000)
}
