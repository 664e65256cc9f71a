//! Requirements for accepted decimals.

use ports::{AssetId, accepted_decimals::AcceptedDecimals, asset::Metadata};

use super::{
    TestStorage,
    asset::asset,
    requirement::requirements,
    samples::{at, token},
};

requirements! { "accepted_decimals":
    "accepted decimals belong to one user, and the last number replaces the earlier one" => accepted_decimals_belong_to_one_user_and_are_replaced,
    "decimals that a contract does not state are assumed and not known" => decimals_missing_from_the_contract_are_assumed,
    "decimals that a contract changes are assumed until it states the earlier ones" => changed_decimals_are_assumed,
}

async fn accepted_decimals_belong_to_one_user_and_are_replaced(db: TestStorage) {
    let (user, other) = (db.user(1).await, db.user(2).await);
    let of = |n, decimals| AcceptedDecimals {
        asset: token(n),
        decimals,
    };
    let mut work = db.begin().await;
    for (owner, accepted) in [
        (user, of(2, 6)),
        (user, of(1, 0)),
        (other, of(2, 18)),
        (user, of(2, 255)),
    ] {
        work.accepted_decimals().accept(owner, &accepted, at(1)).await.unwrap();
    }
    work.commit().await.unwrap();
    let store = &db.stores.accepted_decimals;
    assert_eq!(store.of_user(user).await.unwrap(), [of(1, 0), of(2, 255)]);
    assert_eq!(store.of_user(other).await.unwrap(), [of(2, 18)]);
    let mut work = db.begin().await;
    assert!(work.accepted_decimals().withdraw(user, &token(2)).await.unwrap());
    assert!(!work.accepted_decimals().withdraw(user, &token(2)).await.unwrap());
    assert!(!work.accepted_decimals().withdraw(other, &token(1)).await.unwrap());
    work.commit().await.unwrap();
    assert_eq!(store.of_user(user).await.unwrap(), [of(1, 0)]);
    assert_eq!(store.of_user(other).await.unwrap(), [of(2, 18)]);
}

/// A token that a list names with these decimals, or with none.
fn listed(n: u8, decimals: Option<u8>) -> ports::Asset {
    ports::Asset {
        origin: "list:uniswap".to_owned(),
        confirmed: false,
        ..asset(token(n), "LST", decimals)
    }
}

/// What the contract of a token states.
fn metadata(n: u8, decimals: Option<u8>) -> (AssetId, Metadata) {
    (token(n), Metadata::cleaned("LST", "Listed", decimals))
}

async fn decimals_missing_from_the_contract_are_assumed(db: TestStorage) {
    let mut work = db.begin().await;
    work.assets().add(&[listed(1, Some(6)), listed(2, None)]).await.unwrap();
    work.commit().await.unwrap();
    let known = async |n: u8| {
        let id: AssetId = token(n);
        let found = db.stores.assets.find(std::slice::from_ref(&id)).await.unwrap();
        let assumed = found[0].assumed.as_ref().map(|one| (one.decimals, one.by.clone()));
        (found[0].metadata.decimals, assumed)
    };
    assert_eq!(known(1).await, (Some(6), None), "the contract has not been queried yet");
    let by_list = Some((6, "list:uniswap".to_owned()));
    // The contract states no decimals, twice: the assumption stays.
    for _ in 0..2 {
        let mut work = db.begin().await;
        work.assets()
            .confirm(&[metadata(1, None), metadata(2, None)])
            .await
            .unwrap();
        work.commit().await.unwrap();
        assert_eq!(known(1).await, (None, by_list.clone()));
        assert_eq!(known(2).await, (None, None), "no list states any decimals");
    }
    // A later list fills in missing decimals and does not change those of an earlier list.
    let mut work = db.begin().await;
    let later = |n| ports::Asset {
        origin: "list:coingecko".to_owned(),
        ..listed(n, Some(9))
    };
    work.assets().add(&[later(1), later(2)]).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!(known(1).await, (None, by_list));
    assert_eq!(known(2).await, (None, Some((9, "list:coingecko".to_owned()))));
    // A source that names the token without decimals does not become the origin of its decimals.
    let mut work = db.begin().await;
    work.assets().add(&[listed(3, Some(4))]).await.unwrap();
    let by_explorer = ports::Asset {
        origin: "explorer:blockscout".to_owned(),
        ..listed(3, None)
    };
    work.assets().add(&[by_explorer]).await.unwrap();
    work.assets().confirm(&[metadata(3, None)]).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!(known(3).await, (None, Some((4, "list:uniswap".to_owned()))));
    // Decimals of the contract end the assumption, and are kept when the contract fails later.
    let mut work = db.begin().await;
    work.assets()
        .confirm(&[metadata(1, Some(8)), metadata(2, Some(8))])
        .await
        .unwrap();
    work.commit().await.unwrap();
    assert_eq!(known(1).await, (Some(8), None));
    assert_eq!(known(2).await, (Some(8), None));
    let mut work = db.begin().await;
    work.assets().confirm(&[metadata(2, None)]).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!(known(2).await, (Some(8), None));
}

async fn changed_decimals_are_assumed(db: TestStorage) {
    let mut work = db.begin().await;
    work.assets().add(&[listed(1, Some(18))]).await.unwrap();
    work.commit().await.unwrap();
    // A list stated 18; the contract states them too, then others, none, yet others, and 18 again.
    for (stated, known, assumed) in [
        (Some(18), Some(18), None),
        (Some(6), None, Some(6)),
        (None, None, Some(6)),
        (Some(6), None, Some(6)),
        (Some(8), None, Some(8)),
        (Some(18), Some(18), None),
        (None, Some(18), None),
    ] {
        let mut work = db.begin().await;
        work.assets().confirm(&[metadata(1, stated)]).await.unwrap();
        // A list changes nothing of that.
        work.assets().add(&[listed(1, Some(18))]).await.unwrap();
        work.commit().await.unwrap();
        let id = metadata(1, None).0;
        let found = db.stores.assets.find(&[id]).await.unwrap().remove(0);
        let in_doubt = found.assumed.as_ref().map(|one| (one.decimals, one.before()));
        assert_eq!(
            (found.metadata.decimals, in_doubt),
            (known, assumed.map(|decimals| (decimals, Some(18)))),
            "after {stated:?}"
        );
    }
}
