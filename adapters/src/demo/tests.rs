//! Tests of the whole demo world, on the chains and tokens that ship.

use std::{
    collections::HashSet,
    sync::{Mutex, atomic::AtomicI64, atomic::Ordering},
};

use ports::{
    account::AccountId,
    address::Address,
    amount::{Amount, RawAmount},
    asset::AssetId,
    chain::{ChainId, Progress},
    clock::Timestamp,
    quote::{AssetQuote, QuoteAnswer},
    source::RemoteError,
};

use super::*;
use crate::chain::{
    rows::{Status, rows},
    tokens::start_list,
};

const NAMES: [&str; 3] = ["vitalik.eth", "lighthouse.eth", "harbourmaster.eth"];
/// Wednesday, 5 August 2026, 12:00 UTC.
const NOON: i64 = 1_785_931_200;

struct FixedClock(AtomicI64);

impl Clock for FixedClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_seconds(self.0.load(Ordering::Relaxed))
    }
}

#[derive(Default)]
struct Reports(Mutex<Vec<(u32, u32)>>);

impl Progress for Reports {
    fn report(&self, done: u32, total: u32) {
        self.0.lock().unwrap().push((done, total));
    }
}

fn tokens() -> Vec<Asset> {
    start_list(rows().unwrap()).unwrap()
}

fn universe() -> Vec<AssetId> {
    let all = tokens().into_iter().chain(assets()).map(|asset| asset.id);
    all.filter(|id| id.contract().is_some()).collect()
}

fn demo(second: i64) -> Demo {
    all(Arc::new(FixedClock(AtomicI64::new(second))), rows().unwrap(), &tokens())
}

async fn addresses() -> Vec<Address> {
    let demo = demo(NOON);
    let mut found = Vec::new();
    for name in NAMES {
        found.push(demo.names.resolve(&name.parse().unwrap()).await.unwrap());
    }
    found
}

/// Reads an EVM address on all its chains: balances, unreadable tokens and errors.
async fn portfolio(demo: &Demo, address: &Address) -> (Vec<(AssetId, RawAmount)>, Vec<AssetId>, Vec<RemoteError>) {
    let universe = universe();
    let (mut held, mut broken, mut failed) = (Vec::new(), Vec::new(), Vec::new());
    let chains = demo.readers[0].chains().into_iter();
    let readings = chains.filter(|chain| chain.evm_number().is_some()).map(|chain| {
        let (address, universe) = (address.clone(), &universe);
        let account = AccountId { chain, address };
        async move { demo.readers[0].balances(&account, universe, &Reports::default()).await }
    });
    for answer in futures::future::join_all(readings).await {
        match answer {
            Ok(reading) => {
                held.extend(reading.balances);
                broken.extend(reading.unreadable.into_iter().map(|(id, _)| id));
            }
            Err(error) => failed.push(error),
        }
    }
    (held, broken, failed)
}

async fn quotes(demo: &Demo, source: usize, assets: &[AssetId], at: Option<Timestamp>) -> Vec<AssetQuote> {
    demo.prices[source].quotes(assets, at).await.unwrap()
}

fn price(answer: &QuoteAnswer) -> Option<Amount> {
    match answer {
        QuoteAnswer::Price { price, .. } => Some(price.amount()),
        QuoteAnswer::WorthZero | QuoteAnswer::NotListed | QuoteAnswer::Unusable { .. } => None,
    }
}

fn unusual_asset(wanted: unusual::Unusual) -> AssetId {
    let token = unusual::TOKENS.iter().find(|token| token.unusual == wanted).unwrap();
    token.asset().id
}

#[tokio::test]
async fn portfolios_are_reproducible_and_of_a_plausible_size() {
    let (first, second) = (demo(NOON), demo(NOON));
    for address in addresses().await {
        let (held, ..) = portfolio(&first, &address).await;
        assert_eq!(held, portfolio(&second, &address).await.0);
        let ids: HashSet<_> = held.iter().map(|(id, _)| id).collect();
        assert_eq!(ids.len(), held.len(), "nothing is held twice");
        assert!((6..=40).contains(&held.len()), "{} assets", held.len());
        let networks: HashSet<_> = held.iter().map(|(id, _)| id.chain()).collect();
        assert!((2..=10).contains(&networks.len()), "{} networks", networks.len());
    }
}

#[tokio::test]
async fn values_range_from_dust_to_large_within_limits() {
    let demo = demo(NOON);
    let known = tokens();
    let decimals = |id: &AssetId| match known.iter().find(|token| token.id == *id) {
        Some(token) => token.metadata.decimals.unwrap(),
        None => 18,
    };
    let mut values = Vec::new();
    for number in 0..12_u8 {
        let address = Address::evm([number; 20]);
        let (held, ..) = portfolio(&demo, &address).await;
        let ids: Vec<_> = held.iter().map(|(id, _)| id.clone()).collect();
        let quoted = quotes(&demo, 0, &ids, None).await;
        let invented: HashSet<_> = assets().into_iter().map(|asset| asset.id).collect();
        for ((id, raw), quoted) in held.iter().zip(&quoted) {
            if let (Some(price), false) = (price(&quoted.answer), invented.contains(id)) {
                values.push(raw.in_units(decimals(id)).unwrap().mul(price).unwrap());
            }
        }
    }
    values.sort();
    let middle = values[values.len() / 2];
    assert!(values[0] < Amount::ONE, "the smallest is {}", values[0]);
    assert!(Amount::from(20) < middle && middle < Amount::from(5_000), "{middle}");
    assert!(*values.last().unwrap() > Amount::from(5_000));
    assert!(
        *values.last().unwrap() < Amount::from(60_000),
        "no ordinary person has so much of one thing"
    );
}

/// Returns the value of each holding in dollars with its symbol, largest first.
async fn worth(demo: &Demo, held: &[(AssetId, RawAmount)]) -> Vec<(Amount, String)> {
    let known = tokens();
    let ids: Vec<_> = held.iter().map(|(id, _)| id.clone()).collect();
    let quoted = quotes(demo, 0, &ids, None).await;
    let mut worth = Vec::new();
    for ((id, raw), quoted) in held.iter().zip(&quoted) {
        if let (Some(token), Some(price)) = (known.iter().find(|token| token.id == *id), price(&quoted.answer)) {
            let units = raw.in_units(token.metadata.decimals.unwrap()).unwrap();
            worth.push((units.mul(price).unwrap(), token.metadata.symbol.clone()));
        }
    }
    worth.sort();
    worth.reverse();
    worth
}

#[tokio::test]
async fn ether_bitcoin_and_dollars_dominate() {
    let demo = demo(NOON);
    let mut kinds = Vec::new();
    for address in addresses().await {
        let (held, ..) = portfolio(&demo, &address).await;
        let worth = worth(&demo, &held).await;
        let sum = |some: &[(Amount, String)]| some.iter().fold(Amount::ZERO, |sum, (one, _)| sum.add(*one).unwrap());
        let total = sum(&worth);
        assert!(Amount::from(1_000) < total && total < Amount::from(200_000), "{total}");
        assert_eq!(worth[0].1, "ETH");
        let leads = |symbol: &str| ["ETH", "BTC", "USD", "DAI"].iter().any(|part| symbol.contains(part));
        let leading: Vec<_> = worth.iter().filter(|(_, symbol)| leads(symbol)).cloned().collect();
        assert!(sum(&leading).mul(Amount::from(2)).unwrap() > total, "{worth:?}");
        let dust = worth.iter().filter(|(one, _)| *one < Amount::ONE).count();
        kinds.push((
            total > Amount::from(10_000),
            dust > 2,
            worth.iter().any(|(_, symbol)| symbol == "AAVE"),
        ));
    }
    assert_eq!(
        kinds,
        [(true, false, true), (false, true, false), (true, false, false)],
        "a user of DeFi protocols, a collector of dust, a saver"
    );
}

#[tokio::test]
async fn ether_has_one_price_on_every_network() {
    let demo = demo(NOON);
    let ether: Vec<_> = tokens()
        .into_iter()
        .filter(|token| token.metadata.symbol == "ETH" && token.group == "eth")
        .collect();
    let ids: Vec<_> = ether.into_iter().map(|token| token.id).collect();
    assert!(ids.len() > 5);
    for source in 0..2 {
        let quoted = quotes(&demo, source, &ids, None).await;
        let prices: HashSet<_> = quoted
            .iter()
            .map(|one| format!("{:?} {:?}", price(&one.answer), one.source_time))
            .collect();
        assert_eq!(prices.len(), 1, "{prices:?}");
    }
}

#[tokio::test]
async fn yesterday_differs_a_little() {
    let (today, yesterday) = (demo(NOON), demo(NOON - 86_400));
    let address = &addresses().await[0];
    let (now, ..) = portfolio(&today, address).await;
    let (before, ..) = portfolio(&yesterday, address).await;
    assert_eq!(
        now.iter().map(|(id, _)| id).collect::<Vec<_>>(),
        before.iter().map(|(id, _)| id).collect::<Vec<_>>()
    );
    let changed = now.iter().zip(&before).filter(|(one, two)| one != two).count();
    assert!(changed > 0 && changed * 2 < now.len(), "{changed} of {}", now.len());
}

#[tokio::test]
async fn typical_addresses_show_every_unusual_case() {
    let demo = demo(NOON);
    let (mut held, mut broken, mut failed) = (HashSet::new(), HashSet::new(), Vec::new());
    for address in addresses().await.iter().take(2) {
        let (balances, unreadable, errors) = portfolio(&demo, address).await;
        held.extend(balances.into_iter().map(|(id, _)| id));
        broken.extend(unreadable);
        failed.extend(errors);
    }
    for token in unusual::TOKENS {
        let id = token.asset().id;
        let found = match token.unusual {
            unusual::Unusual::Unreadable => broken.contains(&id),
            _ => held.contains(&id),
        };
        assert!(found, "no address holds {}", token.symbol);
    }
    assert!(failed.iter().all(|error| error.retry_after().is_some()));
    assert_eq!(failed.len(), 1, "one chain fails for one of the two");
}

#[tokio::test]
async fn spam_is_held_by_most_addresses() {
    let demo = demo(NOON);
    let spam = unusual_asset(unusual::Unusual::Spam);
    let mut count = 0;
    for number in 0..20_u8 {
        let account = AccountId {
            chain: ChainId::evm(1),
            address: Address::evm([number; 20]),
        };
        let reader = &demo.readers[0];
        let reading = reader.balances(&account, &universe(), &Reports::default()).await;
        count += usize::from(reading.unwrap().balances.iter().any(|(id, _)| *id == spam));
    }
    assert!((10..20).contains(&count), "{count} of 20");
}

#[tokio::test]
async fn a_reading_reports_progress_and_returns_only_requested_tokens() {
    let demo = demo(NOON);
    let account = AccountId {
        chain: ChainId::evm(1),
        address: addresses().await[0].clone(),
    };
    let (all, few) = (Reports::default(), Reports::default());
    let universe = universe();
    let whole = demo.readers[0].balances(&account, &universe, &all).await.unwrap();
    let none = demo.readers[0].balances(&account, &[], &few).await.unwrap();
    let reports = all.0.into_inner().unwrap();
    let total = u32::try_from(universe.len()).unwrap();
    assert!(reports.len() > 2 && reports.is_sorted());
    assert_eq!(reports.last(), Some(&(total, total)));
    assert!(whole.balances.len() > 3 && none.balances.len() == 1);
    assert_eq!(none.balances[0].0.contract(), None);
}

#[tokio::test]
async fn blocks_advance_with_the_clock() {
    let is_read = |row: &&ChainSpec| row.status != Status::Dead && !row.endpoints.is_empty();
    for row in rows().unwrap().iter().filter(is_read) {
        let (id, millis) = (&row.chain.id, u64::try_from(row.block_time.as_millis()).unwrap());
        let before = demo(NOON).readers[0].head(id).await.unwrap();
        let after = demo(NOON + 3600).readers[0].head(id).await.unwrap();
        assert!((after.number - before.number).abs_diff(3_600_000 / millis) <= 1);
        assert!(after.time <= Timestamp::from_seconds(NOON + 3600) && before.hash != after.hash);
        assert_eq!(before.hash.len(), 66);
    }
    let strange = demo(NOON).readers[0].head(&ChainId::evm(999_999)).await;
    assert!(matches!(strange, Err(RemoteError::Unsupported { .. })));
}

#[tokio::test]
async fn sources_nearly_agree() {
    let demo = demo(NOON);
    let ids: Vec<AssetId> = tokens().into_iter().map(|token| token.id).collect();
    let prompt = quotes(&demo, 0, &ids, Some(Timestamp::from_seconds(NOON))).await;
    let late = quotes(&demo, 1, &ids, Some(Timestamp::from_seconds(NOON))).await;
    assert_eq!(prompt.len(), ids.len());
    for (one, two) in prompt.iter().zip(&late) {
        let (one, two) = (price(&one.answer).unwrap(), price(&two.answer).unwrap());
        let apart = one.sub(two).unwrap().abs().mul(Amount::HUNDRED).unwrap();
        assert!(apart <= one, "{one} and {two}");
    }
    assert_ne!(prompt[0].answer, late[0].answer);
}

#[tokio::test]
async fn sources_behave_as_documented() {
    let demo = demo(NOON);
    let ether = AssetId::native(&ChainId::evm(1), 60);
    let now = Timestamp::from_seconds(NOON);
    let late = quotes(&demo, 1, std::slice::from_ref(&ether), None).await;
    assert_eq!(late[0].source_time, Some(now.minus(Duration::from_mins(45))));
    let old = quotes(&demo, 1, &[unusual_asset(unusual::Unusual::OnlyOld)], None).await;
    assert!(now.since(old[0].source_time.unwrap()) > Duration::from_hours(24));
    let limited = &demo.prices[2];
    let covered: Vec<_> = universe().into_iter().filter(|id| limited.covers(id)).collect();
    assert!(covered.len() > 10 && covered.len() < 100);
    let refused = limited.quotes(&covered, None).await.unwrap_err();
    assert!(matches!(
        refused,
        RemoteError::RateLimited {
            retry_after: Some(_),
            ..
        }
    ));
}

#[tokio::test]
async fn unusual_tokens_are_quoted_as_defined() {
    let demo = demo(NOON);
    let requested = [
        unusual::Unusual::Unlisted,
        unusual::Unusual::Spam,
        unusual::Unusual::OnlyOld,
        unusual::Unusual::Worthless,
        unusual::Unusual::Disputed,
    ];
    let ids = requested.map(unusual_asset);
    let prompt = quotes(&demo, 0, &ids, None).await;
    let late = quotes(&demo, 1, &ids, None).await;
    assert!(
        prompt
            .iter()
            .take(3)
            .all(|quoted| quoted.answer == QuoteAnswer::NotListed)
    );
    assert_eq!(late[1].answer, QuoteAnswer::NotListed);
    assert!(price(&late[2].answer).is_some());
    assert_eq!(prompt[3].answer, QuoteAnswer::WorthZero);
    let (one, two) = (price(&prompt[4].answer).unwrap(), price(&late[4].answer).unwrap());
    let apart = two.sub(one).unwrap().mul(Amount::from(10)).unwrap();
    assert!(apart > one.mul(Amount::from(3)).unwrap(), "{one} and {two}");
}

#[tokio::test]
async fn history_goes_five_years_back() {
    let demo = demo(NOON);
    let ether = [AssetId::native(&ChainId::evm(1), 60)];
    let ago = |years: i64| Some(Timestamp::from_seconds(NOON - years * 365 * 86_400));
    let then = quotes(&demo, 0, &ether, ago(4)).await;
    assert!(price(&then[0].answer).is_some());
    assert_eq!(then[0].source_time, ago(4));
    assert_eq!(quotes(&demo, 0, &ether, ago(6)).await[0].answer, QuoteAnswer::NotListed);
}

#[tokio::test]
async fn metadata_is_that_of_the_contracts() {
    let demo = demo(NOON);
    let ids = [
        unusual_asset(unusual::Unusual::NoDecimals),
        unusual_asset(unusual::Unusual::Spam),
    ];
    let metadata = demo.readers[0].metadata(&ChainId::evm(1), &ids).await.unwrap();
    assert_eq!(metadata[0].1.decimals, None);
    assert!(metadata[1].1.name.contains("https://"));
}

#[test]
fn profiles_state_that_everything_is_invented() {
    let demo = demo(NOON);
    let readers = demo.readers.iter().map(|reader| reader.profile());
    let prices = demo.prices.iter().map(|source| source.profile());
    let all: Vec<_> = readers.chain(prices).chain([demo.names.profile()]).collect();
    assert!(all.iter().all(|it| it.name.starts_with("Demo") && it.hosts.is_empty()));
    let ids: HashSet<_> = all.iter().map(|it| it.id.clone()).collect();
    assert_eq!(ids.len(), 5);
}
