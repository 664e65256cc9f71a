//! The replay of a book, once, with what each of its rows changed.

use std::{collections::BTreeMap, sync::OnceLock};

use ports::{CostRules, Currency, Timestamp};

use crate::{
    accounting::{AssetForm, BasisRules, BasisRun, CostBasis, Movement, MovementRole, RecordedStep},
    ledger::{
        book::Book,
        cost::{
            method_totals::{MethodTotals, totals_of_methods},
            movements::{EventMovements, MovementBuilder},
            packed_step::StepGap,
            plan::{EventPart, PlannedEvent, plan},
            position_lots::PositionIndex,
            rates::LedgerRates,
            replay_state::{OpenPools, ReplayState},
            steps::{PoolStep, StepTable},
            tables::BookTables,
        },
    },
    parallel::{PART, join, par_map},
    trace::NoTrace,
};

/// The cost basis of a book in one currency.
pub struct BookBasis {
    /// The rules.
    pub rules: CostRules,
    /// What the numbers in movements stand for.
    pub tables: BookTables,
    /// The deposits.
    positions: PositionIndex,
    /// The rates of each day.
    pub rates: LedgerRates,
    /// The events, the oldest first.
    pub events: Vec<PlannedEvent>,
    steps: StepTable,
    /// What every pool holds at the end.
    pub open: OpenPools,
    /// What each method makes of it.
    methods: OnceLock<Vec<MethodTotals>>,
    /// By pool, the first event that acquired something at a cost that is unknown because an exchange rate is missing.
    unconverted: BTreeMap<u32, usize>,
    /// By row, the number of its first event, and of further ones.
    first: Vec<u32>,
    further: BTreeMap<u32, Vec<u32>>,
}

impl BookBasis {
    /// Replays a book by these rules.
    pub fn of(book: &Book, rates: LedgerRates, rules: CostRules) -> Self {
        let mut tables = BookTables::of(book, &rates.currency);
        let mut basis = Self {
            rules,
            positions: PositionIndex::load(book, &mut tables),
            tables,
            rates,
            events: plan(book),
            steps: StepTable::default(),
            open: OpenPools::default(),
            methods: OnceLock::new(),
            unconverted: BTreeMap::new(),
            first: Vec::new(),
            further: BTreeMap::new(),
        };
        basis.index_rows(book);
        let mut steps = StepTable::with_capacity(basis.events.len());
        let mut add = |state: &ReplayState, event: &EventMovements| steps.add(state, event, &basis.tables);
        let end = basis.replay(book, basis.events.len(), &mut add);
        steps.complete();
        basis.steps = steps;
        (basis.unconverted, basis.open) = (end.unconverted, end.open);
        basis
    }

    /// Returns what makes the movements of its events.
    pub const fn builder<'a>(&'a self, book: &'a Book) -> MovementBuilder<'a> {
        MovementBuilder {
            book,
            tables: &self.tables,
            positions: &self.positions,
            rates: &self.rates,
            rules: self.rules,
        }
    }

    /// Returns the totals of each method under its other rules. They are computed once.
    pub fn methods(&self, book: &Book) -> &[MethodTotals] {
        self.methods.get_or_init(|| {
            let movements = self.movements(book, self.events.len());
            totals_of_methods(&self.tables.ledger, &movements, BasisRules::of_person(self.rules))
        })
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

    /// Returns the first event up to this one that acquired something of a pool at a cost that is unknown because an exchange rate is
    /// missing.
    pub fn unconverted(&self, pool: u32, event: usize) -> Option<usize> {
        self.unconverted.get(&pool).copied().filter(|first| *first <= event)
    }

    /// Returns what an event changed.
    pub fn changes_of(&self, event: usize) -> Vec<PoolStep> {
        self.steps.of_event(event)
    }

    /// Returns what a row changed, with the event that changed it. Where several events of a row touch a pool, it is the last one
    /// that changed it, with the gains and gaps of all of them.
    pub fn changes(&self, row: usize) -> Vec<(usize, PoolStep)> {
        let mut changes: Vec<(usize, PoolStep)> = Vec::new();
        for event in self.events_of(row) {
            for step in self.steps.of_event(event) {
                match changes.iter_mut().find(|(_, other)| other.pool == step.pool) {
                    None => changes.push((event, step)),
                    Some(other) if step.before != step.after || !step.gaps.is_empty() => {
                        *other = (event, step.after(&other.1));
                    }
                    Some(_) => {}
                }
            }
        }
        changes
    }

    /// Returns the pools of a row in the order in which they are shown: what was deposited without a token comes after what moved, and
    /// that of which only a fee was paid comes last.
    pub fn shown_pools(&self, book: &Book, row: usize) -> Vec<u32> {
        let builder = self.builder(book);
        let mut pools: Vec<(bool, bool, u32)> = Vec::new();
        for (event, step) in self.changes(row) {
            let planned = self.events.get(event);
            let moved = planned.map_or_else(Vec::new, |planned| builder.event(event, planned).moved);
            let mut own = moved
                .iter()
                .filter(|one| self.tables.ledger.pool(one.asset) == Some(step.pool));
            let is_position = self.tables.ledger.form(step.pool) == AssetForm::Position;
            let is_fee = own.all(|one| one.role == MovementRole::Fee);
            pools.push((is_fee, is_position, step.pool));
        }
        pools.sort_by_key(|(is_fee, is_position, _)| (*is_fee, *is_position));
        pools.into_iter().map(|(.., pool)| pool).collect()
    }

    /// Returns the gaps of a row.
    pub fn gaps(&self, row: usize) -> Vec<StepGap> {
        let events = self.events_of(row);
        events
            .into_iter()
            .flat_map(|event| self.steps.gaps_of_event(event))
            .collect()
    }

    /// Returns the movements of the first events of the plan, sorted.
    pub fn movements(&self, book: &Book, events: usize) -> Vec<Movement> {
        let mut movements = Vec::new();
        self.replay(book, events, &mut |_, event| {
            movements.extend(event.supplied.iter().chain(&event.moved));
        });
        movements
    }

    /// Replays the first events of the plan and hands over each with what the pools hold after it.
    pub fn replay_first(
        &self,
        book: &Book,
        events: usize,
        each: &mut (impl FnMut(&ReplayState, &EventMovements) + Send),
    ) {
        self.replay(book, events, each);
    }

    /// Returns what every pool held after the events up to a moment.
    pub fn open_at(&self, book: &Book, at: Timestamp) -> OpenPools {
        let events = self.events.partition_point(|event| event.time <= at);
        self.replay(book, events, &mut |_, _| {}).open
    }

    /// Replays the first events of the plan, hands over each with what the pools hold after it, and returns what they hold at the end.
    fn replay(
        &self,
        book: &Book,
        events: usize,
        each: &mut (impl FnMut(&ReplayState, &EventMovements) + Send),
    ) -> ReplayState {
        let builder = self.builder(book);
        let (mut lots, mut state) = (
            CostBasis::new(BasisRules::of_person(self.rules)),
            ReplayState::nothing(),
        );
        let planned = self.events.iter().copied().enumerate();
        let planned: Vec<(usize, PlannedEvent)> = planned.take(events).collect();
        let build = |part| par_map(part, |_, (index, event)| (*index, *event, builder.event(*index, event)));
        let mut apply = |events: Vec<(usize, PlannedEvent, EventMovements)>| {
            for (index, planned, mut event) in events {
                if event.is_annotated {
                    let held = |pool| state.quantity(pool);
                    builder.supply_event(index, &planned, &mut event, held);
                }
                for pool in &event.unconverted {
                    state.unconverted.entry(*pool).or_insert(index);
                }
                for movements in [&event.supplied, &event.moved] {
                    let mut run = BasisRun {
                        tables: &self.tables.ledger,
                        sink: &mut state,
                        trace: &mut NoTrace,
                        recording: RecordedStep::Nothing,
                    };
                    lots.apply(movements, &mut run);
                }
                each(&state, &event);
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
        state.with_open(&lots)
    }

    fn index_rows(&mut self, book: &Book) {
        (self.first, self.further) = (vec![u32::MAX; book.rows.len()], BTreeMap::new());
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
