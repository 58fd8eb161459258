use std::io;

use lawbook_audit::generate;

use super::results;
use crate::{
    cli::GenerateOptions,
    files::{Files, StagedWriter},
    output::{self, Exit, Failure, Result},
};

/// `lawbook audit generate`
pub(super) fn run(options: &GenerateOptions) -> Result {
    let mut files = Files::default();
    let mut out = StagedWriter::open(files.writes_stdout()?, |_| true)?;
    let planted = match &options.planted {
        None => None,
        Some(path) => {
            out.ignore_broken_pipe();
            Some(StagedWriter::open(files.writes(path)?, results::is_planted)?)
        }
    };
    let bar = output::progress(options.games as usize, "games");
    match write(options, out, planted, &bar) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
        other => {
            other.map_err(|error| Failure::new(Exit::IoError, format!("cannot write: {error}")))?;
        }
    }
    bar.finish_and_clear();
    Ok(Exit::Agreed)
}

fn write(
    options: &GenerateOptions,
    mut out: StagedWriter,
    mut planted: Option<StagedWriter>,
    bar: &indicatif::ProgressBar,
) -> io::Result<()> {
    for number in 1..=options.games {
        let game = generate(options.seed, number, planted.is_some());
        out.write_settled(game.text.as_bytes())?;
        for (kind, ply) in game.planted {
            if let Some(planted) = &mut planted {
                planted.write_settled(format!("{number} {kind} {ply}\n").as_bytes())?;
            }
        }
        bar.inc(1);
    }
    out.finish()?;
    planted.map_or(Ok(()), |mut planted| planted.finish())
}
