//! Further wrong answers for the quiz, so that a question has up to four where the law allows as many.

use super::phrases;

/// Number of answers that a question has at most after wrong ones are added.
const MOST: usize = 4;

/// Wrong answers to add to a question: variants of the right answer first, then rulings of similar cases.
///
/// `known` are the answers that it has already, `rulings` the rulings of similar cases, most frequent first.
pub(super) fn further(right: &str, known: &[&str], rulings: &[&str]) -> Vec<String> {
    let mut added: Vec<String> = Vec::new();
    let variants = variants(right).into_iter();
    let similar = rulings.iter().filter(|one| is_wrong_ruling(right, one));
    for one in variants.chain(similar.map(|one| (*one).to_owned())) {
        if known.len() + added.len() >= MOST {
            break;
        }
        if !known.contains(&one.as_str()) && !added.contains(&one) && one != right {
            added.push(one);
        }
    }
    added
}

/// Whether a ruling certainly differs from the right one: of two rulings that leave the game going on, both may hold.
fn is_wrong_ruling(right: &str, other: &str) -> bool {
    is_ruling(right)
        && is_ruling(other)
        && right != other
        && (ends(right) && (ends(other) || other == "Play on") || !ends(right) && ends(other))
}

/// Whether a ruling ends the game.
fn ends(ruling: &str) -> bool {
    ["Draw ", "White wins", "Black wins", "Both players lose", "The game is cancelled"]
        .iter()
        .any(|begin| ruling.starts_with(begin))
}

/// Whether an answer is a ruling and nothing else.
pub(super) fn is_ruling(answer: &str) -> bool {
    !answer.contains(';')
        && (ends(answer)
            || answer.ends_with(" refused")
            || ["Play on", "The arbiter decides"].contains(&answer))
}

/// Answers that differ from the right one in one part.
fn variants(right: &str) -> Vec<String> {
    if let Some(moves) = legal_moves(right) {
        return moves;
    }
    let parts: Vec<String> = right.split("; ").map(lower).collect();
    let mut variants = Vec::new();
    for (place, part) in parts.iter().enumerate() {
        for other in other_parts(part, parts.len() == 1) {
            let mut parts = parts.clone();
            parts[place] = other;
            variants.push(phrases::sentence(&parts.join("; ")));
        }
    }
    if ends(right) && parts.len() == 1 {
        variants.extend(mirrored(right));
    }
    variants
}

/// The other ways to divide two moves into legal and illegal ones.
fn legal_moves(right: &str) -> Option<Vec<String>> {
    let mut moves = Vec::new();
    for part in right.split("; ") {
        let part = lower(part);
        let list = part.strip_prefix("legal: ").or_else(|| part.strip_prefix("not legal: "))?;
        moves.extend(list.split(", ").map(str::to_owned));
    }
    let [one, other] = moves.as_slice() else { return None };
    Some(vec![
        format!("Legal: {one}, {other}"),
        format!("Legal: {one}; not legal: {other}"),
        format!("Legal: {other}; not legal: {one}"),
        format!("Not legal: {one}, {other}"),
    ])
    // The order of the moves is that of the right answer, which is among these.
    .filter(|all| all.iter().any(|one| one == right))
}

fn other_parts(part: &str, is_alone: bool) -> Vec<String> {
    let mut others = Vec::new();
    for (minutes, other) in
        [("two minutes to ", "one minute to "), ("one minute to ", "two minutes to ")]
    {
        if let Some(player) = part.strip_prefix(minutes) {
            others.push(format!("{other}{player}"));
            others.push(format!("{minutes}{}", opponent(player)));
            others.push(format!("{other}{}", opponent(player)));
        }
    }
    if let Some(by) = part.strip_suffix(" must castle on the king's side") {
        others.push(format!("{by} must castle on the queen's side"));
        others.push(format!("{by} may play any legal move"));
    } else if let Some(by) = part.strip_suffix(" must castle on the queen's side") {
        others.push(format!("{by} must castle on the king's side"));
        others.push(format!("{by} may play any legal move"));
    } else if part.ends_with(" must move") || part.ends_with(" must be captured") {
        if is_alone {
            others.extend([
                "nothing is obligatory".to_owned(),
                format!("{part}; two minutes to the opponent"),
            ]);
        }
    } else if part == "nothing is obligatory" && is_alone {
        others.extend(["two minutes to White".to_owned(), "two minutes to Black".to_owned()]);
    } else if let Some(by) = part.strip_suffix(" may play any legal move")
        && is_alone
    {
        others.extend([
            "nothing is obligatory".to_owned(),
            format!("two minutes to {}", opponent(by)),
        ]);
    }
    const TIMES: [&str; 4] = ["once", "twice", "3 times", "4 times"];
    if let Some(times) = part.strip_prefix("the position has arisen ") {
        let others_of = TIMES.iter().filter(|one| **one != times);
        others.extend(others_of.map(|one| format!("the position has arisen {one}")));
    }
    if let Some(number) =
        part.strip_suffix(" moves are legal").and_then(|one| one.parse::<u32>().ok())
    {
        let near = [number + 1, number.saturating_sub(1), number + 2];
        others.extend(
            near.iter().filter(|one| **one > 1).map(|one| format!("{one} moves are legal")),
        );
    }
    others
}

/// A result with the colours exchanged.
fn mirrored(ruling: &str) -> Option<String> {
    let end = ruling.strip_prefix("White wins").map(|end| format!("Black wins{end}"));
    end.or_else(|| ruling.strip_prefix("Black wins").map(|end| format!("White wins{end}")))
}

fn opponent(player: &str) -> &'static str {
    if player == "White" { "Black" } else { "White" }
}

/// Undoes the capital letter at the beginning of an answer.
fn lower(part: &str) -> String {
    let begins = ["White ", "Black ", "O-O"];
    let is_name = begins.iter().any(|name| part.starts_with(name))
        || part.chars().nth(1).is_some_and(|second| !second.is_lowercase());
    match part.chars().next() {
        Some(first) if !is_name => {
            first.to_lowercase().collect::<String>() + &part[first.len_utf8()..]
        }
        _ => part.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_gets_up_to_four_answers() {
        let pool = ["Play on", "Claim refused", "Draw by stalemate", "White wins by checkmate"];
        for (right, known, added) in [
            (
                "Claim refused",
                &["Claim refused", "Draw by threefold repetition"][..],
                &["Draw by stalemate", "White wins by checkmate"][..],
            ),
            ("Draw by stalemate", &["Draw by stalemate", "Play on"], &["White wins by checkmate"]),
            (
                "Two minutes to Black",
                &["Two minutes to Black", "Nothing is obligatory"],
                &["One minute to Black", "Two minutes to White"],
            ),
            (
                "The position before the irregularity is restored; two minutes to Black",
                &["The position before the irregularity is restored; two minutes to Black"],
                &[
                    "The position before the irregularity is restored; one minute to Black",
                    "The position before the irregularity is restored; two minutes to White",
                    "The position before the irregularity is restored; one minute to White",
                ],
            ),
            (
                "Legal: O-O; not legal: O-O-O",
                &["Legal: O-O; not legal: O-O-O", "Legal: O-O, O-O-O"],
                &["Legal: O-O-O; not legal: O-O", "Not legal: O-O, O-O-O"],
            ),
            ("The knight has three moves", &["The knight has three moves", "Two"], &[]),
        ] {
            assert_eq!(further(right, known, &pool), added, "{right}");
        }
    }
}
