//! The [`Adapter`] trait and its mapping to questions, which makes every adapter an [`Implementation`]. A new question
//! that needs a new method extends both.

use std::{borrow::Cow, cell::OnceCell};

use super::{
    About, GameSession, Implementation, Moves, Probe, Refusal, Reply, Response, Scenario,
    catch_unwind::catch, probes, undo::Detours,
};
use crate::question::{
    Answer, GameQuestion, HistoryQuestion, MaterialQuestion, NotationQuestion, PositionQuestion,
    Question, ReportedResult,
};
use lawbook::{
    board::{Color, Square},
    position::{Move, MoveText, Setup},
    rules::{Act, ClaimGround, Termination},
};

/// The common interface of chess libraries under test.
///
/// Only [`about`](Adapter::about), [`set_up`](Adapter::set_up) and [`play`](Adapter::play) are
/// required. If the library does not keep the history of a game, the adapter keeps it in `Game` and returns the answers
/// that it derives from the history as [`Reply::Composed`].
///
/// ```
/// use lawbook_catalogue::adapter::{About, Adapter, Refusal, Reply};
/// use lawbook::{notation::read_uci, position::Position};
///
/// /// A library that supports positions but no history.
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
    /// The library's type for a game, or a position with the history that the adapter keeps.
    type Game;

    /// Returns the name, version and abilities of the library.
    fn about(&self) -> About;

    /// Sets up a position from a FEN with six fields. The text may also be an invalid FEN, which the library should
    /// reject.
    ///
    /// # Errors
    ///
    /// Returns the library's message if it rejects the setup.
    fn set_up(&self, fen: &str) -> Result<Self::Game, Refusal>;

    /// Plays a move in UCI. Castling is written as the king's move.
    ///
    /// # Errors
    ///
    /// Returns the library's message if it rejects the move.
    fn play(&self, game: &mut Self::Game, uci: &str) -> Result<(), Refusal>;

    /// Takes back the last move, which has just been played. `lawbook` compares the answers before and after.
    ///
    /// # Errors
    ///
    /// Returns the library's message if it cannot take the move back.
    fn take_back(&self, _game: &mut Self::Game) -> Result<Reply<()>, Refusal> {
        Ok(unsupported())
    }

    /// Performs an act that is not a move: an offer, a claim, a resignation, a flag fall.
    ///
    /// # Errors
    ///
    /// Returns the library's message if it rejects the act.
    fn act(&self, _game: &mut Self::Game, _act: &Act) -> Result<Reply<()>, Refusal> {
        Ok(unsupported())
    }

    /// Gives a move that may be illegal to the library's function that plays a move, or that checks a move before it is
    /// played, and says whether the move was taken. The game is not used any further.
    fn try_move(&self, _game: &mut Self::Game, _uci: &str) -> Reply<bool> {
        unsupported()
    }

    /// Returns all legal moves, in any order.
    fn legal_moves(&self, _game: &Self::Game) -> Reply<Moves> {
        unsupported()
    }

    /// Returns whether the side to move is in check.
    fn is_check(&self, _game: &Self::Game) -> Reply<bool> {
        unsupported()
    }

    /// Returns the squares of the pieces that give check to the side to move, as in `e4`, in any order.
    fn checkers(&self, _game: &Self::Game) -> Reply<Vec<String>> {
        unsupported()
    }

    /// Returns the squares of the enemy pieces attacked by the piece on a square, in any order.
    fn attacks(&self, _game: &Self::Game, _square: &str) -> Reply<Vec<String>> {
        unsupported()
    }

    /// Returns whether the side to move is checkmated.
    fn is_checkmate(&self, _game: &Self::Game) -> Reply<bool> {
        unsupported()
    }

    /// Returns whether the side to move is stalemated.
    fn is_stalemate(&self, _game: &Self::Game) -> Reply<bool> {
        unsupported()
    }

    /// Returns whether the material alone rules out mate by either side.
    fn is_insufficient_material(&self, _game: &Self::Game) -> Reply<bool> {
        unsupported()
    }

    /// Returns whether the position is dead: neither side can mate by any series of legal moves.
    fn is_dead(&self, _game: &Self::Game) -> Reply<bool> {
        unsupported()
    }

    /// Returns whether one side can mate by some series of legal moves.
    fn can_mate(&self, _game: &Self::Game, _side: Color) -> Reply<bool> {
        unsupported()
    }

    /// Returns how the game has ended according to the library; `None` if it continues.
    fn ended(&self, _game: &Self::Game) -> Reply<Option<ReportedResult>> {
        unsupported()
    }

    /// Returns whether the side to move may claim a draw, on this ground or, without one, on any. With a written move
    /// (in UCI) the claim is about the position after that move.
    fn may_claim(
        &self,
        _game: &Self::Game,
        _ground: Option<ClaimGround>,
        _written: Option<&str>,
    ) -> Reply<bool> {
        unsupported()
    }

    /// Returns how often the current position has occurred in the game.
    fn occurrences(&self, _game: &Self::Game) -> Reply<u32> {
        unsupported()
    }

    /// Whether the position on the board has occurred at least this many times.
    fn has_occurred(&self, _game: &Self::Game, _times: u32) -> Reply<bool> {
        unsupported()
    }

    /// Whether at least this many plies have been played since the last capture or pawn move.
    fn has_plies(&self, _game: &Self::Game, _count: u32) -> Reply<bool> {
        unsupported()
    }

    /// Returns whether the current position is the same as the position after the given number of plies.
    fn is_same_as(&self, _game: &Self::Game, _ply: usize) -> Reply<bool> {
        unsupported()
    }

    /// Returns the number of plies since the last capture or pawn move.
    fn halfmove_clock(&self, _game: &Self::Game) -> Reply<u32> {
        unsupported()
    }

    /// Returns the last move in SAN.
    fn san(&self, _game: &Self::Game) -> Reply<String> {
        unsupported()
    }

    /// Parses a move in SAN. Returns it in UCI, or `None` if the library rejects it.
    fn read_san(&self, _game: &Self::Game, _text: &str) -> Reply<Option<String>> {
        unsupported()
    }

    /// Parses a legal move in UCI. Returns it in UCI, or `None` if the library rejects it.
    fn read_uci(&self, _game: &Self::Game, _text: &str) -> Reply<Option<String>> {
        unsupported()
    }

    /// The FEN of the position, as the library writes it. The pieces, the turn, the castling rights and the number of the
    /// move are taken from it too.
    fn fen(&self, _game: &Self::Game) -> Reply<String> {
        unsupported()
    }

    /// Returns whether a square, as in `e4`, is light.
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

    fn ask(&self, scenario: &Scenario, questions: &[Question]) -> Vec<Response> {
        ask(self, scenario, questions, false)
    }

    fn start_game(&self, scenario: &Scenario) -> Result<Box<dyn GameSession + '_>, Response> {
        Ok(Box::new(Conversation::new(self, scenario, false)?))
    }

    fn taking_back(&self) -> Option<Box<dyn Implementation + '_>> {
        let mut game = catch(|| self.set_up(&Setup::start().to_string())).ok()?.ok()?;
        catch(|| self.play(&mut game, "e2e4")).ok()?.ok()?;
        match catch(|| self.take_back(&mut game)) {
            Ok(Ok(Reply::Silent(_) | Reply::Unsupported(_))) => None,
            Ok(Ok(Reply::Native(()) | Reply::Composed(())) | Err(_)) | Err(_) => {
                Some(Box::new(TakingBack(self)))
            }
        }
    }
}

/// An adapter with other moves played and taken back on the way.
struct TakingBack<'a, A>(&'a A);

impl<A: Adapter> Implementation for TakingBack<'_, A> {
    fn about(&self) -> About {
        self.0.about()
    }

    fn ask(&self, scenario: &Scenario, questions: &[Question]) -> Vec<Response> {
        ask(self.0, scenario, questions, true)
    }

    fn start_game(&self, scenario: &Scenario) -> Result<Box<dyn GameSession + '_>, Response> {
        Ok(Box::new(Conversation::new(self.0, scenario, true)?))
    }
}

fn ask<A: Adapter>(
    adapter: &A,
    scenario: &Scenario,
    questions: &[Question],
    takes_back: bool,
) -> Vec<Response> {
    match Conversation::new(adapter, scenario, takes_back) {
        Ok(conversation) => questions.iter().map(|question| conversation.ask(question)).collect(),
        Err(response) => questions
            .iter()
            .map(|question| refused(adapter, scenario, question, &response))
            .collect(),
    }
}

/// Returns the response to a question about a line on which the library failed. A question that the adapter does not
/// support in any case is reported as unsupported and not as a failure.
fn refused<A: Adapter>(
    adapter: &A,
    scenario: &Scenario,
    question: &Question,
    response: &Response,
) -> Response {
    if *question != PositionQuestion::Setup.into() {
        let unsupported = if response.is_failure() {
            unsupported_elsewhere(adapter, scenario, question)
        } else {
            None
        };
        return unsupported.unwrap_or_else(|| response.clone());
    }
    match response {
        Response::SetupRefused(_) => Response::Answer { answer: Answer::Is(false), native: true },
        _ => response.clone(),
    }
}

/// Returns the reason if the adapter does not support this kind of question, or an act of the line on which the answer
/// depends; `None` if it does. Determined by asking the probes.
fn unsupported_elsewhere<A: Adapter>(
    adapter: &A,
    scenario: &Scenario,
    question: &Question,
) -> Option<Response> {
    let ruling = Question::Game(GameQuestion::Ruling);
    let name = question.sent_as();
    unsupported_in(adapter, |probe| probe.question.sent_as() == name).or_else(|| {
        let acts = scenario.acts.iter().filter(|_| *question == ruling).map(Act::name);
        acts.filter(|name| *name != "move").find_map(|name| {
            let has_act = |probe: &Probe| {
                probe.question == ruling && probe.scenario.acts.iter().any(|act| act.name() == name)
            };
            unsupported_in(adapter, has_act)
        })
    })
}

/// Returns the reason if the adapter supports none of the selected probes; `None` if it supports one or fails on all.
fn unsupported_in<A: Adapter>(adapter: &A, is_asked: impl Fn(&Probe) -> bool) -> Option<Response> {
    let mut unsupported = None;
    for probe in probes().iter().filter(|probe| is_asked(probe)) {
        let Ok(conversation) = Conversation::new(adapter, &probe.scenario, false) else { continue };
        match conversation.ask(&probe.question) {
            response @ Response::Unsupported(_) => unsupported = Some(response),
            _ => return None,
        }
    }
    unsupported
}

struct Conversation<'a, A: Adapter> {
    adapter: &'a A,
    game: A::Game,
    /// The setup and the acts so far.
    scenario: Scenario,
    /// The moves that are played and taken back on the way, if any are.
    detours: Option<Detours>,
    /// The endings that the library detects, queried on first use.
    endings: OnceCell<&'static [Termination]>,
    /// `Ok` if the adapter supported all acts other than moves so far; otherwise the reason of the first unsupported
    /// one.
    acts: Result<(), String>,
    /// Whether it is a Chess960 game, where the library's FENs are parsed as X-FEN.
    chess960: bool,
    /// The parsed FEN of the current position, queried on first use.
    setup: OnceCell<Reply<Result<Setup, String>>>,
}

impl<A: Adapter> GameSession for Conversation<'_, A> {
    fn play(&mut self, played: Move) -> Result<(), Response> {
        let text = played.text();
        let uci = text.as_str();
        self.setup.take();
        if let Some(detours) = &mut self.detours {
            let tried = detours.before(played);
            tried.into_iter().try_for_each(|tried| self.play_and_take_back(tried))?;
        }
        self.scenario.acts.push(Act::MoveAndPress { mv: played });
        catch(|| self.adapter.play(&mut self.game, uci))
            .map_err(|message| Response::Panicked(format!("while playing {uci}: {message}")))?
            .map_err(|Refusal(message)| Response::MoveRefused(format!("{uci}: {message}")))
    }

    fn ask(&self, question: &Question) -> Response {
        catch(|| self.answer(question)).unwrap_or_else(Response::Panicked)
    }

    fn ask_all(&self, questions: &[&Question], responses: &mut Vec<Response>) {
        let mut rest = questions.iter();
        // A panic is the response to one question; the questions after it are still asked.
        while !rest.as_slice().is_empty() {
            let asked = catch(|| {
                for question in rest.by_ref() {
                    responses.push(self.answer(question));
                }
            });
            responses.extend(asked.err().map(Response::Panicked));
        }
    }
}

impl<'a, A: Adapter> Conversation<'a, A> {
    /// Sets up the position of a line and plays its acts.
    fn new(
        adapter: &'a A,
        scenario: &Scenario,
        takes_back: bool,
    ) -> Result<Conversation<'a, A>, Response> {
        let chess960 = scenario.setup.castling.is_chess960();
        if let Some(response) = Adapter::about(adapter).declines(scenario) {
            return Err(response);
        }
        let game = catch(|| adapter.set_up(&scenario.setup.to_string()))
            .map_err(|message| Response::Panicked(format!("while setting up: {message}")))?
            .map_err(|Refusal(message)| Response::SetupRefused(message))?;
        let is_all_moves = takes_back && scenario.acts.iter().all(|act| act.played().is_some());
        let mut conversation = Conversation {
            adapter,
            game,
            scenario: Scenario {
                setup: scenario.setup,
                acts: Vec::new(),
                rule_set: scenario.rule_set,
                event: scenario.event,
            },
            detours: is_all_moves.then(|| Detours::new(&scenario.setup, scenario.acts.len())),
            endings: OnceCell::new(),
            acts: Ok(()),
            chess960,
            setup: OnceCell::new(),
        };
        conversation.line(&scenario.acts)?;
        let at_the_end = conversation.detours.map(|detours| detours.at_the_end());
        let mut at_the_end = at_the_end.into_iter().flatten();
        at_the_end.try_for_each(|tried| conversation.play_and_take_back(tried))?;
        Ok(conversation)
    }

    /// Plays a move and takes it back, unless the library refuses to play it.
    fn play_and_take_back(&mut self, tried: Move) -> Result<(), Response> {
        let text = tried.text();
        let uci = text.as_str();
        let taken = catch(|| {
            self.adapter.play(&mut self.game, uci).is_err()
                || self.adapter.take_back(&mut self.game).is_ok()
        });
        match taken {
            Ok(true) => Ok(()),
            Ok(false) => Err(Response::MoveRefused(format!("{uci} cannot be taken back"))),
            Err(message) => Err(Response::Panicked(format!("while taking {uci} back: {message}"))),
        }
    }

    fn line(&mut self, acts: &[Act]) -> Result<(), Response> {
        for act in acts {
            if act.may_leave_legal_line() {
                return Err(Response::Unsupported("a library takes legal moves only".to_owned()));
            }
            match act.played() {
                Some(played) => self.play(played)?,
                None if self.acts.is_ok() => {
                    self.scenario.acts.push(*act);
                    let taken =
                        catch(|| self.adapter.act(&mut self.game, act)).map_err(|message| {
                            Response::Panicked(format!("at \"{act}\": {message}"))
                        })?;
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
                    to_response(adapter.ended(game), |ended| Ok(Answer::Ended { ended, knows }))
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
            HistoryQuestion::Occurrences => to_response(adapter.occurrences(game), count),
            HistoryQuestion::SameAs { ply } => is(adapter.is_same_as(game, *ply)),
            HistoryQuestion::HalfmoveClock => to_response(adapter.halfmove_clock(game), count),
            HistoryQuestion::FullmoveNumber => self.by_the_fen(question),
            HistoryQuestion::Occurred { times } => is(adapter.has_occurred(game, *times)),
            HistoryQuestion::Plies { count } => is(adapter.has_plies(game, *count)),
            HistoryQuestion::Undo => {
                Response::Unsupported("the answers before and after are compared".to_owned())
            }
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
                to_response(adapter.legal_moves(game), |moves| moves.sorted().map(Answer::Moves))
            }
            PositionQuestion::Placement | PositionQuestion::Turn | PositionQuestion::Castling => {
                self.by_the_fen(question)
            }
            PositionQuestion::Checkers => to_response(adapter.checkers(game), squares),
            PositionQuestion::Attacks { square } => {
                to_response(adapter.attacks(game, square.name()), squares)
            }
            PositionQuestion::Pinned => {
                Response::Unsupported("a library looks for pins to the king alone".to_owned())
            }
            PositionQuestion::IsLight { square } => is(adapter.is_light(square.name())),
            PositionQuestion::Refuses { moves } => self.refuses(moves),
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
            to_response(read, |read| read.map(|uci| parse(&uci)).transpose().map(Answer::Read))
        };
        match question {
            NotationQuestion::San => to_response(adapter.san(game), |text| Ok(Answer::Text(text))),
            NotationQuestion::Fen => to_response(adapter.fen(game), |text| Ok(Answer::Fen(text))),
            NotationQuestion::Reads { text } => meant(adapter.read_san(game, text)),
            NotationQuestion::ReadsUci { text } => meant(adapter.read_uci(game, text)),
            NotationQuestion::ReadsFen { text } => self.reads_fen(text),
        }
    }

    /// Returns the library's own FEN of a setup that it parsed. A FEN with numbers that exceed our limits gives no
    /// claim.
    fn reads_fen(&self, text: &str) -> Response {
        let Ok(game) = self.adapter.set_up(text) else {
            return Response::Answer { answer: Answer::Setup(None), native: true };
        };
        let written = self.adapter.fen(&game).map(|fen| setup(&fen));
        if let Reply::Native(Err(why)) | Reply::Composed(Err(why)) = written {
            return Response::Silent(why);
        }
        to_response(written, |setup| setup.map(|setup| Answer::Setup(Some(Box::new(setup)))))
    }

    /// Answers a question from the library's FEN, which is queried and parsed once per position.
    fn by_the_fen(&self, question: &Question) -> Response {
        let written = self
            .setup
            .get_or_init(|| self.adapter.fen(&self.game).map(|fen| written(&fen, self.chess960)));
        to_response(written.as_ref(), |setup| {
            let setup = setup.as_ref().map_err(String::clone)?;
            question
                .read_from(setup)
                .ok_or_else(|| format!("an answer to {question} cannot be a FEN"))
        })
    }

    /// Which moves are refused, each tried in a game of its own.
    fn refuses(&self, moves: &[Move]) -> Response {
        let mut refused = Vec::new();
        let mut all_native = true;
        for tried in moves {
            let mut other = match Conversation::new(self.adapter, &self.scenario, false) {
                Ok(other) => other,
                Err(response) => return response,
            };
            let taken = match self.adapter.try_move(&mut other.game, tried.text().as_str()) {
                Reply::Native(taken) => taken,
                Reply::Composed(taken) => {
                    all_native = false;
                    taken
                }
                Reply::Silent(why) => return Response::Silent(why.into_owned()),
                Reply::Unsupported(why) => return Response::Unsupported(why.into_owned()),
            };
            refused.extend((!taken).then_some(*tried));
        }
        refused.sort_unstable();
        Response::Answer { answer: Answer::Moves(refused), native: all_native }
    }

    fn claim(&self, ground: ClaimGround, written: Option<Move>) -> Response {
        let written = written.map(Move::text);
        let written = written.as_ref().map(MoveText::as_str);
        is(self.adapter.may_claim(&self.game, Some(ground), written))
    }
}

fn is(reply: Reply<bool>) -> Response {
    to_response(reply, |is| Ok(Answer::Is(is)))
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
    Square::parse(name).ok_or_else(|| format!("{name:?} is not a square"))
}

pub(super) fn parse(uci: &str) -> Result<Move, String> {
    uci.parse().map_err(|error| format!("{error}"))
}

/// Parses a FEN written by a library: as X-FEN in a Chess960 game.
pub(super) fn written(fen: &str, chess960: bool) -> Result<Setup, String> {
    match chess960 {
        true => Setup::from_x_fen(fen).map_err(|error| format!("{error}")),
        false => setup(fen),
    }
}

pub(super) fn setup(fen: &str) -> Result<Setup, String> {
    fen.parse().map_err(|error| format!("{error}"))
}

/// Converts a reply to a response. A value of the wrong form is reported as a panic of the adapter.
fn to_response<T>(reply: Reply<T>, read: impl FnOnce(T) -> Result<Answer, String>) -> Response {
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
