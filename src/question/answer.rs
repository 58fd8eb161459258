use serde::{Deserialize, Serialize};

use crate::{
    board::{Color, Placement, Square},
    position::{CastlingRights, Move, Setup},
    rules::{Decision, Order, Outcome, Termination},
};

/// What somebody says to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Yes or no.
    Is(bool),
    /// A number.
    Count(u32),
    /// The legal moves, sorted.
    Moves(Vec<Move>),
    /// A text.
    Text(String),
    /// A move, or that the text means none.
    Read(Option<Move>),
    /// A setup, or that the text means none; the pieces, the turn and the castling rights count.
    Setup(Option<Box<Setup>>),
    /// Squares, sorted.
    Squares(Vec<Square>),
    /// Pairs of squares, sorted.
    Pairs(Vec<(Square, Square)>),
    /// What stands where.
    Placement(Box<Placement>),
    /// The castling rights.
    Castling(CastlingRights),
    /// A player.
    Player(Color),
    /// A full ruling.
    Ruling(Decision),
    /// What is obligatory, sorted.
    Orders(Vec<Order>),
    /// Whether and how the game is over. An implementation that does not look for some endings at
    /// all names in `knows` those it does look for.
    Ended {
        /// How it is over, if it is.
        ended: Option<Ended>,
        /// The endings that would have been noticed.
        knows: &'static [Termination],
    },
}

/// How somebody says a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ended {
    /// The winner; nobody in a draw.
    pub winner: Option<Color>,
    /// What ended it, if that is said.
    pub by: Option<Termination>,
}

impl From<Outcome> for Ended {
    fn from(outcome: Outcome) -> Ended {
        Ended { winner: outcome.winner, by: Some(outcome.by) }
    }
}

impl Answer {
    /// Whether another answer is the same, this one being right; `None` if it says nothing about
    /// the matter.
    pub fn is_met_by(&self, answer: &Answer) -> Option<bool> {
        match (self, answer) {
            (Answer::Ruling(decision), Answer::Ended { ended, knows }) => {
                ended_as(*decision, *ended, knows)
            }
            (Answer::Setup(Some(right)), Answer::Setup(Some(got))) => {
                let counts = |setup: &Setup| (setup.placement, setup.turn, setup.castling);
                Some(counts(right) == counts(got))
            }
            (right, got) => Some(right == got),
        }
    }
}

/// What can still come about on the board, or be done, after an ending that nobody looks for.
const LATER: [Termination; 5] = [
    Termination::Checkmate,
    Termination::Stalemate,
    Termination::Resignation,
    Termination::Time,
    Termination::Agreement,
];

fn ended_as(decision: Decision, ended: Option<Ended>, knows: &[Termination]) -> Option<bool> {
    match (decision, ended) {
        (Decision::Over(outcome), Some(ended)) => {
            let is_right =
                ended.winner == outcome.winner && ended.by.is_none_or(|by| by == outcome.by);
            // Who does not look for what ended the game sees what came after it, such as a mate.
            let came_later = !knows.contains(&outcome.by)
                && ended.by.is_some_and(|by| by != outcome.by && LATER.contains(&by));
            (is_right || !came_later).then_some(is_right)
        }
        (Decision::Over(outcome), None) => knows.contains(&outcome.by).then_some(false),
        (
            Decision::PlayOn
            | Decision::Refused(_)
            | Decision::ArbiterDecides
            | Decision::Cancelled
            | Decision::BothLose,
            ended,
        ) => Some(ended.is_none()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ending_is_right_wrong_or_says_nothing() {
        use Termination::{Agreement, Checkmate, FivefoldRepetition, Stalemate};
        let (white, nobody) = (Some(Color::White), None);
        let over = |winner, by| Decision::Over(Outcome { winner, by });
        let mate = over(white, Checkmate);
        let fivefold = over(nobody, FivefoldRepetition);
        for (right, ended, knows, met) in [
            (mate, Some((white, Some(Checkmate))), &[Checkmate][..], Some(true)),
            (mate, Some((white, None)), &[Checkmate], Some(true)),
            (mate, Some((Some(Color::Black), Some(Checkmate))), &[Checkmate], Some(false)),
            (mate, Some((nobody, None)), &[Checkmate], Some(false)),
            (mate, Some((white, Some(Agreement))), &[Checkmate], Some(false)),
            // Nothing is said: no blame where it is not looked for.
            (mate, None, &[Checkmate], Some(false)),
            (mate, None, &[Stalemate], None),
            // The game went on for who does not look for its end, and then ended for good.
            (fivefold, Some((white, Some(Checkmate))), &[Checkmate], None),
            (
                fivefold,
                Some((white, Some(Checkmate))),
                &[Checkmate, FivefoldRepetition],
                Some(false),
            ),
            (fivefold, Some((nobody, Some(FivefoldRepetition))), &[], Some(true)),
            (fivefold, Some((nobody, Some(Termination::ThreefoldRepetition))), &[], Some(false)),
            (fivefold, Some((white, None)), &[], Some(false)),
            (Decision::PlayOn, None, &[], Some(true)),
            (Decision::PlayOn, Some((nobody, None)), &[], Some(false)),
        ] {
            let ended = ended.map(|(winner, by)| Ended { winner, by });
            // What is known has to live as long as the program.
            let knows: &'static [Termination] = Box::leak(knows.to_vec().into_boxed_slice());
            let answer = Answer::Ended { ended, knows };
            assert_eq!(Answer::Ruling(right).is_met_by(&answer), met, "{right:?}: {answer:?}");
        }
    }

    #[test]
    fn of_a_setup_the_pieces_the_turn_and_the_rights_count() {
        let setup = |fen: &str| Answer::Setup(Some(Box::new(fen.parse().unwrap())));
        let right = setup("r3k3/8/8/8/8/8/8/R3K3 w Qq - 0 1");
        for (fen, same) in [
            ("r3k3/8/8/8/8/8/8/R3K3 w Qq - 7 30", true),
            ("r3k3/8/8/8/8/8/8/R3K3 b Qq - 0 1", false),
            ("r3k3/8/8/8/8/8/8/R3K3 w Q - 0 1", false),
            ("r3k3/8/8/8/8/8/8/1R2K3 w q - 0 1", false),
        ] {
            assert_eq!(right.is_met_by(&setup(fen)), Some(same), "{fen}");
        }
        assert_eq!(right.is_met_by(&Answer::Setup(None)), Some(false));
    }
}
