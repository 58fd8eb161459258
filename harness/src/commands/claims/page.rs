use lawbook::notation::movetext;
use lawbook_audit::{DrawStory, ReadGame};
use lawbook_site::{StoryBoard, StoryPage, seen};

use super::{text::sections, title};
use crate::output::{Exit, Failure, Result};

/// Formats the story as an HTML page: its sections, and a board for each relevant place.
pub(super) fn page(game: &ReadGame, story: &DrawStory) -> Result<String> {
    let mut boards: Vec<StoryBoard> = Vec::new();
    let notes = story.notes();
    for here in notes.chunk_by(|one, next| one.ply == next.ply) {
        let ply = here[0].ply;
        let says = here.iter().map(|note| note.says.clone()).collect();
        let (heading, last) = match ply.checked_sub(1) {
            None => ("The start".to_owned(), None),
            Some(last) => {
                let (before, moves) = (&game.line.positions()[last], &game.line.moves()[last..ply]);
                (movetext(before, moves), moves.first().map(|&one| seen(before, one)))
            }
        };
        boards.push(StoryBoard { heading, position: game.line.positions()[ply], last, says });
    }
    let sections = sections(game, story).into_iter();
    let sections = sections.map(|(heading, lines)| (heading.to_owned(), lines)).collect();
    let page = StoryPage::new(title(game), sections, boards).render();
    page.map_err(|error| Failure::new(Exit::IoError, format!("the page: {error}")))
}
