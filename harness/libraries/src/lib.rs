//! Libraries under test, as far as they can be known without linking one.
//!
//! A library is asked in a process of its own, its known deviations are data, and what it finds when
//! it replays a game is counted in the same terms as what we find. Nothing here is under the licence
//! of a library.

pub mod opponents;
pub mod process;

mod foreign;
mod known;
mod literal;
mod repro;
mod said;

pub use foreign::{FOREIGN, Foreign, Runtime};
pub use known::{known_deviations, known_deviations_of, known_libraries};
pub use literal::ReproLanguage;
pub use repro::{Repro, ReproError, repro_libraries};
