use super::{Outcome, RuleSet, automatic::Automatic};
use crate::{
    board::Role,
    position::{IllegalMove, Move, Packed, Position, PositionWithChecks},
};

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
    stretch: Vec<Packed>,
    /// A bit for each of them, by its hash. Most positions are new, and most of those have a bit that is
    /// not set.
    marks: u64,
    occurrences: u32,
    outcome: Option<Outcome>,
}

impl Replay {
    /// A game that begins in this position, which may end it at once.
    pub fn new(rule_set: RuleSet, start: Position) -> Replay {
        let mut replay = Replay {
            rule_set,
            board: PositionWithChecks::new(start),
            stretch: Vec::new(),
            marks: 0,
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
        if self.position().halfmove_clock() == 0 {
            self.stretch.clear();
            self.marks = 0;
        }
        self.see();
        Ok(())
    }

    /// Counts the position that is on the board now, and sees whether it ends the game.
    #[inline]
    fn see(&mut self) {
        let now = Packed::new(self.board.position());
        let mark = now.mark();
        self.occurrences = 1;
        if self.marks & mark != 0 {
            // The player on move had the move every second ply, and cannot be back after one.
            let earlier = self.stretch.iter().rev().skip(3).step_by(2);
            self.occurrences += earlier.filter(|&&earlier| earlier == now).count() as u32;
        }
        self.marks |= mark;
        self.stretch.push(now);
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
        // No rule set takes a position as dead by material that has a pawn, a rook or a queen.
        let placement = position.placement();
        let strong =
            placement.role(Role::Pawn) | placement.role(Role::Rook) | placement.role(Role::Queen);
        strong.is_empty() && self.rule_set.is_dead_by_material(placement)
    }

    fn occurrences(&self) -> u32 {
        self.occurrences
    }

    fn stood(&self, ago: usize) -> bool {
        let earlier = self.stretch.iter().nth_back(ago);
        earlier.is_some_and(|earlier| Some(earlier) == self.stretch.last())
    }
}
