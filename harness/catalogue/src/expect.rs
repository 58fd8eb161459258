//! The fields of `expect`: their YAML types, and their translation to questions and right answers. A new question adds
//! its field here.

use std::{fmt::Display, str::FromStr};

use serde::Deserialize;

use super::{
    Problem,
    source::Chunk,
    yaml_types::{OneOrMany, OrderedMap},
};
use crate::question::{
    Answer, Expectation, Expected, GameQuestion, HistoryQuestion, MaterialQuestion, Moment,
    NotationQuestion, PositionQuestion, Question,
};
use lawbook::{
    board::{Color, Piece, Placement, Role, Square},
    notation::{guess_move, read_san},
    position::{Move, Position, Setup},
    rules::{ClaimGround, Decision},
    sentence::{nearest, read_order},
};

/// The right answers at the end of a case; each field is a question.
#[derive(Deserialize, Default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct ExpectYaml {
    /// The state of the game after the last line.
    pub(super) ruling: Option<String>,
    /// All obligations that the last ruling imposes.
    pub(super) orders: Option<Vec<String>>,
    /// All claims that would be correct now without writing a move.
    pub(super) claims: Option<Vec<String>>,
    /// How many times the position on the board has arisen.
    pub(super) occurrences: Option<u32>,
    /// Numbers of plies after which the same position stood on the board.
    #[serde(default)]
    pub(super) same_as: Vec<usize>,
    /// Numbers of plies after which another position stood on the board.
    #[serde(default)]
    pub(super) different_from: Vec<usize>,
    /// Whether the position on the board has occurred at least three or five times.
    pub(super) occurred: Option<OccurredYaml>,
    /// Whether at least 100 or 150 plies have been played since the last capture or pawn move.
    pub(super) plies: Option<PliesYaml>,
    /// Plies since the last capture or pawn move.
    pub(super) halfmove_clock: Option<u32>,
    /// The fullmove number of a FEN, which is incremented after Black's move.
    pub(super) fullmove_number: Option<u32>,
    /// Whether the side to move is in check.
    pub(super) check: Option<bool>,
    /// Whether the side to move is checkmated.
    pub(super) checkmate: Option<bool>,
    /// Whether the side to move is stalemated.
    pub(super) stalemate: Option<bool>,
    /// Whether it is a draw now, if claimed where a claim is needed.
    pub(super) drawn: Option<bool>,
    /// Whether the material alone rules out mate by either side.
    pub(super) insufficient_material: Option<bool>,
    /// Whether neither side can mate by any series of legal moves.
    pub(super) dead: Option<bool>,
    /// Whether some series of legal moves ends with this side giving mate.
    pub(super) can_mate: Option<ForEachSide<bool>>,
    /// Some legal moves.
    #[serde(default)]
    pub(super) legal: Vec<String>,
    /// Some moves that are not legal, each as its origin and target squares.
    #[serde(default)]
    pub(super) illegal: Vec<String>,
    /// All legal moves.
    pub(super) only: Option<Vec<String>>,
    /// For a square, all legal moves from there.
    #[serde(default)]
    pub(super) moves_from: OrderedMap<Vec<String>>,
    /// The number of legal moves.
    pub(super) moves: Option<usize>,
    /// Moves that the function that plays a move has to refuse, as from square and to square.
    pub(super) refuses: Option<Vec<String>>,
    /// The FEN of the position, with the en passant square after every double step.
    pub(super) fen: Option<String>,
    /// The SAN of the last move played.
    pub(super) san: Option<String>,
    /// How texts are parsed as moves in SAN: the move that results, or `refused`.
    #[serde(default)]
    pub(super) reads: OrderedMap<String>,
    /// How texts are parsed as moves in UCI: the legal move that results, or `refused`.
    #[serde(default)]
    pub(super) reads_uci: OrderedMap<String>,
    /// How texts are parsed as FENs: the FEN that results, or `refused`.
    #[serde(default)]
    pub(super) reads_fen: OrderedMap<String>,
    /// The contents of squares: `white king`, `empty`.
    #[serde(default)]
    pub(super) board: OrderedMap<String>,
    /// The side to move.
    pub(super) turn: Option<Color>,
    /// The remaining castling rights, as the field of a FEN.
    pub(super) castling: Option<String>,
    /// Whether the setup is playable.
    pub(super) setup: Option<VerdictYaml>,
    /// Squares that are light.
    #[serde(default)]
    pub(super) light: Vec<String>,
    /// Squares that are dark.
    #[serde(default)]
    pub(super) dark: Vec<String>,
    /// The pieces that give check.
    pub(super) checkers: Option<Vec<String>>,
    /// For a piece on a square, the opponent's pieces that it attacks.
    #[serde(default)]
    pub(super) attacks: OrderedMap<Vec<String>>,
    /// All pinned pieces, each with the piece that it shields.
    pub(super) pinned: Option<OrderedMap<OneOrMany>>,
    /// The remaining time of the players in seconds.
    pub(super) seconds: Option<ForEachSide<u32>>,
    /// The reason for the answers of an exception or a mistake; only used there.
    pub(super) because: Option<String>,
}

/// A value for each side.
#[derive(Deserialize, Default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct ForEachSide<T> {
    pub(super) white: Option<T>,
    pub(super) black: Option<T>,
}

/// Whether the position has occurred this often.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct OccurredYaml {
    pub(super) at_least_3: Option<bool>,
    pub(super) at_least_5: Option<bool>,
}

/// Whether a number of plies has been played since the last capture or pawn move.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct PliesYaml {
    pub(super) at_least_100: Option<bool>,
    pub(super) at_least_150: Option<bool>,
}

#[derive(Deserialize, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub(super) enum VerdictYaml {
    Accepted,
    Refused,
}

/// Translates the fields of one `expect` to questions and answers at the end of a line.
pub(super) struct Reader<'a> {
    pub(super) chunk: &'a Chunk<'a>,
    /// The position at the end, or `None` if the setup is not playable.
    pub(super) end: Option<Position>,
    /// The number of plies before the end.
    pub(super) plies: usize,
    /// Whether the fields belong to a mistake, whose moves need not be legal.
    pub(super) mistaken: bool,
    pub(super) expected: Vec<Expected>,
    pub(super) problems: Vec<Problem>,
}

impl Reader<'_> {
    pub(crate) fn read(&mut self, expect: &ExpectYaml) {
        self.read_game(expect);
        self.read_position(expect);
        if self.end.is_some() {
            self.read_moves(expect);
        }
        self.read_board(expect);
        self.read_lines(expect);
        if expect.setup != Some(VerdictYaml::Refused)
            && self.end.is_none()
            && self
                .expected
                .iter()
                .any(|one| one.question != Question::Position(PositionQuestion::Setup))
        {
            self.problem(
                "start",
                "the setup cannot be played",
                "\"setup: refused\" and nothing else",
            );
        }
    }

    fn read_game(&mut self, expect: &ExpectYaml) {
        if let Some(text) = &expect.ruling {
            match Decision::parse(text) {
                Some(decision) => self.exactly(GameQuestion::Ruling, Answer::Ruling(decision)),
                None => {
                    let right = nearest(text, Decision::all().map(|decision| decision.to_string()));
                    self.problem(text, format!("unknown ruling {text:?}"), right);
                }
            }
        }
        if let Some(sentences) = &expect.orders {
            let mut right = Vec::new();
            for sentence in sentences {
                match read_order(self.end.as_ref(), sentence) {
                    Ok(order) => right.push(order),
                    Err(forms) => {
                        self.problem(sentence, format!("unknown order {sentence:?}"), forms);
                        break;
                    }
                }
            }
            right.sort_unstable();
            self.exactly(GameQuestion::Orders, Answer::Orders(right));
        }
        if let Some(names) = &expect.claims {
            let mut right = Vec::new();
            for name in names {
                match ClaimGround::ALL
                    .into_iter()
                    .find(|ground| ground.name() == name || ground.name() == format!("the {name}"))
                {
                    Some(ground) => right.push(ground),
                    None => self.problem(
                        name,
                        format!("unknown ground of a claim {name:?}"),
                        nearest(name, ClaimGround::ALL.map(|ground| ground.name().to_owned())),
                    ),
                }
            }
            self.exactly(GameQuestion::Claimable, Answer::Is(!right.is_empty()));
            for ground in ClaimGround::ALL {
                self.exactly(
                    GameQuestion::Claim { ground, written: None },
                    Answer::Is(right.contains(&ground)),
                );
            }
        }
        if let Some(count) = expect.occurrences {
            self.exactly(HistoryQuestion::Occurrences, Answer::Count(count));
        }
        for (plies, same) in [(&expect.same_as, true), (&expect.different_from, false)] {
            for &ply in plies {
                if ply >= self.plies {
                    let right = format!("numbers below {}, the number of plies played", self.plies);
                    self.problem(
                        if same { "same_as" } else { "different_from" },
                        format!("no earlier position has ply {ply}"),
                        right,
                    );
                }
                self.exactly(HistoryQuestion::SameAs { ply }, Answer::Is(same));
            }
        }
    }

    /// Reads the fields whose value is the answer.
    fn read_position(&mut self, expect: &ExpectYaml) {
        use {HistoryQuestion as History, MaterialQuestion as Material, PositionQuestion as At};
        let is = |is: Option<bool>| is.map(Answer::Is);
        let count = |count: Option<u32>| count.map(Answer::Count);
        let (occurred, plies) = (expect.occurred.as_ref(), expect.plies.as_ref());
        let (can_mate, seconds) = (expect.can_mate.as_ref(), expect.seconds.as_ref());
        let (white, black) = (Color::White, Color::Black);
        let accepted = expect.setup.map(|verdict| verdict == VerdictYaml::Accepted);
        let fields: [(Question, Option<Answer>); 18] = [
            (History::HalfmoveClock.into(), count(expect.halfmove_clock)),
            (History::FullmoveNumber.into(), count(expect.fullmove_number)),
            (History::Occurred { times: 3 }.into(), is(occurred.and_then(|one| one.at_least_3))),
            (History::Occurred { times: 5 }.into(), is(occurred.and_then(|one| one.at_least_5))),
            (History::Plies { count: 100 }.into(), is(plies.and_then(|one| one.at_least_100))),
            (History::Plies { count: 150 }.into(), is(plies.and_then(|one| one.at_least_150))),
            (At::Check.into(), is(expect.check)),
            (At::Checkmate.into(), is(expect.checkmate)),
            (At::Stalemate.into(), is(expect.stalemate)),
            (History::Drawn.into(), is(expect.drawn)),
            (Material::Insufficient.into(), is(expect.insufficient_material)),
            (Material::Dead.into(), is(expect.dead)),
            (Material::CanMate { side: white }.into(), is(can_mate.and_then(|can| can.white))),
            (Material::CanMate { side: black }.into(), is(can_mate.and_then(|can| can.black))),
            (At::Setup.into(), is(accepted)),
            (GameQuestion::Seconds { side: white }.into(), count(seconds.and_then(|s| s.white))),
            (GameQuestion::Seconds { side: black }.into(), count(seconds.and_then(|s| s.black))),
            (At::Turn.into(), expect.turn.map(Answer::Player)),
        ];
        for (question, answer) in fields {
            if let Some(answer) = answer {
                self.exactly(question, answer);
            }
        }
        if let Some(rights) = &expect.castling {
            let empty = Placement::EMPTY;
            let placement = self.end.as_ref().map_or(&empty, Position::placement);
            let fen = format!("{placement} w {rights} -");
            match fen.parse::<lawbook::position::Setup>() {
                Ok(setup) => {
                    self.exactly(PositionQuestion::Castling, Answer::Castling(setup.castling))
                }
                Err(error) => self.problem(rights, error.because, error.expected),
            }
        }
    }

    fn read_moves(&mut self, expect: &ExpectYaml) {
        let Some(end) = self.end else { return };
        if !expect.legal.is_empty() {
            let moves = self.san_moves(&end, &expect.legal);
            self.push(PositionQuestion::LegalMoves, Expectation::Among(moves));
        }
        if !expect.illegal.is_empty() {
            let mut moves = Vec::new();
            for text in &expect.illegal {
                match text.parse().ok().or_else(|| guess_move(&end, text)) {
                    Some(read) => moves.push(read),
                    None => self.problem(
                        text,
                        format!("{text:?} is not a move"),
                        "from square and to square, as in \"e1g1\"",
                    ),
                }
            }
            self.push(PositionQuestion::LegalMoves, Expectation::NotAmong(moves));
        }
        if let Some(only) = &expect.only {
            let mut moves = self.san_moves(&end, only);
            moves.sort_unstable();
            self.exactly(PositionQuestion::LegalMoves, Answer::Moves(moves));
        }
        for (name, texts) in &expect.moves_from.0 {
            let mut moves = self.san_moves(&end, texts);
            moves.sort_unstable();
            if let Some(square) = self.square(name) {
                self.exactly(PositionQuestion::MovesFrom { square }, Answer::Moves(moves));
            }
        }
        if let Some(number) = expect.moves {
            self.push(PositionQuestion::LegalMoves, Expectation::Number(number));
        }
        if let Some(texts) = &expect.refuses {
            self.read_refused(&end, texts);
        }
        if let Some(fen) = &expect.fen {
            match fen.parse::<Setup>() {
                Ok(_) => self.exactly(NotationQuestion::Fen, Answer::Fen(fen.clone())),
                Err(error) => self.problem(fen, error.because, error.expected),
            }
        }
        if let Some(san) = &expect.san {
            self.exactly(NotationQuestion::San, Answer::Text(san.clone()));
        }
        for (text, meaning) in &expect.reads.0 {
            self.read_text(text, meaning, |text| NotationQuestion::Reads { text }, Answer::Read);
        }
        for (text, meaning) in &expect.reads_uci.0 {
            self.read_text(text, meaning, |text| NotationQuestion::ReadsUci { text }, Answer::Read);
        }
        for (text, meaning) in &expect.reads_fen.0 {
            self.read_text(
                text,
                meaning,
                |text| NotationQuestion::ReadsFen { text },
                |read: Option<Setup>| Answer::Setup(read.map(Box::new)),
            );
        }
    }

    /// Moves that are to be refused; none of them may be legal.
    fn read_refused(&mut self, end: &Position, texts: &[String]) {
        let mut moves = Vec::new();
        for text in texts {
            match text.parse() {
                Ok(tried) if !end.is_legal(tried) => moves.push(tried),
                Ok(_) => self.problem(text, format!("{text} is legal"), "a move that is not legal"),
                Err(error) => self.problem(
                    text,
                    error.to_string(),
                    "from square and to square, as in \"e1g1\"",
                ),
            }
        }
        let mut right = moves.clone();
        right.sort_unstable();
        self.exactly(PositionQuestion::Refuses { moves }, Answer::Moves(right));
    }

    /// Adds the question how `text` is parsed. `meaning` is the expected result as text, or `refused`.
    fn read_text<T: FromStr<Err: Display>>(
        &mut self,
        text: &str,
        meaning: &str,
        question: impl FnOnce(String) -> NotationQuestion,
        answer: impl FnOnce(Option<T>) -> Answer,
    ) {
        let read = match meaning {
            "refused" => None,
            other => match other.parse() {
                Ok(read) => Some(read),
                Err(error) => {
                    self.problem(text, format!("{error}"), "what the text means, or \"refused\"");
                    return;
                }
            },
        };
        self.exactly(question(text.to_owned()), answer(read));
    }

    fn read_board(&mut self, expect: &ExpectYaml) {
        let mut squares = Vec::new();
        for (name, what) in &expect.board.0 {
            match piece(what) {
                Some(piece) => squares.extend(self.square(name).map(|square| (square, piece))),
                None => self.problem(
                    what,
                    format!("{what:?} is not a piece"),
                    "a colour and a piece such as \"white rook\", or \"empty\"",
                ),
            }
        }
        if !squares.is_empty() {
            self.push(PositionQuestion::Placement, Expectation::Squares(squares));
        }
        for (names, light) in [(&expect.light, true), (&expect.dark, false)] {
            for square in self.squares(names) {
                self.exactly(PositionQuestion::IsLight { square }, Answer::Is(light));
            }
        }
    }

    /// Reads the fields `checkers`, `attacks` and `pinned`.
    fn read_lines(&mut self, expect: &ExpectYaml) {
        if let Some(names) = &expect.checkers {
            let right = self.squares(names);
            self.exactly(PositionQuestion::Checkers, Answer::Squares(right));
        }
        for (name, names) in &expect.attacks.0 {
            let (from, right) = (self.square(name), self.squares(names));
            if let Some(square) = from {
                self.exactly(PositionQuestion::Attacks { square }, Answer::Squares(right));
            }
        }
        if let Some(pairs) = &expect.pinned {
            let mut right = Vec::new();
            for (name, names) in &pairs.0 {
                let names = match names {
                    OneOrMany::One(name) => std::slice::from_ref(name),
                    OneOrMany::Many(names) => names,
                };
                let seconds = self.squares(names);
                let first = self.square(name);
                right.extend(
                    first.iter().flat_map(|&one| seconds.iter().map(move |&two| (one, two))),
                );
            }
            right.sort_unstable();
            self.exactly(PositionQuestion::Pinned, Answer::Pairs(right));
        }
    }

    /// Parses the names of squares and sorts them.
    fn squares(&mut self, names: &[String]) -> Vec<Square> {
        let mut squares: Vec<Square> = names.iter().filter_map(|name| self.square(name)).collect();
        squares.sort_unstable();
        squares
    }

    /// Parses the name of a square. An invalid name is reported as a problem.
    fn square(&mut self, name: &str) -> Option<Square> {
        let square = Square::parse(name);
        if square.is_none() {
            self.problem(name, format!("{name:?} is not a square"), "a square such as \"e4\"");
        }
        square
    }

    fn san_moves(&mut self, end: &Position, texts: &[String]) -> Vec<Move> {
        let mut moves = Vec::new();
        for text in texts {
            match text.parse().or_else(|_| read_san(end, text)) {
                Ok(read) => moves.push(read),
                Err(error) => match guess_move(end, text) {
                    Some(meant) if self.mistaken => moves.push(meant),
                    _ => self.problem(text, error.to_string(), "a legal move"),
                },
            }
        }
        moves
    }

    fn exactly(&mut self, question: impl Into<Question>, answer: Answer) {
        self.push(question, Expectation::Exactly(answer));
    }

    fn push(&mut self, question: impl Into<Question>, right: Expectation) {
        self.expected.push(Expected { question: question.into(), right, moment: Moment::End });
    }

    fn problem(&mut self, near: &str, message: impl Into<String>, right: impl Into<String>) {
        self.problems.push(self.chunk.problem(near, message, right));
    }
}

/// Parses `white king` or `empty`.
fn piece(text: &str) -> Option<Option<Piece>> {
    if text == "empty" {
        return Some(None);
    }
    let (color, role) = text.split_once(' ')?;
    let color = match color {
        "white" => Color::White,
        "black" => Color::Black,
        _ => return None,
    };
    Some(Some(Piece { color, role: Role::from_name(role)? }))
}
