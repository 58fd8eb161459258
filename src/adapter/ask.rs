//! What a library has to answer, and which question each answer is for: every adapter is an
//! implementation. Whoever adds a question that needs a new method adds both here.

use std::{borrow::Cow, cell::OnceCell};

use super::{
    About, Implementation, Moves, Probe, Refusal, Reply, Response, Situation, Walk, probes, quiet,
};
use crate::{
    board::{Color, Square},
    position::{Move, MoveText, Setup},
    question::{
        Answer, Ended, GameQuestion, HistoryQuestion, MaterialQuestion, NotationQuestion,
        PositionQuestion, Question,
    },
    rules::{Act, Ground, Termination},
};

/// A chess library behind one face.
///
/// Only [`about`](Adapter::about), [`set_up`](Adapter::set_up) and [`play`](Adapter::play) are
/// required. A library without a history of its own keeps one in `Game`, and says
/// [`Reply::Composed`] of what it answers from there.
///
/// ```
/// use lawbook::{
///     adapter::{About, Adapter, Refusal, Reply},
///     notation::read_uci,
///     position::Position,
/// };
///
/// /// A library that knows positions and no history.
/// struct Mine;
///
/// impl Adapter for Mine {
///     type Game = Position;
///
///     fn about(&self) -> About {
///         About::new("mine", "1.0.0")
///     }
///
///     fn set_up(&self, fen: &str) -> Result<Position, Refusal> {
///         fen.parse().map_err(|error| Refusal(format!("{error}")))
///     }
///
///     fn play(&self, game: &mut Position, uci: &str) -> Result<(), Refusal> {
///         let played = read_uci(game, uci).map_err(|error| Refusal(error.to_string()))?;
///         *game = game.play(played).map_err(|error| Refusal(error.to_string()))?;
///         Ok(())
///     }
///
///     fn is_checkmate(&self, game: &Position) -> Reply<bool> {
///         Reply::Native(game.is_checkmate())
///     }
/// }
/// ```
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

    /// Takes the last move back, which has just been played. It is used only to see whether a library that can do this
    /// says the same afterwards.
    ///
    /// # Errors
    ///
    /// The library refuses to.
    fn take_back(&self, _game: &mut Self::Game) -> Result<Reply<()>, Refusal> {
        Ok(unsupported())
    }

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

    /// Whether the material alone rules out mate by either side.
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

    /// The FEN of the position; the pieces, the turn, the castling rights and the number of the move are
    /// taken from it.
    fn fen(&self, _game: &Self::Game) -> Reply<String> {
        unsupported()
    }

    /// Whether a square, named as `e4`, is light.
    fn is_light(&self, _square: &str) -> Reply<bool> {
        unsupported()
    }
}

fn unsupported<T>() -> Reply<T> {
    Reply::Unsupported(Cow::Borrowed("the adapter does not answer this"))
}

impl<A: Adapter> Implementation for A {
    fn about(&self) -> About {
        Adapter::about(self)
    }

    fn ask(&self, line: &Situation, questions: &[Question]) -> Vec<Response> {
        ask(self, line, questions, false)
    }

    fn walk(&self, line: &Situation) -> Result<Box<dyn Walk + '_>, Response> {
        Ok(Box::new(Conversation::new(self, line, false)?))
    }

    fn taking_back(&self) -> Option<Box<dyn Implementation + '_>> {
        let mut game = quiet::catch(|| self.set_up(&Setup::start().to_string())).ok()?.ok()?;
        quiet::catch(|| self.play(&mut game, "e2e4")).ok()?.ok()?;
        match quiet::catch(|| self.take_back(&mut game)) {
            Ok(Ok(Reply::Silent(_) | Reply::Unsupported(_))) => None,
            Ok(Ok(Reply::Native(()) | Reply::Composed(())) | Err(_)) | Err(_) => {
                Some(Box::new(TakingBack(self)))
            }
        }
    }
}

/// An adapter with each move taken back once before it is played for good.
struct TakingBack<'a, A>(&'a A);

impl<A: Adapter> Implementation for TakingBack<'_, A> {
    fn about(&self) -> About {
        self.0.about()
    }

    fn ask(&self, line: &Situation, questions: &[Question]) -> Vec<Response> {
        ask(self.0, line, questions, true)
    }

    fn walk(&self, line: &Situation) -> Result<Box<dyn Walk + '_>, Response> {
        Ok(Box::new(Conversation::new(self.0, line, true)?))
    }
}

fn ask<A: Adapter>(
    adapter: &A,
    line: &Situation,
    questions: &[Question],
    takes_back: bool,
) -> Vec<Response> {
    match Conversation::new(adapter, line, takes_back) {
        Ok(conversation) => questions.iter().map(|question| conversation.ask(question)).collect(),
        Err(said) => {
            questions.iter().map(|question| refused(adapter, line, question, &said)).collect()
        }
    }
}

/// What is said to a question about a line that was not taken. A failure is no answer to a question that the adapter
/// does not answer anyway.
fn refused<A: Adapter>(
    adapter: &A,
    line: &Situation,
    question: &Question,
    said: &Response,
) -> Response {
    if *question != PositionQuestion::Setup.into() {
        let unsupported =
            if said.is_failure() { unsupported_elsewhere(adapter, line, question) } else { None };
        return unsupported.unwrap_or_else(|| said.clone());
    }
    match said {
        Response::SetupRefused(_) => Response::Answer { answer: Answer::Is(false), native: true },
        Response::Answer { .. }
        | Response::Silent(_)
        | Response::Unsupported(_)
        | Response::MoveRefused(_)
        | Response::Panicked(_)
        | Response::Crashed(_)
        | Response::TimedOut(_)
        | Response::ProtocolError(_) => said.clone(),
    }
}

/// The reason why an adapter does not answer this kind of question, or does not take an act of the line that the answer
/// depends on; `None` if it does. It is found by asking in the situations of the probes.
fn unsupported_elsewhere<A: Adapter>(
    adapter: &A,
    line: &Situation,
    question: &Question,
) -> Option<Response> {
    let ruling = Question::Game(GameQuestion::Ruling);
    let name = question.sent_as();
    unsupported_in(adapter, |probe| probe.question.sent_as() == name).or_else(|| {
        let acts = line.acts.iter().filter(|_| *question == ruling).map(Act::name);
        acts.filter(|name| *name != "move").find_map(|name| {
            let has_act = |probe: &Probe| {
                probe.question == ruling && probe.line.acts.iter().any(|act| act.name() == name)
            };
            unsupported_in(adapter, has_act)
        })
    })
}

/// The reason why an adapter answers none of these probes; `None` if it answers one or cannot be asked.
fn unsupported_in<A: Adapter>(adapter: &A, is_asked: impl Fn(&Probe) -> bool) -> Option<Response> {
    let mut unsupported = None;
    for probe in probes().iter().filter(|probe| is_asked(probe)) {
        let Ok(conversation) = Conversation::new(adapter, &probe.line, false) else { continue };
        match conversation.ask(&probe.question) {
            said @ Response::Unsupported(_) => unsupported = Some(said),
            Response::Answer { .. }
            | Response::Silent(_)
            | Response::SetupRefused(_)
            | Response::MoveRefused(_)
            | Response::Panicked(_)
            | Response::Crashed(_)
            | Response::TimedOut(_)
            | Response::ProtocolError(_) => return None,
        }
    }
    unsupported
}

struct Conversation<'a, A: Adapter> {
    adapter: &'a A,
    game: A::Game,
    /// Whether each move is taken back once before it is played for good.
    takes_back: bool,
    /// The endings that the library looks for, once somebody has asked how the game stands.
    endings: OnceCell<&'static [Termination]>,
    /// Whether all acts besides moves were taken.
    acts: Result<(), String>,
    /// Whether the game is of Chess960, so that the library's FENs are read as X-FEN.
    chess960: bool,
    /// What the library's FEN says of the position on the board, once somebody has asked.
    setup: OnceCell<Reply<Result<Setup, String>>>,
}

impl<A: Adapter> Walk for Conversation<'_, A> {
    fn play(&mut self, played: Move) -> Result<(), Response> {
        let text = played.text();
        let uci = text.as_str();
        self.setup.take();
        if self.takes_back {
            self.play_and_take_back(uci)?;
        }
        quiet::catch(|| self.adapter.play(&mut self.game, uci))
            .map_err(|message| Response::Panicked(format!("while playing {uci}: {message}")))?
            .map_err(|Refusal(message)| Response::MoveRefused(format!("{uci}: {message}")))
    }

    fn ask(&self, question: &Question) -> Response {
        quiet::catch(|| self.answer(question)).unwrap_or_else(Response::Panicked)
    }

    fn ask_all(&self, questions: &[&Question], said: &mut Vec<Response>) {
        let mut rest = questions.iter();
        // Whatever panics is one question, and those after it are asked all the same.
        while !rest.as_slice().is_empty() {
            let asked = quiet::catch(|| {
                for question in rest.by_ref() {
                    said.push(self.answer(question));
                }
            });
            said.extend(asked.err().map(Response::Panicked));
        }
    }
}

impl<'a, A: Adapter> Conversation<'a, A> {
    /// Sets a line up and plays it.
    fn new(
        adapter: &'a A,
        line: &Situation,
        takes_back: bool,
    ) -> Result<Conversation<'a, A>, Response> {
        let chess960 = line.setup.castling.is_chess960();
        if chess960 && let Some(said) = Adapter::about(adapter).declines(line) {
            return Err(said);
        }
        let game = quiet::catch(|| adapter.set_up(&line.setup.to_string()))
            .map_err(|message| Response::Panicked(format!("while setting up: {message}")))?
            .map_err(|Refusal(message)| Response::SetupRefused(message))?;
        let mut conversation = Conversation {
            adapter,
            game,
            takes_back,
            endings: OnceCell::new(),
            acts: Ok(()),
            chess960,
            setup: OnceCell::new(),
        };
        conversation.line(&line.acts)?;
        Ok(conversation)
    }

    fn play_and_take_back(&mut self, uci: &str) -> Result<(), Response> {
        let refused = |Refusal(message)| Response::MoveRefused(format!("{uci}: {message}"));
        let panicked = |message| Response::Panicked(format!("while taking {uci} back: {message}"));
        quiet::catch(|| {
            self.adapter.play(&mut self.game, uci)?;
            self.adapter.take_back(&mut self.game)
        })
        .map_err(panicked)?
        .map_err(refused)
        .map(drop)
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
        match question {
            Question::Game(about) => self.about_the_game(about),
            Question::History(about) => self.about_history(about, question),
            Question::Position(about) => self.about_the_position(about, question),
            Question::Material(about) => self.about_material(about),
            Question::Notation(about) => self.about_notation(about),
        }
    }

    fn about_the_game(&self, question: &GameQuestion) -> Response {
        let (adapter, game) = (self.adapter, &self.game);
        match question {
            GameQuestion::Ruling => match &self.acts {
                Ok(()) => {
                    let knows = self.endings.get_or_init(|| Adapter::about(adapter).endings);
                    said(adapter.ended(game), |ended| Ok(Answer::Ended { ended, knows }))
                }
                Err(why) => Response::Unsupported(why.clone()),
            },
            GameQuestion::Orders => Response::Unsupported("a library gives no orders".to_owned()),
            GameQuestion::Claimable => is(adapter.may_claim(game, None, None)),
            GameQuestion::Claim { ground, written } => self.claim(*ground, *written),
            GameQuestion::Seconds { .. } => {
                Response::Unsupported("a library keeps no clock".to_owned())
            }
        }
    }

    fn about_history(&self, about: &HistoryQuestion, question: &Question) -> Response {
        let (adapter, game) = (self.adapter, &self.game);
        match about {
            HistoryQuestion::Occurrences => said(adapter.occurrences(game), count),
            HistoryQuestion::SameAs { ply } => is(adapter.is_same_as(game, *ply)),
            HistoryQuestion::HalfmoveClock => said(adapter.halfmove_clock(game), count),
            HistoryQuestion::FullmoveNumber => self.by_the_fen(question),
        }
    }

    fn about_the_position(&self, about: &PositionQuestion, question: &Question) -> Response {
        let (adapter, game) = (self.adapter, &self.game);
        match about {
            PositionQuestion::Setup => Response::Answer { answer: Answer::Is(true), native: true },
            PositionQuestion::Check => is(adapter.is_check(game)),
            PositionQuestion::Checkmate => is(adapter.is_checkmate(game)),
            PositionQuestion::Stalemate => is(adapter.is_stalemate(game)),
            PositionQuestion::LegalMoves => {
                said(adapter.legal_moves(game), |moves| moves.sorted().map(Answer::Moves))
            }
            PositionQuestion::Placement | PositionQuestion::Turn | PositionQuestion::Castling => {
                self.by_the_fen(question)
            }
            PositionQuestion::Checkers => said(adapter.checkers(game), squares),
            PositionQuestion::Attacks { square } => {
                said(adapter.attacks(game, square.name()), squares)
            }
            PositionQuestion::Pinned => {
                Response::Unsupported("a library looks for pins to the king alone".to_owned())
            }
            PositionQuestion::IsLight { square } => is(adapter.is_light(square.name())),
        }
    }

    fn about_material(&self, question: &MaterialQuestion) -> Response {
        let (adapter, game) = (self.adapter, &self.game);
        match question {
            MaterialQuestion::Insufficient => is(adapter.is_insufficient_material(game)),
            MaterialQuestion::Dead => is(adapter.is_dead(game)),
            MaterialQuestion::CanMate { side } => is(adapter.can_mate(game, *side)),
        }
    }

    fn about_notation(&self, question: &NotationQuestion) -> Response {
        let (adapter, game) = (self.adapter, &self.game);
        let meant = |read: Reply<Option<String>>| {
            said(read, |read| read.map(|uci| parse(&uci)).transpose().map(Answer::Read))
        };
        match question {
            NotationQuestion::San => said(adapter.san(game), |text| Ok(Answer::Text(text))),
            NotationQuestion::Reads { text } => meant(adapter.read_san(game, text)),
            NotationQuestion::ReadsUci { text } => meant(adapter.read_uci(game, text)),
            NotationQuestion::ReadsFen { text } => self.reads_fen(text),
        }
    }

    /// What the library writes of what it reads; it may take larger numbers for the clocks than we do.
    fn reads_fen(&self, text: &str) -> Response {
        let Ok(game) = self.adapter.set_up(text) else {
            return Response::Answer { answer: Answer::Setup(None), native: true };
        };
        let written = self.adapter.fen(&game).map(|fen| setup(&fen));
        if let Reply::Native(Err(why)) | Reply::Composed(Err(why)) = written {
            return Response::Silent(why);
        }
        said(written, |setup| setup.map(|setup| Answer::Setup(Some(Box::new(setup)))))
    }

    /// What the library's FEN says; it is written and read once for each position.
    fn by_the_fen(&self, question: &Question) -> Response {
        let written = self
            .setup
            .get_or_init(|| self.adapter.fen(&self.game).map(|fen| written(&fen, self.chess960)));
        said(written.as_ref(), |setup| {
            let setup = setup.as_ref().map_err(String::clone)?;
            question.read_from(setup).ok_or_else(|| format!("no FEN answers {question}"))
        })
    }

    fn claim(&self, ground: Ground, written: Option<Move>) -> Response {
        let written = written.map(Move::text);
        let written = written.as_ref().map(MoveText::as_str);
        is(self.adapter.may_claim(&self.game, Some(ground), written))
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

/// What a library writes of a game, of Chess960 or not.
pub(super) fn written(fen: &str, chess960: bool) -> Result<Setup, String> {
    match chess960 {
        true => Setup::from_x_fen(fen).map_err(|error| format!("{error}")),
        false => setup(fen),
    }
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
