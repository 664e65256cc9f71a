//! What a key of Kraken may do: `GetApiKeyInfo`, which needs no right itself.
//!
//! It returns `{"permissions": ["query-funds", …], "ipAllowlist": [], "validUntil": "0", "queryFrom": "0", "queryTo": "0", …}`: times
//! are Unix seconds, as text or as number, and 0 where there is none. Written from the documentation of November 2026; no live run has
//! confirmed it yet.

use ports::{KeyEnd, KeyNetwork, KeyRights, Timestamp, json::Json};

use crate::exchange::account::{KnownRight, granted, missing};

/// The rights of the documentation, with their names in the menu. Streams (`create-ws-token`) also let a program trade that has further
/// rights, and are not needed.
pub(super) const RIGHTS: [KnownRight; 13] = [
    KnownRight::reads("query-funds", "Funds permissions - Query", true),
    KnownRight::reads(
        "query-open-trades",
        "Orders and trades - Query open orders & trades",
        true,
    ),
    KnownRight::reads(
        "query-closed-trades",
        "Orders and trades - Query closed orders & trades",
        true,
    ),
    KnownRight::reads("query-ledger", "Data - Query ledger entries", true),
    KnownRight::reads("export-data", "Data - Export data", false),
    KnownRight::changes("add-funds", "Funds permissions - Deposit"),
    KnownRight::changes("withdraw-funds", "Funds permissions - Withdraw"),
    KnownRight::changes("earn-funds", "Funds permissions - Earn"),
    KnownRight::changes("modify-trades", "Orders and trades - Create & modify orders"),
    KnownRight::changes("close-trades", "Orders and trades - Cancel & close orders"),
    KnownRight::changes("create-ws-token", "WebSocket interface - On"),
    KnownRight::changes("add-withdraw-address", "Add withdrawal addresses"),
    KnownRight::changes("update-withdraw-address", "Update withdrawal addresses"),
];

/// The most addresses and networks of a key that are shown.
const MANY: usize = 100;

/// Reads the answer. Fails where the list of rights is missing or unreadable, so that a key is never taken for a read-only one by
/// mistake.
pub(super) fn read(answer: &Json) -> Result<KeyRights, &'static str> {
    let names = texts(&answer["permissions"]).ok_or("no list of the key's rights")?;
    let granted = granted(&RIGHTS, names);
    Ok(KeyRights {
        missing: missing(&RIGHTS, &granted),
        granted: Some(granted),
        network: network(&answer["ipAllowlist"])?,
        end: match answer.get("validUntil") {
            None => KeyEnd::NotStated,
            Some(until) => time(until)?.map_or(KeyEnd::Never, KeyEnd::At),
        },
        history: (optional_time(&answer["queryFrom"])?, optional_time(&answer["queryTo"])?),
    })
}

fn texts(list: &Json) -> Option<Vec<&str>> {
    list.as_array()?.iter().map(Json::as_str).collect()
}

fn network(list: &Json) -> Result<KeyNetwork, &'static str> {
    if list.is_null() {
        return Ok(KeyNetwork::NotStated);
    }
    let is_address = |text: &&str| {
        let fits = |byte: u8| byte.is_ascii_hexdigit() || b".:/".contains(&byte);
        (2..=64).contains(&text.len()) && text.bytes().all(fits)
    };
    match texts(list) {
        Some(addresses) if addresses.is_empty() => Ok(KeyNetwork::Any),
        Some(addresses) if addresses.len() <= MANY && addresses.iter().all(is_address) => {
            Ok(KeyNetwork::Only(addresses.into_iter().map(str::to_owned).collect()))
        }
        _ => Err("an unreadable list of the key's addresses"),
    }
}

fn optional_time(value: &Json) -> Result<Option<Timestamp>, &'static str> {
    if value.is_null() { Ok(None) } else { time(value) }
}

/// Reads a Unix time; `None` for 0.
fn time(value: &Json) -> Result<Option<Timestamp>, &'static str> {
    let number = value.as_u64().or_else(|| value.as_str()?.parse().ok());
    let seconds = number.and_then(|seconds| i64::try_from(seconds).ok().filter(|seconds| *seconds < 1 << 40));
    match seconds {
        Some(0) => Ok(None),
        Some(seconds) => Ok(Some(Timestamp::from_seconds(seconds))),
        None => Err("an unreadable time of the key"),
    }
}

#[cfg(test)]
mod tests {
    use ports::{GrantedRight, RightAccess};

    use super::*;
    use crate::http_client::ANSWER;

    fn rights(text: &str) -> Result<KeyRights, &'static str> {
        read(&ports::json::read(text.as_bytes(), ANSWER).unwrap())
    }

    #[test]
    fn a_reading_key_has_nothing_to_refuse() {
        let rights = rights(
            r#"{"apiKeyName": "Spyhop", "permissions": ["query-funds", "query-open-trades", "query-closed-trades", "query-ledger"],
                "ipAllowlist": ["203.0.113.24", "2001:db8::/32"], "validUntil": "1800000000", "queryFrom": "0", "queryTo": 0}"#,
        )
        .unwrap();
        assert_eq!((rights.excess().len(), rights.missing.len()), (0, 0));
        assert!(rights.granted.unwrap().iter().all(|right| right.switch.is_empty()));
        let addresses = ["203.0.113.24", "2001:db8::/32"].map(str::to_owned);
        assert_eq!(rights.network, KeyNetwork::Only(addresses.to_vec()));
        assert_eq!(rights.end, KeyEnd::At(Timestamp::from_seconds(1_800_000_000)));
        assert_eq!(rights.history, (None, None));
    }

    #[test]
    fn every_right_to_change_something_is_refused_with_its_place_in_the_menu() {
        for right in RIGHTS.iter().filter(|right| right.access == RightAccess::Changes) {
            let rights = rights(&format!(r#"{{"permissions": ["query-funds", "{}"]}}"#, right.name)).unwrap();
            let excess: Vec<(&str, &str)> = rights
                .excess()
                .iter()
                .map(|one| (one.name.as_str(), one.switch.as_str()))
                .collect();
            assert_eq!(excess, [(right.name, right.menu)]);
        }
    }

    #[test]
    fn an_unknown_right_is_refused_and_a_missing_one_is_named() {
        let rights = rights(r#"{"permissions": ["query-funds", "export-data", "teleport-funds", "teleport-funds"], "queryFrom": 1600000000}"#).unwrap();
        let unknown = GrantedRight {
            name: "teleport-funds".to_owned(),
            access: RightAccess::Unknown,
            switch: String::new(),
        };
        assert_eq!(rights.excess(), [&unknown]);
        assert_eq!(rights.missing.len(), 3);
        assert_eq!(rights.missing[2], "Data - Query ledger entries");
        assert_eq!(rights.history, (Some(Timestamp::from_seconds(1_600_000_000)), None));
        assert_eq!((rights.network, rights.end), (KeyNetwork::NotStated, KeyEnd::NotStated));
    }

    #[test]
    fn zero_means_without_an_end_and_an_empty_list_any_address() {
        let rights = rights(r#"{"permissions": [], "ipAllowlist": [], "validUntil": "0"}"#).unwrap();
        assert_eq!((rights.network, rights.end), (KeyNetwork::Any, KeyEnd::Never));
        assert_eq!(rights.missing.len(), 4);
    }

    #[test]
    fn an_unreadable_answer_fails() {
        for text in [
            "{}",
            r#"{"permissions": null}"#,
            r#"{"permissions": "query-funds"}"#,
            r#"{"permissions": ["query-funds", 7]}"#,
            r#"{"permissions": [], "ipAllowlist": "203.0.113.24"}"#,
            r#"{"permissions": [], "ipAllowlist": ["<script>"]}"#,
            r#"{"permissions": [], "validUntil": "next year"}"#,
            r#"{"permissions": [], "queryTo": -5}"#,
        ] {
            assert!(rights(text).is_err(), "{text}");
        }
    }
}
