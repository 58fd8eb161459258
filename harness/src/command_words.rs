//! Splits the command of an adapter into words by the quoting rules of a system.

/// Quoting rules of a system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rules {
    /// POSIX shell: quotes group, and a backslash escapes the next character.
    Posix,
    /// Windows: quotes of both kinds group, and a backslash is an ordinary character, as in paths.
    Windows,
}

impl Rules {
    /// Rules of the system that this program was built for.
    pub(crate) const OWN: Rules = if cfg!(windows) { Rules::Windows } else { Rules::Posix };
}

/// Splits a command into words.
///
/// # Errors
///
/// Fails if a quote is not closed. Under [`Rules::Posix`] it also fails if a backslash outside quotes stands before a
/// letter or digit: a shell would drop it, and it is most likely part of a Windows path.
pub(crate) fn split(command: &str, rules: Rules) -> Result<Vec<String>, String> {
    match rules {
        Rules::Windows => split_windows(command),
        Rules::Posix => {
            if let Some(dropped) = dropped_backslash(command) {
                return Err(format!(
                    "a shell reads `\\{dropped}` outside quotes as `{dropped}`; expected single quotes around a \
                     path with backslashes"
                ));
            }
            shell_words::split(command).map_err(|error| error.to_string())
        }
    }
}

fn split_windows(command: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for letter in command.chars() {
        match (quote, letter) {
            (Some(open), _) if letter == open => quote = None,
            (None, '"' | '\'') => {
                quote = Some(letter);
                // A quoted word may be empty.
                word.get_or_insert_default();
            }
            (None, _) if letter.is_whitespace() => words.extend(word.take()),
            (None | Some(_), _) => word.get_or_insert_default().push(letter),
        }
    }
    match quote {
        Some(open) => Err(format!("the quote {open} is not closed")),
        None => {
            words.extend(word);
            Ok(words)
        }
    }
}

/// Returns the first letter or digit whose backslash a shell would drop.
fn dropped_backslash(command: &str) -> Option<char> {
    let mut quote = None;
    let mut letters = command.chars();
    while let Some(letter) = letters.next() {
        match (quote, letter) {
            (Some('"') | None, '\\') => {
                let next = letters.next()?;
                if quote.is_none() && next.is_alphanumeric() {
                    return Some(next);
                }
            }
            (Some(open), _) if letter == open => quote = None,
            (None, '"' | '\'') => quote = Some(letter),
            (None | Some(_), _) => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn on_windows_a_backslash_is_part_of_a_path() {
        for (command, words) in [
            (r"C:\py\python.exe a.py", &[r"C:\py\python.exe", "a.py"][..]),
            (
                r#""C:\Program Files\py\python.exe" 'my adapter.py'"#,
                &[r"C:\Program Files\py\python.exe", "my adapter.py"],
            ),
            (r#""C:\py\" -c "" x"#, &[r"C:\py\", "-c", "", "x"]),
            (r"\\host\share\a.exe --x=\n", &[r"\\host\share\a.exe", r"--x=\n"]),
            ("  a\t'it\"s'  ", &["a", "it\"s"]),
            ("", &[]),
        ] {
            assert_eq!(split(command, Rules::Windows).unwrap(), words, "{command}");
        }
        for command in ["'a", "\"a b", "a '\""] {
            let problem = split(command, Rules::Windows).unwrap_err();
            assert!(problem.contains("is not closed"), "{command}: {problem}");
        }
    }

    #[test]
    fn elsewhere_a_shell_splits_and_a_path_of_windows_is_refused() {
        for (command, words) in [
            (r"'C:\py\python.exe' a.py", &[r"C:\py\python.exe", "a.py"][..]),
            (r#""C:\py\python.exe" a.py"#, &[r"C:\py\python.exe", "a.py"]),
            (r"my\ adapter \'x\' a\\b", &["my adapter", "'x'", r"a\b"]),
            (r#""a\"b\\c" 'd\'"#, &["a\"b\\c", r"d\"]),
            ("", &[]),
        ] {
            assert_eq!(split(command, Rules::Posix).unwrap(), words, "{command}");
        }
        for command in [r"C:\py\python.exe a.py", r"python3 dir\a.py", r"'a b' \1", r#""\\" \é"#] {
            let problem = split(command, Rules::Posix).unwrap_err();
            assert!(problem.contains("expected single quotes"), "{command}: {problem}");
        }
        assert!(split("'a", Rules::Posix).is_err());
    }
}
