//! Integration tests of the library, in one program to save link time.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test

mod certificates;
mod costs;
mod dead;
mod endings;
mod evidence;
mod invariants;
mod lint;
mod material;
mod mutants;
mod oracle;
mod perft;
mod position;
mod prose;
mod reference;
mod runner;
mod spares;
mod supply;
mod theory;
