//! The draws of a game: repetitions, possible claims, and until when each player could mate.

mod note;
mod record;
#[cfg(test)]
mod tests;

pub use note::{NoteKind, StoryNote};
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

use super::{MateRecord, MoveRecord};

/// The version of the format of the stories that this version writes.
pub const STORY_FORMAT: u32 = 1;

/// The minimum length of a run that is reported, in plies: forty moves of each player.
const LONG_RUN: usize = 80;

impl DrawStory {
    /// Returns the story of a line of moves under a rule set. `limit` is the position limit of each search for
    /// whether a player can mate.
    pub fn new(line: &Line, rule_set: RuleSet, limit: usize) -> DrawStory {
        let moves = MoveRecord::of(line);
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
#[derive(Clone, Copy, Debug)]
pub struct KnownEnd<'a> {
    /// The limit of the searches for a dead position, with the results of those that were made.
    pub budget: &'a SearchBudget,
    /// A player who is known to be able to mate in the last position.
    pub can_mate: Option<Color>,
}

/// Returns the notes on a line of moves, the same as those of [`DrawStory::notes`] without its end. `limit` is the
/// position limit of each search for whether a player can mate.
///
/// This takes less time and memory than a story, which has positions that occurred twice, and places without a note.
pub fn notes_of(
    line: &Line,
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
    fn new(line: &Line, ply: usize) -> StoryPlace {
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
    fn new(line: &Line, side: Color, limit: usize) -> MateSpan {
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
    line: &Line,
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
    fn at(&mut self, line: &Line, ply: usize) -> bool {
        if clock(line, ply) == 0 {
            self.twice.clear();
        }
        let times = line.occurrences_at(ply).unwrap_or_default();
        if times == 2 {
            self.twice.push(ply);
        }
        let may_be_third = times > 2 || !self.leading_back(line, ply).is_empty();
        may_be_third || fifty_is_near(line, ply)
    }

    /// Returns the legal moves that may lead to a third occurrence.
    fn leading_back(&self, line: &Line, ply: usize) -> Vec<Move> {
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
fn fifty_is_near(line: &Line, ply: usize) -> bool {
    clock(line, ply) >= 99
}

/// Returns the origin and target of the move of one piece that turns `now` into `then`; `None` if one piece does not
/// suffice. Castling does not count: a position before it cannot occur again.
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
fn claims_now(game: &Game, line: &Line, ply: usize, possible: &PossibleClaims) -> Vec<StoryClaim> {
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
fn repeated(line: &Line, least: usize) -> (Vec<Repetition>, Vec<NearMiss>) {
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

fn near_miss(line: &Line, plies: &[usize]) -> NearMiss {
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
fn run_ends(line: &Line) -> impl Iterator<Item = (usize, usize)> {
    let last = line.moves().len();
    let ends = (0..=last).filter(move |&ply| ply == last || clock(line, ply + 1) == 0);
    ends.map(move |to| (to.saturating_sub(clock(line, to)), to))
}

/// The number of plies without capture or pawn move, up to `ply`.
fn clock(line: &Line, ply: usize) -> usize {
    usize::from(line.positions()[ply].halfmove_clock())
}

/// Returns the runs of at least [`LONG_RUN`] plies without capture or pawn move.
fn long_runs(line: &Line) -> Vec<LongRun> {
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
