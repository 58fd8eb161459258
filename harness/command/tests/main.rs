//! Command-line tests in one program, to save link time. The conformance tests and the tests of hostile adapters are
//! separate programs, because they generate one test per case.

#![allow(clippy::unwrap_used)] // a test

#[cfg(unix)]
mod atomic_output;
mod audit;
mod bounds;
mod claims;
mod cli_contract;
mod common;
mod dead;
mod escapes;
mod export;
mod fuzz;
mod hostile_text;
#[cfg(unix)]
mod outputs;
mod pages;
mod positions;
#[cfg(unix)]
mod processes;
mod properties;
mod site;
