//! Computes every report of a ledger from CSV files, as fast as the domain can, and writes the tables as CSV:
//! `cargo run --release --example ledger_bench -- DATA OUT`. DATA has `events.csv` and `prices.csv` in the form of the
//! published workload (`fixtures/ledger-2000`).

use spyhop::ports::LotMethod;
use std::{env, fs, path::Path, process::ExitCode};

#[path = "ledger_bench/input.rs"]
mod input;
#[path = "ledger_bench/output.rs"]
mod output;
#[path = "ledger_bench/usage.rs"]
mod usage;

use spyhop::accounting::{BasisRules, LedgerReports, PeriodLength, ValueHistory};

fn main() -> ExitCode {
    let Ok([data, out]) = <[String; 2]>::try_from(env::args().skip(1).collect::<Vec<_>>()) else {
        eprintln!("usage: ledger_bench DATA OUT");
        return ExitCode::FAILURE;
    };
    match run(Path::new(&data), Path::new(&out)) {
        Ok(()) => {
            println!("{}", usage::line());
            ExitCode::SUCCESS
        }
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

fn run(data: &Path, out: &Path) -> Result<(), Box<dyn std::error::Error>> {
    let mut ledger = input::read(data)?;
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
    fs::create_dir_all(out)?;
    output::write(out, &reports, &ledger.names)
}
