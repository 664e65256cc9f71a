//! Writes the reports as the tables of the workload.

use spyhop::ports::LotMethod;
use std::{
    fmt::{Display, Write as _},
    fs,
    path::Path,
};

use ports::Amount;
use spyhop::accounting::{Exact, LedgerReports, PartialSum, unrealized};

use super::input::LedgerNames;

type Failure = Box<dyn std::error::Error>;

/// The rows of a table. They are sorted when it is written.
struct Table {
    heading: &'static str,
    rows: Vec<Vec<String>>,
}

impl Table {
    fn new(heading: &'static str) -> Self {
        Self {
            heading,
            rows: Vec::new(),
        }
    }

    fn row(&mut self, cells: &[&dyn Display]) {
        self.rows.push(cells.iter().map(ToString::to_string).collect());
    }

    fn write(mut self, path: &Path) -> Result<(), Failure> {
        self.rows.sort();
        let mut text = format!("{}\n", self.heading);
        for row in &self.rows {
            writeln!(text, "{}", row.join(","))?;
        }
        Ok(fs::write(path, text)?)
    }
}

fn text(texts: &[String], index: u32) -> &str {
    usize::try_from(index)
        .ok()
        .and_then(|index| texts.get(index))
        .map_or("?", String::as_str)
}

/// The workload has a value for everything, so that a sum that leaves something out is an error.
fn whole(sum: PartialSum) -> Result<Amount, Failure> {
    match sum.left_out {
        0 => Ok(sum.known.amount()),
        count => Err(format!("{count} numbers are left out of a sum").into()),
    }
}

/// Costs have more than 18 places where amounts have 18.
fn rounded(sum: PartialSum) -> Result<Amount, Failure> {
    Ok(whole(sum)?.rounded(18))
}

/// Writes all tables.
pub fn write(out: &Path, reports: &LedgerReports, names: &LedgerNames) -> Result<(), Failure> {
    write_balances(out, reports, names)?;
    write_values(out, reports, names)?;
    write_flows(out, reports, names)?;
    write_fees(out, reports, names)?;
    write_counterparties(out, reports, names)?;
    write_gains(out, reports, names)
}

fn write_balances(out: &Path, reports: &LedgerReports, names: &LedgerNames) -> Result<(), Failure> {
    let mut balances = Table::new("wallet,asset,qty");
    for (account, asset, quantity) in reports.balances.rows() {
        let quantity = quantity.map(Exact::amount).ok_or("a balance does not fit")?;
        balances.row(&[
            &text(&names.accounts.texts, account),
            &text(&names.assets.texts, asset),
            &quantity,
        ]);
    }
    balances.write(&out.join("balances.csv"))
}

fn write_values(out: &Path, reports: &LedgerReports, names: &LedgerNames) -> Result<(), Failure> {
    let [days, months] = reports.values.as_slice() else {
        return Err("two histories are expected".into());
    };
    let mut daily = Table::new("date,value_usd");
    for day in days.total() {
        daily.row(&[&day.last, &whole(day.closing)?]);
    }
    daily.write(&out.join("daily_value.csv"))?;
    let mut largest = Table::new("month,asset,max_value_usd");
    for (asset, month) in months.assets() {
        let first = month.first.to_string();
        let name = first.get(..7).unwrap_or_default();
        largest.row(&[&name, &text(&names.assets.texts, asset), &whole(month.largest)?]);
    }
    largest.write(&out.join("asset_month_max.csv"))
}

fn write_flows(out: &Path, reports: &LedgerReports, names: &LedgerNames) -> Result<(), Failure> {
    let mut flows = Table::new("month,asset,in_external,out_external,in_swap,out_swap,net");
    for (asset, month, flow) in reports.flows.rows() {
        let sums = [
            flow.in_external,
            flow.out_external,
            flow.in_swap,
            flow.out_swap,
            flow.net(),
        ];
        let [a, b, c, d, net] = sums.map(whole);
        let is_flow = sums.iter().any(|sum| !sum.known.is_zero());
        if is_flow {
            flows.row(&[&month, &text(&names.assets.texts, asset), &a?, &b?, &c?, &d?, &net?]);
        }
    }
    flows.write(&out.join("flows_month.csv"))
}

fn write_fees(out: &Path, reports: &LedgerReports, names: &LedgerNames) -> Result<(), Failure> {
    let mut fees = Table::new("month,fee_asset,count,amount,usd");
    for ((month, asset), totals) in reports.fees.by_month() {
        let (quantity, value) = (whole(totals.quantity)?, whole(totals.value)?);
        fees.row(&[
            &month,
            &text(&names.assets.texts, asset),
            &totals.count,
            &quantity,
            &value,
        ]);
    }
    fees.write(&out.join("fees_month.csv"))
}

fn write_counterparties(out: &Path, reports: &LedgerReports, names: &LedgerNames) -> Result<(), Failure> {
    let texts = &names.counterparties.texts;
    let mut total = Table::new("counterparty,events,volume_usd,fee_usd");
    for (party, totals) in reports.counterparties.totals() {
        let (volume, fees) = (whole(totals.volume)?, whole(totals.fees)?);
        total.row(&[&text(texts, party), &totals.events, &volume, &fees]);
    }
    total.write(&out.join("counterparty.csv"))?;
    let mut months = Table::new("month,counterparty,events,volume_usd");
    for (party, month, totals) in reports.counterparties.months() {
        months.row(&[&month, &text(texts, party), &totals.events, &whole(totals.volume)?]);
    }
    months.write(&out.join("counterparty_month.csv"))
}

fn write_gains(out: &Path, reports: &LedgerReports, names: &LedgerNames) -> Result<(), Failure> {
    let mut gains = Table::new(
        "method,asset,qty_disposed,proceeds_usd,cost_usd,gain_usd,remaining_qty,remaining_cost_usd,open_lots",
    );
    let mut years = Table::new("method,year,gain_usd");
    for (basis, totals) in &reports.bases {
        let is_average = basis.rules().method == LotMethod::Average;
        let method = if is_average { "avg" } else { basis.rules().method.code() };
        let held = unrealized(basis, |_| None);
        for (pool, own) in totals.pools() {
            let open = held.get(&pool).copied().unwrap_or_default();
            let lots = if is_average {
                String::new()
            } else {
                open.lots.to_string()
            };
            gains.row(&[
                &method,
                &text(&names.assets.texts, pool),
                &whole(own.quantity)?,
                &whole(own.proceeds)?,
                &rounded(own.cost)?,
                &rounded(own.gain)?,
                &whole(open.quantity)?,
                &rounded(open.cost)?,
                &lots,
            ]);
        }
        for (year, gain) in totals.years() {
            years.row(&[&method, &year, &rounded(gain)?]);
        }
    }
    gains.write(&out.join("realised.csv"))?;
    years.write(&out.join("realised_year.csv"))
}
