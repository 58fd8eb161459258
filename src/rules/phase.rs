use super::{Order, Outcome, Ruling};
use crate::{board::Bitboard, position::Move};

/// Where a game stands: within a turn, or at its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The last move is completed, and the opponent of whoever made it is to move.
    ToMove,
    /// The last move is on the board, and the clock is not yet pressed.
    ///
    /// The position on the board already has the opponent on move.
    Moved(Press),
    /// The game is over.
    Over(Outcome),
    /// The game was begun wrongly and is not played any further.
    Cancelled,
}

/// What it means to press the clock after the move that is on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Press {
    /// The move is completed.
    Completes,
    /// The move is completed, and counts as illegal since it was made with two hands.
    CountsTwoHands,
    /// The move is completed. It was made with two hands, which was ruled on at once; the ruling is the
    /// same again, since the illegal move counts only once.
    RepeatsRuling(Ruling),
}

/// What has happened since the last move was made: what the player on move has done so far, and what
/// he may object to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Turn {
    /// A piece was touched on purpose.
    pub(super) touched: bool,
    /// The squares of his own pieces that he has touched.
    pub(super) own: Bitboard,
    /// What is obligatory for the move.
    pub(super) orders: Vec<Order>,
    /// The move that he has written down.
    pub(super) written: Option<Move>,
    /// The obligation that the opponent's last move has broken, which nobody has noticed yet.
    pub(super) broken: Option<Order>,
}
