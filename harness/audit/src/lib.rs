//! Audits archives of recorded games: finds the games whose records contradict the rules.
//!
//! An archive is split into games. Our own rules replay each game as far as possible, and its recorded end is
//! compared with the board. No library under test takes part. The steps are: open and unpack the archive, split it
//! into games, read the tags and moves of a game, replay and judge it, and return the findings.

mod annotate;
mod archive;
mod batch;
mod checkpoint;
mod dated;
mod digest;
mod finding;
mod fix;
mod format;
mod frames;
mod game;
mod games;
mod generate;
mod headers;
mod indexed_text;
mod job;
mod judge;
mod line;
mod lines;
mod members;
mod merge;
mod movetext;
mod note;
mod open_game;
mod ordered_map;
mod part;
mod phrase;
mod played;
mod progress;
mod record;
mod run;
mod score;
mod splitter;
mod story;
mod summary;
mod tally;
mod text;
mod verdict;
mod window;
mod work;
mod xz_index;
mod zstd_frame;

pub use archive::{ArchiveName, is_packed, plain_text};
pub use checkpoint::{ArchiveRun, BytesWritten, Checkpoint, read_checkpoint, write_checkpoint};
pub use dated::GameRules;
pub use digest::{ArchiveOffset, Digest, FilePrefix};
pub use finding::{AuditFinding, Kind, KindSet, Severity};
pub use fix::{TagFix, tag_fixes};
pub use format::check_text;
pub use frames::{ArchiveRange, FrameTable};
pub use game::{ReadGame, read_game};
pub use generate::{Generated, generate};
pub use job::{ArchiveRecord, GameResults, Job};
pub use judge::AuditConfig;
pub use lawbook::report::Shard;
pub use lines::lines;
pub use merge::merge;
pub use note::{NoteKind, StoryNote};
pub use ordered_map::ordered_map;
pub use phrase::{PHRASES, Phrase, RecordedCause};
pub use progress::{ResultSink, ResumePoint, RunProgress};
pub use run::run;
pub use score::GameResult;
pub use story::{
    DrawStory, LongRun, MateSpan, NearDifference, NearMiss, NearPlace, Repetition, STORY_FORMAT,
    StoryClaim, StoryEnd, StoryPlace, WrittenMove,
};
pub use summary::{FindingRows, Summary};
pub use tally::{FindingCounts, GameTally, MAX_VARIANTS, YearCounts};
pub use text::MAX_TEXT;
pub use verdict::LIMIT;

/// The maximum length of a game's text, in bytes; longer games are not read to their end.
pub const MAX_GAME: usize = 16 << 20;

#[cfg(test)]
mod tests {
    use lawbook::{properties::SplitMix64, rules::RuleSet};

    use super::{
        annotate::annotate,
        batch::GameSpan,
        games::GameReader,
        indexed_text::IndexedText,
        judge::{GameEntry, Judgement, judge},
        *,
    };

    /// Returns the text of generated games with random bytes changed, inserted, deleted and repeated.
    pub(crate) fn dirt(rng: &mut SplitMix64) -> Vec<u8> {
        let mut text = Vec::new();
        for _ in 0..=rng.below(3) {
            text.extend(generate(rng.bits(), 1, true).text.into_bytes());
        }
        for _ in 0..=rng.below(20) {
            let at = rng.below(text.len());
            match rng.below(4) {
                0 => text[at] = b"{}()[]\"\\;%$*\n\r 01-./xO=+\xe9\xff\0"[rng.below(27)],
                1 => drop(text.drain(at..(at + rng.below(30)).min(text.len()))),
                2 => text.insert(at, rng.bits() as u8),
                _ => text.extend_from_within(at..(at + rng.below(200)).min(text.len())),
            }
            if text.is_empty() {
                text.push(b'x');
            }
        }
        text
    }

    /// Returns the games of an archive, each with its text.
    fn games(text: &[u8]) -> Vec<(GameSpan, IndexedText)> {
        let mut games = GameReader::new(text);
        let mut found = Vec::new();
        while let Some(batch) = games.next_batch() {
            let text = |cut: &GameSpan| IndexedText::from(batch.text(cut).bytes);
            found.extend(batch.games.iter().map(|cut| (*cut, text(cut))));
        }
        assert!(games.into_error().is_none());
        found
    }

    fn judged(rules: RuleSet, cut: &GameSpan, text: &IndexedText) -> Judgement {
        let (text, offset, line) = (text.whole(), cut.offset, cut.lines + 1);
        let entry =
            GameEntry { text, archive: "dirt", number: 1, offset, line, damage: cut.damage };
        judge(AuditConfig { missed_claims: true, ..AuditConfig::under(rules) }, &entry)
    }

    /// For any input, every game is judged, every offset lies in its text, and nothing panics.
    #[test]
    fn dirty_archives_are_read_to_their_end() {
        let mut rng = SplitMix64::new(1);
        let mut count = 0;
        for _ in 0..500 {
            let text = dirt(&mut rng);
            let rules = RuleSet::ALL[rng.below(14)];
            let mut end = 0;
            for (cut, text) in games(&text) {
                assert!(cut.offset >= end, "games lie one after the other");
                let length = text.bytes().len();
                end = cut.offset + length as u64;
                for (place, found) in &judged(rules, &cut, &text).findings {
                    assert!(*place <= length && found.at_line >= found.line, "{found:?}");
                }
                count += 1;
            }
        }
        assert!(count > 500, "{count}");
    }

    /// Annotated games are split like the games they come from, also if several archives are concatenated.
    #[test]
    fn annotated_games_are_cut_as_their_source() {
        let mut rng = SplitMix64::new(2);
        let mut count = 0;
        for round in 0..500 {
            let mut annotated = Vec::new();
            for _ in 0..=rng.below(3) {
                for (cut, text) in games(&dirt(&mut rng)) {
                    let findings = judged(RuleSet::LATEST, &cut, &text).findings;
                    if !findings.is_empty() {
                        annotated.push(annotate(text.bytes(), &findings));
                    }
                }
            }
            let again = games(&annotated.concat());
            let lossy = |text: &[u8]| String::from_utf8_lossy(text).trim().to_owned();
            let again: Vec<String> = again.iter().map(|(_, text)| lossy(text.bytes())).collect();
            let annotated: Vec<String> = annotated.iter().map(|text| lossy(text)).collect();
            assert_eq!(again, annotated, "round {round}");
            count += annotated.len();
        }
        assert!(count > 1000, "{count}");
    }
}
