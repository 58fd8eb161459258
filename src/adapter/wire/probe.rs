//! Simple situations, at least one for each question and each act, in which nobody who answers at
//! all should be wrong.

use crate::{
    adapter::Situation,
    board::{Color, Role, Square},
    position::{Move, Setup},
    question::{
        GameQuestion, HistoryQuestion, MaterialQuestion, NotationQuestion, PositionQuestion,
        Question,
    },
    rules::{
        Act, Clocks, Event, Ground, Happening, How, Impossible, Incident, Mishap, RuleSet, Stage,
        TimeControl, Touch,
    },
};

/// A situation and a question about it, under the Laws in force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probe {
    /// The situation.
    pub line: Situation,
    /// The question.
    pub question: Question,
}

impl Probe {
    /// The name of the question on the wire, put to somebody who gives rulings or who does not.
    pub fn question_name(&self, gives_rulings: bool) -> String {
        super::question::put(&self.question, gives_rulings).ask
    }

    /// The name on the wire of a question that is put to an implementation that gives no rulings.
    pub(crate) fn name_of(question: &Question) -> String {
        super::question::put(question, false).ask
    }

    /// The name of an act on the wire.
    pub(crate) fn name_of_act(act: &Act) -> String {
        super::act::WireAct::from(act).name()
    }

    /// The names on the wire of the acts besides moves, in order.
    pub fn act_names(&self) -> Vec<String> {
        let names = self.line.acts.iter().map(|act| super::act::WireAct::from(act).name());
        names.filter(|name| name != "move").collect()
    }
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const TWICE: &str = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1";
const ROOK_AND_100_PLIES: &str = "8/8/4k3/8/8/4K3/8/7R w - - 100 90";
const ROOK: &str = "8/8/4k3/8/8/4K3/8/7R w - - 0 1";
const CASTLING: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
const PROMOTION: &str = "8/P3k3/8/8/8/8/8/4K3 w - - 0 1";

/// All probes.
pub fn probes() -> Vec<Probe> {
    let mut probes = Vec::new();
    for (fen, moves, questions) in positions() {
        let acts: Vec<Act> = uci(moves).map(Act::MoveAndPress).collect();
        probes.extend(questions.into_iter().filter_map(|question| probe(fen, &acts, question)));
    }
    for (fen, moves, acts) in acts() {
        let acts: Vec<Act> = uci(moves).map(Act::MoveAndPress).chain(acts).collect();
        probes.extend(probe(fen, &acts, Question::Game(GameQuestion::Ruling)));
    }
    let clocks = Some(Clocks { left: [300, 300], increment: 0 });
    let think = probe(
        START,
        &[Act::Think(Color::White, 10)],
        Question::Game(GameQuestion::Seconds(Color::White)),
    );
    probes.extend(think.map(|mut probe| {
        probe.line.event = Event { time: TimeControl::Blitz, clocks, ..Event::default() };
        probe
    }));
    let touch = [Act::Touch(Color::White, square("g1"), Touch::OnPurpose)];
    probes.extend(probe(START, &touch, Question::Game(GameQuestion::Orders)));
    probes
}

fn probe(fen: &str, acts: &[Act], question: Question) -> Option<Probe> {
    let setup: Setup = fen.parse().ok()?;
    let (acts, rule_set, event) = (acts.to_vec(), RuleSet::LATEST, Event::default());
    Some(Probe { line: Situation { setup, acts, rule_set, event }, question })
}

fn uci(moves: &str) -> impl Iterator<Item = Move> {
    moves.split(' ').filter_map(|text| text.parse().ok())
}

fn one(text: &str) -> Option<Move> {
    text.parse().ok()
}

fn square(name: &str) -> Square {
    Square::parse(name).unwrap_or(Square::from_index(0))
}

/// Positions, the moves played from there, and what is asked then.
fn positions() -> Vec<(&'static str, &'static str, Vec<Question>)> {
    let mut all = Vec::new();
    all.extend(about_the_position().map(|(fen, moves, asked)| (fen, moves, questions(asked))));
    all.extend(about_material().map(|(fen, moves, asked)| (fen, moves, questions(asked))));
    all.extend(about_history().map(|(fen, moves, asked)| (fen, moves, questions(asked))));
    all.extend(about_the_game().map(|(fen, moves, asked)| (fen, moves, questions(asked))));
    all.extend(about_notation().map(|(fen, moves, asked)| (fen, moves, questions(asked))));
    all
}

fn questions<Q: Into<Question>>(asked: Vec<Q>) -> Vec<Question> {
    asked.into_iter().map(Into::into).collect()
}

const BACK_AT_START: &str = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";
const FOOLS_MATE: &str = "f2f3 e7e5 g2g4 d8h4";

fn about_the_position() -> impl Iterator<Item = (&'static str, &'static str, Vec<PositionQuestion>)>
{
    use PositionQuestion::*;
    let on_the_board = || vec![LegalMoves, Placement, Turn, Castling];
    [
        (START, "", on_the_board()),
        (START, "", vec![Setup, Check, Checkmate, Stalemate, Checkers]),
        (START, "", vec![IsLight(square("a1")), IsLight(square("h1"))]),
        (START, "e2e4 e7e5", vec![LegalMoves, Placement]),
        (START, FOOLS_MATE, vec![Check, Checkmate, Stalemate, Checkers]),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "", vec![Stalemate, Checkmate, LegalMoves]),
        (CASTLING, "", on_the_board()),
        (CASTLING, "e1g1", on_the_board()),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "", vec![LegalMoves]),
        (PROMOTION, "", vec![LegalMoves]),
        ("4k3/8/4q3/8/8/8/4R3/4K3 b - - 0 1", "", vec![Attacks(square("e2")), Pinned]),
        ("4q3/8/4k3/8/8/8/4R3/6K1 b - - 0 1", "", vec![Check, Checkers]),
    ]
    .into_iter()
}

fn about_material() -> impl Iterator<Item = (&'static str, &'static str, Vec<MaterialQuestion>)> {
    use MaterialQuestion::*;
    let (white, black) = (Color::White, Color::Black);
    [
        (START, "", vec![Insufficient, Dead, CanMate(white), CanMate(black)]),
        ("8/8/4k3/8/8/4K3/8/8 w - - 0 1", "", vec![Insufficient, Dead, CanMate(white)]),
        (ROOK, "", vec![Insufficient, Dead, CanMate(white), CanMate(black)]),
    ]
    .into_iter()
}

fn about_history() -> impl Iterator<Item = (&'static str, &'static str, Vec<HistoryQuestion>)> {
    use HistoryQuestion::*;
    [
        (START, "", vec![Occurrences, HalfmoveClock, FullmoveNumber]),
        (START, "e2e4 e7e5", vec![HalfmoveClock, FullmoveNumber, SameAs(0), SameAs(2)]),
        (START, TWICE, vec![Occurrences]),
        (START, BACK_AT_START, vec![Occurrences, SameAs(0), SameAs(1), SameAs(4), HalfmoveClock]),
        (ROOK_AND_100_PLIES, "", vec![HalfmoveClock]),
    ]
    .into_iter()
}

fn about_the_game() -> impl Iterator<Item = (&'static str, &'static str, Vec<GameQuestion>)> {
    use GameQuestion::*;
    let claims = || vec![Claimable, Claim(Ground::Threefold, None), Claim(Ground::Fifty, None)];
    [
        (START, "", vec![Ruling]),
        (START, "", claims()),
        (START, FOOLS_MATE, vec![Ruling]),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "", vec![Ruling]),
        (START, TWICE, vec![Claimable, Claim(Ground::Threefold, one("f6g8"))]),
        (START, BACK_AT_START, claims()),
        (ROOK_AND_100_PLIES, "", vec![Claim(Ground::Fifty, None)]),
        (
            "8/8/4k3/8/8/4K3/8/7R w - - 99 90",
            "",
            vec![Claim(Ground::Fifty, one("h1h2")), Claimable],
        ),
    ]
    .into_iter()
}

fn about_notation() -> impl Iterator<Item = (&'static str, &'static str, Vec<NotationQuestion>)> {
    use NotationQuestion::*;
    let reads = |texts: &[&str]| texts.iter().map(|text| Reads((*text).to_owned())).collect();
    let reads_uci = |text: &str| ReadsUci(text.to_owned());
    [
        (START, "", reads(&["Nf3", "e4", "Nd4", "Ke2"])),
        (START, "", vec![reads_uci("g1f3"), reads_uci("g1g3"), ReadsFen(ROOK.to_owned())]),
        (PROMOTION, "", reads(&["a8=N"])),
        (START, "e2e4 e7e5", vec![San]),
        (START, BACK_AT_START, vec![San]),
        (START, FOOLS_MATE, vec![San]),
        (CASTLING, "e1g1", vec![San]),
    ]
    .into_iter()
}

/// Positions, the moves played from there, and acts after which it is asked how the game stands.
fn acts() -> Vec<(&'static str, &'static str, Vec<Act>)> {
    use Act::*;
    let (white, black) = (Color::White, Color::Black);
    let knight = Move::new(square("g1"), square("f3"));
    let wrong = Move::new(square("g1"), square("g3"));
    let push = Move::new(square("a7"), square("a8"));
    let queen = Move { promotion: Some(Role::Queen), ..push };
    let third = Move::new(square("f6"), square("g8"));
    vec![
        (START, "", vec![MoveOnly(white, knight, How::Properly), Press(white)]),
        (START, "", vec![Touch(white, square("g1"), self::Touch::OnPurpose)]),
        (CASTLING, "", vec![ReleaseKing(white, square("g1"))]),
        (START, "e2e4", vec![Touch(white, square("g1"), self::Touch::OnPurpose), Protest(black)]),
        (PROMOTION, "", vec![PickUp(white, Role::Queen)]),
        (PROMOTION, "", vec![MoveOnly(white, queen, How::Properly), Exchange(white, Role::Rook)]),
        (PROMOTION, "", vec![LeavePawn(white, push, Stage::Completed)]),
        (START, "", vec![Illegal(white, wrong, Stage::Completed)]),
        (START, "", vec![IllegalWithTwoHands(white, wrong, Stage::Completed)]),
        (START, "", vec![IllegalUnnoticed(white, wrong)]),
        (START, "e2e4 e7e5", vec![FoundIllegal(white, 1)]),
        (START, "", vec![FoundImpossible(Impossible::BothKingsInCheck, Stage::Completed)]),
        (START, "", vec![FoundBegunWrongly(Mishap::ColoursReversed)]),
        (START, "", vec![Think(white, 10)]),
        (START, "e2e4 e7e5 g1f3", vec![Offer(white)]),
        (START, "e2e4 e7e5 g1f3", vec![Offer(white), Accept(black)]),
        (START, "e2e4 e7e5 g1f3", vec![Offer(white), Decline(black)]),
        (START, "e2e4 e7e5 g1f3", vec![Offer(white), WithdrawOffer(white)]),
        (START, "e2e4 e7e5 g1f3", vec![OfferOnCondition(white)]),
        (START, "e2e4 e7e5 g1f3", vec![Agree]),
        (START, "", vec![Write(white, knight)]),
        (START, TWICE, vec![MoveAndPress(third), Claim(white, Ground::Threefold, None)]),
        (START, TWICE, vec![Claim(black, Ground::Threefold, Some(third))]),
        (START, TWICE, vec![Claim(black, Ground::Threefold, None), WithdrawClaim(black)]),
        (START, "", vec![ClaimNoWinningChances(white)]),
        (START, "e2e4", vec![Resign(white)]),
        (START, "e2e4", vec![Resign(black)]),
        (START, "", vec![StopClocks(white)]),
        (START, "e2e4", vec![ShakeHands]),
        (START, "e2e4", vec![FlagFalls(white)]),
        (START, "e2e4", vec![FlagFallsUnnoticed(black), FlagNoticed(black)]),
        (START, "e2e4", vec![BothFlags]),
        (START, TWICE, vec![ClaimSpoken(black, Ground::Threefold, third)]),
        (START, TWICE, vec![MoveAndPress(third), ClaimUnrecorded(white, Ground::Threefold)]),
        (START, "", vec![Seal(white, knight)]),
        (
            START,
            "e2e4",
            vec![Incident(self::Incident {
                what: Happening::Displaced,
                of: Some(black),
                number: 0,
            })],
        ),
    ]
}
