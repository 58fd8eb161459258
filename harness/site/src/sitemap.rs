use askama::Template;

use super::SiteFile;

/// The pages of the site, for those who search the web.
#[derive(Template)]
#[template(path = "sitemap.xml")]
struct Sitemap<'a> {
    /// Where the site will be; nothing if that is not known.
    address: &'a str,
    pages: Vec<&'a str>,
}

/// The list of all pages among these files.
pub(super) fn file(files: &[SiteFile], address: Option<&str>) -> askama::Result<SiteFile> {
    let pages = files
        .iter()
        .map(|file| file.path.as_str())
        .filter(|path| path.ends_with(".html") && !["404.html", "find.html"].contains(path));
    let map = Sitemap { address: address.unwrap_or_default(), pages: pages.collect() };
    Ok(SiteFile { path: "sitemap.xml".to_owned(), text: map.render()? })
}
