//! The replay of a book, once, with what each of its rows changed.

use std::collections::BTreeMap;

use ports::Currency;

use crate::{
    accounting::{
        Acquisition, BasisGap, BasisGapReason, BasisRun, BasisSink, CostBasis, Exact, GivenAway, Lot, Movement,
        MovementOrder, MovementRole, PoolKey, RealizedGain, RecordedStep, Taken,
    },
    ledger::{
        book::Book,
        cost::{
            cost_rules::{CostRules, DEFAULT_RULES},
            movements::{EventMovements, MovementBuilder},
            plan::{EventPart, PlannedEvent, plan},
            rates::LedgerRates,
            steps::{HeldLots, PoolStep, StepGap, StepTable},
            tables::BookTables,
        },
    },
    parallel::{PART, join, par_map},
    valuation::NoTrace,
};

/// The cost basis of a book in one currency.
pub struct BookBasis {
    /// The rules.
    pub rules: CostRules,
    /// What the numbers in movements stand for.
    pub tables: BookTables,
    /// The rates of each day.
    pub rates: LedgerRates,
    /// The events, the oldest first.
    pub events: Vec<PlannedEvent>,
    steps: StepTable,
    /// By row, the number of its first event, and of further ones.
    first: Vec<u32>,
    further: BTreeMap<u32, Vec<u32>>,
}

impl BookBasis {
    /// Replays a book.
    pub fn of(book: &Book, rates: LedgerRates) -> Self {
        let tables = BookTables::of(book, &rates.currency);
        let events = plan(book);
        let mut basis = Self {
            rules: CostRules(DEFAULT_RULES),
            first: vec![u32::MAX; book.rows.len()],
            further: BTreeMap::new(),
            steps: StepTable::default(),
            events,
            tables,
            rates,
        };
        basis.index_rows();
        let mut steps = StepTable::with_capacity(basis.events.len());
        basis.replay(book, basis.events.len(), |replayed, event| {
            steps.add(replayed, event, &basis.tables);
        });
        steps.complete();
        basis.steps = steps;
        basis
    }

    /// Returns the currency.
    pub fn currency(&self) -> &Currency {
        &self.rates.currency
    }

    /// Returns the events of a row, by their place in the plan.
    pub fn events_of(&self, row: usize) -> Vec<usize> {
        let first = self.first.get(row).copied().filter(|event| *event != u32::MAX);
        let further = u32::try_from(row).ok().and_then(|row| self.further.get(&row));
        let events = first.into_iter().chain(further.into_iter().flatten().copied());
        events.filter_map(|event| usize::try_from(event).ok()).collect()
    }

    /// Returns what a row changed, with the event that changed it. Where several events of a row touch a pool, it is the last one
    /// that changed it.
    pub fn changes(&self, row: usize) -> Vec<(usize, PoolStep)> {
        let mut changes: Vec<(usize, PoolStep)> = Vec::new();
        for event in self.events_of(row) {
            for step in self.steps.of_event(event) {
                match changes.iter_mut().find(|(_, other)| other.pool == step.pool) {
                    None => changes.push((event, step)),
                    Some(other) if step.before != step.after || !step.gaps.is_empty() => *other = (event, step),
                    Some(_) => {}
                }
            }
        }
        changes
    }

    /// Returns the pools of a row in the order in which they are shown: those of which only a fee was paid come last.
    pub fn shown_pools(&self, book: &Book, row: usize) -> Vec<u32> {
        let builder = MovementBuilder {
            book,
            tables: &self.tables,
            rates: &self.rates,
        };
        let mut pools: Vec<(bool, u32)> = Vec::new();
        for (event, step) in self.changes(row) {
            let planned = self.events.get(event);
            let moved = planned.map_or_else(Vec::new, |planned| builder.event(event, planned).moved);
            let mut own = moved
                .iter()
                .filter(|one| self.tables.ledger.pool(one.asset) == Some(step.pool));
            pools.push((own.all(|one| one.role == MovementRole::Fee), step.pool));
        }
        pools.sort_by_key(|(is_fee, _)| *is_fee);
        pools.into_iter().map(|(_, pool)| pool).collect()
    }

    /// Returns the gaps of a row.
    pub fn gaps(&self, row: usize) -> Vec<&StepGap> {
        let events = self.events_of(row);
        events
            .into_iter()
            .flat_map(|event| self.steps.gaps_of_event(event))
            .collect()
    }

    /// Returns the movements of the first events of the plan, sorted.
    pub fn movements(&self, book: &Book, events: usize) -> Vec<Movement> {
        let mut movements = Vec::new();
        self.replay(book, events, |_, event| {
            movements.extend(event.supplied.iter().chain(&event.moved));
        });
        movements
    }

    /// Replays the first events of the plan, and hands over each with what the pools hold after it.
    fn replay(&self, book: &Book, events: usize, mut each: impl FnMut(&mut ReplayState, &EventMovements) + Send) {
        let builder = MovementBuilder {
            book,
            tables: &self.tables,
            rates: &self.rates,
        };
        let mut basis = CostBasis::new(self.rules.0);
        let mut state = ReplayState::default();
        let planned: Vec<(usize, PlannedEvent)> = self.events.iter().copied().enumerate().take(events).collect();
        let build = |part| par_map(part, |_, (index, event)| (*index, *event, builder.event(*index, event)));
        let mut apply = |events: Vec<(usize, PlannedEvent, EventMovements)>| {
            for (index, planned, mut event) in events {
                if event.is_annotated {
                    event.supplied = builder.supplied(index, &planned, &event.moved, |pool| state.quantity(pool));
                }
                for movements in [&event.supplied, &event.moved] {
                    let mut run = BasisRun {
                        tables: &self.tables.ledger,
                        sink: &mut state,
                        trace: &mut NoTrace,
                        recording: RecordedStep::Nothing,
                    };
                    basis.apply(movements, &mut run);
                }
                each(&mut state, &event);
                state.end_event();
            }
        };
        // The movements of the next events are made while those of a part are replayed.
        let mut parts = planned.chunks(PART);
        let mut built = parts.next().map(build).unwrap_or_default();
        for part in parts {
            let (next, ()) = join(|| build(part), || apply(built));
            built = next;
        }
        apply(built);
    }

    fn index_rows(&mut self) {
        for (number, event) in (0_u32..).zip(&self.events) {
            let row = usize::try_from(event.row).ok();
            match (event.part, row.and_then(|row| self.first.get_mut(row))) {
                (EventPart::Row, Some(first)) => *first = number,
                (EventPart::Arrival(_), _) => self.further.entry(event.row).or_default().push(number),
                (EventPart::Row, None) => {}
            }
        }
    }
}

/// What the pools hold during a replay, and what the current event did.
#[derive(Default)]
struct ReplayState {
    /// By pool; `None` where a number did not fit.
    held: BTreeMap<u32, Option<HeldLots>>,
    gains: Vec<(u32, Exact)>,
    gaps: Vec<(u32, StepGap)>,
    /// The movement that acquired what was taken last at an unknown cost.
    unknown_origin: Option<MovementOrder>,
}

impl ReplayState {
    fn quantity(&self, pool: u32) -> Option<Exact> {
        match self.held.get(&pool) {
            None => Some(Exact::ZERO),
            Some(held) => held.and_then(|held| held.known.add(held.unknown).ok()),
        }
    }

    fn change(&mut self, pool: u32, change: impl FnOnce(HeldLots) -> Option<HeldLots>) {
        let held = self.held.entry(pool).or_insert(Some(HeldLots::NOTHING));
        *held = held.and_then(change);
    }

    fn end_event(&mut self) {
        self.gains.clear();
        self.gaps.clear();
    }
}

impl BasisSink for ReplayState {
    fn realized(&mut self, gain: &RealizedGain) {
        self.gains.push((gain.place.pool, gain.gain));
    }

    fn gap(&mut self, gap: &BasisGap) {
        if gap.reason == BasisGapReason::TooLarge {
            self.held.insert(gap.place.pool, None);
        }
        let gap = (
            gap.place.pool,
            StepGap {
                movement: gap.place.order,
                asset: gap.place.asset,
                quantity: gap.quantity,
                reason: gap.reason,
                origin: self
                    .unknown_origin
                    .filter(|_| gap.reason == BasisGapReason::UnknownCost),
            },
        );
        self.gaps.push(gap);
    }

    fn acquired(&mut self, _: &Acquisition) {}

    fn given_away(&mut self, _: &GivenAway) {}

    fn put(&mut self, key: PoolKey, lot: &Lot) {
        self.change(key.pool, |held| {
            Some(match lot.total_cost().ok()? {
                Some(cost) => HeldLots {
                    known: held.known.add(lot.quantity).ok()?,
                    cost: held.cost.add(cost).ok()?,
                    ..held
                },
                None => HeldLots {
                    unknown: held.unknown.add(lot.quantity).ok()?,
                    ..held
                },
            })
        });
    }

    fn took(&mut self, key: PoolKey, taken: &Taken) {
        self.unknown_origin = taken.unknown_origin;
        self.change(key.pool, |held| {
            Some(HeldLots {
                known: held.known.sub(taken.known).ok()?,
                cost: held.cost.sub(taken.cost).ok()?,
                unknown: held.unknown.sub(taken.unknown).ok()?,
            })
        });
    }
}

impl StepTable {
    /// Adds the steps of the event that was replayed last: one for each pool that it touched.
    fn add(&mut self, state: &ReplayState, event: &EventMovements, tables: &BookTables) {
        self.begin_event();
        let mut pools: Vec<u32> = Vec::new();
        for movement in event.moved.iter().chain(&event.supplied) {
            if let Some(pool) = tables.ledger.pool(movement.asset)
                && !pools.contains(&pool)
            {
                pools.push(pool);
            }
        }
        for pool in pools {
            let after = state.held.get(&pool).copied().unwrap_or(Some(HeldLots::NOTHING));
            let mut gains = state.gains.iter().filter(|(of, _)| *of == pool);
            let first = gains.next().map(|(_, gain)| *gain);
            let gain = first.and_then(|first| gains.try_fold(first, |sum, (_, gain)| sum.add(*gain).ok()));
            let gaps = state.gaps.iter().filter(|(of, _)| *of == pool);
            self.push(pool, after, gain, gaps.map(|(_, gap)| *gap).collect());
        }
    }
}
