//! `lawbook lab tables`: exact tables for few pieces, and a comparison of the solver with them.

use std::{fs, path::Path};

use lawbook::report::Shard;
use lawbook_tables::{
    AskedPositions, NoStore, TableClass, TableComparison, TableCount, TableFolder, TableStore,
    Tables,
};
use serde::{Deserialize, Serialize};

use crate::{
    cli::{Format, TablesOptions},
    files::LockedFile,
    output::{self, Exit, Failure, Result},
    threads,
};

/// Name of the file with the results of each class.
const DONE: &str = "done.json";

/// Results of a class.
#[derive(Clone, Serialize, Deserialize)]
struct ClassResult {
    #[serde(flatten)]
    count: TableCount,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    compared: Vec<PartCompared>,
}

/// Results of comparing the solver with a part of a class.
#[derive(Clone, Serialize, Deserialize)]
struct PartCompared {
    shard: Shard,
    every: u64,
    #[serde(flatten)]
    comparison: TableComparison,
}

/// Finished results, in a folder or for this run only.
#[derive(Default)]
struct ClassResults {
    classes: Vec<ClassResult>,
    file: Option<LockedFile>,
}

/// Computes tables, and knows where finished ones are kept.
struct TableMaker {
    tables: Tables,
    kept: Box<dyn TableStore>,
    is_kept: bool,
}

/// `lawbook lab tables [CLASS]...`
pub(crate) fn run(options: &TablesOptions) -> Result {
    let of = |pieces: &u8| TableClass::all(usize::from(*pieces));
    let mut classes: Vec<TableClass> = options.pieces.iter().flat_map(of).collect();
    // Promotion leads to classes with fewer pawns, whose tables must be computed first.
    classes.sort_by_key(|class| (class.pieces(), class.pawns()));
    classes.splice(0..0, options.class.iter().cloned());
    let mut done = ClassResults::open(options.dir.as_deref())?;
    let mut maker = TableMaker::new(options);
    if let Some(drawn) = options.sample {
        return print_samples(&mut maker, &classes, drawn as usize);
    }
    let bar = output::progress(classes.len(), "classes");
    let mut differ = 0;
    let mut rows = Vec::new();
    for class in &classes {
        if !done.has(class, options) {
            done.add(maker.make(class)?, class, options)?;
        }
        let result = done.of(class, options);
        bar.inc(1);
        differ += result.iter().flat_map(|one| &one.compared).filter(|one| !one.agrees()).count();
        match options.format {
            Format::Text => bar.suspend(|| result.iter().try_for_each(print))?,
            Format::Json => rows.extend(result),
        }
    }
    bar.finish_and_clear();
    if options.format == Format::Json {
        output::print(&output::json(&rows)?)?;
    }
    Ok(if differ == 0 { Exit::Agreed } else { Exit::Disagreed })
}

impl TableMaker {
    fn new(options: &TablesOptions) -> TableMaker {
        let kept: Box<dyn TableStore> = match &options.dir {
            Some(folder) => Box::new(TableFolder(folder.clone())),
            None => Box::new(NoStore),
        };
        let tables = Tables::new(threads::number(options.jobs));
        TableMaker { tables, kept, is_kept: options.dir.is_some() }
    }

    /// Computes the table of a class if needed, and returns all tables.
    fn make(&mut self, class: &TableClass) -> Result<&Tables> {
        if self.is_kept {
            // They are in the folder and can be read again when needed.
            self.tables.forget(5);
        }
        let trouble = |error| Failure::new(Exit::IoError, format!("the table of {class}: {error}"));
        self.tables.make(class, self.kept.as_ref()).map_err(trouble)?;
        Ok(&self.tables)
    }
}

impl ClassResults {
    fn open(folder: Option<&Path>) -> Result<ClassResults> {
        let Some(folder) = folder else { return Ok(ClassResults::default()) };
        let trouble = |error: &dyn std::fmt::Display| {
            Failure::new(Exit::IoError, format!("{}: {error}", folder.display()))
        };
        fs::create_dir_all(folder).map_err(|error| trouble(&error))?;
        let mut file = LockedFile::open(&folder.join(DONE))?;
        let text = file.read()?;
        let classes = match text.as_str() {
            "" => Vec::new(),
            text => serde_json::from_str(text).map_err(|error| {
                trouble(&format!("{DONE} was not written by this command: {error}"))
            })?,
        };
        Ok(ClassResults { classes, file: Some(file) })
    }

    fn place(&self, class: &TableClass) -> Option<usize> {
        let name = class.to_string();
        self.classes.iter().position(|one| one.count.class == name)
    }

    fn has(&self, class: &TableClass, options: &TablesOptions) -> bool {
        self.of(class, options)
            .is_some_and(|result| !options.compare || !result.compared.is_empty())
    }

    /// Returns the results of a class, without those of comparisons that this run did not request.
    fn of(&self, class: &TableClass, options: &TablesOptions) -> Option<ClassResult> {
        let mut result = self.classes[self.place(class)?].clone();
        result.compared.retain(|part| options.compare && part.is_of(options));
        Some(result)
    }

    /// Counts a class unless that is done, and compares the requested part of it.
    fn add(&mut self, tables: &Tables, class: &TableClass, options: &TablesOptions) -> Result<()> {
        let place = self.place(class).unwrap_or_else(|| {
            self.classes.push(ClassResult { count: tables.count(class), compared: Vec::new() });
            self.classes.len() - 1
        });
        let &TablesOptions { shard, every, .. } = options;
        if options.compare {
            let comparison = tables.compare(class, AskedPositions { shard, every });
            self.classes[place].compared.push(PartCompared { shard, every, comparison });
        }
        if let Some(file) = &mut self.file {
            file.write(output::json(&self.classes)?.as_bytes())?;
        }
        Ok(())
    }
}

impl PartCompared {
    fn is_of(&self, options: &TablesOptions) -> bool {
        self.shard == options.shard && self.every == options.every
    }

    fn agrees(&self) -> bool {
        self.comparison.differences.is_empty()
    }
}

fn print_samples(maker: &mut TableMaker, classes: &[TableClass], drawn: usize) -> Result {
    let bar = output::progress(classes.len(), "classes");
    for class in classes {
        let sample = maker.make(class)?.sample(class, drawn);
        let line = serde_json::to_string(&sample)
            .map_err(|error| Failure::new(Exit::IoError, error.to_string()))?;
        bar.suspend(|| output::print(&(line + "\n")))?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(Exit::Agreed)
}

fn print(ClassResult { count, compared }: &ClassResult) -> Result<()> {
    let TableCount { class, positions, mates, stalemates, cannot, dead, .. } = count;
    let mut text = format!(
        "{class:7} {positions:11} positions, {} mates by White, {} by Black, {stalemates} stalemates\n",
        mates[0], mates[1],
    );
    let rows = [("White", cannot[0]), ("Black", cannot[1]), ("neither", *dead)];
    for (place, (who, times)) in rows.into_iter().enumerate() {
        let verb = if who == "neither" { "can" } else { "cannot" };
        if times > 0 {
            text.push_str(&format!("{:7} {times:11} from which {who} {verb} mate", ""));
            if let Some(Some(example)) = count.examples.get(place) {
                text.push_str(&format!(", as in {example}"));
            }
            text.push('\n');
        }
    }
    for PartCompared { comparison: TableComparison { compared, differences }, .. } in compared {
        text.push_str(&format!(
            "{:7} {compared:11} answers of the solver, {} wrong or open\n",
            "",
            differences.len()
        ));
        for difference in differences.iter().take(SHOWN) {
            text.push_str(&format!("{:19} {difference}\n", ""));
        }
    }
    output::print(&text)
}

/// Maximum number of differences printed; the folder and the JSON have all of them.
const SHOWN: usize = 10;
