//! The change since the day before: which moment it refers to, how much of the total it covers, and what is requested for it.

use std::time::Duration;

use domain::{
    job::QUOTES_AT,
    valuation::{Basis, DayQuery, FigurePath},
};
use ports::job::JobState;

use super::{ADDRESS, job, stage, wait, yesterday};

/// The sources are queried about a moment once, for the assets known then. A new user may hold others.
#[tokio::test]
async fn assets_of_a_new_user_are_requested_too() {
    let (stage, person, sources) = stage().await;
    let at = yesterday(&stage, &person).await.at;
    stage.work_off().await;
    assert_eq!(job(&stage, at).await.state, JobState::Done);
    let once = sources[0].asked();
    assert_eq!(yesterday(&stage, &person).await.at, at);
    stage.work_off().await;
    assert_eq!(sources[0].asked(), once, "there is nothing new to request");

    stage.clock.advance(Duration::from_secs(60));
    let other = stage.person(&["lighthouse.eth"]).await;
    stage.work_off().await;
    assert_eq!(yesterday(&stage, &other).await.at, at);
    assert_eq!(job(&stage, at).await.state, JobState::Ready);
    stage.work_off().await;
    assert!(sources[0].asked() > once);
    let asked = sources[0].asked();
    let known = yesterday(&stage, &other).await;
    assert_eq!(known.basis, Some(Basis::PriceMove));
    stage.work_off().await;
    assert_eq!(sources[0].asked(), asked, "it is requested only once");
}

/// A change that covers only a part of the total says so, lists what is missing, and covers the whole total once that
/// is known.
#[tokio::test]
async fn a_change_states_how_much_it_covers() {
    let (stage, person, _) = stage().await;
    let valuations = stage.tracker.valuations();
    yesterday(&stage, &person).await;
    stage.work_off().await;
    // Another address is added, whose assets have no price of that moment yet.
    let listing = support::stage::listing(&[ADDRESS, "lighthouse.eth"]);
    stage.tracker.users().list_wallets(&person, &listing).await.unwrap();
    stage.work_off().await;
    let report = stage.report(&person).await;
    let part = yesterday(&stage, &person).await;
    assert_eq!(part.total, report.total);
    assert!(part.pending && part.not_compared > 0, "{part:?}");
    assert!(part.compared < part.total);
    let why = valuations
        .explain(&person, &part.figure(FigurePath::Change).unwrap())
        .await
        .unwrap();
    assert_eq!((why.exact, why.tree.recomputed()), (part.change, part.change));
    let missing = why.left_out.iter().filter(|one| one.reason.code == "not_asked_yet");
    assert_eq!(missing.count(), part.not_compared as usize);

    stage.work_off().await;
    let whole = yesterday(&stage, &person).await;
    assert!(!whole.pending, "{whole:?}");
    assert_eq!((whole.compared, whole.not_compared), (whole.total, 0));
}

/// The change belongs to the valuation it is requested for: minutes later it is the same, with the same figure.
#[tokio::test]
async fn the_same_valuation_has_the_same_change() {
    let (stage, person, _) = stage().await;
    let valuations = stage.tracker.valuations();
    let report = stage.report(&person).await;
    let query = DayQuery {
        valuation: Some(report.valuation),
        ..DayQuery::default()
    };
    valuations.yesterday(&person, &query).await.unwrap();
    stage.work_off().await;
    let first = valuations.yesterday(&person, &query).await.unwrap();
    assert_eq!(first.total, report.total);
    for minutes in [7, 50, 64] {
        stage.clock.advance(Duration::from_mins(minutes));
        stage.tracker.work().quote_now().await.unwrap();
        stage.work_off().await;
        let again = valuations.yesterday(&person, &query).await.unwrap();
        assert_eq!(
            (again.change, again.at, again.compared),
            (first.change, first.at, first.compared)
        );
        assert_eq!(again.moves, first.moves);
    }
    let now = yesterday(&stage, &person).await;
    assert_ne!(now.at, first.at, "without a valuation it is the change up to now");
}

/// Every hour refers to another moment, and requests about moments that are no longer used are deleted.
#[tokio::test]
async fn requests_about_unused_moments_are_deleted() {
    let (stage, person, sources) = stage().await;
    sources[0].refuse();
    let at = yesterday(&stage, &person).await.at;
    stage.work_off().await;
    let (kinds, subjects) = ([QUOTES_AT.to_owned()], [at.millis().to_string()]);
    let jobs = &stage.tracker.ports().stores.jobs;
    let kept = async || jobs.of_subjects(&kinds, &subjects).await.unwrap().len();
    while wait(&stage, at).await == JobState::Running {}
    while yesterday(&stage, &person).await.at == at {
        assert_eq!(kept().await, 1, "the moment is used for an hour");
        stage.clock.advance(Duration::from_mins(20));
        stage.work_off().await;
    }
    for _ in 0..3 {
        stage.clock.advance(Duration::from_hours(1));
        stage.work_off().await;
    }
    assert_eq!(kept().await, 0);
    let dead = stage.tracker.health().data().await.unwrap().jobs.dead;
    assert_eq!(dead, 0, "the health of the data does not count it");
}
