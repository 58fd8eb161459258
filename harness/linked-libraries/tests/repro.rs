//! Compiles and runs the reproduction programs of linked libraries, which are generated from the known deviations.

#![allow(clippy::unwrap_used)] // a test

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use lawbook_catalogue::Catalogue;
use lawbook_libraries::{Library, Repro, known_deviations};

/// Begins the program: prints the number and the result of each function.
const HEAD: &str = r#"
type Error = Box<dyn std::error::Error>;

fn show(number: usize, ask: fn() -> Result<String, Error>) {
    let got = match std::panic::catch_unwind(ask) {
        Ok(Ok(got)) => got,
        Ok(Err(error)) => format!("refused: {error}"),
        Err(_) => "a panic".to_owned(),
    };
    println!("{number}\t{}", got.replace('\n', " "));
}
"#;

#[test]
fn each_program_fails_as_it_says() {
    let (catalogue, known) = (Catalogue::embedded(), known_deviations().unwrap());
    let linked: BTreeSet<String> =
        lawbook_linked_libraries::all().iter().map(|library| library.about().name).collect();
    let mut repros = Repro::all(&catalogue, &known);
    repros.retain(|repro| linked.contains(repro.library().name));
    let least = if linked.contains("rschess") { 120 } else { 40 };
    assert!(repros.len() > least, "only {} programs", repros.len());

    let mut program = HEAD.to_owned();
    let mut calls = String::new();
    for (number, repro) in repros.iter().enumerate() {
        let body = repro.body();
        program.push_str(&format!("\nfn ask_{number}() -> Result<String, Error> {{\n{body}\n}}\n"));
        calls.push_str(&format!("    show({number}, ask_{number});\n"));
    }
    program.push_str(&format!("\nfn main() {{\n{calls}}}\n"));
    let output = run(&program, &linked);
    let said = String::from_utf8(output.stdout).unwrap();
    let results: BTreeMap<&str, &str> =
        said.lines().filter_map(|line| line.split_once('\t')).collect();

    let mut wrong = Vec::new();
    for (number, repro) in repros.iter().enumerate() {
        let got = results.get(number.to_string().as_str()).copied().unwrap_or("nothing");
        let (right, known) = (repro.rights(), repro.known_to_say());
        // The wording of a refusal or a panic may change.
        let is_failure = got.starts_with("refused: ") || got == "a panic";
        let is_as_known = match known.as_deref() {
            Some(Repro::REFUSED) => is_failure,
            Some(known) => known == got,
            None => true,
        };
        if right.iter().any(|right| right == got) || !is_as_known {
            let (library, case) = (repro.library().name, &repro.case().id);
            wrong.push(format!(
                "{library} on {case}: right is {right:?}, known {known:?}, got {got}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Compiles a program with the libraries as they are built for this test, and runs it.
fn run(program: &str, linked: &BTreeSet<String>) -> Output {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (source, binary) = (folder.join("programs.rs"), folder.join("programs"));
    fs::write(&source, program).unwrap();
    let mut rustc = Command::new("rustc");
    rustc.args(["--edition", "2024", "--cap-lints", "allow", "-o"]).arg(&binary).arg(&source);
    // Cargo links the requested libraries into the folder above, without their dependencies.
    let test = std::env::current_exe().unwrap();
    rustc.arg("-L").arg(format!("dependency={}", test.parent().unwrap().display()));
    for (name, library) in libraries(folder.parent().unwrap(), linked) {
        rustc.arg("--extern").arg(format!("{name}={}", library.display()));
    }
    let compiled = rustc.output().unwrap();
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    Command::new(&binary).output().unwrap()
}

/// The compiled libraries by the names of their crates. Cargo has built them before it runs a test, and says where.
fn libraries(target: &Path, linked: &BTreeSet<String>) -> Vec<(String, PathBuf)> {
    let libraries: Vec<&Library> =
        linked.iter().filter_map(|name| lawbook_libraries::library(name)).collect();
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["build", "--locked", "--offline", "--quiet", "--message-format=json"]);
    cargo.arg("--target-dir").arg(target);
    // Cargo takes features for a package of this workspace only. Without features the libraries are requested,
    // because this package would be built anew if tests of other packages turn on more features of `lawbook`.
    if cfg!(any(
        feature = "chess-lab",
        feature = "giga-chess",
        feature = "pleco",
        feature = "rchess",
        feature = "rschess"
    )) {
        let features: Vec<&str> = linked.iter().map(String::as_str).collect();
        cargo.args(["-p", env!("CARGO_PKG_NAME"), "--lib", "--features", &features.join(",")]);
    } else {
        for library in &libraries {
            cargo.args(["-p", &format!("{}@{}", library.package, library.version)]);
        }
    }
    let built = cargo.output().unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let messages = String::from_utf8(built.stdout).unwrap();
    let compiled = |line: &str| {
        let message: serde_json::Value = serde_json::from_str(line).ok()?;
        let files = message["filenames"].as_array()?.iter().filter_map(|file| file.as_str());
        let file = files.map(PathBuf::from).find(|file| file.extension() == Some("rlib".as_ref()));
        let name = message["target"]["name"].as_str()?.replace('-', "_");
        // A program names libraries under test, and not what these depend on.
        let is_named = |one: &&Library| one.package.replace('-', "_") == name;
        libraries.iter().any(is_named).then_some((name, file?))
    };
    messages.lines().filter_map(compiled).collect()
}
