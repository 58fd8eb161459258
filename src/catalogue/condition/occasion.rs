use std::cell::OnceCell;

use crate::{
    board::{Color, Placement, Square},
    notation::{read_san, read_uci},
    position::{CastlingRights, Line, Move, Position, Setup},
    question::{GameQuestion, NotationQuestion, PositionQuestion, Question},
    rules::Act,
};

/// A question, and what went before it.
///
/// Positions are computed when a fact asks for them, and then once.
#[derive(Debug)]
pub struct Occasion<'a> {
    setup: Setup,
    moves: &'a [Move],
    acts: &'a [Act],
    question: &'a Question,
    /// The line, if it was there already.
    given: Option<&'a Line>,
    /// The line, once a fact has asked for it; none if the setup cannot be played.
    made: OnceCell<Option<Line>>,
}

impl<'a> Occasion<'a> {
    /// A question after these moves; `acts` is everything that was done if it was more than moves,
    /// and nothing otherwise.
    ///
    /// If a text is asked about as a FEN, then what stands on the board does not matter, and what it
    /// describes takes the place of the setup.
    pub fn new(
        setup: &Setup,
        moves: &'a [Move],
        acts: &'a [Act],
        question: &'a Question,
    ) -> Occasion<'a> {
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
        Occasion { setup, moves, acts, question, given: None, made: OnceCell::new() }
    }

    /// A question at the end of a line of moves whose positions are there already; it is about no FEN.
    pub fn along(setup: &Setup, line: &'a Line, question: &'a Question) -> Occasion<'a> {
        let given = Some(line);
        let made = OnceCell::new();
        Occasion { setup: *setup, moves: line.moves(), acts: &[], question, given, made }
    }

    /// What is asked.
    pub const fn question(&self) -> &'a Question {
        self.question
    }

    /// The text that is asked about.
    pub(super) const fn text(&self) -> Option<&'a str> {
        match self.question {
            Question::Notation(
                NotationQuestion::Reads { text }
                | NotationQuestion::ReadsUci { text }
                | NotationQuestion::ReadsFen { text },
            ) => Some(text.as_str()),
            Question::Notation(NotationQuestion::San)
            | Question::Game(_)
            | Question::History(_)
            | Question::Position(_)
            | Question::Material(_) => None,
        }
    }

    /// The square that is asked about.
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
                | PositionQuestion::Pinned,
            )
            | Question::Game(_)
            | Question::History(_)
            | Question::Material(_)
            | Question::Notation(_) => None,
        }
    }

    /// The setup, as a point of the line.
    pub(super) const fn setup(&'a self) -> LinePoint<'a> {
        LinePoint { occasion: self, place: PointPlace::Setup }
    }

    /// The position after so many plies; none if the line does not get so far.
    pub(super) fn after(&'a self, plies: usize) -> Option<LinePoint<'a>> {
        let place = PointPlace::After(plies);
        (plies < self.positions().len()).then_some(LinePoint { occasion: self, place })
    }

    /// The position at which the question is asked; none if the setup cannot be played.
    pub(super) fn end(&'a self) -> Option<LinePoint<'a>> {
        self.after(self.positions().len().checked_sub(1)?)
    }

    /// The position after the written move with which a draw is claimed.
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

    /// The position after the move that the text means.
    pub(super) fn read(&'a self) -> Option<LinePoint<'a>> {
        let end = self.positions().last()?;
        let read = match self.question {
            Question::Notation(NotationQuestion::Reads { text }) => read_san(end, text).ok(),
            Question::Notation(NotationQuestion::ReadsUci { text }) => read_uci(end, text).ok(),
            Question::Notation(NotationQuestion::ReadsFen { .. } | NotationQuestion::San)
            | Question::Game(_)
            | Question::History(_)
            | Question::Position(_)
            | Question::Material(_) => None,
        };
        self.beyond(read?)
    }

    /// The position after a move that is not played.
    fn beyond(&'a self, played: Move) -> Option<LinePoint<'a>> {
        let position = self.positions().last()?.play(played).ok()?;
        let place = PointPlace::Beyond(Box::new((position, played)));
        Some(LinePoint { occasion: self, place })
    }

    /// The start and the position after each move, as far as they are legal.
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

/// The setup, a position of the line, or one that a move would bring about at its end.
#[derive(Clone, Debug)]
pub(super) struct LinePoint<'a> {
    pub(super) occasion: &'a Occasion<'a>,
    place: PointPlace,
}

#[derive(Clone, Debug)]
enum PointPlace {
    Setup,
    After(usize),
    Beyond(Box<(Position, Move)>),
}

impl<'a> LinePoint<'a> {
    /// The position; none of a setup.
    pub(super) fn position(&self) -> Option<&Position> {
        match &self.place {
            PointPlace::Setup => None,
            PointPlace::After(plies) => self.occasion.positions().get(*plies),
            PointPlace::Beyond(beyond) => Some(&beyond.0),
        }
    }

    /// The point before the last move.
    pub(super) fn before(&self) -> Option<LinePoint<'a>> {
        match self.place {
            PointPlace::Setup => None,
            PointPlace::After(plies) => self.occasion.after(plies.checked_sub(1)?),
            PointPlace::Beyond(_) => self.occasion.end(),
        }
    }

    /// The move that led here.
    pub(super) fn played(&self) -> Option<Move> {
        match &self.place {
            PointPlace::Setup => None,
            PointPlace::After(plies) => self.occasion.moves.get(plies.checked_sub(1)?).copied(),
            PointPlace::Beyond(beyond) => Some(beyond.1),
        }
    }

    /// How many moves were played until then.
    pub(super) fn plies(&self) -> Option<usize> {
        match self.place {
            PointPlace::Setup => None,
            PointPlace::After(plies) => Some(plies),
            PointPlace::Beyond(_) => Some(self.occasion.positions().len()),
        }
    }

    /// How often the position has arisen.
    pub(super) fn occurrences(&self) -> Option<u32> {
        let line = self.occasion.line()?;
        match &self.place {
            PointPlace::Setup => None,
            PointPlace::After(plies) => line.occurrences_at(*plies),
            PointPlace::Beyond(beyond) => Some(line.occurrences_of(&beyond.0) + 1),
        }
    }

    /// What was done while the position stood on the board, moves apart.
    pub(super) fn acts(&self) -> impl Iterator<Item = &'a Act> {
        let plies = self.plies().unwrap_or(usize::MAX);
        let done = self.occasion.acts.iter().scan(0, |played, act| {
            *played += usize::from(act.played().is_some());
            Some((*played, act))
        });
        done.filter(move |(played, act)| *played == plies && act.played().is_none())
            .map(|(_, act)| act)
    }

    pub(super) fn turn(&self) -> Color {
        self.position().map_or(self.occasion.setup.turn, Position::turn)
    }

    pub(super) fn placement(&self) -> &Placement {
        self.position().map_or(&self.occasion.setup.placement, Position::placement)
    }

    pub(super) fn clock(&self) -> u16 {
        self.position().map_or(self.occasion.setup.halfmove_clock, Position::halfmove_clock)
    }

    pub(super) fn move_number(&self) -> u32 {
        self.position().map_or(self.occasion.setup.fullmove_number, Position::fullmove_number)
    }

    pub(super) fn castling(&self) -> CastlingRights {
        self.position().map_or(self.occasion.setup.castling, Position::castling)
    }

    /// The square that was just passed over in a double step, as a FEN names it.
    pub(super) fn passed_square(&self) -> Option<Square> {
        match self.plies() {
            None | Some(0) => self.occasion.setup.en_passant,
            Some(_) => {
                let (played, before) = (self.played()?, self.before()?);
                super::moves::passed(before.position()?, played)
            }
        }
    }

    /// The setup at the beginning.
    pub(super) const fn first_setup(&self) -> &Setup {
        &self.occasion.setup
    }
}
