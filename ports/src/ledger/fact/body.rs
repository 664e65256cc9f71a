//! The contents of facts.

use super::{Stream, exchange_row::ExchangeRow};
use crate::{address::Address, amount::RawAmount, ids::transaction::TransactionId};

/// The content of a fact.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FactBody {
    /// The transaction itself.
    Transaction(ReportedTransaction),
    /// All internal transfers of the transaction to or from the account.
    InternalTransfers(Vec<InternalTransfer>),
    /// All transfers of the transaction to or from the account, of one token standard.
    TokenTransfers(TokenStandard, Vec<TokenTransfer>),
    /// A withdrawal of the beacon chain.
    Withdrawal(ValidatorWithdrawal),
    /// The receipt.
    Receipt(TransactionReceipt),
    /// A transaction of a Bitcoin-like chain.
    CoinTransaction(CoinTransaction),
    /// A row of a list of an exchange.
    ExchangeRow(ExchangeRow),
}

/// A transaction of an EVM chain, as a list of transactions reports it.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct ReportedTransaction {
    /// The sender.
    pub from: Address,
    /// The recipient; `None` where the transaction creates a contract.
    pub to: Option<Address>,
    /// The contract that it created.
    pub created: Option<Address>,
    /// The native value that it sends, in the smallest unit; it moved only if the transaction succeeded.
    pub value: RawAmount,
    /// The sender's nonce; `None` where the source leaves it out.
    pub nonce: Option<u64>,
    /// Whether it succeeded. The fee is paid in both cases.
    pub succeeded: bool,
    /// The fee for execution: gas used times the effective gas price; `None` where the source leaves it out.
    pub fee: Option<RawAmount>,
    /// The fee for the data on the layer below, where the source reports it apart from [`Self::fee`].
    pub data_fee: Option<RawAmount>,
    /// The first four bytes of the input, `0x` and 8 hex digits; `None` without input.
    pub selector: Option<String>,
    /// The transaction type (EIP-2718), where reported: 126 is a deposit of an OP chain.
    pub envelope: Option<u8>,
}

/// Native value that a contract moved.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub struct InternalTransfer {
    /// The position in the transaction by the source: a trace id such as `0_1`, or an index.
    pub trace: String,
    /// From where.
    pub from: Address,
    /// To where; `None` where the call created a contract that the source does not name.
    pub to: Option<Address>,
    /// The amount, in the smallest unit.
    pub value: RawAmount,
    /// The type of the call as the source names it, in lower case: `call`, `create2`, `selfdestruct`.
    pub call: String,
    /// Whether this call failed.
    pub failed: bool,
}

/// A token standard of an EVM chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TokenStandard {
    /// Fungible.
    Erc20,
    /// Unique.
    Erc721,
    /// With ids and amounts.
    Erc1155,
}

/// A transfer of a token.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub struct TokenTransfer {
    /// The index of the log in its block; `None` where the source's list does not state it.
    pub log_index: Option<u32>,
    /// The token's contract.
    pub contract: Address,
    /// From where; the zero address for a mint.
    pub from: Address,
    /// To where; the zero address for a burn.
    pub to: Address,
    /// The amount in the smallest unit; 1 for a unique token.
    pub value: RawAmount,
    /// The id of the token within its contract, in decimal; `None` for fungible tokens.
    pub token_id: Option<String>,
}

/// A withdrawal of the beacon chain.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct ValidatorWithdrawal {
    /// Its index.
    pub index: u64,
    /// The validator.
    pub validator: u64,
    /// The amount in wei.
    pub value: RawAmount,
}

/// A receipt with all its logs.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct TransactionReceipt {
    /// The sender.
    pub from: Address,
    /// The recipient; `None` where the transaction creates a contract.
    pub to: Option<Address>,
    /// The contract that it created.
    pub created: Option<Address>,
    /// Whether it succeeded; `None` before Byzantium.
    pub succeeded: Option<bool>,
    /// Gas used times the effective gas price.
    pub fee: RawAmount,
    /// The fee for the data on the layer below, where it is not part of [`Self::fee`].
    pub data_fee: Option<RawAmount>,
    /// The fee of the operator of an OP chain (Isthmus upgrade).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub operator_fee: Option<RawAmount>,
    /// The fee for blobs (EIP-4844).
    pub blob_fee: Option<RawAmount>,
    /// The logs.
    pub logs: Vec<Log>,
    /// The nonces of the account that authorizations in the transaction took (EIP-7702).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub authorized: Vec<u64>,
}

/// A log of a contract.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Log {
    /// Its index in the block.
    pub index: u32,
    /// The contract.
    pub address: Address,
    /// The topics, each `0x` and 64 hex digits in lower case; the first one is the event's.
    pub topics: Vec<String>,
    /// The data, `0x` and hex digits in lower case.
    pub data: String,
}

/// A transaction of a Bitcoin-like chain.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct CoinTransaction {
    /// The outputs that it spends.
    pub inputs: Vec<CoinOutput>,
    /// The transactions that created them, where the source states them; each once, sorted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub spends: Vec<TransactionId>,
    /// The outputs that it creates.
    pub outputs: Vec<CoinOutput>,
    /// The fee in the smallest unit.
    pub fee: RawAmount,
    /// Whether it creates the block's new coins.
    pub is_coinbase: bool,
}

/// An output of a transaction of a Bitcoin-like chain.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct CoinOutput {
    /// The address; `None` for scripts without one.
    pub address: Option<Address>,
    /// The amount in the smallest unit.
    pub value: RawAmount,
}

impl FactBody {
    /// Returns the stream that reports such a fact.
    #[must_use]
    pub fn stream(&self) -> Stream {
        match self {
            Self::Transaction(_) => Stream::Transactions,
            Self::InternalTransfers(_) => Stream::InternalTransfers,
            Self::TokenTransfers(TokenStandard::Erc20, _) => Stream::TokenTransfers,
            Self::TokenTransfers(TokenStandard::Erc721, _) => Stream::NftTransfers,
            Self::TokenTransfers(TokenStandard::Erc1155, _) => Stream::MultiTokenTransfers,
            Self::Withdrawal(_) => Stream::Withdrawals,
            Self::Receipt(_) => Stream::Receipts,
            Self::CoinTransaction(_) => Stream::CoinTransactions,
            Self::ExchangeRow(row) => row.list,
        }
    }
}
