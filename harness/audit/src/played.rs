use std::{cell::OnceCell, iter, mem};

use lawbook::{
    board::{Color, Square},
    notation::{SanError, guess_move, movetext, write_san},
    position::{Line, Move, Position},
    rules::{Act, ClaimGround, Game, Outcome, RuleSet, SanReplay, SearchBudget},
};

use super::{
    GameResult, Kind,
    certainty::{KnownRules, of_claim},
    headers::{Headers, Repairs},
    movetext::{Movetext, MovetextPiece, MovetextToken},
    spelled::{SpelledMove, by_squares, is_null, read_move, without_signs},
    text::{clip, text_of},
};

/// The maximum number of plies that are replayed. No game that the seventy-five-move rule applies to is longer.
const MAX_PLIES: usize = 100_000;

/// The maximum length of a quoted word, in characters.
const MAX_WORD: usize = 40;

/// The maximum number of illegal moves after which a game is replayed further. With more, its moves are not those of
/// a game.
const MAX_ILLEGAL: usize = 4;

/// The movetext of a game, replayed as far as possible.
pub(super) struct PlayedMovetext<'a> {
    rules: RuleSet,
    start: Position,
    pub(super) moves: Vec<Move>,
    /// The replay. It stops when the game ends, as far as this needs no search, or at a move that cannot be played.
    /// It begins again after an illegal move that stood.
    replay: SanReplay,
    /// The illegal moves that stood: the game went on with the piece on the square that was written.
    illegal: Vec<StoodMove>,
    /// How the game ended on the board, as far as this needs no search.
    pub(super) outcome: Option<Outcome>,
    /// The rules with what is known of them: an end that is not certain does not stop the replay. `None` if each end
    /// counts as certain.
    known: Option<KnownRules>,
    /// The first end that is not certain.
    pub(super) uncertain: Option<BoardEnd>,
    text: &'a [u8],
    /// The number of moves written after the end.
    pub(super) after: usize,
    /// The first move with the sign of checkmate that does not mate: the number of plies up to it.
    pub(super) wrong_sign: Option<usize>,
    /// The offset after the first move whose number is wrong.
    wrong_number: Option<usize>,
    /// Why the game could not be played further; `None` if it could.
    pub(super) trouble: Option<ReplayError>,
    pub(super) score: Option<GameResult>,
    /// Whether the movetext says that the game was forfeited.
    pub(super) is_forfeited: bool,
    /// The result that the kings show on the squares in the centre, as they do on a board that sends the moves.
    pub(super) signal: Option<GameResult>,
    /// Deviations from the standard that were read.
    pub(super) repairs: Repairs,
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
    /// The start position, and the position after each ply, computed on first use.
    positions: OnceCell<Vec<Position>>,
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

/// An illegal move that stood.
struct StoodMove {
    /// The number of plies before it.
    ply: usize,
    error: ReplayError,
    /// The replay before the move.
    before: SanReplay,
}

/// The end of a game on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BoardEnd {
    /// The number of plies before it.
    pub(super) ply: usize,
    pub(super) outcome: Outcome,
}

impl<'a> PlayedMovetext<'a> {
    /// Replays the movetext that begins at `begin`. With `find_claims`, also finds draws that could have been claimed. With
    /// `known`, plays on after an end that is not certain.
    pub(super) fn new(
        rules: RuleSet,
        start: Position,
        text: &'a [u8],
        begin: usize,
        find_claims: bool,
        known: Option<KnownRules>,
    ) -> PlayedMovetext<'a> {
        let mut played = PlayedMovetext {
            rules,
            start,
            moves: Vec::with_capacity(256),
            replay: SanReplay::new(rules, start),
            illegal: Vec::new(),
            outcome: None,
            known,
            uncertain: None,
            text,
            after: 0,
            wrong_sign: None,
            wrong_number: None,
            trouble: None,
            score: None,
            is_forfeited: false,
            signal: None,
            repairs: Repairs::default(),
            comment: None,
            claims: [None; 2],
            begin,
            last: begin,
            ends: OnceCell::new(),
            positions: OnceCell::new(),
        };
        let mut tokens = Movetext::without_comments(text, begin);
        while let Some(token) = tokens.next() {
            if let Some(number) = tokens.take_number()
                && number != played.position().fullmove_number()
            {
                played.take_wrong_number(&token);
            }
            played.take(&token, find_claims);
        }
        if let Some(place) = tokens.skipped {
            played
                .repairs
                .add(place, || "a word that is not part of the game was skipped".to_owned());
        }
        if played.trouble.is_some() || !played.illegal.is_empty() || played.after > 0 {
            played.find_signal();
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
        if let Some(place) = played.wrong_number {
            played.repairs.add(place, || "the number of the move is wrong".to_owned());
        }
        if played.score.is_none() && played.trouble.is_none() && !played.moves.is_empty() {
            let says = || "no result follows the moves: the text may be cut off".to_owned();
            played.repairs.add(played.last, says);
        }
        played.outcome = played.replay.outcome();
        if let Some(outcome) = played.outcome.filter(|outcome| !played.is_certain(*outcome)) {
            let end = BoardEnd { ply: played.plies(), outcome };
            (played.outcome, played.uncertain) = (None, played.uncertain.or(Some(end)));
        }
        played
    }

    /// The number of plies that were played.
    pub(super) fn plies(&self) -> usize {
        self.moves.len()
    }

    /// The first move that is illegal or cannot be played, or another error; `None` if there is none.
    pub(super) fn first_error(&self) -> Option<&ReplayError> {
        self.illegal_moves().map(|(_, error)| error).chain(&self.trouble).next()
    }

    /// The illegal moves that stood, each with the number of plies before it.
    pub(super) fn illegal_moves(&self) -> impl Iterator<Item = (usize, &ReplayError)> {
        self.illegal.iter().map(|stood| (stood.ply, &stood.error))
    }

    /// The number of plies up to the last illegal move that stood; 0 if there is none.
    pub(super) fn plies_to_illegal(&self) -> usize {
        self.illegal.last().map_or(0, |stood| stood.ply + 1)
    }

    /// The moves that were played up to the first illegal one, with the positions between them.
    pub(super) fn line(&self) -> Line {
        let legal = self.illegal.first().map_or(self.moves.len(), |stood| stood.ply);
        Line::of_legal(self.start, self.moves[..legal].iter().copied())
    }

    /// The last position.
    pub(super) fn position(&self) -> &Position {
        self.replay.position()
    }

    /// Returns the start position, and the position after each ply.
    pub(super) fn positions(&self) -> impl Iterator<Item = Position> {
        let after = (0..self.moves.len()).scan(self.start, |at, ply| {
            *at = self.advance(*at, ply);
            Some(*at)
        });
        iter::once(self.start).chain(after)
    }

    /// Returns the position after the move that follows `ply` plies; `at` is the position before it.
    fn advance(&self, at: Position, ply: usize) -> Position {
        let played = self.moves[ply];
        if self.illegal.iter().any(|stood| stood.ply == ply) {
            return at.displace(played).unwrap_or(at);
        }
        at.after(played)
    }

    /// Returns the position after `ply` plies, or the last one if there are fewer.
    pub(super) fn position_after(&self, ply: usize) -> Position {
        if ply >= self.moves.len() {
            return *self.position();
        }
        // Computed on first use, because few games have a finding.
        self.positions.get_or_init(|| self.positions().collect())[ply]
    }

    /// Returns the game since the last capture, pawn move or illegal move, to check claims. No position before a
    /// capture or pawn move can occur again.
    fn stretch(&self, rules: RuleSet) -> Game {
        let plies = usize::from(self.position().halfmove_clock()).min(self.moves.len());
        let begin = (self.moves.len() - plies).max(self.plies_to_illegal());
        // Without the cache, because the game may not have been played to its end.
        let start = (0..begin).fold(self.start, |at, ply| self.advance(at, ply));
        let mut game = Game::new(rules, start, SearchBudget::MATERIAL_ONLY);
        for &one in &self.moves[begin..] {
            game.act(&Act::MoveAndPress { mv: one });
        }
        game
    }

    fn take(&mut self, token: &MovetextToken<'a>, find_claims: bool) {
        match token.piece {
            MovetextPiece::Move(word) => self.take_move(word, token, find_claims),
            MovetextPiece::Result(score) => self.take_result(score, token),
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

    fn take_result(&mut self, score: GameResult, token: &MovetextToken<'_>) {
        let word = &self.text[token.start..token.end];
        if !score.is_standard(word) {
            let place = token.end;
            self.repairs.add(place, || score.deviation(&clip(word, MAX_WORD)));
        }
        self.score = self.score.or(Some(score));
        self.is_forfeited |= GameResult::is_forfeit(word);
    }

    fn take_move(&mut self, word: &[u8], token: &MovetextToken<'_>, find_claims: bool) {
        let before = mem::replace(&mut self.last, token.end);
        let place = token.end;
        if word.first() == Some(&b'0') && self.is_loss_of_both(word, place) {
            // It is not a move, so that the comment before it is the last one.
            self.last = before;
            return self.take_result(GameResult::BothLost, token);
        }
        if self.trouble.is_some() {
            return;
        }
        if let Some(score) = self.score {
            let says = format!("{:?} follows the result {score}", clip(word, MAX_WORD));
            let word = Some(clip(word, MAX_WORD));
            self.stop(ReplayError { kind: Kind::TextAfterResult, place, word, says });
        } else if self.moves.len() == MAX_PLIES && self.outcome_now().is_none() {
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
            self.moves.push(played);
            if !word.last().is_some_and(u8::is_ascii_alphanumeric) {
                self.check_mate_sign(word);
            }
        } else {
            match self.replay.outcome() {
                None => self.play_unusual(word, place),
                Some(outcome) if !self.is_certain(outcome) => self.play_on(outcome, word, place),
                Some(_) => self.take_after(word, place),
            }
        }
    }

    /// Notes an end that is not certain, and plays the move after it.
    #[cold]
    fn play_on(&mut self, outcome: Outcome, word: &[u8], place: usize) {
        self.uncertain.get_or_insert(BoardEnd { ply: self.moves.len(), outcome });
        self.replay.play_on();
        match self.replay.play_san(word) {
            Some(played) => {
                self.moves.push(played);
                self.check_mate_sign(word);
            }
            None => self.play_unusual(word, place),
        }
    }

    /// Notes the last move if its word has the sign of checkmate, but it does not mate.
    fn check_mate_sign(&mut self, word: &[u8]) {
        let has_sign = word.contains(&b'#') || without_signs(&text_of(word)).ends_with("mate");
        if has_sign && !self.position().is_checkmate() {
            self.wrong_sign.get_or_insert(self.moves.len());
        }
    }

    /// Notes the first number that does not fit the move after it.
    #[cold]
    fn take_wrong_number(&mut self, token: &MovetextToken<'_>) {
        let is_judged =
            self.wrong_number.is_none() && self.trouble.is_none() && self.score.is_none();
        if is_judged
            && matches!(token.piece, MovetextPiece::Move(_))
            && self.outcome_now().is_none()
        {
            self.wrong_number = Some(token.end);
        }
    }

    /// The end of the game so far, if it is certain.
    fn outcome_now(&self) -> Option<Outcome> {
        self.replay.outcome().filter(|outcome| self.is_certain(*outcome))
    }

    fn is_certain(&self, outcome: Outcome) -> bool {
        self.known.is_none_or(|known| known.is_certain(outcome))
    }

    /// Takes a word after the end of the game. Only a move counts as one.
    #[cold]
    fn take_after(&mut self, word: &[u8], place: usize) {
        let (word, score) = match GameResult::split_end(word) {
            Some((before, score)) => (before, Some(score)),
            None => (word, None),
        };
        self.score = self.score.or(score);
        if has_form_of_move(word) {
            self.after += 1;
        } else {
            self.repairs
                .add(place, || format!("{:?} follows the end of the game", clip(word, MAX_WORD)));
        }
    }

    /// Returns the words that count as moves, each with the offset after it.
    fn move_words(&self) -> impl Iterator<Item = (&'a [u8], usize)> + use<'a> {
        Movetext::without_comments(self.text, self.begin).filter_map(|token| {
            let MovetextPiece::Move(word) = token.piece else { return None };
            Some((word, token.end))
        })
    }

    /// Whether the last word of the movetext puts a king on one of the four squares in the centre.
    pub(super) fn last_puts_king_in_the_centre(&self) -> bool {
        self.move_words().last().is_some_and(|(word, _)| king_in_the_centre(word).is_some())
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
            Ok(SpelledMove { played, score }) => {
                if self.replay.play(played).is_ok() {
                    self.moves.push(played);
                    self.check_mate_sign(word);
                }
                self.score = self.score.or(score);
                self.repairs
                    .add(place, || format!("the move is written as {:?}", clip(word, MAX_WORD)));
            }
            Err(error) => {
                let meant = std::str::from_utf8(word).map_or("", without_signs);
                let (kind, says) = describe(self.position(), meant, &error);
                let error = ReplayError { kind, place, word: Some(clip(word, MAX_WORD)), says };
                let may_stand =
                    kind == Kind::IllegalMove && !is_move_of_other(self.position(), meant);
                match may_stand.then(|| self.displaced(word)).flatten() {
                    Some((played, next)) => self.stand(error, played, next),
                    None => self.stop(error),
                }
            }
        }
    }

    /// Whether a word that could be castling is the result of a game that both players lost: the tag has that result,
    /// nothing follows, and castling is not legal. `place` is the offset after the word.
    fn is_loss_of_both(&self, word: &[u8], place: usize) -> bool {
        let castles = || {
            let word = std::str::from_utf8(word);
            word.is_ok_and(|word| read_move(self.position(), word).is_ok())
        };
        GameResult::read(word) == Some(GameResult::BothLost)
            && (self.outcome_now().is_some() || !castles())
            && Headers::read(self.text).0.result() == Some(GameResult::BothLost)
            && Movetext::without_comments(self.text, place).next().is_none()
    }

    /// Returns the illegal move that a word means, and the position after it, if the squares allow it.
    fn displaced(&self, word: &[u8]) -> Option<(Move, Position)> {
        if self.illegal.len() >= MAX_ILLEGAL {
            return None;
        }
        let meant = guess_move(self.position(), without_signs(std::str::from_utf8(word).ok()?))?;
        Some((meant, self.position().displace(meant)?))
    }

    /// Continues the game after an illegal move.
    fn stand(&mut self, error: ReplayError, played: Move, next: Position) {
        let before = mem::replace(&mut self.replay, SanReplay::new(self.rules, next));
        self.illegal.push(StoodMove { ply: self.moves.len(), error, before });
        self.moves.push(played);
    }

    /// Finds the signal of a result at the end of the moves, and takes it out of the game.
    ///
    /// A board that sends the moves takes the kings in the centre as the result: both on light squares if White won,
    /// both on dark ones if Black won, and one on each for a draw. They are signal and not moves if all errors of the
    /// game are in these words.
    fn find_signal(&mut self) {
        let mut words: Vec<(&[u8], usize)> = self.move_words().collect();
        // The result can follow without a space, or be a loss of both.
        let mut score = None;
        if let Some(last) = words.last_mut()
            && let Some((before, result)) = GameResult::split_end(last.0)
        {
            (last.0, score) = (before, Some(result));
        }
        if self.score == Some(GameResult::BothLost)
            && words.last().is_some_and(|last| last.1 > self.last)
        {
            words.pop();
        }
        let squares: Vec<Square> =
            words.iter().rev().take(2).map_while(|(word, _)| king_in_the_centre(word)).collect();
        let Some(&(_, place)) = words.last() else { return };
        let first = self.illegal.first().map_or(self.moves.len(), |stood| stood.ply);
        let is_illegal = self.trouble.as_ref().is_none_or(|error| error.kind == Kind::IllegalMove);
        // Of a single king the other one must be in the centre too.
        let before = self.illegal.first().map_or(self.position(), |stood| stood.before.position());
        let other = before.king(!before.turn());
        let kings = match squares[..] {
            [last, before] => [before, last],
            [last] if is_in_the_centre(other) => [other, last],
            _ => return,
        };
        if !is_illegal || words.len() - squares.len() > first {
            return;
        }
        if let Some(stood) = self.illegal.drain(..).next() {
            self.replay = stood.before;
            self.moves.truncate(first);
            self.claims = self.claims.map(|ply| ply.filter(|&ply| ply <= first));
        }
        (self.trouble, self.after) = (None, 0);
        self.score = self.score.or(score);
        // A comment before the signal is the last one of the game.
        let moves = words.len() - squares.len();
        self.last = moves.checked_sub(1).map_or(self.begin, |last| words[last].1);
        self.signal = Some(match kings.map(Square::is_light) {
            [true, true] => GameResult::White,
            [false, false] => GameResult::Black,
            [true, false] | [false, true] => GameResult::Draw,
        });
        self.repairs.add(place, || "the last moves are the signal of a result".to_owned());
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
        for ground in self.stretch(self.rules).claims() {
            self.claims[ground as usize].get_or_insert(self.moves.len());
        }
    }

    /// Returns the offset after the last of `ply` moves.
    pub(super) fn place(&self, ply: usize) -> usize {
        // Computed on first use, because few games have a finding. With claims, a game can have several at each move.
        let ends = || self.move_words().take(self.moves.len()).map(|(_, end)| end).collect();
        let ends: &Vec<usize> = self.ends.get_or_init(ends);
        ply.checked_sub(1).and_then(|last| ends.get(last)).map_or(self.begin, |&end| end)
    }

    /// Returns the move with number `ply` in algebraic notation, counted in plies from 1; for an illegal move, the
    /// word that stands there.
    pub(super) fn san(&self, ply: usize) -> Option<String> {
        let last = ply.checked_sub(1)?;
        if let Some(stood) = self.illegal.iter().find(|stood| stood.ply == last) {
            return stood.error.word.clone();
        }
        Some(write_san(&self.position_after(last), *self.moves.get(last)?))
    }

    /// The same as [`san`](Self::san), with the move number: `12. Qxf7#`, `12... Kxf7`.
    pub(super) fn numbered(&self, ply: usize) -> Option<String> {
        let last = ply.checked_sub(1)?;
        if self.illegal.iter().any(|stood| stood.ply == last) {
            return self.san(ply);
        }
        Some(movetext(&self.position_after(last), self.moves.get(last..ply)?))
    }

    /// Whether either player could claim a draw on this ground at the end. Includes claims with a move that was only
    /// written down.
    pub(super) fn is_claimable(&self, ground: ClaimGround) -> bool {
        // Where the rules are not known, a draw that ends a game by itself may have needed a claim.
        let is_known = self.known.is_none_or(|known| known.doubt(of_claim(ground)).is_none());
        let game = self.stretch(if is_known { self.rules } else { RuleSet::FIDE_2009 });
        let claim = |by, written| game.check_claim(by, ground, written).is_ok();
        let turn = self.position().turn();
        let written = || self.position().legal_moves().into_iter().map(Some);
        Color::ALL.into_iter().any(|by| claim(by, None))
            || written().any(|written| claim(turn, written))
    }
}

/// Returns the kind of an error at a word, and its description. `meant` is the word without signs.
#[cold]
fn describe(position: &Position, meant: &str, error: &SanError) -> (Kind, String) {
    let turn = position.turn();
    match error {
        SanError::Ambiguous { .. } => (Kind::AmbiguousMove, error.to_string()),
        SanError::Unreadable { .. } => (Kind::UnreadableMove, error.to_string()),
        SanError::Illegal { .. } if is_move_of_other(position, meant) => {
            let says = format!("{turn} is to move, but {meant} is a move of {}", !turn);
            (Kind::IllegalMove, says)
        }
        SanError::Illegal { obstacle: Some(why), .. } => {
            (Kind::IllegalMove, format!("{meant:?} is not legal here: {why}"))
        }
        SanError::Illegal { .. } => {
            // Two moves without a space have the form of a move by its squares: `e4e5`.
            let from = by_squares(meant).map(|squares| squares.from);
            let has_piece = |from| position.at(from).is_some_and(|piece| piece.color == turn);
            match from.filter(|&from| !has_piece(from)) {
                Some(from) => {
                    let says =
                        format!("cannot read {meant:?} as a move: {turn} has no piece on {from}");
                    (Kind::UnreadableMove, says)
                }
                None => (Kind::IllegalMove, error.to_string()),
            }
        }
    }
}

/// Whether the word is a legal move if the other player is to move.
fn is_move_of_other(position: &Position, word: &str) -> bool {
    let mut setup = position.setup();
    (setup.turn, setup.en_passant) = (!setup.turn, None);
    Position::from_playable(&setup).is_ok_and(|other| read_move(&other, word).is_ok())
}

/// Whether a word has the form of a move, legal or not.
fn has_form_of_move(word: &[u8]) -> bool {
    let text = text_of(word);
    let plain = without_signs(&text).replace('=', "");
    if matches!(plain.as_str(), "O-O" | "O-O-O" | "0-0" | "0-0-0" | "o-o" | "o-o-o")
        || is_null(word)
    {
        return true;
    }
    let is_piece = |letter: char| letter.is_uppercase() || !letter.is_ascii();
    let rest = plain.strip_prefix(is_piece).unwrap_or(&plain);
    let rest = rest.strip_suffix(['Q', 'R', 'B', 'N', 'q', 'r', 'b', 'n']).unwrap_or(rest);
    rest.chars().all(|letter| matches!(letter, 'a'..='h' | '1'..='8' | 'x' | ':' | '-'))
        && matches!(rest.as_bytes(), [.., b'a'..=b'h', b'1'..=b'8'])
}

/// The square of a king's move to the centre of the board.
fn king_in_the_centre(word: &[u8]) -> Option<Square> {
    let square = without_signs(std::str::from_utf8(word).ok()?).strip_prefix('K')?.parse().ok()?;
    is_in_the_centre(square).then_some(square)
}

fn is_in_the_centre(square: Square) -> bool {
    [square.file().index(), square.rank().index()].iter().all(|&index| matches!(index, 3 | 4))
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
