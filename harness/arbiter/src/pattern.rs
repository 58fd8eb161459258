//! Wordings with alternatives and placeholders, and how they match the words of a line.
//!
//! A wording is a list of words. `(a|b c)` matches one of the alternatives, `[a|b c]` one of them or nothing, and
//! `<class>` one of the expressions of a class of the vocabulary. `white` matches either player and `black` the
//! opponent; `white's` and `black's` match a possessive. Words in capitals are placeholders, see [`Slot`].

use std::collections::{BTreeMap, HashSet};

use super::{
    spelling::{looks_like_a_move, path, strip_number},
    vocabulary::{GroundWord, Vocabulary},
    words::Word,
};
use lawbook::{
    board::{Color, File, Role, Square},
    position::Wing,
    rules::ClaimGround,
};

/// A part of a wording.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Node {
    /// A word.
    Word(String),
    /// The name of a player.
    Player {
        /// Whether it stands for the opponent of the player who acts.
        is_other: bool,
        /// Whether it is a possessive.
        is_owner: bool,
    },
    /// A placeholder.
    Slot(Slot),
    /// One of several alternatives.
    Group {
        /// The alternatives.
        any: Vec<Vec<Node>>,
        /// Whether none of them may be present.
        is_optional: bool,
    },
}

/// A placeholder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Slot {
    /// A move: in notation, by its squares, or in words such as "knight to f3".
    Move,
    /// The squares of a move, legal or not, or a move in notation.
    Path,
    /// A kind of piece.
    Piece,
    /// A square.
    Square,
    /// A piece on the board: "knight on g1", "Ng1", "bishop f1", "queen's rook", "black's queen".
    Thing,
    /// A number.
    Number,
    /// A duration, as a number of minutes.
    Minutes,
    /// A duration, as a number of seconds.
    Seconds,
    /// The ground of a claim.
    Ground,
}

impl Slot {
    pub(super) const ALL: [(&'static str, Slot); 9] = [
        ("MOVE", Slot::Move),
        ("PATH", Slot::Path),
        ("PIECE", Slot::Piece),
        ("SQUARE", Slot::Square),
        ("THING", Slot::Thing),
        ("NUMBER", Slot::Number),
        ("MINUTES", Slot::Minutes),
        ("SECONDS", Slot::Seconds),
        ("GROUND", Slot::Ground),
    ];

    fn named(name: &str) -> Option<Slot> {
        Slot::ALL.into_iter().find(|(known, _)| *known == name).map(|(_, slot)| slot)
    }
}

/// Compiles a wording. A wording with an unknown class or an open bracket matches nothing; a test reports it.
pub(super) fn compile(
    wording: &str,
    classes: &BTreeMap<String, Vec<String>>,
    vocabulary: &Vocabulary,
) -> Vec<Node> {
    let spaced = ["(", ")", "[", "]", "|"]
        .iter()
        .fold(wording.to_owned(), |text, sign| text.replace(sign, &format!(" {sign} ")));
    let tokens: Vec<&str> = spaced.split_whitespace().collect();
    let mut compiler = Compiler { tokens: &tokens, at: 0, classes, vocabulary };
    let mut alternatives = compiler.alternatives();
    alternatives.truncate(1);
    alternatives.pop().unwrap_or_default()
}

struct Compiler<'a> {
    tokens: &'a [&'a str],
    at: usize,
    classes: &'a BTreeMap<String, Vec<String>>,
    vocabulary: &'a Vocabulary,
}

impl Compiler<'_> {
    /// Compiles sequences separated by `|`, up to a closing bracket.
    fn alternatives(&mut self) -> Vec<Vec<Node>> {
        let mut all = vec![Vec::new()];
        // Literals that follow each other are reduced together, like the words of a line.
        let mut literals = String::new();
        while let Some(&token) = self.tokens.get(self.at) {
            self.at += 1;
            let special = self.special(token);
            if special.is_none() && !matches!(token, ")" | "]" | "|") {
                literals.push_str(token);
                literals.push(' ');
                continue;
            }
            let known = self.vocabulary.literal(&std::mem::take(&mut literals));
            if let Some(last) = all.last_mut() {
                last.extend(known.into_iter().map(Node::Word).chain(special));
            }
            match token {
                ")" | "]" => return all,
                "|" => all.push(Vec::new()),
                _ => {}
            }
        }
        if let Some(last) = all.last_mut() {
            last.extend(self.vocabulary.literal(&literals).into_iter().map(Node::Word));
        }
        all
    }

    /// Compiles a token that is not a literal: a bracket with what is in it, a player, a placeholder or a class.
    fn special(&mut self, token: &str) -> Option<Node> {
        let is_owner = token.ends_with("'s");
        match token {
            "(" | "[" => {
                let any = self.alternatives();
                return Some(Node::Group { any, is_optional: token == "[" });
            }
            "white" | "white's" => return Some(Node::Player { is_other: false, is_owner }),
            "black" | "black's" => return Some(Node::Player { is_other: true, is_owner }),
            _ => {}
        }
        let Some(name) = token.strip_prefix('<').and_then(|name| name.strip_suffix('>')) else {
            return Slot::named(token).map(Node::Slot);
        };
        let class = self.classes.get(name).map_or(&[][..], Vec::as_slice);
        let any = class.iter().map(|one| compile(one, self.classes, self.vocabulary)).collect();
        Some(Node::Group { any, is_optional: false })
    }
}

/// Returns the words with which a wording can begin, after the players before them; `None` if it can begin with a
/// placeholder. Most wordings are ruled out by this.
pub(super) fn heads(nodes: &[Node]) -> Option<HashSet<String>> {
    let mut all = HashSet::new();
    for node in nodes {
        match node {
            Node::Player { .. } => {}
            Node::Word(word) => {
                all.insert(word.clone());
                return Some(all);
            }
            Node::Slot(_) => return None,
            Node::Group { any, is_optional } => {
                for one in any {
                    all.extend(heads(one)?);
                }
                let may_be_empty = any
                    .iter()
                    .any(|one| one.iter().all(|node| matches!(node, Node::Player { .. })));
                if !is_optional && !may_be_empty {
                    return Some(all);
                }
            }
        }
    }
    None
}

/// The words in place of a placeholder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// A move, in some notation.
    Move(String),
    /// The squares of a move, or a move in notation.
    Path(String),
    Piece(Role),
    Square(Square),
    Thing(Thing),
    Number(u32),
    Ground(ClaimGround),
}

/// A description of a piece on the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Thing {
    pub(super) owner: Option<Color>,
    pub(super) role: Option<Role>,
    pub(super) square: Option<Square>,
    pub(super) file: Option<File>,
    pub(super) wing: Option<Wing>,
}

/// The words that a wording has matched.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Match {
    /// The player who acts.
    pub(super) by: Option<Color>,
    /// The player named first in the wording, to whom "his opponent" refers.
    named: Option<Color>,
    /// The words in place of the placeholders, in order.
    pub(super) found: Vec<Found>,
}

/// Maximum number of steps for one wording at one place. A wording with many optional words could need more on
/// malicious input, and then does not match.
const MOST_STEPS: usize = 4_000;

/// The players to whom the words of a line may refer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Referents {
    /// The player named last: "he".
    pub(super) subject: Option<Color>,
    /// The player who tells the story, or who has no name: "I", "a player".
    pub(super) teller: Option<Color>,
    /// Whether the line says "I" or "my", so that "he" is the opponent.
    pub(super) is_first_person: bool,
}

/// Matches wordings with the words of a line.
pub(super) struct Matcher<'a> {
    pub(super) words: &'a [Word],
    pub(super) referents: Referents,
    /// The largest index of a word that no wording could match.
    pub(super) furthest: usize,
    steps: usize,
}

type Then<'t, 'a> = &'t mut dyn FnMut(&mut Matcher<'a>, usize, &mut Match);

impl<'a> Matcher<'a> {
    pub(super) fn new(words: &'a [Word], referents: Referents) -> Matcher<'a> {
        Matcher { words, referents, furthest: 0, steps: 0 }
    }

    /// Notes that a name at `at` is understood, whatever follows it.
    pub(super) fn reach_name(&mut self, at: usize) {
        if self.player(at, true, self.referents.subject).is_some() {
            self.reach(at + 1);
        }
    }

    /// Returns each way in which the wording matches the words from `at` on, with the index of the word after it.
    ///
    /// If the wording begins with a player and the words do not, the player named last is meant.
    pub(super) fn matches(&mut self, nodes: &[Node], at: usize) -> Vec<(usize, Match)> {
        let mut all = Vec::new();
        self.steps = MOST_STEPS;
        let mut then = |_: &mut Matcher<'a>, end: usize, found: &mut Match| {
            if end > at && !all.iter().any(|(other, known)| (*other, known) == (end, found)) {
                all.push((end, found.clone()));
            }
        };
        self.walk(nodes, at, &mut Match::default(), &mut then);
        if let (Some((Node::Player { is_other: false, is_owner: false }, rest)), Some(by)) =
            (nodes.split_first(), self.referents.subject)
        {
            self.walk(
                rest,
                at,
                &mut Match { by: Some(by), named: Some(by), found: Vec::new() },
                &mut then,
            );
        }
        all
    }

    fn walk(&mut self, nodes: &[Node], at: usize, found: &mut Match, then: Then<'_, 'a>) {
        let Some(steps) = self.steps.checked_sub(1) else { return };
        self.steps = steps;
        let Some((first, rest)) = nodes.split_first() else {
            then(self, at, found);
            return;
        };
        // "his" and "my" say whose something is, which the wording may leave out.
        // Where a piece is described, they say whose piece it is.
        let is_owned = match first {
            Node::Player { is_owner, .. } => *is_owner,
            Node::Slot(Slot::Thing) => true,
            Node::Slot(Slot::Piece) => self.referents.is_first_person,
            Node::Slot(_) | Node::Word(_) | Node::Group { .. } => false,
        };
        if !is_owned && self.is_own(at, found.by) {
            self.walk(nodes, at + 1, found, then);
        }
        match first {
            Node::Word(wanted) => {
                if self.word(at) == Some(wanted) {
                    self.reach(at + 1);
                    self.walk(rest, at + 1, found, then);
                }
            }
            Node::Player { is_other, is_owner } => {
                let subject = found.named.or(self.referents.subject);
                let Some(named) = self.player(at, *is_owner, subject) else { return };
                let by = if *is_other { !named } else { named };
                if found.by.is_none_or(|known| known == by) {
                    let before = (found.by, found.named);
                    (found.by, found.named) = (Some(by), before.1.or(Some(named)));
                    self.reach(at + 1);
                    self.walk(rest, at + 1, found, then);
                    (found.by, found.named) = before;
                }
            }
            Node::Slot(slot) => {
                for (end, one) in self.slot(*slot, at, found.by) {
                    self.reach(end);
                    found.found.push(one);
                    self.walk(rest, end, found, then);
                    found.found.pop();
                }
            }
            Node::Group { any, is_optional } => {
                for one in any {
                    self.walk(one, at, found, &mut |matcher, end, found| {
                        matcher.walk(rest, end, found, then);
                    });
                }
                if *is_optional {
                    self.walk(rest, at, found, then);
                }
            }
        }
    }

    fn reach(&mut self, at: usize) {
        self.furthest = self.furthest.max(at);
    }

    fn word(&self, at: usize) -> Option<&'a str> {
        self.words.get(at).map(|word| word.form.as_str())
    }

    /// Whether the word is "his", or the possessive of a player without a name who is `by`.
    fn is_own(&self, at: usize, by: Option<Color>) -> bool {
        match self.word(at) {
            Some("his") => !self.referents.is_first_person || by == self.other(),
            Some("i's") => by.is_some() && by == self.referents.teller,
            Some("my-opponent's") => by.is_some() && by == self.other(),
            Some(_) | None => false,
        }
    }

    /// Returns the player that the word names. "He" and "the opponent" refer to `subject`, or else to the opponent of the
    /// player who tells the story.
    fn player(&self, at: usize, is_owner: bool, subject: Option<Color>) -> Option<Color> {
        let word = self.word(at)?;
        let (name, has_suffix) = match word.strip_suffix("'s") {
            Some(name) => (name, true),
            None => (word, false),
        };
        let color = match name {
            "white" => Color::White,
            "black" => Color::Black,
            "whites" if is_owner => return Some(Color::White),
            "blacks" if is_owner => return Some(Color::Black),
            "i" => self.referents.teller?,
            "my-opponent" => !self.referents.teller?,
            "he" | "his" | "opponent" if self.referents.is_first_person => {
                let is_allowed = name == "opponent" || is_owner == (name == "his");
                self.other().filter(|_| is_allowed)?
            }
            "opponent" => !subject.or(self.referents.teller)?,
            "he" if !is_owner => subject.or(self.other())?,
            "his" if is_owner => subject.or(self.other())?,
            _ => return None,
        };
        // People also write "Black flag falls", without the possessive.
        (is_owner || !has_suffix).then_some(color)
    }

    /// The opponent of the player who tells the story.
    fn other(&self) -> Option<Color> {
        self.referents.teller.map(|teller| !teller)
    }

    fn slot(&self, slot: Slot, at: usize, by: Option<Color>) -> Vec<(usize, Found)> {
        let one = |found: Option<Found>| found.map(|found| (at + 1, found)).into_iter().collect();
        match slot {
            Slot::Move => {
                self.moves(at).into_iter().map(|(end, text)| (end, Found::Move(text))).collect()
            }
            Slot::Path => self
                .moves(at)
                .into_iter()
                .map(|(end, text)| {
                    let squares = path(&text.to_lowercase()).map(str::to_owned);
                    (end, Found::Path(squares.unwrap_or(text)))
                })
                .collect(),
            Slot::Piece => one(self.role(at).map(Found::Piece)),
            Slot::Square => one(self.square(at).map(Found::Square)),
            Slot::Thing => self
                .things(at, by)
                .into_iter()
                .map(|(end, thing)| (end, Found::Thing(thing)))
                .collect(),
            Slot::Number => one(self.word(at).and_then(number).map(Found::Number)),
            Slot::Minutes => self.durations(at, true),
            Slot::Seconds => self.durations(at, false),
            Slot::Ground => self.grounds(at),
        }
    }

    fn role(&self, at: usize) -> Option<Role> {
        Role::from_name(self.word(at)?)
    }

    fn square(&self, at: usize) -> Option<Square> {
        Square::parse(self.word(at)?)
    }

    /// Returns the moves at this place, with the index of the word after each.
    fn moves(&self, at: usize) -> Vec<(usize, String)> {
        let mut all = Vec::new();
        if let Some(word) = self.words.get(at) {
            let bare = strip_number(&word.raw);
            if looks_like_a_move(bare) {
                all.push((at + 1, bare.to_owned()));
            }
        }
        let is =
            |at: usize, words: &[&str]| self.word(at).is_some_and(|word| words.contains(&word));
        // "from e2 to e4", and "e2 to e4".
        let from = at + usize::from(is(at, &["from"]));
        if let (Some(start), true, Some(end)) =
            (self.square(from), is(from + 1, &["to"]), self.square(from + 2))
        {
            all.push((from + 3, format!("{start}{end}")));
        }
        let Some(role) = self.role(at) else { return all };
        let mut next = at + 1;
        let start = match is(next, &["from", "on"]) {
            true => self.square(next + 1).inspect(|_| next += 2),
            false => None,
        };
        let takes = is(next, &["take", "capture"]);
        if takes || is(next, &["to", "move", "go"]) {
            next += 1;
        }
        next += usize::from(is(next, &["to", "on"]));
        if let Some(end) = self.square(next) {
            let text = match start {
                Some(start) => format!("{start}{end}"),
                None if role == Role::Pawn => end.to_string(),
                None => {
                    let letter = role.letter().to_ascii_uppercase();
                    format!("{letter}{}{end}", if takes { "x" } else { "" })
                }
            };
            all.push((next + 1, text));
        }
        all
    }

    /// Returns the descriptions of a piece at this place.
    fn things(&self, at: usize, by: Option<Color>) -> Vec<(usize, Thing)> {
        let mut all = Vec::new();
        let mut thing = Thing::default();
        let mut at = at;
        if self.word(at) == Some("his") {
            thing.owner = self.other().filter(|_| self.referents.is_first_person);
            at += 1;
        } else if self.word(at).is_some_and(|word| word == "opponent" || word == "opponent's")
            && !self.referents.is_first_person
        {
            thing.owner = by.or(self.referents.subject).or(self.referents.teller).map(|by| !by);
            at += 1;
        } else if let Some(owner) =
            self.player(at, true, self.referents.subject).filter(|_| self.word(at) != Some("he"))
        {
            thing.owner = Some(owner);
            at += 1;
        }
        if let Some(square) = self.square(at) {
            all.push((at + 1, Thing { square: Some(square), ..thing }));
            if let Some(role) = self.role(at + 1) {
                all.push((at + 2, Thing { square: Some(square), role: Some(role), ..thing }));
            }
        }
        if let Some((role, square)) = self.words.get(at).and_then(|word| piece_on_square(&word.raw))
        {
            all.push((at + 1, Thing { role: Some(role), square: Some(square), ..thing }));
        }
        match self.word(at) {
            Some("king's") => thing.wing = Some(Wing::King),
            Some("queen's") => thing.wing = Some(Wing::Queen),
            Some(word) => {
                // "the e-pawn"
                thing.file = word
                    .strip_suffix("-pawn")
                    .filter(|file| file.len() == 1)
                    .and_then(|file| "abcdefgh".find(file))
                    .map(|index| File::ALL[index]);
            }
            None => {}
        }
        if thing.file.is_some() {
            all.push((at + 1, Thing { role: Some(Role::Pawn), ..thing }));
            return all;
        }
        at += usize::from(thing.wing.is_some());
        let is_any = self.word(at) == Some("piece");
        let role = self.role(at);
        if role.is_none() && !is_any {
            return all;
        }
        thing.role = role;
        let on = at + 1 + usize::from(matches!(self.word(at + 1), Some("on" | "from")));
        if let Some(square) = self.square(on) {
            all.push((on + 1, Thing { square: Some(square), ..thing }));
        }
        if !is_any {
            all.push((at + 1, thing));
        }
        all
    }

    /// Returns the durations at this place, in minutes or in seconds.
    fn durations(&self, at: usize, in_minutes: bool) -> Vec<(usize, Found)> {
        let mut all = Vec::new();
        let (mut next, mut seconds) = (at, 0_u32);
        loop {
            let count = self.word(next).and_then(number);
            let half = self.word(next) == Some("half");
            let unit_at = next + usize::from(count.is_some() || half);
            let unit = match self.word(unit_at) {
                Some("hour") => 3600,
                Some("minute") => 60,
                Some("second") => 1,
                _ => break,
            };
            let amount = if half { unit / 2 } else { count.unwrap_or(1).saturating_mul(unit) };
            seconds = seconds.saturating_add(amount);
            next = unit_at + 1;
            let found = if in_minutes { seconds.div_ceil(60) } else { seconds };
            all.push((next, Found::Number(found)));
            next += usize::from(self.word(next) == Some("and"));
        }
        // Without a unit it is minutes: "20 late". Seconds are never said so.
        if all.is_empty()
            && in_minutes
            && let Some(count) = self.word(at).and_then(number)
        {
            all.push((at + 1, Found::Number(count)));
        }
        all
    }

    /// Returns the grounds of a claim at this place: as many words as can belong to the description, or fewer.
    fn grounds(&self, at: usize) -> Vec<(usize, Found)> {
        let mut all = Vec::new();
        let mut kinds = Vec::new();
        for end in at..self.words.len().min(at + 20) {
            let Some(word) = self.word(end) else { break };
            let describes_moves = matches!(self.word(end + 1), Some("capture" | "pawn"));
            match Vocabulary::get()
                .grounds
                .word(word)
                .filter(|_| word != "without" || describes_moves)
            {
                None => break,
                Some(GroundWord::Of(ground)) => kinds.push(ground),
                Some(GroundWord::Around) => {}
            }
            if let Some(&ground) = kinds.first() {
                if kinds.iter().any(|other| *other != ground) {
                    break;
                }
                all.push((end + 1, Found::Ground(ground)));
            }
        }
        all.reverse();
        all
    }
}

/// Parses a piece with its square, such as `Ng1`.
fn piece_on_square(word: &str) -> Option<(Role, Square)> {
    let mut letters = word.chars();
    let letter = letters.next().filter(char::is_ascii_uppercase)?;
    let square = Square::parse(letters.as_str())?;
    let role = Role::ALL.into_iter().find(|role| role.letter().eq_ignore_ascii_case(&letter));
    role.filter(|role| *role != Role::Pawn).map(|role| (role, square))
}

/// Parses a number in digits, as an ordinal, or as a word.
pub(super) fn number(word: &str) -> Option<u32> {
    const WORDS: [&str; 20] = [
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
        "twenty",
    ];
    const ORDINALS: [&str; 10] = [
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
        "tenth",
    ];
    const TENS: [&str; 9] =
        ["ten", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
    let figures = word.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let suffix = &word[figures.len()..];
    if matches!(suffix, "" | "st" | "nd" | "rd" | "th" | "s" | "min")
        && let Ok(number) = figures.parse()
    {
        return Some(number);
    }
    let place = |list: &[&str], word: &str| list.iter().position(|one| *one == word);
    if let Some((tens, units)) = word.split_once('-') {
        let (tens, units) = (place(&TENS, tens)?, place(&WORDS[..9], units)?);
        return Some((tens as u32 + 1) * 10 + units as u32 + 1);
    }
    if let Some(tens) = place(&TENS, word) {
        return Some((tens as u32 + 1) * 10);
    }
    place(&WORDS, word).or_else(|| place(&ORDINALS, word)).map(|place| place as u32 + 1)
}
