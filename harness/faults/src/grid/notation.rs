//! Moves as texts: each part of algebraic notation that is left out or too much, and illegal moves that are read.

use lawbook::{
    board::{Bitboard, Role, Square, attacks},
    notation::{read_san, write_san},
    position::{Move, Position, Wing},
};
use lawbook_catalogue::question::{Answer, Question};

use super::{Cells, Mistake, Named, common, rare, wing_name};
use crate::{
    facts::{Candidate, Castling, Facts, Kind, Step},
    mutation::PlayableLine,
    notation::{origin, san_text, uci_text, written},
};

pub(super) fn cells(cells: &mut Cells<'_>) {
    origins(cells);
    superfluous_origins(cells);
    told_apart(cells);
    signs(cells);
    steps_of_a_king(cells);
    suffixes(cells);
    texts(cells);
    full_texts(cells);
    illegal_texts(cells);
    ambiguous_texts(cells);
    spellings(cells);
}

const OFFICERS: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// Squares of origin that are left out, too much, or of the wrong form.
fn origins(cells: &mut Cells<'_>) {
    let omitted = common("origin-omitted", "Two pieces of a kind are not told apart");
    let form = common(
        "origin-of-the-wrong-form",
        "Two pieces of a kind are told apart by the wrong part of the square",
    );
    let pinned =
        common("origin-because-of-a-pinned-piece", "A piece is told apart from one that is pinned");
    let pins =
        rare("other-excused-as-it-pins", "The other piece is taken for pinned because it pins");
    for role in OFFICERS {
        let piece = ("piece", role.name());
        // Of rooks on one file and on one rank only two reach the same square.
        let needs_both = |kind: &str| kind.ends_with("square");
        for (kind, is_such) in ORIGINS {
            if role == Role::Rook && needs_both(kind) {
                continue;
            }
            let point = [piece, ("needs", *kind)];
            writes(cells, omitted, &point, move |step, text| {
                (step.role == role && is_such(origin(text))).then(|| with_origin(text, ""))
            });
        }
        let unshared = [piece, ("needs", "file-if-nothing-is-shared")];
        writes(cells, omitted, &unshared, move |step, text| {
            let from = step.played.from;
            let needs_file = origin(text) == from.file().letter().to_string();
            let is_alone = || twins(step).all(|other| other.rank() != from.rank());
            (step.role == role && needs_file && is_alone()).then(|| with_origin(text, ""))
        });
        for (kind, change) in WRONG_ORIGINS {
            if role == Role::Rook && needs_both(kind) {
                continue;
            }
            writes(cells, form, &[piece, ("form", *kind)], move |step, text| {
                let other = change(step, origin(text)).filter(|_| step.role == role)?;
                Some(with_origin(text, &other))
            });
        }
        writes(cells, pinned, &[piece], move |step, text| {
            let is_such = step.role == role && !reaching(step).is_empty();
            (is_such && origin(text).is_empty())
                .then(|| with_origin(text, &step.played.from.file().letter().to_string()))
        });
        if role != Role::Knight {
            writes(cells, pins, &[piece], move |step, text| {
                (step.role == role && !origin(text).is_empty() && twin_pins(step))
                    .then(|| with_origin(text, ""))
            });
        }
    }
}

/// Origins that are chosen with only some of the other pieces in mind, or with pinned ones too.
fn told_apart(cells: &mut Cells<'_>) {
    let some =
        common("origin-among-some", "The origin is chosen as if there were fewer pieces, or more");
    for role in OFFICERS {
        for (kind, choose) in TWINS {
            let point = [("piece", role.name()), ("compared", *kind)];
            writes(cells, some, &point, move |step, text| {
                let legal: Vec<Square> = twins(step).collect();
                let compared = choose(&legal, &reaching(step).into_iter().collect::<Vec<_>>());
                let several = legal.len() > 1 || compared.len() > legal.len();
                (step.role == role && several)
                    .then(|| with_origin(text, &origin_among(step.played.from, &compared)))
            });
        }
    }
}

/// The squares of the other pieces of the kind that reach the same square, pinned ones too.
fn reaching(step: &Step<'_>) -> Bitboard {
    let (pieces, Step { role, by, played, .. }) = (step.before.placement(), step);
    let reach = attacks::of(*role, *by, played.to, pieces.occupied());
    reach & (pieces.pieces(*by, *role) - played.from.set())
}

/// Picks squares out of two lists of squares.
type Twins = fn(&[Square], &[Square]) -> Vec<Square>;

/// The other pieces that are compared, of those that may go to the square, and of all that reach it.
const TWINS: &Named<Twins> = &[
    ("first", |legal, _| legal.iter().take(1).copied().collect()),
    ("last", |legal, _| legal.iter().rev().take(1).copied().collect()),
    ("pinned-too", |_, all| all.to_vec()),
];

/// The text of a piece move with another square of origin, or another part of it.
fn with_origin(text: &str, other: &str) -> String {
    format!("{}{other}{}", &text[..1], &text[1 + origin(text).len()..])
}

/// The part of a square that tells it apart from others.
fn origin_among(from: Square, others: &[Square]) -> String {
    let on_file = others.iter().any(|one| one.file() == from.file());
    let on_rank = others.iter().any(|one| one.rank() == from.rank());
    match (others.is_empty(), on_file, on_rank) {
        (true, _, _) => String::new(),
        (_, false, _) => from.file().letter().to_string(),
        (_, true, false) => from.rank().digit().to_string(),
        (_, true, true) => from.to_string(),
    }
}

/// Squares of origin in texts that need none.
fn superfluous_origins(cells: &mut Cells<'_>) {
    let more =
        common("origin-superfluous", "A move of the only piece that fits is written with its file");
    for role in [Role::King, Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
        writes(cells, more, &[("piece", role.name())], move |step, text| {
            (step.role == role && step.castles.is_none() && origin(text).is_empty())
                .then(|| with_origin(text, &step.played.from.file().letter().to_string()))
        });
    }
}

/// The forms of the origin that a text needs.
const ORIGINS: &Named<fn(&str) -> bool> = &[
    ("file", |origin| {
        origin.len() == 1 && origin.starts_with(|one: char| one.is_ascii_lowercase())
    }),
    ("rank", |origin| origin.len() == 1 && origin.starts_with(|one: char| one.is_ascii_digit())),
    ("square", |origin| origin.len() == 2),
];

/// Other forms: the file or the rank where the other one is needed.
const WRONG_ORIGINS: &Named<fn(&Step<'_>, &str) -> Option<String>> = &[
    ("file-for-rank", |step, origin| {
        let file = step.played.from.file().letter().to_string();
        (origin == step.played.from.rank().digit().to_string()).then_some(file)
    }),
    ("rank-for-file", |step, origin| {
        let rank = step.played.from.rank().digit().to_string();
        (origin == step.played.from.file().letter().to_string()).then_some(rank)
    }),
    ("file-for-square", |step, origin| {
        (origin.len() == 2).then(|| step.played.from.file().letter().to_string())
    }),
    ("rank-for-square", |step, origin| {
        (origin.len() == 2).then(|| step.played.from.rank().digit().to_string())
    }),
];

/// Whether another piece of the kind, which may go to the same square, pins an enemy piece to the enemy king.
fn twin_pins(step: &Step<'_>) -> bool {
    let (pieces, enemy) = (step.before.placement(), !step.by);
    let king = step.before.king(enemy);
    let pins = |from: Square| {
        let between = attacks::between(from, king) & pieces.occupied();
        let line = attacks::of(step.role, step.by, from, pieces.color(step.by));
        between.len() == 1 && between.is_subset(pieces.color(enemy)) && line.contains(king)
    };
    twins(step).any(pins)
}

/// The squares of the other pieces of the kind that may go to the same square.
fn twins(step: &Step<'_>) -> impl Iterator<Item = Square> {
    let (before, played) = (step.before, step.played);
    let legal = before.legal_moves().into_iter();
    legal
        .filter(move |other| other.to == played.to && other.from != played.from)
        .map(|other| other.from)
        .filter(move |from| before.at(*from) == before.at(played.from))
}

/// The sign for a capture, the file of a pawn, castling, and promotions.
fn signs(cells: &mut Cells<'_>) {
    let capture = common("capture-sign-missing", "A capture is written without its sign");
    for role in Role::ALL {
        writes(cells, capture, &[("piece", role.name())], move |step, text| {
            (step.role == role && text.contains('x')).then(|| text.replace('x', ""))
        });
    }
    let file = common("pawn-file-missing", "A capture by a pawn is written without its file");
    for kind in [Kind::Capture, Kind::EnPassant, Kind::CapturePromotion] {
        writes(cells, file, &[("move", kind.name())], move |step, text| {
            (step.role == Role::Pawn && step.kind() == kind).then(|| text[1..].to_owned())
        });
    }
    let promotion = common("promotion-missing", "A promotion is written without the new piece");
    let sign = common("promotion-sign-missing", "A promotion is written without its sign");
    for piece in Role::PROMOTIONS {
        for kind in [Kind::Promotion, Kind::CapturePromotion] {
            let point = [("piece", piece.name()), ("move", kind.name())];
            let is_such =
                move |step: &Step<'_>| step.played.promotion == Some(piece) && step.kind() == kind;
            writes(cells, promotion, &point, move |step, text| {
                is_such(step).then(|| text.replace(&format!("={}", piece.letter()), ""))
            });
            writes(cells, sign, &point, move |step, text| {
                is_such(step).then(|| text.replace('=', ""))
            });
        }
    }
    let castling = common("castling", "Castling is written in another form");
    for wing in Wing::ALL {
        for (form, zeros) in [("zeros", true), ("as-a-move-of-the-king", false)] {
            writes(
                cells,
                castling,
                &[("wing", wing_name(wing)), ("form", form)],
                move |step, text| {
                    (step.castles == Some(wing)).then(|| match zeros {
                        true => text.replace('O', "0"),
                        false => {
                            text.replace(wing.notation(), &format!("K{}", wing.king_to(step.by)))
                        }
                    })
                },
            );
        }
    }
}

/// Steps of a king that are written as castling.
fn steps_of_a_king(cells: &mut Cells<'_>) {
    let castling = common("step-as-castling", "A step of the king is written as castling");
    for wing in Wing::ALL {
        for (kind, is_such) in KING_STEPS {
            let point = [("step", *kind), ("wing", wing_name(wing))];
            writes(cells, castling, &point, move |step, text| {
                let end = text.find(['+', '#']).map_or("", |at| &text[at..]);
                (step.role == Role::King && step.castles.is_none() && is_such(step, wing))
                    .then(|| format!("{}{end}", wing.notation()))
            });
        }
    }
}

/// Steps that look like castling.
const KING_STEPS: &Named<fn(&Step<'_>, Wing) -> bool> = &[
    ("from-its-square", |step, wing| {
        step.played.from == Wing::king_from(step.by) && step.played.to == wing.rook_to(step.by)
    }),
    ("to-the-square-of-castling", |step, wing| step.played.to == wing.king_to(step.by)),
];

/// The signs for check and mate, by the kind of move.
fn suffixes(cells: &mut Cells<'_>) {
    let check = common("check-sign-missing", "The sign for check is missing");
    let mate = common("mate-sign-missing", "Mate is written as check");
    for (sign, mistake) in [('+', check), ('#', mate)] {
        for (kind, is_such) in CHECKS {
            writes(cells, mistake, &[("by", *kind)], move |step, text| {
                without_sign(text, sign).filter(|_| is_such(step))
            });
        }
    }
    for piece in Role::PROMOTIONS {
        for kind in [Kind::Promotion, Kind::CapturePromotion] {
            for (sign, mistake) in [('+', check), ('#', mate)] {
                let point = [("by", piece.name()), ("move", kind.name())];
                writes(cells, mistake, &point, move |step, text| {
                    let is_such = step.played.promotion == Some(piece) && step.kind() == kind;
                    without_sign(text, sign).filter(|_| is_such)
                });
            }
        }
    }
    let opened = rare(
        "sign-of-an-opened-line-missing",
        "The sign for a check is missing that a promoting pawn opens",
    );
    for piece in Role::PROMOTIONS {
        for sign in ['+', '#'] {
            let name = if sign == '+' { "check" } else { "mate" };
            writes(cells, opened, &[("promotion-to", piece.name()), ("sign", name)], {
                move |step, text| {
                    let next = step.before.play(step.played).ok()?;
                    let is_such = step.played.promotion == Some(piece)
                        && !next.checkers().contains(step.played.to);
                    text.strip_suffix(sign).filter(|_| is_such).map(str::to_owned)
                }
            });
        }
    }
    let both = rare("check-sign-wrong", "A sign for check stands after another move");
    writes(cells, both, &[("after", "stalemate")], |step, text| {
        let next = step.before.play(step.played).ok()?;
        next.is_stalemate().then(|| format!("{text}#"))
    });
    writes(cells, both, &[("after", "double-check")], |step, text| {
        let next = step.before.play(step.played).ok()?;
        next.checkers().is_several().then(|| text.replace('+', "++"))
    });
}

/// The text without its sign for check, or with this in place of the sign for mate; `None` if it has another sign or none.
fn without_sign(text: &str, sign: char) -> Option<String> {
    let bare = text.strip_suffix(sign)?;
    Some(if sign == '#' { format!("{bare}+") } else { bare.to_owned() })
}

/// The kinds of moves that give check.
const CHECKS: &Named<fn(&Step<'_>) -> bool> = &[
    ("pawn", |step| step.role == Role::Pawn && matches!(step.kind(), Kind::Move | Kind::Capture)),
    ("knight", |step| step.role == Role::Knight),
    ("bishop", |step| step.role == Role::Bishop),
    ("rook", |step| step.role == Role::Rook),
    ("queen", |step| step.role == Role::Queen),
    ("king-discovering", |step| step.role == Role::King && step.castles.is_none()),
    ("king-side", |step| step.castles == Some(Wing::King)),
    ("queen-side", |step| step.castles == Some(Wing::Queen)),
    ("en-passant", |step| step.kind() == Kind::EnPassant),
    ("promotion", |step| step.kind() == Kind::Promotion),
    ("capturing-promotion", |step| step.kind() == Kind::CapturePromotion),
    ("discovery", |step| {
        let next = step.before.play(step.played).ok();
        step.role != Role::King
            && step.castles.is_none()
            && next.is_some_and(|next| !next.checkers().contains(step.played.to))
    }),
];

/// Texts of legal moves that are refused. What else a reader forgives is a convention.
fn texts(cells: &mut Cells<'_>) {
    let sign =
        rare("text-without-sign-refused", "A text without the sign for check or mate is refused");
    for (kind, signs) in [("check", "+"), ("mate", "#")] {
        reads(cells, sign, &[("sign", kind)], move |position, text, legal| {
            write_san(position, legal).contains(signs) && !text.contains(signs)
        });
    }
    let refused =
        rare("text-with-sign-refused", "A text with the sign for check or mate is refused");
    for (kind, signs) in [("check", "+"), ("mate", "#")] {
        reads(cells, refused, &[("sign", kind)], move |_, text, _| text.contains(signs));
    }
}

/// Texts of legal moves in each form that are refused, or read as another move.
fn full_texts(cells: &mut Cells<'_>) {
    let refused = common("text-refused", "The text of a legal move is refused");
    let ignored =
        common("origin-not-read", "A text is read as the move of another piece of the kind");
    for role in Role::ALL {
        let forms = ORIGINS.iter().filter(|_| OFFICERS.contains(&role));
        let plain: (&str, fn(&str) -> bool) = ("none", str::is_empty);
        for (form, is_such) in forms.copied().chain([plain]) {
            if role == Role::Rook && form == "square" {
                continue;
            }
            let has_form = move |position: &Position, text: &str, legal: Move| {
                position.at(legal.from).is_some_and(|piece| piece.role == role)
                    && position.castles(legal).is_none()
                    && is_such(origin(text))
            };
            for (kind, takes) in [("move", false), ("capture", true)] {
                let point = [("piece", role.name()), ("origin", form), ("move", kind)];
                reads(cells, refused, &point, move |position, text, legal| {
                    has_form(position, text, legal) && text.contains('x') == takes
                });
            }
            if form != "none" {
                let point = [("piece", role.name()), ("origin", form)];
                reads_as(cells, ignored, &point, move |position, text, legal| {
                    let twin = |other: &Move| {
                        other.to == legal.to
                            && other.from != legal.from
                            && position.at(other.from) == position.at(legal.from)
                    };
                    let moves = position.legal_moves();
                    has_form(position, text, legal).then(|| moves.into_iter().find(twin))
                });
            }
        }
    }
    let other = common("text-of-another-move", "A text is read as another move");
    for (kind, is_such) in MOVES_IN_FULL {
        reads(cells, refused, &[("move", *kind), ("form", "san")], move |position, _, legal| {
            is_such(position, legal)
        });
        cells.answers(refused, &[("move", *kind), ("form", "uci")], move |told, question| {
            let legal: Move = uci_text(question)?.parse().ok()?;
            let position = told.game.position();
            (position.is_legal(legal) && is_such(position, legal)).then_some(Answer::Read(None))
        });
    }
    for wing in Wing::ALL {
        for (kind, from_castling) in [("castling", true), ("step-of-the-king", false)] {
            let point = [("text", kind), ("wing", wing_name(wing))];
            reads_as(cells, other, &point, move |position, _, legal| {
                let toward = match from_castling {
                    true => position.castles(legal) == Some(wing),
                    false => is_step(position, legal, wing),
                };
                let instead =
                    if from_castling == (wing == Wing::King) { Wing::Queen } else { Wing::King };
                toward
                    .then(|| position.castling_move(instead).filter(|&one| position.is_legal(one)))
            });
        }
    }
    for piece in Role::PROMOTIONS.into_iter().filter(|piece| *piece != Role::Queen) {
        reads_as(cells, other, &[("promotion-to", piece.name())], move |_, _, legal| {
            let queen = Move { promotion: Some(Role::Queen), ..legal };
            (legal.promotion == Some(piece)).then_some(Some(queen))
        });
    }
}

/// Whether a move is the step of a king to the square where the rook arrives in castling.
fn is_step(position: &Position, legal: Move, wing: Wing) -> bool {
    let (by, king) = (position.turn(), position.king(position.turn()));
    legal.from == king && king == Wing::king_from(by) && legal.to == wing.rook_to(by)
}

/// Moves whose texts have a form of their own.
const MOVES_IN_FULL: &Named<fn(&Position, Move) -> bool> = &[
    ("castling-king-side", |position, one| position.castles(one) == Some(Wing::King)),
    ("castling-queen-side", |position, one| position.castles(one) == Some(Wing::Queen)),
    ("step-beside-castling-king-side", |position, one| is_step(position, one, Wing::King)),
    ("step-beside-castling-queen-side", |position, one| is_step(position, one, Wing::Queen)),
    ("en-passant", |position, one| {
        position.en_passant() == Some(one.to)
            && position.at(one.from).is_some_and(|piece| piece.role == Role::Pawn)
    }),
    ("promotion-to-a-queen", |_, one| one.promotion == Some(Role::Queen)),
    ("promotion-to-a-rook", |_, one| one.promotion == Some(Role::Rook)),
    ("promotion-to-a-bishop", |_, one| one.promotion == Some(Role::Bishop)),
    ("promotion-to-a-knight", |_, one| one.promotion == Some(Role::Knight)),
];

/// Texts that name no legal move and are read.
fn illegal_texts(cells: &mut Cells<'_>) {
    for san in [false, true] {
        let form = if san { "san" } else { "uci" };
        let pinned = rare("pinned-piece-read", "The text for a move of a pinned piece is read");
        let check =
            rare("left-in-check-read", "A text is read for a move that leaves the king in check");
        for role in Role::ALL.into_iter().filter(|role| *role != Role::King) {
            let point = [("piece", role.name()), ("form", form)];
            reads_illegal(cells, pinned, &point, san, move |_, one| {
                one.role == role && one.pinned_by.is_some()
            });
            reads_illegal(cells, check, &point, san, move |facts, one| {
                one.role == role && one.exposed.is_subset(facts.checkers)
            });
        }
        let king = rare(
            "king-into-attack-read",
            "The text for a king that goes to an attacked square is read",
        );
        for (kind, takes) in [("move", false), ("capture", true)] {
            reads_illegal(cells, king, &[("kind", kind), ("form", form)], san, move |_, one| {
                one.role == Role::King && one.takes.is_some() == takes
            });
        }
        let castling =
            rare("castling-read", "The text for castling is read when castling is illegal");
        for wing in Wing::ALL {
            for (why, is_such) in WHY_NO_CASTLING {
                let point = [("because-of", *why), ("wing", wing_name(wing)), ("form", form)];
                reads_castling(cells, castling, &point, san, move |facts, one| {
                    one.wing == wing && is_such(facts, one)
                });
            }
        }
    }
    let promotion = rare("promotion-read", "A text with a missing or wrong promotion is read");
    for (kind, letter) in
        [("missing", None), ("king", Some(Role::King)), ("pawn", Some(Role::Pawn))]
    {
        reads_uci(cells, promotion, &[("promotion", kind)], move |facts, read| {
            let queen = Move { promotion: Some(Role::Queen), ..read };
            read.promotion == letter && facts.legal_moves().any(|legal| legal == queen)
        });
    }
    reads_uci(cells, promotion, &[("promotion", "of-another-piece")], |facts, read| {
        let bare = Move { promotion: None, ..read };
        read.promotion.is_some() && facts.legal_moves().any(|legal| legal == bare)
    });
    let form = rare(
        "impossible-move-read",
        "A text is read for a move that no piece of the player can make",
    );
    for (kind, is_such) in IMPOSSIBLE {
        reads_uci(cells, form, &[("because", *kind)], *is_such);
    }
}

/// Texts that fit the moves of two pieces and are read as that of the first.
fn ambiguous_texts(cells: &mut Cells<'_>) {
    let read = rare("ambiguous-text-read", "A text that fits two pieces is read");
    for role in OFFICERS {
        for (form, length) in [("none", 0), ("file", 1), ("rank", 1)] {
            let point = [("piece", role.name()), ("origin", form)];
            cells.answers(read, &point, move |told, question| {
                let text = san_text(question)?;
                let (position, named) = (told.game.position(), origin(text));
                let is_rank = named.starts_with(|one: char| one.is_ascii_digit());
                let bare = text.trim_end_matches(['+', '#']);
                let is_such = text.starts_with(role.letter())
                    && named.len() == length
                    && is_rank == (form == "rank")
                    && read_san(position, text).is_err();
                let to: Square = bare.get(bare.len().checked_sub(2)?..)?.parse().ok()?;
                let fits = |one: &Move| {
                    one.to == to
                        && position.at(one.from).is_some_and(|piece| piece.role == role)
                        && one.from.to_string().contains(named)
                };
                let mut moves = position.legal_moves().into_iter().filter(fits);
                moves.next().filter(|_| is_such).map(|one| Answer::Read(Some(one)))
            });
        }
    }
}

/// Texts of castling in another spelling, or of the king's move, that are read although castling is not legal.
fn spellings(cells: &mut Cells<'_>) {
    let read = rare("spelling-read", "A spelling of castling is read where castling is not legal");
    let other = rare(
        "spelling-of-the-other-wing",
        "A spelling of castling is read as that to the other side",
    );
    for wing in Wing::ALL {
        for (form, letter) in [("digits", "0"), ("small-letters", "o"), ("king", "K")] {
            let point = [("form", form), ("wing", wing_name(wing))];
            cells.answers(read, &point, move |told, question| {
                let by = told.game.position().turn();
                let spelled = match form {
                    "king" => format!("K{}", wing.king_to(by)),
                    _ => wing.notation().replace('O', letter),
                };
                let castling = Move::new(Wing::king_from(by), wing.king_to(by));
                let stands = told.game.position().king(by) == castling.from;
                is_misread(told, question, &spelled)
                    .filter(|_| stands)
                    .map(|()| Answer::Read(Some(castling)))
            });
        }
        cells.answers(other, &[("wing", wing_name(wing))], move |told, question| {
            is_misread(told, question, &wing.notation().replace('O', "0"))?;
            let position = told.game.position();
            let instead = if wing == Wing::King { Wing::Queen } else { Wing::King };
            let castling = position.castling_move(instead).filter(|&one| position.is_legal(one))?;
            Some(Answer::Read(Some(castling)))
        });
    }
}

/// Whether the question is how this text is read, which names no legal move.
fn is_misread(told: &PlayableLine<'_>, question: &Question, spelled: &str) -> Option<()> {
    let text = san_text(question)?;
    let is_other = read_san(told.game.position(), text).is_err();
    (text == spelled && is_other).then_some(())
}

const WHY_NO_CASTLING: &Named<fn(&Facts, &Castling) -> bool> = &[
    ("check", |facts, one| one.right && facts.is_check()),
    ("attack", |facts, one| one.right && !facts.is_check() && one.blockers.is_empty()),
    ("pieces", |_, one| one.right && !one.blockers.is_empty()),
    ("the-right", |_, one| !one.right),
];

const IMPOSSIBLE: &Named<fn(&Facts, Move) -> bool> = &[
    ("enemy-piece", |facts, read| {
        facts.position.at(read.from).is_some_and(|piece| piece.color != facts.turn)
    }),
    ("empty-square", |facts, read| facts.position.at(read.from).is_none()),
    ("own-piece-captured", |facts, read| {
        let is_own =
            |square| facts.position.at(square).is_some_and(|piece| piece.color == facts.turn);
        is_own(read.from) && is_own(read.to)
    }),
    ("wrong-geometry", |facts, read| {
        let is_own =
            |square| facts.position.at(square).is_some_and(|piece| piece.color == facts.turn);
        let reachable = facts
            .candidates
            .iter()
            .any(|one| (one.played.from, one.played.to) == (read.from, read.to));
        let castles = facts.castlings.iter().any(|one| one.played == read);
        is_own(read.from) && !is_own(read.to) && !reachable && !castles
    }),
];

/// A cell where the text of the last move differs.
fn writes(
    cells: &mut Cells<'_>,
    mistake: Mistake,
    point: &[(&'static str, &str)],
    rewrite: impl Fn(&Step<'_>, &str) -> Option<String> + Sync + 'static,
) {
    cells.answers(mistake, point, move |told, question| {
        written(told, question, |before, played, text| {
            rewrite(&Step::new(before, played)?, text).filter(|other| other != text)
        })
    });
}

/// A cell where some texts of legal moves are refused.
fn reads(
    cells: &mut Cells<'_>,
    mistake: Mistake,
    point: &[(&'static str, &str)],
    refuses: impl Fn(&Position, &str, Move) -> bool + Sync + 'static,
) {
    reads_as(cells, mistake, point, move |position, text, legal| {
        refuses(position, text, legal).then_some(None)
    });
}

/// A cell where some texts of legal moves are refused, or read as another move.
fn reads_as(
    cells: &mut Cells<'_>,
    mistake: Mistake,
    point: &[(&'static str, &str)],
    becomes: impl Fn(&Position, &str, Move) -> Option<Option<Move>> + Sync + 'static,
) {
    cells.answers(mistake, point, move |told, question| {
        let (text, position) = (san_text(question)?, told.game.position());
        let read = read_san(position, text).ok()?;
        becomes(position, text, read).map(Answer::Read)
    });
}

/// A cell where some texts in UCI form are accepted without naming a legal move.
fn reads_uci(
    cells: &mut Cells<'_>,
    mistake: Mistake,
    point: &[(&'static str, &str)],
    accepts: impl Fn(&Facts, Move) -> bool + Sync + 'static,
) {
    cells.answers(mistake, point, move |told, question| {
        let read: Move = uci_text(question)?.parse().ok()?;
        let facts = told.scene.last_facts()?;
        let illegal = !facts.legal_moves().any(|legal| legal == read);
        (illegal && accepts(facts, read)).then_some(Answer::Read(Some(read)))
    });
}

/// A cell where the texts of some illegal moves, except castling, are accepted.
fn reads_illegal(
    cells: &mut Cells<'_>,
    mistake: Mistake,
    point: &[(&'static str, &str)],
    san: bool,
    accepts: impl Fn(&Facts, &Candidate) -> bool + Sync + 'static,
) {
    cells.answers(mistake, point, move |told, question| {
        let facts = told.scene.last_facts()?;
        let illegal = facts.candidates.iter().filter(|one| !one.is_legal() && accepts(facts, one));
        first_named(facts, question, san, illegal.map(|one| one.played))
    });
}

/// A cell where the text of illegal castling is accepted.
fn reads_castling(
    cells: &mut Cells<'_>,
    mistake: Mistake,
    point: &[(&'static str, &str)],
    san: bool,
    accepts: impl Fn(&Facts, &Castling) -> bool + Sync + 'static,
) {
    cells.answers(mistake, point, move |told, question| {
        let facts = told.scene.last_facts()?;
        let illegal = facts.castlings.iter().filter(|one| !one.is_legal() && accepts(facts, one));
        first_named(facts, question, san, illegal.map(|one| one.played))
    });
}

/// The first of these illegal moves that the text in the question names, in SAN or in UCI.
fn first_named(
    facts: &Facts,
    question: &Question,
    san: bool,
    mut illegal: impl Iterator<Item = Move>,
) -> Option<Answer> {
    let text = if san { san_text(question)? } else { uci_text(question)? };
    let bare = text.trim_end_matches(['+', '#']);
    let is_named = |played: &Move| match san {
        true => {
            read_san(&facts.position, text).is_err()
                && short_texts(facts, *played).iter().any(|short| short == bare)
        }
        false => text.parse() == Ok(*played),
    };
    illegal.find(is_named).map(|played| Answer::Read(Some(played)))
}

/// The texts of a move that is not legal, with and without its origin.
fn short_texts(facts: &Facts, played: Move) -> Vec<String> {
    let text = write_san(&facts.position, played);
    let bare = text.trim_end_matches(['+', '#']).to_owned();
    let Some(role) = facts.role(played.from) else { return Vec::new() };
    let castles = facts.castlings.iter().find(|one| one.played == played);
    if let Some(castling) = castles.filter(|_| role == Role::King) {
        return vec![castling.wing.notation().to_owned()];
    }
    let to = played.to;
    let takes = if facts.position.at(to).is_some() { "x" } else { "" };
    match role {
        Role::Pawn => vec![bare],
        Role::Knight | Role::Bishop | Role::Rook | Role::Queen | Role::King => {
            let letter = role.letter();
            let from = played.from;
            let origins = [
                String::new(),
                from.file().letter().to_string(),
                from.rank().digit().to_string(),
                from.to_string(),
            ];
            origins.iter().map(|origin| format!("{letter}{origin}{takes}{to}")).collect()
        }
    }
}
