//! Compiles the table of everyday words in, without what only its readers need. Browsers load it.

use std::{env, error::Error, fs, path::PathBuf};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=src/vocabulary.yaml");
    let text = fs::read_to_string("src/vocabulary.yaml")?;
    let read_by_people = ["#", "examples:"];
    let mut data = String::new();
    for line in text.lines() {
        // An empty line in its place keeps the numbers of the lines for messages.
        if !read_by_people.iter().any(|known| line.trim_start().starts_with(known)) {
            data += line;
        }
        data.push('\n');
    }
    Ok(fs::write(PathBuf::from(env::var("OUT_DIR")?).join("vocabulary.yaml"), data)?)
}
