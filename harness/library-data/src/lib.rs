//! Libraries under test, as far as they can be known without linking one.
//!
//! `harness/libraries/` has a folder for each library, which is compiled in and read here. A library is asked in a process
//! of its own; opponents are compared with the reference by what they find when they replay a game. Nothing here is under
//! the licence of a library.

pub mod opponents;
pub mod process;

mod folders;
mod language;
mod library;
#[cfg(test)]
mod lists;
mod repro;
mod said;

pub use language::Language;
pub use library::{
    Ecosystem, Library, foreign_libraries, known_deviations, known_deviations_of, libraries,
    library,
};
pub use repro::{Repro, ReproError};
