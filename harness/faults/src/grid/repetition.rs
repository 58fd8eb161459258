//! Repetition: what makes positions the same, and how often a position has to occur.

use lawbook::{
    board::{Color, File, Piece, Placement, Rank, Role, Square, attacks},
    position::{Setup, Wing},
    rules::{ClaimGround, Decision, Game, Termination, Threefold},
};

use super::{Cells, Mistake, NEXT_MOVES, Named, common, rare, side, wing_name};
use crate::{
    facts::Step,
    mutation::{Mutation, drawn},
    scene::Track,
};

pub(super) fn cells(cells: &mut Cells<'_>) {
    ignored(cells);
    compared(cells);
    kept(cells);
    counted(cells);
    thresholds(cells);
    ends(cells);
}

/// A feature of positions that is not compared.
fn ignored(cells: &mut Cells<'_>) {
    let right = common("right-ignored", "A right to castle is not compared");
    let passing =
        common("en-passant-ignored", "An en passant capture that was possible is not compared");
    for color in Color::ALL {
        let colour = ("colour", side(color));
        for wing in Wing::ALL {
            same_without(cells, right, &[("right", wing_name(wing)), colour], move |setup| {
                setup.castling.remove(color, wing);
            });
        }
        same_without(cells, passing, &[colour], move |setup| {
            if setup.turn == color {
                setup.en_passant = None;
            }
        });
    }
    let turn = common("turn-ignored", "The player on move is not compared");
    same_without(cells, turn, &[], |setup| setup.turn = Color::White);
    let roles = common("roles-confused", "Two kinds of pieces are taken for the same");
    let officers = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
    for (place, one) in officers.into_iter().enumerate() {
        for other in officers.into_iter().skip(place + 1) {
            let point = [("piece", one.name()), ("other", other.name())];
            same_without(cells, roles, &point, move |setup| {
                replace(&mut setup.placement, |piece| match piece.role == other {
                    true => Piece { role: one, ..piece },
                    false => piece,
                });
            });
        }
    }
    let squares = common("squares-confused", "Two squares of a piece are taken for the same");
    for role in officers.into_iter().chain([Role::King]).filter(|role| *role != Role::Pawn) {
        for (kind, square) in SQUARES {
            same_without(
                cells,
                squares,
                &[("piece", role.name()), ("squares", *kind)],
                move |setup| {
                    let pieces: Vec<_> = setup.placement.iter().collect();
                    for (from, piece) in pieces.into_iter().filter(|(_, piece)| piece.role == role)
                    {
                        setup.placement.remove(from);
                        setup.placement.put(square(from), piece);
                    }
                },
            );
        }
    }
    let colors = common("colours-confused", "The colour of a piece is not compared");
    // Two pawns cannot change places.
    for role in Role::ALL.into_iter().filter(|role| *role != Role::Pawn) {
        same_without(cells, colors, &[("piece", role.name())], move |setup| {
            replace(&mut setup.placement, |piece| match piece.role == role {
                true => Piece { color: Color::White, ..piece },
                false => piece,
            });
        });
    }
}

/// Classes of squares that count as the same; the function returns the representative.
const SQUARES: &Named<fn(Square) -> Square> = &[
    ("of-a-rank", |one| Square::new(File::ALL[0], one.rank())),
    ("of-a-file", |one| Square::new(one.file(), Rank::ALL[0])),
    ("four-ranks-apart", |one| Square::new(one.file(), Rank::ALL[one.rank().index() % 4])),
    ("on-opposite-files", |one| {
        Square::new(File::ALL[one.file().index().min(7 - one.file().index())], one.rank())
    }),
    ("on-opposite-ranks", |one| {
        Square::new(one.file(), Rank::ALL[one.rank().index().min(7 - one.rank().index())])
    }),
];

fn replace(pieces: &mut Placement, change: impl Fn(Piece) -> Piece) {
    for (square, piece) in pieces.iter().collect::<Vec<_>>() {
        pieces.put(square, change(piece));
    }
}

fn same_without(
    cells: &mut Cells<'_>,
    mistake: Mistake,
    point: &[(&'static str, &str)],
    strip: impl Fn(&mut Setup) + Sync + 'static,
) {
    same(cells, mistake, point, move |track, one, two| {
        let stripped = |ply: usize| {
            let mut setup = track.positions[ply].setup();
            (setup.halfmove_clock, setup.fullmove_number) = (0, 1);
            strip(&mut setup);
            setup
        };
        stripped(one) == stripped(two)
    });
}

/// A feature that does not make positions different.
fn compared(cells: &mut Cells<'_>) {
    let passing = common(
        "en-passant-square-compared",
        "An en passant square is compared that allows no capture",
    );
    for color in Color::ALL {
        let colour = ("colour", side(color));
        for (kind, is_beside) in [("no-pawn-beside", false), ("pawn-beside-is-pinned", true)] {
            also(cells, passing, &[("because", kind), colour], move |track, ply| {
                let position = &track.positions[ply];
                let passed = track.passed(ply).filter(|_| position.turn() == color)?;
                let pawns =
                    attacks::pawn(!color, passed) & position.placement().pieces(color, Role::Pawn);
                let real = position.en_passant().is_some();
                (!real && pawns.is_empty() != is_beside).then_some(passed.index())
            });
        }
    }
    let clocks = common("counters-compared", "A counter of the FEN is compared");
    also(cells, clocks, &[("counter", "half-moves")], |track, ply| {
        Some(usize::from(track.positions[ply].halfmove_clock()))
    });
    also(cells, clocks, &[("counter", "move-number")], |track, ply| {
        Some(track.positions[ply].fullmove_number() as usize)
    });
    let twins = rare(
        "identity-compared",
        "Pieces of one kind that have changed places make another position",
    );
    for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::Pawn] {
        same(cells, twins, &[("piece", role.name())], move |track, one, two| {
            let homes = |ply: usize| {
                let mut pieces = track.homes(ply);
                pieces.retain(|(home, _)| {
                    track.positions[0].at(*home).is_some_and(|one| one.role == role)
                });
                pieces
            };
            track.is_same(one, two) && homes(one) == homes(two)
        });
    }
    let last = rare("last-move-compared", "The last move is compared");
    same(cells, last, &[], |track, one, two| {
        let last = |ply: usize| ply.checked_sub(1).map(|last| track.moves[last]);
        track.is_same(one, two) && (one == two || last(one) == last(two))
    });
}

/// Moves after which the square passed in the double step before is still compared.
fn kept(cells: &mut Cells<'_>) {
    let kept =
        rare("passed-square-kept", "The square passed before the last move is still compared");
    for &(kind, is_such) in NEXT_MOVES {
        also(cells, kept, &[("after", kind)], move |track, ply| {
            let before = ply.checked_sub(1)?;
            let passed = track.passed(before)?;
            let step = Step::new(&track.positions[before], track.moves[before])?;
            is_such(&step, &track.positions[ply]).then_some(passed.index())
        });
    }
}

fn also(
    cells: &mut Cells<'_>,
    mistake: Mistake,
    point: &[(&'static str, &str)],
    feature: impl Fn(&Track<'_>, usize) -> Option<usize> + Sync + 'static,
) {
    same(cells, mistake, point, move |track, one, two| {
        track.is_same(one, two) && feature(track, one) == feature(track, two)
    });
}

fn same(
    cells: &mut Cells<'_>,
    mistake: Mistake,
    point: &[(&'static str, &str)],
    same: impl Fn(&Track<'_>, usize, usize) -> bool + Sync + 'static,
) {
    cells.add(mistake, point, Mutation::Same(Box::leak(Box::new(same))));
}

/// Occurrences that are not counted.
fn counted(cells: &mut Cells<'_>) {
    let start = common("not-counted", "Some occurrences are not counted");
    let kinds: &Named<fn(&Track<'_>, usize) -> bool> = &[
        ("at-the-start", |_, ply| ply > 0),
        ("after-the-first-move", |_, ply| ply != 1),
        ("the-one-on-the-board", |track, ply| ply < track.end() || ply == 0),
        ("unless-four-plies-apart", |track, ply| (track.end() - ply).is_multiple_of(4)),
        ("more-than-eight-plies-ago", |track, ply| track.end() - ply <= 8),
        ("more-than-twenty-plies-ago", |track, ply| track.end() - ply <= 20),
        ("more-than-thirty-plies-ago", |track, ply| track.end() - ply <= 30),
        ("more-than-fifty-plies-ago", |track, ply| track.end() - ply <= 50),
        ("more-than-eighty-plies-ago", |track, ply| track.end() - ply <= 80),
    ];
    let far = rare("not-counted-far-back", "An occurrence is not counted that lies far back");
    let distances = [
        ("more-than-100-plies", 100),
        ("more-than-128-plies", 128),
        ("more-than-256-plies", 256),
        ("more-than-450-plies", 450),
    ];
    for (kind, most) in distances {
        cells.counts(far, &[("occurrence", kind)], Mutation::Occurrences, move |track| {
            track.occurrences_from(track.end().saturating_sub(most))
        });
    }
    for &(kind, counts) in kinds {
        cells.counts(start, &[("occurrence", kind)], Mutation::Occurrences, move |track| {
            let counted = (0..=track.end()).filter(|&ply| counts(track, ply));
            counted.filter(|&ply| track.is_same(ply, track.end())).count() as u32
        });
    }
}

/// Counts that are compared with the wrong number.
fn thresholds(cells: &mut Cells<'_>) {
    let threshold =
        common("threshold", "The number of occurrences is compared with another number");
    let claims = |count| Mutation::Claims(ClaimGround::Threefold, count);
    for (point, from, to) in
        [("two", 2, 3), ("four", 3, 2), ("four-for-five", 4, 5), ("six-for-five", 5, 4)]
    {
        cells.counts(threshold, &[("occurrences", point)], claims, move |track| {
            let count = track.occurrences_from(0);
            if count == from { to } else { count }
        });
    }
    let late = common(
        "still-true-later",
        "A threefold repetition is still reported when the position has changed",
    );
    let ever = |track: &Track<'_>| {
        (0..=track.end()).map(|ply| track.until(ply).occurrences_from(0)).max().unwrap_or(1)
    };
    cells.counts(late, &[("in", "the-count")], Mutation::Occurrences, ever);
    cells.counts(late, &[("in", "the-claim")], claims, move |track| ever(track).clamp(1, 4));
}

/// The counts that end the game, and those that need a claim.
fn ends(cells: &mut Cells<'_>) {
    let automatic = common("automatic", "The game ends without a claim");
    for (point, least) in [("third", 3), ("fourth", 4)] {
        cells.rules(automatic, &[("occurrence", point)], move |scene, decision| {
            let game = scene.game()?;
            let claimed = game.rule_set().threefold().value != Threefold::Automatic;
            let due = claimed && scene.is_after_move() && game.occurrences() >= least;
            (due && decision == Decision::PlayOn).then_some(drawn(Termination::ThreefoldRepetition))
        });
    }
    let never = common("never-ends", "The game does not end");
    for (point, by) in [
        ("fifth-occurrence", Termination::FivefoldRepetition),
        ("seventy-five-moves", Termination::SeventyFiveMoves),
    ] {
        cells.rules(never, &[("at", point)], move |_, decision| {
            (decision == drawn(by)).then_some(Decision::PlayOn)
        });
    }
    let long = common("ends-by-its-length", "The game ends as a draw when it has become too long");
    ends_long(cells, long, &[("plies", "200-plies")], |game| game.moves().len() >= 200);
    ends_long(cells, long, &[("clock", "50-plies")], |game| game.position().halfmove_clock() >= 50);
    for most in [150, 200, 255, 300, 999] {
        ends_long(cells, long, &[("number", &format!("move-{most}"))], move |game| {
            game.position().fullmove_number() >= most
        });
    }
}

fn ends_long(
    cells: &mut Cells<'_>,
    mistake: Mistake,
    point: &[(&'static str, &str)],
    is_long: impl Fn(&Game) -> bool + Sync + 'static,
) {
    cells.rules(mistake, point, move |scene, decision| {
        let ends = decision == Decision::PlayOn && is_long(scene.game()?);
        ends.then_some(drawn(Termination::FiftyMoves))
    });
}
