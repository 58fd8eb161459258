//! Adapters that fail intermittently: they answer like the reference except at some lines.

use std::{
    collections::BTreeMap,
    fs,
    io::{self, BufRead, Write},
    path::Path,
    slice, thread,
    time::Duration,
};

use lawbook_catalogue::adapter::{Implementation, Reference};
use lawbook_libraries::process::{Limits, Process};
use libtest_mimic::Failed;
use serde_json::{Value, json};

use super::{
    KeptGames, SOME, along_two_games, asked, command, five, free_file, place, right, say, walked,
};

/// The requests, and the answers of an adapter whose state depends on them, are the same for every number of threads.
pub(super) fn order_of_requests() -> Result<(), Failed> {
    let check = |jobs: &str| {
        let log = place(&format!("log-{jobs}"));
        let _ = fs::remove_file(&log);
        let mut command = command("lapses-tires");
        command.push(log.display().to_string());
        let (exit, result, talk) =
            asked(&[&SOME[..], &["--format", "json", "--jobs", jobs]].concat(), &command);
        assert_eq!(exit, 1, "{talk}");
        (result, fs::read_to_string(&log).unwrap())
    };
    let usual = check("1");
    assert!(usual.1.lines().count() > 100);
    for jobs in ["2", "4", "16"] {
        assert!(check(jobs) == usual, "{jobs} threads");
    }
    Ok(())
}

/// Runs a search with a failing adapter. Returns the findings and the messages.
fn fuzz(mode: &str, arguments: &[&str]) -> (Value, String) {
    let fuzz = ["fuzz", "--format", "json", "--jobs", "1"];
    let (exit, result, talk) = asked(&[&fuzz[..], arguments].concat(), &command(mode));
    let is_clean = mode.ends_with("never");
    assert_eq!(exit, i32::from(!is_clean), "{mode} {arguments:?}: {result} {talk}");
    (serde_json::from_str(&result).unwrap(), talk)
}

/// Asserts that there are findings of a search, and that a new process reproduces none of them.
fn unstable(found: &Value) {
    let findings = found["findings"].as_array().unwrap();
    assert!(!findings.is_empty());
    for one in findings {
        assert_eq!(one["kind"], "unstable", "{one}");
    }
}

/// The options of a search in few games.
const GAMES: [&str; 6] = ["--strategy", "sparse", "--plies", "60", "--seed", "1"];

pub(super) fn lapses_in_games() -> Result<(), Failed> {
    let games = [&GAMES[..], &["--timeout", "1"]].concat();
    assert_eq!(fuzz("lapses-keeps-never", &games).0["findings"], json!([]));
    for how in ["crash", "tires", "keeps-crash", "keeps-garbage", "keeps-wrong"] {
        unstable(&fuzz(&format!("lapses-{how}"), &games).0);
    }
    Ok(())
}

pub(super) fn lapses_elsewhere() -> Result<(), Failed> {
    for strategy in ["setups", "acts"] {
        let plies = ["--strategy", strategy, "--plies", "100", "--seed", "1"];
        unstable(&fuzz("lapses-crash", &plies).0);
    }
    for how in ["crash", "garbage", "wrong"] {
        let check = [&SOME[..], &["--format", "json"]].concat();
        let check = || asked(&check, &command(&format!("lapses-{how}")));
        let (exit, result, talk) = check();
        assert!(exit == 1 && check().1 == result, "{how}: {talk}");
    }
    let texts = ["--strategy", "texts", "--plies", "100", "--seed", "1"];
    unstable(&fuzz("lapses-crash", &texts).0);
    Ok(())
}

/// The time limit of an answer is the same in a search.
pub(super) fn hangs() -> Result<(), Failed> {
    for mode in ["hang-always", "hang"] {
        let (found, talk) = fuzz(mode, &["--seconds", "10", "--timeout", "1", "--seed", "1"]);
        assert!(!found["findings"].as_array().unwrap().is_empty(), "{mode}: {talk}");
        assert!(found.to_string().contains("no answer within "), "{mode}: {found}");
    }
    Ok(())
}

/// The command of an adapter that is late once, at its line `number`: 0 is the hello, 1 the first question.
fn late_at(number: usize, keeps: &str) -> Vec<String> {
    let mark = place(&format!("late-{keeps}{number}-{:?}", thread::current().id()));
    let _ = fs::remove_file(&mark);
    let mut words = command(&format!("lapses-{keeps}late-{number}"));
    words.push(mark.display().to_string());
    words
}

/// An answer that is late once is the one of the second attempt, for a batch and for a single question, and in a kept game.
pub(super) fn late_answer() -> Result<(), Failed> {
    let (line, questions) = five();
    let right = Reference::default().ask(&line, &questions);
    let limits = Limits { answer: Duration::from_secs(1), ..Limits::default() };
    for number in 2..8 {
        let process = Process::start(late_at(number, ""), limits)?;
        assert_eq!(process.ask(&line, &questions), right, "{number}");
        for (question, right) in questions.iter().zip(&right).take(2) {
            assert_eq!(process.ask(&line, slice::from_ref(question)), slice::from_ref(right));
        }
        let late = process.late();
        assert!(late.len() == 1 && late[0].ends_with(" - 0 1"), "{number}: {late:?}");
    }
    for number in [2, 3, 5, 9, 12] {
        let process = Process::start(late_at(number, "keeps-"), limits)?;
        assert_eq!(along_two_games(&process), along_two_games(&super::start("none")), "{number}");
        assert_eq!(process.late().len(), 1, "{number}");
    }
    Ok(())
}

/// A single late answer is a note in `check`, with a new baseline, and in `fuzz`, and nothing else.
pub(super) fn late_in_commands() -> Result<(), Failed> {
    let update = |adapter: &[String]| {
        let file = free_file(&format!("late-{:?}.txt", thread::current().id()));
        let check = ["check", "--timeout", "1", "--baseline", &file, "--update"];
        let (exit, _, talk) = asked(&check, adapter);
        (exit, fs::read_to_string(&file).unwrap(), talk)
    };
    let usual = update(&command("lapses-never"));
    let note =
        "hostile: 1 answer late, and in time when asked again, which does not count as a failure";
    for number in [2, 150] {
        let (exit, written, talk) = update(&late_at(number, ""));
        assert_eq!((exit, &written), (0, &usual.1), "{number}: {talk}");
        assert!(talk.contains(note) && !usual.2.contains("answer late"), "{number}: {talk}");
    }
    for number in [2, 4, 8] {
        let check = ["check", "--brief", "--id", "check-that-only-*", "--timeout", "1"];
        let (exit, said, talk) = asked(&check, &late_at(number, ""));
        assert!(exit == 0 && talk.contains(note), "{number}: {said}{talk}");
    }
    for (number, keeps) in [(4, ""), (31, ""), (4, "keeps-"), (31, "keeps-")] {
        let fuzz = [&["fuzz", "--timeout", "1"], &GAMES[..]].concat();
        let (exit, said, talk) = asked(&fuzz, &late_at(number, keeps));
        assert!(exit == 0 && talk.contains(note), "{keeps}{number}: {said}{talk}");
    }
    Ok(())
}

/// An answer that is late twice is a failure. A new baseline lists it, and the command names the case.
pub(super) fn late_in_baseline() -> Result<(), Failed> {
    let file = free_file("late-twice.txt");
    let check = ["check", "--timeout", "1", "--baseline", &file, "--update"];
    let (exit, _, talk) = asked(&check, &command("lapses-stuck"));
    let written = fs::read_to_string(&file)?;
    assert!(exit == 0 && written.contains("does not answer in time"), "{talk}{written}");
    let named = "1 answer in it did not come in time, twice; --timeout allows more time:\n  ";
    assert!(talk.contains(&format!("{named}{STUCK}: ")), "{talk}");
    Ok(())
}

/// The case at whose setup the adapter `stuck` hangs, and part of its FEN.
const STUCK: &str = "check-that-only-a-capture-answers";
const STUCK_AT: &str = "4k3/8/8/8/8/8/5nPP/4B1RK";

/// An adapter that has one game for all numbers, or answers otherwise beside a second one, is found in `check` and in `fuzz`,
/// unless it says that it keeps none.
pub(super) fn one_game() -> Result<(), Failed> {
    for (mode, is_clean) in [("keeps-one", false), ("keeps-shared", false), ("one-never", true)] {
        let check = ["check", "--id", "check-sign-after-a-bishop-move"];
        let (exit, text, talk) = asked(&check, &command(&format!("lapses-{mode}")));
        assert_eq!(exit, i32::from(!is_clean), "{text} {talk}");
        assert_eq!(text.contains("while a second game"), !is_clean, "{text}");
        let (found, _) = fuzz(&format!("lapses-{mode}"), &GAMES);
        assert_eq!(found["findings"] == json!([]), is_clean, "{found}");
    }
    Ok(())
}

/// An adapter that takes moves back in another game, or only the last one, is found in `check`.
pub(super) fn games_taken_back() -> Result<(), Failed> {
    for (mode, is_clean) in [("right", true), ("other", false), ("once", false)] {
        let check = ["check", "--id", "promoted-rook-in-the-corner"];
        let (exit, text, talk) = asked(&check, &command(&format!("lapses-keeps-back-{mode}")));
        assert_eq!(exit, i32::from(!is_clean), "{mode}: {text} {talk}");
        assert_eq!(
            text.contains("moves were taken back and played again"),
            !is_clean,
            "{mode}: {text}"
        );
    }
    Ok(())
}

/// Number of lines that the adapter answers before it fails at the next one.
const STEADY: usize = 40;

/// Runs the adapter: fails at every 41st line, or in mode `tires` at all lines after the first hundred.
pub(super) fn lapse(how: &str, log: Option<&Path>) {
    let keeps = how.starts_with("keeps-");
    let mut kept = BTreeMap::new();
    for (count, line) in io::stdin().lock().lines().enumerate() {
        let line = line.unwrap();
        if let Some(log) = log.filter(|_| !how.contains("late")) {
            let mut log = fs::OpenOptions::new().create(true).append(true).open(log).unwrap();
            writeln!(log, "{line}").unwrap();
        }
        let mut request: Value = serde_json::from_str(&line).unwrap();
        if how.contains("one") && request["type"] == "walk" {
            request["game"] = json!(0);
        }
        take_back(how, &mut kept, &mut request);
        let mut replies = match request["type"] == "walk" {
            true => vec![walked(&mut kept, request)],
            false => right(&request),
        };
        if count == 0 {
            replies[0]["walks"] = json!(keeps);
            replies[0]["takes_back"] = json!(how.contains("back"));
        }
        let is_due = count > 0 && count % (STEADY + 1) == 0;
        if how.trim_start_matches("keeps-") == format!("late-{count}") {
            // Only the first process is late.
            if fs::File::create_new(log.unwrap()).is_ok() {
                thread::sleep(Duration::from_secs(600));
            }
        }
        match how.trim_start_matches("keeps-") {
            "stuck" if line.contains(STUCK_AT) => thread::sleep(Duration::from_secs(600)),
            "shared" if kept.len() > 1 => replies.iter_mut().for_each(contradict),
            "tires" if count > 100 => replies.iter_mut().for_each(contradict),
            "crash" if is_due => std::process::exit(3),
            "hang" if is_due => thread::sleep(Duration::from_secs(600)),
            "garbage" if is_due => println!("I think so"),
            "wrong" if is_due => replies.iter_mut().for_each(contradict),
            _ => {}
        }
        replies.iter().for_each(say);
    }
}

/// Takes moves of a kept game back, as a request says: in mode `back-other` those of another game, in mode `back-once` only one.
fn take_back(how: &str, kept: &mut KeptGames, request: &mut Value) {
    let fields = request.as_object_mut().unwrap();
    // Moves that are played and taken back at once change nothing, and the reference cannot do that.
    fields.remove("take_back");
    let Some(back) = fields.remove("back") else { return };
    let own = request["game"].to_string();
    let is_wrong = how.ends_with("back-other");
    let wanted = |number: &String| (*number == own) != is_wrong;
    let Some((_, (_, moves))) = kept.iter_mut().find(|(number, _)| wanted(number)) else { return };
    let back = if how.ends_with("back-once") { 1 } else { back.as_u64().unwrap() as usize };
    moves.truncate(moves.len().saturating_sub(back));
}

/// Inverts every boolean in a reply.
fn contradict(reply: &mut Value) {
    match reply {
        Value::Object(fields) => {
            for value in fields.values_mut() {
                match value {
                    Value::Bool(said) => *said = !*said,
                    other @ (Value::Null
                    | Value::Number(_)
                    | Value::String(_)
                    | Value::Array(_)
                    | Value::Object(_)) => contradict(other),
                }
            }
        }
        Value::Array(values) => values.iter_mut().for_each(contradict),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
