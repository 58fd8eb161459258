//! Judges one game: compares its record with the rules.

use std::collections::BTreeSet;

use lawbook::{
    board::Color,
    position::Position,
    rules::{Reason, Termination},
};
use lawbook_arbiter::story::{self, KnownEnd, NoteKind};
use serde::Serialize;

use super::{
    GameResult, GameRules, Kind, MAX_GAME, RecordedCause,
    dated::RulesOfGame,
    headers::{GameStart, Headers},
    judgement::{CountedLines, FindingLocation, GameEntry, Judge, Judgement},
    played::{BoardEnd, PlayedMovetext, ReplayError},
    record::RecordedEnd,
    verdict,
};

/// The options for judging each game, which are also part of the results.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AuditConfig {
    /// The rules for judging the games.
    pub rules: GameRules,
    /// Whether to report draws that could have been claimed.
    pub missed_claims: bool,
    /// Whether to report all notes of a `DrawStory`: repetitions, claims, long runs, near misses, and players who can no
    /// longer mate.
    pub claims: bool,
    /// Whether to report records that deviate from the standard but can be read.
    pub strict: bool,
    /// The kinds of findings that are neither reported nor counted.
    pub off: BTreeSet<Kind>,
}

impl AuditConfig {
    /// Returns the options for judging by these rules, without claims and with every kind of finding.
    pub fn under(rules: impl Into<GameRules>) -> AuditConfig {
        AuditConfig {
            rules: rules.into(),
            missed_claims: false,
            claims: false,
            strict: false,
            off: BTreeSet::new(),
        }
    }
}

/// Judges a game.
#[expect(clippy::too_many_lines, reason = "the steps of the judging, one after another")]
pub(super) fn judge(config: &AuditConfig, entry: &GameEntry<'_>) -> Judgement {
    #[cfg(test)]
    assert!(!entry.text.starts_with(b"[Event \"panic\"]"), "injected");
    let (headers, begin) = Headers::read(entry.text);
    let RulesOfGame { known, source } = config.rules.of(&headers);
    let rules = known.rules;
    let mut judge = Judge {
        known,
        off: &config.off,
        entry,
        headers,
        score: None,
        unreadable_result: None,
        budget: verdict::budget(),
        lines: CountedLines::default(),
        judgement: Judgement {
            dated: (config.rules == GameRules::Dated).then_some(rules),
            source,
            year: known.day.map(|(year, ..)| year),
            ..Judgement::default()
        },
    };
    judge.tags();
    let start = match judge.headers.start(begin) {
        GameStart::Variant(name) => {
            judge.judgement.said = Some(judge.headers.end(None).counted());
            judge.judgement.skipped = Some(name);
            return judge.judgement;
        }
        GameStart::Unplayable(why) => {
            judge.judgement.said = Some(judge.headers.end(None).counted());
            judge.judgement.in_part = true;
            judge.score = judge.headers.result();
            judge.add_finding(
                Kind::UnplayableStart,
                FindingLocation { place: begin, ..FindingLocation::default() },
                None,
                why,
            );
            return judge.judgement;
        }
        GameStart::At(start) => *start,
    };
    judge.judgement.fit = Some(known.fit);
    let played =
        PlayedMovetext::new(rules, start, entry.text, begin, config.missed_claims, Some(known));
    judge.judgement.plies = played.plies() as u64;
    let mut record = judge.headers.end(played.comment);
    if judge.headers.is_forfeited() || played.is_forfeited {
        record.cause = RecordedCause::OffBoard;
    }
    judge.judgement.said = Some(record.counted());
    judge.judgement.in_part =
        judge.entry.damage.is_some() || played.trouble.is_some() || played.after > 0;
    judge.results(&played);
    judge.repairs(&played, config.strict);
    if judge.damage(&played) {
        return judge.judgement;
    }
    judge.mate_sign(&played, &record);
    if judge.trouble(&played) {
        judge.ended_before_trouble(&played);
        return judge.judgement;
    }
    judge.words(&played, &record);
    // Most games were won by a player who can mate. A single search shows that such a win is not wrong.
    let winner = judge.score.and_then(GameResult::winner).filter(|_| played.outcome.is_none());
    let is_sound = winner
        .is_some_and(|winner| verdict::can_mate(rules, played.position(), winner, &judge.budget));
    let (end, open) =
        if is_sound { (None, false) } else { verdict::end(rules, &played, &judge.budget) };
    judge.judgement.open = open;
    let end = judge.without_uncertain(&played, end);
    match end {
        Some(end) => {
            judge.judgement.in_part |= end.ply < played.plies();
            judge.ended(&played, end);
        }
        None => judge.not_ended(&played, &record, is_sound),
    }
    judge.missed_claims(&played, end);
    if config.claims {
        judge.story(&played, winner.filter(|_| is_sound));
    }
    judge.judgement
}

impl Judge<'_> {
    /// Reports tags that contradict each other, and a result in a tag that cannot be read.
    fn tags(&mut self) {
        for conflict in std::mem::take(&mut self.headers.conflicts) {
            let [first, other] = &conflict.values;
            let name = conflict.name;
            let kind = if name == "Result" { Kind::ResultsDiffer } else { Kind::TagsDiffer };
            let says = format!("the tag {name} occurs with {first:?} and with {other:?}");
            let location = FindingLocation { place: conflict.place, ..FindingLocation::default() };
            self.add_finding(kind, location, None, says);
        }
        self.unreadable_result = self.headers.unreadable_result();
        if let Some(value) = &self.unreadable_result {
            let says = format!("the tag Result has {value:?}; expected 1-0, 0-1, 1/2-1/2 or *");
            self.add_finding(Kind::UnreadableResult, FindingLocation::default(), None, says);
        }
    }

    /// Reports the first move with the sign of checkmate that does not mate. That of the last move is reported with
    /// the recorded end, if that is checkmate.
    fn mate_sign(&mut self, played: &PlayedMovetext<'_>, record: &RecordedEnd) {
        let is_reported = |ply: &usize| {
            record.cause == RecordedCause::Checkmate
                && *ply == played.plies()
                && played.trouble.is_none()
                && self.score.is_some_and(|score| score.winner().is_some())
        };
        if let Some(ply) = played.wrong_sign.filter(|ply| !is_reported(ply)) {
            let reason = Some(Reason::Ended(Termination::Checkmate));
            let says = "the move has the sign of checkmate, but the position is not checkmate";
            self.find_at(Kind::MateNotThere, played, ply, reason, says.to_owned());
        }
    }

    /// Reports an end that is not certain, because its rules are not known to be those of the game. Returns the other end.
    fn without_uncertain(
        &mut self,
        played: &PlayedMovetext<'_>,
        end: Option<BoardEnd>,
    ) -> Option<BoardEnd> {
        let (certain, dead) = match end {
            Some(end) if !self.known.is_certain(end.outcome) => (None, Some(end)),
            end => (end, None),
        };
        let first = played.uncertain.into_iter().chain(dead).min_by_key(|end| end.ply);
        if let Some(end) = first.filter(|first| certain.is_none_or(|end| first.ply < end.ply)) {
            self.ended(played, end);
        }
        // Stalemate can follow a dead position.
        let last = || played.outcome.map(|outcome| BoardEnd { ply: played.plies(), outcome });
        certain.or_else(last)
    }

    /// Sets the result: that of the tag, or else that of the movetext. Reports if they differ, or if the signal of the
    /// kings differs. A star does not count as a result, so that it differs from none.
    fn results(&mut self, played: &PlayedMovetext<'_>) {
        let (tag, text) = (self.headers.result(), played.score);
        self.score = tag.filter(|&tag| tag != GameResult::Open).or(text).or(tag);
        let told = |result: &GameResult| *result != GameResult::Open;
        if let (Some(tag), Some(text)) = (tag.filter(told), text.filter(told))
            && tag != text
        {
            let says = format!("the tag has the result {tag} and the movetext {text}");
            self.find_at(Kind::ResultsDiffer, played, played.plies(), None, says);
        }
        let Some(shown) = played.signal else { return };
        let says = format!("the last moves are the signal of {shown}: the kings in the centre");
        self.find_at(Kind::ResultSignal, played, played.plies(), None, says);
        if let Some(score) = self.score.filter(told)
            && shown != score
        {
            let says = format!("the kings in the centre show {shown}, but {score} is recorded");
            self.find_at(Kind::ResultsDiffer, played, played.plies(), None, says);
        }
    }

    /// Counts the deviations from the standard. With `report`, reports the first one.
    fn repairs(&mut self, played: &PlayedMovetext<'_>, report: bool) {
        let [tags, moves] = [&self.headers.repairs, &played.repairs];
        let count = tags.count + moves.count;
        self.judgement.repairs = count;
        let first = tags.first.as_ref().or(moves.first.as_ref());
        if let Some((place, says)) = first.filter(|_| report).cloned() {
            let more = match count - 1 {
                0 => String::new(),
                1 => "; 1 other deviation follows".to_owned(),
                more => format!("; {more} other deviations follow"),
            };
            let location = FindingLocation { place, ..FindingLocation::default() };
            self.add_finding(Kind::Nonstandard, location, None, says + &more);
        }
    }

    /// Whether the text is incomplete or empty. Reports it if so.
    fn damage(&mut self, played: &PlayedMovetext<'_>) -> bool {
        let nothing = played.plies() == 0
            && played.trouble.is_none()
            && self.score.is_none()
            && self.unreadable_result.is_none();
        let (kind, says) = match self.entry.damage {
            Some(Kind::CutOff) => {
                (Kind::CutOff, "the archive cannot be read any further".to_owned())
            }
            Some(kind) => (kind, format!("the text of the game is longer than {MAX_GAME} bytes")),
            None if nothing => (Kind::Empty, "the game has neither moves nor a result".to_owned()),
            None => return false,
        };
        self.find_at(kind, played, played.plies(), None, says);
        true
    }

    /// Whether the moves could not be played to the end. Reports why if so, and the illegal moves that stood.
    fn trouble(&mut self, played: &PlayedMovetext<'_>) -> bool {
        for (ply, stood) in played.illegal_moves() {
            self.cannot_play(stood, ply + 1, &played.position_after(ply));
        }
        let Some(trouble) = &played.trouble else { return false };
        let ply = played.plies() + usize::from(trouble.word.is_some());
        self.cannot_play(trouble, ply, played.position());
        true
    }

    /// Compares the result with the end of a game that can be read up to its end, and not after it.
    fn ended_before_trouble(&mut self, played: &PlayedMovetext<'_>) {
        if played.outcome.is_some()
            && let (Some(end), _) = verdict::end(self.known.rules, played, &self.budget)
        {
            self.ended(played, end);
        } else {
            self.without_uncertain(played, None);
        }
    }

    /// Reports an error at the move with number `ply`, counted from 1, in `position`.
    fn cannot_play(&mut self, error: &ReplayError, ply: usize, position: &Position) {
        let reason = (error.kind == Kind::IllegalMove).then_some(Reason::MoveIllegal);
        let location = FindingLocation {
            place: error.place,
            ply,
            played: error.word.clone(),
            fen: Some(position.to_string()),
        };
        self.add_finding(error.kind, location, reason, error.says.clone());
    }

    /// Reports the notes on the game's draws. `can_mate` is a player who is known to be able to mate at the end.
    fn story(&mut self, played: &PlayedMovetext<'_>, can_mate: Option<Color>) {
        let is_whole = played.illegal_moves().next().is_none();
        let known = KnownEnd { budget: &self.budget, can_mate: can_mate.filter(|_| is_whole) };
        let notes = story::notes_of(&played.line(), self.known.rules, verdict::LIMIT, &known);
        self.judgement.findings.reserve_exact(notes.len());
        for note in notes {
            let kind = match note.kind {
                NoteKind::Repetition => Kind::Repetition,
                NoteKind::Claim => Kind::Claim,
                NoteKind::Run => Kind::LongRun,
                NoteKind::NearMiss => Kind::NearMiss,
                NoteKind::CannotMate => Kind::CannotMate,
                // The end is reported only if something is wrong with it.
                NoteKind::End => continue,
            };
            let before = self.judgement.findings.len();
            self.find_at(kind, played, note.ply, None, note.says);
            if let Some(found) = self.judgement.findings.get_mut(before) {
                found.article = note.article;
            }
        }
    }
}
