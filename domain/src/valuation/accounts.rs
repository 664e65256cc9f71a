//! The accounts of a valuation and their newest state.

use std::collections::{BTreeMap, BTreeSet};

use ports::{AccountId, Address, Ports, StorageError, Wallet};

use crate::valuation::{
    discovery::{self, Discovery},
    missed::Missed,
    recipe::BodyAccount,
    viewpoint::Viewpoint,
};

/// Returns the accounts of these wallets, each once: every address on every chain that it is valid on and that is read,
/// and the accounts derived from keys.
#[must_use]
pub fn accounts_of(ports: &Ports, wallets: &[Wallet]) -> Vec<AccountId> {
    let addresses = wallets.iter().filter_map(|wallet| wallet.address.as_ref());
    let derived = wallets.iter().filter_map(|wallet| wallet.extended.as_ref());
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
    let chains = crate::chain::readable(ports);
    let addresses: BTreeSet<_> = addresses.collect();
    let mut seen = BTreeSet::new();
    addresses
        .into_iter()
        .flat_map(|address| chains.iter().filter_map(move |chain| chain.account(address)))
        .filter(|account| seen.insert(account.clone()))
        .collect()
}

/// Returns the newest state of these accounts that is visible from the viewpoint, as recorded in a recipe, and what was
/// not looked for in them.
pub async fn newest(
    ports: &Ports,
    from: &Viewpoint,
    ids: &[AccountId],
) -> Result<(Vec<BodyAccount>, Missed), StorageError> {
    let states = ports.stores.accounts.states(ids).await?;
    let Discovery { partial, missed } = discovery::of(ports, from, &states).await?;
    let mut states: BTreeMap<_, _> = states.into_iter().map(|state| (state.id.clone(), state)).collect();
    let accounts = ids
        .iter()
        .map(|id| {
            let state = states.remove(id);
            let activity = state.as_ref().map(|state| state.activity).unwrap_or_default();
            let (latest, read_at, failure) =
                state.map_or((None, None, None), |state| (state.latest, state.read_at, state.failure));
            BodyAccount {
                id: id.clone(),
                activity,
                snapshot: latest.filter(|_| read_at.is_some_and(|at| from.sees(at))),
                failure: failure.filter(|failure| from.sees(failure.at)),
                partial: partial.contains(id),
            }
        })
        .collect();
    Ok((accounts, missed))
}
