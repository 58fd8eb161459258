//! Baselines: the known wrong answers that an adopter keeps in a file. The gate writes and reads the same files.

use std::{io, path::Path};

use lawbook::rules::Termination;
use lawbook_catalogue::{
    CaseLevel, Cause, Deviation, DeviationClass, MoveKind, Place, Version, question::Direction,
    read_text, regular,
};
use lawbook_faults::faults_named;
use lawbook_gate::baseline::{Asked, Given, of_answer, of_failure};

pub use lawbook_gate::baseline::Baseline;

use crate::{
    report::{question_id, said},
    runner::{Finding, Run, Standing, Verdict, WAYS, tendency},
};

/// Maximum size of a baseline, in bytes.
const MAX_BASELINE: u64 = 4 << 20;

/// An error with a baseline file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BaselineError {
    /// It is not a baseline.
    #[error("{0}")]
    Invalid(String),
    /// It cannot be read.
    #[error("{0}")]
    File(String),
}

/// Reads a baseline file; `None` if it does not exist.
///
/// # Errors
///
/// Returns an error if the file cannot be read, is not a regular file, exceeds 4 MiB, or is not a baseline.
pub fn read_baseline(path: &Path) -> Result<Option<Baseline>, BaselineError> {
    let shown = path.display();
    let text = match regular(path).and_then(|()| read_text(path, MAX_BASELINE)) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(BaselineError::File(format!("cannot read {shown}: {error}"))),
    };
    let invalid = |problem| BaselineError::Invalid(format!("{shown} is no baseline: {problem}"));
    Baseline::read(&text).map(Some).map_err(invalid)
}

/// Returns the place of the library that a baseline in the file `path` is of, among those that are asked.
///
/// # Errors
///
/// Returns an error if it is of another library, or of a later catalogue than that of this program.
pub fn owner(baseline: &Baseline, path: &Path, names: &[String]) -> Result<usize, BaselineError> {
    let (shown, library) = (path.display(), &baseline.library);
    let place = names.iter().position(|name| name == library).ok_or_else(|| {
        let names = names.join(", ");
        format!("{shown} is the baseline of {library}, and not of {names}; use another file")
    });
    let is_for = baseline.is_for(library, Version::current().into());
    let is_for = is_for.map_err(|problem| format!("{shown}: {problem}"));
    place.and_then(|place| is_for.map(|()| place)).map_err(BaselineError::Invalid)
}

/// Returns the baseline that lists what is wrong in a run, with the reasons of an older one. The run is without known
/// deviations of the library.
pub fn write_baseline(
    run: &Run<'_>,
    library: usize,
    level: CaseLevel,
    old: Option<&Baseline>,
) -> Baseline {
    let name = &run.implementations[library].name;
    let asked = asked(run, library);
    let mut new = Baseline::new(name, Version::current().into(), level.into(), &asked);
    if let Some(old) = old {
        new.take_reasons(old);
    }
    new
}

/// Returns the entries of a baseline as known deviations, in their order.
pub fn deviations(baseline: &Baseline) -> Vec<Deviation> {
    let entries = baseline.causes.iter();
    entries
        .map(|known| Deviation {
            cause: cause_named(&known.cause),
            cases: Vec::new(),
            question: String::new(),
            says: None,
            class: DeviationClass::Unexplained,
            policy: None,
            reason: known.reason.clone(),
            source: None,
            versions: None,
            upstream: None,
            reported: None,
            fixed_in: None,
            implementation: baseline.library.clone(),
            place: Place::default(),
        })
        .collect()
}

/// Returns the known deviations that hold in random games: those of its entries whose causes hold anywhere.
pub fn excuses_in_games(baseline: &Baseline) -> Vec<Deviation> {
    // The file does not tell what kind of move is refused.
    let kinds = [MoveKind::Castling, MoveKind::EnPassant, MoveKind::Promotion, MoveKind::Ordinary];
    let of_kinds = |one: Deviation| match one.cause.clone() {
        Some(Cause::MoveRefused { message, .. }) => {
            let cause = |kind| Some(Cause::MoveRefused { kind, message: message.clone() });
            kinds.map(|kind| Deviation { cause: cause(kind), ..one.clone() }).to_vec()
        }
        _ => vec![one],
    };
    let has_cause = |one: &Deviation| one.cause.is_some();
    deviations(baseline).into_iter().filter(has_cause).flat_map(of_kinds).collect()
}

/// Compares a run with a baseline: answers that it lists become known. `entries` are its [`deviations`].
///
/// Returns what in the baseline has to be written again, in a line each.
pub fn apply<'a>(
    run: &mut Run<'a>,
    library: usize,
    level: CaseLevel,
    baseline: &Baseline,
    entries: &'a [Deviation],
) -> Vec<String> {
    let outdated = baseline.outdated(level.into(), &asked(run, library));
    for case in &mut run.cases {
        let of_library = case.verdicts.iter_mut().filter(|one| one.implementation == library);
        for verdict in of_library.filter(|one| one.fails()) {
            let entry = baseline.place(&digest(&case.case.id, verdict));
            if let Some(entry) = entry.and_then(|place| entries.get(place)) {
                verdict.standing = Standing::Known;
                verdict.deviation = Some(entry);
            }
        }
    }
    outdated
}

/// Returns what became of the questions to a library.
fn asked(run: &Run<'_>, library: usize) -> Vec<Asked> {
    let mut all = Vec::new();
    for case in &run.cases {
        for verdict in case.verdicts.iter().filter(|one| one.implementation == library) {
            let given = match verdict.finding {
                Finding::Agrees => Given::Right,
                Finding::NotReached => Given::NotReached,
                finding if finding.is_scored() => {
                    Given::Wrong { cause: name(verdict), digest: digest(&case.case.id, verdict) }
                }
                _ => continue,
            };
            let kind = verdict.expected.question.kind().to_owned();
            all.push(Asked { kind, since: case.case.since.into(), given });
        }
    }
    all
}

/// Returns the digest of a wrong answer.
fn digest(case: &str, verdict: &Verdict<'_>) -> String {
    let id = question_id(case, &verdict.expected);
    match said(&verdict.expected.right, &verdict.says) {
        Some(said) => of_answer(&id, &said),
        None => of_failure(&id, &verdict.says.to_string()),
    }
}

const ENDS: &str = "ends-by-itself/";
const NOT_IN_TIME: &str = "does not answer in time";
const NOT_ASKED: &str = "is not asked after too many failures";

/// Returns the name of the cause of a wrong answer, as the gate has it.
fn name(verdict: &Verdict<'_>) -> String {
    match &verdict.cause {
        None | Some(Cause::Unexplained { .. }) => tendency(verdict),
        Some(Cause::Fault(name)) => name.clone(),
        Some(Cause::EndsByItself(by)) => format!("{ENDS}{}", by.code()),
        Some(Cause::MoveRefused { message, .. }) => format!("refuses a move: {message}"),
        Some(Cause::SetupRefused(message)) => format!("refuses a setup: {message}"),
        Some(Cause::Panicked(message)) => format!("fails: {message}"),
        Some(Cause::Crashed(message)) => format!("crashes: {message}"),
        Some(Cause::ProtocolError(message)) => format!("breaks the protocol: {message}"),
        Some(Cause::TimedOut) => NOT_IN_TIME.to_owned(),
        Some(Cause::NotAsked) => NOT_ASKED.to_owned(),
    }
}

/// Returns the cause with a name; `None` if it is that of a later version. What kind of move is refused is not in it.
fn cause_named(name: &str) -> Option<Cause> {
    if faults_named(name).next().is_some() {
        return Some(Cause::Fault(name.to_owned()));
    }
    if let Some(by) = name.strip_prefix(ENDS) {
        return Termination::ALL.into_iter().find(|one| one.code() == by).map(Cause::EndsByItself);
    }
    match name {
        NOT_IN_TIME => return Some(Cause::TimedOut),
        NOT_ASKED => return Some(Cause::NotAsked),
        _ => {}
    }
    if name.starts_with("taking moves back changes ") {
        let question = "undo".to_owned();
        return Some(Cause::Unexplained { question, direction: Direction::Exceeds });
    }
    let (what, rest) = name.split_once(": ")?;
    let message = rest.to_owned();
    Some(match what {
        "refuses a move" => Cause::MoveRefused { kind: MoveKind::Ordinary, message },
        "refuses a setup" => Cause::SetupRefused(message),
        "fails" => Cause::Panicked(message),
        "crashes" => Cause::Crashed(message),
        "breaks the protocol" => Cause::ProtocolError(message),
        question => {
            let direction = WAYS.iter().find(|(_, words)| words.contains(&rest));
            let direction = direction.map_or(Direction::Differs, |(direction, _)| *direction);
            Cause::Unexplained { question: question.to_owned(), direction }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runner;
    use lawbook::position::Move;
    use lawbook_catalogue::{
        Catalogue,
        adapter::{About, Implementation, Response, Scenario},
        question::{Answer, Question},
    };
    use lawbook_faults::{Fault, Memory, Seeded};

    /// The reference with some faults at once: of lists, with the differences of all.
    struct Faulty {
        faults: Vec<&'static Fault>,
    }

    impl Implementation for Faulty {
        fn about(&self) -> About {
            About::new("faulty", "1.0.0")
        }

        fn ask(&self, line: &Scenario, questions: &[Question]) -> Vec<Response> {
            let memory = Memory::default();
            let right = memory.ask(line, questions);
            let mut said = right.clone();
            for fault in &self.faults {
                let own = Seeded::new(fault, &memory).ask(line, questions);
                for ((said, right), own) in said.iter_mut().zip(&right).zip(own) {
                    *said = match (said.answer(), right.answer(), own.answer()) {
                        _ if own == *right => continue,
                        (
                            Some(Answer::Moves(all)),
                            Some(Answer::Moves(right)),
                            Some(Answer::Moves(own)),
                        ) => {
                            let is_missing =
                                |one: &&Move| right.contains(one) && !own.contains(one);
                            let kept = all.iter().filter(|one| !is_missing(one));
                            let extra = own.iter().filter(|one| !right.contains(one));
                            let mut moves: Vec<Move> = kept.chain(extra).copied().collect();
                            moves.sort_unstable();
                            moves.dedup();
                            Response::Answer { answer: Answer::Moves(moves), native: true }
                        }
                        _ => own,
                    };
                }
            }
            said
        }
    }

    /// Every eighth case.
    fn some_cases() -> Catalogue {
        let mut catalogue = Catalogue::embedded();
        let mut number = 0;
        catalogue.cases.retain(|_| {
            number += 1;
            number % 8 == 0
        });
        catalogue
    }

    /// Returns the new baseline of a library with faults, and what fails with an old one.
    fn checked(
        catalogue: &Catalogue,
        faults: &[&'static Fault],
        old: Option<&Baseline>,
    ) -> (Baseline, Vec<String>) {
        let library = Box::new(Faulty { faults: faults.to_vec() }) as Box<dyn Implementation>;
        let entries: Vec<Deviation>;
        let mut run = runner::run(catalogue, &catalogue.cases, &[library], &[], || ());
        let new = write_baseline(&run, 1, CaseLevel::Strict, None);
        let mut failing = Vec::new();
        if let Some(old) = old {
            entries = deviations(old);
            failing = apply(&mut run, 1, CaseLevel::Strict, old, &entries);
        }
        let verdicts = run.verdicts().filter(|one| one.implementation == 1 && one.fails());
        failing.extend(verdicts.map(name));
        (new, failing)
    }

    /// How many sets of faults are tested. With more it holds as well, and takes longer.
    const SETS: usize = 8;

    #[test]
    fn a_baseline_of_any_faults_holds_until_there_is_one_more() {
        let catalogue = some_cases();
        let faults: Vec<&'static Fault> =
            lawbook_faults::all().chain(lawbook_faults::grid()).collect();
        let shows = |fault: &&'static Fault| {
            let library = Faulty { faults: vec![*fault] };
            let answers = |case| runner::ask_one(case, "faulty", &library, &[]);
            catalogue.cases.iter().any(|case| answers(case).iter().any(Verdict::fails))
        };
        let mut seen = (0..).map(|number| faults[number * 7919 % faults.len()]).filter(shows);
        for number in 0..SETS {
            let mut some: Vec<&'static Fault> = seen.by_ref().take(1 + number % 3).collect();
            let names: Vec<&str> = some.iter().map(|one| one.name).collect();
            let (written, _) = checked(&catalogue, &some, None);
            let written = Baseline::read(&written.write()).unwrap();
            assert_eq!(checked(&catalogue, &some, Some(&written)).1, [""; 0], "{names:?}");
            let one_more = seen.next().unwrap();
            some.push(one_more);
            let (new, failing) = checked(&catalogue, &some, Some(&written));
            // A fault may be a part of another, which is listed.
            let digests = |one: &Baseline| -> Vec<String> {
                let mut all: Vec<String> =
                    one.causes.iter().flat_map(|cause| cause.answers.clone()).collect();
                all.sort_unstable();
                all
            };
            let is_part = digests(&new) == digests(&written);
            assert_eq!(failing.is_empty(), is_part, "{names:?} and {}", one_more.name);
        }
    }

    #[test]
    fn names_of_causes_read_back() {
        for cause in [
            Cause::Fault("castling/missing".to_owned()),
            Cause::EndsByItself(Termination::FiftyMoves),
            Cause::Panicked("no _".to_owned()),
            Cause::TimedOut,
        ] {
            let case = Catalogue::embedded_case("knight-beside-the-rook").unwrap();
            let library = Faulty { faults: Vec::new() };
            let mut verdict = runner::ask_one(&case, "x", &library, &[]).remove(0);
            verdict.cause = Some(cause.clone());
            assert_eq!(cause_named(&name(&verdict)), Some(cause));
        }
        let unexplained =
            |direction| Cause::Unexplained { question: "check".to_owned(), direction };
        assert_eq!(cause_named("check: wrongly yes"), Some(unexplained(Direction::Exceeds)));
        assert_eq!(cause_named("check: differs"), Some(unexplained(Direction::Differs)));
        assert_eq!(cause_named("of a later version"), None);
    }
}
