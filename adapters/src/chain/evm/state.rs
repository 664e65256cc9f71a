//! Whether a node has the state of its blocks, and not only the blocks.
//!
//! A node that lost its state, or never had it, answers calls of contracts with nothing, as if no contract existed: every
//! balance would seem to be zero. A contract that the chain's row names must answer at the block.

use alloy_sol_types::SolCall;
use ports::{Address, RemoteError, source::NodeProblem};

use super::{
    calls::{Call, Caller, Trouble},
    contracts::{Erc20, Multicall3},
    network::Network,
    node::{Head, Node, Purpose},
};
use crate::chain::rows::Row;

/// The call of a contract that exists at this height for certain; `None` where the row names none.
pub(super) fn witness(row: &Row, height: u64) -> Option<Call> {
    let (to, data): (&Address, Vec<u8>) = match (&row.multicall, &row.wrapped) {
        (Some(multicall), _) if height >= multicall.from_block => {
            (&multicall.address, Multicall3::getBlockNumberCall {}.abi_encode())
        }
        (None, Some(wrapped)) => (wrapped, Erc20::decimalsCall {}.abi_encode()),
        _ => return None,
    };
    Some(Call::Contract { to: to.clone(), data })
}

/// Refuses a node on which a contract that exists for certain answers nothing. A row that names none proves nothing.
pub(super) async fn check(network: &Network, node: &Node, head: &Head, purpose: &Purpose) -> Result<(), RemoteError> {
    let context = node.context(purpose);
    let Some(call) = witness(&network.row, head.block.number) else {
        return Ok(());
    };
    let caller = Caller::new(node, None, head, purpose);
    let outcomes = caller.each(&[call]).await.map_err(|trouble| match trouble {
        Trouble::Node(error) => error,
        Trouble::Moved | Trouble::OnlyNewest => context.unavailable("its newest block changed", None),
        Trouble::Split => context.malformed("more than can be read"),
    })?;
    if outcomes.iter().any(|outcome| outcome.as_ref().is_ok_and(Vec::is_empty)) {
        return Err(missing(node, purpose));
    }
    Ok(())
}

/// The failure of a node without state. What it said about Multicall3 is forgotten: it may get its state back.
pub(super) fn missing(node: &Node, purpose: &Purpose) -> RemoteError {
    node.forget_multicall();
    let context = node.context(purpose);
    context.not_current(NodeProblem::WithoutState, "existing contracts return nothing")
}
