//! Facts that decide a ruling and that a record leaves open: the rulings that ask for them, and their possible values.

use std::{collections::BTreeSet, fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use lawbook::{
    board::{Color, Rank},
    position::{Move, Position},
    rules::{
        Act, ClaimGround, Event, Game, GoesOnFrom, Incident, IncidentKind, MoveStage, Phase,
        RuleSet, TimeControl,
    },
};

/// The kinds of facts, each with its value in a game if the record says nothing about it, and the fact as a noun phrase.
macro_rules! kinds {
    ($($(#[$about:meta])+ $variant:ident $usual:literal $what:literal,)+) => {
        /// A kind of fact that a ruling can depend on and that a transcript can leave open.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[cfg_attr(test, derive(schemars::JsonSchema))]
        #[serde(rename_all = "kebab-case")]
        #[non_exhaustive]
        pub enum FactKind {
            $($(#[$about])+ $variant,)+
        }

        impl FactKind {
            const ALL: &[FactKind] = &[$(FactKind::$variant,)+];

            /// The value in a game if the record says nothing about it.
            pub(super) const fn usual(self) -> u32 {
                match self { $(FactKind::$variant => $usual,)+ }
            }

            /// The fact as a noun phrase, for example in a question.
            pub const fn what(self) -> &'static str {
                match self { $(FactKind::$variant => $what,)+ }
            }
        }
    };
}

kinds! {
    /// How often the position of a claim has occurred (Article 9.2).
    Repetition 0 "how often the position has occurred",
    /// How many moves were made without a capture or pawn move (Article 9.3).
    QuietMoves 0 "how many moves were made without a capture or pawn move",
    /// How many moves both players have made (Articles 5.2.3 and 7.3).
    MoveCount 0 "how many moves were made",
    /// The position: which player can still checkmate (Articles 5.1.2 and 6.9).
    Position 1 "who can still checkmate",
    /// Whether the opponent has replied to a completed illegal move, or to a position that no legal move can reach
    /// (Articles A.5.2 and A.5.4).
    Reply 0 "whether the opponent has replied",
    /// Whether a flag was noticed when it fell (Article 6.8).
    Notice 1 "whether the flag was noticed when it fell",
    /// Whether an arbiter supervises the game (Articles A.4 and B.2).
    Supervision 1 "whether an arbiter supervises the game",
    /// The regulations of the event: whether the default time had passed (Article 6.7.1).
    DefaultTime 0 "the default time of the event",
    /// The regulations of the event: whether the guidelines for the last minutes were announced (Guidelines III.2.1).
    Guidelines 1 "whether the guidelines for the last minutes were announced",
    /// Whether the time control is the last one, with which all moves have to be made (Guidelines III.1).
    LastPeriod 1 "whether another time control follows",
    /// Whether a device was on the player or in his bag (Article 11.3.2).
    DevicePlace 1 "where the device was",
    /// Whether a device in a bag was allowed and switched off (Article 11.3.2.1).
    DeviceAllowed 0 "whether the device was allowed",
}

/// A fact: a kind, and the values that it has or may have.
///
/// The values are numbers: of occurrences or moves, and 0 or 1 for no and yes. For the position, 0 means that White
/// cannot checkmate, 1 that both players can, and 2 that Black cannot.
///
/// A fact is written as a sentence, which tells it if it stands on a line of its own.
///
/// ```
/// use lawbook_arbiter::{Fact, FactKind};
///
/// let fact: Fact = "The position has occurred five times".parse()?;
/// assert_eq!(fact, Fact { kind: FactKind::Repetition, from: 5, below: Some(6) });
/// assert_eq!(fact.to_string(), "the position has occurred five times");
/// # Ok::<(), lawbook_arbiter::NoFact>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fact {
    /// The kind.
    pub kind: FactKind,
    /// The least value.
    pub from: u32,
    /// The value that it is below, if there is one.
    pub below: Option<u32>,
}

/// The error for a line that does not tell a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a fact such as \"the position has occurred three times\"")]
pub struct NoFact;

impl FactKind {
    /// The facts that the moves from the initial position tell.
    pub(super) const OF_THE_MOVES: [FactKind; 4] =
        [FactKind::Repetition, FactKind::QuietMoves, FactKind::MoveCount, FactKind::Position];

    /// Whether different acts of a game can have different values: the position of each claim is another one.
    const fn is_of_an_act(self) -> bool {
        matches!(
            self,
            FactKind::Repetition
                | FactKind::Reply
                | FactKind::Notice
                | FactKind::DevicePlace
                | FactKind::DeviceAllowed
        )
    }

    /// Whether the ruling on an act may depend on the fact. Every ruling may depend on the supervision.
    const fn decides(self, act: &Act) -> bool {
        let is_flag_or_offer = matches!(
            act,
            Act::FlagFalls { .. }
                | Act::FlagFallsUnnoticed { .. }
                | Act::FlagNoticed { .. }
                | Act::Think { .. }
                | Act::Offer { .. }
                | Act::Accept { .. }
                | Act::Agree
        );
        let incident = if let Act::Incident(incident) = act { Some(incident.what) } else { None };
        let is_flag = matches!(
            incident,
            Some(
                IncidentKind::FlagCalledByArbiter
                    | IncidentKind::FlagClaimed
                    | IncidentKind::FlagWithoutRecord
                    | IncidentKind::RecordShows
                    | IncidentKind::LastMinutesRejected
            )
        );
        let claimed = match act {
            Act::Claim { ground, .. }
            | Act::ClaimSpoken { ground, .. }
            | Act::ClaimUnrecorded { ground, .. } => Some(*ground),
            _ => None,
        };
        match self {
            FactKind::Repetition => matches!(claimed, Some(ClaimGround::Threefold)),
            FactKind::QuietMoves => matches!(claimed, Some(ClaimGround::Fifty)),
            FactKind::MoveCount => {
                is_flag_or_offer || is_flag || matches!(act, Act::FoundBegunWrongly { .. })
            }
            FactKind::Position => {
                is_flag_or_offer
                    || is_flag
                    || matches!(act, Act::Resign { .. })
                    || matches!(
                        incident,
                        Some(
                            IncidentKind::PhoneRings
                                | IncidentKind::PhoneRingsInBag
                                | IncidentKind::EnvelopeOpened
                        )
                    )
            }
            FactKind::DefaultTime => {
                matches!(incident, Some(IncidentKind::Late | IncidentKind::BothLate))
            }
            FactKind::Guidelines => {
                matches!(act, Act::BothFlags | Act::ClaimNoWinningChances { .. })
                    || matches!(incident, Some(IncidentKind::SecondsRequested))
            }
            FactKind::LastPeriod => {
                matches!(act, Act::BothFlags)
                    || matches!(
                        incident,
                        Some(IncidentKind::FlagWithoutRecord | IncidentKind::FlagClaimed)
                    )
            }
            FactKind::DevicePlace => matches!(incident, Some(IncidentKind::PhoneRings)),
            FactKind::DeviceAllowed => matches!(incident, Some(IncidentKind::DeviceInBag)),
            FactKind::Reply | FactKind::Notice | FactKind::Supervision => false,
        }
    }

    /// The least values of the classes that rulings under the rule set can tell apart, in ascending order.
    fn classes(self, rule_set: RuleSet, event: &Event) -> Vec<u32> {
        match self {
            FactKind::Repetition => vec![0, 3],
            FactKind::QuietMoves => vec![0, 50],
            FactKind::Position => vec![0, 1, 2],
            FactKind::MoveCount => {
                let begun = [
                    rule_set.colours_reversed_stands_from().value,
                    rule_set.pieces_misplaced_stands_from().value,
                    rule_set.set_up_stands_from_unsupervised().value,
                ];
                let begun = begun.into_iter().filter_map(|from| match from {
                    GoesOnFrom::Move(number) => Some(number),
                    GoesOnFrom::Start | GoesOnFrom::Never => None,
                });
                let agreed = event.no_agreement_before_move.map(|first| first.saturating_sub(1));
                let classes: BTreeSet<u32> = begun
                    .chain([0, rule_set.agreement_from_move().value])
                    .chain(agreed)
                    .chain(event.control)
                    .collect();
                classes.into_iter().collect()
            }
            FactKind::Reply
            | FactKind::Notice
            | FactKind::Supervision
            | FactKind::DefaultTime
            | FactKind::Guidelines
            | FactKind::LastPeriod
            | FactKind::DevicePlace
            | FactKind::DeviceAllowed => vec![0, 1],
        }
    }
}

impl Fact {
    /// The facts with sentences that contain no number.
    const PLAIN: [(&'static str, Fact); 23] = {
        use FactKind::{
            DefaultTime, DeviceAllowed, DevicePlace, Guidelines, LastPeriod, MoveCount, Notice,
            Position, Reply, Supervision,
        };
        const fn fact(kind: FactKind, from: u32, below: u32) -> Fact {
            Fact { kind, from, below: if below == 0 { None } else { Some(below) } }
        }
        [
            ("the players have not both made a move", fact(MoveCount, 0, 1)),
            ("both players have made a move", fact(MoveCount, 1, 0)),
            ("White cannot checkmate by any series of legal moves", fact(Position, 0, 1)),
            ("both players can checkmate by a series of legal moves", fact(Position, 1, 2)),
            ("Black cannot checkmate by any series of legal moves", fact(Position, 2, 0)),
            ("Black can checkmate by a series of legal moves", fact(Position, 0, 2)),
            ("White can checkmate by a series of legal moves", fact(Position, 1, 0)),
            ("the opponent has not replied", fact(Reply, 0, 1)),
            ("the opponent has replied", fact(Reply, 1, 0)),
            ("nobody noticed the flag when it fell", fact(Notice, 0, 1)),
            ("the flag was noticed when it fell", fact(Notice, 1, 0)),
            ("no arbiter supervises the game", fact(Supervision, 0, 1)),
            ("an arbiter supervises the game", fact(Supervision, 1, 0)),
            ("the default time had not passed", fact(DefaultTime, 0, 1)),
            ("the default time had passed", fact(DefaultTime, 1, 0)),
            ("the guidelines for the last minutes were not announced", fact(Guidelines, 0, 1)),
            ("the guidelines for the last minutes were announced", fact(Guidelines, 1, 0)),
            ("another time control follows", fact(LastPeriod, 0, 1)),
            ("no other time control follows", fact(LastPeriod, 1, 0)),
            ("the device was in the bag", fact(DevicePlace, 0, 1)),
            ("the device was on the player", fact(DevicePlace, 1, 0)),
            ("the device was switched on or not allowed", fact(DeviceAllowed, 0, 1)),
            ("the device was allowed and switched off", fact(DeviceAllowed, 1, 0)),
        ]
    };

    /// The sentences with a number, before and after it.
    const COUNTED: [(FactKind, &'static str, &'static str); 3] = [
        (FactKind::Repetition, "the position has occurred ", " times"),
        (FactKind::QuietMoves, "", " moves have been made without a capture or pawn move"),
        (FactKind::MoveCount, "", " moves have been made by both players"),
    ];

    /// The values among `classes` that the fact can have: its least value, and each class that begins above it.
    fn values(&self, classes: &[u32]) -> Vec<u32> {
        let Fact { from, below, .. } = *self;
        let later = classes.iter().copied();
        let later = later.filter(|&one| one > from && below.is_none_or(|below| one < below));
        [from].into_iter().chain(later).collect()
    }
}

/// Formats the fact as a sentence that [`FromStr`] reads, without a capital letter at the start.
impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((sentence, _)) = Fact::PLAIN.iter().find(|(_, fact)| fact == self) {
            return f.write_str(sentence);
        }
        let Fact { kind, from, below } = *self;
        let Some((_, before, after)) = Fact::COUNTED.iter().find(|(one, ..)| *one == kind) else {
            return f.write_str(kind.what());
        };
        let range = match (from, below) {
            (from, Some(below)) if from.checked_add(1) == Some(below) => word(from),
            (from, None) => format!("at least {}", word(from)),
            (0, Some(below)) => format!("fewer than {}", word(below)),
            (from, Some(below)) => {
                format!("at least {} and fewer than {}", word(from), word(below))
            }
        };
        write!(f, "{before}{range}{after}")
    }
}

impl FromStr for Fact {
    type Err = NoFact;

    fn from_str(line: &str) -> Result<Fact, NoFact> {
        let line = line.trim().trim_end_matches('.').to_lowercase();
        let mut line = line.split_whitespace().collect::<Vec<_>>().join(" ");
        for (other, usual) in [
            ("the same position", "the position"),
            ("position occurs", "position has occurred"),
            ("position occurred", "position has occurred"),
            (" twice", " two times"),
            ("moves were ", "moves have been "),
            ("moves have been played", "moves have been made"),
            ("without capture", "without a capture"),
        ] {
            line = line.replace(other, usual);
        }
        let plain = Fact::PLAIN.iter().find(|(sentence, _)| sentence.eq_ignore_ascii_case(&line));
        if let Some((_, fact)) = plain {
            return Ok(*fact);
        }
        let counted = Fact::COUNTED.iter().find_map(|&(kind, before, after)| {
            let rest = line.strip_prefix(before)?;
            // "by both players" may be left out: a move is one of each player.
            let range = rest
                .strip_suffix(after)
                .or_else(|| rest.strip_suffix(after.strip_suffix(" by both players")?))?;
            let (from, below) = range_of(range)?;
            Some(Fact { kind, from, below })
        });
        counted.ok_or(NoFact)
    }
}

/// Reads `three`, `at least 3`, `fewer than three` or `at least 3 and fewer than 5`.
fn range_of(text: &str) -> Option<(u32, Option<u32>)> {
    if let Some((from, below)) = text.split_once(" and ") {
        let from = number(from.strip_prefix("at least ")?)?;
        return Some((from, Some(number(below.strip_prefix("fewer than ")?)?)));
    }
    if let Some(from) = text.strip_prefix("at least ") {
        return Some((number(from)?, None));
    }
    if let Some(below) = text.strip_prefix("fewer than ") {
        return Some((0, Some(number(below)?)));
    }
    let exactly = number(text)?;
    Some((exactly, Some(exactly.checked_add(1)?)))
}

/// The numbers for which the Laws have a word.
const WORDS: [(u32, &str); 8] = [
    (1, "one"),
    (2, "two"),
    (3, "three"),
    (4, "four"),
    (5, "five"),
    (10, "ten"),
    (50, "fifty"),
    (75, "seventy-five"),
];

/// Reads a number in digits or in words that [`word`] writes.
fn number(text: &str) -> Option<u32> {
    let in_words = WORDS.iter().find(|(_, word)| *word == text).map(|(number, _)| *number);
    in_words.or_else(|| text.parse().ok())
}

/// A number in words, if the Laws have a word for it.
fn word(number: u32) -> String {
    let found = WORDS.iter().find(|(one, _)| *one == number);
    found.map_or_else(|| number.to_string(), |(_, word)| (*word).to_owned())
}

/// A question for a fact that is not told: its kind, and the act that it is about, counted from 0. The act is 0 for
/// kinds that are the same throughout a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Question {
    pub(super) kind: FactKind,
    act: usize,
}

/// The known and the assumed facts of a game, and the questions that it raised.
#[derive(Clone, Debug)]
pub(super) struct Supposed {
    rule_set: RuleSet,
    event: Event,
    /// The kinds of facts that the transcript may leave open.
    untold: BTreeSet<FactKind>,
    /// The facts that lines of the transcript tell.
    told: Vec<Fact>,
    /// The answers that are supposed.
    answers: Vec<(Question, u32)>,
    /// The questions without an answer, in the order of the acts that raised them.
    pub(super) open: Vec<Question>,
    /// The number of acts so far.
    acts: usize,
    /// The last act, if it is a flag that falls.
    flag: Option<usize>,
    /// The last act, if it depends on it whether the opponent has replied.
    unanswered: Option<usize>,
}

impl Supposed {
    pub(super) fn new(
        rule_set: RuleSet,
        event: Event,
        untold: BTreeSet<FactKind>,
        told: Vec<Fact>,
        answers: Vec<(Question, u32)>,
    ) -> Supposed {
        Supposed {
            rule_set,
            event,
            untold,
            told,
            answers,
            open: Vec::new(),
            acts: 0,
            flag: None,
            unanswered: None,
        }
    }

    /// Whether the transcript leaves this kind of fact open, so that a line may tell it.
    pub(super) fn is_untold(&self, kind: FactKind) -> bool {
        self.untold.contains(&kind)
    }

    /// The values of a fact of this kind that the lines leave possible.
    pub(super) fn values(&self, kind: FactKind) -> Vec<u32> {
        let classes = kind.classes(self.rule_set, &self.event);
        let told = self.told.iter().rfind(|fact| fact.kind == kind);
        told.map_or_else(|| classes.clone(), |fact| fact.values(&classes))
    }

    /// Returns the conditions of the game with the supposed ones.
    pub(super) fn event(&self) -> Event {
        let mut event = self.event;
        let is = |kind| self.known(Question { kind, act: 0 }).map(|value| value > 0);
        if let Some(supervised) = is(FactKind::Supervision) {
            event.supervised = supervised;
        }
        if let Some(announced) = is(FactKind::Guidelines) {
            event.quickplay_rules = announced;
        }
        if let Some(last) = is(FactKind::LastPeriod) {
            event.last_period = last;
        }
        if let Some(passed) = is(FactKind::DefaultTime) {
            event.default_minutes = Some(if passed { 0 } else { u32::MAX });
        }
        event
    }

    /// Returns the start position with the supposed pieces and counts.
    pub(super) fn start(&self, start: Position) -> Position {
        let known = |kind| self.known(Question { kind, act: 0 });
        let mut setup = match known(FactKind::Position) {
            Some(0) => "4k3/4q3/8/8/8/8/8/K7 w - - 0 1".parse().unwrap_or(start),
            Some(2) => "k7/8/8/8/8/8/4Q3/4K3 w - - 0 1".parse().unwrap_or(start),
            Some(_) | None => start,
        }
        .setup();
        if let Some(moves) = known(FactKind::MoveCount) {
            setup.fullmove_number = moves.saturating_add(1);
        }
        if let Some(moves) = known(FactKind::QuietMoves) {
            setup.halfmove_clock = u16::try_from(moves.saturating_mul(2)).unwrap_or(u16::MAX);
        }
        Position::from_irregular(&setup).unwrap_or(start)
    }

    /// Applies the assumptions about an act to the game, and returns the act to rule on. Notes the questions that the act
    /// raises.
    pub(super) fn meet(&mut self, game: &mut Game, act: Act) -> Act {
        let at = self.acts;
        self.acts += 1;
        self.unanswered = None;
        let goes_on = matches!(game.phase(), Phase::ToMove | Phase::Moved(_));
        if let Some(flag) = self.flag.take()
            && !goes_on
        {
            // The story goes on, so the flag may not have been noticed when it fell. A call of the flag notices it.
            let is_call = matches!(
                act,
                Act::FlagNoticed { .. }
                    | Act::Incident(Incident {
                        what: IncidentKind::FlagCalledByArbiter | IncidentKind::FlagClaimed,
                        ..
                    })
            );
            if !is_call {
                self.ask(Question { kind: FactKind::Notice, act: flag });
            }
        }
        if !goes_on {
            return act;
        }
        for &kind in FactKind::ALL.iter().filter(|kind| kind.decides(&act)) {
            let question = Question { kind, act: if kind.is_of_an_act() { at } else { 0 } };
            if kind != FactKind::Repetition {
                self.ask(question);
            } else if let Some(claimed) = self.repeatable(game, &act)
                && let Some(times) = self.ask(question).filter(|&times| times > 0)
            {
                let is_ahead = !claimed.same_position(game.position());
                let _ = game.occurred(&claimed, times.saturating_sub(u32::from(is_ahead)));
            }
        }
        if let Act::FlagFalls { by } = act {
            match self.known(Question { kind: FactKind::Notice, act: at }) {
                Some(0) => return Act::FlagFallsUnnoticed { by },
                Some(_) => {}
                None => self.flag = Some(at),
            }
        }
        if let Some(kept) = self.kept(act, at) {
            return kept;
        }
        let Some(answered) = answered(act) else { return act };
        match self.known(Question { kind: FactKind::Reply, act: at }) {
            Some(replied) if replied > 0 => answered,
            Some(_) => act,
            None => {
                // What follows tells whether there was a reply.
                self.unanswered = Some(at);
                act
            }
        }
    }

    /// Returns the incident of a device, as act number `at`, with what is known about where and how it was kept.
    fn kept(&self, act: Act, at: usize) -> Option<Act> {
        let Act::Incident(incident) = act else { return None };
        let is = |kind, value| self.known(Question { kind, act: at }) == Some(value);
        let what = match incident.what {
            IncidentKind::PhoneRings if is(FactKind::DevicePlace, 0) => {
                IncidentKind::PhoneRingsInBag
            }
            IncidentKind::DeviceInBag if is(FactKind::DeviceAllowed, 1) => {
                IncidentKind::DeviceAllowedInBag
            }
            _ => return None,
        };
        Some(Act::Incident(Incident { what, ..incident }))
    }

    /// Notes the questions that are open at the end of the story.
    pub(super) fn finish(&mut self) {
        if let Some(act) = self.unanswered {
            self.ask(Question { kind: FactKind::Reply, act });
        }
        if self.event.time != TimeControl::Standard {
            self.ask(Question { kind: FactKind::Supervision, act: 0 });
        }
    }

    /// Returns the answer to a question if it is known or assumed. Notes the question otherwise.
    fn ask(&mut self, question: Question) -> Option<u32> {
        let answer = self.known(question);
        if answer.is_none() && self.is_untold(question.kind) && !self.open.contains(&question) {
            self.open.push(question);
        }
        answer
    }

    fn known(&self, question: Question) -> Option<u32> {
        if !self.is_untold(question.kind) {
            return None;
        }
        let supposed = self.answers.iter().find(|(asked, _)| *asked == question);
        supposed.map(|(_, value)| *value).or_else(|| {
            let is_told = self.told.iter().any(|fact| fact.kind == question.kind);
            match self.values(question.kind)[..] {
                [value] if is_told => Some(value),
                _ => None,
            }
        })
    }

    /// Returns the position that a claim is about, if the moves before the start may have repeated it.
    fn repeatable(&self, game: &Game, act: &Act) -> Option<Position> {
        let written = written_move(act).or(game.written_move());
        let claimed = claimed(game, written)?;
        let line = game.line();
        let made = line.moves().len() + usize::from(written.is_some());
        // The plies without capture or pawn move before the start.
        let start = usize::from(line.start().halfmove_clock());
        if usize::from(claimed.halfmove_clock()) != start + made {
            return None;
        }
        let first = line.positions().iter().position(|one| one.same_position(&claimed));
        let first = first.unwrap_or(made);
        let times = line.occurrences_of(&claimed) + u32::from(written.is_some());
        let Some(missing @ 1..) = 3_u32.checked_sub(times) else { return None };
        // The same position recurs after four plies at the earliest, and an even number of them. What is missing lies
        // before the start: the last of it four plies before the first known time, or one or two before the start.
        let last = 4_usize.saturating_sub(first).max(2 - first % 2);
        let needed = last + 4 * (missing as usize - 1);
        let is_possible = self.is_untold(FactKind::QuietMoves) || start >= needed;
        is_possible.then_some(claimed)
    }
}

/// Returns a completed act that counts until the opponent replies as the same act with a reply.
fn answered(act: Act) -> Option<Act> {
    let mut act = act;
    if let Act::Illegal { stage, .. }
    | Act::IllegalUnnamed { stage, .. }
    | Act::IllegalWithTwoHands { stage, .. }
    | Act::FoundImpossible { stage, .. } = &mut act
        && *stage == MoveStage::Completed
    {
        *stage = MoveStage::Answered;
        return Some(act);
    }
    None
}

/// The move that a claim says will be played, if the act names one.
pub(super) const fn written_move(act: &Act) -> Option<Move> {
    match act {
        Act::ClaimSpoken { mv, .. } | Act::Claim { written: Some(mv), .. } => Some(*mv),
        _ => None,
    }
}

/// The position after the written move of a claim, or the one on the board.
pub(super) fn claimed(game: &Game, written: Option<Move>) -> Option<Position> {
    match written {
        Some(written) => game.position().play(written).ok(),
        None => Some(*game.position()),
    }
}

/// The facts of the moves that a start position leaves open: the moves before it, and the counts if they are not those of
/// a game. The halfmove clock and the move number of most positions that are set up are left at 0 and 1.
pub(super) fn untold_by(start: &Position) -> BTreeSet<FactKind> {
    let occupied = start.placement().occupied();
    let [first, second, .., seventh, eighth] = Rank::ALL.map(Rank::squares);
    let home = first | second | seventh | eighth;
    let begins = occupied == home || (start.turn() == Color::Black && occupied.len() == 32);
    let counts = (start.halfmove_clock(), start.fullmove_number());
    match (counts, begins) {
        ((0, 1), true) => BTreeSet::new(),
        ((0, 1), false) => {
            BTreeSet::from([FactKind::Repetition, FactKind::QuietMoves, FactKind::MoveCount])
        }
        _ => BTreeSet::from([FactKind::Repetition]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_tells_the_fact_that_it_names() {
        let counted = [FactKind::Repetition, FactKind::QuietMoves, FactKind::MoveCount];
        let ranges =
            [(3, Some(4)), (5, Some(6)), (10, None), (0, Some(10)), (1, Some(50)), (0, Some(1))];
        let counted = counted.into_iter().flat_map(|kind| {
            ranges.into_iter().map(move |(from, below)| Fact { kind, from, below })
        });
        for fact in Fact::PLAIN.map(|(_, fact)| fact).into_iter().chain(counted) {
            assert_eq!(fact.to_string().parse(), Ok(fact), "{fact}");
        }
    }

    rows!(
        only_whole_sentences_tell_facts,
        for line in [
            "",
            "the position has occurred",
            "the position has occurred often times",
            "the position has occurred 99999999999 times",
            "1. e4 e5",
            "White resigns",
            "White claims that the position has occurred three times",
        ] {
            assert_eq!(line.parse::<Fact>(), Err(NoFact), "{line}");
        }
    );
}
