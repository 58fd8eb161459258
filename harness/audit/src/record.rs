use lawbook::board::Color;

/// How a game ended by the words of its record: the tag `Termination`, or else its last comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Record {
    pub(super) cause: Cause,
    /// The player who lost by it, if the words name a colour.
    pub(super) loser: Option<Color>,
}

/// What the words name as the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cause {
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
const WORDS: &[(&str, Cause)] = &[
    ("time forfeit", Cause::Time),
    ("$ won on time", Cause::Time),
    ("$ wins on time", Cause::Time),
    ("$ forfeits on time", Cause::Time),
    ("$ loses on time", Cause::Time),
    ("$ lost on time", Cause::Time),
    ("$ ran out of time", Cause::Time),
    ("time", Cause::Time),
    ("$ ran out of time and $ has no material to mate", Cause::TimeWithoutMaterial),
    ("game drawn by timeout vs insufficient material", Cause::TimeWithoutMaterial),
    ("$ resigns", Cause::Resignation),
    ("$ resigned", Cause::Resignation),
    ("$ won by resignation", Cause::Resignation),
    ("$ wins by resignation", Cause::Resignation),
    ("resignation", Cause::Resignation),
    ("$ checkmated", Cause::Checkmate),
    ("$ mates", Cause::Checkmate),
    ("$ won by checkmate", Cause::Checkmate),
    ("$ wins by checkmate", Cause::Checkmate),
    ("checkmate", Cause::Checkmate),
    ("game drawn by stalemate", Cause::Stalemate),
    ("draw by stalemate", Cause::Stalemate),
    ("stalemate", Cause::Stalemate),
    ("game drawn by insufficient material", Cause::DeadPosition),
    ("game drawn because neither player has mating material", Cause::DeadPosition),
    ("neither player has mating material", Cause::DeadPosition),
    ("draw by insufficient mating material", Cause::DeadPosition),
    ("draw by insufficient material", Cause::DeadPosition),
    ("insufficient material", Cause::DeadPosition),
    ("draw by dead position", Cause::DeadPosition),
    ("dead position", Cause::DeadPosition),
    ("game drawn by repetition", Cause::Repetition),
    ("draw by repetition", Cause::Repetition),
    ("draw by 3-fold repetition", Cause::Repetition),
    ("draw by threefold repetition", Cause::Repetition),
    ("threefold repetition", Cause::Repetition),
    ("repetition", Cause::Repetition),
    ("game drawn by 50-move rule", Cause::FiftyMoves),
    ("game drawn by the 50 move rule", Cause::FiftyMoves),
    ("draw by fifty moves rule", Cause::FiftyMoves),
    ("draw by fifty-move rule", Cause::FiftyMoves),
    ("draw by the fifty-move rule", Cause::FiftyMoves),
    ("fifty-move rule", Cause::FiftyMoves),
    ("50-move rule", Cause::FiftyMoves),
    ("game drawn by agreement", Cause::Agreement),
    ("game drawn by mutual agreement", Cause::Agreement),
    ("draw by agreement", Cause::Agreement),
    ("agreement", Cause::Agreement),
    ("game drawn because both players ran out of time", Cause::Elsewhere),
    ("$ forfeits by disconnection", Cause::Elsewhere),
    ("$ won - game abandoned", Cause::Elsewhere),
    ("abandoned", Cause::Elsewhere),
    ("adjudication", Cause::Elsewhere),
    ("$ wins by adjudication", Cause::Elsewhere),
    ("draw by adjudication", Cause::Elsewhere),
    ("game adjourned", Cause::Elsewhere),
    ("death", Cause::Elsewhere),
    ("emergency", Cause::Elsewhere),
    ("rules infraction", Cause::Elsewhere),
    ("illegal move", Cause::Elsewhere),
    ("stalled connection", Cause::Elsewhere),
    ("unterminated", Cause::Elsewhere),
    ("normal", Cause::Unsaid),
    ("?", Cause::Unsaid),
    ("-", Cause::Unsaid),
    ("", Cause::Unsaid),
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

impl Record {
    /// What the tag says, or if that is not much the last comment, which has to be one of the known
    /// phrases as a whole. A tag of unknown words says that something else ended the game.
    pub(super) fn new(termination: Option<&str>, comment: Option<&str>) -> Record {
        let said = termination.map_or(Some(Cause::Unsaid), |tag| cause(&plain(tag)));
        let (words, cause) = match said {
            Some(Cause::Unsaid) => {
                let words = comment.map(plain).unwrap_or_default();
                let cause = cause(&words).unwrap_or(Cause::Unsaid);
                (words, cause)
            }
            Some(cause) => (plain(termination.unwrap_or_default()), cause),
            None => (String::new(), Cause::Elsewhere),
        };
        Record { cause, loser: loser(&words, cause) }
    }
}

/// In lower case, without white space around it, a full stop, or the marks of a command.
fn plain(text: &str) -> String {
    let text = text.trim().trim_end_matches(['.', '!']).trim_end();
    text.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ")
}

fn cause(words: &str) -> Option<Cause> {
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

fn loser(words: &str, cause: Cause) -> Option<Color> {
    let decisive = matches!(cause, Cause::Checkmate | Cause::Time | Cause::Resignation);
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
            (Some("Normal"), None, Cause::Unsaid, None),
            (Some("Time forfeit"), None, Cause::Time, None),
            (Some("time forfeit"), Some("White resigns"), Cause::Time, None),
            (Some("Abandoned"), None, Cause::Elsewhere, None),
            (Some("Rules infraction"), None, Cause::Elsewhere, None),
            (Some("somebody won on time"), None, Cause::Time, None),
            (Some("some-body_9 won by resignation"), None, Cause::Resignation, None),
            (Some("somebody won by checkmate"), None, Cause::Checkmate, None),
            (Some("Game drawn by repetition"), None, Cause::Repetition, None),
            (Some("Game drawn by 50-move rule"), None, Cause::FiftyMoves, None),
            (
                Some("Game drawn by timeout vs insufficient material"),
                None,
                Cause::TimeWithoutMaterial,
                None,
            ),
            (Some("the roof fell in"), Some("White resigns"), Cause::Elsewhere, None),
            (None, Some("Black forfeits on time"), Cause::Time, Some(Black)),
            (None, Some(" White resigns. "), Cause::Resignation, Some(White)),
            (None, Some("Black checkmated"), Cause::Checkmate, Some(Black)),
            (None, Some("White mates"), Cause::Checkmate, Some(Black)),
            (Some("normal"), Some("White wins on time"), Cause::Time, Some(Black)),
            (
                None,
                Some("White ran out of time and Black has no material to mate"),
                Cause::TimeWithoutMaterial,
                None,
            ),
            (None, Some("Game drawn by mutual agreement"), Cause::Agreement, None),
            (None, Some("Draw by 3-fold repetition"), Cause::Repetition, None),
            (None, Some("here a draw by repetition was near"), Cause::Unsaid, None),
            (None, Some("White resigns too early"), Cause::Unsaid, None),
            (None, None, Cause::Unsaid, None),
        ] {
            assert_eq!(Record::new(tag, comment), Record { cause, loser }, "{tag:?} {comment:?}");
        }
    }
}
