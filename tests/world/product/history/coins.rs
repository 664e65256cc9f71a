//! The ledger of Bitcoin and Litecoin addresses follows the chain through reorganizations.

use std::sync::Arc;

use domain::Tracker;
use ports::{AccountId, Ports, RawAmount, chain::WaitingTransaction, entry::LegRole};
use serde_json::Value;
use support::{
    clock::SkewedClock,
    coin_node::{CoinNode, FEE},
    folder::Folder,
    product::{MAX_HEAD_AGE_SECONDS, Product},
    world::TestWorld,
};

/// The chains, in the order of `CoinNode::both`.
const CHAINS: [&str; 2] = ["bitcoin", "litecoin"];

/// A product that watches addresses on both coins.
struct CoinHistory {
    product: Product,
    clock: Arc<SkewedClock>,
    accounts: Vec<AccountId>,
}

impl CoinHistory {
    async fn of(coins: &[CoinNode; 2]) -> Self {
        let row = |(coin, code): (&CoinNode, &str)| {
            format!(
                "[chains.{code}]\nmax_head_age_seconds = {MAX_HEAD_AGE_SECONDS}\nendpoints = [{{ url = \"{}\", own = true }}]\n",
                coin.url()
            )
        };
        let rows: String = coins.iter().zip(CHAINS).map(row).collect();
        let mut product = Product::with(&TestWorld::of(&[], 0).unwrap(), &rows).await;
        let clock = Arc::<SkewedClock>::default();
        product.tracker = Tracker::new(Ports {
            clock: clock.clone(),
            ..product.started.ports.clone()
        });
        let addresses: Vec<String> = coins
            .iter()
            .flat_map(|coin| coin.addresses("alice"))
            .map(|one| one.1)
            .collect();
        product
            .person(&addresses.iter().map(String::as_str).collect::<Vec<_>>())
            .await;
        let ids = CHAINS.map(|code| product.started.ports.chains.named(code).unwrap().id.clone());
        let account = |(chain, address): (&ports::ChainId, String)| format!("{chain}:{address}").parse().unwrap();
        let accounts = coins.iter().zip(&ids).flat_map(|(coin, chain)| {
            let own = coin.addresses("alice");
            own.into_iter().map(move |(_, address)| (chain, address))
        });
        Self {
            accounts: accounts.map(account).collect(),
            product,
            clock,
        }
    }

    async fn read(&self) {
        self.product.tracker.work().begin().await.unwrap();
        self.product.run_jobs().await;
        for minutes in [16, 2] {
            self.clock.shift(minutes * 60_000);
            self.product.run_jobs().await;
        }
    }

    /// Returns all entries that count as text, and asserts that they add up to the confirmed balances of the servers.
    async fn report(&self, coins: &[CoinNode; 2]) -> String {
        let mut report = String::new();
        for account in &self.accounts {
            let stored = self
                .product
                .started
                .ports
                .stores
                .entries
                .changed(account, 0)
                .await
                .unwrap();
            let mut entries: Vec<_> = stored
                .into_iter()
                .filter(|one| !one.withdrawn)
                .map(|one| one.entry)
                .collect();
            entries.sort_by(|one, other| (one.block, &one.id).cmp(&(other.block, &other.id)));
            let (mut arrived, mut left) = (RawAmount::ZERO, RawAmount::ZERO);
            for leg in entries.iter().flat_map(|entry| &entry.legs) {
                let sum = if leg.role == LegRole::In {
                    &mut arrived
                } else {
                    &mut left
                };
                *sum = sum.add(leg.amount).unwrap();
            }
            assert_eq!(arrived.sub(left).ok(), Some(held(coins, account).await), "{account}");
            entries
                .iter()
                .for_each(|entry| report.push_str(&format!("{entry:?}\n")));
        }
        report
    }
}

/// Returns the confirmed balance of an address, by its server.
async fn held(coins: &[CoinNode; 2], account: &AccountId) -> RawAmount {
    let address = account.address.as_str();
    for coin in coins {
        if coin.addresses("alice").iter().any(|(_, own)| own == address) {
            let (_, text) = coin.ask(&format!("/address/{address}")).await;
            let stats = serde_json::from_str::<Value>(&text).unwrap()["chain_stats"].clone();
            let sum = |name: &str| u128::from(stats[name].as_u64().unwrap());
            return RawAmount::from(sum("funded_txo_sum") - sum("spent_txo_sum"));
        }
    }
    panic!("{address} is on no coin");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_ledger_of_coins_follows_reorganizations() {
    let folder = Folder::create("coin-history");
    let coins = CoinNode::both(&folder).unwrap();
    for coin in &coins {
        let own = coin.addresses("alice");
        for (_, address) in &own {
            coin.give(&[(address, 200_000_007)]);
        }
        coin.mine(2);
        for (form, _) in &own {
            coin.spend(
                "alice",
                form,
                &[(&coin.addresses("bob")[0].1, 3_000_001), (&own[0].1, 5_000_003)],
            );
            coin.mine(1);
        }
    }
    let followed = CoinHistory::of(&coins).await;
    followed.read().await;
    let mut before = followed.report(&coins).await;
    assert!(
        before.lines().count() >= 14,
        "each of seven addresses has received and sent"
    );
    for (depth, amount) in [(1, 700_000_001), (3, 500_000_003), (64, 300_000_007)] {
        let payments = coins.each_ref().map(|coin| {
            let to = &coin.addresses("alice")[1].1;
            let payment = coin.give(&[(to, amount)]);
            coin.mine(depth);
            payment
        });
        followed.read().await;
        let paid = followed.report(&coins).await;
        assert_ne!(paid, before, "the payments are in the ledger");
        for (coin, payment) in coins.iter().zip(&payments) {
            let bob = &coin.addresses("bob")[0].1;
            let instead = [(bob.as_str(), amount)];
            coin.reorganise(depth, payment, (depth == 1).then_some(&instead));
        }
        followed.read().await;
        let report = followed.report(&coins).await;
        assert_ne!(report, paid, "{depth} blocks were replaced");
        let undisturbed = CoinHistory::of(&coins).await;
        undisturbed.read().await;
        assert_eq!(
            report,
            undisturbed.report(&coins).await,
            "after {depth} replaced blocks"
        );
        before = report;
    }
}

/// Returns what waits for a block: the address's change in the smallest unit, by account.
async fn waiting(followed: &CoinHistory) -> Vec<(AccountId, i128)> {
    let states = followed
        .product
        .started
        .ports
        .stores
        .accounts
        .states(&followed.accounts);
    let states = states.await.unwrap();
    let listed = states.into_iter().flat_map(|state| {
        assert_eq!(state.waiting.count, state.waiting.listed.len() as u64, "{}", state.id);
        let raw = |amount: RawAmount| i128::try_from(amount.as_u128().unwrap()).unwrap();
        let change = move |one: &WaitingTransaction| (state.id.clone(), raw(one.received) - raw(one.spent));
        state.waiting.listed.iter().map(change).collect::<Vec<_>>()
    });
    listed.collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn payments_in_the_mempool_wait_and_count_once_they_are_in_a_block() {
    let folder = Folder::create("coin-waiting");
    let coins = CoinNode::both(&folder).unwrap();
    for coin in &coins {
        coin.give(&[(&coin.addresses("alice")[0].1, 200_000_007)]);
        coin.mine(2);
    }
    let followed = CoinHistory::of(&coins).await;
    followed.read().await;
    assert_eq!(waiting(&followed).await, [], "nothing waits");
    let before = followed.report(&coins).await;

    // One address spends and gets the change; another one receives, also from a payment that itself waits.
    for coin in &coins {
        let own = coin.addresses("alice");
        coin.spend("alice", own[0].0, &[(&coin.addresses("bob")[0].1, 3_000_001)]);
        coin.give(&[(&own[1].1, 700_000_001)]);
    }
    followed.read().await;
    let expected = |coin: &CoinNode, code: &str| {
        let chain = followed.product.started.ports.chains.named(code).unwrap().id.clone();
        let of = |nth: usize| format!("{chain}:{}", coin.addresses("alice")[nth].1).parse().unwrap();
        let spent = -3_000_001 - i128::from(FEE);
        [(of(0), spent), (of(1), 700_000_001)]
    };
    let mut wanted: Vec<_> = coins
        .iter()
        .zip(CHAINS)
        .flat_map(|(coin, code)| expected(coin, code))
        .collect();
    wanted.sort();
    let mut found = waiting(&followed).await;
    found.sort();
    assert_eq!(found, wanted);
    assert_eq!(
        followed.report(&coins).await,
        before,
        "neither balances nor entries have them"
    );

    for coin in &coins {
        coin.mine(1);
    }
    followed.read().await;
    assert_eq!(waiting(&followed).await, [], "they are in a block");
    assert_ne!(followed.report(&coins).await, before);
}
