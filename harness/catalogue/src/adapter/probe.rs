use std::sync::LazyLock;

use super::Scenario;
use crate::question::{GameQuestion, Question};
use lawbook::{
    position::Setup,
    rules::{Act, Clocks, Event, RuleSet, TimeControl},
    sentence,
};

/// A simple question under the Laws in force that determines the abilities of an implementation. An implementation that
/// supports the question should answer it correctly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probe {
    /// The scenario about which it asks.
    pub scenario: Scenario,
    /// The question.
    pub question: Question,
}

/// Returns at least one probe for each question and each act, built from the examples of the questions and the acts.
pub fn probes() -> &'static [Probe] {
    static PROBES: LazyLock<Vec<Probe>> = LazyLock::new(make);
    &PROBES
}

fn make() -> Vec<Probe> {
    let mut probes = Vec::new();
    for (fen, moves, question) in Question::examples() {
        let Ok(setup) = fen.parse() else { continue };
        let moves = moves.split_whitespace().filter_map(|text| text.parse().ok());
        let acts = moves.map(|played| Act::MoveAndPress { mv: played }).collect();
        probes.push(probe(setup, acts, question));
    }
    let mut effects = Vec::new();
    for (start, acts) in sentence::examples() {
        let asked = |question: GameQuestion| probe(start.setup(), acts.clone(), question.into());
        // Thinking and touching a piece affect the clock and the orders, not the ruling.
        match acts.last() {
            Some(&Act::Think { by, .. }) => {
                let clocks = Some(Clocks { white: 300_000, black: 300_000, increment: 0 });
                let mut seconds = asked(GameQuestion::Seconds { side: by });
                seconds.scenario.event =
                    Event { time: TimeControl::Blitz, clocks, ..Event::default() };
                effects.push(seconds);
            }
            Some(Act::Touch { .. }) => effects.push(asked(GameQuestion::Orders)),
            _ => {}
        }
        probes.push(asked(GameQuestion::Ruling));
    }
    probes.extend(effects.into_iter().rev());
    probes
}

fn probe(setup: Setup, acts: Vec<Act>, question: Question) -> Probe {
    let scenario = Scenario { setup, acts, rule_set: RuleSet::LATEST, event: Event::default() };
    Probe { scenario, question }
}
