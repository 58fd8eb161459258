//! Tables of similar cases: a case with `rows` has one case for each of them, and one with `colours: both` has a second
//! one with the colours exchanged.

use serde_yaml::{Mapping, Value};

use super::{
    Case, CatalogueFile, Exception, MateProof, Mistake, Problem,
    case::read_one,
    source::{Chunk, FileKind, chunks},
    yaml::CaseYaml,
};
use crate::question::Expected;
use lawbook::{
    notation::movetext,
    position::{Move, Position},
    rules::Act,
};

/// A table of similar cases: one situation in several positions, or with both colours.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Table {
    /// The identifier, with which those of its cases begin.
    pub id: String,
    /// The title, with which those of its cases begin.
    pub title: String,
}

/// One case of a chunk, and the line of the file where it begins.
pub(super) struct Row {
    pub(super) written: CaseYaml,
    line: usize,
    /// The table, if several cases result from the chunk.
    table: Option<Table>,
}

/// End of the id and of the title of a case with the colours exchanged.
const MIRRORED: &str = "mirrored";

/// Reads the case of a chunk. A table, or a case for both colours, results in several.
pub(crate) fn read(chunk: &Chunk<'_>) -> Result<Vec<Case>, Vec<Problem>> {
    let mut cases = Vec::new();
    for Row { written, line, table } in rows(chunk)? {
        let both = written.colours.is_some();
        let case = read_one(chunk, written, line, table)?;
        if both {
            let mirrored = mirrored(&case).map_err(|message| {
                vec![chunk.problem("colours:", message, "no \"colours: both\"")]
            })?;
            cases.extend([case, mirrored]);
        } else {
            cases.push(case);
        }
    }
    Ok(cases)
}

/// Returns a problem for each case that has a field without a value, which would be as if the field were not there.
pub fn fields_without_value(files: &[CatalogueFile]) -> Vec<Problem> {
    let mut problems = Vec::new();
    for file in files.iter().filter(|file| matches!(file.kind(), FileKind::Cases)) {
        for chunk in chunks(file, &mut problems) {
            let Ok(value) = serde_yaml::from_str::<Value>(chunk.text) else { continue };
            if let Some(field) = without_value(&value) {
                let message = format!("the field {field:?} has no value");
                let right = "a value, or no such field";
                problems.push(chunk.problem(&format!("{field}:"), message, right));
            }
        }
    }
    problems
}

/// Returns the name of the first field without a value.
fn without_value(value: &Value) -> Option<String> {
    match value {
        Value::Mapping(fields) => fields.iter().find_map(|(name, value)| match value {
            Value::Null => Some(name.as_str().unwrap_or_default().to_owned()),
            value => without_value(value),
        }),
        Value::Sequence(items) => items.iter().find_map(without_value),
        _ => None,
    }
}

/// The cases that a chunk stands for: the rows of a table, or the one case that it is.
pub(super) fn rows(chunk: &Chunk<'_>) -> Result<Vec<Row>, Vec<Problem>> {
    let of_yaml = |error| vec![Problem::of_yaml(chunk.file, chunk.line, &error)];
    let written: Vec<CaseYaml> = serde_yaml::from_str(chunk.text).map_err(of_yaml)?;
    let Ok([written]) = <[CaseYaml; 1]>::try_from(written) else {
        return Err(vec![chunk.problem("", "this is not one case", "one case after \"- id:\"")]);
    };
    let of_rows = Table { id: written.id.clone(), title: written.title.clone() };
    if written.rows.0.is_empty() {
        let table = written.colours.map(|_| of_rows);
        return Ok(vec![Row { written, line: chunk.line, table }]);
    }
    let values: Vec<Mapping> = serde_yaml::from_str(chunk.text).map_err(of_yaml)?;
    let Some(mut table) = values.into_iter().next() else { return Ok(Vec::new()) };
    let Some(Value::Mapping(rows)) = table.remove("rows") else { return Ok(Vec::new()) };
    let read = |(name, row): (Value, Value)| -> Result<Row, Vec<Problem>> {
        let name = name.as_str().unwrap_or_default().to_owned();
        let near = format!("{name}:");
        let Value::Mapping(row) = row else {
            let right = "a row such as \"by-a-pawn: {start: FEN}\"";
            return Err(vec![chunk.problem(
                &near,
                format!("the row {name:?} has no fields"),
                right,
            )]);
        };
        let written = serde_yaml::from_value(Value::Mapping(merged(&table, &name, row))).map_err(
            |error| {
                vec![chunk.problem(
                    &near,
                    format!("in the row {name:?}: {error}"),
                    "the fields of a case",
                )]
            },
        )?;
        Ok(Row { written, line: chunk.line_of(&near), table: Some(of_rows.clone()) })
    };
    rows.into_iter().map(read).collect()
}

/// The case of a row: fields that the row leaves out come from the table. `expect` and `proof` are merged field by field.
fn merged(table: &Mapping, name: &str, row: Mapping) -> Mapping {
    let mut case = table.clone();
    for (field, joined) in [("id", "-"), ("title", ": ")] {
        if let Some(Value::String(text)) = case.get_mut(field) {
            let words = if field == "id" { name.to_owned() } else { name.replace('-', " ") };
            text.push_str(joined);
            text.push_str(&words);
        }
    }
    for (field, value) in row {
        match (case.get_mut(&field), value) {
            (Some(Value::Mapping(shared)), Value::Mapping(own))
                if field == "expect" || field == "proof" =>
            {
                shared.extend(own);
            }
            (_, value) => {
                case.insert(field, value);
            }
        }
    }
    case
}

/// The same case with the colours exchanged.
///
/// # Errors
///
/// The case has a field that cannot be derived for exchanged colours.
fn mirrored(case: &Case) -> Result<Case, String> {
    let expected = |expected: &[Expected]| -> Result<Vec<Expected>, String> {
        let flip = |one: &Expected| {
            let name = one.question.name();
            one.flip().ok_or_else(|| format!("\"{name}\" has no answer with the colours exchanged"))
        };
        expected.iter().map(flip).collect()
    };
    if !case.only_moves() {
        return Err("only moves can be played with the colours exchanged, not sentences".to_owned());
    }
    let setup = case.setup.flip();
    let acts: Vec<Act> = case.acts.iter().copied().map(Act::flip).collect();
    let moves: Vec<Move> = acts.iter().filter_map(Act::played).collect();
    let play = match Position::new(&setup) {
        Ok(start) if !moves.is_empty() => vec![movetext(&start, &moves)],
        Ok(_) | Err(_) => Vec::new(),
    };
    let mistake = |mistake: &Mistake| -> Result<Mistake, String> {
        Ok(Mistake { expected: expected(&mistake.expected)?, ..mistake.clone() })
    };
    let exception = |exception: &Exception| -> Result<Exception, String> {
        Ok(Exception { expected: expected(&exception.expected)?, ..exception.clone() })
    };
    let proof = |proof: &MateProof| match proof {
        MateProof::Line(plies, line) => {
            MateProof::Line(*plies, line.iter().copied().map(Move::flip).collect())
        }
        _ => proof.clone(),
    };
    Ok(Case {
        id: format!("{}-{MIRRORED}", case.id),
        title: format!("{}, {MIRRORED}", case.title),
        setup,
        event: case.event.flip(),
        play,
        acts,
        expected: expected(&case.expected)?,
        proofs: case.proofs.iter().map(|(side, of)| (!*side, proof(of))).collect(),
        exceptions: case.exceptions.iter().map(exception).collect::<Result<_, _>>()?,
        mistakes: case.mistakes.iter().map(mistake).collect::<Result<_, _>>()?,
        ..case.clone()
    })
}

#[cfg(test)]
mod tests {
    use super::super::{Catalogue, CatalogueFile};
    use super::*;

    const TABLE: &str = "\
- id: castling-past-an-attack
  title: A square that the king passes is attacked
  states: [S4-1]
  colours: both
  expect:
    illegal: [O-O]
  rows:
    by-a-pawn: {start: \"4k3/8/8/8/8/8/6p1/4K2R w K - 0 1\", expect: {check: false}}
    by-a-king:
      title: The king attacks
      start: 8/8/8/8/8/8/1k6/R3K3 w Q - 0 1
      expect: {illegal: [O-O-O]}
  why: No square on the way may be attacked.
";

    fn read(text: &str) -> (Catalogue, Vec<Problem>) {
        let path = "complete-rules/table.yaml".to_owned();
        Catalogue::from_files(&[CatalogueFile { path, text: text.to_owned() }])
    }

    #[test]
    fn a_row_and_its_mirror_are_cases() {
        let (catalogue, problems) = read(TABLE);
        assert_eq!(problems, []);
        let told: Vec<String> = catalogue
            .cases
            .iter()
            .map(|case| {
                format!("{} | {} | {} | {}", case.place.line, case.id, case.title, case.setup)
            })
            .collect();
        let title = "A square that the king passes is attacked: by a pawn";
        let id = "castling-past-an-attack";
        assert_eq!(
            told,
            [
                format!("8 | {id}-by-a-pawn | {title} | 4k3/8/8/8/8/8/6p1/4K2R w K - 0 1"),
                format!(
                    "8 | {id}-by-a-pawn-mirrored | {title}, mirrored | 4k2r/6P1/8/8/8/8/8/4K3 b k - 0 1"
                ),
                format!("9 | {id}-by-a-king | The king attacks | 8/8/8/8/8/8/1k6/R3K3 w Q - 0 1"),
                format!(
                    "9 | {id}-by-a-king-mirrored | The king attacks, mirrored | r3k3/1K6/8/8/8/8/8/8 b q - 0 1"
                ),
            ]
        );
        let questions = |index: usize| -> Vec<String> {
            let expected = &catalogue.cases[index].expected;
            expected.iter().map(|one| format!("{} {:?}", one.question.name(), one.right)).collect()
        };
        assert!(questions(0).iter().any(|one| one.starts_with("check ")), "{:?}", questions(0));
        assert!(questions(1)[1].contains("e8"), "{:?}", questions(1));
        assert!(!questions(2).iter().any(|one| one.starts_with("check ")), "{:?}", questions(2));
    }

    rows!(
        what_a_table_cannot_be_is_a_problem_with_its_line,
        for (from, to, message) in [
            ("O-O-O", "Zz9", "is not a move"),
            ("by-a-king:", "by-a-pawn:", "by-a-pawn"),
            ("check: false", "chek: false", "chek"),
            ("{check: false}", "{fullmove_number: 1}", "colours exchanged"),
            ("  title: The king attacks\n    ", "  play: [\"White resigns\"]\n    ", "only moves"),
            ("start: 8/8/8/8/8/8/1k6/R3K3 w Q - 0 1", "state: x", "state"),
        ] {
            let text = TABLE.replacen(from, to, 1);
            assert_ne!(text, TABLE);
            let (_, problems) = read(&text);
            let [problem] = &problems[..] else { panic!("{to}: {problems:?}") };
            assert!(problem.to_string().contains(message), "{to}: {problem}");
        }
    );
}
