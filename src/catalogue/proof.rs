use super::{Problem, source::Chunk, yaml};
use crate::{
    board::Color,
    dead::{self, Certificate, DEFAULT_LIMIT, Winnable, check},
    notation::{movetext, read_san},
    position::{Move, Position},
    sentence::{nearest, strip_number},
};

/// Why a side can mate in a game, or why it cannot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MateProof {
    /// It can: from the position after so many plies, these legal moves end in mate.
    ///
    /// It then can in every position before, too. No moves are needed if it has mated.
    Line(usize, Vec<Move>),
    /// It cannot: its material is insufficient, wherever the pieces stand.
    Material,
    /// It cannot: no order of play brings the pieces to where they would give mate.
    Mobility,
    /// It cannot: wherever certain free pieces of the other side go, no mate can come of the rest.
    Spares,
    /// It cannot: every position that can arise was looked at, and none is mate.
    Exhausted,
}

impl MateProof {
    /// The proofs that a side cannot mate, the simplest first.
    const KINDS: [MateProof; 4] =
        [MateProof::Material, MateProof::Mobility, MateProof::Spares, MateProof::Exhausted];

    /// What the solver finds out about a position; `None` if it leaves it open.
    pub fn find(position: &Position, side: Color) -> Option<MateProof> {
        match dead::search(position, side, DEFAULT_LIMIT).0 {
            Winnable::Yes(line) => Some(MateProof::Line(0, line)),
            Winnable::No(_) => {
                MateProof::KINDS.into_iter().find(|kind| kind.rules_out(position, side))
            }
            Winnable::Undetermined => None,
        }
    }

    /// Whether it shows that the side cannot mate from this position.
    ///
    /// The certificate is made anew, and checked by other code than that which made it.
    pub fn rules_out(&self, position: &Position, side: Color) -> bool {
        let certificate = match self {
            MateProof::Line(..) => return false,
            MateProof::Material => Certificate::Material,
            MateProof::Mobility => {
                let found = dead::rule_out(position, side);
                let Some(found @ Certificate::Mobility(_)) = found else { return false };
                found
            }
            MateProof::Spares => {
                let (found, _) = dead::search(position, side, DEFAULT_LIMIT);
                let Winnable::No(found @ Certificate::Spares(_)) = found else { return false };
                found
            }
            MateProof::Exhausted => Certificate::Exhausted(Vec::new()),
        };
        check::check_certificate(position, side, &certificate)
    }

    /// The proof as it is written, in a game that has passed through these positions.
    pub fn write(&self, positions: &[Position]) -> String {
        if let MateProof::Line(ply, line) = self
            && !line.is_empty()
        {
            positions.get(*ply).map_or_else(String::new, |from| movetext(from, line))
        } else {
            self.name().unwrap_or(MATED).to_owned()
        }
    }

    /// The proof in a sentence, in a game that has passed through these positions.
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
            MateProof::Spares => format!(
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
            MateProof::Spares => Some("spares"),
            MateProof::Exhausted => Some("exhausted"),
        }
    }
}

/// What is written in place of a line when the side has mated.
const MATED: &str = "checkmate";

/// Reads the proofs of a case whose game has passed through these positions.
pub(super) fn read(
    chunk: &Chunk<'_>,
    written: &yaml::ProofYaml,
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

/// The proof, or what is wrong with it and what would be right.
fn read_one(
    text: &str,
    side: Color,
    positions: &[Position],
) -> Result<MateProof, (String, String)> {
    if let Some(kind) = MateProof::KINDS.into_iter().find(|kind| kind.name() == Some(text)) {
        return Ok(kind);
    }
    let Some(last) = positions.last() else {
        let message = "nothing can be proven about a setup that is refused";
        return Err((message.to_owned(), "no \"proof\"".to_owned()));
    };
    let (ply, line) = if text == MATED {
        (positions.len() - 1, Vec::new())
    } else if text.chars().all(char::is_alphabetic) {
        let kinds = MateProof::KINDS.iter().filter_map(MateProof::name).chain([MATED]);
        let right = format!("a line of moves, or {}", nearest(text, kinds.map(str::to_owned)));
        return Err((format!("{text:?} is no kind of proof"), right));
    } else {
        read_line(text, positions)?
    };
    let from = positions.get(ply).unwrap_or(last);
    if check::check_helpmate(from, side, &line) {
        return Ok(MateProof::Line(ply, line));
    }
    let message = format!("the line {text:?} does not end in mate by {side}");
    Err((message, "legal moves of which the last gives mate".to_owned()))
}

/// A line that begins where the game has the move of its first number.
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
        return Err((format!("the line {text:?} begins nowhere in the game"), right));
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
