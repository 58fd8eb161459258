use std::path::Path;

/// A library in another language, with an adapter in the folder `harness/foreign/`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Foreign {
    /// The name of the library.
    pub name: &'static str,
    /// What runs its adapter.
    pub runtime: Runtime,
    /// The packages in which it is or was published, the one of today last.
    pub packages: &'static [&'static str],
    /// The adapter, as a path in the folder.
    pub script: &'static str,
    /// The first version that is asked when releases are: before it the adapter does not fit, or the package has to be
    /// compiled for minutes.
    pub fits_from: &'static str,
}

/// What runs an adapter, and where its packages are from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Runtime {
    /// Node.js, with packages of npm.
    Node,
    /// Python, with packages of pip.
    Python,
    /// Python, with a package of Debian, which has one release of it.
    Debian,
}

/// The libraries in other languages, by name.
pub const FOREIGN: [Foreign; 15] = [
    node("chess.js", &["chess.js"], "node/chess_js.mjs", "0.1.0"),
    node("chess.ts", &["chess.ts"], "node/chess_ts.mjs", "0.16.2"),
    node("chess-rules", &["chess-rules"], "node/chess_rules.mjs", "1.1.0"),
    python("Chessnut", &["Chessnut"], "python/chessnut_game.py", "0.3.0"),
    node("chessops", &["chessops"], "node/chessops.mjs", "0.6.0"),
    node("cm-chess", &["cm-chess"], "node/cm_chess.mjs", "1.3.8"),
    node("ffish", &["ffish"], "node/ffish.mjs", "0.4.7"),
    node("js-chess-engine", &["js-chess-engine"], "node/js_chess_engine.mjs", "0.3.0"),
    node("kokopu", &["kokopu"], "node/kokopu.mjs", "1.10.2"),
    python("nchess", &["nchess"], "python/nchess_board.py", "1.0.0"),
    node("node-chess", &["chess"], "node/node_chess.mjs", "0.2.5"),
    debian("pychess", "python/pychess_board.py", &["usr/lib/python3/dist-packages/pychess"]),
    python("pyffish", &["pyffish"], "python/pyffish_moves.py", "0.0.78"),
    python("python-chess", &["python-chess", "chess"], "python/python_chess.py", "0.2.0"),
    debian("stockfish", "python/stockfish_engine.py", &["usr/games/stockfish"]),
];

/// An adapter in JavaScript.
const fn node(
    name: &'static str,
    packages: &'static [&'static str],
    script: &'static str,
    fits_from: &'static str,
) -> Foreign {
    Foreign { name, runtime: Runtime::Node, packages, script, fits_from }
}

/// An adapter in Python.
const fn python(
    name: &'static str,
    packages: &'static [&'static str],
    script: &'static str,
    fits_from: &'static str,
) -> Foreign {
    Foreign { name, runtime: Runtime::Python, packages, script, fits_from }
}

/// An adapter in Python, and the part that it drives of a package of Debian, as a path below the folder `debian`.
const fn debian(
    name: &'static str,
    script: &'static str,
    packages: &'static [&'static str],
) -> Foreign {
    Foreign { name, runtime: Runtime::Debian, packages, script, fits_from: "" }
}

impl Foreign {
    /// The command that starts the adapter in this folder; `None` if the library is not installed.
    pub fn command(&self, folder: &Path) -> Option<Vec<String>> {
        let text = |path: &Path| path.to_string_lossy().into_owned();
        let python = folder.join("python/venv/bin/python");
        let (program, needs) = match self.runtime {
            Runtime::Node => {
                let package = self.packages.last().unwrap_or(&self.name);
                ("node".to_owned(), folder.join("node/node_modules").join(package))
            }
            // The packages for Python are all installed at once.
            Runtime::Python => (text(&python), python),
            Runtime::Debian => {
                let part = self.packages.last().unwrap_or(&self.name);
                (text(&python), folder.join("debian").join(part))
            }
        };
        needs.exists().then(|| vec![program, text(&folder.join(self.script))])
    }
}
