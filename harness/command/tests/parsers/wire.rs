//! Fuzz targets: lines of the adapter protocol in both directions.

use std::sync::{
    LazyLock,
    atomic::{AtomicBool, Ordering},
};

use lawbook_catalogue::{
    Catalogue,
    adapter::{
        About, Implementation, Reference, Response, Scenario, probes,
        wire::{self, Respondent},
    },
    question::Question,
};

use crate::Target;

pub(crate) static TARGETS: [Target; 2] = [
    Target { name: "requests", seeds: requests, words: &WORDS, read: request, memory: 16 << 20 },
    Target { name: "replies", seeds: replies, words: &WORDS, read: reply, memory: 16 << 20 },
];

const WORDS: [&str; 28] = [
    r#""id":"#,
    r#""ask":"#,
    r#""native":"#,
    r#""composed":"#,
    r#""silent":"#,
    r#""failed":"#,
    r#""setup_refused":"#,
    r#""winner":null"#,
    r#""by":"checkmate""#,
    r#""refused":"claim""#,
    r#""play":[]"#,
    r#""event":{"#,
    r#""text":"#,
    r#""side":"white""#,
    r#""square":"e4""#,
    r#""act":"claim""#,
    r#""ground":"threefold""#,
    r#""written":"e2e4""#,
    "true",
    "null",
    "[[",
    "{",
    "}",
    "],",
    r#""e7e8q""#,
    r#""fide-2023""#,
    r#""\u0000""#,
    "legal-moves",
];

/// The reference's hello.
fn hello() -> String {
    let mut said = Vec::new();
    wire::serve(&Reference::default(), None, format!("{}\n", wire::hello(1)).as_bytes(), &mut said)
        .unwrap();
    String::from_utf8(said).unwrap().trim_end().to_owned()
}

fn requests() -> Vec<Vec<u8>> {
    let whom = Respondent::read(1, &hello()).unwrap();
    let mut lines = vec![wire::hello(1).into_bytes()];
    for case in Catalogue::embedded().cases {
        let line = Scenario {
            setup: case.setup,
            acts: case.acts,
            rule_set: whom.about().rule_set,
            event: case.event,
        };
        let questions: Vec<Question> = case.expected.into_iter().map(|one| one.question).collect();
        lines.push(whom.request(&line, &questions, 1).into_bytes());
    }
    lines
}

fn replies() -> Vec<Vec<u8>> {
    let mut lines = vec![hello().into_bytes()];
    for request in requests().iter().skip(1) {
        let mut said = Vec::new();
        wire::serve(&Reference::default(), None, &request[..], &mut said).unwrap();
        let said = said.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
        lines.extend(said.take(2).map(<[u8]>::to_vec));
    }
    lines
}

/// The reference, with a flag for panics, which look like any other failure on the wire.
#[derive(Default)]
struct Observed {
    reference: Reference,
    panicked: AtomicBool,
}

impl Implementation for Observed {
    fn about(&self) -> About {
        self.reference.about()
    }

    fn ask(&self, line: &Scenario, questions: &[Question]) -> Vec<Response> {
        let said = self.reference.ask(line, questions);
        let panicked = said.iter().any(|said| matches!(said, Response::Panicked(_)));
        self.panicked.fetch_or(panicked, Ordering::Relaxed);
        said
    }
}

/// Sends a request to the reference. Each question must have an answer that the client can parse.
fn request(text: &[u8]) -> Result<(), String> {
    let line: Vec<u8> = text.iter().copied().filter(|byte| *byte != b'\n').take(8192).collect();
    let (mut said, observed) = (Vec::new(), Observed::default());
    if let Err(error) = wire::serve(&observed, None, &line[..], &mut said) {
        drop(error.to_string());
        return Ok(());
    }
    if observed.panicked.into_inner() {
        return Err(format!("the reference panics: {}", String::from_utf8_lossy(&said)));
    }
    let said = String::from_utf8(said).map_err(|error| error.to_string())?;
    for line in said.lines() {
        serde_json::from_str::<serde_json::Value>(line)
            .map_err(|error| format!("{line}: {error}"))?;
    }
    Ok(())
}

/// Parses a line from an adapter as its hello and as the answer to any question.
fn reply(text: &[u8]) -> Result<(), String> {
    let text = String::from_utf8_lossy(text);
    drop(Respondent::read(1, &text).map_err(|error| error.to_string()));
    for whom in ["ruling", "ended"].map(hears) {
        for question in QUESTIONS.iter() {
            match whom.read_reply(1, question, &text) {
                Ok(Response::Answer { answer, .. }) if question.to_string().is_empty() => {
                    return Err(format!("nothing is said of {answer}"));
                }
                Ok(_) => {}
                Err(error) => drop(error.to_string()),
            }
        }
    }
    Ok(())
}

/// A sample of the probe questions with every form of answer.
static QUESTIONS: LazyLock<Vec<Question>> =
    LazyLock::new(|| probes().iter().step_by(3).map(|probe| probe.question.clone()).collect());

fn hears(question: &str) -> Respondent {
    let line =
        format!(r#"{{"id":1,"protocol":1,"name":"a","version":"1","questions":["{question}"]}}"#);
    Respondent::read(1, &line).unwrap()
}
