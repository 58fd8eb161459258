//! Literals: the parts from which a learned condition is composed, restricted to those that hold on given occasions.

use std::cmp::Reverse;

use lawbook::board::Square;
use lawbook_catalogue::{Condition, EvalContext, FACTS, Fact, FactType, FactValue, Measure};

/// A part of a condition, in text form and parsed.
#[derive(Debug)]
pub(super) struct Literal {
    pub(super) text: String,
    pub(super) condition: Condition,
    /// The cost: the number of words of the text.
    pub(super) cost: usize,
}

/// Prefixes that select the point of the line where a fact is evaluated.
const POINTS: [&str; 6] = ["", "before", "start", "setup", "written", "read"];

const COLORS: [&str; 4] = ["white", "black", "own", "opponent"];
const ROLES: [&str; 6] = ["pawns", "knights", "bishops", "rooks", "queens", "kings"];

/// Comparisons with the numbers of the rules.
const LIMITS: [&str; 6] = [
    "occurrences >= 2",
    "occurrences >= 3",
    "occurrences >= 5",
    "clock >= 50",
    "clock >= 100",
    "clock >= 150",
];

/// Returns every literal that holds on all of `these`, sorted by increasing cost.
pub(super) fn literals(these: &[EvalContext<'_>]) -> Vec<Literal> {
    let mut texts = Vec::new();
    for point in POINTS {
        for fact in FACTS.iter().filter(|fact| is_asked(fact, point, these)) {
            texts.extend(of_fact(fact, point, these));
        }
        for set in sets() {
            texts.extend(of_squares(&at(point, &set), these));
        }
    }
    for set in sets() {
        texts.extend(places().map(|place| format!("{set} & {place}")));
    }
    texts.extend(on_the_way(has_acts(these)));
    texts.extend(of_texts());
    texts.push("castling != start(castling)".to_owned());
    texts.push("clock > plies".to_owned());
    let read = texts.into_iter().filter_map(|text| Literal::read(text, these));
    let mut literals: Vec<Literal> = read.collect();
    literals.sort_by_key(|literal| literal.cost);
    literals
}

impl Literal {
    /// Parses a literal; `None` if it does not hold on all of `these`.
    fn read(text: String, these: &[EvalContext<'_>]) -> Option<Literal> {
        let condition: Condition = text.parse().ok()?;
        let holds = these.iter().all(|one| condition.holds(one));
        let words = text.split(|one: char| !(one.is_alphanumeric() || "_.-".contains(one)));
        let cost = words.filter(|word| !word.is_empty()).count();
        holds.then_some(Literal { text, condition, cost })
    }
}

/// Formats a fact at a point of the line.
fn at(point: &str, fact: &str) -> String {
    if point.is_empty() { fact.to_owned() } else { format!("{point}({fact})") }
}

/// Returns whether a fact is evaluated at a point. Facts that do not depend on the point are evaluated only once. Facts
/// that need a search are evaluated only at the end of a line, and only if the line has acts that may change them.
fn is_asked(fact: &Fact, point: &str, these: &[EvalContext<'_>]) -> bool {
    let is_search = fact.name.ends_with("can_mate");
    match point {
        "" => !is_search || has_acts(these),
        "setup" => fact.of_setup && !fact.name.starts_with("text"),
        _ => !is_search && !fact.name.starts_with("text") && fact.name != "flaw",
    }
}

/// Returns whether every one of these lines contains an act that is not a move.
fn has_acts(these: &[EvalContext<'_>]) -> bool {
    Literal::read("ever(acts)".to_owned(), these).is_some()
}

/// Returns candidate literals for the values that a fact has on `these`.
fn of_fact(fact: &Fact, point: &str, these: &[EvalContext<'_>]) -> Vec<String> {
    let name = at(point, fact.name);
    match fact.kind {
        FactType::YesNo => vec![name.clone(), format!("not {name}")],
        FactType::Number => of_number(&name, these),
        FactType::Squares => of_squares(&name, these),
        FactType::Word(words) => {
            let same = words.iter().map(|word| format!("{name} = {word}"));
            same.chain([name.clone(), format!("not {name}")]).collect()
        }
        FactType::Words(words) => {
            words.iter().map(|word| at("ever", &format!("{word} in {name}"))).collect()
        }
        FactType::Text => Vec::new(),
    }
}

/// Returns literals for the smallest and largest value that a number has on `these`.
fn of_number(name: &str, these: &[EvalContext<'_>]) -> Vec<String> {
    let Ok((measure, _)) = Measure::read(name) else { return Vec::new() };
    let numbers: Option<Vec<u64>> =
        these.iter().map(|one| measure.value(one).as_ref().and_then(FactValue::number)).collect();
    let numbers = numbers.unwrap_or_default();
    let (Some(least), Some(most)) = (numbers.iter().min(), numbers.iter().max()) else {
        return Vec::new();
    };
    match least == most {
        true => vec![format!("{name} = {least}"), format!("{name} >= {least}")],
        false => vec![format!("{name} >= {least}"), format!("{name} <= {most}")],
    }
}

/// Returns literals for whether a set of squares is empty and for its size.
fn of_squares(name: &str, these: &[EvalContext<'_>]) -> Vec<String> {
    let mut texts = vec![name.to_owned(), format!("not {name}")];
    if Literal::read(name.to_owned(), these).is_some() {
        texts.extend(of_number(&format!("count({name})"), these));
    }
    texts
}

/// Returns the sets of pieces by colour, by kind, and by both.
fn sets() -> impl Iterator<Item = String> {
    let both = COLORS.iter().flat_map(|color| ROLES.map(|role| format!("{color} & {role}")));
    COLORS.iter().chain(&ROLES).map(|one| (*one).to_owned()).chain(both)
}

/// Returns the sets of squares: parts of the board, optionally restricted to one square colour.
fn places() -> impl Iterator<Item = String> {
    let files = ('a'..='h').map(|file| format!("file_{file}"));
    let ranks = (1..=8).flat_map(|rank| [format!("rank_{rank}"), format!("own_rank_{rank}")]);
    let parts: Vec<String> = files.chain(ranks).chain(["corners".to_owned()]).collect();
    let shaded = parts.clone().into_iter().flat_map(|part| {
        ["light_squares", "dark_squares"].map(|shade| format!("{part} & {shade}"))
    });
    let whole =
        ["light_squares", "dark_squares", "asked_square", "castling", "move.to", "checkers"];
    let whole = whole.map(str::to_owned).into_iter();
    let squares = Square::all().map(|square| square.name().to_owned());
    whole.chain(parts).chain(shaded).chain(squares)
}

/// Returns literals of the form `ever(...)`: a position of the line has one feature, or two at once.
fn on_the_way(has_acts: bool) -> impl Iterator<Item = String> {
    let mut single: Vec<String> = LIMITS.map(str::to_owned).to_vec();
    single.push("castling != before(castling)".to_owned());
    single.push("beside(move.to) & own & pawns".to_owned());
    for fact in FACTS.iter().filter(|fact| !fact.name.ends_with("can_mate")) {
        match fact.kind {
            FactType::YesNo | FactType::Squares => single.push(fact.name.to_owned()),
            FactType::Word(words) if !fact.of_setup => {
                single.extend(words.iter().map(|word| format!("{} = {word}", fact.name)));
            }
            FactType::Words(words) if has_acts => {
                single.extend(words.iter().map(|word| format!("{word} in {}", fact.name)));
            }
            FactType::Word(_) | FactType::Words(_) | FactType::Number | FactType::Text => {}
        }
    }
    let mut texts = Vec::new();
    for (place, one) in single.iter().enumerate() {
        texts.extend([format!("ever({one})"), format!("not ever({one})")]);
        for other in &single[place + 1..] {
            texts.push(format!("ever({one} and {other})"));
            texts.push(format!("ever({one} and not {other})"));
            texts.push(format!("ever({other} and not {one})"));
        }
    }
    texts.into_iter()
}

/// Returns literals for the contents, beginning and end of a text.
fn of_texts() -> impl Iterator<Item = String> {
    let classes = [
        "[^ -~]",
        " ",
        "[+#]",
        "x",
        "=",
        "-",
        "O",
        "0",
        "[KQRBN]",
        "[kqrbn]",
        "[a-h]",
        "[1-8]",
        "[A-Z]",
        "[a-z]",
        "[0-9]",
        "[a-h][1-8]",
    ];
    classes.into_iter().flat_map(|class| {
        let patterns = [
            class.to_owned(),
            format!("^{class}"),
            format!("{class}$"),
            format!("{class}.*{class}"),
        ];
        patterns.into_iter().flat_map(|pattern| {
            let matches = format!("text matches \"{pattern}\"");
            [format!("not {matches}"), matches]
        })
    })
}

/// Counterexample-guided search: about `FIRST` of the other occasions are examined first. After each of at most
/// `ROUNDS` rounds, up to `MORE` counterexamples are added.
const FIRST: usize = 1000;
const MORE: usize = 100;
const ROUNDS: usize = 8;

/// Sample size for ranking the literals.
const GLANCE: usize = 128;

/// Numbers of top-ranked literals that are combined into pairs and into triples.
const IN_PAIRS: usize = 40;
const IN_THREES: usize = 12;

/// Finds a small conjunction, of at most three literals, that holds on all of `these` and on none of `others`.
///
/// The search is heuristic: it does not try every conjunction and may miss the smallest one.
pub(super) fn separate(these: &[EvalContext<'_>], others: &[EvalContext<'_>]) -> Option<Condition> {
    let literals = literals(these);
    let step = (others.len() / FIRST).max(1);
    let mut looked_at: Vec<&EvalContext<'_>> = others.iter().step_by(step).collect();
    for _ in 0..ROUNDS {
        let parts = smallest(&literals, &looked_at)?;
        let texts: Vec<&str> = parts.iter().map(|part| part.text.as_str()).collect();
        let condition: Condition = texts.join(" and ").parse().ok()?;
        let wrong = others.iter().filter(|other| condition.holds(other));
        let wrong: Vec<&EvalContext<'_>> = wrong.take(MORE).collect();
        if wrong.is_empty() {
            return Some(condition);
        }
        looked_at.extend(wrong);
    }
    None
}

/// Returns the smallest conjunction found that holds on none of `others`. `literals` must be sorted by cost.
fn smallest<'a>(literals: &'a [Literal], others: &[&EvalContext<'_>]) -> Option<Vec<&'a Literal>> {
    if let Some(one) = literals.iter().find(|one| one.sorts_out_all(others)) {
        return Some(vec![one]);
    }
    let firsts = best(literals, others, IN_PAIRS);
    let pairs = firsts.iter().filter_map(|&one| {
        let left = one.leaves(others);
        let other = literals.iter().find(|other| other.sorts_out_all(&left))?;
        Some(vec![one, other])
    });
    let threes = || {
        let firsts = firsts.iter().take(IN_THREES);
        let seconds = firsts.flat_map(|&one| {
            let left = one.leaves(others);
            let seconds = best(literals, &left, IN_THREES).into_iter();
            seconds.map(move |other| (one, other, other.leaves(&left))).collect::<Vec<_>>()
        });
        let threes = seconds.filter_map(|(one, other, left)| {
            let third = literals.iter().find(|third| third.sorts_out_all(&left))?;
            Some(vec![one, other, third])
        });
        threes.min_by_key(cost)
    };
    pairs.min_by_key(cost).or_else(threes)
}

fn cost(parts: &Vec<&Literal>) -> usize {
    parts.iter().map(|part| part.cost).sum()
}

/// Returns the `count` literals that rule out most of `others`, estimated on a sample.
fn best<'a>(
    literals: &'a [Literal],
    others: &[&EvalContext<'_>],
    count: usize,
) -> Vec<&'a Literal> {
    let step = (others.len() / GLANCE).max(1);
    let glance: Vec<&EvalContext<'_>> = others.iter().step_by(step).copied().collect();
    let mut best: Vec<(usize, &Literal)> = literals
        .iter()
        .map(|one| (glance.len() - one.leaves(&glance).len(), one))
        .filter(|(out, _)| *out > 0)
        .collect();
    // A stable sort: equally good literals stay in order of cost.
    best.sort_by_key(|(out, _)| Reverse(*out));
    best.into_iter().take(count).map(|(_, one)| one).collect()
}

impl Literal {
    /// Returns whether the literal holds on none of `others`.
    fn sorts_out_all(&self, others: &[&EvalContext<'_>]) -> bool {
        !others.iter().any(|other| self.condition.holds(other))
    }

    /// Returns those of `others` that satisfy the literal.
    fn leaves<'a, 'b>(&self, others: &[&'a EvalContext<'b>]) -> Vec<&'a EvalContext<'b>> {
        others.iter().filter(|other| self.condition.holds(other)).copied().collect()
    }
}
