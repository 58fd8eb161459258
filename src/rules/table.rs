//! What the rule sets say, one parameter after another.
//!
//! Every value names where it was read, or says that it is inferred and from what. A value that is
//! inferred is a doubt: the cases that hang on it say so.

use std::fmt;

use super::RuleSet::{self, *};

/// A value of the table, and how it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell<T> {
    /// What the rule set says.
    pub value: T,
    /// How it is known.
    pub source: Source,
}

/// How a value of the table is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// It was read at this place of the rule set's text.
    Read(&'static str),
    /// It was not read; this is what it is inferred from.
    Inferred(&'static str),
}

/// One parameter of the table, for those who list it.
pub struct Parameter {
    /// The name of the method of [`RuleSet`].
    pub name: &'static str,
    /// What it decides.
    pub about: &'static str,
    cell: fn(RuleSet) -> Cell<String>,
}

impl Parameter {
    /// The value under a rule set, in words.
    pub fn cell(&self, rule_set: RuleSet) -> Cell<String> {
        (self.cell)(rule_set)
    }
}

/// A kind of value: its variants with the words for each.
macro_rules! kind {
    ($(#[doc = $doc:literal])+ $name:ident { $($(#[doc = $about:literal])+ $variant:ident $words:literal,)+ }) => {
        $(#[doc = $doc])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name { $($(#[doc = $about])+ $variant,)+ }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self { $($name::$variant => $words,)+ })
            }
        }
    };
}

/// The table itself: a method of [`RuleSet`] for each parameter, and the list of all.
macro_rules! parameters {
    ($(
        $(#[doc = $doc:literal])+
        $name:ident: $kind:ty { $($($set:ident)|+ => $value:expr, $source:ident $place:literal;)+ }
    )+) => {
        impl RuleSet {
            $(
                $(#[doc = $doc])+
                pub const fn $name(self) -> Cell<$kind> {
                    match self {
                        $($($set)|+ => Cell { value: $value, source: Source::$source($place) },)+
                    }
                }
            )+
        }

        impl Parameter {
            /// The whole table.
            pub const ALL: &[Parameter] = &[$(Parameter {
                name: stringify!($name),
                about: concat!($($doc,)+),
                cell: |rule_set| {
                    let Cell { value, source } = rule_set.$name();
                    Cell { value: value.to_string(), source }
                },
            },)+];
        }
    };
}

kind! {
    /// What counts as a dead position.
    DeadPosition {
        /// K v K, K v K and a minor man, K and B v K and B with bishops on one colour.
        ListOf1993 "the list of 1993",
        /// Neither side can mate by any series of legal moves.
        General "no series of legal moves mates",
        /// The men alone rule out mate by either side.
        Material "the men do not suffice",
        /// Each side has at most a king and a minor man, or two knights against a bare king.
        Chesscom "each side has at most K and a minor man, or K and NN against K",
    }
}

kind! {
    /// When a fallen flag draws instead of losing.
    FlagDraw {
        /// The opponent has a bare king.
        BareKing "the opponent has a bare king",
        /// The opponent cannot mate by any series of legal moves.
        NoSeries "the opponent cannot mate by any series of legal moves",
        /// The opponent's men do not suffice for mate, wherever they stand.
        Material "the opponent's men do not suffice",
        /// The opponent has at most a minor man, or two knights against no pawns, and no forced win.
        Uscf14E "the opponent has K, K and a minor man, or K and NN v no pawn, and no forced win",
        /// The opponent has at most a minor man, or two knights against a bare king.
        Chesscom "the opponent has K, K and a minor man, or K and NN against K",
    }
}

kind! {
    /// How the third occurrence of a position draws.
    Threefold {
        /// The player on move claims it, also for a position that a written move would bring about.
        Claim "claimed by the player on move, also with a written move",
        /// Either player claims it while the position stands.
        ClaimByEither "claimed by either player while the position stands",
        /// The game is drawn at once.
        Automatic "automatic",
    }
}

kind! {
    /// What ends a player's right to claim on the present move.
    ClaimUntil {
        /// Touching a man.
        Touch "touching a man",
        /// Making a move.
        Move "making a move",
        /// Pressing the clock.
        Clock "pressing the clock",
    }
}

kind! {
    /// How fifty moves without capture or pawn move draw.
    Fifty {
        /// The player on move claims it, also for moves that a written move would complete.
        Claim "claimed by the player on move, also with a written move",
        /// The player on move claims it once the moves have been made.
        ClaimAfter "claimed by the player on move, once the moves have been made",
        /// The game is drawn at once.
        Automatic "automatic",
    }
}

kind! {
    /// How the fifth occurrence of a position draws.
    Fivefold {
        /// It does not.
        Never "no such rule",
        /// At once, if the occurrences follow each other every second move of each player.
        Consecutive "automatic if the five follow each other directly",
        /// At once.
        Automatic "automatic",
    }
}

kind! {
    /// How seventy-five moves without capture or pawn move draw.
    SeventyFive {
        /// They do not.
        Never "no such rule",
        /// At once, unless the last move gave mate.
        Automatic "automatic, mate takes precedence",
    }
}

parameters! {
    /// What counts as a dead position, which ends the game at once.
    dead_position: DeadPosition {
        Fide1977 => DeadPosition::ListOf1993, Inferred "the Laws of 1993";
        Fide1993 => DeadPosition::ListOf1993, Read "10.4";
        Fide1997 => DeadPosition::General, Read "1.3, 9.6";
        Fide2001 | Fide2005 => DeadPosition::General, Read "5.2b, 9.6";
        Fide2009 => DeadPosition::General, Read "5.2b, 9.6";
        Fide2014 => DeadPosition::General, Read "5.2b";
        Fide2017 | Fide2018 | Fide2023 => DeadPosition::General, Read "5.2.2";
        FideOnline => DeadPosition::General, Read "the article on the end of the game";
        Uscf7 => DeadPosition::General, Read "14D4 beside the list of 14D1 to 14D3";
        Lichess => DeadPosition::Material, Read "the server's source";
        Chesscom => DeadPosition::Chesscom, Read "the help pages";
    }

    /// Whether resigning to an opponent who cannot mate by any series of legal moves is a draw.
    resignation_may_draw: bool {
        Fide1977 | Fide1993 | Fide2005 => false, Inferred "the editions after it";
        Fide1997 | Fide2001 => false, Read "5.1b";
        Fide2009 | Fide2014 => false, Read "5.1b";
        Fide2017 | Fide2018 => false, Read "5.1.2";
        Fide2023 => true, Read "5.1.2";
        FideOnline => false, Read "the article on the end of the game";
        Uscf7 => false, Read "13B";
        Lichess => false, Read "the server's source";
        Chesscom => false, Inferred "the help pages, which name no exception";
    }

    /// When a fallen flag draws instead of losing.
    flag_draw: FlagDraw {
        Fide1977 | Fide1993 => FlagDraw::BareKing, Inferred "practice of the time";
        Fide1997 => FlagDraw::NoSeries, Read "6.9";
        Fide2001 | Fide2005 => FlagDraw::NoSeries, Inferred "6.9 of 1997 and 2009";
        Fide2009 | Fide2014 | Fide2017 | Fide2018 | Fide2023 => FlagDraw::NoSeries, Read "6.9";
        FideOnline => FlagDraw::NoSeries, Read "the article on the end of the game";
        Uscf7 => FlagDraw::Uscf14E, Read "14E";
        Lichess => FlagDraw::Material, Read "the server's source";
        Chesscom => FlagDraw::Chesscom, Read "the help pages";
    }

    /// Whether a flag that falls while the opponent's draw offer stands makes it a draw.
    flag_takes_offer: bool {
        Fide1977 | Fide1993 | Fide2001 | Fide2005 | Fide2014 | Fide2017 => false, Inferred "the other editions";
        Fide1997 | Fide2009 | Fide2018 | Fide2023 => false, Read "9.1";
        FideOnline | Chesscom => false, Inferred "no such rule is stated";
        Uscf7 => false, Read "14B";
        Lichess => true, Read "the server's source";
    }

    /// The number of moves each player must have made before the players can agree to a draw.
    agreement_from_move: u32 {
        Fide1977 | Fide1993 | Fide2001 | Fide2005 => 0, Inferred "the editions of 1997 and 2009";
        Fide1997 => 0, Read "5.2c";
        Fide2009 | Fide2014 => 0, Read "5.2c";
        Fide2017 | Fide2018 | Fide2023 => 1, Read "5.2.3";
        FideOnline | Chesscom => 0, Inferred "left to the event";
        Uscf7 => 0, Read "14B";
        Lichess => 1, Read "the server's source";
    }

    /// How the third occurrence of a position draws.
    threefold: Threefold {
        Fide1977 => Threefold::Claim, Read "18.3";
        Fide1993 => Threefold::Claim, Read "10.10";
        Fide1997 | Fide2001 | Fide2005 | Fide2009 | Fide2014 | Fide2017 | Fide2018 | Fide2023
            => Threefold::Claim, Read "9.2";
        FideOnline => Threefold::Automatic, Read "the article on the end of the game";
        Uscf7 => Threefold::Claim, Read "14C";
        Lichess => Threefold::ClaimByEither, Read "the server's source";
        Chesscom => Threefold::Automatic, Read "the help pages, live games";
    }

    /// What ends a player's right to claim on the present move.
    claim_until: ClaimUntil {
        Fide1977 => ClaimUntil::Move, Read "18.3";
        Fide1993 | Fide1997 | Fide2001 | Fide2005 => ClaimUntil::Move, Inferred "9.4 before 2009";
        Fide2009 | Fide2014 | Fide2017 | Fide2018 | Fide2023 => ClaimUntil::Touch, Read "9.4";
        FideOnline | Lichess | Chesscom => ClaimUntil::Move, Inferred "nothing is touched on a screen";
        Uscf7 => ClaimUntil::Clock, Read "14C4, 9G1";
    }

    /// How the fifth occurrence of a position draws.
    fivefold: Fivefold {
        Fide1977 | Fide1993 | Fide1997 | Fide2001 | Fide2005 | Fide2009 => Fivefold::Never, Read "no such article";
        Fide2014 => Fivefold::Consecutive, Read "9.6a";
        Fide2017 | Fide2018 | Fide2023 => Fivefold::Automatic, Read "9.6.1";
        FideOnline | Chesscom => Fivefold::Never, Read "the third already draws";
        Uscf7 => Fivefold::Never, Read "14K: the director may declare it, nothing is automatic";
        Lichess => Fivefold::Automatic, Read "the server's source";
    }

    /// How fifty moves of each player without capture or pawn move draw.
    fifty: Fifty {
        Fide1977 => Fifty::ClaimAfter, Read "18.4";
        Fide1993 => Fifty::ClaimAfter, Inferred "the edition before it";
        Fide1997 | Fide2001 | Fide2005 | Fide2009 | Fide2014 | Fide2017 | Fide2018 | Fide2023
            => Fifty::Claim, Read "9.3";
        FideOnline => Fifty::Automatic, Read "the article on the end of the game";
        Uscf7 => Fifty::ClaimAfter, Read "14F";
        Lichess => Fifty::Automatic, Read "the server's source";
        Chesscom => Fifty::Automatic, Read "the help pages, live games";
    }

    /// How seventy-five moves of each player without capture or pawn move draw.
    seventy_five: SeventyFive {
        Fide1977 | Fide1993 | Fide1997 | Fide2001 | Fide2005 | Fide2009 => SeventyFive::Never, Read "no such article";
        Fide2014 => SeventyFive::Automatic, Read "9.6b";
        Fide2017 | Fide2018 | Fide2023 => SeventyFive::Automatic, Read "9.6.2";
        FideOnline | Lichess | Chesscom => SeventyFive::Never, Read "fifty already draw";
        Uscf7 => SeventyFive::Never, Read "14K: the director may declare it, nothing is automatic";
    }

    /// Whether a draw claim that is not right stands as a draw offer.
    claim_is_offer: bool {
        Fide1977 | Fide1993 | Fide1997 => false, Inferred "no such sentence before 2001";
        Fide2001 | Fide2005 | Fide2009 | Fide2014 => true, Read "9.1";
        Fide2017 | Fide2018 | Fide2023 => true, Read "9.1.2.3";
        FideOnline | Lichess | Chesscom => false, Inferred "the server refuses the claim";
        Uscf7 => true, Read "14C";
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_has_words_and_a_source() {
        for parameter in Parameter::ALL {
            assert!(!parameter.about.trim().is_empty(), "{}", parameter.name);
            for rule_set in RuleSet::ALL {
                let Cell { value, source } = parameter.cell(rule_set);
                let (Source::Read(place) | Source::Inferred(place)) = source;
                assert!(!value.is_empty() && !place.is_empty(), "{} {rule_set}", parameter.name);
            }
        }
    }
}
