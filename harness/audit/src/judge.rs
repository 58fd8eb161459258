//! Judges one game: compares its record with the rules.

use lawbook::{
    board::Color,
    position::Position,
    rules::{Outcome, Reason, RuleSet, SearchBudget, Termination},
};
use lawbook_arbiter::story::{self, KnownEnd, NoteKind};

use super::{
    AuditFinding, GameResult, GameRules, Kind, KindSet, MAX_GAME, RecordedCause, Severity,
    dated::{RulesFit, RulesOfGame},
    headers::{GameStart, Headers, TagName},
    played::{PlayedMovetext, ReplayError, is_certain},
    record::RecordedEnd,
    text::clip,
    verdict::{self, BoardEnd},
};

/// The maximum length of the sentence of a finding, in characters. The sentence can quote the record.
const MAX_SAYS: usize = 500;

/// The options for judging each game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AuditConfig {
    /// The rules for judging the games.
    pub rules: GameRules,
    /// Whether to report draws that could have been claimed.
    pub missed_claims: bool,
    /// Whether to report all notes about draws, see `DrawStory`.
    pub claims: bool,
    /// Whether to report records that deviate from the standard but can be read.
    pub strict: bool,
    /// The kinds of findings that are neither reported nor counted.
    pub off: KindSet,
}

impl AuditConfig {
    /// Returns the options for judging by these rules, without claims and with every kind of finding.
    pub fn under(rules: impl Into<GameRules>) -> AuditConfig {
        AuditConfig {
            rules: rules.into(),
            missed_claims: false,
            claims: false,
            strict: false,
            off: KindSet::default(),
        }
    }
}

/// A game of an archive, to be judged.
#[derive(Clone, Copy, Debug)]
pub(super) struct GameEntry<'a> {
    pub(super) text: &'a [u8],
    pub(super) archive: &'a str,
    /// The number of the game, from 1, counted from the beginning of its part of the archive.
    pub(super) number: u64,
    /// The offset of the game in the plain text of the archive, in bytes.
    pub(super) offset: u64,
    /// The first line of the game, from 1, counted from the beginning of its part of the archive.
    pub(super) line: u64,
    /// Why the text of the game is incomplete; `None` if it is complete.
    pub(super) damage: Option<Kind>,
}

/// The result of judging a game.
#[derive(Debug, Default)]
pub(super) struct Judgement {
    pub(super) findings: Vec<AuditFinding>,
    pub(super) plies: u64,
    /// The name of the variant for which the game was skipped.
    pub(super) skipped: Option<String>,
    /// The end according to the record.
    pub(super) said: Option<String>,
    /// The rule set, if it was chosen by the date of the game.
    pub(super) dated: Option<RuleSet>,
    /// Whether something is undetermined because a search reached its limit.
    pub(super) open: bool,
    /// How well the rules fit the day of the game; `None` if the game was not judged.
    pub(super) fit: Option<RulesFit>,
    /// Whether the game was judged only in part, because it cannot be read further or goes on after its end.
    pub(super) in_part: bool,
    /// The number of deviations from the standard.
    pub(super) repairs: u64,
    /// The host of the server where the game was played; empty if none is named.
    pub(super) source: String,
    /// The year of the game.
    pub(super) year: Option<u16>,
}

impl Judgement {
    /// Returns the judgement for a game that made `lawbook` panic with `message`.
    pub(super) fn failed(terms: AuditConfig, entry: &GameEntry<'_>, message: &str) -> Judgement {
        let says = format!(
            "lawbook failed while it judged this game: {message}; please report it as a bug, with the game"
        );
        let finding = finding(entry, Kind::InternalError, terms.rules.to_string(), &says);
        Judgement { findings: vec![finding], ..Judgement::default() }
    }
}

/// Returns a finding about the game as a whole, without the fields from its tags.
fn finding(entry: &GameEntry<'_>, kind: Kind, rules: String, says: &str) -> AuditFinding {
    let GameEntry { archive, number, offset, line, .. } = *entry;
    AuditFinding {
        kind,
        severity: kind.severity(),
        archive: archive.to_owned(),
        game: number,
        offset,
        line,
        at_line: line,
        ply: 0,
        played: None,
        fen: None,
        rules,
        article: None,
        says: clip(says.as_bytes(), MAX_SAYS),
        event: None,
        white: None,
        black: None,
        site: None,
        result: None,
        source: None,
        year: None,
    }
}

/// Judges a game.
#[expect(clippy::too_many_lines, reason = "the steps of the judging, one after another")]
pub(super) fn judge(terms: AuditConfig, entry: &GameEntry<'_>) -> Judgement {
    #[cfg(test)]
    assert!(!entry.text.starts_with(b"[Event \"panic\"]"), "injected");
    let (headers, begin) = Headers::read(entry.text);
    let RulesOfGame { rules, fit, source, year } = terms.rules.of(&headers);
    let mut judge = Judge {
        rules,
        fit,
        off: terms.off,
        entry,
        headers,
        score: None,
        unreadable_result: None,
        budget: verdict::budget(),
        lines: CountedLines::default(),
        judgement: Judgement {
            dated: (terms.rules == GameRules::Dated).then_some(rules),
            source,
            year,
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
    judge.judgement.fit = Some(fit);
    let play_on = matches!(fit, RulesFit::Unknown(_));
    let played = PlayedMovetext::new(rules, start, entry.text, begin, terms.missed_claims, play_on);
    judge.judgement.plies = played.plies() as u64;
    let mut record = judge.headers.end(played.comment);
    if judge.headers.is_forfeited() || played.is_forfeited {
        record.cause = RecordedCause::OffBoard;
    }
    judge.judgement.said = Some(record.counted());
    judge.judgement.in_part =
        judge.entry.damage.is_some() || played.trouble.is_some() || played.after > 0;
    judge.results(&played);
    judge.repairs(&played, terms.strict);
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
    let winner = judge.score.and_then(GameResult::winner).filter(|_| played.outcome().is_none());
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
    if terms.claims {
        judge.story(&played, winner.filter(|_| is_sound));
    }
    judge.judgement
}

/// The state of judging a game.
pub(super) struct Judge<'a> {
    /// The rules that apply to the game.
    pub(super) rules: RuleSet,
    /// How well they fit the day of the game.
    fit: RulesFit,
    off: KindSet,
    entry: &'a GameEntry<'a>,
    pub(super) headers: Headers<'a>,
    /// The limit of searches, and the cached results of those that were made.
    pub(super) budget: SearchBudget,
    /// The recorded result that is compared with the board.
    pub(super) score: Option<GameResult>,
    /// The value of the tag `Result`, if it is not a result.
    pub(super) unreadable_result: Option<String>,
    /// The line count up to the last finding.
    lines: CountedLines,
    pub(super) judgement: Judgement,
}

/// The number of lines before a place in a text, counted incrementally.
#[derive(Default)]
struct CountedLines {
    place: usize,
    lines: u64,
}

impl CountedLines {
    /// Returns the number of line feeds before `place`.
    fn before(&mut self, text: &[u8], place: usize) -> u64 {
        if place < self.place {
            *self = CountedLines::default();
        }
        let more = &text[self.place..place];
        self.lines += memchr::memchr_iter(b'\n', more).count() as u64;
        self.place = place;
        self.lines
    }
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

    /// Reports an end that the rules give to the game, if they are not known to apply. Returns the other end.
    fn without_uncertain(
        &mut self,
        played: &PlayedMovetext<'_>,
        end: Option<BoardEnd>,
    ) -> Option<BoardEnd> {
        let RulesFit::Unknown(_) = self.fit else { return end };
        let (certain, dead) = match end {
            Some(end) if !is_certain(end.outcome) => (None, Some(end)),
            end => (end, None),
        };
        let first = played.uncertain.into_iter().chain(dead).min_by_key(|end| end.ply);
        if let Some(end) = first {
            self.ended(played, end);
        }
        // Stalemate can follow a dead position.
        let last = || played.outcome().map(|outcome| BoardEnd { ply: played.plies(), outcome });
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
        if played.outcome().is_some()
            && let (Some(end), _) = verdict::end(self.rules, played, &self.budget)
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
        let notes = story::notes_of(&played.line(), self.rules, verdict::LIMIT, &known);
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

    /// Reports a finding about the position after `ply` plies.
    pub(super) fn find_at(
        &mut self,
        kind: Kind,
        played: &PlayedMovetext<'_>,
        ply: usize,
        reason: Option<Reason>,
        says: String,
    ) {
        let fen = Some(played.position_after(ply).to_string());
        let location =
            FindingLocation { place: played.place(ply), ply, played: played.san(ply), fen };
        self.add_finding(kind, location, reason, says);
    }

    fn add_finding(
        &mut self,
        kind: Kind,
        location: FindingLocation,
        reason: Option<Reason>,
        says: String,
    ) {
        if self.off.contains(kind) {
            return;
        }
        let before = self.lines.before(self.entry.text, location.place);
        let article = reason.and_then(|reason| reason.article(self.rules));
        let (mut severity, mut says) = (kind.severity(), says);
        if matches!(self.fit, RulesFit::Unknown(_))
            && severity < Severity::Broken
            && depends_on_rules(reason)
        {
            severity = Severity::Information;
            says.push_str("; not certain, because the rules at that time and place are not known");
        }
        let finding = AuditFinding {
            severity,
            source: Some(&self.judgement.source).filter(|source| !source.is_empty()).cloned(),
            year: self.judgement.year,
            at_line: self.entry.line + before,
            ply: location.ply as u32,
            played: location.played,
            fen: location.fen,
            article: article.map(str::to_owned),
            event: self.headers.text(TagName::Event),
            white: self.headers.text(TagName::White),
            black: self.headers.text(TagName::Black),
            site: self.headers.text(TagName::Site),
            result: self.score,
            ..finding(self.entry, kind, self.rules.name().to_owned(), &says)
        };
        self.judgement.findings.push(finding);
    }
}

impl Judge<'_> {
    /// Whether the game certainly ended so: by the rules of its day, or under any rules.
    pub(super) fn is_certain(&self, outcome: Outcome) -> bool {
        !matches!(self.fit, RulesFit::Unknown(_)) || is_certain(outcome)
    }
}

/// Whether a finding for this reason depends on the rule set: the moves, mate and stalemate are the same under all.
const fn depends_on_rules(reason: Option<Reason>) -> bool {
    !matches!(
        reason,
        None | Some(
            Reason::MoveIllegal | Reason::Ended(Termination::Checkmate | Termination::Stalemate)
        )
    )
}

/// The place that a finding is about.
#[derive(Default)]
struct FindingLocation {
    /// The offset after the place in the text of the game.
    place: usize,
    ply: usize,
    played: Option<String>,
    fen: Option<String>,
}
