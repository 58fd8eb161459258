//! Every command that reads positions accepts each supported form, as an argument and in a list, and the output of the
//! command itself.

use std::{fs, path::Path, process::Output};

use serde_json::Value;

use super::common::run;

const KINGS: &str = "4k3/8/8/8/8/8/8/4K2R w K - 3 9";

/// The same position in every supported form.
fn forms() -> Vec<String> {
    let board = "4k3/8/8/8/8/8/8/4K2R w K -";
    vec![
        KINGS.to_owned(),
        format!("{board} 3"),
        board.to_owned(),
        format!("\"{KINGS}\""),
        format!("'{KINGS}'"),
        format!("{board} hmvc 3; fmvn 9;"),
        format!("{board} id \"a; \"; c0 \"b \\ c\"; hmvc 3; fmvn 9;"),
        format!("{KINGS} bm O-O; id \"x\";"),
        format!("fen {KINGS}"),
        format!("position fen {KINGS}"),
        "position fen 4k3/8/8/8/8/8/7r/4K2R w K - 2 8 moves h1h2 e8d8 h2h1 d8e8".to_owned(),
    ]
}

fn text(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[test]
fn every_command_reads_every_form() {
    for form in forms().iter().take(10) {
        let count = text(&run(&["lab", "perft", "2", form], b""));
        assert_eq!(count, "66\n", "{form}");
        let line = format!("{form}\n");
        assert_eq!(text(&run(&["lab", "perft", "2", "-"], line.as_bytes())), count, "{form}");
        let one = text(&run(&["dead", "--format", "json", form], b""));
        let many = text(&run(&["dead", "-"], line.as_bytes()));
        for said in [one, many] {
            let said: Value = serde_json::from_str(&said).unwrap();
            assert_eq!(
                (&said["white"], &said["black"]),
                (&"winnable".into(), &"unwinnable".into()),
                "{form}"
            );
            let fen = said["fen"].as_str().unwrap();
            assert!(fen.starts_with("4k3/8/8/8/8/8/8/4K2R w K - "), "{form}: {fen}");
        }
        let by_option = text(&run(&["rule", "--fen", form, "O-O"], b""));
        let by_line = text(&run(&["rule"], format!("{form}\nO-O\n").as_bytes()));
        for ruled in [by_option, by_line] {
            assert!(ruled.contains("4k3/8/8/8/8/8/8/5RK1 b - - "), "{form}: {ruled}");
        }
        let told = text(&run(&["claims", "--format", "json", form], b""));
        assert_eq!(
            told,
            text(&run(&["claims", "--format", "json", "-"], line.as_bytes())),
            "{form}"
        );
        let told: Value = serde_json::from_str(&told).unwrap();
        assert!(
            told["story"]["start"].as_str().unwrap().starts_with("4k3/8/8/8/8/8/8/4K2R w K - ")
        );
    }
}

#[test]
fn moves_after_a_position_are_played() {
    let moves = "position startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";
    assert_eq!(text(&run(&["lab", "perft", "1", moves], b"")), "20\n");
    assert_eq!(text(&run(&["lab", "perft", "1", "startpos", "moves", "e2e4"], b"")), "20\n");
    let told = text(&run(&["claims", moves], b""));
    assert!(told.contains("8 plies under") && told.contains("3 times: "), "{told}");
    let ruled =
        text(&run(&["rule", "--fen", moves, "White claims a draw by threefold repetition"], b""));
    assert!(ruled.contains("draw"), "{ruled}");
    let ended = run(&["dead", "position startpos moves e2e4 e2e4"], b"");
    let said = String::from_utf8(ended.stderr).unwrap();
    assert_eq!(ended.status.code(), Some(2), "{said}");
    assert!(said.contains("move 2 after the position: e2e4 is not a legal move"), "{said}");
}

#[test]
fn what_the_command_exports_is_read() {
    let of = |format| run(&["list", "--tag", "castling", "--format", format], b"").stdout;
    let mut ends: Vec<Vec<Option<String>>> = Vec::new();
    for format in ["epd", "json", "csv", "pgn"] {
        let output = run(&["dead", "--limit", "1", "-"], &of(format));
        let verdicts = String::from_utf8(output.stdout).unwrap();
        let fens = verdicts.lines().map(|line| {
            let said: Value = serde_json::from_str(line).unwrap();
            let is_read = said.get("error").is_none();
            is_read.then(|| said["fen"].as_str().unwrap().to_owned())
        });
        let fens: Vec<_> = fens.collect();
        assert!(fens.len() > 20 && fens.iter().flatten().count() > 15, "{format}: {verdicts}");
        // The output can be parsed again.
        if format == "epd" {
            let again = run(&["dead", "--limit", "1", "-"], verdicts.as_bytes());
            let again = String::from_utf8(again.stdout).unwrap();
            assert_eq!(again.lines().count(), fens.len());
            let same = |(old, new): (&str, &str)| {
                old.contains("\"error\"")
                    || old.split("\"nodes\"").next() == new.split("\"nodes\"").next()
            };
            assert!(verdicts.lines().zip(again.lines()).all(same), "{again}");
        }
        ends.push(fens);
    }
    assert_eq!(ends[0], ends[1]);
    assert_eq!(ends[0], ends[2]);
    assert_eq!(ends[0].len(), ends[3].len());
}

#[test]
fn records_of_several_lines_are_kept_together() {
    let game =
        |number: usize, moves: &str| format!("[Event \"{number}\"]\n[Result \"*\"]\n\n{moves} *\n");
    let list = [
        "# a comment\n% another\n\nW- 7k/7p/5K2/8/8/8/8/6N1 w - -\n".to_owned(),
        game(1, "1. e4 {a comment\n\nof several lines\n} e5"),
        game(2, "1. d4"),
        "\n[\n{\"fen\": \"4k3/8/8/8/8/8/8/4K2R w K - 3 9\",\n \"x\": {\"}\": \"{\"}\n},\n"
            .to_owned(),
        "{\"end\": \"4k3/8/8/8/8/8/8/4K2R w - -\"}\n]\n".to_owned(),
    ]
    .concat();
    assert_eq!(text(&run(&["lab", "perft", "1", "-"], list.as_bytes())), "9\n29\n20\n15\n14\n");
}

#[test]
fn what_is_wrong_in_a_list_is_told_with_its_line() {
    for (input, says) in [
        ("startpos\n8/8 w - -\n", "standard input:2: cannot read \"8/8\" as the pieces of a FEN"),
        ("startpos\n{\"x\": 1}\n", "standard input:2: the JSON object has no position"),
        ("\n{\"fen\": 1}\n", "standard input:2: cannot read the JSON object"),
        ("{\"fen\": \"startpos\"\n", "standard input:1: cannot read the JSON object"),
        ("[Event \"x\"]\n\n1. e4 e4 *\n", "standard input:1: the game cannot be played to its end"),
        ("id,fen\na\n", "standard input:2: the row has no column 2"),
        ("4k3/8/8/8/8/8/8/4K2R w K - bm O-O\n", "no semicolon at its end"),
        ("", "standard input contains no position"),
        ("# nothing\n", "standard input contains no position"),
    ] {
        let output = run(&["lab", "perft", "1", "-"], input.as_bytes());
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(5), "{input:?}: {said}");
        assert!(said.contains(says), "{input:?}: {said}");
    }
    let long = format!("[Event \"x\"]\n\n1. e4 {{{}}}\n\nstartpos\n", "x\n".repeat(1 << 20));
    let output = run(&["dead", "-"], long.as_bytes());
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("the record is longer than 1048576 bytes"), "{said}");
    assert_eq!(said.lines().count(), 2, "{said}");
}

#[test]
fn perft_counts_what_no_game_leads_to_and_remarks_it() {
    let unreachable = "4k3/8/8/8/n1n5/8/1K3r2/8 w - - 0 1";
    let output = run(&["lab", "perft", "1", unreachable], b"");
    let said = String::from_utf8(output.stderr.clone()).unwrap();
    assert!(text(&output).trim().parse::<u64>().is_ok());
    assert!(said.contains("no game can reach the position"), "{said}");
    let unplayable = run(&["lab", "perft", "1", "4k3/8/8/8/8/8/8/8 w - -"], b"");
    assert_eq!(unplayable.status.code(), Some(2));
    assert!(unplayable.stdout.is_empty());
    for depth in ["16", "-1", "99999999999999999999", "x", "1.5"] {
        let output = run(&["lab", "perft", "--", depth], b"");
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains("from 0 to 15"), "{said}");
    }
}

#[test]
fn a_game_has_one_position() {
    for (arguments, input) in [
        (&["rule"][..], "startpos\nstartpos\n"),
        (&["rule", "--fen", "startpos"], "startpos\n"),
        (&["rule", "startpos", "e4", "startpos"], ""),
    ] {
        let output = run(arguments, input.as_bytes());
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains("is a position; expected one game at a time"), "{said}");
    }
}

#[test]
fn a_file_in_place_of_a_position_is_recognised_or_read() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("position-in-a-file.txt");
    fs::write(&file, format!("{KINGS}\n")).unwrap();
    let name = file.to_str().unwrap();
    let output = run(&["dead", name], b"");
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("read with `- < FILE`"), "{said}");
    // These commands read the file: one as the lines of a game, the other as a list of games.
    assert!(text(&run(&["rule", name], b"")).contains("under fide-2023"));
    assert!(text(&run(&["claims", name], b"")).contains("0 plies under"));
}
