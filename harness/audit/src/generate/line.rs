use lawbook::{
    board::Role,
    position::{Line, Move, Position},
    properties::SplitMix64,
};

/// A random game stops before it has only this many pieces, so that either player can still mate.
const MANY: u32 = 16;

/// Adds a move, which must be legal.
pub(super) fn play(line: &mut Line, legal: Move) {
    let _ = line.play(legal);
}

/// Adds one to four random moves, as long as there are legal moves.
pub(super) fn add_random_moves(line: &mut Line, rng: &mut SplitMix64) {
    for _ in 0..=rng.below(4) {
        let legal = line.end().legal_moves();
        if legal.is_empty() {
            return;
        }
        play(line, legal[rng.below(legal.len())]);
    }
}

/// Plays random moves from the initial position: `plies` of them, unless the game ends on the board or few pieces are
/// left. The game is too short for a draw by the move-count rules.
pub(super) fn random_game(rng: &mut SplitMix64, plies: usize) -> Line {
    let mut line = Line::new(Position::start());
    while line.moves().len() < plies {
        let legal = line.end().legal_moves();
        if legal.is_empty() {
            break;
        }
        let played = legal[rng.below(legal.len())];
        if line.end().after(played).placement().occupied().len() <= MANY {
            break;
        }
        play(&mut line, played);
    }
    line
}

/// Returns a random game of at least one ply that has not ended on the board.
pub(super) fn unfinished_random_game(rng: &mut SplitMix64) -> Line {
    loop {
        let plies = 4 + rng.below(60);
        let line = random_game(rng, plies);
        if line.end().has_legal_move() {
            return line;
        }
    }
}

/// Returns a random game that ends right after a capture or a pawn move.
pub(super) fn new_random_game(rng: &mut SplitMix64) -> Line {
    loop {
        let mut line = unfinished_random_game(rng);
        while !line.moves().is_empty() && line.end().halfmove_clock() > 0 {
            line.truncate(line.moves().len() - 1);
        }
        if !line.moves().is_empty() {
            return line;
        }
    }
}

/// Returns a random game that ends in mate.
pub(super) fn mated(rng: &mut SplitMix64) -> Line {
    loop {
        let plies = 12 + rng.below(80);
        let mut line = random_game(rng, plies);
        // Plays the first mate that was possible in the random game.
        let mates = |position: &Position| {
            position.legal_moves().into_iter().find(|&one| position.after(one).is_checkmate())
        };
        let found =
            line.positions().iter().enumerate().find_map(|(ply, at)| Some((ply, mates(at)?)));
        if let Some((ply, mate)) = found {
            line.truncate(ply);
            play(&mut line, mate);
            return line;
        }
    }
}

/// Returns the reversible moves: no captures and no pawn moves.
pub(super) fn quiet_moves(position: &Position) -> Vec<Move> {
    let pawns = position.placement().role(Role::Pawn);
    let is_quiet = |one: &Move| !pawns.contains(one.from) && position.at(one.to).is_none();
    position.legal_moves().into_iter().filter(is_quiet).collect()
}

/// Returns two random moves and the two that take them back, if they lead to the same position; `None` if none are
/// found.
pub(super) fn there_and_back(position: &Position, rng: &mut SplitMix64) -> Option<[Move; 4]> {
    for _ in 0..20 {
        let quiet = quiet_moves(position);
        let there = *quiet.get(rng.below(quiet.len().max(1)))?;
        let after = position.after(there);
        let answers = quiet_moves(&after);
        let Some(&answer) = answers.get(rng.below(answers.len().max(1))) else { continue };
        let back = |one: Move| Move::new(one.to, one.from);
        let moves = [there, answer, back(there), back(answer)];
        let end = moves.iter().try_fold(*position, |at, &one| at.play(one).ok());
        if end.is_some_and(|end| end.same_position(position)) {
            return Some(moves);
        }
    }
    None
}
