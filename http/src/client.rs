//! The client of a request: the network that limits count it under.

use std::fmt;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::str::FromStr;

use axum::http::HeaderMap;

/// The remote address of the connection. The server adds it to every request.
#[derive(Clone, Copy, Debug)]
pub struct Peer(pub SocketAddr);

/// The network that limits are counted for: one IPv4 address, or an IPv6 /64. Programs on this machine are counted separately.
/// `Debug` does not print the address, because addresses do not belong in logs.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Client {
    base: IpAddr,
    bits: u32,
    local: bool,
}

/// Headers that a proxy adds. A request with one of them may come from anywhere, even if its peer is this machine.
const FORWARDING: [&str; 7] = [
    "forwarded",
    "via",
    "x-forwarded-for",
    "x-forwarded-host",
    "x-forwarded-proto",
    "x-real-ip",
    "cf-connecting-ip",
];

/// The prefix length of the network that an IPv6 customer usually has: 256 networks of /64.
const SITE_BITS: u32 = 56;

impl Client {
    /// Returns the client of a request. It is local if the peer is this machine and no proxy forwarded the request.
    pub fn of(address: IpAddr, peer: IpAddr, headers: &HeaderMap) -> Self {
        let forwarded = FORWARDING.iter().any(|name| headers.contains_key(*name));
        Self {
            local: peer.to_canonical().is_loopback() && !forwarded,
            ..Self::from(address)
        }
    }

    /// Returns the network from which a session is opened: a /24 of IPv4 or a /48 of IPv6, so that it names no household.
    pub fn network(self) -> String {
        match self.base {
            IpAddr::V4(address) => {
                let [a, b, c, _] = address.octets();
                format!("{a}.{b}.{c}.0/24")
            }
            IpAddr::V6(address) => {
                let [a, b, c, ..] = address.segments();
                format!("{}/48", Ipv6Addr::new(a, b, c, 0, 0, 0, 0, 0))
            }
        }
    }

    /// Whether the client is a program on this machine.
    pub fn is_local(self) -> bool {
        self.local
    }

    /// Returns the network as text. Only a keyed hash of it is stored.
    pub fn subject(self) -> String {
        let Self { base, bits, local } = self;
        let suffix = if local { " local" } else { "" };
        format!("{base}/{bits}{suffix}")
    }

    /// Returns the /56 around an IPv6 client, which is what one customer usually has; `None` for IPv4 and local clients.
    pub fn site(self) -> Option<Self> {
        let IpAddr::V6(v6) = self.base else { return None };
        let base = IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() & (u128::MAX << (128 - SITE_BITS))));
        (!self.local).then_some(Self {
            base,
            bits: SITE_BITS,
            local: false,
        })
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Client")
    }
}

impl From<IpAddr> for Client {
    fn from(address: IpAddr) -> Self {
        match address.to_canonical() {
            IpAddr::V4(v4) => Self {
                base: IpAddr::V4(v4),
                bits: 32,
                local: false,
            },
            IpAddr::V6(v6) => Self {
                base: IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() & !u128::from(u64::MAX))),
                bits: 64,
                local: false,
            },
        }
    }
}

/// A network of proxies whose `X-Forwarded-For` is trusted, such as `10.0.0.0/8` or `::1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProxyNetwork {
    base: u128,
    mask: u128,
    v4: bool,
}

/// The error of a text that is not a network.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("is not a network of proxies; write an address or a prefix such as 10.0.0.0/8")]
pub struct ParseNetworkError;

impl FromStr for ProxyNetwork {
    type Err = ParseNetworkError;

    fn from_str(text: &str) -> Result<Self, ParseNetworkError> {
        let (address, length) = text
            .split_once('/')
            .map_or((text, None), |(address, length)| (address, Some(length)));
        let address: IpAddr = address.trim().parse().map_err(|_| ParseNetworkError)?;
        let (bits, v4, width) = bits(address);
        let length = length
            .map_or(Ok(width), |length| length.trim().parse::<u32>())
            .map_err(|_| ParseNetworkError)?;
        if length > width {
            return Err(ParseNetworkError);
        }
        let mask = u128::MAX.checked_shl(width - length).unwrap_or(0);
        Ok(Self {
            base: bits & mask,
            mask,
            v4,
        })
    }
}

impl ProxyNetwork {
    /// Whether the network contains the address.
    pub fn contains(&self, address: IpAddr) -> bool {
        let (bits, v4, _) = bits(address);
        v4 == self.v4 && bits & self.mask == self.base
    }
}

fn bits(address: IpAddr) -> (u128, bool, u32) {
    match address.to_canonical() {
        IpAddr::V4(v4) => (u128::from(v4.to_bits()), true, 32),
        IpAddr::V6(v6) => (v6.to_bits(), false, 128),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_local_client_has_a_loopback_peer_and_no_proxy() {
        let local = |peer: &str, header: Option<&'static str>| {
            let mut headers = HeaderMap::new();
            if let Some(name) = header {
                headers.insert(name, axum::http::HeaderValue::from_static("127.0.0.1"));
            }
            let peer = peer.parse().unwrap();
            Client::of(peer, peer, &headers).is_local()
        };
        for peer in ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"] {
            assert!(local(peer, None) && local(peer, Some("user-agent")), "{peer}");
            for header in FORWARDING {
                assert!(!local(peer, Some(header)), "{peer} {header}");
            }
        }
        for peer in ["10.0.0.1", "192.0.2.1", "::2"] {
            assert!(!local(peer, None), "{peer}");
        }
    }

    #[test]
    fn ipv6_addresses_of_one_network_are_one_client() {
        let client = |text: &str| Client::from(text.parse::<IpAddr>().unwrap());
        assert!(client("2001:db8::1") == client("2001:db8::ffff"));
        assert!(client("2001:db8::1") != client("2001:db8:0:1::1"));
        assert!(client("::ffff:192.0.2.1") == client("192.0.2.1"));
        assert!(client("192.0.2.1") != client("192.0.2.2"));
    }

    #[test]
    fn ipv6_networks_of_one_customer_share_a_site() {
        let client = |text: &str| Client::from(text.parse::<IpAddr>().unwrap());
        let (one, other) = (client("2001:db8:0:1::1"), client("2001:db8:0:ff::1"));
        assert!(one != other && one.site() == other.site());
        assert_eq!(one.subject(), "2001:db8:0:1::/64");
        assert_eq!(one.site().unwrap().subject(), "2001:db8::/56");
        assert!(client("2001:db8:0:100::1").site() != one.site());
        assert!(
            client("2001:db8::1").site().unwrap() != client("2001:db8::1"),
            "the prefix lengths differ"
        );
        assert!(client("192.0.2.1").site().is_none());
    }

    #[test]
    fn networks_are_parsed_or_refused() {
        for text in ["10.0.0.0/33", "ten", "::1/129", "10.0.0.0/x", ""] {
            assert_eq!(text.parse::<ProxyNetwork>(), Err(ParseNetworkError), "{text}");
        }
        assert!(
            "0.0.0.0/0"
                .parse::<ProxyNetwork>()
                .unwrap()
                .contains("8.8.8.8".parse().unwrap())
        );
        assert!(
            !"0.0.0.0/0"
                .parse::<ProxyNetwork>()
                .unwrap()
                .contains("::1".parse().unwrap())
        );
    }
}
