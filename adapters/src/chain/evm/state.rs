//! Checks that a node has the state of its blocks, and not only the blocks.
//!
//! A node without state answers contract calls with empty data, as if no contract existed, and every balance would
//! seem to be zero. A contract that the chain's row names must therefore answer at the block.

use alloy_sol_types::SolCall;
use ports::{Address, RemoteError, source::NodeProblem};

use super::{
    calls::{BlockCaller, CallError, EvmCall},
    contracts::{Erc20, Multicall3},
    network::EvmNetwork,
    node::{EvmNode, Head, Purpose},
};
use crate::chain::rows::ChainSpec;

/// Returns a call of a contract that certainly exists at this height, or `None` where the row names none.
pub(super) fn witness(row: &ChainSpec, height: u64) -> Option<EvmCall> {
    let (to, data): (&Address, Vec<u8>) = match (&row.multicall, &row.wrapped) {
        (Some(multicall), _) if height >= multicall.from_block => {
            (&multicall.address, Multicall3::getBlockNumberCall {}.abi_encode())
        }
        (None, Some(wrapped)) => (wrapped, Erc20::decimalsCall {}.abi_encode()),
        _ => return None,
    };
    Some(EvmCall::Contract { to: to.clone(), data })
}

/// Rejects a node on which an existing contract answers with empty data. Without such a contract in the row, every
/// node passes.
pub(super) async fn check(
    network: &EvmNetwork,
    node: &EvmNode,
    head: &Head,
    purpose: &Purpose,
) -> Result<(), RemoteError> {
    let context = node.context(purpose);
    let Some(call) = witness(&network.row, head.block.number) else {
        return Ok(());
    };
    let caller = BlockCaller::new(node, None, head, purpose);
    let outcomes = caller.separately(&[call]).await.map_err(|error| match error {
        CallError::Node(error) => error,
        CallError::Reorged | CallError::OnlyNewest => context.unavailable("its newest block changed", None),
        CallError::TooLarge => context.malformed("more than can be read"),
    })?;
    if outcomes.iter().any(|outcome| outcome.as_ref().is_ok_and(Vec::is_empty)) {
        return Err(missing(node, purpose));
    }
    Ok(())
}

/// Returns the error of a node without state. The missing Multicall3 is forgotten, because the node may recover its
/// state.
pub(super) fn missing(node: &EvmNode, purpose: &Purpose) -> RemoteError {
    node.forget_multicall();
    let context = node.context(purpose);
    context.not_current(NodeProblem::WithoutState, "existing contracts return nothing")
}
