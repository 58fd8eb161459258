use askama::Template;
use serde::Deserialize;

/// The score of a library as a small picture, to be shown elsewhere.
#[derive(Template, Deserialize, Default)]
#[template(path = "badge.svg")]
#[serde(default)]
pub(super) struct Badge {
    label: String,
    message: String,
    color: String,
}

/// The width of a letter, and the room on both sides of a text together.
const LETTER: usize = 7;
const ROOM: usize = 12;

impl Badge {
    /// What the report writes as JSON for whoever draws badges.
    pub(super) fn read(json: &str) -> Badge {
        serde_json::from_str(json).unwrap_or_default()
    }

    fn left(&self) -> usize {
        self.label.chars().count() * LETTER + ROOM
    }

    fn right(&self) -> usize {
        self.message.chars().count() * LETTER + ROOM
    }

    /// A colour on which white can be read.
    fn fill(&self) -> &'static str {
        match self.color.as_str() {
            "brightgreen" => "#1a7f37",
            "yellow" => "#8a5a00",
            _ => "#a3262a",
        }
    }
}
