//! Tokens that a user adds by contract address: found in the user's accounts, and not revealed to others.

use std::sync::Arc;

use adapters::{chain::evm::EvmReader, storage::DatabaseLocation};
use domain::{
    AddTokenError, AssetError, Caller,
    share::Rotation,
    valuation::{AssetSelection, BalanceQuery, FigurePath, Filter},
};
use ports::{AddedToken, Address, AssetId, ChainId, Clock};
use support::{
    extra_tokens::{self, CHAIN, token},
    mock_upstream::MockUpstream,
    outgoing::{client, row, short_timeouts},
    tracker_fixture::TrackerFixture,
};

const ADDRESS: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";

async fn fixture() -> (TrackerFixture, Caller) {
    let fixture = TrackerFixture::with(DatabaseLocation::Memory, false, |mut ports| {
        extra_tokens::install(&mut ports);
        ports
    })
    .await;
    let person = fixture.person(&[ADDRESS]).await;
    fixture.run_jobs().await;
    (fixture, person)
}

fn contract() -> String {
    token(1).contract().unwrap().to_string()
}

async fn amount(fixture: &TrackerFixture, person: &Caller) -> Option<String> {
    let report = fixture.report(person).await;
    let mut parts = report.assets.iter().flat_map(|line| &line.parts);
    let part = parts.find(|part| part.asset == token(1))?;
    assert!(part.added);
    part.amount.map(|amount| amount.to_string())
}

async fn add(fixture: &TrackerFixture, person: &Caller) {
    let assets = fixture.tracker.assets();
    let added = assets
        .add_token(person, &ChainId::evm(CHAIN), &contract())
        .await
        .unwrap();
    let metadata = added.metadata;
    assert_eq!((metadata.symbol.as_str(), metadata.decimals), ("TRUE", Some(6)));
}

#[tokio::test]
async fn a_token_that_is_added_appears_with_its_balance_and_goes_when_it_is_removed() {
    let (fixture, person) = fixture().await;
    assert_eq!(amount(&fixture, &person).await, None);
    add(&fixture, &person).await;
    let waiting = fixture.report(&person).await.coverage;
    assert!(
        waiting.reading > 0 && !waiting.complete(),
        "the account was last read without the token"
    );
    let before = fixture.clock.now();
    fixture.run_jobs().await;
    assert!(fixture.clock.now().since(before).as_secs() < 30, "it is read at once");
    assert_eq!(amount(&fixture, &person).await.as_deref(), Some("7"));
    assert_eq!(fixture.report(&person).await.coverage.reading, 0);

    let report = fixture.report(&person).await;
    let line = report.assets.iter().find(|line| line.asset == token(1)).unwrap();
    let of_group = Filter {
        asset: Some(AssetSelection::Group(line.group.clone())),
        ..Filter::default()
    };
    let figure = report.figure(FigurePath::Sum(of_group));
    let explained = fixture.tracker.valuations().explain(&person, &figure).await.unwrap();
    assert!(explained.as_text().contains("added by you"), "{}", explained.as_text());

    let assets = fixture.tracker.assets();
    add(&fixture, &person).await;
    let own = assets.added_tokens(&person).await.unwrap();
    assert_eq!(own.len(), 1, "adding it twice has the effect of once");
    assert!(assets.remove_token(&person, &token(1)).await.unwrap());
    assert!(!assets.remove_token(&person, &token(1)).await.unwrap());
    assert_eq!(amount(&fixture, &person).await, None);
    assert!(assets.added_tokens(&person).await.unwrap().is_empty());
    add(&fixture, &person).await;
    fixture.run_jobs().await;
    assert_eq!(
        amount(&fixture, &person).await.as_deref(),
        Some("7"),
        "it can be added again"
    );
}

/// Accounts are read once for all users who watch them. A token that one of them added stays private.
#[tokio::test]
async fn added_tokens_are_not_visible_to_others() {
    let (fixture, person) = fixture().await;
    let other = fixture.person(&[ADDRESS]).await;
    fixture.run_jobs().await;
    let before = fixture.report(&other).await;
    add(&fixture, &person).await;
    fixture.run_jobs().await;
    assert_eq!(amount(&fixture, &person).await.as_deref(), Some("7"));

    let after = fixture.report(&other).await;
    assert_eq!(amount(&fixture, &other).await, None);
    assert_eq!(after.coverage.unpriced.len(), before.coverage.unpriced.len());
    assert_eq!(after.assets.len(), before.assets.len());
    let assets = fixture.tracker.assets();
    assert!(assets.added_tokens(&other).await.unwrap().is_empty());
    let hidden = assets.hide(&other, &token(1)).await.unwrap_err();
    assert!(matches!(hidden, AssetError::NotFound), "as if the asset were unknown");
    assets.hide(&person, &token(1)).await.unwrap();
    assets.show(&person, &token(1)).await.unwrap();

    let shares = fixture.tracker.shares();
    let slug = shares.rotate(&person, Rotation::On).await.unwrap().unwrap();
    let opened = shares.open(slug.as_str(), &[]).await.unwrap();
    let visitor = shares.admit(opened.token.reveal()).await.unwrap();
    let seen = shares.balance(&visitor, &BalanceQuery::default()).await.unwrap();
    assert!(!format!("{seen:?}").contains(token(1).as_str()));

    let universe = &fixture.tracker.ports().stores.assets;
    let universe = universe.universe(&ChainId::evm(CHAIN)).await.unwrap();
    assert!(
        universe.iter().all(|asset| asset.id != token(1)),
        "it is not looked for in other users' accounts"
    );
    add(&fixture, &other).await;
    fixture.run_jobs().await;
    assert_eq!(
        amount(&fixture, &other).await.as_deref(),
        Some("7"),
        "the other user added it too"
    );
}

#[tokio::test]
async fn contracts_that_are_no_tokens_are_rejected_with_a_reason() {
    let (fixture, person) = fixture().await;
    let base = ChainId::evm(CHAIN);
    let refusal = async |chain: &ChainId, text: &str| {
        let refused = fixture.tracker.assets().add_token(&person, chain, text).await;
        match refused.unwrap_err() {
            AddTokenError::Chain(text) => ("chain", text),
            AddTokenError::Contract(text) => ("contract", text),
            AddTokenError::Source(text) => ("source", text),
            AddTokenError::Storage(error) => panic!("{error}"),
        }
    };
    let id = |text: &str| text.parse::<ChainId>().unwrap();
    let bitcoin = id("bip122:000000000019d6689c085ae165831e93");
    let solana = id("solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp");
    let key = "ab".repeat(32);
    for (chain, text, field, words) in [
        (
            &base,
            token(9).contract().unwrap().as_str(),
            "contract",
            "There is no token contract at this address on Base.",
        ),
        (&base, "0x1234", "contract", "characters"),
        (
            &base,
            "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
            "contract",
            "starts with 0x",
        ),
        (&base, key.as_str(), "contract", "private key"),
        (&bitcoin, contract().as_str(), "chain", "No tokens are read on Bitcoin."),
        (&solana, contract().as_str(), "chain", "Not needed"),
        (
            &ChainId::evm(999_999),
            contract().as_str(),
            "chain",
            "is not read by this server",
        ),
    ] {
        let (of, message) = refusal(chain, text).await;
        assert_eq!(of, field, "{message}");
        assert!(message.contains(words), "{message}");
        assert!(!message.contains(&key), "a secret is not repeated");
    }
    assert!(fixture.tracker.assets().added_tokens(&person).await.unwrap().is_empty());
}

/// Some chains report the balance of their native coin a second time, as a token.
#[tokio::test]
async fn a_contract_that_reports_the_native_balance_is_rejected_without_a_request() {
    const OPTIMISM: u64 = 10;
    let node = MockUpstream::of_files(&[("/", "")]);
    let (client, _) = client(&[&node], short_timeouts());
    let reader = Arc::new(EvmReader::new(&[row(OPTIMISM, &[&node])], &client));
    let fixture = TrackerFixture::with(DatabaseLocation::Memory, false, |mut ports| {
        ports.readers = vec![reader];
        ports
    })
    .await;
    let person = fixture.person(&[ADDRESS]).await;
    let mirror = "0xDeadDeAddeAddEAddeadDEaDDEAdDeaDDeAD0000";
    let refused = fixture
        .tracker
        .assets()
        .add_token(&person, &ChainId::evm(OPTIMISM), mirror)
        .await;
    let Err(AddTokenError::Contract(text)) = refused else {
        panic!("{refused:?}")
    };
    assert_eq!(
        text,
        "This contract reports the balance of OP Mainnet's native coin, which is already included."
    );
    assert_eq!(node.count(), 0);
    assert!(fixture.tracker.assets().added_tokens(&person).await.unwrap().is_empty());
}

#[tokio::test]
async fn a_user_adds_at_most_a_hundred_tokens() {
    let (fixture, person) = fixture().await;
    add(&fixture, &person).await;
    let mut work = fixture.tracker.ports().storage.begin().await.unwrap();
    for n in 100..199 {
        let token = AddedToken {
            asset: AssetId::erc20(&ChainId::evm(CHAIN), &Address::evm([n; 20])),
            added_at: fixture.clock.now(),
        };
        work.added_tokens().add(person.user, &token).await.unwrap();
    }
    work.commit().await.unwrap();
    let assets = fixture.tracker.assets();
    assert_eq!(assets.added_tokens(&person).await.unwrap().len(), 100);
    let other = token(3).contract().unwrap().to_string();
    let refused = assets.add_token(&person, &ChainId::evm(CHAIN), &other).await;
    let Err(AddTokenError::Contract(text)) = refused else {
        panic!("{refused:?}")
    };
    assert_eq!(text, "You have added 100 tokens. Remove one to add another.");
    add(&fixture, &person).await;
    assert!(assets.remove_token(&person, &token(1)).await.unwrap());
    add(&fixture, &person).await;
    assert_eq!(
        assets.added_tokens(&person).await.unwrap().len(),
        100,
        "there is room for another one"
    );
}
