//! The choice of the rule set by the date and the site of a game.

use std::{fmt, ops::RangeInclusive, str::FromStr};

use lawbook::rules::{Day, RuleSet, RuleSetError, Server};
use serde::{Serialize, Serializer};

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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
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
        let Venue { place, source } = Venue::of(headers);
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
                let rules = in_force(place, day);
                let is_date_lost = day.is_none() && headers.dates().any(is_unreadable);
                let unknown = match rules.server() {
                    Some(server) if is_before(Some(server.known_since)) || is_after(server) => {
                        Some(UnknownRules::Server)
                    }
                    None if place == Place::Elsewhere => Some(UnknownRules::Server),
                    None if day.is_some_and(|(year, ..)| year < FIRST_LAWS) => {
                        Some(UnknownRules::BeforeLaws)
                    }
                    _ => is_date_lost.then_some(UnknownRules::Date),
                };
                (rules, unknown.map_or(RulesFit::InForce, RulesFit::Unknown))
            }
        };
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

/// Serialises as the name of the rule set, or `dated`.
impl Serialize for GameRules {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
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

/// Names of servers, of programs' events, and words for the net, in lower case; with the host, if it is that of a rule
/// set.
const NAMES: [(&str, &str); 24] = [
    ("lichess", "lichess.org"),
    ("chesscom", "chess.com"),
    ("free internet chess server", ""),
    ("fics", ""),
    ("internet chess club", ""),
    ("chess24", ""),
    ("playchess", ""),
    ("tornelo", ""),
    ("fide online arena", ""),
    ("worldchess", ""),
    ("yahoo", ""),
    ("gameknot", ""),
    ("red hot pawn", ""),
    ("redhotpawn", ""),
    ("chesscube", ""),
    ("iccf", ""),
    ("schemingmind", ""),
    ("internet", ""),
    ("online", ""),
    ("on-line", ""),
    ("server", ""),
    ("tcec", ""),
    ("ccrl", ""),
    ("cegt", ""),
];

/// Hosts that show games which were played over the board.
const OVER_THE_BOARD: [&str; 3] = ["fide.com", "chess-results.com", "livechesscloud.com"];

/// Whether `host` is `server`, or a part of it.
fn is_of(host: &str, server: &str) -> bool {
    host.strip_suffix(server).is_some_and(|sub| sub.is_empty() || sub.ends_with('.'))
}

/// Where a game was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// Over the board, as far as the record says.
    Board,
    /// On a server with rule sets; one of them.
    Server(RuleSet),
    /// On another server, at an unknown place on the net, or between programs.
    Elsewhere,
}

/// Where a game was played, with the host that the record names; empty if it names none.
struct Venue {
    place: Place,
    source: String,
}

impl Venue {
    /// Returns the venue that the tags name: `Site`, else `Event`, else the words for the end of the game, if only
    /// servers write them. If `Site` names a town, the other two only make the venue uncertain, because a server can
    /// sponsor an event over the board.
    fn of(headers: &Headers<'_>) -> Venue {
        let text = |tag| headers.get(tag).map(String::from_utf8_lossy).unwrap_or_default();
        let is_program =
            |tag| headers.get(tag).is_some_and(|kind| kind.eq_ignore_ascii_case(b"program"));
        let site = text(TagName::Site);
        let by_site = Venue::named_by(&site, true);
        let source = match by_site {
            Some(venue) if venue.place != Place::Board => return venue,
            named => named.map(|venue| venue.source).unwrap_or_default(),
        };
        if is_program(TagName::WhiteType) || is_program(TagName::BlackType) {
            return Venue { place: Place::Elsewhere, source };
        }
        let by_event = Venue::named_by(&text(TagName::Event), false);
        let by_words = || headers.end(None).users().and_then(Venue::of_users);
        let Some(venue) = by_event.or_else(by_words) else {
            return Venue { place: Place::Board, source };
        };
        if site.chars().any(char::is_alphanumeric) {
            return Venue { place: Place::Elsewhere, source };
        }
        venue
    }

    /// Returns the venue that a tag names by a host, or by a name as a word; `None` if it names none. `is_site` is
    /// whether the tag is `Site`.
    fn named_by(text: &str, is_site: bool) -> Option<Venue> {
        let words: Vec<Word> = words(text).collect();
        let host = words.iter().find(|word| word.is_host(is_site)).map(|word| word.text.clone());
        let of_server = |host: &str| {
            let is_of_host = |rule_set: &RuleSet| {
                rule_set.server().is_some_and(|server| is_of(host, &server.host))
            };
            RuleSet::ALL.into_iter().find(is_of_host)
        };
        if let Some(host) = host {
            let shows = |rules: RuleSet| {
                rules.server().is_some_and(|server| {
                    text.to_ascii_lowercase().contains(&server.over_the_board)
                })
            };
            let place = match of_server(&host) {
                Some(rules) if is_site && shows(rules) => Place::Board,
                Some(rules) => Place::Server(rules),
                None if OVER_THE_BOARD.into_iter().any(|known| is_of(&host, known)) => Place::Board,
                None => Place::Elsewhere,
            };
            return Some(Venue { place, source: host });
        }
        let is_named = |name: &str| {
            let are_the_name =
                |some: &[Word]| name.split(' ').zip(some).all(|(part, word)| word.text == part);
            words.windows(name.split(' ').count()).any(are_the_name)
        };
        if let Some((_, host)) = NAMES.into_iter().find(|(name, _)| is_named(name)) {
            let place = of_server(host).map_or(Place::Elsewhere, Place::Server);
            return Some(Venue { place, source: host.to_owned() });
        }
        // A convention centre has the name ICC too. INT stands in place of a country.
        let is_count = |word: &&Word| word.text.bytes().all(|byte| byte.is_ascii_digit());
        let is_icc = |word: &&Word| word.text == "icc";
        let is_club = match is_site {
            true => words.iter().all(|word| is_icc(&word) || is_count(&word)),
            false => true,
        };
        let is_on_the_net = is_site && text.split_whitespace().next_back() == Some("INT")
            || is_club && words.iter().any(|word| is_icc(&word))
            || words.iter().any(Word::is_ip_address);
        is_on_the_net.then(|| Venue { place: Place::Elsewhere, source: String::new() })
    }

    /// Returns the venue whose words these are, if only servers write them.
    fn of_users(users: &str) -> Option<Venue> {
        let venues: Option<Vec<Venue>> =
            users.split(", ").map(|user| Venue::named_by(user, true)).collect();
        venues?.into_iter().reduce(|one, other| match one.place == other.place {
            true => one,
            false => Venue { place: Place::Elsewhere, source: String::new() },
        })
    }
}

/// A word of a tag, in lower case and without signs around it; of an address only the host.
struct Word {
    text: String,
    is_address: bool,
}

/// Returns the words of a tag.
fn words(text: &str) -> impl Iterator<Item = Word> {
    let parts = text.split(|letter: char| letter.is_whitespace() || ",;()[]\"!".contains(letter));
    parts.flat_map(|part| {
        let (is_address, rest) = match part.rsplit_once("://") {
            Some((_, rest)) => (true, rest),
            None => (false, part),
        };
        let pieces = rest.split(['/', '?', '#', ':']).filter(|piece| !piece.is_empty());
        pieces.take(if is_address { 1 } else { usize::MAX }).map(move |piece| {
            let lower = piece.to_lowercase();
            let plain = lower.trim_matches(|letter: char| !letter.is_alphanumeric());
            let name = plain.strip_prefix("www.");
            Word {
                text: name.unwrap_or(plain).to_owned(),
                is_address: is_address || name.is_some(),
            }
        })
    })
}

/// The last parts of host names, in addition to the two letters of a country.
const TOP_DOMAINS: [&str; 12] =
    ["com", "org", "net", "edu", "gov", "info", "club", "app", "live", "online", "games", "chess"];

impl Word {
    /// Whether the word is a host. `st.veit` is a place. Countries count only in a site: `Camp.de Madrid` is an event.
    fn is_host(&self, is_site: bool) -> bool {
        let is_name = |part: &str| {
            part.len() > 1 && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        };
        let is_country =
            |top: &str| top.len() == 2 && top.bytes().all(|byte| byte.is_ascii_lowercase());
        let is_top = |top: &str| TOP_DOMAINS.contains(&top) || is_site && is_country(top);
        self.text.len() <= MAX_HOST
            && self.text.rsplit_once('.').is_some_and(|(_, top)| self.is_address || is_top(top))
            && self.text.split('.').all(is_name)
    }

    fn is_ip_address(&self) -> bool {
        self.text.parse::<std::net::IpAddr>().is_ok()
    }
}

/// Returns the rules in force at a place on `day`: those of the server, or else the Laws. Without a day, returns the
/// latest.
///
/// A game that is older than the first rule set of its body is judged by that rule set. The oldest edition of the
/// Laws also fits games since the 1920s: stalemate and insufficient material draw, and all other draws need a claim.
fn in_force(place: Place, day: Option<Date>) -> RuleSet {
    let body = match place {
        Place::Server(rules) => rules.body(),
        Place::Board | Place::Elsewhere => RuleSet::LATEST.body(),
    };
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
