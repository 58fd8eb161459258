//! Takes the versions of the libraries under test from the lock file, so that a report names what
//! was really linked.

use std::{env, fs, path::Path};

const LIBRARIES: [&str; 12] = [
    "chasolver",
    "chess",
    "chess-lab",
    "chessie",
    "cozy-chess",
    "giga-chess",
    "owlchess",
    "pgn-reader",
    "pleco",
    "rchess",
    "rschess",
    "shakmaty",
];

fn main() {
    let manifest = env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
    let lock = Path::new(&manifest)
        .ancestors()
        .map(|folder| folder.join("Cargo.lock"))
        .find(|lock| lock.is_file());
    let text = lock.as_ref().and_then(|lock| fs::read_to_string(lock).ok()).unwrap_or_default();
    let mut locked = Vec::new();
    for package in text.split("[[package]]") {
        let field = |name: &str| {
            let line = package.lines().find(|line| line.starts_with(name))?;
            Some(line.split_once('"')?.1.trim_end_matches('"').to_owned())
        };
        if let (Some(name), Some(version)) = (field("name = "), field("version = "))
            && LIBRARIES.contains(&name.as_str())
        {
            locked.push(format!("{name}@{version}"));
        }
    }
    println!("cargo:rustc-env=LAWBOOK_LOCKED={}", locked.join(" "));
    if let Some(lock) = lock {
        println!("cargo:rerun-if-changed={}", lock.display());
    }
    println!("cargo:rerun-if-changed=build.rs");
}
