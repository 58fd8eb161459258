//! Writes findings as draft cases, and asks again about the lines of a file.

use std::{fs, path::Path};

use lawbook::rules::Event;
use lawbook_catalogue::{
    CatalogueFile, Deviation, Draft, DraftLine, Problem,
    adapter::{Implementation, Scenario},
    question::{Answer, NotationQuestion, PositionQuestion, Question},
    read_draft_lines, read_text,
};
use lawbook_suite::properties::{AnswerDifference, Divergence, QUESTIONS, Unstable};

use super::findings::answers;
use crate::{
    output::{self, Exit, Failure, Result},
    write::write_file,
};

/// Maximum size of a file of drafts, in bytes.
const MAX_DRAFTS: u64 = 4 << 20;

/// Writes each finding as a draft case into a folder; existing files are left alone.
pub(super) fn write(found: &[Divergence], seed: u64, folder: &Path) -> Result<()> {
    fs::create_dir_all(folder).map_err(|error| {
        Failure::new(Exit::IoError, format!("cannot make {}: {error}", folder.display()))
    })?;
    for one in found {
        let draft = draft(one, seed);
        let path = folder.join(format!("{}.yaml", draft.id));
        let shown = path.display();
        if path.symlink_metadata().is_ok() {
            output::note(&format!("{shown} already exists and is left unchanged"));
            continue;
        }
        write_file(&path, false, |out| out.write_all(draft.to_string().as_bytes()))?;
        output::note(&format!("wrote {shown}"));
    }
    Ok(())
}

fn draft(found: &Divergence, seed: u64) -> Draft {
    let diagnosis = found.diagnosis();
    let (reference, says) = answers(found);
    let remarks = vec![
        format!("A draft, found by `lawbook fuzz --seed {seed}`: {diagnosis}."),
        format!("Asked: {}", found.question),
        format!("The reference says {reference}; {} says {says}.", found.library),
        "To be added by a person who knows the documents: id, title, states, expect, contrast, why."
            .to_owned(),
    ];
    let answer = found.response.answer().cloned().or_else(|| nothing_taken(&found.question));
    let mistake = answer.map(|answer| (found.library.clone(), found.question.clone(), answer));
    Draft {
        id: id(&diagnosis.to_string()),
        remarks,
        setup: found.scenario.setup,
        event: Event::default(),
        play: found.play(),
        rulings: Vec::new(),
        mistake,
    }
}

/// Returns an answer to record in place of a panic, so that the draft contains the text that caused it and can be
/// replayed.
const fn nothing_taken(question: &Question) -> Option<Answer> {
    match question {
        Question::Notation(NotationQuestion::Reads { .. })
        | Question::Notation(NotationQuestion::ReadsUci { .. }) => Some(Answer::Read(None)),
        Question::Notation(NotationQuestion::ReadsFen { .. }) => Some(Answer::Setup(None)),
        Question::Position(PositionQuestion::Setup) => Some(Answer::Is(false)),
        Question::Game(_)
        | Question::History(_)
        | Question::Position(_)
        | Question::Material(_)
        | Question::Notation(NotationQuestion::San | NotationQuestion::Fen) => None,
    }
}

/// Joins the words of `text` by hyphens, in lower case.
fn id(text: &str) -> String {
    let letters = |one: char| !one.is_ascii_alphanumeric();
    let words = text.split(letters).filter(|word| !word.is_empty());
    words.map(str::to_ascii_lowercase).collect::<Vec<_>>().join("-")
}

/// Asks libraries about every line of a file of cases or drafts. Returns the disagreements with the reference that no
/// known deviation explains, and separately those that a new process does not repeat.
pub(super) fn replay(
    path: &Path,
    libraries: &[Box<dyn Implementation>],
    known: &[Deviation],
) -> Result<(Vec<Divergence>, Vec<Unstable>)> {
    let text = read_text(path, MAX_DRAFTS).map_err(|error| {
        Failure::new(Exit::IoError, format!("cannot read {}: {error}", path.display()))
    })?;
    let file = CatalogueFile { path: path.display().to_string(), text };
    let told = read_draft_lines(&file).map_err(|problems| {
        for Problem { place, message, right } in problems {
            let right = right.map_or_else(String::new, |right| format!("; expected {right}"));
            output::error(&format!("{}:{}: {message}{right}", place.file, place.line));
        }
        Failure::new(Exit::Invalid, format!("{} cannot be replayed", path.display()))
    })?;
    if told.is_empty() {
        let message = format!("{} contains no case", path.display());
        return Err(Failure::new(Exit::NothingSelected, message));
    }
    let (mut found, mut unstable) = (Vec::new(), Vec::new());
    for (told, library) in told.iter().flat_map(|told| libraries.iter().map(move |one| (told, one)))
    {
        for one in ask(told, library.as_ref(), known) {
            match one.is_repeated(library.as_ref()) {
                Some(false) => unstable.push(Unstable { found: one, times: 1 }),
                Some(true) | None => found.push(one),
            }
        }
    }
    Ok((found, unstable))
}

fn ask(told: &DraftLine, library: &dyn Implementation, known: &[Deviation]) -> Vec<Divergence> {
    let is_new = |one: &Divergence| !one.is_known(known);
    let about = library.about();
    let scenario = Scenario {
        setup: told.setup,
        acts: told.acts.clone(),
        rule_set: about.rule_set,
        event: Event::default(),
    };
    let mut questions = told.questions.clone();
    questions.extend(QUESTIONS.iter().filter(|one| !told.questions.contains(one)).cloned());
    let setup = Question::Position(PositionQuestion::Setup);
    if let Some(refused) = Divergence::at(library, scenario.clone(), setup.clone())
        && refused.difference != AnswerDifference::Yes
    {
        // After a refused setup no other question is possible.
        return [refused].into_iter().filter(is_new).collect();
    }
    if !questions.contains(&setup) {
        questions.insert(0, setup);
    }
    questions
        .into_iter()
        .filter_map(|question| Divergence::at(library, scenario.clone(), question))
        .filter(is_new)
        .collect()
}
