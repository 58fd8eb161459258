//! The relation that harmless calls change nothing: questions, moves that are refused, and moves that are taken back.

use crate::{
    ask::{Put, Subject},
    judge::{beyond, said},
    session::{ILLEGAL, Line, Response, Value},
    vectors::{Play, Question},
};

/// Questions to ask, with those of the case, before and after such calls: the first [`FEW`] of them everywhere, all where illegal
/// moves are tried too. The FEN comes first, because most changes show in it. No king goes to a1 in most positions, and no
/// move to its own square.
const QUESTIONS: [&str; 20] = [
    "fen",
    "legal-moves",
    "check",
    "board",
    "turn",
    "castling",
    "insufficient-material",
    "halfmove-clock",
    "occurrences",
    "checkmate",
    "stalemate",
    "ruling",
    "drawn",
    "claim ground=threefold",
    "claim ground=fifty",
    "san",
    "checkers",
    "reads text=Ka1",
    "reads text=O-O",
    "reads-uci text=a1a1",
];

/// How many questions there are everywhere.
const FEW: usize = 9;

/// Questions about the positions on the way, and about those that are taken back. A library may keep an answer too long.
pub(crate) const BETWEEN: [&str; 8] = [
    "fen",
    "legal-moves",
    "check",
    "checkmate",
    "insufficient-material",
    "ended",
    "drawn",
    "occurred times=3",
];

/// The calls that take back moves, see [`Changes::calls`].
pub(crate) const TAKING_BACK: &str = "taking moves back";

/// The name of the relation for questions, and for moves.
const AGAIN: &str = "again";
const UNDO: &str = "undo";

/// What calls change that should change nothing, of one kind.
pub(crate) struct Changes {
    /// The name of the relation: [`AGAIN`] or [`UNDO`].
    pub(crate) relation: &'static str,
    /// The names of the questions whose answers change, or the failure in their place.
    pub(crate) response: Response,
    /// The calls in a few words: [`TAKING_BACK`], `a refused move`, or `asking for` a question.
    pub(crate) calls: String,
    /// The calls that are enough, and an answer before and after them.
    pub(crate) unseen: Option<String>,
    /// The only move that was played and taken back or refused, after the number of acts before it; none if there were several.
    pub(crate) alone: Option<(usize, String)>,
}

impl Changes {
    /// Whether an answer changes, or a question fails.
    fn are_some(&self) -> bool {
        self.response.answer() != Some(&Value::List(Vec::new()))
    }
}

/// The questions of a play and their names in lists of changed answers.
struct Asked<'q> {
    questions: Vec<&'q Question<'q>>,
    names: Vec<&'q str>,
}

impl Subject<'_> {
    /// Returns what harmless calls change at the end of a line; nothing for a relation that is not asked there. `answers` are
    /// those to the questions of the case.
    pub(crate) fn harmless(
        &self,
        play: &Play<'_>,
        put: &Put<'_>,
        answers: &[Response],
    ) -> Vec<Changes> {
        // The cases that ask it report a failure, and each further attempt would cost a restart.
        if answers.iter().any(Response::is_failure) {
            return Vec::new();
        }
        let texts = texts(play);
        let own: Vec<Question<'_>> =
            play.questions.iter().map(|one| one.question.shifted(put.before)).collect();
        let others: Vec<Question<'_>> = texts.iter().map(|text| Question::read(text)).collect();
        let is_asked =
            |one: &&Question<'_>| !own.contains(one) && !self.failed.borrow().contains(one.name);
        let others: Vec<&Question<'_>> = others.iter().filter(is_asked).collect();
        let names = play.questions.iter().map(|one| one.name());
        let asked = Asked {
            names: others.iter().map(|one| one.name).chain(names).collect(),
            questions: others.iter().copied().chain(&own).collect(),
        };
        // A line that the library has not played yet may end it, and a case that asks it something else reports that.
        let is_played = answers.is_empty() || answers.iter().any(|one| one.answer().is_some());
        let asks_again = is_played && !play.refused.is_empty();
        let mut line = put.detoured(play, self.can_take_back());
        line.between.retain(|one| !self.failed.borrow().contains(Question::read(one).name));
        let takes_back = !line.detours.is_empty();
        let goes_about = takes_back || !line.between.is_empty();
        if !asks_again && !goes_about {
            return Vec::new();
        }
        let mut questions = asked.questions.clone();
        if asks_again {
            questions.extend(asked.questions.iter().rev());
        }
        let mut before = self.ask_line(&put.line, &questions);
        let mut after = before.split_off(asked.questions.len());
        after.reverse();
        let undo = || self.undo(line, put.before, &asked, &before);
        // Each further attempt at a question that fails already would cost a restart.
        let fails = before.iter().any(Response::is_failure);
        let failed = others.iter().zip(&before).filter(|(_, response)| response.is_failure());
        self.failed.borrow_mut().extend(failed.map(|(one, _)| one.name.to_owned()));
        let undo = (goes_about && !fails).then(undo).flatten();
        for (before, own) in before.iter_mut().skip(others.len()).zip(answers) {
            if own.answer().is_some() {
                before.clone_from(own);
            }
        }
        let again = || self.again(&put.line, &asked, &before, &after);
        let again = asks_again.then(again).flatten();
        match undo {
            // Questions on the way are the cause: that is the same relation, which may have failed already.
            Some(undo) if undo.relation == AGAIN => {
                vec![again.filter(Changes::are_some).unwrap_or(undo)]
            }
            // Nothing was taken back.
            Some(undo) if !takes_back && !undo.are_some() => again.into_iter().collect(),
            undo => again.into_iter().chain(undo).collect(),
        }
    }

    /// Compares the answers with those when the same is asked once more, in the reverse order. The answers before to the questions
    /// of the case are those when they were asked alone.
    fn again(
        &self,
        line: &Line,
        asked: &Asked<'_>,
        before: &[Response],
        after: &[Response],
    ) -> Option<Changes> {
        let found = changed(&asked.names, before, || after.to_vec())?;
        let first = first_change(asked, before, after);
        let cause =
            first.as_ref().and_then(|(question, _)| self.question_behind(line, asked, question));
        let (calls, unseen) = match (cause, first) {
            (Some((call, text)), _) => (format!("asking for {call}"), Some(text)),
            (None, Some((_, text))) => {
                ("asking".to_owned(), Some(format!("after asking everything else: {text}")))
            }
            (None, None) => ("asking".to_owned(), None),
        };
        Some(Changes { relation: AGAIN, response: listed(found), calls, unseen, alone: None })
    }

    /// Returns the first question that changes the answer to another one, and what it changes.
    fn question_behind(
        &self,
        line: &Line,
        asked: &Asked<'_>,
        changed: &Question<'_>,
    ) -> Option<(String, String)> {
        let itself = asked.questions.iter().filter(|one| **one == changed);
        let others = asked.questions.iter().filter(|one| **one != changed);
        itself.chain(others).find_map(|one| {
            let responses = self.ask_line(line, &[changed, one, changed]);
            let [before, _, after] = &responses[..] else { return None };
            let text = difference(changed, before, after)?;
            Some((one.name.to_owned(), format!("after asking for {one}: {text}")))
        })
    }

    /// Asks questions on the way, plays moves and takes them back, or tries some that are refused, and compares the answers with
    /// those `before`. `hidden` is the number of moves that the case does not show.
    fn undo(
        &self,
        all: Line,
        hidden: usize,
        asked: &Asked<'_>,
        before: &[Response],
    ) -> Option<Changes> {
        let differ = |line: &Line| {
            let after = self.ask_line(line, &asked.questions);
            let found = changed(&asked.names, before, || after.clone())?;
            Some((found, first_change(asked, before, &after)))
        };
        let (found, first) = differ(&all)?;
        let is_alike = |line: &Line| match (&found, differ(line)) {
            (Ok(_), Some((Ok(names), _))) => !names.is_empty(),
            (Err(_), Some((Err(_), _))) => true,
            _ => false,
        };
        let alone = match &found {
            Ok(names) if names.is_empty() => None,
            _ => each_alone(&all).find(is_alike),
        };
        let line = alone.unwrap_or(all);
        let alone = line.only_detour();
        let (relation, calls) = match (alone, line.is_only_asked()) {
            (Some((_, one)), _) if one.starts_with(ILLEGAL) => (UNDO, "a refused move".to_owned()),
            (_, Some(question)) => (AGAIN, format!("asking for {}", Question::read(question).name)),
            _ => (UNDO, TAKING_BACK.to_owned()),
        };
        let alone = alone.map(|(at, one)| (at, one.trim_start_matches(ILLEGAL).to_owned()));
        let unseen = line.unseen(hidden, None).map(|calls| match first {
            Some((_, text)) => format!("{calls}: {text}"),
            None => calls,
        });
        let response = listed(found);
        Some(Changes { relation, response, calls, unseen, alone })
    }
}

/// Returns the questions of a play that the case does not ask.
fn texts(play: &Play<'_>) -> Vec<String> {
    let owned = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect::<Vec<_>>();
    if play.refused.is_empty() {
        return owned(&QUESTIONS[..FEW]);
    }
    let mut texts = owned(&QUESTIONS);
    if play.acts.is_empty() {
        // There is no last move.
        texts.retain(|text| text != "san");
    }
    let legal = play.detours.last().and_then(|moves| moves.last());
    let tried: Vec<&str> = legal.into_iter().chain(&play.refused).copied().collect();
    texts.push(format!("refuses moves={}", tried.join(",")));
    if let Some(legal) = legal {
        texts.push(format!("moves-from square={legal:.2}"));
        texts.push(format!("claim ground=threefold written={legal}"));
    }
    // Of a king that cannot go there, this is where another piece stands, or none.
    texts.extend(
        play.refused
            .first()
            .and_then(|one| one.get(2..4))
            .map(|to| format!("moves-from square={to}")),
    );
    texts
}

/// Returns the first question whose answer changes, and in words how.
fn first_change<'q>(
    asked: &Asked<'q>,
    before: &[Response],
    after: &[Response],
) -> Option<(&'q Question<'q>, String)> {
    let mut all = asked.questions.iter().zip(before.iter().zip(after));
    all.find_map(|(&one, (before, after))| Some((one, difference(one, before, after)?)))
}

/// Returns in words how an answer differs from the one before; none if it does not, or there was none.
fn difference(question: &Question<'_>, before: &Response, after: &Response) -> Option<String> {
    let before = before.answer()?;
    Some(match (before, after.answer()) {
        (before, Some(after)) if before == after => return None,
        (Value::List(was), Some(Value::List(is))) => {
            let one_by_one = |sign: char, list: &[String], other: &[String]| {
                beyond(list, other).iter().map(|one| format!(" {sign}{one}")).collect::<String>()
            };
            format!("{question} has{}{}", one_by_one('-', was, is), one_by_one('+', is, was))
        }
        (before, Some(after)) => {
            let plain = |value| said(("", ""), value);
            format!("{question} was {}, is {}", plain(before), plain(after))
        }
        (_, None) => format!("{question} has no answer: {}", after.why().unwrap_or_default()),
    })
}

/// Returns the names of the questions whose answers change as an answer, or the failure in their place.
fn listed(found: Result<Vec<String>, Response>) -> Response {
    match found {
        Ok(names) => Response::Answer { answer: Value::List(names), native: true },
        Err(failure) => failure,
    }
}

/// Returns a line with each of the questions on the way as the only one; with each of the moves that are played and taken back as
/// the only one, the last ones first; and one whose own moves are taken back and played again.
fn each_alone(line: &Line) -> impl Iterator<Item = Line> + '_ {
    let own = Line { detours: Vec::new(), ..line.clone() };
    let plain = Line { retraces: false, ..own.clone() };
    let asked = line.between.iter().filter(|_| !line.acts.is_empty());
    let asked = asked.map(move |one| Line { between: vec![one.clone()], ..plain.clone() });
    let others = line.detours.iter().enumerate().rev().flat_map(move |(at, moves)| {
        moves.iter().map(move |one| {
            let mut detours = vec![Vec::new(); line.detours.len()];
            detours[at] = vec![one.clone()];
            Line { detours, retraces: false, ..line.clone() }
        })
    });
    asked.chain(others).chain(line.retraces.then_some(own))
}

/// Returns the names of the questions whose answers are others when they are given once more, those without an answer before
/// left out; none if no question had one, or one fails before already. The names are in alphabetical order.
///
/// # Errors
///
/// Returns the first failure when they are given once more.
pub fn changed<A: PartialEq + Clone>(
    names: &[&str],
    before: &[Response<A>],
    once_more: impl FnOnce() -> Vec<Response<A>>,
) -> Option<Result<Vec<String>, Response<A>>> {
    if before.iter().all(|one| one.answer().is_none()) || before.iter().any(Response::is_failure) {
        return None;
    }
    let after = once_more();
    let pairs = names.iter().zip(before.iter().zip(&after));
    let pairs = pairs.filter(|(_, (before, _))| before.answer().is_some());
    if let Some((_, (_, failure))) = pairs.clone().find(|(_, (_, after))| after.is_failure()) {
        return Some(Err(failure.clone()));
    }
    let changed = pairs.filter(|(_, (before, after))| before.answer() != after.answer());
    let mut changed: Vec<String> = changed.map(|(&name, _)| name.to_owned()).collect();
    changed.sort_unstable();
    changed.dedup();
    Some(Ok(changed))
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::{About, Adapter, Refusal, Reply, vectors::Vectors};

    /// A library whose clock goes on when it should not: by a question, a text or a move that it refuses, or a move that is taken
    /// back, perhaps only after a question about it, or as the second one in a row. A game is its clock, a thousand for each
    /// move, and whether the last call took one back.
    struct Restless(&'static str);

    const MOVE: u32 = 1_000;
    const TAKEN_BACK: u32 = 1_000_000;

    impl Restless {
        fn goes_on(&self, by: &str, game: &Cell<u32>) {
            game.set(game.get() + u32::from(self.0 == by));
        }
    }

    impl Adapter for Restless {
        type Game = Cell<u32>;

        fn about(&self) -> About {
            About::new("restless", "1.0.0")
        }

        fn set_up(&self, _: &str) -> Result<Cell<u32>, Refusal> {
            Ok(Cell::new(0))
        }

        fn play(&self, game: &mut Cell<u32>, uci: &str) -> Result<(), Refusal> {
            if uci == "e1e8" {
                self.goes_on("a refused move", game);
                return Err("no".into());
            }
            game.set(game.get() % TAKEN_BACK + MOVE);
            Ok(())
        }

        fn take_back(&self, game: &mut Cell<u32>) -> Result<(), Refusal> {
            if game.get() >= TAKEN_BACK {
                self.goes_on("a second move", game);
            }
            game.set(game.get() % TAKEN_BACK - MOVE + TAKEN_BACK);
            self.goes_on("a move", game);
            Ok(())
        }

        fn is_check(&self, game: &Cell<u32>) -> Reply<bool> {
            self.goes_on("a question", game);
            if game.get() % TAKEN_BACK < 2 * MOVE {
                self.goes_on("a question on the way", game);
            }
            Reply::Native(false)
        }

        fn is_checkmate(&self, game: &Cell<u32>) -> Reply<bool> {
            // Only while a move is on the board that is taken back.
            if game.get() % TAKEN_BACK >= 3 * MOVE {
                self.goes_on("a question between", game);
            }
            Reply::Native(false)
        }

        fn read_san(&self, game: &Cell<u32>, _: &str) -> Reply<Option<String>> {
            self.goes_on("a refused text", game);
            Reply::Native(None)
        }

        fn fen(&self, game: &Cell<u32>) -> Reply<String> {
            Reply::Native(format!("4k3/8/8/8/8/8/8/4K3 w - - {} 1", game.get() % MOVE))
        }
    }

    #[test]
    fn the_call_that_changes_an_answer_is_named() {
        let none = ("", "none");
        for (by, again, undo) in [
            ("", none, none),
            ("a question", ("asking for check", "after asking for check: "), none),
            (
                "a question on the way",
                ("asking for check", "asked before each move: check: "),
                none,
            ),
            ("a refused text", ("asking for reads", "after asking for reads text=Ka1: "), none),
            ("a refused move", none, ("a refused move", "refused: e1e8 at the end: ")),
            ("a move", none, (TAKING_BACK, "played and taken back: e1d1 at the end: ")),
            ("a question between", none, (TAKING_BACK, "played and taken back: e1d1 at the end: ")),
            ("a second move", none, (TAKING_BACK, "all moves taken back and played again: ")),
        ] {
            let (library, vectors) = (Restless(by), Vectors::embedded());
            let examples = || &vectors;
            let subject = Subject::new(&library, &examples, &|_| {});
            let (acts, refused) = (vec!["e1e2", "e8e7"], vec!["e1e8"]);
            let detours = vec![Vec::new(), Vec::new(), vec!["e1d1"]];
            let fen = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
            let play = Play { fen, acts, detours, refused, ..Play::default() };
            let found = subject.harmless(&play, &subject.put(&play), &[]);
            let relations: Vec<&str> = found.iter().map(|one| one.relation).collect();
            // Questions on the way are the cause of both.
            let is_one = by.starts_with("a question") && undo == none;
            assert_eq!(relations, if is_one { &["again"][..] } else { &["again", "undo"] }, "{by}");
            for (one, (calls, begin)) in found.iter().zip([again, undo]) {
                let is_none = begin == "none";
                let names = one.response.answer();
                assert_eq!(names == Some(&Value::List(Vec::new())), is_none, "{by}: {names:?}");
                let unseen = one.unseen.as_deref().unwrap_or_default();
                let is_right =
                    one.calls == calls && unseen.starts_with(&format!("{begin}fen was {fen}, is "));
                assert!(is_none || is_right, "{by}: {}, {unseen}", one.calls);
            }
        }
    }
}
