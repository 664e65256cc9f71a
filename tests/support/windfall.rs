//! The demo world's readers, in whose chain [`CHAIN`] everybody also holds token 1, while token 2's contract is broken.

use std::sync::Arc;

use async_trait::async_trait;
use ports::{
    AccountId, Address, AssetId, Block, ChainId, ChainReader, Ports, Profile, RawAmount, RemoteError,
    asset::Metadata,
    chain::{ALL_TOKENS, Progress, Reading},
};

/// The chain of the demo world that fails for some addresses is not this one.
pub const CHAIN: u64 = 8453;

/// A token of [`CHAIN`] that no list of the demo world names.
pub fn token(n: u8) -> AssetId {
    AssetId::erc20(&ChainId::evm(CHAIN), &Address::evm([n; 20]))
}

/// Puts a windfall before every reader.
pub fn befall(ports: &mut Ports) {
    befall_all(ports, true);
}

/// The same with readers that fail whenever they are asked for token 1.
pub fn befall_in_vain(ports: &mut Ports) {
    befall_all(ports, false);
}

fn befall_all(ports: &mut Ports, answers: bool) {
    for reader in &mut ports.readers {
        *reader = Arc::new(Windfall(reader.clone(), answers));
    }
}

/// A reader that also knows of the tokens here, where it is asked for them, and whether it answers then.
struct Windfall(Arc<dyn ChainReader>, bool);

#[async_trait]
impl ChainReader for Windfall {
    /// It finds only requested tokens, as readers of EVM chains do.
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
        let mut said = self.0.metadata(chain, tokens).await?;
        for (id, metadata) in &mut said {
            if *id == token(1) {
                *metadata = Metadata::cleaned("TRUE", "As the contract says", Some(6));
            }
        }
        Ok(said)
    }
}
