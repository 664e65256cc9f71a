//! Keeps the quotes near the moments of entries when others are deleted.

use std::collections::BTreeMap;

use async_trait::async_trait;
use ports::{AssetId, AwaitedMoment, MomentQuote, Ports, StorageError, Timestamp};

use crate::{
    cleanup::Cleanup,
    price::past::evidence::{NEAR, NEAR_MILLIS},
};

/// The most moments of one unit of work whose quotes are kept.
const MOMENTS: u32 = 500;

/// Keeps the quotes that are nearest to the moments of entries, once no nearer one can come and before old quotes are deleted,
/// so that the price of an entry stays the same.
pub struct NearQuoteCleanup;

#[async_trait]
impl Cleanup for NearQuoteCleanup {
    async fn prepare(&self, ports: &Ports, now: Timestamp) -> Result<(), StorageError> {
        let awaited = async || ports.stores.moment_quotes.awaited(now.minus(NEAR), MOMENTS).await;
        while let Some((account, moments)) = awaited().await? {
            let mut by_moment: BTreeMap<Timestamp, Vec<AssetId>> = BTreeMap::new();
            for AwaitedMoment { moment, asset } in &moments {
                by_moment.entry(*moment).or_default().push(asset.clone());
            }
            let mut kept = Vec::new();
            for (moment, assets) in by_moment {
                let needed = ports.redeemables.needed(&assets);
                let near = ports.stores.quotes.around(&needed, moment, NEAR_MILLIS).await?;
                kept.extend(near.into_iter().map(|quote| MomentQuote { moment, quote }));
            }
            let mut work = ports.storage.begin().await?;
            work.moment_quotes().keep(&account, &moments, &kept).await?;
            work.commit().await?;
        }
        Ok(())
    }
}
