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
        usage: Some(Usage {
            head: &["use std::str::FromStr;", "use chess::{Board, ChessMove, Game};"],
            set_up: &["let mut game = Game::new_with_board(Board::from_str({fen}).unwrap());"],
            play: "game.make_move(ChessMove::from_str(uci).unwrap());",
            asks: &[
                ("ruling", "game.result()"),
                ("ended", "game.result()"),
                ("claimable", "game.can_declare_draw()"),
                ("checkmate", "game.current_position().status()"),
                ("stalemate", "game.current_position().status()"),
                ("checkers", "game.current_position().checkers().to_string()"),
                (
                    "legal-moves",
                    "chess::MoveGen::new_legal(&game.current_position()).map(|one| one.to_string()).collect::<Vec<_>>()",
                ),
                ("reads-uci", "ChessMove::from_str({text})"),
                ("reads", "ChessMove::from_san(&game.current_position(), {text})"),
                ("fen", "game.current_position().to_string()"),
                ("fullmove-number", "game.current_position().to_string()"),
                ("halfmove-clock", "game.current_position().to_string()"),
            ],
        }),
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
        usage: Some(Usage {
            head: &["use cozy_chess::{Board, util::{parse_san_move, parse_uci_move}};"],
            set_up: &["let mut board = Board::from_fen({fen}, false).unwrap();"],
            play: "board.try_play(parse_uci_move(&board, uci).unwrap()).unwrap();",
            asks: &[
                ("ruling", "board.status()"),
                ("ended", "board.status()"),
                ("checkmate", "board.status()"),
                ("checkers", "board.checkers()"),
                ("halfmove-clock", "board.halfmove_clock()"),
                ("reads-uci", "parse_uci_move(&board, {text})"),
                ("reads", "parse_san_move(&board, {text})"),
                ("fen", "board.to_string()"),
            ],
        }),
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
        usage: Some(Usage {
            head: &["use owlchess::{MoveChain, moves::make, types::OutcomeFilter};"],
            set_up: &[
                "let mut chain = MoveChain::from_fen({fen}).unwrap();",
                "chain.set_auto_outcome(OutcomeFilter::Strict);",
            ],
            play: "chain.push(make::Uci(uci)).unwrap();",
            asks: &[
                ("ruling", "chain.outcome()"),
                ("ended", "chain.outcome()"),
                ("claimable", "chain.calc_outcome()"),
                ("claim-threefold", "chain.calc_outcome()"),
                ("claim-fifty", "chain.calc_outcome()"),
                ("check", "chain.last().is_check()"),
                ("checkers", "chain.last().checkers()"),
                ("checkmate", "chain.last().calc_outcome()"),
                ("stalemate", "chain.last().calc_outcome()"),
                ("insufficient-material", "chain.last().calc_draw_simple()"),
                ("dead", "chain.last().calc_draw_simple()"),
                (
                    "legal-moves",
                    "owlchess::movegen::legal::gen_all(chain.last()).iter().map(|one| one.to_string()).collect::<Vec<_>>()",
                ),
                ("reads-uci", "owlchess::Move::from_uci_legal({text}, chain.last())"),
                ("reads", "owlchess::Move::from_san({text}, chain.last())"),
                ("halfmove-clock", "chain.last().raw().move_counter"),
                ("fen", "chain.last().as_fen()"),
            ],
        }),
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
        usage: Some(Usage {
            head: &[
                "use shakmaty::{CastlingMode, Chess, EnPassantMode, Position, fen::Fen, san::SanPlus, uci::UciMove};",
            ],
            set_up: &[
                "let mut position: Chess = {fen}.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap();",
            ],
            play: "position.play_unchecked(uci.parse::<UciMove>().unwrap().to_move(&position).unwrap());",
            asks: &[
                ("ruling", "position.outcome()"),
                ("ended", "position.outcome()"),
                ("check", "position.is_check()"),
                ("checkers", "position.checkers()"),
                ("checkmate", "position.is_checkmate()"),
                ("stalemate", "position.is_stalemate()"),
                ("insufficient-material", "position.is_insufficient_material()"),
                ("dead", "position.is_insufficient_material()"),
                ("can-mate-white", "position.has_insufficient_material(shakmaty::Color::White)"),
                ("can-mate-black", "position.has_insufficient_material(shakmaty::Color::Black)"),
                ("legal-moves", "position.legal_moves()"),
                ("reads-uci", "{text}.parse::<UciMove>().unwrap().to_move(&position)"),
                ("reads", "{text}.parse::<SanPlus>().unwrap().san.to_move(&position)"),
                ("halfmove-clock", "position.halfmoves()"),
                ("fen", "Fen::from_position(&position, EnPassantMode::Legal).to_string()"),
            ],
        }),
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
