//! Snapshots, and the balances of the newest ones.

use std::collections::BTreeSet;

use async_trait::async_trait;
use ports::{
    AccountId, AssetId, Position, PositionKind, ProtocolReading, Snapshot, StorageError, Timestamp,
    snapshot::{SnapshotId, SnapshotReader, SnapshotRow, SnapshotWriter},
};

use super::{
    database::{
        Database, SqlWork,
        sql::{Fields, Row, Tx, Value, insert_many, json, json_rows, listed, sql},
    },
    snapshot_protocols::StoredProtocols,
};

/// A stored balance: asset, raw amount as text, decimals.
type BalanceRow<'a> = (&'a str, &'a str, Option<u8>);
/// A stored position: asset, signed raw amount as text, decimals, number of its kind, place.
type PositionRow<'a> = (&'a str, &'a str, Option<u8>, u8, &'a str);

fn snapshot(row: &Row) -> Result<Snapshot, StorageError> {
    let row = row.of("snapshots", &["id"]);
    Ok(Snapshot {
        id: row.parsed("id")?,
        account: row.kept("account", AccountId::kept)?,
        block: row.json("block")?,
        source: row.parsed("source")?,
        host: row.text("host")?,
        taken_at: row.time("taken_at")?,
        probe: row.get("probe")?,
        rows: held(&row)?,
        positions: positions(&row)?,
        protocols: protocols(&row)?,
        unreadable: row.json("unreadable")?,
    })
}

fn held(row: &Fields<'_>) -> Result<Vec<SnapshotRow>, StorageError> {
    let corrupt = || row.corrupt("held");
    let parsed = |(asset, raw, decimals): BalanceRow<'_>| {
        Ok(SnapshotRow {
            asset: AssetId::kept(asset).map_err(|_| corrupt())?,
            raw: raw.parse().map_err(|_| corrupt())?,
            decimals,
        })
    };
    let text = row.text("held")?;
    let kept: Vec<BalanceRow<'_>> = serde_json::from_str(&text).map_err(|_| corrupt())?;
    kept.into_iter().map(parsed).collect()
}

fn positions(row: &Fields<'_>) -> Result<Vec<Position>, StorageError> {
    let corrupt = || row.corrupt("positions");
    let parsed = |(asset, raw, decimals, kind, place): PositionRow<'_>| {
        let mut kinds = PositionKind::ALL.into_iter();
        Ok(Position {
            asset: AssetId::kept(asset).map_err(|_| corrupt())?,
            raw: raw.parse().map_err(|_| corrupt())?,
            decimals,
            kind: kinds.find(|one| one.number() == kind).ok_or_else(corrupt)?,
            place: place.parse().map_err(|_| corrupt())?,
        })
    };
    let text = row.text("positions")?;
    let kept: Vec<PositionRow<'_>> = serde_json::from_str(&text).map_err(|_| corrupt())?;
    kept.into_iter().map(parsed).collect()
}

fn protocols(row: &Fields<'_>) -> Result<ProtocolReading, StorageError> {
    let corrupt = || row.corrupt("protocols");
    let text = row.text("protocols")?;
    let kept: StoredProtocols<'_> = serde_json::from_str(&text).map_err(|_| corrupt())?;
    kept.read().ok_or_else(corrupt)
}

fn ids(rows: &[Row]) -> Result<Vec<SnapshotId>, StorageError> {
    rows.iter()
        .map(|row| row.of("snapshots", &["id"]).parsed("id"))
        .collect()
}

/// Skips from each asset to the next one in the index, because few assets are held by many accounts.
const HELD: &str = "WITH RECURSIVE held (asset) AS (SELECT MIN(asset) FROM held_assets UNION ALL \
     SELECT (SELECT MIN(asset) FROM held_assets WHERE held_assets.asset > held.asset) FROM held \
     WHERE held.asset IS NOT NULL) SELECT asset FROM held WHERE asset IS NOT NULL ORDER BY asset";

#[async_trait]
impl SnapshotReader for Database {
    async fn find(&self, ids: &[SnapshotId]) -> Result<Vec<Snapshot>, StorageError> {
        let (mut found, missing) = self.snapshots().look_up(ids);
        if missing.is_empty() {
            return Ok(found);
        }
        let (text, columns) = json_rows!(
            [
                id, account, block, source, host, taken_at, probe, held, positions, protocols, unreadable
            ],
            "FROM snapshots WHERE id IN ",
            1
        );
        let rows = sql(text)
            .bind_list(missing)
            .fetch_json_rows(columns, self.sql())
            .await?;
        let read = rows.iter().map(snapshot).collect::<Result<Vec<_>, _>>()?;
        self.snapshots().insert(&read);
        found.extend(read);
        Ok(found)
    }

    async fn before(&self, accounts: &[AccountId], at: Timestamp) -> Result<Vec<SnapshotId>, StorageError> {
        let text = listed!(
            "SELECT id FROM (SELECT (SELECT id FROM snapshots WHERE account = accounts.id AND taken_at <= $1 \
             ORDER BY taken_at DESC, id DESC LIMIT 1) AS id FROM accounts WHERE id IN ",
            2,
            ") AS newest WHERE id IS NOT NULL"
        );
        let rows = sql(text).bind(at).bind_list(accounts);
        ids(&rows.fetch_all(self.sql()).await?)
    }

    async fn held_assets(&self) -> Result<Vec<AssetId>, StorageError> {
        let rows = sql(HELD).fetch_all(self.sql()).await?;
        rows.iter()
            .map(|row| row.of("held_assets", &["asset"]).parsed("asset"))
            .collect()
    }
}

#[async_trait]
impl SnapshotWriter for SqlWork {
    async fn add(&mut self, snapshot: &Snapshot) -> Result<(), StorageError> {
        let kept = |row: &SnapshotRow| (row.asset.clone(), row.raw.to_string(), row.decimals);
        let held: Vec<_> = snapshot.rows.iter().map(kept).collect();
        let position = |one: &Position| {
            let raw = one.raw.to_string();
            (
                one.asset.clone(),
                raw,
                one.decimals,
                one.kind.number(),
                one.place.clone(),
            )
        };
        let positions: Vec<_> = snapshot.positions.iter().map(position).collect();
        let text = "INSERT INTO snapshots (id, account, block, source, host, taken_at, held, positions, unreadable, probe, \
             protocols) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)";
        let added = sql(text)
            .bind(snapshot.id.to_string())
            .bind(snapshot.account.to_string())
            .bind(json("snapshots", &snapshot.block)?)
            .bind(snapshot.source.as_str())
            .bind(snapshot.host.as_str())
            .bind(snapshot.taken_at)
            .bind(json("snapshots", &held)?)
            .bind(json("snapshots", &positions)?)
            .bind(json("snapshots", &snapshot.unreadable)?)
            .bind(snapshot.probe)
            .bind(json("snapshots", &StoredProtocols::of(&snapshot.protocols))?);
        added.execute(self.tx()).await.map(drop)
    }

    /// Deletes a snapshot where the next one of its account is of the same day and older than `before`.
    async fn thin(&mut self, before: Timestamp) -> Result<u64, StorageError> {
        let text = "DELETE FROM snapshots WHERE taken_at < $1 \
             AND NOT EXISTS (SELECT 1 FROM accounts WHERE accounts.id = snapshots.account AND latest = snapshots.id) \
             AND EXISTS (SELECT 1 FROM snapshots AS newer WHERE newer.account = snapshots.account \
             AND newer.taken_at >= snapshots.taken_at AND newer.taken_at < $1 \
             AND newer.taken_at < (snapshots.taken_at / 86400000 + 1) * 86400000 \
             AND (newer.taken_at, newer.id) > (snapshots.taken_at, snapshots.id))";
        self.thinned();
        sql(text).bind(before).execute(self.tx()).await
    }
}

/// Makes the rows of `snapshot` the current balances of the account.
pub(super) async fn hold(tx: &mut Tx, account: &AccountId, snapshot: SnapshotId) -> Result<(), StorageError> {
    let text = "SELECT id, held, positions, protocols FROM snapshots WHERE id = $1 AND account = $2";
    let found = sql(text).bind(snapshot.to_string()).bind(account.to_string());
    let Some(row) = found.fetch_optional(&mut *tx).await? else {
        return Ok(());
    };
    let row = row.of("snapshots", &["id"]);
    let (held, positions, protocols) = (held(&row)?, positions(&row)?, protocols(&row)?);
    let assets = held.iter().map(|row| &row.asset);
    let in_places = positions.iter().chain(protocols.amounts());
    let assets = assets.chain(in_places.map(|position| &position.asset));
    let assets: BTreeSet<&str> = assets.map(AssetId::as_str).collect();
    let text = listed!("DELETE FROM held_assets WHERE account = $1 AND asset NOT IN ", 2, "");
    let gone = sql(text).bind(account.to_string()).bind_list(&assets);
    gone.execute(&mut *tx).await?;
    let row = |asset: &&str| -> Vec<Value> { vec![(*asset).into(), account.to_string().into()] };
    let rows = assets.iter().map(row).collect();
    let head = "INSERT INTO held_assets (asset, account)";
    insert_many(tx, head, rows, "ON CONFLICT (asset, account) DO NOTHING")
        .await
        .map(drop)
}
