//! Compiles and runs the generated reproduction programs of linked libraries.

use std::panic;

/// Library and case, right results, known wrong result, and the function that asks the library.
type Program =
    (&'static str, &'static [&'static str], Option<&'static str>, fn() -> Result<String, Error>);

type Error = Box<dyn std::error::Error>;

/// One generated function per entry of the known deviations of linked libraries. A test of `lawbook-libraries` keeps
/// the file current.
mod written {
    // The programs are short for readability and do not follow the lints of this project.
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
        // The wording of a refusal or a panic may change.
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
