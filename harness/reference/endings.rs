//! Proves endgame results of the fifth document with a solver that is independent of the library: the wrong bishop, and
//! the bridge (Lucena position). The defence with the rook on the sixth rank (Philidor position) is not proven, because
//! it involves too many squares for a test of a minute.
//!
//! The solver computes a greatest fixpoint: the largest set of positions where the defender, Black, can stay for
//! ever. Every move of White, and some move of Black, leads back into the set. Black holds the positions in the set.
//! From positions outside of it White forces mate, a queen that cannot be captured (with a rook as helper, also queen
//! against rook), or a rook against the bare king. To keep the set small, a player's pieces may be restricted to some
//! squares. This is sound if that player's success is to be proven.

use lawbook::{
    board::{Bitboard, Color, Piece, Role, Square, attacks},
    position::{Move, Position, Setup},
};

/// King, helper and pawn against king and optional rook, and the squares that each piece may use.
struct Ending {
    helper_is: Role,
    /// Squares of White's king.
    king: Vec<Square>,
    helper: Vec<Square>,
    pawn: Vec<Square>,
    /// Squares of Black's king.
    defender: Vec<Square>,
    /// Squares of Black's rook, which may also be missing.
    rook: Vec<Square>,
    /// The player who wins positions that the solver does not search: queen against rook, and a pawn on another file.
    /// For soundness this must not be the player whose success is to be proven.
    benefit: Color,
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct Board {
    king: Square,
    helper: Option<Square>,
    pawn: Option<Square>,
    defender: Square,
    rook: Option<Square>,
}

fn squares(text: &str) -> Vec<Square> {
    let mut squares: Vec<Square> =
        text.split(' ').map(|name| Square::parse(name).unwrap()).collect();
    squares.sort_unstable();
    squares
}

fn everywhere() -> Vec<Square> {
    Square::all().collect()
}

fn set(square: Option<Square>) -> Bitboard {
    square.map_or(Bitboard::EMPTY, Square::set)
}

impl Board {
    fn white(&self) -> Bitboard {
        self.king.set() | set(self.helper) | set(self.pawn)
    }

    fn black(&self) -> Bitboard {
        self.defender.set() | set(self.rook)
    }

    /// The squares that Black attacks.
    fn black_attacks(&self) -> Bitboard {
        let occupied = self.white() | self.black();
        let rook = self.rook.map_or(Bitboard::EMPTY, |rook| attacks::rook(rook, occupied));
        attacks::king(self.defender) | rook
    }

    /// The squares that White attacks.
    fn white_attacks(&self, helper_is: Role) -> Bitboard {
        let occupied = self.white() | self.black();
        let helper = self.helper.map_or(Bitboard::EMPTY, |helper| {
            attacks::of(helper_is, Color::White, helper, occupied)
        });
        let pawn = self.pawn.map_or(Bitboard::EMPTY, |pawn| attacks::pawn(Color::White, pawn));
        attacks::king(self.king) | helper | pawn
    }

    fn one_piece_a_square(&self) -> bool {
        let pieces = [Some(self.king), self.helper, self.pawn, Some(self.defender), self.rook];
        (self.white() | self.black()).len() as usize == pieces.iter().flatten().count()
    }

    /// The position after promotion of the pawn to a queen on this square, with Black to move.
    fn with_queen(&self, queen: Square, helper_is: Role) -> Option<Position> {
        let mut setup = Setup { turn: Color::Black, ..Setup::start() };
        setup.placement = lawbook::board::Placement::EMPTY;
        setup.castling = lawbook::position::CastlingRights::NONE;
        for (square, color, role) in [
            (Some(self.king), Color::White, Role::King),
            (self.helper, Color::White, helper_is),
            (Some(self.defender), Color::Black, Role::King),
            (self.rook, Color::Black, Role::Rook),
            (Some(queen), Color::White, Role::Queen),
        ] {
            if let Some(square) = square {
                setup.placement.put(square, Piece { color, role });
            }
        }
        Position::from_playable(&setup).ok()
    }
}

impl Ending {
    /// Computes the positions that Black holds, with either side to move.
    fn held(&self) -> Held<'_> {
        let mut held = Held { ending: self, safe: vec![true; 2 * self.boards()] };
        let mut open: Vec<usize> = (0..self.boards()).collect();
        open.retain(|&index| self.board(index).one_piece_a_square());
        loop {
            let mut changed = false;
            // Nothing is to be found out about a board that is lost with either side to move.
            open.retain(|&index| {
                let board = self.board(index);
                let (white, black) = (2 * index, 2 * index + 1);
                if held.safe[white]
                    && !board.white_attacks(self.helper_is).contains(board.defender)
                    && self.white_breaks(&board, &held)
                {
                    held.safe[white] = false;
                    changed = true;
                }
                if held.safe[black]
                    && !self.is_given_to_black(&board)
                    && !board.black_attacks().contains(board.king)
                    && !self.black_stays(&board, &held)
                {
                    held.safe[black] = false;
                    changed = true;
                }
                held.safe[white] || held.safe[black]
            });
            if !changed {
                return held;
            }
        }
    }

    /// Whether the position is scored as held: the pawn is captured, Black has the rook, and `benefit` is Black.
    fn is_given_to_black(&self, board: &Board) -> bool {
        self.benefit == Color::Black && board.pawn.is_none() && board.rook.is_some()
    }

    /// Whether White, to move, has a move that leaves the held set.
    fn white_breaks(&self, board: &Board, held: &Held<'_>) -> bool {
        if board.rook.is_none() && board.pawn.is_none() && self.helper_is == Role::Rook {
            // A rook mates a bare king if White is to move.
            return board.helper.is_some();
        }
        let occupied = board.white() | board.black();
        let leads_out = |mut next: Board, to: Square| {
            next.rook = next.rook.filter(|&rook| rook != to);
            !next.black_attacks().contains(next.king) && held.at(&next, Color::Black) == Some(false)
        };
        for to in attacks::king(board.king) - board.white() {
            if leads_out(Board { king: to, ..*board }, to) {
                return true;
            }
        }
        if let Some(from) = board.helper {
            let targets = attacks::of(self.helper_is, Color::White, from, occupied);
            for to in targets - board.white() {
                if leads_out(Board { helper: Some(to), ..*board }, to) {
                    return true;
                }
            }
        }
        if let Some(from) = board.pawn {
            let ahead = Square::from_index(from.index() + 8);
            if !occupied.contains(ahead) {
                let promotes = ahead.index() >= 56;
                if promotes && self.queen_lasts(board, ahead, held)
                    || !promotes && leads_out(Board { pawn: Some(ahead), ..*board }, ahead)
                {
                    return true;
                }
            }
            let two = Square::from_index((from.index() + 16).min(63));
            if from.index() < 16
                && !occupied.meets(ahead.set() | two.set())
                && leads_out(Board { pawn: Some(two), ..*board }, two)
            {
                return true;
            }
            for to in attacks::pawn(Color::White, from) & set(board.rook) {
                let promotes = to.index() >= 56;
                if promotes && self.queen_lasts(board, to, held)
                    || !promotes && self.benefit == Color::White
                {
                    return true;
                }
            }
        }
        false
    }

    /// Whether the promoted queen survives: Black is not stalemated and has no capture of the queen that leads to a
    /// held position.
    fn queen_lasts(&self, board: &Board, queen: Square, held: &Held<'_>) -> bool {
        let Some(position) = board.with_queen(queen, self.helper_is) else { return false };
        let survives = |reply: Move| {
            let next = position.after(reply);
            if next.placement().role(Role::Queen).is_empty() {
                return held.at(&self.read(&next), Color::White) == Some(true);
            }
            let retakes = || next.legal_moves().iter().any(|retaken| retaken.to == reply.to);
            self.benefit == Color::Black && self.only_queen(&next) && !retakes()
        };
        !position.is_stalemate() && !position.legal_moves().into_iter().any(survives)
    }

    /// Converts a position without a queen to a board.
    fn read(&self, position: &Position) -> Board {
        let pieces = position.placement();
        let only = |color, role| {
            let pieces = pieces.pieces(color, role);
            assert!(!pieces.is_several(), "two of one kind in {position}");
            pieces.first()
        };
        Board {
            king: only(Color::White, Role::King).unwrap(),
            helper: only(Color::White, self.helper_is),
            pawn: only(Color::White, Role::Pawn),
            defender: only(Color::Black, Role::King).unwrap(),
            rook: only(Color::Black, Role::Rook),
        }
    }

    /// Whether White has only the queen left and Black still has the rook.
    fn only_queen(&self, position: &Position) -> bool {
        let pieces = position.placement();
        pieces.color(Color::White).len() == 2 && !pieces.pieces(Color::Black, Role::Rook).is_empty()
    }

    /// Whether Black, to move, has a move that stays in the held set, or is stalemated.
    fn black_stays(&self, board: &Board, held: &Held<'_>) -> bool {
        let mut moves = 0;
        let mut stays = |mut next: Board, to: Square| {
            next.helper = next.helper.filter(|&helper| helper != to);
            next.pawn = next.pawn.filter(|&pawn| pawn != to);
            if next.white_attacks(self.helper_is).contains(next.defender) {
                return false;
            }
            moves += 1;
            held.at(&next, Color::White) == Some(true)
        };
        let occupied = board.white() | board.black();
        for to in attacks::king(board.defender) - board.black() {
            if stays(Board { defender: to, ..*board }, to) {
                return true;
            }
        }
        if let Some(from) = board.rook {
            for to in attacks::rook(from, occupied) - board.black() {
                if stays(Board { rook: Some(to), ..*board }, to) {
                    return true;
                }
            }
        }
        moves == 0 && !board.white_attacks(self.helper_is).contains(board.defender)
    }

    fn boards(&self) -> usize {
        self.king.len()
            * (self.helper.len() + 1)
            * (self.pawn.len() + 1)
            * self.defender.len()
            * (self.rook.len() + 1)
    }

    fn board(&self, mut index: usize) -> Board {
        let mut digit = |choices: usize| {
            let digit = index % choices;
            index /= choices;
            digit
        };
        let rook = self.rook.get(digit(self.rook.len() + 1)).copied();
        let defender = self.defender[digit(self.defender.len())];
        let pawn = self.pawn.get(digit(self.pawn.len() + 1)).copied();
        let helper = self.helper.get(digit(self.helper.len() + 1)).copied();
        let king = self.king[digit(self.king.len())];
        Board { king, helper, pawn, defender, rook }
    }

    /// Index of a board; `None` if a piece is on a square that it is not allowed to use.
    fn index(&self, board: &Board) -> Option<usize> {
        let place = |squares: &[Square], square: Square| squares.binary_search(&square).ok();
        let maybe = |squares: &[Square], square: Option<Square>| match square {
            Some(square) => place(squares, square),
            None => Some(squares.len()),
        };
        let mut index = place(&self.king, board.king)?;
        index = index * (self.helper.len() + 1) + maybe(&self.helper, board.helper)?;
        index = index * (self.pawn.len() + 1) + maybe(&self.pawn, board.pawn)?;
        index = index * self.defender.len() + place(&self.defender, board.defender)?;
        Some(index * (self.rook.len() + 1) + maybe(&self.rook, board.rook)?)
    }
}

/// The set of positions that Black holds.
struct Held<'a> {
    ending: &'a Ending,
    safe: Vec<bool>,
}

impl Held<'_> {
    /// Whether Black holds this board with `turn` to move; `None` if a piece is on a square that it is not allowed to
    /// use.
    fn at(&self, board: &Board, turn: Color) -> Option<bool> {
        Some(self.safe[2 * self.ending.index(board)? + turn as usize])
    }

    fn fen(&self, fen: &str) -> bool {
        let position: Position = fen.parse().unwrap();
        let board = self.ending.read(&position);
        self.at(&board, position.turn()).unwrap()
    }
}

#[test]
fn the_wrong_bishop_draws_and_the_right_one_wins() {
    let ending = |defender| Ending {
        helper_is: Role::Bishop,
        king: everywhere(),
        helper: everywhere(),
        pawn: squares("h2 h3 h4 h5 h6 h7"),
        defender,
        rook: Vec::new(),
        benefit: Color::White,
    };
    // Black's king only needs the squares around the corner.
    let corner = ending(squares("g7 h7 g8 h8"));
    let corner = corner.held();
    assert!(corner.fen("7k/8/8/8/8/3B4/6KP/8 w - - 0 1"));
    assert!(corner.fen("7k/8/5K1P/8/8/3B4/8/8 b - - 0 1"));
    // Against the right bishop even a king that may use the whole board loses.
    let anywhere = ending(everywhere());
    let anywhere = anywhere.held();
    assert!(anywhere.fen("7k/8/8/8/8/3B4/6KP/8 w - - 0 1"));
    assert!(!anywhere.fen("7k/8/8/8/8/4B3/6KP/8 w - - 0 1"));
    assert!(!anywhere.fen("7k/8/5K1P/8/8/4B3/8/8 b - - 0 1"));
    // A king that does not reach the corner loses against either bishop.
    assert!(!anywhere.fen("8/8/8/8/k7/3B4/6KP/8 w - - 0 1"));
}

#[test]
fn the_rook_builds_a_bridge() {
    let ending = Ending {
        helper_is: Role::Rook,
        king: squares("a5 a6 a7 a8 b4 b5 b6 b7 b8 c5 c6 c7 c8"),
        helper: squares("a4 b1 b2 b3 b4 b5 c1 c4 c5 d1 d2 d3 d4 d5 d7 d8 e4 f4 g4 h4"),
        pawn: squares("b7"),
        defender: everywhere(),
        rook: everywhere(),
        benefit: Color::Black,
    };
    assert!(!ending.held().fen("1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1"));
}
