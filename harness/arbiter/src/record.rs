use std::{fmt, sync::Arc};

use serde::{Deserialize, Serialize};

use super::{Alternative, Fact, FactKind, MateRecord, RuledLine, RuledTranscript, Transcript};
use lawbook::{
    board::Color,
    notation::write_san,
    position::{Line, Move, Position},
    rules::{
        ClaimGround, Decision, Game, RuleSet, Ruling, SearchBudget, SearchCache, SearchLimit,
        inferred_note,
    },
};
use lawbook_catalogue::WrittenEvent;

/// Version of the format of the records.
pub const TRANSCRIPT_FORMAT: u32 = 1;

/// The machine-readable result for a transcript.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TranscriptRecord {
    /// The format version, [`TRANSCRIPT_FORMAT`]. Additions keep the version; changes of meaning increase it.
    pub format: u32,
    /// The start position, as a FEN with six fields.
    pub start: String,
    /// A remark on the text of the start position, if no game of legal moves leads to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// The conditions of the game; omitted ones have default values.
    #[serde(default)]
    pub event: WrittenEvent,
    /// One result per rule set, in the order of the request.
    pub rulings: Vec<RuledRecord>,
}

/// The result under one rule set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct RuledRecord {
    /// The name of the rule set.
    pub rules: String,
    /// The facts that the ruling assumes. Left out unless the ruling depends on facts that the request leaves open; there is
    /// then a result for each of their values.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub assumes: Vec<FactRecord>,
    /// The lines that were understood, with their rulings.
    pub steps: Vec<LineRecord>,
    /// The first line that was not understood, if any. The lines after it are not read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<LineErrorRecord>,
    /// The ruling that stands at the end.
    #[serde(flatten)]
    pub standing: RulingRecord,
    /// The position on the board at the end, as a FEN with six fields.
    pub fen: String,
    /// The moves of the game, with the position after each.
    pub moves: Vec<MoveRecord>,
    /// The number of plies since the last capture or pawn move.
    pub halfmove_clock: u16,
    /// The number of occurrences of the final position, including the last.
    pub occurrences: u32,
    /// The numbers of plies after which the final position stood on the board; 0 is the start.
    pub stood: Vec<usize>,
    /// The seconds on the clocks, if the event counts them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<SecondsRecord>,
    /// The possible draw claims; empty unless play goes on.
    pub claims: Vec<ClaimRecord>,
    /// Whether each player can still mate, White first; empty if no search was made.
    pub can_mate: Vec<MateRecord>,
}

/// A fact that the record leaves open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct FactRecord {
    /// The kind of the fact.
    pub fact: FactKind,
    /// The fact as a sentence. As a line of the request, it tells the fact.
    pub says: String,
}

/// A line with the ruling on the last act in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct LineRecord {
    /// The line as written.
    pub line: String,
    /// The part of the line that was not read, because the move before it was rejected.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unread: Option<String>,
    /// The player whose claim or request counts as a draw offer, if it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counts_as_offer_by: Option<Color>,
    /// Remarks on the rule, and explanations of the ruling.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// The ruling on the line.
    #[serde(flatten)]
    pub standing: RulingRecord,
    /// The position on the board after the line.
    pub fen: String,
    /// The number of plies of the game after the line.
    pub plies: usize,
}

/// A ruling in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct RulingRecord {
    /// The decision in words, for example `draw by agreement`.
    pub ruling: String,
    /// The reason, as a sentence.
    pub because: String,
    /// The articles of the rule set, if known, separated by commas: the one that decides, then those that set the penalty or
    /// apply it to rapid and blitz. A number with a question mark was inferred from neighbouring editions.
    #[serde(default)]
    pub article: Option<String>,
    /// The meaning of the question mark, if a number in `article` has it.
    #[serde(default)]
    pub article_note: Option<String>,
    /// The article that decides, in our words; only under the Laws in force.
    #[serde(default)]
    pub restated: Option<String>,
    /// The actions that the rules require now.
    pub orders: Vec<String>,
    /// Whether the game is over.
    pub over: bool,
}

/// A line that was not understood.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct LineErrorRecord {
    /// The line number, from 1.
    pub number: usize,
    /// The line as written.
    pub line: String,
    /// The reason, with suggestions.
    pub message: String,
    /// The line in each of its meanings, if it has several.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<String>,
}

impl fmt::Display for LineErrorRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.number, self.message)
    }
}

/// A move with the position after it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct MoveRecord {
    /// The move in UCI.
    pub uci: String,
    /// The move in SAN; in UCI if it is not legal.
    pub san: String,
    /// The position after the move, as a FEN with six fields.
    pub fen: String,
}

/// The remaining times of both players, in whole seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SecondsRecord {
    /// White's remaining time.
    pub white: u32,
    /// Black's remaining time.
    pub black: u32,
}

impl TranscriptRecord {
    /// Rules on the transcript under each rule set.
    ///
    /// Whether the players can mate at the end is searched within the budget for the end of a game.
    pub fn new(
        transcript: &Transcript,
        rule_sets: &[RuleSet],
        budget: &SearchBudget,
    ) -> TranscriptRecord {
        let budget = budget.cached(&Arc::new(SearchCache::default()));
        let mut found = Vec::new();
        let all = rule_sets.iter().flat_map(|&one| transcript.alternatives(one, &budget));
        let rulings = all.map(|Alternative { facts, ruled }| {
            let can_mate = can_mate(&ruled.game, &budget, &mut found);
            RuledRecord::new(&facts, &ruled, can_mate)
        });
        TranscriptRecord {
            format: TRANSCRIPT_FORMAT,
            start: transcript.start.to_string(),
            note: transcript.note.clone(),
            event: transcript.event.into(),
            rulings: rulings.collect(),
        }
    }
}

/// Determines who can mate. Positions that several rule sets have in common at the end are searched once.
fn can_mate(
    game: &Game,
    budget: &SearchBudget,
    found: &mut Vec<(Position, Vec<MateRecord>)>,
) -> Vec<MateRecord> {
    let limit = match budget.at_the_end {
        SearchLimit::Positions(limit) => limit,
        SearchLimit::MaterialOnly => return Vec::new(),
    };
    let position = game.position();
    let known = found.iter().find(|(other, _)| other == position);
    let records = known.map(|(_, records)| records.clone()).unwrap_or_else(|| {
        let records = Color::ALL.map(|side| MateRecord::search(position, side, limit)).to_vec();
        found.push((*position, records.clone()));
        records
    });
    records.into_iter().map(|record| record.in_game(game)).collect()
}

impl RuledRecord {
    fn new(facts: &[Fact], ruled: &RuledTranscript, can_mate: Vec<MateRecord>) -> RuledRecord {
        let RuledTranscript { game, lines, last, error } = ruled;
        let position = game.position();
        let before = game.positions().iter().enumerate();
        let stood = before.filter(|(_, earlier)| earlier.same_position(position));
        let is_open = matches!(game.standing().decision, Decision::PlayOn);
        let assumed = |fact: &Fact| FactRecord { fact: fact.kind, says: fact.to_string() };
        RuledRecord {
            rules: game.rule_set().to_string(),
            assumes: facts.iter().map(assumed).collect(),
            steps: lines.iter().map(|line| LineRecord::new(line, game)).collect(),
            error: error.as_ref().map(|error| LineErrorRecord {
                number: error.number,
                line: error.text.clone(),
                message: error.error.to_string(),
                choices: error.error.choices().to_vec(),
            }),
            standing: RulingRecord::new(last, game),
            fen: position.to_string(),
            moves: MoveRecord::of(game.line()),
            halfmove_clock: position.halfmove_clock(),
            occurrences: game.occurrences(),
            stood: stood.map(|(plies, _)| plies).collect(),
            seconds: seconds(game),
            claims: if is_open { ClaimRecord::of(game) } else { Vec::new() },
            can_mate,
        }
    }
}

fn seconds(game: &Game) -> Option<SecondsRecord> {
    let seconds = |of| Some(game.milliseconds(of)? / 1000);
    Some(SecondsRecord { white: seconds(Color::White)?, black: seconds(Color::Black)? })
}

impl RulingRecord {
    fn new(ruling: &Ruling, game: &Game) -> RulingRecord {
        let rule_set = game.rule_set();
        let article = ruling.articles(rule_set, game.event());
        let restated = ruling.restated(rule_set, game.event());
        RulingRecord {
            ruling: ruling.decision.to_string(),
            because: ruling.reason.explain(rule_set),
            article_note: article.as_deref().and_then(inferred_note).map(str::to_owned),
            restated: restated.map(|one| one.says.clone()),
            article,
            orders: ruling.orders.iter().map(|order| order.to_string()).collect(),
            over: matches!(ruling.decision, Decision::Over(_)),
        }
    }
}

impl LineRecord {
    fn new(line: &RuledLine, game: &Game) -> LineRecord {
        let RuledLine { text, unread, counts_as_offer_by, notes, ruling, position, plies, .. } =
            line;
        LineRecord {
            line: text.clone(),
            unread: unread.clone(),
            counts_as_offer_by: *counts_as_offer_by,
            notes: notes.clone(),
            standing: RulingRecord::new(ruling, game),
            fen: position.to_string(),
            plies: *plies,
        }
    }
}

impl MoveRecord {
    /// Returns the moves of a line of play.
    pub fn of(line: &Line) -> Vec<MoveRecord> {
        let record = |ply: lawbook::position::Ply<'_>| {
            let uci = ply.played.to_string();
            let is_legal = ply.before.is_legal(ply.played);
            MoveRecord {
                san: if is_legal { write_san(ply.before, ply.played) } else { uci.clone() },
                uci,
                fen: ply.after.to_string(),
            }
        };
        line.plies().map(record).collect()
    }
}

/// A draw claim that a player could make, and the ruling on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ClaimRecord {
    /// The player who would claim.
    pub by: Color,
    /// The ground of the claim.
    pub ground: ClaimGround,
    /// Whether the claim would be correct for the position on the board.
    pub right: bool,
    /// The reason, as a sentence.
    pub because: String,
    /// The article of the rule set, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub article: Option<String>,
    /// The moves, in UCI, for which a claim with that move written down would be correct.
    pub written: Vec<String>,
}

impl ClaimRecord {
    /// Returns the possible claims in a game in progress: both grounds for the player to move, and the correct claims
    /// of the opponent.
    pub(super) fn of(game: &Game) -> Vec<ClaimRecord> {
        let turn = game.position().turn();
        let moves = game.position().legal_moves();
        let claim = |by, ground| claim(game, by, ground, if by == turn { &moves } else { &[] });
        [turn, !turn]
            .into_iter()
            .flat_map(|by| ClaimGround::ALL.map(|ground| claim(by, ground)))
            .filter(|one| one.right || one.by == turn)
            .collect()
    }
}

fn claim(game: &Game, by: Color, ground: ClaimGround, moves: &[Move]) -> ClaimRecord {
    let now = game.check_claim(by, ground, None);
    let reason = now.unwrap_or_else(|reason| reason);
    let written = moves.iter().filter(|&&one| game.check_claim(by, ground, Some(one)).is_ok());
    ClaimRecord {
        by,
        ground,
        right: now.is_ok(),
        because: reason.explain(game.rule_set()),
        article: reason.article(game.rule_set()).map(str::to_owned),
        written: written.map(Move::to_string).collect(),
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::{env, fs, path::Path};

    use super::{
        super::{CanMate, TranscriptRequest},
        *,
    };
    use lawbook::rules::ClaimGround;

    fn rule(start: &str, lines: &[&str], rules: &[&str]) -> TranscriptRecord {
        let owned = |all: &[&str]| all.iter().map(|one| (*one).to_owned()).collect();
        let request = TranscriptRequest {
            start: Some(start.to_owned()).filter(|start| !start.is_empty()),
            lines: owned(lines),
            rules: owned(rules),
            ..TranscriptRequest::default()
        };
        let (transcript, rule_sets) = request.read().unwrap();
        TranscriptRecord::new(&transcript, &rule_sets, &SearchBudget::up_to(10_000))
    }

    /// Compares a published schema with the derived one; `LAWBOOK_UPDATE=1` rewrites it.
    pub(crate) fn assert_is_published(schema: &schemars::Schema, file: &str) {
        let derived = serde_json::to_string_pretty(schema).unwrap() + "\n";
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
        if env::var("LAWBOOK_UPDATE").is_ok_and(|value| value == "1") {
            fs::write(&path, &derived).unwrap();
        }
        let current = fs::read_to_string(&path).unwrap_or_default();
        assert!(current == derived, "{file} is out of date: run again with LAWBOOK_UPDATE=1");
    }

    rows!(
        the_schema_matches_the_record_type,
        {
            assert_is_published(&schemars::schema_for!(TranscriptRecord), "src/schema.json");
        },
        for record in [
            rule("", &["1. e4 e5", "White offers a draw"], &["all"]),
            rule("8/1k6/8/p1p1p1p1/P1P1P1P1/8/6K1/8 w - - 0 1", &["White resigns"], &["fide"]),
            rule("", &["1. e4", "1. e5"], &["uscf-7"]),
        ] {
            let value = serde_json::to_value(&record).unwrap();
            assert_eq!(serde_json::from_value::<TranscriptRecord>(value).unwrap(), record);
        }
    );

    /// A game, and the rulings on its last line, each after the facts that it assumes.
    #[derive(serde::Deserialize)]
    struct Ruled {
        game: TranscriptRequest,
        says: Vec<String>,
    }

    #[test]
    fn a_fact_that_is_not_told_shows_the_ruling_for_each_value_if_they_differ() {
        let games: Vec<Ruled> = serde_yaml::from_str(include_str!("../facts.yaml")).unwrap();
        assert!(games.len() > 50, "{}", games.len());
        for Ruled { game, says } in games {
            let (transcript, rule_sets) = game.clone().read().unwrap();
            let record =
                TranscriptRecord::new(&transcript, &rule_sets, &SearchBudget::up_to(10_000));
            let said = record.rulings.iter().map(|one| {
                assert_eq!(one.error, None, "{game:?}");
                let facts = one.assumes.iter().map(|fact| format!("{}; ", fact.says));
                format!("{}{}", facts.collect::<String>(), one.standing.ruling)
            });
            assert_eq!(said.collect::<Vec<_>>(), says, "{game:?}");
            // The words of a fact tell it.
            for fact in record.rulings.iter().flat_map(|one| &one.assumes) {
                let mut told = game.clone();
                told.lines.insert(0, fact.says.clone());
                let (transcript, rule_sets) = told.clone().read().unwrap();
                let all = transcript.alternatives(rule_sets[0], &SearchBudget::MATERIAL_ONLY);
                assert!(all.iter().all(|one| one.ruled.error.is_none()), "{told:?}");
                assert!(all.len() < record.rulings.len(), "{told:?}");
            }
        }
    }

    // A line must not repeat a fact that the moves, the position or the conditions already contain.
    rows!(
        a_fact_that_is_told_twice_is_an_error,
        for (conditions, lines, message) in [
            (
                "",
                &["1. e4 e5", "The position has occurred five times"][..],
                "already tell how often"
            ),
            (
                "time: rapid, supervised: false",
                &["An arbiter supervises the game"],
                "already tell whether an arbiter"
            ),
        ] {
            let request = TranscriptRequest {
                event: serde_yaml::from_str(&format!("{{{conditions}}}")).unwrap(),
                lines: lines.iter().map(|line| (*line).to_owned()).collect(),
                ..TranscriptRequest::default()
            };
            let (transcript, rule_sets) = request.read().unwrap();
            let [one] = &transcript.alternatives(rule_sets[0], &SearchBudget::MATERIAL_ONLY)[..]
            else {
                panic!("{lines:?}")
            };
            let error = one.ruled.error.as_ref().unwrap().to_string();
            assert!(error.contains(message), "{error}");
        }
    );

    #[test]
    fn rule_sets_are_answered_in_the_given_order() {
        let fen = "8/8/8/8/8/4k3/3n4/4K3 w - - 0 1";
        let record = rule(fen, &["White resigns"], &["fide-2018", "fide-2023", "fide-2018"]);
        let said: Vec<(&str, &str)> = record
            .rulings
            .iter()
            .map(|one| (one.rules.as_str(), one.standing.ruling.as_str()))
            .collect();
        let dead = "draw by dead position";
        assert_eq!(said, [("fide-2018", dead), ("fide-2023", dead)]);
        assert_eq!(rule("", &[], &[]).rulings[0].rules, RuleSet::LATEST.name());
    }

    #[test]
    fn what_stands_at_the_end_is_told() {
        let record = rule("", &["1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1"], &["fide-2023"]);
        let ruled = &record.rulings[0];
        assert_eq!((ruled.occurrences, &ruled.stood[..]), (2, &[3, 7][..]));
        assert_eq!(ruled.moves[6].san, "Ng1");
        let right: Vec<&ClaimRecord> =
            ruled.claims.iter().filter(|one| one.right || !one.written.is_empty()).collect();
        let [claim] = right[..] else { panic!("{right:?}") };
        assert_eq!((claim.ground, claim.right), (ClaimGround::Threefold, false));
        assert_eq!(claim.written, ["f6g8"]);
        let [white, black] = &ruled.can_mate[..] else { panic!("{:?}", ruled.can_mate) };
        assert_eq!((white.can, black.can), (CanMate::Yes, CanMate::Yes));
        assert_eq!(white.checked, Some(true));
        assert!(white.line.last().unwrap().san.ends_with('#'));
    }

    #[test]
    fn a_position_that_is_dead_says_why() {
        let record = rule("8/1k6/8/p1p1p1p1/P1P1P1P1/8/6K1/8 w - - 0 1", &[], &["fide-2023"]);
        let ruled = &record.rulings[0];
        assert!(ruled.standing.over && ruled.claims.is_empty());
        for mate in &ruled.can_mate {
            assert_eq!((mate.can, mate.checked), (CanMate::No, Some(true)));
            assert!(mate.why.as_ref().unwrap().starts_with("mobility: "), "{:?}", mate.why);
            assert!(!mate.king.is_empty());
        }
    }
}
