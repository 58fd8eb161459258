use askama::Template;
use serde::Serialize;

use super::{
    SiteFile, SitePage,
    board::{BoardPicture, Sprite},
    book::{Book, BookEntry, Level},
    case::conditions,
};

#[derive(Template)]
#[template(path = "quiz.html")]
struct Quiz<'a> {
    page: SitePage,
    sprite: Sprite,
    board: BoardPicture,
    tags: Vec<(&'a str, usize)>,
    levels: Vec<(Level, usize)>,
}

/// An exercise for the script.
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
    under: Option<String>,
    asks: &'a str,
    choices: Vec<QuizAnswer<'a>>,
    why: &'a str,
}

#[derive(Serialize)]
struct QuizAnswer<'a> {
    says: &'a str,
    right: bool,
    because: &'a str,
}

/// The quiz, and the exercises for its script.
pub(super) fn pages(book: &Book<'_>) -> askama::Result<Vec<SiteFile>> {
    let tasks: Vec<QuizTask<'_>> = book.entries.iter().filter_map(task).collect();
    let of_level = |level: Level| {
        let entries = book.entries.iter().filter(|entry| entry.exercise.is_some());
        (level, entries.filter(|entry| entry.level == level).count())
    };
    let quiz = Quiz {
        page: SitePage::new(book, "quiz", "Quiz").with(&["board.js", "tasks.js", "quiz.js"]),
        sprite: Sprite::whole(),
        board: BoardPicture::of(&lawbook::position::Position::start(), None),
        tags: book.tags(),
        levels: Level::ALL.into_iter().map(of_level).collect(),
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
    let exercise = entry.exercise.as_ref()?;
    let choice = |choice: &'a super::exercise::ExerciseChoice| QuizAnswer {
        says: &choice.says,
        right: choice.is_right,
        because: &choice.because,
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
        under: exercise.rule_set.map(|rule_set| rule_set.to_string()),
        asks: &exercise.asks,
        choices: exercise.choices.iter().map(choice).collect(),
        why: &entry.case.why,
    })
}
