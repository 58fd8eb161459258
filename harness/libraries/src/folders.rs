//! Written by `LAWBOOK_UPDATE=1 cargo test -p lawbook-libraries` from harness/libraries/.

macro_rules! folders {
    ($($name:literal)*) => {
        &[$((
            $name,
            include_str!(concat!("../", $name, "/library.yaml")),
            include_str!(concat!("../", $name, "/known.yaml")),
        )),*]
    };
}

/// Name, `library.yaml` and `known.yaml` of each folder.
pub(crate) const FOLDERS: &[(&str, &str, &str)] = folders! {
    "chasolver" "chess" "chess-lab" "chess-rules" "chess.js" "chess.ts" "chessie"
    "Chessnut" "chessops" "cm-chess" "cozy-chess" "ffish" "giga-chess" "jackstenglein-chess"
    "js-chess-engine" "kokopu" "nchess" "node-chess" "open_spiel" "owlchess" "pleco"
    "pychess" "pyffish" "python-chess" "rchess" "rschess" "shakmaty" "stockfish"
};
