//! Text to values and back: FEN, UCI, SAN, and a diagram for people.
//!
//! Reading is generous where people are, writing follows the standard. Every error says what was
//! read, where, and what would be right.

mod diagram;
mod fen;
mod position_text;
mod san;
mod standard;
pub(crate) mod text_form;
mod uci;

#[doc(hidden)]
pub use diagram::diagram;
pub use fen::{FenError, PositionError};
#[doc(hidden)]
pub use position_text::PositionText;
pub use san::{SanError, read_san, write_san};
pub(crate) use san::{find_san, write_san_before};
#[doc(hidden)]
pub use san::{movetext, read_meant};
pub(crate) use standard::describe;
pub use uci::{UciError, read_uci};
