//! How bad a wrong answer is.

/// The consequence of a wrong answer for a program that relies on it, the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Harm {
    /// A game that goes on is ended, an ended game goes on, or it ends with another result.
    WrongResult,
    /// A valid claim is missed, or an invalid one is granted.
    WrongClaim,
    /// An illegal move is accepted, a legal move is rejected, or the position is wrong.
    WrongMoves,
    /// The library does not answer, and its process may have ended.
    Crash,
    /// Valid input is rejected.
    Refusal,
    /// Invalid input is accepted.
    Leniency,
    /// A move or a position is written or parsed differently.
    Notation,
}

/// The harm of a wrong answer by prefixes of the question's name, longer ones before their own prefixes; without one, a
/// wrong result. Failures and refusals take precedence, see [`Harm::of_cause`].
const HARMS: [(&str, Harm); 23] = [
    ("checkmate", Harm::WrongResult),
    ("legal-moves", Harm::WrongMoves),
    ("moves-from", Harm::WrongMoves),
    ("check", Harm::WrongMoves),
    ("castling", Harm::WrongMoves),
    ("attacks", Harm::WrongMoves),
    ("pinned", Harm::WrongMoves),
    ("refuses", Harm::WrongMoves),
    ("undo", Harm::WrongMoves),
    ("again", Harm::WrongMoves),
    ("board", Harm::WrongMoves),
    ("turn", Harm::WrongMoves),
    ("claim", Harm::WrongClaim),
    ("occurrences", Harm::WrongClaim),
    ("same-as", Harm::WrongClaim),
    ("halfmove-clock", Harm::WrongClaim),
    ("occurred", Harm::WrongClaim),
    ("plies", Harm::WrongClaim),
    ("fen", Harm::Notation),
    ("fullmove-number", Harm::Notation),
    ("light", Harm::Notation),
    ("reads", Harm::Notation),
    ("san", Harm::Notation),
];

impl Harm {
    /// All kinds of harm, the worst first.
    pub const ALL: [Harm; 7] = [
        Harm::WrongResult,
        Harm::WrongClaim,
        Harm::WrongMoves,
        Harm::Crash,
        Harm::Refusal,
        Harm::Leniency,
        Harm::Notation,
    ];

    /// Returns the harm of a wrong answer to a question.
    pub fn of_answer(question: &str) -> Harm {
        let named = HARMS.iter().find(|(begin, _)| question.starts_with(begin));
        named.map_or(Harm::WrongResult, |(_, harm)| *harm)
    }

    /// Returns the harm of a wrong answer to the question whether a setup can be played.
    pub const fn of_setup(is_accepted: bool) -> Harm {
        if is_accepted { Harm::Leniency } else { Harm::Refusal }
    }

    /// Returns the harm of a cause of wrong answers with these harms: the worst that a quarter of them do, because a common
    /// cause leads to a few answers of nearly every kind.
    pub fn of_cause(mut harms: Vec<Harm>) -> Option<Harm> {
        harms.sort_unstable();
        harms.get(harms.len() / 4).copied()
    }

    /// Returns whether a question asks for the position, the moves, the clock or the material, from which the others follow.
    pub fn is_state(question: &str) -> bool {
        let is_state = ["halfmove-clock", "insufficient-material"].contains(&question);
        is_state || Harm::of_answer(question) == Harm::WrongMoves
    }

    /// Returns whether the answers to a question follow from those that [`Harm::is_state`] names, so that a mistake in these
    /// shows there too.
    pub fn is_consequence(question: &str) -> bool {
        let of = Harm::of_answer(question);
        !Harm::is_state(question)
            && question != "setup"
            && matches!(of, Harm::WrongResult | Harm::WrongClaim)
    }

    /// Returns whether the answer to a question can do this harm. Every question can meet a crash or a refusal.
    pub fn is_at_stake(self, question: &str) -> bool {
        match self {
            Harm::Crash | Harm::Refusal => true,
            Harm::Leniency => question == "setup",
            harm => question != "setup" && Harm::of_answer(question) == harm,
        }
    }

    /// Returns the name in plain words.
    pub const fn words(self) -> &'static str {
        match self {
            Harm::WrongResult => "wrong result of a game",
            Harm::WrongMoves => "wrong moves or another position",
            Harm::WrongClaim => "missed claim or wrong claim",
            Harm::Crash => "crash",
            Harm::Refusal => "refusal of something allowed",
            Harm::Leniency => "leniency",
            Harm::Notation => "notation",
        }
    }
}
