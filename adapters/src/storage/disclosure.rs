//! The privacy ledger. A day may have several rows of equal content, so that users see exactly the requests since they added
//! an address, and none that other users caused before; old days are merged into one row.

use std::{collections::BTreeMap, time::Duration};

use async_trait::async_trait;
use ports::{
    Disclosure, StorageError, Timestamp,
    disclosure::{DisclosedField, DisclosureQuery, DisclosureStore},
};

use super::database::{
    Database,
    sql::{Fields, Row, Sql, Statement, Tx, Value, dialects, insert_many, sql},
};

const FOLDED_AFTER: Duration = Duration::from_hours(48);

fn field_text(disclosed: &DisclosedField) -> String {
    match disclosed {
        DisclosedField::Address(address) => format!("address:{address}"),
        DisclosedField::Name(name) => format!("name:{name}"),
        DisclosedField::Assets => "assets".to_owned(),
        DisclosedField::Nothing => "nothing".to_owned(),
    }
}

fn disclosed(row: &Fields<'_>) -> Result<DisclosedField, StorageError> {
    let text = row.text("disclosed")?;
    let parsed = match text.split_once(':') {
        Some(("address", address)) => address.parse().ok().map(DisclosedField::Address),
        Some(("name", name)) => name.parse().ok().map(DisclosedField::Name),
        None if text == "assets" => Some(DisclosedField::Assets),
        None if text == "nothing" => Some(DisclosedField::Nothing),
        _ => None,
    };
    parsed.ok_or_else(|| row.corrupt("disclosed"))
}

fn disclosure(row: &Row) -> Result<Disclosure, StorageError> {
    let row = row.of("disclosures", &["day", "host", "disclosed"]);
    let chain = row.text("chain")?;
    let chain = if chain.is_empty() {
        None
    } else {
        Some(row.parsed("chain")?)
    };
    Ok(Disclosure {
        host: row.text("host")?,
        source: row.parsed("source")?,
        purpose: row.text("purpose")?,
        disclosed: disclosed(&row)?,
        chain,
        count: row.number("times")?,
        first_at: row.time("first_at")?,
        last_at: row.time("last_at")?,
    })
}

/// Returns the visible addresses and names, each with the time since which it is visible: `[["address:0x…", 1700000000000], …]`.
fn allowed(query: &DisclosureQuery) -> String {
    let mut since: BTreeMap<String, i64> = BTreeMap::new();
    let addresses = query
        .addresses
        .iter()
        .map(|(address, at)| (DisclosedField::Address(address.clone()), *at));
    let names = query
        .names
        .iter()
        .map(|(name, at)| (DisclosedField::Name(name.clone()), *at));
    let nobody = query
        .impersonal_since
        .map(|at| [(DisclosedField::Assets, at), (DisclosedField::Nothing, at)]);
    for (disclosed, at) in addresses.chain(names).chain(nobody.into_iter().flatten()) {
        let earliest = since.entry(field_text(&disclosed)).or_insert(at.millis());
        *earliest = at.millis().min(*earliest);
    }
    let pairs = since
        .into_iter()
        .map(|(disclosed, at)| serde_json::json!([disclosed, at]));
    serde_json::Value::Array(pairs.collect()).to_string()
}

/// Returns a lower-case `LIKE` pattern with escaped wildcards: `LIKE` ignores case on SQLite, but not on Postgres.
fn pattern(search: Option<&str>) -> Option<String> {
    let plain = |text: &str| {
        text.to_lowercase()
            .replace('\\', "\\\\")
            .replace('%', "\\%")
            .replace('_', "\\_")
    };
    search.map(|text| format!("%{}%", plain(text.trim())))
}

/// Returns source ids between bars, to be matched by `LIKE`; ids contain no wildcards.
fn between_bars(query: &DisclosureQuery) -> String {
    let ids = query.sources.iter().map(|source| format!("{source}|"));
    ids.fold("|".to_owned(), |all, id| all + &id)
}

/// The matching sums by day; `$1` is the visible addresses and names, `$2` the pattern, `$3` the sources that match it,
/// `$4` the purpose, `$5` the chain, `$6` and `$7` the time range.
macro_rules! matching {
    ($select:literal, $rest:literal) => {
        dialects!(
            concat!("WITH allowed AS (SELECT "),
            sqlite: "json_extract(value, '$[0]') AS disclosed, json_extract(value, '$[1]') AS since FROM json_each($1)",
            postgres: "value ->> 0 AS disclosed, CAST(value ->> 1 AS BIGINT) AS since FROM json_array_elements(CAST($1 AS json))",
            concat!(
                "), matching AS (SELECT day, host, source, purpose, disclosures.disclosed, chain, ",
                "CAST(SUM(times) AS BIGINT) AS times, MIN(first_at) AS first_at, MAX(last_at) AS last_at ",
                "FROM allowed JOIN disclosures ON disclosures.disclosed = allowed.disclosed AND first_at >= since ",
                "WHERE (CAST($2 AS TEXT) IS NULL OR LOWER(host) LIKE $2 ESCAPE '\\' OR LOWER(purpose) LIKE $2 ESCAPE '\\' ",
                "OR LOWER(REPLACE(REPLACE(disclosures.disclosed, 'address:', ''), 'name:', '')) LIKE $2 ESCAPE '\\' ",
                "OR CAST($3 AS TEXT) LIKE '%|' || source || '|%') ",
                "AND (CAST($4 AS TEXT) IS NULL OR purpose = $4) AND (CAST($5 AS TEXT) IS NULL OR chain = $5) ",
                "AND (CAST($6 AS BIGINT) IS NULL OR last_at >= $6) AND (CAST($7 AS BIGINT) IS NULL OR first_at < $7) ",
                "GROUP BY day, host, source, purpose, disclosures.disclosed, chain) ",
                $select,
                " FROM matching ",
                $rest
            )
        )
    };
}

fn bound(statement: Statement, query: &DisclosureQuery) -> Statement {
    let statement = statement
        .bind(allowed(query))
        .bind(pattern(query.search.as_deref()))
        .bind(between_bars(query));
    statement
        .bind(query.purpose.clone())
        .bind(query.chain.as_ref().map(ToString::to_string))
        .bind(query.from)
        .bind(query.until)
}

async fn count(on: &Sql, query: &DisclosureQuery) -> Result<u64, StorageError> {
    let row = bound(sql(matching!("SELECT COUNT(*) AS rows_in_all", "")), query)
        .fetch_one(on)
        .await?;
    row.of("disclosures", &[]).number("rows_in_all")
}

#[async_trait]
impl DisclosureStore for Database {
    async fn search(&self, query: &DisclosureQuery) -> Result<(Vec<Disclosure>, u64), StorageError> {
        let text = matching!(
            "SELECT day, host, source, purpose, disclosed, chain, times, first_at, last_at",
            "ORDER BY last_at DESC, host, purpose, disclosed, chain LIMIT $8 OFFSET $9"
        );
        let rows = bound(sql(text), query).bind(query.limit).bind(query.start);
        let found = rows
            .fetch_all(self.sql())
            .await?
            .iter()
            .map(disclosure)
            .collect::<Result<_, _>>()?;
        Ok((found, count(self.sql(), query).await?))
    }

    async fn record(&self, disclosures: &[Disclosure]) -> Result<(), StorageError> {
        let Some(newest) = disclosures.iter().map(|disclosure| disclosure.first_at).max() else {
            return Ok(());
        };
        let mut tx = self.sql().begin().await?;
        if is_new_day(&mut tx, newest).await? {
            fold(&mut tx, newest.minus(FOLDED_AFTER)).await?;
        }
        let head = "INSERT INTO disclosures (day, host, source, purpose, disclosed, chain, first_at, last_at, times)";
        let tail = "ON CONFLICT (day, host, source, purpose, disclosed, chain, first_at) DO UPDATE SET \
             times = disclosures.times + excluded.times, last_at = CASE WHEN excluded.last_at > disclosures.last_at \
             THEN excluded.last_at ELSE disclosures.last_at END";
        insert_many(&mut tx, head, summed(disclosures)?, tail).await?;
        tx.commit().await
    }
}

/// Merges the rows of each key, because one statement must not update the same row twice.
fn summed(disclosures: &[Disclosure]) -> Result<Vec<Vec<Value>>, StorageError> {
    type Key<'a> = (&'a str, &'a str, &'a str, String, String, Timestamp);
    let mut sums: BTreeMap<Key<'_>, (Timestamp, u64)> = BTreeMap::new();
    for one in disclosures {
        let chain = one.chain.as_ref().map(ToString::to_string).unwrap_or_default();
        let key = (
            one.host.as_str(),
            one.source.as_str(),
            one.purpose.as_str(),
            field_text(&one.disclosed),
            chain,
            one.first_at,
        );
        let (last_at, times) = sums.entry(key).or_insert((one.last_at, 0));
        *last_at = one.last_at.max(*last_at);
        *times = times.saturating_add(one.count);
    }
    let too_many = |_| StorageError::Corrupt {
        table: "disclosures".to_owned(),
        column: "times".to_owned(),
        id: "new".to_owned(),
    };
    let row = |((host, source, purpose, disclosed, chain, first_at), (last_at, times)): (Key<'_>, (Timestamp, u64))| {
        Ok(vec![
            first_at.day().into(),
            host.into(),
            source.into(),
            purpose.into(),
            disclosed.into(),
            chain.into(),
            first_at.into(),
            last_at.into(),
            i64::try_from(times).map_err(too_many)?.into(),
        ])
    };
    sums.into_iter().map(row).collect()
}

async fn is_new_day(tx: &mut Tx, now: Timestamp) -> Result<bool, StorageError> {
    let row = sql("SELECT MAX(day) AS day FROM disclosures").fetch_one(tx).await?;
    let newest: Option<String> = row.of("disclosures", &[]).get("day")?;
    Ok(newest.is_some_and(|day| day < now.day()))
}

/// Merges the rows of each sum on days before that of `before` into the earliest row.
async fn fold(tx: &mut Tx, before: Timestamp) -> Result<(), StorageError> {
    let text = "INSERT INTO disclosures (day, host, source, purpose, disclosed, chain, first_at, last_at, times) \
         SELECT day, host, source, purpose, disclosed, chain, MIN(first_at), MAX(last_at), CAST(SUM(times) AS BIGINT) \
         FROM disclosures WHERE day < $1 GROUP BY day, host, source, purpose, disclosed, chain HAVING COUNT(*) > 1 \
         ON CONFLICT (day, host, source, purpose, disclosed, chain, first_at) DO UPDATE SET \
         times = excluded.times, last_at = excluded.last_at";
    sql(text).bind(before.day()).execute(&mut *tx).await?;
    let text = "DELETE FROM disclosures WHERE day < $1 AND EXISTS (SELECT 1 FROM disclosures AS earlier \
         WHERE earlier.day = disclosures.day AND earlier.host = disclosures.host AND earlier.source = disclosures.source \
         AND earlier.purpose = disclosures.purpose AND earlier.disclosed = disclosures.disclosed \
         AND earlier.chain = disclosures.chain AND earlier.first_at < disclosures.first_at)";
    sql(text).bind(before.day()).execute(tx).await.map(drop)
}
