use super::said::{SaidLine, SaidPart, without_comments};
use crate::{
    board::Color,
    catalogue::Draft,
    notation::write_san,
    position::Position,
    rules::{Act, Decision, Event, Game, Refused, RuleSet, Ruling, SearchBudget},
    sentence::SentenceError,
};

/// A game as somebody wrote it down.
///
/// ```
/// use lawbook::{rules::{RuleSet, SearchBudget}, transcript::Transcript};
///
/// let lines = ["1. e4 e5", "White offers a draw", "Black accepts the offer"];
/// let transcript = Transcript::from_start(lines.map(str::to_owned));
/// let ruled = transcript.rule(RuleSet::LATEST, &SearchBudget::DEFAULT);
/// assert_eq!(ruled.last.decision.to_string(), "draw by agreement");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transcript {
    /// The position it begins with.
    pub start: Position,
    /// The conditions under which the game is played.
    pub event: Event,
    /// What was done, line by line: moves in algebraic notation or by their squares, and sentences as people say
    /// them. Comments, tags and results of PGN are passed over, and so is what follows a `#` that stands alone.
    pub lines: Vec<String>,
}

/// What a rule set makes of a transcript.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuledTranscript {
    /// The game as it stands after the last line that was understood.
    pub game: Game,
    /// Those lines.
    pub lines: Vec<RuledLine>,
    /// The ruling that stands at the end.
    pub last: Ruling,
    /// The line that was not understood; nothing after it was read.
    pub error: Option<LineError>,
}

/// A line with the ruling on what was done last in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuledLine {
    /// The line as it was written, or the part of it that is a sentence of its own.
    pub text: String,
    /// The lines that a case would have for it, one for each move and each sentence.
    pub strict: Vec<String>,
    /// The sentences among them that were written in other words.
    pub taken_for: Vec<String>,
    /// Whether it is moves and no sentence.
    is_moves: bool,
    /// What was not read any more, because the move before it was refused.
    pub unread: Option<String>,
    /// The player whose claim or request counts as an offer, if it does.
    pub counts_as_offer_by: Option<Color>,
    /// The ruling.
    pub ruling: Ruling,
    /// The position on the board after it.
    pub position: Position,
    /// The number of plies that stand after it.
    pub plies: usize,
}

/// A line that is not understood.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {number}: {error}")]
pub struct LineError {
    /// Which line, from 1.
    pub number: usize,
    /// The line as it was written.
    pub text: String,
    /// Why.
    pub error: SentenceError,
}

impl Transcript {
    /// A game of these lines from the initial position, in an event of the usual kind.
    pub fn from_start(lines: impl IntoIterator<Item = String>) -> Transcript {
        Transcript {
            start: Position::start(),
            event: Event::default(),
            lines: lines.into_iter().collect(),
        }
    }

    /// Rules on each line.
    ///
    /// A line is read in the position that the rulings before it have left on the board, so that one
    /// rule set may understand a line that another does not.
    pub fn rule(&self, rule_set: RuleSet, budget: &SearchBudget) -> RuledTranscript {
        let mut game = Game::in_event(rule_set, self.event, self.start, budget.clone());
        let mut last = game.standing();
        let mut lines = Vec::new();
        let mut error = None;
        let mut reader = LineReader::default();
        let (clean, _) = without_comments(self.lines.iter().map(String::as_str));
        for ((text, clean), number) in self.lines.iter().zip(clean).zip(1..) {
            if clean.is_empty() {
                continue;
            }
            let mut said = SaidLine::new(&clean, reader.subject);
            let mut ruled: Vec<RuledLine> = Vec::new();
            loop {
                let (before, offered) = (*game.position(), game.standing_offer());
                let part = match said.next_part(&before) {
                    Ok(Some(part)) => part,
                    Ok(None) => break,
                    Err(found) => {
                        error = Some(LineError { number, text: text.clone(), error: found });
                        break;
                    }
                };
                reader.subject = said.subject();
                last = reader.rule(&mut game, &part, &last);
                let mut line = RuledLine::new(&before, &part, &last, &game);
                let offers = game.standing_offer().filter(|by| offered != Some(*by));
                line.counts_as_offer_by =
                    offers.filter(|by| !part.acts.contains(&Act::Offer { by: *by }));
                let rest = said.rest();
                if reader.refused.is_some() && !rest.is_empty() && !rest.ends_with("clock") {
                    line.unread = Some(rest);
                }
                let is_cut = line.unread.is_some();
                match ruled.last_mut() {
                    Some(earlier) if earlier.is_moves && line.is_moves => earlier.go_on(line),
                    _ => ruled.push(line),
                }
                if is_cut {
                    break;
                }
            }
            if let [whole] = &mut ruled[..] {
                whole.text.clone_from(text);
            }
            lines.extend(ruled);
            if error.is_some() {
                break;
            }
        }
        RuledTranscript { game, lines, last, error }
    }

    /// A case for the catalogue that a person has to complete: what happens, and how it is ruled on under the first of
    /// these rule sets, with the others that rule otherwise.
    pub fn draft(&self, rule_sets: &[RuleSet], budget: &SearchBudget) -> Draft {
        let ruling = |&rule_set| (rule_set, self.rule(rule_set, budget).last.decision);
        Draft {
            id: "to-be-named".to_owned(),
            remarks: vec![
                "To be added by a person who has read the documents: id, title, states, contrast, why; and the ruling checked."
                    .to_owned(),
            ],
            setup: self.start.setup(),
            event: self.event,
            play: rule_sets
                .first()
                .map_or_else(Vec::new, |&first| self.rule(first, budget).strict_lines()),
            rulings: rule_sets.iter().map(ruling).collect(),
            mistake: None,
        }
    }
}

impl RuledTranscript {
    /// What was read, as a case has it.
    fn strict_lines(&self) -> Vec<String> {
        self.lines.iter().flat_map(|line| line.strict.iter().cloned()).collect()
    }
}

impl RuledLine {
    /// What was said in this position, ruled on.
    fn new(before: &Position, part: &SaidPart, ruling: &Ruling, game: &Game) -> RuledLine {
        let moves = part.acts.iter().filter_map(Act::played);
        let strict = match &part.sentence {
            Some(sentence) => vec![sentence.clone()],
            None => moves.map(|played| write_san(before, played)).collect(),
        };
        RuledLine {
            text: part.text.clone(),
            taken_for: if part.in_own_words { strict.clone() } else { Vec::new() },
            strict,
            is_moves: part.sentence.is_none(),
            unread: None,
            counts_as_offer_by: None,
            ruling: ruling.clone(),
            position: *game.position(),
            plies: game.moves().len(),
        }
    }

    /// Moves that follow each other on one line have one ruling, the last.
    fn go_on(&mut self, next: RuledLine) {
        let (mut text, mut strict) = (self.text.clone(), std::mem::take(&mut self.strict));
        text.push_str(&format!(" {}", next.text));
        strict.extend(next.strict.iter().cloned());
        *self = RuledLine { text, strict, ..next };
    }
}

/// What is remembered from one part of a transcript to the next.
#[derive(Default)]
struct LineReader {
    /// Who was named last.
    subject: Option<Color>,
    /// Whose move was refused, as long as nothing else is done: a clock that is pressed then completes no move.
    refused: Option<Color>,
}

impl LineReader {
    /// Rules on what a part says; nothing is done after a move that is refused.
    fn rule(&mut self, game: &mut Game, part: &SaidPart, last: &Ruling) -> Ruling {
        let mut ruling = last.clone();
        for act in &part.acts {
            if let Act::Press { by } = *act
                && self.refused == Some(by)
            {
                return ruling;
            }
            let turn = game.position().turn();
            ruling = game.act(act);
            let is_refused = ruling.decision == Decision::Refused(Refused::Move);
            let mover = if let Act::MoveOnly { by, .. } = *act { by } else { turn };
            let is_move = matches!(act, Act::MoveAndPress { .. } | Act::MoveOnly { .. });
            self.refused = (is_refused && is_move).then_some(mover);
        }
        ruling
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ruled(lines: &[&str], rule_set: RuleSet) -> RuledTranscript {
        let transcript = Transcript::from_start(lines.iter().map(|line| (*line).to_owned()));
        transcript.rule(rule_set, &SearchBudget::DEFAULT)
    }

    #[test]
    fn each_line_has_its_ruling() {
        let shuffle = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1";
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
            (&[], RuleSet::LATEST, ""),
        ] {
            let ruled = ruled(lines, rule_set);
            let said: Vec<String> =
                ruled.lines.iter().map(|line| line.ruling.decision.to_string()).collect();
            assert_eq!(said.join("|"), rulings, "{lines:?}");
            assert_eq!(ruled.error, None);
            assert_eq!(ruled.lines.last().map_or(&ruled.last, |line| &line.ruling), &ruled.last);
        }
    }

    #[test]
    fn what_is_not_understood_ends_the_reading_and_keeps_what_came_before() {
        let ruled = ruled(&["1. e4 e5", "White resing", "Black resigns"], RuleSet::LATEST);
        assert_eq!(ruled.lines.len(), 1);
        assert_eq!(ruled.game.moves().len(), 2);
        let error = ruled.error.unwrap().to_string();
        assert!(error.starts_with("line 2: ") && error.contains("White resigns"), "{error}");
    }
}
