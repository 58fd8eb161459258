//! x
mod adapters;
use lawbook::catalogue::*;
fn main() {
    let files = read_files(std::path::Path::new("cases")).unwrap();
    let (c, mut p) = Catalogue::from_files(&files);
    p.extend(lint(&c));
    for x in &p {
        println!("{x}");
    }
    println!("{} cases, {} docs, {} problems", c.cases.len(), c.documents.len(), p.len());
    let known = adapters::known_deviations().unwrap();
    let run = lawbook::runner::run(&c, &c.cases, &adapters::all(), &known, || ());
    for cr in &run.cases {
        for v in &cr.verdicts {
            if !v.standing.passes() {
                println!(
                    "{:11} {} {} {} | {} | right {} | says {} {:?} {:?} {:?}",
                    run.implementations[v.implementation].name,
                    cr.case.id,
                    v.rule_set,
                    v.expected.question.name(),
                    v.expected.question,
                    v.expected.right,
                    v.says,
                    v.mistake,
                    v.finding,
                    cr.consensus(&v.expected.question)
                );
            }
        }
    }
}
