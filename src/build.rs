//! Compiles the editions of the rules in: each YAML file becomes an expression of the type `Node`, without what only
//! readers of the file need.

use std::{
    env,
    error::Error,
    fs,
    path::{Path, PathBuf},
};

use serde_yaml::Value;

/// The path of the articles in our words in the package.
const RESTATEMENTS: &str = "src/rules/editions/restatements/fide-2023.yaml";

/// The path of the editions of the rules in the package.
const EDITIONS: &str = "src/rules/editions";

/// The fields that only readers of the files and the tests need.
const READ_BY_PEOPLE: [&str; 3] = ["examples", "since_note", "known_note"];

/// Returns a value as an expression. For browsers, which show no sources, the notes on the sources and the articles without
/// words for the search are left out.
fn node(value: &Value, is_for_browsers: bool) -> Result<String, String> {
    let part = |value: &Value| node(value, is_for_browsers);
    Ok(match value {
        Value::Null => "Node::Null".to_owned(),
        Value::Bool(is) => format!("Node::Is({is})"),
        Value::Number(number) => format!("Node::Number({number})"),
        Value::String(text) => format!("Node::Text({text:?})"),
        Value::Sequence(items) => {
            let is_searched = |item: &&Value| {
                let row = item.as_sequence().map(Vec::as_slice);
                !matches!(row, Some([_, _, _, Value::String(words)]) if words.is_empty())
            };
            let items = items.iter().filter(|one| !is_for_browsers || is_searched(one));
            format!("Node::List(&[{}])", items.map(part).collect::<Result<Vec<_>, _>>()?.join(", "))
        }
        Value::Mapping(fields) => {
            let mut parts = Vec::new();
            for (name, value) in fields {
                let name =
                    name.as_str().ok_or_else(|| format!("{name:?} is no name of a field"))?;
                let value = match name {
                    "note" if is_for_browsers => part(&Value::from("-"))?,
                    _ if READ_BY_PEOPLE.contains(&name) => continue,
                    _ => part(value)?,
                };
                parts.push(format!("({name:?}, {value})"));
            }
            format!("Node::Map(&[{}])", parts.join(", "))
        }
        Value::Tagged(tagged) => return Err(format!("a tag is not expected: {tagged:?}")),
    })
}

/// Writes the data of `file` into the folder `out`.
fn compile(file: &Path, out: &Path, name: &str) -> Result<(), Box<dyn Error>> {
    let is_for_browsers = env::var("CARGO_CFG_TARGET_ARCH")? == "wasm32";
    let text = fs::read_to_string(file)?;
    let read = serde_yaml::from_str(&text).map_err(|error| error.to_string());
    let written = read.and_then(|value| node(&value, is_for_browsers));
    let written = written.map_err(|error| format!("{}: {error}", file.display()))?;
    Ok(fs::write(out.join(format!("{name}.rs")), written)?)
}

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed={EDITIONS}");
    println!("cargo:rerun-if-changed=src/build.rs");
    let package = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?);
    let out = PathBuf::from(env::var("OUT_DIR")?);
    compile(&package.join(RESTATEMENTS), &out, "restatements")?;
    for entry in fs::read_dir(package.join(EDITIONS))? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "yaml") {
            let name = path.file_stem().and_then(|name| name.to_str());
            compile(&path, &out, name.ok_or("a file of data has no name")?)?;
        }
    }
    Ok(())
}
