use std::fmt;

use serde::{Deserialize, Serialize};

/// How fine a point a case is about: a gate asks the cases up to the level that it has chosen.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum CaseLevel {
    /// What every program that plays chess by the rules has to know: legal moves, check, mate and stalemate,
    /// repetition and the count of moves, insufficient material, and notation as the standards have it.
    #[default]
    Core,
    /// Besides, what people do at the board, what is written carelessly, and what a program may leave to
    /// whoever uses it.
    Full,
    /// Besides, setups that no game can reach, positions that are dead although the pieces suffice to mate, and
    /// play that goes on after the game has ended.
    Strict,
}

impl CaseLevel {
    /// Every level, the first asked everywhere.
    pub const ALL: [CaseLevel; 3] = [CaseLevel::Core, CaseLevel::Full, CaseLevel::Strict];

    /// The name, as it is written in a case.
    pub const fn name(self) -> &'static str {
        match self {
            CaseLevel::Core => "core",
            CaseLevel::Full => "full",
            CaseLevel::Strict => "strict",
        }
    }

    /// The level with this name.
    pub fn named(name: &str) -> Option<CaseLevel> {
        CaseLevel::ALL.into_iter().find(|level| level.name().eq_ignore_ascii_case(name))
    }
}

impl fmt::Display for CaseLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
