//! Formats answers as fields of `expect`, for drafts.
//!
//! A new question needs no code here if its field has the name of the question and one of the common formats.

use std::fmt::Display;

use crate::question::{
    Answer, GameQuestion, HistoryQuestion, MaterialQuestion, PositionQuestion, Question,
    ReportedResult,
};

/// Returns the field of `expect` that states this answer, or `None` if no field can.
pub(super) fn field(question: &Question, answer: &Answer) -> Option<String> {
    let name = question.kind().replace('-', "_");
    match answer {
        Answer::Is(is) => yes_or_no(question, *is, &name),
        Answer::Count(count) => {
            Some(if let Question::Game(GameQuestion::Seconds { side: player }) = question {
                format!("seconds: {{{}: {count}}}", player.name().to_lowercase())
            } else {
                format!("{name}: {count}")
            })
        }
        Answer::Moves(moves) => match question {
            Question::Position(PositionQuestion::LegalMoves) => {
                Some(format!("only: [{}]", list(moves)))
            }
            _ => None,
        },
        Answer::Squares(pieces) => {
            Some(if let Question::Position(PositionQuestion::Attacks { square: from }) = question {
                format!("{name}: {{{from}: [{}]}}", list(pieces))
            } else {
                format!("{name}: [{}]", list(pieces))
            })
        }
        Answer::Read(_) | Answer::Setup(_) => {
            let Question::Notation(asked) = question else { return None };
            let text = asked.subject()?;
            Some(format!("{name}: {{{text:?}: {:?}}}", answer.to_string()))
        }
        Answer::Text(text) | Answer::Fen(text) => Some(format!("{name}: {text:?}")),
        Answer::Castling(rights) => Some(format!("{name}: {:?}", rights.to_string())),
        Answer::Player(player) => Some(format!("{name}: {}", player.name().to_lowercase())),
        Answer::Ended { ended: None, .. }
        | Answer::Ended { ended: Some(ReportedResult { by: Some(_), .. }), .. } => {
            Some(format!("{name}: {answer}"))
        }
        _ => None,
    }
}

fn yes_or_no(question: &Question, is: bool, name: &str) -> Option<String> {
    Some(match question {
        Question::Game(GameQuestion::Claim { ground, written: None }) if is => {
            format!("claims: [{ground}]")
        }
        Question::Game(GameQuestion::Claim { written: None, .. } | GameQuestion::Claimable)
            if !is =>
        {
            "claims: []".to_owned()
        }
        Question::Game(_) => return None,
        Question::History(HistoryQuestion::SameAs { ply }) if is => format!("same_as: [{ply}]"),
        Question::History(HistoryQuestion::SameAs { ply }) => format!("different_from: [{ply}]"),
        Question::History(
            HistoryQuestion::Occurred { times: count } | HistoryQuestion::Plies { count },
        ) => format!("{name}: {{at_least_{count}: {is}}}"),
        Question::Position(PositionQuestion::Setup) => {
            format!("{name}: {}", if is { "accepted" } else { "refused" })
        }
        Question::Position(PositionQuestion::IsLight { square }) => {
            format!("{}: [{square}]", if is { "light" } else { "dark" })
        }
        Question::Material(MaterialQuestion::CanMate { side }) => {
            format!("can_mate: {{{}: {is}}}", side.name().to_lowercase())
        }
        _ => format!("{name}: {is}"),
    })
}

fn list<T: Display>(items: &[T]) -> String {
    items.iter().map(T::to_string).collect::<Vec<_>>().join(", ")
}
