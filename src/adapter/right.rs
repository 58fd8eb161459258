use super::Response;
use crate::{
    board::{Bitboard, Color, Placement},
    position::CastlingRights,
    question::Answer,
    rules::Decision,
};

/// The reference's answer in a form that rarely allocates. Nearly all answers of libraries are compared with one and
/// agree, so the conversion to [`Answer`] is needed only for the others.
#[derive(Clone)]
pub(crate) enum Right<'a> {
    Is(bool),
    Count(u32),
    Squares(Bitboard),
    Placement(&'a Placement),
    Castling(CastlingRights),
    Player(Color),
    Ruling(Decision),
    Other(Response),
}

impl Right<'_> {
    /// Returns whether `answer` equals this one. `false` does not imply a contradiction: one of the two may make no
    /// claim.
    #[cfg(feature = "properties")]
    #[inline]
    pub(crate) fn is_met_by(&self, answer: &Answer) -> bool {
        match (self, answer) {
            (Right::Is(right), Answer::Is(said)) => right == said,
            (Right::Count(right), Answer::Count(said)) => right == said,
            (Right::Squares(right), Answer::Squares(said)) => {
                right.into_iter().eq(said.iter().copied())
            }
            (Right::Placement(right), Answer::Placement(said)) => **right == **said,
            (Right::Castling(right), Answer::Castling(said)) => right == said,
            (Right::Player(right), Answer::Player(said)) => right == said,
            (Right::Ruling(right), said) => Answer::Ruling(*right).is_met_by(said) == Some(true),
            (Right::Other(Response::Answer { answer, .. }), said) => {
                answer.is_met_by(said) == Some(true)
            }
            (
                Right::Is(_)
                | Right::Count(_)
                | Right::Squares(_)
                | Right::Placement(_)
                | Right::Castling(_)
                | Right::Player(_)
                | Right::Other(_),
                _,
            ) => false,
        }
    }

    /// Converts it to a response.
    pub(crate) fn response(self) -> Response {
        let answer = match self {
            Right::Is(is) => Answer::Is(is),
            Right::Count(count) => Answer::Count(count),
            Right::Squares(squares) => Answer::Squares(squares.into_iter().collect()),
            Right::Placement(placement) => Answer::Placement(Box::new(*placement)),
            Right::Castling(rights) => Answer::Castling(rights),
            Right::Player(player) => Answer::Player(player),
            Right::Ruling(decision) => Answer::Ruling(decision),
            Right::Other(response) => return response,
        };
        Response::Answer { answer, native: true }
    }
}

#[cfg(all(test, feature = "properties"))]
mod tests {
    use super::*;
    use crate::{
        board::Square,
        position::{Position, Setup},
        question::Ended,
        rules::{Outcome, Termination},
    };

    #[test]
    fn it_is_met_by_what_meets_its_response() {
        let (start, other) = (*Position::start().placement(), Placement::EMPTY);
        let (draw, rights) = (Outcome::draw(Termination::Stalemate), Setup::start().castling);
        let square = Square::from_index(9);
        let text = |text: &str| Answer::Text(text.to_owned());
        let written = |text| Right::Other(Response::Answer { answer: text, native: true });
        let all = [
            Right::Is(true),
            Right::Is(false),
            Right::Count(1),
            Right::Count(2),
            Right::Squares(Bitboard::EMPTY),
            Right::Squares(square.set()),
            Right::Squares(square.set() | Square::from_index(63).set()),
            Right::Placement(&start),
            Right::Placement(&other),
            Right::Castling(rights),
            Right::Castling(CastlingRights::NONE),
            Right::Player(Color::White),
            Right::Player(Color::Black),
            Right::Ruling(Decision::PlayOn),
            Right::Ruling(Decision::Over(draw)),
            written(text("Nf3")),
            written(text("Nf3+")),
        ];
        let ended = [None, Some(Ended::from(draw)), Some(Ended { winner: None, by: None })];
        let ended = ended.map(|ended| Answer::Ended { ended, knows: &[Termination::Checkmate] });
        let responses: Vec<Response> = all.iter().map(|right| right.clone().response()).collect();
        let answers: Vec<&Answer> = responses.iter().filter_map(Response::answer).collect();
        assert_eq!(answers.len(), all.len());
        for (right, response) in all.iter().zip(&answers) {
            for answer in answers.iter().copied().chain(&ended) {
                let is_met = response.is_met_by(answer) == Some(true);
                assert_eq!(right.is_met_by(answer), is_met, "{response:?} by {answer:?}");
            }
        }
        let silent = Right::Other(Response::Silent("it is long".to_owned()));
        assert!(!answers.iter().any(|answer| silent.is_met_by(answer)));
    }
}
