//! Answers as JSON values, and what was said as the outcome of a question.

use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::message::{WireDecision, WireEnded, WireOutcome};
use crate::{
    adapter::{Response, ask},
    question::{Answer, AnswerForm, Ended, GameQuestion, OrderRecord, Question},
    rules::{Order, Termination},
};

/// What an outcome says to a question, by somebody who looks for these endings.
///
/// A value that is not of the form the question wants is no answer.
pub(super) fn read(
    question: &Question,
    outcome: WireOutcome,
    gives_rulings: bool,
    knows: &'static [Termination],
) -> Response {
    let (value, native) = match outcome {
        WireOutcome::Native(value) => (value, true),
        WireOutcome::Composed(value) => (value, false),
        WireOutcome::Silent(why) => return Response::Silent(plain(&why)),
        WireOutcome::Unsupported(why) => return Response::Unsupported(plain(&why)),
        WireOutcome::SetupRefused(why) => return Response::SetupRefused(plain(&why)),
        WireOutcome::MoveRefused(why) => return Response::MoveRefused(plain(&why)),
        WireOutcome::Failed(why) => return Response::Panicked(plain(&why)),
    };
    let answer = if *question == GameQuestion::Ruling.into() && !gives_rulings {
        typed(value, "null, or an object with \"winner\" and \"by\"").map(|ended| Answer::Ended {
            ended: Option::<WireEnded>::map(ended, Ended::from),
            knows,
        })
    } else {
        answer(question, value)
    };
    answer.map_or_else(Response::ProtocolError, |answer| Response::Answer { answer, native })
}

fn answer(question: &Question, value: Value) -> Result<Answer, String> {
    match question.form() {
        AnswerForm::YesOrNo => typed(value, "true or false").map(Answer::Is),
        AnswerForm::Number => typed(value, "a whole number from 0").map(Answer::Count),
        AnswerForm::Decision => {
            let right =
                "\"play-on\", or an object with \"winner\" and \"by\", or one with \"refused\"";
            typed::<WireDecision>(value, right).map(|decision| Answer::Ruling(decision.into()))
        }
        AnswerForm::Orders => {
            let orders: Vec<OrderRecord> = typed(value, "a list of orders")?;
            let mut orders =
                orders.into_iter().map(Order::try_from).collect::<Result<Vec<Order>, String>>()?;
            orders.sort_unstable();
            Ok(Answer::Orders(orders))
        }
        AnswerForm::Moves => ask::moves(typed(value, "a list of moves in UCI")?),
        AnswerForm::Text => typed(value, "a text").map(|text: String| Answer::Text(plain(&text))),
        AnswerForm::MoveOrNothing => {
            let read: Option<String> = typed(value, "a move in UCI, or null")?;
            read.map(|uci| ask::parse(&uci)).transpose().map(Answer::Read)
        }
        AnswerForm::SetupOrNothing => {
            let fen: Option<String> = typed(value, "a FEN, or null")?;
            fen.map(|fen| ask::setup(&fen).map(Box::new)).transpose().map(Answer::Setup)
        }
        AnswerForm::Squares => ask::squares(typed(value, "a list of squares")?),
        AnswerForm::Pairs => {
            let pairs: Vec<[String; 2]> = typed(value, "a list of pairs of squares")?;
            let pair = |[one, other]: [String; 2]| Ok((ask::square(&one)?, ask::square(&other)?));
            let mut pairs = pairs.into_iter().map(pair).collect::<Result<Vec<_>, String>>()?;
            pairs.sort_unstable();
            Ok(Answer::Pairs(pairs))
        }
        AnswerForm::PartOfFen => {
            let setup = setup(value)?;
            question.read_from(&setup).ok_or_else(|| format!("no FEN answers {question}"))
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
pub(super) fn write(said: Response) -> WireOutcome {
    match said {
        Response::Answer { answer, native: true } => WireOutcome::Native(value(answer)),
        Response::Answer { answer, native: false } => WireOutcome::Composed(value(answer)),
        Response::Silent(why) => WireOutcome::Silent(why),
        Response::Unsupported(why) => WireOutcome::Unsupported(why),
        Response::SetupRefused(why) => WireOutcome::SetupRefused(why),
        Response::MoveRefused(why) => WireOutcome::MoveRefused(why),
        Response::Panicked(why)
        | Response::Crashed(why)
        | Response::TimedOut(why)
        | Response::ProtocolError(why) => WireOutcome::Failed(why),
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
        Answer::Placement(placement) => json!(placement.to_string()),
        Answer::Player(color) => json!(color.letter().to_string()),
        Answer::Ruling(decision) => json!(WireDecision::from(decision)),
        Answer::Orders(orders) => {
            json!(orders.into_iter().map(OrderRecord::from).collect::<Vec<_>>())
        }
        Answer::Ended { ended, .. } => json!(ended.map(WireEnded::from)),
    }
}

fn texts(items: &[impl ToString]) -> Value {
    items.iter().map(|item| Value::from(item.to_string())).collect()
}
