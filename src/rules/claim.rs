//! Draw claims: who may make one, when, and whether it is right (Articles 9.2 to 9.5).

use super::{
    Game, Ground, Reason,
    table::{ClaimUntil, Fifty, Threefold},
};
use crate::{board::Color, position::Move};

impl Game {
    /// Whether this claim would be right now, and why; the game goes on unchanged.
    ///
    /// # Errors
    ///
    /// The reason why it is not.
    pub fn check_claim(
        &self,
        by: Color,
        ground: Ground,
        written: Option<Move>,
    ) -> Result<Reason, Reason> {
        let rules = self.rule_set();
        let (needless, either, ahead) = match ground {
            Ground::Threefold => {
                let rule = rules.threefold().value;
                (
                    rule == Threefold::Automatic,
                    rule == Threefold::ClaimByEither,
                    rule == Threefold::Claim,
                )
            }
            Ground::Fifty => {
                let rule = rules.fifty().value;
                (rule == Fifty::Automatic, false, rule == Fifty::Claim)
            }
        };
        if needless {
            return Err(Reason::ClaimNeedless(ground));
        }
        let on_move = self.position().turn() == by;
        let made_not_pressed = self.made() && !on_move;
        if made_not_pressed && !either && rules.claim_until().value != ClaimUntil::Clock {
            return Err(Reason::ClaimTooLate);
        }
        if !on_move && !either && !made_not_pressed {
            return Err(Reason::ClaimNotOnMove);
        }
        let count = match written {
            None => self.count(ground),
            Some(_) if !ahead => return Err(Reason::ClaimNotAhead(ground)),
            Some(_) if !on_move => return Err(Reason::ClaimNotOnMove),
            Some(written) => self.count_after(ground, written)?,
        };
        let enough = match ground {
            Ground::Threefold => 3,
            Ground::Fifty => 100,
        };
        if count >= enough {
            Ok(Reason::ClaimRight(ground, count))
        } else {
            Err(Reason::ClaimWrong(ground, count))
        }
    }

    fn count(&self, ground: Ground) -> u32 {
        match ground {
            Ground::Threefold => self.occurrences(),
            Ground::Fifty => u32::from(self.position().halfmove_clock()),
        }
    }

    fn count_after(&self, ground: Ground, written: Move) -> Result<u32, Reason> {
        let next = self.position().play(written).map_err(|_| Reason::WrittenMoveIllegal)?;
        Ok(match ground {
            Ground::Threefold => self.occurrences_of(&next) + 1,
            Ground::Fifty => u32::from(next.halfmove_clock()),
        })
    }
}
