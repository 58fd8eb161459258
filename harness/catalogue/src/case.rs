use super::{
    CaseLevel, MateProof, Place, Problem, Table, Version,
    doubt::named_rule_sets,
    expect::{ExpectYaml, Reader, VerdictYaml},
    proof,
    source::Chunk,
    yaml,
    yaml_types::{OneOrMany, OrderedMap},
};
use crate::{
    adapter::Scenario,
    question::{Answer, Expectation, Expected, GameQuestion, MaterialQuestion, Moment, Question},
};
use lawbook::{
    board::Color,
    position::{Move, Position, Setup, SetupError},
    rules::{Act, Decision, Event, FlagDraw, Outcome, RuleSet, RuleSets, Termination},
    sentence::read_line,
};

/// A case: a scenario on the chess board, with questions about it and their right answers.
#[derive(Clone, Debug)]
pub struct Case {
    /// The permanent identifier.
    pub id: String,
    /// The table that it is a row of, if it is one of several similar cases.
    pub table: Option<Table>,
    /// The title: the scenario in one line.
    pub title: String,
    /// The version of the catalogue that added it.
    pub since: Version,
    /// The identifiers of the statements that it decides.
    pub states: Vec<String>,
    /// Free keywords.
    pub tags: Vec<String>,
    /// The level, from `core` to `strict`.
    pub level: CaseLevel,
    /// The rule sets that the case applies to.
    pub rule_sets: RuleSets,
    /// The initial setup.
    pub setup: Setup,
    /// Moves from the initial position that lead to the setup, for libraries that read no FEN; none if no such moves
    /// are stored, or if it is the initial position. They lead to the whole position, the count of moves without capture
    /// or pawn move included; only the number of the move may be another one.
    pub from_start: Vec<Move>,
    /// The conditions of the game: time control, supervision, announced rules.
    pub event: Event,
    /// The lines of `play`, verbatim.
    pub play: Vec<String>,
    /// The acts that the lines of `play` describe, in order.
    pub acts: Vec<Act>,
    /// The right answers at the end, under all rule sets without an exception of their own.
    pub expected: Vec<Expected>,
    /// For each side, the proof that it can or cannot mate.
    pub proofs: Vec<(Color, MateProof)>,
    /// The exceptions: rule sets with other right answers.
    pub exceptions: Vec<Exception>,
    /// Common wrong answers.
    pub mistakes: Vec<Mistake>,
    /// The identifier of the contrasting case, which differs in one detail and has another answer.
    pub contrast: Option<String>,
    /// The explanation of the answer.
    pub why: String,
    /// Any doubt about the answer.
    pub doubt: Option<String>,
    /// Why the texts leave the answer open, if they do. Such a case has no right answer and is not scored.
    pub open: Option<String>,
    /// The file and line of its definition.
    pub place: Place,
}

/// Rule sets with other right answers than those of the case.
#[derive(Clone, Debug)]
pub struct Exception {
    /// The rule sets.
    pub rule_sets: RuleSets,
    /// The right answers under these rule sets.
    pub expected: Vec<Expected>,
    /// The reason.
    pub because: String,
}

/// A wrong answer that people or programs actually give.
#[derive(Clone, Debug)]
pub struct Mistake {
    /// The name of the mistake.
    pub name: String,
    /// The wrong answers.
    pub expected: Vec<Expected>,
    /// Why people or programs make this mistake.
    pub because: String,
}

impl Case {
    /// Returns whether this and another case are of one table. A table is one situation, and its cases follow each other; a case
    /// of no table is a situation by itself.
    pub fn is_same_situation(&self, other: &Case) -> bool {
        self.table.is_some() && self.table == other.table
    }

    /// Returns a problem of this case; `right` says what would be correct.
    pub(super) fn problem(&self, message: String, right: &str) -> Problem {
        Problem { place: self.place.clone(), message, right: Some(right.to_owned()) }
    }

    /// Returns the scenario for an implementation under a rule set: the setup, all acts and the event.
    pub fn scenario(&self, rule_set: RuleSet) -> Scenario {
        self.scenario_until(Moment::End, rule_set)
    }

    /// Returns the scenario up to a moment.
    pub fn scenario_until(&self, moment: Moment, rule_set: RuleSet) -> Scenario {
        let acts = self.acts_until(moment).to_vec();
        Scenario { setup: self.setup, acts, rule_set, event: self.event }
    }

    /// Returns the rule sets that the doubt is about: those that its text names, or all of the case if it names none. Empty
    /// without a doubt.
    pub fn doubtful_rule_sets(&self) -> RuleSets {
        let Some(doubt) = &self.doubt else { return RuleSets::NONE };
        let named = named_rule_sets(doubt).intersection(self.rule_sets);
        if named.is_empty() { self.rule_sets } else { named }
    }

    /// Returns the questions that apply under a rule set, with their right answers.
    ///
    /// Adds to the written questions one that is implied by the last act, for libraries that do not support such
    /// acts. For a claim it is whether the claim is correct. For a flag fall or a resignation, where the rule set
    /// makes the result depend on it, it is whether the opponent can mate. An implied question belongs to the
    /// position before the last act.
    pub fn expected_under(&self, rule_set: RuleSet) -> Vec<Expected> {
        let mut expected = self.expected.clone();
        for exception in &self.exceptions {
            if exception.rule_sets.contains(rule_set) {
                for other in &exception.expected {
                    expected.retain(|one| one.question != other.question);
                    expected.push(other.clone());
                }
            }
        }
        expected.extend(self.implied(&expected, rule_set));
        expected
    }

    /// Whether all acts are completed moves.
    pub fn only_moves(&self) -> bool {
        self.acts.iter().all(|act| act.played().is_some())
    }

    /// Returns the initial position and the position after each move; empty if the setup is not playable.
    pub fn positions(&self) -> Vec<Position> {
        positions(Position::new(&self.setup).ok(), &self.acts)
    }

    /// Returns the acts up to a moment.
    pub fn acts_until(&self, moment: Moment) -> &[Act] {
        match (moment, self.acts.split_last()) {
            (Moment::BeforeLastAct, Some((_, before))) => before,
            (Moment::BeforeLastAct, None) | (Moment::End, _) => &self.acts,
        }
    }

    /// Returns the proof that `side` can or cannot mate.
    pub fn proof(&self, side: Color) -> Option<&MateProof> {
        self.proofs.iter().find(|(of, _)| *of == side).map(|(_, proof)| proof)
    }

    fn implied(&self, expected: &[Expected], rule_set: RuleSet) -> Option<Expected> {
        let ruling = expected.iter().find_map(|one| {
            let Expectation::Exactly(Answer::Ruling(decision)) = one.right else { return None };
            Some(decision)
        })?;
        let (last, before) = self.acts.split_last()?;
        if !before.iter().all(|act| matches!(act, Act::MoveAndPress { .. })) {
            return None;
        }
        let position = end_of(&self.setup, before)?;
        let (question, is) = if let Act::Claim { by, ground, written } = *last
            && by == position.turn()
        {
            let is_right = match ruling {
                Decision::Refused(_) => false,
                Decision::Over(Outcome {
                    winner: None,
                    by: Termination::ThreefoldRepetition | Termination::FiftyMoves,
                }) => true,
                _ => return None,
            };
            (Question::Game(GameQuestion::Claim { ground, written }), is_right)
        } else {
            let Decision::Over(Outcome { winner, by: ended }) = ruling else { return None };
            let loser = if let Act::FlagFalls { by } = *last
                && ended == Termination::Time
                && rule_set.flag_draw().value == FlagDraw::NoSeries
            {
                by
            } else if let Act::Resign { by } = *last
                && ended == Termination::Resignation
                && rule_set.resignation_may_draw().value
                && rule_set.flag_draw().value == FlagDraw::NoSeries
            {
                by
            } else {
                return None;
            };
            (Question::Material(MaterialQuestion::CanMate { side: !loser }), winner.is_some())
        };
        let right = Expectation::Exactly(Answer::Is(is));
        Some(Expected { question, right, moment: Moment::BeforeLastAct })
    }
}

/// Returns the position at the end of a line; `None` if the setup or a move is illegal.
pub fn end_of(setup: &Setup, acts: &[Act]) -> Option<Position> {
    let mut moves = acts.iter().filter_map(Act::played);
    moves.try_fold(Position::new(setup).ok()?, |position, played| position.play(played).ok())
}

/// Returns the initial position and the position after each completed move. An illegal move leaves it unchanged.
fn positions(start: Option<Position>, acts: &[Act]) -> Vec<Position> {
    let played = acts.iter().filter_map(Act::played);
    let after = start.into_iter().flat_map(|start| {
        played.clone().scan(start, |position, played| {
            *position = position.play(played).unwrap_or(*position);
            Some(*position)
        })
    });
    start.into_iter().chain(after).collect()
}

/// Reads a case that is neither a table nor asked with both colours.
pub(super) fn read_one(
    chunk: &Chunk<'_>,
    written: yaml::CaseYaml,
    line: usize,
    table: Option<Table>,
) -> Result<Case, Vec<Problem>> {
    let mut problems = Vec::new();
    let setup = read_setup(chunk, &written, &mut problems)?;
    let start = match (Position::new(&setup), is_refused(&written)) {
        (Ok(position), _) => Some(position),
        (Err(_), true) => None,
        // A library may accept or refuse such a setup, so its case is not scored.
        (Err(SetupError::Unreachable(_)), false) if written.open.is_some() => {
            Position::from_playable(&setup).ok()
        }
        (Err(error), false) => {
            let near = written.start.as_deref().unwrap_or("start");
            return Err(vec![chunk.problem(
                near,
                error.to_string(),
                "a start that can be played, or \"setup: refused\" as all that is expected",
            )]);
        }
    };
    let (acts, end, plies) = read_play(chunk, &written, start, &mut problems);
    let mut read_expect = |expect: &ExpectYaml, mistaken: bool| {
        let (expected, problems_found) = (Vec::new(), Vec::new());
        let mut reader = Reader { chunk, end, plies, mistaken, expected, problems: problems_found };
        reader.read(expect);
        problems.append(&mut reader.problems);
        reader.expected
    };
    let expected =
        written.expect.as_ref().map(|expect| read_expect(expect, false)).unwrap_or_default();
    let mut read_others = |others: &OrderedMap<ExpectYaml>, mistaken| -> Vec<Mistake> {
        let read = |(name, other): &(String, ExpectYaml)| Mistake {
            name: name.clone(),
            expected: read_expect(other, mistaken),
            because: other.because.as_deref().unwrap_or_default().trim().to_owned(),
        };
        others.0.iter().map(read).collect()
    };
    let mistakes = read_others(&written.mistakes, true);
    let others = read_others(&written.except, false);
    let exceptions = read_exceptions(chunk, others, &mut problems);
    let proofs = proof::read(chunk, &written.proof, &positions(start, &acts), &mut problems);
    let rule_sets = read_rule_sets(chunk, &written, &mut problems);
    check_fields(chunk, &written, &mut problems);
    if !problems.is_empty() {
        return Err(problems);
    }
    Ok(Case {
        id: written.id,
        table,
        since: written.since.unwrap_or(Version::FIRST),
        title: written.title,
        states: written.states,
        tags: written.tags,
        level: written.level,
        rule_sets,
        setup,
        // The catalogue adds them.
        from_start: Vec::new(),
        event: written.event.into(),
        play: written.play,
        acts,
        expected,
        proofs,
        exceptions,
        mistakes,
        contrast: written.contrast,
        why: written.why.trim().to_owned(),
        doubt: written.doubt.map(|text| text.trim().to_owned()),
        open: written.open.map(|text| text.trim().to_owned()),
        place: Place { file: chunk.file.to_owned(), line },
    })
}

fn read_exceptions(
    chunk: &Chunk<'_>,
    others: Vec<Mistake>,
    problems: &mut Vec<Problem>,
) -> Vec<Exception> {
    let mut exceptions = Vec::new();
    for Mistake { name, expected, because } in others {
        match name.parse() {
            Ok(rule_sets) => exceptions.push(Exception { rule_sets, expected, because }),
            Err(error) => {
                problems.push(Problem::of_error(chunk.file, chunk.line_of(&name), &error))
            }
        }
    }
    exceptions
}

fn is_refused(written: &yaml::CaseYaml) -> bool {
    written.expect.as_ref().is_some_and(|expect| expect.setup == Some(VerdictYaml::Refused))
}

pub(super) fn read_setup(
    chunk: &Chunk<'_>,
    written: &yaml::CaseYaml,
    problems: &mut Vec<Problem>,
) -> Result<Setup, Vec<Problem>> {
    match written.start.as_deref() {
        None | Some("startpos") => Ok(Setup::start()),
        Some(fen) => fen.parse().map_err(|error| {
            problems.push(Problem::of_error(chunk.file, chunk.line_of(fen), &error));
            std::mem::take(problems)
        }),
    }
}

pub(super) fn read_play(
    chunk: &Chunk<'_>,
    written: &yaml::CaseYaml,
    start: Option<Position>,
    problems: &mut Vec<Problem>,
) -> (Vec<Act>, Option<Position>, usize) {
    let Some(mut position) = start else {
        if let Some(line) = written.play.first() {
            problems.push(chunk.problem(
                line,
                "nothing can be played from a setup that is refused",
                "no \"play\"",
            ));
        }
        return (Vec::new(), None, 0);
    };
    let mut acts = Vec::new();
    for line in &written.play {
        match read_line(&mut position, line) {
            Ok(read) => acts.extend(read),
            Err(error) => {
                problems.push(Problem::of_error(chunk.file, chunk.line_of(line), &error));
                break;
            }
        }
    }
    let plies = acts.iter().filter(|act: &&Act| act.played().is_some()).count();
    (acts, Some(position), plies)
}

fn read_rule_sets(
    chunk: &Chunk<'_>,
    written: &yaml::CaseYaml,
    problems: &mut Vec<Problem>,
) -> RuleSets {
    let names = match &written.rule_sets {
        None => return RuleSets::ALL,
        Some(OneOrMany::One(name)) => std::slice::from_ref(name),
        Some(OneOrMany::Many(names)) => names,
    };
    if names.is_empty() {
        let message = "the case applies to no rule set";
        problems.push(chunk.problem("rule_sets:", message, "rule sets, or no such field"));
    }
    let mut all = RuleSets::NONE;
    for name in names {
        match name.parse() {
            Ok(rule_sets) => all = all.union(rule_sets),
            Err(error) => problems.push(Problem::of_error(chunk.file, chunk.line_of(name), &error)),
        }
    }
    all
}

/// Checks the formats of the fields and their consistency with each other.
fn check_fields(chunk: &Chunk<'_>, written: &yaml::CaseYaml, problems: &mut Vec<Problem>) {
    let mut problem = |near: &str, message: &str, right: &str| {
        problems.push(chunk.problem(near, message, right));
    };
    let words = written.id.split('-').all(|word| {
        !word.is_empty()
            && word.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit())
    });
    if !words {
        problem(
            "id:",
            "the id does not consist of lower-case words joined by hyphens",
            "an id such as \"threefold-with-written-move\"",
        );
    }
    if let Some(why) = written.event.contradiction() {
        problem("event:", why, "conditions of one game");
    }
    if written.title.trim().is_empty() {
        problem("title:", "the case has no title", "the scenario in one line");
    }
    if written.states.is_empty() {
        problem(
            "states:",
            "the case decides no statement",
            "the statements of the documents that it decides",
        );
    }
    let mut states: Vec<&String> = written.states.iter().collect();
    states.sort_unstable();
    if states.windows(2).any(|pair| pair[0] == pair[1]) {
        problem("states:", "a statement is named twice", "each statement once");
    }
    if written.why.trim().is_empty() {
        problem("why:", "the case does not say why", "a few plain sentences");
    }
    match (&written.expect, &written.open) {
        (None, None) => {
            problem("", "the case expects nothing", "\"expect\", or \"open\" with the reason")
        }
        (Some(_), Some(_)) => {
            problem("open:", "an open case is never scored", "no \"expect\" next to \"open\"")
        }
        (Some(expect), None) if expect.because.is_some() => {
            problem("because:", "\"expect\" has a \"because\"", "the reason in \"why\"");
        }
        _ => {}
    }
    for (name, other) in written.mistakes.0.iter().chain(&written.except.0) {
        if other.because.as_deref().unwrap_or_default().trim().is_empty() {
            problem(name, "another answer without a reason", "a \"because\" next to it");
        }
    }
}
