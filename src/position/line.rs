use super::{IllegalMove, Move, Occurrences, Position};

/// A line of moves: the position it begins with, the moves, and the position after each of them.
///
/// It also counts how often each of its positions had occurred by then, for the repetition rules (Article 9.2). It does
/// not apply rules that end a game: a line can continue wherever there is a legal move.
///
/// ```
/// use lawbook::position::{Line, Position};
///
/// let mut line = Line::new(Position::start());
/// for uci in ["g1f3", "g8f6", "f3g1", "f6g8"] {
///     line.play(uci.parse()?)?;
/// }
/// assert_eq!(line.occurrences(), 2);
/// assert_eq!(line.plies().len(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The start, and the position after each ply; never empty.
    positions: Vec<Position>,
    counted: Occurrences,
    /// For each position, the number of its occurrences up to and including this one.
    occurrences: Vec<u32>,
    moves: Vec<Move>,
    /// The positions that are known to have occurred before the start, each with the number of times.
    earlier: Vec<(Position, u32)>,
}

/// One move of a line, with the positions before and after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply<'a> {
    /// The position before the move.
    pub before: &'a Position,
    /// The move.
    pub played: Move,
    /// The position after the move.
    pub after: &'a Position,
}

impl Line {
    /// Returns the line that begins in `start` and has no moves yet.
    pub fn new(start: Position) -> Line {
        let mut counted = Occurrences::default();
        let occurrences = vec![counted.push(&start)];
        let (moves, earlier) = (Vec::new(), Vec::new());
        Line { positions: vec![start], counted, occurrences, moves, earlier }
    }

    /// Returns the line of these moves, up to but not including the first illegal one.
    pub fn as_far_as_legal(start: Position, moves: impl IntoIterator<Item = Move>) -> Line {
        let mut line = Line::new(start);
        // The line keeps the moves before the illegal one.
        let _ = moves.into_iter().try_for_each(|played| line.play(played));
        line
    }

    /// Returns the line of moves that the caller knows to be legal, as in [`Position::after`].
    pub fn of_legal(start: Position, moves: impl IntoIterator<Item = Move>) -> Line {
        let mut line = Line::new(start);
        for legal in moves {
            line.push(legal, line.end().after(legal));
        }
        line
    }

    /// Plays a move at the end of the line.
    ///
    /// # Errors
    ///
    /// The move is not legal there. The line has not changed.
    pub fn play(&mut self, played: Move) -> Result<(), IllegalMove> {
        let next = self.end().play(played)?;
        self.push(played, next);
        Ok(())
    }

    /// Appends a move with the position that the caller says it leads to.
    ///
    /// An unnoticed illegal move belongs to a line as well, see [`Position::displace`].
    pub fn push(&mut self, played: Move, next: Position) {
        let earlier = self.earlier(&next);
        self.occurrences.push(self.counted.push(&next).saturating_add(earlier));
        self.moves.push(played);
        self.positions.push(next);
    }

    /// Takes back moves until at most `plies` remain.
    pub fn truncate(&mut self, plies: usize) {
        self.positions.truncate(plies + 1);
        self.counted.truncate(plies + 1);
        self.occurrences.truncate(plies + 1);
        self.moves.truncate(plies);
    }

    /// The start position.
    pub fn start(&self) -> &Position {
        &self.positions[0]
    }

    /// The position at the end of the line, which is on the board.
    pub fn end(&self) -> &Position {
        &self.positions[self.moves.len()]
    }

    /// The start, and the position after each ply.
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// Returns the moves from the start of the line.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The moves, each with the positions before and after it.
    pub fn plies(&self) -> impl DoubleEndedIterator<Item = Ply<'_>> + ExactSizeIterator {
        let pairs = self.positions.windows(2).zip(&self.moves);
        pairs.map(|(pair, &played)| Ply { before: &pair[0], played, after: &pair[1] })
    }

    /// The last move, with the positions before and after it.
    pub fn last_ply(&self) -> Option<Ply<'_>> {
        self.plies().next_back()
    }

    /// The number of times that the position at the end has occurred, this time included.
    pub fn occurrences(&self) -> u32 {
        self.occurrences[self.moves.len()]
    }

    /// The number of times that the position after `plies` plies had occurred by then, that time included; `None` if
    /// the line is shorter.
    pub fn occurrences_at(&self, plies: usize) -> Option<u32> {
        self.occurrences.get(plies).copied()
    }

    /// The number of times that a position has occurred on this line, by the repetition rules.
    pub fn occurrences_of(&self, position: &Position) -> u32 {
        self.counted.of(position).saturating_add(self.earlier(position))
    }

    /// Records that a position has occurred this many times so far, partly before the start. Does nothing if it has
    /// occurred more often.
    pub fn record_occurrences(&mut self, position: &Position, times: u32) {
        let known = self.occurrences_of(position);
        let missing = times.saturating_sub(known);
        self.earlier.push((*position, missing));
        if self.end().same_position(position)
            && let Some(last) = self.occurrences.last_mut()
        {
            *last = last.saturating_add(missing);
        }
    }

    /// The number of times that a position is known to have occurred before the start.
    fn earlier(&self, position: &Position) -> u32 {
        let same = self.earlier.iter().filter(|(earlier, _)| earlier.same_position(position));
        same.fold(0, |sum, (_, times)| sum.saturating_add(*times))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHUFFLE: [&str; 4] = ["g1f3", "g8f6", "f3g1", "f6g8"];

    fn line(start: Position, moves: &[&str]) -> Line {
        Line::as_far_as_legal(start, moves.iter().map(|uci| uci.parse().unwrap()))
    }

    #[test]
    fn occurrences_are_those_of_a_count_along_the_line() {
        let rook: Position = "r3k3/8/8/8/8/8/8/R3K3 w Qq - 0 1".parse().unwrap();
        // With the rooks moved the same squares are occupied again, and castling is not.
        let rooks = ["a1b1", "a8b8", "b1a1", "b8a8", "a1b1", "a8b8", "b1a1", "b8a8"];
        for (start, moves) in [(Position::start(), SHUFFLE.repeat(3)), (rook, rooks.to_vec())] {
            let line = line(start, &moves);
            assert_eq!(line.moves().len(), moves.len());
            for (plies, position) in line.positions().iter().enumerate() {
                let until = &line.positions()[..=plies];
                let count = until.iter().filter(|one| one.same_position(position)).count() as u32;
                assert_eq!(line.occurrences_at(plies), Some(count), "after {plies} plies");
            }
            assert_eq!(Some(line.occurrences()), line.occurrences_at(moves.len()));
            assert_eq!(line.occurrences_of(line.end()), line.occurrences());
        }
    }

    #[test]
    fn a_line_of_legal_moves_is_the_one_that_is_checked() {
        let checked = line(Position::start(), &SHUFFLE.repeat(3));
        assert_eq!(Line::of_legal(Position::start(), checked.moves().iter().copied()), checked);
        assert_eq!(Line::of_legal(Position::start(), []), Line::new(Position::start()));
    }

    #[test]
    fn a_line_that_is_cut_is_the_shorter_line() {
        for plies in 0..=9 {
            let mut cut = line(Position::start(), &SHUFFLE.repeat(2));
            cut.truncate(plies);
            let moves = SHUFFLE.repeat(2);
            assert_eq!(cut, line(Position::start(), &moves[..plies.min(moves.len())]));
        }
    }

    #[test]
    fn an_illegal_move_changes_nothing() {
        let mut line = line(Position::start(), &["e2e4"]);
        let before = line.clone();
        let illegal: Move = "e4e5".parse().unwrap();
        assert_eq!(line.play(illegal), Err(IllegalMove(illegal)));
        assert_eq!(line, before);
    }

    #[test]
    fn each_ply_leads_from_the_position_before_it_to_the_one_after() {
        let line = line(Position::start(), &["e2e4", "e7e5", "e1e3", "g1f3"]);
        assert_eq!(line.plies().len(), 2, "it ends before the illegal move");
        for (place, Ply { before, played, after }) in line.plies().enumerate() {
            assert_eq!(before.play(played).as_ref(), Ok(after));
            assert_eq!(before, &line.positions()[place]);
        }
        assert_eq!(line.last_ply().map(|ply| ply.after), Some(line.end()));
        assert_eq!(Line::new(Position::start()).last_ply(), None);
    }
}
