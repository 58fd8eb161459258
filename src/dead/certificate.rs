use super::mobility::ReachInvariant;

/// Why no series of legal moves ends in mate by a side; anyone can check it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Certificate {
    /// The pieces do not suffice, wherever they stand.
    Material,
    /// The pieces cannot get to where they would give mate.
    Mobility(Vec<ReachInvariant>),
    /// Every position that can arise was looked at, and none is mate. Nothing was looked at behind
    /// positions that are ruled out by material or lie in one of these regions.
    Exhausted(Vec<Vec<ReachInvariant>>),
}
