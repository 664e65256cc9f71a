//! Which accounts people watch.

use std::collections::BTreeSet;

use ports::{AccountId, Address};

use crate::tables::Tables;

/// The other textual forms of an account's address.
pub(crate) fn writings<'a>(tables: &'a Tables, id: &AccountId) -> impl Iterator<Item = &'a Address> + use<'a> {
    tables.account_writings.get(id).into_iter().flatten()
}

/// Returns whether an account's address, in any of its textual forms, is among these.
pub(crate) fn is_among(tables: &Tables, addresses: &BTreeSet<&Address>, id: &AccountId) -> bool {
    addresses.contains(&id.address) || writings(tables, id).any(|address| addresses.contains(address))
}

/// Everything that users watch: the addresses of their wallets, and the accounts derived from their keys.
pub(crate) struct Watched<'a> {
    tables: &'a Tables,
    addresses: BTreeSet<&'a Address>,
    derived: BTreeSet<&'a AccountId>,
}

impl<'a> Watched<'a> {
    pub(crate) fn of(tables: &'a Tables) -> Self {
        let is_present = |id| {
            let wallet = tables.wallets.get(id);
            wallet.is_some_and(|wallet| tables.is_present(wallet.user))
        };
        let derived = tables
            .derived_addresses
            .iter()
            .filter(|((wallet, _), _)| is_present(wallet));
        Self {
            tables,
            addresses: tables
                .present_wallets()
                .filter_map(|wallet| wallet.address.as_ref())
                .collect(),
            derived: derived.map(|(_, account)| account).collect(),
        }
    }

    pub(crate) fn contains(&self, id: &AccountId) -> bool {
        self.derived.contains(id) || is_among(self.tables, &self.addresses, id)
    }
}

/// The addresses shown in share sessions.
pub(crate) fn visited(tables: &Tables) -> BTreeSet<&Address> {
    tables.share_sessions.values().filter_map(|row| row.address()).collect()
}
