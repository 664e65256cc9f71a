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

/// By pool, the number of its last step.
pub type LastSteps = BTreeMap<u32, u32>;

/// The steps of a replay, in its order.
#[derive(Debug, Default)]
pub struct StepTable {
    /// The steps, each written as by [`PackedStep::write`].
    bytes: Vec<u8>,
    /// By step, where it begins.
    steps: Vec<u32>,
    /// By event, the number of its first step.
    starts: Vec<u32>,
    /// Numbers that do not fit in 128 bits, by step and column.
    long: BTreeMap<(u32, u8), Exact>,
    gaps: BTreeMap<u32, Vec<StepGap>>,
    last: LastSteps,
}

/// The columns of a step: quantity of known cost, cost, quantity of unknown cost, gain.
const COLUMNS: usize = 4;
const GAIN: u8 = 3;

/// Bits of the flags of a step.
const HAS_GAIN: u8 = 1;
const IS_BROKEN: u8 = 2;

#[derive(Clone, Copy, Debug)]
struct PackedStep {
    pool: u32,
    /// The number of the pool's step before, plus one; 0 for none.
    previous: u32,
    flags: u8,
    numbers: [Exact; COLUMNS],
}

impl PackedStep {
    /// Writes a step. Most numbers have far fewer than 128 bits, so that only their bytes without leading zeros are written.
    fn write(&self, to: &mut Vec<u8>) {
        to.extend(self.pool.to_le_bytes());
        to.extend(self.previous.to_le_bytes());
        to.push(self.flags);
        for number in &self.numbers {
            let (digits, places) = number.parts().unwrap_or_default();
            // The sign becomes the lowest bit.
            let digits = ((digits << 1) ^ (digits >> 127)).cast_unsigned();
            let length = u128::BITS.div_ceil(8) - digits.leading_zeros() / 8;
            let bytes = digits.to_le_bytes();
            to.push(places);
            to.push(u8::try_from(length).unwrap_or_default());
            to.extend(bytes.iter().take(usize::try_from(length).unwrap_or_default()));
        }
    }

    /// Reads a step that [`Self::write`] wrote.
    fn read(bytes: &[u8]) -> Option<Self> {
        let (pool, rest) = bytes.split_first_chunk()?;
        let (previous, rest) = rest.split_first_chunk()?;
        let (flags, mut rest) = rest.split_first()?;
        let mut numbers = [Exact::ZERO; COLUMNS];
        for number in &mut numbers {
            let ([places, length], after) = rest.split_first_chunk()?;
            let (written, after) = after.split_at_checked(usize::from(*length))?;
            let mut digits = [0; 16];
            digits.get_mut(..written.len())?.copy_from_slice(written);
            let digits = u128::from_le_bytes(digits);
            let digits = (digits >> 1).cast_signed() ^ -(digits & 1).cast_signed();
            *number = Exact::new(digits, *places);
            rest = after;
        }
        Some(Self {
            pool: u32::from_le_bytes(*pool),
            previous: u32::from_le_bytes(*previous),
            flags: *flags,
            numbers,
        })
    }

    fn has(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }
}

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
    pub fn push(&mut self, pool: u32, after: Option<HeldLots>, gain: Option<Exact>, gaps: Vec<StepGap>) {
        let step = number(self.steps.len());
        let held = after.unwrap_or(HeldLots::NOTHING);
        let numbers = [held.known, held.cost, held.unknown, gain.unwrap_or(Exact::ZERO)];
        for (column, exact) in (0_u8..).zip(numbers) {
            if exact.parts().is_none() {
                self.long.insert((step, column), exact);
            }
        }
        let packed = PackedStep {
            pool,
            previous: self.last.insert(pool, step).map_or(0, |last| last.saturating_add(1)),
            flags: if gain.is_some() { HAS_GAIN } else { 0 } | if after.is_none() { IS_BROKEN } else { 0 },
            numbers,
        };
        self.steps.push(number(self.bytes.len()));
        packed.write(&mut self.bytes);
        if !gaps.is_empty() {
            self.gaps.insert(step, gaps);
        }
    }

    /// Returns the number of the last step of each pool, for [`Self::truncate`].
    pub const fn last(&self) -> &LastSteps {
        &self.last
    }

    /// Removes the steps of all events from this one on. `last` are the last steps of the pools before it.
    pub fn truncate(&mut self, event: usize, last: LastSteps) {
        let Some(step) = self.starts.get(event).copied() else {
            return;
        };
        let place = usize::try_from(step).unwrap_or(usize::MAX);
        if let Some(start) = self.steps.get(place).and_then(|start| usize::try_from(*start).ok()) {
            self.bytes.truncate(start);
        }
        self.steps.truncate(place);
        self.starts.truncate(event);
        drop(self.long.split_off(&(step, 0)));
        drop(self.gaps.split_off(&step));
        self.last = last;
    }

    /// Frees the memory that only adding steps needs.
    pub fn complete(&mut self) {
        self.bytes.shrink_to_fit();
        self.steps.shrink_to_fit();
        self.starts.shrink_to_fit();
        self.last = LastSteps::new();
    }

    /// Returns the steps of an event.
    pub fn of_event(&self, event: usize) -> Vec<PoolStep> {
        let Some(start) = self.starts.get(event).copied() else {
            return Vec::new();
        };
        let end = self.starts.get(event.saturating_add(1)).copied();
        let end = end.unwrap_or_else(|| number(self.steps.len()));
        (start..end).filter_map(|step| self.step(step)).collect()
    }

    /// Returns the gaps of an event, with the steps that they are in.
    pub fn gaps_of_event(&self, event: usize) -> impl Iterator<Item = &StepGap> {
        let start = self.starts.get(event).copied().unwrap_or(u32::MAX);
        let end = self.starts.get(event.saturating_add(1)).copied().unwrap_or(u32::MAX);
        self.gaps.range(start..end.max(start)).flat_map(|(_, gaps)| gaps)
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
            gain: packed.has(HAS_GAIN).then(|| self.number(step, &packed, GAIN)),
            gaps: self.gaps.get(&step).cloned().unwrap_or_default(),
        })
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

    fn number(&self, step: u32, packed: &PackedStep, column: u8) -> Exact {
        let long = self.long.get(&(step, column)).copied();
        let short = packed.numbers.get(usize::from(column)).copied();
        long.or(short).unwrap_or(Exact::ZERO)
    }
}

fn number(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_is_read_back() {
        let digits = [0, 1, -1, 127, -128, i128::from(u64::MAX), i128::MAX, i128::MIN];
        for places in [0, 18, 255] {
            for part in digits.chunks(COLUMNS) {
                let numbers: Vec<Exact> = part.iter().map(|digits| Exact::new(*digits, places)).collect();
                let step = PackedStep {
                    pool: 7,
                    previous: u32::MAX,
                    flags: HAS_GAIN,
                    numbers: numbers.try_into().unwrap(),
                };
                let mut bytes = Vec::new();
                step.write(&mut bytes);
                bytes.push(99);
                let read = PackedStep::read(&bytes).unwrap();
                assert_eq!((read.pool, read.previous, read.flags), (7, u32::MAX, HAS_GAIN));
                assert_eq!(read.numbers.map(Exact::parts), step.numbers.map(Exact::parts));
            }
        }
        assert!(PackedStep::read(&[0; 8]).is_none());
    }
}
