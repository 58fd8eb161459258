//! The game above the position: what the players do, and what the Laws make of it.
//!
//! A [`Game`] takes one [`Act`] after another and answers each with a [`Ruling`] under its
//! [`RuleSet`]. What the rule sets say is data, in one table: [`RuleSet`] has a method for each parameter.

mod act;
mod claim;
mod game;
mod outcome;
mod rule_set;
mod ruling;
mod table;

pub use act::{Act, Ground};
pub use game::Game;
pub use outcome::{Outcome, Termination};
pub use rule_set::{RuleSet, RuleSetError, RuleSets};
pub use ruling::{Decision, Reason, Refused, Ruling};
pub use table::{
    Cell, ClaimUntil, DeadPosition, Fifty, Fivefold, FlagDraw, Parameter, SeventyFive, Source,
    Threefold,
};
