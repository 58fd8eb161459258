use askama::Template;
use lawbook::{board::Color, catalogue::MateProof};

use super::{
    SiteFile, SitePage,
    board::Sprite,
    book::{Book, BookEntry},
    case::{ProofPicture, proofs},
    game::SteppedGame,
};

/// Groups of positions: title, explanation, and the proofs that they require.
const GROUPS: [(&str, &str, Proven); 4] = [
    (
        "Dead: no mate is possible with these pieces",
        "The material alone rules out mate.",
        Proven { dead: true, by: Some(MateProof::Material) },
    ),
    (
        "Dead: no mate is possible from this position",
        "The material could mate, but no series of legal moves from here leads to mate.",
        Proven { dead: true, by: None },
    ),
    (
        "One side cannot mate with its pieces",
        "The other side can; step through the line to mate.",
        Proven { dead: false, by: Some(MateProof::Material) },
    ),
    (
        "One side cannot mate from this position",
        "The other side can; step through the line to mate.",
        Proven { dead: false, by: None },
    ),
];

/// The condition of a group: whether the position is dead, and the kind that each proof that a side cannot mate must
/// have, if only one is allowed.
struct Proven {
    dead: bool,
    by: Option<MateProof>,
}

/// Positions where at most one side can mate, each with its proofs.
#[derive(Template)]
#[template(path = "gallery.html")]
struct Gallery<'a> {
    page: SitePage,
    sprite: Sprite,
    groups: Vec<(&'static str, &'static str, Vec<Exhibit<'a>>)>,
    all: usize,
}

/// A position with its proofs.
struct Exhibit<'a> {
    entry: &'a BookEntry<'a>,
    proofs: Vec<ProofPicture>,
}

/// The page of dead positions.
pub(super) fn page(book: &Book<'_>) -> askama::Result<SiteFile> {
    let mut seen: Vec<String> = Vec::new();
    let mut groups: Vec<(&str, &str, Vec<Exhibit<'_>>)> =
        GROUPS.iter().map(|(name, about, _)| (*name, *about, Vec::new())).collect();
    for entry in &book.entries {
        let place = GROUPS.iter().position(|(_, _, wanted)| wanted.fits(entry));
        let Some((_, _, wanted)) = place.and_then(|place| GROUPS.get(place)) else { continue };
        let shown = wanted.shown(&entry.end_fen());
        if let Some((_, _, exhibits)) = place.and_then(|place| groups.get_mut(place))
            && !seen.contains(&shown)
        {
            seen.push(shown);
            exhibits.push(Exhibit { entry, proofs: proofs(entry.case) });
        }
    }
    groups.retain(|(_, _, exhibits)| !exhibits.is_empty());
    let exhibits = || groups.iter().flat_map(|(_, _, exhibits)| exhibits);
    let games =
        exhibits().flat_map(|one| one.proofs.iter().filter_map(|proof| proof.game.as_ref()));
    let boards = games.flat_map(SteppedGame::placements);
    let ends = exhibits().map(|one| &one.entry.game.end().pieces);
    let gallery = Gallery {
        page: SitePage::new(book, "dead", "Dead positions, and who can still mate")
            .with(&["board.js"]),
        sprite: Sprite::of(boards.chain(ends)).linked(""),
        all: exhibits().count(),
        groups,
    };
    Ok(SiteFile { path: "dead.html".to_owned(), text: gallery.render()? })
}

impl Proven {
    /// Key for removing duplicates: the material, if the proof depends on nothing else, otherwise the position.
    fn shown(&self, fen: &str) -> String {
        if self.by.is_none() {
            return fen.split(' ').take(2).collect::<Vec<_>>().join(" ");
        }
        let placement = fen.split(' ').next().unwrap_or_default();
        let mut pieces: Vec<char> =
            placement.chars().filter(|sign| sign.is_ascii_alphabetic()).collect();
        pieces.sort_unstable();
        pieces.into_iter().collect()
    }

    fn fits(&self, entry: &BookEntry<'_>) -> bool {
        let cannot: Vec<&(Color, MateProof)> = entry
            .case
            .proofs
            .iter()
            .filter(|(_, proof)| !matches!(proof, MateProof::Line(..)))
            .collect();
        let fits = |(_, proof): &&(Color, MateProof)| self.by.as_ref().is_none_or(|by| by == proof);
        let is_dead = cannot.len() == 2;
        !cannot.is_empty() && is_dead == self.dead && cannot.iter().all(fits)
    }
}
