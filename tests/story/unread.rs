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
use support::stage::Stage;

const ADDRESS: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
/// Account 0 of the phrase "abandon ... about" by BIP 84.
const ZPUB: &str =
    "zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs";
const TRON: &str = "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8";

#[tokio::test]
async fn unread_wallets_are_listed_and_make_the_total_incomplete() {
    let stage = Stage::demo(false).await;
    let person = stage.person(&[ADDRESS]).await;
    stage.work_off().await;
    assert!(stage.report(&person).await.coverage.unread.is_empty());

    let texts = [ADDRESS, TRON, "hello", "nobody-here.eth", "offchain.eth"];
    let person = stage.person(&texts).await;
    stage.work_off().await;
    let report = stage.report(&person).await;
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
    let told = stage.tracker.valuations().explain(&person, &figure).await.unwrap();
    assert!(
        told.left_out.iter().any(|one| one.label == "hello"),
        "{:?}",
        told.left_out
    );

    let on_chain = BalanceQuery {
        chain: Some(ports::ChainId::evm(1)),
        ..BalanceQuery::default()
    };
    let narrowed = stage.tracker.valuations().balance(&person, &on_chain).await.unwrap();
    assert_eq!(
        narrowed.coverage.unread.len(),
        3,
        "Tron wallets hold nothing on Ethereum"
    );
}

#[tokio::test]
async fn with_only_unread_wallets_the_total_is_unknown() {
    let stage = Stage::demo(false).await;
    let person = stage.person(&[ADDRESS, TRON]).await;
    stage.tracker.users().delete_wallet(&person, ADDRESS).await.unwrap();
    stage.work_off().await;
    let report = stage.report(&person).await;
    assert_eq!((report.total, report.coverage.unread.len()), (None, 1));
    assert!(!report.coverage.complete());
}

#[tokio::test]
async fn a_name_of_another_wallet_of_the_list_is_no_gap() {
    let stage = Stage::demo(false).await;
    let person = stage.person(&["lighthouse.eth", ADDRESS]).await;
    stage.work_off().await;
    let report = stage.report(&person).await;
    assert!(report.coverage.unread.is_empty());
}

/// The entered text is private, but visitors do see that something is missing.
#[tokio::test]
async fn a_visitor_learns_only_the_number() {
    let stage = Stage::demo(false).await;
    let person = stage.person(&[ADDRESS, TRON, "hello"]).await;
    stage.work_off().await;
    let shares = stage.tracker.shares();
    let slug = shares.rotate(&person, Rotation::On).await.unwrap().unwrap();
    let opened = shares.open(slug.as_str(), &[]).await.unwrap();
    let visitor = shares.admit(opened.token.reveal()).await.unwrap();
    let shared = shares.balance(&visitor, &BalanceQuery::default()).await.unwrap();
    assert_eq!((shared.coverage.unread, shared.coverage.complete), (2, false));
    let told = format!("{shared:?}");
    for private in [TRON, "hello", "not supported"] {
        assert!(!told.contains(private), "{private} is private");
    }
}

#[tokio::test]
async fn the_net_worth_of_nothing_is_an_error_with_a_reason() {
    let stage = Stage::demo(false).await;
    for empty in ["", "  "] {
        let error = stage.tracker.net_worth(empty).await.unwrap_err();
        assert!(matches!(error, WatchError::Empty), "{error}");
        assert_eq!(error.to_string(), "Enter an address or a name, such as vitalik.eth.");
    }
    for (text, why) in [
        (TRON, "Tron addresses are not supported yet."),
        ("nobody-here.eth", "This name is not registered."),
        ("hello", "0x"),
    ] {
        let error = stage.tracker.net_worth(text).await.unwrap_err();
        assert!(matches!(error, WatchError::Unread(_)), "{text}: {error}");
        assert!(error.to_string().contains(why), "{text}: {error}");
    }
    assert!(stage.tracker.net_worth(ADDRESS).await.unwrap().total.is_some());
}

/// A key deriver that always fails.
struct Broken;

impl KeyDeriver for Broken {
    fn child(&self, _: &ExtendedKey, _: u32) -> Result<ExtendedKey, DeriveError> {
        Err(DeriveError::NoPoint)
    }

    fn address(&self, _: &ExtendedKey, _: Script, _: &[Form]) -> Result<Option<Address>, DeriveError> {
        Err(DeriveError::NoPoint)
    }
}

#[tokio::test]
async fn a_failed_key_scan_is_listed_and_makes_the_total_incomplete() {
    let stage = Stage::with(DatabaseLocation::Memory, false, |mut ports| {
        ports.keys = Arc::new(Broken);
        ports
    })
    .await;
    let person = stage.person(&[ADDRESS, ZPUB]).await;
    stage.work_off().await;
    let coverage = stage.report(&person).await.coverage;
    assert!(!coverage.complete());
    let [unread] = coverage.unread.as_slice() else {
        panic!("{:?}", coverage.unread)
    };
    let wallets = stage.tracker.users().get(&person).await.unwrap().wallets;
    assert_eq!(unread.wallet, wallets[1].id);
    assert!(
        !unread.problem.text.is_empty() && !unread.problem.text.contains("zpub"),
        "{:?}",
        unread.problem
    );
    let figure = stage.report(&person).await.figure(FigurePath::Sum(Filter::default()));
    let explained = stage.tracker.valuations().explain(&person, &figure).await.unwrap();
    assert!(
        explained.left_out.iter().any(|one| one.label == unread.label),
        "{:?}",
        explained.left_out
    );
}
