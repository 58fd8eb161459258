//! Compiles the editions of the rules in, without what only readers of these files need. Browsers load them.

use std::{
    env,
    error::Error,
    fs,
    path::{Path, PathBuf},
};

/// The path of the articles in our words in the package.
const RESTATEMENTS: &str = "src/rules/editions/restatements/fide-2023.yaml";

/// How the row of an article ends that has no words for the search.
const NOT_SEARCHED: &str = ", \"\"]";

/// The path of the editions of the rules in the package.
const EDITIONS: &str = "src/rules/editions";

/// How the lines begin that only readers of the files and the tests need.
const READ_BY_PEOPLE: [&str; 4] = ["#", "examples:", "since_note:", "known_note:"];

/// Writes the data of `file` into the file `written`, without comments and without the examples for tests. For browsers,
/// which show no sources, the notes on the sources and the articles that are not searched are left out too.
fn write_data(file: &Path, written: &Path) -> Result<(), Box<dyn Error>> {
    let text = fs::read_to_string(file)?;
    let is_for_browsers = env::var("CARGO_CFG_TARGET_ARCH")? == "wasm32";
    let mut data = String::new();
    for line in text.lines() {
        // Elsewhere an empty line in its place keeps the numbers of the lines for messages.
        let begin = line.trim_start();
        let is_for_readers = READ_BY_PEOPLE.iter().any(|known| begin.starts_with(known));
        if is_for_readers || (is_for_browsers && line.ends_with(NOT_SEARCHED)) {
            data += if is_for_browsers { "" } else { "\n" };
            continue;
        }
        match line.split_once(", note: \"") {
            Some((before, _)) if is_for_browsers && line.ends_with("\" }") => {
                data += before;
                data += ", note: \"-\" }";
            }
            Some(_) | None => data += line,
        }
        data.push('\n');
    }
    Ok(fs::write(written, data)?)
}

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed={EDITIONS}");
    let package = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?);
    let out = PathBuf::from(env::var("OUT_DIR")?);
    write_data(&package.join(RESTATEMENTS), &out.join("restatements.yaml"))?;
    for entry in fs::read_dir(package.join(EDITIONS))? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "yaml") {
            write_data(&path, &out.join(path.file_name().ok_or("a file of data has no name")?))?;
        }
    }
    Ok(())
}
