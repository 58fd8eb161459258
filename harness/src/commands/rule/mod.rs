mod game;
mod incident;

use crate::{cli::RuleOptions, output::Result};

/// `lawbook rule`
pub(crate) fn run(options: &RuleOptions) -> Result {
    if options.game || options.sentences { game::run(options) } else { incident::run(options) }
}
