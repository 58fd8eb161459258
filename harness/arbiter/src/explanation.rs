//! Explains rulings whose reason the reader cannot see on the board: why an earlier position does not count for a
//! claim, and whether the opponent of a player whose flag has fallen could checkmate.

use super::{
    CanMate, MateRecord,
    fact::{claimed, written_move},
};
use lawbook::{
    board::{Color, Role},
    notation::{movetext, read_san, write_san},
    position::{Line, Move, Ply, Position, Wing},
    rules::{
        Act, ClaimGround, Decision, EventForbids, Game, Outcome, Reason, Ruling, SearchLimit,
        Termination,
    },
};

/// Maximum number of positions of the search for a mate. A ruling must not take long.
const MOST_POSITIONS: usize = 5_000;

/// Maximum number of earlier positions that are explained.
const MOST_EARLIER: usize = 3;

/// Returns the doubt about a ruling, and what it takes for granted about the event.
pub(super) fn doubts(game: &Game, ruling: &Ruling) -> impl Iterator<Item = String> {
    let (rule_set, event) = (game.rule_set(), game.event());
    let doubt = ruling.doubt(rule_set, event).map(|doubt| format!("doubtful: {doubt}"));
    let may_forbid = rule_set.event_may_forbid().value != EventForbids::Nothing;
    let is_limited = event.no_agreement || event.no_agreement_before_move.is_some();
    let assumed = (ruling.reason == Reason::Agreed && may_forbid && !is_limited)
        .then(|| "assumed: the regulations of the event do not restrict agreement".to_owned());
    doubt.into_iter().chain(assumed)
}

/// Returns what stands in the way of castling, if the acts try it in this position and it is not legal.
pub(super) fn castling_obstacle(before: &Position, acts: &[Act]) -> Option<String> {
    acts.iter().find_map(|act| {
        let (Act::Illegal { mv, .. } | Act::IllegalWithTwoHands { mv, .. }) = act else {
            return None;
        };
        let king = before.king(before.turn());
        let files = mv.to.index().abs_diff(king.index());
        if mv.from != king || mv.to.rank() != king.rank() || files != 2 {
            return None;
        }
        let wing = if mv.to.file() > king.file() { Wing::King } else { Wing::Queen };
        read_san(before, wing.notation()).err().map(|error| error.to_string())
    })
}

/// Explains the ruling on the last of `acts`. `game` is the game after that act.
pub(super) fn explain(game: &Game, acts: &[Act], ruling: &Ruling) -> Vec<String> {
    let mut notes = what_is_not_seen(game, acts, ruling);
    notes.extend(game.doubt_about_counts(ruling).map(|doubt| format!("doubtful: {doubt}")));
    notes
}

fn what_is_not_seen(game: &Game, acts: &[Act], ruling: &Ruling) -> Vec<String> {
    if let Reason::ClaimWrong(ground, _) = ruling.reason {
        let written = acts.iter().find_map(written_move).or(game.written_move());
        return match ground {
            ClaimGround::Threefold => claimed(game, written)
                .map_or_else(Vec::new, |claimed| occurrences(game.line(), &claimed)),
            ClaimGround::Fifty => count_began(game.line()).into_iter().collect(),
        };
    }
    let Decision::Over(Outcome { by: Termination::Time, winner }) = ruling.decision else {
        return Vec::new();
    };
    // In a draw because the opponent cannot mate, the last act says whose flag has fallen.
    let fallen = acts.iter().rev().find_map(fallen_flag);
    let unwinnable = ruling.reason == Reason::FlagFellUnwinnable;
    let opponent = winner.or_else(|| fallen.filter(|_| unwinnable).map(|fallen| !fallen));
    opponent.and_then(|opponent| mate(game, opponent)).into_iter().collect()
}

/// Names the move with which the count of the fifty-move rule began.
fn count_began(line: &Line) -> Option<String> {
    let last = line.plies().rev().find(|ply| ply.after.halfmove_clock() == 0)?;
    Some(format!("the count began again with {}, a capture or pawn move", numbered(&last)))
}

/// Returns the player whose flag an act is about.
fn fallen_flag(act: &Act) -> Option<Color> {
    if let Act::FlagFalls { by } | Act::FlagFallsUnnoticed { by } | Act::FlagNoticed { by } = act {
        return Some(*by);
    }
    None
}

/// Explains where a position has occurred, and which earlier position with the same pieces is another position.
fn occurrences(line: &Line, claimed: &Position) -> Vec<String> {
    let looks_the_same = |(_, earlier): &(usize, &Position)| {
        earlier.placement() == claimed.placement() && !earlier.same_position(claimed)
    };
    let note = |(plies, earlier): (usize, &Position)| {
        let place = match plies.checked_sub(1).and_then(|last| line.plies().nth(last)) {
            Some(ply) => format!("after {}", numbered(&ply)),
            None => "at the start".to_owned(),
        };
        format!("the position {place} does not count: {}", difference(earlier, claimed))
    };
    let earlier = line.positions().iter().enumerate().rev().filter(looks_the_same);
    earlier.take(MOST_EARLIER).map(note).collect()
}

/// Says why two positions with the same pieces on the same squares are not the same position.
fn difference(earlier: &Position, claimed: &Position) -> String {
    if earlier.turn() != claimed.turn() {
        return format!("{} was to move then, and {} now", earlier.turn(), claimed.turn());
    }
    if earlier.castling() != claimed.castling() {
        let rights = Color::ALL.into_iter().flat_map(|color| Wing::ALL.map(|wing| (color, wing)));
        let lost = rights
            .filter(|&(color, wing)| {
                earlier.castling().has(color, wing) && !claimed.castling().has(color, wing)
            })
            .map(|(color, wing)| match wing {
                Wing::King => format!("{color} could castle on the king's side"),
                Wing::Queen => format!("{color} could castle on the queen's side"),
            });
        let lost: Vec<String> = lost.collect();
        return format!("{} then, and has lost this right", lost.join(" and "));
    }
    for (position, when) in [(earlier, "was possible then"), (claimed, "is possible now")] {
        if let Some(target) = position.en_passant() {
            let captures = position.legal_moves().into_iter().find(|one| {
                one.to == target
                    && position.at(one.from).is_some_and(|piece| piece.role == Role::Pawn)
                    && one.from.file() != one.to.file()
            });
            let capture = captures.map(|one| format!("{} e.p.", write_san(position, one)));
            return format!(
                "{} {when}",
                capture.unwrap_or_else(|| "a capture en passant".to_owned())
            );
        }
    }
    "its possible moves are others".to_owned()
}

/// Formats a move with its number, such as `2... d5`.
fn numbered(ply: &Ply<'_>) -> String {
    let number = ply.before.fullmove_number();
    let dots = if ply.before.turn() == Color::White { "." } else { "..." };
    match ply.before.is_legal(ply.played) {
        true => format!("{number}{dots} {}", write_san(ply.before, ply.played)),
        false => format!("{number}{dots} {}", ply.played),
    }
}

/// Says whether the player could checkmate by some series of legal moves, and how.
fn mate(game: &Game, winner: Color) -> Option<String> {
    let limit = match game.budget().at_the_end {
        SearchLimit::Positions(limit) => limit.min(MOST_POSITIONS),
        SearchLimit::MaterialOnly => return None,
    };
    let position = game.position();
    let found = MateRecord::search(position, winner, limit).in_game(game);
    let MateRecord { can, line, counts, why, .. } = found;
    if counts.is_some() {
        return counts;
    }
    Some(match can {
        CanMate::Yes if line.is_empty() => format!("{winner} has checkmated"),
        CanMate::Yes => {
            let moves: Vec<Move> = line.iter().filter_map(|one| one.uci.parse().ok()).collect();
            format!("{winner} could still checkmate, for example {}", movetext(position, &moves))
        }
        CanMate::No => {
            let why = why.map_or_else(String::new, |why| format!(": {why}"));
            format!("{winner} cannot checkmate by any series of legal moves{why}")
        }
        CanMate::Undetermined => {
            format!("a short search does not decide whether {winner} could still checkmate")
        }
    })
}

#[cfg(test)]
mod tests {
    use crate::Transcript;
    use lawbook::rules::{RuleSet, SearchBudget};

    // A refused claim names the occurrence that does not count; a fallen flag says how the opponent could mate.
    rows!(
        what_the_board_does_not_show_is_explained,
        for (fen, lines, says) in [
            (
                "",
                &[
                    "1. e4 Nf6 2. e5 d5 3. Nf3 Nc6 4. Ng1 Nb8 5. Nf3 Nc6 6. Ng1 Nb8",
                    "White claims a draw by threefold repetition"
                ][..],
                "the position after 2... d5 does not count: exd6 e.p. was possible then",
            ),
            (
                "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
                &["Kf1 Kf8 Ke1 Ke8 Kf1 Kf8 Ke1 Ke8", "White claims a draw by threefold repetition"],
                "White could castle on the king's side",
            ),
            (
                "4k3/8/8/8/8/8/8/4K2R w - - 0 1",
                &[
                    "Rh2 Kd8 Rh1 Kd7 Rh2 Ke8",
                    "White writes Rh1 and claims a draw by threefold repetition"
                ],
                "the position at the start does not count: White was to move then, and Black now",
            ),
            (
                "",
                &["1. e4 e5 2. Nf3", "Black claims a draw by the fifty-move rule"],
                "1... e5, a capture or pawn move"
            ),
            (
                "8/8/4k3/8/p7/8/4NK2/8 b - - 0 60",
                &["Black's flag falls"],
                "White could still checkmate, for example 60...",
            ),
            (
                "7k/8/2R3K1/8/8/8/8/8 b - - 149 100",
                &["Black's flag falls"],
                "mate by White, but the game is drawn by the seventy-five-move rule before each mate",
            ),
            (
                "7k/8/2R3K1/8/8/8/8/8 b - - 149 100",
                &["Black resigns"],
                "doubtful: the other reading is a draw",
            ),
            // The first line that is found takes too many moves.
            (
                "8/8/8/8/8/5k2/7R/5K2 b - - 140 100",
                &["Black's flag falls"],
                "White could still checkmate, for example 100...",
            ),
            (
                "8/8/4k3/8/8/8/4BK2/7r b - - 0 60",
                &["White's flag falls"],
                "Black could still checkmate",
            ),
            (
                "8/8/4k3/8/8/8/5K2/7r b - - 0 60",
                &["Black's flag falls"],
                "White cannot checkmate by any series of legal moves",
            ),
        ] {
            let start = if fen.is_empty() {
                lawbook::position::Position::start()
            } else {
                fen.parse().unwrap()
            };
            let lines = lines.iter().map(|line| (*line).to_owned()).collect();
            let transcript = Transcript { start, lines, ..Transcript::from_start([]) };
            let ruled = transcript.rule(RuleSet::FIDE_2023, &SearchBudget::DEFAULT);
            let notes = &ruled.lines.last().unwrap().notes;
            assert!(notes.iter().any(|note| note.contains(says)), "{notes:?}");
        }
    );
}
