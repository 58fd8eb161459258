//! Learns entries for lists of known deviations from random games: finds a condition that holds for all differing
//! answers with the same diagnosis and for no agreeing answer.

use std::collections::BTreeMap;

use super::{
    Diagnosis, GameStrategy, IsLate, Search, SplitMix64, literal::separate, search::Observation,
};
use lawbook::{
    position::{Move, Setup},
    rules::Act,
};
use lawbook_catalogue::{
    Condition, Deviation, DeviationClass, EvalContext, InGames, Place,
    adapter::Implementation,
    question::{AnswerRecord, Question},
};

/// Maximum number of differing answers kept per diagnosis.
const DIFFERING: usize = 300;

/// Capacity of each reservoir of agreeing answers: one for all games, one for games with a differing answer.
const AGREEING: usize = 3000;

/// Minimum numbers of differing answers, and of games that contain them, for learning a condition.
const TOO_FEW: usize = 8;
const TOO_FEW_GAMES: usize = 3;

/// Maximum number of rounds. Each round after the first refines entries that leave a game unexplained.
const ROUNDS: usize = 4;

/// Games to learn from: the first `games` games of a [`Search`] with these strategies and this seed.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// The strategies; game `n` uses strategy `n` modulo their number.
    pub strategists: Vec<GameStrategy>,
    /// The seed of the search.
    pub seed: u64,
    /// The number of games, counted from game 0.
    pub games: u64,
}

/// The result of learning for one diagnosis.
#[derive(Clone, Debug)]
pub struct Learned {
    /// The diagnosis shared by all the differing answers.
    pub diagnosis: Diagnosis,
    /// Number of differing answers examined.
    pub differing: usize,
    /// Number of agreeing answers examined.
    pub agreeing: usize,
    /// Number of agreeing answers for which the condition holds as well. It is nonzero only for the fallback condition
    /// on a flaw of the setup, because such a setup may have a second flaw for which the library rejects it.
    pub exceptions: usize,
    /// A condition that holds for all differing answers and, apart from `exceptions`, for no agreeing one; `None` if no
    /// such condition is found.
    pub condition: Option<Condition>,
}

impl Learned {
    /// Describes for how many agreeing answers the condition holds, for example `none of 6000`.
    pub fn met_rightly(&self) -> String {
        match self.exceptions {
            0 => format!("none of {}", self.agreeing),
            some => format!("{some} of {}", self.agreeing),
        }
    }

    /// Returns the entry for the list of known deviations, or `None` if no condition was found.
    pub fn deviation(&self) -> Option<Deviation> {
        let Diagnosis { library, question, difference, .. } = &self.diagnosis;
        let condition = self.condition.clone()?;
        Some(Deviation {
            cases: Vec::new(),
            question: (*question).to_owned(),
            says: Some(AnswerRecord::Text(difference.words().to_owned())),
            class: DeviationClass::Unexplained,
            reason: format!(
                "inferred from random games: it holds of all {} answers that differ like this and of {} that agree; \
                 not yet reviewed",
                self.differing,
                self.met_rightly()
            ),
            source: None,
            cause: None,
            in_games: Some(InGames { questions: vec![(*question).to_owned()], when: condition }),
            versions: None,
            upstream: None,
            reported: None,
            fixed_in: None,
            policy: None,
            implementation: library.clone(),
            place: Place::default(),
        })
    }
}

/// Learns one condition per diagnosis from those disagreements in the games of `lessons` that `known` does not explain.
///
/// Plays the games again and refines the entries, at most `ROUNDS` times, until they explain every game. When `is_late`
/// returns `true`, no further game is played, and the entries are learned from the answers collected by then.
pub fn learn(
    libraries: &[Box<dyn Implementation>],
    lessons: &[Lesson],
    known: &[Deviation],
    is_late: IsLate<'_>,
) -> Vec<Learned> {
    let mut notes = Notes::default();
    let mut learned: Vec<Learned> = Vec::new();
    for round in 0..ROUNDS {
        let entries = learned.iter().filter_map(Learned::deviation);
        let explained: Vec<Deviation> = known.iter().cloned().chain(entries).collect();
        let before = notes.differing();
        for lesson in lessons {
            let search =
                Search::new(libraries, &lesson.strategists, &explained, lesson.seed).until(is_late);
            notes.take(&search, lesson.games, round > 0);
        }
        if round > 0 && notes.differing() == before {
            break;
        }
        learned = notes.learned();
    }
    learned
}

/// A question at the end of a line of play, stored so that conditions can be evaluated for it later.
#[derive(Clone, Debug)]
struct Instance {
    setup: Setup,
    moves: Vec<Move>,
    acts: Vec<Act>,
    question: Question,
}

impl Instance {
    fn of(seen: &Observation<'_>) -> Instance {
        let Observation { setup, moves, acts, question, .. } = *seen;
        let (moves, acts) = (moves.to_vec(), acts.to_vec());
        Instance { setup: *setup, moves, acts, question: question.clone() }
    }

    fn context(&self) -> EvalContext<'_> {
        EvalContext::new(&self.setup, &self.moves, &self.acts, &self.question)
    }
}

/// A uniform random sample (reservoir sampling) of the instances that were added.
struct Reservoir {
    kept: Vec<Instance>,
    room: usize,
    seen: usize,
    rng: SplitMix64,
}

impl Reservoir {
    const fn new(room: usize) -> Reservoir {
        Reservoir { kept: Vec::new(), room, seen: 0, rng: SplitMix64::new(room as u64) }
    }

    fn add(&mut self, seen: &Observation<'_>) {
        self.seen += 1;
        let place = self.rng.below(self.seen);
        if self.kept.len() < self.room {
            self.kept.push(Instance::of(seen));
        } else if place < self.room {
            self.kept[place] = Instance::of(seen);
        }
    }
}

/// The differing answers with one diagnosis.
struct Differing {
    instances: Reservoir,
    /// The numbers of the first few games with such an answer, at most `TOO_FEW_GAMES`.
    games: Vec<u64>,
    /// Instances that the entry of an earlier round did not explain. They are not sampled but kept, up to `DIFFERING`.
    left: Vec<Instance>,
}

/// The answers collected from games.
#[derive(Default)]
struct Notes {
    differing: BTreeMap<Diagnosis, Differing>,
    /// Agreeing answers by library and kind of question: a sample of all games, and one of games with a differing
    /// answer.
    agreeing: BTreeMap<(String, &'static str), [Option<Reservoir>; 2]>,
}

impl Notes {
    /// Plays games `0..games` of a search and collects their answers. With `again` the games have been collected
    /// before, and only the answers that remain unexplained are added.
    fn take(&mut self, search: &Search<'_>, games: u64, again: bool) {
        for number in 0..games {
            let mut differs = Vec::new();
            search.observe(number, &mut |seen| {
                if seen.difference.is_some() {
                    differs.extend(self.note(search, number, seen, again));
                } else if !again {
                    self.note_agreement(seen, 0);
                }
            });
            if differs.is_empty() || again {
                continue;
            }
            search.observe(number, &mut |seen| {
                let is_near = differs.iter().any(|(library, kind)| {
                    library == seen.library && *kind == seen.question.kind()
                });
                if seen.difference.is_none() && is_near {
                    self.note_agreement(seen, 1);
                }
            });
        }
    }

    /// Stores a differing answer unless a known deviation explains it. Returns the library and the kind of the
    /// question.
    fn note(
        &mut self,
        search: &Search<'_>,
        number: u64,
        seen: &Observation<'_>,
        again: bool,
    ) -> Option<(String, &'static str)> {
        let Observation { library, setup, moves, acts, question, difference } = *seen;
        if search.is_known(library, &EvalContext::new(setup, moves, acts, question)) {
            return None;
        }
        let diagnosis = Diagnosis::new(library, setup, question, difference?);
        let differing = self.differing.entry(diagnosis).or_insert_with(|| Differing {
            instances: Reservoir::new(DIFFERING),
            games: Vec::new(),
            left: Vec::new(),
        });
        if !again {
            differing.instances.add(seen);
        } else if differing.left.len() < DIFFERING {
            differing.left.push(Instance::of(seen));
        }
        if differing.games.len() < TOO_FEW_GAMES && !differing.games.contains(&number) {
            differing.games.push(number);
        }
        Some((library.to_owned(), question.kind()))
    }

    fn note_agreement(&mut self, seen: &Observation<'_>, place: usize) {
        let key = (seen.library.to_owned(), seen.question.kind());
        let reservoirs = self.agreeing.entry(key).or_default();
        reservoirs[place].get_or_insert_with(|| Reservoir::new(AGREEING)).add(seen);
    }

    /// Returns the number of differing answers collected.
    fn differing(&self) -> usize {
        self.differing.values().map(|one| one.instances.seen + one.left.len()).sum()
    }

    fn learned(&self) -> Vec<Learned> {
        self.differing.iter().map(|(diagnosis, seen)| self.learned_of(diagnosis, seen)).collect()
    }

    fn learned_of(&self, diagnosis: &Diagnosis, seen: &Differing) -> Learned {
        let key = (diagnosis.library.clone(), diagnosis.question);
        let near_and_far = self.agreeing.get(&key).into_iter().flatten().flatten();
        let agreeing: Vec<EvalContext<'_>> =
            near_and_far.flat_map(|one| &one.kept).map(Instance::context).collect();
        let differing: Vec<EvalContext<'_>> =
            seen.left.iter().chain(&seen.instances.kept).map(Instance::context).collect();
        let is_enough = differing.len() >= TOO_FEW && seen.games.len() >= TOO_FEW_GAMES;
        // Fallback. A library that accepts an illegal setup differs only by accepting it, so a condition on the flaw
        // alone cannot hide another mistake.
        let of_flaw =
            || diagnosis.flaw.and_then(|flaw| format!("flaw = {}", flaw.name()).parse().ok());
        let find = || separate(&differing, &agreeing).or_else(of_flaw);
        let condition: Option<Condition> = is_enough.then(find).flatten();
        let holds = |one: &&EvalContext<'_>| {
            condition.as_ref().is_some_and(|condition| condition.holds(one))
        };
        Learned {
            diagnosis: diagnosis.clone(),
            differing: differing.len(),
            agreeing: agreeing.len(),
            exceptions: agreeing.iter().filter(holds).count(),
            condition,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::properties::{SearchResults, divergence::end};
    use lawbook::{
        board::{Bitboard, Color, Role, Square},
        position::Position,
    };
    use lawbook_catalogue::{
        Baseline, SetupFlaw,
        adapter::{About, GameSession, Reference, Response, Scenario},
        question::{Answer, HistoryQuestion, PositionQuestion},
    };

    /// The reference with injected faults that no predefined deviation describes.
    #[derive(Default)]
    struct FaultyToy {
        faults: Faults,
        reference: Reference,
    }

    #[derive(Clone, Copy, Default)]
    struct Faults {
        /// Reports one occurrence too many while a bishop stands on a8 or h1.
        corners: bool,
        /// Reports no legal moves while White has two queens.
        queens: bool,
        /// Reports one occurrence too many while both kings stand on the same file.
        kings: bool,
        /// Reports one occurrence too many in positions selected by a hash, which share no other feature.
        keys: bool,
        /// Accepts some setups with too many pawns, selected by a hash, which share no other feature.
        pawns: bool,
    }

    struct ToySession<'a> {
        faults: Faults,
        position: Position,
        session: Box<dyn GameSession + 'a>,
    }

    impl Faults {
        fn accepts(self, setup: &Setup) -> bool {
            self.pawns
                && SetupFlaw::of(setup) == Some(SetupFlaw::TooManyPawns)
                && setup
                    .placement
                    .occupied()
                    .into_iter()
                    .map(|one| one.index() * 7919)
                    .sum::<usize>()
                    % 11
                    < 8
        }

        fn bend(self, position: &Position, question: &Question, response: Response) -> Response {
            let placement = position.placement();
            let corners: Bitboard = ["a8", "h1"].into_iter().filter_map(Square::parse).collect();
            let files = Color::ALL.map(|color| position.king(color).file());
            let counts_more = self.corners && placement.role(Role::Bishop).meets(corners)
                || self.kings && files[0] == files[1]
                || self.keys && position.legal_moves().len() * 7919 % 11 < 3;
            let queens = placement.pieces(Color::White, Role::Queen);
            let native = true;
            match (question, response) {
                (
                    Question::History(HistoryQuestion::Occurrences),
                    Response::Answer { answer: Answer::Count(count), .. },
                ) if counts_more => Response::Answer { answer: Answer::Count(count + 1), native },
                (Question::Position(PositionQuestion::LegalMoves), Response::Answer { .. })
                    if self.queens && queens.is_several() =>
                {
                    Response::Answer { answer: Answer::Moves(Vec::new()), native }
                }
                (_, response) => response,
            }
        }
    }

    impl Implementation for FaultyToy {
        fn about(&self) -> About {
            About::new("toy", "1.0.0")
        }

        fn ask(&self, scenario: &Scenario, questions: &[Question]) -> Vec<Response> {
            let response = self.reference.ask(scenario, questions);
            let bend = |(question, response)| match end(scenario) {
                Some(end) => self.faults.bend(&end, question, response),
                None => response,
            };
            questions.iter().zip(response).map(bend).collect()
        }

        fn start_game(&self, scenario: &Scenario) -> Result<Box<dyn GameSession + '_>, Response> {
            let start = Scenario { setup: Setup::start(), ..scenario.clone() };
            let scenario = if self.faults.accepts(&scenario.setup) { &start } else { scenario };
            let session = self.reference.start_game(scenario)?;
            let position = end(scenario).unwrap_or_else(Position::start);
            Ok(Box::new(ToySession { faults: self.faults, position, session }))
        }
    }

    impl GameSession for ToySession<'_> {
        fn play(&mut self, played: Move) -> Result<(), Response> {
            self.session.play(played)?;
            self.position = self.position.after(played);
            Ok(())
        }

        fn ask(&self, question: &Question) -> Response {
            self.faults.bend(&self.position, question, self.session.ask(question))
        }
    }

    const GAMES: u64 = 80;

    fn lesson() -> Lesson {
        lesson_of(&["promoting", "crowded", "bare", "shuffling"])
    }

    fn lesson_of(names: &[&str]) -> Lesson {
        let strategists = names.iter().filter_map(|name| GameStrategy::named(name)).collect();
        Lesson { strategists, seed: 5, games: GAMES }
    }

    fn toy(faults: Faults) -> Box<dyn Implementation> {
        Box::new(FaultyToy { faults, ..FaultyToy::default() })
    }

    fn learn_from(faults: Faults) -> Vec<Learned> {
        learn(&[toy(faults)], &[lesson()], &[], &|| false)
    }

    fn found(faults: Faults, known: &[Deviation]) -> Vec<String> {
        let libraries: Vec<Box<dyn Implementation>> = vec![toy(faults)];
        let Lesson { strategists, seed, games } = lesson();
        let search = Search::new(&libraries, &strategists, known, seed);
        let mut found = SearchResults::default();
        (0..games).for_each(|number| search.game(number, &mut found));
        found.first.keys().map(Diagnosis::to_string).collect()
    }

    #[test]
    fn a_new_quirk_is_learned_and_another_still_found() {
        let faults = Faults { corners: true, queens: true, ..Faults::default() };
        let learned = learn_from(faults);
        let entries: Vec<Deviation> = learned.iter().filter_map(Learned::deviation).collect();
        assert_eq!(entries.len(), 2, "{learned:#?}");
        // Written to a file and read back, as in normal use.
        let mut baseline = Baseline::new();
        baseline.libraries.entry("toy".to_owned()).or_default().deviations = entries;
        let known = Baseline::read("lawbook.yaml", &baseline.write()).unwrap().deviations();
        assert_eq!(
            found(faults, &[]),
            ["toy: legal-moves: says too little", "toy: occurrences: counts more"]
        );
        assert_eq!(found(faults, &known), [""; 0], "{known:#?}");
        assert_eq!(
            found(Faults { kings: true, ..faults }, &known),
            ["toy: occurrences: counts more"]
        );
        for one in &learned {
            let condition = one.condition.as_ref().unwrap().to_string();
            assert!(condition.len() < 60, "{condition}");
            let about = if one.diagnosis.question == "occurrences" { "bishops" } else { "queens" };
            assert!(condition.contains(about), "{condition}");
        }
    }

    #[test]
    fn nothing_is_written_where_no_condition_separates() {
        let learned = learn_from(Faults { keys: true, ..Faults::default() });
        let [one] = &learned[..] else { panic!("{learned:#?}") };
        assert!(one.differing > 100 && one.agreeing > 1000, "{one:#?}");
        assert_eq!(one.condition, None);
        assert!(one.deviation().is_none());
    }
    #[test]
    fn a_flaw_is_learned_among_setups_with_other_flaws() {
        let faults = Faults { pawns: true, ..Faults::default() };
        let learned = learn(
            &[toy(faults)],
            &[Lesson { games: 10 * GAMES, ..lesson_of(&["setups"]) }],
            &[],
            &|| false,
        );
        let [one] = &learned[..] else { panic!("{learned:#?}") };
        let condition = one.condition.as_ref().map(Condition::to_string);
        assert_eq!(condition.as_deref(), Some("flaw = too-many-pawns"));
        assert!(one.exceptions > 0 && one.exceptions < one.agreeing, "{one:#?}");
        let reason = one.deviation().unwrap().reason;
        assert!(
            reason.contains(&format!("and of {} of {} that", one.exceptions, one.agreeing)),
            "{reason}"
        );
    }
}
