//! Putting questions to an adapter: every adapter is an implementation.

use std::cell::OnceCell;

use super::{About, Adapter, Implementation, Refusal, Reply, Response, Situation, Walk, quiet};
use crate::{
    board::Square,
    position::{Move, Setup},
    question::{
        Answer, GameQuestion, HistoryQuestion, MaterialQuestion, NotationQuestion,
        PositionQuestion, Question,
    },
    rules::{Act, Ground, Termination},
};

impl<A: Adapter> Implementation for A {
    fn about(&self) -> About {
        Adapter::about(self)
    }

    fn ask(&self, line: &Situation, questions: &[Question]) -> Vec<Response> {
        match Replay::new(self, line) {
            Ok(replay) => questions.iter().map(|question| replay.ask(question)).collect(),
            Err(said) => questions.iter().map(|question| refused(question, &said)).collect(),
        }
    }

    fn walk(&self, line: &Situation) -> Result<Box<dyn Walk + '_>, Response> {
        Ok(Box::new(Replay::new(self, line)?))
    }
}

/// What is said to a question about a line that was not taken.
fn refused(question: &Question, said: &Response) -> Response {
    match (question, said) {
        (Question::Position(PositionQuestion::Setup), Response::SetupRefused(_)) => {
            Response::Answer { answer: Answer::Is(false), native: true }
        }
        _ => said.clone(),
    }
}

struct Replay<'a, A: Adapter> {
    adapter: &'a A,
    game: A::Game,
    /// The endings that the library looks for, once somebody has asked how the game stands.
    endings: OnceCell<&'static [Termination]>,
    /// Whether all acts besides moves were taken.
    acts: Result<(), String>,
    /// What the library's FEN says of the position on the board, once somebody has asked.
    setup: OnceCell<Reply<Result<Setup, String>>>,
}

impl<A: Adapter> Walk for Replay<'_, A> {
    fn play(&mut self, played: Move) -> Result<(), Response> {
        let uci = played.to_string();
        self.setup.take();
        quiet::catch(|| self.adapter.play(&mut self.game, &uci))
            .map_err(|message| Response::Panicked(format!("while playing {uci}: {message}")))?
            .map_err(|Refusal(message)| Response::MoveRefused(format!("{uci}: {message}")))
    }

    fn ask(&self, question: &Question) -> Response {
        quiet::catch(|| self.answer(question)).unwrap_or_else(Response::Panicked)
    }
}

impl<'a, A: Adapter> Replay<'a, A> {
    /// Sets a line up and plays it.
    fn new(adapter: &'a A, line: &Situation) -> Result<Replay<'a, A>, Response> {
        let game = quiet::catch(|| adapter.set_up(&line.setup.to_string()))
            .map_err(|message| Response::Panicked(format!("while setting up: {message}")))?
            .map_err(|Refusal(message)| Response::SetupRefused(message))?;
        let mut replay = Replay {
            adapter,
            game,
            endings: OnceCell::new(),
            acts: Ok(()),
            setup: OnceCell::new(),
        };
        replay.line(&line.acts)?;
        Ok(replay)
    }

    fn line(&mut self, acts: &[Act]) -> Result<(), Response> {
        for act in acts {
            if act.leaves_the_moves() {
                return Err(Response::Unsupported("a library takes legal moves only".to_owned()));
            }
            match act.played() {
                Some(played) => self.play(played)?,
                None if self.acts.is_ok() => {
                    let taken = quiet::catch(|| self.adapter.act(&mut self.game, act)).map_err(
                        |message| Response::Panicked(format!("at \"{act}\": {message}")),
                    )?;
                    match taken {
                        Ok(Reply::Native(()) | Reply::Composed(())) | Err(_) => {}
                        Ok(Reply::Silent(why) | Reply::Unsupported(why)) => {
                            self.acts = Err(why.into_owned());
                        }
                    }
                }
                None => {}
            }
        }
        Ok(())
    }

    fn answer(&self, question: &Question) -> Response {
        let (adapter, game) = (self.adapter, &self.game);
        match question {
            Question::Position(PositionQuestion::Setup) => {
                Response::Answer { answer: Answer::Is(true), native: true }
            }
            Question::Game(GameQuestion::Ruling) => match &self.acts {
                Ok(()) => {
                    let knows = self.endings.get_or_init(|| Adapter::about(adapter).endings);
                    said(adapter.ended(game), |ended| Ok(Answer::Ended { ended, knows }))
                }
                Err(why) => Response::Unsupported(why.clone()),
            },
            Question::Game(GameQuestion::Orders) => {
                Response::Unsupported("a library gives no orders".to_owned())
            }
            Question::Game(GameQuestion::Claimable) => is(adapter.may_claim(game, None, None)),
            Question::Game(GameQuestion::Claim(ground, written)) => self.claim(*ground, *written),
            Question::History(HistoryQuestion::Occurrences) => {
                said(adapter.occurrences(game), count)
            }
            Question::History(HistoryQuestion::SameAs(ply)) => is(adapter.is_same_as(game, *ply)),
            Question::History(HistoryQuestion::HalfmoveClock) => {
                said(adapter.halfmove_clock(game), count)
            }
            Question::Position(PositionQuestion::Check) => is(adapter.is_check(game)),
            Question::Position(PositionQuestion::Checkmate) => is(adapter.is_checkmate(game)),
            Question::Position(PositionQuestion::Stalemate) => is(adapter.is_stalemate(game)),
            Question::Material(MaterialQuestion::Insufficient) => {
                is(adapter.is_insufficient_material(game))
            }
            Question::Material(MaterialQuestion::Dead) => is(adapter.is_dead(game)),
            Question::Material(MaterialQuestion::CanMate(side)) => {
                is(adapter.can_mate(game, *side))
            }
            Question::Position(PositionQuestion::LegalMoves) => {
                said(adapter.legal_moves(game), |moves| moves.sorted().map(Answer::Moves))
            }
            Question::Notation(NotationQuestion::San) => {
                said(adapter.san(game), |text| Ok(Answer::Text(text)))
            }
            Question::Notation(NotationQuestion::Reads(text)) => {
                said(adapter.read_san(game, text), |read| {
                    read.map(|uci| parse(&uci)).transpose().map(Answer::Read)
                })
            }
            Question::Notation(NotationQuestion::ReadsUci(text)) => {
                said(adapter.read_uci(game, text), |read| {
                    read.map(|uci| parse(&uci)).transpose().map(Answer::Read)
                })
            }
            Question::Notation(NotationQuestion::ReadsFen(text)) => self.reads_fen(text),
            Question::Position(PositionQuestion::Placement) => {
                self.setup(|setup| Answer::Placement(Box::new(setup.placement)))
            }
            Question::Position(PositionQuestion::Turn) => {
                self.setup(|setup| Answer::Player(setup.turn))
            }
            Question::Position(PositionQuestion::Castling) => {
                self.setup(|setup| Answer::Castling(setup.castling))
            }
            Question::Position(PositionQuestion::Checkers) => said(adapter.checkers(game), squares),
            Question::Position(PositionQuestion::Attacks(square)) => {
                said(adapter.attacks(game, &square.to_string()), squares)
            }
            Question::Position(PositionQuestion::Pinned)
            | Question::Position(PositionQuestion::Skewered)
            | Question::Position(PositionQuestion::Discovered) => Response::Unsupported(
                "a library has no word for what stands behind a piece".to_owned(),
            ),
            Question::Game(GameQuestion::Seconds(_)) => {
                Response::Unsupported("a library keeps no clock".to_owned())
            }
            Question::Position(PositionQuestion::IsLight(square)) => {
                is(adapter.is_light(&square.to_string()))
            }
        }
    }

    /// What the library writes of what it reads; it may take larger numbers for the clocks than we do.
    fn reads_fen(&self, text: &str) -> Response {
        let Ok(game) = self.adapter.set_up(text) else {
            return Response::Answer { answer: Answer::Setup(None), native: true };
        };
        match self.adapter.fen(&game).map(|fen| setup(&fen)) {
            Reply::Native(Err(why)) | Reply::Composed(Err(why)) => Response::Silent(why),
            written => {
                said(written, |setup| setup.map(|setup| Answer::Setup(Some(Box::new(setup)))))
            }
        }
    }

    /// What the library's FEN says; it is written and read once for each position.
    fn setup(&self, read: impl FnOnce(&Setup) -> Answer) -> Response {
        let setup = self.setup.get_or_init(|| self.adapter.fen(&self.game).map(|fen| setup(&fen)));
        said(setup.as_ref(), |setup| setup.as_ref().map(read).map_err(String::clone))
    }

    fn claim(&self, ground: Ground, written: Option<Move>) -> Response {
        let written = written.map(|written| written.to_string());
        is(self.adapter.may_claim(&self.game, Some(ground), written.as_deref()))
    }
}

fn is(reply: Reply<bool>) -> Response {
    said(reply, |is| Ok(Answer::Is(is)))
}

#[allow(clippy::unnecessary_wraps)] // one of several readers with this signature
fn count(count: u32) -> Result<Answer, String> {
    Ok(Answer::Count(count))
}

pub(super) fn moves(texts: Vec<String>) -> Result<Answer, String> {
    let mut moves = texts.iter().map(|uci| parse(uci)).collect::<Result<Vec<Move>, String>>()?;
    moves.sort_unstable();
    Ok(Answer::Moves(moves))
}

pub(super) fn squares(names: Vec<String>) -> Result<Answer, String> {
    let mut squares =
        names.iter().map(|name| square(name)).collect::<Result<Vec<Square>, String>>()?;
    squares.sort_unstable();
    Ok(Answer::Squares(squares))
}

pub(super) fn square(name: &str) -> Result<Square, String> {
    Square::parse(name).ok_or_else(|| format!("{name:?} is no square"))
}

pub(super) fn parse(uci: &str) -> Result<Move, String> {
    uci.parse().map_err(|error| format!("{error}"))
}

pub(super) fn setup(fen: &str) -> Result<Setup, String> {
    fen.parse().map_err(|error| format!("{error}"))
}

/// An answer that does not have the form it should have is the adapter's fault, and no answer.
fn said<T>(reply: Reply<T>, read: impl FnOnce(T) -> Result<Answer, String>) -> Response {
    let (value, native) = match reply {
        Reply::Native(value) => (value, true),
        Reply::Composed(value) => (value, false),
        Reply::Silent(why) => return Response::Silent(why.into_owned()),
        Reply::Unsupported(why) => return Response::Unsupported(why.into_owned()),
    };
    match read(value) {
        Ok(answer) => Response::Answer { answer, native },
        Err(message) => {
            Response::Panicked(format!("the adapter's answer cannot be read: {message}"))
        }
    }
}
