use std::cell::OnceCell;

use crate::question::{GameQuestion, NotationQuestion, PositionQuestion, Question};
use lawbook::{
    board::{Color, Placement, Square},
    notation::{read_san, read_uci},
    position::{CastlingRights, Line, Move, Position, Setup},
    rules::Act,
};

/// The evaluation context of a condition: a question, and the line of moves that leads to it.
///
/// The positions of the line are computed when the first fact needs them, and then cached.
#[derive(Debug)]
pub struct EvalContext<'a> {
    setup: Setup,
    moves: &'a [Move],
    acts: &'a [Act],
    question: &'a Question,
    /// The line, if the caller has computed it already.
    given: Option<&'a Line>,
    /// The cached line; `None` inside if the setup is not playable.
    made: OnceCell<Option<Line>>,
}

impl<'a> EvalContext<'a> {
    /// Creates the context of a question after `moves`. `acts` contains all acts of the line if some of them are not
    /// moves; otherwise it is empty.
    ///
    /// If the question is how to read a text as a FEN, and the text is a valid FEN, then its setup replaces `setup`,
    /// and `moves` is ignored.
    pub fn new(
        setup: &Setup,
        moves: &'a [Move],
        acts: &'a [Act],
        question: &'a Question,
    ) -> EvalContext<'a> {
        let described = match question {
            Question::Notation(NotationQuestion::ReadsFen { text }) => text.parse().ok(),
            Question::Notation(_)
            | Question::Game(_)
            | Question::History(_)
            | Question::Position(_)
            | Question::Material(_) => None,
        };
        let moves = if described.is_some() { &[] } else { moves };
        let setup = described.unwrap_or(*setup);
        EvalContext { setup, moves, acts, question, given: None, made: OnceCell::new() }
    }

    /// Creates the context of a question at the end of a computed line. The question must not be about a FEN.
    pub fn along(setup: &Setup, line: &'a Line, question: &'a Question) -> EvalContext<'a> {
        let given = Some(line);
        let made = OnceCell::new();
        EvalContext { setup: *setup, moves: line.moves(), acts: &[], question, given, made }
    }

    /// Returns the question.
    pub const fn question(&self) -> &'a Question {
        self.question
    }

    /// Returns the text that the question is about.
    pub(super) const fn text(&self) -> Option<&'a str> {
        match self.question {
            Question::Notation(
                NotationQuestion::Reads { text }
                | NotationQuestion::ReadsUci { text }
                | NotationQuestion::ReadsFen { text },
            ) => Some(text.as_str()),
            Question::Notation(NotationQuestion::San | NotationQuestion::Fen)
            | Question::Game(_)
            | Question::History(_)
            | Question::Position(_)
            | Question::Material(_) => None,
        }
    }

    /// Returns the moves that the question is about.
    pub(super) fn moves(&self) -> Option<&'a [Move]> {
        match self.question {
            Question::Position(PositionQuestion::Refuses { moves }) => Some(moves),
            Question::Position(_)
            | Question::Game(_)
            | Question::History(_)
            | Question::Material(_)
            | Question::Notation(_) => None,
        }
    }

    /// Returns the square that the question is about.
    pub(super) const fn square(&self) -> Option<Square> {
        match self.question {
            Question::Position(
                PositionQuestion::Attacks { square } | PositionQuestion::IsLight { square },
            ) => Some(*square),
            Question::Position(
                PositionQuestion::Setup
                | PositionQuestion::Placement
                | PositionQuestion::Turn
                | PositionQuestion::Castling
                | PositionQuestion::LegalMoves
                | PositionQuestion::Check
                | PositionQuestion::Checkers
                | PositionQuestion::Checkmate
                | PositionQuestion::Stalemate
                | PositionQuestion::Pinned
                | PositionQuestion::Refuses { .. },
            )
            | Question::Game(_)
            | Question::History(_)
            | Question::Material(_)
            | Question::Notation(_) => None,
        }
    }

    /// Returns the setup, as a point of the line.
    pub(super) const fn setup(&'a self) -> LinePoint<'a> {
        LinePoint { context: self, place: PointPlace::Setup }
    }

    /// Returns the point after `plies` half-moves, or `None` if the line is shorter.
    pub(super) fn after(&'a self, plies: usize) -> Option<LinePoint<'a>> {
        let place = PointPlace::After(plies);
        (plies < self.positions().len()).then_some(LinePoint { context: self, place })
    }

    /// Returns the position at the end of the line, or `None` if the setup is not playable.
    pub(super) fn end(&'a self) -> Option<LinePoint<'a>> {
        self.after(self.positions().len().checked_sub(1)?)
    }

    /// Returns the position after the written move with which a draw is claimed.
    pub(super) fn written(&'a self) -> Option<LinePoint<'a>> {
        match self.question {
            Question::Game(GameQuestion::Claim { written: Some(written), .. }) => {
                self.beyond(*written)
            }
            Question::Game(_)
            | Question::History(_)
            | Question::Position(_)
            | Question::Material(_)
            | Question::Notation(_) => None,
        }
    }

    /// Returns the position after the move that the text denotes.
    pub fn read(&'a self) -> Option<LinePoint<'a>> {
        let end = self.positions().last()?;
        let read = match self.question {
            Question::Notation(NotationQuestion::Reads { text }) => read_san(end, text).ok(),
            Question::Notation(NotationQuestion::ReadsUci { text }) => read_uci(end, text).ok(),
            Question::Notation(
                NotationQuestion::ReadsFen { .. } | NotationQuestion::San | NotationQuestion::Fen,
            )
            | Question::Game(_)
            | Question::History(_)
            | Question::Position(_)
            | Question::Material(_) => None,
        };
        self.beyond(read?)
    }

    /// Returns the position after `played`, a move at the end of the line that is not part of it.
    fn beyond(&'a self, played: Move) -> Option<LinePoint<'a>> {
        let position = self.positions().last()?.play(played).ok()?;
        let place = PointPlace::Beyond(Box::new((position, played)));
        Some(LinePoint { context: self, place })
    }

    /// Returns the initial position and the position after each move, up to the first illegal one.
    pub(super) fn positions(&self) -> &[Position] {
        self.line().map_or(&[], Line::positions)
    }

    fn line(&self) -> Option<&Line> {
        let make = || {
            let start = Position::new(&self.setup).ok()?;
            Some(Line::as_far_as_legal(start, self.moves.iter().copied()))
        };
        self.given.or_else(|| self.made.get_or_init(make).as_ref())
    }
}

/// A point of a line: the setup, a position of the line, or the position after one more move at its end.
#[derive(Clone, Debug)]
pub struct LinePoint<'a> {
    pub(super) context: &'a EvalContext<'a>,
    place: PointPlace,
}

#[derive(Clone, Debug)]
enum PointPlace {
    Setup,
    After(usize),
    Beyond(Box<(Position, Move)>),
}

impl<'a> LinePoint<'a> {
    /// Returns the position, or `None` for the setup.
    pub(super) fn position(&self) -> Option<&Position> {
        match &self.place {
            PointPlace::Setup => None,
            PointPlace::After(plies) => self.context.positions().get(*plies),
            PointPlace::Beyond(beyond) => Some(&beyond.0),
        }
    }

    /// Returns the point before the last move.
    pub(super) fn before(&self) -> Option<LinePoint<'a>> {
        match self.place {
            PointPlace::Setup => None,
            PointPlace::After(plies) => self.context.after(plies.checked_sub(1)?),
            PointPlace::Beyond(_) => self.context.end(),
        }
    }

    /// Returns the move that led to this point.
    pub(super) fn played(&self) -> Option<Move> {
        match &self.place {
            PointPlace::Setup => None,
            PointPlace::After(plies) => self.context.moves.get(plies.checked_sub(1)?).copied(),
            PointPlace::Beyond(beyond) => Some(beyond.1),
        }
    }

    /// Returns the number of half-moves played up to this point.
    pub(super) fn plies(&self) -> Option<usize> {
        match self.place {
            PointPlace::Setup => None,
            PointPlace::After(plies) => Some(plies),
            PointPlace::Beyond(_) => Some(self.context.positions().len()),
        }
    }

    /// Returns how many times the position at this point has occurred in the line.
    pub(super) fn occurrences(&self) -> Option<u32> {
        let line = self.context.line()?;
        match &self.place {
            PointPlace::Setup => None,
            PointPlace::After(plies) => line.occurrences_at(*plies),
            PointPlace::Beyond(beyond) => Some(line.occurrences_of(&beyond.0) + 1),
        }
    }

    /// Returns the acts, other than moves, that were performed while the position at this point was on the board.
    pub(super) fn acts(&self) -> impl Iterator<Item = &'a Act> {
        let plies = self.plies().unwrap_or(usize::MAX);
        let done = self.context.acts.iter().scan(0, |played, act| {
            *played += usize::from(act.played().is_some());
            Some((*played, act))
        });
        done.filter(move |(played, act)| *played == plies && act.played().is_none())
            .map(|(_, act)| act)
    }

    pub(super) fn turn(&self) -> Color {
        self.position().map_or(self.context.setup.turn, Position::turn)
    }

    pub(super) fn placement(&self) -> &Placement {
        self.position().map_or(&self.context.setup.placement, Position::placement)
    }

    pub(super) fn clock(&self) -> u16 {
        self.position().map_or(self.context.setup.halfmove_clock, Position::halfmove_clock)
    }

    pub(super) fn move_number(&self) -> u32 {
        self.position().map_or(self.context.setup.fullmove_number, Position::fullmove_number)
    }

    pub(super) fn castling(&self) -> CastlingRights {
        self.position().map_or(self.context.setup.castling, Position::castling)
    }

    /// Returns the square that a pawn has just passed over in a double step: the en passant field of a FEN.
    pub(super) fn passed_square(&self) -> Option<Square> {
        match self.plies() {
            None | Some(0) => self.context.setup.en_passant,
            Some(_) => {
                let (played, before) = (self.played()?, self.before()?);
                before.position()?.passed_square(played)
            }
        }
    }

    /// Returns the setup of the line.
    pub(super) const fn first_setup(&self) -> &Setup {
        &self.context.setup
    }
}
