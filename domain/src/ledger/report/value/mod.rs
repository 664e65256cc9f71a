//! The value of a portfolio over time: of every day from its first transaction, at closing prices, and of now.

pub(in crate::ledger) mod closes;
pub(in crate::ledger) mod coins;
pub(in crate::ledger) mod day_run;
pub(in crate::ledger) mod days;
pub(in crate::ledger) mod graph;
pub(in crate::ledger) mod inputs;
pub(in crate::ledger) mod now;
pub(in crate::ledger) mod period;
pub(in crate::ledger) mod period_row;
pub(in crate::ledger) mod periods;
pub(in crate::ledger) mod scaled;
pub(in crate::ledger) mod series;
#[cfg(test)]
mod tests;
pub(in crate::ledger) mod values_key;

use std::sync::Arc;

use ports::{Currency, WalletId};

use self::{
    closes::CoinCloses,
    coins::CoinIndex,
    days::{DayValues, day_values},
    inputs::{ValueBasis, ValueOwner},
    now::ValueNow,
    values_key::ValuesKey,
};
use crate::{
    account::{PersonAccount, PersonAccounts},
    caller::Caller,
    ledger::{LedgerError, Ledgers, book::BookOwner},
    valuation::Viewpoint,
};

impl Ledgers {
    /// Loads for whom the values of the caller's wallets, or of some of them, are computed. Fails with [`LedgerError::NotFound`] where
    /// one is not the caller's.
    pub(crate) async fn value_owner(&self, caller: &Caller, wallets: &[WalletId]) -> Result<ValueOwner, LedgerError> {
        let person = PersonAccounts::load(&self.ports, caller.user).await?;
        if wallets
            .iter()
            .any(|id| person.wallets.iter().all(|wallet| wallet.id != *id))
        {
            return Err(LedgerError::NotFound);
        }
        let is_chosen = |account: &PersonAccount| {
            let wallet = person.wallets.get(account.wallet);
            wallet.is_some_and(|wallet| wallets.contains(&wallet.id))
        };
        let own = || person.by_wallet(&self.ports).into_iter();
        let accounts = (!wallets.is_empty()).then(|| own().filter(is_chosen).map(|one| one.id).collect());
        Ok(ValueOwner {
            viewpoint: Viewpoint::person(&self.ports, &person),
            accounts,
            book: self.owner_of(caller, person).await?,
        })
    }

    /// Loads what the values of an owner are computed from.
    pub(in crate::ledger) async fn value_basis(
        &self,
        owner: &ValueOwner,
        currency: &Currency,
    ) -> Result<ValueBasis, LedgerError> {
        let book = self.books.load(&self.ports, &owner.book).await?;
        let basis = self.books.basis(&self.ports, &owner.book, &book, currency).await?;
        let today = owner.book.zone.day(self.ports.clock.now());
        Ok(ValueBasis {
            book,
            basis,
            accounts: owner.accounts.clone(),
            today,
        })
    }

    /// Returns the values of all days that are over: the kept ones where nothing they follow from has changed.
    pub(in crate::ledger) async fn day_values(
        &self,
        owner: &BookOwner,
        from: &ValueBasis,
    ) -> Result<Arc<DayValues>, LedgerError> {
        let about = (from.today, from.accounts.as_ref());
        let key = ValuesKey::of(owner, (&from.book, &from.basis), about);
        let is_whole = !from.book.is_awaiting_prices();
        let compute = async {
            let index = CoinIndex::of(&from.book, &from.basis.tables);
            let first = from.first_day(owner).unwrap_or(from.today);
            let days = (&index, first, from.today.plus(-1));
            let closes = CoinCloses::load(&self.ports, (owner, from), days).await?;
            Ok(day_values((&owner.zone, from), &index, &closes))
        };
        Ok(self.books.values((&self.ports, key), is_whole, compute).await?)
    }

    /// Returns what the accounts of a query are worth now.
    pub(in crate::ledger) async fn value_now(
        &self,
        viewpoint: &Viewpoint,
        from: &ValueBasis,
    ) -> Result<ValueNow, LedgerError> {
        let currency = from.basis.currency();
        Ok(ValueNow::load(&self.ports, viewpoint, from.accounts.as_ref(), currency).await?)
    }
}
