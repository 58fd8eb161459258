//! The memory that a very long game takes.

use std::{fs, path::Path, sync::Arc};

use lawbook::rules::RuleSet;
use lawbook_arbiter::story::DrawStory;
use lawbook_audit::{AuditConfig, GameRules, Job, LIMIT, read_game, run};
use peak_alloc::PeakAlloc;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// The limit, in bytes.
const MAX_BYTES: usize = 100_000_000;

/// The length of the game in plies.
const PLIES: usize = 32_000;

/// Runs `work`. Returns its result and the peak memory it allocated, in bytes.
fn measured<T>(work: impl FnOnce() -> T) -> (T, usize) {
    MEMORY.reset_peak_usage();
    let before = MEMORY.current_usage();
    let result = work();
    (result, MEMORY.peak_usage() - before)
}

/// A single test, because the allocations of tests that run in parallel would be counted too.
#[test]
fn a_game_of_32_000_plies_takes_less_than_100_megabytes() {
    let tags = "[White \"Somebody\"]\n[Black \"Somebody else\"]\n[Site \"somewhere\"]\n";
    let text = format!("{tags}\n{} *\n", "Nf3 Nf6 Ng1 Ng8\n".repeat(PLIES / 4));
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("long.pgn");
    fs::write(&path, &text).unwrap();
    let job = Job {
        archives: vec![path],
        config: AuditConfig {
            missed_claims: true,
            claims: true,
            ..AuditConfig::under(RuleSet::FIDE_1977)
        },
        threads: 1,
        temporary: std::env::temp_dir(),
    };
    let audit = || run(&job, &Arc::default(), &mut std::io::sink()).unwrap();
    let (summary, peak) = measured(audit);
    assert_eq!(summary.archives[0].games, 1);
    let findings: u64 = summary.counted.findings.values().flat_map(|kinds| kinds.values()).sum();
    assert!(findings > 2 * PLIES as u64, "{findings} findings");
    assert!(peak < MAX_BYTES, "the audit takes {peak} bytes");

    let claims = || {
        let game = read_game(text.as_bytes(), 1, GameRules::Fixed(RuleSet::FIDE_1977)).unwrap();
        let story = DrawStory::new(&game.line, game.rules, LIMIT);
        (story.claims.len(), story.notes().len())
    };
    let ((claims, notes), peak) = measured(claims);
    assert!(claims > PLIES && notes > claims, "{claims} claims and {notes} notes");
    assert!(peak < MAX_BYTES, "the story takes {peak} bytes");
}
