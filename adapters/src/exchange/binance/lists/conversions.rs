//! Conversions at Binance outside of its markets.
//!
//! - `GET /sapi/v1/convert/tradeFlow` returns `{"list": [{"orderId": 940708407462087195, "orderStatus": "SUCCESS", "fromAsset": "USDT",
//!   "fromAmount": "20", "toAsset": "BNB", "toAmount": "0.06154036", "createTime": 1624248872184}], "moreData": false}`, over at most 30
//!   days, and weighs 3,000 of 180,000 in a minute for a person.
//! - `GET /sapi/v1/asset/dribblet` returns small quantities that were converted, since December 2020: `{"total": "1", "userAssetDribblets":
//!   [{"transId": "70899815863", "userAssetDribbletDetails": [{"fromAsset": "LTC", "amount": "0.000006", "transferedAmount": "0.00000267",
//!   "serviceChargeAmount": "0.00000005", "operateTime": "1627575731000", "transId": "70899815863"}]}]}`. The charge is two percent of what is
//!   stated as transferred in every sample, so that it is taken as a part of it. What arrives is BNB where no asset is stated.

use ports::{
    RemoteError, Stream,
    fact::{ExchangeRow, ExchangeRowKind},
    json::Json,
};

use super::list_reader::ListReader;
use crate::exchange::{
    account::{
        Change, Codes, ListMoments, ListedRow, Quantity, WindowRows, amounts, event_id, text_of, time_of_millis, whole,
    },
    binance::paths::{CONVERSIONS, DUST},
};

pub(super) const DAYS: u32 = 30;

const WEIGHT: u64 = 3_000;
/// The parameters of the first and the last moment.
const TIMES: [&str; 2] = ["startTime", "endTime"];
/// The most rows of an answer.
const MOST: &str = "1000";
/// What small quantities become where nothing else is stated.
const USUAL_TARGET: &str = "BNB";
/// The states of a conversion that changed nothing, or not yet.
const NOT_COUNTING: [&str; 3] = ["FAIL", "PROCESS", "ACCEPT_SUCCESS"];
const TOO_LONG: &str = "an amount that is too long";

/// Reads conversions of both lists.
pub(super) async fn conversions(list: &ListReader<'_>, moments: ListMoments) -> Result<WindowRows, RemoteError> {
    let Some(orders) = orders(list, moments).await? else {
        return Ok(None);
    };
    let dust = dust(list, moments).await?;
    Ok(dust.map(|dust| [orders, dust].into_iter().flatten().collect()))
}

async fn orders(list: &ListReader<'_>, moments: ListMoments) -> Result<WindowRows, RemoteError> {
    let path = (CONVERSIONS, WEIGHT);
    let answer = list.between(path, (moments, TIMES), &[("limit", MOST)]).await?;
    // An empty list may be missing.
    let rows = answer["list"].as_array().unwrap_or_default();
    match answer["moreData"].as_bool() {
        Some(false) => {}
        Some(true) => return Ok(None),
        None => return Err(list.malformed("a list of conversions that does not state whether there are more")),
    }
    let rows: Result<Vec<_>, _> = rows.iter().map(|row| order(row, &list.codes)).collect();
    let rows = rows.map_err(|what| list.malformed(what))?;
    Ok(Some(rows.into_iter().flatten().collect()))
}

fn order(row: &Json, codes: &Codes<'_>) -> Result<Option<ListedRow>, &'static str> {
    let status = row["orderStatus"].as_str().ok_or("a conversion without its state")?;
    if NOT_COUNTING.contains(&status) {
        return Ok(None);
    }
    let (from, paid) = side(row, ["fromAsset", "fromAmount"], codes)?;
    let (to, received) = side(row, ["toAsset", "toAmount"], codes)?;
    let paid = paid.negated().map_err(|_| TOO_LONG)?;
    let changes = [(&from, paid, false), (&to, received, false)];
    let is_known = status == "SUCCESS";
    let conversion = ConversionRow {
        name: "convert",
        event: &text_of(&row["orderId"]).ok_or("a conversion without its id")?,
        detail: "",
        kind: if is_known {
            ExchangeRowKind::Conversion
        } else {
            ExchangeRowKind::Other
        },
        stated: row,
    };
    conversion
        .listed("createTime", if is_known { &changes } else { &[] })
        .map(Some)
}

async fn dust(list: &ListReader<'_>, moments: ListMoments) -> Result<WindowRows, RemoteError> {
    let answer = list.between((DUST, 0), (moments, TIMES), &[]).await?;
    let total = whole(&answer["total"]).ok_or_else(|| list.malformed("a list without the number of its rows"))?;
    let conversions = answer["userAssetDribblets"].as_array().unwrap_or_default();
    let details = conversions.iter().map(|one| one["userAssetDribbletDetails"].as_array());
    let details: Option<Vec<&[Json]>> = details.collect();
    let details = details
        .ok_or_else(|| list.malformed("a conversion of dust without its parts"))?
        .concat();
    // The number may be that of conversions or that of their parts.
    if ![conversions.len() as u64, details.len() as u64].contains(&total) {
        return Ok(None);
    }
    let rows: Result<Vec<_>, _> = details.iter().map(|row| part(row, &list.codes)).collect();
    rows.map(Some).map_err(|what| list.malformed(what))
}

fn part(row: &Json, codes: &Codes<'_>) -> Result<ListedRow, &'static str> {
    let (from, paid) = side(row, ["fromAsset", "amount"], codes)?;
    let target = row["targetAsset"].as_str().unwrap_or(USUAL_TARGET);
    let to = codes.asset(target)?;
    let received = Quantity::read(&row["transferedAmount"]).ok_or("a conversion without its result")?;
    let charge = Quantity::read(&row["serviceChargeAmount"]).ok_or("a conversion without its charge")?;
    let paid = paid.negated().map_err(|_| TOO_LONG)?;
    let charge = charge.negated().map_err(|_| TOO_LONG)?;
    let conversion = ConversionRow {
        name: "small assets",
        event: &text_of(&row["transId"]).ok_or("a conversion without its id")?,
        detail: row["fromAsset"].as_str().unwrap_or_default(),
        kind: ExchangeRowKind::Conversion,
        stated: row,
    };
    conversion.listed(
        "operateTime",
        &[(&from, paid, false), (&to, received, false), (&to, charge, true)],
    )
}

fn side(row: &Json, [asset, amount]: [&str; 2], codes: &Codes<'_>) -> Result<(ports::AssetId, Quantity), &'static str> {
    let asset = codes.asset(row[asset].as_str().ok_or("a conversion without its asset")?)?;
    let amount = Quantity::read(&row[amount]).filter(|amount| !amount.is_negative());
    Ok((asset, amount.ok_or("a conversion without its amount")?))
}

/// A row of a list of conversions.
struct ConversionRow<'a> {
    name: &'static str,
    event: &'a str,
    /// What distinguishes it from other rows of the event.
    detail: &'a str,
    kind: ExchangeRowKind,
    stated: &'a Json,
}

impl ConversionRow<'_> {
    fn listed(&self, time: &str, changes: &[Change<'_>]) -> Result<ListedRow, &'static str> {
        Ok(ListedRow {
            event: event_id(&[self.name, self.event])?,
            time: time_of_millis(&self.stated[time]).ok_or("a conversion without its time")?,
            row: ExchangeRow {
                list: Stream::ExchangeConversions,
                id: format!("{} {} {}", self.name, self.event, self.detail)
                    .trim_end()
                    .to_owned(),
                kind: self.kind,
                words: self.name.to_owned(),
                transaction: None,
                amounts: amounts(changes)?,
                stated: self.stated.to_string(),
            },
        })
    }
}
