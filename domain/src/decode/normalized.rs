//! A transaction as the decoders see it.

use ports::{
    Address, AssetId, EntryId, RawAmount, Timestamp,
    fact::{Stream, TokenStandard},
    label::Label,
};

use super::{
    context::DecodeContext, event::EventLog, event_type::EventType, movement::AccountMovement, net::NetAmounts, topics,
};

/// The type of a deposit transaction of an OP chain. Its value was minted for the sender, and it has no fee.
pub(super) const OP_DEPOSIT: u8 = 126;
/// The zero address, from which tokens are minted and to which they are burned.
const ZERO: [u8; 20] = [0; 20];
/// An address without a known key, to which tokens are sent to destroy them.
const DEAD: [u8; 20] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xde, 0xad];

/// The call with which a transaction of an EVM chain begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct TopCall<'a> {
    pub from: &'a Address,
    pub to: Option<&'a Address>,
    pub created: Option<&'a Address>,
    pub selector: Option<&'a str>,
    /// The transaction type (EIP-2718), where it is known.
    pub envelope: Option<u8>,
    pub succeeded: bool,
}

/// A transfer of a token that a log or a row states, also between other accounts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ObservedTransfer {
    pub standard: TokenStandard,
    pub contract: Address,
    pub from: Address,
    pub to: Address,
    pub amount: RawAmount,
    pub token_id: Option<String>,
    pub stream: Stream,
    pub item: String,
    pub order: Vec<u64>,
}

/// A part of the fee that the account paid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FeePart {
    pub asset: AssetId,
    pub amount: RawAmount,
    pub stream: Stream,
    pub item: String,
}

/// Where a change of an account comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ChangeOrigin {
    /// A transaction of an EVM chain.
    Transaction,
    /// A withdrawal of the beacon chain.
    Withdrawal,
    /// A transaction of a Bitcoin-like chain.
    Coin {
        is_coinbase: bool,
        /// Whether every input is the account's own.
        is_sent: bool,
    },
}

/// The problem of a fee that is not known in full.
pub(super) const FEE_PROBLEM: &str = "fee";
/// The problem of a transaction of which amounts and the fee could not be read.
pub(super) const AMOUNTS_AND_FEE: &str = "amounts_and_fee";

/// A transaction, as seen from one account.
#[derive(Clone, Debug)]
pub(super) struct NormalizedTransaction<'a> {
    pub id: &'a EntryId,
    pub context: &'a DecodeContext,
    pub origin: ChangeOrigin,
    /// The time of the block.
    pub time: Timestamp,
    pub call: Option<TopCall<'a>>,
    /// The amounts above zero that left or reached the account.
    pub movements: Vec<AccountMovement>,
    /// What remains of them for each asset.
    pub net: NetAmounts,
    /// The fee, where the account paid it.
    pub fees: Vec<FeePart>,
    /// All transfers of tokens that are known, those of other accounts and of amount zero included.
    pub transfers: Vec<ObservedTransfer>,
    /// All logs, where the receipt is known.
    pub events: Vec<EventLog<'a>>,
    /// What could not be read. The entry says so.
    pub problems: Vec<&'static str>,
}

impl<'a> NormalizedTransaction<'a> {
    /// Returns the account's address.
    pub fn account(&self) -> &'a Address {
        &self.id.account.address
    }

    /// Returns whether the account sent the transaction.
    pub fn is_sender(&self) -> bool {
        self.call.is_some_and(|call| call.from == self.account())
    }

    /// Returns whether it failed.
    pub fn has_failed(&self) -> bool {
        self.call.is_some_and(|call| !call.succeeded)
    }

    /// Returns the contract or account that the sender called.
    pub fn target(&self) -> Option<&'a Address> {
        self.call?.to
    }

    /// Returns whether an address acts for the account: its own, or the contract that it called.
    pub fn acts_for_account(&self, address: &Address) -> bool {
        address == self.account() || (self.is_sender() && self.target() == Some(address))
    }

    /// Returns the logs of an event.
    pub fn events_of(&self, wanted: EventType) -> impl Iterator<Item = EventLog<'a>> + '_ {
        self.events.iter().copied().filter(move |event| event.is(wanted))
    }

    /// Returns whether there is a log of an event.
    pub fn has_event(&self, wanted: EventType) -> bool {
        self.events_of(wanted).next().is_some()
    }

    /// Returns the id of a token by its contract.
    pub fn token(&self, contract: &Address) -> AssetId {
        AssetId::erc20(&self.context.chain, contract)
    }

    /// Returns whether more of an asset arrived than left.
    pub fn gains(&self, asset: &AssetId) -> bool {
        self.net.r#in.iter().any(|net| net.asset == *asset)
    }

    /// Returns whether more of an asset left than arrived.
    pub fn loses(&self, asset: &AssetId) -> bool {
        self.net.out.iter().any(|net| net.asset == *asset)
    }

    /// Returns the protocol that a contract belongs to, by its label.
    pub fn protocol_of(&self, contract: &Address) -> Option<String> {
        let label = self.context.label(contract).filter(|label| label.kind.is_protocol());
        label.map(Label::slug)
    }

    /// Returns the transfers of amount zero from the account.
    pub fn zero_transfers(&self) -> impl Iterator<Item = &ObservedTransfer> {
        let own = self
            .transfers
            .iter()
            .filter(|transfer| transfer.from == *self.account());
        own.filter(|transfer| transfer.amount.is_zero())
    }

    /// Returns what could not be read, in one word.
    pub fn problem(&self) -> Option<&'static str> {
        let amounts = self.problems.iter().find(|problem| **problem != FEE_PROBLEM).copied();
        match (amounts, self.problems.contains(&FEE_PROBLEM)) {
            (Some(_), true) => Some(AMOUNTS_AND_FEE),
            (Some(amounts), false) => Some(amounts),
            (None, has_fee) => has_fee.then_some(FEE_PROBLEM),
        }
    }

    /// Returns whether the account has a part in it: it sent, was called, paid, or an amount or allowance of it is named.
    pub fn concerns_account(&self) -> bool {
        let account = self.account();
        if self.has_failed() {
            return self.is_sender();
        }
        let is_called = self
            .call
            .is_some_and(|call| call.to == Some(account) || call.created == Some(account));
        let allows = |event: EventLog<'_>| event.topic_address(1).is_ok_and(|owner| owner == *account);
        !matches!(self.origin, ChangeOrigin::Transaction)
            || !self.movements.is_empty()
            || !self.fees.is_empty()
            || self.is_sender()
            || is_called
            || self.zero_transfers().next().is_some()
            || !self.problems.is_empty()
            || [topics::APPROVAL, topics::APPROVAL_FOR_ALL]
                .into_iter()
                .any(|topic| self.events_of(topic).any(allows))
    }
}

/// Returns whether tokens from it are new and tokens to it are destroyed.
pub(super) fn is_zero_address(address: &Address) -> bool {
    address.evm_bytes() == Some(ZERO)
}

/// Returns whether tokens sent to it are destroyed.
pub(super) fn is_burn_address(address: &Address) -> bool {
    is_zero_address(address) || address.evm_bytes() == Some(DEAD)
}
