//! Reading one receipt.

use ports::{RawAmount, RemoteError, TransactionId, fact::TransactionReceipt};
use serde_json::json;

use super::{fields::NodeFields, logs::any_log};
use crate::{chain::json_rpc::RpcRequest, http_client::RequestContext};

const PRICE: &str = "effectiveGasPrice";

/// Returns the request for the receipt of a transaction.
pub(super) fn receipt_request(id: &TransactionId) -> RpcRequest {
    RpcRequest {
        method: "eth_getTransactionReceipt",
        params: json!([id.to_string()]),
    }
}

/// Returns whether a receipt states the price of gas. Receipts do since London; before, the transaction states it.
pub(super) fn states_price(receipt: NodeFields<'_>) -> bool {
    !receipt.is_missing(PRICE)
}

/// Reads a receipt. The transaction is only used where the receipt does not state the price of gas.
pub(super) fn read(
    receipt: NodeFields<'_>,
    transaction: Option<NodeFields<'_>>,
    context: &RequestContext,
) -> Result<TransactionReceipt, RemoteError> {
    let mut logs = Vec::new();
    for row in receipt.list("logs")? {
        logs.push(any_log(NodeFields::new(row, context))?);
    }
    logs.sort_by_key(|log| log.index);
    let succeeded = receipt.optional_number("status")?.map(|status| status == 1);
    Ok(TransactionReceipt {
        from: receipt.address("from")?,
        to: receipt.optional_address("to")?,
        created: receipt.optional_address("contractAddress")?,
        succeeded,
        fee: fee(receipt, transaction)?,
        data_fee: receipt.optional_amount("l1Fee")?,
        blob_fee: blob_fee(receipt)?,
        logs,
    })
}

/// Returns gas used times the price of gas.
fn fee(receipt: NodeFields<'_>, transaction: Option<NodeFields<'_>>) -> Result<RawAmount, RemoteError> {
    let price = match (receipt.optional_number(PRICE)?, transaction) {
        (Some(price), _) => price,
        (None, Some(transaction)) => transaction.number("gasPrice")?,
        (None, None) => return Err(receipt.malformed(PRICE)),
    };
    let used = receipt.number("gasUsed")?;
    Ok(RawAmount::from(u128::from(used) * u128::from(price)))
}

fn blob_fee(receipt: NodeFields<'_>) -> Result<Option<RawAmount>, RemoteError> {
    let used = receipt.optional_number("blobGasUsed")?;
    let price = receipt.optional_number("blobGasPrice")?;
    let fee = used
        .zip(price)
        .map(|(used, price)| u128::from(used) * u128::from(price));
    Ok(fee.map(RawAmount::from))
}
