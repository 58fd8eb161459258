use askama::Template;
use serde::Deserialize;

/// A badge with the score of a library, to be embedded elsewhere.
#[derive(Template, Deserialize, Default)]
#[template(path = "badge.svg")]
#[serde(default)]
pub(super) struct Badge {
    label: String,
    message: String,
    color: String,
}

/// Width of a letter, and total padding left and right of a text.
const LETTER: usize = 7;
const ROOM: usize = 12;

impl Badge {
    /// Parses the JSON that the report writes for badge services.
    pub(super) fn read(json: &str) -> Badge {
        serde_json::from_str(json).unwrap_or_default()
    }

    fn left(&self) -> usize {
        self.label.chars().count() * LETTER + ROOM
    }

    fn right(&self) -> usize {
        self.message.chars().count() * LETTER + ROOM
    }

    /// Background colour with enough contrast for white text.
    fn fill(&self) -> &'static str {
        match self.color.as_str() {
            "brightgreen" => "#1a7f37",
            "yellow" => "#8a5a00",
            _ => "#a3262a",
        }
    }
}
