//! Quotes near the moments of entries.

use std::collections::{BTreeMap, BTreeSet};

use async_trait::async_trait;
use ports::{
    AccountId, AssetId, Quote, SourceId, StorageError, Timestamp,
    moment_quote::{AwaitedMoment, MomentQuote, MomentQuoteReader, MomentQuoteWriter},
    quote::{QuoteId, QuoteReader},
};

use super::{
    database::{
        Database, SqlWork,
        sql::{Row, insert_many, listed, sql},
    },
    ledger,
};

#[async_trait]
impl MomentQuoteReader for Database {
    async fn awaited(
        &self,
        until: Timestamp,
        limit: u32,
    ) -> Result<Option<(AccountId, Vec<AwaitedMoment>)>, StorageError> {
        let text = "SELECT number, account FROM ledgers WHERE number = \
             (SELECT ledger FROM awaited_moments WHERE moment <= $1 ORDER BY moment LIMIT 1)";
        let Some(found) = sql(text).bind(until).fetch_optional(self.sql()).await? else {
            return Ok(None);
        };
        let of = found.of("ledgers", &["number"]);
        let account = of.kept("account", AccountId::kept)?;
        let text = "SELECT moment, asset FROM awaited_moments WHERE ledger = $1 AND moment <= $2 \
             ORDER BY moment, asset LIMIT $3";
        let rows = sql(text).bind(of.int("number")?).bind(until).bind(limit);
        let rows = rows.fetch_all(self.sql()).await?;
        let awaited = |row: &Row| {
            let row = row.of("awaited_moments", &["moment"]);
            let (moment, asset) = (row.time("moment")?, row.parsed("asset")?);
            Ok(AwaitedMoment { moment, asset })
        };
        let mut awaited = rows.iter().map(awaited).collect::<Result<Vec<_>, StorageError>>()?;
        // The databases sort texts differently.
        awaited.sort();
        Ok(Some((account, awaited)))
    }

    async fn of_assets(
        &self,
        assets: &[AssetId],
        from: Timestamp,
        to: Timestamp,
    ) -> Result<Vec<MomentQuote>, StorageError> {
        let text = listed!(
            "SELECT moment, quote FROM moment_quotes WHERE moment >= $1 AND moment <= $2 AND asset IN ",
            3,
            " ORDER BY ledger"
        );
        let rows = sql(text).bind(from).bind(to).bind_list(assets);
        let near = |row: &Row| {
            let row = row.of("moment_quotes", &["quote"]);
            Ok((row.time("moment")?, row.parsed("quote")?))
        };
        let rows = rows.fetch_all(self.sql()).await?;
        let near: Vec<(Timestamp, QuoteId)> = rows.iter().map(near).collect::<Result<_, StorageError>>()?;
        let ids: Vec<QuoteId> = near.iter().map(|(_, id)| *id).collect();
        let quotes = self.find(&ids).await?.into_iter().map(|quote| (quote.id, quote));
        let quotes: BTreeMap<QuoteId, Quote> = quotes.collect();
        let mut kept: BTreeMap<(Timestamp, AssetId, SourceId), MomentQuote> = BTreeMap::new();
        for (moment, id) in near {
            if let Some(quote) = quotes.get(&id) {
                let key = (moment, quote.asset.clone(), quote.source.clone());
                let quote = quote.clone();
                kept.entry(key).or_insert(MomentQuote { moment, quote });
            }
        }
        Ok(kept.into_values().collect())
    }
}

#[async_trait]
impl MomentQuoteWriter for SqlWork {
    async fn wait_for(&mut self, account: &AccountId, moments: &[AwaitedMoment]) -> Result<(), StorageError> {
        let Some(ledger) = ledger::find(self.tx(), account).await? else {
            return Ok(());
        };
        let moments: BTreeSet<&AwaitedMoment> = moments.iter().collect();
        let row = |one: &AwaitedMoment| vec![ledger.number.into(), one.moment.into(), one.asset.as_str().into()];
        insert_many(
            self.tx(),
            "INSERT INTO awaited_moments (ledger, moment, asset)",
            moments.into_iter().map(row).collect(),
            "ON CONFLICT (ledger, moment, asset) DO NOTHING",
        )
        .await
        .map(drop)
    }

    async fn keep(
        &mut self,
        account: &AccountId,
        moments: &[AwaitedMoment],
        quotes: &[MomentQuote],
    ) -> Result<(), StorageError> {
        let Some(ledger) = ledger::find(self.tx(), account).await? else {
            return Ok(());
        };
        let row = |kept: &MomentQuote| {
            let (asset, source) = (kept.quote.asset.as_str(), kept.quote.source.as_str());
            vec![
                ledger.number.into(),
                kept.moment.into(),
                asset.into(),
                source.into(),
                kept.quote.id.to_string().into(),
            ]
        };
        insert_many(
            self.tx(),
            "INSERT INTO moment_quotes (ledger, moment, asset, source, quote)",
            quotes.iter().map(row).collect(),
            "ON CONFLICT (ledger, moment, asset, source) DO NOTHING",
        )
        .await?;
        for one in moments {
            let text = "DELETE FROM awaited_moments WHERE ledger = $1 AND moment = $2 AND asset = $3";
            let delete = sql(text).bind(ledger.number).bind(one.moment).bind(one.asset.as_str());
            delete.execute(self.tx()).await?;
        }
        Ok(())
    }
}
