//! What speaks for the prices of many assets: quotes, what they count in, and what was agreed upon before.

use ports::{AssetId, Ports, Quote, StorageError, Timestamp, quote::AgreedPrice};

/// How far from a past moment a quote may be.
const AROUND_MILLIS: i64 = 3 * 3600 * 1000;

/// How quotes are picked for a moment.
#[derive(Clone, Copy)]
pub enum Quotes {
    /// The newest that were there.
    Newest,
    /// Those nearest to the moment, whenever they were received.
    Around,
}

/// What speaks for the prices of many assets.
#[derive(Clone, Debug, Default)]
pub struct Evidence {
    /// Quotes of the assets, of what they are exchanged for and of what markets count in.
    pub quotes: Vec<Quote>,
    /// What was agreed upon before, by now: beside quotes of a past moment it may be later than they are.
    pub agreed: Vec<AgreedPrice>,
}

impl Evidence {
    /// Loads what there is for a moment.
    pub async fn load(ports: &Ports, assets: &[AssetId], at: Timestamp, pick: Quotes) -> Result<Self, StorageError> {
        let needed = ports.redeemables.needed(assets);
        let store = &ports.stores.quotes;
        let now = ports.clock.now();
        let mut agreed = store.agreed(&needed).await?;
        // A clock that was wrong wrote it: it would be remembered until that time comes, and a week longer.
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
