//! Compares the commands and options that the pages name with the command line.

use std::{
    fs,
    path::{Path, PathBuf},
};

use clap::Command;

/// Returns the pages below a folder, except those of installed packages, test data, and the changelog, which names what is
/// gone.
fn pages(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let is_left_out =
            ["target", "node_modules", "venv", "debian", "fixtures", "golden", ".git"];
        if path.is_dir() && !is_left_out.contains(&name.as_str()) {
            found.extend(pages(&path));
        } else if name.ends_with(".md") && name != "changelog.md" {
            found.push(path);
        }
    }
    found
}

/// Returns the code of each section of a page in its order: the spans of its text, and the lines of its blocks except printed
/// ones.
fn sections(text: &str) -> Vec<Vec<String>> {
    let mut sections = vec![Vec::new()];
    let (mut fence, mut prose) = (None, String::new());
    for line in text.lines().chain(["#"]) {
        let kind = line.strip_prefix("```");
        let is_heading = fence.is_none() && line.starts_with('#');
        if kind.is_some() || is_heading {
            let spans = prose.split('`').skip(1).step_by(2).map(str::to_owned);
            sections.last_mut().unwrap().extend(spans);
            prose.clear();
        }
        if is_heading {
            sections.push(Vec::new());
        }
        match (kind, fence) {
            (Some(kind), None) => fence = Some(kind),
            (Some(_), Some(_)) => fence = None,
            (None, None) => prose += &format!("{line} "),
            (None, Some("console")) => {
                let typed = line.strip_prefix("$ ").map(str::to_owned);
                sections.last_mut().unwrap().extend(typed);
            }
            (None, Some(_)) => sections.last_mut().unwrap().push(line.trim().to_owned()),
        }
    }
    sections
}

/// Returns the words after `lawbook` in a span or line, if it calls the command.
fn call(code: &str, all: &Command) -> Option<Vec<String>> {
    let code = code.replace("cargo run --release --features more -- ", "lawbook ");
    let code =
        code.replace("cargo run --release -- ", "lawbook ").replace("lawbook\" ", "lawbook ");
    let first = |text: &str| text.split(' ').next().map(str::to_owned).unwrap_or_default();
    let is_name = |text: &str| all.find_subcommand(first(text)).is_some();
    let rest = match code.strip_prefix("lawbook ") {
        Some(rest) => rest,
        None if is_name(&code) && code.contains(" --") => &code,
        None => code.split_once("lawbook ").map(|(_, rest)| rest).filter(|rest| is_name(rest))?,
    };
    let own = rest.split(['|', '>', '<', ';', '#', '\\']).next().unwrap_or_default();
    let in_words = || own.split_whitespace().map(str::to_owned).collect();
    let words = shell_words::split(own).unwrap_or_else(|_| in_words());
    // What follows is the command of an adapter.
    Some(words.into_iter().take_while(|word| word != "--").collect())
}

/// Returns the command that the words begin with, after the commands it belongs to; `Err` if it does not exist.
fn named<'a>(words: &[String], all: &'a Command) -> Result<Vec<&'a Command>, String> {
    let mut path = vec![all];
    for word in words {
        let last = path[path.len() - 1];
        let is_lower = word.chars().all(|one| one.is_ascii_lowercase() || one == '-');
        match last.find_subcommand(word) {
            Some(next) => path.push(next),
            None if last.get_positionals().all(clap::Arg::is_last_set)
                && is_lower
                && !word.starts_with('-') =>
            {
                return Err(format!("{} has no command {word}", last.get_name()));
            }
            None => break,
        }
    }
    Ok(path)
}

/// Whether a command has an option, and takes the value that follows, unless that is a placeholder in capitals.
fn has(command: &Command, option: &str, next: Option<&str>) -> bool {
    let (name, value) =
        option.split_once('=').map_or((option, next), |(name, value)| (name, Some(value)));
    let name = name.trim_start_matches('-').trim_end_matches([',', '.']);
    let takes = |argument: &clap::Arg| {
        let values = argument.get_possible_values();
        let is_placeholder = |value: &str| value.starts_with(|one: char| one.is_ascii_uppercase());
        !argument.get_action().takes_values()
            || values.is_empty()
            || value.is_none_or(|value| {
                is_placeholder(value) || values.iter().any(|one| one.matches(value, true))
            })
    };
    ["help", "version"].contains(&name)
        || command.get_arguments().any(|one| one.get_long() == Some(name) && takes(one))
}

/// Returns what a page says that the command line does not know, and the number of commands and options that it names.
///
/// An option without a command belongs to the last command that its section names before; if there is none, to any command of
/// the section, of the page, or of all.
fn mistakes(text: &str, all: &Command) -> (Vec<String>, usize) {
    let (mut wrong, mut count) = (Vec::new(), 0);
    let mut of_page: Vec<&Command> = Vec::new();
    let mut options: Vec<(String, Vec<&Command>)> = Vec::new();
    for section in sections(text) {
        let (mut before, mut of_section): (Vec<&Command>, Vec<&Command>) = Default::default();
        let mut first: Vec<String> = Vec::new();
        for code in section {
            if code.starts_with("--") && code.len() > 2 && !code.starts_with("-- ") {
                match before.is_empty() {
                    true => first.push(code),
                    false => options.push((code, before.clone())),
                }
                continue;
            }
            let Some(words) = call(&code, all) else { continue };
            count += 1;
            let path = match named(&words, all) {
                Ok(path) => path,
                Err(error) => {
                    wrong.push(format!("`{code}`: {error}"));
                    continue;
                }
            };
            for (place, word) in words.iter().enumerate() {
                let next = words.get(place + 1).map(String::as_str);
                if word.len() > 2
                    && word.starts_with("--")
                    && !has(path[path.len() - 1], word, next)
                {
                    wrong.push(format!("`{code}` has no {word}"));
                }
            }
            before = path[usize::from(path.len() > 1)..].to_vec();
            of_section.extend(&before);
        }
        options.extend(first.into_iter().map(|code| (code, of_section.clone())));
        of_page.extend(of_section);
    }
    for (code, near) in options {
        let mut words = code.split_whitespace();
        let (option, next) = (words.next().unwrap_or_default(), words.next());
        let of = [near, of_page.clone(), all.get_subcommands().collect()];
        let commands = of.into_iter().find(|commands| !commands.is_empty()).unwrap_or_default();
        if !commands.iter().any(|command| has(command, option, next)) {
            let names: Vec<&str> = commands.iter().map(|one| one.get_name()).collect();
            wrong.push(format!("`{code}` is not an option of {}", names.join(", ")));
        }
        count += 1;
    }
    (wrong, count)
}

#[test]
fn the_pages_name_commands_and_options_that_exist() {
    let mut all = super::command();
    all.build();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let (mut wrong, mut sum) = (String::new(), 0);
    for page in pages(&root) {
        let (mistakes, count) = mistakes(&fs::read_to_string(&page).unwrap(), &all);
        mistakes.iter().for_each(|one| wrong += &format!("{}: {one}\n", page.display()));
        sum += count;
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(sum > 300, "only {sum} commands and options were found");
}

#[test]
fn a_page_that_names_what_does_not_exist_is_noticed() {
    let mut all = super::command();
    all.build();
    for (text, number) in [
        ("`lawbook check --format junit`, `--format markdown` and `lawbook diff OLD NEW`", 0),
        ("`lawbook diff OLD NEW` compares. `--format markdown` writes a page.", 1),
        ("`lawbook check --baseline X`\n```sh\nlawbook diff A B\n```\nand `--baseline FILE`", 1),
        ("```sh\nexec lawbook audit --no-such-option x.pgn\n```", 1),
        ("```console\n$ lawbook dead -\n--printed\n```", 0),
        ("`lawbook adapter try COMMAND`, or `lawbook test`", 2),
        ("`--foreign=DIR`, `--no-such-option`", 1),
        ("`cargo test -p lawbook --lib`", 0),
        ("`list --tag mate`, `list --no-such-option`", 1),
    ] {
        let (wrong, _) = mistakes(text, &all);
        assert_eq!(wrong.len(), number, "{text}: {wrong:?}");
    }
}
