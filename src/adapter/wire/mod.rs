//! Asking an adapter in another process, in whatever language: one JSON object a line each way.
//!
//! `PROTOCOL.md` beside this file is the page for whoever writes an adapter. Here are the messages
//! and what they mean: [`Respondent`] is the side that asks, [`serve`] the side that answers. Neither
//! starts a process.

mod act;
mod answer;
mod message;
mod probe;
mod question;
mod respondent;
mod serve;
mod words;

pub use probe::{Probe, probes};
pub use respondent::{Respondent, hello};
pub use serve::serve;

/// The version of the protocol.
pub const PROTOCOL: u32 = 1;
