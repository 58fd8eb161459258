use super::{Outcome, RuleSet, automatic::Automatic};
use crate::position::{IllegalMove, Move, Occurrences, Position, PositionWithChecks};

/// A game of moves and nothing else: what ends it by itself, ply by ply.
///
/// A [`Game`](super::Game) takes every act and rules on it; this takes legal moves and is quick. A position
/// counts as dead only by material, wherever the pieces stand.
///
/// It keeps no [`Line`](crate::position::Line), for the sake of speed: to count occurrences it needs only the
/// positions since the last capture or pawn move, each packed into 32 bytes.
///
/// ```
/// use lawbook::{position::Position, rules::{Replay, RuleSet, Termination}};
///
/// let mut replay = Replay::new(RuleSet::Fide2023, Position::start());
/// for uci in ["f2f3", "e7e5", "g2g4", "d8h4"] {
///     replay.play(uci.parse()?)?;
/// }
/// assert_eq!(replay.outcome().map(|outcome| outcome.by), Some(Termination::Checkmate));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Replay {
    rule_set: RuleSet,
    board: PositionWithChecks,
    /// The position on the board and those before it that can still occur again: none from before a
    /// capture or a pawn move can.
    stretch: Occurrences,
    occurrences: u32,
    outcome: Option<Outcome>,
}

impl Replay {
    /// A game that begins in this position, which may end it at once.
    pub fn new(rule_set: RuleSet, start: Position) -> Replay {
        let mut replay = Replay {
            rule_set,
            board: PositionWithChecks::new(start),
            stretch: Occurrences::default(),
            occurrences: 0,
            outcome: None,
        };
        replay.see();
        replay
    }

    /// The position on the board.
    #[inline]
    pub const fn position(&self) -> &Position {
        self.board.position()
    }

    /// Whether the player on move is in check.
    #[inline]
    pub const fn is_check(&self) -> bool {
        self.board.is_check()
    }

    /// How often the position on the board has occurred, this time included (Article 9.2).
    #[inline]
    pub const fn occurrences(&self) -> u32 {
        self.occurrences
    }

    /// How the game ended by itself, if it did; moves after that change nothing in it.
    #[inline]
    pub const fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Plays a move, after the end of the game too.
    ///
    /// # Errors
    ///
    /// The move is not legal, and nothing has changed.
    #[inline]
    pub fn play(&mut self, played: Move) -> Result<(), IllegalMove> {
        self.board.play(played)?;
        self.follow();
        Ok(())
    }

    /// Sees the position after a move.
    #[inline]
    fn follow(&mut self) {
        if self.position().halfmove_clock() == 0 {
            self.stretch.clear();
        }
        self.see();
    }

    /// Counts the position that is on the board now, and sees whether it ends the game.
    #[inline]
    fn see(&mut self) {
        self.occurrences = self.stretch.push(self.board.position());
        if self.outcome.is_none() {
            self.outcome = self.automatic_end();
        }
    }
}

impl Automatic for Replay {
    fn rule_set(&self) -> RuleSet {
        self.rule_set
    }

    fn position(&self) -> &Position {
        self.board.position()
    }

    fn is_check(&self) -> bool {
        self.board.is_check()
    }

    fn has_legal_move(&self) -> bool {
        self.board.has_legal_move()
    }

    #[inline]
    fn is_dead(&self, position: &Position) -> bool {
        self.rule_set.is_dead_by_material(position.placement())
    }

    fn occurrences(&self) -> u32 {
        self.occurrences
    }

    fn stood(&self, ago: usize) -> bool {
        self.stretch.stood(ago)
    }
}
