//! A generator of archives of random games with injected errors, to measure and to test an audit.
//!
//! The errors are known from how a game is constructed, without judging it: for example, a game continues after a
//! mate, or a claim is made right after a capture. The seed and the number of a game determine it.

mod injected_errors;
mod line;
mod pgn_format;

use lawbook::{board::Color, position::Line, properties::SplitMix64};

use super::{GameResult, Kind};
use line::random_game;
use pgn_format::GameDraft;

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
    let mut rng = SplitMix64::new(SplitMix64::new(seed).bits() ^ number);
    let sketch =
        if plant && rng.below(10) == 0 { injected_errors::any(&mut rng) } else { right(&mut rng) };
    Generated { text: pgn_format::text(&sketch, number, &mut rng), planted: sketch.planted }
}

/// Generates a game without errors.
fn right(rng: &mut SplitMix64) -> GameDraft {
    let plies = 10 + rng.below(80);
    let line = random_game(rng, plies);
    let (score, words) = match end(&line) {
        Some(score) => (score, ""),
        None => pick(
            rng,
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
    GameDraft::new(line, score).said(words)
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
fn pick<T: Copy>(rng: &mut SplitMix64, of: &[T]) -> T {
    of[rng.below(of.len())]
}

/// Returns a random player.
fn any_player(rng: &mut SplitMix64) -> Color {
    pick(rng, &Color::ALL)
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
    fn every_kind_of_error_is_injected() {
        let elsewhere = [
            // Kinds of other rule sets, those that need too much text, and those that are reported only on request.
            Kind::PlayAfterThreefold,
            Kind::PlayAfterFiftyMoves,
            Kind::Nonstandard,
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
