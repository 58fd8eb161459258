//! A minimal JSON Schema validator for tests of the published schemas. It supports the keywords that these use, and
//! panics at any other keyword.

#![allow(clippy::panic)] // for tests only

use serde_json::{Value, json};

/// Returns the violations of `schema` by `value`; empty if it is valid.
pub(crate) fn violations(schema: &Value, value: &Value) -> Vec<String> {
    Validator { root: schema }.violations(schema, value, "$")
}

/// Whether `value` is valid under `schema`.
pub(crate) fn is_valid(schema: &Value, value: &Value) -> bool {
    violations(schema, value).is_empty()
}

struct Validator<'a> {
    /// The document that `$ref` refers to.
    root: &'a Value,
}

impl Validator<'_> {
    fn violations(&self, schema: &Value, value: &Value, place: &str) -> Vec<String> {
        let keywords = match schema {
            Value::Bool(true) => return Vec::new(),
            Value::Bool(false) => return vec![format!("{place}: nothing may stand here")],
            Value::Object(keywords) => keywords,
            Value::Null | Value::Number(_) | Value::String(_) | Value::Array(_) => {
                panic!("{schema} is no schema")
            }
        };
        let mut violations = Vec::new();
        for (keyword, rule) in keywords {
            let holds = match keyword.as_str() {
                "$schema" | "$defs" | "title" | "description" | "default" | "format" => true,
                "$ref" => {
                    let target = rule.as_str().and_then(|path| path.strip_prefix('#'));
                    let Some(target) = target.and_then(|path| self.root.pointer(path)) else {
                        panic!("{rule} is nowhere")
                    };
                    violations.extend(self.violations(target, value, place));
                    true
                }
                "type" => list(rule).iter().any(|name| is_of_type(value, name)),
                "const" => value == rule,
                "enum" => list(rule).contains(value),
                "maximum" => value.as_f64() <= rule.as_f64() || !value.is_number(),
                "minimum" => value.as_f64() >= rule.as_f64() || !value.is_number(),
                "minItems" => value.as_array().is_none_or(|all| all.len() as u64 >= number(rule)),
                "maxItems" => value.as_array().is_none_or(|all| all.len() as u64 <= number(rule)),
                "anyOf" => self.count(rule, value, place) > 0,
                "oneOf" => self.count(rule, value, place) == 1,
                "required" => list(rule).iter().all(|name| {
                    !value.is_object()
                        || name.as_str().is_some_and(|name| value.get(name).is_some())
                }),
                "properties" | "additionalProperties" | "items" | "prefixItems" => {
                    violations.extend(self.inside(schema, keyword, value, place));
                    true
                }
                other => panic!("this test does not know the keyword {other}"),
            };
            if !holds {
                violations.push(format!("{place}: {value} does not keep to {keyword} {rule}"));
            }
        }
        violations
    }

    /// Returns the violations by the members of an object or an array, for one keyword.
    fn inside(&self, schema: &Value, keyword: &str, value: &Value, place: &str) -> Vec<String> {
        let rule = &schema[keyword];
        let members = value.as_object().into_iter().flatten();
        let elements = value.as_array().into_iter().flatten().enumerate();
        match keyword {
            "properties" => members
                .filter_map(|(name, member)| Some((rule.get(name)?, name, member)))
                .flat_map(|(rule, name, member)| {
                    self.violations(rule, member, &format!("{place}.{name}"))
                })
                .collect(),
            "additionalProperties" => members
                .filter(|(name, _)| schema["properties"].get(name).is_none())
                .flat_map(|(name, member)| {
                    self.violations(rule, member, &format!("{place}.{name}"))
                })
                .collect(),
            "prefixItems" => elements
                .filter_map(|(index, element)| Some((rule.get(index)?, index, element)))
                .flat_map(|(rule, index, element)| {
                    self.violations(rule, element, &format!("{place}[{index}]"))
                })
                .collect(),
            _ => elements
                .skip(schema["prefixItems"].as_array().map_or(0, Vec::len))
                .flat_map(|(index, element)| {
                    self.violations(rule, element, &format!("{place}[{index}]"))
                })
                .collect(),
        }
    }

    /// Returns the number of `schemas` under which `value` is valid.
    fn count(&self, schemas: &Value, value: &Value, place: &str) -> usize {
        list(schemas).iter().filter(|one| self.violations(one, value, place).is_empty()).count()
    }
}

/// Returns the elements of an array, or a single value as a slice.
fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice)
}

fn number(value: &Value) -> u64 {
    let Some(number) = value.as_u64() else { panic!("{value} is no number of items") };
    number
}

fn is_of_type(value: &Value, name: &Value) -> bool {
    match name.as_str() {
        Some("array") => value.is_array(),
        Some("boolean") => value.is_boolean(),
        Some("integer") => value.is_i64() || value.is_u64(),
        Some("null") => value.is_null(),
        Some("number") => value.is_number(),
        Some("object") => value.is_object(),
        Some("string") => value.is_string(),
        other => panic!("{other:?} is no type"),
    }
}

/// A schema with each keyword, and a value that it accepts.
fn every_keyword() -> (Value, Value) {
    let schema = json!({
        "$defs": { "side": { "enum": ["w", "b"] } },
        "type": "object",
        "required": ["side"],
        "additionalProperties": false,
        "properties": {
            "side": { "$ref": "#/$defs/side" },
            "plies": { "type": ["integer", "null"], "minimum": 1 },
            "pair": { "minItems": 2, "maxItems": 3, "prefixItems": [{ "const": 1 }], "items": { "type": "string" } },
            "either": { "oneOf": [{ "type": "number" }, { "type": "integer" }] },
            "any": { "anyOf": [{ "type": "array" }, { "type": "boolean" }] },
        },
    });
    let right = json!({ "side": "w", "plies": 1, "pair": [1, "x"], "either": 1.5, "any": true });
    (schema, right)
}

#[test]
fn the_type_and_what_is_required_can_be_violated() {
    let (schema, right) = every_keyword();
    assert_eq!(violations(&schema, &right), Vec::<String>::new());
    assert_eq!(violations(&schema, &json!({})).len(), 1);
    assert_eq!(violations(&schema, &json!([])).len(), 1);
}

rows!(
    every_keyword_can_be_violated,
    {
        let (schema, right) = every_keyword();
    },
    for (name, wrong) in [
        ("side", json!("white")),
        ("plies", json!(0)),
        ("plies", json!("1")),
        ("pair", json!([1])),
        ("pair", json!([1, "x", "y", "z"])),
        ("pair", json!([2, "x"])),
        ("pair", json!([1, 2])),
        ("either", json!(1)),
        ("any", json!({})),
        ("other", json!(1)),
    ] {
        let mut value = right.clone();
        value[name] = wrong.clone();
        assert_eq!(violations(&schema, &value).len(), 1, "{name}: {wrong}");
    }
);
