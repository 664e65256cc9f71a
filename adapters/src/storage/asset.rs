//! Assets.

use std::collections::BTreeMap;

use async_trait::async_trait;
use ports::{
    Asset, AssetId, ChainId, StorageError, Timestamp,
    asset::{AssetReader, AssetWriter, AssumedDecimals, Holders, LOOKED_FOR, Metadata},
};

use super::database::{
    Database, SqlWork,
    asset_cache::distinct,
    sql::{Fields, Row, Value, insert_many, listed, sql},
};

fn asset(row: &Row) -> Result<Asset, StorageError> {
    let row = &row.of("assets", &["id"]);
    Ok(Asset {
        id: row.kept("id", AssetId::kept)?,
        metadata: Metadata {
            symbol: row.text("symbol")?,
            name: row.text("name")?,
            decimals: row.maybe_number("decimals")?,
        },
        group: row.text("same_as")?,
        origin: row.text("origin")?,
        confirmed: row.get("confirmed")?,
        unreadable_since: row.maybe_time("unreadable_since")?,
        listed: row.get("listed")?,
        holders: holders(row)?,
        assumed: assumed(row)?,
    })
}

/// Reads the decimals by a list. Their origin is stored before the contract is read; they apply where the contract states
/// none.
fn assumed(row: &Fields<'_>) -> Result<Option<AssumedDecimals>, StorageError> {
    let Some(decimals) = row.maybe_number("assumed_decimals")? else {
        return Ok(None);
    };
    let by = row.text("assumed_by")?;
    Ok(Some(AssumedDecimals { decimals, by }))
}

/// Reads the number of holders. Its three columns are all set or all empty.
fn holders(row: &Fields<'_>) -> Result<Option<Holders>, StorageError> {
    let Some(count) = row.maybe_number("holders")? else {
        return Ok(None);
    };
    Ok(Some(Holders {
        count,
        by: row.parsed("holders_by")?,
        at: row.time("holders_at")?,
    }))
}

/// The columns of an asset.
macro_rules! select {
    ($($rest:literal),+) => {
        concat!(
            "SELECT id, symbol, name, decimals, same_as, origin, confirmed, unreadable_since, \
             holders, holders_by, holders_at, assumed_decimals, assumed_by, origin = 'start-list' OR EXISTS (SELECT 1 FROM listed_tokens \
             WHERE listed_tokens.chain = assets.chain AND listed_tokens.asset = assets.id) AS listed FROM assets ",
            $($rest),+
        )
    };
}

/// The token universe: all of the start list and of the held tokens, and a limited number of the others by rank.
const UNIVERSE: &str = concat!(
    "WITH named AS (\
     SELECT asset, COUNT(*) AS lists, MIN(position) AS position FROM listed_tokens WHERE chain = $1 GROUP BY asset\
     ), line AS (\
     SELECT id FROM assets LEFT JOIN named ON named.asset = assets.id \
     WHERE chain = $1 AND (origin = 'chain' OR origin LIKE 'list:%' OR origin LIKE 'explorer:%') \
     AND (confirmed OR origin NOT LIKE 'list:%' OR unreadable_since IS NULL) \
     AND NOT EXISTS (SELECT 1 FROM held_assets WHERE held_assets.asset = assets.id) \
     ORDER BY CASE WHEN confirmed THEN 0 WHEN origin NOT LIKE 'list:%' THEN 1 ELSE 2 END, \
     COALESCE(lists, 0) DESC, position, id LIMIT $2\
     ) ",
    select!(
        "WHERE chain = $1 AND origin NOT IN ('added', 'history') AND (id IN (SELECT id FROM line) \
     OR (origin <> 'chain' AND origin NOT LIKE 'list:%' AND origin NOT LIKE 'explorer:%') \
     OR EXISTS (SELECT 1 FROM held_assets WHERE held_assets.asset = assets.id)) \
     ORDER BY unreadable_since IS NOT NULL, id"
    )
);

#[async_trait]
impl AssetReader for Database {
    async fn find(&self, ids: &[AssetId]) -> Result<Vec<Asset>, StorageError> {
        let load = async |missing: &[AssetId]| {
            let text = listed!(select!("WHERE id IN "), 1, "");
            let rows = sql(text).bind_list(missing).fetch_all(self.sql()).await?;
            let found = rows.iter().map(|row| asset(row).map(|one| (one.id.clone(), one)));
            let mut found = found.collect::<Result<BTreeMap<_, _>, _>>()?;
            Ok(missing.iter().map(|id| found.remove(id)).collect())
        };
        let known = self
            .asset_cache()
            .rows
            .read(self.sql(), (), &distinct(ids), load)
            .await?;
        let mut known: Vec<Asset> = known.into_iter().flatten().collect();
        known.sort_by(|a, b| a.id.cmp(&b.id));
        Ok(known)
    }

    async fn universe(&self, chain: &ChainId) -> Result<Vec<Asset>, StorageError> {
        let rows = sql(UNIVERSE).bind(chain.as_str()).bind(LOOKED_FOR);
        let rows = rows.fetch_all(self.sql()).await?;
        let assets = rows.iter().map(asset).collect::<Result<Vec<Asset>, StorageError>>()?;
        Ok(assets
            .into_iter()
            .filter(|asset| asset.id.contract().is_some())
            .collect())
    }

    async fn with_symbol(&self, symbol: &str, limit: u32) -> Result<Vec<Asset>, StorageError> {
        let text = select!(
            "WHERE lower(symbol) = lower($1) AND origin NOT IN ('added', 'history') ORDER BY listed DESC, id LIMIT $2"
        );
        let rows = sql(text).bind(symbol).bind(limit).fetch_all(self.sql()).await?;
        rows.iter().map(asset).collect()
    }
}

/// The update of a known row, which sets only missing values: empty texts, unknown decimals, a group that is the id itself,
/// an origin that is only a list. Where the contract states no decimals, those of a list are only assumed. The later number
/// of holders wins.
const FILL: &str = "ON CONFLICT (id) DO UPDATE SET \
     symbol = CASE WHEN assets.symbol = '' THEN excluded.symbol ELSE assets.symbol END, \
     name = CASE WHEN assets.name = '' THEN excluded.name ELSE assets.name END, \
     decimals = CASE WHEN assets.confirmed THEN assets.decimals ELSE COALESCE(assets.decimals, excluded.decimals) END, \
     same_as = CASE WHEN assets.same_as = assets.id THEN excluded.same_as ELSE assets.same_as END, \
     assumed_decimals = CASE WHEN assets.confirmed AND assets.decimals IS NULL \
     THEN COALESCE(assets.assumed_decimals, excluded.decimals) ELSE assets.assumed_decimals END, \
     assumed_by = CASE WHEN assets.decimals IS NULL AND assets.assumed_decimals IS NULL AND excluded.decimals IS NOT NULL \
     THEN excluded.assumed_by ELSE assets.assumed_by END, \
     origin = CASE WHEN (assets.origin LIKE 'list:%' OR assets.origin IN ('added', 'history')) \
     AND excluded.origin NOT IN ('added', 'history') \
     THEN excluded.origin ELSE assets.origin END, \
     holders = COALESCE(excluded.holders, assets.holders), \
     holders_by = COALESCE(excluded.holders_by, assets.holders_by), \
     holders_at = COALESCE(excluded.holders_at, assets.holders_at) \
     WHERE assets.symbol = '' OR assets.name = '' OR assets.decimals IS NULL OR assets.same_as = assets.id \
     OR assets.origin LIKE 'list:%' OR assets.origin IN ('added', 'history') OR excluded.holders IS NOT NULL";

/// Fills the missing values of one row of an asset from another one.
fn filled(known: &mut Asset, other: &Asset) {
    if known.metadata.symbol.is_empty() {
        known.metadata.symbol.clone_from(&other.metadata.symbol);
    }
    if known.metadata.name.is_empty() {
        known.metadata.name.clone_from(&other.metadata.name);
    }
    known.metadata.decimals = known.metadata.decimals.or(other.metadata.decimals);
    if known.group == known.id.as_str() {
        known.group.clone_from(&other.group);
    }
    known.holders = known.holders.take().or_else(|| other.holders.clone());
}

/// Returns the values of a row in column order.
fn columns(asset: &Asset) -> Vec<Value> {
    let holders = asset.holders.as_ref();
    vec![
        asset.id.as_str().into(),
        asset.id.chain().as_str().into(),
        asset.metadata.symbol.as_str().into(),
        asset.metadata.name.as_str().into(),
        asset.metadata.decimals.map(i64::from).into(),
        asset.group.as_str().into(),
        asset.origin.as_str().into(),
        asset.confirmed.into(),
        asset.unreadable_since.into(),
        holders.map(|holders| holders.count).into(),
        holders.map(|holders| holders.by.as_str()).into(),
        holders.map(|holders| holders.at).into(),
        asset.origin.as_str().into(),
    ]
}

#[async_trait]
impl AssetWriter for SqlWork {
    async fn add(&mut self, assets: &[Asset]) -> Result<(), StorageError> {
        let mut once: BTreeMap<&AssetId, Asset> = BTreeMap::new();
        for asset in assets {
            let known = once.entry(&asset.id).or_insert_with(|| asset.clone());
            filled(known, asset);
        }
        let rows = once.values().map(columns).collect();
        let head = "INSERT INTO assets (id, chain, symbol, name, decimals, same_as, origin, confirmed, unreadable_since, \
             holders, holders_by, holders_at, assumed_by)";
        self.changed_assets(once.into_keys());
        insert_many(self.tx(), head, rows, FILL).await.map(drop)
    }

    /// Decimals that the contract does not state become unknown; those of a list become an assumption, and so do those of a
    /// contract that stated others before.
    async fn confirm(&mut self, assets: &[(AssetId, Metadata)]) -> Result<(), StorageError> {
        let text = "UPDATE assets SET symbol = CASE WHEN $1 = '' THEN symbol ELSE $1 END, \
             name = CASE WHEN $2 = '' THEN name ELSE $2 END, \
             decimals = CASE WHEN confirmed AND (decimals <> CAST($3 AS BIGINT) OR (decimals IS NULL \
             AND assumed_by LIKE 'contract:%' AND assumed_by <> 'contract:' || CAST($3 AS BIGINT))) THEN NULL \
             ELSE COALESCE(CAST($3 AS BIGINT), CASE WHEN confirmed THEN decimals END) END, \
             assumed_decimals = CASE WHEN confirmed AND (decimals <> CAST($3 AS BIGINT) OR (decimals IS NULL \
             AND assumed_by LIKE 'contract:%' AND assumed_by <> 'contract:' || CAST($3 AS BIGINT))) THEN CAST($3 AS BIGINT) \
             WHEN CAST($3 AS BIGINT) IS NOT NULL THEN NULL \
             WHEN confirmed THEN assumed_decimals ELSE decimals END, \
             assumed_by = CASE WHEN confirmed AND decimals <> CAST($3 AS BIGINT) THEN 'contract:' || decimals \
             ELSE assumed_by END, \
             confirmed = $4 WHERE id = $5";
        for (id, said) in assets {
            let confirmed = sql(text)
                .bind(said.symbol.as_str())
                .bind(said.name.as_str())
                .bind(said.decimals.map(i64::from))
                .bind(true)
                .bind(id.as_str());
            confirmed.execute(self.tx()).await?;
        }
        self.changed_assets(assets.iter().map(|(id, _)| id));
        Ok(())
    }

    async fn mark_unreadable(&mut self, ids: &[AssetId], since: Option<Timestamp>) -> Result<(), StorageError> {
        // Most contracts are readable, and need no write.
        let text = match since {
            Some(_) => listed!(
                "UPDATE assets SET unreadable_since = $1 WHERE id IN ",
                2,
                " RETURNING id"
            ),
            None => listed!(
                "UPDATE assets SET unreadable_since = $1 WHERE unreadable_since IS NOT NULL AND id IN ",
                2,
                " RETURNING id"
            ),
        };
        let marked = sql(text).bind(since).bind_list(ids).fetch_all(self.tx()).await?;
        let id = |row: &Row| row.of("assets", &["id"]).parsed("id");
        let marked = marked.iter().map(id).collect::<Result<Vec<AssetId>, _>>()?;
        self.changed_assets(&marked);
        Ok(())
    }
}
