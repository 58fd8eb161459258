//! The grammar of acts: a line consists of moves in algebraic notation, or of a sentence such as "White resigns".
//!
//! The grammar is a table of sentences with placeholders in capitals for moves, squares, pieces, numbers and grounds of
//! claims. Cases, transcripts and requests use it. `EXAMPLES` contains each act once, in a game that allows it.

mod nearest;
mod order;

#[doc(hidden)]
pub use nearest::{distance, nearest};
#[doc(hidden)]
pub use order::read_order;

use crate::{
    board::{Color, Role, Square},
    notation::{SanError, guess_move, read_san},
    position::{Move, Position},
    rules::{
        Act, ClaimGround, GivenResult, ImpossibleFeature, Incident, IncidentKind, Manner,
        MoveStage, StartError, Touch, seconds,
    },
};

/// All sentence forms with their meanings. `White` stands for either player and `Black` for the opponent. The
/// placeholders are `MOVE` (a move), `PATH` (origin and target squares), `PIECE` (such as "knight"), `SQUARE`,
/// `NUMBER`, `HAND` (such as "right"), `RESULT` (such as "1/2-0"), and `GROUND` (the ground of a claim).
const SENTENCES: &[(&str, Meaning)] = &[
    ("White plays MOVE", |said| said.make(Manner::Properly, false)),
    ("White plays MOVE and presses the clock", |said| said.make(Manner::Properly, true)),
    ("White plays MOVE and presses the clock with the HAND hand", |said| said.with_hands()),
    ("White plays MOVE with the HAND hand and presses the clock with the HAND hand", |said| {
        said.with_hands()
    }),
    ("White moves the PIECE from SQUARE to SQUARE", |said| said.carry(false)),
    ("White moves the PIECE from SQUARE to SQUARE and presses the clock", |said| said.carry(true)),
    ("White plays MOVE with two hands", |said| said.make(Manner::WithTwoHands, false)),
    ("White plays MOVE with two hands and presses the clock", |said| {
        said.make(Manner::WithTwoHands, true)
    }),
    ("White plays MOVE all the same , and nobody objects", |said| {
        said.make(Manner::BreachingTouchMove, true)
    }),
    ("White presses the clock", |said| one(Act::Press { by: said.by })),
    ("White presses the clock with the same hand", |said| one(Act::Press { by: said.by })),
    ("White touches the PIECE on SQUARE", |said| said.touch(Touch::OnPurpose)),
    ("White brushes the PIECE on SQUARE by accident", |said| said.touch(Touch::ByAccident)),
    ("White adjusts the PIECE on SQUARE after saying so", |said| {
        said.touch(Touch::AdjustingAfterSayingSo)
    }),
    ("White adjusts the PIECE on SQUARE without a word", |said| {
        said.touch(Touch::AdjustingWithoutAWord)
    }),
    ("White moves the king from SQUARE to SQUARE and lets go of it", |said| {
        one(Act::ReleaseKing { by: said.by, square: said.square(1)? })
    }),
    ("White protests against the touched piece", |said| one(Act::Protest { by: said.by })),
    ("White takes a PIECE from beside the board", |said| {
        one(Act::PickUp { by: said.by, piece: said.role(0)? })
    }),
    ("White exchanges the PIECE on SQUARE for a PIECE", |said| said.exchange()),
    ("White moves the pawn from SQUARE to SQUARE and leaves it a pawn", |said| {
        said.leave_pawn(MoveStage::Made)
    }),
    (
        "White moves the pawn from SQUARE to SQUARE and leaves it a pawn and presses the clock",
        |said| said.leave_pawn(MoveStage::Completed),
    ),
    ("White makes the illegal move PATH", |said| said.illegal(MoveStage::Made)),
    ("White makes the illegal move PATH and presses the clock", |said| {
        said.illegal(MoveStage::Completed)
    }),
    ("White makes the illegal move PATH , and Black replies to it", |said| {
        said.illegal(MoveStage::Answered)
    }),
    ("White makes the illegal move PATH , and nobody notices", |said| said.illegal_unnoticed()),
    ("White makes an illegal move", |said| said.illegal_unnamed(MoveStage::Made)),
    ("White makes an illegal move and presses the clock", |said| {
        said.illegal_unnamed(MoveStage::Completed)
    }),
    ("White makes an illegal move , and Black replies to it", |said| {
        said.illegal_unnamed(MoveStage::Answered)
    }),
    ("White leaves the king in check", |said| said.illegal_unnamed(MoveStage::Made)),
    ("White leaves the king in check and presses the clock", |said| {
        said.illegal_unnamed(MoveStage::Completed)
    }),
    ("White leaves the king in check , and Black replies to it", |said| {
        said.illegal_unnamed(MoveStage::Answered)
    }),
    ("White makes the illegal move PATH with two hands", |said| {
        said.illegal_with_two_hands(MoveStage::Made)
    }),
    ("White makes the illegal move PATH with two hands and presses the clock", |said| {
        said.illegal_with_two_hands(MoveStage::Completed)
    }),
    ("White's move of NUMBER moves ago is found to have been illegal", |said| {
        one(Act::FoundIllegal { by: said.by, moves_ago: said.number(1000, "moves")? })
    }),
    ("Both kings are found in check", |_| {
        found(ImpossibleFeature::BothKingsInCheck, MoveStage::Completed)
    }),
    ("Both kings are found in check , and again after the next move", |_| {
        found(ImpossibleFeature::BothKingsInCheck, MoveStage::Answered)
    }),
    ("A pawn is found on the last rank", |_| {
        found(ImpossibleFeature::PawnOnLastRank, MoveStage::Completed)
    }),
    ("A pawn is found on the last rank , and again after the next move", |_| {
        found(ImpossibleFeature::PawnOnLastRank, MoveStage::Answered)
    }),
    ("The colours are found to be reversed", |_| {
        one(Act::FoundBegunWrongly { what: StartError::ColoursReversed })
    }),
    ("The pieces are found to have been set up wrongly", |_| {
        one(Act::FoundBegunWrongly { what: StartError::PiecesMisplaced })
    }),
    ("The board is found to be turned the wrong way", |_| {
        one(Act::FoundBegunWrongly { what: StartError::BoardTurned })
    }),
    ("White thinks for NUMBER seconds", |said| said.think()),
    ("White offers a draw", |said| one(Act::Offer { by: said.by })),
    ("White offers a draw on a condition", |said| one(Act::OfferOnCondition { by: said.by })),
    ("White withdraws the offer", |said| one(Act::WithdrawOffer { by: said.by })),
    ("White accepts the offer", |said| one(Act::Accept { by: said.by })),
    ("White refuses the offer", |said| one(Act::Decline { by: said.by })),
    ("The players agree to a draw", |_| one(Act::Agree)),
    ("White writes MOVE", |said| one(Act::Write { by: said.by, mv: said.read_move()? })),
    ("White claims a draw by GROUND", |said| said.claim(false)),
    ("White writes MOVE and claims a draw by GROUND", |said| said.claim(true)),
    ("White withdraws the claim", |said| one(Act::WithdrawClaim { by: said.by })),
    ("White claims that the game cannot be won by normal means", |said| {
        one(Act::ClaimNoWinningChances { by: said.by })
    }),
    ("White resigns", |said| one(Act::Resign { by: said.by })),
    ("White lays down the king", |said| one(Act::Resign { by: said.by })),
    ("White stops the clocks", |said| one(Act::StopClocks { by: said.by })),
    ("The players shake hands", |_| one(Act::ShakeHands)),
    ("White's flag falls", |said| one(Act::FlagFalls { by: said.by })),
    ("White's flag falls , and nobody notices", |said| {
        one(Act::FlagFallsUnnoticed { by: said.by })
    }),
    ("White's fallen flag is noticed", |said| one(Act::FlagNoticed { by: said.by })),
    ("Both flags have fallen , and nobody knows which fell first", |_| one(Act::BothFlags)),
    ("White says MOVE without writing it and claims a draw by GROUND", |said| {
        one(Act::ClaimSpoken { by: said.by, ground: said.ground(1)?, mv: said.read_move()? })
    }),
    ("White claims a draw without a scoresheet by GROUND", |said| {
        one(Act::ClaimUnrecorded { by: said.by, ground: said.ground(0)? })
    }),
    ("The arbiter gives the result RESULT", |said| said.given_result()),
    ("The arbiter sets the result RESULT", |said| said.given_result()),
    ("White seals MOVE", |said| one(Act::Seal { by: said.by, mv: said.read_move()? })),
    ("The clocks are found to be set wrongly", |_| {
        one(Act::FoundBegunWrongly { what: StartError::ClocksWrong })
    }),
];

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const CASTLING: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
const PROMOTION: &str = "8/P3k3/8/8/8/8/8/4K3 w - - 0 1";
/// A line of moves after which Ng8 by Black produces the initial position for the third time.
const TWICE: &str = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1";

/// Each act in a game that allows it: the FEN of the initial position, and the lines of play.
pub const EXAMPLES: &[(&str, &[&str])] = &[
    (START, &["White plays Nf3", "White presses the clock"]),
    (START, &["White touches the knight on g1"]),
    (CASTLING, &["White moves the king from e1 to g1 and lets go of it"]),
    (START, &["e4", "White touches the knight on g1", "Black protests against the touched piece"]),
    (PROMOTION, &["White takes a queen from beside the board"]),
    (PROMOTION, &["White plays a8=Q", "White exchanges the queen on a8 for a rook"]),
    (PROMOTION, &["White moves the pawn from a7 to a8 and leaves it a pawn and presses the clock"]),
    (START, &["White makes the illegal move g1-g3 and presses the clock"]),
    (START, &["White makes an illegal move and presses the clock"]),
    (START, &["White makes the illegal move g1-g3 with two hands and presses the clock"]),
    (START, &["White makes the illegal move g1-g3, and nobody notices"]),
    (START, &["e4 e5", "White's move of 1 move ago is found to have been illegal"]),
    (START, &["Both kings are found in check"]),
    (START, &["The colours are found to be reversed"]),
    (START, &["White thinks for 10 seconds"]),
    (START, &["e4 e5 Nf3", "White offers a draw"]),
    (START, &["e4 e5 Nf3", "White offers a draw", "Black accepts the offer"]),
    (START, &["e4 e5 Nf3", "White offers a draw", "Black refuses the offer"]),
    (START, &["e4 e5 Nf3", "White offers a draw", "White withdraws the offer"]),
    (START, &["e4 e5 Nf3", "White offers a draw on a condition"]),
    (START, &["e4 e5 Nf3", "The players agree to a draw"]),
    (START, &["White writes Nf3"]),
    (START, &[TWICE, "Ng8", "White claims a draw by threefold repetition"]),
    (START, &[TWICE, "Black writes Ng8 and claims a draw by threefold repetition"]),
    (START, &[TWICE, "Black claims a draw by threefold repetition", "Black withdraws the claim"]),
    (START, &["White claims that the game cannot be won by normal means"]),
    (START, &["e4", "White resigns"]),
    (START, &["e4", "Black resigns"]),
    (START, &["White stops the clocks"]),
    (START, &["White stops the clocks", "The arbiter starts the clocks"]),
    (START, &["e4", "The players shake hands"]),
    (START, &["e4", "White's flag falls"]),
    (START, &["e4", "Black's flag falls, and nobody notices", "Black's fallen flag is noticed"]),
    (START, &["e4", "Both flags have fallen, and nobody knows which fell first"]),
    (
        START,
        &[TWICE, "Black says Ng8 without writing it and claims a draw by threefold repetition"],
    ),
    (START, &[TWICE, "Ng8", "White claims a draw without a scoresheet by threefold repetition"]),
    (START, &["e4 e5", "The arbiter gives the result 1/2-0"]),
    (START, &["White seals Nf3"]),
    (START, &["e4", "Black knocks over some pieces"]),
];

/// Returns the [`EXAMPLES`] as values: the initial position of each game, and its acts.
pub fn examples() -> impl Iterator<Item = (Position, Vec<Act>)> {
    EXAMPLES.iter().filter_map(|(fen, lines)| {
        let start: Position = fen.parse().ok()?;
        let mut position = start;
        let read = lines.iter().map(|line| read_line(&mut position, line));
        Some((start, read.collect::<Result<Vec<_>, _>>().ok()?.concat()))
    })
}

/// The function that converts the words of a sentence to acts.
type Meaning = fn(&mut Sentence<'_>) -> Result<Vec<Act>, SentenceError>;

/// A sentence whose form has been recognised, with the position that it refers to.
struct Sentence<'a> {
    position: &'a mut Position,
    by: Color,
    /// The words in place of the placeholders, in order.
    words: Vec<&'a str>,
}

/// Returns all sentence forms, with `White` standing for either player.
pub fn sentence_forms() -> impl Iterator<Item = String> {
    spaced_forms().map(|form| form.replace(" ,", ","))
}

/// Returns the forms as they are matched, with commas as separate words.
pub fn spaced_forms() -> impl Iterator<Item = &'static str> {
    let incidents = IncidentKind::ALL.into_iter().map(IncidentKind::sentence);
    SENTENCES.iter().map(|(form, _)| *form).chain(incidents)
}

/// Why a line of `play` is not valid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SentenceError {
    /// No sentence form matches.
    #[error("unknown sentence {text:?}; expected {}", right.join(", or "))]
    Unknown {
        /// The line.
        text: String,
        /// The nearest forms.
        right: Vec<String>,
    },
    /// A move in the line cannot be parsed, or is not legal.
    #[error(transparent)]
    Move(#[from] SanError),
    /// The named piece does not stand on the named square.
    #[error("{wanted} is not on {square}; found {found}")]
    NoSuchPiece {
        /// The piece named.
        wanted: String,
        /// The square named.
        square: Square,
        /// The contents of the square.
        found: String,
    },
    /// The line is understood, but it does not say enough for a ruling.
    #[error("{question}")]
    Question {
        /// The question to the user.
        question: String,
        /// The line in each of its meanings.
        choices: Vec<String>,
    },
    /// The line is empty.
    #[error("the line is empty; expected moves such as \"1. e4 e5\", or a sentence")]
    Empty,
}

impl SentenceError {
    /// The line in each of its meanings, if it has several.
    pub fn choices(&self) -> &[String] {
        if let SentenceError::Question { choices, .. } = self { choices } else { &[] }
    }
}

/// Parses one line of `play` in `position`, and plays its moves on `position`.
///
/// ```
/// use lawbook::{position::Position, rules::Act, sentence::read_line};
///
/// let mut position = Position::start();
/// assert_eq!(read_line(&mut position, "1. e4 e5 2. Nf3")?.len(), 3);
/// let acts = read_line(&mut position, "Black offers a draw")?;
/// assert_eq!(acts, [Act::Offer { by: position.turn() }]);
/// # Ok::<(), lawbook::sentence::SentenceError>(())
/// ```
///
/// # Errors
///
/// Returns an error if the line is not valid. The moves before the invalid word have then been played on `position`.
pub fn read_line(position: &mut Position, line: &str) -> Result<Vec<Act>, SentenceError> {
    let spaced = line.trim().trim_end_matches('.').replace(',', " ,");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    if words.is_empty() {
        return Err(SentenceError::Empty);
    }
    // Only an arbiter gives a result with points for a draw for one player alone, or a forfeit.
    if let [word] = words[..]
        && let Some(result) = GivenResult::ALL.into_iter().find(|one| one.name() == word)
        && result.is_by_arbiter_only()
    {
        return one(Act::GiveResult { result });
    }
    for (form, meaning) in SENTENCES {
        if let Some((by, words)) = fit(form, &words) {
            return meaning(&mut Sentence { position, by, words });
        }
    }
    for what in IncidentKind::ALL {
        if let Some((by, found)) = fit(what.sentence(), &words) {
            let mut said = Sentence { position, by, words: found };
            return said.incident(what);
        }
    }
    let sentence = spaced_forms().any(|form| form.starts_with(&format!("{} ", words[0])))
        || matches!(words[0], "Black" | "Black's");
    if sentence || looks_like_a_sentence(&words) {
        return Err(unknown(&words));
    }
    let moves = words.iter().map(|word| word.trim_start_matches(['.', '…'])).map(strip_number);
    moves
        .filter(|word| !word.is_empty())
        .map(|word| {
            let played = read_san(position, word)?;
            *position = position.after(played);
            Ok(Act::MoveAndPress { mv: played })
        })
        .collect()
}

/// Matches words against a form. Returns the player and the words in place of the placeholders.
fn fit<'a>(form: &str, words: &[&'a str]) -> Option<(Color, Vec<&'a str>)> {
    let (mut by, mut found) = (None, Vec::new());
    let mut words = words.iter();
    for wanted in form.split(' ') {
        let word = *words.next()?;
        match wanted {
            "GROUND" => {
                // The last placeholder takes all remaining words.
                found.push(word);
                found.extend(words.by_ref());
            }
            "MOVE" | "PATH" | "PIECE" | "SQUARE" | "NUMBER" | "HAND" | "RESULT" => found.push(word),
            "White" | "White's" | "Black" => {
                let (name, suffix) = match word.strip_suffix("'s") {
                    Some(name) => (name, true),
                    None => (word, false),
                };
                let color = Color::ALL.into_iter().find(|color| color.name() == name)?;
                let meant = if wanted == "Black" { !color } else { color };
                if suffix != wanted.ends_with("'s") || by.is_some_and(|by| by != meant) {
                    return None;
                }
                by = Some(meant);
            }
            _ if wanted == word => {}
            // One minute, move or second.
            "minutes" | "moves" | "seconds"
                if found.last() == Some(&"1") && wanted.strip_suffix('s') == Some(word) => {}
            _ => return None,
        }
    }
    words.next().is_none().then_some((by.unwrap_or(Color::White), found))
}

impl Sentence<'_> {
    /// Reads a move that is made. On the board a move that is not legal is an illegal move, and not a slip of the pen.
    fn make(&mut self, how: Manner, pressed: bool) -> Result<Vec<Act>, SentenceError> {
        let on_move = self.position.turn() == self.by;
        let meant = match self.read_move() {
            Err(SentenceError::Move(SanError::Illegal { text, .. }))
                if how != Manner::BreachingTouchMove =>
            {
                guess_move(self.position, &text)
            }
            read => Some(read?),
        };
        let stage = if pressed { MoveStage::Completed } else { MoveStage::Made };
        let Some(played) = meant else {
            return self.illegal_unnamed(stage);
        };
        if on_move && !self.position.is_legal(played) {
            let two_hands = Act::IllegalWithTwoHands { by: self.by, mv: played, stage };
            return one(match how {
                Manner::WithTwoHands => two_hands,
                Manner::Properly | Manner::BreachingTouchMove => {
                    Act::Illegal { by: self.by, mv: played, stage }
                }
            });
        }
        if on_move && let Ok(next) = self.position.play(played) {
            *self.position = next;
        }
        if on_move && pressed && how == Manner::Properly {
            return Ok(vec![Act::MoveAndPress { mv: played }]);
        }
        let press = pressed.then_some(Act::Press { by: self.by });
        Ok([Act::MoveOnly { by: self.by, mv: played, how }].into_iter().chain(press).collect())
    }

    /// Reads a move with the hand that made it, if it is named, and the hand that pressed the clock.
    fn with_hands(&mut self) -> Result<Vec<Act>, SentenceError> {
        let hands = self.words.split_off(1);
        for (at, hand) in hands.iter().enumerate() {
            let known: &[&str] = match at + 1 == hands.len() {
                true => &["right", "left", "same", "other"],
                false => &["right", "left"],
            };
            if !known.contains(hand) {
                return Err(self.unreadable(hand, &known.join(" or ")));
            }
        }
        let same = match hands[..] {
            [moved, pressed] => pressed == "same" || pressed == moved,
            [pressed] if ["same", "other"].contains(&pressed) => pressed == "same",
            _ => return Err(self.unreadable("the hand", "the hand that made the move")),
        };
        if same {
            return self.make(Manner::Properly, true);
        }
        let other = Incident { what: IncidentKind::OtherHand, of: Some(self.by), number: 0 };
        let made = self.make(Manner::Properly, false)?;
        Ok(made.into_iter().chain([Act::Incident(other)]).collect())
    }

    /// Reads a move by its piece and squares. A pawn that is carried to the last rank is left a pawn.
    fn carry(&mut self, pressed: bool) -> Result<Vec<Act>, SentenceError> {
        let from = self.piece_on(0, 1)?;
        let carried = Move::new(from, self.square(2)?);
        let queen = Move { promotion: Some(Role::Queen), ..carried };
        if self.position.turn() == self.by && self.position.is_legal(queen) {
            let stage = if pressed { MoveStage::Completed } else { MoveStage::Made };
            return one(Act::LeavePawn { by: self.by, mv: carried, stage });
        }
        let uci = carried.to_string();
        Sentence { position: self.position, by: self.by, words: vec![&uci] }
            .make(Manner::Properly, pressed)
    }

    fn touch(&self, touch: Touch) -> Result<Vec<Act>, SentenceError> {
        let square = self.piece_on(0, 1)?;
        one(Act::Touch { by: self.by, square, how: touch })
    }

    fn exchange(&self) -> Result<Vec<Act>, SentenceError> {
        self.piece_on(0, 1)?;
        one(Act::Exchange { by: self.by, piece: self.role(2)? })
    }

    fn leave_pawn(&self, stage: MoveStage) -> Result<Vec<Act>, SentenceError> {
        let pushed = Move::new(self.square(0)?, self.square(1)?);
        one(Act::LeavePawn { by: self.by, mv: pushed, stage })
    }

    fn illegal(&self, stage: MoveStage) -> Result<Vec<Act>, SentenceError> {
        one(Act::Illegal { by: self.by, mv: self.path()?, stage })
    }

    fn given_result(&self) -> Result<Vec<Act>, SentenceError> {
        let text = self.words[0].replace('½', "1/2");
        let result = GivenResult::ALL.into_iter().find(|result| result.name() == text);
        let right = || {
            self.unreadable(self.words[0], &GivenResult::ALL.map(GivenResult::name).join(" or "))
        };
        one(Act::GiveResult { result: result.ok_or_else(right)? })
    }

    fn illegal_unnamed(&self, stage: MoveStage) -> Result<Vec<Act>, SentenceError> {
        one(Act::IllegalUnnamed { by: self.by, stage })
    }

    fn illegal_with_two_hands(&self, stage: MoveStage) -> Result<Vec<Act>, SentenceError> {
        one(Act::IllegalWithTwoHands { by: self.by, mv: self.path()?, stage })
    }

    fn illegal_unnoticed(&mut self) -> Result<Vec<Act>, SentenceError> {
        let tried = self.path()?;
        let next = self.position.displace(tried).filter(|_| self.position.turn() == self.by);
        let Some(next) = next else {
            let right = "an illegal move of the player on move after which the other can play on";
            return Err(self.unreadable(self.words[0], right));
        };
        *self.position = next;
        one(Act::IllegalUnnoticed { by: self.by, mv: tried })
    }

    fn incident(&mut self, what: IncidentKind) -> Result<Vec<Act>, SentenceError> {
        let number = if what.has_number() { self.number(1000, "minutes or moves")? } else { 0 };
        let of = what.is_of_a_player().then_some(self.by);
        one(Act::Incident(Incident { what, of, number }))
    }

    fn think(&self) -> Result<Vec<Act>, SentenceError> {
        let read = seconds::read(self.words[0]).filter(|time| (1..=100_000_000).contains(time));
        let milliseconds = read.ok_or_else(|| {
            self.unreadable(self.words[0], "a number of seconds from 0.001 to 100000")
        })?;
        one(Act::Think { by: self.by, milliseconds })
    }

    /// Parses the number in the sentence, from 1 to `most`. `counted` names the unit in the error message.
    fn number(&self, most: u32, counted: &str) -> Result<u32, SentenceError> {
        match self.words[0].parse() {
            Ok(number) if (1..=most).contains(&number) => Ok(number),
            _ => {
                let right = format!("a number of {counted} from 1 to {most}");
                Err(self.unreadable(self.words[0], &right))
            }
        }
    }

    /// Parses the origin and target squares in the sentence, such as `e2-a2`.
    fn path(&self) -> Result<Move, SentenceError> {
        let path = self.words[0];
        let squares = path.trim_start_matches(['K', 'Q', 'R', 'B', 'N']).replace(['-', 'x'], "");
        squares
            .parse()
            .map_err(|_| self.unreadable(path, "a from and a to square, as in \"e2-a2\""))
    }

    fn claim(&mut self, written: bool) -> Result<Vec<Act>, SentenceError> {
        let from = usize::from(written);
        // "by writing Ng8" at the end names the move, as the list of claims does.
        let by_writing = self.words[from..].windows(2).position(|pair| pair == ["by", "writing"]);
        let Some(at) = by_writing.filter(|_| !written) else {
            let ground = self.ground(from)?;
            let written = if written { Some(self.read_move()?) } else { None };
            return one(Act::Claim { by: self.by, ground, written });
        };
        let mut moves: Vec<&str> = self.words.split_off(at).split_off(2);
        let ground = self.ground(0)?;
        moves.retain(|word| !["one", "of", "or", ","].contains(word));
        match moves[..] {
            [text] => {
                self.words = vec![text];
                one(Act::Claim { by: self.by, ground, written: Some(self.read_move()?) })
            }
            _ => Err(SentenceError::Question {
                question: format!("which move does {} write?", self.by),
                choices: moves
                    .iter()
                    .map(|text| format!("{} writes {text} and claims a draw by {ground}", self.by))
                    .collect(),
            }),
        }
    }

    /// Parses the ground of a claim, which consists of the words from index `from` on.
    fn ground(&self, from: usize) -> Result<ClaimGround, SentenceError> {
        let name = self.words[from..].join(" ");
        let ground = ClaimGround::ALL.into_iter().find(|ground| ground.name() == name);
        ground.ok_or_else(|| {
            let right = ClaimGround::ALL.map(|ground| format!("\"... a draw by {ground}\""));
            SentenceError::Unknown { text: name, right: right.to_vec() }
        })
    }

    /// Parses the move in the sentence: any move in UCI, or in SAN, which must be legal if the player is to move.
    fn read_move(&self) -> Result<Move, SentenceError> {
        let text = self.words[0];
        if let Ok(read) = text.parse() {
            return Ok(read);
        }
        if self.position.turn() == self.by {
            return Ok(read_san(self.position, text)?);
        }
        let his_turn = self.position.pass();
        read_san(&his_turn, text)
            .ok()
            .or_else(|| guess_move(&his_turn, text))
            .ok_or_else(|| self.unreadable(text, "from square and to square, as in \"e2e4\""))
    }

    fn piece_on(&self, role: usize, square: usize) -> Result<Square, SentenceError> {
        let (role, square) = (self.role(role)?, self.square(square)?);
        match self.position.at(square) {
            Some(piece) if piece.role == role => Ok(square),
            found => Err(SentenceError::NoSuchPiece {
                wanted: format!("a {role}"),
                square,
                found: found.map_or_else(|| "nothing".to_owned(), |piece| format!("a {piece}")),
            }),
        }
    }

    fn role(&self, word: usize) -> Result<Role, SentenceError> {
        let word = self.words[word];
        Role::from_name(word).ok_or_else(|| self.unreadable(word, "a piece such as \"knight\""))
    }

    fn square(&self, word: usize) -> Result<Square, SentenceError> {
        let word = self.words[word];
        Square::parse(word).ok_or_else(|| self.unreadable(word, "a square such as \"e4\""))
    }

    fn unreadable(&self, text: &str, right: &str) -> SentenceError {
        SentenceError::Unknown { text: text.to_owned(), right: vec![right.to_owned()] }
    }
}

/// Returns the meaning of a sentence that consists of one act.
fn one(act: Act) -> Result<Vec<Act>, SentenceError> {
    Ok(vec![act])
}

fn found(what: ImpossibleFeature, stage: MoveStage) -> Result<Vec<Act>, SentenceError> {
    one(Act::FoundImpossible { what, stage })
}

/// Strips the move number of `1.e4`, `1. e4` and `1...e5`. A number without a dot is kept.
pub fn strip_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    if rest.len() < word.len() && rest.starts_with('.') {
        rest.trim_start_matches('.')
    } else {
        word
    }
}

fn looks_like_a_sentence(words: &[&str]) -> bool {
    words
        .iter()
        .any(|word| word.len() > 3 && word.chars().all(|letter| letter.is_ascii_lowercase()))
}

fn unknown(words: &[&str]) -> SentenceError {
    let text = words.join(" ").replace(" ,", ",");
    let mut candidates: Vec<String> = spaced_forms()
        .flat_map(|form| ClaimGround::ALL.map(|ground| form.replace("GROUND", ground.name())))
        .map(|form| form.replace(" ,", ","))
        .flat_map(|form| {
            let black = form.replacen("Black", "WHITE", 1).replacen("White", "Black", 1);
            [black.replacen("WHITE", "White", 1), form]
        })
        .collect();
    candidates.sort_by_cached_key(|sentence| distance(&text, sentence));
    candidates.dedup();
    candidates.truncate(2);
    let right = candidates.iter().map(|right| format!("{right:?}")).collect();
    SentenceError::Unknown { text, right }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_act_is_in_an_example() {
        assert_eq!(examples().count(), EXAMPLES.len(), "one cannot be read");
        let shown: BTreeSet<&str> =
            examples().flat_map(|(_, acts)| acts).map(|act| act.name()).collect();
        let all: BTreeSet<&str> = Act::NAMES.iter().copied().collect();
        assert_eq!(shown, all);
    }

    rows!(
        moves_and_sentences_are_read,
        for (line, acts) in [
            ("1. e4 e5 2. Nf3", "e2e4|e7e5|g1f3"),
            ("1.e4 1...e5", "e2e4|e7e5"),
            ("e4", "e2e4"),
            ("White plays e4", "White plays e2e4"),
            ("White plays e4 and presses the clock", "e2e4"),
            ("White plays e4 with the right hand and presses the clock with the same hand", "e2e4"),
            ("White plays e4 with the left hand and presses the clock with the left hand", "e2e4"),
            (
                "White plays e4 with the left hand and presses the clock with the right hand",
                "White plays e2e4|White presses the clock with the other hand",
            ),
            ("White plays e4 and presses the clock with the same hand", "e2e4"),
            (
                "White plays e4 and presses the clock with the other hand",
                "White plays e2e4|White presses the clock with the other hand",
            ),
            ("White presses the clock with the same hand", "White presses the clock"),
            (
                "White plays Ke2 and presses the clock",
                "White makes the illegal move e1e2 and presses the clock",
            ),
            ("White plays Ng5", "White makes an illegal move"),
            ("White plays O-O with two hands", "White makes the illegal move e1g1 with two hands"),
            ("White moves the knight from g1 to f3", "White plays g1f3"),
            ("White moves the pawn from e2 to e4 and presses the clock", "e2e4"),
            (
                "White moves the rook from a1 to c3 and presses the clock",
                "White makes the illegal move a1c3 and presses the clock",
            ),
            (
                "White leaves the king in check and presses the clock",
                "White makes an illegal move and presses the clock",
            ),
            (
                "White claims a draw by threefold repetition by writing Nf3",
                "White writes g1f3 and claims a draw by threefold repetition",
            ),
            ("1/2-0", "The arbiter gives the result 1/2-0"),
            ("+:-", "The arbiter gives the result +:-"),
            ("The arbiter sets the result 0-1/2", "The arbiter gives the result 0-1/2"),
            ("White presses the clock.", "White presses the clock"),
            ("White touches the knight on g1", "White touches g1"),
            ("White touches the knight on g8", "White touches g8"),
            (
                "White makes the illegal move Ke1-e3 and presses the clock",
                "White makes the illegal move e1e3 and presses the clock",
            ),
            (
                "White makes the illegal move e2-e5, and Black replies to it",
                "White makes the illegal move e2e5, and the opponent replies to it",
            ),
            (
                "White makes the illegal move e1-g1 with two hands and presses the clock",
                "White makes the illegal move e1g1 with two hands and presses the clock",
            ),
            (
                "White makes the illegal move b1-b4, and nobody notices",
                "White makes the illegal move b1b4, and nobody notices",
            ),
            ("White thinks for 0.250 seconds", "White thinks for 0.25 seconds"),
            ("Black plays Nf6", "Black plays g8f6"),
            ("Black plays Ng8f4", "Black plays g8f4"),
            ("Black lays down the king", "Black resigns"),
            (
                "White writes Nf3 and claims a draw by the fifty-move rule",
                "White writes g1f3 and claims a draw by the fifty-move rule",
            ),
        ] {
            let read = read_line(&mut Position::start(), line).unwrap();
            let text: Vec<String> = read.iter().map(Act::to_string).collect();
            assert_eq!(text.join("|"), acts);
        }
    );

    rows!(
        other_lines_are_refused_with_what_would_be_right,
        for (line, says) in [
            ("", "the line is empty"),
            ("White resign", "expected \"White resigns\""),
            ("Black claims a draw by three fold repetition", "a draw by threefold repetition\""),
            ("Blacks flag falls", "\"Black's flag falls\""),
            ("white offers a draw", "\"White offers a draw\""),
            ("White touches the bishop on g1", "a bishop is not on g1; found a white knight"),
            ("White touches the knight on g3", "found nothing"),
            ("White touches the horse on g1", "a piece such as"),
            ("White makes the illegal move e2", "a from and a to square"),
            (
                "White makes the illegal move e2-e5, and White replies to it",
                "and Black replies to it",
            ),
            ("White makes the illegal move e2-e4, and nobody notices", "after which the other"),
            ("White makes the illegal move b8-b4, and nobody notices", "after which the other"),
            ("White thinks for 0 seconds", "a number of seconds from 0.001 to 100000"),
            ("Both kings are found", "\"Both kings are found in check\""),
            ("The arbiter gives the result 2-0", "1-0 or 0-1"),
            ("1. e4 e4", "not legal here"),
            ("1. e4 Nf3", "not legal here"),
            ("White plays Ke2 all the same, and nobody objects", "not legal here"),
            (
                "White plays e4 with the third hand and presses the clock with the same hand",
                "right or left"
            ),
            ("White plays e4 and presses the clock with the right hand", "the hand that made"),
            (
                "White claims a draw by threefold repetition by writing one of Nf3 Nc3",
                "which move does White"
            ),
        ] {
            let error = read_line(&mut Position::start(), line).unwrap_err().to_string();
            assert!(error.contains(says), "{line:?}: {error}");
        }
    );
}
