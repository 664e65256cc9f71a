//! Requirements for token lists, and for the token universe that follows from them.

use std::collections::BTreeSet;

use ports::{
    Address, Asset, AssetId, ChainId, RawAmount, Snapshot, SourceId,
    account::Activity,
    asset::{LOOKED_FOR, Metadata},
    chain::WaitingTransactions,
    snapshot::SnapshotRow,
};

use super::{
    TestStorage,
    requirement::requirements,
    samples::{account, at, id, snapshot},
};

requirements! { "token_list":
    "lists widen the token universe up to a limit" => lists_extend_the_universe_up_to_a_limit,
    "tokens of the most lists come first" => tokens_on_most_lists_come_first,
    "the start list and held assets are beyond the limit" => the_start_list_and_held_assets_ignore_the_limit,
    "tokens that were met or that an explorer named come before those of lists" => seen_and_explorer_tokens_come_before_listed_ones,
    "a token of lists that cannot be read is left out" => an_unreadable_listed_token_is_excluded,
    "a list is replaced and forgotten" => a_list_is_replaced_and_removed,
}

const A: &str = "list:a";
const B: &str = "list:b";

fn list(name: &str) -> SourceId {
    name.parse().unwrap()
}

fn token(n: u32) -> AssetId {
    let mut bytes = [0xee; 20];
    bytes[..4].copy_from_slice(&n.to_be_bytes());
    AssetId::erc20(&ChainId::evm(1), &Address::evm(bytes))
}

fn tokens(numbers: impl IntoIterator<Item = u32>) -> Vec<AssetId> {
    numbers.into_iter().map(token).collect()
}

fn asset(n: u32, origin: &str) -> Asset {
    let id = token(n);
    Asset {
        group: id.to_string(),
        id,
        metadata: Metadata::cleaned("T", "", Some(18)),
        origin: origin.to_owned(),
        confirmed: false,
        unreadable_since: None,
        listed: false,
        holders: None,
        assumed: None,
    }
}

/// Stores a list with these tokens, and adds their assets.
async fn keep(db: &TestStorage, name: &str, numbers: &[u32]) {
    let assets: Vec<Asset> = numbers.iter().map(|n| asset(*n, name)).collect();
    let mut work = db.begin().await;
    work.assets().add(&assets).await.unwrap();
    let named = tokens(numbers.iter().copied());
    work.token_lists().replace(&list(name), &named).await.unwrap();
    work.commit().await.unwrap();
}

async fn add(db: &TestStorage, assets: &[Asset]) {
    let mut work = db.begin().await;
    work.assets().add(assets).await.unwrap();
    work.commit().await.unwrap();
}

/// Makes account 1 hold one token and nothing else; `seen` is the number of the snapshot.
async fn hold(db: &TestStorage, seen: u16, held: Option<u32>) {
    let row = |n| SnapshotRow {
        asset: token(n),
        raw: "1".parse::<RawAmount>().unwrap(),
        decimals: None,
    };
    let snapshot = Snapshot {
        rows: held.into_iter().map(row).collect(),
        ..snapshot(seen, 1, at(seen.into()))
    };
    let mut work = db.begin().await;
    work.accounts().add(&[account(1)], at(0)).await.unwrap();
    work.snapshots().add(&snapshot).await.unwrap();
    work.accounts()
        .read(
            &account(1),
            id(seen),
            at(seen.into()),
            Activity::Active,
            &WaitingTransactions::default(),
        )
        .await
        .unwrap();
    work.commit().await.unwrap();
}

async fn universe(db: &TestStorage) -> BTreeSet<AssetId> {
    let found = db.stores.assets.universe(&ChainId::evm(1)).await.unwrap();
    let ids: BTreeSet<AssetId> = found.iter().map(|asset| asset.id.clone()).collect();
    assert_eq!(ids.len(), found.len(), "no duplicates");
    ids
}

fn set(numbers: impl IntoIterator<Item = u32>) -> BTreeSet<AssetId> {
    tokens(numbers).into_iter().collect()
}

async fn lists_extend_the_universe_up_to_a_limit(db: TestStorage) {
    let backwards: Vec<u32> = (0..LOOKED_FOR + 50).rev().collect();
    keep(&db, A, &backwards).await;
    assert_eq!(
        universe(&db).await,
        set(50..LOOKED_FOR + 50),
        "in the order of the list"
    );
}

async fn tokens_on_most_lists_come_first(db: TestStorage) {
    let all: Vec<u32> = (0..LOOKED_FOR + 50).collect();
    keep(&db, A, &all).await;
    let last: Vec<u32> = (LOOKED_FOR + 40..LOOKED_FOR + 50).collect();
    keep(&db, B, &last).await;
    assert_eq!(universe(&db).await, set((0..LOOKED_FOR - 10).chain(last)));
}

async fn the_start_list_and_held_assets_ignore_the_limit(db: TestStorage) {
    let many: Vec<u32> = (0..LOOKED_FOR + 50).collect();
    let last = LOOKED_FOR + 49;
    keep(&db, A, &many).await;
    let start: Vec<Asset> = (9_000..9_300).map(|n| asset(n, "start-list")).collect();
    add(&db, &start).await;
    let without = set((0..LOOKED_FOR).chain(9_000..9_300));
    assert_eq!(universe(&db).await, without);
    hold(&db, 1, Some(last)).await;
    let with = set((0..LOOKED_FOR).chain(9_000..9_300).chain([last]));
    assert_eq!(
        universe(&db).await,
        with,
        "beyond the limit, without displacing another token"
    );
    let mut work = db.begin().await;
    work.assets()
        .mark_unreadable(&[token(last)], Some(at(9)))
        .await
        .unwrap();
    work.token_lists().keep_only(&[]).await.unwrap();
    work.commit().await.unwrap();
    assert!(
        universe(&db).await.contains(&token(last)),
        "held, though unreadable and in no list"
    );
    hold(&db, 2, None).await;
    assert!(!universe(&db).await.contains(&token(last)));
}

async fn seen_and_explorer_tokens_come_before_listed_ones(db: TestStorage) {
    let listed: Vec<u32> = (0..LOOKED_FOR).collect();
    keep(&db, A, &listed).await;
    add(&db, &[asset(7_000, "explorer:etherscan"), asset(7_001, "chain")]).await;
    assert_eq!(universe(&db).await, set((0..LOOKED_FOR - 2).chain([7_000, 7_001])));
    let explored: Vec<Asset> = (8_000..8_000 + LOOKED_FOR)
        .map(|n| asset(n, "explorer:etherscan"))
        .collect();
    add(&db, &explored).await;
    let last = LOOKED_FOR - 1;
    let mut work = db.begin().await;
    let stated = [(token(last), Metadata::cleaned("T", "Met", Some(6)))];
    work.assets().confirm(&stated).await.unwrap();
    work.commit().await.unwrap();
    let universe = universe(&db).await;
    assert_eq!(
        universe.len(),
        LOOKED_FOR as usize,
        "the limit applies to explorers too"
    );
    assert!(universe.contains(&token(last)), "seen tokens come first");
    assert!(!universe.contains(&token(0)));
}

async fn an_unreadable_listed_token_is_excluded(db: TestStorage) {
    keep(&db, A, &[1, 2]).await;
    add(&db, &[asset(3, "start-list"), asset(4, "explorer:etherscan")]).await;
    let mut work = db.begin().await;
    let broken = tokens([1, 3, 4]);
    work.assets().mark_unreadable(&broken, Some(at(1))).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!(universe(&db).await, set([2, 3, 4]));
    let mut work = db.begin().await;
    work.assets().mark_unreadable(&broken, None).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!(universe(&db).await, set([1, 2, 3, 4]));
}

async fn a_list_is_replaced_and_removed(db: TestStorage) {
    let forwards: Vec<u32> = (0..=LOOKED_FOR).collect();
    let twice: Vec<u32> = [0].into_iter().chain(forwards.iter().copied()).collect();
    keep(&db, A, &twice).await;
    assert_eq!(universe(&db).await, set(0..LOOKED_FOR), "a repeated token counts once");
    let backwards: Vec<u32> = forwards.iter().rev().copied().collect();
    keep(&db, A, &backwards).await;
    assert_eq!(universe(&db).await, set(1..=LOOKED_FOR), "the new order is used");
    keep(&db, A, &forwards[..LOOKED_FOR as usize - 1]).await;
    keep(&db, B, &[LOOKED_FOR]).await;
    let unlisted = LOOKED_FOR - 1;
    let expected = set((0..unlisted).chain([LOOKED_FOR]));
    assert_eq!(
        universe(&db).await,
        expected,
        "tokens that are on no list any more come last"
    );
    let mut work = db.begin().await;
    work.token_lists().keep_only(&[list(A)]).await.unwrap();
    drop(work);
    assert_eq!(universe(&db).await, expected, "a dropped unit of work changes nothing");
    let mut work = db.begin().await;
    work.token_lists().keep_only(&[list(A)]).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!(
        universe(&db).await,
        set(0..LOOKED_FOR),
        "tokens on no list are ordered by id"
    );
}
