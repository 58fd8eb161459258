use super::example::{BACK_AT_START, CASTLING, FOOLS_MATE, PROMOTION, ROOK, START};

family! {
    /// A question about the notation of moves and positions.
    NotationQuestion: Notation;
    /// How is the last move written?
    San "san" Text "How is the last move written?";
    /// Which FEN describes the position?
    Fen "fen" Fen "The FEN of the position.";
    /// Which move does this text mean?
    Reads { text: String } "reads" MoveOrNothing "Which move does {text:?} mean?";
    /// Which legal move does this text mean in UCI?
    ReadsUci { text: String } "reads-uci" MoveOrNothing "Which move does {text:?} mean in UCI?";
    /// Which setup does this text mean as a FEN, independent of the position on the board?
    ReadsFen { text: String } "reads-fen" SetupOrNothing "Which position does {text:?} mean?";
}

impl NotationQuestion {
    /// Simple positions with moves played from there, and questions that every library with support for them should
    /// answer correctly.
    pub(super) fn examples() -> Vec<(&'static str, &'static str, Vec<NotationQuestion>)> {
        use NotationQuestion::*;
        let reads = |text: &str| Reads { text: text.to_owned() };
        let reads_uci = |text: &str| ReadsUci { text: text.to_owned() };
        let reads_fen = ReadsFen { text: ROOK.to_owned() };
        vec![
            (START, "", ["Nf3", "e4", "Nd4", "Ke2"].map(reads).to_vec()),
            (START, "", vec![reads_uci("g1f3"), reads_uci("g1g3"), reads_fen]),
            (PROMOTION, "", vec![reads("a8=N")]),
            (START, "", vec![Fen]),
            (START, "e2e4 e7e5", vec![San, Fen]),
            (START, BACK_AT_START, vec![San]),
            (START, FOOLS_MATE, vec![San]),
            (CASTLING, "e1g1", vec![San]),
        ]
    }
}
