//! What each event changed in the lots of each pool, in little memory.

use std::collections::BTreeMap;

use crate::accounting::{BasisGapReason, Exact, MovementOrder};

/// What a pool holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeldLots {
    /// The quantity of known cost.
    pub known: Exact,
    /// What it cost.
    pub cost: Exact,
    /// The quantity of unknown cost.
    pub unknown: Exact,
}

impl HeldLots {
    /// A pool that holds nothing.
    pub const NOTHING: Self = Self {
        known: Exact::ZERO,
        cost: Exact::ZERO,
        unknown: Exact::ZERO,
    };
}

/// What an event changed in a pool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PoolStep {
    /// The pool.
    pub pool: u32,
    /// What it held before; `None` where a number did not fit.
    pub before: Option<HeldLots>,
    /// What it held after.
    pub after: Option<HeldLots>,
    /// What its disposals realized; `None` where nothing was.
    pub gain: Option<Exact>,
    /// What has no gain.
    pub gaps: Vec<StepGap>,
}

/// A quantity without a gain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepGap {
    /// The movement.
    pub movement: MovementOrder,
    /// The asset that moved.
    pub asset: u32,
    /// The quantity, in whole units.
    pub quantity: Exact,
    /// Why.
    pub reason: BasisGapReason,
    /// The movement that acquired it at an unknown cost.
    pub origin: Option<MovementOrder>,
}

/// The steps of a replay, in its order.
#[derive(Debug, Default)]
pub struct StepTable {
    rows: Vec<PackedStep>,
    /// By event, the number of its first step.
    starts: Vec<u32>,
    /// Numbers that do not fit in 128 bits, by step and column.
    long: BTreeMap<(u32, u8), Exact>,
    gaps: BTreeMap<u32, Vec<StepGap>>,
    /// By pool, the number of its last step.
    last: BTreeMap<u32, u32>,
}

/// A number in 17 bytes.
type PackedNumber = ([u8; 16], u8);

#[derive(Clone, Copy, Debug)]
struct PackedStep {
    pool: u32,
    /// The number of the pool's step before, plus one; 0 for none.
    previous: u32,
    /// Quantity of known cost, cost, quantity of unknown cost, gain.
    numbers: [PackedNumber; 4],
    has_gain: bool,
    is_broken: bool,
}

impl StepTable {
    /// Begins the next event.
    pub fn begin_event(&mut self) {
        self.starts.push(number(self.rows.len()));
    }

    /// Adds a step to the event.
    pub fn push(&mut self, pool: u32, after: Option<HeldLots>, gain: Option<Exact>, gaps: Vec<StepGap>) {
        let step = number(self.rows.len());
        let held = after.unwrap_or(HeldLots::NOTHING);
        let columns = [held.known, held.cost, held.unknown, gain.unwrap_or(Exact::ZERO)];
        let mut numbers = [([0; 16], 0); 4];
        for ((column, place), exact) in (0_u8..).zip(&mut numbers).zip(columns) {
            match exact.parts() {
                Some((digits, places)) => *place = (digits.to_le_bytes(), places),
                None => {
                    self.long.insert((step, column), exact);
                }
            }
        }
        let previous = self.last.insert(pool, step).map_or(0, |last| last.saturating_add(1));
        self.rows.push(PackedStep {
            pool,
            previous,
            numbers,
            has_gain: gain.is_some(),
            is_broken: after.is_none(),
        });
        if !gaps.is_empty() {
            self.gaps.insert(step, gaps);
        }
    }

    /// Returns the steps of an event.
    pub fn of_event(&self, event: usize) -> Vec<PoolStep> {
        let Some(start) = self.starts.get(event).copied() else {
            return Vec::new();
        };
        let end = self.starts.get(event.saturating_add(1)).copied();
        let end = end.unwrap_or_else(|| number(self.rows.len()));
        (start..end).filter_map(|step| self.step(step)).collect()
    }

    /// Returns the gaps of an event, with the steps that they are in.
    pub fn gaps_of_event(&self, event: usize) -> impl Iterator<Item = &StepGap> {
        let start = self.starts.get(event).copied().unwrap_or(u32::MAX);
        let end = self.starts.get(event.saturating_add(1)).copied().unwrap_or(u32::MAX);
        self.gaps.range(start..end.max(start)).flat_map(|(_, gaps)| gaps)
    }

    fn step(&self, step: u32) -> Option<PoolStep> {
        let packed = self.row(step)?;
        let before = match packed.previous.checked_sub(1) {
            None => Some(HeldLots::NOTHING),
            Some(previous) => self.held(previous),
        };
        Some(PoolStep {
            pool: packed.pool,
            before,
            after: self.held(step),
            gain: packed.has_gain.then(|| self.number(step, packed, 3)),
            gaps: self.gaps.get(&step).cloned().unwrap_or_default(),
        })
    }

    fn held(&self, step: u32) -> Option<HeldLots> {
        let packed = self.row(step).filter(|packed| !packed.is_broken)?;
        Some(HeldLots {
            known: self.number(step, packed, 0),
            cost: self.number(step, packed, 1),
            unknown: self.number(step, packed, 2),
        })
    }

    fn row(&self, step: u32) -> Option<&PackedStep> {
        self.rows.get(usize::try_from(step).ok()?)
    }

    fn number(&self, step: u32, packed: &PackedStep, column: u8) -> Exact {
        if let Some(long) = self.long.get(&(step, column)) {
            return *long;
        }
        let packed = packed.numbers.get(usize::from(column));
        packed.map_or(Exact::ZERO, |(digits, places)| {
            Exact::new(i128::from_le_bytes(*digits), *places)
        })
    }
}

fn number(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}
