//! The costs that entries lack. They follow from what the person added, so that visitors have no such call.

use ports::{Currency, EntryId};

use crate::{
    caller::Caller,
    ledger::{
        LedgerError, Ledgers,
        cost::{CostBuilder, CostGap},
    },
};

impl Ledgers {
    /// Returns for each of these entries of the caller the quantity that left without a known cost. Entries without one, and those
    /// that are gone, are left out.
    pub async fn cost_gaps(
        &self,
        caller: &Caller,
        entries: &[EntryId],
        currency: &Currency,
    ) -> Result<Vec<(EntryId, CostGap)>, LedgerError> {
        let owner = self.owner(caller).await?;
        let book = self.books.load(&self.ports, &owner).await?;
        let basis = self.books.basis(&self.ports, &owner, &book, currency).await?;
        let costs = CostBuilder {
            book: &book,
            basis: &basis,
        };
        let shown: Vec<EntryId> = entries.iter().map(|id| book.combined.shown(id).clone()).collect();
        let places = book.rows.places_with(&shown).into_iter();
        let gap = |(at, place): (usize, usize)| Some((entries.get(at)?.clone(), costs.row_gap(place)?));
        Ok(places.filter_map(gap).collect())
    }
}
