//! Cases that nobody has decided yet: found by searching, written down for a person to complete.

use std::fmt;

use super::{
    File, Problem,
    case::{read_play, read_setup},
    expect::Reader,
    source::{self, Chunk},
    yaml,
};
use crate::{
    position::{Position, Setup},
    question::{
        Answer, Ended, Expected, GameQuestion, HistoryQuestion, MaterialQuestion, NotationQuestion,
        PositionQuestion, Question,
    },
    rules::Act,
};

/// A case without its decision: what `lawbook lint` refuses until a person has added the title, the
/// statements, what is expected, and why.
#[derive(Clone, Debug)]
pub struct Draft {
    /// The identifier, to be replaced by one that names the situation.
    pub id: String,
    /// What to say above it, line by line.
    pub remarks: Vec<String>,
    /// Where it begins.
    pub setup: Setup,
    /// What is done, line by line, as a case has it.
    pub play: Vec<String>,
    /// Who gives which answer, as a mistake of the case.
    pub mistake: Option<(String, Question, Answer)>,
}

/// A line that a file of cases or drafts describes, and what it asks about it.
#[derive(Clone, Debug)]
pub struct Told {
    /// The identifier.
    pub id: String,
    /// The setup.
    pub setup: Setup,
    /// What was done.
    pub acts: Vec<Act>,
    /// What is asked, in the cases or in the mistakes.
    pub questions: Vec<Question>,
}

/// Reads the lines of a file of cases or drafts; what is expected of them does not matter.
///
/// # Errors
///
/// What cannot be read.
pub fn read_told(file: &File) -> Result<Vec<Told>, Vec<Problem>> {
    let mut problems = Vec::new();
    let chunks = source::chunks(file, &mut problems);
    let told: Vec<Told> = chunks.iter().filter_map(|chunk| told(chunk, &mut problems)).collect();
    if problems.is_empty() { Ok(told) } else { Err(problems) }
}

fn told(chunk: &Chunk<'_>, problems: &mut Vec<Problem>) -> Option<Told> {
    let written: Vec<yaml::Case> = serde_yaml::from_str(chunk.text)
        .map_err(|error| problems.push(Problem::of_yaml(chunk.file, chunk.line, &error)))
        .ok()?;
    let written = written.into_iter().next()?;
    let setup = match read_setup(chunk, &written, problems) {
        Ok(setup) => setup,
        Err(found) => {
            problems.extend(found);
            return None;
        }
    };
    let start = Position::new(&setup).ok();
    let (acts, end, plies) = read_play(chunk, &written, start, problems);
    let (expected, found) = (Vec::new(), Vec::new());
    let mut reader = Reader { chunk, end, plies, mistaken: true, expected, problems: found };
    let mistakes = written.mistakes.0.iter().map(|(_, mistake)| mistake);
    written.expect.iter().chain(mistakes).for_each(|expect| reader.read(expect));
    let questions = reader.expected.into_iter().map(|Expected { question, .. }| question);
    Some(Told { id: written.id, setup, acts, questions: questions.collect() })
}

impl fmt::Display for Draft {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for remark in &self.remarks {
            writeln!(f, "# {}", remark.replace('\n', " "))?;
        }
        writeln!(f, "- id: {}\n  title: \"\"\n  states: []", self.id)?;
        writeln!(f, "  start: {}", self.setup)?;
        if !self.play.is_empty() {
            writeln!(f, "  play:")?;
        }
        for line in &self.play {
            writeln!(f, "    - {line}")?;
        }
        if let Some((name, question, answer)) = &self.mistake
            && let Some(field) = field(question, answer)
        {
            writeln!(f, "  mistakes:\n    {name}:\n      {field}\n      because: \"\"")?;
        }
        writeln!(f, "  why: \"\"")
    }
}

/// The field of `expect` that says this; `None` if there is none.
fn field(question: &Question, answer: &Answer) -> Option<String> {
    Some(match (question, answer) {
        (Question::Position(PositionQuestion::Setup), Answer::Is(true)) => {
            "setup: accepted".to_owned()
        }
        (Question::Position(PositionQuestion::Setup), Answer::Is(false)) => {
            "setup: refused".to_owned()
        }
        (Question::Game(GameQuestion::Ruling), Answer::Ended { ended: None, .. }) => {
            "ruling: play on".to_owned()
        }
        (
            Question::Game(GameQuestion::Ruling),
            Answer::Ended { ended: Some(Ended { by: Some(_), .. }), .. },
        ) => {
            format!("ruling: {answer}")
        }
        (
            Question::Game(GameQuestion::Claimable) | Question::Game(GameQuestion::Claim(_, None)),
            Answer::Is(false),
        ) => "claims: []".to_owned(),
        (Question::Game(GameQuestion::Claim(ground, None)), Answer::Is(true)) => {
            format!("claims: [{}]", ground.name())
        }
        (Question::History(HistoryQuestion::SameAs(ply)), Answer::Is(true)) => {
            format!("same_as: [{ply}]")
        }
        (Question::History(HistoryQuestion::SameAs(ply)), Answer::Is(false)) => {
            format!("different_from: [{ply}]")
        }
        (Question::Material(MaterialQuestion::CanMate(side)), Answer::Is(can)) => {
            format!("can_mate: {{{}: {can}}}", side.name().to_lowercase())
        }
        (Question::Position(PositionQuestion::IsLight(square)), Answer::Is(true)) => {
            format!("light: [{square}]")
        }
        (Question::Position(PositionQuestion::IsLight(square)), Answer::Is(false)) => {
            format!("dark: [{square}]")
        }
        (Question::Position(PositionQuestion::LegalMoves), Answer::Moves(moves)) => {
            format!("only: [{}]", list(moves))
        }
        (Question::Position(PositionQuestion::Checkers), Answer::Squares(pieces)) => {
            format!("checkers: [{}]", list(pieces))
        }
        (Question::Position(PositionQuestion::Attacks(from)), Answer::Squares(pieces)) => {
            format!("attacks: {{{from}: [{}]}}", list(pieces))
        }
        (Question::Notation(NotationQuestion::Reads(text)), answer @ Answer::Read(_)) => {
            format!("reads: {{{text:?}: {answer}}}")
        }
        (Question::Notation(NotationQuestion::ReadsUci(text)), answer @ Answer::Read(_)) => {
            format!("reads_uci: {{{text:?}: {answer}}}")
        }
        (Question::Notation(NotationQuestion::ReadsFen(text)), answer @ Answer::Setup(_)) => {
            format!("reads_fen: {{{text:?}: {:?}}}", answer.to_string())
        }
        (Question::Notation(NotationQuestion::San), Answer::Text(text)) => format!("san: {text:?}"),
        (Question::Position(PositionQuestion::Castling), Answer::Castling(rights)) => {
            format!("castling: {:?}", rights.to_string())
        }
        (Question::Position(PositionQuestion::Turn), Answer::Player(color)) => {
            format!("turn: {}", color.name().to_lowercase())
        }
        (_, Answer::Is(is)) if is_field(question) => {
            format!("{}: {is}", question.kind().replace('-', "_"))
        }
        (_, Answer::Count(count)) => format!("{}: {count}", question.kind().replace('-', "_")),
        _ => return None,
    })
}

/// Whether the question is a field of `expect` of the same name, which says yes or no.
const fn is_field(question: &Question) -> bool {
    matches!(
        question,
        Question::Position(PositionQuestion::Check)
            | Question::Position(PositionQuestion::Checkmate)
            | Question::Position(PositionQuestion::Stalemate)
            | Question::Material(MaterialQuestion::Insufficient)
            | Question::Material(MaterialQuestion::Dead)
    )
}

fn list<T: fmt::Display>(items: &[T]) -> String {
    items.iter().map(T::to_string).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        board::{Color, Square},
        catalogue::{Catalogue, lint},
        position::CastlingRights,
        rules::{Ground, Termination},
    };

    #[test]
    fn a_draft_reads_back_and_is_refused_until_it_is_decided() {
        let e4 = Square::parse("e4").unwrap();
        let played = "e2e4".parse().unwrap();
        for (question, answer) in [
            (Question::Position(PositionQuestion::Check), Answer::Is(true)),
            (Question::Material(MaterialQuestion::Dead), Answer::Is(true)),
            (Question::Material(MaterialQuestion::Insufficient), Answer::Is(true)),
            (Question::History(HistoryQuestion::Occurrences), Answer::Count(2)),
            (Question::History(HistoryQuestion::HalfmoveClock), Answer::Count(7)),
            (Question::History(HistoryQuestion::SameAs(0)), Answer::Is(true)),
            (Question::History(HistoryQuestion::SameAs(0)), Answer::Is(false)),
            (Question::Material(MaterialQuestion::CanMate(Color::White)), Answer::Is(false)),
            (Question::Position(PositionQuestion::IsLight(e4)), Answer::Is(false)),
            (Question::Position(PositionQuestion::LegalMoves), Answer::Moves(vec![played])),
            (Question::Position(PositionQuestion::Checkers), Answer::Squares(vec![e4])),
            (Question::Position(PositionQuestion::Attacks(e4)), Answer::Squares(vec![])),
            (Question::Notation(NotationQuestion::Reads("e8=Q+".to_owned())), Answer::Read(None)),
            (
                Question::Notation(NotationQuestion::ReadsUci("e1h1".to_owned())),
                Answer::Read(Some(played)),
            ),
            (
                Question::Notation(NotationQuestion::ReadsFen("8/8 w".to_owned())),
                Answer::Setup(Some(Box::new(Setup::start()))),
            ),
            (Question::Notation(NotationQuestion::San), Answer::Text("O-O".to_owned())),
            (
                Question::Position(PositionQuestion::Castling),
                Answer::Castling(CastlingRights::NONE),
            ),
            (Question::Position(PositionQuestion::Turn), Answer::Player(Color::White)),
            (Question::Game(GameQuestion::Claim(Ground::Fifty, None)), Answer::Is(true)),
            (
                Question::Game(GameQuestion::Ruling),
                Answer::Ended {
                    ended: Some(Ended { winner: None, by: Some(Termination::Stalemate) }),
                    knows: &[],
                },
            ),
        ] {
            let draft = Draft {
                id: "a-draft".to_owned(),
                remarks: vec!["A remark: with a colon\nand two lines".to_owned()],
                setup: Setup::start(),
                play: vec!["1. e4 e5".to_owned()],
                mistake: Some(("somebody".to_owned(), question.clone(), answer)),
            };
            let file = File { path: "regressions/draft.yaml".to_owned(), text: draft.to_string() };
            let told = read_told(&file).unwrap();
            assert_eq!(told.len(), 1, "{}", file.text);
            assert_eq!(told[0].acts.len(), 2);
            assert!(told[0].questions.contains(&question), "{question:?}\n{}", file.text);

            let (catalogue, mut problems) = Catalogue::from_files(&[file]);
            problems.extend(lint(&catalogue));
            let says: Vec<String> = problems.iter().map(|one| one.message.clone()).collect();
            for missing in
                ["no statement", "does not say why", "expects nothing", "without a reason"]
            {
                assert!(says.iter().any(|says| says.contains(missing)), "{missing}: {says:?}");
            }
        }
    }
}
