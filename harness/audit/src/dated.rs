//! The choice of the rule set by the date and the site of a game.

use std::{fmt, ops::RangeInclusive, str::FromStr};

use lawbook::rules::{Day, RuleSet, RuleSetError, Server};
use serde::{Deserialize, Serialize};

use super::{
    certainty::KnownRules,
    headers::{Headers, TagName},
};

/// The choice of rules for judging games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameRules {
    /// One rule set for all games.
    Fixed(RuleSet),
    /// For each game, the rules in force on its day at its site, according to its tags.
    Dated,
}

/// The name of [`GameRules::Dated`].
const DATED: &str = "dated";

/// A day as (year, month, day), so that the order of tuples is the order of days.
pub(super) type Date = (u16, u8, u8);

/// The rules for a game, with the facts of its record that they depend on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RulesOfGame {
    pub(super) known: KnownRules,
    /// The host of the server where the game was played, in lower case and without `www.`; empty if none is named.
    pub(super) source: String,
}

/// How well the rules fit the day of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RulesFit {
    /// They applied on that day, as far as the record says.
    InForce,
    /// No source shows the rules on that day at that place. Only an error under any rules is certain.
    Unknown(UnknownRules),
    /// The user asked for them, and they came into force after that day.
    Newer,
}

/// Why the rules of a game are not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum UnknownRules {
    /// The game is older than the first Laws of FIDE.
    BeforeLaws,
    /// It was played on a server, or between programs, at a time for which no source shows the rules.
    Server,
    /// The day of the game cannot be read.
    Date,
}

impl UnknownRules {
    /// The reason, as the end of a sentence about games.
    pub const fn about(self) -> &'static str {
        match self {
            UnknownRules::BeforeLaws => "older than the first Laws of FIDE, of 1929",
            UnknownRules::Server => {
                "from a server, or between programs, at a time for which the rules are not known"
            }
            UnknownRules::Date => "with a date that cannot be read",
        }
    }
}

impl GameRules {
    /// Returns the rules for a game with these tags.
    pub(super) fn of(self, headers: &Headers<'_>) -> RulesOfGame {
        let site = headers.get(TagName::Site).map(String::from_utf8_lossy).unwrap_or_default();
        let site = site.to_ascii_lowercase();
        let day = day(headers.dates());
        let is_before =
            |since: Option<Day>| day.zip(since).is_some_and(|(day, since)| day < since.parts());
        let is_after = |server: &Server| {
            day.zip(server.known_until).is_some_and(|(day, until)| day > until.parts())
        };
        let known_since = |rules: RuleSet| rules.server().map(|server| server.known_since);
        let (rules, fit) = match self {
            GameRules::Fixed(rules) if is_before(rules.since().or(known_since(rules))) => {
                (rules, RulesFit::Newer)
            }
            GameRules::Fixed(rules) => (rules, RulesFit::InForce),
            GameRules::Dated => {
                let rules = in_force(&site, day);
                let is_date_lost = day.is_none() && headers.dates().any(is_unreadable);
                let unknown = match rules.server() {
                    Some(server) if is_before(Some(server.known_since)) || is_after(server) => {
                        Some(UnknownRules::Server)
                    }
                    None if is_other_server(&site) || is_of_programs(headers) => {
                        Some(UnknownRules::Server)
                    }
                    None if day.is_some_and(|(year, ..)| year < FIRST_LAWS) => {
                        Some(UnknownRules::BeforeLaws)
                    }
                    _ => is_date_lost.then_some(UnknownRules::Date),
                };
                (rules, unknown.map_or(RulesFit::InForce, RulesFit::Unknown))
            }
        };
        let source = source(&site).to_owned();
        RulesOfGame { known: KnownRules { rules, fit, day }, source }
    }

    /// Whether the rules depend on the day of the game, and no tag names its year.
    pub(super) fn miss_the_day(self, headers: &Headers<'_>) -> bool {
        self == GameRules::Dated && day(headers.dates()).is_none()
    }
}

impl From<RuleSet> for GameRules {
    fn from(rules: RuleSet) -> GameRules {
        GameRules::Fixed(rules)
    }
}

impl fmt::Display for GameRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameRules::Fixed(rules) => rules.fmt(f),
            GameRules::Dated => f.write_str(DATED),
        }
    }
}

/// Parses `dated`, or the name of a rule set.
impl FromStr for GameRules {
    type Err = RuleSetError;

    fn from_str(text: &str) -> Result<GameRules, RuleSetError> {
        if text == DATED { Ok(GameRules::Dated) } else { text.parse().map(GameRules::Fixed) }
    }
}

/// Returns the day that the tags name; `None` without a year. If several tags name a day, the most exact one counts.
///
/// An unknown month or day counts as the first one. So a game is judged by the older of the editions that can have
/// been in force.
fn day<'a>(dates: impl Iterator<Item = &'a [u8]>) -> Option<Date> {
    let dates: Vec<(Date, usize)> = dates.filter_map(read_date).collect();
    let most = dates.iter().map(|(_, parts)| *parts).max()?;
    dates.into_iter().find(|(_, parts)| *parts == most).map(|(date, _)| date)
}

/// The longest name of a host that counts as a source, in bytes.
const MAX_HOST: usize = 60;

/// The year of the first Laws of FIDE.
const FIRST_LAWS: u16 = 1929;

/// Names of servers that people write instead of an address.
const OTHER_SERVERS: [&str; 8] = [
    "chess24",
    "playchess",
    "icc",
    "fics",
    "iccf",
    "schemingmind",
    "internet chess club",
    "internet chess server",
];

/// The first words of the names of events between programs.
const ENGINE_EVENTS: [&str; 3] = ["tcec", "ccrl", "cegt"];

/// Hosts that show games which were played over the board.
const OVER_THE_BOARD: [&str; 3] = ["fide.com", "chess-results.com", "livechesscloud.com"];

/// Whether `host` is `server`, or a part of it.
fn is_of(host: &str, server: &str) -> bool {
    host.strip_suffix(server).is_some_and(|sub| sub.is_empty() || sub.ends_with('.'))
}

/// Strips the "INT" that collections of games write for a server, which is in no country. `site` is in lower case.
fn without_country(site: &str) -> &str {
    site.strip_suffix(" int").unwrap_or(site).trim()
}

/// Whether `site`, in lower case, names a server that none of the rule sets is about.
fn is_other_server(site: &str) -> bool {
    let host = source(site);
    let is_known = |rules: RuleSet| rules.server().is_some_and(|server| is_of(host, &server.host));
    let is_other_host = !host.is_empty()
        && !OVER_THE_BOARD.into_iter().any(|known| is_of(host, known))
        && !RuleSet::ALL.into_iter().any(is_known);
    let name = without_country(site);
    is_other_host || OTHER_SERVERS.contains(&name) || is_engine_event(name)
}

/// Whether the first word of `name` is that of an event between programs.
fn is_engine_event(name: &str) -> bool {
    let first = name.split(' ').next().unwrap_or_default();
    ENGINE_EVENTS.into_iter().any(|event| first.eq_ignore_ascii_case(event))
}

/// Whether the tags say that a program played, or name an event between programs.
fn is_of_programs(headers: &Headers<'_>) -> bool {
    let is_program =
        |tag| headers.get(tag).is_some_and(|kind| kind.eq_ignore_ascii_case(b"program"));
    let event = headers.get(TagName::Event).map(String::from_utf8_lossy).unwrap_or_default();
    is_program(TagName::WhiteType) || is_program(TagName::BlackType) || is_engine_event(&event)
}

/// Returns the part of a site where a host would be, if it is an address. A name with other words is a place: "chess.com
/// office".
fn host(site: &str) -> &str {
    let (is_address, rest) = match site.rsplit_once("://") {
        Some((_, rest)) => (true, rest),
        None => (false, site),
    };
    let name = without_country(rest);
    let host = name.split(['/', ' ', ',', '?', '#', ':']).next().unwrap_or_default();
    let is_whole = !name[host.len()..].starts_with([' ', ',']);
    if is_address || is_whole { host } else { "" }
}

/// The last parts of host names, in addition to the two letters of a country.
const TOP_DOMAINS: [&str; 12] =
    ["com", "org", "net", "edu", "gov", "info", "club", "app", "live", "online", "games", "chess"];

/// Returns the host of the server that `site` names; empty if it names none. `st.veit` is a place.
fn source(site: &str) -> &str {
    let host = host(site);
    let host = host.strip_prefix("www.").unwrap_or(host);
    let is_name = |part: &str| {
        part.len() > 1 && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    let is_address = site.contains("://") || site.starts_with("www.");
    let is_top = |part: &str| {
        part.len() == 2 && part.bytes().all(|byte| byte.is_ascii_lowercase())
            || TOP_DOMAINS.contains(&part)
    };
    let is_host = host.len() <= MAX_HOST
        && host.rsplit_once('.').is_some_and(|(_, top)| is_address || is_top(top))
        && host.split('.').all(is_name);
    if is_host { host } else { "" }
}

/// Returns the rules in force at `site`, in lower case, on `day`: those of the server that `site` names, or else the Laws. Without a
/// day, returns the latest.
///
/// A game that is older than the first rule set of its body is judged by that rule set. The oldest edition of the
/// Laws also fits games since the 1920s: stalemate and insufficient material draw, and all other draws need a claim.
fn in_force(site: &str, day: Option<Date>) -> RuleSet {
    let host = host(site);
    let is_of_server = |rule_set: &RuleSet| {
        rule_set.server().is_some_and(|server| {
            is_of(host, &server.host) && !site.contains(&server.over_the_board)
        })
    };
    let server = RuleSet::ALL.into_iter().find(is_of_server);
    let body = server.unwrap_or(RuleSet::LATEST).body();
    let was_in_force = |rule_set: &RuleSet| {
        let since = rule_set.since().map(|since| since.parts());
        since.is_none_or(|since| day.is_none_or(|day| since <= day))
    };
    let mut of_body = RuleSet::ALL.into_iter().filter(|rule_set| rule_set.body() == body);
    of_body.rfind(was_in_force).unwrap_or(RuleSet::LATEST)
}

/// The years of games. Others are those of a wrong record.
const YEARS: RangeInclusive<u16> = 1000..=2999;

/// Whether a date has digits and no certain year, such as `13.06.01`.
fn is_unreadable(date: &[u8]) -> bool {
    date.iter().any(|byte| matches!(byte, b'1'..=b'9')) && read_date(date).is_none()
}

/// Parses `2014.07.01` or `2014.??.??`. Also returns how many of the three parts are known; `None` without a year.
///
/// Of other spellings, such as `1.7.2014`, only the year counts: which number is the month depends on the country.
fn read_date(text: &[u8]) -> Option<(Date, usize)> {
    let text = std::str::from_utf8(text).ok()?.trim();
    // `20140701`
    let spelled;
    let text = match text.as_bytes() {
        all if all.len() == 8 && all.iter().all(u8::is_ascii_digit) => {
            spelled = format!("{}.{}.{}", &text[..4], &text[4..6], &text[6..]);
            &spelled
        }
        _ => text,
    };
    let mut parts = text.split(['.', '-', '/']);
    let Some(year) = parts.next().and_then(read_year) else {
        let mut years = text.split(|letter: char| !letter.is_ascii_digit()).filter_map(read_year);
        let year = years.next().filter(|_| years.next().is_none())?;
        return Some(((year, 1, 1), 1));
    };
    let mut part = |most: u8| {
        let part = parts.next()?.parse().ok()?;
        (1..=most).contains(&part).then_some(part)
    };
    let month = part(12);
    let day = month.and_then(|_| part(31));
    let known = 1 + usize::from(month.is_some()) + usize::from(day.is_some());
    Some(((year, month.unwrap_or(1), day.unwrap_or(1)), known))
}

/// Parses a year of four digits.
fn read_year(text: &str) -> Option<u16> {
    let is_year = text.len() == 4 && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|year| is_year && YEARS.contains(year))
}
