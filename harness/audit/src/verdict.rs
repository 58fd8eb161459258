//! Compares the end of a game on the board with its end in the record.

use std::sync::Arc;

use lawbook::{
    board::Color,
    position::Position,
    rules::{
        ClaimGround, Claimed, DeadPosition, Event, FlagDraw, Offence, Outcome, Reason, RuleSet,
        SearchBudget, Termination,
    },
};

use super::{
    GameResult, Kind,
    judgement::Judge,
    phrase::{NamedResult, RecordedCause},
    played::{BoardEnd, PlayedMovetext},
    record::RecordedEnd,
};

impl Judge<'_> {
    /// Reports moves after the end of the game on the board, and a result that differs from that end.
    pub(super) fn ended(
        &mut self,
        played: &PlayedMovetext<'_>,
        BoardEnd { ply, outcome }: BoardEnd,
    ) {
        let reason = Some(Reason::Ended(outcome.by));
        // Lazy, because naming the move needs another pass over the game, and most games end correctly.
        let how = || match played.numbered(ply) {
            Some(played) => format!("the game ended {} with {played}", outcome.by.phrase()),
            None => format!("the game had ended {} before it began", outcome.by.phrase()),
        };
        let more = played.plies() - ply + played.after;
        if more == 1
            && outcome.by == Termination::DeadPosition
            && played.last_puts_king_in_the_centre()
        {
            let says = format!(
                "{}; the king in the centre that follows is taken as the signal of a result",
                how()
            );
            self.find_at(Kind::ResultSignal, played, ply, reason, says);
        } else if more > 0
            && let Some(kind) = played_on_after(outcome.by)
        {
            let plies = if more == 1 { "ply follows" } else { "plies follow" };
            let says = format!("{}, and {more} more {plies}", how());
            self.find_at(kind, played, ply, reason, says);
        }
        if more > 0 && !self.known.is_certain(outcome) {
            return;
        }
        let right = GameResult::of(outcome.winner);
        match self.score {
            Some(score) if score == right => {}
            Some(GameResult::Open) | None if self.unreadable_result.is_some() => {}
            Some(GameResult::Open) | None => {
                let says = format!("{}: expected {right}, but no result is recorded", how());
                self.find_at(Kind::ResultOpen, played, ply, reason, says);
            }
            Some(score) => {
                let says = format!("{}: expected {right}, but {score} is recorded", how());
                self.find_at(Kind::WrongResult, played, ply, reason, says);
            }
        }
    }

    /// Compares the words of the record with its result.
    pub(super) fn words(&mut self, played: &PlayedMovetext<'_>, record: &RecordedEnd) {
        let Some(score) = self.score.filter(|score| *score != GameResult::Open) else { return };
        let differs = match (score.winner(), record.named_result()) {
            (Some(winner), _) if record.loser == Some(winner) => {
                let says = format!("the text says that {winner} lost, but {score} is recorded");
                return self.find_at(Kind::WrongLoser, played, played.plies(), None, says);
            }
            (Some(_), Some(NamedResult::Draw)) => "a draw",
            (None, Some(NamedResult::Draw)) if score.is_decision() => "a draw",
            (None, Some(NamedResult::Win)) if !self.may_draw(played.position(), record) => "a win",
            _ => return,
        };
        // A loss for some causes is a draw if the winner cannot mate.
        let reason = match record.cause {
            RecordedCause::Time => Some(Reason::FlagFell),
            RecordedCause::Resignation => Some(Reason::ResignedUnwinnable),
            RecordedCause::IllegalMove => Some(Reason::IllegalUnwinnable(Offence::IllegalMove, 2)),
            _ => None,
        };
        let says = format!("the text names {differs}, but {score} is recorded");
        self.find_at(Kind::WordsDiffer, played, played.plies(), reason, says);
    }

    /// Whether a loss for the recorded cause can be a draw, because the winner may be unable to mate.
    fn may_draw(&self, position: &Position, record: &RecordedEnd) -> bool {
        Color::ALL
            .into_iter()
            .filter(|&winner| record.loser != Some(winner))
            .any(|winner| self.loss_draws(position, winner, record.cause) != Some(false))
    }

    /// Whether a loss for this cause is a draw, because `winner` cannot mate; `None` if a search reached its limit.
    fn loss_draws(&self, position: &Position, winner: Color, cause: RecordedCause) -> Option<bool> {
        let (rules, budget) = (self.known.rules, &self.budget);
        match cause {
            RecordedCause::Time => rules.flag_draws(position, winner, budget),
            RecordedCause::Resignation => rules.resignation_draws(position, winner, budget),
            RecordedCause::IllegalMove => {
                // A record does not name the time control: the game is judged as standard play.
                rules.illegal_loss_draws(&Event::default(), position, winner, budget)
            }
            RecordedCause::RulesInfraction | RecordedCause::OffBoard => None,
            _ => Some(false),
        }
    }

    /// Compares the record of a game that the board did not end with the last position.
    ///
    /// `is_sound` says that the player who won is known to be able to mate.
    pub(super) fn not_ended(
        &mut self,
        played: &PlayedMovetext<'_>,
        record: &RecordedEnd,
        is_sound: bool,
    ) {
        let Some(score) = self.score else { return };
        match score.winner() {
            Some(_) if is_sound && record.cause != RecordedCause::Checkmate => {}
            Some(winner) => self.won(played, winner, record.cause),
            None if score == GameResult::Draw => self.drawn(played, record.cause),
            None => {}
        }
    }

    fn won(&mut self, played: &PlayedMovetext<'_>, winner: Color, cause: RecordedCause) {
        let draws = |cause| self.loss_draws(played.position(), winner, cause);
        let (kind, reason, is_wrong, what) = match cause {
            RecordedCause::Checkmate => (
                Kind::MateNotThere,
                Reason::Ended(Termination::Checkmate),
                Some(true),
                "checkmate is recorded, but the position is not checkmate".to_owned(),
            ),
            RecordedCause::Time => (
                Kind::TimeForfeitUnwinnable,
                Reason::FlagFellUnwinnable,
                draws(cause),
                format!("{winner} won on time but cannot mate: expected a draw"),
            ),
            RecordedCause::Resignation => (
                Kind::ResignationUnwinnable,
                Reason::ResignedUnwinnable,
                draws(cause),
                format!("{winner} won by resignation but cannot mate: expected a draw"),
            ),
            RecordedCause::IllegalMove => (
                Kind::IllegalMovesUnwinnable,
                Reason::IllegalUnwinnable(Offence::IllegalMove, 2),
                draws(cause),
                format!("{winner} won by illegal moves but cannot mate: expected a draw"),
            ),
            RecordedCause::RulesInfraction => (
                Kind::UnwinnableWin,
                Reason::IllegalUnwinnable(Offence::IllegalMove, 2),
                draws(RecordedCause::IllegalMove),
                format!(
                    "{winner} won but cannot mate; the record does not say which rule was broken"
                ),
            ),
            RecordedCause::Unspecified => (
                Kind::UnwinnableWin,
                Reason::FlagFellUnwinnable,
                match draws(RecordedCause::Time) {
                    Some(true) => draws(RecordedCause::Resignation),
                    other => other,
                },
                format!("{winner} won but cannot mate; the record does not say how"),
            ),
            // Draws, and causes that the moves cannot refute.
            _ => return,
        };
        self.judgement.open |= is_wrong.is_none();
        if is_wrong == Some(true) {
            self.find_at(kind, played, played.plies(), Some(reason), what);
        }
    }

    fn drawn(&mut self, played: &PlayedMovetext<'_>, cause: RecordedCause) {
        let (position, rules) = (played.position(), self.known.rules);
        let (kind, reason, is_wrong, says) = match cause {
            RecordedCause::Repetition => (
                Kind::RepetitionNotThere,
                Reason::ClaimRight(ClaimGround::Threefold, 3, Claimed::OnBoard),
                Some(!played.is_claimable(ClaimGround::Threefold)),
                "a draw by repetition is recorded, but none could be claimed",
            ),
            RecordedCause::FiftyMoves => (
                Kind::FiftyMovesNotThere,
                Reason::ClaimRight(ClaimGround::Fifty, 100, Claimed::OnBoard),
                Some(!played.is_claimable(ClaimGround::Fifty)),
                "a draw by the fifty-move rule is recorded, but none could be claimed",
            ),
            RecordedCause::Stalemate => (
                Kind::StalemateNotThere,
                Reason::Ended(Termination::Stalemate),
                Some(true),
                "stalemate is recorded, but the position is not stalemate",
            ),
            RecordedCause::DeadPosition => (
                Kind::DeadPositionNotThere,
                Reason::Ended(Termination::DeadPosition),
                // If a draw offer to an opponent who cannot mate draws at once, it is enough that one of the players
                // cannot mate.
                match rules.offer_to_the_mateless_draws().value {
                    true => Some(Color::ALL.into_iter().all(|winner| {
                        rules.flag_draws(position, winner, &self.budget) == Some(false)
                    })),
                    false => rules.is_dead(position, &self.budget).map(|dead| !dead),
                },
                "a draw by insufficient material is recorded, but mate is still possible",
            ),
            RecordedCause::TimeWithoutMaterial => (
                Kind::TimeForfeitWinnable,
                Reason::FlagFell,
                either_wins_on_time(rules, position, &self.budget),
                "a draw on time for insufficient material is recorded, but both players could mate",
            ),
            // Wins, and causes that the moves cannot refute.
            _ => return,
        };
        self.judgement.open |= is_wrong.is_none();
        if is_wrong == Some(true) {
            self.find_at(kind, played, played.plies(), Some(reason), says.to_owned());
        }
    }

    /// Reports draws that could have been claimed, if the game continued after that, or stopped there with a result
    /// other than a draw.
    pub(super) fn missed_claims(&mut self, played: &PlayedMovetext<'_>, end: Option<BoardEnd>) {
        for (ground, ply) in ClaimGround::ALL.into_iter().zip(played.claims) {
            let last = end.map_or(played.plies(), |end| end.ply);
            let Some(ply) = ply.filter(|&ply| ply <= last) else { continue };
            let went_on = ply < last;
            let was_drawn = matches!(self.score, Some(GameResult::Draw));
            if !went_on && (was_drawn || end.is_some()) {
                continue;
            }
            let (kind, count) = match ground {
                ClaimGround::Threefold => (Kind::MissedThreefold, 3),
                ClaimGround::Fifty => (Kind::MissedFiftyMoves, 100),
            };
            let by = played.position_after(ply).turn();
            let says = format!("{by} could have claimed a draw by {ground}");
            let reason = Reason::ClaimRight(ground, count, Claimed::OnBoard);
            self.find_at(kind, played, ply, Some(reason), says);
        }
    }
}

/// The kind of finding for moves after this end; `None` if moves alone cannot end a game in this way.
const fn played_on_after(by: Termination) -> Option<Kind> {
    match by {
        Termination::Checkmate => Some(Kind::PlayAfterMate),
        Termination::Stalemate => Some(Kind::PlayAfterStalemate),
        Termination::DeadPosition => Some(Kind::PlayAfterDeadPosition),
        Termination::ThreefoldRepetition => Some(Kind::PlayAfterThreefold),
        Termination::FivefoldRepetition => Some(Kind::PlayAfterFivefold),
        Termination::FiftyMoves => Some(Kind::PlayAfterFiftyMoves),
        Termination::SeventyFiveMoves => Some(Kind::PlayAfterSeventyFiveMoves),
        Termination::MoveLimit => Some(Kind::PlayAfterMoveLimit),
        _ => None,
    }
}

/// The position limit of each search for whether a player can mate.
pub const LIMIT: usize = 20_000;

/// The search budget of one game, with a cache, because several questions need the same search.
pub(super) fn budget() -> SearchBudget {
    SearchBudget::up_to(LIMIT).cached(&Arc::default())
}

/// Returns the first event on the board that ended the game, if any, and whether a search reached its limit and left
/// open whether a position was dead.
///
/// A dead position stays dead whatever is played. So the last position is tested first, and the first dead one is
/// searched for only if the last one is dead.
pub(super) fn end(
    rules: RuleSet,
    played: &PlayedMovetext<'_>,
    budget: &SearchBudget,
) -> (Option<BoardEnd>, bool) {
    let last = played.plies();
    let told = played.outcome.map(|outcome| BoardEnd { ply: last, outcome });
    let by = told.map(|end| end.outcome.by);
    let last = match by {
        None => last,
        // Mate was possible before this move, so no earlier position was dead.
        Some(Termination::Checkmate) => return (told, false),
        Some(_) if last == 0 => return (told, false),
        Some(_) => last - 1,
    };
    // An illegal move can undo a dead position.
    let from = played.plies_to_illegal();
    if last < from {
        return (told, false);
    }
    let dead = |position: &Position| rules.is_dead(position, budget);
    match dead(&played.position_after(last)) {
        Some(true) => {
            let positions: Vec<Position> = played.positions().take(last + 1).skip(from).collect();
            let ply = from + positions.partition_point(|position| dead(position) != Some(true));
            (Some(BoardEnd { ply, outcome: Outcome::draw(Termination::DeadPosition) }), false)
        }
        Some(false) => (told, false),
        None => (told, true),
    }
}

/// Whether `side` is known to be able to mate, under rules that call a position dead, and a win on time a draw, only
/// if no series of legal moves leads to mate. Then the position is not dead, and a win of `side` is not wrong.
pub(super) fn can_mate(
    rules: RuleSet,
    position: &Position,
    side: Color,
    budget: &SearchBudget,
) -> bool {
    rules.dead_position().value == DeadPosition::General
        && rules.flag_draw().value == FlagDraw::NoSeries
        && rules.flag_draws(position, side, budget) == Some(false)
}

/// Whether each of the two players could have won on time, so that a draw on time is wrong; `None` if a search
/// reached its limit.
pub(super) fn either_wins_on_time(
    rules: RuleSet,
    position: &Position,
    budget: &SearchBudget,
) -> Option<bool> {
    // Some rules draw if a flag falls while a draw offer is open, and records do not contain offers.
    if rules.flag_takes_offer().value {
        return Some(false);
    }
    let draws = Color::ALL.map(|winner| rules.flag_draws(position, winner, budget));
    match draws {
        [Some(false), Some(false)] => Some(true),
        [Some(true), _] | [_, Some(true)] => Some(false),
        _ => None,
    }
}
