//! The boards of the libraries that replay games, and what they lack for rulings.

use cozy_chess::BitBoard;
use lawbook::rules::Termination;
use shakmaty::{Position, uci::UciMove};

use crate::replay::{Tally, Work};

/// The board of a library.
pub(crate) trait Board: Clone + Default + Eq + 'static {
    type Move: Copy;
    /// Reads a legal move in the notation of UCI.
    fn read(&self, uci: &str) -> Option<Self::Move>;
    /// Plays a move if it is legal; returns whether it was a capture or a pawn move.
    fn try_play(&mut self, played: Self::Move) -> Option<bool>;
    /// Whether the side to move is in check, whether it has no legal move, and whether the material rules out mate.
    fn rulings(&self) -> [bool; 3];
    /// Returns a key; equal positions have equal keys.
    fn key(&self) -> u64;
    /// Whether the positions count as the same for repetition.
    fn same(&self, other: &Self) -> bool {
        self == other
    }
}

impl Board for cozy_chess::Board {
    type Move = cozy_chess::Move;

    fn read(&self, uci: &str) -> Option<cozy_chess::Move> {
        cozy_chess::util::parse_uci_move(self, uci).ok()
    }

    #[inline]
    fn try_play(&mut self, played: cozy_chess::Move) -> Option<bool> {
        cozy_chess::Board::try_play(self, played).ok()?;
        Some(self.halfmove_clock() == 0)
    }

    fn rulings(&self) -> [bool; 3] {
        use cozy_chess::Piece::{Bishop, Knight, Pawn, Queen, Rook};
        let pieces = [Pawn, Rook, Queen, Knight, Bishop].map(|piece| self.pieces(piece));
        [!self.checkers().is_empty(), !self.generate_moves(|_| true), insufficient(pieces)]
    }

    fn key(&self) -> u64 {
        self.hash_without_ep()
    }

    fn same(&self, other: &Self) -> bool {
        self.same_position(other)
    }
}

impl Board for chess::Board {
    type Move = chess::ChessMove;

    fn read(&self, uci: &str) -> Option<chess::ChessMove> {
        uci.parse().ok()
    }

    #[inline]
    fn try_play(&mut self, played: chess::ChessMove) -> Option<bool> {
        let has = |set: &chess::BitBoard, one: chess::Square| set.0 >> one.to_index() & 1 == 1;
        let irreversible = has(self.pieces(chess::Piece::Pawn), played.get_source())
            || has(self.combined(), played.get_dest());
        self.legal(played).then(|| *self = self.make_move_new(played))?;
        Some(irreversible)
    }

    fn rulings(&self) -> [bool; 3] {
        use chess::Piece::{Bishop, Knight, Pawn, Queen, Rook};
        let pieces =
            [Pawn, Rook, Queen, Knight, Bishop].map(|piece| BitBoard(self.pieces(piece).0));
        let is_over = self.status() != chess::BoardStatus::Ongoing;
        [self.checkers().popcnt() > 0, is_over, insufficient(pieces)]
    }

    fn key(&self) -> u64 {
        self.get_hash()
    }
}

impl Board for shakmaty::Chess {
    type Move = shakmaty::Move;

    fn read(&self, uci: &str) -> Option<shakmaty::Move> {
        uci.parse::<UciMove>().ok()?.to_move(self).ok()
    }

    #[inline]
    fn try_play(&mut self, played: shakmaty::Move) -> Option<bool> {
        self.is_legal(played).then(|| self.play_unchecked(played))?;
        Some(self.halfmoves() == 0)
    }

    fn rulings(&self) -> [bool; 3] {
        [self.is_check(), self.legal_moves().is_empty(), self.is_insufficient_material()]
    }

    /// Returns the occupied squares. The library does not update a hash, and computing one is slower than comparing
    /// positions.
    fn key(&self) -> u64 {
        self.board().occupied().into()
    }
}

/// Whether the material rules out mate by either side: a single knight, or only bishops on squares of one colour.
fn insufficient([pawns, rooks, queens, knights, bishops]: [BitBoard; 5]) -> bool {
    let dark = bishops & BitBoard::DARK_SQUARES;
    let lone = knights.len() + bishops.len() <= 1;
    let one_colour = knights.is_empty() && (dark.is_empty() || dark == bishops);
    (pawns | rooks | queens).is_empty() && (lone || one_colour)
}

/// Rules on the positions of a game on a library's board.
///
/// Like the reference's history, it has a one-word Bloom filter, because most positions are new: keys are compared only
/// if the bit of the key is set, and positions only if their keys are equal.
pub(crate) struct Ruler<B> {
    work: Work,
    /// Plies since the last capture or pawn move.
    plies: u32,
    /// The positions since then.
    positions: Vec<(u64, B)>,
    marks: u64,
}

impl<B: Board> Ruler<B> {
    /// Creates the ruler of a game that begins on `board`, `plies` after a capture or pawn move.
    pub(crate) fn new(board: &B, plies: u32, work: Work) -> Ruler<B> {
        let mut ruler = Ruler { work, plies, positions: Vec::new(), marks: 0 };
        if work == Work::Rulings {
            ruler.positions.reserve(100);
            ruler.push(board);
        }
        ruler
    }

    /// Adds a position and returns its number of occurrences.
    fn push(&mut self, board: &B) -> u32 {
        let key = board.key();
        let mark = 1 << (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 58);
        let mut occurrences = 1;
        if self.marks & mark != 0 {
            // Only every second position has the same side to move, and a position recurs after four plies at the
            // earliest.
            let earlier = self.positions.iter().rev().skip(3).step_by(2);
            occurrences +=
                earlier.filter(|(other, one)| *other == key && one.same(board)).count() as u32;
        }
        self.marks |= mark;
        self.positions.push((key, board.clone()));
        occurrences
    }

    /// Adds a ply to the tally, with a ruling if that is the work. Returns whether the game has ended.
    #[inline]
    pub(crate) fn ends(&mut self, board: &B, irreversible: bool, tally: &mut Tally) -> bool {
        if self.work == Work::Moves {
            tally.plies += 1;
            return false;
        }
        self.plies += 1;
        if irreversible {
            (self.plies, self.marks) = (0, 0);
            self.positions.clear();
        }
        let occurrences = self.push(board);
        let [check, is_over, insufficient] = board.rulings();
        let end = match check {
            true if is_over => Some(Termination::Checkmate),
            false if is_over => Some(Termination::Stalemate),
            _ if insufficient => Some(Termination::DeadPosition),
            _ if occurrences >= 5 => Some(Termination::FivefoldRepetition),
            _ => (self.plies >= 150).then_some(Termination::SeventyFiveMoves),
        };
        tally.add(check, occurrences, self.plies, end);
        end.is_some()
    }
}
