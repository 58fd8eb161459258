//! Which moves are played and taken back, to find out whether taking back restores everything.

use lawbook::{
    board::Role,
    position::{Move, Position, Setup},
    rules::Act,
};

/// The moves to play and take back on the way through a line that consists of legal moves.
///
/// Before each of the last [`NEAR`] moves, these are that move and another one, whose kind changes with the ply. At the
/// end, they are one move of each kind. Moves that the library does not take are left out: it may regard the game as over.
#[derive(Clone, Copy)]
pub(super) struct Detours {
    /// The position on the board; none if it is not known.
    position: Option<Position>,
    /// The number of plies played.
    plies: usize,
    /// The number of plies after which moves are taken back.
    first: usize,
}

/// Maximum distance from the end of a line, in plies, where moves are taken back. Some libraries keep all moves ever
/// played, and become slow.
const NEAR: usize = 12;

impl Detours {
    /// The moves on the way through a line of this number of plies.
    pub(super) fn new(setup: &Setup, plies: usize) -> Detours {
        let first = plies.saturating_sub(NEAR);
        Detours { position: Position::new(setup).ok(), plies: 0, first }
    }

    /// The moves before this move, which is then played for good.
    pub(super) fn before(&mut self, played: Move) -> Vec<Move> {
        let Some(position) = self.position else { return Vec::new() };
        let is_near = self.plies >= self.first;
        let kinds = if is_near { self.at_the_end() } else { Vec::new() };
        let other = kinds.get(self.plies % kinds.len().max(1)).copied();
        self.plies += 1;
        self.position = position.play(played).ok();
        other.into_iter().chain(is_near.then_some(played)).collect()
    }

    /// The moves at the end of a line: one of each kind.
    pub(super) fn at_the_end(&self) -> Vec<Move> {
        self.position.as_ref().map_or_else(Vec::new, one_of_each_kind)
    }
}

/// The moves to play and take back before each of these acts, and after the last of them; none if one of the acts is not
/// a move, because a move that is taken back does not bring back an offer.
pub fn detours(setup: &Setup, acts: &[Act]) -> Vec<Vec<Move>> {
    let moves: Option<Vec<Move>> = acts.iter().map(Act::played).collect();
    let Some(moves) = moves else { return Vec::new() };
    let mut detours = Detours::new(setup, moves.len());
    let mut all: Vec<Vec<Move>> = moves.into_iter().map(|played| detours.before(played)).collect();
    all.push(detours.at_the_end());
    all
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
