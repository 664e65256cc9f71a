//! Protection against requests to private networks: a public name must not resolve to a private address.

use std::{
    collections::HashSet,
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
};

use reqwest::dns::{Addrs, Name, Resolve, Resolving};

/// The error of a public name without a public address.
#[derive(Debug, thiserror::Error)]
#[error("its address is private; mark the host as your own to allow that")]
pub(super) struct PrivateAddress;

/// Resolves names as the system does and drops private addresses, except for hosts marked as the operator's own. It is
/// the resolver of the connection itself, so that DNS rebinding between a check and the connection is not possible.
pub(super) struct GuardedResolver {
    own: HashSet<String>,
}

impl GuardedResolver {
    pub(super) fn new(own: impl Iterator<Item = String>) -> Self {
        Self { own: own.collect() }
    }
}

impl Resolve for GuardedResolver {
    fn resolve(&self, name: Name) -> Resolving {
        let own = self.own.contains(name.as_str());
        Box::pin(async move {
            let found = tokio::net::lookup_host((name.as_str(), 0)).await?;
            let kept: Vec<SocketAddr> = found.filter(|address| own || is_public(address.ip())).collect();
            if kept.is_empty() {
                return Err(PrivateAddress.into());
            }
            Ok(Box::new(kept.into_iter()) as Addrs)
        })
    }
}

/// Returns whether an address is globally reachable (IANA's special-purpose registries).
pub(super) fn is_public(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => is_public_v4(ip),
        IpAddr::V6(ip) => is_public_v6(ip),
    }
}

fn is_public_v4(ip: Ipv4Addr) -> bool {
    let [a, b, c, _] = ip.octets();
    let special = match (a, b) {
        (0 | 10 | 127, _) => true,
        (100, 64..=127) | (169, 254) | (172, 16..=31) | (192, 168) | (198, 18 | 19) => true,
        (192, 0) => c == 0 || c == 2,
        (192, 88) => c == 99,
        (198, 51) => c == 100,
        (203, 0) => c == 113,
        _ => a >= 224,
    };
    !special
}

fn is_public_v6(ip: Ipv6Addr) -> bool {
    let parts = ip.segments();
    let inner = |at: usize| {
        let ([a, b], [c, d]) = (parts[at].to_be_bytes(), parts[at + 1].to_be_bytes());
        is_public_v4(Ipv4Addr::new(a, b, c, d))
    };
    match parts {
        // IPv4 embedded in IPv6: mapped, NAT64, 6to4.
        [0, 0, 0, 0, 0, 0xffff, ..] | [0x64, 0xff9b, 0, 0, 0, 0, ..] => inner(6),
        [0x2002, ..] => inner(1),
        [0x2001, 0..=0x1ff | 0xdb8, ..] | [0x3fff, ..] => false,
        // Global unicast addresses are in 2000::/3.
        [first, ..] => first & 0xe000 == 0x2000,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn private_addresses_are_detected_in_every_form() {
        for private in [
            "0.0.0.0",
            "10.1.2.3",
            "100.64.0.1",
            "127.0.0.1",
            "169.254.169.254",
            "172.31.255.255",
            "192.0.2.1",
            "192.168.1.1",
            "198.19.0.1",
            "203.0.113.9",
            "224.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "fe80::1",
            "fd00::1",
            "ff02::1",
            "2001:db8::1",
            "::ffff:127.0.0.1",
            "64:ff9b::a00:1",
            "2002:7f00:1::",
            "::127.0.0.1",
        ] {
            assert!(!is_public(private.parse().unwrap()), "{private}");
        }
        for public in [
            "1.1.1.1",
            "172.32.0.1",
            "100.128.0.1",
            "2606:4700::1111",
            "::ffff:1.1.1.1",
            "2002:101:101::",
        ] {
            assert!(is_public(public.parse().unwrap()), "{public}");
        }
    }

    #[tokio::test]
    async fn a_name_with_a_private_address_does_not_resolve() {
        let guarded = GuardedResolver::new(["own.invalid".to_owned()].into_iter());
        let error = guarded.resolve("localhost".parse().unwrap()).await.err().unwrap();
        assert!(error.is::<PrivateAddress>());
        let own = GuardedResolver::new(["localhost".to_owned()].into_iter());
        assert!(own.resolve("localhost".parse().unwrap()).await.is_ok());
    }
}
