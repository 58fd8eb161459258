use lawbook::{
    position::{Move, Position},
    rules::{Replay, RuleSet},
};
use lawbook_suite::properties::{Player, SplitMix64};

/// Maximum length of a game, in plies.
const PLIES: usize = 200;

/// Strategies for choosing a move; one is picked for each move. The mix of captures, pawn advances and shuffling makes
/// games about as long and as rich in exchanges as human games, with every kind of ending.
const PLAYERS: [Player; 5] =
    [Player::Random, Player::Random, Player::Greedy, Player::Promoting, Player::Shuffling];

/// Plays `games` random games from the initial position; the same seed gives the same games.
pub(crate) fn random(games: u32, seed: u64) -> Vec<Vec<Move>> {
    (0..games).map(|number| game(SplitMix64::new(seed << 32 | u64::from(number)))).collect()
}

fn game(mut rng: SplitMix64) -> Vec<Move> {
    let mut replay = Replay::new(RuleSet::LATEST, Position::start());
    let mut moves: Vec<Move> = Vec::with_capacity(PLIES);
    while moves.len() < PLIES && replay.outcome().is_none() {
        let mut legal = replay.position().legal_moves();
        legal.sort_unstable();
        let player = PLAYERS[rng.below(PLAYERS.len())];
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
