//! The choice of the rule set by the date and the site of a game.

use std::{fmt, str::FromStr};

use lawbook::rules::{RuleSet, RuleSetError};

use super::headers::Headers;

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
type Date = (u16, u8, u8);

impl GameRules {
    /// Returns the rule set for a game with these tags.
    pub(super) fn of(self, headers: &Headers<'_>) -> RuleSet {
        match self {
            GameRules::Fixed(rules) => rules,
            GameRules::Dated => {
                let site = headers.site.as_deref().map(String::from_utf8_lossy).unwrap_or_default();
                in_force(&site, day(headers.dates()))
            }
        }
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

/// Returns the rules in force at `site` on `day`: those of the server that `site` names, or else the Laws. Without a
/// day, returns the latest.
///
/// A game that is older than the first rule set of its body is judged by that rule set. The oldest edition of the
/// Laws also fits games since the 1920s: stalemate and insufficient material draw, and all other draws need a claim.
fn in_force(site: &str, day: Option<Date>) -> RuleSet {
    let site = site.to_lowercase();
    let host = site.rsplit("://").next().unwrap_or_default();
    let host = host.split(['/', ' ']).next().unwrap_or_default();
    let is_of_server = |rule_set: &RuleSet| {
        rule_set.server().is_some_and(|server| {
            let below = host.strip_suffix(server.host.as_str());
            below.is_some_and(|sub| sub.is_empty() || sub.ends_with('.'))
                && !site.contains(&server.over_the_board)
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

/// Parses `2014.07.01` or `2014.??.??`. Also returns how many of the three parts are known; `None` without a year.
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
            assert_eq!(GameRules::Fixed(RuleSet::USCF_7).of(&headers), RuleSet::USCF_7);
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
}
