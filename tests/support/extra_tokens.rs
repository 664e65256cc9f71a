//! The demo world's readers with two extra tokens on [`CHAIN`]: every account holds token 1, and token 2's contract fails.

use std::sync::Arc;

use async_trait::async_trait;
use ports::{
    AccountId, Address, AssetId, Block, ChainId, ChainReader, Ports, Profile, RawAmount, RemoteError,
    asset::Metadata,
    chain::{ALL_TOKENS, Progress, Reading},
};

/// The chain of the extra tokens. It is not the demo chain that fails for some addresses.
pub const CHAIN: u64 = 8453;

/// Returns a token on [`CHAIN`] that is on no list of the demo world.
pub fn token(n: u8) -> AssetId {
    AssetId::erc20(&ChainId::evm(CHAIN), &Address::evm([n; 20]))
}

/// Wraps every reader so that it knows the extra tokens.
pub fn install(ports: &mut Ports) {
    install_all(ports, true);
}

/// The same with readers that fail if token 1 is requested.
pub fn install_failing(ports: &mut Ports) {
    install_all(ports, false);
}

fn install_all(ports: &mut Ports, answers: bool) {
    for reader in &mut ports.readers {
        *reader = Arc::new(ReaderWithExtraTokens(reader.clone(), answers));
    }
}

/// A reader that also returns the extra tokens if they are requested, or fails if the flag is false.
struct ReaderWithExtraTokens(Arc<dyn ChainReader>, bool);

#[async_trait]
impl ChainReader for ReaderWithExtraTokens {
    /// Returns the profile of a reader that finds only requested tokens, as EVM readers do.
    fn profile(&self) -> Profile {
        let mut profile = self.0.profile();
        profile.capabilities.retain(|able| able != ALL_TOKENS);
        profile
    }
    fn chains(&self) -> Vec<ChainId> {
        self.0.chains()
    }
    async fn head(&self, chain: &ChainId) -> Result<Block, RemoteError> {
        self.0.head(chain).await
    }
    async fn balances(
        &self,
        account: &AccountId,
        tokens: &[AssetId],
        progress: &dyn Progress,
    ) -> Result<Reading, RemoteError> {
        if !self.1 && tokens.contains(&token(1)) {
            return Err(RemoteError::Unavailable {
                who: "The node".into(),
                why: "switched off".into(),
                retry_after: None,
            });
        }
        let mut reading = self.0.balances(account, tokens, progress).await?;
        if tokens.contains(&token(1)) {
            let seven: RawAmount = "7000000".parse().unwrap();
            reading.balances.push((token(1), seven));
        }
        if tokens.contains(&token(2)) {
            let why = "no contract answers".into();
            reading.unreadable.push((token(2), why));
        }
        Ok(reading)
    }
    async fn metadata(&self, chain: &ChainId, tokens: &[AssetId]) -> Result<Vec<(AssetId, Metadata)>, RemoteError> {
        let mut rows = self.0.metadata(chain, tokens).await?;
        for (id, metadata) in &mut rows {
            if *id == token(1) {
                *metadata = Metadata::cleaned("TRUE", "As the contract says", Some(6));
            }
        }
        Ok(rows)
    }
}
