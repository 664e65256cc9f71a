//! Balances by replay.

use std::collections::BTreeMap;

use ports::Timestamp;

use crate::accounting::{
    exact::Exact,
    movement::{Movement, events},
    rows::{indexed, row},
    tables::LedgerTables,
};

/// What each account holds of each asset after some of the events of a ledger.
#[derive(Clone, Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct ReplayedBalances {
    assets: Vec<AssetBalance>,
}

#[derive(Clone, Debug, Default, serde::Serialize, serde::Deserialize)]
struct AssetBalance {
    /// `None` where a number did not fit.
    total: Option<Exact>,
    /// By account; `None` where a number did not fit.
    accounts: BTreeMap<u32, Option<Exact>>,
}

impl ReplayedBalances {
    /// Applies the movements of one event. Money is left out.
    pub fn apply(&mut self, tables: &LedgerTables, event: &[Movement]) {
        for movement in event {
            if tables.pool(movement.asset).is_none() {
                continue;
            }
            let Some(asset) = row(&mut self.assets, movement.asset) else {
                continue;
            };
            if asset.accounts.is_empty() {
                asset.total = Some(Exact::ZERO);
            }
            let account = asset.accounts.entry(movement.account).or_insert(Some(Exact::ZERO));
            move_balance(account, movement);
            move_balance(&mut asset.total, movement);
        }
    }

    /// Returns the balances after all events up to a moment, inclusive. The movements are sorted.
    #[must_use]
    pub fn at(tables: &LedgerTables, movements: &[Movement], moment: Timestamp) -> Self {
        let mut balances = Self::default();
        let until = movements.partition_point(|movement| movement.time <= moment);
        for event in events(movements.get(..until).unwrap_or_default()) {
            balances.apply(tables, event);
        }
        balances
    }

    /// Returns every balance that is not zero as account, asset and quantity; `None` where a number did not fit.
    pub fn rows(&self) -> impl Iterator<Item = (u32, u32, Option<Exact>)> {
        let rows = indexed(&self.assets).flat_map(|(asset, balance)| {
            let accounts = balance.accounts.iter();
            accounts.map(move |(account, quantity)| (*account, asset, *quantity))
        });
        rows.filter(|(.., quantity)| quantity.is_none_or(|quantity| !quantity.is_zero()))
    }

    /// Returns the quantity of an asset in all accounts, for every asset that has moved; `None` where a number did not fit.
    pub fn totals(&self) -> impl Iterator<Item = (u32, Option<Exact>)> {
        let moved = indexed(&self.assets).filter(|(_, balance)| !balance.accounts.is_empty());
        moved.map(|(asset, balance)| (asset, balance.total))
    }

    /// Returns the balance of an account; zero where nothing moved, `None` where a number did not fit.
    #[must_use]
    pub fn of(&self, account: u32, asset: u32) -> Option<Exact> {
        let row = usize::try_from(asset).ok().and_then(|index| self.assets.get(index));
        row.and_then(|balance| balance.accounts.get(&account))
            .copied()
            .unwrap_or(Some(Exact::ZERO))
    }
}

/// Adds a movement to a balance, which becomes `None` where it does not fit.
#[inline]
fn move_balance(balance: &mut Option<Exact>, movement: &Movement) {
    let moved = match balance {
        Some(balance) if movement.arrives() => balance.accumulate(&movement.quantity),
        Some(balance) => balance.reduce(&movement.quantity),
        None => return,
    };
    if moved.is_err() {
        *balance = None;
    }
}
