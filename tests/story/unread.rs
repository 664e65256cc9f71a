//! Every wallet counts: an unread one makes the total incomplete and is named only to its user.

use std::sync::Arc;

use adapters::storage::DatabaseLocation;
use domain::{
    WatchError,
    share::Rotation,
    valuation::{BalanceQuery, FigurePath, Filter},
};
use ports::{
    Address, ExtendedKey, KeyDeriver,
    address::Form,
    extended_key::{DeriveError, Script},
};
use support::tracker_fixture::TrackerFixture;

const ADDRESS: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
/// Account 0 of the phrase "abandon ... about" by BIP 84.
const ZPUB: &str =
    "zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs";
const TRON: &str = "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8";

#[tokio::test]
async fn unread_wallets_are_listed_and_make_the_total_incomplete() {
    let fixture = TrackerFixture::demo(false).await;
    let person = fixture.person(&[ADDRESS]).await;
    fixture.run_jobs().await;
    assert!(fixture.report(&person).await.coverage.unread.is_empty());

    let texts = [ADDRESS, TRON, "hello", "nobody-here.eth", "offchain.eth"];
    let person = fixture.person(&texts).await;
    fixture.run_jobs().await;
    let report = fixture.report(&person).await;
    let unread: Vec<_> = report
        .coverage
        .unread
        .iter()
        .map(|one| (one.address.as_str(), one.problem.code.as_str()))
        .collect();
    assert_eq!(
        unread,
        [
            (TRON, "not_supported_yet"),
            ("hello", "unknown"),
            ("nobody-here.eth", "name_not_registered"),
            ("offchain.eth", "name_off_chain"),
        ]
    );
    assert!(!report.coverage.complete());
    let figure = report.figure(FigurePath::Sum(Filter::default()));
    let explained = fixture.tracker.valuations().explain(&person, &figure).await.unwrap();
    assert!(
        explained.left_out.iter().any(|one| one.label == "hello"),
        "{:?}",
        explained.left_out
    );

    let on_chain = BalanceQuery {
        chain: Some(ports::ChainId::evm(1)),
        ..BalanceQuery::default()
    };
    let narrowed = fixture.tracker.valuations().balance(&person, &on_chain).await.unwrap();
    assert_eq!(
        narrowed.coverage.unread.len(),
        3,
        "Tron wallets hold nothing on Ethereum"
    );
}

#[tokio::test]
async fn with_only_unread_wallets_the_total_is_unknown() {
    let fixture = TrackerFixture::demo(false).await;
    let person = fixture.person(&[ADDRESS, TRON]).await;
    fixture.tracker.users().delete_wallet(&person, ADDRESS).await.unwrap();
    fixture.run_jobs().await;
    let report = fixture.report(&person).await;
    assert_eq!((report.total, report.coverage.unread.len()), (None, 1));
    assert!(!report.coverage.complete());
}

#[tokio::test]
async fn a_name_of_another_wallet_of_the_list_is_no_gap() {
    let fixture = TrackerFixture::demo(false).await;
    let person = fixture.person(&["lighthouse.eth", ADDRESS]).await;
    fixture.run_jobs().await;
    let report = fixture.report(&person).await;
    assert!(report.coverage.unread.is_empty());
}

/// The entered text is private, but visitors do see that something is missing.
#[tokio::test]
async fn a_visitor_learns_only_the_number() {
    let fixture = TrackerFixture::demo(false).await;
    let person = fixture.person(&[ADDRESS, TRON, "hello"]).await;
    fixture.run_jobs().await;
    let shares = fixture.tracker.shares();
    let slug = shares.rotate(&person, Rotation::On).await.unwrap().unwrap();
    let opened = shares.open(slug.as_str(), &[]).await.unwrap();
    let visitor = shares.admit(opened.token.reveal()).await.unwrap();
    let shared = shares.balance(&visitor, &BalanceQuery::default()).await.unwrap();
    assert_eq!((shared.coverage.unread, shared.coverage.complete), (2, false));
    let explained = format!("{shared:?}");
    for private in [TRON, "hello", "not supported"] {
        assert!(!explained.contains(private), "{private} is private");
    }
}

#[tokio::test]
async fn the_net_worth_of_nothing_is_an_error_with_a_reason() {
    let fixture = TrackerFixture::demo(false).await;
    for empty in ["", "  "] {
        let error = fixture.tracker.net_worth(empty).await.unwrap_err();
        assert!(matches!(error, WatchError::Empty), "{error}");
        assert_eq!(error.to_string(), "Enter an address or a name, such as vitalik.eth.");
    }
    for (text, why) in [
        (TRON, "Tron addresses are not supported yet."),
        ("nobody-here.eth", "This name is not registered."),
        ("hello", "0x"),
    ] {
        let error = fixture.tracker.net_worth(text).await.unwrap_err();
        assert!(matches!(error, WatchError::Unread(_)), "{text}: {error}");
        assert!(error.to_string().contains(why), "{text}: {error}");
    }
    assert!(fixture.tracker.net_worth(ADDRESS).await.unwrap().total.is_some());
}

/// A key deriver that always fails.
struct FailingResolver;

impl KeyDeriver for FailingResolver {
    fn child(&self, _: &ExtendedKey, _: u32) -> Result<ExtendedKey, DeriveError> {
        Err(DeriveError::NoPoint)
    }

    fn address(&self, _: &ExtendedKey, _: Script, _: &[Form]) -> Result<Option<Address>, DeriveError> {
        Err(DeriveError::NoPoint)
    }
}

#[tokio::test]
async fn a_failed_key_scan_is_listed_and_makes_the_total_incomplete() {
    let fixture = TrackerFixture::with(DatabaseLocation::Memory, false, |mut ports| {
        ports.keys = Arc::new(FailingResolver);
        ports
    })
    .await;
    let person = fixture.person(&[ADDRESS, ZPUB]).await;
    fixture.run_jobs().await;
    let coverage = fixture.report(&person).await.coverage;
    assert!(!coverage.complete());
    let [unread] = coverage.unread.as_slice() else {
        panic!("{:?}", coverage.unread)
    };
    let wallets = fixture.tracker.users().get(&person).await.unwrap().wallets;
    assert_eq!(unread.wallet, wallets[1].id);
    assert!(
        !unread.problem.text.is_empty() && !unread.problem.text.contains("zpub"),
        "{:?}",
        unread.problem
    );
    let figure = fixture.report(&person).await.figure(FigurePath::Sum(Filter::default()));
    let explained = fixture.tracker.valuations().explain(&person, &figure).await.unwrap();
    assert!(
        explained.left_out.iter().any(|one| one.label == unread.label),
        "{:?}",
        explained.left_out
    );
}
