//! What a key of Binance may do: `GET /sapi/v1/account/apiRestrictions`.
//!
//! It returns `{"ipRestrict": true, "createTime": 1698645219000, "enableReading": true, "enableWithdrawals": false, …}`, without an end of
//! the key and without the addresses to which it is bound. `canTrade` and the like in other answers are about the account, not about the
//! key. Written from the documentation of July 2026; no live run has confirmed it yet.

use ports::{KeyEnd, KeyNetwork, KeyRights, RightAccess, json::Json};

use crate::exchange::account::{KnownRight, granted, missing};

/// The rights of the documentation, with their places in the menu.
pub(super) const RIGHTS: [KnownRight; 11] = [
    KnownRight {
        is_needed: true,
        ..reads("enableReading", "Edit restrictions - Enable Reading")
    },
    reads("enableFixReadOnly", "Edit restrictions - FIX API read only"),
    changes("enableWithdrawals", "Edit restrictions - Enable Withdrawals"),
    changes("enableInternalTransfer", "Edit restrictions - Internal Transfer"),
    changes("permitsUniversalTransfer", "Edit restrictions - Universal Transfer"),
    changes(
        "enableSpotAndMarginTrading",
        "Edit restrictions - Spot & Margin Trading",
    ),
    changes("enableMargin", "Edit restrictions - Margin Loan, Repay & Transfer"),
    changes("enableFutures", "Edit restrictions - Futures"),
    changes("enableVanillaOptions", "Edit restrictions - Options"),
    changes("enableFixApiTrade", "Edit restrictions - FIX API trading"),
    changes(
        "enablePortfolioMarginTrading",
        "Edit restrictions - Portfolio Margin Trading",
    ),
];

/// The rights that Binance added later. An answer may lack them; all others are stated in each answer.
const ADDED_LATER: [&str; 3] = ["enableFixReadOnly", "enableFixApiTrade", "enablePortfolioMarginTrading"];
const BOUND: &str = "ipRestrict";

const fn reads(name: &'static str, menu: &'static str) -> KnownRight {
    KnownRight {
        name,
        access: RightAccess::Reads,
        menu,
        is_needed: false,
    }
}

const fn changes(name: &'static str, menu: &'static str) -> KnownRight {
    KnownRight {
        access: RightAccess::Changes,
        ..reads(name, menu)
    }
}

/// Reads the answer. Fails where a right is missing or unreadable, so that a key is never taken for a read-only one by mistake.
pub(super) fn read(answer: &Json) -> Result<KeyRights, &'static str> {
    let fields = answer.as_object().ok_or("no rights of the key")?;
    let is_complete = RIGHTS.iter().all(|right| match fields.get(right.name) {
        Some(flag) => flag.as_bool().is_some(),
        None => ADDED_LATER.contains(&right.name),
    });
    if !is_complete {
        return Err("a right of the key is missing or unreadable");
    }
    let is_bound = answer[BOUND].as_bool();
    let is_bound = is_bound.ok_or("it is not stated whether the key is bound to addresses")?;
    let names = fields
        .iter()
        .filter(|(name, value)| *name != BOUND && is_granted(value));
    let granted = granted(&RIGHTS, names.map(|(name, _)| name.as_str()));
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

/// Returns whether a field grants something. Times are numbers; a list or an object of an unknown name could be a new form of rights.
fn is_granted(value: &Json) -> bool {
    match value {
        Json::Bool(flag) => *flag,
        Json::String(text) => text.eq_ignore_ascii_case("true"),
        Json::Array(_) | Json::Object(_) => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use ports::GrantedRight;
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
