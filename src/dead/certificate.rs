use super::mobility::Region;

/// Why no series of legal moves ends in mate by a side; anyone can check it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Certificate {
    /// The men do not suffice, wherever they stand.
    Material,
    /// The men cannot get to where they would give mate.
    Mobility(Vec<Region>),
    /// Every position that can arise was looked at, and none is mate. Nothing was looked at behind
    /// positions that are ruled out by material or lie in one of these regions.
    Exhausted(Vec<Vec<Region>>),
}
