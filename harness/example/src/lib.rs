//! A small move generator with one deliberate mistake: the king may castle through check.

#![forbid(unsafe_code)]

/// A square as file and rank, each from 0 to 7.
type Square = (i8, i8);

const STRAIGHT: [Square; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: [Square; 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const LEAPS: [Square; 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// A position. Pieces are the letters that FEN uses.
#[derive(Clone)]
pub struct Board {
    pieces: [[char; 8]; 8],
    white: bool,
    castling: String,
    en_passant: Option<Square>,
    quiet_plies: u32,
}

#[derive(Clone, Copy)]
struct Move {
    from: Square,
    to: Square,
    promotion: Option<char>,
}

impl Board {
    /// Parses a FEN. The move number is ignored.
    pub fn from_fen(fen: &str) -> Result<Board, String> {
        let fields: Vec<&str> = fen.split_whitespace().collect();
        let [pieces, turn, castling, en_passant, ..] = fields[..] else {
            return Err(format!("too few fields: {fen}"));
        };
        let mut board = Board {
            pieces: [['.'; 8]; 8],
            white: turn == "w",
            castling: castling.to_owned(),
            en_passant: square(en_passant),
            quiet_plies: fields.get(4).and_then(|clock| clock.parse().ok()).unwrap_or(0),
        };
        for (row, rank) in pieces.split('/').zip((0..8).rev()) {
            let mut file = 0;
            for letter in row.chars() {
                match letter.to_digit(10) {
                    Some(empty) => file += empty as i8,
                    None if on((file, rank)) => {
                        board.put((file, rank), letter);
                        file += 1;
                    }
                    None => return Err(format!("a rank is too long: {fen}")),
                }
            }
        }
        let kings = |king| board.pieces.iter().flatten().filter(|&&piece| piece == king).count();
        let pawns =
            |rank: usize| board.pieces[rank].iter().any(|piece| piece.eq_ignore_ascii_case(&'p'));
        let castles = |right: char| {
            let (rank, king, rook) =
                if right.is_uppercase() { (0, 'K', 'R') } else { (7, 'k', 'r') };
            let corner = if right.eq_ignore_ascii_case(&'k') { 7 } else { 0 };
            board.at((4, rank)) == king && board.at((corner, rank)) == rook
        };
        let can_be_played = (kings('K'), kings('k')) == (1, 1)
            && !(pawns(0) || pawns(7) || board.is_attacked_king(!board.white))
            && castling.chars().all(|right| right == '-' || castles(right));
        if can_be_played { Ok(board) } else { Err(format!("this cannot be played: {fen}")) }
    }

    /// Plays a legal move in UCI notation.
    pub fn play(&mut self, uci: &str) -> Result<(), String> {
        let legal = self.moves().into_iter().find(|one| one.to_string() == uci);
        *self = self.after(legal.ok_or_else(|| format!("{uci} is not legal"))?);
        Ok(())
    }

    /// The legal moves in UCI notation.
    pub fn legal_moves(&self) -> Vec<String> {
        self.moves().iter().map(Move::to_string).collect()
    }

    /// Whether the side to move is in check.
    pub fn is_check(&self) -> bool {
        self.is_attacked_king(self.white)
    }

    /// Whether the side to move is checkmated.
    pub fn is_checkmate(&self) -> bool {
        self.is_check() && self.moves().is_empty()
    }

    /// Whether the side to move has no legal move and is not in check.
    pub fn is_stalemate(&self) -> bool {
        !self.is_check() && self.moves().is_empty()
    }

    /// Whether fifty moves of each player without a capture or a pawn move are complete.
    pub fn is_fifty_moves(&self) -> bool {
        self.quiet_plies >= 100 && !self.moves().is_empty()
    }

    /// Whether White is to move.
    pub fn is_white_to_move(&self) -> bool {
        self.white
    }

    fn moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for from in squares().filter(|&at| self.is_of(at, self.white)) {
            match self.at(from).to_ascii_lowercase() {
                'p' => self.pawn_moves(from, &mut moves),
                piece => {
                    let targets = self.targets(from, piece);
                    let free = targets.into_iter().filter(|&to| !self.is_of(to, self.white));
                    moves.extend(free.map(|to| Move { from, to, promotion: None }));
                }
            }
        }
        self.castling_moves(&mut moves);
        moves.retain(|&one| !self.after(one).is_attacked_king(self.white));
        moves
    }

    fn pawn_moves(&self, from: Square, moves: &mut Vec<Move>) {
        let up = if self.white { 1 } else { -1 };
        let mut targets = Vec::new();
        let one = add(from, (0, up));
        if self.at(one) == '.' {
            targets.push(one);
            let two = add(one, (0, up));
            if from.1 == if self.white { 1 } else { 6 } && self.at(two) == '.' {
                targets.push(two);
            }
        }
        for to in [add(from, (-1, up)), add(from, (1, up))] {
            if self.is_of(to, !self.white) || (self.en_passant == Some(to) && on(to)) {
                targets.push(to);
            }
        }
        for to in targets {
            let promotions: &[Option<char>] = match to.1 {
                0 | 7 => &[Some('q'), Some('r'), Some('b'), Some('n')],
                _ => &[None],
            };
            moves.extend(promotions.iter().map(|&promotion| Move { from, to, promotion }));
        }
    }

    fn castling_moves(&self, moves: &mut Vec<Move>) {
        let rank = if self.white { 0 } else { 7 };
        for (right, to, between) in [('K', 6, 5..7), ('Q', 2, 1..4)] {
            let right = if self.white { right } else { right.to_ascii_lowercase() };
            let free = between.clone().all(|file| self.at((file, rank)) == '.');
            // The deliberate mistake: the square that the king crosses is not tested for attacks.
            if self.castling.contains(right) && free && !self.is_check() {
                moves.push(Move { from: (4, rank), to: (to, rank), promotion: None });
            }
        }
    }

    fn after(&self, Move { from, to, promotion }: Move) -> Board {
        let mut next = self.clone();
        let piece = self.at(from);
        let cased = |letter: char| if self.white { letter.to_ascii_uppercase() } else { letter };
        let pawn = piece.eq_ignore_ascii_case(&'p');
        next.quiet_plies = if pawn || self.at(to) != '.' { 0 } else { self.quiet_plies + 1 };
        if pawn && Some(to) == self.en_passant {
            next.put((to.0, from.1), '.');
        }
        if piece.eq_ignore_ascii_case(&'k') && (from.0 - to.0).abs() == 2 {
            let (rook, beside) = if to.0 == 6 { (7, 5) } else { (0, 3) };
            next.put((beside, from.1), self.at((rook, from.1)));
            next.put((rook, from.1), '.');
        }
        next.put(from, '.');
        next.put(to, promotion.map_or(piece, cased));
        let double = pawn && (from.1 - to.1).abs() == 2;
        next.en_passant = double.then_some((from.0, (from.1 + to.1) / 2));
        for (right, corner) in [('K', (7, 0)), ('Q', (0, 0)), ('k', (7, 7)), ('q', (0, 7))] {
            let king = (4, corner.1);
            if [from, to].iter().any(|&at| at == corner || at == king) {
                next.castling = next.castling.replace(right, "");
            }
        }
        next.white = !self.white;
        next
    }

    /// The squares that a piece other than a pawn attacks from `from`.
    fn targets(&self, from: Square, piece: char) -> Vec<Square> {
        let both = [STRAIGHT, DIAGONAL].concat();
        let (steps, far): (&[Square], bool) = match piece {
            'n' => (&LEAPS, false),
            'k' => (&both, false),
            'b' => (&DIAGONAL, true),
            'r' => (&STRAIGHT, true),
            _ => (&both, true),
        };
        let mut targets = Vec::new();
        for &step in steps {
            let mut to = add(from, step);
            while on(to) {
                targets.push(to);
                if !far || self.at(to) != '.' {
                    break;
                }
                to = add(to, step);
            }
        }
        targets
    }

    fn is_attacked_king(&self, white: bool) -> bool {
        let king = if white { 'K' } else { 'k' };
        let Some(at) = squares().find(|&at| self.at(at) == king) else { return false };
        let cased = |letter: char| if white { letter } else { letter.to_ascii_uppercase() };
        let up = if white { 1 } else { -1 };
        [(-1, up), (1, up)].iter().any(|&step| self.at(add(at, step)) == cased('p'))
            || ['n', 'b', 'r', 'q', 'k'].iter().any(|&piece| {
                self.targets(at, piece).into_iter().any(|from| self.at(from) == cased(piece))
            })
    }

    /// The piece on a square; a space for an empty square or one off the board.
    fn at(&self, at: Square) -> char {
        if on(at) { self.pieces[at.1 as usize][at.0 as usize] } else { ' ' }
    }

    fn put(&mut self, at: Square, piece: char) {
        self.pieces[at.1 as usize][at.0 as usize] = piece;
    }

    fn is_of(&self, at: Square, white: bool) -> bool {
        self.at(at).is_alphabetic() && self.at(at).is_uppercase() == white
    }
}

impl std::fmt::Display for Move {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (file, rank) in [self.from, self.to] {
            write!(f, "{}{}", (b'a' + file as u8) as char, rank + 1)?;
        }
        self.promotion.map_or(Ok(()), |piece| write!(f, "{piece}"))
    }
}

fn squares() -> impl Iterator<Item = Square> {
    (0..8).flat_map(|rank| (0..8).map(move |file| (file, rank)))
}

fn square(name: &str) -> Option<Square> {
    match name.as_bytes() {
        &[file @ b'a'..=b'h', rank @ b'1'..=b'8'] => {
            Some((file as i8 - b'a' as i8, rank as i8 - b'1' as i8))
        }
        _ => None,
    }
}

fn add(a: Square, b: Square) -> Square {
    (a.0 + b.0, a.1 + b.1)
}

fn on((file, rank): Square) -> bool {
    (0..8).contains(&file) && (0..8).contains(&rank)
}
