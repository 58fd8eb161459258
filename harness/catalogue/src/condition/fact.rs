use super::{
    eval_context::LinePoint,
    moves,
    value::{FactType, FactValue, NONE},
};
use crate::SetupFlaw;
use lawbook::{
    board::{Bitboard, Color, Role, Square},
    dead::{self, DEFAULT_LIMIT, material},
    notation::write_san,
    position::{Move, Position, Setup, Wing},
    rules::Act,
};

/// A fact about a line of moves, about the question at its end, or about its setup.
#[derive(Clone, Copy, Debug)]
pub struct Fact {
    /// The name used in conditions.
    pub name: &'static str,
    /// The type of its value.
    pub kind: FactType,
    /// A description of its meaning.
    pub about: &'static str,
    /// Whether it is defined for a setup as well, which may not be playable.
    pub of_setup: bool,
    value: for<'a> fn(&LinePoint<'a>) -> Option<FactValue<'a>>,
}

const COLORS: [&str; 2] = ["white", "black"];
const ROLES: [&str; 7] = ["pawn", "knight", "bishop", "rook", "queen", "king", NONE];
const WINGS: [&str; 3] = ["king-side", "queen-side", NONE];

/// All facts. Each is a general property of chess or of texts, and none is specific to one library.
pub static FACTS: [Fact; 52] = [
    setup_too("turn", FactType::Word(&COLORS), "who is on move", |at| {
        word(COLORS[at.turn() as usize])
    }),
    setup_too(
        "clock",
        FactType::Number,
        "the halfmove clock: plies since the last capture or pawn move",
        |at| number(at.clock()),
    ),
    setup_too("move_number", FactType::Number, "the number of the move", |at| {
        number(at.move_number())
    }),
    setup_too("castling", FactType::Squares, "the rooks that still have a castling right", |at| {
        let rooks = at.castling().rooks().into_iter();
        squares(rooks.collect())
    }),
    setup_too(
        "passed_square",
        FactType::Squares,
        "the square just passed over in a double step, whether a pawn can capture there or not; at the start, the square that the setup names",
        |at| squares(set(at.passed_square())),
    ),
    setup_too(
        "flaw",
        FactType::Word(&SetupFlaw::NAMES),
        "the first reason why the setup cannot be played",
        |at| word(SetupFlaw::of(at.first_setup()).map_or(NONE, SetupFlaw::name)),
    ),
    setup_too(
        "pieces",
        FactType::Squares,
        "all pieces; two such sets are equal if the same pieces stand on the same squares",
        |at| Some(FactValue::Pieces(Box::new(*at.placement()))),
    ),
    setup_too("white", FactType::Squares, "White's pieces", |at| color(at, Color::White)),
    setup_too("black", FactType::Squares, "Black's pieces", |at| color(at, Color::Black)),
    setup_too("own", FactType::Squares, "the pieces of the player on move", |at| {
        color(at, at.turn())
    }),
    setup_too(
        "opponent",
        FactType::Squares,
        "the pieces of the opponent of the player on move",
        |at| color(at, !at.turn()),
    ),
    setup_too("pawns", FactType::Squares, "all pawns", |at| role(at, Role::Pawn)),
    setup_too("knights", FactType::Squares, "all knights", |at| role(at, Role::Knight)),
    setup_too("bishops", FactType::Squares, "all bishops", |at| role(at, Role::Bishop)),
    setup_too("rooks", FactType::Squares, "all rooks", |at| role(at, Role::Rook)),
    setup_too("queens", FactType::Squares, "all queens", |at| role(at, Role::Queen)),
    setup_too("kings", FactType::Squares, "both kings", |at| role(at, Role::King)),
    position("plies", FactType::Number, "how many moves have been played since the setup", |at| {
        number(at.plies()? as u64)
    }),
    position(
        "occurrences",
        FactType::Number,
        "how often the position has arisen since the setup",
        |at| number(at.occurrences()?),
    ),
    position(
        "en_passant",
        FactType::Squares,
        "the square on which a pawn can legally capture en passant",
        |at| squares(set(at.position()?.en_passant())),
    ),
    position("in_check", FactType::YesNo, "whether the player on move is in check", |at| {
        yes_no(at.position()?.is_check())
    }),
    setup_too("checkers", FactType::Squares, "the pieces that give check", |at| {
        let setup = || Position::from_playable(at.first_setup()).ok();
        squares(at.position().copied().or_else(setup)?.checkers())
    }),
    position("legal_moves", FactType::Number, "the number of legal moves", |at| {
        number(at.position()?.count_legal_moves() as u64)
    }),
    position(
        "en_passant_captures",
        FactType::Number,
        "how many of the legal moves are en passant captures",
        |at| {
            let position = at.position()?;
            let captures = |one: &Move| moves::is_en_passant(position, *one);
            number(position.legal_moves().iter().filter(|one| captures(one)).count() as u64)
        },
    ),
    position(
        "castling_through_check",
        FactType::Squares,
        "the rooks with which castling is forbidden only because the king would pass over an attacked square",
        |at| squares(moves::castling_through_check(at.position()?)),
    ),
    position("checkmate", FactType::YesNo, "whether the player on move is checkmated", |at| {
        yes_no(at.position()?.is_checkmate())
    }),
    position("stalemate", FactType::YesNo, "whether the player on move is stalemated", |at| {
        yes_no(at.position()?.is_stalemate())
    }),
    position(
        "insufficient_material",
        FactType::YesNo,
        "whether the material rules out mate by either side, wherever it stands",
        |at| yes_no(material::is_insufficient(at.position()?.placement())),
    ),
    position(
        "white_can_mate",
        FactType::YesNo,
        "whether White can mate by any series of legal moves; unknown where the search does not decide it",
        |at| can_mate(at, Color::White),
    ),
    position("black_can_mate", FactType::YesNo, "whether Black can, likewise", |at| {
        can_mate(at, Color::Black)
    }),
    position("same_as_start", FactType::YesNo, "whether the position is that of the setup", |at| {
        let start = at.context.positions().first()?;
        yes_no(at.position()?.same_position(start))
    }),
    position(
        "usual_start",
        FactType::YesNo,
        "whether the position is the usual start position",
        |at| yes_no(at.position()?.same_position(&Position::start())),
    ),
    position(
        "acts",
        FactType::Words(Act::NAMES),
        "the acts while the position was on the board, except moves",
        |at| Some(FactValue::Words(at.acts().map(Act::name).collect())),
    ),
    position("white_acts", FactType::Words(Act::NAMES), "the acts of White among these", |at| {
        done_by(at, Color::White)
    }),
    position("black_acts", FactType::Words(Act::NAMES), "the acts of Black among these", |at| {
        done_by(at, Color::Black)
    }),
    position(
        "move.piece",
        FactType::Word(&ROLES),
        "the role of the piece that moved; this fact and the next are about the last move, and unknown at the start",
        |at| {
            let (before, played) = last(at)?;
            word(before.position()?.at(played.from).map_or(NONE, |piece| piece.role.name()))
        },
    ),
    position("move.from", FactType::Squares, "its square of departure", |at| {
        squares(at.played()?.from.set())
    }),
    position(
        "move.to",
        FactType::Squares,
        "its square of arrival; that of the king, if it castled",
        |at| squares(at.played()?.to.set()),
    ),
    position("move.captures", FactType::Word(&ROLES), "the role of the captured piece", |at| {
        let (before, played) = last(at)?;
        word(moves::captures(before.position()?, played).map_or(NONE, Role::name))
    }),
    position("move.castles", FactType::Word(&WINGS), "the side that it castled to", |at| {
        let (before, played) = last(at)?;
        word(match moves::castles(before.position()?, played) {
            Some(Wing::King) => "king-side",
            Some(Wing::Queen) => "queen-side",
            None => NONE,
        })
    }),
    position("move.en_passant", FactType::YesNo, "whether it captured en passant", |at| {
        let (before, played) = last(at)?;
        yes_no(moves::is_en_passant(before.position()?, played))
    }),
    position("move.double_step", FactType::YesNo, "whether a pawn advanced by two squares", |at| {
        let (before, played) = last(at)?;
        yes_no(before.position()?.passed_square(played).is_some())
    }),
    position(
        "move.promotes_to",
        FactType::Word(&ROLES),
        "the role that a pawn promoted to",
        |at| word(at.played()?.promotion.map_or(NONE, Role::name)),
    ),
    position(
        "move.irreversible",
        FactType::YesNo,
        "whether no earlier position can come again: a capture, a pawn move, or a castling right that was lost",
        |at| {
            let (before, played) = last(at)?;
            yes_no(moves::is_irreversible(before.position()?, played, at.position()?))
        },
    ),
    position(
        "move.alternatives",
        FactType::Squares,
        "the other pieces of the same kind, pawns apart, that could have gone to the same square",
        |at| {
            let (before, played) = last(at)?;
            squares(moves::alternatives(before.position()?, played, true))
        },
    ),
    position(
        "move.pinned_alternatives",
        FactType::Squares,
        "those that could have, had their own king not been left in check",
        |at| {
            let (before, played) = last(at)?;
            squares(moves::alternatives(before.position()?, played, false))
        },
    ),
    setup_too(
        "asked_square",
        FactType::Squares,
        "the square in the question, if there is one",
        |at| squares(at.context.square()?.set()),
    ),
    setup_too(
        "asked_from",
        FactType::Squares,
        "the squares from which the moves in the question begin, if it has any",
        |at| squares(at.context.moves()?.iter().map(|one| one.from).collect()),
    ),
    setup_too("text", FactType::Text, "the text in the question, if there is one", |at| {
        Some(FactValue::Text(at.context.text()?))
    }),
    setup_too(
        "text.is_standard_fen",
        FactType::YesNo,
        "whether the text is a FEN, written by the standard letter for letter",
        |at| {
            let text = at.context.text()?;
            yes_no(text.parse().is_ok_and(|read: Setup| read.to_string() == text))
        },
    ),
    setup_too(
        "text.is_standard_san",
        FactType::YesNo,
        "whether the text is a legal move in algebraic notation, written by the standard",
        |at| {
            let (text, read) = (at.context.text()?, at.context.read());
            let written =
                read.and_then(|read| Some(write_san(read.before()?.position()?, read.played()?)));
            yes_no(written.is_some_and(|written| written == text))
        },
    ),
    setup_too(
        "text.is_standard_uci",
        FactType::YesNo,
        "whether the text is a legal move in UCI, written by the standard",
        |at| {
            let (text, read) = (at.context.text()?, at.context.read());
            let written = read.and_then(|read| read.played()).map(|read| read.to_string());
            yes_no(written.is_some_and(|written| written == text))
        },
    ),
];

impl Fact {
    /// Returns the fact with this name.
    pub(super) fn named(name: &str) -> Option<&'static Fact> {
        FACTS.iter().find(|fact| fact.name == name)
    }

    /// Evaluates the fact at a point of a line. Returns `None` if it is undefined there or unknown.
    pub fn value<'a>(&self, at: &LinePoint<'a>) -> Option<FactValue<'a>> {
        (self.value)(at)
    }
}

const fn setup_too(
    name: &'static str,
    kind: FactType,
    about: &'static str,
    value: for<'a> fn(&LinePoint<'a>) -> Option<FactValue<'a>>,
) -> Fact {
    Fact { name, kind, about, of_setup: true, value }
}

const fn position(
    name: &'static str,
    kind: FactType,
    about: &'static str,
    value: for<'a> fn(&LinePoint<'a>) -> Option<FactValue<'a>>,
) -> Fact {
    Fact { name, kind, about, of_setup: false, value }
}

fn number<'a>(number: impl Into<u64>) -> Option<FactValue<'a>> {
    Some(FactValue::Number(number.into()))
}

const fn squares<'a>(squares: Bitboard) -> Option<FactValue<'a>> {
    Some(FactValue::Squares(squares))
}

const fn yes_no<'a>(yes: bool) -> Option<FactValue<'a>> {
    Some(FactValue::YesNo(yes))
}

const fn word<'a>(word: &'static str) -> Option<FactValue<'a>> {
    Some(FactValue::Word(word))
}

fn set(square: Option<Square>) -> Bitboard {
    square.into_iter().collect()
}

fn color<'a>(at: &LinePoint<'a>, color: Color) -> Option<FactValue<'a>> {
    squares(at.placement().color(color))
}

fn role<'a>(at: &LinePoint<'a>, role: Role) -> Option<FactValue<'a>> {
    squares(at.placement().role(role))
}

fn can_mate<'a>(at: &LinePoint<'a>, side: Color) -> Option<FactValue<'a>> {
    yes_no(dead::search(at.position()?, side, DEFAULT_LIMIT).0.decided()?)
}

fn done_by<'a>(at: &LinePoint<'a>, color: Color) -> Option<FactValue<'a>> {
    let done = at.acts().filter(|act| act.by() == Some(color));
    Some(FactValue::Words(done.map(Act::name).collect()))
}

/// Returns the point before the last move, and that move.
fn last<'a>(at: &LinePoint<'a>) -> Option<(LinePoint<'a>, Move)> {
    Some((at.before()?, at.played()?))
}
