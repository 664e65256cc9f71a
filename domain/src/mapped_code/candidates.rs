//! The assets that a code may mean.

use ports::{Address, Asset, AssetId};

use super::{MappedCodes, error::MappedCodeError};
use crate::{
    asset::{AssetError, known},
    caller::Caller,
};

/// The most assets that are returned.
const MOST: u32 = 40;

impl MappedCodes {
    /// Returns the assets with this symbol, or with this contract on any network: those that lists name first. A person chooses one of them,
    /// because anybody can make a token with any symbol.
    pub async fn candidates(&self, caller: &Caller, text: &str) -> Result<Vec<Asset>, MappedCodeError> {
        let text = text.trim();
        let assets = &self.ports.stores.assets;
        let tokens = self.tokens(text);
        if tokens.is_empty() {
            let found = assets.with_symbol(text, MOST).await?;
            let is_target =
                |one: &Asset| !(one.id.is_collection() || one.id.is_code() && one.id.currency_code().is_none());
            return Ok(found.into_iter().filter(is_target).collect());
        }
        let mut found = Vec::new();
        for token in assets.find(&tokens).await? {
            match known(&self.ports, caller.user, &token.id).await {
                Ok(()) => found.push(token),
                // Only other people added it.
                Err(AssetError::NotFound | AssetError::NotAssumed) => {}
                Err(AssetError::Storage(error)) => return Err(error.into()),
            }
        }
        Ok(found)
    }

    /// Returns the tokens with this contract or mint on each network; none for a text that is no address.
    fn tokens(&self, text: &str) -> Vec<AssetId> {
        let Ok(address) = text.parse::<Address>() else {
            return Vec::new();
        };
        let chains = self.ports.chains.all().iter();
        let chains = chains.filter(|chain| chain.account(&address).is_some());
        chains.filter_map(|chain| AssetId::token(&chain.id, &address)).collect()
    }
}
