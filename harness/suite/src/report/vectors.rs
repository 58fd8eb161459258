use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use lawbook::rules::{Act, Event, Order, RuleSet};
use lawbook_catalogue::{
    Case, CaseLevel, Catalogue,
    question::{Answer, DecisionRecord, Expectation, Expected, Moment, Question, contents},
};

/// The version of the vector format that this version of the crate writes.
pub const VECTORS_FORMAT: u32 = 2;

/// Test vectors: the questions of the catalogue with their right answers under one rule set, as plain data. Tests in
/// any language can use them without starting a process or building this crate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Vectors {
    /// The version of the format, [`VECTORS_FORMAT`]. It changes if a field changes its meaning, not if one is added.
    pub format: u32,
    /// The version of the catalogue.
    pub lawbook: String,
    /// A digest of all files of the catalogue.
    pub catalogue: String,
    /// The rule set under which the answers are right.
    pub rule_set: String,
    /// The vectors, in the order of the catalogue.
    pub vectors: Vec<Vector>,
}

/// A scenario with questions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Vector {
    /// The identifier of the case. A case can have two vectors: one at the end, and one before the last act.
    pub case: String,
    /// The scenario in one line.
    pub title: String,
    /// The folder of its document.
    pub document: String,
    /// How advanced the subject is.
    pub level: CaseLevel,
    /// Keywords of the case.
    pub tags: Vec<String>,
    /// The identifiers of the statements that the case decides.
    pub states: Vec<String>,
    /// Whether it is a game of Chess960. Castling is then written as the king capturing its own rook, and the rights in
    /// a FEN as files.
    pub chess960: bool,
    /// Whether all acts are completed moves.
    pub only_moves: bool,
    /// The setup as a FEN of six fields; it may not be playable.
    pub fen: String,
    /// The moves from there in UCI, in order; empty if there are other acts.
    pub moves: Vec<String>,
    /// All acts in order and in the format of the line protocol; left out if they are all moves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    acts: Vec<Act>,
    /// The conditions of the game, if they are not the usual ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    event: Option<Event>,
    /// The questions.
    pub questions: Vec<VectorQuestion>,
    /// The explanation of the answers.
    pub why: String,
}

/// A question with its right answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct VectorQuestion {
    /// The identifier, unique and permanent: the case, `before` if it is asked before the last act, and the name of the
    /// question.
    pub id: String,
    /// The question, in the format of the line protocol.
    #[serde(flatten)]
    pub question: Question,
    /// The right answer.
    pub right: RightAnswer,
}

/// A right answer: one field, named by the kind of the answer. A kind always has a value of the same type.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum RightAnswer {
    /// Yes or no.
    Is(bool),
    /// A number.
    Count(u32),
    /// How the game stands: `play-on`, `draw/stalemate`, `white/checkmate`, `refused/claim`.
    Decision(DecisionRecord),
    /// A text: a move, a FEN, castling rights, a player.
    Text(String),
    /// One of these texts: a FEN, for which conventions differ.
    AnyOf(Vec<String>),
    /// The text of the question means nothing; always true.
    Refused(bool),
    /// All of these and no others, in any order: moves, squares, or pairs of squares such as `e7-e8`.
    List(Vec<String>),
    /// The orders in force, in any order.
    Orders(Vec<Order>),
    /// These are among the legal moves.
    Among(Vec<String>),
    /// None of these is among the legal moves.
    NotAmong(Vec<String>),
    /// The number of legal moves.
    MoveCount(u32),
    /// The content of these squares: `white king` or `empty`.
    Squares(BTreeMap<String, String>),
}

impl Vectors {
    /// Returns the vectors of all cases that apply to a rule set and are not open.
    pub fn new(catalogue: &Catalogue, rule_set: RuleSet) -> Vectors {
        let cases = catalogue
            .cases
            .iter()
            .filter(|case| case.open.is_none() && case.rule_sets.contains(rule_set));
        Vectors {
            format: VECTORS_FORMAT,
            lawbook: env!("CARGO_PKG_VERSION").to_owned(),
            catalogue: catalogue.digest.clone(),
            rule_set: rule_set.to_string(),
            vectors: cases.flat_map(|case| of_case(case, rule_set)).collect(),
        }
    }

    /// Serializes the vectors as JSON, one per line. `harness/suite/src/report/vectors.schema.json` is the schema.
    pub fn write_json(&self) -> String {
        let line =
            |vector: &Vector| format!("  {}", serde_json::to_string(vector).unwrap_or_default());
        let lines: Vec<String> = self.vectors.iter().map(line).collect();
        let header = Vectors { vectors: Vec::new(), ..self.clone() };
        let header = serde_json::to_string(&header).unwrap_or_default();
        header.replacen("[]", &format!("[\n{}\n]", lines.join(",\n")), 1) + "\n"
    }
}

/// Returns up to two vectors of a case: one for the questions at the end, and one for those before the last act.
fn of_case(case: &Case, rule_set: RuleSet) -> Vec<Vector> {
    let expected = case.expected_under(rule_set);
    let before = case.acts.split_last().map_or(&case.acts[..], |(_, before)| before);
    [(Moment::BeforeLastAct, before), (Moment::End, &case.acts[..])]
        .into_iter()
        .filter_map(|(moment, acts)| {
            let asked = expected.iter().filter(|one| one.moment == moment);
            let questions: Vec<VectorQuestion> = asked.map(|one| question(case, one)).collect();
            (!questions.is_empty())
                .then(|| Vector { why: case.why_under(rule_set), ..vector(case, acts, questions) })
        })
        .collect()
}

fn vector(case: &Case, acts: &[Act], questions: Vec<VectorQuestion>) -> Vector {
    let moves: Option<Vec<String>> = acts
        .iter()
        .map(|act| {
            let Act::MoveAndPress { mv } = act else { return None };
            Some(mv.to_string())
        })
        .collect();
    Vector {
        case: case.id.clone(),
        title: case.title.clone(),
        document: case.place.folder().to_owned(),
        level: case.level,
        tags: case.tags.clone(),
        states: case.states.clone(),
        chess960: case.setup.castling.is_chess960(),
        only_moves: moves.is_some(),
        fen: case.setup.to_string(),
        acts: if moves.is_some() { Vec::new() } else { acts.to_vec() },
        moves: moves.unwrap_or_default(),
        event: (case.event != Event::default()).then_some(case.event),
        questions,
        why: case.why.clone(),
    }
}

fn question(case: &Case, expected: &Expected) -> VectorQuestion {
    let right = RightAnswer::from(&expected.right);
    let moment = match expected.moment {
        Moment::BeforeLastAct => "before/",
        Moment::End => "",
    };
    // A case can ask for legal moves in several ways.
    let way = match right {
        RightAnswer::Among(_) => "-among",
        RightAnswer::NotAmong(_) => "-not-among",
        RightAnswer::MoveCount(_) => "-count",
        RightAnswer::Is(_)
        | RightAnswer::Count(_)
        | RightAnswer::Decision(_)
        | RightAnswer::Text(_)
        | RightAnswer::AnyOf(_)
        | RightAnswer::Refused(_)
        | RightAnswer::List(_)
        | RightAnswer::Orders(_)
        | RightAnswer::Squares(_) => "",
    };
    let id = format!("{}/{moment}{}{way}", case.id, expected.question.name());
    VectorQuestion { id, question: expected.question.clone(), right }
}

impl From<&Expectation> for RightAnswer {
    fn from(right: &Expectation) -> RightAnswer {
        let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        match right {
            Expectation::Exactly(answer) => RightAnswer::from(answer),
            Expectation::Among(moves) => RightAnswer::Among(texts(moves)),
            Expectation::NotAmong(moves) => RightAnswer::NotAmong(texts(moves)),
            Expectation::Number(moves) => RightAnswer::MoveCount(count(*moves)),
            Expectation::Squares(squares) => RightAnswer::Squares(contents(squares)),
        }
    }
}

impl From<&Answer> for RightAnswer {
    fn from(answer: &Answer) -> RightAnswer {
        let text =
            |text: Option<String>| text.map_or(RightAnswer::Refused(true), RightAnswer::Text);
        match answer {
            Answer::Is(is) => RightAnswer::Is(*is),
            Answer::Count(count) => RightAnswer::Count(*count),
            Answer::Moves(moves) => RightAnswer::List(texts(moves)),
            Answer::Text(words) => RightAnswer::Text(words.clone()),
            Answer::Fen(fen) => RightAnswer::AnyOf(all_conventions(answer, fen)),
            Answer::Changes(names) => RightAnswer::List(names.clone()),
            Answer::Read(read) => text(read.map(|played| played.to_string())),
            Answer::Setup(setup) => text(setup.as_ref().map(|setup| setup.to_string())),
            Answer::Squares(squares) => RightAnswer::List(texts(squares)),
            Answer::Pairs(pairs) => {
                let pair = |(first, second): &(_, _)| format!("{first}-{second}");
                RightAnswer::List(pairs.iter().map(pair).collect())
            }
            Answer::Placement(placement) => RightAnswer::Text(placement.to_string()),
            Answer::Castling(rights) => RightAnswer::Text(rights.to_string()),
            Answer::Player(color) => RightAnswer::Text(color.name().to_lowercase()),
            Answer::Ruling(decision) => RightAnswer::Decision((*decision).into()),
            Answer::Orders(orders) => RightAnswer::Orders(orders.clone()),
            Answer::Ended { ended, .. } => RightAnswer::Decision((*ended).into()),
        }
    }
}

/// Returns a FEN as it is, and without the en passant square if that is right too.
fn all_conventions(right: &Answer, fen: &str) -> Vec<String> {
    let mut fields: Vec<&str> = fen.split(' ').collect();
    if let Some(square) = fields.get_mut(3) {
        *square = "-";
    }
    let shorter = fields.join(" ");
    let is_right = right.is_satisfied_by(&Answer::Fen(shorter.clone())) == Some(true);
    let mut all = vec![fen.to_owned()];
    all.extend(Some(shorter).filter(|shorter| is_right && shorter != fen));
    all
}

fn texts<T: ToString>(items: &[T]) -> Vec<String> {
    items.iter().map(ToString::to_string).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn vectors_read_back() {
        let catalogue = Catalogue::embedded();
        for rule_set in RuleSet::ALL {
            let vectors = Vectors::new(&catalogue, rule_set);
            assert!(vectors.vectors.len() > 300, "{rule_set}: {}", vectors.vectors.len());
            let text = vectors.write_json();
            assert_eq!(serde_json::from_str::<Vectors>(&text).unwrap(), vectors, "{rule_set}");
        }
    }

    #[test]
    fn a_claim_is_asked_before_it_is_made() {
        let vectors = Vectors::new(&Catalogue::embedded(), RuleSet::LATEST).vectors;
        let of_case: Vec<&Vector> =
            vectors.iter().filter(|one| one.case == "threefold-with-written-move").collect();
        let [before, end] = of_case[..] else { panic!("{of_case:?}") };
        assert_eq!(before.moves.len() + 1, end.acts.len());
        assert!(before.only_moves && !end.only_moves);
        assert!(before.acts.is_empty() && end.moves.is_empty());
        let claim = &before.questions[0];
        assert_eq!(claim.question.sent_as(), "claim");
        assert_eq!(claim.right, RightAnswer::Is(true));
        assert!(
            claim.id.starts_with("threefold-with-written-move/before/claim-threefold"),
            "{}",
            claim.id
        );
    }

    #[test]
    fn no_two_questions_have_the_same_id() {
        let catalogue = Catalogue::embedded();
        for rule_set in RuleSet::ALL {
            let mut seen = HashSet::new();
            for vector in Vectors::new(&catalogue, rule_set).vectors {
                for question in vector.questions {
                    assert!(seen.insert(question.id.clone()), "{rule_set}: {}", question.id);
                }
            }
        }
    }

    #[test]
    fn a_game_of_chess960_says_so() {
        let vectors = Vectors::new(&Catalogue::embedded(), RuleSet::LATEST).vectors;
        let is_flagged =
            |id: &str| vectors.iter().find(|one| one.case == id).map(|one| one.chess960);
        assert_eq!(is_flagged("chess960-castling-moves-king-and-rook"), Some(true));
        assert_eq!(is_flagged("threefold-with-written-move"), Some(false));
    }
}
