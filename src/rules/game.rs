use super::{
    Act, Decision, Event, Ground, How, Order, Outcome, Reason, Refused, RuleSet, Ruling,
    automatic::Automatic,
};
use crate::{
    board::{Bitboard, Color},
    dead::DEFAULT_LIMIT,
    position::{Line, Move, Position},
};

/// A game under a rule set: how it began, what was done, and how it stands.
///
/// ```
/// use lawbook::{board::Color, position::Position, rules::{Act, Decision, Game, RuleSet}};
///
/// let mut game = Game::new(RuleSet::Fide2023, Position::start());
/// let ruling = game.act(&Act::Agree);
/// assert_eq!(ruling.decision.to_string(), "agreement refused");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    pub(super) rule_set: RuleSet,
    /// Whether a position is dead is told by the pieces alone.
    material_alone: bool,
    pub(super) event: Event,
    /// What has stood on the board.
    pub(super) line: Line,
    /// The last move is made, its clock not yet pressed.
    pub(super) made: bool,
    /// It was made with two hands, which counts once the clock is pressed.
    pub(super) with_two_hands: bool,
    /// What was ruled when it was made with two hands.
    pub(super) two_hands_ruled: Option<Ruling>,
    /// What the player on move has done with his hands.
    pub(super) hands: Hands,
    /// The obligation that the player not on move has just broken, unnoticed.
    pub(super) broken: Option<Order>,
    /// Whose draw offer stands.
    pub(super) offer: Option<Color>,
    /// The move that the player on move has written down.
    pub(super) written: Option<Move>,
    /// How many illegal moves each player has completed.
    pub(super) illegal: [u32; 2],
    /// Whose flags have fallen unnoticed.
    pub(super) fallen: [bool; 2],
    /// The seconds left on the clocks, if the event counts them.
    pub(super) seconds: Option<[u32; 2]>,
    /// It was begun wrongly, and is not played any more.
    pub(super) cancelled: bool,
    pub(super) outcome: Option<Outcome>,
}

/// What the player on move has touched, and what it obliges to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Hands {
    /// A piece was touched on purpose.
    pub(super) touched: bool,
    /// The squares of the pieces touched, own and the opponent's.
    pub(super) own: Bitboard,
    pub(super) orders: Vec<Order>,
}

impl Game {
    /// A game that begins in this position, which may end it at once, in an event of the usual kind.
    pub fn new(rule_set: RuleSet, start: Position) -> Game {
        Game::in_event(rule_set, Event::default(), start)
    }

    /// A game that begins in this position, under these conditions.
    pub fn in_event(rule_set: RuleSet, event: Event, start: Position) -> Game {
        Game::begin(rule_set, event, start, false)
    }

    /// A game that takes a position as dead only if the pieces alone make it so, wherever they stand.
    ///
    /// That is right as far as it goes, and quick: nothing is searched after a ply.
    pub fn by_material_alone(rule_set: RuleSet, event: Event, start: Position) -> Game {
        Game::begin(rule_set, event, start, true)
    }

    fn begin(rule_set: RuleSet, event: Event, start: Position, material_alone: bool) -> Game {
        let mut game = Game {
            rule_set,
            material_alone,
            event,
            line: Line::new(start),
            made: false,
            with_two_hands: false,
            two_hands_ruled: None,
            hands: Hands::default(),
            broken: None,
            offer: None,
            written: None,
            illegal: [0; 2],
            fallen: [false; 2],
            seconds: event.clocks.map(|clocks| clocks.left),
            cancelled: false,
            outcome: None,
        };
        game.outcome = game.automatic_end();
        game
    }

    /// The rules it is played by.
    pub const fn rule_set(&self) -> RuleSet {
        self.rule_set
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

    /// How the game ended, if it is over.
    pub const fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Whether the last move is made and its clock not yet pressed.
    pub const fn made(&self) -> bool {
        self.made
    }

    /// How often the position on the board has arisen, this time included (Article 9.2).
    pub fn occurrences(&self) -> u32 {
        self.line.occurrences()
    }

    /// The grounds on which the player on move could rightly claim a draw now, without a written move.
    pub fn claims(&self) -> Vec<Ground> {
        if self.outcome.is_some() || self.cancelled {
            return Vec::new();
        }
        let by = self.position().turn();
        Ground::ALL
            .into_iter()
            .filter(|&ground| self.check_claim(by, ground, None).is_ok())
            .collect()
    }

    /// How the game stands before anything more is done.
    pub fn standing(&self) -> Ruling {
        match self.outcome {
            Some(outcome) => Ruling {
                decision: Decision::Over(outcome),
                reason: Reason::Ended(outcome.by),
                orders: Vec::new(),
            },
            None if self.cancelled => Ruling::cancelled(Reason::BegunWrongly),
            None => Ruling::play_on(Reason::NothingEndsIt),
        }
    }

    /// Takes an act and rules on it.
    ///
    /// After the end of the game moves still change what stands on the board, and nothing changes
    /// the outcome. An act that is refused leaves the game as it was, but for a claim that the rule
    /// set takes as an offer and the move that it was made with.
    pub fn act(&mut self, act: &Act) -> Ruling {
        if let Some(outcome) = self.outcome {
            if let Some(played) = act.played() {
                // What is played after the end need not be legal, and then changes nothing.
                let _ = self.line.play(played);
            }
            let decision = Decision::Over(outcome);
            return Ruling { decision, reason: Reason::AlreadyOver, orders: Vec::new() };
        }
        if self.cancelled {
            return Ruling::cancelled(Reason::AlreadyOver);
        }
        match *act {
            Act::MoveAndPress(played) => {
                let by = self.position().turn();
                let ruling = self.make(by, played, How::Properly);
                if !matches!(ruling.decision, Decision::Refused(_)) {
                    self.made = false;
                    self.add_increment(by);
                }
                ruling
            }
            Act::MoveOnly(by, played, how) => self.make(by, played, how),
            Act::Press(by) => self.press(by),
            Act::Touch(by, square, touch) => self.touch(by, square, touch),
            Act::ReleaseKing(by, to) => self.release_king(by, to),
            Act::Protest(by) => self.protest(by),
            Act::PickUp(..) => Ruling::play_on(Reason::NotYetPromoted),
            Act::Exchange(by, _) => self.exchange(by),
            Act::LeavePawn(by, pushed, stage) => self.leave_pawn(by, pushed, stage),
            Act::Illegal(by, tried, stage) => self.illegal_move(by, tried, stage),
            Act::IllegalWithTwoHands(by, tried, stage) => {
                self.illegal_with_two_hands(by, tried, stage)
            }
            Act::IllegalUnnoticed(by, tried) => self.illegal_unnoticed(by, tried),
            Act::FoundIllegal(by, ago) => self.found_illegal(by, ago),
            Act::FoundImpossible(_, stage) => self.found_impossible(stage),
            Act::FoundBegunWrongly(mishap) => self.found_begun_wrongly(mishap),
            Act::Think(by, seconds) => self.think(by, seconds),
            other => self.word(other),
        }
    }

    /// Words, gestures and flags.
    fn word(&mut self, act: Act) -> Ruling {
        match act {
            Act::Offer(by) => self.offer(by),
            Act::OfferOnCondition(_) => Ruling::refused(Refused::Offer, Reason::OfferOnCondition),
            Act::WithdrawOffer(by) => self.withdraw_offer(by),
            Act::Accept(by) => self.accept(by),
            Act::Decline(by) => self.decline(by),
            Act::Agree => self.agree(Refused::Agreement),
            Act::Write(by, written) => self.write(by, written),
            Act::Claim(by, ground, written) => self.claim(by, ground, written),
            Act::WithdrawClaim(_) => Ruling::refused(Refused::Withdrawal, Reason::NoClaim),
            Act::ClaimNoWinningChances(by) => self.claim_no_winning_chances(by),
            Act::Resign(by) => self.resign(by),
            Act::FlagFalls(by) => self.flag_falls(by),
            Act::FlagFallsUnnoticed(by) => self.flag_falls_unnoticed(by),
            Act::FlagNoticed(by) => self.flag_noticed(by),
            Act::BothFlags => self.both_flags(),
            _ => Ruling::play_on(Reason::GestureMeansNothing),
        }
    }

    fn make(&mut self, by: Color, played: Move, how: How) -> Ruling {
        if self.position().turn() != by {
            return Ruling::refused(Refused::Move, Reason::NotOnMove);
        }
        let Ok(next) = self.position().play(played) else {
            return Ruling::refused(Refused::Move, Reason::MoveIllegal);
        };
        let broken = self.hands.orders.iter().find(|order| !order.allows(self.position(), played));
        let broken = broken.copied();
        let ends = broken.is_some() && (!next.has_legal_move() || self.is_dead(&next));
        let stands = ends && !self.rule_set.mate_needs_touch_move().value;
        if broken.is_some() && how != How::BreachingTouchMove && !stands {
            let orders = self.hands.orders.clone();
            return Ruling::refused(Refused::Move, Reason::AgainstObligation).with(orders);
        }
        self.move_on(by, played, next);
        self.made = true;
        self.broken = broken.filter(|_| how == How::BreachingTouchMove);
        if ends && self.broken.is_some() && !stands {
            return Ruling::play_on(Reason::NobodyObjected);
        }
        match self.automatic_end() {
            Some(outcome) => self.end(outcome, Reason::Ended(outcome.by)),
            None if how == How::WithTwoHands => self.two_hands(by),
            None if self.broken.is_some() => Ruling::play_on(Reason::NobodyObjected),
            None => Ruling::play_on(Reason::NothingEndsIt),
        }
    }

    /// Puts the player's move on the board and clears what belonged to the turn before.
    pub(super) fn move_on(&mut self, by: Color, played: Move, next: Position) {
        self.line.push(played, next);
        self.clear_turn();
        // A player who moves turns down the offer the opponent has made.
        if self.offer == Some(!by) {
            self.offer = None;
        }
    }

    fn clear_turn(&mut self) {
        self.made = false;
        self.with_two_hands = false;
        self.two_hands_ruled = None;
        self.hands = Hands::default();
        self.broken = None;
        self.written = None;
    }

    /// Takes back all but so many plies.
    pub(super) fn take_back_to(&mut self, plies: usize) {
        self.line.truncate(plies);
        self.clear_turn();
    }

    fn press(&mut self, by: Color) -> Ruling {
        if self.made && self.position().turn() != by {
            self.made = false;
            self.add_increment(by);
            if std::mem::take(&mut self.with_two_hands) {
                return self.count_illegal(by, []);
            }
            if let Some(ruling) = self.two_hands_ruled.take() {
                return ruling;
            }
            return Ruling::play_on(Reason::NothingEndsIt);
        }
        if self.position().turn() == by && self.rule_set.press_without_move_is_illegal().value {
            return self.count_illegal(by, []);
        }
        Ruling::refused(Refused::Move, Reason::NothingToComplete)
    }

    pub(super) fn end(&mut self, outcome: Outcome, reason: Reason) -> Ruling {
        self.outcome = Some(outcome);
        Ruling { decision: Decision::Over(outcome), reason, orders: Vec::new() }
    }
}

impl Automatic for Game {
    fn rule_set(&self) -> RuleSet {
        self.rule_set
    }

    fn position(&self) -> &Position {
        Game::position(self)
    }

    fn is_check(&self) -> bool {
        Game::position(self).is_check()
    }

    fn has_legal_move(&self) -> bool {
        Game::position(self).has_legal_move()
    }

    fn limit(&self) -> usize {
        if self.material_alone { 0 } else { DEFAULT_LIMIT }
    }

    fn occurrences(&self) -> u32 {
        Game::occurrences(self)
    }

    fn stood(&self, ago: usize) -> bool {
        let earlier = self.line.positions().iter().nth_back(ago);
        earlier.is_some_and(|earlier| earlier.same_position(Game::position(self)))
    }
}
