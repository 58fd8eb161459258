//! Finds the common causes of wrong answers of a library.

use super::{
    Finding,
    tendency::{of_refused, tendencies},
};
use lawbook::{
    position::{Line, Move, Position},
    rules::{Act, Decision, Outcome, Termination},
};
use lawbook_catalogue::{
    MoveKind, RootCause, Subject,
    adapter::{Scenario, SelfEnd},
    question::{
        Answer, AnswerRecord, DecisionRecord, Expectation, Expected, MovesRecord, NotationQuestion,
        Question,
    },
};

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

/// Returns the possible causes of a wrong answer to a question about `line`, the most specific first; none if it is right.
pub(super) fn root_causes(
    scenario: &Scenario,
    expected: &Expected,
    (finding, says, mistake): (Finding, &AnswerRecord, Option<&str>),
) -> Vec<RootCause> {
    let pattern = |message: &str| RootCause::pattern(message);
    match (finding, says) {
        (Finding::Agrees | Finding::Silent | Finding::Unsupported | Finding::NotReached, _) => {
            Vec::new()
        }
        (_, AnswerRecord::MoveRefused { move_refused }) => refusal(scenario, move_refused),
        (_, AnswerRecord::SetupRefused { setup_refused }) => {
            vec![RootCause::SetupRefused(pattern(setup_refused))]
        }
        (
            _,
            AnswerRecord::Crashed { crashed: message }
            | AnswerRecord::TimedOut { timed_out: message }
            | AnswerRecord::ProtocolError { protocol_error: message },
        ) if message.starts_with(NOT_ASKED) => vec![RootCause::NotAsked],
        (_, AnswerRecord::Panicked { panicked }) => vec![RootCause::Panicked(pattern(panicked))],
        (_, AnswerRecord::Crashed { crashed }) => vec![RootCause::Crashed(pattern(crashed))],
        (_, AnswerRecord::TimedOut { .. }) => vec![RootCause::TimedOut],
        (_, AnswerRecord::ProtocolError { protocol_error }) => {
            vec![RootCause::ProtocolError(pattern(protocol_error))]
        }
        (_, says) => match own_end(scenario, expected, says) {
            Some(end) => vec![RootCause::EndsByItself(end)],
            None => {
                let mistake = mistake.map(|name| RootCause::Mistake(name.to_owned()));
                let written = written(&expected.question, says);
                let tendencies = tendencies(scenario, expected, says);
                mistake.into_iter().chain(written).chain(tendencies).collect()
            }
        },
    }
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

/// Returns the wrong text that a library writes for a move or a position.
fn written(question: &Question, says: &AnswerRecord) -> Option<RootCause> {
    match (question, says) {
        (
            Question::Notation(NotationQuestion::San | NotationQuestion::Fen),
            AnswerRecord::Text(text),
        ) => Some(RootCause::Writes(text.clone())),
        _ => None,
    }
}

/// Returns the causes of a refused move: the library has ended the game, or it refuses moves of this kind.
fn refusal(scenario: &Scenario, message: &str) -> Vec<RootCause> {
    let mut words = message.split(|letter: char| !letter.is_ascii_alphanumeric());
    let refused: Option<Move> = words.find_map(|word| word.parse().ok());
    let ended = SelfEnd::of(scenario, &DRAWS);
    if let Some(end) = ended
        && let Some(next) = scenario.acts.get(end.acts).and_then(Act::played)
        && refused.is_none_or(|refused| refused == next)
    {
        return vec![RootCause::EndsByItself(end.by)];
    }
    let kind = refused.and_then(|refused| kind(scenario, refused)).unwrap_or(MoveKind::Ordinary);
    let subject = match kind {
        MoveKind::Castling => Some(Subject::Castling),
        MoveKind::EnPassant => Some(Subject::EnPassant),
        MoveKind::Promotion => Some(Subject::Promotion),
        MoveKind::Ordinary => None,
    };
    let refused = RootCause::MoveRefused { kind, message: RootCause::pattern(message) };
    std::iter::once(refused).chain(subject.map(of_refused)).collect()
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
    use lawbook_catalogue::question::{GameQuestion, Moment, PositionQuestion};

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
                |kind, message: &str| RootCause::MoveRefused { kind, message: message.to_owned() };
            let threefold = RootCause::EndsByItself(Termination::ThreefoldRepetition);
        },
        for (moves, message, cause) in [
            (format!("{SHUFFLE} e2e4"), "e2e4: over", threefold.clone()),
            (format!("{SHUFFLE} e2e4"), "over", threefold),
            (format!("{SHUFFLE} e2e4 e7e5"), "e7e5: over", ordinary(MoveKind::Ordinary, "_: over")),
            (PASSING.to_owned(), "e5d6: no", ordinary(MoveKind::EnPassant, "_: no")),
            (PASSING.to_owned(), "e1g1: no", ordinary(MoveKind::Castling, "_: no")),
            (PASSING.to_owned(), "g1f3: no", ordinary(MoveKind::Ordinary, "_: no")),
        ] {
            assert_eq!(refusal(&line(&moves), message)[0], cause, "{moves} {message}");
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
            let causes = root_causes(&line(moves), expected, (Finding::Differs, says, None));
            causes.into_iter().find(RootCause::is_failure)
        };
        let threefold = Some(RootCause::EndsByItself(Termination::ThreefoldRepetition));
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
