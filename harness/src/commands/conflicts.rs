use lawbook_catalogue::Conflict;
use serde_json::json;

use crate::{
    cli::{CatalogueOptions, Format},
    output::{self, Exit, Result},
    selection,
};

/// `lawbook conflicts`
pub(crate) fn run(options: &CatalogueOptions) -> Result {
    let catalogue = selection::catalogue(options.cases.as_deref())?;
    let text = match options.format {
        Format::Text => catalogue.conflicts.iter().map(text).collect(),
        Format::Json => {
            let value: Vec<serde_json::Value> = catalogue.conflicts.iter().map(value).collect();
            output::json(&value)?
        }
    };
    output::print(&text)?;
    Ok(Exit::Agreed)
}

fn text(conflict: &Conflict) -> String {
    let heading = output::paint(&conflict.topic, output::Style::Cyan);
    let mut text = format!("{heading}\n{}\n", conflict.id);
    for (document, says) in &conflict.says {
        text.push_str(&format!("  {document}: {says}\n"));
    }
    text.push_str(&format!("  decided: {}\n", conflict.decides));
    text.push_str(&format!("  shown by: {}\n\n", conflict.cases.join(", ")));
    text
}

fn value(conflict: &Conflict) -> serde_json::Value {
    let says: serde_json::Map<String, serde_json::Value> =
        conflict.says.iter().map(|(id, says)| (id.clone(), says.clone().into())).collect();
    json!({
        "id": conflict.id,
        "topic": conflict.topic,
        "says": says,
        "decides": conflict.decides,
        "cases": conflict.cases,
    })
}
