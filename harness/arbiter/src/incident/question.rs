//! Questions about incidents, for a quiz: the facts are given, and the reader chooses the ruling.

use std::collections::BTreeMap;

use super::{Choice, Fact, Incident, Known, Row, Step};

/// Number of wrong rulings that a question has at most.
const MOST: usize = 3;

/// Words in which rulings differ if their outcomes do; the phrases of one line mean the same. The first [`OF_END`] tell
/// all of a ruling that ends the game.
const OUTCOMES: [&[&str]; 15] = [
    &["lose", "loses", "lost"],
    &["draw", "drawn"],
    &["win", "wins", "won"],
    &["penalise"],
    &["not the same"],
    &["one more"],
    &["two more"],
    &["more severely"],
    &["back", "restored", "undone"],
    &["stand", "stands"],
    &["refused", "rejected"],
    &["cancelled"],
    &["must"],
    &["breach", "forbidden"],
    &["wait", "waits"],
];
const OF_END: usize = 4;

/// A question about an incident.
pub struct IncidentQuestion<'a> {
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

    /// Whether another ruling leads to something else, and does not only say it in other words.
    fn differs(&self, other: &Row) -> bool {
        let [one, other] = [self, other].map(Row::says).map(|says| {
            let words: String = says
                .chars()
                .map(|one| if one.is_alphanumeric() { one.to_ascii_lowercase() } else { ' ' })
                .collect();
            format!(" {} ", words.split_whitespace().collect::<Vec<_>>().join(" "))
        });
        // If the minutes are doubtful, both numbers are right.
        let is_doubtful = one.contains(" other reading ") || other.contains(" other reading ");
        let tells = |text: &str, phrases: &[&str]| {
            phrases.iter().any(|one| text.contains(&format!(" {one} ")))
        };
        let is_end = self.next == "The game is over.";
        OUTCOMES.iter().take(if is_end { OF_END } else { OUTCOMES.len() }).any(|phrases| {
            tells(&one, phrases) != tells(&other, phrases)
                && !(is_doubtful && phrases[0].ends_with(" more"))
        })
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
                let is_new = (wrong.next != row.next || wrong.differs(row))
                    && mistakes.iter().all(|(known, ..)| known.says() != wrong.says());
                if is_new && mistakes.len() < MOST {
                    mistakes.push((wrong, fact, choice));
                }
            }
        }
        let question = IncidentQuestion { told, row, mistakes };
        (question.mistakes.len() > 1 && row.see.is_none()).then_some(question)
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

    #[test]
    fn a_wrong_ruling_does_not_say_the_right_one_in_other_words() {
        let incidents = Incidents::embedded();
        let starts = ["Lost", "Drawn", "The game is drawn", "A valid reason", "Nothing to rule"];
        let outcome = |says: &str| {
            let start = starts.into_iter().find(|start| says.starts_with(start))?;
            Some((start, ["penalise", "minute"].map(|word| says.contains(word))))
        };
        for question in incidents.incidents.iter().flat_map(|one| one.questions()) {
            let right = question.row.says();
            for (row, ..) in &question.mistakes {
                let wrong = row.says();
                let is_same = outcome(&wrong).is_some_and(|one| outcome(&right) == Some(one));
                assert!(!is_same || row.next != question.row.next, "{right}\n{wrong}");
            }
        }
    }
}
