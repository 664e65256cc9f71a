//! The transactions of an address as servers list them, and parsers that their APIs share.

use std::{collections::BTreeSet, str::FromStr};

use ports::{
    Address, RawAmount, RemoteError, TransactionId,
    fact::{CoinOutput, CoinTransaction, FactBlock},
    json::Json,
};

use super::client::{amount, hash, integer};
use crate::http_client::RequestContext;

/// A part of the list of an address's transactions that is requested.
pub struct TransactionQuery<'a> {
    /// The address.
    pub(crate) address: &'a Address,
    /// The first and the last block, inclusive. Servers may list others too.
    pub(crate) blocks: (u64, u64),
    /// Where the previous part ended, as the API returned it.
    pub(crate) after: Option<&'a str>,
}

/// A part of the list of an address's transactions.
#[derive(Debug, Default)]
pub struct TransactionList {
    /// The confirmed transactions.
    pub(crate) rows: Vec<ListedTransaction>,
    /// Where to continue; `None` where the list ends.
    pub(crate) next: Option<String>,
    /// The number of all confirmed transactions, where it is stated.
    pub(crate) total: Option<u64>,
}

/// A transaction in a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedTransaction {
    /// Its id.
    pub(crate) id: TransactionId,
    /// Its block.
    pub(crate) block: FactBlock,
    /// Its inputs and outputs.
    pub(crate) content: CoinTransaction,
}

/// A transaction by its id, in a block or not.
pub type IdentifiedTransaction = (TransactionId, CoinTransaction);

/// The fields of a transaction in the shape of one API.
pub(super) struct TransactionFields<'a> {
    pub(super) id: &'a Json,
    pub(super) inputs: Option<Vec<CoinOutput>>,
    /// The ids of the transactions whose outputs it spends.
    pub(super) spends: Vec<TransactionId>,
    pub(super) outputs: Option<Vec<CoinOutput>>,
    /// The fee that the server states, if it states one.
    pub(super) fee: Option<RawAmount>,
    pub(super) is_coinbase: bool,
}

impl TransactionFields<'_> {
    /// Returns the transaction in its block; an error as for [`Self::identified`].
    pub(super) fn transaction(
        self,
        block: FactBlock,
        context: &RequestContext,
    ) -> Result<ListedTransaction, RemoteError> {
        let (id, content) = self.identified(context)?;
        Ok(ListedTransaction { id, block, content })
    }

    /// Returns the transaction. An error where something is missing, or where the inputs are not the outputs and the fee,
    /// which means that the server left some of them out.
    pub(super) fn identified(self, context: &RequestContext) -> Result<IdentifiedTransaction, RemoteError> {
        let malformed = || context.malformed("a transaction without its id, inputs, outputs or amounts");
        let id = self.id.as_str().and_then(hash).ok_or_else(malformed)?;
        let id = TransactionId::from_str(&id).map_err(|_| malformed())?;
        let outputs = self.outputs.ok_or_else(malformed)?;
        let inputs = if self.is_coinbase {
            Vec::new()
        } else {
            self.inputs.ok_or_else(malformed)?
        };
        let fee = if self.is_coinbase {
            RawAmount::ZERO
        } else {
            let paid = sum(&inputs).zip(sum(&outputs));
            let fee = paid.and_then(|(inputs, outputs)| inputs.sub(outputs).ok());
            let agrees = |fee: &RawAmount| self.fee.is_none_or(|stated| stated == *fee);
            fee.filter(agrees)
                .ok_or_else(|| context.malformed("a transaction whose inputs are not its outputs and its fee"))?
        };
        let content = CoinTransaction {
            inputs,
            spends: self.spends,
            outputs,
            fee,
            is_coinbase: self.is_coinbase,
        };
        Ok((id, content))
    }
}

fn sum(outputs: &[CoinOutput]) -> Option<RawAmount> {
    let mut values = outputs.iter().map(|output| output.value);
    values.try_fold(RawAmount::ZERO, |sum, value| sum.add(value).ok())
}

/// Returns an input or output. A text that is no address stands for a script without one.
pub(super) fn coin(address: &Json, value: RawAmount) -> CoinOutput {
    CoinOutput {
        address: address.as_str().and_then(|text| text.parse().ok()),
        value,
    }
}

/// Returns the ids of the transactions whose outputs are spent, from this field of each input.
pub(super) fn spends(inputs: &Json, field: &str) -> Vec<TransactionId> {
    let ids = inputs.as_array().into_iter().flatten();
    let ids = ids.filter_map(|input| hash(input[field].as_str()?)?.parse().ok());
    ids.collect::<BTreeSet<TransactionId>>().into_iter().collect()
}

/// Parses an amount that is a number.
pub(super) fn number(value: &Json) -> Option<RawAmount> {
    integer(value).and_then(amount)
}

/// Parses an amount that is a text of digits.
pub(super) fn digits(value: &Json) -> Option<RawAmount> {
    value.as_str()?.parse().ok().and_then(amount)
}

/// Parses all items of an array; `None` if it is none or one of them cannot be parsed.
pub(super) fn each<T>(array: &Json, parse: impl FnMut(&Json) -> Option<T>) -> Option<Vec<T>> {
    array.as_array()?.iter().map(parse).collect()
}

/// Returns an error unless the blocks of a list that begins with the newest never rise.
pub(super) fn check_order(rows: &[ListedTransaction], context: &RequestContext) -> Result<(), RemoteError> {
    let falls = rows.windows(2).all(|two| two[0].block.number >= two[1].block.number);
    let error = || context.malformed("a list of transactions that is not in the order of blocks");
    if falls { Ok(()) } else { Err(error()) }
}

/// Returns whether a list that begins with the newest transactions has passed the first requested block.
pub(super) fn has_passed(rows: &[ListedTransaction], first: u64) -> bool {
    rows.last().is_some_and(|row| row.block.number < first)
}
