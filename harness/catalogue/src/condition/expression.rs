use regex_lite::Regex;

use super::{eval_context::LinePoint, fact::Fact, value::FactValue};
use lawbook::{
    board::{Bitboard, File, Rank, Square},
    position::Move,
};

/// The syntax tree of a parsed condition. Each operand has the type that its operator requires.
#[derive(Clone, Debug)]
pub(super) enum Expression {
    Fact(&'static Fact),
    Number(u64),
    Squares(Bitboard),
    /// A rank counted from the back rank of the side to move.
    OwnRank(u8),
    Word(&'static str),
    Words(Vec<&'static str>),
    Scoped(Scope, Box<Expression>),
    Applied(SetFunction, Box<Expression>),
    Combined(SetOperator, Box<Expression>, Box<Expression>),
    Compared(Comparator, Box<Expression>, Box<Expression>),
    Matches(Box<Expression>, Regex),
    /// Whether the operand is not empty, see `FactValue::is_some`.
    Some(Box<Expression>),
    Not(Box<Expression>),
    All(Vec<Expression>),
    Any(Vec<Expression>),
}

/// Selects the point of the line where the facts within the scope are evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scope {
    Setup,
    Start,
    End,
    Before,
    Written,
    Read,
    /// Any single position of the line: all facts within the scope refer to the same one.
    Ever,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SetFunction {
    Count,
    Files,
    Ranks,
    Beside,
    MoversTo,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SetOperator {
    Union,
    Intersection,
    Difference,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Comparator {
    Equal,
    Unequal,
    Less,
    AtMost,
    More,
    AtLeast,
    In,
}

impl Scope {
    /// Every scope with its name and a description of its point.
    pub(super) const ALL: [(Scope, &'static str, &'static str); 7] = [
        (Scope::Setup, "setup", "of the setup as it is written down, playable or not"),
        (Scope::Start, "start", "of the position before the first move"),
        (Scope::End, "end", "of the position that the question is about (the default)"),
        (Scope::Before, "before", "of the position one move earlier"),
        (
            Scope::Written,
            "written",
            "of the position after the written move with which a draw is claimed",
        ),
        (Scope::Read, "read", "of the position after the move that the text means"),
        (Scope::Ever, "ever", "of one and the same position of the line, including start and end"),
    ];
}

impl SetFunction {
    /// Every function with its name and a description of its result.
    pub(super) const ALL: [(SetFunction, &'static str, &'static str); 5] = [
        (SetFunction::Count, "count", "the number of squares"),
        (SetFunction::Files, "files", "all squares on their files"),
        (SetFunction::Ranks, "ranks", "all squares on their ranks"),
        (SetFunction::Beside, "beside", "the squares to the left and right of them"),
        (
            SetFunction::MoversTo,
            "movers_to",
            "the pieces of the player on move that can legally go to one of them",
        ),
    ];
}

impl Expression {
    /// Evaluates the expression at a point of a line. Returns `None` if its value is unknown.
    pub(super) fn value<'a>(&self, at: &LinePoint<'a>) -> Option<FactValue<'a>> {
        Some(match self {
            Expression::Fact(fact) => return fact.value(at),
            Expression::Number(number) => FactValue::Number(*number),
            Expression::Squares(squares) => FactValue::Squares(*squares),
            Expression::OwnRank(rank) => {
                FactValue::Squares(Rank::relative(*rank, at.turn()).squares())
            }
            Expression::Word(word) => FactValue::Word(word),
            Expression::Words(words) => FactValue::Words(words.clone()),
            Expression::Scoped(scope, inner) => return scoped(*scope, inner, at),
            Expression::Applied(function, set) => apply(*function, set.value(at)?.squares()?, at)?,
            Expression::Combined(operator, one, other) => {
                let (one, other) = (one.value(at)?, other.value(at)?);
                match operator {
                    SetOperator::Union => FactValue::Squares(one.squares()? | other.squares()?),
                    SetOperator::Intersection if matches!(other, FactValue::Pieces(_)) => {
                        other.within(one.squares()?)?
                    }
                    SetOperator::Intersection => one.within(other.squares()?)?,
                    SetOperator::Difference => one.within(!other.squares()?)?,
                }
            }
            Expression::Compared(comparator, one, other) => {
                FactValue::YesNo(compare(*comparator, &one.value(at)?, &other.value(at)?)?)
            }
            Expression::Matches(text, pattern) => {
                FactValue::YesNo(pattern.is_match(text.value(at)?.text()?))
            }
            Expression::Some(inner) => FactValue::YesNo(inner.value(at)?.is_some()?),
            Expression::Not(inner) => FactValue::YesNo(!inner.holds(at)?),
            Expression::All(parts) => {
                FactValue::YesNo(all(parts.iter().map(|part| part.holds(at)))?)
            }
            Expression::Any(parts) => {
                FactValue::YesNo(any(parts.iter().map(|part| part.holds(at)))?)
            }
        })
    }

    /// Evaluates the expression as a truth value. Returns `None` if it is unknown.
    pub(super) fn holds(&self, at: &LinePoint<'_>) -> Option<bool> {
        self.value(at)?.yes_no()
    }
}

fn scoped<'a>(scope: Scope, inner: &Expression, at: &LinePoint<'a>) -> Option<FactValue<'a>> {
    let context = at.context;
    let point = match scope {
        Scope::Setup => Some(context.setup()),
        Scope::Start => context.after(0),
        Scope::End => context.end(),
        Scope::Before => at.before(),
        Scope::Written => context.written(),
        Scope::Read => context.read(),
        Scope::Ever => {
            let points = (0..).map_while(|plies| context.after(plies));
            return any(points.map(|point| inner.holds(&point))).map(FactValue::YesNo);
        }
    };
    inner.value(&point?)
}

fn apply<'a>(function: SetFunction, set: Bitboard, at: &LinePoint<'_>) -> Option<FactValue<'a>> {
    let spread = |to: fn(Square) -> Bitboard| {
        set.into_iter().fold(Bitboard::EMPTY, |all, square| all | to(square))
    };
    Some(FactValue::Squares(match function {
        SetFunction::Count => return Some(FactValue::Number(u64::from(set.len()))),
        SetFunction::Files => spread(|square| File::squares(square.file())),
        SetFunction::Ranks => spread(|square| Rank::squares(square.rank())),
        SetFunction::Beside => spread(|square| {
            [-1, 1].into_iter().filter_map(|files| square.offset(files, 0)).collect()
        }),
        SetFunction::MoversTo if set.is_empty() => set,
        SetFunction::MoversTo => {
            let goes_there = |one: &Move| set.contains(one.to);
            let moves = at.position()?.legal_moves();
            moves.iter().filter(|one| goes_there(one)).map(|one| one.from).collect()
        }
    }))
}

fn compare(comparator: Comparator, one: &FactValue<'_>, other: &FactValue<'_>) -> Option<bool> {
    let numbers = || Some((one.number()?, other.number()?));
    match comparator {
        Comparator::Equal => one.equals(other),
        Comparator::Unequal => one.equals(other).map(|equal| !equal),
        Comparator::Less => numbers().map(|(one, other)| one < other),
        Comparator::AtMost => numbers().map(|(one, other)| one <= other),
        Comparator::More => numbers().map(|(one, other)| one > other),
        Comparator::AtLeast => numbers().map(|(one, other)| one >= other),
        Comparator::In => one.is_in(other),
    }
}

/// Three-valued conjunction: `false` if any part is false, otherwise `None` if any part is unknown.
fn all(mut parts: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    let mut known = Some(true);
    let fails = parts.any(|part| {
        known = known.and(part);
        part == Some(false)
    });
    if fails { Some(false) } else { known }
}

/// Three-valued disjunction: `true` if any part is true, otherwise `None` if any part is unknown.
fn any(parts: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    all(parts.map(|part| part.map(|holds| !holds))).map(|none| !none)
}
