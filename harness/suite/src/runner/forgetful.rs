//! A library for tests, which does not restore everything when it takes a move back.

use lawbook::{
    notation::read_uci,
    position::{Position, Setup},
};
use lawbook_gate::{About, Adapter, Refusal, Reply};

/// A library that takes moves back. `forgets` changes the setup before the move that is taken back; its second argument is
/// the setup after that move.
pub(crate) struct Forgetful {
    pub(crate) forgets: fn(&mut Setup, &Setup),
}

impl Adapter for Forgetful {
    type Game = Vec<Position>;

    fn about(&self) -> About {
        About::new("forgetful", "1.0.0")
    }

    fn set_up(&self, fen: &str) -> Result<Vec<Position>, Refusal> {
        Ok(vec![fen.parse()?])
    }

    fn play(&self, game: &mut Vec<Position>, uci: &str) -> Result<(), Refusal> {
        let last = game.last().unwrap();
        let played = read_uci(last, uci)?;
        game.push(last.after(played));
        Ok(())
    }

    fn take_back(&self, game: &mut Vec<Position>) -> Result<(), Refusal> {
        let undone = game.pop().unwrap();
        let before = game.last_mut().unwrap();
        let mut setup = before.setup();
        (self.forgets)(&mut setup, &undone.setup());
        *before = Position::new(&setup).unwrap();
        Ok(())
    }

    fn halfmove_clock(&self, game: &Vec<Position>) -> Reply<u32> {
        Reply::Native(game.last().unwrap().halfmove_clock().into())
    }

    fn fen(&self, game: &Vec<Position>) -> Reply<String> {
        Reply::Native(game.last().unwrap().to_string())
    }
}
