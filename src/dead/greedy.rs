//! A search that goes by one guess of how far it still is.

use std::ops::ControlFlow;

use rustc_hash::FxHashSet;

use super::{
    bystanders::Bystanders,
    crowds::Crowds,
    graph::{Graph, Node},
    queue::Queue,
};
use crate::position::{Move, Position};

/// Of the moves from one position that leave it as far, so many are followed. There are many, of pieces that have
/// nothing to do with what is looked for, and in any order they lead to the same positions.
const WAITING: usize = 2;

/// What a move of a [`GreedySearch`] comes to.
pub(super) enum Approach {
    /// What was looked for.
    Found,
    /// So far from it.
    Far(usize),
    /// Nothing that may be played.
    Barred,
}

/// Positions that are followed, the nearest first, unless many that look like it were.
#[derive(Default)]
pub(super) struct GreedySearch {
    graph: Graph,
    /// With how far each is.
    queue: Queue<(Node, usize)>,
    crowds: Crowds,
    waiting: Vec<(Node, Position)>,
    /// The positions without bystanders, hashed.
    known: FxHashSet<u64>,
}

impl GreedySearch {
    /// How many positions the last search looked at.
    pub(super) fn looked_at(&self) -> usize {
        self.graph.len()
    }

    /// Looks for a line to what the closure, which is told a position, a move, and the position after it, says was
    /// looked for, at about so many positions. Of those that differ by bystanders only, one is followed. Another number,
    /// another choice of moves.
    pub(super) fn run(
        &mut self,
        start: &Position,
        limit: usize,
        number: usize,
        bystanders: Option<&Bystanders>,
        judge: impl Fn(&Position, Move, &Position) -> Approach,
    ) -> Option<Vec<Move>> {
        let GreedySearch { graph, queue, crowds, waiting, known } = self;
        graph.begin(start);
        crowds.clear();
        queue.clear();
        known.clear();
        queue.push(0, (0, usize::MAX));
        let mut is_new = |next: &Position| {
            bystanders.is_none_or(|bystanders| known.insert(bystanders.hash_without(next)))
        };
        while graph.len() < limit {
            let (node, far) = queue.pop()?;
            let at = graph.position(node);
            let mut found = None;
            waiting.clear();
            graph.add_moves(&at, node, |node, played, next| {
                match judge(&at, played, next) {
                    Approach::Found => {
                        found = Some(node);
                        return ControlFlow::Break(());
                    }
                    Approach::Far(_) if !is_new(next) => {}
                    Approach::Far(same) if same == far => waiting.push((node, *next)),
                    Approach::Far(far) => queue.push(far + crowds.join(next, 0, far), (node, far)),
                    Approach::Barred => {}
                }
                ControlFlow::Continue(())
            });
            if let Some(found) = found {
                return Some(graph.line(found));
            }
            for turn in 0..WAITING.min(waiting.len()) {
                let picked = (node as usize * 7 + turn * 13 + number) % waiting.len();
                let (node, next) = waiting.swap_remove(picked);
                queue.push(far + crowds.join(&next, 0, far), (node, far));
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Color, Square};

    fn kings() -> (Position, Square) {
        ("7k/8/8/8/8/8/8/K7 w - - 0 1".parse().unwrap(), Square::parse("a8").unwrap())
    }

    /// A king goes to a square, rank by rank.
    fn judge_king(goal: Square) -> impl Fn(&Position, Move, &Position) -> Approach {
        move |at, _, next| {
            let king = next.king(at.turn());
            if king == goal {
                Approach::Found
            } else {
                Approach::Far(king.rank().index().abs_diff(goal.rank().index()))
            }
        }
    }

    #[test]
    fn what_is_nearest_is_followed_until_it_is_found_or_the_limit_is_reached() {
        let (start, goal) = kings();
        let barred = |_: &Position, _: Move, _: &Position| Approach::Barred;
        let same = |_: &Position, _: Move, _: &Position| Approach::Far(1);
        let mut search = GreedySearch::default();
        assert_eq!(search.run(&start, 1000, 0, None, barred), None);
        // The start and the three moves from it.
        assert_eq!(search.looked_at(), 4);
        assert_eq!(search.run(&start, 50, 0, None, same), None);
        assert!((50..60).contains(&search.looked_at()), "{}", search.looked_at());
        let line = search.run(&start, 1000, 0, None, judge_king(goal)).unwrap();
        let end = line.iter().fold(start, |at, played| at.after(*played));
        assert_eq!(end.king(!end.turn()), goal);
        // A search that is used again knows nothing of the last.
        assert_eq!(
            GreedySearch::default().run(&start, 1000, 0, None, judge_king(goal)),
            Some(line)
        );
    }

    /// Bishops go about behind a wall, and nothing else happens.
    #[test]
    fn of_positions_that_differ_by_bystanders_one_is_followed() {
        let fen = "7B/b7/8/p1p1p1p1/P1P1P1P1/8/3k4/K7 w - - 0 1";
        let start = Position::composed(&fen.parse().unwrap()).unwrap();
        let judge = |at: &Position, played: Move, _: &Position| {
            let is_taken = at.placement().occupied().contains(played.to);
            if played.from == at.king(at.turn()) || is_taken {
                Approach::Barred
            } else {
                Approach::Far(played.to.index())
            }
        };
        let bystanders = Bystanders::new(&start, Color::White);
        let [all, few] = [None, Some(&bystanders)].map(|bystanders| {
            let mut search = GreedySearch::default();
            assert_eq!(search.run(&start, 10_000, 0, bystanders, judge), None);
            search.looked_at()
        });
        assert!(3 * few < all, "{few} of {all}");
    }

    #[test]
    fn another_number_picks_other_moves() {
        let (start, goal) = kings();
        let judge = |at: &Position, _: Move, next: &Position| {
            if next.king(at.turn()) == goal { Approach::Found } else { Approach::Far(1) }
        };
        let line =
            |number| GreedySearch::default().run(&start, 20_000, number, None, judge).unwrap();
        assert!((1..4).any(|number| line(number) != line(0)));
    }
}
