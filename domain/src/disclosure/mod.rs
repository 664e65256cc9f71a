//! The log of what external hosts received about the caller's addresses.

use std::sync::Arc;

use ports::{
    Address, ChainId, Disclosure, Ports, SourceId, StorageError, Timestamp, UserId, Wallet, disclosure::DisclosureQuery,
};

use crate::{caller::Caller, chain::ChainDirectory};

/// Use cases on the request log.
pub struct Disclosures {
    ports: Arc<Ports>,
}

/// One page of the request log.
#[derive(Clone, Debug)]
pub struct DisclosurePage {
    /// The rows of this page, the newest first.
    pub rows: Vec<Disclosure>,
    /// How many rows match in total.
    pub total: u64,
    /// Whether only the operator's own nodes are used.
    pub own_nodes_only: bool,
}

/// Which rows of the request log to return. An empty filter matches all of them.
#[derive(Clone, Debug, Default)]
pub struct DisclosureFilter {
    /// Part of a host, a source's name, a purpose, an address or a name.
    pub search: Option<String>,
    /// Only requests of this purpose.
    pub purpose: Option<String>,
    /// Only requests about this chain.
    pub chain: Option<ChainId>,
    /// Only requests at or after this time.
    pub from: Option<Timestamp>,
    /// Only requests before this time.
    pub until: Option<Timestamp>,
}

impl Disclosures {
    pub(crate) fn new(ports: Arc<Ports>) -> Self {
        Self { ports }
    }

    /// Returns what external hosts received about the caller's addresses and names since the caller added each of them,
    /// and the requests that concern no address.
    ///
    /// Accounts are shared between users, so an earlier row could reveal that another user watches the address.
    pub async fn search(
        &self,
        caller: &Caller,
        filter: DisclosureFilter,
        start: u32,
        limit: u32,
    ) -> Result<DisclosurePage, StorageError> {
        let wallets = self.ports.stores.wallets.of_user(caller.user).await?;
        let since = self.member_since(caller.user).await?;
        let search = filter.search.map(|text| ports::asset::clean(&text, 100));
        let search = search.filter(|text| !text.is_empty());
        let query = DisclosureQuery {
            addresses: wallets.iter().flat_map(sent_addresses).collect(),
            names: wallets
                .iter()
                .filter_map(|one| Some((one.name.clone()?, since.unwrap_or(one.created_at))))
                .collect(),
            impersonal_since: since,
            sources: search
                .as_deref()
                .map(|text| self.sources_named(text))
                .unwrap_or_default(),
            search,
            purpose: filter.purpose,
            chain: filter.chain,
            from: filter.from,
            until: filter.until,
            start,
            limit,
        };
        let (rows, total) = self.ports.stores.disclosures.search(&query).await?;
        Ok(DisclosurePage {
            rows,
            total,
            own_nodes_only: self.ports.world.own_nodes_only,
        })
    }

    /// Returns the sources whose display name contains the text, ignoring letter case.
    fn sources_named(&self, text: &str) -> Vec<SourceId> {
        let text = text.to_lowercase();
        let profiles = ChainDirectory::new(self.ports.clone()).profiles().into_iter();
        let named = profiles.filter(|profile| profile.name.to_lowercase().contains(&text));
        named.map(|profile| profile.id).collect()
    }

    async fn member_since(&self, user: UserId) -> Result<Option<Timestamp>, StorageError> {
        Ok(self.ports.stores.users.find(user).await?.map(|user| user.created_at))
    }
}

/// Returns the addresses of a wallet that hosts may have received, and since when. Extended keys are never sent.
fn sent_addresses(wallet: &Wallet) -> Vec<(Address, Timestamp)> {
    let addresses = wallet.addresses();
    addresses.map(|address| (address.clone(), wallet.created_at)).collect()
}
