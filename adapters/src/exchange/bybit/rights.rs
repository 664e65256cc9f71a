//! What a key of Bybit may do: `GET /v5/user/query-api`.
//!
//! It returns `{"readOnly": 1, "permissions": {"Spot": ["SpotTrade"], "Wallet": ["AccountTransfer"], …}, "ips": ["*"],
//! "expiredAt": "2023-05-15T03:13:24Z", …}`. The scopes of `permissions` are what a key may trade and move, or only read where `readOnly` is 1.
//! A key that is bound to no address (`*`) ends. Written from the documentation of July 2026; no live run has confirmed it yet.

use ports::{KeyEnd, KeyRights, Timestamp, json::Json};

use crate::exchange::account::{KnownRight, bound_to, granted, missing};

/// The right that a key has where it may do more than read.
const READ_WRITE: &str = "Read-Write";

/// The rights of the documentation, with their places in the menu. The right to withdraw is refused even where the key is stated to be a
/// read-only one.
pub(super) const RIGHTS: [KnownRight; 19] = [
    KnownRight::changes(READ_WRITE, "API - Key permission - choose Read-Only"),
    KnownRight::changes("Withdraw", "API - Assets - Withdrawal"),
    KnownRight::reads("SpotTrade", "API - SPOT - Trade", true),
    KnownRight::reads("AccountTransfer", "API - Assets - Account Transfer", true),
    KnownRight::reads("Earn", "API - Earn", true),
    KnownRight::reads("ExchangeHistory", "API - Exchange - Exchange History", false),
    KnownRight::reads("SubMemberTransfer", "API - Assets - Subaccount Transfer", false),
    KnownRight::reads("SubMemberTransferList", "API - Assets - Subaccount Transfer", false),
    KnownRight::reads("Order", "API - Contract - Orders", false),
    KnownRight::reads("Position", "API - Contract - Positions", false),
    KnownRight::reads("OptionsTrade", "API - USDC Contracts - Trade", false),
    KnownRight::reads("DerivativesTrade", "API - Derivatives - Trade", false),
    KnownRight::reads("CopyTrading", "API - Copy Trading", false),
    KnownRight::reads("BlockTrade", "API - Block Trade", false),
    KnownRight::reads("NFTQueryProductList", "API - NFT", false),
    KnownRight::reads("Affiliate", "API - Affiliate", false),
    KnownRight::reads("FiatP2POrder", "API - P2P - Orders", false),
    KnownRight::reads("Advertising", "API - P2P - Ads", false),
    KnownRight::reads("FiatBitPayOrder", "API - Bybit Pay", false),
];

/// The address of a key that is bound to none.
const ANY_ADDRESS: &str = "*";

/// Reads the answer. Fails where the rights or the addresses are missing or unreadable, so that a key is never taken for a read-only one
/// by mistake.
pub(super) fn read(answer: &Json) -> Result<KeyRights, &'static str> {
    let writes: &[&str] = match answer["readOnly"].as_i64() {
        Some(1) => &[],
        Some(0) => &[READ_WRITE],
        _ => return Err("it is not stated whether the key only reads"),
    };
    let scopes = answer["permissions"].as_object().ok_or("no rights of the key")?;
    let mut names = Vec::new();
    for scopes in scopes.values() {
        names.extend(texts(scopes).ok_or("a right of the key is unreadable")?);
    }
    let addresses = texts(&answer["ips"]).ok_or("it is not stated whether the key is bound to addresses")?;
    let is_bound = !addresses.is_empty() && !addresses.contains(&ANY_ADDRESS);
    let network = bound_to(if is_bound { addresses } else { Vec::new() });
    let granted = granted(&RIGHTS, writes.iter().copied().chain(names));
    Ok(KeyRights {
        missing: missing(&RIGHTS, &granted),
        granted: Some(granted),
        network,
        end: end(&answer["expiredAt"], is_bound),
        history: (None, None),
    })
}

fn texts(list: &Json) -> Option<Vec<&str>> {
    list.as_array()?.iter().map(Json::as_str).collect()
}

/// Returns the end of a key. Only keys that are bound to no address, or whose owner changed the password, have one.
fn end(stated: &Json, is_bound: bool) -> KeyEnd {
    let time = stated.as_str().and_then(|text| text.parse::<jiff::Timestamp>().ok());
    match time.map(jiff::Timestamp::as_millisecond).filter(|millis| *millis > 0) {
        Some(millis) => KeyEnd::At(Timestamp::from_millis(millis)),
        None if is_bound => KeyEnd::Never,
        None => KeyEnd::NotStated,
    }
}

#[cfg(test)]
mod tests {
    use ports::KeyNetwork;
    use serde_json::{Value, json};

    use super::*;
    use crate::http_client::ANSWER;

    fn answer(changed: &[(&str, Value)]) -> Value {
        let mut answer = json!({
            "readOnly": 1, "ips": ["203.0.113.24"], "expiredAt": "", "type": 1, "uta": 1,
            "permissions": { "Spot": ["SpotTrade"], "Wallet": ["AccountTransfer"], "Earn": ["Earn"], "NFT": [], "FiatConvertBroker": [] },
        });
        for (name, value) in changed {
            answer[*name] = value.clone();
        }
        answer
    }

    fn rights(changed: &[(&str, Value)]) -> Result<KeyRights, &'static str> {
        read(&ports::json::read(answer(changed).to_string().as_bytes(), ANSWER).unwrap())
    }

    fn excess(changed: &[(&str, Value)]) -> Vec<(String, bool)> {
        let rights = rights(changed).unwrap();
        let excess = rights.excess().into_iter();
        excess.map(|one| (one.name.clone(), one.switch.is_empty())).collect()
    }

    #[test]
    fn a_reading_key_has_nothing_to_refuse() {
        let bound = rights(&[]).unwrap();
        assert_eq!((bound.excess().len(), bound.missing.len()), (0, 0));
        assert_eq!(bound.network, KeyNetwork::Only(vec!["203.0.113.24".to_owned()]));
        assert_eq!(bound.end, KeyEnd::Never);
        let end = json!("2023-05-15T03:13:24Z");
        for ips in [json!(["*"]), json!([])] {
            let loose = rights(&[("ips", ips), ("expiredAt", end.clone())]).unwrap();
            assert_eq!(loose.network, KeyNetwork::Any);
            assert_eq!(loose.end, KeyEnd::At(Timestamp::from_seconds(1_684_120_404)));
        }
        assert_eq!(rights(&[("ips", json!(["*"]))]).unwrap().end, KeyEnd::NotStated);
        let without = json!({ "Spot": [], "Wallet": ["AccountTransfer"] });
        let without = rights(&[("permissions", without)]).unwrap();
        assert_eq!(without.missing, ["API - SPOT - Trade", "API - Earn"]);
    }

    #[test]
    fn a_right_to_change_something_or_an_unknown_one_is_refused() {
        assert_eq!(excess(&[("readOnly", json!(0))]), [("Read-Write".to_owned(), false)]);
        let scopes = json!({ "Wallet": ["AccountTransfer", "Withdraw"], "Earn": ["Earn"], "Portal": ["Teleport"] });
        assert_eq!(
            excess(&[("permissions", scopes)]),
            [("Teleport".to_owned(), true), ("Withdraw".to_owned(), false)]
        );
    }

    #[test]
    fn an_answer_without_its_parts_fails() {
        for (name, value) in [
            ("readOnly", json!(null)),
            ("readOnly", json!(2)),
            ("readOnly", json!("1")),
            ("readOnly", json!(true)),
            ("permissions", json!(null)),
            ("permissions", json!([])),
            ("permissions", json!({ "Spot": "SpotTrade" })),
            ("permissions", json!({ "Spot": [1] })),
            ("ips", json!(null)),
            ("ips", json!("*")),
        ] {
            assert!(rights(&[(name, value.clone())]).is_err(), "{name}: {value}");
        }
    }
}
