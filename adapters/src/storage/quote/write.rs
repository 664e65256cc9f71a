//! Writing of quotes and consensus prices.

use std::collections::{BTreeMap, BTreeSet};

use async_trait::async_trait;
use ports::{
    AssetId, Quote, SourceId, StorageError, Timestamp,
    quote::{AgreedPrice, QuoteWriter},
};

use super::{read::newest, row::row};
use crate::storage::database::{
    SqlWork,
    sql::{Row, insert_many, listed, sql},
};

#[async_trait]
impl QuoteWriter for SqlWork {
    async fn add(&mut self, quotes: &[Quote]) -> Result<(), StorageError> {
        // Quotes dated later than these come from a wrong clock and do not replace anything.
        let received = quotes.iter().map(|quote| quote.received_at.millis()).max();
        let assets = quotes.iter().map(|quote| &quote.asset);
        let known = newest(self.tx(), assets, i64::MIN, received.unwrap_or(i64::MAX)).await?;
        let mut last: BTreeMap<(&AssetId, &SourceId), &Quote> = known
            .iter()
            .map(|quote| ((&quote.asset, &quote.source), quote))
            .collect();
        let mut fresh = vec![];
        for quote in quotes {
            let known = last.insert((&quote.asset, &quote.source), quote);
            let said = |quote: &Quote| (quote.answer.clone(), quote.source_time, quote.market.clone());
            if known.is_none_or(|known| said(known) != said(quote)) {
                fresh.push(quote);
            }
        }
        let series = last
            .keys()
            .map(|(asset, source)| vec![asset.as_str().into(), source.as_str().into()]);
        let head = "INSERT INTO quote_series (asset, source)";
        insert_many(
            self.tx(),
            head,
            series.collect(),
            "ON CONFLICT (asset, source) DO NOTHING",
        )
        .await?;
        self.changed_assets(fresh.iter().map(|quote| &quote.asset));
        let head = "INSERT INTO quotes (id, asset, source, answer, price, confidence, unusable, source_time, \
             received_at, market, quoted_in, bid, ask, volume)";
        insert_many(self.tx(), head, fresh.into_iter().map(row).collect(), "")
            .await
            .map(drop)
    }

    async fn answered(&mut self, source: &SourceId, assets: &[AssetId], at: Timestamp) -> Result<(), StorageError> {
        let text = listed!(
            "UPDATE quote_series SET answered_at = $1 WHERE source = $2 AND asset IN ",
            3,
            ""
        );
        let noted = sql(text).bind(at).bind(source.as_str()).bind_list(assets);
        noted.execute(self.tx()).await.map(drop)
    }

    async fn agree(&mut self, prices: &[AgreedPrice]) -> Result<(), StorageError> {
        let row = |one: &AgreedPrice| {
            vec![
                one.asset.as_str().into(),
                one.price.amount().to_string().into(),
                i64::from(one.sources).into(),
                one.at.into(),
            ]
        };
        self.changed_assets(prices.iter().map(|one| &one.asset));
        insert_many(
            self.tx(),
            "INSERT INTO agreed_prices (asset, price, sources, agreed_at)",
            prices.iter().map(row).collect(),
            "ON CONFLICT (asset) DO UPDATE SET price = excluded.price, sources = excluded.sources, \
             agreed_at = excluded.agreed_at \
             WHERE excluded.sources > 1 OR agreed_prices.sources = 1 \
             OR agreed_prices.agreed_at < excluded.agreed_at - 60000 \
             OR agreed_prices.agreed_at > excluded.agreed_at + 60000",
        )
        .await
        .map(drop)
    }

    async fn thin(&mut self, before: Timestamp) -> Result<u64, StorageError> {
        let text = "DELETE FROM quotes WHERE received_at < $1 \
             AND NOT EXISTS (SELECT 1 FROM moment_quotes WHERE moment_quotes.quote = quotes.id) AND EXISTS (SELECT 1 FROM quotes AS newer \
             WHERE newer.asset = quotes.asset AND newer.source = quotes.source \
             AND newer.source_time >= quotes.source_time \
             AND newer.source_time < (quotes.source_time / 86400000 + 1) * 86400000 \
             AND (newer.source_time, newer.received_at, newer.id) > \
                 (quotes.source_time, quotes.received_at, quotes.id)) RETURNING asset";
        let gone = sql(text).bind(before).fetch_all(self.tx()).await?;
        let asset = |row: &Row| row.of("quotes", &["asset"]).parsed("asset");
        let assets = gone.iter().map(asset).collect::<Result<BTreeSet<AssetId>, _>>()?;
        self.changed_assets(&assets);
        Ok(gone.len() as u64)
    }
}
