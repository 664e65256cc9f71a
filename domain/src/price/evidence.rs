//! The data from which prices are decided: quotes, the prices of their units, and earlier agreed prices.

use ports::{AssetId, Ports, Quote, StorageError, Timestamp, quote::AgreedPrice};

/// The farthest that a quote may be from a past moment: three hours.
const AROUND_MILLIS: i64 = 3 * 3600 * 1000;

/// How quotes are selected for a moment.
#[derive(Clone, Copy)]
pub enum Quotes {
    /// The newest quotes.
    Newest,
    /// The quotes closest to the moment, whenever they were received.
    Around,
}

/// The data from which the prices of many assets are decided.
#[derive(Clone, Debug, Default)]
pub struct Evidence {
    /// Quotes of the assets, of their redemption targets, and of the units of other quotes.
    pub quotes: Vec<Quote>,
    /// The last agreed prices as of now. For a past moment they may be newer than the quotes.
    pub agreed: Vec<AgreedPrice>,
}

impl Evidence {
    /// Loads the stored data for a moment.
    pub async fn load(ports: &Ports, assets: &[AssetId], at: Timestamp, pick: Quotes) -> Result<Self, StorageError> {
        let needed = ports.redeemables.needed(assets);
        let store = &ports.stores.quotes;
        let now = ports.clock.now();
        let mut agreed = store.agreed(&needed).await?;
        // A price dated in the future comes from a wrong clock and would be remembered for too long.
        agreed.retain(|one| one.at <= now);
        Ok(Self {
            quotes: match pick {
                Quotes::Newest => store.newest(&needed, Timestamp::from_millis(0), now).await?,
                Quotes::Around => store.around(&needed, at, AROUND_MILLIS).await?,
            },
            agreed,
        })
    }
}
