//! Mistakes about incidents that an arbiter handles, other than moves.

use lawbook::{
    board::Color,
    rules::{
        Act, ClaimGround, Decision, Incident, IncidentKind, Order, Outcome, Refused, Termination,
        TimeControl,
    },
};

use super::{
    Fault, fault,
    mutation::{Mutation, lost},
    scene::Scene,
};

pub(super) const FAULTS: &[Fault] = &[
    fault(
        "arbiter-keeps-silent",
        "The arbiter never calls a flag in rapid and blitz, as in the old editions.",
        Mutation::Ruling(&|scene, decision| {
            if let Some(IncidentKind::FlagCalledByArbiter) = happened(scene)
                && before_was_open(scene)
            {
                Decision::PlayOn
            } else {
                decision
            }
        }),
    ),
    fault(
        "claims-on-time-are-not-heard",
        "A player who claims a win on time has to wait for the arbiter to see the flag.",
        Mutation::Ruling(&|scene, decision| {
            if let (Some(IncidentKind::FlagClaimed), Decision::Over(_)) =
                (happened(scene), decision)
                && before_was_open(scene)
            {
                Decision::Refused(Refused::Claim)
            } else {
                decision
            }
        }),
    ),
    fault(
        "both-flags-draw-everywhere",
        "Two fallen flags draw the last period, announced or not, in blitz too.",
        Mutation::Ruling(&|scene, decision| {
            if let (Some(Act::BothFlags), Decision::ArbiterDecides) = (scene.last_act(), decision) {
                Decision::Over(Outcome::draw(Termination::Time))
            } else {
                decision
            }
        }),
    ),
    fault(
        "last-minutes-in-blitz",
        "The claim of the last minutes, and the request for seconds, are heard in blitz.",
        Mutation::Scenario(&|line| {
            let asks = |act: &Act| {
                matches!(
                    act,
                    Act::ClaimNoWinningChances { .. }
                        | Act::Incident(Incident { what: IncidentKind::SecondsRequested, .. })
                )
            };
            if line.event.time == TimeControl::Blitz && line.acts.iter().any(asks) {
                line.event.time = TimeControl::Rapid;
            }
        }),
    ),
    fault(
        "last-minutes-rejected-for-nothing",
        "A claim of the last minutes that is rejected, or a request that is granted, brings the opponent no time.",
        Mutation::Orders(&|scene, orders| {
            if let Some(IncidentKind::LastMinutesRejected | IncidentKind::SecondsGranted) =
                happened(scene)
            {
                orders.retain(|order| !matches!(order, Order::AddTime { .. }));
            }
        }),
    ),
    fault(
        "postponed-claims-lapse",
        "A claim whose decision is put off is forgotten when the flag falls.",
        Mutation::Scenario(&|line| {
            let put_off = |act: &Act| is(act, IncidentKind::LastMinutesPostponed);
            if let Some(place) = line.acts.iter().position(put_off) {
                line.acts.remove(place);
                line.acts.retain(|act| !matches!(act, Act::ClaimNoWinningChances { .. }));
            }
        }),
    ),
    fault(
        "no-claim-without-a-scoresheet",
        "A player who has not recorded the moves cannot claim a draw.",
        Mutation::Ruling(&|scene, decision| {
            if let (Some(Act::ClaimUnrecorded { .. }), Decision::Over(_)) =
                (scene.last_act(), decision)
                && before_was_open(scene)
            {
                Decision::Refused(Refused::Claim)
            } else {
                decision
            }
        }),
    ),
    fault(
        "claims-without-a-scoresheet-are-believed",
        "If neither player has recorded the moves, the claim is accepted.",
        Mutation::Ruling(&|scene, decision| {
            if let (
                Some(Act::ClaimUnrecorded { ground, .. }),
                Decision::Refused(_) | Decision::ArbiterDecides,
            ) = (scene.last_act(), decision)
            {
                let by = match ground {
                    ClaimGround::Threefold => Termination::ThreefoldRepetition,
                    ClaimGround::Fifty => Termination::FiftyMoves,
                };
                Decision::Over(Outcome::draw(by))
            } else {
                decision
            }
        }),
    ),
    fault(
        "said-is-written",
        "A move that is said before a claim counts like one that is written.",
        Mutation::Scenario(&|line| {
            for act in &mut line.acts {
                if let Act::ClaimSpoken { by, ground, mv: said } = *act {
                    *act = Act::Claim { by, ground, written: Some(said) };
                }
            }
        }),
    ),
    fault(
        "consent-means-nothing",
        "What the event forbids the arbiter cannot allow.",
        Mutation::Scenario(&|line| line.acts.retain(|act| !is(act, IncidentKind::ConsentGiven))),
    ),
    fault(
        "agreement-is-always-free",
        "That an event allows no draws by agreement is not looked up.",
        Mutation::Scenario(&|line| line.event.no_agreement = false),
    ),
    fault(
        "offers-are-always-free",
        "An event may forbid the agreement, but not the offer.",
        Mutation::Ruling(&|scene, decision| {
            if let (Some(Act::Offer { .. }), Decision::Refused(Refused::Offer)) =
                (scene.last_act(), decision)
            {
                Decision::PlayOn
            } else {
                decision
            }
        }),
    ),
    fault(
        "pressing-again-is-free",
        "The clock pressed without a move is never counted.",
        Mutation::Orders(&|scene, orders| {
            if let Some(Act::Press { .. }) = scene.last_act() {
                orders.clear();
            }
        }),
    ),
    fault(
        "moves-of-the-period-are-not-counted",
        "A flag loses, whether or not the moves of the period have been made.",
        Mutation::Scenario(&|line| line.event.control = None),
    ),
    fault(
        "absence-is-forgiven",
        "A player never loses by arriving late.",
        Mutation::Ruling(&|scene, decision| {
            if let Some(IncidentKind::Late | IncidentKind::BothLate) = happened(scene)
                && before_was_open(scene)
            {
                Decision::PlayOn
            } else {
                decision
            }
        }),
    ),
    fault(
        "nobody-may-be-late",
        "The default time of the event is not looked up.",
        Mutation::Scenario(&|line| line.event.default_minutes = Some(0)),
    ),
    fault(
        "absence-costs-no-time",
        "The clock begins to run when a player comes.",
        Mutation::Scenario(&|line| {
            line.acts.retain(|act| {
                !(is(act, IncidentKind::Late) || is(act, IncidentKind::BothLate))
                    || line.event.clocks.is_none()
            });
        }),
    ),
    fault(
        "somebody-always-scores",
        "A game cannot be lost by both players.",
        Mutation::Ruling(&|_, decision| {
            if let Decision::BothLose = decision { Decision::PlayOn } else { decision }
        }),
    ),
    fault(
        "sealed-moves-are-corrected",
        "A sealed move that is void is put right when the game is resumed.",
        Mutation::Ruling(&|scene, decision| {
            if let (
                Some(IncidentKind::EnvelopeOpened),
                Decision::Over(Outcome { by: Termination::Forfeit, .. }),
            ) = (happened(scene), decision)
                && before_was_open(scene)
            {
                Decision::PlayOn
            } else {
                decision
            }
        }),
    ),
    fault(
        "sealed-moves-stay-sealed",
        "The sealed move is not made on the board when the envelope is opened.",
        Mutation::Ruling(&|scene, decision| {
            if let (Some(IncidentKind::EnvelopeOpened), Decision::Over(_)) =
                (happened(scene), decision)
                && before_was_open(scene)
            {
                Decision::PlayOn
            } else if let (Some(IncidentKind::EnvelopeOpened), Decision::PlayOn) =
                (happened(scene), decision)
            {
                Decision::Refused(Refused::Move)
            } else {
                decision
            }
        }),
    ),
    fault(
        "clocks-are-never-set-right",
        "A clock that was set wrongly stays so.",
        Mutation::Orders(&|_, orders| orders.retain(|order| *order != Order::SetClocks)),
    ),
    fault(
        "stopping-the-clocks-is-free",
        "A player may stop the clocks at any time, and press them with either hand.",
        Mutation::Orders(&|_, orders| {
            orders.retain(|order| {
                !matches!(order, Order::MayBePenalised { .. } | Order::ShallBePenalised { .. })
            });
        }),
    ),
    fault(
        "every-device-loses",
        "A device in a bag loses the game like one on the player.",
        Mutation::Ruling(&|scene, decision| {
            if let (
                Some(Act::Incident(Incident {
                    what: IncidentKind::PhoneRingsInBag | IncidentKind::DeviceInBag,
                    of: Some(of),
                    ..
                })),
                Decision::PlayOn,
            ) = (scene.last_act(), decision)
            {
                lost(of, Termination::Forfeit)
            } else {
                decision
            }
        }),
    ),
    fault(
        "devices-are-never-allowed",
        "A device is penalised wherever it is, allowed or not.",
        Mutation::Orders(&|scene, orders| {
            if let Some(Act::Incident(Incident {
                what: IncidentKind::DeviceAllowedInBag,
                of: Some(by),
                ..
            })) = scene.last_act()
            {
                orders.push(Order::ShallBePenalised { by });
            }
        }),
    ),
    fault(
        "own-offence-wins",
        "A flag that falls while pieces lie loses, although the opponent has displaced them.",
        Mutation::Ruling(&|scene, decision| {
            let gives_back = |act: &Act| is(act, IncidentKind::Displaced);
            if let (Some(Act::FlagFalls { by }), Decision::PlayOn) = (scene.last_act(), decision)
                && scene.line.acts.iter().any(gives_back)
            {
                lost(by, Termination::Time)
            } else {
                decision
            }
        }),
    ),
    fault(
        "half-points-are-rounded-up",
        "A game in which one player alone gets half a point counts as a draw.",
        Mutation::Ruling(&|_, decision| {
            if let Decision::HalfPoint(_) = decision {
                Decision::Over(Outcome::draw(Termination::Arbiter))
            } else {
                decision
            }
        }),
    ),
    fault(
        "flag-called-without-a-look",
        "Every call of a flag counts, even by a spectator, and the clock is not checked.",
        Mutation::Ruling(&|scene, decision| {
            let Some(Act::Incident(Incident { what, of: Some(of), .. })) = scene.last_act() else {
                return decision;
            };
            if let (IncidentKind::FlagCalledByArbiter, Decision::Refused(_))
            | (IncidentKind::FlagCalledBySpectator, Decision::PlayOn) = (what, decision)
            {
                lost(of, Termination::Time)
            } else if let (IncidentKind::FlagClaimed, Decision::Refused(_)) = (what, decision) {
                lost(!of, Termination::Time)
            } else {
                decision
            }
        }),
    ),
    fault(
        "last-minutes-verdict-means-nothing",
        "What the arbiter says to a claim of the last minutes ends no game.",
        Mutation::Ruling(&|scene, decision| {
            if let (
                Some(IncidentKind::LastMinutesAgreed | IncidentKind::LastMinutesRejected),
                Decision::Over(_),
            ) = (happened(scene), decision)
                && before_was_going(scene)
            {
                Decision::PlayOn
            } else {
                decision
            }
        }),
    ),
    fault(
        "scoresheets-are-not-looked-at",
        "A flag at the control loses or not by itself, and what the scoresheets show does not matter.",
        Mutation::Ruling(&|scene, decision| {
            let Some(Act::Incident(Incident { what, of, .. })) = scene.last_act() else {
                return decision;
            };
            if let (IncidentKind::FlagWithoutRecord | IncidentKind::RecordLost, Decision::PlayOn) =
                (what, decision)
            {
                lost(of.unwrap_or(Color::White), Termination::Time)
            } else if let (IncidentKind::RecordShows, Decision::Over(_)) = (what, decision)
                && before_was_open(scene)
            {
                Decision::PlayOn
            } else {
                decision
            }
        }),
    ),
    fault(
        "conduct-costs-a-warning",
        "A phone that rings, or refusal to keep to the Laws, brings a warning.",
        Mutation::Ruling(&|scene, decision| {
            if let (
                Some(
                    IncidentKind::PhoneRings
                    | IncidentKind::DeviceOnPlayer
                    | IncidentKind::Refusal
                    | IncidentKind::RefusalByBoth,
                ),
                true,
            ) = (happened(scene), before_was_open(scene))
            {
                Decision::PlayOn
            } else {
                decision
            }
        }),
    ),
    fault(
        "mishaps-are-illegal-moves",
        "Whatever goes wrong with pieces and clock is penalised like an illegal move.",
        Mutation::Orders(&|_, orders| {
            for order in orders {
                if let Order::PutBack { by }
                | Order::MayBePenalised { by }
                | Order::ShallBePenalised { by } = *order
                {
                    *order = Order::AddTime { to: !by, minutes: 1 };
                }
            }
        }),
    ),
];

/// The incident that the last act reports.
fn happened(scene: &Scene) -> Option<IncidentKind> {
    if let Act::Incident(Incident { what, .. }) = scene.last_act()? { Some(what) } else { None }
}

fn is(act: &Act, wanted: IncidentKind) -> bool {
    matches!(act, Act::Incident(Incident { what, .. }) if *what == wanted)
}

/// Whether the game had no outcome before the last act.
fn before_was_going(scene: &Scene) -> bool {
    scene.before().is_some_and(|game| game.outcome().is_none())
}

/// Whether the ruling before the last act was to play on.
fn before_was_open(scene: &Scene) -> bool {
    scene.before().is_some_and(|game| game.standing().decision == Decision::PlayOn)
}
