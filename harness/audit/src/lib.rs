//! The audit of whole archives: which games have a record that contradicts the rules.
//!
//! An archive is cut into games, each game is played by our own rules as far as it can be, and what
//! its record says of its end is compared with what the board says. Nothing of a library under test
//! takes part in that. It goes on in this order: an archive is opened and unpacked, cut into games, a
//! game's tags and moves are read, it is replayed and judged, and what is found is handed out.

mod annotate;
mod archive;
mod checkpoint;
mod end;
mod finding;
mod games;
mod generate;
mod headers;
mod judge;
mod lines;
mod merge;
mod movetext;
mod played;
mod record;
mod run;
mod score;
mod summary;
mod tally;
mod text;
mod verdict;

pub use checkpoint::{ArchiveRun, BytesWritten, Checkpoint};
pub use end::LIMIT;
pub use finding::{AuditFinding, Kind, Severity};
pub use games::{Digest, Mark};
pub use generate::{Generated, generate};
pub use judge::Terms;
pub use lawbook::report::Shard;
pub use lines::lines;
pub use merge::merge;
pub use run::{Done, Job, Milestone, Read, ResultSink, RunProgress, run};
pub use score::GameResult;
pub use summary::Summary;
pub use tally::{GameTally, MAX_VARIANTS};
pub use text::MAX_TEXT;

/// The longest text of a game that is read, in bytes.
pub const MAX_GAME: usize = 16 << 20;

#[cfg(test)]
mod tests {
    use lawbook::properties::Entropy;

    use super::{
        games::Games,
        judge::{GameEntry, judge},
        *,
    };

    /// Text of generated games with bytes changed, doubled, dropped and put in.
    fn dirt(entropy: &mut Entropy) -> Vec<u8> {
        let mut text = Vec::new();
        for _ in 0..=entropy.below(3) {
            text.extend(generate(entropy.bits(), 1, true).text.into_bytes());
        }
        for _ in 0..=entropy.below(20) {
            let at = entropy.below(text.len());
            match entropy.below(4) {
                0 => text[at] = b"{}()[]\"\\;%$*\n\r 01-./xO=+\xe9\xff\0"[entropy.below(27)],
                1 => drop(text.drain(at..(at + entropy.below(30)).min(text.len()))),
                2 => text.insert(at, entropy.bits() as u8),
                _ => text.extend_from_within(at..(at + entropy.below(200)).min(text.len())),
            }
            if text.is_empty() {
                text.push(b'x');
            }
        }
        text
    }

    /// Whatever is read, every game is judged, every place lies in its text, and nothing panics.
    #[test]
    fn dirty_archives_are_read_to_their_end() {
        let mut entropy = Entropy::new(1);
        let mut judged = 0;
        for _ in 0..500 {
            let text = dirt(&mut entropy);
            let rules = lawbook::rules::RuleSet::ALL[entropy.below(14)];
            let mut games = Games::new(text.as_slice());
            let mut end = 0;
            while let Some(batch) = games.next_batch() {
                for cut in &batch.games {
                    let text = &batch.text[cut.start..cut.end];
                    assert!(cut.mark.offset >= end, "games lie one after the other");
                    end = cut.mark.offset + text.len() as u64;
                    let entry = GameEntry {
                        text,
                        archive: "dirt",
                        number: 1,
                        offset: cut.mark.offset,
                        line: cut.mark.lines + 1,
                        damage: cut.damage,
                    };
                    let judgement = judge(Terms { rules, missed_claims: true }, &entry);
                    judged += 1;
                    for (place, found) in &judgement.findings {
                        assert!(*place <= text.len() && found.at_line >= found.line, "{found:?}");
                    }
                    assert!(annotate::annotate(text, &judgement.findings).ends_with(b"\n\n"));
                }
            }
            assert!(games.into_error().is_none());
        }
        assert!(judged > 500, "{judged}");
    }
}
