//! Illegal moves, and moves that are made improperly (Article 7.5).

use std::iter;

use super::Game;
use crate::{
    board::{Color, Role},
    position::Move,
    rules::{
        Decision, Offence, Order, Outcome, Phase, Press, Reason, Refused, Ruling, Termination,
        act::MoveStage,
        automatic::AutomaticEnding,
        event::TimeControl,
        parameters::{FastPenalty, IllegalPosition, PawnLeft, TwoHands, Unsupervised},
        phase::Unfinished,
    },
};

impl Game {
    pub(super) fn illegal_move(&mut self, by: Color, tried: Move, stage: MoveStage) -> Ruling {
        if self.position().turn() != by {
            return Ruling::refused(Refused::Move, Reason::NotOnMove);
        }
        if stage == MoveStage::Answered && self.has_fast_rules() {
            return Ruling::play_on(Reason::IllegalStands);
        }
        self.touched_on_purpose(by);
        match stage {
            MoveStage::Made => {
                let orders = self.touched_by(by, tried);
                self.turn.unfinished = Some(Unfinished::Illegal(tried));
                Ruling::play_on(Reason::IllegalNotCompleted).with(orders)
            }
            MoveStage::Completed | MoveStage::Answered => {
                self.restore(by, tried, Offence::IllegalMove)
            }
        }
    }

    /// Rules on a move that is illegal and made with two hands, which counts as one illegal move.
    pub(super) fn illegal_with_two_hands(
        &mut self,
        by: Color,
        tried: Move,
        stage: MoveStage,
    ) -> Ruling {
        let at_once = self.rule_set.two_hands().value == TwoHands::IllegalAtOnce;
        if stage != MoveStage::Made || !at_once {
            return self.illegal_move(by, tried, stage);
        }
        let ruling = self.illegal_move(by, tried, MoveStage::Completed);
        // A refused act, and one that ends the game, leaves nothing to complete.
        if ruling.decision == Decision::PlayOn {
            self.turn.unfinished = Some(Unfinished::Ruled(ruling.clone()));
        }
        ruling
    }

    /// Puts an unnoticed illegal move on the board. The new position does not end the game, because only a legal move
    /// gives mate or stalemate (Article 5.1.1).
    pub(super) fn illegal_unnoticed(&mut self, by: Color, tried: Move) -> Ruling {
        if self.position().turn() != by {
            return Ruling::refused(Refused::Move, Reason::NotOnMove);
        }
        let on_screen = !self.rule_set.is_over_the_board().value;
        match self.position().displace(tried) {
            Some(next) if !on_screen => {
                self.move_on(by, tried, next);
                self.add_increment(by);
                Ruling::play_on(Reason::IllegalUnnoticed)
            }
            Some(_) | None => Ruling::refused(Refused::Move, Reason::MoveIllegal),
        }
    }

    pub(super) fn found_impossible(&mut self, stage: MoveStage) -> Ruling {
        let rule = self.rule_set.illegal_position().value;
        match (self.has_fast_rules(), rule, stage) {
            (true, IllegalPosition::InterveneInRapid, _) => match self.event.time {
                TimeControl::Blitz => Ruling::play_on(Reason::ArbiterKeepsOut),
                TimeControl::Rapid | TimeControl::Standard => {
                    Ruling::left_to_the_arbiter(Reason::PositionImpossible)
                }
            },
            (true, IllegalPosition::WaitThenDraw, MoveStage::Answered) => {
                self.end(Outcome::draw(Termination::IllegalPosition), Reason::PositionDraws)
            }
            (true, IllegalPosition::WaitThenDraw, MoveStage::Made | MoveStage::Completed) => {
                Ruling::play_on(Reason::PositionWaits)
            }
            (true, IllegalPosition::AsStandard, _) | (false, ..) => {
                Ruling::play_on(Reason::PositionImpossible).with([Order::Restore])
            }
        }
    }

    pub(super) fn found_illegal(&mut self, by: Color, ago: u32) -> Ruling {
        let window = self.rule_set.illegal_window().value;
        if window.is_some_and(|window| ago > window) || self.has_fast_rules() {
            return Ruling::play_on(Reason::IllegalStands);
        }
        // The last move of this player is one or two plies back.
        let last = if self.position().turn() == by { 2 } else { 1 };
        let back = last + 2 * (ago.max(1) as usize - 1);
        let Some(plies) = self.line.moves().len().checked_sub(back) else {
            return self.count_illegal(by, Offence::IllegalMove, [Order::Restore]);
        };
        let found = self.line.moves()[plies];
        self.restore_position(plies);
        self.restore(by, found, Offence::IllegalMove)
    }

    pub(super) fn leave_pawn(&mut self, by: Color, pushed: Move, stage: MoveStage) -> Ruling {
        if self.position().turn() != by {
            return Ruling::refused(Refused::Move, Reason::NotOnMove);
        }
        let queen = Move { promotion: Some(Role::Queen), ..pushed };
        let Ok(next) = self.position().play(queen) else {
            return Ruling::refused(Refused::Move, Reason::MoveIllegal);
        };
        let rule = self.rule_set.pawn_left().value;
        if stage == MoveStage::Made || rule == PawnLeft::Incomplete {
            self.turn.unfinished = Some(Unfinished::LeftPawn(pushed));
            return Ruling::play_on(Reason::PawnNotExchanged);
        }
        if rule == PawnLeft::Reinstated {
            return self.restore(by, pushed, Offence::PawnLeft);
        }
        let queen_there = [Order::BecomesQueen { square: pushed.to }];
        let ruling = self.count_illegal(by, Offence::PawnLeft, queen_there);
        if self.outcome().is_none() {
            self.move_on(by, queen, next);
            self.add_increment(by);
            // No text says whether a queen that the player did not choose can end the game.
            if !self.position().has_legal_move() {
                return Ruling::left_to_the_arbiter(Reason::QueenWouldEndIt).with(ruling.orders);
            }
            if let Some(outcome) = self.automatic_end() {
                return self.end(outcome, Reason::Ended(outcome.by)).with(ruling.orders);
            }
        }
        ruling
    }

    /// Rules on the press of the clock by the player to move, after an improper move that is not completed yet.
    pub(super) fn complete_unfinished(&mut self, by: Color, unfinished: Unfinished) -> Ruling {
        match unfinished {
            Unfinished::Illegal(tried) => self.illegal_move(by, tried, MoveStage::Completed),
            Unfinished::LeftPawn(pushed) => self.leave_pawn(by, pushed, MoveStage::Completed),
            Unfinished::Ruled(ruling) => ruling,
        }
    }

    /// Rules on a move made with two hands whose clock press is still to come.
    pub(super) fn two_hands(&mut self, by: Color) -> Ruling {
        match self.rule_set.two_hands().value {
            TwoHands::Improper => Ruling::play_on(Reason::TwoHandsImproper),
            TwoHands::IllegalAtOnce => {
                let ruling = self.count_illegal(by, Offence::TwoHands, []);
                if self.is_moved() {
                    self.phase = Phase::Moved(Press::RepeatsRuling(ruling.clone()));
                }
                ruling
            }
            TwoHands::IllegalIfPressed => {
                self.phase = Phase::Moved(Press::CountsTwoHands);
                Ruling::play_on(Reason::IllegalNotCompleted)
            }
        }
    }

    /// Counts a completed illegal move and rules on it.
    pub(super) fn count_illegal(
        &mut self,
        by: Color,
        offence: Offence,
        orders: impl IntoIterator<Item = Order>,
    ) -> Ruling {
        self.illegal[by as usize] += 1;
        let count = self.illegal[by as usize];
        let limit = self.illegal_limit();
        if limit.is_some_and(|limit| count >= limit) {
            let draws =
                self.rule_set.illegal_loss_draws(&self.event, self.position(), !by, &self.budget);
            if draws == Some(true) {
                let outcome = Outcome::draw(Termination::IllegalMoves);
                return self.end(outcome, Reason::IllegalUnwinnable(offence, count));
            }
            let outcome = Outcome::win(!by, Termination::IllegalMoves);
            return self.end(outcome, Reason::IllegalLoses(offence, count));
        }
        let minutes = self.penalty_minutes(self.rule_set.illegal_move_minutes().value as u8);
        let time = (minutes > 0).then_some(Order::AddTime { to: !by, minutes });
        self.set_clocks(time.as_slice());
        Ruling::play_on(Reason::IllegalCompleted(offence, count)).with(orders).with(time)
    }

    /// Converts a penalty of `standard` minutes to the time control of this event.
    pub(super) fn penalty_minutes(&self, standard: u8) -> u8 {
        match (standard, self.event.time, self.rule_set.fast_penalty().value) {
            (0, ..) => 0,
            (_, TimeControl::Standard, _) | (_, _, FastPenalty::AsStandard) => standard,
            (_, _, FastPenalty::One) | (_, TimeControl::Blitz, _) => 1,
            (_, TimeControl::Rapid, FastPenalty::RapidTwoBlitzOne) => 2,
        }
    }

    /// The number of completed illegal moves that loses the game, if there is one.
    fn illegal_limit(&self) -> Option<u32> {
        let standard = self.rule_set.illegal_move_that_loses().value;
        if !self.has_fast_rules() {
            return standard;
        }
        match (self.rule_set.illegal_unsupervised().value, self.event.time) {
            (Unsupervised::First, _) | (Unsupervised::BlitzFirst, TimeControl::Blitz) => Some(1),
            (Unsupervised::Second, _) => Some(2),
            (Unsupervised::BlitzFirst, TimeControl::Standard | TimeControl::Rapid)
            | (Unsupervised::AsStandard, _) => standard,
        }
    }

    pub(super) fn has_fast_rules(&self) -> bool {
        self.rule_set.has_fast_rules(&self.event)
    }

    /// Takes back a completed illegal move and counts it. The touched piece has to move.
    fn restore(&mut self, by: Color, tried: Move, offence: Offence) -> Ruling {
        self.turn.touched = true;
        let orders = self.touched_by(by, tried);
        let restored = iter::once(Order::Restore).chain(orders);
        self.count_illegal(by, offence, restored)
    }

    /// The obligations of a player whose illegal move is taken back: those from the pieces of that move, unless he
    /// touched other pieces before them (Articles 4.3 and 7.5.1).
    fn touched_by(&mut self, by: Color, tried: Move) -> Vec<Order> {
        if self.turn.orders.is_empty() {
            let must = self.must_move(by, tried);
            if matches!(must, Order::AnyMove { .. }) {
                return vec![must];
            }
            self.turn.orders.push(must);
        }
        self.turn.orders.clone()
    }

    /// The obligation from an illegal move: its piece must move if it can. If it cannot and the move was a capture, the
    /// other piece must be captured if it can (Articles 4.3.3 and 7.5.1).
    fn must_move(&self, by: Color, tried: Move) -> Order {
        let at = |square| self.position().at(square);
        match (at(tried.from), at(tried.to)) {
            (Some(piece), _) if piece.color == by && !self.moves_from(tried.from).is_empty() => {
                Order::MustMove { role: piece.role, square: tried.from }
            }
            (_, Some(piece)) if piece.color != by && self.can_capture(tried.to) => {
                Order::MustCapture { role: piece.role, square: tried.to }
            }
            _ => Order::AnyMove { by },
        }
    }
}
