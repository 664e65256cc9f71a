//! What others may move of what a person holds.

use ports::{
    AccountId, Address, Amount, ApprovalScope, AssetId, ChainId, Currency, RawAmount, Timestamp, TransactionId,
    allowance::AccountCode,
};

use crate::{approval::revoke::RevokeCall, valuation::FigureId};

/// What others may move of what a person holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ApprovalReport {
    /// The currency of all money.
    pub currency: Currency,
    /// The known value that spenders can move; what several may move counts once. `None` where it cannot be computed.
    pub at_risk: Option<Amount>,
    /// How many allowances are about something that has no known value.
    pub unvalued: u32,
    /// The spenders, those with the most value first.
    pub spenders: Vec<SpenderLine>,
    /// The accounts for whose keys a contract acts.
    pub delegations: Vec<DelegationLine>,
    /// The approvals for which the contract of the token gave no usable answer.
    pub unread: Vec<UnreadApproval>,
    /// How many allowances of hidden tokens are left out.
    pub hidden: u32,
    /// How many older approvals are left out, because there are too many to read.
    pub left_out: u32,
    /// How many accounts were read.
    pub read: u32,
    /// The time of the oldest block at which allowances were read; `None` before any was.
    pub as_of: Option<Timestamp>,
    /// What is missing.
    pub gaps: Vec<ApprovalGap>,
}

impl ApprovalReport {
    /// Returns whether every approval of every account is known and read.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.gaps.is_empty() && self.unread.is_empty() && self.left_out == 0
    }
}

/// Why approvals of some accounts are not known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApprovalGap {
    /// A stable code.
    pub code: &'static str,
    /// A sentence for people.
    pub text: String,
    /// The reason that a source stated, which may name its host: for the owner only.
    pub why: Option<String>,
}

/// Someone who may move tokens on one chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpenderLine {
    /// The chain.
    pub chain: ChainId,
    /// Its name.
    pub chain_name: String,
    /// The address.
    pub address: Address,
    /// To whom it belongs, by a public list; `None` where no list states it.
    pub owner: Option<String>,
    /// What stands at the address.
    pub code: AccountCode,
    /// The known value that it can move; `None` where it cannot be computed.
    pub at_risk: Option<Amount>,
    /// How many of its allowances are about something that has no known value.
    pub unvalued: u32,
    /// Link to the address on a block explorer.
    pub explorer_url: Option<String>,
    /// What it may move, those with the most value first.
    pub allowances: Vec<AllowanceLine>,
}

impl SpenderLine {
    /// Returns whether someone's key controls the address.
    #[must_use]
    pub fn is_key(&self) -> bool {
        self.code != AccountCode::Contract
    }
}

/// What a spender may move of one token of one account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllowanceLine {
    /// The account.
    pub account: AccountId,
    /// What the person calls it.
    pub label: String,
    /// The contract of the token or collection.
    pub contract: Address,
    /// What it is about.
    pub scope: ApprovalScope,
    /// The fungible token; `None` for a collection.
    pub asset: Option<AssetId>,
    /// The symbol of the token, or its shortened contract.
    pub symbol: String,
    /// How much may be moved.
    pub size: AllowanceSize,
    /// When it ends; `None` for never.
    pub expires_at: Option<Timestamp>,
    /// How much of the token the account holds, in whole units; `None` where that is not known.
    pub held: Option<Amount>,
    /// The price of one whole unit.
    pub price: Option<Amount>,
    /// What of it can be lost.
    pub risk: AllowanceRisk,
    /// The figure of that value, where everything that is held can be lost.
    pub figure: Option<FigureId>,
    /// The oldest of the readings and the price that it follows from.
    pub as_of: Timestamp,
    /// The transaction that logged it last, with its time; `None` where none of the stored ones did.
    pub logged: Option<(TransactionId, Timestamp)>,
    /// The call that takes it back.
    pub revoke: RevokeCall,
}

impl AllowanceLine {
    /// Returns when it was logged last.
    #[must_use]
    pub fn logged_at(&self) -> Option<Timestamp> {
        self.logged.as_ref().map(|(_, at)| *at)
    }
}

/// How much a spender may move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AllowanceSize {
    /// More than there is of any token.
    Unlimited,
    /// This much, in whole units.
    Amount(Amount),
    /// This much in the smallest unit, because the decimals are not known.
    Raw(RawAmount),
    /// Everything of a collection.
    Everything,
    /// One token of a collection.
    OneToken,
}

/// What can be lost by an allowance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AllowanceRisk {
    /// This value: the lesser of what is allowed and what is held.
    Known(Amount),
    /// Nothing now, because none of it is held.
    NotHeld,
    /// Nothing by itself: it is used by way of another approval, or of a signature that no chain states.
    Permit2,
    /// It is held and has no price.
    Unpriced,
    /// How much of it is held is not known.
    UnreadBalance,
    /// Tokens of collections are not valued.
    Collection,
}

impl AllowanceRisk {
    /// Returns the value that can be lost, if it is known.
    #[must_use]
    pub fn value(self) -> Option<Amount> {
        match self {
            Self::Known(value) => Some(value),
            Self::NotHeld | Self::Permit2 => Some(Amount::ZERO),
            Self::Unpriced | Self::UnreadBalance | Self::Collection => None,
        }
    }

    /// Returns a stable code.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Known(_) => "known",
            Self::NotHeld => "not_held",
            Self::Permit2 => "permit2",
            Self::Unpriced => "unpriced",
            Self::UnreadBalance => "unread_balance",
            Self::Collection => "collection",
        }
    }
}

/// An account for whose key a contract acts (EIP-7702): it can move everything that the account holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DelegationLine {
    /// The account.
    pub account: AccountId,
    /// What the person calls it.
    pub label: String,
    /// The name of its chain.
    pub chain_name: String,
    /// The contract.
    pub delegate: Address,
    /// To whom it belongs, by a public list; `None` where no list states it.
    pub owner: Option<String>,
    /// Link to the contract on a block explorer.
    pub explorer_url: Option<String>,
    /// When that was read.
    pub as_of: Timestamp,
}

/// An approval for which the contract of the token gave no usable answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnreadApproval {
    /// The account.
    pub account: AccountId,
    /// What the person calls it.
    pub label: String,
    /// The name of its chain.
    pub chain_name: String,
    /// The contract of the token.
    pub contract: Address,
    /// Who may move it.
    pub spender: Address,
    /// Why it is not known, as a clause.
    pub why: String,
}
