use std::fmt;

use super::Incident;
use crate::{
    board::{Color, Role, Square},
    position::Move,
};

/// What a player, the arbiter, or the clock does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Act {
    /// The player on move makes a move and presses the clock.
    MoveAndPress(Move),
    /// A player makes a move: it is released on its square, the clock not yet pressed.
    MoveOnly(Color, Move, How),
    /// A player presses the clock.
    Press(Color),
    /// A player touches a piece, his own or the opponent's.
    Touch(Color, Square, Touch),
    /// A player moves the king two squares and lets go of it: the first part of castling.
    ReleaseKing(Color, Square),
    /// A player demands that the opponent moves what was touched.
    Protest(Color),
    /// A player touches a piece beside the board, to promote a pawn to.
    PickUp(Color, Role),
    /// A player who has promoted a pawn wants another piece in its place.
    Exchange(Color, Role),
    /// A player moves a pawn to the last rank and leaves it a pawn.
    LeavePawn(Color, Move, Stage),
    /// A player makes a move that is not legal.
    Illegal(Color, Move, Stage),
    /// A player makes a move with two hands that is not legal.
    IllegalWithTwoHands(Color, Move, Stage),
    /// A player puts a piece on a square where it may not go and presses the clock; nobody notices,
    /// and the game goes on from there.
    IllegalUnnoticed(Color, Move),
    /// A player's move of so many of his moves ago, from 1, is found to have been illegal.
    FoundIllegal(Color, u32),
    /// The board shows what no legal move can have brought about.
    FoundImpossible(Impossible, Stage),
    /// The game is found to have been begun wrongly.
    FoundBegunWrongly(Mishap),
    /// So many seconds pass while this player's clock is running.
    Think(Color, u32),
    /// A player offers a draw.
    Offer(Color),
    /// A player offers a draw on a condition.
    OfferOnCondition(Color),
    /// A player withdraws the offer.
    WithdrawOffer(Color),
    /// A player accepts the opponent's offer.
    Accept(Color),
    /// A player refuses the opponent's offer in words.
    Decline(Color),
    /// Both players agree to a draw.
    Agree,
    /// A player writes a move down and does not play it.
    Write(Color, Move),
    /// A player claims a draw, for the position on the board or for the one that a written move
    /// would bring about.
    Claim(Color, Ground, Option<Move>),
    /// A player withdraws a claim.
    WithdrawClaim(Color),
    /// A player short of time claims that the game cannot be won by normal means.
    ClaimNoWinningChances(Color),
    /// A player resigns.
    Resign(Color),
    /// A player stops the clocks.
    StopClocks(Color),
    /// The players shake hands without a word.
    ShakeHands,
    /// A player's flag falls, and the arbiter sees it or the opponent claims it.
    FlagFalls(Color),
    /// A player's flag falls, and nobody notices.
    FlagFallsUnnoticed(Color),
    /// A flag that had fallen is noticed.
    FlagNoticed(Color),
    /// Both flags have fallen, and nobody knows which fell first.
    BothFlags,
    /// A player claims a draw for a move that he says and does not write down.
    ClaimSpoken(Color, Ground, Move),
    /// A player claims a draw for the position on the board, and nobody has recorded the moves.
    ClaimUnrecorded(Color, Ground),
    /// A player writes a move down and adjourns the game.
    Seal(Color, Move),
    /// Something beside the moves.
    Incident(Incident),
}

/// How a move is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum How {
    /// With one hand, and as the player must.
    Properly,
    /// With two hands.
    WithTwoHands,
    /// Against what was obligatory, and nobody objects.
    BreachingTouchMove,
}

/// How a piece is touched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Touch {
    /// On purpose.
    OnPurpose,
    /// Clearly by accident.
    ByAccident,
    /// To adjust it, after saying so.
    AdjustingAfterSayingSo,
    /// To adjust it, without a word.
    AdjustingWithoutAWord,
}

/// How far an improper move has come before it is found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// The clock is not pressed.
    Made,
    /// The clock is pressed.
    Completed,
    /// The opponent has replied.
    Answered,
}

/// What a board can show after an illegal move that nobody noticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Impossible {
    /// Both kings are in check.
    BothKingsInCheck,
    /// A pawn stands on its last rank.
    PawnOnLastRank,
}

/// How a game can be begun wrongly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mishap {
    /// Each player has the pieces of the other.
    ColoursReversed,
    /// Pieces stood on wrong squares in the first position.
    PiecesMisplaced,
    /// The corner at the player's right hand is dark.
    BoardTurned,
    /// The clocks were set wrongly.
    ClocksWrong,
}

/// What a draw claim rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ground {
    /// The same position for the third time (Article 9.2).
    Threefold,
    /// Fifty moves of each player without capture or pawn move (Article 9.3).
    Fifty,
}

impl Ground {
    /// Both grounds.
    pub const ALL: [Ground; 2] = [Ground::Threefold, Ground::Fifty];

    /// The words for it.
    pub const fn name(self) -> &'static str {
        match self {
            Ground::Threefold => "threefold repetition",
            Ground::Fifty => "the fifty-move rule",
        }
    }
}

impl fmt::Display for Ground {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Act {
    /// The legal move that this act puts on the board, if it is one.
    pub const fn played(&self) -> Option<Move> {
        match self {
            Act::MoveAndPress(played) | Act::MoveOnly(_, played, _) => Some(*played),
            // The pawn is not yet a piece, and these moves are not legal.
            Act::LeavePawn(..)
            | Act::Illegal(..)
            | Act::IllegalWithTwoHands(..)
            | Act::IllegalUnnoticed(..) => None,
            Act::Press(_)
            | Act::Touch(..)
            | Act::ReleaseKing(..)
            | Act::Protest(_)
            | Act::PickUp(..)
            | Act::Exchange(..)
            | Act::FoundIllegal(..)
            | Act::FoundImpossible(..)
            | Act::FoundBegunWrongly(_)
            | Act::Think(..)
            | Act::Offer(_)
            | Act::OfferOnCondition(_)
            | Act::WithdrawOffer(_)
            | Act::Accept(_)
            | Act::Decline(_)
            | Act::Agree
            | Act::Write(..)
            | Act::Claim(..)
            | Act::WithdrawClaim(_)
            | Act::ClaimNoWinningChances(_)
            | Act::Resign(_)
            | Act::StopClocks(_)
            | Act::ShakeHands
            | Act::FlagFalls(_)
            | Act::FlagFallsUnnoticed(_)
            | Act::FlagNoticed(_)
            | Act::BothFlags
            | Act::ClaimSpoken(..)
            | Act::ClaimUnrecorded(..)
            | Act::Seal(..)
            | Act::Incident(_) => None,
        }
    }

    /// Whether this act may put on the board what no legal move of the line leads to, so that
    /// nobody who only takes legal moves can follow the game any further.
    pub const fn leaves_the_moves(&self) -> bool {
        matches!(self, Act::IllegalUnnoticed(..) | Act::Seal(..))
    }

    /// The same act with colours exchanged.
    pub fn flip(self) -> Act {
        match self {
            Act::MoveAndPress(played) => Act::MoveAndPress(played.flip()),
            Act::MoveOnly(by, played, how) => Act::MoveOnly(!by, played.flip(), how),
            Act::Press(by) => Act::Press(!by),
            Act::Touch(by, square, touch) => Act::Touch(!by, square.flip(), touch),
            Act::ReleaseKing(by, square) => Act::ReleaseKing(!by, square.flip()),
            Act::Protest(by) => Act::Protest(!by),
            Act::PickUp(by, role) => Act::PickUp(!by, role),
            Act::Exchange(by, role) => Act::Exchange(!by, role),
            Act::LeavePawn(by, pushed, stage) => Act::LeavePawn(!by, pushed.flip(), stage),
            Act::Illegal(by, tried, stage) => Act::Illegal(!by, tried.flip(), stage),
            Act::IllegalWithTwoHands(by, tried, stage) => {
                Act::IllegalWithTwoHands(!by, tried.flip(), stage)
            }
            Act::IllegalUnnoticed(by, tried) => Act::IllegalUnnoticed(!by, tried.flip()),
            Act::FoundIllegal(by, ago) => Act::FoundIllegal(!by, ago),
            Act::Think(by, seconds) => Act::Think(!by, seconds),
            Act::Offer(by) => Act::Offer(!by),
            Act::OfferOnCondition(by) => Act::OfferOnCondition(!by),
            Act::WithdrawOffer(by) => Act::WithdrawOffer(!by),
            Act::Accept(by) => Act::Accept(!by),
            Act::Decline(by) => Act::Decline(!by),
            Act::Write(by, written) => Act::Write(!by, written.flip()),
            Act::Claim(by, ground, written) => Act::Claim(!by, ground, written.map(Move::flip)),
            Act::WithdrawClaim(by) => Act::WithdrawClaim(!by),
            Act::ClaimNoWinningChances(by) => Act::ClaimNoWinningChances(!by),
            Act::Resign(by) => Act::Resign(!by),
            Act::StopClocks(by) => Act::StopClocks(!by),
            Act::FlagFalls(by) => Act::FlagFalls(!by),
            Act::FlagFallsUnnoticed(by) => Act::FlagFallsUnnoticed(!by),
            Act::FlagNoticed(by) => Act::FlagNoticed(!by),
            Act::ClaimSpoken(by, ground, said) => Act::ClaimSpoken(!by, ground, said.flip()),
            Act::ClaimUnrecorded(by, ground) => Act::ClaimUnrecorded(!by, ground),
            Act::Seal(by, sealed) => Act::Seal(!by, sealed.flip()),
            Act::Incident(incident) => Act::Incident(incident.flip()),
            Act::FoundImpossible(..)
            | Act::FoundBegunWrongly(_)
            | Act::Agree
            | Act::ShakeHands
            | Act::BothFlags => self,
        }
    }
}

/// The act in a sentence, with moves in UCI and pieces by their squares.
impl fmt::Display for Act {
    #[expect(clippy::too_many_lines, reason = "one line a variant")]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Act::MoveAndPress(played) => write!(f, "{played}"),
            Act::MoveOnly(by, played, How::Properly) => write!(f, "{by} plays {played}"),
            Act::MoveOnly(by, played, How::WithTwoHands) => {
                write!(f, "{by} plays {played} with two hands")
            }
            Act::MoveOnly(by, played, How::BreachingTouchMove) => {
                write!(f, "{by} plays {played} all the same, and nobody objects")
            }
            Act::Press(by) => write!(f, "{by} presses the clock"),
            Act::Touch(by, square, touch) => match touch {
                Touch::OnPurpose => write!(f, "{by} touches {square}"),
                Touch::ByAccident => write!(f, "{by} brushes {square} by accident"),
                Touch::AdjustingAfterSayingSo => write!(f, "{by} adjusts {square} after saying so"),
                Touch::AdjustingWithoutAWord => write!(f, "{by} adjusts {square} without a word"),
            },
            Act::ReleaseKing(by, to) => write!(f, "{by} moves the king to {to} and lets go of it"),
            Act::Protest(by) => write!(f, "{by} protests against the touched piece"),
            Act::PickUp(by, role) => write!(f, "{by} takes a {role} from beside the board"),
            Act::Exchange(by, role) => write!(f, "{by} exchanges the promoted piece for a {role}"),
            Act::LeavePawn(by, pushed, stage) => {
                write!(f, "{by} plays {pushed} and leaves it a pawn{}", after(*stage))
            }
            Act::Illegal(by, tried, stage) => {
                write!(f, "{by} makes the illegal move {tried}{}", after(*stage))
            }
            Act::IllegalWithTwoHands(by, tried, stage) => {
                write!(f, "{by} makes the illegal move {tried} with two hands{}", after(*stage))
            }
            Act::IllegalUnnoticed(by, tried) => {
                write!(f, "{by} makes the illegal move {tried}, and nobody notices")
            }
            Act::FoundIllegal(by, ago) => {
                write!(f, "{by}'s move of {ago} moves ago is found to have been illegal")
            }
            Act::Think(by, seconds) => write!(f, "{by} thinks for {seconds} seconds"),
            Act::FoundImpossible(what, Stage::Answered) => {
                write!(f, "{}, and again after the next move", what.words())
            }
            Act::FoundImpossible(what, Stage::Made | Stage::Completed) => f.write_str(what.words()),
            Act::FoundBegunWrongly(mishap) => f.write_str(mishap.words()),
            Act::Offer(by) => write!(f, "{by} offers a draw"),
            Act::OfferOnCondition(by) => write!(f, "{by} offers a draw on a condition"),
            Act::WithdrawOffer(by) => write!(f, "{by} withdraws the offer"),
            Act::Accept(by) => write!(f, "{by} accepts the offer"),
            Act::Decline(by) => write!(f, "{by} refuses the offer"),
            Act::Agree => write!(f, "The players agree to a draw"),
            Act::Write(by, written) => write!(f, "{by} writes {written}"),
            Act::Claim(by, ground, None) => write!(f, "{by} claims a draw by {ground}"),
            Act::Claim(by, ground, Some(written)) => {
                write!(f, "{by} writes {written} and claims a draw by {ground}")
            }
            Act::WithdrawClaim(by) => write!(f, "{by} withdraws the claim"),
            Act::ClaimNoWinningChances(by) => {
                write!(f, "{by} claims that the game cannot be won by normal means")
            }
            Act::Resign(by) => write!(f, "{by} resigns"),
            Act::StopClocks(by) => write!(f, "{by} stops the clocks"),
            Act::ShakeHands => write!(f, "The players shake hands"),
            Act::FlagFalls(by) => write!(f, "{by}'s flag falls"),
            Act::FlagFallsUnnoticed(by) => write!(f, "{by}'s flag falls, and nobody notices"),
            Act::FlagNoticed(by) => write!(f, "{by}'s fallen flag is noticed"),
            Act::BothFlags => {
                write!(f, "Both flags have fallen, and nobody knows which fell first")
            }
            Act::ClaimSpoken(by, ground, said) => {
                write!(f, "{by} says {said} without writing it and claims a draw by {ground}")
            }
            Act::ClaimUnrecorded(by, ground) => {
                write!(f, "{by} claims a draw without a scoresheet by {ground}")
            }
            Act::Seal(by, sealed) => write!(f, "{by} seals {sealed}"),
            Act::Incident(incident) => incident.fmt(f),
        }
    }
}

impl Impossible {
    const fn words(self) -> &'static str {
        match self {
            Impossible::BothKingsInCheck => "Both kings are found in check",
            Impossible::PawnOnLastRank => "A pawn is found on the last rank",
        }
    }
}

impl Mishap {
    const fn words(self) -> &'static str {
        match self {
            Mishap::ColoursReversed => "The colours are found to be reversed",
            Mishap::PiecesMisplaced => "The pieces are found to have been set up wrongly",
            Mishap::BoardTurned => "The board is found to be turned the wrong way",
            Mishap::ClocksWrong => "The clocks are found to be set wrongly",
        }
    }
}

/// How far it has come, as the end of the sentence.
const fn after(stage: Stage) -> &'static str {
    match stage {
        Stage::Made => "",
        Stage::Completed => " and presses the clock",
        Stage::Answered => ", and the opponent replies to it",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_some_acts_leave_the_moves() {
        let e4: Move = "e2e4".parse().unwrap();
        for (act, leaves) in [
            (Act::IllegalUnnoticed(Color::White, e4), true),
            (Act::Seal(Color::White, e4), true),
            (Act::MoveAndPress(e4), false),
            (Act::Illegal(Color::White, e4, Stage::Completed), false),
            (Act::Write(Color::White, e4), false),
        ] {
            assert_eq!(act.leaves_the_moves(), leaves, "{act}");
        }
    }
}
