use super::ListedCase;

/// Formats the final position of a case as EPD, with id, title and right answers as comments, and the rule set of the answers.
pub(super) fn line(entry: &ListedCase<'_>) -> String {
    let fields: Vec<&str> = entry.end.split(' ').collect();
    let (board, counts) = fields.split_at(fields.len().min(4));
    let mut line = board.join(" ");
    for (code, count) in ["hmvc", "fmvn"].iter().zip(counts) {
        line.push_str(&format!(" {code} {count};"));
    }
    for (code, text) in
        [("id", entry.id), ("c0", entry.title), ("c1", &entry.answers()), ("c2", entry.rule_set)]
    {
        line.push_str(&format!(" {code} \"{}\";", quoted(text)));
    }
    line + "\n"
}

/// Replaces quotation marks: EPD strings cannot contain them.
fn quoted(text: &str) -> String {
    text.replace('"', "'").split_whitespace().collect::<Vec<_>>().join(" ")
}
