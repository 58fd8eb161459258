//! The reference answers every case as its texts say, under every rule set that the case names.

use lawbook::{
    catalogue::Catalogue,
    runner::{self, Finding},
};

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
