//! Requirements for what users chose for their portfolio.

use ports::{
    ArrivalRule, CarryRule, CostRules, FeeRule, LotMethod, LotScope, StorageError, UserId, UserSettings, YieldRule,
};

use super::{TestStorage, erase::erase, requirement::requirements, samples::user};

requirements! { "user_settings":
    "settings belong to one user and are replaced" => settings_belong_to_one_user_and_are_replaced,
    "a dropped unit of work leaves no settings" => a_dropped_unit_leaves_no_settings,
    "settings are erased with their user" => settings_are_erased_with_their_user,
    "settings of a user who does not exist are a conflict" => settings_of_an_unknown_user_are_a_conflict,
    "a merge moves settings only where the target has none" => a_merge_moves_settings_only_where_the_target_has_none,
}

/// Settings with a time zone and with other choices than the defaults. The rules of positions and of continuations have
/// the same choices, so they differ here.
fn chosen(user: UserId) -> UserSettings {
    UserSettings {
        user,
        time_zone: Some("America/New_York".parse().unwrap()),
        cost_rules: CostRules {
            method: LotMethod::Hifo,
            scope: LotScope::PerAccount,
            fees: FeeRule::Separate,
            positions: CarryRule::Disposal,
            yields: YieldRule::Cost,
            continuations: CarryRule::Carried,
            arrivals: ArrivalRule::Unknown,
        },
    }
}

/// Settings with this method alone.
fn with_method(user: UserId, method: LotMethod) -> UserSettings {
    UserSettings {
        cost_rules: CostRules {
            method,
            ..CostRules::default()
        },
        ..UserSettings::of(user)
    }
}

async fn set(db: &TestStorage, settings: &UserSettings) -> Result<(), StorageError> {
    let mut work = db.begin().await;
    work.user_settings().set(settings).await?;
    work.commit().await
}

async fn read(db: &TestStorage, user: UserId) -> Option<UserSettings> {
    let found = db.stores.user_settings.of_user(user).await.unwrap();
    let mut work = db.begin().await;
    assert_eq!(work.user_settings().of_user(user).await.unwrap(), found);
    found
}

async fn settings_belong_to_one_user_and_are_replaced(db: TestStorage) {
    let (one, other) = (db.user(1).await, db.user(2).await);
    assert_eq!(read(&db, one).await, None, "the user chose nothing");
    set(&db, &chosen(one)).await.unwrap();
    assert_eq!(read(&db, one).await, Some(chosen(one)));
    assert_eq!(read(&db, other).await, None, "the other user chose nothing");
    set(&db, &chosen(other)).await.unwrap();
    for method in LotMethod::ALL {
        let replaced = with_method(one, method);
        set(&db, &replaced).await.unwrap();
        assert_eq!(read(&db, one).await, Some(replaced), "the time zone is removed too");
    }
    assert_eq!(read(&db, other).await, Some(chosen(other)));
    assert_eq!(read(&db, user(9).id).await, None, "nobody has this id");
}

async fn a_dropped_unit_leaves_no_settings(db: TestStorage) {
    let (one, other) = (db.user(1).await, db.user(2).await);
    set(&db, &with_method(one, LotMethod::Lifo)).await.unwrap();
    let mut dropped = db.begin().await;
    for user in [one, other] {
        dropped.user_settings().set(&chosen(user)).await.unwrap();
        let found = dropped.user_settings().of_user(user).await.unwrap();
        assert_eq!(found, Some(chosen(user)), "the unit itself reads what it set");
    }
    drop(dropped);
    assert_eq!(read(&db, one).await, Some(with_method(one, LotMethod::Lifo)));
    assert_eq!(read(&db, other).await, None);
}

async fn settings_are_erased_with_their_user(db: TestStorage) {
    let (one, other) = (db.user(1).await, db.user(2).await);
    for user in [one, other] {
        set(&db, &chosen(user)).await.unwrap();
    }
    assert!(erase(&db, 1).await);
    assert_eq!(read(&db, one).await, None);
    assert_eq!(
        read(&db, other).await,
        Some(chosen(other)),
        "the other user's settings stay"
    );
    assert_eq!(db.user(1).await, one);
    assert_eq!(read(&db, one).await, None, "a later user of the same id chose nothing");
}

async fn settings_of_an_unknown_user_are_a_conflict(db: TestStorage) {
    let refused = set(&db, &chosen(user(1).id)).await;
    assert!(matches!(refused, Err(StorageError::Conflict { .. })), "{refused:?}");
}

async fn move_data(db: &TestStorage, source: UserId, target: UserId) {
    let mut work = db.begin().await;
    work.registrations().move_data(source, target).await.unwrap();
    work.commit().await.unwrap();
}

async fn a_merge_moves_settings_only_where_the_target_has_none(db: TestStorage) {
    let (source, target, other) = (db.user(1).await, db.user(2).await, db.user(3).await);
    set(&db, &chosen(source)).await.unwrap();
    set(&db, &with_method(other, LotMethod::Lifo)).await.unwrap();
    move_data(&db, source, target).await;
    assert_eq!(read(&db, target).await, Some(chosen(target)));
    assert_eq!(read(&db, source).await, None, "they are the target's now");
    move_data(&db, target, other).await;
    assert_eq!(read(&db, other).await, Some(with_method(other, LotMethod::Lifo)));
    assert_eq!(read(&db, target).await, Some(chosen(target)), "left for the erasure");
    move_data(&db, source, other).await;
    assert_eq!(read(&db, other).await, Some(with_method(other, LotMethod::Lifo)));
}
