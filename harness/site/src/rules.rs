use std::collections::{BTreeMap, BTreeSet};

use askama::Template;
use lawbook::rules::{Parameter, Restatement, RuleSet};
use lawbook_catalogue::Conflict;

use super::{
    SiteFile, SitePage,
    answer::Answers,
    book::{SiteCase, SiteData},
    file_name, laws, phrases,
};

#[derive(Template)]
#[template(path = "rules.html")]
struct Rules {
    page: SitePage,
    /// The rule sets with their descriptions.
    rule_sets: [(RuleSet, &'static str); RuleSet::ALL.len()],
    /// The pairs that have a page of their differences, with its path.
    pairs: Vec<(RuleSet, RuleSet, String)>,
}

#[derive(Template)]
#[template(path = "rule_set.html")]
struct RuleSetPage<'a> {
    page: SitePage,
    rule_set: RuleSet,
    about: String,
    /// Whether it is in force, as far as known.
    in_force: Option<String>,
    /// When the file was last compared with its source, and the parts that were read.
    compared: String,
    /// Address of the official text, if known.
    official: Option<&'static str>,
    is_latest: bool,
    /// The edition that it replaced.
    previous: Option<RuleSet>,
    chapters: Vec<Chapter<'a>>,
    /// Values without an article.
    others: Vec<Value>,
    /// The other rule sets that have a page of the differences, with its path.
    changes: Vec<(RuleSet, String)>,
}

/// The articles with the same first number.
struct Chapter<'a> {
    name: String,
    articles: Vec<ArticleSection<'a>>,
}

/// An article of a rule set.
struct ArticleSection<'a> {
    number: String,
    /// The article of the latest Laws about the same matter.
    today: Option<&'static Restatement>,
    values: Vec<Value>,
    /// Reasons of rulings that cite it.
    reasons: Vec<String>,
    /// Cases whose ruling cites it.
    cases: Vec<&'a SiteCase<'a>>,
}

#[derive(Template)]
#[template(path = "changes.html")]
struct Changes<'a> {
    page: SitePage,
    one: RuleSet,
    other: RuleSet,
    parameters: Vec<(Value, Value)>,
    /// Changes that no parameter represents.
    also_changed: Vec<&'static str>,
    cases: Vec<(&'a SiteCase<'a>, Vec<RulingChange<'a>>)>,
}

#[derive(Template)]
#[template(path = "contradictions.html")]
struct Contradictions<'a> {
    page: SitePage,
    conflicts: Vec<(&'a Conflict, Vec<Says<'a>>, Vec<&'a SiteCase<'a>>)>,
}

/// The text of a document on a topic: page, title, text.
type Says<'a> = (String, &'a str, &'a str);

/// A question, and its right answers under the two rule sets.
type RulingChange<'a> = (&'a str, &'a str, &'a str);

/// The value of a rule under a rule set.
struct Value {
    name: &'static str,
    about: &'static str,
    says: String,
    how: &'static str,
    place: String,
    /// The articles, separated by commas.
    article: Option<String>,
    /// The value in the previous edition, if it was another.
    before: Option<String>,
    /// Address and title of a case that depends on it.
    case: Option<(String, String)>,
}

impl Rules {
    /// The rule sets, the latest edition of the Laws first and older ones after it.
    fn ordered(&self) -> impl Iterator<Item = &(RuleSet, &'static str)> {
        let fide = self.rule_sets.iter().rev().filter(|(one, _)| one.is_fide_edition());
        fide.chain(self.rule_sets.iter().filter(|(one, _)| !one.is_fide_edition()))
    }
}

/// Maximum number of reasons shown for an article.
const MAX_REASONS: usize = 4;

/// Maximum number of cases shown for an article of an edition that is not in force.
const MAX_CASES: usize = 2;

/// Pages of the rule sets, of the differences between neighbouring editions, and of the contradictions.
pub(super) fn pages(book: &SiteData<'_>) -> askama::Result<Vec<SiteFile>> {
    let pairs = compared();
    let all = Rules {
        page: SitePage::new(book, "rules", "Laws and rule sets"),
        rule_sets: RuleSet::ALL.map(|one| (one, one.title())),
        pairs: pairs.iter().map(|&(one, other)| (one, other, path(one, other))).collect(),
    };
    let mut files = vec![
        SiteFile { path: "rules.html".to_owned(), text: all.render()? },
        SiteFile { path: "contradictions.html".to_owned(), text: contradictions(book).render()? },
    ];
    let deciding = deciding_cases(book);
    for one in RuleSet::ALL {
        let text = rule_set(book, one, &deciding).render()?;
        files.push(SiteFile { path: format!("rules/{one}.html"), text });
    }
    for (one, other) in pairs {
        let text = changes(book, one, other).render()?;
        files.push(SiteFile { path: path(one, other), text });
    }
    Ok(files)
}

/// The pairs of rule sets that have a page of their differences: each edition and the one that it replaced, and the
/// rules of others compared with the Laws in force. A script compares any other two.
fn compared() -> Vec<(RuleSet, RuleSet)> {
    let latest = RuleSet::LATEST;
    let replaced = RuleSet::ALL.into_iter().filter_map(|one| Some((previous(one)?, one)));
    let foreign = RuleSet::ALL.into_iter().filter(|one| !one.is_fide_edition());
    let foreign = foreign.map(|one| (latest.min(one), latest.max(one)));
    replaced.chain(foreign).collect()
}

/// The edition that a rule set replaced.
fn previous(rule_set: RuleSet) -> Option<RuleSet> {
    let same = |other: &RuleSet| {
        *other < rule_set
            && other.body() == rule_set.body()
            && other.is_fide_edition() == rule_set.is_fide_edition()
    };
    RuleSet::ALL.into_iter().rev().find(same)
}

fn path(one: RuleSet, other: RuleSet) -> String {
    format!("changes/{one}_{other}.html")
}

fn rule_set<'a>(
    book: &'a SiteData<'a>,
    rule_set: RuleSet,
    deciding: &BTreeMap<&'static str, &'a SiteCase<'a>>,
) -> RuleSetPage<'a> {
    let previous = previous(rule_set);
    let value = |parameter: &'static Parameter| {
        let value = Value::of(parameter, rule_set);
        let before = previous.map(|previous| Value::of(parameter, previous).says);
        let case = deciding.get(parameter.name);
        Value {
            before: before.filter(|before| *before != value.says),
            case: case.map(|entry| (entry.href(), entry.case.title.clone())),
            ..value
        }
    };
    let (placed, others): (Vec<Value>, Vec<Value>) = Parameter::all()
        .map(value)
        .partition(|value| rule_set.server().is_none() && value.article.is_some());
    let of_rule_set = |pair: &(RuleSet, RuleSet)| pair.0 == rule_set || pair.1 == rule_set;
    let change = |(one, other): (RuleSet, RuleSet)| {
        (if one == rule_set { other } else { one }, path(one, other))
    };
    RuleSetPage {
        page: SitePage::new(book, "rules", rule_set.short_title()).below(),
        rule_set,
        about: phrases::sentence(rule_set.title()),
        in_force: rule_set.in_force().map(|known| {
            format!("In force, as far as known on {}. Source: {}.", known.on, known.source)
        }),
        compared: match (rule_set.compared(), rule_set.compared_with()) {
            (Some(day), Some(parts)) => format!("Last compared with its source on {day}: {parts}."),
            _ => "Not compared with its source since its values were marked as read.".to_owned(),
        },
        official: laws::official_text(rule_set),
        is_latest: rule_set == RuleSet::LATEST,
        previous,
        chapters: chapters(book, rule_set, placed),
        others,
        changes: compared().into_iter().filter(of_rule_set).map(change).collect(),
    }
}

/// The articles of a rule set: those that values and rulings cite, and for the latest Laws all that have a summary.
fn chapters<'a>(book: &'a SiteData<'a>, rule_set: RuleSet, values: Vec<Value>) -> Vec<Chapter<'a>> {
    let mut sections = Sections::default();
    if rule_set == RuleSet::LATEST {
        for one in Restatement::all() {
            sections.of(&one.number);
        }
    }
    for entry in &book.entries {
        sections.cite(entry, rule_set);
    }
    for value in values {
        let number = value.article.as_deref().and_then(|list| laws::numbers(list).next());
        if let Some(number) = number.map(str::to_owned) {
            sections.of(&number).0.values.push(value);
        }
    }
    let mut sections = sections.named(rule_set);
    sections.sort_by_cached_key(|section| laws::order(&section.number));
    let mut chapters: Vec<Chapter<'a>> = Vec::new();
    for section in sections {
        let name = laws::chapter(&section.number, rule_set);
        match chapters.last_mut() {
            Some(chapter) if chapter.name == name => chapter.articles.push(section),
            _ => chapters.push(Chapter { name, articles: vec![section] }),
        }
    }
    chapters
}

/// The articles of a rule set in the order of their discovery, each with the present articles that decide its cases
/// today.
#[derive(Default)]
struct Sections<'a>(Vec<(ArticleSection<'a>, Vec<&'a str>)>);

impl<'a> Sections<'a> {
    /// The section of an article, which is added if there is none.
    fn of(&mut self, number: &str) -> &mut (ArticleSection<'a>, Vec<&'a str>) {
        let found = self.0.iter().position(|(section, _)| section.number == number);
        let place = found.unwrap_or_else(|| {
            let section = ArticleSection {
                number: number.to_owned(),
                today: None,
                values: Vec::new(),
                reasons: Vec::new(),
                cases: Vec::new(),
            };
            self.0.push((section, Vec::new()));
            self.0.len() - 1
        });
        &mut self.0[place]
    }

    /// Adds a case to the articles that its ruling cites.
    fn cite(&mut self, entry: &'a SiteCase<'a>, rule_set: RuleSet) {
        let Some(ground) = entry.grounds.iter().find(|one| one.rule_set == rule_set) else {
            return;
        };
        for number in ground.article.as_deref().into_iter().flat_map(laws::numbers) {
            let (section, today) = self.of(number);
            section.cases.push(entry);
            today.extend(entry.article());
            let reason = ground.sentence();
            if section.reasons.len() < MAX_REASONS && !section.reasons.contains(&reason) {
                section.reasons.push(reason);
            }
        }
    }

    /// The sections with the present articles about the same matter: their own in the latest Laws, otherwise the one
    /// that decides most of their cases today.
    fn named(self, rule_set: RuleSet) -> Vec<ArticleSection<'a>> {
        let named = |(section, today): (ArticleSection<'a>, Vec<&str>)| {
            let is_latest = rule_set == RuleSet::LATEST;
            let own = is_latest.then(|| Restatement::of(&section.number)).flatten();
            let count = |number: &&&str| today.iter().filter(|other| other == number).count();
            let most = || Restatement::of(today.iter().rev().max_by_key(count)?);
            ArticleSection { today: own.or_else(most), ..section }
        };
        self.0.into_iter().map(named).collect()
    }
}

/// For each parameter, a case that depends on it: its answers differ only between rule sets with different values, or
/// its ruling cites the article of the value.
fn deciding_cases<'a>(book: &'a SiteData<'a>) -> BTreeMap<&'static str, &'a SiteCase<'a>> {
    let best = |parameter: &'static Parameter| {
        let values: Vec<(String, Option<String>)> = RuleSet::ALL
            .into_iter()
            .map(|one| parameter.cell(one))
            .map(|cell| (cell.value, cell.article))
            .collect();
        let value = |rule_set: RuleSet| &values[rule_set.index()].0;
        let cites = |entry: &SiteCase<'_>| {
            entry.grounds.iter().any(|ground| {
                let of_value = values[ground.rule_set.index()].1.as_deref();
                let of_value: Vec<&str> = of_value.into_iter().flat_map(laws::numbers).collect();
                let mut cited = ground.article.as_deref().into_iter().flat_map(laws::numbers);
                cited.any(|one| of_value.iter().any(|other| laws::related(one, other)))
            })
        };
        let follows = |entry: &SiteCase<'_>| {
            let sides = entry
                .answers
                .iter()
                .map(|answers| answers.rule_sets.iter().map(value).collect::<BTreeSet<&String>>());
            let sides: Vec<BTreeSet<&String>> = sides.collect();
            let distinct = |(place, one): (usize, &BTreeSet<&String>)| {
                sides[place + 1..].iter().all(|other| one.is_disjoint(other))
            };
            sides.len() > 1 && sides.iter().enumerate().all(distinct)
        };
        let points =
            |entry: &&SiteCase<'_>| usize::from(follows(entry)) + 2 * usize::from(cites(entry));
        let entries = book.entries.iter().filter(|entry| entry.case.open.is_none());
        let best = entries.rev().max_by_key(points)?;
        (points(&best) > 0).then_some((parameter.name, best))
    };
    Parameter::all().filter_map(best).collect()
}

fn changes<'a>(book: &'a SiteData<'a>, one: RuleSet, other: RuleSet) -> Changes<'a> {
    let values = |parameter| (Value::of(parameter, one), Value::of(parameter, other));
    let entry = |entry: &'a SiteCase<'a>| {
        let under =
            |rule_set| entry.answers.iter().find(|answers| answers.rule_sets.contains(rule_set));
        let lines = differences(under(one)?, under(other)?);
        (!lines.is_empty()).then_some((entry, lines))
    };
    Changes {
        page: SitePage::new(
            book,
            "rules",
            &format!("From {} to {}", one.short_title(), other.short_title()),
        )
        .below(),
        also_changed: other.also_changed_since(one),
        one,
        other,
        parameters: Parameter::all().map(values).filter(|(a, b)| a.says != b.says).collect(),
        cases: book.entries.iter().filter_map(entry).collect(),
    }
}

/// The questions whose answers differ. The answer to a question that one side does not ask is `not asked`.
fn differences<'a>(one: &'a Answers, other: &'a Answers) -> Vec<RulingChange<'a>> {
    let says = |answers: &'a Answers, asks: &str| {
        let found = answers.says.iter().find(|(asked, _)| asked == asks);
        found.map_or("not asked", |(_, says)| says.as_str())
    };
    let mut lines: Vec<RulingChange<'_>> = Vec::new();
    for (asks, _) in one.says.iter().chain(&other.says) {
        let line = (asks.as_str(), says(one, asks), says(other, asks));
        if line.1 != line.2 && !lines.contains(&line) {
            lines.push(line);
        }
    }
    lines
}

fn contradictions<'a>(book: &'a SiteData<'a>) -> Contradictions<'a> {
    let conflict = |conflict: &'a Conflict| {
        let says = conflict.says.iter().map(|(id, says)| {
            let document = book.catalogue.document(id);
            let title = document.map_or(id.as_str(), |document| document.title.as_str());
            (file_name(id), title, says.as_str())
        });
        let cases = conflict.cases.iter().filter_map(|id| book.entry(id));
        (conflict, says.collect(), cases.collect())
    };
    Contradictions {
        page: SitePage::new(book, "contradictions", "Where the documents contradict each other"),
        conflicts: book.catalogue.conflicts.iter().map(conflict).collect(),
    }
}

/// The value of a parameter as the pages show it.
pub(super) fn in_words(value: String) -> String {
    match value.as_str() {
        "true" => "yes".to_owned(),
        "false" => "no".to_owned(),
        _ => value,
    }
}

impl Value {
    fn of(parameter: &'static Parameter, rule_set: RuleSet) -> Value {
        let cell = parameter.cell(rule_set);
        let (how, place) = (cell.source.name(), cell.place());
        let article = cell.article.clone();
        Value {
            name: parameter.name,
            about: parameter.about.trim(),
            says: in_words(cell.value),
            how,
            place,
            article,
            before: None,
            case: None,
        }
    }
}

impl ArticleSection<'_> {
    fn anchor(&self) -> String {
        laws::anchor(&self.number)
    }

    /// The cases that the page lists.
    fn listed(&self, is_latest: &bool) -> &[&SiteCase<'_>] {
        let most = if *is_latest { self.cases.len() } else { MAX_CASES };
        &self.cases[..most.min(self.cases.len())]
    }
}
