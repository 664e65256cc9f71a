//! The shape of an invented transaction.

use ports::{
    address::Address,
    entry::TransactionId,
    fact::{CoinTransaction, TokenStandard, TokenTransfer, ValidatorWithdrawal},
};

/// A transaction of an account, or a withdrawal of the beacon chain.
#[derive(Debug)]
pub(in crate::demo) struct DemoTransaction {
    pub block: u64,
    pub id: TransactionId,
    pub content: DemoContent,
}

/// What a transaction contains.
#[derive(Debug)]
pub(in crate::demo) enum DemoContent {
    Evm(EvmTransaction),
    Withdrawal(ValidatorWithdrawal),
    Coin(CoinTransaction),
}

/// A transaction of an EVM chain, without what it moves between others.
#[derive(Debug)]
pub(in crate::demo) struct EvmTransaction {
    pub from: Address,
    pub to: Address,
    pub value: u128,
    pub fee: u128,
    /// The part of the fee that is paid for the layer below, beside `fee`.
    pub data_fee: Option<u128>,
    pub succeeded: bool,
    /// The nonce, where the account sent it.
    pub nonce: Option<u64>,
    pub selector: Option<&'static str>,
    /// From, to and value of each internal transfer.
    pub internal: Vec<(Address, Address, u128)>,
    pub tokens: Vec<(TokenStandard, TokenTransfer)>,
    /// Who may take the token that is called.
    pub spender: Option<Address>,
}

/// The address of mints and burns.
pub(super) fn zero_address() -> Address {
    Address::evm([0; 20])
}

impl EvmTransaction {
    /// Creates a successful call that moves nothing.
    pub(super) fn call(from: &Address, to: &Address, selector: &'static str) -> Self {
        Self {
            from: from.clone(),
            to: to.clone(),
            value: 0,
            fee: 0,
            data_fee: None,
            succeeded: true,
            nonce: None,
            selector: Some(selector),
            internal: Vec::new(),
            tokens: Vec::new(),
            spender: None,
        }
    }

    /// Creates a payment of the native asset.
    pub(super) fn payment(from: &Address, to: &Address, value: u128) -> Self {
        Self {
            value,
            selector: None,
            ..Self::call(from, to, "")
        }
    }

    /// Creates a transfer of a token by its holder.
    pub(super) fn transfer(contract: &Address, from: &Address, to: &Address, value: u128) -> Self {
        Self::call(from, contract, "0xa9059cbb").moving(contract, from, to, value)
    }

    /// Creates an approval of a token without a limit.
    pub(super) fn approval(contract: &Address, from: &Address, spender: &Address) -> Self {
        Self {
            spender: Some(spender.clone()),
            ..Self::call(from, contract, "0x095ea7b3")
        }
    }

    /// Sends native value with the call.
    pub(super) fn paying(self, value: u128) -> Self {
        Self { value, ..self }
    }

    /// Adds an internal transfer.
    pub(super) fn returning(mut self, from: &Address, to: &Address, value: u128) -> Self {
        self.internal.push((from.clone(), to.clone(), value));
        self
    }

    /// Adds a transfer of a fungible token.
    pub(super) fn moving(self, contract: &Address, from: &Address, to: &Address, value: u128) -> Self {
        self.moving_any(TokenStandard::Erc20, contract, (from, to), value, None)
    }

    /// Adds a transfer of a token with an id.
    pub(super) fn moving_any(
        mut self,
        standard: TokenStandard,
        contract: &Address,
        (from, to): (&Address, &Address),
        value: u128,
        token_id: Option<String>,
    ) -> Self {
        let transfer = TokenTransfer {
            log_index: None,
            contract: contract.clone(),
            from: from.clone(),
            to: to.clone(),
            value: value.into(),
            token_id,
        };
        self.tokens.push((standard, transfer));
        self
    }

    /// Reverts the transaction: nothing but the fee moves.
    pub(super) fn failing(self) -> Self {
        Self {
            succeeded: false,
            internal: Vec::new(),
            tokens: Vec::new(),
            ..self
        }
    }

    /// Returns the native value that leaves an account and the native value that arrives.
    pub(super) fn native_change(&self, account: &Address) -> (u128, u128) {
        let (mut out, mut into) = (0, 0);
        if self.from == *account {
            out += self.fee + self.data_fee.unwrap_or(0);
        }
        let own = (&self.from, &self.to, self.value);
        let internal = self.internal.iter().map(|(from, to, value)| (from, to, *value));
        for (from, to, value) in std::iter::once(own).chain(internal).filter(|_| self.succeeded) {
            out += if from == account { value } else { 0 };
            into += if to == account { value } else { 0 };
        }
        (out, into)
    }
}
