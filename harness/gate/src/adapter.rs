//! The interface between the suite and a chess library: text in, text out.

use std::fmt;

use crate::vectors::Question;

/// Gives a macro the questions: the name under `ask`, and the method that answers it. Each argument says how it is read from
/// the field of the question with its name.
macro_rules! questions {
    ($define:ident $($dollar:tt)?) => { $define! { $($dollar)?
        /// Returns all legal moves in UCI, in any order.
        "legal-moves" => legal_moves() -> Vec<String>;
        /// Returns the legal moves from a square, in any order.
        "moves-from" => legal_moves_from(square: &str = text) -> Vec<String>;
        /// Returns whether the side to move is in check.
        "check" => is_check() -> bool;
        /// Returns the squares of the pieces that give check to the side to move, in any order.
        "checkers" => checkers() -> Vec<String>;
        /// Returns the squares of the enemy pieces attacked by the piece on a square, in any order.
        "attacks" => attacks(square: &str = text) -> Vec<String>;
        /// Returns the pinned pieces of the side to move as pairs of squares, such as `e7-e8`: the piece, and the piece
        /// that it is pinned to.
        "pinned" => pinned() -> Vec<String>;
        /// Returns whether the side to move is checkmated.
        "checkmate" => is_checkmate() -> bool;
        /// Returns whether the side to move is stalemated.
        "stalemate" => is_stalemate() -> bool;
        /// Returns whether the material alone rules out mate by either side.
        "insufficient-material" => is_insufficient_material() -> bool;
        /// Returns whether the position is dead: neither side can mate by any series of legal moves.
        "dead" => is_dead() -> bool;
        /// Returns whether one side can mate by some series of legal moves.
        "can-mate" => can_mate(side: &str = text) -> bool;
        /// Returns how the game stands: `play-on`, or the winner and the ending as in `white/checkmate` and `draw/stalemate`. If
        /// the library does not say how the game ended, the ending is `unspecified`.
        "ruling" | "ended" => ended() -> String;
        /// Returns whether the side to move may claim a draw: on this ground, `threefold` or `fifty`, or without one on any. With
        /// a written move the claim is about the position after that move.
        "claim" | "claimable" => may_claim(ground: Option<&str> = field, written: Option<&str> = field) -> bool;
        /// Returns how often the current position has occurred in the game, this time included.
        "occurrences" => occurrences() -> u32;
        /// Returns whether it is a draw now, by the library's own summary: by stalemate or insufficient material, and, unless it
        /// is mate, from the third occurrence of the position, or from 100 plies without a capture or pawn move.
        "drawn" => is_draw() -> bool;
        /// Returns whether the current position has occurred at least `times` times.
        "occurred" => has_occurred(times: u32 = number) -> bool;
        /// Returns whether at least `count` plies have been played since the last capture or pawn move.
        "plies" => has_plies(count: u32 = number) -> bool;
        /// Returns whether the current position is the same as the position after `ply` plies.
        "same-as" => is_same_as(ply: usize = ply) -> bool;
        /// Returns the number of plies since the last capture or pawn move.
        "halfmove-clock" => halfmove_clock() -> u32;
        /// Returns the last move in SAN.
        "san" => san() -> String;
        /// Reads a move in SAN. Returns it in UCI, or `None` if the library refuses it.
        "reads" => read_san(text: &str = text) -> Option<String>;
        /// Reads a legal move in UCI. Returns it in UCI, or `None` if the library refuses it.
        "reads-uci" => read_uci(text: &str = text) -> Option<String>;
        /// Returns the FEN of the position, as the library writes it. The pieces, the turn, the castling rights and the number of
        /// the move are taken from it too.
        "fen" => fen() -> String;
        /// Returns what players are obliged to do, as in `must-move role=knight square=g1`, in any order.
        "orders" => orders() -> Vec<String>;
        /// Returns how many seconds one side has left.
        "seconds" => seconds(side: &str = text) -> u32;
    } };
}

/// Defines the methods of [`Adapter`] that answer questions, unsupported by default.
macro_rules! define_methods {
    ($(
        $(#[$doc:meta])+
        $asked:pat => $name:ident($($argument:ident: $type:ty = $read:ident),*) -> $answer:ty;
    )+) => {
        $(
            $(#[$doc])+
            fn $name(&self, _game: &Self::Game, $($argument: $type),*) -> Reply<$answer> {
                $(let _ = $argument;)*
                unsupported()
            }
        )+

        /// Calls the method of a question with its fields; `None` if it has none here.
        #[doc(hidden)]
        fn answer(&self, game: &Self::Game, question: &Question<'_>) -> Option<Reply<Value>> {
            match question.name {
                $($asked => {
                    let reply = self.$name(game, $(question.$read(stringify!($argument))),*);
                    Some(reply.map(Value::from))
                })+
                _ => None,
            }
        }
    };
}

/// Defines the macro that writes one method of an adapter for [`answers`](crate::answers), with the types of its question.
macro_rules! define_method {
    ($d:tt $(
        $(#[$doc:meta])+
        $asked:pat => $name:ident($($argument:ident: $type:ty = $read:ident),*) -> $answer:ty;
    )+) => {
        #[doc(hidden)]
        #[macro_export]
        macro_rules! method {
            ($d this:ident $d game:ident try_move ($d uci:pat) $d reply:expr) => {
                fn try_move(&$d this, $d game: &mut Self::Game, $d uci: &str) -> $crate::Reply<bool> {
                    $d reply
                }
            };
            ($d this:ident $d game:ident is_light ($d square:pat) $d reply:expr) => {
                fn is_light(&$d this, $d square: &str) -> $crate::Reply<bool> {
                    $d reply
                }
            };
            $(($d this:ident $d game:ident $name ($($d $argument:pat),*) $d reply:expr) => {
                fn $name(&$d this, $d game: &Self::Game, $($d $argument: $type),*) -> $crate::Reply<$answer> {
                    let _ = $d game;
                    $d reply
                }
            };)+
        }
    };
}

questions!(define_method $);

/// The common interface of chess libraries under test.
///
/// Only [`about`](Adapter::about), [`set_up`](Adapter::set_up) and [`play`](Adapter::play) are required; every other
/// question is unsupported until its method is written, and is then never asked. Squares are written `e4`, moves in UCI as
/// `e2e4` and `e7e8q`, players `white` and `black`, endings as in [`ENDINGS`]. Castling is written as the king's move, and in
/// Chess960 as the king capturing its own rook.
///
/// If the library does not keep the history of a game, keep it in `Game`, as a [`History`](crate::common::History), and return
/// what follows from it as [`Reply::Composed`]. [`answers!`](crate::answers) makes the methods shorter.
///
/// ```
/// use lawbook_gate::{About, Adapter, Refusal, Reply};
///
/// /// A library that knows only the initial position.
/// struct Mine;
///
/// impl Adapter for Mine {
///     type Game = ();
///
///     fn about(&self) -> About {
///         About::new("mine", "1.0.0")
///     }
///
///     fn set_up(&self, fen: &str) -> Result<(), Refusal> {
///         if fen.starts_with("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w") { Ok(()) } else { Err("no".into()) }
///     }
///
///     fn play(&self, _game: &mut (), uci: &str) -> Result<(), Refusal> {
///         // `?` turns every error with a `Display` form into a refusal.
///         Err(format!("{uci} is not a move"))?
///     }
///
///     fn is_checkmate(&self, _game: &()) -> Reply<bool> {
///         Reply::Native(false)
///     }
/// }
/// ```
pub trait Adapter {
    /// The library's type for a game, or a position with the history that the adapter keeps.
    type Game;

    /// Returns the name, version and abilities of the library.
    fn about(&self) -> About;

    /// Sets up a position from a FEN of six fields. It may be a position that cannot be played, which the library should
    /// refuse.
    ///
    /// # Errors
    ///
    /// Returns the library's message if it refuses the setup.
    fn set_up(&self, fen: &str) -> Result<Self::Game, Refusal>;

    /// Plays a legal move in UCI.
    ///
    /// # Errors
    ///
    /// Returns the library's message if it refuses the move.
    fn play(&self, game: &mut Self::Game, uci: &str) -> Result<(), Refusal>;

    /// Takes back the last move, which has just been played. The answers before and after are compared.
    ///
    /// # Errors
    ///
    /// Returns the library's message if it cannot take the move back.
    fn take_back(&self, _game: &mut Self::Game) -> Result<(), Refusal> {
        Err(Refusal::unsupported(NOT_ANSWERED))
    }

    /// Performs an act that is not a move: an offer, a claim, a resignation, a flag fall. If the library has no action for
    /// it, return [`Refusal::unsupported`].
    ///
    /// # Errors
    ///
    /// Returns the library's message if it refuses the act. The game then goes on without it.
    fn act(&self, _game: &mut Self::Game, act: &Act<'_>) -> Result<(), Refusal> {
        Err(Refusal::unsupported(format!("it has no action for \"{act}\"")))
    }

    /// Gives a move that may be illegal to the library's function that plays a move, or that checks a move before it is
    /// played, and says whether the move was taken. The game is not used any further.
    fn try_move(&self, _game: &mut Self::Game, _uci: &str) -> Reply<bool> {
        unsupported()
    }

    /// Returns whether a square is light.
    fn is_light(&self, _square: &str) -> Reply<bool> {
        unsupported()
    }

    questions!(define_methods);
}

/// Name, version and abilities of a library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// The name of the library as in its package registry.
    pub name: String,
    /// The exact version.
    pub version: String,
    /// The endings that the library detects, some of [`ENDINGS`]: by default checkmate and stalemate. If it misses another
    /// one, that is not counted as wrong.
    pub endings: Vec<&'static str>,
    /// Whether the library rules on each act like an arbiter, by default not. [`Adapter::ended`] then also says `refused/claim`
    /// and the like, every other ending is wrong, and a move without the clock is an act.
    pub is_arbiter: bool,
    /// Whether the library plays Chess960; by default not. It then gets FENs with castling rights by files, as in `HAha`.
    pub chess960: bool,
    /// Those of [`OWN_ENDINGS`] after which the library plays no further move, whatever the Laws say. By default none.
    pub ends_by_itself: Vec<&'static str>,
    /// Whether the library sets up a position from a FEN, as by default. If not, it gets games from the initial position.
    pub reads_fen: bool,
    /// Whether the library refuses setups that cannot be played, as by default. If not, it gets no such setups.
    pub validates_setups: bool,
}

impl About {
    /// Describes a library that detects checkmate and stalemate, reads FENs and refuses setups that cannot be played.
    pub fn new(name: impl Into<String>, version: impl Into<String>) -> About {
        About {
            name: name.into(),
            version: version.into(),
            endings: vec!["checkmate", "stalemate"],
            is_arbiter: false,
            chess960: false,
            ends_by_itself: Vec::new(),
            reads_fen: true,
            validates_setups: true,
        }
    }

    /// Returns whether the library detects an ending.
    pub(crate) fn detects(&self, ending: &str) -> bool {
        self.is_arbiter || self.endings.contains(&ending) || self.ends_by_itself.contains(&ending)
    }

    /// Returns the problem if a name of an ending is unknown.
    pub(crate) fn problem(&self) -> Option<String> {
        let unknown = |names: &[&'static str], right: &[&str]| {
            let unknown = names.iter().find(|name| !right.contains(name))?;
            Some(format!(
                "{unknown:?} is not an ending here; expected some of {}",
                right.join(", ")
            ))
        };
        unknown(&self.endings, &ENDINGS).or_else(|| unknown(&self.ends_by_itself, &OWN_ENDINGS))
    }
}

/// The names of all endings.
pub const ENDINGS: [&str; 16] = [
    "checkmate",
    "resignation",
    "time",
    "stalemate",
    "dead-position",
    "agreement",
    "threefold-repetition",
    "fifty-moves",
    "fivefold-repetition",
    "seventy-five-moves",
    "illegal-moves",
    "illegal-position",
    "insufficient-material-claim",
    "forfeit",
    "arbiter",
    "move-limit",
];

/// The endings that moves alone bring about, the one that counts first if several hold at once. A dead position is here one
/// without enough material.
pub const OWN_ENDINGS: [&str; 7] = [
    "checkmate",
    "stalemate",
    "dead-position",
    "fivefold-repetition",
    "seventy-five-moves",
    "threefold-repetition",
    "fifty-moves",
];

/// The answer of an adapter, with its origin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply<T> {
    /// The value comes from the library's own interface.
    Native(T),
    /// The adapter computed the value from a history it keeps; the library provided the identity of positions or a clock.
    Composed(T),
    /// The library makes no claim in this case; the text gives the reason.
    Silent(String),
    /// The library does not support the question; the text gives the reason.
    Unsupported(String),
}

impl<T> Reply<T> {
    /// The library's own value if there is one; otherwise unsupported, for this reason.
    ///
    /// ```
    /// use lawbook_gate::Reply;
    ///
    /// assert_eq!(Reply::known("e4".parse::<u32>().ok(), "no number"), Reply::Unsupported("no number".into()));
    /// ```
    pub fn known(value: Option<T>, why: &str) -> Reply<T> {
        value.map_or_else(|| Reply::Unsupported(why.to_owned()), Reply::Native)
    }

    pub(crate) fn map<U>(self, change: impl FnOnce(T) -> U) -> Reply<U> {
        match self {
            Reply::Native(value) => Reply::Native(change(value)),
            Reply::Composed(value) => Reply::Composed(change(value)),
            Reply::Silent(why) => Reply::Silent(why),
            Reply::Unsupported(why) => Reply::Unsupported(why),
        }
    }
}

impl Reply<bool> {
    /// The value of a function that proves one answer, and is silent otherwise, for this reason.
    ///
    /// ```
    /// use lawbook_gate::Reply;
    ///
    /// let is_insufficient_material = true;
    /// let is_dead = Reply::proof_of(true, is_insufficient_material, "it looks at the pieces only");
    /// assert_eq!(is_dead, Reply::Native(true));
    /// ```
    pub fn proof_of(proved: bool, value: bool, why: &str) -> Reply<bool> {
        if value == proved { Reply::Native(value) } else { Reply::Silent(why.to_owned()) }
    }
}

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Yes or no.
    Is(bool),
    /// A number.
    Count(u32),
    /// A text: a FEN, a move, the state of the game.
    Text(String),
    /// A list in alphabetical order.
    List(Vec<String>),
    /// A text that the library refuses.
    Nothing,
}

macro_rules! values {
    ($($type:ty, $given:ident => $value:expr;)+) => {$(
        impl From<$type> for Value {
            fn from($given: $type) -> Value {
                $value
            }
        }
    )+};
}

values! {
    bool, is => Value::Is(is);
    u32, count => Value::Count(count);
    String, text => Value::Text(text);
    Option<String>, read => read.map_or(Value::Nothing, Value::Text);
    Vec<String>, items => Value::List({
        let mut items = items;
        items.sort_unstable();
        items
    });
}

/// Questions without a method of [`Adapter`]: the answers are read from the FEN.
pub(crate) const FROM_FEN: [&str; 4] = ["board", "turn", "castling", "fullmove-number"];

/// The reason of a question whose method is not written.
pub(crate) const NOT_ANSWERED: &str = "the adapter does not answer this";

fn unsupported<T>() -> Reply<T> {
    Reply::Unsupported(NOT_ANSWERED.to_owned())
}

/// The library refuses a setup, a move or an act, or has no function for it. Every error with a `Display` form becomes a
/// refusal with that message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    pub(crate) message: String,
    pub(crate) is_supported: bool,
}

impl Refusal {
    /// Says that the library cannot do this at all, and why. It is not held against the library.
    pub fn unsupported(why: impl Into<String>) -> Refusal {
        Refusal { message: why.into(), is_supported: false }
    }
}

impl<E: fmt::Display> From<E> for Refusal {
    fn from(error: E) -> Refusal {
        Refusal { message: error.to_string(), is_supported: true }
    }
}

/// An act that is not a move: its name with its fields, as in `claim by=white ground=fifty`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Act<'a>(pub(crate) &'a str);

impl<'a> Act<'a> {
    /// Returns the name: `offer`, `accept`, `claim`, `resign`, `flag-falls`.
    pub fn name(&self) -> &'a str {
        self.0.split(' ').next().unwrap_or_default()
    }

    /// Returns a field: `by` is the player, `ground` that of a claim, `written` and `move` are moves.
    pub fn field(&self, name: &str) -> Option<&'a str> {
        let mut fields = self.0.split(' ').filter_map(|word| word.split_once('='));
        fields.find(|(field, _)| *field == name).map(|(_, value)| value)
    }

    /// Returns the move that it puts on the board, if it is one.
    pub(crate) fn played(&self) -> Option<&'a str> {
        match (self.0.contains(' '), self.name()) {
            (true, "move-only") => self.field("move"),
            (false, name) if is_move(name) => Some(name),
            _ => None,
        }
    }

    /// Returns whether an illegal move may stay on the board, so that a library cannot follow.
    pub(crate) fn leaves_legal_line(&self) -> bool {
        matches!(self.name(), "illegal-unnoticed" | "seal")
    }
}

impl fmt::Display for Act<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// Returns whether a text is a move in UCI.
pub(crate) fn is_move(text: &str) -> bool {
    let letters = text.as_bytes();
    let is_square = |at: usize| text.get(at..at + 2).is_some_and(is_square);
    is_square(0)
        && is_square(2)
        && (letters.len() == 4 || letters.len() == 5 && b"pnbrqk".contains(&letters[4]))
}

/// Returns whether a text is a square.
pub(crate) fn is_square(text: &str) -> bool {
    matches!(text.as_bytes(), [b'a'..=b'h', b'1'..=b'8'])
}
