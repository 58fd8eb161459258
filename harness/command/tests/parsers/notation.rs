//! Fuzz targets: notations of positions, moves and acts.

use lawbook::{
    notation::{diagram, guess_move, read_san, read_uci, write_san},
    position::{Move, Position, Setup},
    rules::{RuleSet, SearchBudget},
    sentence::sentence_forms,
};
use lawbook_arbiter::{RuledLine, Transcript};
use lawbook_catalogue::Catalogue;

use crate::Target;

pub(crate) static TARGETS: [Target; 3] = [
    Target { name: "fen", seeds: fens, words: &FEN, read: fen, memory: 1 << 20 },
    Target { name: "moves", seeds: moves, words: &MOVES, read: one_move, memory: 1 << 20 },
    Target { name: "sentences", seeds: games, words: &SENTENCES, read: game, memory: 64 << 20 },
];

const FEN: [&str; 12] =
    [" w ", " b ", "KQkq", "-", "e3", "d6", "/8/", "/", "k", "K", "9", "pppppppp"];
const MOVES: [&str; 14] = [
    "O-O", "O-O-O", "0-0", "e4", "exd6", "e8=Q", "Nbd7", "R1a3", "e2e4", "e7e8q", "e1g1", "+", "#",
    "x",
];
const SENTENCES: [&str; 24] = [
    "White ",
    "Black ",
    "claims a draw by ",
    "threefold repetition",
    "the fifty-move rule",
    "writes ",
    " and ",
    "offers a draw",
    "accepts the offer",
    "makes the illegal move ",
    "plays ",
    "presses the clock",
    "touches ",
    "resigns",
    "'s flag falls",
    "thinks for ",
    "moves ago",
    "is found ",
    "promotes",
    "1. e4 e5",
    "1... ",
    "O-O",
    "\n",
    "with two hands",
];

fn fens() -> Vec<Vec<u8>> {
    let starts = Catalogue::embedded().cases.into_iter().map(|case| case.setup.to_string());
    let mut fens: Vec<Vec<u8>> = starts.map(String::into_bytes).collect();
    fens.sort();
    fens.dedup();
    fens
}

/// Parses a setup and a position. Parsed data must survive serialization.
fn fen(text: &[u8]) -> Result<(), String> {
    let text = String::from_utf8_lossy(text);
    let Ok(setup) = text.parse::<Setup>() else { return Ok(()) };
    if setup.to_string().parse() != Ok(setup) {
        return Err(format!("it is written as {setup}, and that is not read as the same"));
    }
    diagram(&setup.placement, lawbook::board::Color::White);
    let Ok(composed) = Position::from_playable(&setup) else { return Ok(()) };
    let moves = composed.legal_moves();
    if let Some(played) = moves.iter().find(|played| !composed.is_legal(**played)) {
        return Err(format!("{played} is among the legal moves, and is not legal"));
    }
    match text.parse::<Position>() {
        Ok(position) if position.to_string().parse() != Ok(position) => {
            Err(format!("it is written as {position}, which is not the same"))
        }
        _ => Ok(()),
    }
}

fn moves() -> Vec<Vec<u8>> {
    let mut texts = Vec::new();
    for case in Catalogue::embedded().cases {
        let Ok(position) = Position::from_playable(&case.setup) else { continue };
        for played in position.legal_moves().iter().take(2) {
            let san = write_san(&position, *played);
            texts.push(format!("{position}\n{san}").into_bytes());
            texts.push(format!("{position}\n{played}").into_bytes());
        }
    }
    texts
}

/// Parses a position, and on the next line a move. A parsed move must be legal and survive serialization.
fn one_move(text: &[u8]) -> Result<(), String> {
    let text = String::from_utf8_lossy(text);
    let (fen, text) = text.split_once('\n').unwrap_or(("", &text));
    let setup = fen.parse().unwrap_or(Setup::start());
    let position = Position::from_playable(&setup).unwrap_or(Position::start());
    let (san, uci) = (read_san(&position, text), read_uci(&position, text));
    let meant = guess_move(&position, text);
    if san.is_ok() && meant != san.as_ref().ok().copied() {
        return Err(format!("{meant:?} is meant, and {san:?} is read"));
    }
    for played in [&san.as_ref().ok(), &uci.as_ref().ok()].into_iter().flatten() {
        if !position.is_legal(**played) {
            return Err(format!("{played} is read, and is not legal in {position}"));
        }
        let written = write_san(&position, **played);
        if read_san(&position, &written).as_ref() != Ok(*played) {
            return Err(format!("{played} is written as {written}, which is not read as the same"));
        }
    }
    if let Ok(played) = text.parse::<Move>()
        && played.to_string().parse() != Ok(played)
    {
        return Err(format!("{played} is not read as it is written"));
    }
    Ok(())
}

fn games() -> Vec<Vec<u8>> {
    let lines = Catalogue::embedded().cases.into_iter().map(|case| case.play.join("\n"));
    let forms = sentence_forms();
    lines.chain(forms).map(String::into_bytes).collect()
}

/// Parses a game. Each line is ruled on as `lawbook rule` does.
fn game(text: &[u8]) -> Result<(), String> {
    let text = String::from_utf8_lossy(text);
    let rules = RuleSet::ALL[text.len() % RuleSet::ALL.len()];
    let transcript = Transcript::from_start(text.lines().take(64).map(str::to_owned));
    let ruled = transcript.rule(rules, &SearchBudget::MATERIAL_ONLY);
    for RuledLine { text, ruling, .. } in &ruled.lines {
        drop(ruling.decision.to_string());
        if ruling.reason.explain(rules).is_empty() {
            return Err(format!("nothing is said of {text:?}"));
        }
        ruling.reason.article(rules);
        ruling.orders.iter().for_each(|order| drop(order.to_string()));
    }
    ruled.game.claims();
    drop(ruled.error.map(|error| error.to_string()));
    Ok(())
}
