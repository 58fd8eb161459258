use std::{collections::HashSet, fmt};

use serde::{
    Deserialize, Deserializer,
    de::{DeserializeOwned, Error, MapAccess, SeqAccess, Visitor},
};

/// Parses a line and rejects duplicate fields, since parsers differ in the one they use.
pub(super) fn read<T: DeserializeOwned>(line: &str) -> serde_json::Result<T> {
    let read = serde_json::from_str(line)?;
    serde_json::from_str::<EachFieldOnce>(line)?;
    Ok(read)
}

/// Any JSON value without duplicate fields in its objects.
struct EachFieldOnce;

impl<'de> Deserialize<'de> for EachFieldOnce {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(EachFieldOnce)
    }
}

impl<'de> Visitor<'de> for EachFieldOnce {
    type Value = Self;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_bool<E>(self, _: bool) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_str<E>(self, _: &str) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Self, A::Error> {
        while items.next_element::<EachFieldOnce>()?.is_some() {}
        Ok(self)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Self, A::Error> {
        let mut names = HashSet::new();
        while let Some(name) = fields.next_key::<String>()? {
            if let Some(name) = names.replace(name) {
                return Err(A::Error::custom(format_args!("duplicate field {name:?}")));
            }
            fields.next_value::<EachFieldOnce>()?;
        }
        Ok(self)
    }
}
