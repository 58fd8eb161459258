//! Output of the command: results on standard output, messages on standard error, and the exit code.

use std::{
    cell::Cell,
    io::{self, Write},
    time::{Duration, Instant},
};

use indicatif::{ProgressBar, ProgressStyle};
use lawbook::words::{visible, visible_json};
use lawbook_runner::baseline::BaselineError;

/// Result of a run, as an exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Everything agreed, or the command succeeded.
    Agreed = 0,
    /// Something disagreed.
    Disagreed = 1,
    /// The command line was wrong; clap itself exits with this code.
    Usage = 2,
    /// The catalogue, or a list of known deviations, is invalid.
    Invalid = 3,
    /// The selection is empty.
    NothingSelected = 4,
    /// An input or output error.
    IoError = 5,
    /// There are only warnings.
    Warned = 6,
}

/// An error that ends a command, with its exit code.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) exit: Exit,
    pub(crate) message: String,
}

impl Failure {
    pub(crate) fn new(exit: Exit, message: impl Into<String>) -> Failure {
        Failure { exit, message: message.into() }
    }
}

impl From<BaselineError> for Failure {
    fn from(error: BaselineError) -> Failure {
        let exit = match error {
            BaselineError::Invalid(_) => Exit::Invalid,
            BaselineError::File(_) => Exit::IoError,
        };
        Failure::new(exit, error.to_string())
    }
}

/// Returns the failure of a command line that cannot be understood.
pub(crate) fn usage(message: impl Into<String>) -> Failure {
    Failure::new(Exit::Usage, message)
}

pub(crate) type Result<T = Exit> = std::result::Result<T, Failure>;

/// Prints a result; a closed pipe is not an error.
///
/// Control characters in it are escaped, see [`visible`]; colours come from [`Style`].
pub(crate) fn print(text: &str) -> Result<()> {
    print_styled(&styled(text))
}

/// Prints a result whose only escape sequences are the program's own colours.
pub(crate) fn print_styled(text: &str) -> Result<()> {
    let mut out = anstream::AutoStream::auto(io::stdout().lock());
    if let Err(error) = out.write_all(text.as_bytes()).and_then(|()| out.flush())
        && error.kind() != io::ErrorKind::BrokenPipe
    {
        Err(Failure::new(Exit::IoError, format!("cannot write the result: {error}")))
    } else {
        Ok(())
    }
}

/// Serializes a value as JSON, with a final line feed.
pub(crate) fn json(value: &impl serde::Serialize) -> Result<String> {
    serde_json::to_string_pretty(value)
        .map(|text| visible_json(text + "\n"))
        .map_err(|error| Failure::new(Exit::IoError, error.to_string()))
}

/// Prints a message on standard error.
pub(crate) fn note(text: &str) {
    let _ = writeln!(anstream::stderr().lock(), "{}", styled(text));
}

/// Prints an error message on standard error.
pub(crate) fn error(text: &str) {
    note(&format!("{}: {}", paint("error", Style::Red), visible(text)));
}

/// The progress of work of known length: a bar if standard error is a terminal, else a line from time to time.
pub(crate) struct Progress {
    bar: ProgressBar,
    /// The unit of the work, in the plural.
    what: &'static str,
    /// Minimum time between two lines.
    every: Duration,
    last: Cell<Instant>,
}

/// Starts to show the progress of `len` units of work. Work of less than half a minute prints no line.
pub(crate) fn progress(len: usize, what: &'static str) -> Progress {
    let template = format!("{{bar:30}} {{pos}}/{{len}} {what}");
    let bar = drawn(ProgressBar::new(len as u64), &template);
    Progress { bar, what, every: Duration::from_secs(30), last: Cell::new(Instant::now()) }
}

impl Progress {
    /// Adds a unit of work.
    pub(crate) fn inc(&self) {
        self.bar.inc(1);
        if let Some(line) = self.line() {
            note(&line);
        }
    }

    /// Returns the line to print now; `None` on a terminal, and if the last one is recent.
    fn line(&self) -> Option<String> {
        if !self.bar.is_hidden() || self.last.get().elapsed() < self.every {
            return None;
        }
        self.last.set(Instant::now());
        let (done, all) = (self.bar.position(), self.bar.length().unwrap_or_default());
        Some(format!("{done} of {all} {} ({} %)", self.what, 100 * done / all.max(1)))
    }

    /// Removes the bar.
    pub(crate) fn finish(self) {
        self.bar.finish_and_clear();
    }
}

/// Returns a counter with a rate for work of unknown length, shown only if standard error is a terminal.
pub(crate) fn spinner(what: &str) -> ProgressBar {
    let template = format!("{{elapsed}} {{human_pos}} {what}, {{per_sec}}");
    drawn(ProgressBar::new_spinner(), &template)
}

/// Returns a progress bar for bytes read, of a total of `of` bytes if known; shown only if standard error is a
/// terminal.
pub(crate) fn bytes(of: Option<u64>) -> ProgressBar {
    let (bar, template) = match of {
        Some(of) => (
            ProgressBar::new(of),
            "{bar:30} {binary_bytes}/{binary_total_bytes} {msg}, {binary_bytes_per_sec}, {eta} left",
        ),
        None => {
            (ProgressBar::new_spinner(), "{elapsed} {binary_bytes} {msg}, {binary_bytes_per_sec}")
        }
    };
    drawn(bar, template)
}

/// Returns a bar that is drawn as the template says.
fn drawn(bar: ProgressBar, template: &str) -> ProgressBar {
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// Colours a piece of text; `anstream` drops the colour if the output is not a terminal.
pub(crate) fn paint(text: &str, color: Style) -> String {
    color.around(&visible(text))
}

/// Style of a piece of text.
///
/// Until it is written, a style is represented by a Unicode noncharacter, reserved for internal use. Text from outside
/// cannot style the output: escape sequences in it are made visible when it is written. Nor can it end a style of the
/// program: noncharacters in it are made visible in [`paint`].
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Style {
    Red,
    Green,
    Yellow,
    Cyan,
    LightSquare,
    DarkSquare,
    MarkedLightSquare,
    MarkedDarkSquare,
}

impl Style {
    /// All styles.
    const ALL: [Style; 8] = {
        use Style::*;
        [Red, Green, Yellow, Cyan, LightSquare, DarkSquare, MarkedLightSquare, MarkedDarkSquare]
    };

    /// Returns the character that begins this style, and the parameters of its escape sequence.
    const fn marks(self) -> (char, &'static str) {
        match self {
            Style::Red => ('\u{fdd1}', "1;31"),
            Style::Green => ('\u{fdd2}', "1;32"),
            Style::Yellow => ('\u{fdd3}', "1;33"),
            Style::Cyan => ('\u{fdd4}', "1;36"),
            Style::LightSquare => ('\u{fdd5}', "38;5;16;48;5;223"),
            Style::DarkSquare => ('\u{fdd6}', "38;5;16;48;5;180"),
            Style::MarkedLightSquare => ('\u{fdd7}', "38;5;16;48;5;192"),
            Style::MarkedDarkSquare => ('\u{fdd8}', "38;5;16;48;5;149"),
        }
    }

    /// Returns the text in this style.
    pub(crate) fn around(self, text: &str) -> String {
        format!("{}{text}{END}", self.marks().0)
    }
}

/// Character that ends a style.
const END: char = '\u{fdd0}';

/// Returns the text as it is written to a terminal.
fn styled(text: &str) -> String {
    let mut styled = String::with_capacity(text.len());
    let is_mark = |letter: char| ('\u{fdd0}'..='\u{fdef}').contains(&letter);
    // Whether a style is open. An end without a style, or a style within a style, comes from outside and is escaped.
    let mut is_open = false;
    for piece in text.split_inclusive(is_mark) {
        let plain = piece.trim_end_matches(is_mark);
        styled.push_str(&visible(plain));
        let mark = &piece[plain.len()..];
        let Some(letter) = mark.chars().next() else { continue };
        match Style::ALL.into_iter().map(Style::marks).find(|(begin, _)| *begin == letter) {
            Some((_, codes)) if !is_open => {
                styled.push_str(&format!("\u{1b}[{codes}m"));
                is_open = true;
            }
            None if letter == END && is_open => {
                styled.push_str("\u{1b}[0m");
                is_open = false;
            }
            _ => styled.push_str(&visible(mark)),
        }
    }
    styled
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_terminal_progress_is_a_line_from_time_to_time() {
        for (every, line) in [(Duration::ZERO, Some("1 of 8 cases (12 %)")), (Duration::MAX, None)]
        {
            let bar = ProgressBar::hidden();
            bar.set_length(8);
            let last = Cell::new(Instant::now());
            let progress = Progress { bar, what: "cases", every, last };
            progress.bar.inc(1);
            assert_eq!(progress.line().as_deref(), line);
        }
    }

    #[test]
    fn only_our_own_styles_reach_the_terminal() {
        for (text, written) in [
            ("plain \u{265a}\n\tx".to_owned(), "plain \u{265a}\n\tx"),
            (paint("red", Style::Red) + "x", "\u{1b}[1;31mred\u{1b}[0mx"),
            (
                paint("a\u{1b}[0mb\u{fdd0}", Style::Cyan),
                "\u{1b}[1;36ma\\u{1b}[0mb\\u{fdd0}\u{1b}[0m",
            ),
            ("\u{1b}[31mred\u{1b}[0m".to_owned(), "\\u{1b}[31mred\\u{1b}[0m"),
            ("\u{9b}2J\r\u{202e}x\u{fdd0}".to_owned(), "\\u{9b}2J\\u{d}\\u{202e}x\\u{fdd0}"),
            (Style::DarkSquare.around(" k"), "\u{1b}[38;5;16;48;5;180m k\u{1b}[0m"),
        ] {
            assert_eq!(styled(&text), written, "{text:?}");
        }
    }
}
