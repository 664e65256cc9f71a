//! Which accounts of a valuation have a history that does not explain their balance.

use std::collections::{BTreeMap, BTreeSet};

use ports::{AccountId, AccountState, Ports, StorageError, account::Activity};

use crate::valuation::inputs::viewpoint::Viewpoint;

/// Why the history of an account does not explain its balance. Balances come from the chain, so that the total is unaffected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unreconciled {
    /// The history is not read completely, so that it is not known whether it adds up.
    Incomplete,
    /// The history is complete and does not add up to the balance.
    Differs,
}

/// Returns which of these accounts are not reconciled, by the last comparison of each. Accounts without activity have no
/// history. For a visitor it is empty, because data health is private.
pub async fn of(
    ports: &Ports,
    from: &Viewpoint,
    states: &[AccountState],
) -> Result<BTreeMap<AccountId, Unreconciled>, StorageError> {
    if from.words_of.is_none() || ports.histories.is_empty() {
        return Ok(BTreeMap::new());
    }
    let active = states.iter().filter(|state| state.activity == Activity::Active);
    let active: Vec<AccountId> = active.map(|state| state.id.clone()).collect();
    let latest = ports.stores.reconciliations.latest(&active).await?;
    let whole: BTreeSet<&AccountId> = latest
        .iter()
        .filter(|one| one.is_whole)
        .map(|one| &one.account)
        .collect();
    let incomplete = active.iter().filter(|account| !whole.contains(account));
    let differing = latest.iter().filter(|one| one.is_whole && one.differing > 0);
    Ok(incomplete
        .map(|account| (account.clone(), Unreconciled::Incomplete))
        .chain(differing.map(|one| (one.account.clone(), Unreconciled::Differs)))
        .collect())
}
