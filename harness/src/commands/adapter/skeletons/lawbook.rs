//! The adapter of YOUR LIBRARY for lawbook: `tests/lawbook.rs` of your crate, with these lines in its Cargo.toml. It runs
//! as it is:
//!
//!     [dev-dependencies]
//!     lawbook-gate = { path = "PATH TO A CLONE OF LAWBOOK/harness/gate" }
//!     # stands for your library
//!     lawbook = { path = "PATH TO A CLONE OF LAWBOOK" }
//!
//! `cargo test --test lawbook` runs the cases. The command `lawbook` can ask the same adapter as a process, if
//! `examples/lawbook.rs` has these lines:
//!
//!     #[path = "../tests/lawbook.rs"]
//!     mod rules;
//!
//!     fn main() -> std::io::Result<()> {
//!         lawbook_gate::serve(&rules::Library)
//!     }
//!
//! Edit the methods, from one TODO to the next. `lawbook adapter smoke -- cargo run --quiet --example lawbook` names the
//! question to answer next. A panic is reported as the answer to the question that caused it.

use lawbook_gate::{About, Adapter, Refusal, Reply};

// ---- YOUR LIBRARY: begin --------------------------------------------------------------------------------------------
// TODO: use your library instead. Until then these lines stand for it.
use lawbook::{notation::read_uci, position::Position};

pub struct Library;

// `Reply::Native` is an answer of the library itself, `Reply::Composed` one for which the adapter kept the history, and
// the library compared positions or counted. `Reply::Silent` means that the library makes no statement either way.
impl Adapter for Library {
    /// TODO: the type of your library for a game; or a struct of a position and the history that it does not keep.
    type Game = Position;

    fn about(&self) -> About {
        // TODO: the name of your library, and the endings that it detects. `smoke` may advise other values of the fields
        // `reads_fen`, `validates_setups` and `ends_by_itself`.
        let endings = vec!["checkmate", "stalemate"];
        About { endings, ..About::new("your-library", env!("CARGO_PKG_VERSION")) }
    }

    fn set_up(&self, fen: &str) -> Result<Position, Refusal> {
        // TODO
        Ok(fen.parse()?)
    }

    fn play(&self, game: &mut Position, uci: &str) -> Result<(), Refusal> {
        // TODO: play a legal move such as e2e4, e1g1 or a7a8q
        *game = game.play(read_uci(game, uci)?)?;
        Ok(())
    }

    /// Takes back the last move. Remove it if your library cannot.
    fn take_back(&self, _game: &mut Position) -> Result<(), Refusal> {
        Err(Refusal::unsupported("TODO"))
    }

    fn legal_moves(&self, game: &Position) -> Reply<Vec<String>> {
        // TODO: all of them in UCI
        Reply::Native(game.legal_moves().iter().map(ToString::to_string).collect())
    }

    fn is_check(&self, game: &Position) -> Reply<bool> {
        // TODO
        Reply::Native(game.is_check())
    }

    fn fen(&self, game: &Position) -> Reply<String> {
        // TODO
        Reply::Native(game.to_string())
    }

    // The stubs of the other questions, whose answer is never scored: write a method, or remove it.

    /// `play-on`, or how the game is over, as in `white/checkmate` and `draw/stalemate`; the ending may be `unspecified`.
    fn ended(&self, _game: &Position) -> Reply<String> {
        Reply::Unsupported("TODO".into())
    }

    fn is_checkmate(&self, _game: &Position) -> Reply<bool> {
        Reply::Unsupported("TODO".into())
    }

    fn is_stalemate(&self, _game: &Position) -> Reply<bool> {
        Reply::Unsupported("TODO".into())
    }

    /// Whether the material alone rules out mate by either side.
    fn is_insufficient_material(&self, _game: &Position) -> Reply<bool> {
        Reply::Unsupported("TODO".into())
    }

    /// Whether it is a draw now, by the library's own summary.
    fn is_draw(&self, _game: &Position) -> Reply<bool> {
        Reply::Unsupported("TODO".into())
    }

    /// Whether neither side can mate. From the material only: `true`, or `Silent`.
    fn is_dead(&self, _game: &Position) -> Reply<bool> {
        Reply::Unsupported("TODO".into())
    }

    /// Whether the side can mate. From the material only: `false`, or `Silent`.
    fn can_mate(&self, _game: &Position, _side: &str) -> Reply<bool> {
        Reply::Unsupported("TODO".into())
    }

    /// Whether the player on move may claim a draw, on this ground or on any, perhaps after writing a move. A function that
    /// only counts is no answer to it: it answers `has_occurred` or `has_plies`.
    fn may_claim(
        &self,
        _: &Position,
        _ground: Option<&str>,
        _written: Option<&str>,
    ) -> Reply<bool> {
        Reply::Unsupported("TODO".into())
    }

    /// How often the position has occurred, this time included.
    fn occurrences(&self, _game: &Position) -> Reply<u32> {
        Reply::Unsupported("TODO".into())
    }

    /// Whether the position has occurred at least `times` times: 3 or 5.
    fn has_occurred(&self, _game: &Position, _times: u32) -> Reply<bool> {
        Reply::Unsupported("TODO".into())
    }

    /// Whether the position is the same as after `ply` plies.
    fn is_same_as(&self, _game: &Position, _ply: usize) -> Reply<bool> {
        Reply::Unsupported("TODO".into())
    }

    /// Plies since the last capture or pawn move.
    fn halfmove_clock(&self, _game: &Position) -> Reply<u32> {
        Reply::Unsupported("TODO".into())
    }

    /// Whether `count` plies, 100 or 150, have been played since the last capture or pawn move.
    fn has_plies(&self, _game: &Position, _count: u32) -> Reply<bool> {
        Reply::Unsupported("TODO".into())
    }

    /// Whether the function that plays a move, or checks one before it is played, takes this move. It may be illegal.
    fn try_move(&self, _game: &mut Position, _uci: &str) -> Reply<bool> {
        Reply::Unsupported("TODO".into())
    }

    /// The last move in algebraic notation.
    fn san(&self, _game: &Position) -> Reply<String> {
        Reply::Unsupported("TODO".into())
    }

    /// The move in UCI that this text means in algebraic notation; `None` if it is refused.
    fn read_san(&self, _game: &Position, _text: &str) -> Reply<Option<String>> {
        Reply::Unsupported("TODO".into())
    }

    /// The legal move that this text means in UCI; `None` if it is refused.
    fn read_uci(&self, _game: &Position, _text: &str) -> Reply<Option<String>> {
        Reply::Unsupported("TODO".into())
    }

    /// The squares of the pieces that give check.
    fn checkers(&self, _game: &Position) -> Reply<Vec<String>> {
        Reply::Unsupported("TODO".into())
    }

    /// The legal moves from this square in UCI.
    fn legal_moves_from(&self, _game: &Position, _square: &str) -> Reply<Vec<String>> {
        Reply::Unsupported("TODO".into())
    }

    /// The squares of the opponent's pieces that the piece on this square attacks.
    fn attacks(&self, _game: &Position, _square: &str) -> Reply<Vec<String>> {
        Reply::Unsupported("TODO".into())
    }

    fn is_light(&self, _square: &str) -> Reply<bool> {
        Reply::Unsupported("TODO".into())
    }
}
// ---- YOUR LIBRARY: end ----------------------------------------------------------------------------------------------

#[test]
fn rules() {
    lawbook_gate::check(Library)
}
