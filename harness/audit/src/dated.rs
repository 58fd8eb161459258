//! The rules that were in force on the day of a game, and where it was played.

use std::{fmt, str::FromStr};

use lawbook::rules::{RuleSet, RuleSetError};

use super::headers::Headers;

/// By which rules games are judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameRules {
    /// All by the same.
    Fixed(RuleSet),
    /// Each by those that were in force where and when it was played, as far as its tags say.
    Dated,
}

/// The name for rules by date.
const DATED: &str = "dated";

/// A day, by year, month and day: days compare as these do.
type Date = (u16, u8, u8);

/// The editions of the Laws, each with its first day in force.
///
/// Before the first there is no edition here; it stands for those from the 1920s on, which like it have no draw
/// without a claim but stalemate and lack of material. The day of 1993 was not read: it is taken to be the first.
const EDITIONS: &[(Date, RuleSet)] = &[
    ((0, 1, 1), RuleSet::Fide1977),
    ((1993, 1, 1), RuleSet::Fide1993),
    ((1997, 7, 1), RuleSet::Fide1997),
    ((2001, 7, 1), RuleSet::Fide2001),
    ((2005, 7, 1), RuleSet::Fide2005),
    ((2009, 7, 1), RuleSet::Fide2009),
    ((2014, 7, 1), RuleSet::Fide2014),
    ((2017, 7, 1), RuleSet::Fide2017),
    ((2018, 1, 1), RuleSet::Fide2018),
    ((2023, 1, 1), RuleSet::Fide2023),
];

/// What lichess does. Its rules changed in April 2026, on a day that was not read: that month counts as before.
const LICHESS: &[(Date, RuleSet)] =
    &[((0, 1, 1), RuleSet::Lichess2024), ((2026, 5, 1), RuleSet::Lichess2026)];

/// What chess.com does, of which only one state is known.
const CHESSCOM: &[(Date, RuleSet)] = &[((0, 1, 1), RuleSet::Chesscom2024)];

/// A server whose rules are known.
struct Server {
    /// Its host in the tag `Site`.
    host: &'static str,
    /// What the address of a game over the board has in it, which is only shown there.
    shows: &'static str,
    rules: &'static [(Date, RuleSet)],
}

const SERVERS: &[Server] = &[
    Server { host: "lichess.org", shows: "/broadcast", rules: LICHESS },
    Server { host: "chess.com", shows: "/events", rules: CHESSCOM },
];

impl GameRules {
    /// The rules for a game with these tags.
    pub(super) fn of(self, headers: &Headers<'_>) -> RuleSet {
        match self {
            GameRules::Fixed(rules) => rules,
            GameRules::Dated => {
                let site = headers.site.as_deref().map(String::from_utf8_lossy).unwrap_or_default();
                in_force(&site, day(headers.dates()))
            }
        }
    }

    /// Whether those rules are to be those of the game's day, and no tag says even the year.
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

/// Reads `dated`, or the name of a rule set.
impl FromStr for GameRules {
    type Err = RuleSetError;

    fn from_str(text: &str) -> Result<GameRules, RuleSetError> {
        if text == DATED { Ok(GameRules::Dated) } else { text.parse().map(GameRules::Fixed) }
    }
}

/// The day that these tags name, of which the one that says most counts; none without a year.
///
/// A month or day that is not known is taken to be the first: so a game is judged by the older of the editions that can
/// have been in force.
fn day<'a>(dates: impl Iterator<Item = &'a [u8]>) -> Option<Date> {
    let dates: Vec<(Date, usize)> = dates.filter_map(read_date).collect();
    let most = dates.iter().map(|(_, parts)| *parts).max()?;
    dates.into_iter().find(|(_, parts)| *parts == most).map(|(date, _)| date)
}

/// The rules in force at this site on this day, or today if it is not known.
fn in_force(site: &str, day: Option<Date>) -> RuleSet {
    let site = site.to_lowercase();
    let host = site.rsplit("://").next().unwrap_or_default();
    let host = host.split(['/', ' ']).next().unwrap_or_default();
    let server = SERVERS.iter().find(|server| {
        let below = host.strip_suffix(server.host);
        below.is_some_and(|sub| sub.is_empty() || sub.ends_with('.'))
            && !site.contains(server.shows)
    });
    let rules = server.map_or(EDITIONS, |server| server.rules);
    let is_there = |since: Date| day.is_none_or(|day| since <= day);
    let (_, rule_set) = rules.iter().rfind(|(since, _)| is_there(*since)).unwrap_or(&rules[0]);
    *rule_set
}

/// Reads `2014.07.01` and `2014.??.??`, and how many of its parts are known; `None` without a year.
fn read_date(text: &[u8]) -> Option<(Date, usize)> {
    let text = std::str::from_utf8(text).ok()?.trim();
    let mut parts = text.split(['.', '-', '/']);
    let year = parts.next().filter(|year| year.len() == 4)?.parse().ok()?;
    let mut part = |most: u8| {
        let part = parts.next()?.parse().ok()?;
        (1..=most).contains(&part).then_some(part)
    };
    let month = part(12);
    let day = month.and_then(|_| part(31));
    let known = 1 + usize::from(month.is_some()) + usize::from(day.is_some());
    Some(((year, month.unwrap_or(1), day.unwrap_or(1)), known))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_judged_by_the_rules_of_its_day_and_place() {
        for (tags, rules) in [
            ("[Date \"1937.??.??\"]", "fide-1977"),
            ("[Date \"????.??.??\"]", "fide-2023"),
            ("", "fide-2023"),
            ("[Site \"https://lichess.org/abcdefgh\"]", "lichess-2026"),
            ("[Date \"????.??.??\"][EventDate \"1971.??.??\"]", "fide-1977"),
            ("[Date \"1997.06.30\"]", "fide-1993"),
            ("[Date \"1997.07.01\"]", "fide-1997"),
            ("[Date \"2014.??.??\"]", "fide-2009"),
            ("[Date \"2014.07.??\"]", "fide-2014"),
            ("[Date \"2014.??.??\"][EventDate \"2014.08.01\"]", "fide-2014"),
            ("[Date \"2017-12-31\"]", "fide-2017"),
            ("[Date \"2018.01.01\"][UTCDate \"2017.12.31\"]", "fide-2018"),
            ("[UTCDate \"2022.12.31\"]", "fide-2018"),
            ("[Date \"2023.13.01\"]", "fide-2023"),
            ("[Date \"next year\"][EventDate \"2009.07.01\"]", "fide-2009"),
            ("[Date \"2031.01.01\"]", "fide-2023"),
            ("[Site \"https://lichess.org/abcdefgh\"][Date \"2015.01.01\"]", "lichess-2024"),
            ("[Site \"https://lichess.org/abcdefgh\"][Date \"2026.04.30\"]", "lichess-2024"),
            ("[Site \"lichess.org INT\"][Date \"2026.05.01\"]", "lichess-2026"),
            ("[Site \"https://lichess.org/broadcast/x/y\"][Date \"2024.01.01\"]", "fide-2023"),
            ("[Site \"Chess.com\"][Date \"2020.01.01\"]", "chesscom-2024"),
            ("[Site \"https://www.chess.com/game/live/1\"]", "chesscom-2024"),
            ("[Site \"https://tcec-chess.com\"][Date \"2020.01.01\"]", "fide-2018"),
            ("[Site \"Bled\"][Date \"1970.??.??\"]", "fide-1977"),
        ] {
            let (headers, _) = Headers::read(tags.as_bytes());
            assert_eq!(GameRules::Dated.of(&headers).name(), rules, "{tags}");
            assert_eq!(GameRules::Fixed(RuleSet::Uscf7).of(&headers), RuleSet::Uscf7);
        }
        for (tags, misses) in
            [("", true), ("[Date \"????.08.??\"]", true), ("[Date \"1937\"]", false)]
        {
            let (headers, _) = Headers::read(tags.as_bytes());
            assert_eq!(GameRules::Dated.miss_the_day(&headers), misses, "{tags}");
            assert!(!GameRules::Fixed(RuleSet::LATEST).miss_the_day(&headers));
        }
        for text in ["dated", "fide-2023", "lichess-2024"] {
            assert_eq!(text.parse::<GameRules>().unwrap().to_string(), text);
        }
        assert!("date".parse::<GameRules>().is_err());
    }

    /// The rules of a place are in the order of their days, and none of the Laws is left out.
    #[test]
    fn the_editions_follow_each_other() {
        for rules in [EDITIONS, LICHESS, CHESSCOM] {
            assert!(rules.windows(2).all(|pair| pair[0].0 < pair[1].0 && pair[0].1 < pair[1].1));
        }
        let laws = RuleSet::ALL.into_iter().filter(|one| one.is_fide_edition());
        assert!(EDITIONS.iter().map(|(_, one)| *one).eq(laws));
    }
}
