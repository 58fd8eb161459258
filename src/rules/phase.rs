use super::{Offence, Order, Outcome, Ruling};
use crate::{
    board::{Bitboard, Color},
    position::Move,
};

/// The phase of a game: a part of a turn, or an ending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The last move is completed, and the opponent of the player who made it is to move.
    ToMove,
    /// The last move is on the board, and the clock is not yet pressed.
    ///
    /// In the position on the board the opponent is already the side to move.
    Moved(Press),
    /// The game is over.
    Over(Outcome),
    /// The game was begun wrongly and is not played any further.
    Cancelled,
    /// Both players have lost.
    BothLost,
    /// The arbiter has given half a point to this player, and none to the opponent.
    HalfPoint(Color),
    /// A claim has ended the game, and the arbiter has yet to decide it.
    Referred,
}

/// The effect of pressing the clock after the move on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Press {
    /// The move is completed.
    Completes,
    /// The move is completed, and counts as illegal because it was made with two hands.
    CountsTwoHands,
    /// The move is completed. It was made with two hands, and the ruling on that was given at once. The ruling is
    /// repeated, because the illegal move counts only once.
    RepeatsRuling(Ruling),
}

/// An improper move on the board that its player has not completed: the clock is not pressed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Unfinished {
    /// An illegal move, if it is named. It becomes an irregularity when the clock is pressed.
    Illegal(Option<Move>),
    /// A pawn on the last rank that has not been exchanged.
    LeftPawn(Move),
    /// A move that counts as illegal at once. Pressing the clock repeats the ruling, because it counts only once.
    Ruled(Ruling),
}

/// The state since the last move: the acts of the player to move, and the breach that he may object to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Turn {
    /// Whether a piece was touched on purpose.
    pub(super) touched: bool,
    /// The squares of his own pieces that he has touched.
    pub(super) own: Bitboard,
    /// Whether he has touched a piece of the opponent.
    pub(super) other: bool,
    /// Whether his clock is known to run.
    pub(super) runs: bool,
    /// The obligations for the move.
    pub(super) orders: Vec<Order>,
    /// The move that he has written down.
    pub(super) written: Option<Move>,
    /// The obligation that the opponent's last move has broken, unnoticed until now.
    pub(super) broken: Option<Order>,
    /// The player who may still press the clock for the move before the last, because the opponent answered before the
    /// press.
    pub(super) late_press: Option<Color>,
    /// The improper move of the player to move that stands on the board, not yet completed.
    pub(super) unfinished: Option<Unfinished>,
    /// The player who has displaced pieces and has not put them back.
    pub(super) displaced: Option<Color>,
    /// The completed illegal move that has not been noticed yet.
    pub(super) unnoticed: Option<Unnoticed>,
    /// Moves that were played and not told, so that the board is not known.
    pub(super) untold: Option<Untold>,
}

/// What has been played and not told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Untold {
    /// An illegal move, and perhaps more. Nothing that follows can be judged.
    Move,
    /// The reply of the player to move.
    Reply,
}

/// A completed illegal move, or one that counts as illegal, in a game of rapid or blitz without an arbiter at the board.
///
/// Until the opponent has made his next move, he may claim, and the arbiter acts if he has seen it. Then it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Unnoticed {
    /// The offender.
    pub(super) by: Color,
    /// The kind of offence.
    pub(super) offence: Offence,
    /// The move, unless it is legal or not named.
    pub(super) tried: Option<Move>,
    /// Whether the position on the board is the one after the illegal move.
    pub(super) on_board: bool,
}
