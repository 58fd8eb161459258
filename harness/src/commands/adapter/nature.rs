//! The part of `lawbook adapter smoke` that tests the nature of a library: whether its games end by themselves, whether
//! it reads a FEN and validates setups, and the rule set that its answers fit best.

use lawbook::{
    adapter::{About, Implementation, Reference, Response, Scenario, SelfEnd},
    catalogue::{Case, CaseLevel, Catalogue},
    position::Setup,
    question::{Answer, Expectation, Expected, GameQuestion, Moment, PositionQuestion, Question},
    rules::{Act, Decision, Event, RuleSet, Termination},
    runner::{Finding, judge},
};
use lawbook_libraries::process::Process;

use crate::output;

/// Errors in the declarations of an adapter, and fields that it could declare.
#[derive(Default)]
pub(super) struct Nature {
    pub(super) problems: Vec<String>,
    pub(super) hints: Vec<String>,
}

/// A line that ends with a draw, and a move that goes on.
struct Drawn {
    by: Termination,
    fen: &'static str,
    moves: &'static str,
    next: &'static str,
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const TWICE: &str = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";
const FOUR_TIMES: &str =
    "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";

/// The draws that a library may make without a claim.
#[rustfmt::skip] // one a line
const DRAWN: [Drawn; 5] = [
    Drawn { by: Termination::ThreefoldRepetition, fen: START, moves: TWICE, next: "e2e4" },
    Drawn { by: Termination::FivefoldRepetition, fen: START, moves: FOUR_TIMES, next: "e2e4" },
    Drawn { by: Termination::FiftyMoves, fen: "4k3/8/8/8/8/8/8/4KR2 w - - 99 90", moves: "f1f2", next: "e8e7" },
    Drawn { by: Termination::SeventyFiveMoves, fen: "4k3/8/8/8/8/8/8/4KR2 w - - 149 90", moves: "f1f2", next: "e8e7" },
    Drawn { by: Termination::DeadPosition, fen: "4k3/8/8/8/8/8/4p3/4K3 w - - 0 1", moves: "e1e2", next: "e8e7" },
];

/// Setups that every library plays that reads a FEN.
const SETUPS: [&str; 3] = [
    "4k3/8/8/8/8/8/8/4KR2 w - - 0 1",
    "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
    "8/8/4k3/8/8/4K3/8/7R b - - 3 40",
];

const RULING: Question = Question::Game(GameQuestion::Ruling);
const SETUP: Question = Question::Position(PositionQuestion::Setup);

impl Nature {
    /// Tries the library, whatever its adapter declares.
    pub(super) fn of(process: &Process, catalogue: &Catalogue) -> Nature {
        let about = process.about();
        let mut nature = Nature::default();
        nature.judge_fen(process, &about);
        nature.judge_setups(process, &about, catalogue);
        nature.judge_ends(process, &about);
        nature.judge_rule_set(process, &about, catalogue);
        nature.hints.extend(untested(process, &about, catalogue));
        nature
    }

    fn judge_fen(&mut self, process: &Process, about: &About) {
        let takes = |fen: &&str| {
            fen.parse().is_ok_and(|setup| accepts(process, &line(about, setup, "")) == Some(true))
        };
        let taken = SETUPS.iter().filter(|fen| takes(fen)).count();
        match (about.reads_fen, taken) {
            (true, 0) => self.hints.push(
                "it refuses every position but the initial one: if the library reads no FEN, add \
                 \"reads_fen\": false"
                    .to_owned(),
            ),
            (false, 3) => self.hints.push(
                "it says that the library reads no FEN, but it does: remove \"reads_fen\""
                    .to_owned(),
            ),
            _ => {}
        }
    }

    fn judge_setups(&mut self, process: &Process, about: &About, catalogue: &Catalogue) {
        if !about.reads_fen {
            return;
        }
        let refused = Expectation::Exactly(Answer::Is(false));
        let is_refused = |one: &Expected| one.question == SETUP && one.right == refused;
        let cases = core(catalogue).filter(|case| case.expected.iter().any(is_refused));
        let setups: Vec<Setup> =
            cases.map(|case| case.setup).filter(|one| !one.castling.is_chess960()).collect();
        let taken = setups
            .iter()
            .filter(|setup| accepts(process, &line(about, **setup, "")) == Some(true))
            .count();
        match (about.validates_setups, taken) {
            (true, 1..) => self.hints.push(format!(
                "it accepts {taken} of {} setups that cannot be played: if the library does not validate setups, add \
                 \"validates_setups\": false",
                setups.len()
            )),
            (false, 0) => self.hints.push(
                "it says that the library does not validate setups, but it refuses all that cannot be played: remove \
                 \"validates_setups\""
                    .to_owned(),
            ),
            _ => {}
        }
    }

    fn judge_ends(&mut self, process: &Process, about: &About) {
        let mut ends = Vec::new();
        for Drawn { by, fen, moves, next } in DRAWN {
            let Ok(setup) = fen.parse() else { continue };
            let drawn = line(about, setup, moves);
            let goes_on = line(about, setup, &format!("{moves} {next}"));
            let is_declared = about.ends_by_itself.contains(&by);
            if accepts(process, &line(about, setup, "")) != Some(true) {
                continue;
            }
            let stops = accepts(process, &goes_on) == Some(false);
            let says = says_it_is_drawn(process, &drawn);
            let is_by_rule = decision(&drawn).is_some_and(|one| one != Decision::PlayOn);
            if is_declared && (says == Some(false) || (says.is_none() && !stops)) {
                self.problems.push(format!(
                    "`ends_by_itself` names {:?}, but the game goes on after {moves} from {fen}",
                    by.code()
                ));
            }
            if !is_declared && !is_by_rule && (stops || says == Some(true)) {
                ends.push(by.code());
            }
        }
        if !ends.is_empty() {
            let all: Vec<&str> = about
                .ends_by_itself
                .iter()
                .map(|by| by.code())
                .chain(ends.iter().copied())
                .collect();
            self.hints.push(format!(
                "its games end by themselves where {} does not end them: add \"ends_by_itself\": {all:?}",
                about.rule_set
            ));
        }
    }

    /// Asks each case once, and compares the answers on endings and claims with every rule set.
    fn judge_rule_set(&mut self, process: &Process, about: &About, catalogue: &Catalogue) {
        let cases: Vec<&Case> = core(catalogue).collect();
        let bar = output::progress(cases.len(), "cases");
        let mut tallies = [(0_usize, 0_usize); RuleSet::ALL.len()];
        for case in cases {
            bar.inc(1);
            let under = |rule_set: RuleSet| -> Vec<Expected> {
                if !case.rule_sets.contains(rule_set) {
                    return Vec::new();
                }
                let mut expected = case.expected_under(rule_set);
                expected
                    .retain(|one| one.question.depends_on_rule_set() && one.moment == Moment::End);
                expected
            };
            let all: Vec<Vec<Expected>> = RuleSet::ALL.into_iter().map(under).collect();
            let mut questions: Vec<Question> = Vec::new();
            for one in
                all.iter().flatten().filter(|one| one.question != GameQuestion::Orders.into())
            {
                if !questions.contains(&one.question) {
                    questions.push(one.question.clone());
                }
            }
            if questions.is_empty() {
                continue;
            }
            let said = process.ask(&case.scenario(about.rule_set), &questions);
            for (tally, expected) in tallies.iter_mut().zip(&all) {
                for one in expected {
                    let answer =
                        questions.iter().zip(&said).find(|(asked, _)| **asked == one.question);
                    let Some((_, answer @ Response::Answer { .. })) = answer else { continue };
                    let finding = judge(one, answer, &[]).finding;
                    tally.0 += usize::from(finding == Finding::Differs);
                    tally.1 += usize::from(finding.is_scored());
                }
            }
        }
        bar.finish_and_clear();
        let all: Vec<(RuleSet, (usize, usize))> = RuleSet::ALL.into_iter().zip(tallies).collect();
        let own = all.iter().find(|(rule_set, _)| *rule_set == about.rule_set);
        let Some((_, (own_wrong, own_asked))) = own else { return };
        // A rule set to which few cases apply has few disagreements.
        let eligible = all.iter().filter(|(_, (_, asked))| 2 * asked >= *own_asked);
        let best = eligible.min_by_key(|(_, (wrong, asked))| 100_000 * wrong / asked.max(&1));
        if let Some((rule_set, (wrong, asked))) = best
            && wrong * own_asked < own_wrong * asked
        {
            self.hints.push(format!(
                "under {} {own_wrong} of its {own_asked} answers on endings and claims are wrong, under {rule_set} {wrong} \
                 of {asked}, the fewest: if the library follows those rules, add \"rule_set\": \"{rule_set}\"",
                about.rule_set
            ));
        }
    }
}

/// Returns a line for each declared ending that no case tests, of any level and under any rule set.
fn untested(process: &Process, about: &About, catalogue: &Catalogue) -> Vec<String> {
    let acts = process.respondent().claimed().1;
    let is_taken = |act: &Act| act.played().is_some() || acts.iter().any(|name| name == act.name());
    let mut tested: Vec<Termination> = Vec::new();
    let cases = catalogue.cases.iter().filter(|case| case.open.is_none());
    for case in cases.filter(|case| case.acts.iter().all(is_taken)) {
        for rule_set in case.rule_sets.iter() {
            for one in case.expected_under(rule_set) {
                if let Expectation::Exactly(Answer::Ruling(Decision::Over(outcome))) = one.right {
                    tested.push(outcome.by);
                }
            }
        }
        if case.rule_sets.contains(about.rule_set) {
            let asks = case.expected.iter().any(|one| one.question == RULING);
            let line = case.scenario(about.rule_set);
            let own = SelfEnd::of(&line, about.ends_by_itself).filter(|_| asks);
            tested.extend(own.filter(|end| end.acts == line.acts.len()).map(|end| end.by));
        }
    }
    let is_untested = |by: &&Termination| !tested.contains(by);
    let say = |by: &Termination| {
        let name = by.code();
        let remedy = if SelfEnd::ENDINGS.contains(by) {
            "; if its games end by it without a claim, name it in `ends_by_itself`, and the cases test it"
        } else {
            ""
        };
        format!(
            "`endings` names {name:?}, but no case has this ending, so nothing tests it{remedy}"
        )
    };
    about.endings.iter().filter(is_untested).map(say).collect()
}

fn core(catalogue: &Catalogue) -> impl Iterator<Item = &Case> {
    catalogue.cases.iter().filter(|case| case.level <= CaseLevel::Core && case.open.is_none())
}

fn line(about: &About, setup: Setup, moves: &str) -> Scenario {
    let moves = moves.split_whitespace().filter_map(|text| text.parse().ok());
    let acts = moves.map(|mv| Act::MoveAndPress { mv }).collect();
    Scenario { setup, acts, rule_set: about.rule_set, event: Event::default() }
}

/// Returns whether the library accepts a line; none if it fails otherwise.
fn accepts(process: &Process, line: &Scenario) -> Option<bool> {
    match process.put(process.respondent(), line, &[SETUP]).pop()? {
        Response::Answer { answer, .. } => Some(answer == Answer::Is(true)),
        Response::SetupRefused(_) | Response::MoveRefused(_) => Some(false),
        Response::Silent(_)
        | Response::Unsupported(_)
        | Response::Panicked(_)
        | Response::Crashed(_)
        | Response::TimedOut(_)
        | Response::ProtocolError(_) => None,
    }
}

/// Returns whether the library says that the game is drawn at the end of a line; none if it does not say how it stands.
fn says_it_is_drawn(process: &Process, line: &Scenario) -> Option<bool> {
    let claimed = process.respondent().claimed().0;
    if !claimed.iter().any(|name| name == "ended" || name == "ruling") {
        return None;
    }
    let Response::Answer { answer, .. } =
        process.put(process.respondent(), line, &[RULING]).pop()?
    else {
        return None;
    };
    if let Answer::Ended { ended, .. } = answer {
        return Some(ended.is_some_and(|ended| ended.winner.is_none()));
    }
    let Answer::Ruling(ruling) = answer else { return None };
    Some(matches!(ruling, Decision::Over(outcome) if outcome.winner.is_none()))
}

/// Returns how the game stands by the rules at the end of a line.
fn decision(line: &Scenario) -> Option<Decision> {
    let said = Reference::default().ask(line, &[RULING]).pop()?;
    if let Response::Answer { answer: Answer::Ruling(decision), .. } = said {
        return Some(decision);
    }
    None
}
