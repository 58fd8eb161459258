//! Writes the sentences that a wording means, with the words of the line in place of the placeholders.

use super::{
    pattern::{Found, Match, Thing},
    spelling::{path, read_foreign_move, read_move},
};
use lawbook::{
    board::{Color, Rank, Role, Square},
    notation::{guess_move, read_san},
    position::{Move, Position, Wing},
    rules::{ClaimGround, Game, Phase},
    sentence::SentenceError,
};

/// Writes a sentence in each way that its placeholders allow in the position: "the rook" can be one of two. The words
/// that it uses are removed from `found`.
///
/// # Errors
///
/// Nothing in the position fits a placeholder.
pub(super) fn write(
    game: &Game,
    found: &mut Match,
    sentence: &str,
) -> Result<Vec<String>, SentenceError> {
    let by = found.by.unwrap_or(Color::White);
    let position = game.position();
    let mut writer = Writer { game, position, by, found: &mut found.found, written: None };
    let mut texts = vec![String::new()];
    for word in sentence.split(' ') {
        let (bare, comma) = match word.strip_suffix(',') {
            Some(bare) => (bare, ","),
            None => (word, ""),
        };
        let choices = writer.word(bare)?;
        let extend = |text: &String| {
            let space = if text.is_empty() { "" } else { " " };
            choices.iter().map(|choice| format!("{text}{space}{choice}{comma}")).collect::<Vec<_>>()
        };
        texts = texts.iter().flat_map(extend).collect();
    }
    Ok(texts)
}

struct Writer<'a> {
    game: &'a Game,
    position: &'a Position,
    by: Color,
    found: &'a mut Vec<Found>,
    /// The move in the sentence, if it can be played.
    written: Option<Move>,
}

impl Writer<'_> {
    fn word(&mut self, word: &str) -> Result<Vec<String>, SentenceError> {
        let by = self.by;
        let one = |text: String| Ok(vec![text]);
        match word {
            "White" => one(by.name().to_owned()),
            "White's" => one(format!("{by}'s")),
            "Black" => one((!by).name().to_owned()),
            "Black's" => one(format!("{}'s", !by)),
            "MOVE" => one(self.a_move()),
            "PATH" => self.path(),
            "THING" => self.thing(),
            "PAWN" => self.pawn(),
            "FROMTO" => {
                let (from, to) = (self.take("SQUARE"), self.take("SQUARE"));
                one(format!("{}{}", from.unwrap_or_default(), to.unwrap_or_default()))
            }
            "CASTLING" => self.castling(),
            "CAPTURE" => self.captures(),
            "OWN" => self.own(),
            "PROMOTION" => self.promotions(),
            "KING" => one(self.position.king(by).to_string()),
            "RUNNING" => one(self.running().name().to_owned()),
            "RUNNING's" => one(format!("{}'s", self.running())),
            "ANYGROUND" => one(self.any_ground().name().to_owned()),
            "PIECE" | "SQUARE" | "NUMBER" | "GROUND" | "MINUTES" | "SECONDS" => {
                Ok(self.take(word).into_iter().collect())
            }
            other => one(other.to_owned()),
        }
    }

    /// Returns the next words in place of a placeholder of this kind. A placeholder that occurs again repeats them.
    fn take(&mut self, kind: &str) -> Option<String> {
        let place = self.found.iter().position(|found| {
            matches!(
                (kind, found),
                ("PIECE", Found::Piece(_))
                    | ("SQUARE", Found::Square(_))
                    | ("NUMBER" | "MINUTES" | "SECONDS", Found::Number(_))
                    | ("GROUND", Found::Ground(_))
                    | ("MOVE", Found::Move(_))
                    | ("PATH", Found::Path(_) | Found::Move(_))
            )
        })?;
        Some(match self.found.remove(place) {
            Found::Move(text) | Found::Path(text) => text,
            Found::Piece(role) => role.to_string(),
            Found::Square(square) => square.to_string(),
            Found::Number(number) => number.to_string(),
            Found::Ground(ground) => ground.name().to_owned(),
            Found::Thing(_) => return None,
        })
    }

    /// Returns the move, in a spelling that is parsed at the start of a line.
    fn a_move(&mut self) -> String {
        let text = self.take("MOVE").unwrap_or_default();
        let bare = text.trim_end_matches(['!', '?']);
        self.written = guess_move(self.position, bare);
        if self.position.turn() == self.by
            && read_san(self.position, bare).is_err()
            && let Some(legal) = read_move(self.position, bare)
                .ok()
                .or_else(|| read_foreign_move(self.position, bare).ok().flatten())
        {
            return legal.to_string();
        }
        bare.to_owned()
    }

    /// Returns the squares of a move that may be illegal. The piece of a move in notation is the only one that fits.
    fn path(&mut self) -> Result<Vec<String>, SentenceError> {
        let text = self.take("PATH").unwrap_or_default();
        if let Some(squares) = path(&text.to_lowercase()) {
            return Ok(vec![squares.to_owned()]);
        }
        let position = facing(self.position, self.by);
        let guessed = position.and_then(|position| guess_move(&position, &text));
        match guessed {
            Some(Move { from, to, .. }) => Ok(vec![format!("{from}-{to}")]),
            None => Err(SentenceError::Unknown {
                text,
                right: vec!["the squares of the move, as in \"e1-e3\"".to_owned()],
            }),
        }
    }

    fn thing(&mut self) -> Result<Vec<String>, SentenceError> {
        let place = self.found.iter().position(|found| matches!(found, Found::Thing(_)));
        let thing = place.map(|place| self.found.remove(place));
        let Some(Found::Thing(thing)) = thing else { return Ok(Vec::new()) };
        let squares = self.squares(thing)?;
        let text = |square: Square| {
            let role = thing.role.or_else(|| Some(self.position.at(square)?.role));
            role.map(|role| format!("{role} on {square}"))
        };
        let texts: Vec<String> = squares.iter().copied().filter_map(text).collect();
        match texts.is_empty() {
            true => Err(self.missing(thing)),
            false => Ok(texts),
        }
    }

    /// Returns the squares on which the piece may stand that the line describes.
    fn squares(&self, thing: Thing) -> Result<Vec<Square>, SentenceError> {
        if let Some(square) = thing.square {
            let is_of_other =
                |owner: Color| self.position.at(square).is_some_and(|piece| piece.color != owner);
            // "His knight on g8" is the knight of that player, and no other.
            if thing.owner.is_some_and(is_of_other) {
                return Err(self.missing(thing));
            }
            return Ok(vec![square]);
        }
        let owner = thing.owner.unwrap_or(self.by);
        let pieces = thing.role.map(|role| self.position.placement().pieces(owner, role));
        let mut squares: Vec<Square> = pieces.into_iter().flatten().collect();
        squares.retain(|square| thing.file.is_none_or(|file| file == square.file()));
        // "The queen's rook" is the one nearer to the a-file.
        squares.sort_by_key(|square| square.file());
        match thing.wing {
            Some(Wing::Queen) => squares.truncate(1),
            Some(Wing::King) => squares = squares.pop().into_iter().collect(),
            None => {}
        }
        match squares.is_empty() {
            true => Err(self.missing(thing)),
            false => Ok(squares),
        }
    }

    fn missing(&self, thing: Thing) -> SentenceError {
        let owner = thing.owner.unwrap_or(self.by);
        let what = thing.role.map_or_else(|| "piece".to_owned(), |role| role.to_string());
        let place = match (thing.square, thing.file) {
            (Some(square), _) => format!(" on {square}"),
            (None, Some(file)) => {
                let square = Square::new(file, Rank::ALL[0]);
                format!(" on the {}-file", square.name().trim_end_matches('1'))
            }
            (None, None) => String::new(),
        };
        SentenceError::Missing { owner, what: format!("{what}{place}") }
    }

    /// Returns "pawn from a7 to a8" for the move of a pawn to the last rank.
    fn pawn(&mut self) -> Result<Vec<String>, SentenceError> {
        let text = self.take("PATH").or_else(|| self.take("SQUARE")).unwrap_or_default();
        let bare = text.split('=').next().unwrap_or(&text);
        let pushes: Vec<Move> = self
            .position
            .legal_moves()
            .into_iter()
            .filter(|one| one.promotion == Some(Role::Queen))
            .filter(|one| bare.is_empty() || names(one, bare))
            .collect();
        if self.position.turn() != self.by || pushes.is_empty() {
            return Err(SentenceError::Missing {
                owner: self.by,
                what: format!(
                    "pawn that can move to {}",
                    if bare.is_empty() { "the last rank" } else { bare }
                ),
            });
        }
        Ok(pushes.iter().map(|Move { from, to, .. }| format!("pawn from {from} to {to}")).collect())
    }

    /// Returns castling with the rook on the named square.
    fn castling(&mut self) -> Result<Vec<String>, SentenceError> {
        let place = self.found.iter().position(|found| matches!(found, Found::Thing(_)));
        let Some(Found::Thing(thing)) = place.map(|place| self.found.remove(place)) else {
            return Ok(Vec::new());
        };
        let rook = Thing { role: Some(Role::Rook), ..thing };
        let rooks = self.position.placement().pieces(self.by, Role::Rook);
        let squares: Vec<Square> =
            self.squares(rook)?.into_iter().filter(|square| rooks.contains(*square)).collect();
        if squares.is_empty() {
            return Err(self.missing(rook));
        }
        let king = self.position.king(self.by).file();
        let wing = |square: &Square| match square.file() > king {
            true => Wing::King.notation().to_owned(),
            false => Wing::Queen.notation().to_owned(),
        };
        Ok(squares.iter().map(wing).collect())
    }

    /// Returns the captures of the named piece: "White takes the queen".
    fn captures(&mut self) -> Result<Vec<String>, SentenceError> {
        let place = self.found.iter().position(|found| matches!(found, Found::Thing(_)));
        let Some(Found::Thing(thing)) = place.map(|place| self.found.remove(place)) else {
            return Ok(Vec::new());
        };
        if self.position.turn() != self.by {
            return Err(SentenceError::WrongSide { text: "a capture".to_owned(), turn: !self.by });
        }
        let thing = Thing { owner: Some(!self.by), ..thing };
        let targets = self.squares(thing)?;
        let moves = self.position.legal_moves();
        let captures = moves.into_iter().filter(|one| {
            targets.contains(&one.to)
                && self.position.at(one.to).is_some_and(|piece| piece.color != self.by)
        });
        let texts: Vec<String> = captures.map(|one| one.to_string()).collect();
        match texts.is_empty() {
            true => Err(SentenceError::Missing {
                owner: self.by,
                what: "legal capture of that piece".to_owned(),
            }),
            false => Ok(texts),
        }
    }

    /// Returns the named piece, if it is one of the player who acts and its square is named.
    fn own(&mut self) -> Result<Vec<String>, SentenceError> {
        let own = self.position.placement().color(self.by);
        let place = self.found.iter().position(|found| {
            matches!(found, Found::Thing(Thing { square: Some(square), .. }) if own.contains(*square))
        });
        match place {
            Some(_) => self.thing(),
            None => Err(SentenceError::Missing { owner: self.by, what: "such piece".to_owned() }),
        }
    }

    /// Returns the promotions to the named piece, on the named square if one is named.
    fn promotions(&mut self) -> Result<Vec<String>, SentenceError> {
        let target = self.take("MOVE").or_else(|| self.take("SQUARE"));
        let role = self.take("PIECE").and_then(|name| Role::from_name(&name));
        let moves = self.position.legal_moves().into_iter().filter(|one| {
            one.promotion == role && target.as_ref().is_none_or(|target| names(one, target))
        });
        let texts: Vec<String> = moves.map(|one| one.to_string()).collect();
        match texts.is_empty() || self.position.turn() != self.by {
            true => {
                Err(SentenceError::Missing { owner: self.by, what: "such promotion".to_owned() })
            }
            false => Ok(texts),
        }
    }

    /// Returns the player whose clock is running: until the clock is pressed, the one who has moved.
    fn running(&self) -> Color {
        let turn = self.position.turn();
        if matches!(self.game.phase(), Phase::Moved(_)) { !turn } else { turn }
    }

    /// Returns the first ground on which a claim would be correct now, or else threefold repetition.
    fn any_ground(&self) -> ClaimGround {
        let holds =
            |ground: &ClaimGround| self.game.check_claim(self.by, *ground, self.written).is_ok();
        ClaimGround::ALL.into_iter().find(holds).unwrap_or(ClaimGround::Threefold)
    }
}

/// Whether a text names this move, whatever it promotes to: its target square, or its path, as in `a8`, `a7-a8` and `bxa8`.
fn names(one: &Move, text: &str) -> bool {
    let text: String =
        text.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_lowercase();
    let text = text.replace('x', "");
    let (from, to) = (one.from.to_string(), one.to.to_string());
    let by_file = text.len() == 3 && text.ends_with(&to) && from.starts_with(&text[..1]);
    text == to || text == format!("{from}{to}") || by_file
}

/// Returns the position with this player to move; `None` if it could not arise.
pub(super) fn facing(position: &Position, by: Color) -> Option<Position> {
    if position.turn() == by {
        return Some(*position);
    }
    let mut setup = position.setup();
    setup.turn = by;
    setup.en_passant = None;
    Position::from_playable(&setup).ok()
}
