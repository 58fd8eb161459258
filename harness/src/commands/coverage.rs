use std::collections::BTreeMap;

use lawbook::words::counted;
use lawbook_catalogue::{Case, Catalogue, Document, Statement};
use lawbook_suite::runner;
use serde::Serialize;

use crate::{
    cli::{CatalogueOptions, Format},
    linked,
    output::{self, Exit, Result},
    selection,
};

#[derive(Serialize)]
struct Coverage {
    documents: Vec<DocumentCoverage>,
    testable_without_case: usize,
    cases_without_contrast: Vec<String>,
}

#[derive(Serialize)]
struct DocumentCoverage {
    id: String,
    title: String,
    statements: Vec<StatementCoverage>,
    untestable: usize,
}

#[derive(Serialize)]
struct StatementCoverage {
    id: String,
    says: String,
    untestable: Option<String>,
    cases: Vec<String>,
    /// Number of cases that each library answers.
    libraries: BTreeMap<String, usize>,
}

/// `lawbook coverage`
pub(crate) fn run(options: &CatalogueOptions) -> Result {
    let catalogue = selection::catalogue(options.cases.as_deref())?;
    let answered = answered(&catalogue);
    let documents: Vec<DocumentCoverage> =
        catalogue.documents.iter().map(|one| document(&catalogue, one, &answered)).collect();
    let uncovered = |one: &&StatementCoverage| one.untestable.is_none() && one.cases.is_empty();
    let coverage = Coverage {
        testable_without_case: documents
            .iter()
            .flat_map(|document| &document.statements)
            .filter(uncovered)
            .count(),
        cases_without_contrast: catalogue
            .cases
            .iter()
            .filter(|case| case.open.is_none() && case.contrast.is_none())
            .map(|case| case.id.clone())
            .collect(),
        documents,
    };
    match options.format {
        Format::Json => output::print(&output::json(&coverage)?)?,
        Format::Text => output::print(&text(&coverage))?,
    }
    let complete =
        coverage.testable_without_case == 0 && coverage.cases_without_contrast.is_empty();
    Ok(if complete { Exit::Agreed } else { Exit::Disagreed })
}

/// Returns for each case the libraries that answer at least one of its questions.
fn answered(catalogue: &Catalogue) -> BTreeMap<String, Vec<String>> {
    let libraries = linked::all();
    let mut answered: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for case in catalogue.cases.iter().filter(|case| case.open.is_none()) {
        for library in &libraries {
            let name = library.about().name;
            let verdicts = runner::ask_one(case, &name, library.as_ref(), &[]);
            if verdicts.iter().any(|verdict| verdict.finding.is_scored()) {
                answered.entry(case.id.clone()).or_default().push(name);
            }
        }
    }
    answered
}

fn document(
    catalogue: &Catalogue,
    document: &Document,
    answered: &BTreeMap<String, Vec<String>>,
) -> DocumentCoverage {
    let statement = |statement: &Statement| {
        let cases: Vec<&Case> =
            catalogue.cases.iter().filter(|case| case.states.contains(&statement.id)).collect();
        let mut libraries = BTreeMap::new();
        for name in cases.iter().filter_map(|case| answered.get(&case.id)).flatten() {
            *libraries.entry(name.clone()).or_default() += 1;
        }
        StatementCoverage {
            id: statement.id.clone(),
            says: statement.says.clone(),
            untestable: statement.untestable.clone(),
            cases: cases.iter().map(|case| case.id.clone()).collect(),
            libraries,
        }
    };
    let mut statements: Vec<StatementCoverage> =
        document.statements.iter().map(statement).collect();
    statements.sort_by_key(|one| (one.untestable.is_some(), one.cases.len()));
    DocumentCoverage {
        id: document.id.clone(),
        title: document.title.clone(),
        untestable: statements.iter().filter(|one| one.untestable.is_some()).count(),
        statements,
    }
}

fn text(coverage: &Coverage) -> String {
    let mut text = String::new();
    for document in &coverage.documents {
        let (all, untestable) = (document.statements.len(), document.untestable);
        text.push_str(&format!(
            "{} {}: {}, {untestable} untestable ({} %)\n",
            document.id,
            document.title,
            counted(all, "statement"),
            100 * untestable / all.max(1),
        ));
        for one in &document.statements {
            let StatementCoverage { id, says, untestable, cases, libraries } = one;
            match untestable {
                Some(reason) => text.push_str(&format!("  {id:14}  untestable: {reason}\n")),
                None if cases.is_empty() => text.push_str(&format!("  {id:14}  NO CASE  {says}\n")),
                None => {
                    let libraries: Vec<String> =
                        libraries.iter().map(|(name, count)| format!("{name} {count}")).collect();
                    let libraries = libraries.join(", ");
                    text.push_str(&format!("  {id:14}  {:3} cases  {libraries}\n", cases.len()));
                }
            }
        }
    }
    for id in &coverage.cases_without_contrast {
        text.push_str(&format!("NO CONTRAST  {id}\n"));
    }
    text.push_str(&format!(
        "{} without a case, {} without a contrast\n",
        counted(coverage.testable_without_case, "testable statement"),
        counted(coverage.cases_without_contrast.len(), "case")
    ));
    text
}
