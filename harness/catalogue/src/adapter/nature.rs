//! The declared nature of a library, and the lines and questions that it is not asked because of it.

use super::{About, Response, Scenario};
use crate::question::{HistoryQuestion, Question};
use lawbook::{
    dead::material,
    position::{Line, Position, Setup},
    rules::{Act, Termination},
};

/// The point of a line where the games of a library end by themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SelfEnd {
    /// The number of acts of the line up to there.
    pub acts: usize,
    /// The ending.
    pub by: Termination,
}

impl SelfEnd {
    /// The endings that moves alone bring about, the one that counts first if several hold at once.
    pub const ENDINGS: [Termination; 7] = [
        Termination::Checkmate,
        Termination::Stalemate,
        Termination::DeadPosition,
        Termination::FivefoldRepetition,
        Termination::SeventyFiveMoves,
        Termination::ThreefoldRepetition,
        Termination::FiftyMoves,
    ];

    /// Returns the first point of a line where one of these endings holds. Acts other than moves do not change it.
    pub fn of(scenario: &Scenario, endings: &[Termination]) -> Option<SelfEnd> {
        let mut found = None;
        SelfEnd::along(scenario, &mut |acts, played| {
            found = SelfEnd::here(played, endings).map(|by| SelfEnd { acts, by });
            found.is_none()
        });
        found
    }

    /// Returns the first point of a line where each of the endings holds that come about.
    pub fn each(scenario: &Scenario) -> Vec<SelfEnd> {
        let mut found: Vec<SelfEnd> = Vec::new();
        SelfEnd::along(scenario, &mut |acts, played| {
            for by in SelfEnd::ENDINGS {
                if found.iter().all(|end| end.by != by) && SelfEnd::here(played, &[by]).is_some() {
                    found.push(SelfEnd { acts, by });
                }
            }
            true
        });
        found
    }

    /// Calls `visit` at the start of a line and after each move, as long as the moves are legal and it returns `true`.
    fn along(scenario: &Scenario, visit: &mut dyn FnMut(usize, &Line) -> bool) {
        let Ok(start) = Position::new(&scenario.setup) else { return };
        let mut played = Line::new(start);
        let mut goes_on = visit(0, &played);
        for (number, act) in (1..).zip(&scenario.acts) {
            if !goes_on || act.may_leave_legal_line() {
                return;
            }
            let Some(mv) = act.played() else { continue };
            if played.play(mv).is_err() {
                return;
            }
            goes_on = visit(number, &played);
        }
    }

    /// Returns whether an ending holds after the last move of a line.
    pub fn holds_after(scenario: &Scenario, ending: Termination) -> bool {
        let moves = scenario.acts.iter().filter_map(Act::played);
        Position::new(&scenario.setup).is_ok_and(|start| {
            SelfEnd::here(&Line::as_far_as_legal(start, moves), &[ending]).is_some()
        })
    }

    /// Returns the ending among these that holds at the end of a line of moves.
    pub fn here(played: &Line, endings: &[Termination]) -> Option<Termination> {
        let end = played.end();
        let holds = |by: &Termination| match by {
            Termination::Checkmate => end.is_checkmate(),
            Termination::Stalemate => end.is_stalemate(),
            Termination::DeadPosition => material::is_insufficient(&end.setup().placement),
            Termination::ThreefoldRepetition => played.occurrences() >= 3,
            Termination::FivefoldRepetition => played.occurrences() >= 5,
            Termination::FiftyMoves => end.halfmove_clock() >= 100,
            Termination::SeventyFiveMoves => end.halfmove_clock() >= 150,
            _ => false,
        };
        SelfEnd::ENDINGS.into_iter().find(|by| endings.contains(by) && holds(by))
    }
}

impl About {
    /// Returns the response to every question about `line` if the library does not support such lines; `None` for all
    /// other lines. These are Chess960 games, setups that it cannot be given, setups that it does not validate, and
    /// games that go on after the library has ended them.
    pub fn declines(&self, scenario: &Scenario) -> Option<Response> {
        let why = if scenario.setup.castling.is_chess960() && !self.chess960 {
            "the adapter does not say that the library plays Chess960".to_owned()
        } else if !self.reads_fen && scenario.setup != Setup::start() {
            "the adapter says that the library reads no FEN".to_owned()
        } else if !self.validates_setups && Position::new(&scenario.setup).is_err() {
            "the adapter says that the library does not validate setups".to_owned()
        } else {
            let end = SelfEnd::of(scenario, self.ends_by_itself)?;
            if end.acts == scenario.acts.len() {
                return None;
            }
            let by = end.by.phrase();
            format!("the adapter says that the library has ended the game by itself, {by}")
        };
        Some(Response::Unsupported(why))
    }

    /// Returns whether `question` asks if it is a draw now, and none of the endings that the library detects holds in the
    /// line. The answer "no" then says only that the library does not detect the ending that holds.
    pub fn overlooks_draw(&self, question: &Question, scenario: &Scenario) -> bool {
        *question == HistoryQuestion::Drawn.into() && SelfEnd::of(scenario, self.endings).is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lawbook::rules::{Act, Event, RuleSet};

    fn line(fen: &str, moves: &str) -> Scenario {
        let setup = if fen.is_empty() { Setup::start() } else { fen.parse().unwrap() };
        let acts = moves.split_whitespace();
        let acts = acts.map(|text| Act::MoveAndPress { mv: text.parse().unwrap() }).collect();
        Scenario { setup, acts, rule_set: RuleSet::LATEST, event: Event::default() }
    }

    const SHUFFLE: &str = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";

    rows!(
        a_game_ends_by_itself_at_the_first_declared_ending,
        {
            use Termination::*;
            let third = format!("{SHUFFLE} e2e4");
            let fifth = format!("{SHUFFLE} {SHUFFLE}");
        },
        for (fen, moves, acts, by) in [
            ("", third.as_str(), Some(8), ThreefoldRepetition),
            ("", &SHUFFLE[..34], None, ThreefoldRepetition),
            ("", &fifth, Some(16), FivefoldRepetition),
            ("4k3/8/8/8/8/8/8/4KR2 w - - 99 90", "f1f2", Some(1), FiftyMoves),
            ("4k3/8/8/8/8/8/8/4KR2 w - - 149 90", "", None, SeventyFiveMoves),
            ("4k3/8/8/8/8/8/4p3/4K3 w - - 0 1", "e1e2 e8e7", Some(1), DeadPosition),
            ("", "f2f3 e7e5 g2g4 d8h4", Some(4), Checkmate),
            ("7k/8/5KQ1/8/8/8/8/8 b - - 0 1", "", Some(0), Stalemate),
        ] {
            let line = line(fen, moves);
            let found = SelfEnd::of(&line, &[by]);
            assert_eq!(found, acts.map(|acts| SelfEnd { acts, by }), "{fen} {moves}");
            assert_eq!(SelfEnd::of(&line, &[]), None);
            let endings = Box::leak(Box::new([by]));
            let about = About { ends_by_itself: endings, ..About::new("toy", "1") };
            let goes_on = acts.is_some_and(|acts| acts < line.acts.len());
            assert_eq!(about.declines(&line).is_some(), goes_on, "{fen} {moves}");
        }
    );

    rows!(
        a_library_is_spared_the_setups_that_it_cannot_be_given,
        for (fen, reads_fen, validates, is_declined) in [
            ("", false, false, false),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", false, true, true),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", true, false, false),
            ("4k3/8/8/8/8/8/8/8 w - - 0 1", true, false, true),
            ("4k3/8/8/8/8/8/8/8 w - - 0 1", true, true, false),
        ] {
            let about =
                About { reads_fen, validates_setups: validates, ..About::new("toy", "1.0.0") };
            assert_eq!(about.declines(&line(fen, "")).is_some(), is_declined, "{fen}");
        }
    );
}
