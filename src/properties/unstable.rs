use super::{Diagnosis, Divergence};
use crate::adapter::{Implementation, RequestLog};

/// A differing answer that a new process of the library does not repeat for the same question.
#[derive(Clone, Debug)]
pub struct Unstable {
    /// The disagreement with the answer given first.
    pub found: Divergence,
    /// The requests sent to the process before; `None` if the library runs in this process or the log is lost.
    pub requests: Option<RequestLog>,
    /// Number of answers with this diagnosis that were not repeated.
    pub times: usize,
}

impl Unstable {
    /// Returns the diagnosis, the grouping key of this disagreement.
    pub fn diagnosis(&self) -> Diagnosis {
        self.found.diagnosis()
    }
}

impl Divergence {
    /// Returns whether the library repeats the difference in a new process; `None` if the library cannot be asked any
    /// more. Without a process of its own, the library must repeat it in this process.
    pub fn is_repeated(&self, library: &dyn Implementation) -> Option<bool> {
        let fresh = library.fresh();
        let whom = fresh.as_deref().unwrap_or(library);
        let again = Divergence::or_nothing(whom, self.line.clone(), self.question.clone());
        again.map(|again| again.is_some_and(|again| again.difference == self.difference))
    }
}
