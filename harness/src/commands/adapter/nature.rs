//! The part of `lawbook adapter smoke` that tests the nature of a library: whether its games end by themselves, whether
//! it reads a FEN and validates setups, and the rule set that its answers fit best.

use lawbook::{
    adapter::{About, Implementation, Reference, Response, Scenario, SelfEnd},
    catalogue::{Case, CaseLevel, Catalogue},
    position::Setup,
    question::{
        Answer, Expectation, Expected, GameQuestion, Moment, PositionQuestion, Question,
        ReportedResult,
    },
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
    /// What the process wrote on its standard error before it failed at a setup, if it did.
    pub(super) talk: String,
}

/// A line that ends with a draw, and a move that goes on.
struct Drawn {
    by: Termination,
    fen: &'static str,
    moves: &'static str,
    next: &'static str,
    /// A setup and moves that are not drawn, after which the same move is legal. A library that refuses it there too refuses
    /// it for another reason.
    goes_on: (&'static str, &'static str),
}

/// The reaction of a library to a line.
enum Taken {
    Yes,
    No,
    /// It fails; the text says how.
    Failed(String),
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const ONCE: &str = "g1f3 g8f6 f3g1 f6g8";
const TWICE: &str = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";
const FOUR_TIMES: &str =
    "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";

const QUIET: &str = "4k3/8/8/8/8/8/8/4KR2 w - - 0 90";

/// The draws that a library may make without a claim.
#[rustfmt::skip] // one a line
const DRAWN: [Drawn; 5] = [
    Drawn { by: Termination::ThreefoldRepetition, fen: START, moves: TWICE, next: "e2e4", goes_on: (START, ONCE) },
    Drawn { by: Termination::FivefoldRepetition, fen: START, moves: FOUR_TIMES, next: "e2e4", goes_on: (START, TWICE) },
    Drawn { by: Termination::FiftyMoves, fen: "4k3/8/8/8/8/8/8/4KR2 w - - 99 90", moves: "f1f2", next: "e8e7", goes_on: (QUIET, "f1f2") },
    Drawn { by: Termination::SeventyFiveMoves, fen: "4k3/8/8/8/8/8/8/4KR2 w - - 149 90", moves: "f1f2", next: "e8e7", goes_on: (QUIET, "f1f2") },
    Drawn { by: Termination::DeadPosition, fen: "4k3/8/8/8/8/8/4p3/4K3 w - - 0 1", moves: "e1e2", next: "e8e7", goes_on: ("4k3/7p/8/8/8/8/4p3/4K3 w - - 0 1", "e1e2") },
];

/// Lines that end with checkmate and stalemate.
#[rustfmt::skip] // one a line
const MATED: [(Termination, &str, &str); 2] = [
    (Termination::Checkmate, START, "f2f3 e7e5 g2g4 d8h4"),
    (Termination::Stalemate, "k7/8/1K6/8/8/8/8/2Q5 w - - 0 1", "c1c7"),
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
        nature.judge_endings(process, &about);
        nature.judge_rule_set(process, &about, catalogue);
        nature.hints.extend(untested(process, &about, catalogue));
        nature
    }

    fn judge_fen(&mut self, process: &Process, about: &About) {
        let is_taken =
            |fen: &&str| fen.parse().is_ok_and(|setup| takes(process, &line(about, setup, "")));
        let taken = SETUPS.iter().filter(|fen| is_taken(fen)).count();
        match (about.reads_fen, taken) {
            (true, 0) if SETUPS.iter().any(|fen| is_to_be_written(process, about, fen)) => {}
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
        let all = setups.len();
        let (mut taken, mut refused) = (0, 0);
        let remedy =
            "if the library does not validate setups, add \"validates_setups\": false".to_owned();
        for setup in setups {
            match taken_by(process, &line(about, setup, "")) {
                Taken::Yes => taken += 1,
                Taken::No => refused += 1,
                Taken::Failed(_) if !about.validates_setups => break,
                Taken::Failed(how) => {
                    self.talk = process.failures().1;
                    return self.problems.push(format!(
                        "it fails at a setup that cannot be played, {setup}: {how}. If the library can refuse such setups, answer \
                         `setup_refused`; {remedy}"
                    ));
                }
            }
        }
        match about.validates_setups {
            true if taken > 0 => self.hints.push(format!(
                "it accepts {taken} of {all} setups that cannot be played: {remedy}"
            )),
            false if refused == all => self.hints.push(
                "it says that the library does not validate setups, but it refuses all that cannot be played: remove \
                 \"validates_setups\""
                    .to_owned(),
            ),
            _ => {}
        }
    }

    /// Compares the declared endings with those after which the library plays no further move.
    fn judge_ends(&mut self, process: &Process, about: &About) {
        let mut ends = Vec::new();
        for Drawn { by, fen, moves, next, goes_on: (other, before) } in DRAWN {
            let (Ok(setup), Ok(other)) = (fen.parse(), other.parse()) else { continue };
            let drawn = line(about, setup, moves);
            if !takes(process, &drawn) {
                continue;
            }
            let refuses = |setup, moves: &str| {
                let line = line(about, setup, &format!("{moves} {next}"));
                matches!(taken_by(process, &line), Taken::No)
            };
            let stops = refuses(setup, moves) && !refuses(other, before);
            let says = says_it_is_drawn(process, &drawn);
            let place = format!("after {moves} from {fen}");
            let is_declared = about.ends_by_itself.contains(&by);
            let does = match says {
                Some(false) => Some("says that the game is not over"),
                Some(true) | None if !stops => Some("plays on"),
                Some(true) | None => None,
            };
            if let Some(does) = does.filter(|_| is_declared) {
                self.problems.push(format!(
                    "`ends_by_itself` names {:?}, but the library {does} {place}",
                    by.code()
                ));
            }
            let is_by_rule = decision(&drawn).is_some_and(|one| one != Decision::PlayOn);
            if does.is_none() && !is_declared && !is_by_rule {
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
                "it plays no further move where {} does not end the game: add \"ends_by_itself\": {all:?}",
                about.rule_set
            ));
        }
    }

    /// Compares the declared endings with those that the library reports, and asks for the end of games that are over.
    fn judge_endings(&mut self, process: &Process, about: &About) {
        let drawn = DRAWN.map(|Drawn { by, fen, moves, .. }| (by, fen, moves));
        let mut unlisted: Vec<&str> = Vec::new();
        for (by, fen, moves) in MATED.into_iter().chain(drawn) {
            let Ok(setup) = fen.parse() else { continue };
            let line = line(about, setup, moves);
            let Some(ended) = end(process, &line).filter(|_| takes(process, &line)) else {
                continue;
            };
            let is_listed = about.endings.contains(&by);
            match ended {
                Some(said) => {
                    let said = said.by.unwrap_or(by);
                    if !about.endings.contains(&said) && !unlisted.contains(&said.code()) {
                        unlisted.push(said.code());
                    }
                }
                None if by == Termination::Checkmate => {
                    let place = format!("after {moves} from {fen}, which is checkmate");
                    let message = format!("`ended` says that the game is not over {place}");
                    match is_listed {
                        true => self.problems.push(message),
                        false => self.hints.push(format!(
                            "{message}, and `endings` does not list it: if the library detects it, answer it and add it to \
                             `endings`"
                        )),
                    }
                }
                None => {}
            }
        }
        if !unlisted.is_empty() {
            self.hints.push(format!(
                "it reports endings that `endings` does not list, so that a missing one does not count: add \
                 {unlisted:?} to `endings`"
            ));
        }
    }

    /// Asks each case once, and compares the answers on endings and claims with every rule set.
    fn judge_rule_set(&mut self, process: &Process, about: &About, catalogue: &Catalogue) {
        let cases: Vec<&Case> = core(catalogue).collect();
        let bar = output::progress(cases.len(), "cases");
        let mut fits = RuleSet::ALL.map(|_| Fit::default());
        for case in cases {
            bar.inc(1);
            let all = RuleSet::ALL.map(|rule_set| expected_at_the_end(case, rule_set));
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
            let findings = |expected: &Vec<Expected>| -> Vec<Option<Finding>> {
                let finding = |(question, answer): (&Question, &Response)| {
                    let one = expected.iter().find(|one| one.question == *question)?;
                    matches!(answer, Response::Answer { .. })
                        .then(|| judge(one, answer, &[]).finding)
                        .filter(|finding| finding.is_scored())
                };
                questions.iter().zip(&said).map(finding).collect()
            };
            let own = RuleSet::ALL.iter().position(|one| *one == about.rule_set);
            let own = own.map_or_else(Vec::new, |place| findings(&all[place]));
            for (fit, expected) in fits.iter_mut().zip(&all) {
                fit.add(&own, &findings(expected));
            }
        }
        bar.finish_and_clear();
        let all: Vec<(RuleSet, Fit)> = RuleSet::ALL.into_iter().zip(fits).collect();
        let own = all.iter().find(|(rule_set, _)| *rule_set == about.rule_set);
        let Some((_, Fit { wrong: own_wrong, asked: own_asked, .. })) = own else { return };
        if let Some((rule_set, fit)) = best(&all, *own_wrong, *own_asked) {
            let Fit { wrong, asked, gained, cases, .. } = fit;
            self.hints.push(format!(
                "under {} {own_wrong} of its {own_asked} answers on endings and claims are wrong, under {rule_set} {wrong} \
                 of {asked}; {gained} answers in {cases} cases are right only there: if the library follows those rules, add \
                 \"rule_set\": \"{rule_set}\"",
                about.rule_set
            ));
        }
    }
}

/// How the answers of a library fit a rule set, compared with the rule set that it declares.
#[derive(Clone, Debug, Default)]
struct Fit {
    wrong: usize,
    asked: usize,
    /// Wrong answers that are right under this rule set, and the number of cases with such answers.
    gained: usize,
    cases: usize,
    /// Right answers that are wrong under this rule set.
    lost: usize,
}

impl Fit {
    /// Counts the answers to a case, judged under the declared rule set and under this one.
    fn add(&mut self, declared: &[Option<Finding>], here: &[Option<Finding>]) {
        let gained = self.gained;
        for (one, other) in declared.iter().zip(here) {
            self.wrong += usize::from(*other == Some(Finding::Differs));
            self.asked += usize::from(other.is_some());
            let changes = |from, to| usize::from((*one, *other) == (Some(from), Some(to)));
            self.gained += changes(Finding::Differs, Finding::Agrees);
            self.lost += changes(Finding::Agrees, Finding::Differs);
        }
        self.cases += usize::from(self.gained > gained);
    }

    /// Whether the evidence is clear: several cases become right, at most half of the wrong answers remain, few right
    /// answers become wrong, and the rule set is not merely asked less.
    fn is_clear(&self, own_wrong: usize, own_asked: usize) -> bool {
        self.cases >= CASES
            && 2 * self.wrong <= own_wrong
            && 10 * self.lost <= self.gained
            && 2 * self.asked >= own_asked
    }
}

/// Minimum number of cases that have to become right before another rule set is proposed.
const CASES: usize = 3;

/// Difference in answers up to which two editions of the Laws fit equally well.
const NEAR: usize = 3;

/// Returns the rule set that clearly fits better than the declared one. Of editions of the Laws that fit almost equally
/// well it is the latest.
fn best(all: &[(RuleSet, Fit)], own_wrong: usize, own_asked: usize) -> Option<&(RuleSet, Fit)> {
    let net = |fit: &Fit| fit.gained.saturating_sub(fit.lost);
    let clear = || all.iter().filter(|(_, fit)| fit.is_clear(own_wrong, own_asked));
    let best = clear().max_by_key(|(_, fit)| net(fit))?;
    let is_near = |one: &&(RuleSet, Fit)| {
        best.0.is_fide_edition() && one.0.is_fide_edition() && net(&one.1) + NEAR >= net(&best.1)
    };
    Some(clear().rfind(is_near).unwrap_or(best))
}

/// Returns the questions at the end of a case that depend on the rule set; none if the case does not apply to it.
fn expected_at_the_end(case: &Case, rule_set: RuleSet) -> Vec<Expected> {
    if !case.rule_sets.contains(rule_set) {
        return Vec::new();
    }
    let mut expected = case.expected_under(rule_set);
    expected.retain(|one| one.question.depends_on_rule_set() && one.moment == Moment::End);
    expected
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

/// Returns whether the library accepts a line.
fn takes(process: &Process, line: &Scenario) -> bool {
    matches!(taken_by(process, line), Taken::Yes)
}

/// Whether the adapter says that the function for this setup is to be written, as that of `adapter new` does.
fn is_to_be_written(process: &Process, about: &About, fen: &str) -> bool {
    let Ok(setup) = fen.parse() else { return false };
    let said = process.put(process.respondent(), &line(about, setup, ""), &[SETUP]).pop();
    matches!(said, Some(Response::Unsupported(why)) if why.starts_with("TODO"))
}

/// Puts a line to the library and returns its reaction.
fn taken_by(process: &Process, line: &Scenario) -> Taken {
    match process.put(process.respondent(), line, &[SETUP]).pop() {
        Some(Response::Answer { answer: Answer::Is(true), .. }) => Taken::Yes,
        Some(said) => failure(&said).map_or(Taken::No, Taken::Failed),
        None => Taken::No,
    }
}

/// Returns how the library fails, if the response says so.
pub(super) fn failure(said: &Response) -> Option<String> {
    Some(match said {
        Response::Panicked(why) => format!("it failed: {why}"),
        Response::Crashed(why) => format!("it crashed: {why}"),
        Response::TimedOut(why) => format!("it did not answer: {why}"),
        Response::ProtocolError(why) => format!("it breaks the protocol: {why}"),
        Response::Answer { .. }
        | Response::Silent(_)
        | Response::Unsupported(_)
        | Response::SetupRefused(_)
        | Response::MoveRefused(_) => return None,
    })
}

/// Returns whether the library says that the game is drawn at the end of a line; none if it does not say how it stands.
fn says_it_is_drawn(process: &Process, line: &Scenario) -> Option<bool> {
    Some(end(process, line)?.is_some_and(|ended| ended.winner.is_none()))
}

/// Returns how the game has ended at the end of a line according to the library, if it has ended; none if the library does
/// not say how it stands.
fn end(process: &Process, line: &Scenario) -> Option<Option<ReportedResult>> {
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
        return Some(ended);
    }
    let Answer::Ruling(ruling) = answer else { return None };
    let Decision::Over(outcome) = ruling else { return Some(None) };
    Some(Some(outcome.into()))
}

/// Returns how the game stands by the rules at the end of a line.
fn decision(line: &Scenario) -> Option<Decision> {
    let said = Reference::default().ask(line, &[RULING]).pop()?;
    if let Response::Answer { answer: Answer::Ruling(decision), .. } = said {
        return Some(decision);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fit(asked: usize, wrong: usize, gained: usize, lost: usize) -> Fit {
        Fit { asked, wrong, gained, cases: gained, lost }
    }

    /// Returns the rule set that is proposed to a library that declares fide-2023.
    fn proposed(own: (usize, usize), fits: &[(&str, Fit)]) -> Option<String> {
        let fits = fits.iter().map(|(name, fit)| (name.parse().unwrap(), fit.clone()));
        let all: Vec<(RuleSet, Fit)> = fits.collect();
        best(&all, own.0, own.1).map(|(rule_set, _)| rule_set.to_string())
    }

    #[test]
    fn another_rule_set_is_proposed_on_clear_evidence_only() {
        for (own, name, other, is_clear) in [
            ((2, 200), "fide-1997", fit(180, 1, 1, 0), false),
            ((6, 200), "fide-1997", fit(180, 4, 2, 0), false),
            // Few of the wrong answers are explained.
            ((40, 200), "fide-1997", fit(180, 35, 5, 0), false),
            // Right answers become wrong.
            ((10, 200), "lichess-2024", fit(180, 4, 9, 3), false),
            // The rule set is asked less.
            ((10, 200), "chesscom-2024", fit(90, 0, 10, 0), false),
            ((10, 200), "chesscom-2024", fit(150, 0, 10, 0), true),
            ((30, 200), "lichess-2024", fit(180, 3, 29, 2), true),
        ] {
            assert_eq!(proposed(own, &[(name, other)]).is_some(), is_clear, "{name}");
        }
    }

    #[test]
    fn of_editions_that_fit_almost_equally_the_latest_is_proposed() {
        let wrong = (20, 200);
        let fits = [
            ("fide-1997", fit(200, 0, 20, 0)),
            ("fide-2018", fit(200, 1, 19, 0)),
            ("lichess-2024", fit(200, 2, 18, 0)),
        ];
        assert_eq!(proposed(wrong, &fits).unwrap(), "fide-2018");
        let fits = [("fide-1997", fit(200, 0, 20, 0)), ("fide-2018", fit(200, 6, 14, 0))];
        assert_eq!(proposed(wrong, &fits).unwrap(), "fide-1997");
    }
}
