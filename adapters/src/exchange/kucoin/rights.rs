//! What a key of KuCoin may do: `GET /api/v1/user/api-key`.
//!
//! It returns `{"permission": "General,Spot", "ipWhitelist": "203.0.113.24", "expiredAt": null, "isMaster": true, "siteType": "global", …}`.
//! `ipWhitelist` is missing where the key is bound to no address; `expiredAt` is in milliseconds. Written from public clients of July 2026; no
//! live run has confirmed it yet.

use ports::{KeyEnd, KeyRights, Timestamp, json::Json};

use crate::exchange::account::{KnownRight, listed_addresses, listed_rights, missing, time_in_millis};

/// The rights of the documentation, with their places in the menu.
pub(super) const RIGHTS: [KnownRight; 9] = [
    KnownRight::reads("General", "API Management - General", true),
    KnownRight::changes("Spot", "API Management - Spot Trading"),
    KnownRight::changes("Margin", "API Management - Margin Trading"),
    KnownRight::changes("Futures", "API Management - Futures Trading"),
    KnownRight::changes("Unified", "API Management - Unified Trading"),
    KnownRight::changes("InnerTransfer", "API Management - Flex Transfers"),
    KnownRight::changes("Transfer", "API Management - Transfer and Withdrawal"),
    KnownRight::changes("Withdrawal", "API Management - Withdrawal"),
    KnownRight::changes("Earn", "API Management - Earn"),
];

/// Reads the answer. Fails where the rights or the addresses are missing or unreadable, so that a key is never taken for a read-only one
/// by mistake.
pub(super) fn read(answer: &Json) -> Result<KeyRights, &'static str> {
    let granted = listed_rights(&RIGHTS, answer["permission"].as_str())?;
    let addresses = match answer.get("ipWhitelist") {
        None | Some(Json::Null) => "",
        Some(stated) => stated.as_str().ok_or("the addresses of the key are unreadable")?,
    };
    Ok(KeyRights {
        missing: missing(&RIGHTS, &granted),
        granted: Some(granted),
        network: listed_addresses(addresses),
        end: end(answer.get("expiredAt")),
        history: (None, None),
    })
}

fn end(stated: Option<&Json>) -> KeyEnd {
    match stated {
        Some(Json::Null) => KeyEnd::Never,
        Some(time) => match time_in_millis(time).filter(|millis| *millis > 0) {
            Some(millis) => KeyEnd::At(Timestamp::from_millis(millis)),
            None => KeyEnd::NotStated,
        },
        None => KeyEnd::NotStated,
    }
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

    #[test]
    fn a_reading_key_has_nothing_to_refuse() {
        let read =
            rights(&json!({ "permission": "General", "ipWhitelist": "203.0.113.24,203.0.113.25", "expiredAt": null }))
                .unwrap();
        assert_eq!((read.excess().len(), read.missing.len()), (0, 0));
        let addresses = ["203.0.113.24", "203.0.113.25"].map(str::to_owned).to_vec();
        assert_eq!((read.network, read.end), (KeyNetwork::Only(addresses), KeyEnd::Never));
        let ending = rights(&json!({ "permission": "General", "expiredAt": 1_700_000_000_000_u64 })).unwrap();
        let end = KeyEnd::At(Timestamp::from_seconds(1_700_000_000));
        assert_eq!((ending.network, ending.end), (KeyNetwork::Any, end));
        let silent = rights(&json!({ "permission": "General", "ipWhitelist": "" })).unwrap();
        assert_eq!((silent.network, silent.end), (KeyNetwork::Any, KeyEnd::NotStated));
    }

    #[test]
    fn a_right_to_change_something_or_an_unknown_one_is_refused() {
        for right in RIGHTS.iter().filter(|right| !right.is_needed) {
            let read = rights(&json!({ "permission": format!("General, {}", right.name) })).unwrap();
            let excess: Vec<_> = read
                .excess()
                .iter()
                .map(|one| (one.name.as_str(), one.switch.as_str()))
                .collect();
            assert_eq!(excess, [(right.name, right.menu)]);
        }
        let other = rights(&json!({ "permission": "Spot,Teleport" })).unwrap();
        assert_eq!(
            (other.excess().len(), other.missing),
            (2, vec!["API Management - General".to_owned()])
        );
        assert_eq!(rights(&json!({ "permission": "general" })).unwrap().excess().len(), 1);
    }

    #[test]
    fn an_answer_without_its_parts_fails() {
        for answer in [
            json!({}),
            json!([]),
            json!({ "permission": null }),
            json!({ "permission": "" }),
            json!({ "permission": ["General"] }),
            json!({ "permission": "General", "ipWhitelist": [] }),
        ] {
            assert!(rights(&answer).is_err(), "{answer}");
        }
    }
}
