//! The newest finalized block, read without `getBlock`.
//!
//! A node that has just reported a slot as finalized often has no block for it yet (-32004), so the block's time is read from
//! the clock account of the slot and its hash from `getLatestBlockhash`: both are answered with the slot they are of.

use data_encoding::BASE64;
use ports::{Block, Timestamp, json::Json};
use serde_json::json;

use super::protocol::FINAL;
use crate::chain::json_rpc::RpcRequest;

/// The sysvar account in which each slot stores its own number and time.
const CLOCK: &str = "SysvarC1ock11111111111111111111111111111111";
/// The offsets of the slot number and of its Unix time in seconds in that account.
const SLOT_AT: usize = 0;
const TIME_AT: usize = 32;

/// The two requests that [`parse`] needs.
pub(super) fn requests() -> [RpcRequest; 2] {
    [
        RpcRequest {
            method: "getAccountInfo",
            params: json!([CLOCK, { "encoding": "base64", "commitment": FINAL }]),
        },
        RpcRequest {
            method: "getLatestBlockhash",
            params: json!([{ "commitment": FINAL }]),
        },
    ]
}

/// Returns the slot that an answer is of.
pub(super) fn slot_of(answer: &Json) -> Option<u64> {
    answer["context"]["slot"].as_u64()
}

/// Returns the block of a slot from the two answers, or `None` where one cannot be read or the clock is of another slot than its
/// answer. Of answers that are newer than the slot, the time is that of the clock, seconds later, and the hash stays empty.
pub(super) fn parse(slot: u64, clock: &Json, latest: &Json) -> Option<Block> {
    let account = BASE64.decode(clock["value"]["data"][0].as_str()?.as_bytes()).ok()?;
    let word = |at: usize| account.get(at..at + 8)?.try_into().ok().map(u64::from_le_bytes);
    (word(SLOT_AT)? == slot_of(clock)?).then_some(())?;
    let second = u32::try_from(word(TIME_AT)?).ok()?;
    let hash = latest["value"]["blockhash"].as_str()?;
    let fits = (32..=44).contains(&hash.len()) && hash.bytes().all(|b| b.is_ascii_alphanumeric());
    fits.then(|| Block {
        number: slot,
        hash: if slot_of(latest) == Some(slot) {
            hash.to_owned()
        } else {
            String::new()
        },
        time: Timestamp::from_seconds(second.into()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_json::json;

    fn clock(slot: u64, second: u64) -> Json {
        let words = [slot, 0, 0, 0, second];
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        json!({ "context": { "slot": 7 }, "value": { "data": [BASE64.encode(&bytes), "base64"] } })
    }

    #[test]
    fn a_block_needs_its_slot_a_time_and_a_hash() {
        let latest = json!({
            "context": { "slot": 7 }, "value": { "blockhash": "8RBsoeyoRwajj86MZfZE6gMDJQVYGYcdSfx1zxqxNHbr" },
        });
        let block = parse(7, &clock(7, 1_790_000_000), &latest).unwrap();
        assert_eq!((block.number, block.time), (7, Timestamp::from_seconds(1_790_000_000)));
        let earlier = parse(5, &clock(7, 1_790_000_000), &latest).unwrap();
        assert_eq!(
            (earlier.number, earlier.hash.as_str()),
            (5, ""),
            "the hash is of another slot"
        );
        for (clock, latest) in [
            (clock(8, 1_790_000_000), latest.clone()),
            (clock(7, u64::MAX), latest.clone()),
            (json!({ "value": null }), latest.clone()),
            (json!({ "value": { "data": ["AAAA", "base64"] } }), latest.clone()),
            (clock(7, 1_790_000_000), json!({ "value": { "blockhash": "<script>" } })),
            (clock(7, 1_790_000_000), json!({ "value": {} })),
        ] {
            assert_eq!(parse(7, &clock, &latest), None, "{clock} {latest}");
        }
    }
}
