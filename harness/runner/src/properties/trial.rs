//! The trials of a strategy: setups, texts and acts derived from the positions of its games. Strategies whose subject
//! is the game itself have none.

use super::{
    AnswerDifference, Compared, Divergence, Plan, Played, SplitMix64, any_setup,
    compare::every_ply, divergence::ask, illegal_moves, plan::TestInput, random::mutate,
};
use lawbook::{
    board::{Color, Square},
    notation::write_san,
    position::{Move, Position, Setup},
    rules::{Act, ClaimGround, Event, Game, RuleSet, SearchBudget},
};
use lawbook_catalogue::{
    adapter::{Implementation, Response, Scenario},
    question::{
        Answer, GameQuestion, MaterialQuestion, NotationQuestion, PositionQuestion, Question,
    },
};

/// A question at the end of a line of play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Trial {
    pub(super) setup: Setup,
    pub(super) acts: Vec<Act>,
    pub(super) question: Question,
    /// The moves from the initial position to the setup, if the game of the plan leads there.
    reached_by: Option<Vec<Move>>,
}

impl Trial {
    /// Creates a question about a setup before any move.
    fn about(setup: Setup, question: Question) -> Trial {
        Trial { setup, acts: Vec::new(), question, reached_by: None }
    }

    /// Compares the library with the reference under the library's rule set, and counts the answer. Returns lenient
    /// readings of text too.
    ///
    /// If the library rejects the setup or fails on it, another question about that setup yields `None`: the trial that
    /// asks about the setup itself reports it. So does a refusal of a setup to which no known game leads, and a refusal of a
    /// move of a game that the library regards as over.
    pub(super) fn put_to(
        &self,
        library: &dyn Implementation,
        compared: &mut Compared,
    ) -> Option<Divergence> {
        let (line, question) = (self.scenario(library), self.question.clone());
        let response = ask(library, &line, &question);
        // A refused setup says nothing about another question.
        let is_refused = matches!(response, Response::SetupRefused(_));
        compared.answers += usize::from(response.is_scored() && !is_refused);
        compared.questions += usize::from(!is_refused);
        let mut found = Divergence::of(library, line, question, response)?;
        if found.is_refusal() {
            found.reached_by = self.reached_by.clone()?;
        }
        let setup = Question::Position(PositionQuestion::Setup);
        let fails = matches!(found.difference, AnswerDifference::Panics | AnswerDifference::Fails);
        let says = || ask(library, &found.scenario, &setup);
        let is_of_the_setup = found.question != setup
            && (is_refused && says().answer() != Some(&Answer::Is(true))
                || fails && says().answer().is_none());
        // A library that regards the game as over refuses every later move. That is reported once, where it ends.
        let is_of_the_end = found.difference == AnswerDifference::MoveRefused
            && (0..=found.scenario.acts.len()).any(|acts| {
                let mut line = found.scenario.clone();
                line.acts.truncate(acts);
                Divergence::at(library, line, GameQuestion::Ruling.into())
                    .is_some_and(|one| one.difference != AnswerDifference::MoveRefused)
            });
        (!is_of_the_setup && !is_of_the_end).then_some(found)
    }

    /// Returns whether the question is about this setup before any move, or about its FEN.
    fn is_of(&self, setup: &Setup) -> bool {
        match &self.question {
            Question::Notation(NotationQuestion::ReadsFen { text }) => *text == setup.to_string(),
            _ => self.setup == *setup,
        }
    }

    /// Returns the line of play under the library's rule set.
    fn scenario(&self, library: &dyn Implementation) -> Scenario {
        let Trial { setup, acts, .. } = self.clone();
        Scenario { setup, acts, rule_set: library.about().rule_set, event: Event::default() }
    }
}

impl TestInput {
    /// Returns the trials along the game of a plan; none if the subject is the game itself.
    pub(super) fn trials(self, plan: &Plan) -> Vec<Trial> {
        let along = |trial: fn(&Position, &mut SplitMix64) -> Option<Trial>| {
            let game = plan.play();
            let trials = game.positions().enumerate().filter_map(|(ply, position)| {
                let trial = trial(&position, &mut plan.rng(ply))?;
                let is_reached = game.start == Position::start() && trial.is_of(&position.setup());
                let reached_by = is_reached.then(|| game.moves[..ply].to_vec());
                Some(Trial { reached_by, ..trial })
            });
            trials.collect()
        };
        match self {
            TestInput::Games => Vec::new(),
            TestInput::Setups => along(|position, rng| {
                let setup = any_setup(position, rng);
                // A library that accepts an illegal setup must also survive the questions about it.
                let question = if rng.below(2) == 0 {
                    Question::Position(PositionQuestion::Setup)
                } else {
                    every_ply()[rng.below(every_ply().len())].clone()
                };
                Some(Trial::about(setup, question))
            }),
            TestInput::Texts => along(text),
            TestInput::Acts => acts(plan),
        }
    }
}

/// Creates a trial that reads a text, either correct or with characters changed.
fn text(position: &Position, rng: &mut SplitMix64) -> Option<Trial> {
    let legal = position.legal_moves();
    let read = legal.get(rng.below(legal.len().max(1))).copied();
    let written = |kind| match kind {
        0 => Some(position.setup().to_string()),
        1 => read.map(|one| one.to_string()),
        _ => read.map(|one| write_san(position, one)),
    };
    let kind = rng.below(3);
    let mut text = written(kind)?;
    match rng.below(4) {
        0 => {}
        1 if kind == 1 => text = any_move(position, rng)?.to_string(),
        _ => text = mutate(&text, rng),
    }
    Some(match kind {
        // A FEN is read independently of the position on the board.
        0 => Trial::about(Setup::start(), Question::Notation(NotationQuestion::ReadsFen { text })),
        1 => {
            Trial::about(position.setup(), Question::Notation(NotationQuestion::ReadsUci { text }))
        }
        _ => Trial::about(position.setup(), Question::Notation(NotationQuestion::Reads { text })),
    })
}

/// Returns an illegal move as in [`illegal_moves`], or a move of a piece of the side to move to any square.
fn any_move(position: &Position, rng: &mut SplitMix64) -> Option<Move> {
    let illegal = illegal_moves(position);
    if let Some(near) = illegal.get(rng.below(2 * illegal.len().max(1))) {
        return Some(*near);
    }
    let pieces = position.placement().color(position.turn());
    let from = pieces.into_iter().nth(rng.below(pieces.len().max(1) as usize))?;
    Some(Move::new(from, Square::from_index(rng.below(64))))
}

/// Creates trials with acts between the moves of a game, about half of them sensible. Each act is followed by the
/// question about the state of the game. Before a claim the trial also asks whether it is correct; after a flag fall or
/// resignation, whether the opponent can mate.
fn acts(plan: &Plan) -> Vec<Trial> {
    let Played { start, moves } = plan.play();
    let (setup, mut done, mut trials) = (start.setup(), Vec::new(), Vec::new());
    let mut game = Game::new(RuleSet::LATEST, start, SearchBudget::MATERIAL_ONLY);
    for (ply, &played) in moves.iter().enumerate() {
        let mut rng = plan.rng(ply);
        while rng.below(4) == 0 && game.outcome().is_none() {
            let act = random_act(game.position(), offered_by(&done), &mut rng);
            let trial = |question, acts: &[Act]| {
                let acts = acts.to_vec();
                Trial { acts, ..Trial::about(setup, question) }
            };
            if let Act::Claim { ground, written, .. } = act {
                trials.push(trial(Question::Game(GameQuestion::Claim { ground, written }), &done));
            }
            done.push(act);
            game.act(&act);
            trials.push(trial(Question::Game(GameQuestion::Ruling), &done));
            if let Act::Resign { by } | Act::FlagFalls { by } = act {
                trials.push(trial(
                    Question::Material(MaterialQuestion::CanMate { side: !by }),
                    &done,
                ));
            }
        }
        if game.outcome().is_some() {
            break;
        }
        done.push(Act::MoveAndPress { mv: played });
        game.act(&Act::MoveAndPress { mv: played });
    }
    trials
}

/// Returns a random act other than a move: an offer, claim, resignation, or flag fall.
///
/// Only the opponent of the player who made an offer accepts it, because a library need not check who accepts.
fn random_act(position: &Position, offered: Option<Color>, rng: &mut SplitMix64) -> Act {
    let by = Color::ALL[rng.below(2)];
    let ground = ClaimGround::ALL[rng.below(2)];
    let legal = position.legal_moves();
    let written = legal.get(rng.below(legal.len().max(1))).copied();
    match rng.below(22) {
        0..=5 => Act::Offer { by },
        6..=10 => offered.map_or(Act::Offer { by }, |by| Act::Accept { by: !by }),
        11..=13 => Act::Decline { by },
        14 => Act::WithdrawOffer { by },
        15..=17 => Act::Claim { by: position.turn(), ground, written: None },
        18 => Act::Claim { by: position.turn(), ground, written },
        19 => Act::Agree,
        20 => Act::FlagFalls { by },
        _ => Act::Resign { by },
    }
}

/// Returns the player who made the last offer.
fn offered_by(done: &[Act]) -> Option<Color> {
    let mut acts = done.iter().rev();
    acts.find_map(|act| if let Act::Offer { by } = act { Some(*by) } else { None })
}
