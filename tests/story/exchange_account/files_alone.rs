//! Accounts that consist of imported files: nothing of them is read, what they hold is not known, and a key makes ordinary accounts of them.

use std::time::Duration;

use domain::{
    connection::ConnectionError,
    exchange_file::{ExchangeFileError, FileImport, ImportStatus},
};
use ports::{ExchangeFile, Timestamp, account::Activity, entry::EntryKind, fact::ExchangeRowKind};

use super::{
    history::{EURO, bought, lines, row},
    *,
};
use trial::{Held, with_histories};

const KINDS: [EntryKind; 3] = [EntryKind::Send, EntryKind::Swap, EntryKind::Receive];

/// Returns a registered person, and the exchange with a file of theirs.
async fn with_file() -> (TrackerFixture, std::sync::Arc<std::sync::Mutex<Held>>, Caller) {
    let (fixture, held) = with_histories().await;
    let person = fixture.person(&[OWN]).await;
    register(&fixture, &person).await;
    let all = bought(fixture.now());
    *held.lock().unwrap() = Held {
        file: all.rows.clone(),
        ..all
    };
    (fixture, held, person)
}

async fn open(fixture: &TrackerFixture, person: &Caller, name: &str) -> Result<ExchangeFile, ExchangeFileError> {
    let stated = FileImport {
        times: (Some(Timestamp::from_seconds(0)), None),
        ..FileImport::default()
    };
    let name = name.parse().unwrap();
    let files = fixture.tracker.exchange_files();
    files.import_new(person, (&exchange(), &name), &stated, b"a file").await
}

async fn state(fixture: &TrackerFixture, person: &Caller) -> ConnectionState {
    let mut accounts = fixture.tracker.connections().list(person).await.unwrap();
    assert_eq!(accounts.len(), 1);
    accounts.remove(0).state
}

async fn kinds(fixture: &TrackerFixture, person: &Caller) -> Vec<EntryKind> {
    lines(fixture, person).await.iter().map(|row| row.kind).collect()
}

#[tokio::test]
async fn a_file_opens_an_account_with_a_history_of_which_nothing_is_read() {
    let (fixture, held, person) = with_file().await;
    settle(&fixture).await;
    let before = fixture.report(&person).await;
    let name = "Old".parse().unwrap();
    let files = fixture.tracker.exchange_files();
    let preview = files
        .preview_new(&person, (&exchange(), &name), b"a file")
        .await
        .unwrap();
    let counting = preview.rows.iter().filter(|row| row.is(ImportStatus::Counts));
    assert_eq!(counting.count(), 4);
    assert!(
        fixture.tracker.connections().list(&person).await.unwrap().is_empty(),
        "nothing is stored"
    );

    let file = open(&fixture, &person, "Old").await.unwrap();
    assert_eq!(kinds(&fixture, &person).await, KINDS);
    fixture.clock.advance(Duration::from_hours(30));
    settle(&fixture).await;
    assert_eq!(kinds(&fixture, &person).await, KINDS);
    assert_eq!(state(&fixture, &person).await, ConnectionState::FromFiles);
    assert_eq!(held.lock().unwrap().pages, 0, "no list is requested");
    let states = fixture
        .tracker
        .ports()
        .stores
        .accounts
        .states(std::slice::from_ref(&file.account));
    let states = states.await.unwrap();
    assert_eq!(
        (states[0].activity, states[0].latest, &states[0].failure),
        (Activity::Filed, None, &None)
    );

    // What it holds is not known, so that the net worth is not complete.
    let report = fixture.report(&person).await;
    assert!(before.coverage.unread.is_empty());
    let unread: Vec<_> = report
        .coverage
        .unread
        .iter()
        .map(|one| (one.label.as_str(), one.problem.code.as_str()))
        .collect();
    assert_eq!(unread, [("Old", "from_files")]);
    assert_eq!((report.coverage.reading, report.coverage.complete()), (0, false));
    assert_eq!(at_exchange(&report).len(), 0);
}

#[tokio::test]
async fn the_history_of_an_account_of_files_never_claims_to_be_whole() {
    let (fixture, _held, person) = with_file().await;
    let file = open(&fixture, &person, "Old").await.unwrap();
    settle(&fixture).await;
    let coverage = page(&fixture, &person).await.coverage;
    let own = coverage
        .accounts
        .iter()
        .find(|one| one.account == file.account)
        .unwrap();
    assert_eq!(
        (own.state, own.facts, own.oldest),
        (HistoryState::Partial, 4, Some(Timestamp::from_seconds(0)))
    );
    let gaps: Vec<_> = coverage
        .gaps
        .iter()
        .filter(|gap| gap.accounts.contains(&file.account))
        .collect();
    assert_eq!(gaps.iter().map(|gap| gap.code).collect::<Vec<_>>(), ["files_only"]);
    assert!(gaps[0].text.contains("They end on"), "{gaps:?}");
    assert!(!coverage.is_complete());

    // Without its only file the account has nothing, and still waits for nothing.
    let files = fixture.tracker.exchange_files();
    let name = "Old".parse().unwrap();
    files.remove(&person, (&exchange(), &name), file.id).await.unwrap();
    settle(&fixture).await;
    assert_eq!(kinds(&fixture, &person).await, []);
    let coverage = page(&fixture, &person).await.coverage;
    let own = coverage
        .accounts
        .iter()
        .find(|one| one.account == file.account)
        .unwrap();
    assert_eq!((own.state, own.facts), (HistoryState::Partial, 0));
    assert_eq!(state(&fixture, &person).await, ConnectionState::FromFiles);
}

#[tokio::test]
async fn a_key_makes_an_ordinary_account_of_it_and_nothing_counts_twice() {
    let (fixture, _held, person) = with_file().await;
    open(&fixture, &person, "Old").await.unwrap();
    settle(&fixture).await;
    connect_at(&fixture, &person, exchange(), "Old").await.unwrap();
    assert_eq!(state(&fixture, &person).await, ConnectionState::Reading);
    settle(&fixture).await;
    assert_eq!(state(&fixture, &person).await, ConnectionState::Connected);
    assert_eq!(kinds(&fixture, &person).await, KINDS);
    let report = fixture.report(&person).await;
    assert!(report.coverage.unread.is_empty() && !at_exchange(&report).is_empty());
    let coverage = page(&fixture, &person).await.coverage;
    let own = coverage
        .accounts
        .iter()
        .find(|one| one.account.chain == exchange())
        .unwrap();
    assert_eq!(own.state, HistoryState::Whole);
}

#[tokio::test]
async fn further_files_are_imported_into_it_and_its_removal_is_undone() {
    let (fixture, held, person) = with_file().await;
    open(&fixture, &person, "Old").await.unwrap();
    let later = fixture.now().minus(Duration::from_hours(20));
    held.lock().unwrap().file = vec![row("E9", later, ExchangeRowKind::Deposit, &[(EURO, "5", false)])];
    let name = "Old".parse().unwrap();
    let files = fixture.tracker.exchange_files();
    files
        .import(&person, (&exchange(), &name), &FileImport::default(), b"a file")
        .await
        .unwrap();
    settle(&fixture).await;
    assert_eq!(kinds(&fixture, &person).await.len(), 4);
    let connections = fixture.tracker.connections();
    connections.disconnect(&person, &exchange(), &name).await.unwrap();
    assert_eq!(kinds(&fixture, &person).await, []);
    connections.restore(&person, &exchange(), &name).await.unwrap();
    settle(&fixture).await;
    assert_eq!(kinds(&fixture, &person).await.len(), 4);
    assert_eq!(state(&fixture, &person).await, ConnectionState::FromFiles);
}

#[tokio::test]
async fn an_account_of_files_needs_a_free_name_a_registered_person_and_rows() {
    let (fixture, held, person) = with_file().await;
    let stranger = fixture.person(&[OWN]).await;
    let refused = open(&fixture, &stranger, "Old").await;
    assert!(
        matches!(refused, Err(ExchangeFileError::Account(ConnectionError::NotRegistered))),
        "{refused:?}"
    );
    open(&fixture, &person, "Old").await.unwrap();
    let refused = open(&fixture, &person, "Old").await;
    assert!(
        matches!(refused, Err(ExchangeFileError::Account(ConnectionError::NameTaken(_)))),
        "{refused:?}"
    );
    held.lock().unwrap().file.clear();
    let refused = open(&fixture, &person, "Other").await;
    assert!(matches!(refused, Err(ExchangeFileError::NoRows)), "{refused:?}");
    assert_eq!(
        fixture.tracker.connections().list(&person).await.unwrap().len(),
        1,
        "nothing is opened"
    );
}
