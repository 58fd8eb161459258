//! One test for each library and case, such as `cozy-chess::fifty-moves-nobody-claims`; the reference counts as a
//! library. A test passes if every answer is right or a known deviation.

use std::process::ExitCode;

use lawbook_catalogue::{
    CaseLevel,
    adapter::{Implementation, Reference},
};
use lawbook_suite::gate::Gate;

fn main() -> ExitCode {
    let known = match lawbook_libraries::known_deviations() {
        Ok(known) => known,
        Err(problem) => {
            eprintln!("{problem}");
            return ExitCode::FAILURE;
        }
    };
    let reference: Box<dyn Implementation> = Box::new(Reference::default());
    Gate::new(std::iter::once(reference).chain(lawbook_linked::all()))
        .with_known(known)
        .at(CaseLevel::Strict)
        .main()
}
