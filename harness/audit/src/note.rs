use super::{
    story::{DrawStory, MateSpan, NearDifference, NearMiss, NearPlace, Repetition, StoryClaim},
    work,
};

/// What a note is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoteKind {
    /// A position occurs for the third time or more.
    Repetition,
    /// A draw could be claimed.
    Claim,
    /// Many moves were made without capture or pawn move.
    Run,
    /// Pieces stand as before, and the position is another.
    NearMiss,
    /// A player can no longer mate.
    CannotMate,
    /// The game ends by itself.
    End,
}

/// A sentence of a story, and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoryNote {
    /// The plies before it.
    pub ply: usize,
    /// What it is about.
    pub kind: NoteKind,
    /// The sentence, without a full stop.
    pub says: String,
    /// The article of the rule set that it rests on, where it is known.
    pub article: Option<String>,
}

/// The most earlier occurrences of a position that the note on a later one names: else the notes on a position that
/// occurs `n` times would name `n * n / 2` places.
const MAX_NAMED: usize = 10;

impl StoryNote {
    /// The notes of a story, in the order of the game, from the story without its claims and the notes on the claims.
    pub(super) fn of(story: &DrawStory, claims: Vec<StoryNote>) -> Vec<StoryNote> {
        let mut notes = StoryNote::before_claims(story);
        notes.extend(claims);
        notes.extend(StoryNote::after_claims(story));
        // Stable, so that notes of the same ply keep this order.
        notes.sort_by_key(|note| note.ply);
        notes
    }

    /// The note on a claim.
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

    fn before_claims(story: &DrawStory) -> Vec<StoryNote> {
        let mut notes = Vec::new();
        for one in &story.repetitions {
            notes.extend(one.notes());
        }
        for one in &story.near_misses {
            if let Some(last) = one.places.last() {
                notes.push(StoryNote::new(last.at.ply, NoteKind::NearMiss, one.sentence()));
            }
        }
        for one in &story.runs {
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

    fn after_claims(story: &DrawStory) -> Vec<StoryNote> {
        let mut notes = Vec::new();
        for one in &story.can_mate {
            if let Some(place) = &one.never_from {
                notes.push(StoryNote::new(place.ply, NoteKind::CannotMate, one.sentence()));
            }
        }
        if let Some(end) = &story.end {
            let says = format!("the game ends: {}", end.ruling);
            notes.push(StoryNote::new(end.at.ply, NoteKind::End, says));
        }
        notes
    }
}

impl Repetition {
    /// A note on each occurrence from the third on.
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
            work::add(says.len());
            StoryNote::new(place.ply, NoteKind::Repetition, says)
        })
    }
}

impl StoryClaim {
    /// Who could claim what, on the board and with which moves.
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
    /// What stands alike, where, and but for what.
    pub fn sentence(&self) -> String {
        let but_for: Vec<&str> = self.but_for.iter().map(|one| one.phrase()).collect();
        let castling = self.but_for.contains(&NearDifference::Castling);
        let turn = self.but_for.contains(&NearDifference::SideToMove);
        let en_passant = self.but_for.contains(&NearDifference::EnPassant);
        let place = |one: &NearPlace| {
            let mut about = Vec::new();
            if turn {
                about.push(format!("{} to move", one.turn));
            }
            if castling {
                about.push(match one.castling.as_str() {
                    "-" => "nobody may castle".to_owned(),
                    rights => format!("castling {rights}"),
                });
            }
            if en_passant {
                about.push(match &one.en_passant {
                    None => "no capture en passant".to_owned(),
                    Some(square) => format!("a capture on {square} en passant"),
                });
            }
            format!("after {} ({})", one.at.after, about.join(", "))
        };
        let places: Vec<String> = self.places.iter().map(place).collect();
        format!(
            "the same pieces stand {} times, identical but for {}: {}",
            self.places.len(),
            but_for.join(" and "),
            places.join(", ")
        )
    }
}

impl MateSpan {
    /// Whether and until when a player can mate.
    pub fn sentence(&self) -> String {
        let side = self.side;
        match (&self.never_from, self.at_the_end) {
            (Some(place), _) => {
                let why = self.why.as_ref().map_or_else(String::new, |why| format!(" ({why})"));
                format!("{side} can no longer mate from {} on{why}", place.after)
            }
            (None, Some(true)) => format!("{side} could mate as long as the game went on"),
            (None, Some(false) | None) => {
                format!("whether {side} can mate at the end is left open")
            }
        }
    }
}
