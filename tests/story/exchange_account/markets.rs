//! The markets of an account: one that is left out, unknown or not read yet is a gap, and one that is added is read at once.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use domain::exchange_market::{AccountMarkets, ExchangeMarketError};
use ports::{ExchangeMarket, MarketInput, MarketOrigin, MarketState, Stream, fact::ExchangeRowKind};

use super::{
    history::{ETHER, EURO, account, bought, lines, position, row},
    *,
};
use trial::{Held, with_histories, with_markets};
use trial_markets::TrialMarket;

const fn market(base: &'static str, is_derived: bool, is_known: bool) -> TrialMarket {
    TrialMarket {
        base,
        quote: "EUR",
        is_derived,
        is_known,
    }
}

/// Returns an account with trades on two markets: one is derived, and one only a person knows, long before everything else.
pub async fn with_two_markets() -> (TrackerFixture, Arc<Mutex<Held>>, Caller, Wallet) {
    let (fixture, held) = with_markets().await;
    let person = fixture.person(&[OWN]).await;
    let now = fixture.now();
    let long_ago = now.minus(Duration::from_hours(400 * 24));
    let mut all = bought(now);
    let sold = [(ETHER, "-0.1", false), (EURO, "200", false)];
    all.rows.push(row(
        "ETHEUR-1",
        now.minus(Duration::from_hours(50)),
        ExchangeRowKind::Trade,
        &sold,
    ));
    for (number, event) in ["DOGEEUR-1", "DOGEEUR-2", "DOGEEUR-3"].into_iter().enumerate() {
        let at = long_ago.plus(Duration::from_hours(number as u64));
        let swapped = [(EURO, "-1", false), (EURO, "1", false)];
        all.rows.push(row(event, at, ExchangeRowKind::Trade, &swapped));
    }
    all.positions = vec![position(EURO, "2987501", 4), position(ETHER, "198", 3)];
    all.markets = vec![market("ETH", true, true), market("DOGE", false, true)];
    *held.lock().unwrap() = all;
    let wallet = connect(&fixture, &person, "Main").await.unwrap();
    settle(&fixture).await;
    (fixture, held, person, wallet)
}

async fn markets(fixture: &TrackerFixture, person: &Caller) -> AccountMarkets {
    let markets = fixture.tracker.exchange_markets();
    markets
        .list(person, &exchange(), &"Main".parse().unwrap())
        .await
        .unwrap()
}

/// Returns each market with its state and its trades.
async fn states(fixture: &TrackerFixture, person: &Caller) -> Vec<(String, MarketState, u64)> {
    let found = markets(fixture, person).await.markets.into_iter();
    found
        .map(|one| (one.name.symbol.clone(), one.state(), one.trades))
        .collect()
}

pub async fn add(fixture: &TrackerFixture, person: &Caller, text: &str) -> Result<ExchangeMarket, ExchangeMarketError> {
    let name = "Main".parse().unwrap();
    let input = MarketInput::Symbol(text.to_owned());
    fixture
        .tracker
        .exchange_markets()
        .add(person, (&exchange(), &name), &input)
        .await
}

pub async fn leave_out(
    fixture: &TrackerFixture,
    person: &Caller,
    symbol: &str,
    is_left_out: bool,
) -> Result<ExchangeMarket, ExchangeMarketError> {
    let name = "Main".parse().unwrap();
    let markets = fixture.tracker.exchange_markets();
    markets
        .leave_out(person, (&exchange(), &name), (symbol, is_left_out))
        .await
}

async fn remove(fixture: &TrackerFixture, person: &Caller, symbol: &str) -> Result<(), ExchangeMarketError> {
    let name = "Main".parse().unwrap();
    fixture
        .tracker
        .exchange_markets()
        .remove(person, (&exchange(), &name), symbol)
        .await
}

/// Returns the state of the account's history, and what is missing of it.
pub async fn coverage(fixture: &TrackerFixture, person: &Caller) -> (HistoryState, Vec<(&'static str, String)>) {
    let found = page(fixture, person).await.coverage;
    let account = found
        .accounts
        .iter()
        .find(|one| one.account.chain == exchange())
        .unwrap();
    let own = found.gaps.iter().filter(|gap| gap.accounts.contains(&account.account));
    (account.state, own.map(|gap| (gap.code, gap.text.clone())).collect())
}

#[tokio::test]
async fn an_added_market_is_read_at_once_from_its_first_trade() {
    let (fixture, held, person, _) = with_two_markets().await;
    let eth = |state| ("ETHEUR".to_owned(), state, 1);
    assert_eq!(states(&fixture, &person).await, [eth(MarketState::Read)]);
    assert_eq!(lines(&fixture, &person).await.len(), 4);
    assert_eq!(coverage(&fixture, &person).await, (HistoryState::Whole, vec![]));

    let added = add(&fixture, &person, "doge/eur").await.unwrap();
    assert_eq!(
        (added.origin, added.state()),
        (MarketOrigin::Person, MarketState::Unread)
    );
    let (state, gaps) = coverage(&fixture, &person).await;
    assert_eq!(state, HistoryState::Partial);
    assert_eq!(gaps.len(), 1);
    assert_eq!(gaps[0].0, "market_unread");
    assert!(gaps[0].1.ends_with("They are DOGEEUR."), "{gaps:?}");

    held.lock().unwrap().lists.clear();
    fixture.run_jobs().await;
    let lists = held.lock().unwrap().lists.clone();
    assert!(
        lists.iter().any(|(list, _)| *list == Stream::MarketTrades),
        "it does not wait for six hours"
    );
    let read = [("DOGEEUR".to_owned(), MarketState::Read, 3), eth(MarketState::Read)];
    assert_eq!(states(&fixture, &person).await, read);
    assert_eq!(lines(&fixture, &person).await.len(), 7, "also trades of long ago");
    settle(&fixture).await;
    assert_eq!(coverage(&fixture, &person).await, (HistoryState::Whole, vec![]));
    assert_eq!(lines(&fixture, &person).await.len(), 7);
    fixture.clock.advance(Duration::from_hours(9));
    settle(&fixture).await;
    assert_eq!(states(&fixture, &person).await, read, "nothing counts twice");
    assert_eq!(lines(&fixture, &person).await.len(), 7);
}

#[tokio::test]
async fn a_market_that_is_left_out_is_a_gap_and_its_trades_stay() {
    let (fixture, held, person, _) = with_two_markets().await;
    add(&fixture, &person, "DOGEEUR").await.unwrap();
    settle(&fixture).await;
    for symbol in ["ETHEUR", "DOGEEUR"] {
        let changed = leave_out(&fixture, &person, symbol, true).await.unwrap();
        assert!(changed.is_left_out);
    }
    let gap = [("market_left_out", "They are DOGEEUR, ETHEUR.")];
    for _ in 0..3 {
        let (state, gaps) = coverage(&fixture, &person).await;
        assert_eq!(state, HistoryState::Partial, "{gaps:?}");
        assert!(
            gaps.iter()
                .zip(gap)
                .all(|(found, (code, end))| found.0 == code && found.1.ends_with(end)),
            "{gaps:?}"
        );
        fixture.clock.advance(Duration::from_hours(8));
        settle(&fixture).await;
        assert_eq!(lines(&fixture, &person).await.len(), 7, "what was read stays");
    }
    // A trade that is made meanwhile is read once the market is taken back.
    let bought = [(ETHER, "0.1", false), (EURO, "-100", false)];
    {
        let mut held = held.lock().unwrap();
        let late = row(
            "ETHEUR-2",
            fixture.now().minus(Duration::from_hours(2)),
            ExchangeRowKind::Trade,
            &bought,
        );
        held.rows.push(late);
        held.positions = vec![position(EURO, "1987501", 4), position(ETHER, "298", 3)];
    }
    settle(&fixture).await;
    assert_eq!(lines(&fixture, &person).await.len(), 7);
    for symbol in ["ETHEUR", "DOGEEUR"] {
        assert!(!leave_out(&fixture, &person, symbol, false).await.unwrap().is_left_out);
    }
    settle(&fixture).await;
    fixture.clock.advance(Duration::from_hours(8));
    settle(&fixture).await;
    assert_eq!(lines(&fixture, &person).await.len(), 8);
    assert_eq!(coverage(&fixture, &person).await, (HistoryState::Whole, vec![]));
}

#[tokio::test]
async fn a_market_that_the_exchange_lists_and_does_not_have_is_a_gap() {
    let (fixture, held, person, _) = with_two_markets().await;
    held.lock().unwrap().markets.push(market("GONE", true, false));
    fixture.clock.advance(Duration::from_hours(9));
    settle(&fixture).await;
    let all = states(&fixture, &person).await;
    assert_eq!(all[1], ("GONEEUR".to_owned(), MarketState::Unknown, 0));
    let (state, gaps) = coverage(&fixture, &person).await;
    assert_eq!((state, gaps.len()), (HistoryState::Partial, 1), "{gaps:?}");
    assert_eq!(gaps[0].0, "market_unknown");
    assert!(gaps[0].1.ends_with("They are GONEEUR."), "{gaps:?}");
}

#[tokio::test]
async fn a_walk_that_was_interrupted_continues_with_its_list_and_what_is_added_meanwhile_follows() {
    let (fixture, held, person, wallet) = with_two_markets().await;
    add(&fixture, &person, "DOGEEUR").await.unwrap();
    // More pages than are stored at once.
    {
        let mut held = held.lock().unwrap();
        let at = fixture.now().minus(Duration::from_hours(300 * 24));
        for number in 0..60_u32 {
            let event: &'static str = Box::leak(format!("DOGEEUR-x{number}").into_boxed_str());
            let swapped = [(EURO, "-1", false), (EURO, "1", false)];
            held.rows.push(row(
                event,
                at.plus(Duration::from_mins(number.into())),
                ExchangeRowKind::Trade,
                &swapped,
            ));
        }
        held.markets.push(market("LATE", false, true));
    }
    settle(&fixture).await;
    let progress = &fixture.tracker.ports().stores.history_progress;
    let trades = progress.of_accounts(&[account(&wallet)]).await.unwrap();
    let trades = trades.iter().find(|one| one.stream == Stream::MarketTrades).unwrap();
    assert_eq!(trades.continuation, None);
    assert_eq!(
        states(&fixture, &person).await[0],
        ("DOGEEUR".to_owned(), MarketState::Read, 63)
    );
    assert_eq!(lines(&fixture, &person).await.len(), 67);
    assert_eq!(trades.facts, 66, "each row is stored once");
    add(&fixture, &person, "LATEEUR").await.unwrap();
    settle(&fixture).await;
    assert_eq!(
        states(&fixture, &person).await[2],
        ("LATEEUR".to_owned(), MarketState::Read, 0)
    );
}

#[tokio::test]
async fn only_markets_that_the_exchange_has_are_added_each_once() {
    let (fixture, _held, person, _) = with_two_markets().await;
    for (text, is_expected) in [
        (
            "ETHEUR",
            (|error| matches!(error, ExchangeMarketError::Listed(_))) as fn(&ExchangeMarketError) -> bool,
        ),
        ("NONEEUR", |error| matches!(error, ExchangeMarketError::Unknown { .. })),
        ("", |error| matches!(error, ExchangeMarketError::NoName)),
        ("BTC/BTC", |error| matches!(error, ExchangeMarketError::NoName)),
    ] {
        let error = add(&fixture, &person, text).await.unwrap_err();
        assert!(is_expected(&error), "{text}: {error:?}");
    }
    add(&fixture, &person, "DOGEEUR").await.unwrap();
    leave_out(&fixture, &person, "DOGEEUR", true).await.unwrap();
    let again = add(&fixture, &person, "DOGEEUR").await.unwrap();
    assert!(!again.is_left_out, "adding takes back what was left out");
    assert!(matches!(
        leave_out(&fixture, &person, "NONE", true).await,
        Err(ExchangeMarketError::NotFound)
    ));
    let stranger = fixture.person(&[OWN]).await;
    assert!(matches!(
        add(&fixture, &stranger, "DOGEEUR").await,
        Err(ExchangeMarketError::NotFound)
    ));
}

#[tokio::test]
async fn a_market_is_taken_away_by_the_person_who_added_it_while_it_gave_no_trade() {
    let (fixture, held, person, _) = with_two_markets().await;
    held.lock().unwrap().markets.push(market("EMPTY", false, true));
    add(&fixture, &person, "EMPTYEUR").await.unwrap();
    add(&fixture, &person, "DOGEEUR").await.unwrap();
    settle(&fixture).await;
    for symbol in ["ETHEUR", "DOGEEUR"] {
        let kept = remove(&fixture, &person, symbol).await;
        assert!(
            matches!(kept, Err(ExchangeMarketError::NotRemovable(_))),
            "{symbol}: {kept:?}"
        );
    }
    remove(&fixture, &person, "EMPTYEUR").await.unwrap();
    settle(&fixture).await;
    assert_eq!(markets(&fixture, &person).await.markets.len(), 2);
    assert_eq!(coverage(&fixture, &person).await, (HistoryState::Whole, vec![]));
}

#[tokio::test]
async fn an_exchange_with_a_list_of_all_trades_has_no_markets() {
    let (fixture, held) = with_histories().await;
    let person = fixture.person(&[OWN]).await;
    *held.lock().unwrap() = bought(fixture.now());
    connect(&fixture, &person, "Main").await.unwrap();
    let refused = add(&fixture, &person, "ETHEUR").await;
    assert!(matches!(refused, Err(ExchangeMarketError::NoMarkets(_))), "{refused:?}");
}
