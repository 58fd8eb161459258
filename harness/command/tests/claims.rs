//! Command-line tests of `lawbook claims`, which explains the draws of a game.

use std::path::Path;

use serde_json::Value;

use crate::common::{json_lines, told};

/// Games with known results, from the repository.
fn famous() -> String {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.join("../arbiter/famous.pgn").display().to_string()
}

#[test]
fn a_story_is_told_in_every_format() {
    let famous = famous();
    let of = |format| told(&["claims", "--number", "2", "--format", format, &famous], "");
    let claim = "White can claim a draw by threefold repetition by writing Qe2";
    for format in ["text", "pgn"] {
        let (code, text) = of(format);
        assert_eq!(code, Some(0), "{text}");
        let plain = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(plain.contains(claim), "{text}");
    }
    let (_, text) = of("json");
    let value: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(value["story"]["claims"][0]["written"][0]["san"], "Qe2");
    assert_eq!(value["story"]["rules"], "fide-1977");
}

/// An annotated game is parsed as the same game and gives the same report.
#[test]
fn an_annotated_game_is_read_as_the_same() {
    for number in ["1", "2", "3", "4"] {
        let (code, annotated) =
            told(&["claims", "--number", number, "--format", "pgn", &famous()], "");
        assert_eq!(code, Some(0));
        let (code, again) = told(&["claims", "--format", "pgn", "-"], &annotated);
        assert_eq!((code, again), (Some(0), annotated));
    }
}

/// The tags decide which rules judge a game, so the same game with comments has all of them.
#[test]
fn an_annotated_game_is_judged_as_the_same() {
    for game in [
        "[Event \"Live Chess\"]\n[Site \"Chess.com\"]\n[Date \"2012.01.01\"]\n[Round \"1\"]\n[WhiteElo \"1900\"]\n[Result \"1-0\"]\n[Termination \"Anna won by checkmate\"]\n[x \"a \\\"b\\\" \\\\c\"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1-0\n",
        "[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[UTCDate \"2005.01.01\"]\n[Result \"*\"]\n\n1. e4 {Black wins} {White forfeits on time} 0-1\n",
        "[Event \"x\"]\n[Result \"1-0\"]\n\n1. e4 e5 0-1\n",
    ] {
        let (code, annotated) = told(&["claims", "--format", "pgn", "-"], game);
        assert_eq!(code, Some(0), "{annotated}");
        let tags = |text: &str| {
            text.lines().filter(|line| line.starts_with('[')).collect::<Vec<_>>().join("\n")
        };
        assert_eq!(tags(&annotated), tags(game));
        let judged = |text: &str| -> Vec<Value> {
            let (_, found) = told(&["audit", "--format", "json", "-"], text);
            let found = json_lines(found.as_bytes());
            let fields = ["kind", "severity", "rules", "ply", "says", "result", "source"];
            let one = |found: &Value| fields.iter().map(|&name| found[name].clone()).collect();
            found[..found.len() - 1].iter().map(one).collect()
        };
        assert!(!judged(game).is_empty(), "{game}");
        assert_eq!(judged(&annotated), judged(game), "{annotated}");
    }
}

#[test]
fn what_cannot_be_told_is_said() {
    let famous = famous();
    for (arguments, input, code, message) in [
        (&["claims", "--number", "5", &famous][..], "", 5, "no game 5: the text has 4 games"),
        (&["claims", "no-such-file"], "", 2, "is neither a file nor moves"),
        (&["claims", "--rules", "tomorrow", &famous], "", 2, "unknown rule set"),
        (
            &["claims", "-"],
            "[Variant \"Atomic\"]\n1. e4 *",
            5,
            "the variant of this game is atomic",
        ),
        (&["claims", "-"], "1. e4 e5 2. Ke3 *", 5, "the game is shown up to ply 2"),
        (&["claims", "-"], "", 5, "no game 1: the text has 0 games"),
    ] {
        let (ended, text) = told(arguments, input);
        assert!(ended == Some(code) && text.contains(message), "{arguments:?}: {ended:?} {text}");
    }
}

/// Moves without tags have no date.
#[test]
fn a_game_without_a_year_is_told_by_the_rules_of_today() {
    let today = "4 plies under fide-2023, today's rules, because no tag gives the year";
    let dated = "[Date \"1937.??.??\"]\n";
    for (tags, about) in [("", today), (dated, "4 plies under fide-1977\n")] {
        let (code, text) = told(&["claims", "-"], format!("{tags}1. Nf3 Nf6 2. Ng1 Ng8 *"));
        assert!(code == Some(0) && text.contains(about), "{tags}: {text}");
    }
}

/// An audit with claims reports the same as `claims` for each game.
#[test]
fn an_audit_tells_the_same_stories() {
    let famous = famous();
    let (_, lines) =
        told(&["audit", "--rules", "dated", "--claims", "--format", "json", &famous], "");
    let told_kinds = ["repetition", "claim", "near-miss", "cannot-mate", "long-run"];
    let findings = json_lines(lines.as_bytes());
    let claims = findings.iter().filter(|line| line["kind"] == "claim").count();
    let mut single = 0;
    for number in ["1", "2", "3", "4"] {
        let (_, text) = told(&["claims", "--number", number, "--format", "json", &famous], "");
        let value: Value = serde_json::from_str(&text).unwrap();
        single += value["story"]["claims"].as_array().unwrap().len();
    }
    assert_eq!(claims, single);
    assert!(findings.iter().any(|line| line["kind"] == "near-miss"));
    let others = findings.iter().filter(|line| line.get("complete").is_none());
    assert!(others.clone().all(|line| told_kinds.contains(&line["kind"].as_str().unwrap())));
}
