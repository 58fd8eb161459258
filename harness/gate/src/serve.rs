//! The adapter as a process that answers the command `lawbook` in its line protocol.

use std::{
    collections::HashMap,
    io::{self, BufRead, Read, Write},
};

use crate::{
    About, Act, Adapter,
    adapter::FROM_FEN,
    ask::{Subject, Support},
    json::Json,
    session::{Game, Library, Line, Response, Value},
    vectors::{Question, Vectors},
};

/// Maximum length of a line of the protocol in either direction, in bytes without the line feed.
///
/// The longest game that the Laws allow, about 12,000 plies, needs a third of it.
pub const LONGEST_LINE: usize = 1 << 20;

/// Answers the requests of the command `lawbook` on standard input until it ends, so that
/// `lawbook fuzz -- cargo run --quiet --example lawbook` plays random games with the library. It is for the `main`
/// of an example:
///
/// ```no_run
/// # mod rules {
/// #     use lawbook_gate::{About, Adapter, Refusal};
/// #     pub struct Mine;
/// #     impl Adapter for Mine {
/// #         type Game = ();
/// #         fn about(&self) -> About { About::new("mine", "1.0.0") }
/// #         fn set_up(&self, fen: &str) -> Result<(), Refusal> { Err(fen)? }
/// #         fn play(&self, _: &mut (), uci: &str) -> Result<(), Refusal> { Err(uci)? }
/// #     }
/// # }
/// // examples/lawbook.rs, with `#[path = "../tests/lawbook.rs"] mod rules;`
/// fn main() -> std::io::Result<()> {
///     lawbook_gate::serve(&rules::Mine)
/// }
/// ```
///
/// # Errors
///
/// Returns an error if reading or writing fails, or if a line is too long or not a request.
pub fn serve<A: Adapter>(adapter: &A) -> io::Result<()> {
    serve_library(adapter, &Vectors::embedded(), io::stdin().lock(), io::stdout().lock())
}

/// Does what [`serve`] does, for a library whose type is not known, with the requests of `input` and the answers on `output`.
/// `vectors` have examples of what the library may support; it is not asked for them if it says what it supports.
///
/// # Errors
///
/// Returns an error like [`serve`].
pub fn serve_library(
    library: &dyn Library,
    vectors: &Vectors<'_>,
    mut input: impl BufRead,
    mut output: impl Write,
) -> io::Result<()> {
    let mut games: HashMap<String, Result<Box<dyn Game + '_>, Response>> = HashMap::new();
    let refused = |why: String| io::Error::new(io::ErrorKind::InvalidData, why);
    for number in 1_u64.. {
        let mut line = Vec::new();
        input.by_ref().take(LONGEST_LINE as u64 + 1).read_until(b'\n', &mut line)?;
        if line.is_empty() {
            break;
        }
        let line = line.strip_suffix(b"\n").unwrap_or(&line);
        if line.len() > LONGEST_LINE {
            return Err(refused(format!("line {number} is longer than {LONGEST_LINE} bytes")));
        }
        let Ok(line) = std::str::from_utf8(line) else {
            return Err(refused(format!("line {number} is not UTF-8")));
        };
        let request = request(line)
            .map_err(|why| refused(format!("cannot read the request {line:.80?}: {why}")))?;
        match request.field("type").text() {
            Some("hello") => writeln!(output, "{}", hello(library, vectors, request.field("id")))?,
            Some("ask") => {
                for reply in asked(library, &request) {
                    writeln!(output, "{reply}")?;
                }
            }
            _ => writeln!(output, "{}", walked(library, &mut games, &request))?,
        }
        output.flush()?;
    }
    Ok(())
}

/// Reads a request. Returns what is wrong with it if one of its fields is missing, or of another type.
fn request(line: &str) -> Result<Json, String> {
    let request = Json::read(line)?;
    let (texts, numbers, lists): (&[&str], &[&str], &[&str]) = match request.field("type").text() {
        Some("hello") => (&[], &["id", "protocol"], &[]),
        Some("ask") => (&["fen"], &[], &["play", "questions"]),
        Some("walk") => (&[], &["id", "game"], &["moves", "questions"]),
        _ => return Err("expected a type: hello, ask or walk".to_owned()),
    };
    let is_number = |value: &Json| value.to_string().parse::<u64>().is_ok();
    let missing = |names: &[&str], right: &str, is_right: &dyn Fn(&Json) -> bool| {
        let name =
            names.iter().find(|name| !request.has(name) || !is_right(request.field(name)))?;
        Some(format!("expected {right} as `{name}`"))
    };
    let wrong = missing(texts, "a text", &|value| value.text().is_some())
        .or_else(|| missing(numbers, "a whole number from 0", &is_number))
        .or_else(|| missing(lists, "a list", &|value| matches!(value, Json::List(_))));
    wrong.map_or(Ok(request), Err)
}

/// Maximum number of lines of each kind that are played to find out whether a question or an act is supported.
const EXAMPLES: usize = 8;

/// Returns name, version and abilities.
fn hello(library: &dyn Library, vectors: &Vectors<'_>, id: &Json) -> Json {
    let about = library.describe();
    let (mut questions, acts) = library.declared().unwrap_or_else(|| supported(library, vectors));
    questions.retain(|name| !FROM_FEN.contains(&name.as_str()));
    for name in questions.iter_mut().filter(|name| *name == "ruling" && !about.is_arbiter) {
        "ended".clone_into(name);
    }
    // Otherwise the order would be that of the cases.
    questions.sort_unstable();
    let texts = |names: Vec<String>| Json::List(names.into_iter().map(Json::Text).collect());
    let list = |names: &[&str]| Json::List(names.iter().map(|&name| name.into()).collect());
    let About { name, version, endings, ends_by_itself, .. } = &about;
    // What is as usual is left out.
    let fields = [
        ("id", Some(id.clone())),
        ("protocol", Some(Json::Plain("1".to_owned()))),
        ("name", Some(name.as_str().into())),
        ("version", Some(version.as_str().into())),
        ("ecosystem", Some("cargo".into())),
        ("language", Some("Rust".into())),
        ("rule_set", Some(vectors.rule_set.into())),
        ("questions", Some(texts(questions))),
        ("acts", Some(texts(acts))),
        ("endings", Some(list(endings))),
        ("chess960", about.chess960.then(|| true.into())),
        ("ends_by_itself", (!ends_by_itself.is_empty()).then(|| list(ends_by_itself))),
        ("reads_fen", (!about.reads_fen).then(|| false.into())),
        ("validates_setups", (!about.validates_setups).then(|| false.into())),
        ("walks", Some(true.into())),
        ("takes_back", library.can_take_back().then(|| true.into())),
    ];
    let there = fields.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?)));
    Json::Object(there.collect())
}

/// Finds out with a few lines of the vectors which questions and acts a library supports.
fn supported(library: &dyn Library, vectors: &Vectors<'_>) -> (Vec<String>, Vec<String>) {
    let (note, examples) = (|_: &str| {}, || vectors);
    let mut subject = Subject::new(library, &examples, &note);
    subject.examples = EXAMPLES;
    let (mut questions, mut acts): (Vec<String>, Vec<String>) = Default::default();
    let add = |list: &mut Vec<String>, name: &str, support: &dyn Fn() -> Support| {
        if !list.iter().any(|one| one == name) && support() == Support::Yes {
            list.push(name.to_owned());
        }
    };
    for play in vectors.plays() {
        for name in play.questions.iter().map(|asked| asked.question.name) {
            add(&mut questions, name, &|| subject.support(name, None));
        }
        let others = play.acts.iter().map(|act| Act(act));
        let others = others.filter(|act| act.played().is_none() && !act.leaves_legal_line());
        for name in others.map(|act| act.name()) {
            add(&mut acts, name, &|| subject.support("ruling", Some(name)));
        }
    }
    (questions, acts)
}

fn object<const N: usize>(fields: [(&str, Json); N]) -> Json {
    Json::Object(fields.map(|(name, value)| (name.to_owned(), value)).into())
}

/// Returns the line of a request.
fn line(request: &Json, acts: Vec<String>) -> Line {
    let texts = |list: &Json| {
        list.items().iter().filter_map(Json::text).map(str::to_owned).collect::<Vec<String>>()
    };
    let fen = request.field("fen").text().unwrap_or_default().to_owned();
    let detours = request.field("take_back").items().iter().map(texts).collect();
    let between = request.field("between").items().iter().map(|one| one.named("ask")).collect();
    let rule_set = request.field("rule_set").text().unwrap_or_default().to_owned();
    let event = match request.field("event") {
        event @ Json::Object(_) => event.to_string(),
        _ => String::new(),
    };
    Line { fen, acts, detours, between, rule_set, event, ..Line::default() }
}

fn asked(library: &dyn Library, request: &Json) -> Vec<Json> {
    let act = |act: &Json| match act.field("act").text() {
        Some("move") => act.field("move").text().unwrap_or_default().to_owned(),
        _ => act.named("act"),
    };
    let acts = request.field("play").items().iter().map(act).collect();
    let line = line(request, acts);
    let questions = request.field("questions").items();
    let texts: Vec<String> = questions.iter().map(|question| question.named("ask")).collect();
    let asked: Vec<Question<'_>> = texts.iter().map(|text| Question::read(text)).collect();
    let responses = library.answers(&line, &asked.iter().collect::<Vec<_>>());
    let responses = responses.unwrap_or_else(|| match library.begin(&line) {
        Ok(session) => asked.iter().map(|question| session.ask(question)).collect(),
        Err(stopped) => vec![stopped.response; asked.len()],
    });
    let reply = |(question, (asked, response)): (&Json, (&Question<'_>, Response))| {
        let (name, value) = outcome(asked.name, response);
        object([("id", question.field("id").clone()), (name, value)])
    };
    questions.iter().zip(asked.iter().zip(responses)).map(reply).collect()
}

/// Begins a game, or goes on with it.
fn walked<'a>(
    library: &'a dyn Library,
    games: &mut HashMap<String, Result<Box<dyn Game + 'a>, Response>>,
    request: &Json,
) -> Json {
    let number = request.field("game").to_string();
    if request.field("fen").text().is_some() {
        let game = library.begin(&line(request, Vec::new()));
        games.insert(number.clone(), game.map_err(|one| one.response));
    }
    let unknown = || Err(Response::Panicked(format!("unknown game {number}")));
    let game = games.entry(number.clone()).or_insert_with(unknown);
    let back = request.field("back").to_string().parse().unwrap_or(0);
    for _ in 0..back {
        let Ok(session) = game else { break };
        if let Err(response) = session.take_back() {
            *game = Err(response);
        }
    }
    for played in request.field("moves").items().iter().filter_map(Json::text) {
        let Ok(session) = game else { break };
        if let Err(response) = session.act(played) {
            *game = Err(response);
        }
    }
    let questions = request.field("questions").items();
    let answer = |question: &Json| {
        let text = question.named("ask");
        let asked = Question::read(&text);
        let response = match game {
            Ok(session) => session.ask(&asked),
            Err(response) => response.clone(),
        };
        object([outcome(asked.name, response)])
    };
    let answers = questions.iter().map(answer).collect();
    object([("id", request.field("id").clone()), ("answers", Json::List(answers))])
}

/// Returns the name and the value of a response to a question in the protocol.
fn outcome(question: &str, response: Response) -> (&'static str, Json) {
    match response {
        Response::Answer { answer: value, native } => {
            (if native { "native" } else { "composed" }, to_json(question, value))
        }
        Response::Silent(why) => ("silent", Json::Text(why)),
        Response::Unsupported(why) => ("unsupported", Json::Text(why)),
        Response::SetupRefused(why) => ("setup_refused", Json::Text(why)),
        Response::MoveRefused(why) => ("move_refused", Json::Text(why)),
        Response::Panicked(why)
        | Response::Crashed(why)
        | Response::TimedOut(why)
        | Response::ProtocolError(why) => ("failed", Json::Text(why)),
    }
}

/// Returns an answer in the form of the protocol.
fn to_json(question: &str, value: Value) -> Json {
    match (question, value) {
        (_, Value::Is(is)) => is.into(),
        (_, Value::Count(count)) => Json::Plain(count.to_string()),
        (_, Value::Nothing) => Json::null(),
        ("orders", Value::List(orders)) => {
            Json::List(orders.iter().map(|order| Json::object_of("order", order)).collect())
        }
        ("pinned", Value::List(pairs)) => {
            let pair = |pair: &String| pair.split('-').map(Json::from).collect();
            Json::List(pairs.iter().map(|one| Json::List(pair(one))).collect())
        }
        (_, Value::List(items)) => Json::List(items.into_iter().map(Json::Text).collect()),
        ("ended" | "ruling", Value::Text(text)) => decision(question, &text),
        (_, Value::Text(text)) => Json::Text(text),
    }
}

/// Returns how a game stands; in the form of `ended`, null if it is not over.
fn decision(question: &str, text: &str) -> Json {
    match text.split_once('/') {
        Some((winner @ ("white" | "black" | "draw"), by)) => object([
            ("winner", if winner == "draw" { Json::null() } else { winner.into() }),
            ("by", if by == "unspecified" { Json::null() } else { by.into() }),
        ]),
        _ if question == "ended" => Json::null(),
        Some((kind, what)) => Json::Object(vec![(kind.to_owned(), what.into())]),
        None => text.into(),
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::{Refusal, Reply, session::UNKNOWN};

    /// Counts the moves, and panics at the question about check after three of them.
    struct Counting;

    impl Adapter for Counting {
        type Game = u32;

        fn about(&self) -> About {
            About { ends_by_itself: vec!["fifty-moves"], ..About::new("counting", "1.0.0") }
        }

        fn set_up(&self, fen: &str) -> Result<u32, Refusal> {
            if fen.starts_with("rnbqkbnr") { Ok(0) } else { Err("only the start".into()) }
        }

        fn play(&self, game: &mut u32, uci: &str) -> Result<(), Refusal> {
            if uci == "e2e5" {
                Err("too far")?;
            }
            *game += 1;
            Ok(())
        }

        fn take_back(&self, game: &mut u32) -> Result<(), Refusal> {
            *game -= 1;
            Ok(())
        }

        fn is_check(&self, game: &u32) -> Reply<bool> {
            assert!(*game < 3, "too many");
            Reply::Native(false)
        }

        fn halfmove_clock(&self, game: &u32) -> Reply<u32> {
            Reply::Composed(*game)
        }

        fn ended(&self, game: &u32) -> Reply<String> {
            Reply::Native(if *game > 1 { "draw/fifty-moves" } else { "play-on" }.to_owned())
        }

        fn read_san(&self, _: &u32, text: &str) -> Reply<Option<String>> {
            Reply::Native((text == "e4").then(|| "e2e4".to_owned()))
        }
    }

    fn conversation(requests: &str) -> io::Result<Vec<String>> {
        let mut output = Vec::new();
        serve_library(&Counting, &Vectors::embedded(), requests.as_bytes(), &mut output)?;
        Ok(String::from_utf8(output).unwrap().lines().map(str::to_owned).collect())
    }

    #[test]
    fn hello_names_what_is_answered() {
        let hello = &conversation(r#"{"type":"hello","id":7,"protocol":1}"#).unwrap()[0];
        let hello = Json::read(hello).unwrap();
        assert_eq!(hello.field("id"), &Json::Plain("7".to_owned()));
        let questions: Vec<&str> =
            hello.field("questions").items().iter().filter_map(Json::text).collect();
        for name in ["check", "halfmove-clock", "ended", "reads", "setup"] {
            assert!(questions.contains(&name), "{name}: {questions:?}");
        }
        assert!(!questions.contains(&"legal-moves") && !questions.contains(&"board"));
        assert_eq!(hello.field("takes_back").to_string(), "true");
        assert_eq!(hello.field("ends_by_itself").to_string(), "[\"fifty-moves\"]");
    }

    /// Sets up everything, answers claims on one ground only, and counts the lines.
    struct Quiet(Cell<usize>);

    impl Adapter for Quiet {
        type Game = ();

        fn about(&self) -> About {
            About::new("quiet", "1.0.0")
        }

        fn set_up(&self, _: &str) -> Result<(), Refusal> {
            self.0.set(self.0.get() + 1);
            Ok(())
        }

        fn play(&self, (): &mut (), _: &str) -> Result<(), Refusal> {
            Ok(())
        }

        fn is_check(&self, (): &()) -> Reply<bool> {
            Reply::Unsupported("too hard".to_owned())
        }

        fn may_claim(&self, (): &(), ground: Option<&str>, _: Option<&str>) -> Reply<bool> {
            match ground {
                Some("threefold") => Reply::Native(false),
                _ => Reply::Unsupported("no clock".to_owned()),
            }
        }
    }

    #[test]
    fn a_hello_plays_few_lines() {
        let quiet = Quiet(Cell::default());
        let questions =
            hello(&quiet, &Vectors::embedded(), &Json::null()).field("questions").to_string();
        assert_eq!(questions, r#"["claim","setup"]"#);
        let vectors = Vectors::embedded();
        let (lines, all) = (quiet.0.get(), vectors.plays().count());
        assert!(lines < all / 5, "{lines} of {all}");
    }

    #[test]
    fn every_question_of_the_vectors_can_be_asked() {
        let vectors = Vectors::embedded();
        let quiet = Quiet(Cell::default());
        let line = Line::new(crate::session::START, Vec::new());
        let Ok(game) = quiet.begin(&line) else { panic!("it refuses the start") };
        for asked in vectors.plays().flat_map(|play| &play.questions) {
            let response = game.ask(&asked.question);
            let why = response.why().unwrap_or_default();
            assert!(why != UNKNOWN, "{} has no method of `Adapter`", asked.question.name);
        }
    }

    /// Knows the initial position and plays no move. It panics at the act of a resignation.
    struct Still;

    impl Adapter for Still {
        type Game = ();

        fn about(&self) -> About {
            About::new("still", "1.0.0")
        }

        fn set_up(&self, fen: &str) -> Result<(), Refusal> {
            if fen == crate::session::START { Ok(()) } else { Err("only the start".into()) }
        }

        fn play(&self, (): &mut (), _: &str) -> Result<(), Refusal> {
            Err("no move".into())
        }

        fn act(&self, (): &mut (), act: &Act<'_>) -> Result<(), Refusal> {
            assert!(act.name() != "resign", "never");
            Err(Refusal::unsupported("no"))
        }

        fn is_check(&self, (): &()) -> Reply<bool> {
            Reply::Native(false)
        }

        fn fen(&self, (): &()) -> Reply<String> {
            Reply::Native("8/8 w".to_owned())
        }
    }

    #[test]
    fn a_refusal_before_a_question_is_no_support() {
        let hello = hello(&Still, &Vectors::embedded(), &Json::null());
        assert_eq!(hello.field("questions").to_string(), r#"["check","fen","reads-fen","setup"]"#);
        assert_eq!(hello.field("acts").to_string(), r#"["resign"]"#);
        let line = Line { fen: crate::session::START.to_owned(), ..Line::default() };
        let Ok(game) = Still.begin(&line) else { panic!("it refuses the start") };
        let why = "the library writes a FEN that cannot be read, \"8/8 w\": it has 2 fields, not four or six";
        assert_eq!(game.ask(&Question::read("board")), Response::Panicked(why.to_owned()));
    }

    #[test]
    fn requests_are_answered() {
        let start = crate::session::START;
        let play = r#"[{"act":"move","move":"e2e4"},{"act":"move","move":"e7e5"}]"#;
        let questions = r#"[{"id":1,"ask":"check"},{"id":2,"ask":"halfmove-clock"},{"id":3,"ask":"ended"},
            {"id":4,"ask":"reads","text":"e4"},{"id":5,"ask":"reads","text":"e5"},{"id":6,"ask":"dead"}]"#;
        let questions = questions.replace('\n', "");
        let ask = format!(
            r#"{{"type":"ask","fen":"{start}","play":{play},"take_back":[["a2a3"],[],["b2b3"]],"questions":{questions}}}"#
        );
        let asked = [
            r#"{"id":1,"native":false}"#,
            r#"{"id":2,"composed":2}"#,
            r#"{"id":3,"native":{"winner":null,"by":"fifty-moves"}}"#,
            r#"{"id":4,"native":"e2e4"}"#,
            r#"{"id":5,"native":null}"#,
            r#"{"id":6,"unsupported":"the adapter does not answer this"}"#,
        ];
        assert_eq!(conversation(&ask).unwrap(), asked);
        let refused = ask.replace("rnbqkbnr/p", "8/p");
        assert_eq!(
            conversation(&refused).unwrap()[0],
            r#"{"id":1,"setup_refused":"only the start"}"#
        );
        let refused = ask.replace("e7e5", "e2e5");
        assert_eq!(
            conversation(&refused).unwrap()[1],
            r#"{"id":2,"move_refused":"e2e5: too far"}"#
        );
    }

    #[test]
    fn games_are_kept() {
        let start = crate::session::START;
        let walk = |id: u32, game: u32, fen: &str, moves: &str| {
            format!(
                r#"{{"type":"walk","id":{id},"game":{game}{fen},"moves":[{moves}],"questions":[{{"ask":"setup"}},{{"ask":"check"}},{{"ask":"halfmove-clock"}}]}}"#
            )
        };
        let fen = format!(r#","fen":"{start}""#);
        let requests = [
            walk(1, 0, &fen, ""),
            walk(2, 1, &fen, r#""e2e4""#),
            walk(3, 0, "", r#""e2e4","e7e5","g1f3""#),
            walk(4, 1, "", r#""e2e5""#),
            walk(5, 1, "", r#""e7e5""#),
            walk(6, 2, "", ""),
            walk(7, 0, r#","back":2"#, r#""g1f3""#),
        ];
        let refused = |why: &str| [why; 3].join(",");
        let lines = [
            r#"{"id":1,"answers":[{"native":true},{"native":false},{"composed":0}]}"#.to_owned(),
            r#"{"id":2,"answers":[{"native":true},{"native":false},{"composed":1}]}"#.to_owned(),
            r#"{"id":3,"answers":[{"native":true},{"failed":"too many"},{"composed":3}]}"#
                .to_owned(),
            format!(r#"{{"id":4,"answers":[{}]}}"#, refused(r#"{"move_refused":"e2e5: too far"}"#)),
            format!(r#"{{"id":5,"answers":[{}]}}"#, refused(r#"{"move_refused":"e2e5: too far"}"#)),
            format!(r#"{{"id":6,"answers":[{}]}}"#, refused(r#"{"failed":"unknown game 2"}"#)),
            r#"{"id":7,"answers":[{"native":true},{"native":false},{"composed":2}]}"#.to_owned(),
        ];
        assert_eq!(conversation(&requests.join("\n")).unwrap(), lines);
    }

    #[test]
    fn what_is_no_request_ends_the_conversation() {
        for line in ["{", r#"{"type":"bye"}"#, "[]", &"x".repeat(1 << 21)] {
            assert!(conversation(line).is_err(), "{line:.20}");
        }
    }
}
