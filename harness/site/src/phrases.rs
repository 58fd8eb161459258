//! Answers as phrases that can be understood without their question.

use lawbook::{
    board::{Color, Role},
    position::{CastlingRights, Move, Position, Wing},
    rules::{RuleSet, RuleSets},
};
use lawbook_catalogue::question::{
    Answer, Expectation, Expected, GameQuestion, HistoryQuestion, MaterialQuestion,
    NotationQuestion, PositionQuestion, Question,
};

/// Names of rule sets in words; consecutive editions of the Laws are written as a range.
pub(super) fn names(rule_sets: RuleSets) -> String {
    if rule_sets == RuleSets::ALL {
        return "every rule set".to_owned();
    }
    let mut ranges: Vec<(RuleSet, RuleSet)> = Vec::new();
    for one in rule_sets.iter() {
        match ranges.last_mut() {
            Some((_, last)) if one.is_fide_edition() && last.index() + 1 == one.index() => {
                *last = one
            }
            _ => ranges.push((one, one)),
        }
    }
    let range = |(first, last): (RuleSet, RuleSet)| {
        let to = format!(" to {}", last.short_title().replace("FIDE ", ""));
        format!("{}{}", first.short_title(), if first == last { "" } else { &to })
    };
    ranges.into_iter().map(range).collect::<Vec<_>>().join(", ")
}

/// Replaces identifiers of rule sets in a text by their short titles.
pub(super) fn named(text: impl std::fmt::Display) -> String {
    let named = |text: String, one: RuleSet| text.replace(one.name(), one.short_title());
    RuleSet::ALL.into_iter().fold(text.to_string(), named)
}

/// The question as a heading.
pub(super) fn asks(question: &Question) -> String {
    match question {
        Question::Game(GameQuestion::Claim { ground, written: None }) => {
            format!("May a draw be claimed by {ground}?")
        }
        Question::Position(PositionQuestion::LegalMoves) => {
            "Which of these moves are legal?".to_owned()
        }
        Question::Position(PositionQuestion::Castling) => {
            "Which castling rights are left?".to_owned()
        }
        _ => question.to_string(),
    }
}

/// An expected answer as a phrase. `position` is needed to write moves.
pub(super) fn says(expected: &Expected, position: Option<&Position>) -> String {
    let Expected { question, right, .. } = expected;
    let list = |moves: &[Move]| {
        let words: Vec<String> = moves.iter().map(|&one| name(one, position)).collect();
        words.join(", ")
    };
    match (question, right) {
        (_, Expectation::Exactly(Answer::Is(is))) => yes_or_no(question, *is),
        (asked, Expectation::Exactly(Answer::Moves(moves))) => {
            let all = if moves.is_empty() { "no move".to_owned() } else { list(moves) };
            match asked {
                Question::Position(PositionQuestion::Refuses { .. }) => format!("refused: {all}"),
                Question::Position(PositionQuestion::MovesFrom { square }) => {
                    format!("legal from {square}: {all}")
                }
                _ if moves.is_empty() => "no move is legal".to_owned(),
                _ => format!("legal, and no other: {all}"),
            }
        }
        (_, Expectation::Among(moves)) => format!("legal: {}", list(moves)),
        (_, Expectation::NotAmong(moves)) => format!("not legal: {}", list(moves)),
        (_, Expectation::Number(1)) => "one move is legal".to_owned(),
        (_, Expectation::Number(number)) => format!("{number} moves are legal"),
        (_, Expectation::Exactly(answer)) => phrase(question, answer),
        (_, other) => other.to_string(),
    }
}

/// Capitalises a phrase, unless it begins with a square, a move or a name.
pub(super) fn sentence(phrase: &str) -> String {
    let word: String = phrase.chars().take_while(|letter| letter.is_alphanumeric()).collect();
    if word.is_empty() || !word.chars().all(|letter| letter.is_ascii_lowercase()) {
        return phrase.to_owned();
    }
    let (first, rest) = phrase.split_at(1);
    first.to_uppercase() + rest
}

/// A move as piece and both squares, which does not reveal whether it is legal.
pub(super) fn name(one: Move, position: Option<&Position>) -> String {
    let at = |square| position.and_then(|position| position.at(square));
    let role = at(one.from).map(|piece| piece.role);
    let promotion = one.promotion.map_or_else(String::new, |role| format!("={}", role.letter()));
    let takes_own_rook = at(one.to).is_some_and(|other| {
        other.role == Role::Rook && at(one.from).is_some_and(|king| king.color == other.color)
    });
    let letter = match role {
        // In Chess960, castling is encoded as the king capturing its rook.
        Some(Role::King) if castles(one) || takes_own_rook => {
            return if one.to.file() > one.from.file() { "O-O" } else { "O-O-O" }.to_owned();
        }
        None | Some(Role::Pawn) => String::new(),
        Some(role) => role.letter().to_string(),
    };
    let between = if at(one.to).is_some() { 'x' } else { '\u{2013}' };
    format!("{letter}{}{between}{}{promotion}", one.from, one.to)
}

/// Whether a king's move goes two squares along a rank.
fn castles(one: Move) -> bool {
    one.from.rank() == one.to.rank() && one.from.index().abs_diff(one.to.index()) == 2
}

fn yes_or_no(question: &Question, is: bool) -> String {
    let either = |yes: &str, no: &str| if is { yes } else { no }.to_owned();
    let (a, no, not) = (either("a", "no"), either("", "no "), either("", "not "));
    match question {
        Question::Position(PositionQuestion::Setup) => {
            either("the setup can be played", "the setup cannot be played")
        }
        Question::Game(GameQuestion::Claimable) => format!("{a} draw can be claimed"),
        Question::Game(GameQuestion::Claim { ground, .. }) => {
            format!("{a} draw can be claimed by {ground}")
        }
        Question::History(HistoryQuestion::SameAs { ply: 0 }) => {
            format!("{not}the same position as at the start")
        }
        Question::History(HistoryQuestion::SameAs { ply }) => {
            format!("{not}the same position as after half-move {ply}")
        }
        Question::Position(PositionQuestion::Check) => format!("{no}check"),
        Question::Position(PositionQuestion::Checkmate) => format!("{no}checkmate"),
        Question::Position(PositionQuestion::Stalemate) => format!("{no}stalemate"),
        Question::Material(MaterialQuestion::Insufficient) => {
            format!("the pieces alone {} mate", either("rule out", "do not rule out"))
        }
        Question::Material(MaterialQuestion::Dead) => format!("the position is {not}dead"),
        Question::Material(MaterialQuestion::CanMate { side }) => {
            format!("{side} {} mate", either("can still", "cannot"))
        }
        Question::Position(PositionQuestion::IsLight { square }) => {
            format!("{}: {square}", either("light", "dark"))
        }
        _ => format!("{question} {}", either("yes", "no")),
    }
}

fn phrase(question: &Question, answer: &Answer) -> String {
    match question {
        Question::History(HistoryQuestion::Occurrences) => match number(answer) {
            Some(0) => "the position has not arisen".to_owned(),
            Some(1) => "the position has arisen once".to_owned(),
            Some(2) => "the position has arisen twice".to_owned(),
            Some(_) | None => format!("the position has arisen {answer} times"),
        },
        Question::History(HistoryQuestion::HalfmoveClock) => match number(answer) {
            Some(0) => "the last move was a capture or a pawn move".to_owned(),
            Some(1) => "one half-move since the last capture or pawn move".to_owned(),
            Some(_) | None => format!("{answer} half-moves since the last capture or pawn move"),
        },
        Question::Game(GameQuestion::Orders) if *answer == Answer::Orders(Vec::new()) => {
            "nothing is obligatory".to_owned()
        }
        Question::Game(GameQuestion::Seconds { side: color }) => {
            let seconds = if number(answer) == Some(1) { "second" } else { "seconds" };
            format!("{color} has {answer} {seconds} left")
        }
        Question::Notation(NotationQuestion::San) => format!("it is written {answer}"),
        Question::Notation(NotationQuestion::Reads { text }) => {
            if let Answer::Read(Some(read)) = answer {
                format!("{text:?} means {}\u{2013}{}", read.from, read.to)
            } else {
                format!("{text:?} means no legal move")
            }
        }
        Question::Position(PositionQuestion::Turn) => format!("{answer} is on move"),
        Question::Position(PositionQuestion::Castling) => {
            if let Answer::Castling(rights) = answer {
                castling(*rights)
            } else {
                answer.to_string()
            }
        }
        Question::Position(PositionQuestion::Checkers) => format!("check is given from: {answer}"),
        Question::Position(PositionQuestion::Attacks { square }) => {
            format!("the piece on {square} attacks: {answer}")
        }
        Question::Position(PositionQuestion::Pinned) => format!("pinned: {answer}"),
        _ => answer.to_string(),
    }
}

fn number(answer: &Answer) -> Option<u32> {
    if let Answer::Count(count) = answer { Some(*count) } else { None }
}

/// Castling rights in words.
fn castling(rights: CastlingRights) -> String {
    let of = |player: Color| {
        let sides = match Wing::ALL.map(|wing| rights.has(player, wing)) {
            [true, true] => "both sides",
            [true, false] => "the king's side",
            [false, true] => "the queen's side",
            [false, false] => return None,
        };
        Some(format!("{player} on {sides}"))
    };
    let left: Vec<String> = Color::ALL.into_iter().filter_map(of).collect();
    match left.as_slice() {
        [] => "no castling right is left".to_owned(),
        left => format!("castling rights are left: {}", left.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rule_sets_are_called_by_names_for_people() {
        for (rule_sets, says) in [
            ("fide-1997 fide-2001 fide-2005 uscf-7", "FIDE 1997 to 2005, US Chess"),
            ("fide-1977 fide-2023", "FIDE 1977, FIDE 2023"),
            ("fide-2023 fide-online", "FIDE 2023, FIDE Online"),
            ("lichess-2024 lichess-2026", "Lichess 2024, Lichess 2026"),
        ] {
            let all = rule_sets.split(' ').map(|one| one.parse::<RuleSet>().unwrap());
            assert_eq!(names(all.collect()), says);
        }
        assert_eq!(names(RuleSets::ALL), "every rule set");
        assert_eq!(
            named("it stands so in fide-2018, uscf-7"),
            "it stands so in FIDE 2018, US Chess"
        );
    }

    #[test]
    fn phrases_are_capitalised_except_squares_and_names() {
        for (phrase, right) in [
            ("a draw can be claimed", "A draw can be claimed"),
            ("no draw can be claimed", "No draw can be claimed"),
            ("a4 is light", "a4 is light"),
            ("O-O is legal", "O-O is legal"),
            ("", ""),
        ] {
            assert_eq!(sentence(phrase), right);
        }
    }
}
