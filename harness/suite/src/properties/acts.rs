use std::sync::LazyLock;

use proptest::prelude::*;

use lawbook::{
    board::{Color, Piece, Role, Square},
    position::{Move, Position},
    rules::{
        Act, ClaimGround, Clocks, Event, Game, ImpossibleFeature, Incident, IncidentKind, Manner,
        MoveStage, RuleSet, Ruling, SearchBudget, StartError, TimeControl, Touch,
    },
    sentence,
};

/// A random choice that is converted to an act once the position is known.
///
/// Many choices become legal moves, so that games go on, or respond to the preceding act: a reply, a repetition, an
/// objection. The others become any other act by either player, sensible or not.
#[derive(Clone, Debug)]
pub struct Choice {
    kind: u8,
    by: bool,
    number: u16,
    square: u8,
    other: u8,
}

/// Generates lists of at most `acts` choices.
pub fn choices(acts: usize) -> impl Strategy<Value = Vec<Choice>> {
    let choice = (any::<u8>(), any::<bool>(), any::<u16>(), 0..64_u8, 0..64_u8);
    let choice = choice.prop_map(|(kind, by, number, square, other)| Choice {
        kind,
        by,
        number,
        square,
        other,
    });
    prop::collection::vec(choice, 0..=acts)
}

/// Generates conditions of play: time controls, draw restrictions and other regulations of an event.
pub fn any_event() -> impl Strategy<Value = Event> {
    let clocks = (1..600_u32, 1..600_u32, 0..30_u32).prop_map(|(white, black, increment)| {
        let [white, black, increment] = [white, black, increment].map(|seconds| 1000 * seconds);
        Clocks { white, black, increment }
    });
    let limit = prop_oneof![Just(None), Just(Some(10)), Just(Some(30))];
    (0..3_u8, any::<[bool; 8]>(), limit, prop::option::of(clocks)).prop_map(
        |(
            time,
            [
                supervised,
                increment,
                last_period,
                quickplay_rules,
                no_agreement,
                control,
                late,
                digital_board,
            ],
            no_agreement_before_move,
            clocks,
        )| Event {
            time: [TimeControl::Standard, TimeControl::Rapid, TimeControl::Blitz]
                [usize::from(time)],
            supervised,
            increment,
            last_period,
            quickplay_rules,
            no_agreement_before_move,
            no_agreement,
            control: control.then_some(40),
            default_minutes: late.then_some(15),
            digital_board,
            clocks,
        },
    )
}

/// Returns the last act of each example sentence.
fn examples() -> &'static [Act] {
    static EXAMPLES: LazyLock<Vec<Act>> = LazyLock::new(|| {
        sentence::examples().filter_map(|(_, acts)| acts.last().copied()).collect()
    });
    &EXAMPLES
}

impl Choice {
    /// Converts this choice to an act in `position`; `last` is the preceding act.
    pub fn act(&self, position: &Position, last: Option<&Act>) -> Act {
        let asks = |act: &Act| {
            matches!(act, Act::ClaimNoWinningChances { .. } | Act::Seal { .. })
                || matches!(act, Act::Incident(one) if one.what == IncidentKind::SecondsRequested)
        };
        let follows = self.other.is_multiple_of(4) || last.is_some_and(asks);
        let reply = last.filter(|_| follows).and_then(|last| self.reply(position, last));
        reply.unwrap_or_else(|| self.any_act(position))
    }

    /// Returns an act that responds to the preceding one; `None` if nothing suits.
    #[expect(clippy::too_many_lines, reason = "one arm for each act")]
    fn reply(&self, position: &Position, last: &Act) -> Option<Act> {
        let odd = self.number % 2 == 1;
        let of = |what, by| Act::Incident(Incident { what, of: Some(by), number: 0 });
        Some(match *last {
            Act::Touch { by, square, .. }
                if self.by && position.at(square).is_some_and(is_rook) =>
            {
                Act::Touch { by, square: position.king(by), how: Touch::OnPurpose }
            }
            Act::Touch { by, .. } if odd => Act::Protest { by },
            Act::Touch { by, .. } => Act::MoveOnly {
                by,
                mv: self.legal(position, |_| true),
                how: Manner::BreachingTouchMove,
            },
            Act::MoveOnly { by, how: Manner::BreachingTouchMove, .. } if odd => {
                self.touch_own(position, !by, Touch::OnPurpose)
            }
            Act::MoveOnly { by, how: Manner::BreachingTouchMove, .. } => Act::Protest { by: !by },
            Act::MoveOnly { by, mv: Move { promotion: Some(_), .. }, .. } => {
                Act::Exchange { by, piece: self.role() }
            }
            Act::Illegal { by, stage: MoveStage::Completed, .. } if odd => {
                of(IncidentKind::IllegalClaimed, !by)
            }
            Act::MoveAndPress { .. } if self.number.is_multiple_of(4) => {
                of(IncidentKind::IllegalClaimed, !position.turn())
            }
            Act::Write { by, .. } => {
                let ground = ClaimGround::ALL[usize::from(odd)];
                Act::Claim { by, ground, written: None }
            }
            Act::Incident(Incident { what: IncidentKind::Displaced, of: Some(by), .. }) => {
                Act::FlagFalls { by: !by }
            }
            Act::Illegal { by, mv: tried, .. } => {
                Act::Illegal { by, mv: tried, stage: MoveStage::Completed }
            }
            Act::IllegalUnnoticed { .. } if odd => {
                Act::MoveAndPress { mv: self.legal(position, |_| true) }
            }
            Act::IllegalUnnoticed { by, .. } => Act::FoundIllegal { by, moves_ago: 1 },
            Act::Offer { by } => Act::Accept { by: !by },
            Act::ClaimNoWinningChances { .. } => {
                let verdicts = [
                    IncidentKind::LastMinutesAgreed,
                    IncidentKind::LastMinutesPostponed,
                    IncidentKind::LastMinutesRejected,
                ];
                let what = verdicts[usize::from(self.number) % 3];
                Act::Incident(Incident { what, of: None, number: 0 })
            }
            Act::Incident(Incident {
                what: IncidentKind::SecondsRequested, of: Some(by), ..
            }) => Act::Decline { by: !by },
            Act::Seal { .. }
            | Act::Incident(Incident {
                what: IncidentKind::SealedIllegal | IncidentKind::SealedUnclear,
                ..
            }) => {
                Act::Incident(Incident { what: IncidentKind::EnvelopeOpened, of: None, number: 0 })
            }
            Act::FlagFallsUnnoticed { by } if odd => Act::FlagNoticed { by },
            Act::FlagFallsUnnoticed { by } => {
                let claimed = self.number.is_multiple_of(4);
                let (what, of) = match claimed {
                    true => (IncidentKind::FlagClaimed, !by),
                    false => (IncidentKind::FlagCalledByArbiter, by),
                };
                Act::Incident(Incident { what, of: Some(of), number: 0 })
            }
            Act::StopClocks { by } => Act::Resign { by },
            Act::Resign { .. } | Act::FlagFalls { .. } => Act::MoveAndPress {
                mv: self.legal(position, |one| position.after(*one).is_checkmate()),
            },
            _ => return None,
        })
    }

    #[expect(clippy::too_many_lines, reason = "one line a variant")]
    fn any_act(&self, position: &Position) -> Act {
        let by = if self.by { Color::White } else { Color::Black };
        let square = Square::from_index(usize::from(self.square));
        let role = self.role();
        let wild = self.wild();
        let legal = || self.legal(position, |_| true);
        let ground = ClaimGround::ALL[usize::from(self.number) % 2];
        let stage = [MoveStage::Made, MoveStage::Completed, MoveStage::Answered]
            [usize::from(self.number) % 3];
        let mishap = [
            StartError::ColoursReversed,
            StartError::PiecesMisplaced,
            StartError::BoardTurned,
            StartError::ClocksWrong,
        ][usize::from(self.number) % 4];
        match self.kind {
            0..=88 => Act::MoveAndPress { mv: legal() },
            89..=96 => {
                let kinds = IncidentKind::ALL;
                let what = kinds[usize::from(self.number) % kinds.len()];
                let of = what.is_of_a_player().then_some(by);
                let number = if what.has_number() { u32::from(self.square) + 1 } else { 0 };
                Act::Incident(Incident { what, of, number })
            }
            97..=98 => Act::ClaimSpoken { by, ground, mv: legal() },
            99..=100 => Act::ClaimUnrecorded { by, ground },
            101 => Act::Seal { by: position.turn(), mv: legal() },
            102..=103 => Act::IllegalWithTwoHands { by, mv: wild, stage },
            104..=108 => {
                let by = position.turn();
                Act::IllegalUnnoticed { by, mv: Move::new(self.own(position, by), wild.to) }
            }
            109 => Act::FoundImpossible { what: ImpossibleFeature::BothKingsInCheck, stage },
            110 => Act::FoundImpossible { what: ImpossibleFeature::PawnOnLastRank, stage },
            111 => Act::FoundBegunWrongly { what: mishap },
            112..=119 => Act::Think { by, milliseconds: 500 * u32::from(self.number % 180) },
            120..=127 => Act::MoveOnly { by: position.turn(), mv: legal(), how: Manner::Properly },
            128..=131 => Act::MoveOnly { by, mv: legal(), how: Manner::WithTwoHands },
            132..=135 => Act::MoveOnly { by, mv: legal(), how: Manner::BreachingTouchMove },
            136..=139 => Act::MoveOnly { by, mv: wild, how: Manner::Properly },
            140..=147 => Act::Press { by },
            148..=150 => Act::Touch { by, square, how: Touch::OnPurpose },
            151..=156 => self.touch_own(position, position.turn(), Touch::OnPurpose),
            157 => self.touch_own(position, position.turn(), Touch::ByAccident),
            158 => self.touch_own(position, position.turn(), Touch::AdjustingWithoutAWord),
            159 => self.touch_own(position, position.turn(), Touch::AdjustingAfterSayingSo),
            160..=163 => Act::ReleaseKing { by, square },
            164..=167 => Act::Protest { by },
            168 => Act::PickUp { by, piece: role },
            169..=170 => Act::Exchange { by, piece: role },
            171..=173 | 244..=246 => {
                let promotes = |one: &Move| one.promotion.is_some();
                Act::LeavePawn {
                    by,
                    mv: Move { promotion: None, ..self.legal(position, promotes) },
                    stage,
                }
            }
            174..=177 => Act::Illegal { by, mv: wild, stage },
            178 => Act::IllegalUnnamed { by, stage },
            179..=181 => Act::FoundIllegal { by, moves_ago: u32::from(self.number % 12) + 1 },
            182..=191 => Act::Offer { by },
            192..=193 => Act::OfferOnCondition { by },
            194..=196 => Act::WithdrawOffer { by },
            197..=202 => Act::Accept { by },
            203..=205 => Act::Decline { by },
            206 => Act::Agree,
            207..=210 => Act::Write { by, mv: legal() },
            211..=220 => Act::Claim { by, ground, written: None },
            221..=228 => Act::Claim { by, ground, written: Some(legal()) },
            229..=231 => Act::Claim { by, ground, written: Some(wild) },
            232..=234 => Act::WithdrawClaim { by },
            235..=238 => Act::ClaimNoWinningChances { by },
            239..=240 => Act::Resign { by },
            241..=242 => Act::StopClocks { by },
            243 => Act::ShakeHands,
            247 => Act::FlagFalls { by },
            248..=250 => Act::FlagFallsUnnoticed { by },
            251..=252 => Act::FlagNoticed { by },
            253 => Act::BothFlags,
            // Acts without an arm above occur only as examples.
            254 => examples()[usize::from(self.number) % examples().len()],
            255 => Act::Illegal { by: position.turn(), mv: wild, stage },
        }
    }

    fn role(&self) -> Role {
        Role::ALL[usize::from(self.number) % 6]
    }

    /// Returns a move between two random squares.
    fn wild(&self) -> Move {
        let [from, to] =
            [self.square, self.other].map(|index| Square::from_index(usize::from(index)));
        Move::new(from, to)
    }

    /// Returns a legal move for which `kind` holds, or a random move if there is none.
    fn legal(&self, position: &Position, kind: impl Fn(&Move) -> bool) -> Move {
        let mut moves = position.legal_moves();
        moves.retain(kind);
        moves.sort_unstable();
        let chosen = moves.get(usize::from(self.number) % moves.len().max(1));
        chosen.copied().unwrap_or_else(|| self.wild())
    }

    /// Returns the act of touching a random piece of `by`.
    fn touch_own(&self, position: &Position, by: Color, touch: Touch) -> Act {
        Act::Touch { by, square: self.own(position, by), how: touch }
    }

    /// Returns the square of a piece of this player, or a random square if there is none.
    fn own(&self, position: &Position, by: Color) -> Square {
        let pieces = position.placement().color(by);
        let chosen =
            pieces.into_iter().nth(usize::from(self.square) % pieces.len().max(1) as usize);
        chosen.unwrap_or_else(|| self.wild().from)
    }
}

fn is_rook(piece: Piece) -> bool {
    piece.role == Role::Rook
}

/// Plays choices as acts in a game. Calls `visit` after each with the game before the act, the act, the ruling, and the
/// game after it.
pub fn play_acts(
    rule_set: RuleSet,
    event: Event,
    start: Position,
    choices: &[Choice],
    mut visit: impl FnMut(&Game, &Act, &Ruling, &Game) -> Result<(), TestCaseError>,
) -> Result<(), TestCaseError> {
    let mut game = Game::in_event(rule_set, event, start, SearchBudget::DEFAULT);
    let mut last = None;
    for choice in choices {
        let before = game.clone();
        let act = choice.act(game.position(), last.as_ref());
        let ruling = game.act(&act);
        visit(&before, &act, &ruling, &game)?;
        last = Some(act);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::properties::any_start;
    use lawbook::rules::{Decision, Refused};

    fn cases() -> u32 {
        // 150 cases of about 30 acts under 14 rule sets are about 60,000 acts. `LAWBOOK_ACTS` sets the number of cases;
        // with 3000 there are more than a million acts.
        std::env::var("LAWBOOK_ACTS").ok().and_then(|text| text.parse().ok()).unwrap_or(150)
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: cases(), failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn acts_are_taken_back_and_saved(
            rule_set in prop::sample::select(RuleSet::ALL.to_vec()),
            start in any_start(),
            event in any_event(),
            choices in choices(40),
        ) {
            let budget = SearchBudget::MATERIAL_ONLY;
            let mut game = Game::in_event(rule_set, event, start, budget);
            for choice in &choices {
                let before = game.clone();
                let act = choice.act(game.position(), before.acts().last());
                game.act(&act);
                let mut taken_back = game.clone();
                taken_back.take_back_to(before.acts().len());
                prop_assert_eq!(taken_back, before, "{}", act);
            }
            {
                let saved = serde_json::to_string(&game).unwrap();
                prop_assert_eq!(serde_json::from_str::<Game>(&saved).unwrap(), game.clone(), "{}", saved);
            }
            for ground in ClaimGround::ALL {
                let listed = game.claim_moves(ground);
                for (from, to) in (0..64).flat_map(|from| (0..64).map(move |to| (from, to))) {
                    for promotion in [None, Some(Role::Queen), Some(Role::Knight)] {
                        let [from, to] = [from, to].map(Square::from_index);
                        let written = Move { from, to, promotion };
                        let turn = game.position().turn();
                        let claim = game.check_claim(turn, ground, Some(written));
                        prop_assert_eq!(listed.contains(&written), claim.is_ok(), "{}", written);
                    }
                }
            }
        }

        #[test]
        fn rulings_keep_to_what_every_rule_set_shares(
            start in any_start(),
            event in any_event(),
            choices in choices(60),
        ) {
            for rule_set in RuleSet::ALL {
                let mut flipped = Game::in_event(rule_set, event.flip(), start.flip(), SearchBudget::DEFAULT);
                let mut is_alike = event.control.is_none() && event.no_agreement_before_move.is_none();
                let mut again = Game::in_event(rule_set, event, start, SearchBudget::DEFAULT);
                play_acts(rule_set, event, start, &choices, |before, act, ruling, after| {
                    // A game that is over stays over, with the same outcome. Only an arbiter who has yet to decide on
                    // the score of the opponent may change it.
                    if let Some(outcome) = before.outcome()
                        && !matches!(act, Act::GiveResult { .. })
                    {
                        prop_assert_eq!(ruling.decision, Decision::Over(outcome));
                        prop_assert_eq!(after.outcome(), Some(outcome));
                    }
                    let ended = match ruling.decision {
                        Decision::Over(outcome) => Some(outcome),
                        _ => None,
                    };
                    prop_assert_eq!(after.outcome(), ended);
                    let cancelled = ruling.decision == Decision::Cancelled;
                    prop_assert!(cancelled || before.standing().decision != Decision::Cancelled);
                    prop_assert_eq!(cancelled, after.standing().decision == Decision::Cancelled);
                    // A refused act leaves the game unchanged, except that a refused claim may leave a draw offer and a
                    // written move.
                    if let Decision::Refused(what) = ruling.decision {
                        prop_assert_eq!(before.moves(), after.moves());
                        prop_assert_eq!(before.positions(), after.positions());
                        if what != Refused::Claim {
                            prop_assert_eq!(before, after, "{} was refused", act);
                        }
                    }
                    // The rulings are deterministic.
                    prop_assert_eq!(&again.act(act), ruling);
                    // Every reason has an explanation in words.
                    prop_assert!(!ruling.reason.explain(rule_set).is_empty(), "{:?}", ruling.reason);
                    // Exchanging the colours does not change the rulings. The exception is the number of completed
                    // moves: with Black to move, White has completed one more. Time controls and agreed draws depend on
                    // it.
                    let mirrored = flipped.act(&act.flip());
                    is_alike &= mirrored.reason == ruling.reason || !(mirrored.reason.counts_moves() || ruling.reason.counts_moves());
                    if !is_alike {
                        return Ok(());
                    }
                    prop_assert_eq!(mirrored.decision.flip(), ruling.decision, "{} under {}", act, rule_set);
                    let orders: Vec<_> = mirrored.orders.into_iter().map(|order| order.flip().to_string()).collect();
                    let mut sorted = orders;
                    sorted.sort_unstable();
                    let mut expected: Vec<_> = ruling.orders.iter().map(|order| order.to_string()).collect();
                    expected.sort_unstable();
                    prop_assert_eq!(sorted, expected, "{} under {}", act, rule_set);
                    for color in Color::ALL {
                        prop_assert_eq!(flipped.milliseconds(!color), after.milliseconds(color));
                    }
                    Ok(())
                })?;
            }
        }
    }
}
