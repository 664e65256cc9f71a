//! The markets of an account at Binance: what is stated about each of them, and which are requested.

use std::collections::BTreeSet;

use ports::{
    ExchangeMarket, ExchangeReader, MarketInput, MarketListing, MarketName, MarketOrigin, MarketUpdate, RemoteError,
    Stream,
};

use super::{
    binance::{BinanceFixture, account, fixture, refused},
    binance_lists::{MARKET, TRADES, trade},
    binance_walk::{FIRST, LAST, line, read_market},
};

fn with_trades(counts: &[(&str, u64)]) -> BinanceFixture {
    let fixture = fixture();
    fixture.history(|history| {
        for (symbol, count) in counts {
            let rows = (0..*count).map(|id| trade(symbol, 7 + id, FIRST + id * 500, true));
            history.trades.insert((*symbol).to_owned(), rows.collect());
        }
    });
    fixture
}

/// Returns what was stated about markets, in short.
fn stated(updates: &[MarketUpdate]) -> Vec<String> {
    let text = |update: &MarketUpdate| match update {
        MarketUpdate::Listed { market, origin } => {
            format!("{} {} {}", market.name.symbol, origin.code(), market.is_open)
        }
        MarketUpdate::Read {
            symbol,
            trades,
            next_trade,
        } => format!("{symbol} read {trades} {next_trade}"),
        MarketUpdate::Unknown { symbol } => format!("{symbol} unknown"),
    };
    updates.iter().map(text).collect()
}

#[tokio::test]
async fn each_market_is_stated_with_its_trades_or_as_unknown() {
    let fixture = with_trades(&[("ETHUSDT", 2_000), ("ETHBTC", 0)]);
    // Binance lists it, and has no such market when its trades are requested.
    fixture.history(|history| history.listed_only = vec!["ETHEUR".to_owned()]);
    let walked = fixture.walk_with(Stream::MarketTrades, (0, LAST), &[]).await;
    let (facts, updates) = walked.unwrap();
    assert_eq!(facts.len(), 2_000);
    assert_eq!(
        stated(&updates),
        [
            "ETHBTC balance true",
            "ETHBUSD balance false",
            "ETHEUR balance true",
            "ETHUSDT balance true",
            "ETHBTC read 0 0",
            "ETHBUSD unknown",
            "ETHEUR unknown",
            "ETHUSDT read 2000 2007",
        ]
    );
}

#[tokio::test]
async fn a_market_that_is_new_is_read_from_its_first_trade_and_others_from_what_is_known() {
    let fixture = with_trades(&[("ETHUSDT", 1_500), ("ETHBTC", 4)]);
    let added = ExchangeMarket {
        name: MarketName {
            symbol: "DOGEUSDT".to_owned(),
            base: "DOGE".to_owned(),
            quote: "USDT".to_owned(),
        },
        origin: MarketOrigin::Person,
        ..read_market("ETHUSDT", None)
    };
    fixture.history(|history| {
        let rows = (0..3).map(|id| trade("DOGEUSDT", 70 + id, FIRST + id, true));
        history.trades.insert("DOGEUSDT".to_owned(), rows.collect());
    });
    let left_out = ExchangeMarket {
        is_left_out: true,
        ..read_market("ETHBTC", Some(5))
    };
    let known = [
        read_market("ETHUSDT", Some(1_504)),
        read_market("ETHBUSD", Some(0)),
        left_out,
        added,
    ];
    let from = FIRST + 1_490 * 500;
    let walked = fixture.walk_with(Stream::MarketTrades, (from, LAST), &known).await;
    let (facts, updates) = walked.unwrap();
    let ids: BTreeSet<String> = facts.iter().map(line).collect();
    assert_eq!(
        (facts.len(), ids.len()),
        (13, 13),
        "three old ones, and ten within the times"
    );
    assert_eq!(
        stated(&updates),
        [
            "DOGEUSDT person true",
            "ETHBTC balance true",
            "ETHBUSD balance false",
            "ETHUSDT balance true",
            "DOGEUSDT read 3 73",
            "ETHBUSD unknown",
            "ETHUSDT read 3 1507",
        ]
    );
    let requests = fixture.server.requests();
    assert!(requests.iter().all(|text| !text.contains("ETHBTC")), "{requests:?}");
    assert!(
        requests[1].ends_with("symbol=DOGEUSDT limit=1000 fromId=0"),
        "{requests:?}"
    );
}

#[tokio::test]
async fn a_walk_continues_with_the_list_with_which_it_began() {
    let fixture = with_trades(&[("ETHUSDT", 1_200), ("ETHBTC", 2)]);
    let mut request = ports::history::HistoryRequest {
        account: read_market("ETHBTC", None).account,
        stream: Stream::MarketTrades,
        blocks: (0, LAST),
        continuation: None,
    };
    let mut symbols = Vec::new();
    loop {
        let page = fixture.page(&request, &[]).await.unwrap();
        symbols.extend(stated(&page.markets).into_iter().filter(|text| text.contains("read")));
        // A market that is listed meanwhile is read by the next walk.
        fixture.history(|history| history.listed.push("ETHGBP".to_owned()));
        let Some(next) = page.continuation else { break };
        request.continuation = Some(next);
    }
    assert_eq!(symbols, ["ETHBTC read 2 9", "ETHUSDT read 1200 1207"]);
    let requests = fixture.server.requests();
    let ids: Vec<&str> = requests
        .iter()
        .filter_map(|text| text.split("fromId=").nth(1))
        .collect();
    assert_eq!(ids, ["0", "0", "0", "1007"], "{requests:?}");
}

async fn market(fixture: &BinanceFixture, input: MarketInput) -> Result<Option<MarketListing>, RemoteError> {
    fixture.reader.markets().unwrap().market(&account(), &input).await
}

fn assets(base: &str, quote: &str) -> MarketInput {
    MarketInput::Assets(base.to_owned(), quote.to_owned())
}

#[tokio::test]
async fn a_market_is_found_by_its_name_and_by_two_assets_in_any_order() {
    let fixture = fixture();
    fixture.history(|history| {
        history.markets = vec![
            ("DOGE", "USDT", "TRADING"),
            ("BNB", "BUSD", "BREAK"),
            ("币", "USDT", "TRADING"),
        ];
    });
    for (input, expected) in [
        (MarketInput::Symbol("DOGEUSDT".to_owned()), Some(("DOGE", "USDT", true))),
        (assets("USDT", "DOGE"), Some(("DOGE", "USDT", true))),
        (assets("BNB", "BUSD"), Some(("BNB", "BUSD", false))),
        (assets("币", "USDT"), Some(("币", "USDT", true))),
        (assets("DOGE", "EUR"), None),
        (MarketInput::Symbol("DOGE".to_owned()), None),
    ] {
        let found = market(&fixture, input.clone()).await.unwrap();
        let found = found
            .as_ref()
            .map(|found| (found.name.base.as_str(), found.name.quote.as_str(), found.is_open));
        assert_eq!(found, expected, "{input:?}");
    }
    let requests = fixture.server.requests();
    assert!(requests.iter().all(|text| text.contains(MARKET)), "{requests:?}");
    assert!(!requests.iter().any(|text| text.contains(TRADES)));
}

#[tokio::test]
async fn an_answer_of_another_market_is_none() {
    for (base, quote) in [("DOGE", "EUR"), ("DOGEU", "SDT2"), ("", "DOGEUSDT")] {
        let fixture = fixture();
        fixture.history(|history| {
            history.markets = vec![(base, quote, "TRADING")];
            history.answers_any = true;
        });
        let error = refused(market(&fixture, MarketInput::Symbol("DOGEUSDT".to_owned())).await);
        assert_eq!(error.code(), "malformed", "{base} {quote}");
    }
}
