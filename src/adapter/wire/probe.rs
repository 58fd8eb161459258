//! Simple situations, at least one for each question and each act, in which nobody who answers at
//! all should be wrong.

use crate::{
    adapter::Situation,
    board::{Color, Role, Square},
    catalogue::Question,
    position::{Move, Setup},
    rules::{
        Act, Clocks, Event, Ground, How, Impossible, Mishap, RuleSet, Stage, TimeControl, Touch,
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
        super::question::Question::new(&self.question, gives_rulings).name()
    }

    /// The names on the wire of the acts besides moves, in order.
    pub fn act_names(&self) -> Vec<String> {
        let names = self.line.acts.iter().map(|act| super::act::Act::from(act).name());
        names.filter(|name| name != "move").collect()
    }
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const TWICE: &str = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1";
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
        probes.extend(probe(fen, &acts, Question::Ruling));
    }
    let clocks = Some(Clocks { left: [300, 300], increment: 0 });
    let think = probe(START, &[Act::Think(Color::White, 10)], Question::Seconds(Color::White));
    probes.extend(think.map(|mut probe| {
        probe.line.event = Event { time: TimeControl::Blitz, clocks, ..Event::default() };
        probe
    }));
    let touch = [Act::Touch(Color::White, square("g1"), Touch::OnPurpose)];
    probes.extend(probe(START, &touch, Question::Orders));
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
    use Question::*;
    let (white, black) = (Color::White, Color::Black);
    let reads = |text: &str| Reads(text.to_owned());
    let reads_uci = |text: &str| ReadsUci(text.to_owned());
    let pieces = || vec![LegalMoves, Placement, Turn, Castling];
    let thrice = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";
    vec![
        (START, "", pieces()),
        (START, "", vec![Setup, Check, Checkmate, Stalemate, InsufficientMaterial, Dead]),
        (START, "", vec![Occurrences, HalfmoveClock, Ruling, CanMate(white), CanMate(black)]),
        (START, "", vec![Claimable, Claim(Ground::Threefold, None), Claim(Ground::Fifty, None)]),
        (START, "", vec![reads("Nf3"), reads("e4"), reads("Nd4"), reads("Ke2")]),
        (START, "", vec![reads_uci("g1f3"), reads_uci("g1g3"), ReadsFen(ROOK.to_owned())]),
        (START, "", vec![IsLight(square("a1")), IsLight(square("h1")), Checkers]),
        (START, "e2e4 e7e5", vec![San, HalfmoveClock, SameAs(0), SameAs(2), LegalMoves, Placement]),
        (START, TWICE, vec![Occurrences, Claimable, Claim(Ground::Threefold, one("f6g8"))]),
        (START, thrice, vec![Occurrences, SameAs(0), SameAs(1), SameAs(4), HalfmoveClock, San]),
        (
            START,
            thrice,
            vec![Claimable, Claim(Ground::Threefold, None), Claim(Ground::Fifty, None)],
        ),
        (START, "f2f3 e7e5 g2g4 d8h4", vec![Check, Checkmate, Stalemate, Checkers, Ruling, San]),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "", vec![Stalemate, Checkmate, LegalMoves, Ruling]),
        ("8/8/4k3/8/8/4K3/8/8 w - - 0 1", "", vec![InsufficientMaterial, Dead, CanMate(white)]),
        (ROOK, "", vec![InsufficientMaterial, Dead, CanMate(white), CanMate(black)]),
        ("8/8/4k3/8/8/4K3/8/7R w - - 100 90", "", vec![HalfmoveClock, Claim(Ground::Fifty, None)]),
        (
            "8/8/4k3/8/8/4K3/8/7R w - - 99 90",
            "",
            vec![Claim(Ground::Fifty, one("h1h2")), Claimable],
        ),
        (CASTLING, "", pieces()),
        (CASTLING, "e1g1", vec![San, LegalMoves, Placement, Turn, Castling]),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "", vec![LegalMoves]),
        (PROMOTION, "", vec![LegalMoves, reads("a8=N")]),
        ("4k3/8/4q3/8/8/8/4R3/4K3 b - - 0 1", "", vec![Attacks(square("e2")), Pinned, Skewered]),
        ("4q3/8/4k3/8/8/8/4R3/6K1 b - - 0 1", "", vec![Pinned, Skewered, Check, Checkers]),
        ("4k3/8/8/8/8/8/4N3/4R1K1 w - - 0 1", "e2c3", vec![Discovered, Checkers]),
    ]
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
    ]
}
