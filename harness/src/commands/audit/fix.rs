//! `lawbook audit --fix`: corrects tags that the moves prove wrong.

use std::{
    fs,
    io::{self, IsTerminal, Write},
    ops::Range,
    path::PathBuf,
};

use lawbook_audit::{ArchiveName, TagFix, check_text, is_packed, tag_fixes};

use super::trouble;
use crate::{
    cli::AuditOptions,
    files::write_whole,
    output::{Exit, Failure, Result},
};

/// The number of unchanged lines around a change in a diff.
const CONTEXT: usize = 3;

/// An archive, and its text with all corrections.
struct FixedArchive<'a> {
    name: &'a ArchiveName,
    /// The file, not a link to it.
    path: PathBuf,
    before: Vec<u8>,
    after: Vec<u8>,
}

/// `lawbook audit --fix ARCHIVE...`
pub(super) fn run(options: &AuditOptions) -> Result {
    let archives: Result<Vec<FixedArchive<'_>>> =
        options.archives.iter().map(FixedArchive::read).collect();
    let changed = archives?.into_iter().filter(|archive| archive.before != archive.after);
    let changed: Vec<FixedArchive<'_>> = changed.collect();
    for archive in &changed {
        print(&archive.diff()).map_err(|error| trouble("standard output", &error))?;
    }
    if options.write {
        for archive in &changed {
            archive.write().map_err(|error| trouble(archive.name.as_str(), &error))?;
        }
    }
    let is_left = !changed.is_empty() && !options.write && !options.results.exit_zero;
    Ok(if is_left { Exit::Disagreed } else { Exit::Agreed })
}

/// Prints a diff. Only on a terminal the bytes that it quotes are escaped.
fn print(diff: &[u8]) -> io::Result<()> {
    let mut stdout = io::stdout();
    let printed = if stdout.is_terminal() {
        let text = lawbook::report::visible(&String::from_utf8_lossy(diff)).into_bytes();
        stdout.write_all(&text)
    } else {
        stdout.write_all(diff)
    };
    match printed.and_then(|()| stdout.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        printed => printed,
    }
}

impl<'a> FixedArchive<'a> {
    fn read(name: &'a ArchiveName) -> Result<FixedArchive<'a>> {
        if name.is_stdin() {
            let message = "--fix cannot correct standard input; name a file";
            return Err(Failure::new(Exit::Usage, message));
        }
        let failed = |error: io::Error| trouble(name.as_str(), &error);
        let path = fs::canonicalize(name.path()).map_err(failed)?;
        let before = fs::read(&path).map_err(failed)?;
        check_text(&before[..before.len().min(1 << 12)]).map_err(|error| {
            trouble(
                name.as_str(),
                &io::Error::other(format!("--fix needs plain text, but {error}")),
            )
        })?;
        if is_packed(name).map_err(failed)? {
            let message = "--fix needs lines that end with line feeds, but these end with carriage returns alone; \
                convert it first: tr '\\r' '\\n' < games.pgn > converted.pgn";
            return Err(trouble(name.as_str(), &io::Error::other(message)));
        }
        let mut after = before.clone();
        for TagFix { place, right } in tag_fixes(&before).map_err(failed)?.into_iter().rev() {
            after.splice(place, right.into_bytes());
        }
        Ok(FixedArchive { name, path, before, after })
    }

    /// Writes the corrected text, unless the file was changed meanwhile.
    fn write(&self) -> io::Result<()> {
        if fs::read(&self.path)? != self.before {
            let message =
                "the file was changed meanwhile, so it is left as it is; run the command again";
            return Err(io::Error::other(message));
        }
        write_whole(&self.path, &self.after)
    }

    /// The unified diff. Corrections neither add nor remove lines.
    fn diff(&self) -> Vec<u8> {
        let [before, after] = [&self.before, &self.after].map(|text| lines(text));
        let name = self.name.as_str();
        let mut diff = format!("--- {name}\n+++ {name}\n").into_bytes();
        for hunk in hunks(&before, &after) {
            let (first, count) = (hunk.start + 1, hunk.len());
            diff.extend(format!("@@ -{first},{count} +{first},{count} @@\n").into_bytes());
            let mut at = hunk.start;
            while at < hunk.end {
                let differs = |at: &usize| *at < hunk.end && before[*at] != after[*at];
                let end = (at..hunk.end).find(|at| !differs(at)).unwrap_or(hunk.end);
                if end == at {
                    push(&mut diff, b' ', before[at]);
                    at += 1;
                    continue;
                }
                before[at..end].iter().for_each(|line| push(&mut diff, b'-', line));
                after[at..end].iter().for_each(|line| push(&mut diff, b'+', line));
                at = end;
            }
        }
        diff
    }
}

/// The lines of a text, with their ends.
fn lines(text: &[u8]) -> Vec<&[u8]> {
    text.split_inclusive(|&byte| byte == b'\n').collect()
}

/// The ranges of lines that differ, with the lines around them.
fn hunks(before: &[&[u8]], after: &[&[u8]]) -> Vec<Range<usize>> {
    let mut hunks: Vec<Range<usize>> = Vec::new();
    for at in (0..before.len()).filter(|&at| before[at] != after[at]) {
        let around = at.saturating_sub(CONTEXT)..(at + 1 + CONTEXT).min(before.len());
        match hunks.last_mut() {
            Some(last) if around.start <= last.end => last.end = around.end,
            _ => hunks.push(around),
        }
    }
    hunks
}

/// Appends a line to a diff.
fn push(diff: &mut Vec<u8>, sign: u8, line: &[u8]) {
    diff.push(sign);
    diff.extend_from_slice(line);
    if !line.ends_with(b"\n") {
        diff.extend_from_slice(b"\n\\ No newline at end of file\n");
    }
}
