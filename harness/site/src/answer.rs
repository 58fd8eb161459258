use lawbook::{
    adapter::{Reference, Situation},
    catalogue::Case,
    position::Position,
    question::{Answer, Expectation, Expected, GameQuestion, Moment, Question},
    rules::{RuleSet, RuleSets},
};

use super::phrases;

/// What is right in a case, for all rule sets that say the same.
pub(super) struct Answers {
    pub(super) rule_sets: RuleSets,
    /// The rule set by which the case is read first, if it is one of these.
    pub(super) first: Option<RuleSet>,
    /// Question and answer, the ruling first.
    pub(super) says: Vec<(String, String)>,
    /// Why these rule sets rule otherwise than the rest, if they do.
    pub(super) because: Vec<String>,
}

/// The ruling under one rule set, and what it rests on.
pub(super) struct RulingGround {
    pub(super) rule_set: RuleSet,
    pub(super) ruling: String,
    /// The article of the rule set, where it is known.
    pub(super) article: Option<&'static str>,
    pub(super) reason: String,
}

impl Answers {
    /// The answers of a case by rule set, first those of `first`.
    pub(super) fn of(case: &Case, first: RuleSet, end: Option<&Position>) -> Vec<Answers> {
        let mut groups: Vec<(Vec<Expected>, Vec<RuleSet>)> = Vec::new();
        let others = case.rule_sets.iter().filter(|rule_set| *rule_set != first);
        for rule_set in std::iter::once(first).chain(others) {
            let answers = answers(case, rule_set);
            match groups.iter_mut().find(|(other, _)| same(other, &answers)) {
                Some((_, rule_sets)) => rule_sets.push(rule_set),
                None => groups.push((answers, vec![rule_set])),
            }
        }
        let group = |(answers, rule_sets): (Vec<Expected>, Vec<RuleSet>)| {
            let says = |one: &Expected| {
                (phrases::asks(&one.question), phrases::sentence(&phrases::says(one, end)))
            };
            Answers {
                first: rule_sets.contains(&first).then_some(first),
                says: answers.iter().map(says).collect(),
                because: because(case, &rule_sets),
                rule_sets: rule_sets.into_iter().collect(),
            }
        };
        groups.into_iter().map(group).collect()
    }

    /// Whether there is no rule set that is not among these.
    pub(super) fn is_everywhere(&self) -> bool {
        self.rule_sets == RuleSets::ALL
    }

    /// The names of the rule sets, for the script.
    pub(super) fn names(&self) -> String {
        self.rule_sets.to_string()
    }

    /// The rule sets, for people.
    pub(super) fn list(&self) -> String {
        phrases::names(self.rule_sets)
    }
}

impl RulingGround {
    /// The reason, as a sentence of its own.
    pub(super) fn sentence(&self) -> String {
        format!("{}.", phrases::named(phrases::sentence(&self.reason)))
    }

    /// What the reference rests its ruling on, under each rule set of a case with a ruling.
    ///
    /// Where its ruling is not what the case says, it has no say here.
    pub(super) fn of(case: &Case) -> Vec<RulingGround> {
        let reference = Reference::default();
        let grounds =
            case.rule_sets.iter().filter_map(|rule_set| ground(&reference, case, rule_set));
        grounds.collect()
    }
}

fn ground(reference: &Reference, case: &Case, rule_set: RuleSet) -> Option<RulingGround> {
    let wanted = answers(case, rule_set).into_iter().find_map(|one| {
        if let Expectation::Exactly(Answer::Ruling(decision)) = one.right {
            Some(decision)
        } else {
            None
        }
    })?;
    let line =
        Situation { setup: case.setup, acts: case.acts.clone(), rule_set, event: case.event };
    let ruling = reference.rule(&line).filter(|ruling| ruling.decision == wanted)?;
    Some(RulingGround {
        rule_set,
        ruling: wanted.to_string(),
        article: ruling.reason.article(rule_set),
        reason: ruling.reason.explain(rule_set),
    })
}

/// What is asked at the end; other moments are for libraries that know no such acts.
fn answers(case: &Case, rule_set: RuleSet) -> Vec<Expected> {
    let mut answers = case.expected_under(rule_set);
    answers.retain(|one| one.moment == Moment::End);
    if answers.iter().any(|one| matches!(one.question, Question::Game(GameQuestion::Claim { .. })))
    {
        answers.retain(|one| one.question != Question::Game(GameQuestion::Claimable));
    }
    answers.sort_by_key(|one| one.question != Question::Game(GameQuestion::Ruling));
    answers
}

/// Whether these are the same answers in whatever order.
fn same(some: &[Expected], others: &[Expected]) -> bool {
    some.len() == others.len() && some.iter().all(|one| others.contains(one))
}

/// Why these rule sets rule otherwise.
fn because(case: &Case, rule_sets: &[RuleSet]) -> Vec<String> {
    let exceptions = case.exceptions.iter();
    exceptions
        .filter(|exception| rule_sets.iter().any(|one| exception.rule_sets.contains(*one)))
        .map(|exception| exception.because.clone())
        .collect()
}
