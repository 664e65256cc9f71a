//! The change since the day before: which moment it refers to, how much of the total it covers, and what is requested for it.

use std::time::Duration;

use domain::{
    job::QUOTES_AT,
    valuation::{Basis, DayQuery, FigurePath},
};
use ports::job::JobState;

use super::{ADDRESS, fixture, job, run_until_finished, yesterday};

/// The sources are queried about a moment once, for the assets known then. A new user may hold others.
#[tokio::test]
async fn assets_of_a_new_user_are_requested_too() {
    let (fixture, person, sources) = fixture().await;
    let at = yesterday(&fixture, &person).await.at;
    fixture.run_jobs().await;
    assert_eq!(job(&fixture, at).await.state, JobState::Done);
    let once = sources[0].past_requests();
    assert_eq!(yesterday(&fixture, &person).await.at, at);
    fixture.run_jobs().await;
    assert_eq!(sources[0].past_requests(), once, "there is nothing new to request");

    fixture.clock.advance(Duration::from_secs(60));
    let other = fixture.person(&["lighthouse.eth"]).await;
    fixture.run_jobs().await;
    assert_eq!(yesterday(&fixture, &other).await.at, at);
    assert_eq!(job(&fixture, at).await.state, JobState::Ready);
    fixture.run_jobs().await;
    assert!(sources[0].past_requests() > once);
    let past_requests = sources[0].past_requests();
    let known = yesterday(&fixture, &other).await;
    assert_eq!(known.basis, Some(Basis::Ledger));
    fixture.run_jobs().await;
    assert_eq!(sources[0].past_requests(), past_requests, "it is requested only once");
}

/// A change that covers only a part of the total says so, lists what is missing, and covers the whole total once that
/// is known.
#[tokio::test]
async fn a_change_states_how_much_it_covers() {
    let (fixture, person, _) = fixture().await;
    let valuations = fixture.tracker.valuations();
    yesterday(&fixture, &person).await;
    fixture.run_jobs().await;
    // Another address is added, whose assets have no price of that moment yet.
    let wallet_list = support::tracker_fixture::wallet_list(&[ADDRESS, "lighthouse.eth"]);
    fixture
        .tracker
        .users()
        .list_wallets(&person, &wallet_list)
        .await
        .unwrap();
    fixture.run_jobs().await;
    let report = fixture.report(&person).await;
    let part = yesterday(&fixture, &person).await;
    assert_eq!(part.total, report.total);
    assert!(part.pending && part.not_compared > 0, "{part:?}");
    assert!(part.compared < part.total);
    let why = valuations
        .explain(&person, &part.figure(FigurePath::Change).unwrap())
        .await
        .unwrap();
    assert_eq!((why.exact, why.tree.recomputed()), (part.change, part.change));
    let missing = why.left_out.iter().filter(|one| one.reason.code == "not_requested_yet");
    assert_eq!(missing.count(), part.not_compared as usize);

    fixture.run_jobs().await;
    let whole = yesterday(&fixture, &person).await;
    assert!(!whole.pending, "{whole:?}");
    assert_eq!((whole.compared, whole.not_compared), (whole.total, 0));
}

/// The change belongs to the valuation it is requested for: minutes later it is the same, with the same figure.
#[tokio::test]
async fn the_same_valuation_has_the_same_change() {
    let (fixture, person, _) = fixture().await;
    let valuations = fixture.tracker.valuations();
    let report = fixture.report(&person).await;
    let query = DayQuery {
        valuation: Some(report.valuation),
        ..DayQuery::default()
    };
    valuations.yesterday(&person, &query).await.unwrap();
    fixture.run_jobs().await;
    let first = valuations.yesterday(&person, &query).await.unwrap();
    assert_eq!(first.total, report.total);
    for minutes in [7, 50, 64] {
        fixture.clock.advance(Duration::from_mins(minutes));
        fixture.tracker.work().quote_now().await.unwrap();
        fixture.run_jobs().await;
        let again = valuations.yesterday(&person, &query).await.unwrap();
        assert_eq!(
            (again.change, again.at, again.compared),
            (first.change, first.at, first.compared)
        );
        assert_eq!(again.moves, first.moves);
    }
    let now = yesterday(&fixture, &person).await;
    assert_ne!(now.at, first.at, "without a valuation it is the change up to now");
}

/// Every hour refers to another moment, and requests about moments that are no longer used are deleted.
#[tokio::test]
async fn requests_about_unused_moments_are_deleted() {
    let (fixture, person, sources) = fixture().await;
    sources[0].refuse();
    let at = yesterday(&fixture, &person).await.at;
    fixture.run_jobs().await;
    let (kinds, subjects) = ([QUOTES_AT.name.to_owned()], [at.millis().to_string()]);
    let jobs = &fixture.tracker.ports().stores.jobs;
    let kept = async || jobs.of_subjects(&kinds, &subjects).await.unwrap().len();
    while run_until_finished(&fixture, at).await == JobState::Running {}
    while yesterday(&fixture, &person).await.at == at {
        assert_eq!(kept().await, 1, "the moment is used for an hour");
        fixture.clock.advance(Duration::from_mins(20));
        fixture.run_jobs().await;
    }
    for _ in 0..3 {
        fixture.clock.advance(Duration::from_hours(1));
        fixture.run_jobs().await;
    }
    assert_eq!(kept().await, 0);
    let dead = fixture.tracker.health().data().await.unwrap().jobs.dead;
    assert_eq!(dead, 0, "the health of the data does not count it");
}
