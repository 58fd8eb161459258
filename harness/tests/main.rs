//! The command from outside, in one program, so that there is one to link. The tests of every case and library,
//! and of hostile adapters, are programs of their own: they have a test for each.

#![allow(clippy::unwrap_used)] // a test

mod audit;
mod bounds;
mod claims;
mod common;
mod dead;
mod escapes;
mod example;
mod export;
mod functions;
mod fuzz;
mod history;
mod hostile_text;
#[cfg(unix)]
mod installers;
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
mod quiz;
mod readme;
mod site;
