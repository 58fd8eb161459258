//! Enums whose variants have permanent names.

/// Defines an enum from a table of its variants and their names: `Refused::name; Claim "claim", Offer "offer",`.
///
/// A variant is serialized under its name, and the method after the type returns the name. `ALL` has the variants in
/// order. With a second method, as in `Termination::code, phrase`, each variant has a second text, which it returns.
macro_rules! named {
    (
        $(#[$about:meta])*
        $type:ident::$name:ident, $(#[$about_other:meta])* $other:ident;
        $($(#[$about_variant:meta])+ $variant:ident $text:literal $other_text:literal,)+
    ) => {
        named! { $(#[$about])* $type::$name; $($(#[$about_variant])+ $variant $text,)+ }

        impl $type {
            $(#[$about_other])*
            pub const fn $other(self) -> &'static str {
                match self { $($type::$variant => $other_text,)+ }
            }
        }
    };
    (
        $(#[$about:meta])*
        $type:ident::$name:ident;
        $($(#[$about_variant:meta])+ $variant:ident $text:literal,)+
    ) => {
        $(#[$about])*
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
        )]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        pub enum $type { $($(#[$about_variant])+ #[serde(rename = $text)] $variant,)+ }

        impl $type {
            /// All of them, in order.
            pub const ALL: [$type; [$($text),+].len()] = [$($type::$variant),+];

            /// The permanent name, used in messages and files.
            pub const fn $name(self) -> &'static str {
                match self { $($type::$variant => $text,)+ }
            }
        }
    };
}
