use super::example::{A1, CASTLING, E2, FOOLS_MATE, H1, PROMOTION, STALEMATE, START};
use lawbook::{board::Square, position::Move};

family! {
    /// A question about the position on the board, independent of its history.
    PositionQuestion: Position;
    /// Can this setup be played at all?
    Setup "setup" YesOrNo "Can this setup be played?";
    /// Is the side to move in check?
    Check "check" YesOrNo "Is the player on move in check?";
    /// Is the side to move checkmated?
    Checkmate "checkmate" YesOrNo "Is the player on move checkmated?";
    /// Is the side to move stalemated?
    Stalemate "stalemate" YesOrNo "Is the player on move stalemated?";
    /// Which moves are legal?
    LegalMoves "legal-moves" Moves "Which moves are legal?";
    /// Which moves from this square are legal?
    MovesFrom { square: Square } "moves-from" Moves "Which moves from {square} are legal?";
    /// Which piece stands on each square?
    Placement "board" PartOfFen "What stands where?";
    /// Which side is to move?
    Turn "turn" PartOfFen "Who is on move?";
    /// Which castling rights are left?
    Castling "castling" PartOfFen "Which castling rights are left?";
    /// Is this square light?
    IsLight { square: Square } "light" YesOrNo "Is {square} a light square?";
    /// Which pieces give check to the side to move?
    Checkers "checkers" Squares "Which pieces give check?";
    /// Which of the opponent's pieces does the piece on this square attack?
    Attacks { square: Square } "attacks" Squares "What does the piece on {square} attack?";
    /// Which pieces are pinned, and which pieces do they shield?
    Pinned "pinned" Pairs "Which pieces are pinned, and to what?";
    /// Which of these moves does the function that plays a move refuse?
    Refuses { moves: Vec<Move> } "refuses" Moves "Which of these moves are refused?";
}

impl PositionQuestion {
    /// Simple positions with moves played from there, and questions that every library with support for them should
    /// answer correctly.
    pub(super) fn examples() -> Vec<(&'static str, &'static str, Vec<PositionQuestion>)> {
        use PositionQuestion::*;
        let on_the_board = || vec![LegalMoves, Placement, Turn, Castling];
        let attacked = Attacks { square: E2 };
        let refuses = |moves: &str| Refuses {
            moves: moves.split(' ').filter_map(|text| text.parse().ok()).collect(),
        };
        vec![
            (START, "", on_the_board()),
            (START, "", vec![MovesFrom { square: E2 }]),
            (START, "", vec![Setup, Check, Checkmate, Stalemate, Checkers]),
            (START, "", vec![IsLight { square: A1 }, IsLight { square: H1 }]),
            (START, "", vec![refuses("e2e5 e1e2 b8c6 g1f3")]),
            (START, "e2e4 e7e5", vec![LegalMoves, Placement]),
            (START, FOOLS_MATE, vec![Check, Checkmate, Stalemate, Checkers]),
            (STALEMATE, "", vec![Stalemate, Checkmate, LegalMoves]),
            (CASTLING, "", on_the_board()),
            (CASTLING, "e1g1", on_the_board()),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "", vec![LegalMoves]),
            (PROMOTION, "", vec![LegalMoves]),
            ("4k3/8/4q3/8/8/8/4R3/4K3 b - - 0 1", "", vec![attacked, Pinned]),
            ("4q3/8/4k3/8/8/8/4R3/6K1 b - - 0 1", "", vec![Check, Checkers]),
        ]
    }
}
