//! How a case is put to a library, and what that produces. For programs that run the suite.

use std::{
    cell::{OnceCell, RefCell},
    collections::{BTreeMap, BTreeSet},
};

use crate::{
    About, Act, OWN_ENDINGS,
    adapter::{ENDINGS, NOT_ANSWERED, is_move},
    baseline::Digest,
    diagnosis::{REFUSED, Wrong},
    harmless::{BETWEEN, Changes},
    judge::{expected, judge, said},
    session::{ILLEGAL, Library, Line, Response, START, Stopped, Value},
    vectors::{Asked, Case, Play, Question, Vectors},
};

pub use crate::harmless::changed;

/// What asking one question produced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// The answer is right.
    Right,
    /// The answer is wrong.
    Wrong,
    /// The library refused the setup or a move, or panicked, where it should have answered.
    Failed,
    /// The library makes no claim.
    Silent,
    /// The library does not support the question.
    Unsupported,
    /// The setup or a move failed before, which is another finding.
    NotReached,
}

/// The answer to one question.
pub struct Found<'v> {
    pub(crate) case: &'v Case<'v>,
    pub(crate) play: &'v Play<'v>,
    /// The question as it is in the vectors; none if it is a relation.
    pub(crate) asked: Option<&'v Asked<'v>>,
    /// What harmless calls change, if it is a relation.
    pub(crate) changes: Option<Changes>,
    /// The kind of the right answer, and the answer. If the library has ended the game by itself, that is right.
    pub right: (String, String),
    /// Whether the answer is right.
    pub finding: Finding,
    /// The answer as one text, or the message of the failure.
    pub(crate) said: String,
    /// The response.
    pub response: Response,
    /// The number of plies from the initial position to the setup, if the library gets them.
    pub(crate) before: usize,
    /// What was played or asked that the case does not show.
    pub unseen: Option<String>,
}

impl Found<'_> {
    /// Returns the identifier: the case and the question.
    pub(crate) fn id(&self) -> String {
        let own = self.asked.map(|asked| asked.id).or(self.relation());
        format!("{}/{}", self.case.id, own.unwrap_or_default())
    }

    /// Returns whether the question is before the last act of the case.
    pub fn is_before_last_act(&self) -> bool {
        self.play.is_before_last_act()
    }

    /// Returns the name of the relation, if it is one: whether harmless calls change nothing.
    pub fn relation(&self) -> Option<&'static str> {
        self.changes.as_ref().map(|one| one.relation)
    }

    /// Returns what is wrong with the answer, if a mistake may be behind it.
    pub fn wrong(&self) -> Option<Wrong> {
        (self.is_wrong() && self.own_end().is_none()).then_some(())?;
        let like = match self.kind().as_str() {
            // Setups are alike only if the same is wrong with them.
            "setup" => format!("{}, {}", self.tendency(), self.play.flaw),
            _ => self.tendency(),
        };
        Some(Wrong { said: self.mistaken()?, like })
    }

    /// Returns how baselines identify the wrong answer or the failure.
    pub fn digest(&self) -> Digest {
        match self.finding {
            Finding::Failed => Digest::of_failure(&self.id(), &self.said),
            _ => Digest::of_answer(&self.id(), &self.said),
        }
    }

    /// Returns the kind of the question.
    pub(crate) fn kind(&self) -> String {
        let relation = || self.relation().unwrap_or_default().to_owned();
        self.asked.map_or_else(relation, |asked| asked.question.kind())
    }

    /// Returns whether it is held against the library.
    pub const fn is_wrong(&self) -> bool {
        matches!(self.finding, Finding::Wrong | Finding::Failed)
    }

    /// Returns whether there is an answer, or a failure in its place.
    pub(crate) const fn is_answered(&self) -> bool {
        matches!(self.finding, Finding::Right | Finding::Wrong | Finding::Failed)
    }

    /// Returns whether the right answer is a list that is compared item by item.
    pub(crate) fn is_list(&self) -> bool {
        matches!(self.right.0.as_str(), "list" | "among" | "not_among")
    }

    /// Returns the wrong answer as the vectors predict it.
    pub(crate) fn mistaken(&self) -> Option<String> {
        match &self.response {
            Response::SetupRefused(_) => Some("refuses the setup".to_owned()),
            Response::MoveRefused(message) => {
                refused_move(message).map(|refused| format!("{refused}{REFUSED}"))
            }
            response if response.is_failure() => None,
            _ => Some(self.said.clone()),
        }
    }
}

/// Returns the move that the message of a refusal names.
pub(crate) fn refused_move(message: &str) -> Option<&str> {
    message.split(|letter: char| !letter.is_ascii_alphanumeric()).find(|word| is_move(word))
}

/// Whether an adapter supports a kind of question, or an act.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Support {
    /// It gives an answer, or fails only when it is asked.
    Yes,
    /// It says why it does not.
    No(String),
    /// The library refuses each line with an example.
    Unknown,
}

/// A library under test.
pub struct Subject<'a> {
    library: &'a dyn Library,
    pub(crate) about: About,
    /// Whether it takes moves back, found out once when it is needed.
    takes_back: OnceCell<bool>,
    /// Gives vectors with examples of each kind of question, when they are needed.
    examples_of: &'a dyn Fn() -> &'a Vectors<'a>,
    /// Maximum number of lines of each kind that are played to find out whether a question or an act is supported.
    pub(crate) examples: usize,
    /// Whether kinds of questions and of acts are supported, as far as it was needed.
    supported: RefCell<BTreeMap<String, Support>>,
    /// The names of questions that failed where no case asks them. They are not asked there again.
    pub(crate) failed: RefCell<BTreeSet<String>>,
    /// Is told each question before it is put.
    note: &'a dyn Fn(&str),
}

/// A line as the library gets it.
pub(crate) struct Put<'v> {
    pub(crate) line: Line,
    /// The number of plies that lead from the initial position to the setup of the case.
    pub(crate) before: usize,
    /// Whether the moves have the numbers that they have in the case.
    has_its_numbers: bool,
    /// How the library has ended the game by itself at the end of the line.
    ending: Option<&'v str>,
    /// Why the library does not get the line, if it does not.
    declined: Option<String>,
}

/// Questions are asked on the way through one line of so many.
const WITH_QUESTIONS: usize = 32;

impl Put<'_> {
    /// Returns the line with questions on the way, other moves that are played and taken back, and some that are refused at its end.
    /// A library that takes no moves back gets only the questions.
    pub(crate) fn detoured(&self, play: &Play<'_>, takes_back: bool) -> Line {
        let plies = self.line.acts.len();
        // Some lines are enough, because an answer that is kept too long shows in many. What is taken back is asked about anyway.
        let is_some =
            takes_back && plies > 0 && (self.line.fen.len() + plies) % WITH_QUESTIONS == 0;
        let is_asked = is_some || !play.refused.is_empty();
        let asked = BETWEEN.iter().filter(|_| is_asked);
        let between = asked.map(|&one| one.to_owned()).collect();
        if !takes_back || play.detours.is_empty() && play.refused.is_empty() {
            return Line { between, ..self.line.clone() };
        }
        let mut detours = vec![Vec::new(); self.line.acts.len() + 1];
        for (at, moves) in (self.before..).zip(&play.detours) {
            detours[at] = moves.iter().map(|&one| one.to_owned()).collect();
        }
        let refused = play.refused.iter().map(|one| format!("{ILLEGAL}{one}"));
        detours[self.line.acts.len()].extend(refused);
        // Other acts are not taken back.
        let retraces = self.line.acts.iter().all(|act| !act.contains(' '));
        Line { detours, between, retraces, ..self.line.clone() }
    }
}

impl<'a> Subject<'a> {
    /// Prepares a library for questions. `examples_of` gives vectors with examples of each kind of question, when they are
    /// needed; `note` is told each question before it is put.
    pub fn new(
        library: &'a dyn Library,
        examples_of: &'a dyn Fn() -> &'a Vectors<'a>,
        note: &'a dyn Fn(&str),
    ) -> Subject<'a> {
        let (about, takes_back) = (library.describe(), OnceCell::new());
        let (examples, supported, failed) = (usize::MAX, RefCell::default(), RefCell::default());
        Subject { library, about, takes_back, examples_of, examples, supported, failed, note }
    }

    /// Checks that the library works at all: it sets up the initial position, and answers a question about it or at least does
    /// not fail. One that does not would fail everywhere, and would be right to refuse every setup that is to be refused.
    ///
    /// # Errors
    ///
    /// Returns the first failure.
    pub fn fits(&self) -> Result<(), String> {
        let line = Line::new(START, Vec::new());
        let texts =
            ["legal-moves", "check", "checkmate", "occurrences", "can-mate side=white", "ruling"];
        let questions = texts.map(Question::read);
        let (first, others) = questions.split_at(1);
        let mut responses = self.ask_line(&line, &first.iter().collect::<Vec<_>>());
        // One that is late with the first answer would be with each of the others.
        if !responses.iter().any(|one| matches!(one, Response::TimedOut(_))) {
            responses.extend(self.ask_line(&line, &others.iter().collect::<Vec<_>>()));
        }
        if responses.iter().any(|one| one.answer().is_some()) {
            return Ok(());
        }
        let failure = responses.iter().find_map(|one| match one {
            Response::SetupRefused(message) => {
                Some(format!("it refuses the initial position: {message}"))
            }
            Response::Panicked(message) => {
                Some(format!("it answers nothing in the initial position: {message}"))
            }
            _ => None,
        });
        failure.map_or(Ok(()), Err)
    }

    /// Returns whether the library takes moves back.
    pub(crate) fn can_take_back(&self) -> bool {
        *self.takes_back.get_or_init(|| self.library.can_take_back())
    }

    /// Asks the questions of a case. Returns a finding for each of them in their order, those at the end first, and then
    /// those before the last act. Whether harmless calls change nothing comes after those at the end, if it is asked.
    pub fn ask<'v>(&self, case: &'v Case<'v>) -> Vec<Found<'v>> {
        let mut all = Vec::new();
        // A failing setup or move is a single finding. The later questions that it prevents are not reached.
        let mut is_cause_found = false;
        let asked = || case.moments.iter().flat_map(|play| &play.questions);
        let overlooked = asked().any(|one| self.overlooks(one));
        let mut moments: Vec<&Play<'_>> = case.moments.iter().collect();
        moments.sort_by_key(|play| play.is_before_last_act());
        for play in moments {
            let put = self.put(play);
            let questions: Vec<&Question<'_>> =
                play.questions.iter().map(|one| &one.question).collect();
            (self.note)(&format!("{}: {} {}", case.id, put.line.fen, put.line.acts.join(" ")));
            let answers = self.answers(play, &put, &questions);
            let stops_early = self.stops_early(&put.line, &answers);
            let goes_on = !stops_early && put.ending.is_none() && put.declined.is_none();
            let harmless = if goes_on { self.harmless(play, &put, &answers) } else { Vec::new() };
            let says_no = |response: &Response| response.answer() == Some(&Value::Is(false));
            is_cause_found |= questions
                .iter()
                .zip(&answers)
                .any(|(one, response)| one.name == "setup" && says_no(response));
            let own = play.questions.iter().zip(answers);
            let own = own.map(|(asked, response)| (Some(asked), response, None));
            let relations = harmless.into_iter();
            let relations = relations.map(|one| (None, one.response.clone(), Some(one)));
            for (asked, response, changes) in own.chain(relations) {
                let right = match asked {
                    Some(asked) => expected(asked.right, put.ending, &self.about),
                    None => ("list".to_owned(), String::new()),
                };
                let (mut finding, text) = self.finding(&right, asked, &response);
                let may_excuse = asked.is_some_and(|one| match one.question.name {
                    "claim" | "claimable" => {
                        overlooked && one.right == ("is", "no") && !play.is_before_last_act()
                    }
                    "drawn" => self.does_not_detect(play, one),
                    _ => false,
                });
                if finding == Finding::Wrong && may_excuse {
                    finding = Finding::Silent;
                }
                if stops_early && response.is_failure() {
                    if is_cause_found {
                        finding = Finding::NotReached;
                    }
                    is_cause_found = true;
                }
                let refused = match &response {
                    Response::MoveRefused(message) => refused_move(message),
                    _ => None,
                };
                let unseen = match &changes {
                    Some(changes) => changes.unseen.clone(),
                    None => put.line.unseen(put.before, refused),
                };
                let (before, said) = (put.before, text);
                all.push(Found {
                    case,
                    play,
                    asked,
                    changes,
                    right,
                    finding,
                    said,
                    response,
                    before,
                    unseen,
                });
            }
        }
        all
    }

    /// Returns whether a draw by the library's own summary is one that the library does not detect. As for other endings, it
    /// does not count if that is missed.
    fn does_not_detect(&self, play: &Play<'_>, asked: &Asked<'_>) -> bool {
        asked.right == ("is", "yes")
            && !self.about.is_arbiter
            && !play.own_ends.iter().any(|(by, _)| self.about.detects(by))
    }

    /// Returns whether a right answer is an ending that the library does not detect. A game that is over allows no claim, and
    /// such a library cannot know that.
    fn overlooks(&self, asked: &Asked<'_>) -> bool {
        let by = asked.right.1.split_once('/').filter(|_| asked.right.0 == "decision");
        by.is_some_and(|(_, by)| ENDINGS.contains(&by) && !self.about.detects(by))
    }

    fn finding(
        &self,
        right: &(String, String),
        asked: Option<&Asked<'_>>,
        response: &Response,
    ) -> (Finding, String) {
        let right = (right.0.as_str(), right.1.as_str());
        match response {
            Response::Answer { answer: value, .. } => {
                let name = asked.map_or("undo", |asked| asked.question.name);
                let finding = match judge(right, name, value, &self.about) {
                    Some(true) => Finding::Right,
                    Some(false) => Finding::Wrong,
                    None => Finding::Silent,
                };
                (finding, said(right, value))
            }
            Response::Silent(why) => (Finding::Silent, why.clone()),
            Response::Unsupported(why) => (Finding::Unsupported, why.clone()),
            failed => (Finding::Failed, failed.why().unwrap_or_default().to_owned()),
        }
    }

    pub(crate) fn put<'v>(&self, play: &'v Play<'v>) -> Put<'v> {
        let before = if self.about.reads_fen { &[][..] } else { &play.from_start[..] };
        let fen = if before.is_empty() { play.fen } else { START };
        let acts: Vec<String> =
            before.iter().chain(&play.acts).map(|&act| act.to_owned()).collect();
        let place = |by: &str| OWN_ENDINGS.iter().position(|one| *one == by);
        let own = play.own_ends.iter().filter(|(by, _)| self.about.ends_by_itself.contains(by));
        let own = own.min_by_key(|(by, acts)| (*acts, place(by)));
        let is_at_end = own.is_some_and(|(_, acts)| *acts == play.acts.len());
        let declined = if play.chess960 && !self.about.chess960 {
            Some("the adapter does not say that the library plays Chess960".to_owned())
        } else if !self.about.reads_fen && fen != START {
            Some("the adapter says that the library reads no FEN".to_owned())
        } else if !self.about.validates_setups && !play.is_playable() {
            Some("the adapter says that the library does not validate setups".to_owned())
        } else {
            own.filter(|_| !is_at_end).map(|(by, _)| ended(by))
        };
        let number = play.fen.rsplit(' ').next().and_then(|number| number.parse().ok());
        Put {
            line: Line { event: play.event.to_owned(), ..Line::new(fen, acts) },
            before: before.len(),
            has_its_numbers: before.is_empty() || number == Some(1 + before.len() / 2),
            ending: own.filter(|_| is_at_end).map(|(by, _)| *by),
            declined,
        }
    }

    /// Asks the questions that the nature of the library does not leave out. Returns one response for each question.
    fn answers(
        &self,
        play: &Play<'_>,
        put: &Put<'_>,
        questions: &[&Question<'_>],
    ) -> Vec<Response> {
        let left_out: Vec<Option<String>> = questions
            .iter()
            .map(|question| put.declined.clone().or_else(|| self.leaves_out(put, question)))
            .collect();
        let shifted: Vec<Question<'_>> =
            questions.iter().map(|question| question.shifted(put.before)).collect();
        let asked: Vec<&Question<'_>> = shifted
            .iter()
            .zip(&left_out)
            .filter(|(_, out)| out.is_none())
            .map(|(one, _)| one)
            .collect();
        let mut responses = match asked.is_empty() {
            true => Vec::new(),
            false => self.ask_line(&put.line, &asked),
        };
        if responses.iter().any(|one| matches!(one, Response::MoveRefused(_))) {
            if let Some(over) = self.stops_when_over(play, put) {
                for response in &mut responses {
                    if matches!(response, Response::MoveRefused(_)) {
                        *response = over.clone();
                    }
                }
            }
        }
        let mut responses = responses.into_iter();
        let missing = || Response::Panicked("no answer".to_owned());
        let response = |out: Option<String>| match out {
            Some(why) => Response::Unsupported(why),
            None => responses.next().unwrap_or_else(missing),
        };
        left_out.into_iter().map(response).collect()
    }

    /// Returns why a question is not asked at the end of a line that the library gets.
    fn leaves_out(&self, put: &Put<'_>, question: &Question<'_>) -> Option<String> {
        if matches!(question.name, "fullmove-number" | "fen") && !put.has_its_numbers {
            return Some("from the initial position the moves have other numbers".to_owned());
        }
        if question.name == "reads-fen" && !self.about.reads_fen {
            return Some("the adapter says that the library reads no FEN".to_owned());
        }
        let by = put.ending.filter(|by| !matches!(*by, "checkmate" | "stalemate"))?;
        let is_about_moves = matches!(
            question.name,
            "legal-moves"
                | "moves-from"
                | "refuses"
                | "reads"
                | "reads-uci"
                | "undo"
                | "claim"
                | "claimable"
        );
        is_about_moves.then(|| ended(by))
    }

    /// Returns the response to every question if the library refuses a move only because moves before it have ended the game
    /// by the rule set.
    fn stops_when_over(&self, play: &Play<'_>, put: &Put<'_>) -> Option<Response> {
        let (by, acts) = play.over_at?;
        let mut line = put.line.clone();
        line.acts.truncate(put.before + acts);
        let responses = self.ask_line(&line, &[&Question::plain("setup")]);
        let goes_that_far = !responses.iter().any(|one| matches!(one, Response::MoveRefused(_)));
        let why = format!("by the rule set the game is over before the last move: {by}");
        goes_that_far.then_some(Response::Unsupported(why))
    }

    /// Asks questions at the end of a line. Returns one response for each.
    pub fn ask_line(&self, line: &Line, questions: &[&Question<'_>]) -> Vec<Response> {
        if let Some(responses) = self.library.answers(line, questions) {
            let pairs = questions.iter().zip(responses);
            return pairs.map(|(question, response)| as_setup(question, response)).collect();
        }
        let session = match self.library.begin(line) {
            Ok(session) => session,
            Err(stopped) => {
                return questions.iter().map(|one| self.refused(line, one, &stopped)).collect();
            }
        };
        let ask = |question: &&Question<'_>| {
            (self.note)(&format!("{question}: {} {}", line.fen, line.acts.join(" ")));
            session.ask(question)
        };
        questions.iter().map(ask).collect()
    }

    /// Returns the response to a question about a line after which the library failed. A question that the adapter does not
    /// support in any case is unsupported, and not a failure.
    fn refused(&self, line: &Line, question: &Question<'_>, stopped: &Stopped) -> Response {
        let response = &stopped.response;
        if question.name == "setup" {
            return as_setup(question, response.clone());
        }
        if !response.is_failure() {
            return response.clone();
        }
        if let Some(why) = stopped.untaken.as_ref().filter(|_| question.name == "ruling") {
            return Response::Unsupported(why.clone());
        }
        let acts = line.acts.iter().map(|act| Act(act)).filter(|_| question.name == "ruling");
        let acts = acts.filter(|act| act.played().is_none());
        let acts = acts.map(|act| self.support("ruling", Some(act.name())));
        for support in [self.support(question.name, None)].into_iter().chain(acts) {
            if let Support::No(why) = support {
                return Response::Unsupported(why);
            }
        }
        response.clone()
    }

    /// Returns whether the adapter supports a kind of question, or an act. Only what follows the question counts: a line
    /// that the library refuses says nothing about it.
    pub(crate) fn support(&self, name: &str, act: Option<&str>) -> Support {
        let key = format!("{name} {}", act.unwrap_or_default());
        if let Some(known) = self.supported.borrow().get(&key) {
            return known.clone();
        }
        let is_act = |one: &&str| act.is_none_or(|act| Act(one).name() == act);
        let mut kinds: BTreeMap<String, Vec<_>> = BTreeMap::new();
        for play in (self.examples_of)().plays().filter(|play| !play.chess960) {
            let acted = play.acts.iter().copied().find(is_act).filter(|_| act.is_some());
            let is_example = act.is_none() || acted.is_some();
            for asked in play.questions.iter().filter(|one| is_example && one.question.name == name)
            {
                let example = (play, acted, &asked.question);
                kinds.entry(asked.question.kind()).or_default().push(example);
            }
        }
        // The first ones are spread over all of their kind.
        let lines = kinds.values().flat_map(|examples| {
            let step = examples.len().div_ceil(self.examples).max(1);
            let spread = (0..step).flat_map(move |first| examples.iter().skip(first).step_by(step));
            let lines = spread.filter_map(|(play, _, question)| {
                let put = self.put(play);
                put.declined.is_none().then(|| (put.line, question.shifted(put.before)))
            });
            lines.take(self.examples)
        });
        // If the library refuses all these lines, the answer in the initial position decides.
        let at_start = kinds.values().flatten().take(1).map(|&(_, acted, question)| {
            let acts = acted.iter().map(|&act| act.to_owned()).collect();
            let line = Line::new(START, acts);
            (line, question.clone())
        });
        let mut support = Support::Unknown;
        for (line, question) in lines.chain(at_start) {
            let alone = || match self.library.begin(&line) {
                Ok(session) => Some(session.ask(&question)),
                Err(stopped) => Some(stopped)
                    .filter(|one| act.is_some_and(|act| one.is_at(act)))
                    .map(|one| one.response),
            };
            let at_once = self.library.answers(&line, &[&question]);
            let Some(response) = at_once.map_or_else(alone, |mut all| all.pop()) else { continue };
            match response {
                Response::Answer { .. } | Response::Silent(_) => {
                    support = Support::Yes;
                    break;
                }
                Response::Unsupported(why) => {
                    // The method is not written. A FEN can be refused without it.
                    let is_certain = why == NOT_ANSWERED && name != "reads-fen";
                    support = Support::No(why);
                    if is_certain {
                        break;
                    }
                }
                Response::Panicked(_) if support == Support::Unknown => support = Support::Yes,
                _ => {}
            }
        }
        self.supported.borrow_mut().insert(key, support.clone());
        support
    }

    /// Returns whether the setup or a move failed, so that no question about the line could be asked.
    fn stops_early(&self, line: &Line, answers: &[Response]) -> bool {
        let is_refusal =
            |one: &Response| matches!(one, Response::SetupRefused(_) | Response::MoveRefused(_));
        if answers.iter().any(is_refusal) {
            return true;
        }
        // A panic may be caused by the line or by the question. With a single one the difference does not matter.
        answers.iter().filter(|one| one.is_failure()).count() > 1
            && self.ask_line(line, &[&Question::plain("setup")]).iter().any(Response::is_failure)
    }
}

/// Returns that a setup is not accepted, in place of its refusal, as the answer to the question whether it is.
fn as_setup(question: &Question<'_>, response: Response) -> Response {
    match response {
        Response::SetupRefused(_) if question.name == "setup" => {
            Response::Answer { answer: Value::Is(false), native: true }
        }
        other => other,
    }
}

fn ended(by: &str) -> String {
    format!("the adapter says that the library has ended the game by itself: {by}")
}
