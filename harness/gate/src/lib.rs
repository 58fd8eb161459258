#![doc = include_str!("../README.md")]

mod adapter;
mod ask;
pub mod baseline;
mod check;
mod diagnosis;
mod fen;
mod json;
mod judge;
mod serve;
mod session;
mod vectors;
mod watch;

pub use adapter::{About, Act, Adapter, ENDINGS, OWN_ENDINGS, Refusal, Reply};
pub use check::{Options, WrongAnswer, check, check_with, run, wrong_answers};
pub use serve::serve;
pub use vectors::Level;
