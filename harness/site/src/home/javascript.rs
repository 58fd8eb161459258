use super::{Home, Language, Usage};

/// The libraries in JavaScript and TypeScript; the places in their sources are of the package as it was published.
pub(super) const HOMES: [Home; 9] = [
    Home {
        repository: "https://github.com/jhlywa/chess.js",
        tree: Some(("1.4.0", "https://unpkg.com/browse/chess.js@1.4.0/")),
        ..javascript("chess.js")
    },
    Home {
        repository: "https://github.com/lubert/chess.ts",
        tree: Some(("0.16.2", "https://unpkg.com/browse/chess.ts@0.16.2/")),
        usage: Some(Usage {
            head: &["import { Chess } from \"chess.ts\";"],
            set_up: &[
                "const game = new Chess();",
                "console.log(game.validateFen({fen}));",
                "game.load({fen});",
            ],
            play: "game.move({ from: uci.slice(0, 2), to: uci.slice(2, 4), promotion: uci[4] });",
            asks: &[
                ("ruling", "game.gameOver()"),
                ("ended", "game.gameOver()"),
                ("check", "game.inCheck()"),
                ("checkmate", "game.inCheckmate()"),
                ("stalemate", "game.inStalemate()"),
                ("insufficient-material", "game.insufficientMaterial()"),
                ("dead", "game.insufficientMaterial()"),
                ("legal-moves", "game.moves()"),
                ("reads", "game.move({text}, { dry_run: true })"),
                ("halfmove-clock", "game.fen()"),
                ("fen", "game.fen()"),
            ],
        }),
        ..javascript("chess.ts")
    },
    Home {
        repository: "https://github.com/ChessCorp/chess-rules",
        tree: Some(("1.1.0", "https://unpkg.com/browse/chess-rules@1.1.0/")),
        usage: Some(Usage {
            head: &["import rules from \"chess-rules\";"],
            set_up: &["let position = rules.fenToPosition({fen});"],
            play: "position = rules.applyMove(position, rules.pgnToMove(position, san));",
            asks: &[
                ("ruling", "rules.getGameStatus(position)"),
                ("ended", "rules.getGameStatus(position)"),
                ("check", "position.check"),
                ("legal-moves", "rules.getAvailableMoves(position)"),
                ("reads", "rules.pgnToMove(position, {text})"),
                ("halfmove-clock", "position.halfMoveClock"),
                ("fen", "rules.positionToFen(position)"),
            ],
        }),
        ..javascript("chess-rules")
    },
    Home {
        repository: "https://github.com/niklasf/chessops",
        tree: Some(("0.15.1", "https://unpkg.com/browse/chessops@0.15.1/")),
        usage: Some(Usage {
            head: &[
                "import { Chess } from \"chessops/chess\";",
                "import { makeFen, parseFen } from \"chessops/fen\";",
                "import { parseSan } from \"chessops/san\";",
                "import { parseUci } from \"chessops/util\";",
            ],
            set_up: &["const position = Chess.fromSetup(parseFen({fen}).unwrap()).unwrap();"],
            play: "position.play(parseUci(uci));",
            asks: &[
                ("ruling", "position.outcome()"),
                ("ended", "position.outcome()"),
                ("check", "position.isCheck()"),
                ("checkmate", "position.isCheckmate()"),
                ("stalemate", "position.isStalemate()"),
                ("insufficient-material", "position.isInsufficientMaterial()"),
                ("dead", "position.isInsufficientMaterial()"),
                ("can-mate-white", "position.hasInsufficientMaterial(\"white\")"),
                ("can-mate-black", "position.hasInsufficientMaterial(\"black\")"),
                ("legal-moves", "position.allDests()"),
                ("reads", "parseSan(position, {text})"),
                ("halfmove-clock", "position.halfmoves"),
                ("fen", "makeFen(position.toSetup())"),
            ],
        }),
        ..javascript("chessops")
    },
    Home {
        repository: "https://github.com/shaack/cm-chess",
        tree: Some(("4.0.0", "https://unpkg.com/browse/cm-chess@4.0.0/")),
        usage: Some(Usage {
            head: &["import { Chess } from \"cm-chess/src/Chess.js\";"],
            set_up: &["const game = new Chess({ fen: {fen}, sloppy: false });"],
            play: "game.move({ from: uci.slice(0, 2), to: uci.slice(2, 4), promotion: uci[4] });",
            asks: &[
                ("ruling", "game.gameOver()"),
                ("ended", "game.gameOver()"),
                ("check", "game.inCheck()"),
                ("checkmate", "game.inCheckmate()"),
                ("stalemate", "game.inStalemate()"),
                ("insufficient-material", "game.insufficientMaterial()"),
                ("dead", "game.insufficientMaterial()"),
                ("legal-moves", "game.moves()"),
                ("reads", "game.validateMove({text})"),
                ("halfmove-clock", "game.fen()"),
                ("fen", "game.fen()"),
            ],
        }),
        ..javascript("cm-chess")
    },
    Home {
        repository: "https://github.com/fairy-stockfish/Fairy-Stockfish",
        usage: Some(Usage {
            head: &[
                "import { createRequire } from \"node:module\";",
                "",
                "// With fetch() it takes Node.js for a browser.",
                "globalThis.fetch = undefined;",
                "const ffish = createRequire(import.meta.url)(\"ffish\");",
                "await new Promise((resolve) => (ffish.onRuntimeInitialized = resolve));",
            ],
            set_up: &[
                "const board = new ffish.Board(\"chess\", {fen});",
                "console.log(ffish.validateFen({fen}, \"chess\"), \"where 1 is right\");",
            ],
            play: "board.push(uci);",
            asks: &[
                ("ruling", "board.isGameOver()"),
                ("ended", "board.isGameOver()"),
                ("claimable", "board.isGameOver(true)"),
                ("check", "board.isCheck()"),
                ("insufficient-material", "board.isInsufficientMaterial()"),
                ("dead", "board.isInsufficientMaterial()"),
                ("can-mate-white", "board.hasInsufficientMaterial(true)"),
                ("can-mate-black", "board.hasInsufficientMaterial(false)"),
                ("legal-moves", "board.legalMoves()"),
                ("reads", "board.pushSan({text})"),
                ("halfmove-clock", "board.halfmoveClock()"),
                ("fen", "board.fen()"),
            ],
        }),
        ..javascript("ffish")
    },
    Home {
        repository: "https://github.com/josefjadrny/js-chess-engine",
        tree: Some(("1.0.3", "https://unpkg.com/browse/js-chess-engine@1.0.3/")),
        usage: Some(Usage {
            head: &["import engine from \"js-chess-engine\";"],
            set_up: &["const game = new engine.Game({fen});"],
            play: "game.move(uci.slice(0, 2).toUpperCase(), uci.slice(2, 4).toUpperCase());",
            asks: &[
                ("ruling", "game.exportJson()"),
                ("ended", "game.exportJson()"),
                ("check", "game.exportJson().check"),
                ("checkmate", "game.exportJson().checkMate"),
                ("legal-moves", "game.moves()"),
                ("castling", "game.exportFEN()"),
                ("halfmove-clock", "game.exportJson().halfMove"),
                ("fen", "game.exportFEN()"),
            ],
        }),
        ..javascript("js-chess-engine")
    },
    Home {
        repository: "https://github.com/yo35/kokopu",
        tree: Some(("4.13.4", "https://unpkg.com/browse/kokopu@4.13.4/")),
        usage: Some(Usage {
            head: &["import { Position } from \"kokopu\";"],
            set_up: &["const position = new Position({fen});", "console.log(position.isLegal());"],
            play: "position.play(position.uci(uci, true));",
            asks: &[
                ("check", "position.isCheck()"),
                ("checkmate", "position.isCheckmate()"),
                ("stalemate", "position.isStalemate()"),
                ("insufficient-material", "position.isDead()"),
                ("dead", "position.isDead()"),
                ("legal-moves", "position.moves().map((move) => position.uci(move))"),
                ("reads-uci", "position.uci({text})"),
                ("reads", "position.notation({text})"),
                ("fen", "position.fen()"),
            ],
        }),
        ..javascript("kokopu")
    },
    Home {
        package: "chess",
        repository: "https://github.com/brozeph/node-chess",
        tree: Some(("1.5.1", "https://unpkg.com/browse/chess@1.5.1/")),
        usage: Some(Usage {
            head: &["import chess from \"chess\";"],
            set_up: &["const client = chess.fromFEN({fen}, { PGN: true });"],
            play: "client.move(san);",
            asks: &[
                ("ruling", "client.getStatus()"),
                ("ended", "client.getStatus()"),
                ("claim-threefold", "client.getStatus().isRepetition"),
                ("check", "client.getStatus().isCheck"),
                ("checkmate", "client.getStatus().isCheckmate"),
                ("stalemate", "client.getStatus().isStalemate"),
                ("legal-moves", "Object.keys(client.getStatus().notatedMoves)"),
                ("reads", "client.move({text})"),
            ],
        }),
        ..javascript("node-chess")
    },
];

const fn javascript(name: &'static str) -> Home {
    Home {
        name,
        package: name,
        language: Some(Language::JavaScript),
        repository: "",
        tree: None,
        usage: None,
    }
}
