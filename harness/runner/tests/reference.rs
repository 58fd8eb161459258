//! The reference answers every case as the case says, under every rule set of the case, and gives the corresponding
//! answer with colours exchanged.

use std::collections::BTreeSet;

use lawbook::{
    board::Color,
    position::Position,
    rules::{Act, Game, Incident, Reason, RuleSet, SearchBudget},
    sentence::read_line,
};
use lawbook_catalogue::{Catalogue, adapter::Reference};
use lawbook_runner::runner::{self, Finding};

#[test]
fn every_case_is_answered_as_its_texts_say() {
    let catalogue = Catalogue::embedded();
    let run = runner::run(&catalogue, &catalogue.cases, &[], &[], || ());
    let mut wrong = Vec::new();
    for one in &run.cases {
        for verdict in one.verdicts.iter().filter(|verdict| verdict.finding != Finding::Agrees) {
            let question = &verdict.expected.question;
            let (id, says) = (&one.case.id, &verdict.says);
            wrong.push(format!("{id} ({}): {question}: {says}", verdict.rule_set));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(run.verdicts().count() > catalogue.cases.len(), "some cases were not asked about");
}

#[test]
fn every_case_is_ruled_alike_with_the_colours_exchanged() {
    let mut ruled = 0;
    for case in Catalogue::embedded().cases {
        let Ok(start) = Position::new(&case.setup) else { continue };
        // Move numbers count moves of White and Black differently, so these conditions are not symmetric.
        if case.event.control.is_some() || case.event.no_agreement_before_move.is_some() {
            continue;
        }
        for rule_set in case.rule_sets.iter() {
            let budget = SearchBudget::MATERIAL_EACH_MOVE;
            let mut game = Game::in_event(rule_set, case.event, start, budget.clone());
            let mut other =
                Game::in_event(rule_set, case.event.flip(), start.flip(), budget.clone());
            for act in &case.acts {
                let at = format!("{}, {rule_set}: {act}", case.id);
                assert_eq!(act.flip().to_string(), exchanged(&act.to_string()), "{at}");
                let (ruling, mirrored) = (game.act(act), other.act(&act.flip()));
                if mirrored.reason != ruling.reason
                    && [mirrored.reason, ruling.reason].into_iter().any(Reason::counts_moves)
                {
                    break;
                }
                assert_eq!(mirrored.decision.flip(), ruling.decision, "{at}");
                assert_eq!(mirrored.reason, ruling.reason, "{at}");
                let orders: BTreeSet<String> =
                    ruling.orders.iter().map(|order| exchanged(&order.to_string())).collect();
                let flipped: BTreeSet<String> =
                    ruling.orders.iter().map(|order| order.flip().to_string()).collect();
                let said = mirrored.orders.iter().map(ToString::to_string).collect();
                assert_eq!(flipped, orders, "{at}");
                assert_eq!(orders, said, "{at}");
                for color in Color::ALL {
                    assert_eq!(other.milliseconds(!color), game.milliseconds(color), "{at}");
                }
                ruled += 1;
            }
        }
    }
    assert!(ruled > 5000, "only {ruled} acts were ruled on");
}

/// Exchanges the colours in a sentence and mirrors its squares.
fn exchanged(sentence: &str) -> String {
    let swap =
        |text: &str, one, other| text.replace(one, "\0").replace(other, one).replace('\0', other);
    let mut text = swap(&swap(sentence, "White", "Black"), "1/2-0", "0-1/2");
    let file = |byte: u8| matches!(byte, b'a'..=b'h');
    for place in 1..text.len() {
        let (before, rank) = (text.as_bytes()[place - 1], text.as_bytes()[place]);
        if file(before) && matches!(rank, b'1'..=b'8') {
            let other = char::from(b'1' + b'8' - rank).to_string();
            text.replace_range(place..=place, &other);
        }
    }
    text
}

#[test]
fn what_happens_beside_the_moves_reads_as_the_case_has_it() {
    let mut read = BTreeSet::new();
    for case in Catalogue::embedded().cases {
        for line in &case.play {
            let mut position = Position::start();
            let Ok(acts) = read_line(&mut position, line) else { continue };
            let [Act::Incident(incident)] = acts[..] else { continue };
            let Incident { what, of, number } = incident;
            assert_eq!(incident.to_string(), *line, "{}", case.id);
            let named = line.contains("White") || line.contains("Black");
            assert_eq!((of.is_some(), number > 0), (named, what.has_number()), "{line}");
            read.insert(what);
        }
    }
    assert!(read.len() > 20, "only {read:?}");
}

#[test]
fn rulings_give_their_reasons() {
    for (id, reason) in [
        ("touched-bishop-that-can-move", "a piece touched on purpose must be moved"),
        ("touched-king-with-one-way-out", "a piece touched on purpose must be moved"),
        ("touched-rook-while-in-check", "none of the touched pieces can be moved"),
        ("king-touched-before-the-rook", "the player touched king and rook in this order"),
        ("rook-touched-before-the-king", "the rook was touched before the king"),
        ("king-then-rook-and-castling-not-legal", "castling with this rook is not legal"),
        ("king-without-a-move-then-rook", "castling with this rook is not legal"),
        ("touched-bishop-is-played", "neither the position nor any action ends the game"),
        ("threefold-with-written-move", "the position is about to occur for the 3rd time"),
        (
            "illegal-move-after-the-clock",
            "the player has completed an illegal move for the 1st time",
        ),
        (
            "agreement-before-the-move-of-the-event",
            "the rules of the event forbid agreement before move 30",
        ),
    ] {
        let case = Catalogue::embedded_case(id).unwrap();
        let scenario = case.scenario(RuleSet::LATEST);
        let ruling = Reference::default().rule(&scenario).unwrap();
        let said = ruling.reason.explain(RuleSet::LATEST);
        assert!(said.starts_with(reason), "{id}: {said}");
    }
}
