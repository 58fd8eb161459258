//! The words with which records say how a game ended, and what each means.

use std::{collections::HashMap, sync::OnceLock};

use lawbook::board::Color;

use super::text::{MAX_TEXT, clip};

/// What the words of a record name as the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordedCause {
    /// Checkmate.
    Checkmate,
    /// Stalemate.
    Stalemate,
    /// A position in which nobody can mate.
    DeadPosition,
    /// A repetition.
    Repetition,
    /// Fifty moves without capture or pawn move.
    FiftyMoves,
    /// A flag fell.
    Time,
    /// A draw because the opponent of the player whose flag fell could not win.
    TimeWithoutMaterial,
    /// A resignation.
    Resignation,
    /// A draw by agreement.
    Agreement,
    /// Something that the moves cannot confirm or refute: a decision, a disconnection, a penalty.
    Elsewhere,
    /// Nothing, or no more than that the game ended.
    Unsaid,
}

impl RecordedCause {
    /// All of them.
    pub const ALL: [RecordedCause; 11] = [
        RecordedCause::Checkmate,
        RecordedCause::Stalemate,
        RecordedCause::DeadPosition,
        RecordedCause::Repetition,
        RecordedCause::FiftyMoves,
        RecordedCause::Time,
        RecordedCause::TimeWithoutMaterial,
        RecordedCause::Resignation,
        RecordedCause::Agreement,
        RecordedCause::Elsewhere,
        RecordedCause::Unsaid,
    ];

    /// What an audit concludes of it, as half a sentence.
    pub const fn conclusion(self) -> &'static str {
        match self {
            RecordedCause::Checkmate => "there has to be a checkmate on the board",
            RecordedCause::Stalemate => "there has to be a stalemate on the board",
            RecordedCause::DeadPosition => "nobody may be able to mate any more",
            RecordedCause::Repetition => {
                "the draw has to be there to be claimed, perhaps with a written move"
            }
            RecordedCause::FiftyMoves => {
                "the draw has to be there to be claimed, perhaps with a written move"
            }
            RecordedCause::Time => "the winner has to be able to mate; of a draw, nothing",
            RecordedCause::TimeWithoutMaterial => "one of the players must be unable to mate",
            RecordedCause::Resignation => {
                "the winner has to be able to mate, where the rules draw such games"
            }
            RecordedCause::Agreement | RecordedCause::Elsewhere => {
                "nothing: the moves cannot confirm or refute it"
            }
            RecordedCause::Unsaid => "nothing is said, and what else the record says counts",
        }
    }
}

/// Words that are known, and what they mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Phrase {
    /// The words, in lower case and without a full stop. `WINNER`, `LOSER` and `NAME` stand for a word: a colour,
    /// or the name of a player.
    pub words: &'static str,
    /// What they name as the end of the game.
    pub cause: RecordedCause,
    /// Who writes them.
    pub used_by: &'static str,
}

/// All phrases that are known. Each is a whole tag or comment, or the end of what an engine wrote.
pub const PHRASES: &[Phrase] = &[
    Phrase {
        words: "time forfeit",
        cause: RecordedCause::Time,
        used_by: "PGN standard, lichess, cutechess, TCEC",
    },
    Phrase { words: "time", cause: RecordedCause::Time, used_by: "Arena" },
    Phrase { words: "WINNER won on time", cause: RecordedCause::Time, used_by: "chess.com" },
    Phrase { words: "WINNER wins on time", cause: RecordedCause::Time, used_by: "lichess" },
    Phrase {
        words: "LOSER forfeits on time",
        cause: RecordedCause::Time,
        used_by: "FICS, ICC, XBoard",
    },
    Phrase {
        words: "LOSER loses on time",
        cause: RecordedCause::Time,
        used_by: "cutechess, fastchess",
    },
    Phrase { words: "LOSER lost on time", cause: RecordedCause::Time, used_by: "broadcasts" },
    Phrase { words: "LOSER ran out of time", cause: RecordedCause::Time, used_by: "FICS" },
    Phrase { words: "time over", cause: RecordedCause::Time, used_by: "ChessBase" },
    Phrase { words: "loss on time", cause: RecordedCause::Time, used_by: "broadcasts" },
    Phrase {
        words: "NAME ran out of time and NAME has no material to mate",
        cause: RecordedCause::TimeWithoutMaterial,
        used_by: "FICS",
    },
    Phrase {
        words: "game drawn by timeout vs insufficient material",
        cause: RecordedCause::TimeWithoutMaterial,
        used_by: "chess.com",
    },
    Phrase {
        words: "draw by time and insufficient material",
        cause: RecordedCause::TimeWithoutMaterial,
        used_by: "lichess",
    },
    Phrase {
        words: "draw by timeout vs insufficient material",
        cause: RecordedCause::TimeWithoutMaterial,
        used_by: "chess.com",
    },
    Phrase {
        words: "LOSER resigns",
        cause: RecordedCause::Resignation,
        used_by: "FICS, ICC, XBoard, cutechess, fastchess, lichess",
    },
    Phrase {
        words: "LOSER resigned",
        cause: RecordedCause::Resignation,
        used_by: "broadcasts, ChessBase",
    },
    Phrase {
        words: "WINNER won by resignation",
        cause: RecordedCause::Resignation,
        used_by: "chess.com",
    },
    Phrase {
        words: "WINNER wins by resignation",
        cause: RecordedCause::Resignation,
        used_by: "lichess",
    },
    Phrase { words: "resignation", cause: RecordedCause::Resignation, used_by: "broadcasts" },
    Phrase { words: "resigns", cause: RecordedCause::Resignation, used_by: "ChessBase" },
    Phrase { words: "resigned", cause: RecordedCause::Resignation, used_by: "ChessBase" },
    Phrase { words: "LOSER checkmated", cause: RecordedCause::Checkmate, used_by: "FICS, ICC" },
    Phrase {
        words: "WINNER mates",
        cause: RecordedCause::Checkmate,
        used_by: "TCEC, cutechess, fastchess, XBoard",
    },
    Phrase {
        words: "WINNER won by checkmate",
        cause: RecordedCause::Checkmate,
        used_by: "chess.com",
    },
    Phrase {
        words: "WINNER wins by checkmate",
        cause: RecordedCause::Checkmate,
        used_by: "lichess",
    },
    Phrase { words: "checkmate", cause: RecordedCause::Checkmate, used_by: "lichess, broadcasts" },
    Phrase { words: "mate", cause: RecordedCause::Checkmate, used_by: "Arena" },
    Phrase {
        words: "xboard adjudication: checkmate",
        cause: RecordedCause::Checkmate,
        used_by: "XBoard",
    },
    Phrase {
        words: "game drawn by stalemate",
        cause: RecordedCause::Stalemate,
        used_by: "FICS, ICC, chess.com",
    },
    Phrase {
        words: "draw by stalemate",
        cause: RecordedCause::Stalemate,
        used_by: "lichess, cutechess, fastchess",
    },
    Phrase { words: "stalemate", cause: RecordedCause::Stalemate, used_by: "TCEC, Arena, XBoard" },
    Phrase {
        words: "xboard adjudication: stalemate",
        cause: RecordedCause::Stalemate,
        used_by: "XBoard",
    },
    Phrase {
        words: "game drawn by insufficient material",
        cause: RecordedCause::DeadPosition,
        used_by: "chess.com",
    },
    Phrase {
        words: "game drawn because neither player has mating material",
        cause: RecordedCause::DeadPosition,
        used_by: "FICS",
    },
    Phrase {
        words: "neither player has mating material",
        cause: RecordedCause::DeadPosition,
        used_by: "FICS, ICC",
    },
    Phrase {
        words: "draw by insufficient mating material",
        cause: RecordedCause::DeadPosition,
        used_by: "cutechess, fastchess",
    },
    Phrase {
        words: "draw by insufficient material",
        cause: RecordedCause::DeadPosition,
        used_by: "lichess",
    },
    Phrase {
        words: "insufficient material",
        cause: RecordedCause::DeadPosition,
        used_by: "TCEC, lichess, Arena",
    },
    Phrase {
        words: "insufficient mating material",
        cause: RecordedCause::DeadPosition,
        used_by: "Arena",
    },
    Phrase {
        words: "xboard adjudication: insufficient mating material",
        cause: RecordedCause::DeadPosition,
        used_by: "XBoard",
    },
    Phrase {
        words: "draw by dead position",
        cause: RecordedCause::DeadPosition,
        used_by: "this program",
    },
    Phrase { words: "dead position", cause: RecordedCause::DeadPosition, used_by: "this program" },
    Phrase {
        words: "game drawn by repetition",
        cause: RecordedCause::Repetition,
        used_by: "FICS, ICC, chess.com",
    },
    Phrase {
        words: "draw by repetition",
        cause: RecordedCause::Repetition,
        used_by: "XBoard, lichess",
    },
    Phrase {
        words: "draw by 3-fold repetition",
        cause: RecordedCause::Repetition,
        used_by: "cutechess, fastchess, CCRL",
    },
    Phrase {
        words: "draw by threefold repetition",
        cause: RecordedCause::Repetition,
        used_by: "lichess, broadcasts",
    },
    Phrase {
        words: "threefold repetition",
        cause: RecordedCause::Repetition,
        used_by: "lichess, broadcasts",
    },
    Phrase { words: "3-fold repetition", cause: RecordedCause::Repetition, used_by: "Arena, CCRL" },
    Phrase { words: "3-fold rep", cause: RecordedCause::Repetition, used_by: "TCEC" },
    Phrase { words: "3x repetition", cause: RecordedCause::Repetition, used_by: "TCEC" },
    Phrase { words: "repetition", cause: RecordedCause::Repetition, used_by: "broadcasts" },
    Phrase {
        words: "xboard adjudication: repetition draw",
        cause: RecordedCause::Repetition,
        used_by: "XBoard",
    },
    Phrase {
        words: "game drawn by 50-move rule",
        cause: RecordedCause::FiftyMoves,
        used_by: "chess.com",
    },
    Phrase {
        words: "game drawn by the 50 move rule",
        cause: RecordedCause::FiftyMoves,
        used_by: "FICS",
    },
    Phrase {
        words: "draw by fifty moves rule",
        cause: RecordedCause::FiftyMoves,
        used_by: "cutechess, fastchess, CCRL",
    },
    Phrase {
        words: "draw by fifty-move rule",
        cause: RecordedCause::FiftyMoves,
        used_by: "broadcasts",
    },
    Phrase {
        words: "draw by the fifty-move rule",
        cause: RecordedCause::FiftyMoves,
        used_by: "this program",
    },
    Phrase { words: "fifty moves rule", cause: RecordedCause::FiftyMoves, used_by: "TCEC" },
    Phrase { words: "fifty-move rule", cause: RecordedCause::FiftyMoves, used_by: "broadcasts" },
    Phrase { words: "50-move rule", cause: RecordedCause::FiftyMoves, used_by: "Arena" },
    Phrase { words: "50 moves rule", cause: RecordedCause::FiftyMoves, used_by: "TCEC" },
    Phrase {
        words: "xboard adjudication: 50-move rule",
        cause: RecordedCause::FiftyMoves,
        used_by: "XBoard",
    },
    Phrase {
        words: "game drawn by agreement",
        cause: RecordedCause::Agreement,
        used_by: "chess.com",
    },
    Phrase {
        words: "game drawn by mutual agreement",
        cause: RecordedCause::Agreement,
        used_by: "FICS, ICC",
    },
    Phrase {
        words: "draw by agreement",
        cause: RecordedCause::Agreement,
        used_by: "cutechess, broadcasts",
    },
    Phrase {
        words: "draw by mutual agreement",
        cause: RecordedCause::Agreement,
        used_by: "lichess",
    },
    Phrase {
        words: "draw agreed",
        cause: RecordedCause::Agreement,
        used_by: "broadcasts, ChessBase",
    },
    Phrase { words: "agreement", cause: RecordedCause::Agreement, used_by: "broadcasts" },
    Phrase {
        words: "adjudication",
        cause: RecordedCause::Elsewhere,
        used_by: "PGN standard, TCEC",
    },
    Phrase { words: "gui adjudication", cause: RecordedCause::Elsewhere, used_by: "TCEC" },
    Phrase { words: "arena adjudication", cause: RecordedCause::Elsewhere, used_by: "Arena" },
    Phrase { words: "user adjudication", cause: RecordedCause::Elsewhere, used_by: "XBoard" },
    Phrase {
        words: "WINNER wins by adjudication",
        cause: RecordedCause::Elsewhere,
        used_by: "cutechess, fastchess",
    },
    Phrase {
        words: "WINNER wins by adjudication: syzygytb",
        cause: RecordedCause::Elsewhere,
        used_by: "TCEC, fastchess",
    },
    Phrase {
        words: "WINNER wins by adjudication: tcec win rule",
        cause: RecordedCause::Elsewhere,
        used_by: "TCEC",
    },
    Phrase {
        words: "draw by adjudication",
        cause: RecordedCause::Elsewhere,
        used_by: "cutechess, fastchess",
    },
    Phrase {
        words: "draw by adjudication: syzygytb",
        cause: RecordedCause::Elsewhere,
        used_by: "fastchess",
    },
    Phrase { words: "adjudication: syzygytb", cause: RecordedCause::Elsewhere, used_by: "TCEC" },
    Phrase {
        words: "adjudication: tcec draw rule",
        cause: RecordedCause::Elsewhere,
        used_by: "TCEC",
    },
    Phrase { words: "syzygytb", cause: RecordedCause::Elsewhere, used_by: "TCEC" },
    Phrase { words: "tcec win rule", cause: RecordedCause::Elsewhere, used_by: "TCEC" },
    Phrase { words: "tcec draw rule", cause: RecordedCause::Elsewhere, used_by: "TCEC" },
    Phrase {
        words: "abandoned",
        cause: RecordedCause::Elsewhere,
        used_by: "PGN standard, lichess, TCEC",
    },
    Phrase {
        words: "WINNER won - game abandoned",
        cause: RecordedCause::Elsewhere,
        used_by: "chess.com",
    },
    Phrase { words: "game abandoned", cause: RecordedCause::Elsewhere, used_by: "chess.com" },
    Phrase {
        words: "NAME disconnects",
        cause: RecordedCause::Elsewhere,
        used_by: "TCEC, cutechess, fastchess",
    },
    Phrase {
        words: "NAME forfeits by disconnection",
        cause: RecordedCause::Elsewhere,
        used_by: "FICS, ICC",
    },
    Phrase { words: "NAME left the game", cause: RecordedCause::Elsewhere, used_by: "lichess" },
    Phrase { words: "stalled connection", cause: RecordedCause::Elsewhere, used_by: "cutechess" },
    Phrase {
        words: "game drawn because both players ran out of time",
        cause: RecordedCause::Elsewhere,
        used_by: "FICS",
    },
    Phrase { words: "game adjourned", cause: RecordedCause::Elsewhere, used_by: "FICS, ICC" },
    Phrase { words: "game aborted", cause: RecordedCause::Elsewhere, used_by: "FICS, lichess" },
    Phrase { words: "death", cause: RecordedCause::Elsewhere, used_by: "PGN standard" },
    Phrase { words: "emergency", cause: RecordedCause::Elsewhere, used_by: "PGN standard" },
    Phrase {
        words: "rules infraction",
        cause: RecordedCause::Elsewhere,
        used_by: "PGN standard, lichess",
    },
    Phrase { words: "illegal move", cause: RecordedCause::Elsewhere, used_by: "cutechess, TCEC" },
    Phrase {
        words: "LOSER makes an illegal move",
        cause: RecordedCause::Elsewhere,
        used_by: "cutechess, fastchess",
    },
    Phrase { words: "forfeit", cause: RecordedCause::Elsewhere, used_by: "broadcasts" },
    Phrase {
        words: "unterminated",
        cause: RecordedCause::Elsewhere,
        used_by: "PGN standard, lichess, cutechess",
    },
    Phrase { words: "the game is a draw", cause: RecordedCause::Unsaid, used_by: "lichess" },
    Phrase {
        words: "normal",
        cause: RecordedCause::Unsaid,
        used_by: "PGN standard, lichess, TCEC",
    },
    Phrase { words: "?", cause: RecordedCause::Unsaid, used_by: "PGN standard" },
    Phrase { words: "-", cause: RecordedCause::Unsaid, used_by: "PGN standard" },
    Phrase { words: "*", cause: RecordedCause::Unsaid, used_by: "ChessBase" },
    Phrase { words: "", cause: RecordedCause::Unsaid, used_by: "PGN standard" },
];

/// What a text says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ReadPhrase {
    pub(super) phrase: &'static Phrase,
    /// The player who lost by it, if the words name a colour.
    pub(super) loser: Option<Color>,
}

impl ReadPhrase {
    /// Reads a text that is one of the phrases as a whole.
    pub(super) fn read(text: &str) -> Option<ReadPhrase> {
        static WITHOUT_NAMES: OnceLock<HashMap<&str, &Phrase>> = OnceLock::new();
        let words = plain(text);
        let known = WITHOUT_NAMES
            .get_or_init(|| PHRASES.iter().map(|phrase| (phrase.words, phrase)).collect());
        if let Some(&phrase) = known.get(words.as_str()) {
            return Some(ReadPhrase { phrase, loser: None });
        }
        PHRASES.iter().find_map(|phrase| {
            let loser = fits(&words, phrase.words)?;
            Some(ReadPhrase { phrase, loser })
        })
    }

    /// Reads the comment after the last move, which may be the data of an engine and a phrase after a comma.
    pub(super) fn read_comment(text: &str) -> Option<ReadPhrase> {
        ReadPhrase::read(text).or_else(|| {
            let (data, phrase) = text.rsplit_once(',')?;
            is_engine_data(data).then(|| ReadPhrase::read(phrase))?
        })
    }
}

/// Words as they are counted if no phrase is known.
pub(super) fn unknown(text: &str) -> String {
    clip(plain(text).as_bytes(), MAX_TEXT)
}

/// Whether a comment begins as engines and their arenas write: `d=20, ...`, `+0.31/18 1.2s`, `+M5/20 0.1s`, `0.00/1`.
fn is_engine_data(text: &str) -> bool {
    let first = text.split([' ', ',']).find(|word| !word.is_empty()).unwrap_or_default();
    let is_setting = first.split_once('=').is_some_and(|(name, _)| {
        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric())
    });
    let is_score = first.split_once('/').is_some_and(|(score, depth)| {
        let score = score.trim_start_matches(['+', '-']).trim_start_matches(['M', '#']);
        score.parse::<f64>().is_ok() && depth.bytes().all(|byte| byte.is_ascii_digit())
    });
    is_setting || is_score
}

/// In lower case, without white space around it, a full stop, or the marks of a command.
fn plain(text: &str) -> String {
    let text = text.trim().trim_end_matches(['.', '!']).trim_end();
    text.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether the words fit a pattern, and if so which colour lost by them; a name is one word, as it is on servers.
fn fits(words: &str, pattern: &str) -> Option<Option<Color>> {
    let mut loser = None;
    let (mut words, mut pattern) = (words.split(' '), pattern.split(' '));
    loop {
        match (words.next(), pattern.next()) {
            (None, None) => return Some(loser),
            (Some(word), Some("LOSER")) => loser = color(word),
            (Some(word), Some("WINNER")) => loser = color(word).map(|winner| !winner),
            (Some(_), Some("NAME")) => {}
            (word, expected) if word == expected => {}
            _ => return None,
        }
    }
}

fn color(word: &str) -> Option<Color> {
    match word {
        "white" => Some(Color::White),
        "black" => Some(Color::Black),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::{env, fs, path::Path};

    use super::*;

    /// No two phrases say the same, and each is read as itself.
    #[test]
    fn every_phrase_is_read_as_itself() {
        for phrase in PHRASES {
            let text = phrase.words.replace("WINNER", "White").replace("LOSER", "Black");
            let read = ReadPhrase::read(&text.replace("NAME", "somebody")).unwrap();
            assert_eq!(read.phrase, phrase);
            let names = phrase.words.contains("WINNER") || phrase.words.contains("LOSER");
            assert_eq!(read.loser, names.then_some(Color::Black), "{}", phrase.words);
            assert!(!phrase.used_by.is_empty());
        }
    }

    #[test]
    fn engines_write_before_a_phrase() {
        for (text, phrase) in [
            ("d=245, sd=245, pv=Qb1#, mb=+1+0, Black mates", Some("WINNER mates")),
            ("d=1, Adjudication: SyzygyTB", Some("adjudication: syzygytb")),
            ("+M1/3 0.012s, White mates", Some("WINNER mates")),
            ("0.00/20 0.5s, Draw by 3-fold repetition", Some("draw by 3-fold repetition")),
            ("-0.10/17, Draw by fifty moves rule", Some("draw by fifty moves rule")),
            ("Black resigns.", Some("LOSER resigns")),
            ("a better try was a5, White resigns", None),
            ("1/2 would be right, no stalemate", None),
            ("d=245, sd=245", None),
            ("", Some("")),
        ] {
            let read = ReadPhrase::read_comment(text).map(|said| said.phrase.words);
            assert_eq!(read, phrase, "{text}");
        }
    }

    /// The page lists every phrase with what is concluded; `LAWBOOK_UPDATE=1` writes the list anew.
    #[test]
    fn the_page_lists_every_phrase() {
        const MARK: &str =
            "<!-- the phrases: written by a test, see harness/audit/src/phrase.rs -->\n";
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/records.md");
        let page = fs::read_to_string(&path).unwrap();
        let (before, _) = page.split_once(MARK).unwrap();
        let mut right = format!("{before}{MARK}");
        for cause in RecordedCause::ALL {
            right += &format!("\n## {cause:?}\n\nConcluded: {}.\n\n", cause.conclusion());
            right += "| words | written by |\n|---|---|\n";
            for phrase in PHRASES.iter().filter(|phrase| phrase.cause == cause) {
                let words = if phrase.words.is_empty() { "(nothing)" } else { phrase.words };
                right += &format!("| `{words}` | {} |\n", phrase.used_by);
            }
        }
        if env::var_os("LAWBOOK_UPDATE").is_some() {
            fs::write(&path, &right).unwrap();
        }
        let page = fs::read_to_string(&path).unwrap();
        assert!(page == right, "records.md is out of date: run again with LAWBOOK_UPDATE=1");
    }
}
