//! Setups: those that cannot be played are accepted, and possible ones refused.

use lawbook::{
    board::{Color, Piece, Rank, Role},
    position::{Position, Setup, Unplayable, Wing},
};

use super::{Cells, Mistake, Named, common, rare, side, wing_name};
use crate::mutation::Mutation;

pub(super) fn cells(cells: &mut Cells<'_>) {
    for color in Color::ALL {
        pieces(cells, color);
        rights(cells, color);
        en_passant(cells, color);
        legitimate(cells, color);
    }
    let kings = common("kings-adjacent", "A setup with kings beside each other is accepted");
    unplayable(cells, kings, &[], |_, flaw| matches!(flaw, Unplayable::KingsAdjacent(..)));
}

fn pieces(cells: &mut Cells<'_>, color: Color) {
    let colour = ("colour", side(color));
    let kings = rare("kings", "A setup with the wrong number of kings is accepted");
    unplayable(
        cells,
        kings,
        &[("kings", "none"), colour],
        move |_, flaw| matches!(flaw, Unplayable::NoKing(of) if *of == color),
    );
    unplayable(
        cells,
        kings,
        &[("kings", "two"), colour],
        move |_, flaw| matches!(flaw, Unplayable::SeveralKings(of, _) if *of == color),
    );
    let pawns = rare("pawn-on-an-end-rank", "A setup with a pawn on an end rank is accepted");
    for (name, rank) in [("first", 0), ("eighth", 7)] {
        unplayable(cells, pawns, &[("rank", name), colour], move |setup, flaw| {
            matches!(flaw, Unplayable::PawnOnEndRank(square)
                if square.rank() == Rank::ALL[rank]
                    && setup.placement.at(*square).is_some_and(|piece| piece.color == color))
        });
    }
    let check =
        rare("opponent-in-check", "A setup in which the king could be captured is accepted");
    for attacker in Role::ALL.into_iter().filter(|role| *role != Role::King) {
        let point = [("attacker", attacker.name()), ("in-check", side(color))];
        unplayable(cells, check, &point, move |setup, flaw| {
            matches!(flaw, Unplayable::OpponentInCheck(of, from)
                if *of == color
                    && setup.placement.at(*from).is_some_and(|piece| piece.role == attacker))
        });
    }
}

fn rights(cells: &mut Cells<'_>, color: Color) {
    let colour = ("colour", side(color));
    let right =
        rare("right-without-its-piece", "A right to castle is accepted without its king or rook");
    for wing in Wing::ALL {
        for missing in [Role::King, Role::Rook] {
            let point = [("right", wing_name(wing)), ("missing", missing.name()), colour];
            unplayable(cells, right, &point, move |_, flaw| {
                let displaced = matches!(flaw, Unplayable::NoCastlingRook { color: of, wing: to, .. }
                    if (*of, *to, missing) == (color, wing, Role::King));
                let lacking = matches!(flaw, Unplayable::CastlingRight { color: of, wing: to, role, .. }
                    if (*of, *to, *role) == (color, wing, missing));
                displaced || lacking
            });
        }
        let enemy = rare(
            "right-with-another-piece",
            "A right to castle is accepted with another piece in the corner",
        );
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            let whose = if role == Role::Rook { "enemy-rook" } else { role.name() };
            let point = [("right", wing_name(wing)), ("piece", whose), colour];
            unplayable(cells, enemy, &point, move |setup, flaw| {
                let owner = if role == Role::Rook { !color } else { color };
                matches!(flaw, Unplayable::CastlingRight { color: of, wing: to, role: Role::Rook, missing }
                    if (*of, *to) == (color, wing)
                        && setup.placement.at(*missing) == Some(Piece { color: owner, role }))
            });
        }
    }
}

fn en_passant(cells: &mut Cells<'_>, color: Color) {
    let colour = ("by", side(color));
    let square = rare("en-passant-square", "An en passant square without its pawn is accepted");
    let flaws: &Named<fn(&Setup, &str) -> bool> = &[
        ("wrong-rank", |setup, because| because.contains("rank") && !is_on_a_third_rank(setup)),
        ("wrong-player", |setup, because| because.contains("rank") && is_on_a_third_rank(setup)),
        ("no-pawn", |_, because| because.contains("the pawn is not")),
        ("occupied", |_, because| because.contains("not empty")),
    ];
    for &(flaw, is_such) in flaws {
        unplayable(cells, square, &[("flaw", flaw), colour], move |setup, error| {
            matches!(error, Unplayable::EnPassant { because, .. }
                if setup.turn == !color && is_such(setup, because))
        });
    }
}

fn is_on_a_third_rank(setup: &Setup) -> bool {
    let rank = setup.en_passant.map(|square| square.rank());
    Color::ALL.iter().any(|side| rank == Some(Rank::relative(3, *side)))
}

fn legitimate(cells: &mut Cells<'_>, color: Color) {
    let colour = ("colour", side(color));
    let promoted = common("promoted-refused", "A setup with a promoted piece is refused");
    for (role, most) in [(Role::Queen, 1), (Role::Rook, 2), (Role::Bishop, 2), (Role::Knight, 2)] {
        refuses(cells, promoted, &[("piece", role.name()), colour], move |setup| {
            setup.placement.pieces(color, role).len() > most
        });
    }
    let check = rare("check-refused", "A setup with the player on move in check is refused");
    for (kind, double) in [("single", false), ("double", true)] {
        refuses(cells, check, &[("check", kind), colour], move |setup| {
            setup.turn == color
                && Position::new(setup).is_ok_and(|position| {
                    position.is_check() && position.checkers().is_several() == double
                })
        });
    }
    let over = common("finished-refused", "A setup in which the game has ended is refused");
    refuses(cells, over, &[("by", "checkmate"), colour], move |setup| {
        setup.turn == color && Position::new(setup).is_ok_and(|position| position.is_checkmate())
    });
    refuses(cells, over, &[("by", "stalemate"), colour], move |setup| {
        setup.turn == color && Position::new(setup).is_ok_and(|position| position.is_stalemate())
    });
    if color == Color::White {
        let clock =
            rare("long-count-refused", "A setup with a high count of half-moves is refused");
        for (name, least) in [("100", 100), ("101", 101), ("150", 150)] {
            refuses(cells, clock, &[("least", name)], move |setup| setup.halfmove_clock >= least);
        }
        let king = rare("bare-king-refused", "A setup with a bare king is refused");
        refuses(cells, king, &[], |setup| {
            Color::ALL.iter().any(|side| setup.placement.color(*side).len() == 1)
        });
    }
}

fn unplayable(
    cells: &mut Cells<'_>,
    mistake: Mistake,
    point: &[(&'static str, &str)],
    which: impl Fn(&Setup, &Unplayable) -> bool + Sync + 'static,
) {
    let verdict = Box::leak(Box::new(move |setup: &Setup| {
        Position::from_playable(setup).is_err_and(|flaw| which(setup, &flaw)).then_some(true)
    }));
    cells.add(mistake, point, Mutation::Setup(verdict));
}

fn refuses(
    cells: &mut Cells<'_>,
    mistake: Mistake,
    point: &[(&'static str, &str)],
    which: impl Fn(&Setup) -> bool + Sync + 'static,
) {
    let verdict = Box::leak(Box::new(move |setup: &Setup| which(setup).then_some(false)));
    cells.add(mistake, point, Mutation::Setup(verdict));
}
