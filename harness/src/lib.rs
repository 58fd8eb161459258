//! The chess libraries that `lawbook` judges, linked in or in processes of their own.
//!
//! The binary `lawbook` and the test target `conformance` are the two users of this crate.

pub mod adapters;
pub mod audit;
pub mod faults;
#[cfg(feature = "chasolver")]
pub mod peer;
pub mod process;
pub mod threads;
