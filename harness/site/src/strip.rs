//! A strip of small boards: the occurrences of a position, and the times at which it only looks the same.

use lawbook::{board::Color, catalogue::Case, notation::write_san, position::Position, rules::Act};

use super::{board::BoardPicture, book::BookEntry};

/// A time at which the pieces stand as in the position that is claimed or counted.
pub(super) struct StripBoard {
    pub(super) board: BoardPicture,
    /// When: `at the start`, `after 3. Nf3`, `with the written move Ng8`.
    pub(super) when: String,
    /// Which occurrence it is; `None` if it does not count.
    pub(super) occurrence: Option<usize>,
    /// Why it does not count.
    pub(super) why_not: &'static str,
}

/// The strip of a case; empty if the position occurs only once.
pub(super) fn strip(entry: &BookEntry<'_>) -> Vec<StripBoard> {
    let case = entry.case;
    if !case.tags.iter().any(|tag| ["repetition", "fivefold"].contains(&tag.as_str())) {
        return Vec::new();
    }
    let mut positions = case.positions();
    let Some(&last) = positions.last() else { return Vec::new() };
    let written = case
        .acts
        .iter()
        .rev()
        .find_map(|act| if let Act::Claim { written, .. } = *act { written } else { None });
    let mut when = vec!["at the start".to_owned()];
    when.extend(names(&positions, case));
    if let Some(next) = written.and_then(|written| last.play(written).ok()) {
        positions.push(next);
        when.push("with the written move".to_owned());
    }
    let Some(&counted) = positions.last() else { return Vec::new() };
    let alike =
        positions.iter().zip(when).filter(|(one, _)| one.placement() == counted.placement());
    let mut occurrence = 0;
    let boards = alike.map(|(one, when)| {
        let counts = one.same_position(&counted);
        occurrence += usize::from(counts);
        StripBoard {
            board: BoardPicture::of(one, None),
            when,
            occurrence: counts.then_some(occurrence),
            why_not: if counts { "" } else { why_not(one, &counted) },
        }
    });
    let boards: Vec<StripBoard> = boards.collect();
    if boards.len() > 1 { boards } else { Vec::new() }
}

/// Names of the times after each move.
fn names(positions: &[Position], case: &Case) -> Vec<String> {
    let played = case.acts.iter().filter_map(Act::played);
    positions
        .iter()
        .zip(played)
        .map(|(before, played)| {
            let dots = if before.turn() == Color::White { "." } else { "..." };
            let san = write_san(before, played);
            format!("after {}{dots} {san}", before.fullmove_number())
        })
        .collect()
}

/// Why two positions with the same placement are not the same.
fn why_not(one: &Position, other: &Position) -> &'static str {
    if one.turn() != other.turn() {
        "does not count: the other player is on move"
    } else if one.castling() != other.castling() {
        "does not count: castling rights have been lost since"
    } else {
        "does not count: an en passant capture was possible"
    }
}

#[cfg(test)]
mod tests {
    use lawbook::{catalogue::Catalogue, report::Report, runner};

    use super::*;
    use crate::book::Book;

    #[test]
    fn occurrences_are_counted_and_others_explained() {
        let catalogue = Catalogue::embedded();
        let cases =
            catalogue.cases.iter().filter(|case| case.tags.iter().any(|tag| tag == "repetition"));
        let run = runner::run(&catalogue, cases, &[], &[], || {});
        let report = Report::new(&run, &catalogue);
        let book = Book::new(&catalogue, &report);
        let entry = book.entry("threefold-with-written-move").unwrap();
        let boards: Vec<(String, Option<usize>)> =
            strip(entry).into_iter().map(|one| (one.when, one.occurrence)).collect();
        let when = ["at the start", "after 2... Ng8", "with the written move"];
        let counted = when.iter().zip(1..).map(|(when, count)| ((*when).to_owned(), Some(count)));
        assert_eq!(boards, counted.collect::<Vec<_>>());
        let all: Vec<StripBoard> = book.entries.iter().flat_map(strip).collect();
        for words in ["the other player is on move", "castling rights", "en passant"] {
            let has = |one: &&StripBoard| one.occurrence.is_none() && one.why_not.contains(words);
            assert!(all.iter().any(|one| has(&one)), "{words}");
        }
    }
}
