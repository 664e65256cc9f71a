//! The facts of a transaction that decoding uses: one of each stream.

use ports::{
    EntryId,
    fact::{
        CoinTransaction, FactBlock, FactBody, InternalTransfer, ReportedTransaction, StoredFact, TokenStandard,
        TokenTransfer, TransactionReceipt, ValidatorWithdrawal,
    },
};

/// One fact of each stream. Where several sources reported a stream, the one that was read last is used, because rows of
/// different sources must not be mixed.
pub(super) struct ChosenFacts<'a> {
    /// The block, completed from the facts that agree on its height.
    pub block: FactBlock,
    pub transaction: Option<&'a ReportedTransaction>,
    pub receipt: Option<&'a TransactionReceipt>,
    pub internal: Option<&'a [InternalTransfer]>,
    pub tokens: Vec<(TokenStandard, &'a [TokenTransfer])>,
    pub withdrawal: Option<&'a ValidatorWithdrawal>,
    pub coin: Option<&'a CoinTransaction>,
}

impl<'a> ChosenFacts<'a> {
    /// Chooses among the facts of an entry; `None` where none counts.
    pub fn of(id: &EntryId, facts: &'a [StoredFact]) -> Option<Self> {
        let mut counting: Vec<&StoredFact> = facts
            .iter()
            .filter(|stored| stored.withdrawn_at.is_none())
            .filter(|stored| stored.fact.account == id.account && stored.fact.transaction == id.transaction)
            .collect();
        // A receipt first, because its block is the one that a node stated.
        counting.sort_by_key(|stored| {
            let is_receipt = matches!(stored.fact.body, FactBody::Receipt(_));
            let newest = std::cmp::Reverse((stored.read_at, stored.id));
            (!is_receipt, stored.fact.body.stream(), newest)
        });
        counting.dedup_by_key(|stored| stored.fact.body.stream());
        let mut chosen = Self {
            block: block_of(&counting)?,
            transaction: None,
            receipt: None,
            internal: None,
            tokens: Vec::new(),
            withdrawal: None,
            coin: None,
        };
        for stored in counting {
            chosen.add(&stored.fact.body);
        }
        Some(chosen)
    }

    fn add(&mut self, body: &'a FactBody) {
        match body {
            FactBody::Transaction(transaction) => self.transaction = Some(transaction),
            FactBody::InternalTransfers(rows) => self.internal = Some(rows),
            FactBody::TokenTransfers(standard, rows) => self.tokens.push((*standard, rows)),
            FactBody::Withdrawal(withdrawal) => self.withdrawal = Some(withdrawal),
            FactBody::Receipt(receipt) => self.receipt = Some(receipt),
            FactBody::CoinTransaction(coin) => self.coin = Some(coin),
            FactBody::ExchangeRow(_) => {}
        }
    }
}

fn block_of(facts: &[&StoredFact]) -> Option<FactBlock> {
    let mut blocks = facts.iter().map(|stored| &stored.fact.block);
    let first = blocks.next()?.clone();
    let number = first.number;
    let others = blocks.filter(|other| other.number == number);
    Some(others.fold(first, |block, other| FactBlock {
        hash: block.hash.or_else(|| other.hash.clone()),
        position: block.position.or(other.position),
        ..block
    }))
}
