//! Daily closing prices.

use std::collections::BTreeMap;

use async_trait::async_trait;
use ports::{
    Amount, AssetId, Day, PastPrice, Ratio, StorageError, Timestamp,
    past_price::{PastPriceReader, PastPriceWriter},
};

use super::database::{
    Database, SqlWork,
    sql::{Row, Value, insert_many, json_rows, sql},
};

const EPOCH: Day = Day::of(Timestamp::from_millis(0));

fn past_price(row: &Row, asset: &AssetId) -> Result<PastPrice, StorageError> {
    let row = row.of("past_prices", &["source"]);
    Ok(PastPrice {
        asset: asset.clone(),
        day: EPOCH.plus(row.int("day")?),
        source: row.parsed("source")?,
        price: row.maybe_parsed("price")?,
        quoted_in: row.maybe_parsed("quoted_in")?,
        at: row.time("price_at")?,
        confidence: row.maybe_parsed::<Amount>("confidence")?.map(Ratio::new),
        read_at: row.time("read_at")?,
    })
}

#[async_trait]
impl PastPriceReader for Database {
    async fn of_asset(&self, asset: &AssetId, from: Day, to: Day) -> Result<Vec<PastPrice>, StorageError> {
        let (text, columns) = json_rows!(
            [day, source, price, quoted_in, price_at, confidence, read_at],
            // With IN, Postgres expects a hundred assets, and reads the whole table.
            "FROM past_prices WHERE day >= $1 AND day <= $2 AND asset = ",
            3
        );
        let rows = sql(text).bind(from.number()).bind(to.number()).bind_list([asset]);
        let rows = rows.fetch_json_rows(columns, self.sql()).await?;
        let prices: Result<Vec<PastPrice>, StorageError> = rows.iter().map(|row| past_price(row, asset)).collect();
        let mut prices = prices?;
        prices.sort_by(|one, other| (one.day, &one.source).cmp(&(other.day, &other.source)));
        Ok(prices)
    }
}

fn row(price: &PastPrice) -> Vec<Value> {
    vec![
        price.asset.as_str().into(),
        price.day.number().into(),
        price.source.as_str().into(),
        price.price.map(|price| price.amount().to_string()).into(),
        price.quoted_in.as_ref().map(|unit| unit.as_str().to_owned()).into(),
        price.at.into(),
        price.confidence.map(|ratio| ratio.amount().to_string()).into(),
        price.read_at.into(),
    ]
}

#[async_trait]
impl PastPriceWriter for SqlWork {
    async fn add(&mut self, prices: &[PastPrice]) -> Result<(), StorageError> {
        // Each once, because a statement cannot change a row twice.
        let mut first: BTreeMap<_, &PastPrice> = BTreeMap::new();
        for price in prices {
            let kept = first.entry((&price.asset, price.day, &price.source)).or_insert(price);
            if kept.is_replaced_by(price) {
                *kept = price;
            }
        }
        insert_many(
            self.tx(),
            "INSERT INTO past_prices (asset, day, source, price, quoted_in, price_at, confidence, read_at)",
            first.into_values().map(row).collect(),
            "ON CONFLICT (asset, day, source) DO UPDATE SET price = excluded.price, quoted_in = excluded.quoted_in, \
             price_at = excluded.price_at, confidence = excluded.confidence, read_at = excluded.read_at \
             WHERE past_prices.price IS NULL AND (excluded.price IS NOT NULL OR excluded.read_at > past_prices.read_at)",
        )
        .await
        .map(drop)
    }
}
