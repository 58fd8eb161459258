//! Random games that every release of a library is asked about.

use lawbook::{
    adapter::Implementation,
    position::Position,
    properties::{Diagnosis, Divergence, STRATEGISTS, Search, SearchOutcome},
    report::releases::{MetDisagreement, ReleaseGames},
};

use crate::commands::fuzz::answers;

/// The games of a seed: so many, by the strategies of `lawbook fuzz` in turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RandomGames {
    pub(super) seed: u64,
    pub(super) games: u64,
}

impl RandomGames {
    /// Asks a release about all of them. Nothing that is known is left out, as the lists are about the release of today.
    pub(super) fn ask(self, release: Box<dyn Implementation>) -> ReleaseGames {
        let libraries = [release];
        // Hardly a release plays Chess960, and the games of the others are those of the seeds that are kept.
        let mut strategists = STRATEGISTS.to_vec();
        strategists.retain(|one| one.name != "chess960");
        let search = Search::new(&libraries, &strategists, &[], self.seed);
        let mut found = SearchOutcome::default();
        (0..self.games).for_each(|number| search.game(number, &mut found));
        let SearchOutcome { first, times, unstable, .. } = found;
        // All are about the same library.
        let named = |diagnosis: &Diagnosis| {
            let named = diagnosis.to_string();
            named.strip_prefix(&format!("{}: ", diagnosis.library)).unwrap_or(&named).to_owned()
        };
        let met = first.into_iter().map(|(diagnosis, met)| {
            let times = times.get(&diagnosis).copied().unwrap_or(1);
            (named(&diagnosis), (times, place(&met)))
        });
        let unstable = unstable.into_iter().map(|(diagnosis, unstable)| {
            let named = format!("unstable: {}", named(&diagnosis));
            (named, (unstable.times, place(&unstable.found)))
        });
        ReleaseGames(met.chain(unstable).collect())
    }
}

/// Where a disagreement was met, without the way that led there: the seed has it.
fn place(met: &Divergence) -> MetDisagreement {
    let start = met.line.setup;
    let end = Position::new(&start).ok().and_then(|start| {
        met.moves().iter().try_fold(start, |position, one| position.play(*one).ok())
    });
    let (right, says) = answers(met);
    MetDisagreement {
        fen: end.map_or(start, |end| end.setup()).to_string(),
        acts: met.line.acts.len(),
        asks: met.question.to_string(),
        right,
        says,
    }
}
