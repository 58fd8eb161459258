//! x
use lawbook::catalogue::*;
fn main() {
    let files = read_files(std::path::Path::new("cases")).unwrap();
    let (c, mut p) = Catalogue::from_files(&files);
    p.extend(lint(&c));
    for x in &p {
        println!("{x}");
    }
    println!("{} cases, {} docs, {} problems", c.cases.len(), c.documents.len(), p.len());
}
