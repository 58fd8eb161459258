//! A generator of archives of random games with injected errors, to measure and to test an audit.
//!
//! The errors are known from how a game is constructed, without judging it: for example, a game continues after a
//! mate, or a claim is made right after a capture. The seed and the number of a game determine it.

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
    /// The game as PGN.
    pub text: String,
    /// The findings of an audit under the latest Laws: the kind and the ply.
    pub planted: Vec<(Kind, usize)>,
}

/// Generates the game with this number and seed. With `plant`, about one game in ten has an injected error.
pub fn generate(seed: u64, number: u64, plant: bool) -> Generated {
    let mut entropy = Entropy::new(Entropy::new(seed).bits() ^ number);
    let sketch = if plant && entropy.below(10) == 0 {
        plants::any(&mut entropy)
    } else {
        right(&mut entropy)
    };
    Generated { text: dress::text(&sketch, number, &mut entropy), planted: sketch.planted }
}

/// Generates a game without errors.
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

/// Returns the result of a game that ended on the board by mate or stalemate; `None` if there is a legal move.
fn end(line: &Line) -> Option<GameResult> {
    let last = line.end();
    if last.has_legal_move() {
        return None;
    }
    Some(GameResult::of(last.is_check().then_some(!last.turn())))
}

/// Returns a random element of `of`.
fn pick<T: Copy>(entropy: &mut Entropy, of: &[T]) -> T {
    of[entropy.below(of.len())]
}

/// Returns a random player.
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
            // Kinds of other rule sets, those that need too much text, and those that are reported only on request.
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
