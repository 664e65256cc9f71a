//! Who was told what about the caller's addresses.

use std::sync::Arc;

use ports::{
    Address, ChainId, Disclosure, Ports, SourceId, StorageError, Timestamp, UserId, Wallet, disclosure::DisclosureQuery,
};

use crate::{caller::Caller, chain::ChainDirectory};

/// Who was told what.
pub struct Privacy {
    ports: Arc<Ports>,
}

/// A page of disclosures.
#[derive(Clone, Debug)]
pub struct Disclosures {
    /// The newest first.
    pub rows: Vec<Disclosure>,
    /// How many match in all.
    pub total: u64,
    /// Whether only the operator's own nodes are used.
    pub own_nodes_only: bool,
}

/// Which disclosures are meant; empty means all of them.
#[derive(Clone, Debug, Default)]
pub struct DisclosureFilter {
    /// Part of a host, a provider's name, a purpose, an address or a name.
    pub search: Option<String>,
    /// Only for this purpose.
    pub purpose: Option<String>,
    /// Only on this chain.
    pub chain: Option<ChainId>,
    /// Only at this moment or later.
    pub from: Option<Timestamp>,
    /// Only before this moment.
    pub until: Option<Timestamp>,
}

impl Privacy {
    pub(crate) fn new(ports: Arc<Ports>) -> Self {
        Self { ports }
    }

    /// What third parties were told about the caller's addresses and names, each since the caller added it, and what
    /// they were told without naming anybody. Accounts are shared, so anything earlier could betray another watcher.
    pub async fn disclosures(
        &self,
        caller: &Caller,
        filter: DisclosureFilter,
        start: u32,
        limit: u32,
    ) -> Result<Disclosures, StorageError> {
        let wallets = self.ports.stores.wallets.of_user(caller.user).await?;
        let since = self.member_since(caller.user).await?;
        let search = filter.search.map(|text| ports::asset::clean(&text, 100));
        let search = search.filter(|text| !text.is_empty());
        let query = DisclosureQuery {
            addresses: wallets.iter().flat_map(told_about).collect(),
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
        Ok(Disclosures {
            rows,
            total,
            own_nodes_only: self.ports.world.own_nodes_only,
        })
    }

    /// The sources whose name for people holds the text.
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

/// The addresses of a wallet about which a host may have been told, and since when. Nobody was ever told a key.
fn told_about(wallet: &Wallet) -> Vec<(Address, Timestamp)> {
    let derived = wallet.extended.iter().flat_map(|extended| &extended.derived);
    let derived = derived.map(|one| one.account.address.clone());
    let addresses = wallet.address.iter().cloned().chain(derived);
    addresses.map(|address| (address, wallet.created_at)).collect()
}
