//! Shrinks a disagreement in chess terms (fewer plies, fewer pieces, plain values for everything irrelevant) while its
//! diagnosis stays the same.

use super::{Divergence, IsLate};
use lawbook::{
    board::Role,
    notation::write_san,
    position::{CastlingRights, Move, Position, Setup},
    rules::{Act, Decision, Game, Refused, SearchBudget},
};
use lawbook_catalogue::{
    adapter::{Implementation, Scenario},
    end_of,
    question::{HistoryQuestion, NotationQuestion, Question},
};

/// Maximum number of candidate lines tried.
const ATTEMPTS: usize = 4000;

/// The FEN whose parts replace the irrelevant parts of other FENs.
const PLAIN: &str = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";

/// Returns the smallest disagreement with the same diagnosis that a greedy descent from `found` reaches.
///
/// Candidates for which `known` returns `true` are skipped, so that the result is never a known deviation. When
/// `is_late` returns `true`, the smallest one found by then is returned, which says that it was cut short.
pub(super) fn shrink(
    library: &dyn Implementation,
    found: Divergence,
    known: &dyn Fn(&Divergence) -> bool,
    is_late: IsLate<'_>,
) -> Divergence {
    let mut shrinking = Shrinking { library, known, attempts: ATTEMPTS, is_late, smallest: found };
    // No game is known that leads to a simpler setup.
    let is_refusal = shrinking.smallest.is_refusal();
    while !is_refusal && !shrinking.is_over() && shrinking.step() {}
    shrinking.smallest
}

struct Shrinking<'a> {
    library: &'a dyn Implementation,
    known: &'a dyn Fn(&Divergence) -> bool,
    attempts: usize,
    is_late: IsLate<'a>,
    smallest: Divergence,
}

impl Shrinking<'_> {
    /// Returns whether the attempts or the time are used up.
    fn is_over(&mut self) -> bool {
        self.smallest.cut_short |= (self.is_late)();
        self.attempts == 0 || self.smallest.cut_short
    }

    /// Takes the first step to a smaller disagreement; returns `false` if there is none.
    fn step(&mut self) -> bool {
        if self.plainer_text() {
            return true;
        }
        if matches!(self.smallest.question, Question::Notation(NotationQuestion::ReadsFen { .. })) {
            // The answer depends on the text alone.
            return false;
        }
        let (setup, acts) = (self.smallest.scenario.setup, self.smallest.scenario.acts.clone());
        self.later_start(&setup, &acts)
            || self.fewer_acts(&setup, &acts)
            || simpler_setups(&setup).into_iter().any(|simpler| self.shows(simpler, &acts))
    }

    /// Tries texts with one deviation fewer.
    fn plainer_text(&mut self) -> bool {
        let Divergence { scenario, question, .. } = &self.smallest;
        let (scenario, question) = (scenario.clone(), question.clone());
        plainer(&scenario, &question)
            .into_iter()
            .any(|plainer| self.shows_when_asked(&scenario, plainer))
    }

    /// Tries the same game from a later start position.
    fn later_start(&mut self, setup: &Setup, acts: &[Act]) -> bool {
        let Ok(start) = Position::new(setup) else { return false };
        let mut later: Vec<(Setup, &[Act])> = Vec::new();
        let mut position = start;
        for (place, act) in acts.iter().enumerate() {
            let Act::MoveAndPress { mv: played } = *act else { break };
            position = position.after(played);
            later.push((position.setup(), &acts[place + 1..]));
        }
        later.into_iter().rev().any(|(setup, rest)| self.shows(setup, rest))
    }

    /// Tries the same start with a contiguous range of acts removed, the longest ranges first.
    fn fewer_acts(&mut self, setup: &Setup, acts: &[Act]) -> bool {
        for width in (1..=acts.len()).rev() {
            for from in 0..=acts.len() - width {
                let mut fewer = acts.to_vec();
                fewer.drain(from..from + width);
                if self.shows(*setup, &fewer) {
                    return true;
                }
            }
        }
        false
    }

    /// Returns whether a candidate shows the same disagreement; stores it as the smallest one if so.
    fn shows(&mut self, setup: Setup, acts: &[Act]) -> bool {
        let scenario = Scenario { setup, acts: acts.to_vec(), ..self.smallest.scenario };
        alike(&self.smallest.question, acts.len())
            .into_iter()
            .any(|question| self.shows_when_asked(&scenario, question))
    }

    fn shows_when_asked(&mut self, scenario: &Scenario, question: Question) -> bool {
        if self.is_over() || !goes_on(scenario) {
            return false;
        }
        self.attempts -= 1;
        let found = Divergence::at(self.library, scenario.clone(), question);
        let is_same = |found: &Divergence| {
            found.diagnosis() == self.smallest.diagnosis() && !(self.known)(found)
        };
        let Some(found) = found.filter(is_same) else { return false };
        self.smallest = found;
        true
    }
}

/// Returns variants of a setup with one piece fewer, fewer castling rights, no en passant target square, or smaller
/// counters.
fn simpler_setups(setup: &Setup) -> Vec<Setup> {
    let mut simpler = Vec::new();
    let mut push = |change: &dyn Fn(&mut Setup)| {
        let mut other = *setup;
        change(&mut other);
        if other != *setup {
            simpler.push(other);
        }
    };
    let pieces = setup.placement.iter().filter(|(_, piece)| piece.role != Role::King);
    pieces.for_each(|(square, _)| push(&|one| one.placement.remove(square)));
    push(&|one| one.castling = CastlingRights::NONE);
    let rights = setup.castling.iter();
    rights.for_each(|(color, wing)| push(&|one| one.castling.remove(color, wing)));
    push(&|one| one.en_passant = None);
    push(&|one| (one.halfmove_clock, one.fullmove_number) = (0, 1));
    push(&|one| one.fullmove_number = 1);
    simpler
}

/// Returns whether the game is not over before the last act of a line.
fn goes_on(scenario: &Scenario) -> bool {
    let Some((_, acts)) = scenario.acts.split_last() else { return true };
    let Ok(start) = Position::new(&scenario.setup) else { return false };
    let mut game =
        Game::in_event(scenario.rule_set, scenario.event, start, SearchBudget::MATERIAL_ONLY);
    let refused = Decision::Refused(Refused::Move);
    acts.iter().all(|act| game.outcome().is_none() && game.act(act).decision != refused)
        && game.outcome().is_none()
}

/// Returns the questions to try in a shorter line: an earlier position may have another ply number there.
fn alike(question: &Question, plies: usize) -> Vec<Question> {
    if let Question::History(HistoryQuestion::SameAs { .. }) = question {
        (0..plies).map(|ply| HistoryQuestion::SameAs { ply }.into()).collect()
    } else {
        vec![question.clone()]
    }
}

/// Returns the question with texts that are one edit closer to a correct one.
fn plainer(scenario: &Scenario, question: &Question) -> Vec<Question> {
    let Question::Notation(question) = question else { return Vec::new() };
    let end = end_of(&scenario.setup, &scenario.acts);
    let legal = || end.map_or_else(Vec::new, |end| end.legal_moves().to_vec());
    let (text, models, ask): (_, Vec<String>, fn(String) -> NotationQuestion) = match question {
        NotationQuestion::Reads { text } => {
            let Some(end) = end else { return Vec::new() };
            let written = legal().into_iter().map(|one| write_san(&end, one)).collect();
            (text, written, |text| NotationQuestion::Reads { text })
        }
        NotationQuestion::ReadsUci { text } => {
            (text, legal().iter().map(Move::to_string).collect(), |text| {
                NotationQuestion::ReadsUci { text }
            })
        }
        NotationQuestion::ReadsFen { text } => {
            (text, vec![PLAIN.to_owned()], |text| NotationQuestion::ReadsFen { text })
        }
        NotationQuestion::San | NotationQuestion::Fen => return Vec::new(),
    };
    let distance = |one: &str, other: &str| strsim::damerau_levenshtein(one, other);
    let Some(model) = models.iter().min_by_key(|model| distance(text, model)) else {
        return Vec::new();
    };
    let far = distance(text, model);
    let closer = neighbours(text, model).into_iter().filter(|one| distance(one, model) < far);
    closer.map(|text| ask(text).into()).collect()
}

/// Returns the texts with one character removed, or with one character of `model` inserted or substituted.
fn neighbours(text: &str, model: &str) -> Vec<String> {
    let letters: Vec<char> = text.chars().collect();
    let mut all = Vec::new();
    for place in 0..=letters.len() {
        let (before, after) = letters.split_at(place);
        let mut push = |letter: Option<char>, after: &[char]| {
            all.push(before.iter().chain(&letter).chain(after).collect());
        };
        if let [_, rest @ ..] = after {
            push(None, rest);
        }
        for near in model.chars().skip(place.saturating_sub(2)).take(5) {
            push(Some(near), after);
            if let [_, rest @ ..] = after {
                push(Some(near), rest);
            }
        }
    }
    all
}
