use std::io::{self, BufRead, Read};

use crate::output::Style::{Cyan, Green, Red};
use lawbook::rules::{RuleSet, inferred_note};
use lawbook::words::counted;
use lawbook_arbiter::{Level, incident::IncidentQuestion};
use lawbook_catalogue::{Case, Catalogue};
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

/// A multiple-choice question.
struct Task {
    title: String,
    /// What happened.
    shows: String,
    asks: String,
    choices: Vec<ExerciseChoice>,
    /// The articles that decide, and why.
    reason: String,
    /// The command that shows more.
    more: String,
}

/// `lawbook quiz`
pub(crate) fn run(options: &QuizOptions) -> Result {
    let catalogue = selection::catalogue(options.selection.cases.as_deref())?;
    let cases = selection::select(&catalogue, &options.selection)?;
    let selected = &options.selection;
    let named = !(selected.id.is_empty() && selected.tag.is_empty());
    let levels = match options.level.as_slice() {
        [] if named => &Level::ALL[..],
        [] => &[Level::Arbiter],
        levels => levels,
    };
    let pieces = if options.ascii { Pieces::Letters } else { Pieces::Figurines };
    let is_wanted = |case: &&Case| levels.contains(&Level::of(case));
    let wanted = cases.into_iter().filter(is_wanted);
    let mut tasks: Vec<Task> =
        wanted.filter_map(|case| case_task(&catalogue, case, pieces)).collect();
    let is_narrowed = named || !selected.document.is_empty() || !selected.statement.is_empty();
    if levels.contains(&Level::Arbiter) && !is_narrowed {
        let incidents = selection::incidents(options.selection.cases.as_deref())?.incidents;
        if incidents.is_empty() {
            output::note("these cases have no incidents: the questions are about cases only");
        }
        tasks.extend(incidents.iter().flat_map(|one| one.questions()).map(incident_task));
    }
    if tasks.is_empty() {
        let message = "no selected case has a multiple-choice question with an article";
        return Err(Failure::new(Exit::NothingSelected, message));
    }
    let seed = options.seed.unwrap_or_else(|| fastrand::u64(..1_000_000));
    fastrand::Rng::with_seed(seed).shuffle(&mut tasks);
    tasks.truncate(usize::from(options.number));
    output::print(&format!("{}, seed {seed}\n", counted(tasks.len(), "question")))?;
    ask(&tasks, &mut io::stdin().lock())?;
    Ok(Exit::Agreed)
}

/// Returns the question about a case; `None` without a right answer, without wrong ones or without an article.
fn case_task(catalogue: &Catalogue, case: &Case, pieces: Pieces) -> Option<Task> {
    let end = case.positions().last().copied();
    let home = catalogue.home_rule_set(case);
    let exercise = Exercise::of(case, home, end.as_ref())?;
    let asked = exercise.rule_set.unwrap_or_else(|| case.leading_rule_set(home));
    let mut groups = case.answer_groups(home).into_iter();
    let group = groups.find(|group| group.rule_sets.contains(asked))?;
    let latest = group.rule_sets.contains(RuleSet::LATEST).then_some(RuleSet::LATEST);
    let rules = exercise.rule_set.or(latest).or_else(|| group.rule_sets.iter().last())?;
    let article = show::article(case, &group, rules);
    let is_technical = Level::of(case) == Level::Library;
    if exercise.choices.len() < 2 || article.is_empty() && !is_technical {
        return None;
    }
    let mut reason = format!("under {rules}{article}\n");
    reason.extend(inferred_note(&article).map(|note| format!("{note}\n")));
    reason.push_str(&show::reasons(&group, 0));
    if let Some(contrast) = &case.contrast {
        reason.push_str(&format!("{}, and its contrast {contrast}\n", case.id));
    }
    let under = exercise.rule_set.map_or_else(String::new, |rules| format!(" ({rules})"));
    Some(Task {
        title: case.title.clone(),
        shows: show::scenario(case, pieces),
        asks: format!("{}{under}", exercise.asks),
        choices: exercise.choices,
        reason,
        more: format!("lawbook show {}", case.id),
    })
}

/// Returns the question about an incident as a task. The wrong rulings say which fact they would need.
fn incident_task(question: IncidentQuestion<'_>) -> Task {
    let because = |needs: &String| format!("that is the ruling if the answer is: {needs}");
    let choice = |(says, needs): (String, Option<String>)| ExerciseChoice {
        says,
        is_right: needs.is_none(),
        because: needs.as_ref().map(because).unwrap_or_default(),
    };
    let choices = question.choices().into_iter().map(choice).collect();
    let IncidentQuestion { incident, told, row, .. } = question;
    let facts = told.iter().map(|(fact, choice)| format!("- {} {choice}\n", fact.question));
    let mut reason = format!("under {}, Article {}\n", RuleSet::LATEST, row.by.join(", "));
    for one in row.restated() {
        reason.push_str(&report::wrap(&format!("{}: {}", one.number, one.says), 0));
    }
    Task {
        title: incident.title.clone(),
        shows: facts.collect(),
        asks: "What is the ruling?".to_owned(),
        choices,
        reason,
        more: format!("lawbook rule {}", incident.id),
    }
}

/// Asks the questions one by one, until the end or until the user quits, and prints the score.
fn ask(tasks: &[Task], answers: &mut impl BufRead) -> Result<()> {
    let (mut asked, mut missed) = (0, Vec::new());
    for (number, task) in (1..).zip(tasks) {
        output::print(&question(task, &format!("{number} of {}", tasks.len())))?;
        let Some(choice) = choose(&task.choices, answers)? else { break };
        asked += 1;
        if !choice.is_right {
            missed.push(&task.more);
        }
        output::print(&ruling(task, choice))?;
    }
    let mut text = format!("\n{} of {asked} correct\n", asked - missed.len());
    for more in missed {
        text.push_str(&format!("to review: {more}\n"));
    }
    output::print(&text)
}

fn question(task: &Task, number: &str) -> String {
    let heading = output::paint(&format!("{number}: {}", task.title), Cyan);
    let mut text = format!("\n{heading}\n\n{}\n{}\n", task.shows, task.asks);
    for (letter, choice) in ('a'..).zip(&task.choices) {
        text.push_str(&report::wrap(&format!("{letter}) {}", choice.says), 2));
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
fn ruling(task: &Task, choice: &ExerciseChoice) -> String {
    let mut text = match choice.is_right {
        true => format!("{}\n", output::paint("right", Green)),
        false => {
            let wrong = format!("{}: {}", output::paint("wrong", Red), choice.because);
            report::wrap(&wrong, 0)
        }
    };
    if !choice.is_right {
        let right = ('a'..).zip(&task.choices).find(|(_, choice)| choice.is_right);
        let right = right.map(|(letter, choice)| format!("correct: {letter}) {}", choice.says));
        text.extend(right.map(|line| report::wrap(&line, 0)));
    }
    text + &task.reason
}
