//! Reads lines as people write them: moves in whatever notation, and sentences in their own words.

use super::{
    fit::{KnownPhrase, meant, patterns},
    phrase::AND,
    spelling::{looks_like_a_move, no_move, read_move, strip_number},
};
use crate::{
    board::Color,
    position::Position,
    rules::{Act, Ground},
    sentence::{SentenceError, read_line},
};

/// The longest sentence, in words; longer ones are cut before they are compared.
const LONGEST: usize = 20;

/// The longest word of a line that is not understood, in letters; a longer one is cut before it is compared.
const LONGEST_WORD: usize = 40;

/// A line that is read word by word, each part in the position that the part before has led to.
#[derive(Clone, Debug)]
pub(super) struct SaidLine {
    words: Vec<String>,
    /// How many of the words have been read.
    read: usize,
    /// The player who was named last.
    subject: Option<Color>,
}

/// A part of a line that is one move, or one sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SaidPart {
    /// What was written.
    pub(super) text: String,
    /// The sentence as a case has it; none if it is a move.
    pub(super) sentence: Option<String>,
    /// Whether it was written in other words.
    pub(super) in_own_words: bool,
    /// What was done.
    pub(super) acts: Vec<Act>,
}

impl SaidLine {
    /// A line without comments, spoken after somebody was named.
    pub(super) fn new(line: &str, subject: Option<Color>) -> SaidLine {
        let mut text = line.replace(['’', '‘', '`'], "'").replace(['–', '—'], "-");
        for sign in [",", ";"] {
            text = text.replace(sign, &format!(" {sign} "));
        }
        let words = text.split_whitespace().map(|word| {
            // A full stop ends a sentence, but not a move number or an article.
            let is_number = word.starts_with(|letter: char| letter.is_ascii_digit());
            if is_number { word } else { word.trim_end_matches(['.', ':']) }.to_owned()
        });
        SaidLine { words: words.filter(|word| !word.is_empty()).collect(), read: 0, subject }
    }

    /// Who was named last.
    pub(super) const fn subject(&self) -> Option<Color> {
        self.subject
    }

    /// What has not been read.
    pub(super) fn rest(&self) -> String {
        written(trim(&self.words[self.read..]))
    }

    /// The next part of the line; none at its end.
    ///
    /// # Errors
    ///
    /// The part is neither a move nor a sentence; nothing of it is read then.
    pub(super) fn next_part(
        &mut self,
        position: &Position,
    ) -> Result<Option<SaidPart>, SentenceError> {
        self.skip();
        let Some(word) = self.words.get(self.read).cloned() else { return Ok(None) };
        let bare = strip_number(&word);
        match read_move(position, bare) {
            Ok(played) => {
                self.read += 1;
                self.subject = Some(position.turn());
                return Ok(Some(SaidPart {
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
                return Ok(Some(SaidPart { text, sentence: Some(sentence), in_own_words, acts }));
            }
        }
        Err(unknown(trim(&self.words[self.read..end])))
    }

    /// Goes past what says nothing: conjunctions, numbers of moves, annotations and results.
    fn skip(&mut self) {
        while self.words.get(self.read).is_some_and(|word| says_nothing(word)) {
            self.read += 1;
        }
    }
}

/// Lines without comments, tags and results, and the position that a tag says the game begins with.
///
/// A line of which nothing is left is empty; their number remains the same.
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
            // What stood on both sides of a comment are two words.
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
                // A sign for mate stands at the end of a move, a comment by itself.
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

/// Whether a word is a number of a move, an annotation, a result, or a conjunction.
fn says_nothing(word: &str) -> bool {
    let number = word.trim_end_matches(['.', '…']);
    AND.contains(&word.to_ascii_lowercase().as_str())
        || strip_number(word).is_empty()
        || (!number.is_empty() && number.chars().all(|letter| letter.is_ascii_digit()))
        || matches!(word, "1-0" | "0-1" | "1/2-1/2" | "½-½" | "*" | "e.p." | "ep")
        || word.starts_with('$')
        || word.chars().all(|letter| "!?±∓=+-∞".contains(letter))
}

/// Words as they are written in a line.
fn written(words: &[String]) -> String {
    words.join(" ").replace(" ,", ",").replace(" ;", ";")
}

/// Words without the conjunctions at either end.
fn trim(words: &[String]) -> &[String] {
    let is_and = |word: &String| AND.contains(&word.to_ascii_lowercase().as_str());
    let start = words.iter().position(|word| !is_and(word)).unwrap_or(words.len());
    let end = words.iter().rposition(|word| !is_and(word)).map_or(start, |last| last + 1);
    &words[start..end]
}

/// The sentence that these words are meant for, and who is named in it: as it is, or said of who was named before.
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
    meant(position, &words).or_else(|| meant(position, &with_subject()?))
}

/// Words with the opponent by name.
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

/// No sentence is meant: the nearest of those with the same verb.
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
        // Who does it is kept as well as what is done.
        if is_player(lower.first()) && !form.starts_with("White") {
            continue;
        }
        let mut form = form.replace("GROUND", Ground::Threefold.name());
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

/// The word of a phrase that says what is done: the one after the player.
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

/// Whether a word names a player.
fn is_player(word: Option<&String>) -> bool {
    word.is_some_and(|word| word.starts_with("white") || word.starts_with("black"))
}

/// How many letters one of the words is away from this one, if it may be meant.
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

    /// What a line is taken for, part by part; moves are played.
    fn read(line: &str) -> Result<String, String> {
        let mut position = Position::start();
        let mut said = SaidLine::new(line, None);
        let mut parts = Vec::new();
        while let Some(part) = said.next_part(&position).map_err(|error| error.to_string())? {
            for played in part.acts.iter().filter_map(Act::played) {
                position = position.play(played).unwrap_or(position);
            }
            parts.push(part.sentence.unwrap_or_else(|| part.acts[0].to_string()));
        }
        Ok(parts.join("|"))
    }

    /// Who castles where, in words, in whatever game; a rook that is not there castles with nobody.
    #[test]
    fn castling_is_understood() {
        let array = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1";
        let chess960 = "1rk3r1/pppppppp/8/8/8/8/PPPPPPPP/1RK3R1 w GBgb - 0 1";
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
            let mut said = SaidLine::new(line, None);
            let part = said.next_part(&position).ok().flatten();
            // Of what is no sentence a shorter one may be read; its rest is refused.
            let part = part.filter(|_| said.rest().is_empty());
            assert_eq!(part.and_then(|part| part.sentence).as_deref(), sentence, "{line}");
        }
    }

    #[test]
    fn people_are_understood() {
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
    }

    #[test]
    fn a_suggestion_keeps_the_verb() {
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
    }

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
