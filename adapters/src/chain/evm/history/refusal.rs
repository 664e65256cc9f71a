//! Why a node refuses a range of blocks, by the texts of the nodes.
//!
//! The texts are those of geth, erigon, nethermind, reth and anvil, and of the public gateways, as they were observed in
//! autumn 2026. Nothing but numbers is taken from them.

use crate::chain::json_rpc::{NodeError, NodeErrorKind};

/// Why a node does not answer a request about a range of blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum RangeRefusal {
    /// The range has too many blocks or results. A smaller one may be answered.
    TooWide(RangeHint),
    /// The node does not keep blocks as old as these, or serves no logs at all. A smaller range is refused as well.
    NoHistory,
    /// The error has nothing to do with the range, such as a rate limit.
    Other,
}

/// What a refusal says about the range that would be answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct RangeHint {
    /// The most blocks.
    pub blocks: Option<u64>,
    /// The last block of a range that begins where the refused one does.
    pub last: Option<u64>,
}

/// Words of nodes that do not have the requested history.
const NO_HISTORY: [&str; 8] = [
    "archive",
    "personal token",
    "pruned",
    "missing trie node",
    "unknown state",
    "historical state",
    "history is not available",
    "method not found",
];
/// Words of refusals because of the number of blocks or results.
const TOO_WIDE: [&str; 19] = [
    "block range",
    "blocks range",
    "range is too",
    "limited to",
    "exceeds limit",
    "exceed limit",
    "limit exceeded",
    "exceeds range",
    "exceeds max results",
    "exceeds the range",
    "more than",
    "too many blocks",
    "too many results",
    "too many logs",
    "blocks distance",
    "response size",
    "response too large",
    "query timeout",
    "smaller range",
];

/// Words of limits of requests, which hold for a range of any size.
const RATE_LIMIT: [&str; 6] = [
    "rate limit",
    "rate-limit",
    "too many request",
    "throttl",
    "capacity exceeded",
    "per second",
];
/// Words of ranges and results. Some nodes refuse a range with the code of a rate limit.
const ABOUT_RANGE: [&str; 6] = ["range", "blocks", "results", "logs", "distance", "response"];
/// The whole text of nodes that serve no logs at all, and of some with a limit of blocks. The answer to a single block shows which of
/// the two it is.
const UNSTATED_LIMIT: &str = "limit exceeded";

/// Classifies the error of a request for this range. The words are compared with the node's message and its data.
pub(super) fn classify(error: &NodeError, (from, to): (u64, u64)) -> RangeRefusal {
    let has = |words: &[&str]| words.iter().any(|word| error.text.contains(word));
    if has(&NO_HISTORY) || matches!(error.kind, NodeErrorKind::Restricted) || error.code == -32601 {
        return RangeRefusal::NoHistory;
    }
    if is_rate_limit(error) {
        return RangeRefusal::Other;
    }
    let is_limited = has(&TOO_WIDE) || error.text.contains("range") || error.text.contains("invalid params");
    if !is_limited || error.kind == NodeErrorKind::MissingBlock {
        return RangeRefusal::Other;
    }
    let stated = if error.text.trim() == UNSTATED_LIMIT {
        Some(1)
    } else {
        stated_blocks(&error.text)
    };
    RangeRefusal::TooWide(RangeHint {
        last: suggested_last(&error.text).filter(|last| (from..to).contains(last)),
        blocks: stated.filter(|blocks| *blocks <= to - from),
    })
}

/// Returns whether the node limits requests, whatever their range. A smaller range would only be one more request.
fn is_rate_limit(error: &NodeError) -> bool {
    let has = |words: &[&str]| words.iter().any(|word| error.text.contains(word));
    error.kind == NodeErrorKind::RateLimited
        && (has(&RATE_LIMIT) || !has(&ABOUT_RANGE) && error.text.trim() != UNSTATED_LIMIT)
}

/// Returns the end of a suggested range: `[0x10, 0x20]`, or `retry with the range 16-32`.
fn suggested_last(text: &str) -> Option<u64> {
    if let Some((_, rest)) = text.split_once("[0x") {
        let (_, last) = rest.split_once(']')?.0.split_once("0x")?;
        return u64::from_str_radix(last.trim(), 16).ok();
    }
    let (_, rest) = text.split_once("with the range ")?;
    let (_, last) = rest.split_once('-')?;
    let digits: String = last.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}

/// Returns the number that a text about blocks states as the limit: the last one that stands beside a word for the limit.
/// Limits of results and logs say nothing about blocks.
fn stated_blocks(text: &str) -> Option<u64> {
    if text.contains("results") || text.contains("logs matched") {
        return None;
    }
    let is_about_blocks = ["block", "range", "distance"].iter().any(|word| text.contains(word));
    let limit = ["maximum", "limit", "max ", "max:", "distance", "than "]
        .iter()
        .filter_map(|word| text.rfind(word))
        .max()?;
    let rest = text.get(limit..)?;
    let digits: String = rest
        .chars()
        .skip_while(|one| !one.is_ascii_digit())
        .take_while(|one| one.is_ascii_digit() || *one == ',')
        .filter(char::is_ascii_digit)
        .collect();
    digits.parse().ok().filter(|blocks| is_about_blocks && *blocks > 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{chain::json_rpc::node_error, test_json::json};

    const ASKED: (u64, u64) = (0x1000, 0x20_0000);

    fn refusal(code: i64, message: &str) -> RangeRefusal {
        classify(&node_error(&json!({ "code": code, "message": message })), ASKED)
    }

    fn too_wide(blocks: Option<u64>, last: Option<u64>) -> RangeRefusal {
        RangeRefusal::TooWide(RangeHint { blocks, last })
    }

    #[test]
    fn limits_of_blocks_are_read_from_the_texts_of_the_gateways() {
        for (code, text, blocks) in [
            (-32701, "exceed maximum block range: 50000", 50_000),
            (-32614, "eth_getLogs is limited to a 10,000 range", 10_000),
            (-32602, "range 200000 exceeds limit of 10000", 10_000),
            (-32000, "block range greater than 10000 max", 10_000),
            (
                -32000,
                "requested too many blocks from 1 to 99999, maximum is set to 2048",
                2048,
            ),
            (-32000, "maximum [from, to] blocks distance: 2000", 2000),
            (
                -32602,
                "query exceeds range, retry smaller (max block range 5000, got 9)",
                5000,
            ),
            (-32000, "too wide blocks range, the limit is 100", 100),
            (-32602, "block range too large, currently limited to 300", 300),
        ] {
            let found = refusal(code, text);
            let RangeRefusal::TooWide(hint) = found else {
                panic!("{text}: {found:?}");
            };
            assert!(hint.blocks.is_none_or(|found| found == blocks), "{text}: {hint:?}");
            assert_eq!(hint.last, None, "{text}");
        }
        assert_eq!(
            refusal(-32701, "exceed maximum block range: 50000"),
            too_wide(Some(50_000), None)
        );
        assert_eq!(
            refusal(-32000, "maximum [from, to] blocks distance: 2000"),
            too_wide(Some(2000), None)
        );
    }

    #[test]
    fn limits_of_results_say_nothing_about_blocks() {
        for text in [
            "logs matched by query exceeds limit of 10000",
            "Query returned more than 10000 results",
            "backend response too large",
        ] {
            assert_eq!(refusal(-32000, text), too_wide(None, None), "{text}");
        }
    }

    #[test]
    fn a_rate_limit_is_no_refusal_of_the_range() {
        for (code, text) in [
            (-32005, "rate limit exceeded"),
            (-32005, "rate limited"),
            (-32005, "daily request count exceeded"),
            (-32005, "request rate exceeded: more than 50 requests per second"),
            (-32029, "Too many requests, limit exceeded for this plan"),
            (429, "Too many requests: more than 100 a minute"),
            (15, "You reached Public endpoint rate limit"),
            (
                -32000,
                "project rate limit exceeded, your eth_getLogs requests are limited to 5",
            ),
        ] {
            assert_eq!(refusal(code, text), RangeRefusal::Other, "{text}");
        }
    }

    #[test]
    fn a_range_that_is_refused_with_the_code_of_a_rate_limit_is_too_wide() {
        let suggested = "query returned more than 10000 results. Try with this block range [0x1000, 0x1fff].";
        assert_eq!(refusal(-32005, suggested), too_wide(None, Some(0x1fff)));
        let text = "too wide blocks range, the limit is 100";
        assert_eq!(refusal(-32005, text), too_wide(Some(100), None));
    }

    #[test]
    fn after_a_limit_that_states_nothing_a_single_block_is_requested() {
        assert_eq!(refusal(-32005, "limit exceeded"), too_wide(Some(1), None));
    }

    #[test]
    fn a_suggested_range_counts_only_if_it_is_smaller() {
        let text = "Query returned more than 10000 results. Try with this block range [0x1000, 0x1fff].";
        assert_eq!(refusal(-32602, text), too_wide(None, Some(0x1fff)));
        let same = "Block range too large. Try with this block range [0x1000, 0x200000].";
        assert_eq!(refusal(-32602, same), too_wide(None, None));
        let decimal = "query exceeds max results 20000, retry with the range 4096-5000";
        assert_eq!(refusal(-32602, decimal), too_wide(None, Some(5000)));
    }

    #[test]
    fn the_reason_may_be_in_the_data_of_the_error() {
        let error = json!({ "code": -32602, "message": "invalid params", "data": "block range limit is 200" });
        assert_eq!(classify(&node_error(&error), ASKED), too_wide(Some(200), None));
        let error =
            json!({ "code": -32602, "message": "failed", "data": { "limit": 7, "reason": "too many results" } });
        assert_eq!(classify(&node_error(&error), ASKED), too_wide(None, None));
    }

    #[test]
    fn a_node_without_old_blocks_gets_no_requests_for_smaller_ranges() {
        for (code, text) in [
            (
                -32602,
                "Archive requests require a personal token. Get one at: https://node.example",
            ),
            (-32601, "the method eth_getLogs does not exist"),
            (-32000, "missing trie node 12 (path )"),
            (27, "Unknown state, archive data is not on this plan"),
            (27, "Unknown state"),
        ] {
            assert_eq!(refusal(code, text), RangeRefusal::NoHistory, "{text}");
        }
        assert_eq!(refusal(-32000, "header not found"), RangeRefusal::Other);
        assert_eq!(refusal(-32603, "internal error"), RangeRefusal::Other);
    }
}
