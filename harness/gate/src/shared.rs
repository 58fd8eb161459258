//! What wrong answers of one cause have in common, as far as it shows without the rules of chess: the kinds of the moves, the
//! material, the numbers from which on answers are wrong, or what changes or differs.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    Act,
    adapter::is_move,
    ask::{Finding, Found, refused_move},
    fen::Fen,
    harmless::TAKING_BACK,
    session::Response,
    words::ending,
};

/// The fewest moves of which it is told what they have in common. Any two moves have something.
const FEWEST_MOVES: usize = 4;

/// The most moves of a line of which the last one is told. Of many each may have changed the answer.
const MOVES: usize = 2;

/// The questions about what moves change.
const CHANGED: &str = "board castling fen fullmove-number halfmove-clock";

/// The questions for the parts of a position, in the order of the fields of a FEN, and the parts in words.
const PARTS: [(&str, &str); 6] = [
    ("board", "the pieces"),
    ("turn", "the side to move"),
    ("castling", "the castling rights"),
    ("en-passant", "the en passant square"),
    ("halfmove-clock", "the halfmove clock"),
    ("fullmove-number", "the number of the move"),
];

/// The most kinds of material, and of what changes or differs, that are named.
const NAMED: usize = 3;

/// The details of an answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Details {
    /// What divides answers that differ in the same way: the ending that is reported or missed, whether castling rights are
    /// missing, castling, captures en passant and promotions from other moves, and the calls that should have changed nothing.
    pub group: Option<String>,
    /// The kinds of each move that is refused, missing, listed wrongly, written, read, or taken back.
    moves: Vec<Vec<String>>,
    /// The kinds of the last move, if the question is about what moves change, and few were played. Right answers have them too.
    last: Vec<String>,
    /// What harmless calls change.
    changes: Vec<String>,
    /// What the position differs in from earlier ones with the same pieces, if the question is about them.
    differs: Vec<String>,
    /// The men on the board, if the question is about them.
    material: Option<String>,
    /// The right number, if the question is about one.
    right: Option<u64>,
}

impl Found<'_> {
    /// Returns the details of a wrong answer, and of a right one as far as wrong ones are compared with them.
    pub fn details(&self) -> Option<Details> {
        let right = (self.right.0 == "count").then(|| self.right.1.parse().ok()).flatten();
        let last = self.last_move().unwrap_or_default();
        if !self.is_wrong() {
            let is_compared = right.is_some() || !last.is_empty();
            return is_compared.then(|| Details { right, last, ..Details::default() });
        }
        if let Some(by) = self.own_end() {
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
            _ if !moves.is_empty() && !self.is_about_text() => special(&moves),
            _ if self.finding != Finding::Wrong => None,
            "decision" => ending(&self.right.1, &self.said),
            "text" | "any_of" if self.kind() == "castling" => rights(&self.right.1, &self.said),
            _ => None,
        };
        let is_answer = self.finding == Finding::Wrong;
        let changes = self.relation().filter(|_| is_answer);
        let changes = changes.map(|_| changed(&self.said, self.unseen.as_deref()));
        let kinds = ["occurred", "occurrences", "same-as", "claim-threefold"];
        let is_about = is_answer && kinds.contains(&self.kind().as_str());
        let differs = is_about.then(|| differs(self.play.fen, &self.play.acts)).flatten();
        let [changes, differs] = [changes, differs].map(Option::unwrap_or_default);
        Some(Details { group, moves, last, changes, differs, material, right })
    }

    /// Returns the kinds of the last move, if the question is about what moves change, and few were played.
    fn last_move(&self) -> Option<Vec<String>> {
        let played = Act(self.play.acts.last()?).played()?;
        let is_changed =
            CHANGED.split(' ').any(|kind| kind == self.kind()) && self.finding != Finding::Failed;
        let before = self.play.acts.len() - 1;
        (is_changed && before < MOVES).then(|| Some(self.board(before)?.kinds(played)))?
    }

    /// Returns the board after some acts of the case.
    fn board(&self, acts: usize) -> Option<Fen> {
        let mut board = Fen::read(self.play.fen).ok()?;
        let acts = self.play.acts.iter().take(acts);
        acts.filter_map(|act| Act(act).played()).for_each(|played| board.play(played));
        Some(board)
    }

    /// Returns whether it is about a move that is written or read.
    fn is_about_text(&self) -> bool {
        ["san", "reads", "reads-uci"].contains(&self.kind().as_str())
    }

    fn is_about_men(&self) -> bool {
        let is_dead = |text: &str| text == "draw/dead-position";
        let kinds = ["insufficient-material", "dead", "can-mate-white", "can-mate-black"];
        kinds.contains(&self.kind().as_str())
            || self.kind() == "ruling" && (is_dead(&self.said) || is_dead(&self.right.1))
    }

    /// Returns the moves that are refused, missing, listed wrongly, written, read or taken back, and after how many acts of the
    /// case.
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
            (_, Finding::Wrong) if self.kind() == "san" => {
                let (last, before) = self.play.acts.split_last()?;
                Some((before.len(), vec![Act(last).played()?]))
            }
            (_, Finding::Wrong) if self.is_about_text() => {
                let both = [self.right.1.as_str(), self.said.as_str()];
                let read = both.into_iter().find(|text| is_move(text))?;
                Some((self.play.acts.len(), vec![read]))
            }
            _ => None,
        }
    }
}

/// Returns which parts of the position change according to a list of questions and a text on the first change, or else the
/// questions.
fn changed(said: &str, unseen: Option<&str>) -> Vec<String> {
    let names = || said.split(' ').map(|one| one.trim_start_matches('+'));
    let fens = unseen.and_then(|text| text.split_once(": fen was ")?.1.split_once(", is "));
    let (was, is) = fens.unwrap_or_default();
    let mut fields = was.split(' ').zip(is.split(' '));
    let of = |(name, part): &(&str, &str)| {
        let is_other = fields.next().is_some_and(|(was, is)| was != is);
        (is_other || names().any(|one| one == *name)).then(|| (*part).to_owned())
    };
    let parts: Vec<String> = PARTS.iter().filter_map(of).collect();
    if parts.is_empty() { names().map(str::to_owned).collect() } else { parts }
}

/// Returns what a position differs in from earlier ones of its line with the same pieces.
fn differs(fen: &str, acts: &[&str]) -> Option<Vec<String>> {
    let (mut board, mut earlier) = (Fen::read(fen).ok()?, Vec::new());
    for played in acts.iter().filter_map(|act| Act(act).played()) {
        earlier.push(board.clone());
        board.play(played);
    }
    earlier.retain(|one| one.squares == board.squares);
    let is_any = |differs: fn(&Fen, &Fen) -> bool| earlier.iter().any(|one| differs(one, &board));
    let is_other = [
        earlier.is_empty(),
        is_any(|a, b| a.turn != b.turn),
        is_any(|a, b| a.castling != b.castling),
        is_any(|a, b| a.is_passed != b.is_passed),
    ];
    let parts = PARTS.iter().zip(is_other).filter(|(_, is_other)| *is_other);
    Some(parts.map(|((_, part), _)| (*part).to_owned()).collect())
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
    let group = group.filter(|group| more.as_ref().is_none_or(|more| !more.contains(group)));
    let list = |of: fn(&Details) -> &Vec<String>, least| {
        let (_, kinds) = common(&wrong.iter().map(of).collect::<Vec<_>>(), least)?;
        Some(kinds[..kinds.len().min(NAMED)].join(", "))
    };
    let differs = list(|one| &one.differs, 80);
    let differs = differs.map(|parts| format!("an earlier position differs in {parts}"));
    // That the clock is another changes other answers too.
    let parts = [list(|one| &one.changes, 50), group, more, last(wrong, right), differs];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join("; "))
}

/// Returns the kinds that at least so many percent have, in the order of the first with all of them, and how many have them.
fn common(all: &[&Vec<String>], least: usize) -> Option<(usize, Vec<String>)> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    all.iter().copied().flatten().for_each(|kind| *counts.entry(kind).or_default() += 1);
    let is_usual = |kind: &&String| 100 * counts[kind.as_str()] >= least * all.len();
    let usual = |one: &Vec<String>| one.iter().filter(is_usual).cloned().collect::<Vec<_>>();
    let kinds = all.iter().map(|one| usual(one)).max_by_key(Vec::len)?;
    let of_all = |one: &&&Vec<String>| kinds.iter().all(|kind| one.contains(kind));
    let count = all.iter().filter(of_all).count();
    (!kinds.is_empty()).then_some((count, kinds))
}

/// Returns the kinds that four of five moves have in common, and how many have them, in words.
fn told(all: &[&Vec<String>], fewest: usize) -> Option<(String, Vec<String>)> {
    let (count, kinds) = common(all, 80).filter(|_| all.len() >= fewest)?;
    let of = if count == all.len() { String::new() } else { format!(" of {}", all.len()) };
    Some((format!("{count}{of} moves {}", kinds.join(", ")), kinds))
}

fn moves(wrong: &[Details]) -> Option<String> {
    let all: Vec<&Vec<String>> = wrong.iter().flat_map(|one| &one.moves).collect();
    let have_some = wrong.iter().all(|one| !one.moves.is_empty());
    told(&all, FEWEST_MOVES).filter(|_| have_some).map(|(text, _)| text)
}

/// Returns the kinds of the last moves, if few right answers stand after moves of these kinds.
fn last(wrong: &[Details], right: &[Details]) -> Option<String> {
    let all: Vec<&Vec<String>> = wrong.iter().map(|one| &one.last).collect();
    let all: Vec<&Vec<String>> = all.into_iter().filter(|one| !one.is_empty()).collect();
    let (text, kinds) = told(&all, 2).filter(|_| 2 * all.len() >= wrong.len())?;
    let has = |one: &&Details| kinds.iter().all(|kind| one.last.contains(kind));
    (4 * right.iter().filter(has).count() <= all.len()).then(|| format!("after {text}"))
}

fn materials(wrong: &[Details]) -> Option<String> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for one in wrong {
        *counts.entry(one.material.as_deref()?).or_default() += 1;
    }
    let all: BTreeSet<(usize, &str)> =
        counts.iter().map(|(men, count)| (usize::MAX - count, *men)).collect();
    let named: Vec<&str> = all.iter().take(NAMED).map(|(_, men)| *men).collect();
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
    fn the_last_move_is_told_if_its_kind_is_rare_in_right_answers() {
        let of = |moves: &[&[&str]]| -> Vec<Details> {
            let last = |one: &&[&str]| one.iter().map(|&kind| kind.to_owned()).collect();
            moves.iter().map(|one| Details { last: last(one), ..Details::default() }).collect()
        };
        let (short, long) = (&["castling", "short"][..], &["castling", "long"][..]);
        let text = Some("after 4 moves castling".to_owned());
        for (right, text) in [(&[][..], text.clone()), (&[long], text), (&[short, long], None)] {
            let wrong = of(&[short, long, short, long]);
            assert_eq!(shared(&wrong, &of(right)), text, "{right:?}");
        }
    }

    #[test]
    fn what_changes_or_differs_is_told() {
        for (said, unseen, parts) in [
            ("+fen +san", "x: fen was 8 w - - 3 1, is 8 w - - 4 1", "the halfmove clock"),
            ("+castling +fen +legal-moves", "x", "the castling rights"),
            ("+occurrences", "", "occurrences"),
        ] {
            assert_eq!(changed(said, Some(unseen)).join(", "), parts, "{said}");
        }
        for (fen, acts, parts) in [
            ("4k3/8/8/8/8/8/8/4K3 w - -", "e1e2 e8e7", "the pieces"),
            ("4k3/8/8/8/8/8/8/4K3 w - -", "e1e2 e8e7 e2d1 e7e8 d1e1", "the side to move"),
            ("4k3/8/8/8/8/8/8/4K2R w K -", "h1h2 e8e7 h2h1 e7e8", "the castling rights"),
            ("8/8/8/k7/3p4/8/4P3/K7 w - -", "e2e4 a5a6 a1b1 a6a5 b1a1", "the en passant square"),
        ] {
            let acts: Vec<&str> = acts.split(' ').collect();
            assert_eq!(differs(fen, &acts).unwrap().join(", "), parts, "{fen} {acts:?}");
        }
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
