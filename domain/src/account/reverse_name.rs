//! The names that addresses claim, as they are shown beside wallets.

use std::{collections::BTreeMap, time::Duration};

use ports::{Address, Ports, StorageError, Wallet, name::ReverseName};

/// A reverse name is shown for this long after it was last confirmed.
const REVERSE_SHOWN: Duration = Duration::from_hours(7 * 24);

/// Returns the reverse names to show for those wallets that have no name, not older than [`REVERSE_SHOWN`].
pub async fn reverse_names(ports: &Ports, wallets: &[Wallet]) -> Result<BTreeMap<Address, ReverseName>, StorageError> {
    let addresses: Vec<Address> = candidates(wallets.iter()).cloned().collect();
    if addresses.is_empty() {
        return Ok(BTreeMap::new());
    }
    let now = ports.clock.now();
    let found = ports
        .stores
        .names
        .reverse(&addresses, now.minus(REVERSE_SHOWN), now)
        .await?;
    let named = found.into_iter().filter(|found| found.name.is_some());
    Ok(named.map(|found| (found.address.clone(), found)).collect())
}

/// Returns the addresses of wallets without a name that can have a reverse name.
pub fn candidates<'a>(wallets: impl Iterator<Item = &'a Wallet>) -> impl Iterator<Item = &'a Address> {
    let unnamed = wallets.filter(|wallet| wallet.name.is_none());
    let addresses = unnamed.filter_map(|wallet| wallet.address.as_ref());
    addresses.filter(|address| address.is_evm())
}
