use std::io;

use lawbook_audit::{BytesWritten, generate};

use super::{outlet::Outlet, trouble};
use crate::{
    cli::GenerateOptions,
    output::{self, Exit, Failure, Result},
};

/// `lawbook audit generate`
pub(super) fn run(options: &GenerateOptions) -> Result {
    let mut planted = match &options.planted {
        None => None,
        Some(path) => Some(
            Outlet::file(path, BytesWritten::default())
                .map_err(|error| trouble(&path.display().to_string(), &error))?,
        ),
    };
    let bar = output::progress(options.games as usize, "games");
    match write(options, planted.as_mut(), &bar) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
        other => {
            other.map_err(|error| Failure::new(Exit::Trouble, format!("cannot write: {error}")))?;
        }
    }
    bar.finish_and_clear();
    Ok(Exit::Agreed)
}

fn write(
    options: &GenerateOptions,
    mut planted: Option<&mut Outlet>,
    bar: &indicatif::ProgressBar,
) -> io::Result<()> {
    let mut out = Outlet::stdout();
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
    planted.map_or(Ok(()), Outlet::finish)
}
