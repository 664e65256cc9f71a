//! One contract call, and its result.

use ports::{Address, RemoteError, chain::REVERTS};

use crate::http_client::TOO_LARGE;

/// A value to read at the block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum EvmCall {
    /// The native balance of an account, as a 256-bit word.
    Native(Address),
    /// The answer of a contract to a call.
    Contract {
        /// The contract.
        to: Address,
        /// Selector and arguments.
        data: Vec<u8>,
    },
    /// The answer of a contract to a call that this account makes. Multicall3 cannot make such a call.
    As {
        /// The calling account.
        from: Address,
        /// The contract.
        to: Address,
        /// Selector and arguments.
        data: Vec<u8>,
    },
}

/// The result of one call: the returned bytes, or why the contract returned none.
pub(super) type CallOutcome = Result<Vec<u8>, String>;

/// Why a batch of calls failed as a whole.
#[derive(Debug)]
pub(super) enum CallError {
    /// The batch is too large for the node: smaller ones may succeed.
    TooLarge,
    /// The pinned block was reorganized, or the answers are of several blocks.
    Reorged,
    /// The node only answers at its newest block, whatever block the request names.
    OnlyNewest,
    /// The node failed.
    Node(RemoteError),
}

impl From<RemoteError> for CallError {
    fn from(error: RemoteError) -> Self {
        match error {
            RemoteError::Malformed { what, .. } if what == TOO_LARGE => Self::TooLarge,
            error => Self::Node(error),
        }
    }
}

/// Returns the reason of a call that reverted.
pub(super) fn reverted() -> String {
    REVERTS.to_owned()
}

/// Returns the bytes of an address. Other address forms are rejected before they get here.
pub(super) fn raw(address: &Address) -> alloy_primitives::Address {
    address.evm_bytes().unwrap_or_default().into()
}
