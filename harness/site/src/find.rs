use std::collections::BTreeSet;

use askama::Template;
use lawbook::rules::{Parameter, Restatement, RuleSet};

use super::{
    SiteFile, SitePage,
    book::{Book, BookEntry},
    file_name, laws, phrases, quiz, rules, script_data,
};

#[derive(Template)]
#[template(path = "find.html")]
struct Find {
    page: SitePage,
}

/// An entry of the search index.
struct Findable {
    /// Kind of the entry.
    kind: &'static str,
    /// Title of the entry.
    title: String,
    /// Path of its page.
    path: String,
    /// Names, numbers and topics that the search matches.
    words: String,
    /// Text of the entry.
    text: String,
}

impl Findable {
    /// The entry as a row of the index, in the order that the script reads.
    fn row(&self) -> [&str; 5] {
        [self.kind, &self.title, &self.path, &self.words, &self.text]
    }
}

/// The page of search results, and the index for its script.
pub(super) fn pages(book: &Book<'_>) -> askama::Result<Vec<SiteFile>> {
    const SCRIPTS: &[&str] = &["index.js", "words.js", "lookup.js", "found.js"];
    let page = SitePage::new(book, "find", "Search").with(SCRIPTS);
    let entries = findable(book);
    let index: Vec<[&str; 5]> = entries.iter().map(Findable::row).collect();
    Ok(vec![
        SiteFile { path: "find.html".to_owned(), text: Find { page }.render()? },
        script_data("index.js", "index", &index)?,
    ])
}

fn findable(book: &Book<'_>) -> Vec<Findable> {
    let mut all = parts_of_the_site(book);
    all.extend(chapters());
    all.extend(Restatement::all().iter().map(article));
    for rule_set in RuleSet::ALL.into_iter().filter(|one| *one != RuleSet::LATEST) {
        all.extend(older_articles(book, rule_set));
    }
    all.extend(book.report.implementations.iter().map(|one| Findable {
        kind: "library",
        title: one.name.clone(),
        path: format!("libraries/{}.html", file_name(&one.name)),
        words: format!("{} library {}", one.version, one.rule_set),
        text: String::new(),
    }));
    all.extend(RuleSet::ALL.map(|one| Findable {
        kind: "rule set",
        title: format!("{}: {}", one.short_title(), one.title()),
        path: format!("rules/{one}.html"),
        words: format!("{one} {}", one.name().replace('-', " ")),
        text: String::new(),
    }));
    all.extend(Parameter::all().map(|parameter| Findable {
        kind: "rule",
        title: phrases::sentence(parameter.about.trim()),
        path: format!("rules/{}.html#{}", RuleSet::LATEST, parameter.name),
        words: parameter.name.replace(['-', '_'], " "),
        text: String::new(),
    }));
    for document in &book.catalogue.documents {
        let id = file_name(&document.id);
        all.push(Findable {
            kind: "document",
            title: document.title.clone(),
            path: format!("documents/{id}.html"),
            words: document.id.clone(),
            text: String::new(),
        });
        all.extend(document.statements.iter().map(|statement| Findable {
            kind: "statement",
            title: statement.says.clone(),
            path: format!("documents/{id}.html#{}", statement.id),
            words: statement.id.clone(),
            text: String::new(),
        }));
    }
    all.extend(book.tags().into_iter().map(|(tag, count)| Findable {
        kind: "topic",
        title: format!("{} ({count} cases)", tag.replace('-', " ")),
        path: format!("cases.html?tag={tag}"),
        words: tag.to_owned(),
        text: String::new(),
    }));
    all.extend(book.entries.iter().map(case));
    all
}

/// The parts of the Laws in force, which the page of the rule set numbers in this order.
fn chapters() -> impl Iterator<Item = Findable> {
    let mut names: Vec<String> =
        Restatement::all().iter().map(|one| laws::chapter(&one.number)).collect();
    names.dedup();
    names.into_iter().zip(1..).map(|(title, place)| Findable {
        kind: "article",
        title,
        path: format!("rules/{}.html#chapter-{place}", RuleSet::LATEST),
        words: "chapter".to_owned(),
        text: String::new(),
    })
}

/// An article of the Laws in force.
fn article(one: &'static Restatement) -> Findable {
    Findable {
        kind: "article",
        title: format!("{} {}", one.number, one.title),
        path: format!("rules/{}.html#{}", RuleSet::LATEST, laws::anchor(&one.number)),
        words: one.words.clone(),
        text: one.says.clone(),
    }
}

/// The articles of another rule set.
fn older_articles(book: &Book<'_>, rule_set: RuleSet) -> Vec<Findable> {
    let article = |(number, today): (String, Option<&Restatement>)| Findable {
        kind: "older article",
        title: match today {
            Some(today) => format!("{number} of {}: {}", rule_set.short_title(), today.title),
            None => format!("{number} of {}", rule_set.short_title()),
        },
        path: format!("rules/{rule_set}.html#{}", laws::anchor(&number)),
        words: String::new(),
        text: String::new(),
    };
    rules::cited(book, rule_set).into_iter().map(article).collect()
}

fn parts_of_the_site(book: &Book<'_>) -> Vec<Findable> {
    let page = |title: &str, path: &str, words: &str| Findable {
        kind: "page",
        title: title.to_owned(),
        path: path.to_owned(),
        words: words.to_owned(),
        text: String::new(),
    };
    let mut pages = vec![
        page(
            "Dead positions",
            "dead.html",
            "gallery proof proofs cannot mate insufficient material blocked helpmate",
        ),
        page("Quiz", "quiz.html", "train exercise questions learn practice"),
        page("All cases", "cases.html", "list situations"),
        page("Rule sets", "rules.html", "laws editions compare changes"),
        page("Contradictions", "contradictions.html", "documents differ disagree"),
        page("Libraries", "libraries.html", "choose compare scores matrix heat map"),
        page("Sheets and pocket cards to print", "sheets.html", "paper exercises seminar training"),
        page("Compare two rule sets", "compare.html", "differences changes editions"),
        page(
            "Libraries in other languages",
            "libraries.html",
            "python-chess chess.js chessops pyffish Python JavaScript TypeScript",
        ),
        page("Test your own library", "own.html", "gate adapter embed continuous integration"),
    ];
    if book.has_arbiter {
        let words = "rule on position game fen pgn adjudicate helpmate dead claim ruling";
        pages.push(page("Ask the arbiter", "arbiter.html", words));
    }
    pages
}

fn case(entry: &BookEntry<'_>) -> Findable {
    let case = entry.case;
    let articles: BTreeSet<&str> =
        entry.grounds.iter().filter_map(|one| one.article.as_deref()).collect();
    let articles: Vec<&str> = articles.into_iter().collect();
    let verdict = entry.verdict().unwrap_or_default();
    let words = [&case.states.join(" "), &case.tags.join(" "), &articles.join(" "), verdict];
    Findable {
        kind: if quiz::is_for_arbiters(case) { "case" } else { "case for libraries" },
        title: case.title.clone(),
        path: format!("cases/{}.html", case.id),
        words: words.join(" "),
        text: case.why.clone(),
    }
}
