//! What happened in staking at Gemini.
//!
//! `POST /v1/staking/history` returns `[{"providerId": "62b2…", "transactions": [{"transactionId": "TQN9OPN", "transactionType": "Interest",
//! "amountCurrency": "MATIC", "amount": 0.01, "dateTime": 1667418287795}, …]}]` between two moments, which are requested as dates and times.
//! What is staked or redeemed moves between two places of the account. Amounts have no sign, so that rows of other types, such as those of
//! corrections by Gemini, are kept without one.

use std::time::Duration;

use async_trait::async_trait;
use ports::{
    RemoteError, Stream, Timestamp,
    fact::ExchangeRowKind,
    history::{HistoryPage, HistoryRequest},
    json::Json,
};

use super::list_reader::GeminiLists;
use crate::exchange::{
    account::{
        Codes, ExchangeListRow, ListMoments, ListReach, ListedRow, RowState, WindowRows, WindowedList, code, quantity,
        text_of, time_of_millis, window,
    },
    gemini::paths::STAKING_HISTORY,
};

/// The most rows of an answer.
const MOST: usize = 500;
/// When Gemini opened, in milliseconds: 1 October 2015.
const OPENED: u64 = 1_443_657_600_000;
/// The longest window: interest is paid once a day for each asset.
const LONGEST: Duration = Duration::from_hours(24 * 365);

/// Reads the next part of the history of staking.
pub(super) async fn page(list: &GeminiLists<'_>, part: &HistoryRequest) -> Result<HistoryPage, RemoteError> {
    let reach = ListReach {
        opened: OPENED,
        longest: LONGEST,
        kept: None,
        has_older: false,
    };
    window(&StakingList(list), reach, (&list.of.1.who, part)).await
}

struct StakingList<'a>(&'a GeminiLists<'a>);

#[async_trait]
impl WindowedList for StakingList<'_> {
    /// Whether both moments are inclusive is not documented, so that a millisecond more is requested at both ends.
    async fn rows(&self, (first, last): ListMoments) -> Result<WindowRows, RemoteError> {
        let list = self.0;
        let more = Duration::from_millis(1);
        let (since, until) = (written(first.minus(more)), written(last.plus(more)));
        let (Some(since), Some(until)) = (since, until) else {
            return Err(list.malformed("a moment that is none"));
        };
        let parameters = format!(r#","since":"{since}","until":"{until}","limit":{MOST},"sortAsc":false"#);
        let answer = list.request(STAKING_HISTORY, &parameters).await?;
        let rows = rows(&answer, &list.codes).map_err(|what| list.malformed(what))?;
        if rows.len() >= MOST {
            return Ok(None);
        }
        let within = rows.into_iter().filter(|row| (first..=last).contains(&row.time));
        Ok(Some(within.collect()))
    }
}

/// Writes a moment as a date and a time in UTC.
fn written(at: Timestamp) -> Option<String> {
    let at = jiff::Timestamp::from_millisecond(at.millis()).ok()?;
    Some(at.strftime("%Y-%m-%dT%H:%M:%S%.3fZ").to_string())
}

fn rows(answer: &Json, codes: &Codes<'_>) -> Result<Vec<ListedRow>, &'static str> {
    let providers = answer.as_array().ok_or("no list of staking")?;
    let mut rows = Vec::new();
    for provider in providers {
        let own = provider["transactions"]
            .as_array()
            .ok_or("a provider without its rows")?;
        for row in own {
            rows.extend(self::row(row, codes)?);
        }
    }
    Ok(rows)
}

fn row(row: &Json, codes: &Codes<'_>) -> Result<Option<ListedRow>, &'static str> {
    let id = text_of(&row["transactionId"]).ok_or("a row of staking without its id")?;
    let stated = row["transactionType"]
        .as_str()
        .ok_or("a row of staking without its type")?;
    let asset = codes.asset(code(row, "amountCurrency")?)?;
    let amount = quantity(row, "amount")?.cut(ports::fact::EXCHANGE_DECIMALS);
    let amount = amount.map_err(|_| "an amount that is too long")?;
    let kind = match stated {
        "Deposit" | "Redeem" | "RedeemPayment" => ExchangeRowKind::Move,
        "Interest" => ExchangeRowKind::Reward,
        _ => ExchangeRowKind::Other,
    };
    let row = ExchangeListRow {
        list: Stream::ExchangeRewards,
        event: &["staking", stated, &id],
        id: format!("staking {stated} {id}"),
        time: time_of_millis(&row["dateTime"]).ok_or("a row of staking without its time")?,
        kind,
        words: format!("staking/{stated}"),
        state: if kind == ExchangeRowKind::Other {
            RowState::Unknown
        } else {
            RowState::Counts
        },
        transaction: None,
        stated: row,
    };
    row.listed(&[(&asset, amount, false)])
}

#[cfg(test)]
mod tests;
