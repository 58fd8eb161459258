//! Names of faults and of kinds of faults.

use std::{collections::HashMap, sync::LazyLock};

use lawbook_gate::diagnosis::{kind, matches};

use super::Fault;

/// The faults by their kinds.
static KINDS: LazyLock<HashMap<&'static str, Vec<&'static Fault>>> = LazyLock::new(|| {
    let mut kinds: HashMap<&str, Vec<&Fault>> = HashMap::new();
    for fault in super::all().chain(super::grid()) {
        kinds.entry(kind(fault.name)).or_default().push(fault);
    }
    kinds
});

/// Returns the faults with a name: of one fault; of a kind of cells, such as `castling/through-attack`, which are all its
/// cells; or of a kind with a value or `*` for each dimension.
pub fn faults_named(name: &str) -> impl Iterator<Item = &'static Fault> {
    let kind = kind(name);
    let of_kind = KINDS.get(kind).map(Vec::as_slice).unwrap_or_default();
    of_kind.iter().copied().filter(move |fault| name == kind || matches(name, fault.name))
}

/// Returns the mistake of the faults with a name in one sentence, without the full stop; `None` if there are none.
pub fn sentence(name: &str) -> Option<String> {
    let mut faults = faults_named(name);
    let first = faults.next()?;
    let Some(cell) = first.cell.filter(|_| faults.next().is_some()) else {
        return Some(first.mistake.trim_end_matches('.').to_owned());
    };
    let values = name.split('/').skip(2);
    let fixed = cell.point.iter().skip(1).zip(values).filter(|(_, value)| *value != "*");
    let words: Vec<String> =
        fixed.map(|((dimension, _), value)| format!("{dimension} {value}")).collect();
    Some(match words.is_empty() {
        true => cell.what.to_owned(),
        false => format!("{}: {}", cell.what, words.join(", ")),
    })
}
