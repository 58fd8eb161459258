use std::fmt;

use lawbook::board::{Bitboard, Placement};

/// The type of a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FactType {
    /// A truth value.
    YesNo,
    /// A non-negative integer.
    Number,
    /// A set of squares, possibly empty, with the pieces on them if the fact is about pieces.
    Squares,
    /// One of the listed words.
    Word(&'static [&'static str]),
    /// A set of the listed words, possibly empty.
    Words(&'static [&'static str]),
    /// An arbitrary text.
    Text,
}

/// The value of a fact.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // each variant is named after its value
pub enum FactValue<'a> {
    YesNo(bool),
    Number(u64),
    Squares(Bitboard),
    /// A set of squares with the pieces on them.
    Pieces(Box<Placement>),
    Word(&'static str),
    Words(Vec<&'static str>),
    Text(&'a str),
}

/// The word that stands for the absence of a value, for facts of the type `Word`.
pub(crate) const NONE: &str = "none";

impl FactType {
    /// Whether values of these two types can be tested for equality.
    pub(super) fn is_comparable_with(self, other: FactType) -> bool {
        std::mem::discriminant(&self) == std::mem::discriminant(&other)
    }
}

impl FactValue<'_> {
    /// Converts the value to a truth value. A set is true if it is not empty, a word if it is not `none`. Returns
    /// `None` for types without such a conversion.
    pub(super) fn is_some(&self) -> Option<bool> {
        match self {
            FactValue::YesNo(yes) => Some(*yes),
            FactValue::Squares(squares) => Some(!squares.is_empty()),
            FactValue::Pieces(placement) => Some(!placement.occupied().is_empty()),
            FactValue::Word(word) => Some(*word != NONE),
            FactValue::Words(words) => Some(!words.is_empty()),
            FactValue::Number(_) | FactValue::Text(_) => None,
        }
    }

    pub(super) const fn yes_no(&self) -> Option<bool> {
        if let FactValue::YesNo(yes) = self { Some(*yes) } else { None }
    }

    /// The number, if it is one.
    pub const fn number(&self) -> Option<u64> {
        if let FactValue::Number(number) = self { Some(*number) } else { None }
    }

    pub(crate) const fn text(&self) -> Option<&str> {
        if let FactValue::Text(text) = self { Some(text) } else { None }
    }

    pub(super) fn squares(&self) -> Option<Bitboard> {
        match self {
            FactValue::Squares(squares) => Some(*squares),
            FactValue::Pieces(placement) => Some(placement.occupied()),
            FactValue::YesNo(_)
            | FactValue::Number(_)
            | FactValue::Word(_)
            | FactValue::Words(_)
            | FactValue::Text(_) => None,
        }
    }

    /// Whether the two values are equal. Two sets of pieces are compared by piece, all other sets by square.
    pub(super) fn equals(&self, other: &FactValue<'_>) -> Option<bool> {
        Some(match (self, other) {
            (FactValue::YesNo(one), FactValue::YesNo(other)) => one == other,
            (FactValue::Number(one), FactValue::Number(other)) => one == other,
            (FactValue::Word(one), FactValue::Word(other)) => one == other,
            (FactValue::Text(one), FactValue::Text(other)) => one == other,
            (FactValue::Pieces(one), FactValue::Pieces(other)) => one == other,
            (one, other) => one.squares()? == other.squares()?,
        })
    }

    /// Whether this value is contained in `others`: squares in squares, or a word in words.
    pub(super) fn is_in(&self, others: &FactValue<'_>) -> Option<bool> {
        match (self, others) {
            (FactValue::Word(word), FactValue::Words(words)) => Some(words.contains(word)),
            (one, others) => Some(one.squares()?.is_subset(others.squares()?)),
        }
    }

    /// Intersects the value with a set of squares. Pieces keep their identity.
    pub(super) fn within(self, set: Bitboard) -> Option<Self> {
        match self {
            FactValue::Pieces(mut placement) => {
                for square in placement.occupied() - set {
                    placement.remove(square);
                }
                Some(FactValue::Pieces(placement))
            }
            FactValue::Squares(squares) => Some(FactValue::Squares(squares & set)),
            FactValue::YesNo(_)
            | FactValue::Number(_)
            | FactValue::Word(_)
            | FactValue::Words(_)
            | FactValue::Text(_) => None,
        }
    }
}

/// Writes `yes or no`, `number`, `squares`, or the list of words.
impl fmt::Display for FactType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FactType::YesNo => f.write_str("yes or no"),
            FactType::Number => f.write_str("number"),
            FactType::Squares => f.write_str("squares"),
            FactType::Word(words) => write!(f, "one of {}", words.join(", ")),
            FactType::Words(words) => write!(f, "some of {}", words.join(", ")),
            FactType::Text => f.write_str("text"),
        }
    }
}
