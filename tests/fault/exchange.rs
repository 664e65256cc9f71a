//! The program is killed while it reads the history of an account at an exchange: in the end, its facts and entries are those of a program that was
//! never interrupted, byte by byte, and no page was requested twice but the one of a kill.

use serde_json::json;
use support::{
    installation::Installation,
    long_ledger::{ConnectedLedger, LongLedger},
    product::MockUpstreams,
    program::built,
    world::{ETHEREUM, TestWorld},
};

use crate::{reach, wait_for};

const KILLS: usize = 20;
/// A job that ran at ten kills in a row rests for an hour, so that a run ends before that: after this many pages.
const PAGES_OF_RUN: usize = 50;
const KILLS_OF_RUN: usize = 9;
/// Enough that pages are left after the last kill.
const TRADES: u64 = 4_600;

const FACTS: &str = "SELECT hex(id) || ' ' || transaction_id || ' ' || stream || ' ' || block || ' ' || content FROM facts \
    WHERE withdrawn_at IS NULL ORDER BY id";
const ENTRIES: &str = "SELECT hex(transaction_id) || ' ' || revision || ' ' || time || ' ' || withdrawn || ' ' || hex(content) \
    FROM entries ORDER BY transaction_id, revision";
const COUNT: &str = "SELECT COUNT(*) FROM facts";
const READING: &str = "SELECT COUNT(*) FROM jobs WHERE kind = 'read-history' AND state = 'running'";
const UNREAD: &str = "SELECT 1 - COUNT(*) FROM history_progress WHERE is_whole";

/// What is stored and exported of a history.
struct StoredHistory {
    facts: Vec<String>,
    entries: Vec<String>,
    export: Vec<u8>,
}

/// Waits until the history is whole, and returns what is stored of it.
async fn whole(installation: &Installation, connected: &ConnectedLedger) -> StoredHistory {
    let program = installation.start(&built());
    reach("the end of the history", 0, async || installation.number(UNREAD).await).await;
    let path = "wallet/transaction/export-transactions";
    let (status, export) = program.download(path, &connected.token, &json!({})).await.unwrap();
    assert_eq!(status, 200);
    drop(program);
    StoredHistory {
        facts: installation.lines(FACTS).await,
        entries: installation.lines(ENTRIES).await,
        export,
    }
}

/// Kills the program while a page is requested, while it is answered, or once it is stored.
async fn kill(installation: &Installation, ledger: &LongLedger, kill: usize) {
    let answered = if kill % KILLS_OF_RUN == KILLS_OF_RUN - 1 {
        PAGES_OF_RUN + 5
    } else {
        1 + kill % 3
    };
    let moment = kill % 3;
    let wanted = ledger.ledger_count() + answered + usize::from(moment == 0);
    let stored = installation.number(COUNT).await;
    ledger.gate.close_after(answered);
    let mut program = installation.start(&built());
    wait_for("the middle of a reading", async || ledger.ledger_count() >= wanted).await;
    wait_for("a part of it", async || {
        moment != 1 || installation.number(COUNT).await > stored
    })
    .await;
    program.process().signal("KILL");
    drop(program);
    assert!(
        installation.number(READING).await > 0,
        "kill {kill} was in the middle of nothing"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn kills_while_the_history_of_an_exchange_is_read_change_no_byte() {
    let world = TestWorld::of(&[ETHEREUM], 0).unwrap();
    let upstreams = MockUpstreams::to(&world);
    let ledger = LongLedger::start(TRADES);
    let unread = Installation::with_lines(&world, &upstreams, &ledger.config()).await;
    let started = unread.open().await;
    let connected = ledger.connect(&started).await;
    started.stop().await.unwrap();
    let (undisturbed, killed) = (unread.copy(), unread.copy());

    ledger.forget();
    let expected = whole(&undisturbed, &connected).await;
    let rows = usize::try_from(2 * TRADES + 1).unwrap();
    let entries = usize::try_from(TRADES + 1).unwrap();
    assert_eq!(expected.facts.len(), rows);
    assert!(expected.entries.len() >= entries);
    // A line for each amount and each fee, below the names of the columns.
    let lines = usize::try_from(3 * TRADES + 2).unwrap();
    assert_eq!(expected.export.iter().filter(|byte| **byte == b'\n').count(), lines);
    let requests = ledger.requests();
    assert_eq!((requests.pages, requests.repeated), (ledger.pages(), 0), "{requests:?}");

    ledger.forget();
    for number in 0..KILLS {
        kill(&killed, &ledger, number).await;
    }
    ledger.gate.open();
    let found = whole(&killed, &connected).await;
    assert!(found.facts == expected.facts, "the facts differ");
    assert!(found.entries == expected.entries, "the entries differ");
    // Prices are requested meanwhile, and a file has those that are known.
    assert_eq!(found.export.iter().filter(|byte| **byte == b'\n').count(), lines);
    let requests = ledger.requests();
    assert_eq!(requests.pages, ledger.pages());
    assert!(requests.repeated <= KILLS as u64, "{requests:?}");
}
