//! Who was told what about the caller's addresses.

use std::sync::Arc;

use ports::{Disclosure, Ports, StorageError, UserId, disclosure::DisclosureQuery};

use crate::caller::Caller;

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

impl Privacy {
    pub(crate) fn new(ports: Arc<Ports>) -> Self {
        Self { ports }
    }

    /// What third parties were told about the caller's addresses and names, each since the caller added it, and what
    /// they were told without naming anybody. Accounts are shared, so anything earlier could betray another watcher.
    pub async fn disclosures(
        &self,
        caller: &Caller,
        search: Option<String>,
        start: u32,
        limit: u32,
    ) -> Result<Disclosures, StorageError> {
        let wallets = self.ports.stores.wallets.of_user(caller.user).await?;
        let since = self.member_since(caller.user).await?;
        let query = DisclosureQuery {
            addresses: wallets
                .iter()
                .filter_map(|one| Some((one.address.clone()?, one.created_at)))
                .collect(),
            names: wallets
                .iter()
                .filter_map(|one| Some((one.name.clone()?, since.unwrap_or(one.created_at))))
                .collect(),
            impersonal_since: since,
            search: search
                .map(|text| ports::asset::clean(&text, 100))
                .filter(|text| !text.is_empty()),
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

    async fn member_since(&self, user: UserId) -> Result<Option<ports::Timestamp>, StorageError> {
        Ok(self.ports.stores.users.find(user).await?.map(|user| user.created_at))
    }
}
