//! The replay of a book, once, with what each of its rows changed.

use std::{collections::BTreeMap, ops::Range};

use ports::{Currency, Ports, StorageError, Timestamp};

use crate::{
    accounting::{BasisRun, CostBasis, Movement, MovementRole, RecordedStep},
    ledger::{
        book::{Book, GrownBook},
        cost::{
            cost_rules::{CostRules, DEFAULT_RULES},
            movements::{EventMovements, MovementBuilder},
            packed_step::StepGap,
            plan::{EventPart, PlannedEvent, plan, plan_latest},
            rates::LedgerRates,
            replay_state::ReplayState,
            steps::{LastSteps, PoolStep, StepTable},
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
    /// The rates of each day.
    pub rates: LedgerRates,
    /// The events, the oldest first.
    pub events: Vec<PlannedEvent>,
    steps: StepTable,
    /// By pool, the first event that acquired something at a cost that is unknown because an exchange rate is missing.
    unconverted: BTreeMap<u32, usize>,
    /// By row, the number of its first event, and of further ones.
    first: Vec<u32>,
    further: BTreeMap<u32, Vec<u32>>,
    resumption: Resumption,
}

/// How many of the latest events are replayed again when entries are added, at least.
const LATEST: usize = 2048;

/// A state of the replay from which it is continued when entries are added.
struct Resumption {
    /// The place of the first event after it.
    event: usize,
    /// The time of that event; the ones before it are earlier. `None` where there is none before it.
    since: Option<Timestamp>,
    replayed: Replayed,
    last: LastSteps,
}

/// What a replay has come to.
#[derive(Clone)]
struct Replayed {
    lots: CostBasis,
    state: ReplayState,
}

impl BookBasis {
    /// Replays a book.
    pub fn of(book: &Book, rates: LedgerRates) -> Self {
        Self::resumable(book, rates, LATEST)
    }

    /// Replays a book, and keeps the state before this number of its latest events.
    pub fn resumable(book: &Book, rates: LedgerRates, latest: usize) -> Self {
        let rules = CostRules(DEFAULT_RULES);
        let events = plan(book);
        let mut basis = Self {
            rules,
            first: Vec::new(),
            further: BTreeMap::new(),
            steps: StepTable::with_capacity(events.len()),
            unconverted: BTreeMap::new(),
            events,
            tables: BookTables::of(book, &rates.currency),
            rates,
            resumption: Resumption {
                event: 0,
                since: None,
                replayed: Replayed::nothing(rules),
                last: LastSteps::new(),
            },
        };
        basis.index_rows(book);
        basis.replay_on(book, latest);
        basis
    }

    /// Continues the replay with the rows that were added to the book. Where one of them is earlier than the latest events, all are
    /// replayed again.
    pub async fn grown(mut self, ports: &Ports, grown: &GrownBook) -> Result<Self, StorageError> {
        self.rates.add(ports, &grown.book).await?;
        Ok(self.continued(grown, LATEST))
    }

    /// As [`Self::grown`], with the rates of all days and this number of events that are replayed again at least.
    pub fn continued(mut self, grown: &GrownBook, latest: usize) -> Self {
        let book = &grown.book;
        let Some(since) = self.resumption.since.filter(|_| self.continues_with(grown)) else {
            return Self::resumable(book, self.rates, latest);
        };
        self.tables = BookTables::of(book, &self.rates.currency);
        self.plan_on(book, grown.rows_before, since);
        self.index_rows(book);
        self.steps.truncate(self.resumption.event, self.resumption.last.clone());
        self.replay_on(book, latest);
        self
    }

    /// Returns whether the rows that were added are all among the latest events.
    pub fn continues_with(&self, grown: &GrownBook) -> bool {
        self.resumption.since.is_some_and(|since| grown.since >= since)
    }

    /// Plans the events from this time on again. The rows before it have other places now, because places are counted from the
    /// newest row.
    fn plan_on(&mut self, book: &Book, rows_before: usize, since: Timestamp) {
        let placed = |event: &PlannedEvent| {
            let place = usize::try_from(event.row).ok()? + book.rows.len();
            let row = u32::try_from(place.checked_sub(rows_before)?).ok()?;
            Some(PlannedEvent { row, ..*event })
        };
        let latest = self.events.split_off(self.resumption.event);
        let planned = latest.iter().filter_map(placed);
        let rows = book.rows.count_since(since);
        let is_earlier = |event: &PlannedEvent| usize::try_from(event.row).is_ok_and(|row| row >= rows);
        let of_earlier: Vec<PlannedEvent> = planned.filter(is_earlier).collect();
        self.events = self.events.iter().filter_map(placed).collect();
        self.events.extend(plan_latest(book, rows, of_earlier));
    }

    /// Replays the events after the kept state, and keeps the state before the latest ones.
    fn replay_on(&mut self, book: &Book, latest: usize) {
        let mut steps = std::mem::take(&mut self.steps);
        let mut add = |replayed: &mut ReplayState, event: &EventMovements| steps.add(replayed, event, &self.tables);
        let from = self.resumption.replayed.clone();
        let first = self.resumption.event;
        let split = self.place_before(latest).max(first);
        let replayed = self.replay(book, first..split, from, &mut add);
        let last = steps.last().clone();
        let mut add = |replayed: &mut ReplayState, event: &EventMovements| steps.add(replayed, event, &self.tables);
        let end = self.replay(book, split..self.events.len(), replayed.clone(), &mut add);
        self.unconverted = end.state.unconverted;
        steps.complete();
        self.steps = steps;
        self.resumption = Resumption {
            event: split,
            since: split.checked_sub(1).and_then(|_| Some(self.events.get(split)?.time)),
            replayed,
            last,
        };
    }

    /// Returns the place of an event that is later than the one before it, with at least this number of events from it on.
    fn place_before(&self, latest: usize) -> usize {
        let time = |place: usize| self.events.get(place).map(|event| event.time);
        let mut place = self.events.len().saturating_sub(latest);
        while place > 0 && time(place - 1) == time(place) {
            place -= 1;
        }
        place
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
        self.replay(book, 0..events, Replayed::nothing(self.rules), &mut |_, event| {
            movements.extend(event.supplied.iter().chain(&event.moved));
        });
        movements
    }

    /// Replays these events of the plan, and hands over each with what the pools hold after it.
    fn replay(
        &self,
        book: &Book,
        events: Range<usize>,
        from: Replayed,
        each: &mut (impl FnMut(&mut ReplayState, &EventMovements) + Send),
    ) -> Replayed {
        let builder = MovementBuilder {
            book,
            tables: &self.tables,
            rates: &self.rates,
        };
        let mut replayed = from;
        let planned = self.events.iter().copied().enumerate();
        let planned: Vec<(usize, PlannedEvent)> = planned.skip(events.start).take(events.len()).collect();
        let build = |part| par_map(part, |_, (index, event)| (*index, *event, builder.event(*index, event)));
        let mut apply = |events: Vec<(usize, PlannedEvent, EventMovements)>| {
            for (index, planned, mut event) in events {
                if event.is_annotated {
                    let held = |pool| replayed.state.quantity(pool);
                    builder.supply_event(index, &planned, &mut event, held);
                }
                for pool in &event.unconverted {
                    replayed.state.unconverted.entry(*pool).or_insert(index);
                }
                for movements in [&event.supplied, &event.moved] {
                    let mut run = BasisRun {
                        tables: &self.tables.ledger,
                        sink: &mut replayed.state,
                        trace: &mut NoTrace,
                        recording: RecordedStep::Nothing,
                    };
                    replayed.lots.apply(movements, &mut run);
                }
                each(&mut replayed.state, &event);
                replayed.state.end_event();
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
        replayed
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

impl Replayed {
    const fn nothing(rules: CostRules) -> Self {
        Self {
            lots: CostBasis::new(rules.0),
            state: ReplayState::nothing(),
        }
    }
}
