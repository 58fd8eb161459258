use lawbook::{
    notation::{SanError, read_san, write_san},
    position::Position,
    rules::{Event, Game, Ground, RuleSet},
};

use super::{
    Kind, Score, end,
    headers::text_of,
    movetext::{Movetext, Piece, Token},
};

/// The movetext of a game, played as far as it can be.
pub(super) struct Replay<'a> {
    /// The game, which stops at its end as far as the men alone tell, or at what cannot be played.
    pub(super) game: Game,
    /// Where each move stands in the text.
    pub(super) places: Vec<Place>,
    /// The moves that are written after the end.
    pub(super) after: usize,
    /// Why the game could not be played further.
    pub(super) trouble: Option<Trouble>,
    pub(super) score: Option<Score>,
    /// The comment after the last move, without the commands in it.
    pub(super) comment: Option<&'a [u8]>,
    /// After how many plies a draw could first have been claimed, for each ground, if that was asked.
    pub(super) claims: [Option<usize>; 2],
    /// Where the movetext begins.
    pub(super) begin: Place,
}

/// A place in the text of a game.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Place {
    /// The byte behind it.
    pub(super) end: usize,
    /// The number of lines before it.
    pub(super) line: u64,
}

/// What stops a replay.
pub(super) struct Trouble {
    pub(super) kind: Kind,
    pub(super) place: Place,
    /// The word that is the trouble, if it is a word.
    pub(super) word: Option<String>,
    pub(super) says: String,
}

impl<'a> Replay<'a> {
    /// Plays the movetext that begins at this byte; `missed` asks for draws that could be claimed.
    pub(super) fn new(
        rules: RuleSet,
        start: Position,
        text: &'a [u8],
        begin: Place,
        missed: bool,
    ) -> Replay<'a> {
        let mut replay = Replay {
            game: Game::by_men_alone(rules, Event::default(), start),
            places: Vec::with_capacity(128),
            after: 0,
            trouble: None,
            score: None,
            comment: None,
            claims: [None; 2],
            begin,
        };
        for token in Movetext::new(text, begin.end, begin.line) {
            match token.piece {
                Piece::Move(word) => replay.take(word, &token, missed),
                Piece::Result(score) => replay.score = replay.score.or(Some(score)),
                Piece::Comment(comment) => {
                    let words = without_commands(comment);
                    replay.comment = (!words.is_empty()).then_some(words).or(replay.comment);
                }
                Piece::OpenComment | Piece::OpenVariation => {
                    let what =
                        if token.piece == Piece::OpenComment { "comment" } else { "variation" };
                    let says = format!("the {what} that begins here has no end");
                    let place = Place { end: token.start, line: token.line };
                    replay.stop(Trouble { kind: Kind::OpenComment, place, word: None, says });
                }
            }
        }
        if missed && replay.trouble.is_none() && replay.after == 0 {
            replay.note_claims();
        }
        replay
    }

    fn take(&mut self, word: &[u8], token: &Token<'_>, missed: bool) {
        self.comment = None;
        if self.trouble.is_some() {
            return;
        }
        let place = Place { end: token.end, line: token.line };
        if let Some(score) = self.score {
            let says = format!("{:?} follows the result {score}", clip(word));
            let word = Some(clip(word));
            self.stop(Trouble { kind: Kind::TextAfterResult, place, word, says });
        } else if self.game.outcome().is_some() {
            self.after += 1;
        } else {
            if missed {
                self.note_claims();
            }
            self.play(word, place);
        }
    }

    fn play(&mut self, word: &[u8], place: Place) {
        let read = std::str::from_utf8(word)
            .map_err(|_| SanError::Unreadable { text: clip(word) })
            .and_then(|word| read_san(self.game.position(), word));
        match read {
            Ok(played) => {
                end::play(&mut self.game, played);
                self.places.push(place);
            }
            Err(error) => {
                let kind = match error {
                    SanError::Illegal { .. } => Kind::IllegalMove,
                    SanError::Ambiguous { .. } => Kind::AmbiguousMove,
                    _ => Kind::UnreadableMove,
                };
                let says = error.to_string();
                self.stop(Trouble { kind, place, word: Some(clip(word)), says });
            }
        }
    }

    fn stop(&mut self, trouble: Trouble) {
        self.trouble.get_or_insert(trouble);
    }

    fn note_claims(&mut self) {
        if self.claims.iter().all(Option::is_some) {
            return;
        }
        let ply = self.game.moves().len();
        for ground in self.game.claims() {
            self.claims[ground as usize].get_or_insert(ply);
        }
    }

    /// Where the move stands that was the last of so many plies.
    pub(super) fn place(&self, ply: usize) -> Place {
        ply.checked_sub(1).and_then(|last| self.places.get(last)).copied().unwrap_or(self.begin)
    }

    /// The move that was the last of so many plies, in algebraic notation.
    pub(super) fn san(&self, ply: usize) -> Option<String> {
        let last = ply.checked_sub(1)?;
        Some(write_san(self.game.positions().get(last)?, *self.game.moves().get(last)?))
    }

    /// The same with its number: `12. Qxf7#`, `12... Kxf7`.
    pub(super) fn numbered(&self, ply: usize) -> Option<String> {
        let before = self.game.positions().get(ply.checked_sub(1)?)?;
        let dots = match before.turn() {
            lawbook::board::Color::White => ".",
            lawbook::board::Color::Black => "...",
        };
        Some(format!("{}{dots} {}", before.fullmove_number(), self.san(ply)?))
    }
}

/// The grounds in the order in which [`Replay::claims`] has them.
pub(super) const GROUNDS: [Ground; 2] = Ground::ALL;

/// A word cut short, as text.
fn clip(word: &[u8]) -> String {
    text_of(word).chars().take(40).collect()
}

/// A comment without commands such as `[%clk 0:01:00]` before its words.
fn without_commands(comment: &[u8]) -> &[u8] {
    let mut words = comment.trim_ascii();
    while words.starts_with(b"[%")
        && let Some(close) = memchr::memchr(b']', words)
    {
        words = words[close + 1..].trim_ascii();
    }
    words
}
