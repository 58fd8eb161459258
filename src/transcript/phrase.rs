//! A table of common phrases for the sentences of cases.
//!
//! A phrase is a list of words in lower case. `a|b` matches either word, and `[a|b]` is optional. `white` matches
//! either player and `black` the opponent, also in the possessive form `white's`. Words in capitals are placeholders as
//! in the sentences; `CASTLING` is castling with the rook on the named square.

/// The phrases, each with the sentence that it means. The first match is used.
pub(super) const PHRASES: &[(&str, &str)] = &[
    // Moves and the clock.
    (
        "white plays|played|moves|moved|makes|made|goes [the] [move] MOVE and|then presses|hits|punches|stops|presses [the|his|her] clock",
        "White plays MOVE and presses the clock",
    ),
    ("white plays|played|moves MOVE with [both|two|his] hands", "White plays MOVE with two hands"),
    (
        "white plays|played|moves|moved|makes|made|goes|replies|answers [with] [the] [move] MOVE",
        "White plays MOVE",
    ),
    ("white castles|castled with [the|his|her] rook [on|from] SQUARE", "White plays CASTLING"),
    (
        "white castles|castled [on|to] [the] long|queenside|queen-side|c-side|a-side [with] two hands",
        "White plays O-O-O with two hands",
    ),
    (
        "white castles|castled [on|to] [the] [short|kingside|king-side|g-side|h-side] with|using [both|two] hands",
        "White plays O-O with two hands",
    ),
    (
        "white castles|castled [on|to] [the] long|queenside|queen-side|c-side|a-side",
        "White plays O-O-O",
    ),
    (
        "white castles|castled [on|to] [the] [short|kingside|king-side|g-side|h-side]",
        "White plays O-O",
    ),
    (
        "white presses|pressed|hits|hit|punches|punched [the|his|her] clock|button [without] [having] [making|moving|moved|made] [a] [move]",
        "White presses the clock",
    ),
    // Touching pieces.
    (
        "white touches|touched|grabs|grabbed|takes|picks|picked [hold] [of] [up] [the|his|her|a|black's] PIECE on|at|from SQUARE [on] [purpose|deliberately]",
        "White touches the PIECE on SQUARE",
    ),
    (
        "white touches|touched|grabs|grabbed [the|his|her|a] PIECE",
        "White touches the PIECE on WHERE",
    ),
    ("white touches|touched|grabs|grabbed SQUARE", "White touches the WHAT on SQUARE"),
    (
        "white brushes|brushed|bumps|bumped|knocks|touches [against] [the|his|her|a] PIECE on|at SQUARE by accident",
        "White brushes the PIECE on SQUARE by accident",
    ),
    (
        "white accidentally touches|brushes|bumps|knocks [against] [the|his|her|a] PIECE on|at SQUARE",
        "White brushes the PIECE on SQUARE by accident",
    ),
    (
        "white says|said j'adoube|jadoube [and] [adjusts|touches|straightens] [the|his|her] PIECE on SQUARE",
        "White adjusts the PIECE on SQUARE after saying so",
    ),
    (
        "white adjusts|adjusted|straightens|centres|centers [the|his|her] PIECE on SQUARE",
        "White adjusts the PIECE on SQUARE without a word",
    ),
    // Illegal moves.
    (
        "white plays|played|makes|made|completes|completed the|an illegal [move] PATH and|then presses|hits [the|his|her] clock",
        "White makes the illegal move PATH and presses the clock",
    ),
    (
        "white completes|completed the|an illegal [move] PATH",
        "White makes the illegal move PATH and presses the clock",
    ),
    (
        "white plays|played|makes|made the|an illegal [move] PATH [and|but] nobody|no-one notices|noticed",
        "White makes the illegal move PATH, and nobody notices",
    ),
    (
        "white plays|played|makes|made the|an illegal [move] PATH and|but black replies|replied [to] [it]",
        "White makes the illegal move PATH, and Black replies to it",
    ),
    (
        "white plays|played|makes|made the|an illegal [move] PATH",
        "White makes the illegal move PATH",
    ),
    ("both kings are|stand in check", "Both kings are found in check"),
    // Offers.
    (
        "white offers|offered|proposes|proposed|suggests|suggested [a|the] draw",
        "White offers a draw",
    ),
    ("white asks|asked for|whether [a|it's|its|it] [is] [a] draw", "White offers a draw"),
    (
        "white accepts|accepted|takes|took|agrees|agreed [to] [the|a|black's] [draw] [offer|it]",
        "White accepts the offer",
    ),
    (
        "white declines|declined|rejects|rejected|refuses|refused [the|a|black's] [draw] [offer|it]",
        "White refuses the offer",
    ),
    ("white turns|turned [down] [the|a|it] [draw] [offer] [down]", "White refuses the offer"),
    ("white says|said no [to] [the] [draw] [offer]", "White refuses the offer"),
    (
        "white withdraws|withdrew|retracts|retracted|cancels|cancelled [the|his|her] [draw] offer",
        "White withdraws the offer",
    ),
    ("white takes|took [the|his|her] [draw] offer back", "White withdraws the offer"),
    ("[a] draw [is|was] agreed [on|upon]", "The players agree to a draw"),
    ("[a] draw by [mutual] agreement", "The players agree to a draw"),
    (
        "[the] [both] players|they|both agree|agreed [to|on|upon] [a] draw",
        "The players agree to a draw",
    ),
    ("white and black agree|agreed [to|on|upon] [a] draw", "The players agree to a draw"),
    ("[the] [both] players|they|both shake|shook hands", "The players shake hands"),
    // Resignations.
    ("white resigns|resigned|surrenders|quits|concedes [the] [game]", "White resigns"),
    ("white gives|gave up [the] [game]", "White resigns"),
    (
        "white lays|laid|tips|tipped|knocks|topples [down|over] [the|his|her] king [down|over]",
        "White lays down the king",
    ),
    // Time.
    (
        "white's flag falls|fell|drops|is|has [dropped|fallen|down] [and|but] nobody|no-one notices|noticed|sees|saw [it]",
        "White's flag falls, and nobody notices",
    ),
    ("white's flag falls|fell|drops unnoticed", "White's flag falls, and nobody notices"),
    ("white's flag falls|fell|drops|dropped|is|has [dropped|fallen|down]", "White's flag falls"),
    ("white runs|ran|is out of time", "White's flag falls"),
    (
        "white loses|lost|oversteps|overstepped|exceeds|exceeded [on] [the] time [limit]",
        "White's flag falls",
    ),
    ("white's time|clock runs|ran|is out|up", "White's flag falls"),
    ("white flags|flagged", "White's flag falls"),
    ("white's [fallen] flag is|was noticed|seen", "White's fallen flag is noticed"),
    (
        "both flags are|have|fall|fell [fallen|down]",
        "Both flags have fallen, and nobody knows which fell first",
    ),
    ("white claims|claimed [a|the] win|victory on time", "White claims a win on time"),
    ("white claims|claimed on time", "White claims a win on time"),
    (
        "white claims|calls|points [that] [at|to] black's flag [has] [is] [fallen|down]",
        "White claims a win on time",
    ),
    (
        "[the|an] arbiter calls|announces|sees [that] white's flag [has] [is] [fallen|fall|down]",
        "The arbiter calls White's flag",
    ),
    (
        "[the|a] spectator calls|announces|shouts [that] white's flag [has] [is] [fallen|fall|down]",
        "A spectator calls White's flag",
    ),
    (
        "white thinks|thought [for] NUMBER [seconds|second|secs|sec|s]",
        "White thinks for NUMBER seconds",
    ),
    ("white stops|stopped|pauses|paused [the|both|his|her] clock|clocks", "White stops the clocks"),
    // Claims.
    (
        "white writes|wrote|notes|records [down] MOVE and|then claims|claimed GROUND",
        "White writes MOVE and claims a draw by GROUND",
    ),
    ("white claims|claimed GROUND with MOVE", "White writes MOVE and claims a draw by GROUND"),
    (
        "white claims|claimed [a|the] [draw] without [a|his|her|any] scoresheet|scoresheets GROUND",
        "White claims a draw without a scoresheet by GROUND",
    ),
    (
        "white says|announces MOVE and|then claims|claimed GROUND",
        "White says MOVE without writing it and claims a draw by GROUND",
    ),
    ("white claims|claimed|requests|demands|asks GROUND", "White claims a draw by GROUND"),
    ("white withdraws|withdrew|retracts [the|his|her] claim", "White withdraws the claim"),
    (
        "white claims|claimed|says [that] [the|black] [game|position] cannot|can't|cant [be] won|win [by] [normal] [means]",
        "White claims that the game cannot be won by normal means",
    ),
    (
        "white claims|claimed [under] 10.2|iii.5|g.5",
        "White claims that the game cannot be won by normal means",
    ),
    (
        "white asks|asked|requests|requested [for] [the] [extra|added|five|5] seconds|increment [for] [both] [players]",
        "White requests extra seconds for both players",
    ),
    (
        "[the|an] arbiter grants|gives|allows|adds [the] [extra|added|five|5] seconds|increment|request",
        "The arbiter grants the extra seconds",
    ),
    (
        "[the|an] arbiter agrees|accepts|upholds [with] [the|white's] claim",
        "The arbiter agrees with the claim",
    ),
    (
        "[the|an] arbiter rejects|refuses|denies|declines [the|white's] claim",
        "The arbiter rejects the claim",
    ),
    (
        "[the|an] arbiter postpones|delays|defers [the|his|her] [decision|ruling|claim]",
        "The arbiter postpones the decision",
    ),
    ("[the|an] arbiter consents|agrees|allows [to] [a|the] draw", "The arbiter consents to a draw"),
    // Incidents away from the board.
    (
        "white arrives|arrived|comes|came|is NUMBER [minutes|minute|mins|min] late",
        "White arrives NUMBER minutes late",
    ),
    (
        "both [players] arrive|come|are NUMBER [minutes|minute|mins|min] late",
        "Both players arrive NUMBER minutes late",
    ),
    ("white's [mobile|cell] phone|telephone|mobile rings|rang|goes [off]", "White's phone rings"),
    ("white knocks|knocked over|down [some|the|several] pieces", "White knocks over some pieces"),
    ("white seals|sealed MOVE", "White seals MOVE"),
    ("[the] envelope is opened", "The envelope is opened"),
];

/// Words allowed in the ground of a claim, in addition to numbers and the words in [`THREEFOLD`] and [`FIFTY`].
pub(super) const AROUND_GROUNDS: &[&str] = &[
    "a", "the", "draw", "by", "on", "of", "for", "under", "rule", "move", "moves", "time", "times",
    "position", "same", "is", "was", "and", "has", "occurred", "without", "capture", "captures",
    "pawn", "or", "it", "that", "due", "to",
];

/// The words for threefold repetition.
pub(super) const THREEFOLD: &[&str] = &[
    "threefold",
    "three-fold",
    "3-fold",
    "3fold",
    "three",
    "3",
    "3x",
    "third",
    "3rd",
    "thrice",
    "repetition",
    "repetitions",
    "repeated",
    "fold",
    "9.2",
];

/// The words for the fifty-move rule.
pub(super) const FIFTY: &[&str] =
    &["fifty", "50", "50th", "fiftieth", "fifty-move", "50-move", "50-moves", "fifty-moves", "9.3"];

/// Conjunctions and punctuation between sentences in one line.
pub(super) const AND: &[&str] = &[",", ";", ".", "and", "then", "but", "so", "&"];
