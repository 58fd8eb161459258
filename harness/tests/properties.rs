//! Random legal games put to the reference and to every library, ply by ply.

use lawbook::{
    adapter::{Implementation, Line, Reference, Said},
    catalogue::{Answer, Question},
    properties::{Played, random_game, shuffling_game},
    rules::{Act, Event, RuleSet},
};
use lawbook_harness::adapters;
use proptest::prelude::*;

/// Disagreements that are listed as known deviations, told by what is asked and answered.
fn is_known(library: &str, game: &Played, question: &Question, said: &Said) -> bool {
    match library {
        // These keep an en passant square on which no capture is legal.
        "chess" | "chessie" | "owlchess" | "rchess" => matches!(question, Question::SameAs(_)),
        // rschess does too, castles over a man beside the rook, and ends games by itself.
        "rschess" => {
            matches!(question, Question::SameAs(_) | Question::LegalMoves)
                || matches!(said, Said::MoveRefused(_))
        }
        // cozy-chess refuses a clock above 100.
        "cozy-chess" => game.start.halfmove_clock() > 100 && matches!(said, Said::SetupRefused(_)),
        _ => false,
    }
}

/// Asks the same questions of the reference and of every library, and compares what they answer.
fn compare(game: &Played, questions: &[Question]) -> Result<(), TestCaseError> {
    let acts = game.moves.iter().map(|&played| Act::Complete(played)).collect();
    let line = Line {
        setup: game.start.setup(),
        acts,
        rule_set: RuleSet::Fide2009,
        event: Event::default(),
    };
    let right = Reference.ask(&line, questions);
    for library in adapters::all() {
        let name = library.about().name;
        for ((question, right), said) in
            questions.iter().zip(&right).zip(library.ask(&line, questions))
        {
            if is_known(&name, game, question, &said) {
                continue;
            }
            match (right, &said) {
                (Said::Answer { answer: right, .. }, Said::Answer { answer, .. }) => {
                    prop_assert_eq!(answer, right, "{}: {} {:?}", name, question, game);
                }
                (_, Said::Silent(_) | Said::Unsupported(_)) => {}
                (right, said) => prop_assert!(false, "{}: {:?} {:?} {:?}", name, said, right, game),
            }
        }
    }
    Ok(())
}

/// The game cut off after every ply, and after the last one only if it is over before.
fn prefixes(game: &Played) -> impl Iterator<Item = Played> + '_ {
    (0..=game.moves.len())
        .map(|plies| Played { start: game.start, moves: game.moves[..plies].to_vec() })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn libraries_see_the_same_moves_checks_and_ends(game in random_game(40)) {
        let questions = [Question::LegalMoves, Question::Check, Question::Checkmate, Question::Stalemate, Question::Placement, Question::Turn, Question::Castling];
        for game in prefixes(&game) {
            compare(&game, &questions)?;
        }
    }

    #[test]
    fn libraries_tell_the_same_positions_apart(game in shuffling_game(40)) {
        let questions: Vec<Question> = (0..game.moves.len()).map(Question::SameAs).collect();
        compare(&game, &questions)?;
    }

    #[test]
    fn libraries_write_the_last_move_alike(game in random_game(40)) {
        for game in prefixes(&game).skip(1) {
            compare(&game, &[Question::San])?;
        }
    }
}

/// The comparison itself can fail: a library that is asked about another game disagrees.
#[test]
fn a_wrong_answer_is_noticed() {
    let game = Played { start: lawbook::position::Position::start(), moves: Vec::new() };
    let line = Line {
        setup: game.start.setup(),
        acts: Vec::new(),
        rule_set: RuleSet::Fide2009,
        event: Event::default(),
    };
    let right = Reference.ask(&line, &[Question::LegalMoves]);
    assert!(
        matches!(&right[..], [Said::Answer { answer: Answer::Moves(moves), .. }] if moves.len() == 20)
    );
    assert!(compare(&game, &[Question::LegalMoves]).is_ok());
}
