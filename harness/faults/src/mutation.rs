//! Kinds of faults: how a fault alters a question or an answer.

use lawbook::{
    board::{Color, Placement, Square, attacks},
    dead::material,
    position::{CastlingRights, Move, Position, Setup, Wing},
    rules::{
        Act, ClaimGround, Decision, Fifty, Fivefold, Game, Order, Outcome, Reason, Refused,
        SeventyFive, Termination, Threefold,
    },
};
use lawbook_catalogue::{
    adapter::{Response, Scenario},
    question::{
        Answer, GameQuestion, HistoryQuestion, MaterialQuestion, NotationQuestion,
        PositionQuestion, Question,
    },
};

use super::{
    facts::{Facts, Step},
    scene::{Memory, Scene, Track},
};

/// How a fault alters the behaviour of the reference.
pub(super) enum Mutation {
    /// Answers for a changed line.
    Scenario(&'static (dyn Fn(&mut Scenario) + Sync)),
    /// Accepts or rejects a setup; `None` keeps the right verdict.
    Setup(&'static (dyn Fn(&Setup) -> Option<bool> + Sync)),
    /// Changes the list of legal moves in the last position.
    Moves(&'static (dyn Fn(&Track<'_>, &mut Vec<Move>) + Sync)),
    /// Adds moves to the legal moves of each position, or removes some.
    Finds(&'static Find),
    /// Does so only in the test for checkmate and stalemate; the list of legal moves is right.
    Ends(&'static Find),
    /// Keeps a castling right that a move loses, or loses one that it keeps.
    Rights(&'static (dyn Fn(&Step<'_>) -> Option<WrongRight> + Sync)),
    /// Changes the position after a move from the last position.
    Board(&'static (dyn Fn(&Track<'_>, Move, &mut Setup) + Sync)),
    /// Decides whether the positions after two plies are the same.
    Same(&'static (dyn Fn(&Track<'_>, usize, usize) -> bool + Sync)),
    /// Replaces the number of occurrences of the last position.
    Occurrences(&'static Count),
    /// Replaces the number of plies since the last capture or pawn move.
    Clock(&'static Count),
    /// Replaces the number in claims on this ground and in the test for the end of the game; the count itself is right.
    Claims(ClaimGround, &'static Count),
    /// Replaces the test for insufficient material.
    Pieces(&'static (dyn Fn(&Placement) -> bool + Sync)),
    /// Replaces the ruling; `None` keeps the right one.
    Ruling(&'static (dyn Fn(&Scene, Decision) -> Option<Decision> + Sync)),
    /// Changes the orders.
    Orders(&'static (dyn Fn(&Scene, &mut Vec<Order>) + Sync)),
    /// Replaces an answer; `None` keeps the right one.
    Answer(&'static (dyn Fn(&PlayableLine<'_>, &Question) -> Option<Answer> + Sync)),
}

/// A number of occurrences or plies at the end of a track.
pub(super) type Count = dyn Fn(&Track<'_>) -> u32 + Sync;

/// Which moves are wrongly found, and which are not.
pub(super) type Find = dyn Fn(&Facts, &mut Change) + Sync;

/// The difference between the moves that are found and the legal ones.
#[derive(Default)]
pub(super) struct Change {
    pub(super) extra: Vec<Move>,
    pub(super) missing: Vec<Move>,
}

/// A right to castle that is not kept as it should be.
#[derive(Clone, Copy)]
pub(super) struct WrongRight {
    pub(super) color: Color,
    pub(super) wing: Wing,
    /// Whether the move loses it and it is kept; otherwise it is lost with a move that does not lose it.
    pub(super) kept: bool,
}

/// A line with a playable setup: the games before and after its last act.
pub(super) struct PlayableLine<'a> {
    pub(super) scene: &'a Scene,
    pub(super) game: &'a Game,
    pub(super) before: &'a Game,
    pub(super) track: Track<'a>,
}

impl<'a> PlayableLine<'a> {
    fn of(scene: &'a Scene) -> Option<PlayableLine<'a>> {
        let (game, before, track) = (scene.game()?, scene.before()?, scene.track()?);
        Some(PlayableLine { scene, game, before, track })
    }
}

impl Mutation {
    /// The answers of the reference with this fault.
    pub(super) fn ask(
        &self,
        memory: &Memory,
        line: &Scenario,
        questions: &[Question],
    ) -> Vec<Response> {
        let scene = memory.scene(line);
        if let Mutation::Scenario(change) = self {
            let mut other = line.clone();
            change(&mut other);
            return memory.scene(&other).said(questions);
        }
        if let Mutation::Setup(verdict) = self {
            return set_up(verdict, &scene, questions);
        }
        let right = scene.said(questions);
        let Some(told) = PlayableLine::of(&scene) else { return right };
        match self {
            Mutation::Moves(_) | Mutation::Finds(_) => match self.found(&told) {
                Ok(moves) => each(questions, right, |question, said| {
                    in_moves(told.game, &moves, question, said)
                }),
                Err(played) => refused(questions, played),
            },
            Mutation::Ends(find) => {
                let moves = found_at_the_end(&scene, find);
                each(questions, right, |question, said| {
                    in_moves(told.game, &moves, question, said)
                        .filter(|_| *question != PositionQuestion::LegalMoves.into())
                })
            }
            Mutation::Rights(wrong) => with_rights(&told.track, told.game, wrong, questions, right),
            Mutation::Board(change) => match replay(line, told.game, change) {
                Ok(positions) if positions == told.game.positions() => right,
                Ok(positions) => on_board(memory, line, &positions, questions, right),
                Err(tried) => refused(questions, tried),
            },
            _ => each(questions, right, |question, said| self.answer(&told, question, said)),
        }
    }

    /// The answers of the reference with this fault, and those that follow from its list of moves or from its count, see
    /// [`Mutation::consequences`]. [`Mutation::ask`] leaves those right, because a library may have other code for them.
    pub(super) fn ask_with_consequences(
        &self,
        memory: &Memory,
        line: &Scenario,
        questions: &[Question],
    ) -> Vec<Response> {
        let said = self.ask(memory, line, questions);
        if !questions.iter().any(|one| self.has_as_consequence(one)) {
            return said;
        }
        let scene = memory.scene(line);
        let Some(told) = PlayableLine::of(&scene) else { return said };
        let count = self.ground().map(|ground| (ground, self.count(&told.track)));
        if count.is_some_and(|(ground, count)| count == right_count(told.game, ground)) {
            return said;
        }
        let Ok(moves) = self.found(&told) else { return said };
        each(questions, said, |question, said| match count {
            _ if !self.has_as_consequence(question) => None,
            Some((ground, count)) => counting(told.game, ground, count, question),
            None => following(told.game, &moves, question, said),
        })
    }

    /// The ground of the claims that depend on its count, if it is about one: of occurrences, or of plies.
    const fn ground(&self) -> Option<ClaimGround> {
        match self {
            Mutation::Same(_) | Mutation::Occurrences(_) => Some(ClaimGround::Threefold),
            Mutation::Clock(_) => Some(ClaimGround::Fifty),
            Mutation::Claims(ground, _) => Some(*ground),
            _ => None,
        }
    }

    /// The count at the end of a track; 0 if it is not about one.
    fn count(&self, track: &Track<'_>) -> u32 {
        match self {
            Mutation::Same(same) => {
                let is_same = |ply: &usize| same(track, *ply, track.end());
                (0..=track.end()).filter(is_same).count() as u32
            }
            Mutation::Occurrences(count) | Mutation::Clock(count) | Mutation::Claims(_, count) => {
                count(track)
            }
            _ => 0,
        }
    }

    /// The moves that it finds at the end.
    ///
    /// # Errors
    ///
    /// The first move that was played and that it does not find.
    fn found(&self, told: &PlayableLine<'_>) -> Result<Vec<Move>, Move> {
        match self {
            Mutation::Moves(change) => found(&told.track, change),
            Mutation::Finds(find) => found_with(told.scene, &told.track, find),
            Mutation::Ends(find) => Ok(found_at_the_end(told.scene, find)),
            _ => Ok(told.game.position().legal_moves()),
        }
    }

    /// The kinds of questions whose answers follow from the moves or the count that this fault alters, in a library without
    /// other code for them.
    pub(super) const fn consequences(&self) -> &'static str {
        match self {
            Mutation::Moves(_) | Mutation::Finds(_) => "moves-from refuses reads reads-uci san",
            Mutation::Ends(_) => "san",
            Mutation::Same(_) | Mutation::Occurrences(_) => "drawn occurred",
            Mutation::Clock(_) => "drawn fen plies",
            _ => "",
        }
    }

    fn has_as_consequence(&self, question: &Question) -> bool {
        self.consequences().split(' ').any(|kind| kind == question.kind())
    }

    /// The wrong answer to one question, or `None` if the right answer stands. For the kinds that alter each answer on
    /// its own.
    fn answer(
        &self,
        told: &PlayableLine<'_>,
        question: &Question,
        said: &Response,
    ) -> Option<Answer> {
        let scene = told.scene;
        if let Some(ground) = self.ground() {
            return match (self, question) {
                (Mutation::Same(same), Question::History(HistoryQuestion::SameAs { ply })) => {
                    let end = told.track.end();
                    Some(Answer::Is(*ply <= end && same(&told.track, *ply, end)))
                }
                _ => WrongCount { ground, mutation: self, told }.bend(question, said),
            };
        }
        match self {
            Mutation::Pieces(insufficient) => {
                with_pieces(scene, insufficient(told.game.position().placement()), question, said)
            }
            // Rulings and orders are answers to exactly one question each.
            Mutation::Ruling(rule) => rule(scene, ruling(said)?).map(Answer::Ruling),
            Mutation::Orders(change) => {
                let Some(Answer::Orders(orders)) = said.answer() else { return None };
                let mut orders = orders.clone();
                change(scene, &mut orders);
                orders.sort_unstable();
                Some(Answer::Orders(orders))
            }
            Mutation::Answer(bent) => bent(told, question),
            _ => None,
        }
    }

    /// Whether the reference with this fault can say something else on this line to one of these questions.
    ///
    /// This is a quick test, for grids of many faults: no question is put if the fault does not show. On a line with
    /// questions after each ply, `Shows::AtTheEnd` ignores earlier plies.
    pub(super) fn may_show(&self, scene: &Scene, questions: &[Question], when: Shows) -> bool {
        if let Mutation::Setup(verdict) = self {
            let taken = scene.game().is_some();
            return verdict(&scene.line.setup).is_some_and(|verdict| verdict != taken);
        }
        let Some(told) = PlayableLine::of(scene) else {
            return matches!(self, Mutation::Scenario(_));
        };
        let (track, game) = (&told.track, told.game);
        let last = track.end();
        let claims = || is_about_next(scene, questions);
        match self {
            Mutation::Scenario(_) | Mutation::Moves(_) | Mutation::Board(_) => true,
            Mutation::Setup(_) => false,
            Mutation::Finds(find) => {
                let first = if when == Shows::AtTheEnd { last } else { 0 };
                (first..=last).filter_map(|ply| scene.facts(ply)).any(|facts| shows(facts, find))
            }
            Mutation::Ends(find) => scene.last_facts().is_some_and(|facts| shows(facts, find)),
            Mutation::Rights(wrong) => {
                steps(track).any(|step| wrong(&step).is_some()) && has_other_rights(track, wrong)
            }
            Mutation::Same(same) => {
                let right = |ply: usize| track.positions[ply].same_position(track.now());
                (0..=last).any(|ply| same(track, ply, last) != right(ply)) || claims()
            }
            Mutation::Occurrences(_) | Mutation::Clock(_) | Mutation::Claims(..) => {
                let right = self.ground().map(|ground| right_count(game, ground));
                Some(self.count(track)) != right || claims()
            }
            Mutation::Pieces(insufficient) => {
                let pieces = game.position().placement();
                insufficient(pieces) != material::is_insufficient(pieces)
            }
            Mutation::Ruling(rule) => {
                questions.contains(&Question::Game(GameQuestion::Ruling))
                    && scene.said(questions).iter().filter_map(ruling).any(|decision| {
                        rule(scene, decision).is_some_and(|other| other != decision)
                    })
            }
            Mutation::Orders(_) => questions.contains(&Question::Game(GameQuestion::Orders)),
            Mutation::Answer(bent) => {
                questions.iter().any(|question| bent(&told, question).is_some())
            }
        }
    }
}

/// On which part of a line a fault shows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Shows {
    /// On any part.
    Anywhere,
    /// After the last move only.
    AtTheEnd,
}

/// Whether the answers depend on positions besides those of the line: on that after the move of a claim.
fn is_about_next(scene: &Scene, questions: &[Question]) -> bool {
    let claims = |one: &Question| {
        matches!(one, Question::Game(GameQuestion::Claim { written: Some(_), .. }))
    };
    matches!(scene.last_act(), Some(Act::Claim { .. })) || questions.iter().any(claims)
}

fn shows(facts: &Facts, find: &Find) -> bool {
    !change(facts, find).is_empty()
}

impl Change {
    const fn is_empty(&self) -> bool {
        self.extra.is_empty() && self.missing.is_empty()
    }
}

fn change(facts: &Facts, find: &Find) -> Change {
    let mut change = Change::default();
    find(facts, &mut change);
    change
}

/// The legal moves with a change.
fn changed(facts: &Facts, find: &Find) -> Vec<Move> {
    let Change { extra, missing } = change(facts, find);
    let mut moves: Vec<Move> =
        facts.legal_moves().filter(|legal| !missing.contains(legal)).chain(extra).collect();
    moves.sort_unstable();
    moves.dedup();
    moves
}

/// The moves found at the end with a change, or the first that was played and is not found.
fn found_with(scene: &Scene, track: &Track<'_>, find: &Find) -> Result<Vec<Move>, Move> {
    let is_missed = |ply: usize, played: &Move| {
        scene.facts(ply).is_some_and(|facts| change(facts, find).missing.contains(played))
    };
    let mut moves = track.moves.iter().enumerate();
    match moves.find(|(ply, played)| is_missed(*ply, played)) {
        Some((_, played)) => Err(*played),
        None => Ok(found_at_the_end(scene, find)),
    }
}

fn found_at_the_end(scene: &Scene, find: &Find) -> Vec<Move> {
    scene.last_facts().map_or_else(Vec::new, |facts| changed(facts, find))
}

/// The moves that were played.
pub(super) fn steps<'a>(track: &Track<'a>) -> impl Iterator<Item = Step<'a>> {
    let plies = track.positions.iter().zip(track.moves);
    plies.filter_map(|(before, played)| Step::new(before, *played))
}

/// The rights after each ply, with those that are wrongly kept and lost.
fn rights(
    track: &Track<'_>,
    wrong: &dyn Fn(&Step<'_>) -> Option<WrongRight>,
) -> Vec<CastlingRights> {
    let mut rights = track.positions[0].castling();
    let mut all = vec![rights];
    for (before, played) in track.positions.iter().zip(track.moves) {
        let step = Step::new(before, *played);
        let wrong = step.as_ref().and_then(wrong);
        for (color, wing) in rights.iter().collect::<Vec<_>>() {
            let is_own = color == before.turn();
            let king = is_own && step.as_ref().is_some_and(Step::is_by_the_king);
            let square = if is_own { played.from } else { played.to };
            let is_lost = king || square == wing.rook_from(color);
            let wrong = wrong.filter(|wrong| (wrong.color, wrong.wing) == (color, wing));
            if wrong.map_or(is_lost, |wrong| !wrong.kept) {
                rights.remove(color, wing);
            }
        }
        all.push(rights);
    }
    all
}

/// Whether a right is wrongly kept or lost at some ply. It shows in ordinary chess only.
fn has_other_rights(track: &Track<'_>, wrong: &dyn Fn(&Step<'_>) -> Option<WrongRight>) -> bool {
    !track.positions[0].castling().is_chess960()
        && rights(track, wrong)
            .iter()
            .zip(track.positions)
            .any(|(wrong, position)| *wrong != position.castling())
}

/// The answer of a library with such rights: it castles by them, and compares them.
fn with_rights(
    track: &Track<'_>,
    game: &Game,
    wrong: &dyn Fn(&Step<'_>) -> Option<WrongRight>,
    questions: &[Question],
    right: Vec<Response>,
) -> Vec<Response> {
    if !has_other_rights(track, wrong) {
        return right;
    }
    let rights = rights(track, wrong);
    for (ply, played) in track.moves.iter().enumerate() {
        let castles = track.positions[ply].castles(*played);
        if castles.is_some_and(|wing| !rights[ply].has(track.positions[ply].turn(), wing)) {
            return refused(questions, *played);
        }
    }
    let now = rights[track.end()];
    let facts = Facts::new(track);
    let moves = castled_by(&facts, now);
    let same = |ply: usize| {
        let [bare, other] = [ply, track.end()].map(|ply| {
            let setup = track.positions[ply].setup();
            (setup.placement, setup.turn, setup.en_passant)
        });
        bare == other && rights[ply] == now
    };
    each(questions, right, |question, said| match question {
        Question::Position(PositionQuestion::Castling) => Some(Answer::Castling(now)),
        Question::History(HistoryQuestion::SameAs { ply }) => {
            Some(Answer::Is(*ply <= track.end() && same(*ply)))
        }
        Question::History(HistoryQuestion::Occurrences) => {
            Some(Answer::Count((0..=track.end()).filter(|ply| same(*ply)).count() as u32))
        }
        _ => in_moves(game, &moves, question, said),
    })
}

/// The moves with castling by these rights: whether a rook is there is not asked.
fn castled_by(facts: &Facts, rights: CastlingRights) -> Vec<Move> {
    let position = &facts.position;
    let may = |wing: Wing| rights.has(facts.turn, wing);
    let mut moves: Vec<Move> =
        facts.legal_moves().filter(|legal| position.castles(*legal).is_none_or(may)).collect();
    for wing in Wing::ALL.into_iter().filter(|wing| may(*wing)) {
        let (king, to) = (position.king(facts.turn), wing.king_to(facts.turn));
        let way = attacks::between(king, to) | to.set();
        let free = !position
            .placement()
            .occupied()
            .meets(attacks::between(king, wing.rook_from(facts.turn)) | way);
        let occupied = position.placement().occupied() - king.set();
        let is_attacked = |square: Square| {
            !position.placement().attackers(!facts.turn, square, occupied).is_empty()
        };
        if king == Wing::king_from(facts.turn)
            && free
            && !(way | king.set()).into_iter().any(is_attacked)
        {
            moves.push(Move::new(king, to));
        }
    }
    moves.sort_unstable();
    moves.dedup();
    moves
}

/// Replaces each response for which `bent` returns an answer and keeps the others.
fn each(
    questions: &[Question],
    right: Vec<Response>,
    bent: impl Fn(&Question, &Response) -> Option<Answer>,
) -> Vec<Response> {
    let pairs = questions.iter().zip(right);
    pairs.map(|(question, said)| bent(question, &said).map_or(said, answer)).collect()
}

fn answer(answer: Answer) -> Response {
    Response::Answer { answer, native: true }
}

fn refused(questions: &[Question], played: Move) -> Vec<Response> {
    questions.iter().map(|_| Response::MoveRefused(format!("{played} is not found"))).collect()
}

fn ruling(said: &Response) -> Option<Decision> {
    if let Some(Answer::Ruling(decision)) = said.answer() { Some(*decision) } else { None }
}

fn set_up(
    verdict: &dyn Fn(&Setup) -> Option<bool>,
    scene: &Scene,
    questions: &[Question],
) -> Vec<Response> {
    let right = scene.said(questions);
    let Some(taken) = verdict(&scene.line.setup) else { return right };
    let pairs = questions.iter().zip(right);
    pairs
        .map(|(question, said)| {
            if let Question::Position(PositionQuestion::Setup) = question {
                answer(Answer::Is(taken))
            } else if taken {
                said
            } else {
                Response::SetupRefused("it does not take the setup".to_owned())
            }
        })
        .collect()
}

/// The moves found at the end; none if a move that was played is not found.
fn found(
    track: &Track<'_>,
    change: &dyn Fn(&Track<'_>, &mut Vec<Move>),
) -> Result<Vec<Move>, Move> {
    let find = |ply: usize| {
        let track = track.until(ply);
        let mut moves = track.now().legal_moves();
        change(&track, &mut moves);
        moves.sort_unstable();
        moves.dedup();
        moves
    };
    for (ply, played) in track.moves.iter().enumerate() {
        if track.positions[ply].is_legal(*played) && !find(ply).contains(played) {
            return Err(*played);
        }
    }
    Ok(find(track.end()))
}

fn in_moves(game: &Game, moves: &[Move], question: &Question, said: &Response) -> Option<Answer> {
    let position = game.position();
    let ended = moves.is_empty();
    match question {
        Question::Position(PositionQuestion::LegalMoves) => Some(Answer::Moves(moves.to_vec())),
        Question::Position(PositionQuestion::Checkmate) => {
            Some(Answer::Is(ended && position.is_check()))
        }
        Question::Position(PositionQuestion::Stalemate) => {
            Some(Answer::Is(ended && !position.is_check()))
        }
        Question::Game(GameQuestion::Ruling) if ended == position.has_legal_move() => {
            match ruling(said)? {
                Decision::PlayOn if ended && position.is_check() => {
                    Some(Answer::Ruling(lost(position.turn(), Termination::Checkmate)))
                }
                Decision::PlayOn if ended => Some(Answer::Ruling(drawn(Termination::Stalemate))),
                Decision::Over(Outcome {
                    by: Termination::Checkmate | Termination::Stalemate,
                    ..
                }) => Some(Answer::Ruling(Decision::PlayOn)),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The answer that follows from the moves that are found; `None` if it is the right one.
fn following(game: &Game, moves: &[Move], question: &Question, said: &Response) -> Option<Answer> {
    match (question, said.answer()?) {
        (Question::Position(PositionQuestion::Refuses { moves: asked }), _) => {
            let mut refused = asked.clone();
            refused.retain(|one| !moves.contains(one));
            refused.sort_unstable();
            Some(Answer::Moves(refused))
        }
        (Question::Position(PositionQuestion::MovesFrom { square }), _) => {
            let from = moves.iter().filter(|one| one.from == *square);
            Some(Answer::Moves(from.copied().collect()))
        }
        (_, Answer::Read(Some(read))) => (!moves.contains(read)).then_some(Answer::Read(None)),
        (Question::Notation(NotationQuestion::ReadsUci { text }), Answer::Read(None)) => {
            let read: Move = text.parse().ok()?;
            moves.contains(&read).then_some(Answer::Read(Some(read)))
        }
        (Question::Notation(NotationQuestion::San), Answer::Text(text)) => {
            let bare = text.trim_end_matches(['+', '#']);
            let sign = match (game.position().is_check(), moves.is_empty()) {
                (true, true) => "#",
                (true, false) => "+",
                (false, _) => "",
            };
            Some(Answer::Text(format!("{bare}{sign}")))
        }
        _ => None,
    }
}

/// The answer that follows from a wrong count; `None` if the right answer stands.
fn counting(game: &Game, ground: ClaimGround, count: u32, question: &Question) -> Option<Answer> {
    let position = game.position();
    let of = |one| if one == ground { count } else { right_count(game, one) };
    let (occurrences, plies) = (of(ClaimGround::Threefold), of(ClaimGround::Fifty));
    Some(match question {
        Question::History(HistoryQuestion::Occurred { times }) => Answer::Is(occurrences >= *times),
        Question::History(HistoryQuestion::Plies { count }) => Answer::Is(plies >= *count),
        Question::History(HistoryQuestion::Drawn) if position.has_legal_move() => {
            let lacks = material::is_insufficient(position.placement());
            Answer::Is(lacks || occurrences >= 3 || plies >= 100)
        }
        Question::Notation(NotationQuestion::Fen) => {
            let halfmove_clock = plies.try_into().ok()?;
            Answer::Fen(Setup { halfmove_clock, ..position.setup() }.to_string())
        }
        _ => return None,
    })
}

/// The number of occurrences, or of plies since the last capture or pawn move.
fn right_count(game: &Game, ground: ClaimGround) -> u32 {
    match ground {
        ClaimGround::Threefold => game.occurrences(),
        ClaimGround::Fifty => u32::from(game.position().halfmove_clock()),
    }
}

/// The positions of a game if `change` alters the position after every move.
fn replay(
    line: &Scenario,
    game: &Game,
    change: &dyn Fn(&Track<'_>, Move, &mut Setup),
) -> Result<Vec<Position>, Move> {
    let mut positions = vec![game.positions()[0]];
    if line.acts.iter().any(Act::may_leave_legal_line) {
        return Ok(game.positions().to_vec());
    }
    for (ply, &played) in game.moves().iter().enumerate() {
        let next = positions[ply].play(played).map_err(|_| played)?;
        let mut setup = next.setup();
        change(&Track::new(line, &positions, &game.moves()[..ply]), played, &mut setup);
        positions.push(Position::new(&setup).unwrap_or(next));
    }
    Ok(positions)
}

/// The answers when `positions` replace the true positions of the game.
fn on_board(
    memory: &Memory,
    line: &Scenario,
    positions: &[Position],
    questions: &[Question],
    right: Vec<Response>,
) -> Vec<Response> {
    let Some(now) = positions.last() else { return right };
    let only_moves = line.acts.iter().all(|act| act.played().is_some());
    let there = Scenario { setup: now.setup(), acts: Vec::new(), ..line.clone() };
    let seen = memory.scene(&there);
    let same = |earlier: &Position| earlier.same_position(now);
    let pairs = questions.iter().zip(right);
    pairs
        .map(|(question, said)| match question {
            Question::History(HistoryQuestion::SameAs { ply }) => {
                answer(Answer::Is(positions.get(*ply).is_some_and(same)))
            }
            Question::History(HistoryQuestion::Occurrences) => {
                let count = positions.iter().filter(|position| same(position)).count();
                answer(Answer::Count(count as u32))
            }
            Question::Game(GameQuestion::Ruling)
                if only_moves && ruling(&said) == Some(Decision::PlayOn) =>
            {
                seen.said(std::slice::from_ref(question)).pop().unwrap_or(said)
            }
            Question::Position(PositionQuestion::LegalMoves)
            | Question::Position(PositionQuestion::Check)
            | Question::Position(PositionQuestion::Checkmate)
            | Question::Position(PositionQuestion::Stalemate)
            | Question::Position(PositionQuestion::Checkers)
            | Question::Position(PositionQuestion::Placement)
            | Question::Position(PositionQuestion::Turn)
            | Question::Position(PositionQuestion::Castling)
            | Question::History(HistoryQuestion::HalfmoveClock) => {
                seen.said(std::slice::from_ref(question)).pop().unwrap_or(said)
            }
            _ => said,
        })
        .collect()
}

/// A wrong count, and the claims and automatic draws that depend on it.
struct WrongCount<'a> {
    ground: ClaimGround,
    mutation: &'a Mutation,
    told: &'a PlayableLine<'a>,
}

impl WrongCount<'_> {
    fn bend(&self, question: &Question, said: &Response) -> Option<Answer> {
        let game = self.told.game;
        // A number that is wrong in claims only leaves the count itself right.
        let in_claims_only = matches!(self.mutation, Mutation::Claims(..));
        let asks_for_count = match self.ground {
            ClaimGround::Threefold => HistoryQuestion::Occurrences,
            ClaimGround::Fifty => HistoryQuestion::HalfmoveClock,
        };
        match question {
            Question::History(asked) if *asked == asks_for_count && !in_claims_only => {
                Some(Answer::Count(self.at_end(game)))
            }
            Question::Game(GameQuestion::Claim { ground, written }) if *ground == self.ground => {
                Some(Answer::Is(!self.is_over() && self.claim(game, *written)))
            }
            Question::Game(GameQuestion::Claimable) if !self.is_over() => {
                let can_claim = |ground| {
                    if ground == self.ground {
                        self.claim(game, None)
                    } else {
                        game.claims().contains(&ground)
                    }
                };
                Some(Answer::Is(ClaimGround::ALL.into_iter().any(can_claim)))
            }
            Question::Game(GameQuestion::Ruling) => self.ruling(ruling(said)?).map(Answer::Ruling),
            _ => None,
        }
    }

    /// Whether the game is over, and not only by an automatic draw that is not seen with this count.
    fn is_over(&self) -> bool {
        self.told.game.outcome().is_some_and(|outcome| {
            !self.ends().contains(&outcome.by) || self.automatic() == Some(outcome.by)
        })
    }

    fn at_end(&self, game: &Game) -> u32 {
        self.mutation.count(&Track::new(&self.told.scene.line, game.positions(), game.moves()))
    }

    /// Whether a claim of the side to move is accepted. Only the count is wrong; all other conditions of a claim are
    /// judged correctly.
    fn claim(&self, game: &Game, written: Option<Move>) -> bool {
        let by = game.position().turn();
        let enough = || match written {
            None => self.enough(self.at_end(game)),
            Some(written) => game.position().play(written).is_ok_and(|next| {
                let positions = [game.positions(), &[next]].concat();
                let moves = [game.moves(), &[written]].concat();
                self.enough(self.mutation.count(&Track::new(
                    &self.told.scene.line,
                    &positions,
                    &moves,
                )))
            }),
        };
        match game.check_claim(by, self.ground, written) {
            Ok(_) | Err(Reason::ClaimWrong(..)) => enough(),
            Err(_) => game.outcome().is_some() && !self.is_over() && enough(),
        }
    }

    const fn enough(&self, count: u32) -> bool {
        match self.ground {
            ClaimGround::Threefold => count >= 3,
            ClaimGround::Fifty => count >= 100,
        }
    }

    fn ruling(&self, right: Decision) -> Option<Decision> {
        if self.told.before.outcome().is_some() {
            return None;
        }
        if let Some(Act::Claim { by, ground, written }) = self.told.scene.last_act()
            && ground == self.ground
            && by == self.told.before.position().turn()
        {
            let judged = self.told.before.check_claim(by, ground, written);
            return match (judged, self.claim(self.told.before, written)) {
                (Ok(_), false) => Some(Decision::Refused(Refused::Claim)),
                (Err(Reason::ClaimWrong(..)), true) => Some(drawn(claimed(self.ground))),
                (Ok(_), true) | (Err(_), _) => None,
            };
        }
        match right {
            Decision::PlayOn if self.told.scene.is_after_move() => self.automatic().map(drawn),
            Decision::Over(Outcome { winner: None, by })
                if self.ends().contains(&by) && self.automatic() != Some(by) =>
            {
                Some(Decision::PlayOn)
            }
            _ => None,
        }
    }

    /// The automatic draws that depend on the count.
    const fn ends(&self) -> [Termination; 2] {
        match self.ground {
            ClaimGround::Threefold => {
                [Termination::FivefoldRepetition, Termination::ThreefoldRepetition]
            }
            ClaimGround::Fifty => [Termination::SeventyFiveMoves, Termination::FiftyMoves],
        }
    }

    /// The automatic draw that applies at this count.
    fn automatic(&self) -> Option<Termination> {
        let rules = self.told.game.rule_set();
        let count = self.at_end(self.told.game);
        let (late, early) = match self.ground {
            ClaimGround::Threefold => (
                count >= 5
                    && !matches!(rules.fivefold().value, Fivefold::Never | Fivefold::MayBeDeclared),
                count >= 3 && rules.threefold().value == Threefold::Automatic,
            ),
            ClaimGround::Fifty => (
                count >= 150 && rules.seventy_five().value == SeventyFive::Automatic,
                count >= 100 && rules.fifty().value == Fifty::Automatic,
            ),
        };
        let [fifth, third] = self.ends();
        if late { Some(fifth) } else { early.then_some(third) }
    }
}

/// The answer if the test for insufficient material returns `lacking`.
fn with_pieces(
    scene: &Scene,
    lacking: bool,
    question: &Question,
    said: &Response,
) -> Option<Answer> {
    let game = scene.game()?;
    let lack = material::is_insufficient(game.position().placement());
    if lacking == lack {
        return None;
    }
    match question {
        Question::Material(MaterialQuestion::Insufficient)
        | Question::Material(MaterialQuestion::Dead) => Some(Answer::Is(lacking)),
        Question::Material(MaterialQuestion::CanMate { .. }) if lacking => Some(Answer::Is(false)),
        Question::Game(GameQuestion::Ruling) => match ruling(said)? {
            Decision::PlayOn if lacking && scene.is_after_move() => {
                Some(Answer::Ruling(drawn(Termination::DeadPosition)))
            }
            Decision::Over(Outcome { by: Termination::DeadPosition, .. }) if lack => {
                Some(Answer::Ruling(Decision::PlayOn))
            }
            _ => None,
        },
        _ => None,
    }
}

/// A loss by `by`: a win by the opponent.
pub(super) fn lost(by: Color, how: Termination) -> Decision {
    Decision::Over(Outcome::win(!by, how))
}

pub(super) const fn drawn(how: Termination) -> Decision {
    Decision::Over(Outcome::draw(how))
}

pub(super) fn is_over_by(decision: Decision, how: Termination) -> bool {
    matches!(decision, Decision::Over(outcome) if outcome.by == how)
}

/// How a game ends by a claim on this ground.
pub(super) const fn claimed(ground: ClaimGround) -> Termination {
    match ground {
        ClaimGround::Threefold => Termination::ThreefoldRepetition,
        ClaimGround::Fifty => Termination::FiftyMoves,
    }
}
