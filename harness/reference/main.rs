//! Integration tests of the library, in one program to save link time.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test

mod abstraction;
mod certificates;
mod costs;
mod dead;
mod endings;
mod evidence;
mod five_pieces;
mod invariants;
mod oracle;
mod perft;
mod position;
mod theory;
