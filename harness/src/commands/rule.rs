use std::io::{self, Read};

use lawbook::{
    board::Color,
    catalogue::sentence_forms,
    notation::diagram,
    position::Position,
    rules::{Decision, Event, RuleSet, SearchBudget},
    transcript::{RuledLine, RuledTranscript, Transcript, TranscriptRecord},
};

use crate::{
    cli::{Format, RuleOptions},
    output::{self, Exit, Failure, Result},
};

/// The longest input and the longest line that are read, in bytes.
const MAX_INPUT: u64 = 1 << 20;
const MAX_LINE: usize = 1 << 16;

/// `lawbook rule LINE...`
pub(crate) fn run(options: &RuleOptions) -> Result {
    if options.sentences {
        let forms: String = sentence_forms().map(|form| form + "\n").collect();
        output::print(&forms)?;
        return Ok(Exit::Agreed);
    }
    let usage = |error: String| Failure::new(Exit::Usage, error);
    let rules: RuleSet = options.rules.parse().map_err(|error| usage(format!("{error}")))?;
    let start: Position = match &options.fen {
        None => Position::start(),
        Some(fen) => fen.parse().map_err(|error| usage(format!("{error}")))?,
    };
    let lines = if options.lines.is_empty() { read_lines()? } else { options.lines.clone() };
    let transcript = Transcript { start, event: Event::default(), lines };
    output::print(&match options.format {
        Format::Text => {
            let ruled = transcript.rule(rules, &SearchBudget::DEFAULT);
            match &ruled.error {
                Some(error) => return Err(usage(error.to_string())),
                None => text(rules, &ruled),
            }
        }
        Format::Json => {
            let record = TranscriptRecord::new(&transcript, &[rules], &SearchBudget::DEFAULT);
            match record.rulings.iter().find_map(|ruled| ruled.error.as_ref()) {
                Some(error) => return Err(usage(error.to_string())),
                None => output::json(&record)?,
            }
        }
    })?;
    Ok(Exit::Agreed)
}

fn read_lines() -> Result<Vec<String>> {
    let usage = |message: String| Failure::new(Exit::Usage, message);
    let mut input = Vec::new();
    io::stdin().lock().take(MAX_INPUT + 1).read_to_end(&mut input)?;
    if input.len() as u64 > MAX_INPUT {
        return Err(usage(format!("the input is longer than {MAX_INPUT} bytes")));
    }
    let Ok(input) = String::from_utf8(input) else {
        return Err(usage("the input is not UTF-8".to_owned()));
    };
    let mut lines = Vec::new();
    for (number, line) in (1..).zip(input.lines()) {
        if line.len() > MAX_LINE {
            return Err(usage(format!("line {number} is longer than {MAX_LINE} bytes")));
        }
        if !line.trim().is_empty() {
            lines.push(line.to_owned());
        }
    }
    if lines.is_empty() {
        let message = "there is nothing to rule on: give lines, or pipe them in";
        return Err(usage(message.to_owned()));
    }
    Ok(lines)
}

fn text(rules: RuleSet, ruled: &RuledTranscript) -> String {
    let mut text = format!("under {rules}\n\n");
    for RuledLine { text: line, ruling, .. } in &ruled.lines {
        let color = match ruling.decision {
            Decision::Over(_) => anstyle::AnsiColor::Green,
            Decision::Refused(_) => anstyle::AnsiColor::Red,
            Decision::PlayOn
            | Decision::ArbiterDecides
            | Decision::Cancelled
            | Decision::BothLose => anstyle::AnsiColor::Cyan,
        };
        let article = ruling.reason.article(rules);
        text.push_str(&format!(
            "{line}\n  {}: {}{}\n",
            output::paint(&ruling.decision.to_string(), color),
            ruling.reason.explain(rules),
            article.map_or_else(String::new, |article| format!(" ({article})"))
        ));
        for order in &ruling.orders {
            text.push_str(&format!("  - {order}\n"));
        }
    }
    let position = ruled.game.position();
    let board = diagram(position.placement(), Color::White);
    text.push_str(&format!("\n{board}\n\n{position}\n"));
    text
}
