//! Command-line tests of `lawbook dead -`, which reads lines and writes JSON objects.

use std::{
    io::{BufRead, BufReader, Write},
    process::Output,
};

use crate::common::{json_lines, run, start, told};
use serde_json::Value;

const MATED: &str = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1";
const WALL: &str = "8/8/4k3/1p1p1p1p/1P1P1P1P/8/4K3/8 w - - 0 1";
const QUEEN: &str = "7k/8/6K1/8/8/8/8/6Q1 w - - 0 1";

/// The JSON objects on standard output, the exit code, and standard error.
fn answers(
    arguments: &[&str],
    input: impl AsRef<[u8]> + Send,
) -> (Vec<Value>, Option<i32>, String) {
    let Output { status, stdout, stderr } = run(arguments, input);
    (json_lines(&stdout), status.code(), String::from_utf8(stderr).unwrap())
}

#[test]
fn each_line_gets_its_verdicts() {
    let input = format!("# a comment\n\n{MATED}\r\n  {QUEEN}\n{WALL}");
    let (objects, code, talk) = answers(&["dead", "--check", "-"], &input);
    assert_eq!((code, talk.as_str()), (Some(0), "3 positions\n"));
    for (object, (fen, white, black)) in objects.iter().zip([
        (MATED, "winnable", "unwinnable"),
        (QUEEN, "winnable", "unwinnable"),
        (WALL, "unwinnable", "unwinnable"),
    ]) {
        assert_eq!(object["fen"], fen);
        assert_eq!((&object["white"], &object["black"]), (&white.into(), &black.into()), "{fen}");
        for (verdict, line, certificate) in
            [(white, "white_line", "white_certificate"), (black, "black_line", "black_certificate")]
        {
            assert_eq!(object[line].is_array(), verdict == "winnable", "{fen}");
            assert_eq!(object[certificate].is_string(), verdict == "unwinnable", "{fen}");
        }
        assert_eq!(object["checked"], true, "{fen}");
        assert!(object["nodes"].is_u64() && object["micros"].is_u64(), "{fen}");
    }
    assert_eq!(objects.len(), 3);
}

#[test]
fn a_line_that_the_count_of_moves_cuts_off_says_so() {
    for (clock, says) in [(0, false), (148, false), (149, true)] {
        let fen = format!("7k/8/2R3K1/8/8/8/8/8 b - - {clock} 100");
        let (objects, ..) = answers(&["dead", "-"], &fen);
        let counts = objects[0]["white_counts"].as_str().unwrap_or_default();
        assert_eq!(counts.contains("seventy-five-move rule before each mate"), says, "{fen}");
        let (_, text) = told(&["dead", &fen], "");
        assert_eq!(text.contains("  counts: "), says, "{text}");
    }
}

#[test]
fn the_rest_goes_on_after_a_bad_line() {
    let long = "x".repeat(100_000);
    // A right without a rook is no right of Chess960 either, and the line before the last is no text.
    let no_rook = "4k3/8/8/8/8/8/8/1R4K1 w K - 0 1";
    let input = format!("{QUEEN}\nnot a position\n{long}\n8/8 w - -\n{no_rook}\n");
    let input = [input.as_bytes(), b"\xff\xfe\n", WALL.as_bytes()].concat();
    let (objects, code, talk) = answers(&["dead", "-"], input);
    assert_eq!(code, Some(5));
    assert_eq!(talk, "2 positions, 5 lines could not be read\n");
    let lines: Vec<Option<u64>> = objects.iter().map(|object| object["line"].as_u64()).collect();
    assert_eq!(lines, [None, Some(2), Some(3), Some(4), Some(5), Some(6), None]);
    assert_eq!(objects[1]["fen"], "not a position");
    let says = ["found 3", "longer than", "2 ranks", "castling right K", "not UTF-8"];
    for (object, says) in objects[1..6].iter().zip(says) {
        assert!(object["error"].as_str().unwrap().contains(says), "{object}");
    }
}

#[test]
fn an_answer_comes_before_the_next_question() {
    let mut child = start(&["dead", "-"]);
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    for fen in [QUEEN, WALL] {
        writeln!(input, "{fen}").unwrap();
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        assert_eq!(serde_json::from_str::<Value>(&line).unwrap()["fen"], fen);
    }
    drop(input);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn a_reader_that_goes_away_ends_the_stream() {
    let mut child = start(&["dead", "-"]);
    drop(child.stdout.take());
    let mut input = child.stdin.take().unwrap();
    // The process may exit before it has read everything.
    let _ = input.write_all(format!("{QUEEN}\n").repeat(1000).as_bytes());
    drop(input);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
}
