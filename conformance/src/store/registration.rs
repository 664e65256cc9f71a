//! Requirements for registering and merging users.

use ports::{
    Annotation, AssetId, LabelPlace, ManualPrice, Merge, OwnLabel, UserId, Wallet, annotation::AnnotationContent,
};

use super::{
    TestStorage,
    erase::erase,
    requirement::requirements,
    samples::{address, at, entry, token, user, wallet},
};

requirements! { "registration":
    "an anonymous user is registered once" => a_user_is_registered_once,
    "a registered user is erased when it is due" => a_registered_user_is_erased_when_it_is_due,
    "wallets move behind those of the target" => wallets_move_behind_those_of_the_target,
    "what both users have stays as the target has it" => what_both_have_stays_as_the_target_has_it,
    "what people wrote moves and is read by the target" => texts_move_and_are_read_by_the_target,
    "a dropped unit moves nothing" => a_dropped_unit_moves_nothing,
    "a merge is found by both users" => a_merge_is_found_by_both_users,
}

async fn a_user_is_registered_once(db: TestStorage) {
    let one = db.user(1).await;
    let mut work = db.begin().await;
    assert!(
        work.registrations()
            .register(one, at(5), Some("leaving"))
            .await
            .unwrap()
    );
    assert!(!work.registrations().register(one, at(6), None).await.unwrap());
    assert!(!work.registrations().register(user(9).id, at(6), None).await.unwrap());
    work.commit().await.unwrap();
    let found = db.stores.users.find(one).await.unwrap().unwrap();
    assert_eq!(found.registered_at, Some(at(5)));
    assert_eq!(found.signed_up_from.as_deref(), Some("leaving"));
    assert!(
        !erase(&db, 1).await,
        "a registered user is not erased as an anonymous one"
    );
}

async fn save(db: &TestStorage, wallets: &[Wallet]) {
    let mut work = db.begin().await;
    for one in wallets {
        work.wallets().save(one).await.unwrap();
    }
    work.commit().await.unwrap();
}

async fn move_data(db: &TestStorage, source: UserId, target: UserId) {
    let mut work = db.begin().await;
    work.registrations().move_data(source, target).await.unwrap();
    work.commit().await.unwrap();
}

async fn wallets_move_behind_those_of_the_target(db: TestStorage) {
    let (source, target) = (db.user(1).await, db.user(2).await);
    let removed = Wallet {
        removed_at: Some(at(1)),
        ..wallet(3, source, 3)
    };
    let own = [wallet(0, source, 1), wallet(1, source, 2), removed];
    save(&db, &own).await;
    save(&db, &[wallet(10, target, 2), wallet(11, target, 4)]).await;
    move_data(&db, source, target).await;
    let ids = async |user| -> Vec<_> {
        let wallets = db.stores.wallets.of_user(user).await.unwrap();
        wallets.iter().map(|wallet| (wallet.id, wallet.position)).collect()
    };
    let expected = [
        (wallet(10, target, 2).id, 10),
        (wallet(11, target, 4).id, 11),
        (own[0].id, 12),
    ];
    assert_eq!(ids(target).await, expected);
    assert_eq!(ids(source).await, [(own[1].id, 1)], "the target has this address");
    let mut work = db.begin().await;
    let moved = work.wallets().of_user(target, at(0)).await.unwrap();
    let removed: Vec<_> = moved.iter().filter(|wallet| wallet.removed_at.is_some()).collect();
    assert_eq!(removed.len(), 1, "a removed wallet can be restored by the target");
    assert_eq!((removed[0].id, removed[0].removed_at), (own[2].id, Some(at(1))));
}

fn price(user: UserId, asset: &AssetId, price: &str) -> ManualPrice {
    ManualPrice {
        user,
        asset: asset.clone(),
        price: price.parse().unwrap(),
        set_at: at(1),
    }
}

fn note(user: UserId, n: u8, text: &str) -> Annotation {
    Annotation {
        user,
        entry: entry(n.into(), 1, 10).id,
        content: AnnotationContent::Note(text.to_owned()),
        set_at: at(1),
    }
}

async fn what_both_have_stays_as_the_target_has_it(db: TestStorage) {
    let (source, target) = (db.user(1).await, db.user(2).await);
    let (one, two) = (token(1), token(2));
    let mut work = db.begin().await;
    for price in [
        price(source, &one, "1"),
        price(source, &two, "2"),
        price(target, &two, "3"),
    ] {
        work.manual_prices().set(&price).await.unwrap();
    }
    for note in [note(source, 1, "one"), note(source, 2, "two"), note(target, 2, "three")] {
        work.annotations().set(&note).await.unwrap();
    }
    work.commit().await.unwrap();
    move_data(&db, source, target).await;
    let prices = db.stores.manual_prices.of_user(target).await.unwrap();
    assert_eq!(prices, [price(target, &one, "1"), price(target, &two, "3")]);
    let notes = db.stores.annotations.of_user(target).await.unwrap();
    assert_eq!(notes, [note(target, 1, "one"), note(target, 2, "three")]);
    assert_eq!(
        db.stores.annotations.of_user(source).await.unwrap(),
        [note(source, 2, "two")]
    );
}

fn label(user: UserId, of: u8, text: &str) -> OwnLabel {
    OwnLabel {
        user,
        place: LabelPlace {
            namespace: "eip155".to_owned(),
            address: address(of),
        },
        text: text.parse().unwrap(),
        set_at: at(1),
    }
}

fn named(n: u16, user: UserId, of: u8, nickname: &str) -> Wallet {
    Wallet {
        nickname: Some(nickname.parse().unwrap()),
        group: Some(format!("Group of {nickname}").parse().unwrap()),
        ..wallet(n, user, of)
    }
}

async fn texts_move_and_are_read_by_the_target(db: TestStorage) {
    let (source, target) = (db.user(1).await, db.user(2).await);
    let own = [named(0, source, 1, "Savings"), named(1, source, 2, "Spare")];
    save(&db, &own).await;
    save(&db, &[named(10, target, 2, "Daily")]).await;
    let mut work = db.begin().await;
    for label in [
        label(source, 7, "Landlord"),
        label(source, 8, "Bank"),
        label(target, 8, "Employer"),
    ] {
        work.own_labels().set(&label).await.unwrap();
    }
    work.annotations().set(&note(source, 1, "rent")).await.unwrap();
    work.commit().await.unwrap();
    let mut work = db.begin().await;
    work.registrations().move_data(source, target).await.unwrap();
    let moved = work.wallets().of_user(target, at(0)).await.unwrap();
    assert_eq!(moved.len(), 2, "the unit itself reads what it moved");
    work.commit().await.unwrap();
    let nicknames = async |user| -> Vec<_> {
        let wallets = db.stores.wallets.of_user(user).await.unwrap().into_iter();
        wallets
            .map(|wallet| {
                let (nickname, group) = (wallet.nickname.unwrap(), wallet.group.unwrap());
                assert_eq!(group.as_str(), format!("Group of {}", nickname.as_str()));
                Some(nickname.as_str().to_owned())
            })
            .collect()
    };
    let some = |text: &str| Some(text.to_owned());
    assert_eq!(nicknames(target).await, [some("Daily"), some("Savings")]);
    assert_eq!(nicknames(source).await, [some("Spare")], "the target has this address");
    let labels = db.stores.own_labels.of_user(target).await.unwrap();
    assert_eq!(labels, [label(target, 7, "Landlord"), label(target, 8, "Employer")]);
    let left = db.stores.own_labels.of_user(source).await.unwrap();
    assert_eq!(left, [label(source, 8, "Bank")]);
    assert_eq!(
        db.stores.annotations.of_user(target).await.unwrap(),
        [note(target, 1, "rent")]
    );
    assert!(erase(&db, 1).await);
    assert_eq!(
        nicknames(target).await,
        [some("Daily"), some("Savings")],
        "the source's key is not needed any more"
    );
}

async fn a_dropped_unit_moves_nothing(db: TestStorage) {
    let (source, target) = (db.user(1).await, db.user(2).await);
    save(&db, &[wallet(0, source, 1)]).await;
    let mut work = db.begin().await;
    work.registrations().move_data(source, target).await.unwrap();
    drop(work);
    assert_eq!(db.stores.wallets.of_user(source).await.unwrap().len(), 1);
    assert_eq!(db.stores.wallets.of_user(target).await.unwrap(), []);
}

async fn a_merge_is_found_by_both_users(db: TestStorage) {
    let (source, target) = (db.user(1).await, db.user(2).await);
    let merge = Merge {
        user: target,
        source,
        wallets: 3,
        frozen: 1,
        merged_at: at(9),
    };
    let mut work = db.begin().await;
    work.registrations().add_merge(&merge).await.unwrap();
    work.commit().await.unwrap();
    assert!(erase(&db, 1).await);
    let find = async |user, source| db.begin().await.registrations().merge(user, source).await.unwrap();
    assert_eq!(find(target, source).await, Some(merge), "the source is erased");
    assert_eq!(find(source, target).await, None);
    assert_eq!(find(target, user(7).id).await, None);
    let mut work = db.begin().await;
    work.registrations().forget_merges(at(10)).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!(find(target, source).await, None);
}

async fn a_registered_user_is_erased_when_it_is_due(db: TestStorage) {
    let (one, other, anonymous) = (db.user(1).await, db.user(2).await, db.user(3).await);
    let mut work = db.begin().await;
    for user in [one, other] {
        assert!(work.registrations().register(user, at(1), None).await.unwrap());
    }
    for user in [one, other, anonymous] {
        work.registrations().set_deletion(user, Some(at(100))).await.unwrap();
    }
    work.registrations().set_deletion(other, None).await.unwrap();
    work.commit().await.unwrap();
    let find = async |user| db.stores.users.find(user).await.unwrap();
    assert_eq!(find(one).await.unwrap().delete_at, Some(at(100)));
    assert_eq!(
        find(anonymous).await.unwrap().delete_at,
        None,
        "anonymous users are erased at once"
    );
    let erase_due = async |second| {
        let mut work = db.begin().await;
        let erased = work.registrations().erase_due(at(second), 10).await.unwrap();
        work.commit().await.unwrap();
        erased
    };
    assert_eq!(erase_due(99).await, 0);
    assert_eq!(erase_due(100).await, 1);
    assert_eq!(find(one).await, None);
    assert!(find(other).await.is_some() && find(anonymous).await.is_some());
}
