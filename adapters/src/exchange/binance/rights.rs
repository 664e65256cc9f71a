//! What a key of Binance may do: `GET /sapi/v1/account/apiRestrictions`.
//!
//! It returns `{"ipRestrict": true, "createTime": 1698645219000, "enableReading": true, "enableWithdrawals": false, …}`, without an end of
//! the key and without the addresses to which it is bound. `canTrade` and the like in other answers are about the account, not about the
//! key. Written from the documentation of July 2026; no live run has confirmed it yet.

use ports::{KeyEnd, KeyNetwork, KeyRights, json::Json};

use crate::exchange::account::{KnownRight, RightFlags, missing};

/// The rights of the documentation, with their places in the menu.
pub(super) const RIGHTS: [KnownRight; 11] = [
    KnownRight::reads("enableReading", "Edit restrictions - Enable Reading", true),
    KnownRight::reads("enableFixReadOnly", "Edit restrictions - FIX API read only", false),
    KnownRight::changes("enableWithdrawals", "Edit restrictions - Enable Withdrawals"),
    KnownRight::changes("enableInternalTransfer", "Edit restrictions - Internal Transfer"),
    KnownRight::changes("permitsUniversalTransfer", "Edit restrictions - Universal Transfer"),
    KnownRight::changes(
        "enableSpotAndMarginTrading",
        "Edit restrictions - Spot & Margin Trading",
    ),
    KnownRight::changes("enableMargin", "Edit restrictions - Margin Loan, Repay & Transfer"),
    KnownRight::changes("enableFutures", "Edit restrictions - Futures"),
    KnownRight::changes("enableVanillaOptions", "Edit restrictions - Options"),
    KnownRight::changes("enableFixApiTrade", "Edit restrictions - FIX API trading"),
    KnownRight::changes(
        "enablePortfolioMarginTrading",
        "Edit restrictions - Portfolio Margin Trading",
    ),
];

/// The rights that Binance added later. An answer may lack them; all others are stated in each answer.
const ADDED_LATER: [&str; 3] = ["enableFixReadOnly", "enableFixApiTrade", "enablePortfolioMarginTrading"];
const BOUND: &str = "ipRestrict";

const FLAGS: RightFlags = RightFlags {
    rights: &RIGHTS,
    optional: &ADDED_LATER,
    others: &[BOUND],
};

/// Reads the answer. Fails where a right is missing or unreadable.
pub(super) fn read(answer: &Json) -> Result<KeyRights, &'static str> {
    let granted = FLAGS.granted(answer)?;
    let is_bound = answer[BOUND].as_bool();
    let is_bound = is_bound.ok_or("it is not stated whether the key is bound to addresses")?;
    Ok(KeyRights {
        missing: missing(&RIGHTS, &granted),
        granted: Some(granted),
        network: if is_bound {
            KeyNetwork::Only(Vec::new())
        } else {
            KeyNetwork::Any
        },
        end: KeyEnd::NotStated,
        history: (None, None),
    })
}

#[cfg(test)]
mod tests {
    use ports::{GrantedRight, RightAccess};
    use serde_json::{Value, json};

    use super::*;
    use crate::http_client::ANSWER;

    fn answer(changed: &[(&str, Value)]) -> Value {
        let mut answer = json!({ "ipRestrict": true, "createTime": 1_698_645_219_000_u64 });
        for right in &RIGHTS {
            answer[right.name] = json!(right.access == RightAccess::Reads);
        }
        for (name, value) in changed {
            answer[*name] = value.clone();
        }
        answer
    }

    fn rights(answer: &Value) -> Result<KeyRights, &'static str> {
        read(&ports::json::read(answer.to_string().as_bytes(), ANSWER).unwrap())
    }

    #[test]
    fn a_reading_key_has_nothing_to_refuse() {
        let read = rights(&answer(&[(
            "tradingAuthorityExpirationTime",
            json!(1_628_985_600_000_u64),
        )]))
        .unwrap();
        assert_eq!((read.excess().len(), read.missing.len()), (0, 0));
        assert_eq!(read.network, KeyNetwork::Only(Vec::new()));
        assert_eq!((read.end, read.history), (KeyEnd::NotStated, (None, None)));
        let loose = rights(&answer(&[("ipRestrict", json!(false))])).unwrap();
        assert_eq!(loose.network, KeyNetwork::Any);
        let unread = rights(&answer(&[("enableReading", json!(false))])).unwrap();
        assert_eq!(unread.missing, ["Edit restrictions - Enable Reading"]);
    }

    #[test]
    fn every_right_to_change_something_is_refused_with_its_place_in_the_menu() {
        for right in RIGHTS.iter().filter(|right| right.access == RightAccess::Changes) {
            let rights = rights(&answer(&[(right.name, json!(true))])).unwrap();
            let excess = rights.excess();
            let excess: Vec<_> = excess
                .iter()
                .map(|one| (one.name.as_str(), one.switch.as_str()))
                .collect();
            assert_eq!(excess, [(right.name, right.menu)]);
        }
    }

    #[test]
    fn an_unknown_right_is_refused() {
        for granted in [json!(true), json!("true"), json!(["trade"]), json!({ "trade": true })] {
            let rights = rights(&answer(&[("enableTeleport", granted), ("enableOther", json!(false))])).unwrap();
            let unknown = GrantedRight {
                name: "enableTeleport".to_owned(),
                access: RightAccess::Unknown,
                switch: String::new(),
            };
            assert_eq!(rights.excess(), [&unknown]);
        }
    }

    #[test]
    fn an_answer_that_lacks_a_right_fails() {
        for right in RIGHTS.iter().map(|right| right.name).chain([BOUND]) {
            let mut lacking = answer(&[]);
            lacking.as_object_mut().unwrap().remove(right);
            let is_later = ADDED_LATER.contains(&right);
            assert_eq!(rights(&lacking).is_ok(), is_later, "{right}");
            for unreadable in [json!("false"), json!(0), json!(null)] {
                assert!(rights(&answer(&[(right, unreadable)])).is_err(), "{right}");
            }
        }
        for text in [json!({}), json!([]), json!(null), json!("yes")] {
            assert!(rights(&text).is_err(), "{text}");
        }
    }
}
