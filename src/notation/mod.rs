//! Conversion between text and values: FEN, UCI, SAN, and a diagram for people.
//!
//! Parsers accept the usual variations in texts by people; writers follow the standard. Every error gives the text, the
//! place, and a description of valid input.

mod diagram;
mod fen;
mod position_text;
mod san;
mod standard;
pub mod text_form;
mod uci;

#[doc(hidden)]
pub use diagram::diagram;
pub use fen::{FenError, PositionError};
#[doc(hidden)]
pub use position_text::PositionText;
pub use san::{SanError, read_move, read_san, write_san};
#[doc(hidden)]
pub use san::{find_san, guess_move, movetext, write_san_before};
pub(crate) use standard::describe;
pub use uci::{UciError, read_uci};
