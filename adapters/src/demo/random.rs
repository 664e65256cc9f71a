//! Reproducible pseudorandom numbers.

use sha2::{Digest, Sha256};

/// Returns a seed from the SHA-256 hash of the parts. Each part is prefixed with its length, so that `ab, c` and `a,
/// bc` differ.
pub(super) fn seed(parts: &[&str]) -> u64 {
    let mut word = [0; 8];
    word.copy_from_slice(&digest(parts)[..8]);
    u64::from_be_bytes(word)
}

/// Returns the SHA-256 hash of the parts, each prefixed with its length.
pub(super) fn digest(parts: &[&str]) -> [u8; 32] {
    let hash = parts.iter().fold(Sha256::new(), |hash, part| {
        hash.chain_update((part.len() as u64).to_be_bytes()).chain_update(part)
    });
    hash.finalize().into()
}

/// Returns the `step`-th number of a seed: the output function of splitmix64 (Steele, Lea and Flood, 2014), which is
/// much faster than a hash and needs no state.
pub(super) fn mix(seed: u64, step: u64) -> u64 {
    let state = seed.wrapping_add(step.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let state = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let state = (state ^ (state >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    state ^ (state >> 31)
}

/// Returns a value between -1000 and 1000 that varies over time: a pseudorandom value every `period` seconds, with
/// linear interpolation between them.
pub(super) fn wave(seed: u64, period: i64, second: i64) -> i64 {
    let (step, within) = (second.div_euclid(period), second.rem_euclid(period));
    let random = |step: i64| {
        let place = mix(seed, step.unsigned_abs()) % 2001;
        i64::try_from(place).unwrap_or(0) - 1000
    };
    let (from, to) = (random(step), random(step + 1));
    from + (to - from) * within / period
}

/// A sequence of pseudorandom numbers: the numbers of one seed, in order.
#[derive(Debug)]
pub(super) struct Draws {
    seed: u64,
    step: u64,
}

impl Draws {
    pub(super) fn new(seed: u64) -> Self {
        Self { seed, step: 0 }
    }

    /// Returns the next number.
    pub(super) fn next(&mut self) -> u64 {
        self.step += 1;
        mix(self.seed, self.step)
    }

    /// Returns a number below the limit; 0 where the limit is 0.
    pub(super) fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit.max(1)
    }

    /// Returns a number from `low` to `high`, inclusive.
    pub(super) fn between(&mut self, low: u64, high: u64) -> u64 {
        low + self.below(high.saturating_sub(low) + 1)
    }

    /// Returns one of the items; `None` where there are none.
    pub(super) fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        let at = self.below(u64::try_from(items.len()).unwrap_or(1));
        items.get(usize::try_from(at).unwrap_or(0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_input_has_the_same_result() {
        assert_eq!(seed(&["a", "b"]), seed(&["a", "b"]));
        assert_ne!(seed(&["ab", "c"]), seed(&["a", "bc"]));
        assert_ne!(mix(1, 0), mix(1, 1));
    }

    #[test]
    fn waves_are_bounded_and_have_no_jumps() {
        let all: Vec<i64> = (0..5000).map(|second| wave(7, 100, second)).collect();
        assert!(all.iter().all(|height| (-1000..=1000).contains(height)));
        assert!(all.windows(2).all(|two| (two[0] - two[1]).abs() <= 21));
        assert!(all.iter().any(|height| *height > 500) && all.iter().any(|height| *height < -500));
    }
}
