use std::fmt;

use lawbook_gate::Level;
use serde::{Deserialize, Serialize};

/// How advanced the subject of a case is. Users choose the highest level for the test of their library.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum CaseLevel {
    /// Rules that every chess program has to know: legal moves, check, mate and stalemate, repetition and the move
    /// count, insufficient material, and standard notation.
    #[default]
    Core,
    /// In addition, the conduct of the players at the board, careless notation, and features that a program may leave
    /// to its caller.
    Full,
    /// In addition, positions that are dead although the material suffices to mate, and play that continues after the end
    /// of the game.
    Strict,
}

impl CaseLevel {
    /// All levels, beginning with the one that is always run.
    pub const ALL: [CaseLevel; 3] = [CaseLevel::Core, CaseLevel::Full, CaseLevel::Strict];

    /// Returns the name used in case files.
    pub const fn name(self) -> &'static str {
        match self {
            CaseLevel::Core => "core",
            CaseLevel::Full => "full",
            CaseLevel::Strict => "strict",
        }
    }

    /// Returns the level with this name, ignoring case.
    pub fn named(name: &str) -> Option<CaseLevel> {
        CaseLevel::ALL.into_iter().find(|level| level.name().eq_ignore_ascii_case(name))
    }
}

impl From<CaseLevel> for Level {
    fn from(level: CaseLevel) -> Level {
        match level {
            CaseLevel::Core => Level::Core,
            CaseLevel::Full => Level::Full,
            CaseLevel::Strict => Level::Strict,
        }
    }
}

impl From<Level> for CaseLevel {
    fn from(level: Level) -> CaseLevel {
        match level {
            Level::Core => CaseLevel::Core,
            Level::Full => CaseLevel::Full,
            Level::Strict => CaseLevel::Strict,
        }
    }
}

impl fmt::Display for CaseLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
