//! The programs that are written for reports to paste, compiled against the libraries that are linked.

use std::panic;

/// A library and a case, what is right, what is known to be got, and the function that asks.
type Program =
    (&'static str, &'static [&'static str], Option<&'static str>, fn() -> Result<String, Error>);

type Error = Box<dyn std::error::Error>;

/// A function for each entry of the lists of known deviations, as a test of the package that writes programs keeps it; those
/// of libraries that are linked here.
mod written {
    // They are short for whoever reads them, and what is denied here is no rule of theirs.
    #![allow(clippy::all, clippy::wildcard_enum_match_arm, unused)]
    include!("repro/programs.inc");
}

#[test]
fn each_program_fails_as_it_says() {
    let mut wrong = Vec::new();
    for (name, right, known, ask) in written::ALL {
        let got = match panic::catch_unwind(ask) {
            Ok(Ok(got)) => got,
            Ok(Err(error)) => format!("refused: {error}"),
            Err(_) => "a panic".to_owned(),
        };
        // How a library words a refusal or a panic is its own business.
        let is_failure = got.starts_with("refused: ") || got == "a panic";
        let is_as_known = known.map_or(is_failure, |known| known == got);
        if right.contains(&got.as_str()) || !is_as_known {
            wrong.push(format!("{name}: right is {right:?}, known {known:?}, got {got}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let least = if cfg!(feature = "rschess") { 150 } else { 60 };
    assert!(written::ALL.len() > least, "only {} programs", written::ALL.len());
}
