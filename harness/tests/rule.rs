//! `lawbook rule`: incidents, and games, whose text and JSON give the same rulings for each value of a fact that is not
//! told.

use lawbook_arbiter::incident::{Incident, Incidents, Known, Step};
use serde_json::Value;

use super::common::run;

fn printed(arguments: &[&str]) -> String {
    let output = run(&[&["rule", "--game"][..], arguments].concat(), b"");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn each_value_of_a_fact_that_is_not_told_has_its_ruling() {
    for (arguments, rulings) in [
        (
            &["White claims a draw by threefold repetition"][..],
            &["claim refused", "draw by threefold repetition"][..],
        ),
        (
            &["White offers a draw", "Black accepts the offer"],
            &["acceptance refused", "draw by agreement"],
        ),
        (&["The colours are found to be reversed"], &["the game is cancelled", "play on"]),
        (&["White's flag falls"], &["Black wins on time", "draw on time"]),
        (&["Black arrives 20 minutes late"], &["play on", "White wins by forfeit"]),
        (
            &["1. e4 e5", "White's flag falls", "White offers a draw", "Black accepts the offer"],
            &["draw by agreement", "Black wins on time"],
        ),
        (&["the position has occurred five times"], &["draw by fivefold repetition"]),
        (&["White does not arrive"], &["Black wins by forfeit"]),
        (&["1. e4 e5", "White's flag falls"], &["Black wins on time"]),
    ] {
        let text = printed(arguments);
        let is_open = rulings.len() > 1;
        assert_eq!(text.contains("not told, and the ruling depends on it"), is_open, "{text}");
        let record: Value =
            serde_json::from_str(&printed(&[arguments, &["--format", "json"]].concat())).unwrap();
        let said = record["rulings"].as_array().unwrap();
        assert_eq!(said.iter().map(|one| &one["ruling"]).collect::<Vec<_>>(), rulings, "{text}");
        for one in said {
            assert!(text.contains(&format!("{}: ", one["ruling"].as_str().unwrap())), "{text}");
            assert_eq!(one["assumes"].as_array().is_some(), is_open, "{text}");
            for fact in one["assumes"].as_array().into_iter().flatten() {
                assert!(text.contains(fact["says"].as_str().unwrap()), "{text}");
                // The words of the fact tell it.
                let told = printed(&[&[fact["says"].as_str().unwrap()][..], arguments].concat());
                assert!(!told.contains("not told"), "{told}");
            }
        }
    }
}

// Missing facts are listed, and words are only searched for.
#[test]
fn an_incident_is_ruled_on_when_its_facts_are_known() {
    let facts = "stage=pressed,play=blitz,by=opponent,count=first";
    for (arguments, code, says) in [
        (&["illegal-move", "--fact", facts][..], 0, "The opponent shall get one more minute."),
        (&["illegal-move", "--fact", "stage=moving"], 0, "7.5.1"),
        (&["illegal-move"], 2, "--fact stage=pressed"),
        (&["illegal-move", "--format", "json"], 2, "\"missing\""),
        (&["illegal-move", "--fact", "stage=moving", "--format", "json"], 0, "\"by\""),
        (&["illegal-move", "--fact", "stage=never"], 2, "stage cannot be \"never\""),
        (&["illegal-move", "--fact", "phase=moving"], 2, "no fact \"phase\""),
        (&["illegal-move", "--fact", "stage=moving,stage=pressed"], 2, "stage is given twice"),
        (&["--fact", "stage=moving"], 2, "on a terminal they are listed."),
        (&["ilegal-move", "--fact", "stage=moving"], 4, "did you mean \"illegal-move\"?"),
        (&["phnoe"], 4, "did you mean \"phone\"?"),
        (&["touch-move"], 0, "Incidents (lawbook rule NAME)\n"),
        (&["threefold-nobody-claims"], 0, "Cases (lawbook show ID)\n"),
        (&["phone", "rang"], 0, "Incidents (lawbook rule NAME)\n"),
        (&["Handy", "--language", "de"], 0, " (lawbook rule --language de NAME)\n"),
        (&["phone", "--cases", "tests/fixtures/right"], 0, "Articles\n"),
        (&["phone", "--cases", "no-such-folder"], 5, "no-such-folder"),
        (&["illegal-move", "--language", "xx"], 2, "expected en"),
        (&["xylophone"], 4, "no incident, no article"),
        (&[], 2, "no incident"),
    ] {
        let output = run(&[&["rule"][..], arguments].concat(), b"");
        let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {said}");
        assert!(said.contains(says), "{arguments:?}: {said}");
    }
}

/// Follows the first answers to all questions of an incident.
fn first_answers(incident: &Incident) -> Known {
    let mut known = Known::new();
    while let Some(Step::Ask(fact)) = incident.step(&known) {
        known.insert(fact.name.clone(), fact.choices[0].value.clone());
    }
    known
}

// No sentence about a game rules on anything, whatever it says: words only search.
#[test]
fn free_words_are_never_ruled_on() {
    for one in &Incidents::embedded().incidents {
        let known = first_answers(one);
        let Some(Step::Rule(row)) = one.step(&known) else { panic!("{}", one.id) };
        assert!(!row.ruling.is_empty() && !row.by.is_empty(), "{}", one.id);
    }
    for words in ["White did not resign", "he says my flag fell", "I want to claim a draw"] {
        let output = run(&["rule", words], b"");
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(said.ends_with("Nothing is ruled on.\n"), "{said}");
    }
}
