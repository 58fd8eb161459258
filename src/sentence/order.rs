//! Parser of orders: sentences that state an obligation of a player or the arbiter.

use std::{collections::BTreeMap, sync::LazyLock};

use super::nearest;
use crate::{
    board::{Color, Role, Square},
    notation::guess_move,
    position::{Position, Wing},
    rules::Order,
};

/// Parses an order.
///
/// # Errors
///
/// Returns the nearest valid sentence, in quotes, if `sentence` is not an order.
pub fn read_order(position: Option<&Position>, sentence: &str) -> Result<Order, String> {
    if let Some(text) = sentence
        .strip_prefix("the intended move ")
        .or_else(|| sentence.strip_prefix("the written move "))
        .and_then(|rest| rest.strip_suffix(" must be played"))
    {
        let meant = text.parse().ok().or_else(|| guess_move(position?, text));
        let written = meant.ok_or(
            "a move of the player on move, as in \"the intended move Ng8 must be played\"",
        )?;
        return Ok(Order::MustPlay { mv: written });
    }
    if let Some(order) = SENTENCES.get(sentence) {
        return Ok(*order);
    }
    Err(nearest(sentence, SENTENCES.keys().cloned()))
}

/// All orders by their sentences, more than a thousand, except those that name a written move. The table is built when
/// the first sentence is parsed.
static SENTENCES: LazyLock<BTreeMap<String, Order>> =
    LazyLock::new(|| every_order().map(|order| (order.to_string(), order)).collect());

fn every_order() -> impl Iterator<Item = Order> {
    let pieces = Square::all().flat_map(|square| {
        Role::ALL.into_iter().flat_map(move |role| {
            [
                Order::MustMove { role, square },
                Order::MustCapture { role, square },
                Order::Stays { role, square },
            ]
        })
    });
    let queens = Square::all().map(|square| Order::BecomesQueen { square });
    let players = Color::ALL.into_iter().flat_map(|color| {
        let wings = Wing::ALL.into_iter().flat_map(move |wing| {
            [Order::MustCastle { by: color, wing }, Order::MustNotCastle { by: color, wing }]
        });
        let times = [1, 2, 3, 5].into_iter().flat_map(move |minutes| {
            [Order::AddTime { to: color, minutes }, Order::TakeTime { from: color, minutes }]
        });
        let others = [
            Order::AnyMove { by: color },
            Order::TakeHalf { from: color },
            Order::PutBack { by: color },
            Order::GiveTimeBack { to: color },
            Order::MayBePenalised { by: color },
            Order::ShallBePenalised { by: color },
            Order::ScoreIsDecided { of: color },
        ];
        wings.chain(times).chain(others)
    });
    pieces.chain(queens).chain(players).chain([
        Order::Restore,
        Order::Transfer,
        Order::ExtraSeconds,
        Order::SetClocks,
        Order::UpdateScoresheets,
        Order::NextPeriod,
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_read() {
        let start = Position::start();
        for sentence in [
            "the knight on g1 must move",
            "the pawn on d5 must be captured",
            "White must castle on the king's side",
            "Black must not castle on the queen's side",
            "White may play any legal move",
            "two minutes to Black",
            "one minute to White",
            "five minutes are taken from White",
            "half of Black's time up to three minutes is taken away",
            "the position before the irregularity is restored",
            "the position is transferred to a board placed correctly",
        ] {
            let order = read_order(Some(&start), sentence).map(|order| order.to_string());
            assert_eq!(order.as_deref(), Ok(sentence));
        }
        let written = Order::MustPlay { mv: "g1f3".parse().unwrap() };
        assert_eq!(read_order(Some(&start), "the intended move Nf3 must be played"), Ok(written));
        assert_eq!(read_order(Some(&start), "the written move Nf3 must be played"), Ok(written));
        for (sentence, says) in [
            ("two minute to Black", "two minutes to Black"),
            ("the horse on g1 must move", "the rook on g1 must move"),
            ("the intended move Qx must be played", "a move of the player"),
        ] {
            assert!(read_order(Some(&start), sentence).unwrap_err().contains(says), "{sentence}");
        }
    }
}
