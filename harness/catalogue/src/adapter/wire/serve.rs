use std::{
    collections::HashMap,
    io::{self, BufRead, Read, Write},
};

use super::{
    LONGEST_LINE, PROTOCOL, answer, line,
    message::{
        Answers, AskRequest, Hello, Readable, Reply, Request, WalkRequest, WireOutcome, cut,
    },
    question::{WireOnlyQuestion, WireQuestion},
};
use crate::{
    adapter::{GameSession, Implementation, Response, Scenario, probes, read},
    question::{Answer, Question},
};
use lawbook::{
    position::Move,
    rules::{Decision, Event},
};

/// Serves requests from `input` with the answers of an implementation, written to `output`, until the input ends.
///
/// ```
/// use lawbook_catalogue::adapter::{Reference, wire::serve};
///
/// let mut output = Vec::new();
/// serve(&Reference::default(), &br#"{"type":"hello","id":0,"protocol":1}"#[..], &mut output)?;
/// assert!(output.starts_with(br#"{"id":0,"protocol":1,"name":"lawbook""#));
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
///
/// Returns an error if reading or writing fails, or if a line is longer than [`LONGEST_LINE`] or not a valid request.
pub fn serve(
    library: &dyn Implementation,
    mut input: impl BufRead,
    mut output: impl Write,
) -> io::Result<()> {
    let refused = |message: String| io::Error::new(io::ErrorKind::InvalidData, message);
    let taking_back = library.taking_back();
    let served = Served { library, taking_back: taking_back.as_deref() };
    let mut kept = OpenGames { served, games: HashMap::new() };
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
        let Ok(line) = str::from_utf8(line) else {
            return Err(refused(format!("line {number} is not UTF-8")));
        };
        let request = line::read(line).map_err(|error| {
            refused(format!("cannot read the request {:?}: {error}", cut(line)))
        })?;
        match request {
            Request::Hello { id, .. } => write(&mut output, &greet(id, library))?,
            Request::Ask(asking) => {
                for reply in replies(served, asking) {
                    write(&mut output, &reply)?;
                }
            }
            Request::Walk(walking) => write(&mut output, &kept.answers(walking))?,
        }
        output.flush()?;
    }
    Ok(())
}

fn write(output: &mut impl Write, message: &impl serde::Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *output, message)?;
    output.write_all(b"\n")
}

/// Returns the `hello` of a library. Asks the probes to find out which questions it answers, and after which acts.
fn greet(id: u64, library: &dyn Implementation) -> Hello {
    let about = library.about();
    let mut hello = Hello {
        id,
        protocol: PROTOCOL,
        name: about.name,
        version: about.version,
        ecosystem: about.ecosystem,
        language: "Rust".to_owned(),
        rule_set: about.rule_set.to_string(),
        questions: Vec::new(),
        acts: Vec::new(),
        endings: about.endings.to_vec(),
        chess960: about.chess960,
        ends_by_itself: about.ends_by_itself.to_vec(),
        reads_fen: about.reads_fen,
        validates_setups: about.validates_setups,
        walks: true,
        takes_back: library.taking_back().is_some(),
    };
    let claim = |list: &mut Vec<String>, name: &str| {
        if !list.iter().any(|claimed| claimed == name) {
            list.push(name.to_owned());
        }
    };
    for probe in probes() {
        let responses = library.ask(&probe.scenario, std::slice::from_ref(&probe.question));
        // A failure before the question says nothing about it.
        if !matches!(responses[..], [Response::Answer { .. } | Response::Silent(_)]) {
            continue;
        }
        let gives_rulings =
            matches!(responses[..], [Response::Answer { answer: Answer::Ruling(_), .. }]);
        claim(&mut hello.questions, WireQuestion::new(&probe.question, gives_rulings).name());
        for act in probe.scenario.acts.iter().filter(|act| act.name() != "move") {
            claim(&mut hello.acts, act.name());
        }
    }
    hello
}

/// A library as it is, and with other moves played and taken back on the way, if it can.
#[derive(Clone, Copy)]
struct Served<'a> {
    library: &'a dyn Implementation,
    taking_back: Option<&'a dyn Implementation>,
}

impl<'a> Served<'a> {
    fn asked(self, takes_back: bool) -> Result<&'a dyn Implementation, String> {
        match takes_back {
            false => Ok(self.library),
            true => self.taking_back.ok_or_else(|| "taking back moves is not supported".to_owned()),
        }
    }
}

fn replies(served: Served<'_>, asking: AskRequest) -> Vec<Reply> {
    let ids: Vec<u64> = asking.questions.iter().map(|one| one.id).collect();
    let outcomes = served
        .asked(!asking.take_back.is_empty())
        .and_then(|library| outcomes(library, asking))
        .unwrap_or_else(|message| vec![WireOutcome::Failed(message); ids.len()]);
    ids.into_iter().zip(outcomes).map(|(id, outcome)| Reply { id, outcome }).collect()
}

fn outcomes(library: &dyn Implementation, asking: AskRequest) -> Result<Vec<WireOutcome>, String> {
    let scenario = Scenario {
        setup: read::setup(&asking.fen)?,
        acts: asking.play.into_iter().map(|Readable(act)| act).collect::<Result<_, String>>()?,
        rule_set: asking.rule_set.parse().map_err(|error| format!("{error}"))?,
        event: asking.event.unwrap_or_default(),
    };
    let asked = asking.questions.into_iter().map(|one| one.question.0);
    let asked: Vec<WireQuestion> = asked.collect::<Result<_, String>>()?;
    let put: Vec<Vec<Question>> = asked.iter().map(WireQuestion::questions).collect();
    let mut response = library.ask(&scenario, &put.concat()).into_iter();
    let outcome =
        |(asked, put): (_, &Vec<_>)| join(asked, response.by_ref().take(put.len()).collect());
    Ok(asked.iter().zip(&put).map(outcome).collect())
}

/// The games kept between requests, by number. For a rejected game the response is kept in its place.
struct OpenGames<'a> {
    served: Served<'a>,
    games: HashMap<u64, Result<Box<dyn GameSession + 'a>, Response>>,
}

impl OpenGames<'_> {
    fn answers(&mut self, walking: WalkRequest) -> Answers {
        let WalkRequest { id, game, questions, .. } = &walking;
        let (id, game, questions) = (*id, *game, questions.clone());
        let answers = match self.go_on(game, walking) {
            Ok(Ok(session)) => {
                questions.iter().map(|asked| about(session.as_ref(), asked)).collect()
            }
            Ok(Err(response)) => vec![answer::write(response.clone()); questions.len()],
            Err(message) => vec![WireOutcome::Failed(message); questions.len()],
        };
        Answers { id, answers }
    }

    /// Starts or continues a game and plays the moves. Returns the game, or the response that rejected it.
    fn go_on(
        &mut self,
        game: u64,
        walking: WalkRequest,
    ) -> Result<&Result<Box<dyn GameSession + '_>, Response>, String> {
        let moves = walking.moves.iter().map(|uci| read::parse(uci));
        let moves: Vec<Move> = moves.collect::<Result<_, String>>()?;
        if let Some(fen) = &walking.fen {
            let scenario = Scenario {
                setup: read::setup(fen)?,
                acts: Vec::new(),
                rule_set: walking.rule_set.parse().map_err(|error| format!("{error}"))?,
                event: Event::default(),
            };
            let library = self.served.asked(!walking.take_back.is_empty())?;
            self.games.insert(game, library.start_game(&scenario));
        }
        let kept = self.games.get_mut(&game).ok_or_else(|| format!("unknown game {game}"))?;
        for played in moves {
            let Ok(session) = kept else { break };
            if let Err(response) = session.play(played) {
                *kept = Err(response);
            }
        }
        Ok(kept)
    }
}

/// Asks a kept game a wire question.
fn about(session: &dyn GameSession, asked: &Readable<WireQuestion>) -> WireOutcome {
    match &asked.0 {
        Ok(asked) => {
            let response = asked.questions().iter().map(|question| session.ask(question)).collect();
            join(asked, response)
        }
        Err(message) => WireOutcome::Failed(message.clone()),
    }
}

/// Combines the responses to the questions of one wire question into one outcome.
fn join(asked: &WireQuestion, responses: Vec<Response>) -> WireOutcome {
    let mut responses = responses.into_iter();
    let first = responses.next().unwrap_or_else(|| Response::Panicked("no answer".to_owned()));
    let first =
        if *asked == WireQuestion::Other(WireOnlyQuestion::Ended) { ended(first) } else { first };
    let second = responses.next().filter(|second| matches!(second, Response::SetupRefused(_)));
    answer::write(second.unwrap_or(first))
}

/// Converts a ruling to an answer about how the game has ended.
fn ended(response: Response) -> Response {
    let Response::Answer { answer: Answer::Ruling(decision), native } = response else {
        return response;
    };
    let ended = match decision {
        Decision::Over(outcome) => Some(outcome.into()),
        _ => None,
    };
    Response::Answer { answer: Answer::Ended { ended, knows: &[] }, native }
}
