use lawbook::board::Color;

use super::phrase::{Players, ReadPhrase, RecordedCause, unknown};

/// How a game ended according to its record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RecordedEnd {
    pub(super) cause: RecordedCause,
    /// The player who lost, if the words name a colour or a player.
    pub(super) loser: Option<Color>,
    /// The place in the record where this was read.
    pub(super) source: RecordSource,
    /// The phrase of the table, or the unknown words.
    pub(super) words: RecordWords,
}

/// The kind of result that the words of a record name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NamedResult {
    Win,
    Draw,
}

/// A place in a record that says how the game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RecordSource {
    /// The tag `TerminationDetails`.
    Details,
    /// The tag `Termination`.
    Termination,
    /// The comment after the last move.
    Comment,
    /// No place says anything.
    NotRecorded,
}

impl RecordSource {
    /// The name of the place in the counts of phrases.
    pub(super) const fn name(self) -> &'static str {
        match self {
            RecordSource::Details => "TerminationDetails",
            RecordSource::Termination => "Termination",
            RecordSource::Comment => "comment",
            RecordSource::NotRecorded => "nothing",
        }
    }
}

/// The words of a record: a phrase of the table, or unknown ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum RecordWords {
    Known(&'static str),
    Unknown(String),
}

/// The key for counting records: the place, and the words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PhraseKey {
    /// A phrase of the table.
    Known(String),
    /// Unknown words.
    Unknown(String),
}

impl RecordedEnd {
    /// Returns the end according to the record. `TerminationDetails` counts before `Termination`, and that before the
    /// comment after the last move, which counts only if it is a known phrase. Unknown words in a tag mean that
    /// something off the board ended the game.
    pub(super) fn new(
        termination: Option<&str>,
        details: Option<&str>,
        comment: Option<&str>,
        players: Players<'_>,
    ) -> RecordedEnd {
        let tags = [(RecordSource::Details, details), (RecordSource::Termination, termination)];
        let read = tags
            .map(|(source, text)| text.map(|text| (source, text, ReadPhrase::read(text, players))));
        let read = || read.iter().flatten();
        let says = |said: &ReadPhrase| said.phrase.cause != RecordedCause::Unspecified;
        for (source, _, said) in read() {
            if let Some(said) = said.as_ref().filter(|said| says(said)) {
                return RecordedEnd::known(*source, said);
            }
        }
        if let Some((source, text, _)) = read().find(|(.., said)| said.is_none()) {
            let (cause, words) = (RecordedCause::OffBoard, RecordWords::Unknown(unknown(text)));
            return RecordedEnd { cause, loser: None, source: *source, words };
        }
        let comment = comment.and_then(|text| ReadPhrase::read_comment(text, players));
        let comment = comment.iter().map(|said| (RecordSource::Comment, said));
        let tags = read().filter_map(|(source, _, said)| Some((*source, said.as_ref()?)));
        let unsaid = || RecordedEnd {
            cause: RecordedCause::Unspecified,
            loser: None,
            source: RecordSource::NotRecorded,
            words: RecordWords::Known(""),
        };
        let mut rest = comment.clone().filter(|(_, said)| says(said)).chain(tags).chain(comment);
        rest.next().map_or_else(unsaid, |(source, said)| RecordedEnd::known(source, said))
    }

    fn known(source: RecordSource, said: &ReadPhrase) -> RecordedEnd {
        let ReadPhrase { phrase, loser } = *said;
        let words = RecordWords::Known(phrase.words);
        RecordedEnd { cause: phrase.cause, loser, source, words }
    }

    /// The kind of result that the words name; `None` if they name none.
    pub(super) fn named_result(&self) -> Option<NamedResult> {
        let RecordWords::Known(words) = self.words else { return None };
        if words.contains("WINNER") || words.contains("LOSER") {
            return Some(NamedResult::Win);
        }
        match self.cause {
            RecordedCause::Checkmate | RecordedCause::Resignation => Some(NamedResult::Win),
            RecordedCause::Stalemate
            | RecordedCause::DeadPosition
            | RecordedCause::Repetition
            | RecordedCause::FiftyMoves
            | RecordedCause::TimeWithoutMaterial
            | RecordedCause::Agreement => Some(NamedResult::Draw),
            RecordedCause::OffBoard
                if words.starts_with("draw by") || words.starts_with("game drawn") =>
            {
                Some(NamedResult::Draw)
            }
            RecordedCause::Time
            | RecordedCause::IllegalMove
            | RecordedCause::RulesInfraction
            | RecordedCause::OffBoard
            | RecordedCause::Unspecified => None,
        }
    }

    /// The key for counting it.
    pub(super) fn counted(&self) -> PhraseKey {
        let source = self.source.name();
        match &self.words {
            RecordWords::Known("") => PhraseKey::Known(source.to_owned()),
            RecordWords::Known(words) => PhraseKey::Known([source, ": ", words].concat()),
            RecordWords::Unknown(words) => PhraseKey::Unknown([source, ": ", words].concat()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_servers_and_arenas_are_known() {
        use Color::{Black, White};
        for (tag, comment, cause, loser) in [
            (Some("Normal"), None, RecordedCause::Unspecified, None),
            (Some("Time forfeit"), None, RecordedCause::Time, None),
            (Some("time forfeit"), Some("White resigns"), RecordedCause::Time, None),
            (Some("Abandoned"), None, RecordedCause::OffBoard, None),
            (Some("Rules infraction"), None, RecordedCause::RulesInfraction, None),
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
            (Some("the roof fell in"), Some("White resigns"), RecordedCause::OffBoard, None),
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
            (None, Some("here a draw by repetition was near"), RecordedCause::Unspecified, None),
            (None, Some("White resigns too early"), RecordedCause::Unspecified, None),
            (None, None, RecordedCause::Unspecified, None),
        ] {
            let end = RecordedEnd::new(tag, None, comment, Players::default());
            assert_eq!((end.cause, end.loser), (cause, loser), "{tag:?} {comment:?}");
        }
    }

    #[test]
    fn the_most_particular_place_counts() {
        for (termination, details, comment, counted, cause) in [
            (
                "adjudication",
                "SyzygyTB",
                "",
                "TerminationDetails: syzygytb",
                RecordedCause::OffBoard,
            ),
            (
                "normal",
                "Black mates",
                "",
                "TerminationDetails: WINNER mates",
                RecordedCause::Checkmate,
            ),
            ("3-fold rep", "after 34", "", "Termination: 3-fold rep", RecordedCause::Repetition),
            (
                "normal",
                "of a kind",
                "White mates",
                "TerminationDetails: of a kind",
                RecordedCause::OffBoard,
            ),
            ("Normal", "", "White mates", "comment: WINNER mates", RecordedCause::Checkmate),
            ("Normal", "?", "well played", "TerminationDetails: ?", RecordedCause::Unspecified),
        ] {
            let counted = match counted {
                "TerminationDetails: of a kind" => PhraseKey::Unknown(counted.to_owned()),
                known => PhraseKey::Known(known.to_owned()),
            };
            let details = Some(details).filter(|text| !text.is_empty());
            let end =
                RecordedEnd::new(Some(termination), details, Some(comment), Players::default());
            assert_eq!((end.counted(), end.cause), (counted, cause), "{termination} {details:?}");
        }
        assert_eq!(
            RecordedEnd::new(None, None, None, Players::default()).counted(),
            PhraseKey::Known("nothing".to_owned())
        );
    }
}
