//! How setups are reached from the initial position, for libraries that read no FEN.

use std::{collections::HashMap, sync::LazyLock};

use super::{
    Place, Problem, embedded_files,
    source::{CatalogueFile, FileKind},
};
use lawbook::position::{Line, Move, Position, Setup};

/// Sequences of moves from the initial position, by the setup that they lead to.
#[derive(Default)]
pub(super) struct FromStart(HashMap<Setup, Vec<Move>>);

impl FromStart {
    /// Returns the moves that lead to a setup; none if no sequence is stored.
    pub(super) fn moves(&self, setup: &Setup) -> Vec<Move> {
        self.0.get(setup).cloned().unwrap_or_default()
    }

    /// Returns the sequences of the embedded catalogue, whose tests check them.
    pub(super) fn embedded() -> &'static FromStart {
        static EMBEDDED: LazyLock<FromStart> = LazyLock::new(|| {
            let is_one = |file: &&CatalogueFile| matches!(file.kind(), FileKind::FromStart);
            let lines = embedded_files().iter().filter(is_one).flat_map(lines);
            FromStart(
                lines.filter_map(|(_, fen, moves)| Some((fen.parse().ok()?, moves?))).collect(),
            )
        });
        &EMBEDDED
    }

    /// Reads and plays the sequences of a file. Adds a problem for each that does not lead to its setup.
    pub(crate) fn read(file: &CatalogueFile, problems: &mut Vec<Problem>) -> FromStart {
        let mut read = HashMap::new();
        for (line, fen, moves) in lines(file) {
            if let Some(moves) = moves
                && let Some(setup) = reached(fen, &moves)
            {
                read.insert(setup, moves);
                continue;
            }
            problems.push(Problem {
                place: Place { file: file.path.clone(), line },
                message: format!("no legal moves from the initial position to {fen:?} are stored"),
                right: Some("a line \"FEN: MOVES\", with moves in UCI such as e2e4".to_owned()),
            });
        }
        FromStart(read)
    }
}

/// Returns the number of each line that is not a comment, with its FEN and its moves, if they can be read.
fn lines(file: &CatalogueFile) -> impl Iterator<Item = (usize, &str, Option<Vec<Move>>)> {
    let lines = (1..).zip(file.text.lines());
    let is_entry = |line: &str| !line.trim().is_empty() && !line.starts_with('#');
    lines.filter(move |(_, line)| is_entry(line)).map(|(number, line)| {
        let (fen, moves) = line.split_once(": ").unwrap_or((line, "?"));
        let moves = moves.split_whitespace().map(|text| text.parse().ok()).collect();
        (number, fen, moves)
    })
}

/// Returns the setup of a FEN, if moves from the initial position lead to its position. Only the number of the move may be
/// another one.
fn reached(fen: &str, moves: &[Move]) -> Option<Setup> {
    let line = Line::as_far_as_legal(Position::start(), moves.iter().copied());
    let numbered = |setup: Setup| Setup { fullmove_number: 1, ..setup };
    let setup: Setup = fen.parse().ok()?;
    let position = Position::new(&setup).ok()?;
    let leads_there = line.moves() == moves
        && setup.to_string() == fen
        && numbered(position.setup()) == numbered(line.end().setup());
    leads_there.then_some(setup)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Catalogue;

    fn file(text: &str) -> CatalogueFile {
        CatalogueFile { path: "from-start.yaml".to_owned(), text: text.to_owned() }
    }

    rows!(
        a_sequence_leads_to_the_whole_position,
        for (line, is_right) in [
            ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 7: e2e4", true),
            ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 7: e2e4 e7e5", false),
            ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQq - 0 7: e2e4", false),
            ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 1 7: e2e4", false),
            ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 7: e2e5", false),
            ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 7: e4", false),
            ("e2e4", false),
        ] {
            let mut problems = Vec::new();
            let read = FromStart::read(&file(line), &mut problems);
            assert_eq!(
                (read.0.len(), problems.len()),
                if is_right { (1, 0) } else { (0, 1) },
                "{line}"
            );
        }
    );

    #[test]
    fn the_stored_sequences_lead_to_setups_of_cases_and_repeat_no_position_of_them() {
        let catalogue = Catalogue::embedded();
        let stored = FromStart::embedded();
        let mut used = std::collections::HashSet::new();
        for case in &catalogue.cases {
            if case.from_start.is_empty() {
                continue;
            }
            let (start, later) = (Position::new(&case.setup).unwrap(), case.positions());
            used.insert(case.setup);
            let reached = reached(&case.setup.to_string(), &case.from_start);
            assert_eq!(reached, Some(case.setup), "{}", case.id);
            let line = Line::as_far_as_legal(Position::start(), case.from_start.iter().copied());
            assert_eq!(line.end().key(), start.key(), "{}", case.id);
            let (_, before) = line.positions().split_last().unwrap();
            for position in before {
                let is_met = later.iter().any(|one| one.key() == position.key());
                assert!(!is_met, "{} meets {position} again", case.id);
            }
        }
        let stale = stored.0.keys().filter(|one| !used.contains(*one)).map(Setup::to_string);
        assert_eq!(stale.collect::<Vec<_>>(), Vec::<String>::new());
        let is_one = |file: &&CatalogueFile| matches!(file.kind(), FileKind::FromStart);
        let written = embedded_files().iter().filter(is_one).flat_map(lines).count();
        assert_eq!(stored.0.len(), written);
        assert!(used.len() > 10, "{}", used.len());
    }
}
