//! How moves are made at the board: touching, promoting, illegal moves, the clock.

use std::fmt;

use super::{Cell, Parameter, Source};
use crate::rules::RuleSet::{self, *};

kind! {
    /// What two hands for one move mean.
    TwoHands {
        /// The move is improper and stands.
        Improper "improper, the move stands",
        /// It counts as an illegal move, even if not completed.
        IllegalAtOnce "an illegal move, even if not completed",
        /// It counts as an illegal move once the clock is pressed.
        IllegalIfPressed "an illegal move once the clock is pressed",
    }
}

kind! {
    /// What a pawn left on the last rank with the clock pressed means.
    PawnLeft {
        /// The move is not complete, and the player has to choose a piece.
        Incomplete "the move is not complete",
        /// An illegal move: the pawn goes back.
        Reinstated "an illegal move, the position is reinstated",
        /// An illegal move: the pawn becomes a queen.
        BecomesQueen "an illegal move, the pawn becomes a queen",
    }
}

kind! {
    /// Which illegal move loses in rapid and blitz without an arbiter at the board.
    Unsupervised {
        /// The same as in standard play.
        AsStandard "as in standard play",
        /// In blitz the first; in rapid as in standard play.
        BlitzFirst "in blitz the first",
        /// The first.
        First "the first",
        /// The second.
        Second "the second",
    }
}

kind! {
    /// How many minutes a penalty of two minutes is in rapid and blitz.
    FastPenalty {
        /// The same as in standard play.
        AsStandard "as in standard play",
        /// Two in rapid, one in blitz.
        RapidTwoBlitzOne "two minutes in rapid, one in blitz",
        /// One.
        One "one minute",
    }
}

parameters! {
    /// Whether pieces are touched: at a board they are, on a screen they are not.
    is_over_the_board: bool {
        Fide1977 | Fide1993 | Fide1997 | Fide2001 | Fide2005 | Fide2009 | Fide2014 | Fide2017 | Fide2018 | Fide2023
            => true, Read "Article 4";
        Uscf7 => true, Read "10";
        FideOnline | Lichess2024 | Lichess2026 | Chesscom2024 => false, Inferred "a server takes legal moves only";
    }

    /// Whether adjusting a piece without saying so first binds like touching it.
    adjusting_binds: bool {
        Fide1977 | Fide1993 | Fide1997 | Fide2001 | Fide2005 => true, Inferred "4.2 and 4.3 of 2009";
        Fide2009 => true, Read "4.3: deliberately touches, except as provided in 4.2";
        Fide2014 => false, Read "4.3: with the intention of moving or capturing";
        Fide2017 | Fide2018 | Fide2023 => true, Read "4.2.2";
        Uscf7 => false, Read "10F";
        FideOnline | Lichess2024 | Lichess2026 | Chesscom2024 => false, Inferred "nothing is touched on a screen";
    }

    /// Whether pressing the clock without a move counts as an illegal move.
    press_without_move_is_illegal: bool {
        Fide1977 | Fide1993 | Fide1997 | Fide2001 | Fide2005 => false, Inferred "the edition of 2009";
        Fide2009 | Fide2014 => false, Read "no such article";
        Fide2017 => true, Read "7.8";
        Fide2018 | Fide2023 => true, Read "7.5.3";
        Uscf7 => false, Read "no such rule";
        FideOnline | Lichess2024 | Lichess2026 | Chesscom2024 => false, Inferred "a server presses the clock";
    }

    /// What two hands for one move mean.
    two_hands: TwoHands {
        Fide1977 | Fide1993 | Fide1997 | Fide2001 | Fide2005 => TwoHands::Improper, Inferred "the edition of 2009";
        Fide2009 | Fide2014 => TwoHands::Improper, Read "4.1";
        Fide2017 => TwoHands::IllegalAtOnce, Read "7.7.1";
        Fide2018 | Fide2023 => TwoHands::IllegalIfPressed, Read "7.5.4";
        Uscf7 => TwoHands::Improper, Read "no such rule";
        FideOnline | Lichess2024 | Lichess2026 | Chesscom2024 => TwoHands::Improper, Inferred "a screen sees no hands";
    }

    /// What a pawn left on the last rank with the clock pressed means.
    pawn_left: PawnLeft {
        Fide1977 | Fide1993 => PawnLeft::Incomplete, Inferred "no such article";
        Fide1997 | Fide2001 | Fide2005 => PawnLeft::Reinstated, Inferred "the edition of 2009";
        Fide2009 => PawnLeft::Reinstated, Read "7.4";
        Fide2014 => PawnLeft::BecomesQueen, Read "7.5a";
        Fide2017 | Fide2018 | Fide2023 => PawnLeft::BecomesQueen, Read "7.5.2";
        Uscf7 => PawnLeft::Incomplete, Read "8F7";
        FideOnline | Lichess2024 | Lichess2026 | Chesscom2024 => PawnLeft::Incomplete, Inferred "the server asks for the piece";
    }

    /// Which completed illegal move loses in standard play, if one does.
    illegal_move_that_loses: Option<u32> {
        Fide1977 | Fide1993 => None, Inferred "no such article before 1997";
        Fide1997 => None, Read "7.4; the third only in a quickplay finish, 10.3";
        Fide2001 | Fide2005 | Fide2009 => Some(3), Read "7.4b";
        Fide2014 => Some(2), Read "7.5b";
        Fide2017 | Fide2018 | Fide2023 => Some(2), Read "7.5.5";
        Uscf7 => None, Read "11D: left to the director";
        FideOnline | Lichess2024 | Lichess2026 | Chesscom2024 => None, Inferred "a server takes legal moves only";
    }

    /// Which illegal move loses in rapid and blitz without an arbiter at the board.
    illegal_unsupervised: Unsupervised {
        Fide1977 => Unsupervised::AsStandard, Inferred "no rules for rapid and blitz";
        Fide1993 | Fide2001 | Fide2005 => Unsupervised::BlitzFirst, Inferred "the editions of 1997 and 2009";
        Fide1997 => Unsupervised::BlitzFirst, Read "C3";
        Fide2009 => Unsupervised::BlitzFirst, Read "A.4c, B.3c";
        Fide2014 => Unsupervised::First, Inferred "A.4b; B.4, as in the editions after it";
        Fide2017 => Unsupervised::First, Read "A.4.2";
        Fide2018 => Unsupervised::Second, Read "A.4.2, B.4";
        Fide2023 => Unsupervised::Second, Read "A.5.2, B.3";
        Uscf7 => Unsupervised::BlitzFirst, Inferred "rule 7d of the blitz rules, as clubs and the federation retell them";
        FideOnline | Lichess2024 | Lichess2026 | Chesscom2024 => Unsupervised::AsStandard, Inferred "a server takes legal moves only";
    }

    /// How many minutes an illegal move brings the opponent in standard play.
    illegal_move_minutes: u32 {
        Fide1977 | Fide1993 => 0, Inferred "the edition of 1997";
        Fide1997 => 0, Read "7.4; two only in a quickplay finish, 10.3";
        Fide2001 | Fide2005 | Fide2009 => 2, Read "7.4b";
        Fide2014 => 2, Read "7.5b";
        Fide2017 | Fide2018 | Fide2023 => 2, Read "7.5.5";
        Uscf7 => 2, Read "11D";
        FideOnline | Lichess2024 | Lichess2026 | Chesscom2024 => 0, Inferred "a server takes legal moves only";
    }

    /// How many minutes a penalty of two minutes is in rapid and blitz.
    fast_penalty: FastPenalty {
        Fide1977 | Fide1993 | Fide1997 | Fide2001 | Fide2005 => FastPenalty::AsStandard, Inferred "the edition of 2009";
        Fide2009 => FastPenalty::AsStandard, Read "A.4, B.3";
        Fide2014 => FastPenalty::RapidTwoBlitzOne, Inferred "the edition of 2017";
        Fide2017 | Fide2018 => FastPenalty::RapidTwoBlitzOne, Read "B.2";
        Fide2023 => FastPenalty::One, Read "A.3, and B.3 for blitz";
        Uscf7 => FastPenalty::AsStandard, Read "14C6";
        FideOnline | Lichess2024 | Lichess2026 | Chesscom2024 => FastPenalty::AsStandard, Inferred "a server knows no penalties";
    }

    /// Whether losing by illegal moves is a draw if the opponent cannot mate.
    illegal_loss_may_draw: bool {
        Fide1977 | Fide1993 => false, Inferred "nothing loses by illegal moves";
        Fide1997 | Fide2001 | Fide2005 => false, Read "not in the text of 7.4";
        Fide2009 => true, Read "7.4b";
        Fide2014 => true, Read "7.5b";
        Fide2017 | Fide2018 | Fide2023 => true, Read "7.5.5";
        Uscf7 => true, Inferred "rule 7d of the blitz rules: with mating material";
        FideOnline | Lichess2024 | Lichess2026 | Chesscom2024 => false, Inferred "nothing loses by illegal moves";
    }

    /// How many of a player's moves back an illegal move can be taken back, if there is a limit.
    illegal_window: Option<u32> {
        Fide1977 | Fide1993 | Fide2001 | Fide2005 | Fide2014 => None, Inferred "the other editions";
        Fide1997 | Fide2009 => None, Read "7.4";
        Fide2017 | Fide2018 | Fide2023 => None, Read "7.5.1";
        Uscf7 => Some(10), Read "11A";
        FideOnline | Lichess2024 | Lichess2026 | Chesscom2024 => None, Inferred "a server takes legal moves only";
    }
}
