//! Opening the accounts of addresses: each on every chain that it is valid on and that can be read.

use ports::{AccountId, Address, Ports, StorageError, Timestamp, UnitOfWork};

use crate::account::{accounts::accounts_at, readable::readable};

/// Adds the accounts that are new, and keeps which of them the addresses stand for in another writing: who watches
/// `1…` watches its CashAddr account too.
pub async fn open(
    ports: &Ports,
    work: &mut dyn UnitOfWork,
    addresses: &[&Address],
    now: Timestamp,
) -> Result<Vec<AccountId>, StorageError> {
    let accounts = accounts_at(ports, addresses.iter().copied());
    work.accounts().add(&accounts, now).await?;
    let chains = readable(ports);
    // An EVM address is written alike on every chain.
    let others = addresses.iter().filter(|address| !address.is_evm());
    let writings: Vec<_> = others
        .flat_map(|address| {
            chains
                .iter()
                .filter_map(|chain| Some(((*address).clone(), chain.account(address)?)))
        })
        .filter(|(address, account)| account.address != *address)
        .collect();
    work.accounts().written(&writings).await?;
    Ok(accounts)
}
