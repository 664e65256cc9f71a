//! The names of the demo world: every name has an address, except those that start with `nobody` or `offchain`.

use std::str::FromStr;

use async_trait::async_trait;
use ports::{
    address::Address,
    name::{Name, NameResolver, ResolveError},
    source::{Profile, SourceId, SourceKind},
};

use super::{
    invented::{LEARNS, pause},
    random::digest,
};

/// The example of the page. The name and the address belong to each other here as they do on the real chain.
const EXAMPLE: (&str, &str) = ("vitalik.eth", "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045");
/// Names with a reverse record.
const REVERSED: [&str; 16] = [
    "vitalik.eth",
    "lighthouse.eth",
    "harbourmaster.eth",
    "northstar.eth",
    "driftwood.eth",
    "seabird.eth",
    "lantern.eth",
    "compass.eth",
    "saltwater.eth",
    "anchorage.eth",
    "tidepool.eth",
    "crowsnest.eth",
    "longitude.eth",
    "spyglass.eth",
    "mooring.eth",
    "lookout.eth",
];

/// Resolves names by computation. It never opens a socket.
#[derive(Debug, Default)]
pub struct DemoNames;

/// Returns the address of a name.
pub(super) fn address(name: &str) -> Address {
    let derived = || {
        let mut bytes = [0; 20];
        bytes.copy_from_slice(&digest(&["name", name])[..20]);
        Address::evm(bytes)
    };
    let (example, known) = EXAMPLE;
    let fixed = (name == example).then(|| Address::from_str(known).ok()).flatten();
    fixed.unwrap_or_else(derived)
}

#[async_trait]
impl NameResolver for DemoNames {
    fn profile(&self) -> Profile {
        Profile {
            id: SourceId::fixed("demo-names"),
            name: "Demo names".to_owned(),
            kind: SourceKind::Name,
            website: String::new(),
            learns: LEARNS.to_owned(),
            capabilities: vec!["invented addresses of names".to_owned()],
            rate_limit: "none".to_owned(),
            hosts: Vec::new(),
            credentials: Vec::new(),
        }
    }

    async fn resolve(&self, name: &Name) -> Result<Address, ResolveError> {
        pause(12).await;
        match name.as_str() {
            text if text.starts_with("nobody") => Err(ResolveError::NotRegistered),
            text if text.starts_with("offchain") => Err(ResolveError::OffChain),
            text => Ok(address(text)),
        }
    }

    async fn reverse(&self, wanted: &Address) -> Result<Option<Name>, ResolveError> {
        pause(12).await;
        let found = REVERSED.into_iter().find(|name| address(name) == *wanted);
        Ok(found.and_then(|name| name.parse().ok()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &str) -> Name {
        text.parse().unwrap()
    }

    #[tokio::test]
    async fn names_have_stable_addresses() {
        let vitalik = DemoNames.resolve(&name("vitalik.eth")).await.unwrap();
        assert_eq!(vitalik.as_str(), EXAMPLE.1);
        let one = DemoNames.resolve(&name("lighthouse.eth")).await.unwrap();
        assert_eq!(DemoNames.resolve(&name("Lighthouse.eth")).await.unwrap(), one);
        assert_ne!(DemoNames.resolve(&name("lighthouse.xyz")).await.unwrap(), one);
    }

    #[tokio::test]
    async fn some_names_are_refused() {
        let refused = DemoNames.resolve(&name("nobody-here.eth")).await;
        assert_eq!(refused, Err(ResolveError::NotRegistered));
        assert_eq!(
            DemoNames.resolve(&name("offchain.eth")).await,
            Err(ResolveError::OffChain)
        );
    }

    #[tokio::test]
    async fn a_reverse_name_resolves_back() {
        for text in REVERSED {
            let there = DemoNames.resolve(&name(text)).await.unwrap();
            assert_eq!(DemoNames.reverse(&there).await.unwrap(), Some(name(text)));
        }
        assert_eq!(DemoNames.reverse(&Address::evm([7; 20])).await.unwrap(), None);
    }
}
