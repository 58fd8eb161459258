//! Relations between the answers of one library, which hold whatever the right answers are. A search asks about them once in
//! each game, as about anything else.
//!
//! A FEN that a library writes is not tested here: the comparison with the reference covers all its fields.

use super::{compare::every_ply, divergence::is_defined};
use lawbook::position::Position;
use lawbook_catalogue::{
    adapter::{Implementation, Response, Scenario, SelfEnd, detours, refused},
    question::{Answer, HistoryQuestion, NotationQuestion, Question},
};
use lawbook_gate::ask::changed;

/// The relations, each as a question about the answers that change, where none may.
pub(super) const RELATIONS: [Question; 2] =
    [Question::History(HistoryQuestion::Undo), Question::History(HistoryQuestion::Again)];

/// The right answer to each of [`RELATIONS`].
pub(super) const NO_CHANGE: Response =
    Response::Answer { answer: Answer::Changes(Vec::new()), native: true };

/// Returns the response to one of [`RELATIONS`] at the end of a line, found by asking the library other questions. Returns
/// `None` for every other question.
pub(super) fn response(
    library: &dyn Implementation,
    scenario: &Scenario,
    question: &Question,
) -> Option<Response> {
    let questions = || asked(scenario.acts.len());
    let changes = match question {
        Question::History(HistoryQuestion::Undo) => {
            // Where the games of the library have ended, it plays no moves that could be taken back.
            let is_over = SelfEnd::of(scenario, library.about().ends_by_itself).is_some();
            if is_over { None } else { undo(library, scenario, &questions()) }
        }
        Question::History(HistoryQuestion::Again) => again(library, scenario, &questions()),
        _ => return None,
    };
    // A library that was given up gives no answers; that does not count as a change.
    let changes = changes.filter(|_| library.is_asked());
    Some(changes.unwrap_or_else(|| Response::Unsupported("nothing to compare".to_owned())))
}

/// Returns the questions whose answers have to stay the same after this number of acts. Two texts are refused at most places.
fn asked(acts: usize) -> Vec<Question> {
    let every_ply = every_ply().iter().filter(|question| is_defined(question, acts)).cloned();
    let others = [
        HistoryQuestion::FullmoveNumber.into(),
        NotationQuestion::Fen.into(),
        NotationQuestion::Reads { text: "Ka1".to_owned() }.into(),
        NotationQuestion::ReadsUci { text: "a1a1".to_owned() }.into(),
    ];
    every_ply.chain(others).collect()
}

/// Returns the answer to [`HistoryQuestion::Again`] at the end of a line.
fn again(
    library: &dyn Implementation,
    scenario: &Scenario,
    questions: &[Question],
) -> Option<Response> {
    let mut first = library.ask(scenario, &[questions, questions].concat());
    let second = first.split_off(questions.len());
    changes(questions, &first, || second)
}

/// Returns the answer to [`HistoryQuestion::Undo`] at the end of a line; none if nothing can be taken back.
fn undo(
    library: &dyn Implementation,
    scenario: &Scenario,
    questions: &[Question],
) -> Option<Response> {
    // A library that accepts a setup that cannot be played need not cope with it.
    Position::new(&scenario.setup).ok()?;
    let mut detours = detours(&scenario.setup, &scenario.acts);
    detours.last_mut()?.extend(refused(&scenario.setup, &scenario.acts));
    if detours.iter().all(Vec::is_empty) {
        return None;
    }
    let taking_back = library.taking_back(detours, Vec::new())?;
    changes(questions, &library.ask(scenario, questions), || taking_back.ask(scenario, questions))
}

fn changes(
    questions: &[Question],
    before: &[Response],
    once_more: impl FnOnce() -> Vec<Response>,
) -> Option<Response> {
    let names: Vec<String> = questions.iter().map(Question::name).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    Some(match changed(&names, before, once_more)? {
        Ok(names) => Response::Answer { answer: Answer::Changes(names), native: true },
        Err(failure) => failure,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::properties::{
        Divergence, GameStrategy, Search, SearchResults, divergence::scenario,
    };
    use lawbook::{
        notation::read_uci,
        position::Setup,
        rules::{ClaimGround, RuleSet},
    };
    use lawbook_catalogue::{
        adapter::{About, InProcess, Reference},
        question::GameQuestion,
    };
    use lawbook_gate::{Adapter, Refusal, Reply};

    /// A library that takes moves back. `forgets` changes the setup before the move that is taken back; its second argument is
    /// the setup after that move.
    struct Forgetful {
        forgets: fn(&mut Setup, &Setup),
    }

    impl Adapter for Forgetful {
        type Game = Vec<Position>;

        fn about(&self) -> lawbook_gate::About {
            lawbook_gate::About::new("forgetful", "1.0.0")
        }

        fn set_up(&self, fen: &str) -> Result<Vec<Position>, Refusal> {
            Ok(vec![fen.parse()?])
        }

        fn play(&self, game: &mut Vec<Position>, uci: &str) -> Result<(), Refusal> {
            let last = game.last().unwrap();
            let played = read_uci(last, uci)?;
            game.push(last.after(played));
            Ok(())
        }

        fn take_back(&self, game: &mut Vec<Position>) -> Result<(), Refusal> {
            let undone = game.pop().unwrap();
            let before = game.last_mut().unwrap();
            let mut setup = before.setup();
            (self.forgets)(&mut setup, &undone.setup());
            *before = Position::new(&setup).unwrap();
            Ok(())
        }

        fn halfmove_clock(&self, game: &Vec<Position>) -> Reply<u32> {
            Reply::Native(game.last().unwrap().halfmove_clock().into())
        }

        fn fen(&self, game: &Vec<Position>) -> Reply<String> {
            Reply::Native(game.last().unwrap().to_string())
        }
    }

    rows!(
        what_a_move_that_is_taken_back_leaves_is_seen,
        {
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
            let moves: Vec<_> = moves.split_whitespace().map(|uci| uci.parse().unwrap()).collect();
            let line = scenario(RuleSet::LATEST, Setup::start(), &moves);
            let found = Divergence::at(&library, line, HistoryQuestion::Undo.into());
            assert_eq!(found.is_some(), is_seen, "{found:?}");
        }
    );

    /// The reference, except that the second question about a claim by repetition says yes.
    struct Yielding;

    impl Implementation for Yielding {
        fn about(&self) -> About {
            About::new("yielding", "1.0.0")
        }

        fn ask(&self, scenario: &Scenario, questions: &[Question]) -> Vec<Response> {
            let ground = ClaimGround::Threefold;
            let claim = GameQuestion::Claim { ground, written: None }.into();
            let mut responses = Reference::default().ask(scenario, questions);
            let asked = questions.iter().zip(&mut responses).filter(|(one, _)| **one == claim);
            for (_, response) in asked.skip(1) {
                *response = Response::Answer { answer: Answer::Is(true), native: true };
            }
            responses
        }
    }

    /// A library whose FEN has no en passant square.
    struct Silent;

    impl Adapter for Silent {
        type Game = Position;

        fn about(&self) -> lawbook_gate::About {
            lawbook_gate::About::new("silent", "1.0.0")
        }

        fn set_up(&self, fen: &str) -> Result<Position, Refusal> {
            Ok(fen.parse()?)
        }

        fn play(&self, game: &mut Position, uci: &str) -> Result<(), Refusal> {
            let played = read_uci(game, uci)?;
            *game = game.after(played);
            Ok(())
        }

        fn fen(&self, game: &Position) -> Reply<String> {
            Reply::Native(Setup { en_passant: None, ..game.setup() }.to_string())
        }
    }

    rows!(
        a_search_finds_what_breaks_a_relation_and_makes_it_small,
        {
            let forgetful = |forgets| Box::new(InProcess::new(Forgetful { forgets }));
        },
        for (library, expected) in [
            (forgetful(|_, _| ()) as Box<dyn Implementation>, &[][..]),
            (
                forgetful(|setup, undone| setup.castling = undone.castling),
                &["forgetful: undo: says too much"],
            ),
            (Box::new(Yielding), &["yielding: again: says too much"]),
            (Box::new(InProcess::new(Silent)), &["silent: fen: says something else"]),
        ] {
            let libraries = vec![library];
            let strategists =
                ["random", "double-push"].map(|one| GameStrategy::named(one).unwrap());
            let search = Search::new(&libraries, &strategists, &[], 1);
            let mut found = SearchResults::default();
            (0..12).for_each(|number| search.game(number, &mut found));
            let diagnoses: Vec<String> = found.first.keys().map(ToString::to_string).collect();
            assert_eq!(
                (diagnoses.iter().map(String::as_str).collect::<Vec<_>>(), found.unstable.len()),
                (expected.to_vec(), 0)
            );
            for one in found.first.into_values() {
                let small = search.shrink(one, &|| false);
                let pieces = small.scenario.setup.placement.occupied().len();
                assert!(small.moves().len() <= 1 && pieces <= 4, "{small:?}");
            }
        }
    );
}
