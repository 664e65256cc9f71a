//! Plan limits, list versions, and concurrent changes of a list.

use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicU8, Ordering},
    },
    time::Duration,
};

use adapters::storage::DatabaseLocation;
use async_trait::async_trait;
use domain::{
    sync::{SyncKind, SyncSource},
    user::{ListWallets, UserError},
};
use futures::future::join;
use ports::{Address, Name, NameResolver, Profile, name::ResolveError, source::SourceKind};
use support::source_profile::source_profile;
use support::tracker_fixture::{TrackerFixture, wallet_list};

fn addresses(from: u8, count: u8) -> Vec<String> {
    (from..from + count)
        .map(|n| Address::evm([n; 20]).to_string())
        .collect()
}

fn list(texts: Vec<String>) -> ListWallets {
    ListWallets {
        texts,
        ..ListWallets::default()
    }
}

#[tokio::test]
async fn the_free_plan_allows_five() {
    let fixture = TrackerFixture::demo(true).await;
    let refused = fixture.tracker.users().create(&list(addresses(1, 6))).await;
    assert!(matches!(
        refused,
        Err(UserError::PlanLimit {
            limit: 5,
            used: 6,
            upgrade_trigger: 1
        })
    ));
    assert!(fixture.tracker.users().create(&list(addresses(1, 5))).await.is_ok());
    let fixture = TrackerFixture::demo(false).await;
    assert!(fixture.tracker.users().create(&list(addresses(1, 60))).await.is_ok());
}

/// A resolver that counts its requests and gives every name an address of its own.
#[derive(Default)]
struct CountingResolver(AtomicU8);

#[async_trait]
impl NameResolver for CountingResolver {
    fn profile(&self) -> Profile {
        source_profile("counting", "Counting names", SourceKind::Name, "nothing")
    }

    async fn resolve(&self, _: &Name) -> Result<Address, ResolveError> {
        Ok(Address::evm([self.0.fetch_add(1, Ordering::Relaxed); 20]))
    }

    async fn reverse(&self, _: &Address) -> Result<Option<Name>, ResolveError> {
        Ok(None)
    }
}

#[tokio::test]
async fn a_rejected_list_resolves_no_names_and_a_name_is_resolved_once() {
    let resolver = Arc::new(CountingResolver::default());
    let installed = resolver.clone();
    let fixture = TrackerFixture::with(DatabaseLocation::Memory, true, |mut ports| {
        ports.names = installed;
        ports
    })
    .await;
    let asked = || resolver.0.load(Ordering::Relaxed);
    let names = |count: u16| (0..count).map(|n| format!("name-{n}.eth")).collect::<Vec<_>>();
    let users = fixture.tracker.users();
    let refused = users.create(&list(names(1000))).await;
    assert!(matches!(
        refused,
        Err(UserError::PlanLimit {
            limit: 5,
            used: 1000,
            ..
        })
    ));
    let person = fixture.person(&["name-0.eth", "NAME-0.eth", " name-0.eth "]).await;
    assert_eq!(asked(), 1, "the rejected list resolved none");
    let refused = users.list_wallets(&person, &list(names(1000))).await;
    assert!(matches!(refused, Err(UserError::PlanLimit { .. })));
    assert!(matches!(
        users.create(&list(names(1001))).await,
        Err(UserError::TooManyWallets { limit: 1000 })
    ));
    assert_eq!(asked(), 1);
    let five = list(names(5));
    assert_eq!(
        users.look_ups(Some(&person), &five).await.unwrap(),
        4,
        "one name was resolved recently"
    );
    assert_eq!(users.list_wallets(&person, &five).await.unwrap().wallets.len(), 5);
    assert_eq!((asked(), users.look_ups(None, &five).await.unwrap()), (5, 0));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_hundred_concurrent_additions_never_exceed_five() {
    let fixture = Arc::new(TrackerFixture::demo(true).await);
    let person = fixture.person(&[]).await;
    let adds = (1..=100u8).map(|n| {
        let fixture = fixture.clone();
        tokio::spawn(async move {
            let users = fixture.tracker.users();
            let mut texts: Vec<_> = users
                .get(&person)
                .await
                .unwrap()
                .wallets
                .iter()
                .map(|one| one.text.clone())
                .collect();
            texts.extend(addresses(n, 1));
            users.list_wallets(&person, &list(texts)).await.is_ok()
        })
    });
    futures::future::join_all(adds).await;
    assert!(fixture.tracker.users().get(&person).await.unwrap().wallets.len() <= 5);
}

#[tokio::test]
async fn two_windows_do_not_overwrite_each_other() {
    let fixture = TrackerFixture::demo(false).await;
    let person = fixture.person(&[&addresses(1, 1)[0]]).await;
    let users = fixture.tracker.users();
    let version = users.get(&person).await.unwrap().user.version;
    let stated = ListWallets {
        expected_version: Some(version),
        ..list(addresses(1, 2))
    };
    assert!(users.list_wallets(&person, &stated).await.is_ok());
    assert!(matches!(
        users.list_wallets(&person, &stated).await,
        Err(UserError::Stale)
    ));
}

#[tokio::test]
async fn emptying_a_list_needs_confirmation() {
    let fixture = TrackerFixture::demo(false).await;
    let person = fixture.person(&[&addresses(1, 1)[0]]).await;
    let users = fixture.tracker.users();
    assert!(matches!(
        users.list_wallets(&person, &wallet_list(&[])).await,
        Err(UserError::WouldEmpty)
    ));
    let meant = ListWallets {
        allow_empty: true,
        ..ListWallets::default()
    };
    assert!(users.list_wallets(&person, &meant).await.unwrap().wallets.is_empty());
}

#[tokio::test]
async fn a_deleted_wallet_can_be_restored_within_a_day() {
    let fixture = TrackerFixture::demo(false).await;
    let person = fixture.person(&[]).await;
    let users = fixture.tracker.users();
    let all = addresses(1, 2);
    let named = ListWallets {
        nicknames: [(all[1].clone(), "Savings".to_owned())].into(),
        ..list(all.clone())
    };
    let before = users.list_wallets(&person, &named).await.unwrap().wallets;
    users.delete_wallet(&person, &all[1]).await.unwrap();
    assert!(matches!(
        users.delete_wallet(&person, &all[1]).await,
        Err(UserError::NotFound)
    ));
    fixture.clock.advance(Duration::from_hours(23));
    let restored = users.list_wallets(&person, &list(all)).await.unwrap().wallets;
    assert_eq!(restored[1].nickname, before[1].nickname);
    assert_eq!(restored[1].created_at, before[1].created_at);
}

/// A list with only unrecognized rows is rejected, but a removed row of that kind can be restored with "Undo".
#[tokio::test]
async fn a_deleted_wallet_with_an_unrecognised_text_can_be_restored() {
    let fixture = TrackerFixture::demo(false).await;
    let good = &addresses(1, 1)[0];
    let person = fixture.person(&[good, "not an address"]).await;
    let users = fixture.tracker.users();
    users.delete_wallet(&person, good).await.unwrap();
    users.delete_wallet(&person, "not an address").await.unwrap();
    let new = users.list_wallets(&person, &wallet_list(&["no address either"])).await;
    assert!(matches!(new, Err(UserError::Rows(_))), "{new:?}");
    for _ in 0..2 {
        let restored = users
            .list_wallets(&person, &wallet_list(&["not an address"]))
            .await
            .unwrap();
        assert_eq!(
            restored.wallets[0].text, "not an address",
            "it is kept when entered again"
        );
    }
    fixture.clock.advance(Duration::from_hours(23));
    users.delete_wallet(&person, "not an address").await.unwrap();
    fixture.clock.advance(Duration::from_hours(25));
    let late = users.list_wallets(&person, &wallet_list(&["not an address"])).await;
    assert!(matches!(late, Err(UserError::Rows(_))), "{late:?}");
}

/// Enqueuing very many accounts of one user must not delay other writers until the end.
#[tokio::test]
async fn others_can_write_while_many_accounts_are_enqueued() {
    let fixture = TrackerFixture::demo(false).await;
    let texts = addresses(1, 60);
    let person = fixture
        .person(&texts.iter().map(String::as_str).collect::<Vec<_>>())
        .await;
    let (sync, storage) = (fixture.tracker.sync(), &fixture.tracker.ports().storage);
    let ended = Mutex::new(Vec::new());
    let refreshing = async {
        let wanted = sync.refresh(&person, |_| true).await.unwrap();
        ended.lock().unwrap().push("the refresh");
        wanted
    };
    let others = async {
        for _ in 0..3 {
            storage.begin().await.unwrap().commit().await.unwrap();
        }
        ended.lock().unwrap().push("the others");
    };
    let (wanted, ()) = join(refreshing, others).await;
    assert_eq!(*ended.lock().unwrap(), ["the others", "the refresh"]);
    let jobs = || async { sync.status(&person).await.unwrap().sources };
    let read = |lines: Vec<SyncSource>| lines.iter().filter(|line| line.kind == SyncKind::Account).count();
    assert!(wanted > 1000, "{wanted}");
    assert_eq!(read(jobs().await), wanted as usize);
    assert_eq!(sync.refresh(&person, |_| true).await.unwrap(), wanted);
    assert_eq!(read(jobs().await), wanted as usize, "nothing is enqueued twice");
}
