//! Mishaps that are found late: a game begun wrongly, a position that cannot be.

use std::fmt;

use super::{Cell, Parameter, Source};
use crate::rules::RuleSet::{self, *};

kind! {
    /// What an illegal position means that is found in rapid or blitz without an arbiter at the board.
    IllegalPosition {
        /// The same as in standard play: the position before the illegal move is restored.
        AsStandard "as in standard play",
        /// In rapid the arbiter intervenes, and the text does not say how; in blitz he does not.
        InterveneInRapid "the arbiter intervenes in rapid, and not in blitz",
        /// The arbiter waits for the next move and then draws the game.
        WaitThenDraw "a draw if the next move does not end it",
    }
}

/// From when on a game goes on that was begun wrongly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoesOnFrom {
    /// It always does.
    Start,
    /// Once each player has made so many moves.
    Move(u32),
    /// It never does: it is cancelled whenever this is found.
    Never,
}

impl GoesOnFrom {
    /// Whether it goes on after so many moves of each player.
    pub const fn after(self, moves_of_each: u32) -> bool {
        match self {
            GoesOnFrom::Start => true,
            GoesOnFrom::Move(number) => moves_of_each >= number,
            GoesOnFrom::Never => false,
        }
    }
}

impl super::InWords for GoesOnFrom {
    fn in_words(&self) -> String {
        match self {
            GoesOnFrom::Start => "always".to_owned(),
            GoesOnFrom::Move(number) => number.to_string(),
            GoesOnFrom::Never => "never".to_owned(),
        }
    }
}

parameters! {
    /// After how many moves of each player a game begun with colours reversed goes on.
    colours_reversed_stands_from: GoesOnFrom {
        Fide1977 | Fide1993 => GoesOnFrom::Start, Inferred "the edition of 1997";
        Fide1997 | Fide2001 | Fide2005 | Fide2009 => GoesOnFrom::Start, Read "7.2: unless the arbiter rules otherwise";
        Fide2014 => GoesOnFrom::Start, Read "7.3: unless the arbiter rules otherwise";
        Fide2017 | Fide2018 | Fide2023 => GoesOnFrom::Move(10), Read "7.3";
        Uscf7 => GoesOnFrom::Move(10), Read "11F";
        FideOnline | Lichess2024 | Lichess2026 | Chesscom2024 => GoesOnFrom::Start, Inferred "a server gives the colours";
    }

    /// After how many moves of each player a game begun with pieces misplaced goes on.
    pieces_misplaced_stands_from: GoesOnFrom {
        Fide1977 | Fide1993 => GoesOnFrom::Never, Inferred "the edition of 1997";
        Fide1997 | Fide2001 | Fide2005 | Fide2009 => GoesOnFrom::Never, Read "7.1a";
        Fide2014 => GoesOnFrom::Never, Read "7.2a";
        Fide2017 | Fide2018 | Fide2023 => GoesOnFrom::Never, Read "7.2.1";
        Uscf7 => GoesOnFrom::Move(10), Read "11F";
        FideOnline | Lichess2024 | Lichess2026 | Chesscom2024 => GoesOnFrom::Never, Inferred "a server sets up the pieces";
    }

    /// After how many moves of each player pieces or board cannot be objected to in rapid and blitz
    /// without an arbiter at the board.
    set_up_stands_from_unsupervised: GoesOnFrom {
        Fide1977 | Fide1993 => GoesOnFrom::Never, Inferred "no rules for such games";
        Fide1997 | Fide2001 | Fide2005 => GoesOnFrom::Move(3), Inferred "the edition of 2009";
        Fide2009 => GoesOnFrom::Move(3), Read "A.4a";
        Fide2014 => GoesOnFrom::Move(10), Read "A.4a";
        Fide2017 | Fide2018 => GoesOnFrom::Move(10), Read "A.4.1";
        Fide2023 => GoesOnFrom::Move(10), Read "A.5.1";
        Uscf7 => GoesOnFrom::Never, Inferred "chapter 11 was not read";
        FideOnline | Lichess2024 | Lichess2026 | Chesscom2024 => GoesOnFrom::Never, Inferred "a server sets up the pieces";
    }

    /// What an illegal position means that is found in rapid or blitz without an arbiter at the board.
    illegal_position: IllegalPosition {
        Fide1977 | Fide1993 | Fide1997 | Fide2001 | Fide2005 => IllegalPosition::AsStandard, Inferred "no such sentence is known";
        Fide2009 => IllegalPosition::InterveneInRapid, Read "A.4c, and B.3b for blitz";
        Fide2014 => IllegalPosition::WaitThenDraw, Read "A.4d";
        Fide2017 | Fide2018 => IllegalPosition::WaitThenDraw, Read "A.4.4";
        Fide2023 => IllegalPosition::WaitThenDraw, Read "A.5.4";
        Uscf7 => IllegalPosition::AsStandard, Inferred "chapter 11 was not read";
        FideOnline | Lichess2024 | Lichess2026 | Chesscom2024 => IllegalPosition::AsStandard, Inferred "a server takes legal moves only";
    }
}
