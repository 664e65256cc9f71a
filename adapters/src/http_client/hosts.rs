//! The hosts that requests may be sent to.

use std::collections::HashMap;

use url::{Host, Url};

use super::guard::is_public;

/// The rate limit of a host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HostRate {
    /// Requests per minute on average; at least one.
    pub per_minute: u32,
    /// Requests that may be sent at the same moment after an idle time; at least one.
    pub burst: u32,
}

impl HostRate {
    /// The default for public providers.
    pub const PUBLIC: Self = Self {
        per_minute: 300,
        burst: 10,
    };
    /// The default for the operator's own nodes.
    pub const OWN: Self = Self {
        per_minute: 12_000,
        burst: 200,
    };
}

/// An allowed host, with its port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllowedHost {
    /// Host and port as in the privacy ledger; port 443 is left out.
    pub key: String,
    /// Whether the operator marked it as their own: it may then have a private address and use plain HTTP.
    pub own: bool,
    /// Its rate limit.
    pub rate: HostRate,
}

impl AllowedHost {
    /// Makes the entry of a URL's host with the default rate limit. `None` where the URL has no host.
    #[must_use]
    pub fn of(url: &Url, own: bool) -> Option<Self> {
        let rate = if own { HostRate::OWN } else { HostRate::PUBLIC };
        Some(Self {
            key: host_key(url)?,
            own,
            rate,
        })
    }

    /// Sets the rate limit.
    #[must_use]
    pub fn at(mut self, rate: HostRate) -> Self {
        self.rate = rate;
        self
    }
}

/// Returns host and port of a URL as in the privacy ledger and on the health page, such as `eth.drpc.org` or `127.0.0.1:8545`.
#[must_use]
pub fn host_key(url: &Url) -> Option<String> {
    let host = url.host_str()?;
    match url.port_or_known_default() {
        Some(443) | None => Some(host.to_owned()),
        Some(port) => Some(format!("{host}:{port}")),
    }
}

/// The allowed hosts.
pub(super) struct Hosts {
    allowed: HashMap<String, AllowedHost>,
    own_only: bool,
}

impl Hosts {
    /// Makes the table. Of two entries for the same host the last one wins, so that configuration overrides the profiles.
    pub(super) fn new(hosts: Vec<AllowedHost>, own_only: bool) -> Self {
        let allowed = hosts.into_iter().map(|host| (host.key.clone(), host)).collect();
        Self { allowed, own_only }
    }

    /// Returns the entry of a URL's host, or the reason why no request may be sent there.
    pub(super) fn check(&self, url: &Url) -> Result<&AllowedHost, &'static str> {
        let host = host_key(url)
            .and_then(|key| self.allowed.get(&key))
            .ok_or("its host is not on this server's list of allowed hosts")?;
        if host.own {
            return Ok(host);
        }
        if self.own_only {
            return Err("privacy is set to strict, and this host is not marked as your own");
        }
        if url.scheme() != "https" {
            return Err("it does not use HTTPS; only hosts marked as your own may use HTTP");
        }
        if private_literal(url) {
            return Err("its address is private; mark the host as your own to allow that");
        }
        Ok(host)
    }

    /// Returns the names of hosts that may have private addresses.
    pub(super) fn own_names(&self) -> impl Iterator<Item = String> {
        let own = self.allowed.values().filter(|host| host.own);
        own.map(|host| {
            host.key
                .rsplit_once(':')
                .map_or(host.key.clone(), |(name, _)| name.to_owned())
        })
    }
}

/// Whether the URL's host is a private IP address. IP addresses never pass the resolver, so they are checked here.
fn private_literal(url: &Url) -> bool {
    match url.host() {
        Some(Host::Ipv4(ip)) => !is_public(ip.into()),
        Some(Host::Ipv6(ip)) => !is_public(ip.into()),
        Some(Host::Domain(_)) | None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(text: &str) -> Url {
        text.parse().unwrap()
    }

    #[test]
    fn only_listed_hosts_and_ports_are_allowed() {
        let allowed = |text: &str, own| AllowedHost::of(&url(text), own).unwrap();
        let hosts = Hosts::new(
            vec![
                allowed("https://eth.drpc.org/", false),
                allowed("https://10.0.0.1/", false),
                allowed("http://127.0.0.1:8545", true),
            ],
            false,
        );
        assert!(hosts.check(&url("https://eth.drpc.org/x?key=1")).is_ok());
        assert!(hosts.check(&url("http://127.0.0.1:8545/")).is_ok());
        for (refused, why) in [
            ("https://example.com/", "list of allowed hosts"),
            ("https://eth.drpc.org:8443/", "list of allowed hosts"),
            ("http://eth.drpc.org:443/", "HTTPS"),
            ("http://127.0.0.1:8546/", "list of allowed hosts"),
            ("https://10.0.0.1/", "private"),
            ("data:text/plain,x", "list of allowed hosts"),
        ] {
            assert!(hosts.check(&url(refused)).unwrap_err().contains(why), "{refused}");
        }
    }

    #[test]
    fn strict_privacy_allows_own_hosts_only() {
        let allowed = |text: &str, own| AllowedHost::of(&url(text), own).unwrap();
        let hosts = Hosts::new(
            vec![
                allowed("https://eth.drpc.org/", false),
                allowed("http://node:8545", true),
            ],
            true,
        );
        assert!(hosts.check(&url("http://node:8545")).is_ok());
        assert!(
            hosts
                .check(&url("https://eth.drpc.org/"))
                .unwrap_err()
                .contains("strict")
        );
        assert_eq!(hosts.own_names().collect::<Vec<_>>(), ["node"]);
    }
}
