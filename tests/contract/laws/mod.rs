//! The laws of the kit, over every adapter that ships; and wrong adapters, each of which breaks the law it is made for.

mod bitcoin;
mod chains;
mod currencies;
mod finders;
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

use conformance::door::{Request, Response};
use serde_json::{Value, json};

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
