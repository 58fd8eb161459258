//! Random acts: few pieces moving back and forth, many claims and offers, and an occasional mate.

use lawbook::{
    board::{Role, Square},
    position::{Move, Position},
    rules::{Act, ClaimGround, Manner, Touch},
};

use super::{
    game::Oracle,
    laws::{Drawn, Laws},
};

/// Start positions: endgames, castling rights that can be lost, and clocks close to their limits.
pub(crate) const STARTS: [&str; 19] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "r3k3/8/8/8/8/8/8/4K2R b Kq - 92 80",
    "4k3/8/8/8/3p4/8/4P3/R3K3 w Q - 0 1",
    "8/8/8/1k1pP3/8/8/8/4K1N1 w - d6 0 1",
    "7k/8/6K1/8/8/8/8/R7 w - - 99 90",
    "7k/8/6K1/8/8/8/8/R7 w - - 149 120",
    "k7/8/1K6/8/8/8/8/6Q1 w - - 149 120",
    "7k/8/6K1/8/8/8/8/R7 w - - 143 120",
    "4k3/8/8/3b4/8/8/8/2B1K1N1 w - - 97 80",
    "4k3/8/8/3r4/8/3N4/8/4K3 w - - 0 1",
    "4k3/3q4/8/8/8/8/4N3/4K3 b - - 0 1",
    "4k3/8/8/8/3nn3/8/8/4KB2 w - - 0 1",
    "4k3/8/8/2b5/8/3B4/8/4K3 w - - 0 1",
    "4kb2/8/8/8/8/4n3/3B4/4K3 w - - 0 1",
    "4k3/4p3/8/8/8/8/8/3NKN2 w - - 0 1",
    "K1n5/2k5/P7/8/8/8/8/8 w - - 0 1",
    "6k1/5p2/8/8/8/8/5P2/6K1 w - - 95 60",
    "4k3/4p3/8/8/8/8/4P3/R3K3 w - - 3 296",
];

/// Maps a random number to an act in the current state.
pub(crate) fn act(oracle: &Oracle, choice: u64) -> Act {
    let board = oracle.board();
    let (kind, number) = (choice % 100, (choice >> 8) as usize);
    let by = if choice >> 40 & 3 == 0 { !board.turn() } else { board.turn() };
    let ground = ClaimGround::ALL[(choice >> 42) as usize % 2];
    let legal = board.legal_moves();
    let Some(&any) = legal.get(number % legal.len().max(1)) else { return Act::Offer { by } };
    // The texts do not say whether a wrong claim accepts a pending offer of the opponent.
    let may_claim = oracle.offer != Some(!by);
    // Flag falls also early in the game.
    if oracle.moves.len() < 3 && (choice >> 44).is_multiple_of(16) {
        return Act::FlagFalls { by };
    }
    match kind {
        0..=57 => Act::MoveAndPress { mv: chosen(oracle, number) },
        58..=63 => {
            Act::MoveOnly { by: board.turn(), mv: chosen(oracle, number), how: Manner::Properly }
        }
        64..=68 if oracle.unpressed => Act::Press { by: !board.turn() },
        69..=78 if may_claim => Act::Claim { by, ground, written: None },
        79..=84 if may_claim && may_write(oracle, ground) => {
            let written = if kind < 81 { any } else { chosen(oracle, number) };
            Act::Claim { by: board.turn(), ground, written: Some(written) }
        }
        // A claim with an illegal written move.
        85 if may_claim && may_write(oracle, ground) => {
            Act::Claim { by: board.turn(), ground, written: Some(Move::new(any.from, any.from)) }
        }
        86..=89 if may_offer(&oracle.laws, oracle, by == board.turn()) => Act::Offer { by },
        90 => Act::Accept { by },
        91 => match oracle.offer {
            Some(offerer) if number.is_multiple_of(2) => Act::FlagFalls { by: !offerer },
            _ => Act::Decline { by },
        },
        92 => Act::WithdrawOffer { by },
        // After a second touch, or a touch after a binding claim, the first remains binding, which is not compared.
        93..=94 if !oracle.touched && oracle.must.is_empty() => {
            Act::Touch { by: board.turn(), square: any.from, how: Touch::OnPurpose }
        }
        95 if number.is_multiple_of(2) => Act::Resign { by },
        96 => Act::FlagFalls { by },
        97 => Act::Agree,
        98 => Act::MoveAndPress { mv: Move::new(any.to, any.from) },
        99 if may_write(oracle, ground) => {
            Act::Write { by: board.turn(), mv: chosen(oracle, number) }
        }
        _ => Act::MoveAndPress { mv: chosen(oracle, number) },
    }
}

/// Whether a claim with a written move is possible. The texts do not define one under rules without writing, for a
/// count without such a claim, or after a move has become binding.
fn may_write(oracle: &Oracle, ground: ClaimGround) -> bool {
    let ahead = oracle.laws.drawn(ground) == Drawn::ClaimedAhead;
    ahead && oracle.must.is_empty() && !oracle.touched
}

/// Whether an offer is allowed now, under rules that only define offers at one time.
fn may_offer(laws: &Laws, oracle: &Oracle, on_move: bool) -> bool {
    !laws.offer_follows_move || !on_move && !oracle.moves.is_empty()
}

/// Chooses a move: a mate, a move that returns to an earlier placement directly or by a detour, a quiet piece move, or
/// any.
fn chosen(oracle: &Oracle, number: usize) -> Move {
    let board = oracle.board();
    let legal = board.legal_moves();
    let back = oracle.moves.iter().nth_back(1).map(|last| Move::new(last.to, last.from));
    let quiet = |one: &&Move| {
        board.at(one.from).is_some_and(|piece| piece.role != Role::Pawn)
            && board.at(one.to).is_none()
    };
    let mut wanted: Vec<Move> = match number % 16 {
        0..=1 => legal.iter().copied().filter(|&one| board.after(one).is_checkmate()).collect(),
        2..=10 => legal.iter().copied().filter(|&one| back == Some(one)).collect(),
        11..=13 => legal.iter().copied().filter(|&one| returns(oracle, one)).collect(),
        14 => legal.iter().filter(quiet).copied().collect(),
        _ => Vec::new(),
    };
    if wanted.is_empty() {
        wanted = legal;
    }
    let one = wanted[number / 16 % wanted.len()];
    // Editions differ on moves that end the game but violate an obligation, so these are avoided.
    let mut next = oracle.clone();
    next.must.clear();
    next.act(&Act::MoveAndPress { mv: one });
    if next.over.is_some() { oracle.must.first().copied().unwrap_or(one) } else { one }
}

/// Chooses a move that goes back and forth, if there is one, so that positions are repeated.
pub(crate) fn shuffling(oracle: &Oracle, number: usize) -> Option<Move> {
    let legal = oracle.board().legal_moves();
    let back = oracle.moves.iter().nth_back(1).map(|last| Move::new(last.to, last.from));
    let returning: Vec<Move> =
        legal.iter().copied().filter(|&one| back == Some(one) || returns(oracle, one)).collect();
    let wanted = if number.is_multiple_of(8) || returning.is_empty() { legal } else { returning };
    wanted.get(number / 8 % wanted.len().max(1)).copied()
}

/// Whether the move restores an earlier placement of the player's own pieces, with the opponent to move.
fn returns(oracle: &Oracle, played: Move) -> bool {
    let (by, next) = (oracle.board().turn(), oracle.board().after(played));
    let own = |board: &Position, square| board.at(square).filter(|piece| piece.color == by);
    let stood = |earlier: &Position| {
        earlier.turn() != by && Square::all().all(|one| own(earlier, one) == own(&next, one))
    };
    oracle.history.iter().any(stood)
}
