//! Quotes near the moments of entries.

use std::collections::{BTreeMap, BTreeSet};

use async_trait::async_trait;
use ports::{
    AccountId, AssetId, SourceId, StorageError, Timestamp,
    moment_quote::{AwaitedMoment, MomentQuote, MomentQuoteReader, MomentQuoteWriter},
};

use super::{
    database::{
        Database, SqlWork,
        sql::{Row, Value, insert_many, listed, sql},
    },
    ledger,
    quote::row::{quotes, row},
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
            "SELECT moment, id, asset, source, answer, price, confidence, unusable, source_time, received_at, market, \
             quoted_in, bid, ask, volume FROM moment_quotes WHERE moment >= $1 AND moment <= $2 AND asset IN ",
            3,
            " ORDER BY ledger"
        );
        let rows = sql(text).bind(from).bind(to).bind_list(assets);
        let rows = rows.fetch_all(self.sql()).await?;
        let moment = |row: &Row| row.of("moment_quotes", &["id"]).time("moment");
        let moments = rows.iter().map(moment).collect::<Result<Vec<_>, _>>()?;
        let mut kept: BTreeMap<(Timestamp, AssetId, SourceId), MomentQuote> = BTreeMap::new();
        for (moment, quote) in moments.into_iter().zip(quotes(&rows)?) {
            let key = (moment, quote.asset.clone(), quote.source.clone());
            kept.entry(key).or_insert(MomentQuote { moment, quote });
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
        let kept_row = |kept: &MomentQuote| -> Vec<Value> {
            let key = [ledger.number.into(), kept.moment.into()];
            key.into_iter().chain(row(&kept.quote)).collect()
        };
        insert_many(
            self.tx(),
            "INSERT INTO moment_quotes (ledger, moment, id, asset, source, answer, price, confidence, unusable, source_time, \
             received_at, market, quoted_in, bid, ask, volume)",
            quotes.iter().map(kept_row).collect(),
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
