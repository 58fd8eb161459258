//! The conditions of an event in one line: `rapid, 15+10, one arbiter for six boards`.

use lawbook::rules::TimeControl;
use lawbook_catalogue::WrittenEvent;

/// The error for a line of conditions.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConditionsError {
    /// A part of the line is not a condition.
    #[error(
        "cannot read {part:?} at character {place} as a condition; expected parts such as \"rapid\", \"15+10\", \
         \"one arbiter for six boards\", \"moves recorded\", \"no increment\", \"no draws before move 30\" or \
         \"default time 15 minutes\", separated by commas"
    )]
    Unknown {
        /// The part.
        part: String,
        /// Its first character in the line, from 1.
        place: usize,
    },
    /// Two parts contradict each other.
    #[error("{part:?} at character {place} contradicts an earlier part of the line: {why}")]
    Contradiction {
        /// The later part.
        part: String,
        /// Its first character in the line, from 1.
        place: usize,
        /// What each of the two means.
        why: String,
    },
}

/// The conditions read so far from the parts of a line.
#[derive(Clone, Default, PartialEq)]
struct Said {
    event: WrittenEvent,
    boards_of_an_arbiter: Option<f64>,
    recorded: Option<bool>,
    no_arbiter: bool,
}

/// The number of moves for which the increment counts when the length of a game is determined (Article A.1).
const MOVES_OF_A_GAME: u32 = 60;

/// Reads the conditions of an event. A condition that the line does not name is left open.
///
/// Whether an arbiter supervises the game follows from the number of boards that each arbiter has and from the record of
/// the moves, as in Articles A.4 and B.2 of 2023. It is left open if one of the two is missing.
///
/// # Errors
///
/// Returns the part of the line that cannot be read, or that contradicts an earlier part, with its place.
pub fn read_conditions(line: &str) -> Result<WrittenEvent, ConditionsError> {
    let mut said = Said::default();
    let mut place = 1;
    for whole in line.split([',', ';']) {
        let part = whole.trim();
        let start = place + whole.chars().take_while(|one| one.is_whitespace()).count();
        place += whole.chars().count() + 1;
        if part.is_empty() {
            continue;
        }
        let lower = part.to_lowercase().replace(['’', '′'], "'");
        let words: Vec<&str> = lower.split_whitespace().collect();
        match said.read(&words) {
            Some(Ok(())) => {}
            Some(Err(why)) => {
                return Err(ConditionsError::Contradiction {
                    part: part.to_owned(),
                    place: start,
                    why,
                });
            }
            None => return Err(ConditionsError::Unknown { part: part.to_owned(), place: start }),
        }
    }
    Ok(said.finish())
}

/// Takes the conditions of the event out of a description: "Blitz: White's phone rings", "White resigns in a rapid game".
/// Returns them with the rest of the line.
///
/// # Errors
///
/// Two of the conditions contradict each other.
pub(super) fn take_conditions(line: &str) -> Result<(WrittenEvent, String), ConditionsError> {
    let mut said = Said::default();
    let mut rest = String::new();
    let mut place = 1;
    for whole in clauses(line) {
        let clause = whole.trim().trim_end_matches(STOPS).trim_end();
        let clause = clause.strip_suffix(" and").unwrap_or(clause);
        let lower = clause.to_lowercase().replace(['’', '′'], "'");
        let words: Vec<&str> = lower.split_whitespace().collect();
        if let Some(read) = said.read_loosely(&words) {
            read.map_err(|why| ConditionsError::Contradiction {
                part: clause.to_owned(),
                place,
                why,
            })?;
        } else {
            rest.push_str(&said.without_kind(whole));
        }
        place += whole.chars().count();
    }
    if said == Said::default() {
        return Ok((WrittenEvent::default(), line.to_owned()));
    }
    // The remaining text may begin with the stop after a condition.
    let rest = rest.trim_matches(|one: char| one.is_whitespace() || matches!(one, ',' | ';' | ':'));
    Ok((said.finish(), rest.to_owned()))
}

/// The signs that end a clause, if a space or the end of the line follows.
const STOPS: [char; 6] = [',', ';', ':', '.', '!', ')'];

/// Splits a line after each stop, and after each "and".
fn clauses(line: &str) -> Vec<&str> {
    let mut all = Vec::new();
    let mut start = 0;
    for (at, letter) in line.char_indices() {
        let after = at + letter.len_utf8();
        let ends = STOPS.contains(&letter) || line[..after].ends_with(" and");
        if ends && line[after..].chars().next().is_none_or(char::is_whitespace) {
            all.push(&line[start..after]);
            start = after;
        }
    }
    all.push(&line[start..]);
    all
}

impl Said {
    /// Reads the words of a clause as one condition or several: "in a blitz game without an arbiter".
    fn read_loosely(&mut self, words: &[&str]) -> Option<Result<(), String>> {
        const BEFORE: [&str; 31] = [
            "in", "a", "an", "the", "our", "my", "this", "it", "it's", "its", "was", "is",
            "during", "with", "at", "and", "but", "of", "we", "have", "had", "there", "were",
            "we're", "are", "play", "played", "playing", "i", "i'm", "some",
        ];
        const AFTER: [&str; 12] = [
            "game",
            "games",
            "chess",
            "tournament",
            "event",
            "time",
            "control",
            "open",
            "controls",
            "play",
            "match",
            "online",
        ];
        let mut words = words;
        loop {
            let mut tried = self.clone();
            if let Some(read) = tried.read(words) {
                *self = tried;
                return Some(read);
            }
            // Two conditions next to each other.
            for split in (1..words.len()).rev() {
                let mut tried = self.clone();
                if let Some(first) = tried.read(&words[..split])
                    && let Some(second) = tried.read_loosely(&words[split..])
                {
                    *self = tried;
                    return Some(first.and(second));
                }
            }
            words = match words {
                [first, rest @ ..] if BEFORE.contains(first) && !rest.is_empty() => rest,
                [rest @ .., last] if AFTER.contains(last) && !rest.is_empty() => rest,
                _ => return None,
            };
        }
    }

    /// Takes "in a blitz game" out of a clause.
    fn without_kind(&mut self, clause: &str) -> String {
        let words: Vec<&str> = clause.split_inclusive(char::is_whitespace).collect();
        let lower: Vec<String> = words.iter().map(|word| word.trim().to_lowercase()).collect();
        for (start, first) in lower.iter().enumerate() {
            if !matches!(first.as_str(), "in" | "during") {
                continue;
            }
            let is_article = |word: &&String| {
                matches!(
                    word.as_str(),
                    "a" | "an" | "the" | "my" | "our" | "his" | "her" | "this" | "that"
                )
            };
            let at = start + 1 + usize::from(lower.get(start + 1).filter(is_article).is_some());
            let Some(kind) = lower.get(at) else { continue };
            let kind = kind.trim_end_matches(STOPS);
            let mut tried = self.clone();
            if !matches!(tried.read(&[kind]), Some(Ok(()))) || tried.event.time == self.event.time {
                continue;
            }
            *self = tried;
            let is_noun = |word: &&String| {
                matches!(
                    word.trim_end_matches(STOPS),
                    "game" | "games" | "chess" | "tournament" | "event" | "play" | "match"
                )
            };
            let has_stop = lower[at].ends_with(STOPS);
            let end =
                at + 1 + usize::from(!has_stop && lower.get(at + 1).filter(is_noun).is_some());
            let stop = lower[end - 1].chars().last().filter(|last| STOPS.contains(last));
            let mut left = words[..start].concat();
            if let Some(stop) = stop {
                left = format!("{}{stop} ", left.trim_end());
            }
            left.push_str(&words[end..].concat());
            return left;
        }
        clause.to_owned()
    }

    /// Reads one part. `None` if it is not a condition, an error if it contradicts an earlier part.
    #[expect(clippy::too_many_lines, reason = "one arm a condition")]
    fn read(&mut self, words: &[&str]) -> Option<Result<(), String>> {
        let event = &mut self.event;
        match words {
            ["standard" | "classical" | "slow" | "long"]
            | ["standard" | "classical", "play" | "chess" | "game"] => {
                return Some(self.time(TimeControl::Standard));
            }
            ["rapid" | "rapidplay"] | ["rapid", "play" | "chess" | "game"] => {
                return Some(self.time(TimeControl::Rapid));
            }
            ["blitz" | "bullet"] | ["blitz", "chess" | "game"] => {
                return Some(self.time(TimeControl::Blitz));
            }
            [count, "sec" | "second" | "seconds", "increment"] if number(count).is_some() => {
                return Some(self.increment(true));
            }
            ["arbiter", "wandering" | "watching" | "somewhere"] => {}
            ["no" | "without", "increment"] => return Some(self.increment(false)),
            ["increment"] | ["with", "increment"] => return Some(self.increment(true)),
            ["no" | "without", "arbiter"]
            | ["no", "arbiter", "near" | "around" | "present" | "nearby" | "here"]
            | ["without", "an", "arbiter"]
            | ["arbiter", "absent" | "away"]
            | ["no", "arbiters"]
            | ["unsupervised"] => {
                self.no_arbiter = true;
            }
            ["an", rest @ ..] if rest.first() == Some(&"arbiter") => {
                let one: Vec<&str> = [&["one"], rest].concat();
                return self.read(&one);
            }
            [count, "arbiter" | "arbiters", "for" | "per", rest @ ..] => {
                let arbiters = number(count)?;
                let boards = boards(rest)?;
                if arbiters == 0 {
                    self.no_arbiter = true;
                } else {
                    self.boards_of_an_arbiter = Some(f64::from(boards) / f64::from(arbiters));
                }
            }
            ["supervised"] => {
                self.boards_of_an_arbiter = Some(1.0);
                self.recorded = Some(true);
            }
            ["moves" | "games", "recorded"]
            | ["moves" | "games", "are", "recorded"]
            | ["each", "game", "recorded"]
            | ["each", "game", "is", "recorded"] => self.recorded = Some(true),
            ["moves" | "games", "not", "recorded"]
            | ["moves" | "games", "are", "not", "recorded"]
            | ["no", "record" | "scoresheets"] => self.recorded = Some(false),
            ["digital" | "electronic" | "dgt", "board" | "boards"] => {
                event.digital_board = Some(true);
                self.recorded = Some(true);
            }
            ["no", "draws" | "agreement"]
            | ["no", "draw", "offers"]
            | ["no", "draws", "by", "agreement"] => {
                event.no_agreement = Some(true);
            }
            ["no", "draws" | "agreement", "before", "move", count]
            | ["no", "draw", "offers", "before", "move", count] => {
                event.no_agreement_before_move = Some(number(count)?);
            }
            ["default", "is" | "of", rest @ ..]
            | ["default", "time", "is" | "of" | "was", rest @ ..]
                if !rest.is_empty() =>
            {
                let all: Vec<&str> = [&["default", "time"], rest].concat();
                return self.read(&all);
            }
            ["default", "time", "an" | "one", "hour"] | ["one", "hour", "default"] => {
                event.default_minutes = Some(60);
            }
            ["zero", "tolerance"] | ["default", "time", "zero"] => event.default_minutes = Some(0),
            ["default", "time", count] | ["default", "time", count, "minutes" | "minute"] => {
                event.default_minutes = Some(number(count)?);
            }
            ["another", "time", "control", "follows"] | ["first", "period"] => {
                event.last_period = Some(false);
            }
            ["last", "period"] => event.last_period = Some(true),
            ["guidelines", "announced"] => event.quickplay_rules = Some(true),
            ["guidelines", "not", "announced"] => event.quickplay_rules = Some(false),
            [count, "moves", "in", minutes, "minutes"] => {
                event.control = Some(number(count)?);
                event.last_period = Some(false);
                return Some(self.length(number(minutes)?, 0));
            }
            _ => {
                let (minutes, seconds) = clock(words)?;
                return Some(self.length(minutes, seconds));
            }
        }
        Some(Ok(()))
    }

    fn time(&mut self, time: TimeControl) -> Result<(), String> {
        match self.event.time.replace(time) {
            Some(earlier) if earlier != time => {
                Err(format!("one means {}, the other {}", name(earlier), name(time)))
            }
            Some(_) | None => Ok(()),
        }
    }

    fn increment(&mut self, has: bool) -> Result<(), String> {
        match self.event.increment.replace(has) {
            Some(earlier) if earlier != has => {
                Err("one means with an increment, the other without".to_owned())
            }
            Some(_) | None => Ok(()),
        }
    }

    /// Takes the category from the minutes, and from the seconds that are added for each move.
    fn length(&mut self, minutes: u32, seconds: u32) -> Result<(), String> {
        let total = u64::from(minutes) * 60 + u64::from(seconds) * u64::from(MOVES_OF_A_GAME);
        let time = match total {
            3600.. => TimeControl::Standard,
            601.. => TimeControl::Rapid,
            _ => TimeControl::Blitz,
        };
        self.increment(seconds > 0)?;
        self.time(time)
    }

    /// Concludes whether an arbiter supervises the game.
    fn finish(self) -> WrittenEvent {
        let most = match self.event.time {
            Some(TimeControl::Blitz) => 1.0,
            Some(TimeControl::Rapid | TimeControl::Standard) | None => 3.0,
        };
        let is_fast = !matches!(self.event.time, Some(TimeControl::Standard) | None);
        let enough = self.boards_of_an_arbiter.map(|boards| boards <= most);
        let supervised = match (enough, self.recorded) {
            _ if self.no_arbiter => Some(false),
            _ if !is_fast => None,
            (Some(false), _) | (_, Some(false)) => Some(false),
            (Some(true), Some(true)) => Some(true),
            (Some(true), None) | (None, _) => None,
        };
        WrittenEvent { supervised, ..self.event }
    }
}

const fn name(time: TimeControl) -> &'static str {
    match time {
        TimeControl::Standard => "standard play",
        TimeControl::Rapid => "rapid",
        TimeControl::Blitz => "blitz",
    }
}

/// The number of boards in `six boards`, `each game` or `board`.
fn boards(words: &[&str]) -> Option<u32> {
    match words {
        ["each" | "every", "board" | "game"] | ["board" | "game"] => Some(1),
        [count, "board" | "boards" | "game" | "games"] => number(count).filter(|&count| count > 0),
        _ => None,
    }
}

/// A number in digits or as a word up to twelve.
fn number(word: &str) -> Option<u32> {
    const WORDS: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    let place = WORDS.iter().position(|&known| known == word).map(|place| place as u32);
    place.or_else(|| word.parse().ok()).filter(|&number| number <= 1000)
}

/// The minutes and the seconds for each move in `15+10`, `15 + 10`, `15'+10"`, `3|2`, `g/30` or `25 minutes`.
fn clock(words: &[&str]) -> Option<(u32, u32)> {
    if let [minutes, "min" | "mins" | "minute" | "minutes"] = words {
        return Some((number(minutes)?, 0));
    }
    let text: String = words.concat();
    if let Some(minutes) = text.strip_prefix("g/") {
        return Some((number(minutes)?, 0));
    }
    let (minutes, seconds) = text.split_once(['+', '|'])?;
    let bare = |text: &str, units: &[&str]| {
        let unit = units.iter().find_map(|unit| text.strip_suffix(unit));
        unit.unwrap_or(text).parse::<u32>().ok().filter(|&number| number <= 1000)
    };
    let minutes = bare(minutes, &["minutes", "min", "m", "'"])?;
    Some((minutes, bare(seconds, &["seconds", "sec", "s", "''", "\""])?))
}

#[cfg(test)]
mod tests {
    use super::*;

    rows!(
        conditions_are_read_as_they_are_said,
        for (line, time, increment, supervised) in [
            (
                "rapid, 15+10, one arbiter for six boards",
                TimeControl::Rapid,
                Some(true),
                Some(false)
            ),
            ("15+10", TimeControl::Rapid, Some(true), None),
            ("Rapid; 25 minutes; an arbiter for two boards", TimeControl::Rapid, Some(false), None),
            (
                "rapid, two arbiters for six boards, moves recorded",
                TimeControl::Rapid,
                None,
                Some(true)
            ),
            (
                "rapid, one arbiter for three boards, moves not recorded",
                TimeControl::Rapid,
                None,
                Some(false)
            ),
            ("blitz, one arbiter for two boards", TimeControl::Blitz, None, Some(false)),
            (
                "3+2, one arbiter per game, electronic boards",
                TimeControl::Blitz,
                Some(true),
                Some(true)
            ),
            ("3 min + 2 sec, no arbiter", TimeControl::Blitz, Some(true), Some(false)),
            ("90'+30\", one arbiter for ten boards", TimeControl::Standard, Some(true), None),
            ("G/30", TimeControl::Rapid, Some(false), None),
            ("10+0", TimeControl::Blitz, Some(false), None),
            ("10+1", TimeControl::Rapid, Some(true), None),
            ("30+30", TimeControl::Standard, Some(true), None),
        ] {
            let event = read_conditions(line).unwrap();
            let said = (event.time, event.increment, event.supervised);
            assert_eq!(said, (Some(time), increment, supervised), "{line}");
        }
    );

    rows!(
        other_conditions_have_their_fields,
        for (line, event) in [
            ("", WrittenEvent::default()),
            (
                "no draws before move 30, default time 15 minutes",
                WrittenEvent {
                    no_agreement_before_move: Some(30),
                    default_minutes: Some(15),
                    ..WrittenEvent::default()
                },
            ),
            (
                "40 moves in 90 minutes",
                WrittenEvent {
                    time: Some(TimeControl::Standard),
                    increment: Some(false),
                    control: Some(40),
                    last_period: Some(false),
                    ..WrittenEvent::default()
                },
            ),
            (
                "no draw offers, guidelines announced",
                WrittenEvent {
                    no_agreement: Some(true),
                    quickplay_rules: Some(true),
                    ..WrittenEvent::default()
                },
            ),
        ] {
            assert_eq!(read_conditions(line).as_ref(), Ok(&event), "{line}");
        }
    );

    rows!(
        a_part_that_is_no_condition_is_named_with_its_place,
        for (line, message) in [
            ("rapid, on the moon", "cannot read \"on the moon\" at character 8"),
            ("rapid, one arbiter for no boards", "\"one arbiter for no boards\" at character 8"),
            ("15+ten", "cannot read \"15+ten\" at character 1"),
            ("blitz,  15+10", "\"15+10\" at character 9 contradicts an earlier part"),
            ("3+2, no increment", "\"no increment\" at character 6 contradicts"),
        ] {
            let error = read_conditions(line).unwrap_err().to_string();
            assert!(error.contains(message), "{line}: {error}");
        }
    );
}
