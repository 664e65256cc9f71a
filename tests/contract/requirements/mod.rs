//! The requirements of the conformance kit: every shipped adapter meets them, and each flawed adapter violates the requirement
//! that its flaw is about. [`bugs`] lists typical bugs of adapter authors.

mod aggregated;
mod bitcoin;
mod bugs;
mod chains;
mod currencies;
mod evm_histories;
mod finders;
mod flaw;
mod flawed_chains;
mod flawed_currencies;
mod flawed_finders;
mod flawed_histories;
mod flawed_lists;
mod flawed_names;
mod flawed_past_prices;
mod flawed_prices;
mod flawed_receipts;
mod flawed_stores;
mod histories;
mod lists;
mod names;
mod past_prices;
mod prices;
mod protocols;
mod receipts;
mod stateful;
mod toy;

use conformance::mock_server::{Request, Response};
use serde_json::{Value, json};

/// Answers each call of a JSON-RPC request; an answer with a `code` is an error.
fn rpc(request: &Request, answer: impl Fn(&str, &Value) -> Value) -> Response {
    let body = request.json();
    let one = |call: &Value| {
        let result = answer(call["method"].as_str().unwrap_or_default(), &call["params"]);
        let key = if result.get("code").is_some() {
            "error"
        } else {
            "result"
        };
        json!({ "jsonrpc": "2.0", "id": call["id"], key: result })
    };
    match body.as_array() {
        Some(calls) => Response::json(200, &calls.iter().map(one).collect::<Value>()),
        None => Response::json(200, &one(&body)),
    }
}
