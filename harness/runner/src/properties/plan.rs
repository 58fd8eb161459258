//! Plans for random games: the start position, the player and the random choices.

use proptest::{prelude::*, strategy::SBoxedStrategy};

use super::{
    Played, Player, SplitMix64, any_start, bare_start, castling_start, catalogue_start,
    chess960_start, crowded_start, double_push_start, late_start, locked_start, pinned_start,
    sparse_start,
};
use lawbook::position::{Move, Position, PositionWithChecks};

/// The kind of input that a strategy tests libraries with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TestInput {
    /// Games, asked about after every ply.
    Games,
    /// Setups, both legal ones and ones with each kind of flaw.
    Setups,
    /// Moves in SAN and UCI notation, and FENs, both correct and with mistakes.
    Texts,
    /// Offers, claims, resignations and flag falls between the moves.
    Acts,
}

/// The plan of a game; [`play`](Plan::play) derives the moves from it. It shrinks by dropping plies.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The start position.
    pub start: Position,
    /// The move selection policy of both sides.
    pub player: Player,
    /// The random input of each ply; the plan has at most this many plies.
    pub choices: Vec<u16>,
}

/// A named proptest strategy that generates plans.
#[derive(Clone, Copy, Debug)]
pub struct GameStrategy {
    /// The name, as used on the command line.
    pub name: &'static str,
    /// One line that describes the positions it reaches and those it does not.
    pub about: &'static str,
    /// The kind of input that it derives from its games.
    pub(super) subject: TestInput,
    start: fn() -> SBoxedStrategy<Position>,
    players: &'static [Player],
}

/// All strategies.
pub const STRATEGISTS: [GameStrategy; 17] = [
    GameStrategy {
        name: "random",
        about: "any legal move from rich positions; mates, castling and promotions, few repetitions",
        subject: TestInput::Games,
        start: || any_start().sboxed(),
        players: &[Player::Random],
    },
    GameStrategy {
        name: "greedy",
        about: "captures whenever possible; endings with few pieces, few repetitions",
        subject: TestInput::Games,
        start: || any_start().sboxed(),
        players: &[Player::Greedy],
    },
    GameStrategy {
        name: "shuffling",
        about: "pieces move back and forth; repetitions, few captures",
        subject: TestInput::Games,
        start: || any_start().sboxed(),
        players: &[Player::Shuffling],
    },
    GameStrategy {
        name: "promoting",
        about: "pawns advance and become any piece; few repetitions",
        subject: TestInput::Games,
        start: || any_start().sboxed(),
        players: &[Player::Promoting],
    },
    GameStrategy {
        name: "right-losing",
        about: "castling rights are given up and the pieces return; the same pieces with other rights",
        subject: TestInput::Games,
        start: || any_start().sboxed(),
        players: &[Player::RightLosing],
    },
    GameStrategy {
        name: "double-push",
        about: "a double step past a pawn that is free, pinned or shields its king, then back and forth",
        subject: TestInput::Games,
        start: || double_push_start().sboxed(),
        players: &[Player::Pushing],
    },
    GameStrategy {
        name: "sparse",
        about: "kings and one to five pieces on any squares; stalemates, mates, bare kings",
        subject: TestInput::Games,
        start: || sparse_start().sboxed(),
        players: &[Player::Random, Player::Greedy, Player::Promoting],
    },
    GameStrategy {
        name: "bare",
        about: "kings, bishops, knights and perhaps a pawn; material that cannot mate, or barely",
        subject: TestInput::Games,
        start: || bare_start().sboxed(),
        players: &[Player::Random, Player::Greedy, Player::Promoting],
    },
    GameStrategy {
        name: "crowded",
        about: "many pieces of one kind on a side; moves that are hard to tell apart, mates, no pawns",
        subject: TestInput::Games,
        start: || crowded_start().sboxed(),
        players: &[Player::Random, Player::Mating],
    },
    GameStrategy {
        name: "locked",
        about: "walls of pawns; dead positions and long manoeuvres",
        subject: TestInput::Games,
        start: || locked_start().sboxed(),
        players: &[Player::Random, Player::Shuffling],
    },
    GameStrategy {
        name: "pinned",
        about: "mates, checks and stalemates that a pin decides; few other pieces",
        subject: TestInput::Games,
        start: || pinned_start().sboxed(),
        players: &[Player::Random, Player::Mating],
    },
    GameStrategy {
        name: "late",
        about: "clocks near 50 and 75 moves, in positions of the other strategies",
        subject: TestInput::Games,
        start: || late_start().sboxed(),
        players: &[Player::Random, Player::Shuffling, Player::Greedy, Player::Mating],
    },
    GameStrategy {
        name: "catalogue",
        about: "games that go on where the cases of the catalogue begin and end",
        subject: TestInput::Games,
        start: || catalogue_start().sboxed(),
        players: &[Player::Random, Player::Shuffling, Player::RightLosing, Player::Pushing],
    },
    GameStrategy {
        name: "chess960",
        about: "Chess960: the start positions, and rooks on any file that may castle; few repetitions",
        subject: TestInput::Games,
        start: || prop_oneof![chess960_start(), castling_start()].sboxed(),
        players: &[Player::Random, Player::Greedy, Player::Shuffling, Player::RightLosing],
    },
    GameStrategy {
        name: "setups",
        about: "setups that can be played, with odd clocks, or with each kind of flaw; nothing is played",
        subject: TestInput::Setups,
        start: || any_start().sboxed(),
        players: &[Player::Random, Player::Greedy, Player::Promoting, Player::Pushing],
    },
    GameStrategy {
        name: "texts",
        about: "moves in algebraic notation and UCI and FENs, as they are written and mistaken",
        subject: TestInput::Texts,
        start: || any_start().sboxed(),
        players: &[Player::Random, Player::Greedy, Player::Promoting, Player::Pushing],
    },
    GameStrategy {
        name: "acts",
        about: "offers, claims, resignations and flags between the moves; nothing about touched pieces",
        subject: TestInput::Acts,
        start: || any_start().sboxed(),
        players: &[Player::Random, Player::Shuffling, Player::Greedy],
    },
];

impl GameStrategy {
    /// Returns the strategy with this name.
    pub fn named(name: &str) -> Option<GameStrategy> {
        STRATEGISTS.into_iter().find(|one| one.name == name)
    }

    /// Generates plans of `plies / 2` to `plies` plies.
    pub fn plans(self, plies: usize) -> SBoxedStrategy<Plan> {
        let choices = prop::collection::vec(any::<u16>(), plies / 2..=plies);
        ((self.start)(), prop::sample::select(self.players), choices)
            .prop_map(|(start, player, choices)| Plan { start, player, choices })
            .sboxed()
    }
}

impl Plan {
    /// Plays the game of this plan. It ends early if no move is legal.
    pub fn play(&self) -> Played {
        let (mut position, mut moves): (_, Vec<Move>) = (self.start, Vec::new());
        for ply in 0..self.choices.len() {
            let legal = PositionWithChecks::new(position).sorted_legal_moves();
            let Some(chosen) = self.choose(ply, &position, &legal, &moves) else { break };
            moves.push(chosen);
            position = position.after(chosen);
        }
        Played { start: self.start, moves }
    }

    /// Chooses the move of a ply; `moves` are the moves played before it.
    pub(super) fn choose(
        &self,
        ply: usize,
        position: &Position,
        legal: &[Move],
        before: &[Move],
    ) -> Option<Move> {
        let last = before.iter().nth_back(1).copied();
        self.player.choose(position, legal, last, self.rng(ply))
    }

    /// Returns the random number generator of a ply.
    pub(super) fn rng(&self, ply: usize) -> SplitMix64 {
        SplitMix64::new(
            u64::from(self.choices.get(ply).copied().unwrap_or_default()) << 16 | ply as u64,
        )
    }
}
