//! A code that no list maps is a balance without a price until its owner states what it means, everywhere at once, and after that is
//! taken back.

use domain::mapped_code::{ExchangeCode, MappedCodeError};
use ports::{AssetId, fact::ExchangeRowKind};

use super::{
    history::{ETHER, lines, position, row},
    *,
};
use trial::{Held, with_histories};

const CODE: &str = "exchange:trial/code:ETH.S";

fn id(text: &str) -> AssetId {
    text.parse().unwrap()
}

/// Returns an account with ether and with what no list maps, and its owner.
async fn with_code() -> (TrackerFixture, std::sync::Arc<std::sync::Mutex<Held>>, Caller) {
    let (fixture, held) = with_histories().await;
    let person = fixture.person(&[OWN]).await;
    let ago = |hours| fixture.now().minus(Duration::from_hours(hours));
    *held.lock().unwrap() = Held {
        rows: vec![
            row("E1", ago(80), ExchangeRowKind::Deposit, &[(ETHER, "2", false)]),
            row("E2", ago(70), ExchangeRowKind::Deposit, &[(CODE, "10.5", false)]),
        ],
        positions: vec![position(ETHER, "2", 0), position(CODE, "105", 1)],
        ..Held::default()
    };
    connect(&fixture, &person, "Main").await.unwrap();
    settle(&fixture).await;
    (fixture, held, person)
}

async fn codes(fixture: &TrackerFixture, person: &Caller) -> Vec<ExchangeCode> {
    fixture.tracker.mapped_codes().list(person, &exchange()).await.unwrap()
}

/// Returns what the accounts have of each asset, and whether it has a value.
async fn balances(fixture: &TrackerFixture, person: &Caller) -> Vec<(String, String, bool)> {
    let report = fixture.report(person).await;
    let parts = at_exchange(&report).into_iter();
    let mut found: Vec<_> = parts
        .map(|part| {
            let amount = part.amount.unwrap().to_string();
            (part.asset.to_string(), amount, part.value.is_some())
        })
        .collect();
    found.sort();
    found
}

/// Returns the asset of the only leg of each entry, the newest first.
async fn assets(fixture: &TrackerFixture, person: &Caller) -> Vec<String> {
    let rows = lines(fixture, person).await;
    rows.iter().map(|row| row.legs[0].asset.to_string()).collect()
}

async fn is_reconciled(fixture: &TrackerFixture, person: &Caller) -> bool {
    let compared = fixture.tracker.ledgers().reconciliation(person).await.unwrap();
    let coverage = crate::history::page(fixture, person).await.coverage;
    let is_whole = coverage
        .accounts
        .iter()
        .filter(|one| one.account.chain == exchange())
        .all(|one| one.state == HistoryState::Whole);
    is_whole && compared.differences.iter().all(|one| one.account.chain != exchange())
}

fn row_of(asset: &str, amount: &str, has_value: bool) -> (String, String, bool) {
    (asset.to_owned(), amount.to_owned(), has_value)
}

#[tokio::test]
async fn a_code_is_mapped_everywhere_at_once_and_back() {
    let (fixture, _held, person) = with_code().await;
    let unmapped = [row_of(ETHER, "2", true), row_of(CODE, "10.5", false)];
    assert_eq!(balances(&fixture, &person).await, unmapped);
    assert_eq!(assets(&fixture, &person).await, [CODE, ETHER]);
    assert!(is_reconciled(&fixture, &person).await);
    let found = codes(&fixture, &person).await;
    assert_eq!(found.len(), 1);
    let (symbol, is_held) = (found[0].symbol.as_str(), found[0].is_held);
    assert_eq!((symbol, is_held, found[0].mapped.is_none()), ("ETH.S", true, true));

    let mapped_codes = fixture.tracker.mapped_codes();
    mapped_codes.map(&person, &id(CODE), &id(ETHER)).await.unwrap();
    fixture.run_jobs().await;
    assert_eq!(balances(&fixture, &person).await, [row_of(ETHER, "12.5", true)]);
    assert_eq!(assets(&fixture, &person).await, [ETHER, ETHER]);
    assert!(is_reconciled(&fixture, &person).await);
    let found = codes(&fixture, &person).await;
    let (asset, at) = found[0].mapped.clone().unwrap();
    assert_eq!((found.len(), found[0].is_held, asset.id), (1, false, id(ETHER)));
    assert!(at <= fixture.now());

    // It stays so when the account is read again.
    settle(&fixture).await;
    assert_eq!(balances(&fixture, &person).await, [row_of(ETHER, "12.5", true)]);
    assert!(is_reconciled(&fixture, &person).await);

    assert!(mapped_codes.clear(&person, &id(CODE)).await.unwrap());
    fixture.run_jobs().await;
    assert_eq!(balances(&fixture, &person).await, unmapped);
    assert_eq!(assets(&fixture, &person).await, [CODE, ETHER]);
    assert!(is_reconciled(&fixture, &person).await);
    assert!(!mapped_codes.clear(&person, &id(CODE)).await.unwrap());
}

#[tokio::test]
async fn a_row_that_arrives_later_is_of_the_mapped_asset_too() {
    let (fixture, held, person) = with_code().await;
    let mapped_codes = fixture.tracker.mapped_codes();
    mapped_codes.map(&person, &id(CODE), &id(ETHER)).await.unwrap();
    {
        let mut held = held.lock().unwrap();
        let later = row("E3", fixture.now(), ExchangeRowKind::Deposit, &[(CODE, "1", false)]);
        held.rows.push(later);
        held.positions = vec![position(ETHER, "2", 0), position(CODE, "115", 1)];
    }
    for _ in 0..4 {
        settle(&fixture).await;
    }
    assert_eq!(balances(&fixture, &person).await, [row_of(ETHER, "13.5", true)]);
    assert_eq!(assets(&fixture, &person).await, [ETHER; 3]);
    assert!(is_reconciled(&fixture, &person).await);
}

#[tokio::test]
async fn another_account_there_has_the_same_codes() {
    let (fixture, _held, person) = with_code().await;
    let mapped_codes = fixture.tracker.mapped_codes();
    mapped_codes.map(&person, &id(CODE), &id(ETHER)).await.unwrap();
    connect(&fixture, &person, "Second").await.unwrap();
    settle(&fixture).await;
    let twice = [row_of(ETHER, "12.5", true), row_of(ETHER, "12.5", true)];
    assert_eq!(balances(&fixture, &person).await, twice);
    mapped_codes.clear(&person, &id(CODE)).await.unwrap();
    settle(&fixture).await;
    assert_eq!(balances(&fixture, &person).await.len(), 4);
}

#[tokio::test]
async fn only_a_known_asset_is_taken_for_an_own_code() {
    let (fixture, _held, person) = with_code().await;
    let mapped_codes = fixture.tracker.mapped_codes();
    let other = fixture.person(&[OWN]).await;
    for (caller, code, asset, is_of_target) in [
        (&person, CODE, CODE, true),
        (&person, CODE, "exchange:trial/code:OTHER", true),
        (
            &person,
            CODE,
            "eip155:1/erc20:0x00000000000000000000000000000000000000A1",
            true,
        ),
        (
            &person,
            CODE,
            "eip155:1/erc721:0x00000000000000000000000000000000000000A1",
            true,
        ),
        (&person, "exchange:trial/code:OTHER", ETHER, false),
        (&person, "exchange:kraken/code:ETH.S", ETHER, false),
        (&person, ETHER, ETHER, false),
        (&other, CODE, ETHER, false),
    ] {
        let refused = mapped_codes.map(caller, &id(code), &id(asset)).await.unwrap_err();
        let is_expected = match refused {
            MappedCodeError::Target(_) => is_of_target,
            MappedCodeError::NotFound => !is_of_target,
            _ => false,
        };
        assert!(is_expected, "{code} {asset}: {refused}");
    }
    fixture.run_jobs().await;
    assert_eq!(codes(&fixture, &person).await[0].mapped, None);
    assert_eq!(codes(&fixture, &other).await, []);
}

#[tokio::test]
async fn candidates_have_the_symbol_or_the_contract() {
    let (fixture, _held, person) = with_code().await;
    let mapped_codes = fixture.tracker.mapped_codes();
    let found = mapped_codes.candidates(&person, " usdc ").await.unwrap();
    assert!(found.len() > 1, "{found:?}");
    assert!(found.iter().all(|one| one.metadata.symbol.eq_ignore_ascii_case("usdc")));
    let contract = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48";
    let found = mapped_codes.candidates(&person, contract).await.unwrap();
    let ids: Vec<String> = found.iter().map(|one| one.id.to_string()).collect();
    assert_eq!(ids, ["eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"]);
    assert_eq!(mapped_codes.candidates(&person, "ETH.S").await.unwrap(), []);
    assert_eq!(mapped_codes.candidates(&person, "nothing like it").await.unwrap(), []);
}
