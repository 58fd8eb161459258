//! The command as the tests start it.

use std::{
    io::Write,
    process::{Child, Command, Output, Stdio},
    thread,
};

/// Starts the command with these arguments; its three streams are piped.
pub(crate) fn start(arguments: &[&str]) -> Child {
    spawn_piped(Command::new(env!("CARGO_BIN_EXE_lawbook")).args(arguments))
}

/// Starts this with its three streams piped.
pub(crate) fn spawn_piped(command: &mut Command) -> Child {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Runs the command with these bytes as standard input, of which it need not read all.
pub(crate) fn run(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = start(arguments);
    let mut stdin = child.stdin.take().unwrap();
    thread::scope(|scope| {
        scope.spawn(move || stdin.write_all(input));
        child.wait_with_output().unwrap()
    })
}
