use lawbook::board::Color;

/// How a game ended by the words of its record: the tag `Termination`, or else its last comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RecordedEnd {
    pub(super) cause: RecordedCause,
    /// The player who lost by it, if the words name a colour.
    pub(super) loser: Option<Color>,
}

/// What the words name as the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RecordedCause {
    Checkmate,
    Stalemate,
    DeadPosition,
    Repetition,
    FiftyMoves,
    Time,
    /// A draw because the opponent of the player whose flag fell could not win.
    TimeWithoutMaterial,
    Resignation,
    Agreement,
    /// Something that the moves cannot confirm or refute: a decision, a disconnection, a penalty.
    Elsewhere,
    /// Nothing, or no more than that the game ended.
    Unsaid,
}

/// The words, in lower case and without a full stop, as servers, engines' arenas and the PGN
/// standard write them; `$` stands for a colour or a name. Each is a whole tag or comment.
const WORDS: &[(&str, RecordedCause)] = &[
    ("time forfeit", RecordedCause::Time),
    ("$ won on time", RecordedCause::Time),
    ("$ wins on time", RecordedCause::Time),
    ("$ forfeits on time", RecordedCause::Time),
    ("$ loses on time", RecordedCause::Time),
    ("$ lost on time", RecordedCause::Time),
    ("$ ran out of time", RecordedCause::Time),
    ("time", RecordedCause::Time),
    ("$ ran out of time and $ has no material to mate", RecordedCause::TimeWithoutMaterial),
    ("game drawn by timeout vs insufficient material", RecordedCause::TimeWithoutMaterial),
    ("$ resigns", RecordedCause::Resignation),
    ("$ resigned", RecordedCause::Resignation),
    ("$ won by resignation", RecordedCause::Resignation),
    ("$ wins by resignation", RecordedCause::Resignation),
    ("resignation", RecordedCause::Resignation),
    ("$ checkmated", RecordedCause::Checkmate),
    ("$ mates", RecordedCause::Checkmate),
    ("$ won by checkmate", RecordedCause::Checkmate),
    ("$ wins by checkmate", RecordedCause::Checkmate),
    ("checkmate", RecordedCause::Checkmate),
    ("game drawn by stalemate", RecordedCause::Stalemate),
    ("draw by stalemate", RecordedCause::Stalemate),
    ("stalemate", RecordedCause::Stalemate),
    ("game drawn by insufficient material", RecordedCause::DeadPosition),
    ("game drawn because neither player has mating material", RecordedCause::DeadPosition),
    ("neither player has mating material", RecordedCause::DeadPosition),
    ("draw by insufficient mating material", RecordedCause::DeadPosition),
    ("draw by insufficient material", RecordedCause::DeadPosition),
    ("insufficient material", RecordedCause::DeadPosition),
    ("draw by dead position", RecordedCause::DeadPosition),
    ("dead position", RecordedCause::DeadPosition),
    ("game drawn by repetition", RecordedCause::Repetition),
    ("draw by repetition", RecordedCause::Repetition),
    ("draw by 3-fold repetition", RecordedCause::Repetition),
    ("draw by threefold repetition", RecordedCause::Repetition),
    ("threefold repetition", RecordedCause::Repetition),
    ("repetition", RecordedCause::Repetition),
    ("game drawn by 50-move rule", RecordedCause::FiftyMoves),
    ("game drawn by the 50 move rule", RecordedCause::FiftyMoves),
    ("draw by fifty moves rule", RecordedCause::FiftyMoves),
    ("draw by fifty-move rule", RecordedCause::FiftyMoves),
    ("draw by the fifty-move rule", RecordedCause::FiftyMoves),
    ("fifty-move rule", RecordedCause::FiftyMoves),
    ("50-move rule", RecordedCause::FiftyMoves),
    ("game drawn by agreement", RecordedCause::Agreement),
    ("game drawn by mutual agreement", RecordedCause::Agreement),
    ("draw by agreement", RecordedCause::Agreement),
    ("agreement", RecordedCause::Agreement),
    ("game drawn because both players ran out of time", RecordedCause::Elsewhere),
    ("$ forfeits by disconnection", RecordedCause::Elsewhere),
    ("$ won - game abandoned", RecordedCause::Elsewhere),
    ("abandoned", RecordedCause::Elsewhere),
    ("adjudication", RecordedCause::Elsewhere),
    ("$ wins by adjudication", RecordedCause::Elsewhere),
    ("draw by adjudication", RecordedCause::Elsewhere),
    ("game adjourned", RecordedCause::Elsewhere),
    ("death", RecordedCause::Elsewhere),
    ("emergency", RecordedCause::Elsewhere),
    ("rules infraction", RecordedCause::Elsewhere),
    ("illegal move", RecordedCause::Elsewhere),
    ("stalled connection", RecordedCause::Elsewhere),
    ("unterminated", RecordedCause::Elsewhere),
    ("normal", RecordedCause::Unsaid),
    ("?", RecordedCause::Unsaid),
    ("-", RecordedCause::Unsaid),
    ("", RecordedCause::Unsaid),
];

/// The words after which the one who is named first has lost.
const LOSING: &[&str] = &[
    " forfeits on time",
    " loses on time",
    " lost on time",
    " ran out of time",
    " resigns",
    " resigned",
    " checkmated",
    " forfeits by disconnection",
    " loses",
];

impl RecordedEnd {
    /// What the tag says, or if that is not much the last comment, which has to be one of the known
    /// phrases as a whole. A tag of unknown words says that something else ended the game.
    pub(super) fn new(termination: Option<&str>, comment: Option<&str>) -> RecordedEnd {
        let said = termination.map_or(Some(RecordedCause::Unsaid), |tag| cause(&plain(tag)));
        let (words, cause) = match said {
            Some(RecordedCause::Unsaid) => {
                let words = comment.map(plain).unwrap_or_default();
                let cause = cause(&words).unwrap_or(RecordedCause::Unsaid);
                (words, cause)
            }
            Some(cause) => (plain(termination.unwrap_or_default()), cause),
            None => (String::new(), RecordedCause::Elsewhere),
        };
        RecordedEnd { cause, loser: loser(&words, cause) }
    }
}

/// In lower case, without white space around it, a full stop, or the marks of a command.
fn plain(text: &str) -> String {
    let text = text.trim().trim_end_matches(['.', '!']).trim_end();
    text.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ")
}

fn cause(words: &str) -> Option<RecordedCause> {
    WORDS.iter().find(|(pattern, _)| is_like(words, pattern)).map(|&(_, cause)| cause)
}

/// Whether the words fit a pattern; a name is one word, as it is on servers.
fn is_like(words: &str, pattern: &str) -> bool {
    let (mut words, mut pattern) = (words.split(' '), pattern.split(' '));
    loop {
        match (words.next(), pattern.next()) {
            (None, None) => return true,
            (Some(_), Some("$")) => {}
            (word, expected) if word == expected => {}
            _ => return false,
        }
    }
}

fn loser(words: &str, cause: RecordedCause) -> Option<Color> {
    let decisive = matches!(
        cause,
        RecordedCause::Checkmate | RecordedCause::Time | RecordedCause::Resignation
    );
    let named = match words.split(' ').next() {
        Some("white") => Color::White,
        Some("black") => Color::Black,
        _ => return None,
    };
    let lost = LOSING.iter().any(|ending| words.ends_with(ending));
    decisive.then_some(if lost { named } else { !named })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_servers_and_arenas_are_known() {
        use Color::{Black, White};
        for (tag, comment, cause, loser) in [
            (Some("Normal"), None, RecordedCause::Unsaid, None),
            (Some("Time forfeit"), None, RecordedCause::Time, None),
            (Some("time forfeit"), Some("White resigns"), RecordedCause::Time, None),
            (Some("Abandoned"), None, RecordedCause::Elsewhere, None),
            (Some("Rules infraction"), None, RecordedCause::Elsewhere, None),
            (Some("somebody won on time"), None, RecordedCause::Time, None),
            (Some("some-body_9 won by resignation"), None, RecordedCause::Resignation, None),
            (Some("somebody won by checkmate"), None, RecordedCause::Checkmate, None),
            (Some("Game drawn by repetition"), None, RecordedCause::Repetition, None),
            (Some("Game drawn by 50-move rule"), None, RecordedCause::FiftyMoves, None),
            (
                Some("Game drawn by timeout vs insufficient material"),
                None,
                RecordedCause::TimeWithoutMaterial,
                None,
            ),
            (Some("the roof fell in"), Some("White resigns"), RecordedCause::Elsewhere, None),
            (None, Some("Black forfeits on time"), RecordedCause::Time, Some(Black)),
            (None, Some(" White resigns. "), RecordedCause::Resignation, Some(White)),
            (None, Some("Black checkmated"), RecordedCause::Checkmate, Some(Black)),
            (None, Some("White mates"), RecordedCause::Checkmate, Some(Black)),
            (Some("normal"), Some("White wins on time"), RecordedCause::Time, Some(Black)),
            (
                None,
                Some("White ran out of time and Black has no material to mate"),
                RecordedCause::TimeWithoutMaterial,
                None,
            ),
            (None, Some("Game drawn by mutual agreement"), RecordedCause::Agreement, None),
            (None, Some("Draw by 3-fold repetition"), RecordedCause::Repetition, None),
            (None, Some("here a draw by repetition was near"), RecordedCause::Unsaid, None),
            (None, Some("White resigns too early"), RecordedCause::Unsaid, None),
            (None, None, RecordedCause::Unsaid, None),
        ] {
            assert_eq!(
                RecordedEnd::new(tag, comment),
                RecordedEnd { cause, loser },
                "{tag:?} {comment:?}"
            );
        }
    }
}
