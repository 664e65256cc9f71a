//! Quotes.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use async_trait::async_trait;
use ports::{
    Amount, AssetId, Quote, Ratio, SourceId, StorageError, Timestamp,
    quote::{AgreedPrice, Market, QuoteAnswer, QuoteId, QuoteReader, QuoteWriter},
};

use super::{
    database::Database,
    fields::Fields,
    sql::{On, Row, Sql, Value, insert_many, listed, sql},
    work::SqlWork,
};

/// Reads one quote. Consecutive rows of one asset share its parsed id, and the few sources are cached by their text.
fn quote(row: &Row, last: Option<&Quote>, sources: &mut BTreeMap<String, SourceId>) -> Result<Quote, StorageError> {
    let row = row.of("quotes", &["id"]);
    let asset = row.text("asset")?;
    let asset = match last {
        Some(last) if last.asset.as_str() == asset => last.asset.clone(),
        _ => AssetId::kept(&asset).map_err(|_| row.corrupt("asset"))?,
    };
    let source = row.text("source")?;
    let known = sources.get(&source).cloned();
    let source = known.map_or_else(|| row.parsed("source"), Ok)?;
    sources.entry(source.to_string()).or_insert_with(|| source.clone());
    Ok(Quote {
        id: row.parsed("id")?,
        asset,
        source,
        answer: answer(&row)?,
        source_time: row.time("source_time")?,
        received_at: row.time("received_at")?,
        market: market(&row)?,
    })
}

fn market(row: &Fields<'_>) -> Result<Option<Market>, StorageError> {
    let Some(name) = row.get::<Option<String>>("market")? else {
        return Ok(None);
    };
    Ok(Some(Market {
        name,
        quoted_in: row.maybe_parsed("quoted_in")?,
        bid: row.parsed("bid")?,
        ask: row.parsed("ask")?,
        volume: row.parsed("volume")?,
    }))
}

/// The columns of a market: name, quote asset, bid, ask and volume.
fn market_columns(market: Option<&Market>) -> [Value; 5] {
    let text = |read: fn(&Market) -> String| market.map(read).into();
    [
        text(|market| market.name.clone()),
        market
            .and_then(|market| market.quoted_in.as_ref())
            .map(ToString::to_string)
            .into(),
        text(|market| market.bid.to_string()),
        text(|market| market.ask.to_string()),
        text(|market| market.volume.to_string()),
    ]
}

fn answer(row: &Fields<'_>) -> Result<QuoteAnswer, StorageError> {
    match row.text("answer")?.as_str() {
        "price" => Ok(QuoteAnswer::Price {
            price: row.parsed("price")?,
            confidence: row.maybe_parsed::<Amount>("confidence")?.map(Ratio::new),
        }),
        "worth_zero" => Ok(QuoteAnswer::WorthZero),
        "not_listed" => Ok(QuoteAnswer::NotListed),
        "unusable" => Ok(QuoteAnswer::Unusable {
            what: row.text("unusable")?,
        }),
        _ => Err(row.corrupt("answer")),
    }
}

/// The columns of an answer: kind, price, confidence and what was unusable.
fn columns(answer: &QuoteAnswer) -> [Value; 4] {
    let (kind, price, confidence, unusable) = match answer {
        QuoteAnswer::Price { price, confidence } => ("price", Some(price.amount()), *confidence, None),
        QuoteAnswer::WorthZero => ("worth_zero", None, None, None),
        QuoteAnswer::NotListed => ("not_listed", None, None, None),
        QuoteAnswer::Unusable { what } => ("unusable", None, None, Some(what.as_str())),
    };
    let confidence = confidence.map(|ratio| ratio.amount().to_string());
    [
        kind.into(),
        price.map(|price| price.to_string()).into(),
        confidence.into(),
        unusable.into(),
    ]
}

fn quotes(rows: &[Row]) -> Result<Vec<Quote>, StorageError> {
    let mut quotes: Vec<Quote> = Vec::with_capacity(rows.len());
    let mut sources = BTreeMap::new();
    for row in rows {
        quotes.push(quote(row, quotes.last(), &mut sources)?);
    }
    Ok(quotes)
}

/// The columns of a quote.
macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT quotes.id, quotes.asset, quotes.source, answer, price, confidence, unusable, source_time, received_at, ",
            "market, quoted_in, bid, ask, volume FROM quotes ",
            $rest
        )
    };
}

/// One index look-up for each series. An answer without a price has no source time and gets the time of its receipt, so it
/// would stay newer than every price of a source that is behind: it is ignored once a price of the same day was received
/// after it. Prices of past times do not count for that.
async fn newest(
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
        let load = async |missing: &[AssetId]| {
            let found = newest(self.sql(), missing, i64::MIN, i64::MAX).await?;
            Ok(by_asset(missing, found))
        };
        let known = self.memory().newest.read(self.sql(), (), assets, load).await?;
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
        let load = async |missing: &[AssetId]| {
            let found = around(self.sql(), missing, at.millis(), within_millis).await?;
            Ok(by_asset(missing, found))
        };
        let asked = (at.millis(), within_millis);
        let known = self.memory().around.read(self.sql(), asked, assets, load).await?;
        Ok(known.iter().flat_map(|quotes| quotes.iter().cloned()).collect())
    }

    async fn answered_between(
        &self,
        source: &SourceId,
        from: Timestamp,
        to: Timestamp,
    ) -> Result<BTreeSet<AssetId>, StorageError> {
        let text = "SELECT asset FROM quote_series WHERE source = $1 AND asked_at >= $2 AND asked_at <= $3";
        let rows = sql(text).bind(source.as_str()).bind(from).bind(to);
        let asset = |row: &Row| row.of("quote_series", &["asset"]).parsed("asset");
        rows.fetch_all(self.sql()).await?.iter().map(asset).collect()
    }

    async fn agreed(&self, assets: &[AssetId]) -> Result<Vec<AgreedPrice>, StorageError> {
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
        let known = self.memory().agreed.read(self.sql(), (), assets, load).await?;
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

/// The candidates of a series are the last quote up to `at` and the first one after it.
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

/// Returns the values of a quote in column order.
fn row(quote: &Quote) -> Vec<Value> {
    let [answer, price, confidence, unusable] = columns(&quote.answer);
    let mut row = vec![
        quote.id.to_string().into(),
        quote.asset.as_str().into(),
        quote.source.as_str().into(),
        answer,
        price,
        confidence,
        unusable,
        quote.source_time.into(),
        quote.received_at.into(),
    ];
    row.extend(market_columns(quote.market.as_ref()));
    row
}

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
            "UPDATE quote_series SET asked_at = $1 WHERE source = $2 AND asset IN ",
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
        let text = "DELETE FROM quotes WHERE received_at < $1 AND EXISTS (SELECT 1 FROM quotes AS newer \
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
