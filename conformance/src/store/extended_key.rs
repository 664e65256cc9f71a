//! Requirements for addresses derived from extended public keys.

use ports::{
    AccountId, Wallet, WalletId,
    extended_key::{Branch, DerivationPath, DerivedAddress, GapLimit, Script, WalletExtendedKey},
};

use super::{
    TestStorage,
    requirement::requirements,
    samples::{account, at, id, wallet},
};

requirements! { "extended_key":
    "a wallet with a key is read with its derived addresses" => a_key_is_read_back_with_its_derived_addresses,
    "the gap limit of a key is stored" => a_gap_limit_is_stored,
    "deriving an address again changes nothing" => deriving_an_address_again_changes_nothing,
    "nothing is derived for a removed wallet" => nothing_is_derived_for_a_removed_wallet,
    "one account can be derived for several wallets" => one_account_can_be_derived_for_several_wallets,
    "a derived account is watched until it is forgotten" => a_derived_account_is_watched_until_removed,
    "what was derived is erased with its wallet" => derived_addresses_are_erased_with_their_wallet,
}

const KEY: &str =
    "xpub6BosfCnifzxcFwrSzQiqu2DBVTshkCXacvNsWGYJVVhhawA7d4R5WSWGFNbi8Aw6ZRc1brxMyWMzG3DSSSSoekkudhUd9yLb6qx39T9nMdj";

/// A wallet with a key and no derived addresses.
fn keyed(n: u16, user: ports::UserId) -> Wallet {
    let text = format!("tr({KEY})");
    Wallet {
        address: None,
        extended: Some(WalletExtendedKey {
            key: text.parse().unwrap(),
            gap_limit: GapLimit::LEAST,
            derived: vec![],
        }),
        text,
        nickname: Some(format!("Nickname {n}").parse().unwrap()),
        ..wallet(n, user, 1)
    }
}

fn path(branch: Branch, index: u32) -> DerivationPath {
    DerivationPath {
        script: Script::Tr,
        branch,
        index,
    }
}

async fn save(db: &TestStorage, wallets: &[Wallet]) {
    let mut work = db.begin().await;
    for wallet in wallets {
        work.wallets().save(wallet).await.unwrap();
    }
    work.commit().await.unwrap();
}

/// Adds the accounts and derives them for the wallet. Returns whether the wallet exists.
async fn derive(db: &TestStorage, wallet: WalletId, paths: &[(DerivationPath, AccountId)]) -> bool {
    let mut work = db.begin().await;
    let accounts: Vec<_> = paths.iter().map(|(_, account)| account.clone()).collect();
    work.accounts().add(&accounts, at(0)).await.unwrap();
    let derived = work.extended_keys().derive(wallet, paths).await.unwrap();
    work.commit().await.unwrap();
    derived
}

async fn derived(db: &TestStorage, wallet: WalletId) -> Option<Vec<DerivedAddress>> {
    let found = db.stores.extended_keys.wallet(wallet).await.unwrap();
    Some(found?.extended?.derived)
}

async fn a_key_is_read_back_with_its_derived_addresses(db: TestStorage) {
    let user = db.user(1).await;
    save(&db, &[keyed(1, user), wallet(2, user, 2)]).await;
    assert_eq!(
        db.stores.extended_keys.wallet(id(1)).await.unwrap(),
        Some(keyed(1, user))
    );
    assert_eq!(db.stores.extended_keys.wallet(id(2)).await.unwrap(), None);
    let paths = [
        (path(Branch::Change, 0), account(3)),
        (path(Branch::External, 10), account(2)),
        (path(Branch::External, 2), account(1)),
    ];
    assert!(derive(&db, id(1), &paths).await);
    let mut work = db.begin().await;
    work.accounts().counted(&account(2), 4).await.unwrap();
    work.commit().await.unwrap();
    let known = |at: usize, transactions| DerivedAddress {
        path: paths[at].0,
        account: paths[at].1.clone(),
        transactions,
        read_at: None,
    };
    let expected = vec![known(2, None), known(1, Some(4)), known(0, None)];
    assert_eq!(derived(&db, id(1)).await, Some(expected.clone()));
    let full = Wallet {
        extended: Some(WalletExtendedKey {
            derived: expected,
            ..keyed(1, user).extended.unwrap()
        }),
        ..keyed(1, user)
    };
    let both = [full, wallet(2, user, 2)];
    assert_eq!(db.stores.wallets.of_user(user).await.unwrap(), both);
    assert_eq!(db.begin().await.wallets().of_user(user, at(0)).await.unwrap(), both);
}

async fn a_gap_limit_is_stored(db: TestStorage) {
    let user = db.user(1).await;
    save(&db, &[keyed(1, user)]).await;
    assert!(derive(&db, id(1), &[(path(Branch::External, 0), account(1))]).await);
    let mut raised = keyed(1, user);
    raised.extended.as_mut().unwrap().gap_limit = GapLimit::MOST;
    save(&db, &[raised]).await;
    let found = db.stores.extended_keys.wallet(id(1)).await.unwrap().unwrap();
    let extended = found.extended.unwrap();
    assert_eq!((extended.gap_limit, extended.derived.len()), (GapLimit::MOST, 1));
}

async fn deriving_an_address_again_changes_nothing(db: TestStorage) {
    let user = db.user(1).await;
    save(&db, &[keyed(1, user)]).await;
    let one = [(path(Branch::External, 0), account(1))];
    assert!(derive(&db, id(1), &one).await);
    assert!(derive(&db, id(1), &one).await);
    assert!(derive(&db, id(1), &[]).await);
    assert_eq!(derived(&db, id(1)).await.unwrap().len(), 1);
}

async fn nothing_is_derived_for_a_removed_wallet(db: TestStorage) {
    let user = db.user(1).await;
    let gone = Wallet {
        removed_at: Some(at(5)),
        ..keyed(1, user)
    };
    save(&db, &[gone, wallet(2, user, 2)]).await;
    let one = [(path(Branch::External, 0), account(1))];
    for n in [1, 2, 3] {
        assert!(!derive(&db, id(n), &one).await, "wallet {n}");
        assert_eq!(derived(&db, id(n)).await, None);
    }
    assert_eq!(db.stores.extended_keys.holders(&account(1)).await.unwrap(), []);
}

async fn one_account_can_be_derived_for_several_wallets(db: TestStorage) {
    let (one, other) = (db.user(1).await, db.user(2).await);
    save(&db, &[keyed(1, one), keyed(2, other)]).await;
    for n in [2, 1] {
        assert!(derive(&db, id(n), &[(path(Branch::External, 0), account(1))]).await);
    }
    let holders = db.stores.extended_keys.holders(&account(1)).await.unwrap();
    assert_eq!(holders, [id(1), id(2)]);
    assert_eq!(db.stores.extended_keys.holders(&account(2)).await.unwrap(), []);
}

async fn a_derived_account_is_watched_until_removed(db: TestStorage) {
    let (one, other) = (db.user(1).await, db.user(2).await);
    save(&db, &[keyed(1, one), keyed(2, other)]).await;
    for n in [1, 2] {
        derive(&db, id(n), &[(path(Branch::External, 0), account(1))]).await;
    }
    let due = async || db.stores.accounts.due(at(9), at(9), at(9), 9).await.unwrap();
    for (forgotten, watched) in [(1, vec![account(1)]), (2, vec![])] {
        let mut work = db.begin().await;
        work.extended_keys().forget(id(forgotten)).await.unwrap();
        work.commit().await.unwrap();
        assert_eq!(derived(&db, id(forgotten)).await, Some(vec![]));
        assert_eq!(due().await, watched);
    }
}

async fn derived_addresses_are_erased_with_their_wallet(db: TestStorage) {
    let user = db.user(1).await;
    let gone = |n, seconds| Wallet {
        removed_at: Some(at(seconds)),
        ..keyed(n, user)
    };
    let other = Wallet {
        removed_at: Some(at(1)),
        ..wallet(4, user, 4)
    };
    save(&db, &[gone(1, 10), gone(2, 20), keyed(3, user), other]).await;
    let mut work = db.begin().await;
    assert_eq!(work.wallets().erase_removed(at(20)).await.unwrap(), 2);
    work.commit().await.unwrap();
    let left = db.begin().await.wallets().of_user(user, at(0)).await.unwrap();
    let ids: Vec<_> = left.iter().map(|wallet| wallet.id).collect();
    assert_eq!(ids, [id(3), id(2)]);
}
