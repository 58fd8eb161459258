use std::{fmt, str::FromStr};

use serde::Serialize;

use super::GameResult;

/// The severity of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The recorded result is wrong, or the record has two of them.
    Result,
    /// The record contradicts the rules or itself, although its result may be correct.
    Contradiction,
    /// The rest of the record cannot be read.
    Broken,
    /// A fact of possible interest; nothing is certainly wrong.
    Information,
}

impl Severity {
    /// All severities, the gravest first.
    pub const ALL: [Severity; 4] =
        [Severity::Result, Severity::Contradiction, Severity::Broken, Severity::Information];
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Severity::Result => "result",
            Severity::Contradiction => "contradiction",
            Severity::Broken => "broken",
            Severity::Information => "information",
        })
    }
}

/// The kinds of findings: name, severity and meaning.
macro_rules! kinds {
    ($($variant:ident $name:literal $severity:ident $about:literal,)+) => {
        /// A kind of finding.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
        pub enum Kind {
            $(#[doc = $about] #[serde(rename = $name)] $variant,)+
        }

        impl Kind {
            /// All kinds, in the order of their definition.
            pub const ALL: &[Kind] = &[$(Kind::$variant,)+];

            /// The name in results, which never changes.
            pub const fn name(self) -> &'static str {
                match self { $(Kind::$variant => $name,)+ }
            }

            /// The severity of findings of this kind. Where the rules of the day of a game are not known, a finding
            /// that depends on them is information.
            pub const fn severity(self) -> Severity {
                match self { $(Kind::$variant => Severity::$severity,)+ }
            }

            /// The meaning, as half a sentence.
            pub const fn about(self) -> &'static str {
                match self { $(Kind::$variant => $about,)+ }
            }
        }
    };
}

kinds! {
    PlayAfterMate "play-after-mate" Contradiction
        "moves follow checkmate",
    PlayAfterStalemate "play-after-stalemate" Contradiction
        "moves follow stalemate",
    PlayAfterDeadPosition "play-after-dead-position" Contradiction
        "moves follow a dead position",
    PlayAfterThreefold "play-after-threefold" Contradiction
        "moves follow a third occurrence, where that draws without a claim",
    PlayAfterFivefold "play-after-fivefold" Contradiction
        "moves follow a fifth occurrence",
    PlayAfterFiftyMoves "play-after-fifty-moves" Contradiction
        "moves follow fifty moves without capture or pawn move, where they draw without a claim",
    PlayAfterSeventyFiveMoves "play-after-seventy-five-moves" Contradiction
        "moves follow seventy-five moves without capture or pawn move",
    PlayAfterMoveLimit "play-after-move-limit" Contradiction
        "moves follow the limit of a server on the length of a game",
    IllegalMove "illegal-move" Contradiction
        "a move is not legal",
    WrongResult "wrong-result" Result
        "the board ended the game with another result",
    ResultsDiffer "results-differ" Result
        "the record has two different results",
    WrongLoser "wrong-loser" Result
        "the record's text names another loser than its result",
    WordsDiffer "words-differ" Result
        "the record's text names a draw and its result a win, or the other way round",
    TimeForfeitUnwinnable "time-forfeit-unwinnable" Result
        "a game was won on time by a player who cannot mate",
    TimeForfeitWinnable "time-forfeit-winnable" Result
        "a game was drawn on time for insufficient material, but both players could mate",
    ResignationUnwinnable "resignation-unwinnable" Result
        "a resignation won for a player who cannot mate",
    IllegalMovesUnwinnable "illegal-moves-unwinnable" Result
        "illegal moves lost against a player who cannot mate",
    TagsDiffer "tags-differ" Contradiction
        "a tag occurs twice with different values",
    RepetitionNotThere "repetition-not-there" Contradiction
        "a draw by repetition, but none could be claimed",
    FiftyMovesNotThere "fifty-moves-not-there" Contradiction
        "a draw by the fifty-move rule, with too few moves for a claim",
    MateNotThere "mate-not-there" Contradiction
        "a win by checkmate, or a move with the sign of checkmate, but no mate on the board",
    StalemateNotThere "stalemate-not-there" Contradiction
        "a draw by stalemate, but no stalemate on the board",
    DeadPositionNotThere "dead-position-not-there" Contradiction
        "a draw by insufficient material, but a player could mate",
    UnreadableResult "unreadable-result" Broken
        "the tag `Result` has a value that is not a result",
    UnreadableMove "unreadable-move" Broken
        "a word is not a move",
    AmbiguousMove "ambiguous-move" Broken
        "a move could be several",
    TextAfterResult "text-after-result" Broken
        "moves follow the result",
    OpenComment "open-comment" Broken
        "a comment or a variation has no end",
    Nonstandard "nonstandard" Broken
        "the record deviates from the standard, but can be read; reported with --strict only",
    UnplayableStart "unplayable-start" Broken
        "the start position cannot be read or played",
    TooLong "too-long" Broken
        "the game is too long to be read to its end",
    CutOff "cut-off" Broken
        "the archive cannot be read any further",
    InternalError "internal-error" Broken
        "lawbook failed while it judged the game: please report it as a bug",
    Empty "empty" Information
        "the game has neither moves nor a result",
    NullMove "null-move" Information
        "a null move, as in an analysis; the rest of the game is not judged",
    ResultSignal "result-signal" Information
        "the last moves are the signal of a result: the kings on the squares in the centre",
    ResultOpen "result-open" Information
        "the board ended the game, but the record has no result",
    UnwinnableWin "unwinnable-win" Information
        "a game was won by a player who cannot mate; the record does not say how",
    MissedThreefold "missed-threefold" Information
        "a draw by threefold repetition could have been claimed",
    MissedFiftyMoves "missed-fifty-moves" Information
        "a draw by the fifty-move rule could have been claimed",
    Repetition "repetition" Information
        "a position occurs for the third time or more",
    Claim "claim" Information
        "a draw can be claimed, on the board or with a written move",
    LongRun "long-run" Information
        "fifty or seventy-five moves were made without capture or pawn move",
    NearMiss "near-miss" Information
        "the same pieces occur for the third time, but the position differs",
    CannotMate "cannot-mate" Information
        "a player can no longer mate",
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Kind {
    type Err = ();

    fn from_str(text: &str) -> Result<Kind, ()> {
        Kind::ALL.iter().copied().find(|kind| kind.name() == text).ok_or(())
    }
}

/// A finding: a fact about a game, and its place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AuditFinding {
    /// The kind of finding.
    pub kind: Kind,
    /// The severity, which follows from the kind and from how certain the rules are.
    pub severity: Severity,
    /// The name of the archive, as the user gave it.
    pub archive: String,
    /// The number of the game among all games of all archives, from 1.
    pub game: u64,
    /// The offset of the game in the plain text of the archive, in bytes.
    pub offset: u64,
    /// The first line of the game, from 1.
    pub line: u64,
    /// The line of the finding, from 1.
    pub at_line: u64,
    /// The number of plies up to the finding, including its move.
    pub ply: u32,
    /// The move of the finding in algebraic notation, or the word in its place if it cannot be played.
    #[serde(rename = "move")]
    pub played: Option<String>,
    /// The position after the move, or before it if it cannot be played, as a FEN.
    pub fen: Option<String>,
    /// The rule set that judged the game.
    pub rules: String,
    /// The article of the rule set, if known.
    pub article: Option<String>,
    /// The explanation, as a sentence.
    pub says: String,
    /// The tag `Event`.
    pub event: Option<String>,
    /// The tag `White`.
    pub white: Option<String>,
    /// The tag `Black`.
    pub black: Option<String>,
    /// The tag `Site`, which for servers is the address of the game.
    pub site: Option<String>,
    /// The recorded result that was compared with the board.
    pub result: Option<GameResult>,
    /// The host of the server where the game was played, if the record names one.
    pub source: Option<String>,
    /// The year of the game.
    pub year: Option<u16>,
}
