//! Questions about incidents, for a quiz: the facts are given, and the reader chooses the ruling.

use std::collections::BTreeMap;

use super::{Choice, Fact, Incident, Known, Row, Step};

/// Number of wrong rulings that a question has at most.
const MOST: usize = 3;

/// A question about an incident.
pub struct IncidentQuestion<'a> {
    /// The incident.
    pub incident: &'a Incident,
    /// The given facts, in the order of the incident.
    pub told: Vec<(&'a Fact, &'a Choice)>,
    /// The right ruling.
    pub row: &'a Row,
    /// Wrong rulings: what would be right if one of the facts were another.
    pub mistakes: Vec<(&'a Row, &'a Fact, &'a Choice)>,
}

impl IncidentQuestion<'_> {
    /// Returns the rulings to choose from in alphabetical order, the wrong ones with the fact that they would need, as a
    /// question with its answer.
    pub fn choices(&self) -> Vec<(String, Option<String>)> {
        let needs = |fact: &Fact, choice: &Choice| format!("{} {choice}", fact.question);
        let wrong = self.mistakes.iter();
        let wrong = wrong.map(|(row, fact, choice)| (row.says(), Some(needs(fact, choice))));
        let mut choices: Vec<_> = wrong.chain([(self.row.says(), None)]).collect();
        choices.sort_by_key(|(says, _)| says.to_lowercase());
        choices
    }
}

impl Row {
    /// Returns the ruling and what happens next, in one line.
    pub fn says(&self) -> String {
        format!("{} {}", self.ruling.join(" "), self.next)
    }
}

impl Incident {
    /// Returns a question for each row of the file that has at least two wrong rulings: the one with the fewest facts.
    pub fn questions(&self) -> Vec<IncidentQuestion<'_>> {
        let all: Vec<IncidentQuestion<'_>> = self.walk(
            &Known::new(),
            &mut |known, row| row.and_then(|row| self.question(known, row)).into_iter().collect(),
            &mut |_, came| came.into_iter().flatten().collect(),
        );
        let mut shortest: BTreeMap<usize, IncidentQuestion<'_>> = BTreeMap::new();
        for one in all {
            let known = shortest.get(&one.row.source);
            if known.is_none_or(|other| one.told.len() < other.told.len()) {
                shortest.insert(one.row.source, one);
            }
        }
        shortest.into_values().collect()
    }

    fn question<'a>(&'a self, known: &Known, row: &'a Row) -> Option<IncidentQuestion<'a>> {
        let told: Vec<(&Fact, &Choice)> = self
            .facts
            .iter()
            .filter_map(|fact| Some((fact, fact.choice(known.get(&fact.name)?)?)))
            .collect();
        let mut mistakes: Vec<(&Row, &Fact, &Choice)> = Vec::new();
        // Another answer to a late question differs least from the events.
        for (fact, right) in told.iter().rev() {
            for choice in fact.choices.iter().filter(|choice| choice != right) {
                let mut other = known.clone();
                other.insert(fact.name.clone(), choice.value.clone());
                let Some(Step::Rule(wrong)) = self.step(&other) else { continue };
                let is_new = wrong.says() != row.says()
                    && mistakes.iter().all(|(known, ..)| known.says() != wrong.says());
                if is_new && mistakes.len() < MOST {
                    mistakes.push((wrong, fact, choice));
                }
            }
        }
        (mistakes.len() > 1 && row.see.is_none()).then_some(IncidentQuestion {
            incident: self,
            told,
            row,
            mistakes,
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::incident::Incidents;

    #[test]
    fn most_incidents_have_questions_with_an_article() {
        let incidents = Incidents::embedded();
        let mut with_questions = 0;
        for one in &incidents.incidents {
            let questions = one.questions();
            with_questions += usize::from(!questions.is_empty());
            for question in questions {
                assert!(!question.row.by.is_empty(), "{}", one.id);
                let right = question.row.says();
                assert!(
                    question.mistakes.iter().all(|(row, ..)| row.says() != right),
                    "{}",
                    one.id
                );
            }
        }
        assert!(with_questions > 90, "{with_questions}");
    }
}
