//! The chess libraries that `lawbook` judges in process, each behind an adapter.
//!
//! The binary `lawbook` and the test target `conformance` are the two users of this crate.

pub mod adapters;
pub mod faults;
#[cfg(feature = "chasolver")]
pub mod peer;
