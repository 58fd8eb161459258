//! Games with one injected error, one constructor for each kind.

use lawbook::{
    board::{Bitboard, Color, Piece, Placement, Role, Square},
    position::{CastlingRights, Line, Position, Setup},
    properties::SplitMix64,
};

use super::{
    GameResult, Kind, any_player,
    line::{
        add_random_moves, mated, new_random_game, play, quiet_moves, there_and_back,
        unfinished_random_game,
    },
    pgn_format::GameDraft,
    pick,
};

/// Returns a game with a random error.
pub(super) fn any(rng: &mut SplitMix64) -> GameDraft {
    let plant = pick(rng, PLANTS);
    plant(rng)
}

const PLANTS: &[fn(&mut SplitMix64) -> GameDraft] = &[
    after_mate,
    after_stalemate,
    after_dead_position,
    after_wall,
    after_fivefold,
    after_seventy_five,
    illegal_move,
    wrong_result,
    results_differ,
    wrong_loser,
    words_differ,
    result_signal,
    bare_king_wins,
    drawn_on_time,
    claim,
    not_on_the_board,
    unreadable_move,
    ambiguous_move,
    text_after_result,
    open_comment,
    unplayable_start,
    empty,
    variant,
];

fn after_mate(rng: &mut SplitMix64) -> GameDraft {
    let line = mated(rng);
    let (score, ply) = (GameResult::of(Some(!line.end().turn())), line.moves().len());
    let mut sketch = GameDraft::new(line, score).with(Kind::PlayAfterMate, ply);
    sketch.more = ["Ke2", "Kd7", "a3"][..=rng.below(3)].iter().map(|&one| one.to_owned()).collect();
    sketch
}

fn after_stalemate(rng: &mut SplitMix64) -> GameDraft {
    let us = any_player(rng);
    loop {
        let pieces = [(us, Role::King), (us, Role::Queen), (!us, Role::King)];
        let Some(start) = scatter(rng, &pieces, us) else { continue };
        let stalemate =
            start.legal_moves().into_iter().find(|&one| start.after(one).is_stalemate());
        let Some(stalemate) = stalemate else { continue };
        let mut line = Line::new(start);
        play(&mut line, stalemate);
        let mut sketch = GameDraft::new(line, GameResult::Draw).with(Kind::PlayAfterStalemate, 1);
        sketch.more.push("Kc3".to_owned());
        return sketch;
    }
}

/// A capture leaves one minor piece, which cannot mate alone; moves follow.
fn after_dead_position(rng: &mut SplitMix64) -> GameDraft {
    let us = any_player(rng);
    let minor = pick(rng, &[Role::Bishop, Role::Knight]);
    let taken = pick(rng, &[Role::Pawn, Role::Rook, Role::Queen]);
    loop {
        let pieces = [(us, Role::King), (us, minor), (!us, Role::King), (!us, taken)];
        let Some(start) = scatter(rng, &pieces, us) else { continue };
        let legal = start.legal_moves();
        let capture = legal.iter().copied().find(|one| start.at(one.to).is_some());
        let Some(capture) = capture.filter(|_| legal.len() > 6) else { continue };
        let mut line = Line::new(start);
        play(&mut line, capture);
        if !line.end().has_legal_move() {
            continue;
        }
        add_random_moves(&mut line, rng);
        return GameDraft::new(line, GameResult::Draw).with(Kind::PlayAfterDeadPosition, 1);
    }
}

/// Locked pawns cover the whole board, and the kings stand on either side of them.
fn after_wall(rng: &mut SplitMix64) -> GameDraft {
    let wall = pick(
        rng,
        &[
            "8/8/4k3/1p1p1p1p/1P1P1P1P/8/4K3/8 w - - 0 1",
            "8/2k5/8/p1p1p1p1/P1P1P1P1/8/5K2/8 b - - 0 1",
            "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 12 40",
        ],
    );
    let mut line = Line::new(wall.parse().unwrap_or_else(|_| Position::start()));
    add_random_moves(&mut line, rng);
    GameDraft::new(line, GameResult::Draw).with(Kind::PlayAfterDeadPosition, 0)
}

fn after_fivefold(rng: &mut SplitMix64) -> GameDraft {
    loop {
        // The position after a capture or a pawn move cannot have occurred before.
        let mut line = new_random_game(rng);
        let Some(round) = there_and_back(line.end(), rng) else { continue };
        let ply = line.moves().len() + 4 * round.len();
        for played in [round; 4].concat() {
            play(&mut line, played);
        }
        add_random_moves(&mut line, rng);
        return GameDraft::new(line, GameResult::Draw).with(Kind::PlayAfterFivefold, ply);
    }
}

fn after_seventy_five(rng: &mut SplitMix64) -> GameDraft {
    loop {
        let played = new_random_game(rng);
        let left = 1 + rng.below(8);
        let mut setup = played.end().setup();
        setup.halfmove_clock = 150 - left as u16;
        setup.fullmove_number = 120;
        setup.en_passant = None;
        let Ok(start) = Position::from_playable(&setup) else { continue };
        let mut line = Line::new(start);
        while line.moves().len() < left {
            let quiet = quiet_moves(line.end());
            let Some(&one) = quiet.get(rng.below(quiet.len().max(1))) else { break };
            play(&mut line, one);
        }
        if line.moves().len() < left || !line.end().has_legal_move() {
            continue;
        }
        add_random_moves(&mut line, rng);
        return GameDraft::new(line, GameResult::Draw).with(Kind::PlayAfterSeventyFiveMoves, left);
    }
}

/// The king moves to a square that no king move or castling reaches.
fn illegal_move(rng: &mut SplitMix64) -> GameDraft {
    let line = unfinished_random_game(rng);
    let ply = line.moves().len() + 1;
    let king = line.end().king(line.end().turn());
    let far = Bitboard::FULL.into_iter().filter(|to| {
        let files = king.file().index().abs_diff(to.file().index());
        files.max(king.rank().index().abs_diff(to.rank().index())) > 2
    });
    let far: Vec<Square> = far.collect();
    let to = pick(rng, &far);
    let mut sketch = GameDraft::new(line, GameResult::White).with(Kind::IllegalMove, ply);
    sketch.more = vec![format!("K{to}")];
    sketch
}

fn wrong_result(rng: &mut SplitMix64) -> GameDraft {
    let line = mated(rng);
    let (loser, ply) = (line.end().turn(), line.moves().len());
    let wrong = pick(rng, &[GameResult::of(Some(loser)), GameResult::Draw, GameResult::Open]);
    let kind = if wrong == GameResult::Open { Kind::ResultOpen } else { Kind::WrongResult };
    GameDraft::new(line, wrong).said("Normal").with(kind, ply)
}

fn results_differ(rng: &mut SplitMix64) -> GameDraft {
    let line = unfinished_random_game(rng);
    let ply = line.moves().len();
    let mut sketch = GameDraft::new(line, GameResult::Draw).with(Kind::ResultsDiffer, ply);
    sketch.tag = Some(pick(rng, &[GameResult::White, GameResult::Black]));
    sketch
}

fn wrong_loser(rng: &mut SplitMix64) -> GameDraft {
    let line = unfinished_random_game(rng);
    let ply = line.moves().len();
    let loser = any_player(rng);
    let words = pick(rng, &["resigns", "forfeits on time"]);
    let sketch = GameDraft::new(line, GameResult::of(Some(loser))).with(Kind::WrongLoser, ply);
    sketch.said(&format!("{{{loser} {words}}}"))
}

/// The record names a draw, and a player won.
fn words_differ(rng: &mut SplitMix64) -> GameDraft {
    let line = unfinished_random_game(rng);
    let ply = line.moves().len();
    let result = GameResult::of(Some(any_player(rng)));
    GameDraft::new(line, result).said("Game drawn by agreement").with(Kind::WordsDiffer, ply)
}

/// The kings are put in the centre after the game, to send its result.
fn result_signal(rng: &mut SplitMix64) -> GameDraft {
    let line = mated(rng);
    let (winner, ply) = (!line.end().turn(), line.moves().len());
    let squares = match winner {
        Color::White => ["Ke4", "Kd5"],
        Color::Black => ["Kd4", "Ke5"],
    };
    let mut sketch =
        GameDraft::new(line, GameResult::of(Some(winner))).with(Kind::ResultSignal, ply);
    sketch.more = squares.map(str::to_owned).to_vec();
    sketch
}

/// A player with a lone king wins against a queen.
fn bare_king_wins(rng: &mut SplitMix64) -> GameDraft {
    let us = any_player(rng);
    loop {
        let pieces = [(us, Role::King), (!us, Role::King), (!us, Role::Queen), (!us, Role::Pawn)];
        let Some(start) = scatter(rng, &pieces, us) else { continue };
        let mut line = Line::new(start);
        add_random_moves(&mut line, rng);
        let last = line.end();
        let queens = last.placement().pieces(!us, Role::Queen);
        if queens.is_empty() || !last.has_legal_move() || last.legal_moves().len() < 2 {
            continue;
        }
        // The queen cannot be captured on the next move, so the position is not dead.
        if line
            .positions()
            .iter()
            .any(|at| at.turn() == us && at.legal_moves().iter().any(|one| at.at(one.to).is_some()))
        {
            continue;
        }
        let ply = line.moves().len();
        let (words, kind) = pick(
            rng,
            &[
                ("Time forfeit", Kind::TimeForfeitUnwinnable),
                ("Illegal move", Kind::IllegalMovesUnwinnable),
                ("somebody won by resignation", Kind::ResignationUnwinnable),
                ("{@ resigns}", Kind::ResignationUnwinnable),
                ("{@ forfeits on time}", Kind::TimeForfeitUnwinnable),
                ("Normal", Kind::UnwinnableWin),
                ("", Kind::UnwinnableWin),
            ],
        );
        let words = words.replace('@', (!us).name());
        return GameDraft::new(line, GameResult::of(Some(us))).said(&words).with(kind, ply);
    }
}

fn drawn_on_time(rng: &mut SplitMix64) -> GameDraft {
    let line = unfinished_random_game(rng);
    let ply = line.moves().len();
    let words = pick(
        rng,
        &[
            "Game drawn by timeout vs insufficient material",
            "{White ran out of time and Black has no material to mate}",
        ],
    );
    GameDraft::new(line, GameResult::Draw).said(words).with(Kind::TimeForfeitWinnable, ply)
}

/// A claim right after a capture or a pawn move.
fn claim(rng: &mut SplitMix64) -> GameDraft {
    let line = new_random_game(rng);
    let ply = line.moves().len();
    let (words, kind) = pick(
        rng,
        &[
            ("Game drawn by repetition", Kind::RepetitionNotThere),
            ("{Draw by 3-fold repetition}", Kind::RepetitionNotThere),
            ("Game drawn by 50-move rule", Kind::FiftyMovesNotThere),
            ("{Draw by fifty moves rule}", Kind::FiftyMovesNotThere),
        ],
    );
    GameDraft::new(line, GameResult::Draw).said(words).with(kind, ply)
}

/// The record names an end that is not on the board.
fn not_on_the_board(rng: &mut SplitMix64) -> GameDraft {
    let line = unfinished_random_game(rng);
    let ply = line.moves().len();
    let (score, words, kind) = pick(
        rng,
        &[
            (GameResult::White, "somebody won by checkmate", Kind::MateNotThere),
            (GameResult::Black, "{White checkmated}", Kind::MateNotThere),
            (GameResult::Draw, "Game drawn by stalemate", Kind::StalemateNotThere),
            (
                GameResult::Draw,
                "{Draw by insufficient mating material}",
                Kind::DeadPositionNotThere,
            ),
        ],
    );
    GameDraft::new(line, score).said(words).with(kind, ply)
}

fn unreadable_move(rng: &mut SplitMix64) -> GameDraft {
    let line = unfinished_random_game(rng);
    let ply = line.moves().len() + 1;
    let word = pick(rng, &["Sf3", "e9", "--", "0000", "Nf3-Nf5", "?hello", "Ünd"]);
    let kind = match word {
        "--" | "0000" => Kind::NullMove,
        _ => Kind::UnreadableMove,
    };
    let mut sketch = GameDraft::new(line, GameResult::Black).with(kind, ply);
    sketch.more = vec![word.to_owned(), "e4".to_owned()];
    sketch
}

/// Two pieces can make the move, and the notation does not say which.
fn ambiguous_move(rng: &mut SplitMix64) -> GameDraft {
    loop {
        let line = unfinished_random_game(rng);
        let last = *line.end();
        let legal = last.legal_moves();
        let officers = last.placement().role(Role::Knight) | last.placement().role(Role::Rook);
        let twins = legal.iter().find(|one| {
            let is_twin = |other: &&_| {
                let other: &lawbook::position::Move = other;
                other.to == one.to
                    && other.from != one.from
                    && last.at(other.from) == last.at(one.from)
            };
            officers.contains(one.from) && legal.iter().find(is_twin).is_some()
        });
        let Some((one, piece)) = twins.and_then(|one| Some((one, last.at(one.from)?))) else {
            continue;
        };
        let ply = line.moves().len() + 1;
        let mut sketch = GameDraft::new(line, GameResult::Draw).with(Kind::AmbiguousMove, ply);
        sketch.more = vec![format!("{}{}", piece.role.letter(), one.to)];
        return sketch;
    }
}

fn text_after_result(rng: &mut SplitMix64) -> GameDraft {
    let line = unfinished_random_game(rng);
    let ply = line.moves().len() + 1;
    let mut sketch = GameDraft::new(line, GameResult::Black).with(Kind::TextAfterResult, ply);
    sketch.tail = pick(rng, &["e4 e5", "hello", "O-O"]).to_owned();
    sketch
}

fn open_comment(rng: &mut SplitMix64) -> GameDraft {
    let line = unfinished_random_game(rng);
    let ply = line.moves().len();
    let mut sketch = GameDraft::new(line, GameResult::White).with(Kind::OpenComment, ply);
    sketch.score = None;
    sketch.tail = pick(rng, &["{ it ends here 1-0", "(e4 e5 1-0", "( { ) 1-0"]).to_owned();
    sketch
}

fn unplayable_start(rng: &mut SplitMix64) -> GameDraft {
    let line = unfinished_random_game(rng);
    let fen = pick(
        rng,
        &[
            "8/8/8/8/8/8/8/8 w - - 0 1",
            "hello",
            "4k2P/8/8/8/8/8/8/4K3 w - - 0 1",
            "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1",
        ],
    );
    let mut sketch = GameDraft::new(line, GameResult::White).with(Kind::UnplayableStart, 0);
    sketch.tags = format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n");
    sketch
}

fn empty(_: &mut SplitMix64) -> GameDraft {
    let mut sketch =
        GameDraft::new(Line::new(Position::start()), GameResult::Open).with(Kind::Empty, 0);
    (sketch.tag, sketch.score) = (None, None);
    sketch
}

/// A game of another variant, which the audit skips without a finding.
fn variant(rng: &mut SplitMix64) -> GameDraft {
    let name = pick(rng, &["Crazyhouse", "Atomic", "Racing Kings"]);
    let mut sketch = GameDraft::new(unfinished_random_game(rng), GameResult::White);
    sketch.more = vec!["N@f7".to_owned()];
    sketch.tags = format!("[Variant \"{name}\"]\n");
    sketch
}

/// Places the pieces on random squares. Returns the position if it is valid and has a legal move.
fn scatter(rng: &mut SplitMix64, pieces: &[(Color, Role)], turn: Color) -> Option<Position> {
    let mut placement = Placement::EMPTY;
    for &(color, role) in pieces {
        let square = Square::from_index(rng.below(64));
        if placement.at(square).is_some() {
            return None;
        }
        placement.put(square, Piece { color, role });
    }
    let setup = Setup {
        placement,
        turn,
        castling: CastlingRights::NONE,
        en_passant: None,
        halfmove_clock: 0,
        fullmove_number: 60,
    };
    Position::new(&setup).ok().filter(Position::has_legal_move)
}
