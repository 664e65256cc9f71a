//! The accounts of a valuation and their newest state.

use std::collections::BTreeSet;

use ports::{AccountId, Address, Ports, Wallet};

use crate::account::readable::readable;

/// Returns the accounts of these wallets, each once: every address on every chain that it is valid on and that is read,
/// and the accounts derived from keys. Frozen wallets have none.
#[must_use]
pub fn accounts_of(ports: &Ports, wallets: &[Wallet]) -> Vec<AccountId> {
    let counted = || wallets.iter().filter(|wallet| !wallet.is_frozen());
    let addresses = counted().filter_map(|wallet| wallet.address.as_ref());
    let derived = counted().filter_map(|wallet| wallet.extended.as_ref());
    let derived = derived.flat_map(|extended| &extended.derived).map(|one| &one.account);
    with_derived(accounts_at(ports, addresses), derived)
}

/// Returns these accounts followed by the derived ones that are not among them.
pub fn with_derived<'a>(mut accounts: Vec<AccountId>, derived: impl Iterator<Item = &'a AccountId>) -> Vec<AccountId> {
    let mut seen: BTreeSet<AccountId> = accounts.iter().cloned().collect();
    accounts.extend(derived.filter(|account| seen.insert((*account).clone())).cloned());
    accounts
}

/// Returns the accounts of these addresses on every chain that they are valid on and that is read, each once.
#[must_use]
pub fn accounts_at<'a>(ports: &Ports, addresses: impl Iterator<Item = &'a Address>) -> Vec<AccountId> {
    let chains = readable(ports);
    let addresses: BTreeSet<_> = addresses.collect();
    let mut seen = BTreeSet::new();
    addresses
        .into_iter()
        .flat_map(|address| chains.iter().filter_map(move |chain| chain.account(address)))
        .filter(|account| seen.insert(account.clone()))
        .collect()
}
