//! Quotes near the moments of entries.

use std::collections::{BTreeMap, BTreeSet};

use async_trait::async_trait;
use ports::{
    AccountId, AssetId, StorageError, Timestamp,
    moment_quote::{AwaitedMoment, MomentQuote, MomentQuoteReader, MomentQuoteWriter},
    quote::QuoteId,
};

use crate::{
    rows::Moments,
    storage::MemoryStorage,
    tables::{conflict, most},
    work::MemoryWork,
};

impl Moments {
    /// Returns the quotes that are kept.
    pub(crate) fn quotes(&self) -> impl Iterator<Item = QuoteId> {
        self.quotes.values().map(|quote| quote.id)
    }
}

#[async_trait]
impl MomentQuoteReader for MemoryStorage {
    async fn awaited(
        &self,
        until: Timestamp,
        limit: u32,
    ) -> Result<Option<(AccountId, Vec<AwaitedMoment>)>, StorageError> {
        let tables = self.tables();
        let earliest = |(_, own): &(&AccountId, &_)| awaited(own, until).next().map(|one| one.moment);
        let ledgers = tables.entries.iter().map(|(account, own)| (account, &own.moments));
        let due = ledgers.filter(|ledger| earliest(ledger).is_some());
        let first = due.min_by_key(earliest);
        Ok(first.map(|(account, own)| {
            (
                account.clone(),
                awaited(own, until).take(most(limit)).cloned().collect(),
            )
        }))
    }

    async fn of_assets(
        &self,
        assets: &[AssetId],
        from: Timestamp,
        to: Timestamp,
    ) -> Result<Vec<MomentQuote>, StorageError> {
        let tables = self.tables();
        let assets: BTreeSet<&AssetId> = assets.iter().collect();
        let all = tables.entries.values().flat_map(|own| &own.moments.quotes);
        let wanted = all.filter(|((moment, asset, _), _)| from <= *moment && *moment <= to && assets.contains(asset));
        let mut kept: BTreeMap<_, MomentQuote> = BTreeMap::new();
        for (key, quote) in wanted {
            kept.entry(key).or_insert_with(|| MomentQuote {
                moment: key.0,
                quote: quote.clone(),
            });
        }
        Ok(kept.into_values().collect())
    }
}

fn awaited(own: &Moments, until: Timestamp) -> impl Iterator<Item = &AwaitedMoment> {
    own.awaited.iter().filter(move |one| one.moment <= until)
}

#[async_trait]
impl MomentQuoteWriter for MemoryWork {
    async fn wait_for(&mut self, account: &AccountId, moments: &[AwaitedMoment]) -> Result<(), StorageError> {
        if let Some(own) = self.tables.entries.get_mut(account) {
            own.moments.awaited.extend(moments.iter().cloned());
        }
        Ok(())
    }

    async fn keep(
        &mut self,
        account: &AccountId,
        moments: &[AwaitedMoment],
        quotes: &[MomentQuote],
    ) -> Result<(), StorageError> {
        let Some(own) = self.tables.entries.get_mut(account) else {
            return Ok(());
        };
        for kept in quotes {
            let is_stored = self.tables.quote_series.contains_key(&kept.quote.id);
            is_stored.then_some(()).ok_or_else(|| conflict("moment_quotes"))?;
            let key = (kept.moment, kept.quote.asset.clone(), kept.quote.source.clone());
            own.moments.quotes.entry(key).or_insert_with(|| kept.quote.clone());
        }
        for one in moments {
            own.moments.awaited.remove(one);
        }
        Ok(())
    }
}
