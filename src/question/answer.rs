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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
