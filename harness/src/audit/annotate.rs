use super::Finding;

/// The text of a game with a comment at the place of each finding, and a blank line after it.
///
/// Each finding comes with the byte behind its place. Nothing else in the text is changed.
pub(super) fn annotate(text: &[u8], findings: &[(usize, Finding)]) -> Vec<u8> {
    let mut ordered: Vec<&(usize, Finding)> = findings.iter().collect();
    ordered.sort_by_key(|(place, _)| *place);
    let mut annotated = Vec::with_capacity(text.len() + 200 * findings.len());
    let mut copied = 0;
    for (place, found) in ordered {
        annotated.extend_from_slice(&text[copied..*place]);
        copied = *place;
        // A comment ends with the first brace, whatever is in it.
        let says = found.says.replace('{', "(").replace('}', ")").replace('\n', " ");
        annotated.extend_from_slice(format!(" {{ lawbook {}: {says} }} ", found.kind).as_bytes());
    }
    annotated.extend_from_slice(&text[copied..]);
    let end = annotated.trim_ascii_end().len();
    annotated.truncate(end);
    annotated.extend_from_slice(b"\n\n");
    annotated
}
