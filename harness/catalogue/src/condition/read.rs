//! Parser and type checker of conditions: turns a text into an expression.

use regex_lite::Regex;
use thiserror::Error;

use super::{
    expression::{Comparator, Expression, Scope, SetFunction, SetOperator},
    fact::{FACTS, Fact},
    token::{Token, tokens},
    value::FactType,
};
use lawbook::{
    board::{Bitboard, File, Rank, Square},
    sentence::distance,
};

/// Maximum nesting depth of brackets.
const DEPTH: usize = 32;

/// Why a text is not a valid condition.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ConditionError {
    /// A character that cannot occur in a condition.
    #[error("{0:?} has no meaning in a condition")]
    Sign(char),
    /// A quoted text without a closing quotation mark.
    #[error("the text {0:?} has no closing quotation mark")]
    Unclosed(String),
    /// An unexpected token.
    #[error("found {found}; expected {right}")]
    Unexpected {
        /// The token found.
        found: String,
        /// The expected kind of token.
        right: &'static str,
    },
    /// An unknown name.
    #[error("unknown fact {name:?}; did you mean {nearest:?}?")]
    Unknown {
        /// The unknown name.
        name: String,
        /// The most similar known name.
        nearest: &'static str,
    },
    /// A word that is not a value of the fact it is compared with.
    #[error("{word:?} is not {right}")]
    Word {
        /// The invalid word.
        word: String,
        /// The type of the fact, which lists its values.
        right: FactType,
    },
    /// A fact within `setup(...)` that is not defined for a setup, which may not be playable.
    #[error("a setup has no {0}; did you mean start({0})?")]
    NotOfSetup(&'static str),
    /// An operand of the wrong type.
    #[error("{part} is {found}; expected {right}")]
    Type {
        /// The operand.
        part: String,
        /// Its type.
        found: String,
        /// The expected type.
        right: &'static str,
    },
    /// An invalid regular expression, with the reason.
    #[error("{0:?} is not a valid regular expression: {1}")]
    Pattern(String, String),
    /// Brackets nested too deeply.
    #[error("more than {DEPTH} nested brackets")]
    TooDeep,
}

type Reading<T> = Result<T, ConditionError>;

/// A parsed part of a condition.
struct TypedPart {
    what: Typed,
    /// The range of tokens that it was parsed from: the first, and the one after the last.
    tokens: (usize, usize),
}

enum Typed {
    Of(FactType, Expression),
    /// A word or a list of words, whose type depends on the other operand of the comparison.
    Words(Vec<String>),
}

/// Parses a condition, and checks that it is a truth value.
pub(super) fn read(text: &str) -> Reading<Expression> {
    let (reader, part) = read_part(text)?;
    reader.truth(part)
}

/// Parses an expression of any type.
pub(super) fn read_typed(text: &str) -> Reading<(Expression, FactType)> {
    match read_part(text)?.1.what {
        Typed::Of(kind, expression) => Ok((expression, kind)),
        Typed::Words(words) => Err(unknown(&words)),
    }
}

fn read_part(text: &str) -> Reading<(ConditionReader, TypedPart)> {
    let mut reader = ConditionReader { tokens: tokens(text)?, next: 0, depth: 0, in_setup: false };
    let part = reader.any()?;
    match reader.peek() {
        None => Ok((reader, part)),
        Some(_) => Err(reader.unexpected("`and`, `or` or the end")),
    }
}

struct ConditionReader {
    tokens: Vec<Token>,
    next: usize,
    depth: usize,
    in_setup: bool,
}

impl ConditionReader {
    /// `a or b or c`
    fn any(&mut self) -> Reading<TypedPart> {
        self.joined("or", ConditionReader::all, Expression::Any)
    }

    /// `a and b and c`
    fn all(&mut self) -> Reading<TypedPart> {
        self.joined("and", ConditionReader::negated, Expression::All)
    }

    fn joined(
        &mut self,
        word: &str,
        part: fn(&mut ConditionReader) -> Reading<TypedPart>,
        join: fn(Vec<Expression>) -> Expression,
    ) -> Reading<TypedPart> {
        let begin = self.next;
        let first = part(self)?;
        if !self.is_word(word) {
            return Ok(first);
        }
        let mut parts = vec![self.truth(first)?];
        while self.take_word(word) {
            let next = part(self)?;
            parts.push(self.truth(next)?);
        }
        Ok(self.part(begin, FactType::YesNo, join(parts)))
    }

    /// `not a`
    fn negated(&mut self) -> Reading<TypedPart> {
        let begin = self.next;
        if !self.take_word("not") {
            return self.comparison();
        }
        let inner = self.deeper(ConditionReader::negated)?;
        let inner = self.truth(inner)?;
        Ok(self.part(begin, FactType::YesNo, Expression::Not(Box::new(inner))))
    }

    /// Parses `a >= b`, `a in b`, `a matches "b"`, or a single operand.
    fn comparison(&mut self) -> Reading<TypedPart> {
        let begin = self.next;
        let one = self.set()?;
        if self.take_word("matches") {
            let text = self.of_type(one, FactType::Text, "a text")?;
            let Some(Token::Text(pattern)) = self.peek().cloned() else {
                return Err(self.unexpected("a pattern in quotation marks"));
            };
            self.next += 1;
            let regex = Regex::new(&pattern)
                .map_err(|error| ConditionError::Pattern(pattern, error.to_string()))?;
            return Ok(self.part(
                begin,
                FactType::YesNo,
                Expression::Matches(Box::new(text), regex),
            ));
        }
        let comparator = match self.peek() {
            Some(Token::Word(word)) if word == "in" => Comparator::In,
            Some(Token::Sign(sign)) => match *sign {
                "=" => Comparator::Equal,
                "!=" => Comparator::Unequal,
                "<" => Comparator::Less,
                "<=" => Comparator::AtMost,
                ">" => Comparator::More,
                ">=" => Comparator::AtLeast,
                _ => return Ok(one),
            },
            Some(Token::Word(_) | Token::Number(_) | Token::Text(_)) | None => return Ok(one),
        };
        self.next += 1;
        let other = self.set()?;
        let (one, other) = self.alike(comparator, one, other)?;
        let compared = Expression::Compared(comparator, Box::new(one), Box::new(other));
        Ok(self.part(begin, FactType::YesNo, compared))
    }

    /// Converts both operands of a comparison to types that `comparator` can compare.
    fn alike(
        &self,
        comparator: Comparator,
        one: TypedPart,
        other: TypedPart,
    ) -> Reading<(Expression, Expression)> {
        let (place, right) = (other.tokens, "a value that can be compared with the other side");
        match comparator {
            Comparator::Less | Comparator::AtMost | Comparator::More | Comparator::AtLeast => Ok((
                self.of_type(one, FactType::Number, "a number")?,
                self.of_type(other, FactType::Number, "a number")?,
            )),
            Comparator::Equal | Comparator::Unequal => match (one.what, other.what) {
                (Typed::Of(FactType::Word(words), one), Typed::Words(others)) => {
                    match &others[..] {
                        [word] => Ok((one, Expression::Word(chosen(word, words)?))),
                        [] | [_, _, ..] => Err(self.wrong(place, "several words", "one word")),
                    }
                }
                (Typed::Of(kind, one), Typed::Of(other_kind, other))
                    if kind.is_comparable_with(other_kind)
                        && !matches!(kind, FactType::Words(_)) =>
                {
                    Ok((one, other))
                }
                (Typed::Of(..), Typed::Words(words)) => Err(unknown(&words)),
                (Typed::Words(words), _) => Err(unknown(&words)),
                (Typed::Of(..), Typed::Of(kind, _)) => Err(self.wrong(place, kind, right)),
            },
            Comparator::In => match (one.what, other.what) {
                (Typed::Of(FactType::Word(words), one), Typed::Words(others)) => {
                    let chosen: Reading<Vec<_>> =
                        others.iter().map(|word| chosen(word, words)).collect();
                    Ok((one, Expression::Words(chosen?)))
                }
                (Typed::Words(one), Typed::Of(FactType::Words(words), others)) => match &one[..] {
                    [word] => Ok((Expression::Word(chosen(word, words)?), others)),
                    [] | [_, _, ..] => Err(unknown(&one)),
                },
                (Typed::Of(FactType::Squares, one), Typed::Of(FactType::Squares, others)) => {
                    Ok((one, others))
                }
                (Typed::Of(..), Typed::Words(words)) => Err(unknown(&words)),
                (Typed::Words(words), _) => Err(unknown(&words)),
                (Typed::Of(..), Typed::Of(kind, _)) => Err(self.wrong(place, kind, right)),
            },
        }
    }

    /// Parses `a & b | c - d`. `&` has the highest precedence; `|` and `-` have the same one.
    fn set(&mut self) -> Reading<TypedPart> {
        self.combined(&[("|", SetOperator::Union), ("-", SetOperator::Difference)], |reader| {
            reader.combined(&[("&", SetOperator::Intersection)], ConditionReader::primary)
        })
    }

    fn combined(
        &mut self,
        operators: &[(&'static str, SetOperator)],
        part: fn(&mut ConditionReader) -> Reading<TypedPart>,
    ) -> Reading<TypedPart> {
        let begin = self.next;
        let mut one = part(self)?;
        while let Some(&(_, operator)) =
            operators.iter().find(|(sign, _)| self.peek() == Some(&Token::Sign(sign)))
        {
            self.next += 1;
            let left = self.of_type(one, FactType::Squares, "squares")?;
            let right = part(self)?;
            let right = self.of_type(right, FactType::Squares, "squares")?;
            let combined = Expression::Combined(operator, Box::new(left), Box::new(right));
            one = self.part(begin, FactType::Squares, combined);
        }
        Ok(one)
    }

    fn primary(&mut self) -> Reading<TypedPart> {
        let begin = self.next;
        match self.peek().cloned() {
            Some(Token::Number(number)) => {
                self.next += 1;
                Ok(self.part(begin, FactType::Number, Expression::Number(number)))
            }
            Some(Token::Sign("(")) => self.bracketed(),
            Some(Token::Sign("[")) => self.list(),
            Some(Token::Word(word)) => {
                self.next += 1;
                self.named(begin, word)
            }
            Some(Token::Sign(_) | Token::Text(_)) | None => {
                Err(self.unexpected("a fact, a number or squares"))
            }
        }
    }

    /// Parses a fact, a scope, a function, or the name of a set of squares.
    fn named(&mut self, begin: usize, word: String) -> Reading<TypedPart> {
        if let Some(fact) = Fact::named(&word) {
            if self.in_setup && !fact.of_setup {
                return Err(ConditionError::NotOfSetup(fact.name));
            }
            return Ok(self.part(begin, fact.kind, Expression::Fact(fact)));
        }
        if let Some(squares) = squares(&word) {
            return Ok(self.part(begin, FactType::Squares, squares));
        }
        if let Some((scope, ..)) = Scope::ALL.into_iter().find(|(_, name, _)| *name == word) {
            let outside = std::mem::replace(&mut self.in_setup, scope == Scope::Setup);
            let mut inner = self.bracketed()?;
            self.in_setup = outside;
            if scope == Scope::Ever {
                let held = self.truth(inner)?;
                inner = self.part(begin, FactType::YesNo, held);
            }
            return match inner.what {
                Typed::Of(kind, inner) => {
                    Ok(self.part(begin, kind, Expression::Scoped(scope, Box::new(inner))))
                }
                Typed::Words(words) => Err(unknown(&words)),
            };
        }
        if let Some((function, ..)) =
            SetFunction::ALL.into_iter().find(|(_, name, _)| *name == word)
        {
            let inner = self.bracketed()?;
            let inner = self.of_type(inner, FactType::Squares, "squares")?;
            let kind = match function {
                SetFunction::Count => FactType::Number,
                SetFunction::Files
                | SetFunction::Ranks
                | SetFunction::Beside
                | SetFunction::MoversTo => FactType::Squares,
            };
            return Ok(self.part(begin, kind, Expression::Applied(function, Box::new(inner))));
        }
        match self.peek() {
            Some(Token::Sign("(")) => Err(unknown(&[word])),
            Some(_) | None => {
                Ok(TypedPart { what: Typed::Words(vec![word]), tokens: (begin, self.next) })
            }
        }
    }

    fn bracketed(&mut self) -> Reading<TypedPart> {
        self.take_sign("(", "an opening bracket")?;
        let inner = self.deeper(ConditionReader::any)?;
        self.take_sign(")", "a closing bracket")?;
        Ok(inner)
    }

    /// `[f1, g1]` or `[pawn, knight]`
    fn list(&mut self) -> Reading<TypedPart> {
        let begin = self.next;
        let mut words = Vec::new();
        self.take_sign("[", "an opening bracket")?;
        loop {
            let Some(Token::Word(word)) = self.peek().cloned() else {
                return Err(self.unexpected("a square or a word"));
            };
            words.push(word);
            self.next += 1;
            if self.peek() == Some(&Token::Sign("]")) {
                break;
            }
            self.take_sign(",", "a comma or a closing bracket")?;
        }
        self.take_sign("]", "a closing bracket")?;
        let squares: Option<Bitboard> = words.iter().map(|word| Square::parse(word)).collect();
        Ok(match squares {
            Some(squares) => self.part(begin, FactType::Squares, Expression::Squares(squares)),
            None => TypedPart { what: Typed::Words(words), tokens: (begin, self.next) },
        })
    }

    /// Calls `read` for an expression within brackets, unless they are nested too deeply.
    fn deeper(
        &mut self,
        read: fn(&mut ConditionReader) -> Reading<TypedPart>,
    ) -> Reading<TypedPart> {
        if self.depth == DEPTH {
            return Err(ConditionError::TooDeep);
        }
        self.depth += 1;
        let part = read(self);
        self.depth -= 1;
        part
    }

    /// Converts the part to a truth value. A set or a word is true if it is not empty.
    fn truth(&self, part: TypedPart) -> Reading<Expression> {
        match part.what {
            Typed::Of(FactType::YesNo, expression) => Ok(expression),
            Typed::Of(FactType::Squares | FactType::Word(_) | FactType::Words(_), expression) => {
                Ok(Expression::Some(Box::new(expression)))
            }
            Typed::Of(kind @ (FactType::Number | FactType::Text), _) => {
                Err(self.wrong(part.tokens, kind, "a comparison with it"))
            }
            Typed::Words(words) => Err(unknown(&words)),
        }
    }

    fn of_type(&self, part: TypedPart, kind: FactType, right: &'static str) -> Reading<Expression> {
        match part.what {
            Typed::Of(found, expression) if found == kind => Ok(expression),
            Typed::Of(found, _) => Err(self.wrong(part.tokens, found, right)),
            Typed::Words(words) => Err(unknown(&words)),
        }
    }

    fn part(&self, begin: usize, kind: FactType, expression: Expression) -> TypedPart {
        TypedPart { what: Typed::Of(kind, expression), tokens: (begin, self.next) }
    }

    fn wrong(
        &self,
        (begin, end): (usize, usize),
        found: impl ToString,
        right: &'static str,
    ) -> ConditionError {
        let words: Vec<String> = self.tokens[begin..end].iter().map(Token::to_string).collect();
        ConditionError::Type { part: words.join(" "), found: found.to_string(), right }
    }

    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.next)
    }

    fn is_word(&self, wanted: &str) -> bool {
        matches!(self.peek(), Some(Token::Word(word)) if word == wanted)
    }

    fn take_word(&mut self, wanted: &str) -> bool {
        let is_there = self.is_word(wanted);
        self.next += usize::from(is_there);
        is_there
    }

    fn take_sign(&mut self, sign: &'static str, right: &'static str) -> Reading<()> {
        if self.peek() != Some(&Token::Sign(sign)) {
            return Err(self.unexpected(right));
        }
        self.next += 1;
        Ok(())
    }

    fn unexpected(&self, right: &'static str) -> ConditionError {
        let found = self.peek().map_or_else(|| "the end".to_owned(), Token::to_string);
        ConditionError::Unexpected { found, right }
    }
}

/// Returns the squares with this name, such as a square, a file or a rank.
fn squares(word: &str) -> Option<Expression> {
    let one = |text: &str| text.chars().next().filter(|_| text.len() == 1);
    if let Some(file) = word.strip_prefix("file_") {
        return one(file)
            .and_then(File::from_letter)
            .map(|file| Expression::Squares(file.squares()));
    }
    if let Some(rank) = word.strip_prefix("rank_") {
        return one(rank)
            .and_then(Rank::from_digit)
            .map(|rank| Expression::Squares(rank.squares()));
    }
    if let Some(rank) = word.strip_prefix("own_rank_") {
        let number = one(rank).and_then(Rank::from_digit).map(|rank| rank.index() as u8 + 1);
        return number.map(Expression::OwnRank);
    }
    Some(Expression::Squares(match word {
        "light_squares" => Bitboard::LIGHT,
        "dark_squares" => Bitboard::DARK,
        "corners" => [(File::ALL[0]), File::ALL[7]]
            .into_iter()
            .flat_map(|file| file.squares() & Bitboard::END_RANKS)
            .collect(),
        _ => Square::parse(word)?.set(),
    }))
}

/// Returns the word of `words` that equals `word`.
fn chosen(word: &str, words: &'static [&'static str]) -> Reading<&'static str> {
    words
        .iter()
        .find(|one| **one == word)
        .copied()
        .ok_or_else(|| ConditionError::Word { word: word.to_owned(), right: FactType::Word(words) })
}

/// Returns the error for an unknown name.
fn unknown(words: &[String]) -> ConditionError {
    let name = words.first().cloned().unwrap_or_default();
    let names = FACTS.iter().map(|fact| fact.name);
    let names = names.chain(Scope::ALL.map(|(_, name, _)| name));
    let names = names.chain(SetFunction::ALL.map(|(_, name, _)| name));
    let nearest = names.min_by_key(|one| distance(&name, one));
    ConditionError::Unknown { name, nearest: nearest.unwrap_or_default() }
}
