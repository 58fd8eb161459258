//! Tests every release of a library on random games.

use lawbook::{
    adapter::Implementation,
    position::Position,
    properties::{Diagnosis, Divergence, STRATEGISTS, Search, SearchOutcome},
    report::releases::{FirstOccurrence, ReleaseGames},
};

use crate::commands::fuzz::answers;

/// The first `games` games of a seed, with the strategies of `lawbook fuzz` in turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RandomGames {
    pub(super) seed: u64,
    pub(super) games: u64,
}

impl RandomGames {
    /// Tests a release on all games. Known deviations are not excluded, because the lists apply to the current release
    /// only.
    pub(super) fn ask(self, release: Box<dyn Implementation>) -> ReleaseGames {
        let libraries = [release];
        // Few releases support Chess960, and without it the other strategies keep the games of the stored seeds.
        let mut strategists = STRATEGISTS.to_vec();
        strategists.retain(|one| one.name != "chess960");
        let search = Search::new(&libraries, &strategists, &[], self.seed);
        let mut found = SearchOutcome::default();
        (0..self.games).for_each(|number| search.game(number, &mut found));
        let SearchOutcome { first, times, unstable, .. } = found;
        // All diagnoses are about the same library, so its name is omitted.
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

/// Describes the position of a disagreement. The moves are omitted, as the seed reproduces them.
fn place(met: &Divergence) -> FirstOccurrence {
    let start = met.line.setup;
    let end = Position::new(&start).ok().and_then(|start| {
        met.moves().iter().try_fold(start, |position, one| position.play(*one).ok())
    });
    let (right, says) = answers(met);
    FirstOccurrence {
        fen: end.map_or(start, |end| end.setup()).to_string(),
        acts: met.line.acts.len(),
        asks: met.question.to_string(),
        right,
        says,
    }
}
