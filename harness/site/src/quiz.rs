use askama::Template;
use lawbook::rules::{Restatement, RuleSet, RuleSets};
use lawbook_arbiter::{
    Level,
    incident::{Incident, Incidents},
};
use serde::Serialize;

use super::{
    SiteFile, SitePage,
    board::{BoardPicture, Sprite},
    book::{SiteCase, SiteData, tags},
    case::{conditions, excepted},
    compare::bits,
    exercise::{Exercise, ExerciseChoice},
    packed,
};

#[derive(Template)]
#[template(path = "quiz.html")]
struct Quiz<'a> {
    page: SitePage,
    sprite: Sprite,
    board: BoardPicture,
    tags: Vec<(&'a str, usize)>,
    levels: Vec<(Level, usize)>,
    rule_sets: [(RuleSet, &'static str); RuleSet::ALL.len()],
}

/// The exercises for the scripts of the quiz.
#[derive(Serialize)]
struct QuizData<'a> {
    tasks: Vec<QuizTask<'a>>,
    /// Number and title of each article of the latest Laws.
    articles: Vec<(&'static str, &'static str)>,
    /// The rule sets, in the order of their bits.
    rules: [&'static str; RuleSet::ALL.len()],
}

/// Most questions about one incident.
const OF_INCIDENT: usize = 3;

/// An exercise, serialized for the script.
#[derive(Serialize)]
struct QuizTask<'a> {
    /// The identifier of the case, or of the incident with its known facts.
    id: String,
    /// The page of the case; empty for an incident.
    page: &'a str,
    title: &'a str,
    level: &'static str,
    tags: Vec<&'a str>,
    /// Kind of chess: `standard`, `rapid` or `blitz`.
    time: &'static str,
    #[serde(skip_serializing_if = "String::is_empty")]
    conditions: String,
    /// The board; empty for an incident.
    #[serde(skip_serializing_if = "String::is_empty")]
    shows: String,
    play: Vec<String>,
    /// The questions by rule set; the first is the default.
    asked: Vec<QuizQuestion<'a>>,
    /// The articles that decide, each with its rule sets as bits.
    articles: Vec<(String, u32)>,
    why: String,
}

/// A question under some rule sets, or under all of them.
#[derive(Serialize)]
struct QuizQuestion<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    rules: Option<String>,
    asks: &'a str,
    choices: Vec<ExerciseChoice>,
    /// Why the answer differs under these rules; empty if it does not.
    #[serde(skip_serializing_if = "String::is_empty")]
    why: String,
}

/// The quiz page, and the exercises for its script.
pub(super) fn pages(book: &SiteData<'_>) -> askama::Result<Vec<SiteFile>> {
    const SCRIPTS: &[&str] = &["board.js", "tasks.js", "quiz.js"];
    let incidents = Incidents::embedded();
    let of_level = |level: Level| {
        let entries = book.in_quiz().filter(|entry| entry.exercise().is_some());
        (level, entries.filter(|entry| entry.level == level).count())
    };
    let quiz = Quiz {
        page: SitePage::new(book, "quiz", "Quiz").with(SCRIPTS),
        sprite: Sprite::linked(),
        board: BoardPicture::of(&lawbook::position::Position::start(), None),
        tags: tags(book.in_quiz()),
        levels: Level::OF_RULES.into_iter().map(of_level).collect(),
        rule_sets: RuleSet::ALL.map(|one| (one, one.short_title())),
    };
    let of_incidents = incidents.incidents.iter().flat_map(about_incident);
    let tasks = book.in_quiz().filter_map(task).chain(of_incidents);
    let articles = Restatement::all().iter();
    let data = QuizData {
        tasks: tasks.collect(),
        articles: articles.map(|one| (one.number.as_str(), one.title.as_str())).collect(),
        rules: RuleSet::ALL.map(RuleSet::name),
    };
    Ok(vec![
        SiteFile { path: "quiz.html".to_owned(), text: quiz.render()? },
        packed::data("tasks.js", "quiz", &data)?,
    ])
}

/// The question about a case; `None` if there is none, or no article to name.
fn task<'a>(entry: &'a SiteCase<'_>) -> Option<QuizTask<'a>> {
    entry.exercise()?;
    let question = |(rule_sets, exercise): &'a (RuleSets, Exercise)| QuizQuestion {
        rules: exercise.rule_set.map(|_| rule_sets.to_string()),
        asks: &exercise.asks,
        choices: exercise.choices.clone(),
        why: why(entry, *rule_sets),
    };
    let mut articles: Vec<(String, u32)> = Vec::new();
    for ground in &entry.grounds {
        let Some(article) = ground.article.as_deref() else { continue };
        match articles.iter_mut().find(|(other, _)| *other == article) {
            Some((_, all)) => *all |= bits(ground.rule_set.into()),
            None => articles.push((article.to_owned(), bits(ground.rule_set.into()))),
        }
    }
    if articles.is_empty() {
        return None;
    }
    Some(QuizTask {
        id: entry.case.id.clone(),
        page: &entry.page,
        title: &entry.case.title,
        level: entry.level.name(),
        tags: entry.case.tags.iter().map(String::as_str).collect(),
        time: entry.time(),
        conditions: conditions(&entry.case.event),
        shows: entry.game.end().shows(),
        play: entry.game.lines(),
        asked: entry.exercises.iter().map(question).collect(),
        articles,
        why: entry.case.why.clone(),
    })
}

/// The questions about an incident, at most [`OF_INCIDENT`], from all its parts.
fn about_incident(incident: &Incident) -> impl Iterator<Item = QuizTask<'_>> {
    let questions = incident.questions();
    let every = questions.len().div_ceil(OF_INCIDENT).max(1);
    questions.into_iter().step_by(every).map(|one| {
        let told = one.told.iter();
        let facts: Vec<String> =
            told.clone().map(|(fact, choice)| format!("{}={}", fact.name, choice.value)).collect();
        let because = |needs: &String| format!("That is the ruling if the answer is: {needs}");
        let choice = |(says, needs): (String, Option<String>)| ExerciseChoice {
            says,
            is_right: needs.is_none(),
            because: needs.as_ref().map(because).unwrap_or_default(),
        };
        let choices = one.choices().into_iter().map(choice).collect();
        QuizTask {
            id: format!("{}&{}", incident.id, facts.join("&")),
            page: "",
            title: &incident.title,
            level: Level::Arbiter.name(),
            tags: vec!["incident"],
            time: match facts.iter().find_map(|fact| fact.strip_prefix("play=")) {
                Some(play) if play.starts_with("rapid") => "rapid",
                Some(play) if play.starts_with("blitz") => "blitz",
                _ => "standard",
            },
            conditions: String::new(),
            shows: String::new(),
            play: told.map(|(fact, choice)| format!("{} {choice}", fact.question)).collect(),
            asked: vec![QuizQuestion {
                rules: Some(RuleSet::LATEST.to_string()),
                asks: "What is the ruling?",
                choices,
                why: String::new(),
            }],
            articles: vec![(one.row.by.join(", "), bits(RuleSet::LATEST.into()))],
            why: String::new(),
        }
    })
}

/// The reasons of exceptions; empty unless each of these rule sets is an exception.
fn why(entry: &SiteCase<'_>, rule_sets: RuleSets) -> String {
    let exceptions = entry.case.exceptions.iter();
    if !rule_sets.without(excepted(entry.case)).is_empty() {
        return String::new();
    }
    let own = exceptions.filter(|one| !one.rule_sets.intersection(rule_sets).is_empty());
    own.map(|one| one.because.as_str()).collect::<Vec<_>>().join(" ")
}
