//! Exact answers for every position of up to five pieces: can this side still mate?
//!
//! For each class of pieces there is a table. It begins with all mates, and grows by every position from
//! which a legal move leads into it, or into the table of a class that a capture or a promotion leads to,
//! until nothing more is found. That shares no reasoning with the solver in [`lawbook::dead`], which is
//! compared with it.
//!
//! White's king is left out of a setting: for its 64 squares everything is worked out at
//! once, in words of bits. Positions in a mirror are the same, so Black's king is on the files a to d. Only
//! castling and en passant rights are in no table: [`Tables::can_mate`] follows them until they are gone.

mod class;
mod compare;
mod count;
mod sample;
mod setting;
mod store;
mod table;

pub use class::{TableClass, TableClassError};
pub use compare::{AskedPositions, TableComparison};
pub use count::TableCount;
pub use sample::{TableSample, TableSampleError, WhoCan};
pub use store::{NoStore, TableFolder, TableStore};
pub use table::Tables;
