//! The unit tests of the crate, mostly loops over the tables in `tests/tables.yaml` and `tests/games.yaml`.

use std::{
    collections::BTreeMap,
    env, fs,
    io::{self, Read, Write},
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
        mpsc,
    },
    thread,
    time::Duration,
};

use lawbook::{
    board::Color,
    rules::{Offence, Parameter, Reason, RuleSet, Termination},
};
use serde::{Deserialize, de::DeserializeOwned};

use crate::{
    archive::{ArchiveBytes, shown},
    certainty::of_finding,
    dated::RulesFit,
    format::{Format, HEAD},
    games::{CHUNK, GameReader, GameSpan},
    headers::{GameStart, Headers, TagName},
    judge::judge,
    judgement::{GameEntry, Judgement},
    movetext::{self, Movetext, MovetextPiece, MovetextToken},
    phrase::{PHRASES, Players, ReadPhrase},
    record::RecordedEnd,
    tally::Merge,
    text::{clip, text_of, without_mark},
    *,
};

/// Returns the rows of a table.
fn table<T: DeserializeOwned>(name: &str) -> Vec<T> {
    let mut tables: BTreeMap<String, serde_yaml::Value> =
        serde_yaml::from_str(include_str!("../tests/tables.yaml")).unwrap();
    let rows: Vec<T> = serde_yaml::from_value(tables.remove(name).unwrap()).unwrap();
    assert!(!rows.is_empty());
    rows
}

/// Returns a generator of numbers below a limit, the same ones each time.
fn random() -> impl FnMut(usize) -> usize {
    let mut state = 1_u64;
    move |count| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040);
        usize::try_from(state >> 33).unwrap() % count
    }
}

fn latin_1(text: &str) -> Vec<u8> {
    text.chars().map(|letter| u8::try_from(letter).unwrap()).collect()
}

#[test]
fn formats_are_known_by_their_first_bytes() {
    for (begin, name) in table::<(String, String)>("formats") {
        let format = format!("{:?}", Format::of(&latin_1(&begin)));
        assert!(format.contains(&name), "{begin:?}: {format}");
    }
}

#[test]
fn files_that_are_truncated_while_they_are_read_end_with_an_error() {
    let text = "1. e4 e5 1-0\n".repeat(100_000);
    for length in [0, 5, CHUNK, text.len() - 1, text.len()] {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        io::Write::write_all(&mut file, text.as_bytes()).unwrap();
        let mut read = ArchiveBytes::open(file.path(), &Arc::default()).unwrap();
        file.as_file().set_len(length as u64).unwrap();
        let head = read.peek(HEAD).ok().map(<[u8]>::len);
        assert_eq!(head.map(|length| length.min(HEAD)), (length > 0).then_some(HEAD.min(length)));
        let mut found = Vec::new();
        let end = read.read_to_end(&mut found);
        assert_eq!((found.len(), end.is_err()), (length, length < text.len()));
    }
}

#[cfg(unix)]
#[test]
fn bytes_of_a_name_that_are_not_utf_8_are_escaped() {
    use std::os::unix::ffi::OsStringExt;

    let path = std::ffi::OsString::from_vec(b"M\xfcller \xe2\x82.pgn".to_vec());
    assert_eq!(shown(&PathBuf::from(path)), "M\\xfcller \\xe2\\x82.pgn");
    assert!(is_stdin(Path::new("-")) && !is_stdin(Path::new("")));
}

/// The games of a text, each with its offset and the number of lines before it.
fn games(text: &[u8]) -> Vec<(String, u64, u64)> {
    let mut games = GameReader::new(text);
    let mut found = Vec::new();
    while let Some(batch) = games.next_batch() {
        for span in &batch.games {
            let text = String::from_utf8_lossy(&batch.text[span.start..span.end]);
            found.push((text.trim().to_owned(), span.offset, span.lines));
        }
    }
    assert!(games.into_source().1.is_none());
    found
}

#[test]
fn games_begin_where_people_see_it() {
    for (text, expected) in table::<(String, Vec<String>)>("games") {
        let found = games(text.as_bytes());
        let texts: Vec<&str> = found.iter().map(|(text, ..)| text.as_str()).collect();
        assert_eq!(texts, expected, "{text:?}");
        for (game, offset, lines) in &found {
            let (before, rest) = text.split_at(*offset as usize);
            assert!(rest.trim_start().starts_with(game.as_str()), "{text:?}: {offset}");
            assert_eq!(*lines, before.matches('\n').count() as u64, "{text:?}");
        }
    }
}

#[test]
fn games_of_many_batches_keep_their_places() {
    let game = "[Event \"a\"]\n\n1. e4 e5 {a comment of some length} 2. Nf3 1-0\n\n";
    let found = games(game.repeat(20_000).as_bytes());
    assert_eq!(found.len(), 20_000);
    for (number, (text, offset, lines)) in found.iter().enumerate() {
        assert_eq!((text.as_str(), *lines), (game.trim(), 4 * number as u64));
        assert_eq!(*offset as usize, number * game.len());
    }
}

/// Reads games, and returns them with the error at the end.
fn spans(source: impl Read) -> (Vec<GameSpan>, Option<io::Error>) {
    let (mut reader, mut games) = (GameReader::new(source), Vec::new());
    while let Some(batch) = reader.next_batch() {
        games.extend(batch.games);
    }
    (games, reader.into_source().1)
}

#[test]
fn long_games_are_truncated_and_the_rest_is_read() {
    let line = format!("{}\n", "x".repeat(999));
    for (comment, more, after, lines) in [
        ("x", 100, "1-0\n", 3),
        ("x", 100, "", 2),
        // Line numbers stay right after lines that were dropped.
        (line.as_str(), 300_000, "1-0\n", 17_080),
    ] {
        let mut text = b"[Event \"a\"]\n1. e4 {".to_vec();
        text.extend(comment.bytes().cycle().take(MAX_GAME + more));
        text.extend_from_slice(format!("}}\n{after}").as_bytes());
        let offset = text.len() as u64;
        text.extend_from_slice(b"[Event \"b\"]\n1. d4 *\n");
        let (games, _) = spans(text.as_slice());
        let [long, short] = games[..] else { panic!("{games:?}") };
        assert_eq!((long.damage, short.damage), (Some(Kind::TooLong), None));
        assert!(long.end - long.start <= 1 << 16);
        assert_eq!((short.offset, short.lines), (offset, lines));
    }
}

#[test]
fn games_before_a_read_error_are_kept() {
    struct Broken(&'static [u8]);
    impl Read for Broken {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            match self.0.read(into)? {
                0 => Err(io::Error::other("broken")),
                count => Ok(count),
            }
        }
    }
    let (games, error) = spans(Broken(b"[Event \"a\"]\n1. e4 1-0\n[Event \"b\"]\n1. d4"));
    let damage: Vec<Option<Kind>> = games.iter().map(|span| span.damage).collect();
    assert_eq!(damage, [None, Some(Kind::CutOff)]);
    assert_eq!(error.unwrap().to_string(), "broken");
}

#[test]
fn a_movetext_is_read_as_people_write_it() {
    for (text, pieces) in table::<(String, String)>("movetext") {
        let read: Vec<String> = Movetext::new(text.as_bytes(), 0)
            .map(|token| match token.piece {
                MovetextPiece::Move(text) => String::from_utf8_lossy(text).into_owned(),
                MovetextPiece::Comment(text) => format!("{{{}}}", String::from_utf8_lossy(text)),
                MovetextPiece::Result(score) => format!("[{score}]"),
                MovetextPiece::OpenComment => "{".to_owned(),
                MovetextPiece::OpenVariation => "(".to_owned(),
            })
            .collect();
        assert_eq!(read.join(" "), pieces, "{text:?}");
        let is_comment =
            |token: &MovetextToken<'_>| matches!(token.piece, MovetextPiece::Comment(_));
        let all = Movetext::new(text.as_bytes(), 0).filter(|token| !is_comment(token));
        assert!(Movetext::without_comments(text.as_bytes(), 0).eq(all), "{text:?}");
    }
}

#[test]
fn tokens_have_places_and_move_numbers() {
    let text = "1. e4\n{a\nb} 1...e5";
    let places: Vec<&str> =
        Movetext::new(text.as_bytes(), 0).map(|token| &text[token.start..token.end]).collect();
    assert_eq!(places, ["e4", "{a\nb}", "e5"]);
    let text = b"1. e4 e5 {2.} 2.Nf3 12... Nc6 3 d4 9999999999. d5";
    let mut movetext = Movetext::without_comments(text, 0);
    let mut numbers = Vec::new();
    while movetext.next().is_some() {
        numbers.push(movetext.take_number());
    }
    assert_eq!(numbers, [Some(1), None, Some(2), Some(12), None, Some(u32::MAX)]);
}

#[test]
fn archives_in_latin_1_have_signs_and_spaces_too() {
    let last = Movetext::new(b"1. e4 \xbd-\xbd", 0).last().map(|token| token.piece);
    assert_eq!(last, Some(MovetextPiece::Result(GameResult::Draw)));
    let mut movetext = Movetext::new(b"1.\xa0e4\xa0e5 \xb1 2.\xa0Nf3 *\n\xff\x1a", 0);
    let pieces: Vec<MovetextPiece<'_>> = movetext.by_ref().map(|token| token.piece).collect();
    let moves = [b"e4".as_slice(), b"e5", b"Nf3"].map(MovetextPiece::Move);
    assert_eq!(pieces, [&moves[..], &[MovetextPiece::Result(GameResult::Open)]].concat());
    assert_eq!(movetext.skipped, Some(3));
    assert_eq!(
        (text_of(b"M\xfcller"), text_of("Müller".as_bytes())),
        ("Müller".into(), "Müller".into())
    );
}

#[test]
fn no_plain_byte_ends_a_word() {
    for (first, second) in (0..=u16::MAX).map(|pair| pair.to_le_bytes().into()) {
        let text = [b'e', b'4', b'+', first, second, b'=', b'Q', b'#'];
        let plain = movetext::plain_bytes(&text);
        assert!((3..8).contains(&plain) && plain <= movetext::ENDS_WORD.find(&text, 0), "{text:?}");
    }
    assert_eq!(movetext::plain_bytes(b"Nbd2+ Nc"), 5);
    assert_eq!(movetext::plain_bytes(b"Nbd2+"), 0);
}

#[test]
fn what_is_cut_short_says_so() {
    for (text, most, clipped) in table::<(String, usize, String)>("clips") {
        assert_eq!(clip(text.as_bytes(), most), clipped, "{text:?}");
    }
    assert_eq!(clip(b"M\xfcller", 4), "Mül…");
}

#[test]
fn a_line_may_begin_with_the_marks_of_files() {
    for (line, rest) in [
        (&b"\xef\xbb\xbf[Event"[..], &b"[Event"[..]),
        (b"\0\0\x1a\xff\xef\xbb\xbf[Event", b"[Event"),
        (b"\x1a", b""),
        (b"\xef\xbb[", b"\xef\xbb["),
        (b"e4\x1a", b"e4\x1a"),
    ] {
        assert_eq!(without_mark(line), rest, "{line:?}");
    }
}

#[test]
fn tags_are_read_as_people_write_them() {
    for (text, white, result, movetext) in
        table::<(String, String, Option<GameResult>, String)>("tags")
    {
        let (headers, at) = Headers::read(text.as_bytes());
        let read = headers.text(TagName::White).unwrap_or_default();
        assert_eq!((read, headers.result()), (white, result), "{text:?}");
        assert_eq!(&text[at..], movetext, "{text:?}");
    }
}

#[test]
fn a_game_begins_where_its_tags_say() {
    for (tags, expected) in table::<(String, String)>("starts") {
        let begun = match Headers::read(tags.as_bytes()).0.start(0) {
            GameStart::At(position) => position.to_string(),
            GameStart::Variant(name) => name,
            GameStart::Unplayable(_) => "unplayable".to_owned(),
        };
        assert_eq!(begun, expected, "{tags}");
    }
}

#[test]
fn a_game_is_judged_by_the_rules_of_its_day_and_place() {
    let of = |rules: &str, tags: &str| {
        rules.parse::<GameRules>().unwrap().of(&Headers::read(tags.as_bytes()).0)
    };
    for (tags, rules) in table::<(String, String)>("rules_of_day") {
        assert_eq!(of("dated", &tags).known.rules.name(), rules, "{tags}");
        assert_eq!(of("uscf-7", &tags).known.rules, RuleSet::USCF_7);
    }
    for (rules, tags, fit, source, year) in
        table::<(String, String, String, String, Option<u16>)>("fits")
    {
        let found = of(&rules, &tags);
        let is = match found.known.fit {
            RulesFit::InForce => "in force",
            RulesFit::Newer => "newer",
            RulesFit::Unknown(UnknownRules::Server) => "server",
            RulesFit::Unknown(UnknownRules::BeforeLaws) => "before the Laws",
            RulesFit::Unknown(UnknownRules::Date) => "date",
        };
        let found_year = found.known.day.map(|(year, ..)| year);
        assert_eq!((is, &found.source, found_year), (fit.as_str(), &source, year), "{tags}");
    }
    for (tags, misses) in [("", true), ("[Date \"????.08.??\"]", true), ("[Date \"1937\"]", false)]
    {
        let (headers, _) = Headers::read(tags.as_bytes());
        assert_eq!(GameRules::Dated.miss_the_day(&headers), misses, "{tags}");
        assert!(!GameRules::Fixed(RuleSet::LATEST).miss_the_day(&headers));
    }
    for text in ["dated", "fide-2023", "lichess-2024"] {
        assert_eq!(text.parse::<GameRules>().unwrap().to_string(), text);
    }
    assert!("date".parse::<GameRules>().is_err());
}

/// No two phrases are the same, and each is read as itself.
#[test]
fn every_phrase_is_read_as_itself() {
    assert_eq!(PHRASES.len(), include_str!("phrases.tsv").lines().count());
    for phrase in PHRASES.iter() {
        let text = phrase.words.replace("WINNER", "White").replace("LOSER", "Black");
        let text = text.replace("NAME", "somebody");
        let read = ReadPhrase::read(&text, Players::default()).unwrap();
        let names = phrase.words.contains("WINNER") || phrase.words.contains("LOSER");
        assert_eq!((read.phrase, read.loser), (phrase, names.then_some(Color::Black)));
        assert!(!phrase.used_by.is_empty());
    }
}

#[test]
fn engines_write_before_a_phrase() {
    for (text, phrase) in table::<(String, Option<String>)>("comments") {
        let read = ReadPhrase::read_comment(&text, Players::default());
        assert_eq!(read.map(|said| said.phrase.words), phrase.as_deref(), "{text}");
    }
}

#[test]
fn players_are_known_by_their_names() {
    for (white, black, text, loser) in table::<(String, String, String, Option<String>)>("players")
    {
        let read = ReadPhrase::read(&text, Players([Some(&white), Some(&black)])).unwrap();
        let read = read.loser.map(|color| color.to_string());
        assert_eq!(read, loser, "{white} - {black}: {text}");
    }
}

#[test]
fn the_most_particular_words_of_a_record_count() {
    type Row = [Option<String>; 6];
    for row in table::<Row>("records") {
        let [termination, details, comment, cause, loser, counted] =
            row.each_ref().map(|cell| cell.as_deref());
        let end = RecordedEnd::new(termination, details, comment, Players::default());
        let read = (format!("{:?}", end.cause), end.loser.map(|color| color.to_string()));
        assert_eq!(read, (cause.unwrap().to_owned(), loser.map(str::to_owned)), "{row:?}");
        assert!(counted.is_none_or(|counted| end.counted() == counted), "{row:?}: {end:?}");
    }
}

/// The page lists every phrase with the conclusion of the audit. `LAWBOOK_UPDATE=1` rewrites the list.
#[test]
fn the_page_lists_every_phrase() {
    const MARK: &str =
        "<!-- the phrases: written by a test, from harness/audit/src/phrases.tsv -->\n";
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    let page = fs::read_to_string(&path).unwrap();
    let (before, _) = page.split_once(MARK).unwrap();
    let mut right = format!("{before}{MARK}");
    let products = |kind: &str| {
        let lines = include_str!("products.tsv").lines().filter_map(|line| line.split_once('\t'));
        let words = lines.filter(|(one, words)| *one == kind && !words.is_empty());
        words.map(|(_, words)| format!("`{words}`")).collect::<Vec<_>>().join(", ")
    };
    right += &format!(
        "\nA phrase can also be an opening and a rule. Openings of draws: {}. Openings of wins and losses: {}.\n",
        products("draw"),
        products("win")
    );
    for cause in RecordedCause::ALL {
        right += &format!("\n## {cause:?}\n\nConcluded: {}.\n\n", cause.conclusion());
        right += "| words | written by |\n|---|---|\n";
        for phrase in PHRASES.iter().filter(|phrase| phrase.cause == *cause) {
            let words = if phrase.words.is_empty() { "(nothing)" } else { phrase.words };
            right += &format!("| `{words}` | {} |\n", phrase.used_by);
        }
        let rules = products(&format!("{cause:?}"));
        if !rules.is_empty() {
            right += &format!("\nRules after an opening: {rules}.\n");
        }
    }
    if env::var("LAWBOOK_UPDATE").is_ok_and(|value| value == "1") {
        fs::write(&path, &right).unwrap();
    }
    let page = fs::read_to_string(&path).unwrap();
    assert!(
        page == right,
        "harness/audit/README.md is out of date: run again with LAWBOOK_UPDATE=1"
    );
}

#[test]
fn lines_are_the_legal_games_from_the_start() {
    for (text, moves) in table::<(String, Option<String>)>("lines") {
        let line = game::line(text.as_bytes());
        let words =
            line.map(|line| line.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "));
        assert_eq!(words, moves, "{text}");
    }
}

/// Returns a game that is the whole archive.
fn entry(text: &[u8]) -> GameEntry<'_> {
    GameEntry { text, archive: "a", number: 1, offset: 0, line: 1, damage: None }
}

fn judged(config: &AuditConfig, text: &[u8]) -> Judgement {
    judge(config, &entry(text))
}

fn latest() -> String {
    RuleSet::LATEST.name().to_owned()
}

/// A game with the findings of the audit, see `tests/games.yaml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct JudgedGame {
    #[serde(default = "latest")]
    rules: String,
    game: String,
    #[serde(default)]
    claims: bool,
    finds: Vec<String>,
    /// Words of the findings, each in the finding at the same place.
    #[serde(default)]
    says: Vec<String>,
    /// Whether something is undetermined, and whether the game is judged only in part.
    #[serde(default)]
    open: bool,
    in_part: Option<bool>,
    /// The lines of the findings.
    lines: Option<Vec<u64>>,
    repairs: Option<u64>,
    /// Words of the finding about the deviations.
    #[serde(default)]
    strict_says: String,
    result: Option<GameResult>,
}

fn judged_games() -> BTreeMap<String, Vec<JudgedGame>> {
    serde_yaml::from_str(include_str!("../tests/games.yaml")).unwrap()
}

#[test]
fn findings_are_those_of_the_list() {
    let mut wrong = Vec::new();
    for (about, games) in judged_games() {
        for row in games {
            let JudgedGame { game, finds, says, .. } = &row;
            let rules = row.rules.parse::<GameRules>().unwrap();
            let config = AuditConfig {
                missed_claims: !row.claims,
                claims: row.claims,
                ..AuditConfig::under(rules)
            };
            let one = |found: &AuditFinding| {
                let AuditFinding { kind, severity, ply, article, .. } = found;
                let article = article.as_deref().unwrap_or("-");
                match *severity == kind.severity() {
                    true => format!("{kind} {ply} {article}"),
                    false => format!("{kind} {ply} {article} {severity}"),
                }
            };
            let judgement = judged(&config, game.as_bytes());
            let found: Vec<String> = judgement.findings.iter().map(one).collect();
            if found != *finds {
                wrong.push(format!("{about}: {rules}, {game:?}: {found:?}, expected {finds:?}"));
            }
            let said = judgement.findings.iter().zip(says);
            let at_lines: Vec<u64> = judgement.findings.iter().map(|found| found.at_line).collect();
            if judgement.open != row.open
                || row.lines.as_ref().is_some_and(|lines| *lines != at_lines)
                || row.in_part.is_some_and(|in_part| in_part != judgement.in_part)
                || said.clone().count() < says.len()
                || said.clone().any(|(found, says)| !found.says.contains(says))
            {
                let said: Vec<&str> = said.map(|(found, _)| found.says.as_str()).collect();
                let Judgement { open, in_part, .. } = judgement;
                wrong.push(format!("{about}: {rules}, {game:?}: {open} {in_part} {said:?}"));
            }
            let Some(repairs) = row.repairs else { continue };
            let strict = judged(&AuditConfig { strict: true, ..config }, game.as_bytes());
            let reported: Vec<(Kind, Option<GameResult>)> =
                strict.findings.iter().map(|found| (found.kind, found.result)).collect();
            let expected = [(Kind::Nonstandard, row.result)];
            let strict_says = strict
                .findings
                .last()
                .map(|found| format!("line {}: {}", found.at_line, found.says));
            if !strict_says.unwrap_or_default().contains(&row.strict_says) {
                wrong.push(format!("{about}: {game:?}: {:?}", strict.findings));
            }
            if strict.repairs != repairs || reported != expected[..usize::from(repairs > 0)] {
                let repairs = strict.repairs;
                wrong.push(format!("{about}: {game:?}: {repairs} deviations, {reported:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Any text is judged, and every place lies in it.
#[test]
fn damaged_texts_are_judged() {
    let mut below = random();
    let games: Vec<JudgedGame> = judged_games().into_values().flatten().collect();
    for round in 0..3000 {
        let mut text = games[below(games.len())].game.clone().into_bytes();
        for _ in 0..=below(20) {
            let at = below(text.len().max(1));
            match below(4) {
                0 if at < text.len() => {
                    text[at] = b"{}()[]\"\\;%$*\n\r 01-./xO=+\xe9\xff\0"[below(27)]
                }
                1 => drop(text.drain(at..(at + below(30)).min(text.len()))),
                2 => text.insert(at, u8::try_from(below(256)).unwrap()),
                _ => text.extend_from_within(at..(at + below(200)).min(text.len())),
            }
        }
        let rules = AuditConfig::under(RuleSet::ALL[below(RuleSet::ALL.len())]);
        let config = AuditConfig { missed_claims: true, claims: true, strict: true, ..rules };
        let lines = text.iter().filter(|&&byte| byte == b'\n').count() as u64;
        for found in judged(&config, &text).findings {
            assert!((1..=lines + 1).contains(&found.at_line), "{round}: {found:?}");
        }
    }
}

#[test]
fn kinds_read_back_and_are_kept_in_kebab_case() {
    for &kind in Kind::ALL {
        assert_eq!(kind.name().parse(), Ok(kind));
        assert_eq!(serde_json::to_value(kind).unwrap(), kind.name());
        assert!(kind.name().bytes().all(|byte| byte == b'-' || byte.is_ascii_lowercase()));
    }
    assert_eq!("no-such-kind".parse::<Kind>(), Err(()));
}

#[test]
fn many_names_are_counted_alike_in_parts() {
    let tally = |numbers: &mut dyn Iterator<Item = usize>| {
        let mut tally = GameTally::default();
        for number in numbers {
            let name = format!("name {}", number * 7919 % 10_007);
            tally.add(&Judgement {
                skipped: Some(name.clone()),
                said: Some(name),
                ..Judgement::default()
            });
        }
        tally
    };
    let whole = tally(&mut (0..5000));
    for Named { named, others } in [&whole.skipped, &whole.said] {
        assert_eq!((named.len(), named.values().sum::<u64>() + others), (MAX_NAMES, 5000));
    }
    let mut parts = GameTally::default();
    for part in (0..7).rev() {
        parts.include(&tally(&mut (0..5000).filter(|number| number % 7 == part)));
    }
    assert_eq!(parts, whole);
}

/// Returns an audit by the Laws in force.
fn job(archives: &[PathBuf], threads: usize, temporary: &Path) -> Job {
    Job {
        archives: archives.to_vec(),
        config: AuditConfig::under(RuleSet::LATEST),
        threads,
        temporary: temporary.to_path_buf(),
    }
}

/// A game with the event `panic` makes the judge panic in tests.
#[test]
fn a_panic_in_one_game_leaves_the_others_and_their_order() {
    let folder = tempfile::tempdir().unwrap();
    let wrong = |event: &str| {
        let comment = "x".repeat(300);
        format!("[Event \"{event}\"]\n\n1. f3 e5 2. g4 {{{comment}}} Qh4# 1-0\n\n")
    };
    let some = wrong("a").repeat(500);
    let archives = [("0.pgn", some.clone() + &wrong("panic") + &some), ("1.pgn", some)];
    let archives: Vec<PathBuf> = archives
        .iter()
        .map(|(name, text)| {
            fs::write(folder.path().join(name), text).unwrap();
            folder.path().join(name)
        })
        .collect();
    let results = |threads| {
        let mut lines = Vec::new();
        let job = job(&archives, threads, folder.path());
        let summary = run(&job, &Arc::default(), &mut lines).unwrap();
        (summary, String::from_utf8(lines).unwrap())
    };
    let right = results(1);
    let games: Vec<u64> = right.0.archives.iter().map(|read| read.games).collect();
    assert_eq!((games, right.1.lines().count()), (vec![1001, 500], 1501));
    let failed: Vec<&str> =
        right.1.lines().filter(|line| line.contains("internal-error")).collect();
    let [failed] = failed[..] else { panic!("{failed:?}") };
    assert!(failed.contains("\"game\":501,") && failed.contains("injected"), "{failed}");
    for threads in [2, 4, 16] {
        assert!(results(threads) == right, "{threads} threads");
    }
}

/// A writer that notes how many bytes of the archives were read when it was first written to.
struct FirstWrite<'a>(&'a AtomicU64, Option<u64>, Vec<u8>);

impl Write for FirstWrite<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.1.get_or_insert(self.0.load(Ordering::Relaxed));
        self.2.extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The plain text of many games with a finding each, and the same packed as one member and as many.
fn with_findings() -> [Vec<u8>; 3] {
    let gzip = |text: &[u8]| {
        let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::none());
        packed.write_all(text).unwrap();
        packed.finish().unwrap()
    };
    let text = "[Event \"a\"]\n\n1. f3 e5 2. g4 Qh4# 1-0\n\n".repeat(16_000).into_bytes();
    [gzip(&text), text.chunks(100_000).flat_map(gzip).collect(), text]
}

#[test]
fn findings_are_written_when_their_data_is_verified() {
    let folder = tempfile::tempdir().unwrap();
    for (content, is_early) in with_findings().into_iter().zip([false, true, true]) {
        let path = folder.path().join("games");
        fs::write(&path, &content).unwrap();
        for threads in [1, 2] {
            let job = job(&[path.clone(), path.clone()], threads, folder.path());
            let read: Arc<AtomicU64> = Arc::default();
            let mut out = FirstWrite(&read, None, Vec::new());
            let summary = run(&job, &read, &mut out).unwrap();
            assert_eq!(summary.counted.games, 32_000);
            assert_eq!(out.2.iter().filter(|&&byte| byte == b'\n').count(), 32_000);
            let first = out.1.unwrap() as usize;
            if threads == 1 {
                assert_eq!(first < content.len(), is_early, "{first} of {}", content.len());
            }
        }
    }
}

/// More archives than threads, each with more results than may wait.
#[test]
fn archives_that_wait_for_each_other_come_to_an_end() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    let mut games = Vec::new();
    let packed = include_bytes!("../tests/generated.pgn.gz");
    flate2::read::GzDecoder::new(&packed[..]).read_to_end(&mut games).unwrap();
    fs::write(&path, games.repeat(10)).unwrap();
    for threads in [2, 4] {
        let job = job(&vec![path.clone(); 8], threads, folder.path());
        let (send, receive) = mpsc::channel();
        thread::spawn(move || {
            drop(send.send(run(&job, &Arc::default(), &mut io::sink()).unwrap()))
        });
        let summary = receive.recv_timeout(Duration::from_secs(120)).expect("it waits for ever");
        assert!(summary.archives.iter().all(|read| read.games == 5000 && read.error.is_none()));
    }
}

/// Only the findings that wait are lost, the archive says why, and the next archive is read.
#[test]
fn an_error_of_a_temporary_file_is_one_of_the_archive() {
    let folder = tempfile::tempdir().unwrap();
    let [packed, _, plain] = with_findings();
    let archives = [("0", packed), ("1", plain)].map(|(name, content)| {
        fs::write(folder.path().join(name), content).unwrap();
        folder.path().join(name)
    });
    let missing = folder.path().join("no-such-folder");
    for threads in [1, 2] {
        let mut lines = Vec::new();
        let job = job(&archives, threads, &missing);
        let summary = run(&job, &Arc::default(), &mut lines).unwrap();
        let [packed, plain] = &summary.archives[..] else { panic!("{summary:?}") };
        let error = packed.error.as_deref().unwrap();
        assert!(error.contains(missing.to_str().unwrap()) && error.contains("TMPDIR"), "{error}");
        assert_eq!((packed.games, plain.games, &plain.error), (0, 16_000, &None));
        assert!(packed.withheld > 0);
        assert_eq!(lines.iter().filter(|&&byte| byte == b'\n').count(), 16_000);
    }
}

#[test]
fn a_judgement_names_its_rules_its_source_and_its_year() {
    let game = b"[Event \"e\"]\n[Site \"Chess.com\"]\n[Date \"2012.01.01\"]\n[White \"w\"]\n[Black \"b\"]\n\n1. f3 e5 2. g4 Qh4# 1-0";
    let dated = judged(&AuditConfig::under("dated".parse::<GameRules>().unwrap()), game);
    assert_eq!((dated.dated, dated.plies), (Some(RuleSet::CHESSCOM_2009), 4));
    assert_eq!((dated.source.as_str(), dated.year), ("chess.com", Some(2012)));
    let found = &dated.findings[0];
    assert_eq!((found.source.as_deref(), found.year), (Some("chess.com"), Some(2012)));
    let texts = [&found.event, &found.site, &found.white, &found.black, &found.played];
    assert!(texts.into_iter().flatten().eq(["e", "Chess.com", "w", "b", "Qh4#"]));
    assert_eq!(judged(&AuditConfig::under(RuleSet::LATEST), game).dated, None);
    for (damage, says) in
        [(Kind::CutOff, "cannot be read any further"), (Kind::TooLong, "16777216 bytes")]
    {
        let entry = GameEntry { damage: Some(damage), ..entry(b"1. e4 e5 *") };
        let cut = judge(&AuditConfig::under(RuleSet::LATEST), &entry);
        assert_eq!((cut.findings.len(), cut.findings[0].kind, cut.in_part), (1, damage, true));
        assert!(cut.findings[0].says.contains(says), "{cut:?}");
    }
}

/// Each name is that of a parameter, and the parameters of a finding are those on which its reason depends.
#[test]
fn a_finding_depends_on_the_parameters_of_its_reason() {
    let ended = |by| Some(Reason::Ended(by));
    for (reason, names) in [
        (ended(Termination::DeadPosition), &["dead_position"][..]),
        (ended(Termination::ThreefoldRepetition), &["threefold"]),
        (ended(Termination::FivefoldRepetition), &["fivefold"]),
        (ended(Termination::FiftyMoves), &["fifty"]),
        (ended(Termination::SeventyFiveMoves), &["seventy_five"]),
        (ended(Termination::MoveLimit), &["most_plies"]),
        (ended(Termination::Checkmate), &[]),
        (Some(Reason::FlagFell), &["flag_draw", "flag_takes_offer"]),
        (Some(Reason::FlagFellUnwinnable), &["flag_draw"]),
        (Some(Reason::ResignedUnwinnable), &["resignation_may_draw", "flag_draw"]),
        (Some(Reason::IllegalUnwinnable(Offence::IllegalMove, 2)), &["illegal_loss_draw"]),
        (None, &[]),
    ] {
        let found = of_finding(Kind::WrongResult, reason);
        assert_eq!(found, names, "{reason:?}");
        for name in found {
            assert!(Parameter::all().any(|one| one.name == *name), "{name}");
        }
    }
}
