use std::io::{self, BufRead, Write};

use super::{
    PROTOCOL, answer,
    message::{Asking, Hello, Outcome, Reply, Request},
    probe::probes,
    question::Question,
};
use crate::{
    adapter::{Implementation, Response, Situation, ask},
    question::Answer,
    rules::Decision,
};

/// Answers the lines of `input` on `output` with what an implementation says, until the input ends.
///
/// # Errors
///
/// A line cannot be read or written, or is no request.
pub fn serve(
    whom: &dyn Implementation,
    input: impl BufRead,
    mut output: impl Write,
) -> io::Result<()> {
    for line in input.lines() {
        let line = line?;
        let request = serde_json::from_str(&line).map_err(|error| {
            let message = format!("cannot read the request {:?}: {error}", answer::cut(&line));
            io::Error::new(io::ErrorKind::InvalidData, message)
        })?;
        match request {
            Request::Hello { id, .. } => write(&mut output, &greet(id, whom))?,
            Request::Ask(asking) => {
                for reply in replies(whom, asking) {
                    write(&mut output, &reply)?;
                }
            }
        }
        output.flush()?;
    }
    Ok(())
}

fn write(output: &mut impl Write, message: &impl serde::Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *output, message)?;
    output.write_all(b"\n")
}

/// Says who it is. What it can be asked is found out by asking.
fn greet(id: u64, whom: &dyn Implementation) -> Hello {
    let about = whom.about();
    let mut hello = Hello {
        id,
        protocol: PROTOCOL,
        name: about.name,
        version: about.version,
        language: "Rust".to_owned(),
        rule_set: about.rule_set.to_string(),
        questions: Vec::new(),
        acts: Vec::new(),
        endings: about.endings.iter().map(|&by| by.into()).collect(),
    };
    let claim = |list: &mut Vec<String>, name: String| {
        if !list.contains(&name) {
            list.push(name);
        }
    };
    for probe in probes() {
        let said = whom.ask(&probe.line, std::slice::from_ref(&probe.question));
        if matches!(said[..], [Response::Unsupported(_)]) {
            continue;
        }
        let gives_rulings =
            matches!(said[..], [Response::Answer { answer: Answer::Ruling(_), .. }]);
        claim(&mut hello.questions, probe.question_name(gives_rulings));
        for name in probe.act_names() {
            claim(&mut hello.acts, name);
        }
    }
    hello
}

fn replies(whom: &dyn Implementation, asking: Asking) -> Vec<Reply> {
    let ids: Vec<u64> = asking.questions.iter().map(|one| one.id).collect();
    let outcomes =
        outcomes(whom, asking).unwrap_or_else(|message| vec![Outcome::Failed(message); ids.len()]);
    ids.into_iter().zip(outcomes).map(|(id, outcome)| Reply { id, outcome }).collect()
}

fn outcomes(whom: &dyn Implementation, asking: Asking) -> Result<Vec<Outcome>, String> {
    let line = Situation {
        setup: ask::setup(&asking.fen)?,
        acts: asking.play.into_iter().map(TryInto::try_into).collect::<Result<_, String>>()?,
        rule_set: asking.rule_set.parse().map_err(|error| format!("{error}"))?,
        event: asking.event.map(Into::into).unwrap_or_default(),
    };
    let mut behind = Vec::new();
    for numbered in &asking.questions {
        behind.push(numbered.question.clone().behind()?);
    }
    let mut said = whom.ask(&line, &behind.concat()).into_iter();
    let outcome = |(asked, behind): (_, &Vec<_>)| {
        let said: Vec<Response> = said.by_ref().take(behind.len()).collect();
        join(asked, said)
    };
    Ok(asking.questions.iter().map(|one| &one.question).zip(&behind).map(outcome).collect())
}

/// One outcome from what was said to the questions behind a question.
fn join(asked: &Question, said: Vec<Response>) -> Outcome {
    let mut said =
        said.into_iter().map(|said| if *asked == Question::Ended { ended(said) } else { said });
    let first = said.next().map_or_else(|| Outcome::Failed("no answer".to_owned()), answer::write);
    let mut rest = said.map(answer::write);
    match (asked, &first) {
        (Question::Setup, Outcome::Native(_)) => match rest.next() {
            Some(Outcome::SetupRefused(why)) => Outcome::SetupRefused(why),
            _ => first,
        },
        (Question::Fen, Outcome::Native(pieces) | Outcome::Composed(pieces)) => {
            let mut fen = pieces.as_str().unwrap_or_default().to_owned();
            for field in rest {
                match field {
                    Outcome::Native(field) | Outcome::Composed(field) => {
                        fen.push(' ');
                        fen.push_str(field.as_str().unwrap_or_default());
                    }
                    other => return other,
                }
            }
            let fen = format!("{fen} - 0 1").into();
            if matches!(first, Outcome::Native(_)) {
                Outcome::Native(fen)
            } else {
                Outcome::Composed(fen)
            }
        }
        _ => first,
    }
}

/// Whether and how the game is over, by somebody who gives rulings.
fn ended(said: Response) -> Response {
    match said {
        Response::Answer { answer: Answer::Ruling(decision), native } => {
            let ended = match decision {
                Decision::Over(outcome) => Some(outcome.into()),
                _ => None,
            };
            Response::Answer { answer: Answer::Ended { ended, knows: &[] }, native }
        }
        other => other,
    }
}
