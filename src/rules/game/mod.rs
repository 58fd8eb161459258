mod arbiter;
mod begin;
mod claim;
mod clock;
mod illegal;
mod offer;
#[cfg(feature = "serde")]
mod saved;
mod touch;

use arbiter::{OpenClaim, SealedMove};

use super::{
    Act, ClaimGround, Decision, Event, Manner, Offence, Outcome, Reason, Refused, RuleSet, Ruling,
    SearchBudget,
    automatic::AutomaticEnding,
    parameters::{Fivefold, SeventyFive, Threefold},
    phase::{Phase, Press, Turn, Unnoticed, Untold},
    reason::Topic,
};
use crate::{
    board::Color,
    position::{Line, Move, Position},
};

/// A game under a rule set: its start, the acts so far, and its current state.
///
/// ```
/// use lawbook::{position::Position, rules::{Act, Game, RuleSet, SearchBudget}};
///
/// let mut game = Game::new(RuleSet::FIDE_2023, Position::start(), SearchBudget::DEFAULT);
/// let ruling = game.act(&Act::Agree);
/// assert_eq!(ruling.decision.to_string(), "agreement refused");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    rule_set: RuleSet,
    event: Event,
    /// The search limits of the rulings.
    budget: SearchBudget,
    /// The moves made, and the positions on the board.
    pub(super) line: Line,
    /// The phase of the turn, or the ending.
    phase: Phase,
    /// The acts of the player to move in this turn.
    turn: Turn,
    /// The player whose draw offer stands.
    offer: Option<Color>,
    /// The number of illegal moves that each player has completed.
    illegal: [u32; 2],
    /// Whether each player's flag has fallen unnoticed.
    fallen: [bool; 2],
    /// The player whose flag fell first, noticed or not.
    first_fallen: Option<Color>,
    /// The milliseconds left on the clocks, if the event counts time.
    clocks: Option<[u32; 2]>,
    /// Whether the clocks are stopped.
    clocks_stopped: bool,
    /// The claim in the last minutes that the arbiter has not decided.
    last_minutes: Option<OpenClaim>,
    /// The player who has asked for extra seconds.
    request: Option<Color>,
    /// Whether the arbiter has granted extra seconds with each move.
    extra_seconds: bool,
    /// Whether the arbiter has consented to a draw by agreement.
    consent: bool,
    /// The sealed move.
    sealed: Option<SealedMove>,
    /// The acts that have led to this state: all but those that changed nothing.
    acts: Vec<Act>,
    /// Whether the game is lost by a player and the arbiter has yet to decide the score of the opponent.
    score_is_open: bool,
    /// The topic of the ruling that ended the game.
    ended: Option<Topic>,
}

impl Game {
    /// Starts a game from this position, in an event of the usual kind. The position itself may end the game.
    pub fn new(rule_set: RuleSet, start: Position, budget: SearchBudget) -> Game {
        Game::in_event(rule_set, Event::default(), start, budget)
    }

    /// Starts a game from this position, in `event`.
    ///
    /// `budget` limits the searches of the rulings: a search may follow every move.
    pub fn in_event(
        rule_set: RuleSet,
        event: Event,
        start: Position,
        budget: SearchBudget,
    ) -> Game {
        let mut game = Game {
            rule_set,
            budget,
            event,
            line: Line::new(start),
            phase: Phase::ToMove,
            turn: Turn::default(),
            offer: None,
            illegal: [0; 2],
            fallen: [false; 2],
            first_fallen: None,
            clocks_stopped: false,
            last_minutes: None,
            request: None,
            extra_seconds: false,
            consent: false,
            sealed: None,
            acts: Vec::new(),
            clocks: event.clocks.map(|clocks| [clocks.white, clocks.black]),
            score_is_open: false,
            ended: None,
        };
        if let Some(outcome) = game.automatic_end() {
            game.end(outcome, Reason::Ended(outcome.by));
        }
        game
    }

    /// Starts another game under the same rules and conditions from this position.
    pub fn continued_from(&self, position: Position) -> Game {
        Game::in_event(self.rule_set, self.event, position, self.budget.clone())
    }

    /// The rule set of the game.
    pub const fn rule_set(&self) -> RuleSet {
        self.rule_set
    }

    /// The acts of the game so far, in order. Acts without effect are left out: refused ones other than claims, and all
    /// but moves after the end.
    pub fn acts(&self) -> &[Act] {
        &self.acts
    }

    /// Takes back acts until the first `acts` of them remain; does nothing if the game has no more.
    ///
    /// Position, clocks, offers, counts and outcome are then as they were before the acts that are taken back. The
    /// remaining acts are ruled on again, so a search after each move takes its time again.
    ///
    /// ```
    /// use lawbook::{board::Color, position::Position, rules::{Act, Game, RuleSet, SearchBudget}};
    ///
    /// let mut game = Game::new(RuleSet::LATEST, Position::start(), SearchBudget::DEFAULT);
    /// game.act(&Act::Offer { by: Color::White });
    /// game.act(&Act::MoveAndPress { mv: "e2e4".parse()? });
    /// game.act(&Act::MoveAndPress { mv: "e7e5".parse()? });
    /// assert_eq!(game.standing_offer(), None);
    /// game.take_back_to(2);
    /// assert_eq!(game.moves().len(), 1);
    /// assert_eq!(game.standing_offer(), Some(Color::White));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn take_back_to(&mut self, acts: usize) {
        if acts >= self.acts.len() {
            return;
        }
        let mut earlier = self.continued_from(*self.line.start());
        for act in &self.acts[..acts] {
            earlier.act(act);
        }
        *self = earlier;
    }

    /// The search limits of the rulings.
    pub const fn budget(&self) -> &SearchBudget {
        &self.budget
    }

    /// The conditions of the game.
    pub const fn event(&self) -> &Event {
        &self.event
    }

    /// The position on the board.
    pub fn position(&self) -> &Position {
        self.line.end()
    }

    /// The moves made, and the positions they led to.
    pub const fn line(&self) -> &Line {
        &self.line
    }

    /// The start and the position after each ply.
    pub fn positions(&self) -> &[Position] {
        self.line.positions()
    }

    /// The moves made.
    pub fn moves(&self) -> &[Move] {
        self.line.moves()
    }

    /// The outcome of the game; `None` while it goes on, and if it is cancelled, lost by both players or not yet
    /// decided.
    pub const fn outcome(&self) -> Option<Outcome> {
        if let Phase::Over(outcome) = self.phase { Some(outcome) } else { None }
    }

    /// The phase of the game: a part of a turn, or an ending.
    pub const fn phase(&self) -> &Phase {
        &self.phase
    }

    /// Whether the game is still played.
    const fn goes_on(&self) -> bool {
        matches!(self.phase, Phase::ToMove | Phase::Moved(_))
    }

    /// Whether the last move is made and the clock is not yet pressed.
    pub(super) const fn is_moved(&self) -> bool {
        matches!(self.phase, Phase::Moved(_))
    }

    /// The player whose draw offer stands. A draw claim can count as an offer.
    pub const fn standing_offer(&self) -> Option<Color> {
        self.offer
    }

    /// The number of times that the position on the board has occurred, this time included (Article 9.2).
    pub fn occurrences(&self) -> u32 {
        self.line.occurrences()
    }

    /// Records that a position has occurred this many times so far, partly before the start of the game, and rules on the
    /// game with this fact: the position on the board may end it.
    pub fn occurred(&mut self, position: &Position, times: u32) -> Ruling {
        self.line.record_occurrences(position, times);
        match self.automatic_end().filter(|_| self.goes_on()) {
            Some(outcome) => self.end(outcome, Reason::Ended(outcome.by)),
            None => self.standing(),
        }
    }

    /// The grounds of the draw claims that the player to move could correctly make now, without a written move.
    pub fn claims(&self) -> Vec<ClaimGround> {
        let by = self.position().turn();
        ClaimGround::ALL
            .into_iter()
            .filter(|&ground| self.check_claim(by, ground, None).is_ok())
            .collect()
    }

    /// The moves with which the player to move could correctly claim a draw on this ground now, if he writes one of
    /// them down.
    pub fn claim_moves(&self, ground: ClaimGround) -> Vec<Move> {
        let by = self.position().turn();
        let mut moves = self.position().legal_moves();
        moves.retain(|&written| self.check_claim(by, ground, Some(written)).is_ok());
        moves
    }

    /// The ruling on the current state of the game, before any further act.
    pub fn standing(&self) -> Ruling {
        match self.phase {
            Phase::ToMove | Phase::Moved(_) => Ruling::play_on(Reason::NothingEndsIt),
            Phase::Over(outcome) => Ruling::over(outcome, Reason::Ended(outcome.by)),
            Phase::Cancelled => Ruling::new(Decision::Cancelled, Reason::AlreadyOver),
            Phase::BothLost => Ruling::new(Decision::BothLose, Reason::AlreadyOver),
            Phase::HalfPoint(to) => Ruling::new(Decision::HalfPoint(to), Reason::AlreadyOver),
            Phase::Referred => Ruling::left_to_the_arbiter(Reason::Referred),
        }
    }

    /// Applies an act to the game and rules on it.
    ///
    /// After the end of the game, moves still change the position on the board. The outcome stays the same.
    ///
    /// A refused act leaves the game as it was, with one exception: an incorrect claim may cost time, count as a draw
    /// offer, and bind the claimant to the move that was written for it.
    pub fn act(&mut self, act: &Act) -> Ruling {
        if let Act::GiveResult { result } = *act
            && (self.phase == Phase::Referred || self.score_is_open)
        {
            self.score_is_open = false;
            self.acts.push(*act);
            return self.give_result(result);
        }
        match self.phase {
            Phase::ToMove | Phase::Moved(_) => {
                let ruling = self.rule_on(*act);
                // An incorrect claim may have effects; other refused acts have none.
                if !matches!(ruling.decision, Decision::Refused(what) if what != Refused::Claim) {
                    self.acts.push(*act);
                }
                ruling
            }
            Phase::Over(outcome) => {
                // A move after the end may be illegal, and then changes nothing.
                if let Some(played) = act.played()
                    && self.line.play(played).is_ok()
                {
                    self.acts.push(*act);
                }
                Ruling::over(outcome, Reason::AlreadyOver).on(self.ended)
            }
            Phase::Cancelled | Phase::BothLost | Phase::HalfPoint(_) | Phase::Referred => {
                self.standing().on(self.ended)
            }
        }
    }

    /// Rules on an act in a game that is still played.
    fn rule_on(&mut self, act: Act) -> Ruling {
        match act {
            Act::MoveAndPress { mv: played } => self.move_and_press(played),
            Act::MoveOnly { by, mv: played, how } => self.make(by, played, how),
            Act::Press { by } => self.press(by),
            Act::Touch { by, square, how: touch } => self.touch(by, square, touch),
            Act::ReleaseKing { by, square: to } => self.release_king(by, to),
            Act::Protest { by } => self.protest(by),
            Act::PickUp { .. } => Ruling::play_on(Reason::NotYetPromoted),
            Act::Exchange { by, .. } => self.exchange(by),
            Act::LeavePawn { by, mv: pushed, stage } => self.leave_pawn(by, pushed, stage),
            Act::Illegal { by, mv: tried, stage } => self.illegal_move(by, Some(tried), stage),
            Act::IllegalUnnamed { by, stage } => self.illegal_move(by, None, stage),
            Act::IllegalWithTwoHands { by, mv: tried, stage } => {
                self.illegal_with_two_hands(by, tried, stage)
            }
            Act::IllegalUnnoticed { by, mv: tried } => self.illegal_unnoticed(by, tried),
            Act::FoundIllegal { by, moves_ago: ago } => self.found_illegal(by, ago),
            Act::FoundImpossible { stage, .. } => self.found_impossible(stage),
            Act::FoundBegunWrongly { what: mishap } => self.found_begun_wrongly(mishap),
            Act::Think { by, milliseconds } => self.think(by, milliseconds),
            Act::Offer { by } => self.offer(by),
            Act::OfferOnCondition { .. } => {
                Ruling::refused(Refused::Offer, Reason::OfferOnCondition)
            }
            Act::WithdrawOffer { by } => self.withdraw_offer(by),
            Act::Accept { by } => self.accept(by),
            Act::Decline { by } => self.decline(by),
            Act::Agree => self.agree(Refused::Agreement),
            Act::Write { by, mv: written } => self.write(by, written),
            Act::Claim { by, ground, written } => self.claim(by, ground, written),
            Act::WithdrawClaim { .. } => Ruling::refused(Refused::Withdrawal, Reason::NoClaim),
            Act::ClaimNoWinningChances { by } => self.claim_no_winning_chances(by),
            Act::Resign { by } => self.resign(by),
            Act::FlagFalls { by } => self.flag_falls_now(by),
            Act::FlagFallsUnnoticed { by } => self.flag_falls_unnoticed(by),
            Act::FlagNoticed { by } => self.flag_noticed(by),
            Act::BothFlags => self.both_flags(),
            Act::ClaimSpoken { by, ground, mv: said } => self.claim_spoken(by, ground, said),
            Act::ClaimUnrecorded { by, ground } => self.claim_unrecorded(by, ground),
            Act::Seal { by, mv: sealed } => self.seal_legal(by, sealed),
            Act::GiveResult { result } => self.give_result(result),
            Act::Incident(incident) => self.incident(incident),
            Act::StopClocks { .. } => {
                self.clocks_stopped = true;
                Ruling::play_on(Reason::GestureMeansNothing)
            }
            Act::ShakeHands => Ruling::play_on(Reason::GestureMeansNothing),
        }
    }

    fn move_and_press(&mut self, played: Move) -> Ruling {
        let by = self.position().turn();
        let ruling = self.make(by, played, Manner::Properly);
        if !matches!(ruling.decision, Decision::Refused(_)) {
            self.complete(by);
            self.turn.runs = true;
        }
        ruling
    }

    pub(super) fn make(&mut self, by: Color, played: Move, how: Manner) -> Ruling {
        let is_turn = self.position().turn() == by;
        match self.turn.untold {
            Some(Untold::Reply) if is_turn => {}
            Some(_) => return Ruling::refused(Refused::Move, Reason::BoardUntold),
            None if is_turn => {}
            None => return Ruling::refused(Refused::Move, Reason::NotOnMove),
        }
        let Ok(next) = self.position().play(played) else {
            return Ruling::refused(Refused::Move, Reason::MoveIllegal);
        };
        // A mate, a stalemate or a dead position ends the game even if the move breaks an obligation, unless the rule
        // set requires the move to comply with the touch-move rules.
        let broken = self.turn.orders.iter().find(|order| !order.allows(self.position(), played));
        let broken = broken.copied();
        let ends = broken.is_some() && (!next.has_legal_move() || self.is_dead(&next));
        let about = broken.map(|order| self.obligation(order));
        let stands = ends && !self.rule_set.mate_needs_touch_move().value;
        if broken.is_some() && how != Manner::BreachingTouchMove && !stands {
            let orders = self.turn.orders.clone();
            return Ruling::refused(Refused::Move, Reason::AgainstObligation)
                .with(orders)
                .on(about);
        }
        self.move_on(by, played, next);
        self.phase = Phase::Moved(Press::Completes);
        self.turn.broken = broken.filter(|_| how == Manner::BreachingTouchMove);
        // The rule set does not let this move end the game. As the opponent does not object, play goes on.
        if ends && self.turn.broken.is_some() && !stands {
            return Ruling::play_on(Reason::NobodyObjected).on(about);
        }
        match self.automatic_end() {
            Some(outcome) => self.end(outcome, Reason::Ended(outcome.by)),
            None if how == Manner::WithTwoHands => self.two_hands(by),
            None if self.turn.broken.is_some() => Ruling::play_on(Reason::NobodyObjected).on(about),
            None if self.director_may_draw() => Ruling::play_on(Reason::LackOfProgress),
            None if self.setting_may_claim() => Ruling::play_on(Reason::SettingMayClaim),
            None => Ruling::play_on(Reason::NothingEndsIt),
        }
    }

    /// Puts the player's move on the board and clears the state of the previous turn.
    pub(super) fn move_on(&mut self, by: Color, played: Move, next: Position) {
        // A reply before the clock is pressed does not take away the opponent's right to press it.
        let late_press = self.is_moved().then_some(!by);
        // Only the opponent's next move ends the time to act on an offence.
        let own = |offence: &Unnoticed| offence.by == by && !offence.on_board;
        let unnoticed = self.turn.unnoticed.filter(own);
        self.line.push(played, next);
        self.begin_turn();
        self.turn.late_press = late_press;
        self.turn.unnoticed = unnoticed;
        // Making a move declines the opponent's offer.
        if self.offer == Some(!by) {
            self.offer = None;
        }
    }

    /// Completes the player's move, which may have ended the game: the clock has been pressed.
    pub(super) fn complete(&mut self, by: Color) {
        if self.is_moved() {
            self.phase = Phase::ToMove;
        }
        self.clocks_stopped = false;
        self.add_increment(by);
    }

    fn begin_turn(&mut self) {
        self.phase = Phase::ToMove;
        self.turn = Turn::default();
    }

    /// Restores the position after the first `plies` moves.
    pub(super) fn restore_position(&mut self, plies: usize) {
        self.line.truncate(plies);
        self.begin_turn();
    }

    pub(super) fn press(&mut self, by: Color) -> Ruling {
        // Pieces that a player has displaced must stand again before he presses the clock. The press completes his move.
        if self.turn.displaced == Some(by) {
            if self.is_moved() && self.position().turn() != by {
                self.complete(by);
            }
            return self.time_given_back(!by, Reason::PressedBeforePutBack);
        }
        if self.turn.late_press == Some(by) {
            self.turn.late_press = None;
            self.add_increment(by);
            return Ruling::play_on(Reason::CompletedLate);
        }
        let on_move = self.position().turn() == by;
        if on_move && let Some(unfinished) = self.turn.unfinished.take() {
            return self.complete_unfinished(by, unfinished);
        }
        if let Phase::Moved(press) = &self.phase
            && !on_move
        {
            let press = press.clone();
            self.complete(by);
            self.turn.runs = true;
            return match press {
                Press::Completes => Ruling::play_on(Reason::NothingEndsIt),
                Press::CountsTwoHands => self.complete_offence(by, Offence::TwoHands),
                Press::RepeatsRuling(ruling) => ruling,
            };
        }
        if on_move && self.rule_set.press_without_move_is_illegal().value {
            return self.complete_offence(by, Offence::PressWithoutMove);
        }
        Ruling::refused(Refused::Move, Reason::NothingToComplete)
    }

    /// Whether the rule set lets the director declare a draw after the last move.
    fn director_may_draw(&self) -> bool {
        let rules = self.rule_set;
        let repeated = || (1..5).all(|times| self.repeats_after(4 * times));
        let plies = self.position().halfmove_clock();
        (rules.fivefold().value == Fivefold::MayBeDeclared && repeated())
            || (rules.seventy_five().value == SeventyFive::MayBeDeclared && plies >= 150)
    }

    /// Whether a setting of the players' accounts may claim a draw for the last move.
    fn setting_may_claim(&self) -> bool {
        self.rule_set.threefold().value == Threefold::ClaimByEither && self.occurrences() >= 3
    }

    pub(super) fn end(&mut self, outcome: Outcome, reason: Reason) -> Ruling {
        self.phase = Phase::Over(outcome);
        self.ended = reason.illegal_penalty().or(reason.topic());
        Ruling::over(outcome, reason)
    }
}

impl AutomaticEnding for Game {
    type Board = Position;

    fn rule_set(&self) -> RuleSet {
        self.rule_set
    }

    fn board(&self) -> &Position {
        self.position()
    }

    fn is_dead(&self, position: &Position) -> bool {
        self.rule_set.is_dead(position, &self.budget) == Some(true)
    }

    fn occurrences(&self) -> u32 {
        Game::occurrences(self)
    }

    fn repeats_after(&self, ago: usize) -> bool {
        let earlier = self.line.positions().iter().nth_back(ago);
        earlier.is_some_and(|earlier| earlier.same_position(self.position()))
    }
}
