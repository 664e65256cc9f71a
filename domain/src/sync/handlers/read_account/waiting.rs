//! The transactions of an account that wait for a block.

use ports::{AccountId, Ports, StorageError, chain::WaitingTransactions};

/// Returns what a reading found waiting, each transaction with the time at which it was first seen.
pub(super) async fn since_first_seen(
    ports: &Ports,
    account: &AccountId,
    mut found: WaitingTransactions,
) -> Result<WaitingTransactions, StorageError> {
    let states = ports.stores.accounts.states(std::slice::from_ref(account)).await?;
    let before = states.into_iter().next().map(|state| state.waiting).unwrap_or_default();
    for one in &mut found.listed {
        let known = before.listed.iter().find(|known| known.id == one.id);
        one.seen_at = known.map_or(one.seen_at, |known| known.seen_at.min(one.seen_at));
    }
    Ok(found)
}
