//! The grid: faults that are generated from the dimensions of a rule, one for each combination of values.
//!
//! A fault that was written by hand stands for a class of bugs, such as "castling through check". A library has the bug
//! perhaps only for attacks by pawns, only on the queen's side, or only for Black. So each rule has dimensions, and a
//! loop over their values makes a fault of each combination: a cell.

mod answers;
mod castling;
mod clock;
mod en_passant;
mod fen;
mod geometry;
mod material;
mod notation;
mod repetition;
mod rights;
mod setups;
mod undo;

use std::sync::LazyLock;

use lawbook::{
    board::{Color, Role},
    position::{Position, Wing},
    rules::Decision,
};
use lawbook_catalogue::question::{Answer, Question};

use super::{
    Fault,
    facts::{Candidate, Facts, Step},
    mutation::{Change, Count, Find, Mutation, PlayableLine},
    scene::{Scene, Track},
};

/// The place of a fault in the grid.
#[derive(Clone, Copy, Debug)]
pub struct Cell {
    /// The rule with the mistake.
    pub rule: &'static str,
    /// The values of the dimensions, with the name of each dimension. The first is the kind of the mistake.
    pub point: &'static [(&'static str, &'static str)],
    /// The mistake of the whole kind, without the full stop.
    pub what: &'static str,
    /// Whether it is a common bug, which cases of the core level should detect.
    pub is_common: bool,
}

/// All cells, rule by rule.
pub fn grid() -> &'static [Fault] {
    static GRID: LazyLock<Vec<Fault>> = LazyLock::new(|| {
        let mut faults = Vec::new();
        for (rule, cells) in RULES {
            let mut cells_of_rule = Cells { rule, faults: &mut faults };
            cells(&mut cells_of_rule);
        }
        faults
    });
    &GRID
}

/// Values of a dimension: each has a name.
type Named<T> = [(&'static str, T)];

/// The rules, each with the function that generates its cells.
const RULES: &Named<fn(&mut Cells<'_>)> = &[
    ("moves", geometry::moves),
    ("check", geometry::checks),
    ("castling", castling::cells),
    ("chess960", castling::chess960),
    ("rights", rights::cells),
    ("clock", clock::cells),
    ("en-passant", en_passant::cells),
    ("check", answers::check),
    ("stalemate", answers::stalemate),
    ("repetition", repetition::cells),
    ("setup", setups::cells),
    ("material", material::cells),
    ("notation", notation::cells),
    ("fen", fen::cells),
    ("undo", undo::cells),
];

/// Kinds of moves after a double step, each with the position after the move.
type NextMove = fn(&Step<'_>, &Position) -> bool;

const NEXT_MOVES: &Named<NextMove> = &[
    ("castling-king-side", |step, _| step.castles == Some(Wing::King)),
    ("castling-queen-side", |step, _| step.castles == Some(Wing::Queen)),
    ("promotion", |step, _| step.played.promotion.is_some()),
    ("capture", |step, _| step.takes.is_some()),
    ("check", |_, next| next.is_check()),
    ("king-move", |step, _| step.role == Role::King && step.castles.is_none()),
    ("double-step", |step, _| step.is_double()),
];

/// Collects the cells of a rule. They live as long as the program, like the faults that are constants.
struct Cells<'a> {
    rule: &'static str,
    faults: &'a mut Vec<Fault>,
}

/// One kind of mistake, and whether it is common.
#[derive(Clone, Copy)]
struct Mistake {
    kind: &'static str,
    /// The mistake as a sentence without its full stop; the values of the dimensions are added.
    what: &'static str,
    is_common: bool,
}

const fn common(kind: &'static str, what: &'static str) -> Mistake {
    Mistake { kind, what, is_common: true }
}

const fn rare(kind: &'static str, what: &'static str) -> Mistake {
    Mistake { kind, what, is_common: false }
}

/// Where moves are wrongly found or missed.
#[derive(Clone, Copy)]
enum Scope {
    /// In the list of legal moves, and everything that depends on it.
    List,
    /// Only where the library looks whether there is a legal move, for checkmate and stalemate.
    Ends,
}

impl Scope {
    const ALL: [Scope; 2] = [Scope::List, Scope::Ends];

    const fn name(self) -> &'static str {
        match self {
            Scope::List => "in-the-list",
            Scope::Ends => "in-the-test-for-mate",
        }
    }
}

impl Cells<'_> {
    fn add(&mut self, mistake: Mistake, point: &[(&'static str, &str)], bend: Mutation) {
        let mut name = format!("{}/{}", self.rule, mistake.kind);
        let mut words = Vec::new();
        let mut all = vec![("mistake", mistake.kind)];
        for (dimension, value) in point {
            name.push('/');
            name.push_str(value);
            words.push(format!("{dimension} {value}"));
            all.push((dimension, leak((*value).to_owned())));
        }
        let sentence = match words.is_empty() {
            true => format!("{}.", mistake.what),
            false => format!("{}: {}.", mistake.what, words.join(", ")),
        };
        self.faults.push(Fault {
            name: leak(name),
            mistake: leak(sentence),
            cell: Some(Cell {
                rule: self.rule,
                point: Box::leak(all.into_boxed_slice()),
                what: mistake.what,
                is_common: mistake.is_common,
            }),
            bend,
        });
    }

    /// A cell that replaces an answer; `None` keeps the right one.
    fn answers(
        &mut self,
        mistake: Mistake,
        point: &[(&'static str, &str)],
        answer: impl Fn(&PlayableLine<'_>, &Question) -> Option<Answer> + Sync + 'static,
    ) {
        self.add(mistake, point, Mutation::Answer(Box::leak(Box::new(answer))));
    }

    /// A cell that replaces a ruling; `None` keeps the right one.
    fn rules(
        &mut self,
        mistake: Mistake,
        point: &[(&'static str, &str)],
        rule: impl Fn(&Scene, Decision) -> Option<Decision> + Sync + 'static,
    ) {
        self.add(mistake, point, Mutation::Ruling(Box::leak(Box::new(rule))));
    }

    /// A cell that counts occurrences or plies in another way.
    fn counts(
        &mut self,
        mistake: Mistake,
        point: &[(&'static str, &str)],
        mutation: impl FnOnce(&'static Count) -> Mutation,
        count: impl Fn(&Track<'_>) -> u32 + Sync + 'static,
    ) {
        self.add(mistake, point, mutation(Box::leak(Box::new(count))));
    }

    /// A cell that generates other moves.
    fn finds(
        &mut self,
        mistake: Mistake,
        point: &[(&'static str, &str)],
        scope: Scope,
        find: impl Fn(&Facts, &mut Change) + Sync + 'static,
    ) {
        let find: &'static Find = Box::leak(Box::new(find));
        self.add(
            mistake,
            point,
            match scope {
                Scope::List => Mutation::Finds(find),
                Scope::Ends => Mutation::Ends(find),
            },
        );
    }

    /// A cell that generates these illegal moves, except castling.
    fn allows(
        &mut self,
        mistake: Mistake,
        point: &[(&'static str, &str)],
        scope: Scope,
        which: impl Fn(&Facts, &Candidate) -> bool + Sync + 'static,
    ) {
        self.finds(mistake, point, scope, move |facts, change| {
            let illegal = facts.candidates.iter().filter(|one| !one.is_legal());
            let extra = illegal.filter(|one| which(facts, one));
            change.extra.extend(extra.map(|one| one.played));
        });
    }

    /// A cell that misses these legal moves, except castling.
    fn misses(
        &mut self,
        mistake: Mistake,
        point: &[(&'static str, &str)],
        scope: Scope,
        which: impl Fn(&Facts, &Candidate) -> bool + Sync + 'static,
    ) {
        self.finds(mistake, point, scope, move |facts, change| {
            let legal = facts.candidates.iter().filter(|one| one.is_legal());
            let missing = legal.filter(|one| which(facts, one));
            change.missing.extend(missing.map(|one| one.played));
        });
    }
}

fn leak(text: String) -> &'static str {
    Box::leak(text.into_boxed_str())
}

const fn wing_name(wing: Wing) -> &'static str {
    match wing {
        Wing::King => "king-side",
        Wing::Queen => "queen-side",
    }
}

const fn side(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}
