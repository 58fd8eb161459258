#![doc = include_str!("../README.md")]
#![allow(clippy::test_attr_in_doctest)] // the page shows the test that a library writes

mod adapter;
mod ask;
pub mod baseline;
mod check;
mod diagnosis;
mod fen;
mod json;
mod judge;
mod serve;
pub mod session;
mod vectors;
mod watch;

pub use adapter::{About, Act, Adapter, ENDINGS, OWN_ENDINGS, Refusal, Reply};
pub use check::{Options, WrongAnswer, check, check_with, run, wrong_answers};
pub use serve::serve;
pub use vectors::{Level, Question};
