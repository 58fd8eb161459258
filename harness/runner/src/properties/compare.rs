//! Compares the answers of libraries with the reference's along a game.

use std::{borrow::Cow, sync::LazyLock};

use super::{
    AnswerDifference, Compared, Divergence, IsLate, Plan, SplitMix64,
    divergence::{ask, is_defined, scenario},
    illegal_moves,
    random::mutate,
    relation::{NO_CHANGE, RELATIONS},
    some_of,
};
use lawbook::{
    board::{Color, Square},
    notation::write_san,
    position::{Line, Move, Setup},
    rules::{ClaimGround, RuleSet},
};
use lawbook_catalogue::{
    adapter::{
        About, GameSession, Implementation, Reference, ReferenceAnswer, ReferenceSession, Response,
        Scenario, SelfEnd,
    },
    question::{
        Answer, GameQuestion, HistoryQuestion, MaterialQuestion, NotationQuestion,
        PositionQuestion, Question,
    },
};

/// The questions: those that follow every ply, and [`NOW_AND_THEN`].
static QUESTIONS: LazyLock<Vec<Question>> = LazyLock::new(|| {
    let mut questions = vec![LEGAL_MOVES];
    questions.extend(Question::plain());
    questions.extend([
        Question::Position(PositionQuestion::Checkers),
        RULING,
        Question::Game(GameQuestion::Claim { ground: ClaimGround::Threefold, written: None }),
        Question::Game(GameQuestion::Claim { ground: ClaimGround::Fifty, written: None }),
        Question::History(HistoryQuestion::Occurrences),
        Question::History(HistoryQuestion::HalfmoveClock),
        Question::Position(PositionQuestion::Placement),
        Question::Position(PositionQuestion::Turn),
        Question::Position(PositionQuestion::Castling),
        Question::Notation(NotationQuestion::San),
    ]);
    questions.extend(NOW_AND_THEN);
    questions
});

/// The questions that come at random plies, each kind once, with a random ply, square, text or move.
const NOW_AND_THEN: [Question; 14] = [
    Question::History(HistoryQuestion::SameAs { ply: 0 }),
    Question::Position(PositionQuestion::Attacks { square: Square::from_index(0) }),
    Question::Position(PositionQuestion::MovesFrom { square: Square::from_index(0) }),
    Question::Game(GameQuestion::Claim {
        ground: ClaimGround::Threefold,
        written: Some(SOME_MOVE),
    }),
    Question::Game(GameQuestion::Claim { ground: ClaimGround::Fifty, written: Some(SOME_MOVE) }),
    Question::Notation(NotationQuestion::Reads { text: String::new() }),
    Question::Position(PositionQuestion::IsLight { square: Square::from_index(0) }),
    Question::Material(MaterialQuestion::Dead),
    Question::Material(MaterialQuestion::CanMate { side: Color::White }),
    Question::Material(MaterialQuestion::CanMate { side: Color::Black }),
    Question::Notation(NotationQuestion::Fen),
    Question::History(HistoryQuestion::Occurred { times: 3 }),
    Question::History(HistoryQuestion::Plies { count: 100 }),
    Question::Position(PositionQuestion::Refuses { moves: Vec::new() }),
];

/// Returns the questions that follow every ply.
pub(super) fn every_ply() -> &'static [Question] {
    &QUESTIONS[..QUESTIONS.len() - NOW_AND_THEN.len()]
}

const SOME_MOVE: Move = Move::new(Square::from_index(12), Square::from_index(28));

const LEGAL_MOVES: Question = Question::Position(PositionQuestion::LegalMoves);
const RULING: Question = Question::Game(GameQuestion::Ruling);
const SETUP: Question = Question::Position(PositionQuestion::Setup);

/// The right answer where a library may not refuse.
const YES: Response = Response::Answer { answer: Answer::Is(true), native: true };

/// A text is read after one of `READ_EVERY` plies on average. Half of the texts contain a mistake.
const READ_EVERY: usize = 4;

/// One of `REFUSE_EVERY` plies on average has a question about at most `REFUSED` illegal moves.
const REFUSE_EVERY: usize = 8;
const REFUSED: usize = 6;

/// The relations between a library's own answers are checked once in each game, after at most `RELATED` plies: later most
/// of what a fault may change is gone, such as castling rights.
const RELATED: usize = 40;

/// The questions about dead positions and mates follow one of `SEARCH_EVERY` plies on average, because the
/// reference needs a search to answer.
const SEARCH_EVERY: usize = 1024;

/// Compares libraries that follow the same rule set with the reference.
pub(super) struct Comparison<'a> {
    rule_set: RuleSet,
    members: Vec<Member<'a>>,
}

/// A library under test and the questions that it answers.
struct Member<'a> {
    about: About,
    implementation: &'a dyn Implementation,
    answers: Vec<bool>,
    /// The supported questions among those asked after every ply.
    every_ply: Vec<&'static Question>,
    /// The failures that occurred while the library reported which questions it supports.
    failed: Vec<Divergence>,
}

/// A library following a game. `session` becomes `None` when the library refuses the setup or a move.
struct LibraryGame<'a> {
    member: &'a Member<'a>,
    session: Option<Box<dyn GameSession + 'a>>,
    /// The answers after this ply, and the number of them that have been compared.
    responses: Vec<Response>,
    taken: usize,
    /// The number of answers and of questions in this game.
    compared: Compared,
}

/// A pair of answers as it occurs along a game, borrowed so that nothing is allocated for those that agree.
#[derive(Clone, Copy)]
pub(super) struct ComparedAnswer<'a> {
    /// The name of the library.
    pub library: &'a str,
    /// The game so far.
    pub round: Round<'a>,
    /// The question.
    pub question: &'a Question,
    /// The kind of difference.
    pub difference: AnswerDifference,
    /// The reference's answer.
    pub right: &'a Response,
    /// The library's answer.
    pub response: &'a Response,
}

impl<'a> Comparison<'a> {
    /// Groups libraries by rule set.
    pub(super) fn groups(libraries: &'a [Box<dyn Implementation>]) -> Vec<Comparison<'a>> {
        let mut groups: Vec<Comparison<'a>> = Vec::new();
        for implementation in libraries {
            let (rule_set, member) =
                (implementation.about().rule_set, Member::new(implementation.as_ref()));
            match groups.iter_mut().find(|group| group.rule_set == rule_set) {
                Some(group) => group.members.push(member),
                None => groups.push(Comparison { rule_set, members: vec![member] }),
            }
        }
        groups
    }

    /// Returns the failures that occurred while the libraries reported which questions they support.
    pub(super) fn failures(&self) -> impl Iterator<Item = (&'a dyn Implementation, Divergence)> {
        self.members.iter().flat_map(|member| {
            member.failed.iter().map(|failure| (member.implementation, failure.clone()))
        })
    }

    /// Plays a game, asks all libraries along the way, and calls `visit` with each answer that differs, until `is_late`
    /// returns `true`. Returns the number of plies played, and the number of answers compared for each library.
    pub(super) fn game(
        &self,
        plan: &Plan,
        is_late: IsLate<'_>,
        visit: &mut dyn FnMut(&ComparedAnswer<'_>),
    ) -> (usize, Vec<(&str, Compared)>) {
        let setup = plan.start.setup();
        let begin = scenario(self.rule_set, setup, &[]);
        let implementation = Reference::default();
        let Ok(mut reference) = implementation.underway(&begin) else {
            return (0, Vec::new());
        };
        let rule_set = self.rule_set;
        let first = Round { rule_set, setup: &setup, line: reference.line() };
        let mut walkers = self.set_up(&begin, &first, visit);
        for ply in 0..=plan.choices.len() {
            let line = reference.line();
            // A library whose games end by themselves here gets no further questions.
            for walker in &mut walkers {
                let endings = walker.member.about.ends_by_itself;
                if SelfEnd::here(line, endings).is_some() {
                    walker.session = None;
                }
            }
            let now = Round { rule_set, setup: &setup, line };
            let moves = reference.right(&LEGAL_MOVES);
            let ReferenceAnswer::Other(Response::Answer { answer: Answer::Moves(legal), .. }) =
                &moves
            else {
                break;
            };
            let others = now.others(legal, plan.rng(ply));
            let every_ply = every_ply().iter().enumerate();
            let every_ply = every_ply.filter(|(_, question)| is_defined(question, ply));
            let asked = every_ply.chain(others.iter().map(|(place, question)| (*place, question)));
            let mut questions = Vec::with_capacity(QUESTIONS.len());
            questions.extend(asked.clone().map(|(_, question)| question));
            for walker in &mut walkers {
                now.step(walker, visit, |session| session.foresee(&questions));
                walker.ask(&others, ply);
            }
            for one in asked {
                let known = if one.0 == 0 { Some(&moves) } else { None };
                now.compare(&reference, known, &mut walkers, one, visit);
            }
            let goes_on = ply < plan.choices.len() && !is_late() && !reference.is_over();
            let chosen = plan.choose(ply, line.end(), legal, line.moves());
            let Some(chosen) = chosen.filter(|_| goes_on) else { break };
            drop(moves);
            if reference.play(chosen).is_err() {
                break;
            }
            let next = Round { rule_set, setup: &setup, line: reference.line() };
            for walker in &mut walkers {
                next.step(walker, visit, |session| session.play(chosen));
            }
        }
        if !is_late() {
            let moves = reference.line().moves();
            let plies = plan.rng(0).below(moves.len().min(RELATED) + 1);
            let line = Line::as_far_as_legal(plan.start, moves[..plies].iter().copied());
            let then = Round { rule_set, setup: &setup, line: &line };
            let walkers = walkers.iter().filter(|walker| walker.session.is_some());
            walkers.for_each(|walker| then.check_relations(walker.member, visit));
        }
        let compared = walkers.iter().map(|one| (one.member.about.name.as_str(), one.compared));
        (reference.line().moves().len(), compared.collect())
    }

    /// Starts a game with every library. If one of them refuses the setup, it asks all of them whether the setup is
    /// legal. A library that refuses it is not asked about the game, and is wrong only if a game begins there.
    fn set_up(
        &'a self,
        begin: &Scenario,
        round: &Round<'_>,
        visit: &mut dyn FnMut(&ComparedAnswer<'_>),
    ) -> Vec<LibraryGame<'a>> {
        let mut walkers = Vec::with_capacity(self.members.len());
        for member in &self.members {
            let session = match member.about.declines(begin) {
                Some(response) => Err(response),
                None => member.implementation.start_game(begin),
            };
            if let Err(response) = &session
                && response.is_process_failure()
            {
                round.visit(member, &SETUP, (AnswerDifference::Fails, &YES, response), visit);
            }
            let (session, responses) = (session.ok(), Vec::with_capacity(QUESTIONS.len()));
            let compared = Compared::default();
            walkers.push(LibraryGame { member, session, responses, taken: 0, compared });
        }
        if walkers.iter().any(|walker| walker.session.is_none()) {
            for member in &self.members {
                let found = Divergence::at(member.implementation, begin.clone(), SETUP);
                let is_wrong = |one: &Divergence| !one.is_refusal() || is_start(&begin.setup);
                if let Some(Divergence { difference, right, response, .. }) = found.filter(is_wrong)
                {
                    round.visit(member, &SETUP, (difference, &right, &response), visit);
                }
            }
        }
        walkers
    }
}

/// Returns whether a game begins with this setup, in ordinary chess or in Chess960.
fn is_start(setup: &Setup) -> bool {
    *setup == Setup::start() || (0..960).any(|one| Setup::chess960(one) == Some(*setup))
}

impl<'a> Member<'a> {
    fn new(implementation: &'a dyn Implementation) -> Member<'a> {
        let about = implementation.about();
        let probe = scenario(about.rule_set, Setup::start(), &[SOME_MOVE]);
        let responses = implementation.ask(&probe, &QUESTIONS);
        let answers = responses.iter().map(|one| !matches!(one, Response::Unsupported(_)));
        let answers: Vec<bool> = answers.collect();
        let every_ply = every_ply().iter().zip(&answers);
        let every_ply = every_ply.filter(|(_, answers)| **answers).map(|(question, _)| question);
        let every_ply = every_ply.collect();
        let failed =
            QUESTIONS.iter().zip(responses).filter(|(_, response)| response.is_process_failure());
        let failed = failed.filter_map(|(question, response)| {
            Divergence::of(implementation, probe.clone(), question.clone(), response)
        });
        let failed = failed.collect();
        Member { about, implementation, answers, every_ply, failed }
    }
}

impl LibraryGame<'_> {
    /// Asks the library the questions of every ply and `others` after `plies` plies, unless its session has ended.
    /// Unsupported questions are skipped.
    fn ask(&mut self, others: &[(usize, Question)], plies: usize) {
        self.responses.clear();
        self.taken = 0;
        let Some(session) = &self.session else { return };
        let mut every_ply = Cow::Borrowed(&self.member.every_ply);
        if plies == 0 {
            every_ply.to_mut().retain(|question| is_defined(question, plies));
        }
        session.ask_all(&every_ply, &mut self.responses);
        for (_, question) in others.iter().filter(|(place, _)| self.member.answers[*place]) {
            self.responses.push(session.ask(question));
        }
    }

    /// Returns the answer to the next question, if the library was asked one of this kind.
    fn response(&mut self, place: usize) -> Option<&Response> {
        self.compared.questions += usize::from(self.session.is_some());
        let response = self.responses.get(self.taken).filter(|_| self.member.answers[place])?;
        self.taken += 1;
        self.compared.answers += usize::from(response.is_scored());
        Some(response)
    }
}

/// Context of the questions after one ply: rules, start and line so far.
#[derive(Clone, Copy)]
pub(super) struct Round<'a> {
    rule_set: RuleSet,
    pub setup: &'a Setup,
    line: &'a Line,
}

impl Round<'_> {
    /// Returns the line of play in the form that adapters receive.
    pub(super) fn scenario(&self) -> Scenario {
        scenario(self.rule_set, *self.setup, self.line.moves())
    }

    /// Compares the libraries' answers to a question. If the right answer is not known, the reference computes it only after
    /// a library has made a claim, because some answers need a search.
    fn compare(
        &self,
        reference: &ReferenceSession,
        known: Option<&ReferenceAnswer<'_>>,
        walkers: &mut [LibraryGame<'_>],
        (place, question): (usize, &Question),
        visit: &mut dyn FnMut(&ComparedAnswer<'_>),
    ) {
        let (mut asked, mut written) = (None, None);
        for walker in walkers {
            let member = walker.member;
            let Some(response) = walker.response(place) else { continue };
            if !response.is_scored() {
                continue;
            }
            let right = match known {
                Some(known) => known,
                None => asked.get_or_insert_with(|| reference.right(question)),
            };
            let agrees = response.answer().is_some_and(|answer| right.is_satisfied_by(answer));
            if agrees {
                continue;
            }
            let right = written.get_or_insert_with(|| right.clone().response());
            let Some(difference) = AnswerDifference::between(right, response) else { continue };
            let is_excused = || {
                let ruling = || reference.right(&RULING);
                difference == AnswerDifference::Yes
                    && question.is_claim()
                    && matches!(ruling(), ReferenceAnswer::Ruling(ruling) if member.about.overlooks(ruling))
                    || difference == AnswerDifference::No
                        && member.about.overlooks_draw(question, &self.scenario())
            };
            if difference.counts(self.line.end(), question, right, response) && !is_excused() {
                self.visit(member, question, (difference, right, response), visit);
            }
        }
    }

    /// Plays the next move with a library. Its session ends if it rejects the move.
    fn step<'w>(
        &self,
        walker: &mut LibraryGame<'w>,
        visit: &mut dyn FnMut(&ComparedAnswer<'_>),
        step: impl FnOnce(&mut (dyn GameSession + 'w)) -> Result<(), Response>,
    ) {
        let taken = walker.session.as_mut().map(|session| step(session.as_mut()));
        let Some(Err(response)) = taken else { return };
        walker.session = None;
        if let Some(difference) = AnswerDifference::between(&YES, &response) {
            self.visit(walker.member, &LEGAL_MOVES, (difference, &YES, &response), visit);
        }
    }

    /// Asks a library about every relation between its own answers.
    fn check_relations(&self, member: &Member<'_>, visit: &mut dyn FnMut(&ComparedAnswer<'_>)) {
        let line = self.scenario();
        for question in &RELATIONS {
            let response = ask(member.implementation, &line, question);
            if let Some(difference) = AnswerDifference::between(&NO_CHANGE, &response) {
                self.visit(member, question, (difference, &NO_CHANGE, &response), visit);
            }
        }
    }

    fn visit(
        &self,
        member: &Member<'_>,
        question: &Question,
        (difference, right, response): (AnswerDifference, &Response, &Response),
        visit: &mut dyn FnMut(&ComparedAnswer<'_>),
    ) {
        let library = &member.about.name;
        visit(&ComparedAnswer { library, round: *self, question, difference, right, response });
    }

    /// Returns random questions with a ply, square, text or move as parameter, each with its index in [`QUESTIONS`].
    fn others(&self, legal: &[Move], mut rng: SplitMix64) -> Vec<(usize, Question)> {
        let mut others: Vec<Question> = Vec::with_capacity(12);
        let plies = self.line.moves().len();
        if plies > 0 {
            others.push(HistoryQuestion::SameAs { ply: rng.below(plies) }.into());
        }
        let square = Square::from_index(rng.below(64));
        if self.line.end().at(square).is_some() {
            others.push(PositionQuestion::Attacks { square }.into());
            others.push(PositionQuestion::MovesFrom { square }.into());
        }
        let some = legal.get(rng.below(legal.len().max(1))).copied();
        if let Some(written) = some {
            let ground = [ClaimGround::Threefold, ClaimGround::Fifty][rng.below(2)];
            others.push(GameQuestion::Claim { ground, written: Some(written) }.into());
            if rng.below(READ_EVERY) == 0 {
                let text = write_san(self.line.end(), written);
                let mistaken = rng.below(2) > 0;
                let text = if mistaken { mutate(&text, &mut rng) } else { text };
                others.push(NotationQuestion::Reads { text }.into());
            }
        }
        match rng.below(6) {
            0 => others.push(NotationQuestion::Fen.into()),
            1 => others.push(HistoryQuestion::Occurred { times: [3, 5][rng.below(2)] }.into()),
            2 => others.push(HistoryQuestion::Plies { count: [100, 150][rng.below(2)] }.into()),
            _ => {}
        }
        if rng.below(REFUSE_EVERY) == 0 {
            let mut moves = some_of(illegal_moves(self.line.end()), REFUSED, &mut rng);
            moves.sort_unstable();
            others.push(PositionQuestion::Refuses { moves }.into());
        }
        if rng.below(64) == 0 {
            others.push(PositionQuestion::IsLight { square }.into());
        }
        if rng.below(SEARCH_EVERY) == 0 {
            others.push(MaterialQuestion::Dead.into());
            others.extend(Color::ALL.map(|side| MaterialQuestion::CanMate { side }.into()));
        }
        let first = every_ply().len();
        let place = |asked: &Question| {
            let place = QUESTIONS[first..].iter().position(|one| one.kind() == asked.kind())?;
            Some(first + place)
        };
        others.into_iter().filter_map(|asked| Some((place(&asked)?, asked))).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use lawbook::position::Position;

    #[test]
    fn every_question_with_a_parameter_is_asked_now_and_then() {
        let line = Line::as_far_as_legal(Position::start(), [SOME_MOVE]);
        let (setup, rule_set) = (Setup::start(), About::new("", "").rule_set);
        let round = Round { rule_set, setup: &setup, line: &line };
        let legal = line.end().legal_moves();
        let others = (0..20_000).flat_map(|seed| round.others(&legal, SplitMix64::new(seed)));
        let places: BTreeSet<usize> = others.map(|(place, _)| place).collect();
        assert!(places.into_iter().eq(every_ply().len()..QUESTIONS.len()));
    }
}
