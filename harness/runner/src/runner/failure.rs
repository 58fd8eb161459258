//! The causes that a library itself shows.

use lawbook::{
    position::{Line, Move, Position},
    rules::{Act, Decision, Outcome, Termination},
};
use lawbook_catalogue::{
    Cause, MoveKind,
    adapter::{Scenario, SelfEnd},
    question::{Answer, AnswerRecord, DecisionRecord, Expectation, Expected, MovesRecord},
};
use lawbook_gate::pattern;

/// The endings that a library may apply although the rule set does not.
const DRAWS: [Termination; 5] = [
    Termination::DeadPosition,
    Termination::FivefoldRepetition,
    Termination::SeventyFiveMoves,
    Termination::ThreefoldRepetition,
    Termination::FiftyMoves,
];

/// How the message of a library begins that was given up before the question was asked.
const NOT_ASKED: &str = "not asked:";

/// Returns the cause that the library itself shows with a wrong answer or a failure: it gives none, refuses, or ends the
/// game.
pub(super) fn failure(
    scenario: &Scenario,
    expected: &Expected,
    says: &AnswerRecord,
) -> Option<Cause> {
    Some(match says {
        AnswerRecord::MoveRefused { move_refused } => refusal(scenario, move_refused),
        AnswerRecord::SetupRefused { setup_refused } => Cause::SetupRefused(pattern(setup_refused)),
        AnswerRecord::Crashed { crashed: message }
        | AnswerRecord::TimedOut { timed_out: message }
        | AnswerRecord::ProtocolError { protocol_error: message }
            if message.starts_with(NOT_ASKED) =>
        {
            Cause::NotAsked
        }
        AnswerRecord::Panicked { panicked } => Cause::Panicked(pattern(panicked)),
        AnswerRecord::Crashed { crashed } => Cause::Crashed(pattern(crashed)),
        AnswerRecord::TimedOut { .. } => Cause::TimedOut,
        AnswerRecord::ProtocolError { protocol_error } => {
            Cause::ProtocolError(pattern(protocol_error))
        }
        says => Cause::EndsByItself(own_end(scenario, expected, says)?),
    })
}

/// Returns the ending that a library has applied by itself, if a wrong answer shows one: it says that the game is drawn,
/// or names no legal move.
fn own_end(scenario: &Scenario, expected: &Expected, says: &AnswerRecord) -> Option<Termination> {
    let end = || SelfEnd::of(scenario, &DRAWS).map(|end| end.by);
    match (&expected.right, says) {
        (
            Expectation::Exactly(Answer::Ruling(Decision::PlayOn)),
            AnswerRecord::Decision(response),
        ) => match *response {
            DecisionRecord::Over(None) => end(),
            DecisionRecord::Decided(Decision::Over(Outcome { winner: None, by })) => {
                DRAWS.contains(&by).then_some(by)
            }
            DecisionRecord::Over(Some(_)) | DecisionRecord::Decided(_) => None,
        },
        (
            Expectation::Exactly(Answer::Moves(legal)) | Expectation::Among(legal),
            AnswerRecord::Moves(MovesRecord { without, also }),
        ) if also.is_empty() && !legal.is_empty() && without.len() == legal.len() => end(),
        (Expectation::Number(_), AnswerRecord::Number { moves: 0 }) => end(),
        _ => None,
    }
}

/// Returns the cause of a refused move: the library has ended the game, or it refuses moves of this kind.
fn refusal(scenario: &Scenario, message: &str) -> Cause {
    let mut words = message.split(|letter: char| !letter.is_ascii_alphanumeric());
    let refused: Option<Move> = words.find_map(|word| word.parse().ok());
    let ended = SelfEnd::of(scenario, &DRAWS);
    if let Some(end) = ended
        && let Some(next) = scenario.acts.get(end.acts).and_then(Act::played)
        && refused.is_none_or(|refused| refused == next)
    {
        return Cause::EndsByItself(end.by);
    }
    let kind = refused.and_then(|refused| kind(scenario, refused)).unwrap_or(MoveKind::Ordinary);
    Cause::MoveRefused { kind, message: pattern(message) }
}

/// Returns the kind of a move of a line.
fn kind(scenario: &Scenario, refused: Move) -> Option<MoveKind> {
    let moves = scenario.acts.iter().filter_map(Act::played);
    let line = Line::as_far_as_legal(Position::new(&scenario.setup).ok()?, moves);
    let ply = line.plies().find(|ply| ply.played == refused)?;
    let is_pawn =
        ply.before.at(refused.from).is_some_and(|one| one.role == lawbook::board::Role::Pawn);
    Some(if ply.before.castles(refused).is_some() {
        MoveKind::Castling
    } else if is_pawn && ply.before.en_passant() == Some(refused.to) {
        MoveKind::EnPassant
    } else if refused.promotion.is_some() {
        MoveKind::Promotion
    } else {
        MoveKind::Ordinary
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use lawbook::{
        position::Setup,
        rules::{Event, RuleSet},
    };
    use lawbook_catalogue::question::{GameQuestion, Moment, PositionQuestion, Question};

    fn line(moves: &str) -> Scenario {
        let acts = moves.split_whitespace();
        let acts = acts.map(|text| Act::MoveAndPress { mv: text.parse().unwrap() }).collect();
        Scenario { setup: Setup::start(), acts, rule_set: RuleSet::LATEST, event: Event::default() }
    }

    const SHUFFLE: &str = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";
    const PASSING: &str = "e2e4 a7a6 e4e5 d7d5 e5d6 a6a5 g1f3 a5a4 f1e2 a4a3 e1g1";

    rows!(
        a_refused_move_has_a_cause,
        {
            let ordinary =
                |kind, message: &str| Cause::MoveRefused { kind, message: message.to_owned() };
            let threefold = Cause::EndsByItself(Termination::ThreefoldRepetition);
        },
        for (moves, message, cause) in [
            (format!("{SHUFFLE} e2e4"), "e2e4: over", threefold.clone()),
            (format!("{SHUFFLE} e2e4"), "over", threefold),
            (format!("{SHUFFLE} e2e4 e7e5"), "e7e5: over", ordinary(MoveKind::Ordinary, "_: over")),
            (PASSING.to_owned(), "e5d6: no", ordinary(MoveKind::EnPassant, "_: no")),
            (PASSING.to_owned(), "e1g1: no", ordinary(MoveKind::Castling, "_: no")),
            (PASSING.to_owned(), "g1f3: no", ordinary(MoveKind::Ordinary, "_: no")),
        ] {
            assert_eq!(refusal(&line(&moves), message), cause, "{moves} {message}");
        }
    );

    #[test]
    fn a_draw_that_the_rules_do_not_know_is_an_end_of_its_own() {
        let ruling = |right| Expected {
            question: Question::Game(GameQuestion::Ruling),
            right: Expectation::Exactly(Answer::Ruling(right)),
            moment: Moment::End,
        };
        let says = |text: &str| AnswerRecord::Decision(text.to_owned().try_into().unwrap());
        let cause = |moves: &str, expected: &Expected, says: &AnswerRecord| {
            failure(&line(moves), expected, says)
        };
        let threefold = Some(Cause::EndsByItself(Termination::ThreefoldRepetition));
        let play_on = ruling(Decision::PlayOn);
        assert_eq!(cause("", &play_on, &says("draw/threefold-repetition")), threefold);
        assert_eq!(cause(SHUFFLE, &play_on, &says("draw/unspecified")), threefold);
        assert_eq!(cause("", &play_on, &says("draw/unspecified")), None);
        assert_eq!(cause(SHUFFLE, &play_on, &says("white/checkmate")), None);
        let legal = vec!["e2e4".parse().unwrap(), "d2d4".parse().unwrap()];
        let moves = Expected {
            question: Question::Position(PositionQuestion::LegalMoves),
            right: Expectation::Exactly(Answer::Moves(legal.clone())),
            moment: Moment::End,
        };
        let none = AnswerRecord::of(&moves.right, &Answer::Moves(Vec::new()));
        assert_eq!(cause(SHUFFLE, &moves, &none), threefold);
        let some = AnswerRecord::of(&moves.right, &Answer::Moves(legal[..1].to_vec()));
        assert_eq!(cause(SHUFFLE, &moves, &some), None);
    }
}
