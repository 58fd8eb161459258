//! Adapters that misbehave, each with its expected outcome.
//!
//! The test program is also the adapter: started with `as MODE`, it answers like the reference except for the
//! misbehaviour `MODE`.

#![allow(clippy::unwrap_used, clippy::panic)] // a test

mod intermittent;

use std::{
    collections::BTreeMap,
    env, fs,
    io::{self, BufRead, Write},
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::{Command, ExitCode, Stdio},
    thread,
    time::Duration,
};

use lawbook::rules::Act;
use lawbook_catalogue::{
    Catalogue,
    adapter::{Implementation, Reference, Response, Scenario, probes, wire},
    question::{HistoryQuestion, PositionQuestion, Question},
};
use lawbook_libraries::process::{Limits, Process};
use lawbook_runner::runner::{self, Finding};
use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::{Value, json};

fn main() -> ExitCode {
    if let [_, role, mode, more @ ..] = &env::args().collect::<Vec<_>>()[..]
        && role == "as"
    {
        let mark = more.first().map(Path::new);
        match mode.strip_prefix("lapses-") {
            Some(how) => intermittent::lapse(how, mark),
            None => misbehave(mode, mark),
        }
        return ExitCode::SUCCESS;
    }
    let mut arguments = Arguments::from_args();
    // Most of these tests wait for a slow adapter, so running more of them than there are processors does not slow them
    // down.
    let processors = thread::available_parallelism().map_or(1, usize::from);
    arguments.test_threads.get_or_insert(4 * processors);
    libtest_mimic::run(&arguments, trials()).exit_code()
}

/// Path of a file for one trial. An existing file is removed.
fn free_file(name: &str) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path.to_string_lossy().into_owned()
}

/// The rows of `misbehaving_adapters.txt` with this name: the mode, and its fields.
fn rows(name: &str) -> impl Iterator<Item = Vec<&'static str>> {
    let lines = include_str!("misbehaving_adapters.txt").lines();
    lines.filter_map(move |line| {
        Some(line.strip_prefix(name)?.strip_prefix(' ')?.split(" | ").collect())
    })
}

type Run = fn() -> Result<(), Failed>;
type RunRow = fn(&[&str]) -> Result<(), Failed>;

fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    let tables: [(&str, RunRow); 3] =
        [("one_question", one_question), ("no_hello", no_hello), ("smoke", smoke)];
    for (name, run) in tables {
        for row in rows(name) {
            trials.push(Trial::test(format!("{name}::{}", row[0]), move || run(&row)));
        }
    }
    for mode in ["slow", "stderr", "banner-on-stderr"] {
        trials.push(Trial::test(format!("harmless::{mode}"), move || harmless(mode)));
    }
    let others: [(&str, Run); 34] = [
        ("a_lapse_in_random_games_is_found", intermittent::lapses_in_games),
        ("a_lapse_in_whatever_is_asked_is_found", intermittent::lapses_elsewhere),
        ("hangs_end_with_the_search", intermittent::hangs),
        ("a_single_late_answer_is_asked_again", intermittent::late_answer),
        ("a_single_late_answer_fails_no_command", intermittent::late_in_commands),
        ("a_late_answer_in_a_new_baseline_is_named", intermittent::late_in_baseline),
        ("a_library_that_can_hold_only_one_game_has_to_keep_none", intermittent::one_game),
        ("moves_are_taken_back_in_their_game", intermittent::games_taken_back),
        (
            "requests_come_in_an_order_that_does_not_depend_on_threads",
            intermittent::order_of_requests,
        ),
        ("it_starts_only_once", starts_only_once),
        ("it_starts_again_as_somebody_else", somebody_else),
        ("what_it_leaves_behind_is_ended", left_behind),
        ("a_line_nobody_asked_for_is_one_message", out_of_step),
        ("an_adapter_that_fails_again_and_again_is_given_up", failures_are_limited),
        ("an_adapter_that_is_always_late_is_given_up", always_late),
        ("a_game_is_too_long_to_be_sent", a_long_game),
        ("stdin_is_closed", stdin_is_closed),
        ("killed_once_loses_one_answer", killed_once),
        ("a_crash_that_comes_only_after_others_is_found", crash_after_others),
        ("an_adapter_that_crashes_at_everything_is_given_up_soon", crashes_at_everything),
        ("an_adapter_that_kills_the_command_gets_no_verdict", murder),
        ("a_game_that_is_kept_says_what_the_whole_line_says", kept_games),
        ("whoever_fails_in_a_game_that_is_kept_is_asked_about_the_whole_line", kept_games_fail),
        ("lists_of_known_libraries_are_not_held_against_adapters", known_names),
        ("a_line_that_fails_is_one_finding", one_finding),
        ("isolated_libraries_say_the_same", isolated),
        ("the_gate_fails_and_says_why", gate),
        ("every_question_of_a_batch_is_answered_twice", answered_twice),
        ("a_sound_adapter_has_no_problems", smoke_of_the_reference),
        ("a_program_that_is_no_adapter_is_told_what_a_hello_is", no_adapter),
        ("an_adapter_that_answers_little_is_told_so", few_answers),
        ("a_mistake_in_a_baseline_is_an_error_in_both_commands", wrong_baselines),
        ("a_library_that_cannot_be_asked_is_an_error", not_there),
        ("a_check_that_asks_nothing_does_not_pass", nothing_asked),
    ];
    trials.extend(others.map(|(name, run)| Trial::test(name, run)));
    trials
}

/// Only modes that reach the time limit have a short one.
fn limits(mode: &str) -> Limits {
    let seconds = if mode.starts_with("hang") || mode == "close-stdin" { 2 } else { 30 };
    Limits { answer: Duration::from_secs(seconds), ..Limits::default() }
}

fn command(mode: &str) -> Vec<String> {
    let program = env::current_exe().unwrap().to_string_lossy().into_owned();
    vec![program, "as".to_owned(), mode.to_owned()]
}

/// The command of an adapter that serves the reference.
fn served() -> Vec<String> {
    [env!("CARGO_BIN_EXE_lawbook"), "adapter", "serve"].map(str::to_owned).into()
}

fn start(mode: &str) -> Process {
    Process::start(command(mode), limits(mode)).unwrap()
}

/// The initial position and five questions. Adapters misbehave at the third.
fn five() -> (Scenario, [Question; 5]) {
    use HistoryQuestion::HalfmoveClock;
    use PositionQuestion::{Check, Checkmate, LegalMoves, Turn};
    let probe = probes()[0].clone();
    (
        probe.scenario,
        [LegalMoves.into(), HalfmoveClock.into(), Check.into(), Checkmate.into(), Turn.into()],
    )
}

fn one_question(row: &[&str]) -> Result<(), Failed> {
    let &[mode, place, kind, message] = row else { return Err("no row".into()) };
    let kind = match kind {
        "crashed" => Response::Crashed,
        "late" => Response::TimedOut,
        _ => Response::ProtocolError,
    };
    let (process, wrong) = (start(mode), kind(message.to_owned()));
    // Asks again, to test that no state is left over.
    for _ in 0..2 {
        expect(&process, place.parse()?, &wrong)?;
    }
    Ok(())
}

/// Asks the five questions about the initial position.
fn ask_five(whom: &dyn Implementation) -> Vec<Response> {
    let (line, questions) = five();
    whom.ask(&line, &questions)
}

/// Asserts that the answer at `place` is `wrong`, and that all other answers are right.
#[track_caller]
fn expect(process: &Process, place: usize, wrong: &Response) -> Result<(), Failed> {
    let mut right = ask_five(&Reference::default());
    right[place].clone_from(wrong);
    let mut said = ask_five(process);
    said.iter_mut().for_each(unnumbered);
    if said == right { Ok(()) } else { Err(format!("{said:#?}").into()) }
}

/// Takes out of a message what differs between two attempts: the numbers of questions, and the id before the mistake.
fn unnumbered(said: &mut Response) {
    let Response::ProtocolError(why) = said else { return };
    if why.starts_with("it answers question ") {
        let words = why.split(' ').map(|word| match word.trim_start_matches(char::is_numeric) {
            rest if rest == word => word.to_owned(),
            rest => format!("N{rest}"),
        });
        *why = words.collect::<Vec<_>>().join(" ");
    }
    if let Some(place) = why.find("several outcomes: ") {
        why.drain(..place);
    }
}

fn harmless(mode: &str) -> Result<(), Failed> {
    let process = start(mode);
    assert_eq!(ask_five(&process), ask_five(&Reference::default()));
    assert_eq!(process.failures().0, 0);
    Ok(())
}

fn no_hello(row: &[&str]) -> Result<(), Failed> {
    let &[mode, message] = row else { return Err("no row".into()) };
    const HELLO: &str = "the line of JSON with which an adapter answers the first request, with its name, its version and the \
                         questions that it answers; `lawbook adapter new` writes an adapter that does this";
    let message = message.replace("HELLO", HELLO).replace("\\n", "\n");
    // The time for a hello is the longer one of two limits.
    for (hello, question) in [(2, 1), (1, 2)] {
        let seconds = |most| Duration::from_secs(if mode == "no-hello" { most } else { 30 });
        let limits = Limits { startup: seconds(hello), answer: seconds(question), ..limits(mode) };
        assert_eq!(Process::start(command(mode), limits).err().as_ref(), Some(&message));
    }
    Ok(())
}

/// An unsolicited line is reported once, not as a failure of every question.
fn out_of_step() -> Result<(), Failed> {
    let begin = "the line after its hello does not answer the first question: ";
    for (mode, what) in [
        ("hello-twice", "it sends hello again; expected one line for the hello, and then "),
        ("hello-and-blank", "cannot read \"\": "),
        ("wrong-id", "it answers question 4000000; the current question is 1; expected "),
    ] {
        let problem = Process::start(command(mode), limits(mode)).err().unwrap();
        assert!(problem.starts_with(&format!("{begin}{what}")), "{mode}: {problem}");
    }
    let (exit, result, talk) = asked(&["check"], &command("hello-twice"));
    assert!(exit == 5 && result.is_empty(), "{result}");
    assert!(talk.contains(begin) && !talk.contains("started again"), "{talk}");
    Ok(())
}

/// After the last failure that the limit allows, no more questions are sent, and the message says why.
fn failures_are_limited() -> Result<(), Failed> {
    for (mode, last) in [
        ("all-twice", "it answers question "),
        ("hang-always", "no answer within 1 s"),
        ("always", "it ended with signal: 6 (SIGABRT)"),
    ] {
        let limits = Limits { answer: Duration::from_secs(1), failures: 4, ..limits(mode) };
        let process = Process::start(command(mode), limits)?;
        let said: Vec<Response> = (0..3).flat_map(|_| ask_five(&process)).collect();
        let begin = format!("not asked: it failed 4 times, at last: {last}");
        for said in &said[5..] {
            let (Response::ProtocolError(why) | Response::TimedOut(why) | Response::Crashed(why)) =
                said
            else {
                panic!("{mode}: {said:?}")
            };
            assert!(why.starts_with(&begin), "{mode}: {why}");
        }
        assert_eq!(process.failures().0, 4, "{mode}");
    }
    Ok(())
}

/// An adapter that is late ten times in a row is asked a simple question, and given up if that is late too.
fn always_late() -> Result<(), Failed> {
    let (line, questions) = five();
    let start = |mode: &str, seconds: f64| {
        let question = Duration::from_secs_f64(seconds);
        Process::start(command(mode), Limits { answer: question, ..limits(mode) })
    };
    let process = start("hang-always", 0.2)?;
    for _ in 0..3 {
        ask_five(&process);
    }
    assert_eq!(process.failures().0, 11);
    let (why, request) = process.gave_up().unwrap();
    assert_eq!(why, "it failed 11 times, at last: no answer within 0.2 s");
    assert!(
        request.ends_with(
            " after no move from rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
        )
    );
    let process = start("hang", 1.0)?;
    for _ in 0..6 {
        let said = process.ask(&line, &questions[2..3]);
        assert!(matches!(said[..], [Response::TimedOut(_)]), "{said:?}");
    }
    assert_eq!((process.failures().0, process.gave_up()), (12, None));
    Ok(())
}

/// The command has no supervisor of its own, so there is nothing else that an adapter could kill.
fn murder() -> Result<(), Failed> {
    let output = Command::new(env!("CARGO_BIN_EXE_lawbook"))
        .args(["check", "--id", "check-that-only-*", "--"])
        .args(command("murder"))
        .output()?;
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(!output.status.success() && !said.contains("agreed"), "{said}");
    Ok(())
}

/// Each of many answers that come twice is a mistake of its own question.
fn answered_twice() -> Result<(), Failed> {
    for mut said in ask_five(&start("all-twice")) {
        unnumbered(&mut said);
        assert_eq!(said, Response::ProtocolError("it answers question N twice".to_owned()));
    }
    Ok(())
}

/// A game that exceeds the line limit does not count as a failure of the adapter.
fn a_long_game() -> Result<(), Failed> {
    let (mut line, questions) = five();
    let moves =
        ["g1f3", "g8f6", "f3g1", "f6g8"].map(|uci| Act::MoveAndPress { mv: uci.parse().unwrap() });
    line.acts = moves.repeat(10_000);
    let process = start("none");
    for said in process.ask(&line, &questions) {
        let message = "a request may not be longer than 1048576 bytes".to_owned();
        assert_eq!(said, Response::Unsupported(message));
    }
    assert_eq!(process.failures().0, 0);
    harmless("none")
}

fn stdin_is_closed() -> Result<(), Failed> {
    for said in ask_five(&start("close-stdin")) {
        let why = "it has closed its standard input".to_owned();
        assert!(
            said == Response::ProtocolError(why) || matches!(said, Response::TimedOut(_)),
            "{said:?}"
        );
    }
    Ok(())
}

/// A grandchild would write a file after some time if it survived.
fn left_behind() -> Result<(), Failed> {
    let process = marked("leave");
    let crashed = Response::Crashed("it ended with exit status: 0".to_owned());
    assert_eq!(ask_five(&process)[2], crashed);
    drop(process);
    thread::sleep(Duration::from_secs(5));
    assert!(!place("leave").exists());
    Ok(())
}

fn starts_only_once() -> Result<(), Failed> {
    let said = ask_five(&marked("once"));
    assert_eq!(said[..2], ask_five(&Reference::default())[..2]);
    let crashed = Response::Crashed("it ended with exit status: 3".to_owned());
    assert!(said[2..].iter().all(|one| *one == crashed), "{said:?}");
    Ok(())
}

fn somebody_else() -> Result<(), Failed> {
    for said in &ask_five(&marked("other"))[2..] {
        let message = "after a restart its hello differs from the first one";
        assert_eq!(*said, Response::ProtocolError(message.to_owned()));
    }
    Ok(())
}

/// Path of the file where a mode records that it has run.
fn place(mode: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(mode)
}

/// Starts a mode without an earlier record.
fn marked(mode: &str) -> Process {
    let _ = fs::remove_file(place(mode));
    let mut words = command(mode);
    words.push(place(mode).to_string_lossy().into_owned());
    Process::start(words, limits(mode)).unwrap()
}

/// If it is killed from outside, only the pending answer is lost.
fn killed_once() -> Result<(), Failed> {
    let process = marked("killed-once");
    expect(&process, 2, &Response::Crashed("it ended with signal: 9 (SIGKILL)".to_owned()))?;
    assert_eq!(ask_five(&process), ask_five(&Reference::default()));
    Ok(())
}

/// Each process aborts at its fifth question, whatever it is.
fn crash_after_others() -> Result<(), Failed> {
    let process = start("fifth");
    expect(&process, 4, &Response::Crashed("it ended with signal: 6 (SIGABRT)".to_owned()))
}

fn crashes_at_everything() -> Result<(), Failed> {
    let catalogue = Catalogue::embedded();
    let process = start("always");
    let cases: Vec<_> = catalogue.cases.iter().filter(|case| case.open.is_none()).collect();
    let asked = runner::ask_each(&cases, &process, &[], || ());
    let verdicts: Vec<_> = asked.iter().flat_map(|(_, verdicts)| verdicts).collect();
    assert!(verdicts.len() > 1000, "only {} questions were asked", verdicts.len());
    for verdict in &verdicts {
        assert!(
            matches!(
                verdict.finding,
                Finding::Crashed | Finding::NotReached | Finding::Unsupported
            ),
            "{}: {:?} {}",
            verdict.expected.question,
            verdict.finding,
            verdict.says
        );
    }
    let count = |finding| verdicts.iter().filter(|one| one.finding == finding).count();
    let (crashes, not_reached) = (count(Finding::Crashed), count(Finding::NotReached));
    assert!(crashes > 300 && not_reached > 100, "{crashes} crashes, {not_reached} not reached");
    // It answers nothing, not even about the initial position.
    assert_eq!(process.failures().0, 11);
    Ok(())
}

/// Walks through two games at the same time with prefetched questions. Returns the answers after each move.
fn along_two_games(process: &Process) -> Vec<[Response; 4]> {
    let (line, questions) = five();
    let foreseen: Vec<&Question> = questions.iter().collect();
    let mut sessions = [process.start_game(&line).unwrap(), process.start_game(&line).unwrap()];
    for session in &mut sessions {
        session.foresee(&foreseen).unwrap();
    }
    let moves = [["f2f3", "e2e4"], ["e7e5", "e7e5"], ["g2g4", "g1f3"], ["d8h4", "b8c6"]];
    let mut said = Vec::new();
    for played in moves {
        for (session, uci) in sessions.iter_mut().zip(played) {
            session.play(uci.parse().unwrap()).unwrap();
            session.foresee(&foreseen).unwrap();
            said.push([0, 1, 2, 4].map(|place| session.ask(&questions[place])));
        }
    }
    said
}

fn kept_games() -> Result<(), Failed> {
    // The adapter exits at any request with a whole line.
    let process = start("keeps-only");
    let said = along_two_games(&process);
    assert_eq!(process.failures().0, 0);
    assert_eq!(said, along_two_games(&start("none")));
    assert!(matches!(said[6][0], Response::Answer { .. }), "{:?}", said[6]);
    let (line, questions) = five();
    let mut session = process.start_game(&line).unwrap();
    session.foresee(&[&questions[0]]).unwrap();
    session.play("e2e5".parse().unwrap()).unwrap();
    let refused = session.foresee(&[&questions[0]]);
    assert!(
        matches!(&refused, Err(Response::MoveRefused(why)) if why.contains("e2e5")),
        "{refused:?}"
    );
    Ok(())
}

fn kept_games_fail() -> Result<(), Failed> {
    // Asked with the whole line the adapter does not fail, so the walk ends with the original failure.
    let (line, questions) = five();
    let foreseen: Vec<&Question> = questions.iter().collect();
    for mode in ["keeps-short", "keeps-nothing", "keeps-garbage"] {
        let process = start(mode);
        let mut session = process.start_game(&line).unwrap();
        let said = session.foresee(&foreseen).unwrap_err();
        assert!(said.is_process_failure(), "{mode}: {said:?}");
        assert_eq!(process.failures().0, 1, "{mode}");
    }
    let right = along_two_games(&start("none"));
    let crashed = Response::Crashed("it ended with signal: 6 (SIGABRT)".to_owned());
    for (said, mut right) in along_two_games(&start("keeps-abort")).into_iter().zip(right) {
        right[2] = crashed.clone();
        assert_eq!(said, right);
    }
    Ok(())
}

/// Runs the command. Returns exit code, standard output and standard error.
fn lawbook(arguments: &[&str]) -> (i32, String, String) {
    run(Command::new(env!("CARGO_BIN_EXE_lawbook")).args(arguments))
}

/// Runs the command with an adapter.
fn asked(arguments: &[&str], adapter: &[String]) -> (i32, String, String) {
    run(Command::new(env!("CARGO_BIN_EXE_lawbook")).args(arguments).arg("--").args(adapter))
}

fn run(command: &mut Command) -> (i32, String, String) {
    let output = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// Libraries give the same answers in a separate process.
fn isolated() -> Result<(), Failed> {
    let check = ["check", "--document", "S2", "--format", "json"];
    let (exit, here, _) = lawbook(&check);
    let (exit_there, there, _) = lawbook(&[&check[..], &["--isolate"]].concat());
    assert!((exit, exit_there) == (0, 0) && here == there);
    Ok(())
}

fn gate() -> Result<(), Failed> {
    let check = ["check", "--brief", "--id", "check-that-only-*", "--timeout", "2"];
    let check = |mode: &str| asked(&check, &command(mode));
    let (exit, result, talk) = check("abort");
    let line = "NEW  hostile  check-that-only-a-block-answers and 1 more  it crashes: it ended with \
        signal: \u{2026} (SIGABRT) (2 of 2 failing answers, in 2 cases)";
    assert!(exit == 1 && result.contains(line), "{result}");
    assert!(talk.contains("hostile failed and was restarted"), "{talk}");
    let (_, _, talk) = check("misspelt");
    assert!(talk.contains("`questions` names \"chek\", which is not in the protocol"), "{talk}");
    let (exit, result, talk) = check("exit-at-once");
    assert!(exit == 5 && result.is_empty() && talk.contains("no such book"), "{talk}");
    Ok(())
}

/// The command of an adapter that supports three questions and uses this name.
fn three_questions(mode: &str, ecosystem: &str, name: &str, version: &str) -> Vec<String> {
    let mut command = command(mode);
    command.push(format!("{ecosystem}/{name}/{version}"));
    command
}

/// The release that a library's known deviations refer to.
fn listed_release(name: &str) -> String {
    let file =
        Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../libraries/{name}/known.yaml"));
    let text = fs::read_to_string(file).unwrap();
    let release =
        text.lines().find_map(|line| line.strip_prefix("versions: \"=")?.strip_suffix('"'));
    release.unwrap().to_owned()
}

/// An adapter that answers three questions correctly under the name of each library whose list has entries for these. It is asked
/// the examples of the entries, so that they would be out of date.
fn known_names() -> Result<(), Failed> {
    let known = lawbook_libraries::known_deviations()?;
    let check = |name: &str| {
        let mut words = vec!["check", "--brief", "--level", "strict"];
        let own = known.iter().filter(|one| one.implementation == name);
        let own = own.filter(|one| THREE.contains(&one.question.as_str()));
        own.flat_map(|one| &one.cases).for_each(|id| words.extend(["--id", id]));
        (words.len() > 4).then_some(words)
    };
    let mut asked_as = 0;
    for library in lawbook_libraries::libraries() {
        let (ecosystem, name) = (library.ecosystem.name(), library.name);
        let Some(check) = check(name) else { continue };
        let adapter = three_questions("brief", ecosystem, name, &listed_release(name));
        let (exit, said, talk) = asked(&check, &adapter);
        assert!(exit == 0 && said.contains(" 0 failing, 0 stale;"), "{name}: {said}{talk}");
        asked_as += 1;
    }
    assert!(asked_as > 10, "{asked_as}");
    // With `--known-for-adapter` they apply, but only to supported questions.
    let adapter = three_questions("brief", "npm", "node-chess", &listed_release("node-chess"));
    let known = [check("node-chess").unwrap(), vec!["--known-for-adapter"]].concat();
    let (exit, said, _) = asked(&known, &adapter);
    assert!(exit == 1 && said.contains(" 0 failing, "), "{said}");
    assert!(!said.contains(" 0 stale;"), "{said}");
    Ok(())
}

/// A move that is refused, throws or ends the process is one finding. Undeclared questions are not listed.
fn one_finding() -> Result<(), Failed> {
    for mode in ["refuses", "throws", "dies"] {
        let adapter = three_questions(mode, "", "toy", "1");
        let check = |format: &str| asked(&[&SOME[..], &["--format", format]].concat(), &adapter);
        let (exit, report, _) = check("json");
        let report: Value = serde_json::from_str(&report)?;
        let (mut causes, mut not_reached) = (0, 0);
        for case in report["cases"].as_array().unwrap() {
            let disagreements = case["disagreements"].as_array().cloned().unwrap_or_default();
            let left = case["not_reached"]["toy"].as_array().cloned().unwrap_or_default();
            assert!(disagreements.len() <= 1, "{mode}: {case:#}");
            assert!(left.is_empty() || disagreements.len() == 1, "{mode}: {case:#}");
            for question in disagreements.iter().map(|one| &one["question"]).chain(&left) {
                assert!(THREE.contains(&question.as_str().unwrap()), "{mode}: {case:#}");
            }
            causes += disagreements.len();
            not_reached += left.len();
        }
        assert!(exit == 1 && causes > 8 && not_reached > 2, "{mode}: {causes} {not_reached}");
        let (_, text, _) = check("text");
        assert!(text.contains(&format!(", {not_reached} not reached\n")), "{mode}: {text}");
        assert!(text.contains("not reached because of it: "), "{mode}: {text}");
        let (_, junit, _) = check("junit");
        let skipped = "<skipped message=\"not reached: the setup or an earlier move failed\"/>";
        assert_eq!(junit.matches(skipped).count(), not_reached, "{mode}");
        let (_, page, _) = check("markdown");
        assert!(page.contains("(not reached because of it: "), "{mode}");

        let file = free_file(&format!("one-finding-{mode}.txt"));
        let baseline = |adapter: &[String], update: &[&str]| {
            asked(&[&["check", "--baseline", &file], update].concat(), adapter)
        };
        let (exit, said, talk) = baseline(&adapter, &["--update"]);
        assert_eq!(exit, 0, "{mode}: {said}{talk}");
        let written = fs::read_to_string(&file)?;
        let answers = written.lines().find_map(|line| line.strip_prefix("answers ")).unwrap();
        for kind in answers.split(", ").filter_map(|one| one.split(' ').next()) {
            assert!(THREE.contains(&kind), "{mode}: {written}");
        }
        assert_eq!(baseline(&adapter, &[]).0, 0, "{mode}");
        let (exit, said, _) = baseline(&three_questions("brief", "", "toy", "1"), &[]);
        assert!(exit == 1 && said.contains(" listed wrong answers have gone"), "{mode}: {said}");
        assert!(!said.contains(" were before"), "{mode}: {said}");
        // The baseline of another library is rejected.
        let another = three_questions("brief", "", "another", "1");
        for update in [&[][..], &["--update"]] {
            let (exit, _, said) = baseline(&another, update);
            let message = "is the baseline of toy, and not of another";
            assert!(exit == 3 && said.contains(message), "{mode}: {said}");
        }
    }
    Ok(())
}

/// The command that asks about some hundred cases, many of them with moves.
const SOME: [&str; 7] = ["check", "--level", "strict", "--tag", "checkmate", "--tag", "stalemate"];

/// Questions of an adapter that declares three; that about the setup, and all of them again, are always asked.
const THREE: [&str; 5] = ["check", "checkmate", "stalemate", "setup", "again"];

fn smoke(row: &[&str]) -> Result<(), Failed> {
    let [mode, problems, says @ ..] = row else { return Err("no row".into()) };
    let problems: usize = problems.parse()?;
    let timeout = if *mode == "hang" { "1" } else { "10" };
    let (exit, result, talk) = asked(&["adapter", "smoke", "--timeout", timeout], &command(mode));
    assert_eq!(result.matches("wrong: ").count(), problems, "{result}{talk}");
    assert_eq!(exit, i32::from(problems > 0), "{result}{talk}");
    let said = result + &talk;
    for part in says.iter().map(|part| part.replace("\\n", "\n")) {
        let absent = part.strip_prefix('!');
        assert_eq!(said.contains(absent.unwrap_or(&part)), absent.is_none(), "{part}: {said}");
    }
    Ok(())
}

fn smoke_of_the_reference() -> Result<(), Failed> {
    let (exit, result, _) = asked(&["adapter", "smoke", "--format", "json"], &served());
    let value: Value = serde_json::from_str(&result)?;
    assert!(exit == 0 && value["problems"] == json!([]) && value["hints"] == json!([]), "{result}");
    assert_eq!(value["next"], json!([]));
    Ok(())
}

/// The message says when it happened, and the expected line. A path may have spaces; a command in quotes has advice.
fn no_adapter() -> Result<(), Failed> {
    let hello = "hello, the line of JSON with which an adapter answers the first request";
    for (command, place) in [("true", "before its "), ("cat", "in place of its ")] {
        let message = format!("; this was {place}{hello}");
        for arguments in [&["adapter", "smoke"][..], &["check"]] {
            let (exit, _, said) = asked(arguments, &[command.to_owned()]);
            assert!(exit == 5 && said.contains(&message), "{arguments:?}: {said}");
        }
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("with spaces");
    fs::create_dir_all(&folder)?;
    let toy = folder.join("toy");
    fs::write(&toy, "")?;
    let toy = toy.to_str().unwrap();
    let words = |words: &[&str]| words.iter().map(ToString::to_string).collect::<Vec<_>>();
    for (command, is_quoted) in [
        (words(&[toy]), false),
        (words(&["cat", toy]), false),
        (words(&["cat toy"]), true),
        (words(&[&format!("cat {toy}")]), true),
    ] {
        let (exit, _, said) = asked(&["check"], &command);
        let advice = "write its program and its arguments without quotes around them";
        assert!(exit == 5 && said.contains(advice) == is_quoted, "{command:?}: {said}");
    }
    Ok(())
}

/// An adapter that answers few questions fails, unless a baseline says that this is all; one that answers none always fails.
fn few_answers() -> Result<(), Failed> {
    let checked = |options: &[&str], adapter: &[String]| {
        let (exit, said, talk) = asked(&[&["check"], options].concat(), adapter);
        (exit, said + &talk)
    };
    let [little, nothing] = ["answers-little", "answers-nothing"].map(command);
    let advice = format!("`lawbook adapter smoke -- {}` shows what", shell_words::join(&little));
    let (exit, said) = checked(&[], &little);
    assert!(exit == 1 && said.contains("\nNOT TESTED: ") && said.contains(&advice), "{said}");
    assert!(said.contains("; hostile answers only "), "{said}");
    let file = free_file("few-answers.txt");
    for update in [&["--update"][..], &[]] {
        let (exit, said) = checked(&[&["--baseline", &file], update].concat(), &little);
        assert!(exit == 0 && !said.contains(" answers only "), "{said}");
    }
    let (exit, said) = checked(&[], &served());
    assert!(exit == 0 && !said.contains(" answers only "), "{said}");
    // Whatever else is asked, and in each form of the report.
    let moves = ["--tag", "checkmate"];
    for (options, adapter, says) in [
        (
            &[&moves[..], &["--library", "shakmaty"]].concat()[..],
            &nothing,
            "; hostile answers none of ",
        ),
        (&["--library", "shakmaty"], &little, "; hostile answers only "),
        (&[&moves[..], &["--baseline", &file]].concat(), &nothing, "; hostile answers none of "),
        (&[&moves[..], &["--format", "markdown"]].concat(), &nothing, "; hostile answers none of "),
        (&[&moves[..], &["--format", "json"]].concat(), &nothing, "\"hostile answers none of "),
        (
            &[&moves[..], &["--format", "junit"]].concat(),
            &nothing,
            "<failure message=\"the result says nothing\"",
        ),
    ] {
        let (exit, said) = checked(options, adapter);
        assert!(exit == 1 && said.contains(says), "{options:?}: {exit} {said}");
    }
    // Random games have the same share, and say it always.
    for (options, adapter, exit, says) in [
        (&[][..], &little, 1, "; hostile answers only "),
        (&["--library", "shakmaty"], &nothing, 1, "; hostile answers none of "),
        (&["--baseline", &file], &little, 0, " answers compared: "),
        (&[], &served(), 0, " answers compared: "),
    ] {
        let fuzz = ["fuzz", "--plies", "150", "--seed", "1"];
        let (status, said, talk) = asked(&[&fuzz[..], options].concat(), adapter);
        assert!(status == exit && said.contains(says), "{options:?}: {status} {said}{talk}");
    }
    Ok(())
}

/// A mistake in a baseline is an error that names the correct form, and not a deviation of the library.
fn wrong_baselines() -> Result<(), Failed> {
    let adapter = three_questions("brief", "", "toy", "1");
    let answers = "answers check 1 000000000001";
    let baseline = |catalogue: &str, rest: &str| {
        format!("library toy\ncatalogue {catalogue}\nlevel core\n{rest}\n")
    };
    let file = free_file("wrong-baseline.txt");
    for (text, message) in [
        (
            baseline("0.1.0", "answers check 1"),
            "line 4: \"answers check 1\"; expected kinds, counts",
        ),
        (baseline("0.1.0", ""), "the line \"answers\" is missing"),
        (
            baseline("0.1.0", &format!("{answers}\nlevel strict")),
            "line 5: \"level\" stands in line 3",
        ),
        (
            baseline("0.1.0", &format!("{answers}\n2 one -- 0000001")),
            "line 5: \"2 one -- 0000001\"; expected a cause",
        ),
        (baseline("999.0.0", answers), " is for the catalogue 999.0.0, and this program has "),
    ] {
        fs::write(&file, text)?;
        for update in [&[][..], &["--update"]] {
            let check = ["check", "--baseline", &file];
            let (exit, said, talk) = asked(&[&check[..], update].concat(), &adapter);
            assert!(exit == 3 && talk.contains(message), "{update:?}: {exit} {said}{talk}");
        }
    }
    // All cases are newer.
    fs::write(&file, baseline("0.0.1", answers))?;
    let (exit, _, talk) = asked(&["check", "--baseline", &file], &adapter);
    let message = "no case is as old as the baseline: ";
    let remedy = format!(
        "`lawbook check --baseline {} --update -- {}` adds them",
        shell_words::quote(&file),
        shell_words::join(&adapter)
    );
    assert!(exit == 4 && talk.contains(message) && talk.contains(&remedy), "{talk}");
    Ok(())
}

/// No command passes if a library that was named, or all libraries of a folder, are not asked.
fn not_there() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let empty = format!("--foreign={}", folder.path().display());
    let (missing, one) = ("--foreign=no-such-folder", ["--library", "chess.js"]);
    for command in
        [&["check", "--cases", "tests/fixtures/right", "--no-known"][..], &["fuzz", "--plies", "1"]]
    {
        for (options, exit, says) in [
            (&[missing][..], 5, "no-such-folder is not a folder"),
            (&[missing, "--library", "shakmaty"], 5, "no-such-folder is not a folder"),
            (&[&empty], 5, "chess.js, "),
            (
                &[&empty, one[0], one[1], "--library", "shakmaty"],
                5,
                ": chess.js; run harness/libraries/setup",
            ),
            (&one, 4, "install it with harness/libraries/setup, then add `--foreign`"),
        ] {
            let (code, result, talk) = lawbook(&[command, options].concat());
            assert!(code == exit && talk.contains(says), "{command:?} {options:?}: {code} {talk}");
            assert!(result.is_empty(), "{command:?} {options:?}");
        }
    }
    // Without a name, the libraries that are installed are asked, and the summary has the others.
    let python = folder.path().join("venv/bin/python");
    fs::create_dir_all(folder.path().join("venv/bin"))?;
    fs::write(
        &python,
        format!("#!/bin/sh\nexec {} adapter serve\n", env!("CARGO_BIN_EXE_lawbook")),
    )?;
    fs::set_permissions(&python, fs::Permissions::from_mode(0o755))?;
    let adapter = folder.path().join("python-chess/adapter.py");
    fs::create_dir_all(adapter.parent().unwrap())?;
    fs::write(&adapter, "")?;
    let check = ["check", "--cases", "tests/fixtures/right", "--no-known", &empty, "--format"];
    for (format, says) in [
        ("text", "; 16 libraries not installed and not asked: "),
        ("json", "\"chess.js\": \"not installed and not asked\""),
        (
            "junit",
            "<testcase name=\"chess.js\">\n            <skipped message=\"not installed and not asked\"/>",
        ),
    ] {
        let (exit, result, talk) = lawbook(&[&check[..], &[format]].concat());
        assert!(exit == 0 && result.contains(says), "{format}: {exit} {result} {talk}");
    }
    Ok(())
}

/// A selection of cases that no library is asked about, or that a named library answers nothing of, does not pass.
fn nothing_asked() -> Result<(), Failed> {
    let open = Catalogue::embedded().cases.into_iter().find(|case| case.open.is_some()).unwrap().id;
    for (options, exit, says) in [
        (&["--id", &open][..], 4, "leave all selected cases open"),
        (&["--id", "threefold-*", "--id", "treefold-*"], 4, "no case has --id \"treefold-*\""),
        (&["--id", "threefold-*", "--library", "chasolver"], 1, "; chasolver answers none of "),
    ] {
        let (code, result, talk) = lawbook(&[&["check", "--brief"], options].concat());
        assert!(code == exit && (result + &talk).contains(says), "{options:?}: {code} {talk}");
    }
    Ok(())
}

/// Runs the adapter: answers like the reference except for the misbehaviour `mode`.
fn misbehave(mode: &str, mark: Option<&Path>) {
    begin(mode, mark);
    let mut asked = 0;
    let mut kept = BTreeMap::new();
    for line in io::stdin().lock().lines() {
        let request: Value = serde_json::from_str(&line.unwrap()).unwrap();
        if request["type"] == "walk" {
            walk(mode, &mut kept, request);
            continue;
        }
        let mut replies = right(&request);
        let Some(questions) = request["questions"].as_array() else {
            present(mode, mark, &mut replies[0]);
            say(&replies[0]);
            if mode == "hello-twice" {
                say(&replies[0]);
            }
            if mode == "hello-and-blank" {
                println!();
            }
            if mode == "close-stdin" {
                leave_with("exec 0<&-; sleep 60");
            }
            continue;
        };
        if mode == "keeps-only" {
            std::process::exit(3);
        }
        if mode == "out-of-order" && replies.len() > 2 {
            replies.swap(0, 1);
        }
        fail_by_nature(mode, &request, &mut replies);
        fail_at_length(mode, &request, &mut replies);
        let answers = replies.clone();
        for (question, mut reply) in questions.iter().zip(replies) {
            asked += usize::from(question["ask"] != "setup");
            let is_due = match mode {
                "always" | "hang-always" => true,
                "fifth" => asked == 5,
                "killed-once" => asked == 3 && mark.is_some_and(|mark| !mark.exists()),
                _ => question["ask"] == "check",
            };
            if mode == "overclaims" && question["ask"] == "dead" {
                reply = json!({"id": reply["id"], "unsupported": "no"});
            }
            match mode {
                "slow" => thread::sleep(Duration::from_millis(50)),
                "wrong-id" => reply["id"] = json!(4_000_000),
                _ if is_due => trouble(mode, mark, &mut reply),
                _ => {}
            }
            say(&reply);
            match mode {
                "twice" if question["ask"] == "check" => say(&reply),
                "last-twice" if question["ask"] == "fen" => say(&reply),
                "ends-afterwards" if question["ask"] == "check" => std::process::exit(3),
                "ends-at-last" if question["ask"] == "fen" => std::process::exit(3),
                _ => {}
            }
        }
        if mode == "all-twice" && questions.iter().all(|question| question["ask"] != "setup") {
            answers.iter().for_each(say);
        }
    }
}

/// Misbehaviour before reading any input.
fn begin(mode: &str, mark: Option<&Path>) {
    match mode {
        "exit-at-once" => {
            eprintln!("no such book");
            std::process::exit(3);
        }
        "once" if mark.is_some_and(Path::exists) => std::process::exit(3),
        "no-hello" => thread::sleep(Duration::from_secs(60)),
        "banner" => println!("Welcome"),
        "banner-on-stderr" => eprintln!("Welcome"),
        "stderr" => flood(&mut io::stderr(), 10 << 20),
        _ => {}
    }
}

/// Misbehaviour of a library that prints, or aborts at setups.
fn fail_by_nature(mode: &str, request: &Value, replies: &mut [Value]) {
    if mode == "chatty" && request["play"].as_array().is_some_and(|play| !play.is_empty()) {
        println!("book loaded");
    }
    if mode.starts_with("aborts-at-setups") && replies[0].get("setup_refused").is_some() {
        std::process::abort();
    }
    if mode == "castles-on-the-rook" {
        for reply in replies.iter_mut() {
            *reply = serde_json::from_str(&reply.to_string().replace("e1g1", "e1h1")).unwrap();
        }
    }
}

/// Misbehaviour at lines with at least four moves.
fn fail_at_length(mode: &str, request: &Value, replies: &mut [Value]) {
    if request["play"].as_array().is_none_or(|play| play.len() < 4) {
        return;
    }
    let field = match mode {
        "dies" => std::process::exit(3),
        "refuses" => "move_refused",
        "throws" => "failed",
        _ => return,
    };
    for reply in replies {
        *reply = json!({"id": reply["id"], field: "no more"});
    }
}

/// Changes the hello.
fn present(mode: &str, mark: Option<&Path>, hello: &mut Value) {
    match mode {
        "future" => hello["protocol"] = json!(7),
        "brief" | "refuses" | "throws" | "dies" => {
            let parts: Vec<&str> = mark.unwrap().to_str().unwrap().split('/').collect();
            let [ecosystem, name, version] = parts[..] else { panic!("{parts:?}") };
            hello["ecosystem"] = json!(ecosystem);
            hello["name"] = json!(name);
            hello["version"] = json!(version);
            hello["questions"] = json!(["check", "checkmate", "stalemate"]);
            hello["endings"] = json!([]);
        }
        "nameless" => hello["name"] = json!(""),
        "answers-nothing" => hello["questions"] = json!([]),
        "answers-little" => hello["questions"] = json!(["check"]),
        _ if mode.starts_with("keeps-") => hello["walks"] = json!(true),
        "other" if mark.is_some_and(Path::exists) => hello["version"] = json!("2"),
        "misspelt" => hello["questions"][4] = json!("chek"),
        "aborts-at-setups-as-declared" => hello["validates_setups"] = json!(false),
        "overclaims" => hello["questions"][4] = json!("dead"),
        _ => {}
    }
}

/// The kept games by number: setup, and the moves so far.
type KeptGames = BTreeMap<String, (Value, Vec<Value>)>;

/// Continues a kept game and returns the right answer.
fn walked(kept: &mut KeptGames, mut request: Value) -> Value {
    let game = request["game"].to_string();
    if let Some(fen) = request.get("fen") {
        kept.insert(game.clone(), (fen.clone(), Vec::new()));
    }
    let (fen, moves) = kept.get_mut(&game).unwrap();
    moves.extend(request["moves"].as_array().unwrap().clone());
    request["fen"] = fen.clone();
    request["moves"] = json!(moves);
    right(&request).remove(0)
}

fn walk(mode: &str, kept: &mut KeptGames, request: Value) {
    let asks = request["questions"].as_array().unwrap();
    let is_check = asks.iter().any(|question| question["ask"] == "check");
    let mut reply = walked(kept, request);
    match mode {
        "keeps-short" if is_check => {
            reply["answers"].as_array_mut().unwrap().pop();
        }
        "keeps-nothing" if is_check => std::process::exit(3),
        "keeps-garbage" if is_check => println!("I think so"),
        "keeps-abort" if is_check => std::process::abort(),
        _ => {}
    }
    say(&reply);
}

/// The reference's replies, one per line.
fn right(request: &Value) -> Vec<Value> {
    if request["type"] == "hello" {
        // A fixed response, so that a thousand starts are fast.
        let questions =
            ["setup", "ended", "legal-moves", "halfmove-clock", "check", "checkmate", "fen"];
        let id = &request["id"];
        return vec![
            json!({"id": id, "protocol": 1, "name": "hostile", "version": "1", "questions": questions}),
        ];
    }
    let mut output = Vec::new();
    wire::serve(&Reference::default(), None, format!("{request}\n").as_bytes(), &mut output)
        .unwrap();
    output.lines().map(|line| serde_json::from_str(&line.unwrap()).unwrap()).collect()
}

fn say(reply: &Value) {
    let mut out = io::stdout().lock();
    if writeln!(out, "{reply}").and_then(|()| out.flush()).is_err() {
        std::process::exit(0);
    }
}

fn trouble(mode: &str, mark: Option<&Path>, reply: &mut Value) {
    match mode {
        "abort" | "always" | "fifth" | "keeps-abort" => std::process::abort(),
        "throws-on-stderr" => {
            eprintln!("the bishop is stuck");
            std::process::exit(3);
        }
        "memory" => println!("{:?}", Vec::<u8>::with_capacity(isize::MAX as usize)),
        "overflow" => println!("{}", bottomless(0)),
        "kill" => leave_with("kill -9 $$"),
        "once" | "other" => {
            fs::write(mark.unwrap(), "").unwrap();
            std::process::exit(3);
        }
        "killed-once" => {
            fs::write(mark.unwrap(), "").unwrap();
            leave_with("kill -9 $$");
        }
        "exit" => std::process::exit(3),
        "leave" => {
            let mark = mark.unwrap().to_string_lossy().into_owned();
            leave_with(&format!("(sleep 3; : > {}) & exit 0", shell_words::quote(&mark)));
        }
        // A grandchild keeps the streams open.
        "fork" => leave_with("sleep 60 & exit 0"),
        "murder" => leave_with("kill -9 $PPID; exit 3"),
        "hang" | "hang-always" => thread::sleep(Duration::from_secs(60)),
        "garbage" => println!("I think so"),
        "number" => reply["native"] = json!(17),
        "two-outcomes" => reply["composed"] = json!(true),
        "long" => flood(&mut io::stdout(), 100 << 20),
        "bytes" => {
            let _ = io::stdout().write_all(b"\xff\xfe\n");
        }
        "close" => leave_with("exec 1>&-; sleep 60"),
        "deep" => println!("{}", "[".repeat(100_000)),
        "flood" => loop {
            println!("{reply}");
        },
        _ => {}
    }
}

#[allow(unconditional_recursion)] // the purpose of this mode
fn bottomless(depth: u64) -> u64 {
    std::hint::black_box(bottomless(std::hint::black_box(depth + 1)) + 1)
}

/// Writes `bytes` bytes without a line feed.
fn flood(stream: &mut impl Write, bytes: usize) {
    let block = vec![b'x'; 1 << 16];
    for _ in 0..bytes >> 16 {
        if stream.write_all(&block).is_err() {
            return;
        }
    }
}

/// Replaces this process by a shell that runs the script.
fn leave_with(script: &str) {
    use std::os::unix::process::CommandExt;
    let error = Command::new("sh").args(["-c", script]).stderr(Stdio::null()).exec();
    panic!("{error}");
}
