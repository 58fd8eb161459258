//! Random games and setups, and the search for disagreements with the reference in them.
//!
//! Each strategy documents the positions it generates and those it does not.

#[cfg(test)]
mod acts_tests;
mod compare;
mod difference;
mod divergence;
mod plan;
mod player;
mod random;
mod relation;
mod search;
mod setup;
mod shrink;
mod start;
mod trial;

pub use self::{
    difference::AnswerDifference,
    divergence::{Diagnosis, Divergence},
    plan::{GameStrategy, Plan, STRATEGISTS},
    player::Player,
    random::SplitMix64,
    search::{Compared, Search, SearchResults, Unstable},
};
use compare::{ComparedAnswer, Comparison};
use player::{illegal_moves, some_of};
use setup::any_setup;
use shrink::shrink;
use start::*;

use lawbook::position::{Move, Position};

/// A deadline: returns `true` once the time is up. The caller provides the clock.
pub type IsLate<'a> = &'a (dyn Fn() -> bool + Sync);

/// A game: a start position and the moves played from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The start position.
    pub start: Position,
    /// The moves, all of them legal.
    pub moves: Vec<Move>,
}

impl Played {
    /// Returns the start position and the position after each ply.
    pub fn positions(&self) -> impl Iterator<Item = Position> + '_ {
        let mut position = self.start;
        let played = self.moves.iter().map(move |&one| {
            position = position.after(one);
            position
        });
        std::iter::once(self.start).chain(played)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lawbook::{
        notation::{read_san, read_uci, write_san},
        rules::{Act, Game, Replay, RuleSet, SanReplay, SearchBudget},
    };
    use proptest::prelude::*;

    fn games(player: Player, plies: usize) -> impl Strategy<Value = Played> {
        let choices = prop::collection::vec(any::<u16>(), 0..=plies);
        (any_start(), choices)
            .prop_map(move |(start, choices)| Plan { start, player, choices }.play())
    }

    /// Generates Chess960 games. They have few repetitions and lose most castling rights.
    fn chess960_game(plies: usize) -> impl Strategy<Value = Played> {
        let chess960 =
            STRATEGISTS.into_iter().filter(|one| one.name == "chess960").collect::<Vec<_>>();
        prop::sample::select(chess960)
            .prop_flat_map(move |one| one.plans(plies))
            .prop_map(|plan| plan.play())
    }

    proptest! {
        #[test]
        fn text_reads_back_as_it_was_written(game in prop_oneof![games(Player::Random, 60), chess960_game(60)]) {
            for position in game.positions() {
                let read: Position = position.to_string().parse().unwrap();
                prop_assert_eq!(read, position);
                let mut texts = Vec::new();
                for legal in position.legal_moves() {
                    let san = write_san(&position, legal);
                    prop_assert_eq!(read_san(&position, &san), Ok(legal), "{}", position);
                    prop_assert_eq!(read_uci(&position, &legal.to_string()), Ok(legal));
                    prop_assert!(!texts.contains(&san), "{} twice in {}", san, position);
                    texts.push(san);
                }
            }
        }

        #[test]
        fn the_other_side_of_the_board_is_the_same_game(
            game in prop_oneof![games(Player::Random, 60), chess960_game(60)],
        ) {
            for position in game.positions() {
                let flipped = position.flip();
                let moves = |position: &Position| {
                    let mut moves = position.legal_moves();
                    moves.sort_unstable();
                    moves
                };
                let mut back: Vec<Move> = moves(&flipped).into_iter().map(Move::flip).collect();
                back.sort_unstable();
                prop_assert_eq!(moves(&position), back, "{}", position);
                prop_assert_eq!(position.is_check(), flipped.is_check());
                prop_assert_eq!(position.count_legal_moves(), flipped.count_legal_moves());
            }
        }

        #[test]
        fn equal_positions_have_equal_keys_and_equal_moves(
            game in prop_oneof![games(Player::Shuffling, 60), chess960_game(60)],
        ) {
            let positions: Vec<Position> = game.positions().collect();
            for (ply, position) in positions.iter().enumerate() {
                for earlier in &positions[..ply] {
                    let same = position.same_position(earlier);
                    prop_assert_eq!(same, position.key() == earlier.key(), "{} {}", position, earlier);
                    if same {
                        prop_assert_eq!(position.legal_moves(), earlier.legal_moves());
                    }
                }
            }
        }

        #[test]
        fn a_replay_says_what_the_game_says(
            plan in prop::sample::select(&STRATEGISTS[..]).prop_flat_map(|one| one.plans(120)),
            rule_set in prop::sample::select(&RuleSet::ALL[..]),
        ) {
            let mut game = Game::new(rule_set, plan.start, SearchBudget::MATERIAL_ONLY);
            let mut replay = Replay::new(rule_set, plan.start);
            let mut read = SanReplay::new(rule_set, plan.start);
            let Played { moves, .. } = plan.play();
            for played in moves.into_iter().map(Some).chain([None]) {
                prop_assert_eq!(replay.position(), game.position());
                prop_assert_eq!(replay.outcome(), game.outcome(), "{} {}", replay.position(), rule_set);
                prop_assert_eq!(replay.occurrences(), game.occurrences());
                prop_assert_eq!(replay.is_check(), game.position().is_check());
                prop_assert_eq!(read.position(), game.position());
                prop_assert_eq!(read.outcome(), game.outcome(), "{} {}", read.position(), rule_set);
                prop_assert_eq!(read.occurrences(), game.occurrences());
                if let Some(played) = played {
                    let san = write_san(game.position(), played);
                    let is_over = game.outcome().is_some();
                    game.act(&Act::MoveAndPress { mv: played });
                    prop_assert_eq!(replay.play(played), Ok(()));
                    prop_assert_eq!(read.clone().play_san(san.as_bytes()), Some(played).filter(|_| !is_over));
                    prop_assert_eq!(read.play(played), Ok(()));
                }
            }
        }

        #[test]
        fn a_move_is_legal_if_and_only_if_it_is_listed(
            game in prop_oneof![games(Player::Random, 40), chess960_game(40)],
            from in 0..64_usize,
            to in 0..64_usize,
        ) {
            use lawbook::board::{Role, Square};
            for position in game.positions() {
                let listed = position.legal_moves();
                for promotion in [None, Some(Role::Queen), Some(Role::King)] {
                    let tried = Move { from: Square::from_index(from), to: Square::from_index(to), promotion };
                    prop_assert_eq!(position.is_legal(tried), listed.contains(&tried));
                    prop_assert_eq!(position.play(tried).is_ok(), listed.contains(&tried));
                }
                prop_assert_eq!(position.has_legal_move(), !listed.is_empty());
                prop_assert_eq!(position.count_legal_moves(), listed.len());
            }
        }
    }
}
