//! What each event changed in the lots of each pool, in little memory.

use std::{collections::BTreeMap, ops::Range};

use crate::{
    accounting::Exact,
    ledger::cost::packed_step::{COLUMNS, HAS_GAIN, IS_ASSUMED, IS_BROKEN, PackedStep, StepGap},
};

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
    pub gain: Option<StepGain>,
    /// What has no gain.
    pub gaps: Vec<StepGap>,
}

impl PoolStep {
    /// Returns the step with the gains and gaps of an earlier one of the same row.
    pub fn after(self, earlier: &Self) -> Self {
        let gain = match (earlier.gain, self.gain) {
            (Some(one), Some(other)) => one.plus(other),
            (one, other) => one.or(other),
        };
        Self {
            gain,
            gaps: [earlier.gaps.clone(), self.gaps].concat(),
            ..self
        }
    }
}

impl StepGain {
    /// Returns both gains together; `None` where the sum has too many digits.
    pub fn plus(self, other: Self) -> Option<Self> {
        Some(Self {
            amount: self.amount.add(other.amount).ok()?,
            is_assumed: self.is_assumed || other.is_assumed,
        })
    }
}

/// What an event realized in a pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepGain {
    /// The gain, or the loss.
    pub amount: Exact,
    /// Whether it uses a cost that is assumed.
    pub is_assumed: bool,
}

/// The steps of a replay, in its order.
#[derive(Debug, Default)]
pub struct StepTable {
    /// The steps, each written as by [`PackedStep::write`].
    bytes: Vec<u8>,
    /// By step, where it begins.
    steps: Vec<u32>,
    /// By event, the number of its first step.
    starts: Vec<u32>,
    /// Numbers that do not fit in 128 bits, by step and column. The quantities of gaps follow the columns.
    long: BTreeMap<(u32, usize), Exact>,
    /// By pool, the number of its last step.
    last: BTreeMap<u32, u32>,
}

/// The column of the gain.
const GAIN: usize = 3;

/// How much of an event is reserved for before it is known. Memory that is not written takes no room, and a list that grows is
/// copied again and again.
const STEPS_OF_EVENT: usize = 2;
const BYTES_OF_EVENT: usize = 128;

impl StepTable {
    /// Makes an empty table with room for the steps of many events.
    pub fn with_capacity(events: usize) -> Self {
        Self {
            bytes: Vec::with_capacity(events * BYTES_OF_EVENT),
            steps: Vec::with_capacity(events * STEPS_OF_EVENT),
            starts: Vec::with_capacity(events),
            ..Self::default()
        }
    }

    /// Begins the next event.
    pub fn begin_event(&mut self) {
        self.starts.push(number(self.steps.len()));
    }

    /// Adds a step to the event.
    pub fn push(&mut self, pool: u32, after: Option<HeldLots>, gain: Option<StepGain>, gaps: Vec<StepGap>) {
        let step = number(self.steps.len());
        let held = after.unwrap_or(HeldLots::NOTHING);
        let numbers = [
            held.known,
            held.cost,
            held.unknown,
            gain.map_or(Exact::ZERO, |gain| gain.amount),
        ];
        let quantities = gaps.iter().map(|gap| gap.quantity);
        for (column, exact) in numbers.into_iter().chain(quantities).enumerate() {
            if exact.parts().is_none() {
                self.long.insert((step, column), exact);
            }
        }
        let flags = [
            (gain.is_some(), HAS_GAIN),
            (gain.is_some_and(|gain| gain.is_assumed), IS_ASSUMED),
            (after.is_none(), IS_BROKEN),
        ];
        let packed = PackedStep {
            pool,
            previous: self.last.insert(pool, step).map_or(0, |last| last.saturating_add(1)),
            flags: flags
                .into_iter()
                .fold(0, |all, (is_set, flag)| all | if is_set { flag } else { 0 }),
            numbers,
            gaps,
        };
        self.steps.push(number(self.bytes.len()));
        packed.write(&mut self.bytes);
    }

    /// Frees the memory that only adding steps needs.
    pub fn complete(&mut self) {
        self.bytes.shrink_to_fit();
        self.steps.shrink_to_fit();
        self.starts.shrink_to_fit();
        self.last = BTreeMap::new();
    }

    /// Returns the steps of an event.
    pub fn of_event(&self, event: usize) -> Vec<PoolStep> {
        self.numbers(event).filter_map(|step| self.step(step)).collect()
    }

    /// Returns the gaps of an event, in the order of its steps.
    pub fn gaps_of_event(&self, event: usize) -> impl Iterator<Item = StepGap> {
        let steps = self.numbers(event).filter_map(|step| Some((step, self.packed(step)?)));
        steps.flat_map(|(step, packed)| self.gaps(step, packed.gaps))
    }

    /// Returns the numbers of the steps of an event.
    fn numbers(&self, event: usize) -> Range<u32> {
        let Some(start) = self.starts.get(event).copied() else {
            return 0..0;
        };
        let end = self.starts.get(event.saturating_add(1)).copied();
        start..end.unwrap_or_else(|| number(self.steps.len()))
    }

    fn step(&self, step: u32) -> Option<PoolStep> {
        let packed = self.packed(step)?;
        let before = match packed.previous.checked_sub(1) {
            None => Some(HeldLots::NOTHING),
            Some(previous) => self.packed(previous).and_then(|packed| self.held(previous, &packed)),
        };
        Some(PoolStep {
            pool: packed.pool,
            before,
            after: self.held(step, &packed),
            gain: packed.has(HAS_GAIN).then(|| StepGain {
                amount: self.number(step, &packed, GAIN),
                is_assumed: packed.has(IS_ASSUMED),
            }),
            gaps: self.gaps(step, packed.gaps),
        })
    }

    fn gaps(&self, step: u32, mut gaps: Vec<StepGap>) -> Vec<StepGap> {
        for ((_, column), quantity) in self.long.range((step, COLUMNS)..(step.saturating_add(1), 0)) {
            if let Some(gap) = gaps.get_mut(column - COLUMNS) {
                gap.quantity = *quantity;
            }
        }
        gaps
    }

    fn held(&self, step: u32, packed: &PackedStep) -> Option<HeldLots> {
        (!packed.has(IS_BROKEN)).then(|| HeldLots {
            known: self.number(step, packed, 0),
            cost: self.number(step, packed, 1),
            unknown: self.number(step, packed, 2),
        })
    }

    fn packed(&self, step: u32) -> Option<PackedStep> {
        let start = self.steps.get(usize::try_from(step).ok()?)?;
        PackedStep::read(self.bytes.get(usize::try_from(*start).ok()?..)?)
    }

    fn number(&self, step: u32, packed: &PackedStep, column: usize) -> Exact {
        let long = self.long.get(&(step, column)).copied();
        let short = packed.numbers.get(column).copied();
        long.or(short).unwrap_or(Exact::ZERO)
    }
}

fn number(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::accounting::{BasisGapReason, MovementOrder};

    fn gap(quantity: Exact) -> StepGap {
        StepGap {
            movement: MovementOrder::default(),
            asset: 1,
            quantity,
            reason: BasisGapReason::NoLot,
            origin: None,
        }
    }

    #[test]
    fn long_numbers_are_read_back() {
        let short = Exact::new(i128::MAX, 0);
        let long = short.add(short).unwrap();
        let held = |known, cost| HeldLots {
            known,
            cost,
            unknown: short,
        };
        let gaps = [gap(short), gap(long), gap(Exact::ONE), gap(long)];
        let gain = |amount| StepGain {
            amount,
            is_assumed: true,
        };
        let mut table = StepTable::default();
        table.begin_event();
        table.push(7, Some(held(long, short)), Some(gain(long)), gaps.to_vec());
        table.push(8, None, None, vec![gap(short)]);
        table.begin_event();
        table.push(7, Some(held(short, long)), None, Vec::new());
        table.complete();

        let [first, broken] = table.of_event(0).try_into().unwrap();
        assert_eq!(
            first,
            PoolStep {
                pool: 7,
                before: Some(HeldLots::NOTHING),
                after: Some(held(long, short)),
                gain: Some(gain(long)),
                gaps: gaps.to_vec(),
            }
        );
        assert_eq!((broken.pool, broken.after, broken.gaps), (8, None, vec![gap(short)]));
        let [next] = table.of_event(1).try_into().unwrap();
        assert_eq!((next.before, next.after), (first.after, Some(held(short, long))));
        let found: Vec<StepGap> = table.gaps_of_event(0).collect();
        assert_eq!(found, [&gaps[..], &[gap(short)]].concat());
        assert_eq!(table.gaps_of_event(1).count(), 0);
        assert_eq!(table.of_event(2), []);
    }
}
