//! The requirements of the conformance kit: every adapter that ships meets them, and each wrong adapter does not meet the one
//! that it is made for. [`bugs`] is the list of bugs that authors make.

mod aggregated;
mod bitcoin;
mod bugs;
mod chains;
mod currencies;
mod finders;
mod flaw;
mod lists;
mod names;
mod prices;
mod toy;
mod wrong_chains;
mod wrong_currencies;
mod wrong_finders;
mod wrong_lists;
mod wrong_names;
mod wrong_prices;
mod wrong_stores;

use std::time::Duration;

use conformance::door::{Request, Response};
use serde_json::{Value, json};

/// How long a question to an adapter that ships may take: far more than its attempts need on a busy machine.
const PATIENCE: Duration = Duration::from_secs(20);

/// Answers a JSON-RPC request call by call; an answer with a `code` is an error.
fn rpc(request: &Request, answer: impl Fn(&str, &Value) -> Value) -> Response {
    let body = request.json();
    let one = |call: &Value| {
        let said = answer(call["method"].as_str().unwrap_or_default(), &call["params"]);
        let key = if said.get("code").is_some() { "error" } else { "result" };
        json!({ "jsonrpc": "2.0", "id": call["id"], key: said })
    };
    match body.as_array() {
        Some(calls) => Response::json(200, &calls.iter().map(one).collect()),
        None => Response::json(200, &one(&body)),
    }
}
