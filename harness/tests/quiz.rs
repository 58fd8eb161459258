//! Command-line tests of the quiz: right and wrong answers, early exit, piped input.

use std::process::Output;

fn quiz(arguments: &[&str], answers: &[u8]) -> Output {
    crate::common::run(&[&["quiz"], arguments].concat(), answers)
}

#[track_caller]
fn said(arguments: &[&str], answers: &str) -> String {
    let Output { status, stdout, stderr } = quiz(arguments, answers.as_bytes());
    assert_eq!(status.code(), Some(0), "{}", String::from_utf8_lossy(&stderr));
    assert!(stderr.is_empty(), "{}", String::from_utf8_lossy(&stderr));
    String::from_utf8(stdout).unwrap()
}

const ONE: [&str; 4] = ["--id", "threefold-with-written-move", "--seed", "1"];

#[test]
fn a_question_is_answered_by_letter_or_number() {
    let asked = said(&ONE, "");
    let options: Vec<&str> =
        asked.lines().filter(|line| line.starts_with("  ") && line.contains(") ")).collect();
    assert_eq!(options.len(), 2, "{asked}");
    let right = options.iter().position(|line| line.contains("threefold repetition")).unwrap();
    for (place, letter) in [(0, "a"), (1, "b")] {
        for answer in [letter.to_owned(), letter.to_uppercase(), (place + 1).to_string()] {
            let text = said(&ONE, &format!("{answer}\n"));
            let (score, word) = match place == right {
                true => ("\n1 of 1 correct\n", "right\n"),
                false => (
                    "\n0 of 1 correct\nto review: lawbook show threefold-with-written-move\n",
                    "wrong: ",
                ),
            };
            assert!(text.ends_with(score), "{answer}: {text}");
            assert!(text.contains(&format!("or q to stop: {word}")), "{answer}: {text}");
            assert!(text.contains("why: The initial position stood on the board"), "{text}");
        }
    }
}

#[test]
fn it_ends_well_wherever_the_answers_end() {
    for (answers, score) in [
        ("", "\n0 of 0 correct\n"),
        ("q\n", "\n0 of 0 correct\n"),
        ("Q", "\n0 of 0 correct\n"),
        ("z\n\n0\n17\n", "\n0 of 0 correct\n"),
    ] {
        let text = said(&["--number", "3", "--seed", "5"], answers);
        assert!(text.starts_with("3 questions, seed 5\n"), "{text}");
        assert!(text.ends_with(score), "{answers:?}: {text}");
        assert_eq!(text.contains("\"z\" is not one of the answers"), answers.starts_with('z'));
        assert!(!text.contains('\x1b'));
    }
    let text = said(&["--number", "3", "--seed", "5"], "a\nq\na\n");
    assert!(text.contains("\n2 of 3: ") && !text.contains("\n3 of 3: "), "{text}");
    assert!(text.contains(" of 1 correct\n"), "{text}");
}

#[test]
fn questions_about_notation_are_asked_only_for_the_level_library() {
    for (level, is_asked) in [("arbiter", false), ("library", true)] {
        let text = said(&["--level", level, "--number", "2000", "--seed", "1"], "");
        let first = text.split(' ').next().unwrap().parse::<usize>().unwrap();
        assert!(first > 20, "{text}");
        let tagged = quiz(&["--level", level, "--tag", "fen", "--number", "5"], b"");
        assert_eq!(tagged.status.success(), is_asked, "{level}");
    }
}

// Without options the questions are about incidents and about cases of the level arbiter.
#[test]
fn every_answer_names_its_article() {
    let number = 400;
    let asked = said(&["--number", &number.to_string(), "--seed", "3"], &"a\n".repeat(number));
    assert_eq!(asked.lines().filter(|line| line.contains(", Article ")).count(), number);
    assert!(asked.contains("What is the ruling?") && asked.contains("lawbook show "), "{asked}");
    // Each wrong answer is a mistake with a reason.
    assert!(asked.contains("wrong: ") && !asked.contains("wrong: \n"), "{asked}");
}

#[test]
fn the_same_seed_asks_the_same_and_another_one_otherwise() {
    let seven = ["--number", "4", "--seed", "7", "--level", "arbiter"];
    let text = said(&seven, "a\na\na\na\n");
    assert_eq!(text, said(&seven, "a\na\na\na\n"));
    assert!(text.contains("\n4 of 4: "));
    let eight = ["--number", "4", "--seed", "8", "--level", "arbiter"];
    assert_ne!(text, said(&eight, "a\na\na\na\n"));
}

#[test]
fn an_empty_selection_and_an_unreadable_answer_are_errors() {
    for (arguments, answers, code, says) in [
        (&["--tag", "no-such-tag"][..], &b""[..], 4, "no case has --tag"),
        (
            &["--id", "threefold-with-written-move", "--level", "beginner"],
            b"",
            4,
            "no selected case has",
        ),
        (&["--number", "0"], b"", 2, "invalid value '0'"),
        (&["--level", "master"], b"", 2, "invalid value 'master'"),
        (&["--seed", "1"], b"\xff\xfe\n", 5, "UTF-8"),
    ] {
        let Output { status, stderr, .. } = quiz(arguments, answers);
        let talk = String::from_utf8_lossy(&stderr);
        assert_eq!(status.code(), Some(code), "{arguments:?}: {talk}");
        assert!(talk.contains(says), "{arguments:?}: {talk}");
    }
}
