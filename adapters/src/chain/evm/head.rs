//! The newest block of a node, and whether the node is syncing, as stated in its answers.

use ports::{Block, RemoteError, Timestamp, json::Json};

use crate::{chain::json_rpc, http_client::RequestContext};

/// The last second of the year 9999, beyond which RFC 3339 has no times.
const LATEST: i64 = 253_402_300_799;

/// The newest block of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Head {
    pub(super) block: Block,
    /// Whether contracts of this chain see the block numbers of the parent chain instead of its own (Arbitrum).
    pub(super) foreign_numbers: bool,
}

/// Returns the progress of a node that is syncing, from its answer to `eth_syncing`, or `None` where it is synced. A
/// geth node that has all blocks and only indexes old transactions also reports syncing; its balances are current.
pub(super) fn syncing(answer: &Json) -> Option<String> {
    if answer == &Json::Bool(true) {
        return Some("it does not state its progress".to_owned());
    }
    let fields = answer.as_object()?;
    let number = |field: &str| {
        let digits = fields.get(field)?.as_str()?.strip_prefix("0x")?;
        u64::from_str_radix(digits, 16).ok()
    };
    let (current, highest) = (number("currentBlock"), number("highestBlock"));
    let is_left = |field: &str| number(field).is_some_and(|left| left > 0);
    let heals = is_left("healingTrienodes") || is_left("healingBytecode");
    let has_blocks = matches!((current, highest), (Some(current), Some(highest)) if highest > 0 && current >= highest);
    if has_blocks && !heals && is_left("txIndexRemainingBlocks") {
        return None;
    }
    Some(match (current, highest) {
        (Some(current), Some(highest)) => format!("it is at block {current} of {highest}"),
        _ => "it does not state its progress".to_owned(),
    })
}

/// Reads a block from an answer; a malformed one is an error.
pub(super) fn parse_head(value: &Json, context: &RequestContext) -> Result<Head, RemoteError> {
    let hash = value["hash"].as_str().unwrap_or_default().to_lowercase();
    let hash_fits = hash.len() == 66 && hash.starts_with("0x") && hash[2..].bytes().all(|b| b.is_ascii_hexdigit());
    if !hash_fits {
        return Err(context.malformed("a block without a hash"));
    }
    let seconds = i64::try_from(json_rpc::quantity(&value["timestamp"], context)?).ok();
    let seconds = seconds.filter(|seconds| *seconds <= LATEST);
    let seconds = seconds.ok_or_else(|| context.malformed("a block without a time"))?;
    Ok(Head {
        block: Block {
            number: json_rpc::quantity(&value["number"], context)?,
            hash,
            time: Timestamp::from_seconds(seconds),
        },
        foreign_numbers: value.get("l1BlockNumber").is_some(),
    })
}

#[cfg(test)]
mod tests {
    use ports::disclosure::DisclosedField;

    use super::*;
    use crate::test_json::json;

    #[test]
    fn a_node_that_lacks_blocks_or_state_is_syncing_and_one_that_only_indexes_is_not() {
        let at = |current: &str, more: Json| {
            let answer = json!({ "startingBlock": "0x0", "currentBlock": current, "highestBlock": "0x100" });
            let (Json::Object(mut fields), Json::Object(more)) = (answer, more) else {
                panic!("not two objects")
            };
            fields.extend(more);
            Json::Object(fields)
        };
        for synced in [
            json!(false),
            json!(null),
            json!("0x"),
            at("0x100", json!({ "txIndexRemainingBlocks": "0x5" })),
        ] {
            assert_eq!(syncing(&synced), None, "{synced}");
        }
        for (answer, why) in [
            (json!(true), "it does not state its progress"),
            (json!({}), "it does not state its progress"),
            (at("0x10", json!({})), "it is at block 16 of 256"),
            (at("0x100", json!({})), "it is at block 256 of 256"),
            (
                at("0xff", json!({ "txIndexRemainingBlocks": "0x5" })),
                "it is at block 255 of 256",
            ),
            (
                at(
                    "0x100",
                    json!({ "txIndexRemainingBlocks": "0x5", "healingTrienodes": "0x1" }),
                ),
                "it is at block 256 of 256",
            ),
        ] {
            assert_eq!(syncing(&answer).as_deref(), Some(why), "{answer}");
        }
    }

    #[test]
    fn a_block_is_whole_or_refused() {
        let context = RequestContext {
            who: "node".to_owned(),
            source: "evm".parse().unwrap(),
            purpose: "latest block",
            disclosed: DisclosedField::Nothing,
            chain: None,
        };
        let hash = format!("0x{}", "ab".repeat(32));
        let block = |hash: &str, time: &str| json!({"number": "0x1", "hash": hash, "timestamp": time});
        assert!(parse_head(&block(&hash, "0x68b0c0c0"), &context).is_ok());
        for wrong in [
            block("0x\u{202e}", "0x68b0c0c0"),
            block(&hash.repeat(1000), "0x68b0c0c0"),
            block(&hash, "0x7fffffffffffffff"),
            block(&hash, "0xffffffffffffffff"),
            json!({"hash": hash, "timestamp": "0x1"}),
            json!("block"),
        ] {
            assert_eq!(parse_head(&wrong, &context).unwrap_err().code(), "malformed", "{wrong}");
        }
    }
}
