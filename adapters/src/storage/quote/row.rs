//! Rows of quotes, in both directions.

use std::collections::BTreeMap;

use ports::{
    Amount, AssetId, Quote, Ratio, SourceId, StorageError,
    quote::{Market, QuoteAnswer},
};

use crate::storage::database::sql::{Fields, Row, Value};

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
pub(super) use select;

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

/// Reads the rows of a [`select!`] query.
pub(super) fn quotes(rows: &[Row]) -> Result<Vec<Quote>, StorageError> {
    let mut quotes: Vec<Quote> = Vec::with_capacity(rows.len());
    let mut sources = BTreeMap::new();
    for row in rows {
        quotes.push(quote(row, quotes.last(), &mut sources)?);
    }
    Ok(quotes)
}

/// Returns the values of a quote in column order.
pub(super) fn row(quote: &Quote) -> Vec<Value> {
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
