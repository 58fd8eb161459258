use lawbook::{
    adapter::About,
    catalogue::{Deviation, Problem, read_deviations},
};

/// The known deviations of the libraries, linked and foreign: ecosystem, library, and text of its file.
const KNOWN: &[(&str, &str, &str)] = &[
    ("cargo", "chasolver", include_str!("../../known/chasolver.yaml")),
    ("cargo", "chess", include_str!("../../known/chess.yaml")),
    ("cargo", "chess-lab", include_str!("../../known/chess-lab.yaml")),
    ("npm", "chess-rules", include_str!("../../known/chess-rules.yaml")),
    ("npm", "chess.js", include_str!("../../known/chess.js.yaml")),
    ("npm", "chess.ts", include_str!("../../known/chess.ts.yaml")),
    ("cargo", "chessie", include_str!("../../known/chessie.yaml")),
    ("pypi", "Chessnut", include_str!("../../known/Chessnut.yaml")),
    ("npm", "chessops", include_str!("../../known/chessops.yaml")),
    ("npm", "cm-chess", include_str!("../../known/cm-chess.yaml")),
    ("cargo", "cozy-chess", include_str!("../../known/cozy-chess.yaml")),
    ("npm", "ffish", include_str!("../../known/ffish.yaml")),
    ("cargo", "giga-chess", include_str!("../../known/giga-chess.yaml")),
    ("npm", "js-chess-engine", include_str!("../../known/js-chess-engine.yaml")),
    ("npm", "kokopu", include_str!("../../known/kokopu.yaml")),
    ("pypi", "nchess", include_str!("../../known/nchess.yaml")),
    ("npm", "node-chess", include_str!("../../known/node-chess.yaml")),
    ("cargo", "owlchess", include_str!("../../known/owlchess.yaml")),
    ("cargo", "pleco", include_str!("../../known/pleco.yaml")),
    ("deb", "pychess", include_str!("../../known/pychess.yaml")),
    ("pypi", "pyffish", include_str!("../../known/pyffish.yaml")),
    ("pypi", "python-chess", include_str!("../../known/python-chess.yaml")),
    ("cargo", "rchess", include_str!("../../known/rchess.yaml")),
    ("cargo", "rschess", include_str!("../../known/rschess.yaml")),
    ("cargo", "shakmaty", include_str!("../../known/shakmaty.yaml")),
    ("deb", "stockfish", include_str!("../../known/stockfish.yaml")),
];

/// The known deviations of all libraries, linked and foreign.
///
/// # Errors
///
/// The first list that cannot be read.
pub fn known_deviations() -> Result<Vec<Deviation>, Problem> {
    read(|_, _| true)
}

/// The known deviations of these libraries. A list is about the library of one ecosystem: another one of the
/// same name has none.
///
/// # Errors
///
/// The first list that cannot be read.
pub fn known_deviations_of(asked: &[About]) -> Result<Vec<Deviation>, Problem> {
    read(|ecosystem, name| asked.iter().any(|one| one.ecosystem == ecosystem && one.name == name))
}

/// The ecosystems and names of the libraries that have a list, whether they can be asked here or not.
pub fn known_libraries() -> impl Iterator<Item = (&'static str, &'static str)> {
    KNOWN.iter().map(|(ecosystem, library, _)| (*ecosystem, *library))
}

fn read(is_asked: impl Fn(&str, &str) -> bool) -> Result<Vec<Deviation>, Problem> {
    let mut all = Vec::new();
    for (_, library, text) in KNOWN.iter().filter(|(ecosystem, name, _)| is_asked(ecosystem, name))
    {
        all.extend(read_deviations(library, &format!("harness/known/{library}.yaml"), text)?);
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use lawbook::catalogue::DeviationClass;

    use super::*;

    #[test]
    fn what_is_by_design_stands_in_a_document() {
        for one in known_deviations().unwrap() {
            let has_link = one.source.as_deref().is_some_and(|source| source.contains("https://"));
            let (name, question) = (&one.implementation, &one.question);
            assert!(
                one.class != DeviationClass::ByDesign || has_link,
                "{name}, {question}: no link to the documentation in {:?}",
                one.source
            );
        }
    }

    #[test]
    fn a_list_is_for_the_library_of_one_ecosystem() {
        for (ecosystem, name, is_listed) in [
            ("cargo", "chess", true),
            ("pypi", "chess", false),
            ("", "chess", false),
            ("npm", "chess.js", true),
            ("cargo", "chess.js", false),
        ] {
            let about = About { ecosystem: ecosystem.to_owned(), ..About::new(name, "1.0.0") };
            let known = known_deviations_of(&[about]).unwrap();
            assert_eq!(!known.is_empty(), is_listed, "{ecosystem} {name}");
            assert!(known.iter().all(|one| one.implementation == name), "{ecosystem} {name}");
        }
    }
}
