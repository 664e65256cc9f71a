//! The product that reads the history of the script's accounts, from an explorer or from a node.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use adapters::Started;
use domain::{
    Caller, Tracker,
    ledger::{Difference, EntryConditions, EntryPage, EntryQuery, EntrySort, HistoryCoverage},
};
use ports::{
    AccountId, Asset, AssetId, Currency, Entry, Fact, HistoryReader, Ports, Stream, asset::Metadata,
    history::HistoryRequest,
};
use serde_json::json;
use support::{
    chain::{Chain, FIRST_BLOCK},
    chain_history::{ChainHistory, HistoryContracts},
    clock::SkewedClock,
    explorer_server::ExplorerServer,
    mock_upstream::{Fault, Request},
    product::Product,
    world::{ETHEREUM, TestWorld},
};

/// Where the history comes from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Upstream {
    /// An explorer that lists everything.
    Explorer,
    /// A node that knows neither an index of addresses nor traces, read by `EvmHistory`.
    PlainNode,
    /// A node with both, read by `EvmHistory` too.
    TracingNode,
    /// A node with traces alone, read by `EvmHistory` too.
    FilteringNode,
}

impl Upstream {
    /// How the methods begin that the node does not know.
    fn unknown_methods(self) -> &'static [&'static str] {
        match self {
            Self::PlainNode => &["ots_", "trace_", "debug_"],
            Self::FilteringNode => &["ots_"],
            Self::Explorer | Self::TracingNode => &[],
        }
    }
}

/// The script's accounts in the product.
pub(super) struct HistoryFixture {
    pub world: Arc<TestWorld>,
    pub history: Arc<ChainHistory>,
    pub explorer: Option<Arc<ExplorerServer>>,
    pub product: Product,
    clock: Arc<SkewedClock>,
    /// By how many milliseconds the clock was ahead at the start.
    started_at: i64,
    caller: Caller,
}

impl HistoryFixture {
    /// Starts a world, and a product that has not read anything yet.
    pub async fn of(upstream: Upstream) -> Self {
        let world = Arc::new(TestWorld::of(&[ETHEREUM], 0).unwrap());
        let history = Arc::new(ChainHistory::begin(world.chain(ETHEREUM)));
        let chain = world.chain(ETHEREUM);
        let explorer =
            (upstream == Upstream::Explorer).then(|| Arc::new(ExplorerServer::start(chain.rpc(), FIRST_BLOCK)));
        let clock = SkewedClock::early_in_a_day();
        Self::on(world, history, explorer, upstream, clock).await
    }

    /// Starts a product on a world that exists.
    pub async fn on(
        world: Arc<TestWorld>,
        history: Arc<ChainHistory>,
        explorer: Option<Arc<ExplorerServer>>,
        upstream: Upstream,
        clock: SkewedClock,
    ) -> Self {
        let started_at = clock.offset();
        let config = explorer.as_ref().map(|explorer| explorer.config()).unwrap_or_default();
        let mut product = Product::of(&world, &config, |_| false).await;
        let unknown = upstream.unknown_methods();
        if !unknown.is_empty() {
            let is_unknown = |request: &Request| {
                let mut methods = request.rpc_methods().into_iter();
                methods.any(|method| unknown.iter().any(|begin| method.starts_with(begin)))
            };
            let error =
                json!({ "jsonrpc": "2.0", "id": 0, "error": { "code": -32601, "message": "method not found" } });
            product.upstreams.nodes[&ETHEREUM].fail_when(is_unknown, Fault::Json(error.to_string()));
        }
        let clock = Arc::new(clock);
        product.tracker = Tracker::new(Ports {
            clock: clock.clone(),
            ..product.started.ports.clone()
        });
        add_tokens(&product.started, &history).await;
        let caller = product.person(&history.accounts()).await;
        Self {
            world,
            history,
            explorer,
            product,
            clock,
            started_at,
            caller,
        }
    }

    /// Starts another product on the same world. Its date is the same, so that the same days are over.
    pub async fn beside(&self, upstream: Upstream) -> Self {
        Self::on(
            self.world.clone(),
            self.history.clone(),
            self.explorer.clone(),
            upstream,
            SkewedClock::ahead(self.started_at),
        )
        .await
    }

    pub fn chain(&self) -> &Chain {
        self.world.chain(ETHEREUM)
    }

    /// Reads histories and balances to their end.
    pub async fn read(&self) {
        self.product.tracker.work().begin().await.unwrap();
        self.product.run_jobs().await;
        self.read_again().await;
    }

    /// The same some time later.
    pub async fn read_again(&self) {
        for minutes in [16, 2] {
            self.clock.shift(minutes * 60_000);
            self.product.run_jobs().await;
        }
        let sync = self.product.tracker.sync();
        sync.refresh(&self.caller, |_| true).await.unwrap();
        self.product.run_jobs().await;
        self.expect_no_failure().await;
    }

    /// Returns what the source of histories reports of one stream, from the first block of the test world on.
    pub async fn reported(&self, account: &str, stream: Stream) -> Vec<Fact> {
        let mut request = HistoryRequest {
            account: format!("eip155:{ETHEREUM}:{account}").parse().unwrap(),
            stream,
            blocks: (FIRST_BLOCK, self.chain().block_number()),
            continuation: None,
        };
        let histories = &self.product.started.ports.histories;
        let is_of_chain = |reader: &&Arc<dyn HistoryReader>| reader.chains().contains(&request.account.chain);
        let reader = histories.iter().find(is_of_chain).unwrap();
        let mut facts = Vec::new();
        loop {
            let page = reader.page(&request).await.unwrap();
            assert_eq!(page.gaps, [], "{stream:?}");
            facts.extend(page.facts);
            request.continuation = page.continuation;
            if request.continuation.is_none() {
                return facts;
            }
        }
    }

    /// Returns the entries of an account that count, in the order of the chain.
    pub async fn entries(&self, account: &str) -> Vec<Entry> {
        entries(&self.product.started, account).await
    }

    /// Returns how many transactions the accounts sent, according to the node.
    pub fn sent_by_accounts(&self) -> usize {
        let count = |account: &str| {
            let count = self
                .chain()
                .rpc()
                .call("eth_getTransactionCount", json!([account, "latest"]));
            usize::from_str_radix(count.as_str().unwrap().trim_start_matches("0x"), 16).unwrap()
        };
        self.history.accounts().into_iter().map(count).sum()
    }

    /// Asserts that no reading failed.
    async fn expect_no_failure(&self) {
        let coverage = self.coverage().await;
        for account in &coverage.accounts {
            assert_eq!(account.error, None, "{account:?}");
        }
    }

    async fn coverage(&self) -> HistoryCoverage {
        self.page(0, 1).await.coverage
    }

    /// Returns entries of all accounts, the oldest first.
    async fn page(&self, start: usize, limit: usize) -> EntryPage {
        let query = EntryQuery {
            after: None,
            start,
            limit,
            conditions: EntryConditions::default(),
            sort: EntrySort::Time,
            ascending: true,
            currency: Currency::usd(),
        };
        let ledgers = self.product.tracker.ledgers();
        ledgers.search(&self.caller, &query).await.unwrap()
    }

    /// Returns the codes of the gaps of the accounts on Ethereum.
    pub async fn gap_codes(&self) -> Vec<&'static str> {
        let coverage = self.coverage().await;
        let is_ours = |account: &AccountId| account.chain.evm_number() == Some(ETHEREUM);
        let own = coverage.gaps.iter().filter(|gap| gap.accounts.iter().any(is_ours));
        own.map(|gap| gap.code).collect()
    }

    /// Returns the balances that differ from what the entries add up to.
    pub async fn differences(&self) -> Vec<Difference> {
        self.product
            .tracker
            .ledgers()
            .reconciliation(&self.caller)
            .await
            .unwrap()
            .differences
    }

    /// Returns the id of one of the script's tokens.
    pub fn token(&self, of: impl Fn(&HistoryContracts) -> &str) -> String {
        format!("eip155:{ETHEREUM}/erc20:{}", of(self.history.contracts()))
    }

    /// Returns how many accounts differ, by asset and cause.
    pub async fn causes(&self) -> BTreeMap<(String, &'static str), usize> {
        let mut found = BTreeMap::new();
        for line in self.differences().await {
            *found.entry((line.asset.to_string(), line.cause.code())).or_default() += 1;
        }
        found
    }

    /// Returns all entries of all accounts, the comparison with the balances, and the cost basis around every fifth entry, as text.
    pub async fn report(&self) -> String {
        let mut report = entry_report(&self.product.started, &self.history).await;
        for line in self.differences().await {
            report.push_str(&format!(
                "{} {} {:?} {:?}\n",
                line.account, line.asset, line.replayed, line.balance
            ));
        }
        report + &self.cost_report().await
    }

    async fn cost_report(&self) -> String {
        let ledgers = self.product.tracker.ledgers();
        let mut report = String::new();
        let mut start = 0;
        loop {
            let page = self.page(start, 200).await;
            if page.rows.is_empty() {
                return report;
            }
            start += page.rows.len();
            for row in page.rows.iter().step_by(5) {
                let entry = ledgers.entry(&self.caller, &row.id, &Currency::usd()).await.unwrap();
                for change in &entry.cost.assets {
                    report.push_str(&format!(
                        "{} {} {:?} {:?} {:?} {:?}\n",
                        row.id, change.asset, change.before, change.after, change.realized, change.gap
                    ));
                }
            }
        }
    }
}

/// Returns the entries of an account that count, in the order of the chain.
async fn entries(started: &Started, account: &str) -> Vec<Entry> {
    let account: AccountId = format!("eip155:{ETHEREUM}:{account}").parse().unwrap();
    let stored = started.ports.stores.entries.changed(&account, 0).await.unwrap();
    let counting = stored.into_iter().filter(|one| !one.withdrawn);
    let mut entries: Vec<Entry> = counting.map(|one| one.entry).collect();
    entries.sort_by(|one, other| (one.block, one.position, &one.id).cmp(&(other.block, other.position, &other.id)));
    entries
}

/// Returns all entries of all accounts as text.
pub(super) async fn entry_report(started: &Started, history: &ChainHistory) -> String {
    let mut report = String::new();
    for account in history.accounts() {
        for entry in entries(started, account).await {
            report.push_str(&format!("{entry:?}\n"));
        }
    }
    report
}

/// Adds the script's tokens to those whose balances are read.
async fn add_tokens(started: &Started, history: &ChainHistory) {
    let contracts = history.contracts();
    let all: BTreeSet<&str> = history
        .tokens()
        .into_iter()
        .chain([contracts.rebasing.as_str()])
        .collect();
    let asset = |token: &str| {
        let id: AssetId = format!("eip155:{ETHEREUM}/erc20:{token}").parse().unwrap();
        Asset {
            group: id.to_string(),
            id,
            metadata: Metadata::default(),
            origin: "chain".to_owned(),
            confirmed: false,
            unreadable_since: None,
            listed: false,
            holders: None,
            assumed: None,
        }
    };
    let assets: Vec<Asset> = all.into_iter().map(asset).collect();
    let mut work = started.ports.storage.begin().await.unwrap();
    work.assets().add(&assets).await.unwrap();
    work.commit().await.unwrap();
}
