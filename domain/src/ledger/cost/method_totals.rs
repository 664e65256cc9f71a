//! What the disposals of a book realized, and what remains, by each method.

use std::collections::BTreeMap;

use ports::{LotMethod, Timestamp};

use crate::{
    accounting::{
        Acquisition, BasisGap, BasisGapReason, BasisRules, BasisRun, BasisSink, CostBasis, GivenAway, LedgerTables,
        Movement, MovementOrder, PartialSum, RealizedGain, RecordedStep, events,
    },
    ledger::cost::replay_state::OpenPools,
    parallel::join,
    trace::NoTrace,
};

/// What the disposals of a book realized, and what remains, by one method.
#[derive(Clone, Debug)]
pub struct MethodTotals {
    /// The method.
    pub method: LotMethod,
    /// What every pool holds at the end.
    pub open: OpenPools,
    /// The gains of all disposals.
    pub gains: GainTotals,
}

/// The gains of all disposals of a replay.
#[derive(Clone, Debug, Default)]
pub struct GainTotals {
    /// By pool, with the number of disposals.
    pub pools: BTreeMap<u32, (PartialSum, usize)>,
    /// When the first of them was.
    pub since: Option<Timestamp>,
    last: Option<MovementOrder>,
}

impl GainTotals {
    /// Returns the gain of all pools.
    pub fn sum(&self) -> PartialSum {
        PartialSum::total(self.pools.values().map(|(gain, _)| *gain))
    }

    /// Returns the number of disposals, those without a known gain included.
    pub fn disposals(&self) -> usize {
        self.pools.values().map(|(_, disposals)| disposals).sum()
    }

    fn add(&mut self, (pool, order, time): (u32, MovementOrder, Timestamp)) -> &mut PartialSum {
        let is_new = self.last.replace(order) != Some(order);
        let (gain, disposals) = self.pools.entry(pool).or_default();
        *disposals += usize::from(is_new);
        self.since.get_or_insert(time);
        gain
    }
}

impl BasisSink for GainTotals {
    fn realized(&mut self, gain: &RealizedGain) {
        let place = gain.place;
        self.add((place.pool, place.order, place.time)).add_known(&gain.gain);
    }

    fn gap(&mut self, gap: &BasisGap) {
        let place = gap.place;
        // What lacks a departure or a fee is no disposal.
        if !matches!(gap.reason, BasisGapReason::NoDeparture | BasisGapReason::UnknownFee) {
            self.add((place.pool, place.order, place.time)).add(None);
        }
    }

    fn acquired(&mut self, _: &Acquisition) {}

    fn given_away(&mut self, _: &GivenAway) {}
}

/// Returns the totals of each method under the other rules. The movements are sorted.
pub fn totals_of_methods(tables: &LedgerTables, movements: &[Movement], rules: BasisRules) -> Vec<MethodTotals> {
    let totals = |method: LotMethod| {
        let (mut basis, mut gains) = (CostBasis::new(BasisRules { method, ..rules }), GainTotals::default());
        let mut run = BasisRun {
            tables,
            sink: &mut gains,
            trace: &mut NoTrace,
            recording: RecordedStep::Nothing,
        };
        events(movements).for_each(|event| basis.apply(event, &mut run));
        MethodTotals {
            method,
            open: OpenPools::of(&basis),
            gains,
        }
    };
    let [one, two, three, four] = LotMethod::ALL;
    let pair = |one, other| join(move || totals(one), move || totals(other));
    let ((one, two), (three, four)) = (pair(one, two), pair(three, four));
    vec![one, two, three, four]
}
