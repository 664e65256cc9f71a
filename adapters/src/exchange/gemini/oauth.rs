//! Access to an account that its owner grants on Gemini's own page, <https://developer.gemini.com/authentication/oauth>.
//!
//! An access token lasts a day, and a refresh token does not end. Each answer has another one, which is kept. What was granted is stated by
//! introspection (RFC 7662). A client of Gemini is confidential, with a secret, or public. Written from the documentation of September 2026; no live
//! run has confirmed it yet.

use crate::exchange::account::{OAuthSpec, ScopeSpec};

/// What the person is requested to grant.
pub(super) const OAUTH: OAuthSpec = OAuthSpec {
    base: "https://exchange.gemini.com/",
    authorize: &["auth"],
    token: &["auth", "token"],
    revoke: &["auth", "token", "revoke"],
    introspect: Some(&["auth", "token", "introspect"]),
    parameters: &[],
    separator: ",",
    scopes: &[
        ScopeSpec {
            name: "balances:read",
            label: "See your balances",
            is_needed: true,
        },
        ScopeSpec {
            name: "history:read",
            label: "See your transactions",
            is_needed: true,
        },
        ScopeSpec {
            name: "account:read",
            label: "See which account it is",
            is_needed: false,
        },
    ],
    needs_secret: false,
    steps: &[
        "Sign in to Gemini in the window that opens.",
        "Check that Spyhop may only read.",
        "Press Authorize. The window closes automatically.",
        "We check what was granted. If it can move funds, we refuse it and end it.",
    ],
    ending: "This access lasts until you end it, here or at Gemini.",
    not_read: &[],
    menu: "Gemini - Account - Settings - Connected apps",
};
