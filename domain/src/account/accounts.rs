//! The accounts that a valuation is over, and their newest state.

use std::collections::BTreeSet;

use ports::{AccountId, Address, Ports, Wallet};

use crate::account::readable::readable;

/// The accounts of a user's wallets: every address on every chain that it is valid on and that can be read, and what was
/// derived from keys, each account once.
#[must_use]
pub fn accounts_of(ports: &Ports, wallets: &[Wallet]) -> Vec<AccountId> {
    let addresses = wallets.iter().filter_map(|wallet| wallet.address.as_ref());
    let derived = wallets.iter().filter_map(|wallet| wallet.extended.as_ref());
    let derived = derived.flat_map(|extended| &extended.derived).map(|one| &one.account);
    with_derived(accounts_at(ports, addresses), derived)
}

/// These accounts, and those of the derived ones that are not among them.
pub fn with_derived<'a>(mut accounts: Vec<AccountId>, derived: impl Iterator<Item = &'a AccountId>) -> Vec<AccountId> {
    let mut seen: BTreeSet<AccountId> = accounts.iter().cloned().collect();
    accounts.extend(derived.filter(|account| seen.insert((*account).clone())).cloned());
    accounts
}

/// These addresses on every chain that they are valid on and that can be read, each account once.
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
