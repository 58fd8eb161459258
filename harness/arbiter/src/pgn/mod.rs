//! The reader of PGN: tags, the elements of the movetext, results, and moves in any spelling.
//!
//! `lawbook rule --game`, `claims`, `audit` and the pages for browsers read games with it.

mod lines;
pub mod movetext;
mod score;
pub mod spelled;
pub mod tag;
pub mod text;

pub use lines::{GameLine, GameLines, is_number};
pub use score::GameResult;
pub use text::MAX_TEXT;
