//! The chains of the demo world: heads that advance with the clock, and invented balances.

use std::sync::Arc;

use async_trait::async_trait;
use ports::{
    AllowanceReader, AllowanceReading, Approval, ProtocolReading,
    account::AccountId,
    allowance::AccountCode,
    amount::RawAmount,
    asset::{AssetId, Metadata},
    chain::{ALL_TOKENS, Block, ChainId, ChainReader, Probe, Progress, Reading, USAGE, WaitingTransactions},
    clock::Clock,
    source::{Profile, RemoteError, SourceId, SourceKind},
};

use super::{
    allowances,
    invented::{LEARNS, pause},
    portfolio, positions,
    random::{mix, seed},
    unusual::Unusual,
    waiting,
    world::{AccountTimeline, DemoWorld},
};

const WHO: &str = "Demo chain reader";
/// The number of progress reports of a reading.
const STEPS: u32 = 4;

/// Invents a portfolio for every account. It never opens a socket.
pub struct DemoReader {
    clock: Arc<dyn Clock>,
    world: Arc<DemoWorld>,
}

impl DemoReader {
    pub(super) fn new(clock: Arc<dyn Clock>, world: Arc<DemoWorld>) -> Self {
        Self { clock, world }
    }

    fn block(&self, id: &ChainId) -> Result<Block, RemoteError> {
        let chain = self.world.chain(id, WHO)?;
        Ok(chain.block(chain.number_at(self.clock.now())))
    }

    /// Returns the balances of the native asset and these tokens after a block.
    pub(super) fn held(
        &self,
        account: &AccountId,
        tokens: &[AssetId],
        block: u64,
    ) -> Result<Vec<(AssetId, RawAmount)>, RemoteError> {
        self.world.check(account, WHO)?;
        let mut balances = self.world.timeline(account, block, WHO)?.balances;
        balances.retain(|(id, _)| id.contract().is_none() || tokens.contains(id));
        Ok(balances)
    }

    /// Returns what the account has in protocols after a block.
    fn positions(&self, account: &AccountId, block: u64) -> Result<ProtocolReading, RemoteError> {
        let chain = self.world.chain(&account.chain, WHO)?;
        let at = chain.time_of(block);
        Ok(positions::positions(&self.world.market, chain, account, at))
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

#[async_trait]
impl AllowanceReader for DemoReader {
    fn chains(&self) -> Vec<ChainId> {
        ChainReader::chains(self)
    }

    async fn allowances(&self, account: &AccountId, approvals: &[Approval]) -> Result<AllowanceReading, RemoteError> {
        let block = self.block(&account.chain)?;
        pause(3).await;
        self.world.check(account, WHO)?;
        Ok(AllowanceReading {
            block,
            source: SourceId::fixed("demo-chain"),
            host: "demo".to_owned(),
            code: AccountCode::Key,
            allowances: allowances::of(account, approvals),
            unread: Vec::new(),
        })
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
        self.world.chains.iter().map(|chain| chain.row.id.clone()).collect()
    }

    async fn head(&self, chain: &ChainId) -> Result<Block, RemoteError> {
        pause(3).await;
        self.block(chain)
    }

    /// Reports no transactions for an account without holdings.
    async fn probe(&self, account: &AccountId) -> Result<Option<Probe>, RemoteError> {
        let block = self.block(&account.chain)?;
        pause(3).await;
        self.world.check(account, WHO)?;
        let is_used = portfolio::is_used(&self.world.chains, account);
        let AccountTimeline { mut balances, sent, .. } = if is_used {
            self.world.timeline(account, block.number, WHO)?
        } else {
            AccountTimeline::default()
        };
        balances.retain(|(id, _)| id.contract().is_none());
        let waiting = if is_used {
            waiting::at(&self.world, account, self.clock.now())
        } else {
            WaitingTransactions::default()
        };
        Ok(Some(Probe {
            sent,
            pending: waiting.count,
            is_contract: false,
            is_delegated: false,
            reading: Reading {
                block,
                source: self.profile().id,
                host: "demo".to_owned(),
                balances,
                positions: Vec::new(),
                protocols: ProtocolReading::default(),
                unreadable: Vec::new(),
                waiting,
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
        let balances = self.held(account, tokens, block.number)?;
        let protocols = self.positions(account, block.number)?;
        let mut broken = portfolio::unreadable(&self.world.market, account);
        broken.retain(|id| tokens.contains(id));
        Ok(Reading {
            block,
            source: self.profile().id,
            host: "demo".to_owned(),
            balances,
            positions: Vec::new(),
            protocols,
            unreadable: broken
                .into_iter()
                .map(|id| (id, "the contract reverted".to_owned()))
                .collect(),
            waiting: waiting::at(&self.world, account, self.clock.now()),
        })
    }

    async fn metadata(&self, chain: &ChainId, tokens: &[AssetId]) -> Result<Vec<(AssetId, Metadata)>, RemoteError> {
        self.block(chain)?;
        pause(5).await;
        let metadata = |id: &AssetId| {
            let Some(listing) = self.world.market.listing(id) else {
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
