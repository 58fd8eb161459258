//! Serves the adapter of the test to the command `lawbook`:
//! `lawbook fuzz -- cargo run --quiet --example lawbook`.

#[path = "../tests/lawbook.rs"]
mod rules;

fn main() -> std::io::Result<()> {
    lawbook_gate::serve(&rules::Toy)
}
