//! Small inputs that could cause large outputs or high memory use: both are bounded.

use crate::common::run;
use serde_json::Value;

/// The JSON lines of an audit of this archive.
fn audited(archive: &str) -> Vec<Value> {
    lines(&run(&["audit", "--format", "json", "-"], archive.as_bytes()).stdout)
}

fn lines(output: &[u8]) -> Vec<Value> {
    let text = std::str::from_utf8(output).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn variants_are_counted_by_name_up_to_a_limit() {
    let long = "x".repeat(1000);
    let game = |number| format!("[Event \"a\"]\n[Variant \"{number:04} {long}\"]\n\n*\n\n");
    let archive: String = (0..1050).map(game).collect();
    let lines = audited(&archive);
    let counted = &lines[0]["counted"];
    let skipped = counted["skipped"]["named"].as_object().unwrap();
    assert_eq!((skipped.len(), &counted["skipped"]["others"]), (1000, &Value::from(50)));
    assert!(skipped.keys().all(|name| name.chars().count() == 200 && name.ends_with('…')));
    let text = String::from_utf8(run(&["audit", "-"], archive.as_bytes()).stdout).unwrap();
    assert!(text.contains("and 1040 others\n"), "{text}");
}

#[test]
fn texts_of_a_record_are_repeated_up_to_a_limit() {
    let long = "M".repeat(1 << 20);
    let tags = format!("[White \"{long}\"]\n[Black \"{long}\"]\n[Site \"{long}\"]\n");
    for game in [
        format!("{tags}[Result \"1-0\"]\n\n1. e4 0-1\n"),
        format!("{tags}[FEN \"{long}\"]\n\n*\n"),
        format!("{tags}\n1. {long} *\n"),
        format!("{tags}\n1. e4 * {long}\n"),
    ] {
        let lines = audited(&game);
        assert_eq!(lines.len(), 2);
        assert!(lines[0].to_string().len() < 2000, "{}", lines[0]);
        for tag in ["white", "black", "site"] {
            let text = lines[0][tag].as_str().unwrap();
            assert!(text.chars().count() == 200 && text.ends_with('…'), "{text}");
        }
    }
}

#[test]
fn a_game_without_end_is_too_long() {
    for (plies, rules, kind) in [
        (100_000, "fide-2009", None),
        (100_004, "fide-2009", Some("too-long")),
        (100_004, "fide-2023", Some("play-after-fivefold")),
    ] {
        let moves = "Nf3 Nf6 Ng1 Ng8\n".repeat(plies / 4);
        let game = format!("[Result \"1/2-1/2\"]\n\n{moves}1/2-1/2\n");
        let output = run(&["audit", "--format", "json", "--rules", rules, "-"], game.as_bytes());
        let lines = lines(&output.stdout);
        let kinds: Vec<&str> = lines.iter().filter_map(|line| line["kind"].as_str()).collect();
        assert_eq!(kinds, Vec::from_iter(kind), "{plies} plies under {rules}");
    }
}
