//! The causes of wrong answers: each answer has one, and few causes explain many answers.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
};

use crate::{
    Act, OWN_ENDINGS,
    ask::{Finding, Found, refused_move},
    diagnosis::{Answered, Diagnosis, diagnose},
    harm::Harm,
    pattern::pattern,
    session::Response,
    shared::{Details, shared},
    vectors::Vectors,
    words::{Way, unexplained},
};

/// The cause of wrong answers.
#[derive(Default)]
pub(crate) struct Cause<'f> {
    /// The name: a kind of fault or a mistake, a failure with its message, or else the question with the direction.
    pub(crate) name: String,
    /// What goes wrong, if it is known.
    pub(crate) says: String,
    /// Whether it is a mistake of the vectors.
    pub(crate) is_mistake: bool,
    /// How many right answers contradict it.
    pub(crate) contradicted: usize,
    /// The wrong answers, those with the shortest line first.
    pub(crate) answers: Vec<&'f Found<'f>>,
}

/// Returns the causes of the wrong answers, the one that does most harm first, and of those that do the same the one with
/// most answers.
pub(crate) fn causes<'f>(vectors: &Vectors<'_>, found: &'f [Found<'f>]) -> Vec<Cause<'f>> {
    // By the name, and what else divides answers that no mistake explains.
    let mut causes: BTreeMap<(String, Option<String>), Cause<'f>> = BTreeMap::new();
    let mut explained: BTreeSet<usize> = BTreeSet::new();
    let (places, answers): (Vec<usize>, Vec<Answered<'_>>) =
        found.iter().enumerate().filter_map(|(place, one)| Some((place, answered(one)?))).unzip();
    for Diagnosis { name, explains, contradicted } in diagnose(&vectors.mistakes, &answers) {
        let own = explains.iter().map(|&place| places[place]);
        explained.extend(own.clone());
        let answers = own.map(|place| &found[place]).collect();
        let says = vectors.says(&name);
        let key = (name.clone(), None);
        causes.insert(key, Cause { name, says, is_mistake: true, contradicted, answers });
    }
    for (place, one) in found.iter().enumerate().filter(|(_, one)| one.is_wrong()) {
        if explained.contains(&place) {
            continue;
        }
        let name = one
            .own_end()
            .map(|by| format!("ends-by-itself/{by}"))
            .or_else(|| failure(one))
            .unwrap_or_else(|| one.tendency());
        let key = (name.clone(), one.details().and_then(|details| details.group));
        let new = || Cause { name, ..Cause::default() };
        causes.entry(key).or_insert_with(new).answers.push(one);
    }
    let mut causes: Vec<Cause<'f>> = causes.into_values().collect();
    for cause in &mut causes {
        if !cause.is_mistake {
            cause.says = says(cause, found);
        }
        let length = |one: &Found<'_>| one.before + one.play.acts.len();
        let usual = usual(cause.answers.iter().map(|one| one.tendency()));
        let is_rare = |one: &Found<'_>| !usual.contains(&one.tendency());
        cause
            .answers
            .sort_by_cached_key(|one| (is_rare(one), length(one), one.play.fen.len(), one.case.id));
    }
    let extents: Vec<Extent> = causes.iter().map(Extent::of).collect();
    causes.sort_by_cached_key(|cause| {
        let harms = cause.answers.iter().map(|one| match one.response {
            Response::SetupRefused(_) | Response::MoveRefused(_) => Harm::Refusal,
            _ if one.response.is_failure() => Harm::Crash,
            _ if one.kind() == "setup" => Harm::of_setup(one.said == "yes"),
            _ => Harm::of_answer(&one.kind()),
        });
        Extent::of(cause).rank(Harm::of_cause(harms.collect()), &extents)
    });
    causes
}

/// What decides the place of a cause, besides its harm.
#[derive(Clone, Debug)]
pub struct Extent {
    /// The kind of the question in its first answer; none if the library refuses something or fails.
    pub question: Option<String>,
    /// Whether a mistake of the vectors explains it.
    pub is_explained: bool,
    /// The number of its answers.
    pub answers: usize,
}

impl Extent {
    fn of(cause: &Cause<'_>) -> Extent {
        let first = cause.answers[0];
        let is_answer =
            cause.is_mistake || cause.name == first.tendency() || first.own_end().is_some();
        Extent {
            question: is_answer.then(|| first.kind()),
            is_explained: cause.is_mistake,
            answers: cause.answers.len(),
        }
    }

    /// Returns the place of the cause among those of its library: by the harm, and of the same harm by the number of answers.
    ///
    /// What may follow from another cause with more answers comes later, as a repetition is missed where the rights to castle are
    /// wrong. What no mistake explains follows from any cause, and comes last; a mistake follows from a wrong state, and
    /// comes after it.
    pub fn rank(&self, harm: Option<Harm>, all: &[Extent]) -> impl Ord + use<> {
        let is_state = |one: &Extent| one.question.as_deref().is_some_and(Harm::is_state);
        let is_root = |one: &Extent| !self.is_explained || is_state(one);
        let follows = self.question.as_deref().is_some_and(Harm::is_consequence)
            && all.iter().any(|one| one.answers > self.answers && is_root(one));
        let harm = if follows { harm.max(Some(Harm::WrongMoves)) } else { harm };
        (follows && !self.is_explained, harm, follows, Reverse(self.answers))
    }
}

/// Returns what goes wrong in a cause that is no mistake, and what its answers have in common.
fn says(cause: &Cause<'_>, found: &[Found<'_>]) -> String {
    let wrong = &cause.answers;
    let kinds: BTreeSet<String> = wrong.iter().map(|one| one.kind()).collect();
    let is_right = |one: &&Found<'_>| one.finding == Finding::Right && kinds.contains(&one.kind());
    let right: Vec<Details> = found.iter().filter(is_right).filter_map(Found::details).collect();
    let details: Option<Vec<Details>> = wrong.iter().map(|one| one.details()).collect();
    let shared = details.and_then(|details| shared(&details, &right));
    let first = wrong[0];
    if cause.name == first.tendency() {
        return unexplained(&first.kind(), Way::of(way(first)), shared.as_deref());
    }
    let advice = first.own_end().map(|_| OWN_END.to_owned());
    let parts = [Some(cause.name.clone()), shared, advice];
    parts.into_iter().flatten().collect::<Vec<_>>().join("; ")
}

/// Returns the tendencies that at least half as many answers have as the most common one. A case with one of them is an
/// example of its cause; the shortest of all may show a rare consequence.
pub fn usual<T: Ord>(tendencies: impl Iterator<Item = T>) -> BTreeSet<T> {
    let mut counts: BTreeMap<T, usize> = BTreeMap::new();
    tendencies.for_each(|one| *counts.entry(one).or_default() += 1);
    let most = counts.values().copied().max().unwrap_or_default();
    counts.into_iter().filter(|(_, count)| 2 * count >= most).map(|(one, _)| one).collect()
}

/// Returns an answer for the diagnosis; `None` if no mistake may be behind it.
fn answered<'f>(one: &'f Found<'_>) -> Option<Answered<'f>> {
    let predicted = one.asked.map_or(&[][..], |asked| &asked.wrong);
    let wrong = match one.finding {
        Finding::Right => None,
        Finding::Wrong | Finding::Failed => Some(one.wrong()?),
        Finding::Silent | Finding::Unsupported | Finding::NotReached => return None,
    };
    let is_list = one.is_list() && one.finding != Finding::Failed;
    let predicted = predicted.iter().map(|(text, places)| (*text, places.as_slice())).collect();
    let line = format!("{} {}", one.play.fen, one.play.acts.join(" "));
    Some(Answered { kind: one.kind(), line, is_list, wrong, predicted })
}

const OWN_END: &str =
    "if games are meant to end by themselves like this, declare it in `ends_by_itself`";

/// Returns the cause that the library itself shows: a refusal, or a failure.
fn failure(one: &Found<'_>) -> Option<String> {
    let word = match &one.response {
        Response::Answer { .. } | Response::Silent(_) | Response::Unsupported(_) => return None,
        Response::SetupRefused(_) => "refuses a setup",
        Response::MoveRefused(_) => "refuses a move",
        _ => "fails",
    };
    Some(format!("{word}: {}", pattern(one.response.why()?)))
}

impl<'f> Found<'f> {
    /// Returns the ending that a library has applied by itself, if the answer shows one: it refuses the next move, says that the
    /// game is drawn, or names no legal move.
    pub(crate) fn own_end(&self) -> Option<&'f str> {
        let place = |by: &str| OWN_ENDINGS.iter().position(|other| *other == by);
        let own =
            self.play.own_ends.iter().filter(|(by, _)| !matches!(*by, "checkmate" | "stalemate"));
        let &(by, acts) = own.min_by_key(|(by, acts)| (*acts, place(by)))?;
        let shows_it = match &self.response {
            Response::MoveRefused(message) => {
                let refused = refused_move(message);
                let next = self.play.acts.get(acts).and_then(|act| Act(act).played());
                next.is_some_and(|next| refused.is_none_or(|refused| refused == next))
            }
            Response::Answer { .. } if self.finding == Finding::Wrong => {
                let said = self.said.as_str();
                let drawn = said == "draw/unspecified" || said.strip_prefix("draw/") == Some(by);
                let kind = self.right.0.as_str();
                let moves = self.right.1.split(' ').count();
                drawn && self.right.1 == "play-on"
                    || self.kind() == "legal-moves"
                        && match kind {
                            "move_count" => said == "0",
                            "list" | "among" => {
                                !self.right.1.is_empty()
                                    && !said.contains('+')
                                    && said.split(' ').count() == moves
                            }
                            _ => false,
                        }
            }
            _ => false,
        };
        shows_it.then_some(by)
    }

    /// Returns the kind of the question with the direction of the error.
    pub fn tendency(&self) -> String {
        if let Some(changes) = self.changes.as_ref().filter(|_| self.finding == Finding::Wrong) {
            let changed = self.said.split(' ').map(|name| name.trim_start_matches('+'));
            return format!("{} changes {}", changes.calls, changed.collect::<Vec<_>>().join(", "));
        }
        format!("{}: {}", self.kind(), way(self))
    }
}

/// Returns the direction of the error, see [`Way::of`].
fn way(one: &Found<'_>) -> &'static str {
    let (said, right) = (one.said.as_str(), one.right.1.as_str());
    let number = |text: &str| text.parse::<u64>().unwrap_or(0);
    let has = |sign: char| said.split(' ').any(|item| item.starts_with(sign));
    match one.right.0.as_str() {
        _ if one.finding != Finding::Wrong => "differs",
        "is" if said == "yes" => "wrongly yes",
        "is" => "wrongly no",
        "count" | "move_count" if number(said) < number(right) => "too low",
        "count" | "move_count" => "too high",
        "decision" if right == "play-on" => "wrongly decided",
        "decision" if said == "play-on" => "not decided",
        "list" | "among" | "not_among" if has('-') && !has('+') => "too few",
        "list" | "among" | "not_among" if has('+') && !has('-') => "too many",
        _ => "differs",
    }
}
