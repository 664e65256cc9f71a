//! The value of every period, with that of now at the end.

use ports::{Amount, Currency, Day, TimeZone};

use super::{
    inputs::{ValueOwner, ValueQuery},
    periods::{Periods, largest},
    series::ValueSeries,
};
use crate::{
    accounting::{Exact, PeriodLength},
    caller::Caller,
    ledger::{LedgerError, Ledgers, report::coverage::ReportCoverage},
};

/// The value of a portfolio in every period from its first transaction until now.
#[derive(Clone, Debug)]
pub struct ValueGraph {
    /// The length of the periods.
    pub length: PeriodLength,
    /// The currency.
    pub currency: Currency,
    /// The zone in which days begin.
    pub zone: TimeZone,
    /// The first day of each period. The last period is the current one.
    pub days: Vec<Day>,
    /// The value at the end of each period, and of the last one now; `None` where what has no price would matter.
    pub closing: Vec<Option<Amount>>,
    /// The largest value of each coin in the period, summed.
    pub largest: Vec<Option<Amount>>,
    /// How many coins are left out of each value, because they have no price.
    pub unpriced: Vec<u32>,
    /// What everything held cost at the end of each period; `None` where some wallets are left out.
    pub cost: Vec<Option<Amount>>,
    /// The coins, the highest latest value first, and after them the remaining ones of each chain together.
    pub series: Vec<ValueSeries>,
    /// How many coins never had a price and are left out.
    pub never_priced: usize,
    /// Whether the history of every account is read, and no price is awaited.
    pub is_loaded: bool,
    /// How much of the history it covers.
    pub coverage: ReportCoverage,
}

impl Ledgers {
    /// Returns the value of the caller's portfolio, or of some of its wallets, over time.
    pub async fn value_graph(&self, caller: &Caller, query: &ValueQuery) -> Result<ValueGraph, LedgerError> {
        let owner = self.value_owner(caller, &query.wallets).await?;
        self.value_graph_of(&owner, query).await
    }

    /// Returns the value of what an owner holds over time.
    pub(crate) async fn value_graph_of(
        &self,
        whose: &ValueOwner,
        query: &ValueQuery,
    ) -> Result<ValueGraph, LedgerError> {
        let (owner, from) = (&whose.book, self.value_basis(whose, &query.currency).await?);
        let days = self.day_values(owner, &from).await?;
        let now = self.value_now(&whose.viewpoint, &from).await?;
        let coverage = self.coverage(owner).await?;
        let is_read = coverage.settled() == coverage.accounts.len();
        let is_loaded = is_read && !from.book.is_awaiting_prices();
        let has_any = days.first.is_some() || now.total.is_some();
        let today = has_any.then_some(from.today);
        let plan = Periods::of(&days, query.length, today);
        let series = plan.series(&days, &now, &from.book);
        let end_of =
            |values: &[Option<Exact>]| plan.at_ends(|day| values.get(day).copied().flatten().map(Exact::amount));
        let mut closing = end_of(&days.closing);
        let mut unpriced = plan.at_ends(|day| days.unpriced.get(day).copied().unwrap_or_default());
        let mut cost = end_of(&days.cost);
        if has_any {
            closing.push(now.total);
            unpriced.push(now.unpriced);
            cost.push(days.cost_now.map(Exact::amount));
        }
        Ok(ValueGraph {
            length: query.length,
            currency: query.currency.clone(),
            zone: owner.zone.clone(),
            days: plan.first_days,
            largest: largest(&series, &closing),
            closing,
            unpriced,
            cost,
            series,
            never_priced: days.never_priced,
            is_loaded,
            coverage: ReportCoverage::from(&coverage).without_positions(now.with_positions),
        })
    }
}
