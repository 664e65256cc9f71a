//! The chains of the demo world: heads that advance with the clock, and invented balances.

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use ports::{
    account::AccountId,
    asset::{AssetId, Metadata},
    chain::{ALL_TOKENS, Block, ChainId, ChainReader, Probe, Progress, Reading, USAGE},
    clock::{Clock, Timestamp},
    source::{Profile, RemoteError, SourceId, SourceKind},
};

use super::{
    DemoChain, LEARNS,
    market::DemoMarket,
    pause, portfolio,
    random::{digest, mix, seed},
    unusual::Unusual,
};

const WHO: &str = "Demo chain reader";
/// Blocks are counted from the first day of Ethereum.
const GENESIS: Timestamp = Timestamp::from_seconds(1_438_269_973);
/// The number of progress reports of a reading.
const STEPS: u32 = 4;

/// Invents a portfolio for every account. It never opens a socket.
pub struct DemoReader {
    clock: Arc<dyn Clock>,
    chains: Arc<[DemoChain]>,
    market: Arc<DemoMarket>,
}

impl DemoReader {
    pub(super) fn new(clock: Arc<dyn Clock>, chains: Arc<[DemoChain]>, market: Arc<DemoMarket>) -> Self {
        Self { clock, chains, market }
    }

    fn block(&self, id: &ChainId) -> Result<Block, RemoteError> {
        let chain = self.chains.iter().find(|chain| chain.row.id == *id);
        let chain = chain.ok_or_else(|| RemoteError::Unsupported {
            who: WHO.to_owned(),
            what: format!("{id} is not part of the demo data"),
        })?;
        Ok(newest(chain, self.clock.now()))
    }

    /// Takes some tens of milliseconds and reports progress, so that the progress bar can be seen.
    async fn simulate_progress(&self, account: &AccountId, total: u32, progress: &dyn Progress) {
        let random = seed(&["latency", &account.to_string()]);
        for step in 1..=STEPS {
            pause(4 + mix(random, u64::from(step)) % 16).await;
            progress.report(total * step / STEPS, total);
        }
    }
}

/// Returns the newest block of a chain at a moment.
fn newest(chain: &DemoChain, now: Timestamp) -> Block {
    let step = u64::try_from(chain.block_time.as_millis()).unwrap_or(u64::MAX).max(1);
    let number = u64::try_from(now.since(GENESIS).as_millis()).unwrap_or(0) / step;
    let hash = digest(&["block", chain.row.id.as_str(), &number.to_string()]);
    let hex = hash
        .iter()
        .fold("0x".to_owned(), |text, byte| text + &format!("{byte:02x}"));
    Block {
        number,
        hash: hex,
        time: GENESIS.plus(Duration::from_millis(number * step)),
    }
}

fn failing() -> RemoteError {
    RemoteError::Unavailable {
        who: WHO.to_owned(),
        why: "demo data has one network that fails for some addresses".to_owned(),
        retry_after: Some(Duration::from_mins(15)),
    }
}

#[async_trait]
impl ChainReader for DemoReader {
    fn profile(&self) -> Profile {
        Profile {
            id: SourceId::fixed("demo-chain"),
            name: WHO.to_owned(),
            kind: SourceKind::Chain,
            website: String::new(),
            learns: LEARNS.to_owned(),
            capabilities: vec!["invented balances".to_owned(), USAGE.to_owned(), ALL_TOKENS.to_owned()],
            rate_limit: "none".to_owned(),
            hosts: Vec::new(),
            credentials: Vec::new(),
        }
    }

    fn chains(&self) -> Vec<ChainId> {
        self.chains.iter().map(|chain| chain.row.id.clone()).collect()
    }

    async fn head(&self, chain: &ChainId) -> Result<Block, RemoteError> {
        pause(3).await;
        self.block(chain)
    }

    /// Reports no transactions for an account without holdings.
    async fn probe(&self, account: &AccountId) -> Result<Option<Probe>, RemoteError> {
        let block = self.block(&account.chain)?;
        pause(3).await;
        if portfolio::fails(&self.chains, account) {
            return Err(failing());
        }
        let mut held = if portfolio::is_used(&self.chains, account) {
            portfolio::held(&self.market, account, block.time)
        } else {
            Vec::new()
        };
        let broken = portfolio::unreadable(&self.market, account);
        let sent = u64::try_from(held.len() + broken.len()).unwrap_or(u64::MAX);
        held.retain(|(id, _)| id.contract().is_none());
        Ok(Some(Probe {
            sent,
            pending: 0,
            reading: Reading {
                block,
                source: self.profile().id,
                host: "demo".to_owned(),
                balances: held,
                unreadable: Vec::new(),
            },
        }))
    }

    async fn balances(
        &self,
        account: &AccountId,
        tokens: &[AssetId],
        progress: &dyn Progress,
    ) -> Result<Reading, RemoteError> {
        let block = self.block(&account.chain)?;
        self.simulate_progress(account, u32::try_from(tokens.len()).unwrap_or(u32::MAX), progress)
            .await;
        if portfolio::fails(&self.chains, account) {
            return Err(failing());
        }
        let mut balances = portfolio::held(&self.market, account, block.time);
        balances.retain(|(id, _)| id.contract().is_none() || tokens.contains(id));
        let mut broken = portfolio::unreadable(&self.market, account);
        broken.retain(|id| tokens.contains(id));
        Ok(Reading {
            block,
            source: self.profile().id,
            host: "demo".to_owned(),
            balances,
            unreadable: broken
                .into_iter()
                .map(|id| (id, "the contract reverted".to_owned()))
                .collect(),
        })
    }

    async fn metadata(&self, chain: &ChainId, tokens: &[AssetId]) -> Result<Vec<(AssetId, Metadata)>, RemoteError> {
        self.block(chain)?;
        pause(5).await;
        let metadata = |id: &AssetId| {
            let Some(listing) = self.market.listing(id) else {
                return Metadata::default();
            };
            let decimals = listing
                .metadata
                .decimals
                .filter(|_| listing.unusual != Some(Unusual::NoDecimals));
            Metadata {
                decimals,
                ..listing.metadata.clone()
            }
        };
        Ok(tokens.iter().map(|id| (id.clone(), metadata(id))).collect())
    }
}
