//! Compiles the cases in: writes `catalogue.rs`, a list of the paths and texts of the catalogue's files.

use std::{
    env,
    error::Error,
    fs,
    path::{Path, PathBuf},
};

/// The folder of the cases, from the package.
const CASES: &str = "../../cases";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed={CASES}");
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?).join(CASES);
    let out = PathBuf::from(env::var("OUT_DIR")?);
    let mut files = Vec::new();
    for entry in fs::read_dir(&root)? {
        let path = entry?.path();
        if path.is_dir() {
            for entry in fs::read_dir(&path)? {
                files.push(entry?.path());
            }
        } else {
            files.push(path);
        }
    }
    files.retain(|path| path.extension().is_some_and(|extension| extension == "yaml"));
    let mut list = String::from("[\n");
    for file in &files {
        list += &format!("    ({:?}, include_str!({:?})),\n", name(&root, file)?, text(file)?);
    }
    fs::write(out.join("catalogue.rs"), list + "]\n")?;
    Ok(())
}

/// The path inside the catalogue, with `/` as separator.
fn name(root: &Path, file: &Path) -> Result<String, Box<dyn Error>> {
    Ok(text(file.strip_prefix(root)?)?.replace('\\', "/"))
}

fn text(path: &Path) -> Result<&str, Box<dyn Error>> {
    path.to_str().ok_or_else(|| format!("{} is not UTF-8", path.display()).into())
}
