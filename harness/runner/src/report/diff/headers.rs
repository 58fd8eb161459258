//! Differences between the headers of two reports.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::report::{ImplementationSummary, Report};

/// A difference between the headers of two reports.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HeaderDifference {
    /// The subject: the catalogue, a library, or a rule set.
    pub of: String,
    /// The value in the older report; `None` if absent.
    pub was: Option<String>,
    /// The value in the newer report; `None` if absent.
    pub is: Option<String>,
}

/// Compares the headers of two reports.
pub(super) fn compare(old: &Report, new: &Report) -> Vec<HeaderDifference> {
    let mut differences = Vec::new();
    let mut put = |of: &str, was: Option<&str>, is: Option<&str>| {
        if was != is {
            let (was, is) = (was.map(str::to_owned), is.map(str::to_owned));
            differences.push(HeaderDifference { of: of.to_owned(), was, is });
        }
    };
    put("lawbook", Some(&old.lawbook), Some(&new.lawbook));
    let digests = (&old.catalogue.digest, &new.catalogue.digest);
    put("catalogue", Some(digests.0), Some(digests.1));
    let (was, is) = (rule_sets(old), rule_sets(new));
    for name in was.keys().chain(is.keys()).collect::<BTreeSet<_>>() {
        put(name, was.get(name).copied(), is.get(name).copied());
    }
    for one in old.implementations.iter().skip(1) {
        match asked(new, &one.name) {
            None => put(&one.name, Some(&one.version), None),
            Some(now) => {
                put(&one.name, Some(&one.version), Some(&now.version));
                let of = format!("{} asked under", one.name);
                put(&of, Some(&one.rule_set), Some(&now.rule_set));
            }
        }
    }
    for one in new.implementations.iter().filter(|one| asked(old, &one.name).is_none()) {
        put(&one.name, None, Some(&one.version));
    }
    differences
}

fn asked<'a>(report: &'a Report, name: &str) -> Option<&'a ImplementationSummary> {
    report.implementations.iter().find(|one| one.name == name)
}

fn rule_sets(report: &Report) -> BTreeMap<&str, &str> {
    report.rule_sets.iter().map(|one| (one.name.as_str(), one.digest.as_str())).collect()
}
