//! Reading of quotes and consensus prices.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use async_trait::async_trait;
use ports::{
    AssetId, Quote, SourceId, StorageError, Timestamp,
    quote::{AgreedPrice, QuoteId, QuoteReader},
};

use super::row::{quotes, select};
use crate::storage::database::{
    Database,
    asset_cache::distinct,
    sql::{On, Row, Sql, listed, sql},
};

/// Returns the newest quote of each series, with one index lookup for each. An answer without a price has no source time and
/// gets the time of its receipt, so it would stay newer than every price of a source that is behind: it is ignored once a price of the same day was received
/// after it. Prices of past times do not count for that.
pub(super) async fn newest(
    on: impl Into<On<'_>>,
    assets: impl IntoIterator<Item = &AssetId>,
    after: i64,
    at: i64,
) -> Result<Vec<Quote>, StorageError> {
    let text = listed!(
        select!(
            "JOIN quote_series AS series ON quotes.id = (SELECT id FROM quotes AS said WHERE asset = series.asset \
             AND source = series.source AND received_at <= $1 AND source_time > $2 \
             AND (answer IN ('price', 'worth_zero') OR NOT EXISTS (SELECT 1 FROM quotes AS later \
             WHERE later.asset = series.asset AND later.source = series.source \
             AND later.source_time > said.source_time - 86400000 AND later.received_at > said.received_at \
             AND later.received_at <= $1 AND later.answer IN ('price', 'worth_zero'))) \
             ORDER BY source_time DESC, received_at DESC, id DESC LIMIT 1) WHERE series.asset IN "
        ),
        3,
        " ORDER BY quotes.asset, quotes.source"
    );
    let rows = sql(text).bind(at).bind(after).bind_list(assets);
    quotes(&rows.fetch_all(on).await?)
}

#[async_trait]
impl QuoteReader for Database {
    async fn find(&self, ids: &[QuoteId]) -> Result<Vec<Quote>, StorageError> {
        let text = listed!(select!("WHERE id IN "), 1, "");
        quotes(&sql(text).bind_list(ids).fetch_all(self.sql()).await?)
    }

    /// Reads from the cache where the newest quotes were received at or before `at`; otherwise, after a wrong clock, from the
    /// database.
    async fn newest(&self, assets: &[AssetId], after: Timestamp, at: Timestamp) -> Result<Vec<Quote>, StorageError> {
        let assets = &distinct(assets);
        let load = async |missing: &[AssetId]| {
            let found = newest(self.sql(), missing, i64::MIN, i64::MAX).await?;
            Ok(by_asset(missing, found))
        };
        let known = self.asset_cache().newest.read(self.sql(), (), assets, load).await?;
        let is_there = |quotes: &Arc<[Quote]>| quotes.iter().all(|quote| quote.received_at <= at);
        let ahead = assets.iter().zip(&known).filter(|(_, quotes)| !is_there(quotes));
        let ahead: Vec<&AssetId> = ahead.map(|(asset, _)| asset).collect();
        let there = known
            .iter()
            .filter(|quotes| is_there(quotes))
            .flat_map(|quotes| quotes.iter());
        let mut quotes: Vec<Quote> = there.filter(|quote| quote.source_time > after).cloned().collect();
        if !ahead.is_empty() {
            quotes.extend(newest(self.sql(), ahead, after.millis(), at.millis()).await?);
        }
        quotes.sort_by(|a, b| (&a.asset, &a.source).cmp(&(&b.asset, &b.source)));
        Ok(quotes)
    }

    async fn around(&self, assets: &[AssetId], at: Timestamp, within_millis: i64) -> Result<Vec<Quote>, StorageError> {
        let assets = &distinct(assets);
        let load = async |missing: &[AssetId]| {
            let found = around(self.sql(), missing, at.millis(), within_millis).await?;
            Ok(by_asset(missing, found))
        };
        let query = (at.millis(), within_millis);
        let known = self.asset_cache().around.read(self.sql(), query, assets, load).await?;
        Ok(known.iter().flat_map(|quotes| quotes.iter().cloned()).collect())
    }

    async fn answered_between(
        &self,
        source: &SourceId,
        from: Timestamp,
        to: Timestamp,
    ) -> Result<BTreeSet<AssetId>, StorageError> {
        let text = "SELECT asset FROM quote_series WHERE source = $1 AND answered_at >= $2 AND answered_at <= $3";
        let rows = sql(text).bind(source.as_str()).bind(from).bind(to);
        let asset = |row: &Row| row.of("quote_series", &["asset"]).parsed("asset");
        rows.fetch_all(self.sql()).await?.iter().map(asset).collect()
    }

    async fn agreed(&self, assets: &[AssetId]) -> Result<Vec<AgreedPrice>, StorageError> {
        let assets = &distinct(assets);
        let load = async |missing: &[AssetId]| {
            let text = listed!(
                "SELECT asset, price, sources, agreed_at FROM agreed_prices WHERE asset IN ",
                1,
                ""
            );
            let rows = sql(text).bind_list(missing).fetch_all(self.sql()).await?;
            let found = rows.iter().map(|row| agreed(row).map(|one| (one.asset.clone(), one)));
            let mut found = found.collect::<Result<BTreeMap<_, _>, _>>()?;
            Ok(missing.iter().map(|asset| found.remove(asset)).collect())
        };
        let known = self.asset_cache().agreed.read(self.sql(), (), assets, load).await?;
        let mut known: Vec<AgreedPrice> = known.into_iter().flatten().collect();
        known.sort_by(|a, b| a.asset.cmp(&b.asset));
        Ok(known)
    }
}

/// Groups quotes by these assets.
fn by_asset(assets: &[AssetId], quotes: Vec<Quote>) -> Vec<Arc<[Quote]>> {
    let mut found: BTreeMap<AssetId, Vec<Quote>> = BTreeMap::new();
    for quote in quotes {
        found.entry(quote.asset.clone()).or_default().push(quote);
    }
    let of = |asset: &AssetId| found.remove(asset).unwrap_or_default().into();
    assets.iter().map(of).collect()
}

/// Returns the quote of each series that is nearest to `at`: the last one up to it, or the first one after it.
async fn around(on: &Sql, assets: &[AssetId], at: i64, within: i64) -> Result<Vec<Quote>, StorageError> {
    let text = listed!(
        select!(
            "JOIN quote_series AS series ON quotes.id = (SELECT id FROM quotes WHERE asset = series.asset \
             AND source = series.source AND source_time <= $1 AND source_time >= $2 \
             ORDER BY source_time DESC, received_at DESC LIMIT 1) \
             OR quotes.id = (SELECT id FROM quotes WHERE asset = series.asset \
             AND source = series.source AND source_time > $1 AND source_time <= $3 \
             ORDER BY source_time, received_at DESC LIMIT 1) WHERE series.asset IN "
        ),
        4,
        " ORDER BY quotes.asset, quotes.source, source_time"
    );
    let rows = sql(text)
        .bind(at)
        .bind(at.saturating_sub(within))
        .bind(at.saturating_add(within))
        .bind_list(assets);
    let mut nearest: BTreeMap<(AssetId, SourceId), Quote> = BTreeMap::new();
    for quote in quotes(&rows.fetch_all(on).await?)? {
        let away = |quote: &Quote| quote.source_time.millis().abs_diff(at);
        let key = (quote.asset.clone(), quote.source.clone());
        if nearest.get(&key).is_none_or(|known| away(&quote) < away(known)) {
            nearest.insert(key, quote);
        }
    }
    Ok(nearest.into_values().collect())
}

fn agreed(row: &Row) -> Result<AgreedPrice, StorageError> {
    let row = row.of("agreed_prices", &["asset"]);
    Ok(AgreedPrice {
        asset: row.kept("asset", AssetId::kept)?,
        price: row.parsed("price")?,
        sources: row.number("sources")?,
        at: row.time("agreed_at")?,
    })
}
