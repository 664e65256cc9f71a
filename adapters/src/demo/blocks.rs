//! The blocks of the demo world: each chain has one every `block_time`, counted from the first day of Ethereum.

use std::time::Duration;

use ports::{
    address::Address,
    chain::{Block, Chain, NativeAsset},
    clock::Timestamp,
};

use super::random::digest;
use crate::chain::rows::ChainSpec;

const GENESIS: Timestamp = Timestamp::from_seconds(1_438_269_973);

/// A chain of the demo world.
#[derive(Debug)]
pub(super) struct DemoChain {
    pub row: Chain,
    /// Its native asset.
    pub native: NativeAsset,
    /// The wrapped form of the native asset.
    pub wrapped: Option<Address>,
    /// The time between two blocks.
    block_time: Duration,
}

impl DemoChain {
    pub(super) fn of(row: &ChainSpec) -> Self {
        Self {
            row: row.chain.clone(),
            native: row.native.clone(),
            wrapped: row.wrapped.clone(),
            block_time: row.block_time,
        }
    }

    fn millis(&self) -> u64 {
        u64::try_from(self.block_time.as_millis()).unwrap_or(u64::MAX).max(1)
    }

    /// Returns whether its transactions spend and create outputs, as those of Bitcoin do.
    pub(super) fn is_bitcoin_like(&self) -> bool {
        self.row.id.as_str().starts_with("bip122:")
    }

    /// Returns the number of the newest block at a moment.
    pub(super) fn number_at(&self, at: Timestamp) -> u64 {
        u64::try_from(at.since(GENESIS).as_millis()).unwrap_or(0) / self.millis()
    }

    /// Returns the time of a block.
    pub(super) fn time_of(&self, number: u64) -> Timestamp {
        GENESIS.plus(Duration::from_millis(number.saturating_mul(self.millis())))
    }

    /// Returns a block by its number.
    pub(super) fn block(&self, number: u64) -> Block {
        Block {
            number,
            hash: format!(
                "0x{}",
                hex(&digest(&["block", self.row.id.as_str(), &number.to_string()]))
            ),
            time: self.time_of(number),
        }
    }
}

/// Returns lower-case hexadecimal digits.
pub(super) fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits.map(|digit| char::from(DIGITS[usize::from(digit)])).collect()
}
