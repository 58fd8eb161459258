use std::path::PathBuf;

use clap::Args;

use super::Libraries;

#[derive(Args)]
#[command(after_help = "\
Examples:
  lawbook site --out-dir site                   every case, every library
  lawbook site --out-dir site --foreign
      with the libraries in other languages
  lawbook site --out-dir site --history reports/history
      with a chart of each library over its releases
  lawbook site --out-dir site --cases DIR       of another catalogue
  lawbook site --out-dir site --ask target/ask/page
      with the page on which the adjudicator is asked

The pages are plain files: open index.html, or put the folder on any server. They need no network and \
no script to be read; a script adds stepping through games, the quiz and the search.

Exit codes:
  0  the site was written
  2  the command line is wrong
  3  the catalogue, or a list of known deviations, is invalid
  4  no such library
  5  something could not be read or written")]
pub(crate) struct SiteOptions {
    /// The folder to write to; a file there is replaced if an earlier site wrote it
    #[arg(long = "out-dir", value_name = "DIR")]
    pub(crate) out: PathBuf,
    /// Read the catalogue from this folder instead of the one that is compiled in
    #[arg(long, value_name = "DIR")]
    pub(crate) cases: Option<PathBuf>,
    /// Embed the adjudicator that `harness/ask/build` wrote there: the page "Ask the arbiter"
    #[arg(long, value_name = "DIR")]
    pub(crate) ask: Option<PathBuf>,
    /// Show how libraries have answered over their releases, from the data that `lawbook history` wrote there, such as
    /// reports/history
    #[arg(long, value_name = "DIR")]
    pub(crate) history: Option<PathBuf>,
    /// Where the site will be, such as https://example.org/lawbook/: the list of pages and the preview say so
    #[arg(long, value_name = "URL", value_parser = address)]
    pub(crate) address: Option<String>,
    #[command(flatten)]
    pub(crate) libraries: Libraries,
}

/// An address of a folder, with `/` at the end.
fn address(text: &str) -> Result<String, String> {
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    let is_address = |rest: &str| {
        let odd = |letter: char| letter.is_whitespace() || "?#\"<>".contains(letter);
        !rest.is_empty() && !rest.starts_with('/') && !rest.contains(odd)
    };
    match rest {
        Some(rest) if is_address(rest) => Ok(format!("{}/", text.trim_end_matches('/'))),
        Some(_) | None => {
            Err("right would be an address such as https://example.org/lawbook/".to_owned())
        }
    }
}
