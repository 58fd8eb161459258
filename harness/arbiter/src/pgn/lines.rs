//! The record of one game, line by line: moves as in PGN, and sentences.

use std::ops::Range;

use lawbook::rules::GivenResult;

use super::{
    movetext::{Movetext, MovetextPiece, MovetextToken},
    spelled::is_null,
    tag::{begins_tag, is_chess, tags},
    text::text_of,
};

/// A line of a record without comments, variations, glyphs, results and tags.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameLine {
    /// Nothing is left.
    Empty,
    /// Words that have to be moves, separated by spaces, with the move numbers that are written before them.
    Moves(String),
    /// A sentence.
    Sentence(String),
    /// A comment or a variation that begins here has no end. No line after it is read.
    Open(&'static str),
    /// Another game begins here. No line after it is read.
    NextGame,
}

/// The record of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameLines {
    /// A value for each line of the text.
    pub lines: Vec<GameLine>,
    /// The start position in the tag `FEN`, unless the tag `SetUp` is 0.
    pub fen: Option<String>,
    /// The tag `Variant`, if it names another game than chess.
    pub variant: Option<String>,
}

impl GameLines {
    /// Reads a record.
    ///
    /// `#` as a word of its own begins a comment that runs to the end of the line, as `;` does among moves. Another game
    /// begins with tags after a move, or with move 1 after a result or after a move and a blank line.
    pub fn read<'a>(lines: impl IntoIterator<Item = &'a str>) -> GameLines {
        let lines: Vec<&str> = lines.into_iter().collect();
        let mut reader = Reader::new(&lines);
        let mut at = reader.take_tags(0);
        while let Some(next) = reader.take_movetext(at) {
            at = reader.take_tags(next);
        }
        let line = |(number, line): (usize, &&str)| {
            let raw = line.trim();
            let by_arbiter = |one: &GivenResult| one.is_by_arbiter_only() && one.name() == raw;
            match &reader.words[number][..] {
                _ if GivenResult::ALL.iter().any(by_arbiter) => GameLine::Sentence(raw.to_owned()),
                [] => GameLine::Empty,
                words if words.iter().any(|word| is_of_a_sentence(word)) => {
                    GameLine::Sentence(reader.sentence(number))
                }
                words => GameLine::Moves(words.join(" ")),
            }
        };
        let mut read: Vec<GameLine> = lines.iter().enumerate().map(line).collect();
        let Reader { fen, is_set_up, variant, ends, .. } = reader;
        if let Some((number, end)) = ends {
            // Moves before it on the same line are kept only if nothing is wrong with the line.
            read.truncate(number);
            read.push(end);
            read.resize(lines.len(), GameLine::Empty);
        }
        let fen = fen.filter(|fen| is_set_up && !fen.is_empty());
        GameLines { lines: read, fen, variant }
    }
}

/// The state of reading a record.
struct Reader {
    /// The lines, each with a line feed at its end.
    text: Vec<u8>,
    /// The text with `;` in place of each `#` that begins a comment.
    masked: Vec<u8>,
    /// The offset of each line.
    starts: Vec<usize>,
    /// The words of each line that are not a part of a comment, variation or result.
    words: Vec<Vec<String>>,
    /// The ranges of the comments in braces.
    comments: Vec<Range<usize>>,
    has_moves: bool,
    has_result: bool,
    fen: Option<String>,
    is_set_up: bool,
    variant: Option<String>,
    /// The line where the reading ends early, and why.
    ends: Option<(usize, GameLine)>,
}

impl Reader {
    fn new(lines: &[&str]) -> Reader {
        let mut text = Vec::new();
        let mut starts = Vec::with_capacity(lines.len());
        for line in lines {
            starts.push(text.len());
            text.extend(line.bytes().map(|byte| if byte == b'\n' { b' ' } else { byte }));
            text.push(b'\n');
        }
        let mut masked = text.clone();
        for at in memchr::memchr_iter(b'#', &text) {
            let is_first = at == 0 || text[at - 1].is_ascii_whitespace();
            if is_first && text.get(at + 1) != Some(&b')') {
                masked[at] = b';';
            }
        }
        Reader {
            text,
            masked,
            starts,
            words: vec![Vec::new(); lines.len()],
            comments: Vec::new(),
            has_moves: false,
            has_result: false,
            fen: None,
            is_set_up: true,
            variant: None,
            ends: None,
        }
    }

    /// Takes the tags at the offset `at`. Returns the offset of what follows.
    fn take_tags(&mut self, at: usize) -> usize {
        let Reader { masked, fen, is_set_up, variant, .. } = self;
        at + tags(&masked[at..], |tag, _| {
            let value = || text_of(&tag.value()).trim().to_owned();
            match tag.name {
                b"FEN" => *fen = fen.take().or_else(|| Some(value())),
                b"SetUp" => *is_set_up = tag.raw != b"0",
                b"Variant" if !is_chess(&value()) => *variant = Some(value()),
                _ => {}
            }
        })
    }

    /// Takes the movetext and the sentences at the offset `at`. Returns the offset of tags before the first move.
    fn take_movetext(&mut self, at: usize) -> Option<usize> {
        let masked = std::mem::take(&mut self.masked);
        let mut tokens = Movetext::new(&masked, at);
        let mut tags = None;
        while let Some(token) = tokens.next() {
            let number = tokens.take_number();
            let line = self.starts.partition_point(|&start| start <= token.start).saturating_sub(1);
            let end = match token.piece {
                MovetextPiece::Comment(_) if masked[token.start] == b'{' => {
                    self.comments.push(token.start..token.end);
                    continue;
                }
                MovetextPiece::Comment(_) => continue,
                MovetextPiece::Result(_) => {
                    self.has_result = true;
                    continue;
                }
                MovetextPiece::Move(_)
                    if token.start == self.starts[line] && begins_tag(&masked[token.start..]) =>
                {
                    if !self.has_moves {
                        tags = Some(token.start);
                        break;
                    }
                    GameLine::NextGame
                }
                MovetextPiece::Move(_)
                    if number == Some(1) && self.begins_game(&masked, line, &token) =>
                {
                    GameLine::NextGame
                }
                MovetextPiece::Move(word) => {
                    let word = text_of(word).into_owned();
                    self.has_moves |= !is_of_a_sentence(&word);
                    self.words[line].extend(number.map(|number| {
                        let points = if is_of_black(&masked, &token) { "..." } else { "." };
                        format!("{number}{points}")
                    }));
                    self.words[line].push(word);
                    continue;
                }
                MovetextPiece::OpenComment => GameLine::Open("comment"),
                MovetextPiece::OpenVariation => GameLine::Open("variation"),
            };
            self.ends = Some((line, end));
            break;
        }
        self.masked = masked;
        tags
    }

    /// Whether the first move of a line, which has the number 1, begins another game.
    fn begins_game(&self, text: &[u8], line: usize, token: &MovetextToken<'_>) -> bool {
        let before = self.starts[line.saturating_sub(1)]..self.starts[line];
        let is_after_blank_line = line > 0 && text[before].trim_ascii().is_empty();
        self.words[line].is_empty()
            && !is_of_black(text, token)
            && (self.has_result || self.has_moves && is_after_blank_line)
    }

    /// Returns the sentence in a line, without comments. Parentheses contain a part of it.
    fn sentence(&self, line: usize) -> String {
        let end = self.starts.get(line + 1).copied().unwrap_or(self.text.len());
        let is_comment = |at: &usize| self.comments.iter().any(|range| range.contains(at));
        let bytes = (self.starts[line]..end)
            .take_while(|&at| (self.text[at], self.masked[at]) != (b'#', b';') || is_comment(&at))
            .filter(|at| !is_comment(at))
            .map(|at| match self.text[at] {
                b'(' | b')' => b' ',
                other => other,
            });
        text_of(&bytes.collect::<Vec<u8>>()).trim().to_owned()
    }
}

/// Whether the move number before a token is that of a move of Black: `1...`.
fn is_of_black(text: &[u8], token: &MovetextToken<'_>) -> bool {
    let before = text[..token.start].trim_ascii_end();
    before.ends_with(b"..") || before.ends_with("…".as_bytes())
}

/// Whether a word of a line of moves is a move number.
pub fn is_number(word: &str) -> bool {
    word.ends_with('.') && word.starts_with(|first: char| first.is_ascii_digit())
}

/// Whether a word cannot be a move: it has more than three letters, and nothing else.
fn is_of_a_sentence(word: &str) -> bool {
    word.len() > 3
        && word.chars().all(|letter| letter.is_alphabetic() || letter == '\'')
        && !is_null(word.as_bytes())
}

#[cfg(test)]
mod tests {
    use lawbook::sentence::sentence_forms;

    use super::*;

    rows!(
        a_record_is_read_line_by_line,
        for (text, lines, fen) in [
            (
                "1. e4 e5 ; the open game\n2. Nf3 $14 (2. f4 {or} d5) Nc6!? *",
                "1. e4 e5|2. Nf3 Nc6!?",
                ""
            ),
            ("1. e4 {two\nlines} 1... e5 2. -- Nf3", "1. e4|1... e5 2. -- Nf3", ""),
            ("1. e4\n%2. d4\n; d5\nZ0\nnull # White resigns", "1. e4|||Z0|null", ""),
            (
                "1. e4 e5\nWhite offers a draw (by phone) {he says} # loud",
                "1. e4 e5|'White offers a draw  by phone",
                ""
            ),
            (
                "12 moves have been made\n\n1. e4 e5\n\n1... c5",
                "'12 moves have been made||1. e4 e5||1... c5",
                ""
            ),
            ("1. e4 e5 1-0\n1. d4 d5", "1. e4 e5|NextGame", ""),
            ("1. e4 e5\n\n1. d4 d5\n2. c4", "1. e4 e5||NextGame|", ""),
            ("1. e4\n[Event \"x\"]\n1. d4", "1. e4|NextGame|", ""),
            ("blitz\n[FEN \"x\"]\n1. e4", "'blitz||1. e4", "x"),
            ("[SetUp \"0\"]\n[FEN \"x\"]\n", "|", ""),
            ("[FEN \"x\"] [FEN \"y\"]\n1. e4", "|1. e4", "x"),
            ("1. e4 {open\n1... e5", "Open(\"comment\")|", ""),
            ("e4\n(e5\nd4", "e4|Open(\"variation\")|", ""),
            ("1/2-0\n0-0\n1-0", "'1/2-0|0-0|", ""),
            ("1. e4 d5 2. ed Qh4# 3. a8=q\u{b1}", "1. e4 d5 2. ed Qh4# 3. a8=q\u{b1}", ""),
        ] {
            let read = GameLines::read(text.lines());
            let shown = |line: &GameLine| match line {
                GameLine::Empty => String::new(),
                GameLine::Moves(words) => words.clone(),
                GameLine::Sentence(sentence) => format!("'{sentence}"),
                other => format!("{other:?}"),
            };
            let shown: Vec<String> = read.lines.iter().map(shown).collect();
            assert_eq!(shown.join("|"), lines, "{text}");
            assert_eq!(read.fen.unwrap_or_default(), fen, "{text}");
        }
    );

    #[test]
    fn no_sentence_is_taken_for_moves() {
        for form in sentence_forms() {
            let read = GameLines::read([form.as_str()]);
            assert!(matches!(read.lines[..], [GameLine::Sentence(_)]), "{form}: {read:?}");
        }
    }
}
