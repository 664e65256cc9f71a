//! Reading one receipt.

use ports::{AccountId, RawAmount, RemoteError, TransactionId, fact::TransactionReceipt};
use serde_json::json;

use super::{authorization, fields::NodeFields, logs::any_log};
use crate::{chain::json_rpc::RpcRequest, http_client::RequestContext};

const PRICE: &str = "effectiveGasPrice";
/// The type of a transaction with blobs (EIP-4844).
const BLOB_TRANSACTION: u64 = 3;

/// Returns the request for the receipt of a transaction.
pub(super) fn receipt_request(id: &TransactionId) -> RpcRequest {
    RpcRequest {
        method: "eth_getTransactionReceipt",
        params: json!([id.to_string()]),
    }
}

/// Returns whether a receipt states all that is needed. Before London, only the transaction states the price of gas, and only the
/// transaction has authorizations.
pub(super) fn is_enough(receipt: NodeFields<'_>) -> bool {
    !receipt.is_missing(PRICE) && !has_authorizations(receipt)
}

fn has_authorizations(receipt: NodeFields<'_>) -> bool {
    matches!(
        receipt.optional_number("type"),
        Ok(Some(authorization::TRANSACTION_TYPE))
    )
}

/// Reads a receipt for an account. The transaction is only used where [`is_enough`] says so.
pub(super) fn read(
    receipt: NodeFields<'_>,
    transaction: Option<NodeFields<'_>>,
    account: &AccountId,
    context: &RequestContext,
) -> Result<TransactionReceipt, RemoteError> {
    let authorized = match (transaction, account.chain.evm_number()) {
        (Some(transaction), Some(chain)) if has_authorizations(receipt) => {
            authorization::nonces(transaction, (chain, &account.address), context)?
        }
        _ => Vec::new(),
    };
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
        operator_fee: operator_fee(receipt)?,
        blob_fee: blob_fee(receipt)?,
        logs,
        authorized,
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

/// Returns the fee of the operator of an OP chain: the gas used times the scalar, and the constant. The scalar is in millionths since
/// the Isthmus upgrade (specs.optimism.io, protocol/isthmus/exec-engine) and in hundreds since Jovian (protocol/jovian/exec-engine),
/// whose receipts also state the scalar of the data footprint. No live run has confirmed the latter.
fn operator_fee(receipt: NodeFields<'_>) -> Result<Option<RawAmount>, RemoteError> {
    let scalar = receipt.optional_number("operatorFeeScalar")?;
    let constant = receipt.optional_number("operatorFeeConstant")?;
    if scalar.is_none() && constant.is_none() {
        return Ok(None);
    }
    let scaled = u128::from(receipt.number("gasUsed")?).saturating_mul(scalar.unwrap_or(0).into());
    let scaled = if receipt.is_missing("daFootprintGasScalar") {
        scaled / 1_000_000
    } else {
        scaled.saturating_mul(100)
    };
    Ok(Some(RawAmount::from(
        scaled.saturating_add(constant.unwrap_or(0).into()),
    )))
}

/// Returns the fee for blobs. On OP chains the receipts of transactions without blobs state a use of them too.
fn blob_fee(receipt: NodeFields<'_>) -> Result<Option<RawAmount>, RemoteError> {
    if receipt
        .optional_number("type")?
        .is_some_and(|kind| kind != BLOB_TRANSACTION)
    {
        return Ok(None);
    }
    let used = receipt.optional_number("blobGasUsed")?;
    let price = receipt.optional_number("blobGasPrice")?;
    let fee = used
        .zip(price)
        .map(|(used, price)| u128::from(used) * u128::from(price));
    Ok(fee.map(RawAmount::from))
}
