//! The rows of accounts at an exchange among a user's wallets.

use ports::{AccountId, Chain, Wallet, wallet::Nickname};

/// Returns the rows that are accounts at this exchange and were not removed.
pub fn connected(rows: Vec<Wallet>, exchange: &Chain) -> Vec<Wallet> {
    rows.into_iter()
        .filter(|row| row.removed_at.is_none() && is_at(row, exchange))
        .collect()
}

/// Returns whether a row is an account at this exchange.
pub fn is_at(row: &Wallet, exchange: &Chain) -> bool {
    row.address
        .as_ref()
        .is_some_and(|address| exchange.account(address).is_some())
}

/// Returns whether a row is an account at this exchange with this name.
pub fn is_named(row: &Wallet, exchange: &Chain, name: &Nickname) -> bool {
    row.nickname.as_ref() == Some(name) && is_at(row, exchange)
}

/// Returns the account of a user's rows with this name at an exchange.
pub fn account_named(rows: Vec<Wallet>, exchange: &Chain, name: &Nickname) -> Option<AccountId> {
    let rows = connected(rows, exchange);
    let row = rows.iter().find(|row| row.nickname.as_ref() == Some(name))?;
    exchange.account(row.address.as_ref()?)
}

/// Returns the accounts of a user's rows at an exchange.
pub fn accounts_at(rows: Vec<Wallet>, exchange: &Chain) -> Vec<AccountId> {
    let rows = connected(rows, exchange);
    rows.iter()
        .filter_map(|row| exchange.account(row.address.as_ref()?))
        .collect()
}
