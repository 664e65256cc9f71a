//! Refuses secrets in the fields of a request, before any call sees them.

use std::collections::BTreeMap;

use domain::valuation::FigureId;
use ports::pasted_secret::{self, PastedSecret};
use serde_json::Value;

use super::message::shown;
use crate::problem::Problem;

/// Longer texts are not parts of a phrase that was taken apart into a list.
const LONGEST_PART: usize = 200;
/// The bytes of a key in a list of numbers.
const BYTES: usize = 32;

/// Which fields of a request may contain secrets.
#[derive(Clone, Copy)]
pub enum Secrets {
    /// None.
    Refused,
    /// These: the call recognizes what stands in them and answers it.
    RecognizedIn(&'static [&'static str]),
}

/// Refuses a request with a secret in any text: a value, a name, or a list whose texts are a phrase together. The refusal
/// names the fields and does not repeat them.
pub fn check(fields: &Value, secrets: Secrets) -> Result<(), Problem> {
    let mut found = Found::default();
    let recognized = match secrets {
        Secrets::Refused => &[][..],
        Secrets::RecognizedIn(fields) => fields,
    };
    for (name, value) in fields.as_object().into_iter().flatten() {
        found.name("body", name);
        if !recognized.contains(&name.as_str()) {
            found.value(&shown(name), value);
        }
    }
    found.refused()
}

/// Refuses a form with a secret in any field, the lists and maps inside of fields included.
pub fn check_form(fields: &[(String, String)], secrets: Secrets) -> Result<(), Problem> {
    let mut found = Found::default();
    for (name, text) in fields {
        found.name("body", name);
        let is_recognized = matches!(secrets, Secrets::RecognizedIn(fields) if fields.contains(&name.as_str()));
        if is_recognized {
            continue;
        }
        let nested = super::bounds::read(text.as_bytes())
            .ok()
            .filter(|value| value.is_array() || value.is_object());
        let before = found.0.len();
        if let Some(nested) = nested {
            found.value(&shown(name), &nested);
        }
        if found.0.len() == before {
            found.text(&shown(name), name, text);
        }
    }
    found.refused()
}

/// The fields with a secret, by their path.
#[derive(Default)]
struct Found(BTreeMap<String, PastedSecret>);

impl Found {
    fn refused(self) -> Result<(), Problem> {
        let Some(first) = self.0.values().next() else {
            return Ok(());
        };
        let message = first.warning().to_owned();
        let warning = |(path, secret): (String, PastedSecret)| (path, secret.warning().to_owned());
        Err(Problem::InvalidInput {
            message,
            fields: self.0.into_iter().map(warning).collect(),
        })
    }

    fn add(&mut self, path: &str, secret: Option<PastedSecret>) {
        if let Some(secret) = secret {
            self.0.insert(path.to_owned(), secret);
        }
    }

    /// A name that is a secret is not shown: the path ends with what contains it.
    fn name(&mut self, within: &str, name: &str) {
        self.add(within, pasted_secret::find(name));
    }

    fn text(&mut self, path: &str, name: &str, text: &str) {
        // The ids of figures are random bytes in base64.
        let is_figure = name == "figure" && text.parse::<FigureId>().is_ok();
        if !is_figure {
            self.add(path, pasted_secret::find(text));
        }
    }

    fn value(&mut self, path: &str, value: &Value) {
        match value {
            Value::String(text) => self.text(path, path, text),
            Value::Array(items) => self.list(path, items),
            Value::Object(fields) => {
                for (name, value) in fields {
                    if pasted_secret::find(name).is_some() {
                        self.name(path, name);
                    } else {
                        self.value(&format!("{path}.{}", shown(name)), value);
                    }
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    fn list(&mut self, path: &str, items: &[Value]) {
        let before = self.0.len();
        for (at, item) in items.iter().enumerate() {
            self.value(&format!("{path}[{at}]"), item);
        }
        if self.0.len() == before && items.len() > 1 {
            let parts = items
                .iter()
                .filter_map(Value::as_str)
                .filter(|text| text.len() <= LONGEST_PART);
            let parts: Vec<_> = parts.collect();
            self.add(path, pasted_secret::find(&parts.join("\n")));
            let bytes = items
                .iter()
                .filter(|item| item.as_u64().is_some_and(|number| number < 256));
            let is_key = items.len() >= BYTES && bytes.count() == items.len();
            self.add(path, is_key.then_some(PastedSecret::PrivateKey));
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const PHRASE: &str = "legal winner thank year wave sausage worth useful legal winner thank yellow";

    fn fields_of(refused: Result<(), Problem>) -> Vec<String> {
        match refused {
            Err(Problem::InvalidInput { fields, .. }) => fields.into_keys().collect(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn secrets_are_named_by_their_field() {
        let words: Vec<_> = PHRASE.split(' ').collect();
        let bytes: Vec<_> = (100..164).collect();
        for (body, path) in [
            (json!({"a": PHRASE}), "a"),
            (json!({"rows": [{"a": "x"}, {"a": PHRASE}]}), "rows[1].a"),
            (json!({"names": {"x": PHRASE}}), "names.x"),
            (json!({"names": {PHRASE: "x"}}), "names"),
            (json!({PHRASE: "x"}), "body"),
            (json!({"list": words}), "list"),
            (
                json!({"list": ["legal winner thank", "year wave sausage", "worth useful legal"]}),
                "list",
            ),
            (json!({"list": bytes}), "list"),
            (json!({"figure": PHRASE}), "figure"),
        ] {
            assert_eq!(fields_of(check(&body, Secrets::Refused)), [path], "{body}");
            let form = body.as_object().unwrap().iter().map(|(name, value)| {
                let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                (name.clone(), text)
            });
            let form: Vec<_> = form.collect();
            assert_eq!(fields_of(check_form(&form, Secrets::Refused)), [path], "{form:?}");
        }
    }

    #[test]
    fn other_texts_and_fields_that_the_call_recognizes_pass() {
        let body = json!({
            "a": "vitalik.eth", "rows": ["0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045", "Savings"], "n": [1, 2, 3], "list": PHRASE
        });
        assert!(check(&body, Secrets::RecognizedIn(&["list"])).is_ok());
        assert_eq!(fields_of(check(&body, Secrets::RecognizedIn(&["a"]))), ["list"]);
    }
}
