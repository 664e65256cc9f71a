//! Token discovery with Etherscan.

use async_trait::async_trait;
use ports::{AccountId, ChainId, NamedToken, Profile, RemoteError, TokenFinder};

use super::{CAPABILITY, LEARNS, transfers};
use crate::explorer::Etherscan;

#[async_trait]
impl TokenFinder for Etherscan {
    fn profile(&self) -> Profile {
        self.0.client.profile(LEARNS, CAPABILITY)
    }

    fn chains(&self) -> Vec<ChainId> {
        self.0.client.chains()
    }

    async fn tokens(&self, account: &AccountId) -> Result<Vec<NamedToken>, RemoteError> {
        transfers::tokens(&self.0, account).await
    }
}
