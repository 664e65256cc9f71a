//! The accounts of all exchanges as accounts of chains: their histories.

use std::sync::Arc;

use async_trait::async_trait;
use ports::{
    ChainId, ExchangeHistoryRequest, ExchangeMarketReader, HistoryReader, Profile, RemoteError, Stream, Timestamp,
    history::{HistoryGap, HistoryGapKind, HistoryPage, HistoryRequest},
};

use super::{account_assets::AccountAssets, stored_key::StoredKeys};

/// Reads the histories of accounts at exchanges with the stored keys of their owners.
pub struct ExchangeHistories {
    keys: Arc<StoredKeys>,
    assets: AccountAssets,
    markets: Arc<dyn ExchangeMarketReader>,
}

impl ExchangeHistories {
    /// Makes the reader of the histories of the accounts whose keys these are.
    #[must_use]
    pub fn new(keys: Arc<StoredKeys>, assets: AccountAssets, markets: Arc<dyn ExchangeMarketReader>) -> Self {
        Self { keys, assets, markets }
    }
}

#[async_trait]
impl HistoryReader for ExchangeHistories {
    fn profile(&self) -> Profile {
        self.keys.profile()
    }

    fn chains(&self) -> Vec<ChainId> {
        let exchanges = self.keys.exchanges().into_iter();
        exchanges.filter(|id| !self.streams(id).is_empty()).collect()
    }

    fn streams(&self, chain: &ChainId) -> Vec<Stream> {
        self.keys
            .reader(chain)
            .map_or_else(|_| Vec::new(), |(reader, _)| reader.profile().streams)
    }

    fn gaps(&self, _: &ChainId) -> Vec<HistoryGap> {
        Vec::new()
    }

    /// An exchange has no index that could be behind.
    async fn head(&self, chain: &ChainId) -> Result<Option<u64>, RemoteError> {
        self.keys.reader(chain)?;
        Ok(None)
    }

    async fn page(&self, request: &HistoryRequest) -> Result<HistoryPage, RemoteError> {
        let account = &request.account;
        // Each run begins with the first list, so that the rights are requested then.
        let is_first = self.streams(&account.chain).first() == Some(&request.stream);
        let is_begin = request.continuation.is_none();
        let of_key = if is_first && is_begin {
            self.keys.usable(account).await?
        } else {
            self.keys.stored(account).await?
        };
        let (assets, markets) = if is_begin && request.stream == Stream::MarketTrades {
            let assets = self.assets.of(account).await;
            let assets = assets.map_err(|_| of_key.not_loaded("the history of the account"))?;
            let markets = self.markets.of_accounts(std::slice::from_ref(account)).await;
            let markets = markets.map_err(|_| of_key.not_loaded("the markets of the account"))?;
            (assets, markets)
        } else {
            (Vec::new(), Vec::new())
        };
        let keyed = ExchangeHistoryRequest {
            part: request,
            key: &of_key.key,
            assets: &assets,
            markets: &markets,
        };
        let mut page = of_key.reader.history(keyed).await?;
        page.gaps.extend(unreadable(of_key.history));
        Ok(page)
    }
}

/// Returns the parts of a history that a key with a first and a last moment does not read.
fn unreadable((first, last): (Option<Timestamp>, Option<Timestamp>)) -> impl Iterator<Item = HistoryGap> {
    let block = |at: Timestamp| u64::try_from(at.millis()).unwrap_or_default();
    let before = first.and_then(|first| Some((0, block(first).checked_sub(1)?)));
    let after = last.map(|last| (block(last).saturating_add(1), u64::MAX));
    let gap = |blocks| HistoryGap {
        kind: HistoryGapKind::Window,
        blocks: Some(blocks),
    };
    before.into_iter().chain(after).map(gap)
}
