use serde::{Deserialize, Serialize};

use super::value_words::{RoleWord, SideWord, WingWord};
use crate::{board::Square, rules::Order};

/// An order as it is written down and sent: `{"order": "must-move", "role": "knight", "square": "g1"}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "order", rename_all = "kebab-case", deny_unknown_fields)]
#[rustfmt::skip] // one order a line
#[allow(missing_docs)] // each variant is the order of the same name
pub enum OrderRecord {
    MustMove { role: RoleWord, square: String },
    MustCapture { role: RoleWord, square: String },
    MustCastle { by: SideWord, wing: WingWord },
    MustNotCastle { by: SideWord, wing: WingWord },
    AnyMove { by: SideWord },
    MustPlay { r#move: String },
    BecomesQueen { square: String },
    Stays { role: RoleWord, square: String },
    Restore,
    Transfer,
    AddTime { to: SideWord, minutes: u8 },
    TakeTime { from: SideWord, minutes: u8 },
    TakeHalf { from: SideWord },
    ExtraSeconds,
    SetClocks,
    UpdateScoresheets,
    NextPeriod,
    PutBack { by: SideWord },
    MayBePenalised { by: SideWord },
    ScoreIsDecided { of: SideWord },
}

impl From<Order> for OrderRecord {
    fn from(order: Order) -> OrderRecord {
        let name = |square: Square| square.to_string();
        match order {
            Order::MustMove(role, square) => {
                OrderRecord::MustMove { role: role.into(), square: name(square) }
            }
            Order::MustCapture(role, square) => {
                OrderRecord::MustCapture { role: role.into(), square: name(square) }
            }
            Order::MustCastle(by, wing) => {
                OrderRecord::MustCastle { by: by.into(), wing: wing.into() }
            }
            Order::MustNotCastle(by, wing) => {
                OrderRecord::MustNotCastle { by: by.into(), wing: wing.into() }
            }
            Order::AnyMove(by) => OrderRecord::AnyMove { by: by.into() },
            Order::MustPlay(written) => OrderRecord::MustPlay { r#move: written.to_string() },
            Order::BecomesQueen(square) => OrderRecord::BecomesQueen { square: name(square) },
            Order::Stays(role, square) => {
                OrderRecord::Stays { role: role.into(), square: name(square) }
            }
            Order::Restore => OrderRecord::Restore,
            Order::Transfer => OrderRecord::Transfer,
            Order::AddTime(to, minutes) => OrderRecord::AddTime { to: to.into(), minutes },
            Order::TakeTime(from, minutes) => OrderRecord::TakeTime { from: from.into(), minutes },
            Order::TakeHalf(from) => OrderRecord::TakeHalf { from: from.into() },
            Order::ExtraSeconds => OrderRecord::ExtraSeconds,
            Order::SetClocks => OrderRecord::SetClocks,
            Order::UpdateScoresheets => OrderRecord::UpdateScoresheets,
            Order::NextPeriod => OrderRecord::NextPeriod,
            Order::PutBack(by) => OrderRecord::PutBack { by: by.into() },
            Order::MayBePenalised(by) => OrderRecord::MayBePenalised { by: by.into() },
            Order::ScoreIsDecided(of) => OrderRecord::ScoreIsDecided { of: of.into() },
        }
    }
}

impl TryFrom<OrderRecord> for Order {
    type Error = String;

    fn try_from(record: OrderRecord) -> Result<Order, String> {
        let square =
            |name: String| Square::parse(&name).ok_or_else(|| format!("{name:?} is no square"));
        Ok(match record {
            OrderRecord::MustMove { role, square: name } => {
                Order::MustMove(role.into(), square(name)?)
            }
            OrderRecord::MustCapture { role, square: name } => {
                Order::MustCapture(role.into(), square(name)?)
            }
            OrderRecord::MustCastle { by, wing } => Order::MustCastle(by.into(), wing.into()),
            OrderRecord::MustNotCastle { by, wing } => Order::MustNotCastle(by.into(), wing.into()),
            OrderRecord::AnyMove { by } => Order::AnyMove(by.into()),
            OrderRecord::MustPlay { r#move } => {
                Order::MustPlay(r#move.parse().map_err(|error| format!("{error}"))?)
            }
            OrderRecord::BecomesQueen { square: name } => Order::BecomesQueen(square(name)?),
            OrderRecord::Stays { role, square: name } => Order::Stays(role.into(), square(name)?),
            OrderRecord::Restore => Order::Restore,
            OrderRecord::Transfer => Order::Transfer,
            OrderRecord::AddTime { to, minutes } => Order::AddTime(to.into(), minutes),
            OrderRecord::TakeTime { from, minutes } => Order::TakeTime(from.into(), minutes),
            OrderRecord::TakeHalf { from } => Order::TakeHalf(from.into()),
            OrderRecord::ExtraSeconds => Order::ExtraSeconds,
            OrderRecord::SetClocks => Order::SetClocks,
            OrderRecord::UpdateScoresheets => Order::UpdateScoresheets,
            OrderRecord::NextPeriod => Order::NextPeriod,
            OrderRecord::PutBack { by } => Order::PutBack(by.into()),
            OrderRecord::MayBePenalised { by } => Order::MayBePenalised(by.into()),
            OrderRecord::ScoreIsDecided { of } => Order::ScoreIsDecided(of.into()),
        })
    }
}
