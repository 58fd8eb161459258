//! The words on the wire for what acts and conditions have as values: `on-purpose`, `rapid`.

use crate::{
    question::value_words::value_words,
    rules::{How, Impossible, Mishap, Stage, TimeControl, Touch},
};

value_words! {
    /// How a move is made.
    HowWord for How {
        Properly = "properly", WithTwoHands = "with-two-hands",
        BreachingTouchMove = "breaching-touch-move",
    }
    /// How a piece is touched.
    TouchWord for Touch {
        OnPurpose = "on-purpose", ByAccident = "by-accident",
        AdjustingAfterSayingSo = "adjusting-after-saying-so",
        AdjustingWithoutAWord = "adjusting-without-a-word",
    }
    /// How far an improper move has come before it is found out.
    StageWord for Stage { Made = "made", Completed = "completed", Answered = "answered" }
    /// What a board can show after an illegal move that nobody noticed.
    ImpossibleWord for Impossible {
        BothKingsInCheck = "both-kings-in-check", PawnOnLastRank = "pawn-on-last-rank",
    }
    /// How a game can be begun wrongly.
    MishapWord for Mishap {
        ColoursReversed = "colours-reversed", PiecesMisplaced = "pieces-misplaced",
        BoardTurned = "board-turned", ClocksWrong = "clocks-wrong",
    }
    /// How much time there is.
    TimeWord for TimeControl { Standard = "standard", Rapid = "rapid", Blitz = "blitz" }
}
