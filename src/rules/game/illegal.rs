//! Illegal moves, and moves that are made improperly (Article 7.5).

use std::iter;

use super::Game;
use crate::{
    board::{Bitboard, Color, Role},
    position::{Move, Position},
    rules::{
        Decision, Offence, Order, Outcome, Phase, Press, Reason, Refused, Ruling, Termination,
        act::MoveStage,
        automatic::AutomaticEnding,
        event::TimeControl,
        parameters::{FastPenalty, IllegalPosition, PawnLeft, TwoHands, Unsupervised},
        phase::{Unfinished, Unnoticed, Untold},
        reason::Topic,
    },
};

impl Game {
    /// Rules on an illegal move. If it is not named, the touched piece and the board are unknown.
    pub(super) fn illegal_move(
        &mut self,
        by: Color,
        tried: Option<Move>,
        stage: MoveStage,
    ) -> Ruling {
        if let Some(refused) = self.no_illegal_move(by) {
            return refused;
        }
        if (stage, self.has_fast_rules()) == (MoveStage::Answered, true) {
            // The reply is part of the act, but not told.
            let next = self.displaced(tried);
            if let Some((tried, next)) = next {
                self.move_on(by, tried, next);
            }
            self.turn.untold = Some(if next.is_some() { Untold::Reply } else { Untold::Move });
            return Ruling::play_on(Reason::IllegalStands);
        }
        self.touched_on_purpose(by);
        match (stage, self.has_fast_rules()) {
            (MoveStage::Made, _) => {
                let orders = tried.map(|tried| self.touched_by(by, tried)).unwrap_or_default();
                self.turn.unfinished = Some(Unfinished::Illegal(tried));
                Ruling::play_on(Reason::IllegalNotCompleted).with(orders)
            }
            (MoveStage::Completed | MoveStage::Answered, true) => {
                self.leave_unnoticed(by, Offence::IllegalMove, tried, self.displaced(tried))
            }
            (MoveStage::Completed | MoveStage::Answered, false) => match tried {
                Some(tried) => self.restore(by, tried, Offence::IllegalMove),
                None => self.count_illegal(by, Offence::IllegalMove, [Order::Restore]),
            },
        }
    }

    /// The illegal move and the position that it leads to, if it is named and play could go on.
    fn displaced(&self, tried: Option<Move>) -> Option<(Move, Position)> {
        tried.and_then(|tried| Some((tried, self.position().displace(tried)?)))
    }

    /// The refusal of an illegal move that the player cannot have made: it is not his turn, or a server takes legal
    /// moves only.
    fn no_illegal_move(&self, by: Color) -> Option<Ruling> {
        if self.position().turn() != by {
            return Some(Ruling::refused(Refused::Move, Reason::NotOnMove));
        }
        let on_screen = !self.rule_set.is_over_the_board().value;
        on_screen.then(|| Ruling::refused(Refused::Move, Reason::MoveIllegal))
    }

    /// Rules on a completed offence that leaves a legal position. Where an arbiter watches the board it counts at once.
    pub(super) fn complete_offence(&mut self, by: Color, offence: Offence) -> Ruling {
        if !self.has_fast_rules() {
            return self.count_illegal(by, offence, []);
        }
        // In the line a turn that passes is a move of the king to its own square.
        let king = self.position().king(by);
        let passed = offence == Offence::PressWithoutMove;
        let passed = passed.then(|| (Move::new(king, king), self.position().pass()));
        self.leave_unnoticed(by, offence, None, passed)
    }

    /// Leaves an offence to be noticed: completing it brings no action by itself.
    ///
    /// `tried` is the move, unless it is legal or not named. `next` is what is put on the board, if it can be.
    fn leave_unnoticed(
        &mut self,
        by: Color,
        offence: Offence,
        tried: Option<Move>,
        next: Option<(Move, Position)>,
    ) -> Ruling {
        let on_board = next.is_some();
        if let Some((played, next)) = next {
            self.move_on(by, played, next);
            self.add_increment(by);
        }
        let untold = offence == Offence::IllegalMove && !on_board;
        self.turn.untold = untold.then_some(Untold::Move);
        self.turn.unnoticed = Some(Unnoticed { by, offence, tried, on_board });
        Ruling::play_on(Reason::IllegalUnclaimed)
    }

    /// Rules on a claim or a finding that the last move of `by` was illegal, or counts as illegal.
    pub(super) fn illegal_noticed(&mut self, by: Color) -> Ruling {
        if let Some(unnoticed) = self.turn.unnoticed.take_if(|unnoticed| unnoticed.by == by) {
            return self.act_on(unnoticed);
        }
        let is_illegal = |plies: usize| !self.positions()[plies].is_legal(self.moves()[plies]);
        if !self.nth_last_of(by, 1).is_some_and(is_illegal) {
            return Ruling::refused(Refused::Claim, Reason::NoIllegalMove);
        }
        if self.position().turn() == by && self.has_fast_rules() {
            return Ruling::refused(Refused::Claim, Reason::IllegalStands);
        }
        self.found_illegal(by, 1)
    }

    /// The number of plies before the last move of this player, or the one `ago` of his moves ago.
    fn nth_last_of(&self, by: Color, ago: u32) -> Option<usize> {
        // The last move of this player is one or two plies back.
        let last = if self.position().turn() == by { 2 } else { 1 };
        let back = last + 2 * (ago.max(1) as usize - 1);
        self.line.moves().len().checked_sub(back)
    }

    /// Acts on an offence that has been noticed in time.
    fn act_on(&mut self, unnoticed: Unnoticed) -> Ruling {
        let Unnoticed { by, offence, tried, on_board } = unnoticed;
        self.turn.untold = None;
        if on_board {
            self.restore_position(self.line.moves().len() - 1);
            self.take_increment(by);
        }
        match tried {
            Some(pushed) if offence == Offence::PawnLeft => self.pawn_left(by, pushed),
            Some(tried) => self.restore(by, tried, offence),
            None if offence == Offence::IllegalMove => {
                self.count_illegal(by, offence, [Order::Restore])
            }
            None => self.count_illegal(by, offence, []),
        }
    }

    /// Rules on a move that is illegal and made with two hands, which counts as one illegal move.
    pub(super) fn illegal_with_two_hands(
        &mut self,
        by: Color,
        tried: Move,
        stage: MoveStage,
    ) -> Ruling {
        let rule = self.rule_set.two_hands().value;
        let at_once = rule == TwoHands::IllegalAtOnce && !self.has_fast_rules();
        if stage != MoveStage::Made || !at_once {
            let ruling = self.illegal_move(by, Some(tried), stage);
            let counts = stage == MoveStage::Made
                && rule == TwoHands::IllegalIfPressed
                && ruling.decision == Decision::PlayOn;
            let topics = [Topic::TwoHands, Topic::TwoHandsCounted];
            return ruling.on(topics.into_iter().filter(|_| counts));
        }
        let ruling = self.illegal_move(by, Some(tried), MoveStage::Completed);
        // A refused act, and one that ends the game, leaves nothing to complete.
        if ruling.decision == Decision::PlayOn {
            self.turn.unfinished = Some(Unfinished::Ruled(ruling.clone()));
        }
        ruling
    }

    /// Puts an unnoticed illegal move on the board. The new position does not end the game, because only a legal move
    /// gives mate or stalemate (Article 5.1.1).
    pub(super) fn illegal_unnoticed(&mut self, by: Color, tried: Move) -> Ruling {
        if let Some(refused) = self.no_illegal_move(by) {
            return refused;
        }
        let Some(next) = self.position().displace(tried) else {
            return Ruling::refused(Refused::Move, Reason::MoveIllegal);
        };
        if self.has_fast_rules() {
            self.leave_unnoticed(by, Offence::IllegalMove, Some(tried), Some((tried, next)));
        } else {
            self.move_on(by, tried, next);
            self.add_increment(by);
        }
        Ruling::play_on(Reason::IllegalUnnoticed)
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
        if ago <= 1
            && let Some(unnoticed) = self.turn.unnoticed.take_if(|unnoticed| unnoticed.by == by)
        {
            return self.act_on(unnoticed);
        }
        let window = self.rule_set.illegal_window().value;
        if window.is_some_and(|window| ago > window) || self.has_fast_rules() {
            return Ruling::play_on(Reason::IllegalStands);
        }
        let Some(plies) = self.nth_last_of(by, ago) else {
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
        if !self.position().is_legal(Move { promotion: Some(Role::Queen), ..pushed }) {
            return Ruling::refused(Refused::Move, Reason::MoveIllegal);
        }
        let rule = self.rule_set.pawn_left().value;
        if stage == MoveStage::Made || rule == PawnLeft::Incomplete {
            self.turn.unfinished = Some(Unfinished::LeftPawn(pushed));
            return Ruling::play_on(Reason::PawnNotExchanged);
        }
        if self.has_fast_rules() {
            let next = self.position().leave_pawn(pushed).map(|next| (pushed, next));
            return self.leave_unnoticed(by, Offence::PawnLeft, Some(pushed), next);
        }
        self.pawn_left(by, pushed)
    }

    /// Acts on a pawn that was left on the last rank when the clock was pressed.
    fn pawn_left(&mut self, by: Color, pushed: Move) -> Ruling {
        if self.rule_set.pawn_left().value == PawnLeft::Reinstated {
            return self.restore(by, pushed, Offence::PawnLeft);
        }
        let queen = Move { promotion: Some(Role::Queen), ..pushed };
        let Ok(next) = self.position().play(queen) else {
            return Ruling::refused(Refused::Move, Reason::MoveIllegal);
        };
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
            TwoHands::IllegalAtOnce if self.has_fast_rules() => {
                self.leave_unnoticed(by, Offence::TwoHands, None, None)
            }
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
                    .on([Topic::TwoHands, Topic::TwoHandsCounted])
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
            (_, TimeControl::Blitz, FastPenalty::TwoInSupervisedBlitz) if self.event.supervised => {
                standard
            }
            (_, _, FastPenalty::One | FastPenalty::TwoInSupervisedBlitz)
            | (_, TimeControl::Blitz, _) => 1,
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
            (_, Some(piece)) if piece.color != by && self.can_capture(tried.to, Bitboard::FULL) => {
                Order::MustCapture { role: piece.role, square: tried.to }
            }
            _ => Order::AnyMove { by },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        position::Position,
        rules::{Act, Event, Incident, IncidentKind, Manner, RuleSet, SearchBudget},
    };

    // Without an arbiter at the board: an illegal move stays on the board until it is claimed or seen, and stands after
    // the reply.
    rows!(
        the_clock_alone_takes_nothing_back,
        {
            let by = Color::White;
            let uci = |text: &str| -> Move { text.parse().unwrap() };
            let illegal = Act::Illegal { by, mv: uci("e1e3"), stage: MoveStage::Completed };
            let (what, of) = (IncidentKind::IllegalClaimed, Some(Color::Black));
            let claimed = Act::Incident(Incident { what, of, number: 0 });
            let reply = Act::MoveAndPress { mv: uci("e7e5") };
            let answered = Act::Illegal { by, mv: uci("e1e3"), stage: MoveStage::Answered };
            let next = Act::MoveOnly { by, mv: uci("d2d4"), how: Manner::Properly };
            let hidden = Act::IllegalUnnamed { by, stage: MoveStage::Completed };
        },
        for (acts, reason, plies) in [
            (&[illegal, claimed, claimed][..], Reason::NoIllegalMove, 0),
            (&[illegal, reply, claimed], Reason::IllegalStands, 2),
            (&[answered], Reason::IllegalStands, 1),
            (&[answered, reply], Reason::NothingEndsIt, 2),
            (&[answered, next], Reason::BoardUntold, 1),
            (&[hidden], Reason::IllegalUnclaimed, 0),
            (&[hidden, reply], Reason::BoardUntold, 0),
            (&[hidden, next], Reason::BoardUntold, 0),
            (&[hidden, claimed], Reason::IllegalCompleted(Offence::IllegalMove, 1), 0),
            (&[claimed], Reason::NoIllegalMove, 0),
        ] {
            let event = Event { time: TimeControl::Blitz, supervised: false, ..Event::default() };
            let (start, budget) = (Position::start(), SearchBudget::MATERIAL_ONLY);
            let mut game = Game::in_event(RuleSet::FIDE_2023, event, start, budget);
            let rulings: Vec<Ruling> = acts.iter().map(|act| game.act(act)).collect();
            assert_eq!(rulings.last().unwrap().reason, reason, "{acts:?}");
            assert_eq!(game.moves().len(), plies, "{acts:?}");
        }
    );
}
