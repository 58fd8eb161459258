//! Parses lines as people write them: moves in any notation, and sentences in everyday words.

use super::{
    phrase::AND,
    phrase_match::{KnownPhrase, matching_sentence, patterns},
    spelling::{looks_like_a_move, no_move, read_move, strip_number},
};
use crate::{
    board::Color,
    position::Position,
    rules::{Act, ClaimGround},
    sentence::{SentenceError, read_line},
};

/// Maximum length of a sentence, in words. The words after it are not compared.
const LONGEST: usize = 20;

/// Maximum length of a compared word in a line that is not understood, in letters. Longer words are truncated.
const LONGEST_WORD: usize = 40;

/// A parser of a line, word by word. Each part is parsed in the position after the part before.
#[derive(Clone, Debug)]
pub(super) struct LineParser {
    words: Vec<String>,
    /// Number of words read.
    read: usize,
    /// The player named last.
    subject: Option<Color>,
}

/// A part of a line: one move or one sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ParsedPart {
    /// The text as written.
    pub(super) text: String,
    /// The sentence as in a case; `None` for a move.
    pub(super) sentence: Option<String>,
    /// Whether the sentence was written in other words.
    pub(super) in_own_words: bool,
    /// The acts that it describes.
    pub(super) acts: Vec<Act>,
}

impl LineParser {
    /// Creates a parser of a line without comments. `subject` is the player named last before the line.
    pub(super) fn new(line: &str, subject: Option<Color>) -> LineParser {
        let mut text = line.replace(['’', '‘', '`'], "'").replace(['–', '—'], "-");
        for sign in [",", ";"] {
            text = text.replace(sign, &format!(" {sign} "));
        }
        let words = text.split_whitespace().map(|word| {
            // A full stop ends a sentence, but belongs to a move number or the number of an article.
            let is_number = word.starts_with(|letter: char| letter.is_ascii_digit());
            if is_number { word } else { word.trim_end_matches(['.', ':']) }.to_owned()
        });
        LineParser { words: words.filter(|word| !word.is_empty()).collect(), read: 0, subject }
    }

    /// Returns the player named last.
    pub(super) const fn subject(&self) -> Option<Color> {
        self.subject
    }

    /// Returns the unread part of the line.
    pub(super) fn rest(&self) -> String {
        written(trim(&self.words[self.read..]))
    }

    /// Parses the next part of the line; `None` at its end.
    ///
    /// # Errors
    ///
    /// Returns an error if the part is neither a move nor a sentence. Nothing of it counts as read then.
    pub(super) fn next_part(
        &mut self,
        position: &Position,
    ) -> Result<Option<ParsedPart>, SentenceError> {
        self.skip();
        let Some(word) = self.words.get(self.read).cloned() else { return Ok(None) };
        let bare = strip_number(&word);
        match read_move(position, bare) {
            Ok(played) => {
                self.read += 1;
                self.subject = Some(position.turn());
                return Ok(Some(ParsedPart {
                    text: word,
                    sentence: None,
                    in_own_words: false,
                    acts: vec![Act::MoveAndPress { mv: played }],
                }));
            }
            Err(error) if looks_like_a_move(bare) => return Err(no_move(position, bare, error)),
            Err(_) => {}
        }
        let end = self.words.len().min(self.read + LONGEST);
        for end in (self.read + 1..=end).rev() {
            let words = trim(&self.words[self.read..end]);
            if words.is_empty() {
                continue;
            }
            if let Some((sentence, subject)) = sentence(position, words, self.subject) {
                let acts = read_line(&mut position.clone(), &sentence)?;
                let text = written(words);
                let in_own_words = !text.eq_ignore_ascii_case(&sentence);
                self.read = end;
                self.subject = subject.or(self.subject);
                return Ok(Some(ParsedPart { text, sentence: Some(sentence), in_own_words, acts }));
            }
        }
        Err(unknown(trim(&self.words[self.read..end])))
    }

    /// Skips words without a meaning: conjunctions, move numbers, annotations and results.
    fn skip(&mut self) {
        while self.words.get(self.read).is_some_and(|word| says_nothing(word)) {
            self.read += 1;
        }
    }
}

/// Removes comments, tags and results from lines. Also returns the FEN of the start position, if a PGN tag contains
/// one.
///
/// The number of lines stays the same; a line may become empty.
pub fn without_comments<'a>(
    lines: impl IntoIterator<Item = &'a str>,
) -> (Vec<String>, Option<String>) {
    let (mut depth, mut braces) = (0_u32, false);
    let mut start = None;
    let clean = lines.into_iter().map(|line| {
        let trimmed = line.trim();
        if !braces && depth == 0 && trimmed.starts_with('[') && trimmed.ends_with(']') {
            let fen = trimmed.strip_prefix("[FEN \"").and_then(|rest| rest.strip_suffix("\"]"));
            start = start.take().or(fen.map(str::to_owned));
            return String::new();
        }
        let mut kept = String::new();
        let mut before = ' ';
        for letter in line.chars() {
            // A comment separates the words on both sides.
            if matches!(letter, '{' | '(')
                && !braces
                && depth == 0
                && kept.ends_with(|last: char| last != ' ')
            {
                kept.push(' ');
            }
            match letter {
                '}' if braces => braces = false,
                _ if braces => {}
                '{' => braces = true,
                '(' => depth = depth.saturating_add(1),
                ')' => depth = depth.saturating_sub(1),
                _ if depth > 0 => {}
                // Directly after a move, `#` is the sign for mate; on its own it starts a comment.
                '#' if before.is_whitespace() => break,
                ';' if kept.trim().is_empty() => break,
                '%' if kept.is_empty() => break,
                _ => kept.push(letter),
            }
            before = letter;
        }
        kept.trim().to_owned()
    });
    let clean = clean.collect();
    (clean, start)
}

/// Returns whether a word is a move number, an annotation, a result, or a conjunction.
fn says_nothing(word: &str) -> bool {
    let number = word.trim_end_matches(['.', '…']);
    AND.contains(&word.to_ascii_lowercase().as_str())
        || strip_number(word).is_empty()
        || (!number.is_empty() && number.chars().all(|letter| letter.is_ascii_digit()))
        || matches!(word, "1-0" | "0-1" | "1/2-1/2" | "½-½" | "*" | "e.p." | "ep")
        || word.starts_with('$')
        || word.chars().all(|letter| "!?±∓=+-∞".contains(letter))
}

/// Joins words to a text with the usual punctuation.
fn written(words: &[String]) -> String {
    words.join(" ").replace(" ,", ",").replace(" ;", ";")
}

/// Removes the conjunctions at both ends.
fn trim(words: &[String]) -> &[String] {
    let is_and = |word: &String| AND.contains(&word.to_ascii_lowercase().as_str());
    let start = words.iter().position(|word| !is_and(word)).unwrap_or(words.len());
    let end = words.iter().rposition(|word| !is_and(word)).map_or(start, |last| last + 1);
    &words[start..end]
}

/// Returns the sentence that the words mean, and the player named in it. If the words fit no sentence as written, they
/// are tried with `subject` in front.
fn sentence(
    position: &Position,
    words: &[String],
    subject: Option<Color>,
) -> Option<(String, Option<Color>)> {
    let words: Vec<String> =
        words.iter().filter(|word| *word != "," && *word != ";").cloned().collect();
    let words = named(&words, subject);
    let with_subject = || {
        let subject = subject?;
        let name = std::iter::once(subject.name().to_owned());
        Some(name.chain(words.iter().cloned()).collect::<Vec<String>>())
    };
    matching_sentence(position, &words).or_else(|| matching_sentence(position, &with_subject()?))
}

/// Replaces "the opponent" by the name of the opponent of `subject`.
fn named(words: &[String], subject: Option<Color>) -> Vec<String> {
    let Some(subject) = subject else { return words.to_vec() };
    let mut named: Vec<String> = Vec::new();
    for word in words {
        let lower = word.to_ascii_lowercase();
        if let Some(suffix) = lower.strip_prefix("opponent") {
            if named.last().is_some_and(|last| {
                matches!(last.to_ascii_lowercase().as_str(), "the" | "his" | "her")
            }) {
                named.pop();
            }
            named.push(format!("{}{suffix}", !subject));
        } else {
            named.push(word.clone());
        }
    }
    named
}

/// Creates the error for words that fit no sentence, with the nearest sentences with a similar verb.
fn unknown(words: &[String]) -> SentenceError {
    let cut = |word: &String| word.chars().take(LONGEST_WORD).collect::<String>();
    let words: Vec<String> = words.iter().map(cut).collect();
    let text = written(&words);
    let lower: Vec<String> = words.iter().map(|word| word.to_ascii_lowercase()).collect();
    let is_black = lower.iter().any(|word| word.starts_with("black"));
    let mut right: Vec<(usize, usize, String)> = Vec::new();
    for KnownPhrase { words: pattern, form } in patterns() {
        let verbs = verb(pattern).split('|');
        let Some(far) = verbs.filter_map(|verb| nearest_word(&lower, verb)).min() else { continue };
        // After a player's name, suggest only sentences about a player.
        if is_player(lower.first()) && !form.starts_with("White") {
            continue;
        }
        let mut form = form.replace("GROUND", ClaimGround::Threefold.name());
        if is_black {
            form = form.replacen("White", "Black", 1);
        }
        if !right.iter().any(|(.., other)| *other == form) {
            right.push((far, strsim::osa_distance(&text, &form), form));
        }
    }
    right.sort();
    right.truncate(2);
    let mut right: Vec<String> = right.into_iter().map(|(.., form)| format!("{form:?}")).collect();
    if right.is_empty() {
        right.push(
            "a move such as \"e4\", or a sentence such as \"White offers a draw\"".to_owned(),
        );
    }
    SentenceError::Unknown { text, right }
}

/// Returns the verb of a phrase: the word after the player.
fn verb(pattern: &[&'static str]) -> &'static str {
    let is_player = |word: &str| {
        matches!(
            word.to_ascii_lowercase().as_str(),
            "white"
                | "white's"
                | "the"
                | "both"
                | "a"
                | "players"
                | "arbiter"
                | "spectator"
                | "envelope"
                | "flag"
                | "fallen"
        ) || word.starts_with('[')
    };
    pattern.iter().copied().find(|word| !is_player(word)).unwrap_or_default()
}

/// Returns whether a word names a player.
fn is_player(word: Option<&String>) -> bool {
    word.is_some_and(|word| word.starts_with("white") || word.starts_with("black"))
}

/// Returns the edit distance of the nearest word to `verb`; `None` if it is too large for a misspelling.
fn nearest_word(words: &[String], verb: &str) -> Option<usize> {
    let verb = verb.to_ascii_lowercase();
    let allowed = if verb.len() < 4 { 0 } else { verb.len() / 3 };
    let words = words.iter().filter(|word| !is_player(Some(*word)));
    let far = words.map(|word| strsim::osa_distance(word, &verb)).min()?;
    (far <= allowed).then_some(far)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the sentences and moves parsed from a line; the moves are played.
    fn read(line: &str) -> Result<String, String> {
        let mut position = Position::start();
        let mut said = LineParser::new(line, None);
        let mut parts = Vec::new();
        while let Some(part) = said.next_part(&position).map_err(|error| error.to_string())? {
            for played in part.acts.iter().filter_map(Act::played) {
                position = position.play(played).unwrap_or(position);
            }
            parts.push(part.sentence.unwrap_or_else(|| part.acts[0].to_string()));
        }
        Ok(parts.join("|"))
    }

    // Castling is recognised in words, in standard chess and Chess960, and only with an existing rook.
    rows!(
        castling_is_understood,
        {
            let array = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1";
            let chess960 = "1rk3r1/pppppppp/8/8/8/8/PPPPPPPP/1RK3R1 w GBgb - 0 1";
        },
        for (fen, line, sentence) in [
            (array, "White castles with the rook on h1", Some("White plays O-O")),
            (array, "White castles with his rook on a1", Some("White plays O-O-O")),
            (array, "White castles with the rook on h8", None),
            (array, "White castles on the queenside", Some("White plays O-O-O")),
            (chess960, "White castles with the rook on g1", Some("White plays O-O")),
            (chess960, "White castles with the rook b1", Some("White plays O-O-O")),
            (chess960, "White castles to the g-side", Some("White plays O-O")),
            (chess960, "White castled on the a-side", Some("White plays O-O-O")),
        ] {
            let position: Position = fen.parse().unwrap();
            let mut said = LineParser::new(line, None);
            let part = said.next_part(&position).ok().flatten();
            // The parser may accept the beginning of a line that is not a sentence; its rest is then rejected.
            let part = part.filter(|_| said.rest().is_empty());
            assert_eq!(part.and_then(|part| part.sentence).as_deref(), sentence, "{line}");
        }
    );

    rows!(
        people_are_understood,
        for (line, parts) in [
            ("1. e4 e5 2. Nf3!? $1 Nc6", "e2e4|e7e5|g1f3|b8c6"),
            ("e2e4 E7-E5 NF3 nc6 1/2-1/2", "e2e4|e7e5|g1f3|b8c6"),
            ("1.e4 c5 2.nf3 d6 3.bb5+", "e2e4|c7c5|g1f3|d7d6|f1b5"),
            ("white Offers A Draw", "White offers a draw"),
            ("Black accepts.", "Black accepts the offer"),
            ("BLACK takes the draw", "Black accepts the offer"),
            ("draw agreed", "The players agree to a draw"),
            ("they agree to a draw", "The players agree to a draw"),
            ("black runs out of time", "Black's flag falls"),
            ("Black’s flag fell, nobody notices", "Black's flag falls, and nobody notices"),
            ("blacks flag falls", "Black's flag falls"),
            ("White claims 50 moves", "White claims a draw by the fifty-move rule"),
            ("White claims a draw, third time", "White claims a draw by threefold repetition"),
            ("white claims three-fold repetition", "White claims a draw by threefold repetition"),
            ("Black declines", "Black refuses the offer"),
            ("Black turns it down", "Black refuses the offer"),
            ("White gives up", "White resigns"),
            ("e4 and offers a draw", "e2e4|White offers a draw"),
            (
                "White offers a draw, Black accepts it",
                "White offers a draw|Black accepts the offer",
            ),
            (
                "White offers a draw, the opponent accepts",
                "White offers a draw|Black accepts the offer",
            ),
            ("white plays nf3 and hits the clock", "White plays g1f3 and presses the clock"),
            ("White touches his king", "White touches the king on e1"),
            ("White touches g1", "White touches the knight on g1"),
            (
                "white plays an illegal move Ke1-e3, nobody notices",
                "White makes the illegal move e1-e3, and nobody notices",
            ),
            ("Black thinks for forty seconds", "Black thinks for 40 seconds"),
            ("Black is 20 min late", "Black arrives 20 minutes late"),
            ("arbiter calls white's flag", "The arbiter calls White's flag"),
            ("White claims a win on time", "White claims a win on time"),
            ("white claims black's flag has fallen", "White claims a win on time"),
            (
                "White claims the game cannot be won",
                "White claims that the game cannot be won by normal means",
            ),
        ] {
            assert_eq!(read(line).as_deref(), Ok(parts), "{line}");
        }
    );

    rows!(
        a_suggestion_keeps_the_verb,
        for (line, says, never) in [
            ("Black acepts it all", "accepts the offer", "resigns"),
            ("White resing", "White resigns", "offers"),
            ("White offers peace", "White offers a draw", "resigns"),
            ("White hums a song", "a move such as", "resigns"),
            ("white sings", "a move such as", "kings"),
            ("Black acepts", "\"Black accepts the offer\"", "arbiter"),
            ("e1e3", "White makes the illegal move e1e3", "resigns"),
            ("Ke3", "not legal here", "resigns"),
        ] {
            let error = read(line).unwrap_err();
            assert!(error.contains(says) && !error.contains(never), "{line}: {error}");
        }
    );

    #[test]
    fn comments_tags_and_variations_are_passed_over() {
        let text = [
            "[Event \"a\"]",
            "[FEN \"8/8/4k3/8/8/4K3/8/8 w - - 0 1\"]",
            "# a remark",
            "1. Kd4 {over",
            "two lines} Kd6 (1... Ke7 (1... Kf6) 2. Ke4) 2. Kc4 # so far",
            "Qh4#",
            "3. e4{a}e5(b)4. Nf3",
        ];
        let (lines, start) = without_comments(text);
        assert_eq!(lines, ["", "", "", "1. Kd4", "Kd6  2. Kc4", "Qh4#", "3. e4 e5 4. Nf3"]);
        assert_eq!(start.as_deref(), Some("8/8/4k3/8/8/4K3/8/8 w - - 0 1"));
    }
}
