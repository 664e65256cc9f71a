//! Rates of currencies.

use std::collections::BTreeMap;

use async_trait::async_trait;
use ports::{
    Day, Fixing, SourceId, StorageError,
    currency::{CurrencyReader, CurrencyWriter, FixingId},
};

use super::{
    database::Database,
    fields::json,
    sql::{Row, Value, insert_many, listed, sql},
    work::SqlWork,
};

fn fixing(row: &Row) -> Result<Fixing, StorageError> {
    let row = row.of("fixings", &["id"]);
    Ok(Fixing {
        id: row.parsed("id")?,
        source: row.parsed("source")?,
        day: row.parsed("day")?,
        rates: row.json("rates")?,
        received_at: row.time("received_at")?,
    })
}

/// The columns of a fixing.
macro_rules! select {
    ($rest:literal) => {
        concat!("SELECT id, source, day, rates, received_at FROM fixings ", $rest)
    };
}

#[async_trait]
impl CurrencyReader for Database {
    async fn find(&self, id: FixingId) -> Result<Option<Fixing>, StorageError> {
        let found = sql(select!("WHERE id = $1")).bind(id.to_string());
        found.fetch_optional(self.sql()).await?.as_ref().map(fixing).transpose()
    }

    async fn latest(&self, day: Day) -> Result<Option<Fixing>, StorageError> {
        let text = select!("WHERE day <= $1 ORDER BY day DESC, received_at DESC, id DESC LIMIT 1");
        let found = sql(text).bind(day.to_string());
        found.fetch_optional(self.sql()).await?.as_ref().map(fixing).transpose()
    }
}

fn row(fixing: &Fixing) -> Result<Vec<Value>, StorageError> {
    Ok(vec![
        fixing.id.to_string().into(),
        fixing.source.as_str().into(),
        fixing.day.to_string().into(),
        json("fixings", &fixing.rates)?.into(),
        fixing.received_at.into(),
    ])
}

#[async_trait]
impl CurrencyWriter for SqlWork {
    async fn add(&mut self, fixings: &[Fixing]) -> Result<(), StorageError> {
        let text = listed!(select!("WHERE day IN "), 1, " ORDER BY received_at, id");
        let days = fixings.iter().map(|one| one.day.to_string());
        let known = sql(text)
            .bind_list(days.collect::<Vec<_>>())
            .fetch_all(self.tx())
            .await?;
        let known = known.iter().map(fixing).collect::<Result<Vec<_>, _>>()?;
        let mut last: BTreeMap<(&SourceId, Day), &Fixing> = BTreeMap::new();
        last.extend(known.iter().map(|one| ((&one.source, one.day), one)));
        let mut fresh = vec![];
        for one in fixings {
            let known = last.insert((&one.source, one.day), one);
            if known.is_none_or(|known| known.rates != one.rates) {
                fresh.push(row(one)?);
            }
        }
        let head = "INSERT INTO fixings (id, source, day, rates, received_at)";
        insert_many(self.tx(), head, fresh, "").await.map(drop)
    }
}
