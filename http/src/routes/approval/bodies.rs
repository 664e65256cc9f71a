//! The request and response of the call about approvals.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::wire::{AssetIdText, ChainIdText, Decimal, Figures, Time};

/// The request of `get-approvals`.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"currency_code": "USD"}))]
pub struct GetApprovalsRequest {
    /// ISO 4217; the default is USD.
    #[schema(example = "USD")]
    pub currency_code: Option<String>,
}

/// What others may move of what a person holds.
#[derive(Debug, Serialize, ToSchema)]
pub struct ApprovalsData {
    /// The known value that spenders can move; what several may move counts once. Null where it cannot be computed.
    pub at_risk: Option<Decimal>,
    /// How many allowances are about something that has no known value.
    #[schema(example = 1)]
    pub unvalued: i64,
    /// The spenders, those with the most value first.
    pub spenders: Vec<SpenderRow>,
    /// The accounts for whose keys a contract acts (EIP-7702): it can move everything in them.
    pub delegations: Vec<DelegationRow>,
    /// The approvals for which the contract of the token gave no usable answer.
    pub unread: Vec<UnreadApprovalRow>,
    /// How many allowances of hidden tokens are left out.
    #[schema(example = 0)]
    pub hidden: i64,
    /// How many older approvals are left out, because there are too many to read.
    #[schema(example = 0)]
    pub left_out: i64,
    /// How many accounts were read.
    #[schema(example = 3)]
    pub accounts: i64,
    /// Whether every approval of every account is known and read. Permits that were only signed are on no chain and never known.
    #[schema(example = true)]
    pub complete: bool,
    /// What is missing.
    pub gaps: Vec<ApprovalGapRow>,
    /// The time of the oldest block at which allowances were read; null before any was.
    pub as_of: Option<Time>,
    /// The currency of money.
    #[schema(example = "USD")]
    pub currency_code: String,
    /// Figure ids by JSON pointer, for `explain-figure`.
    pub figures: Figures,
}

/// Why approvals of some accounts are not known.
#[derive(Debug, Serialize, ToSchema)]
pub struct ApprovalGapRow {
    /// A stable code: `reading`, `old`, `failed`, `history_incomplete` or `network_not_covered`.
    #[schema(example = "history_incomplete")]
    pub code: String,
    /// Why, as a sentence.
    #[schema(example = "The history of 1 account is not complete. Approvals in the missing part are not known.")]
    pub text: String,
}

/// What stands at an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SpenderCode {
    /// Nothing: a key controls it.
    Key,
    /// A key controls it, and lets a contract act for it (EIP-7702).
    Delegated,
    /// A contract.
    Contract,
}

/// Someone who may move tokens on one chain.
#[derive(Debug, Serialize, ToSchema)]
pub struct SpenderRow {
    /// The chain.
    pub chain: ChainIdText,
    /// Its name.
    #[schema(example = "Ethereum")]
    pub chain_name: String,
    /// The address.
    #[schema(example = "0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45")]
    pub address: String,
    /// To whom it belongs, by a public list; null where no list states it.
    #[schema(example = "Uniswap")]
    pub owner: Option<String>,
    /// What stands at the address.
    pub code: SpenderCode,
    /// The known value that it can move; null where it cannot be computed.
    pub at_risk: Option<Decimal>,
    /// How many of its allowances are about something that has no known value.
    #[schema(example = 0)]
    pub unvalued: i64,
    /// Link to the address on a block explorer.
    #[schema(example = "https://etherscan.io/address/0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45")]
    pub explorer_url: Option<String>,
    /// What it may move, those with the most value first.
    pub allowances: Vec<AllowanceRow>,
}

/// How much a spender may move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AllowanceLimit {
    /// The `amount`.
    Amount,
    /// More than there is of any token.
    Unlimited,
    /// An amount that is not known in whole units.
    Raw,
    /// Everything of a collection.
    Everything,
    /// One token of a collection.
    OneToken,
}

/// What can be lost by an allowance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AllowanceRiskCode {
    /// The value in `at_risk`: the lesser of what is allowed and what is held.
    Known,
    /// Nothing now, because none of it is held.
    NotHeld,
    /// Nothing by itself: Permit2 moves it only with another approval, or with a signature.
    Permit2,
    /// It is held and has no price.
    Unpriced,
    /// How much of it is held is not known.
    UnreadBalance,
    /// Tokens of collections are not valued.
    Collection,
}

/// What a spender may move of one token of one account.
#[derive(Debug, Serialize, ToSchema)]
pub struct AllowanceRow {
    /// The address of the account.
    #[schema(example = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045")]
    pub address: String,
    /// What the person calls it.
    #[schema(example = "vitalik.eth")]
    pub label: String,
    /// The contract of the token or collection.
    #[schema(example = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48")]
    pub contract: String,
    /// The fungible token; null for a collection.
    pub asset: Option<AssetIdText>,
    /// The symbol of the token, or its shortened contract.
    #[schema(example = "USDC")]
    pub symbol: String,
    /// The token within its collection; null for everything else.
    #[schema(example = json!(null))]
    pub token_id: Option<String>,
    /// Whether it goes by way of Permit2.
    #[schema(example = false)]
    pub via_permit2: bool,
    /// How much may be moved.
    pub limit: AllowanceLimit,
    /// That amount, in whole units; null for every other limit.
    pub amount: Option<Decimal>,
    /// When it ends; null for never.
    pub expires_on: Option<Time>,
    /// How much of the token the account holds; null where that is not known.
    pub held: Option<Decimal>,
    /// The price of one whole unit.
    pub price: Option<Decimal>,
    /// The value that can be lost; null where it is not known.
    pub at_risk: Option<Decimal>,
    /// Why it is that value, or why it is not known.
    pub risk: AllowanceRiskCode,
    /// The oldest of the readings and the price that it follows from.
    pub as_of: Time,
    /// When a transaction logged it last; null where no stored one did.
    pub approved_on: Option<Time>,
    /// That transaction; null where there is none.
    #[schema(example = "0x3f5c8c1b8a0d5f2a9c7e6b4d3a2f1e0d9c8b7a6f5e4d3c2b1a0f9e8d7c6b5a4f")]
    pub transaction: Option<String>,
    /// The call that takes it back.
    pub revoke: RevokeCallRow,
}

/// A call of a contract that takes an approval back. It is shown and never made here.
#[derive(Debug, Serialize, ToSchema)]
pub struct RevokeCallRow {
    /// The contract to call.
    #[schema(example = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48")]
    pub contract: String,
    /// The call with its arguments, as people read it.
    #[schema(example = "approve(0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45, 0)")]
    pub text: String,
    /// Selector and arguments.
    #[schema(
        example = "0x095ea7b300000000000000000000000068b3465833fb72a70ecdf485e0e4c7bd8665fc450000000000000000000000000000000000000000000000000000000000000000"
    )]
    pub data: String,
    /// The call as a link that wallets open (EIP-681); null on a chain that such links cannot name.
    #[schema(
        example = "ethereum:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48@1/approve?address=0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45&uint256=0"
    )]
    pub link: Option<String>,
}

/// An account for whose key a contract acts (EIP-7702).
#[derive(Debug, Serialize, ToSchema)]
pub struct DelegationRow {
    /// The chain.
    pub chain: ChainIdText,
    /// Its name.
    #[schema(example = "Ethereum")]
    pub chain_name: String,
    /// The address of the account.
    #[schema(example = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045")]
    pub address: String,
    /// What the person calls it.
    #[schema(example = "vitalik.eth")]
    pub label: String,
    /// The contract.
    #[schema(example = "0x63c0c19a282a1B52b07dD5a65b58948A07DAE32B")]
    pub delegate: String,
    /// To whom it belongs, by a public list; null where no list states it.
    #[schema(example = json!(null))]
    pub owner: Option<String>,
    /// Link to the contract on a block explorer.
    #[schema(example = "https://etherscan.io/address/0x63c0c19a282a1B52b07dD5a65b58948A07DAE32B")]
    pub explorer_url: Option<String>,
    /// When that was read.
    pub as_of: Time,
}

/// An approval for which the contract of the token gave no usable answer.
#[derive(Debug, Serialize, ToSchema)]
pub struct UnreadApprovalRow {
    /// The name of the chain.
    #[schema(example = "Ethereum")]
    pub chain_name: String,
    /// What the person calls the account.
    #[schema(example = "vitalik.eth")]
    pub label: String,
    /// The contract of the token.
    #[schema(example = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48")]
    pub contract: String,
    /// Who may move it.
    #[schema(example = "0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45")]
    pub spender: String,
    /// Why it is not known, as a clause.
    #[schema(example = "no contract answers")]
    pub why: String,
}
