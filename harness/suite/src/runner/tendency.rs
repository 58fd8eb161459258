//! The subject of a wrong answer, apart from squares and numbers, and the direction of the error.

use std::cmp::Ordering;

use lawbook::{
    board::{Role, Square},
    position::{Line, Move, Ply, Position},
    rules::{Act, ClaimGround, Decision, Termination},
};
use lawbook_catalogue::{
    Direction, RootCause, Subject,
    adapter::Scenario,
    question::{
        Answer, AnswerRecord, DecisionRecord, Expectation, Expected, GameQuestion, HistoryQuestion,
        MaterialQuestion, MovesRecord, NotationQuestion, PositionQuestion, Question,
    },
};

/// From here on a halfmove clock may have to do with a wrong answer.
const LONG_CLOCK: u16 = 90;

/// Returns the tendencies that a wrong answer may be part of, the kind of the question last.
pub(super) fn tendencies(
    line: &Scenario,
    expected: &Expected,
    says: &AnswerRecord,
) -> Vec<RootCause> {
    let mut found = Tendencies { played: None, found: Vec::new() };
    if let Ok(start) = Position::new(&line.setup) {
        let moves = line.acts.iter().filter_map(Act::played);
        found.played = Some(Line::as_far_as_legal(start, moves));
    }
    found.add_subjects(expected, says);
    let kind = Subject::Question(expected.question.kind().to_owned());
    found.add(kind, direction(&expected.right, says));
    found.found
}

/// Returns the tendencies of a refused move.
pub(super) fn of_refused(subject: Subject) -> RootCause {
    RootCause::Tendency { subject, direction: Direction::Lacks }
}

/// Returns the direction of the difference between an answer and the right one.
fn direction(right: &Expectation, says: &AnswerRecord) -> Direction {
    match says {
        AnswerRecord::Is(said) => toward(*said),
        AnswerRecord::Count(said) => match right {
            Expectation::Exactly(Answer::Count(right)) => toward(said >= right),
            Expectation::Exactly(_)
            | Expectation::Among(_)
            | Expectation::NotAmong(_)
            | Expectation::Number(_)
            | Expectation::Squares(_) => Direction::Differs,
        },
        AnswerRecord::Number { moves } => match right {
            Expectation::Number(right) => toward(moves >= right),
            Expectation::Exactly(_)
            | Expectation::Among(_)
            | Expectation::NotAmong(_)
            | Expectation::Squares(_) => Direction::Differs,
        },
        AnswerRecord::Moves(MovesRecord { without, also }) => {
            match (without.is_empty(), also.is_empty()) {
                (false, true) => Direction::Lacks,
                (true, false) => Direction::Exceeds,
                (true, true) | (false, false) => Direction::Differs,
            }
        }
        AnswerRecord::Decision(_)
        | AnswerRecord::Text(_)
        | AnswerRecord::List(_)
        | AnswerRecord::Orders(_)
        | AnswerRecord::Silent { .. }
        | AnswerRecord::Unsupported { .. }
        | AnswerRecord::SetupRefused { .. }
        | AnswerRecord::MoveRefused { .. }
        | AnswerRecord::Panicked { .. }
        | AnswerRecord::Crashed { .. }
        | AnswerRecord::TimedOut { .. }
        | AnswerRecord::ProtocolError { .. } => Direction::Differs,
    }
}

/// Returns the direction of an answer that says more than is right, or else less: of a wrong yes or a wrong no.
const fn toward(is_more: bool) -> Direction {
    if is_more { Direction::Exceeds } else { Direction::Lacks }
}

/// The tendencies found for one answer.
struct Tendencies {
    /// The line as far as it is legal; `None` if the setup is not.
    played: Option<Line>,
    found: Vec<RootCause>,
}

impl Tendencies {
    fn add(&mut self, subject: Subject, direction: Direction) {
        let one = RootCause::Tendency { subject, direction };
        if !self.found.contains(&one) {
            self.found.push(one);
        }
    }

    fn add_subjects(&mut self, expected: &Expected, says: &AnswerRecord) {
        let direction = direction(&expected.right, says);
        match &expected.question {
            Question::Game(question) => self.add_game(question, (&expected.right, says), direction),
            Question::History(question) => self.add_history(question, direction),
            Question::Position(question) => {
                self.add_position(question, (&expected.right, says), direction);
            }
            Question::Material(MaterialQuestion::CanMate { .. }) => {
                self.add(Subject::DeadPosition, direction.reverse());
            }
            Question::Material(MaterialQuestion::Insufficient | MaterialQuestion::Dead) => {
                self.add(Subject::DeadPosition, direction);
            }
            Question::Notation(question) => self.add_notation(question, &expected.right, says),
        }
    }

    fn add_game(
        &mut self,
        question: &GameQuestion,
        (right, says): (&Expectation, &AnswerRecord),
        direction: Direction,
    ) {
        match question {
            GameQuestion::Ruling => self.add_ruling(right, says),
            GameQuestion::Claimable => {
                self.add_possible_repetition(direction);
                self.add_count(direction);
            }
            GameQuestion::Claim { ground: ClaimGround::Threefold, .. } => {
                self.add_repetition(direction);
            }
            GameQuestion::Claim { ground: ClaimGround::Fifty, .. } => self.add_count(direction),
            GameQuestion::Orders | GameQuestion::Seconds { .. } => {}
        }
    }

    fn add_history(&mut self, question: &HistoryQuestion, direction: Direction) {
        match question {
            HistoryQuestion::Occurrences
            | HistoryQuestion::SameAs { .. }
            | HistoryQuestion::Occurred { .. } => self.add_repetition(direction),
            HistoryQuestion::HalfmoveClock => self.add(Subject::HalfmoveClock, direction),
            HistoryQuestion::Plies { .. } => {
                self.add(Subject::MoveCount, direction);
                self.add(Subject::HalfmoveClock, direction);
            }
            HistoryQuestion::FullmoveNumber => self.add(Subject::FullmoveNumber, direction),
            HistoryQuestion::Undo => {}
        }
    }

    fn add_position(
        &mut self,
        question: &PositionQuestion,
        (right, says): (&Expectation, &AnswerRecord),
        direction: Direction,
    ) {
        match question {
            PositionQuestion::Checkmate => self.add_end(Termination::Checkmate, direction),
            PositionQuestion::Stalemate => self.add_end(Termination::Stalemate, direction),
            PositionQuestion::LegalMoves => self.add_moves(right, says, false),
            PositionQuestion::Refuses { .. } => self.add_moves(right, says, true),
            PositionQuestion::Castling => self.add(Subject::Castling, direction),
            PositionQuestion::Setup
            | PositionQuestion::Check
            | PositionQuestion::Placement
            | PositionQuestion::Turn
            | PositionQuestion::IsLight { .. }
            | PositionQuestion::Checkers
            | PositionQuestion::Attacks { .. }
            | PositionQuestion::Pinned => {}
        }
    }

    /// Adds the subjects of a wrong ruling: the ending that it misses, or the one that it sees.
    fn add_ruling(&mut self, right: &Expectation, says: &AnswerRecord) {
        let AnswerRecord::Decision(said) = says else { return };
        let right = match right {
            Expectation::Exactly(Answer::Ruling(Decision::Over(right))) => Some(right.by),
            Expectation::Exactly(_)
            | Expectation::Among(_)
            | Expectation::NotAmong(_)
            | Expectation::Number(_)
            | Expectation::Squares(_) => None,
        };
        let said = match said {
            DecisionRecord::Decided(Decision::Over(said)) => Some(said.by),
            DecisionRecord::Over(Some(_)) => Some(Termination::Checkmate),
            DecisionRecord::Over(None) if right.is_none() => {
                self.add_possible_repetition(Direction::Exceeds);
                self.add_count(Direction::Exceeds);
                self.add_end(Termination::DeadPosition, Direction::Exceeds);
                None
            }
            DecisionRecord::Over(None) | DecisionRecord::Decided(_) => None,
        };
        // It sees the ending, and gives it another result.
        if let (Some(right), Some(said)) = (right, said)
            && right == said
        {
            return self.add_end(right, Direction::Differs);
        }
        if let Some(by) = right {
            self.add_end(by, Direction::Lacks);
        }
        if let Some(by) = said {
            self.add_end(by, Direction::Exceeds);
        }
    }

    /// Adds an ending, and what may be its cause: the other ending that it is mistaken for, moves that are missing, or
    /// moves that are not legal.
    fn add_end(&mut self, by: Termination, direction: Direction) {
        let (subject, other) = match by {
            Termination::Checkmate => (Subject::Checkmate, Some(Subject::Stalemate)),
            Termination::Stalemate => (Subject::Stalemate, Some(Subject::Checkmate)),
            Termination::DeadPosition => (Subject::DeadPosition, None),
            Termination::ThreefoldRepetition | Termination::FivefoldRepetition => {
                return self.add_repetition(direction);
            }
            Termination::FiftyMoves | Termination::SeventyFiveMoves => {
                self.add(Subject::MoveCount, direction);
                return self.add(Subject::HalfmoveClock, direction);
            }
            Termination::Resignation
            | Termination::Time
            | Termination::Agreement
            | Termination::MaterialClaim
            | Termination::IllegalMoves
            | Termination::IllegalPosition
            | Termination::Forfeit
            | Termination::Arbiter
            | Termination::MoveLimit => return,
        };
        self.add(subject, direction);
        if direction == Direction::Differs {
            return;
        }
        let Some(other) = other else { return };
        let Some(here) = self.played.as_ref().map(|played| *played.end()) else { return };
        let legal = here.legal_moves();
        if legal.is_empty() {
            self.add(other, direction.reverse());
            self.add(Subject::KingInCheck, direction.reverse());
        } else {
            for subject in self.in_common(&legal) {
                self.add(subject, direction.reverse());
            }
        }
    }

    /// Adds repetition. What is not compared, such as a capture en passant, changes it the other way.
    fn add_repetition(&mut self, direction: Direction) {
        self.add(Subject::Repetition, direction);
        let has_capture = |one: &Position| one.en_passant().is_some();
        if self.played.as_ref().is_some_and(|line| line.positions().iter().any(has_capture)) {
            self.add(Subject::EnPassant, direction.reverse());
        }
    }

    /// Adds repetition, if a missed one is there, or if a position has occurred before that may be taken for one.
    fn add_possible_repetition(&mut self, direction: Direction) {
        let least = if direction == Direction::Lacks { 3 } else { 2 };
        if self.played.as_ref().is_some_and(|line| line.occurrences() >= least) {
            self.add_repetition(direction);
        }
    }

    /// Adds the count of moves, if it is high. A library that counts too many can see a draw earlier.
    fn add_count(&mut self, direction: Direction) {
        let clock = self.played.as_ref().map_or(0, |line| line.end().halfmove_clock());
        if clock >= LONG_CLOCK {
            self.add(Subject::MoveCount, direction);
        }
        if clock >= LONG_CLOCK || direction == Direction::Exceeds {
            self.add(Subject::HalfmoveClock, direction);
        }
    }

    /// Adds the subjects that the missing or additional moves have in common. A list of refused moves means the opposite.
    fn add_moves(&mut self, right: &Expectation, says: &AnswerRecord, is_refused: bool) {
        let of = |names: &[String]| -> Vec<Move> {
            names.iter().filter_map(|one| one.parse().ok()).collect()
        };
        if let AnswerRecord::Moves(MovesRecord { without, also }) = says {
            let turned = |one: Direction| if is_refused { one.reverse() } else { one };
            for (moves, direction) in [(without, Direction::Lacks), (also, Direction::Exceeds)] {
                for subject in self.in_common(&of(moves)) {
                    self.add(subject, turned(direction));
                }
            }
        }
        if let (AnswerRecord::Number { moves }, Expectation::Number(right)) = (says, right) {
            self.add_number(*moves, *right);
        }
    }

    /// Adds the subjects that explain a wrong number of moves.
    fn add_number(&mut self, said: usize, right: usize) {
        let Some(here) = self.played.as_ref().map(|played| *played.end()) else { return };
        let legal = here.legal_moves();
        if said >= right {
            let subjects = [Subject::KingInCheck, Subject::Castling, Subject::EnPassant];
            subjects.into_iter().for_each(|subject| self.add(subject, Direction::Exceeds));
            return;
        }
        for subject in [Subject::EnPassant, Subject::Castling, Subject::Promotion] {
            let of_kind =
                legal.iter().filter(|one| self.subjects(**one).contains(&subject)).count();
            let lacks = right - said;
            // Promotions to some of the four pieces can be missing.
            let queens = legal.iter().filter(|one| one.promotion == Some(Role::Queen)).count();
            let is_part = subject == Subject::Promotion
                && lacks <= of_kind
                && lacks.checked_rem(queens) == Some(0);
            if of_kind > 0 && (lacks == of_kind || is_part) {
                self.add(subject, Direction::Lacks);
            }
        }
    }

    fn add_notation(
        &mut self,
        question: &NotationQuestion,
        right: &Expectation,
        says: &AnswerRecord,
    ) {
        let AnswerRecord::Text(said) = says else { return };
        match (question, right) {
            (NotationQuestion::San, Expectation::Exactly(Answer::Text(right))) => {
                self.add_san(right, said);
            }
            (
                NotationQuestion::Fen,
                Expectation::Exactly(Answer::Text(right) | Answer::Fen(right)),
            ) => {
                self.add_fen(right, said);
            }
            (
                NotationQuestion::Reads { .. } | NotationQuestion::ReadsUci { .. },
                Expectation::Exactly(Answer::Read(right)),
            ) => {
                let (read, direction) = match right {
                    Some(right) => (Some(*right), Direction::Lacks),
                    None => (said.parse().ok(), Direction::Exceeds),
                };
                for subject in self.in_common(read.as_slice()) {
                    self.add(subject, direction);
                }
            }
            (
                NotationQuestion::San
                | NotationQuestion::Fen
                | NotationQuestion::Reads { .. }
                | NotationQuestion::ReadsUci { .. }
                | NotationQuestion::ReadsFen { .. },
                _,
            ) => {}
        }
    }

    /// Adds the subjects of a wrong notation of the last move.
    fn add_san(&mut self, right: &str, said: &str) {
        match (right.contains('#'), said.contains('#')) {
            (true, false) => self.add_end(Termination::Checkmate, Direction::Lacks),
            (false, true) => self.add_end(Termination::Checkmate, Direction::Exceeds),
            (true, true) | (false, false) => {}
        }
        if right.contains('=') != said.contains('=') {
            self.add(Subject::Promotion, Direction::Differs);
        }
        let length = |san: &str| san.trim_end_matches(['+', '#']).len();
        let is_pawn = !right.starts_with(|letter: char| letter.is_ascii_uppercase());
        if right.contains('=') != said.contains('=') || is_pawn || right.starts_with('O') {
            return;
        }
        match length(said).cmp(&length(right)) {
            Ordering::Greater => {
                // It may think that another piece can move there, which would leave the king in check.
                if self.has_pinned_twin() {
                    self.add(Subject::KingInCheck, Direction::Exceeds);
                }
                self.add(Subject::Disambiguation, Direction::Exceeds);
            }
            Ordering::Less => self.add(Subject::Disambiguation, Direction::Lacks),
            Ordering::Equal => {}
        }
    }

    /// Whether a piece of the same kind as the one that has moved last attacks its target, and would leave the king in
    /// check.
    fn has_pinned_twin(&self) -> bool {
        let Some(Ply { before, played, .. }) = self.played.as_ref().and_then(Line::last_ply) else {
            return false;
        };
        let Some(piece) = before.at(played.from) else { return false };
        let pieces = before.placement();
        let attackers = pieces.attackers(piece.color, played.to, pieces.occupied());
        let mut twins = (attackers & pieces.role(piece.role)).into_iter();
        twins.any(|from| {
            from != played.from && leaves_king_in_check(before, Move::new(from, played.to))
        })
    }

    /// Adds the field that a wrong FEN differs in, if it is one field.
    fn add_fen(&mut self, right: &str, said: &str) {
        let (right, said): (Vec<&str>, Vec<&str>) =
            (right.split_whitespace().collect(), said.split_whitespace().collect());
        if right.len() != said.len() {
            return;
        }
        let differing: Vec<usize> = (0..right.len()).filter(|&at| right[at] != said[at]).collect();
        match differing[..] {
            [2] if said[2] == "-" || right[2] == "-" => {
                self.add(Subject::Castling, toward(said[2] != "-"));
            }
            [2] => self.add(Subject::Castling, toward(said[2].len() >= right[2].len())),
            [3] => self.add(Subject::EnPassant, toward(said[3] != "-")),
            [at @ (4 | 5)] => {
                let number = |text: &str| text.parse().unwrap_or(0_u32);
                let is_clock = at == 4;
                let subject =
                    if is_clock { Subject::HalfmoveClock } else { Subject::FullmoveNumber };
                self.add(subject, toward(number(said[at]) >= number(right[at])));
            }
            _ => {}
        }
    }

    /// Returns the subjects that all of these moves have in common.
    fn in_common(&self, moves: &[Move]) -> Vec<Subject> {
        let mut moves = moves.iter();
        let mut common = moves.next().map(|one| self.subjects(*one)).unwrap_or_default();
        for one in moves {
            let subjects = self.subjects(*one);
            common.retain(|subject| subjects.contains(subject));
        }
        common
    }

    /// Returns the subjects that a move at the end of the line, legal or not, belongs to.
    fn subjects(&self, one: Move) -> Vec<Subject> {
        let mut subjects = Vec::new();
        let Some(here) = self.played.as_ref().map(Line::end) else { return subjects };
        let Some(piece) = here.at(one.from) else { return subjects };
        let files = one.from.file().index().abs_diff(one.to.file().index());
        let is_own = |square: Square| here.at(square).is_some_and(|on| on.color == piece.color);
        if piece.role == Role::King && (files > 1 || here.castles(one).is_some()) {
            subjects.push(Subject::Castling);
        } else if piece.role == Role::Pawn && files == 1 && here.at(one.to).is_none() {
            subjects.push(Subject::EnPassant);
        }
        if one.promotion.is_some() {
            subjects.push(Subject::Promotion);
        }
        if piece.color == here.turn() && !is_own(one.to) && leaves_king_in_check(here, one) {
            subjects.push(Subject::KingInCheck);
        }
        subjects
    }
}

/// Returns whether the own king would be attacked after a move of one piece.
fn leaves_king_in_check(here: &Position, one: Move) -> bool {
    let Some(piece) = here.at(one.from) else { return false };
    let mut placement = *here.placement();
    placement.remove(one.from);
    placement.remove(one.to);
    placement.put(one.to, piece);
    if piece.role == Role::Pawn && here.en_passant() == Some(one.to) {
        placement.remove(Square::new(one.to.file(), one.from.rank()));
    }
    placement.king(piece.color).is_some_and(|king| {
        !placement.attackers(!piece.color, king, placement.occupied()).is_empty()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use lawbook::{
        position::Setup,
        rules::{Event, RuleSet},
    };
    use lawbook_catalogue::question::Moment;

    /// Returns the tendencies of a wrong list of moves, as words.
    fn of_moves(fen: &str, without: &[&str], also: &[&str]) -> Vec<String> {
        let setup: Setup = fen.parse().unwrap();
        let legal = Position::new(&setup).unwrap().legal_moves();
        let line = Scenario {
            setup,
            acts: Vec::new(),
            rule_set: RuleSet::LATEST,
            event: Event::default(),
        };
        let expected = Expected {
            question: PositionQuestion::LegalMoves.into(),
            right: Expectation::Exactly(Answer::Moves(legal)),
            moment: Moment::End,
        };
        let list = |moves: &[&str]| moves.iter().map(|&one| one.to_owned()).collect();
        let says = AnswerRecord::Moves(MovesRecord { without: list(without), also: list(also) });
        tendencies(&line, &expected, &says).iter().map(RootCause::to_string).collect()
    }

    const LACKS: &str = "legal-moves: too few, too low, or no instead of yes";
    const EXCEEDS: &str = "legal-moves: too many, too high, or yes instead of no";

    rows!(
        wrong_moves_have_a_subject,
        for (fen, without, also, words) in [
            (
                "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
                vec!["e5d6"],
                vec![],
                vec!["a capture en passant is missed", LACKS],
            ),
            (
                "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1",
                vec![],
                vec!["e5d6"],
                vec!["a capture en passant is seen where there is none", EXCEEDS],
            ),
            (
                "4k3/8/8/8/8/5r2/8/4K2R w K - 0 1",
                vec![],
                vec!["e1g1"],
                vec!["castling is seen where there is none", EXCEEDS],
            ),
            (
                "7k/P7/8/8/8/8/8/4K3 w - - 0 1",
                vec!["a7a8n", "a7a8r"],
                vec![],
                vec!["a promotion is missed", LACKS],
            ),
            (
                "4k3/8/8/8/4r3/8/4B3/4K3 w - - 0 1",
                vec![],
                vec!["e2d3", "e2f3"],
                vec!["a move that leaves the king in check is seen where there is none", EXCEEDS],
            ),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", vec!["e1e2"], vec![], vec![LACKS]),
        ] {
            assert_eq!(of_moves(fen, &without, &also), words, "{fen}");
        }
    );
}
