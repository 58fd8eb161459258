//! A reference adjudicator for chess: how a game ends, and who may claim a draw, under many editions of the rules.
//!
#![doc = include_str!("EMBEDDING.md")]
//!
//! # Reading order
//!
//! The modules depend on each other in this order: [`board`], [`position`], [`notation`], [`dead`], [`rules`],
//! [`sentence`].
//!
//! # Stability
//!
//! The API consists of the items documented here. Hidden items exist for the other packages of the repository,
//! which are released together with this crate. `harness/docs/stability.md` lists everything else whose format
//! is stable.

#![deny(missing_docs)]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]
// Examples in the Markdown pages are complete programs with `fn main`, as a reader would write them.
#![allow(clippy::needless_doctest_main)]

#[cfg(test)]
#[macro_use]
mod rows;

pub mod board;
pub mod dead;
pub mod notation;
pub mod position;
pub mod rules;
pub mod sentence;
#[doc(hidden)]
pub mod words;
