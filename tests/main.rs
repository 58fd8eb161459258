//! The tests of the library from outside, in one program, so that there is one to link.

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
mod reference;
mod runner;
mod spares;
mod supply;
mod theory;
