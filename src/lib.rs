//! A conformance suite for chess libraries, and a reference adjudicator: how a game ends, and who may claim a draw.
//!
//! To test a crate, write an [`Adapter`](adapter::Adapter) and call `lawbook::main` from a test target with
//! `harness = false`. One line brings what an adapter needs: `use lawbook::adapter::prelude::*;`. The README of the
//! repository shows the first steps in each language. To rule on games, see below.
//!
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
#![cfg_attr(docsrs, feature(doc_cfg))]
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
mod words;

#[cfg(feature = "gate")]
pub use gate::main;
