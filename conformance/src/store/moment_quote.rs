//! Requirements for the quotes near the moments of entries.

use ports::{
    AssetId, StorageError, Timestamp,
    moment_quote::{AwaitedMoment, MomentQuote},
};

use super::{
    TestStorage,
    entry::{accounts, append},
    erase::{erase, watches},
    quote::{add, price, quote},
    requirement::requirements,
    samples::{account, at, entry, token},
};

requirements! { "moment_quote":
    "a moment is awaited once until its quotes are kept" => a_moment_is_awaited_until_its_quotes_are_kept,
    "quotes near moments are read back by asset and time" => quotes_near_moments_are_read_back,
    "the first quote near a moment is kept" => the_first_quote_near_a_moment_is_kept,
    "kept quotes stay when old quotes are deleted" => kept_quotes_stay,
    "a quote that is not stored cannot be kept" => a_quote_that_is_not_stored_cannot_be_kept,
    "kept quotes are erased with their account" => kept_quotes_are_erased_with_their_account,
}

/// Two accounts with an entry each.
async fn ledgers(db: &TestStorage) {
    accounts(db).await;
    append(db, &[entry(1, 1, 1), entry(2, 2, 1)], 1).await;
}

fn moment(seconds: i64, of: u8) -> AwaitedMoment {
    AwaitedMoment {
        moment: at(seconds),
        asset: token(of),
    }
}

/// Quote `n` of a token by a source near a moment.
fn near(seconds: i64, n: u16, of: u8, source: &str) -> MomentQuote {
    MomentQuote {
        moment: at(seconds),
        quote: quote(n, of, source, seconds - 1),
    }
}

async fn wait_for(db: &TestStorage, of: u8, moments: &[AwaitedMoment]) {
    let mut work = db.begin().await;
    work.moment_quotes().wait_for(&account(of), moments).await.unwrap();
    work.commit().await.unwrap();
}

/// Stores quotes and keeps them.
async fn keep(db: &TestStorage, of: u8, moments: &[AwaitedMoment], quotes: &[MomentQuote]) {
    let stored: Vec<_> = quotes.iter().map(|kept| kept.quote.id).collect();
    let stored = db.stores.quotes.find(&stored).await.unwrap();
    let new = quotes
        .iter()
        .map(|kept| &kept.quote)
        .filter(|quote| !stored.contains(quote));
    add(db, &new.cloned().collect::<Vec<_>>()).await;
    let mut work = db.begin().await;
    work.moment_quotes().keep(&account(of), moments, quotes).await.unwrap();
    work.commit().await.unwrap();
}

/// The number of the account with the earliest awaited moment, and its moments.
async fn awaited(db: &TestStorage, until: Timestamp, limit: u32) -> Option<(u8, Vec<AwaitedMoment>)> {
    let (of, moments) = db.stores.moment_quotes.awaited(until, limit).await.unwrap()?;
    let number = (1..9).find(|number| account(*number) == of).unwrap();
    Some((number, moments))
}

async fn kept(db: &TestStorage, of: &[u8], from: i64, to: i64) -> Vec<MomentQuote> {
    let assets: Vec<AssetId> = of.iter().copied().map(token).collect();
    let store = &db.stores.moment_quotes;
    store.of_assets(&assets, at(from), at(to)).await.unwrap()
}

async fn a_moment_is_awaited_until_its_quotes_are_kept(db: TestStorage) {
    ledgers(&db).await;
    assert_eq!(awaited(&db, at(99), 9).await, None);
    wait_for(&db, 1, &[]).await;
    wait_for(&db, 1, &[moment(20, 1), moment(10, 2), moment(10, 1), moment(10, 2)]).await;
    wait_for(&db, 1, &[moment(10, 1), moment(30, 1)]).await;
    wait_for(&db, 2, &[moment(15, 1)]).await;
    wait_for(&db, 3, &[moment(1, 1)]).await;
    let first = [moment(10, 1), moment(10, 2), moment(20, 1)];
    assert_eq!(awaited(&db, at(20), 9).await, Some((1, first.to_vec())));
    assert_eq!(awaited(&db, at(20), 2).await, Some((1, first[..2].to_vec())));
    assert_eq!(
        awaited(&db, at(9), 9).await,
        None,
        "an account without entries has no moments"
    );
    keep(&db, 1, &first[..2], &[]).await;
    assert_eq!(awaited(&db, at(20), 9).await, Some((2, vec![moment(15, 1)])));
    let mut dropped = db.begin().await;
    let keep_moment = dropped.moment_quotes().keep(&account(2), &[moment(15, 1)], &[]).await;
    keep_moment.unwrap();
    drop(dropped);
    assert_eq!(awaited(&db, at(20), 9).await, Some((2, vec![moment(15, 1)])));
    keep(&db, 2, &[moment(15, 1), moment(20, 1)], &[]).await;
    assert_eq!(
        awaited(&db, at(20), 9).await,
        Some((1, vec![moment(20, 1)])),
        "that of another account"
    );
}

async fn quotes_near_moments_are_read_back(db: TestStorage) {
    ledgers(&db).await;
    let all = [
        near(10, 1, 1, "a"),
        near(10, 2, 1, "b"),
        near(10, 3, 2, "a"),
        near(20, 4, 1, "a"),
    ];
    keep(&db, 2, &[], &[all[3].clone(), all[1].clone()]).await;
    keep(&db, 1, &[], &[all[1].clone(), all[0].clone(), all[2].clone()]).await;
    keep(&db, 3, &[], &[near(10, 5, 3, "a")]).await;
    assert_eq!(kept(&db, &[1, 2, 3], 10, 20).await, all);
    assert_eq!(kept(&db, &[2, 9], 0, 99).await, [all[2].clone()]);
    assert_eq!(kept(&db, &[1], 11, 20).await, [all[3].clone()]);
    assert_eq!(kept(&db, &[], 0, 99).await, []);
}

async fn the_first_quote_near_a_moment_is_kept(db: TestStorage) {
    ledgers(&db).await;
    let first = near(10, 1, 1, "a");
    keep(&db, 1, &[], std::slice::from_ref(&first)).await;
    let mut second = near(10, 2, 1, "a");
    second.quote.answer = price("9");
    keep(&db, 1, &[], &[second]).await;
    assert_eq!(kept(&db, &[1], 10, 10).await, [first]);
}

async fn kept_quotes_stay(db: TestStorage) {
    ledgers(&db).await;
    let one = near(10, 1, 1, "a");
    let (other, last) = (quote(2, 1, "a", 60), quote(3, 1, "a", 90));
    add(&db, &[one.quote.clone(), other.clone(), last.clone()]).await;
    keep(&db, 1, &[], std::slice::from_ref(&one)).await;
    let mut work = db.begin().await;
    assert_eq!(work.quotes().thin(at(5_000)).await.unwrap(), 1);
    work.commit().await.unwrap();
    assert_eq!(kept(&db, &[1], 10, 10).await, std::slice::from_ref(&one));
    let found = db.stores.quotes.find(&[one.quote.id, other.id, last.id]).await.unwrap();
    assert_eq!(found.len(), 2, "one that nobody needs is deleted");
}

async fn a_quote_that_is_not_stored_cannot_be_kept(db: TestStorage) {
    ledgers(&db).await;
    let mut work = db.begin().await;
    let keep = work
        .moment_quotes()
        .keep(&account(1), &[], &[near(10, 1, 1, "a")])
        .await;
    assert!(matches!(keep, Err(StorageError::Conflict { .. })), "{keep:?}");
}

async fn kept_quotes_are_erased_with_their_account(db: TestStorage) {
    watches(&db, 1, &[1]).await;
    append(&db, &[entry(1, 1, 1)], 1).await;
    wait_for(&db, 1, &[moment(10, 1)]).await;
    keep(&db, 1, &[], &[near(20, 1, 1, "a")]).await;
    assert!(erase(&db, 1).await);
    assert_eq!(awaited(&db, at(99), 9).await, None);
    assert_eq!(kept(&db, &[1], 0, 99).await, []);
    add(&db, &[quote(2, 1, "a", 90)]).await;
    let mut work = db.begin().await;
    assert_eq!(
        work.quotes().thin(at(5_000)).await.unwrap(),
        1,
        "nobody needs it any more"
    );
}
