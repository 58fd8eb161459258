use serde::{Deserialize, Serialize};

use super::Finding;

/// The agreement between implementations on one question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum Consensus {
    /// No answer disagrees with the catalogue.
    Unanimous,
    /// One library disagrees with the catalogue. Another library agrees, or the reference does not disagree.
    OneAlone,
    /// Several libraries disagree with the catalogue, and others agree with it.
    Split,
    /// Only the reference disagrees with the catalogue: one of the two has a bug.
    ReferenceAlone,
    /// Every library that answers disagrees with the catalogue: the case is suspect.
    AllAgainstCatalogue,
}

impl Consensus {
    /// Determines the consensus on one question from the findings of the reference and of the libraries.
    pub fn of(reference: Option<Finding>, libraries: &[Finding]) -> Consensus {
        let scored = libraries.iter().copied().filter(|finding| finding.is_scored());
        let (against, with): (Vec<Finding>, Vec<Finding>) =
            scored.partition(|&finding| finding != Finding::Agrees);
        let reference_against = reference.is_some_and(|finding| finding != Finding::Agrees);
        match (against.len(), with.len()) {
            (0, _) if reference_against => Consensus::ReferenceAlone,
            (0, _) => Consensus::Unanimous,
            (1, 0) if !reference_against => Consensus::OneAlone,
            (_, 0) => Consensus::AllAgainstCatalogue,
            (1, _) => Consensus::OneAlone,
            _ => Consensus::Split,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Finding::{Agrees, Differs, Panicked, Silent, Unsupported};

    rows!(
        consensus_is_weighed_among_those_who_answer,
        for (reference, libraries, consensus) in [
            (Agrees, &[Agrees, Agrees][..], Consensus::Unanimous),
            (Agrees, &[Unsupported, Silent], Consensus::Unanimous),
            (Agrees, &[Differs, Agrees], Consensus::OneAlone),
            (Agrees, &[Panicked, Unsupported], Consensus::OneAlone),
            (Agrees, &[Differs, Differs, Agrees], Consensus::Split),
            (Agrees, &[Differs, Differs], Consensus::AllAgainstCatalogue),
            (Differs, &[Differs], Consensus::AllAgainstCatalogue),
            (Differs, &[Agrees], Consensus::ReferenceAlone),
            (Differs, &[Silent], Consensus::ReferenceAlone),
        ] {
            assert_eq!(Consensus::of(Some(reference), libraries), consensus, "{libraries:?}");
        }
    );
}
