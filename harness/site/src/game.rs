use lawbook::{
    board::{Color, Square},
    notation::write_san,
    position::{Move, Position},
    rules::Act,
    sentence::read_line,
};
use lawbook_catalogue::{
    Case, MateProof,
    question::{NotationQuestion, Question},
};

use super::{
    board::{BoardPicture, seen},
    phrases,
};

/// A game to step through: the start board, and the board after each step.
pub(super) struct SteppedGame {
    pub(super) start: BoardPicture,
    pub(super) steps: Vec<GameStep>,
    /// The last position; `None` if the setup cannot be played.
    pub(super) position: Option<Position>,
}

/// A move or a sentence, and the board after it.
pub(super) struct GameStep {
    /// The move number as printed before a move; empty for a sentence.
    pub(super) number: String,
    /// The move in SAN, or the sentence.
    pub(super) says: String,
    pub(super) is_sentence: bool,
    pub(super) board: BoardPicture,
}

impl SteppedGame {
    /// The game of a case. Moves have no signs for check and mate, and are written by their squares if the notation is
    /// the question, so that the game does not reveal an answer.
    pub(super) fn of_case(case: &Case) -> SteppedGame {
        let Ok(mut position) = Position::new(&case.setup) else {
            let start = BoardPicture::of_setup(&case.setup);
            return SteppedGame { start, steps: Vec::new(), position: None };
        };
        let mut game = SteppedGame::from(position);
        let by_squares = case
            .expected
            .iter()
            .any(|one| one.question == Question::Notation(NotationQuestion::San));
        let write = |position: &Position, played: Move| match by_squares {
            true => phrases::name(played, Some(position)),
            false => write_san(position, played).trim_end_matches(['+', '#']).to_owned(),
        };
        for line in &case.play {
            let mut before = position;
            let acts = read_line(&mut position, line).unwrap_or_default();
            if acts.iter().all(|act| matches!(act, Act::MoveAndPress { .. })) {
                for played in acts.iter().filter_map(Act::played) {
                    before = game.play(&before, played, write(&before, played));
                }
            } else {
                game.say(line, &acts, &position);
            }
        }
        game.position = Some(position);
        game
    }

    /// The line of a mate proof, from the position of the game where it begins.
    pub(super) fn of_proof(proof: &MateProof, positions: &[Position]) -> Option<SteppedGame> {
        let MateProof::Line(ply, line) = proof else { return None };
        let mut position = *positions.get(*ply)?;
        let mut game = SteppedGame::from(position);
        for &played in line {
            position = game.play(&position, played, write_san(&position, played));
        }
        game.position = Some(position);
        (!line.is_empty()).then_some(game)
    }

    /// The board at the end.
    pub(super) fn end(&self) -> &BoardPicture {
        self.steps.last().map_or(&self.start, |step| &step.board)
    }

    /// The steps, each with what changes on the board, for the script.
    pub(super) fn changes(&self) -> Vec<(&GameStep, String)> {
        let before = std::iter::once(&self.start).chain(self.steps.iter().map(|step| &step.board));
        let steps = self.steps.iter().zip(before);
        steps.map(|(step, before)| (step, step.board.shows_after(before))).collect()
    }

    /// The game as lines of text: numbered moves, and sentences.
    pub(super) fn lines(&self) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        let mut in_moves = false;
        for step in &self.steps {
            let text = format!("{} {}", step.number, step.says).trim_start().to_owned();
            match lines.last_mut().filter(|_| in_moves && !step.is_sentence) {
                Some(line) => line.push_str(&format!(" {text}")),
                None => lines.push(text),
            }
            in_moves = !step.is_sentence;
        }
        lines
    }

    /// Marks squares on the last board.
    pub(super) fn mark(&mut self, squares: &[Square]) {
        let end = self.steps.last_mut().map_or(&mut self.start, |step| &mut step.board);
        for square in squares {
            if !end.keys.contains(square) {
                end.keys.push(*square);
            }
        }
    }

    fn play(&mut self, position: &Position, played: Move, says: String) -> Position {
        let next = position.play(played).unwrap_or(*position);
        let number = position.fullmove_number();
        let after_move = self.steps.last().is_some_and(|step| !step.is_sentence);
        let number = match position.turn() {
            Color::White => format!("{number}."),
            Color::Black if after_move => String::new(),
            Color::Black => format!("{number}..."),
        };
        self.steps.push(GameStep {
            number,
            says,
            is_sentence: false,
            board: BoardPicture::of(&next, Some(seen(position, played))),
        });
        next
    }

    /// Adds a sentence. The board shows the last move, which may be part of the sentence.
    fn say(&mut self, line: &str, acts: &[Act], position: &Position) {
        let made = acts.iter().rev().find_map(|act| match act {
            Act::IllegalUnnoticed { mv: tried, .. } => Some(*tried),
            other => other.played(),
        });
        let mut board = BoardPicture::of(position, made.or(self.end().last));
        board.keys = acts.iter().flat_map(squares).collect();
        board.keys.dedup();
        self.steps.push(GameStep {
            number: String::new(),
            says: line.to_owned(),
            is_sentence: true,
            board,
        });
    }
}

impl From<Position> for SteppedGame {
    fn from(start: Position) -> SteppedGame {
        SteppedGame {
            start: BoardPicture::of(&start, None),
            steps: Vec::new(),
            position: Some(start),
        }
    }
}

/// The squares that an act refers to, except those of a move that is made.
fn squares(act: &Act) -> Vec<Square> {
    match *act {
        Act::Touch { square, .. } | Act::ReleaseKing { square, .. } => vec![square],
        Act::LeavePawn { mv: tried, .. }
        | Act::Illegal { mv: tried, .. }
        | Act::IllegalWithTwoHands { mv: tried, .. }
        | Act::Write { mv: tried, .. }
        | Act::Claim { written: Some(tried), .. } => vec![tried.from, tried.to],
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use lawbook_catalogue::Catalogue;

    use super::*;

    #[test]
    fn a_game_reads_as_it_is_played() {
        let catalogue = Catalogue::embedded();
        for (id, lines, last) in [
            (
                "threefold-with-written-move",
                &[
                    "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1",
                    "Black writes Ng8 and claims a draw by threefold repetition",
                ][..],
                "rnbqkb1r/pppppppp/5n2/8/8/8/PPPPPPPP/RNBQKBNR b f3g1 f6,g8",
            ),
            // The sign for mate is missing, because the reader has to see the mate.
            ("two-rooks-climbing-the-board", &["1. Rb8"], "1R2k3/R7/8/8/8/8/8/6K1 b b1b8"),
            // The notation of the move is the question.
            (
                "check-sign-after-a-bishop-move",
                &["1. e2\u{2013}e4 d7\u{2013}d6 2. Bf1\u{2013}b5"],
                "rnbqkbnr/ppp1pppp/3p4/1B6/4P3/8/PPPP1PPP/RNBQK1NR b f1b5",
            ),
        ] {
            let game = SteppedGame::of_case(catalogue.case(id).unwrap());
            assert_eq!(game.lines(), lines, "{id}");
            assert_eq!(game.end().shows(), last, "{id}");
        }
    }

    #[test]
    fn a_game_ends_where_its_moves_lead() {
        for case in &Catalogue::embedded().cases {
            let game = SteppedGame::of_case(case);
            assert_eq!(game.position.is_some(), !case.positions().is_empty(), "{}", case.id);
            let moved = case.acts.iter().any(|act| act.may_leave_legal_line());
            if let Some(end) = case.positions().last().filter(|_| !moved) {
                assert_eq!(game.end().pieces, *end.placement(), "{}", case.id);
            }
        }
    }
}
