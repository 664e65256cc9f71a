//! How people grant access to their accounts on the page of an exchange (OAuth 2.0, RFC 6749).

use ports::{GrantedRight, KeyEnd, KeyNetwork, KeyRights, OAuthProfile, OAuthScope, RightAccess, asset::clean};

use crate::source::{Endpoint, LimitRule};

/// The most requests for tokens in a minute, of all users together. An account takes one or two in an hour.
const PER_MINUTE: u32 = 120;
/// The longest name of a scope that this version does not know.
const LONGEST: usize = 64;
/// The end of scopes that read.
const READS: &str = ":read";
/// The scope that lets the access last longer than its first token.
const LASTS: &str = "offline_access";
/// The ends of scopes that change something, by the documentation of the exchanges.
const CHANGES: [&str; 9] = [
    ":create",
    ":send",
    ":write",
    ":update",
    ":delete",
    ":request",
    ":transfer",
    ":buy",
    ":trade",
];

/// How an exchange grants access.
pub(crate) struct OAuthSpec {
    /// The base URL of its page and of its tokens.
    pub(crate) base: &'static str,
    /// The path of the page on which people consent.
    pub(crate) authorize: &'static [&'static str],
    /// The path that exchanges codes and refresh tokens for tokens.
    pub(crate) token: &'static [&'static str],
    pub(crate) revoke: &'static [&'static str],
    /// The path that states the scopes of a token; `None` where the reader of the exchange requests them.
    pub(crate) introspect: Option<&'static [&'static str]>,
    /// Further parameters of the page.
    pub(crate) parameters: &'static [(&'static str, &'static str)],
    /// What separates scopes.
    pub(crate) separator: &'static str,
    pub(crate) scopes: &'static [ScopeSpec],
    /// Whether clients of the exchange always have a secret.
    pub(crate) needs_secret: bool,
    pub(crate) steps: &'static [&'static str],
    pub(crate) ending: &'static str,
    pub(crate) not_read: &'static [&'static str],
    /// Where people end the access at the exchange.
    pub(crate) menu: &'static str,
}

/// A scope that is requested.
pub(crate) struct ScopeSpec {
    pub(crate) name: &'static str,
    pub(crate) label: &'static str,
    /// Whether reading needs it.
    pub(crate) is_needed: bool,
}

impl OAuthSpec {
    /// Returns what people need to know to grant access.
    pub(crate) fn profile(&self) -> OAuthProfile {
        let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
        let scope = |scope: &ScopeSpec| OAuthScope {
            name: scope.name.to_owned(),
            label: scope.label.to_owned(),
        };
        OAuthProfile {
            scopes: self.scopes.iter().map(scope).collect(),
            steps: texts(self.steps),
            ending: self.ending.to_owned(),
            menu: self.menu.to_owned(),
            not_read: texts(self.not_read),
        }
    }

    /// Returns the public endpoint.
    pub(crate) fn endpoint(&self) -> Option<Endpoint> {
        Some(Endpoint {
            base: self.base.parse().ok()?,
            fallbacks: Vec::new(),
            chain_bases: Vec::new(),
            own: false,
            per_minute: PER_MINUTE,
            key: None,
            limit: LimitRule {
                max_burst: 10,
                is_half_minute: false,
                limits_own: true,
            },
        })
    }

    /// Returns the scopes as the page takes them.
    pub(crate) fn requested(&self) -> String {
        let names: Vec<&str> = self.scopes.iter().map(|scope| scope.name).collect();
        names.join(self.separator)
    }

    /// Returns what an access with these scopes may do.
    pub(crate) fn rights<'a>(&self, scopes: impl IntoIterator<Item = &'a str>) -> KeyRights {
        let mut granted: Vec<GrantedRight> = Vec::new();
        for name in scopes {
            let access = access(name);
            let right = GrantedRight {
                name: clean(name, LONGEST),
                access,
                switch: if access == RightAccess::Reads { "" } else { self.menu }.to_owned(),
            };
            if !granted.contains(&right) {
                granted.push(right);
            }
        }
        let lacks = |scope: &&ScopeSpec| scope.is_needed && !granted.iter().any(|right| right.name == scope.name);
        KeyRights {
            missing: self
                .scopes
                .iter()
                .filter(lacks)
                .map(|scope| scope.name.to_owned())
                .collect(),
            granted: Some(granted),
            network: KeyNetwork::NotStated,
            end: KeyEnd::NotStated,
            history: (None, None),
        }
    }
}

/// Returns what a scope allows. One that is not known to read is never taken for one that does.
fn access(scope: &str) -> RightAccess {
    if scope == LASTS || scope.ends_with(READS) {
        RightAccess::Reads
    } else if CHANGES.iter().any(|end| scope.ends_with(end)) {
        RightAccess::Changes
    } else {
        RightAccess::Unknown
    }
}

/// Returns the scopes of a text or of a list, however they are separated; `None` for anything else.
pub(crate) fn scopes_of(value: &ports::json::Json) -> Option<Vec<String>> {
    let split = |text: &str| -> Vec<String> {
        let parts = text.split([' ', ',', '+']).filter(|part| !part.is_empty());
        parts.map(str::to_owned).collect()
    };
    match value.as_array() {
        Some(list) => list.iter().map(|one| one.as_str().map(str::to_owned)).collect(),
        None => value.as_str().map(split),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::exchange::{ACCOUNTS, account::test_answers::read_json};

    fn specs() -> impl Iterator<Item = &'static OAuthSpec> {
        ACCOUNTS.into_iter().filter_map(|spec| spec.oauth)
    }

    #[test]
    fn only_scopes_that_read_are_requested() {
        assert_eq!(specs().count(), 2);
        for spec in specs() {
            let rights = spec.rights(spec.scopes.iter().map(|scope| scope.name));
            assert_eq!((rights.excess().len(), rights.missing.len()), (0, 0), "{}", spec.base);
            assert!(spec.base.starts_with("https://"));
        }
    }

    #[test]
    fn a_scope_that_does_more_than_read_or_is_not_known_is_one_too_many() {
        for spec in specs() {
            for (scope, access) in [
                ("wallet:transactions:send", RightAccess::Changes),
                ("orders:create", RightAccess::Changes),
                ("addresses:write", RightAccess::Changes),
                ("account:update", RightAccess::Changes),
                ("wallet:trades", RightAccess::Unknown),
                ("read", RightAccess::Unknown),
                ("", RightAccess::Unknown),
            ] {
                let all = spec.scopes.iter().map(|scope| scope.name).chain([scope]);
                let rights = spec.rights(all);
                let excess = rights.excess();
                assert_eq!(excess.len(), 1, "{scope}");
                assert_eq!(excess[0].access, access, "{scope}");
                assert!(!excess[0].switch.is_empty());
            }
            assert!(!spec.rights([]).missing.is_empty());
        }
    }

    #[test]
    fn scopes_are_read_as_text_and_as_list() {
        let read = |value: serde_json::Value| scopes_of(&read_json(&value));
        let both = Some(vec!["a:read".to_owned(), "b:read".to_owned()]);
        for value in [
            json!("a:read b:read"),
            json!("a:read,b:read"),
            json!(["a:read", "b:read"]),
        ] {
            assert_eq!(read(value.clone()), both, "{value}");
        }
        for value in [json!(null), json!(7), json!(["a:read", 7]), json!({})] {
            assert_eq!(read(value.clone()), None, "{value}");
        }
    }
}
