//! Archives read by pgn-reader: validated with shakmaty as in the reader's own example, or with a ruling on every ply.

use std::{
    io::{self, Read},
    marker::PhantomData,
    ops::ControlFlow,
};

use super::{ArchiveReader, Competitor, ReplayTally};
use pgn_reader::{RawTag, Reader, SanPlus, Visitor};
use shakmaty::{CastlingMode, Chess, Move, Position, fen::Fen};

use super::shakmaty::RuledGame;

/// The library's example.
pub(super) fn validating() -> ArchiveReader {
    let competitor = competitor(
        "pgn-reader",
        "Reads the FEN tag and the moves, and plays them with shakmaty. No rulings, no comments, no other tags.",
    );
    ArchiveReader { competitor, read: read::<Chess> }
}

/// The library's example, with rulings added.
pub(super) fn ruling() -> ArchiveReader {
    let competitor = competitor(
        "pgn-reader with rulings",
        "The same, with the rulings of `replay` by shakmaty after every move. No comments, no other tags, no \
         search for dead positions.",
    );
    ArchiveReader { competitor, read: read::<RuledGame> }
}

/// pgn-reader is not a library under test, so its version is recorded here. A test compares it with the package.
const fn competitor(name: &'static str, differences: &'static str) -> Competitor {
    Competitor {
        name,
        package: "pgn-reader",
        version: "0.29.0",
        file: "examples/validate.rs",
        functions: &["tag", "begin_movetext", "san"],
        differences,
    }
}

/// Reads an archive to its end. Returns the number of games and the combined tally. A game is abandoned at an
/// unreadable start or move, and at its end by the rules.
///
/// # Errors
///
/// The archive cannot be read.
fn read<G: ReadGame>(archive: &mut dyn Read) -> io::Result<(u64, ReplayTally)> {
    let mut visitor =
        ReplayVisitor { games: 0, tally: ReplayTally::default(), game: PhantomData::<G> };
    let mut reader = Reader::new(archive);
    while reader.read_game(&mut visitor)?.is_some() {}
    Ok((visitor.games, visitor.tally))
}

/// State of a game while its moves are read.
trait ReadGame {
    fn begin(start: Chess) -> Self;
    fn position(&self) -> &Chess;
    /// Plays a legal move. Returns whether the game goes on.
    fn play(&mut self, legal: Move, tally: &mut ReplayTally) -> bool;
}

impl ReadGame for Chess {
    fn begin(start: Chess) -> Chess {
        start
    }

    fn position(&self) -> &Chess {
        self
    }

    fn play(&mut self, legal: Move, tally: &mut ReplayTally) -> bool {
        self.play_unchecked(legal);
        tally.plies += 1;
        true
    }
}

impl ReadGame for RuledGame {
    fn begin(start: Chess) -> RuledGame {
        RuledGame::new(start)
    }

    fn position(&self) -> &Chess {
        &self.position
    }

    fn play(&mut self, legal: Move, tally: &mut ReplayTally) -> bool {
        !tally.ends_with(&RuledGame::play(self, legal))
    }
}

struct ReplayVisitor<G> {
    games: u64,
    tally: ReplayTally,
    game: PhantomData<G>,
}

impl<G: ReadGame> Visitor for ReplayVisitor<G> {
    type Tags = Option<Chess>;
    type Movetext = G;
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), Option<Chess>> {
        self.games += 1;
        ControlFlow::Continue(None)
    }

    fn tag(
        &mut self,
        start: &mut Option<Chess>,
        name: &[u8],
        value: RawTag<'_>,
    ) -> ControlFlow<()> {
        if name != b"FEN" {
            return ControlFlow::Continue(());
        }
        let read = Fen::from_ascii(value.as_bytes()).ok();
        *start = read.and_then(|fen| fen.into_position(CastlingMode::Chess960).ok());
        go_on_if(start.is_some())
    }

    fn begin_movetext(&mut self, start: Option<Chess>) -> ControlFlow<(), G> {
        ControlFlow::Continue(G::begin(start.unwrap_or_default()))
    }

    fn san(&mut self, game: &mut G, written: SanPlus) -> ControlFlow<()> {
        let Ok(legal) = written.san.to_move(game.position()) else { return go_on_if(false) };
        go_on_if(game.play(legal, &mut self.tally))
    }

    fn end_game(&mut self, _: G) {}
}

const fn go_on_if(goes_on: bool) -> ControlFlow<()> {
    if goes_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_counted_and_ruled_on() {
        let archive = "[Event \"a\"]\n\n1. f3 e5 2. g4 { no } Qh4# 0-1\n\n\
                       [FEN \"7k/5K2/8/6Q1/8/8/8/8 w - - 0 1\"]\n\n1. Qg6 1/2-1/2\n\n\
                       [Event \"b\"]\n\n1. e4 e4 *\n\n[FEN \"x\"]\n\n1. e4 *\n";
        let (games, tally) = read::<RuledGame>(&mut archive.as_bytes()).unwrap();
        assert_eq!((games, tally.plies, tally.checks, tally.ends), (4, 6, 1, [1, 1, 0, 0, 0]));
        let plain = ReplayTally { plies: 6, ..ReplayTally::default() };
        assert_eq!(read::<Chess>(&mut archive.as_bytes()).unwrap(), (4, plain));
    }
}
