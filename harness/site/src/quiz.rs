use askama::Template;
use lawbook::rules::{RuleSet, RuleSets};
use serde::Serialize;

use super::{
    SiteFile, SitePage,
    board::{BoardPicture, Sprite},
    book::{Book, BookEntry, Level},
    case::conditions,
    exercise::{Exercise, ExerciseChoice},
};

#[derive(Template)]
#[template(path = "quiz.html")]
struct Quiz<'a> {
    page: SitePage,
    sprite: Sprite,
    board: BoardPicture,
    tags: Vec<(&'a str, usize)>,
    levels: Vec<(Level, usize)>,
    rule_sets: [(RuleSet, &'static str); 15],
}

/// An exercise, serialized for the script.
#[derive(Serialize)]
struct QuizTask<'a> {
    id: &'a str,
    title: &'a str,
    level: &'static str,
    tags: &'a [String],
    conditions: String,
    shows: String,
    from: Option<String>,
    play: Vec<String>,
    /// The questions by rule set; the first is the default.
    asked: Vec<QuizQuestion<'a>>,
    why: &'a str,
}

/// A question under some rule sets, or under all of them.
#[derive(Serialize)]
struct QuizQuestion<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    rules: Option<String>,
    asks: &'a str,
    choices: Vec<QuizAnswer<'a>>,
    /// Why the answer differs under these rules; empty if it does not.
    #[serde(skip_serializing_if = "String::is_empty")]
    why: String,
}

#[derive(Serialize)]
struct QuizAnswer<'a> {
    says: &'a str,
    right: bool,
    because: &'a str,
}

/// The quiz page, and the exercises for its script.
pub(super) fn pages(book: &Book<'_>) -> askama::Result<Vec<SiteFile>> {
    let tasks: Vec<QuizTask<'_>> = book.entries.iter().filter_map(task).collect();
    let of_level = |level: Level| {
        let entries = book.entries.iter().filter(|entry| entry.exercise().is_some());
        (level, entries.filter(|entry| entry.level == level).count())
    };
    let quiz = Quiz {
        page: SitePage::new(book, "quiz", "Quiz").with(&["board.js", "tasks.js", "quiz.js"]),
        sprite: Sprite::whole(),
        board: BoardPicture::of(&lawbook::position::Position::start(), None),
        tags: book.tags(),
        levels: Level::ALL.into_iter().map(of_level).collect(),
        rule_sets: RuleSet::ALL.map(|one| (one, one.short_title())),
    };
    let lines: Vec<String> = tasks
        .iter()
        .map(serde_json::to_string)
        .collect::<Result<_, _>>()
        .map_err(|error| askama::Error::Custom(error.into()))?;
    Ok(vec![
        SiteFile { path: "quiz.html".to_owned(), text: quiz.render()? },
        SiteFile {
            path: "tasks.js".to_owned(),
            text: format!("window.lawbook.tasks = [\n{}\n];\n", lines.join(",\n")),
        },
    ])
}

fn task<'a>(entry: &'a BookEntry<'_>) -> Option<QuizTask<'a>> {
    entry.exercise()?;
    let choice = |choice: &'a ExerciseChoice| QuizAnswer {
        says: &choice.says,
        right: choice.is_right,
        because: &choice.because,
    };
    let question = |(rule_sets, exercise): &'a (RuleSets, Exercise)| QuizQuestion {
        rules: exercise.rule_set.map(|_| rule_sets.to_string()),
        asks: &exercise.asks,
        choices: exercise.choices.iter().map(choice).collect(),
        why: why(entry, *rule_sets),
    };
    Some(QuizTask {
        id: &entry.case.id,
        title: &entry.case.title,
        level: entry.level.name(),
        tags: &entry.case.tags,
        conditions: conditions(&entry.case.event),
        shows: entry.game.end().shows(),
        from: entry.from(),
        play: entry.game.lines(),
        asked: entry.exercises.iter().map(question).collect(),
        why: &entry.case.why,
    })
}

/// The reasons of exceptions; empty unless each of these rule sets is an exception.
fn why(entry: &BookEntry<'_>, rule_sets: RuleSets) -> String {
    let exceptions = || entry.case.exceptions.iter();
    let excepted = exceptions().fold(RuleSets::NONE, |all, one| all.union(one.rule_sets));
    if !rule_sets.without(excepted).is_empty() {
        return String::new();
    }
    let own = exceptions().filter(|one| !one.rule_sets.intersection(rule_sets).is_empty());
    own.map(|one| one.because.as_str()).collect::<Vec<_>>().join(" ")
}
