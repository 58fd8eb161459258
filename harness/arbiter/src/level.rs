use lawbook_catalogue::{
    Case,
    question::{HistoryQuestion, PositionQuestion, Question},
};

/// The knowledge that a case requires.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// The case consists of moves only, and all rule sets agree.
    Beginner,
    /// The players do more than make moves: claims, offers, flags, touched pieces.
    Player,
    /// Rule sets differ, or the right answer is doubtful.
    Arbiter,
    /// It is about notation, setups or counters, and not about the rules of play.
    Library,
}

impl Level {
    /// All levels, easiest first.
    pub const ALL: [Level; 4] = [Level::Beginner, Level::Player, Level::Arbiter, Level::Library];

    /// The levels of questions about the rules.
    pub const OF_RULES: [Level; 3] = [Level::Beginner, Level::Player, Level::Arbiter];

    /// The level of a case.
    pub fn of(case: &Case) -> Level {
        if is_technical(case) {
            Level::Library
        } else if !case.exceptions.is_empty() || case.doubt.is_some() || case.open.is_some() {
            Level::Arbiter
        } else if case.only_moves() {
            Level::Beginner
        } else {
            Level::Player
        }
    }

    /// The name in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Level::Beginner => "beginner",
            Level::Player => "player",
            Level::Arbiter => "arbiter",
            Level::Library => "library",
        }
    }

    /// Description of the level.
    pub fn about(self) -> &'static str {
        match self {
            Level::Beginner => "the board alone decides",
            Level::Player => "claims, offers, flags and touched pieces",
            Level::Arbiter => "rule sets differ, or the texts leave a doubt",
            Level::Library => "notation, setups and counters, for the authors of libraries",
        }
    }
}

/// Whether a case is about notation, setups or counters.
fn is_technical(case: &Case) -> bool {
    const TECHNICAL: [&str; 4] = ["fen", "notation", "setup", "disambiguation"];
    let is_technical = |question: &Question| {
        matches!(
            question,
            Question::Notation(_)
                | Question::History(
                    HistoryQuestion::HalfmoveClock | HistoryQuestion::SameAs { .. }
                )
                | Question::Position(
                    PositionQuestion::Setup
                        | PositionQuestion::Placement
                        | PositionQuestion::Attacks { .. }
                        | PositionQuestion::Checkers
                        | PositionQuestion::Refuses { .. }
                )
        )
    };
    case.tags.iter().any(|tag| TECHNICAL.contains(&tag.as_str()))
        || case.expected.iter().any(|one| is_technical(&one.question))
}
