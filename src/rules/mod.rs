//! Games under a rule set: the acts of the players, and the rulings on them.
//!
//! A [`Game`] takes one [`Act`] after another and answers each with a [`Ruling`] under its [`RuleSet`]: the state of
//! the game, the reason, and the current obligations. The rule sets are data, one file for each in `editions/`, and
//! [`RuleSet`] has a method for each parameter. Some rulings depend on whether a player can still mate, which takes a
//! search. The [`SearchBudget`] of a game limits these searches.

#![deny(clippy::wildcard_enum_match_arm, clippy::match_wildcard_for_single_variants)]

#[macro_use]
mod named;

mod act;
mod article;
mod automatic;
mod budget;
mod day;
mod doubt;
mod editions;
mod event;
mod game;
mod incident;
mod order;
mod outcome;
mod parameters;
mod phase;
mod reason;
mod replay;
mod rule_set;
mod ruling;
#[doc(hidden)]
pub mod seconds;
mod winnability;

pub use act::{
    Act, ClaimGround, GivenResult, ImpossibleFeature, Manner, MoveStage, StartError, Touch,
};
pub use article::inferred_note;
#[doc(hidden)]
pub use budget::SearchCache;
pub use budget::{SearchBudget, SearchLimit};
#[doc(hidden)]
pub use day::{Day, DayError};
#[doc(hidden)]
pub use editions::{InForce, Restatement, Server};
pub use event::{Clocks, Event, TimeControl};
pub use game::Game;
pub use incident::{Incident, IncidentKind};
pub use order::Order;
pub use outcome::{Outcome, Termination};
#[doc(hidden)]
pub use parameters::{
    Absence, ArbiterCalls, BothFlags, Cell, ClaimUntil, DeadPosition, EventForbids, FastPenalty,
    FastRules, Fifty, Fivefold, FlagDraw, GoesOnFrom, IllegalLossDraw, IllegalPosition,
    IncompleteRecord, OwnFlag, Parameter, PawnLeft, Phone, Quickplay, SeventyFive, Source,
    Threefold, TwoHands, Unsupervised, WrongClaim,
};
#[doc(hidden)]
pub use phase::{Phase, Press};
pub use reason::{Claimed, Offence, Reason};
#[doc(hidden)]
pub use replay::{Replay, SanReplay};
#[doc(hidden)]
pub use rule_set::RuleSets;
pub use rule_set::{RuleSet, RuleSetError};
pub use ruling::{Decision, Refused, Ruling};
