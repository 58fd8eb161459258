//! Rebuilds the library when a case is added or removed: the catalogue is compiled in.

fn main() {
    println!("cargo:rerun-if-changed=cases");
}
