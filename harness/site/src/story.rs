use askama::Template;
use lawbook::position::{Move, Position};

use super::{
    STYLE,
    board::{BoardPicture, Sprite},
};

/// The draws of a game as one page that needs no other file, no script, and nothing from the network.
#[derive(Template)]
#[template(path = "story.html")]
pub struct StoryPage {
    title: String,
    style: &'static str,
    sprite: Sprite,
    /// The parts, each with its heading and its sentences.
    sections: Vec<(String, Vec<String>)>,
    boards: Vec<(StoryBoard, BoardPicture)>,
}

/// A place of a game, with what there is to tell of it.
pub struct StoryBoard {
    /// The move before it.
    pub heading: String,
    /// What stands on the board.
    pub position: Position,
    /// The move that led there.
    pub last: Option<Move>,
    /// The sentences.
    pub says: Vec<String>,
}

impl StoryPage {
    /// The page of these parts and boards.
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

    /// The page as text.
    ///
    /// # Errors
    ///
    /// It could not be rendered.
    pub fn render(&self) -> askama::Result<String> {
        Template::render(self)
    }
}
