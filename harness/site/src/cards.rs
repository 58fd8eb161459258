//! Pocket cards: what the reference rules on common incidents in standard, rapid and blitz chess.

use askama::Template;
use lawbook::{
    position::{Position, Setup},
    rules::{Act, Decision, Event, IncidentKind, RuleSet, TimeControl},
    sentence::read_line,
};
use lawbook_catalogue::adapter::{Reference, Scenario};

use super::{SiteFile, SitePage, book::Book, laws, phrases};

#[derive(Template)]
#[template(path = "cards.html")]
struct Cards {
    page: SitePage,
    cards: Vec<Card>,
    rule_set: RuleSet,
}

/// A pocket card.
struct Card {
    title: &'static str,
    rows: Vec<CardRow>,
}

/// An incident, and its rulings.
struct CardRow {
    incident: &'static str,
    /// The rulings in standard, rapid and blitz chess; in rapid and blitz without an arbiter at the board.
    rulings: [CardRuling; 3],
    /// The rulings in rapid and blitz if an arbiter watches the board, where they differ.
    supervised: Vec<(&'static str, CardRuling)>,
}

impl CardRow {
    /// Whether one ruling holds for all kinds of chess.
    fn is_one(&self) -> bool {
        let [standard, rapid, blitz] = &self.rulings;
        standard == rapid && rapid == blitz && self.supervised.is_empty()
    }

    /// The rulings in supervised rapid and blitz, where they differ.
    fn more(&self) -> &[(&'static str, CardRuling)] {
        &self.supervised
    }

    fn is_same_in_fast(&self) -> bool {
        self.rulings[1] == self.rulings[2]
    }
}

/// A ruling in short.
#[derive(Clone, PartialEq, Eq)]
struct CardRuling {
    says: String,
    articles: Vec<String>,
}

/// An incident: its description, the position, and the lines of the transcript. An arbiter at the board acts without the
/// claims of illegal moves among them.
struct Incident(&'static str, &'static str, &'static [&'static str]);

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const QUEEN_AGAINST_KING: &str = "8/8/4k3/8/8/8/3Q4/4K3 w - - 0 1";
const PAWN_AGAINST_KING: &str = "8/8/4k3/8/8/4P3/8/4K3 w - - 0 1";
const PAWN_BEFORE_PROMOTION: &str = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1";
const ROOKS: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
const KNIGHTS_TWICE: &str = "1. Nf3 Nf6 2. Ng1 Ng8";
const KNIGHTS_THREE_TIMES: &str = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8";
const TEN_MOVES: &str = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nc3 Nc6 4. Nb1 Nb8 5. e4 e5 6. Nf3 Nf6 7. Ng1 Ng8 8. Nc3 Nc6 9. Nb1 Nb8 10. d4 d5";

const CARDS: [(&str, &[Incident]); 8] = [
    (
        "Illegal move",
        &[
            Incident(
                "First illegal move, clock pressed",
                START,
                &[
                    "1. e4 e5",
                    "White makes the illegal move g1-g3 and presses the clock",
                    "Black claims an illegal move",
                ],
            ),
            Incident(
                "Second illegal move of the same player",
                START,
                &[
                    "1. e4 e5",
                    "White makes the illegal move g1-g3 and presses the clock",
                    "Black claims an illegal move",
                    "2. Nf3 Nc6",
                    "White makes the illegal move f3-f6 and presses the clock",
                    "Black claims an illegal move",
                ],
            ),
            Incident(
                "Second illegal move against a bare king",
                QUEEN_AGAINST_KING,
                &[
                    "White makes the illegal move d2-e4 and presses the clock",
                    "Black claims an illegal move",
                    "1. Qd3 Ke7",
                    "White makes the illegal move d3-e5 and presses the clock",
                    "Black claims an illegal move",
                ],
            ),
            Incident(
                "The opponent has already replied",
                START,
                &["1. e4 e5", "White makes the illegal move g1-g3, and Black replies to it"],
            ),
            Incident(
                "Clock pressed without a move",
                START,
                &["1. e4 e5", "White presses the clock", "Black claims an illegal move"],
            ),
            Incident(
                "Castling with two hands, clock pressed",
                ROOKS,
                &[
                    "White plays O-O with two hands and presses the clock",
                    "Black claims an illegal move",
                ],
            ),
            Incident(
                "Both kings in check, and again after the next move",
                START,
                &["1. e4 e5", "Both kings are found in check, and again after the next move"],
            ),
        ],
    ),
    (
        "Claim",
        &[
            Incident(
                "Right claim of threefold repetition",
                START,
                &[KNIGHTS_THREE_TIMES, "White claims a draw by threefold repetition"],
            ),
            Incident(
                "Wrong claim",
                START,
                &[KNIGHTS_TWICE, "White claims a draw by threefold repetition"],
            ),
            Incident(
                "Claim after touching a piece",
                START,
                &[
                    KNIGHTS_THREE_TIMES,
                    "White touches the knight on g1",
                    "White claims a draw by threefold repetition",
                ],
            ),
            Incident(
                "Claim without a scoresheet",
                START,
                &[
                    KNIGHTS_THREE_TIMES,
                    "White claims a draw without a scoresheet by threefold repetition",
                ],
            ),
            Incident(
                "The player withdraws the claim",
                START,
                &[
                    KNIGHTS_TWICE,
                    "White claims a draw by threefold repetition",
                    "White withdraws the claim",
                ],
            ),
        ],
    ),
    (
        "Flag",
        &[
            Incident("A flag falls", START, &["1. e4 e5", "White's flag falls"]),
            Incident(
                "A flag falls, and the opponent has a bare king",
                PAWN_AGAINST_KING,
                &["White's flag falls"],
            ),
            Incident(
                "Both flags down in the last period, order unknown",
                START,
                &["1. e4 e5", "Both flags have fallen, and nobody knows which fell first"],
            ),
            Incident(
                "A spectator points out a flag",
                START,
                &["1. e4 e5", "A spectator calls White's flag"],
            ),
            Incident(
                "Mate before the flag is noticed",
                "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1",
                &["White's flag falls, and nobody notices", "1. Qg7#"],
            ),
        ],
    ),
    (
        "Phone",
        &[
            Incident("A player's phone rings", START, &["1. e4 e5", "White's phone rings"]),
            Incident(
                "It rings, and the opponent has a bare king",
                PAWN_AGAINST_KING,
                &["White's phone rings"],
            ),
            Incident(
                "The phone rings after mate",
                "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1",
                &["1. Qg7#", "White's phone rings"],
            ),
        ],
    ),
    (
        "Late arrival",
        &[
            Incident(
                "One minute late; the event names no default time",
                START,
                &["White arrives 1 minutes late"],
            ),
            Incident("Both players come late", START, &["Both players arrive 5 minutes late"]),
        ],
    ),
    (
        "Set-up error",
        &[
            Incident(
                "Pieces set up wrongly, found early",
                START,
                &["1. e4 e5", "The pieces are found to have been set up wrongly"],
            ),
            Incident(
                "Pieces set up wrongly, found after ten moves",
                START,
                &[TEN_MOVES, "The pieces are found to have been set up wrongly"],
            ),
            Incident(
                "Colours reversed, found early",
                START,
                &["1. e4 e5", "The colours are found to be reversed"],
            ),
            Incident(
                "Colours reversed, found after ten moves",
                START,
                &[TEN_MOVES, "The colours are found to be reversed"],
            ),
            Incident(
                "Board turned the wrong way",
                START,
                &["1. e4 e5", "The board is found to be turned the wrong way"],
            ),
            Incident(
                "Clocks set wrongly, found early",
                START,
                &["1. e4 e5", "The clocks are found to be set wrongly"],
            ),
            Incident(
                "Clocks set wrongly, found after ten moves",
                START,
                &[TEN_MOVES, "The clocks are found to be set wrongly"],
            ),
        ],
    ),
    (
        "Promotion",
        &[
            Incident(
                "Pawn left on the last rank, clock pressed",
                PAWN_BEFORE_PROMOTION,
                &[
                    "White moves the pawn from a7 to a8 and leaves it a pawn and presses the clock",
                    "Black claims an illegal move",
                ],
            ),
            Incident(
                "Pawn left on the last rank, clock not pressed",
                PAWN_BEFORE_PROMOTION,
                &["White moves the pawn from a7 to a8 and leaves it a pawn"],
            ),
            Incident(
                "Clocks stopped to fetch a queen",
                PAWN_BEFORE_PROMOTION,
                &["White stops the clocks to fetch a piece"],
            ),
            Incident(
                "A pawn on the last rank is found, and stands there after the next move",
                PAWN_BEFORE_PROMOTION,
                &["A pawn is found on the last rank, and again after the next move"],
            ),
        ],
    ),
    (
        "Touch-move",
        &[
            Incident("Own piece touched", START, &["1. e4 e5", "White touches the knight on g1"]),
            Incident("Enemy piece touched", START, &["1. e4 d5", "White touches the pawn on d5"]),
            Incident(
                "Touched piece cannot move",
                START,
                &["1. e4 e5", "White touches the rook on a1"],
            ),
            Incident(
                "Touched by accident",
                START,
                &["1. e4 e5", "White brushes the knight on g1 by accident"],
            ),
            Incident(
                "Adjusted without a word",
                START,
                &["1. e4 e5", "White adjusts the knight on g1 without a word"],
            ),
            Incident(
                "King touched first, then the rook",
                ROOKS,
                &["White touches the king on e1", "White touches the rook on h1"],
            ),
            Incident(
                "Rook touched first, then the king",
                ROOKS,
                &["White touches the rook on h1", "White touches the king on e1"],
            ),
        ],
    ),
];

/// The page of the pocket cards.
pub(super) fn page(book: &Book<'_>) -> askama::Result<SiteFile> {
    let reference = Reference::default();
    let cards = CARDS.iter().map(|(title, incidents)| Card {
        title,
        rows: incidents.iter().filter_map(|one| row(&reference, one)).collect(),
    });
    let page = Cards {
        page: SitePage::new(book, "sheets", "Pocket cards"),
        cards: cards.collect(),
        rule_set: RuleSet::LATEST,
    };
    Ok(SiteFile { path: "cards.html".to_owned(), text: page.render()? })
}

fn row(reference: &Reference, incident: &Incident) -> Option<CardRow> {
    let under = |time, supervised| {
        ruling(reference, incident, Event { time, supervised, ..Event::default() })
    };
    let rapid = under(TimeControl::Rapid, false)?;
    let blitz = under(TimeControl::Blitz, false)?;
    let mut supervised = Vec::new();
    for (words, time, other) in
        [("rapid", TimeControl::Rapid, &rapid), ("blitz", TimeControl::Blitz, &blitz)]
    {
        supervised
            .extend(under(time, true).filter(|one| one.says != other.says).map(|one| (words, one)));
    }
    if let [(_, one), (_, other)] = supervised.as_slice()
        && one.says == other.says
    {
        supervised = vec![("rapid and blitz", one.clone())];
    }
    let rulings = [under(TimeControl::Standard, true)?, rapid, blitz];
    Some(CardRow { incident: incident.0, rulings, supervised })
}

/// The ruling of the reference under the latest Laws; `None` if a line is not understood.
fn ruling(reference: &Reference, incident: &Incident, event: Event) -> Option<CardRuling> {
    let Incident(_, fen, lines) = incident;
    let setup: Setup = fen.parse().ok()?;
    let mut position = Position::new(&setup).ok()?;
    let mut acts: Vec<Act> = Vec::new();
    for line in *lines {
        acts.extend(read_line(&mut position, line).ok()?);
    }
    if event.supervised {
        acts.retain(|act| !is_claim_of_illegal_move(act));
    }
    let rule_set = RuleSet::LATEST;
    let ruled = reference.rule(&Scenario { setup, acts, rule_set, event })?;
    let mut says = Vec::new();
    if ruled.decision != Decision::PlayOn || ruled.orders.is_empty() {
        says.push(ruled.decision.to_string());
    }
    says.extend(ruled.orders.iter().map(ToString::to_string));
    let articles = ruled.articles(rule_set, &event);
    Some(CardRuling {
        says: phrases::sentence(&says.join("; ")),
        articles: articles.iter().flat_map(|list| laws::numbers(list)).map(str::to_owned).collect(),
    })
}

/// Whether a player claims an illegal move, which only games without an arbiter at the board need.
fn is_claim_of_illegal_move(act: &Act) -> bool {
    matches!(act, Act::Incident(one) if one.what == IncidentKind::IllegalClaimed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_incident_is_ruled_in_each_kind_of_chess() {
        let reference = Reference::default();
        for (title, incidents) in CARDS {
            for incident in incidents {
                let row = row(&reference, incident);
                assert!(row.is_some(), "{title}: {}: a line is not understood", incident.0);
            }
        }
    }

    #[test]
    fn each_claim_of_an_illegal_move_is_right() {
        let reference = Reference::default();
        let incidents = CARDS.iter().flat_map(|(_, incidents)| *incidents);
        for incident in incidents.filter(|one| one.2.contains(&"Black claims an illegal move")) {
            let row = row(&reference, incident).unwrap();
            for ruling in &row.rulings {
                let is_refused = ruling.says.to_lowercase().contains("refused");
                assert!(!is_refused && ruling.says != "Play on", "{}: {}", incident.0, ruling.says);
            }
        }
    }

    #[test]
    fn rapid_and_blitz_differ_where_the_laws_say_so() {
        let reference = Reference::default();
        let of = |title: &str, incident: &str| {
            let (_, incidents) = CARDS.iter().find(|(one, _)| *one == title).unwrap();
            let found = incidents.iter().find(|one| one.0 == incident).unwrap();
            row(&reference, found).unwrap()
        };
        let row = of("Illegal move", "First illegal move, clock pressed");
        let minutes = ["two minutes to Black", "one minute to Black", "one minute to Black"];
        for (ruling, words) in row.rulings.iter().zip(minutes) {
            assert!(ruling.says.contains(words), "{}", ruling.says);
        }
        let [("blitz", supervised)] = row.supervised.as_slice() else {
            panic!("supervised blitz alone differs");
        };
        assert!(supervised.says.contains("two minutes to Black"), "{}", supervised.says);
        assert!(
            row.rulings[0].articles.contains(&"7.5.5".to_owned()),
            "{:?}",
            row.rulings[0].articles
        );
        let row = of("Illegal move", "The opponent has already replied");
        assert_eq!(row.rulings[1].says, "Play on");
        let supervised: Vec<&str> = row.supervised.iter().map(|(words, _)| *words).collect();
        assert_eq!(supervised, ["rapid", "blitz"]);
        let row = of("Illegal move", "Both kings in check, and again after the next move");
        assert_eq!(row.supervised.len(), 1);
        assert_eq!(row.supervised[0].0, "rapid and blitz");
        let row = of("Phone", "A player's phone rings");
        assert_eq!(row.rulings[2].articles, ["11.3.2.2"]);
    }
}
