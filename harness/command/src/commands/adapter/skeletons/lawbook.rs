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

use lawbook_gate::{About, Adapter, Refusal, answers};

// ---- YOUR LIBRARY: begin --------------------------------------------------------------------------------------------
// TODO: use your library instead. Until then this line stands for it.
use lawbook::{notation::read_uci, position::Position};
use lawbook_gate::Reply::{Native, Unsupported};
use lawbook_gate::common::texts;

pub struct Library;

// `Native` is an answer of the library itself, `Composed` one for which the adapter kept the history, and the library
// compared positions or counted. `Silent` means that the library makes no statement either way.
impl Adapter for Library {
    /// TODO: the type of your library for a game; or `lawbook_gate::common::History` of its positions, if it keeps none.
    type Game = Position;

    fn about(&self) -> About {
        // TODO: the name of your library, and the endings that it detects. More to declare are
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

    // A question with its arguments, and the answer.
    answers! { |self, game|
        // TODO: all of them in UCI
        legal_moves => Native(texts(game.legal_moves()));
        // TODO
        is_check => Native(game.is_check());
        // TODO
        fen => Native(game.to_string());

        // The stubs of the other questions, whose answer is never scored: write the answer, or remove the line.

        // `play-on`, or how the game is over, as in `white/checkmate` and `draw/stalemate`; the ending may be `unspecified`
        ended => Unsupported("TODO".into());
        is_checkmate => Unsupported("TODO".into());
        is_stalemate => Unsupported("TODO".into());
        // Whether the material alone rules out mate by either side.
        is_insufficient_material => Unsupported("TODO".into());
        // Whether it is a draw now, by the library's own summary.
        is_draw => Unsupported("TODO".into());
        // Whether neither side can mate. From the material only: `true`, or `Silent`; see `Reply::proof_of`.
        is_dead => Unsupported("TODO".into());
        // Whether the side can mate. From the material only: `false`, or `Silent`.
        can_mate(_side) => Unsupported("TODO".into());
        // Whether the player on move may claim a draw, on this ground or on any, perhaps after writing a move. A function
        // that only counts is no answer to it: it answers `has_occurred` or `has_plies`.
        may_claim(_ground, _written) => Unsupported("TODO".into());
        // How often the position has occurred, this time included.
        occurrences => Unsupported("TODO".into());
        // Whether the position has occurred at least `times` times: 3 or 5.
        has_occurred(_times) => Unsupported("TODO".into());
        // Whether the position is the same as after `ply` plies.
        is_same_as(_ply) => Unsupported("TODO".into());
        // Plies since the last capture or pawn move.
        halfmove_clock => Unsupported("TODO".into());
        // Whether `count` plies, 100 or 150, have been played since the last capture or pawn move.
        has_plies(_count) => Unsupported("TODO".into());
        // Whether the function that plays a move, or checks one before it is played, takes this move. It may be illegal.
        try_move(_uci) => Unsupported("TODO".into());
        // The last move in algebraic notation.
        san => Unsupported("TODO".into());
        // The move in UCI that this text means in algebraic notation; `None` if it is refused.
        read_san(_text) => Unsupported("TODO".into());
        // The legal move that this text means in UCI; `None` if it is refused.
        read_uci(_text) => Unsupported("TODO".into());
        // The squares of the pieces that give check.
        checkers => Unsupported("TODO".into());
        // The legal moves from this square in UCI.
        legal_moves_from(_square) => Unsupported("TODO".into());
        // The squares of the opponent's pieces that the piece on this square attacks.
        attacks(_square) => Unsupported("TODO".into());
        is_light(_square) => Unsupported("TODO".into());
    }
}
// ---- YOUR LIBRARY: end ----------------------------------------------------------------------------------------------

#[test]
fn rules() {
    lawbook_gate::check(Library)
}
