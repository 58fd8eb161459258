use askama::Template;

use super::SiteFile;

/// The sitemap for search engines.
#[derive(Template)]
#[template(path = "sitemap.xml")]
struct Sitemap<'a> {
    /// Address of the site; empty if not known.
    address: &'a str,
    pages: Vec<&'a str>,
}

/// Creates the sitemap of all pages among these files.
pub(super) fn file(files: &[SiteFile], address: Option<&str>) -> askama::Result<SiteFile> {
    let pages = files
        .iter()
        .map(|file| file.path.as_str())
        .filter(|path| path.ends_with(".html") && !["404.html", "find.html"].contains(path));
    let map = Sitemap { address: address.unwrap_or_default(), pages: pages.collect() };
    Ok(SiteFile { path: "sitemap.xml".to_owned(), text: map.render()? })
}
