use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use lawbook::{
    position::{Position, Setup},
    rules::{Act, Decision, Event, Order, Outcome, RuleSet},
};
use lawbook_catalogue::{
    Case, CaseLevel, Catalogue, SetupFlaw, Version, act_text,
    adapter::{Reference, Scenario, SelfEnd, detours, is_sample, refused},
    end_of, orders_text,
    question::{
        Answer, AnswerRecord, DecisionRecord, Expectation, Expected, Moment, MovesRecord,
        PositionQuestion, Question, contents,
    },
    question_text,
};
use lawbook_faults::{Dictionary, WrongAnswer, sentence};
use lawbook_gate::{
    beyond,
    diagnosis::{REFUSED, kind},
};

/// The version of the vector format that this version of the crate writes.
pub const VECTORS_FORMAT: u32 = 3;

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
    /// The mistakes that predict wrong answers. Questions refer to them by their places in this list, from 0.
    pub mistakes: Vec<NamedMistake>,
    /// The vectors, in the order of the catalogue.
    pub vectors: Vec<Vector>,
}

/// A mistake that explains wrong answers: a fault of the dictionary, or a kind of faults. The name of a kind has two parts,
/// as in `castling/through-attack`, and those of its faults have more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct NamedMistake {
    /// The name.
    pub name: String,
    /// What goes wrong, in a sentence; empty for a fault of a kind.
    pub says: String,
    /// The kinds of questions, with spaces between them, whose answers follow from it only in a library without other code for
    /// them. A right answer there does not speak against it. Left out if there are none, and for a fault of a kind, which has
    /// those of the kind.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub consequences: String,
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
    /// The version of the catalogue that added the case.
    #[cfg_attr(test, schemars(with = "String"))]
    pub since: Version,
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
    /// The flaw of the setup, if it cannot be played: `no-king`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Option<String>"))]
    pub flaw: Option<SetupFlaw>,
    /// The moves from there in UCI, in order; empty if there are other acts.
    pub moves: Vec<String>,
    /// All acts in order and in the format of the line protocol; left out if they are all moves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    acts: Vec<Act>,
    /// The conditions of the game, if they are not the usual ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<Event>,
    /// The number of acts after which each of these endings holds for the first time, for libraries that end games by
    /// themselves. Endings that do not come about are left out.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub own_ends: BTreeMap<String, usize>,
    /// Where the rule set ends the game before its last move, if it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub over_at: Option<End>,
    /// The moves in UCI that lead from the initial position to the setup, for libraries that read no FEN; left out if none
    /// are stored. Only the number of the move may differ.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub from_start: Vec<String>,
    /// For libraries that take moves back: the moves to play and take back before each act, and after the last one. The
    /// answers at the end must be the same as without. Left out if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub detours: Vec<Vec<String>>,
    /// Illegal moves that the library refuses at the end. The answers must be the same as before, and when the questions are
    /// asked again. Only a few samples have some.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refused: Vec<String>,
    /// The questions.
    pub questions: Vec<VectorQuestion>,
    /// The explanation of the answers.
    pub why: String,
}

/// The end of a game before its last move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct End {
    /// The number of acts after which it is over.
    pub acts: usize,
    /// The ending.
    pub by: String,
}

/// A question with its right answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct VectorQuestion {
    /// The identifier, unique and permanent: the case, `before` for a question before the last act, and the name of the
    /// question.
    pub id: String,
    /// The question, in the format of the line protocol.
    #[serde(flatten)]
    pub question: Question,
    /// The right answer.
    pub right: RightAnswer,
    /// Predicted wrong answers, each in the form of [`said`], with the places of the mistakes that lead to it.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub wrong: BTreeMap<String, Vec<usize>>,
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
    /// Returns the vectors of all cases that apply to a rule set and are not open, without predictions.
    pub fn new(catalogue: &Catalogue, rule_set: RuleSet) -> Vectors {
        let reference = Reference::default();
        let of =
            |case: &Case| of_case(case, rule_set, &case.expected_under(rule_set), Some(&reference));
        Vectors {
            catalogue: catalogue.digest.clone(),
            vectors: catalogue.scored_under(rule_set).flat_map(of).collect(),
            ..Vectors::without_cases(rule_set)
        }
    }

    fn without_cases(rule_set: RuleSet) -> Vectors {
        Vectors {
            format: VECTORS_FORMAT,
            lawbook: env!("CARGO_PKG_VERSION").to_owned(),
            catalogue: String::new(),
            rule_set: rule_set.to_string(),
            mistakes: Vec::new(),
            vectors: Vec::new(),
        }
    }

    /// Returns the vectors of all cases that apply to a rule set and are not open, with the wrong answers that faults predict.
    pub fn with_predictions(catalogue: &Catalogue, rule_set: RuleSet) -> Vectors {
        let mut vectors = Vectors::new(catalogue, rule_set);
        let mut dictionary = Dictionary::all();
        let cases: Vec<&Case> = catalogue.scored_under(rule_set).collect();
        let mut predicted: BTreeMap<String, BTreeMap<String, BTreeSet<&str>>> = BTreeMap::new();
        let mut names: BTreeMap<&str, &str> = BTreeMap::new();
        for (case, expected, wrong, faults) in dictionary.predictions(&cases, rule_set) {
            let Some(says) = prediction(expected, wrong) else { continue };
            let by = predicted.entry(question_id(&case.id, expected)).or_default();
            for fault in faults {
                // Those of a kind have the same.
                names.insert(fault.name, "");
                names.insert(kind(fault.name), fault.consequences());
                by.entry(says.clone()).or_default().insert(fault.name);
            }
        }
        // A kind comes before its mistakes.
        let says = |name: &str| match kind(name) == name {
            true => sentence(name).unwrap_or_default(),
            false => String::new(),
        };
        let mistake = |(name, consequences): (&&str, &&str)| NamedMistake {
            name: (*name).to_owned(),
            says: says(name),
            consequences: (*consequences).to_owned(),
        };
        vectors.mistakes = names.iter().map(mistake).collect();
        let places: BTreeMap<&str, usize> = names.keys().copied().zip(0..).collect();
        for question in vectors.vectors.iter_mut().flat_map(|vector| &mut vector.questions) {
            let wrong = predicted.remove(&question.id).unwrap_or_default().into_iter();
            let places = |by: BTreeSet<&str>| by.iter().map(|name| places[name]).collect();
            question.wrong = wrong.map(|(says, by)| (says, places(by))).collect();
        }
        vectors
    }

    /// Serializes the vectors as JSON, one per line. `harness/vectors/schema.json` is the schema.
    pub fn write_json(&self) -> String {
        let line =
            |vector: &Vector| format!("  {}", serde_json::to_string(vector).unwrap_or_default());
        let lines: Vec<String> = self.vectors.iter().map(line).collect();
        let header = Vectors { vectors: Vec::new(), ..self.clone() };
        let header = serde_json::to_string(&header).unwrap_or_default();
        let header = header.strip_suffix("[]}").unwrap_or(&header);
        format!("{header}[\n{}\n]}}\n", lines.join(",\n"))
    }

    /// Serializes the vectors as lines of fields with a tab between them. The first field names the kind of the line:
    ///
    /// - `lawbook`, once: the format, the version, the digest of the catalogue, and the rule set;
    /// - `mistake`: its name, what goes wrong, and the kinds of questions that it concerns only as a consequence;
    /// - `start`: a setup, and moves that lead to it from the initial position;
    /// - `case`: its identifier, level, version, title and explanation; an empty field is that of the case before;
    /// - `play`: the setup, the acts with commas between them, and further fields as `name=value`;
    /// - `ask`: the identifier after that of the case, which is left out if it is the question, the question about the line
    ///   before it, the right answer, and the predicted wrong answers, each followed by the places of its mistakes.
    ///
    /// An act or a question is its name with its fields, as in `claim by=white ground=fifty`.
    pub fn write_text(&self) -> String {
        let mut text = String::new();
        // No field of a catalogue has a tab or a line feed; if one had, it must not break the lines.
        let written = |field: &&str| field.replace(['\t', '\n'], " ");
        let mut line = |fields: &[&str]| {
            text.push_str(&fields.iter().map(written).collect::<Vec<_>>().join("\t"));
            text.push('\n');
        };
        let format = self.format.to_string();
        line(&["lawbook", &format, &self.lawbook, &self.catalogue, &self.rule_set]);
        for NamedMistake { name, says, consequences } in &self.mistakes {
            match consequences.is_empty() {
                true => line(&["mistake", name, says]),
                false => line(&["mistake", name, says, consequences]),
            }
        }
        let starts: BTreeMap<&str, String> =
            self.vectors.iter().map(|one| (one.fen.as_str(), one.from_start.join(" "))).collect();
        for (fen, moves) in starts.iter().filter(|(_, moves)| !moves.is_empty()) {
            line(&["start", fen, moves]);
        }
        let mut last: Option<&Vector> = None;
        for vector in &self.vectors {
            if last.is_none_or(|last| last.case != vector.case) {
                let Vector { case, level, since, title, why, .. } = vector;
                let level =
                    if last.is_some_and(|last| last.level == *level) { "" } else { level.name() };
                let since = match last.is_some_and(|last| last.since == *since) {
                    true => String::new(),
                    false => since.to_string(),
                };
                let why = if last.is_some_and(|last| last.why == *why) { "" } else { why };
                line(&["case", case, level, &since, title, why]);
                last = Some(vector);
            }
            let fields = vector.fields();
            line(&fields.iter().map(String::as_str).collect::<Vec<_>>());
            for question in &vector.questions {
                let fields = question.fields(&vector.case);
                line(&fields.iter().map(String::as_str).collect::<Vec<_>>());
            }
        }
        text
    }
}

impl Vector {
    /// Returns the fields of the line of text.
    fn fields(&self) -> Vec<String> {
        let acts: Vec<String> = match self.only_moves {
            true => self.moves.clone(),
            false => self.acts.iter().map(act_text).collect(),
        };
        let mut fields = vec!["play".to_owned(), self.fen.clone(), acts.join(",")];
        fields.extend(self.chess960.then(|| "chess960=yes".to_owned()));
        let flaw = self.flaw.and_then(|flaw| serde_json::to_value(flaw).ok());
        fields.extend(flaw.and_then(|flaw| Some(format!("flaw={}", flaw.as_str()?))));
        if let Some(event) = &self.event {
            fields.push(format!("event={}", serde_json::to_string(event).unwrap_or_default()));
        }
        let ends = self.own_ends.iter().map(|(by, acts)| format!("{by}:{acts}"));
        let detours: Vec<String> = self.detours.iter().map(|moves| moves.join(" ")).collect();
        let over = self.over_at.as_ref().map(|end| format!("{}:{}", end.by, end.acts));
        for (name, value) in [
            ("ends", ends.collect::<Vec<_>>().join(" ")),
            ("over", over.unwrap_or_default()),
            ("detours", detours.join(",")),
            ("refused", self.refused.join(" ")),
        ] {
            fields.extend((!value.is_empty()).then(|| format!("{name}={value}")));
        }
        fields
    }
}

impl VectorQuestion {
    /// Returns the fields of the line of text.
    fn fields(&self, case: &str) -> Vec<String> {
        let id = self.id.strip_prefix(case).unwrap_or(&self.id).trim_start_matches('/');
        let question = question_text(&self.question);
        let id = if id == question { "" } else { id };
        let mut fields = vec!["ask".to_owned(), id.to_owned(), question];
        fields.push(self.right.text());
        for (says, places) in &self.wrong {
            let places: Vec<String> = places.iter().map(usize::to_string).collect();
            fields.extend([says.clone(), places.join(" ")]);
        }
        fields
    }
}

impl RightAnswer {
    /// Adds the castling rights of a game of Chess960 as they are in an X-FEN, which is right too.
    fn add_x_fen(&mut self, setup: &Setup, acts: &[Act], question: &Question) {
        let x_fen = end_of(setup, acts).map(|end| end.setup().to_x_fen()).unwrap_or_default();
        let Some(rights) = x_fen.split(' ').nth(2) else { return };
        let texts: Vec<String> = match (&*self, question) {
            (RightAnswer::Text(text), Question::Position(PositionQuestion::Castling)) => {
                vec![text.clone(), rights.to_owned()]
            }
            (RightAnswer::AnyOf(fens), _) => {
                let other = |fen: &String| {
                    let mut fields: Vec<&str> = fen.split(' ').collect();
                    fields[2] = rights;
                    [fen.clone(), fields.join(" ")]
                };
                fens.iter().flat_map(other).collect()
            }
            _ => return,
        };
        *self =
            RightAnswer::AnyOf(texts.into_iter().collect::<BTreeSet<_>>().into_iter().collect());
    }

    /// Returns the kind and the answer as text.
    fn text(&self) -> String {
        let (kind, says) = match self {
            RightAnswer::Is(is) => ("is", yes_or_no(*is).to_owned()),
            RightAnswer::Count(count) => ("count", count.to_string()),
            RightAnswer::Decision(decision) => ("decision", (*decision).into()),
            RightAnswer::Text(text) => ("text", text.clone()),
            RightAnswer::AnyOf(texts) => ("any_of", texts.join(",")),
            RightAnswer::Refused(_) => ("refused", String::new()),
            RightAnswer::List(items) => ("list", items.join(" ")),
            RightAnswer::Orders(orders) => ("orders", orders_text(orders)),
            RightAnswer::Among(moves) => ("among", moves.join(" ")),
            RightAnswer::NotAmong(moves) => ("not_among", moves.join(" ")),
            RightAnswer::MoveCount(count) => ("move_count", count.to_string()),
            RightAnswer::Squares(squares) => {
                let pairs = squares.iter().map(|(square, piece)| format!("{square}={piece}"));
                ("squares", pairs.collect::<Vec<_>>().join(","))
            }
        };
        format!("{kind} {says}").trim_end().to_owned()
    }
}

const fn yes_or_no(is: bool) -> &'static str {
    if is { "yes" } else { "no" }
}

/// Returns a wrong answer as one text: `yes`, `3`, `draw/stalemate`, a move, `none`. Of a list it has the differences only,
/// in alphabetical order, as in `-e1g1 +e1c1`. None for a failure to answer.
pub fn said(right: &Expectation, record: &AnswerRecord) -> Option<String> {
    let wanted = match RightAnswer::from(right) {
        RightAnswer::List(wanted) => Some(wanted),
        _ => None,
    };
    let signed = |sign: char, items: &[String]| {
        let mut items: Vec<String> = items.iter().map(|one| format!("{sign}{one}")).collect();
        items.sort_unstable();
        items
    };
    let text = match (record, wanted) {
        (AnswerRecord::Is(is), _) => yes_or_no(*is).to_owned(),
        (AnswerRecord::Count(count), _) => count.to_string(),
        (AnswerRecord::Decision(decision), _) => (*decision).into(),
        (AnswerRecord::Text(text), _) => text.clone(),
        (AnswerRecord::List(items), Some(wanted)) => {
            let (missing, extra) = (beyond(&wanted, items), beyond(items, &wanted));
            [signed('-', &missing), signed('+', &extra)].concat().join(" ")
        }
        (AnswerRecord::List(items), None) => items.join(" "),
        (AnswerRecord::Orders(orders), _) => orders_text(orders),
        (AnswerRecord::Number { moves }, _) => moves.to_string(),
        (AnswerRecord::Moves(MovesRecord { without, also }), _) => {
            [signed('-', without), signed('+', also)].concat().join(" ")
        }
        _ => return None,
    };
    Some(if text.is_empty() { "none".to_owned() } else { text })
}

/// Returns the text of a wrong answer that a fault predicts; none if it is not known which move is refused.
pub(crate) fn prediction(expected: &Expected, wrong: &WrongAnswer) -> Option<String> {
    match wrong {
        WrongAnswer::List(items) => {
            let count = |extra: bool| items.iter().filter(|one| one.0 == extra).count();
            if let Expectation::Number(right) = expected.right {
                return Some((right + count(true) - count(false)).to_string());
            }
            let signed = items.iter().map(|(extra, item)| match extra {
                true => format!("+{item}"),
                false => format!("-{item}"),
            });
            Some(signed.collect::<Vec<_>>().join(" "))
        }
        WrongAnswer::Answer(answer) => {
            said(&expected.right, &AnswerRecord::of(&expected.right, answer))
        }
        WrongAnswer::MoveRefused(refused) => refused.map(|one| format!("{one}{REFUSED}")),
        WrongAnswer::SetupRefused => Some("refuses the setup".to_owned()),
    }
}

/// Returns the lines of text with which the gate asks these questions of a case. Without a `reference` they do not say where
/// the game ends, nor what is to be taken back: the reference needs neither.
pub(crate) fn case_text(
    case: &Case,
    rule_set: RuleSet,
    expected: &[Expected],
    reference: Option<&Reference>,
) -> String {
    let vectors = of_case(case, rule_set, expected, reference);
    Vectors { vectors, ..Vectors::without_cases(rule_set) }.write_text()
}

/// Returns up to two vectors of a case: one for the questions at the end, and one for those before the last act.
fn of_case(
    case: &Case,
    rule_set: RuleSet,
    expected: &[Expected],
    reference: Option<&Reference>,
) -> Vec<Vector> {
    [Moment::BeforeLastAct, Moment::End]
        .into_iter()
        .filter_map(|moment| {
            let acts = case.acts_until(moment);
            let asked = expected.iter().filter(|one| one.moment == moment);
            let asked = asked.map(|one| question(case, acts, one));
            let questions: Vec<VectorQuestion> = asked.collect();
            if questions.is_empty() {
                return None;
            }
            let vector = vector(case, &case.scenario_until(moment, rule_set), reference);
            let (detours, refused) = match moment {
                Moment::End if reference.is_some() => {
                    let is_sample = is_sample(&case.setup, acts);
                    let refused = is_sample.then(|| texts(&refused(&case.setup, acts)));
                    (taken_back(&case.setup, acts), refused.unwrap_or_default())
                }
                Moment::End | Moment::BeforeLastAct => Default::default(),
            };
            let why = case.why_under(rule_set);
            Some(Vector { questions, detours, refused, why, ..vector })
        })
        .collect()
}

/// Returns the moves to be played and taken back; none if there are none.
fn taken_back(setup: &Setup, acts: &[Act]) -> Vec<Vec<String>> {
    if Position::new(setup).is_err() {
        return Vec::new();
    }
    let detours = detours(setup, acts);
    match detours.iter().all(Vec::is_empty) {
        true => Vec::new(),
        false => detours.iter().map(|moves| texts(moves)).collect(),
    }
}

/// Returns where the rule set ends the game before its last move.
fn over_at(reference: &Reference, scenario: &Scenario) -> Option<End> {
    let last = scenario.acts.iter().rposition(|act| act.played().is_some())?;
    let mut game = reference.game(scenario, Position::new(&scenario.setup).ok()?);
    let mut ruling = game.standing();
    for (acts, act) in scenario.acts[..=last].iter().enumerate() {
        if let Decision::Over(Outcome { by, .. }) = ruling.decision {
            return Some(End { acts, by: by.code().to_owned() });
        }
        ruling = game.act(act);
    }
    None
}

fn vector(case: &Case, scenario: &Scenario, reference: Option<&Reference>) -> Vector {
    let moves: Option<Vec<String>> = scenario
        .acts
        .iter()
        .map(|act| {
            let Act::MoveAndPress { mv } = act else { return None };
            Some(mv.to_string())
        })
        .collect();
    let own_ends = reference.map(|_| SelfEnd::each(scenario)).unwrap_or_default();
    Vector {
        case: case.id.clone(),
        title: case.title.clone(),
        document: case.place.folder().to_owned(),
        since: case.since,
        level: case.level,
        tags: case.tags.clone(),
        states: case.states.clone(),
        chess960: case.setup.castling.is_chess960(),
        only_moves: moves.is_some(),
        fen: case.setup.to_string(),
        flaw: SetupFlaw::of(&case.setup),
        acts: if moves.is_some() { Vec::new() } else { scenario.acts.clone() },
        moves: moves.unwrap_or_default(),
        event: (case.event != Event::default()).then_some(case.event),
        own_ends: own_ends.iter().map(|end| (end.by.code().to_owned(), end.acts)).collect(),
        over_at: reference.and_then(|reference| over_at(reference, scenario)),
        from_start: texts(&case.from_start),
        detours: Vec::new(),
        refused: Vec::new(),
        questions: Vec::new(),
        why: String::new(),
    }
}

fn question(case: &Case, acts: &[Act], expected: &Expected) -> VectorQuestion {
    let mut right = RightAnswer::from(&expected.right);
    if case.setup.castling.is_chess960() {
        right.add_x_fen(&case.setup, acts, &expected.question);
    }
    VectorQuestion {
        id: question_id(&case.id, expected),
        question: expected.question.clone(),
        right,
        wrong: BTreeMap::new(),
    }
}

/// Returns the identifier of a question of a case.
pub fn question_id(case: &str, expected: &Expected) -> String {
    let moment = match expected.moment {
        Moment::BeforeLastAct => "before/",
        Moment::End => "",
    };
    // A case can ask for legal moves in several ways.
    let way = match expected.right {
        Expectation::Among(_) => "-among",
        Expectation::NotAmong(_) => "-not-among",
        Expectation::Number(_) => "-count",
        Expectation::Exactly(_) | Expectation::Squares(_) => "",
    };
    format!("{case}/{moment}{}{way}", expected.question.name())
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
        match (answer, AnswerRecord::from(answer)) {
            (Answer::Fen(fen), _) => RightAnswer::AnyOf(all_conventions(answer, fen)),
            (Answer::Read(None) | Answer::Setup(None), _) => RightAnswer::Refused(true),
            (Answer::Orders(orders), _) => RightAnswer::Orders(orders.clone()),
            (_, AnswerRecord::Is(is)) => RightAnswer::Is(is),
            (_, AnswerRecord::Count(count)) => RightAnswer::Count(count),
            (_, AnswerRecord::Decision(decision)) => RightAnswer::Decision(decision),
            (_, AnswerRecord::List(items)) => RightAnswer::List(items),
            (_, other) => RightAnswer::Text(other.to_string()),
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
    use std::{collections::HashSet, env, fs, path::Path};

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
    fn the_text_has_a_line_for_each_question() {
        let vectors = Vectors::new(&Catalogue::embedded(), RuleSet::LATEST);
        let text = vectors.write_text();
        let lines = |kind: &'static str| {
            text.lines().filter(move |line| line.split('\t').next() == Some(kind))
        };
        let questions: usize = vectors.vectors.iter().map(|one| one.questions.len()).sum();
        assert_eq!(lines("ask").count(), questions);
        assert_eq!(lines("play").count(), vectors.vectors.len());
        let known = ["lawbook", "start", "case", "play", "ask"];
        assert_eq!(
            known.iter().map(|kind| lines(kind).count()).sum::<usize>(),
            text.lines().count()
        );
        for kind in ["ends", "over", "detours", "refused", "chess960", "event"] {
            let field = format!("\t{kind}=");
            assert!(lines("play").any(|line| line.contains(&field)), "{kind}");
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

    /// The vectors in the repository; `LAWBOOK_UPDATE=1` writes them.
    #[test]
    fn the_committed_vectors_are_those_of_the_catalogue() {
        let vectors = Vectors::with_predictions(&Catalogue::embedded(), RuleSet::LATEST);
        let (json, lines) = (vectors.write_json(), vectors.write_text());
        assert!(lines.len() < 2_000_000, "the gate embeds {} bytes", lines.len());
        let schema = schemars::schema_for!(Vectors);
        let schema = serde_json::to_string_pretty(&schema).unwrap() + "\n";
        for (name, text) in [
            ("vectors/fide-2023.json", json.as_str()),
            ("vectors/schema.json", schema.as_str()),
            ("gate/fide-2023.txt", lines.as_str()),
        ] {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name);
            if env::var("LAWBOOK_UPDATE").is_ok_and(|value| value == "1") {
                fs::write(&path, text).unwrap();
            }
            let committed = fs::read_to_string(&path).unwrap_or_default();
            assert!(committed == text, "{name} is out of date: run again with LAWBOOK_UPDATE=1");
        }
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
}
