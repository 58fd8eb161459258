//! Data about the libraries under test, without linking any of them.
//!
//! Each library has a folder in `harness/libraries/`, which is compiled in and parsed here. This crate also has a
//! client for libraries that run in a process of their own. No code here is under the licence of a library.

pub mod process;

mod folders;
mod language;
mod library;
#[cfg(test)]
#[path = "lists_tests.rs"]
mod lists;
mod printed;
mod repro;

pub use language::Language;
pub use library::{
    Ecosystem, Library, TESTED_ON, foreign_libraries, known_deviations, known_deviations_of,
    libraries, library, tested_libraries,
};
pub use repro::{Repro, ReproError};
