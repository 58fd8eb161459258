//! The parameters that distinguish rule sets, and the types of their values.
//!
//! The values themselves are in the files of [`editions`](super::editions), one file for each rule set.

use std::{fmt, marker::PhantomData};

use serde::{Deserialize, Deserializer, de};

use super::{Day, RuleSet};

/// The value of a parameter in one rule set, with its source.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, bound = "T: Value")]
pub struct Cell<T> {
    /// The value.
    #[serde(deserialize_with = "read_value")]
    pub value: T,
    /// The number of the article that specifies the value. `None` if the rule set has no numbered articles or does not
    /// cover the matter, or if the value was not read.
    pub article: Option<String>,
    /// How the value is known.
    pub source: Source,
    /// The first day for which a source shows the value, if it is not that of the whole rule set.
    pub known_since: Option<Day>,
    /// A note on the source, such as a quotation, or the text that the value was inferred from.
    pub note: Option<String>,
}

named! {
    /// How the value of a parameter is known.
    Source::name;
    /// It was read in the text of the rule set.
    Read "read",
    /// It was read in the edition before, and a list of the changes of this edition does not name it. The reader of the
    /// files checks the first.
    Unchanged "unchanged",
    /// It was not read, but inferred from another text. The value is doubtful, and the cases that depend on it say so.
    Inferred "inferred",
    /// It was neither read nor inferred, but is known from memory.
    Remembered "remembered",
}

impl<T> Cell<T> {
    /// The place of the source in words: the article and the note, as far as they are given.
    pub fn place(&self) -> String {
        let parts = [self.article.as_deref(), self.note.as_deref()];
        parts.into_iter().flatten().collect::<Vec<_>>().join(": ")
    }
}

/// A parameter that distinguishes rule sets, for callers that list all of them.
pub struct Parameter {
    /// The name of the method of [`RuleSet`], and of the field in the file of an edition.
    pub name: &'static str,
    /// A phrase that describes the parameter.
    pub about: &'static str,
    cell: fn(RuleSet) -> Cell<String>,
}

impl Parameter {
    /// All parameters, in the order of the files.
    pub fn all() -> impl Iterator<Item = &'static Parameter> {
        PARAMETERS.iter()
    }

    /// The value in `rule_set` as text, with its source.
    pub fn cell(&self, rule_set: RuleSet) -> Cell<String> {
        (self.cell)(rule_set)
    }
}

/// The type of a parameter's values. Files and readers see the same text for a value.
trait Value: Sized {
    /// The value as text.
    fn to_text(&self) -> String;

    /// Parses the text that [`to_text`](Value::to_text) writes.
    ///
    /// # Errors
    ///
    /// The texts that would be valid.
    fn read(text: &str) -> Result<Self, String>;
}

impl Value for bool {
    fn to_text(&self) -> String {
        self.to_string()
    }

    fn read(text: &str) -> Result<bool, String> {
        text.parse().map_err(|_| "expected `true` or `false`".to_owned())
    }
}

impl Value for u32 {
    fn to_text(&self) -> String {
        self.to_string()
    }

    fn read(text: &str) -> Result<u32, String> {
        text.parse().map_err(|_| "expected a number".to_owned())
    }
}

impl Value for Option<u32> {
    fn to_text(&self) -> String {
        self.map_or_else(|| "none".to_owned(), |number| number.to_string())
    }

    fn read(text: &str) -> Result<Option<u32>, String> {
        if text == "none" {
            return Ok(None);
        }
        text.parse().map(Some).map_err(|_| "expected a number or `none`".to_owned())
    }
}

/// Converts the value of a cell to text.
fn as_text<T: Value>(cell: &Cell<T>) -> Cell<String> {
    Cell {
        value: cell.value.to_text(),
        article: cell.article.clone(),
        source: cell.source,
        known_since: cell.known_since,
        note: cell.note.clone(),
    }
}

/// Reads a value in an edition file: any YAML scalar. A visitor reads it, so that errors carry the line of the value.
fn read_value<'de, T: Value, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    deserializer.deserialize_any(ValueVisitor(PhantomData))
}

struct ValueVisitor<T>(PhantomData<T>);

impl<T: Value> de::Visitor<'_> for ValueVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value of this parameter")
    }

    fn visit_bool<E: de::Error>(self, is: bool) -> Result<T, E> {
        self.visit_str(if is { "true" } else { "false" })
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<T, E> {
        self.visit_str(&number.to_string())
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
        T::read(text).map_err(|right| E::custom(format!("{text:?} is not a value: {right}")))
    }
}

/// Defines a type of values: an enum whose variants have a text each.
macro_rules! kind {
    ($(#[doc = $doc:literal])+ $name:ident { $($(#[doc = $about:literal])+ $variant:ident $text:literal,)+ }) => {
        $(#[doc = $doc])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name { $($(#[doc = $about])+ $variant,)+ }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self { $($name::$variant => $text,)+ })
            }
        }

        impl Value for $name {
            fn to_text(&self) -> String {
                self.to_string()
            }

            fn read(text: &str) -> Result<$name, String> {
                match text {
                    $($text => Ok($name::$variant),)+
                    _ => Err(format!("expected {}", [$(concat!("`", $text, "`")),+].join(" or "))),
                }
            }
        }
    };
}

/// Returns the cell of a file, or the inherited one.
///
/// # Errors
///
/// There is neither, or the cell of the file names no source, or it is marked as unchanged and the edition before does not
/// have its value from the text.
fn inherit<T: Value + Clone>(
    name: &str,
    written: Option<Cell<T>>,
    parent: Option<&Cell<T>>,
) -> Result<Cell<T>, String> {
    let Some(cell) = written else {
        return parent.cloned().ok_or_else(|| {
            format!("it does not give `{name}`, and a file that inherits from none has to give each parameter")
        });
    };
    if cell.article.is_none() && cell.note.is_none() {
        return Err(format!("`{name}`: missing field `article` or `note`"));
    }
    let was_read = |before: &Cell<T>| {
        before.source == Source::Read && before.value.to_text() == cell.value.to_text()
    };
    if cell.source == Source::Unchanged && !parent.is_some_and(was_read) {
        return Err(format!(
            "`{name}` is marked as `unchanged`; expected a value that the edition before has as `read`"
        ));
    }
    Ok(cell)
}

/// Defines the parameters: the struct of all values, the struct of those in a file (which may leave out inherited
/// ones), a method of [`RuleSet`] for each, and the list of all.
macro_rules! parameters {
    ($($(#[doc = $doc:literal])+ $name:ident: $kind:ty,)+) => {
        /// The values of all parameters in one rule set.
        #[derive(Clone)]
        pub(super) struct Parameters { $($name: Cell<$kind>,)+ }

        /// The parameters that an edition file gives.
        #[derive(Default, Deserialize)]
        #[serde(deny_unknown_fields, default)]
        pub(super) struct WrittenParameters { $($name: Option<Cell<$kind>>,)+ }

        impl WrittenParameters {
            /// Takes the missing values from `parent`.
            ///
            /// # Errors
            ///
            /// The fault of the first invalid parameter.
            pub(super) fn complete(self, parent: Option<&Parameters>) -> Result<Parameters, String> {
                Ok(Parameters {
                    $($name: inherit(
                        stringify!($name),
                        self.$name,
                        parent.map(|parent| &parent.$name),
                    )?,)+
                })
            }
        }

        impl RuleSet {
            $(
                $(#[doc = $doc])+
                #[doc(hidden)]
                pub fn $name(self) -> &'static Cell<$kind> {
                    &self.edition().parameters.$name
                }
            )+
        }

        const PARAMETERS: &[Parameter] = &[$(Parameter {
            name: stringify!($name),
            about: concat!($($doc,)+),
            cell: |rule_set| as_text(rule_set.$name()),
        },)+];
    };
}

kind! {
    /// The consequence of a phone that rings.
    Phone {
        /// The rules do not mention phones.
        NotRegulated "not regulated",
        /// No penalty is prescribed.
        Arbiter "left to the arbiter",
        /// The player loses, and the arbiter determines the opponent's score.
        LosesAndArbiterScores "the player loses, and the arbiter decides the opponent's score",
        /// The player loses. The game is drawn if the opponent cannot mate by any series of legal moves.
        LosesUnlessUnwinnable "the player loses, or draws if the opponent cannot mate",
        /// The player loses, wherever in the venue the device is.
        Loses "the player loses",
        /// The player loses if he has the device on him. Elsewhere the arbiter penalises him.
        OnlyOnThePlayer "the player loses if the device is on him",
    }
}

kind! {
    /// When rapid and blitz have rules of their own about illegal moves, flags and the first position.
    FastRules {
        /// Never, or only without an arbiter at the board.
        Unsupervised "without an arbiter at the board",
        /// In every game of rapid and blitz.
        Always "in every rapid and blitz game",
        /// In every game of blitz, and not in rapid.
        EveryBlitz "in every blitz game",
    }
}

kind! {
    /// The definition of a dead position.
    DeadPosition {
        /// K v K, K v K and a minor piece, K and B v K and B with bishops on one colour.
        ListOf1993 "the list of 1993",
        /// Neither side can mate by any series of legal moves.
        General "no series of legal moves mates",
        /// The material alone rules out mate by either side.
        Material "insufficient material",
        /// One side has a bare king, and the other one at most a minor piece or two knights.
        AgainstBareKing "K, K and a minor piece, or K and NN, against K",
        /// Each side has at most a king and a minor piece, or two knights against a bare king.
        Chesscom "each side has at most K and a minor piece, or K and NN against K",
    }
}

kind! {
    /// The consequence of a flag that falls before the moves of the period are known to be complete.
    IncompleteRecord {
        /// The scoresheets are brought up to date before the flag is judged.
        BroughtUpToDate "the scoresheets are brought up to date",
        /// The claim of a win on time fails and costs two minutes.
        ClaimFails "the claim fails, and costs two minutes",
    }
}

kind! {
    /// When a fallen flag draws instead of losing.
    FlagDraw {
        /// The opponent has a bare king.
        BareKing "the opponent has a bare king",
        /// The opponent cannot mate by any series of legal moves.
        NoSeries "the opponent cannot mate by any series of legal moves",
        /// The opponent lacks mating material: its pieces cannot mate, wherever they stand.
        Material "the opponent has insufficient material",
        /// The opponent has at most a minor piece, or two knights against no pawns, and no forced win.
        Uscf14E "the opponent has K, K and a minor piece, or K and NN v no pawn, and no forced win",
        /// The opponent has at most a minor piece, or two knights against a bare king.
        Chesscom "the opponent has K, K and a minor piece, or K and NN against K",
    }
}

kind! {
    /// When losing by illegal moves is a draw instead.
    IllegalLossDraw {
        /// Never.
        Never "never",
        /// If the opponent cannot mate by any series of legal moves.
        NoSeries "if the opponent cannot mate by any series of legal moves",
        /// In blitz, if the opponent cannot mate by any series of legal moves.
        NoSeriesInBlitz "in blitz, if the opponent cannot mate by any series of legal moves",
        /// If the opponent has at most a minor piece.
        LoneMinor "if the opponent has K or K and a minor piece",
    }
}

kind! {
    /// How the fifth occurrence of a position draws.
    Fivefold {
        /// It does not.
        Never "no such rule",
        /// Not by itself; the director may declare a draw.
        MayBeDeclared "the director may declare it",
        /// At once, if the occurrences follow each other every second move of each player.
        Consecutive "automatic if the five follow each other directly",
        /// At once.
        Automatic "automatic",
    }
}

kind! {
    /// How seventy-five moves without capture or pawn move draw.
    SeventyFive {
        /// They do not.
        Never "no such rule",
        /// Not by themselves; the director may declare a draw.
        MayBeDeclared "the director may declare it",
        /// At once, unless the last move gave mate.
        Automatic "automatic, mate takes precedence",
    }
}

kind! {
    /// The consequence of two fallen flags in the last period, if it is unknown which fell first.
    BothFlags {
        /// The game goes on.
        PlayOn "the game goes on",
        /// The game is drawn.
        Draw "draw",
        /// The game is drawn where the guidelines for games without increment were announced; they never apply in
        /// blitz. Elsewhere no text gives a rule, and the arbiter decides.
        DrawIfAnnounced "draw if announced, without increment and not in blitz; else the arbiter decides",
    }
}

kind! {
    /// Whether a player short of time can claim that the game cannot be won by normal means.
    Quickplay {
        /// No such claim exists.
        Never "no such claim",
        /// In every game without further time control. The text does not say who must have the move.
        Always "in the last minutes of any game",
        /// In every game without further time control, by the player to move.
        OnMove "in the last minutes of any game, on move",
        /// Where it was announced and no time is added with the moves.
        IfAnnounced "if announced, without increment",
    }
}

kind! {
    /// Whether the arbiter says that a flag has fallen.
    ArbiterCalls {
        /// He does, whenever he sees it.
        Always "whenever he sees it",
        /// He does, but not in rapid and blitz without an arbiter at the board.
        NotInFastPlay "not in rapid and blitz without an arbiter at the board",
        /// He never does: only the opponent may claim it.
        Never "never",
    }
}

kind! {
    /// The result of a claim on time if both flags have fallen.
    OwnFlag {
        /// The game is drawn.
        Draw "the game is drawn",
        /// In every game: the claim fails, and the game is drawn if this is the last period.
        DrawInAnyGame "drawn in the last period of any game",
        /// The claim fails.
        ClaimFails "the claim fails",
        /// The clock shows whose flag fell first, and that player loses.
        ClockDecides "the clock shows whose flag fell first",
    }
}

kind! {
    /// How the third occurrence of a position draws.
    Threefold {
        /// The player to move claims it, also for the position after a written move.
        Claim "claimed by the player on move, also with a written move",
        /// Either player claims it while the position stands.
        ClaimByEither "claimed by either player while the position stands",
        /// The game is drawn at once.
        Automatic "automatic",
    }
}

kind! {
    /// The act that ends a player's right to claim on the present move.
    ClaimUntil {
        /// Touching a piece.
        Touch "touching a piece",
        /// Making a move.
        Move "making a move",
        /// Pressing the clock.
        Clock "pressing the clock",
    }
}

kind! {
    /// How fifty moves without capture or pawn move draw.
    Fifty {
        /// The player to move claims it, also for moves that a written move would complete.
        Claim "claimed by the player on move, also with a written move",
        /// The player to move claims it once the moves have been made.
        ClaimAfter "claimed by the player on move, once the moves have been made",
        /// The game is drawn at once.
        Automatic "automatic",
    }
}

kind! {
    /// The restrictions that an event may place on draws by agreement.
    EventForbids {
        /// Nothing.
        Nothing "nothing",
        /// Agreeing to a draw; an offer stands all the same.
        Agreement "agreement",
        /// Offering a draw, and agreeing to one.
        Offers "offers and agreement",
    }
}

kind! {
    /// The penalty for an incorrect claim in standard play.
    WrongClaim {
        /// Nothing.
        Nothing "nothing",
        /// Five minutes are taken from the claimant.
        FiveFromClaimant "five minutes are taken from the claimant",
        /// Three minutes to the opponent, and the claimant loses half of his time: at most three minutes, and never a
        /// part of the last minute.
        ThreeAndHalf "three minutes to the opponent, half of the claimant's time up to three minutes is taken away",
        /// Three minutes to the opponent.
        Three "three minutes to the opponent",
        /// Two minutes to the opponent.
        Two "two minutes to the opponent",
    }
}

kind! {
    /// The consequence of making a move with two hands.
    TwoHands {
        /// The move is improper and stands.
        Improper "improper, the move stands",
        /// It counts as an illegal move, even if not completed.
        IllegalAtOnce "an illegal move, even if not completed",
        /// It counts as an illegal move once the clock is pressed.
        IllegalIfPressed "an illegal move once the clock is pressed",
    }
}

kind! {
    /// The consequence of leaving a pawn on the last rank and pressing the clock.
    PawnLeft {
        /// The move is not complete, and the player has to choose a piece.
        Incomplete "the move is not complete",
        /// An illegal move: the pawn goes back.
        Reinstated "an illegal move, the position is reinstated",
        /// An illegal move: the pawn becomes a queen.
        BecomesQueen "an illegal move, the pawn becomes a queen",
    }
}

kind! {
    /// Which illegal move loses in rapid and blitz without an arbiter at the board.
    Unsupervised {
        /// The same as in standard play.
        AsStandard "as in standard play",
        /// In blitz the first; in rapid as in standard play.
        BlitzFirst "in blitz the first",
        /// The first.
        First "the first",
        /// The second.
        Second "the second",
    }
}

kind! {
    /// How many minutes a penalty of two minutes is in rapid and blitz.
    FastPenalty {
        /// The same as in standard play.
        AsStandard "as in standard play",
        /// Two in rapid, one in blitz.
        RapidTwoBlitzOne "two minutes in rapid, one in blitz",
        /// One.
        One "one minute",
        /// One, but two in blitz with an arbiter at the board, where the article on rapid does not apply.
        TwoInSupervisedBlitz "one minute, but two in blitz with an arbiter at the board",
    }
}

kind! {
    /// The consequence of an illegal position that is found in rapid or blitz without an arbiter at the board.
    IllegalPosition {
        /// The same as in standard play: the position before the illegal move is restored.
        AsStandard "as in standard play",
        /// In rapid the arbiter intervenes, and the text does not say how; in blitz he does not.
        InterveneInRapid "the arbiter intervenes in rapid, and not in blitz",
        /// The arbiter waits for the next move and then draws the game.
        WaitThenDraw "a draw if the next move does not end it",
    }
}

kind! {
    /// The claim of a player if the opponent has left the game for too long.
    Absence {
        /// Nothing: he waits until the flag falls.
        Nothing "nothing",
        /// A win. The server claims it for him.
        Win "a win",
        /// A win, or a draw. A win is a draw if he cannot mate by the standard of a fallen flag.
        WinOrDraw "a win or a draw",
    }
}

/// The number of moves after which a wrongly begun game goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoesOnFrom {
    /// Always.
    Start,
    /// Once each player has made this many moves.
    Move(u32),
    /// Never: the game is cancelled whenever the error is found.
    Never,
}

impl GoesOnFrom {
    /// Whether the game goes on after `moves_of_each` moves of each player.
    pub const fn after(self, moves_of_each: u32) -> bool {
        match self {
            GoesOnFrom::Start => true,
            GoesOnFrom::Move(number) => moves_of_each >= number,
            GoesOnFrom::Never => false,
        }
    }
}

impl Value for GoesOnFrom {
    fn to_text(&self) -> String {
        match self {
            GoesOnFrom::Start => "always".to_owned(),
            GoesOnFrom::Move(number) => number.to_string(),
            GoesOnFrom::Never => "never".to_owned(),
        }
    }

    fn read(text: &str) -> Result<GoesOnFrom, String> {
        match text {
            "always" => Ok(GoesOnFrom::Start),
            "never" => Ok(GoesOnFrom::Never),
            number => number
                .parse()
                .map(GoesOnFrom::Move)
                .map_err(|_| "expected `always`, `never`, or a number of moves".to_owned()),
        }
    }
}

parameters! {
    /// Whether the arbiter says that a flag has fallen.
    arbiter_calls_flag: ArbiterCalls,

    /// The result of a claim on time in rapid and blitz without an arbiter at the board if the claimant's own
    /// flag has fallen too.
    own_flag_too: OwnFlag,

    /// The consequence of a flag that falls while the moves of the period are not recorded.
    incomplete_record: IncompleteRecord,

    /// Whether a player short of time may ask that seconds be added with each move.
    extra_seconds_request: bool,

    /// How many minutes a player may be late if the event does not say.
    default_minutes: Option<u32>,

    /// The consequence of a phone that rings.
    phone: Phone,

    /// The definition of a dead position, which ends the game at once.
    dead_position: DeadPosition,

    /// Whether resigning is a draw where a flag fall would be one.
    resignation_may_draw: bool,

    /// When a fallen flag draws instead of losing.
    flag_draw: FlagDraw,

    /// Whether a flag that falls while the opponent's draw offer stands makes it a draw.
    flag_takes_offer: bool,

    /// How the fifth occurrence of a position draws.
    fivefold: Fivefold,

    /// How seventy-five moves of each player without capture or pawn move draw.
    seventy_five: SeventyFive,

    /// Whether a mate or stalemate must keep to the touch-move rules, not only be a legal move.
    mate_needs_touch_move: bool,

    /// Whether a flag fall counts at once, without having to be noticed.
    flag_is_seen: bool,

    /// The consequence of two fallen flags in the last period, if it is unknown which fell first.
    both_flags: BothFlags,

    /// Whether a claim that the game cannot be won by normal means is at the same time a draw offer.
    quickplay_claim_is_offer: bool,

    /// Whether a player short of time can claim that the game cannot be won by normal means.
    quickplay: Quickplay,

    /// The number of moves each player must have made before the players can agree to a draw.
    agreement_from_move: u32,

    /// How the third occurrence of a position draws.
    threefold: Threefold,

    /// The act that ends a player's right to claim on the present move.
    claim_until: ClaimUntil,

    /// How fifty moves of each player without capture or pawn move draw.
    fifty: Fifty,

    /// Whether a draw claim that is not right stands as a draw offer.
    claim_is_offer: bool,

    /// Whether touching a piece on purpose refuses the opponent's offer; moving always does.
    touching_refuses_offer: bool,

    /// Whether an offer can be withdrawn before it is answered.
    offer_is_withdrawable: bool,

    /// Whether an offer to an opponent whose pieces cannot mate draws at once.
    offer_to_the_mateless_draws: bool,

    /// The draws by agreement that an event may forbid without the arbiter's consent: before some move, or all.
    event_may_forbid: EventForbids,

    /// Whether a move that was written down for a claim cannot be exchanged for another.
    written_move_is_final: bool,

    /// Whether players who need not record the moves may claim as if they had.
    claims_without_scoresheet: bool,

    /// The penalty for a wrong claim in standard play.
    wrong_claim: WrongClaim,

    /// Whether pieces are touched: at a board they are, on a screen they are not.
    is_over_the_board: bool,

    /// Whether adjusting a piece without saying so first binds like touching it.
    adjusting_binds: bool,

    /// Whether pressing the clock without a move counts as an illegal move.
    press_without_move_is_illegal: bool,

    /// The consequence of using two hands for one move.
    two_hands: TwoHands,

    /// The consequence of pressing the clock with a pawn left on the last rank.
    pawn_left: PawnLeft,

    /// Which completed illegal move loses in standard play, if one does.
    illegal_move_that_loses: Option<u32>,

    /// When rapid and blitz have rules of their own about illegal moves, flags and the first position.
    fast_rules: FastRules,

    /// Which illegal move loses in rapid and blitz without an arbiter at the board.
    illegal_unsupervised: Unsupervised,

    /// How many minutes an illegal move brings the opponent in standard play.
    illegal_move_minutes: u32,

    /// How many minutes a penalty of two minutes is in rapid and blitz.
    fast_penalty: FastPenalty,

    /// When losing by illegal moves is a draw instead.
    illegal_loss_draw: IllegalLossDraw,

    /// How many of a player's moves back an illegal move can be taken back, if there is a limit.
    illegal_window: Option<u32>,

    /// After how many plies the game is drawn with the next one, if there is a limit.
    most_plies: Option<u32>,

    /// After how many moves of each player a game begun with colours reversed goes on.
    colours_reversed_stands_from: GoesOnFrom,

    /// After how many moves of each player a game begun with pieces misplaced goes on.
    pieces_misplaced_stands_from: GoesOnFrom,

    /// After how many moves of each player pieces or board cannot be objected to in rapid and blitz
    /// without an arbiter at the board.
    set_up_stands_from_unsupervised: GoesOnFrom,

    /// The consequence of an illegal position that is found in rapid or blitz without an arbiter at the board.
    illegal_position: IllegalPosition,

    /// Whether a player may abort the game before both players have moved.
    may_abort: bool,

    /// The claim of a player whose opponent has left the game for too long.
    absence: Absence,
}

#[cfg(test)]
mod tests {
    use super::*;

    rows!(
        values_are_shown_as_they_are_written,
        for (name, rule_set, text) in [
            ("claim_is_offer", RuleSet::FIDE_2023, "true"),
            ("claim_is_offer", RuleSet::FIDE_1997, "false"),
            ("agreement_from_move", RuleSet::FIDE_2023, "1"),
            ("illegal_move_that_loses", RuleSet::FIDE_2023, "2"),
            ("illegal_move_that_loses", RuleSet::USCF_7, "none"),
            ("fivefold", RuleSet::FIDE_2014, "automatic if the five follow each other directly"),
            ("colours_reversed_stands_from", RuleSet::FIDE_2023, "10"),
        ] {
            let parameter = Parameter::all().find(|one| one.name == name).unwrap();
            assert_eq!(parameter.cell(rule_set).value, text, "{name} {rule_set}");
        }
    );

    rows!(
        places_consist_of_article_and_note,
        for (written, place) in [
            (RuleSet::FIDE_2009.fifty().place(), "9.3"),
            (RuleSet::FIDE_2009.quickplay().place(), "10.2: having the move"),
            (
                RuleSet::FIDE_2001.wrong_claim().place(),
                "9.5: three minutes at most, and one minute is left",
            ),
            (
                RuleSet::CHESSCOM_2024.fifty().place(),
                "the help page on claiming a draw, live games",
            ),
        ] {
            assert_eq!(written, place);
        }
    );
}
