//! The history of an account at Gemini: every row of every list once, and no list that lacks rows counts as read.

use conformance::mock_server::Response;
use ports::{Fact, RemoteError, Stream};
use serde_json::{Value, json};

use super::{
    bitstamp_server::time_of,
    exchange_server::{ExchangeFixture, PageFault},
    gemini_server::{
        BALANCES, Gemini, STAKING, STAKING_HISTORY, SYMBOLS, TRADES, TRANSFERS, balance, refusal, staked, trade,
        transfer,
    },
    history_walk::{LAST, line},
    signed_history::{ids, row_of},
};

type Fixture = ExchangeFixture<Gemini>;

const DOLLARS: (&str, &str) = ("0.01", "USD");

fn block(seconds: u64) -> u64 {
    time_of(seconds).unsigned_abs() * 1_000
}

/// Returns a server whose key takes any rising number: a local server answers more often than once in a second.
fn fixture() -> Fixture {
    let fixture = Fixture::start();
    fixture.change(|state| state.last_number = Some(0));
    fixture
}

/// Returns the same with this many trades, three in each second.
fn with_trades(count: u64) -> Fixture {
    let fixture = fixture();
    let rows = (0..count).map(|number| trade(number, number / 3, ("Buy", "BTCUSD"), ["0.1", "10"], DOLLARS));
    fixture.change(|state| state.lists.insert(TRADES, rows.collect()));
    fixture
}

fn requests_for(fixture: &Fixture, path: &str) -> usize {
    let requests = fixture.server.seen().into_iter();
    requests.filter(|request| request.path() == path).count()
}

#[tokio::test]
async fn a_whole_account_adds_up_to_its_balances() {
    let fixture = fixture();
    fixture.change(|state| {
        let market = |symbol: &str, base: &str, quote: &str| json!({ "symbol": symbol, "base_currency": base, "quote_currency": quote });
        state.answers.insert(SYMBOLS, json!([market("PAXGUSD", "PAXG", "USD"), market("BTCUSD", "BTC", "USD")]));
        let mut broken = trade(8, 500, ("Buy", "BTCUSD"), ["9", "9"], DOLLARS);
        broken["break"] = json!("full");
        let trades = vec![
            trade(5, 400, ("Buy", "BTCUSD"), ["0.5", "20000"], ("0.001", "ETH")),
            trade(6, 401, ("Sell", "btcusd"), ["0.1", "21000"], ("5.25", "USD")),
            trade(7, 402, ("Buy", "PAXGUSD"), ["1", "1900"], ("0.000000000000000001", "USD")),
            broken,
        ];
        state.lists.insert(TRADES, trades);
        let transfers = vec![
            transfer(1, 100, ("Deposit", "Complete"), ("20000", "USD"), "0"),
            transfer(2, 200, ("Deposit", "Advanced"), ("3", "ETH"), "0"),
            transfer(3, 300, ("Deposit", "Pending"), ("7", "ETH"), "0"),
            transfer(9, 900, ("Withdrawal", "Complete"), ("0.2", "BTC"), "0.0001"),
            transfer(10, 950, ("Withdrawal", "Failed"), ("0.1", "BTC"), "0.0001"),
            transfer(11, 960, ("Reward", "Complete"), ("0.5", "NEWCOIN"), "0"),
        ];
        state.lists.insert(TRANSFERS, transfers);
        let staking = vec![
            staked(1, 500, "Deposit", json!(2)),
            staked(2, 600, "Interest", json!(0.01)),
            staked(3, 700, "Redeem", json!("1")),
            staked(4, 800, "AdminCreditDeposit", json!(5)),
        ];
        state.lists.insert(STAKING_HISTORY, staking);
        let balances = json!([
            balance("USD", "10194.749999999999999999"),
            balance("BTC", "0.1999"),
            balance("ETH", "1.999"),
            balance("PAXG", 1),
            balance("NEWCOIN", "0.5"),
        ]);
        state.answers.insert(BALANCES, balances);
        state.answers.insert(STAKING, json!([{ "type": "Staking", "currency": "ETH", "balance": 1.01 }]));
    });
    let facts = fixture.check_replay().await;
    let lines: Vec<String> = facts.iter().map(line).collect();
    assert_eq!(
        lines,
        [
            "reward-11 Reward [0.5 NEWCOIN]",
            "deposit-2 Deposit [3 60] in aa2",
            "deposit-1 Deposit [20000 USD] in aa1",
            "withdrawal-9 Withdrawal [-0.2 0, -0.0001 0 fee] in aa9",
            "staking-AdminCreditDeposit-S4 Other []",
            "staking-Redeem-S3 Move [1 60]",
            "staking-Interest-S2 Reward [0.01 60]",
            "staking-Deposit-S1 Move [2 60]",
            "order-107317524-1600000402 Trade [1 0x45804880De22913dAFE09f4980848ECE6EcbAf78, -1900 USD, -0.000000000000000001 USD fee]",
            "order-107317524-1600000401 Trade [-0.1 0, 2100 USD, -5.25 USD fee]",
            "order-107317524-1600000400 Trade [0.5 0, -10000 USD, -0.001 60 fee]",
        ]
    );
    assert_eq!(requests_for(&fixture, SYMBOLS), 1, "the markets are requested once");
    fixture
        .check_privacy(&["history", "balances", "markets of an exchange"])
        .await;
}

#[tokio::test]
async fn every_row_of_every_page_is_read_once() {
    for count in [0, 1, 499, 500, 501, 1_300] {
        let fixture = with_trades(count);
        let facts = fixture.walk(Stream::ExchangeTrades, (0, LAST)).await.unwrap();
        assert_eq!((facts.len() as u64, ids(&facts).len() as u64), (count, count));
        for middle in [block(50), block(50) + 20, block(50) + 21, block(50) + 22] {
            let earlier = fixture.walk(Stream::ExchangeTrades, (0, middle)).await.unwrap();
            let later = fixture.walk(Stream::ExchangeTrades, (middle + 1, LAST)).await.unwrap();
            let both: Vec<Fact> = earlier.into_iter().chain(later).collect();
            assert_eq!(
                (both.len() as u64, ids(&both).len() as u64),
                (count, count),
                "two parts are the whole"
            );
        }
    }
    let fixture = fixture();
    let rows = (0..120).map(|number| transfer(number, number, ("Withdrawal", "Complete"), ("1", "BTC"), "0"));
    fixture.change(|state| state.lists.insert(TRANSFERS, rows.collect()));
    let facts = fixture.walk(Stream::ExchangeWithdrawals, (0, LAST)).await.unwrap();
    assert_eq!((facts.len(), ids(&facts).len()), (120, 120));
    assert_eq!(fixture.walk(Stream::ExchangeDeposits, (0, LAST)).await.unwrap(), []);
}

#[tokio::test]
async fn a_window_of_staking_with_more_rows_than_an_answer_becomes_shorter() {
    let fixture = fixture();
    let rows = (0..1_300).map(|number| staked(number, number * 3_600, "Interest", json!(0.01)));
    fixture.change(|state| state.lists.insert(STAKING_HISTORY, rows.collect()));
    let facts = fixture.walk(Stream::ExchangeRewards, (0, LAST)).await.unwrap();
    assert_eq!((facts.len(), ids(&facts).len()), (1_300, 1_300));
    assert!(requests_for(&fixture, STAKING_HISTORY) < 100);
    // As many in one millisecond as an answer can have.
    let rows = (0..500).map(|number| staked(number, 5, "Interest", json!(0.01)));
    fixture.change(|state| state.lists.insert(STAKING_HISTORY, rows.collect()));
    let error = Fixture::refused(fixture.walk(Stream::ExchangeRewards, (0, LAST)).await);
    assert!(matches!(error, RemoteError::Malformed { .. }), "{error:?}");
}

#[tokio::test]
async fn a_list_that_returns_other_rows_than_the_oldest_is_not_read() {
    for fault in [PageFault::Newest, PageFault::RepeatsFirst] {
        let fixture = with_trades(1_300);
        fixture.change(|state| state.page_fault = Some(fault));
        let error = Fixture::refused(fixture.walk(Stream::ExchangeTrades, (0, LAST)).await);
        assert!(matches!(error, RemoteError::Malformed { .. }), "{fault:?}");
        assert!(requests_for(&fixture, TRADES) < 10, "{fault:?}");
    }
    // Five hundred in a millisecond cannot be told from a list that is cut.
    let fixture = fixture();
    let rows = (0..500).map(|number| trade(number, 5, ("Buy", "BTCUSD"), ["0.1", "10"], DOLLARS));
    fixture.change(|state| state.lists.insert(TRADES, rows.collect()));
    let first = block(5) + 21;
    let error = Fixture::refused(fixture.walk(Stream::ExchangeTrades, (first, LAST)).await);
    assert!(matches!(error, RemoteError::Malformed { .. }), "{error:?}");
}

#[tokio::test]
async fn rows_out_of_order_and_rows_that_are_added_are_read_once() {
    let fixture = with_trades(1_300);
    fixture.change(|state| state.page_fault = Some(PageFault::Unsorted));
    let facts = fixture.walk(Stream::ExchangeTrades, (0, LAST)).await.unwrap();
    assert_eq!((facts.len(), ids(&facts).len()), (1_300, 1_300));
    let mut part = Fixture::part(Stream::ExchangeTrades, (0, block(1_000)));
    let first = fixture.page(&part).await.unwrap();
    fixture.change(|state| {
        let rows = state.lists.get_mut(TRADES).unwrap();
        rows.push(trade(5_000, 2_000, ("Buy", "BTCUSD"), ["0.1", "10"], DOLLARS));
    });
    part.blocks.0 = first.through.unwrap() + 1;
    let (rest, _) = fixture.walk_from(part).await.unwrap();
    let all: Vec<Fact> = first.facts.into_iter().chain(rest).collect();
    assert_eq!(
        (all.len(), ids(&all).len()),
        (1_300, 1_300),
        "the new row is read in the next run"
    );
}

#[tokio::test]
async fn a_deposit_that_is_credited_later_counts_then() {
    let fixture = fixture();
    for (status, count) in [("Pending", 0), ("Advanced", 1), ("Complete", 1)] {
        let row = transfer(1, 100, ("Deposit", status), ("1", "BTC"), "0");
        fixture.change(|state| state.lists.insert(TRANSFERS, vec![row]));
        let facts = fixture.walk(Stream::ExchangeDeposits, (0, LAST)).await.unwrap();
        assert_eq!(facts.len(), count, "{status}");
        assert!(
            facts.iter().all(|fact| row_of(fact).id == "deposit 1"),
            "one row whatever its state"
        );
    }
}

#[tokio::test]
async fn a_list_that_fails_meanwhile_is_read_on_from_there() {
    let fixture = with_trades(1_300);
    let part = Fixture::part(Stream::ExchangeTrades, (0, LAST));
    fixture
        .check_resumes(part, refusal(400, "InvalidSignature"), 1_300)
        .await;
}

#[tokio::test]
async fn what_is_no_answer_fails_and_is_never_an_empty_list() {
    for (path, stream) in [
        (TRADES, Stream::ExchangeTrades),
        (TRANSFERS, Stream::ExchangeDeposits),
        (TRANSFERS, Stream::ExchangeWithdrawals),
        (STAKING_HISTORY, Stream::ExchangeRewards),
    ] {
        Fixture::check_list_faults(path, stream).await;
        for (response, code) in [
            (refusal(403, "MissingRole"), "no_permission"),
            (refusal(400, "InvalidSymbol"), "refused"),
            (Response::json(200, &json!({ "rows": [] })), "malformed"),
            (Response::json(200, &json!([{ "timestampms": 1 }])), "malformed"),
        ] {
            let fixture = fixture();
            fixture.change(|state| state.always.insert(path, response.clone()));
            let error = Fixture::refused(fixture.page(&Fixture::part(stream, (0, LAST))).await);
            assert_eq!(error.code(), code, "{path} {response:?}");
        }
    }
    let fixture = fixture();
    let error = Fixture::refused(fixture.page(&Fixture::part(Stream::ExchangeLedger, (0, LAST))).await);
    assert_eq!((error.code(), fixture.server.count()), ("unsupported", 0));
}

#[tokio::test]
async fn markets_that_cannot_be_read_fail_the_list() {
    for answer in [json!({}), json!([{ "symbol": "BTCUSD" }])] {
        let fixture = with_trades(1);
        fixture.change(|state| state.answers.insert(SYMBOLS, answer));
        let error = Fixture::refused(fixture.page(&Fixture::part(Stream::ExchangeTrades, (0, LAST))).await);
        assert_eq!(error.code(), "malformed");
    }
    let fixture = fixture();
    let unclear: Value = trade(1, 1, ("Buy", "BTCGUSD"), ["0.1", "10"], DOLLARS);
    fixture.change(|state| state.lists.insert(TRADES, vec![unclear]));
    let facts = fixture.walk(Stream::ExchangeTrades, (0, LAST)).await.unwrap();
    assert_eq!(
        facts.iter().map(line).collect::<Vec<_>>(),
        ["order-107317524-1600000001 Other []"],
        "a market that is not listed is kept without amounts"
    );
}
