//! What a key of Coinbase may do: `GET /api/v3/brokerage/key_permissions`.
//!
//! It returns `{"can_view": true, "can_trade": false, "can_transfer": false, "portfolio_uuid": "…", "portfolio_type": "DEFAULT"}`,
//! without the addresses to which the key is bound and without its end. Written from the documentation of 2026; no live run has confirmed
//! it yet.

use ports::{KeyRights, json::Json};

use crate::exchange::account::{KnownRight, RightFlags};

/// The rights of the documentation, with their names in the menu.
pub(super) const RIGHTS: [KnownRight; 3] = [
    KnownRight::reads("can_view", "API key permissions - View", true),
    KnownRight::changes("can_trade", "API key permissions - Trade"),
    KnownRight::changes("can_transfer", "API key permissions - Transfer"),
];
const FLAGS: RightFlags = RightFlags {
    rights: &RIGHTS,
    optional: &[],
    others: &["portfolio_uuid", "portfolio_type"],
};

/// Reads the answer. Fails where a right is missing or unreadable.
pub(super) fn read(answer: &Json) -> Result<KeyRights, &'static str> {
    FLAGS.rights_only(answer)
}

#[cfg(test)]
mod tests {
    use ports::{KeyEnd, KeyNetwork};
    use serde_json::{Value, json};

    use super::*;
    use crate::http_client::ANSWER;

    fn rights(changed: &[(&str, Value)]) -> Result<KeyRights, &'static str> {
        let mut answer = json!({
            "can_view": true, "can_trade": false, "can_transfer": false, "portfolio_uuid": "1b2c", "portfolio_type": "DEFAULT",
        });
        for (name, value) in changed {
            answer[*name] = value.clone();
        }
        read(&ports::json::read(answer.to_string().as_bytes(), ANSWER).unwrap())
    }

    #[test]
    fn a_reading_key_has_nothing_to_refuse() {
        let read = rights(&[]).unwrap();
        assert_eq!((read.excess().len(), read.missing.len()), (0, 0));
        assert_eq!((read.network, read.end), (KeyNetwork::NotStated, KeyEnd::NotStated));
        let blind = rights(&[("can_view", json!(false))]).unwrap();
        assert_eq!(blind.missing, ["API key permissions - View"]);
    }

    #[test]
    fn rights_to_change_something_and_unknown_ones_are_refused() {
        for (name, menu) in [
            ("can_trade", "API key permissions - Trade"),
            ("can_transfer", "API key permissions - Transfer"),
            ("can_teleport", ""),
        ] {
            let rights = rights(&[(name, json!(true))]).unwrap();
            let excess = rights.excess();
            let excess: Vec<_> = excess
                .iter()
                .map(|one| (one.name.as_str(), one.switch.as_str()))
                .collect();
            assert_eq!(excess, [(name, menu)]);
        }
        for granted in [json!("true"), json!(["trade"]), json!({ "trade": true })] {
            assert_eq!(rights(&[("scopes", granted)]).unwrap().excess().len(), 1);
        }
    }

    #[test]
    fn an_answer_that_lacks_a_right_fails() {
        for right in RIGHTS {
            for unreadable in [json!(null), json!("false"), json!(0)] {
                assert!(rights(&[(right.name, unreadable)]).is_err(), "{}", right.name);
            }
        }
        for text in ["{}", "[]", "null", r#"{"can_view": true}"#] {
            assert!(
                read(&ports::json::read(text.as_bytes(), ANSWER).unwrap()).is_err(),
                "{text}"
            );
        }
    }
}
