//! Requests to nodes.

use alloy_primitives::hex;
use ports::Address;
use serde_json::json;

use crate::chain::json_rpc::RpcRequest;

/// Returns an `eth_call` request.
pub(super) fn eth_call(to: &Address, data: &[u8], gas: Option<u64>, block: &str) -> RpcRequest {
    eth_call_from(None, to, data, gas, block)
}

/// Returns an `eth_call` request with `from` as the caller.
pub(super) fn eth_call_from(
    from: Option<&Address>,
    to: &Address,
    data: &[u8],
    gas: Option<u64>,
    block: &str,
) -> RpcRequest {
    let mut call = json!({ "to": to.as_str(), "data": hex::encode_prefixed(data) });
    if let Some(from) = from {
        call["from"] = json!(from.as_str());
    }
    if let Some(gas) = gas {
        call["gas"] = json!(format!("{gas:#x}"));
    }
    RpcRequest {
        method: "eth_call",
        params: json!([call, block]),
    }
}

/// Returns a request for a block without its transactions.
pub(super) fn block_by(number: &str) -> RpcRequest {
    RpcRequest {
        method: "eth_getBlockByNumber",
        params: json!([number, false]),
    }
}
