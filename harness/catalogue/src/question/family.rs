//! The table of a family of questions, and what follows from it.

use lawbook::{
    board::{Color, Square},
    position::Move,
    rules::ClaimGround,
};

/// Defines a family of questions as a table: the variant of each question with its fields, its name, the form of its
/// answers, and its sentence.
macro_rules! family {
    (
        $(#[$about:meta])*
        $name:ident: $family:ident;
        $(
            $(#[$doc:meta])*
            $variant:ident $({ $($(#[$attribute:meta])* $field:ident: $type:ty),+ })?
                $asked:literal $form:ident $sentence:tt;
        )+
    ) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(tag = "ask")]
        #[allow(missing_docs)] // each field is explained with the variant
        pub enum $name {
            $(
                $(#[$doc])*
                #[serde(rename = $asked)]
                $variant $({ $($(#[$attribute])* $field: $type),+ })?,
            )+
        }

        impl $name {
            /// The name under `ask`.
            pub(super) const fn sent_as(&self) -> &'static str {
                match self { $($name::$variant { .. } => $asked,)+ }
            }

            /// The form of its answers.
            pub(super) const fn form(&self) -> super::AnswerForm {
                match self { $($name::$variant { .. } => super::AnswerForm::$form,)+ }
            }

            /// Whether it has no field.
            pub(super) const fn is_plain(&self) -> bool {
                match self {
                    $($name::$variant { .. } => <[&str]>::is_empty(&[$($(stringify!($field)),+)?]),)+
                }
            }

            /// The subject of the question, as it appears in its name.
            pub(super) fn subject(&self) -> Option<String> {
                use super::family::Field;
                match self {
                    $($name::$variant $({ $($field),+ })? => {
                        let subjects: &[Option<String>] = &[$($(Field::subject($field)),+)?];
                        subjects.iter().flatten().next().cloned()
                    })+
                }
            }

            /// The square that it is about, if any.
            pub(super) fn square(&self) -> Option<lawbook::board::Square> {
                use super::family::Field;
                match self {
                    $($name::$variant $({ $($field),+ })? => {
                        let squares: &[Option<_>] = &[$($(Field::square($field)),+)?];
                        squares.iter().flatten().next().copied()
                    })+
                }
            }

            /// The same question with the colours exchanged.
            pub(super) fn flip(&self) -> $name {
                match self {
                    $($name::$variant $({ $($field),+ })? => {
                        $name::$variant $({ $($field: super::family::Field::flip($field)),+ })?
                    })+
                }
            }

            /// Formats the question in words.
            pub(super) fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match self {
                    $($name::$variant $({ $($field),+ })? => {
                        $($(let _ = $field;)+)?
                        write!(f, $sentence)
                    })+
                }
            }
        }

        impl From<$name> for super::Question {
            fn from(question: $name) -> super::Question {
                super::Question::$family(question)
            }
        }
    };
}

/// The type of a field of a question.
pub(super) trait Field: Clone {
    /// Returns it as it appears in the name of the question, if it does.
    fn subject(&self) -> Option<String> {
        None
    }

    /// Returns the square that it is.
    fn square(&self) -> Option<Square> {
        None
    }

    /// Returns it with the colours exchanged.
    fn flip(&self) -> Self {
        self.clone()
    }
}

impl Field for Square {
    fn subject(&self) -> Option<String> {
        Some(self.to_string())
    }

    fn square(&self) -> Option<Square> {
        Some(*self)
    }

    fn flip(&self) -> Square {
        Square::flip(*self)
    }
}

impl Field for String {
    fn subject(&self) -> Option<String> {
        Some(self.clone())
    }

    fn flip(&self) -> String {
        super::flip::text(self)
    }
}

impl Field for u32 {
    fn subject(&self) -> Option<String> {
        Some(self.to_string())
    }
}

impl Field for usize {
    fn subject(&self) -> Option<String> {
        Some(self.to_string())
    }
}

impl Field for Vec<Move> {
    fn flip(&self) -> Vec<Move> {
        super::flip::moves(self)
    }
}

impl Field for Option<Move> {
    fn flip(&self) -> Option<Move> {
        self.map(Move::flip)
    }
}

impl Field for Color {
    fn flip(&self) -> Color {
        !*self
    }
}

impl Field for ClaimGround {}
