use lawbook::board::Color;

use super::phrase::{NamedResult, PHRASES, Players, ReadPhrase, RecordedCause, unknown};

/// How a game ended according to its record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RecordedEnd {
    pub(super) cause: RecordedCause,
    /// The player who lost, if the words name a colour or a player.
    pub(super) loser: Option<Color>,
    /// The tag where this was read, `comment` for the comment after the last move, or `nothing`.
    source: &'static str,
    /// The words of the table, or the words themselves.
    words: Result<&'static str, String>,
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
        let tags = [("TerminationDetails", details), ("Termination", termination)];
        let read = tags
            .map(|(source, text)| text.map(|text| (source, text, ReadPhrase::read(text, players))));
        let read = || read.iter().flatten();
        let says = |said: &ReadPhrase| said.phrase.cause != RecordedCause::Unspecified;
        for (source, _, said) in read() {
            if let Some(said) = said.as_ref().filter(|said| says(said)) {
                return RecordedEnd::known(source, said);
            }
        }
        if let Some((source, text, _)) = read().find(|(.., said)| said.is_none()) {
            let (cause, words) = (RecordedCause::OffBoard, Err(unknown(text)));
            return RecordedEnd { cause, loser: None, source, words };
        }
        let comment = comment.and_then(|text| ReadPhrase::read_comment(text, players));
        let comment = comment.iter().map(|said| ("comment", said));
        let tags = read().filter_map(|(source, _, said)| Some((*source, said.as_ref()?)));
        let unsaid = || RecordedEnd {
            cause: RecordedCause::Unspecified,
            loser: None,
            source: "nothing",
            words: Ok(""),
        };
        let mut rest = comment.clone().filter(|(_, said)| says(said)).chain(tags).chain(comment);
        rest.next().map_or_else(unsaid, |(source, said)| RecordedEnd::known(source, said))
    }

    fn known(source: &'static str, said: &ReadPhrase) -> RecordedEnd {
        let ReadPhrase { phrase, loser } = *said;
        RecordedEnd { cause: phrase.cause, loser, source, words: Ok(phrase.words) }
    }

    /// The kind of result that the words name; `None` if they name none.
    pub(super) fn named_result(&self) -> Option<NamedResult> {
        let words = *self.words.as_ref().ok()?;
        if words.contains("WINNER") || words.contains("LOSER") {
            return Some(NamedResult::Win);
        }
        let is_draw = words.starts_with("draw by") || words.starts_with("game drawn");
        let off_board =
            (self.cause == RecordedCause::OffBoard && is_draw).then_some(NamedResult::Draw);
        self.cause.named_result().or(off_board)
    }

    /// Whether it was read in the comment after the last move.
    pub(super) fn is_in_comment(&self) -> bool {
        self.source == "comment"
    }

    /// The programs and sites that write these words, as the table lists them; `None` if they are in no table.
    pub(super) fn users(&self) -> Option<&'static str> {
        let words = *self.words.as_ref().ok()?;
        PHRASES.iter().find(|phrase| phrase.words == words).map(|phrase| phrase.used_by)
    }

    /// The key for counting it: the place in the record, and the words.
    pub(super) fn counted(&self) -> String {
        match &self.words {
            Ok("") => self.source.to_owned(),
            Ok(words) => [self.source, ": ", words].concat(),
            Err(words) => [self.source, ": ", words, " (unknown)"].concat(),
        }
    }
}
