//! Adapters that fail intermittently: they answer like the reference except at some lines.

use std::{
    collections::BTreeMap,
    fs,
    io::{self, BufRead, Write},
    path::Path,
    thread,
    time::Duration,
};

use libtest_mimic::Failed;
use serde_json::{Value, json};

use super::{command, lawbook, place, right, say, walked};

/// The requests, and the answers of an adapter whose state depends on them, are the same for every number of threads,
/// and depend on the order only.
pub(super) fn order_of_requests() -> Result<(), Failed> {
    let check = |jobs: &str, order: &[&str]| {
        let log = place(&format!("log-{jobs}-{}", order.concat()));
        let _ = fs::remove_file(&log);
        let mut command = command("lapses-tires");
        command.push(log.display().to_string());
        let command = shell_words::join(command);
        let check = ["check", "--format", "json", "--jobs", jobs, "--adapter", &command];
        let (exit, result, talk) = lawbook(&[&check[..], order].concat());
        assert_eq!(exit, 1, "{talk}");
        (result, fs::read_to_string(&log).unwrap())
    };
    let usual = check("1", &[]);
    let seeded = check("1", &["--order", "7"]);
    for jobs in ["2", "4", "16"] {
        assert!(check(jobs, &[]) == usual, "{jobs} threads");
    }
    assert!(check("4", &["--order", "7"]) == seeded, "shuffled on 4 threads");
    assert!(usual.1.lines().count() > 100 && usual.1 != seeded.1);
    let of = |report: &str| serde_json::from_str::<Value>(report).unwrap()["order"].clone();
    assert_eq!((of(&usual.0), of(&seeded.0)), (Value::Null, json!(7)));
    let id = ["check", "--id", "check-that-only-a-capture-answers", "--order", "7"];
    let (_, text, _) = lawbook(&[&id[..], &["--library", "shakmaty"]].concat());
    assert!(text.contains("in the order of seed 7; `--order 7` repeats it"), "{text}");
    Ok(())
}

/// Runs a search with a failing adapter. Returns the findings and the messages.
fn fuzz(mode: &str, arguments: &[&str]) -> (Value, String) {
    let command = shell_words::join(command(mode));
    let fuzz = ["fuzz", "--format", "json", "--jobs", "1", "--adapter", &command];
    let (exit, result, talk) = lawbook(&[&fuzz[..], arguments].concat());
    let is_clean = mode.ends_with("never");
    assert_eq!(exit, i32::from(!is_clean), "{mode} {arguments:?}: {result} {talk}");
    (serde_json::from_str(&result).unwrap(), talk)
}

/// All findings of a search. Asserts that a new process reproduces none of them.
fn unstable(found: &Value) -> &[Value] {
    let findings = found["findings"].as_array().unwrap();
    assert!(!findings.is_empty());
    for one in findings {
        assert_eq!(one["kind"], "unstable", "{one}");
    }
    findings
}

pub(super) fn lapses_in_games() -> Result<(), Failed> {
    let games = ["--strategy", "sparse", "--plies", "60", "--seed", "1", "--timeout", "1"];
    assert_eq!(fuzz("lapses-keeps-never", &games).0["findings"], json!([]));
    for (keeps, hows) in [("", &["crash"][..]), ("keeps-", &["crash", "garbage", "wrong"])] {
        for how in hows {
            let (found, _) = fuzz(&format!("lapses-{keeps}{how}"), &games);
            unstable(&found);
        }
    }
    Ok(())
}

pub(super) fn lapses_elsewhere() -> Result<(), Failed> {
    for strategy in ["setups", "acts"] {
        let plies = ["--strategy", strategy, "--plies", "100", "--seed", "1"];
        unstable(&fuzz("lapses-crash", &plies).0);
    }
    for how in ["crash", "garbage", "wrong"] {
        let adapter = shell_words::join(command(&format!("lapses-{how}")));
        let check = ["check", "--format", "json", "--adapter", &adapter];
        let (exit, result, talk) = lawbook(&check);
        assert!(exit == 1 && lawbook(&check).1 == result, "{how}: {talk}");
    }
    let texts = ["--strategy", "texts", "--plies", "100", "--seed", "1"];
    unstable(&fuzz("lapses-crash", &texts).0);
    for how in ["crash", "wrong", "keeps-crash"] {
        let itself = ["--itself", "--strategy", "sparse", "--plies", "400", "--seed", "1"];
        let (found, _) = fuzz(&format!("lapses-{how}"), &itself);
        let broken = found["libraries"][0]["broken"].as_array().unwrap();
        assert!(!broken.is_empty() && broken.iter().all(|one| one["unstable"] == true), "{found}");
    }
    Ok(())
}

/// The time limit of an answer is the same in a search.
pub(super) fn hangs() -> Result<(), Failed> {
    for mode in ["hang-always", "hang", "lapses-hang", "lapses-keeps-hang"] {
        let (found, talk) = fuzz(mode, &["--seconds", "10", "--timeout", "1", "--seed", "1"]);
        assert!(!found["findings"].as_array().unwrap().is_empty(), "{mode}: {talk}");
        assert!(found.to_string().contains("no answer within "), "{mode}: {found}");
    }
    Ok(())
}

/// An adapter that has one game for all numbers, or answers otherwise beside a second one, is found in `check` and in `fuzz`,
/// unless it says that it keeps none.
pub(super) fn one_game() -> Result<(), Failed> {
    let plies = ["--strategy", "sparse", "--plies", "60", "--seed", "1"];
    for (mode, is_clean) in [("keeps-one", false), ("keeps-shared", false), ("one-never", true)] {
        let adapter = shell_words::join(command(&format!("lapses-{mode}")));
        let check = ["check", "--id", "check-sign-after-a-bishop-move", "--adapter", &adapter];
        let (exit, text, talk) = lawbook(&check);
        assert_eq!(exit, i32::from(!is_clean), "{text} {talk}");
        assert_eq!(text.contains("while a second game"), !is_clean, "{text}");
        let (found, _) = fuzz(&format!("lapses-{mode}"), &plies);
        assert_eq!(found["findings"] == json!([]), is_clean, "{found}");
    }
    Ok(())
}

pub(super) fn tires() -> Result<(), Failed> {
    let (found, _) =
        fuzz("lapses-tires", &["--strategy", "sparse", "--plies", "60", "--seed", "1"]);
    unstable(&found);
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
        if let Some(log) = log {
            let mut log = fs::OpenOptions::new().create(true).append(true).open(log).unwrap();
            writeln!(log, "{line}").unwrap();
        }
        let mut request: Value = serde_json::from_str(&line).unwrap();
        if how.contains("one") && request["type"] == "walk" {
            request["game"] = json!(0);
        }
        let mut replies = match request["type"] == "walk" {
            true => vec![walked(&mut kept, request)],
            false => right(&request),
        };
        if count == 0 {
            replies[0]["walks"] = json!(keeps);
        }
        let is_due = count > 0 && count % (STEADY + 1) == 0;
        match how.trim_start_matches("keeps-") {
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
