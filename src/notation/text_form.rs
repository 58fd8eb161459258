use std::{fmt, marker::PhantomData, str::FromStr};

use serde::{Deserializer, de};

/// Reads what is written as a text of some form: an error has the line of the text. `form` says what belongs there, where
/// no text is.
pub(crate) fn read<'de, D, T>(deserializer: D, form: &'static str) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: FromStr<Err: fmt::Display>,
{
    deserializer.deserialize_any(TextForm { form, read: PhantomData })
}

struct TextForm<T> {
    form: &'static str,
    read: PhantomData<T>,
}

impl<T: FromStr<Err: fmt::Display>> de::Visitor<'_> for TextForm<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.form)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }
}
