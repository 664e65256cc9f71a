//! Requirements for assets.

use ports::{
    Asset, AssetId, ChainId, SourceId,
    asset::{Holders, Metadata},
};

use super::{
    TestStorage,
    requirement::requirements,
    samples::{at, token},
};

requirements! { "asset":
    "a known asset keeps its fields and takes the ones that it lacks" => a_known_asset_takes_missing_fields,
    "metadata of a contract replaces that of a list" => contract_metadata_replaces_list_metadata,
    "the token universe holds the tokens of one chain, well-behaved ones first" => the_universe_holds_the_tokens_of_one_chain,
    "an asset of a list or of a user takes over a better origin" => a_better_origin_replaces_a_worse_one,
    "the last count of holders replaces the earlier one" => the_last_holder_count_replaces_the_earlier_one,
    "an asset is listed as long as a list names it" => a_token_is_listed_while_a_list_contains_it,
    "assets are found by their symbol, those of lists first" => assets_are_found_by_their_symbol,
}

pub(super) fn asset(id: AssetId, symbol: &str, decimals: Option<u8>) -> Asset {
    Asset {
        group: id.to_string(),
        id,
        metadata: Metadata::cleaned(symbol, "", decimals),
        origin: "start-list".to_owned(),
        confirmed: false,
        unreadable_since: None,
        listed: true,
        holders: None,
        assumed: None,
    }
}

async fn add(db: &TestStorage, assets: &[Asset]) {
    let mut work = db.begin().await;
    work.assets().add(assets).await.unwrap();
    work.commit().await.unwrap();
}

async fn only(db: &TestStorage, n: u8) -> Asset {
    db.stores.assets.find(&[token(n), token(200)]).await.unwrap().remove(0)
}

async fn a_known_asset_takes_missing_fields(db: TestStorage) {
    add(&db, &[asset(token(1), "", None), asset(token(1), "ONE", None)]).await;
    assert_eq!(only(&db, 1).await, asset(token(1), "ONE", None), "one row of two");
    let richer = Asset {
        metadata: Metadata::cleaned("OTHER", "One Coin", Some(6)),
        group: "one".to_owned(),
        origin: "a-list".to_owned(),
        listed: false,
        unreadable_since: Some(at(1)),
        ..asset(token(1), "", None)
    };
    add(&db, &[richer]).await;
    let expected = Asset {
        metadata: Metadata::cleaned("ONE", "One Coin", Some(6)),
        group: "one".to_owned(),
        ..asset(token(1), "", None)
    };
    assert_eq!(only(&db, 1).await, expected);
    add(&db, &[asset(token(1), "LATE", Some(8))]).await;
    assert_eq!(only(&db, 1).await, expected);
    let many: Vec<Asset> = (1..=120).map(|n| asset(token(n), "T", Some(n))).collect();
    add(&db, &many).await;
    let ids: Vec<AssetId> = (1..=120).map(token).collect();
    let twice = [ids.clone(), ids.clone()].concat();
    assert_eq!(db.stores.assets.find(&twice).await.unwrap().len(), 120);
    assert_eq!(
        db.stores.assets.find(&ids).await.unwrap().len(),
        120,
        "what was requested twice is still known"
    );
    add(&db, &[]).await;
}

async fn contract_metadata_replaces_list_metadata(db: TestStorage) {
    add(
        &db,
        &[asset(token(1), "LISTED", Some(18)), asset(token(2), "ODD", None)],
    )
    .await;
    let mut work = db.begin().await;
    let stated = [
        (token(1), Metadata::cleaned("TRUE", "", Some(6))),
        (token(2), Metadata::cleaned("", "Odd Coin", None)),
        (token(3), Metadata::default()),
    ];
    work.assets().confirm(&stated).await.unwrap();
    work.commit().await.unwrap();
    let first = only(&db, 1).await;
    assert_eq!(
        (first.confirmed, first.metadata),
        (true, Metadata::cleaned("TRUE", "", Some(6)))
    );
    let second = only(&db, 2).await;
    assert_eq!(
        (second.confirmed, second.metadata),
        (true, Metadata::cleaned("ODD", "Odd Coin", None))
    );
    assert_eq!(db.stores.assets.find(&[token(3)]).await.unwrap(), []);
    add(&db, &[asset(token(2), "ODD", Some(18))]).await;
    assert_eq!(
        only(&db, 2).await.metadata.decimals,
        None,
        "metadata of a list does not replace that of the contract"
    );
}

async fn the_universe_holds_the_tokens_of_one_chain(db: TestStorage) {
    let chain = ChainId::evm(1);
    let elsewhere: AssetId = token(9)
        .as_str()
        .replacen("eip155:1/", "eip155:10/", 1)
        .parse()
        .unwrap();
    let native = asset(AssetId::native(&chain, 60), "ETH", Some(18));
    add(&db, &[native, asset(elsewhere.clone(), "X", None)]).await;
    add(&db, &[3, 1, 2].map(|n| asset(token(n), "T", Some(n)))).await;
    let mark = async |ids: &[AssetId], since| {
        let mut work = db.begin().await;
        work.assets().mark_unreadable(ids, since).await.unwrap();
        work.commit().await.unwrap();
        let universe = db.stores.assets.universe(&chain).await.unwrap();
        universe
            .into_iter()
            .map(|asset| (asset.id, asset.unreadable_since))
            .collect::<Vec<_>>()
    };
    let bad = mark(&[token(1), token(77)], Some(at(5))).await;
    assert_eq!(bad, [(token(2), None), (token(3), None), (token(1), Some(at(5)))]);
    let good = mark(&[token(1)], None).await;
    assert_eq!(good, [(token(1), None), (token(2), None), (token(3), None)]);
    let other = db.stores.assets.universe(&ChainId::evm(10)).await.unwrap();
    assert_eq!(other.into_iter().map(|asset| asset.id).collect::<Vec<_>>(), [elsewhere]);
}

async fn a_better_origin_replaces_a_worse_one(db: TestStorage) {
    let from = |origin: &str| Asset {
        origin: origin.to_owned(),
        listed: false,
        ..asset(token(1), "ONE", Some(6))
    };
    for (origin, kept) in [
        ("list:a", "list:a"),
        ("explorer:b", "explorer:b"),
        ("list:c", "explorer:b"),
        ("chain", "explorer:b"),
    ] {
        add(&db, &[from(origin)]).await;
        assert_eq!(only(&db, 1).await, from(kept), "after {origin}");
    }
    add(
        &db,
        &[Asset {
            id: token(2),
            ..from("list:a")
        }],
    )
    .await;
    add(
        &db,
        &[Asset {
            id: token(2),
            ..from("start-list")
        }],
    )
    .await;
    assert_eq!(only(&db, 2).await.origin, "start-list");
}

async fn the_last_holder_count_replaces_the_earlier_one(db: TestStorage) {
    let counted = |count, by: &str, seconds| Asset {
        holders: Some(Holders {
            count,
            by: by.parse().unwrap(),
            at: at(seconds),
        }),
        ..asset(token(1), "ONE", Some(6))
    };
    add(&db, &[asset(token(1), "ONE", Some(6))]).await;
    assert_eq!(only(&db, 1).await.holders, None);
    add(&db, &[counted(0, "one", 1)]).await;
    assert_eq!(only(&db, 1).await, counted(0, "one", 1), "a count of zero is stored");
    add(&db, &[counted(u32::MAX, "two", 2)]).await;
    add(&db, &[asset(token(1), "LATE", None)]).await;
    assert_eq!(
        only(&db, 1).await,
        counted(u32::MAX, "two", 2),
        "an unknown count does not replace a known one"
    );
    let universe = db.stores.assets.universe(&ChainId::evm(1)).await.unwrap();
    assert_eq!(universe, [counted(u32::MAX, "two", 2)]);
}

/// A token is listed whatever its origin, also if an explorer named it before a list did.
async fn a_token_is_listed_while_a_list_contains_it(db: TestStorage) {
    let met = |n| Asset {
        origin: "explorer:one".to_owned(),
        listed: false,
        ..asset(token(n), "ONE", Some(6))
    };
    add(&db, &[met(1), met(2)]).await;
    assert_eq!(only(&db, 1).await, met(1));
    let replace = async |tokens: &[AssetId]| {
        let mut work = db.begin().await;
        let list = SourceId::fixed("list:a");
        work.token_lists().replace(&list, tokens).await.unwrap();
        work.commit().await.unwrap();
        (only(&db, 1).await.listed, only(&db, 2).await.listed)
    };
    assert_eq!(replace(&[token(1)]).await, (true, false));
    assert_eq!(replace(&[]).await, (false, false));
}

async fn assets_are_found_by_their_symbol(db: TestStorage) {
    let of = |n: u8, symbol: &str, origin: &str| Asset {
        origin: origin.to_owned(),
        listed: origin == "start-list",
        ..asset(token(n), symbol, Some(6))
    };
    add(
        &db,
        &[
            of(1, "stETH", "chain"),
            of(2, "STETH", "added"),
            of(3, "STETH", "history"),
            of(4, "steth", "start-list"),
            of(5, "STETH2", "start-list"),
            of(6, "steth%", "start-list"),
            of(7, "", "start-list"),
        ],
    )
    .await;
    let found = async |symbol: &str, limit| db.stores.assets.with_symbol(symbol, limit).await.unwrap();
    assert_eq!(
        found("StEth", 9).await,
        [of(4, "steth", "start-list"), of(1, "stETH", "chain")]
    );
    assert_eq!(found("steth", 1).await, [of(4, "steth", "start-list")]);
    assert_eq!(found("steth%", 9).await, [of(6, "steth%", "start-list")]);
    assert_eq!(found("%", 9).await, []);
    assert_eq!(found("'; --", 9).await, []);
}
