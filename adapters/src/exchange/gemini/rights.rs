//! What a key of Gemini may do: `POST /v1/roles`.
//!
//! It returns `{"isAuditor": true, "isFundManager": false, "isTrader": false}`, and for keys of groups `counterparty_id` and
//! `isAccountAdmin`. An auditor reads, and has no other role. The addresses to which a key is bound and its end are not stated. Written from
//! the documentation of September 2026; no live run has confirmed it yet.

use ports::{KeyRights, json::Json};

use crate::exchange::account::{KnownRight, RightFlags};

const ADMINISTRATOR: &str = "isAccountAdmin";
/// The roles of the documentation, with their names in the menu.
pub(super) const RIGHTS: [KnownRight; 4] = [
    KnownRight::reads("isAuditor", "API settings - Auditor", true),
    KnownRight::changes("isFundManager", "API settings - Fund Manager"),
    KnownRight::changes("isTrader", "API settings - Trader"),
    KnownRight::changes(ADMINISTRATOR, "API settings - Administrator"),
];
const FLAGS: RightFlags = RightFlags {
    rights: &RIGHTS,
    optional: &[ADMINISTRATOR],
    others: &["counterparty_id"],
};

/// Reads the answer. Fails where a role is missing or unreadable.
pub(super) fn read(answer: &Json) -> Result<KeyRights, &'static str> {
    FLAGS.rights_only(answer)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::exchange::account::test_answers::read_json;

    fn roles(auditor: bool, manager: bool, trader: bool) -> serde_json::Value {
        json!({ "isAuditor": auditor, "isFundManager": manager, "isTrader": trader })
    }

    #[test]
    fn only_an_auditor_is_accepted() {
        for (roles, excess, missing) in [
            (roles(true, false, false), vec![], 0),
            (roles(false, false, true), vec!["isTrader"], 1),
            (roles(false, true, true), vec!["isFundManager", "isTrader"], 1),
            (roles(true, true, false), vec!["isFundManager"], 0),
            (roles(false, false, false), vec![], 1),
        ] {
            let rights = read(&read_json(&roles)).unwrap();
            let names: Vec<&str> = rights.excess().iter().map(|right| right.name.as_str()).collect();
            assert_eq!((names, rights.missing.len()), (excess, missing), "{roles}");
        }
    }

    #[test]
    fn administrators_and_unknown_roles_are_refused() {
        for (name, granted) in [
            ("isAccountAdmin", json!(true)),
            ("isTeleporter", json!(true)),
            ("scopes", json!(["orders:create"])),
        ] {
            let mut roles = roles(true, false, false);
            roles[name] = granted;
            roles["counterparty_id"] = json!("EMONNYXJ");
            let rights = read(&read_json(&roles)).unwrap();
            assert_eq!(rights.excess().first().map(|right| right.name.as_str()), Some(name));
        }
        let mut roles = roles(true, false, false);
        roles["isAccountAdmin"] = json!("no");
        assert!(read(&read_json(&roles)).is_err(), "an unreadable role");
    }

    #[test]
    fn an_answer_that_lacks_a_role_fails() {
        for role in ["isAuditor", "isFundManager", "isTrader"] {
            let mut lacking = roles(true, false, false);
            lacking.as_object_mut().unwrap().remove(role);
            assert!(read(&read_json(&lacking)).is_err(), "{role}");
            let mut unreadable = roles(true, false, false);
            unreadable[role] = json!(null);
            assert!(read(&read_json(&unreadable)).is_err(), "{role}");
        }
        for answer in [json!({}), json!([]), json!(null)] {
            assert!(read(&read_json(&answer)).is_err(), "{answer}");
        }
    }
}
