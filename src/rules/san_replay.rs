use super::{Outcome, RuleSet, automatic::Automatic, followed::FollowedGame};
use crate::{
    notation::describe,
    position::{IllegalMove, Move, Position},
};

/// A game of moves that are read one by one: like a [`Replay`](super::Replay), for whoever wants to know how the
/// game stands only at its end.
///
/// After a move it sees only what draws a game in which play could go on. Mate and stalemate are looked for when
/// somebody asks: as long as another move can be played there was none.
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
pub struct SanReplay(FollowedGame<Position>);

impl SanReplay {
    /// A game that begins in this position, which may end it at once.
    pub fn new(rule_set: RuleSet, start: Position) -> SanReplay {
        let mut replay = SanReplay(FollowedGame::new(rule_set, start));
        replay.see();
        replay
    }

    /// The position on the board.
    #[inline]
    pub const fn position(&self) -> &Position {
        &self.0.board
    }

    /// How often the position on the board has occurred, this time included (Article 9.2).
    #[inline]
    pub const fn occurrences(&self) -> u32 {
        self.0.occurrences
    }

    /// How the game ended by itself, if it did.
    pub fn outcome(&self) -> Option<Outcome> {
        self.0.outcome.or_else(|| self.0.automatic_end())
    }

    /// Plays a move that is written by the standard, such as `Nbd2`, `exd6`, `a8=Q+` or `O-O`.
    ///
    /// `None` if the game has ended, or if the move is not legal or is written in another way, and nothing has
    /// changed: [`read_san`](crate::notation::read_san) reads more, and says what is wrong.
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
    /// The move is not legal, and nothing has changed.
    pub fn play(&mut self, played: Move) -> Result<(), IllegalMove> {
        self.0.board = self.0.board.play(played)?;
        self.see();
        Ok(())
    }

    /// Counts the position that is on the board now, and sees whether it draws the game. Mate and stalemate are kept
    /// only where they came with a draw.
    #[inline]
    fn see(&mut self) {
        self.0.count();
        if self.0.outcome.is_none() && self.0.automatic_draw().is_some() {
            // A mate comes before a draw that the same move brings about.
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
