//! Tests of the exchanges of the demo world.

use std::collections::BTreeMap;

use ports::{
    AccountId, Amount, ExchangeMarket, Fact, MarketUpdate,
    fact::{EXCHANGE_DECIMALS, FactBody},
    history::HistoryRequest,
};

use super::*;
use crate::{
    chain::{rows::rows, tokens::start_list},
    clock::SystemClock,
    demo::world_of,
    exchange::ACCOUNTS,
};

fn exchanges() -> impl Iterator<Item = DemoExchange> {
    let rows = rows().unwrap();
    let market = world_of(rows, &start_list(rows).unwrap()).market;
    ACCOUNTS.into_iter().map(move |spec| {
        let codes = Arc::new(ExchangeCodes::listed().unwrap());
        DemoExchange::new(spec, (market.clone(), codes), Arc::new(SystemClock))
    })
}

fn account() -> Address {
    "kraken.4hK2mQ8tYzB1nW6rC3xVdE".parse().unwrap()
}

fn key(api_key: &str) -> ExchangeKey {
    ExchangeKey::new([("api_key", api_key), ("api_secret", "any")].map(|(name, text)| (name.into(), text.into())))
        .unwrap()
}

#[tokio::test]
async fn an_account_has_several_assets_an_allocation_and_euros() {
    for exchange in exchanges() {
        for name in ["one", "two", "three", "four", "five"] {
            let positions = exchange.balances(&account(), &key(name)).await.unwrap();
            assert_eq!(positions, exchange.balances(&account(), &key(name)).await.unwrap());
            let count = |kind| positions.iter().filter(|one| one.kind == kind).count();
            assert!((5..=7).contains(&count(PositionKind::Regular)), "{positions:?}");
            assert_eq!(count(PositionKind::Lent), 1);
            assert!(positions.iter().all(|one| !one.raw.is_zero() && !one.raw.is_negative()));
            assert!(positions.iter().any(|one| one.asset.currency_code() == Some("EUR")));
        }
        assert_ne!(
            exchange.balances(&account(), &key("one")).await,
            exchange.balances(&account(), &key("two")).await
        );
    }
}

#[tokio::test]
async fn the_letters_of_a_key_decide_its_rights() {
    for exchange in exchanges() {
        let excess = async |name: &str| {
            let rights = exchange.rights(&account(), &key(name)).await.unwrap();
            let names = rights.excess().into_iter().map(|right| right.name.clone());
            names.collect::<Vec<_>>()
        };
        // Where an exchange states no rights, nothing can be refused.
        let stated = usize::from(!exchange.spec.rights.is_empty());
        assert_eq!(excess("reading").await, Vec::<String>::new());
        assert_eq!(excess("canTRADE").await.len(), stated);
        assert_eq!(excess("trade-and-Withdraw").await.len(), 2 * stated);
        let network = async |name: &str| exchange.rights(&account(), &key(name)).await.unwrap().network;
        assert_eq!(network("any").await, KeyNetwork::Any);
        assert!(matches!(network("Bound").await, KeyNetwork::Only(_)));
        for error in [
            exchange.rights(&account(), &key("Revoked1")).await.unwrap_err(),
            exchange.balances(&account(), &key("Revoked1")).await.unwrap_err(),
        ] {
            assert_eq!(error.code(), "bad_key");
        }
        assert!(exchange.profile().source.hosts.is_empty() && !exchange.profile().steps.is_empty());
    }
}

#[tokio::test]
async fn a_brief_key_is_accepted_until_balances_were_read() {
    for exchange in exchanges() {
        assert!(exchange.rights(&account(), &key("brief-1")).await.is_ok());
        assert!(exchange.balances(&account(), &key("brief-1")).await.is_ok());
        let refused = exchange.rights(&account(), &key("brief-1")).await.unwrap_err();
        assert_eq!(refused.code(), "bad_key");
        assert!(exchange.balances(&account(), &key("brief-2")).await.is_ok());
    }
}

/// Returns what the rows of a history add up to, by asset, in the places of amounts at exchanges. No balance is ever below zero.
fn replayed(facts: &[Fact]) -> BTreeMap<AssetId, Amount> {
    let mut sums: BTreeMap<AssetId, Amount> = BTreeMap::new();
    for fact in facts {
        let FactBody::ExchangeRow(row) = &fact.body else {
            panic!("{fact:?} is no row");
        };
        for one in &row.amounts {
            let change = one.amount.in_units(EXCHANGE_DECIMALS).unwrap();
            let sum = sums.entry(one.asset.clone()).or_insert(Amount::ZERO);
            *sum = sum.add(change).unwrap();
            assert!(!sum.is_negative(), "{row:?}");
        }
    }
    sums
}

/// Returns the rows of all lists, the oldest first.
async fn read(exchange: &DemoExchange, blocks: (u64, u64), name: &str) -> Vec<Fact> {
    read_with(exchange, blocks, (name, &[])).await.0
}

/// Returns the same with these markets, and what is stated about markets.
async fn read_with(
    exchange: &DemoExchange,
    blocks: (u64, u64),
    (name, markets): (&str, &[ExchangeMarket]),
) -> (Vec<Fact>, Vec<MarketUpdate>) {
    let mut updates = Vec::new();
    let mut facts = Vec::new();
    for stream in exchange.profile().streams {
        let part = HistoryRequest {
            account: AccountId {
                chain: exchange.spec.id(),
                address: account(),
            },
            stream,
            blocks,
            continuation: None,
        };
        let request = ExchangeHistoryRequest {
            part: &part,
            key: &key(name),
            markets,
            assets: &[],
        };
        let page = exchange.history(request).await.unwrap();
        facts.extend(page.facts);
        updates.extend(page.markets);
    }
    facts.sort_by_key(|fact| fact.block.time);
    (facts, updates)
}

#[tokio::test]
async fn a_history_adds_up_to_the_balances() {
    for exchange in exchanges().filter(|exchange| !exchange.profile().streams.is_empty()) {
        for name in ["one", "two", "three", "four", "with a code"] {
            let (whole, updates) = read_with(&exchange, (0, u64::MAX), (name, &[])).await;
            let markets = stored(&updates);
            let mut held: BTreeMap<AssetId, Amount> = BTreeMap::new();
            for position in exchange.balances(&account(), &key(name)).await.unwrap() {
                let sum = held.entry(position.asset).or_insert(Amount::ZERO);
                let amount = position.raw.in_units(position.decimals.unwrap()).unwrap();
                *sum = sum.add(amount).unwrap();
            }
            assert_eq!(replayed(&whole), held, "{name}");
            // Trades of a market are read by event.
            let event = &whole[whole.len() / 2].transaction;
            let first = whole.iter().find(|fact| fact.transaction == *event).unwrap();
            let middle = first.block.number;
            let later = read_with(&exchange, (middle, u64::MAX), (name, &markets)).await.0;
            let earlier = read(&exchange, (0, middle - 1), name).await;
            assert_eq!([earlier, later].concat(), whole);
        }
    }
}

/// Returns the markets as they are stored after a reading.
fn stored(updates: &[MarketUpdate]) -> Vec<ExchangeMarket> {
    let next = |symbol: &str| {
        updates.iter().find_map(|update| match update {
            MarketUpdate::Read {
                symbol: own,
                next_trade,
                ..
            } if own == symbol => Some(*next_trade),
            _ => None,
        })
    };
    let market = |update: &MarketUpdate| match update {
        MarketUpdate::Listed { market, origin } => Some(ExchangeMarket {
            account: format!("exchange:binance:{}", account()).parse().unwrap(),
            name: market.name.clone(),
            origin: *origin,
            is_open: market.is_open,
            is_left_out: false,
            is_unknown: false,
            read_at: None,
            trades: 0,
            next_trade: next(&market.name.symbol),
            added_at: Timestamp::from_seconds(5),
        }),
        _ => None,
    };
    updates.iter().filter_map(market).collect()
}

#[tokio::test]
async fn one_market_is_read_only_where_it_is_added_and_changes_no_balance() {
    let exchange = exchanges().find(|one| one.spec.has_markets).unwrap();
    let (derived, updates) = read_with(&exchange, (0, u64::MAX), ("one", &[])).await;
    let mut markets = stored(&updates);
    assert!(
        markets.len() >= 4 && markets.iter().all(|one| one.next_trade > Some(0)),
        "{markets:?}"
    );
    let input = MarketInput::Assets("EUR".to_owned(), "UNI".to_owned());
    let found = exchange.market(&account(), &input).await.unwrap().unwrap();
    assert_eq!((found.name.symbol.as_str(), found.is_open), ("UNIEUR", true));
    markets.push(ExchangeMarket {
        name: found.name,
        next_trade: None,
        ..markets[0].clone()
    });
    let (all, _) = read_with(&exchange, (0, u64::MAX), ("one", &markets)).await;
    assert_eq!(all.len(), derived.len() + 6, "both sides of three trades");
    let held = |facts: &[Fact]| -> BTreeMap<AssetId, Amount> {
        let sums = replayed(facts).into_iter();
        sums.filter(|(_, amount)| !amount.is_zero()).collect()
    };
    assert_eq!(held(&all), held(&derived));
    markets[0].is_left_out = true;
    let (fewer, _) = read_with(&exchange, (0, u64::MAX), ("one", &markets)).await;
    assert!(fewer.len() < all.len());
    for (name, is_open) in [
        ("DOGEUSDT", Some(true)),
        ("ETHBUSD", Some(false)),
        ("NOPEEUR", None),
        ("EUREUR", None),
    ] {
        let input = MarketInput::Symbol(name.to_owned());
        let found = exchange.market(&account(), &input).await.unwrap();
        assert_eq!(found.map(|found| found.is_open), is_open, "{name}");
    }
}
