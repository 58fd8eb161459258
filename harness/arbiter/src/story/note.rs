use super::{
    LongRun, MateSpan, NearDifference, NearMiss, NearPlace, Repetition, StoryClaim, StoryEnd,
};

/// The subject of a note.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoteKind {
    /// A position occurs for the third time or more.
    Repetition,
    /// A draw can be claimed.
    Claim,
    /// Fifty or seventy-five moves of each player without capture or pawn move.
    Run,
    /// The same pieces stand on the same squares at least three times, but no position occurs three times.
    NearMiss,
    /// A player can no longer mate.
    CannotMate,
    /// The game ends on the board.
    End,
}

/// A sentence about a game's draws, and its place in the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoryNote {
    /// The number of plies before it.
    pub ply: usize,
    /// The subject.
    pub kind: NoteKind,
    /// The sentence, without a full stop.
    pub says: String,
    /// The article of the rule set that it is based on, if known.
    pub article: Option<String>,
}

/// The maximum number of earlier occurrences that a note on a repetition names. Without a limit, the notes on a
/// position that occurs `n` times would name about `n * n / 2` places.
const MAX_NAMED: usize = 10;

impl StoryNote {
    /// Sorts notes into the order of the game. Those with the same ply keep their order.
    pub(super) fn in_order(mut notes: Vec<StoryNote>) -> Vec<StoryNote> {
        notes.sort_by_key(|note| note.ply);
        notes
    }

    /// Returns the note on a claim.
    pub(super) fn of_claim(claim: &StoryClaim) -> StoryNote {
        StoryNote {
            ply: claim.at.ply,
            kind: NoteKind::Claim,
            says: claim.sentence(),
            article: claim.article.clone(),
        }
    }

    fn new(ply: usize, kind: NoteKind, says: String) -> StoryNote {
        StoryNote { ply, kind, says, article: None }
    }

    /// Returns the notes on positions that occur again, and on runs without capture or pawn move.
    pub(super) fn on_positions(
        repetitions: &[Repetition],
        near_misses: &[NearMiss],
        runs: &[LongRun],
    ) -> Vec<StoryNote> {
        let mut notes: Vec<StoryNote> = repetitions.iter().flat_map(Repetition::notes).collect();
        for one in near_misses {
            if let Some(last) = one.places.last() {
                notes.push(StoryNote::new(last.at.ply, NoteKind::NearMiss, one.sentence()));
            }
        }
        for one in runs {
            for (place, moves) in [(&one.fifty, "fifty"), (&one.seventy_five, "seventy-five")] {
                if let Some(place) = place {
                    let says = format!(
                        "{moves} moves of each player without capture or pawn move, since {}",
                        one.from.after
                    );
                    notes.push(StoryNote::new(place.ply, NoteKind::Run, says));
                }
            }
        }
        notes
    }

    /// Returns the notes on players who can no longer mate.
    pub(super) fn on_mates(spans: &[MateSpan]) -> impl Iterator<Item = StoryNote> {
        spans.iter().filter_map(|one| {
            let place = one.never_from.as_ref()?;
            Some(StoryNote::new(place.ply, NoteKind::CannotMate, one.sentence()))
        })
    }

    /// Returns the note on the end of the game.
    pub(super) fn of_end(end: &StoryEnd) -> StoryNote {
        StoryNote::new(end.at.ply, NoteKind::End, format!("the game ends: {}", end.ruling))
    }
}

impl Repetition {
    /// Returns a note on each occurrence from the third on.
    fn notes(&self) -> impl Iterator<Item = StoryNote> {
        (1..).zip(&self.places).skip(2).map(|(times, place)| {
            let before = &self.places[..times - 1];
            let named = &before[..before.len().min(MAX_NAMED)];
            let named: Vec<&str> = named.iter().map(|place| place.after.as_str()).collect();
            let mut says =
                format!("the position occurs {times} times, before it after {}", named.join(", "));
            match before.len() - named.len() {
                0 => {}
                1 => says.push_str(" and 1 other move"),
                others => says.push_str(&format!(" and {others} other moves")),
            }
            StoryNote::new(place.ply, NoteKind::Repetition, says)
        })
    }
}

impl StoryClaim {
    /// The claim as a sentence: the player, the ground, and whether it is right on the board or with which moves.
    pub fn sentence(&self) -> String {
        let by = self.by;
        let ground = self.ground;
        let mut ways = Vec::new();
        if let Some(why) = &self.on_board {
            ways.push(format!("as it stands ({why})"));
        }
        let sans: Vec<&str> = self.written.iter().map(|one| one.san.as_str()).collect();
        match sans[..] {
            [] => {}
            [one] => ways.push(format!("by writing {one}")),
            _ => ways.push(format!("by writing one of {}", sans.join(" "))),
        }
        format!("{by} can claim a draw by {ground} {}", ways.join(", or "))
    }
}

impl NearMiss {
    /// The near miss as a sentence: the places, and how the positions differ.
    pub fn sentence(&self) -> String {
        let differences: Vec<&str> = self.differences.iter().map(|one| one.phrase()).collect();
        let about = |one: &NearPlace, difference: &NearDifference| match difference {
            NearDifference::SideToMove => format!("{} to move", one.turn),
            NearDifference::Castling if one.castling == "-" => "no castling rights".to_owned(),
            NearDifference::Castling => format!("castling {}", one.castling),
            NearDifference::EnPassant => match &one.en_passant {
                None => "no capture en passant".to_owned(),
                Some(square) => format!("a capture on {square} en passant"),
            },
        };
        let place = |one: &NearPlace| {
            let all: Vec<String> = self.differences.iter().map(|kind| about(one, kind)).collect();
            format!("after {} ({})", one.at.after, all.join(", "))
        };
        let places: Vec<String> = self.places.iter().map(place).collect();
        format!(
            "the same pieces occur {} times, but the positions differ in {}: {}",
            self.places.len(),
            differences.join(" and "),
            places.join(", ")
        )
    }
}

impl MateSpan {
    /// The span as a sentence: from when on the player can no longer mate, or whether the player still can at the
    /// end.
    pub fn sentence(&self) -> String {
        let side = self.side;
        match (&self.never_from, self.at_the_end) {
            (Some(place), _) => {
                let why = self.why.as_ref().map_or_else(String::new, |why| format!(" ({why})"));
                format!("{side} can no longer mate from {} on{why}", place.after)
            }
            (None, Some(true)) => format!("{side} could mate until the end of the game"),
            (None, Some(false) | None) => {
                format!("whether {side} can mate at the end is undetermined")
            }
        }
    }
}
