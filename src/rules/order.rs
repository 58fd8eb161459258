use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{
    board::{Color, Role, Square},
    position::{Move, Position, Wing},
};

/// An obligation that a ruling imposes.
///
/// It is serialized with its name under `order`: `{"order": "must-move", "role": "knight", "square": "g1"}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "order", rename_all = "kebab-case", deny_unknown_fields)]
#[rustfmt::skip] // one order a line
#[allow(missing_docs)] // each field is explained with the variant
pub enum Order {
    /// The piece on this square must move (Article 4.3.1).
    MustMove { role: Role, square: Square },
    /// The piece on this square must be captured (Article 4.3.2).
    MustCapture { role: Role, square: Square },
    /// The player must castle to this wing (Article 4.4.1).
    MustCastle { by: Color, wing: Wing },
    /// The player must not castle to this wing with this move (Article 4.4.2).
    MustNotCastle { by: Color, wing: Wing },
    /// The player is free, because none of the touched pieces can be moved or captured (Article 4.5).
    AnyMove { by: Color },
    /// The move for which a draw was claimed, written or only announced, must be played (Article 9.5.3).
    MustPlay { #[serde(rename = "move")] mv: Move },
    /// A pawn that was left on the last rank becomes a queen (Article 7.5.2).
    BecomesQueen { square: Square },
    /// The piece chosen for a promotion stays (Article 4.4.4).
    Stays { role: Role, square: Square },
    /// The position before the irregularity is restored (Article 7.5.1).
    Restore,
    /// The position is transferred to a board that is placed correctly (Article 7.2.2).
    Transfer,
    /// Minutes are added to this player's clock.
    AddTime { to: Color, minutes: u8 },
    /// Minutes are taken from this player's clock.
    TakeTime { from: Color, minutes: u8 },
    /// This player loses half of his remaining time, at most three minutes.
    TakeHalf { from: Color },
    /// Five seconds are added with each move from now on, for both players (Guidelines III.4).
    ExtraSeconds,
    /// The clocks are set as they should have been (Article 6.10.2).
    SetClocks,
    /// The scoresheets are brought up to date (Article 8.5).
    UpdateScoresheets,
    /// The next move counts as the first of the next period (Article 8.6).
    NextPeriod,
    /// This player puts the pieces back while his clock runs (Article 7.4.1).
    PutBack { by: Color },
    /// The opponent of an offender gets back the time that he has lost by it (Articles 7.1 and 7.4).
    GiveTimeBack { to: Color },
    /// The arbiter may penalise this player (Article 12.9).
    MayBePenalised { by: Color },
    /// The arbiter has to penalise this player, and chooses the penalty (Articles 11.6 and 12.9).
    ShallBePenalised { by: Color },
    /// The arbiter decides the score of this player (Article 11.7).
    ScoreIsDecided { of: Color },
}

impl Order {
    /// Returns the same obligation with colours exchanged.
    pub fn flip(self) -> Order {
        match self {
            Order::MustMove { role, square } => Order::MustMove { role, square: square.flip() },
            Order::MustCapture { role, square } => {
                Order::MustCapture { role, square: square.flip() }
            }
            Order::MustCastle { by, wing } => Order::MustCastle { by: !by, wing },
            Order::MustNotCastle { by, wing } => Order::MustNotCastle { by: !by, wing },
            Order::AnyMove { by } => Order::AnyMove { by: !by },
            Order::MustPlay { mv: written } => Order::MustPlay { mv: written.flip() },
            Order::BecomesQueen { square } => Order::BecomesQueen { square: square.flip() },
            Order::Stays { role, square } => Order::Stays { role, square: square.flip() },
            Order::Restore
            | Order::Transfer
            | Order::ExtraSeconds
            | Order::SetClocks
            | Order::UpdateScoresheets
            | Order::NextPeriod => self,
            Order::AddTime { to, minutes } => Order::AddTime { to: !to, minutes },
            Order::TakeTime { from, minutes } => Order::TakeTime { from: !from, minutes },
            Order::TakeHalf { from } => Order::TakeHalf { from: !from },
            Order::PutBack { by } => Order::PutBack { by: !by },
            Order::GiveTimeBack { to } => Order::GiveTimeBack { to: !to },
            Order::MayBePenalised { by } => Order::MayBePenalised { by: !by },
            Order::ShallBePenalised { by } => Order::ShallBePenalised { by: !by },
            Order::ScoreIsDecided { of } => Order::ScoreIsDecided { of: !of },
        }
    }

    /// Whether the move `played` complies with the obligation in `position`.
    pub fn allows(self, position: &Position, played: Move) -> bool {
        let castling = |wing: Wing| {
            if position.castling().is_chess960() {
                return position.castling_move(wing) == Some(played);
            }
            let home = Wing::king_from(position.turn());
            played.from == home
                && played.to == wing.king_to(position.turn())
                && position.king(position.turn()) == home
        };
        match self {
            Order::MustMove { square, .. } => played.from == square,
            Order::MustCapture { square, .. } => captures(position, played, square),
            Order::MustCastle { wing, .. } => castling(wing),
            Order::MustNotCastle { wing, .. } => !castling(wing),
            Order::MustPlay { mv: written } => played == written,
            Order::AnyMove { .. }
            | Order::BecomesQueen { .. }
            | Order::Stays { .. }
            | Order::Restore
            | Order::Transfer
            | Order::AddTime { .. }
            | Order::TakeTime { .. }
            | Order::TakeHalf { .. }
            | Order::ExtraSeconds
            | Order::SetClocks
            | Order::UpdateScoresheets
            | Order::NextPeriod
            | Order::PutBack { .. }
            | Order::GiveTimeBack { .. }
            | Order::MayBePenalised { .. }
            | Order::ShallBePenalised { .. }
            | Order::ScoreIsDecided { .. } => true,
        }
    }
}

/// Whether the move `played` captures the piece on this square, including en passant.
pub(super) fn captures(position: &Position, played: Move, square: Square) -> bool {
    let en_passant = position.en_passant() == Some(played.to)
        && position.placement().role(Role::Pawn).contains(played.from)
        && Square::new(played.to.file(), played.from.rank()) == square;
    (played.to == square && position.at(square).is_some()) || en_passant
}

/// Formats the obligation as a sentence, with moves in UCI.
impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = |wing: &Wing| match wing {
            Wing::King => "king's",
            Wing::Queen => "queen's",
        };
        match self {
            Order::MustMove { role, square } => write!(f, "the {role} on {square} must move"),
            Order::MustCapture { role, square } => {
                write!(f, "the {role} on {square} must be captured")
            }
            Order::MustCastle { by, wing } => {
                write!(f, "{by} must castle on the {} side", side(wing))
            }
            Order::MustNotCastle { by, wing } => {
                write!(f, "{by} must not castle on the {} side", side(wing))
            }
            Order::AnyMove { by } => write!(f, "{by} may play any legal move"),
            Order::MustPlay { mv: written } => {
                write!(f, "the intended move {written} must be played")
            }
            Order::BecomesQueen { square } => write!(f, "the pawn on {square} becomes a queen"),
            Order::Stays { role, square } => write!(f, "the {role} on {square} stays"),
            Order::Restore => write!(f, "the position before the irregularity is restored"),
            Order::Transfer => {
                write!(f, "the position is transferred to a board placed correctly")
            }
            Order::AddTime { to, minutes: 1 } => write!(f, "one minute to {to}"),
            Order::AddTime { to, minutes } => write!(f, "{} minutes to {to}", number(*minutes)),
            Order::TakeTime { from, minutes: 1 } => write!(f, "one minute is taken from {from}"),
            Order::TakeTime { from, minutes } => {
                write!(f, "{} minutes are taken from {from}", number(*minutes))
            }
            Order::TakeHalf { from } => {
                write!(f, "half of {from}'s time up to three minutes is taken away")
            }
            Order::ExtraSeconds => {
                write!(f, "five seconds are added with each move of both players")
            }
            Order::SetClocks => write!(f, "the clocks are set right"),
            Order::UpdateScoresheets => write!(f, "the scoresheets are brought up to date"),
            Order::NextPeriod => {
                write!(f, "the next move counts as the first of the next period")
            }
            Order::PutBack { by } => write!(f, "{by} puts the pieces back in his own time"),
            Order::GiveTimeBack { to } => write!(f, "{to} gets back the time that has run since"),
            Order::MayBePenalised { by } => write!(f, "{by} may be penalised"),
            Order::ShallBePenalised { by } => write!(f, "{by} shall be penalised"),
            Order::ScoreIsDecided { of } => write!(f, "the arbiter decides the score of {of}"),
        }
    }
}

/// The word for the number of minutes of a penalty, two or more.
fn number(minutes: u8) -> &'static str {
    match minutes {
        2 => "two",
        3 => "three",
        _ => "five",
    }
}
