use std::io::{self, Read};

use lawbook::{
    board::Color,
    catalogue::{read_line, sentence_forms},
    notation::diagram,
    position::Position,
    rules::{Decision, Game, RuleSet, Ruling, SearchBudget},
};
use serde::Serialize;

use crate::{
    cli::{Format, RuleOptions},
    output::{self, Exit, Failure, Result},
};

/// The longest input and the longest line that are read, in bytes.
const MAX_INPUT: u64 = 1 << 20;
const MAX_LINE: usize = 1 << 16;

#[derive(Serialize)]
struct RuledLine {
    line: String,
    ruling: String,
    because: String,
    /// The article of the rule set, where it is known.
    article: Option<&'static str>,
    orders: Vec<String>,
    over: bool,
}

#[derive(Serialize)]
struct RuledGame {
    rules: &'static str,
    start: String,
    steps: Vec<RuledLine>,
    fen: String,
    ruling: String,
}

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
    let mut game = Game::new(rules, start, SearchBudget::DEFAULT);
    let mut steps = Vec::new();
    let mut last = game.standing();
    for (number, line) in lines.iter().enumerate() {
        let mut position = *game.position();
        let acts = read_line(&mut position, line)
            .map_err(|error| usage(format!("line {}: {error}", number + 1)))?;
        for act in &acts {
            last = game.act(act);
        }
        steps.push(step(line, &last, rules));
    }
    let record = RuledGame {
        rules: rules.name(),
        start: start.to_string(),
        steps,
        fen: game.position().to_string(),
        ruling: last.decision.to_string(),
    };
    match options.format {
        Format::Json => output::print(&output::json(&record)?)?,
        Format::Text => output::print(&text(&record, &game))?,
    }
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

fn step(line: &str, ruling: &Ruling, rules: RuleSet) -> RuledLine {
    RuledLine {
        line: line.to_owned(),
        ruling: ruling.decision.to_string(),
        because: ruling.reason.explain(rules),
        article: ruling.reason.article(rules),
        orders: ruling.orders.iter().map(|order| order.to_string()).collect(),
        over: matches!(ruling.decision, Decision::Over(_)),
    }
}

fn text(record: &RuledGame, game: &Game) -> String {
    let mut text = format!("under {}\n\n", record.rules);
    for step in &record.steps {
        let color = match (step.over, step.ruling.ends_with("refused")) {
            (true, _) => anstyle::AnsiColor::Green,
            (_, true) => anstyle::AnsiColor::Red,
            _ => anstyle::AnsiColor::Cyan,
        };
        text.push_str(&format!(
            "{}\n  {}: {}{}\n",
            step.line,
            output::paint(&step.ruling, color),
            step.because,
            step.article.map_or_else(String::new, |article| format!(" ({article})"))
        ));
        for order in &step.orders {
            text.push_str(&format!("  - {order}\n"));
        }
    }
    text.push_str(&format!(
        "\n{}\n\n{}\n",
        diagram(game.position().placement(), Color::White),
        record.fen
    ));
    text
}
