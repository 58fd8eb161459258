//! How games end: the board, the count, the clock, the word.

use std::fmt;

use super::{Cell, Parameter, Source};
use crate::rules::RuleSet::{self, *};

kind! {
    /// What counts as a dead position.
    DeadPosition {
        /// K v K, K v K and a minor piece, K and B v K and B with bishops on one colour.
        ListOf1993 "the list of 1993",
        /// Neither side can mate by any series of legal moves.
        General "no series of legal moves mates",
        /// The material alone rules out mate by either side.
        Material "insufficient material",
        /// Each side has at most a king and a minor piece, or two knights against a bare king.
        Chesscom "each side has at most K and a minor piece, or K and NN against K",
    }
}

kind! {
    /// When a fallen flag draws instead of losing.
    FlagDraw {
        /// The opponent has a bare king.
        BareKing "the opponent has a bare king",
        /// The opponent cannot mate by any series of legal moves.
        NoSeries "the opponent cannot mate by any series of legal moves",
        /// The opponent lacks mating material: its pieces cannot mate, wherever they stand.
        Material "the opponent has insufficient material",
        /// The opponent has at most a minor piece, or two knights against no pawns, and no forced win.
        Uscf14E "the opponent has K, K and a minor piece, or K and NN v no pawn, and no forced win",
        /// The opponent has at most a minor piece, or two knights against a bare king.
        Chesscom "the opponent has K, K and a minor piece, or K and NN against K",
    }
}

kind! {
    /// How the fifth occurrence of a position draws.
    Fivefold {
        /// It does not.
        Never "no such rule",
        /// At once, if the occurrences follow each other every second move of each player.
        Consecutive "automatic if the five follow each other directly",
        /// At once.
        Automatic "automatic",
    }
}

kind! {
    /// How seventy-five moves without capture or pawn move draw.
    SeventyFive {
        /// They do not.
        Never "no such rule",
        /// At once, unless the last move gave mate.
        Automatic "automatic, mate takes precedence",
    }
}

kind! {
    /// What two fallen flags mean when nobody knows which fell first, in the last period.
    BothFlags {
        /// The game goes on.
        PlayOn "the game goes on",
        /// The game is drawn.
        Draw "draw",
        /// The game is drawn where the guidelines for games without increment were announced, which is
        /// never so in blitz; elsewhere no text says, and the clock shows whose flag fell first.
        DrawIfAnnounced "draw if announced, without increment and not in blitz; else the arbiter decides",
    }
}

kind! {
    /// Whether a player short of time can claim that the game cannot be won by normal means.
    Quickplay {
        /// There is no such claim.
        Never "no such claim",
        /// In every game without further time control; who must have the move is not said.
        Always "in the last minutes of any game",
        /// In every game without further time control, by the player on move.
        OnMove "in the last minutes of any game, on move",
        /// Where it was announced and no time is added with the moves.
        IfAnnounced "if announced, without increment",
    }
}

kind! {
    /// Whether the arbiter says that a flag has fallen.
    ArbiterCalls {
        /// He does, whenever he sees it.
        Always "whenever he sees it",
        /// He does, but not in rapid and blitz without an arbiter at the board.
        NotInFastPlay "not in rapid and blitz without an arbiter at the board",
        /// He never does: that is the opponent's business.
        Never "never",
    }
}

kind! {
    /// What a claim on time comes to if both flags have fallen.
    OwnFlag {
        /// The game is drawn.
        Draw "the game is drawn",
        /// The claim fails.
        ClaimFails "the claim fails",
        /// The player whose flag fell first has lost, which the clock shows.
        ClockDecides "the clock shows whose flag fell first",
    }
}

parameters! {
    /// Whether the arbiter says that a flag has fallen.
    arbiter_calls_flag: ArbiterCalls {
        Fide1977 | Fide1993 => ArbiterCalls::Always, Inferred "6.8 of 1997";
        Fide1997 => ArbiterCalls::NotInFastPlay, Read "B6: in rapid and blitz he refrains";
        Fide2001 => ArbiterCalls::NotInFastPlay, Inferred "B6 of the editions beside it";
        Fide2005 => ArbiterCalls::NotInFastPlay, Read "B6";
        Fide2009 => ArbiterCalls::NotInFastPlay, Read "A.4d";
        Fide2014 => ArbiterCalls::Always, Inferred "a report from the commission that struck the sentence out";
        Fide2017 => ArbiterCalls::Always, Read "6.8, and interpretation 5 of 2017";
        Fide2018 => ArbiterCalls::Always, Inferred "interpretation 5 of 2017 and A.5.5 of 2023";
        Fide2023 => ArbiterCalls::Always, Read "6.8, A.5.5";
        Uscf7 => ArbiterCalls::Never, Read "13C: only the opponent may call it";
        FideOnline | Lichess2024 | Lichess2026 | Chesscom2024 => ArbiterCalls::Always, Inferred "the server keeps the clocks";
    }

    /// What a claim on time comes to in rapid and blitz without an arbiter at the board if the claimant's own
    /// flag has fallen too.
    own_flag_too: OwnFlag {
        Fide1977 | Fide1993 => OwnFlag::ClockDecides, Inferred "no rules for such games";
        Fide1997 => OwnFlag::Draw, Read "B7, B8";
        Fide2001 => OwnFlag::Draw, Inferred "B7 and B8 of the editions beside it";
        Fide2005 => OwnFlag::Draw, Read "B7, B8";
        Fide2009 => OwnFlag::Draw, Read "A.4d";
        Fide2014 | Fide2017 => OwnFlag::ClaimFails, Inferred "the editions before them";
        Fide2018 => OwnFlag::ClockDecides, Inferred "A.5.3 of 2023";
        Fide2023 => OwnFlag::ClockDecides, Read "A.5.3 asks only for mating material";
        Uscf7 => OwnFlag::ClockDecides, Inferred "13C";
        FideOnline | Lichess2024 | Lichess2026 | Chesscom2024 => OwnFlag::ClockDecides, Inferred "the server keeps the clocks";
    }

    /// Whether a player short of time may ask that seconds be added with each move.
    extra_seconds_request: bool {
        Fide1977 | Fide1993 | Fide1997 | Fide2001 | Fide2005 | Fide2009 => false, Inferred "no such article before 2014";
        Fide2014 => true, Read "Appendix G.4";
        Fide2017 => true, Inferred "Guidelines III.4 of 2018";
        Fide2018 | Fide2023 => true, Read "Guidelines III.4";
        Uscf7 => false, Inferred "no such rule is known";
        FideOnline | Lichess2024 | Lichess2026 | Chesscom2024 => false, Inferred "no such request on a server";
    }

    /// How many minutes a player may be late if the event does not say.
    default_minutes: u32 {
        Fide1977 | Fide1993 | Fide1997 | Fide2001 | Fide2005 => 60, Inferred "memory: an hour until 2009";
        Fide2009 | Fide2014 | Fide2017 | Fide2018 => 0, Inferred "6.7.1 of 2023";
        Fide2023 => 0, Read "6.7.1";
        Uscf7 => 60, Inferred "memory of 13D";
        FideOnline | Lichess2024 | Lichess2026 | Chesscom2024 => 0, Inferred "the server starts the clocks";
    }

    /// Whether a phone that rings loses the game by itself.
    phone_loses: bool {
        Fide1977 | Fide1993 | Fide1997 | Fide2001 => false, Inferred "no such article before 2005";
        Fide2005 | Fide2009 | Fide2014 | Fide2017 | Fide2018 => true, Inferred "11.3.2.2 of 2023, and memory";
        Fide2023 => true, Read "11.3.2.2";
        Uscf7 => false, Inferred "left to the director";
        FideOnline | Lichess2024 | Lichess2026 | Chesscom2024 => false, Inferred "nobody hears it";
    }

    /// What counts as a dead position, which ends the game at once.
    dead_position: DeadPosition {
        Fide1977 => DeadPosition::ListOf1993, Inferred "the Laws of 1993";
        Fide1993 => DeadPosition::ListOf1993, Read "10.4";
        Fide1997 => DeadPosition::General, Read "1.3, 9.6";
        Fide2001 | Fide2005 => DeadPosition::General, Read "5.2b, 9.6";
        Fide2009 => DeadPosition::General, Read "5.2b, 9.6";
        Fide2014 => DeadPosition::General, Read "5.2b";
        Fide2017 | Fide2018 | Fide2023 => DeadPosition::General, Read "5.2.2";
        FideOnline => DeadPosition::General, Read "the article on the end of the game";
        Uscf7 => DeadPosition::General, Read "14D4 beside the list of 14D1 to 14D3";
        Lichess2024 | Lichess2026 => DeadPosition::Material, Read "the source of lila and of its library of rules";
        Chesscom2024 => DeadPosition::Chesscom, Read "help page 8557986, of February 2024";
    }

    /// Whether resigning is a draw if one's flag that falls would draw.
    resignation_may_draw: bool {
        Fide1977 | Fide1993 | Fide2005 => false, Inferred "the editions after it";
        Fide1997 | Fide2001 => false, Read "5.1b";
        Fide2009 | Fide2014 => false, Read "5.1b";
        Fide2017 | Fide2018 => false, Read "5.1.2";
        Fide2023 => true, Read "5.1.2";
        FideOnline => false, Read "the article on the end of the game";
        Uscf7 => false, Read "13B";
        Lichess2024 => false, Read "lila before pull request 20172";
        Lichess2026 => true, Read "lila pull request 20172, of April 2026";
        Chesscom2024 => false, Inferred "the help pages, which name no exception";
    }

    /// When a fallen flag draws instead of losing.
    flag_draw: FlagDraw {
        Fide1977 | Fide1993 => FlagDraw::BareKing, Inferred "practice of the time";
        Fide1997 => FlagDraw::NoSeries, Read "6.9";
        Fide2001 | Fide2005 => FlagDraw::NoSeries, Inferred "6.9 of 1997 and 2009";
        Fide2009 | Fide2014 | Fide2017 | Fide2018 | Fide2023 => FlagDraw::NoSeries, Read "6.9";
        FideOnline => FlagDraw::NoSeries, Read "the article on the end of the game";
        Uscf7 => FlagDraw::Uscf14E, Read "14E";
        Lichess2024 | Lichess2026 => FlagDraw::Material, Read "lila 58a1b12, Finisher; its library of rules before pull request 821";
        Chesscom2024 => FlagDraw::Chesscom, Read "help page 8557986, of February 2024";
    }

    /// Whether a flag that falls while the opponent's draw offer stands makes it a draw.
    flag_takes_offer: bool {
        Fide1977 | Fide1993 | Fide2001 | Fide2005 | Fide2014 | Fide2017 => false, Inferred "the other editions";
        Fide1997 | Fide2009 | Fide2018 | Fide2023 => false, Read "9.1";
        FideOnline | Chesscom2024 => false, Inferred "no such rule is stated";
        Uscf7 => false, Read "14B";
        Lichess2024 | Lichess2026 => true, Read "lila 58a1b12, Finisher";
    }

    /// How the fifth occurrence of a position draws.
    fivefold: Fivefold {
        Fide1977 | Fide1993 | Fide1997 | Fide2001 | Fide2005 | Fide2009 => Fivefold::Never, Read "no such article";
        Fide2014 => Fivefold::Consecutive, Read "9.6a";
        Fide2017 | Fide2018 | Fide2023 => Fivefold::Automatic, Read "9.6.1";
        FideOnline | Chesscom2024 => Fivefold::Never, Read "the third already draws";
        Uscf7 => Fivefold::Never, Read "14K: the director may declare it, nothing is automatic";
        Lichess2024 | Lichess2026 => Fivefold::Automatic, Read "the source of lila and of its library of rules";
    }

    /// How seventy-five moves of each player without capture or pawn move draw.
    seventy_five: SeventyFive {
        Fide1977 | Fide1993 | Fide1997 | Fide2001 | Fide2005 | Fide2009 => SeventyFive::Never, Read "no such article";
        Fide2014 => SeventyFive::Automatic, Read "9.6b";
        Fide2017 | Fide2018 | Fide2023 => SeventyFive::Automatic, Read "9.6.2";
        FideOnline | Lichess2024 | Lichess2026 | Chesscom2024 => SeventyFive::Never, Read "fifty already draw";
        Uscf7 => SeventyFive::Never, Read "14K: the director may declare it, nothing is automatic";
    }

    /// Whether a mate or stalemate must keep to the touch-move rules, not only be a legal move.
    mate_needs_touch_move: bool {
        Fide1977 | Fide1993 | Fide2005 => false, Inferred "5.1a of 1997 and 2009";
        Fide1997 | Fide2001 => false, Read "5.1a";
        Fide2009 => false, Read "5.1a: a legal move";
        Fide2014 => true, Read "5.1a: Article 3 and Articles 4.2 to 4.7";
        Fide2017 | Fide2018 | Fide2023 => true, Read "5.1.1: Article 3 and Articles 4.2 to 4.7";
        Uscf7 => false, Read "13A";
        FideOnline | Lichess2024 | Lichess2026 | Chesscom2024 => false, Inferred "nothing is touched on a screen";
    }

    /// Whether a flag that falls is seen at once, and needs nobody to notice it.
    flag_is_seen: bool {
        Fide1977 | Fide1993 | Fide1997 | Fide2001 | Fide2005 | Fide2017 => false, Inferred "6.8 of the other editions";
        Fide2009 | Fide2014 | Fide2018 | Fide2023 => false, Read "6.8";
        Uscf7 => false, Read "13C: only the opponent may call it";
        FideOnline | Chesscom2024 => true, Inferred "the server keeps the clocks";
        Lichess2024 | Lichess2026 => true, Read "lila 58a1b12, Finisher";
    }

    /// What two fallen flags mean when nobody knows which fell first, in the last period.
    both_flags: BothFlags {
        Fide1977 | Fide1993 => BothFlags::PlayOn, Inferred "the edition of 1997";
        Fide1997 => BothFlags::Draw, Read "10.4: the last period is a quickplay finish";
        Fide2001 => BothFlags::Draw, Read "10.3: the last period is a quickplay finish";
        Fide2005 => BothFlags::Draw, Read "6.12b";
        Fide2009 => BothFlags::Draw, Read "6.11b";
        Fide2014 => BothFlags::Draw, Inferred "6.11 of the edition before it";
        Fide2017 | Fide2018 => BothFlags::DrawIfAnnounced, Read "Guidelines III.3.1, and III.2 for where they apply";
        Fide2023 => BothFlags::DrawIfAnnounced, Read "Guidelines III.3.1, III.2.1 and III.2.2";
        Uscf7 => BothFlags::Draw, Read "14G";
        FideOnline | Lichess2024 | Lichess2026 | Chesscom2024 => BothFlags::PlayOn, Inferred "a server knows which fell first";
    }

    /// Whether a claim that the game cannot be won by normal means is at the same time a draw offer.
    quickplay_claim_is_offer: bool {
        Fide1977 | Fide1993 => false, Inferred "no such claim";
        Fide1997 => false, Inferred "no such sentence before 2001";
        Fide2001 => true, Inferred "9.1 of 2005";
        Fide2005 | Fide2009 => true, Read "9.1: a claim under 9.2, 9.3 or 10.2";
        Fide2014 => false, Read "Appendix G.5; only the request of G.4 is an offer";
        Fide2017 | Fide2018 => false, Inferred "Guidelines III.5 of 2023";
        Fide2023 => false, Read "Guidelines III.5; only the request of III.4 is an offer";
        Uscf7 => false, Inferred "Variation 14H";
        FideOnline | Lichess2024 | Lichess2026 | Chesscom2024 => false, Inferred "no such claim on a server";
    }

    /// Whether a player short of time can claim that the game cannot be won by normal means.
    quickplay: Quickplay {
        Fide1977 | Fide1993 => Quickplay::Never, Inferred "no such article before 1997";
        Fide1997 => Quickplay::Always, Read "10.2";
        Fide2001 | Fide2005 | Fide2009 => Quickplay::OnMove, Read "10.2: having the move";
        Fide2014 => Quickplay::IfAnnounced, Read "Appendix G.5";
        Fide2017 => Quickplay::IfAnnounced, Inferred "Guidelines III.5 of 2018";
        Fide2018 | Fide2023 => Quickplay::IfAnnounced, Read "Guidelines III.5";
        Uscf7 => Quickplay::IfAnnounced, Read "Variation 14H";
        FideOnline | Chesscom2024 => Quickplay::Never, Inferred "no such claim on a server";
        Lichess2024 | Lichess2026 => Quickplay::Never, Read "the source of lila and of its library of rules";
    }
}
