mod game;
mod incident;
mod options;

pub(crate) use options::RuleOptions;

use crate::output::Result;

/// `lawbook rule`
pub(crate) fn run(options: &RuleOptions) -> Result {
    if options.game || options.sentences { game::run(options) } else { incident::run(options) }
}
