//! The state of an account while its transactions are invented: what it holds, and what happened.

use ports::{
    address::Address,
    asset::AssetId,
    clock::Timestamp,
    entry::TransactionId,
    fact::{CoinTransaction, TokenStandard, ValidatorWithdrawal},
};

use super::model::{DemoContent, DemoTransaction, EvmTransaction};
use crate::demo::{
    blocks::{DemoChain, hex},
    random::digest,
};

/// What an account holds after the transactions so far. A transaction that it cannot pay is not added, nor is one after
/// the last block that counts.
pub(super) struct DemoWallet<'a> {
    pub chain: &'a DemoChain,
    pub address: Address,
    pub native: u128,
    pub tokens: Vec<(AssetId, u128)>,
    /// The number of transactions that the account sent; on Bitcoin-like chains the number of all of them.
    pub nonce: u64,
    /// The block of the newest transaction.
    block: u64,
    /// The last block that counts.
    head: u64,
    /// Whether a transaction came after that block: nothing is added any more.
    has_ended: bool,
    pub transactions: Vec<DemoTransaction>,
}

impl<'a> DemoWallet<'a> {
    pub(super) fn new(chain: &'a DemoChain, address: Address, head: u64) -> Self {
        Self {
            chain,
            address,
            native: 0,
            tokens: Vec::new(),
            nonce: 0,
            block: 0,
            head,
            has_ended: false,
            transactions: Vec::new(),
        }
    }

    /// Returns the amount of a token.
    pub(super) fn token(&self, asset: &AssetId) -> u128 {
        let found = self.tokens.iter().find(|(id, _)| id == asset);
        found.map_or(0, |(_, amount)| *amount)
    }

    /// Adds a transaction in the first free block from this time. Returns whether the account could pay it.
    pub(super) fn add(&mut self, second: i64, transaction: EvmTransaction) -> bool {
        match evm_id(&self.next_hash()) {
            Some(id) => self.add_shared(second, id, transaction),
            None => false,
        }
    }

    /// Adds a transaction that another account has in its history too, with the same id.
    pub(super) fn add_shared(&mut self, second: i64, id: TransactionId, mut transaction: EvmTransaction) -> bool {
        let Some(((native, tokens), block)) = self.after(&transaction).zip(self.next_block(second)) else {
            return false;
        };
        (self.native, self.tokens) = (native, tokens);
        if transaction.from == self.address {
            transaction.nonce = Some(self.nonce);
            self.nonce += 1;
        }
        self.push(block, id, DemoContent::Evm(transaction));
        true
    }

    /// Adds a withdrawal of the beacon chain.
    pub(super) fn withdraw(&mut self, second: i64, value: u128, withdrawal: ValidatorWithdrawal) {
        if let Some(block) = self.next_block(second) {
            self.native += value;
            let id = TransactionId::withdrawal(withdrawal.index);
            self.push(block, id, DemoContent::Withdrawal(withdrawal));
        }
    }

    /// Adds a transaction of a Bitcoin-like chain, after which the account holds this much. Returns whether it counts.
    pub(super) fn add_coins(&mut self, second: i64, after: u128, transaction: CoinTransaction) -> bool {
        let id = hex(&self.next_hash()).parse().ok();
        let Some((id, block)) = id.zip(self.next_block(second)) else {
            return false;
        };
        self.native = after;
        self.nonce += 1;
        self.push(block, id, DemoContent::Coin(transaction));
        true
    }

    /// Returns the first free block from this time; `None` after the last one that counts.
    fn next_block(&mut self, second: i64) -> Option<u64> {
        let wanted = self.chain.number_at(Timestamp::from_seconds(second));
        let block = wanted.max(self.block + 1);
        self.has_ended |= block > self.head;
        (!self.has_ended).then_some(block)
    }

    fn push(&mut self, block: u64, id: TransactionId, content: DemoContent) {
        self.block = block;
        self.transactions.push(DemoTransaction { block, id, content });
    }

    fn next_hash(&self) -> [u8; 32] {
        let count = self.transactions.len().to_string();
        digest(&["transaction", self.chain.row.id.as_str(), self.address.as_str(), &count])
    }

    /// Returns what the account holds after a transaction; `None` if it cannot pay it.
    fn after(&self, transaction: &EvmTransaction) -> Option<(u128, Vec<(AssetId, u128)>)> {
        let (out, into) = transaction.native_change(&self.address);
        let native = self.native.checked_sub(out)?.checked_add(into)?;
        let mut tokens = self.tokens.clone();
        let fungible = transaction
            .tokens
            .iter()
            .filter(|(standard, _)| *standard == TokenStandard::Erc20);
        for (_, transfer) in fungible {
            let (value, asset) = (
                transfer.value.as_u128()?,
                AssetId::erc20(&self.chain.row.id, &transfer.contract),
            );
            let at = tokens.iter().position(|(id, _)| *id == asset).unwrap_or_else(|| {
                tokens.push((asset, 0));
                tokens.len() - 1
            });
            let amount = &mut tokens.get_mut(at)?.1;
            if transfer.from == self.address {
                *amount = amount.checked_sub(value)?;
            }
            if transfer.to == self.address {
                *amount = amount.checked_add(value)?;
            }
        }
        Some((native, tokens))
    }
}

/// Returns the id of a transaction of an EVM chain with this hash.
pub(super) fn evm_id(hash: &[u8; 32]) -> Option<TransactionId> {
    format!("0x{}", hex(hash)).parse().ok()
}
