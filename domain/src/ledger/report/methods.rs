//! What each method makes of the same history.

use ports::{CostRules, Currency, LotMethod, Timestamp};

use crate::{
    accounting::{Exact, PartialSum},
    caller::Caller,
    ledger::{
        LedgerError, Ledgers,
        book::{Book, BookOwner},
        cost::{BookBasis, MethodTotals},
        report::{
            cost_table::{HeldFigures, is_left_out},
            coverage::ReportCoverage,
        },
        search::valuer::Valuer,
    },
};

/// What each method makes of the same history, under the other rules that a person chose.
#[derive(Clone, Debug)]
pub struct MethodTable {
    /// The rules in use.
    pub rules: CostRules,
    /// The currency.
    pub currency: Currency,
    /// Each method.
    pub rows: Vec<MethodRow>,
    /// How many disposals there were, those without a known gain included.
    pub disposals: usize,
    /// When the first of them was.
    pub since: Option<Timestamp>,
    /// How much of the history it covers.
    pub coverage: ReportCoverage,
}

/// What one method makes of the history.
#[derive(Clone, Copy, Debug)]
pub struct MethodRow {
    /// The method.
    pub method: LotMethod,
    /// The cost of everything held with a known cost.
    pub cost: PartialSum,
    /// What selling everything with a known cost and price today would realize.
    pub unrealized: PartialSum,
    /// What all disposals realized.
    pub realized: PartialSum,
    /// Both gains. They differ between methods only where a cost is unknown.
    pub total: PartialSum,
}

impl Ledgers {
    /// Returns what each method makes of the caller's history.
    pub async fn methods(&self, caller: &Caller, currency: &Currency) -> Result<MethodTable, LedgerError> {
        let owner = self.owner(caller).await?;
        self.methods_of(&owner, currency).await
    }

    /// Returns what each method makes of an owner's history.
    pub(crate) async fn methods_of(&self, owner: &BookOwner, currency: &Currency) -> Result<MethodTable, LedgerError> {
        let book = self.books.load(&self.ports, owner).await?;
        let basis = self.books.basis(&self.ports, owner, &book, currency).await?;
        let values = self.held_values(owner, &book, &basis).await?;
        let coverage = self.coverage(owner).await?;
        let methods = basis.methods(&book);
        let first = methods.first();
        Ok(MethodTable {
            rules: basis.rules,
            currency: currency.clone(),
            rows: methods
                .iter()
                .map(|totals| row(&book, &basis, &values, totals))
                .collect(),
            disposals: first.map_or(0, |totals| totals.gains.disposals()),
            since: first.and_then(|totals| totals.gains.since),
            coverage: ReportCoverage::from(&coverage),
        })
    }
}

fn row(book: &Book, basis: &BookBasis, values: &Valuer<'_>, totals: &MethodTotals) -> MethodRow {
    let (mut cost, mut unrealized) = (PartialSum::ZERO, PartialSum::ZERO);
    for (pool, open) in &totals.open.0 {
        let main = basis
            .tables
            .main_asset(*pool)
            .and_then(|number| basis.tables.of_number(number));
        let Some(main) = main else { continue };
        let figures = HeldFigures::of(open, &main.asset, values);
        if is_left_out(book, values, &main.asset, open) {
            continue;
        }
        cost.add_sum(open.cost);
        if !open.unknown.known.is_zero() {
            cost.add(None);
        }
        unrealized.add(figures.gain.and_then(|gain| Exact::try_from(gain).ok()));
    }
    let realized = totals.gains.sum();
    MethodRow {
        method: totals.method,
        cost,
        unrealized,
        realized,
        total: PartialSum::total([unrealized, realized]),
    }
}
