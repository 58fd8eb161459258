//! Endgame tables of up to five pieces: exact answers whether a side can still mate.
//!
//! There is one table for each class of material. It is initialised with all checkmates. Then predecessors are added
//! until a fixpoint is reached: positions with a legal move to a position in the table, or in the table of a class that
//! a capture or a promotion leads to. This shares no reasoning with the solver in [`lawbook::dead`], which is tested
//! against the tables.
//!
//! A setting leaves out White's king; one bitboard has the answers for its 64 squares. Black's king is always on files
//! a to d, because mirrored positions have the same answer. Tables do not cover castling and en passant rights:
//! [`Tables::can_mate`] searches until these rights are gone.

mod class;
mod compare;
mod count;
pub mod material;
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
