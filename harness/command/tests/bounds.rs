//! Tests the limits on sizes of inputs and outputs, on times and memory, and the messages when they are exceeded.

use serde_json::Value;

use crate::common::{json_lines, run, told};

/// Asserts that the command rejects the input with this exit code and message, and prints no result.
#[track_caller]
fn refuses(arguments: &[&str], input: &[u8], exit: i32, message: &str) {
    let output = run(arguments, input);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(exit), "{arguments:?}: {said}");
    assert!(said.contains(message), "{arguments:?}: {said}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
}

#[test]
fn a_ruling_is_on_the_whole_input_or_on_nothing() {
    let most = 1 << 20;
    // All lines between the first and the last are empty. Truncated input would change the answer.
    let input = |length: usize| {
        let (first, last) = ("1. e4 e5\n", "White resigns\n");
        format!("{first}{}{last}", "\n".repeat(length - first.len() - last.len())).into_bytes()
    };
    let output = run(&["rule", "--game", "--format", "json"], input(most));
    assert_eq!(output.status.code(), Some(0));
    let record: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(record["rulings"][0]["ruling"], "Black wins by resignation", "{record}");
    refuses(&["rule", "--game"], &input(most + 1), 2, "the input is longer than 1048576 bytes");
    refuses(
        &["rule", "--game"],
        &vec![b' '; (1 << 16) + 1],
        2,
        "line 1 is longer than 65536 bytes",
    );
    refuses(&["rule", "--game"], b"\n1. e\xff\n", 2, "the input is not valid UTF-8");
}

#[test]
fn a_line_without_end_is_not_waited_for() {
    let long = vec![b'x'; 4 << 20];
    let message = "line 1 is longer than 1048576 bytes";
    refuses(&["adapter", "serve"], &long, 5, message);
}

#[test]
fn a_time_without_end_is_no_time() {
    let most = u64::MAX.to_string();
    for arguments in [
        &["fuzz", "--seconds"][..],
        &["check", "--timeout"],
        &["fuzz", "--timeout"],
        &["adapter", "smoke", "--timeout"],
    ] {
        for time in [most.as_str(), "-1", "1e400", "NaN", "inf"] {
            let with = format!("--{}={time}", arguments[arguments.len() - 1].trim_matches('-'));
            let arguments = [&arguments[..arguments.len() - 1], &[with.as_str()]].concat();
            refuses(&arguments, b"", 2, "invalid value");
        }
    }
}

/// The JSON lines of an audit of this archive.
fn audited(archive: &str) -> Vec<Value> {
    json_lines(&run(&["audit", "--format", "json", "-"], archive).stdout)
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
    let text = told(&["audit", "-"], archive).1;
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
        let output = run(&["audit", "--format", "json", "--rules", rules, "-"], game);
        let lines = json_lines(&output.stdout);
        let kinds: Vec<&str> = lines.iter().filter_map(|line| line["kind"].as_str()).collect();
        assert_eq!(kinds, Vec::from_iter(kind), "{plies} plies under {rules}");
    }
}
