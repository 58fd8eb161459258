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
pub const FOREIGN: [Foreign; 4] = [
    Foreign {
        name: "chess.js",
        program: "node",
        script: "node/chess_js.mjs",
        needs: "node/node_modules/chess.js",
    },
    Foreign {
        name: "chessops",
        program: "node",
        script: "node/chessops.mjs",
        needs: "node/node_modules/chessops",
    },
    Foreign {
        name: "pyffish",
        program: "python/venv/bin/python",
        script: "python/pyffish_moves.py",
        needs: "python/venv/bin/python",
    },
    Foreign {
        name: "python-chess",
        program: "python/venv/bin/python",
        script: "python/python_chess.py",
        needs: "python/venv/bin/python",
    },
];

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
