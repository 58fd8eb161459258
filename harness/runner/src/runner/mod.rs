//! Asks implementations the questions of cases and judges the answers.
//!
//! A verdict has three independent parts: whether the answer is right ([`Finding`]), how it compares with the list of
//! known deviations ([`Standing`]), and which implementations disagree ([`Consensus`]).

mod causes;
mod consensus;
mod failure;
mod judge;
mod known;
mod run;

pub use consensus::Consensus;
pub use judge::{Finding, mistake_behind, record};
pub(crate) use known::Known;
pub use run::{CaseRun, Run, Standing, Verdict, WrongInText, ask_each, ask_one, fits, run, run_in};
