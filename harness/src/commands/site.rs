use std::fs;

use lawbook::{report::Report, runner};
use lawbook_site::SiteFile;

use crate::{
    cli::SiteOptions,
    libraries,
    output::{self, Exit, Failure, Result},
    selection,
};

/// `lawbook site`
pub(crate) fn run(options: &SiteOptions) -> Result {
    let catalogue = selection::catalogue(options.cases.as_deref())?;
    let asked = libraries::select(&options.libraries)?;
    let known = lawbook_libraries::known_deviations()
        .map_err(|problem| Failure::new(Exit::Invalid, problem.to_string()))?;
    let bar = output::progress(catalogue.cases.len(), "cases");
    let run =
        runner::run(&catalogue, &catalogue.cases, &asked.implementations, &known, || bar.inc(1));
    bar.finish_and_clear();
    asked.note_failures();
    let report = Report::new(&run, &catalogue);
    let files = lawbook_site::files(&catalogue, &report)
        .map_err(|error| Failure::new(Exit::Trouble, format!("cannot make a page: {error}")))?;
    for file in &files {
        write(options, file)?;
    }
    let out = options.out.display();
    output::print(&format!("wrote {} files; begin with {out}/index.html\n", files.len()))?;
    Ok(Exit::Agreed)
}

fn write(options: &SiteOptions, SiteFile { path, text }: &SiteFile) -> Result<()> {
    let path = options.out.join(path);
    let folder = path.parent().unwrap_or(&options.out);
    fs::create_dir_all(folder).and_then(|()| fs::write(&path, text)).map_err(|error| {
        Failure::new(Exit::Trouble, format!("cannot write {}: {error}", path.display()))
    })
}
