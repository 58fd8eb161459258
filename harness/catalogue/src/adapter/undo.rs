//! Which moves are played and taken back, and which illegal ones are tried, to find out whether this changes an answer.

use lawbook::{
    board::{Bitboard, Role, attacks},
    position::{Move, Position, Setup, Wing},
    rules::Act,
};

use crate::source::hash;

/// Maximum distance from the end of a line, in plies, where moves are taken back. Some libraries keep all moves ever
/// played, and become slow.
const NEAR: usize = 4;

/// The moves to play and take back before each of these acts, and after the last of them; none if one of the acts is not
/// a move, because a move that is taken back does not bring back an offer.
///
/// Before each of the last `NEAR` moves, these are that move and another one, whose kind changes with the ply. At the
/// end, they are one move of each kind. Moves that the library does not take are left out: it may regard the game as over.
pub fn detours(setup: &Setup, acts: &[Act]) -> Vec<Vec<Move>> {
    let moves: Option<Vec<Move>> = acts.iter().map(Act::played).collect();
    let Some(played) = moves else { return Vec::new() };
    let mut position = Position::new(setup).ok();
    let mut all = Vec::with_capacity(played.len() + 1);
    for (ply, &next) in played.iter().enumerate() {
        let near = position.filter(|_| ply + NEAR >= played.len());
        let before = near.map_or_else(Vec::new, |position| {
            let kinds = one_of_each_kind(&position);
            let other = kinds.get(ply % kinds.len().max(1)).copied();
            other.into_iter().chain([next]).collect()
        });
        all.push(before);
        position = position.and_then(|position| position.play(next).ok());
    }
    let mut last = position.as_ref().map_or_else(Vec::new, one_of_each_kind);
    let back = position.and_then(|end| back(&end, &played));
    last.extend(back.filter(|one| !last.contains(one)));
    all.push(last);
    all
}

/// The move that takes the piece back which the same player has moved last. It often repeats a position.
fn back(end: &Position, played: &[Move]) -> Option<Move> {
    let last = played.iter().nth_back(1)?;
    Some(Move::new(last.to, last.from)).filter(|&back| end.is_legal(back))
}

/// The first legal move of each kind: by the piece, and by whether it captures, castles, advances two squares, promotes,
/// and loses castling rights.
fn one_of_each_kind(position: &Position) -> Vec<Move> {
    let mut found = Vec::new();
    let mut moves = Vec::new();
    for legal in position.legal_moves() {
        let role = position.at(legal.from).map(|piece| piece.role);
        let passes = role == Some(Role::Pawn) && Some(legal.to) == position.en_passant();
        let steps = position.passed_square(legal).is_some();
        let captures = position.at(legal.to).is_some();
        let loses = position.after(legal).castling() != position.castling();
        let castles = position.castles(legal);
        let kind = (role, captures, passes, steps, castles, legal.promotion, loses);
        if !found.contains(&kind) {
            found.push(kind);
            moves.push(legal);
        }
    }
    moves
}

/// Whether this is one of the few lines that end with each question asked twice and illegal moves are tried: some of the lines
/// that are not long, more of those where a capture en passant is legal, a move reaches a limit of the clock, or there are moves
/// and castling rights. It depends on nothing but the line.
pub fn is_sample(setup: &Setup, acts: &[Act]) -> bool {
    let end = end(setup, acts);
    let has_moves = (2..=LONGEST).contains(&acts.len());
    let is_rich = setup.passed_square().is_some()
        || has_moves && setup.castling.iter().next().is_some()
        || end.is_some_and(|end| has_moves && end.is_check());
    let share = match end {
        Some(end) if [99, 149].contains(&end.halfmove_clock()) => 2,
        Some(end) if end.en_passant().is_some() => 4,
        _ if is_rich => 8,
        _ => 128,
    };
    let text = acts.iter().fold(setup.to_string(), |text, act| format!("{text} {act}"));
    acts.len() <= LONGEST && (hash(text.bytes()) >> 32).is_multiple_of(share)
}

/// The most acts of a line that is a sample.
const LONGEST: usize = 16;

/// The illegal moves to try at the end of a line; none if it does not consist of legal moves.
pub fn refused(setup: &Setup, acts: &[Act]) -> Vec<Move> {
    end(setup, acts).map_or_else(Vec::new, |end| illegal(&end))
}

/// The position at the end of a line; none if it does not consist of legal moves.
fn end(setup: &Setup, acts: &[Act]) -> Option<Position> {
    let start = Position::new(setup).ok()?;
    acts.iter().try_fold(start, |position, act| position.play(act.played()?).ok())
}

/// The first illegal move of each kind: a move of the king and one of another piece that leave the king in check, a move
/// that its piece does not make, and castling.
fn illegal(position: &Position) -> Vec<Move> {
    let (turn, occupied) = (position.turn(), position.placement().occupied());
    let own = position.placement().color(turn);
    let [mut by_king, mut by_another, mut strange] = [None; 3];
    for (from, piece) in position.placement().iter().filter(|(_, piece)| piece.color == turn) {
        let reached = attacks::of(piece.role, turn, from, occupied);
        let targets = match piece.role {
            Role::Pawn => (reached & occupied) - Bitboard::END_RANKS,
            _ => reached,
        };
        let moves = |targets: Bitboard| targets.into_iter().map(move |to| Move::new(from, to));
        let exposing = moves(targets - own).find(|one| !position.is_legal(*one));
        match piece.role {
            Role::King => by_king = exposing,
            Role::Pawn => by_another = by_another.or(exposing),
            _ => {
                by_another = by_another.or(exposing);
                strange = strange.or_else(|| moves(!(reached | occupied)).next());
            }
        }
    }
    let home = Wing::king_from(turn);
    let is_usual = position.king(turn) == home && !position.castling().is_chess960();
    let castling = Wing::ALL
        .into_iter()
        .filter(|_| is_usual)
        .map(|wing| Move::new(home, wing.king_to(turn)))
        .find(|one| !position.is_legal(*one));
    [by_king, by_another, strange, castling].into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_move_of_each_kind_is_taken_back() {
        for (fen, kinds) in [
            ("8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7a8b a7a8n a7a8q a7a8r e1d1"),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e1d1 e5d6 e5e6"),
            ("4k3/8/8/8/8/8/P7/4K2R w K - 0 1", "a2a3 a2a4 e1d1 e1g1 h1f1"),
        ] {
            let position: Position = fen.parse().unwrap();
            let mut found: Vec<String> =
                one_of_each_kind(&position).iter().map(Move::to_string).collect();
            found.sort_unstable();
            assert_eq!(found.join(" "), kinds, "{fen}");
        }
    }

    #[test]
    fn one_illegal_move_of_each_kind_is_tried() {
        for (fen, moves) in [
            // In check nothing but the king moves, and it cannot stay in line.
            ("4r1k1/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1e2 a1b1 a1f1 e1g1"),
            ("4k3/8/8/8/8/8/8/3QK2R w K - 0 1", "d1f1 e1c1"),
            ("4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1", "e2c1 e2a1 e1g1"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1g1"),
            ("4k3/8/8/8/8/8/8/1R2K2R w BH - 0 1", "b1f1"),
        ] {
            let found = refused(&fen.parse().unwrap(), &[]);
            let found: Vec<String> = found.iter().map(Move::to_string).collect();
            assert_eq!(found.join(" "), moves, "{fen}");
        }
        let e5 = Act::MoveAndPress { mv: "e2e5".parse().unwrap() };
        assert_eq!(refused(&Setup::start(), &[e5]), []);
    }

    #[test]
    fn each_ply_has_another_move_and_the_end_has_all_kinds() {
        let moves =
            ["e2e4", "e7e5", "g1f3"].map(|text| Act::MoveAndPress { mv: text.parse().unwrap() });
        let all = detours(&Setup::start(), &moves);
        assert_eq!(all.len(), 4);
        for (before, act) in all.iter().zip(&moves) {
            assert_eq!((before.len(), before.last().copied()), (2, act.played()));
        }
        assert!(all[3].len() > 3, "{:?}", all[3]);
        let offer = [moves[0], Act::Offer { by: lawbook::board::Color::White }];
        assert_eq!(detours(&Setup::start(), &offer), Vec::<Vec<Move>>::new());
    }
}
