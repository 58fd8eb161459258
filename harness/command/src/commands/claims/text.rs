use lawbook::words::counted;
use lawbook_arbiter::story::{DrawStory, MateSpan, NearMiss, StoryClaim, StoryPlace};
use lawbook_audit::ReadGame;

use super::title;

/// Formats a story as text for people.
pub(super) fn text(game: &ReadGame, story: &DrawStory) -> String {
    let mut text = format!("The draws of a game\n{}\n", title(game));
    for (heading, lines) in sections(game, story) {
        text.push_str(&format!("\n{heading}\n"));
        for line in lines {
            text.push_str(&format!("  {line}\n"));
        }
    }
    text
}

/// Returns the sections of a story, each with its heading and sentences.
fn sections(game: &ReadGame, story: &DrawStory) -> Vec<(&'static str, Vec<String>)> {
    let plies = counted(story.moves.len(), "ply");
    let today = if game.undated { ", today's rules, because no tag gives the year" } else { "" };
    let mut about = vec![format!("{plies} under {}{today}", story.rules)];
    if let Some(why) = game.unknown {
        about.push(format!("these rules may not have applied: a game {}", why.about()));
    }
    if let Some(end) = &story.end {
        let ended = if game.unknown.is_some() { "under them it ended" } else { "ended" };
        about.push(format!("{ended} by itself after {}: {}", end.at.after, end.ruling));
        about.extend(game.doubt.iter().map(|doubt| format!("not certain, because {doubt}")));
    }
    if game.after > 0 {
        about.push(format!("moves recorded after the end: {}", game.after));
    }
    about.extend(game.trouble.iter().map(|why| format!("not read to its end: {why}")));
    let repetitions = story.repetitions.iter().map(|one| {
        format!("{} times: after {}; {}", one.places.len(), afters(&one.places), one.fen)
    });
    let runs = story.runs.iter().map(|run| {
        let fifty = run.fifty.as_ref().map(|at| format!(", fifty moves after {}", at.after));
        let more = run.seventy_five.as_ref();
        let more = more.map(|at| format!(", seventy-five after {}", at.after));
        let (fifty, more) = (fifty.unwrap_or_default(), more.unwrap_or_default());
        let plies = counted(run.plies, "ply");
        format!("{plies} from {} to {}{fifty}{more}", run.from.after, run.to.after)
    });
    let longest = format!("the longest: {}", counted(story.longest_run, "ply"));
    let parts = [
        ("The game", about),
        ("Repeated positions", repetitions.collect()),
        ("Possible claims", story.claims.iter().map(claim).collect()),
        ("Stretches without capture or pawn move", runs.chain([longest]).collect()),
        ("Near misses", story.near_misses.iter().map(NearMiss::sentence).collect::<Vec<_>>()),
        ("Who could still mate", story.can_mate.iter().map(MateSpan::sentence).collect()),
    ];
    let or_none = |(heading, lines): (&'static str, Vec<String>)| match lines.is_empty() {
        true => (heading, vec!["none".to_owned()]),
        false => (heading, lines),
    };
    parts.into_iter().map(or_none).collect()
}

fn afters(places: &[StoryPlace]) -> String {
    places.iter().map(|place| place.after.as_str()).collect::<Vec<_>>().join(", ")
}

fn claim(one: &StoryClaim) -> String {
    let article = one.article.as_ref().map(|article| format!(" ({article})")).unwrap_or_default();
    let played = one.written.iter().find(|written| written.played);
    let played = played.map(|written| format!("; {} was played", written.san)).unwrap_or_default();
    format!("after {}: {}{article}{played}", one.at.after, one.sentence())
}
