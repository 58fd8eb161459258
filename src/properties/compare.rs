//! The reference and libraries beside each other, along a game.

use super::{Difference, Disagreement, Entropy, Plan, disagreement::line, text::mutate};
use crate::{
    adapter::{Implementation, Reference, Response, Situation, Walk},
    board::{Color, Square},
    notation::write_san,
    position::{Move, Position, Setup},
    question::{
        Answer, GameQuestion, HistoryQuestion, MaterialQuestion, NotationQuestion,
        PositionQuestion, Question,
    },
    rules::{Decision, Ground, RuleSet},
};

/// What is asked; the first `EVERY_PLY` after every ply, the others now and then, and then about
/// another ply, square, text or move.
pub static QUESTIONS: [Question; KINDS] = [
    Question::Position(PositionQuestion::LegalMoves),
    Question::Position(PositionQuestion::Check),
    Question::Position(PositionQuestion::Checkers),
    Question::Position(PositionQuestion::Checkmate),
    Question::Position(PositionQuestion::Stalemate),
    Question::Material(MaterialQuestion::Insufficient),
    Question::Game(GameQuestion::Ruling),
    Question::Game(GameQuestion::Claimable),
    Question::Game(GameQuestion::Claim(Ground::Threefold, None)),
    Question::Game(GameQuestion::Claim(Ground::Fifty, None)),
    Question::History(HistoryQuestion::Occurrences),
    Question::History(HistoryQuestion::HalfmoveClock),
    Question::Position(PositionQuestion::Placement),
    Question::Position(PositionQuestion::Turn),
    Question::Position(PositionQuestion::Castling),
    Question::Notation(NotationQuestion::San),
    Question::History(HistoryQuestion::SameAs(0)),
    Question::Position(PositionQuestion::Attacks(Square::from_index(0))),
    Question::Game(GameQuestion::Claim(Ground::Threefold, Some(SOME_MOVE))),
    Question::Game(GameQuestion::Claim(Ground::Fifty, Some(SOME_MOVE))),
    Question::Notation(NotationQuestion::Reads(String::new())),
    Question::Position(PositionQuestion::IsLight(Square::from_index(0))),
    Question::Material(MaterialQuestion::Dead),
    Question::Material(MaterialQuestion::CanMate(Color::White)),
];

const EVERY_PLY: usize = 16;

// The places of the others.
const SAME_AS: usize = 16;
const ATTACKS: usize = 17;
const WRITTEN_CLAIMS: [(usize, Ground); 2] = [(18, Ground::Threefold), (19, Ground::Fifty)];
const READS: usize = 20;
const IS_LIGHT: usize = 21;
const DEAD: usize = 22;
const CAN_MATE: usize = 23;

const KINDS: usize = 24;

const SOME_MOVE: Move = Move::new(Square::from_index(12), Square::from_index(28));

/// One of so many plies asks how a text is read; one of two texts is a mistaken one.
const READ_EVERY: usize = 4;

/// One of so many plies asks whether the position is dead and who can mate: that takes a search.
const SEARCH_EVERY: usize = 1024;

/// A question, with its place in [`QUESTIONS`].
type Placed<'a> = (usize, &'a Question);

/// Libraries that follow the same rule set, to be compared with the reference.
pub struct Comparison<'a> {
    rule_set: RuleSet,
    members: Vec<Member<'a>>,
}

/// A library.
struct Member<'a> {
    name: String,
    whom: &'a dyn Implementation,
    answers: [bool; KINDS],
}

/// A library on its way through a game; the walk ends when it refuses something.
struct Walker<'a> {
    member: &'a Member<'a>,
    walk: Option<Box<dyn Walk + 'a>>,
}

/// A disagreement as it is met, before anything is kept of it.
#[derive(Clone, Copy)]
pub struct Sighting<'a> {
    /// The name of the library.
    pub library: &'a str,
    /// The rules under which it was asked.
    pub rule_set: RuleSet,
    /// Where the game began.
    pub setup: &'a Setup,
    /// The moves until then.
    pub moves: &'a [Move],
    /// What was asked.
    pub question: &'a Question,
    /// In what the answers differ.
    pub difference: Difference,
}

impl Sighting<'_> {
    /// The line at the end of which it was met.
    pub fn line(&self) -> Situation {
        line(self.rule_set, *self.setup, self.moves)
    }
}

impl<'a> Comparison<'a> {
    /// The libraries in groups that follow the same rule set.
    pub fn groups(libraries: &'a [Box<dyn Implementation>]) -> Vec<Comparison<'a>> {
        let mut groups: Vec<Comparison<'a>> = Vec::new();
        for whom in libraries {
            let (rule_set, member) = (whom.about().rule_set, Member::new(whom.as_ref()));
            match groups.iter_mut().find(|group| group.rule_set == rule_set) {
                Some(group) => group.members.push(member),
                None => groups.push(Comparison { rule_set, members: vec![member] }),
            }
        }
        groups
    }

    /// Plays a game, asks everybody on the way, and calls `visit` with what is not said alike.
    ///
    /// Returns the number of plies played.
    pub fn game(&self, plan: &Plan, visit: &mut dyn FnMut(&Sighting<'_>)) -> usize {
        let setup = plan.start.setup();
        let begin = line(self.rule_set, setup, &[]);
        let whom = Reference::default();
        let Ok(mut reference) = whom.walk(&begin) else { return 0 };
        let mut walkers = self.set_up(&begin, visit);
        let (mut position, mut moves) = (plan.start, Vec::with_capacity(plan.choices.len()));
        for ply in 0..=plan.choices.len() {
            let round = Round { rule_set: self.rule_set, setup: &setup, position, moves: &moves };
            let right = round
                .ask(
                    reference.as_ref(),
                    &walkers,
                    (0, &Question::Position(PositionQuestion::LegalMoves)),
                    visit,
                )
                .unwrap_or_else(|| {
                    reference.ask(&Question::Position(PositionQuestion::LegalMoves))
                });
            let Response::Answer { answer: Answer::Moves(legal), .. } = &right else { break };
            for (place, question) in QUESTIONS.iter().enumerate().take(EVERY_PLY).skip(1) {
                round.ask(reference.as_ref(), &walkers, (place, question), visit);
            }
            for (place, question) in round.others(legal, plan.entropy(ply)) {
                round.ask(reference.as_ref(), &walkers, (place, &question), visit);
            }
            let goes_on = ply < plan.choices.len() && !is_over(reference.as_ref());
            let chosen = plan.choose(ply, &position, legal, &moves);
            let Some(chosen) = chosen.filter(|_| goes_on) else { break };
            moves.push(chosen);
            position = position.after(chosen);
            if reference.play(chosen).is_err() {
                break;
            }
            let round = Round { rule_set: self.rule_set, setup: &setup, position, moves: &moves };
            walkers.iter_mut().for_each(|walker| round.play(walker, chosen, visit));
        }
        moves.len()
    }

    /// Asks everybody whether a setup can be played.
    pub fn setup(&self, setup: &Setup, visit: &mut dyn FnMut(&Sighting<'_>)) {
        let line = line(self.rule_set, *setup, &[]);
        for member in &self.members {
            let found = Disagreement::at(
                member.whom,
                line.clone(),
                Question::Position(PositionQuestion::Setup),
            );
            if let Some(Disagreement { difference, .. }) = found {
                visit(&Sighting {
                    library: &member.name,
                    rule_set: self.rule_set,
                    setup,
                    moves: &[],
                    question: &Question::Position(PositionQuestion::Setup),
                    difference,
                });
            }
        }
    }

    fn set_up(&'a self, line: &Situation, visit: &mut dyn FnMut(&Sighting<'_>)) -> Vec<Walker<'a>> {
        let walkers: Vec<Walker<'a>> = self
            .members
            .iter()
            .map(|member| Walker { member, walk: member.whom.walk(line).ok() })
            .collect();
        if walkers.iter().any(|walker| walker.walk.is_none()) {
            self.setup(&line.setup, visit);
        }
        walkers
    }
}

impl<'a> Member<'a> {
    fn new(whom: &'a dyn Implementation) -> Member<'a> {
        let about = whom.about();
        let probe = line(about.rule_set, Setup::start(), &[SOME_MOVE]);
        let said = whom.ask(&probe, &QUESTIONS);
        let mut answers = [false; KINDS];
        for (answers, said) in answers.iter_mut().zip(&said) {
            *answers = !matches!(said, Response::Unsupported(_));
        }
        Member { name: about.name, whom, answers }
    }
}

impl Walker<'_> {
    /// The walk, if it goes on and the library answers such questions.
    fn asked(&self, place: usize) -> Option<&dyn Walk> {
        self.walk.as_deref().filter(|_| self.member.answers[place])
    }
}

/// A moment of a game.
struct Round<'a> {
    rule_set: RuleSet,
    setup: &'a Setup,
    position: Position,
    moves: &'a [Move],
}

impl Round<'_> {
    /// Puts a question to the libraries that answer it, and to the reference once one of them has
    /// made a claim: some answers take a search. Returns what the reference says, if it was asked.
    fn ask(
        &self,
        reference: &dyn Walk,
        walkers: &[Walker<'_>],
        (place, question): Placed<'_>,
        visit: &mut dyn FnMut(&Sighting<'_>),
    ) -> Option<Response> {
        let mut right = None;
        for walker in walkers {
            let (member, Some(walk)) = (walker.member, walker.asked(place)) else { continue };
            let said = walk.ask(question);
            if matches!(said, Response::Silent(_) | Response::Unsupported(_)) {
                continue;
            }
            let right = right.get_or_insert_with(|| reference.ask(question));
            if let Some(difference) = Difference::between(right, &said)
                && difference.counts(&self.position, question, right, &said)
            {
                self.visit(member, question, difference, visit);
            }
        }
        right
    }

    /// Plays the move that was chosen, for a library.
    fn play(&self, walker: &mut Walker<'_>, chosen: Move, visit: &mut dyn FnMut(&Sighting<'_>)) {
        let Some(Err(said)) = walker.walk.as_mut().map(|walk| walk.play(chosen)) else { return };
        walker.walk = None;
        let right = Response::Answer { answer: Answer::Is(true), native: true };
        if let Some(difference) = Difference::between(&right, &said) {
            self.visit(
                walker.member,
                &Question::Position(PositionQuestion::LegalMoves),
                difference,
                visit,
            );
        }
    }

    fn visit(
        &self,
        member: &Member<'_>,
        question: &Question,
        difference: Difference,
        visit: &mut dyn FnMut(&Sighting<'_>),
    ) {
        visit(&Sighting {
            library: &member.name,
            rule_set: self.rule_set,
            setup: self.setup,
            moves: self.moves,
            question,
            difference,
        });
    }

    /// The questions about some ply, square, text or move.
    fn others(&self, legal: &[Move], mut entropy: Entropy) -> Vec<(usize, Question)> {
        let mut others = Vec::with_capacity(8);
        if !self.moves.is_empty() {
            others.push((
                SAME_AS,
                Question::History(HistoryQuestion::SameAs(entropy.below(self.moves.len()))),
            ));
        }
        let square = Square::from_index(entropy.below(64));
        if self.position.at(square).is_some() {
            others.push((ATTACKS, Question::Position(PositionQuestion::Attacks(square))));
        }
        let some = legal.get(entropy.below(legal.len().max(1))).copied();
        if let Some(written) = some {
            let (place, ground) = WRITTEN_CLAIMS[entropy.below(2)];
            others.push((place, Question::Game(GameQuestion::Claim(ground, Some(written)))));
            if entropy.below(READ_EVERY) == 0 {
                let text = write_san(&self.position, written);
                let mistaken = entropy.below(2) > 0;
                let text = if mistaken { mutate(&text, &mut entropy) } else { text };
                others.push((READS, Question::Notation(NotationQuestion::Reads(text))));
            }
        }
        if entropy.below(64) == 0 {
            others.push((IS_LIGHT, Question::Position(PositionQuestion::IsLight(square))));
        }
        if entropy.below(SEARCH_EVERY) == 0 {
            others.push((DEAD, Question::Material(MaterialQuestion::Dead)));
            others.extend(
                Color::ALL
                    .map(|side| (CAN_MATE, Question::Material(MaterialQuestion::CanMate(side)))),
            );
        }
        others
    }
}

fn is_over(walk: &dyn Walk) -> bool {
    let said = walk.ask(&Question::Game(GameQuestion::Ruling));
    matches!(said, Response::Answer { answer: Answer::Ruling(Decision::Over(_)), .. })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adapter::About;

    #[test]
    fn every_question_that_is_asked_now_and_then_has_its_place() {
        let position = Position::start().after(SOME_MOVE);
        let (setup, moves) = (Setup::start(), [SOME_MOVE]);
        let round =
            Round { rule_set: About::new("", "").rule_set, setup: &setup, position, moves: &moves };
        let mut places = Vec::new();
        for number in 0..20_000 {
            for (place, question) in round.others(&position.legal_moves(), Entropy::new(number)) {
                let side = |kind: &str| kind.replace("black", "white");
                assert_eq!(QUESTIONS[place].kind(), side(question.kind()));
                places.push(place);
            }
        }
        places.sort_unstable();
        places.dedup();
        assert_eq!(places, (EVERY_PLY..KINDS).collect::<Vec<usize>>());
    }
}
