use std::ptr;

use serde::{Deserialize, Serialize};

use super::{Consensus, Finding, JudgedAnswer, judge, on_all_processors};
use crate::{
    adapter::{About, Implementation, Reference, Situation},
    catalogue::{Case, Catalogue, Deviation},
    question::{Answer, AnswerRecord, Expectation, Expected, GameQuestion, Moment, Question},
    rules::{Decision, RuleSet},
};

/// Everything that came of putting cases to implementations.
#[derive(Debug)]
pub struct Run<'a> {
    /// The implementations, the reference first.
    pub implementations: Vec<About>,
    /// The cases, in the order of the catalogue.
    pub cases: Vec<CaseRun<'a>>,
    /// Known deviations that name no case or no question that was asked, though it should have been.
    pub stale: Vec<&'a Deviation>,
}

/// What came of one case.
#[derive(Debug)]
pub struct CaseRun<'a> {
    /// The case.
    pub case: &'a Case,
    /// One for each implementation, rule set and question.
    pub verdicts: Vec<Verdict<'a>>,
}

/// What came of one question to one implementation under one rule set.
#[derive(Clone, Debug)]
pub struct Verdict<'a> {
    /// Its place in [`Run::implementations`].
    pub implementation: usize,
    /// The rule set under which it was asked.
    pub rule_set: RuleSet,
    /// The question and what is right.
    pub expected: Expected,
    /// What came of it.
    pub finding: Finding,
    /// What was said, as far as it differs from what is right.
    pub says: AnswerRecord,
    /// The named mistake that the answer is.
    pub mistake: Option<String>,
    /// How it stands against the known deviations.
    pub standing: Standing,
    /// The known deviation that names this question, if one does.
    pub deviation: Option<&'a Deviation>,
}

/// How a finding stands against the known deviations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum Standing {
    /// It agrees, or cannot be asked, and nothing is listed.
    AsExpected,
    /// It disagrees as listed.
    Known,
    /// It disagrees, and nothing is listed.
    New,
    /// It disagrees otherwise than listed.
    Changed,
    /// It does not disagree, and is still listed.
    FixedButListed,
    /// It disagrees, and what is listed is about other versions of the library.
    LookAgain,
}

impl Standing {
    /// Whether a gate lets it pass.
    pub const fn passes(self) -> bool {
        matches!(self, Standing::AsExpected | Standing::Known)
    }
}

impl Run<'_> {
    /// Whether every verdict passes the gate and no known deviation is stale.
    pub fn passes(&self) -> bool {
        self.stale.is_empty() && self.verdicts().all(|verdict| verdict.standing.passes())
    }

    /// All verdicts.
    pub fn verdicts(&self) -> impl Iterator<Item = &Verdict<'_>> {
        self.cases.iter().flat_map(|case| &case.verdicts)
    }
}

impl CaseRun<'_> {
    /// Who stands where on a question.
    pub fn consensus(&self, question: &Question) -> Consensus {
        let about = |verdict: &&Verdict<'_>| verdict.expected.question == *question;
        let reference = self
            .verdicts
            .iter()
            .filter(about)
            .filter(|verdict| verdict.implementation == 0)
            .map(|verdict| verdict.finding)
            .max_by_key(|finding| *finding != Finding::Agrees);
        let libraries: Vec<Finding> = self
            .verdicts
            .iter()
            .filter(about)
            .filter(|verdict| verdict.implementation > 0)
            .map(|verdict| verdict.finding)
            .collect();
        Consensus::of(reference, &libraries)
    }
}

/// Puts cases to the reference, under every rule set, and to libraries, under the one they follow.
///
/// Open cases are not asked. `progress` is called after each case. Several cases are put at once, on
/// all processors; what comes of it is in the order of the cases.
pub fn run<'a>(
    catalogue: &Catalogue,
    cases: impl IntoIterator<Item = &'a Case>,
    libraries: &[Box<dyn Implementation>],
    known: &'a [Deviation],
    progress: impl FnMut(),
) -> Run<'a> {
    let reference = Reference::default();
    let implementations: Vec<About> =
        std::iter::once(reference.about()).chain(libraries.iter().map(|one| one.about())).collect();
    let cases: Vec<&Case> = cases.into_iter().filter(|case| case.open.is_none()).collect();
    let put = |&case: &&'a Case| {
        let mut verdicts = ask_reference(case, &reference, known);
        for (place, library) in (1..).zip(libraries) {
            verdicts.extend(ask_library(case, place, library.as_ref(), known));
        }
        CaseRun { case, verdicts }
    };
    let runs = on_all_processors(&cases, put, progress);
    let stale = stale(catalogue, &implementations, &runs, known);
    Run { implementations, cases: runs, stale }
}

/// Puts one case to one implementation: to the reference under every rule set of the case, to
/// another under the one it follows.
pub fn ask_one<'a>(
    case: &Case,
    name: &str,
    library: &dyn Implementation,
    known: &'a [Deviation],
) -> Vec<Verdict<'a>> {
    if name == Reference::NAME {
        ask_reference(case, library, known)
    } else {
        ask_library(case, 1, library, known)
    }
}

/// Asks under every rule set; what does not depend on the rule set is asked once.
fn ask_reference<'a>(
    case: &Case,
    reference: &dyn Implementation,
    known: &'a [Deviation],
) -> Vec<Verdict<'a>> {
    let about = reference.about();
    let mut asked: Vec<Expected> = Vec::new();
    let mut verdicts = Vec::new();
    for rule_set in case.rule_sets.iter() {
        let mut expected = case.expected_under(rule_set);
        expected.retain(|one| one.question.depends_on_rule_set() || !asked.contains(one));
        verdicts.extend(ask(
            case,
            &About { rule_set, ..about.clone() },
            0,
            reference,
            &expected,
            known,
        ));
        asked.extend(expected);
    }
    verdicts
}

/// Asks under the rule set that the library follows, as far as the case makes sense there.
fn ask_library<'a>(
    case: &Case,
    implementation: usize,
    library: &dyn Implementation,
    known: &'a [Deviation],
) -> Vec<Verdict<'a>> {
    let about = library.about();
    let applies = case.rule_sets.contains(about.rule_set);
    let mut expected = case.expected_under(about.rule_set);
    expected.retain(|one| applies || !one.question.depends_on_rule_set());
    ask(case, &about, implementation, library, &expected, known)
}

/// Known deviations of the implementations asked that no verdict used: their case does not exist, or
/// was asked and has no such question.
fn stale<'a>(
    catalogue: &Catalogue,
    implementations: &[About],
    runs: &[CaseRun<'a>],
    known: &'a [Deviation],
) -> Vec<&'a Deviation> {
    let is_stale = |deviation: &&Deviation| {
        let Some(about) = implementations.iter().find(|one| one.name == deviation.implementation)
        else {
            return false;
        };
        // What is about other versions is not asked for in this one.
        let asked = |id: &String| {
            !deviation.is_about(&about.version)
                || runs.iter().find(|run| run.case.id == *id).is_none_or(|run| {
                    run.verdicts.iter().any(|verdict| {
                        implementations[verdict.implementation].name == deviation.implementation
                            && verdict.deviation.is_some_and(|used| ptr::eq(used, *deviation))
                    })
                })
        };
        deviation.cases.iter().any(|id| catalogue.case(id).is_none() || !asked(id))
    };
    known.iter().filter(is_stale).collect()
}

/// Asks these questions about a case, and judges the answers.
fn ask<'a>(
    case: &Case,
    about: &About,
    implementation: usize,
    library: &dyn Implementation,
    expected: &[Expected],
    known: &'a [Deviation],
) -> Vec<Verdict<'a>> {
    let rule_set = about.rule_set;
    let mut verdicts = Vec::new();
    // A game that has ended allows no claim. Who does not look for that ending cannot know, and is not blamed.
    let is_unnoticed = expected.iter().any(|one| match one.right {
        Expectation::Exactly(Answer::Ruling(Decision::Over(outcome))) => {
            !about.endings.contains(&outcome.by)
        }
        Expectation::Exactly(_)
        | Expectation::Among(_)
        | Expectation::NotAmong(_)
        | Expectation::Number(_)
        | Expectation::Squares(_) => false,
    });
    for moment in [Moment::End, Moment::BeforeLastAct] {
        let asked: Vec<&Expected> = expected.iter().filter(|one| one.moment == moment).collect();
        if asked.is_empty() {
            continue;
        }
        let acts = match (moment, case.acts.split_last()) {
            (Moment::BeforeLastAct, Some((_, before))) => before,
            (Moment::BeforeLastAct, None) | (Moment::End, _) => &case.acts,
        };
        let questions: Vec<Question> = asked.iter().map(|one| one.question.clone()).collect();
        let line =
            Situation { setup: case.setup, acts: acts.to_vec(), rule_set, event: case.event };
        for (expected, said) in asked.into_iter().zip(library.ask(&line, &questions)) {
            let JudgedAnswer { mut finding, says, mistake } =
                judge(expected, &said, &case.mistakes);
            if finding == Finding::Differs && is_unnoticed && is_denied_claim(expected) {
                finding = Finding::Silent;
            }
            let mut listed = known.iter().filter(|deviation| {
                deviation.implementation == about.name
                    && deviation.question == expected.question.name()
                    && deviation.cases.contains(&case.id)
            });
            let is_about = |one: &&Deviation| one.is_about(&about.version);
            let says_so = |one: &&Deviation| one.says == says;
            let deviation = (listed.clone().find(|one| is_about(one) && says_so(one)))
                .or_else(|| listed.clone().find(is_about))
                .or_else(|| listed.clone().find(says_so))
                .or_else(|| listed.next());
            verdicts.push(Verdict {
                implementation,
                rule_set,
                expected: expected.clone(),
                finding,
                mistake,
                standing: standing(finding, &says, deviation, &about.version),
                says,
                deviation,
            });
        }
    }
    forgive(&mut verdicts);
    verdicts
}

/// Whether no draw can be claimed when everything has been done.
fn is_denied_claim(expected: &Expected) -> bool {
    matches!(expected.question, Question::Game(GameQuestion::Claimable | GameQuestion::Claim(..)))
        && expected.moment == Moment::End
        && expected.right == Expectation::Exactly(Answer::Is(false))
}

/// A question can have several expectations, and a deviation names the question: it has gone only if
/// none of them is disappointed.
fn forgive(verdicts: &mut [Verdict<'_>]) {
    let disappointed: Vec<String> = verdicts
        .iter()
        .filter(|one| matches!(one.standing, Standing::Known | Standing::Changed))
        .map(|one| one.expected.question.name())
        .collect();
    for one in verdicts {
        if one.standing == Standing::FixedButListed
            && disappointed.contains(&one.expected.question.name())
        {
            one.standing = Standing::AsExpected;
        }
    }
}

fn standing(
    finding: Finding,
    says: &AnswerRecord,
    deviation: Option<&Deviation>,
    version: &str,
) -> Standing {
    let disagrees = finding.is_scored() && finding != Finding::Agrees;
    match deviation {
        None if disagrees => Standing::New,
        None => Standing::AsExpected,
        Some(deviation) if !deviation.is_about(version) => match disagrees {
            true => Standing::LookAgain,
            false => Standing::AsExpected,
        },
        Some(deviation) if disagrees && deviation.says == *says => Standing::Known,
        Some(_) if disagrees => Standing::Changed,
        Some(_) => Standing::FixedButListed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        adapter::Response,
        catalogue::read_deviations,
        position::Move,
        question::{Answer, PositionQuestion},
    };

    /// The reference, with a move that is not legal, if it is one.
    struct Jumping(&'static str);

    impl Implementation for Jumping {
        fn about(&self) -> About {
            About { name: "jumping".to_owned(), ..Reference::default().about() }
        }

        fn ask(&self, line: &Situation, questions: &[Question]) -> Vec<Response> {
            let mut said = Reference::default().ask(line, questions);
            for one in &mut said {
                if let Response::Answer { answer: Answer::Moves(moves), .. } = one {
                    moves.extend(self.0.parse::<Move>().ok());
                }
            }
            said
        }
    }

    fn entry(case: &str, says: &str) -> String {
        format!(
            "- cases: [{case}]\n  question: legal-moves\n  says: {says}\n  class: bug\n  reason: it jumps\n"
        )
    }

    #[test]
    fn a_deviation_may_show_in_one_of_two_answers() {
        let case = Catalogue::embedded_case("knight-beside-the-rook").unwrap();
        let standings = |id: &str| {
            let text = entry(id, "{also: [e1c1]}");
            let known = read_deviations("jumping", "known.yaml", &text).unwrap();
            let verdicts = ask_one(&case, "jumping", &Jumping("e1c1"), &known);
            let legal = verdicts.iter().filter(|one| {
                one.expected.question == Question::Position(PositionQuestion::LegalMoves)
            });
            legal.map(|one| one.standing).collect::<Vec<_>>()
        };
        let mut known = standings("knight-beside-the-rook");
        known.sort_unstable();
        assert_eq!(known, [Standing::AsExpected, Standing::Known]);
        assert!(standings("another-case").contains(&Standing::New));
    }

    #[test]
    fn each_of_two_wrong_answers_has_its_deviation() {
        let id = "passing-capture-one-move-too-late";
        let (catalogue, case) = (Catalogue::embedded(), Catalogue::embedded_case(id).unwrap());
        for (texts, wrong, stale) in [
            (["{also: [e5d6]}", "{moves: 10}"], 0, 0),
            (["{moves: 10}", "{also: [e5d6]}"], 0, 0),
            (["{also: [e5d6]}", "{moves: 11}"], 1, 1),
        ] {
            let text = texts.map(|says| entry(id, says)).concat();
            let known = read_deviations("jumping", "known.yaml", &text).unwrap();
            let libraries = [Box::new(Jumping("e5d6")) as Box<dyn Implementation>];
            let run = run(&catalogue, [&case], &libraries, &known, || ());
            let verdicts = &run.cases[0].verdicts;
            let changed = verdicts.iter().filter(|one| one.standing == Standing::Changed).count();
            assert_eq!((changed, run.stale.len()), (wrong, stale), "{texts:?}");
        }
    }

    #[test]
    fn a_deviation_of_other_versions_excuses_nothing() {
        let id = "knight-beside-the-rook";
        let (catalogue, case) = (Catalogue::embedded(), Catalogue::embedded_case(id).unwrap());
        // The library that jumps has the version of this crate.
        let (this, next) = (env!("CARGO_PKG_VERSION"), "999.0.0");
        for (says, versions, wrong, right) in [
            ("[e1c1]", format!("versions: \"={this}\""), Standing::Known, Standing::FixedButListed),
            ("[e1c1]", format!("fixed_in: \"{next}\""), Standing::Known, Standing::FixedButListed),
            ("[e1c1]", format!("versions: \"={next}\""), Standing::LookAgain, Standing::AsExpected),
            ("[a1a2]", format!("versions: \"={next}\""), Standing::LookAgain, Standing::AsExpected),
            ("[e1c1]", format!("fixed_in: \"{this}\""), Standing::LookAgain, Standing::AsExpected),
        ] {
            let text = format!("{}  {versions}\n", entry(id, &format!("{{also: {says}}}")));
            let known = read_deviations("jumping", "known.yaml", &text).unwrap();
            for (jumps, standing) in [("e1c1", wrong), ("", right)] {
                let libraries = [Box::new(Jumping(jumps)) as Box<dyn Implementation>];
                let run = run(&catalogue, [&case], &libraries, &known, || ());
                let listed = run.verdicts().filter(|one| one.deviation.is_some());
                let standings: Vec<Standing> = listed.map(|one| one.standing).collect();
                assert!(standings.contains(&standing), "{jumps} with {versions}: {standings:?}");
                assert_eq!(run.stale.len(), 0, "{jumps} with {versions}");
                let passes = standings.iter().all(|one| one.passes());
                assert_eq!(passes, matches!(standing, Standing::Known | Standing::AsExpected));
            }
        }
    }
}
