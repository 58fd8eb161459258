//! Starts the command under test.

use std::{
    io::Write,
    process::{Child, Command, Output, Stdio},
    thread,
};

/// Starts the command with piped standard streams.
pub(crate) fn start(arguments: &[&str]) -> Child {
    spawn_piped(Command::new(env!("CARGO_BIN_EXE_lawbook")).args(arguments))
}

/// Spawns a process with piped standard streams.
pub(crate) fn spawn_piped(command: &mut Command) -> Child {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Runs the command with this standard input. The command may exit without reading all of it.
pub(crate) fn run(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = start(arguments);
    let mut stdin = child.stdin.take().unwrap();
    thread::scope(|scope| {
        scope.spawn(move || stdin.write_all(input));
        child.wait_with_output().unwrap()
    })
}
