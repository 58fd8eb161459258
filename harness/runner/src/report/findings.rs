//! The page of known deviations of all libraries, sorted by their severity.

use std::collections::BTreeMap;

use super::{Report, escape::markdown};
use lawbook::words::counted;
use lawbook_catalogue::{Cause, Deviation, DeviationClass, Releases, question::Direction};
use lawbook_gate::Harm;

/// Returns the harm of a known deviation: that of the failure that it lists, or else that of the question.
fn harm_of(deviation: &Deviation) -> Harm {
    let of_failure = match &deviation.cause {
        Cause::Panicked(_)
        | Cause::Crashed(_)
        | Cause::TimedOut
        | Cause::NotAsked
        | Cause::ProtocolError(_) => Some(Harm::Crash),
        Cause::SetupRefused(_) | Cause::MoveRefused { .. } => Some(Harm::Refusal),
        // The kinds of faults that refuse a setup say so.
        Cause::Fault(name) if deviation.question == "setup" => {
            Some(Harm::of_setup(!name.contains("-refused")))
        }
        Cause::Unexplained { direction, .. } if deviation.question == "setup" => {
            Some(Harm::of_setup(*direction == Direction::Exceeds))
        }
        Cause::EndsByItself(_) if deviation.question == "setup" => Some(Harm::of_setup(false)),
        Cause::Fault(_) | Cause::Unexplained { .. } | Cause::EndsByItself(_) => None,
    };
    of_failure.unwrap_or_else(|| Harm::of_answer(&deviation.question))
}

/// One finding: all known deviations of a library that have the same reason.
#[derive(Clone, Debug)]
pub struct KnownFinding<'a> {
    /// The worst harm of its entries.
    pub harm: Harm,
    /// The class of its first entry.
    pub class: DeviationClass,
    /// The name of the library.
    pub library: &'a str,
    /// Its entries, in the order of the library's list; never empty.
    pub entries: Vec<&'a Deviation>,
}

/// The findings of one library.
#[derive(Clone, Debug)]
pub struct LibraryFindings<'a> {
    /// The name of the library.
    pub name: &'a str,
    /// The release under test.
    pub version: &'a str,
    /// Its findings, the worst first.
    pub findings: Vec<KnownFinding<'a>>,
}

impl<'a> LibraryFindings<'a> {
    /// What [`LibraryFindings::counts`] counts.
    pub const COUNTED: [&'static str; 3] = ["bugs", "incomplete", "by design or other rules"];

    /// Returns the findings of each library, which is given with the release under test.
    pub fn of(
        known: &'a [Deviation],
        libraries: &[(&'a str, &'a str)],
    ) -> Vec<LibraryFindings<'a>> {
        let all = known_causes(known);
        let own = |name: &str| all.iter().filter(|one| one.library == name).cloned().collect();
        let of = |&(name, version)| LibraryFindings { name, version, findings: own(name) };
        libraries.iter().map(of).collect()
    }

    /// Returns the numbers of findings by class.
    pub fn counts(&self) -> [usize; 3] {
        let place = |one: &KnownFinding<'_>| match one.class {
            DeviationClass::Bug | DeviationClass::Unexplained => 0,
            DeviationClass::Incomplete => 1,
            DeviationClass::ByDesign | DeviationClass::OtherRuleSet => 2,
        };
        [0, 1, 2].map(|class| self.findings.iter().filter(|one| place(one) == class).count())
    }
}

/// Renders the page of all known deviations. Findings are sorted by harm, the worst first, and then by class, bugs
/// first. Entries of a library with the same reason are one finding. `report` has their answers, and so
/// counts those of its own libraries only. `libraries` are all, on the day that they were
/// last asked. `shown` returns the command that demonstrates an entry, if there is one.
pub fn findings(
    known: &[Deviation],
    report: &Report,
    (libraries, day): (&[LibraryFindings<'_>], &str),
    shown: &dyn Fn(&Deviation) -> Option<String>,
) -> String {
    let causes = known_causes(known);
    let count = |harm: Harm| causes.iter().filter(|cause| cause.harm == harm).count();
    let mut page = format!(
        "# Findings\n\nWritten by `lawbook` {} from the lists of known deviations; do not edit. {} findings in {} entries, by the \
         harm they do. The answers are the wrong ones that a finding leads to, as in [the report](README.md): of its {} only; the \
         cases of the other libraries are examples.\n",
        env!("CARGO_PKG_VERSION"),
        causes.len(),
        known.len(),
        counted(report.implementations.len().saturating_sub(1), "linked library"),
    );
    page.push_str("\n| harm | findings |\n|---|---|\n");
    for harm in Harm::ALL {
        page.push_str(&format!("| {} | {} |\n", harm.words(), count(harm)));
    }
    page.push_str(&format!(
        "\n## By library\n\nThe release of each library that is tested, as of {day}, and its findings by \
         [class](../harness/docs/faults.md#classes).\n\n| library | release | {} |\n|---|---|--:|--:|--:|\n",
        LibraryFindings::COUNTED.join(" | ")
    ));
    for one in libraries {
        let counts = one.counts().map(|count| count.to_string()).join(" | ");
        page.push_str(&format!("| {} | {} | {counts} |\n", markdown(one.name), one.version));
    }
    for harm in Harm::ALL.into_iter().filter(|&harm| count(harm) > 0) {
        page.push_str(&format!("\n## {}\n\n", capital(harm.words())));
        page.push_str("| library | of | class | asked | state | why | answers | cases | to see it |\n|---|---|---|---|---|---|--:|---|---|\n");
        for cause in causes.iter().filter(|cause| cause.harm == harm) {
            let command = cause.entries.iter().find_map(|entry| shown(entry));
            page.push_str(&row(cause, cause.answers(report), command));
        }
    }
    page
}

/// Groups known deviations by library and reason, sorted by harm and then by class.
pub fn known_causes(known: &[Deviation]) -> Vec<KnownFinding<'_>> {
    let mut by_reason: BTreeMap<(&str, &str), KnownFinding<'_>> = BTreeMap::new();
    for entry in known {
        let (harm, library) = (harm_of(entry), entry.implementation.as_str());
        let cause = by_reason.entry((library, &entry.reason)).or_insert_with(|| KnownFinding {
            harm,
            class: entry.class,
            library,
            entries: Vec::new(),
        });
        cause.harm = cause.harm.min(harm);
        cause.entries.push(entry);
    }
    let mut causes: Vec<KnownFinding<'_>> = by_reason.into_values().collect();
    causes.sort_by_key(|cause| (cause.harm, order(cause.class), cause.library.to_lowercase()));
    causes
}

/// Sort key of a class: deviations from the library's own documentation come before intended ones.
const fn order(class: DeviationClass) -> u8 {
    match class {
        DeviationClass::Bug => 0,
        DeviationClass::Unexplained => 1,
        DeviationClass::Incomplete => 2,
        DeviationClass::OtherRuleSet => 3,
        DeviationClass::ByDesign => 4,
    }
}

impl<'a> KnownFinding<'a> {
    /// Returns the names of the questions that are answered differently.
    pub fn asked(&self) -> Vec<&'a str> {
        sorted(self.entries.iter().map(|one| one.question.as_str()))
    }

    /// Returns the affected cases; empty if only games are affected.
    pub fn cases(&self) -> Vec<&'a str> {
        sorted(self.entries.iter().flat_map(|one| &one.cases).map(String::as_str))
    }

    /// Returns the affected versions, such as `=1.2.0`; empty if the list does not name any.
    pub fn versions(&self) -> String {
        let mut versions = self.entries.iter().filter_map(|one| one.versions.as_ref());
        versions.next().map(Releases::to_string).unwrap_or_default()
    }

    /// Returns why the library gives this answer.
    pub fn reason(&self) -> &'a str {
        self.entries.first().map_or("", |one| one.reason.as_str())
    }

    /// Returns the number of wrong answers that it leads to in a report; `None` if the library is not in it.
    pub fn answers(&self, report: &Report) -> Option<usize> {
        report.implementations.iter().find(|one| one.name == self.library)?;
        let rows = report.known_by_reason(self.library);
        let own = rows.iter().find(|(reason, _)| *reason == self.reason());
        Some(own.map_or(0, |(_, answers)| answers.len()))
    }

    /// Returns its upstream status in words, such as `unreported` or `reported on 2026-03-01 in LINK, fixed in 1.5.0`. The
    /// latter ends with `partly fixed in 1.5.0` if only some of its entries are fixed.
    pub fn state(&self) -> String {
        let entries = &self.entries;
        let day = entries.iter().find_map(|one| one.reported).map(|day| format!(" on {day}"));
        let link = entries.iter().find_map(|one| one.upstream.as_ref());
        let told: String = day.into_iter().chain(link.map(|link| format!(" in {link}"))).collect();
        let told =
            if told.is_empty() { "unreported".to_owned() } else { format!("reported{told}") };
        let fixed: Vec<_> = entries.iter().filter_map(|one| one.fixed_in.as_ref()).collect();
        let some = if fixed.len() < entries.len() { "partly " } else { "" };
        let fixed = fixed.iter().max().map(|release| format!(", {some}fixed in {release}"));
        told + &fixed.unwrap_or_default()
    }
}

fn sorted<'a>(words: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut words: Vec<&str> = words.collect();
    words.sort_unstable();
    words.dedup();
    words
}

fn row(cause: &KnownFinding<'_>, answers: Option<usize>, command: Option<String>) -> String {
    let shown = match cause.cases().as_slice() {
        [] => "in games".to_owned(),
        [one] => (*one).to_owned(),
        [first, others @ ..] => format!("{first} and {} more", others.len()),
    };
    let cells = [
        cause.library.to_owned(),
        cause.versions(),
        cause.class.words().to_owned(),
        cause.asked().join(", "),
        cause.state(),
        cause.reason().to_owned(),
        answers.map(|answers| answers.to_string()).unwrap_or_default(),
        shown,
    ];
    let command = command.map(|command| format!("`{command}`")).unwrap_or_default();
    format!("| {} | {command} |\n", cells.map(|cell| markdown(&cell)).join(" | "))
}

fn capital(words: &str) -> String {
    let (first, rest) = words.split_at(1);
    first.to_uppercase() + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::read_json;
    use lawbook_catalogue::read_deviations;

    fn entry(question: &str, cause: &str, reason: &str) -> String {
        format!(
            "- cause: {cause}\n  cases: [one]\n  question: {question}\n  class: bug\n  reason: {reason}\n"
        )
    }

    const FAULT: &str = "{fault: setups-are-not-looked-at}";

    rows!(
        the_harm_follows_from_the_question_and_the_cause,
        for (question, cause, harm) in [
            ("ruling", FAULT, Harm::WrongResult),
            ("checkmate", FAULT, Harm::WrongResult),
            ("check", FAULT, Harm::WrongMoves),
            ("checkers", FAULT, Harm::WrongMoves),
            ("legal-moves", FAULT, Harm::WrongMoves),
            ("claim-fifty-written", FAULT, Harm::WrongClaim),
            ("claimable", FAULT, Harm::WrongClaim),
            ("same-as-1", FAULT, Harm::WrongClaim),
            ("ruling", "{panicked: oh}", Harm::Crash),
            ("checkmate", "{setup-refused: no}", Harm::Refusal),
            ("reads-O-O", FAULT, Harm::Notation),
            ("fullmove-number", FAULT, Harm::Notation),
            ("setup", FAULT, Harm::Leniency),
            ("setup", "{fault: setup/kings-adjacent}", Harm::Leniency),
            ("setup", "{fault: setup/check-refused}", Harm::Refusal),
            ("setup", "{unexplained: {question: setup, direction: exceeds}}", Harm::Leniency),
            ("setup", "{unexplained: {question: setup, direction: lacks}}", Harm::Refusal),
            ("setup", "{setup-refused: no}", Harm::Refusal),
            ("setup", "{panicked: oh}", Harm::Crash),
        ] {
            let read = read_deviations("toy", "toy.yaml", &entry(question, cause, "none")).unwrap();
            assert_eq!(harm_of(&read[0]), harm, "{question} {cause}");
        }
    );

    rows!(
        one_reason_is_one_finding_with_its_worst_harm_and_its_state,
        {
            let told = "  upstream: https://example.org/a/b/issues/1\n  reported: 2026-03-01\n";
            let text = [
                entry("setup", FAULT, "it looks at nothing"),
                entry("claimable", FAULT, "it | counts"),
                entry("ruling", FAULT, "it | counts") + told + "  fixed_in: \"1.5\"\n",
            ]
            .concat();
            let shown = |entry: &Deviation| {
                (entry.question == "ruling").then(|| format!("show {}", entry.implementation))
            };
            let report = read_json(include_str!("golden/reports/2026-01.json")).unwrap();
            let known = read_deviations("toy", "toy.yaml", &text).unwrap();
            let libraries = LibraryFindings::of(&known, &[("toy", "2.0.1"), ("sound", "1.0")]);
            let page = findings(&known, &report, (&libraries, "2026-03-02"), &shown);
        },
        for line in [
            "2 findings in 3 entries",
            "| wrong result of a game | 1 |\n",
            "| missed claim or wrong claim | 0 |\n",
            "tested, as of 2026-03-02, and",
            "| toy | 2.0.1 | 2 | 0 | 0 |\n| sound | 1.0 | 0 | 0 | 0 |\n",
            "## Wrong result of a game\n\n| library | of |",
            "| toy |  | bug | claimable, ruling | reported on 2026-03-01 in https://example.org/a/b/issues/1, partly fixed in 1.5 | it \\| counts |  | one | `show toy` |\n",
            "| toy |  | bug | setup | unreported | it looks at nothing |  | one |  |\n",
        ] {
            assert!(page.contains(line), "no {line:?} in {page}");
        }
    );
}
