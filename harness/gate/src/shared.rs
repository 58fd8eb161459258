//! What wrong answers of one cause have in common, as far as it shows without the rules of chess: the kinds of the moves, the
//! material, or the numbers from which on answers are wrong.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    Act,
    ask::{Finding, Found},
    causes::own_end,
    fen::Fen,
    harmless::TAKING_BACK,
    refused_move,
    session::Response,
    words::ending,
};

/// The fewest moves of which it is told what they have in common. Any two moves have something.
const FEWEST_MOVES: usize = 4;

/// The most kinds of material that are named.
const MATERIALS: usize = 3;

/// The details of an answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Details {
    /// What divides answers that differ in the same way: the ending that is reported or missed, whether castling rights are
    /// missing, castling, captures en passant and promotions from other moves, and the calls that should have changed nothing.
    pub group: Option<String>,
    /// The kinds of each move that is refused, missing, listed wrongly, or taken back.
    moves: Vec<Vec<String>>,
    /// The men on the board, if the question is about them.
    material: Option<String>,
    /// The right number, if the question is about one.
    right: Option<u64>,
}

impl Found<'_> {
    /// Returns the details of a wrong answer, and of a right one that is a number; none of others.
    pub fn details(&self) -> Option<Details> {
        let right = (self.right.0 == "count").then(|| self.right.1.parse().ok()).flatten();
        if !self.is_wrong() {
            return right.map(|right| Details { right: Some(right), ..Details::default() });
        }
        if let Some(by) = own_end(self) {
            let ends = self.play.own_ends.iter().find(|(other, _)| *other == by);
            let board = self.board(ends?.1)?;
            let material = (by == "dead-position").then(|| board.material());
            return Some(Details { material, ..Details::default() });
        }
        let (at, moves) = self.moves().unwrap_or((self.play.acts.len(), Vec::new()));
        let board = self.board(at)?;
        let moves: Vec<Vec<String>> = moves.into_iter().map(|one| board.kinds(one)).collect();
        let material = self.is_about_men().then(|| board.material());
        let group = match self.right.0.as_str() {
            _ if self.changes.as_ref().is_some_and(|one| one.calls != TAKING_BACK) => {
                self.changes.as_ref().map(|one| one.calls.clone())
            }
            _ if !moves.is_empty() => special(&moves),
            _ if self.finding != Finding::Wrong => None,
            "decision" => ending(&self.right.1, &self.said),
            "text" | "any_of" if self.kind() == "castling" => rights(&self.right.1, &self.said),
            _ => None,
        };
        Some(Details { group, moves, material, right })
    }

    /// Returns the board after some acts of the case.
    fn board(&self, acts: usize) -> Option<Fen> {
        let mut board = Fen::read(self.play.fen).ok()?;
        let acts = self.play.acts.iter().take(acts);
        acts.filter_map(|act| Act(act).played()).for_each(|played| board.play(played));
        Some(board)
    }

    fn is_about_men(&self) -> bool {
        let is_dead = |text: &str| text == "draw/dead-position";
        let kinds = ["insufficient-material", "dead", "can-mate-white", "can-mate-black"];
        kinds.contains(&self.kind().as_str())
            || self.kind() == "ruling" && (is_dead(&self.said) || is_dead(&self.right.1))
    }

    /// Returns the moves that are refused, missing, listed wrongly or taken back, and after how many acts of the case.
    fn moves(&self) -> Option<(usize, Vec<&str>)> {
        match (&self.response, self.finding) {
            (Response::MoveRefused(message), _) => {
                let refused = refused_move(message)?;
                let is_it = |act: &&str| Act(act).played() == Some(refused);
                Some((self.play.acts.iter().position(is_it)?, vec![refused]))
            }
            (_, Finding::Wrong) if self.asked.is_none() => {
                let (at, tried) = self.changes.as_ref()?.alone.as_ref()?;
                Some((at.checked_sub(self.before)?, vec![tried]))
            }
            (_, Finding::Wrong) if self.is_list() => {
                let items = self.said.split(' ').filter_map(|item| item.strip_prefix(['+', '-']));
                Some((self.play.acts.len(), items.filter(|item| item.len() >= 4).collect()))
            }
            _ => None,
        }
    }
}

/// Returns the kind that all moves are of, if it is a special one.
fn special(moves: &[Vec<String>]) -> Option<String> {
    let kinds = ["castling", "a capture en passant", "a promotion"];
    let is_of = |kind: &str| moves.iter().all(|one| one.iter().any(|own| own.starts_with(kind)));
    kinds.into_iter().find(|kind| is_of(kind)).map(str::to_owned)
}

/// Returns whether castling rights are missing or too many.
fn rights(right: &str, said: &str) -> Option<String> {
    let right = right.split(',').next().unwrap_or_default();
    let is_beyond =
        |one: &str, other: &str| one.chars().any(|letter| letter != '-' && !other.contains(letter));
    match (is_beyond(right, said), is_beyond(said, right)) {
        (true, false) => Some("a right is missing".to_owned()),
        (false, true) => Some("a right is there that is lost".to_owned()),
        _ => None,
    }
}

/// Returns in words what wrong answers of one group have in common. `right` are the right answers to the same questions.
pub fn shared(wrong: &[Details], right: &[Details]) -> Option<String> {
    let group = wrong.first()?.group.clone();
    let more = moves(wrong).or_else(|| materials(wrong)).or_else(|| numbers(wrong, right));
    match (group, more) {
        (Some(group), Some(more)) if more.contains(&group) => Some(more),
        (Some(group), Some(more)) => Some(format!("{group}; {more}")),
        (group, more) => group.or(more),
    }
}

fn moves(wrong: &[Details]) -> Option<String> {
    let all: Vec<&Vec<String>> = wrong.iter().flat_map(|one| &one.moves).collect();
    if all.len() < FEWEST_MOVES || wrong.iter().any(|one| one.moves.is_empty()) {
        return None;
    }
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    all.iter().copied().flatten().for_each(|kind| *counts.entry(kind).or_default() += 1);
    let is_usual = |kind: &&String| 5 * counts[kind.as_str()] >= 4 * all.len();
    // In the order of the first move with all of them.
    let usual = |one: &Vec<String>| one.iter().filter(is_usual).cloned().collect::<Vec<_>>();
    let kinds = all.iter().map(|one| usual(one)).max_by_key(Vec::len)?;
    if kinds.is_empty() {
        return None;
    }
    let of_all = |one: &&&Vec<String>| kinds.iter().all(|kind| one.contains(kind));
    let count = all.iter().filter(of_all).count();
    let of = if count == all.len() { String::new() } else { format!(" of {}", all.len()) };
    Some(format!("{count}{of} moves {}", kinds.join(", ")))
}

fn materials(wrong: &[Details]) -> Option<String> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for one in wrong {
        *counts.entry(one.material.as_deref()?).or_default() += 1;
    }
    let all: BTreeSet<(usize, &str)> =
        counts.iter().map(|(men, count)| (usize::MAX - count, *men)).collect();
    let named: Vec<&str> = all.iter().take(MATERIALS).map(|(_, men)| *men).collect();
    let more = match all.len() - named.len() {
        0 => String::new(),
        more => format!("; and {more} more"),
    };
    Some(format!("with {}{more}", named.join("; ")))
}

fn numbers(wrong: &[Details], right: &[Details]) -> Option<String> {
    let of = |all: &[Details]| -> Option<(u64, u64)> {
        let numbers: Vec<u64> = all.iter().filter_map(|one| one.right).collect();
        Some((*numbers.iter().min()?, *numbers.iter().max()?))
    };
    let ((least, most), (right_least, right_most)) = (of(wrong)?, of(right)?);
    if least > right_most {
        Some(format!("from {least} on, and not up to {right_most}"))
    } else if most < right_least {
        Some(format!("up to {most}, and not from {right_least} on"))
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_moves(group: Option<&str>, moves: &[&[&str]]) -> Details {
        let owned = |kinds: &&[&str]| kinds.iter().map(|&kind| kind.to_owned()).collect();
        let moves = moves.iter().map(owned).collect();
        Details { group: group.map(str::to_owned), moves, ..Details::default() }
    }

    #[test]
    fn moves_have_in_common_what_four_of_five_are() {
        let (file, rank) = (&["by a rook", "along a file"][..], &["by a rook", "along a rank"][..]);
        let knight = &["by a knight", "along a rank"][..];
        for (moves, text) in [
            (vec![file, file, file], None),
            (vec![file, file, file, file], Some("4 moves by a rook, along a file")),
            (vec![file, file, rank, rank], Some("4 moves by a rook")),
            (vec![rank, rank, rank, rank, knight], Some("4 of 5 moves by a rook, along a rank")),
            (vec![file, file, knight, knight], None),
        ] {
            assert_eq!(shared(&[of_moves(None, &moves)], &[]).as_deref(), text, "{moves:?}");
        }
        let one = of_moves(Some("a promotion"), &[file, file]);
        let (another, none) = (of_moves(None, &[file, file]), of_moves(None, &[]));
        let text = shared(&[one.clone(), another], &[]);
        assert_eq!(text.as_deref(), Some("a promotion; 4 moves by a rook, along a file"));
        assert_eq!(shared(&[one, none], &[]).as_deref(), Some("a promotion"));
    }

    #[test]
    fn material_is_named_the_commonest_first() {
        let of = |men: &str| Details { material: Some(men.to_owned()), ..Details::default() };
        for (men, text) in [
            ("KB", "with KB"),
            ("KB KN KN", "with KN; KB"),
            ("a b c d e", "with a; b; c; and 2 more"),
        ] {
            let wrong: Vec<Details> = men.split(' ').map(of).collect();
            assert_eq!(shared(&wrong, &[]).as_deref(), Some(text));
        }
    }

    #[test]
    fn numbers_are_told_with_both_neighbours() {
        let of = |numbers: &[u64]| -> Vec<Details> {
            let one = |&right| Details { right: Some(right), ..Details::default() };
            numbers.iter().map(one).collect()
        };
        for (wrong, right, text) in [
            (&[101, 150][..], &[0, 100][..], Some("from 101 on, and not up to 100")),
            (&[0, 3], &[4, 9], Some("up to 3, and not from 4 on")),
            (&[1, 5], &[3], None),
            (&[5], &[], None),
        ] {
            assert_eq!(shared(&of(wrong), &of(right)).as_deref(), text, "{wrong:?} {right:?}");
        }
    }

    #[test]
    fn castling_rights_are_missing_or_too_many() {
        for (right, said, words) in [
            ("KQkq", "KQ", Some("a right is missing")),
            ("-", "k", Some("a right is there that is lost")),
            ("KQ,HA", "KQkq", Some("a right is there that is lost")),
            ("Kq", "Qk", None),
        ] {
            assert_eq!(rights(right, said).as_deref(), words, "{right} {said}");
        }
    }
}
