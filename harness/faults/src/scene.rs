//! Cached answers of the reference, shared by many faults.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use lawbook::{
    position::Position,
    rules::{Act, Game},
};
use lawbook_catalogue::{
    adapter::{About, Implementation, Reference, Response, Scenario},
    question::Question,
};

use super::facts::Facts;
pub(super) use super::facts::Track;

/// Lines with the answers of the reference. The search for a line is linear, so a memory is for the lines of one case or
/// one game.
#[derive(Default)]
pub struct Memory {
    reference: Reference,
    scenes: Mutex<Vec<Arc<Scene>>>,
}

impl Memory {
    /// Returns the line with the answers of the reference, and keeps them.
    pub fn scene(&self, line: &Scenario) -> Arc<Scene> {
        let mut scenes = self.scenes.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(scene) = scenes.iter().find(|scene| scene.line == *line) {
            return Arc::clone(scene);
        }
        let mut scene = Scene::new(line, &self.reference);
        // One line under several rule sets has the same positions.
        if let Some(known) = scenes.iter().find(|known| known.has_positions_of(&scene)) {
            scene.facts = Arc::clone(&known.facts);
        }
        let scene = Arc::new(scene);
        scenes.push(Arc::clone(&scene));
        scene
    }
}

/// Answers as the reference, with the cache.
impl Implementation for Memory {
    fn about(&self) -> About {
        self.reference.about()
    }

    fn ask(&self, line: &Scenario, questions: &[Question]) -> Vec<Response> {
        self.scene(line).said(questions)
    }
}

/// A line, with the reference's state and answers.
pub struct Scene {
    pub(super) line: Scenario,
    reference: Reference,
    /// The game before the last act and at the end; `None` if the setup cannot be played.
    games: Option<(Game, Game)>,
    /// Cached batches of questions and their responses.
    said: Mutex<Vec<(Vec<Question>, Vec<Response>)>>,
    /// One for each position of the game.
    facts: Arc<[OnceLock<Facts>]>,
}

impl Scene {
    fn new(line: &Scenario, reference: &Reference) -> Scene {
        let games = Position::new(&line.setup).ok().map(|start| {
            let mut game = reference.game(line, start);
            let mut before = game.clone();
            for act in &line.acts {
                before = game.clone();
                game.act(act);
            }
            (before, game)
        });
        let positions = games.as_ref().map_or(0, |(_, game)| game.positions().len());
        Scene {
            line: line.clone(),
            reference: reference.clone(),
            games,
            said: Mutex::default(),
            facts: (0..positions).map(|_| OnceLock::new()).collect(),
        }
    }

    /// The positions of the game and its moves; none if the setup cannot be played.
    pub(super) fn track(&self) -> Option<Track<'_>> {
        self.game().map(|game| Track::new(&self.line, game.positions(), game.moves()))
    }

    /// The moves of the pieces at this ply of the game.
    pub(super) fn facts(&self, ply: usize) -> Option<&Facts> {
        let (facts, track) = (self.facts.get(ply)?, self.track()?);
        Some(facts.get_or_init(|| Facts::new(&track.until(ply))))
    }

    /// The moves of the pieces at the end of the game.
    pub(super) fn last_facts(&self) -> Option<&Facts> {
        self.facts(self.facts.len().checked_sub(1)?)
    }

    fn has_positions_of(&self, other: &Scene) -> bool {
        let positions = |scene: &Scene| scene.game().map(|game| game.positions().to_vec());
        self.line.setup == other.line.setup
            && self.line.acts == other.line.acts
            && self.facts.len() == other.facts.len()
            && positions(self) == positions(other)
    }

    /// The game at the end of the line.
    pub(super) fn game(&self) -> Option<&Game> {
        self.games.as_ref().map(|(_, game)| game)
    }

    /// The game before the last act, or at the start of a line without acts.
    pub(super) fn before(&self) -> Option<&Game> {
        self.games.as_ref().map(|(before, _)| before)
    }

    /// The last act.
    pub(super) fn last_act(&self) -> Option<Act> {
        self.line.acts.last().copied()
    }

    /// Whether the line ends with a move, or has no act.
    pub(super) fn is_after_move(&self) -> bool {
        self.last_act().is_none_or(|act| act.played().is_some())
    }

    /// Whether the game was over before the last act.
    pub(super) fn was_over(&self) -> bool {
        self.before().is_some_and(|game| game.outcome().is_some())
    }

    /// The reference's answers, from the cache if possible.
    pub(super) fn said(&self, questions: &[Question]) -> Vec<Response> {
        let mut said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, answers)) = said.iter().find(|(asked, _)| asked == questions) {
            return answers.clone();
        }
        let answers = self.reference.ask(&self.line, questions);
        said.push((questions.to_vec(), answers.clone()));
        answers
    }
}
