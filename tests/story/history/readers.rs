//! Readers of balances that fit a history of the tests.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use ports::{
    AccountId, AssetId, Block, ChainId, ChainReader, Profile, RawAmount, RemoteError,
    asset::Metadata,
    chain::{Probe, Progress, Reading},
};

use super::{account, mock_source::Move};

/// What the balances of the account of the mock sources are.
#[derive(Clone)]
pub enum Balances {
    /// Those of the demo world, at a block after the end of every history, so that nothing is compared.
    Ahead,
    /// Those of what really happened. No other chain is read.
    Of(Arc<Mutex<Truth>>),
}

impl Balances {
    /// Gives these readers the balances.
    pub fn replace(&self, readers: &mut [Arc<dyn ChainReader>]) {
        for reader in readers {
            let (inner, balances) = (reader.clone(), self.clone());
            *reader = Arc::new(FittingReader { inner, balances });
        }
    }
}

/// What really happened at the account.
#[derive(Clone, Debug, Default)]
pub struct Truth {
    pub moves: Vec<Move>,
    /// What it holds of the coin besides.
    pub coin: u128,
    /// How many transactions it sent besides.
    pub sent: u64,
    pub tokens: Vec<(AssetId, u128)>,
}

/// A reader with these balances of the account of the mock sources.
struct FittingReader {
    inner: Arc<dyn ChainReader>,
    balances: Balances,
}

impl FittingReader {
    fn fit(&self, of: &AccountId, mut reading: Reading) -> Reading {
        match &self.balances {
            _ if *of != account() => {}
            Balances::Ahead => reading.block.number += 10_000_000,
            Balances::Of(truth) => {
                let truth = truth.lock().unwrap();
                let coin: AssetId = "eip155:1/slip44:60".parse().unwrap();
                let moved = truth.moves.iter().map(Move::change).sum::<i128>();
                let held = truth
                    .coin
                    .checked_add_signed(moved)
                    .expect("an account holds no less than nothing");
                let all = std::iter::once((coin, held)).chain(truth.tokens.clone());
                reading.balances = all
                    .filter(|(_, raw)| *raw > 0)
                    .map(|(asset, raw)| (asset, RawAmount::from(raw)))
                    .collect();
                reading.unreadable.clear();
            }
        }
        reading
    }
}

#[async_trait]
impl ChainReader for FittingReader {
    fn profile(&self) -> Profile {
        self.inner.profile()
    }
    fn chains(&self) -> Vec<ChainId> {
        let mut chains = self.inner.chains();
        if matches!(self.balances, Balances::Of(_)) {
            chains.retain(|chain| *chain == account().chain);
        }
        chains
    }
    async fn head(&self, chain: &ChainId) -> Result<Block, RemoteError> {
        self.inner.head(chain).await
    }
    async fn balances(
        &self,
        account: &AccountId,
        tokens: &[AssetId],
        progress: &dyn Progress,
    ) -> Result<Reading, RemoteError> {
        let reading = self.inner.balances(account, tokens, progress).await?;
        Ok(self.fit(account, reading))
    }
    async fn probe(&self, of: &AccountId) -> Result<Option<Probe>, RemoteError> {
        let mut probe = self.inner.probe(of).await?;
        if let (Some(probe), Balances::Of(truth)) = (probe.as_mut(), &self.balances)
            && *of == account()
        {
            let truth_now = truth.lock().unwrap().clone();
            let sent = truth_now.moves.iter().filter(|one| one.is_sent()).count();
            probe.sent = truth_now.sent + u64::try_from(sent).unwrap();
            probe.reading = self.fit(of, probe.reading.clone());
        }
        Ok(probe)
    }
    async fn metadata(&self, chain: &ChainId, tokens: &[AssetId]) -> Result<Vec<(AssetId, Metadata)>, RemoteError> {
        self.inner.metadata(chain, tokens).await
    }
}
