//! Tests of the runner and of the reference on all cases.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test

mod put;
mod reference;
mod runner;

use lawbook_catalogue::{
    adapter::{About, Implementation, Response, Scenario},
    question::Question,
};

/// A library that answers by a function.
struct Answering<F> {
    about: About,
    answers: F,
}

impl<F: Fn(&Scenario, &[Question]) -> Vec<Response> + Send + Sync> Implementation for Answering<F> {
    fn about(&self) -> About {
        self.about.clone()
    }

    fn ask(&self, scenario: &Scenario, questions: &[Question]) -> Vec<Response> {
        (self.answers)(scenario, questions)
    }
}

fn answering(
    about: About,
    answers: impl Fn(&Scenario, &[Question]) -> Vec<Response> + Send + Sync + 'static,
) -> Box<dyn Implementation> {
    Box::new(Answering { about, answers })
}
