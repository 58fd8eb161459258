//! Draws by word: offers, agreement and claims.

use std::fmt;

use super::{Cell, Parameter, Source};
use crate::rules::RuleSet::{self, *};

kind! {
    /// How the third occurrence of a position draws.
    Threefold {
        /// The player on move claims it, also for a position that a written move would bring about.
        Claim "claimed by the player on move, also with a written move",
        /// Either player claims it while the position stands.
        ClaimByEither "claimed by either player while the position stands",
        /// The game is drawn at once.
        Automatic "automatic",
    }
}

kind! {
    /// What ends a player's right to claim on the present move.
    ClaimUntil {
        /// Touching a piece.
        Touch "touching a piece",
        /// Making a move.
        Move "making a move",
        /// Pressing the clock.
        Clock "pressing the clock",
    }
}

kind! {
    /// How fifty moves without capture or pawn move draw.
    Fifty {
        /// The player on move claims it, also for moves that a written move would complete.
        Claim "claimed by the player on move, also with a written move",
        /// The player on move claims it once the moves have been made.
        ClaimAfter "claimed by the player on move, once the moves have been made",
        /// The game is drawn at once.
        Automatic "automatic",
    }
}

kind! {
    /// What an event may forbid the players.
    EventForbids {
        /// Nothing.
        Nothing "nothing",
        /// To agree to a draw; an offer stands all the same.
        Agreement "agreement",
        /// To offer a draw and to agree to one.
        Offers "offers and agreement",
    }
}

kind! {
    /// What a wrong claim costs in standard play.
    WrongClaim {
        /// Nothing.
        Nothing "nothing",
        /// Five minutes are taken from the claimant.
        FiveFromClaimant "five minutes are taken from the claimant",
        /// Three minutes to the opponent, and half of the claimant's time is taken away: three minutes at
        /// most, and never so much that less than one minute is left.
        ThreeAndHalf "three minutes to the opponent, half of the claimant's time up to three minutes is taken away",
        /// Three minutes to the opponent.
        Three "three minutes to the opponent",
        /// Two minutes to the opponent.
        Two "two minutes to the opponent",
    }
}

parameters! {
    /// The number of moves each player must have made before the players can agree to a draw.
    agreement_from_move: u32 {
        Fide1977 | Fide1993 | Fide2001 | Fide2005 => 0, Inferred "the editions of 1997 and 2009";
        Fide1997 => 0, Read "5.3";
        Fide2009 | Fide2014 => 0, Read "5.2c";
        Fide2017 | Fide2018 | Fide2023 => 1, Read "5.2.3";
        FideOnline | Chesscom2024 => 0, Inferred "left to the event";
        Uscf7 => 0, Read "14B";
        Lichess2024 | Lichess2026 => 1, Read "lila, playerCanOfferDraw: two plies";
    }

    /// How the third occurrence of a position draws.
    threefold: Threefold {
        Fide1977 => Threefold::Claim, Inferred "a page in the wording of its time; the article was not read";
        Fide1993 => Threefold::Claim, Read "10.10";
        Fide1997 | Fide2001 | Fide2005 | Fide2009 | Fide2014 | Fide2017 | Fide2018 | Fide2023
            => Threefold::Claim, Read "9.2";
        FideOnline => Threefold::Automatic, Read "the article on the end of the game";
        Uscf7 => Threefold::Claim, Read "14C";
        Lichess2024 | Lichess2026 => Threefold::ClaimByEither, Read "lila c445856, Drawer";
        Chesscom2024 => Threefold::Automatic, Read "the help page on claiming a draw, live games";
    }

    /// What ends a player's right to claim on the present move.
    claim_until: ClaimUntil {
        Fide1977 => ClaimUntil::Move, Inferred "a page in the wording of its time; the article was not read";
        Fide1993 | Fide1997 | Fide2001 | Fide2005 => ClaimUntil::Move, Inferred "9.4 before 2009";
        Fide2009 | Fide2014 | Fide2017 | Fide2018 | Fide2023 => ClaimUntil::Touch, Read "9.4";
        FideOnline | Lichess2024 | Lichess2026 | Chesscom2024 => ClaimUntil::Move, Inferred "nothing is touched on a screen";
        Uscf7 => ClaimUntil::Clock, Read "14C4, 9G1";
    }

    /// How fifty moves of each player without capture or pawn move draw.
    fifty: Fifty {
        Fide1977 => Fifty::ClaimAfter, Inferred "12.4, of which only notes were read";
        Fide1993 => Fifty::ClaimAfter, Inferred "the edition before it";
        Fide1997 | Fide2001 | Fide2005 | Fide2009 | Fide2014 | Fide2017 | Fide2018 | Fide2023
            => Fifty::Claim, Read "9.3";
        FideOnline => Fifty::Automatic, Read "the article on the end of the game";
        Uscf7 => Fifty::ClaimAfter, Read "14F";
        Lichess2024 | Lichess2026 => Fifty::Automatic, Read "the source of lila and of its library of rules";
        Chesscom2024 => Fifty::Automatic, Read "the help page on claiming a draw, live games";
    }

    /// Whether a draw claim that is not right stands as a draw offer.
    claim_is_offer: bool {
        Fide1977 | Fide1993 | Fide1997 => false, Inferred "no such sentence before 2001";
        Fide2001 | Fide2005 | Fide2009 | Fide2014 => true, Read "9.1";
        Fide2017 | Fide2018 | Fide2023 => true, Read "9.1.2.3";
        FideOnline | Lichess2024 | Lichess2026 | Chesscom2024 => false, Inferred "the server refuses the claim";
        Uscf7 => true, Read "14C";
    }

    /// Whether touching a piece on purpose refuses the opponent's offer; moving always does.
    touching_refuses_offer: bool {
        Fide1977 => false, Read "the wording of its time";
        Fide1993 => false, Inferred "the editions before and after it";
        Fide1997 => false, Read "9.1";
        Fide2001 | Fide2005 | Fide2009 | Fide2014 | Fide2017 | Fide2018 | Fide2023 => true, Read "9.1";
        Uscf7 => true, Read "14B";
        FideOnline => false, Read "the article on draw offers";
        Lichess2024 | Lichess2026 => false, Read "the source of lila and of its library of rules";
        Chesscom2024 => false, Inferred "nothing is touched on a screen";
    }

    /// Whether an offer can be withdrawn before it is answered.
    offer_is_withdrawable: bool {
        Fide1977 => false, Read "the wording of its time";
        Fide1993 => false, Inferred "the editions before and after it";
        Fide1997 | Fide2001 | Fide2005 | Fide2009 | Fide2014 | Fide2017 | Fide2018 | Fide2023 => false, Read "9.1";
        FideOnline => false, Read "the article on draw offers";
        Uscf7 => false, Read "14B";
        Lichess2024 | Lichess2026 => true, Read "lila c445856, Drawer";
        Chesscom2024 => false, Inferred "no such button is described";
    }

    /// Whether an offer to an opponent whose pieces cannot mate draws at once.
    offer_to_the_mateless_draws: bool {
        Fide1977 | Fide1993 | Fide1997 | Fide2001 | Fide2005 | Fide2009 | Fide2014 | Fide2017 | Fide2018 | Fide2023
            => false, Read "an offer needs an answer, in every edition";
        FideOnline | Chesscom2024 => false, Inferred "no such rule is stated";
        Uscf7 => false, Read "14B: an offer needs an answer";
        Lichess2024 => false, Read "lila before pull request 16989, of February 2025";
        Lichess2026 => true, Read "lila c445856, Drawer, after pull request 17666 of June 2025";
    }

    /// What the rules of an event may forbid without the arbiter's consent, before some move or at all.
    event_may_forbid: EventForbids {
        Fide1977 | Fide1993 => EventForbids::Nothing, Inferred "an interpretation, not the text";
        Fide1997 | Fide2001 | Fide2005 => EventForbids::Nothing, Read "not in the text of 9.1";
        Fide2009 => EventForbids::Agreement, Read "9.1a";
        Fide2014 => EventForbids::Agreement, Read "9.1a";
        Fide2017 | Fide2018 => EventForbids::Offers, Inferred "9.1.1 of 2023";
        Fide2023 => EventForbids::Offers, Read "9.1.1: offer or agree";
        FideOnline => EventForbids::Agreement, Inferred "left to the event";
        Uscf7 => EventForbids::Nothing, Read "14B6: ethics only";
        Lichess2024 | Lichess2026 => EventForbids::Agreement, Read "an option of its tournaments";
        Chesscom2024 => EventForbids::Nothing, Inferred "no such option is described";
    }

    /// Whether a move that was written down for a claim cannot be exchanged for another.
    written_move_is_final: bool {
        Fide1977 | Fide1993 | Fide1997 | Fide2001 | Fide2005 | Fide2009 => false, Inferred "the text does not say";
        Fide2014 => true, Read "9.2: which cannot be changed";
        Fide2017 | Fide2018 | Fide2023 => true, Read "9.2.1";
        Uscf7 => true, Read "14C2";
        FideOnline | Lichess2024 | Lichess2026 | Chesscom2024 => false, Inferred "no move is written on a server";
    }

    /// Whether players who need not record the moves may claim as if they had.
    claims_without_scoresheet: bool {
        Fide1977 | Fide1993 => false, Inferred "no rules for such games";
        Fide1997 => false, Read "B3 says only that nobody need record";
        Fide2001 | Fide2005 | Fide2009 | Fide2014 => false, Inferred "B3 of 1997";
        Fide2017 => true, Inferred "A.2 of 2018";
        Fide2018 | Fide2023 => true, Read "A.2";
        Uscf7 => true, Inferred "rules of clubs that retell its rules of blitz";
        FideOnline | Lichess2024 | Lichess2026 | Chesscom2024 => true, Inferred "the server records the moves";
    }

    /// What a wrong claim costs in standard play.
    wrong_claim: WrongClaim {
        Fide1977 | Fide1993 => WrongClaim::FiveFromClaimant, Inferred "memory of the editions of that time";
        Fide1997 => WrongClaim::ThreeAndHalf, Inferred "the edition of 2001";
        Fide2001 => WrongClaim::ThreeAndHalf, Read "9.5: three minutes at most, and one minute is left";
        Fide2005 | Fide2009 => WrongClaim::Three, Read "9.5b";
        Fide2014 => WrongClaim::Two, Read "9.5b";
        Fide2017 | Fide2018 | Fide2023 => WrongClaim::Two, Read "9.5.3";
        Uscf7 => WrongClaim::Two, Read "14C6";
        Lichess2024 | Lichess2026 => WrongClaim::Nothing, Read "the source of lila and of its library of rules";
        FideOnline | Chesscom2024 => WrongClaim::Nothing, Inferred "the server refuses the claim";
    }
}
