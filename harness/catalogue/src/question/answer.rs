use serde::{Deserialize, Serialize};

use super::fen;
use lawbook::{
    board::{Color, Placement, Square},
    position::{CastlingRights, Move, Setup},
    rules::{Decision, Order, Outcome, Termination},
};

/// An answer to a question.
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
    /// The FEN of the position. The right one names the square passed over after every double step of a pawn.
    Fen(String),
    /// The names of questions whose answers changed, sorted.
    Changes(Vec<String>),
    /// A move; `None` if the text does not mean one.
    Read(Option<Move>),
    /// A setup; `None` if the text does not mean one. The pieces, the turn and the castling rights are compared.
    Setup(Option<Box<Setup>>),
    /// Squares, sorted.
    Squares(Vec<Square>),
    /// Pairs of squares, sorted.
    Pairs(Vec<(Square, Square)>),
    /// The arrangement of the pieces.
    Placement(Box<Placement>),
    /// The castling rights.
    Castling(CastlingRights),
    /// A player.
    Player(Color),
    /// A full ruling.
    Ruling(Decision),
    /// The obligations, sorted.
    Orders(Vec<Order>),
    /// Whether and how the game is over. An implementation that does not detect some endings at all lists in `knows`
    /// those that it does detect.
    Ended {
        /// How it is over, if it is.
        ended: Option<ReportedResult>,
        /// The endings that the implementation detects.
        knows: &'static [Termination],
    },
}

/// The end of a game, as an implementation reports it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReportedResult {
    /// The winner; `None` in a draw.
    pub winner: Option<Color>,
    /// The termination, if it is reported.
    pub by: Option<Termination>,
}

impl From<Outcome> for ReportedResult {
    fn from(outcome: Outcome) -> ReportedResult {
        ReportedResult { winner: outcome.winner, by: Some(outcome.by) }
    }
}

impl Answer {
    /// Whether `answer` agrees with this right answer; `None` if it allows no conclusion.
    pub fn is_satisfied_by(&self, answer: &Answer) -> Option<bool> {
        match (self, answer) {
            (Answer::Ruling(decision), Answer::Ended { ended, knows }) => {
                ended_as(*decision, *ended, knows)
            }
            (Answer::Setup(Some(right)), Answer::Setup(Some(got))) => {
                let counts = |setup: &Setup| (setup.placement, setup.turn, setup.castling);
                Some(counts(right) == counts(got))
            }
            (Answer::Fen(right), Answer::Fen(got)) => Some(fen::is_met_by(right, got)),
            (right, got) => Some(right == got),
        }
    }
}

/// Endings that can still occur, on the board or by an act, after an ending that an implementation does not detect.
const LATER: [Termination; 5] = [
    Termination::Checkmate,
    Termination::Stalemate,
    Termination::Resignation,
    Termination::Time,
    Termination::Agreement,
];

fn ended_as(
    decision: Decision,
    ended: Option<ReportedResult>,
    knows: &[Termination],
) -> Option<bool> {
    match (decision, ended) {
        (Decision::Over(outcome), Some(ended)) => {
            let is_right =
                ended.winner == outcome.winner && ended.by.is_none_or(|by| by == outcome.by);
            // An implementation that does not detect the actual ending reports a later one, such as a mate.
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
            | Decision::BothLose
            | Decision::HalfPoint(_),
            ended,
        ) => Some(ended.is_none()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    rows!(
        an_ending_is_right_wrong_or_says_nothing,
        {
            use Termination::{Agreement, Checkmate, FivefoldRepetition, Stalemate};
            let (white, nobody) = (Some(Color::White), None);
            let over = |winner, by| Decision::Over(Outcome { winner, by });
            let mate = over(white, Checkmate);
            let fivefold = over(nobody, FivefoldRepetition);
        },
        for (right, ended, knows, met) in [
            (mate, Some((white, Some(Checkmate))), &[Checkmate][..], Some(true)),
            (mate, Some((white, None)), &[Checkmate], Some(true)),
            (mate, Some((Some(Color::Black), Some(Checkmate))), &[Checkmate], Some(false)),
            (mate, Some((nobody, None)), &[Checkmate], Some(false)),
            (mate, Some((white, Some(Agreement))), &[Checkmate], Some(false)),
            // No ending reported: this is only wrong if the implementation detects the ending.
            (mate, None, &[Checkmate], Some(false)),
            (mate, None, &[Stalemate], None),
            // The implementation did not detect the ending; the game went on and then ended again.
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
            let ended = ended.map(|(winner, by)| ReportedResult { winner, by });
            // The list must have a static lifetime.
            let knows: &'static [Termination] = Box::leak(knows.to_vec().into_boxed_slice());
            let answer = Answer::Ended { ended, knows };
            assert_eq!(
                Answer::Ruling(right).is_satisfied_by(&answer),
                met,
                "{right:?}: {answer:?}"
            );
        }
    );

    rows!(
        of_a_setup_the_pieces_the_turn_and_the_rights_count,
        {
            let setup =
                |fen: Option<&str>| Answer::Setup(fen.map(|fen| Box::new(fen.parse().unwrap())));
            let right = setup(Some("r3k3/8/8/8/8/8/8/R3K3 w Qq - 0 1"));
        },
        for (fen, same) in [
            (Some("r3k3/8/8/8/8/8/8/R3K3 w Qq - 7 30"), true),
            (Some("r3k3/8/8/8/8/8/8/R3K3 b Qq - 0 1"), false),
            (Some("r3k3/8/8/8/8/8/8/R3K3 w Q - 0 1"), false),
            (Some("r3k3/8/8/8/8/8/8/1R2K3 w q - 0 1"), false),
            (None, false),
        ] {
            assert_eq!(right.is_satisfied_by(&setup(fen)), Some(same), "{fen:?}");
        }
    );
}
