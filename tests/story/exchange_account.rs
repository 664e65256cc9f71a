//! An account at an exchange goes through everything that an account of an address goes through: it is connected, read, valued,
//! covered, explained and shared. The exchange is a reader and a row, nothing else knows it.

mod codes;
mod filed_markets;
mod files;
mod files_alone;
mod history;
mod market_trades;
mod markets;
mod trial;
mod trial_margin;
mod trial_markets;

use std::time::Duration;

use domain::{
    Caller, DetectionKind,
    connection::{ConnectAccount, ConnectionError, ConnectionState},
    ledger::HistoryState,
    share::{Rotation, ShareError},
    user::UserError,
    valuation::{BalanceQuery, FigurePath, Part, PortfolioReport},
};
use ports::{Amount, ChainId, Wallet};
use support::tracker_fixture::{TrackerFixture, wallet_list};

use crate::history::{OWN, page};
use trial::{exchange, with_exchange};
use trial_margin::margin;

async fn connect(fixture: &TrackerFixture, person: &Caller, name: &str) -> Result<Wallet, ConnectionError> {
    register(fixture, person).await;
    connect_at(fixture, person, exchange(), name).await
}

async fn register(fixture: &TrackerFixture, person: &Caller) {
    let ports = fixture.tracker.ports();
    let mut work = ports.storage.begin().await.unwrap();
    work.registrations()
        .register(person.user, ports.clock.now(), None)
        .await
        .unwrap();
    work.commit().await.unwrap();
}

/// Connects an account with a key of its own, as a registered person.
async fn connect_at(
    fixture: &TrackerFixture,
    person: &Caller,
    exchange: ChainId,
    name: &str,
) -> Result<Wallet, ConnectionError> {
    let request = ConnectAccount {
        exchange,
        name: name.parse().unwrap(),
        // A key may read a part of the history only.
        accepts_warnings: true,
    };
    let key = format!("key of {name}");
    let connections = fixture.tracker.connections();
    connections.connect(person, &request, |_| Some(key.clone())).await
}

/// Runs rounds for so long that every account is read again.
async fn settle(fixture: &TrackerFixture) {
    for _ in 0..4 {
        fixture.run_jobs().await;
        fixture.clock.advance(Duration::from_mins(10));
        fixture.tracker.work().begin().await.unwrap();
    }
    fixture.run_jobs().await;
}

fn at_exchange(report: &PortfolioReport) -> Vec<&Part> {
    let parts = report.assets.iter().flat_map(|line| &line.parts);
    parts
        .map(|part| &part.shown)
        .filter(|part| part.account.chain == exchange())
        .collect()
}

fn sum<'a>(parts: impl IntoIterator<Item = &'a Part>) -> Amount {
    let values = parts.into_iter().filter_map(|part| part.value);
    values.fold(Amount::ZERO, |sum, value| sum.add(value).unwrap())
}

#[tokio::test]
async fn an_empty_account_is_read_and_says_that_it_is_empty() {
    let (fixture, _) = with_exchange().await;
    let person = fixture.person(&[OWN]).await;
    settle(&fixture).await;
    let before = fixture.report(&person).await;
    let wallet = connect(&fixture, &person, "Main").await.unwrap();
    let waiting = fixture.report(&person).await;
    assert_eq!(
        waiting.coverage.reading, 1,
        "nothing is claimed of it before it is read"
    );
    assert!(!waiting.coverage.complete());
    fixture.run_jobs().await;
    let report = fixture.report(&person).await;
    assert_eq!(
        (report.coverage.reading, report.coverage.complete()),
        (0, before.coverage.complete())
    );
    assert_eq!(report.total, before.total);
    let quiet = report
        .quiet_networks
        .iter()
        .find(|one| one.chain == exchange())
        .unwrap();
    assert_eq!((quiet.accounts, quiet.probed), (1, false));
    let line = report.wallets.iter().find(|line| line.wallet.id == wallet.id).unwrap();
    assert_eq!((line.wallet.label().as_str(), line.priced + line.unpriced), ("Main", 0));
}

#[tokio::test]
async fn what_it_holds_is_valued_and_explained_with_its_places() {
    let (fixture, held) = with_exchange().await;
    let person = fixture.person(&[OWN]).await;
    let wallet = connect(&fixture, &person, "Main").await.unwrap();
    *held.lock().unwrap() = margin();
    settle(&fixture).await;
    let report = fixture.report(&person).await;
    let parts = at_exchange(&report);
    let mut amounts: Vec<_> = parts.iter().map(|part| part.amount.unwrap().to_string()).collect();
    amounts.sort();
    assert_eq!(amounts, ["-500", "1.5", "2000"]);
    let value = sum(parts.iter().copied());
    let all = report
        .assets
        .iter()
        .flat_map(|line| &line.parts)
        .map(|part| &part.shown);
    assert_eq!(report.total, Some(sum(all)));
    let line = report.wallets.iter().find(|line| line.wallet.id == wallet.id).unwrap();
    assert_eq!(line.value, Some(value));
    let network = report.networks.iter().find(|line| line.chain == exchange()).unwrap();
    assert_eq!(network.value, Some(value));
    for part in parts {
        let figure = report.figure(FigurePath::Sum(part.filter()));
        let figure = figure.to_string().parse().unwrap();
        let why = fixture.tracker.valuations().explain(&person, &figure).await.unwrap();
        assert_eq!(
            (why.exact, why.tree.recomputed()),
            (part.value, part.value),
            "{}",
            why.title
        );
        let text = why.as_text();
        assert!(text.contains("Main") && text.contains("api.trial.example"), "{text}");
        assert_eq!(text.contains("Cross margin"), part.position.is_some(), "{text}");
    }
}

/// Returns how many accounts at the exchange have old balances.
fn stale(report: &PortfolioReport) -> usize {
    let accounts = report.coverage.stale.iter().filter_map(|one| one.account.as_ref());
    accounts.filter(|account| account.chain == exchange()).count()
}

#[tokio::test]
async fn an_exchange_that_does_not_answer_is_said_and_its_last_balances_stay() {
    let (fixture, held) = with_exchange().await;
    let person = fixture.person(&[OWN]).await;
    connect(&fixture, &person, "Main").await.unwrap();
    *held.lock().unwrap() = margin();
    settle(&fixture).await;
    let before = fixture.report(&person).await;
    held.lock().unwrap().is_down = true;
    settle(&fixture).await;
    let report = fixture.report(&person).await;
    assert_eq!(at_exchange(&report).len(), at_exchange(&before).len());
    assert_eq!(stale(&report), 1);
    held.lock().unwrap().is_down = false;
    fixture.clock.advance(Duration::from_hours(2));
    settle(&fixture).await;
    assert_eq!(stale(&fixture.report(&person).await), 0);
}

#[tokio::test]
async fn a_history_that_nobody_reads_is_a_gap() {
    let (fixture, held) = with_exchange().await;
    let person = fixture.person(&[OWN]).await;
    settle(&fixture).await;
    assert!(page(&fixture, &person).await.coverage.is_complete());
    connect(&fixture, &person, "Main").await.unwrap();
    *held.lock().unwrap() = margin();
    settle(&fixture).await;
    let coverage = page(&fixture, &person).await.coverage;
    assert!(!coverage.is_complete());
    let states = coverage.accounts.iter().filter(|one| one.account.chain == exchange());
    let states: Vec<_> = states.map(|one| one.state).collect();
    assert_eq!(states, [HistoryState::NoSource]);
    let gap = coverage.gaps.iter().find(|gap| gap.text.contains("Trial Exchange"));
    assert!(gap.is_some(), "{:?}", coverage.gaps);
}

#[tokio::test]
async fn visitors_see_its_value_and_not_its_name() {
    let (fixture, held) = with_exchange().await;
    let person = fixture.person(&[OWN]).await;
    let wallet = connect(&fixture, &person, "Secret plans").await.unwrap();
    *held.lock().unwrap() = margin();
    settle(&fixture).await;
    let report = fixture.report(&person).await;
    let shares = fixture.tracker.shares();
    let slug = shares.rotate(&person, Rotation::On).await.unwrap().unwrap();
    let opened = shares.open(slug.as_str(), &[]).await.unwrap();
    let visitor = shares.admit(opened.token.reveal()).await.unwrap();
    let seen = shares.balance(&visitor, &BalanceQuery::default()).await.unwrap();
    assert_eq!(seen.total, report.total);
    let address = wallet.address.clone().unwrap();
    let labels: Vec<String> = opened.wallets.iter().map(domain::share::SharedWallet::label).collect();
    assert!(
        labels.contains(&address.short()) && address.short().starts_with("trial…"),
        "{labels:?}"
    );
    let shown = format!("{seen:?} {:?}", opened.wallets);
    assert!(!shown.contains("Secret plans"));
    let opened = shares.open_address(address.as_str()).await;
    assert!(
        matches!(opened, Err(ShareError::NoAddress(_))),
        "nobody opens it by its address"
    );
}

#[tokio::test]
async fn only_its_person_has_it_and_a_list_of_wallets_leaves_it_alone() {
    let (fixture, held) = with_exchange().await;
    *held.lock().unwrap() = margin();
    let person = fixture.person(&[OWN]).await;
    let wallet = connect(&fixture, &person, "Main").await.unwrap();
    settle(&fixture).await;
    let text = wallet.text.as_str();
    let users = fixture.tracker.users();
    let refused = users.create(&wallet_list(&[text])).await;
    assert!(
        matches!(refused, Err(UserError::Rows(_))),
        "an address of an exchange is nothing that people enter"
    );
    let found = fixture.tracker.chains().detect(&[text.to_owned()], None).await.unwrap();
    assert_eq!(found[0].kind, DetectionKind::Unknown);
    let other = fixture.person(&[OWN]).await;
    users.list_wallets(&other, &wallet_list(&[OWN, text])).await.unwrap();
    settle(&fixture).await;
    assert!(at_exchange(&fixture.report(&other).await).is_empty());

    // The page sends the whole list, with or without the row.
    for list in [
        &[OWN][..],
        &[text, OWN],
        &[OWN, "0x000000000000000000000000000000000000dEaD"],
    ] {
        let view = users.list_wallets(&person, &wallet_list(list)).await.unwrap();
        let kept = view.wallets.iter().find(|row| row.id == wallet.id).unwrap();
        assert_eq!(
            (kept.label().as_str(), &kept.address, &kept.problem),
            ("Main", &wallet.address, &None)
        );
    }
    assert_eq!(at_exchange(&fixture.report(&person).await).len(), 3);
    let empty = users.list_wallets(&person, &wallet_list(&[])).await;
    assert!(
        matches!(empty, Err(UserError::WouldEmpty)),
        "the account is no wallet that is left"
    );

    let same = connect(&fixture, &person, "Main").await.unwrap();
    assert_eq!(
        same.address, wallet.address,
        "a key under the same name replaces that of the account"
    );
    let second = connect(&fixture, &person, "Second").await.unwrap();
    assert_ne!(second.address, wallet.address);
    users.delete_wallet(&person, text).await.unwrap();
    let left = fixture.accounts(person.user).await;
    let left: Vec<_> = left.iter().filter(|account| account.chain == exchange()).collect();
    assert_eq!(
        left.iter().map(|account| Some(&account.address)).collect::<Vec<_>>(),
        [second.address.as_ref()]
    );
}

#[tokio::test]
async fn one_account_is_not_connected_with_two_keys() {
    let (fixture, held) = with_exchange().await;
    let person = fixture.person(&[OWN]).await;
    held.lock().unwrap().id = Some("the first");
    connect(&fixture, &person, "Main").await.unwrap();
    connect(&fixture, &person, "Main").await.unwrap();
    let refused = connect(&fixture, &person, "Second").await;
    assert!(
        matches!(&refused, Err(ConnectionError::KeyTaken(name)) if name == "Main"),
        "{refused:?}"
    );
    let names = async || -> Vec<String> {
        let accounts = fixture.tracker.connections().list(&person).await.unwrap();
        accounts.iter().map(|one| one.wallet.label()).collect()
    };
    assert_eq!(names().await, ["Main"], "nothing was stored");
    let other = fixture.person(&[OWN]).await;
    connect(&fixture, &other, "Second").await.unwrap();

    held.lock().unwrap().id = Some("the second");
    connect(&fixture, &person, "Second").await.unwrap();
    held.lock().unwrap().id = None;
    connect(&fixture, &person, "Third").await.unwrap();
    connect(&fixture, &person, "Fourth").await.unwrap();
    held.lock().unwrap().id = Some("the first");
    let connections = fixture.tracker.connections();
    let main = "Main".parse().unwrap();
    connections.disconnect(&person, &exchange(), &main).await.unwrap();
    connect(&fixture, &person, "Fifth").await.unwrap();
    let restored = connections.restore(&person, &exchange(), &main).await;
    assert!(
        matches!(&restored, Err(ConnectionError::KeyTaken(name)) if name == "Fifth"),
        "{restored:?}"
    );
    assert_eq!(names().await, ["Second", "Third", "Fourth", "Fifth"]);
}

#[tokio::test]
async fn what_is_no_exchange_is_not_connected() {
    let (fixture, _) = with_exchange().await;
    let person = fixture.person(&[OWN]).await;
    for chain in ["eip155:1", "exchange:other"] {
        connect(&fixture, &person, "Main").await.unwrap();
        let found = connect_at(&fixture, &person, chain.parse().unwrap(), "Main").await;
        assert!(matches!(found, Err(ConnectionError::NotRead(_))), "{chain}");
    }
}

#[tokio::test]
async fn a_refused_key_pauses_its_account_alone() {
    let (fixture, held) = with_exchange().await;
    let person = fixture.person(&[OWN]).await;
    connect(&fixture, &person, "Main").await.unwrap();
    *held.lock().unwrap() = margin();
    settle(&fixture).await;
    held.lock().unwrap().is_key_refused = true;
    settle(&fixture).await;
    let accounts = fixture.tracker.connections().list(&person).await.unwrap();
    let ConnectionState::NeedsAttention(failure) = &accounts[0].state else {
        panic!("{:?}", accounts[0].state);
    };
    assert_eq!(failure.code, "bad_key");
    assert_eq!(
        failure.retry_at.unwrap().since(failure.at),
        Duration::from_hours(6),
        "further tries would lock the key"
    );
    let report = fixture.report(&person).await;
    assert_eq!(at_exchange(&report).len(), 3, "the last balances stay");
    assert!(!report.coverage.complete());
    let sources = fixture.tracker.ports().stores.sources.all().await.unwrap();
    let trial = sources.iter().find(|one| one.id.as_str().starts_with("trial")).unwrap();
    assert_eq!(
        trial.failure, None,
        "others are not shown that somebody's key was refused"
    );
}

#[tokio::test]
async fn a_key_is_erased_however_its_account_is_removed() {
    let (fixture, _) = with_exchange().await;
    let person = fixture.person(&[OWN]).await;
    let wallet = connect(&fixture, &person, "Main").await.unwrap();
    let keys = fixture.tracker.ports().stores.exchange_credentials.clone();
    fixture
        .tracker
        .users()
        .delete_wallet(&person, wallet.key())
        .await
        .unwrap();
    assert_eq!(keys.of_user(person.user).await.unwrap().len(), 1);
    fixture.clock.advance(Duration::from_secs(11));
    fixture.run_jobs().await;
    assert_eq!(keys.of_user(person.user).await.unwrap().len(), 0);
}
