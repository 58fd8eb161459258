use super::{Home, Language, Usage};

/// The libraries in Rust; the places in their sources are of the commit that was published.
pub(super) const HOMES: [Home; 11] = [
    Home {
        repository: "https://github.com/miguel-ambrona/chasolver",
        tree: Some((
            "3.0.0",
            "https://github.com/miguel-ambrona/chasolver/blob/80288a8b1f46fbb1f255576a39ac732dc971db96/",
        )),
        usage: Some(Usage {
            head: &[
                "use std::str::FromStr;",
                "use chasolver::winnability;",
                "use chess::{Board, ChessMove, Color};",
            ],
            set_up: &["let mut board = Board::from_str({fen}).unwrap();"],
            play: "board = board.make_move_new(ChessMove::from_str(uci).unwrap());",
            asks: &[
                ("can-mate-white", "winnability(&board, Color::White)"),
                ("can-mate-black", "winnability(&board, Color::Black)"),
            ],
        }),
        ..rust("chasolver")
    },
    Home {
        repository: "https://github.com/jordanbray/chess",
        tree: Some((
            "3.2.0",
            "https://github.com/jordanbray/chess/blob/0b0f7f02d1bd9d9a4eda672bc61cd020543ba047/",
        )),
        ..rust("chess")
    },
    Home {
        repository: "https://github.com/Santicm23/chess-lab",
        tree: Some((
            "0.2.1",
            "https://github.com/Santicm23/chess-lab/blob/e6ae2ff8390ee2b8bd072208ea754ca9cbcb429a/",
        )),
        ..rust("chess-lab")
    },
    Home {
        repository: "https://github.com/dannyhammer/chessie",
        tree: Some((
            "2.0.0",
            "https://github.com/dannyhammer/chessie/blob/b1b400e606f1f7b5525d9be72314c4bcb6740681/chessie/",
        )),
        usage: Some(Usage {
            head: &["use chessie::{Game, Move};"],
            set_up: &["let mut game = Game::from_fen({fen}).unwrap();"],
            play: "game.make_move(Move::from_uci(&game, uci).unwrap());",
            asks: &[
                ("check", "game.is_in_check()"),
                ("claim-fifty", "game.can_draw_by_fifty()"),
                ("insufficient-material", "game.can_draw_by_insufficient_material()"),
                ("dead", "game.can_draw_by_insufficient_material()"),
                (
                    "legal-moves",
                    "game.get_legal_moves().into_iter().map(|one| one.to_uci()).collect::<Vec<_>>()",
                ),
                ("reads-uci", "Move::from_uci(&game, {text}).map(|one| one.to_uci())"),
                ("halfmove-clock", "game.halfmove()"),
                ("fen", "game.to_fen()"),
            ],
        }),
        ..rust("chessie")
    },
    Home {
        repository: "https://github.com/analog-hors/cozy-chess",
        tree: Some((
            "0.3.4",
            "https://github.com/analog-hors/cozy-chess/blob/1d8a04d1510071931132ce11e988ced0d41807c8/cozy-chess/",
        )),
        ..rust("cozy-chess")
    },
    Home {
        repository: "https://github.com/Zitronenjoghurt/giga-chess",
        tree: Some((
            "0.9.0",
            "https://github.com/Zitronenjoghurt/giga-chess/blob/e457cbcd42c4b779eba5bf613d6a1536bf783663/",
        )),
        ..rust("giga-chess")
    },
    Home {
        repository: "https://github.com/alex65536/owlchess",
        tree: Some((
            "0.4.1",
            "https://github.com/alex65536/owlchess/blob/49a184c99035d46048d1ebeb8264828a4728b20b/chess/",
        )),
        ..rust("owlchess")
    },
    Home {
        repository: "https://github.com/sfleischman105/Pleco",
        tree: Some((
            "0.5.0",
            "https://github.com/sfleischman105/Pleco/blob/7122ae552507abd3853c5ad6ed37cc36637a0831/pleco/",
        )),
        ..rust("pleco")
    },
    Home {
        repository: "https://github.com/Shadowcat650/rchess",
        tree: Some((
            "2.3.0",
            "https://github.com/Shadowcat650/rchess/blob/03f9585a94e3155b6f82eff4f8bc17bad69baa0f/",
        )),
        ..rust("rchess")
    },
    Home {
        repository: "https://github.com/prawnydagrate/rschess",
        tree: Some((
            "2.0.5",
            "https://github.com/prawnydagrate/rschess/blob/264eb30e701ddadce91554496640453828f012a6/",
        )),
        ..rust("rschess")
    },
    Home {
        repository: "https://github.com/niklasf/shakmaty",
        tree: Some((
            "0.30.1",
            "https://github.com/niklasf/shakmaty/blob/4588149aaa94396330eb196151c97551b0a7599b/shakmaty/",
        )),
        ..rust("shakmaty")
    },
];

const fn rust(name: &'static str) -> Home {
    Home {
        name,
        package: name,
        language: Some(Language::Rust),
        repository: "",
        tree: None,
        usage: None,
    }
}
