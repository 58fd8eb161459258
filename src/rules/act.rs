use std::fmt;

use serde::{Deserialize, Serialize};

use super::{Incident, seconds};
use crate::{
    board::{Color, Role, Square},
    position::Move,
};

/// Defines `Act`: each variant with its wire name and its fields.
macro_rules! acts {
    ($($(#[doc = $doc:literal])+ $variant:ident $name:literal $({ $($(#[$meta:meta])* $field:ident: $type:ty),* })?)*) => {
        /// An act of a player, the arbiter or the clock.
        ///
        /// It is serialized under the name that [`name`](Act::name) returns, with its fields. `move` and `move-only`
        /// put a legal move on the board, `illegal-unnoticed` an illegal one. Other acts change the position only if
        /// the ruling takes moves back, turns a pawn into a queen or plays a sealed move. An adapter receives only the
        /// acts that it declares; one that does not declare `move-only` receives `move` instead.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(tag = "act")]
        #[allow(missing_docs)] // each field is explained with the variant
        pub enum Act {
            $($(#[doc = $doc])+ #[serde(rename = $name)] $variant $({ $($(#[$meta])* $field: $type),* })?,)*
            /// An incident: an event other than a move that the arbiter has to deal with.
            #[serde(rename = "incident")]
            Incident(Incident),
        }

        impl Act {
            /// The names of all acts, in the order of the variants.
            pub const NAMES: &[&str] = &[$($name,)* "incident"];

            /// The name of the act without its fields: `move`, `withdraw-offer`.
            pub const fn name(&self) -> &'static str {
                match self { $(Act::$variant { .. } => $name,)* Act::Incident(_) => "incident" }
            }

            /// The player who acts. `None` if the act is that of both players, the arbiter or the player to move.
            pub fn by(&self) -> Option<Color> {
                match self {
                    $(Act::$variant $({ $($field),* })? => None $($(.or(Field::player(*$field)))*)?,)*
                    Act::Incident(incident) => incident.of,
                }
            }

            /// Returns the same act with colours exchanged.
            pub fn flip(self) -> Act {
                match self {
                    $(Act::$variant $({ $($field),* })? => Act::$variant $({ $($field: Field::flip($field)),* })?,)*
                    Act::Incident(incident) => Act::Incident(incident.flip()),
                }
            }
        }
    };
}

acts! {
    /// The player to move makes a move and presses the clock.
    MoveAndPress "move" { #[serde(rename = "move")] mv: Move }
    /// A player makes a move and releases the piece on its square. The clock is not yet pressed.
    MoveOnly "move-only" { by: Color, #[serde(rename = "move")] mv: Move, how: Manner }
    /// A player presses the clock.
    Press "press" { by: Color }
    /// A player touches a piece, his own or the opponent's.
    Touch "touch" { by: Color, square: Square, how: Touch }
    /// A player moves the king two squares and releases it: the first part of castling.
    ReleaseKing "release-king" { by: Color, square: Square }
    /// A player demands that the opponent move the piece that was touched.
    Protest "protest" { by: Color }
    /// A player picks up a piece that is off the board, to promote a pawn to it.
    PickUp "pick-up" { by: Color, piece: Role }
    /// A player who has promoted a pawn wants to exchange the new piece for another.
    Exchange "exchange" { by: Color, piece: Role }
    /// A player moves a pawn to the last rank and leaves it a pawn.
    LeavePawn "leave-pawn" { by: Color, #[serde(rename = "move")] mv: Move, stage: MoveStage }
    /// A player makes a move that is not legal.
    Illegal "illegal" { by: Color, #[serde(rename = "move")] mv: Move, stage: MoveStage }
    /// A player makes an illegal move that is not named, such as one that leaves his king in check.
    IllegalUnnamed "illegal-unnamed" { by: Color, stage: MoveStage }
    /// A player makes an illegal move, and with two hands.
    IllegalWithTwoHands "illegal-with-two-hands" { by: Color, #[serde(rename = "move")] mv: Move, stage: MoveStage }
    /// A player moves a piece to a square where it may not go and presses the clock. The move goes unnoticed, and the
    /// game goes on from the new position.
    IllegalUnnoticed "illegal-unnoticed" { by: Color, #[serde(rename = "move")] mv: Move }
    /// A move that the player made `moves_ago` of his own moves ago (1 is his last move) is found to have been illegal.
    FoundIllegal "found-illegal" { by: Color, moves_ago: u32 }
    /// The position on the board is found to be one that no legal move can lead to.
    FoundImpossible "found-impossible" { what: ImpossibleFeature, stage: MoveStage }
    /// The game is found to have begun wrongly.
    FoundBegunWrongly "found-begun-wrongly" { what: StartError }
    /// Time passes while this player's clock is running. It is serialized in seconds.
    Think "think" { by: Color, #[serde(rename = "seconds", with = "super::seconds")] #[cfg_attr(feature = "schema", schemars(with = "f64"))] milliseconds: u32 }
    /// A player offers a draw.
    Offer "offer" { by: Color }
    /// A player offers a draw on a condition.
    OfferOnCondition "offer-on-condition" { by: Color }
    /// A player withdraws a draw offer.
    WithdrawOffer "withdraw-offer" { by: Color }
    /// A player accepts the opponent's offer.
    Accept "accept" { by: Color }
    /// A player refuses the opponent's offer in words.
    Decline "decline" { by: Color }
    /// Both players agree to a draw.
    Agree "agree"
    /// A player writes a move down without playing it.
    Write "write" { by: Color, #[serde(rename = "move")] mv: Move }
    /// A player claims a draw, for the position on the board or for the one after the written move.
    Claim "claim" { by: Color, ground: ClaimGround, #[serde(default, skip_serializing_if = "Option::is_none")] written: Option<Move> }
    /// A player withdraws a claim.
    WithdrawClaim "withdraw-claim" { by: Color }
    /// A player short of time claims that the game cannot be won by normal means.
    ClaimNoWinningChances "claim-no-winning-chances" { by: Color }
    /// A player resigns.
    Resign "resign" { by: Color }
    /// A player stops the clocks.
    StopClocks "stop-clocks" { by: Color }
    /// The players shake hands without a word.
    ShakeHands "shake-hands"
    /// A player's flag falls, and the arbiter sees it or the opponent claims it.
    FlagFalls "flag-falls" { by: Color }
    /// A player's flag falls unnoticed.
    FlagFallsUnnoticed "flag-falls-unnoticed" { by: Color }
    /// A flag that had fallen is noticed.
    FlagNoticed "flag-noticed" { by: Color }
    /// Both flags have fallen, and it cannot be established which fell first.
    BothFlags "both-flags"
    /// A player claims a draw for a move that he announces but does not write down.
    ClaimSpoken "claim-spoken" { by: Color, ground: ClaimGround, #[serde(rename = "move")] mv: Move }
    /// A player claims a draw for the position on the board, in a game whose moves have not been recorded.
    ClaimUnrecorded "claim-unrecorded" { by: Color, ground: ClaimGround }
    /// The arbiter gives the game a result, as a penalty or because it cannot be decided otherwise.
    GiveResult "give-result" { result: GivenResult }
    /// A player writes a move down and adjourns the game.
    Seal "seal" { by: Color, #[serde(rename = "move")] mv: Move }
}

/// The type of a field of an act.
trait Field: Copy {
    /// Returns the same value with colours exchanged.
    fn flip(self) -> Self {
        self
    }

    /// The player that the field names, if its type names one.
    fn player(self) -> Option<Color> {
        None
    }
}

impl Field for Color {
    fn flip(self) -> Color {
        !self
    }

    fn player(self) -> Option<Color> {
        Some(self)
    }
}

impl Field for Move {
    fn flip(self) -> Move {
        Move::flip(self)
    }
}

impl Field for Option<Move> {
    fn flip(self) -> Option<Move> {
        self.map(Move::flip)
    }
}

impl Field for Square {
    fn flip(self) -> Square {
        Square::flip(self)
    }
}

impl Field for Role {}
impl Field for ClaimGround {}

impl Field for GivenResult {
    fn flip(self) -> GivenResult {
        match self {
            GivenResult::WhiteWins => GivenResult::BlackWins,
            GivenResult::BlackWins => GivenResult::WhiteWins,
            GivenResult::HalfToWhite => GivenResult::HalfToBlack,
            GivenResult::HalfToBlack => GivenResult::HalfToWhite,
            GivenResult::WhiteByForfeit => GivenResult::BlackByForfeit,
            GivenResult::BlackByForfeit => GivenResult::WhiteByForfeit,
            GivenResult::Draw | GivenResult::BothLose | GivenResult::BothForfeit => self,
        }
    }
}

impl Field for Manner {}
impl Field for ImpossibleFeature {}
impl Field for StartError {}
impl Field for MoveStage {}
impl Field for Touch {}
impl Field for u32 {}

/// The way that a move is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Manner {
    /// With one hand, and in keeping with every obligation.
    Properly,
    /// With two hands.
    WithTwoHands,
    /// In breach of an obligation, without an objection.
    BreachingTouchMove,
}

/// The way that a piece is touched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
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

/// The progress of an improper move when it is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum MoveStage {
    /// The clock is not pressed.
    Made,
    /// The clock is pressed.
    Completed,
    /// The opponent has replied.
    Answered,
}

/// Evidence on the board that an illegal move went unnoticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ImpossibleFeature {
    /// Both kings are in check.
    BothKingsInCheck,
    /// A pawn stands on its last rank.
    PawnOnLastRank,
}

/// An error in how a game was begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum StartError {
    /// Each player has the pieces of the other.
    ColoursReversed,
    /// Pieces stood on wrong squares in the first position.
    PiecesMisplaced,
    /// The corner square at the player's right hand is dark.
    BoardTurned,
    /// The clocks were set wrongly.
    ClocksWrong,
}

named! {
    /// A result that the arbiter gives. It is serialized as it is written in a table of results.
    GivenResult::name;
    /// White wins.
    WhiteWins "1-0",
    /// Black wins.
    BlackWins "0-1",
    /// A draw.
    Draw "1/2-1/2",
    /// Half a point to White, and none to Black.
    HalfToWhite "1/2-0",
    /// Half a point to Black, and none to White.
    HalfToBlack "0-1/2",
    /// No point to either player.
    BothLose "0-0",
    /// White wins, because Black has forfeited the game.
    WhiteByForfeit "+:-",
    /// Black wins, because White has forfeited the game.
    BlackByForfeit "-:+",
    /// Both players have forfeited the game.
    BothForfeit "-:-",
}

impl GivenResult {
    /// Whether no game ends so by itself: one player alone gets half a point, or a player has forfeited the game.
    pub const fn is_by_arbiter_only(self) -> bool {
        matches!(
            self,
            GivenResult::HalfToWhite
                | GivenResult::HalfToBlack
                | GivenResult::WhiteByForfeit
                | GivenResult::BlackByForfeit
                | GivenResult::BothForfeit
        )
    }
}

/// The ground of a draw claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ClaimGround {
    /// The same position for the third time (Article 9.2).
    Threefold,
    /// Fifty moves of each player without capture or pawn move (Article 9.3).
    Fifty,
}

impl ClaimGround {
    /// Both grounds.
    pub const ALL: [ClaimGround; 2] = [ClaimGround::Threefold, ClaimGround::Fifty];

    /// The ground in words.
    pub const fn name(self) -> &'static str {
        match self {
            ClaimGround::Threefold => "threefold repetition",
            ClaimGround::Fifty => "the fifty-move rule",
        }
    }
}

impl fmt::Display for ClaimGround {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Act {
    /// The legal move that this act puts on the board, if any.
    pub const fn played(&self) -> Option<Move> {
        // `leave-pawn` does not complete the promotion, and illegal moves are not legal.
        if let Act::MoveAndPress { mv } | Act::MoveOnly { mv, .. } = self {
            Some(*mv)
        } else {
            None
        }
    }

    /// Whether this act may lead to a position that the legal moves of the line do not reach. A program that only plays
    /// legal moves cannot follow the game any further.
    pub const fn may_leave_legal_line(&self) -> bool {
        matches!(self, Act::IllegalUnnoticed { .. } | Act::Seal { .. })
    }
}

/// Formats the act as a sentence, with moves in UCI and pieces by their squares.
impl fmt::Display for Act {
    #[expect(clippy::too_many_lines, reason = "one line a variant")]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Act::MoveAndPress { mv: played } => write!(f, "{played}"),
            Act::MoveOnly { by, mv: played, how: Manner::Properly } => {
                write!(f, "{by} plays {played}")
            }
            Act::MoveOnly { by, mv: played, how: Manner::WithTwoHands } => {
                write!(f, "{by} plays {played} with two hands")
            }
            Act::MoveOnly { by, mv: played, how: Manner::BreachingTouchMove } => {
                write!(f, "{by} plays {played} all the same, and nobody objects")
            }
            Act::Press { by } => write!(f, "{by} presses the clock"),
            Act::Touch { by, square, how: touch } => match touch {
                Touch::OnPurpose => write!(f, "{by} touches {square}"),
                Touch::ByAccident => write!(f, "{by} brushes {square} by accident"),
                Touch::AdjustingAfterSayingSo => write!(f, "{by} adjusts {square} after saying so"),
                Touch::AdjustingWithoutAWord => write!(f, "{by} adjusts {square} without a word"),
            },
            Act::ReleaseKing { by, square: to } => {
                write!(f, "{by} moves the king to {to} and lets go of it")
            }
            Act::Protest { by } => write!(f, "{by} protests against the touched piece"),
            Act::PickUp { by, piece: role } => {
                write!(f, "{by} takes a {role} from beside the board")
            }
            Act::Exchange { by, piece: role } => {
                write!(f, "{by} exchanges the promoted piece for a {role}")
            }
            Act::LeavePawn { by, mv: pushed, stage } => {
                write!(f, "{by} plays {pushed} and leaves it a pawn{}", after(*stage))
            }
            Act::Illegal { by, mv: tried, stage } => {
                write!(f, "{by} makes the illegal move {tried}{}", after(*stage))
            }
            Act::IllegalUnnamed { by, stage } => {
                write!(f, "{by} makes an illegal move{}", after(*stage))
            }
            Act::IllegalWithTwoHands { by, mv: tried, stage } => {
                write!(f, "{by} makes the illegal move {tried} with two hands{}", after(*stage))
            }
            Act::IllegalUnnoticed { by, mv: tried } => {
                write!(f, "{by} makes the illegal move {tried}, and nobody notices")
            }
            Act::FoundIllegal { by, moves_ago: ago } => {
                let moves = if *ago == 1 { "move" } else { "moves" };
                write!(f, "{by}'s move of {ago} {moves} ago is found to have been illegal")
            }
            Act::Think { by, milliseconds } => {
                let seconds = if *milliseconds == 1000 { "second" } else { "seconds" };
                write!(f, "{by} thinks for {} {seconds}", seconds::write(*milliseconds))
            }
            Act::FoundImpossible { what, stage: MoveStage::Answered } => {
                write!(f, "{}, and again after the next move", what.words())
            }
            Act::FoundImpossible { what, stage: MoveStage::Made | MoveStage::Completed } => {
                f.write_str(what.words())
            }
            Act::FoundBegunWrongly { what: mishap } => f.write_str(mishap.words()),
            Act::Offer { by } => write!(f, "{by} offers a draw"),
            Act::OfferOnCondition { by } => write!(f, "{by} offers a draw on a condition"),
            Act::WithdrawOffer { by } => write!(f, "{by} withdraws the offer"),
            Act::Accept { by } => write!(f, "{by} accepts the offer"),
            Act::Decline { by } => write!(f, "{by} refuses the offer"),
            Act::Agree => write!(f, "The players agree to a draw"),
            Act::Write { by, mv: written } => write!(f, "{by} writes {written}"),
            Act::Claim { by, ground, written: None } => write!(f, "{by} claims a draw by {ground}"),
            Act::Claim { by, ground, written: Some(written) } => {
                write!(f, "{by} writes {written} and claims a draw by {ground}")
            }
            Act::WithdrawClaim { by } => write!(f, "{by} withdraws the claim"),
            Act::ClaimNoWinningChances { by } => {
                write!(f, "{by} claims that the game cannot be won by normal means")
            }
            Act::Resign { by } => write!(f, "{by} resigns"),
            Act::StopClocks { by } => write!(f, "{by} stops the clocks"),
            Act::ShakeHands => write!(f, "The players shake hands"),
            Act::FlagFalls { by } => write!(f, "{by}'s flag falls"),
            Act::FlagFallsUnnoticed { by } => write!(f, "{by}'s flag falls, and nobody notices"),
            Act::FlagNoticed { by } => write!(f, "{by}'s fallen flag is noticed"),
            Act::BothFlags => {
                write!(f, "Both flags have fallen, and nobody knows which fell first")
            }
            Act::ClaimSpoken { by, ground, mv: said } => {
                write!(f, "{by} says {said} without writing it and claims a draw by {ground}")
            }
            Act::ClaimUnrecorded { by, ground } => {
                write!(f, "{by} claims a draw without a scoresheet by {ground}")
            }
            Act::GiveResult { result } => {
                write!(f, "The arbiter gives the result {}", result.name())
            }
            Act::Seal { by, mv: sealed } => write!(f, "{by} seals {sealed}"),
            Act::Incident(incident) => incident.fmt(f),
        }
    }
}

impl ImpossibleFeature {
    const fn words(self) -> &'static str {
        match self {
            ImpossibleFeature::BothKingsInCheck => "Both kings are found in check",
            ImpossibleFeature::PawnOnLastRank => "A pawn is found on the last rank",
        }
    }
}

impl StartError {
    const fn words(self) -> &'static str {
        match self {
            StartError::ColoursReversed => "The colours are found to be reversed",
            StartError::PiecesMisplaced => "The pieces are found to have been set up wrongly",
            StartError::BoardTurned => "The board is found to be turned the wrong way",
            StartError::ClocksWrong => "The clocks are found to be set wrongly",
        }
    }
}

/// The stage, worded as the end of the sentence.
const fn after(stage: MoveStage) -> &'static str {
    match stage {
        MoveStage::Made => "",
        MoveStage::Completed => " and presses the clock",
        MoveStage::Answered => ", and the opponent replies to it",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    rows!(
        only_some_acts_leave_the_moves,
        {
            let e4: Move = "e2e4".parse().unwrap();
        },
        for (act, leaves) in [
            (Act::IllegalUnnoticed { by: Color::White, mv: e4 }, true),
            (Act::Seal { by: Color::White, mv: e4 }, true),
            (Act::MoveAndPress { mv: e4 }, false),
            (Act::Illegal { by: Color::White, mv: e4, stage: MoveStage::Completed }, false),
            (Act::Write { by: Color::White, mv: e4 }, false),
        ] {
            assert_eq!(act.may_leave_legal_line(), leaves, "{act}");
        }
    );
}
