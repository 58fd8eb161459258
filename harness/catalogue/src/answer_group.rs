use super::{Case, Mistake};
use crate::question::{Expected, GameQuestion, Moment, Question};
use lawbook::rules::{RuleSet, RuleSets};

/// The right answers of a case that are the same under several rule sets, with the reasons.
#[derive(Clone, Debug)]
pub struct AnswerGroup {
    /// The rule sets that share these answers.
    pub rule_sets: RuleSets,
    /// The questions at the end of the case with their right answers, the ruling first.
    pub expected: Vec<Expected>,
    /// The reasons, each with the rule sets of this group that it applies to.
    pub why: Vec<(RuleSets, String)>,
}

impl Case {
    /// Returns the rule set to present first: the Laws in force if the case applies to them, else `home`, else the
    /// first rule set that the case applies to.
    pub fn leading_rule_set(&self, home: RuleSet) -> RuleSet {
        let applies = |rule_set: &RuleSet| self.rule_sets.contains(*rule_set);
        [RuleSet::LATEST, home]
            .into_iter()
            .chain(self.rule_sets.iter())
            .find(applies)
            .unwrap_or(home)
    }

    /// Groups the rule sets by their answers: first the group of the Laws in force, then that of `home`, then the
    /// others from the oldest to the newest. Rule sets that the case does not apply to are in no group.
    pub fn answer_groups(&self, home: RuleSet) -> Vec<AnswerGroup> {
        let applies = |rule_set: &RuleSet| self.rule_sets.contains(*rule_set);
        let first = [RuleSet::LATEST, home].into_iter().filter(applies);
        let mut groups: Vec<(Vec<Expected>, RuleSets)> = Vec::new();
        for rule_set in first.chain(self.rule_sets.iter()) {
            let answers = self.answers_at_the_end(rule_set);
            match groups.iter_mut().find(|(other, _)| same(other, &answers)) {
                Some((_, rule_sets)) => *rule_sets = rule_sets.union(rule_set.into()),
                None => groups.push((answers, rule_set.into())),
            }
        }
        let group = |(expected, rule_sets)| AnswerGroup {
            rule_sets,
            expected,
            why: self.reasons(rule_sets),
        };
        groups.into_iter().map(group).collect()
    }

    /// Returns the reason for the answers under a rule set: that of its exceptions, or the general one of the case.
    pub fn why_under(&self, rule_set: RuleSet) -> String {
        let reasons: Vec<String> =
            self.reasons(rule_set.into()).into_iter().map(|(_, why)| why).collect();
        reasons.join(" ")
    }

    /// Returns the common wrong answers, without those that are right under this rule set.
    pub fn mistakes_under(&self, rule_set: RuleSet) -> impl Iterator<Item = &Mistake> {
        let right = self.expected_under(rule_set);
        let is_right =
            move |mistake: &Mistake| mistake.expected.iter().all(|one| right.contains(one));
        self.mistakes.iter().filter(move |mistake| !is_right(mistake))
    }

    fn answers_at_the_end(&self, rule_set: RuleSet) -> Vec<Expected> {
        let mut answers = self.expected_under(rule_set);
        answers.retain(|one| one.moment == Moment::End);
        answers.sort_by_key(|one| one.question != Question::Game(GameQuestion::Ruling));
        answers
    }

    /// Returns the reasons for the answers under `rule_sets`: the general one of the case, or that of an exception.
    fn reasons(&self, rule_sets: RuleSets) -> Vec<(RuleSets, String)> {
        let excepted = self.exceptions.iter().map(|one| one.rule_sets);
        let excepted = excepted.fold(RuleSets::NONE, RuleSets::union);
        let rest = rule_sets.without(excepted);
        let general = (!rest.is_empty()).then(|| (rest, self.why.clone()));
        let exceptions = self.exceptions.iter().map(|exception| {
            (exception.rule_sets.intersection(rule_sets), exception.because.clone())
        });
        general.into_iter().chain(exceptions.filter(|(some, _)| !some.is_empty())).collect()
    }
}

/// Whether both lists contain the same answers, in any order.
fn same(some: &[Expected], others: &[Expected]) -> bool {
    some.len() == others.len() && some.iter().all(|one| others.contains(one))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Catalogue;

    #[test]
    fn the_present_law_leads_and_each_group_has_its_reason() {
        let catalogue = Catalogue::embedded();
        for (id, groups) in [
            (
                "resigning-against-a-bare-king",
                &[
                    "fide-2023 lichess-2026",
                    "fide-1977..fide-2018 fide-online uscf-7 lichess-2024 chesscom-2009..chesscom-2024",
                ][..],
            ),
            ("knight-beside-the-rook", &["all"]),
        ] {
            let case = catalogue.case(id).unwrap();
            let found = case.answer_groups(catalogue.home_rule_set(case));
            let names: Vec<String> = found.iter().map(|one| one.rule_sets.in_ranges()).collect();
            assert_eq!(names, groups, "{id}");
        }
        for case in &catalogue.cases {
            let home = catalogue.home_rule_set(case);
            let groups = case.answer_groups(home);
            let all = groups.iter().fold(RuleSets::NONE, |all, one| all.union(one.rule_sets));
            assert_eq!(all, case.rule_sets, "{}", case.id);
            assert!(groups[0].rule_sets.contains(case.leading_rule_set(home)), "{}", case.id);
            for group in groups {
                let told = group.why.iter().fold(RuleSets::NONE, |all, one| all.union(one.0));
                assert_eq!(told, group.rule_sets, "{}", case.id);
            }
        }
    }
}
