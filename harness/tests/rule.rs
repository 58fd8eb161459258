//! `lawbook rule`: the text and the JSON give the same rulings for each value of a fact that is not told.

use serde_json::Value;

use super::common::run;

fn printed(arguments: &[&str]) -> String {
    let output = run(&[&["rule"][..], arguments].concat(), b"");
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
        (&["White offers a draw", "Black accepts"], &["acceptance refused", "draw by agreement"]),
        (&["The colours were reversed"], &["the game is cancelled", "play on"]),
        (&["White's flag falls"], &["Black wins on time", "draw on time"]),
        (&["Black is 20 minutes late"], &["play on", "White wins by forfeit"]),
        (
            &["1. e4 e5", "White's flag falls", "White offers a draw", "Black accepts"],
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
