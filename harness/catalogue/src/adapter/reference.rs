use std::{cell::OnceCell, sync::Arc};

use super::{
    About, GameSession, Implementation, Response, Scenario, reference_answer::ReferenceAnswer,
};
use crate::question::{
    Answer, GameQuestion, HistoryQuestion, MaterialQuestion, NotationQuestion, PositionQuestion,
    Question,
};
use lawbook::{
    board::Square,
    dead::{self, DEFAULT_LIMIT, material},
    notation::{find_san, write_san_before},
    position::{Move, Position, PositionWithChecks, Setup},
    rules::{
        Act, Decision, Game, Outcome, Refused, Ruling, SearchBudget, SearchCache, Termination,
    },
};

/// The adjudicator of this crate as an implementation. It answers every question under every rule set.
///
/// It caches search results, because the same line is often judged under several rule sets.
#[derive(Clone, Debug, Default)]
pub struct Reference {
    cache: Arc<SearchCache>,
}

impl Implementation for Reference {
    fn about(&self) -> About {
        About {
            endings: &Termination::ALL,
            gives_rulings: true,
            chess960: true,
            ..About::new(Reference::NAME, env!("CARGO_PKG_VERSION"))
        }
    }

    fn ask(&self, scenario: &Scenario, questions: &[Question]) -> Vec<Response> {
        let start = match Position::from_playable(&scenario.setup) {
            Ok(start) => start,
            Err(error) => {
                let refused =
                    |question: &Question| match *question == PositionQuestion::Setup.into() {
                        true => ReferenceAnswer::Is(false).response(),
                        false => Response::SetupRefused(error.to_string()),
                    };
                return questions.iter().map(refused).collect();
            }
        };
        let mut underway =
            ReferenceSession::new(self.game(scenario, start), self.budget(), &scenario.setup);
        for (place, act) in scenario.acts.iter().enumerate() {
            let last = place + 1 == scenario.acts.len();
            if underway.act(act).is_err() && !last {
                let why = underway.ruling.reason.explain(scenario.rule_set);
                let refused = Response::MoveRefused(format!("{act}: {why}"));
                return questions.iter().map(|_| refused.clone()).collect();
            }
        }
        questions.iter().map(|question| underway.ask(question)).collect()
    }

    /// Starts a session. To save time, the search for dead positions runs only if the ruling is asked for.
    fn start_game(&self, scenario: &Scenario) -> Result<Box<dyn GameSession + '_>, Response> {
        Ok(Box::new(self.underway(scenario)?))
    }
}

impl Reference {
    /// The name of the reference implementation.
    pub const NAME: &str = "lawbook";

    /// Like [`start_game`](Implementation::start_game), but returns the concrete type, which gives access to the line.
    pub fn underway(&self, scenario: &Scenario) -> Result<ReferenceSession, Response> {
        let start = Position::from_playable(&scenario.setup)
            .map_err(|error| Response::SetupRefused(error.to_string()))?;
        let budget = SearchBudget::MATERIAL_EACH_MOVE.cached(&self.cache);
        let game = Game::in_event(scenario.rule_set, scenario.event, start, budget);
        let mut session = ReferenceSession::new(game, self.budget(), &scenario.setup);
        scenario.acts.iter().try_for_each(|act| session.act(act))?;
        Ok(session)
    }

    /// Returns the ruling on the last act of a line, with its reason.
    ///
    /// Returns `None` if the setup is illegal.
    pub fn rule(&self, scenario: &Scenario) -> Option<Ruling> {
        let mut game = self.game(scenario, Position::from_playable(&scenario.setup).ok()?);
        let before = game.standing();
        Some(scenario.acts.iter().fold(before, |_, act| game.act(act)))
    }

    /// Returns the game at the start of a line, before any act, with the search budget of this reference.
    pub fn game(&self, scenario: &Scenario, start: Position) -> Game {
        Game::in_event(scenario.rule_set, scenario.event, start, self.budget())
    }

    fn budget(&self) -> SearchBudget {
        SearchBudget::DEFAULT.cached(&self.cache)
    }
}

/// A game with the ruling on its last act.
pub struct ReferenceSession {
    game: Game,
    ruling: Ruling,
    /// The budget for the search whether the position is dead.
    budget: SearchBudget,
    /// The en passant square that the setup names.
    passed_before: Option<Square>,
    /// Check and mate information of the current position, computed on first use.
    checks: OnceCell<PositionWithChecks>,
}

impl GameSession for ReferenceSession {
    fn play(&mut self, played: Move) -> Result<(), Response> {
        self.act(&Act::MoveAndPress { mv: played })
    }

    fn ask(&self, question: &Question) -> Response {
        self.right(question).response()
    }
}

impl ReferenceSession {
    /// Returns the positions and moves of the game.
    pub const fn line(&self) -> &lawbook::position::Line {
        self.game.line()
    }

    /// Returns whether the game is over after the last act.
    pub fn is_over(&self) -> bool {
        matches!(self.decision(), Decision::Over(_))
    }

    /// Returns the decision after the last act. A dead position ends the game although the ruling may not have searched
    /// for it.
    fn decision(&self) -> Decision {
        let is_dead =
            || self.game.rule_set().is_dead(self.game.position(), &self.budget) == Some(true);
        match self.ruling.decision {
            Decision::PlayOn if is_dead() => {
                Decision::Over(Outcome::draw(Termination::DeadPosition))
            }
            decision => decision,
        }
    }

    /// Returns the right answer to a question.
    pub fn right(&self, question: &Question) -> ReferenceAnswer<'_> {
        match question {
            Question::Game(question) => self.about_the_game(question),
            Question::History(question) => self.about_history(question),
            Question::Position(question) => self.about_the_position(question),
            Question::Material(question) => self.about_material(question),
            Question::Notation(question) => self.about_notation(question),
        }
    }

    fn new(game: Game, budget: SearchBudget, setup: &Setup) -> ReferenceSession {
        let (ruling, passed_before) = (game.standing(), setup.passed_square());
        ReferenceSession { ruling, game, budget, passed_before, checks: OnceCell::new() }
    }

    fn act(&mut self, act: &Act) -> Result<(), Response> {
        self.checks.take();
        self.ruling = self.game.act(act);
        if self.ruling.decision == Decision::Refused(Refused::Move) {
            return Err(Response::MoveRefused(act.to_string()));
        }
        Ok(())
    }

    fn about_the_game(&self, question: &GameQuestion) -> ReferenceAnswer<'_> {
        let ReferenceSession { game, ruling, .. } = self;
        match question {
            GameQuestion::Ruling => ReferenceAnswer::Ruling(self.decision()),
            GameQuestion::Orders => {
                let mut orders = ruling.orders.clone();
                orders.sort_unstable();
                answer(Answer::Orders(orders))
            }
            GameQuestion::Claimable => ReferenceAnswer::Is(!game.claims().is_empty()),
            GameQuestion::Claim { ground, written } => {
                let by = game.position().turn();
                let is_right = game.check_claim(by, *ground, *written).is_ok();
                ReferenceAnswer::Is(game.outcome().is_none() && is_right)
            }
            GameQuestion::Seconds { side: color } => match game.milliseconds(*color) {
                Some(left) => ReferenceAnswer::Count(left / 1000),
                None => unsupported("the event counts no time"),
            },
        }
    }

    fn about_history(&self, question: &HistoryQuestion) -> ReferenceAnswer<'_> {
        let (game, position) = (&self.game, self.game.position());
        match question {
            HistoryQuestion::Occurrences => ReferenceAnswer::Count(game.occurrences()),
            HistoryQuestion::SameAs { ply } => {
                let earlier = game.positions().get(*ply);
                ReferenceAnswer::Is(earlier.is_some_and(|earlier| earlier.same_position(position)))
            }
            HistoryQuestion::HalfmoveClock => {
                ReferenceAnswer::Count(u32::from(position.halfmove_clock()))
            }
            HistoryQuestion::FullmoveNumber => ReferenceAnswer::Count(position.fullmove_number()),
            HistoryQuestion::Occurred { times } => {
                ReferenceAnswer::Is(game.occurrences() >= *times)
            }
            HistoryQuestion::Plies { count } => {
                ReferenceAnswer::Is(u32::from(position.halfmove_clock()) >= *count)
            }
            HistoryQuestion::Drawn => ReferenceAnswer::Is(match self.has_no_move() {
                true => !self.with_checks().is_check(),
                false => {
                    let is_due = game.occurrences() >= 3 || position.halfmove_clock() >= 100;
                    is_due || material::is_insufficient(position.placement())
                }
            }),
            HistoryQuestion::Undo | HistoryQuestion::Again => answer(Answer::Changes(Vec::new())),
        }
    }

    fn about_the_position(&self, question: &PositionQuestion) -> ReferenceAnswer<'_> {
        let position = self.game.position();
        match question {
            PositionQuestion::Setup => ReferenceAnswer::Is(true),
            PositionQuestion::Check => ReferenceAnswer::Is(self.with_checks().is_check()),
            PositionQuestion::Checkmate => {
                ReferenceAnswer::Is(self.with_checks().is_check() && self.has_no_move())
            }
            PositionQuestion::Stalemate => {
                ReferenceAnswer::Is(!self.with_checks().is_check() && self.has_no_move())
            }
            PositionQuestion::LegalMoves => {
                answer(Answer::Moves(self.with_checks().sorted_legal_moves()))
            }
            PositionQuestion::MovesFrom { square } => {
                let mut moves = self.with_checks().sorted_legal_moves();
                moves.retain(|legal| legal.from == *square);
                answer(Answer::Moves(moves))
            }
            PositionQuestion::Placement => ReferenceAnswer::Placement(position.placement()),
            PositionQuestion::Turn => ReferenceAnswer::Player(position.turn()),
            PositionQuestion::Castling => ReferenceAnswer::Castling(position.castling()),
            PositionQuestion::IsLight { square } => ReferenceAnswer::Is(square.is_light()),
            PositionQuestion::Checkers => ReferenceAnswer::Squares(self.with_checks().checkers()),
            PositionQuestion::Attacks { square } => {
                ReferenceAnswer::Squares(position.attacked_from(*square))
            }
            PositionQuestion::Pinned => answer(Answer::Pairs(position.shielding())),
            PositionQuestion::Refuses { moves } => {
                let mut refused = moves.clone();
                refused.retain(|&tried| !position.is_legal(tried));
                refused.sort_unstable();
                answer(Answer::Moves(refused))
            }
        }
    }

    fn about_material(&self, question: &MaterialQuestion) -> ReferenceAnswer<'_> {
        let position = self.game.position();
        match question {
            MaterialQuestion::Insufficient => {
                ReferenceAnswer::Is(material::is_insufficient(position.placement()))
            }
            MaterialQuestion::Dead => searched(dead::is_dead(position, DEFAULT_LIMIT)),
            MaterialQuestion::CanMate { side } => {
                searched(dead::search(position, *side, DEFAULT_LIMIT).0.decided())
            }
        }
    }

    fn about_notation(&self, question: &NotationQuestion) -> ReferenceAnswer<'_> {
        let position = self.game.position();
        answer(match question {
            NotationQuestion::San => match self.last_move() {
                Some((before, played)) => {
                    Answer::Text(write_san_before(self.with_checks(), before, played))
                }
                None => return unsupported("no move has been played"),
            },
            NotationQuestion::Fen => {
                let setup = Setup { en_passant: self.passed_square(), ..position.setup() };
                Answer::Fen(setup.to_string())
            }
            NotationQuestion::Reads { text } => Answer::Read(find_san(position, text)),
            NotationQuestion::ReadsUci { text } => {
                Answer::Read(text.parse().ok().filter(|&read| position.is_legal(read)))
            }
            NotationQuestion::ReadsFen { text } => Answer::Setup(read_fen(text).map(Box::new)),
        })
    }

    /// Returns the last move with the position before it.
    fn last_move(&self) -> Option<(&Position, Move)> {
        let last = self.game.line().last_ply()?;
        Some((last.before, last.played))
    }

    /// The square that a pawn has just passed in a double step, whether or not it can be captured.
    fn passed_square(&self) -> Option<Square> {
        self.last_move().map_or(self.passed_before, |(before, played)| before.passed_square(played))
    }

    fn with_checks(&self) -> &PositionWithChecks {
        self.checks.get_or_init(|| PositionWithChecks::new(*self.game.position()))
    }

    fn has_no_move(&self) -> bool {
        !self.with_checks().has_legal_move()
    }
}

fn answer<'a>(answer: Answer) -> ReferenceAnswer<'a> {
    ReferenceAnswer::Other(Response::Answer { answer, native: true })
}

fn unsupported<'a>(why: &str) -> ReferenceAnswer<'a> {
    ReferenceAnswer::Other(Response::Unsupported(why.to_owned()))
}

fn searched<'a>(found: Option<bool>) -> ReferenceAnswer<'a> {
    found.map_or_else(
        || ReferenceAnswer::Other(Response::Silent("the search reached its limit".to_owned())),
        ReferenceAnswer::Is,
    )
}

/// Parses a FEN; `None` if it is invalid or the setup is illegal.
fn read_fen(text: &str) -> Option<Setup> {
    let setup: Setup = text.parse().ok()?;
    Some(Position::from_playable(&setup).ok()?.setup())
}
