mod record;

pub use record::{
    DrawStory, LongRun, MateSpan, NearDifference, NearMiss, NearPlace, Repetition, StoryClaim,
    StoryEnd, StoryPlace, WrittenMove,
};

use lawbook::{
    board::{Color, Square},
    dead,
    notation::{movetext, write_san},
    position::{Line, Move, Position},
    rules::{Act, ClaimGround, Decision, Game, Reason, RuleSet, SearchBudget},
};
use lawbook_arbiter::{MateRecord, MoveRecord};

use super::{
    line::{PlayedLine, occurrences},
    note::StoryNote,
};

/// The version of the format of the stories that this version writes.
pub const STORY_FORMAT: u32 = 1;

/// The minimum length of a run that is reported, in plies: forty moves of each player.
const LONG_RUN: usize = 80;

impl DrawStory {
    /// Returns the story of a line of moves under a rule set. `limit` is the position limit of each search for
    /// whether a player can mate.
    pub fn new(line: &Line, rule_set: RuleSet, limit: usize) -> DrawStory {
        let moves = MoveRecord::of(line);
        let occurrences = occurrences(line);
        let line = PlayedLine::of(line, &occurrences);
        let mut claims = Vec::new();
        let budget = SearchBudget::up_to(limit);
        let end = follow(line, rule_set, &budget, |claim| claims.push(claim));
        let can_mate = Color::ALL.map(|side| MateSpan::new(line, side, limit)).to_vec();
        let (repetitions, near_misses) = repeated(line, 2);
        let longest_run = run_ends(line).map(|(_, to)| clock(line, to)).max().unwrap_or_default();
        DrawStory {
            format: STORY_FORMAT,
            rules: rule_set.name().to_owned(),
            start: line.start().to_string(),
            moves,
            end,
            repetitions,
            claims,
            runs: long_runs(line),
            longest_run,
            near_misses,
            can_mate,
        }
    }

    /// Returns the facts of the story as sentences, each with its place, in the order of the game.
    pub fn notes(&self) -> Vec<StoryNote> {
        let mut notes = StoryNote::on_positions(&self.repetitions, &self.near_misses, &self.runs);
        notes.extend(self.claims.iter().map(StoryNote::of_claim));
        notes.extend(StoryNote::on_mates(&self.can_mate));
        notes.extend(self.end.iter().map(StoryNote::of_end));
        StoryNote::in_order(notes)
    }
}

/// Results of earlier searches about the end of a game.
pub(super) struct KnownEnd<'a> {
    /// The limit of the searches for a dead position, with the results of those that were made.
    pub(super) budget: &'a SearchBudget,
    /// A player who is known to be able to mate in the last position.
    pub(super) can_mate: Option<Color>,
}

/// Returns the notes on a line of moves, the same as those of [`DrawStory::notes`] without its end. `limit` is the
/// position limit of each search for whether a player can mate.
///
/// This takes less time and memory than a story, which has positions that occurred twice, and places without a note.
pub(super) fn notes_of(
    line: PlayedLine<'_>,
    rule_set: RuleSet,
    limit: usize,
    known: &KnownEnd<'_>,
) -> Vec<StoryNote> {
    let (repetitions, near_misses) = repeated(line, 3);
    let mut notes = StoryNote::on_positions(&repetitions, &near_misses, &long_runs(line));
    let mut possible = PossibleClaims::default();
    if (0..line.positions().len()).any(|ply| possible.at(line, ply)) {
        follow(line, rule_set, known.budget, |claim| notes.push(StoryNote::of_claim(&claim)));
    }
    let unknown = Color::ALL.into_iter().filter(|&side| known.can_mate != Some(side));
    let spans: Vec<MateSpan> = unknown.map(|side| MateSpan::new(line, side, limit)).collect();
    notes.extend(StoryNote::on_mates(&spans));
    StoryNote::in_order(notes)
}

impl StoryPlace {
    fn new(line: PlayedLine<'_>, ply: usize) -> StoryPlace {
        let after = match ply.checked_sub(1) {
            None => "the start".to_owned(),
            Some(last) => movetext(&line.positions()[last], &line.moves()[last..ply]),
        };
        StoryPlace { ply, after }
    }
}

impl MateSpan {
    /// Searches for the first position where the player can no longer mate. A player who cannot mate never can again,
    /// so a binary search finds it. A final checkmate or stalemate is left out, because the impossibility of mate
    /// after it says nothing about the player.
    fn new(line: PlayedLine<'_>, side: Color, limit: usize) -> MateSpan {
        let mut played = line.positions();
        if let [before @ .., end] = played
            && !before.is_empty()
            && !end.has_legal_move()
        {
            if end.is_check() && end.turn() != side {
                return MateSpan { side, at_the_end: Some(true), never_from: None, why: None };
            }
            played = before;
        }
        // Without the evidence, which takes longer than the search.
        let last = played.last().unwrap_or(line.end());
        let can = dead::mates_quickly(last, side).then_some(true);
        let at_the_end = can.or_else(|| dead::search(last, side, limit).0.decided());
        let empty = MateSpan { side, at_the_end, never_from: None, why: None };
        if at_the_end != Some(false) {
            return empty;
        }
        let cannot =
            |position: &Position| dead::search(position, side, limit).0.decided() == Some(false);
        let ply = played.partition_point(|position| !cannot(position));
        let first = played.get(ply).unwrap_or_else(|| line.end());
        let why = MateRecord::search(first, side, limit).why;
        MateSpan { never_from: Some(StoryPlace::new(line, ply)), why, ..empty }
    }
}

/// Returns the end of the game on the board. `take` receives the claims that were possible until then.
fn follow(
    line: PlayedLine<'_>,
    rule_set: RuleSet,
    budget: &SearchBudget,
    mut take: impl FnMut(StoryClaim),
) -> Option<StoryEnd> {
    let is_dead = |position: &Position| rule_set.is_dead(position, budget) == Some(true);
    // A dead position stays dead, so the last position shows whether there was one.
    let dead = is_dead(line.end())
        .then(|| line.positions().partition_point(|position| !is_dead(position)));
    let mut possible = PossibleClaims::default();
    let mut game = Game::new(rule_set, *line.start(), SearchBudget::MATERIAL_ONLY);
    for ply in 0..line.positions().len() {
        if let Decision::Over(outcome) = game.standing().decision {
            let end = StoryEnd { at: StoryPlace::new(line, ply), ruling: outcome.to_string() };
            return Some(end);
        }
        if dead == Some(ply) {
            let ruling = "draw by dead position".to_owned();
            return Some(StoryEnd { at: StoryPlace::new(line, ply), ruling });
        }
        let played = line.moves().get(ply).copied();
        if possible.at(line, ply) {
            claims_now(&game, line, ply, &possible).into_iter().for_each(&mut take);
        }
        if let Some(played) = played {
            game.act(&Act::MoveAndPress { mv: played });
        }
    }
    None
}

/// A quick test for positions where no claim can be correct, which most are, and for moves with which none can be.
/// Plies have to be asked about in order.
#[derive(Default)]
struct PossibleClaims {
    /// For each position that has occurred twice since the last capture or pawn move, the ply of its second occurrence.
    twice: Vec<usize>,
}

impl PossibleClaims {
    /// The maximum number of positions that each move is compared with. Beyond it, a claim counts as possible with any
    /// move, so that the work does not grow with the square of the length of a game.
    const MAX_COMPARED: usize = 64;

    /// Whether a player may be able to claim a draw after `ply` plies, on the board or with a written move.
    fn at(&mut self, line: PlayedLine<'_>, ply: usize) -> bool {
        if clock(line, ply) == 0 {
            self.twice.clear();
        }
        let times = line.occurrences_at(ply);
        if times == 2 {
            self.twice.push(ply);
        }
        let may_be_third = times > 2 || !self.leading_back(line, ply).is_empty();
        may_be_third || fifty_is_near(line, ply)
    }

    /// Returns the legal moves that may lead to a third occurrence.
    fn leading_back(&self, line: PlayedLine<'_>, ply: usize) -> Vec<Move> {
        let now = &line.positions()[ply];
        if self.twice.len() > PossibleClaims::MAX_COMPARED {
            return now.legal_moves();
        }
        let steps = self.twice.iter().filter_map(|&then| step(now, &line.positions()[then]));
        let steps: Vec<(Square, Square)> = steps.collect();
        if steps.is_empty() {
            return Vec::new();
        }
        let mut legal = now.legal_moves();
        legal.retain(|one| steps.contains(&(one.from, one.to)));
        legal
    }
}

/// Whether at most the last of fifty moves of each player without capture or pawn move is missing after `ply` plies.
fn fifty_is_near(line: PlayedLine<'_>, ply: usize) -> bool {
    clock(line, ply) >= 99
}

/// Returns the origin and target of the move of one piece that turns `now` into `then`; `None` if one piece does not
/// suffice. Castling is no such move: a position before it cannot occur again.
fn step(now: &Position, then: &Position) -> Option<(Square, Square)> {
    let (mover, [now_has, then_has]) = (now.turn(), [now.placement(), then.placement()]);
    if then.turn() == mover || now_has.color(!mover) != then_has.color(!mover) {
        return None;
    }
    let [before, after] = [now_has.color(mover), then_has.color(mover)];
    let [left, entered] = [before & !after, after & !before];
    let is_one = left.len() == 1 && entered.len() == 1;
    left.first().zip(entered.first()).filter(|_| is_one)
}

/// Returns the correct claims in the current position of `game`, which is that after `ply` plies.
fn claims_now(
    game: &Game,
    line: PlayedLine<'_>,
    ply: usize,
    possible: &PossibleClaims,
) -> Vec<StoryClaim> {
    let position = game.position();
    let turn = position.turn();
    let played = line.moves().get(ply).copied();
    let ahead = ClaimGround::ALL.map(|ground| match ground {
        ClaimGround::Threefold => possible.leading_back(line, ply),
        ClaimGround::Fifty if fifty_is_near(line, ply) => position.legal_moves(),
        ClaimGround::Fifty => Vec::new(),
    });
    let mut claims = Vec::new();
    for by in [turn, !turn] {
        for (ground, moves) in ClaimGround::ALL.into_iter().zip(&ahead) {
            let now = game.check_claim(by, ground, None).ok();
            let right = |&one: &Move| Some((one, game.check_claim(by, ground, Some(one)).ok()?));
            let ahead: Vec<(Move, Reason)> =
                moves.iter().filter(|_| by == turn).filter_map(right).collect();
            let first = ahead.first().map(|(_, reason)| *reason);
            let Some(reason) = now.or(first) else { continue };
            let written = |&(one, _): &(Move, Reason)| WrittenMove {
                uci: one.to_string(),
                san: write_san(position, one),
                played: played == Some(one),
            };
            claims.push(StoryClaim {
                at: StoryPlace::new(line, ply),
                by,
                ground,
                on_board: now.map(|reason| reason.explain(game.rule_set())),
                written: ahead.iter().map(written).collect(),
                article: reason.article(game.rule_set()).map(str::to_owned),
            });
        }
    }
    claims
}

/// Returns the positions that occurred at least `least` times, and the near misses.
fn repeated(line: PlayedLine<'_>, least: usize) -> (Vec<Repetition>, Vec<NearMiss>) {
    let at = |ply: usize| &line.positions()[ply];
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let mut from = 0;
    for (_, to) in run_ends(line) {
        // For another occurrence each player has to move a piece and to move it back.
        if to >= from + 4 * (least - 1) {
            let mut plies: Vec<usize> = (from..=to).collect();
            // Stable, so that plies with the same pieces stay in order.
            plies.sort_by(|&one, &other| at(one).placement().cmp(at(other).placement()));
            let same = plies.chunk_by(|&one, &other| at(one).placement() == at(other).placement());
            groups.extend(same.filter(|same| same.len() >= least).map(<[usize]>::to_vec));
        }
        from = to + 1;
    }
    groups.sort_unstable();
    let (mut repetitions, mut near_misses) = (Vec::new(), Vec::new());
    for plies in groups {
        let mut same: Vec<Vec<usize>> = Vec::new();
        for &ply in &plies {
            match same.iter_mut().find(|one| at(one[0]).same_position(at(ply))) {
                Some(one) => one.push(ply),
                None => same.push(vec![ply]),
            }
        }
        if plies.len() >= 3 && same.iter().all(|one| one.len() < 3) {
            near_misses.push(near_miss(line, &plies));
        }
        for places in same.iter().filter(|one| one.len() >= least) {
            repetitions.push(Repetition {
                fen: at(places[0]).to_string(),
                places: places.iter().map(|&ply| StoryPlace::new(line, ply)).collect(),
            });
        }
    }
    repetitions.sort_by_key(|one| one.places.first().map(|place| place.ply));
    (repetitions, near_misses)
}

fn near_miss(line: PlayedLine<'_>, plies: &[usize]) -> NearMiss {
    let positions: Vec<&Position> = plies.iter().map(|&ply| &line.positions()[ply]).collect();
    let first = positions[0];
    let differs = |of: fn(&Position, &Position) -> bool| positions.iter().any(|one| of(first, one));
    let kinds = [
        (NearDifference::SideToMove, differs(|one, other| one.turn() != other.turn())),
        (NearDifference::Castling, differs(|one, other| one.castling() != other.castling())),
        (NearDifference::EnPassant, differs(|one, other| one.en_passant() != other.en_passant())),
    ];
    let place = |&ply: &usize| {
        let position = &line.positions()[ply];
        NearPlace {
            at: StoryPlace::new(line, ply),
            turn: position.turn(),
            castling: position.castling().to_string(),
            en_passant: position.en_passant().map(|square| square.to_string()),
        }
    };
    NearMiss {
        pieces: first.placement().to_string(),
        differences: kinds.into_iter().filter(|(_, is)| *is).map(|(kind, _)| kind).collect(),
        places: plies.iter().map(place).collect(),
    }
}

/// Returns the first and the last ply of each run of plies without capture or pawn move.
fn run_ends(line: PlayedLine<'_>) -> impl Iterator<Item = (usize, usize)> {
    let last = line.moves().len();
    let ends = (0..=last).filter(move |&ply| ply == last || clock(line, ply + 1) == 0);
    ends.map(move |to| (to.saturating_sub(clock(line, to)), to))
}

/// The number of plies without capture or pawn move, up to `ply`.
fn clock(line: PlayedLine<'_>, ply: usize) -> usize {
    usize::from(line.positions()[ply].halfmove_clock())
}

/// Returns the runs of at least [`LONG_RUN`] plies without capture or pawn move.
fn long_runs(line: PlayedLine<'_>) -> Vec<LongRun> {
    let is_long = |&(_, to): &(usize, usize)| clock(line, to) >= LONG_RUN;
    run_ends(line)
        .filter(is_long)
        .map(|(from, to)| {
            let plies = clock(line, to);
            let reached = |count: usize| {
                (plies >= count)
                    .then(|| StoryPlace::new(line, to.saturating_sub(plies - count).max(from)))
            };
            LongRun {
                from: StoryPlace::new(line, from),
                to: StoryPlace::new(line, to),
                plies,
                fifty: reached(100),
                seventy_five: reached(150),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use std::{env, fs, path::Path};

    use super::*;
    use crate::{GameRules, NoteKind, read_game};

    fn story(rules: &str, text: &str) -> DrawStory {
        let game = read_game(text.as_bytes(), 1, GameRules::Dated).unwrap();
        assert_eq!(game.trouble, None, "{text}");
        DrawStory::new(&game.line, rules.parse().unwrap(), 10_000)
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
            (
                "lichess-2024",
                &["4... Ng8: White Threefold board", "4... Ng8: Black Threefold board"],
            ),
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
        let text = format!("[FEN \"{fen}\"]\n*");
        let game = read_game(text.as_bytes(), 1, GameRules::Dated).unwrap();
        let start = *game.line.start();
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
                    let found =
                        notes_of(PlayedLine::of(&line, &occurrences(&line)), rules, 1000, &known);
                    assert_eq!(found, expected, "{rules}, {line:?}");
                }
            }
        }
        for kind in
            [NoteKind::Repetition, NoteKind::NearMiss, NoteKind::Claim, NoteKind::CannotMate]
        {
            assert!(kinds.contains(&kind), "{kind:?}");
        }
    }

    #[test]
    fn a_note_on_a_repetition_names_ten_earlier_places_at_most() {
        let notes = |times: usize| {
            let text = "Nf3 Nf6 Ng1 Ng8 ".repeat(times);
            let rules = GameRules::Fixed(RuleSet::FIDE_1977);
            let game = read_game(text.as_bytes(), 1, rules).unwrap();
            let notes = DrawStory::new(&game.line, game.rules, 10_000).notes();
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
        const GAMES: &[u8] = include_bytes!("famous.pgn");
        let stories: Vec<DrawStory> = (1..=4)
            .map(|number| {
                let game = read_game(GAMES, number, GameRules::Dated).unwrap();
                assert_eq!((game.trouble, game.rules.name()), (None, "fide-1977"));
                DrawStory::new(&game.line, game.rules, 10_000)
            })
            .collect();
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
        assert!(
            told.iter().any(|one| one.starts_with("38... Kf8: White Threefold board")),
            "{told:?}"
        );
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

    /// The published schema matches the type; `LAWBOOK_UPDATE=1` rewrites it.
    #[test]
    fn the_published_schema_is_that_of_the_story() {
        let schema = schemars::schema_for!(DrawStory);
        let derived = serde_json::to_string_pretty(&schema).unwrap() + "\n";
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/story.schema.json");
        if env::var_os("LAWBOOK_UPDATE").is_some() {
            fs::write(&path, &derived).unwrap();
        }
        let current = fs::read_to_string(&path).unwrap_or_default();
        assert!(current == derived, "the schema is out of date: run again with LAWBOOK_UPDATE=1");
        let story = story("fide-2023", "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 e4");
        let value = serde_json::to_value(&story).unwrap();
        for name in schema.get("required").unwrap().as_array().unwrap() {
            assert!(value.get(name.as_str().unwrap()).is_some(), "{name}");
        }
        assert_eq!(serde_json::from_value::<DrawStory>(value).unwrap(), story);
    }
}
