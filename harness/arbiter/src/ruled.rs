use std::collections::BTreeSet;

use super::{
    Fact, FactKind,
    fact::{Question, Supposed},
    pgn::{GameLine, GameLines},
    reading::{Reading, RuledLine},
};
use lawbook::{
    position::Position,
    rules::{Event, Game, RuleSet, Ruling, SearchBudget},
    sentence::SentenceError,
};

/// A written record of a game.
///
/// ```
/// use lawbook::rules::{RuleSet, SearchBudget};
/// use lawbook_arbiter::Transcript;
///
/// let lines = ["1. e4 e5", "White offers a draw", "Black accepts the offer"];
/// let transcript = Transcript::from_start(lines.map(str::to_owned));
/// let ruled = transcript.rule(RuleSet::LATEST, &SearchBudget::DEFAULT);
/// assert_eq!(ruled.last.decision.to_string(), "draw by agreement");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transcript {
    /// The start position.
    pub start: Position,
    /// What the text of the start position does not say rightly: no game of legal moves leads to it.
    pub note: Option<String>,
    /// The conditions of the game.
    pub event: Event,
    /// The kinds of facts that are not told, unless a line tells them. Moves tell the facts of the moves if they include
    /// [`FactKind::Position`]: they begin in the initial position then.
    pub untold: BTreeSet<FactKind>,
    /// The game, line by line: moves in algebraic notation or by their squares, a sentence as in cases, or a fact.
    /// Comments, tags and results of PGN are ignored, as is everything after a separate `#`.
    pub lines: Vec<String>,
}

/// The rulings on a transcript under one rule set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuledTranscript {
    /// The game after the last line that was understood.
    pub game: Game,
    /// The lines that were understood.
    pub lines: Vec<RuledLine>,
    /// The ruling that stands at the end.
    pub last: Ruling,
    /// The first line that was not understood. The lines after it are not read.
    pub error: Option<LineError>,
}

/// The rulings on a transcript if facts that are not told have these values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alternative {
    /// The open facts that the rulings depend on; empty if there are none.
    pub facts: Vec<Fact>,
    /// The rulings.
    pub ruled: RuledTranscript,
}

/// A line that was not understood.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {number}: {error}")]
pub struct LineError {
    /// The line number, from 1.
    pub number: usize,
    /// The line as written.
    pub text: String,
    /// The reason, with the nearest sentences.
    pub error: SentenceError,
}

impl Transcript {
    /// Creates a transcript of a game from the initial position under default conditions.
    pub fn from_start(lines: impl IntoIterator<Item = String>) -> Transcript {
        Transcript {
            start: Position::start(),
            note: None,
            event: Event::default(),
            untold: BTreeSet::new(),
            lines: lines.into_iter().collect(),
        }
    }

    /// Rules on each line. Facts that are not told have the values of a game in the initial position, in a supervised
    /// event.
    ///
    /// A line is parsed in the position on the board after the rulings on the lines before. A line can therefore be
    /// valid under one rule set and not under another.
    pub fn rule(&self, rule_set: RuleSet, budget: &SearchBudget) -> RuledTranscript {
        self.suppose(rule_set, budget, &[]).0
    }

    /// Rules on each line for each value of the open facts that a ruling depends on. If the rulings are the same for each
    /// value, they are returned once, without facts.
    ///
    /// ```
    /// use lawbook::rules::{RuleSet, SearchBudget};
    /// use lawbook_arbiter::TranscriptRequest;
    ///
    /// let lines = vec!["White claims a draw by threefold repetition".to_owned()];
    /// let (transcript, _) = TranscriptRequest { lines, ..TranscriptRequest::default() }.read()?;
    /// let alternatives = transcript.alternatives(RuleSet::FIDE_2023, &SearchBudget::DEFAULT);
    /// let said = alternatives.iter().map(|one| format!("{}: {}", one.facts[0], one.ruled.last.decision));
    /// assert!(said.eq([
    ///     "the position has occurred fewer than three times: claim refused",
    ///     "the position has occurred at least three times: draw by threefold repetition",
    /// ]));
    /// # Ok::<(), lawbook_arbiter::RequestError>(())
    /// ```
    pub fn alternatives(&self, rule_set: RuleSet, budget: &SearchBudget) -> Vec<Alternative> {
        let mut transcript = self.clone();
        if self.untold.contains(&FactKind::Position)
            && !self.leaves_position_open(&self.rule(rule_set, budget))
        {
            transcript.untold.retain(|kind| !FactKind::OF_THE_MOVES.contains(kind));
        }
        transcript.explore(rule_set, budget, &mut Vec::new())
    }

    /// Whether nothing tells the position on the board.
    pub fn leaves_position_open(&self, ruled: &RuledTranscript) -> bool {
        self.untold.contains(&FactKind::Position) && ruled.game.moves().is_empty()
    }

    /// Rules for each value of the first open question, and so on with the next ones.
    fn explore(
        &self,
        rule_set: RuleSet,
        budget: &SearchBudget,
        answers: &mut Vec<(Question, u32)>,
    ) -> Vec<Alternative> {
        let (ruled, supposed) = self.suppose(rule_set, budget, answers);
        let asked = supposed.open.first().filter(|_| answers.len() < MOST_ANSWERS);
        let Some(&question) = asked else {
            return vec![Alternative { facts: Vec::new(), ruled }];
        };
        let kind = question.kind;
        let mut branches: Vec<(u32, Vec<Alternative>)> = Vec::new();
        for value in supposed.values(kind) {
            answers.push((question, value));
            let found = self.explore(rule_set, budget, answers);
            answers.pop();
            match branches.last_mut() {
                // The line cannot happen there.
                _ if ruled.error.is_none() && found.iter().any(|one| one.ruled.error.is_some()) => {
                }
                Some((_, last)) if says_the_same(last, &found) => {
                    if value == kind.usual() {
                        *last = found;
                    }
                }
                _ => branches.push((value, found)),
            }
        }
        if branches.len() < 2 {
            return branches
                .pop()
                .map_or_else(|| vec![Alternative { facts: Vec::new(), ruled }], |(_, only)| only);
        }
        let ends: Vec<Option<u32>> =
            branches.iter().skip(1).map(|(from, _)| Some(*from)).chain([None]).collect();
        let branches = branches.into_iter().zip(ends).flat_map(|((from, alternatives), below)| {
            alternatives.into_iter().map(move |mut one| {
                one.facts.insert(0, Fact { kind, from, below });
                one
            })
        });
        branches.collect()
    }

    /// Rules on each line with these answers to the questions for facts that are not told.
    fn suppose(
        &self,
        rule_set: RuleSet,
        budget: &SearchBudget,
        answers: &[(Question, u32)],
    ) -> (RuledTranscript, Supposed) {
        let clean = GameLines::read(self.lines.iter().map(String::as_str)).lines;
        let sentence = |line: &GameLine| match line {
            GameLine::Sentence(line) => line.parse().ok(),
            _ => None,
        };
        let told = clean.iter().filter_map(sentence).collect();
        let supposed =
            Supposed::new(rule_set, self.event, self.untold.clone(), told, answers.to_vec());
        let (event, start) = (supposed.event(), supposed.start(self.start));
        let game = Game::in_event(rule_set, event, start, budget.clone());
        let mut reading = Reading::new(game, supposed);
        let mut lines = Vec::new();
        let mut error = None;
        for ((text, clean), number) in self.lines.iter().zip(clean).zip(1..) {
            match reading.read(&clean) {
                Ok((after, ruled)) => {
                    reading = after;
                    lines.extend(ruled.map(|one| RuledLine { text: text.clone(), ..one }));
                }
                Err(found) => {
                    error = Some(LineError { number, text: text.clone(), error: found });
                    break;
                }
            }
        }
        let Reading { game, last, mut supposed, .. } = reading;
        supposed.finish();
        (RuledTranscript { game, lines, last, error }, supposed)
    }
}

/// Maximum number of questions for facts that are not told in one game. Further ones are not asked.
const MOST_ANSWERS: usize = 6;

/// Whether the rulings depend on the same facts and are the same.
fn says_the_same(some: &[Alternative], others: &[Alternative]) -> bool {
    let rulings = |one: &RuledTranscript| -> Vec<Ruling> {
        one.lines.iter().map(|line| line.ruling.clone()).collect()
    };
    some.len() == others.len()
        && some.iter().zip(others).all(|(one, other)| {
            one.facts == other.facts
                && rulings(&one.ruled) == rulings(&other.ruled)
                && one.ruled.last == other.ruled.last
                && one.ruled.error == other.ruled.error
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ruled(lines: &[&str], rule_set: RuleSet) -> RuledTranscript {
        let transcript = Transcript::from_start(lines.iter().map(|line| (*line).to_owned()));
        transcript.rule(rule_set, &SearchBudget::DEFAULT)
    }

    rows!(
        each_line_has_its_ruling,
        {
            let shuffle = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1";
        },
        for (lines, rule_set, rulings) in [
            (&["1. f3 e5 2. g4 Qh4"][..], RuleSet::LATEST, "Black wins by checkmate"),
            (
                &["1. e4 e5", "Black accepts the offer"],
                RuleSet::LATEST,
                "play on|acceptance refused",
            ),
            (
                &[shuffle, "Black writes Ng8 and claims a draw by threefold repetition"],
                RuleSet::LATEST,
                "play on|draw by threefold repetition",
            ),
            (
                &[shuffle, "Black writes Ng8 and claims a draw by threefold repetition"],
                RuleSet::LICHESS_2026,
                "play on|claim refused",
            ),
            (
                &["1. f3 e5 ; weak", "2. g4 {mate} (2. h4 Nf6) Qh4 0-1"],
                RuleSet::LATEST,
                "play on|Black wins by checkmate"
            ),
            (&["1. e4 d5 2. ed! Qxd5 3. b1c3"], RuleSet::LATEST, "play on"),
            (&[], RuleSet::LATEST, ""),
        ] {
            let ruled = ruled(lines, rule_set);
            let said: Vec<String> =
                ruled.lines.iter().map(|line| line.ruling.decision.to_string()).collect();
            assert_eq!(said.join("|"), rulings, "{lines:?}");
            assert_eq!(ruled.error, None);
            assert_eq!(ruled.lines.last().map_or(&ruled.last, |line| &line.ruling), &ruled.last);
        }
    );

    rows!(
        a_record_that_is_not_one_game_is_an_error,
        for (lines, message) in [
            (&["1. e4 e5 2. -- Nf3"][..], "line 1: \"--\" is a null move"),
            (&["1. e4", "Z0"], "line 2: \"Z0\" is a null move"),
            (&["1. e4 e5 1-0", "", "1. d4 d5"], "line 3: another game begins here"),
            (&["1. e4 e5", "[Event \"x\"]"], "line 2: another game begins here"),
            (&["1. e4", "{e5"], "line 2: the comment that begins here has no end"),
            (&["1. e4 (1. d4"], "line 1: the variation that begins here has no end"),
        ] {
            let error = ruled(lines, RuleSet::LATEST).error.unwrap().to_string();
            assert!(error.starts_with(message), "{error}");
        }
    );

    #[test]
    fn an_unknown_sentence_ends_the_transcript() {
        let ruled = ruled(&["1. e4 e5", "White resing", "Black resigns"], RuleSet::LATEST);
        assert_eq!(ruled.lines.len(), 1);
        assert_eq!(ruled.game.moves().len(), 2);
        let error = ruled.error.unwrap().to_string();
        assert!(error.starts_with("line 2: ") && error.contains("White resigns"), "{error}");
    }
}
