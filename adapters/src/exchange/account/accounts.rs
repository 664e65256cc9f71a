//! The accounts of all exchanges as accounts of chains: their balances.

use std::sync::Arc;

use async_trait::async_trait;
use percent_encoding::percent_decode_str;
use ports::{
    AccountId, AssetId, Block, ChainId, ChainReader, Clock, Profile, ProtocolReading, RemoteError,
    asset::Metadata,
    chain::{Progress, Reading, WaitingTransactions},
    fact::EXCHANGE_DECIMALS,
};

use super::{
    currency_name::currency,
    exchange_source::source_id,
    stored_key::{StoredKeys, UsableKey},
};

/// Reads the balances of accounts at exchanges with the stored keys of their owners.
pub struct ExchangeAccounts {
    keys: Arc<StoredKeys>,
    clock: Arc<dyn Clock>,
}

impl ExchangeAccounts {
    /// Makes the reader of the accounts whose keys these are.
    #[must_use]
    pub fn new(keys: Arc<StoredKeys>, clock: Arc<dyn Clock>) -> Self {
        Self { keys, clock }
    }

    fn block(&self) -> Block {
        let time = self.clock.now();
        Block {
            number: time.millis().unsigned_abs(),
            hash: String::new(),
            time,
        }
    }
}

#[async_trait]
impl ChainReader for ExchangeAccounts {
    fn profile(&self) -> Profile {
        self.keys.profile()
    }

    fn chains(&self) -> Vec<ChainId> {
        self.keys.exchanges()
    }

    async fn head(&self, chain: &ChainId) -> Result<Block, RemoteError> {
        self.keys.reader(chain)?;
        Ok(self.block())
    }

    async fn balances(&self, account: &AccountId, _: &[AssetId], _: &dyn Progress) -> Result<Reading, RemoteError> {
        let UsableKey {
            reader, source, key, ..
        } = self.keys.usable(account).await?;
        let block = self.block();
        let positions = reader.balances(&account.address, &key).await?;
        Ok(Reading {
            block,
            source: source_id(),
            host: source.hosts.into_iter().next().unwrap_or_default(),
            balances: Vec::new(),
            positions,
            protocols: ProtocolReading::default(),
            unreadable: Vec::new(),
            waiting: WaitingTransactions::default(),
        })
    }

    /// Returns the metadata of assets that are known by their code only, and of currencies of states. Those of assets of chains are
    /// read there.
    async fn metadata(&self, chain: &ChainId, tokens: &[AssetId]) -> Result<Vec<(AssetId, Metadata)>, RemoteError> {
        self.keys.reader(chain)?;
        let named = tokens.iter().filter_map(|asset| {
            let metadata = currency_metadata(asset).or_else(|| code_metadata(chain, asset))?;
            Some((asset.clone(), metadata))
        });
        Ok(named.collect())
    }
}

fn currency_metadata(asset: &AssetId) -> Option<Metadata> {
    let code = asset.currency_code()?;
    let (name, decimals) = currency(code).unwrap_or((code, 2));
    Some(Metadata::cleaned(code, name, Some(decimals)))
}

/// Returns the code of an asset of an exchange as symbol and name. Its amounts are counted in the places of all amounts there.
fn code_metadata(chain: &ChainId, asset: &AssetId) -> Option<Metadata> {
    let code = asset.as_str().strip_prefix(chain.as_str())?.strip_prefix("/code:")?;
    let code = percent_decode_str(code).decode_utf8_lossy();
    Some(Metadata::cleaned(&code, &code, Some(EXCHANGE_DECIMALS)))
}
