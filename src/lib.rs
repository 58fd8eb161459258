#![doc = include_str!("../README.md")]
#![doc = ""]
#![doc = include_str!("EMBEDDING.md")]
//!
//! # Reading order
//!
//! The modules depend on each other in this order: [`board`], [`position`], [`notation`], [`dead`],
//! [`rules`], [`sentence`], [`question`], [`adapter`], [`catalogue`], [`transcript`], `runner`,
//! [`report`]. `ARCHITECTURE.md` describes the structure of the repository.
//!
//! # Stability
//!
//! The API consists of the items documented here. Hidden items exist for the other packages of the repository,
//! which are released together with this crate. `harness/docs/stability.md` lists everything else whose format
//! is stable.

#![deny(missing_docs)]
#![forbid(unsafe_code)]
// Examples in the Markdown pages are complete programs with `fn main`, as a reader would write them.
#![allow(clippy::needless_doctest_main)]

#[cfg(test)]
#[macro_use]
mod rows;

pub mod adapter;
pub mod board;
pub mod catalogue;
pub mod dead;
#[cfg(feature = "gate")]
pub mod gate;
pub mod notation;
pub mod position;
#[cfg(feature = "properties")]
pub mod properties;
pub mod question;
pub mod report;
pub mod rules;
#[doc(hidden)]
pub mod runner;
pub mod sentence;
pub mod transcript;

#[cfg(feature = "gate")]
pub use gate::main;
