//! Cache of the answers of releases, so that each is tested only once.

use std::path::Path;

use lawbook::catalogue::read_text;
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::files;

/// Maximum size of a cached file, in bytes.
const MAX_ANSWERS: u64 = 64 << 20;

/// Cached result for a release: its answers, or why it could not be tested.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum CachedAnswers<Answers> {
    Answers(Answers),
    Reason(String),
}

/// Returns the cached result in `file`, or calls `ask` and caches its result. With `retry`, a cached failure is
/// ignored.
pub(super) fn cached<Answers: Clone + Serialize + DeserializeOwned>(
    file: Option<&Path>,
    retry: bool,
    ask: impl FnOnce() -> Result<Answers, String>,
) -> Result<Answers, String> {
    let text = file.and_then(|file| read_text(file, MAX_ANSWERS).ok());
    match text.and_then(|text| serde_json::from_str(&text).ok()) {
        Some(CachedAnswers::Answers(answers)) => return Ok(answers),
        Some(CachedAnswers::Reason(reason)) if !retry => return Err(reason),
        Some(CachedAnswers::Reason(_)) | None => {}
    }
    let said = ask();
    let kept = match said.clone() {
        Ok(answers) => CachedAnswers::Answers(answers),
        Err(reason) => CachedAnswers::Reason(reason),
    };
    // A failure to write the cache is harmless: the next run asks again.
    if let Some(file) = file
        && let Ok(text) = serde_json::to_vec(&kept)
    {
        let _ = files::write_whole(file, &text);
    }
    said
}

#[cfg(test)]
mod tests {
    use std::fs;

    use lawbook::report::releases::ReleaseAnswers;

    use super::*;

    #[test]
    fn answers_are_cached_and_failures_retried_on_request() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("answers.json");
        let answers = ReleaseAnswers::default();
        let failed = Err("it does not start".to_owned());
        let never = || panic!("it is asked again");
        assert_eq!(cached(Some(&file), false, || failed.clone()), failed);
        assert_eq!(cached(Some(&file), false, never), failed);
        assert_eq!(cached(Some(&file), true, || Ok(answers.clone())), Ok(answers.clone()));
        assert_eq!(cached(Some(&file), true, never), Ok(answers.clone()));
        // A truncated file does not count as cached.
        fs::write(&file, "{\"answers\":").unwrap();
        assert_eq!(cached(Some(&file), false, || failed.clone()), failed);
        assert_eq!(cached(None, false, || Ok(answers.clone())), Ok(answers));
    }
}
