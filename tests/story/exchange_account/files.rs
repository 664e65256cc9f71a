//! Files that an exchange exported stand for the past that a key does not read, and count nothing twice.

use std::time::Duration;

use domain::exchange_file::{ExchangeFileError, FileImport, ImportStatus};
use ports::{ExchangeFile, entry::EntryKind, fact::ExchangeRowKind, history::HistoryGapKind};

use super::{
    history::{ETHER, EURO, account, bought, lines, row},
    *,
};
use trial::{Held, TrialRow, with_histories, with_transfers};

/// Returns an account whose key reads only the last of three events.
async fn with_recent_key() -> (TrackerFixture, std::sync::Arc<std::sync::Mutex<Held>>, Caller) {
    let (fixture, held) = with_histories().await;
    let person = fixture.person(&[OWN]).await;
    let now = fixture.now();
    let all = bought(now);
    *held.lock().unwrap() = Held {
        start: Some(now.minus(Duration::from_hours(65))),
        file: all.rows.clone(),
        ..all
    };
    connect(&fixture, &person, "Main").await.unwrap();
    settle(&fixture).await;
    (fixture, held, person)
}

async fn import(
    fixture: &TrackerFixture,
    person: &Caller,
    stated: FileImport,
) -> Result<ExchangeFile, ExchangeFileError> {
    let name = "Main".parse().unwrap();
    let files = fixture.tracker.exchange_files();
    files.import(person, (&exchange(), &name), &stated, b"a file").await
}

async fn remove(fixture: &TrackerFixture, person: &Caller, file: &ExchangeFile) {
    let name = "Main".parse().unwrap();
    let files = fixture.tracker.exchange_files();
    files.remove(person, (&exchange(), &name), file.id).await.unwrap();
}

async fn statuses(fixture: &TrackerFixture, person: &Caller) -> Vec<usize> {
    let name = "Main".parse().unwrap();
    let files = fixture.tracker.exchange_files();
    let preview = files.preview(person, (&exchange(), &name), b"a file").await.unwrap();
    let count = |status| preview.rows.iter().filter(|row| row.is(status)).count();
    [ImportStatus::Counts, ImportStatus::Listed, ImportStatus::Unlisted]
        .map(count)
        .to_vec()
}

async fn kinds(fixture: &TrackerFixture, person: &Caller) -> Vec<EntryKind> {
    lines(fixture, person).await.iter().map(|row| row.kind).collect()
}

/// Returns the state of the account's history, and the codes of what is missing of it.
async fn coverage(fixture: &TrackerFixture, person: &Caller) -> (HistoryState, Vec<&'static str>) {
    let found = page(fixture, person).await.coverage;
    let account = found
        .accounts
        .iter()
        .find(|one| one.account.chain == exchange())
        .unwrap();
    let own = found.gaps.iter().filter(|gap| gap.accounts.contains(&account.account));
    (account.state, own.map(|gap| gap.code).collect())
}

const ALL: [EntryKind; 3] = [EntryKind::Send, EntryKind::Swap, EntryKind::Receive];

#[tokio::test]
async fn a_file_closes_a_gap_counts_once_and_leaves_nothing_behind() {
    let (fixture, _held, person) = with_recent_key().await;
    assert_eq!(kinds(&fixture, &person).await, [EntryKind::Send]);
    let (state, gaps) = coverage(&fixture, &person).await;
    assert_eq!(state, HistoryState::Partial);
    assert!(gaps.contains(&"window"), "{gaps:?}");

    // The last event is listed by the exchange too.
    assert_eq!(statuses(&fixture, &person).await, [3, 1, 0]);
    let stated = FileImport {
        times: (Some(ports::Timestamp::from_seconds(0)), None),
        ..FileImport::default()
    };
    let file = import(&fixture, &person, stated.clone()).await.unwrap();
    assert_eq!(kinds(&fixture, &person).await, ALL, "they count at once");
    settle(&fixture).await;
    assert_eq!(kinds(&fixture, &person).await, ALL);
    assert_eq!(coverage(&fixture, &person).await, (HistoryState::Whole, vec![]));
    let compared = fixture.tracker.ledgers().reconciliation(&person).await.unwrap();
    assert!(
        compared.differences.iter().all(|one| one.account.chain != exchange()),
        "{:?}",
        compared.differences
    );
    assert_eq!(statuses(&fixture, &person).await, [0, 4, 0]);
    let again = import(&fixture, &person, stated).await;
    assert!(matches!(again, Err(ExchangeFileError::Imported)), "{again:?}");

    remove(&fixture, &person, &file).await;
    assert_eq!(kinds(&fixture, &person).await, [EntryKind::Send]);
    settle(&fixture).await;
    let (state, gaps) = coverage(&fixture, &person).await;
    assert_eq!(state, HistoryState::Partial);
    assert!(gaps.contains(&"window"), "{gaps:?}");
}

#[tokio::test]
async fn a_file_that_begins_later_closes_only_its_part_of_a_gap() {
    let (fixture, _held, person) = with_recent_key().await;
    import(&fixture, &person, FileImport::default()).await.unwrap();
    settle(&fixture).await;
    assert_eq!(kinds(&fixture, &person).await, ALL);
    let (state, gaps) = coverage(&fixture, &person).await;
    assert_eq!(state, HistoryState::Partial);
    assert!(gaps.contains(&"window"), "{gaps:?}");
}

#[tokio::test]
async fn files_of_all_parts_of_an_account_close_its_gap_and_none_does_alone() {
    let (fixture, held, person) = with_recent_key().await;
    let stated = FileImport {
        times: (Some(ports::Timestamp::from_seconds(0)), None),
        ..FileImport::default()
    };
    let all = held.lock().unwrap().file.clone();
    let is_traded = |row: &&TrialRow| row.kind == ExchangeRowKind::Trade;
    let (unified, funding): (Vec<_>, Vec<_>) = all.iter().partition(is_traded);
    let mut files = Vec::new();
    for (part, rows) in [("unified", unified), ("funding", funding)] {
        assert_eq!(coverage(&fixture, &person).await.0, HistoryState::Partial);
        {
            let mut held = held.lock().unwrap();
            held.form = (part, Some(part));
            held.file = rows.into_iter().cloned().collect();
        }
        let last = all.iter().map(|row| row.time).max();
        let times = (stated.times.0, last);
        files.push(
            import(
                &fixture,
                &person,
                FileImport {
                    times,
                    ..stated.clone()
                },
            )
            .await
            .unwrap(),
        );
        settle(&fixture).await;
    }
    assert_eq!(kinds(&fixture, &person).await, ALL);
    assert_eq!(coverage(&fixture, &person).await, (HistoryState::Whole, vec![]));
    remove(&fixture, &person, &files[0]).await;
    settle(&fixture).await;
    let (state, gaps) = coverage(&fixture, &person).await;
    assert!(state == HistoryState::Partial && gaps.contains(&"window"), "{gaps:?}");
}

#[tokio::test]
async fn files_of_two_forms_state_each_event_once() {
    let (fixture, held, person) = with_recent_key().await;
    let statement = import(&fixture, &person, FileImport::default()).await.unwrap();
    assert_eq!(kinds(&fixture, &person).await, ALL);
    // A file of trades has the sides of a trade in one row, at another time of the same minute.
    let at = held.lock().unwrap().file[1].time.plus(Duration::from_secs(2));
    let sides = [(EURO, "-900", false), (EURO, "-1.25", true), (ETHER, "0.4", false)];
    {
        let mut held = held.lock().unwrap();
        held.form.0 = "Trades";
        held.file = vec![
            row("T1", at, ExchangeRowKind::Trade, &sides),
            row("T2", at.minus(Duration::from_hours(5)), ExchangeRowKind::Trade, &sides),
        ];
    }
    assert_eq!(statuses(&fixture, &person).await, [1, 1, 0]);
    import(&fixture, &person, FileImport::default()).await.unwrap();
    assert_eq!(kinds(&fixture, &person).await.len(), ALL.len() + 1);
    remove(&fixture, &person, &statement).await;
    let swaps = [EntryKind::Send, EntryKind::Swap, EntryKind::Swap];
    assert_eq!(kinds(&fixture, &person).await, swaps, "the other file states it, too");
}

#[tokio::test]
async fn what_a_file_stated_is_replaced_once_the_exchange_lists_it() {
    let (fixture, held, person) = with_recent_key().await;
    // The file has no ids of the exchange.
    let renamed = |(row, event): (TrialRow, &'static str)| TrialRow { event, ..row };
    let rows = held.lock().unwrap().rows.clone();
    let events = ["F1", "F2", "F2", "F3"];
    held.lock().unwrap().file = rows.into_iter().zip(events).map(renamed).collect();
    assert_eq!(statuses(&fixture, &person).await, [3, 1, 0]);
    let file = import(&fixture, &person, FileImport::default()).await.unwrap();
    assert_eq!(kinds(&fixture, &person).await, ALL);

    // Another key reads everything. The list is read again from its beginning.
    held.lock().unwrap().start = None;
    connect_at(&fixture, &person, exchange(), "Main").await.unwrap();
    settle(&fixture).await;
    assert_eq!(kinds(&fixture, &person).await, ALL, "nothing counts twice");
    assert_eq!(statuses(&fixture, &person).await, [0, 4, 0]);
    remove(&fixture, &person, &file).await;
    assert_eq!(kinds(&fixture, &person).await, ALL);
}

#[tokio::test]
async fn what_the_lists_of_a_read_time_do_not_have_counts_only_by_choice() {
    let (fixture, held, person) = with_recent_key().await;
    let at = fixture.now().minus(Duration::from_hours(30));
    held.lock().unwrap().file = vec![row("P1", at, ExchangeRowKind::Deposit, &[(ETHER, "0.1", false)])];
    assert_eq!(statuses(&fixture, &person).await, [0, 0, 1]);
    import(&fixture, &person, FileImport::default()).await.unwrap();
    assert_eq!(kinds(&fixture, &person).await, [EntryKind::Send]);
    assert_eq!(statuses(&fixture, &person).await, [0, 0, 1], "it still does not count");
    let files = fixture.tracker.exchange_files();
    let name = "Main".parse().unwrap();
    let file = files.list(&person, &exchange(), &name).await.unwrap().remove(0);
    remove(&fixture, &person, &file).await;
    let chosen = FileImport {
        counts_unlisted: true,
        ..FileImport::default()
    };
    import(&fixture, &person, chosen).await.unwrap();
    assert_eq!(kinds(&fixture, &person).await, [EntryKind::Receive, EntryKind::Send]);
    assert_eq!(statuses(&fixture, &person).await, [0, 1, 0]);
}

#[tokio::test]
async fn files_are_those_of_one_person_and_their_times_are_checked() {
    let (fixture, held, person) = with_recent_key().await;
    let stranger = fixture.person(&[OWN]).await;
    let refused = import(&fixture, &stranger, FileImport::default()).await;
    assert!(matches!(refused, Err(ExchangeFileError::NotFound)), "{refused:?}");
    let now = fixture.now();
    for times in [
        (Some(now.minus(Duration::from_hours(75))), None),
        (None, Some(now.minus(Duration::from_hours(65)))),
        (None, Some(now.plus(Duration::from_hours(1)))),
    ] {
        let stated = FileImport {
            times,
            ..FileImport::default()
        };
        let refused = import(&fixture, &person, stated).await;
        assert!(matches!(refused, Err(ExchangeFileError::Times(_))), "{refused:?}");
    }
    held.lock().unwrap().file = vec![];
    let refused = import(&fixture, &person, FileImport::default()).await;
    assert!(matches!(refused, Err(ExchangeFileError::NoRows)), "{refused:?}");
    let euros = row(
        "F9",
        now.minus(Duration::from_hours(90)),
        ExchangeRowKind::Deposit,
        &[(EURO, "1", false)],
    );
    held.lock().unwrap().file = vec![euros];
    assert!(import(&fixture, &person, FileImport::default()).await.is_ok());
}

#[tokio::test]
async fn each_list_of_a_key_that_reads_a_part_has_the_gap() {
    let (fixture, held) = with_transfers().await;
    let person = fixture.person(&[OWN]).await;
    let start = fixture.now().minus(Duration::from_hours(65));
    *held.lock().unwrap() = Held {
        start: Some(start),
        ..bought(fixture.now())
    };
    let wallet = connect(&fixture, &person, "Main").await.unwrap();
    settle(&fixture).await;
    let progress = &fixture.tracker.ports().stores.history_progress;
    let progress = progress.of_accounts(&[account(&wallet)]).await.unwrap();
    let last = start.millis().unsigned_abs() - 1;
    for list in &progress {
        let windows = list.gaps.iter().filter(|gap| gap.kind == HistoryGapKind::Window);
        let blocks: Vec<_> = windows.map(|gap| gap.blocks).collect();
        assert_eq!(blocks, [Some((0, last))], "{list:?}");
    }
    assert_eq!(progress.len(), 2);
}
