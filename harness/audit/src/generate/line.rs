use lawbook::{
    board::Role,
    position::{Line, Move, Position},
    properties::Entropy,
};

/// A game is left alone while there are more pieces than this, so that either player can still mate.
const MANY: u32 = 16;

/// Adds a move that the caller knows to be legal.
pub(super) fn play(line: &mut Line, legal: Move) {
    let _ = line.play(legal);
}

/// Adds some moves of any kind, at least one if there is one.
pub(super) fn ramble(line: &mut Line, entropy: &mut Entropy) {
    for _ in 0..=entropy.below(4) {
        let legal = line.end().legal_moves();
        if legal.is_empty() {
            return;
        }
        play(line, legal[entropy.below(legal.len())]);
    }
}

/// A game of random moves from the initial position, which goes on for so many plies unless the board
/// ends it or few pieces are left. It is far from any draw by counting.
pub(super) fn stroll(entropy: &mut Entropy, plies: usize) -> Line {
    let mut line = Line::new(Position::start());
    while line.moves().len() < plies {
        let legal = line.end().legal_moves();
        if legal.is_empty() {
            break;
        }
        let played = legal[entropy.below(legal.len())];
        if line.end().after(played).placement().occupied().len() <= MANY {
            break;
        }
        play(&mut line, played);
    }
    line
}

/// A stroll that the board has not ended, of at least one ply.
pub(super) fn open_stroll(entropy: &mut Entropy) -> Line {
    loop {
        let plies = 4 + entropy.below(60);
        let line = stroll(entropy, plies);
        if line.end().has_legal_move() {
            return line;
        }
    }
}

/// A stroll that ends right after a capture or a pawn's move.
pub(super) fn fresh_stroll(entropy: &mut Entropy) -> Line {
    loop {
        let mut line = open_stroll(entropy);
        while !line.moves().is_empty() && line.end().halfmove_clock() > 0 {
            line.truncate(line.moves().len() - 1);
        }
        if !line.moves().is_empty() {
            return line;
        }
    }
}

/// A stroll that ends in mate.
pub(super) fn mated(entropy: &mut Entropy) -> Line {
    loop {
        let plies = 12 + entropy.below(80);
        let mut line = stroll(entropy, plies);
        // The first mate that was possible on the way is given.
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

/// The moves that can be taken back: no captures, and no pawn's.
pub(super) fn quiet_moves(position: &Position) -> Vec<Move> {
    let pawns = position.placement().role(Role::Pawn);
    let is_quiet = |one: &Move| !pawns.contains(one.from) && position.at(one.to).is_none();
    position.legal_moves().into_iter().filter(is_quiet).collect()
}

/// Two moves that lead back to the same position together with their way back, if some are found.
pub(super) fn there_and_back(position: &Position, entropy: &mut Entropy) -> Option<[Move; 4]> {
    for _ in 0..20 {
        let quiet = quiet_moves(position);
        let there = *quiet.get(entropy.below(quiet.len().max(1)))?;
        let after = position.after(there);
        let answers = quiet_moves(&after);
        let Some(&answer) = answers.get(entropy.below(answers.len().max(1))) else { continue };
        let back = |one: Move| Move::new(one.to, one.from);
        let moves = [there, answer, back(there), back(answer)];
        let end = moves.iter().try_fold(*position, |at, &one| at.play(one).ok());
        if end.is_some_and(|end| end.same_position(position)) {
            return Some(moves);
        }
    }
    None
}
