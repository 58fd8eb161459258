use std::fmt;

use serde::{Deserialize, Serialize};

use super::{Answer, DecisionRecord, Expectation};
use lawbook::{position::Move, rules::Order, words::counted};
use lawbook_gate::beyond;

/// An answer, or the failure to give one, as it is stored in reports, baselines and lists of known deviations. It
/// consists of values, independent of the words for them.
///
/// The serialized form is the most readable one: `true`, `3`, `play-on`, `draw/fifty-moves`, `O-O`, `[a8, e8]`,
/// `{also: [e1c1]}`, `{panicked: the message}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged, rename_all_fields = "kebab-case")]
#[rustfmt::skip] // one kind a line
pub enum AnswerRecord {
    /// Yes or no.
    Is(bool),
    /// A number.
    Count(u32),
    /// How the game stands.
    Decision(DecisionRecord),
    /// A move in UCI, a text, a FEN, a player or castling rights; `refused` if there is none.
    Text(String),
    /// Moves, squares, or pairs of squares such as `e7-e8`.
    List(Vec<String>),
    /// The obligations.
    Orders(Vec<Order>),
    /// The number of legal moves.
    Number { /** How many. */ moves: usize },
    /// The adapter or the library makes no claim, and why.
    Silent { /** Why. */ silent: String },
    /// The question cannot be asked, and why.
    Unsupported { /** Why. */ unsupported: String },
    /// The setup was refused.
    SetupRefused { /** The message. */ setup_refused: String },
    /// A move was refused.
    MoveRefused { /** The move and the message. */ move_refused: String },
    /// The library panicked, or threw an exception.
    Panicked { /** The message. */ panicked: String },
    /// The process of the library ended.
    Crashed { /** What is known of it. */ crashed: String },
    /// The answer was too late.
    TimedOut { /** How late. */ timed_out: String },
    /// The response is not a valid answer.
    ProtocolError { /** Why not. */ protocol_error: String },
    /// The legal moves differ from the right ones.
    Moves(MovesRecord),
}

/// The differences between a list of legal moves and the right list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct MovesRecord {
    /// Missing moves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub without: Vec<String>,
    /// Additional moves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<String>,
}

impl AnswerRecord {
    /// Returns the record of an answer. For legal moves it holds only the differences from the `right` ones.
    pub fn of(right: &Expectation, answer: &Answer) -> AnswerRecord {
        let Answer::Moves(moves) = answer else { return answer.into() };
        let missing = |wanted: &[Move]| list(beyond(wanted, moves));
        let differ = |without, also| AnswerRecord::Moves(MovesRecord { without, also });
        match right {
            Expectation::Exactly(Answer::Moves(wanted)) => {
                differ(missing(wanted), list(beyond(moves, wanted)))
            }
            Expectation::Among(wanted) => differ(missing(wanted), Vec::new()),
            Expectation::NotAmong(none) => {
                differ(Vec::new(), list(none.iter().filter(|one| moves.contains(one))))
            }
            Expectation::Exactly(_) | Expectation::Number(_) | Expectation::Squares(_) => {
                AnswerRecord::Number { moves: moves.len() }
            }
        }
    }

    /// Records a text, as a decision if it is the text of one.
    fn text(text: String) -> AnswerRecord {
        match DecisionRecord::try_from(text.clone()) {
            Ok(decision) => AnswerRecord::Decision(decision),
            Err(_) => AnswerRecord::Text(text),
        }
    }
}

impl From<&Answer> for AnswerRecord {
    fn from(answer: &Answer) -> AnswerRecord {
        let refused = || "refused".to_owned();
        match answer {
            Answer::Is(is) => AnswerRecord::Is(*is),
            Answer::Count(count) => AnswerRecord::Count(*count),
            Answer::Moves(moves) => AnswerRecord::List(list(moves)),
            Answer::Text(text) | Answer::Fen(text) => AnswerRecord::text(text.clone()),
            Answer::Changes(names) => AnswerRecord::List(names.clone()),
            Answer::Read(read) => {
                AnswerRecord::Text(read.map_or_else(refused, |played| played.to_string()))
            }
            Answer::Setup(setup) => {
                AnswerRecord::Text(setup.as_ref().map_or_else(refused, |setup| setup.to_string()))
            }
            Answer::Squares(squares) => AnswerRecord::List(list(squares)),
            Answer::Pairs(pairs) => AnswerRecord::List(
                pairs.iter().map(|(first, second)| format!("{first}-{second}")).collect(),
            ),
            Answer::Placement(placement) => AnswerRecord::Text(placement.to_string()),
            Answer::Castling(rights) => AnswerRecord::Text(rights.to_string()),
            Answer::Player(color) => AnswerRecord::Text(color.name().to_lowercase()),
            Answer::Ruling(decision) => AnswerRecord::Decision((*decision).into()),
            // An empty list does not show its type.
            Answer::Orders(orders) if orders.is_empty() => AnswerRecord::List(Vec::new()),
            Answer::Orders(orders) => AnswerRecord::Orders(orders.clone()),
            Answer::Ended { ended, .. } => AnswerRecord::Decision((*ended).into()),
        }
    }
}

fn list<T: ToString>(items: impl IntoIterator<Item = T>) -> Vec<String> {
    items.into_iter().map(|item| item.to_string()).collect()
}

/// Formats the record in words. These words are never compared.
impl fmt::Display for AnswerRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnswerRecord::Is(true) => f.write_str("yes"),
            AnswerRecord::Is(false) => f.write_str("no"),
            AnswerRecord::Count(count) => write!(f, "{count}"),
            AnswerRecord::Decision(decision) => decision.fmt(f),
            AnswerRecord::List(items) if items.is_empty() => f.write_str("none"),
            AnswerRecord::List(items) => f.write_str(&items.join(" ")),
            AnswerRecord::Orders(orders) => {
                let mut sentences: Vec<String> = orders.iter().map(Order::to_string).collect();
                sentences.sort_unstable();
                f.write_str(&sentences.join("; "))
            }
            AnswerRecord::Number { moves } => f.write_str(&counted(*moves, "move")),
            AnswerRecord::Moves(MovesRecord { without, also }) => {
                let part = |word: &str, moves: &[String]| {
                    (!moves.is_empty()).then(|| format!("{word} {}", moves.join(" ")))
                };
                let parts = [part("without", without), part("also", also)];
                f.write_str(&parts.into_iter().flatten().collect::<Vec<_>>().join(", "))
            }
            AnswerRecord::Text(text)
            | AnswerRecord::Silent { silent: text }
            | AnswerRecord::Unsupported { unsupported: text }
            | AnswerRecord::SetupRefused { setup_refused: text }
            | AnswerRecord::MoveRefused { move_refused: text }
            | AnswerRecord::Panicked { panicked: text }
            | AnswerRecord::Crashed { crashed: text }
            | AnswerRecord::TimedOut { timed_out: text }
            | AnswerRecord::ProtocolError { protocol_error: text } => f.write_str(text),
        }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A record shows neither the type of an empty list nor that a word is a player.
        let empty = |is_empty: bool, words: &'static str| is_empty.then_some(words);
        let words = if let Answer::Moves(moves) = self {
            empty(moves.is_empty(), "no move")
        } else if let Answer::Orders(orders) = self {
            empty(orders.is_empty(), "nothing")
        } else if let Answer::Player(color) = self {
            Some(color.name())
        } else {
            None
        };
        match words {
            Some(words) => f.write_str(words),
            None => AnswerRecord::from(self).fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lawbook::{
        board::{Color, Role, Square},
        position::Wing,
        rules::{Decision, Order},
    };

    // Every kind of record, with its serialized form and the words for it.
    rows!(
        records_are_written_as_values_and_not_in_words,
        {
            let orders = AnswerRecord::from(&Answer::Orders(vec![Order::AddTime {
                to: Color::White,
                minutes: 2,
            }]));
            let moves = |without: &[&str], also: &[&str]| {
                AnswerRecord::Moves(MovesRecord { without: list(without), also: list(also) })
            };
            let panicked = AnswerRecord::Panicked { panicked: "no".to_owned() };
        },
        for (record, written, words) in [
            (AnswerRecord::Is(true), "true", "yes"),
            (AnswerRecord::Count(3), "3", "3"),
            (AnswerRecord::Number { moves: 20 }, r#"{"moves":20}"#, "20 moves"),
            (moves(&["e1g1"], &[]), r#"{"without":["e1g1"]}"#, "without e1g1"),
            (
                moves(&["e1g1"], &["e1c1", "e1h1"]),
                r#"{"without":["e1g1"],"also":["e1c1","e1h1"]}"#,
                "without e1g1, also e1c1 e1h1",
            ),
            (panicked, r#"{"panicked":"no"}"#, "no"),
            (AnswerRecord::List(Vec::new()), "[]", "none"),
            (orders, r#"[{"order":"add-time","to":"white","minutes":2}]"#, "two minutes to White"),
            (AnswerRecord::Text("Nbd2".to_owned()), r#""Nbd2""#, "Nbd2"),
        ] {
            assert_eq!(serde_json::to_string(&record).unwrap(), written);
            assert_eq!(record.to_string(), words);
            let yaml = serde_yaml::to_string(&record).unwrap();
            assert_eq!(serde_yaml::from_str::<AnswerRecord>(&yaml).unwrap(), record, "{yaml}");
        }
    );

    /// The sentences may be reworded, because none of them is stored.
    #[test]
    fn no_sentence_for_people_is_kept() {
        for decision in Decision::all() {
            let record = AnswerRecord::from(&Answer::Ruling(decision));
            let written = serde_json::to_string(&record).unwrap();
            assert_eq!(serde_json::from_str::<AnswerRecord>(&written).unwrap(), record);
            assert!(!written.contains(' '), "{written}");
        }
        let (by, square) = (Color::Black, Square::from_index(9));
        for order in [
            Order::MustMove { role: Role::Knight, square },
            Order::MustCapture { role: Role::Rook, square },
            Order::MustCastle { by, wing: Wing::King },
            Order::MustNotCastle { by, wing: Wing::Queen },
            Order::AnyMove { by },
            Order::MustPlay { mv: "e7e8q".parse().unwrap() },
            Order::BecomesQueen { square },
            Order::Stays { role: Role::Queen, square },
            Order::Restore,
            Order::Transfer,
            Order::AddTime { to: by, minutes: 2 },
            Order::TakeTime { from: by, minutes: 5 },
            Order::TakeHalf { from: by },
        ] {
            let record = AnswerRecord::from(&Answer::Orders(vec![order]));
            let written = serde_json::to_string(&record).unwrap();
            assert_eq!(serde_json::from_str::<AnswerRecord>(&written).unwrap(), record);
            assert!(!written.contains(' ') && !written.contains(&order.to_string()), "{written}");
        }
    }
}
