//! Assets.

use std::collections::BTreeMap;

use async_trait::async_trait;
use ports::{
    Asset, AssetId, ChainId, StorageError, Timestamp,
    asset::{AssetStore, AssetWrites, LOOKED_FOR, Metadata},
};

use super::{
    database::Database,
    sql::{Row, Value, insert_many, listed, sql},
    work::Work,
};

fn asset(row: &Row) -> Result<Asset, StorageError> {
    let row = row.of("assets", &["id"]);
    Ok(Asset {
        id: row.parsed("id")?,
        metadata: Metadata {
            symbol: row.text("symbol")?,
            name: row.text("name")?,
            decimals: row.maybe_number("decimals")?,
        },
        group: row.text("same_as")?,
        origin: row.text("origin")?,
        confirmed: row.get("confirmed")?,
        unreadable_since: row.maybe_time("unreadable_since")?,
    })
}

/// The start list and what is held are taken whole; the others stand in line, and the line is cut.
const UNIVERSE: &str = "WITH listed AS (\
     SELECT asset, COUNT(*) AS lists, MIN(place) AS place FROM listed_tokens WHERE chain = $1 GROUP BY asset\
     ), line AS (\
     SELECT id FROM assets LEFT JOIN listed ON listed.asset = assets.id \
     WHERE chain = $1 AND (origin = 'chain' OR origin LIKE 'list:%' OR origin LIKE 'explorer:%') \
     AND (confirmed OR origin NOT LIKE 'list:%' OR unreadable_since IS NULL) \
     AND NOT EXISTS (SELECT 1 FROM held_assets WHERE held_assets.asset = assets.id) \
     ORDER BY CASE WHEN confirmed THEN 0 WHEN origin NOT LIKE 'list:%' THEN 1 ELSE 2 END, \
     COALESCE(lists, 0) DESC, place, id LIMIT $2\
     ) SELECT id, symbol, name, decimals, same_as, origin, confirmed, unreadable_since FROM assets \
     WHERE chain = $1 AND (id IN (SELECT id FROM line) \
     OR (origin <> 'chain' AND origin NOT LIKE 'list:%' AND origin NOT LIKE 'explorer:%') \
     OR EXISTS (SELECT 1 FROM held_assets WHERE held_assets.asset = assets.id)) \
     ORDER BY unreadable_since IS NOT NULL, id";

#[async_trait]
impl AssetStore for Database {
    async fn find(&self, ids: &[AssetId]) -> Result<Vec<Asset>, StorageError> {
        let text = listed!(
            "SELECT id, symbol, name, decimals, same_as, origin, confirmed, unreadable_since FROM assets WHERE id IN ",
            1,
            " ORDER BY id"
        );
        let rows = sql(text).bind_list(ids).fetch_all(self.sql()).await?;
        rows.iter().map(asset).collect()
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
}

/// What a known row lacks: texts that are empty, unknown places, a group that is the id itself, an origin better than a
/// list. Places that a contract itself left out are not taken from a list.
const FILL: &str = "ON CONFLICT (id) DO UPDATE SET \
     symbol = CASE WHEN assets.symbol = '' THEN excluded.symbol ELSE assets.symbol END, \
     name = CASE WHEN assets.name = '' THEN excluded.name ELSE assets.name END, \
     decimals = CASE WHEN assets.confirmed THEN assets.decimals ELSE COALESCE(assets.decimals, excluded.decimals) END, \
     same_as = CASE WHEN assets.same_as = assets.id THEN excluded.same_as ELSE assets.same_as END, \
     origin = CASE WHEN assets.origin LIKE 'list:%' THEN excluded.origin ELSE assets.origin END \
     WHERE assets.symbol = '' OR assets.name = '' OR assets.decimals IS NULL OR assets.same_as = assets.id \
     OR assets.origin LIKE 'list:%'";

/// Takes over what the first of two rows of one asset lacks.
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
}

#[async_trait]
impl AssetWrites for Work {
    async fn add(&mut self, assets: &[Asset]) -> Result<(), StorageError> {
        let mut once: BTreeMap<&AssetId, Asset> = BTreeMap::new();
        for asset in assets {
            let known = once.entry(&asset.id).or_insert_with(|| asset.clone());
            filled(known, asset);
        }
        let row = |asset: &Asset| -> Vec<Value> {
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
            ]
        };
        let rows = once.values().map(row).collect();
        let head =
            "INSERT INTO assets (id, chain, symbol, name, decimals, same_as, origin, confirmed, unreadable_since)";
        insert_many(self.tx(), head, rows, FILL).await.map(drop)
    }

    /// Asked once: a contract that says nothing of a field is not asked for it again.
    async fn confirm(&mut self, assets: &[(AssetId, Metadata)]) -> Result<(), StorageError> {
        let text = "UPDATE assets SET symbol = CASE WHEN $1 = '' THEN symbol ELSE $1 END, \
             name = CASE WHEN $2 = '' THEN name ELSE $2 END, decimals = COALESCE($3, decimals), confirmed = $4 \
             WHERE id = $5";
        for (id, said) in assets {
            let confirmed = sql(text)
                .bind(said.symbol.as_str())
                .bind(said.name.as_str())
                .bind(said.decimals.map(i64::from))
                .bind(true)
                .bind(id.as_str());
            confirmed.execute(self.tx()).await?;
        }
        Ok(())
    }

    async fn mark_unreadable(&mut self, ids: &[AssetId], since: Option<Timestamp>) -> Result<(), StorageError> {
        let text = listed!("UPDATE assets SET unreadable_since = $1 WHERE id IN ", 2, "");
        sql(text).bind(since).bind_list(ids).execute(self.tx()).await.map(drop)
    }
}
