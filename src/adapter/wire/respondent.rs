use std::collections::BTreeSet;

use super::{
    PROTOCOL, answer, line,
    message::{Answers, Asking, Hello, Numbered, Readable, Reply, Request, Walking},
    question::Asked,
};
use crate::{
    adapter::{About, Response, Situation},
    position::{Move, Setup},
    question::{Answer, GameQuestion, PositionQuestion, Question},
    rules::{Act, Event, Termination},
};

/// An adapter behind the wire: what it said of itself, and so what it can be asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Respondent {
    about: About,
    language: String,
    questions: Vec<String>,
    acts: Vec<String>,
    keeps_games: bool,
    can_take_back: bool,
    /// Whether each move is to be taken back once before it is played for good.
    takes_back: bool,
}

/// Questions that are put together about a game that is kept: what a FEN answers is asked once.
#[derive(Clone, Debug)]
pub struct Gathered {
    /// Each with the place of what is put for it.
    questions: Vec<(Question, usize)>,
    put: Vec<Asked>,
}

impl Gathered {
    /// How many questions are put.
    pub fn len(&self) -> usize {
        self.put.len()
    }

    /// Whether none is put; the setup always is.
    pub fn is_empty(&self) -> bool {
        self.put.is_empty()
    }
}

/// Why a line is no answer to the question that was asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplyError {
    /// It is not one outcome of one question.
    #[error("cannot read {line:?}: {error}")]
    Unreadable {
        /// How the line begins.
        line: String,
        /// What is wrong with it.
        error: String,
    },
    /// It has the number of another question.
    #[error("it answers question {answered}, and question {asked} was asked")]
    Another {
        /// The number of the question.
        asked: u64,
        /// The number that it has.
        answered: u64,
    },
}

/// The first line to an adapter, with its number and without a line feed.
pub fn hello(id: u64) -> String {
    write(&Request::Hello { id, protocol: PROTOCOL })
}

impl Respondent {
    /// Reads the answer to [`hello`].
    ///
    /// # Errors
    ///
    /// What is wrong with it, and what would be right.
    pub fn read(id: u64, line: &str) -> Result<Respondent, String> {
        let hello: Hello = line::read(line)
            .map_err(|error| format!("cannot read its hello {:?}: {error}", answer::cut(line)))?;
        if hello.protocol != PROTOCOL {
            let theirs = hello.protocol;
            return Err(format!("it speaks version {theirs} of the protocol; right is {PROTOCOL}"));
        }
        same_id(id, hello.id).map_err(|error| error.to_string())?;
        for (field, text) in [("name", &hello.name), ("version", &hello.version)] {
            let fits = |letter: char| letter.is_ascii_alphanumeric() || " .+-_@/".contains(letter);
            if text.is_empty() || text.len() > 64 || !text.chars().all(fits) {
                let right = "1 to 64 letters, digits and . + - _ @ /";
                return Err(format!(
                    "the {field} {:?} cannot be shown; right would be {right}",
                    answer::cut(text)
                ));
            }
        }
        let rule_set = hello.rule_set.parse().map_err(|error| format!("{error}"))?;
        let endings: BTreeSet<Termination> = hello.endings.into_iter().collect();
        Ok(Respondent {
            about: About {
                name: hello.name,
                version: hello.version,
                ecosystem: hello.ecosystem,
                rule_set,
                // A few bytes at each start, and looked at as long as the program runs.
                endings: endings.into_iter().collect::<Vec<_>>().leak(),
                chess960: hello.chess960,
            },
            language: hello.language,
            questions: hello.questions,
            acts: hello.acts,
            keeps_games: hello.walks,
            can_take_back: hello.takes_back,
            takes_back: false,
        })
    }

    /// Who it is.
    pub fn about(&self) -> &About {
        &self.about
    }

    /// What it is written in.
    pub fn language(&self) -> &str {
        &self.language
    }

    /// The names of the questions that it says it answers, and of the acts that it says it takes.
    pub fn claimed(&self) -> (&[String], &[String]) {
        (&self.questions, &self.acts)
    }

    /// The same, as if it claimed these questions and acts.
    pub fn claiming(&self, questions: Vec<String>, acts: Vec<String>) -> Respondent {
        Respondent { questions, acts, ..self.clone() }
    }

    /// Whether it keeps games, so that it can be sent [`go_on`](Respondent::go_on).
    pub fn keeps_games(&self) -> bool {
        self.keeps_games
    }

    /// The same, which takes each move back once before it plays it for good; none if it cannot.
    pub fn taking_back(&self) -> Option<Respondent> {
        self.can_take_back.then(|| Respondent { takes_back: true, ..self.clone() })
    }

    /// Those of these questions that it answers, after the question whether the game is taken at all.
    pub fn gather(&self, questions: &[&Question]) -> Gathered {
        let setup = Question::Position(PositionQuestion::Setup);
        let mut gathered = Gathered { questions: Vec::new(), put: Vec::new() };
        let claimed = questions.iter().copied().filter(|question| self.claims(question));
        for question in std::iter::once(&setup).chain(claimed) {
            let put = self.put(question);
            let known = gathered.put.iter().position(|one| *one == put);
            let place = known.unwrap_or(gathered.put.len());
            if known.is_none() {
                gathered.put.push(put);
            }
            gathered.questions.push((question.clone(), place));
        }
        gathered
    }

    /// The line to send with which the game of a number goes on by these moves, or begins anew from a setup, and the
    /// questions are put.
    pub fn go_on(
        &self,
        id: u64,
        game: u64,
        begin: Option<&Setup>,
        moves: &[Move],
        asked: &Gathered,
    ) -> String {
        write(&Request::Walk(Walking {
            id,
            game,
            fen: begin.map(Setup::to_string),
            rule_set: self.about.rule_set.to_string(),
            moves: moves.iter().map(Move::to_string).collect(),
            take_back: self.takes_back,
            questions: asked.put.iter().map(|asked| Readable(Ok(asked.clone()))).collect(),
        }))
    }

    /// Reads the answers to [`go_on`](Respondent::go_on): each question with what came of it.
    ///
    /// # Errors
    ///
    /// The line has not one answer for each question.
    pub fn read_answers(
        &self,
        id: u64,
        asked: &Gathered,
        line: &str,
    ) -> Result<Vec<(Question, Response)>, ReplyError> {
        let unreadable = |error: String| ReplyError::Unreadable { line: answer::cut(line), error };
        let Answers { id: answered, answers } =
            line::read(line).map_err(|error| unreadable(error.to_string()))?;
        same_id(id, answered)?;
        if answers.len() != asked.put.len() {
            let (got, right) = (answers.len(), asked.put.len());
            return Err(unreadable(format!("there are {got} answers; right would be {right}")));
        }
        let read = |(question, place): &(Question, usize)| {
            let outcome = answers.get(*place)?.clone();
            let said = answer::read(question, outcome, self.gives_rulings(), self.about.endings);
            Some((question.clone(), said))
        };
        Ok(asked.questions.iter().filter_map(read).collect())
    }

    /// Puts to it what it answers, through `exchange`, and says of the rest that it does not, whatever comes of the
    /// exchange. The exchange is left out if it answers none of the questions.
    ///
    /// The exchange gives one outcome for each question it gets.
    pub fn ask(
        &self,
        line: &Situation,
        questions: &[Question],
        exchange: impl FnOnce(&[Question]) -> Vec<Response>,
    ) -> Vec<Response> {
        if let Some(said) = self.about.declines(line) {
            return vec![said; questions.len()];
        }
        let (_, untaken) = self.play(line);
        if untaken.is_some_and(|act| act.leaves_the_moves()) {
            let said = Response::Unsupported("a library takes legal moves only".to_owned());
            return questions.iter().map(|_| said.clone()).collect();
        }
        let declines = |question: &Question| match untaken {
            Some(act) if *question == Question::Game(GameQuestion::Ruling) => {
                Some(format!("it has no action for \"{act}\""))
            }
            _ if *question == Question::Position(PositionQuestion::Setup)
                || self.claims(question) =>
            {
                None
            }
            _ => Some("the adapter does not answer this".to_owned()),
        };
        let declined: Vec<Option<Response>> = questions
            .iter()
            .map(|question| declines(question).map(Response::Unsupported))
            .collect();
        let asked = questions.iter().zip(&declined).filter(|(_, declined)| declined.is_none());
        let asked: Vec<Question> = asked.map(|(question, _)| question.clone()).collect();
        let said = if asked.is_empty() { Vec::new() } else { exchange(&asked) };
        let mut said = said.into_iter();
        let outcome = |(question, declined): (&Question, Option<Response>)| {
            let said = declined.unwrap_or_else(|| said.next().unwrap_or_else(missing));
            let is_setup = *question == Question::Position(PositionQuestion::Setup);
            if is_setup && matches!(said, Response::SetupRefused(_)) {
                return Response::Answer { answer: Answer::Is(false), native: true };
            }
            said
        };
        questions.iter().zip(declined).map(outcome).collect()
    }

    /// The line to send for these questions about a line of play, numbered from `first` on.
    pub fn request(&self, line: &Situation, questions: &[Question], first: u64) -> String {
        let number = |(id, question)| Numbered { id, question: Readable(Ok(self.put(question))) };
        write(&Request::Ask(Asking {
            fen: line.setup.to_string(),
            rule_set: line.rule_set.to_string(),
            event: (line.event != Event::default()).then_some(line.event),
            play: self.play(line).0.into_iter().map(|act| Readable(Ok(act))).collect(),
            take_back: self.takes_back,
            questions: (first..).zip(questions).map(number).collect(),
        }))
    }

    /// Reads the answer to the question with this number.
    ///
    /// # Errors
    ///
    /// The line is no answer to it, so that nobody knows what the next one answers.
    pub fn read_reply(
        &self,
        id: u64,
        question: &Question,
        line: &str,
    ) -> Result<Response, ReplyError> {
        let unreadable = |error: serde_json::Error| ReplyError::Unreadable {
            line: answer::cut(line),
            error: error.to_string(),
        };
        let reply: Reply = line::read(line).map_err(unreadable)?;
        same_id(id, reply.id)?;
        Ok(answer::read(question, reply.outcome, self.gives_rulings(), self.about.endings))
    }

    /// The acts of a line as it takes them, and the first that it does not take, with which
    /// everything but the moves ends.
    fn play(&self, line: &Situation) -> (Vec<Act>, Option<Act>) {
        let mut play = Vec::new();
        let mut untaken: Option<Act> = None;
        for act in &line.acts {
            let takes = untaken.is_none() && self.acts.iter().any(|name| name == act.name());
            match act.played() {
                _ if takes => play.push(*act),
                Some(played) => play.push(Act::MoveAndPress { mv: played }),
                None => untaken = untaken.or(Some(*act)),
            }
        }
        (play, untaken)
    }

    fn claims(&self, question: &Question) -> bool {
        let name = self.put(question).name();
        self.questions.iter().any(|claimed| claimed == name)
    }

    fn put(&self, question: &Question) -> Asked {
        Asked::new(question, self.gives_rulings())
    }

    fn gives_rulings(&self) -> bool {
        self.questions.iter().any(|name| name == "ruling")
    }
}

fn missing() -> Response {
    Response::ProtocolError("there is no answer".to_owned())
}

fn same_id(asked: u64, answered: u64) -> Result<(), ReplyError> {
    if asked == answered { Ok(()) } else { Err(ReplyError::Another { asked, answered }) }
}

fn write(request: &Request) -> String {
    serde_json::to_string(request).unwrap_or_default()
}
