use super::{Problem, expect::ForEachSide, source::Chunk};
use lawbook::{
    board::Color,
    dead::{self, Certificate, DEFAULT_LIMIT, Winnable, check},
    notation::{movetext, read_san},
    position::{Move, Position},
    sentence::{nearest, strip_number},
};

/// A proof that a side can or cannot mate in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MateProof {
    /// The side can mate: from the position after this number of plies, these legal moves end in mate.
    ///
    /// It can then also mate from every earlier position. The list of moves is empty if the side has mated already.
    Line(usize, Vec<Move>),
    /// The side cannot mate: its material is insufficient, wherever the pieces stand.
    Material,
    /// The side cannot mate: no order of play brings the pieces to squares where they would give mate.
    Mobility,
    /// The side cannot mate: wherever certain pieces of either side go, and whether or not they are captured, no mate
    /// is possible.
    Abstraction,
    /// The side cannot mate: all positions that can arise were searched, and none of them is mate.
    Exhausted,
}

impl MateProof {
    /// The proofs that a side cannot mate, the simplest first.
    const KINDS: [MateProof; 4] =
        [MateProof::Material, MateProof::Mobility, MateProof::Abstraction, MateProof::Exhausted];

    /// Returns the proof that the solver finds for `side`, or `None` if it cannot decide.
    pub fn find(position: &Position, side: Color) -> Option<MateProof> {
        match dead::search(position, side, DEFAULT_LIMIT).0 {
            Winnable::Yes(line) => Some(MateProof::Line(0, line)),
            Winnable::No(_) => {
                MateProof::KINDS.into_iter().find(|kind| kind.rules_out(position, side))
            }
            Winnable::Undetermined => None,
        }
    }

    /// Whether this proof shows that the side cannot mate from this position.
    ///
    /// The certificate is recomputed, and verified by the independent checker.
    pub fn rules_out(&self, position: &Position, side: Color) -> bool {
        let certificate = match self {
            MateProof::Line(..) => return false,
            MateProof::Material => Certificate::Material,
            MateProof::Mobility => {
                let found = dead::rule_out(position, side);
                let Some(found @ Certificate::Mobility(_)) = found else { return false };
                found
            }
            MateProof::Abstraction => {
                let (found, _) = dead::search(position, side, DEFAULT_LIMIT);
                let Winnable::No(found @ Certificate::Abstraction(_)) = found else { return false };
                found
            }
            MateProof::Exhausted => Certificate::Exhausted(Vec::new()),
        };
        check::check_certificate(position, side, &certificate)
    }

    /// Formats the proof as in a case file. `positions` are the positions of the game.
    pub fn write(&self, positions: &[Position]) -> String {
        if let MateProof::Line(ply, line) = self
            && !line.is_empty()
        {
            positions.get(*ply).map_or_else(String::new, |from| movetext(from, line))
        } else {
            self.name().unwrap_or(MATED).to_owned()
        }
    }

    /// Returns the proof as a sentence. `positions` are the positions of the game.
    pub fn explain(&self, side: Color, positions: &[Position]) -> String {
        match self {
            MateProof::Line(_, line) if line.is_empty() => format!("{side} has mated."),
            MateProof::Line(..) => format!("{side} can mate: {}", self.write(positions)),
            MateProof::Material => {
                format!("{side} cannot mate: insufficient material, wherever the pieces stand.")
            }
            MateProof::Mobility => format!(
                "{side} cannot mate: no order of play brings the pieces to where they would give mate."
            ),
            MateProof::Abstraction => format!(
                "{side} cannot mate: wherever the free pieces of both sides go, the others never give mate."
            ),
            MateProof::Exhausted => {
                format!("{side} cannot mate: none of the positions that can arise is mate.")
            }
        }
    }

    fn name(&self) -> Option<&'static str> {
        match self {
            MateProof::Line(..) => None,
            MateProof::Material => Some("material"),
            MateProof::Mobility => Some("mobility"),
            MateProof::Abstraction => Some("abstraction"),
            MateProof::Exhausted => Some("exhausted"),
        }
    }
}

/// Written in place of a line of moves if the side has mated already.
const MATED: &str = "checkmate";

/// Parses the proofs of a case. `positions` are the positions of its game.
pub(crate) fn read(
    chunk: &Chunk<'_>,
    written: &ForEachSide<String>,
    positions: &[Position],
    problems: &mut Vec<Problem>,
) -> Vec<(Color, MateProof)> {
    let mut proofs = Vec::new();
    for (side, text) in Color::ALL.into_iter().zip([&written.white, &written.black]) {
        let Some(text) = text else { continue };
        match read_one(text.trim(), side, positions) {
            Ok(proof) => proofs.push((side, proof)),
            Err((message, right)) => {
                let line = format!("{}: {text}", side.name().to_lowercase());
                let near = if chunk.text.contains(&line) { &line } else { "proof:" };
                problems.push(chunk.problem(near, message, right));
            }
        }
    }
    proofs
}

/// Parses one proof. The error consists of a message and a suggested correction.
fn read_one(
    text: &str,
    side: Color,
    positions: &[Position],
) -> Result<MateProof, (String, String)> {
    if let Some(kind) = MateProof::KINDS.into_iter().find(|kind| kind.name() == Some(text)) {
        return Ok(kind);
    }
    let Some(last) = positions.last() else {
        let message = "nothing can be proved about a setup that is refused";
        return Err((message.to_owned(), "no \"proof\"".to_owned()));
    };
    let (ply, line) = if text == MATED {
        (positions.len() - 1, Vec::new())
    } else if text.chars().all(char::is_alphabetic) {
        let kinds = MateProof::KINDS.iter().filter_map(MateProof::name).chain([MATED]);
        let right = format!("a line of moves, or {}", nearest(text, kinds.map(str::to_owned)));
        return Err((format!("unknown kind of proof {text:?}"), right));
    } else {
        read_line(text, positions)?
    };
    let from = positions.get(ply).unwrap_or(last);
    if check::check_helpmate(from, side, &line) {
        return Ok(MateProof::Line(ply, line));
    }
    let message = format!("the line {text:?} does not end in mate by {side}");
    Err((message, "legal moves, the last of which gives mate".to_owned()))
}

/// Parses a line of moves. It starts at the position of the game that has the number of its first move.
fn read_line(text: &str, positions: &[Position]) -> Result<(usize, Vec<Move>), (String, String)> {
    let number = |position: &Position| {
        let dots = if position.turn() == Color::White { "." } else { "..." };
        format!("{}{dots}", position.fullmove_number())
    };
    let first: String =
        text.chars().take_while(|&one| one.is_ascii_digit() || one == '.').collect();
    let Some(ply) = positions.iter().rposition(|position| number(position) == first) else {
        let end = positions.last().map(number).unwrap_or_default();
        let right = format!("a line from the end of the game, beginning with \"{end}\"");
        return Err((
            format!("no move of the game has the number that the line {text:?} starts with"),
            right,
        ));
    };
    let (mut position, mut line) = (positions[ply], Vec::new());
    for word in text.split_whitespace().map(strip_number).filter(|word| !word.is_empty()) {
        let played = read_san(&position, word)
            .map_err(|error| (error.to_string(), "a legal move".to_owned()))?;
        position = position.after(played);
        line.push(played);
    }
    Ok((ply, line))
}
