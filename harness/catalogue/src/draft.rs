//! Drafts: cases found by a search that have no decision yet, written to a file for a person to complete.

use std::fmt;

use super::{
    CatalogueFile, Problem, WrittenEvent,
    case::{read_play, read_setup},
    expect::Reader,
    field::field,
    source::{self, Chunk},
    table, yaml,
};
use crate::question::{Answer, Expected, Question};
use lawbook::{
    position::{Position, Setup},
    rules::{Act, Decision, Event, RuleSet},
};

/// A case without a decision. `lawbook lint` rejects it until a person has added the title, the statements, the
/// right answers, and the explanation.
#[derive(Clone, Debug)]
pub struct Draft {
    /// A provisional identifier, to be replaced by a descriptive one.
    pub id: String,
    /// The lines of the comment above the case.
    pub remarks: Vec<String>,
    /// The initial setup.
    pub setup: Setup,
    /// The conditions of the game.
    pub event: Event,
    /// The lines of `play`.
    pub play: Vec<String>,
    /// The decisions by rule set, beginning with that of the case.
    pub rulings: Vec<(RuleSet, Decision)>,
    /// The name of a mistake, the question, and the wrong answer.
    pub mistake: Option<(String, Question, Answer)>,
}

/// A line of play from a file of cases or drafts, with the questions about it.
#[derive(Clone, Debug)]
pub struct DraftLine {
    /// The identifier.
    pub id: String,
    /// The setup.
    pub setup: Setup,
    /// The acts in order.
    pub acts: Vec<Act>,
    /// The questions from `expect` and `mistakes`.
    pub questions: Vec<Question>,
}

/// Parses the lines of play of a file of cases or drafts. The expected answers are not checked.
///
/// # Errors
///
/// Returns all problems found in the file.
pub fn read_draft_lines(file: &CatalogueFile) -> Result<Vec<DraftLine>, Vec<Problem>> {
    let mut problems = Vec::new();
    let chunks = source::chunks(file, &mut problems);
    let mut lines = Vec::new();
    for chunk in &chunks {
        match table::rows(chunk) {
            Ok(rows) => {
                let read = rows
                    .into_iter()
                    .filter_map(|row| read_draft_line(chunk, &row.written, &mut problems));
                lines.extend(read);
            }
            Err(found) => problems.extend(found),
        }
    }
    if problems.is_empty() { Ok(lines) } else { Err(problems) }
}

fn read_draft_line(
    chunk: &Chunk<'_>,
    written: &yaml::CaseYaml,
    problems: &mut Vec<Problem>,
) -> Option<DraftLine> {
    let setup = match read_setup(chunk, written, problems) {
        Ok(setup) => setup,
        Err(found) => {
            problems.extend(found);
            return None;
        }
    };
    let start = Position::new(&setup).ok();
    let (acts, end, plies) = read_play(chunk, written, start, problems);
    let (expected, found) = (Vec::new(), Vec::new());
    let mut reader = Reader { chunk, end, plies, mistaken: true, expected, problems: found };
    let mistakes = written.mistakes.0.iter().map(|(_, mistake)| mistake);
    written.expect.iter().chain(mistakes).for_each(|expect| reader.read(expect));
    let questions = reader.expected.into_iter().map(|Expected { question, .. }| question);
    Some(DraftLine { id: written.id.clone(), setup, acts, questions: questions.collect() })
}

impl fmt::Display for Draft {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for remark in &self.remarks {
            writeln!(f, "# {}", remark.replace('\n', " "))?;
        }
        writeln!(f, "- id: {}\n  title: \"\"\n  states: []", self.id)?;
        writeln!(f, "  start: {}", self.setup)?;
        if self.event != Event::default() {
            let event = serde_yaml::to_string(&WrittenEvent::from(self.event)).unwrap_or_default();
            writeln!(f, "  event:")?;
            event.lines().try_for_each(|line| writeln!(f, "    {line}"))?;
        }
        if !self.play.is_empty() {
            writeln!(f, "  play:")?;
        }
        for line in &self.play {
            writeln!(f, "    - {}", scalar(line))?;
        }
        self.write_rulings(f)?;
        if let Some((name, question, answer)) = &self.mistake
            && let Some(field) = field(question, answer)
        {
            writeln!(f, "  mistakes:\n    {name}:\n      {field}\n      because: \"\"")?;
        }
        writeln!(f, "  why: \"\"")
    }
}

impl Draft {
    /// Writes `expect` with the first ruling, and `except` with the rulings that differ from it.
    fn write_rulings(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(((_, first), others)) = self.rulings.split_first() else { return Ok(()) };
        writeln!(f, "  expect:\n    ruling: {first}")?;
        let mut different = others.iter().filter(|(_, other)| other != first).peekable();
        if different.peek().is_some() {
            writeln!(f, "  except:")?;
        }
        for (rule_set, ruling) in different {
            writeln!(f, "    {rule_set}:\n      ruling: {ruling}\n      because: \"\"")?;
        }
        Ok(())
    }
}

/// Formats a string as a YAML scalar, quoted if YAML would read it as another type.
fn scalar(line: &str) -> String {
    let text = serde_yaml::to_string(line).unwrap_or_default();
    text.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Catalogue, lint,
        question::{
            GameQuestion, HistoryQuestion, MaterialQuestion, NotationQuestion, PositionQuestion,
            ReportedResult,
        },
    };
    use lawbook::{
        board::{Color, Square},
        position::CastlingRights,
        rules::{ClaimGround, Termination},
    };

    /// Returns one wrong answer for each question that a draft can contain.
    fn mistakes() -> Vec<(Question, Answer)> {
        let e4 = Square::parse("e4").unwrap();
        let played = "e2e4".parse().unwrap();
        vec![
            (PositionQuestion::Check.into(), Answer::Is(true)),
            (MaterialQuestion::Dead.into(), Answer::Is(true)),
            (MaterialQuestion::Insufficient.into(), Answer::Is(true)),
            (HistoryQuestion::Occurrences.into(), Answer::Count(2)),
            (HistoryQuestion::HalfmoveClock.into(), Answer::Count(7)),
            (HistoryQuestion::SameAs { ply: 0 }.into(), Answer::Is(true)),
            (HistoryQuestion::SameAs { ply: 0 }.into(), Answer::Is(false)),
            (MaterialQuestion::CanMate { side: Color::White }.into(), Answer::Is(false)),
            (PositionQuestion::IsLight { square: e4 }.into(), Answer::Is(false)),
            (PositionQuestion::LegalMoves.into(), Answer::Moves(vec![played])),
            (PositionQuestion::Checkers.into(), Answer::Squares(vec![e4])),
            (PositionQuestion::Attacks { square: e4 }.into(), Answer::Squares(vec![])),
            (NotationQuestion::Reads { text: "e8=Q+".to_owned() }.into(), Answer::Read(None)),
            (
                NotationQuestion::ReadsUci { text: "e1h1".to_owned() }.into(),
                Answer::Read(Some(played)),
            ),
            (
                NotationQuestion::ReadsFen { text: "8/8 w".to_owned() }.into(),
                Answer::Setup(Some(Box::new(Setup::start()))),
            ),
            (NotationQuestion::San.into(), Answer::Text("O-O".to_owned())),
            (PositionQuestion::Castling.into(), Answer::Castling(CastlingRights::NONE)),
            (PositionQuestion::Turn.into(), Answer::Player(Color::White)),
            (
                GameQuestion::Claim { ground: ClaimGround::Fifty, written: None }.into(),
                Answer::Is(true),
            ),
            (GameQuestion::Claimable.into(), Answer::Is(false)),
            (GameQuestion::Seconds { side: Color::Black }.into(), Answer::Count(5)),
            (GameQuestion::Ruling.into(), Answer::Ended { ended: None, knows: &[] }),
            (
                GameQuestion::Ruling.into(),
                Answer::Ended {
                    ended: Some(ReportedResult { winner: None, by: Some(Termination::Stalemate) }),
                    knows: &[],
                },
            ),
        ]
    }

    #[test]
    fn a_draft_reads_back_and_is_refused_until_it_is_decided() {
        for (question, answer) in mistakes() {
            let draft = Draft {
                id: "a-draft".to_owned(),
                remarks: vec!["A remark: with a colon\nand two lines".to_owned()],
                setup: Setup::start(),
                event: Event { digital_board: true, ..Event::default() },
                play: vec!["1. e4 e5".to_owned()],
                rulings: Vec::new(),
                mistake: Some(("somebody".to_owned(), question.clone(), answer)),
            };
            let file = CatalogueFile {
                path: "regressions/draft.yaml".to_owned(),
                text: draft.to_string(),
            };
            let lines = read_draft_lines(&file).unwrap();
            assert_eq!(lines.len(), 1, "{}", file.text);
            assert_eq!(lines[0].acts.len(), 2);
            assert!(lines[0].questions.contains(&question), "{question:?}\n{}", file.text);

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

    #[test]
    fn a_draft_of_a_game_expects_what_was_ruled() {
        let lines = ["1. e4 e5", "White says: nothing"];
        let draft = Draft {
            id: "a-draft".to_owned(),
            remarks: Vec::new(),
            setup: Setup::start(),
            event: Event { no_agreement: true, ..Event::default() },
            play: lines.map(str::to_owned).to_vec(),
            rulings: [
                (RuleSet::FIDE_2023, Decision::PlayOn),
                (RuleSet::FIDE_2018, Decision::PlayOn),
                (RuleSet::LICHESS_2026, Decision::ArbiterDecides),
            ]
            .to_vec(),
            mistake: None,
        };
        let text = draft.to_string();
        let [written] = &serde_yaml::from_str::<Vec<yaml::CaseYaml>>(&text).unwrap()[..] else {
            panic!("{text}")
        };
        assert_eq!(written.play, lines);
        assert_eq!(written.event.no_agreement, Some(true));
        let rules: Vec<&str> = written.except.0.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(rules, ["lichess-2026"], "{text}");
        assert!(text.contains("  expect:\n    ruling: play on\n"), "{text}");
    }
}
