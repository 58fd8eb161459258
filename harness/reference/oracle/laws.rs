//! The rules of each rule set that the oracle covers, written from the documents, each edition as changes to the
//! previous one.

use lawbook::rules::{ClaimGround, RuleSet};

/// How a repetition, or a number of moves without a capture or a pawn move, leads to a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Drawn {
    Never,
    /// By claim of the player to move.
    Claimed,
    /// By claim of the player to move, also for the position after a move that he writes down.
    ClaimedAhead,
    /// By claim of either player.
    ClaimedByEither,
    AtOnce,
    /// Automatically, if the occurrences are on consecutive alternate moves.
    AtOnceInARow,
}

/// The act that ends the right to claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LostBy {
    Touching,
    Moving,
    Pressing,
}

/// Penalty for a wrong claim, in minutes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Price {
    Nothing,
    FiveOfTheClaimant,
    ThreeAndHalfOfTheClaimant,
    Minutes(u8),
}

/// Which material counts as insufficient.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TooFew {
    BareKing,
    ListOf1993,
    NoSeriesOfMoves,
    UsChess,
    Lichess,
    AgainstBareKing,
    ChessCom,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Laws {
    pub(crate) third: Drawn,
    pub(crate) fifth: Drawn,
    pub(crate) fifty: Drawn,
    pub(crate) seventy_five: Drawn,
    pub(crate) claim_lost_by: LostBy,
    pub(crate) wrong_claim: Price,
    pub(crate) claim_is_offer: bool,
    pub(crate) offer_follows_move: bool,
    pub(crate) touching_counts: bool,
    pub(crate) touching_declines: bool,
    pub(crate) offers_withdrawn: bool,
    pub(crate) moves_before_agreement: usize,
    pub(crate) dead: TooFew,
    pub(crate) flag: TooFew,
    pub(crate) flag_accepts_offer: bool,
    pub(crate) resigning_draws: bool,
    pub(crate) offer_to_too_few_draws: bool,
    /// Whether a move that is written down cannot be exchanged for another.
    pub(crate) written_is_final: bool,
    /// The number of plies that a game may have.
    pub(crate) longest: Option<usize>,
}

const FIDE_1977: Laws = Laws {
    third: Drawn::ClaimedAhead,
    fifth: Drawn::Never,
    fifty: Drawn::Claimed,
    seventy_five: Drawn::Never,
    claim_lost_by: LostBy::Moving,
    wrong_claim: Price::FiveOfTheClaimant,
    claim_is_offer: false,
    offer_follows_move: true,
    touching_counts: true,
    touching_declines: false,
    offers_withdrawn: false,
    moves_before_agreement: 0,
    dead: TooFew::ListOf1993,
    flag: TooFew::BareKing,
    flag_accepts_offer: false,
    resigning_draws: false,
    offer_to_too_few_draws: false,
    written_is_final: false,
    longest: None,
};
const FIDE_1993: Laws = Laws { offer_follows_move: false, ..FIDE_1977 };
const FIDE_1997: Laws = Laws {
    fifty: Drawn::ClaimedAhead,
    wrong_claim: Price::ThreeAndHalfOfTheClaimant,
    dead: TooFew::NoSeriesOfMoves,
    flag: TooFew::NoSeriesOfMoves,
    ..FIDE_1993
};
const FIDE_2001: Laws = Laws { claim_is_offer: true, touching_declines: true, ..FIDE_1997 };
const FIDE_2005: Laws = Laws { wrong_claim: Price::Minutes(3), ..FIDE_2001 };
const FIDE_2009: Laws = Laws { claim_lost_by: LostBy::Touching, ..FIDE_2005 };
const FIDE_2014: Laws = Laws {
    fifth: Drawn::AtOnceInARow,
    seventy_five: Drawn::AtOnce,
    wrong_claim: Price::Minutes(2),
    written_is_final: true,
    ..FIDE_2009
};
const FIDE_2017: Laws = Laws { fifth: Drawn::AtOnce, moves_before_agreement: 1, ..FIDE_2014 };
const FIDE_2023: Laws = Laws { resigning_draws: true, ..FIDE_2017 };
const US_CHESS: Laws = Laws {
    fifty: Drawn::Claimed,
    claim_lost_by: LostBy::Pressing,
    wrong_claim: Price::Minutes(2),
    flag: TooFew::UsChess,
    written_is_final: true,
    ..FIDE_2001
};
const FIDE_ONLINE: Laws = Laws {
    third: Drawn::AtOnce,
    fifty: Drawn::AtOnce,
    wrong_claim: Price::Nothing,
    touching_counts: false,
    ..FIDE_1997
};
const CHESS_COM: Laws = Laws { dead: TooFew::ChessCom, flag: TooFew::ChessCom, ..FIDE_ONLINE };
const CHESS_COM_2009: Laws = Laws {
    dead: TooFew::AgainstBareKing,
    third: Drawn::ClaimedByEither,
    fifty: Drawn::Claimed,
    claim_is_offer: true,
    ..CHESS_COM
};
const LICHESS_2024: Laws = Laws {
    third: Drawn::ClaimedByEither,
    fifth: Drawn::AtOnce,
    offers_withdrawn: true,
    moves_before_agreement: 1,
    dead: TooFew::Lichess,
    flag: TooFew::Lichess,
    flag_accepts_offer: true,
    longest: Some(600),
    ..FIDE_ONLINE
};
const LICHESS_2026: Laws =
    Laws { resigning_draws: true, offer_to_too_few_draws: true, ..LICHESS_2024 };

impl Laws {
    pub(crate) fn of(rule_set: RuleSet) -> Laws {
        match rule_set {
            RuleSet::FIDE_1977 => FIDE_1977,
            RuleSet::FIDE_1993 => FIDE_1993,
            RuleSet::FIDE_1997 => FIDE_1997,
            RuleSet::FIDE_2001 => FIDE_2001,
            RuleSet::FIDE_2005 => FIDE_2005,
            RuleSet::FIDE_2009 => FIDE_2009,
            RuleSet::FIDE_2014 => FIDE_2014,
            // The oracle does not cover the rules that the revision of 2018 changed.
            RuleSet::FIDE_2017 | RuleSet::FIDE_2018 => FIDE_2017,
            RuleSet::FIDE_2023 => FIDE_2023,
            RuleSet::FIDE_ONLINE => FIDE_ONLINE,
            RuleSet::USCF_7 => US_CHESS,
            RuleSet::LICHESS_2024 => LICHESS_2024,
            RuleSet::LICHESS_2026 => LICHESS_2026,
            RuleSet::CHESSCOM_2009 => CHESS_COM_2009,
            RuleSet::CHESSCOM_2024 => CHESS_COM,
            other => panic!("the oracle does not know {other}"),
        }
    }

    /// How the third occurrence, or the fiftieth move, leads to a draw.
    pub(crate) fn drawn(&self, ground: ClaimGround) -> Drawn {
        match ground {
            ClaimGround::Threefold => self.third,
            ClaimGround::Fifty => self.fifty,
        }
    }
}
