use super::{Diagnosis, Divergence};
use crate::adapter::{Implementation, RequestLog};

/// An answer that differs from the right one, and that the library does not give again when it is asked the same in a
/// new process.
#[derive(Clone, Debug)]
pub struct Unstable {
    /// What was said.
    pub found: Divergence,
    /// What the process was sent before; none if the library runs in this process, or if it is not known any more.
    pub requests: Option<RequestLog>,
    /// How often an answer with this diagnosis was not given again.
    pub times: usize,
}

impl Unstable {
    /// What makes it the same as others.
    pub fn diagnosis(&self) -> Diagnosis {
        self.found.diagnosis()
    }
}

impl Divergence {
    /// Whether the library answers the same, up to the diagnosis, in a process that has not been asked anything; `None`
    /// if it can no longer be asked. A library that runs in this process is asked there.
    pub fn is_repeated(&self, library: &dyn Implementation) -> Option<bool> {
        let fresh = library.fresh();
        let whom = fresh.as_deref().unwrap_or(library);
        let again = Divergence::or_nothing(whom, self.line.clone(), self.question.clone());
        again.map(|again| again.is_some_and(|again| again.difference == self.difference))
    }
}
