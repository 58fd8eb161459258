//! Reads the lines of a transcript: moves, the sentences of cases, and facts.
//!
//! A line is read whole or not at all, in the game after the rulings on the lines before.

use super::{
    Fact, FactKind,
    explanation::{castling_obstacle, doubts, explain},
    fact::Supposed,
    pgn::{
        GameLine, is_number,
        spelled::{self, by_squares, is_null, without_signs},
    },
};
use lawbook::{
    board::Color,
    notation::SanError,
    position::{Move, Position},
    rules::{Act, Decision, Game, Incident, IncidentKind, Refused, Ruling, Termination},
    sentence::{SentenceError, read_line},
};

/// The game so far, and the ruling that stands.
#[derive(Clone, Debug)]
pub(super) struct Reading {
    pub(super) game: Game,
    /// The ruling that stands.
    pub(super) last: Ruling,
    /// The player whose move was rejected, until the next act. If this player presses the clock, it completes no move.
    refused: Option<Color>,
    /// The facts that are not told.
    pub(super) supposed: Supposed,
}

impl Reading {
    pub(super) fn new(game: Game, supposed: Supposed) -> Reading {
        let last = game.standing();
        Reading { game, last, refused: None, supposed }
    }

    /// Rules on a line. Returns the reading after it and the line; none if it has nothing to rule on.
    ///
    /// # Errors
    ///
    /// The line is not a sequence of moves, a sentence or a fact. Then there is no ruling on any part of it.
    pub(super) fn read(
        &self,
        line: &GameLine,
    ) -> Result<(Reading, Option<RuledLine>), SentenceError> {
        let mut reading = self.clone();
        let question = |question| Err(SentenceError::Question { question, choices: Vec::new() });
        let line = match line {
            GameLine::Empty => return Ok((reading, None)),
            GameLine::Moves(words) => {
                let ruled = reading.moves(words)?;
                return Ok((reading, ruled));
            }
            GameLine::Sentence(line) => line.as_str(),
            GameLine::Open(what) => {
                return question(format!("the {what} that begins here has no end"));
            }
            GameLine::NextGame => {
                return question(
                    "another game begins here; expected one game at a time".to_owned(),
                );
            }
        };
        if let Ok(fact) = line.parse() {
            let ruled = reading.learn(fact, line)?;
            return Ok((reading, Some(ruled)));
        }
        let acts = read_line(&mut self.game.position().clone(), line)?;
        if let Some(error) = acts.iter().find_map(|act| absence_of_a_mover(act, &self.game)) {
            return Err(error);
        }
        let ruled = reading.rule(line, &acts);
        Ok((reading, Some(ruled)))
    }

    /// Rules on moves. If one is rejected, the rest of the line is not read.
    fn moves(&mut self, line: &str) -> Result<Option<RuledLine>, SentenceError> {
        let mut ruled: Option<RuledLine> = None;
        let words: Vec<&str> = line.split(' ').filter(|word| !is_number(word)).collect();
        for (place, word) in words.iter().enumerate() {
            if let (Some(_), Some(ruled)) = (self.refused, &mut ruled) {
                ruled.unread = Some(words[place..].join(" "));
                break;
            }
            let position = *self.game.position();
            let played = read_move(&position, word)?;
            let next = self.rule(word, &[Act::MoveAndPress { mv: played }]);
            match &mut ruled {
                Some(earlier) => earlier.go_on(next),
                None => ruled = Some(next),
            }
        }
        Ok(ruled)
    }

    /// Rules on the game with a fact that a line tells.
    fn learn(&mut self, fact: Fact, text: &str) -> Result<RuledLine, SentenceError> {
        let moves_tell = FactKind::OF_THE_MOVES.contains(&fact.kind)
            && self.supposed.is_untold(FactKind::Position)
            && !self.game.moves().is_empty();
        if moves_tell || !self.supposed.is_untold(fact.kind) {
            let question = format!(
                "the position, the moves or the conditions already tell {}: leave out \"{fact}\"",
                fact.kind.what()
            );
            return Err(SentenceError::Question { question, choices: Vec::new() });
        }
        self.last = self.game.standing();
        if fact.kind == FactKind::Repetition {
            let position = *self.game.position();
            self.last = self.game.occurred(&position, fact.from);
        }
        Ok(RuledLine::new(text, &self.last, &self.game))
    }

    /// Rules on the acts of a sentence or a move. A press of the clock after a rejected move of the same player is ignored.
    fn rule(&mut self, text: &str, acts: &[Act]) -> RuledLine {
        let offered = self.game.standing_offer();
        let before = *self.game.position();
        for act in acts {
            if let Act::Press { by } = *act
                && self.refused == Some(by)
            {
                break;
            }
            let turn = self.game.position().turn();
            let act = &self.supposed.meet(&mut self.game, *act);
            self.last = self.game.act(act);
            let is_refused = self.last.decision == Decision::Refused(Refused::Move);
            let is_move = matches!(
                act,
                Act::MoveAndPress { .. }
                    | Act::MoveOnly { .. }
                    | Act::LeavePawn { .. }
                    | Act::Illegal { .. }
                    | Act::IllegalUnnamed { .. }
                    | Act::IllegalWithTwoHands { .. }
            );
            self.refused = (is_refused && is_move).then_some(act.by().unwrap_or(turn));
        }
        let mut line = RuledLine::new(text, &self.last, &self.game);
        if !(self.supposed.is_untold(FactKind::Position) && self.game.moves().is_empty()) {
            line.notes.extend(castling_obstacle(&before, acts));
            line.notes.extend(explain(&self.game, acts, &self.last));
        }
        line.notes.extend(doubts(&self.game, &self.last));
        let offers = self.game.standing_offer().filter(|by| offered != Some(*by));
        line.counts_as_offer_by = offers.filter(|by| !acts.contains(&Act::Offer { by: *by }));
        line
    }
}

/// Parses a move in any spelling that the reader of PGN knows.
fn read_move(position: &Position, word: &str) -> Result<Move, SentenceError> {
    if is_null(word.as_bytes()) {
        let question = format!(
            "{word:?} is a null move, which no game has: write the move that was played, or leave out the line"
        );
        return Err(SentenceError::Question { question, choices: Vec::new() });
    }
    let error = match spelled::read_move(position, word) {
        Ok(read) => return Ok(read.played),
        Err(error) => error,
    };
    let bare = without_signs(word);
    if by_squares(bare).is_some() && !matches!(error, SanError::Ambiguous { .. }) {
        let by = position.turn();
        let right = format!("\"{by} makes the illegal move {bare} and presses the clock\"");
        return Err(SentenceError::Unknown { text: word.to_owned(), right: vec![right] });
    }
    Err(error.into())
}

/// Returns the error for a player who arrives late, or not at all, although this player has moved or the other one has lost
/// by forfeit already.
fn absence_of_a_mover(act: &Act, game: &Game) -> Option<SentenceError> {
    let Act::Incident(Incident { what, of, number }) = *act else { return None };
    let both = match what {
        IncidentKind::Late | IncidentKind::BothLate => IncidentKind::BothLate,
        IncidentKind::NoShow | IncidentKind::NeitherArrives => IncidentKind::NeitherArrives,
        _ => return None,
    };
    let is_forfeited = game
        .outcome()
        .is_some_and(|outcome| outcome.by == Termination::Forfeit && outcome.winner == of);
    let mut players = Color::ALL.into_iter().filter(|one| of.is_none_or(|of| of == *one));
    let has_moved = |by: &Color| game.line().plies().any(|ply| ply.before.turn() == *by);
    let question = if is_forfeited && of.is_some() && game.moves().is_empty() {
        let both = Incident { what: both, of: None, number };
        format!(
            "the other player has lost by forfeit already: say what both did in one sentence, as in \"{both}\""
        )
    } else {
        let by = players.find(has_moved)?;
        format!("{by} has already moved: put this line before the first move")
    };
    Some(SentenceError::Question { question, choices: Vec::new() })
}

/// A line with the ruling on the last act in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuledLine {
    /// The line as written.
    pub text: String,
    /// Remarks on the rule, and explanations of the ruling.
    pub notes: Vec<String>,
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

impl RuledLine {
    /// Creates a line with its ruling.
    fn new(text: &str, ruling: &Ruling, game: &Game) -> RuledLine {
        RuledLine {
            text: text.to_owned(),
            notes: Vec::new(),
            unread: None,
            counts_as_offer_by: None,
            ruling: ruling.clone(),
            position: *game.position(),
            plies: game.moves().len(),
        }
    }

    /// Appends a move to a line of moves, whose ruling is that of the last move.
    fn go_on(&mut self, next: RuledLine) {
        *self = RuledLine { text: format!("{} {}", self.text, next.text), ..next };
    }
}
