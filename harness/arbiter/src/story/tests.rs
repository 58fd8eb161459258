use lawbook::notation::read_san;

use super::*;
use crate::record::tests::assert_is_published;

/// Returns the line of a game: a tag `FEN`, and moves with or without numbers. Other tags are skipped.
fn line(text: &str) -> Line {
    let fen = text.split_once("[FEN \"").and_then(|(_, rest)| rest.split_once('"'));
    let start = fen.map_or_else(Position::start, |(fen, _)| fen.parse().unwrap());
    let mut line = Line::new(start);
    let moves =
        text.lines().filter(|line| !line.starts_with(['[', '%'])).flat_map(str::split_whitespace);
    for word in moves.filter(|word| !word.ends_with(['.', '*']) && !word.starts_with(['0', '1'])) {
        line.play(read_san(line.end(), word).unwrap()).unwrap();
    }
    line
}

fn story(rules: &str, text: &str) -> DrawStory {
    DrawStory::new(&line(text), rules.parse().unwrap(), 10_000)
}

/// Formats the claims: place, player, ground, whether it is correct on the board, and the moves with which it is.
fn claims(story: &DrawStory) -> Vec<String> {
    let one = |claim: &StoryClaim| {
        let written: Vec<&str> = claim.written.iter().map(|one| one.san.as_str()).collect();
        let board = if claim.on_board.is_some() { "board" } else { "-" };
        let by = claim.by;
        format!("{}: {by} {:?} {board} {}", claim.at.after, claim.ground, written.join(" "))
    };
    story.claims.iter().map(|claim| one(claim).trim_end().to_owned()).collect()
}

#[test]
fn each_claim_lists_the_moves_that_could_be_written() {
    let shuffle = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 e4";
    let ahead = "4. Ng1: Black Threefold - Ng8";
    for (rules, expected) in [
        ("fide-2023", &[ahead, "4... Ng8: White Threefold board Nf3"][..]),
        ("uscf-7", &[ahead, "4... Ng8: White Threefold board Nf3"]),
        ("lichess-2024", &["4... Ng8: White Threefold board", "4... Ng8: Black Threefold board"]),
        ("fide-online", &[]),
    ] {
        assert_eq!(claims(&story(rules, shuffle)), expected, "{rules}");
    }
    let fifty = "[FEN \"4k3/8/8/8/8/8/8/R3K3 w - - 98 90\"]\n1. Ra2 Ke7 2. Ra3 1/2-1/2";
    let found = story("fide-2023", fifty);
    assert_eq!(claims(&found)[0], "90. Ra2: Black Fifty - Kd7 Ke7 Kf7 Kd8 Kf8");
    assert_eq!(claims(&found)[1].split(" Ra").next(), Some("90... Ke7: White Fifty board"));
    assert_eq!(found.runs[0].fifty.as_ref().unwrap().after, "90... Ke7");
    assert_eq!(found.longest_run, 101);
}

/// Returns a line of legal moves from `fen` that depends on `seed`, where players often move back.
fn wander(fen: &str, seed: u64, plies: usize) -> Line {
    let mut state = seed;
    let mut below = |count: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040);
        usize::try_from(state >> 33).unwrap() % count
    };
    let start: Position = fen.parse().unwrap();
    let (mut at, mut moves) = (start, Vec::<Move>::new());
    while moves.len() < plies && at.has_legal_move() {
        let legal = at.legal_moves();
        let own = moves.len().checked_sub(2).map(|ply| moves[ply]);
        let back = own.map(|own| Move { from: own.to, to: own.from, promotion: None });
        let back = back.filter(|back| legal.contains(back) && below(4) > 0);
        let next = back.unwrap_or_else(|| legal[below(legal.len())]);
        at = at.after(next);
        moves.push(next);
    }
    Line::of_legal(start, moves)
}

const WANDERS: [&str; 5] = [
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "4k2r/3p4/8/4P3/8/8/8/R3K3 b Qk - 0 1",
    "4k3/4r3/8/8/8/8/3B4/4K2R w K - 90 60",
    "1rkr4/8/8/8/8/8/8/1RKR4 w BDbd - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
];

/// Two rooks that walk in circles of different lengths: each of 80 positions occurs three times.
fn circles() -> Line {
    let white = ["b2", "b3", "b4", "b5", "c5", "c4", "c3", "c2"];
    let black = ["e2", "e3", "e4", "e5", "e6", "f6", "f5", "f4", "f3", "f2"];
    let step = |circle: &[&str], number: usize| {
        [circle[number % circle.len()], circle[(number + 1) % circle.len()]].concat()
    };
    let moves = (0..240).map(|ply| step([&white[..], &black[..]][ply % 2], ply / 2));
    let start: Position = "7k/8/8/8/8/8/1R2r3/K7 w - - 0 1".parse().unwrap();
    let line = Line::as_far_as_legal(start, moves.map(|uci| uci.parse().unwrap()));
    assert_eq!(line.moves().len(), 240);
    line
}

/// Returns lines with many repetitions.
fn shuffles() -> Vec<Line> {
    let wandered = (0..5).flat_map(|seed| WANDERS.map(|fen| wander(fen, seed, 200)));
    wandered.chain([circles()]).collect()
}

const RULES: [&str; 6] =
    ["fide-1977", "fide-2009", "fide-2023", "uscf-7", "lichess-2024", "fide-online"];

#[test]
fn claims_are_those_of_all_legal_moves() {
    let mut claims = 0;
    for line in shuffles() {
        for rules in RULES.map(|name| name.parse::<RuleSet>().unwrap()) {
            let mut expected = Vec::new();
            let mut game = Game::new(rules, *line.start(), SearchBudget::MATERIAL_ONLY);
            for ply in 0..line.positions().len() {
                if matches!(game.standing().decision, Decision::Over(_)) {
                    break;
                }
                let turn = game.position().turn();
                let claims = [turn, !turn].map(|by| ClaimGround::ALL.map(|on| (by, on)));
                for (by, ground) in claims.into_iter().flatten() {
                    let mut legal = game.position().legal_moves();
                    legal.retain(|&one| {
                        by == turn && game.check_claim(by, ground, Some(one)).is_ok()
                    });
                    let on_board = game.check_claim(by, ground, None).is_ok();
                    if on_board || !legal.is_empty() {
                        let written: Vec<String> = legal.iter().map(Move::to_string).collect();
                        expected.push((ply, by, ground, on_board, written));
                    }
                }
                if let Some(&mv) = line.moves().get(ply) {
                    game.act(&Act::MoveAndPress { mv });
                }
            }
            claims += expected.len();
            let found = DrawStory::new(&line, rules, 100).claims;
            let found = found.into_iter().map(|one| {
                let written = one.written.into_iter().map(|one| one.uci).collect();
                (one.at.ply, one.by, one.ground, one.on_board.is_some(), written)
            });
            assert_eq!(found.collect::<Vec<_>>(), expected, "{rules}, {line:?}");
        }
    }
    assert!(claims > 1000, "{claims}");
}

#[test]
fn the_notes_of_a_line_are_those_of_its_story() {
    let mut kinds = Vec::new();
    for line in shuffles() {
        for rules in RULES.map(|name| name.parse::<RuleSet>().unwrap()) {
            let story = DrawStory::new(&line, rules, 1000);
            let mut expected = story.notes();
            expected.retain(|note| note.kind != NoteKind::End);
            kinds.extend(expected.iter().map(|note| note.kind));
            let able = story.can_mate.iter().filter(|one| one.at_the_end == Some(true));
            for can_mate in able.map(|one| Some(one.side)).chain([None]) {
                let known = KnownEnd { budget: &SearchBudget::up_to(1000), can_mate };
                let found = notes_of(&line, rules, 1000, &known);
                assert_eq!(found, expected, "{rules}, {line:?}");
            }
        }
    }
    for kind in [NoteKind::Repetition, NoteKind::NearMiss, NoteKind::Claim, NoteKind::CannotMate] {
        assert!(kinds.contains(&kind), "{kind:?}");
    }
}

#[test]
fn a_note_on_a_repetition_names_ten_earlier_places_at_most() {
    let notes = |times: usize| {
        let notes = story("fide-1977", &"Nf3 Nf6 Ng1 Ng8 ".repeat(times)).notes();
        notes.into_iter().rfind(|note| note.kind == NoteKind::Repetition).unwrap().says
    };
    assert_eq!(notes(2), "the position occurs 3 times, before it after the start, 2... Ng8");
    assert!(notes(10).ends_with(
        "after the start, 2... Ng8, 4... Ng8, 6... Ng8, 8... Ng8, \
        10... Ng8, 12... Ng8, 14... Ng8, 16... Ng8, 18... Ng8"
    ));
    assert!(notes(11).ends_with("18... Ng8 and 1 other move"), "{}", notes(11));
    assert!(notes(40).ends_with("18... Ng8 and 30 other moves"), "{}", notes(40));
}

#[test]
fn pieces_that_stand_alike_are_told_with_what_differs() {
    let castling = "[FEN \"4k2r/8/8/8/8/8/8/4K3 b k - 0 1\"]\n\
                    1... Rh7 2. Kd1 Rh8 3. Ke1 Rh7 4. Kd1 Rh8 5. Ke1 *";
    let found = story("fide-2023", castling);
    assert_eq!(found.near_misses.len(), 1);
    let miss = &found.near_misses[0];
    assert_eq!(miss.differences, [NearDifference::Castling]);
    let places: Vec<(&str, &str)> =
        miss.places.iter().map(|one| (one.at.after.as_str(), one.castling.as_str())).collect();
    assert_eq!(places, [("the start", "k"), ("3. Ke1", "-"), ("5. Ke1", "-")]);
    let passing = "[FEN \"4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1\"]\n\
                   1... d5 2. Kd1 Kd8 3. Ke1 Ke8 4. Kd1 Kd8 5. Ke1 Ke8 *";
    let found = story("fide-2023", passing);
    assert_eq!(found.near_misses[0].differences, [NearDifference::EnPassant]);
    assert_eq!(story("fide-2023", "1. e4 e5 *").near_misses, []);
}

#[test]
fn it_is_told_from_when_on_a_player_cannot_mate() {
    let text = "[FEN \"4k3/8/8/8/8/8/3p4/R3K3 w - - 0 1\"]\n1. Kxd2 Kd7 2. Ra7+ *";
    let found = story("fide-2023", text);
    let [white, black] = &found.can_mate[..] else { panic!("{:?}", found.can_mate) };
    assert_eq!((white.at_the_end, &white.never_from), (Some(true), &None));
    assert_eq!(black.never_from.as_ref().unwrap().after, "1. Kxd2");
    assert_eq!(found.end, None);
    let dead = "[FEN \"4k3/8/8/8/8/8/3p4/4K3 w - - 0 1\"]\n1. Kxd2 Kd7 *";
    assert_eq!(story("fide-2023", dead).end.unwrap().at.after, "1. Kxd2");
}

/// A player who is mated could mate before, and so could both players before a stalemate.
#[test]
fn what_ends_a_game_takes_nothing_from_a_player() {
    for (text, spans) in [
        ("1. f3 e5 2. g4 Qh4# 0-1", [None, None]),
        ("[FEN \"7k/8/5K2/8/5p2/5P2/6Q1/8 w - - 0 1\"]\n1. Qg6 1/2-1/2", [None, None]),
        ("[FEN \"7k/8/5KQ1/8/8/8/8/8 w - - 0 1\"]\n1. Qg7# 1-0", [None, Some(0)]),
        ("[FEN \"7k/6Q1/5K2/8/8/8/8/8 b - - 0 1\"]\n*", [None, Some(0)]),
    ] {
        let found = story("fide-2023", text);
        let from = |place: &StoryPlace| place.ply;
        let never = found.can_mate.iter().map(|one| one.never_from.as_ref().map(from));
        assert_eq!(never.collect::<Vec<_>>(), spans, "{text}");
    }
}

/// The facts known about the games in `famous.pgn`.
#[test]
fn what_is_known_of_famous_games_comes_out() {
    let games = include_str!("../../famous.pgn").split("[Event ").skip(1);
    let stories: Vec<DrawStory> =
        games.map(|game| story("fide-1977", &["[", game].concat())).collect();
    let thrice = |story: &DrawStory| -> Vec<Vec<String>> {
        let three = story.repetitions.iter().filter(|one| one.places.len() >= 3);
        three.map(|one| one.places.iter().map(|place| place.after.clone()).collect()).collect()
    };
    // Capablanca-Lasker 1921: the position occurred three times, neither player claimed, and White won.
    let three = thrice(&stories[0]);
    assert!(
        three.contains(&["34... h5", "36... Kf8", "38... Kf8"].map(str::to_owned).to_vec()),
        "{three:?}"
    );
    let told = claims(&stories[0]);
    assert!(
        told.iter()
            .any(|one| one.starts_with("38. Qg5+: Black Threefold -") && one.contains("Kf8")),
        "{told:?}"
    );
    assert!(told.iter().any(|one| one.starts_with("38... Kf8: White Threefold board")), "{told:?}");
    // Fischer-Petrosian 1971: Fischer claimed with 34. Qe2.
    assert_eq!(thrice(&stories[1]), [["30. Qe2", "32. Qe2", "34. Qe2"].map(str::to_owned)]);
    assert_eq!(
        claims(&stories[1]),
        ["33... Rd5: White Threefold - Qe2", "34. Qe2: Black Threefold board"]
    );
    // Portisch-Korchnoi 1970: Korchnoi claimed by writing 25... Qb5; no position occurred three times on the
    // board.
    assert_eq!(
        (thrice(&stories[3]), claims(&stories[3])),
        (Vec::new(), vec!["25. Bg2: Black Threefold - Qb5".to_owned()])
    );
    // Fischer-Spassky 1972: the claim was wrong, because at one of the three occurrences the other player was to
    // move.
    assert_eq!((thrice(&stories[2]), claims(&stories[2])), (Vec::new(), Vec::new()));
    let miss = &stories[2].near_misses;
    assert!(miss.iter().any(|one| one.differences == [NearDifference::SideToMove]), "{miss:?}");
}

#[test]
fn the_published_schema_is_that_of_the_story() {
    let schema = schemars::schema_for!(DrawStory);
    assert_is_published(&schema, "src/story/schema.json");
    let story = story("fide-2023", "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 e4");
    let value = serde_json::to_value(&story).unwrap();
    for name in schema.get("required").unwrap().as_array().unwrap() {
        assert!(value.get(name.as_str().unwrap()).is_some(), "{name}");
    }
    assert_eq!(serde_json::from_value::<DrawStory>(value).unwrap(), story);
}
