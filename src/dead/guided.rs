//! What is looked for on purpose: a mate on one square after the other, or behind one change of the pawns after the
//! other.

use super::{goal::GoalSearch, route::RouteSearch};
use crate::{
    board::Color,
    position::{Move, Position},
};

/// Where nobody has a choice, so many moves at most are played before anything is guessed.
const MOST_FORCED: usize = 8;

/// The two searches that know what they look for, from where a choice is.
pub(super) struct GuidedSearch {
    forced: Vec<Move>,
    goals: GoalSearch,
    routes: RouteSearch,
}

impl GuidedSearch {
    pub(super) fn new(start: &Position, side: Color) -> GuidedSearch {
        let (start, forced) = after_forced(start);
        let (goals, routes) = (GoalSearch::new(&start, side), RouteSearch::new(&start, side));
        GuidedSearch { forced, goals, routes }
    }

    /// Looks at about so many positions in either way; returns a line that mates, if one is found, and at how many.
    pub(super) fn run(&mut self, budget: usize) -> (Option<Vec<Move>>, usize) {
        let (line, looked_at) = self.goals.run(budget);
        let (line, more) = line.map_or_else(|| self.routes.run(budget), |line| (Some(line), 0));
        (line.map(|line| [&self.forced[..], &line].concat()), looked_at + more)
    }
}

/// The moves to which there is no other, and what they lead to.
fn after_forced(start: &Position) -> (Position, Vec<Move>) {
    let (mut at, mut forced) = (*start, Vec::new());
    while forced.len() < MOST_FORCED
        && let [only] = at.legal_moves()[..]
    {
        forced.push(only);
        at = at.after(only);
    }
    (at, forced)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dead::check::check_helpmate;

    /// White has to take the bishop that gives check; then Black has a choice.
    const CHECK: &str = "1b1K1b2/2bb4/1p3b2/bP3k2/Bp1b1b2/1Pp5/B1P5/1B6 w - - 0 1";

    fn position(fen: &str) -> Position {
        Position::composed(&fen.parse().unwrap()).unwrap()
    }

    #[test]
    fn moves_are_played_as_long_as_there_is_no_other() {
        for (fen, moves) in [
            ("7k/8/8/8/8/8/8/K7 w - - 0 1", ""),
            (CHECK, "d8d7"),
            ("k7/8/1K6/8/8/8/8/1R6 b - - 0 1", "a8b8"),
            // Both have one move each time, and it goes on.
            (
                "5b1k/4p1p1/4P1P1/8/8/4p1p1/4P1P1/5B1K w - - 0 1",
                "h1g1 h8g8 g1h1 g8h8 h1g1 h8g8 g1h1 g8h8",
            ),
        ] {
            let (_, forced) = after_forced(&position(fen));
            let forced: Vec<String> = forced.iter().map(|played| played.to_string()).collect();
            assert_eq!(forced.join(" "), moves, "{fen}");
        }
    }

    #[test]
    fn a_line_begins_with_the_moves_that_are_forced() {
        let start = position(CHECK);
        let (line, looked_at) = GuidedSearch::new(&start, Color::Black).run(1 << 15);
        let line = line.unwrap_or_else(|| panic!("nothing after {looked_at}"));
        assert!(check_helpmate(&start, Color::Black, &line));
    }
}
