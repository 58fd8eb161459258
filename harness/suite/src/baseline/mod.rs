//! Baselines: the known deviations that an adopter keeps in a file.

mod survey;

pub use survey::{BaselineUpdate, Survey};

use std::{ffi::OsString, fs, io, path::Path, process};

use lawbook_catalogue::{
    Baseline, CaseLevel, Catalogue, Deviation, adapter::Implementation, read_text, regular,
};

/// Maximum size of a baseline, in bytes.
const MAX_BASELINE: u64 = 4 << 20;

/// An error with a baseline file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BaselineError {
    /// It is not a baseline, or one of other libraries, or it names what does not exist.
    #[error("{0}")]
    Invalid(String),
    /// It cannot be read or written, or it exists and should not, or the other way round.
    #[error("{0}")]
    File(String),
}

impl From<BaselineError> for String {
    fn from(error: BaselineError) -> String {
        error.to_string()
    }
}

/// Asks the libraries the cases up to `level`, compares the answers with the baseline in the file `path`, and changes
/// the file. The default level is that of the baseline, or the core for a new one.
///
/// Returns a text for the user, and whether the baseline holds after the change.
///
/// # Errors
///
/// Returns an error if the file cannot be read or written, if `Init` finds an existing file, or if another change finds
/// none.
pub fn change_baseline(
    change: BaselineUpdate,
    level: Option<CaseLevel>,
    path: &Path,
    libraries: &[&dyn Implementation],
) -> Result<(String, bool), BaselineError> {
    let (text, holds, new) = changed(change, level, path, libraries)?;
    let Some(new) = new else { return Ok((text, holds)) };
    write(path, &new)?;
    Ok((text + &wrote(path), holds))
}

/// Returns a text for the user, whether the baseline holds after the change, and the baseline to be written, if any.
fn changed(
    change: BaselineUpdate,
    level: Option<CaseLevel>,
    path: &Path,
    libraries: &[&dyn Implementation],
) -> Result<(String, bool, Option<Baseline>), BaselineError> {
    let shown = path.display();
    let old = match (change, read_baseline(path)) {
        // Whatever the file is, `init` would overwrite it.
        (BaselineUpdate::Init, Ok(Some(_)) | Err(BaselineError::Invalid(_))) => {
            return Err(BaselineError::File(format!(
                "{shown} already exists; `add` adds new disagreements to it, `prune` removes those that no longer occur"
            )));
        }
        (_, Err(error)) => return Err(error),
        (BaselineUpdate::Init, Ok(None)) => Baseline::new(),
        (_, Ok(Some(old))) => {
            old.check_owner(path, libraries.iter().map(|one| one.about().name))
                .map_err(BaselineError::Invalid)?;
            old
        }
        (_, Ok(None)) => {
            return Err(BaselineError::File(format!("{shown} does not exist; `init` creates it")));
        }
    };
    let old = Baseline { level: level.unwrap_or(old.level), ..old };
    let catalogue = Catalogue::embedded();
    if matches!(change, BaselineUpdate::Check | BaselineUpdate::Add) {
        old.check_names(path, &catalogue).map_err(BaselineError::Invalid)?;
    }
    let survey = Survey::new(&catalogue, libraries, &old);
    if matches!(change, BaselineUpdate::Init | BaselineUpdate::Add)
        && let Some((library, says)) = survey.given_up()
    {
        return Err(BaselineError::File(format!(
            "{library} was given up before all questions were asked ({says}), so that the list would excuse what was never \
             asked; correct that first, or allow more time with --timeout"
        )));
    }
    let new = survey.changed(change);
    let text = survey.text(change);
    Ok(match change {
        BaselineUpdate::Check => (text, survey.holds(), None),
        BaselineUpdate::Init | BaselineUpdate::Add | BaselineUpdate::Prune => {
            (text, true, Some(new))
        }
    })
}

fn wrote(path: &Path) -> String {
    format!("wrote {}\n", path.display())
}

/// Returns the known deviations listed in a baseline file, or an empty list if the file does not exist.
///
/// # Errors
///
/// Returns an error if the file cannot be read or is not a baseline.
pub fn listed_deviations(path: &Path) -> Result<Vec<Deviation>, BaselineError> {
    Ok(read_baseline(path)?.map_or_else(Vec::new, |baseline| baseline.deviations()))
}

/// Reads a baseline file; `None` if it does not exist.
///
/// # Errors
///
/// Returns an error if the file cannot be read, is not a regular file, exceeds 4 MiB, or is not a baseline.
pub fn read_baseline(path: &Path) -> Result<Option<Baseline>, BaselineError> {
    let shown = path.display().to_string();
    let text = match regular(path).and_then(|()| read_text(path, MAX_BASELINE)) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(BaselineError::File(format!("cannot read {shown}: {error}"))),
    };
    Baseline::read(&shown, &text)
        .map(Some)
        .map_err(|problem| BaselineError::Invalid(problem.with_user_path()))
}

/// Writes a baseline atomically: the file has either its old or its new contents.
fn write(path: &Path, baseline: &Baseline) -> Result<(), BaselineError> {
    // A symbolic link is kept, and its target is written.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let mut beside = OsString::from(&path);
    beside.push(format!(".{}", process::id()));
    let written = fs::write(&beside, baseline.write()).and_then(|()| fs::rename(&beside, &path));
    written.map_err(|error| {
        let _ = fs::remove_file(&beside);
        BaselineError::File(format!("cannot write {}: {error}", path.display()))
    })
}
