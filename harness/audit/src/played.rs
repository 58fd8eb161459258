use std::cell::OnceCell;

use lawbook::{
    board::Color,
    notation::{SanError, movetext, read_san, write_san},
    position::{Line, Move, Position},
    rules::{Act, ClaimGround, Game, Outcome, RuleSet, SanReplay, SearchBudget},
};

use super::{
    GameResult, Kind,
    indexed_text::GameText,
    movetext::{Movetext, MovetextPiece, MovetextToken},
    text::clip,
    work,
};

/// The maximum number of plies that are replayed. No game that the seventy-five-move rule applies to is longer.
const MAX_PLIES: usize = 100_000;

/// The number of plies between two stored positions. Without them, `position_after` would replay a long game from its
/// start.
const KEPT_EVERY: usize = 32;

/// The maximum length of a quoted word, in characters.
const MAX_WORD: usize = 40;

/// The movetext of a game, replayed as far as possible.
pub(super) struct PlayedMovetext<'a> {
    rules: RuleSet,
    start: Position,
    moves: Vec<Move>,
    /// The position after every [`KEPT_EVERY`] moves.
    kept: Vec<Position>,
    /// The replay. It stops when the game ends, as far as this needs no search, or at a move that cannot be played.
    replay: SanReplay,
    outcome: Option<Outcome>,
    text: GameText<'a>,
    /// The number of moves written after the end.
    pub(super) after: usize,
    /// Why the game could not be played further; `None` if it could.
    pub(super) trouble: Option<ReplayError>,
    pub(super) score: Option<GameResult>,
    /// The comment after the last move, without the commands at its beginning.
    pub(super) comment: Option<&'a [u8]>,
    /// For each ground in the order of [`ClaimGround::ALL`], the first ply where a draw could have been claimed.
    pub(super) claims: [Option<usize>; 2],
    /// The offset of the movetext in the text of the game.
    begin: usize,
    /// The offset after the last word that counts as a move.
    last: usize,
    /// The offset after each played move, computed on first use.
    ends: OnceCell<Vec<usize>>,
}

/// An error that stops the replay of a game.
pub(super) struct ReplayError {
    pub(super) kind: Kind,
    /// The offset after the place of the error.
    pub(super) place: usize,
    /// The word that cannot be played, if the error is about a word.
    pub(super) word: Option<String>,
    pub(super) says: String,
}

impl<'a> PlayedMovetext<'a> {
    /// Replays the movetext that begins at `begin`. With `find_claims`, also finds draws that could have been claimed.
    pub(super) fn new(
        rules: RuleSet,
        start: Position,
        text: GameText<'a>,
        begin: usize,
        find_claims: bool,
    ) -> PlayedMovetext<'a> {
        let mut played = PlayedMovetext {
            rules,
            start,
            moves: Vec::with_capacity(256),
            kept: Vec::with_capacity(8),
            replay: SanReplay::new(rules, start),
            outcome: None,
            text,
            after: 0,
            trouble: None,
            score: None,
            comment: None,
            claims: [None; 2],
            begin,
            last: begin,
            ends: OnceCell::new(),
        };
        for token in Movetext::without_comments(text, begin) {
            played.take(&token, find_claims);
        }
        for token in Movetext::new(text, played.last) {
            if let MovetextPiece::Comment(comment) = token.piece {
                let words = without_commands(comment);
                played.comment = (!words.is_empty()).then_some(words).or(played.comment);
            }
        }
        if find_claims && played.trouble.is_none() {
            played.note_claims();
        }
        played.outcome = played.replay.outcome();
        played
    }

    /// The number of plies that were played.
    pub(super) fn plies(&self) -> usize {
        self.moves.len()
    }

    /// The moves that were played, with the positions between them.
    pub(super) fn line(&self) -> Line {
        Line::as_far_as_legal(self.start, self.moves.iter().copied())
    }

    /// The moves that were played.
    pub(super) fn into_moves(self) -> Vec<Move> {
        self.moves
    }

    /// The last position.
    pub(super) fn position(&self) -> &Position {
        self.replay.position()
    }

    /// How the game ended on the board, as far as this needs no search.
    pub(super) fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Returns the start position, and the position after each ply.
    pub(super) fn positions(&self) -> impl Iterator<Item = Position> {
        let after = self.moves.iter().scan(self.start, |at, &one| {
            *at = at.after(one);
            Some(*at)
        });
        std::iter::once(self.start).chain(after)
    }

    /// Returns the position after `ply` plies, or the last one if there are fewer.
    pub(super) fn position_after(&self, ply: usize) -> Position {
        if ply >= self.moves.len() {
            return *self.position();
        }
        let kept = ply / KEPT_EVERY;
        let from = kept.checked_sub(1).map_or(self.start, |last| self.kept[last]);
        work::add(ply - kept * KEPT_EVERY);
        self.moves[kept * KEPT_EVERY..ply].iter().fold(from, |at, &one| at.after(one))
    }

    /// Returns the game since the last capture or pawn move, to check claims. No earlier position can occur again.
    fn stretch(&self) -> Game {
        let plies = usize::from(self.position().halfmove_clock()).min(self.moves.len());
        let begin = self.moves.len() - plies;
        let start = self.position_after(begin);
        let mut game = Game::new(self.rules, start, SearchBudget::MATERIAL_ONLY);
        for &one in &self.moves[begin..] {
            game.act(&Act::MoveAndPress { mv: one });
        }
        game
    }

    fn take(&mut self, token: &MovetextToken<'a>, find_claims: bool) {
        match token.piece {
            MovetextPiece::Move(word) => self.take_move(word, token, find_claims),
            MovetextPiece::Result(score) => self.score = self.score.or(Some(score)),
            MovetextPiece::Comment(_) => {}
            MovetextPiece::OpenComment | MovetextPiece::OpenVariation => {
                let is_comment = token.piece == MovetextPiece::OpenComment;
                let what = if is_comment { "comment" } else { "variation" };
                let says = format!("the {what} that begins here has no end");
                let place = token.start;
                self.stop(ReplayError { kind: Kind::OpenComment, place, word: None, says });
            }
        }
    }

    fn take_move(&mut self, word: &[u8], token: &MovetextToken<'_>, find_claims: bool) {
        self.last = token.end;
        if self.trouble.is_some() {
            return;
        }
        let place = token.end;
        if let Some(score) = self.score {
            let says = format!("{:?} follows the result {score}", clip(word, MAX_WORD));
            let word = Some(clip(word, MAX_WORD));
            self.stop(ReplayError { kind: Kind::TextAfterResult, place, word, says });
        } else if self.moves.len() == MAX_PLIES && self.replay.outcome().is_none() {
            let says = format!("the game has more than {MAX_PLIES} plies");
            self.stop(ReplayError { kind: Kind::TooLong, place, word: None, says });
        } else {
            if find_claims {
                self.note_claims();
            }
            self.play(word, place);
        }
    }

    fn play(&mut self, word: &[u8], place: usize) {
        if let Some(played) = self.replay.play_san(word) {
            self.add(played);
        } else if self.replay.outcome().is_some() {
            self.after += 1;
        } else {
            self.play_unusual(word, place);
        }
    }

    /// Records a move that has been played.
    #[inline]
    fn add(&mut self, played: Move) {
        self.moves.push(played);
        if self.moves.len().is_multiple_of(KEPT_EVERY) {
            self.kept.push(*self.replay.position());
        }
    }

    /// Plays a move in non-standard notation, or records why it cannot be played.
    #[cold]
    fn play_unusual(&mut self, word: &[u8], place: usize) {
        if is_null(word) {
            let says = format!("{} passes", self.position().turn());
            let word = Some(clip(word, MAX_WORD));
            return self.stop(ReplayError { kind: Kind::NullMove, place, word, says });
        }
        let read = std::str::from_utf8(word)
            .map_err(|_| SanError::Unreadable { text: clip(word, MAX_WORD) })
            .and_then(|word| read_move(self.position(), word));
        match read {
            Ok(played) => {
                if self.replay.play(played).is_ok() {
                    self.add(played);
                }
            }
            Err(error) => {
                let kind = match error {
                    SanError::Illegal { .. } => Kind::IllegalMove,
                    SanError::Ambiguous { .. } => Kind::AmbiguousMove,
                    SanError::Unreadable { .. } => Kind::UnreadableMove,
                };
                let says = error.to_string();
                self.stop(ReplayError { kind, place, word: Some(clip(word, MAX_WORD)), says });
            }
        }
    }

    fn stop(&mut self, trouble: ReplayError) {
        self.trouble.get_or_insert(trouble);
    }

    /// Records which draws can be claimed here for the first time.
    fn note_claims(&mut self) {
        let [repetition, fifty] = self.claims.map(|claim| claim.is_none());
        let is_worth_asking = repetition && self.replay.occurrences() >= 3
            || fifty && self.position().halfmove_clock() >= 100;
        if !is_worth_asking || self.after > 0 {
            return;
        }
        for ground in self.stretch().claims() {
            self.claims[ground as usize].get_or_insert(self.moves.len());
        }
    }

    /// Returns the offset after the last of `ply` moves.
    pub(super) fn place(&self, ply: usize) -> usize {
        // Computed on first use, because few games have a finding. With claims, a game can have several at each move.
        let ends = self.ends.get_or_init(|| self.move_ends());
        ply.checked_sub(1).and_then(|last| ends.get(last)).map_or(self.begin, |&end| end)
    }

    /// Returns the offset after each played move.
    fn move_ends(&self) -> Vec<usize> {
        let is_move = |token: &MovetextToken<'_>| matches!(token.piece, MovetextPiece::Move(_));
        let words = Movetext::without_comments(self.text, self.begin).filter(is_move);
        let ends: Vec<usize> = words.take(self.moves.len()).map(|word| word.end).collect();
        work::add(ends.len());
        ends
    }

    /// Returns the move with number `ply` in algebraic notation, counted in plies from 1.
    pub(super) fn san(&self, ply: usize) -> Option<String> {
        let last = ply.checked_sub(1)?;
        Some(write_san(&self.position_after(last), *self.moves.get(last)?))
    }

    /// The same as [`san`](Self::san), with the move number: `12. Qxf7#`, `12... Kxf7`.
    pub(super) fn numbered(&self, ply: usize) -> Option<String> {
        let last = ply.checked_sub(1)?;
        Some(movetext(&self.position_after(last), self.moves.get(last..ply)?))
    }

    /// Whether either player could claim a draw on this ground at the end. Includes claims with a move that was only
    /// written down.
    pub(super) fn is_claimable(&self, ground: ClaimGround) -> bool {
        let game = self.stretch();
        let claim = |by, written| game.check_claim(by, ground, written).is_ok();
        let turn = self.position().turn();
        let written = || self.position().legal_moves().into_iter().map(Some);
        Color::ALL.into_iter().any(|by| claim(by, None))
            || written().any(|written| claim(turn, written))
    }
}

/// Whether a word is a null move, in one of the spellings that analysis programs use.
fn is_null(word: &[u8]) -> bool {
    matches!(word, b"--" | b"Z0" | b"0000" | b"@@@@" | b"<>" | b"null" | b"pass")
}

/// Parses a move in algebraic notation, or in UCI notation: `g1f3`, `e1g1`, `e7e8q`.
fn read_move(position: &Position, word: &str) -> Result<Move, SanError> {
    read_san(position, word).or_else(|error| {
        let plain = word.trim_end_matches(['!', '?', '+', '#']);
        let by_squares = plain.parse::<Move>().ok().filter(|&played| position.is_legal(played));
        by_squares.ok_or(error)
    })
}

/// Strips commands such as `[%clk 0:01:00]` from the beginning of a comment.
fn without_commands(comment: &[u8]) -> &[u8] {
    let mut words = comment.trim_ascii();
    while words.starts_with(b"[%")
        && let Some(close) = memchr::memchr(b']', words)
    {
        words = words[close + 1..].trim_ascii();
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::indexed_text::IndexedText;

    #[test]
    fn any_position_of_a_game_is_found_again() {
        let shuffle = "Nf3 Nf6 Ng1 Ng8 Nc3 Nc6 Nb1 Nb8 ";
        let pushes = ["a3 a6", "b3 b6", "d3 d6", "e3 e6", "g3 g6", "h3 h6", "a4 a5", "h4 h5"];
        let moves = pushes.map(|push| [push, " ", shuffle].concat()).concat();
        let text = IndexedText::from(&moves);
        let start = Position::start();
        let played = PlayedMovetext::new(RuleSet::LATEST, start, text.whole(), 0, false);
        let positions: Vec<Position> = played.positions().collect();
        assert!(positions.len() > 2 * KEPT_EVERY && played.trouble.is_none());
        for (ply, position) in positions.iter().enumerate() {
            assert_eq!(played.position_after(ply).to_string(), position.to_string(), "{ply}");
        }
    }
}
