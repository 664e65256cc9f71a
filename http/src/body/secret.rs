//! Rejects private keys and recovery phrases in the fields of a request, before a handler gets them.

use std::collections::BTreeMap;

use domain::valuation::FigureId;
use ports::{
    WalletId,
    json::Json,
    pasted_secret::{self, PastedSecret},
};

use super::message::sanitize;
use crate::problem::Problem;

/// The longest text that may be a part of a phrase that is split into a list.
const MAX_PART_BYTES: usize = 200;
/// The number of bytes of a private key.
const KEY_BYTES: usize = 32;

/// The number of bytes of a signature by a key; contract wallets have longer ones.
const SIGNATURE_BYTES: usize = 65;

/// Which fields of a request may contain secrets.
#[derive(Clone, Copy)]
pub enum SecretPolicy {
    /// None.
    RejectAll,
    /// These: the call itself detects secrets in them and reports them.
    AllowIn(&'static [&'static str]),
    /// None, but hashes of transactions, which have the form of private keys: beside other words in `texts`, and alone in `notes`.
    AllowHashes {
        texts: &'static [&'static str],
        notes: &'static [&'static str],
    },
}

impl SecretPolicy {
    /// Returns whether the call itself detects secrets in a field.
    fn allows(self, field: &str) -> bool {
        matches!(self, Self::AllowIn(fields) if fields.contains(&field))
    }

    /// Returns what finds secrets in a field and what is nested in it.
    fn finder(self, field: &str) -> Finder {
        match self {
            Self::AllowHashes { texts, .. } if texts.contains(&field) => pasted_secret::find_in_text,
            Self::AllowHashes { notes, .. } if notes.contains(&field) => pasted_secret::find_in_note,
            Self::RejectAll | Self::AllowIn(_) | Self::AllowHashes { .. } => pasted_secret::find,
        }
    }
}

type Finder = fn(&str) -> Option<PastedSecret>;

/// Returns a problem if any text of a JSON body is a secret: a value, a name, or a list whose texts form a phrase. The
/// problem names the fields and does not echo them.
pub fn check(fields: &Json, secrets: SecretPolicy) -> Result<(), Problem> {
    let mut found = FoundSecrets::default();
    for (name, value) in fields.as_object().into_iter().flatten() {
        found.name("body", name);
        if !secrets.allows(name) {
            found.find = secrets.finder(name);
            found.value(&sanitize(name), value);
        }
    }
    found.into_result()
}

/// Returns a problem if any field of a form is a secret or contains one in a list or map.
pub fn check_form(fields: &[(String, String)], secrets: SecretPolicy) -> Result<(), Problem> {
    let mut found = FoundSecrets::default();
    for (name, text) in fields {
        found.name("body", name);
        if secrets.allows(name) {
            continue;
        }
        found.find = secrets.finder(name);
        let nested = super::bounds::read(text.as_bytes())
            .ok()
            .filter(|value| matches!(value, Json::Array(_) | Json::Object(_)));
        let before = found.by_path.len();
        if let Some(nested) = nested {
            found.value(&sanitize(name), &nested);
        }
        if found.by_path.len() == before {
            found.text(&sanitize(name), name, text);
        }
    }
    found.into_result()
}

/// The fields with a secret.
struct FoundSecrets {
    by_path: BTreeMap<String, PastedSecret>,
    /// Finds secrets in the current field.
    find: Finder,
}

impl Default for FoundSecrets {
    fn default() -> Self {
        Self {
            by_path: BTreeMap::new(),
            find: pasted_secret::find,
        }
    }
}

impl FoundSecrets {
    fn into_result(self) -> Result<(), Problem> {
        let Some(first) = self.by_path.values().next() else {
            return Ok(());
        };
        let message = first.warning().to_owned();
        let warning = |(path, secret): (String, PastedSecret)| (path, secret.warning().to_owned());
        Err(Problem::InvalidInput {
            message,
            fields: self.by_path.into_iter().map(warning).collect(),
        })
    }

    fn add(&mut self, path: &str, secret: Option<PastedSecret>) {
        if let Some(secret) = secret {
            self.by_path.insert(path.to_owned(), secret);
        }
    }

    /// A name that is a secret is not part of the path, which ends with the object that contains it.
    fn name(&mut self, within: &str, name: &str) {
        self.add(within, pasted_secret::find(name));
    }

    fn text(&mut self, path: &str, name: &str, text: &str) {
        // The ids of figures are random bytes in base64.
        let is_figure = name == "figure" && text.parse::<FigureId>().is_ok();
        let is_signature = name == "signature" && is_signature(text);
        if !(is_figure || is_signature) {
            self.add(path, (self.find)(text));
        }
    }

    fn value(&mut self, path: &str, value: &Json) {
        match value {
            Json::String(text) => self.text(path, path, text),
            Json::Array(items) => self.list(path, items),
            Json::Object(fields) => {
                for (name, value) in fields {
                    if pasted_secret::find(name).is_some() {
                        self.name(path, name);
                    } else {
                        self.value(&format!("{path}.{}", sanitize(name)), value);
                    }
                }
            }
            Json::Null | Json::Bool(_) | Json::Number(_) => {}
        }
    }

    fn list(&mut self, path: &str, items: &[Json]) {
        let before = self.by_path.len();
        for (at, item) in items.iter().enumerate() {
            self.value(&format!("{path}[{at}]"), item);
        }
        if self.by_path.len() == before && items.len() > 1 {
            let parts = items
                .iter()
                .filter_map(Json::as_str)
                .filter(|text| text.len() <= MAX_PART_BYTES && !(path == "wallets" && is_wallet_id(text)));
            let parts: Vec<_> = parts.collect();
            self.add(path, (self.find)(&parts.join("\n")));
            let bytes = items
                .iter()
                .filter(|item| item.as_u64().is_some_and(|number| number < 256));
            let is_key = items.len() >= KEY_BYTES && bytes.count() == items.len();
            self.add(path, is_key.then_some(PastedSecret::PrivateKey));
        }
    }
}

/// Returns whether a text is the id of a wallet with its hyphens. Two of them have as many digits as a private key.
fn is_wallet_id(text: &str) -> bool {
    text.contains('-') && text.parse::<WalletId>().is_ok()
}

/// Returns whether a text is a signature of a wallet, which is longer than a private key.
fn is_signature(text: &str) -> bool {
    let digits = text.strip_prefix("0x").unwrap_or_default();
    digits.len() >= 2 * SIGNATURE_BYTES && digits.bytes().all(|digit| digit.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    const PHRASE: &str = "legal winner thank year wave sausage worth useful legal winner thank yellow";

    /// Checks a body as it is parsed from a request.
    fn checked(body: &Value, policy: SecretPolicy) -> Result<(), Problem> {
        check(
            &super::super::bounds::read(body.to_string().as_bytes()).unwrap(),
            policy,
        )
    }

    fn fields_of(result: Result<(), Problem>) -> Vec<String> {
        match result {
            Err(Problem::InvalidInput { fields, .. }) => fields.into_keys().collect(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn ids_of_wallets_are_no_parts_of_a_key() {
        let ids = |count: usize| vec!["01994b2e-7c1a-7b3e-9a55-0d8a6f1f2c11"; count];
        for count in 1..=4 {
            assert!(checked(&json!({"wallets": ids(count)}), SecretPolicy::RejectAll).is_ok());
        }
        assert_eq!(
            fields_of(checked(&json!({"list": ids(2)}), SecretPolicy::RejectAll)),
            ["list"]
        );
        let halves = ["4c".repeat(16), "7b".repeat(16)];
        assert_eq!(
            fields_of(checked(&json!({ "wallets": halves }), SecretPolicy::RejectAll)),
            ["wallets"]
        );
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
            (json!({"signature": PHRASE}), "signature"),
            (json!({"signature": format!("0x{}", "4c".repeat(32))}), "signature"),
            (json!({"note": format!("0x{}1b", "4c".repeat(64))}), "note"),
        ] {
            assert_eq!(fields_of(checked(&body, SecretPolicy::RejectAll)), [path], "{body}");
            let form = body.as_object().unwrap().iter().map(|(name, value)| {
                let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                (name.clone(), text)
            });
            let form: Vec<_> = form.collect();
            assert_eq!(
                fields_of(check_form(&form, SecretPolicy::RejectAll)),
                [path],
                "{form:?}"
            );
        }
    }

    #[test]
    fn signatures_of_wallets_pass() {
        for bytes in [65, 66, 500] {
            let body = json!({"signature": format!("0x{}", "4c".repeat(bytes))});
            assert!(checked(&body, SecretPolicy::RejectAll).is_ok(), "{bytes} bytes");
        }
    }

    #[test]
    fn hashes_are_accepted_where_they_are_expected() {
        let policy = SecretPolicy::AllowHashes {
            texts: &["text"],
            notes: &["note", "conditions"],
        };
        let hash = format!("0x{}", "4c".repeat(32));
        let passes = |body: Value| checked(&body, policy).is_ok();
        assert!(passes(json!({"text": format!("The swap {hash} is missing.")})));
        assert!(passes(json!({"note": hash})));
        assert!(passes(json!({"conditions": [{"value": hash}]})));
        assert!(!passes(json!({"text": hash})));
        assert!(!passes(json!({"note": format!("private key: {hash}")})));
        assert!(!passes(json!({"note": PHRASE})));
        assert!(!passes(json!({"other": hash})));
        let form = [("note".to_owned(), hash)];
        assert!(check_form(&form, policy).is_ok());
    }

    #[test]
    fn other_texts_and_allowed_fields_pass() {
        let body = json!({
            "a": "vitalik.eth", "rows": ["0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045", "Savings"], "n": [1, 2, 3], "list": PHRASE
        });
        assert!(checked(&body, SecretPolicy::AllowIn(&["list"])).is_ok());
        assert_eq!(fields_of(checked(&body, SecretPolicy::AllowIn(&["a"]))), ["list"]);
    }
}
