//! Requirements for the markets of accounts at exchanges.

use ports::{ExchangeMarket, MarketListing, MarketName, MarketOrigin, MarketUpdate, StorageError};

use super::{
    TestStorage,
    erase::{erase, watches},
    requirement::requirements,
    samples::{account, at},
};

requirements! { "exchange_market":
    "the markets of each account are read back" => the_markets_of_each_account_are_read_back,
    "what a page lists is added once and keeps what a person chose" => what_a_page_lists_keeps_what_a_person_chose,
    "trades are counted from the first reading on" => trades_are_counted_from_the_first_reading_on,
    "a market that an exchange does not have is known again once it is read" => an_unknown_market_is_known_once_it_is_read,
    "a market is removed from its own account only" => a_market_is_removed_from_its_own_account_only,
    "markets are erased with their account" => markets_are_erased_with_their_account,
    "a market that is stored, and one of an unknown account, is a conflict" => a_second_market_is_a_conflict,
}

fn name(base: &str, quote: &str) -> MarketName {
    MarketName {
        symbol: format!("{base}{quote}"),
        base: base.to_owned(),
        quote: quote.to_owned(),
    }
}

fn market(of: u8, base: &str) -> ExchangeMarket {
    ExchangeMarket {
        account: account(of),
        name: name(base, "USDT"),
        origin: MarketOrigin::Person,
        is_open: true,
        is_left_out: base == "LEFT",
        is_unknown: base == "GONE",
        read_at: (base == "READ").then(|| at(70_000)),
        trades: if base == "READ" { 1 << 40 } else { 0 },
        next_trade: (base == "READ").then_some(1 << 41),
        added_at: at(50_000),
    }
}

fn listed(base: &str, origin: MarketOrigin, is_open: bool) -> MarketUpdate {
    MarketUpdate::Listed {
        market: MarketListing {
            name: name(base, "USDT"),
            is_open,
        },
        origin,
    }
}

fn read(base: &str, trades: u64, next_trade: u64) -> MarketUpdate {
    MarketUpdate::Read {
        symbol: format!("{base}USDT"),
        trades,
        next_trade,
    }
}

async fn add(db: &TestStorage, all: &[ExchangeMarket]) {
    let mut work = db.begin().await;
    for one in all {
        work.exchange_markets().add(one).await.unwrap();
    }
    work.commit().await.unwrap();
}

async fn update(db: &TestStorage, of: u8, all: &[MarketUpdate], second: i64) {
    let mut work = db.begin().await;
    for one in all {
        work.exchange_markets()
            .update(&account(of), one, at(second))
            .await
            .unwrap();
    }
    work.commit().await.unwrap();
}

async fn markets(db: &TestStorage, of: &[u8]) -> Vec<ExchangeMarket> {
    let accounts: Vec<_> = of.iter().map(|of| account(*of)).collect();
    db.stores.exchange_markets.of_accounts(&accounts).await.unwrap()
}

async fn the_markets_of_each_account_are_read_back(db: TestStorage) {
    watches(&db, 1, &[1, 2, 3]).await;
    let all = ["GONE", "LEFT", "READ"].map(|base| market(1, base));
    add(
        &db,
        &[all[2].clone(), market(3, "READ"), all[0].clone(), all[1].clone()],
    )
    .await;
    let mut dropped = db.begin().await;
    dropped.exchange_markets().add(&market(2, "READ")).await.unwrap();
    drop(dropped);
    let [first, second, third] = all;
    assert_eq!(
        markets(&db, &[3, 2, 1]).await,
        [first, second, third, market(3, "READ")]
    );
    assert_eq!(markets(&db, &[2]).await, []);
    assert_eq!(markets(&db, &[]).await, []);
}

async fn what_a_page_lists_keeps_what_a_person_chose(db: TestStorage) {
    watches(&db, 1, &[1, 2]).await;
    add(&db, &[market(1, "OWN"), market(1, "LEFT")]).await;
    let all = ["LEFT", "NEW", "OWN"].map(|base| listed(base, MarketOrigin::List, false));
    update(&db, 1, &all, 60_000).await;
    update(&db, 1, &[listed("NEW", MarketOrigin::Balance, true)], 61_000).await;
    let closed = |base| ExchangeMarket {
        is_open: false,
        ..market(1, base)
    };
    let new = ExchangeMarket {
        origin: MarketOrigin::Balance,
        added_at: at(60_000),
        ..market(1, "NEW")
    };
    assert_eq!(markets(&db, &[1]).await, [closed("LEFT"), new, closed("OWN")]);
    for is_left_out in [false, true] {
        let mut work = db.begin().await;
        let store = work.exchange_markets();
        assert!(store.leave_out(&account(1), "NEWUSDT", is_left_out).await.unwrap());
        assert!(!store.leave_out(&account(2), "NEWUSDT", is_left_out).await.unwrap());
        work.commit().await.unwrap();
        assert_eq!(markets(&db, &[1]).await[1].is_left_out, is_left_out);
    }
}

async fn trades_are_counted_from_the_first_reading_on(db: TestStorage) {
    watches(&db, 1, &[1]).await;
    update(&db, 1, &[listed("NEW", MarketOrigin::List, true)], 60_000).await;
    for (trades, next, second, counted) in [(3, 9, 61_000, 3), (0, 9, 62_000, 3), (2, 12, 63_000, 5)] {
        update(&db, 1, &[read("NEW", trades, next)], second).await;
        let found = markets(&db, &[1]).await.remove(0);
        assert_eq!(
            (found.trades, found.next_trade, found.read_at),
            (counted, Some(next), Some(at(second)))
        );
    }
    update(&db, 1, &[read("OTHER", 1, 2)], 64_000).await;
    for (is_left_out, next) in [(true, Some(12)), (false, None)] {
        let mut work = db.begin().await;
        let store = work.exchange_markets();
        assert!(store.leave_out(&account(1), "NEWUSDT", is_left_out).await.unwrap());
        work.commit().await.unwrap();
        let found = markets(&db, &[1]).await.remove(0);
        assert_eq!(
            (found.next_trade, found.trades),
            (next, 5),
            "one that is taken back is read anew"
        );
    }
    update(&db, 1, &[read("NEW", 6, 13)], 65_000).await;
    assert_eq!(markets(&db, &[1]).await[0].trades, 6);
    assert_eq!(
        markets(&db, &[1]).await.len(),
        1,
        "what is not stored is not added by a reading"
    );
}

async fn an_unknown_market_is_known_once_it_is_read(db: TestStorage) {
    watches(&db, 1, &[1]).await;
    let unknown = MarketUpdate::Unknown {
        symbol: "NEWUSDT".to_owned(),
    };
    update(&db, 1, &[listed("NEW", MarketOrigin::List, true), unknown], 60_000).await;
    let found = markets(&db, &[1]).await.remove(0);
    assert!(found.is_unknown && found.read_at.is_none() && found.next_trade.is_none());
    update(&db, 1, &[read("NEW", 0, 0)], 61_000).await;
    let found = markets(&db, &[1]).await.remove(0);
    assert!(!found.is_unknown && found.next_trade == Some(0));
    let unknown = MarketUpdate::Unknown {
        symbol: "NEWUSDT".to_owned(),
    };
    update(&db, 1, &[unknown], 62_000).await;
    let found = markets(&db, &[1]).await.remove(0);
    assert!(found.is_unknown && found.next_trade.is_none() && found.read_at == Some(at(61_000)));
}

async fn a_market_is_removed_from_its_own_account_only(db: TestStorage) {
    watches(&db, 1, &[1, 2]).await;
    add(&db, &[market(1, "ONE"), market(1, "TWO")]).await;
    for (of, symbol, is_removed) in [
        (2, "ONEUSDT", false),
        (1, "NONE", false),
        (1, "ONEUSDT", true),
        (1, "ONEUSDT", false),
    ] {
        let mut work = db.begin().await;
        let removed = work.exchange_markets().remove(&account(of), symbol).await.unwrap();
        work.commit().await.unwrap();
        assert_eq!(removed, is_removed, "{of} {symbol}");
    }
    assert_eq!(markets(&db, &[1]).await, [market(1, "TWO")]);
}

async fn markets_are_erased_with_their_account(db: TestStorage) {
    watches(&db, 1, &[1, 2]).await;
    watches(&db, 2, &[2]).await;
    add(&db, &[market(1, "ONE"), market(2, "TWO")]).await;
    assert!(erase(&db, 1).await);
    assert_eq!(markets(&db, &[1, 2]).await, [market(2, "TWO")]);
}

async fn a_second_market_is_a_conflict(db: TestStorage) {
    let mut work = db.begin().await;
    let of_unknown = work.exchange_markets().add(&market(1, "ONE")).await;
    assert!(
        matches!(of_unknown, Err(StorageError::Conflict { .. })),
        "{of_unknown:?}"
    );
    drop(work);
    let mut work = db.begin().await;
    let update = listed("ONE", MarketOrigin::List, true);
    let of_unknown = work.exchange_markets().update(&account(1), &update, at(5)).await;
    assert!(
        matches!(of_unknown, Err(StorageError::Conflict { .. })),
        "{of_unknown:?}"
    );
    drop(work);
    watches(&db, 1, &[1]).await;
    add(&db, &[market(1, "ONE")]).await;
    let mut work = db.begin().await;
    let second = work.exchange_markets().add(&market(1, "ONE")).await;
    assert!(matches!(second, Err(StorageError::Conflict { .. })), "{second:?}");
}
