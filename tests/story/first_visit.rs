//! A first visit with three wallets, one of them a name and one invalid: the figures, their explanations, and a missing
//! price.

use std::time::Duration;

use domain::{
    user::UserError,
    valuation::{AssetSelection, Basis, DayQuery, FigurePath, Filter, ValuationError},
};
use ports::Currency;
use support::tracker_fixture::{TrackerFixture, wallet_list};

const ADDRESS: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";

#[tokio::test]
async fn three_wallets_become_an_explained_portfolio() {
    let fixture = TrackerFixture::demo(false).await;
    let person = fixture.person(&["lighthouse.eth", ADDRESS, "0x1234"]).await;
    let view = fixture.tracker.users().get(&person).await.unwrap();
    assert_eq!(view.wallets.len(), 3);
    assert!(view.wallets[2].problem.as_ref().unwrap().text.contains("Too short"));

    let before = fixture.report(&person).await;
    assert_eq!(
        before.total, None,
        "nothing was read yet, so the total is unknown and not zero"
    );
    assert!(before.coverage.reading > 0);

    fixture.run_jobs().await;
    let report = fixture.report(&person).await;
    assert_eq!(report.coverage.reading, 0);
    assert!(report.coverage.priced > 5);
    assert!(
        !report.coverage.unpriced.is_empty(),
        "the demo world contains unpriced tokens"
    );
    assert!(report.coverage.hidden > 0, "the demo world contains spam");
    assert!(
        !report.coverage.failed.is_empty(),
        "the demo world contains a failing source"
    );
    assert!(!report.coverage.complete());

    let total = report.figure(FigurePath::Sum(Filter::default()));
    let why = fixture.tracker.valuations().explain(&person, &total).await.unwrap();
    assert_eq!(why.exact, report.total);
    assert_eq!(why.tree.recomputed(), report.total);
    assert!(!why.recomputed);
    assert_eq!(
        why.left_out.len(),
        report.coverage.unpriced.len() + report.coverage.hidden as usize + report.coverage.unread.len()
    );
    assert!(why.as_text().contains("Left out of this figure"));
}

/// Another user already holds something, so the price sources already wait for their next refresh.
#[tokio::test]
async fn while_a_price_is_requested_a_job_waits_or_runs() {
    let fixture = TrackerFixture::demo(false).await;
    fixture.person(&["lighthouse.eth"]).await;
    fixture.run_jobs().await;
    let person = fixture.person(&[ADDRESS]).await;
    let (work, mut requested) = (fixture.tracker.work(), 0);
    for _ in 0..200 {
        let unpriced = fixture.report(&person).await.coverage.unpriced;
        let being_requested = unpriced.iter().any(|one| one.reason.code == "not_requested_yet");
        let status = fixture.tracker.sync().status(&person).await.unwrap();
        let busy = status.counts.waiting + status.counts.running > 0;
        assert!(busy || !being_requested, "{unpriced:?}");
        requested += u32::from(being_requested);
        match work.claim("test", 1).await.unwrap().pop() {
            Some(lease) => drop(work.perform(&lease).await.unwrap()),
            None => fixture.clock.advance(Duration::from_millis(50)),
        }
    }
    assert!(requested > 0, "a requested price was seen");
}

#[tokio::test]
async fn every_row_is_explained() {
    let fixture = TrackerFixture::demo(false).await;
    let person = fixture.person(&[ADDRESS]).await;
    fixture.run_jobs().await;
    let report = fixture.report(&person).await;
    for line in report.assets.iter().filter(|line| line.value.is_some()) {
        let filter = Filter {
            asset: Some(AssetSelection::Group(line.group.clone())),
            ..Filter::default()
        };
        let figure = report.figure(FigurePath::Sum(filter));
        let why = fixture.tracker.valuations().explain(&person, &figure).await.unwrap();
        assert_eq!((why.title.as_str(), why.exact), (line.name.as_str(), line.value));
        assert_eq!(why.tree.recomputed(), line.value, "{}", line.symbol);
        if let [part] = line.parts.as_slice() {
            assert_eq!(why.formula.len(), 3, "{}", line.symbol);
            assert_eq!(Some(why.formula[0].value), part.amount);
        }
        let price = report.figure(FigurePath::Price(line.asset.clone()));
        let why = fixture.tracker.valuations().explain(&person, &price).await.unwrap();
        assert_eq!(why.exact, line.price);
    }
}

#[tokio::test]
async fn figures_are_not_explained_to_other_users() {
    let fixture = TrackerFixture::demo(false).await;
    let (person, stranger) = (fixture.person(&[ADDRESS]).await, fixture.person(&[ADDRESS]).await);
    fixture.run_jobs().await;
    let report = fixture.report(&person).await;
    let figure = report.figure(FigurePath::Sum(Filter::default()));
    let refused = fixture.tracker.valuations().explain(&stranger, &figure).await;
    assert!(matches!(refused, Err(ValuationError::NotFound)));
}

#[tokio::test]
async fn a_manual_price_counts_until_it_is_removed() {
    let fixture = TrackerFixture::demo(false).await;
    let person = fixture.person(&[ADDRESS]).await;
    fixture.run_jobs().await;
    let before = fixture.report(&person).await;
    let missing = before
        .coverage
        .unpriced
        .iter()
        .find(|one| one.amount.is_some())
        .unwrap()
        .clone();
    fixture
        .tracker
        .prices()
        .set(&person, &missing.asset, "2".parse().unwrap(), &Currency::usd())
        .await
        .unwrap();
    let after = fixture.report(&person).await;
    assert_ne!(after.valuation, before.valuation);
    assert!(after.coverage.unpriced.iter().all(|one| one.asset != missing.asset));
    let added = after.total.unwrap().sub(before.total.unwrap()).unwrap();
    let held = before.coverage.unpriced.iter().filter(|one| one.asset == missing.asset);
    let quantity = held.fold(ports::Amount::ZERO, |sum, one| sum.add(one.amount.unwrap()).unwrap());
    assert_eq!(added, quantity.mul("2".parse().unwrap()).unwrap());
    let line = after
        .assets
        .iter()
        .find(|line| line.parts.iter().any(|part| part.asset == missing.asset))
        .unwrap();
    assert!(line.manual);
    assert!(fixture.tracker.prices().clear(&person, &missing.asset).await.unwrap());
    let again = fixture.report(&person).await;
    assert_eq!(again.total, before.total);
}

#[tokio::test]
async fn yesterday_is_based_on_the_ledger_first_and_on_snapshots_a_day_later() {
    let fixture = TrackerFixture::demo(false).await;
    let person = fixture.person(&[ADDRESS]).await;
    let valuations = fixture.tracker.valuations();
    assert_eq!(
        valuations
            .yesterday(&person, &DayQuery::default())
            .await
            .unwrap()
            .reason
            .unwrap()
            .code,
        "not_read_yet"
    );
    fixture.run_jobs().await;
    assert_eq!(
        valuations
            .yesterday(&person, &DayQuery::default())
            .await
            .unwrap()
            .reason
            .unwrap()
            .code,
        "not_requested_yet"
    );
    fixture.run_jobs().await;
    let first = valuations.yesterday(&person, &DayQuery::default()).await.unwrap();
    assert_eq!(first.basis, Some(Basis::Ledger), "{:?}", first.reason);
    let figure = first.figure(FigurePath::Change).unwrap();
    let why = valuations.explain(&person, &figure).await.unwrap();
    assert_eq!(why.exact, first.change);
    assert_eq!(why.tree.recomputed(), first.change);

    fixture.clock.advance(Duration::from_hours(26));
    fixture.tracker.work().begin().await.unwrap();
    fixture.run_jobs().await;
    let next_day = valuations.yesterday(&person, &DayQuery::default()).await.unwrap();
    assert_eq!(next_day.basis, Some(Basis::Snapshot), "{:?}", next_day.reason);
}

#[tokio::test]
async fn without_a_known_total_there_is_no_change() {
    let fixture = TrackerFixture::demo(false).await;
    let person = fixture.person(&[ADDRESS]).await;
    let work = fixture.tracker.work();
    let mut without_total = 0;
    // Chains on which nothing is held are read before the first one on which something is held.
    for lease in work.claim("test", 100).await.unwrap().iter().rev() {
        work.perform(lease).await.unwrap();
        let report = fixture.report(&person).await;
        let day = fixture
            .tracker
            .valuations()
            .yesterday(&person, &DayQuery::default())
            .await;
        if report.total.is_none() {
            without_total += 1;
            assert_eq!(day.unwrap().change, None, "of {} networks", report.networks.len());
        }
    }
    assert!(without_total > 1, "{without_total}");
}

#[tokio::test]
async fn an_old_figure_is_recomputed_and_marked() {
    let fixture = TrackerFixture::demo(false).await;
    let person = fixture.person(&[ADDRESS]).await;
    fixture.run_jobs().await;
    let valuations = fixture.tracker.valuations();
    let report = fixture.report(&person).await;
    let figure = report.figure(FigurePath::Sum(Filter::default()));
    fixture.clock.advance(Duration::from_hours(20));
    assert!(
        !valuations.explain(&person, &figure).await.unwrap().recomputed,
        "its inputs are kept for a day"
    );
    fixture.clock.advance(Duration::from_hours(10));
    fixture.tracker.work().begin().await.unwrap();
    fixture.run_jobs().await;
    assert!(valuations.explain(&person, &figure).await.unwrap().recomputed);
}

#[tokio::test]
async fn secrets_and_unreadable_lists_are_rejected() {
    let fixture = TrackerFixture::demo(false).await;
    let secret = "ab".repeat(32);
    let refused = fixture.tracker.users().create(&wallet_list(&[ADDRESS, &secret])).await;
    let Err(UserError::Rows(rows)) = refused else {
        panic!("a private key was accepted")
    };
    assert!(rows[&1].contains("private key") && !rows[&1].contains(&secret));
    let refused = fixture
        .tracker
        .users()
        .create(&wallet_list(&["0x12", "nobody.eth"]))
        .await;
    let Err(UserError::Rows(rows)) = refused else {
        panic!("an unreadable list was accepted")
    };
    assert_eq!(rows.keys().copied().collect::<Vec<_>>(), [0, 1]);
}

#[tokio::test]
async fn unreadable_wallets_are_unknown_and_not_zero() {
    let fixture = TrackerFixture::with(adapters::storage::DatabaseLocation::Memory, false, |mut ports| {
        ports.readers.clear();
        ports
    })
    .await;
    let person = fixture.person(&[ADDRESS]).await;
    fixture.run_jobs().await;
    let report = fixture.report(&person).await;
    assert_eq!(report.total, None);
}
