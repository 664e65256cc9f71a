//! Asks the price sources about a past moment, for what was worth something then.

use std::collections::BTreeSet;

use ports::{AssetId, Ports, StorageError, Timestamp, job::Lease};

use crate::{
    currency,
    sync::{
        refresh_quotes::{keep, shuffle},
        stopped::Stopped,
    },
};

/// A quote this near to the moment will do.
const NEAR_MILLIS: i64 = 90 * 60 * 1000;

/// Asks every source that can, about what has no quote near the moment yet. One source that fails does not keep the
/// others from answering; the job fails only when none answered.
pub async fn run(ports: &Ports, lease: &Lease) -> Result<(), Stopped> {
    let millis = lease
        .job
        .subject
        .parse()
        .map_err(|_| Stopped::Nonsense("not a moment".to_owned()))?;
    let at = Timestamp::from_millis(millis);
    let held = ports.redeemables.needed(&wanted(ports).await?);
    let near = ports.stores.quotes.around(&held, at, NEAR_MILLIS).await?;
    let mut failed = None;
    let mut answered = false;
    for source in &ports.prices {
        let id = source.profile().id;
        let own = near.iter().filter(|quote| quote.source == id);
        let has: BTreeSet<&AssetId> = own.map(|quote| &quote.asset).collect();
        let mut asked: Vec<_> = held
            .iter()
            .filter(|asset| source.covers(asset) && !has.contains(asset))
            .cloned()
            .collect();
        shuffle(&mut asked, ports.entropy.bytes());
        for batch in asked.chunks(source.batch().max(1)) {
            match source.quotes(batch, Some(at)).await {
                Ok(quoted) => {
                    answered = true;
                    keep(ports, &id, quoted, at).await?;
                }
                Err(error) => {
                    failed = Some(error);
                    break;
                }
            }
        }
    }
    match failed {
        Some(error) if !answered => Err(error.into()),
        _ => finish(ports, lease).await,
    }
}

/// What is held, and the coins that amounts are told in: they are needed by whoever chose them, held or not.
async fn wanted(ports: &Ports) -> Result<Vec<AssetId>, StorageError> {
    let mut assets = ports.stores.snapshots.held_assets().await?;
    assets.extend(currency::coins(ports));
    assets.sort();
    assets.dedup();
    Ok(assets)
}

async fn finish(ports: &Ports, lease: &Lease) -> Result<(), Stopped> {
    let mut work = ports.storage.begin().await?;
    if !work.jobs().done(lease, ports.clock.now()).await? {
        return Err(Stopped::LeaseLost);
    }
    Ok(work.commit().await?)
}
