//! ENS names: resolved by the universal resolver where the chain has one, otherwise by registry and resolver.
//!
//! Names that redirect to a web server (EIP-3668) are refused: the owner of the name would choose a host that this
//! server contacts.

mod expiry;
mod lookup;
mod resolve;
mod wire;

use std::sync::Arc;

use async_trait::async_trait;
use ports::{
    Address, Name, NameResolver, Profile, RemoteError, disclosure::DisclosedField, name::ResolveError,
    source::SourceKind,
};

use self::resolve::{SOURCE, resolve_at, reverse_at};
use super::{
    EvmReader,
    network::{Attempts, EvmNetwork},
};
use crate::chain::rows::EnsContracts;

/// Resolves ENS names on the first chain that has the name service.
pub struct Ens {
    network: Option<(Arc<EvmNetwork>, EnsContracts)>,
}

impl Ens {
    /// Creates a resolver that shares the endpoints of the reader, and what is known about their health.
    #[must_use]
    pub fn new(reader: &EvmReader) -> Self {
        let mut networks = reader.networks.iter();
        Self {
            network: networks.find_map(|network| Some((network.clone(), network.row.ens.clone()?))),
        }
    }

    async fn attempts(&self) -> Result<(Attempts<'_>, &EnsContracts), RemoteError> {
        let Some((network, contracts)) = &self.network else {
            return Err(RemoteError::Unsupported {
                who: "ENS".to_owned(),
                what: "no network with the name service is configured".to_owned(),
            });
        };
        Ok((network.attempts(&SOURCE).await?, contracts))
    }
}

#[async_trait]
impl NameResolver for Ens {
    fn profile(&self) -> Profile {
        let mut hosts: Vec<String> = Vec::new();
        if let Some((network, _)) = &self.network {
            hosts.extend(network.hosts().map(str::to_owned));
        }
        Profile {
            id: SOURCE.clone(),
            name: "ENS".to_owned(),
            kind: SourceKind::Name,
            website: "https://ens.domains".to_owned(),
            learns: "The Ethereum node that answers sees the name or the address that is looked up, the name that the \
                     address claims, and this server. It does not see who you are. Servers that a name's owner chose are \
                     never contacted."
                .to_owned(),
            capabilities: vec!["names to addresses".to_owned(), "addresses to names".to_owned()],
            rate_limit: "5 requests a second for each public node".to_owned(),
            hosts,
            credentials: Vec::new(),
        }
    }

    async fn resolve(&self, name: &Name) -> Result<Address, ResolveError> {
        let (mut attempts, contracts) = self.attempts().await?;
        while let Some(node) = attempts.next() {
            let found = resolve_at(node, contracts, name, DisclosedField::Name(name.clone())).await;
            if let Some(found) = attempts.done(node, found) {
                return found;
            }
        }
        Err(attempts.failure().into())
    }

    async fn reverse(&self, address: &Address) -> Result<Option<Name>, ResolveError> {
        let (mut attempts, contracts) = self.attempts().await?;
        while let Some(node) = attempts.next() {
            let found = reverse_at(node, contracts, address).await;
            if let Some(found) = attempts.done(node, found) {
                return Ok(found);
            }
        }
        Err(attempts.failure().into())
    }
}
