use super::{Outcome, RuleSet, automatic::AutomaticEnding, draw_tracker::DrawTracker};
use crate::position::{IllegalMove, Move, Position, PositionWithChecks};

/// A fast replay of a game that consists of moves only. It finds the automatic end of the game, ply by ply.
///
/// A [`Game`](super::Game) takes every act and rules on it; a replay only takes legal moves. A position counts as dead
/// only by material, wherever the pieces stand.
///
/// For speed it does not keep a [`Line`](crate::position::Line): to count occurrences it needs only the positions since
/// the last capture or pawn move, each packed into 32 bytes.
///
/// ```
/// use lawbook::{position::Position, rules::{Replay, RuleSet, Termination}};
///
/// let mut replay = Replay::new(RuleSet::FIDE_2023, Position::start());
/// for uci in ["f2f3", "e7e5", "g2g4", "d8h4"] {
///     replay.play(uci.parse()?)?;
/// }
/// assert_eq!(replay.outcome().map(|outcome| outcome.by), Some(Termination::Checkmate));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Replay(DrawTracker<PositionWithChecks>);

impl Replay {
    /// Starts a game from this position, which may end it at once.
    pub fn new(rule_set: RuleSet, start: Position) -> Replay {
        let mut replay = Replay(DrawTracker::new(rule_set, PositionWithChecks::new(start)));
        replay.see();
        replay
    }

    /// The position on the board.
    #[inline]
    pub const fn position(&self) -> &Position {
        self.0.board.position()
    }

    /// Whether the side to move is in check.
    #[inline]
    pub const fn is_check(&self) -> bool {
        self.0.board.is_check()
    }

    /// The number of times that the position on the board has occurred, this time included (Article 9.2).
    #[inline]
    pub const fn occurrences(&self) -> u32 {
        self.0.occurrences
    }

    /// The automatic outcome of the game, if it has one. Later moves do not change it.
    #[inline]
    pub const fn outcome(&self) -> Option<Outcome> {
        self.0.outcome
    }

    /// Plays a move, even after the end of the game.
    ///
    /// # Errors
    ///
    /// The move is not legal. Nothing has changed.
    #[inline]
    pub fn play(&mut self, played: Move) -> Result<(), IllegalMove> {
        self.0.board.play(played)?;
        self.see();
        Ok(())
    }

    /// Counts the position on the board, and checks whether it ends the game.
    #[inline]
    fn see(&mut self) {
        self.0.count();
        if self.0.outcome.is_none() {
            self.0.outcome = self.0.automatic_end();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Termination;

    /// The start position occurs five times in each game.
    #[test]
    fn fivefold_repetition_ends_a_replay() {
        let there_and_back = "g1f3 g8f6 f3g1 f6g8 ".repeat(4);
        let by_a_detour = "b1a3 b8a6 a3c4 a6c5 c4a3 c5a6 a3b1 a6b8 ".to_owned()
            + &"g1f3 g8f6 f3g1 f6g8 ".repeat(3);
        for (rule_set, moves, ends) in [
            (RuleSet::LATEST, &there_and_back, true),
            (RuleSet::LATEST, &by_a_detour, true),
            (RuleSet::FIDE_2014, &there_and_back, true),
            (RuleSet::FIDE_2014, &by_a_detour, false),
        ] {
            let mut replay = Replay::new(rule_set, Position::start());
            for played in moves.split_whitespace() {
                assert_eq!(replay.outcome(), None, "{rule_set}, {moves}");
                replay.play(played.parse().unwrap()).unwrap();
            }
            assert_eq!(replay.occurrences(), 5, "{moves}");
            let expected = ends.then_some(Outcome::draw(Termination::FivefoldRepetition));
            assert_eq!(replay.outcome(), expected, "{rule_set}, {moves}");
        }
    }
}
