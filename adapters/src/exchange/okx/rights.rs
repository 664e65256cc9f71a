//! What a key of OKX may do: `GET /api/v5/account/config`.
//!
//! It returns `[{"perm": "read_only,trade", "ip": "203.0.113.24", "uid": "…", "mainUid": "…", "acctLv": "2", …}]`: `ip` is empty where the
//! key is bound to no address. The end of a key is not stated. Written from the documentation of June 2026; no live run has confirmed it
//! yet.

use ports::{KeyEnd, KeyRights, json::Json};

use crate::exchange::account::{KnownRight, listed_addresses, listed_rights, missing};

/// The rights of the documentation, with their places in the menu.
pub(super) const RIGHTS: [KnownRight; 3] = [
    KnownRight::reads("read_only", "API - Permissions - Read", true),
    KnownRight::changes("trade", "API - Permissions - Trade"),
    KnownRight::changes("withdraw", "API - Permissions - Withdraw"),
];

/// Reads the answer. Fails where the rights or the addresses are missing or unreadable, so that a key is never taken for a read-only one
/// by mistake.
pub(super) fn read(answer: &Json) -> Result<KeyRights, &'static str> {
    let [account] = answer.as_array().unwrap_or_default() else {
        return Err("the settings of another number of accounts than one");
    };
    let granted = listed_rights(&RIGHTS, account["perm"].as_str())?;
    let addresses = account["ip"].as_str();
    let addresses = addresses.ok_or("it is not stated whether the key is bound to addresses")?;
    Ok(KeyRights {
        missing: missing(&RIGHTS, &granted),
        granted: Some(granted),
        network: listed_addresses(addresses),
        end: KeyEnd::NotStated,
        history: (None, None),
    })
}

#[cfg(test)]
mod tests {
    use ports::KeyNetwork;
    use serde_json::{Value, json};

    use super::*;
    use crate::http_client::ANSWER;

    fn rights(answer: &Value) -> Result<KeyRights, &'static str> {
        read(&ports::json::read(answer.to_string().as_bytes(), ANSWER).unwrap())
    }

    fn excess(rights: &KeyRights) -> Vec<(&str, &str)> {
        let excess = rights.excess().into_iter();
        excess.map(|one| (one.name.as_str(), one.switch.as_str())).collect()
    }

    #[test]
    fn a_reading_key_has_nothing_to_refuse() {
        let read = rights(&json!([{ "perm": "read_only", "ip": "203.0.113.24, 203.0.113.25", "uid": "1" }])).unwrap();
        assert_eq!((read.excess().len(), read.missing.len()), (0, 0));
        let addresses = ["203.0.113.24", "203.0.113.25"].map(str::to_owned).to_vec();
        assert_eq!(read.network, KeyNetwork::Only(addresses));
        assert_eq!((read.end, read.history), (KeyEnd::NotStated, (None, None)));
        let loose = rights(&json!([{ "perm": "read_only", "ip": "" }])).unwrap();
        assert_eq!(loose.network, KeyNetwork::Any);
    }

    #[test]
    fn a_right_to_change_something_or_an_unknown_one_is_refused() {
        let all = rights(&json!([{ "perm": "read_only,withdraw, trade,teleport", "ip": "" }])).unwrap();
        assert_eq!(
            excess(&all),
            [
                ("withdraw", "API - Permissions - Withdraw"),
                ("trade", "API - Permissions - Trade"),
                ("teleport", ""),
            ]
        );
        let only = rights(&json!([{ "perm": "trade", "ip": "" }])).unwrap();
        assert_eq!((excess(&only).len(), only.missing.len()), (1, 1));
        let other_case = rights(&json!([{ "perm": "Read_Only", "ip": "" }])).unwrap();
        assert_eq!(excess(&other_case), [("Read_Only", "")]);
    }

    #[test]
    fn an_answer_without_its_parts_fails() {
        let whole = json!({ "perm": "read_only", "ip": "" });
        for answer in [
            json!([]),
            json!({}),
            json!(null),
            json!([whole, whole]),
            json!([{ "ip": "" }]),
            json!([{ "perm": "read_only" }]),
            json!([{ "perm": "", "ip": "" }]),
            json!([{ "perm": " , ", "ip": "" }]),
            json!([{ "perm": ["read_only"], "ip": "" }]),
            json!([{ "perm": "read_only", "ip": null }]),
        ] {
            assert!(rights(&answer).is_err(), "{answer}");
        }
    }
}
