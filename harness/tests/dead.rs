//! Command-line tests of `lawbook dead -`, which reads lines and writes JSON objects.

use std::{
    fs,
    io::{BufRead, BufReader, Write},
    path::Path,
    process::Output,
    thread,
    time::Duration,
};

use crate::common::{run, start};
use serde_json::Value;

const MATED: &str = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1";
const WALL: &str = "8/8/4k3/1p1p1p1p/1P1P1P1P/8/4K3/8 w - - 0 1";
const QUEEN: &str = "7k/8/6K1/8/8/8/8/6Q1 w - - 0 1";

/// The JSON objects on standard output, the exit code, and standard error.
fn answers(arguments: &[&str], input: &str) -> (Vec<Value>, Option<i32>, String) {
    let Output { status, stdout, stderr } = run(arguments, input.as_bytes());
    let text = String::from_utf8(stdout).unwrap();
    let objects = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    (objects, status.code(), String::from_utf8(stderr).unwrap())
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

/// Castling rights that only fit rooks on other files mean Chess960; other invalid rights are still rejected.
#[test]
fn an_x_fen_is_read() {
    for (line, read) in [
        ("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", Some("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1")),
        ("4k3/8/8/8/8/8/8/1R4K1 w Q - 0 1", Some("4k3/8/8/8/8/8/8/1R4K1 w B - 0 1")),
        ("4k3/8/8/8/8/8/8/1R4K1 w K - 0 1", None),
    ] {
        let (objects, code, _) = answers(&["dead", "-"], line);
        assert_eq!(code, Some(if read.is_some() { 0 } else { 5 }), "{line}");
        assert_eq!(objects[0]["fen"], read.unwrap_or(line));
        assert_eq!(objects[0]["error"].is_string(), read.is_none(), "{line}");
    }
    // Array number 0 of 960. The letters of the rights alone show that it is Chess960.
    let array = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1";
    let count = run(&["lab", "perft", "3", array], b"");
    let by_files = run(&["lab", "perft", "3", &array.replace("KQkq", "HFhf")], b"");
    assert_eq!((count.status.code(), count.stdout), (Some(0), by_files.stdout));
}

#[test]
fn labels_are_compared() {
    for (label, says, exit) in
        [("W-", "agrees", 0), ("WB", "differs", 1), ("-B", "differs", 1), ("--", "differs", 1)]
    {
        let (objects, code, talk) = answers(&["dead", "-"], &format!("{label} {QUEEN}\n"));
        assert_eq!(objects[0]["label"], says, "{label}");
        assert_eq!(objects[0]["fen"], QUEEN);
        assert_eq!(code, Some(exit), "{label}: {talk}");
        assert_eq!(talk.contains("1 differ"), exit == 1, "{talk}");
    }
    let open =
        format!("WB 6k1/7P/4N1K1/8/8/8/8/8 b - -\n-- 6k1/7P/4N1K1/8/8/8/8/8 b - -\nW- {QUEEN}");
    let (objects, code, _) = answers(&["dead", "--limit", "1", "-"], &open);
    let labels: Vec<&Value> = objects.iter().map(|object| &object["label"]).collect();
    assert_eq!((labels[0], labels[1], code), (&"differs".into(), &"open".into(), Some(1)));
}

#[test]
fn the_rest_goes_on_after_a_bad_line() {
    let long = "x".repeat(100_000);
    let input = format!("{QUEEN}\nnot a position\n{long}\n8/8 w - -\n{WALL}\n");
    let (objects, code, talk) = answers(&["dead", "-"], &input);
    assert_eq!(code, Some(5));
    assert_eq!(talk, "2 positions, 3 lines could not be read\n");
    let lines: Vec<Option<u64>> = objects.iter().map(|object| object["line"].as_u64()).collect();
    assert_eq!(lines, [None, Some(2), Some(3), Some(4), None]);
    assert_eq!(objects[1]["fen"], "not a position");
    for (object, says) in objects[1..4].iter().zip(["found 3", "longer than", "2 ranks"]) {
        assert!(object["error"].as_str().unwrap().contains(says), "{object}");
    }
}

#[test]
fn bytes_that_are_no_text_are_a_bad_line() {
    let mut child = start(&["dead", "-"]);
    child.stdin.take().unwrap().write_all(b"\xff\xfe\n").unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(5));
    assert!(String::from_utf8(output.stdout).unwrap().contains("not UTF-8"));
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

#[test]
fn many_lines_keep_their_order_on_many_threads() {
    let input: String = (0..2_000)
        .map(|number| match number % 3 {
            0 => format!("{QUEEN}\n"),
            1 => format!("line {number}\n"),
            _ => format!("{WALL}\n"),
        })
        .collect();
    let without_times = |jobs| {
        let (mut objects, code, _) = answers(&["dead", "--jobs", jobs, "-"], &input);
        assert_eq!(code, Some(5));
        for object in &mut objects {
            object.as_object_mut().unwrap().remove("micros");
        }
        objects
    };
    let one = without_times("1");
    assert_eq!(one.len(), 2_000);
    assert_eq!(one[4]["line"], 5);
    assert_eq!(one, without_times("7"));
}

#[test]
fn a_run_goes_on_where_one_stopped() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("dead-resume");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let [out, resume] = ["out.jsonl", "checkpoint.json"].map(|name| folder.join(name));
    let arguments = [
        "dead",
        "-",
        "--out",
        out.to_str().unwrap(),
        "--resume",
        resume.to_str().unwrap(),
        "--jobs",
        "2",
    ];
    let all: String =
        (0..500).map(|number| format!("7k/8/6K1/8/8/8/8/6Q1 w - - 0 {}\n", number + 1)).collect();
    // Kill the process after it has written results, while its input is still open.
    let mut child = start(&arguments);
    let mut input = child.stdin.take().unwrap();
    let mut fed = 0;
    while fs::read_to_string(&resume).unwrap_or_default().is_empty() {
        assert!(fed < 400, "no checkpoint was written");
        input.write_all(all.lines().nth(fed).unwrap().as_bytes()).unwrap();
        input.write_all(b"\n").unwrap();
        fed += 1;
        thread::sleep(Duration::from_millis(10));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(!out.exists(), "what is not complete has another name");

    let other = run(&arguments, format!("{WALL}\n{all}").as_bytes());
    assert_eq!(other.status.code(), Some(5));
    let said = String::from_utf8_lossy(&other.stderr).into_owned();
    assert!(said.contains("the lines differ from those that the run began with"), "{said}");

    for _ in 0..2 {
        let output = run(&arguments, all.as_bytes());
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(0), "{said}");
        assert!(said.contains("resuming after ") && said.ends_with("500 positions\n"), "{said}");
        let text = fs::read_to_string(&out).unwrap();
        let numbers = text.lines().map(|line| {
            let object: Value = serde_json::from_str(line).unwrap();
            let fen = object["fen"].as_str().unwrap();
            fen.rsplit(' ').next().unwrap().parse::<usize>().unwrap()
        });
        assert!(numbers.eq(1..=500), "{text}");
    }
    let options = run(&[&arguments[..], &["--limit", "5"]].concat(), all.as_bytes());
    assert_eq!(options.status.code(), Some(5));
}
