//! What Binance distributed to an account: interest, rewards, airdrops.
//!
//! `GET /sapi/v1/asset/assetDividend` returns `{"rows": [{"id": 1637366104, "amount": "10.00000000", "asset": "BHFT", "divTime": 1563189166000,
//! "enInfo": "BHFT distribution", "tranId": 2968885920, "direction": 1}], "total": 1}`, over at most 180 days. A direction of -1 takes
//! something back. Binance lists rewards of Simple Earn in a second place, which is not read, because rows of both places could be the same.

use ports::{
    RemoteError, Stream,
    fact::{ExchangeRow, ExchangeRowKind},
    json::Json,
};

use super::list_reader::ListReader;
use crate::exchange::{
    account::{Codes, ListMoments, ListedRow, Quantity, WindowRows, amounts, event_id, text_of, time_of_millis, whole},
    binance::paths::DISTRIBUTIONS,
};

pub(super) const DAYS: u32 = 180;

/// The most rows of an answer.
const MOST: &str = "500";

pub(super) async fn rewards(list: &ListReader<'_>, moments: ListMoments) -> Result<WindowRows, RemoteError> {
    let times = (moments, ["startTime", "endTime"]);
    let answer = list.between((DISTRIBUTIONS, 0), times, &[("limit", MOST)]).await?;
    let total = whole(&answer["total"]).ok_or_else(|| list.malformed("a list without the number of its rows"))?;
    let rows = answer["rows"]
        .as_array()
        .ok_or_else(|| list.malformed("no list of distributions"))?;
    if rows.len() as u64 != total {
        return Ok(None);
    }
    let rows: Result<Vec<_>, _> = rows.iter().map(|row| distribution(row, &list.codes)).collect();
    rows.map(Some).map_err(|what| list.malformed(what))
}

fn distribution(row: &Json, codes: &Codes<'_>) -> Result<ListedRow, &'static str> {
    let id = text_of(&row["id"]).or_else(|| text_of(&row["tranId"]));
    let id = id.ok_or("a distribution without its id")?;
    let asset = codes.asset(row["asset"].as_str().ok_or("a distribution without its asset")?)?;
    let amount = Quantity::read(&row["amount"]).ok_or("a distribution without its amount")?;
    let is_taken = row["direction"].as_i64().is_some_and(i64::is_negative);
    let amount = if is_taken && !amount.is_negative() {
        amount.negated().map_err(|_| "an amount that is too long")?
    } else {
        amount
    };
    let words = row["enInfo"].as_str().filter(|words| !words.is_empty());
    Ok(ListedRow {
        event: event_id(&["distribution", &id])?,
        time: time_of_millis(&row["divTime"]).ok_or("a distribution without its time")?,
        row: ExchangeRow {
            list: Stream::ExchangeRewards,
            id: format!("distribution {id}"),
            kind: if amount.is_negative() {
                ExchangeRowKind::Charge
            } else {
                ExchangeRowKind::Reward
            },
            words: words.unwrap_or("distribution").to_owned(),
            transaction: None,
            amounts: amounts(&[(&asset, amount, false)])?,
            stated: row.to_string(),
        },
    })
}
