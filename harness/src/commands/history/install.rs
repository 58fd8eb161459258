//! Releases in folders of their own, each with the adapter beside it.

use std::{
    fs, io,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use lawbook::catalogue::digest;
use lawbook_libraries::{Foreign, Runtime};

use super::source::{AskedRelease, first_line};

/// The file that says that a release is installed; or, with a text in it, why it is not.
const MARK: &str = "installed";

/// Installs a release of a library in another language with its adapter, unless it is there, and gives the command that
/// starts the adapter; or says why it cannot be installed.
pub(super) fn foreign(
    foreign: &Foreign,
    release: &AskedRelease,
    adapters: &Path,
    prefix: &Path,
    (limit, retry): (Duration, bool),
) -> Result<Vec<String>, String> {
    let said = |error: io::Error| format!("its folder cannot be written: {error}");
    let mark = prefix.join(MARK);
    match fs::read_to_string(&mark) {
        Ok(reason) if reason.is_empty() => {}
        Ok(reason) if !retry => return Err(reason),
        Ok(_) | Err(_) => {
            if prefix.exists() {
                fs::remove_dir_all(prefix).map_err(said)?;
            }
            fs::create_dir_all(prefix).map_err(said)?;
            let reason = run(install(foreign, release, prefix), "installed", limit)
                .err()
                .unwrap_or_default();
            fs::write(&mark, &reason).map_err(said)?;
            if !reason.is_empty() {
                return Err(reason);
            }
        }
    }
    for file in adapter_files(foreign, adapters).map_err(said)? {
        fs::copy(&file, prefix.join(file.file_name().unwrap_or_default())).map_err(said)?;
    }
    let script = prefix.join(Path::new(foreign.script).file_name().unwrap_or_default());
    let script = script.to_string_lossy().into_owned();
    Ok(match foreign.runtime {
        Runtime::Node => vec!["node".to_owned(), script],
        // Without the packages of this machine: only what is in the folder of the script.
        Runtime::Python | Runtime::Debian => vec!["python3".to_owned(), "-S".to_owned(), script],
    })
}

/// The command that installs a release.
fn install(foreign: &Foreign, release: &AskedRelease, prefix: &Path) -> Command {
    let AskedRelease { package, version, .. } = release;
    match foreign.runtime {
        Runtime::Node => {
            let mut npm = Command::new("npm");
            npm.args([
                "install",
                "--no-audit",
                "--no-fund",
                "--loglevel=error",
                "--ignore-scripts",
            ]);
            npm.arg("--prefix").arg(prefix).arg(format!("{package}@{version}"));
            npm
        }
        Runtime::Python | Runtime::Debian => {
            let mut pip = Command::new("python3");
            pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
            pip.args(["--no-input", "--no-compile", "--target"]).arg(prefix);
            pip.arg(format!("{package}=={version}"));
            pip
        }
    }
}

/// The files of the adapter: all that stand beside it in its language.
fn adapter_files(foreign: &Foreign, adapters: &Path) -> io::Result<Vec<PathBuf>> {
    let script = adapters.join(foreign.script);
    let folder = script.parent().unwrap_or(adapters);
    let entries: Vec<_> = fs::read_dir(folder)?.collect::<io::Result<_>>()?;
    let mut files: Vec<PathBuf> = entries.into_iter().map(|entry| entry.path()).collect();
    let shared = ["wire", "squares"];
    files.retain(|file| {
        let stem = file.file_stem().unwrap_or_default();
        file.extension() == script.extension()
            && (file.file_name() == script.file_name() || shared.iter().any(|one| stem == *one))
    });
    files.sort();
    Ok(files)
}

/// A digest of the adapter with all that it is made of; none if it cannot be read.
pub(super) fn adapter_digest(foreign: &Foreign, adapters: &Path) -> Option<String> {
    let texts: Option<Vec<String>> = adapter_files(foreign, adapters)
        .ok()?
        .iter()
        .map(|file| fs::read_to_string(file).ok())
        .collect();
    Some(digest(&texts?))
}

/// Runs a command, no longer than it may take; or says why it failed.
///
/// `done` is what it cannot be then: installed, built.
pub(super) fn run(mut command: Command, done: &str, limit: Duration) -> Result<(), String> {
    let program = command.get_program().to_string_lossy().into_owned();
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let mut child = command.spawn().map_err(|error| format!("cannot start {program}: {error}"))?;
    let mut talk = child.stderr.take();
    let reader = thread::spawn(move || {
        let mut said = Vec::new();
        if let Some(talk) = &mut talk {
            let _ = io::Read::read_to_end(talk, &mut said);
        }
        String::from_utf8_lossy(&said).into_owned()
    });
    let begin = Instant::now();
    loop {
        match child.try_wait() {
            Ok(Some(status)) => {
                let said = reader.join().unwrap_or_default();
                return match status.success() {
                    true => Ok(()),
                    false => Err(format!("it cannot be {done}: {}", first_line(&said))),
                };
            }
            Ok(None) if begin.elapsed() < limit => thread::sleep(Duration::from_millis(20)),
            Ok(None) => {
                end(&mut child);
                return Err(format!("it cannot be {done} within {} s", limit.as_secs()));
            }
            Err(error) => return Err(format!("it cannot be {done}: {error}")),
        }
    }
}

/// Ends a command with all that it has started.
fn end(child: &mut std::process::Child) {
    #[cfg(unix)]
    if let Some(group) = rustix::process::Pid::from_raw(child.id().cast_signed()) {
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    let _ = child.kill();
    let _ = child.wait();
}
