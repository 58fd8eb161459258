//! Tests of the runner and of the reference on all cases.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test

mod put;
mod reference;
mod runner;
