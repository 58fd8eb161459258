use super::Response;
use crate::question::Answer;
use lawbook::{
    board::{Bitboard, Color, Placement},
    position::CastlingRights,
    rules::Decision,
};

/// The reference's answer in a form that rarely allocates. Nearly all answers of libraries are compared with one and
/// agree, so the conversion to [`Answer`] is needed only for the others.
#[derive(Clone)]
#[allow(missing_docs)] // each variant is named after its value
pub enum ReferenceAnswer<'a> {
    Is(bool),
    Count(u32),
    Squares(Bitboard),
    Placement(&'a Placement),
    Castling(CastlingRights),
    Player(Color),
    Ruling(Decision),
    Other(Response),
}

impl ReferenceAnswer<'_> {
    /// Returns whether `answer` equals this one. `false` does not imply a contradiction: one of the two may make no
    /// claim.
    #[inline]
    pub fn is_satisfied_by(&self, answer: &Answer) -> bool {
        match (self, answer) {
            (ReferenceAnswer::Is(right), Answer::Is(given)) => right == given,
            (ReferenceAnswer::Count(right), Answer::Count(given)) => right == given,
            (ReferenceAnswer::Squares(right), Answer::Squares(given)) => {
                right.into_iter().eq(given.iter().copied())
            }
            (ReferenceAnswer::Placement(right), Answer::Placement(given)) => **right == **given,
            (ReferenceAnswer::Castling(right), Answer::Castling(given)) => right == given,
            (ReferenceAnswer::Player(right), Answer::Player(given)) => right == given,
            (ReferenceAnswer::Ruling(right), given) => {
                Answer::Ruling(*right).is_satisfied_by(given) == Some(true)
            }
            (ReferenceAnswer::Other(Response::Answer { answer, .. }), given) => {
                answer.is_satisfied_by(given) == Some(true)
            }
            _ => false,
        }
    }

    /// Converts it to a response.
    pub fn response(self) -> Response {
        let answer = match self {
            ReferenceAnswer::Is(is) => Answer::Is(is),
            ReferenceAnswer::Count(count) => Answer::Count(count),
            ReferenceAnswer::Squares(squares) => Answer::Squares(squares.into_iter().collect()),
            ReferenceAnswer::Placement(placement) => Answer::Placement(Box::new(*placement)),
            ReferenceAnswer::Castling(rights) => Answer::Castling(rights),
            ReferenceAnswer::Player(player) => Answer::Player(player),
            ReferenceAnswer::Ruling(decision) => Answer::Ruling(decision),
            ReferenceAnswer::Other(response) => return response,
        };
        Response::Answer { answer, native: true }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::question::ReportedResult;
    use lawbook::{
        board::Square,
        position::{Position, Setup},
        rules::{Outcome, Termination},
    };

    #[test]
    fn it_is_satisfied_like_its_response() {
        let (start, other) = (*Position::start().placement(), Placement::EMPTY);
        let (draw, rights) = (Outcome::draw(Termination::Stalemate), Setup::start().castling);
        let square = Square::from_index(9);
        let text = |text: &str| Answer::Text(text.to_owned());
        let written =
            |text| ReferenceAnswer::Other(Response::Answer { answer: text, native: true });
        let all = [
            ReferenceAnswer::Is(true),
            ReferenceAnswer::Is(false),
            ReferenceAnswer::Count(1),
            ReferenceAnswer::Count(2),
            ReferenceAnswer::Squares(Bitboard::EMPTY),
            ReferenceAnswer::Squares(square.set()),
            ReferenceAnswer::Squares(square.set() | Square::from_index(63).set()),
            ReferenceAnswer::Placement(&start),
            ReferenceAnswer::Placement(&other),
            ReferenceAnswer::Castling(rights),
            ReferenceAnswer::Castling(CastlingRights::NONE),
            ReferenceAnswer::Player(Color::White),
            ReferenceAnswer::Player(Color::Black),
            ReferenceAnswer::Ruling(Decision::PlayOn),
            ReferenceAnswer::Ruling(Decision::Over(draw)),
            written(text("Nf3")),
            written(text("Nf3+")),
        ];
        let ended = [
            None,
            Some(ReportedResult::from(draw)),
            Some(ReportedResult { winner: None, by: None }),
        ];
        let ended = ended.map(|ended| Answer::Ended { ended, knows: &[Termination::Checkmate] });
        let given: Vec<Response> = all.iter().map(|right| right.clone().response()).collect();
        let answers: Vec<&Answer> = given.iter().filter_map(Response::answer).collect();
        assert_eq!(answers.len(), all.len());
        for (right, response) in all.iter().zip(&answers) {
            for answer in answers.iter().copied().chain(&ended) {
                let is_met = response.is_satisfied_by(answer) == Some(true);
                assert_eq!(right.is_satisfied_by(answer), is_met, "{response:?} by {answer:?}");
            }
        }
        let silent = ReferenceAnswer::Other(Response::Silent("it is long".to_owned()));
        assert!(!answers.iter().any(|answer| silent.is_satisfied_by(answer)));
    }
}
