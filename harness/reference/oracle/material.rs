//! Insufficient material, as each organisation defines it.

use lawbook::{
    board::{Color, Role, Square},
    dead,
    position::Position,
};

use super::laws::TooFew;

/// A player's pieces other than the king, and the number of bishops on each colour of squares.
struct Army {
    roles: Vec<Role>,
    light: usize,
    dark: usize,
}

impl Army {
    fn of(board: &Position, color: Color) -> Army {
        let mut army = Army { roles: Vec::new(), light: 0, dark: 0 };
        for square in Square::all() {
            let Some(piece) = board.at(square).filter(|piece| piece.color == color) else {
                continue;
            };
            if piece.role != Role::King {
                army.roles.push(piece.role);
            }
            if piece.role == Role::Bishop {
                if square.is_light() { army.light += 1 } else { army.dark += 1 }
            }
        }
        army
    }

    fn has(&self, role: Role) -> bool {
        self.roles.contains(&role)
    }

    fn is_one_minor(&self) -> bool {
        self.roles == [Role::Bishop] || self.roles == [Role::Knight]
    }

    fn is_two_knights(&self) -> bool {
        self.roles == [Role::Knight, Role::Knight]
    }

    fn is_bare(&self) -> bool {
        self.roles.is_empty()
    }
}

/// Whether the position is dead because of its material. Positions that are dead for other reasons are tested with the
/// solver.
pub(crate) fn is_dead(list: TooFew, board: &Position) -> bool {
    let [white, black] = Color::ALL.map(|color| Army::of(board, color));
    let minors =
        |one: &Army, other: &Army| one.is_bare() && (other.is_bare() || other.is_one_minor());
    let known = minors(&white, &black) || minors(&black, &white);
    let bishops = |army: &Army| army.roles.iter().all(|&role| role == Role::Bishop);
    let one_shade = bishops(&white)
        && bishops(&black)
        && (white.light + black.light == 0 || white.dark + black.dark == 0);
    match list {
        TooFew::ListOf1993 => {
            known || one_shade && white.roles.len() == 1 && black.roles.len() == 1
        }
        TooFew::NoSeriesOfMoves | TooFew::Lichess => known || one_shade,
        TooFew::AgainstBareKing => {
            let few = |one: &Army| one.is_bare() || one.is_one_minor() || one.is_two_knights();
            white.is_bare() && few(&black) || black.is_bare() && few(&white)
        }
        TooFew::ChessCom => {
            let few = |army: &Army| army.is_bare() || army.is_one_minor();
            let knights = |one: &Army, other: &Army| one.is_two_knights() && other.is_bare();
            few(&white) && few(&black) || knights(&white, &black) || knights(&black, &white)
        }
        TooFew::BareKing | TooFew::UsChess => panic!("no list of dead positions"),
    }
}

/// Whether a player cannot win by the opponent's flag fall.
pub(crate) fn cannot_win(list: TooFew, board: &Position, winner: Color) -> bool {
    let (own, other) = (Army::of(board, winner), Army::of(board, !winner));
    match list {
        TooFew::BareKing => own.is_bare(),
        // The only rule here that requires a search.
        TooFew::NoSeriesOfMoves => {
            dead::search(board, winner, dead::DEFAULT_LIMIT).0.decided() == Some(false)
        }
        TooFew::UsChess => {
            let few = own.is_bare() || own.is_one_minor();
            let knights = own.is_two_knights() && !other.has(Role::Pawn);
            (few || knights) && !forces_mate(board, winner, 5)
        }
        TooFew::ChessCom => {
            own.is_bare() || own.is_one_minor() || own.is_two_knights() && other.is_bare()
        }
        TooFew::Lichess => {
            let helps = |roles: &[Role]| roles.iter().any(|&role| other.has(role));
            let knight = own.roles == [Role::Knight]
                && !helps(&[Role::Pawn, Role::Knight, Role::Bishop, Role::Rook]);
            let bishops = own.roles.iter().all(|&role| role == Role::Bishop)
                && (own.light + other.light == 0 || own.dark + other.dark == 0)
                && !helps(&[Role::Pawn, Role::Knight]);
            own.is_bare() || knight || bishops
        }
        TooFew::ListOf1993 | TooFew::AgainstBareKing => panic!("no list for flags"),
    }
}

/// "No forced win": searches as deep as the reference promises to.
fn forces_mate(board: &Position, winner: Color, plies: usize) -> bool {
    if board.is_checkmate() {
        return board.turn() != winner;
    }
    let moves = board.legal_moves();
    if plies == 0 || moves.is_empty() {
        return false;
    }
    let forces = |&legal: &_| forces_mate(&board.after(legal), winner, plies - 1);
    if board.turn() == winner { moves.iter().any(forces) } else { moves.iter().all(forces) }
}
