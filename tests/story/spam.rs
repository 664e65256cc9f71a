//! Which tokens are judged as spam, and which never are.

use std::sync::Arc;

use adapters::{
    chain::{rows::rows, tokens},
    storage::DatabaseLocation,
};
use domain::{
    spam::{HideRule, Judgement, MarketDepth, MarketDepths, Suspect, judge},
    valuation::{BalanceQuery, PortfolioReport},
};
use ports::{Asset, AssetId, KnownTokens, SourceId, Timestamp, asset::Holders};
use support::stage::Stage;

const ADDRESS: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";

/// Judges every token of the start list among all the others, as if an account held it: none may be hidden, with a
/// price, without one, or before any source was queried. The rule about thousands of holders spares tokens with a price
/// and tokens on the list.
#[test]
fn no_token_of_the_start_list_is_spam() {
    let list = tokens::start_list(rows().unwrap()).unwrap();
    for at in 0..list.len() {
        let asset = Asset {
            origin: "chain".into(),
            listed: false,
            ..list[at].clone()
        };
        let held_by_all = Asset {
            holders: Some(Holders {
                count: 49_213,
                by: SourceId::fixed("blockscout"),
                at: Timestamp::from_seconds(0),
            }),
            ..asset.clone()
        };
        let others = list.iter().filter(|other| other.id != asset.id);
        let known_tokens = KnownTokens::new(others.map(|other| (other.id.clone(), other.metadata.symbol.as_str())));
        for (asset, market) in [
            (&asset, MarketDepth::Unasked),
            (&asset, MarketDepth::Missing),
            (&asset, MarketDepth::Deep),
            (&held_by_all, MarketDepth::Unasked),
            (&held_by_all, MarketDepth::Deep),
        ] {
            let markets = MarketDepths::new([(&asset.id, market)]);
            let said = judge(&Suspect::of(asset, &known_tokens, &markets));
            assert!(
                !matches!(said, Some(Judgement::Hide(_))),
                "{:?}: {said:?}",
                asset.metadata
            );
        }
    }
}

async fn balance(stage: &Stage, person: &domain::Caller) -> PortfolioReport {
    let valuations = stage.tracker.valuations();
    valuations.balance(person, &BalanceQuery::default()).await.unwrap()
}

/// Returns a user with a demo wallet that holds an asset hidden by a rule, and that asset.
async fn with_spam(stage: &Stage) -> (domain::Caller, AssetId) {
    let person = stage.person(&[ADDRESS, ports::Address::evm([7; 20]).as_str()]).await;
    stage.work_off().await;
    let report = balance(stage, &person).await;
    let hidden = report.hidden.first().expect("every demo wallet holds spam");
    assert_eq!(hidden.rule.code(), "spam");
    (person, hidden.asset.clone())
}

#[tokio::test]
async fn a_users_choice_overrides_a_rule_and_is_flagged() {
    let stage = Stage::demo(false).await;
    let (person, asset) = with_spam(&stage).await;
    let before = balance(&stage, &person).await;
    stage.tracker.assets().show(&person, &asset).await.unwrap();
    let shown = balance(&stage, &person).await;
    assert_eq!(shown.coverage.hidden + 1, before.coverage.hidden);
    let line = shown.assets.iter().find(|line| line.asset == asset).unwrap();
    assert_eq!(line.flags.len(), 1, "the rule's reason is kept as a warning");
    stage.tracker.assets().hide(&person, &asset).await.unwrap();
    let again = balance(&stage, &person).await;
    assert_eq!(again.coverage.hidden, before.coverage.hidden);
    let rule = again
        .hidden
        .iter()
        .find(|one| one.asset == asset)
        .map(|one| one.rule.code());
    assert_eq!(
        rule,
        Some("spam"),
        "after the choice is undone, the rule's reason applies again"
    );
}

/// A choice that was undone has no effect later: the rules decide again.
#[tokio::test]
async fn hidden_and_shown_again_an_asset_is_judged_by_the_rules() {
    let stage = Stage::demo(false).await;
    let (person, _) = with_spam(&stage).await;
    let asset = balance(&stage, &person).await.assets[0].asset.clone();
    let (assets, stores) = (stage.tracker.assets(), &stage.tracker.ports().stores);
    assets.hide(&person, &asset).await.unwrap();
    let report = balance(&stage, &person).await;
    let hidden = report.hidden.iter().find(|one| one.asset == asset).unwrap();
    assert_eq!(hidden.rule.code(), "hidden_by_you");
    for _ in 0..2 {
        assets.hide(&person, &asset).await.unwrap();
        assert_eq!(
            stores.hidden_assets.of_user(person.user).await.unwrap().len(),
            1,
            "the same choice made again is stored"
        );
    }
    assets.show(&person, &asset).await.unwrap();
    assert_eq!(stores.hidden_assets.of_user(person.user).await.unwrap(), []);
    assert!(
        !balance(&stage, &person)
            .await
            .hidden
            .iter()
            .any(|one| one.asset == asset)
    );
}

/// A well-known token with a price, on a server whose configuration blocks its contract.
#[tokio::test]
async fn a_blocked_contract_is_hidden_whatever_its_name() {
    let innocent = Stage::demo(false).await;
    let (person, _) = with_spam(&innocent).await;
    let lines = balance(&innocent, &person).await.assets;
    let known = |asset: &AssetId| innocent.tracker.ports().known_tokens.knows(asset);
    let bad = lines.into_iter().map(|line| line.asset).find(known);
    let bad = bad.expect("the demo world contains a well-known token");
    let stage = Stage::with(DatabaseLocation::Memory, false, |mut ports| {
        ports.known_tokens = Arc::new(ports.known_tokens.as_ref().clone().with_bad([bad.clone()]));
        ports
    })
    .await;
    let (person, _) = with_spam(&stage).await;
    let report = balance(&stage, &person).await;
    let hidden = report.hidden.iter().find(|one| one.asset == bad).unwrap();
    assert_eq!((hidden.rule.code(), &hidden.rule), ("spam", &HideRule::KnownBad));
    assert!(hidden.rule.text().contains("lists its contract as bad"));
    stage.tracker.assets().show(&person, &bad).await.unwrap();
    let shown = balance(&stage, &person).await;
    assert!(shown.coverage.hidden < report.coverage.hidden);
    assert!(!shown.hidden.iter().any(|one| one.asset == bad));
    let said = shown.assets.iter().flat_map(|line| &line.flags);
    let said: Vec<&str> = said.map(|flag| flag.text.as_str()).collect();
    assert!(
        said.contains(&HideRule::KnownBad.text().as_str()),
        "a shown token keeps the reason: {said:?}"
    );
}

#[tokio::test]
async fn tokens_of_the_start_list_are_neither_hidden_nor_flagged() {
    let stage = Stage::demo(false).await;
    let (person, _) = with_spam(&stage).await;
    let report = balance(&stage, &person).await;
    let listed = |asset: &AssetId| {
        stage
            .assets
            .iter()
            .any(|one| one.id == *asset && one.origin == "start-list")
    };
    assert!(
        !report.hidden.iter().any(|one| listed(&one.asset)),
        "{:?}",
        report.hidden
    );
    for line in report.assets.iter().filter(|line| listed(&line.asset)) {
        assert_eq!(line.flags, [], "{}", line.symbol);
    }
}
