//! What is wrong with an answer, in the words of a sentence.

/// How a wrong answer differs from the right one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Something is there that should not be, a number is too high, or the answer is yes instead of no.
    Exceeds,
    /// Something is missing, a number is too low, or the answer is no instead of yes.
    Lacks,
    /// In another way.
    Differs,
}

impl Way {
    /// Reads how a baseline names it: `wrongly yes`, `too high`, `wrongly decided` and `too many` exceed, `wrongly no`, `too
    /// low`, `not decided` and `too few` lack something.
    pub fn of(name: &str) -> Way {
        match name {
            "wrongly yes" | "too high" | "wrongly decided" | "too many" => Way::Exceeds,
            "wrongly no" | "too low" | "not decided" | "too few" => Way::Lacks,
            _ => Way::Differs,
        }
    }
}

/// The sentences of each kind of question: for an answer that exceeds the right one, lacks something, and differs in another
/// way. A kind that is not here has those of the longest beginning that is.
#[rustfmt::skip] // one kind a line, as far as it fits
const SENTENCES: &[(&str, [&str; 3])] = &[
    ("again", ["a question changes an answer"; 3]),
    ("attacks", ["a square is listed that the piece does not attack", "an attacked piece is not listed", "the attacked pieces are others"]),
    ("board", ["a piece stands elsewhere, or is another"; 3]),
    ("can-mate", ["a side is said to be able to mate that cannot", "a side is said to be unable to mate that can", "the answer whether a side can mate is another"]),
    ("castling", ["the castling rights are others"; 3]),
    ("check", ["a check is reported where there is none", "a check is not reported", "the answer about check is another"]),
    ("checkers", ["a piece is listed that gives no check", "a piece that gives check is not listed", "the pieces that give check are others"]),
    ("checkmate", ["a checkmate is reported where there is none", "a checkmate is not reported", "the answer about checkmate is another"]),
    ("claim", ["a claim is allowed that is not due", "a claim is refused that is due", "the answer to a claim is another"]),
    ("claim-fifty", ["a claim by the fifty-move rule is allowed that is not due", "a due claim by the fifty-move rule is refused", "the answer to a claim is another"]),
    ("claim-fifty-written", ["a claim by the fifty-move rule with a written move is allowed that is not due", "a due claim by the fifty-move rule with a written move is refused", "the answer to a claim is another"]),
    ("claim-threefold", ["a claim of a threefold repetition is allowed that is not due", "a due claim of a threefold repetition is refused", "the answer to a claim is another"]),
    ("claim-threefold-written", ["a claim of a threefold repetition with a written move is allowed that is not due", "a due claim of a threefold repetition with a written move is refused", "the answer to a claim is another"]),
    ("claimable", ["a draw may be claimed where no claim is due", "no draw may be claimed where a claim is due", "the answer to a claim is another"]),
    ("dead", ["a position is called dead in which a side can still mate", "a dead position is not reported", "the answer about a dead position is another"]),
    ("drawn", ["a game is called drawn that is not", "a draw is not reported", "the answer whether it is a draw is another"]),
    ("fen", ["the FEN of the position is another"; 3]),
    ("fullmove-number", ["the number of the move is too high", "the number of the move is too low", "the number of the move is another"]),
    ("halfmove-clock", ["the plies since the last capture or pawn move are too many", "the plies since the last capture or pawn move are too few", "the plies since the last capture or pawn move are others"]),
    ("insufficient-material", ["material is called insufficient with which a side can mate", "insufficient material is not reported", "the answer about insufficient material is another"]),
    ("legal-moves", ["a move is listed that is not legal, or is listed twice", "a legal move is not listed", "legal moves are missing, and others are listed"]),
    ("light", ["a dark square is called light", "a light square is called dark", "the colour of a square is another"]),
    ("moves-from", ["a move is listed that is not legal, or is listed twice", "a legal move is not listed", "legal moves are missing, and others are listed"]),
    ("occurred", ["a position is said to have occurred more often than it has", "a repetition is not reported", "the answer about a repetition is another"]),
    ("occurrences", ["occurrences of the position are counted that are none", "occurrences of the position are not counted", "the occurrences of the position are counted in another way"]),
    ("orders", ["the obligations of the players are others"; 3]),
    ("pinned", ["a piece is listed that is not pinned", "a pinned piece is not listed", "the pinned pieces are others"]),
    ("plies", ["more plies are reported without a capture or pawn move than there were", "plies without a capture or pawn move are not reported", "the answer about plies without a capture or pawn move is another"]),
    ("reads", ["a move in SAN is read in another way"; 3]),
    ("reads-fen", ["a FEN is read in another way"; 3]),
    ("reads-uci", ["a move in UCI is read in another way"; 3]),
    ("refuses", ["a legal move is refused", "an illegal move is accepted", "other moves are refused"]),
    ("ruling", ["a game is ended that goes on", "the end of a game is not reported", "a game ends with another result, or for another reason"]),
    ("same-as", ["a position is taken for an earlier one that is not the same", "a position is not taken for the earlier one that is the same", "the answer about an earlier position is another"]),
    ("san", ["a move is written in another way"; 3]),
    ("seconds", ["too much time is left", "too little time is left", "the time that is left is another"]),
    ("setup", ["a setup is accepted that cannot be played", "a setup is refused that can be played", "the answer about a setup is another"]),
    ("stalemate", ["a stalemate is reported where there is none", "a stalemate is not reported", "the answer about stalemate is another"]),
    ("turn", ["the side to move is the other one"; 3]),
    ("undo", ["a move that is taken back or refused changes an answer"; 3]),
];

/// The most bytes of a message that are shown.
const LONGEST_MESSAGE: usize = 300;

/// Returns a text without what is beyond the first few hundred bytes.
pub fn shortened(text: &str) -> String {
    if text.len() <= LONGEST_MESSAGE {
        return text.to_owned();
    }
    let end = (0..=LONGEST_MESSAGE).rev().find(|end| text.is_char_boundary(*end));
    format!("{}\u{2026} ({} bytes)", &text[..end.unwrap_or_default()], text.len())
}

/// Returns what is wrong with answers that no mistake explains, to questions of a kind, such as `claim-fifty`, that differ in
/// this way. `shared` is what they have in common.
pub fn unexplained(kind: &str, way: Way, shared: Option<&str>) -> String {
    let shared = shared.map_or_else(String::new, |shared| format!(": {shared}"));
    format!("{}{shared}; no known mistake explains it", sentence(kind, way))
}

fn sentence(kind: &str, way: Way) -> String {
    let own = SENTENCES.iter().filter(|(name, _)| kind.starts_with(name));
    let longest = own.max_by_key(|(name, _)| name.len());
    longest.map_or_else(|| format!("{kind} is wrong"), |(_, ways)| ways[way as usize].to_owned())
}

/// Returns which ending is reported or missed, if the right answer and the wrong one are how a game stands, such as
/// `play-on` and `draw/fifty-moves`. White and Black are not told apart.
pub fn ending(right: &str, said: &str) -> Option<String> {
    let is_ending = |text: &str| text == "play-on" || text.contains('/');
    if !is_ending(right) || !is_ending(said) {
        return None;
    }
    let words = |ending: &str| match ending.split_once('/') {
        Some(("draw", "unspecified")) => "a draw".to_owned(),
        Some(("white" | "black", "unspecified")) => "a win".to_owned(),
        Some(("draw", by)) => format!("a draw by {}", by.replace('-', " ")),
        Some(("white" | "black", by)) => format!("a win by {}", by.replace('-', " ")),
        _ => ending.replace(['-', '/'], " "),
    };
    Some(match (words(right), words(said)) {
        (_, said) if right == "play-on" => said,
        (right, _) if said == "play-on" => right,
        (right, said) if right == said => format!("{said} of the other player"),
        (right, said) => format!("{said} instead of {right}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vectors::{Level, Vectors};

    #[test]
    fn every_kind_of_question_has_a_sentence_of_its_own() {
        for kind in Vectors::embedded().count(Level::Strict).into_keys() {
            let own = SENTENCES.iter().filter(|(name, _)| {
                let rest = kind.strip_prefix(name);
                rest.is_some_and(|rest| ["", "-white", "-black"].contains(&rest))
            });
            assert_eq!(own.count(), 1, "{kind}");
        }
        assert_eq!(sentence("can-mate-white", Way::Lacks), SENTENCES[3].1[1]);
        assert_eq!(sentence("checkers", Way::Exceeds), "a piece is listed that gives no check");
        assert_eq!(sentence("a-new-kind", Way::Lacks), "a-new-kind is wrong");
    }

    #[test]
    fn a_long_message_is_cut() {
        let long = "\u{e4}".repeat(LONGEST_MESSAGE);
        assert_eq!(shortened(&long[..LONGEST_MESSAGE]), long[..LONGEST_MESSAGE]);
        let expected = format!("{}\u{2026} (600 bytes)", &long[..LONGEST_MESSAGE]);
        assert_eq!(shortened(&long), expected);
        assert_eq!(shortened(&format!("a{long}")).chars().count(), 1 + 149 + 13);
    }

    #[test]
    fn an_ending_is_told_in_words() {
        for (right, said, words) in [
            ("play-on", "draw/fifty-moves", Some("a draw by fifty moves")),
            ("white/checkmate", "play-on", Some("a win by checkmate")),
            ("play-on", "draw/unspecified", Some("a draw")),
            ("white/checkmate", "black/checkmate", Some("a win by checkmate of the other player")),
            ("draw/stalemate", "black/unspecified", Some("a win instead of a draw by stalemate")),
            ("refused/claim", "play-on", Some("refused claim")),
            ("yes", "no", None),
            ("play-on", "a2a3", None),
        ] {
            assert_eq!(ending(right, said).as_deref(), words, "{right} {said}");
        }
    }
}
