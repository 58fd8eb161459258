use std::path::Path;

/// A library in another language, with an adapter in the folder `harness/foreign/`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Foreign {
    /// The name of the library.
    pub name: &'static str,
    /// The program that runs the adapter: a name, or a path in the folder.
    program: &'static str,
    /// The adapter, as a path in the folder.
    script: &'static str,
    /// What is there, as a path in the folder, if the library is installed.
    needs: &'static str,
}

/// The libraries in other languages, by name.
pub const FOREIGN: [Foreign; 15] = [
    node("chess.js", "node/chess_js.mjs", "node/node_modules/chess.js"),
    node("chess.ts", "node/chess_ts.mjs", "node/node_modules/chess.ts"),
    node("chess-rules", "node/chess_rules.mjs", "node/node_modules/chess-rules"),
    python("Chessnut", "python/chessnut_game.py"),
    node("chessops", "node/chessops.mjs", "node/node_modules/chessops"),
    node("cm-chess", "node/cm_chess.mjs", "node/node_modules/cm-chess"),
    node("ffish", "node/ffish.mjs", "node/node_modules/ffish"),
    node("js-chess-engine", "node/js_chess_engine.mjs", "node/node_modules/js-chess-engine"),
    node("kokopu", "node/kokopu.mjs", "node/node_modules/kokopu"),
    python("nchess", "python/nchess_board.py"),
    node("node-chess", "node/node_chess.mjs", "node/node_modules/chess"),
    debian("pychess", "python/pychess_board.py", "debian/usr/lib/python3/dist-packages/pychess"),
    python("pyffish", "python/pyffish_moves.py"),
    python("python-chess", "python/python_chess.py"),
    debian("stockfish", "python/stockfish_engine.py", "debian/usr/games/stockfish"),
];

/// An adapter in JavaScript, and the package that it drives.
const fn node(name: &'static str, script: &'static str, needs: &'static str) -> Foreign {
    Foreign { name, program: "node", script, needs }
}

/// An adapter in Python; its packages are all installed at once.
const fn python(name: &'static str, script: &'static str) -> Foreign {
    let program = "python/venv/bin/python";
    Foreign { name, program, script, needs: program }
}

/// An adapter in Python, and the part that it drives of a package of Debian.
const fn debian(name: &'static str, script: &'static str, needs: &'static str) -> Foreign {
    Foreign { name, program: "python/venv/bin/python", script, needs }
}

impl Foreign {
    /// The command that starts the adapter in this folder; `None` if the library is not installed.
    pub fn command(&self, folder: &Path) -> Option<Vec<String>> {
        let text = |path: &Path| path.to_string_lossy().into_owned();
        let program = match self.program.contains('/') {
            true => text(&folder.join(self.program)),
            false => self.program.to_owned(),
        };
        let is_installed = folder.join(self.needs).exists();
        is_installed.then(|| vec![program, text(&folder.join(self.script))])
    }
}
