//! The article of a rule set that a reason is based on.

use super::{
    ClaimGround, Decision, Event, Order, Reason, RuleSet, Ruling, StartError, TimeControl,
    editions::Edition, reason::Topic,
};

impl Reason {
    /// The number of the article in the rule set that this reason is based on, if it is known. [`Ruling::articles`] adds
    /// those that depend on the event and on the penalty.
    ///
    /// Servers have no articles, and few numbers are known of the oldest editions. A number with a question mark was
    /// not read in that edition, but inferred from the neighbouring editions.
    pub fn article(self, rule_set: RuleSet) -> Option<&'static str> {
        rule_set.edition().article(self.topic()?)
    }
}

/// Whether the edition has an article on this topic for rapid that its rules of blitz refer to.
fn is_of_rapid(edition: &Edition, topic: Topic) -> bool {
    const OF_RAPID: [Topic; 7] = [
        Topic::IllegalWithoutSupervision,
        Topic::FlagWithoutSupervision,
        Topic::FlagCalled,
        Topic::SetUpWithoutSupervision,
        Topic::WrongClocksStand,
        Topic::IllegalPositionStays,
        Topic::PenaltyInRapid,
    ];
    let penalty = topic == Topic::PenaltyInBlitz
        && edition.article(topic) == edition.article(Topic::PenaltyInRapid);
    OF_RAPID.contains(&topic) || penalty
}

/// Explains the question mark after the number of an article, if one of these `articles` has it.
pub fn inferred_note(articles: &str) -> Option<&'static str> {
    articles
        .contains('?')
        .then_some("? = article number inferred from neighbouring editions, not read in the text")
}

impl Ruling {
    /// The articles that the ruling is based on in this event, separated by commas: first the one that decides, then
    /// those that set the penalty, and those that apply them to rapid and blitz. `None` if no number is known.
    ///
    /// A number with a question mark was not read, as [`inferred_note`] says.
    pub fn articles(&self, rule_set: RuleSet, event: &Event) -> Option<String> {
        let edition = rule_set.edition();
        let mut numbers: Vec<&str> = Vec::new();
        let cited = self.topics(rule_set, event);
        for number in cited.into_iter().filter_map(|one| edition.article(one)) {
            numbers.extend(
                number.split(", ").filter(|one| !numbers.contains(one)).collect::<Vec<_>>(),
            );
        }
        (!numbers.is_empty()).then(|| numbers.join(", "))
    }

    /// The topics of the ruling, in the order of citation.
    fn topics(&self, rule_set: RuleSet, event: &Event) -> Vec<Topic> {
        let edition = rule_set.edition();
        let fast = rule_set.has_fast_rules(event);
        let in_blitz = event.time == TimeControl::Blitz;
        let has = |kind: fn(&Order) -> bool| self.orders.iter().any(kind);
        let time = has(|order| matches!(order, Order::AddTime { .. } | Order::TakeTime { .. }));
        let shortened = has(|order| matches!(order, Order::AddTime { minutes: 1, .. }));
        let penalised = has(|order| {
            matches!(order, Order::MayBePenalised { .. } | Order::ShallBePenalised { .. })
        });
        let penalty = self.reason.illegal_penalty();
        let illegal = penalty.is_some()
            || [Reason::IllegalStands, Reason::IllegalUnclaimed].contains(&self.reason);
        let by_flag = matches!(self.reason, Reason::FlagFell | Reason::FlagFellUnwinnable);
        let own_in_blitz = in_blitz && edition.article(Topic::IllegalInBlitz).is_some();

        let mut topics = self.deciding_topics(fast);
        let called = topics.contains(&Topic::FlagCalled);
        topics.retain(|topic| fast || *topic != Topic::FlagCalled);
        topics.extend(matches!(self.reason, Reason::ClaimRight(..)).then_some(Topic::ClaimUpheld));
        topics.extend(self.reason.wrong_claim().map(ClaimGround::penalty));
        topics.extend(penalty.filter(|_| time || self.is_end()));
        topics.extend((illegal && fast && own_in_blitz).then_some(Topic::IllegalInBlitz));
        let in_rapid = illegal && fast && !own_in_blitz;
        topics.extend(in_rapid.then_some(Topic::IllegalWithoutSupervision));
        topics.extend((by_flag && fast && !called).then_some(Topic::FlagWithoutSupervision));
        if shortened {
            topics.push(if in_blitz { Topic::PenaltyInBlitz } else { Topic::PenaltyInRapid });
        }
        if fast && in_blitz {
            let of_rapid = topics.iter().position(|topic| is_of_rapid(edition, *topic));
            if let Some(place) = of_rapid {
                topics.insert(place, Topic::BlitzWithoutSupervision);
            }
        }
        topics.extend(penalised.then_some(Topic::Penalties));
        topics
    }

    /// The topics that decide. Empty if there are none, or if the rules of rapid and blitz decide alone.
    fn deciding_topics(&self, fast: bool) -> Vec<Topic> {
        if let Reason::IllegalUnwinnable(offence, _) = self.reason {
            return vec![offence.topic()];
        }
        let set_up = [StartError::PiecesMisplaced, StartError::BoardTurned];
        let set_up = set_up.map(Reason::BegunWronglyStands).contains(&self.reason);
        let stands = [Reason::IllegalStands, Reason::IllegalUnclaimed].contains(&self.reason);
        match fast {
            _ if !self.topics.is_empty() => self.topics.clone(),
            true if stands => Vec::new(),
            true if set_up => vec![Topic::SetUpWithoutSupervision],
            true | false => Vec::from_iter(self.reason.topic()),
        }
    }

    /// Whether the ruling ends the game.
    const fn is_end(&self) -> bool {
        matches!(self.decision, Decision::Over(_))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        board::{Color, Role, Square},
        rules::{Claimed, Offence, Outcome, Refused, Termination},
    };

    rows!(
        articles_follow_the_edition,
        {
            let dead = Reason::Ended(Termination::DeadPosition);
        },
        for (reason, rule_set, article) in [
            (dead, RuleSet::FIDE_1993, Some("10.4")),
            (dead, RuleSet::FIDE_2009, Some("5.2b")),
            (dead, RuleSet::FIDE_2023, Some("5.2.2")),
            (dead, RuleSet::LICHESS_2026, None),
            (Reason::Touched, RuleSet::USCF_7, Some("10B")),
            (Reason::PromotionFinal, RuleSet::FIDE_2001, None),
            (Reason::BothFlagsPlayOn, RuleSet::FIDE_2001, Some("6.12?")),
            (Reason::NothingEndsIt, RuleSet::FIDE_2023, None),
        ] {
            assert_eq!(reason.article(rule_set), article, "{reason:?} {rule_set}");
        }
    );

    rows!(
        topics_that_no_incident_shows_have_their_article,
        {
            use Reason as R;
        },
        for (reasons, article) in [
            (&[R::TwoHandsImproper][..], "4.1"),
            (&[R::AgainstObligation, R::NobodyObjected], "4.3"),
            (&[R::NotYetPromoted, R::PromotionFinal], "4.4.4"),
            (&[R::NothingToComplete, R::NotOnMove], "6.2.1"),
            (&[R::ClockRuns], "6.3.1"),
            (&[R::MoveIllegal], "3.10.2"),
            (&[R::ClaimNotOnMove(ClaimGround::Threefold)], "9.2"),
            (&[R::ClaimNotOnMove(ClaimGround::Fifty)], "9.3"),
            (&[R::MoveWritten], "8.1.2"),
            (&[R::WrittenMoveChanged(ClaimGround::Fifty)], "9.3.1"),
            (&[R::ClaimRight(ClaimGround::Fifty, 100, Claimed::WithMove)], "9.3.1"),
            (&[R::ClaimRight(ClaimGround::Fifty, 100, Claimed::OnBoard)], "9.3.2"),
            (&[R::WrittenMoveIllegal(ClaimGround::Fifty)], "9.3.1"),
            (&[R::LastMinutesPostponed], "Guidelines III.5.2"),
            (&[R::QuickplayApplies, R::QuickplayNotHere], "Guidelines III.5"),
        ] {
            for reason in reasons {
                assert_eq!(reason.article(RuleSet::FIDE_2023), Some(article), "{reason:?}");
            }
        }
    );

    rows!(
        a_ruling_cites_what_decides_and_what_sets_the_price,
        {
            let standard = Event::default();
            let open = |time| Event { time, supervised: false, ..standard };
            let (rapid, blitz) = (open(TimeControl::Rapid), open(TimeControl::Blitz));
            let watched = Event { time: TimeControl::Blitz, ..standard };
            let (white, illegal) = (Color::White, Offence::IllegalMove);
            let minutes = |minutes| Order::AddTime { to: white, minutes };
            let completed = Ruling::play_on(Reason::IllegalCompleted(illegal, 1));
            let two = completed.clone().with([Order::Restore, minutes(2)]);
            let one = completed.with([Order::Restore, minutes(1)]);
            let lost = Outcome::win(white, Termination::IllegalMoves);
            let loses = Ruling::over(lost, Reason::IllegalLoses(Offence::TwoHands, 2));
            let mv = Order::MustPlay { mv: "g1f3".parse().unwrap() };
            let claim = |reason| Ruling::refused(Refused::Claim, reason);
            let spoken = claim(Reason::NotWritten(ClaimGround::Threefold)).with([minutes(2), mv]);
            let bound = Ruling::refused(Refused::Move, Reason::AgainstObligation).with([mv]);
            let drawn = Outcome::draw(Termination::ThreefoldRepetition);
            let right = Reason::ClaimRight(ClaimGround::Threefold, 3, Claimed::WithMove);
            let right = Ruling::over(drawn, right);
            let flag = Ruling::over(Outcome::win(white, Termination::Time), Reason::FlagFell);
            let called = flag.clone().on([Topic::FlagFallen, Topic::FlagCalled]);
            let price = claim(Reason::ClaimWrong(ClaimGround::Threefold, 2)).with([minutes(1)]);
            let price = price.on([Topic::SamePositionEnPassant]);
            let (role, square) = (Role::Knight, Square::parse("g1").unwrap());
            let touched = Ruling::play_on(Reason::Touched);
            let own = touched.clone().with([Order::MustMove { role, square }]);
            let other = touched.with([Order::MustCapture { role, square }]);
            let late = Ruling::play_on(Reason::OtherHand);
            let late = late.with([Order::MayBePenalised { by: white }]);
        },
        for (ruling, rule_set, event, articles) in [
            (&two, RuleSet::FIDE_2023, &standard, "7.5.1, 7.5.5"),
            (&one, RuleSet::FIDE_2023, &rapid, "7.5.1, 7.5.5, A.5.2, A.3"),
            (&one, RuleSet::FIDE_2023, &blitz, "7.5.1, 7.5.5, B.3, A.5.2, A.3"),
            (&one, RuleSet::FIDE_2018, &blitz, "7.5.1, 7.5.5, B.4, A.4.2, B.2"),
            (&one, RuleSet::FIDE_2018, &watched, "7.5.1, 7.5.5, B.2"),
            (&loses, RuleSet::FIDE_2023, &standard, "7.5.4, 7.5.5"),
            (&called, RuleSet::FIDE_2023, &standard, "6.9"),
            (&called, RuleSet::FIDE_2023, &blitz, "6.9, B.3, A.5.5"),
            (&price, RuleSet::FIDE_2023, &blitz, "9.2.3.1, 9.5.3, B.3, A.3"),
            (&price, RuleSet::FIDE_2018, &blitz, "9.2.2.1, 9.5.3, B.2"),
            (&loses, RuleSet::FIDE_1997, &blitz, "C3"),
            (&spoken, RuleSet::FIDE_2023, &standard, "9.2.1, 9.5.3"),
            (&bound.clone().on([Topic::BoundByClaim]), RuleSet::FIDE_2023, &standard, "9.5.3"),
            (&right, RuleSet::FIDE_2023, &standard, "9.2.1, 9.5.2"),
            (&right, RuleSet::FIDE_2018, &standard, "9.2.1.1, 9.5.2"),
            (&flag, RuleSet::FIDE_2023, &rapid, "6.9, A.5.3"),
            (&own.clone().on([Topic::TouchedOwn]), RuleSet::FIDE_2023, &standard, "4.3.1"),
            (&other.on([Topic::TouchedOther]), RuleSet::FIDE_2009, &standard, "4.3b"),
            (&own.on([Topic::TouchedOwn]), RuleSet::FIDE_1997, &standard, "4.3"),
            (&late, RuleSet::FIDE_2023, &standard, "6.2.3, 12.9"),
        ] {
            let cited = ruling.articles(rule_set, event);
            assert_eq!(cited.as_deref(), Some(articles), "{ruling:?} {rule_set} {event}");
        }
    );

    rows!(
        refusal_has_an_article_for_one_and_one_for_both,
        {
            let both =
                Ruling::new(Decision::BothLose, Reason::LawsRefused).on([Topic::RefusalByBoth]);
        },
        for (ruling, rule_set, article) in [
            (Ruling::play_on(Reason::LawsRefused), RuleSet::FIDE_2023, "11.7"),
            (both.clone(), RuleSet::FIDE_2023, "11.8"),
            (Ruling::play_on(Reason::LawsRefused), RuleSet::FIDE_2009, "12.8"),
            (both, RuleSet::FIDE_2009, "12.9"),
            (Ruling::play_on(Reason::LawsRefused), RuleSet::FIDE_1997, "12.7"),
        ] {
            let cited = ruling.articles(rule_set, &Event::default());
            assert_eq!(cited.as_deref(), Some(article), "{ruling:?} {rule_set}");
        }
    );

    #[test]
    fn a_number_that_was_not_read_has_the_mark_that_is_explained() {
        let ruling = Ruling::play_on(Reason::BothAbsent);
        let cited = ruling.articles(RuleSet::FIDE_2014, &Event::default());
        assert_eq!(cited.as_deref(), Some("6.7b?"));
        assert!(inferred_note("6.7a, 6.7b?").is_some_and(|note| note.starts_with("? = ")));
        assert_eq!(inferred_note("6.7a, 6.7b"), None);
    }
}
