//! `lawbook-bench audit`: reads, replays and judges archives, next to the example of pgn-reader.

use std::{fs::File, io, ops::ControlFlow, path::Path, path::PathBuf, sync::Arc};

use lawbook::rules::RuleSet;
use lawbook_audit::{AuditConfig, Job};
use pgn_reader::{RawTag, Reader, SanPlus, Visitor};
use shakmaty::{CastlingMode, Chess, Position, fen::Fen};

use crate::replay::{Tally, Work};
use crate::rivals::Ruler;
use crate::{Contender, Result, Sheet, contest, processor_time};

/// Measures each archive.
pub(crate) fn measure(rounds: u32, archives: &[PathBuf]) -> Result<Sheet> {
    let mut sheet = Sheet::new("audit", "thousand plies a second");
    for path in archives {
        let name = path.display();
        let mut contenders: Vec<Contender<'_, io::Result<(u64, u64)>>> =
            vec![("lawbook", Box::new(|| audit(path)))];
        for (name, work) in
            [("pgn-reader", Work::Moves), ("pgn-reader with rulings", Work::Rulings)]
        {
            contenders.push((name, Box::new(move || Ok(read(File::open(path)?, work)?.0))));
        }
        let measured = contest(0..rounds, processor_time, &mut contenders);
        let mut plies = Vec::new();
        for one in &measured {
            let (games, moves) =
                one.results[0].as_ref().map_err(|error| format!("{name}: {error}"))?;
            eprintln!("{name}: {} finds {games} games and {moves} plies", one.name);
            plies.push(*moves as f64);
        }
        let label = path.file_name().unwrap_or_default().to_string_lossy();
        sheet.add_medians(&label, plies[0] / 1e3, &measured);
    }
    Ok(sheet)
}

/// Does everything that `lawbook audit` does except write the results. Returns the numbers of games and plies.
fn audit(archive: &Path) -> io::Result<(u64, u64)> {
    let job = Job {
        archives: vec![archive.to_owned()],
        config: AuditConfig::under(RuleSet::LATEST),
        threads: 1,
        temporary: std::env::temp_dir(),
    };
    let summary = lawbook_audit::run(&job, &Arc::default(), &mut io::sink())?;
    let error = summary.archives.into_iter().find_map(|archive| archive.error);
    let counted = (summary.counted.games, summary.counted.plies);
    error.map_or(Ok(counted), |error| Err(io::Error::other(error)))
}

/// Reads an archive to its end by pgn-reader. A game is abandoned at an unreadable start or move, and at its end by the
/// rules.
fn read(archive: impl io::Read, work: Work) -> io::Result<((u64, u64), Tally)> {
    let mut visitor = ReplayVisitor { work, games: 0, tally: Tally::default() };
    let mut reader = Reader::new(archive);
    while reader.read_game(&mut visitor)?.is_some() {}
    Ok(((visitor.games, visitor.tally.plies), visitor.tally))
}

struct ReplayVisitor {
    work: Work,
    games: u64,
    tally: Tally,
}

impl Visitor for ReplayVisitor {
    type Tags = Option<Chess>;
    type Movetext = (Chess, Ruler<Chess>);
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), Option<Chess>> {
        self.games += 1;
        ControlFlow::Continue(None)
    }

    fn tag(&mut self, start: &mut Self::Tags, name: &[u8], value: RawTag) -> ControlFlow<()> {
        if name != b"FEN" {
            return ControlFlow::Continue(());
        }
        let read = Fen::from_ascii(value.as_bytes()).ok();
        *start = read.and_then(|fen| fen.into_position(CastlingMode::Chess960).ok());
        go_on_if(start.is_some())
    }

    fn begin_movetext(&mut self, start: Option<Chess>) -> ControlFlow<(), Self::Movetext> {
        let start = start.unwrap_or_default();
        let ruler = Ruler::new(&start, start.halfmoves(), self.work);
        ControlFlow::Continue((start, ruler))
    }

    fn san(&mut self, (board, ruler): &mut Self::Movetext, written: SanPlus) -> ControlFlow<()> {
        let Ok(legal) = written.san.to_move(board) else { return go_on_if(false) };
        board.play_unchecked(legal);
        go_on_if(!ruler.ends(board, board.halfmoves() == 0, &mut self.tally))
    }

    fn end_game(&mut self, _: Self::Movetext) {}
}

const fn go_on_if(goes_on: bool) -> ControlFlow<()> {
    if goes_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
}

#[cfg(test)]
mod tests {
    use lawbook::rules::Termination;

    use super::*;

    /// The page measures the archives that the authors of pgn-reader use.
    #[test]
    fn games_are_ruled_on_and_the_page_names_what_is_measured() {
        let text = "[Event \"a\"]\n\n1. f3 e5 2. g4 { no } Qh4# 0-1\n\n\
                    [FEN \"7k/5K2/8/6Q1/8/8/8/8 w - - 0 1\"]\n\n1. Qg6 1/2-1/2\n\n\
                    [Event \"b\"]\n\n1. e4 e4 *\n\n[FEN \"x\"]\n\n1. e4 *\n";
        let (counts, tally) = read(text.as_bytes(), Work::Rulings).unwrap();
        assert_eq!((counts, tally.checks), ((4, 6), 1));
        assert_eq!(tally.ends, [Termination::Checkmate, Termination::Stalemate]);
        assert_eq!(read(text.as_bytes(), Work::Moves).unwrap().0, (4, 6));

        let folder = tempfile::tempdir().unwrap();
        let archives = ["lichess_db_1000k.pgn", "twic1599_1000k.pgn"];
        let archives = archives.map(|name| folder.path().join(name));
        archives.iter().for_each(|path| std::fs::write(path, text).unwrap());
        measure(1, &archives).unwrap().assert_current();
    }
}
