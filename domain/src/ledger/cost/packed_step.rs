//! Steps written as bytes. A long history has hundreds of thousands, most with few gaps and small numbers.

use crate::accounting::{BasisGapReason, Exact, MovementOrder};

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

/// The columns of a step: quantity of known cost, cost, quantity of unknown cost, gain.
pub const COLUMNS: usize = 4;

/// Bits of the flags of a step.
pub const HAS_GAIN: u8 = 1;
pub const IS_BROKEN: u8 = 2;
const HAS_GAPS: u8 = 4;
pub const IS_ASSUMED: u8 = 8;

/// A step in few bytes. Numbers that do not fit in 128 bits are written as zero, and kept elsewhere.
#[derive(Clone, Debug)]
pub struct PackedStep {
    pub pool: u32,
    /// The number of the pool's step before, plus one; 0 for none.
    pub previous: u32,
    pub flags: u8,
    pub numbers: [Exact; COLUMNS],
    pub gaps: Vec<StepGap>,
}

impl PackedStep {
    /// Writes a step.
    pub fn write(&self, to: &mut Vec<u8>) {
        to.extend(self.pool.to_le_bytes());
        to.extend(self.previous.to_le_bytes());
        to.push(self.flags | if self.gaps.is_empty() { 0 } else { HAS_GAPS });
        for number in &self.numbers {
            write_number(*number, to);
        }
        if let Ok(count @ 1..) = u32::try_from(self.gaps.len()) {
            to.extend(count.to_le_bytes());
            for gap in &self.gaps {
                write_gap(gap, to);
            }
        }
    }

    /// Reads a step that [`Self::write`] wrote.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let mut from = bytes;
        let (pool, previous, flags) = (take_u32(&mut from)?, take_u32(&mut from)?, take_byte(&mut from)?);
        let mut numbers = [Exact::ZERO; COLUMNS];
        for number in &mut numbers {
            *number = take_number(&mut from)?;
        }
        let count = if flags & HAS_GAPS == 0 { 0 } else { take_u32(&mut from)? };
        let gaps = (0..count).map(|_| take_gap(&mut from)).collect::<Option<_>>()?;
        Some(Self {
            pool,
            previous,
            flags: flags & !HAS_GAPS,
            numbers,
            gaps,
        })
    }

    pub const fn has(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }
}

/// Most numbers have far fewer than 128 bits, so that only their bytes without leading zeros are written.
fn write_number(number: Exact, to: &mut Vec<u8>) {
    let (digits, places) = number.parts().unwrap_or_default();
    // The sign becomes the lowest bit.
    let digits = ((digits << 1) ^ (digits >> 127)).cast_unsigned();
    let length = u128::BITS.div_ceil(8) - digits.leading_zeros() / 8;
    let bytes = digits.to_le_bytes();
    to.push(places);
    to.push(u8::try_from(length).unwrap_or_default());
    to.extend(bytes.iter().take(usize::try_from(length).unwrap_or_default()));
}

fn take_number(from: &mut &[u8]) -> Option<Exact> {
    let ([places, length], rest) = from.split_first_chunk()?;
    let (written, rest) = rest.split_at_checked(usize::from(*length))?;
    let mut digits = [0; 16];
    digits.get_mut(..written.len())?.copy_from_slice(written);
    let digits = u128::from_le_bytes(digits);
    let digits = (digits >> 1).cast_signed() ^ -(digits & 1).cast_signed();
    *from = rest;
    Some(Exact::new(digits, *places))
}

/// The reasons, by the number that is written for them.
const REASONS: [BasisGapReason; 6] = [
    BasisGapReason::NoLot,
    BasisGapReason::UnknownCost,
    BasisGapReason::UnknownPrice,
    BasisGapReason::UnknownFee,
    BasisGapReason::NoDeparture,
    BasisGapReason::TooLarge,
];

fn write_gap(gap: &StepGap, to: &mut Vec<u8>) {
    write_order(gap.movement, to);
    to.extend(gap.asset.to_le_bytes());
    write_number(gap.quantity, to);
    to.push(gap.reason as u8);
    to.push(u8::from(gap.origin.is_some()));
    if let Some(origin) = gap.origin {
        write_order(origin, to);
    }
}

fn take_gap(from: &mut &[u8]) -> Option<StepGap> {
    Some(StepGap {
        movement: take_order(from)?,
        asset: take_u32(from)?,
        quantity: take_number(from)?,
        reason: *REASONS.get(usize::from(take_byte(from)?))?,
        origin: match take_byte(from)? {
            0 => None,
            _ => Some(take_order(from)?),
        },
    })
}

fn write_order(order: MovementOrder, to: &mut Vec<u8>) {
    to.extend(order.rank.to_le_bytes());
    to.extend(order.event.to_le_bytes());
    to.extend(order.leg.to_le_bytes());
}

fn take_order(from: &mut &[u8]) -> Option<MovementOrder> {
    let (rank, event) = (take_u32(from)?, take_u32(from)?);
    let (leg, rest) = from.split_first_chunk()?;
    *from = rest;
    Some(MovementOrder {
        rank,
        event,
        leg: u16::from_le_bytes(*leg),
    })
}

fn take_u32(from: &mut &[u8]) -> Option<u32> {
    let (bytes, rest) = from.split_first_chunk()?;
    *from = rest;
    Some(u32::from_le_bytes(*bytes))
}

fn take_byte(from: &mut &[u8]) -> Option<u8> {
    let (byte, rest) = from.split_first()?;
    *from = rest;
    Some(*byte)
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
                    gaps: gaps(&numbers),
                    numbers: numbers.try_into().unwrap(),
                };
                let mut bytes = Vec::new();
                step.write(&mut bytes);
                bytes.push(99);
                let read = PackedStep::read(&bytes).unwrap();
                assert_eq!((read.pool, read.previous, read.flags), (7, u32::MAX, HAS_GAIN));
                assert_eq!(read.numbers.map(Exact::parts), step.numbers.map(Exact::parts));
                assert_eq!(read.gaps, step.gaps);
                assert!(PackedStep::read(&bytes[..bytes.len() - 2]).is_none());
            }
        }
        assert!(PackedStep::read(&[0; 8]).is_none());
    }

    /// A gap for each reason, with and without an origin.
    fn gaps(numbers: &[Exact]) -> Vec<StepGap> {
        let order = |number: u16| MovementOrder {
            rank: u32::from(number) << 20,
            event: u32::MAX - u32::from(number),
            leg: number,
        };
        let gaps = (0..).zip(REASONS).zip(numbers.iter().cycle());
        gaps.map(|((number, reason), quantity)| StepGap {
            movement: order(number),
            asset: number.into(),
            quantity: *quantity,
            reason,
            origin: (number % 2 == 0).then(|| order(number + 100)),
        })
        .collect()
    }

    #[test]
    fn a_reason_is_at_its_number() {
        for (number, reason) in (0_u8..).zip(REASONS) {
            assert_eq!(reason as u8, number);
        }
    }
}
