use askama::Template;
use lawbook::rules::{Restatement, RuleSet, RuleSets, TimeControl};
use lawbook_arbiter::Level;
use lawbook_catalogue::Case;
use serde::Serialize;

use super::{
    SiteFile, SitePage,
    board::{BoardPicture, Sprite},
    book::{Book, BookEntry},
    case::conditions,
    compare::bits,
    distractors::{further, is_ruling},
    exercise::{Exercise, ExerciseChoice},
    script_data,
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

/// The exercises for the scripts of the quiz and of the seminar sets.
#[derive(Serialize)]
struct QuizData<'a> {
    tasks: Vec<QuizTask<'a>>,
    /// Number and title of each article of the latest Laws.
    articles: Vec<(&'static str, &'static str)>,
    /// The rule sets, in the order of their bits.
    rules: [&'static str; RuleSet::ALL.len()],
}

/// An exercise, serialized for the script.
#[derive(Serialize)]
struct QuizTask<'a> {
    id: &'a str,
    page: &'a str,
    title: &'a str,
    level: &'static str,
    tags: &'a [String],
    /// Kind of chess: `standard`, `rapid` or `blitz`.
    time: &'static str,
    #[serde(skip_serializing_if = "String::is_empty")]
    conditions: String,
    shows: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<String>,
    play: Vec<String>,
    /// The questions by rule set; the first is the default.
    asked: Vec<QuizQuestion<'a>>,
    /// The articles that decide, each with its rule sets as bits.
    articles: Vec<(&'a str, u32)>,
    why: &'a str,
}

/// A question under some rule sets, or under all of them.
#[derive(Serialize)]
struct QuizQuestion<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    rules: Option<String>,
    asks: &'a str,
    choices: Vec<QuizAnswer>,
    /// Why the answer differs under these rules; empty if it does not.
    #[serde(skip_serializing_if = "String::is_empty")]
    why: String,
}

#[derive(Serialize)]
struct QuizAnswer {
    says: String,
    right: bool,
    #[serde(skip_serializing_if = "String::is_empty")]
    because: String,
}

/// The quiz page, and the exercises for its script.
pub(super) fn pages(book: &Book<'_>) -> askama::Result<Vec<SiteFile>> {
    const SCRIPTS: &[&str] = &["board.js", "tasks.js", "quiz.js"];
    let asked: Vec<&BookEntry<'_>> =
        book.entries.iter().filter(|entry| is_for_arbiters(entry.case)).collect();
    let rulings = Rulings::of(&asked);
    let of_level = |level: Level| {
        let entries = asked.iter().filter(|entry| entry.exercise().is_some());
        (level, entries.filter(|entry| entry.level == level).count())
    };
    let quiz = Quiz {
        page: SitePage::new(book, "quiz", "Quiz").with(SCRIPTS),
        sprite: Sprite::linked(""),
        board: BoardPicture::of(&lawbook::position::Position::start(), None),
        tags: tags(&asked),
        levels: Level::OF_RULES.into_iter().map(of_level).collect(),
        rule_sets: RuleSet::ALL.map(|one| (one, one.short_title())),
    };
    let articles = Restatement::all().iter();
    let data = QuizData {
        tasks: asked.iter().filter_map(|entry| task(entry, &rulings)).collect(),
        articles: articles.map(|one| (one.number.as_str(), one.title.as_str())).collect(),
        rules: RuleSet::ALL.map(RuleSet::name),
    };
    Ok(vec![
        SiteFile { path: "quiz.html".to_owned(), text: quiz.render()? },
        script_data("tasks.js", "quiz", &data)?,
    ])
}

/// The tags of the cases in the quiz with their number of cases, most frequent first.
pub(super) fn tags<'a>(entries: &[&'a BookEntry<'_>]) -> Vec<(&'a str, usize)> {
    let mut tags: Vec<(&str, usize)> = Vec::new();
    for tag in entries.iter().flat_map(|entry| &entry.case.tags) {
        match tags.iter_mut().find(|(other, _)| other == tag) {
            Some((_, count)) => *count += 1,
            None => tags.push((tag, 1)),
        }
    }
    tags.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
    tags
}

/// Whether the quiz asks about a case.
pub(super) fn is_for_arbiters(case: &Case) -> bool {
    Level::of(case) != Level::Library
}

/// The kind of chess of a case.
pub(super) fn time(case: &Case) -> &'static str {
    match case.event.time {
        TimeControl::Standard => "standard",
        TimeControl::Rapid => "rapid",
        TimeControl::Blitz => "blitz",
    }
}

/// The rulings that cases with a tag have as answers, most frequent first.
struct Rulings<'a>(Vec<(&'a str, Vec<(&'a str, usize)>)>);

impl<'a> Rulings<'a> {
    fn of(entries: &[&'a BookEntry<'_>]) -> Rulings<'a> {
        let mut all = Rulings(Vec::new());
        for entry in entries {
            let choices = entry.exercises.iter().flat_map(|(_, exercise)| &exercise.choices);
            let says: Vec<&str> =
                choices.map(|choice| choice.says.as_str()).filter(|says| is_ruling(says)).collect();
            for tag in &entry.case.tags {
                for one in &says {
                    all.add(tag, one);
                }
            }
        }
        for (_, rulings) in &mut all.0 {
            rulings.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
        }
        all
    }

    fn add(&mut self, tag: &'a str, ruling: &'a str) {
        let place = self.0.iter().position(|(other, _)| *other == tag).unwrap_or_else(|| {
            self.0.push((tag, Vec::new()));
            self.0.len() - 1
        });
        let rulings = &mut self.0[place].1;
        match rulings.iter_mut().find(|(other, _)| *other == ruling) {
            Some((_, count)) => *count += 1,
            None => rulings.push((ruling, 1)),
        }
    }

    /// The rulings of cases like this one, those with its first tag first.
    fn like(&self, entry: &BookEntry<'_>) -> Vec<&'a str> {
        let of_tag = |tag: &String| self.0.iter().find(|(other, _)| other == tag);
        let lists = entry.case.tags.iter().filter_map(of_tag);
        lists.flat_map(|(_, rulings)| rulings.iter().map(|(says, _)| *says)).collect()
    }
}

fn task<'a>(entry: &'a BookEntry<'_>, rulings: &Rulings<'_>) -> Option<QuizTask<'a>> {
    entry.exercise()?;
    let similar = rulings.like(entry);
    let question = |(rule_sets, exercise): &'a (RuleSets, Exercise)| QuizQuestion {
        rules: exercise.rule_set.map(|_| rule_sets.to_string()),
        asks: &exercise.asks,
        choices: choices(&exercise.choices, &similar),
        why: why(entry, *rule_sets),
    };
    let mut articles: Vec<(&str, u32)> = Vec::new();
    for ground in &entry.grounds {
        let Some(article) = ground.article.as_deref() else { continue };
        match articles.iter_mut().find(|(other, _)| *other == article) {
            Some((_, all)) => *all |= bits(ground.rule_set.into()),
            None => articles.push((article, bits(ground.rule_set.into()))),
        }
    }
    Some(QuizTask {
        id: &entry.case.id,
        page: &entry.page,
        title: &entry.case.title,
        level: entry.level.name(),
        tags: &entry.case.tags,
        time: time(entry.case),
        conditions: conditions(&entry.case.event),
        shows: entry.game.end().shows(),
        from: entry.from(),
        play: entry.game.lines(),
        asked: entry.exercises.iter().map(question).collect(),
        articles,
        why: &entry.case.why,
    })
}

/// The answers of an exercise and further wrong ones, sorted by text so that their order does not reveal the right one.
fn choices(own: &[ExerciseChoice], similar: &[&str]) -> Vec<QuizAnswer> {
    let known: Vec<&str> = own.iter().map(|choice| choice.says.as_str()).collect();
    let right = own.iter().find(|choice| choice.is_right).map_or("", |choice| &choice.says);
    let wrong = |says| QuizAnswer { says, right: false, because: String::new() };
    let further = further(right, &known, similar).into_iter().map(wrong);
    let own = own.iter().map(|choice| QuizAnswer {
        says: choice.says.clone(),
        right: choice.is_right,
        because: choice.because.clone(),
    });
    let mut all: Vec<QuizAnswer> = own.chain(further).collect();
    all.sort_by_key(|choice| choice.says.to_lowercase());
    all
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
