use super::{
    Act, Decision, Ground, Outcome, Reason, Refused, RuleSet, Ruling, Termination,
    table::{DeadPosition, Fifty, Fivefold, FlagDraw, SeventyFive, Threefold},
};
use crate::{
    board::Color,
    dead::{self, material},
    position::{Key, Move, Position},
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
#[derive(Clone, Debug)]
pub struct Game {
    rule_set: RuleSet,
    /// The start, and the position after each ply.
    positions: Vec<Position>,
    keys: Vec<Key>,
    moves: Vec<Move>,
    /// The last move is made, its clock not yet pressed.
    made: bool,
    /// Whose draw offer stands.
    offer: Option<Color>,
    outcome: Option<Outcome>,
}

impl Game {
    /// A game that begins in this position, which may end it at once.
    pub fn new(rule_set: RuleSet, start: Position) -> Game {
        let mut game = Game {
            rule_set,
            positions: vec![start],
            keys: vec![start.key()],
            moves: Vec::new(),
            made: false,
            offer: None,
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
        match self.positions.last() {
            Some(position) => position,
            None => unreachable!("the start is never taken away"),
        }
    }

    /// The start and the position after each ply.
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// The moves made.
    pub fn moves(&self) -> &[Move] {
        &self.moves
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
        self.occurrences_of(self.position())
    }

    /// How often a position has arisen so far.
    pub fn occurrences_of(&self, position: &Position) -> u32 {
        self.plies_of(position).count() as u32
    }

    /// The grounds on which the player on move could rightly claim a draw now, without a written move.
    pub fn claims(&self) -> Vec<Ground> {
        if self.outcome.is_some() {
            return Vec::new();
        }
        let by = self.position().turn();
        Ground::ALL
            .into_iter()
            .filter(|&ground| self.check_claim(by, ground, None).is_ok())
            .collect()
    }

    /// Takes an act and rules on it.
    ///
    /// After the end of the game moves still change what stands on the board, and nothing changes
    /// the outcome. An act that is refused leaves the game as it was, but for a claim that the rule
    /// set takes as an offer.
    pub fn act(&mut self, act: &Act) -> Ruling {
        if let Some(outcome) = self.outcome {
            if let Act::Complete(played) | Act::Make(_, played) = *act
                && let Ok(next) = self.position().play(played)
            {
                self.put(played, next);
            }
            return Ruling { decision: Decision::Over(outcome), reason: Reason::AlreadyOver };
        }
        match *act {
            Act::Complete(played) => {
                let ruling = self.make(self.position().turn(), played);
                self.made = false;
                ruling
            }
            Act::Make(by, played) => self.make(by, played),
            Act::Press(by) => self.press(by),
            Act::Offer(by) => self.offer(by),
            Act::Accept(by) => self.accept(by),
            Act::Decline(by) => self.decline(by),
            Act::Agree => self.agree(Refused::Agreement),
            Act::Claim(by, ground, written) => self.claim(by, ground, written),
            Act::Resign(by) => self.resign(by),
            Act::FlagFalls(by) => self.flag_falls(by),
        }
    }

    fn make(&mut self, by: Color, played: Move) -> Ruling {
        if self.position().turn() != by {
            return refused(Refused::Move, Reason::NotOnMove);
        }
        let Ok(next) = self.position().play(played) else {
            return refused(Refused::Move, Reason::MoveIllegal);
        };
        self.put(played, next);
        self.made = true;
        // A player who moves turns down the offer the opponent has made.
        if self.offer == Some(!by) {
            self.offer = None;
        }
        match self.automatic_end() {
            Some(outcome) => self.end(outcome, Reason::Ended(outcome.by)),
            None => play_on(Reason::NothingEndsIt),
        }
    }

    fn put(&mut self, played: Move, next: Position) {
        self.moves.push(played);
        self.keys.push(next.key());
        self.positions.push(next);
    }

    fn press(&mut self, by: Color) -> Ruling {
        if !self.made || self.position().turn() == by {
            return refused(Refused::Move, Reason::NothingToComplete);
        }
        self.made = false;
        play_on(Reason::NothingEndsIt)
    }

    fn offer(&mut self, by: Color) -> Ruling {
        match self.offer {
            Some(other) if other == by => play_on(Reason::OfferRepeated),
            // Offering a draw in answer to an offer is to accept it.
            Some(_) => self.agree(Refused::Offer),
            None => {
                self.offer = Some(by);
                play_on(Reason::OfferStands)
            }
        }
    }

    fn accept(&mut self, by: Color) -> Ruling {
        if self.offer == Some(!by) {
            self.agree(Refused::Acceptance)
        } else {
            refused(Refused::Acceptance, Reason::NoOffer)
        }
    }

    fn decline(&mut self, by: Color) -> Ruling {
        if self.offer != Some(!by) {
            return refused(Refused::Acceptance, Reason::NoOffer);
        }
        self.offer = None;
        play_on(Reason::OfferDeclined)
    }

    fn agree(&mut self, otherwise: Refused) -> Ruling {
        let needed = self.rule_set.agreement_from_move().value;
        if (self.moves.len() as u32) < 2 * needed {
            return refused(otherwise, Reason::AgreementTooEarly(needed));
        }
        self.end(Outcome::draw(Termination::Agreement), Reason::Agreed)
    }

    fn claim(&mut self, by: Color, ground: Ground, written: Option<Move>) -> Ruling {
        match self.check_claim(by, ground, written) {
            Ok(reason) => {
                let by = match ground {
                    Ground::Threefold => Termination::ThreefoldRepetition,
                    Ground::Fifty => Termination::FiftyMoves,
                };
                self.end(Outcome::draw(by), reason)
            }
            Err(reason) => {
                if self.rule_set.claim_is_offer().value {
                    self.offer = Some(by);
                }
                refused(Refused::Claim, reason)
            }
        }
    }

    fn resign(&mut self, by: Color) -> Ruling {
        let draws = self.rule_set.resignation_may_draw().value;
        if draws && dead::can_mate(self.position(), !by).is_no() {
            return self.end(Outcome::draw(Termination::Resignation), Reason::ResignedUnwinnable);
        }
        self.end(Outcome::win(!by, Termination::Resignation), Reason::Resigned)
    }

    fn flag_falls(&mut self, by: Color) -> Ruling {
        let draw = Outcome::draw(Termination::Time);
        if self.offer == Some(!by) && self.rule_set.flag_takes_offer().value {
            return self.end(draw, Reason::FlagFellOnOffer);
        }
        let men = self.position().placement();
        let cannot_win = match self.rule_set.flag_draw().value {
            FlagDraw::BareKing => men.color(!by).len() == 1,
            FlagDraw::NoSeries => dead::can_mate(self.position(), !by).is_no(),
            FlagDraw::Material => !material::suffices(men, !by),
            FlagDraw::Uscf14E => material::is_insufficient_by_uscf_14e(men, !by),
            FlagDraw::Chesscom => material::is_insufficient_at_chesscom(men, !by),
        };
        if cannot_win {
            return self.end(draw, Reason::FlagFellUnwinnable);
        }
        self.end(Outcome::win(!by, Termination::Time), Reason::FlagFell)
    }

    fn end(&mut self, outcome: Outcome, reason: Reason) -> Ruling {
        self.outcome = Some(outcome);
        Ruling { decision: Decision::Over(outcome), reason }
    }

    /// What ends the game without anyone's doing, mate first (Articles 5.1.1, 5.2, 9.6).
    fn automatic_end(&self) -> Option<Outcome> {
        let position = self.position();
        if !position.has_legal_move() {
            return Some(if position.is_check() {
                Outcome::win(!position.turn(), Termination::Checkmate)
            } else {
                Outcome::draw(Termination::Stalemate)
            });
        }
        let draw = if self.is_dead() {
            Termination::DeadPosition
        } else if self.is_fivefold() {
            Termination::FivefoldRepetition
        } else if self.is_threefold() {
            Termination::ThreefoldRepetition
        } else {
            let plies = position.halfmove_clock();
            if plies >= 150 && self.rule_set.seventy_five().value == SeventyFive::Automatic {
                Termination::SeventyFiveMoves
            } else if plies >= 100 && self.rule_set.fifty().value == Fifty::Automatic {
                Termination::FiftyMoves
            } else {
                return None;
            }
        };
        Some(Outcome::draw(draw))
    }

    fn is_dead(&self) -> bool {
        let men = self.position().placement();
        match self.rule_set.dead_position().value {
            DeadPosition::ListOf1993 => material::is_on_list_of_1993(men),
            DeadPosition::Material => material::is_insufficient(men),
            DeadPosition::Chesscom => {
                Color::ALL.into_iter().all(|side| material::is_insufficient_at_chesscom(men, side))
            }
            DeadPosition::General => dead::is_dead_in_play(self.position()),
        }
    }

    fn is_threefold(&self) -> bool {
        self.rule_set.threefold().value == Threefold::Automatic && self.occurrences() >= 3
    }

    fn is_fivefold(&self) -> bool {
        match self.rule_set.fivefold().value {
            Fivefold::Never => false,
            Fivefold::Automatic => self.occurrences() >= 5,
            // A player is back in the same position after two moves of each at the earliest.
            Fivefold::Consecutive => {
                let last = self.positions.len() - 1;
                let plies: Vec<usize> = self.plies_of(self.position()).collect();
                (0..5).all(|times| last >= 4 * times && plies.contains(&(last - 4 * times)))
            }
        }
    }

    /// After how many plies a position stood on the board.
    fn plies_of<'a>(&'a self, position: &'a Position) -> impl Iterator<Item = usize> + 'a {
        let key = position.key();
        self.keys.iter().enumerate().filter_map(move |(ply, &other)| {
            (other == key && self.positions[ply].same_position(position)).then_some(ply)
        })
    }
}

fn play_on(reason: Reason) -> Ruling {
    Ruling { decision: Decision::PlayOn, reason }
}

fn refused(what: Refused, reason: Reason) -> Ruling {
    Ruling { decision: Decision::Refused(what), reason }
}
