use std::fmt;

use crate::{
    board::{Color, Piece, Placement, Square},
    position::{CastlingRights, Move, Setup},
    rules::{Decision, Ground, Outcome, Termination},
};

/// A question about a line: a setup and what was done from there.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Question {
    /// Can this setup be played at all?
    Setup,
    /// How does the game stand?
    Ruling,
    /// What is obligatory by the last ruling?
    Orders,
    /// May the player on move claim a draw, on whatever ground?
    Claimable,
    /// Would this claim of the player on move be right, with this written move if any?
    Claim(Ground, Option<Move>),
    /// How often has the position on the board arisen?
    Occurrences,
    /// Is it the same position as after so many plies?
    SameAs(usize),
    /// How many plies ago was the last capture or pawn move?
    HalfmoveClock,
    /// Is the player on move in check?
    Check,
    /// Is the player on move checkmated?
    Checkmate,
    /// Is the player on move stalemated?
    Stalemate,
    /// Do the pieces alone rule out mate by either side?
    InsufficientMaterial,
    /// Can neither side mate by any series of legal moves?
    Dead,
    /// Can this side mate by some series of legal moves?
    CanMate(Color),
    /// Which moves are legal?
    LegalMoves,
    /// How is the last move written?
    San,
    /// Which move does this text mean?
    Reads(String),
    /// Which legal move does this text mean in UCI?
    ReadsUci(String),
    /// Which setup does this text mean as a FEN, whatever stands on the board?
    ReadsFen(String),
    /// What stands where?
    Placement,
    /// Who is on move?
    Turn,
    /// Which castling rights are left?
    Castling,
    /// Is this square light?
    IsLight(Square),
    /// How many seconds does this player have left?
    Seconds(Color),
    /// Which pieces give check to the player on move?
    Checkers,
    /// Which of the opponent's pieces does the piece on this square attack?
    Attacks(Square),
    /// Which pieces are pinned, and to which?
    Pinned,
    /// Which pieces are skewered, and in front of which?
    Skewered,
    /// Which pieces attack through a line that the last move has opened, and which?
    Discovered,
}

/// What somebody says to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Answer {
    /// Yes or no.
    Is(bool),
    /// A number.
    Count(u32),
    /// The legal moves, sorted.
    Moves(Vec<Move>),
    /// A text.
    Text(String),
    /// A move, or that the text means none.
    Read(Option<Move>),
    /// A setup, or that the text means none; the pieces, the turn and the castling rights count.
    Setup(Option<Box<Setup>>),
    /// Squares, sorted.
    Squares(Vec<Square>),
    /// Pairs of squares, sorted.
    Pairs(Vec<(Square, Square)>),
    /// What stands where.
    Placement(Box<Placement>),
    /// The castling rights.
    Castling(CastlingRights),
    /// A player.
    Player(Color),
    /// A full ruling.
    Ruling(Decision),
    /// What is obligatory, in sentences, sorted.
    Orders(Vec<String>),
    /// Whether and how the game is over. An implementation that does not look for some endings at
    /// all names in `knows` those it does look for.
    Ended {
        /// How it is over, if it is.
        ended: Option<Ended>,
        /// The endings that would have been noticed.
        knows: &'static [Termination],
    },
}

/// How somebody says a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ended {
    /// The winner; nobody in a draw.
    pub winner: Option<Color>,
    /// What ended it, if that is said.
    pub by: Option<Termination>,
}

impl From<Outcome> for Ended {
    fn from(outcome: Outcome) -> Ended {
        Ended { winner: outcome.winner, by: Some(outcome.by) }
    }
}

/// A question and what the answer has to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expected {
    /// What is asked.
    pub question: Question,
    /// What is right.
    pub right: Expectation,
    /// When it is asked.
    pub moment: Moment,
}

/// The moment of a line at which a question is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Moment {
    /// When everything has been done.
    End,
    /// When everything but the last act has been done: would it be right?
    BeforeLastAct,
}

/// What makes an answer right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expectation {
    /// This very answer.
    Exactly(Answer),
    /// These are among the legal moves.
    Among(Vec<Move>),
    /// None of these is among the legal moves.
    NotAmong(Vec<Move>),
    /// There are so many legal moves.
    Number(usize),
    /// This stands on these squares.
    Squares(Vec<(Square, Option<Piece>)>),
}

impl Answer {
    /// Whether another answer is the same, this one being right; `None` if it says nothing about
    /// the matter.
    pub fn is_met_by(&self, answer: &Answer) -> Option<bool> {
        match (self, answer) {
            (Answer::Ruling(decision), Answer::Ended { ended, knows }) => {
                ended_as(*decision, *ended, knows)
            }
            (Answer::Setup(Some(right)), Answer::Setup(Some(got))) => {
                let counts = |setup: &Setup| (setup.placement, setup.turn, setup.castling);
                Some(counts(right) == counts(got))
            }
            (right, got) => Some(right == got),
        }
    }
}

impl Expectation {
    /// Whether an answer is right; `None` if it says nothing about the matter.
    pub fn is_met_by(&self, answer: &Answer) -> Option<bool> {
        match (self, answer) {
            (Expectation::Exactly(right), got) => right.is_met_by(got),
            (Expectation::Among(some), Answer::Moves(moves)) => {
                Some(some.iter().all(|legal| moves.contains(legal)))
            }
            (Expectation::NotAmong(none), Answer::Moves(moves)) => {
                Some(!none.iter().any(|illegal| moves.contains(illegal)))
            }
            (Expectation::Number(number), Answer::Moves(moves)) => Some(moves.len() == *number),
            (Expectation::Squares(squares), Answer::Placement(pieces)) => {
                Some(squares.iter().all(|&(square, piece)| pieces.at(square) == piece))
            }
            _ => Some(false),
        }
    }
}

fn ended_as(decision: Decision, ended: Option<Ended>, knows: &[Termination]) -> Option<bool> {
    match (decision, ended) {
        (Decision::Over(outcome), Some(ended)) => {
            Some(ended.winner == outcome.winner && ended.by.is_none_or(|by| by == outcome.by))
        }
        (Decision::Over(outcome), None) => knows.contains(&outcome.by).then_some(false),
        (_, ended) => Some(ended.is_none()),
    }
}

impl Question {
    /// Whether the right answer depends on the rule set.
    pub const fn depends_on_rule_set(&self) -> bool {
        matches!(
            self,
            Question::Ruling
                | Question::Orders
                | Question::Claimable
                | Question::Claim(..)
                | Question::Seconds(_)
        )
    }

    /// What is asked, without squares, plies and texts: `same-as`, `reads`, `claim-fifty-written`.
    pub const fn kind(&self) -> &'static str {
        match self {
            Question::Setup => "setup",
            Question::Ruling => "ruling",
            Question::Orders => "orders",
            Question::Claimable => "claimable",
            Question::Claim(Ground::Threefold, None) => "claim-threefold",
            Question::Claim(Ground::Threefold, Some(_)) => "claim-threefold-written",
            Question::Claim(Ground::Fifty, None) => "claim-fifty",
            Question::Claim(Ground::Fifty, Some(_)) => "claim-fifty-written",
            Question::Occurrences => "occurrences",
            Question::SameAs(_) => "same-as",
            Question::HalfmoveClock => "halfmove-clock",
            Question::Check => "check",
            Question::Checkmate => "checkmate",
            Question::Stalemate => "stalemate",
            Question::InsufficientMaterial => "insufficient-material",
            Question::Dead => "dead",
            Question::CanMate(Color::White) => "can-mate-white",
            Question::CanMate(Color::Black) => "can-mate-black",
            Question::LegalMoves => "legal-moves",
            Question::San => "san",
            Question::Reads(_) => "reads",
            Question::ReadsUci(_) => "reads-uci",
            Question::ReadsFen(_) => "reads-fen",
            Question::Placement => "board",
            Question::Turn => "turn",
            Question::Castling => "castling",
            Question::IsLight(_) => "light",
            Question::Checkers => "checkers",
            Question::Attacks(_) => "attacks",
            Question::Pinned => "pinned",
            Question::Skewered => "skewered",
            Question::Discovered => "discovered",
            Question::Seconds(Color::White) => "seconds-white",
            Question::Seconds(Color::Black) => "seconds-black",
        }
    }

    /// The short permanent name, for reports and lists of known deviations.
    pub fn name(&self) -> String {
        let kind = self.kind();
        match self {
            Question::SameAs(ply) => format!("{kind}-{ply}"),
            Question::Reads(text) | Question::ReadsUci(text) | Question::ReadsFen(text) => {
                format!("{kind}-{text}")
            }
            Question::IsLight(square) | Question::Attacks(square) => format!("{kind}-{square}"),
            _ => kind.to_owned(),
        }
    }
}

/// The question in plain words.
impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Question::Setup => f.write_str("Can this setup be played?"),
            Question::Ruling => f.write_str("How does the game stand?"),
            Question::Orders => f.write_str("What is obligatory now?"),
            Question::Claimable => f.write_str("May the player on move claim a draw now?"),
            Question::Claim(ground, None) => {
                write!(f, "May the player on move claim a draw by {ground} now?")
            }
            Question::Claim(ground, Some(written)) => {
                write!(f, "May the player on move write {written} and claim a draw by {ground}?")
            }
            Question::Occurrences => f.write_str("How often has this position arisen?"),
            Question::SameAs(0) => f.write_str("Is this the same position as at the start?"),
            Question::SameAs(ply) => write!(f, "Is this the same position as after ply {ply}?"),
            Question::HalfmoveClock => {
                f.write_str("How many plies ago was the last capture or pawn move?")
            }
            Question::Check => f.write_str("Is the player on move in check?"),
            Question::Checkmate => f.write_str("Is the player on move checkmated?"),
            Question::Stalemate => f.write_str("Is the player on move stalemated?"),
            Question::InsufficientMaterial => {
                f.write_str("Do the pieces alone rule out mate by either side?")
            }
            Question::Dead => f.write_str("Is the position dead?"),
            Question::CanMate(color) => write!(f, "Can {color} still mate by some legal moves?"),
            Question::LegalMoves => f.write_str("Which moves are legal?"),
            Question::San => f.write_str("How is the last move written?"),
            Question::Reads(text) => write!(f, "Which move does {text:?} mean?"),
            Question::ReadsUci(text) => write!(f, "Which move does {text:?} mean in UCI?"),
            Question::ReadsFen(text) => write!(f, "Which position does {text:?} mean?"),
            Question::Placement => f.write_str("What stands where?"),
            Question::Turn => f.write_str("Who is on move?"),
            Question::Castling => f.write_str("Which castling rights are left?"),
            Question::IsLight(square) => write!(f, "Is {square} a light square?"),
            Question::Checkers => f.write_str("Which pieces give check?"),
            Question::Attacks(square) => write!(f, "What does the piece on {square} attack?"),
            Question::Pinned => f.write_str("Which pieces are pinned, and to what?"),
            Question::Skewered => {
                f.write_str("Which pieces are skewered, and what is behind them?")
            }
            Question::Discovered => f.write_str("Which attacks has the last move discovered?"),
            Question::Seconds(color) => write!(f, "How many seconds does {color} have left?"),
        }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Is(true) => f.write_str("yes"),
            Answer::Is(false) => f.write_str("no"),
            Answer::Count(count) => write!(f, "{count}"),
            Answer::Moves(moves) if moves.is_empty() => f.write_str("no move"),
            Answer::Moves(moves) => f.write_str(&list(moves)),
            Answer::Squares(squares) if squares.is_empty() => f.write_str("none"),
            Answer::Squares(squares) => f.write_str(&join(squares, Square::to_string)),
            Answer::Pairs(pairs) if pairs.is_empty() => f.write_str("none"),
            Answer::Pairs(pairs) => {
                f.write_str(&join(pairs, |(first, second)| format!("{first}-{second}")))
            }
            Answer::Text(text) => f.write_str(text),
            Answer::Read(Some(played)) => write!(f, "{played}"),
            Answer::Setup(Some(setup)) => write!(f, "{setup}"),
            Answer::Read(None) | Answer::Setup(None) => f.write_str("refused"),
            Answer::Placement(pieces) => write!(f, "{pieces}"),
            Answer::Castling(rights) => write!(f, "{rights}"),
            Answer::Player(color) => write!(f, "{color}"),
            Answer::Ruling(decision) => write!(f, "{decision}"),
            Answer::Orders(orders) if orders.is_empty() => f.write_str("nothing"),
            Answer::Orders(orders) => f.write_str(&orders.join("; ")),
            Answer::Ended { ended: None, .. } => f.write_str("play on"),
            Answer::Ended { ended: Some(Ended { winner, by }), .. } => {
                match winner {
                    Some(winner) => write!(f, "{winner} wins")?,
                    None => f.write_str("draw")?,
                }
                by.map_or(Ok(()), |by| write!(f, " {}", by.phrase()))
            }
        }
    }
}

impl fmt::Display for Expectation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expectation::Exactly(answer) => write!(f, "{answer}"),
            Expectation::Among(moves) => write!(f, "{} among them", list(moves)),
            Expectation::NotAmong(moves) => write!(f, "{} not among them", list(moves)),
            Expectation::Number(number) => write!(f, "{number} moves"),
            Expectation::Squares(squares) => {
                let squares: Vec<String> = squares
                    .iter()
                    .map(|(square, piece)| match piece {
                        Some(piece) => format!("{piece} on {square}"),
                        None => format!("nothing on {square}"),
                    })
                    .collect();
                f.write_str(&squares.join(", "))
            }
        }
    }
}

fn list(moves: &[Move]) -> String {
    join(moves, Move::to_string)
}

fn join<T>(items: &[T], text: impl Fn(&T) -> String) -> String {
    items.iter().map(text).collect::<Vec<_>>().join(" ")
}
