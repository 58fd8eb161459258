//! State of the game: the boards so far, and the acts since the last move.

use lawbook::{
    board::{Color, Square},
    position::{Move, Position},
    rules::{Act, Manner, Refused, RuleSet, Termination, Touch},
};

use super::laws::Laws;

/// State of the game after an act.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    PlayOn,
    Refused(Refused),
    /// The game is over: winner and termination. Several terminations are accepted if the texts do not order them.
    Over(Option<Color>, Vec<Termination>),
}

#[derive(Clone, Debug)]
pub(crate) struct Oracle {
    pub(crate) laws: Laws,
    pub(crate) history: Vec<Position>,
    pub(crate) moves: Vec<Move>,
    pub(crate) over: Option<Verdict>,
    pub(crate) offer: Option<Color>,
    /// Whether the last move has been made and the clock has not been pressed.
    pub(crate) unpressed: bool,
    /// Whether the player to move has touched a piece.
    pub(crate) touched: bool,
    /// The move that the player to move has written down.
    pub(crate) written: Option<Move>,
    /// The moves that the player to move must choose from; empty if unrestricted.
    pub(crate) must: Vec<Move>,
}

impl Oracle {
    pub(crate) fn new(rule_set: RuleSet, start: Position) -> Oracle {
        let mut oracle = Oracle {
            laws: Laws::of(rule_set),
            history: vec![start],
            moves: Vec::new(),
            over: None,
            offer: None,
            unpressed: false,
            touched: false,
            written: None,
            must: Vec::new(),
        };
        oracle.end_by_itself();
        oracle
    }

    pub(crate) fn board(&self) -> &Position {
        self.history.last().unwrap()
    }

    /// Applies one of the supported acts.
    pub(crate) fn act(&mut self, act: &Act) -> Verdict {
        if let Some(over) = &self.over {
            return over.clone();
        }
        match *act {
            Act::MoveAndPress { mv: played } => self.make(played, false),
            Act::MoveOnly { mv: played, how: Manner::Properly, .. } => self.make(played, true),
            Act::Press { .. } => {
                self.unpressed = false;
                Verdict::PlayOn
            }
            Act::Touch { by, square, how: Touch::OnPurpose } => self.touch(by, square),
            Act::Offer { by } => self.make_offer(by),
            Act::Accept { by } => self.accept(by),
            Act::Decline { by } => self.decline(by),
            Act::WithdrawOffer { by } => self.withdraw(by),
            Act::Agree => self.agree(Refused::Agreement),
            Act::Write { by, mv: written } => self.write(by, written),
            Act::Claim { by, ground, written } => self.claim(by, ground, written),
            Act::Resign { by } => self.resign(by),
            Act::FlagFalls { by } => self.flag_falls(by),
            ref other => panic!("{other:?} is not judged"),
        }
    }

    fn make(&mut self, played: Move, unpressed: bool) -> Verdict {
        let by = self.board().turn();
        let legal = self.board().legal_moves().contains(&played);
        if !legal || !self.must.is_empty() && !self.must.contains(&played) {
            return Verdict::Refused(Refused::Move);
        }
        self.history.push(self.board().after(played));
        self.moves.push(played);
        self.must.clear();
        self.written = None;
        (self.touched, self.unpressed) = (false, unpressed);
        if self.offer == Some(!by) {
            self.offer = None;
        }
        self.end_by_itself()
    }

    fn touch(&mut self, by: Color, square: Square) -> Verdict {
        if self.laws.touching_counts {
            self.touched = true;
            let legal = self.board().legal_moves();
            self.must = legal.into_iter().filter(|one| one.from == square).collect();
            if self.laws.touching_declines && self.offer == Some(!by) {
                self.offer = None;
            }
        }
        Verdict::PlayOn
    }

    pub(crate) fn draw(&mut self, by: Termination) -> Verdict {
        self.end(None, vec![by])
    }

    pub(crate) fn win(&mut self, winner: Color, by: Termination) -> Verdict {
        self.end(Some(winner), vec![by])
    }

    pub(crate) fn end(&mut self, winner: Option<Color>, by: Vec<Termination>) -> Verdict {
        let over = Verdict::Over(winner, by);
        self.over = Some(over.clone());
        over
    }
}
