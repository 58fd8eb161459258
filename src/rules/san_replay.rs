use super::{Outcome, RuleSet, automatic::AutomaticEnding, draw_tracker::DrawTracker};
use crate::{
    notation::describe,
    position::{IllegalMove, Move, Position},
};

/// A replay of moves that are parsed one by one. It is quicker than a [`Replay`](super::Replay) for callers that only
/// need the outcome at the end of the game.
///
/// After a move it only checks for draws that end a game although moves are still possible. It checks for mate and
/// stalemate on request: if another move can be played, neither has occurred.
///
/// ```
/// use lawbook::{position::Position, rules::{RuleSet, SanReplay, Termination}};
///
/// let mut replay = SanReplay::new(RuleSet::FIDE_2023, Position::start());
/// for san in ["f3", "e5", "g4", "Qh4#"] {
///     assert!(replay.play_san(san.as_bytes()).is_some());
/// }
/// assert_eq!(replay.play_san(b"e4"), None);
/// assert_eq!(replay.outcome().map(|outcome| outcome.by), Some(Termination::Checkmate));
/// ```
#[derive(Clone)]
pub struct SanReplay(DrawTracker<Position>);

impl SanReplay {
    /// Starts a game from this position, which may end it at once.
    pub fn new(rule_set: RuleSet, start: Position) -> SanReplay {
        let mut replay = SanReplay(DrawTracker::new(rule_set, start));
        replay.see();
        replay
    }

    /// The position on the board.
    #[inline]
    pub const fn position(&self) -> &Position {
        &self.0.board
    }

    /// The number of times that the position on the board has occurred, this time included (Article 9.2).
    #[inline]
    pub const fn occurrences(&self) -> u32 {
        self.0.occurrences
    }

    /// The automatic outcome of the game, if it has one.
    pub fn outcome(&self) -> Option<Outcome> {
        self.0.outcome.or_else(|| self.0.automatic_end())
    }

    /// Plays a move in standard notation, such as `Nbd2`, `exd6`, `a8=Q+` or `O-O`.
    ///
    /// Returns `None` and changes nothing if the game has ended, if the move is not legal, or if it is written in
    /// another way. [`read_san`](crate::notation::read_san) accepts more spellings and describes errors.
    #[inline]
    pub fn play_san(&mut self, text: &[u8]) -> Option<Move> {
        if self.0.outcome.is_some() {
            return None;
        }
        let played = self.0.board.play_described(describe(text)?)?;
        self.see();
        Some(played)
    }

    /// Plays a move.
    ///
    /// # Errors
    ///
    /// The move is not legal. Nothing has changed.
    pub fn play(&mut self, played: Move) -> Result<(), IllegalMove> {
        self.0.board = self.0.board.play(played)?;
        self.see();
        Ok(())
    }

    /// Counts the position on the board, and checks whether it draws the game. Mate and stalemate are stored only if
    /// the same move also fulfils a condition for a draw.
    #[inline]
    fn see(&mut self) {
        self.0.count();
        if self.0.outcome.is_none() && self.0.automatic_draw().is_some() {
            // A mate takes precedence over a draw by the same move.
            self.0.outcome = self.0.automatic_end();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_played_as_they_are_written() {
        let mut replay = SanReplay::new(RuleSet::LATEST, Position::start());
        for (text, played) in [
            ("exe3", None),
            ("e4", Some("e2e4")),
            ("Ke7", None),
            ("e5", Some("e7e5")),
            ("Nf3", Some("g1f3")),
        ] {
            let before = *replay.position();
            let wanted: Option<Move> = played.map(|uci| uci.parse().unwrap());
            assert_eq!(replay.play_san(text.as_bytes()), wanted, "{text}");
            assert_eq!(before == *replay.position(), wanted.is_none(), "{text}");
        }
    }
}
