//! How a case is put to a library, which may read no FEN, or end its games by itself.

use std::sync::Mutex;

use super::answering;
use lawbook::{
    position::{Line, Position, Setup},
    rules::{Act, Decision, Outcome, RuleSet, Termination},
};
use lawbook_catalogue::{
    Catalogue, Cause,
    adapter::{About, Implementation, Reference, Response, Scenario, SelfEnd},
    question::{Answer, PositionQuestion, Question, ReportedResult},
};
use lawbook_runner::runner::{Finding, Run, ask_one, run};

const DRAWS: &[Termination] = &[Termination::ThreefoldRepetition, Termination::FiftyMoves];
const ENDINGS: &[Termination] =
    &[Termination::Checkmate, Termination::ThreefoldRepetition, Termination::FiftyMoves];

/// The reference with the nature of another library.
struct Other {
    /// Whether a third occurrence and the fiftieth move end its games.
    ends: bool,
    /// Whether it refuses a FEN, and whether it accepts any.
    refuses_fen: bool,
    accepts_all: bool,
    /// Whether its adapter declares this.
    declares: bool,
}

const PLAIN: Other = Other { ends: false, refuses_fen: false, accepts_all: false, declares: false };

impl Implementation for Other {
    fn about(&self) -> About {
        let about = About { endings: ENDINGS, ..About::new("other", "1.0.0") };
        match self.declares {
            true => About {
                ends_by_itself: if self.ends { DRAWS } else { &[] },
                reads_fen: !self.refuses_fen,
                validates_setups: !self.accepts_all,
                ..about
            },
            false => about,
        }
    }

    fn ask(&self, scenario: &Scenario, questions: &[Question]) -> Vec<Response> {
        let all = |response: Response| questions.iter().map(|_| response.clone()).collect();
        if let Some(response) = self.about().declines(scenario) {
            return all(response);
        }
        if scenario.acts.iter().any(|act| act.played().is_none()) {
            return all(Response::Unsupported("moves only".to_owned()));
        }
        if self.refuses_fen && scenario.setup != Setup::start() {
            return all(Response::SetupRefused("no FEN".to_owned()));
        }
        let end = SelfEnd::of(scenario, DRAWS).filter(|_| self.ends);
        if end.is_some_and(|end| end.acts < scenario.acts.len()) {
            return all(Response::MoveRefused("the game is over".to_owned()));
        }
        let mut responses = Reference::default().ask(scenario, questions);
        for (question, response) in questions.iter().zip(&mut responses) {
            let own = if let Response::Answer { answer: Answer::Ruling(ruling), .. } = response {
                let over = |by| ReportedResult { winner: None, by: Some(by) };
                let ended = if let Decision::Over(Outcome { winner, by }) = *ruling {
                    Some(ReportedResult { winner, by: Some(by) })
                } else {
                    end.map(|end| over(end.by))
                };
                Some(Answer::Ended { ended, knows: ENDINGS })
            } else if *question == PositionQuestion::LegalMoves.into() && end.is_some() {
                Some(Answer::Moves(Vec::new()))
            } else if *question == PositionQuestion::Setup.into() && self.accepts_all {
                Some(Answer::Is(true))
            } else {
                None
            };
            if let Some(answer) = own {
                *response = Response::Answer { answer, native: true };
            }
        }
        responses
    }
}

fn verdicts(other: Other) -> (usize, usize, Vec<Option<Cause>>) {
    let mut catalogue = Catalogue::embedded();
    catalogue.cases.retain(|case| case.level <= lawbook_catalogue::CaseLevel::Core);
    let libraries = [Box::new(other) as Box<dyn Implementation>];
    let run: Run<'_> = run(&catalogue, &catalogue.cases, &libraries, &[], || ());
    let own = || run.verdicts().filter(|one| one.implementation == 1);
    let mut causes: Vec<Option<Cause>> = Vec::new();
    for one in own().filter(|one| !one.standing.passes()) {
        if !causes.contains(&one.cause) {
            causes.push(one.cause.clone());
        }
    }
    let right = own().filter(|one| one.finding == Finding::Agrees).count();
    let failing = own().filter(|one| !one.standing.passes()).count();
    (right, failing, causes)
}

#[test]
fn games_that_end_by_themselves_are_one_cause_each_and_none_if_declared() {
    let (_, failing, causes) = verdicts(Other { ends: true, ..PLAIN });
    let ends = DRAWS.iter().map(|by| Some(Cause::EndsByItself(*by)));
    assert!(failing > 10 && ends.clone().all(|one| causes.contains(&one)), "{causes:?}");
    let (right, failing, causes) = verdicts(Other { ends: true, declares: true, ..PLAIN });
    assert_eq!((failing, causes), (0, Vec::new()));
    assert!(right > 1000, "{right}");
}

#[test]
fn an_end_that_is_declared_and_never_comes_is_a_failure() {
    let catalogue = Catalogue::embedded();
    // It declares that its games end by themselves, and never ends one.
    let about = Other { ends: true, declares: true, ..PLAIN }.about();
    let libraries = [answering(about, |scenario, questions| PLAIN.ask(scenario, questions))];
    let run = run(&catalogue, &catalogue.cases, &libraries, &[], || ());
    let failing = run.verdicts().filter(|one| !one.standing.passes());
    let failing: Vec<&Question> = failing.map(|one| &one.expected.question).collect();
    assert!(failing.len() > 2, "{failing:?}");
    assert!(failing.iter().all(|one| one.kind() == "ruling"), "{failing:?}");
}

/// A library that keeps the lines of its questions.
struct Noting {
    about: About,
    lines: Mutex<Vec<Scenario>>,
}

impl Implementation for Noting {
    fn about(&self) -> About {
        self.about.clone()
    }

    fn ask(&self, scenario: &Scenario, questions: &[Question]) -> Vec<Response> {
        self.lines.lock().unwrap().push(scenario.clone());
        questions.iter().map(|_| Response::Silent(String::new())).collect()
    }
}

/// The first act after one of these endings, with the ending. The board is followed here without the code under test.
fn act_after_an_end(line: &Scenario, endings: &[Termination]) -> Option<(Termination, Act)> {
    let mut board = Line::new(Position::new(&line.setup).ok()?);
    for act in &line.acts {
        if let Some(end) = SelfEnd::here(&board, endings) {
            return Some((end, *act));
        }
        // The turn passes with a pawn left on the last rank, and with a press without a move.
        let turn = board.end().turn();
        if act.may_leave_legal_line()
            || matches!(act, Act::LeavePawn { .. })
            || matches!(act, Act::Press { by } if *by == turn)
        {
            return None;
        }
        if let Some(mv) = act.played() {
            board.play(mv).unwrap();
        }
    }
    None
}

#[test]
fn nothing_is_asked_after_an_end_that_is_declared() {
    let mut catalogue = Catalogue::embedded();
    let all = &SelfEnd::ENDINGS[..];
    catalogue.cases.retain(|case| act_after_an_end(&case.scenario(RuleSet::LATEST), all).is_some());
    assert!(catalogue.cases.len() > 100, "{}", catalogue.cases.len());
    let each = SelfEnd::ENDINGS.iter().map(|by| (std::slice::from_ref(by), RuleSet::LATEST));
    let mut asked = 0;
    for (endings, rule_set) in each.chain(RuleSet::ALL.map(|rule_set| (all, rule_set))) {
        let about = About { ends_by_itself: endings, rule_set, ..About::new("toy", "1") };
        let library = Noting { about, lines: Mutex::default() };
        for case in &catalogue.cases {
            ask_one(case, &library, &[]);
            for line in library.lines.lock().unwrap().drain(..) {
                asked += 1;
                let late = act_after_an_end(&line, endings);
                assert_eq!(late, None, "{} under {rule_set}", case.id);
            }
        }
    }
    assert!(asked > 1_000, "{asked}");
}

/// The reference, which takes resignations too, and refuses every move after the end of the game by the rule set.
fn stopping(rule_set: RuleSet) -> Box<dyn Implementation> {
    let about = About { rule_set, ..About::new("stopping", "1.0.0") };
    answering(about, |scenario, questions| {
        let reference = Reference::default();
        let takes = |act: &Act| act.played().is_some() || matches!(act, Act::Resign { .. });
        if !scenario.acts.iter().all(takes) {
            return vec![Response::Unsupported("moves only".to_owned()); questions.len()];
        }
        let is_over = |acts: usize| {
            let before = Scenario { acts: scenario.acts[..acts].to_vec(), ..scenario.clone() };
            let ruling = reference.rule(&before);
            ruling.is_some_and(|one| matches!(one.decision, Decision::Over(_)))
        };
        let moves = (0..scenario.acts.len()).filter(|&at| scenario.acts[at].played().is_some());
        if moves.into_iter().any(is_over) {
            return vec![Response::MoveRefused("it is over".to_owned()); questions.len()];
        }
        reference.ask(scenario, questions)
    })
}

#[test]
fn a_library_may_refuse_moves_after_the_end_by_its_rule_set() {
    let catalogue = Catalogue::embedded();
    let mut excused = 0;
    for rule_set in ["fide-online", "fide-2023", "chesscom-2024"] {
        let library = stopping(rule_set.parse().unwrap());
        for case in &catalogue.cases {
            let verdicts = ask_one(case, library.as_ref(), &[]);
            let refused = verdicts.iter().filter(|one| !one.standing.passes());
            let refused: Vec<_> = refused.map(|one| (&one.expected, &one.says)).collect();
            assert!(refused.is_empty(), "{} under {rule_set}: {refused:?}", case.id);
            let is_excused = |one: &lawbook_catalogue::question::AnswerRecord| {
                one.to_string().contains("the game is over before the last move")
            };
            excused += verdicts.iter().filter(|one| is_excused(&one.says)).count();
        }
    }
    assert!(excused > 3, "{excused}");
}

#[test]
fn a_move_that_is_refused_before_the_end_is_a_failure() {
    let rule_set = "fide-online".parse().unwrap();
    let about = About { rule_set, ..About::new("refusing", "1") };
    let refusing = answering(about, |scenario, questions| {
        let response = match scenario.acts.is_empty() {
            true => Response::Silent(String::new()),
            false => Response::MoveRefused("no".to_owned()),
        };
        vec![response; questions.len()]
    });
    let catalogue = Catalogue::embedded();
    let case = catalogue.case("occurrences-counted-three-times-and-then-no-more").unwrap();
    let verdicts = ask_one(case, refusing.as_ref(), &[]);
    assert!(verdicts.iter().any(|one| one.finding == Finding::MoveRefused), "{verdicts:?}");
}

#[test]
fn without_fen_a_library_is_asked_what_can_be_reached() {
    let (_, failing, _) = verdicts(Other { refuses_fen: true, ..PLAIN });
    assert!(failing > 500, "{failing}");
    let (right, failing, causes) = verdicts(Other { refuses_fen: true, declares: true, ..PLAIN });
    assert_eq!((failing, causes), (0, Vec::new()));
    let catalogue = Catalogue::embedded();
    let at_the_start = catalogue.cases.iter().filter(|case| case.setup == Setup::start());
    let others = catalogue.cases.iter().filter(|case| !case.from_start.is_empty());
    assert!(right > at_the_start.count() + others.count() / 2, "{right}");
}

#[test]
fn without_validation_a_library_is_not_asked_about_setups_that_cannot_be_played() {
    let (_, failing, _) = verdicts(Other { accepts_all: true, ..PLAIN });
    assert!(failing > 3, "{failing}");
    let (_, failing, causes) = verdicts(Other { accepts_all: true, declares: true, ..PLAIN });
    assert_eq!((failing, causes), (0, Vec::new()));
}

#[test]
fn a_run_tells_what_the_answers_of_a_cause_share() {
    let catalogue = Catalogue::embedded();
    // The reference, which refuses promotions.
    let unpromoted = answering(About::new("unpromoted", "1.0.0"), |scenario, questions| {
        let mut moves = scenario.acts.iter().filter_map(Act::played);
        match moves.find(|played| played.promotion.is_some()) {
            Some(played) => {
                vec![Response::MoveRefused(format!("{played}: no")); questions.len()]
            }
            None => PLAIN.ask(scenario, questions),
        }
    });
    let libraries = [unpromoted];
    let run = run(&catalogue, &catalogue.cases, &libraries, &[], || ());
    let refused = run.verdicts().filter(|one| one.finding == Finding::MoveRefused);
    let shared: Vec<&str> = refused.filter_map(|one| one.shared.as_deref()).collect();
    assert!(shared.len() > 10, "{}", shared.len());
    for one in shared {
        assert!(one.contains("moves by a pawn") || one == "a promotion", "{one}");
    }
}
