//! Access to an account that its owner grants on Coinbase's own page, <https://docs.cdp.coinbase.com/coinbase-app/oauth2-integration>.
//!
//! An access token lasts an hour. A refresh token lasts a year and a half, and is accepted once. `GET /v2/user/auth` states what was granted:
//! `{"data": {"method": "oauth", "scopes": ["wallet:accounts:read", …]}}`. Clients are given to partners only, and none can be created now. Written
//! from the documentation of 2026; no live run has confirmed it yet.

use ports::{KeyRights, json::Json};

use crate::exchange::account::{OAuthSpec, ScopeSpec, scopes_of};

/// What the person is requested to grant.
pub(super) const OAUTH: OAuthSpec = OAuthSpec {
    base: "https://login.coinbase.com/",
    authorize: &["oauth2", "auth"],
    token: &["oauth2", "token"],
    revoke: &["oauth2", "revoke"],
    introspect: None,
    parameters: &[("account", "all")],
    separator: " ",
    scopes: &[
        ScopeSpec {
            name: "wallet:accounts:read",
            label: "See your balances",
            is_needed: true,
        },
        ScopeSpec {
            name: "wallet:transactions:read",
            label: "See your transactions",
            is_needed: true,
        },
        ScopeSpec {
            name: "wallet:user:read",
            label: "See what was granted",
            is_needed: false,
        },
        ScopeSpec {
            name: "offline_access",
            label: "Stay connected until you disconnect",
            is_needed: true,
        },
    ],
    needs_secret: true,
    steps: &[
        "Sign in to Coinbase in the window that opens.",
        "Choose the wallets that Spyhop may read.",
        "Press Authorize. The window closes automatically.",
        "We check what was granted. If it can move funds, we refuse it and end it.",
    ],
    ending: "Coinbase ends this access after 18 months without use. You can end it at any time, here or at Coinbase.",
    not_read: &["Futures, which need an API key"],
    menu: "Coinbase - Settings - Security - Third-party apps",
};

/// Reads what was granted. Fails where no list of scopes is stated.
pub(super) fn rights(answer: &Json) -> Result<KeyRights, &'static str> {
    let scopes = answer.get("data").and_then(|data| scopes_of(data.get("scopes")?));
    let scopes = scopes.ok_or("an access without its scopes")?;
    Ok(OAUTH.rights(scopes.iter().map(String::as_str)))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::exchange::account::test_answers::read_json;

    #[test]
    fn what_was_granted_is_stated_by_a_list() {
        let granted =
            json!({ "data": { "method": "oauth", "scopes": ["wallet:accounts:read", "wallet:transactions:send"] } });
        let rights = rights(&read_json(&granted)).unwrap();
        assert_eq!(rights.excess()[0].name, "wallet:transactions:send");
        assert_eq!(rights.missing, ["wallet:transactions:read", "offline_access"]);
        for answer in [
            json!({}),
            json!({ "data": {} }),
            json!({ "data": { "scopes": null } }),
            json!({ "data": { "scopes": [1] } }),
            json!({ "data": [] }),
        ] {
            assert!(super::rights(&read_json(&answer)).is_err(), "{answer}");
        }
    }
}
