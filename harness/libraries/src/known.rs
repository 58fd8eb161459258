use lawbook::catalogue::{Deviation, Problem, read_deviations};

/// The known deviations of the libraries, linked and foreign: library, and text of its file.
const KNOWN: &[(&str, &str)] = &[
    ("chasolver", include_str!("../../known/chasolver.yaml")),
    ("chess", include_str!("../../known/chess.yaml")),
    ("chess.js", include_str!("../../known/chess.js.yaml")),
    ("chess-lab", include_str!("../../known/chess-lab.yaml")),
    ("chessie", include_str!("../../known/chessie.yaml")),
    ("chessops", include_str!("../../known/chessops.yaml")),
    ("cozy-chess", include_str!("../../known/cozy-chess.yaml")),
    ("giga-chess", include_str!("../../known/giga-chess.yaml")),
    ("owlchess", include_str!("../../known/owlchess.yaml")),
    ("pleco", include_str!("../../known/pleco.yaml")),
    ("pyffish", include_str!("../../known/pyffish.yaml")),
    ("python-chess", include_str!("../../known/python-chess.yaml")),
    ("rchess", include_str!("../../known/rchess.yaml")),
    ("rschess", include_str!("../../known/rschess.yaml")),
    ("shakmaty", include_str!("../../known/shakmaty.yaml")),
];

/// The known deviations of the libraries, linked and foreign.
///
/// # Errors
///
/// The first list that cannot be read.
pub fn known_deviations() -> Result<Vec<Deviation>, Problem> {
    let mut all = Vec::new();
    for (library, text) in KNOWN {
        all.extend(read_deviations(library, &format!("harness/known/{library}.yaml"), text)?);
    }
    Ok(all)
}
