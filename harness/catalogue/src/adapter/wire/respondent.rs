use std::collections::BTreeSet;

use super::{
    PROTOCOL, answer, line,
    message::{Answers, AskRequest, Hello, NumberedQuestion, Reply, Request, WalkRequest, cut},
    question::WireQuestion,
};
use crate::{
    adapter::{About, Response, Scenario, SelfEnd},
    question::{Answer, GameQuestion, PositionQuestion, Question},
};
use lawbook::{
    position::{Move, Setup},
    rules::{Act, Event, Termination},
};

/// The client's view of an adapter: the abilities that it declared in its `hello`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Respondent {
    about: About,
    language: String,
    questions: Vec<String>,
    acts: Vec<String>,
    keeps_games: bool,
    can_take_back: bool,
    /// The moves to be played and taken back before each act of a line and at its end.
    taken_back: Vec<Vec<String>>,
    /// The questions that it gets before they are taken back.
    between: Vec<WireQuestion>,
}

/// Questions about a kept game to be sent in one request. Questions that a FEN answers are sent only once.
#[derive(Clone, Debug)]
pub struct QuestionBatch {
    /// Each question with the index in `sent` of the wire question sent for it.
    questions: Vec<(Question, usize)>,
    sent: Vec<WireQuestion>,
}

impl QuestionBatch {
    /// Returns the number of wire questions.
    pub fn count(&self) -> usize {
        self.sent.len()
    }
}

/// The reason why a line is not a valid reply to a question.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplyError {
    /// The line is not a single outcome of a single question.
    #[error("cannot read {line:?}: {error}")]
    Unreadable {
        /// The beginning of the line.
        line: String,
        /// The parse error.
        error: String,
    },
    /// The line has the identifier of another question.
    #[error("it answers question {answered}; the current question is {asked}")]
    Another {
        /// The expected identifier.
        asked: u64,
        /// The identifier in the line.
        answered: u64,
    },
}

/// Returns the first request, with its identifier and without a line feed.
pub fn hello(id: u64) -> String {
    write(&Request::Hello { id, protocol: PROTOCOL })
}

/// Returns the error in a line from the adapter. A line that is not an object was probably printed by a library; then
/// the message says what to do.
fn advised(line: &str, error: &serde_json::Error) -> String {
    if line.trim_start().starts_with('{') {
        return error.to_string();
    }
    format!(
        "{error}; only answers may be written to standard output, so redirect what the library prints to standard error"
    )
}

impl Respondent {
    /// Parses the reply to [`hello`].
    ///
    /// # Errors
    ///
    /// Returns a message that describes the mistake and what would be right.
    pub fn read(id: u64, line: &str) -> Result<Respondent, String> {
        let hello: Hello = line::read(line).map_err(|error| {
            format!("cannot read its hello {:?}: {}", cut(line), advised(line, &error))
        })?;
        if hello.protocol != PROTOCOL {
            let theirs = hello.protocol;
            return Err(format!("it speaks version {theirs} of the protocol; expected {PROTOCOL}"));
        }
        same_id(id, hello.id).map_err(|error| error.to_string())?;
        for (field, text) in [("name", &hello.name), ("version", &hello.version)] {
            let fits = |letter: char| letter.is_ascii_alphanumeric() || " .+-_@/".contains(letter);
            if text.is_empty() || text.len() > 64 || !text.chars().all(fits) {
                let right = "1 to 64 letters, digits and . + - _ @ /";
                return Err(format!(
                    "the {field} {:?} cannot be displayed; expected {right}",
                    cut(text)
                ));
            }
        }
        let rule_set = hello.rule_set.parse().map_err(|error| format!("{error}"))?;
        let itself: BTreeSet<Termination> = hello.ends_by_itself.into_iter().collect();
        if let Some(other) = itself.iter().find(|one| !SelfEnd::ENDINGS.contains(one)) {
            let right = SelfEnd::ENDINGS.map(Termination::code).join(", ");
            let other = other.code();
            return Err(format!(
                "`ends_by_itself` names {other:?}, which moves alone do not bring about; expected some of {right}"
            ));
        }
        let endings: BTreeSet<Termination> =
            hello.endings.into_iter().chain(itself.iter().copied()).collect();
        // Leaked on purpose: a few bytes per start of an adapter, needed until the program exits.
        let leaked = |all: BTreeSet<Termination>| -> &'static [Termination] {
            all.into_iter().collect::<Vec<_>>().leak()
        };
        Ok(Respondent {
            about: About {
                name: hello.name,
                version: hello.version,
                ecosystem: hello.ecosystem,
                rule_set,
                endings: leaked(endings),
                gives_rulings: hello.questions.iter().any(|name| name == "ruling"),
                chess960: hello.chess960,
                ends_by_itself: leaked(itself),
                reads_fen: hello.reads_fen,
                validates_setups: hello.validates_setups,
            },
            language: hello.language,
            questions: hello.questions,
            acts: hello.acts,
            keeps_games: hello.walks,
            can_take_back: hello.takes_back,
            taken_back: Vec::new(),
            between: Vec::new(),
        })
    }

    /// Returns the name, version and abilities of the library.
    pub fn about(&self) -> &About {
        &self.about
    }

    /// Returns the programming language of the adapter.
    pub fn language(&self) -> &str {
        &self.language
    }

    /// Returns the names of the questions and of the acts that it declares to support.
    pub fn claimed(&self) -> (&[String], &[String]) {
        (&self.questions, &self.acts)
    }

    /// Returns whether it keeps games, so that it supports [`go_on`](Respondent::go_on).
    pub fn keeps_games(&self) -> bool {
        self.keeps_games
    }

    /// The same, which answers those of the questions that it supports before each act of a line, plays these moves there and at
    /// its end, answers again, and takes them back; none if there are such moves and it cannot.
    pub fn taking_back(&self, moves: &[Vec<Move>], between: &[Question]) -> Option<Respondent> {
        let texts = |moves: &Vec<Move>| moves.iter().map(Move::to_string).collect();
        let taken_back = moves.iter().map(texts).collect();
        let between = between.iter().filter(|one| self.declares(one));
        let between = between.map(|one| self.to_wire(one)).collect();
        let can = self.can_take_back || moves.iter().all(Vec::is_empty);
        can.then(|| Respondent { taken_back, between, ..self.clone() })
    }

    /// Returns whether it plays other moves on the way and takes them back.
    pub fn takes_back(&self) -> bool {
        !self.taken_back.is_empty() || !self.between.is_empty()
    }

    /// Selects the supported questions, preceded by `setup`, which shows whether the game is accepted.
    pub fn gather(&self, questions: &[&Question]) -> QuestionBatch {
        let setup = Question::Position(PositionQuestion::Setup);
        let mut gathered = QuestionBatch { questions: Vec::new(), sent: Vec::new() };
        let claimed = questions.iter().copied().filter(|question| self.declares(question));
        for question in std::iter::once(&setup).chain(claimed) {
            let sent = self.to_wire(question);
            let known = gathered.sent.iter().position(|one| *one == sent);
            let place = known.unwrap_or(gathered.sent.len());
            if known.is_none() {
                gathered.sent.push(sent);
            }
            gathered.questions.push((question.clone(), place));
        }
        gathered
    }

    /// Returns whether it takes moves back.
    pub fn can_take_back(&self) -> bool {
        self.can_take_back
    }

    /// The line to send with which the game of a number goes on by these moves, or begins anew from a setup, and the
    /// questions are put. Before that, `back` of its moves are taken back.
    pub fn go_on(
        &self,
        id: u64,
        game: u64,
        begin: Option<&Setup>,
        back: usize,
        moves: &[Move],
        asked: &QuestionBatch,
    ) -> String {
        write(&Request::Walk(WalkRequest {
            id,
            game,
            fen: begin.map(Setup::to_string),
            rule_set: self.about.rule_set.to_string(),
            moves: moves.iter().map(Move::to_string).collect(),
            back: (back > 0).then_some(back),
            questions: asked.sent.clone(),
        }))
    }

    /// Parses the reply to [`go_on`](Respondent::go_on) into each question with its response.
    ///
    /// # Errors
    ///
    /// Returns an error if the line does not contain one answer per question.
    pub fn read_answers(
        &self,
        id: u64,
        asked: &QuestionBatch,
        line: &str,
    ) -> Result<Vec<(Question, Response)>, ReplyError> {
        let unreadable = |error: String| ReplyError::Unreadable { line: cut(line), error };
        let Answers { id: answered, answers } =
            line::read(line).map_err(|error| unreadable(advised(line, &error)))?;
        same_id(id, answered)?;
        if answers.len() != asked.sent.len() {
            let (got, right) = (answers.len(), asked.sent.len());
            return Err(unreadable(format!("found {got} answers; expected {right}")));
        }
        let read = |(question, place): &(Question, usize)| {
            let outcome = answers.get(*place)?.clone();
            Some((question.clone(), answer::response(question, outcome, &self.about)))
        };
        Ok(asked.questions.iter().filter_map(read).collect())
    }

    /// Passes the supported questions to `exchange`, and returns its responses merged with an `Unsupported` response
    /// for each of the others. Does not call `exchange` if no question is supported.
    ///
    /// `exchange` must return one response per question it gets.
    pub fn ask(
        &self,
        scenario: &Scenario,
        questions: &[Question],
        exchange: impl FnOnce(&[Question]) -> Vec<Response>,
    ) -> Vec<Response> {
        if let Some(response) = self.about.declines(scenario) {
            return vec![response; questions.len()];
        }
        let (_, untaken) = self.play(scenario);
        if untaken.is_some_and(|act| act.may_leave_legal_line()) {
            let response = Response::Unsupported("a library takes legal moves only".to_owned());
            return questions.iter().map(|_| response.clone()).collect();
        }
        let setup = Question::Position(PositionQuestion::Setup);
        let declines = |question: &Question| {
            let why = match (question, untaken) {
                // The answer depends on the act.
                (
                    Question::Game(
                        GameQuestion::Ruling | GameQuestion::Orders | GameQuestion::Seconds { .. },
                    ),
                    Some(act),
                ) => format!("it has no action for \"{act}\""),
                _ if *question == setup || self.declares(question) => return None,
                _ => "the adapter does not answer this".to_owned(),
            };
            Some(Response::Unsupported(why))
        };
        let declined: Vec<Option<Response>> = questions.iter().map(declines).collect();
        let asked = questions.iter().zip(&declined).filter(|(_, declined)| declined.is_none());
        let asked: Vec<Question> = asked.map(|(question, _)| question.clone()).collect();
        let responses = if asked.is_empty() { Vec::new() } else { exchange(&asked) };
        let mut responses = responses.into_iter();
        let outcome = |(question, declined): (&Question, Option<Response>)| {
            let missing = || Response::ProtocolError("no answer".to_owned());
            let response = declined.unwrap_or_else(|| responses.next().unwrap_or_else(missing));
            if *question == setup && matches!(response, Response::SetupRefused(_)) {
                return Response::Answer { answer: Answer::Is(false), native: true };
            }
            response
        };
        questions.iter().zip(declined).map(outcome).collect()
    }

    /// Returns the request that asks these questions about a line of play, with identifiers from `first`.
    pub fn request(&self, scenario: &Scenario, questions: &[Question], first: u64) -> String {
        let number = |(id, question)| NumberedQuestion { id, question: self.to_wire(question) };
        write(&Request::Ask(AskRequest {
            fen: scenario.setup.to_string(),
            rule_set: scenario.rule_set.to_string(),
            event: (scenario.event != Event::default()).then_some(scenario.event),
            play: self.play(scenario).0,
            take_back: self.taken_back.clone(),
            between: self.between.clone(),
            questions: (first..).zip(questions).map(number).collect(),
        }))
    }

    /// Parses the reply to the question with identifier `id`.
    ///
    /// # Errors
    ///
    /// Returns an error if the line is not a reply to this question. The lines after it can then not be assigned
    /// either.
    pub fn read_reply(
        &self,
        id: u64,
        question: &Question,
        line: &str,
    ) -> Result<Response, ReplyError> {
        let unreadable = |error: serde_json::Error| ReplyError::Unreadable {
            line: cut(line),
            error: advised(line, &error),
        };
        let reply: Reply = line::read(line).map_err(unreadable)?;
        same_id(id, reply.id)?;
        Ok(answer::response(question, reply.outcome, &self.about))
    }

    /// Returns the acts of a line that are sent to the adapter, and the first unsupported act other than a move. After
    /// that act only the moves are sent.
    fn play(&self, scenario: &Scenario) -> (Vec<Act>, Option<Act>) {
        let mut play = Vec::new();
        let mut untaken: Option<Act> = None;
        for act in &scenario.acts {
            let takes = untaken.is_none() && self.acts.iter().any(|name| name == act.name());
            match act.played() {
                _ if takes => play.push(*act),
                Some(played) => play.push(Act::MoveAndPress { mv: played }),
                None => untaken = untaken.or(Some(*act)),
            }
        }
        (play, untaken)
    }

    fn declares(&self, question: &Question) -> bool {
        let name = self.to_wire(question).name();
        self.questions.iter().any(|claimed| claimed == name)
    }

    fn to_wire(&self, question: &Question) -> WireQuestion {
        WireQuestion::new(question, self.about.gives_rulings)
    }
}

fn same_id(asked: u64, answered: u64) -> Result<(), ReplyError> {
    if asked == answered { Ok(()) } else { Err(ReplyError::Another { asked, answered }) }
}

fn write(request: &Request) -> String {
    serde_json::to_string(request).unwrap_or_default()
}
