//! Approvals: whom a transaction allowed to move tokens of an account, as contracts logged it.
//!
//! A log states what was allowed then, and the log of a hostile contract states anything. What is allowed now is an
//! [`Allowance`](crate::allowance::Allowance), which the contract states itself.

use crate::{address::Address, amount::RawAmount};

/// Whom an account allowed to move something.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub struct Approval {
    /// The contract of the token or of the collection.
    pub contract: Address,
    /// Who may move it.
    pub spender: Address,
    /// What it is about.
    pub scope: ApprovalScope,
}

/// What an approval is about.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ApprovalScope {
    /// An amount of a fungible token (ERC-20).
    Amount,
    /// An amount of a fungible token, by way of [`PERMIT2`].
    Permit2,
    /// Everything of a collection (ERC-721, ERC-1155).
    Collection,
    /// One token of a collection, by its id.
    Token(RawAmount),
}

/// Permit2 of Uniswap (`0x000000000022D473030F116dDEE9F6B43aC78BA3`), which has the same address on every chain except zkSync Era: accounts allow it once to move a token, and then allow
/// spenders amounts of it until a time.
pub const PERMIT2: [u8; 20] = [
    0x00, 0x00, 0x00, 0x00, 0x00, 0x22, 0xd4, 0x73, 0x03, 0x0f, 0x11, 0x6d, 0xde, 0xe9, 0xf6, 0xb4, 0x3a, 0xc7, 0x8b,
    0xa3,
];
