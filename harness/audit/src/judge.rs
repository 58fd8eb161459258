//! Judges one game: compares its record with the rules.

use std::borrow::Cow;

use lawbook::{
    board::Color,
    position::Position,
    rules::{Reason, RuleSet, SearchBudget, Termination},
};

use super::{
    AuditFinding, GameResult, GameRules, Kind, KindSet, MAX_GAME, NoteKind, Severity,
    dated::{RulesFit, RulesOfGame},
    headers::{GameStart, Headers},
    indexed_text::GameText,
    played::{PlayedMovetext, ReplayError, Wanted},
    record::PhraseKey,
    story::{self, KnownEnd},
    text::{MAX_TEXT, clip},
    verdict, work,
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
    pub(super) text: GameText<'a>,
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
    /// The findings, each with the offset after its place in the text of the game.
    pub(super) findings: Vec<(usize, AuditFinding)>,
    pub(super) plies: u64,
    /// The name of the variant for which the game was skipped.
    pub(super) skipped: Option<String>,
    /// The end according to the record.
    pub(super) said: Option<PhraseKey>,
    /// The rule set, if it was chosen by the date of the game.
    pub(super) dated: Option<RuleSet>,
    /// Whether something is undetermined because a search reached its limit.
    pub(super) open: bool,
    /// How well the rules fit the day of the game; `None` if the game was not judged.
    pub(super) fit: Option<RulesFit>,
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
        Judgement { findings: vec![(0, finding)], ..Judgement::default() }
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
        white: None,
        black: None,
        site: None,
        result: None,
        source: None,
        year: None,
    }
}

/// The type of [`judge`], so that tests can replace it.
pub(super) type JudgeGame = fn(AuditConfig, &GameEntry<'_>) -> Judgement;

/// Judges a game.
pub(super) fn judge(terms: AuditConfig, entry: &GameEntry<'_>) -> Judgement {
    let (headers, begin) = Headers::read(entry.text.bytes);
    let RulesOfGame { rules, fit, source, year } = terms.rules.of(&headers);
    let mut judge = Judge {
        rules,
        fit,
        off: terms.off,
        entry,
        headers,
        score: None,
        budget: verdict::budget(),
        lines: CountedLines::default(),
        judgement: Judgement {
            dated: (terms.rules == GameRules::Dated).then_some(rules),
            source,
            year,
            ..Judgement::default()
        },
    };
    let start = match judge.headers.start(begin) {
        GameStart::Variant(name) => {
            judge.judgement.said = Some(judge.headers.end(None).counted());
            judge.judgement.skipped = Some(name);
            return judge.judgement;
        }
        GameStart::Unplayable(why) => {
            judge.judgement.said = Some(judge.headers.end(None).counted());
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
    let wanted = Wanted { find_claims: terms.missed_claims, keep_all: terms.claims };
    let played = PlayedMovetext::new(rules, start, entry.text, begin, wanted);
    judge.judgement.plies = played.plies() as u64;
    let record = judge.headers.end(played.comment);
    judge.judgement.said = Some(record.counted());
    judge.results(&played);
    judge.repairs(&played, terms.strict);
    if judge.damage(&played) {
        return judge.judgement;
    }
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
    match end {
        Some(end) => judge.ended(&played, end),
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
        work::add(more.len());
        self.lines += memchr::memchr_iter(b'\n', more).count() as u64;
        self.place = place;
        self.lines
    }
}

impl Judge<'_> {
    /// Sets the result: that of the tag, or else that of the movetext. Reports if they differ, or if the signal of the
    /// kings differs. A star is no result, so that it differs from none.
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
        let nothing = played.plies() == 0 && played.trouble.is_none() && self.score.is_none();
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

    /// Compares the result with the end of a game of which only what follows the end cannot be read.
    fn ended_before_trouble(&mut self, played: &PlayedMovetext<'_>) {
        if played.outcome().is_some()
            && let (Some(end), _) = verdict::end(self.rules, played, &self.budget)
        {
            self.ended(played, end);
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
        let Some(line) = played.line() else { return };
        let notes = story::notes_of(line, self.rules, verdict::LIMIT, &known);
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
            if let Some((_, found)) = self.judgement.findings.get_mut(before) {
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
        let text = |tag: &Option<Cow<'_, [u8]>>| tag.as_deref().map(|tag| clip(tag, MAX_TEXT));
        let before = self.lines.before(self.entry.text.bytes, location.place);
        let article = reason.and_then(|reason| reason.article(self.rules));
        let (mut severity, mut says) = (kind.severity(), says);
        if self.fit == RulesFit::Unknown && severity < Severity::Broken && depends_on_rules(reason)
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
            white: text(&self.headers.white),
            black: text(&self.headers.black),
            site: text(&self.headers.site),
            result: self.score,
            ..finding(self.entry, kind, self.rules.name().to_owned(), &says)
        };
        self.judgement.findings.push((location.place, finding));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::indexed_text::IndexedText;

    impl<'a> GameEntry<'a> {
        /// Returns the only game of an archive.
        pub(crate) fn alone(text: &'a IndexedText) -> GameEntry<'a> {
            let text = text.whole();
            GameEntry { text, archive: "a", number: 1, offset: 0, line: 1, damage: None }
        }
    }

    /// The findings in a game, each as kind, ply and article.
    fn found(rules: &str, text: &str) -> Vec<String> {
        let terms = AuditConfig {
            missed_claims: true,
            ..AuditConfig::under(rules.parse::<GameRules>().unwrap())
        };
        let judgement = judge(terms, &GameEntry::alone(&text.into()));
        for (place, found) in &judgement.findings {
            assert!(*place <= text.len() && found.says.len() > 10, "{text:?}: {found:?}");
        }
        let one = |(_, found): &(usize, AuditFinding)| {
            let article = found.article.as_deref().unwrap_or("-");
            format!("{} {} {article}", found.kind, found.ply)
        };
        judgement.findings.iter().map(one).collect()
    }

    #[track_caller]
    fn check(rules: &str, text: &str, expected: &[&str]) {
        assert_eq!(found(rules, text), expected, "{rules}: {text:?}");
    }

    const MATE: &str = "1. f3 e5 2. g4 Qh4#";
    const SHUFFLE: &str = "Nf3 Nf6 Ng1 Ng8 ";

    #[test]
    fn games_that_end_as_they_should_give_nothing() {
        for text in [
            "1. e4 e5 1-0",
            "[Result \"1/2-1/2\"]\n\n1. e4 e5 1/2-1/2",
            "[Termination \"Normal\"][Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1",
            "[Termination \"Time forfeit\"]\n1. e4 0-1",
            "1. e4 {White resigns} 0-1",
            "[FEN \"7k/5K2/8/6Q1/8/8/8/8 w - - 0 1\"]\n1. Qg6 {Draw by stalemate} 1/2-1/2",
            "[FEN \"7k/8/8/8/8/8/5p2/6K1 w - - 0 1\"]\n1. Kxf2 1/2-1/2",
            "[Variant \"Atomic\"]\n1. e4 e5 2. Kxe8 1-0",
        ] {
            check("fide-2023", text, &[]);
        }
        for rules in ["lichess", "chesscom"] {
            let text = format!("{}{SHUFFLE}{{Game drawn by repetition}} 1/2-1/2", SHUFFLE);
            check(rules, &text, &[]);
        }
    }

    #[test]
    fn a_loss_of_both_players_is_a_result() {
        let both = "[Result \"0-0\"]\n1. e4 e5";
        check("fide-2023", &format!("{both} 0-0"), &[]);
        check("fide-2023", &format!("{both} 0:0"), &[]);
        check("fide-2023", "[Result \"0:0\"]\n1. e4 e5 0-0", &[]);
        check("fide-2023", &format!("{both} 2. Nf3 0-0"), &[]);
        check("fide-2023", &format!("[Result \"0-0\"]\n{MATE} 0-0"), &["wrong-result 4 5.1.1"]);
        check("fide-2023", "1. e4 e5 0-0 *", &["illegal-move 3 3.10"]);
        check("fide-2023", "[Result \"1-0\"]\n1. e4 e5 0-0", &["illegal-move 3 3.10"]);
        check("fide-2023", &format!("{both} 2. Nf3 0-0 3. d4 0-0"), &["illegal-move 4 3.10"]);
        check(
            "fide-2023",
            "[Result \"0-0\"][Termination \"Game drawn by agreement\"]\n1. e4 *",
            &["words-differ 1 -"],
        );
        check(
            "fide-2023",
            "[Result \"0-0\"]\n1. e4 e5 2. Nf3 {Game drawn by agreement} 0-0",
            &["words-differ 3 -"],
        );
        check("fide-2023", "[Result \"1-0\"]\n1. e4 e5 0 - 1", &["results-differ 2 -"]);
    }

    #[test]
    fn a_king_in_the_centre_after_a_dead_position_is_a_signal() {
        let bare = "[FEN \"7k/8/8/8/8/4K3/5p2/8 w - - 0 1\"]\n1. Kxf2";
        let signal = ["result-signal 1 5.2.2"];
        check("fide-2023", &format!("{bare} Kd5 1/2-1/2"), &signal);
        check("fide-2023", &format!("{bare} Ke4 1/2-1/2"), &signal);
        let after = ["play-after-dead-position 1 5.2.2"];
        check("fide-2023", &format!("{bare} Kg7 1/2-1/2"), &after);
        check("fide-2023", &format!("{bare} Kg7 Ke3 Kf6 Ke4 1/2-1/2"), &after);
    }

    #[test]
    fn a_signal_is_neither_a_move_nor_the_last_word() {
        let signal = ["result-signal 2 -"];
        check("fide-2023", "1. e4 e5 2. Ke4 Kd51-0", &signal);
        check("fide-2023", "[Result \"1-0\"]\n1. e4 e5 2. Ke4 Kd5 1-0", &signal);
        check(
            "fide-2023",
            "1. e4 e5 2. Nf3 {White resigns} 2... Ke4 3. Kd5 1-0",
            &["result-signal 3 -", "wrong-loser 3 -"],
        );
        check(
            "fide-2023",
            "[Result \"0-0\"]\n1. e4 e5 2. Ke4 Kd5 0-0",
            &["result-signal 2 -", "results-differ 2 -"],
        );
    }

    #[test]
    fn a_wrong_result_is_found_although_the_rest_cannot_be_read() {
        let wrong = "wrong-result 4 5.1.1";
        check("fide-2023", &format!("{MATE} 1-0 3. a3"), &["text-after-result 5 -", wrong]);
        check(
            "fide-2023",
            &format!("[Result \"1-0\"]\n{MATE} {{open 1-0"),
            &["open-comment 4 -", wrong],
        );
        check("fide-2023", &format!("{MATE} 0-1 3. a3"), &["text-after-result 5 -"]);
    }

    #[test]
    fn moves_are_read_by_their_squares_too() {
        for text in [
            "1. e2e4 e7e5 2. g1f3 b8c6 3. f1c4 f8c5 4. e1g1 g8f6! 1-0",
            "[FEN \"8/4P1k1/8/8/8/8/8/4K3 w - - 0 1\"]\n1. e7e8q {White mates} *",
        ] {
            check("fide-2023", text, &[]);
        }
        check("fide-2023", "1. e2e5 1-0", &["illegal-move 1 3.10"]);
        check("fide-2023", "1. g1g3 1-0", &["illegal-move 1 3.10"]);
    }

    #[test]
    fn moves_that_are_passed_over_are_no_errors() {
        for word in ["--", "Z0", "0000", "null"] {
            let text = format!("1. e4 {word} 2. d4 Ke5 1-0");
            check("fide-2023", &text, &["null-move 2 -"]);
        }
        check("fide-2023", "[White \"A\"]\n", &["empty 0 -"]);
        check("fide-2023", "[Result \"1-0\"]\n1-0", &[]);
    }

    #[test]
    fn play_after_the_end_is_found() {
        for (rules, text, expected) in [
            ("fide-2023", format!("{MATE} 3. e4 0-1"), "play-after-mate 4 5.1.1"),
            ("fide-2009", format!("{MATE} 3. e4 e5 0-1"), "play-after-mate 4 5.1a"),
            (
                "fide-2023",
                "[FEN \"7k/5K2/8/6Q1/8/8/8/8 w - - 0 1\"]\n1. Qg6 Kg8 1/2-1/2".to_owned(),
                "play-after-stalemate 1 5.2.1",
            ),
            (
                "fide-2023",
                "[FEN \"7k/8/8/8/8/8/5p2/6K1 w - - 0 1\"]\n1. Kxf2 Kg7 2. Kf3 1/2-1/2".to_owned(),
                "play-after-dead-position 1 5.2.2",
            ),
            // The pawns are locked, so the position is dead from the start.
            (
                "fide-2023",
                "[FEN \"8/8/4k3/1p1p1p1p/1P1P1P1P/8/4K3/8 w - - 0 1\"]\n1. Kd3 Kd6 1/2-1/2"
                    .to_owned(),
                "play-after-dead-position 0 5.2.2",
            ),
            (
                "fide-2023",
                format!("{}1. e4 1/2-1/2", SHUFFLE.repeat(4)),
                "play-after-fivefold 16 9.6.1",
            ),
            (
                "fide-2023",
                "[FEN \"4k3/8/8/8/8/8/8/R3K3 w - - 149 90\"]\n1. Ra2 Ke7 1/2-1/2".to_owned(),
                "play-after-seventy-five-moves 1 9.6.2",
            ),
            (
                "fide-online",
                format!("{}1. e4 1/2-1/2", SHUFFLE.repeat(2)),
                "play-after-threefold 8 -",
            ),
            (
                "lichess",
                "[FEN \"4k3/8/8/8/8/8/8/R3K3 w - - 99 90\"]\n1. Ra2 Ke7 1/2-1/2".to_owned(),
                "play-after-fifty-moves 1 -",
            ),
        ] {
            let found = found(rules, &text);
            let without_claims: Vec<&String> =
                found.iter().filter(|one| !one.starts_with("missed-")).collect();
            assert_eq!(without_claims, [expected], "{rules}: {text:?}");
        }
    }

    #[test]
    fn results_that_are_not_right_are_found() {
        for (text, expected) in [
            (format!("{MATE} 1-0"), &["wrong-result 4 5.1.1"][..]),
            (format!("{MATE} *"), &["result-open 4 5.1.1"]),
            (MATE.to_owned(), &["result-open 4 5.1.1"]),
            ("[FEN \"8/8/8/8/8/1k6/8/1K5q w - - 0 1\"]\n*".to_owned(), &["result-open 0 5.1.1"]),
            ("[Result \"1-0\"]\n1. e4 0-1".to_owned(), &["results-differ 1 -"]),
            ("[Result \"*\"]\n1. e4 1/2-1/2".to_owned(), &[]),
            ("[Result \"1-0\"]\n1. e4 *".to_owned(), &[]),
            (
                "[Termination \"Game drawn by agreement\"]\n1. e4 1-0".to_owned(),
                &["words-differ 1 -"],
            ),
            ("1. e4 {White resigns} 1/2-1/2".to_owned(), &["words-differ 1 -"]),
            ("1. e4 {White forfeits on time} 1/2-1/2".to_owned(), &["words-differ 1 -"]),
            ("[Termination \"Time forfeit\"]\n1. e4 1/2-1/2".to_owned(), &[]),
            (
                "[Termination \"Game drawn by agreement\"]\n1. f3 e5 2. g4 Qh4# 0-1".to_owned(),
                &["words-differ 4 -"],
            ),
            ("1. e4 {White resigns} 1-0".to_owned(), &["wrong-loser 1 -"]),
            (
                "[FEN \"7k/8/8/8/8/8/5p2/6K1 w - - 0 1\"]\n1. Kxf2 1-0".to_owned(),
                &["wrong-result 1 5.2.2"],
            ),
            (
                "[Termination \"x won by checkmate\"]\n1. e4 1-0".to_owned(),
                &["mate-not-there 1 5.1.1"],
            ),
            ("1. e4 {stalemate} 1/2-1/2".to_owned(), &["stalemate-not-there 1 5.2.1"]),
            (
                "1. e4 {Game drawn by repetition} 1/2-1/2".to_owned(),
                &["repetition-not-there 1 9.2.2"],
            ),
            (
                "[Termination \"Game drawn by 50-move rule\"]\n1. e4 1/2-1/2".to_owned(),
                &["fifty-moves-not-there 1 9.3.2"],
            ),
            (
                "1. e4 {Neither player has mating material} 1/2-1/2".to_owned(),
                &["dead-position-not-there 1 5.2.2"],
            ),
            (
                "[Termination \"Game drawn by timeout vs insufficient material\"]\n1. e4 1/2-1/2"
                    .to_owned(),
                &["time-forfeit-winnable 1 6.9"],
            ),
        ] {
            check("fide-2023", &text, expected);
        }
    }

    #[test]
    fn the_story_of_the_draws_is_told_if_it_is_asked_for() {
        let text = format!("{SHUFFLE}{SHUFFLE}1. e4 1-0");
        let terms = AuditConfig { claims: true, ..AuditConfig::under(RuleSet::LATEST) };
        let findings = judge(terms, &GameEntry::alone(&text.as_str().into())).findings;
        let told: Vec<String> = findings
            .iter()
            .map(|(_, found)| format!("{} {} {:?}", found.kind, found.ply, found.article))
            .collect();
        let expected = ["claim 7 Some(\"9.2.1\")", "repetition 8 None", "claim 8 Some(\"9.2.2\")"];
        assert_eq!(told, expected);
    }

    /// Work is bytes scanned and written, words read, and moves played beyond those of the game itself.
    #[test]
    fn the_work_for_all_claims_of_a_game_is_linear_in_its_length() {
        let terms = AuditConfig {
            missed_claims: true,
            claims: true,
            ..AuditConfig::under(RuleSet::FIDE_1977)
        };
        let many = "Nf3 {a} (Nc3) Nf6\nNg1 {b} Ng8\n";
        let pawns = "a3 a6 b3 b6 c3 c6 d3 d6 e3 e6 h3 h6 ";
        for (begin, moves) in [("", many), ("", SHUFFLE), (pawns, many)] {
            let cost = |times: usize| {
                let text = format!("[Event \"x\"]\n\n{begin}{} *\n", moves.repeat(times));
                let before = work::counted();
                let judgement = judge(terms, &GameEntry::alone(&text.as_str().into()));
                assert!(judgement.findings.len() > 8 * times, "{}", judgement.findings.len());
                work::counted() - before
            };
            let [short, long] = [cost(300), cost(2400)];
            assert!(short > 1000 && long < 9 * short, "{moves:?}: {short}, then {long}");
        }
    }

    #[test]
    fn the_rules_of_a_day_end_a_game_of_that_day() {
        let five = SHUFFLE.repeat(5);
        for (date, expected) in [
            ("1937.05.01", vec!["missed-threefold 8 -"]),
            ("2014.06.30", vec!["missed-threefold 8 9.2b"]),
            ("2014.07.01", vec!["play-after-fivefold 16 9.6a", "missed-threefold 8 9.2b"]),
            ("2023.01.01", vec!["play-after-fivefold 16 9.6.1", "missed-threefold 8 9.2.2"]),
        ] {
            let text = format!("[Date \"{date}\"]\n{five} 1/2-1/2");
            check("dated", &text, &expected);
        }
        let text = format!("[Site \"Chess.com\"][Date \"2024.01.01\"]\n{five} 1/2-1/2");
        check("dated", &text, &["play-after-threefold 8 -"]);
    }

    #[test]
    fn a_draw_claimed_from_a_lone_king_depends_on_the_date() {
        let text = "[FEN \"8/8/3k4/8/8/3K4/4R3/8 w - - 0 60\"]\n1. Re4 {Draw by insufficient material} 1/2-1/2";
        check("lichess-2024", text, &["dead-position-not-there 1 -"]);
        check("lichess", text, &[]);
        check(
            "lichess",
            "1. e4 {Draw by insufficient material} 1/2-1/2",
            &["dead-position-not-there 1 -"],
        );
        let resigned = "[FEN \"8/8/3k4/8/8/3K4/4R3/8 w - - 0 60\"]\n1. Re4 {White resigns} 0-1";
        check("lichess-2024", resigned, &[]);
        check("lichess", resigned, &["resignation-unwinnable 1 -"]);
    }

    #[test]
    fn a_claim_may_be_made_with_a_move_that_was_only_written() {
        let shuffle = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1";
        check("fide-2023", &format!("{shuffle} {{draw by repetition}} 1/2-1/2"), &[]);
        let text = format!("{shuffle} {{draw by repetition}} 1/2-1/2");
        check("uscf-7", &text, &[]);
        let early = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6";
        let text = format!("{early} {{draw by repetition}} 1/2-1/2");
        check("fide-2023", &text, &["repetition-not-there 6 9.2.2"]);
        let fifty =
            "[FEN \"4k3/8/8/8/8/8/8/R3K3 w - - 99 90\"]\n{draw by fifty moves rule} 1/2-1/2";
        check("fide-2023", fifty, &[]);
        check("uscf-7", fifty, &["fifty-moves-not-there 0 14F1"]);
    }

    #[test]
    fn wins_by_a_player_who_cannot_mate_are_found() {
        let bare = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]";
        for (rules, tags, expected) in [
            ("fide-2023", "[Termination \"Time forfeit\"]", &["time-forfeit-unwinnable 1 6.9"][..]),
            ("fide-2009", "[Termination \"Time forfeit\"]", &["time-forfeit-unwinnable 1 6.9"]),
            (
                "fide-2023",
                "[Termination \"x won by resignation\"]",
                &["resignation-unwinnable 1 5.1.2"],
            ),
            ("fide-2018", "[Termination \"x won by resignation\"]", &[]),
            ("fide-2023", "[Termination \"Normal\"]", &["unwinnable-win 1 6.9"]),
            ("fide-2018", "[Termination \"Normal\"]", &[]),
            ("fide-2023", "[Termination \"Rules infraction\"]", &["unwinnable-win 1 7.5.5"]),
            ("fide-2023", "[Termination \"illegal move\"]", &["illegal-moves-unwinnable 1 7.5.5"]),
            ("fide-1997", "[Termination \"illegal move\"]", &[]),
            ("fide-2023", "[Termination \"Adjudication\"]", &[]),
        ] {
            check(rules, &format!("{bare}{tags}\n1. e4 0-1"), expected);
        }
        // A knight can mate against a rook, which can block its own king, but not against a queen.
        let knight = |piece| {
            format!(
                "[FEN \"{piece}3k3/8/8/8/8/8/8/N3K3 w - - 0 1\"]\n1. Nb3 {{Black forfeits on time}} 1-0"
            )
        };
        check("fide-2023", &knight("q"), &["time-forfeit-unwinnable 1 6.9"]);
        check("fide-2023", &knight("r"), &[]);
        check("chesscom", &knight("r"), &["time-forfeit-unwinnable 1 -"]);
    }

    #[test]
    fn what_cannot_be_played_is_found_with_its_place() {
        for (text, expected) in [
            ("1. e4 e5 2. Ke3 1-0", &["illegal-move 3 3.10"][..]),
            // The queen stood on a square that it could not reach, and the game went on to a mate.
            (
                "[FEN \"7k/8/5K2/8/8/8/Q7/8 w - - 0 1\"]\n1. Qb5 Kh7 2. Qg5 Kh8 3. Qg7# 1-0",
                &["illegal-move 1 3.10"],
            ),
            (
                "[FEN \"7k/8/5K2/8/8/8/Q7/8 w - - 0 1\"]\n1. Qb5 Kh7 2. Qg5 Kh8 3. Qg7# Kh7 0-1",
                &["illegal-move 1 3.10", "play-after-mate 5 5.1.1", "wrong-result 5 5.1.1"],
            ),
            // The king stays in check.
            (
                "1. e4 e5 2. Qh5 Nc6 3. Qxf7+ a6 4. Qxe8 1-0",
                &["illegal-move 6 3.10", "illegal-move 7 3.10"],
            ),
            (
                "1. Kh3 Kh6 2. Ka3 Ka6 3. Kh3 Kh6 4. Ke1 1-0",
                &[
                    "illegal-move 1 3.10",
                    "illegal-move 2 3.10",
                    "illegal-move 3 3.10",
                    "illegal-move 4 3.10",
                    "illegal-move 5 3.10",
                ],
            ),
            ("1. e4 e5 2. Sf3 1-0", &["unreadable-move 3 -"]),
            ("1. Nf3 a6 2. Nc3 a5 3. Nd5 Na6 4. Nb4 h6 5. Nd3 1-0", &[]),
            ("1. Nc3 a6 2. Ne4 a5 3. Ng5 h6 4. Nf3 1-0", &["ambiguous-move 7 -"]),
            ("1. Nc3 a6 2. Ne4 a5 3. Ng5 h6 4. N1f3 1-0", &[]),
            ("1. e4 e5 1-0 2. Nf3", &["text-after-result 3 -"]),
            ("1. e4 {no end 1-0", &["open-comment 1 -"]),
            ("[Result \"1-0\"]\n1. e4 (1. d4 1-0", &["open-comment 1 -"]),
            ("[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n*", &["unplayable-start 0 -"]),
            ("[FEN \"hello\"]\n*", &["unplayable-start 0 -"]),
            ("[Event \"a\"]\n\n", &["empty 0 -"]),
            ("[Event \"a\"]\n[Result \"1-0\"]\n\n", &[]),
        ] {
            check("fide-2023", text, expected);
        }
    }

    #[test]
    fn names_of_players_are_compared_with_the_result() {
        let tags = "[White \"Anna\"][Black \"Bert\"]";
        for (words, result, expected) in [
            ("Bert won on time", "1-0", &["wrong-loser 1 -"][..]),
            ("Bert won on time", "0-1", &[]),
            ("Anna won by resignation", "0-1", &["wrong-loser 1 -"]),
            ("Anna won by resignation", "1/2-1/2", &["words-differ 1 -"]),
            ("Carl won by resignation", "0-1", &[]),
            ("Game drawn by agreement", "1-0", &["words-differ 1 -"]),
            ("Game drawn by agreement", "1/2-1/2", &[]),
        ] {
            check(
                "fide-2023",
                &format!("{tags}[Termination \"{words}\"]\n1. e4 {result}"),
                expected,
            );
        }
    }

    #[test]
    fn words_after_the_end_are_no_moves() {
        for after in
            ["White wins 0-1", "mate! 0-1", "± 0-1", "0:1", "TN !! 0-1", "{x} and so on 0-1"]
        {
            check("fide-2023", &format!("{MATE} {after}"), &[]);
        }
        for after in ["e4", "Ng8-f6", "0-0", "exd6", "a8=Q+", "Kd1!?", "g1f3", "♘f3"] {
            let text = format!("{MATE} {after} 0-1");
            check("fide-2023", &text, &["play-after-mate 4 5.1.1"]);
        }
    }

    #[test]
    fn usual_spellings_are_read_and_counted() {
        let promotion = "[FEN \"1r6/P6k/8/8/8/8/8/K7 w - - 0 1\"]";
        for (text, repairs, result) in [
            ("1. g1-f3 g8f6 1-0".to_owned(), 2, GameResult::White),
            ("1. e4 e5 1:0".to_owned(), 1, GameResult::White),
            ("1. e4 e5 1/2:1/2".to_owned(), 1, GameResult::Draw),
            ("1.\u{a0}e4 e5 2.\u{a0}Nf3 1-0".to_owned(), 1, GameResult::White),
            ("1. e4 ± e5 ∓ 2. Nf3 ‼ TN ∞ ⩲ 1-0".to_owned(), 1, GameResult::White),
            ("1. e4± e5+- 2. Nf3‼ 1-0".to_owned(), 3, GameResult::White),
            (format!("{promotion}\n1. axb8=q 1-0"), 1, GameResult::White),
            ("1. e4 e5 2. Nf30-1".to_owned(), 1, GameResult::Black),
            ("1. e4 e5 0\u{2212}1".to_owned(), 1, GameResult::Black),
            ("1. e4 e5 0-1.".to_owned(), 1, GameResult::Black),
            ("1. e4 e5 0.5-0.5".to_owned(), 1, GameResult::Draw),
            ("[Result \"1 - 0\"]\n1. e4 e5".to_owned(), 1, GameResult::White),
            ("[Result \"0,5 : 0,5\"]\n1. e4 e5".to_owned(), 1, GameResult::Draw),
            ("[Result \"1/2\"]\n1. e4 e5 1/2-1/2".to_owned(), 1, GameResult::Draw),
            ("1. e4 e5 1-0\n\u{1a}\0\0".to_owned(), 1, GameResult::White),
            ("1. e4 e5 1-0\0\0".to_owned(), 1, GameResult::White),
            ("[result \"1-0\"]\n1. e4 e5".to_owned(), 1, GameResult::White),
            (
                "[FEN \"4k3/8/8/8/8/8/8/4K2R w KQ - 0 1\"]\n1. O-O 1-0".to_owned(),
                1,
                GameResult::White,
            ),
            ("1. e4 e5 2. Nf3 $1 Nc6 !? 1-0".to_owned(), 0, GameResult::White),
        ] {
            check("fide-2023", &text, &[]);
            let terms = AuditConfig { strict: true, ..AuditConfig::under(RuleSet::LATEST) };
            let judgement = judge(terms, &GameEntry::alone(&text.as_str().into()));
            assert_eq!(judgement.repairs, repairs, "{text}");
            let found: Vec<(Kind, Option<GameResult>)> =
                judgement.findings.iter().map(|(_, found)| (found.kind, found.result)).collect();
            let expected = [(Kind::Nonstandard, Some(result))];
            assert_eq!(found, expected[..usize::from(repairs > 0)], "{text}");
        }
    }

    #[test]
    fn kings_in_the_centre_are_the_signal_of_a_result() {
        for (text, expected) in [
            ("1. e4 e5 2. Ke4 Kd5 1-0".to_owned(), &["result-signal 2 -"][..]),
            ("1. e4 e6 2. Nf3 Ke5 3. Kd4 0-1".to_owned(), &["result-signal 3 -"]),
            ("1. e3 e6 2. Ke4 Ke5 1/2-1/2".to_owned(), &["result-signal 2 -"]),
            ("1. e3 e5 2. Ke4 Kd5 0-1".to_owned(), &["result-signal 2 -", "results-differ 2 -"]),
            (
                "[FEN \"8/8/8/8/4K3/8/7R/k7 b - - 0 1\"]\n1... Kb1 2. a3 1-0".to_owned(),
                &["illegal-move 2 3.10"],
            ),
            (
                "[FEN \"8/8/8/8/4K3/8/7R/k7 b - - 0 1\"]\n1... Kd5 1-0".to_owned(),
                &["result-signal 0 -"],
            ),
            ("1. e4 e5 2. Kd5 1-0".to_owned(), &["illegal-move 3 3.10"]),
            (format!("{MATE} 3. Kd4 Ke5 0-1"), &["result-signal 4 -"]),
            (
                "1. e3 e6 2. Ke4 Kd5 3. a3 1-0".to_owned(),
                &["illegal-move 3 3.10", "illegal-move 4 3.10"],
            ),
        ] {
            check("fide-2023", &text, expected);
        }
    }

    #[test]
    fn where_the_rules_are_not_known_only_certain_things_are_contradictions() {
        let tags = "[Site \"Chess.com\"][Date \"2010.01.01\"]";
        let lone = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]";
        let severities = |text: &str| -> Vec<(Kind, Severity)> {
            let terms = AuditConfig::under(GameRules::Dated);
            let findings = judge(terms, &GameEntry::alone(&text.into())).findings;
            findings.iter().map(|(_, found)| (found.kind, found.severity)).collect()
        };
        for (text, kind, severity) in [
            (
                format!("{tags}\n{}1. e4 1/2-1/2", SHUFFLE.repeat(2)),
                Kind::PlayAfterThreefold,
                Severity::Information,
            ),
            (
                format!("{tags}\n{} 1-0", SHUFFLE.repeat(2)),
                Kind::WrongResult,
                Severity::Information,
            ),
            (
                format!(
                    "{tags}{lone}[Termination \"Game drawn by insufficient material\"]\n1. e4 1/2-1/2"
                ),
                Kind::DeadPositionNotThere,
                Severity::Information,
            ),
            (
                format!("{tags}{lone}[Termination \"x won on time\"]\n1. e4 0-1"),
                Kind::TimeForfeitUnwinnable,
                Severity::Information,
            ),
            (format!("{tags}\n{MATE} 1-0"), Kind::WrongResult, Severity::Result),
            (format!("{tags}\n1. e4 e4 1-0"), Kind::IllegalMove, Severity::Contradiction),
        ] {
            assert_eq!(severities(&text)[0], (kind, severity), "{text}");
        }
    }

    #[test]
    fn claims_that_were_missed_are_told_once() {
        let shuffled = SHUFFLE.repeat(3);
        check("fide-2023", &format!("{shuffled} 1-0"), &["missed-threefold 8 9.2.2"]);
        check("fide-2023", &format!("{} 1-0", SHUFFLE.repeat(2)), &["missed-threefold 8 9.2.2"]);
        check("fide-2023", &format!("{} 1/2-1/2", SHUFFLE.repeat(2)), &[]);
        let fifty = "[FEN \"4k3/8/8/8/8/8/8/R3K3 w - - 99 90\"]\n1. Ra2 Ke7 1/2-1/2";
        check("fide-2023", fifty, &["missed-fifty-moves 1 9.3.2"]);
    }
}
