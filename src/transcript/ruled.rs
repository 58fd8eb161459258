use super::line_parser::{LineParser, ParsedPart, without_comments};
use crate::{
    board::Color,
    catalogue::Draft,
    notation::write_san,
    position::Position,
    rules::{Act, Decision, Event, Game, Refused, RuleSet, Ruling, SearchBudget},
    sentence::SentenceError,
};

/// A written record of a game.
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
    /// The start position.
    pub start: Position,
    /// The conditions of the game.
    pub event: Event,
    /// The game, line by line: moves in algebraic notation or by their squares, and sentences in everyday words.
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

/// A line with the ruling on the last act in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuledLine {
    /// The line as written, or the part of it that is a separate sentence.
    pub text: String,
    /// The corresponding lines of a case, one per move or sentence.
    pub strict: Vec<String>,
    /// The sentences among them that were written in other words.
    pub taken_for: Vec<String>,
    /// Whether the line contains only moves.
    is_moves: bool,
    /// The part of the line that was not read, because the move before it was rejected.
    pub unread: Option<String>,
    /// The player whose claim or request counts as a draw offer, if it does.
    pub counts_as_offer_by: Option<Color>,
    /// The ruling.
    pub ruling: Ruling,
    /// The position on the board after the line.
    pub position: Position,
    /// The number of plies of the game after the line.
    pub plies: usize,
}

/// A line that was not understood.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {number}: {error}")]
pub struct LineError {
    /// The line number, from 1.
    pub number: usize,
    /// The line as written.
    pub text: String,
    /// The reason.
    pub error: SentenceError,
}

impl Transcript {
    /// Creates a transcript of a game from the initial position under default conditions.
    pub fn from_start(lines: impl IntoIterator<Item = String>) -> Transcript {
        Transcript {
            start: Position::start(),
            event: Event::default(),
            lines: lines.into_iter().collect(),
        }
    }

    /// Rules on each line.
    ///
    /// A line is parsed in the position on the board after the rulings on the lines before. A line can therefore be
    /// valid under one rule set and not under another.
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
            let mut said = LineParser::new(&clean, reader.subject);
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

    /// Creates an incomplete case for the catalogue, to be completed by the user. It contains the lines, the ruling
    /// under the first of `rule_sets`, and the other rule sets with a different ruling.
    pub fn draft(&self, rule_sets: &[RuleSet], budget: &SearchBudget) -> Draft {
        let ruling = |&rule_set| (rule_set, self.rule(rule_set, budget).last.decision);
        Draft {
            id: "to-be-named".to_owned(),
            remarks: vec![
                "To be added by a person who knows the documents: id, title, states, contrast, why; and the ruling \
                 checked."
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
    /// Returns the lines as in a case.
    fn strict_lines(&self) -> Vec<String> {
        self.lines.iter().flat_map(|line| line.strict.iter().cloned()).collect()
    }
}

impl RuledLine {
    /// Creates the line for a part of a transcript with its ruling.
    fn new(before: &Position, part: &ParsedPart, ruling: &Ruling, game: &Game) -> RuledLine {
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

    /// Appends a move to a line of moves, whose ruling is that of the last move.
    fn go_on(&mut self, next: RuledLine) {
        let (mut text, mut strict) = (self.text.clone(), std::mem::take(&mut self.strict));
        text.push_str(&format!(" {}", next.text));
        strict.extend(next.strict.iter().cloned());
        *self = RuledLine { text, strict, ..next };
    }
}

/// State carried from one part of a transcript to the next.
#[derive(Default)]
struct LineReader {
    /// The player named last.
    subject: Option<Color>,
    /// The player whose move was rejected, until the next act. If this player presses the clock, it completes no move.
    refused: Option<Color>,
}

impl LineReader {
    /// Rules on the acts of a part of a line. A press of the clock after a rejected move of the same player is ignored.
    fn rule(&mut self, game: &mut Game, part: &ParsedPart, last: &Ruling) -> Ruling {
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

    #[test]
    fn an_unknown_sentence_ends_the_transcript() {
        let ruled = ruled(&["1. e4 e5", "White resing", "Black resigns"], RuleSet::LATEST);
        assert_eq!(ruled.lines.len(), 1);
        assert_eq!(ruled.game.moves().len(), 2);
        let error = ruled.error.unwrap().to_string();
        assert!(error.starts_with("line 2: ") && error.contains("White resigns"), "{error}");
    }
}
