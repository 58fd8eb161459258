//! Baselines: the known wrong answers that an adopter keeps in a file. The gate writes and reads the same files.

use lawbook::rules::Termination;
use lawbook_catalogue::{
    CaseLevel, Cause, Deviation, DeviationClass, MoveKind, Place, Version, question::Direction,
};
use lawbook_faults::faults_named;
use lawbook_gate::{
    baseline::{Asked, Given},
    words::Way,
};

pub use lawbook_gate::baseline::{Baseline, BaselineError};

use crate::{
    report::question_id,
    runner::{Finding, Run, Standing, Verdict},
};

/// Returns the baseline with the failures of a run, with the reasons of an older one. The run is without known
/// deviations of the library.
pub fn write_baseline(
    run: &Run<'_>,
    library: usize,
    level: CaseLevel,
    old: Option<&Baseline>,
) -> Baseline {
    let name = &run.implementations[library].name;
    let asked = asked(run, library);
    Baseline::new(name, Version::current().into(), level.into(), &asked, old)
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
        Cause::MoveRefused { message, .. } => {
            let cause = |kind| Cause::MoveRefused { kind, message: message.clone() };
            kinds.map(|kind| Deviation { cause: cause(kind), ..one.clone() }).to_vec()
        }
        _ => vec![one],
    };
    deviations(baseline).into_iter().flat_map(of_kinds).collect()
}

/// Compares a run with a baseline: answers that it lists become known. `entries` are its [`deviations`], and `is_whole` is
/// whether all cases up to the level were asked.
///
/// Returns what in the baseline does not hold any more, in a line each.
///
/// # Errors
///
/// Returns why that cannot be known.
pub fn apply<'a>(
    run: &mut Run<'a>,
    library: usize,
    (level, is_whole): (CaseLevel, bool),
    baseline: &Baseline,
    entries: &'a [Deviation],
) -> Result<Vec<String>, String> {
    let outdated = baseline.outdated(level.into(), is_whole, &asked(run, library));
    for case in &mut run.cases {
        let of_library = case.verdicts.iter_mut().filter(|one| one.implementation == library);
        for verdict in of_library.filter(|one| one.fails()) {
            let entry = verdict.in_text.as_ref().and_then(|one| baseline.place(one.digest));
            if let Some(entry) = entry.and_then(|place| entries.get(place)) {
                verdict.standing = Standing::Known;
                verdict.deviation = Some(entry);
            }
        }
    }
    outdated
}

/// Returns the answers of a library as a baseline sees them.
fn asked(run: &Run<'_>, library: usize) -> Vec<Asked> {
    let mut all = Vec::new();
    for case in &run.cases {
        for verdict in case.verdicts.iter().filter(|one| one.implementation == library) {
            let given = match verdict.finding {
                Finding::Agrees => Given::Right,
                Finding::NotReached => Given::NotReached,
                finding if finding.is_wrong() => {
                    let Some(in_text) = &verdict.in_text else { continue };
                    Given::Wrong { cause: name(verdict), digest: in_text.digest }
                }
                _ => continue,
            };
            let kind = verdict.expected.question.kind().to_owned();
            let id = question_id(&case.case.id, &verdict.expected);
            all.push(Asked { id, kind, level: case.case.level.into(), given });
        }
    }
    all
}

const ENDS: &str = "ends-by-itself/";
const NOT_IN_TIME: &str = "does not answer in time";
const NOT_ASKED: &str = "is not asked after too many failures";

/// Returns the name of the cause of a wrong answer, as the gate has it.
fn name(verdict: &Verdict<'_>) -> String {
    match &verdict.cause {
        None | Some(Cause::Unexplained { .. }) => {
            verdict.in_text.as_ref().map(|one| one.tendency.clone()).unwrap_or_default()
        }
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

/// Returns the cause with a name. That of a later version is one that holds nowhere. What kind of move is refused is not in it.
fn cause_named(name: &str) -> Cause {
    if faults_named(name).next().is_some() {
        return Cause::Fault(name.to_owned());
    }
    if let Some(by) = name.strip_prefix(ENDS)
        && let Some(by) = Termination::ALL.into_iter().find(|one| one.code() == by)
    {
        return Cause::EndsByItself(by);
    }
    match name {
        NOT_IN_TIME => return Cause::TimedOut,
        NOT_ASKED => return Cause::NotAsked,
        _ => {}
    }
    if let Some((calls, _)) = name.split_once(" changes ") {
        let question = if calls.starts_with("asking") { "again" } else { "undo" }.to_owned();
        return Cause::Unexplained { question, direction: Direction::Exceeds };
    }
    let (what, rest) = name.split_once(": ").unwrap_or((name, ""));
    let message = rest.to_owned();
    match what {
        "refuses a move" => Cause::MoveRefused { kind: MoveKind::Ordinary, message },
        "refuses a setup" => Cause::SetupRefused(message),
        "fails" => Cause::Panicked(message),
        "crashes" => Cause::Crashed(message),
        "breaks the protocol" => Cause::ProtocolError(message),
        question => {
            let direction = Way::of(rest).into();
            Cause::Unexplained { question: question.to_owned(), direction }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::runner;
    use lawbook::position::Move;
    use lawbook_catalogue::{
        Catalogue,
        adapter::{About, Implementation, Response, Scenario},
        question::{Answer, Question},
    };
    use lawbook_faults::{Fault, Memory};
    use lawbook_gate::baseline::Digest;

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
                let own = fault.ask_without_consequences(&memory, line, questions);
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
            failing = apply(&mut run, 1, (CaseLevel::Strict, true), old, &entries).unwrap();
        }
        let verdicts = run.verdicts().filter(|one| one.implementation == 1 && one.fails());
        failing.extend(verdicts.map(name));
        (new, failing)
    }

    /// How many sets of faults are tested. With more it holds as well, and takes longer.
    const SETS: usize = 4;

    #[test]
    fn a_baseline_of_any_faults_holds_until_there_is_one_more() {
        let catalogue = some_cases();
        let faults: Vec<&'static Fault> =
            lawbook_faults::all().chain(lawbook_faults::grid()).collect();
        let shows = |fault: &&'static Fault| {
            let library = Faulty { faults: vec![*fault] };
            let answers = |case| runner::ask_one(case, &library, &[]);
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
            let digests = |one: &Baseline| -> BTreeSet<Digest> {
                one.causes.iter().flat_map(|cause| cause.answers.clone()).collect()
            };
            let is_part = digests(&new) == digests(&written);
            assert_eq!(failing.is_empty(), is_part, "{names:?} and {}", one_more.name);
            // Without the last two, the answers that only they gave are gone.
            some.truncate(some.len() - 2);
            let (new, failing) = checked(&catalogue, &some, Some(&written));
            let is_gone = !digests(&new).is_superset(&digests(&written));
            let says = failing.iter().any(|line| line.ends_with("listed wrong answers have gone"));
            assert_eq!(says, is_gone, "{names:?} without the last: {failing:?}");
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
            let mut verdict = runner::ask_one(&case, &library, &[]).remove(0);
            verdict.cause = Some(cause.clone());
            assert_eq!(cause_named(&name(&verdict)), cause);
        }
        let unexplained =
            |direction| Cause::Unexplained { question: "check".to_owned(), direction };
        assert_eq!(cause_named("check: wrongly yes"), unexplained(Direction::Exceeds));
        assert_eq!(cause_named("check: differs"), unexplained(Direction::Differs));
        let later = "of a later version".to_owned();
        let nowhere = Cause::Unexplained { question: later.clone(), direction: Direction::Differs };
        assert_eq!(cause_named(&later), nowhere);
    }
}
