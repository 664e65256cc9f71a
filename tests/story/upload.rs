//! A user uploads a file of wallets.

mod exports;

use std::time::Duration;

use domain::upload::{Added, Upload, UploadError, UploadRow, UploadRowStatus, UploadedWallet};
use domain::{Caller, UserError};
use ports::Address;
use proptest::prelude::*;
use support::tracker_fixture::TrackerFixture;

const VITALIK: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const OTHER: &str = "0x225f137127d9067788314bc7fcc1f36746a3c3B5";
const BITCOIN: &str = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
const PHRASE: &str = "abandon ability able about above absent absorb abstract absurd abuse access accident";

async fn read(fixture: &TrackerFixture, person: &Caller, file: &str) -> Upload {
    fixture.tracker.uploads().read(person, file.as_bytes()).await.unwrap()
}

fn wanted(rows: &[UploadRow]) -> Vec<UploadedWallet> {
    let good = rows.iter().filter(|row| row.status == UploadRowStatus::Add);
    let rows = good.map(|row| UploadedWallet {
        text: row.text.clone(),
        nickname: row.nickname.clone(),
        kind: row.wallet,
    });
    rows.collect()
}

async fn add(fixture: &TrackerFixture, person: &Caller, rows: &[UploadedWallet]) -> Result<Added, UploadError> {
    fixture.tracker.uploads().add(person, rows).await
}

fn address(n: u8) -> String {
    Address::evm([n; 20]).to_string()
}

fn rows(range: std::ops::Range<u8>) -> Vec<UploadedWallet> {
    let row = |n| UploadedWallet {
        text: address(n),
        nickname: None,
        kind: None,
    };
    range.map(row).collect()
}

fn verdicts(upload: &Upload) -> Vec<(u32, UploadRowStatus)> {
    upload.rows.iter().map(|row| (row.line, row.status)).collect()
}

#[tokio::test]
async fn each_row_has_its_status() {
    let fixture = TrackerFixture::demo(false).await;
    let person = fixture.person(&[OTHER]).await;
    let lower = VITALIK.to_lowercase();
    let key = "ab".repeat(32);
    let file = format!(
        "\u{feff}Label;Address;Type\r\nMain;{VITALIK};Ledger\r\n\r\n# comment\r\nAgain;{lower};\r\nMine;{OTHER};\r\n\
         Coins;{BITCOIN};paper\r\nName;vitalik.eth;\r\nTron;TJRabPrwbZy45sbavfcjinPJC18kjpRTv8;\r\nWrong;0x1234;\r\n\
         Key;{key};\r\nSeed;{PHRASE};\r\n\"=1+1\";{};watch\r\n",
        address(1)
    );
    let upload = read(&fixture, &person, &file).await;
    assert_eq!(
        verdicts(&upload),
        [
            (2, UploadRowStatus::Add),
            (5, UploadRowStatus::Duplicate { of: 2 }),
            (6, UploadRowStatus::AlreadyYours),
            (7, UploadRowStatus::Add),
            (8, UploadRowStatus::Add),
            (9, UploadRowStatus::NotSupported),
            (10, UploadRowStatus::Invalid),
            (11, UploadRowStatus::Secret),
            (12, UploadRowStatus::Secret),
            (13, UploadRowStatus::Add),
        ]
    );
    assert!(upload.has_header);
    assert_eq!(
        upload.skipped, 4,
        "the header, a blank line, a comment, and the empty text after the last line break"
    );
    let first = &upload.rows[0];
    assert_eq!(first.address.as_ref().unwrap().as_str(), VITALIK);
    assert_eq!(
        (first.nickname.as_ref().unwrap().as_str(), first.wallet.unwrap().id),
        ("Main", "ledger")
    );
    assert!(first.chains.len() > 20 && upload.rows[3].chains.len() == 1);
    assert!(
        upload.rows[9]
            .note
            .as_ref()
            .unwrap()
            .contains("Without the wallet app: watch")
    );
    for row in &upload.rows[5..9] {
        assert!(row.problem.is_some(), "{row:?}");
    }
    let shown = format!("{upload:?}");
    assert!(
        !shown.contains(&key) && !shown.contains("abandon"),
        "a secret is not repeated"
    );
}

#[tokio::test]
async fn selected_rows_are_added_once() {
    let fixture = TrackerFixture::demo(false).await;
    let person = fixture.person(&[OTHER]).await;
    let file = format!(
        "{VITALIK},Main,ledger\nvitalik.eth,The same\n{BITCOIN},'=Coins\n{OTHER},Not this\nnobody-has.this.eth\n"
    );
    let upload = read(&fixture, &person, &file).await;
    let rows = wanted(&upload.rows);
    let added = add(&fixture, &person, &rows).await.unwrap();
    let wallets = &added.view.wallets;
    let named: Vec<_> = wallets.iter().map(ports::Wallet::label).collect();
    assert_eq!(
        &named[1..3],
        ["Main", "=Coins"],
        "after the existing wallets, with a name and its address as one"
    );
    assert_eq!(wallets[1].kind.unwrap().id, "ledger");
    assert_eq!(
        (
            added.added + added.known + added.left_out.len(),
            wallets[0].nickname.as_ref()
        ),
        (rows.len(), None)
    );
    let again = add(&fixture, &person, &rows).await.unwrap();
    assert_eq!((again.added, again.view.user.version), (0, added.view.user.version));
    assert_eq!(&again.view.wallets, wallets);
    fixture.run_jobs().await;
    assert!(fixture.report(&person).await.total.is_some());
    let twice = read(&fixture, &person, &file).await;
    let yours = twice
        .rows
        .iter()
        .filter(|row| row.status == UploadRowStatus::AlreadyYours)
        .count();
    assert!(yours >= 3, "{:?}", verdicts(&twice));
}

#[tokio::test]
async fn a_recently_removed_row_is_restored() {
    let fixture = TrackerFixture::demo(false).await;
    let person = fixture.person(&[]).await;
    let file = format!("{VITALIK},Main\n");
    let rows = wanted(&read(&fixture, &person, &file).await.rows);
    let first = add(&fixture, &person, &rows).await.unwrap().view.wallets;
    fixture.tracker.users().delete_wallet(&person, VITALIK).await.unwrap();
    fixture.clock.advance(Duration::from_secs(60));
    let bare = wanted(&read(&fixture, &person, VITALIK).await.rows);
    let back = add(&fixture, &person, &bare).await.unwrap();
    assert_eq!((back.added, &back.view.wallets[0].nickname), (1, &first[0].nickname));
}

#[tokio::test]
async fn the_free_plan_allows_five_addresses_and_five_files() {
    let fixture = TrackerFixture::demo(true).await;
    let person = fixture.person(&[]).await;
    let file: String = (1..=7).map(|n| format!("{}\n", address(n))).collect();
    let upload = read(&fixture, &person, &file).await;
    let over = upload
        .rows
        .iter()
        .filter(|row| row.status == UploadRowStatus::OverLimit)
        .count();
    assert_eq!((over, upload.room.left), (2, 5));
    let trigger = |refused: Result<Added, UploadError>| match refused {
        Err(UploadError::NoRoom(room)) => room.plan.map(|plan| (plan.limit, plan.upgrade_trigger)),
        other => panic!("{other:?}"),
    };
    assert_eq!(trigger(add(&fixture, &person, &rows(1..7)).await), Some((5, 8)));
    for n in 1..=5 {
        assert_eq!(add(&fixture, &person, &rows(n..n + 1)).await.unwrap().added, 1);
        assert_eq!(
            add(&fixture, &person, &rows(n..n + 1)).await.unwrap().added,
            0,
            "a repeated upload does not count"
        );
        if n == 3 {
            assert_eq!(
                trigger(add(&fixture, &person, &rows(10..14)).await),
                Some((5, 1)),
                "the limit is five addresses in total"
            );
        }
        if n > 1 {
            fixture
                .tracker
                .users()
                .delete_wallet(&person, &address(n))
                .await
                .unwrap();
        }
    }
    assert_eq!(
        trigger(add(&fixture, &person, &rows(9..10)).await),
        Some((5, 8)),
        "a sixth file is rejected"
    );
    assert_eq!(read(&fixture, &person, &file).await.room.left, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn many_concurrent_files_never_exceed_the_limit() {
    let fixture = std::sync::Arc::new(TrackerFixture::demo(true).await);
    let person = fixture.person(&[]).await;
    let adds = (1..=20u8).map(|n| {
        let fixture = fixture.clone();
        tokio::spawn(async move { add(&fixture, &person, &rows(n * 3..n * 3 + 3)).await.is_ok() })
    });
    let passed = futures::future::join_all(adds)
        .await
        .into_iter()
        .filter(|one| *one.as_ref().unwrap())
        .count();
    let view = fixture.tracker.users().get(&person).await.unwrap();
    assert_eq!((passed, view.wallets.len(), view.user.uploads), (1, 3, 1));
}

#[tokio::test]
async fn secrets_and_too_many_rows_are_rejected_before_any_request() {
    let fixture = TrackerFixture::demo(false).await;
    let person = fixture.person(&[]).await;
    let mut with_secret = rows(1..3);
    with_secret[1].text = PHRASE.to_owned();
    let refused = add(&fixture, &person, &with_secret).await.unwrap_err();
    let UploadError::User(UserError::Rows(wrong)) = refused else {
        panic!("{refused:?}")
    };
    assert_eq!(wrong.keys().collect::<Vec<_>>(), [&1]);
    let many = vec![with_secret[0].clone(); 1001];
    assert!(matches!(
        add(&fixture, &person, &many).await,
        Err(UploadError::User(UserError::TooManyWallets { limit: 1000 }))
    ));
    assert!(fixture.tracker.users().get(&person).await.unwrap().wallets.is_empty());
}

/// Texts that resemble a file: addresses, names, separators, quotes, line breaks, byte order marks.
fn nearly_a_file() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => Just(VITALIK.to_owned()),
        2 => Just("vitalik.eth".to_owned()),
        2 => prop_oneof![Just("\n"), Just("\r\n"), Just("\r")].prop_map(str::to_owned),
        2 => prop_oneof![Just(","), Just(";"), Just("\t"), Just("\""), Just("'"), Just("#"), Just("sep=")].prop_map(str::to_owned),
        1 => Just("address".to_owned()),
        1 => Just("abandon ".to_owned()),
        2 => ".{0,12}",
    ];
    proptest::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

/// Checks that every line has one row or is skipped, in order.
fn check(upload: Result<Upload, UploadError>, text: &str) {
    let Ok(upload) = upload else { return };
    let lines = text.replace("\r\n", "\n").split(['\n', '\r']).count();
    assert_eq!(upload.rows.len() + upload.skipped, lines, "{text:?}");
    assert!(upload.rows.windows(2).all(|pair| pair[0].line < pair[1].line));
    for row in &upload.rows {
        assert!(row.line as usize <= lines);
        assert_eq!(
            row.status == UploadRowStatus::Secret,
            row.kind == domain::DetectionKind::Secret
        );
        assert!(row.status != UploadRowStatus::Secret || row.text.is_empty());
        assert!(row.text.chars().count() <= 255 && !row.text.contains(['\n', '\r', '\0']));
        let has_reason = matches!(
            row.status,
            UploadRowStatus::Invalid
                | UploadRowStatus::NotSupported
                | UploadRowStatus::OverLimit
                | UploadRowStatus::Secret
        );
        assert_eq!(row.problem.is_some(), has_reason, "{row:?}");
    }
}

#[test]
fn every_line_of_any_file_has_one_status() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    let (fixture, person) = runtime.block_on(async {
        let fixture = TrackerFixture::demo(true).await;
        let person = fixture.person(&[OTHER]).await;
        (fixture, person)
    });
    let uploads = fixture.tracker.uploads();
    proptest!(ProptestConfig::with_cases(200), |(text in nearly_a_file(), bytes in proptest::collection::vec(any::<u8>(), 0..300))| {
        check(runtime.block_on(uploads.read(&person, text.as_bytes())), &text);
        let _ = runtime.block_on(uploads.read(&person, &bytes));
        let mut spoiled = text.into_bytes();
        spoiled.extend(&bytes);
        let _ = runtime.block_on(uploads.read(&person, &spoiled));
    });
}

#[tokio::test]
async fn a_large_file_is_read_quickly() {
    let fixture = TrackerFixture::demo(false).await;
    let person = fixture.person(&[]).await;
    let file: String = (0..5000u32)
        .map(|n| {
            let mut bytes = [7; 20];
            bytes[..4].copy_from_slice(&n.to_be_bytes());
            format!("{},Number {n}\n", Address::evm(bytes))
        })
        .collect();
    let upload = read(&fixture, &person, &file).await;
    let count = |verdict| upload.rows.iter().filter(|row| row.status == verdict).count();
    assert_eq!(
        (count(UploadRowStatus::Add), count(UploadRowStatus::OverLimit)),
        (1000, 4000)
    );
    let one_line = ",".repeat(2_000_000);
    let refused = fixture.tracker.uploads().read(&person, one_line.as_bytes()).await;
    assert!(matches!(refused, Err(UploadError::Unreadable(_))));
}
