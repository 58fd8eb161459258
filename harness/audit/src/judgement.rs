//! The result of judging one game, and the state while it is judged.

use std::collections::BTreeSet;

use lawbook::rules::{Reason, RuleSet, SearchBudget};

use super::{
    AuditConfig, AuditFinding, GameResult, Kind, Severity,
    certainty::{KnownRules, of_finding},
    dated::RulesFit,
    headers::{Headers, TagName},
    played::PlayedMovetext,
    text::clip,
};

/// The maximum length of the sentence of a finding, in characters. The sentence can quote the record.
const MAX_SAYS: usize = 500;

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
    pub(super) fn failed(config: &AuditConfig, entry: &GameEntry<'_>, message: &str) -> Judgement {
        let says = format!(
            "lawbook failed while it judged this game: {message}; please report it as a bug, with the game"
        );
        let finding = finding(entry, Kind::InternalError, config.rules.to_string(), &says);
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

/// The state of judging a game.
pub(super) struct Judge<'a> {
    /// The rules that apply to the game, and how well they are known.
    pub(super) known: KnownRules,
    pub(super) off: &'a BTreeSet<Kind>,
    pub(super) entry: &'a GameEntry<'a>,
    pub(super) headers: Headers<'a>,
    /// The limit of searches, and the cached results of those that were made.
    pub(super) budget: SearchBudget,
    /// The recorded result that is compared with the board.
    pub(super) score: Option<GameResult>,
    /// The value of the tag `Result`, if it is not a result.
    pub(super) unreadable_result: Option<String>,
    /// The line count up to the last finding.
    pub(super) lines: CountedLines,
    pub(super) judgement: Judgement,
}

/// The number of lines before a place in a text, counted incrementally.
#[derive(Default)]
pub(super) struct CountedLines {
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

    pub(super) fn add_finding(
        &mut self,
        kind: Kind,
        location: FindingLocation,
        reason: Option<Reason>,
        says: String,
    ) {
        if self.off.contains(&kind) {
            return;
        }
        let before = self.lines.before(self.entry.text, location.place);
        let article = reason.and_then(|reason| reason.article(self.known.rules));
        let (mut severity, mut says) = (kind.severity(), says);
        if severity < Severity::Broken
            && let Some(doubt) = self.known.doubt(of_finding(kind, reason))
        {
            severity = Severity::Information;
            says.push_str(&format!("; not certain, because {doubt}"));
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
            ..finding(self.entry, kind, self.known.rules.name().to_owned(), &says)
        };
        self.judgement.findings.push(finding);
    }
}

/// The place that a finding is about.
#[derive(Default)]
pub(super) struct FindingLocation {
    /// The offset after the place in the text of the game.
    pub(super) place: usize,
    pub(super) ply: usize,
    pub(super) played: Option<String>,
    pub(super) fen: Option<String>,
}
