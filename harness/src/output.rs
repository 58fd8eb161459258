//! What the command says: results on standard output, talk on standard error, and the exit code.

use std::io::{self, Write};

use indicatif::{ProgressBar, ProgressStyle};

use crate::visible::visible;

/// How a run of the command ended, as an exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Everything agreed, or the command did what it was asked.
    Agreed = 0,
    /// Something disagreed.
    Disagreed = 1,
    /// The command line was wrong; clap exits with this itself.
    Usage = 2,
    /// The catalogue, or a list of known deviations, is invalid.
    Invalid = 3,
    /// The selection is empty.
    NothingSelected = 4,
    /// Something could not be read or written.
    Trouble = 5,
    /// For `git bisect run`: this commit says nothing either way.
    CannotJudge = 125,
}

/// Why a command cannot do what it was asked.
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

pub(crate) type Result<T = Exit> = std::result::Result<T, Failure>;

/// Writes a result; a reader that has gone away is no error.
pub(crate) fn print(text: &str) -> Result<()> {
    let mut out = anstream::stdout().lock();
    if let Err(error) = out.write_all(text.as_bytes()).and_then(|()| out.flush())
        && error.kind() != io::ErrorKind::BrokenPipe
    {
        Err(Failure::new(Exit::Trouble, format!("cannot write the result: {error}")))
    } else {
        Ok(())
    }
}

/// A value as JSON, with a line feed at the end.
pub(crate) fn json(value: &impl serde::Serialize) -> Result<String> {
    serde_json::to_string_pretty(value)
        .map(|text| text + "\n")
        .map_err(|error| Failure::new(Exit::Trouble, error.to_string()))
}

/// Says something on the side.
pub(crate) fn note(text: &str) {
    say(&visible(text));
}

fn say(text: &str) {
    let _ = writeln!(anstream::stderr().lock(), "{text}");
}

/// Says what went wrong.
pub(crate) fn error(text: &str) {
    let red = anstyle::Style::new().bold().fg_color(Some(anstyle::AnsiColor::Red.into()));
    say(&format!("{red}error{red:#}: {}", visible(text)));
}

/// A bar on standard error that shows how far long work has come, if that is a terminal.
pub(crate) fn progress(len: usize, what: &str) -> ProgressBar {
    let bar = ProgressBar::new(len as u64);
    if let Ok(style) = ProgressStyle::with_template(&format!("{{bar:30}} {{pos}}/{{len}} {what}")) {
        bar.set_style(style);
    }
    bar
}

/// A count on standard error that says how far work without a known end has come, and how fast, if
/// that is a terminal.
pub(crate) fn spinner(what: &str) -> ProgressBar {
    let bar = ProgressBar::new_spinner();
    let template = format!("{{elapsed}} {{human_pos}} {what}, {{per_sec}}");
    if let Ok(style) = ProgressStyle::with_template(&template) {
        bar.set_style(style);
    }
    bar
}

/// A bar on standard error for bytes that are read, of so many if that is known, if that is a terminal.
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
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}

/// Colours a piece of text; the stream drops the colour where there is no terminal.
pub(crate) fn paint(text: &str, color: anstyle::AnsiColor) -> String {
    let style = anstyle::Style::new().bold().fg_color(Some(color.into()));
    format!("{style}{}{style:#}", visible(text))
}
