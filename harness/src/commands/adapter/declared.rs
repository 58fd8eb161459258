//! The part of `lawbook adapter smoke` that compares the declarations of an adapter with the behaviour of its library:
//! whether its games end by themselves, whether it reads a FEN and validates setups, and which endings it detects.

use lawbook::{
    position::Setup,
    rules::{Act, Decision, Event, Termination},
};
use lawbook_catalogue::{
    Case, CaseLevel, Catalogue,
    adapter::{About, Implementation, Reference, Response, Scenario, SelfEnd},
    question::{
        Answer, Expectation, Expected, GameQuestion, PositionQuestion, Question, ReportedResult,
    },
};
use lawbook_libraries::process::Process;

use super::smoke::Skipped;

/// Declarations of an adapter that its library contradicts, and behaviour beyond the declarations.
#[derive(Default)]
pub(super) struct Declared {
    /// Contradictions.
    pub(super) problems: Vec<String>,
    pub(super) seen: Vec<String>,
    /// The checks that could not be made.
    pub(super) skipped: Skipped,
    /// Standard error of the process before it failed at a setup, if it did.
    pub(super) talk: String,
}

/// A line that ends with a draw, and a move that goes on.
struct Drawn {
    by: Termination,
    fen: &'static str,
    moves: &'static str,
    next: &'static str,
}

/// The reaction of a library to a line.
enum Taken {
    Yes,
    No,
    /// It does not say, as an adapter whose function is to be written.
    Unsaid,
    /// It fails; the text says how.
    Failed(String),
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

/// Lines that end with checkmate and stalemate, after a move and at once.
#[rustfmt::skip] // one a line
const MATED: [(Termination, &str, &str); 4] = [
    (Termination::Checkmate, START, "f2f3 e7e5 g2g4 d8h4"),
    (Termination::Checkmate, "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", ""),
    (Termination::Stalemate, "k7/8/1K6/8/8/8/8/2Q5 w - - 0 1", "c1c7"),
    (Termination::Stalemate, "k7/2Q5/1K6/8/8/8/8/8 b - - 1 1", ""),
];

/// Setups that every library plays that reads a FEN.
const SETUPS: [&str; 3] = [
    "4k3/8/8/8/8/8/8/4KR2 w - - 0 1",
    "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
    "8/8/4k3/8/8/4K3/8/7R b - - 3 40",
];

/// Why a check is skipped if the answer is neither yes nor no.
const UNSAID: &str = "the adapter does not say whether the library accepts the line";

const RULING: Question = Question::Game(GameQuestion::Ruling);
const SETUP: Question = Question::Position(PositionQuestion::Setup);

impl Declared {
    /// Tries the library, whatever its adapter declares.
    pub(super) fn of(process: &Process, catalogue: &Catalogue) -> Declared {
        let about = process.about();
        let mut declared = Declared::default();
        type Check<'a> = &'a dyn Fn(&mut Declared);
        let checks: [(&str, Check<'_>); 4] = [
            ("`reads_fen`", &|declared| declared.judge_fen(process, &about)),
            ("`validates_setups`", &|declared| declared.judge_setups(process, &about, catalogue)),
            ("`ends_by_itself`", &|declared| declared.judge_ends(process, &about)),
            ("`endings`", &|declared| declared.judge_endings(process, &about)),
        ];
        for (name, check) in checks {
            match process.gave_up() {
                Some((why, _)) => declared.skip(name, &why),
                None => check(&mut declared),
            }
        }
        declared.seen.extend(untested(process, &about, catalogue));
        declared
    }

    fn judge_fen(&mut self, process: &Process, about: &About) {
        let setups = SETUPS.iter().filter_map(|fen| fen.parse().ok());
        let all: Vec<Taken> =
            setups.map(|setup| taken_by(process, &line(about, setup, ""))).collect();
        if all.iter().any(|one| matches!(one, Taken::Unsaid)) {
            self.skip("`reads_fen`", UNSAID);
        }
        if !about.reads_fen && all.iter().all(|one| matches!(one, Taken::Yes)) {
            self.seen.push("it reads a FEN, although `reads_fen` is false".to_owned());
        }
        if about.reads_fen && all.iter().all(|one| matches!(one, Taken::No)) {
            let seen =
                "it refuses every position except the initial one, although `reads_fen` is true";
            self.seen.push(seen.to_owned());
        }
    }

    /// Records a check that cannot be made.
    fn skip(&mut self, check: impl Into<String>, why: &str) {
        self.skipped.entry(why.to_owned()).or_default().push(check.into());
    }

    fn judge_setups(&mut self, process: &Process, about: &About, catalogue: &Catalogue) {
        if !about.reads_fen {
            return self.skip("`validates_setups`", "`reads_fen` is false");
        }
        let refused = Expectation::Exactly(Answer::Is(false));
        let is_refused = |one: &Expected| one.question == SETUP && one.right == refused;
        let cases = core(catalogue).filter(|case| case.expected.iter().any(is_refused));
        let setups: Vec<Setup> =
            cases.map(|case| case.setup).filter(|one| !one.castling.is_chess960()).collect();
        let all = setups.len();
        let (mut taken, mut refused, mut unsaid) = (0, 0, 0);
        for (place, setup) in setups.into_iter().enumerate() {
            match taken_by(process, &line(about, setup, "")) {
                Taken::Yes => taken += 1,
                Taken::No => refused += 1,
                Taken::Unsaid => unsaid += 1,
                Taken::Failed(how) if !about.validates_setups => {
                    let left = format!("`validates_setups` at {} of {all} setups", all - place);
                    self.skip(left, &how);
                    break;
                }
                Taken::Failed(how) => {
                    self.talk = process.failures().1;
                    return self.problems.push(format!(
                        "it fails at a setup that cannot be played, {setup}, although `validates_setups` is true: {how}"
                    ));
                }
            }
        }
        if unsaid > 0 {
            self.skip(format!("`validates_setups` at {unsaid} of {all} setups"), UNSAID);
        }
        match about.validates_setups {
            true if taken > 0 => self.seen.push(format!(
                "it accepts {taken} of {all} setups that cannot be played, although `validates_setups` is true"
            )),
            false if refused == all => self.seen.push(
                "it refuses all setups that cannot be played, although `validates_setups` is false"
                    .to_owned(),
            ),
            _ => {}
        }
    }

    /// Plays on after each draw that a library may make without a claim.
    fn judge_ends(&mut self, process: &Process, about: &About) {
        for Drawn { by, fen, moves, next } in DRAWN {
            let Ok(setup) = fen.parse() else { continue };
            let drawn = line(about, setup, moves);
            let is_declared = about.ends_by_itself.contains(&by);
            if let Some(why) = obstacle(process, about, &drawn) {
                if is_declared && about.declines(&drawn).is_none() {
                    self.problems.push(format!(
                        "`ends_by_itself` names {:?}, which cannot be tested: {why} after {moves} from {fen}",
                        by.code()
                    ));
                }
                self.skip(format!("`ends_by_itself` at {}", by.code()), &why);
                continue;
            }
            let after = line(about, setup, &format!("{moves} {next}"));
            let stops = matches!(taken_by(process, &after), Taken::No);
            let says = says_it_is_drawn(process, &drawn);
            let does = match says {
                Some(false) => Some("says that the game is not over"),
                Some(true) | None if !stops => Some("plays on"),
                Some(true) | None => None,
            };
            match does {
                Some(does) if is_declared => self.problems.push(format!(
                    "`ends_by_itself` names {:?}, but the library {does} after {moves} from {fen}",
                    by.code()
                )),
                None if !is_declared && decision(&drawn) == Some(Decision::PlayOn) => {
                    self.seen.push(format!(
                        "it refuses {next} after {moves} from {fen}, where {} lets the game go on and `ends_by_itself` does \
                         not name {:?}",
                        about.rule_set,
                        by.code()
                    ));
                }
                _ => {}
            }
        }
    }

    /// Compares the declared endings with those that the library reports, and asks for the end of games that are over.
    fn judge_endings(&mut self, process: &Process, about: &About) {
        let drawn = DRAWN.map(|Drawn { by, fen, moves, .. }| (by, fen, moves));
        let mut unlisted: Vec<&str> = Vec::new();
        for (by, fen, moves) in MATED.into_iter().chain(drawn) {
            let Ok(setup) = fen.parse() else { continue };
            let line = line(about, setup, moves);
            let place = if moves.is_empty() { " without a move" } else { "" };
            let check = format!("`endings` at {}{place}", by.code());
            if let Some(why) = obstacle(process, about, &line) {
                self.skip(check, &why);
                continue;
            }
            let Some(ended) = end(process, &line) else {
                self.skip(check, "the adapter does not answer `ended`");
                continue;
            };
            let is_listed = about.endings.contains(&by);
            match ended {
                Some(said) => {
                    let said = said.by.unwrap_or(by);
                    // A draw by insufficient material needs no declaration.
                    let is_listed =
                        said == Termination::DeadPosition || about.endings.contains(&said);
                    if !is_listed && !unlisted.contains(&said.code()) {
                        unlisted.push(said.code());
                    }
                }
                None if matches!(by, Termination::Checkmate | Termination::Stalemate) => {
                    let after = match moves {
                        "" => "without a move".to_owned(),
                        moves => format!("after {moves}"),
                    };
                    let message = format!(
                        "`ended` says that the game is not over {after} from {fen}, which is {}",
                        by.code()
                    );
                    if is_listed { self.problems.push(message) } else { self.seen.push(message) }
                }
                None => {}
            }
        }
        if !unlisted.is_empty() {
            self.seen.push(format!(
                "it reports endings that `endings` does not list, so that a missing one does not count: {unlisted:?}"
            ));
        }
    }
}

/// Returns a line that names the declared endings that no case tests, of any level and under any rule set.
fn untested(process: &Process, about: &About, catalogue: &Catalogue) -> Option<String> {
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
    let untested = about.endings.iter().filter(|by| !tested.contains(by));
    let names: Vec<String> = untested.map(|by| format!("{:?}", by.code())).collect();
    (!names.is_empty()).then(|| {
        let names = names.join(", ");
        format!("`endings` names {names}, but no case has such an ending, so nothing tests it")
    })
}

fn core(catalogue: &Catalogue) -> impl Iterator<Item = &Case> {
    catalogue.cases.iter().filter(|case| case.level <= CaseLevel::Core && case.open.is_none())
}

fn line(about: &About, setup: Setup, moves: &str) -> Scenario {
    let moves = moves.split_whitespace().filter_map(|text| text.parse().ok());
    let acts = moves.map(|mv| Act::MoveAndPress { mv }).collect();
    Scenario { setup, acts, rule_set: about.rule_set, event: Event::default() }
}

/// Returns why the library cannot be asked about the end of a line: the adapter excludes it, or the library does not accept
/// it.
fn obstacle(process: &Process, about: &About, line: &Scenario) -> Option<String> {
    if let Some(Response::Unsupported(why)) = about.declines(line) {
        return Some(why);
    }
    match taken_by(process, line) {
        Taken::Yes => None,
        Taken::No => Some("the library refuses the line".to_owned()),
        Taken::Unsaid => Some(UNSAID.to_owned()),
        Taken::Failed(how) => Some(how),
    }
}

/// Puts a line to the library and returns its reaction.
fn taken_by(process: &Process, line: &Scenario) -> Taken {
    match process.put(process.respondent(), line, &[SETUP]).pop() {
        Some(Response::Answer { answer: Answer::Is(true), .. }) => Taken::Yes,
        Some(Response::Silent(_) | Response::Unsupported(_)) | None => Taken::Unsaid,
        Some(said) => failure(&said).map_or(Taken::No, Taken::Failed),
    }
}

/// Returns how the library fails, if the response says so.
pub(super) fn failure(said: &Response) -> Option<String> {
    Some(match said {
        Response::Panicked(why) => format!("it failed: {why}"),
        Response::Crashed(why) => format!("it crashed: {why}"),
        Response::TimedOut(why) => format!("it did not answer: {why}"),
        Response::ProtocolError(why) => format!("it breaks the protocol: {why}"),
        _ => return None,
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
