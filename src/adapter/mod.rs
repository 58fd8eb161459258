//! How an implementation is asked.
//!
//! Whoever wants a chess library judged writes an [`Adapter`]: set a position up, play a move, and
//! answer what the library can answer. Everything else is unsupported by default. Adapters never
//! see what is expected. The runner asks through [`Implementation`], which every adapter is.

mod ask;
mod moves;
mod quiet;
mod reference;
mod walk;
pub mod wire;

pub use moves::Moves;
pub use quiet::catch;
pub use reference::Reference;
pub use walk::Walk;

use std::{borrow::Cow, sync::Arc};

use crate::{
    board::Color,
    position::Setup,
    question::{Answer, Ended, Question},
    rules::{Act, Event, Ground, RuleSet, Termination},
};

/// Who is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// The name of the library, as its registry has it.
    pub name: String,
    /// The exact version.
    pub version: String,
    /// The rules it says it follows; the Laws in force unless it says otherwise.
    pub rule_set: RuleSet,
    /// The endings it looks for when asked whether a game is over.
    pub endings: &'static [Termination],
}

impl About {
    /// A library that follows the Laws in force and looks for mate and stalemate.
    pub fn new(name: impl Into<String>, version: impl Into<String>) -> About {
        About {
            name: name.into(),
            version: version.into(),
            rule_set: RuleSet::LATEST,
            endings: &[Termination::Checkmate, Termination::Stalemate],
        }
    }
}

/// A situation to ask about: a setup and what was done from there, under a rule set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Situation {
    /// The setup.
    pub setup: Setup,
    /// What was done, in order.
    pub acts: Vec<Act>,
    /// The rules the game is played by.
    pub rule_set: RuleSet,
    /// The conditions under which it is played.
    pub event: Event,
}

/// An answer with the word where it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply<T> {
    /// The library's own interface says so.
    Native(T),
    /// The adapter kept the history, and the library supplied identity or clock.
    Composed(T),
    /// The library makes no claim either way here, and why.
    Silent(Cow<'static, str>),
    /// The library cannot be asked this, and why.
    Unsupported(Cow<'static, str>),
}

impl<T> Reply<T> {
    /// The same reply with another value.
    pub fn map<U>(self, with: impl FnOnce(T) -> U) -> Reply<U> {
        match self {
            Reply::Native(value) => Reply::Native(with(value)),
            Reply::Composed(value) => Reply::Composed(with(value)),
            Reply::Silent(why) => Reply::Silent(why),
            Reply::Unsupported(why) => Reply::Unsupported(why),
        }
    }

    /// A reply with a reference to the value.
    fn as_ref(&self) -> Reply<&T> {
        match self {
            Reply::Native(value) => Reply::Native(value),
            Reply::Composed(value) => Reply::Composed(value),
            Reply::Silent(why) => Reply::Silent(why.clone()),
            Reply::Unsupported(why) => Reply::Unsupported(why.clone()),
        }
    }
}

/// A library said no to a setup, a move or an act.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Refusal(pub String);

/// What came of asking one question.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Response {
    /// An answer, and whether it was the library's own.
    Answer {
        /// The answer.
        answer: Answer,
        /// Whether the library's own interface gave it.
        native: bool,
    },
    /// No claim either way.
    Silent(String),
    /// The question cannot be asked.
    Unsupported(String),
    /// The setup was refused.
    SetupRefused(String),
    /// A legal move of the line was refused.
    MoveRefused(String),
    /// The library panicked, or threw an exception.
    Panicked(String),
    /// The process of the library ended before it answered.
    Crashed(String),
    /// The library did not answer in time.
    TimedOut(String),
    /// What came from the process of the library is no answer.
    ProtocolError(String),
}

/// Somebody who can be asked about lines.
pub trait Implementation: Send + Sync {
    /// Who it is.
    fn about(&self) -> About;

    /// Asks questions about a line; one outcome each, in the order of the questions.
    ///
    /// Whatever the library does, a panic included, is an outcome.
    fn ask(&self, line: &Situation, questions: &[Question]) -> Vec<Response>;

    /// Begins a walk at the end of a line, to be played on move by move and asked on the way.
    ///
    /// # Errors
    ///
    /// The setup or a move of the line was refused, or the library panicked.
    fn walk(&self, line: &Situation) -> Result<Box<dyn Walk + '_>, Response> {
        Ok(Box::new(walk::ReplayWalk::new(self, line)?))
    }
}

/// One that is shared is asked like one that is owned.
impl<T: Implementation + ?Sized> Implementation for Arc<T> {
    fn about(&self) -> About {
        (**self).about()
    }

    fn ask(&self, line: &Situation, questions: &[Question]) -> Vec<Response> {
        (**self).ask(line, questions)
    }

    fn walk(&self, line: &Situation) -> Result<Box<dyn Walk + '_>, Response> {
        (**self).walk(line)
    }
}

fn unsupported<T>() -> Reply<T> {
    Reply::Unsupported(Cow::Borrowed("the adapter does not answer this"))
}

/// A chess library behind one face.
///
/// Only [`about`](Adapter::about), [`set_up`](Adapter::set_up) and [`play`](Adapter::play) are
/// required. A library without a history of its own keeps one in `Game`, and says
/// [`Reply::Composed`] of what it answers from there.
pub trait Adapter: Send + Sync {
    /// The library's value for a game, or a position with the history the adapter keeps.
    type Game;

    /// Who it is.
    fn about(&self) -> About;

    /// Sets a position up from a FEN of six fields, or refuses a text that is none.
    ///
    /// # Errors
    ///
    /// The library refuses the setup.
    fn set_up(&self, fen: &str) -> Result<Self::Game, Refusal>;

    /// Plays a move in UCI, castling as the king's move.
    ///
    /// # Errors
    ///
    /// The library refuses the move.
    fn play(&self, game: &mut Self::Game, uci: &str) -> Result<(), Refusal>;

    /// Takes an act that is no move: an offer, a claim, a resignation, a fallen flag.
    ///
    /// # Errors
    ///
    /// The library refuses the act.
    fn act(&self, _game: &mut Self::Game, _act: &Act) -> Result<Reply<()>, Refusal> {
        Ok(unsupported())
    }

    /// All legal moves in UCI, in any order.
    fn legal_moves(&self, _game: &Self::Game) -> Reply<Moves> {
        unsupported()
    }

    /// Whether the player on move is in check.
    fn is_check(&self, _game: &Self::Game) -> Reply<bool> {
        unsupported()
    }

    /// The squares of the pieces that give check to the player on move, named as `e4`, in any order.
    fn checkers(&self, _game: &Self::Game) -> Reply<Vec<String>> {
        unsupported()
    }

    /// The squares of the opponent's pieces that the piece on a square attacks, in any order.
    fn attacks(&self, _game: &Self::Game, _square: &str) -> Reply<Vec<String>> {
        unsupported()
    }

    /// Whether the player on move is checkmated.
    fn is_checkmate(&self, _game: &Self::Game) -> Reply<bool> {
        unsupported()
    }

    /// Whether the player on move is stalemated.
    fn is_stalemate(&self, _game: &Self::Game) -> Reply<bool> {
        unsupported()
    }

    /// Whether the pieces alone rule out mate by either side.
    fn is_insufficient_material(&self, _game: &Self::Game) -> Reply<bool> {
        unsupported()
    }

    /// Whether neither side can mate by any series of legal moves.
    fn is_dead(&self, _game: &Self::Game) -> Reply<bool> {
        unsupported()
    }

    /// Whether this side can mate by some series of legal moves.
    fn can_mate(&self, _game: &Self::Game, _side: Color) -> Reply<bool> {
        unsupported()
    }

    /// How the library says the game is over, if it does.
    fn ended(&self, _game: &Self::Game) -> Reply<Option<Ended>> {
        unsupported()
    }

    /// Whether the player on move may claim a draw: on this ground or, without one, on any; for the
    /// position on the board or for the one that the written move would bring about.
    fn may_claim(
        &self,
        _game: &Self::Game,
        _ground: Option<Ground>,
        _written: Option<&str>,
    ) -> Reply<bool> {
        unsupported()
    }

    /// How often the position on the board has arisen.
    fn occurrences(&self, _game: &Self::Game) -> Reply<u32> {
        unsupported()
    }

    /// Whether the position is the same as after so many plies.
    fn is_same_as(&self, _game: &Self::Game, _ply: usize) -> Reply<bool> {
        unsupported()
    }

    /// The number of plies since the last capture or pawn move.
    fn halfmove_clock(&self, _game: &Self::Game) -> Reply<u32> {
        unsupported()
    }

    /// The last move played, in algebraic notation.
    fn san(&self, _game: &Self::Game) -> Reply<String> {
        unsupported()
    }

    /// The move that a text in algebraic notation means, in UCI; `None` if it is refused.
    fn read_san(&self, _game: &Self::Game, _text: &str) -> Reply<Option<String>> {
        unsupported()
    }

    /// The legal move that a text in UCI means, in UCI; `None` if it is refused.
    fn read_uci(&self, _game: &Self::Game, _text: &str) -> Reply<Option<String>> {
        unsupported()
    }

    /// The FEN of the position; the pieces, the turn and the castling rights are taken from it.
    fn fen(&self, _game: &Self::Game) -> Reply<String> {
        unsupported()
    }

    /// Whether a square, named as `e4`, is light.
    fn is_light(&self, _square: &str) -> Reply<bool> {
        unsupported()
    }
}
