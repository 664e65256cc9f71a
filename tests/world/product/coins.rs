//! Bitcoin and Litecoin from nodes on this machine: exact to the smallest unit for every form of address, also after a
//! reorganization.

use domain::{
    Caller, Tracker,
    sync::{SyncSource, SyncState},
    trace::{Explanation, Node, NodeBlock, Operation},
    valuation::{AssetSelection, FigureId, FigurePath, Filter, PortfolioReport},
};
use ports::{Amount, Ports, RawAmount};
use std::{collections::BTreeMap, sync::Arc};
use support::{
    clock::SkewedClock,
    coin_node::{CoinNode, FEE},
    folder::Folder,
    product::{MAX_HEAD_AGE_SECONDS, Product},
    world::TestWorld,
};

/// The chains' codes, coins and prices, in the order of `CoinNode::both`. Both sources take their prices from one origin, which is
/// accepted up to 100,000 dollars of a coin. That suffices, because these tests are about amounts.
const CHAINS: [(&str, &str, &str); 2] = [("bitcoin", "BTC", "670.01"), ("litecoin", "LTC", "81.37")];

const ROUNDS: usize = 20;

/// Both coins, the product with rows for them, and the expected balance of each of Alice's addresses.
struct CoinFixture {
    product: Product,
    /// Shifted forward, so that tests do not wait until a reading may be requested again.
    clock: Arc<SkewedClock>,
    alice: Caller,
    coins: [CoinNode; 2],
    held: BTreeMap<String, u64>,
    _folder: Folder,
}

impl CoinFixture {
    async fn start() -> Self {
        let folder = Folder::create("coins");
        let coins = CoinNode::both(&folder).unwrap();
        let row = |(coin, (code, ..)): (&CoinNode, (&str, &str, &str))| {
            format!(
                "[chains.{code}]\nmax_head_age_seconds = {MAX_HEAD_AGE_SECONDS}\nendpoints = [{{ url = \"{}\", own = true }}]\n",
                coin.url()
            )
        };
        let rows: String = coins.iter().zip(CHAINS).map(row).collect();
        let mut product = Product::with(&TestWorld::of(&[], 0).unwrap(), &rows).await;
        for (code, _, price) in CHAINS {
            product.upstreams.set_price(&format!("coingecko:{code}"), price);
        }
        let clock = Arc::<SkewedClock>::default();
        product.tracker = Tracker::new(Ports {
            clock: clock.clone(),
            ..product.started.ports.clone()
        });
        let texts: Vec<String> = coins.iter().flat_map(forms).map(|(_, address)| address).collect();
        let alice = product
            .person(&texts.iter().map(String::as_str).collect::<Vec<_>>())
            .await;
        let held = texts.into_iter().map(|text| (text, 0)).collect();
        Self {
            product,
            clock,
            alice,
            coins,
            held,
            _folder: folder,
        }
    }

    /// Requests new readings for Alice, and waits for them.
    async fn read_again(&self) -> PortfolioReport {
        self.clock.shift(31_000);
        let sync = self.product.tracker.sync();
        sync.refresh(&self.alice, |_| true).await.unwrap();
        self.run_jobs().await;
        self.report().await
    }

    /// Waits until all accounts are read and all prices have arrived, without a time limit of its own.
    async fn run_jobs(&self) {
        let busy = |one: &SyncSource| matches!(one.state, SyncState::Waiting | SyncState::Running);
        for _ in 0..ROUNDS {
            self.product.run_jobs().await;
            let status = self.product.tracker.sync().status(&self.alice).await.unwrap();
            if !status.sources.iter().any(busy) {
                break;
            }
        }
        self.product.tracker.work().quote_now().await.unwrap();
    }

    async fn report(&self) -> PortfolioReport {
        self.product.report(&self.alice).await
    }

    async fn explain(&self, figure: &FigureId) -> Explanation {
        let valuations = self.product.tracker.valuations();
        valuations.explain(&self.alice, figure).await.unwrap()
    }

    /// Adds a payment to the expected balance of an address, in the coin's smallest unit.
    fn book(&mut self, address: &str, change: i64) {
        let held = self.held.get_mut(address).unwrap();
        *held = held.checked_add_signed(change).unwrap();
    }

    /// Asserts that every address has its expected balance, that the total is their value, and that nothing is missing.
    fn assert_exact(&self, report: &PortfolioReport) {
        let parts = report.assets.iter().flat_map(|line| &line.parts);
        let shown: BTreeMap<String, Amount> = parts
            .map(|part| (part.account.address.to_string(), part.amount.unwrap()))
            .collect();
        let wanted = self.held.iter().filter(|(_, held)| **held > 0);
        let wanted: BTreeMap<String, Amount> = wanted.map(|(address, held)| (address.clone(), units(*held))).collect();
        assert_eq!(shown, wanted);
        assert!(report.coverage.complete(), "{:?}", report.coverage);
        assert_eq!(report.total, Some(self.worth()));
    }

    fn worth(&self) -> Amount {
        let of = |(address, held): (&String, &u64)| {
            let (.., price) = CHAINS[usize::from(address.starts_with(['L', 'M', 'l']))];
            units(*held).mul(price.parse().unwrap()).unwrap()
        };
        self.held
            .iter()
            .map(of)
            .fold(Amount::ZERO, |sum, one| sum.add(one).unwrap())
    }

    /// The blocks at which the quantities of a figure were read.
    async fn blocks(&self, figure: &FigureId) -> Vec<NodeBlock> {
        let explained = self.explain(figure).await;
        assert!(!explained.recomputed, "the observations are still stored");
        let mut found = Vec::new();
        observed(&explained.tree, &mut found);
        assert!(!found.is_empty());
        found
    }
}

fn forms(coin: &CoinNode) -> Vec<(&'static str, String)> {
    coin.addresses("alice")
}

fn units(raw: u64) -> Amount {
    raw.to_string().parse::<RawAmount>().unwrap().in_units(8).unwrap()
}

fn signed(raw: u64) -> i64 {
    i64::try_from(raw).unwrap()
}

fn observed(node: &Node, found: &mut Vec<NodeBlock>) {
    if node.operation == Operation::Observation {
        found.extend(node.block.clone());
    }
    node.children.iter().for_each(|child| observed(child, found));
}

/// The figure of the value of a coin.
fn figure_of(report: &PortfolioReport, symbol: &str) -> FigureId {
    let of_coin = |line: &&domain::valuation::AssetLine| line.symbol == symbol;
    let line = report.assets.iter().find(of_coin).unwrap();
    report.figure(FigurePath::Sum(Filter {
        asset: Some(AssetSelection::Asset(line.asset.clone())),
        ..Filter::default()
    }))
}

/// Asserts that the shown balances were read at the newest blocks of the nodes.
async fn assert_blocks_are_the_newest(coins_fixture: &CoinFixture, report: &PortfolioReport) {
    for (coin, (_, symbol, _)) in coins_fixture.coins.iter().zip(CHAINS) {
        let (height, hash) = coin.tip().await;
        for block in coins_fixture.blocks(&figure_of(report, symbol)).await {
            assert_eq!((block.number, &block.hash), (height, &hash));
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_form_of_address_is_exact_and_pending_payments_do_not_count() {
    let mut coins_fixture = CoinFixture::start().await;
    let all: Vec<_> = (0..2)
        .flat_map(|coin| {
            forms(&coins_fixture.coins[coin])
                .into_iter()
                .map(move |one| (coin, one))
        })
        .collect();
    assert_eq!(all.len(), 7, "taproot only where the node knows it");
    // The amounts differ by one unit, so that confusing two addresses is noticed.
    for ((coin, (_, address)), amount) in all.iter().zip(123_456_789..) {
        coins_fixture.coins[*coin].give(&[(address, amount)]);
    }
    coins_fixture.run_jobs().await;
    coins_fixture.assert_exact(&coins_fixture.report().await);

    coins_fixture.coins.iter().for_each(|coin| coin.mine(1));
    for ((_, (_, address)), amount) in all.iter().zip(123_456_789..) {
        coins_fixture.book(address, amount);
    }
    let report = coins_fixture.read_again().await;
    coins_fixture.assert_exact(&report);
    assert_blocks_are_the_newest(&coins_fixture, &report).await;

    // While the payment is pending, the spent output still counts and the change does not.
    for (coin, (form, _)) in &all {
        let bob = &coins_fixture.coins[*coin].addresses("bob")[0].1;
        coins_fixture.coins[*coin].spend("alice", form, &[(bob, 3_456_789)]);
    }
    coins_fixture.assert_exact(&coins_fixture.read_again().await);
    coins_fixture.coins.iter().for_each(|coin| coin.mine(3));
    for (_, (_, address)) in &all {
        coins_fixture.book(address, -3_456_789 - signed(FEE));
    }
    let report = coins_fixture.read_again().await;
    coins_fixture.assert_exact(&report);
    assert_blocks_are_the_newest(&coins_fixture, &report).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn balances_are_exact_after_a_reorganization() {
    let mut coins_fixture = CoinFixture::start().await;
    for (depth, amount) in [(1, 700_000_001), (5, 500_000_003)] {
        let mut before = Vec::new();
        for coin in 0..2 {
            let [(_, first), (_, second), ..] = &forms(&coins_fixture.coins[coin])[..] else {
                panic!("fewer than two forms");
            };
            coins_fixture.coins[coin].give(&[(second, 1_000_000_007)]);
            let payment = coins_fixture.coins[coin].give(&[(first, amount)]);
            coins_fixture.coins[coin].mine(depth);
            coins_fixture.book(second, 1_000_000_007);
            coins_fixture.book(first, signed(amount));
            before.push((payment, first.clone(), coins_fixture.coins[coin].tip().await));
        }
        let report = coins_fixture.read_again().await;
        coins_fixture.assert_exact(&report);

        // Instead, the bank pays someone else from the same outputs, or no block contains the payment any more.
        for (coin, (payment, ..)) in coins_fixture.coins.iter().zip(&before) {
            let other = &coin.addresses("bob")[0].1;
            let instead = [(other.as_str(), amount)];
            coin.reorganise(depth, payment, (depth == 1).then_some(&instead));
        }
        for (_, first, _) in &before {
            coins_fixture.book(first, -signed(amount));
        }
        let after = coins_fixture.read_again().await;
        coins_fixture.assert_exact(&after);
        assert_blocks_are_the_newest(&coins_fixture, &after).await;

        // The earlier figure still explains what was read then, although its block was replaced.
        for ((coin, (_, symbol, _)), (_, _, (height, hash))) in coins_fixture.coins.iter().zip(CHAINS).zip(&before) {
            let figure = figure_of(&report, symbol);
            let then = coins_fixture.explain(&figure).await;
            assert!(then.exact > coins_fixture.explain(&figure_of(&after, symbol)).await.exact);
            assert_eq!(then.tree.recomputed(), then.exact);
            for block in coins_fixture.blocks(&figure).await {
                assert_eq!((block.number, &block.hash), (*height, hash));
                assert_eq!(
                    coin.height_of(&block.hash).await,
                    None,
                    "it is on no main chain any more"
                );
            }
        }
    }
}

#[tokio::test]
async fn the_server_answers_like_an_explorer() {
    let folder = Folder::create("coin-door");
    let coins = tokio::task::spawn_blocking(move || CoinNode::both(&folder).map(|coins| (coins, folder)));
    let (coins, _folder) = coins.await.unwrap().unwrap();
    for coin in &coins {
        let address = &forms(coin)[0].1;
        coin.give(&[(address, 5_000_001)]);
        let (kind, text) = coin.ask(&format!("/address/{address}")).await;
        let answer: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(kind, "application/json");
        assert_eq!(answer["chain_stats"]["funded_txo_sum"], 0);
        assert_eq!(answer["mempool_stats"]["funded_txo_sum"], 5_000_001);
        assert_eq!(answer["mempool_stats"]["tx_count"], 1);
        let plain = |text: &str| ("text/plain".to_owned(), text.to_owned());
        assert_eq!(coin.ask("/address/nonsense").await, plain("Invalid Bitcoin address"));
        assert_eq!(coin.ask(&format!("/block/{:064}", 0)).await, plain("Block not found"));
        assert_eq!(coin.ask("/blocks/tip/height").await, plain("110"));
    }
}
