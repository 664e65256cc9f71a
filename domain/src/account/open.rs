//! Opens the accounts of addresses: one on every chain that the address is valid on and that is read.

use ports::{AccountId, Address, Ports, StorageError, Timestamp, UnitOfWork};

use crate::account::{of_person::accounts_at, readable::readable};

/// Adds the new accounts and stores which accounts belong to an address written in another form: a user who watches
/// `1…` also watches its CashAddr account.
pub async fn open(
    ports: &Ports,
    work: &mut dyn UnitOfWork,
    addresses: &[&Address],
    now: Timestamp,
) -> Result<Vec<AccountId>, StorageError> {
    let accounts = accounts_at(ports, addresses.iter().copied());
    work.accounts().add(&accounts, now).await?;
    let chains = readable(ports);
    // EVM addresses have the same form on every chain.
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
