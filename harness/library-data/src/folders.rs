//! Written by `LAWBOOK_UPDATE=1 cargo test -p lawbook-libraries` from harness/libraries/.

macro_rules! folder {
    ($name:literal) => {
        (
            $name,
            include_str!(concat!("../../libraries/", $name, "/library.yaml")),
            include_str!(concat!("../../libraries/", $name, "/known.yaml")),
        )
    };
}

/// Name, `library.yaml` and `known.yaml` of each folder.
pub(crate) const FOLDERS: &[(&str, &str, &str)] = &[
    folder!("chasolver"),
    folder!("chess"),
    folder!("chess-lab"),
    folder!("chess-rules"),
    folder!("chess.js"),
    folder!("chess.ts"),
    folder!("chessie"),
    folder!("Chessnut"),
    folder!("chessops"),
    folder!("cm-chess"),
    folder!("cozy-chess"),
    folder!("ffish"),
    folder!("giga-chess"),
    folder!("jackstenglein-chess"),
    folder!("js-chess-engine"),
    folder!("kokopu"),
    folder!("nchess"),
    folder!("node-chess"),
    folder!("open_spiel"),
    folder!("owlchess"),
    folder!("pleco"),
    folder!("pychess"),
    folder!("pyffish"),
    folder!("python-chess"),
    folder!("rchess"),
    folder!("rschess"),
    folder!("shakmaty"),
    folder!("stockfish"),
];
