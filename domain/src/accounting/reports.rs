//! All reports of a ledger in one replay.

use ports::Day;

use crate::{
    accounting::{
        balances::ReplayedBalances,
        closes::ClosingPrices,
        cost_basis::CostBasis,
        counterparties::CounterpartyTable,
        fees::FeeTable,
        flows::FlowTable,
        movement::Movement,
        realized::RealizedTotals,
        rules::BasisRules,
        run::{BasisRun, RecordedStep},
        tables::LedgerTables,
        value_history::ValueHistory,
    },
    trace::NoTrace,
};

/// The reports of a ledger after some of its events. Applying further events continues from there, so a saved state resumes
/// a replay.
#[derive(Clone, Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct LedgerReports {
    /// Balances.
    pub balances: ReplayedBalances,
    /// Net flows.
    pub flows: FlowTable,
    /// Fees.
    pub fees: FeeTable,
    /// Counterparties.
    pub counterparties: CounterpartyTable,
    /// Cost bases with what their disposals realized, one for each set of rules.
    pub bases: Vec<(CostBasis, RealizedTotals)>,
    /// Values over time.
    pub values: Vec<ValueHistory>,
}

impl LedgerReports {
    /// Makes the reports of an empty ledger.
    #[must_use]
    pub fn new(rules: &[BasisRules], values: Vec<ValueHistory>) -> Self {
        let bases = rules
            .iter()
            .map(|rules| (CostBasis::new(*rules), RealizedTotals::default()));
        Self {
            bases: bases.collect(),
            values,
            ..Self::default()
        }
    }

    /// Applies the movements of one event. Events must come in the order of
    /// [`sort_movements`](crate::accounting::sort_movements).
    pub fn apply(&mut self, tables: &LedgerTables, closes: &impl ClosingPrices, event: &[Movement]) {
        if let Some(first) = event.first() {
            self.close_days_before(Day::of(first.time), closes);
        }
        self.balances.apply(tables, event);
        self.flows.apply(tables, event);
        self.fees.apply(tables, event);
        self.counterparties.apply(tables, event);
        for (basis, sink) in &mut self.bases {
            let mut run = BasisRun {
                tables,
                sink,
                trace: &mut NoTrace,
                recording: RecordedStep::Nothing,
            };
            basis.apply(event, &mut run);
        }
    }

    /// Values all days before a day with the balances after the events so far.
    pub fn close_days_before(&mut self, day: Day, closes: &impl ClosingPrices) {
        for history in &mut self.values {
            history.close_days_before(day, &self.balances, closes);
        }
    }
}
