use ports::Timestamp;

use super::*;

fn part(first: u64) -> HistoryRequest {
    HistoryRequest {
        account: "exchange:binance:binance.4hK2mQ8tYzB1nW6rC3xVdE".parse().unwrap(),
        stream: Stream::MarketTrades,
        blocks: (first, 1_700_000_000_000),
        continuation: None,
    }
}

fn markets(names: &[&str]) -> Vec<TradedMarket> {
    names.iter().map(|name| TradedMarket::read(name).unwrap()).collect()
}

fn rows(count: u64, first: i64) -> Vec<TradeRow> {
    let row = |id: u64| TradeRow {
        id: id + 5,
        listed: ListedRow {
            event: "order".parse().unwrap(),
            time: Timestamp::from_millis(first + i64::try_from(id).unwrap()),
            row: ExchangeRow {
                list: Stream::MarketTrades,
                id: id.to_string(),
                kind: ExchangeRowKind::Trade,
                words: String::new(),
                transaction: None,
                amounts: vec![],
                stated: String::new(),
            },
        },
    };
    (0..count).map(row).collect()
}

fn read(symbol: &str, trades: u64, next_trade: u64) -> MarketUpdate {
    MarketUpdate::Read {
        symbol: symbol.to_owned(),
        trades,
        next_trade,
    }
}

#[test]
fn a_walk_is_read_as_it_is_written() {
    let mut walk = Walk::begin(&part(0), markets(&["BTC/USDT", "币/BTC:71"]));
    assert_eq!(walk.text(), "1700000000000 0 0+0 BTC/USDT,币/BTC:71");
    assert_eq!(Walk::read(&walk.text()).as_ref(), Some(&walk));
    walk.from_id = None;
    walk.counted = (3, 9);
    assert_eq!(walk.text(), "1700000000000 - 3+9 BTC/USDT,币/BTC:71");
    assert_eq!(Walk::read(&walk.text()), Some(walk));
    for wrong in [
        "",
        "1",
        "1 2",
        "1 2 0+0 ",
        "x 2 0+0 BTC/USDT",
        "1 x 0+0 BTC/USDT",
        "1 2 BTC/USDT",
        "1 2 3 BTC/USDT",
        "1 2 0+0 BTCUSDT",
        "1 2 0+0 BTC/USDT:x",
    ] {
        assert_eq!(Walk::read(wrong), None, "{wrong}");
    }
}

#[test]
fn the_first_walk_reads_every_market_from_its_first_trade() {
    let part = part(0);
    let mut walk = Walk::begin(&part, markets(&["BTC/USDT", "ETH/BTC"]));
    assert_eq!(walk.advance(&part, &rows(1_000, 1)), None);
    assert_eq!(walk.text(), "1700000000000 1005 1000+1005 BTC/USDT,ETH/BTC");
    let rest: Vec<TradeRow> = rows(1_999, 1).into_iter().skip(1_000).collect();
    assert_eq!(walk.advance(&part, &rest), Some(read("BTCUSDT", 1_999, 2_004)));
    assert_eq!(walk.text(), "1700000000000 0 0+0 ETH/BTC");
    assert_eq!(walk.advance(&part, &[]), Some(read("ETHBTC", 0, 0)));
    assert!(walk.markets.is_empty());
}

#[test]
fn a_later_walk_begins_anew_where_the_newest_trades_do_not_reach_back() {
    let known = 1_650_000_000_000;
    let part = part(1_650_000_000_000);
    let mut walk = Walk::begin(&part, markets(&["BTC/USDT:900", "ETH/BTC:0"]));
    assert_eq!(walk.from_id, None);
    assert_eq!(walk.advance(&part, &rows(1_000, known)), None);
    assert_eq!(walk.text(), "1700000000000 0 0+900 BTC/USDT:900,ETH/BTC:0");
    assert_eq!(walk.advance(&part, &rows(903, known)), Some(read("BTCUSDT", 8, 908)));
    assert_eq!(walk.text(), "1700000000000 - 0+0 ETH/BTC:0");
    assert_eq!(
        walk.advance(&part, &rows(1_000, known - 1)),
        Some(read("ETHBTC", 1_000, 1_005))
    );
    assert!(walk.markets.is_empty());
}

#[test]
fn a_market_that_is_new_in_a_later_walk_is_read_from_its_first_trade() {
    let part = part(1_650_000_000_000);
    let mut walk = Walk::begin(&part, markets(&["BTC/USDT", "ETH/BTC:7"]));
    assert_eq!((walk.from_id, walk.first(&part)), (Some(0), 0));
    assert_eq!(
        walk.skip_unknown(&part),
        MarketUpdate::Unknown {
            symbol: "BTCUSDT".to_owned()
        }
    );
    assert_eq!((walk.from_id, walk.first(&part)), (None, 1_650_000_000_000));
}

#[test]
fn trades_after_the_end_of_a_walk_are_counted_by_the_next_one() {
    let part = part(0);
    let mut walk = Walk::begin(&part, markets(&["BTC/USDT"]));
    let at_the_end = rows(5, 1_700_000_000_000 - 2);
    assert_eq!(walk.advance(&part, &at_the_end), Some(read("BTCUSDT", 3, 8)));
}
