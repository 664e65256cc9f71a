//! Tests of the whole demo world, on the chains and tokens that ship.

mod history;
mod portfolios;
mod replay;
mod sources;

use std::{
    collections::HashSet,
    sync::{Mutex, atomic::AtomicI64, atomic::Ordering},
    time::Duration,
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
    let codes = ExchangeCodes::listed().unwrap();
    all(
        Arc::new(FixedClock(AtomicI64::new(second))),
        (rows().unwrap(), &tokens()),
        codes,
    )
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
