//! JSON-RPC 2.0 over the outgoing client: single requests and batches.

use alloy_primitives::hex;
use ports::{RemoteError, json::Json};
use serde_json::{Value, json};
use url::Url;

use crate::http_client::{HttpClient, OutgoingRequest, RequestContext};

/// A method and its parameters.
#[derive(Clone, Debug)]
pub(super) struct RpcRequest {
    pub(super) method: &'static str,
    pub(super) params: Value,
}

/// An error object in place of a result. Its text is only used to classify the error and is never passed on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NodeError {
    pub(super) kind: NodeErrorKind,
    pub(super) code: i64,
    /// The revert data of the contract.
    pub(super) data: Vec<u8>,
    /// The message and the text in the error's data, in lower case.
    pub(super) text: String,
}

/// The kinds of errors that nodes return.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NodeErrorKind {
    /// The contract's code failed: it reverted, or ran out of gas or time.
    Execution,
    /// The node does not have the block, such as a lagging node behind a load balancer.
    MissingBlock,
    /// The rate limit of the node is exceeded.
    RateLimited,
    /// The node requires a key or a paid plan for this request.
    Restricted,
    /// Any other error.
    Other,
}

impl NodeError {
    /// Converts the error into a failure of the node.
    pub(super) fn to_remote(&self, context: &RequestContext) -> RemoteError {
        match self.kind {
            NodeErrorKind::RateLimited => context.rate_limited(None),
            NodeErrorKind::Restricted => context.refused("it needs an API key for this request"),
            NodeErrorKind::MissingBlock => context.unavailable("it does not have the requested block", None),
            NodeErrorKind::Execution => context.unavailable(&format!("the call failed (code {})", self.code), None),
            NodeErrorKind::Other => context.unavailable(&format!("it answered with error {}", self.code), None),
        }
    }
}

/// The results of a batch, in the order of its requests.
pub(super) type RpcResults = Vec<Result<Json, NodeError>>;

/// Sends requests in one batch. Each has its own result; the batch as a whole can fail too.
pub(super) async fn send_batch(
    client: &HttpClient,
    url: &Url,
    attempts: u32,
    requests: &[RpcRequest],
    context: &RequestContext,
) -> Result<RpcResults, RemoteError> {
    let body = match requests {
        [single] => encoded(0, single),
        many => many
            .iter()
            .enumerate()
            .map(|(id, request)| encoded(id, request))
            .collect(),
    };
    let post = OutgoingRequest::post(url.clone(), &body)
        .with_attempts(attempts)
        .with_error_body();
    let answer = client.json(&post, context).await?;
    match (answer, requests.len()) {
        (Json::Array(answers), count) => in_order(answers, count, context),
        (single, 1) => Ok(vec![result(single, context)?]),
        // A node that does not accept batches returns a single error, in some cases with HTTP 200.
        (single, _) => match result(single, context)? {
            Err(error) if error.kind == NodeErrorKind::Other => {
                Err(context.refused(&format!("it answered several requests with error {}", error.code)))
            }
            Err(error) => Err(error.to_remote(context)),
            Ok(_) => Err(context.malformed("one answer to several requests")),
        },
    }
}

fn encoded(id: usize, request: &RpcRequest) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "method": request.method, "params": request.params })
}

/// Sorts the results by id. Results may arrive in any order, and none may be missing.
fn in_order(answers: Vec<Json>, count: usize, context: &RequestContext) -> Result<RpcResults, RemoteError> {
    let mut slots: Vec<Option<Json>> = vec![None; count];
    for answer in answers {
        let id = answer["id"].as_u64().and_then(|id| usize::try_from(id).ok());
        if let Some(slot) = id.and_then(|id| slots.get_mut(id)) {
            *slot = Some(answer);
        }
    }
    let missing = || context.malformed("fewer answers than requests");
    let each = slots.into_iter().map(|slot| result(slot.ok_or_else(missing)?, context));
    each.collect()
}

fn result(mut answer: Json, context: &RequestContext) -> Result<Result<Json, NodeError>, RemoteError> {
    if let Some(error) = answer.get("error").filter(|error| !error.is_null()) {
        return Ok(Err(node_error(error)));
    }
    let result = answer.remove("result");
    result
        .map(Ok)
        .ok_or_else(|| context.malformed("neither a result nor an error"))
}

pub(super) fn node_error(error: &Json) -> NodeError {
    let code = error["code"].as_i64().unwrap_or_default();
    let text: String = error["message"]
        .as_str()
        .unwrap_or_default()
        .chars()
        .take(MAX_TEXT)
        .collect();
    let text = text.to_lowercase();
    let data = [&error["data"], &error["data"]["data"]]
        .into_iter()
        .find_map(Json::as_str);
    let digits = data.and_then(|data| data.find("0x").map(|at| &data[at + 2..]));
    NodeError {
        kind: kind(code, &text),
        code,
        data: digits.and_then(|digits| hex::decode(digits).ok()).unwrap_or_default(),
        text: with_details(text, &error["data"]),
    }
}

/// Appends what the error's data says: some gateways put the reason there and not into the message.
fn with_details(text: String, data: &Json) -> String {
    let details = match data {
        Json::Null => return text,
        Json::String(details) => details.clone(),
        other => other.to_string(),
    };
    let details: String = details.chars().take(MAX_TEXT).collect();
    format!("{text} {}", details.to_lowercase())
}

/// The most characters of an error's message, and of its data, that are read.
const MAX_TEXT: usize = 500;

/// Parts of the error messages of geth, erigon, nethermind, besu, reth, anvil and public gateways, in lower case, by
/// kind.
const LIMITED: [&str; 6] = [
    "rate limit",
    "too many request",
    "request limit",
    "limit reached",
    "capacity exceeded",
    "throttl",
];
const RESTRICTED: [&str; 6] = [
    "personal token",
    "api key",
    "request blocked",
    "paid plan",
    "upgrade your plan",
    "unauthorized",
];
const MISSING: [&str; 8] = [
    "header not found",
    "unknown block",
    "block not found",
    "missing trie node",
    "block out of range",
    "outofrange",
    "no state available",
    "block is out",
];
const FAILED: [&str; 10] = [
    "revert",
    "out of gas",
    "outofgas",
    "gas required",
    "opcode",
    "execution",
    "vm exception",
    "stack limit",
    "stack underflow",
    "evm error",
];

fn kind(code: i64, text: &str) -> NodeErrorKind {
    let contains = |words: &[&str]| words.iter().any(|word| text.contains(word));
    if matches!(code, 429 | -32005 | -32029) || contains(&LIMITED) {
        NodeErrorKind::RateLimited
    } else if contains(&RESTRICTED) {
        NodeErrorKind::Restricted
    } else if contains(&MISSING) {
        NodeErrorKind::MissingBlock
    } else if code == 3 || contains(&FAILED) {
        NodeErrorKind::Execution
    } else {
        NodeErrorKind::Other
    }
}

/// Decodes `0x…` data.
pub(super) fn bytes(value: &Json, context: &RequestContext) -> Result<Vec<u8>, RemoteError> {
    let digits = value.as_str().and_then(|text| text.strip_prefix("0x"));
    let decoded = digits.and_then(|digits| hex::decode(digits).ok());
    decoded.ok_or_else(|| context.malformed("a result that is not hexadecimal"))
}

/// Decodes a `0x…` quantity.
pub(super) fn quantity(value: &Json, context: &RequestContext) -> Result<u64, RemoteError> {
    let digits = value.as_str().and_then(|text| text.strip_prefix("0x"));
    let number = digits.and_then(|digits| u64::from_str_radix(digits, 16).ok());
    number.ok_or_else(|| context.malformed("a result that is not a number"))
}

/// Decodes a `0x…` quantity of up to 256 bits as a 32-byte word.
pub(super) fn word(value: &Json, context: &RequestContext) -> Result<Vec<u8>, RemoteError> {
    let digits = value.as_str().and_then(|text| text.strip_prefix("0x"));
    let padded = digits
        .filter(|digits| digits.len() <= 64)
        .map(|digits| format!("{digits:0>64}"));
    let decoded = padded.and_then(|digits| hex::decode(digits).ok());
    decoded.ok_or_else(|| context.malformed("a result that is not a number"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_json::json;
    use ports::disclosure::DisclosedField;

    fn context() -> RequestContext {
        RequestContext {
            who: "node".to_owned(),
            source: "evm".parse().unwrap(),
            purpose: "balances",
            disclosed: DisclosedField::Nothing,
            chain: None,
        }
    }

    #[test]
    fn errors_are_classified() {
        for (code, text, kind) in [
            (3, "execution reverted: paused", NodeErrorKind::Execution),
            (-32000, "out of gas", NodeErrorKind::Execution),
            (-32003, "EVM error OutOfGas", NodeErrorKind::Execution),
            (-32000, "execution aborted (timeout = 5s)", NodeErrorKind::Execution),
            (-32000, "header not found", NodeErrorKind::MissingBlock),
            (
                -32602,
                "BlockOutOfRangeError: block height is 3 but requested was 9",
                NodeErrorKind::MissingBlock,
            ),
            (-32005, "daily request count exceeded", NodeErrorKind::RateLimited),
            (
                -32090,
                "Too many requests, reason: call rate limit exhausted",
                NodeErrorKind::RateLimited,
            ),
            (-32601, "the method does not exist", NodeErrorKind::Other),
            (
                -32602,
                "Archive requests require a personal token. Get one at: https://node.example",
                NodeErrorKind::Restricted,
            ),
            (-32603, "Request blocked", NodeErrorKind::Restricted),
            (
                31,
                "Batch of more than 3 requests are not allowed on free tier",
                NodeErrorKind::Other,
            ),
        ] {
            let error = node_error(&json!({ "code": code, "message": text }));
            assert_eq!((error.kind, error.code), (kind, code), "{text}");
        }
    }

    #[test]
    fn revert_data_is_found_where_nodes_put_it() {
        for data in [
            serde_json::json!("0x0102"),
            serde_json::json!({ "data": "0x0102" }),
            serde_json::json!("Reverted 0x0102"),
        ] {
            let error = node_error(&json!({ "code": 3, "message": "execution reverted", "data": data }));
            assert_eq!(error.data, [1, 2]);
        }
        assert!(node_error(&json!({ "code": 3, "message": "x" })).data.is_empty());
    }

    #[test]
    fn answers_are_put_in_order_and_none_may_miss() {
        let good = vec![
            json!({ "id": 1, "result": "0xb" }),
            json!({ "id": 0, "error": { "code": 3, "message": "" } }),
        ];
        let answers = in_order(good, 2, &context()).unwrap();
        assert_eq!(answers[0].as_ref().unwrap_err().kind, NodeErrorKind::Execution);
        assert_eq!(answers[1], Ok(json!("0xb")));
        let one = vec![json!({ "id": 1, "result": "0xb" })];
        assert_eq!(in_order(one, 2, &context()).unwrap_err().code(), "malformed");
        assert_eq!(result(json!({ "id": 1 }), &context()).unwrap_err().code(), "malformed");
        assert_eq!(result(json!({ "result": null }), &context()), Ok(Ok(Json::Null)));
    }

    #[test]
    fn numbers_are_exact_or_refused() {
        assert_eq!(quantity(&json!("0x1b4"), &context()), Ok(436));
        assert!(quantity(&json!("0x10000000000000000"), &context()).is_err());
        assert!(quantity(&json!(436), &context()).is_err());
        assert_eq!(word(&json!("0x1"), &context()).unwrap()[31], 1);
        assert!(word(&json!(format!("0x{}", "f".repeat(65))), &context()).is_err());
        assert!(bytes(&json!("0x1"), &context()).is_err());
    }
}
