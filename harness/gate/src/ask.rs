//! How a case is put to a library, and what that produces. For programs that run the suite.

use std::{
    cell::{OnceCell, RefCell},
    collections::BTreeMap,
};

use crate::{
    About, Act, OWN_ENDINGS,
    adapter::{ENDINGS, NOT_ANSWERED, is_move},
    baseline::Digest,
    causes::{own_end, tendency},
    diagnosis::{REFUSED, Wrong},
    judge::{expected, judge, said},
    session::{Library, Line, Response, START, Stopped, Value},
    vectors::{Asked, Case, Play, Question, Vectors},
};

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
    /// The question as it is in the vectors; none if it is whether taking moves back restores everything.
    pub(crate) asked: Option<&'v Asked<'v>>,
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
    /// What was played that the case does not show.
    pub unseen: Option<String>,
    /// The only move that was played and taken back, after the number of acts before it; none if there were several.
    pub(crate) alone: Option<(usize, String)>,
}

impl Found<'_> {
    /// Returns the identifier: the case and the question.
    pub(crate) fn id(&self) -> String {
        format!("{}/{}", self.case.id, self.asked.map_or("undo", |asked| asked.id))
    }

    /// Returns whether the question is before the last act of the case.
    pub fn is_before_last_act(&self) -> bool {
        self.play.is_before_last_act()
    }

    /// Returns whether the question is whether taking moves back restores everything.
    pub const fn is_undo(&self) -> bool {
        self.asked.is_none()
    }

    /// Returns what is wrong with the answer, if a mistake may be behind it.
    pub fn wrong(&self) -> Option<Wrong> {
        (self.is_wrong() && own_end(self).is_none()).then_some(())?;
        let like = match self.kind().as_str() {
            // Setups are alike only if the same is wrong with them.
            "setup" => format!("{}, {}", self.tendency(), self.play.flaw),
            _ => self.tendency(),
        };
        Some(Wrong { said: self.mistaken()?, like })
    }

    /// Returns the kind of the question with the direction of the error.
    pub fn tendency(&self) -> String {
        tendency(self)
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
        self.asked.map_or_else(|| "undo".to_owned(), |asked| asked.question.kind())
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
pub fn refused_move(message: &str) -> Option<&str> {
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
    /// Is told each question before it is put.
    note: &'a dyn Fn(&str),
}

/// Questions to ask, with those of the case, before and after moves are taken back.
const UNDO: [Question<'static>; 9] = [
    Question::plain("legal-moves"),
    Question::plain("check"),
    Question::plain("board"),
    Question::plain("turn"),
    Question::plain("castling"),
    Question::plain("insufficient-material"),
    Question::plain("halfmove-clock"),
    Question::plain("occurrences"),
    Question::plain("fen"),
];

/// A line as the library gets it.
struct Put<'v> {
    line: Line,
    /// The number of plies that lead from the initial position to the setup of the case.
    before: usize,
    /// Whether the moves have the numbers that they have in the case.
    has_its_numbers: bool,
    /// How the library has ended the game by itself at the end of the line.
    ending: Option<&'v str>,
    /// Why the library does not get the line, if it does not.
    declined: Option<String>,
}

impl Put<'_> {
    /// Returns the line with other moves that are played and taken back on the way.
    fn detoured(&self, play: &Play<'_>) -> Line {
        let to_owned = |moves: &Vec<&str>| moves.iter().map(|&one| one.to_owned()).collect();
        let mut line = self.line.clone();
        line.detours = vec![Vec::new(); self.before];
        line.detours.extend(play.detours.iter().map(to_owned));
        line
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
        let (examples, supported) = (usize::MAX, RefCell::default());
        Subject { library, about, takes_back, examples_of, examples, supported, note }
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

    /// Asks the questions of a case. Returns a finding for each of them in their order, those at the end first, and then
    /// those before the last act. Whether taking moves back restores everything comes after those at the end, if it is asked.
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
            let undone = if goes_on { self.undo(play, &put) } else { None };
            let says_no = |response: &Response| response.answer() == Some(&Value::Is(false));
            is_cause_found |= questions
                .iter()
                .zip(&answers)
                .any(|(one, response)| one.name == "setup" && says_no(response));
            let (undone, detoured) = undone.unzip();
            let undone = undone.map(|response| (None, response));
            for (asked, response) in play.questions.iter().map(Some).zip(answers).chain(undone) {
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
                let line = detoured.as_ref().filter(|_| asked.is_none()).unwrap_or(&put.line);
                let (before, unseen) = (put.before, line.unseen(put.before, refused));
                let alone = line.only_detour().map(|(at, one)| (at, one.to_owned()));
                let said = text;
                all.push(Found {
                    case,
                    play,
                    asked,
                    right,
                    finding,
                    said,
                    response,
                    before,
                    unseen,
                    alone,
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

    fn put<'v>(&self, play: &'v Play<'v>) -> Put<'v> {
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

    /// Returns the names of the questions whose answers change if other moves are played and taken back, and the line with those
    /// moves, or with a single one of them that is enough; none if the library takes no moves back, or fails without that.
    fn undo(&self, play: &Play<'_>, put: &Put<'_>) -> Option<(Response, Line)> {
        let takes_back = || *self.takes_back.get_or_init(|| self.library.can_take_back());
        if play.detours.is_empty() || !takes_back() {
            return None;
        }
        let mut names: Vec<&str> = play.questions.iter().map(|one| one.name()).collect();
        let mut questions: Vec<Question<'_>> =
            play.questions.iter().map(|one| one.question.shifted(put.before)).collect();
        for one in
            UNDO.iter().filter(|one| play.questions.iter().all(|asked| asked.question != **one))
        {
            names.push(one.name);
            questions.push(one.clone());
        }
        let questions: Vec<&Question<'_>> = questions.iter().collect();
        let before = self.ask_line(&put.line, &questions);
        let all = put.detoured(play);
        let differ = |line: &Line| changed(&names, &before, || self.ask_line(line, &questions));
        let found = differ(&all)?;
        let is_alike = |line: &Line| match (&found, differ(line)) {
            (Ok(_), Some(Ok(names))) => !names.is_empty(),
            (Err(_), Some(Err(_))) => true,
            _ => false,
        };
        let alone = match &found {
            Ok(names) if names.is_empty() => None,
            _ => each_alone(&all).find(is_alike),
        };
        let response = match found {
            Ok(names) => Response::Answer { answer: Value::List(names), native: true },
            Err(failure) => failure,
        };
        Some((response, alone.unwrap_or(all)))
    }
}

/// Returns a line with each of the moves that are played and taken back as the only one, the last ones first.
fn each_alone(line: &Line) -> impl Iterator<Item = Line> + '_ {
    line.detours.iter().enumerate().rev().flat_map(move |(at, moves)| {
        moves.iter().map(move |one| {
            let mut detours = vec![Vec::new(); line.detours.len()];
            detours[at] = vec![one.clone()];
            Line { detours, ..line.clone() }
        })
    })
}

/// Returns the names of the questions whose answers are others when they are given once more; none if there is no answer, or a
/// failure, before. The names are in alphabetical order.
///
/// # Errors
///
/// Returns the first failure when they are given once more.
pub fn changed<A: PartialEq + Clone>(
    names: &[&str],
    before: &[Response<A>],
    once_more: impl FnOnce() -> Vec<Response<A>>,
) -> Option<Result<Vec<String>, Response<A>>> {
    if before.iter().any(Response::is_failure) || before.iter().all(|one| one.answer().is_none()) {
        return None;
    }
    let after = once_more();
    if let Some(failure) = after.iter().find(|one| one.is_failure()) {
        return Some(Err(failure.clone()));
    }
    let pairs = names.iter().zip(before.iter().zip(&after));
    let changed = pairs.filter(|(_, (before, after))| before.answer() != after.answer());
    let mut changed: Vec<String> = changed.map(|(&name, _)| name.to_owned()).collect();
    changed.sort_unstable();
    changed.dedup();
    Some(Ok(changed))
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
