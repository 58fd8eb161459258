//! Every command that reads positions accepts the same forms, as an argument and as a line.

use std::{fs, path::Path};

use serde_json::Value;

use crate::common::{printed, run, told};

const KINGS: &str = "4k3/8/8/8/8/8/8/4K2R w K - 3 9";

/// The same position in some of the forms that `PositionText` reads; its tests have each of them.
fn forms() -> [String; 4] {
    let board = "4k3/8/8/8/8/8/8/4K2R w K -";
    [
        KINGS.to_owned(),
        format!("\"{KINGS}\""),
        format!("{board} id \"a; \"; c0 \"b \\ c\"; hmvc 3; fmvn 9;"),
        format!("position fen {KINGS}"),
    ]
}

#[test]
fn every_command_reads_the_same_forms() {
    for form in &forms() {
        let line = format!("{form}\n");
        let one = printed(&["dead", "--format", "json", form], "");
        let many = printed(&["dead", "-"], &line);
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
        let by_option = printed(&["rule", "--game", "--fen", form, "O-O"], "");
        let by_line = printed(&["rule", "--game"], format!("{form}\nO-O\n"));
        for ruled in [by_option, by_line] {
            assert!(ruled.contains("4k3/8/8/8/8/8/8/5RK1 b - - "), "{form}: {ruled}");
        }
        let told = printed(&["claims", "--format", "json", form], "");
        assert_eq!(told, printed(&["claims", "--format", "json", "-"], &line), "{form}");
        let told: Value = serde_json::from_str(&told).unwrap();
        assert!(
            told["story"]["start"].as_str().unwrap().starts_with("4k3/8/8/8/8/8/8/4K2R w K - ")
        );
    }
}

/// A position that can be played is accepted, and each command says what it has dropped or why no game leads there.
#[test]
fn every_command_says_the_same_of_a_position_that_no_game_reaches() {
    for (fen, says) in [
        ("k7/8/8/3pP3/8/7n/5K2/8 w - d6 0 1", Some("en passant square was dropped")),
        ("k7/8/r6K/3pP3/8/8/8/8 w - d6 0 1", Some("en passant square was dropped")),
        ("4k3/3p4/8/3pP3/8/8/8/4K3 w - d6 0 1", Some("en passant square was dropped")),
        ("4k3/8/8/8/n1n5/8/1K3r2/8 w - - 0 1", Some("no game can reach the position")),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", None),
    ] {
        let game = format!("[FEN \"{fen}\"]\n[SetUp \"1\"]\n\n*\n");
        let dropped = says.filter(|says| says.contains("dropped"));
        for (arguments, input, says) in [
            (&["dead", fen][..], "", says),
            (&["dead", "--format", "json", fen], "", says),
            (&["dead", "-"], fen, says),
            (&["claims", fen], "", says),
            (&["claims", "-"], fen, says),
            (&["claims", "-"], &game, dropped),
            (&["rule", "--game", "--fen", fen, "Black resigns"], "", says),
            (&["rule", "--game"], &game, says),
        ] {
            let (exit, said) = told(arguments, input);
            assert_eq!(exit, Some(0), "{arguments:?}: {said}");
            let [is_dropped, cannot] =
                ["was dropped", "no game can"].map(|note| said.contains(note));
            assert_eq!(is_dropped || cannot, says.is_some(), "{arguments:?}: {said}");
            assert!(
                said.replace("\n  ", " ").contains(says.unwrap_or("")),
                "{arguments:?}: {said}"
            );
        }
        let ask = r#""rule_set":"fide-2023","play":[],"questions":[{"id":1,"ask":"setup"},{"id":2,"ask":"fen"}]}"#;
        let asked = format!("{{\"type\":\"ask\",\"fen\":\"{fen}\",{ask}\n");
        let served = printed(&["adapter", "serve"], &asked);
        assert!(served.contains("{\"id\":1,\"native\":true}"), "{fen}: {served}");
        let keeps_square = fen.contains(" d6 ") && says.is_none();
        assert_eq!(served.contains(" d6 "), keeps_square, "{fen}: {served}");
    }
}

#[test]
fn the_positions_that_the_command_exports_are_read() {
    let epd = run(&["list", "--format", "epd", "--tag", "castling"], b"").stdout;
    let output = run(&["dead", "--limit", "1", "-"], &epd);
    let verdicts = String::from_utf8(output.stdout).unwrap();
    let read = verdicts.lines().filter(|line| !line.contains("\"error\"")).count();
    assert!(read > 15, "{verdicts}");
    assert_eq!(verdicts.lines().count(), String::from_utf8(epd).unwrap().lines().count());
}

#[test]
fn a_line_of_positions_is_a_game_and_a_game_has_one_position() {
    let list = "# a comment\n\nstartpos moves e2e4\nstartpos moves g1f3 g8f6\n8/8 w - -\n";
    let game = ["rule", "--game", "--fen", "startpos"];
    let one = "is a position; expected one game at a time";
    for (arguments, input, exit, says) in [
        (&["claims", "--number", "1", "-"][..], list, 0, "1 ply under"),
        (
            &["claims", "--number", "3", "-"],
            list,
            5,
            "line 5: cannot read \"8/8\" as the pieces of a FEN",
        ),
        (&["claims", "--number", "4", "-"], list, 5, "no game 4: the text has 3 positions"),
        (&game[..2], "startpos\nstartpos\n", 2, one),
        (&game, "startpos\n", 2, one),
        (&["rule", "--game", "startpos", "e4", "startpos"], "", 2, one),
    ] {
        let (code, said) = told(arguments, input);
        assert!(code == Some(exit) && said.contains(says), "{arguments:?}: {code:?} {said}");
    }
}

#[test]
fn a_file_in_place_of_a_position_is_recognised_or_read() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("position-in-a-file.txt");
    fs::write(&file, format!("{KINGS}\n")).unwrap();
    let name = file.to_str().unwrap();
    let (exit, said) = told(&["dead", name], "");
    assert!(exit == Some(2) && said.contains("read with `- < FILE`"), "{exit:?} {said}");
    // These commands read the file: one as the lines of a game, the other as a list of games.
    assert!(printed(&["rule", "--game", name], "").contains("under fide-2023"));
    assert!(printed(&["claims", name], "").contains("0 plies under"));
}
