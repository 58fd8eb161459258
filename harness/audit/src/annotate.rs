use super::{
    AuditFinding,
    headers::{Headers, begins_tag},
    open_game::ends_in_comment,
    text::without_mark,
};

/// Returns the text of a game with a comment for each finding, followed by a blank line.
///
/// Each finding is paired with an offset in `text`, where its comment is inserted. The result reads as the same game
/// among other games: if it does not begin with a tag, one is added, and an open comment is closed. Nothing else in
/// the text is changed.
pub(super) fn annotate(text: &[u8], findings: &[(usize, AuditFinding)]) -> Vec<u8> {
    let mut ordered: Vec<&(usize, AuditFinding)> = findings.iter().collect();
    ordered.sort_by_key(|(place, _)| *place);
    let mut annotated = Vec::with_capacity(text.len() + 200 * findings.len());
    if !begins_tag(without_mark(text).trim_ascii_start()) {
        annotated.extend_from_slice(b"[Event \"?\"]\n");
    }
    let (_, movetext) = Headers::read(text);
    let mut copied = 0;
    for (place, found) in ordered {
        annotated.extend_from_slice(&text[copied..*place]);
        copied = *place;
        // The first closing brace ends a comment, so the sentence must not contain one.
        let says = found.says.replace('{', "(").replace('}', ")").replace('\n', " ");
        let space = match annotated.last() {
            None | Some(b'\n') => "",
            // On the same line, a tag without an end would swallow the comment.
            Some(_) if copied <= movetext => "\n",
            Some(last) if last.is_ascii_whitespace() => "",
            Some(_) => " ",
        };
        let comment = format!("{space}{{ lawbook {}: {says} }}", found.kind);
        annotated.extend_from_slice(comment.as_bytes());
        if !text.get(copied).is_none_or(u8::is_ascii_whitespace) {
            annotated.push(b' ');
        }
    }
    annotated.extend_from_slice(&text[copied..]);
    let end = annotated.trim_ascii_end().len();
    annotated.truncate(end);
    if ends_in_comment(&annotated) {
        annotated.extend_from_slice(b"\n}");
    }
    annotated.extend_from_slice(b"\n\n");
    annotated
}

#[cfg(test)]
mod tests {
    use lawbook::rules::RuleSet;

    use super::*;
    use crate::{
        AuditConfig,
        judge::{GameEntry, judge},
    };

    #[test]
    fn comments_stand_where_the_findings_are() {
        let terms = AuditConfig::under(RuleSet::FIDE_2023);
        for (text, expected) in [
            (
                "[Result \"0-1\"]\n1. e4{x} 1-0\n",
                "[Result \"0-1\"]\n1. e4 { results-differ } {x} 1-0\n\n",
            ),
            ("1. e4 {{ no end", "[Event \"?\"]\n1. e4 { open-comment } {{ no end\n}\n\n"),
            ("[Event \"a", "[Event \"a\n{ empty }\n\n"),
            ("[FEN \"}\"]\n*", "[FEN \"}\"]\n{ unplayable-start } *\n\n"),
            ("1. Ke2", "[Event \"?\"]\n1. Ke2 { illegal-move }\n\n"),
        ] {
            let indexed = text.into();
            let entry = GameEntry::alone(&indexed);
            let annotated = annotate(entry.text.bytes, &judge(terms, &entry).findings);
            let annotated = String::from_utf8(annotated).unwrap();
            // Removes the sentences of the findings, which other tests check.
            let mut short = String::new();
            let mut parts = annotated.split("lawbook ");
            short.push_str(parts.next().unwrap_or_default());
            for part in parts {
                let (kind, rest) = part.split_once(':').unwrap();
                let (says, rest) = rest.split_once('}').unwrap();
                assert!(!says.contains('{'), "{annotated}");
                short.push_str(&format!("{kind} }}{rest}"));
            }
            assert_eq!(short, expected, "{text:?}");
        }
    }
}
