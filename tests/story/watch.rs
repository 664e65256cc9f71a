//! A program without users watches addresses: it reads, values and explains them, and leaves no data behind.

use std::sync::Arc;

use domain::{Caller, UserError, Watch, WatchError};
use ports::{AccountId, Chains, job::JobState};
use support::tracker_fixture::TrackerFixture;

const ADDRESS: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const OTHER: &str = "0x225f137127d9067788314bc7fcc1f36746a3c3B5";

/// Returns the states of the reading jobs of these accounts, with how often each was started.
async fn jobs(fixture: &TrackerFixture, accounts: &[AccountId]) -> Vec<(JobState, u32)> {
    let kinds = ["read-account", "find-tokens"].map(str::to_owned);
    let subjects: Vec<String> = accounts.iter().map(ToString::to_string).collect();
    let jobs = fixture.tracker.ports().stores.jobs.of_subjects(&kinds, &subjects).await;
    jobs.unwrap().iter().map(|job| (job.state, job.attempts)).collect()
}

/// Returns whether any data of this user and of these accounts is stored.
async fn is_kept(fixture: &TrackerFixture, caller: &Caller, accounts: &[AccountId]) -> bool {
    let stores = &fixture.tracker.ports().stores;
    let user = stores.users.find(caller.user).await.unwrap();
    let states = stores.accounts.states(accounts).await.unwrap();
    let wallets = stores.wallets.of_user(caller.user).await.unwrap();
    user.is_some() || !states.is_empty() || !wallets.is_empty() || !jobs(fixture, accounts).await.is_empty()
}

async fn watch(fixture: &TrackerFixture, text: &str) -> Watch {
    fixture.tracker.watch([text]).await.unwrap()
}

#[tokio::test]
async fn a_handle_reads_values_and_explains() {
    let fixture = TrackerFixture::demo(false).await;
    let watch = watch(&fixture, ADDRESS).await;
    assert_eq!(watch.value().await.unwrap().total, None, "nothing was read yet");
    watch.refresh().await.unwrap();
    let report = watch.value().await.unwrap();
    let total = report.total.unwrap();
    assert!(total > ports::Amount::ZERO && !report.assets.is_empty(), "{total}");
    let explained = watch.explain(&report.total_figure()).await.unwrap();
    assert_eq!((explained.exact, explained.recomputed), (Some(total), false));
    let mut parts = ports::Amount::ZERO;
    for asset in report.assets.iter().filter(|asset| asset.value.is_some()) {
        let figure = report.asset_figure(asset);
        let explained = watch.explain(&figure).await.unwrap();
        assert_eq!(explained.exact, asset.value, "{}", asset.symbol);
        parts = parts.add(asset.value.unwrap()).unwrap();
    }
    assert_eq!(parts, total);
    assert_eq!(fixture.tracker.net_worth(ADDRESS).await.unwrap().total, Some(total));
}

#[tokio::test]
async fn a_figure_of_another_handle_is_not_explained() {
    let fixture = TrackerFixture::demo(false).await;
    let (one, other) = (watch(&fixture, ADDRESS).await, watch(&fixture, ADDRESS).await);
    one.refresh().await.unwrap();
    let figure = one.value().await.unwrap().total_figure();
    let error = other.explain(&figure).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "There is no such figure, wallet or network of this user."
    );
}

#[tokio::test]
async fn nothing_is_left_behind() {
    let fixture = TrackerFixture::demo(false).await;
    let watch = watch(&fixture, ADDRESS).await;
    watch.refresh().await.unwrap();
    let (caller, accounts) = (*watch.caller(), fixture.accounts(watch.caller().user).await);
    let recipe = watch.value().await.unwrap();
    assert!(is_kept(&fixture, &caller, &accounts).await);
    watch.end().await.unwrap();
    assert!(!is_kept(&fixture, &caller, &accounts).await);
    let stores = &fixture.tracker.ports().stores;
    assert_eq!(stores.snapshots.held_assets().await.unwrap(), []);
    let found = stores.recipes.find(recipe.valuation, recipe.owner).await.unwrap();
    assert!(found.is_none());
}

#[tokio::test]
async fn a_net_worth_leaves_nothing_behind_either() {
    let fixture = TrackerFixture::demo(false).await;
    let before = fixture.tracker.ports().stores.job_changes.counts().await.unwrap();
    let worth = fixture.tracker.net_worth(ADDRESS).await.unwrap();
    assert!(worth.total.is_some());
    let stores = &fixture.tracker.ports().stores;
    assert_eq!(stores.snapshots.held_assets().await.unwrap(), []);
    let account = "eip155:1:".to_owned() + ADDRESS;
    let left = jobs(&fixture, &[account.parse().unwrap()]).await;
    assert_eq!(left, [], "before it: {before:?}");
}

#[tokio::test]
async fn a_dropped_handle_is_erased_by_the_next_one() {
    let fixture = TrackerFixture::demo(false).await;
    let dropped = watch(&fixture, ADDRESS).await;
    dropped.refresh().await.unwrap();
    let (caller, accounts) = (*dropped.caller(), fixture.accounts(dropped.caller().user).await);
    drop(dropped);
    assert!(is_kept(&fixture, &caller, &accounts).await);
    let _next = fixture.tracker.clone().watch([OTHER]).await.unwrap();
    assert!(!is_kept(&fixture, &caller, &accounts).await);
}

#[tokio::test]
async fn another_users_jobs_are_left_to_their_worker() {
    let fixture = TrackerFixture::demo(false).await;
    fixture.tracker.work().begin().await.unwrap();
    let person = fixture.person(&[OTHER]).await;
    let theirs = fixture.accounts(person.user).await;
    let before = jobs(&fixture, &theirs).await;
    assert!(before.iter().all(|job| *job == (JobState::Ready, 0)) && !before.is_empty());
    let watch = watch(&fixture, ADDRESS).await;
    watch.refresh().await.unwrap();
    assert!(watch.value().await.unwrap().total.is_some());
    assert_eq!(jobs(&fixture, &theirs).await, before);
    watch.end().await.unwrap();
    assert_eq!(jobs(&fixture, &theirs).await, before);
    fixture.run_jobs().await;
    assert!(fixture.report(&person).await.total.is_some());
}

#[tokio::test]
async fn accounts_of_another_user_are_kept() {
    let fixture = TrackerFixture::demo(false).await;
    let person = fixture.person(&[ADDRESS]).await;
    fixture.run_jobs().await;
    let total = fixture.report(&person).await.total;
    let watch = watch(&fixture, ADDRESS).await;
    assert_eq!(
        watch.value().await.unwrap().total,
        total,
        "it was read for another user"
    );
    watch.end().await.unwrap();
    assert_eq!(fixture.report(&person).await.total, total);
}

#[tokio::test]
async fn a_refresh_also_reads_the_rate_of_another_currency() {
    let fixture = TrackerFixture::demo(false).await;
    let watch = watch(&fixture, ADDRESS).await.in_currency("EUR".parse().unwrap());
    watch.refresh().await.unwrap();
    let report = watch.value().await.unwrap();
    assert_eq!(report.currency.as_str(), "EUR");
    let dollars = fixture.tracker.net_worth(ADDRESS).await.unwrap().total.unwrap();
    let euros = report.total.unwrap();
    assert!(euros > ports::Amount::ZERO && euros != dollars, "{euros} of {dollars}");
    assert_eq!(watch.explain(&report.total_figure()).await.unwrap().exact, Some(euros));
}

#[tokio::test]
async fn errors_state_their_reason() {
    let fixture = TrackerFixture::demo(false).await;
    let of = |error: WatchError| error.to_string();
    let none: [&str; 0] = [];
    assert_eq!(
        of(fixture.tracker.watch(none).await.unwrap_err()),
        "Enter an address or a name, such as vitalik.eth."
    );
    let refused = of(fixture.tracker.watch(["hello", "0x12"]).await.unwrap_err());
    assert!(refused.contains("vitalik.eth") && refused.contains("0x"), "{refused}");
    let error = fixture
        .tracker
        .users()
        .create(&support::tracker_fixture::wallet_list(&["hello"]))
        .await;
    let Err(error @ UserError::Rows(_)) = error.map(drop) else {
        panic!("the list was accepted")
    };
    assert!(
        error.to_string().starts_with("No wallet was taken: ") && error.to_string().contains("0x"),
        "{error}"
    );
}

#[tokio::test]
async fn a_failing_source_is_listed_in_the_coverage() {
    let fixture = TrackerFixture::with(adapters::storage::DatabaseLocation::Memory, false, |mut ports| {
        ports.prices.clear();
        let chains = ports.chains.all().iter().take(1).cloned().collect();
        ports.chains = Arc::new(Chains::new(chains));
        ports
    })
    .await;
    let watch = watch(&fixture, ADDRESS).await;
    watch.refresh().await.unwrap();
    let coverage = watch.value().await.unwrap().coverage;
    assert!(!coverage.complete() && !coverage.unpriced.is_empty(), "{coverage:?}");
}
