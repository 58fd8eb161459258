use lawbook::{
    position::Position,
    rules::{RuleSet, RuleSets},
};
use lawbook_catalogue::{
    Case,
    adapter::Reference,
    question::{Answer, Expectation, Expected, GameQuestion, Moment, Question},
};

use super::phrases;

/// The right answers of a case, for a group of rule sets that agree on them.
pub(super) struct Answers {
    pub(super) rule_sets: RuleSets,
    /// The leading rule set of the case, if it is in this group.
    pub(super) first: Option<RuleSet>,
    /// Questions and answers, the ruling first.
    pub(super) says: Vec<(String, String)>,
    /// Why these rule sets differ from the others, if they do.
    pub(super) because: Vec<String>,
}

/// The ruling under one rule set and the reason for it.
pub(super) struct RulingGround {
    pub(super) rule_set: RuleSet,
    pub(super) ruling: String,
    /// The article of the rule set, if known.
    pub(super) article: Option<String>,
    pub(super) reason: String,
}

impl Answers {
    /// The answers of a case, grouped by rule set. The group of `first` comes first.
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

    /// Whether the group contains every rule set.
    pub(super) fn is_everywhere(&self) -> bool {
        self.rule_sets == RuleSets::ALL
    }

    /// The rule sets in words.
    pub(super) fn list(&self) -> String {
        phrases::names(self.rule_sets)
    }
}

impl RulingGround {
    /// The reason as a sentence.
    pub(super) fn sentence(&self) -> String {
        format!("{}.", phrases::named(phrases::sentence(&self.reason)))
    }

    /// The reference's ruling and reason under each rule set for which the case has a ruling.
    ///
    /// Rule sets under which the reference contradicts the case are left out.
    pub(super) fn of(case: &Case) -> Vec<RulingGround> {
        let reference = Reference::default();
        case.rule_sets.iter().filter_map(|rule_set| ground(&reference, case, rule_set)).collect()
    }
}

fn ground(reference: &Reference, case: &Case, rule_set: RuleSet) -> Option<RulingGround> {
    let wanted = answers(case, rule_set).into_iter().find_map(|one| match one.right {
        Expectation::Exactly(Answer::Ruling(decision)) => Some(decision),
        _ => None,
    })?;
    let ruling =
        reference.rule(&case.scenario(rule_set)).filter(|ruling| ruling.decision == wanted)?;
    Some(RulingGround {
        rule_set,
        ruling: wanted.to_string(),
        article: ruling.articles(rule_set, &case.event),
        reason: ruling.reason.explain(rule_set),
    })
}

/// The answers at the end of the line. Other moments are only for libraries without the last act.
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

/// Whether two lists contain the same answers in any order.
fn same(some: &[Expected], others: &[Expected]) -> bool {
    some.len() == others.len() && some.iter().all(|one| others.contains(one))
}

/// The reasons for which these rule sets are exceptions.
fn because(case: &Case, rule_sets: &[RuleSet]) -> Vec<String> {
    let exceptions = case.exceptions.iter();
    exceptions
        .filter(|exception| rule_sets.iter().any(|one| exception.rule_sets.contains(*one)))
        .map(|exception| exception.because.clone())
        .collect()
}
