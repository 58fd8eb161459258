//! Tests the limits on input sizes, times and memory, and the messages when they are exceeded.

use crate::common::run;

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
    let output = run(&["rule", "--game", "--format", "json"], &input(most));
    assert_eq!(output.status.code(), Some(0));
    let record: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
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
