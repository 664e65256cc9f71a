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

#[test]
fn a_walk_is_read_as_it_is_written() {
    let mut walk = Walk::begin(&part(0), markets(&["BTC/USDT", "币/BTC"]));
    assert_eq!(walk.text(), "1700000000000 0 BTC/USDT,币/BTC");
    assert_eq!(Walk::read(&walk.text()).as_ref(), Some(&walk));
    walk.from_id = None;
    assert_eq!(walk.text(), "1700000000000 - BTC/USDT,币/BTC");
    assert_eq!(Walk::read(&walk.text()), Some(walk));
    for wrong in ["", "1", "1 2", "1 2 ", "x 2 BTC/USDT", "1 x BTC/USDT", "1 2 BTCUSDT"] {
        assert_eq!(Walk::read(wrong), None, "{wrong}");
    }
}

#[test]
fn the_first_walk_reads_every_market_from_its_first_trade() {
    let part = part(0);
    let mut walk = Walk::begin(&part, markets(&["BTC/USDT", "ETH/BTC"]));
    walk.advance(&part, &rows(1_000, 1));
    assert_eq!(walk.text(), "1700000000000 1005 BTC/USDT,ETH/BTC");
    walk.advance(&part, &rows(999, 1));
    assert_eq!(walk.text(), "1700000000000 0 ETH/BTC");
    walk.advance(&part, &[]);
    assert!(walk.markets.is_empty());
}

#[test]
fn a_later_walk_begins_anew_where_the_newest_trades_do_not_reach_back() {
    let known = 1_650_000_000_000;
    let part = part(1_650_000_000_000);
    let mut walk = Walk::begin(&part, markets(&["BTC/USDT", "ETH/BTC"]));
    walk.advance(&part, &rows(1_000, known));
    assert_eq!(walk.text(), "1700000000000 0 BTC/USDT,ETH/BTC");
    walk.advance(&part, &rows(3, known));
    assert_eq!(walk.text(), "1700000000000 - ETH/BTC");
    walk.advance(&part, &rows(1_000, known - 1));
    assert!(walk.markets.is_empty());
}
