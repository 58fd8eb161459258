//! Random games and setups that shrink, for property-based tests (feature `properties`).
//!
//! A strategy says what it can generate and what it cannot. Shrinking drops plies.

mod acts;

pub use acts::{Choice, any_event, choices, play_acts};

use proptest::prelude::*;

use crate::position::{Move, Position};

/// A game as the moves that were played from a position.
#[derive(Clone, Debug)]
pub struct Played {
    /// Where it began.
    pub start: Position,
    /// What was played, every move legal.
    pub moves: Vec<Move>,
}

impl Played {
    /// The start and the position after each ply.
    pub fn positions(&self) -> impl Iterator<Item = Position> + '_ {
        let mut position = self.start;
        let played = self.moves.iter().map(move |&one| {
            position = position.after(one);
            position
        });
        std::iter::once(self.start).chain(played)
    }
}

/// Positions rich in what goes wrong: castling, en passant with pins, promotions, double checks.
const STARTS: [&str; 10] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "8/PPPk4/8/8/8/8/4Kppp/8 w - - 0 1",
    "4k3/8/8/8/8/8/4K3/R7 w - - 140 90",
    "4k3/1b4b1/8/2p3p1/3P1P2/8/1B4B1/4K3 w - - 96 60",
];

/// One of the starts: rich positions, and some with clocks near their limits.
pub fn any_start() -> impl Strategy<Value = Position> {
    (0..STARTS.len()).prop_map(|start| STARTS[start].parse().unwrap_or_else(|_| Position::start()))
}

/// A game of uniformly random legal moves from one of several starts, up to so many plies.
///
/// It reaches mates, stalemates, castling, promotions and en passant captures, but long repetitions
/// and dead positions only by accident.
pub fn random_game(plies: usize) -> impl Strategy<Value = Played> {
    let choices = prop::collection::vec(any::<u16>(), 0..=plies);
    (0..STARTS.len(), choices).prop_map(|(start, choices)| {
        let moves = |position: &Position, choice| {
            let mut moves = position.legal_moves();
            moves.sort_unstable();
            let place = usize::from(choice) % moves.len().max(1);
            moves.get(place).copied()
        };
        play(start, choices, moves)
    })
}

/// A game in which men other than pawns go to and fro between few squares, up to so many plies:
/// repetitions are frequent, and castling and en passant rights are lost on the way.
pub fn shuffling_game(plies: usize) -> impl Strategy<Value = Played> {
    let choices = prop::collection::vec(0..12_u16, 0..=plies);
    (0..STARTS.len(), choices).prop_map(|(start, choices)| {
        let mut moves = Vec::new();
        let mut last: [Option<Move>; 2] = [None; 2];
        let choose = |position: &Position, choice: u16| {
            let own = &mut last[position.turn() as usize];
            let back = own.map(|one: Move| Move::new(one.to, one.from));
            moves.clear();
            moves.extend(position.legal_moves());
            moves.sort_unstable();
            // Three choices in four take the last move back where that is legal.
            let chosen = match back {
                Some(back) if !choice.is_multiple_of(4) && position.is_legal(back) => Some(back),
                _ => moves.get(usize::from(choice) % moves.len().max(1)).copied(),
            };
            *own = chosen;
            chosen
        };
        play(start, choices, choose)
    })
}

fn play(
    start: usize,
    choices: Vec<u16>,
    mut choose: impl FnMut(&Position, u16) -> Option<Move>,
) -> Played {
    let start: Position = STARTS[start].parse().unwrap_or_else(|_| Position::start());
    let (mut position, mut moves) = (start, Vec::new());
    for choice in choices {
        let Some(chosen) = choose(&position, choice) else { break };
        moves.push(chosen);
        position = position.after(chosen);
    }
    Played { start, moves }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{read_san, read_uci, write_san};

    proptest! {
        #[test]
        fn text_reads_back_as_it_was_written(game in random_game(60)) {
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
        fn the_other_side_of_the_board_is_the_same_game(game in random_game(60)) {
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
        fn equal_positions_have_equal_keys_and_equal_moves(game in shuffling_game(60)) {
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
        fn a_move_is_legal_if_and_only_if_it_is_listed(game in random_game(40), from in 0..64_usize, to in 0..64_usize) {
            use crate::board::{Role, Square};
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
