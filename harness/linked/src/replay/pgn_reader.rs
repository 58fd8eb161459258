//! Archives read by pgn-reader and replayed by shakmaty, which rules on every ply.

use std::{
    io::{self, Read},
    ops::ControlFlow,
};

use lawbook_libraries::opponents::ReplayTally;
use pgn_reader::{RawTag, Reader, SanPlus, Visitor};
use shakmaty::{CastlingMode, Chess, fen::Fen};

use super::shakmaty::RuledGame;

/// Reads an archive to its end. A game whose start cannot be read is passed over, and what follows its end, or a move
/// that cannot be read.
///
/// # Errors
///
/// The archive cannot be read.
pub(super) fn read(archive: &mut dyn Read) -> io::Result<(u64, ReplayTally)> {
    let mut visitor = RulingVisitor::default();
    Reader::new(archive).visit_all_games(&mut visitor)?;
    Ok((visitor.games, visitor.tally))
}

#[derive(Default)]
struct RulingVisitor {
    games: u64,
    tally: ReplayTally,
}

impl Visitor for RulingVisitor {
    type Tags = Option<Chess>;
    type Movetext = RuledGame;
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

    fn begin_movetext(&mut self, start: Option<Chess>) -> ControlFlow<(), RuledGame> {
        ControlFlow::Continue(RuledGame::new(start.unwrap_or_default()))
    }

    fn san(&mut self, game: &mut RuledGame, written: SanPlus) -> ControlFlow<()> {
        let Ok(legal) = written.san.to_move(&game.position) else { return go_on_if(false) };
        go_on_if(!self.tally.ends_with(&game.play(legal)))
    }

    fn end_game(&mut self, _: RuledGame) {}
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
        let (games, tally) = read(&mut archive.as_bytes()).unwrap();
        assert_eq!((games, tally.plies, tally.checks, tally.ends), (4, 6, 1, [1, 1, 0, 0, 0]));
    }
}
