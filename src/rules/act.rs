use std::fmt;

use crate::{board::Color, position::Move};

/// What a player, or the clock, does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Act {
    /// The player on move makes a move and presses the clock.
    Complete(Move),
    /// A player makes a move: it is released on its square, the clock not yet pressed.
    Make(Color, Move),
    /// A player presses the clock.
    Press(Color),
    /// A player offers a draw.
    Offer(Color),
    /// A player accepts the opponent's offer.
    Accept(Color),
    /// A player refuses the opponent's offer in words.
    Decline(Color),
    /// Both players agree to a draw.
    Agree,
    /// A player claims a draw, for the position on the board or for the one that a written move
    /// would bring about.
    Claim(Color, Ground, Option<Move>),
    /// A player resigns.
    Resign(Color),
    /// A player's flag falls, and the arbiter sees it or the opponent claims it.
    FlagFalls(Color),
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
    /// The same act with colours exchanged.
    pub fn flip(self) -> Act {
        match self {
            Act::Complete(played) => Act::Complete(played.flip()),
            Act::Make(by, played) => Act::Make(!by, played.flip()),
            Act::Press(by) => Act::Press(!by),
            Act::Offer(by) => Act::Offer(!by),
            Act::Accept(by) => Act::Accept(!by),
            Act::Decline(by) => Act::Decline(!by),
            Act::Agree => Act::Agree,
            Act::Claim(by, ground, written) => Act::Claim(!by, ground, written.map(Move::flip)),
            Act::Resign(by) => Act::Resign(!by),
            Act::FlagFalls(by) => Act::FlagFalls(!by),
        }
    }
}

/// The act as a sentence, with moves in UCI.
impl fmt::Display for Act {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Act::Complete(played) => write!(f, "{played}"),
            Act::Make(by, played) => write!(f, "{by} plays {played}"),
            Act::Press(by) => write!(f, "{by} presses the clock"),
            Act::Offer(by) => write!(f, "{by} offers a draw"),
            Act::Accept(by) => write!(f, "{by} accepts the offer"),
            Act::Decline(by) => write!(f, "{by} refuses the offer"),
            Act::Agree => write!(f, "The players agree to a draw"),
            Act::Claim(by, ground, None) => write!(f, "{by} claims a draw by {ground}"),
            Act::Claim(by, ground, Some(written)) => {
                write!(f, "{by} writes {written} and claims a draw by {ground}")
            }
            Act::Resign(by) => write!(f, "{by} resigns"),
            Act::FlagFalls(by) => write!(f, "{by}'s flag falls"),
        }
    }
}
