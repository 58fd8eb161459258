use super::example::{BACK_AT_START, ROOK_AND_100_PLIES, STALEMATE, START, TWICE};

family! {
    /// A question about the history of the position on the board.
    HistoryQuestion: History;
    /// How often has the position on the board occurred?
    Occurrences "occurrences" Number "How often has this position arisen?";
    /// Is it the same position as after `ply` plies?
    SameAs { ply: usize } "same-as" YesOrNo "Is this the same position as after ply {ply}?";
    /// How many plies ago was the last capture or pawn move?
    HalfmoveClock "halfmove-clock" Number "How many plies ago was the last capture or pawn move?";
    /// Which move number would a FEN have?
    FullmoveNumber "fullmove-number" PartOfFen "What is the number of the move?";
    /// Has the position on the board occurred at least this many times?
    Occurred { times: u32 } "occurred" YesOrNo "Has this position occurred at least {times} times?";
    /// Have at least this many plies been played since the last capture or pawn move?
    Plies { count: u32 } "plies" YesOrNo
        "Have at least {count} plies passed since the last capture or pawn move?";
    /// Is it a draw now, if one is claimed where it has to be? It is by stalemate, if the material alone rules out mate, and,
    /// unless it is mate, if the position on the board has occurred three times or a hundred plies have been played since the
    /// last capture or pawn move. A claim with a written move does not count, nor does any other dead position.
    Drawn "drawn" YesOrNo "Is it a draw now, if claimed where a claim is needed?";
    /// Which answers change when other moves are played and taken back, or refused? No adapter is sent this question: the
    /// runner asks for the answers before and after.
    Undo "undo" Changes "Which answers change when other moves are played and taken back, or refused?";
    /// Which answers change when the same is asked again, with other questions in between? No adapter is sent this
    /// question: each question is asked twice.
    Again "again" Changes "Which answers change when the same is asked again?";
}

impl HistoryQuestion {
    /// Simple positions with moves played from there, and questions that every library with support for them should
    /// answer correctly.
    pub(super) fn examples() -> Vec<(&'static str, &'static str, Vec<HistoryQuestion>)> {
        use HistoryQuestion::*;
        let same_as = |ply| SameAs { ply };
        let (threefold, fifty) = (Occurred { times: 3 }, Plies { count: 100 });
        vec![
            (START, "", vec![Occurrences, HalfmoveClock, FullmoveNumber, Drawn]),
            (STALEMATE, "", vec![Drawn]),
            (START, "e2e4 e7e5", vec![HalfmoveClock, FullmoveNumber, same_as(0), same_as(2)]),
            (START, "", vec![threefold.clone(), fifty.clone()]),
            (START, TWICE, vec![Occurrences]),
            (START, BACK_AT_START, vec![threefold]),
            (
                START,
                BACK_AT_START,
                vec![Occurrences, same_as(0), same_as(1), same_as(4), HalfmoveClock],
            ),
            (ROOK_AND_100_PLIES, "", vec![HalfmoveClock, fifty]),
        ]
    }
}
