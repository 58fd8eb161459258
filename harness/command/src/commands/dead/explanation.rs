//! Explains the result for a position to people.

use lawbook::{
    board::{Color, File, Rank, Square},
    dead::{
        Certificate, KingMap, MobilityInvariant, PieceMobility, Winnable, explain, name_squares,
    },
    notation::{diagram, movetext},
    position::Position,
};

use super::solved::{Found, Solved};
use crate::{output, output::Style};

/// Maximum width of a line of moves or reasons, in characters.
const WIDTH: usize = 96;

/// Formats the position, the result for each player, and the consequence.
pub(super) fn text(solved: &Solved) -> String {
    let Solved { position, remark, sides, .. } = solved;
    let board = diagram(position.placement(), Color::White);
    let board: String = board.lines().map(|line| format!("  {line}\n")).collect();
    let mut text = format!("{board}  {position}\n");
    if let Some(remark) = remark {
        text.push_str(&wrap(&format!("remark: {remark}")));
    }
    text.push('\n');
    for found in sides {
        text.push_str(&side(position, found));
    }
    text.push_str(&conclusion(position, sides));
    text
}

fn side(position: &Position, found: &Found) -> String {
    let Found { side, winnable, nodes, shortest, counts, checked } = found;
    let (color, heading) = match winnable {
        Winnable::Yes(line) if line.is_empty() => (Style::Green, format!("{side} has mated")),
        Winnable::Yes(_) => (Style::Green, format!("{side} can mate")),
        Winnable::No(_) => (Style::Red, format!("{side} cannot mate")),
        Winnable::Undetermined => (Style::Yellow, format!("{side}: undetermined")),
    };
    let mut text = output::paint(&heading, color) + "\n";
    match winnable {
        Winnable::Yes(line) => text.push_str(&wrap(&movetext(position, line))),
        Winnable::No(why) => {
            text.push_str(&wrap(&explain(position, found.side, why, found.nodes)));
            if let Certificate::Mobility(invariants) = why
                && let [invariant] = invariants.as_slice()
            {
                text.push_str(&mobility(invariant));
            }
        }
        Winnable::Undetermined => text.push_str(&wrap(&format!(
            "undetermined after {nodes} positions; a higher --limit allows a longer search"
        ))),
    }
    match shortest {
        Some(Ok(())) => text.push_str("  shortest: no series of moves mates sooner\n"),
        Some(Err(limit)) => text.push_str(&wrap(&format!("perhaps not the shortest: {limit}"))),
        None => {}
    }
    text.push_str(match (checked, winnable) {
        (None, _) => "",
        (Some(false), _) => "  CHECK FAILED: this evidence does not hold; please report it\n",
        (_, Winnable::Yes(_)) => "  checked: every move is legal, and the last position is mate\n",
        (_, Winnable::No(_)) => "  checked: independent code confirms the argument\n",
        (_, Winnable::Undetermined) => "",
    });
    text.extend(counts.as_ref().map(|counts| wrap(&format!("counts: {counts}"))));
    text + "\n"
}

/// Formats the consequence of the results for the game.
fn conclusion(position: &Position, sides: &[Found; 2]) -> String {
    let can = sides.each_ref().map(|found| found.winnable.decided());
    let only = |side: Color| {
        format!("Only {side} can mate: if {side}'s flag falls, the game is drawn (Article 6.9).\n")
    };
    if position.is_checkmate() {
        return "The game is over: checkmate.\n".to_owned();
    }
    match can {
        _ if position.is_stalemate() => "The game is over: stalemate.\n".to_owned(),
        [Some(false), Some(false)] => {
            "The position is dead: neither side can mate, and the game is drawn (Article 5.2.2).\n"
                .to_owned()
        }
        [Some(true), Some(false)] => only(Color::White),
        [Some(false), Some(true)] => only(Color::Black),
        [Some(true), Some(true)] => "Both can mate: the position is not dead.\n".to_owned(),
        [Some(true), None] | [None, Some(true)] => "The position is not dead.\n".to_owned(),
        _ => "Whether the position is dead is undetermined.\n".to_owned(),
    }
}

/// Draws a map with the squares that the king to be mated can reach, the attacked squares and the immobile pieces, and
/// lists the squares that each other piece can reach.
fn mobility(invariant: &MobilityInvariant) -> String {
    let KingMap { king, attacked, still } = KingMap::new(invariant);
    let mut text = String::from("\n");
    for rank in Rank::ALL.into_iter().rev() {
        text.push_str(&format!("    {}", rank.digit()));
        for file in File::ALL {
            let square = Square::new(file, rank);
            let standing = invariant.pieces.iter().find(|piece| piece.start == square);
            let standing = standing.filter(|_| still.contains(square));
            text.push(' ');
            text.push(match (king.contains(square), attacked.contains(square), standing) {
                (true, true, _) => 'x',
                (true, false, _) => 'o',
                (_, _, Some(piece)) => piece.piece.figurine(),
                (_, true, _) => '+',
                _ => '·',
            });
        }
        text.push('\n');
    }
    let (side, mated) = (invariant.side, !invariant.side);
    text.push_str("      a b c d e f g h\n");
    text.push_str(&format!(
        "    o  {mated}'s king can reach this square, and no piece of {side} can attack it\n"
    ));
    if king.meets(attacked) {
        text.push_str(&format!("    x  {mated}'s king can reach this square and be attacked\n"));
    }
    if !attacked.is_subset(king) {
        text.push_str(&format!("    +  a piece of {side} can attack this square\n"));
    }
    text.push_str("    pieces shown cannot move, whatever moves are played\n");
    for piece in invariant.pieces.iter().filter(|piece| !piece.stays()) {
        text.push_str(&format!("    {}\n", roaming(piece)));
    }
    text
}

fn roaming(piece: &PieceMobility) -> String {
    let mut text = format!("{} {}", piece.piece.figurine(), piece.start);
    let others = piece.squares - piece.start.set();
    match others.is_empty() {
        true => text.push_str(" stays"),
        false => text.push_str(&format!(" can get to {}", name_squares(others))),
    }
    if !piece.promoted.is_empty() {
        text.push_str(", and can be promoted");
    }
    if piece.removable {
        text.push_str(", and can be taken");
    }
    text
}

/// Wraps lines between words and indents them.
fn wrap(text: &str) -> String {
    let mut wrapped = String::new();
    let mut width = 0;
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        if width > 0 && width + 1 + word.chars().count() > WIDTH {
            wrapped.push('\n');
            width = 0;
        }
        let gap = if width == 0 { "  " } else { " " };
        wrapped.push_str(gap);
        wrapped.push_str(word);
        width += gap.len() + word.chars().count();
    }
    if !wrapped.is_empty() {
        wrapped.push('\n');
    }
    wrapped
}
