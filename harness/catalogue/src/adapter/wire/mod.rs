//! Protocol for adapters in a separate process, in any language: one JSON object per line in each direction.
//!
//! `PROTOCOL.md` in this directory documents the protocol for authors of adapters. This module defines the messages and
//! their meaning: [`Respondent`] is the client that asks, [`serve`] the server that answers. Neither starts a process.

mod answer;
mod line;
mod message;
mod question;
mod respondent;

pub use answer::checked;
pub use lawbook_gate::LONGEST_LINE;
pub use respondent::{QuestionBatch, ReplyError, Respondent, hello};

use std::io::{self, BufRead, Write};

use lawbook_gate::{Vectors, serve_library};

use super::{AsText, Implementation};
use crate::question::Question;

/// Serves requests from `input` with the answers of a library, written to `output`, until the input ends. `examples`, by
/// default none, are vectors with what it may support; one that rules like an arbiter needs none.
///
/// ```
/// use lawbook_catalogue::adapter::{Reference, wire::serve};
///
/// let (request, mut output) = (r#"{"type":"hello","id":0,"protocol":1}"#, Vec::new());
/// serve(&Reference::default(), None, request.as_bytes(), &mut output)?;
/// assert!(output.starts_with(br#"{"id":0,"protocol":1,"name":"lawbook""#));
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
///
/// Returns an error if reading or writing fails, or if a line is longer than [`LONGEST_LINE`] or not a valid request.
pub fn serve(
    library: &dyn Implementation,
    examples: Option<&Vectors<'_>>,
    input: impl BufRead,
    output: impl Write,
) -> io::Result<()> {
    let rule_set = library.about().rule_set;
    let in_types = AsText::new(library, rule_set);
    let library = library.in_text().unwrap_or(&in_types);
    let none = Vectors::without_cases(rule_set.name());
    serve_library(library, examples.unwrap_or(&none), input, output)
}

/// Returns the name of a question on the wire, which depends on whether the adapter gives rulings.
pub fn name_of(question: &Question, gives_rulings: bool) -> &'static str {
    question::WireQuestion::new(question, gives_rulings).name()
}

/// The version of the protocol.
pub const PROTOCOL: u32 = 1;

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, env, fs, path::Path};

    use super::*;
    use crate::{
        Catalogue,
        adapter::{
            About, Implementation, InProcess, Probe, Reference, Response, Scenario, examples,
            probes,
        },
        question::Answer,
    };
    use lawbook::{
        board::Color,
        notation::read_uci,
        position::{Move, Position},
        rules::{Act, RuleSet, Termination},
    };
    use lawbook_gate::{Adapter, Refusal, Reply};

    fn here(name: &str) -> std::path::PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("src/adapter/wire").join(name)
    }

    /// The published schema must equal the derived one; `LAWBOOK_UPDATE=1` updates the file.
    fn published(name: &str, schema: &schemars::Schema) {
        let derived = serde_json::to_string_pretty(schema).unwrap() + "\n";
        if env::var("LAWBOOK_UPDATE").is_ok_and(|value| value == "1") {
            fs::write(here(name), &derived).unwrap();
        }
        let current = fs::read_to_string(here(name)).unwrap_or_default();
        assert!(current == derived, "{name} is out of date: run again with LAWBOOK_UPDATE=1");
    }

    /// The adapter of the page: it answers questions about checkmate and mating material, and no others.
    struct Tiny;

    impl Adapter for Tiny {
        type Game = Position;

        fn about(&self) -> lawbook_gate::About {
            let endings = vec!["checkmate"];
            lawbook_gate::About { endings, ..lawbook_gate::About::new("tiny", "1.0.0") }
        }

        fn set_up(&self, fen: &str) -> Result<Position, Refusal> {
            Ok(fen.parse()?)
        }

        fn play(&self, game: &mut Position, uci: &str) -> Result<(), Refusal> {
            let played = read_uci(game, uci)?;
            *game = game.after(played);
            Ok(())
        }

        fn legal_moves(&self, game: &Position) -> Reply<Vec<String>> {
            Reply::Native(game.legal_moves().iter().map(ToString::to_string).collect())
        }

        fn is_check(&self, game: &Position) -> Reply<bool> {
            Reply::Native(game.is_check())
        }

        fn is_checkmate(&self, game: &Position) -> Reply<bool> {
            Reply::Composed(game.is_check() && game.legal_moves().is_empty())
        }

        fn ended(&self, game: &Position) -> Reply<String> {
            let mate = format!("{}/checkmate", (!game.turn()).name().to_lowercase());
            Reply::Native(if game.is_checkmate() { mate } else { "play-on".to_owned() })
        }

        fn can_mate(&self, game: &Position, side: &str) -> Reply<bool> {
            let side = Color::ALL[usize::from(side == "black")];
            match game.placement().color(side).len() {
                1 => Reply::Native(false),
                _ => Reply::Silent("it looks at the pieces only".into()),
            }
        }

        fn fen(&self, game: &Position) -> Reply<String> {
            Reply::Native(game.to_string())
        }
    }

    /// Returns the lines of the page's conversation: those to the adapter, and those from it.
    fn transcript() -> (String, String) {
        let page = fs::read_to_string(here("PROTOCOL.md")).unwrap();
        let block = page.split("```transcript\n").nth(1).unwrap().split("```").next().unwrap();
        let lines = |mark: &str| -> String {
            let lines = block.lines().filter_map(|line| line.strip_prefix(mark));
            lines.map(|line| format!("{line}\n")).collect()
        };
        (lines("> "), lines("< "))
    }

    /// Returns what a library replies to requests.
    fn replies(library: &dyn Implementation, input: &str) -> String {
        let mut output = Vec::new();
        serve(library, Some(examples()), input.as_bytes(), &mut output).unwrap();
        String::from_utf8(output).unwrap()
    }

    #[test]
    fn the_conversation_of_the_page_takes_place() {
        let (input, shown) = transcript();
        assert_eq!(replies(&InProcess::new(Tiny), &input), shown);
        assert!(shown.lines().count() > 8);
    }

    #[test]
    fn schemas_match_the_types() {
        published("request.schema.json", &schemars::schema_for!(message::Request));
        published("hello.schema.json", &schemars::schema_for!(message::Hello));
        published("reply.schema.json", &schemars::schema_for!(message::Reply));
        published("answers.schema.json", &schemars::schema_for!(message::Answers));
    }

    #[test]
    fn every_question_of_a_case_has_a_probe() {
        let cases = Catalogue::embedded().cases;
        let asked = cases.iter().flat_map(|case| &case.expected);
        let mut questions: BTreeSet<&str> = asked.map(|one| one.question.sent_as()).collect();
        assert!(questions.len() > 20);
        for probe in probes() {
            questions.remove(probe.question.sent_as());
        }
        assert!(questions.is_empty(), "{questions:?}");
    }

    #[test]
    fn questions_are_sent_with_their_name_and_read_back() {
        for Probe { question, .. } in probes() {
            let sent = serde_json::to_value(question).unwrap();
            assert_eq!(sent["ask"], question.sent_as());
            assert_eq!(serde_json::from_value::<Question>(sent).as_ref().ok(), Some(question));
        }
    }

    #[test]
    fn the_reference_answers_every_probe() {
        for Probe { scenario: line, question } in probes() {
            let responses = Reference::default().ask(line, std::slice::from_ref(question));
            assert!(
                matches!(responses[..], [Response::Answer { .. }]),
                "{question} {line:?}: {responses:?}"
            );
        }
    }

    #[test]
    fn acts_read_back_as_they_were_written() {
        let mut written = 0;
        for case in &Catalogue::embedded().cases {
            for act in &case.acts {
                let text = serde_json::to_string(act).unwrap();
                let read: Act = serde_json::from_str(&text).unwrap();
                assert_eq!(read, *act, "{text}");
                let sent: serde_json::Value = serde_json::from_str(&text).unwrap();
                assert_eq!(sent["act"], act.name());
                written += 1;
            }
        }
        assert!(written > 500, "only {written} acts");
    }

    /// Asks the questions of all cases over the wire, without a separate process.
    #[test]
    fn the_reference_says_the_same_over_the_wire() {
        let mut asked = 0;
        let reference = Reference::default();
        let respondent = respondent(&reference);
        for case in &Catalogue::embedded().cases {
            let questions: Vec<_> =
                case.expected.iter().map(|expected| expected.question.clone()).collect();
            let scenario = case.scenario(RuleSet::FIDE_2009);
            let responses = respondent.ask(&scenario, &questions, |questions| {
                let output = replies(&reference, &respondent.request(&scenario, questions, 1));
                let asked = (1..).zip(questions).zip(output.lines());
                let read =
                    |((id, question), reply)| respondent.read_reply(id, question, reply).unwrap();
                asked.map(read).collect()
            });
            let mut right = reference.ask(&scenario, &questions);
            for response in &mut right {
                // The reasons for missing answers differ and are not compared.
                if let Response::Unsupported(why) = response {
                    "the adapter does not answer this".clone_into(why);
                }
            }
            assert_eq!(responses.len(), questions.len());
            for ((question, response), right) in questions.iter().zip(responses).zip(right) {
                let unsupported = matches!(
                    (&response, &right),
                    (Response::Unsupported(_), Response::Unsupported(_))
                );
                assert!(
                    unsupported || response == right,
                    "{}: {question}: {response:?}, {right:?}",
                    case.id
                );
                asked += 1;
            }
        }
        assert!(asked > 1000, "only {asked} questions");
    }

    fn respondent(implementation: &dyn Implementation) -> Respondent {
        Respondent::read(7, replies(implementation, &hello(7)).trim_end()).unwrap()
    }

    #[test]
    fn a_bad_hello_says_what_would_be_right() {
        let hello = |change: &str| {
            let mut hello = serde_json::json!({"id": 7, "protocol": 1, "name": "a", "version": "1", "questions": []});
            let change: serde_json::Value = serde_json::from_str(change).unwrap();
            for (field, value) in change.as_object().unwrap() {
                hello[field] = value.clone();
            }
            Respondent::read(7, &hello.to_string())
        };
        assert!(hello("{}").is_ok() && hello(r#"{"more": 1}"#).is_ok());
        let ends = hello(r#"{"endings": ["time"], "ends_by_itself": ["fifty-moves"]}"#).unwrap();
        let About { endings, ends_by_itself, reads_fen, validates_setups, .. } = *ends.about();
        assert_eq!(endings, [Termination::Time, Termination::FiftyMoves]);
        assert_eq!(ends_by_itself, [Termination::FiftyMoves]);
        assert!(reads_fen && validates_setups);
        let plain = hello(r#"{"reads_fen": false, "validates_setups": false}"#).unwrap();
        assert!(!plain.about().reads_fen && !plain.about().validates_setups);
        for (change, message) in [
            (r#"{"protocol": 2}"#, "version 2 of the protocol; expected 1"),
            (r#"{"id": 8}"#, "it answers question 8; the current question is 7"),
            (r#"{"name": "a\u001b[2J"}"#, "cannot be displayed"),
            (r#"{"version": ""}"#, "cannot be displayed"),
            (r#"{"rule_set": "fide-2024"}"#, "unknown rule set"),
            (r#"{"endings": ["mate"]}"#, "unknown variant `mate`"),
            (
                r#"{"ends_by_itself": ["time"]}"#,
                "`ends_by_itself` names \"time\", which moves alone do not bring about; expected some of checkmate, ",
            ),
            (r#"{"reads_fen": "no"}"#, "expected a boolean"),
            (r#"{"questions": "all"}"#, "expected a sequence"),
        ] {
            let error = hello(change).unwrap_err();
            assert!(error.contains(message), "{change}: {error}");
        }
    }

    #[test]
    fn an_answer_of_another_form_is_no_answer() {
        use crate::question::{
            GameQuestion::Ruling, HistoryQuestion::Occurrences, NotationQuestion,
            PositionQuestion::*, Question,
        };
        let respondent = respondent(&InProcess::new(Tiny));
        let response = |question: Question, outcome: &str| {
            respondent.read_reply(3, &question, &format!("{{\"id\":3,{outcome}}}")).unwrap()
        };
        for (question, outcome, message) in [
            (Check.into(), r#""native":"yes""#, "the answer is \"yes\"; expected true or false"),
            (Occurrences.into(), r#""native":-1"#, "expected a whole number from 0"),
            (LegalMoves.into(), r#""native":["e2-e4"]"#, "cannot read \"e2-e4\" as a move"),
            (Checkers.into(), r#""composed":["e9"]"#, "\"e9\" is not a square"),
            (Placement.into(), r#""native":8"#, "expected a FEN"),
            (Ruling.into(), r#""native":"draw""#, "expected null, or an object"),
        ] {
            let response = response(question, outcome);
            assert!(
                matches!(&response, Response::ProtocolError(why) if why.contains(message)),
                "{response:?}"
            );
        }
        let read = NotationQuestion::ReadsFen { text: "8/8".to_owned() };
        for question in [Placement.into(), Castling.into(), read.into()] {
            let said = response(question, r#""native":"4k3/8/8/8/8/8/8/4K3 w QQ - 0 1""#);
            let why = "the library writes a FEN that cannot be read, \"4k3/8/8/8/8/8/8/4K3 w QQ - 0 1\": \
                       the castling rights \"QQ\" cannot be read";
            assert!(matches!(&said, Response::Panicked(said) if said == why), "{said:?}");
        }
        for (said, is_crash) in
            [("e2e4: TypeError: no piece", true), ("e2e4: not a legal move", false)]
        {
            let response = response(Check.into(), &format!("\"move_refused\":\"{said}\""));
            assert_eq!(matches!(response, Response::Panicked(_)), is_crash, "{said}");
        }
        let shown = response(Check.into(), r#""failed":"one\ntwo\u001b[31m""#);
        assert_eq!(shown, Response::Panicked("one two [31m".to_owned()));
        for line in ["", "{}", "[]", "null", "\u{0}"] {
            assert!(respondent.read_reply(3, &Check.into(), line).is_err(), "{line:?}");
        }
        for (line, message) in [
            (r#"{"id":3}"#, "no outcome; expected one of native, composed, "),
            (r#"{"id":4,"native":true}"#, "it answers question 4; the current question is 3"),
            (
                r#"{"id":3,"native":true,"composed":false}"#,
                "several outcomes: composed, native; expected exactly one",
            ),
            (r#"{"id":3,"native":true,"native":false}"#, "duplicate field \"native\""),
            (r#"{"id":3,"native":{"by":null,"by":"time"}}"#, "duplicate field \"by\""),
            (r#"{"id":3,"id":3,"native":true}"#, "duplicate field `id`"),
        ] {
            let error = respondent.read_reply(3, &Check.into(), line).unwrap_err().to_string();
            assert!(error.contains(message), "{line}: {error}");
        }
        let more = r#"{"id":3,"more":{},"native":true}"#;
        assert!(respondent.read_reply(3, &Check.into(), more).is_ok());
    }

    #[test]
    fn castling_as_in_chess960_is_no_answer_in_another_game() {
        let (castles, both) = ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", ["e1g1", "e1h1"]);
        for (fen, written, is_right) in [
            (castles, &both[..1], true),
            (castles, &both, false),
            ("4k3/8/8/8/8/8/8/4K2R w H - 0 1", &both[1..], true),
            ("4k3/8/8/8/8/8/8/4Q2K w - - 0 1", &both, true),
        ] {
            let line = Scenario {
                setup: fen.parse().unwrap(),
                acts: Vec::new(),
                ..probes()[0].scenario.clone()
            };
            let moves: Vec<Move> = written.iter().map(|one| one.parse().unwrap()).collect();
            for answer in [Answer::Read(moves.last().copied()), Answer::Moves(moves)] {
                let said = Response::Answer { answer, native: true };
                let right = match is_right {
                    true => said.clone(),
                    false => Response::ProtocolError(
                        "e1h1: castling is written as the king's move, e1g1".to_owned(),
                    ),
                };
                assert_eq!(checked(&line, said), right, "{fen}");
            }
        }
    }

    #[test]
    fn a_request_is_refused_that_is_too_long_or_says_two_things() {
        let refused = |line: &str| {
            let mut output = Vec::new();
            let error =
                serve(&InProcess::new(Tiny), Some(examples()), line.as_bytes(), &mut output)
                    .unwrap_err();
            assert!(output.is_empty(), "{line:.80}");
            error.to_string()
        };
        let hello = hello(0);
        let twice = hello.replace("\"id\":0", "\"id\":0,\"id\":1");
        assert!(refused(&twice).contains("a field is there twice"), "{}", refused(&twice));
        let more = hello.replace("\"id\":0", "\"id\":0,\"x\":{\"y\":1,\"y\":2}");
        assert!(refused(&more).contains("a field is there twice"), "{}", refused(&more));
        let fill = |length: usize| {
            hello.replace('}', &format!(",\"x\":\"{}\"}}\n", "x".repeat(length - hello.len() - 7)))
        };
        let most = fill(LONGEST_LINE);
        assert_eq!(most.len(), LONGEST_LINE + 1);
        assert!(
            serve(&InProcess::new(Tiny), Some(examples()), most.as_bytes(), Vec::new()).is_ok()
        );
        let message = "line 1 is longer than 1048576 bytes";
        assert_eq!(refused(&fill(LONGEST_LINE + 1)), message);
        assert_eq!(refused(&fill(LONGEST_LINE + 1).repeat(2)), message);
    }

    #[test]
    fn a_reply_has_the_outcomes_that_there_are() {
        let schema = serde_json::to_value(schemars::schema_for!(message::WireOutcome)).unwrap();
        let variants = schema["oneOf"].as_array().unwrap();
        let names = variants.iter().map(|one| one["required"][0].as_str().unwrap());
        assert_eq!(names.collect::<Vec<_>>(), message::OUTCOMES);
    }
}
