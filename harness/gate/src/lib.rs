#![doc = include_str!("../README.md")]
#![allow(clippy::test_attr_in_doctest)] // the page shows the test that a library writes

mod adapter;
pub mod ask;
pub mod baseline;
pub mod causes;
mod check;
pub mod common;
pub mod diagnosis;
pub mod fen;
mod harm;
mod harmless;
mod json;
mod judge;
mod pattern;
mod serve;
pub mod session;
pub mod shared;
mod vectors;
mod watch;
pub mod words;

pub use adapter::{About, Act, Adapter, ENDINGS, OWN_ENDINGS, Refusal, Reply};
pub use check::{Options, WrongAnswer, check, check_with, is_too_few, run, wrong_answers};
pub use harm::Harm;
pub use judge::beyond;
pub use pattern::pattern;
pub use serve::{LONGEST_LINE, serve, serve_library};
pub use vectors::{Case, Level, Question, Vectors, Version};
