use std::{
    fs::File,
    io::{self, IsTerminal, Read},
    path::Path,
};

use lawbook::{
    board::Color,
    notation::{PositionText, diagram},
    position::Position,
    rules::{Decision, Event, RuleSet, Ruling, SearchBudget, inferred_note},
    sentence::sentence_forms,
    words::visible,
};
use lawbook_arbiter::{
    Alternative, Fact, FactKind, LineError, RuledTranscript, Transcript, TranscriptRecord,
    TranscriptRequest,
};
use lawbook_runner::report::wrap;

use super::RuleOptions;
use crate::{
    cli::Format,
    input,
    output::{self, Exit, Result, usage},
};

/// Maximum length of the input and of a line, in bytes.
const MAX_INPUT: u64 = 1 << 20;
const MAX_LINE: usize = 1 << 16;

/// `lawbook rule --game LINE...`
pub(super) fn run(options: &RuleOptions) -> Result {
    if options.sentences {
        output::print(&match options.format {
            Format::Text => sentence_forms().map(|form| form + "\n").collect(),
            Format::Json => output::json(&sentence_forms().collect::<Vec<String>>())?,
        })?;
        return Ok(Exit::Agreed);
    }
    if let [line] = options.words.as_slice()
        && let Some(message) = input::no_file(line)
    {
        return Err(usage(message));
    }
    let lines = match options.words.as_slice() {
        [] => read_lines(options.fen.is_some())?,
        [line] if line == "-" => {
            read_input(io::stdin().lock(), "the input", options.fen.is_some())?
        }
        // An argument may be a whole game, with line breaks, or the name of a file.
        [line] if Path::new(line).is_file() => {
            let file = File::open(line).map_err(|error| usage(format!("{line}: {error}")))?;
            read_input(file, line, options.fen.is_some())?
        }
        lines => lines.iter().flat_map(|line| line.split('\n')).map(str::to_owned).collect(),
    };
    let (transcript, rule_sets) = read(options, lines)?;
    transcript.note.iter().for_each(|note| output::note(&visible(note)));
    let first = transcript.rule(rule_sets[0], &SearchBudget::MATERIAL_ONLY);
    if first.lines.is_empty() && first.error.is_none() && transcript.leaves_position_open(&first) {
        let message = "nothing to rule on: expected a move, a sentence or a position; `lawbook rule --sentences` lists the sentences";
        return Err(usage(message));
    }
    let (text, error, has_rulings) = match options.format {
        Format::Json => {
            let budget = SearchBudget::DEFAULT;
            let record = TranscriptRecord::new(&transcript, &rule_sets, &budget);
            let error = record.rulings.iter().find_map(|ruled| ruled.error.as_ref());
            (output::json(&record)?, error.map(ToString::to_string), true)
        }
        Format::Text => {
            let ruled = rule(&transcript, &rule_sets);
            let has_rulings = ruled.iter().any(|(_, ruled)| !ruled.lines.is_empty());
            (text(&ruled, &transcript), error(&ruled), has_rulings)
        }
    };
    // Without any accepted line there is nothing to show.
    if error.is_none() || has_rulings {
        output::print(&text)?;
    }
    error.map_or(Ok(Exit::Agreed), |error| Err(usage(error)))
}

/// Parses `lines` as a game under the conditions of `options`, and selects the rule sets.
fn read(options: &RuleOptions, lines: Vec<String>) -> Result<(Transcript, Vec<RuleSet>)> {
    one_position(&lines, options.fen.is_some())?;
    let request = TranscriptRequest {
        start: options.fen.clone(),
        event: options.event.clone().unwrap_or_default(),
        lines,
        rules: options.rules.split(',').map(|name| name.trim().to_owned()).collect(),
    };
    request.read().map_err(|error| usage(error.to_string()))
}

/// A rule set, and the facts that its ruling assumes because no line tells them.
#[derive(Clone, PartialEq, Eq)]
struct RuleSetWithFacts {
    rule_set: RuleSet,
    facts: Vec<Fact>,
}

fn rule(
    transcript: &Transcript,
    rule_sets: &[RuleSet],
) -> Vec<(RuleSetWithFacts, RuledTranscript)> {
    let rule = |&rule_set| {
        let alternatives = transcript.alternatives(rule_set, &SearchBudget::DEFAULT);
        let under =
            move |Alternative { facts, ruled }| (RuleSetWithFacts { rule_set, facts }, ruled);
        alternatives.into_iter().map(under)
    };
    rule_sets.iter().flat_map(rule).collect()
}

/// Rejects a list of positions: a game has a single initial position.
fn one_position(lines: &[String], has_position: bool) -> Result<()> {
    let written = (1..).zip(lines).filter(|(_, line)| !line.trim().is_empty());
    let mut after = written.skip(usize::from(!has_position));
    match after.find(|(_, line)| PositionText::looks_like_one(line)) {
        None => Ok(()),
        Some((number, _)) => Err(usage(format!(
            "line {number} is a position; expected one game at a time, with its position in the first line or in --fen"
        ))),
    }
}

/// Reads the lines of standard input. With a position, no lines are needed, so a terminal is not read.
fn read_lines(has_position: bool) -> Result<Vec<String>> {
    if has_position && io::stdin().is_terminal() {
        return Ok(Vec::new());
    }
    read_input(io::stdin().lock(), "the input", has_position)
}

/// Reads the lines of a file or of standard input; `name` says which of them in messages.
fn read_input(source: impl Read, name: &str, has_position: bool) -> Result<Vec<String>> {
    let mut input = Vec::new();
    source.take(MAX_INPUT + 1).read_to_end(&mut input)?;
    if input.len() as u64 > MAX_INPUT {
        return Err(usage(format!("{name} is longer than {MAX_INPUT} bytes")));
    }
    let Ok(input) = String::from_utf8(input) else {
        return Err(usage(format!("{name} is not valid UTF-8")));
    };
    for (number, line) in (1..).zip(input.lines()) {
        if line.len() > MAX_LINE {
            return Err(usage(format!("line {number} is longer than {MAX_LINE} bytes")));
        }
    }
    let input = input.trim_start_matches('\u{feff}');
    if input.trim().is_empty() && !has_position {
        let message = format!(
            "{name} is empty: give lines as arguments or on standard input, or a position with --fen"
        );
        return Err(usage(message));
    }
    Ok(input.lines().map(str::to_owned).collect())
}

/// Returns the first rejected line, with its rule set unless all rule sets reject it.
fn error(ruled: &[(RuleSetWithFacts, RuledTranscript)]) -> Option<String> {
    let errors: Vec<(&RuleSetWithFacts, &LineError)> =
        ruled.iter().filter_map(|(one, ruled)| Some((one, ruled.error.as_ref()?))).collect();
    let (under, error) = errors.first()?;
    Some(match errors.len() == ruled.len() {
        true => error.to_string(),
        false => {
            let all = ruled.iter().map(|(one, _)| one);
            format!("{error} (under {})", list(&[(*under).clone()], all))
        }
    })
}

/// Formats the rulings line by line, and groups rule sets with the same result.
fn text(ruled: &[(RuleSetWithFacts, RuledTranscript)], transcript: &Transcript) -> String {
    let mut rule_sets: Vec<RuleSet> = ruled.iter().map(|(one, _)| one.rule_set).collect();
    rule_sets.dedup();
    let names: Vec<&str> = rule_sets.iter().map(|one| one.name()).collect();
    let conditions = transcript.event.to_string();
    let mut text = format!("under {}\n", names.join(", "));
    if !conditions.is_empty() {
        text.push_str(&format!("conditions: {conditions}\n"));
    }
    text.push_str(&not_told(ruled));
    if ruled.iter().any(|(_, ruled)| ruled.game.position().castling().is_chess960()) {
        text.push_str("a game of Chess960\n");
    }
    text.push('\n');
    // As many as the rule set that accepts most has.
    let most = ruled.iter().map(|(_, ruled)| ruled.lines.len()).max().unwrap_or_default();
    if most == 0 {
        let standing = ruled.iter().map(|(one, result)| {
            let event = result.game.event();
            let mut text = said(one.rule_set, event, &result.last, None);
            text.push_str(&restated(ruled, event, &result.last));
            (one.clone(), text)
        });
        text.push_str(&side_by_side(standing.collect(), ruled.len()));
    }
    text.extend((0..most).map(|place| line(ruled, place)));
    if !ruled.iter().all(|(_, ruled)| transcript.leaves_position_open(ruled)) {
        text.push_str(&boards(ruled));
    }
    text
}

/// Names the facts that no line tells and that the rulings depend on, and says how to tell them.
fn not_told(ruled: &[(RuleSetWithFacts, RuledTranscript)]) -> String {
    let mut kinds: Vec<FactKind> = Vec::new();
    let mut text = String::new();
    for (one, fact) in
        ruled.iter().flat_map(|(one, _)| one.facts.iter().map(move |fact| (one, fact)))
    {
        if kinds.contains(&fact.kind) {
            continue;
        }
        kinds.push(fact.kind);
        let how = if fact.kind == FactKind::Supervision {
            let place = one.rule_set.fast_rules().place();
            let article = if place.is_empty() { String::new() } else { format!(" ({place})") };
            format!(
                "{article}. `--event 'supervised: true'` says that an arbiter has at most three boards in rapid or one in blitz, \
                 and that the moves are recorded; otherwise `supervised: false`"
            )
        } else {
            format!("; a line such as {:?} tells it", fact.to_string())
        };
        text.push_str(&format!(
            "not told, and the ruling depends on it: {}{how}\n",
            fact.kind.what()
        ));
    }
    text
}

/// Formats the rulings on the line with index `place`.
fn line(ruled: &[(RuleSetWithFacts, RuledTranscript)], place: usize) -> String {
    let lines = ruled
        .iter()
        .filter_map(|(one, ruled)| Some((one, ruled.game.event(), ruled.lines.get(place)?)));
    let lines: Vec<_> = lines.collect();
    let Some((_, _, first)) = lines.first() else { return String::new() };
    let mut text = format!("{}\n", first.text.trim());
    let rulings = lines.iter().map(|(one, event, line)| {
        let mut ruling = said(one.rule_set, event, &line.ruling, line.counts_as_offer_by);
        ruling.push_str(&restated(ruled, event, &line.ruling));
        if let Some(unread) = &line.unread {
            let turn = line.position.turn();
            ruling.push_str(&format!("  - not read: {unread}; {turn} is still to move\n"));
        }
        ruling.extend(line.notes.iter().map(|note| format!("  - {note}\n")));
        ((*one).clone(), ruling)
    });
    text.push_str(&side_by_side(rulings.collect(), ruled.len()));
    text
}

/// Formats the final board, and groups rule sets with the same board. The counts that a ruling only assumes are not those
/// of another board.
fn boards(ruled: &[(RuleSetWithFacts, RuledTranscript)]) -> String {
    let positions: Vec<&Position> = ruled.iter().map(|(_, ruled)| ruled.game.position()).collect();
    let first = |position: &Position| {
        let same = |other: &&&Position| other.without_clocks() == position.without_clocks();
        positions.iter().find(same).map_or_else(String::new, |first| board(first))
    };
    let ends = ruled.iter().map(|(one, ruled)| (one.clone(), first(ruled.game.position())));
    let mut text = String::new();
    for (names, board) in grouped(ends.collect()) {
        let under = match names.len() == ruled.len() {
            true => String::new(),
            false => format!("{}:\n", list(&names, ruled.iter().map(|(one, _)| one))),
        };
        text.push_str(&format!("\n{under}{board}"));
    }
    text
}

fn board(position: &Position) -> String {
    format!("{}\n\n{position}\n", diagram(position.placement(), Color::White))
}

/// Formats the ruling of one rule set, on lines of its own.
fn said(rules: RuleSet, event: &Event, ruling: &Ruling, offer_by: Option<Color>) -> String {
    let color = match ruling.decision {
        Decision::Over(_) => output::Style::Green,
        Decision::Refused(_) => output::Style::Red,
        _ => output::Style::Cyan,
    };
    let articles = ruling.articles(rules, event);
    let mut text = format!(
        "  {}: {}{}\n",
        output::paint(&ruling.decision.to_string(), color),
        ruling.reason.explain(rules),
        articles.as_ref().map_or_else(String::new, |articles| format!(" ({articles})"))
    );
    for order in &ruling.orders {
        text.push_str(&format!("  - {order}\n"));
    }
    if let Some(by) = offer_by {
        text.push_str(&format!("  - it counts as an offer of a draw, which {} may accept\n", !by));
    }
    if let Some(note) = articles.as_deref().and_then(inferred_note) {
        text.push_str(&format!("  {note}\n"));
    }
    text
}

/// Formats the article that decides, in our words; empty if several rulings are shown side by side.
fn restated(
    ruled: &[(RuleSetWithFacts, RuledTranscript)],
    event: &Event,
    ruling: &Ruling,
) -> String {
    let [(one, _)] = ruled else { return String::new() };
    ruling
        .restated(one.rule_set, event)
        .map_or_else(String::new, |one| wrap(&format!("{}: {}", one.number, one.says), 2))
}

/// Formats the ruling of each rule set, with the names of the rule sets if there are several.
fn side_by_side(said: Vec<(RuleSetWithFacts, String)>, of: usize) -> String {
    let all: Vec<RuleSetWithFacts> = said.iter().map(|(one, _)| one.clone()).collect();
    let groups = grouped(said);
    if let [(names, said)] = &groups[..]
        && names.len() == of
    {
        return said.clone();
    }
    let one = |(names, said): (Vec<RuleSetWithFacts>, String)| {
        let said: String = said.lines().map(|line| format!("  {line}\n")).collect();
        format!("  {}\n{said}", list(&names, &all))
    };
    groups.into_iter().map(one).collect()
}

/// Groups rule sets with the same text.
fn grouped(said: Vec<(RuleSetWithFacts, String)>) -> Vec<(Vec<RuleSetWithFacts>, String)> {
    let mut groups: Vec<(Vec<RuleSetWithFacts>, String)> = Vec::new();
    for (under, said) in said {
        match groups.iter_mut().find(|(_, other)| *other == said) {
            Some((all, _)) => all.push(under),
            None => groups.push((vec![under], said)),
        }
    }
    groups
}

/// Lists those of `all` that say the same: rule sets that say it whatever is assumed, then those with the same facts.
fn list<'a>(
    some: &[RuleSetWithFacts],
    all: impl IntoIterator<Item = &'a RuleSetWithFacts>,
) -> String {
    let others: Vec<RuleSet> =
        all.into_iter().filter(|one| !some.contains(one)).map(|one| one.rule_set).collect();
    let mut groups: Vec<(Vec<RuleSet>, &[Fact])> = Vec::new();
    for RuleSetWithFacts { rule_set, facts } in some {
        let facts = if others.contains(rule_set) { &facts[..] } else { &[] };
        match groups.iter_mut().find(|(_, known)| *known == facts) {
            Some((rule_sets, _)) if rule_sets.contains(rule_set) => {}
            Some((rule_sets, _)) => rule_sets.push(*rule_set),
            None => groups.push((vec![*rule_set], facts)),
        }
    }
    let names = groups.iter().map(|(rule_sets, facts)| {
        let names: Vec<&str> = rule_sets.iter().map(|one| one.name()).collect();
        let facts: Vec<String> = facts.iter().map(Fact::to_string).collect();
        let condition = if facts.is_empty() { "" } else { " if " };
        format!("{}{condition}{}", names.join(", "), facts.join(" and "))
    });
    names.collect::<Vec<_>>().join(", ")
}
