//! The cache of asset data never returns stale rows, whichever process changed them.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use adapters::storage::Database;
use ports::{
    Asset, AssetId, Quote, Storage, Stores, UnitOfWork,
    asset::Metadata,
    quote::{AgreedPrice, QuoteAnswer, QuoteId},
};

use crate::{
    database::{TestDatabase, on_all, opening, postgres},
    samples::{at, id, token},
};

on_all! {
    changed_rows_are_read_again,
    a_dropped_unit_does_not_change_the_cache,
    thinned_quotes_leave_the_cache,
    each_time_has_its_own_quotes,
    more_assets_than_the_cache_holds,
    concurrent_readers_do_not_cache_stale_rows,
}

const DAY: i64 = 86_400;

fn quote(n: u16, of: u8, seconds: i64) -> Quote {
    Quote {
        id: id(n),
        asset: token(of),
        source: "a".parse().unwrap(),
        answer: QuoteAnswer::WorthZero,
        source_time: at(seconds),
        received_at: at(seconds),
        market: None,
    }
}

fn agreed(of: u8, price: &str) -> AgreedPrice {
    AgreedPrice {
        asset: token(of),
        price: price.parse().unwrap(),
        sources: 2,
        at: at(0),
    }
}

fn asset(of: u8, symbol: &str) -> Asset {
    Asset {
        id: token(of),
        metadata: Metadata::cleaned(symbol, symbol, Some(18)),
        group: token(of).to_string(),
        origin: "chain".to_owned(),
        confirmed: true,
        unreadable_since: None,
        holders: None,
        assumed: None,
        listed: false,
    }
}

async fn kept(storage: &dyn Storage, change: impl AsyncFnOnce(&mut dyn UnitOfWork)) {
    let mut work = storage.begin().await.unwrap();
    change(work.as_mut()).await;
    work.commit().await.unwrap();
}

async fn add(storage: &dyn Storage, quotes: &[Quote]) {
    kept(storage, async |work| work.quotes().add(quotes).await.unwrap()).await;
}

fn ids(quotes: &[Quote]) -> Vec<QuoteId> {
    quotes.iter().map(|quote| quote.id).collect()
}

async fn newest(stores: &Stores, of: &[AssetId]) -> Vec<QuoteId> {
    ids(&stores.quotes.newest(of, at(-DAY), at(DAY)).await.unwrap())
}

async fn around(stores: &Stores, seconds: i64) -> Vec<QuoteId> {
    let around = stores.quotes.around(&[token(1), token(2)], at(seconds), 60_000).await;
    ids(&around.unwrap())
}

/// Everything read about two tokens, as one text: newest and near quotes, agreed prices, symbols, unreadable tokens.
async fn text_of(stores: &Stores) -> String {
    let both = [token(1), token(2)];
    let prices = stores.quotes.agreed(&both).await.unwrap();
    let prices: Vec<String> = prices.iter().map(|one| one.price.amount().to_string()).collect();
    let rows = stores.assets.find(&both).await.unwrap();
    let rows: Vec<_> = rows
        .iter()
        .map(|row| (row.metadata.symbol.as_str(), row.unreadable_since.is_some()))
        .collect();
    let quotes = (newest(stores, &both).await, around(stores, 20).await);
    format!("{quotes:?} {prices:?} {rows:?}")
}

/// After each change `stores` returns something else, and the same as a newly opened database.
async fn each_change_invalidates_the_cache(by: &dyn Storage, stores: &Stores, fresh: impl AsyncFn() -> Stores) {
    let mut before = text_of(stores).await;
    let mut changed = async |what: &str| {
        let now = text_of(stores).await;
        assert_ne!(now, before, "{what}");
        assert_eq!(now, text_of(&fresh().await).await, "{what}");
        before = now;
    };
    kept(by, async |work| work.assets().add(&[asset(1, "ONE")]).await.unwrap()).await;
    changed("a row").await;
    add(by, &[quote(1, 1, 10), quote(2, 2, 10)]).await;
    changed("quotes").await;
    add(by, &[quote(3, 1, 20)]).await;
    changed("a newer quote").await;
    for price in ["1.5", "2.5"] {
        kept(by, async |work| work.quotes().agree(&[agreed(1, price)]).await.unwrap()).await;
        changed("an agreed price").await;
    }
    let stated = [(token(1), Metadata::cleaned("TRUE", "", None))];
    kept(by, async |work| work.assets().confirm(&stated).await.unwrap()).await;
    changed("what a contract says").await;
    for since in [Some(at(1)), None] {
        kept(by, async |work| {
            work.assets().mark_unreadable(&[token(1)], since).await.unwrap()
        })
        .await;
        changed("whether a contract can be read").await;
    }
}

async fn changed_rows_are_read_again(db: TestDatabase) {
    // An in-memory database cannot be opened twice: it is compared with itself.
    let stores = &db.stores;
    each_change_invalidates_the_cache(db.storage.as_ref(), stores, async || stores.clone()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rows_changed_by_another_process_are_read_again() {
    let db = postgres().await;
    let open = async || Arc::new(Database::open(&db.place, &opening()).await.unwrap());
    let other = open().await;
    each_change_invalidates_the_cache(other.as_ref(), &db.stores, async || open().await.stores()).await;
    each_change_is_seen_in_both_directions(&db, &other).await;
}

/// The same in the other direction, with both caches filled.
async fn each_change_is_seen_in_both_directions(db: &TestDatabase, other: &Arc<Database>) {
    let stores = other.stores();
    assert_eq!(text_of(&stores).await, text_of(&db.stores).await);
    add(db.storage.as_ref(), &[quote(9, 2, 30)]).await;
    assert_eq!(newest(&stores, &[token(2)]).await, [id(9)]);
    assert_eq!(newest(&db.stores, &[token(2)]).await, [id(9)]);
}

async fn a_dropped_unit_does_not_change_the_cache(db: TestDatabase) {
    add(db.storage.as_ref(), &[quote(1, 1, 10)]).await;
    assert_eq!(newest(&db.stores, &[token(1)]).await, [id(1)]);
    let mut work = db.begin().await;
    work.quotes().add(&[quote(2, 1, 20)]).await.unwrap();
    drop(work);
    assert_eq!(newest(&db.stores, &[token(1)]).await, [id(1)]);
    add(db.storage.as_ref(), &[quote(3, 1, 15)]).await;
    assert_eq!(newest(&db.stores, &[token(1)]).await, [id(3)]);
}

async fn thinned_quotes_leave_the_cache(db: TestDatabase) {
    add(
        db.storage.as_ref(),
        &[quote(1, 1, 10), quote(2, 1, 100), quote(3, 2, 15)],
    )
    .await;
    assert_eq!(around(&db.stores, 20).await, [id(1), id(3)]);
    kept(db.storage.as_ref(), async |work| {
        assert_eq!(work.quotes().thin(at(DAY)).await.unwrap(), 1)
    })
    .await;
    assert_eq!(around(&db.stores, 20).await, [id(3)]);
    assert_eq!(newest(&db.stores, &[token(1)]).await, [id(2)]);
}

async fn each_time_has_its_own_quotes(db: TestDatabase) {
    add(db.storage.as_ref(), &[quote(1, 1, 10), quote(2, 1, 500)]).await;
    for _ in 0..2 {
        assert_eq!(around(&db.stores, 20).await, [id(1)]);
        assert_eq!(around(&db.stores, 480).await, [id(2)]);
        assert_eq!(around(&db.stores, 2000).await, []);
    }
    let between = async |after, until| {
        let newest = db.stores.quotes.newest(&[token(1)], at(after), at(until)).await;
        ids(&newest.unwrap())
    };
    assert_eq!(between(0, 600).await, [id(2)]);
    assert_eq!(between(0, 400).await, [id(1)], "the quote at that time");
    assert_eq!(between(500, 600).await, []);
}

async fn more_assets_than_the_cache_holds(db: TestDatabase) {
    add(db.storage.as_ref(), &[quote(1, 1, 10), quote(2, 2, 10)]).await;
    let contract = |n: u32| format!("eip155:1/erc20:0x{n:040}").parse::<AssetId>().unwrap();
    let mut many: Vec<AssetId> = (0..10_000).map(contract).collect();
    many.insert(0, token(1));
    for _ in 0..2 {
        assert_eq!(newest(&db.stores, &many).await, [id(1)]);
        assert_eq!(newest(&db.stores, &[token(1), token(2)]).await, [id(1), id(2)]);
        assert_eq!(newest(&db.stores, &many[..6000]).await, [id(1)]);
        assert_eq!(newest(&db.stores, &many[5000..]).await, []);
    }
}

/// Concurrent readers fill the cache while rows change. The writer reads its own change back immediately, each time.
async fn concurrent_readers_do_not_cache_stale_rows(db: TestDatabase) {
    let done = Arc::new(AtomicBool::new(false));
    let tokens: Vec<AssetId> = (1..=20).map(token).collect();
    let others: Vec<_> = (0..4)
        .map(|_| {
            let (stores, done, tokens) = (db.stores.clone(), done.clone(), tokens.clone());
            tokio::spawn(async move {
                while !done.load(Ordering::Relaxed) {
                    newest(&stores, &tokens).await;
                }
            })
        })
        .collect();
    for n in 1..=100 {
        let of = u8::try_from(n % 20 + 1).unwrap();
        add(db.storage.as_ref(), &[quote(n, of, n.into())]).await;
        assert_eq!(newest(&db.stores, &[token(of)]).await, [id(n)]);
    }
    done.store(true, Ordering::Relaxed);
    for other in others {
        other.await.unwrap();
    }
}
