//! Command-line tests in one program, to save link time. The conformance tests and the tests of hostile adapters are
//! separate programs, because they generate one test per case.

#![allow(clippy::unwrap_used)] // a test

mod audit;
mod bounds;
mod claims;
mod common;
mod dead;
mod escapes;
mod example;
mod export;
mod fuzz;
mod hostile_text;
#[cfg(unix)]
mod interrupted;
mod limits;
#[cfg(unix)]
mod outputs;
mod pages;
mod positions;
#[cfg(unix)]
mod processes;
mod properties;
mod readme;
mod site;
