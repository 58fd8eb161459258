//! Metamorphic relations that every implementation must satisfy. No answer is known beforehand: two answers of the
//! same implementation are compared.

use std::cell::RefCell;

use super::{
    Played,
    divergence::{ask, scenario},
};
use lawbook::{
    board::{Placement, Role, Square},
    position::{CastlingRights, Move, Position, Setup},
    rules::{ClaimGround, Decision, RuleSet},
};
use lawbook_catalogue::{
    adapter::{GameSession, Implementation, Reference, Response, Scenario},
    question::{
        Answer, GameQuestion, HistoryQuestion, MaterialQuestion, NotationQuestion,
        PositionQuestion, Question,
    },
};

/// A violated relation: two answers of one implementation that cannot both be right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{relation}, but not at the end of {:?} from {}: {one} and {other}", game.moves, game.start)]
pub struct RelationViolation {
    /// The relation that should hold.
    pub relation: &'static str,
    /// The game at whose end it is violated.
    pub game: Box<Played>,
    /// The first answer.
    pub one: String,
    /// The contradicting answer.
    pub other: String,
}

/// The relation that a process violates if it fails once but not when asked again.
pub const REPEATABLE: &str = "asked the same again it does the same";

/// Checks every relation at the end of a game. A question without an answer violates none.
///
/// ```
/// use lawbook_catalogue::adapter::Reference;
/// use lawbook_suite::properties::{check_relations, random_game};
/// use proptest::{strategy::{Strategy, ValueTree}, test_runner::TestRunner};
///
/// let mut runner = TestRunner::deterministic();
/// let game = random_game(20).new_tree(&mut runner)?.current();
/// assert!(check_relations(&Reference::default(), &game).is_ok());
/// # Ok::<(), proptest::test_runner::Reason>(())
/// ```
///
/// # Errors
///
/// Returns the first violated relation.
pub fn check_relations(
    implementation: &dyn Implementation,
    game: &Played,
) -> Result<(), RelationViolation> {
    let relations = MetamorphicRelations::new(implementation, game);
    MetamorphicRelations::ALL.iter().try_for_each(|relation| relation(&relations))?;
    relations.failed.into_inner().map_or(Ok(()), Err)
}

/// Returns all violated relations at the end of a game, each with the contradicting answers. The last one may report a
/// process that failed once but not when asked again.
pub fn violated_relations(
    implementation: &dyn Implementation,
    game: &Played,
) -> Vec<RelationViolation> {
    let relations = MetamorphicRelations::new(implementation, game);
    let broken: Vec<RelationViolation> = MetamorphicRelations::ALL
        .iter()
        .filter_map(|relation| relation(&relations).err())
        .collect();
    broken.into_iter().chain(relations.failed.into_inner()).collect()
}

/// The result of checking one relation.
type Checked = Result<(), RelationViolation>;

struct MetamorphicRelations<'a> {
    implementation: &'a dyn Implementation,
    rule_set: RuleSet,
    game: &'a Played,
    /// The first failure of the process that was not repeated.
    failed: RefCell<Option<RelationViolation>>,
}

/// Questions whose answers contain neither a square nor a colour, and so stay the same in a mirrored game.
fn plain() -> Vec<Question> {
    let mut plain = Question::plain();
    plain.extend([
        Question::Game(GameQuestion::Claim { ground: ClaimGround::Threefold, written: None }),
        Question::Game(GameQuestion::Claim { ground: ClaimGround::Fifty, written: None }),
        Question::History(HistoryQuestion::Occurrences),
        Question::History(HistoryQuestion::HalfmoveClock),
    ]);
    plain
}

/// Questions whose answers depend only on the current position, not on the moves before it.
const OF_THE_POSITION: [Question; 9] = [
    Question::Position(PositionQuestion::LegalMoves),
    Question::Position(PositionQuestion::Check),
    Question::Position(PositionQuestion::Checkmate),
    Question::Position(PositionQuestion::Stalemate),
    Question::Position(PositionQuestion::Placement),
    Question::Position(PositionQuestion::Turn),
    Question::Position(PositionQuestion::Castling),
    Question::Material(MaterialQuestion::Insufficient),
    Question::History(HistoryQuestion::HalfmoveClock),
];

/// Questions whose answers are read from a FEN that the library writes.
const WRITTEN: [Question; 2] =
    [Question::History(HistoryQuestion::FullmoveNumber), Question::Notation(NotationQuestion::Fen)];

impl<'a> MetamorphicRelations<'a> {
    fn new(implementation: &'a dyn Implementation, game: &'a Played) -> MetamorphicRelations<'a> {
        MetamorphicRelations {
            implementation,
            rule_set: implementation.about().rule_set,
            game,
            failed: RefCell::default(),
        }
    }
    /// Every relation, in the order of checking.
    const ALL: [fn(&Self) -> Checked; 12] = [
        Self::colours_have_equal_rules,
        Self::sides_of_the_board_have_equal_rules,
        Self::a_cycle_adds_one_occurrence,
        Self::transposed_moves_lead_to_the_same,
        Self::set_up_or_reached_it_is_the_same,
        Self::what_cannot_come_again_is_forgotten,
        Self::what_is_refused_stays_refused,
        Self::what_is_taken_back_leaves_no_trace,
        Self::a_game_goes_on_from_its_own_fen,
        Self::dead_stays_dead,
        Self::a_written_claim_is_the_claim_after_it,
        Self::moves_are_written_apart,
    ];

    /// Exchanging the colours does not change the answers.
    fn colours_have_equal_rules(&self) -> Checked {
        let moves: Vec<Move> = self.game.moves.iter().map(|one| one.flip()).collect();
        let flipped = self.game.start.flip();
        self.mirrored("colours have equal rules", &flipped, &moves, Move::flip)
    }

    /// Mirroring the files does not change the answers, if no castling rights are left.
    fn sides_of_the_board_have_equal_rules(&self) -> Checked {
        let setup = self.game.start.setup();
        if setup.castling != CastlingRights::NONE {
            return Ok(());
        }
        let Ok(start) = Position::new(&mirror_setup(&setup)) else { return Ok(()) };
        let moves: Vec<Move> = self.game.moves.iter().copied().map(mirror_move).collect();
        self.mirrored("both sides of the board have equal rules", &start, &moves, mirror_move)
    }

    fn mirrored(
        &self,
        relation: &'static str,
        start: &Position,
        moves: &[Move],
        back: impl Fn(Move) -> Move,
    ) -> Checked {
        for question in plain() {
            let one = self.after(&self.game.moves, &question);
            self.same(relation, one, self.ask(start, moves, &question))?;
        }
        let legal_moves = PositionQuestion::LegalMoves.into();
        let legal = self.after(&self.game.moves, &legal_moves);
        let mut other = self.ask(start, moves, &legal_moves);
        if let Some(Answer::Moves(moves)) = &mut other {
            moves.iter_mut().for_each(|one| *one = back(*one));
            moves.sort_unstable();
        }
        self.same(relation, legal, other)
    }

    /// A cycle of four plies that restores the position adds one occurrence.
    fn a_cycle_adds_one_occurrence(&self) -> Checked {
        let Some(cycle) = self.cycle() else { return Ok(()) };
        let moves = [&self.game.moves[..], &cycle].concat();
        let occurrences = HistoryQuestion::Occurrences.into();
        let before = self.after(&self.game.moves, &occurrences);
        let after = self.after(&moves, &occurrences);
        let more = before.map(|before| {
            if let Answer::Count(count) = before { Answer::Count(count + 1) } else { before }
        });
        self.same("a cycle adds one occurrence", more, after)?;
        let same = Question::History(HistoryQuestion::SameAs { ply: self.game.moves.len() });
        self.same("what comes again is the same", self.after(&moves, &same), Some(Answer::Is(true)))
    }

    /// The same four moves in another order reach the same position and give the same answers.
    fn transposed_moves_lead_to_the_same(&self) -> Checked {
        let Some([[out, reply], [later, answer]]) = self.transposition() else { return Ok(()) };
        let one = [out, reply, later, answer];
        let home = [out, reply, later, answer].map(back);
        let other = [later, answer, out, reply];
        let before = &self.game.moves[..];
        let (one_way, other_way) = ([before, &one].concat(), [before, &other].concat());
        for question in [
            Question::Position(PositionQuestion::LegalMoves),
            Question::Position(PositionQuestion::Placement),
            Question::Position(PositionQuestion::Castling),
        ] {
            let (one, other) = (self.after(&one_way, &question), self.after(&other_way, &question));
            self.same("transposed moves lead to the same", one, other)?;
        }
        let both_ways = [before, &one, &home, &other].concat();
        let same = Question::History(HistoryQuestion::SameAs { ply: before.len() + one.len() });
        let is_same = self.after(&both_ways, &same);
        self.same("transposed moves lead to the same position", is_same, Some(Answer::Is(true)))
    }

    /// The answers about a position are the same whether it is reached by moves or set up from its FEN.
    fn set_up_or_reached_it_is_the_same(&self) -> Checked {
        if self.is_over(&self.game.moves) {
            return Ok(());
        }
        for question in OF_THE_POSITION {
            let reached = self.after(&self.game.moves, &question);
            let set_up = self.ask(&self.end(), &[], &question);
            self.same("a position that is set up is the one that was reached", reached, set_up)?;
        }
        Ok(())
    }

    /// The moves before the last capture or pawn move do not affect the answers.
    fn what_cannot_come_again_is_forgotten(&self) -> Checked {
        let positions: Vec<Position> = self.game.positions().collect();
        let for_good = |(before, one): &(&Position, &Move)| {
            let is_pawn = before.placement().role(Role::Pawn).contains(one.from);
            is_pawn || before.at(one.to).is_some_and(|piece| piece.color != before.turn())
        };
        let last = positions.iter().zip(&self.game.moves).map(|pair| for_good(&pair));
        let Some(cut) = last.collect::<Vec<bool>>().iter().rposition(|&is| is) else {
            return Ok(());
        };
        if self.is_over(&self.game.moves) {
            return Ok(());
        }
        let later = &self.game.moves[cut + 1..];
        for question in plain() {
            let whole = self.after(&self.game.moves, &question);
            let rest = self.ask(&positions[cut + 1], later, &question);
            self.same("what cannot come again is forgotten", whole, rest)?;
        }
        Ok(())
    }

    /// A rejected text or claim is rejected again, regardless of the questions in between.
    fn what_is_refused_stays_refused(&self) -> Checked {
        let scenario = scenario(self.rule_set, self.game.start.setup(), &self.game.moves);
        let Some(session) = self.start_game(&scenario) else { return Ok(()) };
        let answer = |question: &Question| self.answer(&|| session.ask(question));
        let questions = [
            Question::Notation(NotationQuestion::Reads { text: "Ka1".to_owned() }),
            Question::Notation(NotationQuestion::ReadsUci { text: "a1a1".to_owned() }),
            Question::Game(GameQuestion::Claim { ground: ClaimGround::Threefold, written: None }),
            Question::Game(GameQuestion::Claim { ground: ClaimGround::Fifty, written: None }),
        ];
        let first = questions.each_ref().map(answer);
        plain().iter().for_each(|question| drop(answer(question)));
        for (question, first) in questions.iter().zip(first) {
            self.same("what is refused stays refused", first, answer(question))?;
        }
        Ok(())
    }

    /// With other moves played and taken back on the way the same is true.
    fn what_is_taken_back_leaves_no_trace(&self) -> Checked {
        let Some(taking_back) = self.implementation.taking_back() else { return Ok(()) };
        let relation = "what is taken back leaves no trace";
        let scenario = scenario(self.rule_set, self.game.start.setup(), &self.game.moves);
        let Some(session) = self.start_game(&scenario) else { return Ok(()) };
        let again = match taking_back.start_game(&scenario) {
            Ok(again) => again,
            Err(response) => {
                return Err(RelationViolation {
                    relation,
                    game: Box::new(self.game.clone()),
                    one: "yes".to_owned(),
                    other: response.why().unwrap_or("no").to_owned(),
                });
            }
        };
        for question in OF_THE_POSITION.iter().chain(&plain()).chain(&WRITTEN) {
            let answer = |session: &dyn GameSession| self.answer(&|| session.ask(question));
            self.same(relation, answer(session.as_ref()), answer(again.as_ref()))?;
        }
        Ok(())
    }

    /// A game that is set up again from the FEN that the library writes in the middle of it goes on as it did.
    fn a_game_goes_on_from_its_own_fen(&self) -> Checked {
        let moves = &self.game.moves[..];
        if self.is_over(moves) {
            return Ok(());
        }
        let relation = "a game goes on as before when it is set up from its own FEN";
        for (first, rest) in [moves.split_at(moves.len() / 2), (moves, &[])] {
            let written = self.after(first, &NotationQuestion::Fen.into());
            let Some(Answer::Fen(written)) = written else { return Ok(()) };
            let read = match self.game.start.castling().is_chess960() {
                true => Setup::from_x_fen(&written),
                false => written.parse(),
            };
            let setup = read.ok().filter(|setup| Position::from_playable(setup).is_ok());
            let Some(setup) = setup else {
                let read = Some(Answer::Text("a FEN of a position".to_owned()));
                return self.same(relation, Some(Answer::Fen(written)), read);
            };
            let again = scenario(self.rule_set, setup, rest);
            for question in OF_THE_POSITION.iter().chain(&WRITTEN[..1]) {
                let one = self.after(moves, question);
                let other = self.answer(&|| ask(self.implementation, &again, question));
                self.same(relation, one, other)?;
            }
        }
        Ok(())
    }

    /// Every legal move from a dead position leads to a dead position.
    fn dead_stays_dead(&self) -> Checked {
        for question in [
            Question::Material(MaterialQuestion::Dead),
            Question::Material(MaterialQuestion::Insufficient),
        ] {
            let dead = self.after(&self.game.moves, &question);
            if dead != Some(Answer::Is(true)) {
                continue;
            }
            for legal in self.end().legal_moves() {
                let moves = [&self.game.moves[..], &[legal]].concat();
                self.same("what is dead stays dead", dead.clone(), self.after(&moves, &question))?;
            }
        }
        Ok(())
    }

    /// A claim with a written move is correct if and only if the opponent could claim after that move.
    fn a_written_claim_is_the_claim_after_it(&self) -> Checked {
        for ground in ClaimGround::ALL {
            for written in self.end().legal_moves().into_iter().take(4) {
                let moves = [&self.game.moves[..], &[written]].concat();
                // If the move ends the game, no claim is possible after it.
                if self.is_over(&self.game.moves) || self.is_over(&moves) {
                    continue;
                }
                let claim = |written| GameQuestion::Claim { ground, written }.into();
                let ahead = self.after(&self.game.moves, &claim(Some(written)));
                let after = self.after(&moves, &claim(None));
                self.same("a written claim is the claim after it", ahead, after)?;
            }
        }
        Ok(())
    }

    /// Two different legal moves have different notations.
    fn moves_are_written_apart(&self) -> Checked {
        let mut texts: Vec<Answer> = Vec::new();
        for legal in self.end().legal_moves() {
            let moves = [&self.game.moves[..], &[legal]].concat();
            let Some(text) = self.after(&moves, &NotationQuestion::San.into()) else { break };
            if texts.contains(&text) {
                return Err(RelationViolation {
                    relation: "no two moves are written alike",
                    game: Box::new(self.game.clone()),
                    one: text.to_string(),
                    other: legal.to_string(),
                });
            }
            texts.push(text);
        }
        Ok(())
    }

    /// Returns two moves and their reversals that restore the position with all castling rights; `None` if there are
    /// none.
    ///
    /// Every move ends the right to capture en passant, so a position with that right has no cycle.
    fn cycle(&self) -> Option<[Move; 4]> {
        let end = self.end();
        if end.en_passant().is_some() {
            return None;
        }
        quiet(&end).into_iter().find_map(|out| {
            let first = end.after(out);
            quiet(&first).into_iter().find_map(|reply| {
                let cycle = [out, reply, back(out), back(reply)];
                let session = |position: Position, &one: &Move| position.play(one).ok();
                let again = cycle.iter().try_fold(end, session)?;
                again.same_position(&end).then_some(cycle)
            })
        })
    }

    /// Returns two pairs of a move and its reply that can be played in either order and then reversed.
    fn transposition(&self) -> Option<[[Move; 2]; 2]> {
        let end = self.end();
        if end.en_passant().is_some() {
            return None;
        }
        let session = |position: Position, &one: &Move| position.play(one).ok();
        let firsts = quiet(&end);
        firsts.iter().find_map(|&out| {
            let reply = *quiet(&end.after(out)).last()?;
            firsts.iter().filter(|later| later.from != out.from).find_map(|&later| {
                let third = [out, reply].iter().try_fold(end, session)?.play(later).ok()?;
                quiet(&third).into_iter().filter(|answer| answer.from != reply.from).find_map(
                    |answer| {
                        let one = [out, reply, later, answer];
                        let other = [later, answer, out, reply];
                        let there = one.iter().try_fold(end, session)?;
                        let also = other.iter().try_fold(end, session)?;
                        let home = one.map(back).iter().try_fold(there, session)?;
                        let same = there.same_position(&also) && home.same_position(&end);
                        same.then_some([[out, reply], [later, answer]])
                    },
                )
            })
        })
    }

    fn end(&self) -> Position {
        self.game.positions().last().unwrap_or(self.game.start)
    }

    /// Returns whether the reference considers the game over without an act by the players.
    fn is_over(&self, moves: &[Move]) -> bool {
        let scenario = scenario(self.rule_set, self.game.start.setup(), moves);
        let reference = Reference::default();
        let Ok(session) = reference.start_game(&scenario) else { return true };
        let response = session.ask(&Question::Game(GameQuestion::Ruling));
        matches!(response, Response::Answer { answer: Answer::Ruling(Decision::Over(_)), .. })
    }

    /// Returns the library's answer after these moves from the start of the game; `None` if it gives none.
    fn after(&self, moves: &[Move], question: &Question) -> Option<Answer> {
        self.ask(&self.game.start, moves, question)
    }

    /// Returns the library's answer to a question at the end of a line; `None` if it gives none.
    fn ask(&self, start: &Position, moves: &[Move], question: &Question) -> Option<Answer> {
        let scenario = scenario(self.rule_set, start.setup(), moves);
        self.answer(&|| ask(self.implementation, &scenario, question))
    }

    /// Returns the answer, if there is one. Repeats the question after a failure and records one that does not recur.
    fn answer(&self, ask: &dyn Fn() -> Response) -> Option<Answer> {
        let response = ask();
        if response.is_process_failure() && self.failed.borrow().is_none() {
            let again = ask();
            if !again.is_process_failure() {
                self.note(&response, again.answer());
            }
        }
        response.answer().cloned()
    }

    /// Starts a session at the end of a line; `None` if the library refuses it. Records a failure: the session fails although
    /// the same questions succeed when asked one by one.
    fn start_game(&self, scenario: &Scenario) -> Option<Box<dyn GameSession + '_>> {
        let session = self.implementation.start_game(scenario);
        if let Err(response) = &session
            && response.is_process_failure()
        {
            self.note(response, None);
        }
        session.ok()
    }

    fn note(&self, response: &Response, again: Option<&Answer>) {
        self.failed.borrow_mut().get_or_insert_with(|| RelationViolation {
            relation: REPEATABLE,
            game: Box::new(self.game.clone()),
            one: response.why().unwrap_or_default().to_owned(),
            other: again.map_or_else(|| "no failure".to_owned(), Answer::to_string),
        });
    }

    /// Checks that two answers are equal, if both are given.
    fn same(&self, relation: &'static str, one: Option<Answer>, other: Option<Answer>) -> Checked {
        match (one, other) {
            (Some(one), Some(other)) if one != other => Err(RelationViolation {
                relation,
                game: Box::new(self.game.clone()),
                one: one.to_string(),
                other: other.to_string(),
            }),
            _ => Ok(()),
        }
    }
}

/// Returns up to 8 moves of pieces other than pawns to empty squares.
fn quiet(position: &Position) -> Vec<Move> {
    let pawns = position.placement().role(Role::Pawn);
    let is_quiet = |one: &Move| position.at(one.to).is_none() && !pawns.contains(one.from);
    position.legal_moves().into_iter().filter(is_quiet).take(8).collect()
}

/// Returns the reversal of a move.
const fn back(one: Move) -> Move {
    Move::new(one.to, one.from)
}

fn mirror_square(square: Square) -> Square {
    Square::from_index(square.index() ^ 7)
}

fn mirror_move(one: Move) -> Move {
    Move { from: mirror_square(one.from), to: mirror_square(one.to), ..one }
}

fn mirror_setup(setup: &Setup) -> Setup {
    let mut placement = Placement::EMPTY;
    for (square, piece) in setup.placement.iter() {
        placement.put(mirror_square(square), piece);
    }
    Setup { placement, en_passant: setup.en_passant.map(mirror_square), ..*setup }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::properties::{random_game, shuffling_game};
    use crate::runner::forgetful::Forgetful;
    use lawbook::notation::read_uci;
    use lawbook_catalogue::adapter::InProcess;
    use lawbook_gate::{About, Adapter, Refusal, Reply};

    proptest! {
        #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn the_reference_keeps_to_the_laws(game in prop_oneof![random_game(30), shuffling_game(30)]) {
            prop_assert_eq!(check_relations(&Reference::default(), &game), Ok(()));
        }
    }

    rows!(
        what_a_move_that_is_taken_back_leaves_is_seen,
        {
            let relation = "what is taken back leaves no trace";
            let library = Forgetful { forgets: |setup, undone| setup.castling = undone.castling };
            let library = InProcess::new(library);
        },
        for (moves, is_seen) in [
            ("", false),
            ("e2e4", false),
            ("e2e4 e7e5", true),
            ("e2e4 a7a6 e4e5 a6a5 g2g3 a5a4", true),
            ("e2e4 e7e5 g1f3 g8f6 f1e2 f8e7 e1g1", true),
        ] {
            let moves = moves.split_whitespace().map(|uci| uci.parse().unwrap()).collect();
            let game = Played { start: Position::start(), moves };
            let broken = violated_relations(&library, &game);
            assert_eq!(broken.iter().any(|one| one.relation == relation), is_seen, "{broken:?}");
        }
    );

    /// A library whose FEN has no en passant square.
    struct Silent;

    impl Adapter for Silent {
        type Game = Position;

        fn about(&self) -> About {
            About::new("silent", "1.0.0")
        }

        fn set_up(&self, fen: &str) -> Result<Position, Refusal> {
            Ok(fen.parse()?)
        }

        fn play(&self, game: &mut Position, uci: &str) -> Result<(), Refusal> {
            let played = read_uci(game, uci)?;
            *game = game.after(played);
            Ok(())
        }

        fn legal_moves(&self, game: &Position) -> Reply<Vec<String>> {
            Reply::Native(game.legal_moves().iter().map(ToString::to_string).collect())
        }

        fn fen(&self, game: &Position) -> Reply<String> {
            Reply::Native(Setup { en_passant: None, ..game.setup() }.to_string())
        }
    }

    #[test]
    fn what_a_fen_leaves_out_is_missed_when_the_game_goes_on_from_it() {
        let relation = "a game goes on as before when it is set up from its own FEN";
        for (moves, is_seen) in [
            ("e2e4 a7a6 e4e5 a6a5", false),
            ("e2e4 a7a6 e4e5 d7d5", true),
            ("e2e4 a7a6 e4e5 d7d5 g1f3 b8c6", false),
        ] {
            let moves = moves.split_whitespace().map(|uci| uci.parse().unwrap()).collect();
            let game = Played { start: Position::start(), moves };
            let broken = violated_relations(&InProcess::new(Silent), &game);
            assert_eq!(broken.iter().any(|one| one.relation == relation), is_seen, "{broken:?}");
        }
    }

    /// A transposition exists, so the test of the relation is not vacuous.
    #[test]
    fn transpositions_are_found() {
        let game = Played { start: Position::start(), moves: Vec::new() };
        let reference = Reference::default();
        let relations = MetamorphicRelations::new(&reference, &game);
        assert!(relations.transposition().is_some());
        assert!(relations.cycle().is_some());
    }
}
