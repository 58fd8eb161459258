use askama::Template;
use lawbook::{
    board::{Color, Square},
    rules::{Decision, Event, RuleSet, RuleSets, inferred_note},
};
use lawbook_arbiter::Level;
use lawbook_catalogue::{
    Case, Statement,
    adapter::Reference,
    question::{Answer, Expectation, PositionQuestion, Question},
};
use lawbook_runner::report::{Disagreement, Report};

use super::{
    SiteFile, SitePage,
    answer::RulingGround,
    arbiter,
    board::{BoardPicture, Sprite},
    book::{SiteCase, SiteData},
    deviation::kind,
    exercise::Exercise,
    file_name,
    game::SteppedGame,
    phrases,
};

/// The cases of one file of the catalogue, which are about one matter.
#[derive(Template)]
#[template(path = "case.html")]
struct CasesPage<'a> {
    page: SitePage,
    sprite: Sprite,
    title: String,
    /// The first case, for the document.
    first: &'a SiteCase<'a>,
    cases: Vec<CaseSection<'a>>,
    /// The statements of all cases, each with its document.
    statements: Vec<(String, &'a Statement)>,
}

/// A case on the page of its file.
struct CaseSection<'a> {
    entry: &'a SiteCase<'a>,
    /// The part of an address that opens the situation in "Ask the arbiter".
    ask: String,
    /// The rulings, the latest rule sets first.
    grounds: Vec<GroundGroup<'a>>,
    /// The meaning of the question mark, if an article in the rulings has it.
    inferred_note: Option<&'static str>,
    conditions: String,
    /// Heading of a case without choices.
    asks: &'a str,
    /// The rule sets that the general explanation covers: those without one of their own.
    why_under: RuleSets,
    statements: Vec<(String, &'a Statement)>,
    drawn: Option<BoardPicture>,
    proofs: Vec<ProofPicture>,
    contrast: Option<&'a SiteCase<'a>>,
    witnesses: Vec<Witness<'a>>,
    fen: String,
}

/// The proof that a side can mate, with the line, or that it cannot.
struct ProofPicture {
    heading: String,
    sentence: String,
    game: Option<SteppedGame>,
}

/// A ruling that rule sets give for the same reason.
struct GroundGroup<'a> {
    ruling: &'a str,
    reason: String,
    /// Rule sets with the same articles, which are separated by commas.
    articles: Vec<(RuleSets, &'a str)>,
}

/// The answers of one implementation to a case.
struct Witness<'a> {
    name: &'a str,
    file: String,
    disagreements: Vec<&'a Disagreement>,
    agrees: String,
    silent: String,
    not_reached: String,
}

impl Witness<'_> {
    /// Whether it answers; of the reference only wrong answers count.
    fn is_shown(&self) -> bool {
        let answers = !(self.agrees.is_empty() && self.silent.is_empty());
        !self.disagreements.is_empty() || answers && self.name != Reference::NAME
    }
}

/// One page per file of the catalogue.
pub(super) fn pages(book: &SiteData<'_>) -> askama::Result<Vec<SiteFile>> {
    let files = book.entries.chunk_by(|one, next| one.page == next.page);
    let pages = files.filter_map(|entries| Some(page(book, entries.first()?, entries)));
    pages
        .map(|(path, page)| {
            Ok(SiteFile { path: format!("cases/{path}.html"), text: page.render()? })
        })
        .collect()
}

fn page<'a>(
    book: &'a SiteData<'a>,
    first: &'a SiteCase<'a>,
    entries: &'a [SiteCase<'a>],
) -> (&'a str, CasesPage<'a>) {
    let file = first.case.place.file.trim_end_matches(".yaml");
    let name = file.rsplit('/').next().unwrap_or(file).replace('-', " ");
    let title = phrases::sentence(&name);
    let cases: Vec<CaseSection<'_>> = entries.iter().map(|entry| section(book, entry)).collect();
    let page = CasesPage {
        page: SitePage::new(book, "cases", &title).below().with(&["case.js"]),
        sprite: Sprite::shared("../", cases.iter().flat_map(CaseSection::boards)),
        title,
        first,
        statements: statements(&cases),
        cases,
    };
    (&first.page, page)
}

/// The statements of cases, each once, in the order of their first case.
fn statements<'a>(cases: &[CaseSection<'a>]) -> Vec<(String, &'a Statement)> {
    let mut all: Vec<(String, &Statement)> = Vec::new();
    for (document, statement) in cases.iter().flat_map(|case| &case.statements) {
        if all.iter().all(|(_, other)| other.id != statement.id) {
            all.push((document.clone(), statement));
        }
    }
    all
}

fn section<'a>(book: &'a SiteData<'a>, entry: &'a SiteCase<'a>) -> CaseSection<'a> {
    let case = entry.case;
    let statement =
        |id: &String| Some((book.page_of_statement(id)?, book.catalogue.statement(id)?));
    CaseSection {
        ask: arbiter::situation(entry),
        grounds: if is_technical(entry) { Vec::new() } else { ground_groups(&entry.grounds) },
        inferred_note: entry.grounds.iter().find_map(|one| inferred_note(one.article.as_deref()?)),
        conditions: conditions(&case.event),
        asks: entry.asks(),
        why_under: case.rule_sets.without(excepted(case)),
        statements: case.states.iter().filter_map(statement).collect(),
        drawn: drawn(entry),
        proofs: proofs(case),
        contrast: case.contrast.as_ref().and_then(|id| book.entry(id)),
        witnesses: witnesses(book.report, entry),
        fen: entry.end_fen(),
        entry,
    }
}

impl CaseSection<'_> {
    /// The boards as the page shows them without its script.
    fn boards(&self) -> impl Iterator<Item = &BoardPicture> {
        let games = self.proofs.iter().filter_map(|proof| proof.game.as_ref());
        let ends = std::iter::once(&self.entry.game).chain(games).map(SteppedGame::end);
        ends.chain(&self.drawn)
    }

    /// The questions with choices. A technical case has none: its readers write programs.
    fn exercises(&self) -> &[(RuleSets, Exercise)] {
        if self.is_technical() { &[] } else { &self.entry.exercises }
    }

    fn is_technical(&self) -> bool {
        is_technical(self.entry)
    }

    /// Whether some implementation gives a wrong answer.
    fn is_disputed(&self) -> bool {
        self.witnesses.iter().any(|witness| !witness.disagreements.is_empty())
    }

    /// Outcomes other than wrong answers, each with the implementations.
    fn summaries(&self) -> Vec<(String, Vec<&str>)> {
        let mut all: Vec<(String, Vec<&str>)> = Vec::new();
        for witness in &self.witnesses {
            for (does, questions) in [
                ("Right", &witness.agrees),
                ("No answer", &witness.silent),
                ("Not reached, because the setup or a move failed", &witness.not_reached),
            ] {
                if questions.is_empty() {
                    continue;
                }
                let says = format!("{does} on {questions}");
                match all.iter_mut().find(|(other, _)| *other == says) {
                    Some((_, names)) => names.push(witness.name),
                    None => all.push((says, vec![witness.name])),
                }
            }
        }
        all
    }
}

/// Whether a case is for programs only, so that neither rulings nor choices are of interest: it is about notation, setups
/// or counters, and the game goes on.
fn is_technical(entry: &SiteCase<'_>) -> bool {
    let goes_on = Decision::PlayOn.to_string();
    entry.level == Level::Library && entry.grounds.iter().all(|one| one.ruling == goes_on)
}

/// The latest edition of the Laws among some rule sets, or the last of them.
pub(super) fn latest(rule_sets: &RuleSets) -> RuleSet {
    let fide = rule_sets.iter().filter(|one| one.is_fide_edition()).last();
    fide.or(rule_sets.iter().last()).unwrap_or(RuleSet::LATEST)
}

/// Groups the rulings by reason, and the rule sets by article, the latest edition of the Laws first.
fn ground_groups(grounds: &[RulingGround]) -> Vec<GroundGroup<'_>> {
    let fide = grounds.iter().rev().filter(|one| one.rule_set.is_fide_edition());
    let others = grounds.iter().filter(|one| !one.rule_set.is_fide_edition());
    let mut groups: Vec<GroundGroup<'_>> = Vec::new();
    for ground in fide.chain(others) {
        let (ruling, article) =
            (ground.ruling.as_str(), ground.article.as_deref().unwrap_or_default());
        let reason = ground.sentence();
        let rule_set = RuleSets::from(ground.rule_set);
        let place = groups.iter().position(|one| one.ruling == ruling && one.reason == reason);
        let Some(group) = place.and_then(|place| groups.get_mut(place)) else {
            groups.push(GroundGroup { ruling, reason, articles: vec![(rule_set, article)] });
            continue;
        };
        match group.articles.iter_mut().find(|(_, other)| *other == article) {
            Some((rule_sets, _)) => *rule_sets = rule_sets.union(rule_set),
            None => group.articles.push((rule_set, article)),
        }
    }
    groups
}

/// The rule sets with an explanation of their own.
pub(super) fn excepted(case: &Case) -> RuleSets {
    let exceptions = case.exceptions.iter().map(|exception| exception.rule_sets);
    exceptions.fold(RuleSets::NONE, RuleSets::union)
}

/// The event conditions that differ from the default, as a sentence.
pub(super) fn conditions(event: &Event) -> String {
    let words = event.to_string();
    if words.is_empty() { words } else { format!("Conditions: {words}.") }
}

/// The board with arrows and marks for the answers; `None` if no answer refers to squares.
fn drawn(entry: &SiteCase<'_>) -> Option<BoardPicture> {
    let mut board = entry.game.end().clone();
    board.keys.clear();
    for one in &entry.case.expected {
        let Expectation::Exactly(answer) = &one.right else { continue };
        match (&one.question, answer) {
            (_, Answer::Pairs(pairs)) => board.arrows.extend(pairs),
            (Question::Position(PositionQuestion::Checkers), Answer::Squares(squares)) => {
                board.keys.extend(squares);
            }
            (Question::Position(PositionQuestion::Attacks { square }), Answer::Squares(to)) => {
                board.arrows.extend(to.iter().map(|to| (*square, *to)));
            }
            _ => {}
        }
    }
    let mut seen: Vec<(Square, Square)> = Vec::new();
    board.arrows.retain(|arrow| {
        let is_new = !seen.contains(arrow);
        seen.push(*arrow);
        is_new
    });
    (!board.keys.is_empty() || !board.arrows.is_empty()).then_some(board)
}

/// The case's proofs that a side can or cannot mate.
fn proofs(case: &Case) -> Vec<ProofPicture> {
    let positions = case.positions();
    let proof = |(side, proof): &(Color, lawbook_catalogue::MateProof)| {
        let game = SteppedGame::of_proof(proof, &positions);
        let can = matches!(proof, lawbook_catalogue::MateProof::Line(..));
        ProofPicture {
            heading: format!("{side} {} mate", if can { "can" } else { "cannot" }),
            sentence: match &game {
                Some(_) => "Both players help to reach it, and every move is legal.".to_owned(),
                None => reason(&proof.explain(*side, &positions)),
            },
            game,
        }
    };
    case.proofs.iter().map(proof).collect()
}

/// Strips the part of a sentence that the heading already contains.
fn reason(sentence: &str) -> String {
    phrases::sentence(sentence.split_once(": ").map_or(sentence, |(_, reason)| reason))
}

fn witnesses<'a>(report: &'a Report, entry: &'a SiteCase<'_>) -> Vec<Witness<'a>> {
    let Some(asked) = entry.report else { return Vec::new() };
    let list = |questions: Option<&Vec<String>>| {
        let mut kinds: Vec<String> = Vec::new();
        for kind in questions.into_iter().flatten().map(|name| kind(name)) {
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
        kinds.join(", ")
    };
    let names = report.implementations.iter().map(|one| one.name.as_str());
    let witness = |name: &'a str| Witness {
        name,
        file: file_name(name),
        disagreements: asked
            .disagreements
            .iter()
            .filter(|one| one.implementation == name)
            .collect(),
        agrees: list(asked.agrees.get(name)),
        silent: list(asked.silent.get(name)),
        not_reached: list(asked.not_reached.get(name)),
    };
    names.map(witness).filter(Witness::is_shown).collect()
}
