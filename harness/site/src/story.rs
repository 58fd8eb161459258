use askama::Template;
use lawbook::position::{Move, Position};

use super::{
    STYLE,
    board::{BoardPicture, Sprite},
};

/// A game's draws and claims as one self-contained page, without scripts and network access.
#[derive(Template)]
#[template(path = "story.html")]
pub struct StoryPage {
    title: String,
    style: &'static str,
    sprite: Sprite,
    /// The sections, each with its heading and its sentences.
    sections: Vec<(String, Vec<String>)>,
    boards: Vec<(StoryBoard, BoardPicture)>,
}

/// A position of a game with explanations.
pub struct StoryBoard {
    /// The move that led to it.
    pub heading: String,
    /// The position.
    pub position: Position,
    /// The last move, to be marked.
    pub last: Option<Move>,
    /// The explanations.
    pub says: Vec<String>,
}

impl StoryPage {
    /// Creates a page from sections and boards.
    #[must_use]
    pub fn new(
        title: String,
        sections: Vec<(String, Vec<String>)>,
        boards: Vec<StoryBoard>,
    ) -> StoryPage {
        let drawn = |board: StoryBoard| {
            let picture = BoardPicture::of(&board.position, board.last);
            (board, picture)
        };
        let boards: Vec<(StoryBoard, BoardPicture)> = boards.into_iter().map(drawn).collect();
        let sprite = Sprite::of(boards.iter().map(|(_, picture)| &picture.pieces));
        StoryPage { title, style: STYLE, sprite, sections, boards }
    }

    /// Renders the page.
    ///
    /// # Errors
    ///
    /// The page could not be rendered.
    pub fn render(&self) -> askama::Result<String> {
        Template::render(self)
    }
}
