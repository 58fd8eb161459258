use lawbook::{
    board::Color,
    notation::write_san,
    position::{Line, Position},
    properties::SplitMix64,
};

use super::{GameResult, Kind};

/// A game before it is written as PGN.
#[derive(Debug)]
pub(super) struct GameDraft {
    pub(super) line: Line,
    /// Words that are written as moves after the line.
    pub(super) more: Vec<String>,
    /// The result in the tag.
    pub(super) tag: Option<GameResult>,
    /// The result in the movetext.
    pub(super) score: Option<GameResult>,
    /// How the game ended: the value of the tag `Termination`, or in braces a comment.
    pub(super) words: String,
    /// Additional tags, as PGN.
    pub(super) tags: String,
    /// Text after the result.
    pub(super) tail: String,
    pub(super) planted: Vec<(Kind, usize)>,
}

impl GameDraft {
    pub(super) fn new(line: Line, score: GameResult) -> GameDraft {
        GameDraft {
            line,
            more: Vec::new(),
            tag: Some(score),
            score: Some(score),
            words: String::new(),
            tags: String::new(),
            tail: String::new(),
            planted: Vec::new(),
        }
    }

    pub(super) fn said(mut self, words: &str) -> GameDraft {
        self.words = words.to_owned();
        self
    }

    /// Adds an expected finding.
    pub(super) fn with(mut self, kind: Kind, ply: usize) -> GameDraft {
        self.planted.push((kind, ply));
        self
    }
}

/// The PGN style of a kind of source.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    /// A chess server: one line, with clock times in comments.
    Server,
    /// A database: lines of at most 79 characters.
    Book,
    /// Unusual PGN: DOS line ends, variations, glyphs and other spellings of moves.
    Odd,
}

/// Returns the game as PGN, followed by a blank line.
pub(super) fn text(sketch: &GameDraft, number: u64, rng: &mut SplitMix64) -> String {
    let style = match rng.below(8) {
        0..4 => Style::Server,
        4..7 => Style::Book,
        _ => Style::Odd,
    };
    let mut text = String::with_capacity(1024);
    tags(sketch, number, &mut text);
    text.push('\n');
    movetext(sketch, style, rng, &mut text);
    text.push_str("\n\n");
    if style == Style::Odd { text.replace('\n', "\r\n") } else { text }
}

fn tags(sketch: &GameDraft, number: u64, text: &mut String) {
    let mut tag = |name: &str, value: &str| text.push_str(&format!("[{name} \"{value}\"]\n"));
    tag("Event", "Random games");
    tag("Site", &format!("game {number}"));
    tag("White", "A \\\"quoted\\\" player");
    tag("Black", "Müller, B.");
    if let Some(score) = sketch.tag {
        tag("Result", &score.to_string());
    }
    if !sketch.words.is_empty() && !sketch.words.starts_with('{') {
        tag("Termination", &sketch.words);
    }
    if *sketch.line.start() != Position::start() {
        tag("SetUp", "1");
        tag("FEN", &sketch.line.start().to_string());
    }
    text.push_str(&sketch.tags);
}

fn movetext(sketch: &GameDraft, style: Style, rng: &mut SplitMix64, text: &mut String) {
    let mut page = WrappedText { text, style, column: 0 };
    let start = sketch.line.start();
    let (mut turn, mut number) = (start.turn(), start.fullmove_number());
    let played = sketch.line.plies().map(|ply| write_san(ply.before, ply.played));
    let moves = played.chain(sketch.more.iter().cloned());
    for (ply, san) in moves.enumerate() {
        let dots = match turn {
            Color::White => Some("."),
            Color::Black if ply == 0 || style == Style::Server => Some("..."),
            Color::Black => None,
        };
        if let Some(dots) = dots {
            page.word(&format!("{number}{dots}"));
        }
        if style == Style::Odd && ply < sketch.line.moves().len() {
            page.word(&odd(&san, rng));
        } else {
            page.word(&san);
        }
        if style == Style::Server {
            page.word(&format!("{{ [%clk 0:{:02}:{:02}] }}", 59 - ply % 60, ply % 60));
        }
        number += turn as u32;
        turn = !turn;
    }
    if sketch.words.starts_with('{') {
        page.word(&sketch.words);
    }
    if let Some(score) = sketch.score {
        page.word(&score.to_string());
    }
    if !sketch.tail.is_empty() {
        page.word(&sketch.tail);
    }
}

/// Returns an unusual spelling of a move, or adds glyphs, variations or comments to it.
fn odd(san: &str, rng: &mut SplitMix64) -> String {
    match rng.below(12) {
        0 => format!("{san} $1 (1. e4 {{a move}} (1. d4 d5) 1... Nf6)"),
        1 => format!("{san}!?"),
        2 => san.replace('O', "0"),
        3 => san.replace('=', ""),
        4 => format!("{san} {{[%eval 0.1] a comment }} ; another\n"),
        _ => san.to_owned(),
    }
}

/// Text that is wrapped into lines.
struct WrappedText<'a> {
    text: &'a mut String,
    style: Style,
    column: usize,
}

impl WrappedText<'_> {
    fn word(&mut self, word: &str) {
        if self.column > 0 {
            let long = self.style != Style::Server && self.column + word.len() > 79;
            self.text.push(if long { '\n' } else { ' ' });
            if long {
                self.column = 0;
            }
        }
        self.text.push_str(word);
        self.column = if word.ends_with('\n') { 0 } else { self.column + word.len() + 1 };
    }
}
