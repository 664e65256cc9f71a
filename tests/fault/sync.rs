//! Reading accounts in a process that is killed repeatedly.

use std::{fs, path::Path, time::Duration};

use ports::Amount;
use support::{cases, folder::Folder, tracker_fixture::TrackerFixture};

use crate::{RUNNING, count, reach, wait_for, worker};

const WALLETS: [&str; 4] = [
    "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
    "0x00000000219ab540356cBB839Cbe05303d7705Fa",
    "0xDA9dfA130Df4dE4673b89022EE50ff26f6EA73Cf",
    "lighthouse.eth",
];

async fn fixture(file: &Path) -> TrackerFixture {
    TrackerFixture::with(
        adapters::storage::DatabaseLocation::File(file.to_owned()),
        false,
        |ports| ports,
    )
    .await
}

/// The user's figures in the end: the total and its lines, without ids of this run.
async fn figures(file: &Path, token: &str) -> (Option<Amount>, String) {
    let fixture = fixture(file).await;
    fixture.clock.advance(Duration::from_secs(5));
    let person = fixture.tracker.users().authenticate(token).await.unwrap();
    let report = fixture.report(&person).await;
    assert_eq!(report.coverage.reading, 0, "everything was read");
    let lines = report
        .assets
        .iter()
        .map(|line| format!("{} {:?} {:?}", line.group, line.amount, line.value));
    (report.total, lines.collect::<Vec<_>>().join("\n"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn kills_in_the_middle_of_a_sync_change_no_figure() {
    let folder = Folder::create("sync");
    let [undisturbed, killed] = ["calm.db", "killed.db"].map(|name| folder.path().join(name));
    let first = fixture(&undisturbed).await;
    let created = first
        .tracker
        .users()
        .create(&support::tracker_fixture::wallet_list(&WALLETS))
        .await
        .unwrap();
    drop(first);
    adapters::storage::backup(
        &adapters::storage::DatabaseLocation::File(undisturbed.clone()),
        Some(&killed),
        ports::Timestamp::from_millis(0),
    )
    .await
    .unwrap();

    let run = |file: &Path, name: &str| worker(name, &["sync", &file.display().to_string()], folder.path());
    let starts = "SELECT SUM(fence) FROM jobs";
    let all_read = |name: &str| {
        let log = fs::read_to_string(folder.path().join(format!("{name}.log")));
        log.is_ok_and(|log| log.contains("all read"))
    };
    let ended = async |file: &Path, name: &str| {
        let _process = run(file, name);
        let left = async || match all_read(name) {
            true => None,
            false => Some(count(file, starts).await),
        };
        reach("the end", None, left).await;
    };
    ended(&undisturbed, "calm").await;

    for n in (0_u64..).take(cases(3, 20)) {
        let (before, name) = (count(&killed, starts).await, format!("killed-{n}"));
        let process = run(&killed, &name);
        wait_for("a start", async || {
            count(&killed, starts).await > before || all_read(&name)
        })
        .await;
        wait_for("the middle of something", async || {
            process.signal("CONT");
            tokio::time::sleep(Duration::from_millis(n % 10 * 5)).await;
            process.signal("STOP");
            count(&killed, RUNNING).await > 0 || all_read(&name)
        })
        .await;
        process.signal("KILL");
        drop(process);
        assert!(n > 0 || count(&killed, RUNNING).await > 0, "the first kill interrupts");
    }
    ended(&killed, "killed").await;

    let token = created.token.reveal();
    let (undisturbed_total, undisturbed_lines) = figures(&undisturbed, token).await;
    let (killed_total, killed_lines) = figures(&killed, token).await;
    assert!(undisturbed_total.is_some_and(|total| !total.is_zero()));
    assert_eq!(undisturbed_lines, killed_lines);
    assert_eq!(undisturbed_total, killed_total);
    let snapshots = "SELECT COUNT(*) FROM snapshots";
    assert_eq!(
        count(&undisturbed, snapshots).await,
        count(&killed, snapshots).await,
        "nothing was read twice"
    );
}
