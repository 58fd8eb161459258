use super::{About, Implementation, Line, Said, Walk};
use crate::{
    catalogue::{Answer, Question},
    dead::{self, material},
    notation::{read_san, read_uci, write_san},
    position::{Move, Position, Setup},
    rules::{Act, Decision, Game, Refused, RuleSet, Ruling, Termination},
};

/// Our own adjudicator, asked like any other implementation; it answers under every rule set.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reference;

impl Implementation for Reference {
    fn about(&self) -> About {
        About {
            name: "lawbook".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            rule_set: RuleSet::LATEST,
            endings: &Termination::ALL,
        }
    }

    fn ask(&self, line: &Line, questions: &[Question]) -> Vec<Said> {
        let start = match Position::new(&line.setup) {
            Ok(start) => start,
            Err(error) => {
                let refused = |question: &Question| match question {
                    Question::Setup => answer(Answer::Is(false)),
                    _ => Said::SetupRefused(error.to_string()),
                };
                return questions.iter().map(refused).collect();
            }
        };
        let mut game = Game::in_event(line.rule_set, line.event, start);
        let mut ruling = game.standing();
        for (place, act) in line.acts.iter().enumerate() {
            ruling = game.act(act);
            let last = place + 1 == line.acts.len();
            if ruling.decision == Decision::Refused(Refused::Move) && !last {
                let why = ruling.reason.explain(line.rule_set);
                let said = Said::MoveRefused(format!("{act}: {why}"));
                return questions.iter().map(|_| said.clone()).collect();
            }
        }
        questions.iter().map(|question| reply(&game, &ruling, question)).collect()
    }

    /// On a walk a game ends by a dead position only if the men alone make it dead.
    fn walk(&self, line: &Line) -> Result<Box<dyn Walk + '_>, Said> {
        let start =
            Position::new(&line.setup).map_err(|error| Said::SetupRefused(error.to_string()))?;
        let game = Game::by_men_alone(line.rule_set, line.event, start);
        let mut walk = Underway { ruling: game.standing(), game };
        line.acts.iter().try_for_each(|act| walk.act(act))?;
        Ok(Box::new(walk))
    }
}

/// A game and the ruling on the last act in it.
struct Underway {
    game: Game,
    ruling: Ruling,
}

impl Underway {
    fn act(&mut self, act: &Act) -> Result<(), Said> {
        self.ruling = self.game.act(act);
        match self.ruling.decision {
            Decision::Refused(Refused::Move) => Err(Said::MoveRefused(act.to_string())),
            _ => Ok(()),
        }
    }
}

impl Walk for Underway {
    fn play(&mut self, played: Move) -> Result<(), Said> {
        self.act(&Act::Complete(played))
    }

    fn ask(&self, question: &Question) -> Said {
        reply(&self.game, &self.ruling, question)
    }
}

impl Reference {
    /// The ruling on the last act of a line, with its reason.
    ///
    /// `None` if the setup cannot be played.
    pub fn rule(line: &Line) -> Option<Ruling> {
        let start = Position::new(&line.setup).ok()?;
        let mut game = Game::in_event(line.rule_set, line.event, start);
        let before = game.standing();
        Some(line.acts.iter().fold(before, |_, act| game.act(act)))
    }
}

fn answer(answer: Answer) -> Said {
    Said::Answer { answer, native: true }
}

fn searched(found: Option<bool>) -> Said {
    found.map_or_else(
        || Said::Silent("the search reached its limit".to_owned()),
        |found| answer(Answer::Is(found)),
    )
}

/// The setup of a FEN that can be played.
fn read_fen(text: &str) -> Option<Setup> {
    text.parse().ok().map(|position: Position| position.setup())
}

fn reply(game: &Game, ruling: &Ruling, question: &Question) -> Said {
    let position = game.position();
    let on_move = position.turn();
    answer(match question {
        Question::Setup => Answer::Is(true),
        Question::Ruling => Answer::Ruling(ruling.decision),
        Question::Orders => {
            let mut orders: Vec<String> =
                ruling.orders.iter().map(|order| order.to_string()).collect();
            orders.sort_unstable();
            Answer::Orders(orders)
        }
        Question::Claimable => Answer::Is(!game.claims().is_empty()),
        Question::Claim(ground, written) => Answer::Is(
            game.outcome().is_none() && game.check_claim(on_move, *ground, *written).is_ok(),
        ),
        Question::Occurrences => Answer::Count(game.occurrences()),
        Question::SameAs(ply) => {
            let earlier = game.positions().get(*ply);
            Answer::Is(earlier.is_some_and(|earlier| earlier.same_position(position)))
        }
        Question::HalfmoveClock => Answer::Count(u32::from(position.halfmove_clock())),
        Question::Check => Answer::Is(position.is_check()),
        Question::Checkmate => Answer::Is(position.is_checkmate()),
        Question::Stalemate => Answer::Is(position.is_stalemate()),
        Question::InsufficientMaterial => {
            Answer::Is(material::is_insufficient(position.placement()))
        }
        Question::Dead => return searched(dead::is_dead(position)),
        Question::CanMate(side) => return searched(dead::can_mate(position, *side).decided()),
        Question::LegalMoves => {
            let mut moves = position.legal_moves();
            Move::sort(&mut moves);
            Answer::Moves(moves)
        }
        Question::San => match (game.moves().last(), game.positions().iter().nth_back(1)) {
            (Some(&played), Some(before)) => Answer::Text(write_san(before, played)),
            _ => return Said::Unsupported("no move has been played".to_owned()),
        },
        Question::Reads(text) => Answer::Read(read_san(position, text).ok()),
        Question::ReadsUci(text) => Answer::Read(read_uci(position, text).ok()),
        Question::ReadsFen(text) => Answer::Setup(read_fen(text).map(Box::new)),
        Question::Placement => Answer::Placement(Box::new(*position.placement())),
        Question::Turn => Answer::Player(on_move),
        Question::Castling => Answer::Text(position.castling().to_string()),
        Question::IsLight(square) => Answer::Is(square.is_light()),
        Question::Checkers => Answer::Squares(position.checkers().into_iter().collect()),
        Question::Attacks(square) => {
            Answer::Squares(position.attacked_from(*square).into_iter().collect())
        }
        Question::Pinned => Answer::Pairs(position.pinned()),
        Question::Skewered => Answer::Pairs(position.skewered()),
        Question::Discovered => match (game.moves().last(), game.positions().iter().nth_back(1)) {
            (Some(&played), Some(before)) => Answer::Pairs(position.discovered(before, played)),
            _ => return Said::Unsupported("no move has been played".to_owned()),
        },
        Question::Seconds(color) => match game.seconds(*color) {
            Some(seconds) => Answer::Count(seconds),
            None => return Said::Unsupported("the event counts no seconds".to_owned()),
        },
    })
}
