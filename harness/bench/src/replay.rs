//! `lawbook-bench replay`: replays games, without rulings and with one after every ply.

use std::hint::black_box;

use lawbook::{
    position::{Move, Position},
    rules::{Replay, RuleSet, Termination},
};
use lawbook_runner::properties::{Player, SplitMix64};

use crate::rivals::{Board, Ruler};
use crate::{Contender, Result, Sheet, agreed, contest, processor_time};

/// The work for each move of a game.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Work {
    /// Tests whether the move is legal, and plays it.
    Moves,
    /// Also rules on the position after it.
    Rulings,
}

/// Results of all games together.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) plies: u64,
    pub(crate) checks: u64,
    /// Number of plies after which the position had occurred at least three times.
    thirds: u64,
    /// Number of plies after which each player had made fifty moves without a capture or a pawn move.
    fifties: u64,
    /// The endings of the games that ended.
    pub(crate) ends: Vec<Termination>,
}

impl Tally {
    /// Adds the results of a ply, the `plies`th since the last capture or pawn move.
    pub(crate) fn add(&mut self, check: bool, times: u32, plies: u32, end: Option<Termination>) {
        self.plies += 1;
        self.checks += u64::from(check);
        self.thirds += u64::from(times >= 3);
        self.fifties += u64::from(plies >= 100);
        self.ends.extend(end);
    }
}

/// A library with the function that converts games to its form, outside the measured time, and returns their replay;
/// `None` if the library refuses a move.
type Rival = (&'static str, fn(&[Vec<Move>], Work) -> Option<Box<dyn FnMut() -> Tally>>);

const RIVALS: [Rival; 3] = [
    ("cozy-chess", prepare::<cozy_chess::Board>),
    ("chess", prepare::<chess::Board>),
    ("shakmaty", prepare::<shakmaty::Chess>),
];

fn prepare<B: Board>(games: &[Vec<Move>], work: Work) -> Option<Box<dyn FnMut() -> Tally>> {
    let game = |moves: &Vec<Move>| {
        let mut board = B::default();
        let read = |one: &Move| {
            let played = board.read(&one.to_string())?;
            board.try_play(played).map(|_| played)
        };
        moves.iter().map(read).collect::<Option<Vec<_>>>()
    };
    let games: Vec<Vec<B::Move>> = games.iter().map(game).collect::<Option<_>>()?;
    Some(Box::new(move || replay::<B>(&games, work)))
}

fn replay<B: Board>(games: &[Vec<B::Move>], work: Work) -> Tally {
    let mut tally = Tally::default();
    for moves in games {
        let mut board = B::default();
        if work == Work::Moves {
            let legal = moves.iter().take_while(|&&played| board.try_play(played).is_some());
            tally.plies += legal.count() as u64;
        } else {
            let mut ruler = Ruler::new(&board, 0, work);
            for &played in moves {
                let Some(irreversible) = board.try_play(played) else { break };
                if ruler.ends(&board, irreversible, &mut tally) {
                    break;
                }
            }
        }
        black_box(board);
    }
    tally
}

/// The reference's results for games from the initial position. Each is replayed up to an illegal move, or with rulings
/// also at most to its end under the latest Laws.
fn reference(games: &[Vec<Move>], work: Work) -> Tally {
    let mut tally = Tally::default();
    for moves in games {
        if work == Work::Moves {
            let mut position = Position::start();
            for &played in moves {
                if position.try_play(played).is_err() {
                    break;
                }
                tally.plies += 1;
            }
            black_box(position);
            continue;
        }
        let mut game = Replay::new(RuleSet::LATEST, Position::start());
        for &played in moves {
            if game.play(played).is_err() {
                break;
            }
            let end = game.outcome().map(|outcome| outcome.by);
            let clock = u32::from(game.position().halfmove_clock());
            tally.add(game.is_check(), game.occurrences(), clock, end);
            if end.is_some() {
                break;
            }
        }
    }
    tally
}

/// Measures the replay without and with rulings.
pub(crate) fn measure(rounds: u32, games: &[Vec<Move>]) -> Result<Sheet> {
    let mut sheet = Sheet::new("replay", "thousand plies a second");
    for (work, label) in
        [(Work::Moves, "moves tested and played"), (Work::Rulings, "with a ruling after every ply")]
    {
        let mut contenders: Vec<Contender<'_, Tally>> =
            vec![("lawbook", Box::new(|| reference(games, work)))];
        for (name, prepare) in RIVALS {
            contenders.push((name, prepare(games, work).ok_or(format!("{name} refuses a move"))?));
        }
        let measured = contest(0..rounds, processor_time, &mut contenders);
        let tally = agreed(&measured)?;
        let (plies, ends) = (tally.plies, tally.ends.len());
        eprintln!("{label}: {} games, {plies} plies, {ends} endings", games.len());
        sheet.add_medians(label, plies as f64 / 1e3, &measured);
    }
    Ok(sheet)
}

/// Plays random games; the same seed gives the same games.
pub(crate) fn random(games: u32, seed: u64) -> Vec<Vec<Move>> {
    (0..games).map(|number| random_game(SplitMix64::new(seed << 32 | u64::from(number)))).collect()
}

/// Plays a random game of at most 200 plies from the initial position. The mix of captures, pawn advances and shuffling
/// makes games about as long and as rich in exchanges as human games, with every kind of ending.
fn random_game(mut rng: SplitMix64) -> Vec<Move> {
    let players =
        [Player::Random, Player::Random, Player::Greedy, Player::Promoting, Player::Shuffling];
    let mut replay = Replay::new(RuleSet::LATEST, Position::start());
    let mut moves: Vec<Move> = Vec::new();
    while moves.len() < 200 && replay.outcome().is_none() {
        let mut legal = replay.position().legal_moves();
        legal.sort_unstable();
        let player = players[rng.below(players.len())];
        let last = moves.iter().nth_back(1).copied();
        let numbers = SplitMix64::new(rng.bits());
        let Some(chosen) = player.choose(replay.position(), &legal, last, numbers) else { break };
        if replay.play(chosen).is_err() {
            break;
        }
        moves.push(chosen);
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;

    /// History, clock and material tests added to the libraries give the same results as the reference.
    #[test]
    fn all_agree_and_the_page_names_what_is_measured() {
        let shuffled = "g1f3 g8f6 f3g1 f6g8 ".repeat(5);
        let games = [
            "f2f3 e7e5 g2g4 d8h4",
            "e2e3 a7a5 d1h5 a8a6 h5a5 h7h5 h2h4 a6h6 a5c7 f7f6 c7d7 e8f7 d7b7 d8d3 b7b8 d3h7 b8c8 f7g6 c8e6",
            &(shuffled[..60].to_owned() + "e2e4"),
            &shuffled,
        ];
        let read = |moves: &str| moves.split_whitespace().map(|uci| uci.parse().unwrap()).collect();
        let mut games = games.map(read).to_vec();
        games.extend(random(20, 1));
        let ends =
            [Termination::Checkmate, Termination::Stalemate, Termination::FivefoldRepetition];
        assert_eq!(reference(&games[..4], Work::Rulings).ends, ends);
        measure(1, &games).unwrap().assert_current();
        games.push(read("e2e4 e7e5 e4e5"));
        assert!(measure(1, &games).is_err());
    }
}
