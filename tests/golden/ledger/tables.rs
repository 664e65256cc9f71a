//! Every row of every table of the 2,000 events equals the published answers. FIFO, LIFO, HIFO, balances, values, fees, volumes
//! and flows are equal in every cell; the moving average, the only method that rounds, within 10^-12 dollars.

use std::{
    collections::BTreeMap,
    env, fs,
    io::Read,
    path::{Path, PathBuf},
    process::Command,
};

use domain::accounting::{BasisRules, LedgerReports, PeriodLength, ValueHistory};
use flate2::read::GzDecoder;
use ports::{Amount, LotMethod};
use sha2::{Digest, Sha256};

use super::{input, output};

/// A folder that is removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = env::temp_dir().join(format!("spyhop-ledger-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Computes all tables of a folder with `events.csv` and `prices.csv` into `out` of the same folder.
fn compute(data: &Path) -> PathBuf {
    let mut ledger = input::read(data).unwrap();
    let (from, until) = ledger.days;
    let values = vec![
        ValueHistory::of_totals(PeriodLength::Day, from),
        ValueHistory::of_assets(PeriodLength::Month, from),
    ];
    let mut reports = LedgerReports::new(&LotMethod::ALL.map(BasisRules::of), values);
    let (tables, closes) = (&ledger.tables, &ledger.closes);
    ledger
        .movements
        .for_each_event(|event| reports.apply(tables, closes, event));
    reports.close_days_before(until.plus(1), closes);
    let out = data.join("out");
    fs::create_dir_all(&out).unwrap();
    output::write(&out, &reports, &ledger.names).unwrap();
    out
}

fn rows(text: &str) -> Vec<Vec<&str>> {
    let mut rows: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
    rows.sort_unstable();
    rows
}

/// Whether two cells are equal, those of the moving average within 10^-12.
fn is_equal(is_average: bool, ours: &str, theirs: &str) -> bool {
    let tolerance = Amount::from_parts(1, 12);
    ours == theirs
        || match (is_average, ours.parse::<Amount>(), theirs.parse::<Amount>()) {
            (true, Ok(ours), Ok(theirs)) => ours.sub(theirs).unwrap().abs() <= tolerance,
            _ => false,
        }
}

/// Compares a table row by row and returns the number of rows.
fn compare(name: &str, ours: &str, theirs: &str) -> usize {
    // The method and the asset or the year, which do not depend on the rounding, come first in a row.
    let key = |row: &[&str]| row.iter().take(2).map(ToString::to_string).collect::<Vec<_>>();
    let (ours, theirs) = (rows(ours), rows(theirs));
    assert_eq!(ours.len(), theirs.len(), "{name}");
    let by_key: BTreeMap<_, _> = ours.iter().map(|row| (key(row), row)).collect();
    for expected in &theirs {
        let own = by_key
            .get(&key(expected))
            .unwrap_or_else(|| panic!("{name}: {expected:?} is missing"));
        let is_average = expected[0] == "avg";
        let cells = own.iter().zip(expected);
        let differs = own.len() != expected.len() || cells.clone().any(|(a, b)| !is_equal(is_average, a, b));
        assert!(!differs, "{name}: {own:?} is expected to be {expected:?}");
    }
    theirs.len()
}

fn compare_all(out: &Path, expected: &Path, tables: &[&str]) -> usize {
    let compared = tables.iter().map(|table| {
        let file = format!("{table}.csv");
        let ours = fs::read_to_string(out.join(&file)).unwrap();
        compare(&file, &ours, &fs::read_to_string(expected.join(&file)).unwrap())
    });
    compared.sum()
}

/// The folder of the workload; `None` without `SPYHOP_VECTORS`.
fn workload() -> Option<PathBuf> {
    let Some(folder) = env::var_os("SPYHOP_VECTORS").map(PathBuf::from) else {
        assert_ne!(
            env::var("CI").as_deref(),
            Ok("true"),
            "SPYHOP_VECTORS must name the folder with the vectors"
        );
        println!("SPYHOP_VECTORS is not set: only the small ledger in the test was checked");
        return None;
    };
    Some(folder.join("ledger-2000"))
}

#[test]
fn two_thousand_events_give_the_published_tables() {
    let Some(workload) = workload() else { return };
    let data = Folder::new("8");
    fs::copy(workload.join("events.csv"), data.0.join("events.csv")).unwrap();
    let mut prices = String::new();
    let packed = fs::File::open(workload.join("prices.csv.gz")).unwrap();
    GzDecoder::new(packed).read_to_string(&mut prices).unwrap();
    fs::write(data.0.join("prices.csv"), prices).unwrap();
    let tables = [
        "asset_month_max",
        "balances",
        "counterparty",
        "counterparty_month",
        "daily_value",
        "fees_month",
        "flows_month",
        "realised",
        "realised_year",
    ];
    // With the nine headings.
    assert_eq!(
        compare_all(&compute(&data.0), &workload.join("expected"), &tables),
        7114
    );
}

/// The vectors hold the answers for 18 decimals and the program that makes the events, but not the events.
#[test]
fn two_thousand_events_with_18_decimals_give_the_published_tables() {
    let Some(workload) = workload() else { return };
    let data = Folder::new("18");
    let made = Command::new("python3")
        .arg(workload.join("generate.py"))
        .args(["--events", "2000", "--seed", "20240607", "--decimals", "18", "--out"])
        .arg(&data.0)
        .status();
    assert!(
        made.is_ok_and(|status| status.success()),
        "python3 is needed to make the events: bash .ci/need python"
    );
    let expected = workload.join("expected-18-decimals");
    let meta: serde_json::Value = serde_json::from_slice(&fs::read(expected.join("meta.json")).unwrap()).unwrap();
    let hash = Sha256::digest(fs::read(data.0.join("events.csv")).unwrap());
    let hash: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(
        meta["sha256"]["events.csv"],
        hash.as_str(),
        "the events differ from those of the answers"
    );
    assert_eq!(
        compare_all(&compute(&data.0), &expected, &["daily_value", "realised"]),
        1989
    );
}

/// Two days: 2 A are bought at 10 with a fee of 0.5 A, 1 A is swapped for 4 B, 1 B is moved, 2 B are withdrawn.
const EVENTS: &str = "\
tx_id,timestamp,datetime,kind,wallet,wallet_to,asset_in,amount_in,price_in_usd,asset_out,amount_out,price_out_usd,fee_asset,fee_amount,fee_price_usd,counterparty
t1,1704067204,2024-01-01T00:00:04Z,buy,x,,A,2,10,USD,20,1,A,0.5,12,Exchange
t2,1704067208,2024-01-01T00:00:08Z,swap,x,,B,4,3,A,1,12,,,,Dex
t3,1704067212,2024-01-01T00:00:12Z,transfer,x,y,B,1,3,B,1,3,USD,0.25,1,
t4,1704153604,2024-01-02T00:00:04Z,withdraw,x,,,,,B,2,5,,,,0x1
";
const PRICES: &str = "date,asset,close_usd\n2024-01-01,A,11\n2024-01-01,B,4\n2024-01-02,A,20\n2024-01-02,B,0.5\n";

#[test]
fn a_small_ledger_gives_tables_computed_by_hand() {
    let data = Folder::new("small");
    fs::write(data.0.join("events.csv"), EVENTS).unwrap();
    fs::write(data.0.join("prices.csv"), PRICES).unwrap();
    let out = compute(&data.0);
    for (table, expected) in [
        ("balances", "wallet,asset,qty\nx,A,0.5\nx,B,1\ny,B,1\n"),
        ("daily_value", "date,value_usd\n2024-01-01,21.5\n2024-01-02,11\n"),
        (
            "asset_month_max",
            "month,asset,max_value_usd\n2024-01,A,10\n2024-01,B,16\n",
        ),
        (
            "flows_month",
            "month,asset,in_external,out_external,in_swap,out_swap,net\n2024-01,A,20,0,0,12,8\n2024-01,B,0,10,12,0,2\n",
        ),
        (
            "fees_month",
            "month,fee_asset,count,amount,usd\n2024-01,A,1,0.5,6\n2024-01,USD,1,0.25,0.25\n",
        ),
        (
            "counterparty",
            "counterparty,events,volume_usd,fee_usd\nExchange,1,20,6\nDex,1,12,0\n0x1,1,10,0\n",
        ),
        (
            "realised_year",
            "method,year,gain_usd\nfifo,2024,7\nlifo,2024,7\nhifo,2024,7\navg,2024,7\n",
        ),
    ] {
        compare(
            table,
            &fs::read_to_string(out.join(format!("{table}.csv"))).unwrap(),
            expected,
        );
    }
}
