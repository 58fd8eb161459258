//! Pieces that are followed one by one: what each may play is gone through from one layout to the next (Lemma 18).

use super::invariant::{InvariantCheck, PieceBoard, beside, is_fixed};
use crate::{
    board::{Bitboard, Color, Piece, Role, Square, attacks},
    dead::certificate::{Followed, Layout, MOST_FOLLOWED, PieceReach},
};

/// The layouts that an invariant names.
struct LayoutCheck<'a> {
    check: &'a InvariantCheck<'a>,
    followed: &'a Followed,
    /// The pieces that are followed, as the layouts have them.
    reaches: Vec<&'a PieceReach>,
    /// Those of the others that are certainly there.
    certain: PieceBoard,
    /// Where others may be.
    elsewhere: Bitboard,
    /// What the others of each player may attack, and those of the side in question in the end.
    covered: [Bitboard; 2],
    covered_in_the_end: Bitboard,
}

impl InvariantCheck<'_> {
    /// Whether moves lead from the layouts that are named to such layouts only, and in none of them it may be mate.
    pub(super) fn layouts_hold(&self, followed: &Followed) -> bool {
        LayoutCheck::new(self, followed).is_some_and(|check| {
            followed.layouts.iter().all(|layout| {
                check.is_whole(layout)
                    && !check.may_be_mate(layout)
                    && check.next(layout).iter().all(|next| is_named(followed, next))
            })
        })
    }

    /// Whether the followed pieces are as one of the layouts has them, if the pieces of the invariant are in these places.
    pub(super) fn is_laid_out(&self, turn: Color, places: &[Option<Square>]) -> bool {
        self.invariant.followed.as_ref().is_none_or(|followed| {
            let mut layout = Layout { turn, places: Default::default() };
            for (place, &start) in layout.places.iter_mut().zip(&followed.starts) {
                let mut pieces = self.invariant.pieces.iter().zip(places);
                *place = pieces.find(|(reach, _)| reach.start == start).and_then(|(_, at)| *at);
            }
            is_named(followed, &layout)
        })
    }
}

impl<'a> LayoutCheck<'a> {
    /// Nothing if these are no pieces that can be followed.
    fn new(check: &'a InvariantCheck<'a>, followed: &'a Followed) -> Option<LayoutCheck<'a>> {
        let is_followed = |reach: &PieceReach| followed.starts.contains(&reach.start);
        let find = |&start: &Square| {
            let mut pieces = check.invariant.pieces.iter();
            pieces.find(|reach| reach.start == start && reach.promoted.is_empty())
        };
        let reaches: Vec<&PieceReach> = followed.starts.iter().map(find).collect::<Option<_>>()?;
        let kings = Color::ALL.map(|color| Piece { color, role: Role::King });
        let assumed = check.invariant.split.stay | check.invariant.split.leave;
        let (first, rest) = reaches.split_at_checked(2)?;
        let starts: Bitboard = followed.starts.iter().copied().collect();
        let fits = |reach: &&PieceReach| {
            !matches!(reach.piece.role, Role::King | Role::Pawn) && !assumed.contains(reach.start)
        };
        if reaches.len() > MOST_FOLLOWED
            || starts.len() as usize != reaches.len()
            || first.iter().map(|reach| reach.piece).ne(kings)
            || !rest.iter().all(fits)
            || check.invariant.castling.iter().next().is_some()
        {
            return None;
        }
        let others = || check.invariant.pieces.iter().filter(|reach| !is_followed(reach));
        let mut certain = [None; 64];
        for reach in others().filter(|reach| is_fixed(reach)) {
            certain[reach.start.index()] = Some(reach.piece);
        }
        let lost = check.invariant.split.lost;
        Some(LayoutCheck {
            check,
            followed,
            reaches,
            certain,
            elsewhere: others().fold(Bitboard::EMPTY, |all, reach| all | reach.anywhere()),
            covered: Color::ALL.map(|color| check.attacked_by(color, |one| !is_followed(one))),
            covered_in_the_end: check
                .attacked_by(check.side, |one| !is_followed(one) && !lost.contains(one.start)),
        })
    }

    /// Whether both kings are there, and nobody is where there is no such piece.
    fn is_whole(&self, layout: &Layout) -> bool {
        layout.places[..2].iter().all(Option::is_some)
            && layout.places.iter().skip(self.reaches.len()).all(Option::is_none)
    }

    /// The followed pieces that are on the board, with their numbers and squares.
    fn there(&self, layout: &Layout) -> Vec<(usize, &'a PieceReach, Square)> {
        let all = self.reaches.iter().zip(layout.places).enumerate();
        all.filter_map(|(number, (&reach, place))| Some((number, reach, place?))).collect()
    }

    /// What comes of each move that may be legal.
    fn next(&self, layout: &Layout) -> Vec<Layout> {
        let (us, them) = (layout.turn, !layout.turn);
        let mut all = vec![layout.places];
        let pieces = self.there(layout);
        // Others move, and take somebody who is followed, or nobody.
        for &(number, reach, at) in &pieces {
            if reach.piece.color == them
                && reach.removable
                && self.covered[us as usize].contains(at)
            {
                all.push(with(layout, number, None));
            }
        }
        for &(number, reach, from) in pieces.iter().filter(|(_, reach, _)| reach.piece.color == us)
        {
            for to in reach.squares {
                let mut victims = pieces.iter().filter(|&&(.., at)| at == to);
                let takes = victims.next();
                let may_take = takes
                    .is_none_or(|(_, victim, _)| victim.piece.color == them && victim.removable);
                if to == from
                    || !may_take
                    || self.certain[to.index()].is_some()
                    || !self.may_attack(layout, reach.piece, from, to, None)
                {
                    continue;
                }
                let mut places = with(layout, number, Some(to));
                if let Some(&(victim, ..)) = takes {
                    places[victim] = None;
                }
                all.push(places);
            }
        }
        let next = all.into_iter().map(|places| Layout { turn: them, places });
        next.filter(|next| !self.is_in_check(next, us)).collect()
    }

    /// Whether a piece may attack a square from another over what is not certainly in the way; one piece, if named, is not.
    fn may_attack(
        &self,
        layout: &Layout,
        piece: Piece,
        from: Square,
        to: Square,
        gone: Option<Square>,
    ) -> bool {
        let is_stopped = |at: Square| {
            self.certain[at.index()].is_some()
                || (layout.places.contains(&Some(at)) && gone != Some(at))
        };
        attacks::of(piece.role, piece.color, from, Bitboard::EMPTY).contains(to)
            && !attacks::between(from, to).into_iter().any(is_stopped)
    }

    /// Whether this player's king is in check whoever else is where, or beside the other one.
    fn is_in_check(&self, layout: &Layout, color: Color) -> bool {
        let place = |color: Color| layout.places[color as usize];
        let (Some(king), Some(other)) = (place(color), place(!color)) else { return false };
        let attacks_certainly = |piece: Piece, from: Square| {
            let is_empty =
                |at: Square| !layout.places.contains(&Some(at)) && !self.elsewhere.contains(at);
            piece.color != color
                && attacks::of(piece.role, piece.color, from, Bitboard::EMPTY).contains(king)
                && attacks::between(from, king).into_iter().all(is_empty)
        };
        let there = self.there(layout);
        let mut followed = there.iter().skip(2);
        beside(king, other)
            || followed.any(|&(_, reach, at)| attacks_certainly(reach.piece, at))
            || Bitboard::FULL.into_iter().any(|at| {
                self.certain[at.index()].is_some_and(|piece| attacks_certainly(piece, at))
            })
    }

    /// Whether the king to be mated may be in check and without a square.
    fn may_be_mate(&self, layout: &Layout) -> bool {
        let side = self.check.side;
        let place = |color: Color| layout.places[color as usize];
        let (Some(own), Some(mated)) = (place(side), place(!side)) else { return true };
        if layout.turn == side {
            return false;
        }
        let there = self.there(layout);
        let is_attacked = |square: Square| {
            let by = |&(_, reach, at): &(usize, &PieceReach, Square)| {
                reach.piece.color == side
                    && self.may_attack(layout, reach.piece, at, square, Some(mated))
            };
            self.covered_in_the_end.contains(square) || there.iter().skip(2).any(by)
        };
        let is_open = |&square: &Square| {
            let blocks = |&(_, reach, at): &(usize, &PieceReach, Square)| {
                at == square && reach.piece.color != side
            };
            !is_attacked(square) && !beside(square, own) && !there.iter().any(blocks)
        };
        let open = attacks::king(mated).into_iter().filter(is_open).collect();
        is_attacked(mated)
            && self.check.can_block(open, |reach, square| {
                !self.followed.starts.contains(&reach.start)
                    && (reach.promoted.contains(square)
                        || reach.squares.contains(square)
                            && !self.would_check(layout, reach.piece, square, own))
            })
    }

    /// Whether a piece that is not followed would give check on this square to the king on the other one, or one like it
    /// that is in between.
    fn would_check(&self, layout: &Layout, piece: Piece, from: Square, king: Square) -> bool {
        let attacks = |role, from| attacks::of(role, piece.color, from, Bitboard::EMPTY);
        let is_like = |reach: &PieceReach, at: Square| {
            reach.piece.color == piece.color
                && !reach.promoted.contains(at)
                && attacks(reach.piece.role, at).contains(king)
        };
        let all_like = |at: Square| {
            let mut others = self.check.invariant.pieces.iter();
            !layout.places.contains(&Some(at))
                && others.all(|reach| {
                    self.followed.starts.contains(&reach.start)
                        || !reach.anywhere().contains(at)
                        || is_like(reach, at)
                })
        };
        attacks(piece.role, from).contains(king)
            && attacks::between(from, king).into_iter().all(all_like)
    }
}

fn is_named(followed: &Followed, layout: &Layout) -> bool {
    followed.layouts.binary_search(layout).is_ok()
}

/// The places of a layout with one changed.
fn with(layout: &Layout, number: usize, place: Option<Square>) -> [Option<Square>; MOST_FOLLOWED] {
    let mut places = layout.places;
    places[number] = place;
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dead::{
        certificate::{CaseSplit, layout},
        check::by_hand::{Goes, invariant, square, squares, with_rights},
    };

    fn followed(starts: &str, layouts: &[&str]) -> Followed {
        let mut layouts: Vec<Layout> = layouts.iter().map(|text| layout(text)).collect();
        layouts.sort_unstable();
        Followed { starts: starts.split_whitespace().map(square).collect(), layouts }
    }

    /// A board, where pieces also go, who is followed, a layout, and what comes of it.
    type NextRow = (&'static str, Goes, &'static str, &'static str, &'static [&'static str]);

    const NEXT_ROWS: &[NextRow] = &[
        // One of the others moves, or one who is followed, where it may go and nobody is.
        (
            "7k/8/8/8/8/8/8/KB6",
            &[("b1", "c2"), ("h8", "g8")],
            "a1 h8 b1",
            "w a1 h8 b1",
            &["b a1 h8 b1", "b a1 h8 c2"],
        ),
        (
            "7k/8/8/8/8/8/8/KB6",
            &[("b1", "c2 d3"), ("a1", "c2")],
            "a1 h8 b1",
            "w c2 h8 b1",
            &["b c2 h8 b1"],
        ),
        ("7k/8/8/8/8/8/2P5/KB6", &[("b1", "d3")], "a1 h8 b1", "w a1 h8 b1", &["b a1 h8 b1"]),
        (
            "7k/8/8/8/8/8/2N5/KB6",
            &[("b1", "d3"), ("c2", "e3")],
            "a1 h8 b1",
            "w a1 h8 b1",
            &["b a1 h8 b1", "b a1 h8 d3"],
        ),
        // Who is in check has to do something about it, unless somebody may be in between.
        ("7k/8/8/8/8/8/1B6/K7", &[("h8", "g8")], "a1 h8 b2", "b a1 h8 b2", &["w a1 g8 b2"]),
        ("7k/8/8/4p3/8/8/1B6/K7", &[], "a1 h8 b2", "b a1 h8 b2", &["w a1 h8 b2"]),
        ("7k/3n4/8/8/8/8/1B6/K7", &[("d7", "e5")], "a1 h8 b2", "b a1 h8 b2", &["w a1 h8 b2"]),
        ("7k/3p4/8/8/8/8/1B6/K7", &[("d7", "=e5")], "a1 h8 b2", "b a1 h8 b2", &["w a1 h8 b2"]),
        (
            "7k/3n1n2/8/8/8/8/1B6/K7",
            &[("d7", "e5"), ("f7", "e5")],
            "a1 h8 b2",
            "b a1 h8 b2",
            &["w a1 h8 b2"],
        ),
        // The same if the check comes of a wall, or of a king's step beside the other.
        ("7k/8/8/8/8/8/1B6/K7", &[("h8", "g7")], "a1 h8", "b a1 h8", &[]),
        ("8/8/8/8/8/2k5/8/K7", &[("c3", "b3 b2")], "a1 c3", "b a1 c3", &["w a1 b3", "w a1 c3"]),
        // Others take who is followed, if it may be taken.
        (
            "7k/3n4/8/8/8/8/8/KB6",
            &[("d7", "e5 d3"), ("b1", "x"), ("b1", "c4")],
            "a1 h8 b1",
            "b a1 h8 c4",
            &["w a1 h8 -", "w a1 h8 c4"],
        ),
        (
            "7k/3n4/8/8/8/8/8/KB6",
            &[("d7", "e5 d3"), ("b1", "c4")],
            "a1 h8 b1",
            "b a1 h8 c4",
            &["w a1 h8 c4"],
        ),
        ("7k/3n4/8/8/8/8/8/KB6", &[("b1", "x")], "a1 h8 b1", "b a1 h8 b1", &["w a1 h8 b1"]),
        // And who is followed takes.
        (
            "7k/8/8/8/8/3b4/8/KB6",
            &[("b1", "d3"), ("d3", "x")],
            "a1 h8 b1 d3",
            "w a1 h8 b1 d3",
            &["b a1 h8 b1 d3", "b a1 h8 d3 -"],
        ),
        (
            "7k/8/8/8/8/3b4/8/KB6",
            &[("b1", "d3")],
            "a1 h8 b1 d3",
            "w a1 h8 b1 d3",
            &["b a1 h8 b1 d3"],
        ),
        (
            "7k/8/8/8/8/3B4/8/KB6",
            &[("b1", "d3"), ("d3", "x")],
            "a1 h8 b1 d3",
            "w a1 h8 b1 d3",
            &["b a1 h8 b1 d3"],
        ),
    ];

    #[test]
    fn every_move_leads_to_a_layout() {
        for (board, goes, starts, at, expected) in NEXT_ROWS {
            let invariant = invariant(board, goes, Color::White);
            let check = InvariantCheck::new(&invariant);
            let named = followed(starts, expected);
            let check = LayoutCheck::new(&check, &named).unwrap();
            let mut next = check.next(&layout(at));
            next.sort_unstable();
            assert_eq!(next, named.layouts, "{board} {goes:?}, {at}");
        }
    }

    /// A board, where pieces also go, who is followed, a layout, and whether White may have mated there.
    type MateRow = (&'static str, Goes, &'static str, &'static str, bool);

    #[test]
    fn a_mate_needs_a_check_and_no_square() {
        const BACK: &str = "R6k/6pp/8/8/8/8/8/K7";
        const CORNER: &str = "kn6/p7/8/8/8/8/6B1/K7";
        const POCKET: &str = "2b3rN/8/8/8/8/6B1/5P1k/5K1b";
        let rows: [MateRow; 21] = [
            (BACK, &[], "a1 h8 a8", "b a1 h8 a8", true),
            (BACK, &[], "a1 h8 a8", "w a1 h8 a8", false),
            (BACK, &[], "a1 h8", "b a1 h8", true),
            (BACK, &[("a8", "a7")], "a1 h8 a8", "b a1 h8 a7", false),
            (BACK, &[("a8", "a7")], "a1 h8", "b a1 h8", true),
            // Somebody stands in between, or nobody beside the king; who has been taken does neither.
            ("R3n2k/6pp/8/8/8/8/8/K7", &[], "a1 h8 a8 e8", "b a1 h8 a8 e8", false),
            ("R3n2k/6pp/8/8/8/8/8/K7", &[("e8", "x")], "a1 h8 a8 e8", "b a1 h8 a8 -", true),
            (CORNER, &[], "a1 a8 b8 g2", "b a1 a8 b8 g2", true),
            (CORNER, &[("b8", "c6"), ("b8", "x")], "a1 a8 b8 g2", "b a1 a8 - g2", false),
            (CORNER, &[("b8", "d7")], "a1 a8 b8 g2", "b a1 a8 d7 g2", false),
            (CORNER, &[("b8", "d7")], "a1 a8 g2", "b a1 a8 g2", true),
            // Nobody stands beside the king who would give check there to the other one, which has just moved away from it.
            (POCKET, &[("c8", "h3")], "f1 h2 g3 h1", "b f1 h2 g3 h1", false),
            (POCKET, &[("c8", "=h3")], "f1 h2 g3 h1", "b f1 h2 g3 h1", true),
            (POCKET, &[("g8", "h3")], "f1 h2 g3 h1", "b f1 h2 g3 h1", true),
            // Somebody may be in between: who would give that check gives it the sooner.
            (POCKET, &[("c8", "h3"), ("h8", "g2")], "f1 h2 g3 h1", "b f1 h2 g3 h1", true),
            (POCKET, &[("c8", "h3"), ("g8", "g2")], "f1 h2 g3 h1", "b f1 h2 g3 h1", true),
            (POCKET, &[("c8", "h3 g2")], "f1 h2 g3 h1", "b f1 h2 g3 h1", false),
            (POCKET, &[("c8", "h3"), ("h8", "g2")], "f1 h2 g3 h1 h8", "b f1 h2 g3 h1 h8", false),
            (POCKET, &[("c8", "h3"), ("h8", "g2")], "f1 h2 g3 h1 h8", "b f1 h2 g3 h1 g2", true),
            (POCKET, &[("c8", "h3"), ("c8", "=g2")], "f1 h2 g3 h1", "b f1 h2 g3 h1", true),
            ("2n5/8/8/8/5B2/8/5K1k/7b", &[("c8", "h3")], "f2 h2 f4 h1", "b f2 h2 f4 h1", false),
        ];
        for (board, goes, starts, at, expected) in rows {
            let invariant = invariant(board, goes, Color::White);
            let check = InvariantCheck::new(&invariant);
            let named = followed(starts, &[]);
            let check = LayoutCheck::new(&check, &named).unwrap();
            assert_eq!(check.may_be_mate(&layout(at)), expected, "{board} {goes:?}, {at}");
        }
    }

    /// Who stays, and is lost, and whether White may have mated.
    #[test]
    fn what_is_lost_neither_mates_nor_stands_in_the_way() {
        for (stay, lost, expected) in [
            ("", "", true),
            ("a8", "", true),
            ("a8", "a8", false),
            ("g7", "g7", false),
            ("a2", "a2", true),
        ] {
            let mut invariant = invariant("R6k/6pp/8/8/8/8/P7/K7", &[], Color::White);
            let [stay, lost] = [stay, lost].map(squares);
            invariant.split = CaseSplit { stay, lost, ..CaseSplit::default() };
            let check = InvariantCheck::new(&invariant);
            let named = followed("a1 h8", &[]);
            let check = LayoutCheck::new(&check, &named).unwrap();
            assert_eq!(check.may_be_mate(&layout("b a1 h8")), expected, "{stay:?} {lost:?}");
        }
    }

    /// A board with rights to castle, where a piece also goes, who stays and who leaves, who is followed, and whether
    /// they can be.
    #[test]
    fn kings_and_pieces_are_followed_of_which_nothing_else_is_assumed() {
        const BOARD: &str = "7k/8/8/8/8/8/1P6/KB6";
        let rows: [(&str, &str, Goes, &str, &str, &str, bool); 11] = [
            (BOARD, "-", &[], "", "", "a1 h8 b1", true),
            (BOARD, "-", &[], "b2", "", "a1 h8 b1", true),
            (BOARD, "-", &[], "b1", "", "a1 h8 b1", false),
            (BOARD, "-", &[], "", "b1", "a1 h8 b1", false),
            (BOARD, "-", &[], "b1", "b1", "a1 h8 b1", false),
            (BOARD, "-", &[], "", "", "a1 h8 b2", false),
            (BOARD, "-", &[("b1", "=b8")], "", "", "a1 h8 b1", false),
            (BOARD, "-", &[], "", "", "a1", false),
            ("7k/8/8/8/8/8/8/KK6", "-", &[], "", "", "a1 h8 b1", false),
            ("7k/8/8/8/8/8/8/R3K3", "-", &[], "", "", "e1 h8", true),
            ("7k/8/8/8/8/8/8/R3K3", "Q", &[], "", "", "e1 h8", false),
        ];
        for (board, rights, goes, stay, leave, starts, expected) in rows {
            let mut invariant = with_rights(board, rights, goes, Color::White);
            let [stay, leave] = [stay, leave].map(squares);
            invariant.split = CaseSplit { stay, leave, ..CaseSplit::default() };
            let check = InvariantCheck::new(&invariant);
            let found = check.layouts_hold(&followed(starts, &[]));
            assert_eq!(found, expected, "{board} {rights} {goes:?}, {stay:?} {leave:?}, {starts}");
        }
    }

    /// Which pieces are said to be followed, the layouts, and whether that holds: nothing else may come of them.
    #[test]
    fn layouts_lead_to_layouts() {
        const ALL: &[&str] = &["w a1 h8 b1", "b a1 h8 b1", "w a1 h8 c2", "b a1 h8 c2"];
        let rows: [(&str, &[&str], bool); 10] = [
            ("a1 h8 b1", ALL, true),
            ("a1 h8 b1", &[], true),
            ("a1 h8 b1", &ALL[1..], false),
            ("a1 h8 b1", &ALL[..3], false),
            ("a1 h8", &["w a1 h8", "b a1 h8"], true),
            ("a1 h8", &["w a1 h8 b1", "b a1 h8 b1"], false),
            ("a1 h8", &["w a1 -", "b a1 -"], false),
            ("h8 a1", &[], false),
            ("a1 h8 b2", &[], false),
            ("a1 h8 b1 b1", &[], false),
        ];
        for (starts, layouts, expected) in rows {
            let invariant = invariant("7k/8/8/8/8/8/8/KB6", &[("b1", "c2")], Color::White);
            let check = InvariantCheck::new(&invariant);
            let found = check.layouts_hold(&followed(starts, layouts));
            assert_eq!(found, expected, "{starts}, {layouts:?}");
        }
    }

    /// No more than a layout has places for: nobody would ask where the others are.
    #[test]
    fn no_more_pieces_are_followed_than_have_a_place() {
        let invariant = invariant("7k/8/8/8/8/8/NNNNNNNN/K7", &[], Color::White);
        let check = InvariantCheck::new(&invariant);
        for (starts, expected) in
            [("a1 h8 a2 b2 c2 d2 e2 f2", true), ("a1 h8 a2 b2 c2 d2 e2 f2 g2", false)]
        {
            assert_eq!(check.layouts_hold(&followed(starts, &[])), expected, "{starts}");
        }
    }
}
