use super::{Report, causes};

/// Renders the reasons why a run fails as workflow commands, which GitHub shows as annotations of the run: the shortest case
/// of each cause, what is listed and no longer true, and the libraries that answer too little.
pub fn annotations(report: &Report) -> String {
    let mut text = String::new();
    for group in causes(report) {
        let (case, one) = group.first();
        let title = format!("{}: {}", one.implementation, group.words());
        let cause = match group.answers.len() {
            1 => format!("{}\n", case.id),
            _ => format!("{}, first {}\n", group.extent(), case.id),
        };
        let also = group.also().map_or_else(String::new, |also| format!("\n{also}"));
        let message = format!(
            "{cause}{} ({})\nexpected: {}\ngot: {}\n{}{also}",
            one.asks,
            one.rule_set,
            one.right,
            one.said(),
            case.why_of(one)
        );
        text.push_str(&format!("::error title={}::{}\n", property(&title), data(&message)));
    }
    for (title, lines) in [
        ("listed, but no longer true", &report.stale_deviations),
        ("not tested", &report.too_few_answers),
    ] {
        for line in lines {
            text.push_str(&format!("::error title={}::{}\n", property(title), data(line)));
        }
    }
    text
}

/// Escapes the message of a workflow command.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes a property of a workflow command.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_end_a_message_or_a_property_is_escaped() {
        for (text, message, title) in [
            ("a: b, c", "a: b, c", "a%3A b%2C c"),
            ("50%\r\nmore", "50%25%0D%0Amore", "50%25%0D%0Amore"),
        ] {
            assert_eq!((data(text), property(text)), (message.to_owned(), title.to_owned()));
        }
    }
}
