//! Mating patterns: where the kings and a few pieces would have to stand for a mate, and how many moves
//! they are away from it.
//!
//! A guess, on which no answer rests. Only pawns are taken to be in a piece's way.

use super::mobility::attacks_from;
use crate::{
    board::{Bitboard, Color, Piece, Placement, Rank, Role, Square, attacks},
    position::Position,
};

/// A mate to aim for.
pub(super) struct MatingPattern {
    side: Color,
    /// The king to be mated, the other king, the piece that gives check, and those that cover what is left
    /// beside the king or are in its way there.
    posts: Vec<Post>,
}

/// A piece and the square where it belongs, with the moves that it is away on each square.
struct Post {
    placed: PatternPiece,
    moves: [u8; 64],
    /// The same for a pawn that has yet to be promoted to it.
    pawn_moves: [u8; 64],
}

/// A piece on its square.
#[derive(Clone, Copy)]
struct PatternPiece {
    piece: Piece,
    square: Square,
}

/// More moves than any.
const NEVER: u8 = u8::MAX;

/// Patterns that take more moves than this are not looked for.
const MOST_MOVES: usize = Reach::LEVELS - 1;

/// How many pieces, kings aside, a pattern has at most.
const MOST_PIECES: usize = 4;

/// Patterns that take few moves, the nearest first, and one for each square of the king to be mated.
///
/// At most so many are looked for, and hardly more than so many drafts are tried.
pub(super) fn mating_patterns(
    position: &Position,
    side: Color,
    most: usize,
    drafts: u32,
) -> Vec<MatingPattern> {
    let planner = Planner::new(position, side);
    let mut patterns = Vec::new();
    let mut squares = planner.kings[!side as usize].all() - planner.all_pawns();
    let mut tried = 0;
    for moves in 1..=MOST_MOVES {
        for square in squares & planner.kings[!side as usize].within(moves) {
            if let Some(draft) = planner.mate_on(square, moves, &mut tried) {
                squares = squares - square.set();
                patterns.push(planner.pattern(&draft));
            }
            if patterns.len() >= most || tried > drafts {
                return patterns;
            }
        }
    }
    patterns
}

impl MatingPattern {
    /// How many moves it takes from here, as it looks; `None` if a piece that it needs is gone.
    pub(super) fn remoteness(&self, position: &Position) -> Option<u32> {
        let placement = position.placement();
        let (mut used, mut sum) = (Bitboard::EMPTY, 0);
        for post in &self.posts {
            let (moves, by) = post.nearest(placement, used)?;
            used |= by.set();
            sum += post.lacks_prey(placement, by);
            sum +=
                moves + u32::from(moves > 0 && placement.occupied().contains(post.placed.square));
        }
        Some(sum + self.hindrances(position))
    }

    /// How many pieces are in the way of the last few moves: those that would take or stop the piece that
    /// gives check, and those because of which a king may not go to its square.
    fn hindrances(&self, position: &Position) -> u32 {
        let [king, own, check, ..] = self.posts.as_slice() else { return 0 };
        let (king, own, check) = (king.placed.square, own.placed.square, check.placed.square);
        let placement = position.placement();
        let (occupied, kings) = (placement.occupied(), placement.role(Role::King));
        let guards = |by, square| (placement.attackers(by, square, occupied) - kings).len();
        let line = attacks::between(check, king);
        let mut sum = guards(!self.side, check) + (line & occupied).len();
        sum += line.into_iter().map(|square| guards(!self.side, square)).sum::<u32>();
        if position.king(!self.side) != king {
            sum += guards(self.side, king);
        }
        if position.king(self.side) != own {
            sum += guards(!self.side, own);
        }
        sum
    }
}

impl Post {
    fn new(planner: &Planner, placed: PatternPiece) -> Post {
        let PatternPiece { piece: Piece { color, role }, square } = placed;
        let mut pawns = planner.pawns;
        pawns[color as usize] = pawns[color as usize] - square.set();
        // The way back is as long as the way there, but for pawns.
        let moves = match role {
            Role::Pawn => Reach::of_pawn(pawns, !color, square, color).moves_to_all(),
            Role::Knight | Role::Bishop | Role::Rook | Role::Queen | Role::King => {
                Reach::new(pawns, placed.piece, square, 0).moves_to_all()
            }
        };
        let pawn_moves = match role {
            Role::Pawn | Role::King => [NEVER; 64],
            Role::Knight | Role::Bishop | Role::Rook | Role::Queen => std::array::from_fn(|from| {
                let ways = promotions(planner.pawns, color, Square::from_index(from));
                let moves = ways.map(|(last, steps)| moves[last.index()].saturating_add(steps));
                moves.min().unwrap_or(NEVER)
            }),
        };
        Post { placed, moves, pawn_moves }
    }

    /// What it costs that a pawn that cannot just go on has nothing to take.
    fn lacks_prey(&self, placement: &Placement, by: Square) -> u32 {
        let Piece { color, role } = self.placed.piece;
        let pawns = placement.role(Role::Pawn);
        if role == Role::Pawn || !pawns.contains(by) {
            return 0;
        }
        let last = Square::new(by.file(), Rank::relative(8, color));
        let goes_on = !attacks::between(by, last).meets(pawns);
        let prey = placement.color(!color) - placement.role(Role::King);
        if goes_on || attacks::pawn(color, by).meets(prey) { 0 } else { CAPTURE.into() }
    }

    /// The piece that is nearest, and the moves it is away.
    fn nearest(&self, placement: &Placement, used: Bitboard) -> Option<(u32, Square)> {
        let Piece { color, role } = self.placed.piece;
        let pieces = (placement.pieces(color, role) - used)
            .into_iter()
            .map(|at| (self.moves[at.index()], at));
        let pawns = (placement.pieces(color, Role::Pawn) - used)
            .into_iter()
            .map(|at| (self.pawn_moves[at.index()], at));
        let (moves, by) = pieces.chain(pawns).min_by_key(|(moves, _)| *moves)?;
        (moves != NEVER).then_some((moves.into(), by))
    }
}

/// The squares that pieces of a kind can come to within 0, 1, 2 and more moves.
#[derive(Clone, Copy)]
struct Reach([Bitboard; Reach::LEVELS]);

impl Reach {
    const LEVELS: usize = 24;
    const NOTHING: Reach = Reach([Bitboard::EMPTY; Reach::LEVELS]);

    /// Where a piece comes from this square, if it is there after so many moves.
    fn new(pawns: [Bitboard; 2], piece: Piece, from: Square, moves: usize) -> Reach {
        let Piece { color, role } = piece;
        let (own, theirs) = (pawns[color as usize], pawns[!color as usize]);
        let free = !(own | theirs);
        let barred = match role {
            Role::King => own | attacks::pawns(!color, theirs),
            Role::Pawn | Role::Knight | Role::Bishop | Role::Rook | Role::Queen => own,
        };
        let mut reach = Reach::NOTHING;
        let (mut seen, mut front) = (from.set(), from.set());
        for level in reach.0.iter_mut().skip(moves) {
            *level = seen;
            if !front.is_empty() {
                front = attacks_from(role, front, free) - barred - seen;
                seen |= front;
            }
        }
        reach
    }

    /// Where a pawn steps, or, backwards, where it may have come from.
    fn of_pawn(pawns: [Bitboard; 2], towards: Color, from: Square, color: Color) -> Reach {
        let up = 8 * i32::from((!towards).forward());
        let stops = pawns[0] | pawns[1] | Rank::relative(8, color).squares();
        let mut reach = Reach::NOTHING;
        let (mut seen, mut front) = (from.set(), from.set());
        for level in &mut reach.0 {
            *level = seen;
            front = front.shift(up) - stops;
            seen |= front;
        }
        reach
    }

    fn join(&mut self, other: &Reach) {
        for (level, more) in self.0.iter_mut().zip(other.0) {
            *level |= more;
        }
    }

    fn all(&self) -> Bitboard {
        self.within(Reach::LEVELS)
    }

    fn within(&self, moves: usize) -> Bitboard {
        self.0[moves.min(Reach::LEVELS - 1)]
    }

    /// How many moves it takes to this square.
    fn moves(&self, square: Square) -> usize {
        self.0.iter().take_while(|level| !level.contains(square)).count()
    }

    fn moves_to_all(&self) -> [u8; 64] {
        std::array::from_fn(|index| match self.moves(Square::from_index(index)) {
            Reach::LEVELS.. => NEVER,
            moves => moves as u8,
        })
    }
}

/// Where a pawn may promote, straight on and after a capture from here, and about how many moves it takes.
fn promotions(
    pawns: [Bitboard; 2],
    color: Color,
    pawn: Square,
) -> impl Iterator<Item = (Square, u8)> {
    let last_rank = Rank::relative(8, color);
    let taken = attacks::pawn(color, pawn) - pawns[color as usize];
    [(pawn, 0)].into_iter().chain(taken.into_iter().map(|taken| (taken, CAPTURE))).map(
        move |(from, moves)| {
            let last = Square::new(from.file(), last_rank);
            let way = (attacks::between(from, last) | last.set()) - from.set();
            // A pawn in the way has to be taken first.
            let stops = way & (pawns[0] | pawns[1]);
            (last, moves + (way.len() + 6 * stops.len()) as u8)
        },
    )
}

/// What a pawn's capture costs, as there has to be something to take.
const CAPTURE: u8 = 2;

/// Pieces of one kind: those that are there, and those that pawns may become.
struct Supply {
    piece: Piece,
    /// How many are there; all others have to be promoted.
    count: u32,
    reach: Reach,
}

/// The kinds of pieces, with bishops by the colour of their squares.
const KINDS: [(Role, Bitboard); 6] = [
    (Role::Queen, Bitboard::FULL),
    (Role::Rook, Bitboard::FULL),
    (Role::Bishop, Bitboard::LIGHT),
    (Role::Bishop, Bitboard::DARK),
    (Role::Knight, Bitboard::FULL),
    (Role::Pawn, Bitboard::FULL),
];

impl Supply {
    fn new(placement: &Placement, side: Color, piece: Piece, shade: Bitboard) -> Supply {
        let pawns = Color::ALL.map(|color| placement.pieces(color, Role::Pawn));
        let Piece { color, role } = piece;
        let own_pawns = pawns[color as usize];
        let mut supply = Supply { piece, count: 0, reach: Reach::NOTHING };
        if role == Role::Pawn {
            for start in own_pawns {
                supply.reach.join(&Reach::of_pawn(pawns, !color, start, !color));
            }
            return supply;
        }
        for start in placement.pieces(color, role) & shade {
            supply.count += 1;
            supply.reach.join(&Reach::new(pawns, piece, start, 0));
        }
        // What mates best, and what is least likely to take the piece that gives check.
        let is_of_use = match role {
            Role::Queen => color == side,
            Role::Rook | Role::Bishop => color != side,
            Role::Knight | Role::Pawn | Role::King => true,
        };
        for start in own_pawns.only_if(is_of_use) {
            for (last, moves) in promotions(pawns, color, start) {
                if shade.contains(last) {
                    supply.reach.join(&Reach::new(pawns, piece, last, moves.into()));
                }
            }
        }
        supply
    }
}

/// What patterns can be made of.
struct Planner {
    side: Color,
    pawns: [Bitboard; 2],
    /// How many pieces besides the king each player has.
    counts: [u32; 2],
    kings: [Reach; 2],
    supplies: Vec<Supply>,
}

/// A pattern in the making.
#[derive(Clone, Copy)]
struct PatternDraft {
    pieces: [PatternPiece; 2 + MOST_PIECES],
    len: usize,
    /// Squares beside the king to be mated to which it might still go.
    flights: Bitboard,
    occupied: Bitboard,
    /// How many of each kind are used, and how many pawns of each player.
    used: [u32; 2 * KINDS.len()],
    pawns: [u32; 2],
    /// How many moves are left.
    left: usize,
}

impl Planner {
    fn new(position: &Position, side: Color) -> Planner {
        let placement = position.placement();
        let pawns = Color::ALL.map(|color| placement.pieces(color, Role::Pawn));
        let supplies = Color::ALL.into_iter().flat_map(|color| {
            KINDS.into_iter().map(move |(role, shade)| {
                Supply::new(placement, side, Piece { color, role }, shade)
            })
        });
        Planner {
            side,
            pawns,
            counts: Color::ALL.map(|color| placement.color(color).len() - 1),
            kings: Color::ALL.map(|color| {
                Reach::new(pawns, Piece { color, role: Role::King }, position.king(color), 0)
            }),
            supplies: supplies.collect(),
        }
    }

    fn all_pawns(&self) -> Bitboard {
        self.pawns[0] | self.pawns[1]
    }

    fn pattern(&self, draft: &PatternDraft) -> MatingPattern {
        let pieces = draft.pieces[..draft.len].iter();
        let posts = pieces.map(|&placed| Post::new(self, placed)).collect();
        MatingPattern { side: self.side, posts }
    }

    /// A mate of the king on this square that takes at most so many moves.
    fn mate_on(&self, king: Square, moves: usize, tried: &mut u32) -> Option<PatternDraft> {
        let [winner, loser] = [self.side, !self.side];
        let left = moves.checked_sub(self.kings[loser as usize].moves(king))?;
        let around = attacks::king(king);
        // Pawns of its own may well stay where they are.
        let stay = around & self.pawns[loser as usize];
        let near = attacks_from(Role::King, around, Bitboard::FULL);
        let near = near - around - king.set() - self.all_pawns();
        (near & self.kings[winner as usize].within(left)).into_iter().find_map(|own| {
            let king_on =
                |color, square| PatternPiece { piece: Piece { color, role: Role::King }, square };
            let mut draft = PatternDraft {
                pieces: [king_on(winner, own); 2 + MOST_PIECES],
                len: 2,
                flights: around - attacks::king(own) - stay,
                occupied: self.all_pawns() | own.set(),
                used: [0; 2 * KINDS.len()],
                pawns: [0; 2],
                left: left - self.kings[winner as usize].moves(own),
            };
            draft.pieces[0] = king_on(loser, king);
            draft.pawns[loser as usize] = stay.len();
            self.add_check(&draft, tried)
        })
    }

    /// Adds a piece that gives check, and whatever else it takes.
    fn add_check(&self, draft: &PatternDraft, tried: &mut u32) -> Option<PatternDraft> {
        let [king, own] = [draft.pieces[0].square, draft.pieces[1].square];
        let supplies =
            self.supplies.iter().enumerate().filter(|(_, supply)| supply.piece.color == self.side);
        let mut ways = supplies.flat_map(|(index, supply)| {
            self.places(supply, king, draft).into_iter().map(move |square| (index, square))
        });
        ways.find_map(|(index, square)| {
            let mut next = self.with(draft, index, square)?;
            // Who stands beside the king has to be covered.
            next.flights |= square.set() & attacks::king(king) & !attacks::king(own);
            self.close(&next, tried)
        })
    }

    /// Where a piece of this kind of the mating side attacks a square, and can come to.
    fn places(&self, supply: &Supply, attacked: Square, draft: &PatternDraft) -> Bitboard {
        let from = attacks::of(supply.piece.role, !supply.piece.color, attacked, draft.occupied);
        from & supply.reach.within(draft.left) & self.free(supply, draft)
    }

    /// The squares that a piece of this kind may take: pawns may already be there.
    fn free(&self, supply: &Supply, draft: &PatternDraft) -> Bitboard {
        if supply.piece.role == Role::Pawn {
            let pieces = draft.pieces[..draft.len].iter();
            pieces.fold(Bitboard::FULL, |free, placed| free - placed.square.set())
        } else {
            !draft.occupied - draft.pieces[0].square.set()
        }
    }

    /// The draft with another piece on this square.
    fn with(&self, draft: &PatternDraft, index: usize, square: Square) -> Option<PatternDraft> {
        let Supply { piece, count, reach } = &self.supplies[index];
        let mut next = *draft;
        next.left = draft.left.checked_sub(reach.moves(square))?;
        next.used[index] += 1;
        if next.used[index] > *count {
            let promoted = &mut next.pawns[piece.color as usize];
            *promoted += 1;
            if *promoted > self.pawns[piece.color as usize].len() {
                return None;
            }
        }
        *next.pieces.get_mut(draft.len)? = PatternPiece { piece: *piece, square };
        next.len += 1;
        next.occupied |= square.set();
        next.flights = if piece.color == self.side {
            next.flights - attacks::of(piece.role, piece.color, square, next.occupied)
        } else {
            next.flights - square.set()
        };
        Some(next)
    }

    /// Covers the squares to which the king might still go, or puts pieces of its own there.
    fn close(&self, draft: &PatternDraft, tried: &mut u32) -> Option<PatternDraft> {
        *tried += 1;
        let Some(flight) = draft.flights.first() else {
            return self.is_mate(draft).then_some(*draft);
        };
        if !self.may_close(draft) {
            return None;
        }
        // Each piece more is a move more.
        let draft = &PatternDraft { left: draft.left.checked_sub(1)?, ..*draft };
        self.supplies.iter().enumerate().find_map(|(index, supply)| {
            let squares = if supply.piece.color == self.side {
                self.places(supply, flight, draft)
            } else {
                flight.set() & supply.reach.within(draft.left) & self.free(supply, draft)
            };
            squares.into_iter().find_map(|square| {
                let next = self.with(draft, index, square)?;
                self.close(&next, tried)
            })
        })
    }

    /// Whether there are pieces left: once the mating side's are used, each square takes one of the king's.
    fn may_close(&self, draft: &PatternDraft) -> bool {
        let pieces = &draft.pieces[2..draft.len];
        let winners = pieces.iter().filter(|placed| placed.piece.color == self.side).count() as u32;
        let stay = attacks::king(draft.pieces[0].square) & self.pawns[!self.side as usize];
        let losers = pieces.len() as u32 - winners + stay.len();
        draft.len < draft.pieces.len()
            && (winners < self.counts[self.side as usize]
                || draft.flights.len() + losers <= self.counts[!self.side as usize])
    }

    /// Whether it is mate with nobody else on the board but the pawns.
    fn is_mate(&self, draft: &PatternDraft) -> bool {
        let mut placement = Placement::EMPTY;
        for color in Color::ALL {
            for pawn in self.pawns[color as usize] {
                placement.put(pawn, Piece { color, role: Role::Pawn });
            }
        }
        for placed in &draft.pieces[..draft.len] {
            placement.put(placed.square, placed.piece);
        }
        Position::unchecked(placement, !self.side).is_checkmate()
    }
}
