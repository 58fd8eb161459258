use std::io::{self, BufRead, Read};

use crate::output::Style::{Cyan, Green, Red};
use lawbook::rules::{RuleSet, inferred_note};
use lawbook::words::counted;
use lawbook_arbiter::Level;
use lawbook_catalogue::{AnswerGroup, Case, Catalogue};
use lawbook_site::{Exercise, ExerciseChoice};
use lawbook_suite::report;

use super::show;
use crate::{
    board::Pieces,
    cli::QuizOptions,
    output::{self, Exit, Failure, Result},
    selection,
};

/// Maximum length of an answer, in bytes.
const MAX_ANSWER: u64 = 1 << 10;

/// A case with its multiple-choice question.
struct Task<'a> {
    case: &'a Case,
    /// The group of rule sets that the question is about.
    group: AnswerGroup,
    exercise: Exercise,
}

/// `lawbook quiz`
pub(crate) fn run(options: &QuizOptions) -> Result {
    let catalogue = selection::catalogue(options.selection.cases.as_deref())?;
    let cases = selection::select(&catalogue, &options.selection)?;
    let named = !(options.selection.id.is_empty() && options.selection.tag.is_empty());
    let levels = match options.level.as_slice() {
        [] if named => &Level::ALL[..],
        [] => &Level::OF_RULES[..],
        levels => levels,
    };
    let is_wanted = |case: &&Case| levels.contains(&Level::of(case));
    let tasks = cases.into_iter().filter(is_wanted).filter_map(|case| task(&catalogue, case));
    let mut tasks: Vec<Task<'_>> = tasks.collect();
    if tasks.is_empty() {
        let message = "no selected case has a multiple-choice question";
        return Err(Failure::new(Exit::NothingSelected, message));
    }
    let seed = options.seed.unwrap_or_else(|| fastrand::u64(..1_000_000));
    fastrand::Rng::with_seed(seed).shuffle(&mut tasks);
    tasks.truncate(usize::from(options.number));
    output::print(&format!("{}, seed {seed}\n", counted(tasks.len(), "question")))?;
    let pieces = if options.ascii { Pieces::Letters } else { Pieces::Figurines };
    ask(&tasks, pieces, &mut io::stdin().lock())?;
    Ok(Exit::Agreed)
}

/// Returns the question about a case; `None` without a right answer or without wrong ones.
fn task<'a>(catalogue: &Catalogue, case: &'a Case) -> Option<Task<'a>> {
    let end = case.positions().last().copied();
    let home = catalogue.home_rule_set(case);
    let exercise = Exercise::of(case, home, end.as_ref())?;
    let asked = exercise.rule_set.unwrap_or_else(|| case.leading_rule_set(home));
    let mut groups = case.answer_groups(home).into_iter();
    let group = groups.find(|group| group.rule_sets.contains(asked))?;
    (exercise.choices.len() > 1).then_some(Task { case, group, exercise })
}

/// Asks the questions one by one, until the end or until the user quits, and prints the score.
fn ask(tasks: &[Task<'_>], pieces: Pieces, answers: &mut impl BufRead) -> Result<()> {
    let (mut asked, mut missed) = (0, Vec::new());
    for (number, task) in (1..).zip(tasks) {
        output::print(&question(task, &format!("{number} of {}", tasks.len()), pieces))?;
        let Some(choice) = choose(&task.exercise.choices, answers)? else { break };
        asked += 1;
        if !choice.is_right {
            missed.push(task.case.id.as_str());
        }
        output::print(&ruling(task, choice))?;
    }
    let mut text = format!("\n{} of {asked} correct\n", asked - missed.len());
    for id in missed {
        text.push_str(&format!("to review: lawbook show {id}\n"));
    }
    output::print(&text)
}

fn question(task: &Task<'_>, number: &str, pieces: Pieces) -> String {
    let Task { case, exercise, .. } = task;
    let heading = output::paint(&format!("{number}: {}", case.title), Cyan);
    let under = exercise.rule_set.map_or_else(String::new, |rules| format!(" ({rules})"));
    let mut text = format!("\n{heading}\n\n{}\n", show::scenario(case, pieces));
    text.push_str(&format!("{}{under}\n", exercise.asks));
    for (letter, choice) in ('a'..).zip(&exercise.choices) {
        text.push_str(&format!("  {letter}) {}\n", choice.says));
    }
    text
}

/// Reads an answer; `None` if the user quits or the input ends.
fn choose<'a>(
    choices: &'a [ExerciseChoice],
    answers: &mut impl BufRead,
) -> Result<Option<&'a ExerciseChoice>> {
    let last = ('a'..).nth(choices.len() - 1).unwrap_or('a');
    loop {
        output::print(&format!("a to {last}, or q to stop: "))?;
        let mut line = String::new();
        let read = answers.by_ref().take(MAX_ANSWER).read_line(&mut line)? as u64;
        if read == MAX_ANSWER {
            let message = format!("an answer is longer than {MAX_ANSWER} bytes");
            return Err(Failure::new(Exit::Usage, message));
        }
        if read == 0 {
            output::print("\n")?;
            return Ok(None);
        }
        let said = line.trim().to_lowercase();
        if said == "q" {
            return Ok(None);
        }
        let is_said = |(number, letter): (usize, char)| {
            said == letter.to_string() || said == number.to_string()
        };
        let place = (1..=choices.len()).zip('a'..).position(is_said);
        match place.and_then(|place| choices.get(place)) {
            Some(choice) => return Ok(Some(choice)),
            None => output::print(&format!("{said:?} is not one of the answers\n"))?,
        }
    }
}

/// Returns whether a choice is right, the right answer and the reason.
fn ruling(task: &Task<'_>, choice: &ExerciseChoice) -> String {
    let mut text = match choice.is_right {
        true => format!("{}\n", output::paint("right", Green)),
        false => {
            let wrong = format!("{}: {}", output::paint("wrong", Red), choice.because);
            report::wrap(&wrong, 0)
        }
    };
    if !choice.is_right {
        let right = ('a'..).zip(&task.exercise.choices).find(|(_, choice)| choice.is_right);
        text.extend(right.map(|(letter, choice)| format!("correct: {letter}) {}\n", choice.says)));
    }
    let asked = task.exercise.rule_set.or_else(|| {
        let latest = task.group.rule_sets.contains(RuleSet::LATEST).then_some(RuleSet::LATEST);
        latest.or_else(|| task.group.rule_sets.iter().last())
    });
    if let Some(rules) = asked {
        let article = show::article(task.case, &task.group, rules);
        text.push_str(&format!("under {rules}{article}\n"));
        text.extend(inferred_note(&article).map(|note| format!("{note}\n")));
    }
    text.push_str(&show::reasons(&task.group, 0));
    if let Some(contrast) = &task.case.contrast {
        text.push_str(&format!("{}, and its contrast {contrast}\n", task.case.id));
    }
    text
}
