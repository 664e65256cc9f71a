//! Detects whether an account was ever used: its transaction count and its native balance, at one block and in one
//! batch.

use ports::{
    AccountId, RawAmount, RemoteError,
    allowance::AccountCode,
    chain::{Probe, Reading, WaitingTransactions},
    disclosure::DisclosedField,
    json::Json,
};
use serde_json::json;

use super::{
    call::CallError,
    calls::BlockCaller,
    code,
    head::Head,
    network::EvmNetwork,
    node::{EvmNode, Purpose},
    source::SOURCE,
    state,
};
use crate::chain::json_rpc::{self, NodeError, RpcRequest};

/// Tries the endpoints in turn until one answers.
pub(super) async fn probe(network: &EvmNetwork, account: &AccountId) -> Result<Probe, RemoteError> {
    let purpose = Purpose {
        source: SOURCE.clone(),
        purpose: "activity",
        disclosed: DisclosedField::Address(account.address.clone()),
    };
    let mut attempts = network.attempts(&SOURCE).await?;
    while let Some(node) = attempts.next() {
        let probe = probe_node(network, account, node, &purpose).await;
        if let Some(probe) = attempts.done(node, probe) {
            return Ok(probe);
        }
    }
    Err(attempts.failure())
}

/// After a reorganization the probe is repeated once, at a fresh head.
async fn probe_node(
    network: &EvmNetwork,
    account: &AccountId,
    node: &EvmNode,
    purpose: &Purpose,
) -> Result<Probe, RemoteError> {
    for _ in 0..2 {
        let head = node.head(&SOURCE).await?;
        match probe_at(network, account, node, &head, purpose).await {
            Ok(probe) => return Ok(probe),
            Err(CallError::Reorged | CallError::OnlyNewest) => node.forget_head().await,
            Err(CallError::Node(error)) => return Err(error),
            Err(CallError::TooLarge) => return Err(node.context(purpose).malformed("far more data than two numbers")),
        }
    }
    Err(node
        .context(purpose)
        .unavailable("its newest blocks keep changing", None))
}

async fn probe_at(
    network: &EvmNetwork,
    account: &AccountId,
    node: &EvmNode,
    head: &Head,
    purpose: &Purpose,
) -> Result<Probe, CallError> {
    let context = node.context(purpose);
    let request = |method| RpcRequest {
        method,
        params: json!([account.address.as_str(), format!("{:#x}", head.block.number)]),
    };
    let numbers = ["eth_getTransactionCount", "eth_getBalance", "eth_getCode"];
    let mut requests: Vec<RpcRequest> = numbers.map(request).into();
    let caller = BlockCaller::new(node, None, head, purpose);
    let witness = state::witness(&network.row, head.block.number);
    requests.extend(witness.as_ref().map(|call| caller.request(call)));
    let mut answers = caller.send_pinned(requests).await?.into_iter();
    let mut next = || {
        let answer = answers.next().ok_or_else(|| context.malformed("no answer"))?;
        answer.map_err(|error| error.to_remote(&context))
    };
    let sent = json_rpc::quantity(&next()?, &context)?;
    let word = json_rpc::word(&next()?, &context)?;
    let word: &[u8; 32] = word
        .as_slice()
        .try_into()
        .map_err(|_| context.malformed("no native balance"))?;
    let native = RawAmount::from_word(word);
    let code = answers.next().and_then(Result::ok);
    let (is_contract, is_delegated) = code.as_ref().map_or((false, false), kind_of_code);
    // Without state every account would seem unused.
    let nothing = |answer: Result<Json, NodeError>| answer.is_ok_and(|answer| answer.as_str() == Some("0x"));
    if answers.next().is_some_and(nothing) {
        return Err(CallError::Node(state::missing(node, purpose)));
    }
    Ok(Probe {
        sent,
        pending: 0,
        is_contract,
        is_delegated,
        reading: reading(network, node, head, native),
    })
}

fn reading(network: &EvmNetwork, node: &EvmNode, head: &Head, native: RawAmount) -> Reading {
    let coin = network.row.native.id.clone();
    Reading {
        block: head.block.clone(),
        source: SOURCE.clone(),
        host: node.host().to_owned(),
        balances: if native.is_zero() { vec![] } else { vec![(coin, native)] },
        positions: Vec::new(),
        protocols: ports::ProtocolReading::default(),
        unreadable: vec![],
        waiting: WaitingTransactions::default(),
    }
}

/// Returns whether the code is that of a contract, and whether it names one that acts for a key.
fn kind_of_code(code: &Json) -> (bool, bool) {
    match code::of(code) {
        Some(AccountCode::Contract) => (true, false),
        Some(AccountCode::Delegated(_)) => (false, true),
        Some(AccountCode::Key) | None => (false, false),
    }
}
