//! When an answer is right, and wrong answers as text.

use crate::{About, fen::Fen, session::Value};

/// Endings that can still occur, on the board or by an act, after an ending that a library does not detect.
const LATER: [&str; 5] = ["checkmate", "stalemate", "resignation", "time", "agreement"];

/// Returns the right answer for a library that has ended the game by itself in this way, if the game is not over, or is in a
/// way that the library does not detect.
pub(crate) fn expected(
    right: (&str, &str),
    ending: Option<&str>,
    about: &About,
) -> (String, String) {
    let goes_on =
        right.1.split_once('/').map_or(right.1 == "play-on", |(_, by)| !about.detects(by));
    match ending {
        Some(by) if right.0 == "decision" && goes_on => (right.0.to_owned(), format!("draw/{by}")),
        _ => (right.0.to_owned(), right.1.to_owned()),
    }
}

/// Returns whether an answer is right; none if it allows no conclusion.
pub(crate) fn judge(
    (kind, right): (&str, &str),
    question: &str,
    value: &Value,
    about: &About,
) -> Option<bool> {
    let items = || right.split(' ').filter(|item| !item.is_empty());
    let is_right = match (kind, value) {
        ("decision", Value::Text(said)) if about.is_arbiter => right == said,
        ("decision", Value::Text(said)) => return decides(right, said, about),
        ("is", Value::Is(is)) => right == yes_or_no(*is),
        ("count", Value::Count(count)) => right == count.to_string(),
        ("text", Value::Text(said)) if question == "reads-fen" => is_same_setup(right, said),
        ("text" | "any_of", Value::Text(said)) if question == "castling" => {
            right.split(',').any(|one| sorted(one) == sorted(said))
        }
        ("text", Value::Text(said)) => right == said,
        ("any_of", Value::Text(said)) => right.split(',').any(|one| one == said),
        ("refused", Value::Nothing) => true,
        ("list", Value::List(list)) => {
            let mut wanted: Vec<&str> = items().collect();
            wanted.sort_unstable();
            wanted == *list
        }
        ("orders", Value::List(list)) => right == list.join("; "),
        ("among", Value::List(list)) => items().all(|one| list.iter().any(|item| item == one)),
        ("not_among", Value::List(list)) => !items().any(|one| list.iter().any(|item| item == one)),
        ("move_count", Value::List(list)) => right == list.len().to_string(),
        ("squares", Value::Text(placement)) => {
            let board = Fen::read(&format!("{placement} w - -")).ok()?;
            let mut squares = right.split(',').filter_map(|pair| pair.split_once('='));
            squares.all(|(square, piece)| board.at(square).as_deref() == Some(piece))
        }
        _ => false,
    };
    Some(is_right)
}

fn decides(right: &str, said: &str, about: &About) -> Option<bool> {
    if right == said {
        return Some(true);
    }
    let over = |text: &str| match text.split_once('/') {
        Some((winner @ ("white" | "black" | "draw"), by)) => {
            Some((winner.to_owned(), by.to_owned()))
        }
        _ => None,
    };
    match (over(right), over(said)) {
        (Some((winner, by)), Some((said_winner, said_by))) => {
            let is_right = winner == said_winner && said_by == "unspecified";
            // A library that does not detect the actual ending reports a later one, such as a mate.
            let came_later =
                !about.detects(&by) && said_by != by && LATER.contains(&said_by.as_str());
            (is_right || !came_later).then_some(is_right)
        }
        (Some((_, by)), None) if said == "play-on" => about.detects(&by).then_some(false),
        (Some(_), None) => Some(false),
        (None, _) => Some(said == "play-on"),
    }
}

/// Returns castling rights in one order; some libraries write them in another.
fn sorted(rights: &str) -> Vec<char> {
    let mut letters: Vec<char> = rights.chars().collect();
    letters.sort_unstable();
    letters
}

/// Returns whether two FENs have the same pieces, turn and castling rights.
fn is_same_setup(right: &str, said: &str) -> bool {
    match (Fen::read(right), Fen::read(said)) {
        (Ok(right), Ok(said)) => {
            (right.placement, right.turn, sorted(&right.castling))
                == (said.placement, said.turn, sorted(&said.castling))
        }
        _ => false,
    }
}

/// Returns the items of a list that another one does not have, or has fewer times: the second `e2e4` of `e2e4 e2e4` is not in
/// `e2e4`.
pub fn beyond<T: PartialEq + Clone>(list: &[T], other: &[T]) -> Vec<T> {
    let count = |list: &[T], item: &T| list.iter().filter(|one| *one == item).count();
    let is_beyond =
        |(place, item): &(usize, &T)| count(&list[..=*place], item) > count(other, item);
    list.iter().enumerate().filter(is_beyond).map(|(_, item)| item.clone()).collect()
}

const fn yes_or_no(is: bool) -> &'static str {
    if is { "yes" } else { "no" }
}

/// Returns an answer as one text. Of a list it has the differences from the right one only, as in `-e1g1 +e1c1`.
pub(crate) fn said((kind, right): (&str, &str), value: &Value) -> String {
    match value {
        Value::Is(is) => yes_or_no(*is).to_owned(),
        Value::Count(count) => count.to_string(),
        Value::Text(text) if text.is_empty() => "none".to_owned(),
        Value::Text(text) => text.clone(),
        Value::Nothing => "refused".to_owned(),
        Value::List(list) if kind == "move_count" => list.len().to_string(),
        Value::List(list) if kind != "orders" => {
            let mut right: Vec<&str> = right.split(' ').filter(|one| !one.is_empty()).collect();
            right.sort_unstable();
            let list: Vec<&str> = list.iter().map(String::as_str).collect();
            let (missing, extra) = match kind {
                "among" => (beyond(&right, &list), Vec::new()),
                "not_among" => {
                    (Vec::new(), list.into_iter().filter(|one| right.contains(one)).collect())
                }
                _ => (beyond(&right, &list), beyond(&list, &right)),
            };
            let missing = missing.iter().map(|one| format!("-{one}"));
            let all: Vec<String> =
                missing.chain(extra.iter().map(|one| format!("+{one}"))).collect();
            if all.is_empty() { "none".to_owned() } else { all.join(" ") }
        }
        Value::List(list) if list.is_empty() => "none".to_owned(),
        Value::List(list) => list.join("; "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ending_is_right_wrong_or_says_nothing() {
        let mate = "white/checkmate";
        let fivefold = "draw/fivefold-repetition";
        for (right, said, detects, is_right) in [
            (mate, "white/checkmate", "checkmate", Some(true)),
            (mate, "white/unspecified", "checkmate", Some(true)),
            (mate, "black/checkmate", "checkmate", Some(false)),
            (mate, "draw/unspecified", "checkmate", Some(false)),
            (mate, "white/agreement", "checkmate", Some(false)),
            // No ending is reported: this is only wrong if the library detects the ending.
            (mate, "play-on", "checkmate", Some(false)),
            (mate, "play-on", "stalemate", None),
            // The library did not detect the ending; the game went on and ended again.
            (fivefold, "white/checkmate", "checkmate", None),
            (fivefold, "white/checkmate", "fivefold-repetition", Some(false)),
            (fivefold, "draw/fivefold-repetition", "", Some(true)),
            (fivefold, "draw/threefold-repetition", "", Some(false)),
            (fivefold, "white/unspecified", "", Some(false)),
            ("play-on", "draw/unspecified", "", Some(false)),
            ("refused/claim", "play-on", "", Some(true)),
        ] {
            let value = Value::Text(said.to_owned());
            let about = About { endings: vec![detects], ..About::new("toy", "1.0.0") };
            let judged = judge(("decision", right), "ruling", &value, &about);
            assert_eq!(judged, is_right, "{right}: {said}");
        }
    }

    #[test]
    fn lists_are_compared_and_shown_by_their_differences() {
        let about = About::new("toy", "1.0.0");
        let list = |items: &str| Value::List(items.split(' ').map(str::to_owned).collect());
        for (kind, right, value, is_right, shown) in [
            ("list", "e2e4 d2d4", "d2d4 e2e4", true, "none"),
            ("list", "e2e4 d2d4", "a2a3 e2e4", false, "-d2d4 +a2a3"),
            ("list", "e2e4 d2d4", "d2d4 e2e4 e2e4", false, "+e2e4"),
            ("list", "e2e4 d2d4", "e2e4 e2e4", false, "-d2d4 +e2e4"),
            ("among", "e2e4 d2d4", "a2a3 e2e4", false, "-d2d4"),
            ("among", "e2e4", "a2a3 e2e4", true, "none"),
            ("not_among", "e2e4 d2d4", "a2a3 e2e4", false, "+e2e4"),
            ("not_among", "d2d4", "a2a3 e2e4", true, "none"),
            ("move_count", "3", "a2a3 e2e4", false, "2"),
        ] {
            let value = list(value);
            let judged = judge((kind, right), "legal-moves", &value, &about);
            assert_eq!(judged, Some(is_right), "{kind} {right}");
            assert_eq!(said((kind, right), &value), shown, "{kind} {right}");
        }
        let squares = "a8=black rook,e1=white king,h1=empty";
        let board = Value::Text("r3k3/8/8/8/8/8/8/4K3".to_owned());
        assert_eq!(judge(("squares", squares), "board", &board, &about), Some(true));
        let board = Value::Text("r3k3/8/8/8/8/8/8/4K2R".to_owned());
        assert_eq!(judge(("squares", squares), "board", &board, &about), Some(false));
        assert_eq!(said(("list", "e4"), &Value::List(Vec::new())), "-e4");
    }
}
