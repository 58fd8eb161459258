use crate::{
    board::Color,
    position::{Move, Position, Setup},
};

/// The start and the position after each move, as far as they are legal.
pub(super) fn positions(setup: &Setup, moves: &[Move]) -> Vec<Position> {
    let mut line: Vec<Position> = Position::new(setup).into_iter().collect();
    for &played in moves {
        match line.last().map(|position| position.play(played)) {
            Some(Ok(next)) => line.push(next),
            _ => break,
        }
    }
    line
}

/// How often the position at the end has arisen.
pub(super) fn occurrences(line: &[Position]) -> usize {
    let Some(end) = line.last() else { return 0 };
    line.iter().filter(|earlier| earlier.same_position(end)).count()
}

/// Whether two positions differ in the square of Black's king and in no other piece.
pub(super) fn differ_by_black_king(one: &Position, other: &Position) -> bool {
    let others = |position: &Position| {
        let mut pieces = *position.placement();
        pieces.remove(position.king(Color::Black));
        (position.turn(), pieces)
    };
    others(one) == others(other) && one.king(Color::Black) != other.king(Color::Black)
}
