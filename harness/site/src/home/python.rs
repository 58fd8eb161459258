use super::{Home, Language, Usage};

/// The libraries in Python, and the engine that a script in Python asks.
pub(super) const HOMES: [Home; 6] = [
    Home {
        repository: "https://github.com/cgearhart/Chessnut",
        usage: Some(Usage {
            head: &["from Chessnut import Game"],
            set_up: &["game = Game({fen})"],
            play: "game.apply_move(uci)",
            asks: &[
                ("ruling", "game.status"),
                ("ended", "game.status"),
                ("check", "game.status"),
                ("checkmate", "game.status"),
                ("stalemate", "game.status"),
                ("legal-moves", "game.get_moves()"),
                ("halfmove-clock", "game.state.ply"),
                ("fen", "game.get_fen()"),
            ],
        }),
        ..python("Chessnut", "Chessnut")
    },
    Home {
        repository: "https://github.com/MNourMoslem/NChess",
        usage: Some(Usage {
            head: &["import nchess"],
            set_up: &["board = nchess.Board({fen})"],
            play: "board.step(uci)",
            asks: &[
                ("ruling", "board.get_game_state()"),
                ("ended", "board.get_game_state()"),
                ("check", "board.is_check"),
                ("insufficient-material", "board.is_insufficient_material"),
                ("dead", "board.is_insufficient_material"),
                ("legal-moves", "board.generate_legal_moves()"),
                ("halfmove-clock", "board.fifty_counter"),
                ("turn", "board.fen()"),
                ("castling", "board.fen()"),
                ("fen", "board.fen()"),
            ],
        }),
        ..python("nchess", "nchess")
    },
    // A program, which is in no registry.
    Home { repository: "https://github.com/pychess/pychess", ..python("pychess", "") },
    Home {
        repository: "https://github.com/gbtami/Fairy-Stockfish",
        usage: Some(Usage {
            head: &["import pyffish"],
            set_up: &[
                "fen = {fen}",
                "print(pyffish.validate_fen(fen, \"chess\"), \"where 1 is right\")",
                "moves = []",
            ],
            play: "moves.append(uci)",
            asks: &[
                ("ruling", "pyffish.is_immediate_game_end(\"chess\", fen, moves)"),
                ("ended", "pyffish.is_immediate_game_end(\"chess\", fen, moves)"),
                ("claimable", "pyffish.is_optional_game_end(\"chess\", fen, moves)"),
                ("check", "pyffish.gives_check(\"chess\", fen, moves)"),
                (
                    "insufficient-material",
                    "pyffish.has_insufficient_material(\"chess\", fen, moves)",
                ),
                ("dead", "pyffish.has_insufficient_material(\"chess\", fen, moves)"),
                ("can-mate", "pyffish.has_insufficient_material(\"chess\", fen, moves)"),
                ("legal-moves", "pyffish.legal_moves(\"chess\", fen, moves)"),
                ("halfmove-clock", "pyffish.get_fen(\"chess\", fen, moves)"),
                ("fen", "pyffish.get_fen(\"chess\", fen, moves)"),
            ],
        }),
        ..python("pyffish", "pyffish")
    },
    Home {
        repository: "https://github.com/niklasf/python-chess",
        tree: Some(("1.11.2", "https://github.com/niklasf/python-chess/blob/v1.11.2/")),
        ..python("python-chess", "chess")
    },
    Home {
        repository: "https://github.com/official-stockfish/Stockfish",
        language: None,
        ..python("stockfish", "")
    },
];

const fn python(name: &'static str, package: &'static str) -> Home {
    Home {
        name,
        package,
        language: Some(Language::Python),
        repository: "",
        tree: None,
        usage: None,
    }
}
