//! The entry point for other programs: can this side still checkmate, with evidence and a bounded cost.

use super::{
    DEFAULT_LIMIT, Winnable,
    check::{check_certificate, check_helpmate},
    explain, mates_quickly, search,
};
use crate::{board::Color, position::Position};

/// The maximum cost of one call of [`can_checkmate`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Maximum number of positions that the search keeps, about 75 bytes each.
    pub positions: usize,
}

impl Budget {
    /// A thousand positions, for a program that asks after every game.
    ///
    /// Of 26,094 questions about positions of games 8 are left undetermined, and none needs more than 5,000 positions.
    /// Of 227,098 questions about positions of five pieces 88 are left undetermined.
    pub const QUICK: Budget = Budget { positions: 1_000 };

    /// Four million positions, for a ruling.
    ///
    /// A question that uses it up takes about four seconds and 300 MB. No known position with material that a game can
    /// produce needs more than 2,300,000 positions.
    pub const FULL: Budget = Budget { positions: DEFAULT_LIMIT };
}

/// The answer of [`can_checkmate`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckmateAnswer {
    /// The side of the question.
    pub side: Color,
    /// The answer with its evidence: a line that ends in checkmate, or a certificate that there is none.
    pub winnable: Winnable,
    /// Number of positions visited.
    pub positions: usize,
}

impl CheckmateAnswer {
    /// Whether the side can still checkmate. Every answer is certain; `None` means that the budget was used up first,
    /// and a larger budget may decide.
    pub const fn decided(&self) -> Option<bool> {
        self.winnable.decided()
    }

    /// Why the side cannot checkmate, in a few words; `None` if it can or the answer is undetermined.
    pub fn reason(&self, position: &Position) -> Option<String> {
        let certificate = self.winnable.certificate()?;
        Some(explain(position, self.side, certificate, self.positions))
    }

    /// Whether the evidence is valid for this position, decided by code that shares no reasoning with the search;
    /// `None` if the answer is undetermined.
    pub fn check(&self, position: &Position) -> Option<bool> {
        match &self.winnable {
            Winnable::Yes(line) => Some(check_helpmate(position, self.side, line)),
            Winnable::No(certificate) => Some(check_certificate(position, self.side, certificate)),
            Winnable::Undetermined => None,
        }
    }
}

/// Whether `side` can still checkmate from `position` by some series of legal moves of both players. This decides the
/// result after a fallen flag (Article 6.9) and, for both sides, whether the position is dead (Article 5.2.2).
///
/// Clocks and repetition are ignored. The same arguments give the same answer. To ask about many positions, use
/// [`Solver`](super::Solver), which keeps its memory.
///
/// ```
/// use lawbook::{
///     board::Color,
///     dead::{Budget, can_checkmate},
///     position::Position,
/// };
///
/// // White's flag falls. Black has a knight, and White's own pawn can block its king.
/// let position: Position = "8/8/3k1n2/8/8/8/P7/1K6 w - - 0 1".parse()?;
/// let answer = can_checkmate(&position, Color::Black, Budget::QUICK);
/// assert_eq!(answer.decided(), Some(true));
/// assert_eq!(answer.check(&position), Some(true));
/// let moves = answer.winnable.line().unwrap_or_default();
/// assert!(!moves.is_empty());
///
/// // Neither king can pass the locked pawns, and the reason can be printed.
/// let position: Position = "8/8/4k3/1p1p1p1p/1P1P1P1P/8/4K3/8 w - - 0 1".parse()?;
/// let answer = can_checkmate(&position, Color::Black, Budget::QUICK);
/// assert_eq!(answer.decided(), Some(false));
/// assert!(answer.reason(&position).is_some() && answer.positions <= Budget::QUICK.positions);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn can_checkmate(position: &Position, side: Color, budget: Budget) -> CheckmateAnswer {
    let (winnable, positions) = search(position, side, budget.positions);
    CheckmateAnswer { side, winnable, positions }
}

/// Whether the position is dead (Article 5.2.2); `None` if the search for a side stays undetermined at `limit`.
pub fn is_dead(position: &Position, limit: usize) -> Option<bool> {
    let quickly = |side| mates_quickly(position, side);
    is_dead_by(quickly, |side| search(position, side, limit).0.decided())
}

/// Whether neither side can mate. `quickly` tries to find a mate by a side in little time, `can` searches. If one side
/// mates quickly, the other is not searched for long.
pub fn is_dead_by(
    quickly: impl Fn(Color) -> bool,
    can: impl Fn(Color) -> Option<bool>,
) -> Option<bool> {
    if Color::ALL.into_iter().any(quickly) { Some(false) } else { neither(can) }
}

/// Whether neither side can mate, from the answer for each side; `None` if this stays undetermined.
///
/// `can` is not called for Black if White can mate.
#[doc(hidden)]
pub fn neither(can: impl Fn(Color) -> Option<bool>) -> Option<bool> {
    let mut is_open = false;
    for side in Color::ALL {
        match can(side) {
            Some(true) => return Some(false),
            Some(false) => {}
            None => is_open = true,
        }
    }
    (!is_open).then_some(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_has_evidence_that_holds_for_its_position_only() {
        let mated = "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1";
        let wall = "8/8/4k3/1p1p1p1p/1P1P1P1P/8/4K3/8 w - - 0 1";
        let open = "1k6/1P1p3p/BP3p2/1P5p/8/8/3P1PKP/8 b - - 0 1";
        for (fen, decided, has_reason) in
            [(mated, Some(true), false), (wall, Some(false), true), (open, None, false)]
        {
            let position: Position = fen.parse().unwrap();
            let answer = can_checkmate(&position, Color::White, Budget { positions: 100 });
            assert_eq!(answer.decided(), decided, "{fen}");
            assert_eq!(answer.check(&position), decided.map(|_| true), "{fen}");
            assert_eq!(answer.reason(&position).is_some(), has_reason, "{fen}");
            let other: Position = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1".parse().unwrap();
            assert_eq!(answer.check(&other), decided.map(|_| false), "{fen}");
        }
        let position: Position = open.parse().unwrap();
        assert!(can_checkmate(&position, Color::White, Budget::FULL).decided().is_some());
    }
}
