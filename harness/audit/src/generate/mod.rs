//! Archives of random games, some of them with a record that is wrong in a known way, to measure and to
//! test an audit by.
//!
//! What is wrong is known from how a game is made and not from judging it: a game is played to a mate
//! and goes on, a claim is made right after a capture. A seed and a number decide a game.

mod dress;
mod line;
mod plants;

use lawbook::{board::Color, position::Line, properties::Entropy};

use super::{GameResult, Kind};
use dress::Sketch;
use line::stroll;

/// A generated game.
#[derive(Debug)]
pub struct Generated {
    /// Its text.
    pub text: String,
    /// What an audit under the latest Laws finds in it: the kind and the ply.
    pub planted: Vec<(Kind, usize)>,
}

/// The game of this number and seed; about one in ten is wrong if `plant` is set.
pub fn generate(seed: u64, number: u64, plant: bool) -> Generated {
    let mut entropy = Entropy::new(Entropy::new(seed).bits() ^ number);
    let sketch = if plant && entropy.below(10) == 0 {
        plants::any(&mut entropy)
    } else {
        right(&mut entropy)
    };
    Generated { text: dress::text(&sketch, number, &mut entropy), planted: sketch.planted }
}

/// A game with nothing wrong.
fn right(entropy: &mut Entropy) -> Sketch {
    let plies = 10 + entropy.below(80);
    let line = stroll(entropy, plies);
    let (score, words) = match end(&line) {
        Some(score) => (score, ""),
        None => pick(
            entropy,
            &[
                (GameResult::White, "Time forfeit"),
                (GameResult::Black, "Time forfeit"),
                (GameResult::White, "Normal"),
                (GameResult::Black, "Normal"),
                (GameResult::White, "{Black resigns}"),
                (GameResult::Black, "{White resigns}"),
                (GameResult::White, "somebody won by resignation"),
                (GameResult::Black, "{White forfeits on time}"),
                (GameResult::Draw, "Normal"),
                (GameResult::Draw, "{Game drawn by mutual agreement}"),
                (GameResult::Draw, "Game drawn by agreement"),
                (GameResult::White, "Abandoned"),
                (GameResult::Open, "Unterminated"),
                (GameResult::Open, ""),
            ],
        ),
    };
    Sketch::new(line, score).said(words)
}

/// The score of a game that the board has ended.
fn end(line: &Line) -> Option<GameResult> {
    let last = line.end();
    if last.has_legal_move() {
        return None;
    }
    Some(GameResult::of(last.is_check().then_some(!last.turn())))
}

/// One of several.
fn pick<T: Copy>(entropy: &mut Entropy, of: &[T]) -> T {
    of[entropy.below(of.len())]
}

/// One of the players.
fn any_player(entropy: &mut Entropy) -> Color {
    pick(entropy, &Color::ALL)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn a_seed_and_a_number_decide_a_game() {
        let text = |seed, number| generate(seed, number, true).text;
        assert_eq!(text(1, 2), text(1, 2));
        assert_ne!(text(1, 2), text(2, 2));
        assert_ne!(text(1, 2), text(1, 3));
    }

    #[test]
    fn every_kind_that_a_game_can_show_under_the_latest_laws_is_planted() {
        let elsewhere = [
            // Other rule sets, what is too much for a test, and what is found only if it is asked for.
            Kind::PlayAfterThreefold,
            Kind::PlayAfterFiftyMoves,
            Kind::TooLong,
            Kind::CutOff,
            Kind::InternalError,
            Kind::MissedThreefold,
            Kind::MissedFiftyMoves,
            Kind::Repetition,
            Kind::Claim,
            Kind::LongRun,
            Kind::NearMiss,
            Kind::CannotMate,
        ];
        let expected: BTreeSet<Kind> =
            Kind::ALL.iter().copied().filter(|kind| !elsewhere.contains(kind)).collect();
        let planted: BTreeSet<Kind> = (0..4000)
            .flat_map(|number| generate(7, number, true).planted)
            .map(|(kind, _)| kind)
            .collect();
        assert_eq!(planted, expected);
        assert!((0..100).all(|number| generate(7, number, false).planted.is_empty()));
    }
}
