//! What a key of HTX may do: `GET /v2/user/api-key`, with the number of the person from `GET /v2/user/uid`.
//!
//! It returns `[{"accessKey": "…", "status": "normal", "permission": "readOnly,trade", "ipAddresses": "203.0.113.24", "validDays": -1, …}]` with
//! the keys that were requested; `validDays` is -1 where the key does not end. Written from the documentation and public clients of June 2026;
//! no live run has confirmed it yet.

use std::time::Duration;

use ports::{KeyEnd, KeyRights, Timestamp, json::Json};

use crate::exchange::account::{KnownRight, listed_addresses, listed_rights, missing};

/// The rights of the documentation, with their places in the menu.
pub(super) const RIGHTS: [KnownRight; 3] = [
    KnownRight::reads("readOnly", "API Management - Read-only", true),
    KnownRight::changes("trade", "API Management - Trade"),
    KnownRight::changes("withdraw", "API Management - Withdraw"),
];

const NORMAL: &str = "normal";
const EXPIRED: &str = "expired";
const DAY: Duration = Duration::from_hours(24);

/// What the look-up of a key returns.
pub(super) enum StatedKey {
    /// The key has ended.
    Ended,
    Usable(KeyRights),
}

/// Reads the answer. Fails where it is about another key, and where the rights or the addresses are missing or unreadable, so that a key is
/// never taken for a read-only one by mistake.
pub(super) fn read(answer: &Json, key: &str, now: Timestamp) -> Result<StatedKey, &'static str> {
    let [own] = answer.as_array().unwrap_or_default() else {
        return Err("the rights of another number of keys than one");
    };
    if own["accessKey"].as_str() != Some(key) {
        return Err("the rights of another key");
    }
    match own["status"].as_str() {
        Some(NORMAL) => {}
        Some(EXPIRED) => return Ok(StatedKey::Ended),
        _ => return Err("a key in an unknown state"),
    }
    let granted = listed_rights(&RIGHTS, own["permission"].as_str())?;
    let addresses = own["ipAddresses"].as_str();
    let addresses = addresses.ok_or("it is not stated whether the key is bound to addresses")?;
    Ok(StatedKey::Usable(KeyRights {
        missing: missing(&RIGHTS, &granted),
        granted: Some(granted),
        network: listed_addresses(addresses),
        end: end(&own["validDays"], now),
        history: (None, None),
    }))
}

fn end(valid_days: &Json, now: Timestamp) -> KeyEnd {
    match valid_days.as_i64() {
        Some(-1) => KeyEnd::Never,
        Some(days) => {
            u32::try_from(days).map_or(KeyEnd::NotStated, |days| KeyEnd::At(now.plus(DAY.saturating_mul(days))))
        }
        None => KeyEnd::NotStated,
    }
}

#[cfg(test)]
mod tests {
    use ports::KeyNetwork;
    use serde_json::{Value, json};

    use super::*;
    use crate::http_client::ANSWER;

    const NOW: Timestamp = Timestamp::from_seconds(1_700_000_000);

    fn key(changed: &[(&str, Value)]) -> Value {
        let mut key = json!({ "accessKey": "own", "status": "normal", "note": "Spyhop", "permission": "readOnly", "ipAddresses": "", "validDays": -1 });
        for (name, value) in changed {
            key[*name] = value.clone();
        }
        key
    }

    fn read_answer(answer: &Value) -> Result<StatedKey, &'static str> {
        read(
            &ports::json::read(answer.to_string().as_bytes(), ANSWER).unwrap(),
            "own",
            NOW,
        )
    }

    fn rights(changed: &[(&str, Value)]) -> KeyRights {
        match read_answer(&json!([key(changed)])).unwrap() {
            StatedKey::Usable(rights) => rights,
            StatedKey::Ended => panic!("the key has ended"),
        }
    }

    #[test]
    fn a_reading_key_has_nothing_to_refuse() {
        let loose = rights(&[("validDays", json!(7))]);
        assert_eq!(
            (loose.excess().len(), loose.missing.len(), loose.network),
            (0, 0, KeyNetwork::Any)
        );
        assert_eq!(loose.end, KeyEnd::At(NOW.plus(7 * DAY)));
        let bound = rights(&[("ipAddresses", json!("203.0.113.24,203.0.113.25"))]);
        let addresses = ["203.0.113.24", "203.0.113.25"].map(str::to_owned).to_vec();
        assert_eq!((bound.network, bound.end), (KeyNetwork::Only(addresses), KeyEnd::Never));
        assert_eq!(rights(&[("validDays", json!(null))]).end, KeyEnd::NotStated);
        let ended = read_answer(&json!([key(&[("status", json!("expired"))])]));
        assert!(matches!(ended, Ok(StatedKey::Ended)));
    }

    #[test]
    fn a_right_to_change_something_or_an_unknown_one_is_refused() {
        let all = rights(&[("permission", json!("trade,readOnly, withdraw,teleport"))]);
        let excess: Vec<_> = all
            .excess()
            .iter()
            .map(|one| (one.name.as_str(), one.switch.as_str()))
            .collect();
        let expected = [
            ("trade", "API Management - Trade"),
            ("withdraw", "API Management - Withdraw"),
            ("teleport", ""),
        ];
        assert_eq!(excess, expected);
        assert_eq!(
            rights(&[("permission", json!("trade"))]).missing,
            ["API Management - Read-only"]
        );
    }

    #[test]
    fn an_answer_without_its_parts_or_about_another_key_fails() {
        for answer in [
            json!([]),
            json!({}),
            json!([key(&[]), key(&[])]),
            json!([key(&[("accessKey", json!("other"))])]),
            json!([key(&[("status", json!("strange"))])]),
            json!([key(&[("permission", json!(null))])]),
            json!([key(&[("permission", json!(""))])]),
            json!([key(&[("permission", json!(["readOnly"]))])]),
            json!([key(&[("ipAddresses", json!(null))])]),
        ] {
            assert!(read_answer(&answer).is_err(), "{answer}");
        }
    }
}
