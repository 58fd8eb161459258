#![doc = include_str!("../README.md")]
#![doc = ""]
#![doc = include_str!("EMBEDDING.md")]
//!
//! # Reading order
//!
//! The modules depend on each other in this order: [`board`], [`position`], [`notation`], [`dead`],
//! [`rules`], [`sentence`], [`question`], [`adapter`], [`catalogue`], [`transcript`], `runner`,
//! [`report`]. `ARCHITECTURE.md` has the map.
//!
//! # Stability
//!
//! What is documented here is the API. Hidden items are for the packages of the repository, which are released
//! together with this one. `harness/docs/stability.md` says what else keeps its form.

#![deny(missing_docs)]
#![forbid(unsafe_code)]
// the examples of the pages are whole programs, as a reader would write them
#![allow(clippy::needless_doctest_main)]

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
